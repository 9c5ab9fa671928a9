import {spawn} from 'node:child_process';
import {createRedactor} from '../secrets/redaction';
import type {Secret} from '../secrets/secret';
import type {GitRun, GitRunner, GitRunOptions} from './model';

/** How long one command may take, milliseconds: fetching a large history fits in it, a hanging remote does not. */
const LONGEST_RUN_MS = 300_000;

/** The exit code that stands for a command that took too long, as timeout(1) has it. */
const TIMED_OUT = 124;

/**
 * Switches off what a repository's own configuration could start (hooks, file watchers) and what runs beside a command.
 * The owner of the directory is not looked at: in a container job it is another user than ours, and the workflow named it.
 */
const SAFE_SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
  'safe.directory=*',
].flatMap(setting => ['-c', setting]);

/** What git is let see of the environment: no key, no token, and no `GIT_DIR` that points it elsewhere. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SystemRoot|USERPROFILE|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_CAINFO|GIT_SSL_CAPATH|SSL_CERT_FILE|SSL_CERT_DIR|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_CONFIG_NOSYSTEM|(?:https?|all|no)_proxy)$/i;

/** With what git runs. */
export interface GitOptions {
  /** Where commands run that name no other place; absolute. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used where the checkout left no credentials of its own, and only for `serverUrl`. */
  readonly token: Secret | undefined;
  /** `https://github.com`, without a final `/`. */
  readonly serverUrl: string;
  /** How long one command may take, milliseconds; five minutes by default. */
  readonly longestRunMs?: number;
}

/**
 * Git as the action uses it: an argument vector and no shell, no prompts, no hooks. The remote is asked with what
 * actions/checkout left in the configuration, else with the token, which is on no command line and in no output.
 */
export function openGit(options: GitOptions): GitRunner {
  const env = cleanEnvironment(options.env);
  const redact = createRedactor(options.token === undefined ? [] : [options.token.reveal(), basicCredentials(options.token)]);
  let authentication: Promise<Record<string, string>> | undefined;
  const run = async (args: readonly string[], runOptions: GitRunOptions, extra: Record<string, string>): Promise<GitRun> => {
    const index = runOptions.indexFile === undefined ? {} : {GIT_INDEX_FILE: runOptions.indexFile};
    const ran = await start(args, {
      cwd: runOptions.cwd ?? options.directory,
      env: {...env, ...extra, ...index},
      stdin: runOptions.stdin ?? '',
      longestRunMs: options.longestRunMs ?? LONGEST_RUN_MS,
    });
    return {...ran, stderr: redact(ran.stderr)};
  };
  const authenticate = () => {
    authentication ??= findAuthentication(options, args => run(args, {}, {}));
    return authentication;
  };
  return async (args, runOptions = {}) => run(args, runOptions, REMOTE_COMMANDS.has(args[0] ?? '') ? await authenticate() : {});
}

/** The commands that speak to the remote: only they are given credentials. */
const REMOTE_COMMANDS: ReadonlySet<string> = new Set(['fetch', 'push', 'ls-remote']);

function cleanEnvironment(env: GitOptions['env']): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) => (value !== undefined && PASSED_ON.test(name) ? [[name, value]] : []));
  return {...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0'};
}

/** A second `Authorization` header would be refused, so that ours is added only where the checkout left none. */
async function findAuthentication(
  {token, serverUrl}: GitOptions,
  run: (args: readonly string[]) => Promise<GitRun>,
): Promise<Record<string, string>> {
  if (token === undefined) return {};
  const url = (await run(['remote', 'get-url', 'origin'])).stdout.toString('utf8').trim();
  if (!url.startsWith(`${serverUrl}/`)) return {};
  const configured = await run(['config', '--get-urlmatch', 'http.extraheader', url]);
  if (configured.stdout.toString('utf8').trim() !== '') return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${serverUrl}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basicCredentials(token)}`,
  };
}

function basicCredentials(token: Secret): string {
  return Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
}

interface Start {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | Buffer;
  readonly longestRunMs: number;
}

function start(args: readonly string[], {cwd, env, stdin, longestRunMs}: Start): Promise<GitRun> {
  return new Promise((resolve, reject) => {
    // A group of its own: a signal that ends the run must not cut off the push that saves what the run did.
    const child = spawn('git', [...SAFE_SETTINGS, ...args], {cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true});
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
    child.stdin.end(stdin);
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
