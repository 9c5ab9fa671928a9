import {type ChildProcessByStdio, spawn} from 'node:child_process';
import type {Readable, Writable} from 'node:stream';
import {killGroup} from '../../core/base/kill-group';
import {type GitObject, ObjectReader} from '../../core/git/object-reader';
import {type GitSetting, pinGit} from '../../core/git/pinned-git';
import {createRedactor} from '../../core/secrets/redaction';
import type {Secret} from '../../core/secrets/secret';
import {basicCredentials, GitConfig, NO_REMOTE, type Remote, readRemote} from './git-remote';
import type {GitRun, GitRunner, GitRunOptions} from './ports';

/** The time limit of a command, milliseconds: enough to fetch a large history; stops a remote that hangs. */
const LONGEST_RUN_MS = 300_000;

/** The exit code of a command over its time limit, as in timeout(1). */
const TIMED_OUT = 124;

/** The environment variables that git gets: no key, no token, and no `GIT_DIR`. */
const PASSED_ON =
  /^(?:HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SystemRoot|USERPROFILE|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_CAINFO|GIT_SSL_CAPATH|SSL_CERT_FILE|SSL_CERT_DIR|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_CONFIG_NOSYSTEM|(?:https?|all|no)_proxy)$/i;

/** Repository, environment and credentials of git. */
interface GitOptions {
  /** The directory of the checkout that holds `.git`; null where there is none, and every command fails. */
  readonly repository: string | null;
  /** Directory of the checkouts: no program and no configuration is taken from there. Absolute. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used where the checkout left no credentials of its own, and only for `serverUrl`. */
  readonly token: Secret | undefined;
  /** `https://github.com`, without a final `/`. */
  readonly serverUrl: string;
  /** Milliseconds that one command may take; five minutes by default. */
  readonly longestRunMs?: number;
}

/**
 * Opens git for one repository, which is named and never searched for: no shell, no prompts. The remote gets the credentials that
 * actions/checkout left in the configuration, else the token, which never is on a command line or in the output. The configuration is
 * read once. Objects are read by one process for each repository, until it is closed.
 */
export function openGit(options: GitOptions): GitRunner {
  const {repository} = options;
  const redact = createRedactor(options.token === undefined ? [] : [options.token.reveal(), basicCredentials(options.token)]);
  const run = async (args: readonly string[], runOptions: GitRunOptions, more: Remote = NO_REMOTE): Promise<GitRun> => {
    if (repository === null) return NO_REPOSITORY;
    const ran = await start({repository, args, runOptions, more, options});
    return {...ran, stderr: redact(ran.stderr)};
  };
  const ask = (...args: string[]) => run(args, {});
  const readConfig = once(async () => {
    const config = new GitConfig(await ask('config', '--null', '--show-scope', '--show-origin', '--list'));
    config.refuseFilesOf(options.workspace, repository ?? options.workspace);
    return config;
  });
  const openRemote = once(async () => readRemote(await readConfig(), options, ask));
  const findMeans = async (command: string, {bare}: GitRunOptions): Promise<Remote> => {
    const config = await readConfig();
    const usesRemote = bare !== undefined || REMOTE_COMMANDS.has(command) || config.isPartialClone;
    const {protocols, settings} = usesRemote ? await openRemote() : NO_REMOTE;
    const about = bare === undefined ? [] : config.listAboutRemote();
    return {protocols, settings: [...about, ...settings, ...(command === 'worktree' ? [WHOLE, ...config.listFilters()] : [])]};
  };
  const git = async (args: readonly string[], runOptions: GitRunOptions = {}) => {
    return repository === null ? NO_REPOSITORY : run(args, runOptions, await findMeans(args[0] ?? '', runOptions));
  };
  const readers = new Readers(async bare => {
    const runOptions = bare === undefined ? {} : {bare};
    const more = await findMeans('cat-file', runOptions);
    const startBatch = () => spawnGit({repository: repository ?? '', args: ['cat-file', '--batch'], runOptions, more, options});
    return new ObjectReader(startBatch, options.longestRunMs ?? LONGEST_RUN_MS);
  });
  const read = async (name: string, bare?: string): Promise<GitObject | null> => {
    if (repository === null) return null;
    if (!/[\r\n]/.test(name)) return (await readers.of(bare)).read(name);
    // A reader takes one line for each name.
    const {exitCode, stdout} = await git(['rev-parse', '--verify', '--quiet', name], bare === undefined ? {} : {bare});
    return exitCode === 0 ? read(stdout.toString('utf8').trim(), bare) : null;
  };
  return Object.assign(git, {read, close: (bare?: string) => readers.close(bare)});
}

/** One reader of objects for each repository: the checkout, and bare ones by their directories. */
class Readers {
  readonly #opened = new Map<string | undefined, Promise<ObjectReader>>();

  constructor(private readonly open: (bare: string | undefined) => Promise<ObjectReader>) {}

  of(bare: string | undefined): Promise<ObjectReader> {
    const reader = this.#opened.get(bare) ?? this.open(bare);
    this.#opened.set(bare, reader);
    return reader;
  }

  /** Ends one reader, or all. */
  async close(only?: string): Promise<void> {
    for (const [bare, reader] of [...this.#opened]) {
      if (only !== undefined && bare !== only) continue;
      this.#opened.delete(bare);
      await (await reader).close();
    }
  }
}

/** Remembers the first answer. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/** A worktree has all files of its commit, also where the checkout is sparse: a spec that is not there would be one that was removed. */
const WHOLE: GitSetting = ['core.sparseCheckout', 'false'];

/** The result of every command if there is no repository. */
const NO_REPOSITORY: GitRun = {exitCode: 128, stdout: Buffer.alloc(0), stderr: 'fatal: not a git repository'};

/** The commands that use the remote: only they get credentials, unless it is a partial clone. */
const REMOTE_COMMANDS: ReadonlySet<string> = new Set(['fetch', 'push', 'ls-remote']);

interface Start {
  readonly repository: string;
  readonly args: readonly string[];
  readonly runOptions: GitRunOptions;
  readonly more: Remote;
  readonly options: GitOptions;
}

/** Starts git in a process group of its own: a signal that ends the run must not stop the push that saves the results. */
function spawnGit({repository, args, runOptions, more, options}: Start): ChildProcessByStdio<Writable, Readable, Readable> {
  const {env, workspace} = options;
  const place = runOptions.bare === undefined ? {workTree: repository} : {bare: runOptions.bare};
  const started = pinGit(place, args, {env, passOn: PASSED_ON, distrusted: workspace, ...more});
  if (started === null) throw new Error('git was not found in PATH (directories inside the checkout do not count)');
  return spawn(started.program, started.args, {
    cwd: repository,
    env: started.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
}

function start(starting: Start): Promise<GitRun> {
  const {args, runOptions, options} = starting;
  const {longestRunMs = LONGEST_RUN_MS} = options;
  return new Promise((resolve, reject) => {
    const child = spawnGit(starting);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGroup(child);
    }, longestRunMs);
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(runOptions.stdin ?? '');
    child.on('error', error => {
      clearTimeout(timer);
      reject(new Error(`git could not be started: ${error.message}`, {cause: error}));
    });
    child.on('close', exitCode => {
      clearTimeout(timer);
      const words = Buffer.concat(stderr).toString('utf8').trim();
      const late = `git ${args[0] ?? ''} took longer than ${longestRunMs / 1000} s`;
      resolve({exitCode: isLate ? TIMED_OUT : (exitCode ?? 128), stdout: Buffer.concat(stdout), stderr: isLate ? late : words});
    });
  });
}
