import {UserError} from '../../core/diagnostics/user-error';
import type {SharedStateStore} from '../../core/state/remote/store';
import {migrateState} from './migrate-state';
import {sharedEnd} from './migration-ends';
import {type EnvironmentMove, noState} from './move-environment';

/** A state on a server in two environments; both can be locked while a move makes them unusable. */
export interface SharedEnvironments {
  readonly from: {readonly environment: string; readonly store: SharedStateStore};
  readonly to: {readonly environment: string; readonly store: SharedStateStore};
}

/**
 * Gives a state on a server to another environment of its project, in the steps of a migration: after a crash in between, neither
 * environment can apply until this is called again. The old name stays marked: a checkout that still has it would meet an empty state, and
 * create everything again. Throws a `UserError` and changes nothing where `to` has a state.
 */
export async function moveSharedEnvironment({from, to}: SharedEnvironments): Promise<EnvironmentMove> {
  const show = (environment: string) => `environment "${environment}"`;
  const [own, other] = [from.environment, to.environment];
  const source = sharedEnd(from.store, show(own), 'source', {own, other});
  const target = sharedEnd(to.store, show(other), 'target', {own: other, other: own});
  try {
    const {outcome, monitors, version} = await migrateState(source, target, own);
    if (outcome === 'waiting') throw new Error('only a state file waits');
    return {outcome: outcome === 'undone' ? 'completed' : outcome, monitors, version, toCommit: []};
  } catch (error) {
    const isNothing = error instanceof UserError && ['state/not-initialized', 'state/nothing-stored'].includes(error.code);
    throw isNothing ? noState(own, `${from.store.place} holds none`) : error;
  }
}
