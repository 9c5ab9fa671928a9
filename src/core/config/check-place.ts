import type {Diagnostic} from '../diagnostics/diagnostic';
import {property} from '../json/value';
import type {SpecDocument} from '../specs/spec-document';
import {KINDS} from '../state/addresses/kinds';

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
  const kinds = Object.values(KINDS).flatMap(({members}) => Object.entries(members));
  for (const [name, {findFlaw, hint}] of kinds) check(name, findFlaw, hint);
  return found;
}

/** A finding about an unknown member of `state` with a better hint where it names what may never stand in a file: address or credentials. */
export function adviseOnPlace(finding: Diagnostic, name: string): Diagnostic {
  if (/^(?:access_?key|secret|session|token|profile|credential|role|assume)/i.test(name)) return {...finding, hint: CREDENTIALS_HINT};
  if (/^endpoint/i.test(name)) return {...finding, hint: ENDPOINT_HINT};
  return /^(?:base_?url|url|address|host|port|user|password|database|connection.*)$/i.test(name) ? {...finding, hint: URL_HINT} : finding;
}

const CREDENTIALS_HINT = 'credentials are never read from a file: set the AWS_* variables, or give the machine a role';
const ENDPOINT_HINT = 'the address is never read from a file: set AWS_ENDPOINT_URL_S3';
const URL_HINT = 'the address of the database is never read from a file: set MONITORS_STATE_POSTGRES_URL';
