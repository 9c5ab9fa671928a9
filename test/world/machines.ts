import {execFileSync} from 'node:child_process';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type CliRun, specFor, when} from './cli';
import {startPlainProxy} from './plain-proxy';
import {startUserWorld} from './service';

/** A repository in the directory `work` and its clones, each used from a machine of its own that remembers what its runs saw. */
export interface Machines {
  /** Address of the service. */
  readonly url: string;
  at(path: string): string;
  git(words: readonly string[], where?: string): string;
  /** Git that may end with a conflict. */
  gitConflict(words: readonly string[], where?: string): void;
  /** Runs a command line in a checkout; `home` is the machine, by default one for each checkout. */
  run(line: string, where?: string, home?: string): Promise<CliRun & {readonly text: string}>;
  /** The same with the built command, which keeps caches. */
  runBuilt(line: string, where: string): Promise<CliRun>;
  /** The same, killed once its output says something. */
  runKilled(line: string, at: {readonly where: string; readonly home: string; readonly after: string}): Promise<CliRun>;
  write(keys: readonly string[], where?: string): void;
  writeFiles(files: Readonly<Record<string, string>>): void;
  applyAndCommit(key: string, where?: string): Promise<void>;
  /** Names of the live monitors, sorted. */
  live(): readonly string[];
  /** Deletes a monitor in the service's dashboard. */
  remove(id: string): void;
  /** The id of the only live monitor of a name. */
  idOf(name: string): string;
  clone(of: string, name: string, ...more: readonly string[]): void;
  close(): Promise<void>;
}

const CONFIG = 'project: acme\nservice: {operations: create}\n';
const IDENTITY = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n';

/** Starts a service that is no trial for the tool, and a repository whose branch `before` is older than its state, which records `seed`. */
export async function startMachines(operations: 'create' | 'full' = 'create', faults: FaultScript = {}): Promise<Machines> {
  const files = {
    gitconfig: IDENTITY,
    'work/monitors.config.yaml': CONFIG.replace('create', operations),
    'work/.gitignore': '*.bak\n*.lock\n',
    'work/.gitattributes': 'monitors.state*.json -merge -text\n',
  };
  const world = await startUserWorld(files, faults, {operations});
  const proxy = await startPlainProxy(world.emulator.url);
  const at = (path: string) => world.workspace.path(path);
  const envOf = (home: string) => ({PATH: process.env['PATH'], HOME: at(home), MONITORS_BASE_URL: proxy.url});
  const machines: Machines = {
    url: proxy.url,
    at,
    git: (words, where = 'work') =>
      execFileSync('git', words, {
        cwd: at(where),
        env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: at('gitconfig')},
        stdio: 'pipe',
        encoding: 'utf8',
      }),
    gitConflict: (words, where) => {
      try {
        machines.git(words, where);
      } catch {
        // Resolved by what follows.
      }
    },
    run: async (line, where = 'work', home = `${where}-home`) => {
      const done = await world.runHere(line.split(' '), {cwd: at(where), env: envOf(home)});
      return {...done, text: (done.stdout + done.stderr).replace(/\s+/g, ' ')};
    },
    runBuilt: (line, where) => world.run(line.split(' '), {cwd: at(where), env: envOf(`${where}-home`)}),
    runKilled: (line, {where, home, after}) =>
      world.run(line.split(' '), {cwd: at(where), env: envOf(home), onStart: when(after, child => child.kill('SIGKILL'))}),
    write: (keys, where = 'work') =>
      world.workspace.write(Object.fromEntries(keys.map(key => [`${where}/monitors/${key}.yaml`, specFor(key)]))),
    writeFiles: written => world.workspace.write(written),
    applyAndCommit: async (key, where = 'work') => {
      machines.write([key], where);
      const {exitCode, text} = await machines.run('apply --auto-approve', where);
      if (exitCode !== 0) throw new Error(text);
      machines.git(['add', '-A'], where);
      machines.git(['commit', '-q', '-m', key], where);
    },
    live: () =>
      world.emulator
        .monitors()
        .map(({name}) => String(name))
        .sort(),
    remove: id => void world.emulator.dashboard.delete(id),
    idOf: name => String(world.emulator.monitors().find(monitor => monitor['name'] === name)?.['id']),
    clone: (of, name, ...more) => void machines.git(['clone', '-q', ...more, of, name], '.'),
    close: async () => {
      await proxy.close();
      await world.close();
    },
  };
  machines.git(['init', '-q']);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'Set up']);
  machines.git(['branch', 'before']);
  await machines.applyAndCommit('seed');
  return machines;
}
