import {spawn} from 'node:child_process';
import {type GitSetting, pinGit} from '../git/pinned-git';
import {createRedactor} from '../secrets/redaction';
import type {Secret} from '../secrets/secret';
import type {GitRun, GitRunner, GitRunOptions} from './ports';

/** The time limit of a command, milliseconds: enough to fetch a large history; stops a remote that hangs. */
const LONGEST_RUN_MS = 300_000;

/** The exit code of a command over its time limit, as in timeout(1). */
const TIMED_OUT = 124;

/** The environment variables that git gets: no key, no token, and no `GIT_DIR`. */
const PASSED_ON =
  /^(?:HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SystemRoot|USERPROFILE|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_CAINFO|GIT_SSL_CAPATH|SSL_CERT_FILE|SSL_CERT_DIR|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_CONFIG_NOSYSTEM|(?:https?|all|no)_proxy)$/i;

/** The protocols for the remote; see {@link Remote} for plain http. */
const PROTOCOLS = ['https', 'ssh'];

/** Repository, environment and credentials of git. */
export interface GitOptions {
  /** The directory of the checkout that holds `.git`; null where there is none, and every command fails. */
  readonly repository: string | null;
  /** What checkouts brought: no program and no configuration is taken from there. Absolute. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used where the checkout left no credentials of its own, and only for `serverUrl`. */
  readonly token: Secret | undefined;
  /** `https://github.com`, without a final `/`. */
  readonly serverUrl: string;
  /** How long one command may take, milliseconds; five minutes by default. */
  readonly longestRunMs?: number;
}

/**
 * Opens git for one repository, which is named and never searched for: no shell, no prompts. The remote gets the credentials that
 * actions/checkout left in the configuration, else the token, which never is on a command line or in the output.
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
  let remote: Promise<Remote> | undefined;
  let borrowed: Promise<Remote> | undefined;
  let partial: Promise<boolean> | undefined;
  const openRemote = () => (remote ??= readRemote(options, ask));
  return async (args, runOptions = {}) => {
    if (runOptions.bare !== undefined) {
      borrowed ??= borrowRemote(options, ask);
      return run(args, runOptions, await borrowed);
    }
    partial ??= isPartialClone(ask);
    const {protocols, settings} = REMOTE_COMMANDS.has(args[0] ?? '') || (await partial) ? await openRemote() : NO_REMOTE;
    const filters = args[0] === 'worktree' ? await listFilters(ask) : [];
    return run(args, runOptions, {protocols, settings: [...settings, ...filters]});
  };
}

/** The result of every command if there is no repository. */
const NO_REPOSITORY: GitRun = {exitCode: 128, stdout: Buffer.alloc(0), stderr: 'fatal: not a git repository'};

/** The commands that use the remote: only they get credentials, unless {@link isPartialClone}. */
const REMOTE_COMMANDS: ReadonlySet<string> = new Set(['fetch', 'push', 'ls-remote']);

/** Asks git about the repository itself. */
type Ask = (...args: string[]) => Promise<GitRun>;

/** Whether every command may ask the remote for files that are not here, as with the input `filter` of actions/checkout. */
async function isPartialClone(ask: Ask): Promise<boolean> {
  return (await ask('config', '--bool', '--get', 'remote.origin.promisor')).stdout.toString('utf8').trim() === 'true';
}

/** Protocols and settings for the remote. Plain http is allowed for the runner's own server only (a local or closed network). */
interface Remote {
  readonly protocols: readonly string[];
  readonly settings: readonly GitSetting[];
}

const NO_REMOTE: Remote = {protocols: PROTOCOLS, settings: []};

async function readRemote({token, serverUrl}: GitOptions, ask: Ask): Promise<Remote> {
  const isOwn = (url: string) => url.startsWith(`${serverUrl}/`);
  const [urls, pushUrls] = [await ask('remote', 'get-url', '--all', 'origin'), await ask('remote', 'get-url', '--all', '--push', 'origin')];
  const all = [urls, pushUrls].flatMap(({stdout}) => stdout.toString('utf8').trim().split('\n'));
  const [url = ''] = all;
  const isPlain = all.some(isOwn) && all.every(one => isOwn(one) || !one.startsWith('http://')) && serverUrl.startsWith('http://');
  const protocols = isPlain ? [...PROTOCOLS, 'http'] : PROTOCOLS;
  if (token === undefined || !isOwn(url)) return {protocols, settings: []};
  // A second `Authorization` header would be refused, so that ours is added only where the checkout left none.
  const configured = await ask('config', '--get-urlmatch', 'http.extraheader', url);
  if (configured.stdout.toString('utf8').trim() !== '') return {protocols, settings: []};
  return {protocols, settings: [[`http.${serverUrl}/.extraheader`, `AUTHORIZATION: basic ${basicCredentials(token)}`]]};
}

/** The settings of a checkout, and of files it includes, that say how to reach its remote. */
const ABOUT_REMOTE = /^(?:remote\.origin\.(?:url|pushurl|proxy)|https?\..+|core\.sshcommand|ssh\..+|credential\..+|url\..+)$/i;

/** The checkout's remote, for a repository without a configuration. */
async function borrowRemote(options: GitOptions, ask: Ask): Promise<Remote> {
  const {protocols, settings} = await readRemote(options, ask);
  const listed = await ask('config', '--local', '--includes', '--null', '--list');
  const own = listed.stdout.toString('utf8').split('\0');
  const about = own.flatMap((entry): GitSetting[] => {
    const [name = '', ...value] = entry.split('\n');
    return ABOUT_REMOTE.test(name) ? [[name, value.join('\n')]] : [];
  });
  return {protocols, settings: [...about, ...settings]};
}

/** Settings that switch off filters such as git-lfs: the repository could choose which files they run on. */
async function listFilters(ask: Ask): Promise<readonly GitSetting[]> {
  const listed = await ask('config', '--null', '--name-only', '--get-regexp', '^filter\\.');
  const names = listed.stdout
    .toString('utf8')
    .split('\0')
    .filter(name => name !== '');
  const drivers = new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))));
  return [...drivers].flatMap(driver => [
    [`${driver}.smudge`, ''] as const,
    [`${driver}.process`, ''] as const,
    [`${driver}.required`, 'false'] as const,
  ]);
}

function basicCredentials(token: Secret): string {
  return Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
}

interface Start {
  readonly repository: string;
  readonly args: readonly string[];
  readonly runOptions: GitRunOptions;
  readonly more: Remote;
  readonly options: GitOptions;
}

function start({repository, args, runOptions, more, options}: Start): Promise<GitRun> {
  const {env, workspace, longestRunMs = LONGEST_RUN_MS} = options;
  const place = runOptions.bare === undefined ? {workTree: repository} : {bare: runOptions.bare};
  const started = pinGit(place, args, {env, passOn: PASSED_ON, distrusted: workspace, ...more});
  if (started === null) return Promise.reject(new Error('git was not found in PATH (directories inside the checkout do not count)'));
  const index = runOptions.indexFile === undefined ? {} : {GIT_INDEX_FILE: runOptions.indexFile};
  return new Promise((resolve, reject) => {
    // Its own process group: a signal that ends the run must not stop the push that saves the results.
    const child = spawn(started.program, started.args, {
      cwd: repository,
      env: {...started.env, ...index},
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
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
