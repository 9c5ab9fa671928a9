import {countOf} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Bookmark} from '../../../core/observe/bookmark-text';
import {createRedactor} from '../../../core/secrets/redaction';
import {withParts} from '../../../core/secrets/sent-secrets';
import type {OpenedBookmark} from '../../../features/changes/bookmark';
import {type ChangesRequest, reportChanges} from '../../../features/changes/changes';
import {type ChangesDocument, renderChangesJson} from '../../../features/changes/document';
import {renderChangesMarkdown} from '../../../features/changes/formats/markdown';
import {readRequest} from '../../../features/changes/request';
import {describeStep} from '../../../features/changes/steps';
import {requireFullOperations} from '../../../project/project';
import {codeSpan} from '../../../rendering/escape-markdown';
import {failWith} from '../failed-run';
import {LONGEST_COMMENT, LONGEST_SUMMARY} from '../findings-markdown';
import {listSecrets} from '../inputs';
import {findState} from '../plan-state';
import {type ActionPorts, type ActionRequest, type ActionResult, type BranchEvent, type ForeignEdit, GitHubError} from '../ports';
import {openActionProject} from '../project';
import {Artifacts, openWorkspace, type Workspace} from '../workspace';
import {type DigestMark, markAfter, toBookmark} from './mark';
import {DigestThread, type PostOutcome, type ThreadEnd} from './thread';

const DAY = 86_400_000;
/** Without a comment for so long, milliseconds, one says that nothing changed: else each run would read more checks again. */
const LONGEST_SILENCE = 7 * DAY;
/** The zone of times and months: the runner's own says nothing about readers. */
const TIME_ZONE = 'UTC';

/**
 * Runs `command: digest`: reports what monitors found in the job summary and, with `digest: issue`, in a comment of the issue of the
 * month, which is the bookmark of the next run. Reads the service and changes nothing there.
 */
export async function runDigest(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<ActionResult> {
  const {inputs, run} = request;
  const workspace = openWorkspace(inputs, ports.env);
  const thread = inputs.digest === 'issue' ? await openThread(request, ports, workspace) : null;
  try {
    return await new DigestRun(request, ports, workspace, thread).carryOut();
  } catch (error) {
    const failed = await failWith(error, ports, 'Nothing was reported');
    // A run that was ended from outside is no failure of its own.
    if (thread === null || failed.exitCode === 130 || failed.exitCode === 143) return failed;
    const {repository, serverUrl, runId} = run;
    const place = `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${runId}`;
    const posted = await thread.postFailure(
      `${failed.summary}\nThe next run begins where the last comment with changes ended. [Log](<${place}>)\n`,
    );
    if (posted.kind === 'failed') ports.log(`the issue does not say that this run failed: ${posted.reason}\n`);
    return posted.kind === 'failed' ? failed : {...failed, outputs: {...failed.outputs, issueNumber: posted.issue}};
  }
}

/** Opens the issues, unless everyone could read the texts of pages there. Throws {@link UserError}. */
async function openThread(
  {inputs, run}: ActionRequest,
  {github, askPatiently, world, log}: ActionPorts,
  {settings}: Workspace,
): Promise<DigestThread> {
  if (github === null) throw issueFailed({reason: 'the input github-token is empty', lasting: true}, 'nothing was reported');
  log('reads the service; where something changed, comments on the issue of the month in this repository\n');
  const isOpenToAll = !inputs.digestPublic && !(await orFail(() => askPatiently(() => github.isPrivate())));
  if (!isOpenToAll) return new DigestThread({names: settings, scope: inputs, run, now: world.now()}, github, {askPatiently});
  throw new UserError(
    'action/public-digest',
    'this repository is public: an issue would show the texts of pages and the reasons of judgments to everyone',
    'set the input digest-public to true if that is what you want, or leave digest: issue out',
  );
}

async function orFail<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GitHubError) throw issueFailed({reason: error.message, lasting: false}, 'nothing was reported');
    throw error;
  }
}

function issueFailed({reason, lasting}: {readonly reason: string; readonly lasting: boolean}, where: string): UserError {
  const hint = lasting ? 'add `permissions: issues: write` to the job, or leave `digest: issue` out' : 'run the job again';
  return new UserError('action/issue-failed', `${where}, since the issue cannot be used: ${reason}`, hint);
}

/** One digest. */
class DigestRun {
  #end: ThreadEnd = {mark: null, edited: []};
  /** The mark of the end, where it is one for this service. */
  #before: DigestMark | null = null;
  #document: ChangesDocument | null = null;
  #posted: PostOutcome | null = null;

  constructor(
    private readonly request: ActionRequest<BranchEvent>,
    private readonly ports: ActionPorts,
    private readonly workspace: Workspace,
    private readonly thread: DigestThread | null,
  ) {}

  async carryOut(): Promise<ActionResult> {
    const {inputs} = this.request;
    const {root, settings} = this.workspace;
    requireFullOperations(settings, '"command: digest"');
    const asked = this.#readRequest();
    await openActionProject({settings, root, command: 'plan'}, inputs, this.ports).refusePlace();
    const {stateFile} = await findState(this.request, this.ports, this.workspace);
    const project = openActionProject({settings, root, command: 'plan', stateCopy: stateFile}, inputs, this.ports);
    const {thread} = this;
    if (thread !== null) this.#end = await orFail(() => thread.readEnd());
    const {document, interruption} = await reportChanges(project, asked, {
      onStep: (...step) => this.ports.log(describeStep(...step)),
      ...(thread === null ? {} : {openChain: (known: ReadonlySet<string>) => this.#openChain(known, thread)}),
      deliver: async document => {
        this.#document = document;
        return true;
      },
    });
    const result = this.#conclude(document);
    return interruption === null ? result : {...result, exitCode: interruption.exitCode};
  }

  #readRequest(): ChangesRequest {
    const {only, exclude, labels, since} = this.request.inputs;
    return readRequest(
      {only, exclude, labels, since, bookmark: null},
      () => TIME_ZONE,
      option => `the input ${option}`,
    );
  }

  #openChain(known: ReadonlySet<string>, thread: DigestThread): OpenedBookmark {
    return {
      find: ({origin, now}) => {
        const {mark} = this.#end;
        // Another service has other checks, and no call can have reported what comes after now.
        if (mark === null || mark.origin !== this.#redact(origin) || mark.moment > now) return null;
        this.#before = mark;
        return toBookmark(mark, known, this.workspace.settings);
      },
      // The comment is output and bookmark at once: there is no moment between them.
      write: async next => {
        if (!next.isOpen && this.#document !== null) await this.#post(next, this.#document, thread);
      },
      release: () => {},
    };
  }

  async #post(next: Bookmark, document: ChangesDocument, thread: DigestThread): Promise<void> {
    const before = this.#before;
    const isSilent = before !== null && next.moment - before.moment < LONGEST_SILENCE;
    if (isSilent && document.complete && !hasNews(document)) return;
    const line = thread.lineOf(markAfter(next, document, text => this.#redact(text)));
    const notes = this.#notes();
    const room = LONGEST_COMMENT - [line, ...notes, ''].join('\n\n').length - ROOM_FOR_SECRETS;
    const text = renderChangesMarkdown(document, {verbosity: 'normal'}, room);
    this.#posted = await thread.post([line, this.#redact([...notes, text].join('\n\n'))].join('\n\n'));
  }

  #notes(): string[] {
    const {edited} = this.#end;
    const repeats = this.#before?.isLowered === true ? [TOO_MANY] : [];
    return [...(edited.length === 0 ? [] : [describeEdits(edited)]), ...repeats];
  }

  #redact(text: string): string {
    const {inputs} = this.request;
    const values = withParts(this.workspace.settings.allowedReferences.flatMap(name => this.ports.env[name] ?? []));
    return createRedactor([...listSecrets(inputs, this.ports.env), ...values])(text);
  }

  #conclude(document: ChangesDocument): ActionResult {
    const {summary: counts, complete} = document;
    const [posted, path] = [this.#posted, new Artifacts(this.request.run).write('changes.json', this.#redact(renderChangesJson(document)))];
    const number = posted?.kind === 'posted' ? {issueNumber: posted.issue, commentId: posted.comment} : {};
    const outputs = {changes: hasNews(document), failing: counts.failing, jsonPath: path, changesPath: path, ...number};
    const text = [...this.#notes(), renderChangesMarkdown(document, {verbosity: 'normal'}, LONGEST_SUMMARY)].join('\n\n');
    const result = {exitCode: complete ? 0 : 1, failureReason: null, outputs, summary: this.#redact(text)};
    if (posted?.kind === 'failed') {
      const {code, message, hint = ''} = issueFailed(posted, 'the changes are in the job summary alone');
      return {...result, exitCode: 3, message: {title: code, text: message, hint}};
    }
    if (complete) return result;
    const unread = `${countOf(counts.notRead, 'monitor')} could not be read; the next run begins with what this one left`;
    return {...result, message: {title: 'live/not-read', text: unread}};
  }
}

/** `(secret)` can be longer than what it hides. */
const ROOM_FOR_SECRETS = 500;

const TOO_MANY = 'This may repeat changes of the comment before: when it was written, too many checks had not ended to name them all.';

/** Names of accounts in one sentence. */
const MOST_NAMES = 3;

function describeEdits(edited: readonly ForeignEdit[]): string {
  const names = [...new Set(edited.map(({by}) => (by === null ? 'an unknown account' : codeSpan(by))))].slice(0, MOST_NAMES);
  const [what, does] = edited.length === 1 ? ['One comment', 'does'] : [countOf(edited.length, 'comment'), 'do'];
  return `${what} of this digest ${does} not count, edited by ${names.join(', ')}: this may repeat what was reported, or begin later.`;
}

/** Whether a document has more than noise, and than failures that were reported before. */
function hasNews({summary, failures, since}: ChangesDocument): boolean {
  const {meaningful, notJudged, unread} = summary;
  return meaningful + notJudged + unread > 0 || failures.some(failure => failure.until !== null || failure.since >= since);
}
