import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {answerGraphql, CREATED, EDITED, type GraphqlQuestion, MERGED, nodeIdOf} from './github-graphql';

/** A comment as the fake holds it. */
export interface StoredComment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
  /** Who changed it last; null where the account is gone. Absent where nobody did. */
  edited?: {readonly by: string | null};
  /** Written after its pull request was merged. */
  isLate?: boolean;
}

/** A pull request as `GET /repos/{owner}/{repo}/commits/{sha}/pulls` lists it. */
export interface StoredPullRequest {
  readonly number: number;
  readonly base: string;
  readonly headSha: string;
  readonly mergeCommitSha: string | null;
  readonly merged: boolean;
  readonly isFork?: boolean;
  /** The id of the repository that it is in, if that is to be told. */
  readonly repositoryId?: number;
}

/** An issue as the fake holds it; pull requests are listed among them. */
export interface StoredIssue {
  readonly number: number;
  readonly author: string;
  readonly title: string;
  body: string;
  state: 'open' | 'closed';
  readonly isPullRequest?: boolean;
}

/** Fault of a request: `before` the work is done, or `after` it, when only the answer is lost. */
export interface GitHubFault {
  readonly method: string;
  /** Looked for in the path. */
  readonly path: string;
  /** The status that is answered; `drop` closes the connection. */
  readonly answer: number | 'drop';
  readonly when: 'before' | 'after';
  /** Number of requests that it meets; 1 by default. */
  times?: number;
  /** The whole answer; instead of `message`. */
  readonly json?: unknown;
  /** The `message` of the error; a web page without it. */
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that writes a text, as {@link GitHubFault} names it. */
export interface Moment extends Pick<GitHubFault, 'method' | 'path' | 'when'> {
  /** Stands in the body that is written. */
  readonly text: string;
}

/** The few endpoints of GitHub that the action uses, over real HTTP on loopback. */
export interface FakeGitHub {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** All comments, oldest first. */
  readonly comments: readonly StoredComment[];
  /** Every request so far, e.g. `POST /repos/acme/web/issues/7/comments`. */
  readonly requests: readonly string[];
  addComment(issue: number, author: string, body: string): StoredComment;
  /** Has somebody change a comment, as anyone with write access may. */
  editComment(comment: Pick<StoredComment, 'id'>, by: string | null, body: string): void;
  deleteComment(comment: Pick<StoredComment, 'id'>): void;
  /** All issues, oldest first. */
  readonly issues: readonly StoredIssue[];
  /** Whether everyone can read the repository; not at first. */
  isPublic: boolean;
  addIssue(issue: Partial<StoredIssue> & Pick<StoredIssue, 'author' | 'body'>): StoredIssue;
  /** Says that a commit came with a pull request. */
  linkCommit(sha: string, pull: StoredPullRequest): void;
  /** Says that a forced push of a branch replaced a commit. */
  noteReplaced(branch: string, before: string): void;
  /** Merges a pull request whose commit is not linked yet. */
  linkLate(pull: StoredPullRequest): void;
  fail(fault: GitHubFault): void;
  /** Has somebody else act right before or after the next such request is carried out. */
  interleave(moment: Moment, act: () => void): void;
  close(): Promise<void>;
}

/** Whose token the action has. */
export interface FakeGitHubOptions {
  readonly token: string;
  /** `github-actions[bot]` by default; names that end in `[bot]` are apps, which `GET /user` refuses. */
  readonly identity?: string;
  /** `read`: as for pull requests from forks. */
  readonly permission?: 'read' | 'write';
}

/** The longest body that GitHub takes. */
const LONGEST_BODY = 65_536;

/** Starts a {@link FakeGitHub} for any repository. */
export async function startGitHub({token, identity = 'github-actions[bot]', permission = 'write'}: FakeGitHubOptions): Promise<FakeGitHub> {
  const comments: StoredComment[] = [];
  const requests: string[] = [];
  const faults: GitHubFault[] = [];
  const issues: StoredIssue[] = [];
  const deleted: StoredComment[] = [];
  const moments: (Moment & {readonly act: () => void})[] = [];
  const pulls = new Map<string, StoredPullRequest[]>();
  const late: StoredPullRequest[] = [];
  const replaced: {readonly ref: string; readonly before: string}[] = [];
  let nextId = 1001;
  const isMerged = (issue: number) => [...pulls.values()].flat().some(({number, merged}) => number === issue && merged);
  const addComment = (issue: number, author: string, body: string) => {
    const comment = {id: nextId++, issue, author, body, isLate: isMerged(issue)};
    comments.push(comment);
    return comment;
  };
  const editComment: FakeGitHub['editComment'] = ({id}, by, body) => {
    const comment = comments.find(one => one.id === id);
    if (comment === undefined) throw new Error(`there is no comment ${id}`);
    // An edit that changes nothing is none.
    if (comment.body !== body) Object.assign(comment, {body, edited: {by}, isLate: isMerged(comment.issue)});
  };
  const deleteComment: FakeGitHub['deleteComment'] = ({id}) => {
    const index = comments.findIndex(one => one.id === id);
    deleted.push(...comments.splice(index, 1));
  };
  const addIssue: FakeGitHub['addIssue'] = issue => {
    const stored: StoredIssue = {number: issues.length + 1, title: 'An issue', state: 'open', ...issue};
    issues.push(stored);
    return stored;
  };

  function answer(method: string, url: URL, body: unknown): Answer {
    const text = (body as {body?: unknown})?.body;
    if (/^\/repos\/[^/]+\/[^/]+\/issues(?:\/\d+)?$/.test(url.pathname))
      return answerIssues(method, url, (body ?? {}) as Partial<StoredIssue>);
    if (method === 'GET' && /^\/repos\/[^/]+\/[^/]+$/.test(url.pathname)) return {status: 200, json: {private: !fake.isPublic}};
    if (method === 'GET' && url.pathname === '/user') {
      return identity.endsWith('[bot]')
        ? {status: 403, json: {message: 'Resource not accessible by integration'}}
        : {status: 200, json: {login: identity}};
    }
    if (method === 'POST' && url.pathname === '/graphql')
      return {status: 200, json: answerGraphql(body as GraphqlQuestion, {identity, comments, deleted})};
    if (method === 'GET' && /^\/repos\/[^/]+\/[^/]+\/activity$/.test(url.pathname)) {
      const {ref, activity_type: type} = Object.fromEntries(url.searchParams);
      return page(url, type === 'force_push' ? replaced.filter(one => one.ref === ref) : []);
    }
    const ofIssue = /^\/repos\/[^/]+\/[^/]+\/issues\/(\d+)\/comments$/.exec(url.pathname);
    const one = /^\/repos\/[^/]+\/[^/]+\/issues\/comments\/(\d+)$/.exec(url.pathname);
    const ofCommit = /^\/repos\/[^/]+\/[^/]+\/commits\/([0-9a-f]{40})\/pulls$/.exec(url.pathname);
    if (method === 'GET' && ofIssue !== null) return page(url, comments.filter(({issue}) => issue === Number(ofIssue[1])).map(toJson));
    if (method === 'GET' && ofCommit !== null) return page(url, (pulls.get(String(ofCommit[1])) ?? []).map(pullToJson));
    const ofNumber = /^\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)$/.exec(url.pathname);
    const known = [late, ...pulls.values()].flat().find(({number}) => number === Number(ofNumber?.[1]));
    if (method === 'GET' && known !== undefined) return {status: 200, json: pullToJson(known)};
    if (method === 'GET') return {status: 404, json: {message: 'Not Found'}};
    if (permission === 'read') return {status: 403, json: {message: 'Resource not accessible by integration'}};
    if (typeof text !== 'string' || text.length > LONGEST_BODY) return {status: 422, json: {message: 'Validation Failed'}};
    if (method === 'POST' && ofIssue !== null) return {status: 201, json: toJson(addComment(Number(ofIssue[1]), identity, text))};
    const comment = comments.find(({id}) => method === 'PATCH' && one !== null && id === Number(one[1]));
    if (comment === undefined) return {status: 404, json: {message: 'Not Found'}};
    editComment(comment, identity, text);
    return {status: 200, json: toJson(comment)};
  }

  /** Newest first unless asked otherwise, as GitHub lists them. */
  function answerIssues(method: string, url: URL, wish: Partial<StoredIssue>): Answer {
    const number = Number(/\/issues\/(\d+)$/.exec(url.pathname)?.[1]);
    if (method === 'GET') {
      const wanted = url.searchParams.get('state') ?? 'open';
      const listed = issues.filter(({state}) => wanted === 'all' || state === wanted);
      return page(url, (url.searchParams.get('direction') === 'asc' ? listed : listed.reverse()).map(issueToJson));
    }
    if (permission === 'read') return {status: 403, json: {message: 'Resource not accessible by integration'}};
    if (wish.body !== undefined && wish.body.length > LONGEST_BODY) return {status: 422, json: {message: 'Validation Failed'}};
    if (method === 'POST') {
      if (typeof wish.title !== 'string') return {status: 422, json: {message: 'Validation Failed'}};
      return {status: 201, json: issueToJson(addIssue({author: identity, title: wish.title, body: wish.body ?? ''}))};
    }
    const issue = issues.find(one => method === 'PATCH' && one.number === number);
    if (issue === undefined) return {status: 404, json: {message: 'Not Found'}};
    issue.body = wish.body ?? issue.body;
    issue.state = wish.state ?? issue.state;
    return {status: 200, json: issueToJson(issue)};
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    requests.push(`${method} ${url.pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const fault = faults.find(({method: verb, path, times = 1}) => times > 0 && verb === method && url.pathname.includes(path));
    if (fault !== undefined) fault.times = (fault.times ?? 1) - 1;
    if (fault?.when === 'before') return fail(fault, request, response);
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const written = JSON.stringify(body ?? null);
    const found = moments.findIndex(one => one.method === method && url.pathname.includes(one.path) && written.includes(one.text));
    const [moment] = found < 0 ? [] : moments.splice(found, 1);
    if (moment?.when === 'before') moment.act();
    const {status, json, link} = isKnown ? answer(method, url, body) : {status: 401, json: {message: 'Bad credentials'}};
    if (moment?.when === 'after') moment.act();
    if (fault !== undefined) return fail(fault, request, response);
    response.writeHead(status, {'content-type': 'application/json', ...(link === undefined ? {} : {link})});
    response.end(JSON.stringify(json));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeGitHub = {
    isPublic: false,
    apiUrl,
    graphqlUrl: `${apiUrl}/graphql`,
    comments,
    issues,
    requests,
    addComment,
    editComment,
    deleteComment,
    addIssue,
    noteReplaced: (branch, before) => void replaced.unshift({ref: `refs/heads/${branch}`, before}),
    linkLate: pull => void late.push(pull),
    linkCommit: (sha, pull) => pulls.set(sha, [...(pulls.get(sha) ?? []), pull]),
    fail: fault => faults.push({...fault}),
    interleave: (moment, act) => moments.push({...moment, act}),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly link?: string;
}

function fail({answer, message, json, headers}: GitHubFault, request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'drop') {
    request.socket.destroy();
    return;
  }
  const told = json ?? (message === undefined ? undefined : {message});
  response.writeHead(answer, {'content-type': told === undefined ? 'text/html' : 'application/json', ...headers});
  response.end(told === undefined ? '<html>Unicorn!</html>' : JSON.stringify(told));
}

function page(url: URL, items: readonly unknown[]): Answer {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const number = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(number + 1));
  const json = items.slice((number - 1) * size, number * size);
  return {status: 200, json, ...(number * size < items.length ? {link: `<${next}>; rel="next"`} : {})};
}

function toJson({id, author, body, edited}: StoredComment): unknown {
  const user = {login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User'};
  const times = {created_at: CREATED, updated_at: edited === undefined ? CREATED : EDITED};
  return {id, node_id: nodeIdOf(id), body, user, ...times};
}

function issueToJson({number, author, title, body, state, isPullRequest}: StoredIssue): unknown {
  const pull = isPullRequest === true ? {pull_request: {url: 'https://api.github.com/pulls/1'}} : {};
  return {number, title, body, state, user: {login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User'}, ...pull};
}

function pullToJson({number, base, headSha, mergeCommitSha, merged, isFork = false, repositoryId}: StoredPullRequest): unknown {
  return {
    number,
    state: merged ? 'closed' : 'open',
    merged_at: merged ? MERGED : null,
    merge_commit_sha: mergeCommitSha,
    base: {ref: base, repo: {full_name: 'acme/web', id: repositoryId}},
    head: {sha: headSha, repo: {full_name: isFork ? 'stranger/web' : 'acme/web'}},
  };
}
