import {unreachable} from '../git-state';
import type {GitRunner} from '../ports';

/**
 * A copy of a recording, outside the branches: a forced push does not take it away, nor does the end of its branch. A commit of its
 * own with state and journal, so that it keeps nothing else that was removed from a history.
 */
interface KeptRecording {
  readonly ref: string;
  readonly commit: string;
  /** The branch that the state is recorded on. */
  readonly branch: string;
  /** In the repository, with `/`. */
  readonly statePath: string;
}

const PLACE = 'refs/monitors/state/';

/** The reference that keeps the newest recording of a state on a branch. */
export function nameKept(branch: string, statePath: string): string {
  return `${PLACE}${encode(branch)}/${encode(statePath)}`;
}

/** A text as one part of a reference's name. */
function encode(text: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!~*'()]|^\.|\.(?=\.|lock$|$)/g, hex);
}

/** Tips that a remote has. */
interface RemoteTips {
  /** Those of the branches that were asked for, by their names. */
  readonly branches: ReadonlyMap<string, string>;
  readonly kept: readonly KeptRecording[];
}

/** Asks the remote for some branches, and for all kept recordings. Throws a `UserError` if it does not answer. */
export async function listRemoteTips(git: GitRunner, branches: readonly string[]): Promise<RemoteTips> {
  const listed = await git(['ls-remote', 'origin', `${PLACE}*`, ...branches.map(branch => `refs/heads/${branch}`)]);
  if (listed.exitCode !== 0) throw unreachable(branches[0] ?? '*', listed.stderr);
  const lines = listed.stdout.toString('utf8').split('\n').filter(Boolean);
  const all = lines.map(line => line.split('\t') as [commit: string, ref: string]);
  const kept = all.flatMap(([commit, ref]) => {
    const [, branch, statePath] = ref.startsWith(PLACE) ? (/^([^/]+)\/([^/]+)$/.exec(ref.slice(PLACE.length)) ?? []) : [];
    const [ofBranch, path] = [branch, statePath].map(decode);
    return ofBranch == null || path == null ? [] : [{ref, commit, branch: ofBranch, statePath: path}];
  });
  const wanted = new Set(branches);
  const named = all.map(([commit, ref]) => [ref.replace(/^refs\/heads\//, ''), commit] as const);
  return {branches: new Map(named.filter(([branch]) => wanted.has(branch))), kept};
}

function decode(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
