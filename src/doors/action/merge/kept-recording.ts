import {unreachable} from '../git-state';
import type {GitRunner} from '../ports';

/**
 * A copy of a recording, outside the branches: a forced push does not take it away, nor does the end of its branch. A commit of its
 * own with state and journal, so that it keeps nothing else that was removed from a history.
 */
export interface KeptRecording {
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

/** A text as one part of a reference's name. A long one becomes several, since each is the name of a file on the server. */
function encode(text: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const whole = encodeURIComponent(text).replace(/[!~*'()]|^\.|\.(?=\.|lock$|$)/g, hex);
  return whole.replace(LONG_PART, `$&${CONTINUED}`);
}

/** No part of a name begins with a point. */
const LONG_PART = /.{200,}?(?=[^.])/g;

/** Between the parts of a long text; it has no other sign like this. */
const CONTINUED = '+/';

/** Tips that a remote has. */
export interface RemoteTips {
  /** Those of all branches, by their names. */
  readonly branches: ReadonlyMap<string, string>;
  /** The last commits of pull requests, by their numbers. */
  readonly pulls: ReadonlyMap<number, string>;
  readonly kept: readonly KeptRecording[];
}

/** Asks the remote for its branches, pull requests and kept recordings. Throws a `UserError` if it does not answer. */
export async function listRemoteTips(git: GitRunner): Promise<RemoteTips> {
  const listed = await git(['ls-remote', 'origin', `${PLACE}*`, 'refs/heads/*', 'refs/pull/*/head']);
  if (listed.exitCode !== 0) throw unreachable('*', listed.stderr);
  const branches = new Map<string, string>();
  const pulls = new Map<number, string>();
  const kept: KeptRecording[] = [];
  for (const line of listed.stdout.toString('utf8').split('\n')) {
    const [commit = '', ref = ''] = line.split('\t');
    const [, number] = /^refs\/pull\/(\d+)\/head$/.exec(ref) ?? [];
    if (ref.startsWith('refs/heads/')) branches.set(ref.slice('refs/heads/'.length), commit);
    else if (number !== undefined) pulls.set(Number(number), commit);
    const name = ref.startsWith(PLACE) ? ref.slice(PLACE.length).replaceAll(CONTINUED, '') : '';
    const [, ofBranch, ofPath] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
    const [branch, statePath] = [ofBranch, ofPath].map(decode);
    if (branch != null && statePath != null) kept.push({ref, commit, branch, statePath});
  }
  return {branches, pulls, kept};
}

function decode(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
