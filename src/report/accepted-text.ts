import type {FieldChange} from '../plan/model';
import type {RenderOptions} from './model';
import {fieldLines} from './plan-fields';
import {listWords} from './sentences';
import {BLANK, dataLine, hangingLine, printText, proseLine, styled} from './text';

/** What somebody changed in the service, and a spec says from now on. */
export interface AcceptedFields {
  readonly key: string;
  /** The spec, as messages show it. */
  readonly file: string;
  /** As it said before, and as it will say. Masked. */
  readonly fields: readonly FieldChange[];
}

/** What goes into which spec, before it is written; and the keys that nobody changed. */
export function renderAccepted(accepted: readonly AcceptedFields[], untouched: readonly string[], options: RenderOptions): string {
  return printText(
    [
      ...accepted.flatMap(({key, file, fields}) => [
        dataLine(0, styled('changed', '> '), styled('strong', key), `  accept into ${file}`),
        ...fieldLines(fields, 'difference', options),
      ]),
      ...untouched.map(key => hangingLine(0, 2, `${key}: nobody changed it in the service, so there is nothing to accept`)),
      BLANK,
    ],
    options,
  );
}

/** Which specs were written, once they are. Empty where none was. */
export function renderAcceptedWritten(accepted: readonly AcceptedFields[], options: RenderOptions): string {
  const files = [...new Set(accepted.map(({file}) => file))].sort();
  if (files.length === 0) return '';
  return printText(
    [proseLine(0, `Written into ${listWords(files)}. Commit ${files.length === 1 ? 'spec' : 'specs'} and state together.`)],
    options,
  );
}
