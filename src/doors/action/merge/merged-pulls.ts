import type {CreateChange} from '../../../core/plan/change';
import {RECORDING_TRAILER, readCommit} from '../../../project/history/recording-commit';
import {type ActionPorts, type CommitPullRequest, GitHubError} from '../ports';
import type {LineCommit} from './branch-history';
import {readNamedPull} from './commit-pulls';
import {unknownReview} from './own-commit';
import type {Merging} from './tip-worktree';

/** The number of commits whose pull requests are asked for, newest first. */
const COMMITS_BACK = 30;

/** A pull request, whose branch may be gone. */
interface MergedPull {
  readonly number: number;
  /** Its last commit; null where only a commit's message names it. */
  readonly headSha: string | null;
}

/**
 * Lists the pull requests of the last commits that changed the specs of what is to be created; of all last commits where none did. A
 * squash or a rebase leaves out what their branches recorded. Throws `UserError` if GitHub does not answer.
 */
export async function listMergedPulls(creates: readonly CreateChange[], {place, request, ports}: Merging): Promise<readonly MergedPull[]> {
  const history = await place.histories.ofTip();
  const line: LineCommit[] = [];
  if (history === null) return [];
  for await (const one of history.followLine(place.commit)) if (line.push(one) === COMMITS_BACK) break;
  const files = new Set(creates.map(({after}) => after.file));
  const changing = line.filter(({changes}) => [...changes.keys()].some(path => files.has(path)));
  const pulls: MergedPull[] = [];
  for (const {commit} of changing.length > 0 ? changing : line) {
    const message = (await readCommit(history, commit))?.message ?? '';
    if (message.includes(`\n${RECORDING_TRAILER}: `)) continue;
    const asked = await askFor(commit, ports, request.inputs.comment === 'never');
    pulls.push(...(asked.length > 0 ? asked : readNamed(message)));
  }
  return pulls;
}

async function askFor(commit: string, {github, askPatiently}: Pick<ActionPorts, 'github' | 'askPatiently'>, isUnreviewed: boolean) {
  if (github === null) return [];
  try {
    const pulls: readonly CommitPullRequest[] = await askPatiently(() => github.listPullRequestsOfCommit(commit));
    return pulls.map(({number, headSha}) => ({number, headSha}));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isUnreviewed) return [];
    throw unknownReview(error.message, error);
  }
}

function readNamed(message: string): MergedPull[] {
  const number = readNamedPull(message);
  return number === null ? [] : [{number, headSha: null}];
}
