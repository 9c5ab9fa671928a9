import {execFileSync} from 'node:child_process';
import {appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A repository on a server, as a bare repository on disk, and the clone of a person who works on it. */
export interface HostedRepository {
  /** The bare repository. */
  readonly remote: string;
  /** The person's clone, made when it is asked for first. */
  readonly clone: string;
  /** Commits files (null removes one) to a branch, made from `main` where it is new. Returns the commit, the same for the same history. */
  commit(branch: string, files: Readonly<Record<string, string | null>>): string;
  /** Merges a branch into another with a merge commit. Returns the commit. */
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
  /** Value of `GITHUB_SHA`. */
  readonly sha: string;
}

/** Runs git without anything that this machine configures. */
export function git(cwd: string, ...args: string[]): string {
  return runGit(cwd, args, '');
}

function runGit(cwd: string, args: readonly string[], input: string): string {
  const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, '-c', 'maintenance.auto=false', ...args], {
    cwd,
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1'},
  }).trim();
}

/** Makes a {@link HostedRepository} whose branch `main` holds these files. */
export function hostRepository(files: Readonly<Record<string, string>>): HostedRepository {
  const repository = hostAt(makeRemote);
  repository.commit('main', files);
  return repository;
}

/** Makes a {@link HostedRepository} that holds what a bare repository does. */
export function hostCopy(of: string): HostedRepository {
  return hostAt(remote => cpSync(of, remote, {recursive: true}));
}

function hostAt(fill: (remote: string) => void): HostedRepository {
  const place = mkdtempSync(join(tmpdir(), 'monitors-hosted-'));
  const remote = join(place, 'remote.git');
  const clone = join(place, 'clone');
  fill(remote);
  let checkouts = 0;

  const commit: HostedRepository['commit'] = (branch, changed) => {
    const ref = `refs/heads/${branch}`;
    const lines = Object.entries(changed).map(([path, text]) =>
      text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${dataOf(text)}`,
    );
    const from = readRef(remote, ref) ?? readRef(remote, 'refs/heads/main');
    const start = from === null ? [] : [`from ${from}\n`];
    return importCommit(remote, ref, `Change ${Object.keys(changed).join(', ') || 'nothing'}`, [...start, ...lines].join(''));
  };

  return {
    remote,
    get clone() {
      if (!existsSync(clone)) git(place, 'clone', '-q', remote, clone);
      return clone;
    },
    commit,
    merge: (branch, into) => mergeBranches(remote, `refs/heads/${branch}`, `refs/heads/${into}`, `refs/heads/${into}`),
    tipOf: branch => tipOf(remote, `refs/heads/${branch}`),
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
      if ('pullRequest' in ref) {
        const {pullRequest, branch, base} = ref;
        const look = `pull/${pullRequest}/merge`;
        const sha = mergeBranches(remote, `refs/heads/${branch}`, `refs/heads/${base}`, `refs/${look}`);
        fetchCommit(remote, {directory, sha, ref: `refs/remotes/${look}`, depth});
        git(directory, 'checkout', '-q', '--force', `refs/remotes/${look}`);
        return {directory, sha};
      }
      const sha = tipOf(remote, `refs/heads/${ref.branch}`);
      const tracked = `refs/remotes/origin/${ref.branch}`;
      fetchCommit(remote, {directory, sha, ref: tracked, depth});
      git(directory, 'checkout', '-q', '--force', '-B', ref.branch, tracked);
      return {directory, sha};
    },
    remove: () => rmSync(place, {recursive: true, force: true}),
  };
}

function makeRemote(remote: string): void {
  makeRepository(remote, 'refs/heads/main');
  const settings = ['\tbare = true', '[uploadpack]', '\tallowAnySHA1InWant = true', '[receive]', '\tautoGC = false'];
  appendFileSync(join(remote, 'config'), `${settings.join('\n')}\n`);
}

/** Commits files on top of a branch with a message of its own. Returns the commit. */
export function commitAs(remote: string, branch: string, message: string, files: Readonly<Record<string, string>>): string {
  const ref = `refs/heads/${branch}`;
  const lines = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${dataOf(text)}`);
  return importCommit(remote, ref, message, [`from ${ref}^0\n`, ...lines].join(''));
}

/** Commits files (null removes one) to a branch, and symbolic links with these targets. Returns the commit. */
export function commitLinks(
  remote: string,
  branch: string,
  files: Readonly<Record<string, string | null>>,
  links: Readonly<Record<string, string>>,
): string {
  const ref = `refs/heads/${branch}`;
  const modes = [
    ...Object.entries(files).map(entry => ['100644', ...entry] as const),
    ...Object.entries(links).map(entry => ['120000', ...entry] as const),
  ];
  const lines = modes.map(([mode, path, text]) => (text === null ? `D ${path}\n` : `M ${mode} inline ${path}\n${dataOf(text)}`));
  return importCommit(remote, ref, `Link ${Object.keys(links).join(', ')}`, [`from ${ref}^0\n`, ...lines].join(''));
}

/** Source of a checkout, and how much of its history; 0 for all. */
export interface FetchedCommit {
  readonly directory: string;
  readonly sha: string;
  /** Name of the commit there. */
  readonly ref: string;
  readonly depth: number;
}

/** Makes a repository with the remote `origin` and one fetched commit, as `actions/checkout` does before it checks out. */
export function fetchCommit(remote: string, {directory, sha, ref, depth}: FetchedCommit): void {
  makeRepository(join(directory, '.git'), 'refs/heads/checkout');
  // As with the input `ssh-key` of actions/checkout: the runner's own command connects, here to this machine without a network.
  const ssh = ['[core]', '\tsshCommand = "connect() { eval \\"exec $2\\"; }; connect"', '[ssh]', '\tvariant = simple'];
  const origin = ['[remote "origin"]', `\turl = ssh://git@runner.example${remote}`, '\tfetch = +refs/heads/*:refs/remotes/origin/*'];
  appendFileSync(join(directory, '.git/config'), `\tbare = false\n\tlogAllRefUpdates = true\n${[...ssh, ...origin].join('\n')}\n`);
  git(directory, 'fetch', '-q', '--no-tags', ...(depth === 0 ? [] : [`--depth=${depth}`]), 'origin', `+${sha}:${ref}`);
}

/** The merge of `branch` into `base`, as the new commit of `ref`. Throws where they conflict. */
function mergeBranches(remote: string, branch: string, base: string, ref: string): string {
  const [tree = ''] = git(remote, 'merge-tree', '--write-tree', base, branch).split('\n');
  const [name, into] = [branch, base].map(full => full.replace('refs/heads/', ''));
  return importCommit(remote, ref, `Merge ${name} into ${into}`, `from ${base}^0\nmerge ${branch}^0\nM 040000 ${tree} \n`);
}

/** One process for a whole commit, whatever it changes: checkout, index and push would be ten. */
function importCommit(remote: string, ref: string, message: string, rest: string): string {
  const commit = `commit ${ref}\nmark :1\ncommitter Dev <dev@example.com> 1767225600 +0000\n${dataOf(`${message}\n`)}${rest}`;
  return runGit(remote, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--force'], `${commit}\nget-mark :1\n`);
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Makes a repository as `git init` does, without a process. */
function makeRepository(directory: string, head: string): void {
  for (const part of ['objects', 'refs/heads']) mkdirSync(join(directory, part), {recursive: true});
  writeFileSync(join(directory, 'HEAD'), `ref: ${head}\n`);
  writeFileSync(join(directory, 'config'), '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n');
}

/** The commit of a reference, read from its file: nothing here packs references. Null where there is none. */
function readRef(remote: string, ref: string): string | null {
  const path = join(remote, ref);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

function tipOf(remote: string, ref: string): string {
  const tip = readRef(remote, ref);
  if (tip === null) throw new Error(`${remote} has no ${ref}`);
  return tip;
}

/** Makes on main what `git pull` makes on a branch with a commit of its own, and pushes it: that commit first, then what the remote has. */
export function pullInto({remote, tipOf}: Pick<HostedRepository, 'remote' | 'tipOf'>, own: string): string {
  const theirs = tipOf('main');
  const [tree = ''] = git(remote, 'merge-tree', '--write-tree', own, theirs).split('\n');
  const sha = git(remote, 'commit-tree', tree, '-p', own, '-p', theirs, '-m', "Merge branch 'main' of github.com:acme/web");
  git(remote, 'update-ref', 'refs/heads/main', sha);
  return sha;
}

/** A commit on top of main that is not pushed yet. */
export function commitAside(
  {remote, commit}: Pick<HostedRepository, 'remote' | 'commit'>,
  files: Readonly<Record<string, string | null>>,
): string {
  const own = commit('main', files);
  git(remote, 'update-ref', 'refs/heads/main', `${own}^`);
  return own;
}
