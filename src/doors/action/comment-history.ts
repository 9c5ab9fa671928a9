import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {type ForeignEdit, GitHubError, type PullRequestComment, type WrittenComment} from './ports';

/** Asks GitHub's GraphQL for the `data` of a query. Rejects with a {@link GitHubError}, also if it answers with errors. */
export type AskGraphql = (query: string, variables: JsonObject) => Promise<JsonValue>;

const EDITS = 'query($ids:[ID!]!){nodes(ids:$ids){... on IssueComment{id createdAt lastEditedAt editor{__typename login}}}}';

/** The comments whose last editor is another account than `own`. Our own updates name us as editor. */
export async function findForeignEdits(ask: AskGraphql, comments: readonly PullRequestComment[], own: string): Promise<ForeignEdit[]> {
  if (comments.length === 0) return [];
  const found = property(await ask(EDITS, {ids: comments.map(({nodeId}) => nodeId)}), 'nodes');
  const nodes = Array.isArray(found) ? (found as readonly JsonValue[]) : [];
  return comments.flatMap(({id, nodeId}) => {
    const by = findEditor(
      nodes.find(one => property(one, 'id') === nodeId),
      own,
    );
    return by === undefined ? [] : [{id, by}];
  });
}

/** The name of the other account that edited a comment last, null for an unknown one; undefined where there is none. */
function findEditor(node: JsonValue | undefined, own: string): string | null | undefined {
  const edited = property(node, 'lastEditedAt');
  if (edited === undefined) throw new GitHubError(200, 'GitHub does not say who edited a comment');
  const editor = property(node, 'editor');
  return edited === null || isActor(editor, own) ? undefined : nameOf(editor);
}

const WORDS = 'query($ids:[ID!]!){nodes(ids:$ids){... on IssueComment{id body createdAt lastEditedAt editor{__typename login}}}}';

/** Reads a comment together with its last editor, and when that was: of two answers, the one could be older than the other. */
export async function readOwnComment(ask: AskGraphql, {id, nodeId}: PullRequestComment, own: string): Promise<WrittenComment> {
  const found = property(await ask(WORDS, {ids: [nodeId]}), 'nodes');
  const [node] = Array.isArray(found) ? (found as readonly JsonValue[]) : [];
  const body = property(node, 'body');
  if (typeof body !== 'string' || property(node, 'id') !== nodeId) throw new GitHubError(200, 'GitHub does not show a comment');
  const by = findEditor(node, own);
  const writtenAt = property(node, 'lastEditedAt') ?? property(node, 'createdAt');
  if (typeof writtenAt !== 'string') throw new GitHubError(200, 'GitHub does not say when a comment was written');
  return {body, writtenAt, edit: by === undefined ? null : {id, by}};
}

const DELETIONS = [
  'query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){pullRequest(number:$number){',
  'timelineItems(first:100,after:$after,itemTypes:[COMMENT_DELETED_EVENT]){pageInfo{hasNextPage endCursor}',
  'nodes{... on CommentDeletedEvent{deletedCommentAuthor{__typename login}}}}}}}',
].join('');

/** Deleted comments of one pull request that are looked through, in hundreds. */
const MOST_PAGES = 30;

/** Whether a comment of `own`, or of an account that no longer exists, was deleted from a pull request. */
export async function hasDeletedComment(
  ask: AskGraphql,
  {owner, name, number}: {readonly owner: string; readonly name: string; readonly number: number},
  own: string,
): Promise<boolean> {
  let after: JsonValue = null;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const pullRequest = property(property(await ask(DELETIONS, {owner, name, number, after}), 'repository'), 'pullRequest');
    const items = property(pullRequest, 'timelineItems');
    const nodes = property(items, 'nodes');
    const info = property(items, 'pageInfo');
    if (!Array.isArray(nodes) || !isObject(info)) throw new GitHubError(200, 'GitHub does not say which comments were deleted');
    if ((nodes as readonly JsonValue[]).some(node => isOwnDeletion(property(node, 'deletedCommentAuthor'), own))) return true;
    if (property(info, 'hasNextPage') !== true) return false;
    after = property(info, 'endCursor') ?? null;
  }
  throw new GitHubError(200, 'GitHub lists too many deleted comments');
}

function isOwnDeletion(author: JsonValue | undefined, own: string): boolean {
  return !isObject(author) || isActor(author, own);
}

const BOT = '[bot]';

/** Whether an actor of GraphQL, which leaves `[bot]` out of the login of an app, has this login of REST. */
function isActor(actor: JsonValue | undefined, login: string): boolean {
  const [type, name] = [property(actor, '__typename'), property(actor, 'login')];
  if (typeof name !== 'string') return false;
  if (!login.endsWith(BOT)) return type !== 'Bot' && name === login;
  return type === 'Bot' && (name === login || `${name}${BOT}` === login);
}

function nameOf(actor: JsonValue | undefined): string | null {
  const login = property(actor, 'login');
  return typeof login === 'string' ? escapeTerminal(login.slice(0, 100)) : null;
}
