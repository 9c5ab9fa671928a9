import {addToGroup} from '../base/grouping';
import {compareText} from '../diagnostics/diagnostic';
import {fingerprintBody} from '../secrets/fingerprint';
import {isOfSameKey} from '../secrets/keyed-hash';
import {listSecretOrigins} from '../secrets/origin';
import type {DesiredMonitor, Inherited, Key} from '../specs/desired-monitor';
import {findKeyFlaw} from '../specs/keys';
import {listTargetIds} from '../specs/targets';
import {listFacts, type ReadableState, recordIn} from '../state/state';
import type {Bookkeeping, Change, Duplicate, Notice, UnmanagedMonitor} from './change';
import {isSent} from './change-facts';
import {isDistinct} from './create-sight';
import type {Filling} from './fillings';
import {showLayer} from './layer-losses';

/** The part of a plan's input that notices need. */
interface NoticeInput {
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

/** Parts of specs that a plan does not send, and notes for the state that need no request. */
interface Unsent {
  readonly ignoredEdits: readonly {readonly key: Key; readonly members: readonly string[]}[];
  readonly bookkeeping: readonly Bookkeeping[];
  /** Members that specs lost and the service keeps. */
  readonly leftFields: readonly {readonly key: Key; readonly members: readonly string[]}[];
  /** Values that the service was found to fill in by itself. */
  readonly fillings: readonly Filling[];
}

/**
 * Lists what a reviewer should know besides the changes: new uses of the environment, renames without a source, monitors
 * that exist twice or would.
 */
export function listNotices(
  input: NoticeInput,
  changes: readonly Change[],
  {duplicates, unmanaged, ignoredEdits, leftFields, bookkeeping, fillings}: ServiceContent & Unsent,
): Notice[] {
  const {state, desired, secretHashes} = input;
  const creates = changes.flatMap(change => (change.action === 'create' && change.gone === undefined ? [change.after] : []));
  const referring = changes.filter(isSent).flatMap(({after}) => (after.references.length > 0 ? [after] : []));
  const inheriting = desired.filter(({inherited}) => inherited !== undefined);
  return [
    ...(state === null ? [] : [...listDoubts(state, changes), ...listForbiddenKeys(state, desired), ...creates.flatMap(listLostRename)]),
    ...(referring.length === 0 ? [] : listNewReferences(state, referring)),
    ...(inheriting.length === 0 ? [] : listNewLayers(input, inheriting)),
    ...listUnprotected(bookkeeping),
    ...(state === null || secretHashes === undefined ? [] : listUnknownRotations(input, state, secretHashes)),
    ...duplicates.map(({key, monitors}): Notice => ({kind: 'duplicates', key, monitors})),
    ...(unmanaged.length === 0 ? [] : listSameNames(creates, unmanaged)),
    ...changes.flatMap(listSameContent),
    ...ignoredEdits.map(({key, members}): Notice => ({kind: 'ignored-edit', key, members})),
    ...leftFields.map(({key, members}): Notice => ({kind: 'left-field', key, members})),
    ...fillings.map((filling): Notice => ({kind: 'filled-in', ...filling})),
  ];
}

/** Lists every recorded monitor that the service may hold a second time, whatever else the plan looks at. */
function listDoubts(state: ReadableState, changes: readonly Change[]): Notice[] {
  const notices: Notice[] = [];
  const renamed = new Map(changes.flatMap(change => (change.action === 'rename' ? [[change.from, change.key] as const] : [])));
  for (const [key, {id, mayExistTwice}] of state.monitors) {
    if (mayExistTwice === undefined) continue;
    const targetIds = listTargetIds(recordIn(state, key)?.applied ?? {}).filter(targetId => targetId !== null);
    const renamedTo = renamed.get(key);
    notices.push({kind: 'maybe-duplicate', key, id, targetIds, ...(renamedTo === undefined ? {} : {renamedTo})});
  }
  return notices;
}

/** Lists keys that no spec may have. An older version recorded them; other programs may misread them. */
function listForbiddenKeys(state: ReadableState, desired: readonly DesiredMonitor[]): Notice[] {
  const renamed = new Set(desired.map(({sync}) => sync.renamedFrom));
  const keys = [...state.monitors.keys()].filter(key => !renamed.has(key) && findKeyFlaw(key) !== null);
  return keys.map(key => ({kind: 'forbidden-key', key}));
}

/** Lists values that were sent without a hash under today's key: whether they were rotated since is not known. */
function listUnknownRotations(
  {desired, only}: NoticeInput,
  state: ReadableState,
  secretHashes: NonNullable<NoticeInput['secretHashes']>,
): Notice[] {
  const users = new Map<string, Key[]>();
  for (const {key, references} of desired) {
    const recorded = only === undefined || only.has(key) ? state.monitors.get(key) : undefined;
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

function listLostRename({key, sync: {renamedFrom: from}}: DesiredMonitor): Notice[] {
  return from === undefined ? [] : [{kind: 'rename-source-missing', key, from}];
}

/** Lists variables that are sent for the first time, and those that are sent to an origin for the first time. */
function listNewReferences(state: ReadableState | null, sent: readonly DesiredMonitor[]): Notice[] {
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

/** Lists the origins that no recorded monitor sends to. Looks no further than needed. */
function listNewOrigins(state: ReadableState | null, sent: readonly DesiredMonitor[]): OriginUse[] {
  const lineage = state?.lineage ?? '';
  const pairs = new Map<string, OriginUse & {readonly users: Key[]}>();
  for (const {key, body} of sent) {
    for (const {name, id, shown} of listSecretOrigins(fingerprintBody(body(), lineage))) {
      const pair = pairs.get(`${name} ${id}`) ?? {name, origin: shown, users: []};
      pairs.set(`${name} ${id}`, pair);
      if (pair.users.at(-1) !== key) pair.users.push(key);
    }
  }
  if (pairs.size === 0) return [];
  for (const [, origins] of listFacts(state, 'origins')) {
    if (pairs.size === 0) break;
    for (const pair of origins) pairs.delete(pair);
  }
  return [...pairs.values()];
}

/** The names that no recorded monitor refers to, sorted. Looks no further than needed. */
function listUnused(names: Iterable<string>, state: ReadableState | null): string[] {
  const unused = new Set(names);
  for (const [, references] of listFacts(state, 'references')) {
    if (unused.size === 0) break;
    for (const name of references) unused.delete(name);
  }
  return [...unused].sort(compareText);
}

/** Lists layers that no recorded monitor is merged from: a draft by such a name was no layer before. */
function listNewLayers({state, only}: NoticeInput, inheriting: readonly DesiredMonitor[]): Notice[] {
  const known = listRecordedLayers(state);
  const freshOf = new Map<Inherited, readonly string[]>();
  const users = new Map<string, {readonly layer: string; readonly keys: Key[]}>();
  for (const monitor of inheriting) {
    const {key, inherited = {}} = monitor;
    if (only !== undefined && !only.has(key)) continue;
    const fresh = freshOf.get(inherited) ?? Object.keys(inherited).filter(layer => !known.has(layer));
    freshOf.set(inherited, fresh);
    for (const layer of fresh) {
      const shown = showLayer(layer, monitor);
      const group = users.get(shown) ?? {layer, keys: []};
      users.set(shown, group);
      group.keys.push(key);
    }
  }
  const isMoved = findMovedLayers(inheriting, known, new Set([...users.values()].map(({layer}) => layer)));
  return [...users]
    .filter(([, {layer}]) => !isMoved(layer))
    .sort(([a], [b]) => compareText(a, b))
    .map(([file, {keys}]) => ({kind: 'new-layer', file, users: keys}));
}

/** Tells layers that stand in another folder now: recorded ones of the same names are gone, as many as there are new ones. */
function findMovedLayers(inheriting: readonly DesiredMonitor[], known: ReadonlySet<string>, fresh: ReadonlySet<string>) {
  if (fresh.size === 0) return () => false;
  const used = new Set(inheriting.flatMap(({inherited = {}}) => Object.keys(inherited)));
  const gone = [...known].filter(layer => !used.has(layer)).map(nameOfLayer);
  const count = (names: readonly string[], name: string) => names.filter(one => one === name).length;
  const names = [...fresh].map(nameOfLayer);
  return (layer: string) => count(names, nameOfLayer(layer)) <= count(gone, nameOfLayer(layer));
}

function nameOfLayer(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function listRecordedLayers(state: ReadableState | null): ReadonlySet<string> {
  const layers = new Set<string>();
  for (const {inherited} of state?.monitors.values() ?? []) for (const layer in inherited) layers.add(layer);
  return layers;
}

function listUnprotected(bookkeeping: readonly Bookkeeping[]): Notice[] {
  const users = bookkeeping.filter(({losesProtection}) => losesProtection === true).map(({key}) => key);
  return users.length === 0 ? [] : [{kind: 'protection-lost', users}];
}
