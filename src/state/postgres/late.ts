import {parseJson} from '../../json/parse';
import {isObject, type JsonValue} from '../../json/value';
import {toRecords} from '../format/journal';
import {readJournalRecord} from '../format/journal-record';
import type {IntentRecord, JournalContent, JournaledCreate} from '../journal';
import {advanceOperation, startOperation} from '../journaled-work';
import type {Run} from './connection';
import {type Owner, toNumber} from './head';

/** What holders appended after they had lost the lock. */
export interface LateWork {
  readonly creates: readonly JournaledCreate[];
  /** The newest row that was read; 0 where there is none. */
  readonly upTo: number;
}

/** Appends what creates came to, for the next holder. The state itself is no longer this run's to change. */
export async function appendLate(
  run: Run,
  {tables, project, environment}: Owner,
  holder: string,
  creates: readonly JournaledCreate[],
): Promise<void> {
  const texts = creates.filter(({phase}) => phase === 'done' || phase === 'unknown').map(create => JSON.stringify(toRecords(create)));
  if (texts.length === 0) return;
  // A second try after a COMMIT without an answer adds nothing.
  await run(
    `INSERT INTO ${tables.late} (project, environment, holder, text) SELECT $1, $2, $3, t FROM unnest($4::text[]) AS t
     WHERE NOT EXISTS (SELECT FROM ${tables.late} WHERE project = $1 AND environment = $2 AND holder = $3 AND text = t)`,
    [project, environment, holder, texts],
  );
}

/** Reads what is there; a row that makes no sense is left out: it can't stop the runs that came after it. */
export async function readLate(run: Run, {tables, project, environment}: Owner): Promise<LateWork> {
  const rows = await run(`SELECT id, text FROM ${tables.late} WHERE project = $1 AND environment = $2 ORDER BY id`, [project, environment]);
  const creates = rows.flatMap(({text}) => readCreate(parseJson(text ?? '')) ?? []);
  return {creates, upTo: toNumber(rows.at(-1)?.['id'])};
}

function readCreate(value: JsonValue | undefined): JournaledCreate | null {
  if (!Array.isArray(value)) return null;
  const [first, last] = (value as readonly JsonValue[]).map(record => (isObject(record) ? readJournalRecord(record) : null));
  if (first?.phase !== 'intent' || first.op !== 'create' || last === undefined || last === null || last.phase === 'intent') return null;
  return advanceOperation(startOperation(first satisfies IntentRecord) as JournaledCreate, last, false);
}

/**
 * A journal with what was learned late. A create that the journal still has open is completed. One that it no longer has was settled by
 * a later run: where that recorded another monitor, folding reports both; where it recorded none, the monitor is recorded now.
 */
export function addLate(journal: JournalContent, late: readonly JournaledCreate[]): JournalContent {
  if (late.length === 0) return journal;
  const creates = new Map(journal.creates.map(create => [create.intent.opId, create]));
  for (const create of late) {
    const {opId} = create.intent;
    const known = creates.get(opId);
    if (create.phase === 'done' ? known?.phase !== 'done' : known?.phase === 'sending') creates.set(opId, create);
  }
  return {...journal, creates: [...creates.values()]};
}
