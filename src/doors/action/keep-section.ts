import {codeSpan} from '../../rendering/escape-markdown';
import {type CommentOutcome, REPLACED, WRITTEN_AGAIN, writePatiently} from './keep-comment';
import {isSameText} from './marked-text';
import {type ActionPorts, type GitHubClient, GitHubError, type PullRequestComment} from './ports';
import {
  composeShared,
  environmentOf,
  giveWay,
  hasSameSection,
  PLAN_MARKERS,
  type PlanMarkers,
  type PutSection,
  parseShared,
  putSection,
  type SharedSection,
  type Sharing,
} from './shared-comment';

/** A section to keep up to date in the comment that several environments share. */
interface SectionRequest {
  readonly pullRequest: number;
  readonly markers: PlanMarkers;
  /** As markers name it. */
  readonly environment: string;
  readonly sharing: Sharing;
  /** Renders the section in so many characters; null takes it out. */
  readonly render: ((room: number) => SharedSection) | null;
  /** `update-only`: does not create a comment. */
  readonly mode: 'create' | 'update-only';
}

/** How often a write begins again where another job writes the comment at the same time. */
const MOST_ROUNDS = 5;

/** `alone`: the comment names the environment, whose plan needs one of its own. */
type SectionOutcome = CommentOutcome | {readonly kind: 'alone'};

/**
 * Puts a section into the shared comment of a pull request, and leaves the others as they are. GitHub can't change a comment only if it
 * is as it was read: what another job wrote since is read again before and after, and jobs that come one after the other stay the
 * sure way.
 */
export function keepSection(request: SectionRequest, ports: Pick<ActionPorts, 'github' | 'askPatiently'>): Promise<SectionOutcome> {
  return writePatiently(ports, github => writeUntilKept(request, github));
}

async function writeUntilKept(request: SectionRequest, github: GitHubClient): Promise<SectionOutcome> {
  const {markers, environment, render} = request;
  // GitHub may list a comment a moment after it was made: it is not to be made twice.
  let made: PullRequestComment | null = null;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const seen = await look(request, made, github);
    if (!isWanted(seen, request)) return {kind: 'not-wanted'};
    const {body, place} = compose(seen, request);
    const now = await look(request, made, github);
    if (!isSameLook(seen, now)) continue;
    // First the older forms go: of two places, none may still approve what the other one shows no more.
    for (const one of listReplaced(now, place, markers)) await github.updateComment(one.id, one.body);
    const written = await write(now, body, place, request, github);
    if (now.shared.length === 0) made = written;
    if (render === null) return {kind: 'written', id: written.id, body: written.body};
    const kept = await look(request, made, github);
    const isKept = kept.shared[0]?.id === written.id && listReplaced(kept, place, markers).length === 0;
    if (!isKept || !hasSameSection(kept.body, written.body, markers.shared, environment)) continue;
    return place === 'alone' ? {kind: 'alone'} : {kind: 'written', id: written.id, body: written.body};
  }
  throw new GitHubError(null, 'another job writes the same comment at the same time');
}

/** The comments of a plan as they were at one moment. */
interface Look {
  /** The first of them is the one that counts. */
  readonly shared: readonly PullRequestComment[];
  /** Those for this environment alone. */
  readonly own: readonly PullRequestComment[];
  /** The text of the shared one, as GitHub held it when it named the editor. */
  readonly body: string;
  /** The other account that edited it last, in words; null where that was the token's. */
  readonly editor: string | null;
}

async function look({pullRequest, markers}: SectionRequest, made: PullRequestComment | null, github: GitHubClient): Promise<Look> {
  const all = await github.findOwnComments(pullRequest, PLAN_MARKERS);
  const listed = all.filter(({body}) => body.startsWith(markers.shared));
  const shared = made === null || listed.some(({id}) => id === made.id) ? listed : [...listed, made];
  const own = all.filter(({id, body}) => body.startsWith(markers.own) && id !== made?.id);
  const [first] = shared;
  if (first === undefined) return {shared, own, body: '', editor: null};
  const {body, edit} = await github.readOwnComment(first);
  return {shared, own, body, editor: edit === null ? null : edit.by === null ? 'An unknown account' : codeSpan(edit.by)};
}

function isSameLook(a: Look, b: Look): boolean {
  const [one, other] = [a, b].map(({shared, own}) => [...shared, ...own].map(({id}) => id).join());
  return one === other && a.body === b.body && a.editor === b.editor;
}

function isWanted({shared, own, body}: Look, {mode, render, markers}: SectionRequest): boolean {
  if (render !== null) return shared.length + own.length > 0 || mode === 'create';
  return parseShared(body, markers.shared)?.some(({marker}) => marker === markers.own) === true;
}

function compose({body, editor}: Look, {render, sharing, environment}: SectionRequest): PutSection {
  const found = parseShared(body, sharing.marker) ?? [];
  // A write makes the token the last editor: what another account may have written must not pass for its own.
  const why = `${editor} edited this comment. Run the job of this environment again.`;
  const trusted = editor === null ? found : found.map(section => giveWay(section, why));
  if (render !== null) return putSection(trusted, render, sharing, environment);
  const rest = trusted.filter(section => environmentOf(section) !== environment);
  const left = rest.length === 0 ? `${sharing.marker}\n\n${REPLACED}\n` : composeShared(sharing.marker, rest, sharing.headSha);
  return {body: left, place: 'alone'};
}

/** What other comments are to say, where they do not yet. One of the older form becomes the shared one, if there is none. */
function listReplaced(
  {shared, own}: Look,
  place: PutSection['place'],
  markers: PlanMarkers,
): readonly Pick<PullRequestComment, 'id' | 'body'>[] {
  const later = shared.slice(1).map(comment => ({comment, body: `${markers.shared}\n\n${REPLACED}\n`}));
  const older = place === 'alone' ? [] : own.slice(shared.length === 0 ? 1 : 0);
  const all = [...later, ...older.map(comment => ({comment, body: `${markers.own}\n\n${REPLACED}\n`}))];
  return all.flatMap(({comment, body}) => (isSameText(comment.body, body) ? [] : [{id: comment.id, body}]));
}

async function write(
  {shared: [shared], own: [own], body: held, editor}: Look,
  body: string,
  place: PutSection['place'],
  {pullRequest}: SectionRequest,
  github: GitHubClient,
): Promise<PullRequestComment> {
  const target = shared ?? (place === 'shared' ? own : undefined);
  if (target === undefined) return github.createComment(pullRequest, body);
  const isSame = shared !== undefined && isSameText(held, body);
  if (isSame && editor === null) return {...target, body: held};
  return github.updateComment(target.id, isSame ? `${body}${WRITTEN_AGAIN}` : body);
}
