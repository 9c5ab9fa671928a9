import {join, posix} from 'node:path';
import type {Settings} from '../../core/config/config';
import {baseOfStateFile, stateFileOf} from '../../core/files/state-name';
import {parseJson, property} from '../../core/json/value';
import {RECORDING_TRAILER, readBlob} from '../../project/history/recording-commit';
import {makeBare} from './bare-repository';
import {journalPathOf, unreachable} from './git-state';
import {type KeptRecording, listRemoteTips, type RemoteTips} from './merge/kept-recording';
import type {GitRunner} from './ports';

/** A state, or its journal, that commits of a branch hold or held. */
export interface FormerState {
  /** In the repository, with `/`. */
  readonly path: string;
  /** The newest commit that changed it. */
  readonly commit: string;
  readonly branch: string;
  /** Where a copy of it is kept, if the branch does not hold it any more. */
  readonly kept?: string;
}

/** The branches and paths to search for states. */
interface HistorySearch {
  /**
   * The branches whose whole history counts; those that do not exist hold nothing. Branches that the action keeps a state on, as
   * their newest commit says, are looked at as well.
   */
  readonly branches: readonly string[];
  /** The path of the state that is missing, in the repository, with `/`. */
  readonly statePath: string;
  /** The paths of the states of the other environments that the config declares. What a branch still holds of them is in use. */
  readonly others: readonly string[];
  /** The config's path, in the same manner; null without one. */
  readonly configPath: string | null;
  /** A directory for temporary files; absolute. */
  readonly directory: string;
  readonly project: string;
  readonly environment: string;
  /** What the remote has, where it was asked before. */
  readonly listTips?: () => Promise<RemoteTips>;
}

/** The commits of the action say in their message that they record a state. */
const RECORDINGS = `--grep=^${RECORDING_TRAILER}: `;

/** The default names of states. */
const USUAL_STATES = [':(glob)**/monitors.state.json', ':(glob)**/monitors.state.*.json'];

const USUAL_CONFIGS = ':(glob)**/monitors.config.yaml';

/** The number of config versions to search for other names, newest first. */
const MOST_CONFIGS = 50;

/**
 * Finds the states that branches hold or ever held, of any project and environment: by the default name, by a name in a config
 * or an old config, or because the Action recorded them. Fetches the whole history without file contents, into a separate
 * repository, so that the checkout does not change. Throws a `UserError` if it cannot be fetched.
 */
export async function findFormerStates(git: GitRunner, search: HistorySearch): Promise<readonly FormerState[]> {
  const bare = makeBare(git, join(search.directory, 'history'));
  try {
    const found: FormerState[] = [];
    const remote = await (search.listTips?.() ?? listRemoteTips(git));
    const holding = await findStateBranches(git, join(search.directory, 'tips'));
    const present = [...new Set([...search.branches.filter(branch => remote.branches.has(branch)), ...holding])];
    await fetchHistories(bare.git, present);
    for (const branch of present) found.push(...(await searchBranch(bare.git, branch, search)));
    const lost = remote.kept.filter(({statePath, branch}) => !found.some(one => one.path === statePath && one.branch === branch));
    const moved = lost.filter(({statePath}) => statePath !== search.statePath);
    const ours = new Set(await findOwn(bare.git, moved, search));
    for (const one of lost) {
      const {statePath: path, branch, commit, ref} = one;
      if (path === search.statePath || ours.has(one)) found.push({path, commit, branch, kept: ref});
    }
    return found;
  } finally {
    await bare.remove();
  }
}

/** The states of the other environments that a config declares, from the path of this one's. */
export function listOtherStates({environment, environments}: Pick<Settings, 'environment' | 'environments'>, statePath: string): string[] {
  const base = baseOfStateFile(statePath, environment);
  const names = [...(environments?.keys() ?? [])].filter(name => name !== environment);
  return environments?.has(environment) === true ? names.map(name => stateFileOf(base, name)) : [];
}

/** Finds the kept recordings of this project and environment: the config may have named another path when they were made. */
async function findOwn(git: GitRunner, kept: readonly KeptRecording[], {project, environment}: HistorySearch): Promise<KeptRecording[]> {
  if (kept.length === 0) return [];
  const refs = kept.map(({ref}) => `+${ref}:${ref}`);
  const fetched = await git(['fetch', '--quiet', '--no-tags', '--no-filter', 'origin', ...refs]);
  if (fetched.exitCode !== 0) throw unreachable(kept[0]?.branch ?? '', fetched.stderr);
  const found: KeptRecording[] = [];
  for (const one of kept) {
    const state = parseJson((await readBlob(git, `${one.commit}:${one.statePath}`))?.toString('utf8') ?? '');
    if (property(state, 'project') === project && property(state, 'environment') === environment) found.push(one);
  }
  return found;
}

/** Fetches the histories of branches, without the contents of files. */
async function fetchHistories(git: GitRunner, branches: readonly string[]): Promise<void> {
  const refs = branches.map(branch => `+refs/heads/${branch}:refs/heads/${branch}`);
  const fetched = refs.length === 0 ? null : await git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', 'origin', ...refs]);
  if (fetched !== null && fetched.exitCode !== 0) throw unreachable(branches[0] ?? '', fetched.stderr);
}

/** Finds the branches on which the Action keeps a state: their newest commit says so. Fetches one commit of each branch. */
async function findStateBranches(git: GitRunner, directory: string): Promise<readonly string[]> {
  const bare = makeBare(git, directory);
  try {
    const depth = ['--depth=1', '--filter=tree:0'];
    const fetched = await bare.git(['fetch', '--quiet', '--no-tags', ...depth, 'origin', '+refs/heads/*:refs/heads/*']);
    if (fetched.exitCode !== 0) throw unreachable('*', fetched.stderr);
    const format = `--format=%(refname:lstrip=2)%00%(contents:trailers:key=${RECORDING_TRAILER},valueonly)%00`;
    const words = (await read(bare.git, ['for-each-ref', format, 'refs/heads/'])).split('\0').map(word => word.trim());
    return words.filter((word, index) => index % 2 === 0 && word !== '' && words[index + 1] === word);
  } finally {
    await bare.remove();
  }
}

async function searchBranch(
  git: GitRunner,
  branch: string,
  {statePath, others, configPath}: HistorySearch,
): Promise<readonly FormerState[]> {
  const ref = `refs/heads/${branch}`;
  const configs = [USUAL_CONFIGS, ...(configPath === null ? [] : [`:(literal)${configPath}`])];
  const named = await listNamedStates(git, ref, configs);
  const states = [`:(literal)${statePath}`, ...USUAL_STATES, ...named];
  const patterns = states.flatMap(pattern => [pattern, journalPathOf(pattern)]);
  const lines = [
    ...(await listChanges(git, ['--full-history', '-m', ref, '--', ...patterns])),
    ...(await listChanges(git, [RECORDINGS, ref, '--'])),
  ];
  const newest = new Map<string, FormerState>();
  for (const {path, commit} of lines) if (!newest.has(path)) newest.set(path, {path, commit, branch});
  const used = new Set((await listUsed(git, ref, others)).flatMap(path => [path, journalPathOf(path)]));
  return [...newest.values()].filter(({path}) => !used.has(path));
}

/** Those of the paths that a branch holds. */
async function listUsed(git: GitRunner, ref: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  return (await read(git, ['ls-tree', '-z', '--name-only', '--full-tree', ref, '--', ...paths])).split('\0').filter(path => path !== '');
}

/** The paths that commits change, the newest first. */
async function listChanges(git: GitRunner, what: readonly string[]): Promise<{readonly path: string; readonly commit: string}[]> {
  const text = await read(git, ['log', '--no-renames', '--name-only', '-z', '--format=%x00%H', ...what]);
  let commit = '';
  return text.split('\0').flatMap(word => {
    const line = word.trim();
    if (/^[0-9a-f]{40,64}$/.test(line)) commit = line;
    else if (line !== '') return [{path: word.replace(/^\n/, ''), commit}];
    return [];
  });
}

/** Patterns for the states that the versions of these configs name. */
async function listNamedStates(git: GitRunner, ref: string, configs: readonly string[]): Promise<string[]> {
  const text = await read(git, [
    'log',
    '--full-history',
    '-m',
    '--no-renames',
    '--raw',
    '--no-abbrev',
    '-z',
    '--format=',
    ref,
    '--',
    ...configs,
  ]);
  const versions = [...text.matchAll(/:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\0([^\0]+)/g)].filter(([, id = '']) => !/^0+$/.test(id));
  const distinct = new Map(versions.map(([, id = '', path = '']) => [id, path]));
  const named: string[] = [];
  for (const [id, path] of [...distinct].slice(0, MOST_CONFIGS)) {
    const content = await git.read(id);
    if (content === null) throw new Error(`git can not read ${id}`);
    for (const [, name = ''] of content.bytes.toString('utf8').matchAll(/(?:^|[{,\s])["']?state["']?[ \t]*:[ \t]*["']?([^"'#,}\r\n]+)/gm)) {
      const state = posix.join(posix.dirname(path), name.trim());
      if (!state.startsWith('..')) named.push(`:(literal)${state}`, environmentsOf(state));
    }
  }
  return [...new Set(named)];
}

/** The pattern for the states of other environments: `records/all.*.json` for `records/all.json`. */
function environmentsOf(state: string): string {
  const stem = state.replace(/\.json$/, '');
  return `:(glob)${stem.replace(/[\\*?[\]]/g, '\\$&')}.*${state.slice(stem.length)}`;
}

async function read(git: GitRunner, args: readonly string[]): Promise<string> {
  const {exitCode, stdout, stderr} = await git(args);
  if (exitCode !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.toString('utf8');
}
