import {shellWord} from '../base/shell-word';
import {type JsonValue, property} from '../json/value';
import type {SharedPlace} from './config';

/** Defaults of `SharedStateConfig`. */
const DEFAULT_TABLE = 'monitors_state';
const DEFAULT_PREFIX = 'monitors';

/** Place as given in a config or options; undefined is not given. */
export type SaidPlace =
  | {readonly backend: 'postgres'; readonly table?: string | undefined}
  | {readonly backend: 's3'; readonly bucket: string; readonly prefix?: string | undefined; readonly region?: string | undefined};

/** The place that is said, with its defaults. */
export function toSharedPlace(state: SaidPlace): SharedPlace {
  if (state.backend === 'postgres') return {backend: 'postgres', table: state.table ?? DEFAULT_TABLE};
  const {bucket, prefix = DEFAULT_PREFIX, region} = state;
  return {backend: 's3', bucket, prefix: prefix.replace(/\/+$/, ''), ...(region === undefined ? {} : {region})};
}

/** The place that a `state` of an earlier config names, which nothing has checked; null for a file, and for what names none. */
export function readSharedPlace(state: JsonValue | undefined): SharedPlace | null {
  const text = (name: string): string | undefined => {
    const value = property(state ?? null, name);
    return typeof value === 'string' ? value : undefined;
  };
  const [backend, bucket] = [text('backend'), text('bucket')];
  if (backend === 'postgres') return toSharedPlace({backend, table: text('table')});
  return backend === 's3' && bucket !== undefined ? toSharedPlace({backend, bucket, prefix: text('prefix'), region: text('region')}) : null;
}

/** Whether two places are one; null is a state file. A region that only one of them names is that of the environment. */
export function isSamePlace(one: SharedPlace | null, other: SharedPlace | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.backend === 'postgres') return other.backend === 'postgres' && one.table === other.table;
  if (other.backend !== 's3' || one.bucket !== other.bucket || one.prefix !== other.prefix) return false;
  return one.region === other.region || one.region === undefined || other.region === undefined;
}

/** A place as messages show it, also where there is no address. */
export function showSharedPlace(place: SharedPlace): string {
  if (place.backend === 'postgres') return `the PostgreSQL table "${place.table}"`;
  const {bucket, prefix, region} = place;
  return `s3://${bucket}/${prefix}${region === undefined ? '' : ` (${region})`}`;
}

/** The line of the config that names a place. */
export function writeSetting(place: SharedPlace): string {
  const members = listMembers(place).map(([name, value]) => `${name}: ${PLAIN.test(value) ? value : JSON.stringify(value)}`);
  return `state: {backend: ${[place.backend, ...members].join(', ')}}`;
}

/** Texts that YAML reads as the text that they are. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w./-]*$/i;

/** The command that moves a state to a place, null being a file; `named` is the place that its options name. */
export function writeMigration(to: SharedPlace | null, named: SharedPlace | null = to): string {
  const options = named === null ? [] : listMembers(named).map(([name, value]) => ` --${name} ${shellWord(value)}`);
  return `monitors state migrate --to ${to?.backend ?? 'file'}${options.join('')}`;
}

/** Lists the members of a place to write besides its kind. */
function listMembers({backend: _, ...members}: SharedPlace): [string, string][] {
  return Object.entries(members).filter(([name, value]) => value !== DEFAULTS[name]);
}

const DEFAULTS: Readonly<Record<string, string>> = {table: DEFAULT_TABLE, prefix: DEFAULT_PREFIX};
