import {UserError} from '../../core/diagnostics/user-error';
import {errorCode} from '../../core/files/file-error';
import {isObject, type JsonValue, property} from '../../core/json/value';
import type {ActionEvent, PullRequestEvent, WorkflowRun} from './ports';

/** The runner's environment. */
type RunnerEnv = Readonly<Record<string, string | undefined>>;

/** Reads the run, and the event that started it, from the runner's environment. Throws {@link UserError}, also for unsafe events. */
export function readWorkflow(env: RunnerEnv, payload: JsonValue): {readonly run: WorkflowRun; readonly event: ActionEvent} {
  const name = need(env, 'GITHUB_EVENT_NAME');
  refuseUnsafe(name, payload);
  const run = readRun(env, payload);
  return {run, event: readEvent(name, env, payload, run)};
}

function readRun(env: RunnerEnv, payload: JsonValue): WorkflowRun {
  const [owner = '', name = ''] = need(env, 'GITHUB_REPOSITORY').split('/');
  const apiUrl = withoutSlash(env['GITHUB_API_URL'] || 'https://api.github.com');
  return {
    repository: {owner, name, defaultBranch: text(at(payload, 'repository', 'default_branch')), id: readId(env['GITHUB_REPOSITORY_ID'])},
    apiUrl,
    graphqlUrl: withoutSlash(env['GITHUB_GRAPHQL_URL'] || `${apiUrl}/graphql`),
    serverUrl: withoutSlash(env['GITHUB_SERVER_URL'] || 'https://github.com'),
    runId: env['GITHUB_RUN_ID'] ?? '',
    runAttempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1') || 1,
    temporaryDirectory: need(env, 'RUNNER_TEMP'),
  };
}

function readId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function need(env: RunnerEnv, name: string): string {
  const value = env[name] ?? '';
  if (value !== '') return value;
  throw new UserError(
    'action/no-runner',
    `${name} is not set; this must run inside GitHub Actions`,
    'outside GitHub Actions, use the command `monitors`',
  );
}

/** The payload of the event; `readText` reads the file that `GITHUB_EVENT_PATH` names. Throws {@link UserError}. */
export function readPayload(env: RunnerEnv, readText: (path: string) => string): JsonValue {
  const path = need(env, 'GITHUB_EVENT_PATH');
  try {
    return JSON.parse(readText(path)) as JsonValue;
  } catch (error) {
    throw badPayload(error instanceof SyntaxError ? 'it is not JSON' : `it cannot be read (${errorCode(error)})`, error);
  }
}

function badPayload(why: string, cause?: unknown): UserError {
  return new UserError(
    'action/no-runner',
    `the file in GITHUB_EVENT_PATH does not describe a GitHub event: ${why}`,
    'outside GitHub Actions, use the command `monitors`; on a self-hosted runner, check what writes that file',
    {cause},
  );
}

/** Refuses events that run files of a fork with the secrets of the repository: `pull_request` can plan for a fork without them. */
function refuseUnsafe(name: string, payload: JsonValue): void {
  if (name === 'pull_request_target' || name === 'workflow_run') {
    throw unsafe(`${name} runs with the secrets of this repository, on files that may come from a fork`);
  }
  if (name.endsWith('_comment') && !name.startsWith('pull_request_') && at(payload, 'issue', 'pull_request') !== undefined) {
    throw unsafe(`a comment on a pull request (${name}) runs with the secrets of this repository, on files that may come from a fork`);
  }
  if (!name.startsWith('pull_request') && isFork(at(payload, 'pull_request'))) {
    throw unsafe(`${name} is about a pull request from a fork, and runs with the secrets of this repository`);
  }
}

/** Refuses an API key in a run on files of a fork. Throws {@link UserError}. */
export function refuseKeyForFork(event: ActionEvent, hasKey: boolean): void {
  if (event.kind === 'pull-request' && event.isFork && hasKey) {
    throw unsafe('this pull request comes from a fork, and api-key is set: files from the fork would run with access to the key');
  }
}

/** Refuses the credentials of a state's server in a run on files of a fork. `names` are the variables that may hold them. Throws {@link UserError}. */
export function refuseStateForFork(event: ActionEvent, names: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  const name = names.find(variable => (env[variable] ?? '') !== '');
  if (event.kind !== 'pull-request' || !event.isFork || name === undefined) return;
  throw unsafe(
    `this pull request comes from a fork, and ${name} is set: files from the fork would run with access to the state`,
    `leave ${name} out for forks: the specs are checked without a plan then`,
  );
}

/** Refuses `refresh` for a fork: it needs the key, which a fork must not have. Throws {@link UserError}. */
export function refuseRefreshForFork(event: ActionEvent, refresh: boolean): void {
  if (event.kind !== 'pull-request' || !event.isFork || !refresh) return;
  throw new UserError(
    'action/unsafe-event',
    'this pull request comes from a fork, and "refresh: true" needs the API key: files from the fork would run with access to the key',
    'set `refresh: ${{ !github.event.pull_request.head.repo.fork }}`, and api-key under the same condition',
  );
}

function unsafe(message: string, hint = 'use `on: pull_request` without api-key; validate and plan need no secrets'): UserError {
  return new UserError('action/unsafe-event', message, hint);
}

function readEvent(name: string, env: RunnerEnv, payload: JsonValue, run: WorkflowRun): ActionEvent {
  if (name.startsWith('pull_request')) return readPullRequest(name, at(payload, 'pull_request') ?? null);
  const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
  const sha = env['GITHUB_SHA'] ?? '';
  const isOnBranch = ['push', 'workflow_dispatch', 'schedule', 'repository_dispatch'].includes(name);
  if (!isOnBranch || branch === undefined || !isCommit(sha)) return {kind: 'other', name};
  // A schedule always runs on the default branch, and its payload does not name it.
  const isDefaultBranch = branch === run.repository.defaultBranch || name === 'schedule';
  const before = text(at(payload, 'before'));
  const hasBefore = name === 'push' && before !== '';
  const isForced = hasBefore && at(payload, 'forced') === true && isCommit(before);
  return {kind: 'branch', name, branch, sha, isDefaultBranch, ...(hasBefore ? {before} : {}), ...(isForced ? {replaced: before} : {})};
}

/** Reads a pull request. Refuses one without number or branches: the plan must start from the state of its base branch. */
function readPullRequest(name: string, pull: JsonValue): PullRequestEvent {
  const end = (side: 'base' | 'head') => ({branch: text(at(pull, side, 'ref')), sha: text(at(pull, side, 'sha'))});
  const [number, base, head] = [at(pull, 'number'), end('base'), end('head')];
  if (typeof number === 'number' && base.branch !== '' && isCommit(base.sha) && isCommit(head.sha)) {
    return {kind: 'pull-request', number, base, head, isFork: isFork(pull)};
  }
  throw badPayload(`it does not name the pull request of the event ${name}`);
}

/** A head whose repository was deleted, or is not named, counts as a fork. */
function isFork(pull: JsonValue | undefined): boolean {
  if (!isObject(pull)) return false;
  const head = text(at(pull, 'head', 'repo', 'full_name'));
  return head === '' || head !== text(at(pull, 'base', 'repo', 'full_name'));
}

function isCommit(sha: string): boolean {
  return /^(?!0+$)[0-9a-f]{40}$/.test(sha);
}

function at(value: JsonValue, ...names: readonly string[]): JsonValue | undefined {
  return names.reduce<JsonValue | undefined>((inner, name) => property(inner, name), value);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
