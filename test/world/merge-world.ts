import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Emulator, type EmulatorOptions, startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type ActionRun, type ActionStart, GITHUB_TOKEN, pullRequestEvent, pushEvent, removeRunnerFiles, runAction} from './action-run';
import {specFor} from './cli';
import {type FakeGitHub, type StoredComment, type StoredPullRequest, startGitHub} from './github';
import {fetchCommit, git, type HostedRepository, hostRepository} from './hosted-repository';
import {realWorld} from './real-world';
import {API_KEY} from './service';

/** A merge that is ready to be applied. */
export interface Merge {
  /** The merge commit. */
  readonly sha: string;
  readonly pullRequest: number;
}

/** Options of one apply. */
export interface ApplyStart extends Partial<Pick<ActionStart, 'inputs' | 'env' | 'event'>> {
  /** 1 by default, as with actions/checkout; 0 for everything. */
  readonly depth?: number;
  /** The checkout is made here; a fresh one of the branch's tip by default. */
  readonly checkout?: string;
}

/** Options of the plan of a pull request. */
export interface PlanStart extends Pick<ApplyStart, 'inputs' | 'env'> {
  readonly isFork?: boolean;
}

/** A repository on a server, GitHub beside it, and the service: the whole world of a merge. */
export interface MergeWorld {
  readonly repository: HostedRepository;
  readonly github: FakeGitHub;
  readonly emulator: Emulator;
  /** Opens a pull request with these files and runs the action for it. */
  openPullRequest(files: Readonly<Record<string, string | null>>, start?: PlanStart): Promise<OpenPullRequest>;
  /** Commits more to a pull request and runs the action for it again. */
  updatePullRequest(pullRequest: {readonly number: number}, files: Readonly<Record<string, string | null>>): Promise<OpenPullRequest>;
  /** Runs the action for a pull request as it is. */
  planPullRequest(pullRequest: {readonly number: number}, start?: PlanStart): Promise<OpenPullRequest>;
  /** Merges it as GitHub does. */
  mergePullRequest(pullRequest: {readonly number: number}): Merge;
  /** Opens and merges a pull request. */
  merge(files: Readonly<Record<string, string | null>>): Promise<Merge>;
  /** Runs the action for a push of this commit. */
  apply(merge: {readonly sha: string}, start?: ApplyStart): Promise<ActionRun>;
  /**
   * Runs a shell script on the server at each push, before it is taken (or, with `after`, when it was taken). `$COUNT` is
   * the push's number, from 1, and `$RUNNER` the process of the run that was started last.
   */
  onPush(script: string, moment?: 'before' | 'after'): void;
  /** The service's clock catches up: what it created is as old as it was behind. */
  letTimePass(): void;
  /** The names of the monitors that the service holds, sorted. */
  monitors(): string[];
  /** The subjects of a branch's commits, newest first, without those of the specs. */
  recordings(branch?: string): string[];
  close(): Promise<void>;
}

/** A pull request with its plan. */
export interface OpenPullRequest {
  readonly number: number;
  readonly branch: string;
  readonly run: ActionRun;
}

/** The first line of the commits that record the state. */
export const RECORDING = 'Record the state of monitors [skip ci]';

/** A config and nothing else. */
export const PROJECT = {'monitors.config.yaml': 'project: acme-web\n'};

/** Starts a {@link MergeWorld} whose branch `main` holds these files; the service's clock is `startsMs` behind until time passes. */
export async function startMergeWorld(
  files: Readonly<Record<string, string>> = {...PROJECT, 'monitors/first.yaml': specFor('first')},
  faults: FaultScript = {},
  operations: 'create' | 'full' = 'create',
  startsMs = 0,
): Promise<MergeWorld> {
  return openMergeWorld(hostRepository(files), {faults, operations, startsMs}, NOTHING_YET);
}

/** Options of the service of a world. */
export interface ServiceStart extends Pick<EmulatorOptions, 'faults' | 'operations' | 'port' | 'dataFile'> {
  readonly startsMs: number;
}

/** History of the pull requests of a world. */
export interface PullRequests {
  readonly opened: number;
  readonly comments: readonly StoredComment[];
  readonly merged: readonly (readonly [sha: string, StoredPullRequest])[];
}

const NOTHING_YET: PullRequests = {opened: 0, comments: [], merged: []};

/** Beginning of each world, and what happened in it since. */
const begun = new WeakMap<MergeWorld, () => {readonly service: ServiceStart; readonly pulls: PullRequests}>();

/** Describes how a world was begun, and what happened in it since. */
export function describeWorld(world: MergeWorld) {
  const describe = begun.get(world);
  if (describe === undefined) throw new Error('not a world of startMergeWorld');
  return describe();
}

/** Opens a world with a repository and what happened to its pull requests. */
export async function openMergeWorld(repository: HostedRepository, start: ServiceStart, pulls: PullRequests): Promise<MergeWorld> {
  const {startsMs, ...service} = start;
  let behindMs = startsMs;
  const clock = {...realWorld, now: () => realWorld.now() - behindMs};
  const emulator = await startEmulator({apiKeys: [API_KEY], ...service, world: clock});
  const github = await startGitHub({token: GITHUB_TOKEN});
  const hooks = join(repository.remote, 'hooks');
  let pullRequests = pulls.opened;
  const merged = [...pulls.merged];
  for (const {issue, author, body} of pulls.comments) github.addComment(issue, author, body);
  for (const [sha, pull] of merged) github.linkCommit(sha, pull);
  // Only a run that a hook sends signals to needs a process of its own.
  let namesRunner = false;

  const updatePullRequest = async (
    {number}: {readonly number: number},
    changed: Readonly<Record<string, string | null>>,
    start: PlanStart = {},
  ) => {
    repository.commit(`change-${number}`, changed);
    return planPullRequest({number}, start);
  };
  const planPullRequest: MergeWorld['planPullRequest'] = async ({number}, start = {}) => {
    const branch = `change-${number}`;
    const {inputs = {}, env = {}, isFork = false} = start;
    const plan = async () => {
      const {directory, sha} = repository.checkOut({pullRequest: number, branch, base: 'main'});
      const event = pullRequestEvent(repository, sha, {number, branch, isFork});
      return runAction({checkout: directory, event, inputs, env, github});
    };
    const about = [repository.tipOf('main'), repository.tipOf(branch), number, inputs];
    // Other needs of a run, such as a database, are in its environment.
    return {number, branch, run: await (start.env === undefined && !isFork ? remember(about, github, plan) : plan())};
  };
  const openPullRequest: MergeWorld['openPullRequest'] = (changed, start) => updatePullRequest({number: ++pullRequests}, changed, start);
  const mergePullRequest: MergeWorld['mergePullRequest'] = ({number}) => {
    const branch = `change-${number}`;
    const sha = repository.merge(branch, 'main');
    const pull = {number, base: 'main', headSha: repository.tipOf(branch), mergeCommitSha: sha, merged: true};
    github.linkCommit(sha, pull);
    merged.push([sha, pull]);
    return {sha, pullRequest: number};
  };
  const world: MergeWorld = {
    repository,
    github,
    emulator,
    openPullRequest,
    updatePullRequest,
    planPullRequest,
    mergePullRequest,
    merge: async changed => mergePullRequest(await openPullRequest(changed)),
    apply: ({sha}, {depth = 1, checkout, event = pushEvent(sha), inputs = {}, env = {}} = {}) =>
      runAction({
        checkout: checkout ?? checkOutCommit(repository, sha, depth),
        event,
        inputs: {'api-key': API_KEY, 'base-url': emulator.url, ...inputs},
        env,
        github,
        ...(namesRunner
          ? {
              onStart: child => {
                mkdirSync(hooks, {recursive: true});
                writeFileSync(join(hooks, 'runner'), String(child.pid));
              },
            }
          : {}),
      }),
    onPush: (script, moment = 'before') => {
      const name = moment === 'before' ? 'pre-receive' : 'post-receive';
      const lines = [
        '#!/bin/sh',
        `COUNT=$(($(cat hooks/${name}.count) + 1))`,
        `echo $COUNT > hooks/${name}.count`,
        ...(script.includes('$RUNNER') ? ['RUNNER=$(cat hooks/runner)'] : []),
      ];
      namesRunner ||= script.includes('$RUNNER');
      mkdirSync(hooks, {recursive: true});
      writeFileSync(join(hooks, `${name}.count`), '0');
      writeFileSync(join(hooks, name), `${[...lines, script].join('\n')}\n`);
      chmodSync(join(hooks, name), 0o755);
    },
    letTimePass: () => {
      behindMs = 0;
    },
    monitors: () =>
      emulator
        .monitors()
        .map(({name}) => String(name))
        .sort(),
    recordings: (branch = 'main') =>
      git(repository.remote, 'log', '--format=%s', '--author=github-actions', branch).split('\n').filter(Boolean),
    close: async () => {
      await Promise.all([github.close(), emulator.close()]);
      repository.remove();
      removeRunnerFiles();
    },
  };
  begun.set(world, () => ({
    service: start,
    pulls: {opened: pullRequests, comments: github.comments.map(comment => ({...comment})), merged: [...merged]},
  }));
  return world;
}

/** Results of the action for pull requests that were the first of theirs: the same commits get the same comment again. */
const remembered = new Map<string, {readonly run: ActionRun; readonly comments: readonly StoredComment[]}>();

/** Plans a pull request, or puts the comments there that the action wrote when it planned just this one before. */
async function remember(about: readonly unknown[], github: FakeGitHub, plan: () => Promise<ActionRun>): Promise<ActionRun> {
  if (github.requests.length > 0 || github.comments.length > 0) return plan();
  const known = remembered.get(JSON.stringify(about));
  if (known === undefined) {
    const run = await plan();
    remembered.set(JSON.stringify(about), {run, comments: github.comments.map(comment => ({...comment}))});
    return run;
  }
  for (const {issue, author, body} of known.comments) github.addComment(issue, author, body);
  return known.run;
}

/** A hook's lines that let somebody else push to a branch: this file with this content, or null to take it away. */
export function pushAsSomebodyElse(branch: string, path: string, content: string | null): string {
  const change =
    content === null
      ? `printf '0 0000000000000000000000000000000000000000\\t%s\\n' ${path} | git update-index --index-info`
      : `git update-index --add --cacheinfo 100644,$(echo "${content}" | git hash-object -w --stdin),${path}`;
  return [
    // A hook's changes to its repository would else be undone with the push that it belongs to.
    'unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'export GIT_INDEX_FILE=hooks/index GIT_AUTHOR_NAME=Eve GIT_AUTHOR_EMAIL=eve@example.com GIT_COMMITTER_NAME=Eve GIT_COMMITTER_EMAIL=eve@example.com',
    `git read-tree refs/heads/${branch}`,
    change,
    `git update-ref refs/heads/${branch} $(git commit-tree -p refs/heads/${branch} -m "Somebody else" $(git write-tree))`,
  ].join('\n');
}

let checkouts = 0;

/** A checkout of the pushed commit, as actions/checkout makes it, also when the branch has moved on since. */
function checkOutCommit({remote}: HostedRepository, sha: string, depth: number): string {
  const directory = join(remote, '..', `run-${++checkouts}`);
  fetchCommit(remote, {directory, sha, ref: 'refs/remotes/origin/main', depth});
  git(directory, 'checkout', '-q', '--force', '-B', 'main', 'refs/remotes/origin/main');
  return directory;
}
