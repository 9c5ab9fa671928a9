import type {StoredComment} from './github';

/** A request to GraphQL. */
export interface GraphqlQuestion {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Knowledge of the fake's GraphQL. */
export interface GraphqlFacts {
  /** As REST names it. */
  readonly identity: string;
  readonly comments: readonly StoredComment[];
  readonly deleted: readonly StoredComment[];
}

/** When comments of the fake were made, and when they were changed. */
export const CREATED = '2026-01-02T03:04:05Z';
export const EDITED = '2026-01-02T03:05:06Z';
/** When its pull requests were merged, and when a comment was written after that. */
export const MERGED = '2026-01-02T03:06:07Z';
export const LATE = '2026-01-02T03:07:08Z';

/** The id of a comment in GraphQL. */
export function nodeIdOf(id: number): string {
  return `IC_kwDOtest${id}`;
}

const PAGE = 100;

/** Answers the few questions that the Action asks, as GitHub does: a bot's login is without `[bot]`, but for the viewer. */
export function answerGraphql({query, variables = {}}: GraphqlQuestion, facts: GraphqlFacts): unknown {
  if (query.includes('viewer{')) return {data: {viewer: {login: facts.identity}}};
  if (query.includes('nodes(ids:')) return {data: {nodes: (variables['ids'] as readonly string[]).map(id => findNode(id, facts))}};
  if (query.includes('COMMENT_DELETED_EVENT')) return {data: {repository: {pullRequest: {timelineItems: listDeletions(variables, facts)}}}};
  return {errors: [{message: 'Parse error'}]};
}

function findNode(id: string, {comments}: GraphqlFacts): unknown {
  const comment = comments.find(one => nodeIdOf(one.id) === id);
  if (comment === undefined) return null;
  const {edited, isLate} = comment;
  const editor = edited === undefined || edited.by === null ? null : toActor(edited.by);
  return {id, body: comment.body, createdAt: CREATED, lastEditedAt: isLate ? LATE : edited === undefined ? null : EDITED, editor};
}

function listDeletions(variables: Readonly<Record<string, unknown>>, {deleted}: GraphqlFacts): unknown {
  const from = Number(variables['after'] ?? 0);
  const all = deleted.filter(({issue}) => issue === variables['number']);
  const nodes = all.slice(from, from + PAGE).map(({author}) => ({deletedCommentAuthor: toActor(author)}));
  return {nodes, pageInfo: {hasNextPage: from + PAGE < all.length, endCursor: String(from + PAGE)}};
}

function toActor(login: string): unknown {
  return {__typename: login.endsWith('[bot]') ? 'Bot' : 'User', login: login.replace(/\[bot\]$/, '')};
}
