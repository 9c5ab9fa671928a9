import {BUCKET_HINT, findBucketFlaw, findPrefixFlaw, findRegionFlaw, PREFIX_HINT, REGION_HINT} from '../base/bucket-name';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {property} from '../json/value';
import type {SpecDocument} from '../specs/spec-document';

/** Letters, digits and `_`, after a schema where there is one. PostgreSQL cuts longer names. */
const TABLE = /^(?:[A-Za-z_][A-Za-z0-9_]{0,49}\.)?[A-Za-z_][A-Za-z0-9_]{0,49}$/;

/** Checks the parts of `state` on a server that the schema can't: which tables, buckets, prefixes and regions there can be. */
export function checkStatePlace(document: SpecDocument): Diagnostic[] {
  const state = property(document.data, 'state');
  const found: Diagnostic[] = [];
  const check = (member: string, findFlaw: (value: string) => string | null, hint: string) => {
    const value = property(state ?? null, member);
    const flaw = typeof value === 'string' ? findFlaw(value) : null;
    if (flaw === null) return;
    const message = `${JSON.stringify(value)} ${flaw}`;
    const where = document.placeOf(`/state/${member}`);
    found.push({code: 'config/bad-name', severity: 'error', message, hint, where});
  };
  check('table', name => (TABLE.test(name) ? null : 'cannot be the name of a table'), TABLE_HINT);
  check('bucket', findBucketFlaw, BUCKET_HINT);
  check('prefix', findPrefixFlaw, PREFIX_HINT);
  check('region', findRegionFlaw, REGION_HINT);
  return found;
}

const TABLE_HINT = 'use letters, digits and "_" (at most 50), beginning with a letter; a schema may stand before it: ops.monitors_state';

/** A finding about an unknown member of `state` with a better hint where it names what may never stand in a file: address or credentials. */
export function adviseOnPlace(finding: Diagnostic, name: string): Diagnostic {
  if (/^(?:access_?key|secret|session|token|profile|credential|role|assume)/i.test(name)) return {...finding, hint: CREDENTIALS_HINT};
  if (/^endpoint/i.test(name)) return {...finding, hint: ENDPOINT_HINT};
  return /^(?:base_?url|url|address|host|port|user|password|database|connection.*)$/i.test(name) ? {...finding, hint: URL_HINT} : finding;
}

const CREDENTIALS_HINT = 'credentials are never read from a file: set the AWS_* variables, or give the machine a role';
const ENDPOINT_HINT = 'the address is never read from a file: set AWS_ENDPOINT_URL_S3';
const URL_HINT = 'the address of the database is never read from a file: set MONITORS_STATE_POSTGRES_URL';
