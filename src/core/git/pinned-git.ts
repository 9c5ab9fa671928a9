import {accessSync, constants, statSync} from 'node:fs';
import {delimiter, isAbsolute, join, sep} from 'node:path';
import {findReal, isReallyInside} from '../files/paths';

/** The repository that one command is about: one with a work tree, by the directory that holds `.git`, or a bare one. */
type PinnedPlace = {readonly workTree: string} | {readonly bare: string};

/** Environment, protocols and settings of a command. */
export interface GitMeans {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variables that git gets; must not match `GIT_DIR` or keys. */
  readonly passOn: RegExp;
  /** The allowed protocols; an empty list prevents network access and programs that a remote names. */
  readonly protocols: readonly string[];
  /** A directory from which neither programs nor configuration are taken, even if the environment names it; absolute. */
  readonly distrusted?: string;
  /** More settings, passed by the environment so that they are not on the command line. */
  readonly settings?: readonly GitSetting[];
}

/** The name and the value of a setting. */
export type GitSetting = readonly [name: string, value: string];

/** Program, arguments and complete environment of a command. */
interface GitStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Switches off whatever a configuration could start: hooks, watchers, signatures, maintenance, submodules. */
const SAFE_SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
  'safe.bareRepository=explicit',
];

/** Prevents that a user's own settings change what commands print, or hide a part of it. */
const PLAIN_SETTINGS = [
  'color.grep=false',
  'core.commentChar=#',
  'diff.orderFile=/dev/null',
  'diff.relative=false',
  'grep.patternType=basic',
  'i18n.logOutputEncoding=UTF-8',
  'log.diffMerges=separate',
  'log.follow=false',
  'log.showRoot=true',
  'trailer.separators=:',
];

/** Prevents password prompts, locks by read-only commands, other parents of commits, and programs from the working directory. */
const QUIET = {
  LC_ALL: 'C',
  GIT_ASKPASS: '',
  // Replaced commits and grafts may hide a part of the history.
  GIT_GRAFT_FILE: '/dev/null',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  NoDefaultCurrentDirectoryInExePath: '1',
};

/** Places where git looks for the user's configuration. */
const CONFIGURATION = new Set(['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']);

/**
 * Builds a git command for one named repository. git never searches for a repository, so files that look like one are only files,
 * and nothing that a repository contains or configures is run. Null if git is not installed.
 */
export function pinGit(place: PinnedPlace, args: readonly string[], means: GitMeans): GitStart | null {
  const path = readPath(means);
  const program = findProgram(path);
  if (program === null) return null;
  const directory = 'bare' in place ? place.bare : place.workTree;
  const pins =
    'bare' in place ? [`--git-dir=${place.bare}`] : [`--git-dir=${join(place.workTree, '.git')}`, `--work-tree=${place.workTree}`];
  const settings = [...SAFE_SETTINGS, ...PLAIN_SETTINGS, `safe.directory=${findReal(directory)}`].flatMap(setting => ['-c', setting]);
  return {program, args: [...pins, ...settings, ...args], env: {...readEnvironment(means), PATH: path.join(delimiter)}};
}

/**
 * The environment without what would take programs or git's configuration from a directory: for what starts git later, without
 * knowing that the directory is not trusted.
 */
export function withoutDirectory(env: GitMeans['env'], distrusted: string): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(
    ([name, value]) => value === undefined || !CONFIGURATION.has(name) || !isDistrusted(value, distrusted),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isPath(name) ? readPath({env: {[name]: value}, distrusted}).join(delimiter) : value]),
  );
}

function isPath(name: string): boolean {
  return name === 'PATH' || (sep === '\\' && /^path$/i.test(name));
}

function readEnvironment({env, passOn, protocols, distrusted, settings = []}: GitMeans): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !passOn.test(name) || /^path$/i.test(name)) return [];
    return CONFIGURATION.has(name) && isDistrusted(value, distrusted) ? [] : [[name, value]];
  });
  const pairs = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(kept),
    ...QUIET,
    ...(protocols.length === 0 ? {GIT_NO_LAZY_FETCH: '1'} : {}),
    // Unlike the setting `protocol.allow`, this overrides a repository's `protocol.ssh.allow`, too.
    GIT_ALLOW_PROTOCOL: protocols.length === 0 ? 'none' : protocols.join(':'),
    ...(pairs.length === 0 ? {} : {GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs)}),
  };
}

/** The directories of PATH, absolute ones only: a relative one is a directory of the repository. */
function readPath({env, distrusted}: Pick<GitMeans, 'env' | 'distrusted'>): string[] {
  const path = Object.entries(env).find(([name]) => isPath(name))?.[1] ?? '';
  return path.split(delimiter).filter(directory => isAbsolute(directory) && !isDistrusted(directory, distrusted));
}

function isDistrusted(path: string, distrusted: string | undefined): boolean {
  return distrusted !== undefined && (!isAbsolute(path) || isReallyInside(distrusted, path));
}

/** Finds git by its full path: otherwise the system may look in the working directory first. */
function findProgram(path: readonly string[]): string | null {
  const name = sep === '\\' ? 'git.exe' : 'git';
  return path.map(directory => join(directory, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
