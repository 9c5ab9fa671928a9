import {listWords} from '../base/list-words';
import type {FieldChange} from '../plan/diff';
import {stringifyJson} from './escape-json';
import {type FieldDocument, toFieldDocument} from './plan-changes';
import {fieldLines} from './plan-fields';
import type {RenderOptions} from './render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from './text';

/** Result of `monitors accept`. */
export interface AcceptDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'accept';
  /** Changed specs, in the order of the given keys. */
  readonly accepted: readonly AcceptedDocument[];
  /**
   * Keys that were not changed in the service: nothing was written for them.
   * @example ["docs/api"]
   */
  readonly unchanged: readonly string[];
}

/** What was changed in the service, and the spec says from now on. */
export interface AcceptedDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * The changed spec, relative to the working directory.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string;
  /** The changed fields. */
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

/** What came of accepting drift. */
export interface AcceptReport {
  readonly accepted: readonly AcceptedFields[];
  /** Keys that were not changed in the service. */
  readonly unchanged: readonly string[];
}

/** What was changed in the service, and a spec says from now on. */
export interface AcceptedFields {
  readonly key: string;
  /** The spec, as messages show it. */
  readonly file: string;
  /** The value before and now. Masked. */
  readonly fields: readonly FieldChange[];
}

/** What went into which spec, the unchanged keys, and what to commit. */
export function renderAcceptText({accepted, unchanged}: AcceptReport, options: RenderOptions): string {
  const isQuiet = options.verbosity === 'quiet';
  return printText(
    [
      ...accepted.flatMap(({key, file, fields}) => [
        dataLine(0, styled('changed', '> '), styled('strong', key), `  accepted into ${file}`),
        ...(isQuiet ? [] : [...fieldLines(fields, 'difference', options), BLANK]),
      ]),
      ...unchanged.map(key => hangingLine(0, 2, `${key}: not changed in the service, so there is nothing to accept`)),
      ...conclusion(accepted),
    ],
    options,
  );
}

function conclusion(accepted: readonly AcceptedFields[]): Line[] {
  const files = [...new Set(accepted.map(({file}) => file))].sort();
  if (files.length === 0) return [proseLine(0, 'No spec was changed.')];
  const what = files.length === 1 ? 'the spec' : 'the specs';
  return [proseLine(0, `Written into ${listWords(files)}. Nothing was sent. Commit ${what} and the state together.`)];
}
