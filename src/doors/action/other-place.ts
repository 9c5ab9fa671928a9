import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {isSamePlace, readSharedPlace, type Settings, showSharedPlace, writeMigration} from '../../core/config/config';
import type {DiagnosticCode} from '../../core/diagnostics/codes';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, pathBelow} from '../../core/files/paths';
import {DEFAULT_ENVIRONMENT, DEFAULT_STATE_FILE, nameState, stateFileOf} from '../../core/files/state-name';
import {isObject, parseJson, property} from '../../core/json/value';
import {readBlob} from '../../project/history/recording-commit';
import {type FormerConfig, readConfigText, readStateSetting, toFormerConfig} from '../../project/places/former-configs';
import {coversSpecs, listOuterPaths, readEveryConfig} from '../../project/places/outer-configs';
import {fetchBranch, readStateFiles} from './git-state';
import type {ActionPorts, GitRunner} from './ports';
import type {Workspace} from './workspace';

/** Refusals of the place that a pull request names for the state: reviewers see them in the comment. */
const PLACE_CODES: ReadonlySet<DiagnosticCode> = new Set([
  'state/other-place',
  'state/not-initialized',
  'state/moved',
  'state/arriving',
] as const);

/** Whether an error is about the place of the state. */
export function isAboutPlace(error: unknown): error is UserError {
  return error instanceof UserError && PLACE_CODES.has(error.code);
}

/** A pull request whose place for the state holds none. */
interface PlaceSearch extends Workspace {
  /** The project and environment for which the workflow begins a new state. */
  readonly newState: string | undefined;
  /** The paths of states that branches hold or held. */
  readonly formerStates: readonly string[];
}

/**
 * Throws `UserError` where the config of the base branch, or one in a folder above that covers the same specs, keeps the state elsewhere,
 * and a state is there. Called where the place that the pull request names holds none: merging it would create all monitors again.
 */
export async function refuseOtherPlace(git: GitRunner, base: string, search: PlaceSearch): Promise<void> {
  const commit = await fetchBranch(git, base, 'tip');
  if (commit === null) return;
  await refuseOwnPlace(git, {name: base, commit}, search);
  const {settings, newState} = search;
  if (settings.operations !== 'full' && newState !== nameState(settings)) await refuseOuterPlace(git, commit, search);
}

async function refuseOuterPlace(git: GitRunner, commit: string, search: PlaceSearch): Promise<void> {
  const {root, settings, formerStates} = search;
  for (const path of listOuterPaths(findReal(root), settings)) {
    const bytes = await readBlob(git, `${commit}:${path}`);
    if (bytes === null) continue;
    const base = dirname(join(root, path));
    const config = readConfigText(path, bytes);
    if (!coversSpecs(base, config, settings, true)) continue;
    const outer = {...toFormerConfig(base, config), outer: join(root, path)};
    const place = readSharedPlace(outer.state);
    if (place !== null && !isSamePlace(place, settings.sharedState ?? null)) throw ofOuter(showSharedPlace(place), path, search);
    // A project that moves is one whose state is missing, unless it takes it along.
    if (place !== null || !existsSync(outer.outer) || existsSync(settings.stateFile)) continue;
    const held = formerStates.find(state => listStatesOf(outer, settings).includes(join(root, state)));
    if (held !== undefined) throw ofOuter(held, path, search);
  }
}

/** The refusal of a place where a config in a folder above has another one for the same specs. */
function ofOuter(was: string, path: string, {root, settings}: Workspace): UserError {
  const {configFile} = settings;
  const nearer = configFile === null ? null : pathBelow(root, configFile);
  return new UserError(
    'state/other-place',
    `${path} covers these specs and keeps their state in ${was}; ${nearer ?? 'without it, a run'} begins another one: it would create all monitors again`,
    `${nearer === null || nearer === path ? `put ${path} back` : `remove ${nearer}`}. To start a new state, set "new-state: ${nameState(settings)}" for one run`,
  );
}

/** Throws `UserError` where one of these states is that of another config, or of none, for the same specs. */
export async function refuseOuterState(
  states: readonly string[],
  {root, settings, env}: Workspace & Pick<ActionPorts, 'env'>,
): Promise<void> {
  const {configs} = await readEveryConfig(settings, env, {isOuterSought: true});
  for (const config of configs) {
    const isMoved = config.outer !== undefined && !existsSync(config.outer);
    if (config.isOther !== true || isMoved || readSharedPlace(config.state) !== null) continue;
    const held = states.find(state => listStatesOf(config, settings).includes(join(findReal(root), state)));
    if (held !== undefined)
      throw ofOuter(held, pathBelow(findReal(root), config.outer ?? join(config.base, DEFAULT_CONFIG_FILE)), {root, settings});
  }
}

/** The state files of a config for this environment, or for one that can't be chosen here. */
function listStatesOf({base, state, declared}: FormerConfig, {environment, environments}: Settings): readonly string[] {
  const file = join(base, typeof state === 'string' ? state : DEFAULT_STATE_FILE);
  const names = new Set([DEFAULT_ENVIRONMENT, ...(isObject(declared) ? Object.keys(declared) : [])]);
  for (const name of environments?.keys() ?? []) names.delete(name);
  return [environment, ...names].map(name => stateFileOf(file, name));
}

async function refuseOwnPlace(
  git: GitRunner,
  {name, commit}: {readonly name: string; readonly commit: string},
  {root, settings}: Workspace,
): Promise<void> {
  const {configFile, sharedState} = settings;
  if (configFile === null) return;
  const config = await readBlob(git, `${commit}:${pathBelow(root, configFile)}`);
  const before = config === null ? undefined : readStateSetting(configFile, config);
  const place = readSharedPlace(before);
  if (isSamePlace(place, sharedState ?? null)) return;
  const was = place === null ? await findStateFile(git, commit, {root, settings}, before) : showSharedPlace(place);
  if (was === null) return;
  const now = sharedState === undefined ? 'a file' : showSharedPlace(sharedState);
  throw new UserError(
    'state/other-place',
    `branch "${name}" keeps the state in ${was}; this pull request names ${now}, which holds no state: merging it would create all monitors again`,
    `move the state first: ${writeMigration(sharedState ?? null)}`,
  );
}

/** The state file of a commit, by its path in the repository; null where there is none, or where it was moved. */
async function findStateFile(git: GitRunner, commit: string, {root, settings}: Workspace, named: unknown): Promise<string | null> {
  const {configFile, stateFile, environment} = settings;
  const place = typeof named === 'string' && configFile !== null ? stateFileOf(join(dirname(configFile), named), environment) : stateFile;
  const path = pathBelow(root, place);
  const {state} = await readStateFiles(git, commit, path);
  if (state === null) return null;
  const text = (await readBlob(git, state))?.toString('utf8') ?? '';
  return property(parseJson(text), 'migration') === undefined ? path : null;
}

/** Throws `UserError` where there is no state file, and the config named a place on a server before: apply would create all monitors again. */
export async function refuseFormerServer(
  settings: Settings,
  env: ActionPorts['env'],
  listLeft: () => Promise<readonly string[]>,
): Promise<void> {
  const {configs, isWhole} = await readEveryConfig(settings, env, {isOuterSought: true});
  const named = configs.flatMap(({state}) => readSharedPlace(state) ?? []).map(showSharedPlace);
  // Those that a forced push took out of the history, too.
  const [place] = named.length > 0 ? named : await listLeft();
  const begin = `set "new-state: ${nameState(settings)}" for one run`;
  if (place === undefined && !isWhole) {
    throw new UserError(
      'state/other-place',
      'there is no state file, and git does not show whether the config named a server before: apply may create all monitors again',
      `check the repository out with all its files ("fetch-depth: 0", no "filter"). To start a new one, ${begin}`,
    );
  }
  if (place === undefined) return;
  throw new UserError(
    'state/other-place',
    `there is no state file, and the config named ${place} before: apply would create all monitors again`,
    `set "state" back, then move the state: monitors state migrate --to file. To start a new one, ${begin}`,
  );
}
