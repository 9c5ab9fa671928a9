import type {Context, World} from '../../core/base/context';
import type {GitObject} from '../../core/git/object-reader';
import type {Secret} from '../../core/secrets/secret';
import type {Strictness} from '../../core/specs/strictness';

/** The command of the Action; the event decides `auto`. */
type ActionCommand = 'validate' | 'plan' | 'apply' | 'drift' | 'digest' | 'auto';

/** When a pull request gets a comment. */
type CommentMode = 'always' | 'on-changes' | 'never';

/** The inputs of action.yml, checked. Keys and tokens stay in their {@link Secret} until they are sent. */
export interface ActionInputs {
  readonly command: ActionCommand;
  /** `GITHUB_WORKSPACE`, the directory of all checkouts; absolute. */
  readonly workspace: string;
  /** Absolute; inside {@link workspace}. */
  readonly workingDirectory: string;
  /** As given, relative to the working directory; undefined for the default. */
  readonly config: string | undefined;
  readonly specs: string | undefined;
  readonly environment: string | undefined;
  readonly state: string | undefined;
  /** The text of `api-key`, not yet checked: apply does that when it connects. */
  readonly apiKey: Secret | undefined;
  readonly baseUrl: string | undefined;
  /** Keys and globs; undefined for everything. */
  readonly only: readonly string[] | undefined;
  /** Keys and globs that are left out. */
  readonly exclude: readonly string[] | undefined;
  /** `NAME=VALUE`: monitors with all of these labels. */
  readonly labels: readonly string[] | undefined;
  readonly onError: 'continue' | 'stop';
  readonly onAmbiguous: 'verify' | 'retry' | 'stop';
  /** Reads the service's monitors before planning; full operations only. */
  readonly refresh: boolean;
  /** Also writes the page of a report. */
  readonly report: boolean;
  readonly allowDeletes: boolean;
  /** Applies a branch that lacks the commit which was applied last; for a state on a server. */
  readonly allowOldCheckout: boolean;
  readonly strict: Strictness;
  readonly comment: CommentMode;
  /** The environments whose plans share one comment, in their order; empty where each has its own. */
  readonly sharedComment: readonly string[];
  /** Whether each change is held against the reviews also in a run by hand or by a schedule. */
  readonly compare: boolean;
  readonly onPlanChange: 'refuse' | 'apply';
  readonly commitState: boolean;
  /** `PROJECT/ENVIRONMENT` whose monitors may be created again if their state is lost; undefined for none. */
  readonly newState: string | undefined;
  /** `PROJECT/ENVIRONMENT` whose state was changed by hand on purpose; undefined for none. */
  readonly allowStateChange: string | undefined;
  /** A branch of its own for state and journal; undefined for the branch that is applied. */
  readonly stateBranch: string | undefined;
  /** Whether the changed pages of a pull request are tried. */
  readonly try: 'never' | 'changed';
  /** The most credits that a pull request may spend on it; null without. */
  readonly tryCredits: number | null;
  /** Place of a digest beside the job summary. */
  readonly digest: 'summary' | 'issue';
  /** Allows the issue of a digest in a public repository. */
  readonly digestPublic: boolean;
  /** Start of a digest that goes on from no other, as `--since` of `monitors changes` takes it; not yet checked. */
  readonly since: string;
  readonly githubToken: Secret | undefined;
  /** First line of the commit that records the state. */
  readonly commitMessage: string;
  readonly commitAuthor: CommitAuthor;
}

/** Author of a commit. */
export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** The repository that the workflow runs in. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly defaultBranch: string;
  /** Stays the same when the repository is renamed; null where the runner does not tell. */
  readonly id: number | null;
}

/** Facts of the workflow run, the same for every event. */
export interface WorkflowRun {
  readonly repository: Repository;
  /** `https://api.github.com`, without a final `/`. */
  readonly apiUrl: string;
  /** `https://api.github.com/graphql`. */
  readonly graphqlUrl: string;
  /** `https://github.com`, without a final `/`. */
  readonly serverUrl: string;
  readonly runId: string;
  /** 1 for the first attempt. */
  readonly runAttempt: number;
  /** `RUNNER_TEMP`: where files for later steps go; absolute. */
  readonly temporaryDirectory: string;
}

/** A pull request; the checkout is GitHub's test merge of it. */
export interface PullRequestEvent {
  readonly kind: 'pull-request';
  readonly number: number;
  readonly base: {readonly branch: string; readonly sha: string};
  readonly head: {readonly branch: string; readonly sha: string};
  /** The head is in another repository: no secrets, a token that can only read. */
  readonly isFork: boolean;
}

/** A run on a branch: a push, a schedule, or a workflow that was started by hand. */
export interface BranchEvent {
  readonly kind: 'branch';
  /** `push`, `workflow_dispatch`, `schedule`, `repository_dispatch`. */
  readonly name: string;
  readonly branch: string;
  /** The commit that the run is about; 40 hexadecimal digits. */
  readonly sha: string;
  readonly isDefaultBranch: boolean;
  /** The commit that the branch was at before a push, zeros for none; left out for other events. */
  readonly before?: string;
  /** The commit that a forced push replaced; left out for other events. */
  readonly replaced?: string;
}

/** Any other event, such as a tag or a merge queue: specs can be checked and planned, but not applied. */
interface OtherEvent {
  readonly kind: 'other';
  readonly name: string;
}

/** The event that started the workflow. */
export type ActionEvent = PullRequestEvent | BranchEvent | OtherEvent;

/** A comment of a pull request. */
export interface PullRequestComment {
  readonly id: number;
  /** Its id in GraphQL; empty where the server names none. */
  readonly nodeId: string;
  readonly body: string;
  /** It was written and never changed, as far as the seconds of its times tell. */
  readonly isAsCreated: boolean;
}

/** A comment of ours whose last editor is another account; `by` is null where GitHub does not name it. */
export interface ForeignEdit {
  readonly id: number;
  readonly by: string | null;
}

/** The text of a comment of our own, as it was written last. */
export interface WrittenComment {
  readonly body: string;
  /** When, as GitHub writes times: in one zone, so that they sort as texts. */
  readonly writtenAt: string;
  /** Null where the token's own account wrote it. */
  readonly edit: ForeignEdit | null;
}

/** An issue of the repository. */
export interface Issue {
  readonly number: number;
  readonly body: string;
  readonly isOpen: boolean;
}

/** A pull request that a commit came with. */
export interface CommitPullRequest {
  readonly number: number;
  readonly baseBranch: string;
  readonly headSha: string;
  /** Null while it is not merged. */
  readonly mergeCommitSha: string | null;
  /** When it was merged, as GitHub writes times; null while it is not. */
  readonly mergedAt: string | null;
  /** Its head was in another repository, or in a deleted one: its run could not write a comment. */
  readonly isFork: boolean;
}

/** The calls to GitHub. Each rejects with a {@link GitHubError} if GitHub refuses or does not answer. */
export interface GitHubClient {
  /**
   * The comments of the token's own identity with the marker, oldest first. Comments of others never count: they could approve
   * a plan.
   */
  findOwnComments(pullRequest: number, marker: string): Promise<readonly PullRequestComment[]>;
  /** Finds those of our comments whose last editor is another account. Rejects if GitHub does not tell it of each. */
  findForeignEdits(comments: readonly PullRequestComment[]): Promise<readonly ForeignEdit[]>;
  /** Reads one of our comments again, with who wrote it last and when, all of the same moment. */
  readOwnComment(comment: PullRequestComment): Promise<WrittenComment>;
  /** Whether a comment of the token's own identity was deleted from the pull request. */
  hasDeletedComment(pullRequest: number): Promise<boolean>;
  createComment(pullRequest: number, body: string): Promise<PullRequestComment>;
  updateComment(id: number, body: string): Promise<PullRequestComment>;
  /**
   * The issues of the token's own identity with the marker, oldest first: open ones, or all that changed since a time (milliseconds
   * since 1970). Rejects if the list was not read to its end: an issue that was not seen would be opened twice.
   */
  findOwnIssues(marker: string, changedSince?: number): Promise<readonly Issue[]>;
  createIssue(title: string, body: string): Promise<Issue>;
  updateIssue(number: number, body: string): Promise<Issue>;
  closeIssue(number: number): Promise<Issue>;
  /** Whether only some accounts can read the repository. */
  isPrivate(): Promise<boolean>;
  /** The pull requests that the commit belongs to, merged or not. */
  listPullRequestsOfCommit(sha: string): Promise<readonly CommitPullRequest[]>;
  /** Reads one pull request. Rejects with status 404 where there is none. */
  readPullRequest(number: number): Promise<CommitPullRequest>;
  /** The commits that the newest forced pushes of a branch replaced, of at most a hundred. */
  listReplaced(branch: string): Promise<readonly string[]>;
  /** Counts the requests sent so far. */
  countRequests(): Promise<number>;
}

/** GitHub refused a request or did not answer (status null). The message is one line, without tokens. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  constructor(
    readonly status: number | null,
    message: string,
    /** The wait in milliseconds that a rate limit asks for, 0 where it names none; null for any other error. */
    readonly limitedMs: number | null = null,
  ) {
    super(message);
  }
}

/** Result of one `git` command. */
export interface GitRun {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** Trimmed; holds no token. */
  readonly stderr: string;
}

/** Options of one `git` command: its input. */
export interface GitRunOptions {
  readonly stdin?: string | Buffer;
  /** A bare repository that is worked in instead, absolute: the checkout's remote, with its credentials, is its remote too. */
  readonly bare?: string;
}

/** Git in one repository, and in bare ones that borrow its remote. */
export interface GitRunner {
  /** Runs `git` with these arguments, without a shell. Rejects only if git cannot be started. */
  (args: readonly string[], options?: GitRunOptions): Promise<GitRun>;
  /** Reads an object by its name; null where there is none. `bare` as in {@link GitRunOptions}. */
  read(name: string, bare?: string): Promise<GitObject | null>;
  /** Ends the process that reads the objects of a bare repository, which can be removed then; without one, all of them. */
  close(bare?: string): Promise<void>;
}

/** The outside world of a run: environment, clock, log, GitHub and git. */
export interface ActionPorts {
  /** Without the inputs, so that child processes and messages cannot contain them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: World;
  /** Calls GitHub, again where the error may be temporary: it must be safe to repeat. Rejects with the last {@link GitHubError}. */
  readonly askPatiently: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  readonly process: Context['process'];
  /** As in {@link Context}. */
  readonly watchInterruption: Context['watchInterruption'];
  /**
   * Writes lines to the step's log. Foreign text is escaped before (`escapeTerminal`) and cannot be a command to
   * the runner: `disarmCommands` is applied here.
   */
  readonly log: (text: string) => void;
  /** Writes finished commands to the runner, such as the annotations that `report` makes. */
  readonly annotate: (commands: string) => void;
  /** Null without a token. */
  readonly github: GitHubClient | null;
  readonly git: GitRunner;
  /** Notes what is closed when the run ends, such as the connections of a store. */
  readonly closeAtEnd: (opened: {readonly close: () => Promise<void>}) => void;
}

/** Inputs, run and event of one run of the Action. */
export interface ActionRequest<Event extends ActionEvent = ActionEvent> {
  readonly inputs: ActionInputs;
  readonly run: WorkflowRun;
  readonly event: Event;
}

/** Why the step failed, for workflows that react differently. */
export type FailureReason =
  | 'invalid-specs'
  | 'plan-changed'
  | 'state-locked'
  | 'apply-failed'
  | 'outcome-unknown'
  | 'budget-exceeded'
  | 'bad-pages';

/** The outputs of action.yml, but for `exit-code` and `failure-reason`; unknown values are left out. */
export interface ActionOutputs {
  /** A plan changes something, or a digest has something new. */
  readonly changes?: boolean;
  readonly toCreate?: number;
  readonly toUpdate?: number;
  readonly toReplace?: number;
  readonly toDelete?: number;
  readonly created?: number;
  readonly failed?: number;
  readonly unknown?: number;
  /** Monitors that were changed or deleted in the service. */
  readonly drift?: number;
  /** Monitors whose last check had errors on every page; of a digest, those that fail at the end of its span. */
  readonly failing?: number;
  /** The command's JSON document, absolute. */
  readonly jsonPath?: string;
  /** The saved plan, absolute. */
  readonly planPath?: string;
  /** The page of the report, absolute. */
  readonly reportPath?: string;
  /** The JSON document of a digest, absolute. */
  readonly changesPath?: string;
  readonly commentId?: number;
  readonly issueNumber?: number;
}

/** Result of a run of the action. */
export interface ActionResult {
  /** As the command line's (docs/output.md); anything but 0 fails the step. */
  readonly exitCode: number;
  readonly failureReason: FailureReason | null;
  /** Shown as the step's error or, with exit code 0, as a notice: one sentence, and what to do next. Left out if the findings are enough. */
  readonly message?: {readonly title: string; readonly text: string; readonly hint?: string};
  readonly outputs: ActionOutputs;
  /** Markdown for the job summary, escaped and below 1 MiB; empty for none. */
  readonly summary: string;
}
