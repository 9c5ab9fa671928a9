import {countOf, formatNumber} from '../../core/base/words';
import type {FactoredFile, FactorReport} from '../../core/writing/factor-report';
import {writeYaml} from '../../core/writing/yaml-text';
import {renderJson} from '../../rendering/escape-json';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';

/** Result of `monitors factor`, and part of `monitors pull --share`. */
export interface FactorDocument extends FactorReport {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'factor';
}

/** The document of a report, with the list of files last. */
export function toFactorDocument({files, ...report}: FactorReport): FactorDocument {
  return {formatVersion: 1, command: 'factor', ...report, files};
}

/** The document that `monitors factor --format json` prints. */
export function renderFactorJson(report: FactorReport): string {
  return renderJson(toFactorDocument(report));
}

/** Renders the members that specs share now, the files, and the lines before and after. */
export function renderFactorText(report: FactorReport, options: RenderOptions, isList = false): string {
  const {files, dryRun, left, linesBefore, linesAfter, monitors} = report;
  if (files.length === 0) return printText([proseLine(0, nothingWords(report, isList))], options);
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
      `${deedWords(files, dryRun)}: ${countOf(linesBefore, 'line')} -> ${formatNumber(linesAfter)}. ${countOf(monitors, 'monitor')}, none changes; the plan stays the same.`,
    ),
  ];
  return printText(lines, options);
}

function nothingWords({folder, obstacle}: FactorReport, isList: boolean): string {
  if (obstacle === null && isList) {
    return `No two specs in ${folder} differ only in values that rows can hold: not in a webhook's address or headers, and not in \${env:NAME}. What they share moves with "monitors factor ${folder}".`;
  }
  if (obstacle === null) return `The specs of ${folder} have nothing in common to move.`;
  return `The targets in ${folder} have ids that the state does not record, and rows hold no ids. Apply the specs, then run this again.`;
}

const MOST_NAMED = 5;

/** `Wrote 2 files and removed 14`. */
function deedWords(files: readonly FactoredFile[], dryRun: boolean): string {
  const removed = files.filter(({outcome}) => outcome === 'removed').length;
  const wrote = `${dryRun ? 'Would write' : 'Wrote'} ${countOf(files.length - removed, 'file')}`;
  return removed === 0 ? wrote : `${wrote} and ${dryRun ? 'remove' : 'removed'} ${formatNumber(removed)}`;
}

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
