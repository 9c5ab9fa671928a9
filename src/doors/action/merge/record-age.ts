import {existsSync, readFileSync} from 'node:fs';
import {isInside, pathBelow} from '../../../core/files/paths';
import {canonicalJson} from '../../../core/json/canonical';
import {parseJson, property} from '../../../core/json/value';
import type {Key} from '../../../core/specs/desired-monitor';
import {readBlob} from '../../../project/history/recording-commit';
import {stateBranchOf} from '../git-state';
import type {GitRunner} from '../ports';
import type {BranchHistory} from './branch-history';
import {ownCommitsOf, readOwnCommit} from './own-commit';
import {isContained} from './state-record';
import type {Merging, Worktree} from './tip-worktree';

/**
 * Whether what was applied of a monitor was recorded after a commit; without a key, whether anything was. With a state on a branch of its
 * own that is not known: then no. `applied` is the commit that was applied last, for a state on a server.
 */
export async function wasRecordedSince(
  key: Key | null,
  commit: string,
  {root, placed, settings, histories}: Worktree,
  git: GitRunner,
  applied: string | undefined,
): Promise<boolean> {
  const history = await histories.ofTip();
  if (settings.sharedState !== undefined) {
    if (applied === undefined) return false;
    return (await isContained(git, commit, applied)) || (history !== null && isContained(history.git, commit, applied));
  }
  if (settings.stateFile !== placed.stateFile || !isInside(root, placed.stateFile) || !existsSync(placed.stateFile)) return false;
  const path = pathBelow(root, placed.stateFile);
  const then = history === null ? null : await readBlob(history, `${commit}:${path}`);
  // A file that is there and can't be fetched tells nothing.
  if (history !== null && then === null && (await holdsFile(history, commit, path))) return false;
  const before = then === null ? null : readApplied(then.toString('utf8'), key);
  const now = readApplied(readFileSync(placed.stateFile, 'utf8'), key);
  return now !== null && now !== before;
}

/** The number of recordings that are searched for what was applied, newest first. */
const MOST_RECORDINGS = 40;

/** Selects the monitors that a run recorded with just this body after a commit. With a state elsewhere than on the branch, none is known. */
export async function listApplied<Monitor extends {readonly key: Key; readonly bodyHash: string}>(
  since: string,
  monitors: readonly Monitor[],
  merging: Merging,
): Promise<readonly Monitor[]> {
  const {place, request} = merging;
  const {settings, placed, root, histories, commit: tip} = place;
  const isHere = settings.sharedState === undefined && isInside(root, placed.stateFile) && stateBranchOf(request) === request.event.branch;
  const history = monitors.length === 0 || !isHere ? null : await histories.ofTip();
  if (history === null) return [];
  const own = ownCommitsOf(merging);
  let left = monitors;
  let asked = 0;
  for await (const line of history.followLine(tip)) {
    if (line.commit === since || left.length === 0 || asked === MOST_RECORDINGS) break;
    if (!line.changes.has(own.statePath)) continue;
    asked++;
    if ((await readOwnCommit(line.commit, history, own)) === null) continue;
    const state = parseJson((await readBlob(history, `${line.commit}:${own.statePath}`))?.toString('utf8') ?? '');
    const hashOf = (key: Key) => property(property(property(state, 'monitors'), key), 'bodyHash');
    left = left.filter(({key, bodyHash}) => hashOf(key) !== bodyHash);
  }
  return monitors.filter(one => !left.includes(one));
}

/** Whether a commit holds a file, whose content may be missing. */
async function holdsFile(history: BranchHistory, commit: string, path: string): Promise<boolean> {
  const listed = await history.ask(['ls-tree', '-z', '--full-tree', commit, '--', `:(literal)${path}`]);
  return listed.exitCode === 0 && listed.stdout.length > 0;
}

/** Reads the text that was applied of a monitor, or the serial of the state; null without one. */
function readApplied(text: string, key: Key | null): string | null {
  const state = parseJson(text);
  if (key === null) return canonicalJson(property(state, 'serial') ?? null);
  const record = property(property(state, 'monitors'), key);
  // An update that failed leaves a mark in the record.
  return record === undefined ? null : canonicalJson(MEMBERS.map(member => property(record, member) ?? null));
}

const MEMBERS = ['id', 'bodyHash', 'applied', 'paused'];
