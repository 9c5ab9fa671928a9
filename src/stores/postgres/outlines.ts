import {once} from '../../core/base/once';
import {sha256} from '../../core/json/canonical';
import {isObject, type JsonObject} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {isTexts} from '../../core/state/format/monitor';
import {readMonitors, readOutlines} from '../../core/state/format/state';
import type {OutlinedMonitor, OutlineFile} from '../../core/state/kept-outline';
import {
  type Bodies,
  type BodyFacts,
  OutlinedState,
  type RecordedMonitor,
  type RecordedOutline,
  type State,
  type StateVersion,
  type StoredState,
  UNREAD,
  UnreadBodies,
} from '../../core/state/state';
import type {ChooseBodies} from '../../core/state/store';
import {parseObject, parseRecord, RowSum, readHeader, type StoredSummary} from './contents';
import {type OwnRows, readPages, readRowHashes, toSummedRow} from './rows';

/** From this share of all records on, reading everything at once is less work. */
const MOST_CHOSEN = 0.2;

/** Outlines that belong to a summary, checked against it. */
interface CheckedOutlines {
  readonly header: ConstructorParameters<typeof OutlinedState>[0];
  readonly version: StateVersion;
  readonly size: number;
  readonly repeated: string | null;
  readonly list: () => readonly OutlinedMonitor[];
}

/**
 * Reads a state without its bodies, but for those that `choose` names. All outlines and the hashes of all bodies are checked against the
 * sum, each body that is read against its hash. `kept` is what this machine read last. Null where everything has to be read.
 */
export async function readOutlined(
  rows: OwnRows,
  summary: StoredSummary,
  choose: ChooseBodies,
  kept: OutlineFile | null,
): Promise<StoredState<OutlinedState> | null> {
  const found = (await recallOutlines(rows, summary, kept)) ?? (await readAll(rows, summary, kept));
  if (found === null) return null;
  const {header, version, size, repeated, list} = found;
  const monitors = once(() => new Map(list().map(([key, outline]) => [key, outline])));
  const open = (bodies: Bodies) => new OutlinedState(header, {size, repeated, monitors}, bodies);
  const chosen = choose(open(UNREAD)) ?? [];
  if (chosen.length > size * MOST_CHOSEN) return null;
  const records = chosen.length === 0 ? new Map<Key, RecordedMonitor>() : await readChosen(rows, chosen);
  return {state: open(new ChosenBodies(monitors, list, records)), version};
}

/** The outlines of what this machine read last, if the rows still are what they were then: one may have been changed by hand. */
async function recallOutlines(rows: OwnRows, summary: StoredSummary, file: OutlineFile | null): Promise<CheckedOutlines | null> {
  const kept = summary.checksum === null ? null : (file?.find(summary.checksum) ?? null);
  if (kept === null || !kept.isSound()) return null;
  const sum = new RowSum();
  sum.addHashes(await readRowHashes(rows));
  if (!sum.isOf(summary)) return null;
  const {size, repeated, list} = kept;
  return {...splitHeader(summary, sum, rows), size, repeated, list: () => list() ?? []};
}

async function readAll(rows: OwnRows, summary: StoredSummary, file: OutlineFile | null): Promise<CheckedOutlines | null> {
  const outlines = new Map<Key, OutlineValue | null>();
  const sum = new RowSum();
  for await (const page of readPages(rows, 'outline, bodies_hash', toSummedRow)) {
    sum.add(page);
    for (const [key, {outline}] of page) outlines.set(key, parseOutline(outline));
  }
  const {header, version, isWhole} = splitHeader(summary, sum, rows);
  // Members of a newer version are not in an outlined state.
  if (!isWhole) return null;
  const records = [...outlines].map(([key, outline]) => [key, outline?.record ?? null] as const);
  const monitors = [...readOutlines(records, rows.refusals)].map(
    ([key, outline]): OutlinedMonitor => [key, outline, outlines.get(key)?.facts],
  );
  const {checksum} = version;
  const repeated = file === null ? null : file.keep({of: checksum}, {checksum, header, monitors});
  return {header, version, size: monitors.length, repeated, list: () => monitors};
}

/** The state without its records, if an outlined state can hold all of it. */
function splitHeader(summary: StoredSummary, sum: RowSum, {refusals}: OwnRows) {
  const {state, version} = readHeader(summary, sum, refusals);
  const {unknown, monitors: _none, ...header} = state;
  return {header, version, isWhole: Object.keys(unknown).length === 0};
}

/** A record without its bodies, and what is asked about all bodies at once. */
interface OutlineValue {
  readonly facts: BodyFacts;
  readonly record: JsonObject;
}

const FACTS: readonly (keyof BodyFacts)[] = ['targetIds', 'references', 'origins'];

/** Null for a text that is not that of an outline. */
function parseOutline(text: string): OutlineValue | null {
  const {facts, record} = parseObject(text) ?? {};
  return isObject(facts) && isObject(record) && FACTS.every(name => isTexts(facts[name]))
    ? {facts: facts as JsonObject & BodyFacts, record}
    : null;
}

/** Reads some records whole: their outlines, and the hashes of their bodies, are in the sum that was checked. */
async function readChosen({run, tables, refusals}: OwnRows, keys: readonly Key[]): Promise<ReadonlyMap<Key, RecordedMonitor>> {
  const rows = await run(
    `SELECT key, outline, bodies, bodies_hash FROM ${tables.monitors} WHERE project = $1 AND environment = $2 AND key = ANY ($3::text[])`,
    keys,
  );
  const records = rows.map(({key, outline, bodies, bodies_hash}) => {
    if (sha256(bodies ?? '') !== bodies_hash) throw refusals.checksum();
    return [key ?? '', parseRecord({outline: outline ?? '', bodies: bodies ?? ''})] as const;
  });
  return readMonitors(records, refusals);
}

/** The bodies that were chosen; all others are unread. */
class ChosenBodies implements Bodies {
  constructor(
    private readonly monitors: () => ReadonlyMap<Key, RecordedOutline>,
    private readonly list: () => readonly OutlinedMonitor[],
    private readonly records: ReadonlyMap<Key, RecordedMonitor>,
  ) {}

  whole(): State {
    throw new UnreadBodies('all bodies');
  }

  record(key: Key): RecordedMonitor | undefined {
    const record = this.records.get(key);
    if (record === undefined && this.monitors().has(key)) throw new UnreadBodies(`the bodies of "${key}"`);
    return record;
  }

  *facts(name: keyof BodyFacts): Iterable<readonly [Key, readonly string[]]> {
    for (const [key, , facts] of this.list()) yield [key, facts?.[name] ?? []];
  }
}
