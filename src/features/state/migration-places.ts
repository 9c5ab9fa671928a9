import {BUCKET_HINT, findBucketFlaw, findPrefixFlaw, findRegionFlaw, PREFIX_HINT, REGION_HINT} from '../../core/base/bucket-name';
import type {STATE_PLACES} from '../../core/config/choices';
import type {SharedPlace} from '../../core/config/config';
import {isSamePlace, toSharedPlace} from '../../core/config/shared-place';
import {UserError} from '../../core/diagnostics/user-error';

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
export interface Places {
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
function listNamed({table, bucket, prefix, region, file}: MigrationRequest): PlaceKind[] {
  const isInBucket = bucket !== undefined || prefix !== undefined || region !== undefined;
  return [
    ...(file === undefined ? [] : (['file'] as const)),
    ...(table === undefined ? [] : (['postgres'] as const)),
    ...(isInBucket ? (['s3'] as const) : []),
  ];
}

/** A place of one kind, from options and config. */
function completePlace(kind: PlaceKind, {table, ...request}: MigrationRequest, config: SharedPlace | null): SharedPlace | null {
  if (kind === 'file') return null;
  if (kind === 'postgres') return toSharedPlace({backend: kind, table: table ?? (config?.backend === kind ? config.table : undefined)});
  const known = config?.backend === kind ? config : undefined;
  const bucket = request.bucket ?? known?.bucket;
  if (bucket === undefined) {
    throw new UserError('config/usage', 'state migrate needs --bucket: the config names no bucket', 'add --bucket NAME');
  }
  const [prefix, region] = [request.prefix ?? known?.prefix, request.region ?? known?.region];
  refuseFlaw('--bucket', bucket, findBucketFlaw(bucket), BUCKET_HINT);
  if (prefix !== undefined) refuseFlaw('--prefix', prefix, findPrefixFlaw(prefix), PREFIX_HINT);
  if (region !== undefined) refuseFlaw('--region', region, findRegionFlaw(region), REGION_HINT);
  return toSharedPlace({backend: kind, bucket, prefix, region});
}

function refuseFlaw(option: string, value: string, flaw: string | null, hint: string): void {
  if (flaw !== null) throw new UserError('config/usage', `${option} ${JSON.stringify(value)} ${flaw}`, hint);
}
