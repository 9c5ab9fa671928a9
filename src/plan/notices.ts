import {addToGroup} from '../base/grouping';
import {compareText} from '../diagnostics/diagnostic';
import {findValue} from '../json/find-value';
import {type Path, toPointer} from '../json/pointer';
import type {JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {isOfSameKey} from '../secrets/keyed-hash';
import {listSecretOrigins} from '../secrets/origin';
import {listReferenceNames} from '../secrets/references';
import {type Leaf, mapLeaves} from '../secrets/walk';
import type {DesiredMonitor, Key} from '../spec/desired-monitor';
import {findKeyFlaw} from '../spec/keys';
import {listTargetIds} from '../spec/targets';
import {type ReadableState, recordsOf} from '../state/state';
import type {Bookkeeping, Change, Duplicate, Notice, UnmanagedMonitor} from './change';
import {isDistinct} from './create-sight';

/** The part of a plan's input that notices need. */
export interface NoticeInput {
  readonly desired: readonly DesiredMonitor[];
  readonly state: ReadableState | null;
  readonly only?: ReadonlySet<Key> | undefined;
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
}

/** Other monitors of the service; empty when it was not asked. */
interface ServiceContent {
  readonly duplicates: readonly Duplicate[];
  readonly unmanaged: readonly UnmanagedMonitor[];
}

/** What a plan does not send although specs say it, and what it notes without a request. */
interface Unsent {
  readonly ignoredEdits: readonly {readonly key: Key; readonly members: readonly string[]}[];
  readonly bookkeeping: readonly Bookkeeping[];
  /** Members that specs lost and the service keeps. */
  readonly leftFields: readonly {readonly key: Key; readonly members: readonly string[]}[];
}

/**
 * Lists what a reviewer should know besides the changes: new uses of the environment, renames without a source, monitors
 * that exist twice or would.
 */
export function listNotices(
  input: NoticeInput,
  changes: readonly Change[],
  {duplicates, unmanaged, ignoredEdits, leftFields, bookkeeping}: ServiceContent & Unsent,
): Notice[] {
  const creates = changes.flatMap(change => (change.action === 'create' && change.gone === undefined ? [change.after] : []));
  return [
    ...listDoubts(input.state, changes),
    ...listForbiddenKeys(input),
    ...listLostRenames(input, creates),
    ...listNewReferences(input, changes.flatMap(listSent)),
    ...listNewLayers(input, changes.flatMap(listSent)),
    ...listUnprotected(bookkeeping),
    ...listUnknownRotations(input),
    ...duplicates.map(({key, monitors}): Notice => ({kind: 'duplicates', key, monitors})),
    ...listSameNames(creates, unmanaged),
    ...changes.flatMap(listSameContent),
    ...ignoredEdits.map(({key, members}): Notice => ({kind: 'ignored-edit', key, members})),
    ...leftFields.map(({key, members}): Notice => ({kind: 'left-field', key, members})),
  ];
}

/** Lists every recorded monitor that the service may hold a second time, whatever else the plan looks at. */
function listDoubts(state: ReadableState | null, changes: readonly Change[]): Notice[] {
  const notices: Notice[] = [];
  const renamed = new Map(changes.flatMap(change => (change.action === 'rename' ? [[change.from, change.key] as const] : [])));
  for (const [key, {id, mayExistTwice}] of state?.monitors ?? []) {
    if (mayExistTwice === undefined) continue;
    const targetIds = listTargetIds(recordsOf(state).get(key)?.applied ?? {}).filter(targetId => targetId !== null);
    const renamedTo = renamed.get(key);
    notices.push({kind: 'maybe-duplicate', key, id, targetIds, ...(renamedTo === undefined ? {} : {renamedTo})});
  }
  return notices;
}

/** Lists keys that no spec may have. An older version recorded them; other programs may misread them. */
function listForbiddenKeys({state, desired}: NoticeInput): Notice[] {
  const renamed = new Set(desired.map(({renamedFrom}) => renamedFrom));
  const keys = [...(state?.monitors.keys() ?? [])].filter(key => !renamed.has(key) && findKeyFlaw(key) !== null);
  return keys.map(key => ({kind: 'forbidden-key', key}));
}

/** The spec whose values a change sends. */
function listSent(change: Change): DesiredMonitor[] {
  switch (change.action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'adopt':
      return [change.after];
    case 'delete':
    case 'rename':
    case 'blocked':
    case 'unresolved':
      return [];
  }
}

/** Lists values that were sent without a hash under today's key: whether they were rotated since is not known. */
function listUnknownRotations({desired, state, only, secretHashes}: NoticeInput): Notice[] {
  if (secretHashes === undefined) return [];
  const users = new Map<string, Key[]>();
  for (const {key, references} of desired) {
    const recorded = only === undefined || only.has(key) ? state?.monitors.get(key) : undefined;
    if (recorded === undefined) continue;
    for (const name of references) {
      const sent = recorded.secrets !== undefined && Object.hasOwn(recorded.secrets, name) ? recorded.secrets[name] : undefined;
      const now = secretHashes(name);
      if (sent !== undefined && (now === undefined || isOfSameKey(sent, now))) continue;
      addToGroup(users, name, key);
    }
  }
  return [...users.keys()].sort(compareText).map(name => ({kind: 'rotation-unknown', name, users: users.get(name) ?? []}));
}

/** Lists creates whose name an unmanaged monitor has. A name proves nothing, so the create stands; but it may be a paid second copy. */
function listSameNames(creates: readonly DesiredMonitor[], unmanaged: readonly UnmanagedMonitor[]): Notice[] {
  const byName = new Map<string, UnmanagedMonitor[]>();
  for (const monitor of unmanaged) {
    if (monitor.ours === undefined) addToGroup(byName, monitor.name, monitor);
  }
  if (byName.size === 0) return [];
  return creates.flatMap((spec): Notice[] => {
    const monitors = (byName.get(spec.name) ?? []).filter(monitor => !isDistinct(spec, monitor));
    return monitors.length === 0 ? [] : [{kind: 'same-name', key: spec.key, monitors}];
  });
}

/** Several specs may watch one page, so the create stands. */
function listSameContent(change: Change): Notice[] {
  if (change.action !== 'create' || change.sameContent === undefined || change.sameContent.length === 0) return [];
  return [{kind: 'same-content', key: change.key, monitors: change.sameContent}];
}

function listLostRenames({state}: NoticeInput, creates: readonly DesiredMonitor[]): Notice[] {
  if (state === null) return [];
  return creates.flatMap(({key, renamedFrom: from}): Notice[] => (from === undefined ? [] : [{kind: 'rename-source-missing', key, from}]));
}

/** Lists variables that are sent for the first time, and those that are sent to an origin for the first time. */
function listNewReferences({state}: NoticeInput, sent: readonly DesiredMonitor[]): Notice[] {
  const users = new Map<string, Key[]>();
  for (const {key, references} of sent) {
    for (const name of references) addToGroup(users, name, key);
  }
  const unused = listUnused(users.keys(), state);
  const pairs = listNewOrigins(state, sent);
  return [
    ...unused.map((name): Notice => {
      const origins = pairs.flatMap(pair => (pair.name === name ? [pair.origin] : []));
      return {kind: 'new-reference', name, origins, users: users.get(name) ?? []};
    }),
    ...pairs.flatMap((pair): Notice[] => (unused.includes(pair.name) ? [] : [{kind: 'new-origin', ...pair}])),
  ];
}

/** A variable, where its value goes, and the monitors that send it there. */
interface OriginUse {
  readonly name: string;
  readonly origin: string;
  readonly users: readonly Key[];
}

/** What no recorded monitor sends there. Looks no further than needed. */
function listNewOrigins(state: ReadableState | null, sent: readonly DesiredMonitor[]): OriginUse[] {
  const lineage = state?.lineage ?? '';
  const pairs = new Map<string, OriginUse & {readonly users: Key[]}>();
  for (const {key, references, body} of sent) {
    if (references.length === 0) continue;
    for (const {name, id, shown} of listSecretOrigins(fingerprintBody(body(), lineage))) {
      const pair = pairs.get(`${name} ${id}`) ?? {name, origin: shown, users: []};
      pairs.set(`${name} ${id}`, pair);
      if (pair.users.at(-1) !== key) pair.users.push(key);
    }
  }
  if (pairs.size === 0) return [];
  for (const {applied} of recordsOf(state).values()) {
    if (pairs.size === 0) break;
    for (const {name, id} of listSecretOrigins(applied)) pairs.delete(`${name} ${id}`);
  }
  return [...pairs.values()];
}

/** The names that no recorded monitor refers to, sorted. Looks no further than needed. */
function listUnused(names: Iterable<string>, state: ReadableState | null): string[] {
  const unused = new Set(names);
  if (unused.size === 0) return [];
  for (const monitor of recordsOf(state).values()) {
    if (unused.size === 0) break;
    for (const name of listReferenceNames(monitor.applied)) unused.delete(name);
  }
  return [...unused].sort(compareText);
}

/** Lists layers that give values to what is sent, where no recorded monitor has values of theirs: a draft by such a name was no layer before. */
function listNewLayers({desired, state}: NoticeInput, sent: readonly DesiredMonitor[]): Notice[] {
  const candidates = new Set(sent.flatMap(({layers = []}) => layers));
  if (candidates.size === 0) return [];
  const changed = new Set(sent.map(({key}) => key));
  const lookedAt = new Map<string, number>();
  for (const monitor of desired) {
    const recorded = state?.monitors.get(monitor.key);
    const isUnchanged = recorded?.bodyHash === monitor.bodyHash && !changed.has(monitor.key);
    if (state === null || recorded === undefined || !(isUnchanged || changed.has(monitor.key))) continue;
    for (const layer of monitor.layers ?? []) {
      const looked = lookedAt.get(layer) ?? 0;
      lookedAt.set(layer, looked + 1);
      if (looked >= MOST_LOOKED_AT || !candidates.has(layer)) continue;
      if (isUnchanged ? takesFrom(monitor, layer) : keepsFrom(monitor, layer, state)) candidates.delete(layer);
    }
    if (candidates.size === 0) return [];
  }
  return [...candidates].sort(compareText).flatMap((file): Notice[] => {
    const users = sent.filter(({layers}) => layers?.includes(file) === true);
    const isUsed = users.slice(0, MOST_LOOKED_AT).some(monitor => takesFrom(monitor, file));
    return isUsed ? [{kind: 'new-layer', file, users: users.map(({key}) => key)}] : [];
  });
}

/** Finding out where values were written takes long: what the first monitors take from a layer stands for the others. */
const MOST_LOOKED_AT = 20;

/** Whether a value of the body was written by a file. */
function takesFrom(monitor: DesiredMonitor, file: string): boolean {
  return hasValueFrom(monitor, file, monitor.body(), () => true);
}

/** Whether a value of the body was written by a file, and is already recorded. */
function keepsFrom(monitor: DesiredMonitor, file: string, state: ReadableState): boolean {
  const recorded = recordsOf(state).get(monitor.key)?.applied;
  const body = fingerprintBody(monitor.body(), state.lineage);
  return recorded !== undefined && hasValueFrom(monitor, file, body, (leaf, path) => findValue(recorded, path) === leaf);
}

function hasValueFrom({writtenAt}: DesiredMonitor, file: string, body: JsonObject, isMeant: (leaf: Leaf, path: Path) => boolean): boolean {
  let has = false;
  mapLeaves(body, (leaf, path) => {
    has ||= isMeant(leaf, path) && writtenAt?.(toPointer(path)).file === file;
    return leaf;
  });
  return has;
}

function listUnprotected(bookkeeping: readonly Bookkeeping[]): Notice[] {
  const users = bookkeeping.filter(({losesProtection}) => losesProtection === true).map(({key}) => key);
  return users.length === 0 ? [] : [{kind: 'protection-lost', users}];
}
