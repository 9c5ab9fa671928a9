import {Pool} from 'undici';
import {chooseProxy, readServiceAddress} from '../api/endpoint';
import {createProxyConnector} from '../api/http-proxy';
import {errorCode} from '../files/file-error';
import {isObject, type JsonValue, member} from '../json/value';
import {escapeTerminal} from '../report/escape-terminal';
import type {Secret} from '../secrets/secret';
import {version} from '../version';
import {type CommitPullRequest, type GitHubClient, GitHubError, type PullRequestComment, type WorkflowRun} from './ports';

/** Whose token, for which repository. */
export interface GitHubOptions {
  readonly run: Pick<WorkflowRun, 'repository' | 'apiUrl' | 'graphqlUrl'>;
  readonly token: Secret;
  /** Proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A client and how to let go of its connections. */
export interface OpenGitHub extends GitHubClient {
  close(): Promise<void>;
}

const PAGE_SIZE = 100;
/** GitHub keeps 2,500 comments of an issue; more pages than that are no list. */
const MOST_PAGES = 30;
const TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** The identity of a workflow's own token, for servers whose answers do not say. */
const WORKFLOW_IDENTITY = 'github-actions[bot]';

/** Talks to GitHub's REST API, and asks GraphQL for one thing that REST does not tell apps: who they are. One request a call, nothing is repeated. */
export function openGitHub({run, token, env}: GitHubOptions): OpenGitHub {
  const pools = new Map<string, Pool>();
  let identity: Promise<string> | undefined;
  const repository = `/repos/${encodeURIComponent(run.repository.owner)}/${encodeURIComponent(run.repository.name)}`;

  async function call(method: Method, url: string, body?: JsonValue): Promise<JsonValue> {
    const {origin, pathname, search} = new URL(url);
    const pool = pools.get(origin) ?? openPool(url, env);
    pools.set(origin, pool);
    const headers = {
      authorization: `Bearer ${token.reveal()}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': `monitors-as-code/${version}`,
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await pool
      .request({method, path: `${pathname}${search}`, headers, body: text, signal})
      .then(async ({statusCode, body: content}) => ({status: statusCode, text: await readLimited(content)}))
      .catch((error: unknown) => {
        throw new GitHubError(null, `GitHub did not answer (${describe(error)})`);
      });
    const json = parse(answer.text);
    if (answer.status >= 200 && answer.status < 300) return json;
    const words = member(json, 'message');
    const said = typeof words === 'string' ? `: ${escapeTerminal(words.slice(0, 300))}` : '';
    throw new GitHubError(answer.status, `GitHub answered ${answer.status}${said}`);
  }

  async function list(path: string): Promise<JsonValue[]> {
    const all: JsonValue[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const items = await call('GET', `${run.apiUrl}${path}?per_page=${PAGE_SIZE}&page=${page}`);
      if (!Array.isArray(items)) throw new GitHubError(200, 'GitHub answered with something that is no list');
      all.push(...items);
      if (items.length < PAGE_SIZE) break;
    }
    return all;
  }

  /** Apps, the workflow's own token among them, may not ask REST who they are. */
  async function findIdentity(): Promise<string> {
    const user = await call('GET', `${run.apiUrl}/user`).catch(orRefused);
    const login = member(user, 'login');
    if (typeof login === 'string') return login;
    const answer = await call('POST', run.graphqlUrl, {query: '{viewer{login}}'}).catch(orRefused);
    const viewer = member(member(member(answer, 'data'), 'viewer'), 'login');
    return typeof viewer === 'string' ? viewer : WORKFLOW_IDENTITY;
  }

  return {
    findOwnComments: async (pullRequest, marker) => {
      // A failure is not kept: whoever asks again wants another answer.
      identity ??= findIdentity().catch((error: unknown) => {
        identity = undefined;
        throw error;
      });
      const own = await identity;
      const comments = await list(`${repository}/issues/${pullRequest}/comments`);
      return comments.flatMap(comment => {
        const {id, body} = readComment(comment);
        return member(member(comment, 'user'), 'login') === own && body.startsWith(marker) ? [{id, body}] : [];
      });
    },
    createComment: async (pullRequest, body) =>
      readComment(await call('POST', `${run.apiUrl}${repository}/issues/${pullRequest}/comments`, {body})),
    updateComment: async (id, body) => readComment(await call('PATCH', `${run.apiUrl}${repository}/issues/comments/${id}`, {body})),
    listPullRequestsOfCommit: async sha => (await list(`${repository}/commits/${sha}/pulls`)).map(readPullRequest),
    close: async () => {
      await Promise.all([...pools.values()].map(pool => pool.destroy()));
    },
  };
}

type Method = 'GET' | 'POST' | 'PATCH';

function openPool(url: string, env: GitHubOptions['env']): Pool {
  const reading = readServiceAddress(new URL(url).origin);
  if (reading.kind === 'refused') throw new GitHubError(null, `GitHub's address can't be used: ${reading.message}`);
  const proxy = chooseProxy(reading.address, env);
  const connect = {timeout: 10_000};
  return new Pool(new URL(url).origin, {connect: proxy === undefined ? connect : createProxyConnector(proxy, connect), connections: 2});
}

async function readLimited(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Error('its answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function orRefused(error: unknown): null {
  if (error instanceof GitHubError && error.status !== null && error.status < 500 && error.status !== 429) return null;
  throw error;
}

function readComment(value: JsonValue): PullRequestComment {
  const id = member(value, 'id');
  const body = member(value, 'body');
  if (typeof id !== 'number') throw new GitHubError(200, 'GitHub answered with something that is no comment');
  return {id, body: typeof body === 'string' ? body : ''};
}

function readPullRequest(value: JsonValue): CommitPullRequest {
  const number = member(value, 'number');
  if (!isObject(value) || typeof number !== 'number') throw new GitHubError(200, 'GitHub answered with something that is no pull request');
  const mergeCommit = member(value, 'merge_commit_sha');
  const nameOf = (side: string) => member(member(member(value, side), 'repo'), 'full_name') ?? null;
  return {
    number,
    baseBranch: String(member(member(value, 'base'), 'ref') ?? ''),
    headSha: String(member(member(value, 'head'), 'sha') ?? ''),
    mergeCommitSha: typeof mergeCommit === 'string' ? mergeCommit : null,
    isMerged: typeof member(value, 'merged_at') === 'string',
    isFork: nameOf('head') !== nameOf('base'),
  };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

/** The system's name of an error: its message may hold addresses. */
function describe(error: unknown): string {
  return errorCode(error) ?? String((error as Error).name);
}
