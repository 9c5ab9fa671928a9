import type {ScrapeService} from '../../../core/api/scrape-port';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Plan} from '../../../core/plan/change';
import type {TriedPage} from '../../../features/try/document';
import {tryPages} from '../../../features/try/try';
import type {Trial} from '../../../features/try/try-plan';
import type {Project} from '../../../project/project';
import {markerOf, markerStart} from '../comment';
import {isPassing} from '../github-patience';
import {keepComment} from '../keep-comment';
import {isSameText, nameEditor} from '../marked-text';
import {
  type ActionPorts,
  type ActionRequest,
  type ActionResult,
  GitHubError,
  type PullRequestComment,
  type PullRequestEvent,
} from '../ports';
import type {Workspace} from '../workspace';
import {type ChangedPage, findChangedPages} from './changed-pages';
import {choosePages, encodeRecord, readRecord, reserve, settle, type TriedRecord, type TryVerdict} from './record';
import {renderTries, type ShownTries} from './tries-comment';

/** Result of trying the changed pages of a pull request. */
export interface TriesResult {
  /** Markdown for the job summary. */
  readonly summary: string;
  /** A page is surely not worth watching. */
  readonly isBad: boolean;
  readonly notice?: NonNullable<ActionResult['message']>;
}

/** The parts of a run on a pull request that trying uses. */
interface TriesRun {
  readonly request: ActionRequest<PullRequestEvent>;
  readonly ports: ActionPorts;
  readonly marker: string;
  readonly project: Project;
  readonly limit: number;
  /** Spent by comments for other projects, environments or states: a pull request may rename its own. */
  readonly spentElsewhere: number;
}

/**
 * Tries the pages that a pull request of this repository adds or changes, if the input `try` asks for it; null where it does not, and
 * for forks. No body is paid for twice, and no more than `try-credits` in the whole pull request: the comment says so before a page is
 * fetched. Without it nothing is. Throws `UserError` where no page can be fetched.
 */
export async function tryChanged(
  plan: Plan,
  request: ActionRequest,
  ports: ActionPorts,
  {workspace, project}: {readonly workspace: Workspace; readonly project: Project},
): Promise<TriesResult | null> {
  const {inputs, event} = request;
  const {tryCredits: limit} = inputs;
  if (inputs.try === 'never' || limit === null) return null;
  if (event.kind !== 'pull-request' || event.isFork) {
    ports.log('No page was tried: that is for pull requests of this repository only.\n');
    return null;
  }
  const marker = markerOf(workspace.settings, workspace.root, 'tries');
  const {pages, byHand} = findChangedPages(plan);
  const records = await readRecords({...request, event}, ports, marker);
  if ('title' in records) return {summary: '', isBad: false, notice: records};
  const {own, elsewhere} = records;
  const run: TriesRun = {request: {...request, event}, ports, marker, project, limit, spentElsewhere: elsewhere.spent};
  const spent = own.spent + elsewhere.spent;
  const chosen = choosePages(pages, {spent, verdicts: new Map([...elsewhere.verdicts, ...own.verdicts])}, limit);
  const shown: ShownTries = {...chosen, byHand, tried: null, spent, limit};
  return chosen.now.length === 0 ? tellRest({...shown, tried: []}, own, run) : tryChosen(shown, own, run);
}

/** Says what there is to say where nothing is left to fetch: an earlier comment may list pages that are gone. */
async function tellRest(shown: ShownTries, recorded: TriedRecord, run: TriesRun): Promise<TriesResult> {
  const isEmpty = shown.before.length + shown.beyond.length + shown.byHand.length === 0;
  const notice = await write(shown, recorded, run, isEmpty ? 'update-only' : 'create');
  const {summary, isBad} = conclude(shown);
  return {summary: isEmpty ? '' : summary, isBad, ...(notice === undefined ? {} : {notice})};
}

/** Reserves the credits, fetches, and writes down what came of it. */
async function tryChosen(shown: ShownTries, recorded: TriedRecord, run: TriesRun): Promise<TriesResult> {
  // Without address or key nothing is reserved.
  const service = await run.project.fetchPages([]);
  try {
    return await tryReserved(shown, recorded, run, service);
  } finally {
    await service.close();
  }
}

async function tryReserved(shown: ShownTries, recorded: TriedRecord, run: TriesRun, service: ScrapeService): Promise<TriesResult> {
  const reserved = reserve(recorded, shown.now);
  const notice = await claim({...shown, spent: reserved.spent + run.spentElsewhere}, {recorded, reserved}, run);
  if (notice !== undefined) return {summary: '', isBad: false, notice};
  const view = await tryPages(run.project, toTrial(shown.now), {service, folder: null}).catch(async error => {
    // Refused for all: nothing was paid for. Any other error may come after pages were.
    if (error instanceof UserError) await write({...shown, now: [], tried: []}, recorded, run);
    throw error;
  });
  const settled = shown.now.reduce((record, page, index) => settle(record, page, verdictOf(view.pages[index])), reserved);
  const ended = {...shown, tried: view.pages, spent: settled.spent + run.spentElsewhere};
  const lost = await write(ended, settled, run);
  return {...conclude(ended), ...(lost === undefined ? {} : {notice: lost})};
}

/**
 * Writes the reserved record, and reads it again right before it is used. Of runs at once, one that made a second comment gives way, and
 * one whose record was written over. GitHub can't change a comment only if it is as it was read, so that the job's concurrency group
 * stays the sure way. Returns why nothing may be fetched.
 */
async function claim(
  shown: ShownTries,
  {recorded, reserved}: {readonly recorded: TriedRecord; readonly reserved: TriedRecord},
  {request, ports, marker}: TriesRun,
): Promise<TriesResult['notice']> {
  const {github} = ports;
  const pullRequest = request.event.number;
  const body = writeBody(shown, reserved, marker);
  const outcome = await keepComment({marker, body, mode: 'create', pullRequest}, ports);
  if (github === null || outcome.kind !== 'written') return nothingTried(outcome.kind === 'failed' ? outcome.reason : 'there is none');
  try {
    const [first, ...later] = await ports.askPatiently(() => github.findOwnComments(pullRequest, marker));
    if (first?.id === outcome.id && isSameText(first.body, outcome.body)) return undefined;
    if (later.some(({id}) => id === outcome.id)) {
      const given = writeBody({...shown, now: [], tried: [], spent: recorded.spent}, recorded, marker);
      await ports.askPatiently(() => github.updateComment(outcome.id, given));
    }
  } catch (error) {
    if (error instanceof GitHubError) return nothingTried(error.message, isPassing(error) ? AGAIN : undefined);
    throw error;
  }
  const text = 'no page was tried: another run tries pages of this pull request at the same time';
  return {title: 'action/comment-failed', text, hint: 'give the job a concurrency group, as docs/action.md shows, and run it again'};
}

/** Null where nothing was paid for. */
function verdictOf(tried: TriedPage | undefined): TryVerdict | null {
  if (tried === undefined || tried.outcome === 'not-sent') return null;
  if (tried.outcome === 'failed') return tried.mayBeCharged ? 'unknown' : null;
  return tried.findings.some(({severity}) => severity === 'error') ? 'bad' : 'fine';
}

function conclude(shown: ShownTries): TriesResult {
  const isBad = shown.before.some(({verdict}) => verdict === 'bad') || shown.tried?.some(page => verdictOf(page) === 'bad') === true;
  return {summary: renderTries(shown), isBad};
}

/** Pages without a reference: none is resolved. */
function toTrial(chosen: readonly ChangedPage[]): Trial {
  return {
    pages: chosen.map(({page}) => page),
    searches: [],
    fetches: chosen.length,
    credits: chosen.reduce((sum, {credits}) => sum + credits, 0),
    notIncluded: [],
    isBroad: true,
    references: [],
    request: {names: [], exclude: undefined, labels: undefined, fetches: 'once', first: 'now'},
  };
}

interface Records {
  readonly own: TriedRecord;
  readonly elsewhere: TriedRecord;
}

async function readRecords(
  {event}: ActionRequest<PullRequestEvent>,
  ports: ActionPorts,
  marker: string,
): Promise<Records | NonNullable<ActionResult['message']>> {
  const {github} = ports;
  if (github === null) return nothingTried('the input github-token is empty');
  try {
    const comments = await ports.askPatiently(() => github.findOwnComments(event.number, markerStart('tries')));
    const lost = await findLoss(comments, event.number, ports);
    if (lost !== null) return lost;
    const read = (isOwn: boolean) => readRecord(comments.flatMap(({body}) => (body.startsWith(marker) === isOwn ? [body] : [])));
    const [own, elsewhere] = [read(true), read(false)];
    return own === null || elsewhere === null ? nothingTried('the comment with the credits used was edited') : {own, elsewhere};
  } catch (error) {
    if (error instanceof GitHubError) return nothingTried(error.message, isPassing(error) ? AGAIN : undefined);
    throw error;
  }
}

/** Why the comments do not tell what was spent, if another account changed or deleted one of ours. */
async function findLoss(
  comments: readonly PullRequestComment[],
  pullRequest: number,
  {github, askPatiently}: ActionPorts,
): Promise<NonNullable<ActionResult['message']> | null> {
  if (github === null) return null;
  const [edit] = await askPatiently(() => github.findForeignEdits(comments));
  if (edit !== undefined) return nothingTried(`${nameEditor(edit.by)} edited the comment with the credits used`);
  if (!(await askPatiently(() => github.hasDeletedComment(pullRequest)))) return null;
  const text = 'no page was tried: a comment of this bot was deleted from the pull request, so that what was spent is not known';
  return {title: 'action/comment-failed', text, hint: 'try the pages yourself with `monitors try`, or open another pull request'};
}

async function write(
  shown: ShownTries,
  record: TriedRecord,
  {request, ports, marker}: TriesRun,
  mode: 'create' | 'update-only' = 'create',
): Promise<TriesResult['notice']> {
  const outcome = await keepComment({marker, body: writeBody(shown, record, marker), mode, pullRequest: request.event.number}, ports);
  return outcome.kind === 'failed' ? nothingTried(outcome.reason) : undefined;
}

function writeBody(shown: ShownTries, record: TriedRecord, marker: string): string {
  return `${marker}\n${encodeRecord(record)}\n\n${renderTries(shown)}`;
}

/** Advice after an error that passes. */
const AGAIN = 'run the job again';

function nothingTried(reason: string, hint?: string): NonNullable<ActionResult['message']> {
  return {
    title: 'action/comment-failed',
    text: `what pages were tried, and their credits, cannot be kept in a comment: ${reason}`,
    hint: hint ?? 'add `permissions: pull-requests: write` to the job; after an edit, try the pages yourself with `monitors try`',
  };
}
