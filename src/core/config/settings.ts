import {isAbsolute, join, relative, resolve} from 'node:path';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {isInGit, isInside, refuseInGit} from '../files/inner-path';
import {stateFileOf} from '../files/state-name';
import {allowFields} from '../service/allowed-fields';
import type {PlacedRule} from '../specs/team/team-rule';
import type {SharedPlace} from '../state/addresses/kinds';
import type {ConfigFile, DeleteLimit, Settings} from './config';
import {chooseEnvironment, isChosenByRun, settingsOfEnvironment} from './environments';
import {checkName} from './name';
import {toSharedPlace} from './shared-place';

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
  /** See {@link chooseEnvironment}. */
  readonly environmentChoice?: 'one' | 'any' | undefined;
  /** See {@link chooseEnvironment}. */
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
  const project = checkName('project', content.project ?? 'default', 'in the config file');
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
    maxDeletes: toDeleteLimit(safety?.maxDeletes ?? '30%'),
    ownLimits,
    ...(budget?.creditsPerMonth === undefined ? {} : {budget: budget.creditsPerMonth}),
    ...(budget?.by === undefined ? {} : {budgetBy: budget.by}),
    allowedReferences: content.secrets?.allow ?? [],
    allowedFields: allowFields(content.service?.allowFields ?? [], content.service?.allowValues ?? []),
    moves: content.moves ?? [],
    ...(config?.rules === undefined ? {} : {rules: config.rules}),
    ...(config?.warnings === undefined ? {} : {warnings: config.warnings}),
  };
}

const DEFAULT_STATE_FILE = 'monitors.state.json';

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
