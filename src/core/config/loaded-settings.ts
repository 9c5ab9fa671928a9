import {existsSync, lstatSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../base/names';
import {compareDiagnostics, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {explainFileError} from '../files/file-error';
import {findReal, isInGit, isReallyInside, refuseInGit, toShownPath} from '../files/paths';
import type {SourceFile} from '../specs/desired-monitor';
import {parseSource} from '../specs/document';
import type {SpecDocument} from '../specs/spec-document';
import type {PlacedRule} from '../specs/team/team-rule';
import {checkConfig} from './check';
import type {ConfigFile, Settings} from './config';
import {combineSettings, type SettingsFlags, type SettingsSources} from './settings';

/** Sources of settings before the config file is read. */
export interface SettingsPlace extends Omit<SettingsSources, 'config'> {
  readonly flags: SettingsFlags & {readonly config?: string | undefined};
  /** Absolute directory that messages show the config file's path relative to. */
  readonly cwd: string;
  /** The hint for a `directory` that is not a directory. */
  readonly directoryHint: string;
}

/**
 * Finds and reads the config file, combines it with flags, environment and defaults, and follows links as far as they may
 * lead. Throws {@link UserError}, also for a working directory that does not exist.
 */
export function loadSettings({flags, cwd, directoryHint, ...place}: SettingsPlace): Settings {
  const {directory} = place;
  refuseNoDirectory(directory, directoryHint);
  const sources = {...place, flags, config: loadConfig(directory, flags.config, cwd)};
  return refuseLinksOut(combineSettings(sources), sources);
}

/** Throws {@link UserError} for what is not a directory, or cannot be looked at. */
function refuseNoDirectory(directory: string, hint: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(directory, {throwIfNoEntry: false})?.isDirectory() === true;
  } catch (cause) {
    throw new UserError('config/not-found', `the working directory ${directory} cannot be used: ${explainFileError(cause)}`, hint, {cause});
  }
  if (!isDirectory) throw new UserError('config/not-found', `working directory not found: ${directory}`, hint);
}

/**
 * Returns the settings where specs and state, unless a flag names them, really lie inside the directory of the config file: a
 * repository may not lead the tool out of it by a symbolic link either. Throws {@link UserError}.
 */
export function refuseLinksOut(settings: Settings, {flags, directory}: Pick<SettingsSources, 'flags' | 'directory'>): Settings {
  const base = settings.configFile === null ? directory : dirname(settings.configFile);
  if (flags.specs === undefined) refuseLinkOut(base, 'specs', settings.specsDirectory);
  // A link in the place of the state itself is the store's to refuse.
  if (flags.state === undefined) refuseLinkOut(base, 'state', dirname(settings.stateFile));
  return settings;
}

function refuseLinkOut(base: string, member: 'specs' | 'state', path: string): void {
  if (isReallyInside(base, path)) {
    if (!isInGit(relative(findReal(base), findReal(path)))) return;
    throw refuseInGit(`a symbolic link on the way to ${relative(base, path) || '.'} leads`);
  }
  throw new UserError(
    'config/unsafe-path',
    `a symbolic link on the way to ${relative(base, path) || '.'} leads out of the directory of the config file`,
    `put the ${member} there itself, or give the path yourself with --${member}`,
  );
}

const LARGEST_CONFIG = 1024 * 1024;

/** A config file that passed its checks. */
export interface LoadedConfig {
  /** Absolute. */
  readonly file: string;
  readonly content: ConfigFile;
  /** Absent where there are none. */
  readonly rules?: readonly PlacedRule[];
  /** Warnings about the file; absent where there are none. */
  readonly warnings?: readonly Diagnostic[];
}

/**
 * Reads the config file: the one given, else the nearest `monitors.config.yaml` from `directory` up to the git root
 * (without a repository: only `directory` itself). Returns null when there is none. Throws {@link UserError}.
 */
export function loadConfig(directory: string, given: string | undefined, cwd: string): LoadedConfig | null {
  const file = given === undefined ? findConfig(directory) : resolve(directory, given);
  if (file === null) return null;
  const shown = toShownPath(cwd, file);
  const source: SourceFile = {file: shown, specPath: shown, bytes: readConfigFile(file, shown)};
  const {documents, findings: found} = parseSource(source);
  // An empty file is a mistake in a spec and a start in a config.
  const findings = found.filter(({code}) => code !== 'yaml/empty');
  const document = documents[0];
  if (documents.length > 1) throw new UserError('config/invalid', `the config file ${shown} holds more than one YAML document`, 'keep one');
  const all = document === undefined ? findings : [...findings, ...checkConfig(document)].sort(compareDiagnostics);
  if (hasErrors(all))
    throw new UserError(
      'config/invalid',
      `the config file ${shown} is not valid`,
      'fix the places named above; `monitors schema config` prints what is allowed',
      {findings: all},
    );
  const content = (document?.data ?? {}) as ConfigFile;
  return {file, content, ...placeRules(content, document), ...(all.length === 0 ? {} : {warnings: all})};
}

/** The rules with the places that a finding about a whole group points at. */
function placeRules({rules = []}: ConfigFile, document: SpecDocument | undefined): Pick<LoadedConfig, 'rules'> {
  if (document === undefined || rules.length === 0) return {};
  return {rules: rules.map((rule, index) => ({rule, where: document.placeOf(`/rules/${index}/maxCreditsPerMonth`)}))};
}

function findConfig(directory: string): string | null {
  const inRepository = hasGitAbove(directory);
  for (let current = directory; ; current = dirname(current)) {
    const candidate = join(current, DEFAULT_CONFIG_FILE);
    // A link, too, also one that leads nowhere.
    if (lstatSync(candidate, {throwIfNoEntry: false}) !== undefined) return candidate;
    if (!inRepository || existsSync(join(current, '.git')) || dirname(current) === current) return null;
  }
}

function hasGitAbove(directory: string): boolean {
  for (let current = directory; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}

function readConfigFile(file: string, shown: string): Buffer {
  try {
    if (lstatSync(file).isSymbolicLink())
      throw new UserError('config/unsafe-path', `the config file ${shown} is a symbolic link`, 'put the file itself there');
    const stat = statSync(file);
    if (!stat.isFile()) throw new UserError('config/not-found', `${shown} is not a file`, 'give the config file with --config FILE');
    if (stat.size > LARGEST_CONFIG)
      throw new UserError('config/invalid', `the config file ${shown} is larger than 1 MiB`, 'keep it to settings');
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      'config/not-found',
      `the config file ${shown} cannot be read: ${explainFileError(error)}`,
      'check the path given with --config',
      {
        cause: error,
      },
    );
  }
}
