import {appendFileSync, readFileSync} from 'node:fs';
import {readPayload, readWorkflow} from './action/event';
import {failWith} from './action/failed-run';
import {readInputs} from './action/inputs';
import type {ActionInputs, ActionPorts, ActionRequest, ActionResult, GitHubClient, GitRunner} from './action/model';
import {encodeOutputs, fitSummary, renderMessage} from './action/result-output';
import {runAction} from './action/run';
import {readRetryBase} from './config/retry-base';
import {findRepositoryBelow} from './git/repository';
import {context} from './process-context';
import {disarmCommands} from './report/escape-terminal';
import {createRedactor} from './secrets/redaction';

const INPUT = /^INPUT_/i;

/** Everything but the inputs: no child process and no message can meet a key there. */
const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !INPUT.test(name)));

/** Finished text on its way out: the last line of defence for keys and tokens. */
let redact = (text: string): string => text;

const output = {
  log: (text: string) => void context.stdout.write(redact(disarmCommands(text))),
  annotate: (commands: string) => void context.stdout.write(redact(commands)),
};

/** Runs the GitHub Action in this process: the one thing that a step's process does. */
export function startAction(): void {
  process.on('uncaughtException', endCrashed);
  process.on('unhandledRejection', endCrashed);
  run().then(finish).catch(endCrashed);
}

async function run(): Promise<ActionResult> {
  try {
    const inputs = readInputs(readInput, env['GITHUB_WORKSPACE'] ?? context.cwd);
    redact = createRedactor(listSecrets(inputs));
    const request = {
      inputs,
      ...readWorkflow(
        env,
        readPayload(env, path => readFileSync(path, 'utf8')),
      ),
    };
    const {ports, close} = openPorts(request);
    try {
      return await runAction(request, ports);
    } finally {
      await close();
    }
  } catch (error) {
    return failWith(error, output);
  }
}

/** The runner upper-cases names and replaces spaces, and nothing else. */
function readInput(name: string): string {
  return context.env[`INPUT_${name.toUpperCase()}`] ?? '';
}

function listSecrets({apiKey, githubToken}: ActionInputs): string[] {
  const given = [apiKey?.reveal(), githubToken?.reveal(), env['MONITORS_API_KEY'], env['MONITORS_STATE_KEY']];
  return given.flatMap(secret => (secret === undefined || secret.trim() === '' ? [] : [secret, secret.trim()]));
}

function openPorts({inputs, run}: ActionRequest): {readonly ports: ActionPorts; readonly close: () => Promise<void>} {
  const {githubToken: token, workspace, workingDirectory} = inputs;
  const closing: (() => Promise<void>)[] = [];
  let opened: Promise<GitHubClient> | undefined;
  // Loading the client and git takes longer than checking the specs, so that each is opened when it is needed.
  const github = (): Promise<GitHubClient> => {
    opened ??= import('./action/github-http').then(({openGitHub}) => {
      if (token === undefined) throw new Error('GitHub was asked without a token');
      const client = openGitHub({run, token, env});
      closing.push(client.close);
      return client;
    });
    return opened;
  };
  let gitRunner: GitRunner | undefined;
  const git = async (): Promise<GitRunner> => {
    const {openGit} = await import('./action/git');
    const repository = findRepositoryBelow(workspace, workingDirectory);
    gitRunner ??= openGit({repository, workspace, env, token, serverUrl: run.serverUrl});
    return gitRunner;
  };
  const ports: ActionPorts = {
    ...output,
    env,
    world: context.world,
    retryBaseMs: readRetryBase(env),
    process: context.process,
    watchInterruption: context.watchInterruption,
    git: async (args, options) => (await git())(args, options),
    github:
      token === undefined
        ? null
        : {
            findOwnComments: async (pullRequest, marker) => (await github()).findOwnComments(pullRequest, marker),
            createComment: async (pullRequest, body) => (await github()).createComment(pullRequest, redact(body)),
            updateComment: async (id, body) => (await github()).updateComment(id, redact(body)),
            listPullRequestsOfCommit: async sha => (await github()).listPullRequestsOfCommit(sha),
          },
  };
  return {ports, close: async () => void (await Promise.all(closing.map(close => close())))};
}

/** Hands the result to the runner: outputs, summary, the last words, the exit code. */
function finish(result: ActionResult): void {
  const append = (variable: string, text: string) => {
    const path = env[variable] ?? '';
    if (path !== '' && text !== '') appendFileSync(path, text);
  };
  append('GITHUB_OUTPUT', redact(encodeOutputs(result, `monitors-${context.world.uuid()}`)));
  append('GITHUB_STEP_SUMMARY', fitSummary(redact(result.summary)));
  output.annotate(renderMessage(result));
  process.exitCode = result.exitCode;
}

/** A bug outside of the run itself, such as in an event handler. What was sent is in the journal already. */
async function endCrashed(error: unknown): Promise<never> {
  try {
    finish(await failWith(error, output));
  } finally {
    process.exit(70);
  }
}
