import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type CliRun, specFor} from './cli';
import {startUserWorld, type UserWorld} from './service';

/** A repository with specs and their state, as the docs say to commit them, against the emulator. */
export interface GitHistory {
  readonly world: UserWorld;
  /** Runs git; `in` is a checkout beside the first one. */
  git(words: readonly string[], where?: string): string;
  /** Runs a command line in the checkout. */
  run(line: string, where?: string, env?: Readonly<Record<string, string | undefined>>): Promise<CliRun>;
  /** Writes specs, by key. */
  write(keys: readonly string[], where?: string): void;
  /** Applies, and commits specs and state. */
  applyAndCommit(message: string, where?: string): Promise<void>;
  /** The keys and ids of the state. */
  recorded(where?: string): Readonly<Record<string, string>>;
  /** Names of the live monitors, sorted. */
  live(): readonly string[];
  close(): Promise<void>;
}

/** Starts a repository whose first commits are those of one monitor. `operations` is what the service offers and the config says. */
export async function startGitHistory(operations: 'create' | 'full' = 'create', faults: FaultScript = {}): Promise<GitHistory> {
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n';
  const config = `project: acme\nservice: {operations: ${operations}}\n`;
  const ignored = '*.bak\n*.lock\n.home/\n';
  const files = {gitconfig, 'work/monitors.config.yaml': config, 'work/.gitignore': ignored, 'work/monitors/base.yaml': specFor('base')};
  const world = await startUserWorld(files, faults, {operations});
  const at = (where: string) => world.workspace.path(where);
  const git = (words: readonly string[], where = 'work') =>
    execFileSync('git', words, {
      cwd: at(where),
      env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: at('gitconfig')},
      stdio: 'pipe',
      encoding: 'utf8',
    });
  const history: GitHistory = {
    world,
    git,
    run: (line, where = 'work', env = {}) =>
      world.runHere(line.split(' '), {cwd: at(where), env: {PATH: process.env['PATH'], HOME: at('home'), ...env}}),
    write: (keys, where = 'work') =>
      world.workspace.write(Object.fromEntries(keys.map(key => [`${where}/monitors/${key}.yaml`, specFor(key)]))),
    applyAndCommit: async (message, where = 'work') => {
      const {exitCode, stderr} = await history.run('apply --auto-approve', where);
      if (exitCode !== 0) throw new Error(stderr);
      git(['add', '-A'], where);
      git(['commit', '-q', '-m', message], where);
    },
    recorded: (where = 'work') => {
      const {monitors} = JSON.parse(readFileSync(`${at(where)}/monitors.state.json`, 'utf8')) as {monitors: Record<string, {id: string}>};
      return Object.fromEntries(Object.entries(monitors).map(([key, {id}]) => [key, id]));
    },
    live: () =>
      world.emulator
        .monitors()
        .map(({name}) => String(name))
        .sort(),
    close: () => world.close(),
  };
  git(['init', '-q']);
  await history.applyAndCommit('base');
  return history;
}

/** A text without the line ends that a terminal needs. */
export function unwrap(text: string): string {
  return text.replace(/\s+/g, ' ');
}
