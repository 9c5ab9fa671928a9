import {keyCommand} from '../../core/base/command-line';
import {UserError} from '../../core/diagnostics/user-error';
import type {StateView} from '../../core/state/fold-open';
import {findSharedRecord, type NeighbourState, pickShared, type SharedRecord} from '../../project/other-environments';
import type {Project} from '../../project/project';

/**
 * Throws `UserError` where another environment records a monitor of this state, too: both would update it in turns, and either could
 * delete it. `neighbours` are known where they were read anyway: other states on a server cost requests.
 */
export function refuseRecordedTwice(
  {settings}: Project,
  {stored}: Pick<StateView, 'stored'>,
  neighbours: readonly NeighbourState[] | null,
): void {
  if (stored === null) return;
  const shared =
    settings.sharedState === undefined ? findSharedRecord(settings, stored.state) : findOnServer(stored.state, neighbours ?? []);
  if (shared === null) return;
  const {key, id, environment} = shared;
  throw new UserError(
    'state/recorded-twice',
    `the monitor ${id} is recorded as "${key}" here and in the environment "${environment}", too`,
    `remove it from the state that does not own it: \`${keyCommand('state rm', key)}\` removes it here`,
  );
}

function findOnServer(
  {monitors, origin}: NonNullable<StateView['stored']>['state'],
  neighbours: readonly NeighbourState[],
): SharedRecord | null {
  const keys = new Map([...monitors].map(([key, {id}]) => [id, key] as const));
  for (const other of neighbours) {
    const shared = other.origin === origin ? pickShared(keys, other) : null;
    if (shared !== null) return shared;
  }
  return null;
}
