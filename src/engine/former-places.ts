import {readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Settings, SharedPlace} from '../config/config';
import {isSamePlace, readSharedPlace, showSharedPlace, writeMigration} from '../config/shared-place';
import {UserError} from '../diagnostics/user-error';
import {isInside} from '../files/inner-path';
import {toShownPath} from '../files/shown-path';
import {stateFileOf} from '../files/state-name';
import {askGit} from '../git/run-git';
import {parseJson} from '../json/parse';
import {isObject, type JsonValue, property} from '../json/value';
import {parseSource} from '../spec/document';
import {readCommitted} from '../state/file/git';
import type {SharedStateStore} from '../state/shared/store';

/** Where a state may have been before the config named its place of today. */
export interface FormerPlaceSearch {
  readonly settings: Settings;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens a place, also one that a migration made unusable. */
  readonly openShared: (place: SharedPlace) => Promise<SharedStateStore>;
  /** A person said that what can't be looked at is gone. */
  readonly isGone?: boolean;
}

/** So many versions of the config are looked at, newest first. */
const MOST_VERSIONS = 50;

/**
 * Throws `UserError` where the place that the config names holds no state, and one that it named before holds one that was not moved: an
 * apply would create all monitors again. Knows former places from the git history of the config, and the usual state file.
 */
export async function refuseFormerPlace(search: FormerPlaceSearch): Promise<void> {
  const {files, shared} = await listFormerPlaces(search);
  for (const file of files) {
    const monitors = await countInFile(file, search);
    if (monitors > 0) throw stillThere(search, toShownPath(search.cwd, file), monitors);
  }
  for (const place of shared) {
    const monitors = await countInStore(place, search);
    if (monitors > 0) throw stillThere(search, showSharedPlace(place), monitors);
  }
}

function stillThere({settings, cwd}: FormerPlaceSearch, place: string, monitors: number): UserError {
  const {sharedState, stateFile} = settings;
  const now = sharedState === undefined ? toShownPath(cwd, stateFile) : showSharedPlace(sharedState);
  return new UserError(
    'state/other-place',
    `the config names ${now}, which holds no state, but ${place} holds one with ${monitors} monitors; apply would create all of them again`,
    `set "state" in monitors.config.yaml back, then move the state: ${writeMigration(sharedState ?? null)}`,
  );
}

/** What a person repeats to begin a state although a former place can't be looked at. */
export function nameState({project, environment}: Pick<Settings, 'project' | 'environment'>): string {
  return `${project}/${environment}`;
}

interface FormerPlaces {
  /** Absolute. */
  readonly files: readonly string[];
  readonly shared: readonly SharedPlace[];
}

async function listFormerPlaces({settings, env}: FormerPlaceSearch): Promise<FormerPlaces> {
  const {configFile, stateFile, sharedState, environment} = settings;
  const files = new Set<string>(sharedState === undefined ? [] : [stateFile]);
  const shared: SharedPlace[] = [];
  const base = configFile === null ? null : dirname(configFile);
  for (const state of configFile === null || base === null ? [] : await readFormerSettings(configFile, env)) {
    const place = readSharedPlace(state);
    if (place !== null && ![sharedState ?? null, ...shared].some(known => isSamePlace(known, place))) shared.push(place);
    const path = typeof state === 'string' && base !== null ? join(base, state) : null;
    if (path !== null && base !== null && isInside(base, path)) files.add(stateFileOf(path, environment));
  }
  // A file that another file name left behind is git's to tell.
  return {files: sharedState === undefined ? [] : [...files], shared};
}

/** What the text of a config says of `state`; undefined where it says nothing. */
export function readStateSetting(name: string, bytes: Uint8Array): JsonValue | undefined {
  return property(parseSource({file: name, specPath: name, bytes}).documents[0]?.data ?? null, 'state');
}

/** What the committed versions of the config say of `state`, newest first; none without git. */
export async function readFormerSettings(configFile: string, env: FormerPlaceSearch['env']): Promise<readonly JsonValue[]> {
  const directory = dirname(configFile);
  const name = basename(configFile);
  const log = await askGit(directory, env, ['log', '-n', String(MOST_VERSIONS), '--format=%H', '--', `:(literal)${name}`]);
  if (log === null || log.exitCode !== 0) return [];
  const commits = log.stdout
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '');
  const stdin = commits.map(commit => `${commit}:./${name}\n`).join('');
  const batch = commits.length === 0 ? null : await askGit(directory, env, ['cat-file', '--batch'], {stdin});
  const blobs = batch?.exitCode === 0 ? splitBatch(batch.stdout) : [];
  return blobs.flatMap(bytes => readStateSetting(name, bytes) ?? []);
}

/** The blobs in the answer of `git cat-file --batch`: each stands behind a line with its kind and size; what is missing has only the line. */
function splitBatch(answer: Buffer): Buffer[] {
  const blobs: Buffer[] = [];
  for (let start = 0; start < answer.length; ) {
    const end = answer.indexOf('\n', start);
    if (end < 0) break;
    const [, kind, size] = / (\w+) (\d+)$/.exec(answer.toString('utf8', start, end)) ?? [];
    start = end + 1;
    if (size === undefined) continue;
    const next = start + Number(size);
    if (kind === 'blob') blobs.push(answer.subarray(start, next));
    start = next + 1;
  }
  return blobs;
}

/** How many monitors a state file records for this project and environment, here or in git; 0 where it was moved. */
async function countInFile(file: string, {settings, env}: FormerPlaceSearch): Promise<number> {
  const copies = [readQuietly(file), ...(await readCommitted(file, env))];
  const newest = copies.find(bytes => bytes !== null);
  const root = newest === undefined || newest === null ? undefined : parseJson(Buffer.from(newest).toString('utf8'));
  if (!isObject(root) || root['format'] !== 'monitors-state' || root['migration'] !== undefined) return 0;
  if (root['project'] !== settings.project || root['environment'] !== settings.environment) return 0;
  return isObject(root['monitors']) ? Object.keys(root['monitors']).length : 0;
}

function readQuietly(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** How many monitors a place on a server records that was not moved away; 0 where no state was begun. */
async function countInStore(place: SharedPlace, {openShared, settings, isGone = false}: FormerPlaceSearch): Promise<number> {
  let store: SharedStateStore | undefined;
  try {
    store = await openShared(place);
    const read = await store.read();
    return read.kind === 'first-use' || (await store.readMigration()) !== null ? 0 : read.stored.state.monitors.size;
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    if (cause.code === 'state/not-initialized' || isGone) return 0;
    throw new UserError(
      'state/other-place',
      `the config named ${showSharedPlace(place)} before, and it can't be looked at: ${cause.message}`,
      `if it still holds the state, make it readable here; if it was removed on purpose, run "monitors state init --new-state ${nameState(settings)}"`,
      {cause},
    );
  } finally {
    await store?.close();
  }
}
