import {sha256} from '../../core/json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {isTexts} from '../../core/state/format/monitor';
import {readMonitors, readOutlines} from '../../core/state/format/state';
import {
  type Bodies,
  type BodyFacts,
  OutlinedState,
  type RecordedMonitor,
  type State,
  type StoredState,
  UnreadBodies,
} from '../../core/state/state';
import type {ChooseBodies} from '../../core/state/store';
import {parseObject, RowSum, readHeader, type StoredSummary} from './contents';
import {type OwnRows, readPages, toSummedRow} from './rows';

/** From this share of all records on, reading everything at once is less work. */
const MOST_CHOSEN = 0.2;

/**
 * Reads a state without its bodies, but for those that `choose` names. All outlines and the hashes of all bodies are checked against the
 * sum, each body that is read against its hash. Null where everything has to be read.
 */
export async function readOutlined(
  rows: OwnRows,
  summary: StoredSummary,
  choose: ChooseBodies,
): Promise<StoredState<OutlinedState> | null> {
  const {refusals} = rows;
  const outlines = new Map<Key, OutlineValue | null>();
  const hashes = new Map<Key, string>();
  const sum = new RowSum();
  for await (const page of readPages(rows, 'outline, bodies_hash', toSummedRow)) {
    sum.add(page);
    for (const [key, {outline, bodiesHash}] of page) {
      outlines.set(key, parseOutline(outline));
      hashes.set(key, bodiesHash);
    }
  }
  const {state, version} = readHeader(summary, sum, refusals);
  const {unknown, monitors: _none, ...header} = state;
  // Members of a newer version are not in an outlined state.
  if (Object.keys(unknown).length > 0) return null;
  const monitors = readOutlines(listRecords(outlines), refusals);
  const chosen = choose(monitors).filter(key => monitors.has(key));
  if (chosen.length > monitors.size * MOST_CHOSEN) return null;
  const bodies = chosen.length === 0 ? [] : await readBodies(rows, chosen, hashes);
  const records = readMonitors(
    bodies.map(([key, value]) => [key, {...outlines.get(key)?.record, ...value}]),
    refusals,
  );
  return {
    state: new OutlinedState(header, {size: monitors.size, repeated: null, monitors: () => monitors}, new ChosenBodies(outlines, records)),
    version,
  };
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

function* listRecords(outlines: ReadonlyMap<Key, OutlineValue | null>): Iterable<readonly [Key, JsonValue]> {
  for (const [key, outline] of outlines) yield [key, outline?.record ?? null];
}

async function readBodies(
  {run, tables, refusals}: OwnRows,
  keys: readonly Key[],
  hashes: ReadonlyMap<Key, string | undefined>,
): Promise<readonly (readonly [Key, JsonObject])[]> {
  const rows = await run(
    `SELECT key, bodies FROM ${tables.monitors} WHERE project = $1 AND environment = $2 AND key = ANY ($3::text[])`,
    keys,
  );
  return rows.map(({key, bodies}) => {
    if (sha256(bodies ?? '') !== hashes.get(key ?? '')) throw refusals.checksum();
    const value = parseObject(bodies ?? '');
    if (value === null) throw refusals.malformed(`the record of "${key}" is not JSON`);
    return [key ?? '', value];
  });
}

/** The bodies that were chosen; all others are unread. */
class ChosenBodies implements Bodies {
  constructor(
    private readonly outlines: ReadonlyMap<Key, OutlineValue | null>,
    private readonly records: ReadonlyMap<Key, RecordedMonitor>,
  ) {}

  whole(): State {
    throw new UnreadBodies('all bodies');
  }

  record(key: Key): RecordedMonitor | undefined {
    const record = this.records.get(key);
    if (record === undefined && this.outlines.has(key)) throw new UnreadBodies(`the bodies of "${key}"`);
    return record;
  }

  *facts(name: keyof BodyFacts): Iterable<readonly [Key, readonly string[]]> {
    for (const [key, outline] of this.outlines) yield [key, outline?.facts[name] ?? []];
  }
}
