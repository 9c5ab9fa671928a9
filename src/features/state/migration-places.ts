import type {STATE_PLACES} from '../../core/config/choices';
import {isSamePlace, type SaidPlace, toSharedPlace} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {KINDS, type SharedBackend, type SharedPlace} from '../../core/state/addresses/kinds';

const BACKENDS = Object.keys(KINDS) as readonly SharedBackend[];

/** Kind of a place for a state. */
export type PlaceKind = (typeof STATE_PLACES)[number];

/** Request of `state migrate`. What is undefined is as the config has it, else the usual one. */
export interface MigrationRequest {
  readonly to: PlaceKind;
  readonly table?: string | undefined;
  readonly bucket?: string | undefined;
  readonly prefix?: string | undefined;
  readonly region?: string | undefined;
  /** Absolute. */
  readonly file?: string | undefined;
}

/** The two ends; null is the state file. */
interface Places {
  readonly from: SharedPlace | null;
  readonly to: SharedPlace | null;
}

/**
 * Chooses where a state comes from and where it goes: from the place of the config, or where that is the target
 * already, or options name a place of another kind, from the place that they name, else the file. Throws `UserError`
 * where they name none, or two.
 */
export function choosePlaces(request: MigrationRequest, config: SharedPlace | null): Places {
  const to = completePlace(request.to, request, config);
  const [named, second] = listNamed(request).filter(kind => kind !== request.to);
  if (second !== undefined) {
    throw new UserError(
      'config/usage',
      `the options name two places that the state could come from, ${named} and ${second}`,
      'name only one of them: --file, --table, or --bucket with --prefix and --region',
    );
  }
  if (named !== undefined) return {from: completePlace(named, request, config), to};
  if (!isSamePlace(config, to)) return {from: config, to};
  // The config names the target already. To a file that a table left, the move may be undone.
  return {from: to === null ? completePlace('postgres', request, config) : null, to};
}

/** The kinds of places that options name. */
function listNamed(request: MigrationRequest): PlaceKind[] {
  const isNamed = (kind: SharedBackend) => Object.keys(KINDS[kind].members).some(name => readOption(request, name) !== undefined);
  return [...(request.file === undefined ? [] : (['file'] as const)), ...BACKENDS.filter(isNamed)];
}

/** A place of one kind, from options and config. */
function completePlace(kind: PlaceKind, request: MigrationRequest, config: SharedPlace | null): SharedPlace | null {
  if (kind === 'file') return null;
  const known = config?.backend === kind ? config : {};
  const members = Object.entries(KINDS[kind].members).map(([name, member]) => {
    const value = readOption(request, name) ?? readOption(known, name);
    if (value === undefined && member.isNeeded === true)
      throw new UserError('config/usage', `state migrate needs --${name}: the config names no ${name}`, `add --${name} NAME`);
    const flaw = value === undefined || member.isCheckedByStore === true ? null : member.findFlaw(value);
    if (flaw !== null) throw new UserError('config/usage', `--${name} ${JSON.stringify(value)} ${flaw}`, member.hint);
    return [name, value];
  });
  return toSharedPlace({backend: kind, ...Object.fromEntries(members)} as SaidPlace);
}

function readOption(options: object, name: string): string | undefined {
  return (options as Readonly<Record<string, string | undefined>>)[name];
}
