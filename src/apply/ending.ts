import {compareText} from '../diagnostics/diagnostic';
import {foldJournal} from '../state/fold';
import type {JournaledCreate} from '../state/journal';
import type {State, StoredState} from '../state/model';
import type {LockedStore} from '../state/store';
import type {StopReason} from './model';

/** What became of saving the run. */
export type Saving = {readonly kind: 'saved'; readonly stored: StoredState} | {readonly kind: 'not-saved'; readonly stop: StopReason};

/**
 * Folds what this run learned into the state and writes it once; what is still open stays in the journal. Where the
 * state can't be written, everything goes into a rescue file, and where that fails too, the ids go to the caller.
 */
export async function saveRun(
  store: LockedStore,
  base: StoredState,
  tool: string,
  creates: readonly JournaledCreate[],
  earlier: readonly JournaledCreate[],
  runId: string,
): Promise<Saving> {
  // An intent of this run that is still one was never sent, whoever has a copy of it.
  const ended = creates.map(create => (create.phase === 'intent' ? {...create, phase: 'dropped' as const} : create));
  const {state, unfinished} = foldJournal(base.state, {creates: [...earlier, ...ended]});
  const next = state === base.state ? state : {...state, tool};
  try {
    const stored = await store.write(next, base.version);
    await store.rewriteJournal(stored.version, unfinished);
    return {kind: 'saved', stored};
  } catch (error) {
    return {kind: 'not-saved', stop: await rescue(store, next, [...earlier, ...ended], runId, error)};
  }
}

async function rescue(
  store: LockedStore,
  next: State,
  creates: readonly JournaledCreate[],
  runId: string,
  error: unknown,
): Promise<StopReason> {
  const message = error instanceof Error ? error.message : String(error);
  const path = await store.rescue(next, creates, runId).catch(() => null);
  return {kind: 'state-not-saved', message, rescue: path, ...(path === null ? {unsaved: listUnsaved(creates)} : {})};
}

function listUnsaved(creates: readonly JournaledCreate[]): {readonly key: string; readonly id: string}[] {
  return creates
    .flatMap(({intent, done}) => (done === undefined ? [] : [{key: intent.key, id: done.monitor.id}]))
    .sort((a, b) => compareText(a.key, b.key));
}
