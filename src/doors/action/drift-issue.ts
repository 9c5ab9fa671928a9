import {boundText} from '../../core/diagnostics/bounded-text';
import {hashJson} from '../../core/json/canonical';
import type {Plan} from '../../core/plan/change';
import {isPassing} from './github-patience';
import {encodeWord, isSameText} from './marked-text';
import {type ActionInputs, type ActionPorts, type GitHubClient, GitHubError} from './ports';

/** Choice of the monitors that a run looks at; all when nothing is given. */
type DriftScope = Pick<ActionInputs, 'only' | 'exclude' | 'labels'>;

/**
 * The hidden first line of a drift issue, by which it is found again: one for each project and environment. A run that looks at a part
 * of the monitors has one of its own: it can't tell that the drift of the others is gone.
 */
export function driftMarkerOf({project, environment}: Pick<Plan, 'project' | 'environment'>, scope: DriftScope): string {
  const part = describeScope(scope) === '' ? [] : [hashJson(listScope(scope).map(([, values]) => [...values].sort())).slice(0, 16)];
  return `<!-- monitors-drift ${[project, environment, ...part].map(encodeWord).join(' ')} -->`;
}

/** The most UTF-16 code units of a title that name the part. */
const LONGEST_SCOPE = 100;

/** The title of a drift issue. */
export function driftTitleOf({project, environment}: Pick<Plan, 'project' | 'environment'>, scope: DriftScope): string {
  return `Drift: ${project}, environment ${environment}${boundText(describeScope(scope), LONGEST_SCOPE)}`;
}

function describeScope(scope: DriftScope): string {
  return listScope(scope)
    .flatMap(([word, values]) => (values.length === 0 ? [] : [`, ${word} ${values.join(', ')}`]))
    .join('');
}

function listScope({only = [], exclude = [], labels = []}: DriftScope): readonly (readonly [string, readonly string[]])[] {
  return [
    ['only', only],
    ['without', exclude],
    ['with', labels],
  ];
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
