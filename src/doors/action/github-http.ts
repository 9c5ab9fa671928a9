import {Pool} from 'undici';
import {chooseProxy, readServiceAddress} from '../../core/api/endpoint';
import {createProxyConnector} from '../../core/api/http-proxy';
import {once} from '../../core/base/once';
import {version} from '../../core/base/version';
import {errorCode} from '../../core/files/file-error';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import {createRedactor, type HideText} from '../../core/secrets/redaction';
import type {Secret} from '../../core/secrets/secret';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {type AskGraphql, findForeignEdits, hasDeletedComment, readOwnComment} from './comment-history';
import {isPassing} from './github-patience';
import {type CommitPullRequest, type GitHubClient, GitHubError, type Issue, type PullRequestComment, type WorkflowRun} from './ports';

/** Repository and token of a client. */
interface GitHubOptions {
  readonly run: Pick<WorkflowRun, 'repository' | 'apiUrl' | 'graphqlUrl'>;
  readonly token: Secret;
  /** Proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A client, and how to close its connections. */
interface OpenGitHub extends GitHubClient {
  close(): Promise<void>;
}

const PAGE_SIZE = 100;
/** An issue has at most 2,500 comments, so more pages than this are an error of the server. */
const MOST_PAGES = 30;
/** Open issues and pull requests of a repository: more than 30,000 are not looked through. */
const MOST_ISSUE_PAGES = 300;
const TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** The identity of a workflow's own token, for servers that do not answer the question. */
const WORKFLOW_IDENTITY = 'github-actions[bot]';

/**
 * Opens a client of GitHub's REST API. GraphQL answers one question that REST does not answer to apps: who the token belongs to. One
 * request a call; nothing is repeated.
 */
export function openGitHub(options: GitHubOptions): OpenGitHub {
  const connection = new GitHubConnection(options);
  const {owner, name} = options.run.repository;
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const comments = (pullRequest: number) => `${repository}/issues/${pullRequest}/comments`;
  return {
    findOwnComments: async (pullRequest, marker) => {
      const own = await connection.identity();
      const all = await connection.list(comments(pullRequest));
      return all.flatMap(found => {
        const comment = readComment(found);
        return property(property(found, 'user'), 'login') === own && comment.body.startsWith(marker) ? [comment] : [];
      });
    },
    findForeignEdits: async found => findForeignEdits(connection.ask, found, await connection.identity()),
    readOwnComment: async comment => readOwnComment(connection.ask, comment, await connection.identity()),
    hasDeletedComment: async number => hasDeletedComment(connection.ask, {owner, name, number}, await connection.identity()),
    createComment: async (pullRequest, body) => readComment(await connection.send('POST', comments(pullRequest), {body})),
    updateComment: async (id, body) => readComment(await connection.send('PATCH', `${repository}/issues/comments/${id}`, {body})),
    findOwnIssues: async (marker, changedSince) => {
      const own = await connection.identity();
      const state = changedSince === undefined ? 'open' : `all&since=${new Date(changedSince).toISOString()}`;
      const all = await connection.list(`${repository}/issues`, {query: `&state=${state}&direction=asc`, mostPages: MOST_ISSUE_PAGES});
      return all.flatMap(found => {
        const issue = readIssue(found);
        const isOurs = property(property(found, 'user'), 'login') === own && issue.body.startsWith(marker);
        return isOurs && property(found, 'pull_request') === undefined ? [issue] : [];
      });
    },
    createIssue: async (title, body) => readIssue(await connection.send('POST', `${repository}/issues`, {title, body})),
    updateIssue: async (number, body) => readIssue(await connection.send('PATCH', `${repository}/issues/${number}`, {body})),
    closeIssue: async number => readIssue(await connection.send('PATCH', `${repository}/issues/${number}`, {state: 'closed'})),
    isPrivate: async () => property(await connection.send('GET', repository), 'private') === true,
    listPullRequestsOfCommit: async sha => {
      const all = await connection.list(`${repository}/commits/${sha}/pulls`);
      return all.filter(pull => isOfRepository(pull, options.run.repository)).map(readPullRequest);
    },
    readPullRequest: async number => readPullRequest(await connection.send('GET', `${repository}/pulls/${number}`)),
    listReplaced: async branch => {
      const ref = encodeURIComponent(`refs/heads/${branch}`);
      const all = await connection.send('GET', `${repository}/activity?activity_type=force_push&per_page=${PAGE_SIZE}&ref=${ref}`);
      return (Array.isArray(all) ? (all as readonly JsonValue[]) : []).map(one => textOf(property(one, 'before')));
    },
    countRequests: async () => connection.requests,
    close: () => connection.close(),
  };
}

/** An answer, and whether another page of the list follows. */
interface Answer {
  readonly json: JsonValue;
  readonly hasNext: boolean;
}

/** The connections to GitHub of one token. */
class GitHubConnection {
  readonly #pools = new Map<string, Pool>();
  #identity: Promise<string> | undefined;
  /** Sent so far. */
  requests = 0;

  /** Before a text is cut: the rest of a token would be known by nothing. */
  readonly #redactor = once(() => createRedactor([this.options.token.reveal()]));
  readonly #redact: HideText = text => this.#redactor()(text);

  constructor(private readonly options: GitHubOptions) {}

  /** Sends a request to a path of the REST API, and answers its JSON. Rejects with a {@link GitHubError}. */
  async send(method: Method, path: string, body?: JsonValue): Promise<JsonValue> {
    return (await this.#call(method, `${this.options.run.apiUrl}${path}`, body)).json;
  }

  /**
   * Reads all pages of a list. A page may be short though another follows, such as where GitHub hides an account's comments: then its
   * header says so. Rejects if there are more than `mostPages`.
   */
  async list(path: string, {query = '', mostPages = MOST_PAGES} = {}): Promise<JsonValue[]> {
    const all: JsonValue[] = [];
    for (let page = 1; ; page++) {
      if (page > mostPages) throw new GitHubError(200, `GitHub's list has more than ${mostPages * PAGE_SIZE} items`);
      const url = `${this.options.run.apiUrl}${path}?per_page=${PAGE_SIZE}&page=${page}${query}`;
      const {json: items, hasNext} = await this.#call('GET', url);
      if (!Array.isArray(items)) throw new GitHubError(200, 'GitHub answered with something that is not a list');
      all.push(...items);
      if (items.length < PAGE_SIZE && !hasNext) return all;
    }
  }

  /** The login of the token's owner. A failure is not cached: the next call asks again. */
  identity(): Promise<string> {
    this.#identity ??= this.#findIdentity().catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    return this.#identity;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()));
  }

  /** Asks GraphQL, which answers 200 to a query that it refuses. */
  readonly ask: AskGraphql = async (query, variables) => {
    const answer = await this.#askGraphql({query, variables});
    const data = property(answer, 'data');
    const [error] = listErrors(answer, this.#redact);
    if (error === undefined && isObject(data)) return data;
    throw new GitHubError(200, `GitHub answered a question with ${error ?? 'something that is no answer'}`);
  };

  /** Apps, which includes the workflow's own token, may not ask REST for their identity. */
  async #findIdentity(): Promise<string> {
    const user = await this.send('GET', '/user').catch(orRefused);
    const login = property(user, 'login');
    if (typeof login === 'string') return login;
    const answer = await this.#askGraphql({query: '{viewer{login}}'}).catch(orRefused);
    const viewer = property(property(property(answer, 'data'), 'viewer'), 'login');
    return typeof viewer === 'string' ? viewer : WORKFLOW_IDENTITY;
  }

  /** Sends a query. A rate limit is answered with 200, too: it must not be taken for an answer. */
  async #askGraphql(question: JsonObject): Promise<JsonValue> {
    const {json: answer} = await this.#call('POST', this.options.run.graphqlUrl, question);
    const errors = property(answer, 'errors');
    const limit = Array.isArray(errors) ? (errors as readonly JsonValue[]).find(isRateLimit) : undefined;
    if (limit === undefined) return answer;
    throw new GitHubError(200, `GitHub answered a question with ${listErrors(answer, this.#redact)[0] ?? 'a rate limit'}`, 0);
  }

  async #call(method: Method, url: string, body?: JsonValue): Promise<Answer> {
    this.requests++;
    const {origin, pathname, search} = new URL(url);
    const pool = this.#pools.get(origin) ?? openPool(url, this.options.env);
    this.#pools.set(origin, pool);
    const headers = {
      authorization: `Bearer ${this.options.token.reveal()}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': `monitors-as-code/${version}`,
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await pool
      .request({method, path: `${pathname}${search}`, headers, body: text, signal})
      .then(async ({statusCode, headers: told, body: content}) => ({status: statusCode, told, text: await readLimited(content)}))
      .catch((error: unknown) => {
        throw new GitHubError(null, `GitHub did not answer (${describe(error)})${this.options.env[CHECKS_OFF] === '0' ? STILL_ON : ''}`);
      });
    const json = parse(answer.text);
    if (answer.status >= 200 && answer.status < 300) return {json, hasNext: /\brel="next"/.test(String(answer.told['link']))};
    const message = property(json, 'message');
    const reason = typeof message === 'string' ? `: ${escapeTerminal(this.#redact(message).slice(0, 300))}` : '';
    throw new GitHubError(answer.status, `GitHub answered ${answer.status}${reason}`, readLimit(answer.status, answer.told, message));
  }
}

/**
 * The wait that a rate limit asks for; null where the answer is none. GitHub answers 403 to what comes too fast, as it does to what is
 * not allowed: its headers or its words tell.
 */
function readLimit(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  message: JsonValue | undefined,
): number | null {
  if (status !== 403 && status !== 429) return null;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  const isLimit = !Number.isNaN(seconds) || headers['x-ratelimit-remaining'] === '0' || /\brate limit\b/i.test(textOf(message));
  if (!isLimit && status === 403) return null;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds * 1000);
}

function isRateLimit(error: JsonValue): boolean {
  return textOf(property(error, 'type')).startsWith('RATE_LIMIT') || /\brate limit\b/i.test(textOf(property(error, 'message')));
}

type Method = 'GET' | 'POST' | 'PATCH';

const CHECKS_OFF = 'NODE_TLS_REJECT_UNAUTHORIZED';

const STILL_ON = `; ${CHECKS_OFF}=0 does not count here: for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate`;

function openPool(url: string, env: GitHubOptions['env']): Pool {
  const reading = readServiceAddress(new URL(url).origin);
  if (reading.kind === 'refused') throw new GitHubError(null, `GitHub's address cannot be used: ${reading.message}`);
  const proxy = chooseProxy(reading.address, env);
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off: who answers as GitHub says what was reviewed.
  const rejectUnauthorized = !reading.address.isLoopback || env[CHECKS_OFF] !== '0';
  const connect = {timeout: 10_000, rejectUnauthorized};
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
  if (error instanceof GitHubError && !isPassing(error)) return null;
  throw error;
}

/** The messages of a refused query. */
function listErrors(answer: JsonValue, redact: HideText): string[] {
  const errors = property(answer, 'errors');
  if (!Array.isArray(errors)) return [];
  return (errors as readonly JsonValue[]).map(error => {
    const message = property(error, 'message');
    return typeof message === 'string' ? escapeTerminal(redact(message).slice(0, 300)) : 'an error';
  });
}

function readComment(value: JsonValue): PullRequestComment {
  const [id, nodeId, body] = [property(value, 'id'), property(value, 'node_id'), property(value, 'body')];
  if (typeof id !== 'number') throw new GitHubError(200, 'GitHub answered with something that is not a comment');
  const created = property(value, 'created_at');
  return {
    id,
    nodeId: typeof nodeId === 'string' ? nodeId : '',
    body: typeof body === 'string' ? body : '',
    isAsCreated: typeof created === 'string' && property(value, 'updated_at') === created,
  };
}

function readIssue(value: JsonValue): Issue {
  const [number, body] = [property(value, 'number'), property(value, 'body')];
  if (typeof number !== 'number') throw new GitHubError(200, 'GitHub answered with something that is not an issue');
  return {number, body: typeof body === 'string' ? body : '', isOpen: property(value, 'state') === 'open'};
}

function readPullRequest(value: JsonValue): CommitPullRequest {
  const number = property(value, 'number');
  // Without one of these it would pass for one that is not merged, or that comes from a fork: its changes for not reviewed at all.
  const [mergeCommit, mergedAt] = [property(value, 'merge_commit_sha'), property(value, 'merged_at')];
  const isDated = mergedAt === null || (typeof mergedAt === 'string' && mergedAt !== '');
  const isWhole = isDated && ['head', 'base'].every(side => isObject(property(value, side)));
  if (!isObject(value) || typeof number !== 'number' || !isWhole)
    throw new GitHubError(200, 'GitHub answered with something that is not a pull request');
  const nameOf = (side: string) => property(property(property(value, side), 'repo'), 'full_name') ?? null;
  return {
    number,
    baseBranch: textOf(property(property(value, 'base'), 'ref')),
    headSha: textOf(property(property(value, 'head'), 'sha')),
    mergeCommitSha: typeof mergeCommit === 'string' ? mergeCommit : null,
    mergedAt: mergedAt as string | null,
    isFork: nameOf('head') !== nameOf('base'),
  };
}

/** A commit that came from a repository which this one is a fork of may have a pull request there: its number names another one here. */
function isOfRepository(pull: JsonValue, {id}: WorkflowRun['repository']): boolean {
  const base = property(property(property(pull, 'base'), 'repo'), 'id');
  return id === null || typeof base !== 'number' || base === id;
}

/** A text; empty for anything else. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

/** The system's code of an error; its message may contain addresses. */
function describe(error: unknown): string {
  return errorCode(error) ?? String((error as Error).name);
}
