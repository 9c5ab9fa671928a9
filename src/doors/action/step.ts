import {appendFileSync, readFileSync} from 'node:fs';
import type {Context} from '../../core/base/context';
import {readRetryBase} from '../../core/config/option-values';
import {findRepositoryBelow} from '../../core/git/repository';
import {createRedactor} from '../../core/secrets/redaction';
import {disarmCommands} from '../../rendering/escape-terminal';
import {readPayload, readWorkflow} from './event';
import {failWith} from './failed-run';
import {askPatiently} from './github-patience';
import {listSecrets, readInputs} from './inputs';
import {redactMarked} from './marked-text';
import type {ActionPorts, ActionRequest, ActionResult, GitHubClient, GitRunner, GitRunOptions} from './ports';
import {encodeOutputs, fitSummary, renderMessage} from './result-output';
import {runAction} from './run';

const INPUT = /^INPUT_/i;

/** One step of a job: reads inputs and event from the runner, and writes the result for it. */
export class ActionStep {
  readonly #context: Context;
  /** The environment without inputs, so that child processes and messages cannot contain a key. */
  readonly #env: ActionPorts['env'];
  /** Removes keys and tokens from all output: the last line of defence. */
  #redact = (text: string): string => text;
  readonly #output: Pick<ActionPorts, 'log' | 'annotate'>;

  constructor(context: Context) {
    this.#context = context;
    this.#env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !INPUT.test(name)));
    this.#output = {
      log: text => void context.stdout.write(this.#redact(disarmCommands(text))),
      annotate: commands => void context.stdout.write(this.#redact(commands)),
    };
  }

  /** Runs the step and returns its exit code; errors are reported to the runner. */
  async run(): Promise<number> {
    return this.#finish(await this.#carryOut());
  }

  /** Reports a bug to the runner and returns its exit code. What was sent is in the journal already. */
  async fail(error: unknown): Promise<number> {
    return this.#finish(await this.#fail(error));
  }

  #redactBody(body: string): string {
    return redactMarked(body, this.#redact);
  }

  async #carryOut(): Promise<ActionResult> {
    try {
      const inputs = readInputs(this.#readInput, this.#env['GITHUB_WORKSPACE'] ?? this.#context.cwd);
      this.#redact = createRedactor(listSecrets(inputs, this.#env));
      const payload = readPayload(this.#env, path => readFileSync(path, 'utf8'));
      const request = {inputs, ...readWorkflow(this.#env, payload)};
      const {ports, close} = this.#openPorts(request);
      try {
        return await runAction(request, ports);
      } finally {
        await close();
      }
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Inputs count as variables here: a bug may be met before they are read. */
  #fail(error: unknown): Promise<ActionResult> {
    return failWith(error, {...this.#output, env: this.#context.env});
  }

  /** Reads an input. The runner only upper-cases names and replaces spaces. */
  readonly #readInput = (name: string): string => this.#context.env[`INPUT_${name.toUpperCase()}`] ?? '';

  #openPorts({inputs, run}: ActionRequest): {readonly ports: ActionPorts; readonly close: () => Promise<void>} {
    const env = this.#env;
    const {world} = this.#context;
    const retryBaseMs = readRetryBase(env);
    const {githubToken: token, workspace, workingDirectory} = inputs;
    const closing: (() => Promise<void>)[] = [];
    let opened: Promise<GitHubClient> | undefined;
    // Loading the client and git takes longer than checking the specs: open each when it is needed.
    const github = (): Promise<GitHubClient> => {
      opened ??= import('./github-http').then(({openGitHub}) => {
        if (token === undefined) throw new Error('a call to GitHub without a token');
        const client = openGitHub({run, token, env});
        closing.push(client.close);
        return client;
      });
      return opened;
    };
    const git = openGitLate(async () => {
      const {openGit} = await import('./git');
      return openGit({repository: findRepositoryBelow(workspace, workingDirectory), workspace, env, token, serverUrl: run.serverUrl});
    });
    closing.push(() => git.close());
    const ports: ActionPorts = {
      ...this.#output,
      env,
      world,
      askPatiently: ask => askPatiently(ask, {retryBaseMs, world}),
      process: this.#context.process,
      watchInterruption: this.#context.watchInterruption,
      git,
      closeAtEnd: opened => void closing.push(() => opened.close()),
      github:
        token === undefined
          ? null
          : {
              findOwnComments: async (pullRequest, marker) => (await github()).findOwnComments(pullRequest, marker),
              findForeignEdits: async comments => (await github()).findForeignEdits(comments),
              readOwnComment: async comment => (await github()).readOwnComment(comment),
              hasDeletedComment: async pullRequest => (await github()).hasDeletedComment(pullRequest),
              createComment: async (pullRequest, body) => (await github()).createComment(pullRequest, this.#redactBody(body)),
              updateComment: async (id, body) => (await github()).updateComment(id, this.#redactBody(body)),
              findOwnIssues: async (...given) => (await github()).findOwnIssues(...given),
              createIssue: async (title, body) => (await github()).createIssue(title, this.#redactBody(body)),
              updateIssue: async (number, body) => (await github()).updateIssue(number, this.#redactBody(body)),
              closeIssue: async number => (await github()).closeIssue(number),
              isPrivate: async () => (await github()).isPrivate(),
              listPullRequestsOfCommit: async sha => (await github()).listPullRequestsOfCommit(sha),
              readPullRequest: async number => (await github()).readPullRequest(number),
              listReplaced: async branch => (await github()).listReplaced(branch),
              countRequests: async () => (await github()).countRequests(),
            },
    };
    return {ports, close: async () => void (await Promise.allSettled(closing.map(close => close())))};
  }

  /** Writes outputs, summary and message for the runner. */
  #finish(result: ActionResult): number {
    const append = (variable: string, text: string) => {
      const path = this.#env[variable] ?? '';
      if (path !== '' && text !== '') appendFileSync(path, text);
    };
    // Numbers, words and paths of our own: a short secret may be a part of a path, which a later step needs whole.
    append('GITHUB_OUTPUT', encodeOutputs(result, `monitors-${this.#context.world.uuid()}`));
    append('GITHUB_STEP_SUMMARY', fitSummary(this.#redact(result.summary)));
    this.#output.annotate(renderMessage(result));
    return result.exitCode;
  }
}

/** Git that is opened with its first command. */
function openGitLate(open: () => Promise<GitRunner>): GitRunner {
  let opened: Promise<GitRunner> | undefined;
  const git = () => {
    opened ??= open();
    return opened;
  };
  return Object.assign(async (args: readonly string[], options?: GitRunOptions) => (await git())(args, options), {
    read: async (name: string, bare?: string) => (await git()).read(name, bare),
    close: async (bare?: string) => (await opened)?.close(bare),
  });
}
