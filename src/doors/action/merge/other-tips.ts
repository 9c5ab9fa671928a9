import {unreachable} from '../git-state';
import type {GitRunner} from '../ports';
import type {listRemoteTips} from './kept-recording';

/** A commit elsewhere than on the branch of the state, whose history may record monitors. */
export interface OtherTip {
  readonly kind: 'branch' | 'pull-request' | 'replaced' | 'kept';
  readonly commit: string;
  /** Its name on the remote: a commit that no reference names is its own. */
  readonly ref: string;
  /** The branch, or that of the state which was kept; else a number or a commit. */
  readonly branch: string;
  /** Its name in the repository that it was fetched into. */
  readonly fetchedAs: string;
}

/** Tips whose histories are to be looked at. */
interface WantedTips {
  readonly remote: Pick<Awaited<ReturnType<typeof listRemoteTips>>, 'branches' | 'pulls'>;
  /** The branch of the state, which is there already. */
  readonly branch: string;
  readonly pulls: readonly {readonly number: number; readonly headSha: string | null}[];
  /** The commit that a forced push replaced. */
  readonly replaced: string | undefined;
}

/** No name of a branch: that would say of a record that another branch takes care of it. */
const PLACE = 'refs/monitors/tips/';

/**
 * Fetches the histories of other branches, of pull requests and of a replaced commit, without the contents of files. Throws `UserError`
 * where one that the remote names can't be fetched.
 */
export async function fetchTips(git: GitRunner, {remote, branch, pulls, replaced}: WantedTips): Promise<readonly OtherTip[]> {
  const branches = [...remote.branches].filter(([name]) => name !== branch);
  const besides = branches.map(([name, commit]): OtherTip => {
    return {kind: 'branch', commit, ref: `refs/heads/${name}`, branch: name, fetchedAs: `${PLACE}heads/${name}`};
  });
  const isOnBranch = new Set(remote.branches.values());
  const named = [...new Map(pulls.map(one => [one.number, one])).values()].flatMap(({number, headSha}): OtherTip[] => {
    const commit = remote.pulls.get(number) ?? headSha;
    if (commit === null || isOnBranch.has(commit)) return [];
    const ref = remote.pulls.has(number) ? `refs/pull/${number}/head` : commit;
    return [{kind: 'pull-request', commit, ref, branch: String(number), fetchedAs: `${PLACE}pull/${number}`}];
  });
  const listed = [...besides, ...named.filter(({ref}) => ref.startsWith('refs/'))];
  const rest = named.filter(({ref}) => !ref.startsWith('refs/'));
  if (replaced !== undefined)
    rest.push({kind: 'replaced', commit: replaced, ref: replaced, branch: replaced, fetchedAs: `${PLACE}replaced`});
  const fetch = (refs: readonly string[]) => git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', 'origin', ...refs]);
  if (listed.length > 0) {
    const all = listed.filter(({kind}) => kind === 'pull-request').map(({ref, fetchedAs}) => `+${ref}:${fetchedAs}`);
    const fetched = await fetch([...(besides.length > 0 ? [`+refs/heads/*:${PLACE}heads/*`] : []), ...all]);
    if (fetched.exitCode !== 0) throw unreachable('*', fetched.stderr);
  }
  const found: OtherTip[] = [];
  // A server may not give what no reference names any more, and never will.
  for (const tip of rest) if ((await fetch([`+${tip.ref}:${tip.fetchedAs}`])).exitCode === 0) found.push(tip);
  return [...listed, ...found];
}

/** Finds the tip whose history holds a commit; undefined where only the branch of the state has it. */
export async function findTip(git: GitRunner, commit: string, tips: readonly OtherTip[]): Promise<OtherTip | undefined> {
  const contains = ['for-each-ref', `--contains=${commit}`, '--format=%(refname)', PLACE];
  const names = new Set((await git(contains)).stdout.toString('utf8').split('\n'));
  return tips.find(({fetchedAs}) => names.has(fetchedAs));
}
