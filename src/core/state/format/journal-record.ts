import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {isTextsByName, readRecordedSync} from '../../specs/sync';
import type {DoneRecord, EditIntentRecord, IntentRecord, JournalRecord, ProgressRecord} from '../journal';
import {isInherited, isTexts} from './monitor';

/** Reads one record of an operation; null where a member is missing or of a wrong type. */
export function readJournalRecord(value: JsonValue): JournalRecord | null {
  if (!isObject(value)) return null;
  const {opId, key, runId, phase} = value;
  if (typeof opId !== 'string' || typeof key !== 'string' || typeof runId !== 'string') return null;
  if (opId === '') return null;
  switch (phase) {
    case 'intent':
      return isIntent(value) || isEditIntent(value) ? value : null;
    case 'done':
      return isDone(value) ? value : null;
    case 'sending':
    case 'unknown':
    case 'dropped':
    case 'refused':
      return isProgress(value) ? value : null;
    default:
      return null;
  }
}

function isIntent(value: JsonObject): value is JsonObject & IntentRecord {
  const {op, bodyHash, targetIds, supersedes, origin, monitor, offMachine} = value;
  if (op !== 'create' || typeof bodyHash !== 'string' || typeof origin !== 'string' || typeof offMachine !== 'boolean') return false;
  return isTexts(targetIds) && isTexts(supersedes) && isIntendedMonitor(monitor);
}

function isEditIntent(value: JsonObject): value is JsonObject & EditIntentRecord {
  const {op, id, origin, monitor, offMachine} = value;
  if (typeof id !== 'string' || id === '' || typeof origin !== 'string' || typeof offMachine !== 'boolean') return false;
  return (op === 'delete' && monitor === null) || (op === 'update' && isIntendedMonitor(monitor));
}

function isIntendedMonitor(monitor: JsonValue | undefined): boolean {
  if (!isObject(monitor)) return false;
  const {specPath, protect, bodyHash, applied, paused, leftovers, secrets, inherited} = monitor;
  if (typeof specPath !== 'string' || typeof protect !== 'boolean' || typeof bodyHash !== 'string' || !isObject(applied)) return false;
  return (
    (paused === undefined || paused === true) &&
    (leftovers === undefined || isTexts(leftovers)) &&
    (secrets === undefined || isTextsByName(secrets)) &&
    readRecordedSync(monitor) !== null &&
    (inherited === undefined || isInherited(inherited))
  );
}

function isDone(value: JsonObject): value is JsonObject & DoneRecord {
  const {attempt, monitor, mayExistTwice} = value;
  if (typeof attempt !== 'number' || typeof mayExistTwice !== 'boolean' || !isObject(monitor)) return false;
  const {id, createdAt, observed} = monitor;
  return typeof id === 'string' && id !== '' && typeof createdAt === 'string' && isObject(observed);
}

function isProgress(value: JsonObject): value is JsonObject & ProgressRecord {
  const {attempt, firstSentAt, lastSentAt, error} = value;
  if (typeof attempt !== 'number' || typeof firstSentAt !== 'string' || typeof lastSentAt !== 'string') return false;
  return error === undefined || (isObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string');
}
