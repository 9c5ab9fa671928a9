import {listWords} from '../../core/base/words';
import type {FieldChange} from '../../core/plan/diff';
import {renderJson} from '../../rendering/escape-json';
import {type FieldDocument, toFieldDocument} from '../../rendering/plan-changes';
import {fieldLines} from '../../rendering/plan-fields';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';

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
  /** With `--branch`: the new branch. Left out where no spec was edited. */
  readonly branch?: AcceptedBranchDocument;
}

/** The branch that has the edit of the specs; the working tree does not have it. */
export interface AcceptedBranchDocument {
  /**
   * Its name.
   * @example "accept-drift"
   */
  readonly name: string;
  /**
   * Its commit, on top of the one that is checked out.
   * @example "4f1c7f6e3b0c4a7e9d5e0f6c2c9b8a1000000000"
   */
  readonly commit: string;
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
export function renderAcceptJson({accepted, unchanged, branch}: AcceptReport): string {
  const document: AcceptDocument = {
    formatVersion: 1,
    command: 'accept',
    accepted: accepted.map(({key, file, fields}) => ({key, file, fields: fields.map(toFieldDocument)})),
    unchanged,
    ...(branch === undefined ? {} : {branch: {name: branch.name, commit: branch.commit}}),
  };
  return renderJson(document);
}

/** Result of accepting drift. */
export interface AcceptReport {
  readonly accepted: readonly AcceptedFields[];
  /** Keys that were not changed in the service. */
  readonly unchanged: readonly string[];
  /** Files that were written, or committed. */
  readonly files: readonly string[];
  /** The new branch that has the edit; absent where the specs themselves were edited, or nothing was. */
  readonly branch?: AcceptedBranchDocument;
}

/** Changes that were made in the service, and that a spec says from now on. */
export interface AcceptedFields {
  readonly key: string;
  /** The spec, as messages show it. */
  readonly file: string;
  /** The value before and now. Masked. */
  readonly fields: readonly FieldChange[];
}

/** Renders the fields that went into each spec, the unchanged keys, and what to commit. */
export function renderAcceptText({accepted, unchanged, files, branch}: AcceptReport, options: RenderOptions): string {
  const isQuiet = options.verbosity === 'quiet';
  return printText(
    [
      ...accepted.flatMap(({key, file, fields}) => [
        dataLine(0, styled('changed', '> '), styled('strong', key), `  accepted into ${file}`),
        ...(isQuiet ? [] : [...fieldLines(fields, 'difference', options), BLANK]),
      ]),
      ...unchanged.map(key => hangingLine(0, 2, `${key}: not changed in the service, so there is nothing to accept`)),
      ...conclusion(files, branch),
    ],
    options,
  );
}

function conclusion(written: readonly string[], branch: AcceptReport['branch']): Line[] {
  const files = [...new Set(written)].sort();
  if (files.length === 0) return [proseLine(0, 'No spec was changed.')];
  if (branch !== undefined) {
    const {name, commit} = branch;
    const made = `Committed ${listWords(files)} as ${commit.slice(0, 7)} on the new branch "${name}". Nothing was pushed, sent or changed here.`;
    return [proseLine(0, made), dataLine(0, `Push it: git push origin ${name}`)];
  }
  const what = files.length === 1 ? 'the spec' : 'the specs';
  return [proseLine(0, `Written into ${listWords(files)}. Nothing was sent. Commit ${what} and the state together.`)];
}
