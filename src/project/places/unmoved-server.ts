import {dirname, join} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {listDoubted} from '../../core/base/words';
import {readSharedPlace, type Settings, showSharedPlace, writeMigration} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, toShownPath} from '../../core/files/paths';
import {DEFAULT_ENVIRONMENT, nameState} from '../../core/files/state-name';
import {findRepository} from '../../core/git/repository';
import {askGit} from '../../core/git/run-git';
import type {Key} from '../../core/specs/desired-monitor';
import {hasCredentials} from '../../core/state/credentials';
import {readLeftPlaces} from '../../core/state/left-places';
import {countInStore, type NamedStore, type StateName} from './count-in-store';
import {type ConfigHistory, environmentsOf, type FormerConfig, nameOf, readServerConfigs} from './former-configs';
import {type FormerPlaceSearch, listFormerPlaces, sayMonitors} from './former-places';

/** A plan that creates monitors by a state file, in a project whose state may be on a server still. */
interface UnmovedSearch extends Pick<FormerPlaceSearch, 'settings' | 'cwd' | 'env' | 'world' | 'openShared'> {
  readonly created: readonly Key[];
  /** The state file: it may name places that it came from, or that a person left. Null for a state on a server. */
  readonly state: Uint8Array | null;
  /** Looking, a server that can't be reached is of no matter. */
  readonly use: 'look' | 'change';
  /** Where commits are read. Default: the checkout. */
  readonly history?: ConfigHistory | undefined;
}

/**
 * Throws `UserError` where the config named a server before that still holds the state, and another state stands in its place: no migration
 * made it, so apply would create again what the server records. Where the server can't be asked, a state file has to name it.
 */
export async function refuseUnmovedServer(search: UnmovedSearch): Promise<void> {
  const {shared, projects, environments, strangers, isWhole} = await listServers(search);
  const {project, environment} = search.settings;
  const names = [environment, ...environments];
  const owners = [...new Set([project, ...projects])].flatMap(one => names.map(name => ({project: one, environment: name})));
  const held = {...search, left: readLeftPlaces(search.state)};
  for (const former of shared) for (const owner of owners) await refuseHeld({former, owner}, held);
  if (search.settings.sharedState !== undefined) return;
  for (const stranger of strangers) await refuseHeld(stranger, held);
  if (isWhole || search.history === undefined) return;
  throw new UserError(
    'state/other-place',
    'git does not show every version of the config: one may name a server that holds the state, and apply would create its monitors again',
    'run the job again',
  );
}

/** Lists the servers that the config named before, as messages show them. */
export async function listLeftServers(search: Pick<UnmovedSearch, 'settings' | 'env' | 'world' | 'history'>): Promise<readonly string[]> {
  return (await listServers(search)).shared.map(({place}) => showSharedPlace(place));
}

async function listServers({settings, env, world, history}: Pick<UnmovedSearch, 'settings' | 'env' | 'world' | 'history'>) {
  const there = history ?? openHistory(settings, env, world);
  const file = settings.configFile ?? join(dirname(settings.specsDirectory), DEFAULT_CONFIG_FILE);
  const {configs: all, isWhole} = there === null ? {configs: [], isWhole: true} : await readServerConfigs(file, settings.project, there);
  const configs = all.filter(({isStranger}) => isStranger !== true);
  const places = await listFormerPlaces({settings, env, world, configs: {configs, isWhole: true}});
  const strangers = all.filter(({isStranger}) => isStranger === true).flatMap(one => toStrangers(one, settings));
  const byName = new Map(strangers.map(one => [`${showSharedPlace(one.former.place)} ${nameState(one.owner)}`, one]));
  return {...places, shared: places.shared.filter(({isNamed}) => isNamed), strangers: [...byName.values()], isWhole};
}

/** A state on a server. */
interface HeldState {
  readonly former: NamedStore;
  readonly owner: StateName;
  /** It may be another project's: what it records of the same keys counts. Default: false. */
  readonly isStranger?: boolean;
}

function toStrangers(config: FormerConfig, {environment}: Settings): readonly HeldState[] {
  const place = readSharedPlace(config.state);
  return [...new Set([environment, DEFAULT_ENVIRONMENT, ...environmentsOf(config)])].flatMap(name =>
    place === null ? [] : [{former: {place, isNamed: true}, owner: {project: nameOf(config), environment: name}, isStranger: true}],
  );
}

function openHistory({specsDirectory}: Settings, env: UnmovedSearch['env'], {sleep}: UnmovedSearch['world']): ConfigHistory | null {
  const root = findRepository(findReal(specsDirectory));
  return root === null ? null : {root, tips: ['HEAD'], ask: (args, more) => askGit(root, env, args, {sleep, ...more})};
}

async function refuseHeld(
  {former, owner: of, isStranger = false}: HeldState,
  search: UnmovedSearch & {readonly left: ReadonlySet<string>},
): Promise<void> {
  const {settings, cwd, env, created, left, use} = search;
  const shown = showSharedPlace(former.place);
  // A file that names it may be forged: it is asked as far as that works, by a profile or a role, too.
  if (use === 'look' && !hasCredentials(former.place.backend, env)) return;
  const again = `apply would create ${listDoubted(created.map(key => `"${key}"`))} again`;
  const {sharedState = null} = settings;
  const file = sharedState === null ? toShownPath(cwd, settings.stateFile) : showSharedPlace(sharedState);
  let monitors = 0;
  try {
    monitors = await countInStore(former, of, {...search, ...(isStranger ? {counted: created} : {})});
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (use === 'look' || isStranger || sharedState !== null || left.has(shown)) return;
    throw new UserError(
      'state/other-place',
      `${error.message}; no migration made ${file}, and if the state is there, ${again}`,
      error.hint,
    );
  }
  if (monitors === 0) return;
  const isOwn = of.project === settings.project && of.environment === settings.environment;
  const ofOther = isOwn ? '' : ` of ${nameState(of)}`;
  throw new UserError(
    'state/other-place',
    `the config named ${shown} before, which still holds a state${ofOther} (${sayMonitors(monitors)}), and no migration made ${file}: ${again}`,
    `${sharedState === null ? `remove ${file}, ` : ''}set "state" in the config back, then move the state: ${writeMigration(sharedState)}. If ${shown} is of no matter, apply with --allow-state-change ${nameState(settings)}`,
  );
}
