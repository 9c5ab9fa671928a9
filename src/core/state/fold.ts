import {assertNever} from '../base/assert-never';
import {decodeJournal} from './format/journal';
import type {JournaledCreate, JournaledEdit, JournaledWork} from './journal';
import {noteRemoved} from './removed';
import type {IntendedMonitor, RecordedMonitor, State, StoredState} from './state';

/** A state with what a journal adds to it. */
interface FoldedState {
  /** The same object when the journal adds nothing. */
  readonly state: State;
  /** Creates that may have been carried out and whose id is not known; in the order of their intents. */
  readonly unfinished: readonly JournaledCreate[];
}

/**
 * Puts what a journal holds into the state that it continues. Folding twice is the same as folding once. Of creates:
 * - `done` becomes a recorded monitor;
 * - `intent` and `dropped` vanish: nothing was carried out;
 * - `sending` and `unknown` stay unfinished, and so does an intent that was copied off the machine, since what followed
 *   it may be lost;
 * - a `done` that can't be recorded, because its key or its id is taken, becomes unfinished too: a person decides.
 *
 * Updates and deletes never stay unfinished: one that may have been carried out leaves the recorded monitor in doubt
 * (`pending`) or as it was, and the next plan sends it again.
 */
export function foldJournal(state: State, journal: JournaledWork): FoldedState {
  if (journal.creates.length === 0 && journal.edits.length === 0) return {state, unfinished: []};
  const monitors = new Map(state.monitors);
  const keyOf = new Map<string, string>();
  for (const [key, record] of monitors) keyOf.set(record.id, key);
  const unfinished: JournaledCreate[] = [];
  let added = false;
  for (const create of journal.creates) {
    const {intent, phase, done} = create;
    switch (phase) {
      case 'done': {
        if (done === undefined) throw new Error(`create ${intent.opId} is done and has no record that says so`);
        const {id} = done.monitor;
        const before = monitors.get(intent.key);
        if (before?.id === id) break;
        const holder = keyOf.get(id);
        if (holder !== undefined) {
          unfinished.push(contradict(create, `the service answered with id ${id}, which is recorded as "${holder}"`));
        } else if (before !== undefined && !intent.supersedes.includes(before.id)) {
          unfinished.push(contradict(create, `the service answered with id ${id}, but this key is recorded with id ${before.id}`));
        } else {
          if (before !== undefined) keyOf.delete(before.id);
          monitors.set(intent.key, keepOpenEnds(toRecordedMonitor(create), before));
          keyOf.set(id, intent.key);
          added = true;
        }
        break;
      }
      case 'sending':
      case 'unknown':
        unfinished.push(create);
        break;
      case 'intent':
        if (intent.offMachine && create.attempt === 0) unfinished.push({...create, phase: 'unknown'});
        break;
      case 'dropped':
        break;
      default:
        assertNever(phase);
    }
  }
  const edited = journal.edits.map(edit => foldEdit(monitors, edit)).includes(true);
  if (!added && !edited) return {state, unfinished};
  const removal = {serial: state.serial + 1, at: findLastSent(journal), by: 'apply'};
  return {state: noteRemoved(state, {...state, monitors}, removal), unfinished};
}

/** When the last request of a journal was sent; empty where none was. */
function findLastSent({creates, edits}: JournaledWork): string {
  return [...creates, ...edits].reduce((last, {lastSentAt}) => (lastSentAt > last ? lastSentAt : last), '');
}

/** Notes one update or delete; returns whether that changed anything. */
function foldEdit(monitors: Map<string, RecordedMonitor>, {intent, phase, attempt, done}: JournaledEdit): boolean {
  const {key, id, monitor} = intent;
  const before = monitors.get(key);
  if (before === undefined) return false;
  const mayBeApplied = phase === 'sending' || phase === 'unknown' || (phase === 'intent' && intent.offMachine && attempt === 0);
  if (monitor === null) return phase === 'done' && forgetMonitor(monitors, key, before, id);
  if (before.id !== id) return false;
  if (phase === 'done') monitors.set(key, toUpdatedMonitor(before, monitor, done?.monitor.observed ?? {}));
  else if (mayBeApplied) monitors.set(key, {...before, pending: toPending(monitor)});
  return phase === 'done' || mayBeApplied;
}

/** A deleted monitor goes with its record, or from the list of those that its successor still had to see deleted. */
function forgetMonitor(monitors: Map<string, RecordedMonitor>, key: string, before: RecordedMonitor, id: string): boolean {
  if (before.id === id) return monitors.delete(key);
  const {leftovers = [], ...record} = before;
  const left = leftovers.filter(leftover => leftover !== id);
  if (left.length === leftovers.length) return false;
  monitors.set(key, left.length === 0 ? record : {...record, leftovers: left});
  return true;
}

function toUpdatedMonitor(before: RecordedMonitor, monitor: IntendedMonitor, observed: RecordedMonitor['observed']): RecordedMonitor {
  const {id, createdAt, leftovers, mayExistTwice, unknown} = before;
  return {
    ...monitor,
    id,
    createdAt,
    observed,
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    ...(unknown === undefined ? {} : {unknown}),
  };
}

function toPending({bodyHash, applied, paused}: IntendedMonitor): NonNullable<RecordedMonitor['pending']> {
  return {bodyHash, applied, ...(paused === undefined ? {} : {paused})};
}

/** The recorded monitor that a finished create makes. Throws for one that is not finished (a bug). */
export function toRecordedMonitor({intent, done}: JournaledCreate): RecordedMonitor {
  if (done === undefined) throw new Error(`create ${intent.opId} is not done`);
  return {...intent.monitor, ...done.monitor, ...(done.mayExistTwice ? {mayExistTwice: true} : {})};
}

/** Keeps what is still to be deleted or looked for when another monitor takes the record's place. */
function keepOpenEnds(monitor: RecordedMonitor, before: RecordedMonitor | undefined): RecordedMonitor {
  const leftovers = [...new Set([...(before?.leftovers ?? []), ...(monitor.leftovers ?? [])])].filter(id => id !== monitor.id);
  return {
    ...monitor,
    ...(before?.mayExistTwice === undefined ? {} : {mayExistTwice: before.mayExistTwice}),
    ...(leftovers.length === 0 ? {} : {leftovers}),
  };
}

function contradict(create: JournaledCreate, message: string): JournaledCreate {
  const {intent, attempt, firstSentAt, lastSentAt} = create;
  return {intent, phase: 'unknown', attempt, firstSentAt, lastSentAt, error: {code: 'id-conflict', message}};
}

/**
 * Adds a journal that lay beside a copy of a state; nothing of one that is damaged, or of another lineage. What it adds makes the state the
 * one after the copy.
 */
export function foldCopy({state, version}: StoredState, journal: Uint8Array | null): FoldedState {
  const decoded = journal === null ? null : decodeJournal(journal);
  if (decoded?.kind !== 'sound' || decoded.content.base?.lineage !== version.lineage) return {state, unfinished: []};
  const folded = foldJournal(state, decoded.content);
  return folded.state === state ? folded : {...folded, state: {...folded.state, serial: version.serial + 1}};
}
