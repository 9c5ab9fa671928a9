import {isAbsolute, join, relative, resolve} from 'node:path';
import {listWords} from '../base/words';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import {isInGit, isInside, refuseInGit} from '../files/paths';
import {DEFAULT_ENVIRONMENT, DEFAULT_PROJECT, DEFAULT_STATE_FILE, stateFileOf} from '../files/state-name';
import {allowFields} from '../service/allowed-fields';
import type {FleetEnvironment} from '../specs/fleet/sources';
import type {PlacedRule} from '../specs/team/team-rule';
import type {SharedPlace} from '../state/addresses/kinds';
import {type ConfigFile, type DeleteLimit, type Settings, toSharedPlace} from './config';
import {checkName} from './option-values';

/** Places given on the command line; undefined where it is silent. Paths relative to `directory`. */
export interface SettingsFlags {
  readonly environment?: string | undefined;
  readonly specs?: string | undefined;
  readonly state?: string | undefined;
}

/** Start of relative paths, and what was found there. */
export interface SettingsSources {
  readonly flags: SettingsFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory after `-C`, absolute. */
  readonly directory: string;
  readonly config: {
    readonly file: string;
    readonly content: ConfigFile;
    readonly rules?: readonly PlacedRule[];
    readonly warnings?: readonly Diagnostic[];
  } | null;
  /** `any`: for what only checks specs, in each environment that is declared; needs no choice. Default: `one`. */
  readonly environmentChoice?: 'one' | 'any' | undefined;
  /** Words in messages for the place where `flags.environment` was given. Default: `given with --environment`. */
  readonly environmentPlace?: string | undefined;
}

/**
 * Combines flags, environment, config file and defaults, in that order of weight. Paths from a config file start at
 * the file and stay inside its directory; paths from flags start at the working directory. Throws {@link UserError}.
 */
export function combineSettings(sources: SettingsSources): Settings {
  const {flags, directory, config} = sources;
  const content = config?.content ?? {};
  const base = config === null ? directory : resolve(config.file, '..');
  const environment = chooseEnvironment(sources);
  const {budget, safety, ownLimits, vars, environments} = settingsOfEnvironment(content, environment);
  const project = checkName('project', content.project ?? DEFAULT_PROJECT, 'in the config file');
  const shared = choosePlace(content.state, flags);
  const stateInConfig = typeof content.state === 'string' ? content.state : DEFAULT_STATE_FILE;
  const stateFile =
    flags.state === undefined ? stateFileOf(resolveInside(base, 'state', stateInConfig), environment) : resolve(directory, flags.state);
  const configuredFile = stateFileOf(join(base, stateInConfig), environment);
  return {
    project,
    projectIsDefault: content.project === undefined,
    environment,
    environments,
    ...(environments !== null && !isChosenByRun(sources) ? {isUnchosen: true as const} : {}),
    vars,
    specsDirectory: flags.specs === undefined ? resolveInside(base, 'specs', content.specs ?? 'monitors') : resolve(directory, flags.specs),
    stateFile,
    ...(stateFile === configuredFile ? {} : {configuredStateFile: configuredFile}),
    ...(shared === null ? {} : {sharedState: shared}),
    configFile: config?.file ?? null,
    operations: content.service?.operations ?? 'create',
    ...(content.service?.requestsPerMinute === undefined ? {} : {requestsPerMinute: content.service.requestsPerMinute}),
    maxDeletes: toDeleteLimit(safety?.maxDeletes ?? '30%'),
    ownLimits,
    ...(budget?.creditsPerMonth === undefined ? {} : {budget: budget.creditsPerMonth}),
    ...(budget?.by === undefined ? {} : {budgetBy: budget.by}),
    ...(budget?.keys === undefined ? {} : {keyBudgets: budget.keys}),
    allowedReferences: content.secrets?.allow ?? [],
    allowedFields: allowFields(content.service?.allowFields ?? [], content.service?.allowValues ?? []),
    moves: content.moves ?? [],
    ...(config?.rules === undefined ? {} : {rules: config.rules}),
    ...(config?.warnings === undefined ? {} : {warnings: config.warnings}),
  };
}

/** The place of a state that is not in a file; null where it is. A file that is given beside it would be a second state. */
function choosePlace(state: ConfigFile['state'], flags: SettingsFlags): SharedPlace | null {
  if (state === undefined || typeof state === 'string') return null;
  if (flags.state === undefined) return toSharedPlace(state);
  throw new UserError(
    'config/usage',
    `the state file ${flags.state} is given, but the config file says "state: {backend: ${state.backend}}"`,
    'remove --state (or the input or option "state"): the state is on a server',
  );
}

/** The form was checked: see `rules.ts`. */
function toDeleteLimit(given: string | number): DeleteLimit {
  return typeof given === 'number' ? {count: given} : {percent: Number.parseInt(given, 10)};
}

function resolveInside(base: string, member: string, path: string): string {
  const full = join(base, path);
  if (isAbsolute(path) || !isInside(base, full)) {
    throw new UserError(
      'config/unsafe-path',
      `"${member}: ${path}" in the config file leads out of its directory`,
      `use a path inside it, or give the path yourself with --${member}`,
    );
  }
  if (isInGit(relative(base, full))) throw refuseInGit(`"${member}: ${path}" in the config file leads`);
  return full;
}

/** Sources that an environment is chosen from. */
type EnvironmentSources = Omit<SettingsSources, 'flags' | 'directory' | 'config'> & {
  readonly flags: Pick<SettingsFlags, 'environment'>;
  readonly config: {readonly content: ConfigFile} | null;
};

/**
 * Chooses the environment: flag, `MONITORS_ENVIRONMENT`, config, else `default`. Throws {@link UserError} for a bad name, for one
 * that the config does not declare although it declares others, and where none of those was chosen.
 */
function chooseEnvironment(sources: EnvironmentSources): string {
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
function listDeclared({environments}: Pick<ConfigFile, 'environments'>): readonly string[] | null {
  return environments === undefined ? null : Object.keys(environments);
}

/** Whether flag or `MONITORS_ENVIRONMENT` choose an environment: what only the config says is a default. */
function isChosenByRun(sources: EnvironmentSources): boolean {
  return findChoice({...sources, config: null}) !== null;
}

/** Selects the settings of a config for one environment: its own members where it has them, else those of the whole file. */
export function settingsOfEnvironment({environments, budget, safety, vars = {}}: ConfigFile, environment: string) {
  const own = environments !== undefined && Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  return {
    budget: own?.budget ?? budget,
    safety: own?.safety ?? safety,
    ownLimits: {
      ...(own?.budget === undefined ? {} : {budget: `environments.${environment}.budget`}),
      ...(own?.safety === undefined ? {} : {safety: `environments.${environment}.safety`}),
    },
    vars: own?.vars ?? vars,
    environments:
      environments === undefined ? null : new Map(Object.entries(environments).map(([name, {vars: own = vars}]) => [name, own])),
  };
}

/** Makes the environment that specs are rendered in: that of the settings, or another one of the project. */
export function toFleetEnvironment({environment, environments, vars}: Settings, other: string = environment): FleetEnvironment {
  return {
    environment: other,
    declared: environments === null ? null : [...environments.keys()],
    vars: other === environment ? vars : (environments?.get(other) ?? vars),
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

function findChoice({flags, env, config, environmentPlace = 'given with --environment'}: EnvironmentSources): ChosenName | null {
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
