import type {
  DoneRecord,
  EditIntentRecord,
  IntentRecord,
  Journaled,
  JournaledCreate,
  JournaledEdit,
  JournaledWork,
  ProgressRecord,
} from './journal';

/** Starts an operation: only its intent is known. */
export function startOperation(intent: IntentRecord | EditIntentRecord): JournaledCreate | JournaledEdit {
  const untouched = {phase: 'intent', attempt: 0, firstSentAt: '', lastSentAt: ''} as const;
  return intent.op === 'create' ? {intent, ...untouched} : {intent, ...untouched};
}

/**
 * Adds one record to an operation. A refusal takes it back to its intent, unless it is `doubted`: the outcome of an earlier
 * request is unknown, so a later refusal does not prove that nothing was carried out.
 */
export function advanceOperation<Work extends Journaled<unknown>>(work: Work, record: ProgressRecord | DoneRecord, doubted: boolean): Work {
  if (record.phase === 'done') return {...work, phase: 'done', attempt: record.attempt, done: record};
  const {attempt, firstSentAt, lastSentAt, error} = record;
  const phase = record.phase !== 'refused' ? record.phase : doubted ? 'unknown' : 'intent';
  const {error: _before, ...rest} = work;
  return {...rest, phase, attempt, firstSentAt, lastSentAt, ...(error === undefined ? {} : {error})} as Work;
}

/** Splits operations into creates and edits; each kind keeps its order. */
export function sortWork(work: readonly (JournaledCreate | JournaledEdit)[]): JournaledWork {
  return {creates: work.filter(isCreate), edits: work.filter(isEdit)};
}

function isCreate(work: JournaledCreate | JournaledEdit): work is JournaledCreate {
  return work.intent.op === 'create';
}

function isEdit(work: JournaledCreate | JournaledEdit): work is JournaledEdit {
  return work.intent.op !== 'create';
}
