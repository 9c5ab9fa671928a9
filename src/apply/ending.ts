import {compareText} from '../diagnostics/diagnostic';
import {foldJournal} from '../state/fold';
import type {JournaledCreate, JournaledEdit, JournaledWork} from '../state/journal';
import {noteAnswers} from '../state/origin';
import type {State, StoredState} from '../state/state';
import type {LockedStore} from '../state/store';
import type {StopReason} from './ports';

/** What a run leaves behind. */
export interface RunRecord {
  /** The state that the run began with. */
  readonly base: StoredState;
  readonly tool: string;
  readonly runId: string;
  /** What this run's operations came to. */
  readonly work: JournaledWork;
  /** Creates of earlier runs that are still open. */
  readonly unfinished: readonly JournaledCreate[];
  /** Who answered: see {@link noteAnswers}. */
  readonly byEmulator: boolean | null;
}

/**
 * Folds what a run learned into the state and writes it once; what is still open stays in the journal. Where the state
 * can't be written, everything goes into a rescue file, and where that fails too, the ids go to the caller. Returns why
 * the state is not saved, or undefined.
 */
export async function saveRun(store: LockedStore, record: RunRecord): Promise<StopReason | undefined> {
  // An intent of this run that is still one was never sent, whoever has a copy of it.
  const creates = [...record.unfinished, ...record.work.creates.map(dropUnsent)];
  const work = {creates, edits: record.work.edits.map(dropUnsent)};
  const folded = foldJournal(record.base.state, work);
  const {unfinished} = folded;
  const state = noteAnswers(folded.state, record.byEmulator);
  const next = state === record.base.state ? state : {...state, tool: record.tool};
  let stored: StoredState;
  try {
    stored = await store.write(next, record.base.version);
  } catch (error) {
    return rescue(store, next, work, record.runId, error);
  }
  // A journal that can't be cleared is folded once more by the next run, which changes nothing.
  await store.rewriteJournal(stored.version, unfinished).catch(() => undefined);
  return undefined;
}

function dropUnsent<Work extends JournaledCreate | JournaledEdit>(work: Work): Work {
  return work.phase === 'intent' ? {...work, phase: 'dropped'} : work;
}

async function rescue(store: LockedStore, next: State, work: JournaledWork, runId: string, error: unknown): Promise<StopReason> {
  const message = error instanceof Error ? error.message : String(error);
  const path = await store.rescue(next, work, runId).catch(() => null);
  return {kind: 'state-not-saved', message, rescue: path, ...(path === null ? {unsaved: listUnsaved(work.creates)} : {})};
}

function listUnsaved(creates: readonly JournaledCreate[]): {readonly key: string; readonly id: string}[] {
  return creates
    .flatMap(({intent, done}) => (done === undefined ? [] : [{key: intent.key, id: done.monitor.id}]))
    .sort((a, b) => compareText(a.key, b.key));
}
