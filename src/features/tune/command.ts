import {exitCodeAfter} from '../../core/base/interruption';
import {countOf} from '../../core/base/words';
import {CONCURRENCY, MAX_CREDITS, MOST_REQUESTS, TUNED_CHECKS} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, formats, labels, texts, toggle} from '../../project/flags';
import type {OpenedProject} from '../../project/project';
import type {TuneDocument} from './document';
import type {RegionPlan} from './regions/region-pages';
import type {Tuned, TunePorts} from './tune';

const TABLE = {
  path: 'tune',
  summary: 'find noise and cost in what monitors did, and propose less',
  details: `
      Shows for each monitor, from its newest checks: alerts a week, changes that were judged as noise, lines that change nearly each
      time, failures by reason, and charged credits for each meaningful change. Numbers, dates and times within a line count as
      equal; prices do not. Proposals have an id, their evidence, and what they save a month.

      A slower schedule is proposed only where these checks span 14 days, and no page had a change that was meaningful or not judged. It
      is at most four times slower, and never beyond daily. Fewer than ten checks give no proposal.

      With \`--fetch\`, it fetches the pages of noisy lines twice: as they are, and without the region that holds these lines. It proposes
      to leave the region out where nothing else changes. This is paid for: it asks first. Never in a pull request, and never a page with headers, actions, a
      profile or references.

      With \`--write\`, it makes the analysis again and writes these proposals into their specs, then shows the plan. Nothing is applied.
      A value that others share, from a layer or a list, is not written: it says where it is.

      Takes one request for each monitor and 100 checks, and the pages of checks with changes. Sends only reads, but for \`--fetch\`.
      Needs full operations.
    `,
  exitCodes: {
    0: 'shown, with or without proposals',
    1: 'a limit ended it, a monitor or page could not be read, a proposal was not written, or specs have errors',
    3: "the service can't be read, no monitor has such a key, an id is not proposed now, or not approved",
  },
  examples: [
    ['All monitors', 'monitors tune'],
    ['Take a proposal over', 'monitors tune pricing/acme --write 5f0e2c6a'],
    ['Find what to leave out, for at most 20 credits', 'monitors tune "pricing/**" --fetch --max-credits 20'],
  ],
  flags: {
    format: formats({text: '', json: '', markdown: ''}),
    checks: count(TUNED_CHECKS, 'Newest checks of each monitor to read (1-1000, default 30)', 30),
    fetch: toggle('Fetch pages of noisy lines to find the region to leave out; asks before it is paid for'),
    maxCredits: count(MAX_CREDITS, 'With --fetch, fetch nothing if it costs more (default: no limit)'),
    autoApprove: toggle('With --fetch, do not ask (needs --max-credits)'),
    write: texts('ID', 'Write this proposal into its spec, and show the plan (repeatable; default: write none)'),
    maxRequests: count(MOST_REQUESTS, 'End after this many requests (1-1000000, default: no limit)'),
    concurrency: count(CONCURRENCY, 'Maximum parallel requests (1-64, default 8)', 8),
    exclude,
    label: labels(),
  },
  operands: {only: chosenKeys('recorded')},
} as const satisfies CommandTable;

/** `monitors tune [KEY|GLOB...]`: noise and cost out of history. */
export const tuneCommand = command(TABLE, async (options, door) => {
  const {format, write, fetch, checks, concurrency, maxRequests = null, only, exclude, label} = options;
  if (!fetch && (options.maxCredits !== undefined || options.autoApprove))
    throw new UserError('config/usage', '--max-credits and --auto-approve go with --fetch', 'add --fetch, or leave them out');
  if (write !== undefined && format === 'markdown')
    throw new UserError('config/usage', '--write does not go with --format markdown', 'use text or json');
  const project = await door.openProject('look');
  const {tuneMonitors} = await import('./tune');
  const {onEnd, ...ports} = await showProgress(door);
  const outcome = await tuneMonitors(project, {checks, concurrency, maxRequests, only, exclude, labels: label, fetch}, ports);
  onEnd?.();
  if (outcome.kind === 'invalid') return (await door.notes()).invalid(outcome.workspace.report, 'read');
  const found = fetch ? await fetchThem(outcome, {project, door, options}) : outcome;
  const {document, interruption} = found;
  if (interruption === null && write !== undefined) return writeThem(found, write, {project, door, format});
  const {FORMATS} = await import('./formats');
  const render = await FORMATS[format]();
  door.print(render(document, door.look('stdout')));
  if (interruption !== null) return interruption.exitCode;
  return exitCodeAfter(project.watchInterruption(), isWhole(document) ? 0 : 1);
});

function isWhole({complete, monitors}: TuneDocument): boolean {
  return complete && monitors.every(({regions}) => regions.every(({outcome}) => outcome !== 'failed' && outcome !== 'not-sent'));
}

/** Fetches the pages of noisy lines, after a question. */
async function fetchThem(
  found: Tuned,
  {project, door, options}: {readonly project: OpenedProject; readonly door: Door; readonly options: OptionsOf<typeof TABLE>},
): Promise<Tuned> {
  const {fetchRegions} = await import('./regions/fetch-regions');
  const {showFetches} = await import('../try/progress');
  door.setLastWords('Fetches under way may be charged.');
  const approve = async ({pages, credits, notIncluded}: RegionPlan) => {
    const what = `Fetch ${countOf(pages.length, 'page')} twice`;
    if (!door.flags.quiet && notIncluded.length > 0) door.note(`note: not in the cost: ${notIncluded.join(', ')}\n`);
    // The pages are chosen by what was found, not by who asked.
    await door.approveSpending({credits, isBroad: true, what}, options);
    if (options.autoApprove && !door.flags.quiet) door.note(`${what}: about ${countOf(credits, 'credit')}\n`);
  };
  return fetchRegions(project, found, {...(await showFetches(door)), approve});
}

/** Parts of the call that writing uses. */
interface Writing {
  readonly project: OpenedProject;
  readonly door: Door;
  readonly format: OptionsOf<typeof TABLE>['format'];
}

/** Writes proposals and shows the plan. */
async function writeThem(found: Tuned, ids: readonly string[], {project, door, format}: Writing): Promise<number> {
  const {writeAndPlan} = await import('./write-and-plan');
  const onWrite = (files: readonly string[]) => {
    if (!door.flags.quiet) door.note(`writing into ${files.join(', ')}\n`);
  };
  const {document, planned} = await writeAndPlan(project, found, ids, onWrite);
  if (format === 'json') door.print((await import('./document')).renderTuneJson(document));
  else {
    const look = door.look('stdout');
    const {renderWritten} = await import('./text');
    const {renderPlan} = await import('../plan/formats');
    const plan = planned === null ? '' : renderPlan(planned.plan, 'text', look, planned.workspace.report.findings);
    door.print(`${renderWritten(document, look)}${plan}`);
  }
  return isWhole(document) && document.written?.notWritten.length === 0 ? 0 : 1;
}

async function showProgress(door: Door): Promise<TunePorts & {readonly onEnd?: () => void}> {
  if (door.flags.quiet) return {};
  const {describeStep} = await import('../changes/steps');
  const {onChecked, onEnd} = await door.progress();
  return {
    onStep: (...step) => {
      onEnd?.();
      door.note(describeStep(...step));
    },
    ...(onChecked === undefined ? {} : {onRead: onChecked}),
    ...(onEnd === undefined ? {} : {onEnd}),
  };
}
