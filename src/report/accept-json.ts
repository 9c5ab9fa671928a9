import type {AcceptReport} from './accept-text';
import {stringifyJson} from './escape-json';
import {toFieldDocument} from './plan';
import type {FieldDocument} from './plan-changes';

/** What `monitors accept` did. */
export interface AcceptDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'accept';
  /** What was written into specs, in the order of the keys that were given. */
  readonly accepted: readonly AcceptedDocument[];
  /**
   * Keys that nobody changed in the service: nothing was written for them.
   * @example ["docs/api"]
   */
  readonly unchanged: readonly string[];
}

/** What somebody changed in the service, and the spec says from now on. */
export interface AcceptedDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * The spec that was written, relative to the working directory.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string;
  /** What it said before, and what it says now. */
  readonly fields: readonly FieldDocument[];
}

/** The document that `monitors accept --format json` prints. */
export function renderAcceptJson({accepted, unchanged}: AcceptReport): string {
  const document: AcceptDocument = {
    formatVersion: 1,
    command: 'accept',
    accepted: accepted.map(({key, file, fields}) => ({key, file, fields: fields.map(toFieldDocument)})),
    unchanged,
  };
  return `${stringifyJson(document, 2)}\n`;
}
