import {closeSync, openSync, readdirSync, readFileSync, readSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {writeEnvironmentMove} from '../core/base/command-line';
import {countOf} from '../core/base/words';
import type {Settings} from '../core/config/config';
import {UserError} from '../core/diagnostics/user-error';
import {findReal} from '../core/files/paths';
import {DEFAULT_ENVIRONMENT, environmentOfName} from '../core/files/state-name';
import {isObject, type JsonValue, parseJson, property} from '../core/json/value';
import type {OtherEnvironment} from '../core/plan/create-sight';
import type {FormerHome} from '../core/plan/match';
import type {Key} from '../core/specs/desired-monitor';
import {listTargetIds} from '../core/specs/targets';
import {decodeJournal} from '../core/state/format/journal';
import {readMigration} from '../core/state/format/migration';
import {isOfEmulator} from '../core/state/origin';
import type {ReadableState} from '../core/state/state';

/** The state of another environment, as far as this one has to know it. */
export interface NeighbourState extends OtherEnvironment {
  /** Recorded ones, and those of creates that its journal knows. */
  readonly keys: ReadonlySet<Key>;
  readonly origin: string;
  /** The emulator has its monitors. */
  readonly isTrial: boolean;
}

/** `first-state`: those of environments that were declared once, too; `repository`: those of the repository's other configs, too. */
export type NeighboursOf = 'first-state' | 'repository';

type Owner = Pick<Settings, 'stateFile' | 'project' | 'environment'>;

/**
 * Ids of the monitors that other environments record. A spec that gives its target ids gives them to every environment, so
 * that target ids alone do not tell whose a monitor is.
 */
export function listIdsElsewhere(others: readonly NeighbourState[]): ReadonlySet<string> {
  return new Set(others.flatMap(({monitorIds}) => [...monitorIds]));
}

/** Ids that environments record which a run can choose: of one that is not declared any more, none can. */
export function listIdsManagedElsewhere(
  others: readonly NeighbourState[],
  {environments}: Pick<Settings, 'environments'>,
): ReadonlySet<string> {
  return listIdsElsewhere(others.filter(({environment}) => environments?.has(environment) !== false));
}

/**
 * The other environments whose states lie beside this one's, so that their monitors are known for what they are. A damaged file,
 * or one that is not a state, is skipped.
 */
export function readOtherEnvironments(settings: Owner): NeighbourState[] {
  const {project, environment} = settings;
  return listNeighbours(settings).flatMap(path => {
    const other = readNeighbour(path);
    return other === null || (other.project === project && other.environment === environment) ? [] : [other];
  });
}

/** Reads the state in a file, and those of its environments beside it, but for the file `own`. */
export function readStatesAt(file: string, own: string): NeighbourState[] {
  const paths = [file, ...listNeighbours({stateFile: file, project: '', environment: DEFAULT_ENVIRONMENT})];
  return paths.flatMap(path => (findReal(path) === findReal(own) ? [] : (readNeighbour(path) ?? [])));
}

/**
 * The environment that these specs most likely had before `environments` was declared: its state records monitors, and no run can
 * choose it any more. Keys do not tell, since they may have changed with the config. `origin` is the address of this run, null where
 * none was given; `former` has the environments that the config declared, where it declares none now.
 */
export function findFormerHome(
  settings: Settings,
  others: readonly NeighbourState[],
  origin: string | null,
  former?: ReadonlySet<string>,
): FormerHome | undefined {
  const homes = listUndeclared(settings, others, origin, former).map(({environment, keys}) => ({environment, recorded: keys.size}));
  return homes.filter(({recorded}) => recorded > 0).sort((a, b) => b.recorded - a.recorded)[0];
}

/**
 * Throws `UserError` where a first state would stand in the way of one that is to be moved here: that of an environment which is not
 * declared any more.
 */
export function refuseFormerHome(settings: Settings, others: readonly NeighbourState[], origin: string): void {
  const [home] = listUndeclared(settings, others, origin).filter(({keys}) => keys.size > 0);
  if (home === undefined) return;
  const {environment} = settings;
  throw new UserError(
    'plan/other-environment',
    `environment "${environment}" has no state, and "${home.environment}", which is not declared, has one with ${countOf(home.keys.size, 'monitor')}`,
    `move it here: ${writeEnvironmentMove(home.environment, environment)}; or declare ${home.environment} under environments in monitors.config.yaml`,
  );
}

function listUndeclared(
  {project, environments}: Settings,
  others: readonly NeighbourState[],
  origin: string | null,
  former?: ReadonlySet<string>,
): NeighbourState[] {
  const isDeclared = (name: string) => (environments === null ? former?.has(name) !== true : environments.has(name));
  return others
    .filter(other => other.project === project && !isDeclared(other.environment))
    .filter(other => (origin === null ? !other.isTrial : other.origin === origin));
}

/**
 * Target ids of monitors that were created in this environment and whose state was moved to another: derived again, they would be those
 * of two monitors.
 */
export function listMovedAwayIds(settings: Owner): string[] {
  const {project, environment} = settings;
  const moved = listNeighbours(settings).filter(path => readBeginning(path).includes('"formerEnvironments"'));
  return moved.flatMap(path => {
    const state = parseJson(readText(path));
    const former = property(state, 'formerEnvironments');
    const isFromHere = property(state, 'project') === project && Array.isArray(former) && former.includes(environment);
    return isFromHere ? [...(readNeighbour(path)?.targetIds ?? [])] : [];
  });
}

/** A monitor that another environment records, too. */
export interface SharedRecord {
  readonly key: Key;
  readonly id: string;
  readonly environment: string;
}

/**
 * Finds a monitor of this state that the state of another environment beside it records, too; null where there is none. Others are
 * only parsed where their text has one of the ids.
 */
export function findSharedRecord(settings: Owner, state: Pick<ReadableState, 'monitors' | 'origin'>): SharedRecord | null {
  const neighbours = listNeighbours(settings);
  // The monitors of an outlined state are parsed when they are asked for.
  if (neighbours.length === 0) return null;
  const {monitors, origin} = state;
  const keys = new Map([...monitors].map(([key, {id}]) => [id, key] as const));
  for (const path of neighbours) {
    if (!hasAnyId(path, keys)) continue;
    const other = readNeighbour(path);
    if (other === null || other.origin !== origin || (other.project === settings.project && other.environment === settings.environment))
      continue;
    const shared = pickShared(keys, other);
    if (shared !== null) return shared;
  }
  return null;
}

/** The first monitor of this state, in its order, that another state records. */
export function pickShared(keys: ReadonlyMap<string, Key>, {monitorIds, environment}: NeighbourState): SharedRecord | null {
  const [found] = [...keys].filter(([id]) => monitorIds.has(id));
  return found === undefined ? null : {id: found[0], key: found[1], environment};
}

/** Whether a file's text says `"id"` of one of these. */
function hasAnyId(path: string, ids: ReadonlyMap<string, Key>): boolean {
  for (const [, id = ''] of readText(path).matchAll(/"id": ?"([^"\\]*)"/g)) if (ids.has(id)) return true;
  return false;
}

/** The files that may be states of other environments. */
function listNeighbours(owner: Owner): string[] {
  const directory = dirname(owner.stateFile);
  return listNames(directory)
    .filter(name => mayBeNeighbour(name, owner))
    .map(name => join(directory, name));
}

/** Whether a file beside a state may be that of another environment, by its name. */
export function mayBeNeighbour(name: string, {stateFile, environment}: Pick<Owner, 'stateFile' | 'environment'>): boolean {
  const own = basename(stateFile);
  if (name === own) return false;
  return /^[^.].*\.state\..*json$|\.state\.json$/.test(name) || environmentOfName(name, own, environment) !== null;
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory, {withFileTypes: true})
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** The first lines of a state hold all of its members but the monitors, most of them in order of their names. */
function readBeginning(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(16 * 1024);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** The text of a file; empty where it can't be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readNeighbour(path: string): NeighbourState | null {
  const state = parseJson(readText(path));
  const project = property(state, 'project');
  const environment = property(state, 'environment');
  const monitors = property(state, 'monitors');
  if (property(state, 'format') !== 'monitors-state' || typeof project !== 'string' || typeof environment !== 'string') return null;
  if (!isObject(monitors) || isBetweenEnvironments(state)) return null;
  const origin = property(state, 'origin');
  const emulator = property(state, 'emulator') === true;
  const keys = readJournalKeys(`${path}.journal`);
  return toNeighbour({project, environment, origin: typeof origin === 'string' ? origin : '', emulator}, Object.entries(monitors), keys);
}

/** Whether a file is one end of a move between environments: until it is finished, only the other end says whose the monitors are. */
function isBetweenEnvironments(state: JsonValue | undefined): boolean {
  return isObject(state) && readMigration(state)?.environment !== undefined;
}

/** Selects the parts of a state that another one has to know. `open` are the keys of creates that only its journal knows. */
export function toNeighbour(
  {emulator, ...owner}: Pick<NeighbourState, 'project' | 'environment' | 'origin'> & {readonly emulator: boolean},
  records: readonly (readonly [Key, unknown])[],
  open: readonly Key[],
): NeighbourState {
  const targetIds = new Set<string>();
  const monitorIds = new Set<string>();
  for (const [, value] of records) {
    const record = value as JsonValue;
    const applied = property(record, 'applied');
    if (isObject(applied)) for (const id of listTargetIds(applied)) if (id !== null) targetIds.add(id);
    for (const id of [property(record, 'id'), property(record, 'leftovers')].flat()) if (typeof id === 'string') monitorIds.add(id);
  }
  const keys = new Set([...records.map(([key]) => key), ...open]);
  return {...owner, targetIds, monitorIds, keys, isTrial: isOfEmulator({origin: owner.origin, emulator})};
}

function readJournalKeys(path: string): Key[] {
  try {
    const decoded = decodeJournal(readFileSync(path));
    return decoded.kind === 'sound' ? decoded.content.creates.map(({intent}) => intent.key) : [];
  } catch {
    return [];
  }
}
