import {writeEnvironmentMove} from '../../base/command-line';
import {UserError} from '../../diagnostics/user-error';
import type {SharedBackend} from '../addresses/kinds';
import type {Migration} from './store';

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
  migration: Migration,
  {place, kind}: MigratingPlace,
  {environment}: Pick<StateOwner, 'environment'>,
): UserError {
  const {phase, other} = migration;
  if (migration.environment !== undefined) return refuseOldName({phase, environment: migration.environment}, environment);
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

/** The refusal of an environment whose state goes, or went, to another one in the same place. */
function refuseOldName({phase, environment: other}: Pick<Migration, 'phase'> & {readonly environment: string}, own: string): UserError {
  const [from, to] = phase === 'moved' ? [own, other] : [other, own];
  const move = (source: string, target: string) => `"${writeEnvironmentMove(source, target)}"`;
  if (phase === 'moved') {
    return new UserError(
      'state/moved',
      `the state of environment "${from}" was moved to environment "${to}"`,
      `use --environment ${to}; to finish the move, run ${move(from, to)}; to undo it, ${move(to, from)}`,
    );
  }
  return new UserError(
    'state/arriving',
    `the state of environment "${from}" is being moved to environment "${to}"; until that is finished, neither can be used`,
    `to finish it, run ${move(from, to)}; to undo it, ${move(to, from)}`,
  );
}
