import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

/** A repository on a server, as a bare repository on disk, and the clone of a person who works on it. */
export interface HostedRepository {
  /** The bare repository. */
  readonly remote: string;
  /** The person's clone. */
  readonly clone: string;
  /** Commits files (null removes one) to a branch, made from `from` where it is new, and pushes it. Returns the commit. */
  commit(branch: string, files: Readonly<Record<string, string | null>>, from?: string): string;
  /** Merges a branch into another with a merge commit, and pushes. Returns the commit. */
  merge(branch: string, into: string): string;
  /** The commit of a branch on the server. */
  tipOf(branch: string): string;
  /** The text of a file on a branch of the server; null where there is none. */
  readFile(branch: string, path: string): string | null;
  /** The subjects of a branch's commits, newest first. */
  listSubjects(branch: string): string[];
  /** A fresh checkout of one commit, as `actions/checkout` makes it: depth 1 unless said otherwise. */
  checkOut(
    ref: {readonly branch: string} | {readonly pullRequest: number; readonly branch: string; readonly base: string},
    depth?: number,
  ): Checkout;
  remove(): void;
}

/** A checkout of a runner. */
export interface Checkout {
  readonly directory: string;
  /** What `GITHUB_SHA` says. */
  readonly sha: string;
}

/** Runs git without anything that this machine configures. */
export function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1'},
  }).trim();
}

/** Makes a {@link HostedRepository} whose branch `main` holds these files. */
export function hostRepository(files: Readonly<Record<string, string>>): HostedRepository {
  const place = mkdtempSync(join(tmpdir(), 'monitors-hosted-'));
  const remote = join(place, 'remote.git');
  const clone = join(place, 'clone');
  git(place, 'init', '-q', '--bare', '--initial-branch=main', remote);
  git(remote, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  git(place, 'clone', '-q', remote, clone);
  let checkouts = 0;

  function commit(branch: string, changed: Readonly<Record<string, string | null>>, from = 'main'): string {
    git(clone, 'fetch', '-q', '--prune', 'origin');
    const exists = git(clone, 'branch', '-r', '--list', `origin/${branch}`) !== '';
    const isFirst = git(clone, 'branch', '-r') === '';
    if (isFirst) git(clone, 'checkout', '-q', '-B', branch);
    else git(clone, 'checkout', '-q', '-B', branch, exists ? `origin/${branch}` : `origin/${from}`);
    for (const [path, text] of Object.entries(changed)) writeOrRemove(join(clone, path), text);
    git(clone, 'add', '-A');
    git(clone, 'commit', '-q', '--allow-empty', '-m', `Change ${Object.keys(changed).join(', ') || 'nothing'}`);
    git(clone, 'push', '-q', 'origin', branch);
    return git(clone, 'rev-parse', 'HEAD');
  }

  commit('main', files);
  return {
    remote,
    clone,
    commit,
    merge: (branch, into) => {
      git(clone, 'fetch', '-q', '--prune', 'origin');
      git(clone, 'checkout', '-q', '-B', into, `origin/${into}`);
      git(clone, 'merge', '-q', '--no-ff', '-m', `Merge ${branch}`, `origin/${branch}`);
      git(clone, 'push', '-q', 'origin', into);
      return git(clone, 'rev-parse', 'HEAD');
    },
    tipOf: branch => git(remote, 'rev-parse', `refs/heads/${branch}`),
    readFile: (branch, path) => {
      try {
        return execFileSync('git', ['show', `refs/heads/${branch}:${path}`], {
          cwd: remote,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      } catch {
        return null;
      }
    },
    listSubjects: branch => git(remote, 'log', '--format=%s', `refs/heads/${branch}`).split('\n'),
    checkOut: (ref, depth = 1) => {
      const directory = join(place, `checkout-${++checkouts}`);
      git(place, 'init', '-q', '--initial-branch=checkout', directory);
      git(directory, 'remote', 'add', 'origin', `file://${remote}`);
      const shallow = depth === 0 ? [] : [`--depth=${depth}`];
      if ('pullRequest' in ref) {
        const local = `refs/remotes/pull/${ref.pullRequest}/merge`;
        const sha = mergeForALook(ref);
        git(directory, 'fetch', '-q', '--no-tags', ...shallow, 'origin', `+${sha}:${local}`);
        git(directory, 'checkout', '-q', '--force', local);
        return {directory, sha};
      }
      const sha = git(remote, 'rev-parse', `refs/heads/${ref.branch}`);
      git(directory, 'fetch', '-q', '--no-tags', ...shallow, 'origin', `+${sha}:refs/remotes/origin/${ref.branch}`);
      git(directory, 'checkout', '-q', '--force', '-B', ref.branch, `refs/remotes/origin/${ref.branch}`);
      return {directory, sha};
    },
    remove: () => rmSync(place, {recursive: true, force: true}),
  };

  /** The commit that GitHub makes of a pull request and its base, for checks to run on. */
  function mergeForALook({
    pullRequest,
    branch,
    base,
  }: {
    readonly pullRequest: number;
    readonly branch: string;
    readonly base: string;
  }): string {
    git(clone, 'fetch', '-q', '--prune', 'origin');
    git(clone, 'checkout', '-q', '--detach', `origin/${base}`);
    git(clone, 'merge', '-q', '--no-ff', '-m', `Merge ${branch} into ${base}`, `origin/${branch}`);
    git(clone, 'push', '-q', '--force', 'origin', `HEAD:refs/pull/${pullRequest}/merge`);
    return git(clone, 'rev-parse', 'HEAD');
  }
}

function writeOrRemove(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path);
  } else {
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  }
}
