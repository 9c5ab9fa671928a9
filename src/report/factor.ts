import type {FactoredFile, FactorReport} from '../authoring/factor-report';
import {writeYaml} from '../authoring/yaml-text';
import {formatNumber} from '../diagnostics/number-text';
import type {JsonObject} from '../json/value';
import {stringifyJson} from './escape-json';
import type {RenderOptions} from './render-options';
import {countOf} from './sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from './text';

/** Result of `monitors factor`, and part of `monitors pull --share`. */
export interface FactorDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'factor';
  /**
   * Relative to the working directory, with `/`.
   * @example "monitors/pricing"
   */
  readonly folder: string;
  /** Nothing was written. */
  readonly dryRun: boolean;
  /** In the order in which they are written; empty if there is nothing to move. */
  readonly files: readonly FactoredFileDocument[];
  /** Lines of the folder's specs and layers. */
  readonly linesBefore: number;
  /** The same afterwards, with the list's data. */
  readonly linesAfter: number;
  /** Monitors of the folder; none of them changes. */
  readonly monitors: number;
  /** Specs that stay as they are. */
  readonly left: readonly string[];
  /** What the specs share now: members of the layer, or the spec of the list. Literal secrets are `"(secret)"`. */
  readonly shared: JsonObject;
  /** The first rows of the list. Values that may be secret are `"(secret)"`. */
  readonly rows: readonly JsonObject[];
}

/** A file that was written or removed. */
export interface FactoredFileDocument {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** What happened to it. */
  readonly outcome: FactoredFile['outcome'];
  /** 0 for a new file. */
  readonly linesBefore: number;
  /** 0 for a removed file. */
  readonly linesAfter: number;
}

/** The document of a report. */
export function toFactorDocument({isDryRun, files, ...report}: FactorReport): FactorDocument {
  const shown = files.map(({file, outcome, linesBefore, linesAfter}) => ({file, outcome, linesBefore, linesAfter}));
  return {formatVersion: 1, command: 'factor', dryRun: isDryRun, ...report, files: shown};
}

/** The document that `monitors factor --format json` prints. */
export function renderFactorJson(report: FactorReport): string {
  return `${stringifyJson(toFactorDocument(report), 2)}\n`;
}

/** What specs share now, the files, and the lines before and after. */
export function renderFactorText(report: FactorReport, options: RenderOptions): string {
  const {folder, files, isDryRun, left, linesBefore, linesAfter, monitors} = report;
  if (files.length === 0) return printText([proseLine(0, `The specs of ${folder} have nothing in common to move.`)], options);
  const did = isDryRun ? 'Would write' : 'Wrote';
  const lines: Line[] = [
    ...sharedLines(report),
    ...files.filter(({outcome}) => outcome === 'created').map(fileLine),
    ...changedLines(files.filter(({outcome}) => outcome !== 'created')),
    ...(left.length === 0
      ? []
      : [
          hangingLine(
            0,
            2,
            `${countOf(left.length, 'spec')} ${left.length === 1 ? 'stays' : 'stay'} as written: ${left.slice(0, MOST_NAMED).join(', ')}${left.length > MOST_NAMED ? ', ...' : ''}`,
          ),
        ]),
    proseLine(
      0,
      `${did} ${countOf(files.length, 'file')}: ${countOf(linesBefore, 'line')} -> ${formatNumber(linesAfter)}. ${countOf(monitors, 'monitor')}, none changes; the plan stays the same.`,
    ),
  ];
  return printText(lines, options);
}

const MOST_NAMED = 5;

function sharedLines({shared, rows}: FactorReport): Line[] {
  const text = writeYaml(shared).trimEnd().split('\n');
  const shown = rows.map(row => JSON.stringify(row));
  return [...text.map(line => dataLine(2, line)), ...shown.map(row => dataLine(2, `# row: ${row}`)), BLANK];
}

function fileLine({file, outcome, linesBefore, linesAfter}: FactoredFile): Line {
  const sign = outcome === 'created' ? styled('added', '+ ') : outcome === 'removed' ? styled('removed', '- ') : styled('changed', '~ ');
  return dataLine(0, sign, file, styled('faint', `  ${formatNumber(linesBefore)} -> ${countOf(linesAfter, 'line')}`));
}

/** Files of many alike specs are counted. */
function changedLines(files: readonly FactoredFile[]): Line[] {
  const rest = files.slice(MOST_NAMED);
  return [
    ...files.slice(0, MOST_NAMED).map(fileLine),
    ...(rest.length === 0 ? [] : [dataLine(2, `and ${formatNumber(rest.length)} more`)]),
  ];
}
