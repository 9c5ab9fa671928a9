import {CONCURRENCY, MOST_REQUESTS, TUNED_CHECKS} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, formats, labels, texts} from '../../project/flags';
import type {OpenedProject} from '../../project/project';
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

      With \`--write\`, it makes the analysis again and writes these proposals into their specs, then shows the plan. Nothing is applied.
      A value that others share, from a layer or a list, is not written: it says where it is.

      Takes one request for each monitor and 100 checks, and the pages of checks with changes. Sends only reads. Needs full
      operations.
    `,
  exitCodes: {
    0: 'shown, with or without proposals',
    1: 'a limit ended it, a monitor could not be read, a proposal was not written, or specs have errors',
    3: "the service can't be read, no monitor has such a key, or an id is not proposed now",
  },
  examples: [
    ['All monitors', 'monitors tune'],
    ['Take a proposal over', 'monitors tune pricing/acme --write 5f0e2c6a'],
    ['Over more checks, for a program', 'monitors tune "pricing/**" --checks 100 --format json'],
  ],
  flags: {
    format: formats({text: '', json: '', markdown: ''}),
    checks: count(TUNED_CHECKS, 'Newest checks of each monitor to read (1-1000, default 30)', 30),
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
  const {format, write, checks, concurrency, maxRequests = null, only, exclude, label} = options;
  if (write !== undefined && format === 'markdown')
    throw new UserError('config/usage', '--write does not go with --format markdown', 'use text or json');
  const project = await door.openProject('look');
  const {tuneMonitors} = await import('./tune');
  const {onEnd, ...ports} = await showProgress(door);
  const outcome = await tuneMonitors(project, {checks, concurrency, maxRequests, only, exclude, labels: label}, ports);
  onEnd?.();
  if (outcome.kind === 'invalid') return (await door.notes()).invalid(outcome.workspace.report, 'read');
  const {document, interruption} = outcome;
  if (interruption === null && write !== undefined) return writeThem(outcome, write, {project, door, format});
  const {FORMATS} = await import('./formats');
  const render = await FORMATS[format]();
  door.print(render(document, door.look('stdout')));
  if (interruption !== null) return interruption.exitCode;
  return document.complete ? 0 : 1;
});

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
  return document.complete && document.written?.notWritten.length === 0 ? 0 : 1;
}

async function showProgress(door: Door): Promise<TunePorts & {readonly onEnd?: () => void}> {
  if (door.flags.quiet) return {};
  const {describeStep} = await import('../changes/steps');
  const {onChecked, onEnd} = await door.progress();
  return {
    onStep: (...step) => door.note(describeStep(...step)),
    ...(onChecked === undefined ? {} : {onRead: onChecked}),
    ...(onEnd === undefined ? {} : {onEnd}),
  };
}
