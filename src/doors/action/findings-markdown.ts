import {countOf} from '../../core/base/words';
import type {ValidateReport} from '../../core/specs/validate-report';
import {codeSpan, fencedBlock} from '../../rendering/escape-markdown';
import {renderFindingsText} from '../../rendering/finding';

/** GitHub's limit for a comment, in UTF-16 code units. */
export const LONGEST_COMMENT = 65_536;

/**
 * The limit of a summary, in UTF-16 code units: GitHub's limit is 1 MiB of UTF-8 a step, and a code unit can become three
 * bytes.
 */
export const LONGEST_SUMMARY = 340_000;

/** Bytes of a plan's summary, where they are counted: below GitHub's limit by the room for the pages that were tried. */
export const LARGEST_SUMMARY = 900_000;

/** Renders the errors that prevent a plan. `marker` is for comments only. */
export function renderInvalidMarkdown(
  report: ValidateReport,
  {limit, marker}: {readonly limit: 'comment' | 'summary' | number; readonly marker?: string},
): string {
  const head = `### ${countOf(report.errorCount, 'error')} in the specs: nothing was planned`;
  const longest = limit === 'comment' ? LONGEST_COMMENT : limit === 'summary' ? LONGEST_SUMMARY : limit;
  const room = longest - 2_000 - (marker?.length ?? 0);
  return `${[...(marker === undefined ? [] : [marker, '']), head, '', ...findingSections(report, room)].join('\n')}\n`;
}

/** Renders the result of `validate` for the job summary. */
export function renderValidateSummary(report: ValidateReport): string {
  const {errorCount, warningCount} = report;
  const found = [
    ...(errorCount > 0 ? [countOf(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [countOf(warningCount, 'warning')] : []),
  ].join(', ');
  const head = `### ${countOf(report.monitors, 'monitor')} in ${countOf(report.files, 'file')}: ${found === '' ? 'no problems found' : found}`;
  return `${[head, '', ...findingSections(report, LONGEST_SUMMARY - 2_000)].join('\n')}\n`;
}

/** Renders an error for the job summary. */
export function renderFailureMarkdown(
  title: string,
  {code, message, hint}: {readonly code: string; readonly message: string; readonly hint?: string},
): string {
  return `### ${title}\n\n${fencedBlock([`${code}  ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])], 'text')}\n`;
}

const FINDING_OPTIONS = {color: false, width: 120, verbosity: 'normal'} as const;

function findingSections(report: ValidateReport, room: number): string[] {
  const texts: string[] = [];
  let used = 0;
  for (const finding of report.findings) {
    const text = renderFindingsText([finding], FINDING_OPTIONS, report.sourceOf).trimEnd();
    // Measured after escaping, which can lengthen a text.
    used += fencedBlock(text.split('\n'), 'text').length;
    if (used > room) break;
    texts.push(text);
  }
  const left = report.errorCount + report.warningCount - texts.length;
  return [
    ...(texts.length === 0 ? [] : [fencedBlock(texts.join('\n').split('\n'), 'text')]),
    ...(left <= 0 ? [] : ['', `${countOf(left, 'more finding')}: run ${codeSpan('monitors validate')} to list all.`]),
  ];
}
