import type {Failure} from '../api/port';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {describePointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import type {FieldChange} from '../plan/diff';
import type {Key} from '../spec/desired-monitor';

/** The service answered an update with success and made something else of it: recorded as its reading of the spec. */
export function otherValues(key: Key, fields: readonly FieldChange[]): Diagnostic {
  const words = fields.map(({path, before, after}) => `${describePointer(path)} is ${show(after)} there, not ${show(before)}`);
  return {
    code: 'apply/other-value',
    severity: 'warning',
    message: `the service changed values of "${key}" that it was sent: ${words.join('; ')}`,
    hint: 'its values are recorded, and no later plan shows them as drift; write them into the spec if you agree with them',
  };
}

/** The service answered an update with success, and the monitor still has old values. */
export function updateIgnored(fields: readonly FieldChange[]): Failure {
  const places = [...new Set(fields.map(({path}) => describePointer(path)))].join(', ');
  return {
    kind: 'http',
    status: 200,
    code: 'update-ignored',
    message: `the service answered 200, but did not change ${places}; run "monitors apply" to send it again`,
  };
}

/** A value for a sentence; masked values come masked. */
function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
