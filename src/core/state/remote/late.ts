import {isObject, type JsonValue, parseJson} from '../../json/value';
import {toRecords} from '../format/journal';
import {readJournalRecord} from '../format/journal-record';
import type {IntentRecord, JournalContent, JournaledCreate} from '../journal';
import {advanceOperation, startOperation} from '../journaled-work';

/** Records that holders appended after they had lost the lock. */
export interface LateWork {
  readonly creates: readonly JournaledCreate[];
  /** The newest entry that was read. */
  readonly upTo: number;
}

/**
 * Encodes the texts that a holder appends after it has lost the lock, one for each create. The state itself is no
 * longer this run's to change.
 */
export function encodeLate(creates: readonly JournaledCreate[]): readonly string[] {
  return creates.filter(({phase}) => phase === 'done' || phase === 'unknown').map(create => JSON.stringify(toRecords(create)));
}

/** Reads what is there; a text that makes no sense is left out: it can't stop the runs that came after it. */
export function decodeLate(texts: readonly string[]): readonly JournaledCreate[] {
  return texts.flatMap(text => readCreate(parseJson(text)) ?? []);
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
