/** Characters that names of S3 are made of. */
export const BUCKET_HINT = 'use 3 to 63 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
export const PREFIX_HINT = 'for example monitors, or teams/web/monitors';
export const REGION_HINT = 'it looks like eu-central-1';

/** Why S3 has no bucket of this name, as the rest of a sentence; null where it may have one. */
export function findBucketFlaw(bucket: string): string | null {
  if (bucket.startsWith('arn:')) return 'is an ARN, not the name of a bucket';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return 'cannot be the name of a bucket';
  if (/\.\.|^[0-9.]+$/.test(bucket)) return 'cannot be the name of a bucket: it looks like an IP address, or has two dots in a row';
  return bucket.endsWith('--x-s3') ? 'is a directory bucket, which keeps no versions' : null;
}

/** Longest prefix of a config in bytes: names of objects have at most 1,024, and project, environment and the rest stand below it. */
const LONGEST_PREFIX = 300;

/** Why the names of objects can't begin so, as the rest of a sentence; null where they can. Any `/` at the end is ignored. */
export function findPrefixFlaw(prefix: string, longest: number = LONGEST_PREFIX): string | null {
  const segments = prefix.replace(/\/+$/, '').split('/');
  if (segments.includes('')) return prefix === '' ? 'must not be empty' : 'has an empty part between "/"';
  if (segments.some(part => part === '.' || part === '..')) return 'has the part "." or ".."';
  if (/\p{C}/u.test(prefix)) return 'has a control character';
  return Buffer.byteLength(prefix) > longest ? `is longer than ${longest} bytes` : null;
}

/** Why there is no region of this name, as the rest of a sentence; null where there may be one. Services of other makers use capitals, too. */
export function findRegionFlaw(region: string): string | null {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(region) ? null : 'cannot be the name of a region';
}
