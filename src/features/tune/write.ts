import {listWords} from '../../core/base/words';
import {hasErrors, type Place} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {hashJson} from '../../core/json/canonical';
import type {JsonObject} from '../../core/json/value';
import {checkSpecs} from '../../core/specs/check';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {readSpecFiles} from '../../core/specs/files';
import {checkWorkspace, fleetOf} from '../../project/check';
import type {Project} from '../../project/project';
import {findRenderedChanges} from '../../project/same-render';
import {replaceSpecFile} from '../../project/spec-file';
import {EditedSpecs} from '../accept/accept-into';
import type {TunedMonitor} from './assemble';
import type {NotWrittenDocument, WrittenDocument, WrittenProposalDocument} from './document';
import type {Proposal} from './history/propose';

/** Proposals that are to be written. */
interface WriteRequest {
  /** Of proposals. */
  readonly ids: readonly string[];
  /** The monitors with their proposals of now. */
  readonly monitors: readonly TunedMonitor[];
  /** Called before the first file is written. */
  readonly onWrite?: (files: readonly string[]) => void;
}

/** A proposal that is to be written, with its monitor. */
interface Wish {
  readonly id: string;
  readonly key: string;
  readonly edit: NonNullable<Proposal['edit']>;
}

/**
 * Writes proposals into their specs. A value that others share is not written; it is named with its place. Throws `UserError`, and writes
 * nothing, where an id is not proposed now or a monitor would come to something else.
 */
export async function writeProposals(project: Project, {ids, monitors, onWrite}: WriteRequest): Promise<Omit<WrittenDocument, 'plan'>> {
  const wishes = [...new Set(ids)].map(id => findWish(id, monitors));
  const {settings, cwd} = project;
  const workspace = checkWorkspace(project);
  const specs = new Map(workspace.checked.monitors.map(spec => [spec.key, spec]));
  const {files, layers} = readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
  const fleet = fleetOf(settings, layers, cwd);
  const edited = new EditedSpecs(files, settings.specsDirectory, fleet.readData);
  const proposals: WrittenProposalDocument[] = [];
  const notWritten: NotWrittenDocument[] = [];
  const bodies = new Map<string, JsonObject>();
  for (const wish of wishes) {
    const spec = specs.get(wish.key);
    if (spec === undefined || hasErrors(workspace.report.findings)) throw refuse(`the spec of "${wish.key}" was changed meanwhile`);
    const shared = findShared(spec, wish);
    const body = wish.edit.make(bodies.get(wish.key) ?? spec.body());
    const written = shared === null ? edited.accept(spec, {kind: 'accepted', body, paused: spec.paused, fields: []}) : null;
    if (typeof written !== 'string') {
      notWritten.push(shared ?? describeRefused(spec, wish, written?.file ?? spec.file));
      continue;
    }
    bodies.set(wish.key, body);
    proposals.push({id: wish.id, key: wish.key, file: written});
  }
  refuseOtherChanges(workspace.checked.monitors, bodies, checkEdited(edited, {project, fleet}));
  const replacements = edited.replacements();
  if (replacements.length > 0) onWrite?.(replacements.map(({shown}) => shown));
  for (const replacement of replacements) await replaceSpecFile(replacement, project);
  return {proposals, notWritten};
}

function findWish(id: string, monitors: readonly TunedMonitor[]): Wish {
  for (const {document, proposals} of monitors) {
    const proposal = proposals.find(one => one.document.id === id);
    if (proposal === undefined) continue;
    const {edit} = proposal;
    if (edit !== null) return {id, key: document.key, edit};
    throw new UserError(
      'tune/needs-words',
      `the proposal ${id} for "${document.key}" can't be written: it needs your words`,
      'edit the spec by hand; "monitors tune" says what is proposed',
    );
  }
  throw new UserError(
    'tune/not-proposed',
    `"${id}" is not proposed now; nothing was written`,
    'run "monitors tune" with the same keys, --checks and --fetch to see what is',
  );
}

/** Where the value of a proposal stands in a layer; null where it is the spec's own, or of a list. */
function findShared(spec: DesiredMonitor, {id, key, edit}: Wish): NotWrittenDocument | null {
  const place = findPlace(spec, edit);
  if (place === undefined || spec.list !== undefined || place.file === spec.file) return null;
  return {id, key, reason: 'shared', file: place.file, line: place.range.start.line};
}

/** A row can take what it has a column for; a data file in CSV is left to people. */
function describeRefused(spec: DesiredMonitor, {id, key, edit}: Wish, file: string): NotWrittenDocument {
  const place = findPlace(spec, edit);
  const isOwn = file.endsWith('.csv') || spec.list === undefined;
  return {id, key, reason: isOwn ? 'by-hand' : 'shared', file: place?.file ?? file, line: place?.range.start.line ?? null};
}

/** The place where the value that an edit replaces was written last; undefined where the spec has none. */
function findPlace(spec: DesiredMonitor, {at}: Wish['edit']): Place | undefined {
  return at === null ? undefined : spec.writtenAt?.(at);
}

/** The specs as they are once they are edited. */
function checkEdited(
  edited: EditedSpecs,
  {project: {settings}, fleet}: {readonly project: Project; readonly fleet: ReturnType<typeof fleetOf>},
): readonly DesiredMonitor[] {
  const {allowedReferences: allowed, allowedFields: fields, operations} = settings;
  const checked = checkSpecs(edited.sources(), {
    ...{allowed, fields, operations, cache: null, purpose: 'monitors'},
    fleet: {...fleet, readData: edited.readData},
  });
  const finding = checked.findings.find(({severity}) => severity === 'error');
  if (finding !== undefined) throw refuse(`the edited specs would have an error: ${finding.message}`);
  return checked.monitors;
}

/** Layers and lists let one text stand for many monitors: exactly what was asked for may change. */
function refuseOtherChanges(
  before: readonly DesiredMonitor[],
  bodies: ReadonlyMap<string, JsonObject>,
  after: readonly DesiredMonitor[],
): void {
  const wanted = before.map(monitor => {
    const body = bodies.get(monitor.key);
    return body === undefined ? monitor : {...monitor, bodyHash: hashJson(body)};
  });
  const changed = findRenderedChanges(wanted, after);
  if (changed.length > 0) throw refuse(`${listWords(changed.slice(0, 3).map(key => `"${key}"`))} would come to something else`);
}

function refuse(why: string): UserError {
  return new UserError('tune/not-written', `nothing was written: ${why}`, 'edit the spec by hand; "monitors tune" says what is proposed');
}
