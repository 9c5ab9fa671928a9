import {UserError} from '../../diagnostics/user-error';
import type {Migration, SharedBackend} from './store';

/** Project and environment of a state. */
export interface StateOwner {
  readonly project: string;
  readonly environment: string;
}

/** A place that a migration makes unusable. */
export interface MigratingPlace {
  /** As messages show it. */
  readonly place: string;
  readonly kind: 'file' | SharedBackend;
}

/** The refusal of a state that a migration makes unusable. */
export function refuseMigrating(
  {phase, other}: Migration,
  {place, kind}: MigratingPlace,
  {environment}: Pick<StateOwner, 'environment'>,
): UserError {
  const flag = environment === 'default' ? '' : ` --environment ${environment}`;
  if (phase === 'moved') {
    return new UserError(
      'state/moved',
      `the state of environment "${environment}" was moved from ${place} to ${other}`,
      `pull the commit that changes "state" in monitors.config.yaml, or change it; to finish or undo the move, see "monitors state migrate --help"`,
    );
  }
  return new UserError(
    'state/arriving',
    `the state of environment "${environment}" is being moved from ${other} to ${place}; until that is finished, neither can be used`,
    `to finish it, run "monitors state migrate --to ${kind}${flag}", with the options of the first time: it says what is missing`,
  );
}
