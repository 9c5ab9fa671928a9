import {listWords} from '../base/list-words';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import {DEFAULT_ENVIRONMENT} from '../files/state-name';
import type {FleetEnvironment} from '../specs/fleet/sources';
import type {ConfigFile, EnvironmentConfig, Settings, Vars} from './config';
import {checkName} from './name';

/** Sources that an environment is chosen from. */
export interface EnvironmentSources {
  readonly flags: {readonly environment?: string | undefined};
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: {readonly content: ConfigFile} | null;
  /** `any`: for what only checks specs, in each environment that is declared; needs no choice. Default: `one`. */
  readonly environmentChoice?: 'one' | 'any' | undefined;
  /** Words in messages for the place where `flags.environment` was given. Default: `given with --environment`. */
  readonly environmentPlace?: string | undefined;
}

/**
 * Chooses the environment: flag, `MONITORS_ENVIRONMENT`, config, else `default`. Throws {@link UserError} for a bad name, for one
 * that the config does not declare although it declares others, and where none of those was chosen.
 */
export function chooseEnvironment(sources: EnvironmentSources): string {
  const declared = listDeclared(sources.config?.content ?? {});
  const chosen = findChoice(sources);
  if (declared === null) return chosen?.name ?? DEFAULT_ENVIRONMENT;
  if (chosen !== null) return refuseUndeclared(chosen, declared);
  if (declared.includes(DEFAULT_ENVIRONMENT)) return DEFAULT_ENVIRONMENT;
  if (sources.environmentChoice === 'any' && declared[0] !== undefined) return declared[0];
  throw new UserError(
    'config/no-environment',
    `no environment is chosen; the config file declares ${nameAll(declared)}`,
    `choose one with --environment ${declared[0]}, MONITORS_ENVIRONMENT, or "environment: ${declared[0]}" in the config file`,
  );
}

/** The environments that a config declares, in its order; null where it declares none. */
export function listDeclared({environments}: Pick<ConfigFile, 'environments'>): readonly string[] | null {
  return environments === undefined ? null : Object.keys(environments);
}

/** Whether flag or `MONITORS_ENVIRONMENT` choose an environment: what only the config says is a default. */
export function isChosenByRun(sources: Pick<EnvironmentSources, 'flags' | 'env'>): boolean {
  return findChoice({...sources, config: null}) !== null;
}

/** Selects the settings of a config for one environment: its own members where it has them, else those of the whole file. */
export function settingsOfEnvironment(
  content: ConfigFile,
  environment: string,
): Pick<EnvironmentConfig, 'budget' | 'safety'> & Pick<Settings, 'vars' | 'environments' | 'ownLimits'> {
  const {environments, budget, safety, vars = {}} = content;
  const declared =
    environments === undefined ? null : new Map(Object.entries(environments).map(([name, {vars: own = vars}]) => [name, own]));
  const own = environments !== undefined && Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  const replaced = {budget: own?.budget ?? budget, safety: own?.safety ?? safety};
  return {
    ...(replaced.budget === undefined ? {} : {budget: replaced.budget}),
    ...(replaced.safety === undefined ? {} : {safety: replaced.safety}),
    ownLimits: {
      ...(own?.budget === undefined ? {} : {budget: `environments.${environment}.budget`}),
      ...(own?.safety === undefined ? {} : {safety: `environments.${environment}.safety`}),
    },
    vars: own?.vars ?? vars,
    environments: declared,
  };
}

/** Makes the environment that specs are rendered in: that of the settings, or another one of the project. */
export function toFleetEnvironment({environment, environments, vars}: Settings, other: string = environment): FleetEnvironment {
  const others: Vars = environments?.get(other) ?? vars;
  return {
    environment: other,
    declared: environments === null ? null : [...environments.keys()],
    vars: other === environment ? vars : others,
  };
}

/** The settings that specs are read with in another environment of the project. */
export function settingsIn(settings: Settings, environment: string): Settings {
  return {...settings, environment, vars: toFleetEnvironment(settings, environment).vars};
}

/** A name, and where it was found. */
interface ChosenName {
  readonly name: string;
  readonly place: string;
}

function findChoice({
  flags,
  env,
  config,
  environmentPlace = 'given with --environment',
}: Omit<EnvironmentSources, 'environmentChoice'>): ChosenName | null {
  const choose = (name: string, place: string) => ({name: checkName('environment', name, place), place});
  if (flags.environment !== undefined) return choose(flags.environment, environmentPlace);
  const fromEnv = env['MONITORS_ENVIRONMENT'] ?? '';
  if (fromEnv !== '') return choose(fromEnv, 'in MONITORS_ENVIRONMENT');
  const fromConfig = config?.content.environment;
  return fromConfig === undefined ? null : choose(fromConfig, 'in the config file');
}

function refuseUndeclared({name, place}: ChosenName, declared: readonly string[]): string {
  if (declared.includes(name)) return name;
  const near = suggestName(name, declared);
  throw new UserError(
    'config/unknown-environment',
    `the environment "${name}" ${place} is not declared; the config file declares ${nameAll(declared)}`,
    near === undefined ? 'choose one of them, or add it under "environments" in the config file' : `did you mean "${near}"?`,
  );
}

function nameAll(names: readonly string[]): string {
  return listWords(
    names.map(name => `"${name}"`),
    'and',
  );
}
