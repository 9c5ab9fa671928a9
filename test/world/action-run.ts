import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {ActionStep} from '../../src/doors/action/step';
import {Collector, contextHere} from './cli-here';
import type {HostedRepository} from './hosted-repository';
import {NODE_FLAGS} from './node-flags';

const root = join(__dirname, '../..');

/** The bundle that action.yml names, built by `npm test`. */
export const actionBundle = join(root, 'dist/action.cjs');

/** The parts of action.yml that a runner goes by. */
export const actionManifest = load(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, {readonly description: string; readonly default?: string}>>;
  readonly outputs: Readonly<Record<string, {readonly description: string}>>;
  readonly runs: {readonly using: string; readonly main: string};
};

/** The repository that events and requests name. */
export const REPOSITORY = {owner: 'acme', name: 'web', defaultBranch: 'main'} as const;

/** The token that runs get unless they say otherwise. */
export const GITHUB_TOKEN = 'ghs_TESTTOKEN0123456789abcdef';

/** The name and payload of an event, as a runner passes them. */
export interface RunnerEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** `GITHUB_SHA`. */
  readonly sha: string;
  /** `GITHUB_REF`. */
  readonly ref: string;
}

/** One command to the runner, as it is read from a step's log. */
export interface LogCommand {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** End of one run of the action. */
export interface ActionRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The job summary. */
  readonly summary: string;
  /** The commands that the runner would carry out. */
  readonly commands: readonly LogCommand[];
}

/** Start of the action. */
export interface ActionStart {
  /** `GITHUB_WORKSPACE`: a checkout. */
  readonly checkout: string;
  readonly event: RunnerEvent;
  /** The `with:` of the step; the rest has the defaults of action.yml, as with the runner. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The fake's address; nothing listens where it is left out. */
  readonly github?: {readonly apiUrl: string; readonly graphqlUrl: string};
  /** Called with the child once it runs, e.g. to kill it: the run has a process of its own then. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
}

/** Place of those runs of a test file that are neither its first one nor beside another one nor to be killed. */
let place: 'here' | 'process' = 'here';
let isBundleTried = false;
let underWay = 0;

/** For a test file about what a process is given and what it gives to its children: each run is one of the bundle. */
export function runEachAsProcess(): void {
  place = 'process';
}

/**
 * Runs the action as the runner does, with nothing of this machine's environment but `PATH`: the bundle in a process of its own once a
 * file, where a run is to be killed and where it comes beside another one, else from source in this process, over the same files,
 * sockets and git. A process each would be most of what a run costs.
 */
export async function runAction({checkout, event, inputs = {}, env = {}, github, onStart}: ActionStart): Promise<ActionRun> {
  const temporary = mkdtempSync(join(tmpdir(), 'monitors-runner-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(temporary, name), text);
    return join(temporary, name);
  };
  mkdirSync(join(temporary, 'temp'));
  const isProcess = place === 'process' || !isBundleTried || underWay > 0 || onStart !== undefined;
  isBundleTried = true;
  underWay++;
  try {
    const run = await (isProcess ? startBundle : startHere)(
      {
        PATH: process.env['PATH'],
        HOME: join(temporary, 'home'),
        CI: 'true',
        MONITORS_RETRY_BASE_MS: '1',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: checkout,
        GITHUB_EVENT_NAME: event.name,
        GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event.payload)),
        GITHUB_OUTPUT: file('output', ''),
        GITHUB_STEP_SUMMARY: file('summary', ''),
        GITHUB_REPOSITORY: `${REPOSITORY.owner}/${REPOSITORY.name}`,
        GITHUB_SHA: event.sha,
        GITHUB_REF: event.ref,
        GITHUB_REF_NAME: event.ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
        GITHUB_REF_TYPE: event.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
        GITHUB_API_URL: github?.apiUrl ?? 'http://127.0.0.1:9',
        GITHUB_GRAPHQL_URL: github?.graphqlUrl ?? 'http://127.0.0.1:9/graphql',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_RUN_ID: '4711',
        GITHUB_RUN_ATTEMPT: '1',
        RUNNER_TEMP: join(temporary, 'temp'),
        ...toInputEnv(inputs),
        ...env,
      },
      checkout,
      onStart,
    );
    return {
      ...run,
      outputs: readFileCommands(readFileSync(join(temporary, 'output'), 'utf8')),
      summary: readFileSync(join(temporary, 'summary'), 'utf8'),
      commands: readLogCommands(run.stdout),
    };
  } finally {
    underWay--;
    kept.push(temporary);
  }
}

/** Directories of runs, which hold the files that outputs name. */
const kept: string[] = [];

/** Removes what {@link runAction} left for a look at it. */
export function removeRunnerFiles(): void {
  for (const directory of kept.splice(0)) rmSync(directory, {recursive: true, force: true});
}

function toInputEnv(inputs: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries(actionManifest.inputs).map(([name, {default: value = ''}]) => {
    return [name, inputs[name] ?? value.replace('${{ github.token }}', GITHUB_TOKEN)] as const;
  });
  const unknown = Object.keys(inputs).filter(name => !(name in actionManifest.inputs));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  return Object.fromEntries(all.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]));
}

type ProcessEnd = Pick<ActionRun, 'exitCode' | 'signal' | 'stdout' | 'stderr'>;

async function startHere(env: NodeJS.ProcessEnv, cwd: string): Promise<ProcessEnd> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const exitCode = await new ActionStep(contextHere({cwd, env, stdout, stderr})).run();
  return {exitCode, signal: null, stdout: stdout.text, stderr: stderr.text};
}

function startBundle(env: NodeJS.ProcessEnv, cwd: string, onStart: ActionStart['onStart']): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, actionBundle], {cwd, env, stdio: ['ignore', 'pipe', 'pipe']});
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({exitCode, signal, stdout, stderr}));
    onStart?.(child);
  });
}

/** Outputs that the runner reads from `GITHUB_OUTPUT`: `name<<delimiter`, lines, `delimiter`. */
function readFileCommands(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const heredoc = /^([^=]+?)<<(.+)$/.exec(lines[index] as string);
    if (heredoc === null) continue;
    const end = lines.indexOf(heredoc[2] as string, index + 1);
    if (end < 0) throw new Error(`the output ${heredoc[1]} does not end`);
    outputs[heredoc[1] as string] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}

/** Commands as the runner finds them in a log: `::name properties::message` at the start of a line, until they are stopped. */
function readLogCommands(log: string): LogCommand[] {
  const commands: LogCommand[] = [];
  let resumeWith: string | null = null;
  for (const line of log.split(/\r\n|\r|\n/)) {
    const found = /^\s*::([a-z-]+)(?: (.*?))?::(.*)$/s.exec(line);
    if (found === null) continue;
    const [, command, properties = '', message] = found as unknown as [string, string, string | undefined, string];
    if (resumeWith !== null) {
      if (command === resumeWith) resumeWith = null;
      continue;
    }
    if (command === 'stop-commands') resumeWith = message;
    else commands.push({command, properties: readProperties(properties), message: decodePercent(message)});
  }
  return commands;
}

function readProperties(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',').map(pair => pair.split('='));
  return Object.fromEntries(pairs.map(([name, ...value]) => [name, decodePercent(value.join('='))]));
}

function decodePercent(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}

/** A pull request as its event describes it. */
export interface PullRequestSample {
  readonly number: number;
  readonly branch: string;
  readonly base?: string;
  readonly isFork?: boolean;
  readonly name?: string;
}

/** The event of a pull request whose merge commit is checked out. */
export function pullRequestEvent(repository: HostedRepository, sha: string, sample: PullRequestSample): RunnerEvent {
  const {number, branch, base = 'main', isFork = false, name = 'pull_request'} = sample;
  const ours = `${REPOSITORY.owner}/${REPOSITORY.name}`;
  return {
    name,
    sha,
    ref: `refs/pull/${number}/merge`,
    payload: {
      action: 'synchronize',
      number,
      pull_request: {
        number,
        base: {ref: base, sha: repository.tipOf(base), repo: {full_name: ours, default_branch: REPOSITORY.defaultBranch}},
        head: {ref: branch, sha: repository.tipOf(branch), repo: {full_name: isFork ? 'stranger/web' : ours, fork: isFork}},
      },
      repository: {full_name: ours, default_branch: REPOSITORY.defaultBranch},
    },
  };
}

/** The event of a push to a branch. */
export function pushEvent(sha: string, branch = 'main'): RunnerEvent {
  const ours = `${REPOSITORY.owner}/${REPOSITORY.name}`;
  return {
    name: 'push',
    sha,
    ref: `refs/heads/${branch}`,
    payload: {ref: `refs/heads/${branch}`, after: sha, repository: {full_name: ours, default_branch: REPOSITORY.defaultBranch}},
  };
}
