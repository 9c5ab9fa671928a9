import {closeSync, lstatSync, openSync, readSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {once} from '../../core/base/once';
import type {Settings} from '../../core/config/config';
import type {CacheFile} from '../../core/files/cache-file';
import {findReal} from '../../core/files/paths';
import {type Heads, listTips, readHeads} from '../../core/git/heads';
import type {Key} from '../../core/specs/desired-monitor';
import {type LostRecord, rememberedRecord} from '../../core/state/earlier';
import {pathsOf} from '../../core/state/file/read';
import type {StateView} from '../../core/state/fold-open';
import type {Marks} from '../../core/state/marks';
import {findLatest, isTakenOut, listHeldIds, listIdsByKey, tellsRemoval} from '../../core/state/removed';
import type {ReadableState, RemovedRecord, StateVersion, StoredState} from '../../core/state/state';
import type {FoundRecords, SoughtRecords} from './every-commit';
import type {FoundLeft, LeftRunningSearch} from './left-running';
import type {CommittedVersions, FoundHistory, HistoryPlace, KnownSpecs} from './look';

/** Facts about a state in a file from its other versions: committed ones, its backups, and what this machine has seen. */
export interface History {
  /** Starts to look, beside other work. Starts git only where HEAD or the state is another one than at the last look. */
  begin(): void;
  /** Whether the last look was at this commit and this state, and found nothing. */
  isSettled(): boolean;
  /** Says what was lost since other versions; null where nothing was, or nothing tells. */
  judge(state: JudgedState, specs: KnownSpecs | null): Promise<FoundHistory | null>;
  /**
   * Finds what any commit records of keys that are to be created: on any branch, below any directory, in states that were begun apart; and
   * what other checkouts on this machine do.
   */
  seek(sought: SoughtRecords): Promise<FoundRecords>;
  /** Finds the monitors that a state recorded which is missing, and that no spec would record again. */
  findLeftRunning(search: LeftRunningSearch): Promise<FoundLeft>;
  /** Lists the monitors that any commit records, with their keys by id. */
  list(settings: Settings): Promise<ReadonlyMap<string, Key>>;
  /** Lists the monitors that `state rm` let go, as other versions of a state say: they may be another project's by now. */
  listLetGo(state: ReadableState): Promise<readonly string[]>;
  /** Notes a state that was written. */
  noteWritten(stored: StoredState): void;
  /** Something is about to be sent: a journal that is taken away after that, also by a plain commit, is to be missed. */
  noteSending(base: StateVersion): void;
}

/** Tells which keys have a spec, in this environment or another; without specs, all. */
export function testSpecs(specs: KnownSpecs | null): (key: Key) => boolean {
  const keys = once(() => (specs === null ? null : listSpecKeys(specs)));
  return key => keys()?.has(key) !== false;
}

/** The keys that have a spec, in this environment or another. */
export function listSpecKeys({monitors, elsewhere}: KnownSpecs): ReadonlySet<Key> {
  return new Set([...monitors.map(({key}) => key), ...elsewhere.keys()]);
}

/** A place and a state in which nothing was lost. */
interface LastLook {
  /** The commits that it read from: where HEAD is and was, and what it follows. */
  readonly tips: readonly string[];
  /** Names the backup as it was. */
  readonly backup: string;
  readonly checksum: string;
  /** It holds while none of these keys has a spec. */
  readonly unless: readonly Key[];
}

/** A state, and the creates that it leaves open. */
interface JudgedState extends Pick<StateView, 'unresolved'> {
  readonly stored: StoredState<ReadableState>;
}

/** Opens the history of a state. Reads nothing until it is asked. */
export function openHistory(place: HistoryPlace): History {
  const {stateFile, cache, marks} = place;
  // Without a state there is nothing to remember.
  const looks = once(() => new LookMemory(stateFile, cache, place.context.env));
  let committed: Promise<CommittedVersions> | undefined;
  /** The lines of the state that was read: no run here wrote them. */
  let linesRead: ReadonlySet<string> = new Set();
  /** Where nothing was lost in this run's look, the keys without a spec of which that depends: the states that it writes inherit the result. */
  let clean: readonly Key[] | null = null;
  const start = () => {
    committed ??= readCommittedBeside(place, looks().heads);
    return committed;
  };
  const isSettled = () => {
    const checksum = readStatedChecksum(stateFile);
    return checksum === null || looks().recall(checksum) !== null;
  };
  return {
    isSettled,
    begin: () => {
      if (!isSettled() && !looks().mayRecall(readStatedChecksum(stateFile) ?? '')) start();
    },
    judge: async ({stored, unresolved}, specs) => {
      const {state, version} = stored;
      linesRead = new Set(state.removed?.map(({id}) => id));
      const mark = marks.find(state);
      const isBehindMark = mark !== null && mark.serial > state.serial;
      const hasSpec = testSpecs(specs);
      const known = isBehindMark ? null : await recall(looks(), version.checksum, place);
      if (known !== null && !known.some(hasSpec)) {
        clean = known;
        noteMark(marks, stored, () => false);
        looks().note(version.checksum, known);
        return null;
      }
      const {lookBack} = await import('./look');
      const {found, unless} = await lookBack(place, stored, start(), {heads: looks().heads, hasSpec, hasNew: hasNewSpec(specs, state)});
      clean = found === null ? unless : null;
      // A record that only this machine remembers is missed until a person decides.
      const isKnownHere = found?.lost.some(one => one.version.source.kind === 'mark') ?? false;
      if (!isBehindMark && !isKnownHere) noteMark(marks, stored, () => false);
      if (clean !== null) looks().note(version.checksum, clean);
      return found === null ? null : withoutOpen(found, unresolved);
    },
    seek: sought => seekRecords(place, looks().heads, sought),
    findLeftRunning: async search => (await import('./left-running')).findLeftRunning(place, looks().heads, search),
    list: settings => listRecorded(place, looks().heads, settings),
    listLetGo: state => listLetGo(start(), marks, state),
    noteSending: base => {
      looks().forget();
      if (!marks.knows(base.lineage)) place.begun?.begin(base);
    },
    noteWritten: stored => {
      // A line that this write added has its serial.
      if (stored.state.emulator !== undefined) place.begun?.end();
      noteMark(marks, stored, ({id, serial}) => serial === stored.state.serial && !linesRead.has(id));
      if (clean !== null) looks().note(stored.version.checksum, clean);
    },
  };
}

/** Creates that are open here are told as that. */
function withoutOpen(found: FoundHistory, unresolved: JudgedState['unresolved']): FoundHistory {
  const open = new Set(unresolved.map(({intent}) => intent.key));
  return open.size === 0 ? found : {...found, sent: found.sent.filter(({key}) => !open.has(key))};
}

async function listRecorded(place: HistoryPlace, heads: Heads | null, settings: Settings): Promise<ReadonlyMap<string, Key>> {
  const committed = heads === null ? [] : await (await import('./every-commit')).listEveryRecord(place, settings);
  const {listOfHome} = await import('./other-checkouts');
  return new Map([...listOfHome(place).flatMap(({held}) => [...held]), ...committed]);
}

async function listLetGo(reading: Promise<CommittedVersions>, marks: Marks, state: ReadableState): Promise<readonly string[]> {
  const {readMarkOf} = await import('./look');
  const versions = [...(await reading).versions, ...readMarkOf(marks, state)].filter(({lineage}) => lineage === state.lineage);
  return versions.flatMap(({removed}) => removed.filter(isTakenOut).map(({id}) => id));
}

function hasNewSpec(specs: KnownSpecs | null, {monitors}: ReadableState): boolean {
  return specs?.monitors.some(({key}) => !monitors.has(key)) === true;
}

/** Records of other checkouts on this machine come after those of commits, which say more. */
async function seekRecords(place: HistoryPlace, heads: Heads | null, sought: SoughtRecords): Promise<FoundRecords> {
  const found: FoundRecords =
    heads === null ? {recorded: [], sent: [], isSeen: 'whole'} : await (await import('./every-commit')).findInEveryCommit(place, sought);
  const known = new Set(found.recorded.map(({id}) => id));
  const {recorded, sent} = knowsOthers(place) ? await (await import('./other-checkouts')).findInOtherCheckouts(place, sought) : NOTHING;
  const copied = [...listPutBack(sought), ...recorded].filter(({id}) => !known.has(id));
  return {...found, recorded: [...found.recorded, ...copied], sent: [...sent, ...found.sent]};
}

const NOTHING = {recorded: [], sent: []};

/** Tells whether this machine remembers anything of this state or of others. */
function knowsOthers({marks, listOtherMarks, listOtherJournals}: HistoryPlace): boolean {
  return marks.last() !== null || (listOtherMarks?.().length ?? 0) + (listOtherJournals?.().length ?? 0) > 0;
}

/** Lists the monitors that the state lacks since an older one was restored. */
function listPutBack({ours, isSought}: SoughtRecords): readonly LostRecord[] {
  const here = new Set([...(ours?.monitors.values() ?? [])].map(({id}) => id));
  const lines = (ours?.removed ?? []).filter(line => !tellsRemoval(line) && isSought(line.key) && !here.has(line.id));
  return lines.map(({key, id, serial, at}) => rememberedRecord({key, id, latest: at}, serial));
}

/** Remembers the last look that found nothing. */
class LookMemory {
  #heads: Heads | null | undefined;
  #last: LastLook | null | undefined;

  constructor(
    private readonly stateFile: string,
    private readonly cache: CacheFile | null,
    private readonly env: HistoryPlace['context']['env'],
  ) {}

  get heads(): Heads | null {
    if (this.#heads === undefined) this.#heads = readHeads(dirname(this.stateFile), this.env);
    return this.#heads;
  }

  get last(): LastLook | null {
    return this.#last ?? null;
  }

  get tips(): readonly string[] {
    return listLookTips(this.heads);
  }

  /** The keys on whose missing specs the last look depends; null where it was not at this state and this place. */
  recall(checksum: string): readonly Key[] | null {
    const before = this.#recallBeside(checksum);
    return before !== null && before.tips.join() === this.tips.join() ? before.unless : null;
  }

  /** Tells whether only the commits of the last look are others. */
  mayRecall(checksum: string): boolean {
    const before = this.#recallBeside(checksum);
    const now = this.tips;
    return before !== null && before.tips.length > 0 && now.length > 0 && before.tips.join() !== now.join();
  }

  note(checksum: string, unless: readonly Key[]): void {
    this.#last = {tips: this.tips, backup: nameBackup(this.stateFile), checksum, unless};
    this.cache?.write(JSON.stringify(this.#last));
  }

  /** The last look, where it was at this state and this backup. */
  #recallBeside(checksum: string): LastLook | null {
    if (this.#last === undefined) this.#last = readLastLook(this.cache);
    return this.#last?.checksum === checksum && this.#last.backup === nameBackup(this.stateFile) ? this.#last : null;
  }

  forget(): void {
    this.#last = null;
    this.cache?.write('null');
  }
}

/** Recalls the last look also at other commits, where those since then tell nothing new. */
async function recall(looks: LookMemory, checksum: string, place: HistoryPlace): Promise<readonly Key[] | null> {
  if (!looks.mayRecall(checksum)) return looks.recall(checksum);
  const {isUnchangedSince} = await import('./look-since');
  const {last, tips} = looks;
  return last !== null && (await isUnchangedSince(place, {now: tips, before: last.tips})) ? last.unless : null;
}

/** HEAD as it is, first; none outside a repository and before its first commit. */
function listLookTips(heads: Heads | null): readonly string[] {
  return heads?.head == null ? [] : [heads.head, ...listTips(heads, 'everywhere').slice(1)];
}

/** Its journal is replaced with it, or later by the same run. */
function nameBackup(stateFile: string): string {
  const stat = statSync(pathsOf(stateFile).backup, {throwIfNoEntry: false});
  return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size}`;
}

/** Begins to read the committed versions. A run that never judges must not end with the failure of that. */
function readCommittedBeside(place: HistoryPlace, heads: Heads | null): Promise<CommittedVersions> {
  if (heads === null) return Promise.resolve({versions: [], underOtherName: [], journals: [], hasRecording: false, isWhole: true});
  const reading = import('./look').then(({readCommitted}) => readCommitted(place, heads));
  reading.catch(() => undefined);
  return reading;
}

function noteMark(marks: Marks, {state, version}: StoredState<ReadableState>, isOwn: (line: RemovedRecord) => boolean): void {
  marks.note(state, version.checksum, () => {
    const {removed = []} = state;
    const last = marks.findMoved(state);
    const before = last === null ? null : marks.readContent(last);
    const letGo = new Set(before?.letGo);
    // What this state lacks, and no run removed, is missed until a person decides: it may have been put back.
    const known = new Set([...listHeldIds(state.monitors).keys(), ...removed.filter(tellsRemoval).map(({id}) => id)]);
    const missed = [...(before?.records ?? [])].filter(([key, id]) => !known.has(id) && !state.monitors.has(key));
    return {
      latest: findLatest([...[...state.monitors.values()].map(({createdAt}) => createdAt), before?.latest]),
      records: new Map([...listIdsByKey(state.monitors), ...missed]),
      removed,
      letGo: removed.filter(line => letGo.has(line.id) || isOwn(line)).map(({id}) => id),
      missed: new Map(missed.map(([, id]) => [id, before?.missed?.get(id) ?? last?.serial ?? 0])),
    };
  });
}

function readLastLook(cache: CacheFile | null): LastLook | null {
  try {
    const value = JSON.parse(cache?.read() ?? 'null') as Partial<LastLook> | null;
    if (typeof value?.checksum !== 'string') return null;
    const {tips, backup, checksum, unless} = value;
    if (typeof backup !== 'string' || !Array.isArray(tips) || !Array.isArray(unless)) return null;
    const isText = (one: unknown) => typeof one === 'string';
    return {tips: tips.filter(isText), backup, checksum, unless: unless.filter(isText)};
  } catch {
    return null;
  }
}

/** Length of the header, in bytes, in which a state file states its checksum: its members are in order, and that one comes first. */
const HEADER_BYTES = 256;

function readStatedChecksum(path: string): string | null {
  try {
    // To open a pipe would wait for a writer.
    if (!lstatSync(path).isFile()) return null;
    const file = openSync(findReal(path), 'r');
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const size = readSync(file, bytes, 0, bytes.length, 0);
      return /^\{\s*"checksum"\s*:\s*"(sha256:[0-9a-f]{64})"/.exec(bytes.toString('latin1', 0, size))?.[1] ?? '';
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
