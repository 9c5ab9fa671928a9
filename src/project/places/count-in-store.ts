import {type Settings, showSharedPlace} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {quoteNewState} from '../../core/files/state-name';
import type {Key} from '../../core/specs/desired-monitor';
import type {SharedPlace} from '../../core/state/addresses/kinds';
import {POSTGRES_URL} from '../../core/state/addresses/postgres';
import type {SharedStateStore} from '../../core/state/remote/store';

/** Names under which a place on a server keeps a state. */
export type StateName = Pick<Settings, 'project' | 'environment'>;

/** A place on a server. */
export interface NamedStore {
  readonly place: SharedPlace;
  /** A version of a config named it. */
  readonly isNamed: boolean;
}

/** Access to such places. */
export interface StoreSearch {
  /** Opens a place, also one that a migration made unusable. */
  readonly openShared: (place: SharedPlace, of: StateName) => Promise<SharedStateStore>;
  /** A person said that what can't be looked at is gone. */
  readonly isGone?: boolean;
}

/** The monitors that count. */
interface Counted extends StoreSearch {
  readonly settings: Settings;
  /** Only these. Default: all. */
  readonly counted?: readonly Key[];
}

/** Counts the monitors that a place on a server records that was not moved away; 0 where no state was begun. */
export async function countInStore(
  {place, isNamed}: NamedStore,
  of: StateName,
  {openShared, settings, isGone = false, counted}: Counted,
): Promise<number> {
  let store: SharedStateStore | undefined;
  try {
    store = await openShared(place, of);
    const read = await store.read();
    if (read.kind === 'first-use' || (await store.readMigration()) !== null) return 0;
    const {monitors} = read.stored.state;
    return counted === undefined ? monitors.size : counted.filter(key => monitors.has(key)).length;
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    if (cause.code === 'state/not-initialized' || isGone) return 0;
    const named = isNamed ? `the config named ${showSharedPlace(place)} before` : `${POSTGRES_URL} leads to ${showSharedPlace(place)}`;
    const remove = isNamed ? 'it was removed on purpose,' : 'it is of no matter here, unset the variable, or';
    throw new UserError(
      'state/other-place',
      `${named}, and it can't be looked at: ${cause.message}`,
      `if it still holds the state, make it readable here; if ${remove} run ${quoteNewState(settings)}`,
      {cause},
    );
  } finally {
    await store?.close();
  }
}
