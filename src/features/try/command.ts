import {exitCodeAfter} from '../../core/base/interruption';
import {countOf} from '../../core/base/words';
import {MAX_CREDITS} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {count, directory, exclude, formats, labels, many, toggle} from '../../project/flags';
import type {TryView} from './document';
import type {Trial} from './try-plan';

const TABLE = {
  path: 'try',
  summary: 'fetch the pages of monitors once, before they are paid for',
  details: `
      Fetches each page of the monitors now, with the options of their specs, and says what speaks against watching it. Of a crawl
      the start page. Asks before credits are spent. Creates nothing; needs no full operations.

      Errors: status 400 or more (unless \`sync.expect.status\` says so), an empty page, another site. Warnings: an error page with
      status 200, a page to sign in or to consent, a check for robots, ignored \`includeTags\`.

      Each fetch is paid for. A page is asked for again only after a 429, or where no connection was made.
    `,
  exitCodes: {
    0: 'fetched',
    1: 'a page is an error or was not fetched, or specs have errors',
    3: "no such spec, not approved, or the service can't fetch pages",
  },
  examples: [
    ['One spec', 'monitors try monitors/pricing/acme.yaml'],
    ['What would change at each check', 'monitors try pricing/acme --twice'],
    ['A folder, for a script', 'monitors try "pricing/**" --auto-approve --max-credits 20 --format json'],
  ],
  flags: {
    format: formats({text: '', json: ''}),
    twice: toggle('Fetch twice and show what differs: each check would report it'),
    cached: toggle('Allow a cached copy for the first fetch, as a check does'),
    out: directory('Keep what came in this new directory (default: nothing is kept)'),
    maxCredits: count(MAX_CREDITS, 'Fetch nothing if it costs more (default: no limit; required with --auto-approve for several monitors)'),
    autoApprove: toggle('Do not ask'),
    exclude,
    label: labels(),
  },
  operands: {only: many('FILE|KEY', 'keys', 'some')},
} as const satisfies CommandTable;

/** `monitors try FILE|KEY...`: what the pages of a monitor come to. */
export const tryCommand = command(TABLE, async (options, door) => {
  const {only: names, exclude, label: labels} = options;
  if (names.length === 0) throw new UserError('config/usage', 'try needs a file or the key of a monitor', 'give "**" for all monitors');
  const {format} = options;
  door.setLastWords('Fetches under way may be charged.');
  const project = await door.openProject('look');
  const {planTry} = await import('./try-plan');
  const fetches = options.twice ? ('twice' as const) : ('once' as const);
  const first = options.cached ? ('cached' as const) : ('now' as const);
  const plan = await planTry(project, {names, exclude, labels, fetches, first});
  if (plan.kind === 'invalid') return (await door.notes()).invalid(plan.workspace.report, 'fetched');
  const {openPageFolder} = await import('./try-folder');
  const folder = options.out === undefined ? null : openPageFolder(options.out, project);
  // Whatever can refuse does so before the question.
  const service = await project.fetchPages(plan.trial.references);
  let view: TryView;
  try {
    await approve(plan.trial, options, door);
    folder?.make();
    const {tryPages} = await import('./try');
    const {showFetches} = await import('./progress');
    view = await tryPages(project, plan.trial, {service, folder, ...(await showFetches(door))});
  } finally {
    await service.close();
  }
  if (format === 'json') door.print((await import('./document')).renderTryJson(view));
  else door.print((await import('./text')).renderTryText(view, door.look('stdout')));
  const isFine = view.pages.every(({outcome, findings}) => outcome === 'fetched' && findings.every(({severity}) => severity !== 'error'));
  return exitCodeAfter(project.watchInterruption(), isFine ? 0 : 1);
});

async function approve(trial: Trial, options: OptionsOf<typeof TABLE>, door: Door): Promise<void> {
  const {credits, isBroad, fetches, notIncluded, searches, pages} = trial;
  if (!door.flags.quiet && searches.length > 0)
    door.note(`note: the searches of ${countOf(searches.length, 'monitor')} are not tried: there is no cheap try of a search\n`);
  if (!door.flags.quiet && notIncluded.length > 0) door.note(`note: not in the cost: ${notIncluded.join(', ')}\n`);
  const what = fetches === pages.length ? `Fetch ${countOf(pages.length, 'page')}` : `Fetch ${countOf(pages.length, 'page')} twice`;
  await door.approveSpending({credits, isBroad, what}, options);
  if (options.autoApprove && !door.flags.quiet) door.note(`${what}: about ${countOf(credits, 'credit')}\n`);
}
