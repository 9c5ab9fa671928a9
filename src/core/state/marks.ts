import {dirname, isAbsolute, join} from 'node:path';
import type {Context} from '../base/context';
import {findUserDirectory, listNames, newestFirst, openCacheFile} from '../files/cache-file';
import {sha256} from '../json/canonical';
import {isObject, type JsonValue, parseJson, property} from '../json/value';
import type {Key} from '../specs/desired-monitor';
import {mayBeTrial} from './origin';
import {FORGETFUL, type Memory} from './remote/last-seen';
import type {RemovedRecord, State, StateVersion} from './state';

/** A version of a state that this machine has seen. */
export interface Mark extends StateVersion {
  readonly origin: string;
  /** Whose state it is, wherever it lies. Absent in marks of earlier builds. */
  readonly home?: string | undefined;
  /** The same for all copies of the config. */
  readonly owner?: string | undefined;
  /** The state's file, absolute. Absent in marks of earlier builds, and for a state on a server. */
  readonly place?: string | undefined;
  /** Commits that the repository had. Absent outside one. */
  readonly commits?: readonly string[] | undefined;
}

/** Whose states a place has. */
export interface MarkHome {
  /** Names config, project and environment: the config may name another place later, where git does not tell. */
  readonly home: string;
  /** Names project and environment: another checkout begins with no state, where the first one is in no commit. */
  readonly owner: string;
}

/** The monitors of a marked version, as far as they are kept: ids by key, and what had left it. */
interface MarkedContent {
  readonly records: ReadonlyMap<Key, string>;
  /** Without serials in marks of earlier builds. */
  readonly removed: readonly (Pick<RemovedRecord, 'key' | 'id' | 'by'> & Partial<Pick<RemovedRecord, 'serial'>>)[];
  /** The ids that runs on this machine let go. */
  readonly letGo: readonly string[];
  /** The ids of {@link records} that the version lacks, and the serial of the last one that was seen with them. */
  readonly missed?: ReadonlyMap<string, number>;
  /** The latest time at which one of {@link records} was made (RFC 3339). Absent in marks of earlier builds, and where nothing tells. */
  readonly latest?: string | undefined;
}

/** The parts of a state that make a mark. The emulator's states are never marked, nor those of a local address that gave no answer yet. */
export type MarkedState = Pick<State, 'lineage' | 'origin' | 'serial' | 'emulator'>;

/** Most lineages and addresses that are kept of one place. */
const MOST_MARKS = 8;

/**
 * The newest versions that this machine has seen of the states of one place, a file or a table: one for each lineage and address.
 * A state that is older than its mark was put back. Reading never fails: what can't be read is not there.
 */
export class Marks {
  constructor(
    private readonly memory: Memory,
    private readonly home?: MarkHome,
    private readonly listCommits: () => readonly string[] = () => [],
    private readonly place?: string,
  ) {}

  /** The newest version that was seen of this state; null where none was. */
  find({lineage, origin}: Pick<Mark, 'lineage' | 'origin'>): Mark | null {
    return this.read().find(({mark}) => isOf(mark, {lineage, origin}))?.mark ?? null;
  }

  /** The same, else that of the state at the address that it had before: `state set-origin` moves no marks. */
  findMoved(state: Pick<Mark, 'lineage' | 'origin'>): Mark | null {
    return this.find(state) ?? this.read().find(({mark}) => mark.lineage === state.lineage)?.mark ?? null;
  }

  /** The versions that were seen of any state of a home, or of one of its copies, at an address. */
  listOf({home, owner}: MarkHome, origin: string | null): readonly Mark[] {
    const isOf = (mark: Mark) => mark.home === home || mark.owner === owner;
    return this.read().flatMap(({mark}) => (isOf(mark) && (origin === null || mark.origin === origin) ? [mark] : []));
  }

  /** Reads the last mark noted in this place, of any state; null where there is none. */
  last(): Mark | null {
    return this.read()[0]?.mark ?? null;
  }

  /** The monitors of a marked version; null where they were not kept. */
  readContent({lineage, origin}: Pick<Mark, 'lineage' | 'origin'>): MarkedContent | null {
    const entry = this.read().find(({mark}) => isOf(mark, {lineage, origin}));
    return entry === undefined ? null : readContent(entry.content);
  }

  /** Notes a version that was read or written, unless a later one was seen. `content` is worked out only where it is written. */
  note(state: MarkedState, checksum: string, content?: () => MarkedContent): void {
    const known = this.find(state);
    if (known !== null && (known.serial > state.serial || (known.serial === state.serial && known.checksum === checksum))) return;
    this.settle(state, checksum, content);
  }

  /** A person decided that what was seen here does not count. */
  forget(): void {
    if (this.memory.read() !== null) this.memory.write('');
  }

  /** Notes a version as it is, also where a later one was seen: a person decided for it. */
  settle(state: MarkedState, checksum: string, content?: () => MarkedContent): void {
    if (!mayBeTrial(state)) this.put({lineage: state.lineage, origin: state.origin, serial: state.serial, checksum}, content);
  }

  /** Tells whether any version of a state was seen. */
  knows(lineage: string): boolean {
    return this.read().some(({mark}) => mark.lineage === lineage);
  }

  /** Notes a state by which something is about to be sent, before it is known who answers. */
  begin(version: StateVersion): void {
    this.put({...version, origin: ''});
  }

  /** It is known who answers: a state of another service has a mark, and one of the emulator needs none. */
  end(): void {
    this.memory.remove?.();
  }

  private put(version: Pick<Mark, keyof StateVersion | 'origin'>, content?: () => MarkedContent): void {
    const others = this.read().filter(({mark}) => !isOf(mark, version));
    const text = content === undefined ? 'null' : writeContent(content());
    const commits = this.listCommits();
    const place = this.place !== undefined && isAbsolute(this.place) ? {place: this.place} : {};
    const own = {...version, ...this.home, ...place, ...(commits.length === 0 ? {} : {commits})};
    const entries = [{mark: own, content: text}, ...others].slice(0, MOST_MARKS);
    this.memory.write(entries.map(({mark, content}) => `${JSON.stringify(mark)}\n${content}\n`).join(''));
  }

  /** Each mark is a line, and its content, which few ask for, the next one. */
  private read(): {readonly mark: Mark; readonly content: string}[] {
    const lines = (this.memory.read() ?? '').split('\n');
    return lines.flatMap((line, index) => {
      const mark = index % 2 === 0 ? readMark(line) : null;
      return mark === null ? [] : [{mark, content: lines[index + 1] ?? 'null'}];
    });
  }
}

function isOf(mark: Mark, {lineage, origin}: Pick<Mark, 'lineage' | 'origin'>): boolean {
  return mark.lineage === lineage && mark.origin === origin;
}

function readMark(line: string): Mark | null {
  const root = parseJson(line);
  if (!isObject(root)) return null;
  const {lineage, origin, serial, checksum, home, owner, place, commits} = root;
  if (typeof lineage !== 'string' || typeof origin !== 'string' || typeof checksum !== 'string') return null;
  if (!Number.isSafeInteger(serial)) return null;
  const known = Array.isArray(commits) ? {commits: commits.filter(commit => typeof commit === 'string')} : {};
  return {lineage, origin, serial: serial as number, checksum, ...namesOf({home, owner, place}), ...known};
}

function namesOf(names: Readonly<Record<keyof MarkHome | 'place', unknown>>): Partial<MarkHome & Pick<Mark, 'place'>> {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => typeof name === 'string'));
}

function writeContent({records, removed, letGo, missed = new Map(), latest}: MarkedContent): string {
  const lines = removed.map(({key, id, by, serial}) => [key, id, by, ...(serial === undefined ? [] : [String(serial)])]);
  const kept = missed.size === 0 ? {} : {missed: Object.fromEntries(missed)};
  return JSON.stringify({records: [...records], removed: lines, letGo, ...kept, latest});
}

function readContent(line: string): MarkedContent | null {
  const root = parseJson(line);
  if (!isObject(root)) return null;
  const records = readPairs(property(root, 'records'));
  const removed = readLines(property(root, 'removed'));
  if (records === null || removed === null) return null;
  const letGo = property(root, 'letGo');
  const ids = Array.isArray(letGo) ? letGo.filter(id => typeof id === 'string') : [];
  const missed = property(root, 'missed');
  const serials = isObject(missed) ? Object.entries(missed).filter((one): one is [string, number] => Number.isSafeInteger(one[1])) : [];
  const latest = property(root, 'latest');
  return {
    records: new Map(records),
    removed,
    letGo: ids,
    ...(serials.length === 0 ? {} : {missed: new Map(serials)}),
    ...(typeof latest === 'string' ? {latest} : {}),
  };
}

function readPairs(value: JsonValue | undefined): (readonly [key: Key, id: string])[] | null {
  return readTexts(value, 2) as (readonly [Key, string])[] | null;
}

function readLines(value: JsonValue | undefined): MarkedContent['removed'] | null {
  const lines = readTexts(value, 3, 4) as (readonly [Key, string, string, string?])[] | null;
  return lines?.map(([key, id, by, serial]) => ({key, id, by, ...(serial === undefined ? {} : {serial: Number(serial)})})) ?? null;
}

/** Reads lists of so many texts; null for anything else. */
function readTexts(value: JsonValue | undefined, least: number, most = least): (readonly string[])[] | null {
  if (!Array.isArray(value)) return null;
  const isLong = ({length}: readonly JsonValue[]) => length >= least && length <= most;
  const isList = (one: JsonValue) => Array.isArray(one) && isLong(one) && one.every(text => typeof text === 'string');
  return value.every(isList) ? (value as unknown as (readonly string[])[]) : null;
}

/**
 * The marks of this machine about the states of one place: the absolute path of a state file, or any text that names a place on a
 * server. They are in the user's directory of states ({@link findUserDirectory}), for their user alone, and are no cache: no option turns them off. Without a home
 * directory nothing is remembered.
 */
export function openMarks(
  place: string,
  {env, process, world}: Pick<Context, 'env' | 'process' | 'world'>,
  home?: MarkHome,
  listCommits?: () => readonly string[],
  kind: Remembered = 'mark',
): Marks {
  const path = memoryOf(kind, place, env, process.platform);
  return new Marks(path === null ? FORGETFUL : openCacheFile({path, userId: process.userId, uuid: world.uuid}), home, listCommits, place);
}

/** Most places of which things are read besides one's own: those that were noted last. */
const MOST_PLACES = 5000;

/** The marks of this machine about the states of all places but these, the newest first: copies of a checkout have the same state in each. */
export function openOtherMarks(
  places: readonly string[],
  {env, process, world}: Pick<Context, 'env' | 'process' | 'world'>,
  kind: Remembered = 'mark',
): readonly Marks[] {
  const paths = listOtherMemories(kind, places, env, process.platform);
  return paths.map(path => new Marks(openCacheFile({path, userId: process.userId, uuid: world.uuid})));
}

/** Things that this machine remembers of a place; `begun`: states of which it is not known yet who answers, for their journals. */
type Remembered = 'mark' | 'journal' | 'begun' | 'copies';

/** The files in which this machine remembers such a thing of all places but these, the newest first. */
export function listOtherMemories(kind: Remembered, places: readonly string[], env: Context['env'], platform: string): readonly string[] {
  const own = places.map(place => memoryOf(kind, place, env, platform));
  const [first = null] = own;
  const directory = first === null ? '' : dirname(first);
  const isOne = (name: string) => name.startsWith(`${kind}-`) && /-[0-9a-f]{32}\.jsonl$/.test(name) && !own.includes(join(directory, name));
  const names = listNames(directory).filter(isOne);
  return newestFirst(names.map(name => join(directory, name))).slice(0, MOST_PLACES);
}

/** The file in which this machine remembers something of the state in one place, or of all its copies; null without a home directory. */
export function memoryOf(kind: Remembered, place: string, env: Context['env'], platform: string): string | null {
  const directory = findUserDirectory('state', env, platform);
  return directory === null ? null : join(directory, `${kind}-${sha256(place).slice(0, 32)}.jsonl`);
}
