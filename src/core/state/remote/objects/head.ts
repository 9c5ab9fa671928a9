import {UserError} from '../../../diagnostics/user-error';
import {isObject, type JsonObject, type JsonValue, parseJson} from '../../../json/value';
import type {StateVersion} from '../../state';
import {decodeHolder, decodeMigration, refuseLayout} from '../head';
import type {Lock} from '../lock';
import type {SharedRefusals} from '../refusals';
import type {Migration} from '../store';
import {HEAD, isContentName, newEpoch, ownPrefix} from './names';
import type {ObjectParts} from './objects';

/** The layout of the objects that this tool reads and writes. */
const LAYOUT = 1;

/** A whole state, as the head names it. */
export interface NamedState {
  readonly object: string;
  readonly version: StateVersion;
  readonly monitors: number;
}

/** Place of the journal: rolled-up objects, then the segments of one epoch. */
export interface JournalPlace {
  /** Objects with lines, in their order. */
  readonly bases: readonly string[];
  /** The checksum of their last line; empty where there is none. */
  readonly last: string;
  readonly epoch: string;
  /** The last segment of the epoch that the journal does not need any more. */
  readonly after: number;
}

/** A state that was replaced, with the journal that belonged to it. */
interface BackupObject extends NamedState {
  /** ISO 8601, UTC. */
  readonly replacedAt: string;
  readonly bases: readonly string[];
  readonly last: string;
}

/** The one object that changes: lock, state and journal of one owner. Everything else has a name that is never used again. */
export interface ObjectsHead extends Lock {
  /** Differs in every version, so that no two have one ETag. */
  readonly nonce: string;
  /** Server where this was written; another place now means that the bucket was copied. */
  readonly server: string;
  readonly stored: NamedState | null;
  readonly journal: JournalPlace;
  /** The last entry of the late area that was folded. */
  readonly late: number;
  /** Newest first. */
  readonly backups: readonly BackupObject[];
  readonly migration: Migration | null;
}

/** A head as it was read or written, with what names this version of it. */
export interface ReadHead {
  readonly head: ObjectsHead;
  readonly etag: string;
}

/** Reads the head; throws `state/not-initialized` where there is none. */
export async function readHead({objects, refusals}: ObjectParts): Promise<ReadHead> {
  const found = await objects.get(HEAD);
  if (found === null) throw refusals.notInitialized();
  return {head: decodeHead(found.body, refusals), etag: found.etag};
}

/** The refusal of a head without which nothing else can be read: no command of ours helps before it is back. */
export function refuseHead(what: string, refusals: SharedRefusals): UserError {
  const {shown, project, environment, canRecover} = refusals.facts;
  const place = ownPrefix(project, environment);
  const begin = `"${refusals.command('state init')}"`;
  const commands =
    canRecover === true ? `${begin} and "${refusals.command('recover')}"` : `${begin}: apply then creates every monitor again`;
  const message = `${shown} holds no valid state: ${place}${HEAD} ${what}`;
  const hint = `put back the newest good version of this object in the bucket; to begin again instead, remove all objects below ${place}, then run ${commands}`;
  return new UserError('state/malformed', message, hint);
}

/** Writes a head as text. */
export function encodeHead(head: ObjectsHead): Buffer {
  return Buffer.from(`${JSON.stringify({format: 'monitors-head', layout: LAYOUT, ...head}, null, 2)}\n`);
}

/** Reads the bytes of a head; throws a `UserError` for what this version did not write. */
export function decodeHead(body: Buffer, refusals: SharedRefusals): ObjectsHead {
  const root = parseJson(body.toString('utf8'));
  if (!isObject(root) || root['format'] !== 'monitors-head') throw refuseHead('is not what this tool writes', refusals);
  const {layout, holder, migration} = root;
  if (typeof layout === 'number' && layout > LAYOUT) throw refuseLayout(layout, LAYOUT, refusals);
  const toText = (value: JsonValue | undefined) => (value === null ? null : JSON.stringify(value ?? ''));
  const rest = layout === LAYOUT ? readRest(root) : null;
  if (rest === null) throw refuseHead('has missing members or members of a wrong type', refusals);
  return {...rest, holder: decodeHolder(toText(holder)), migration: decodeMigration(toText(migration), refusals)};
}

function readRest({
  nonce,
  fence,
  unclean,
  server,
  stored,
  journal,
  late,
  backups,
}: JsonObject): Omit<ObjectsHead, 'holder' | 'migration'> | null {
  if (typeof nonce !== 'string' || !isCount(fence) || typeof unclean !== 'boolean' || typeof server !== 'string') return null;
  if (!(stored === null || isStored(stored)) || !isJournal(journal) || !isCount(late)) return null;
  if (!Array.isArray(backups) || !backups.every(isBackup)) return null;
  return {nonce, fence, unclean, server, stored, journal, late, backups};
}

function isStored(value: JsonValue | undefined): value is JsonObject & NamedState {
  if (!isObject(value) || !isName(value['object']) || !isCount(value['monitors'])) return false;
  const {version} = value;
  if (!isObject(version) || !isCount(version['serial'])) return false;
  return typeof version['lineage'] === 'string' && typeof version['checksum'] === 'string';
}

function isBackup(value: JsonValue): value is JsonObject & BackupObject {
  return isStored(value) && typeof value['replacedAt'] === 'string' && hasBases(value);
}

function isJournal(value: JsonValue | undefined): value is JsonObject & JournalPlace {
  if (!isObject(value) || !hasBases(value) || !isCount(value['after'])) return false;
  return typeof value['epoch'] === 'string' && /^[0-9a-z-]+$/.test(value['epoch']);
}

function hasBases({bases, last}: JsonObject): boolean {
  return Array.isArray(bases) && bases.every(isName) && typeof last === 'string';
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && isContentName(value);
}

function isCount(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The objects that a head names: what the next one does not name is needed no longer. */
export function listNames({stored, journal, backups}: ObjectsHead): readonly string[] {
  const states = [...(stored === null ? [] : [stored]), ...backups];
  return [...states.map(({object}) => object), ...journal.bases, ...backups.flatMap(({bases}) => bases)];
}

/** The head of a state in which nothing is stored. */
export function newHead(server: string, nonce: string): ObjectsHead {
  return {
    ...{nonce, fence: 0, holder: null, unclean: false, server, stored: null},
    journal: {bases: [], last: '', epoch: newEpoch(0, nonce), after: 0},
    ...{late: 0, backups: [], migration: null},
  };
}
