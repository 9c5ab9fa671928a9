import {dirname, join} from 'node:path';
import {isSamePlace, readSharedPlace, type Settings, showSharedPlace, writeMigration} from '../../core/config/config';
import type {DiagnosticCode} from '../../core/diagnostics/codes';
import {UserError} from '../../core/diagnostics/user-error';
import {pathBelow} from '../../core/files/paths';
import {nameState, stateFileOf} from '../../core/files/state-name';
import {parseJson, property} from '../../core/json/value';
import {readFormerConfigs, readStateSetting} from '../../project/former-configs';
import {readBlob} from '../../project/recording-commit';
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

/**
 * Throws `UserError` where the config of the base branch keeps the state elsewhere, and a state is there. Called where the place that the
 * pull request names holds none: merging it would create all monitors again.
 */
export async function refuseOtherPlace(git: GitRunner, base: string, {root, settings}: Workspace): Promise<void> {
  const {configFile, sharedState} = settings;
  if (configFile === null) return;
  const commit = await fetchBranch(git, base, 'tip');
  if (commit === null) return;
  const config = await readBlob(git, `${commit}:${pathBelow(root, configFile)}`);
  const before = config === null ? undefined : readStateSetting(configFile, config);
  const place = readSharedPlace(before);
  if (isSamePlace(place, sharedState ?? null)) return;
  const was = place === null ? await findStateFile(git, commit, {root, settings}, before) : showSharedPlace(place);
  if (was === null) return;
  const now = sharedState === undefined ? 'a file' : showSharedPlace(sharedState);
  throw new UserError(
    'state/other-place',
    `branch "${base}" keeps the state in ${was}; this pull request names ${now}, which holds no state: merging it would create all monitors again`,
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
export async function refuseFormerServer(settings: Settings, env: ActionPorts['env']): Promise<void> {
  const {configFile} = settings;
  if (configFile === null) return;
  const {configs, isWhole} = await readFormerConfigs(configFile, env);
  const [place] = configs.flatMap(({state}) => readSharedPlace(state) ?? []);
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
    `there is no state file, and the config named ${showSharedPlace(place)} before: apply would create all monitors again`,
    `set "state" back, then move the state: monitors state migrate --to file. To start a new one, ${begin}`,
  );
}
