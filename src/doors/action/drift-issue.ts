import {isPassing} from './github-patience';
import {type IssueScope, type ProjectNames, scopeTitle, scopeWords} from './issue-scope';
import {isSameText} from './marked-text';
import {type ActionPorts, type GitHubClient, GitHubError} from './ports';

/**
 * The hidden first line of a drift issue, by which it is found again: one for each project and environment. A run that looks at a part
 * of the monitors has one of its own: it can't tell that the drift of the others is gone.
 */
export function driftMarkerOf(names: ProjectNames, scope: IssueScope): string {
  return `<!-- monitors-drift ${scopeWords(names, scope)} -->`;
}

/** The title of a drift issue. */
export function driftTitleOf(names: ProjectNames, scope: IssueScope): string {
  return `Drift: ${scopeTitle(names, scope)}`;
}

/** An issue to keep up to date. */
interface IssueRequest {
  /** The first line of the body. */
  readonly marker: string;
  readonly title: string;
  /** Null closes the issue, if there is one. */
  readonly body: string | null;
}

/** The result of writing an issue. */
export type IssueOutcome =
  /** `number` is null where there is no issue, and none was needed. */
  | {readonly kind: 'done'; readonly number: number | null}
  /** `lasting`: a retry would fail, too. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean};

/**
 * Opens, updates or closes the issue. Each retry looks it up first: a create whose answer was lost may have worked, and a second issue
 * would stay.
 */
export async function keepIssue(
  request: IssueRequest,
  github: GitHubClient,
  {askPatiently}: Pick<ActionPorts, 'askPatiently'>,
): Promise<IssueOutcome> {
  try {
    return {kind: 'done', number: await askPatiently(() => findAndWrite(request, github))};
  } catch (error) {
    if (error instanceof GitHubError) return {kind: 'failed', reason: error.message, lasting: !isPassing(error)};
    throw error;
  }
}

async function findAndWrite({marker, title, body}: IssueRequest, github: GitHubClient): Promise<number | null> {
  const [known, ...others] = await github.findOwnIssues(marker);
  // Two runs at once may have opened one each.
  for (const other of others) await github.closeIssue(other.number);
  if (body === null) {
    if (known === undefined) return null;
    await github.closeIssue(known.number);
    return known.number;
  }
  if (known === undefined) return (await github.createIssue(title, body)).number;
  if (!isSameText(known.body, body)) await github.updateIssue(known.number, body);
  return known.number;
}
