import type {Key} from '../specs/desired-monitor';
import {isRecordedAgain, listHeldIds, tellsRemoval} from './removed';
import type {ReadableState, RecordedMonitor, RemovedRecord} from './state';

/** Source of another version of a state. */
export type VersionSource =
  /** Commits that made it so, newest first. */
  | {readonly kind: 'commit'; readonly commits: readonly string[]}
  /** A file beside the state, as messages show it. */
  | {readonly kind: 'backup'; readonly file: string}
  /** This machine remembers it. */
  | {readonly kind: 'mark'};

/** Another version of a state. */
export interface KnownVersion {
  readonly source: VersionSource;
  readonly lineage: string;
  readonly serial: number;
  readonly tool: string;
  readonly removed: readonly Pick<RemovedRecord, 'key' | 'id' | 'serial' | 'by'>[];
  /** The ids that it holds, with their keys. */
  readonly held: ReadonlyMap<string, Key>;
  /** Those of them that an earlier version had, and this one only misses, with its serial. */
  readonly missed?: ReadonlyMap<string, number> | undefined;
  /** The latest time at which one of them was made, where records do not tell (RFC 3339). Absent where nothing tells. */
  readonly latest?: string | undefined;
  /** A record with its bodies; undefined where only its id is known. */
  readonly record: (key: Key) => RecordedMonitor | undefined;
}

/** Selects the version with the highest serial of each lineage. */
export function newestOfLineages<Version extends Pick<KnownVersion, 'lineage' | 'serial'>>(versions: readonly Version[]): Version[] {
  return groupLineages(versions).map(([first, ...more]) => more.reduce((best, one) => (one.serial > best.serial ? one : best), first));
}

function groupLineages<Version extends Pick<KnownVersion, 'lineage'>>(versions: readonly Version[]): [Version, ...Version[]][] {
  const groups = new Map<string, [Version, ...Version[]]>();
  for (const version of versions) {
    const group = groups.get(version.lineage);
    if (group === undefined) groups.set(version.lineage, [version]);
    else group.push(version);
  }
  return [...groups.values()];
}

/** A monitor that another version records, and the state at hand neither records nor removed. */
export interface LostRecord {
  readonly key: Key;
  readonly id: string;
  /** Undefined where only the id is known. */
  readonly record: RecordedMonitor | undefined;
  /** The newest version that has it. */
  readonly version: KnownVersion;
  /** The key under which the state at hand records the same monitor; it has no spec. */
  readonly heldAs?: Key;
  /** The state at hand let it go before another version recorded it again, or a place that is gone has it. Absent where neither is so. */
  readonly mayBeAnothers?: true;
}

/** A record of which this machine knows no more than the id. `latest`: see {@link KnownVersion}. */
export function rememberedRecord({key, id, latest}: Pick<LostRecord, 'key' | 'id'> & Pick<KnownVersion, 'latest'>, serial = 0): LostRecord {
  const held = new Map([[id, key]]);
  const version = {source: {kind: 'mark'}, lineage: '', serial, tool: '', removed: [], held, latest, record: () => undefined} as const;
  return {key, id, record: undefined, version};
}

/** The time of a run, and of the service that it asks, where that tells; milliseconds since the epoch. */
interface Clocks {
  readonly now: number;
  /** Without parts of a second. */
  readonly serverTime: number | null;
}

/** Tells whether a monitor is younger than so many milliseconds, by either clock: a replica may lack it. */
export function mayBeYoung({record, version}: LostRecord, ageMs: number, {now, serverTime}: Clocks): boolean {
  // A service that tells no times has no replicas that are known of.
  if (record?.createdAt === '') return false;
  const latest = Math.min(now, serverTime === null ? now : serverTime + 999);
  return !(Date.parse(record?.createdAt ?? version.latest ?? '') <= latest - ageMs);
}

/** A record that a later version holds with other content: the service has what that version says, unless it was changed since. */
interface ChangedRecord {
  /** As the state at hand has it. */
  readonly key: Key;
  readonly id: string;
  /** `paused` and `running`: what the later version says and the state at hand does not. */
  readonly there: 'paused' | 'running' | 'other-content';
}

/** Facts about a state from its other versions. */
export interface EarlierState {
  /** Its own serial. */
  readonly serial: number;
  /** The newest version with a higher serial; null where there is none. */
  readonly later: KnownVersion | null;
  /** Sorted by key. */
  readonly lost: readonly LostRecord[];
  /** Records that a later version removed: their monitors are gone, or are not watched over any more. */
  readonly removedLater: readonly Pick<RemovedRecord, 'key' | 'id' | 'by'>[];
  /** Records that the newest later version holds with other content or under another key, sorted by key. */
  readonly changed: readonly ChangedRecord[];
  /** Monitors whose key has a spec and no record, and of which only lines of states say that they were removed. */
  readonly doubted: readonly LostRecord[];
}

/** Facts that tell a removal on purpose from one that was written into the state by hand. */
interface RemovalWitness {
  readonly hasSpec: (key: Key) => boolean;
  /** The ids that runs on this machine let go. */
  readonly letGoHere: ReadonlySet<string>;
}

/** Versions of the tool that leave no line for a record that goes; {@link writer} names those that do. */
const WITHOUT_LINES = /^0\.[01]\.\d+(?:-[^+]*)?$/;

/** Whether a version of the tool leaves a line for a record that goes. */
export function leavesLines(tool: string): boolean {
  return !WITHOUT_LINES.test(tool);
}

/** Known versions that a state is compared with. */
interface KnownPast {
  readonly versions: readonly KnownVersion[];
  /** Versions of other lineages whose records are missed: those that a merge left out when it took this state's side. */
  readonly leftOut: readonly KnownVersion[];
  /** Versions that anyone may have written: their records count, and neither their tool nor what they say was removed. */
  readonly strange?: readonly KnownVersion[];
  /** Whether a key has a spec: a record whose key has none may be that of another key, as another version has it. Default: all have one. */
  readonly hasSpec?: (key: Key) => boolean;
}

/**
 * Compares a state with other versions; null where nothing was lost. Of versions without a higher serial only those
 * count whose tool, and that of the newest version, leave lines for what goes.
 */
export function judgeVersions(
  ours: ReadableState,
  {versions: known, leftOut, strange = [], hasSpec = () => true}: KnownPast,
  witness?: RemovalWitness,
): EarlierState | null {
  const versions = ofLineage(known, ours);
  const own = listHeldIds(ours.monitors);
  const newest = versions.reduce<KnownVersion | null>((best, one) => (one.serial > (best?.serial ?? ours.serial) ? one : best), null);
  const line = readLine(versions, newest, newest?.tool ?? ours.tool);
  const {counted, removedAt} = line;
  // Two branches of one lineage record one each: the newest version does not hold what the other has.
  const others = groupLineages(leftOut).flatMap(group => newestOfLineages(group).map(last => readLine(group, last, last.tool)));
  const written = groupLineages(strange).map(group => ({
    counted: group,
    removedAt: listRemovals(ofLineage(known.concat(leftOut), group[0])),
  }));
  const lost = listLost(ours, own, {lines: [line, ...others, ...written], hasSpec});
  const later = counted.filter(({serial}) => serial > ours.serial);
  const removedLater = listRemovedLater(own, later);
  const changed = newest === null ? [] : listChanged(ours, newest);
  const doubted = witness === undefined ? [] : listDoubted(ours, own, {removedAt, counted}, witness);
  if (lost.length + removedLater.length + changed.length + doubted.length === 0) return null;
  return {serial: ours.serial, later: newest, lost, removedLater, changed, doubted};
}

function ofLineage(versions: readonly KnownVersion[], {lineage}: Pick<KnownVersion, 'lineage'>): readonly KnownVersion[] {
  return versions.filter(one => one.lineage === lineage);
}

/** The versions of one lineage whose missing records are lost, and the serial at which lines of any of its versions say that an id went. */
interface Line {
  readonly counted: readonly KnownVersion[];
  readonly removedAt: ReadonlyMap<string, number>;
}

/** `tool` wrote the version that the others are compared with. */
function readLine(versions: readonly KnownVersion[], newest: KnownVersion | null, tool: string): Line {
  const isJudged = leavesLines(tool);
  const counted = versions.filter(one => one === newest || (isJudged && leavesLines(one.tool)));
  return {counted, removedAt: listRemovals(versions)};
}

/** Of each key only the newest version that has it counts: what was let go before that was answered since. */
function listDoubted(
  ours: ReadableState,
  own: ReadonlyMap<string, Key>,
  {removedAt, counted}: Line,
  {hasSpec, letGoHere}: RemovalWitness,
): readonly LostRecord[] {
  const lines = new Set((ours.removed ?? []).filter(tellsRemoval).map(({id}) => id));
  if (lines.size === 0 && removedAt.size === 0) return [];
  const isSaidRemoved = ({id, version}: LostRecord) => lines.has(id) || wasRemovedAfter(version, id, removedAt);
  const newest = new Map<Key, LostRecord>();
  for (const version of [...counted].sort((one, other) => other.serial - one.serial)) {
    for (const [id, key] of version.held) {
      const record = version.record(key);
      if (newest.has(key) || (record !== undefined && record.id !== id)) continue;
      newest.set(key, {key, id, record, version});
    }
  }
  return [...newest.values()].filter(one => {
    const {key, id} = one;
    return isSaidRemoved(one) && !own.has(id) && !letGoHere.has(id) && !ours.monitors.has(key) && hasSpec(key);
  });
}

function wasRemovedAfter({serial, missed}: KnownVersion, id: string, removedAt: ReadonlyMap<string, number>): boolean {
  return (missed?.get(id) ?? serial) < (removedAt.get(id) ?? 0);
}

/** The highest serial at which each id was removed, as the lines of versions say. */
function listRemovals(versions: readonly KnownVersion[]): ReadonlyMap<string, number> {
  const removedAt = new Map<string, number>();
  for (const {id, serial} of versions.flatMap(({removed}) => removed.filter(tellsRemoval))) {
    removedAt.set(id, Math.max(removedAt.get(id) ?? 0, serial));
  }
  return removedAt;
}

function listLost(
  ours: ReadableState,
  own: ReadonlyMap<string, Key>,
  {lines, hasSpec}: {readonly lines: readonly Line[]; readonly hasSpec: (key: Key) => boolean},
): LostRecord[] {
  const ownLines = new Map((ours.removed ?? []).filter(tellsRemoval).map(line => [line.id, line]));
  const isRemovedHere = (id: string, version: KnownVersion) => {
    const line = ownLines.get(id);
    return line !== undefined && !(version.lineage === ours.lineage && isRecordedAgain(version, line));
  };
  const lost = new Map<string, LostRecord>();
  const all = lines.flatMap(({counted, removedAt}) => counted.map(version => ({version, removedAt})));
  const isRenamed = testRenamed(
    ours,
    all.map(({version}) => version),
    hasSpec,
  );
  // A commit has the record, and tells of which branch it is; a mark has ids alone, and keeps those of before.
  const rank = ({version: {source}}: (typeof all)[number]) => (source.kind === 'mark' ? 1 : 0);
  for (const {version, removedAt} of all.sort((one, other) => rank(one) - rank(other) || other.version.serial - one.version.serial)) {
    for (const [id, key] of version.held) {
      const here = own.get(id);
      if ((here !== undefined && !isRenamed({id, key, here, version})) || lost.has(id) || isRemovedHere(id, version)) continue;
      // A leftover waits for its delete under the key of what replaced it.
      const record = version.record(key);
      if (record !== undefined && record.id !== id) continue;
      // Serials tell which was first within one lineage alone.
      if (wasRemovedAfter(version, id, removedAt)) continue;
      lost.set(id, {
        key,
        id,
        record,
        version,
        ...(here === undefined ? {} : {heldAs: here}),
        ...(ownLines.has(id) && {mayBeAnothers: true}),
      });
    }
  }
  return [...lost.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A record of ours under a key of another version. */
interface OtherKey {
  readonly id: string;
  readonly key: Key;
  readonly here: Key;
  readonly version: KnownVersion;
}

/**
 * Tells whether a version may have a record of ours under its newer key. In one lineage, a key of before it had the one that it has here is
 * no newer one.
 */
function testRenamed(ours: ReadableState, versions: readonly KnownVersion[], hasSpec: (key: Key) => boolean): (other: OtherKey) => boolean {
  const isOfLine = ({lineage}: KnownVersion) => lineage === ours.lineage;
  const sinceWhen = (id: string, here: Key) =>
    versions.filter(one => isOfLine(one) && one.held.get(id) === here).reduce((least, {serial}) => Math.min(least, serial), ours.serial);
  return ({id, key, here, version}) => {
    if (here === key || hasSpec(here) || !hasSpec(key) || ours.monitors.has(key) || ours.monitors.get(here)?.id !== id) return false;
    return !isOfLine(version) || version.serial >= sinceWhen(id, here);
  };
}

function listRemovedLater(own: ReadonlyMap<string, Key>, later: readonly KnownVersion[]): EarlierState['removedLater'] {
  const recordedAt = new Map<string, number>();
  for (const {serial, held} of later) {
    for (const id of held.keys()) recordedAt.set(id, Math.max(recordedAt.get(id) ?? 0, serial));
  }
  const found = new Map<string, Pick<RemovedRecord, 'key' | 'id' | 'by'>>();
  for (const {removed} of later) {
    for (const line of removed) {
      const key = own.get(line.id);
      const isBack = (recordedAt.get(line.id) ?? 0) > line.serial;
      if (key !== undefined && !isBack) found.set(line.id, {key, id: line.id, by: line.by});
    }
  }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function listChanged({monitors}: ReadableState, {held, record}: KnownVersion): ChangedRecord[] {
  const changed: ChangedRecord[] = [];
  for (const [key, {id, bodyHash, paused}] of monitors) {
    const heldAs = held.get(id);
    const theirs = heldAs === undefined ? undefined : record(heldAs);
    if (theirs === undefined) continue;
    if (theirs.paused !== paused) changed.push({key, id, there: theirs.paused === true ? 'paused' : 'running'});
    else if (theirs.bodyHash !== bodyHash || heldAs !== key) changed.push({key, id, there: 'other-content'});
  }
  return changed.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A recorded monitor as a message names it: `"shop/a" (4711)`. */
export function nameRecord({key, id}: {readonly key: Key; readonly id: string}): string {
  return `"${key}" (${id})`;
}

/** The place of a version as a message names it. */
export function describeSource({source}: KnownVersion): string {
  if (source.kind === 'commit') return `commit ${(source.commits[0] ?? '').slice(0, 12)}`;
  return source.kind === 'backup' ? source.file : 'a run on this machine';
}

/** The earlier of two versions of a state. */
export function earlierOf(best: KnownVersion | null, one: KnownVersion): KnownVersion {
  return best === null || one.serial < best.serial ? one : best;
}

/** The commits that hold a version, newest first; none for any other. */
export function commitsOf({source}: Pick<KnownVersion, 'source'>): readonly string[] {
  return source.kind === 'commit' ? source.commits : [];
}
