/** What the names of S3 are made of. */
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

/** Longest prefix in bytes: names of objects have 1024, and project, environment and the rest stand below it. */
const LONGEST_PREFIX = 512;

/** Why the names of objects can't begin so, as the rest of a sentence; null where they can. One `/` at the end is no matter. */
export function findPrefixFlaw(prefix: string): string | null {
  if (prefix === '') return 'must not be empty';
  const segments = prefix.replace(/\/$/, '').split('/');
  if (segments.includes('')) return 'has an empty part between "/"';
  if (segments.some(part => part === '.' || part === '..')) return 'has the part "." or ".."';
  if (/\p{C}/u.test(prefix)) return 'has a control character';
  return Buffer.byteLength(prefix) > LONGEST_PREFIX ? `is longer than ${LONGEST_PREFIX} bytes` : null;
}

/** Why there is no region of this name, as the rest of a sentence; null where there may be one. */
export function findRegionFlaw(region: string): string | null {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(region) ? null : 'cannot be the name of a region';
}
