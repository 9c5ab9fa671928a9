import {countOf, formatNumber} from '../core/base/words';
import {buildCodeFrame, type FrameLine} from '../core/diagnostics/code-frame';
import type {Diagnostic, Place, Range, RelatedPlace, Severity} from '../core/diagnostics/diagnostic';
import {helpAddress} from '../core/diagnostics/help-address';
import type {SourceText} from '../core/diagnostics/source-text';
import type {Count} from '../core/json/count';
import type {ValidateReport} from '../core/specs/validate-report';
import {escapeTerminal} from './escape-terminal';
import {localizeTimes} from './local-time';
import type {RenderOptions} from './render-options';
import {pasteable} from './sentences';
import {
  dataLine,
  displayWidth,
  hangingLine,
  type Line,
  parsedLine,
  printText,
  type Span,
  styled,
  takeColumns,
  takeLastColumns,
} from './text';

/** A finding in every JSON document. */
export interface FindingDocument {
  /** An `error` stops plan and apply; a `warning` is shown. */
  readonly severity: Severity;
  /**
   * Code of the finding, `family/name`; explained in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   * @example "schema/unknown-field"
   */
  readonly code: string;
  /**
   * What is wrong, in one sentence that names things.
   * @example "unknown field \"schedul\" in monitor \"Acme pricing\""
   */
  readonly message: string;
  /**
   * An action that fixes it.
   * @example "did you mean \"schedule\"?"
   */
  readonly hint?: string;
  /** Web address of the code's page. Left out while the package does not name its repository. */
  readonly help?: string;
  /**
   * The file, relative to the working directory, with `/`. Left out with `pointer` and `range` where a finding has no place.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file?: string;
  /**
   * JSON pointer into the YAML document.
   * @example "/schedul"
   */
  readonly pointer?: string;
  /** Where in the file, `end` not included. */
  readonly range?: Range;
  /** Other places to look at, such as the text that refers to a cell. Left out where there are none. */
  readonly related?: readonly RelatedPlaceDocument[];
  /** Number of monitors that it concerns, where one place stands for several. Left out for one. */
  readonly monitors?: Count;
}

/** A place that had a part in a finding. */
export interface RelatedPlaceDocument {
  /**
   * What stands there.
   * @example "the reference to this cell"
   */
  readonly message: string;
  /**
   * The file, relative to the working directory, with `/`.
   * @example "monitors/competitors/pricing.yaml"
   */
  readonly file: string;
  /**
   * JSON pointer into the YAML document.
   * @example "/targets/0/urls/0"
   */
  readonly pointer: string;
  /** Where in the file, `end` not included. */
  readonly range: Range;
}

/** A finding as JSON documents hold it. */
export function toFindingDocument(finding: Diagnostic): FindingDocument {
  const {severity, code, message, hint, where, related = [], monitors} = finding;
  const help = helpAddress(code);
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : {hint}),
    ...(help === undefined ? {} : {help}),
    ...(where === undefined ? {} : {file: where.file, pointer: where.pointer, range: where.range}),
    ...(related.length === 0 ? {} : {related: related.map(toRelatedDocument)}),
    ...(monitors === undefined ? {} : {monitors}),
  };
}

function toRelatedDocument({message, where: {file, pointer, range}}: RelatedPlace): RelatedPlaceDocument {
  return {message, file, pointer, range};
}

/** Words a finding, with the number of monitors if its place stands for several: `... (38 monitors)`. */
export function sayFinding({message, monitors}: Pick<Diagnostic, 'message' | 'monitors'>): string {
  return monitors === undefined ? message : `${message} (${countOf(monitors, 'monitor')})`;
}

/** A related place in words: `see FILE:LINE:COLUMN, the reference to this cell`. */
export function sayRelated({message, where}: RelatedPlace): string {
  return `see ${positionText(where)}, ${message}`;
}

/** Advice that so many findings have is given once, behind them. */
const REPEATED = 3;

/** Other places of a finding that are named behind it. */
const MOST_PLACES = 10;

/**
 * Findings as lines, each with the line that it points at where `sourceOf` knows its file. What many places have alike stands once: a hint
 * behind all, and a finding at its first place with the others behind it. `verbose` and `quiet` show each by itself.
 */
export function listFindingLines(findings: readonly Diagnostic[], sourceOf: ValidateReport['sourceOf'], options: RenderOptions): Line[] {
  const uses = new Map<string, number>();
  const nameHint = ({code, hint}: Diagnostic) => `${code}: ${hint ?? ''}`;
  for (const finding of findings) uses.set(nameHint(finding), (uses.get(nameHint(finding)) ?? 0) + 1);
  const isShared = (finding: Diagnostic) => finding.hint !== undefined && (uses.get(nameHint(finding)) ?? 0) >= REPEATED;
  const shared = new Map(findings.filter(isShared).map(finding => [nameHint(finding), finding]));
  return [
    ...(options.verbosity === 'normal' ? groupAlike(findings) : findings.map(finding => [finding] as const)).flatMap(
      ([finding, ...alike]) => {
        const {hint: _once, ...rest} = finding;
        const source = finding.where && sourceOf(finding.where.file);
        return [...findingLines(isShared(finding) ? rest : finding, source, options), ...placeLines(alike)];
      },
    ),
    ...[...shared].map(([name, {code, hint = ''}]) =>
      hangingLine(0, 6, styled('strong', 'hint:'), ` ${code} (${formatNumber(uses.get(name) ?? 0)} times): ${pasteable(hint, options)}`),
    ),
  ];
}

type Alike = readonly [Diagnostic, ...Diagnostic[]];

/** Findings that many places have alike as groups, each where its first one stands; all others as groups of one. */
function groupAlike(findings: readonly Diagnostic[]): Alike[] {
  const alike = new Map<string, Diagnostic[]>();
  const groups = findings.map(finding => {
    const {severity, code, message, hint} = finding;
    const name = finding.where === undefined ? '' : JSON.stringify([severity, code, message, hint]);
    const group = name === '' ? [] : (alike.get(name) ?? []);
    alike.set(name, group);
    group.push(finding);
    return group;
  });
  return findings.flatMap((finding, index): Alike[] => {
    const [first, ...others] = groups[index] ?? [];
    if (first === undefined || others.length + 1 < REPEATED) return [[finding]];
    return first === finding ? [[first, ...others]] : [];
  });
}

function placeLines(alike: readonly Diagnostic[]): Line[] {
  if (alike.length === 0) return [];
  const places = alike.slice(0, MOST_PLACES).map(placeText).join(', ');
  const rest = alike.length - MOST_PLACES;
  const more = rest > 0 ? ` and ${formatNumber(rest)} more (--verbose lists all)` : '';
  return [hangingLine(3, 6, `${formatNumber(alike.length)} more alike: ${places}${more}`)];
}

/** A finding as lines: place, severity, code and message; the line of the file with a mark; the hint. */
export function findingLines(finding: Diagnostic, source: SourceText | undefined, options: RenderOptions): Line[] {
  const lines = [headline(finding, options)];
  if (source !== undefined && finding.where !== undefined && options.verbosity !== 'quiet') {
    const frame = buildCodeFrame(source, finding.where.range, options.verbosity === 'verbose' ? 2 : 0);
    lines.push(...frameLines(frame?.lines ?? [], options.width));
  }
  if (options.verbosity !== 'quiet') lines.push(...(finding.related ?? []).map(related => parsedLine(options, 3, 3, sayRelated(related))));
  if (finding.hint !== undefined) lines.push(hangingLine(3, 6, styled('strong', 'hint:'), ` ${pasteable(finding.hint, options)}`));
  lines.push(...helpLines(finding.code, options));
  return lines;
}

/** The web address of a code's page, where it is known, for those who want to read more. */
export function helpLines(code: string, options: RenderOptions): Line[] {
  const help = options.verbosity === 'verbose' ? helpAddress(code) : undefined;
  return help === undefined ? [] : [dataLine(3, styled('faint', 'help:'), ` ${help}`)];
}

/** Findings as text, with the lines they point at where `sourceOf` knows their files. */
export function renderFindingsText(
  findings: readonly Diagnostic[],
  options: RenderOptions,
  sourceOf: ValidateReport['sourceOf'] = () => undefined,
): string {
  return printText(listFindingLines(findings, sourceOf, options), options);
}

/** `file:line:column`, or nothing where a finding has no place. */
export function placeText(finding: Diagnostic): string {
  const {where} = finding;
  return where === undefined ? '' : positionText(where);
}

function positionText({file, range: {start}}: Place): string {
  return `${file}:${start.line}:${start.column}`;
}

function headline(finding: Diagnostic, options: RenderOptions): Line {
  const place = placeText(finding);
  const spans: Span[] = [
    styled(finding.severity, finding.severity),
    '  ',
    styled('faint', finding.code),
    `  ${localizeTimes(sayFinding(finding), options)}`,
  ];
  if (place === '') return hangingLine(0, 3, ...spans);
  // Editors and scripts read a place and what follows it from one line.
  return parsedLine(options, 0, 3, styled('strong', place), '  ', ...spans);
}

/** Columns of the gutter: `   12 | `. */
const NARROWEST_FRAME = 40;
const ELLIPSIS = '...';

function frameLines(lines: readonly FrameLine[], width: number): Line[] {
  const digits = Math.max(5, String(lines.at(-1)?.number ?? 0).length + 2);
  const room = Math.max(NARROWEST_FRAME, width) - digits - 3;
  return lines.flatMap(line => {
    const gutter = styled('faint', `${String(line.number).padStart(digits)} |`);
    if (line.kind === 'neighbour') return [dataLine(0, gutter, spaced(cutEnd(showSource(line.text), room)))];
    const {before, marked, after} = cutAround(showSource(line.before), showSource(line.marked), showSource(line.after), room);
    const carets = '^'.repeat(Math.max(1, displayWidth(marked)));
    return [
      dataLine(0, gutter, spaced(`${before}${marked}${after}`)),
      dataLine(0, styled('faint', `${' '.repeat(digits)} |`), ' '.repeat(displayWidth(before) + 1), styled('mark', carets)),
    ];
  });
}

/** A line of source behind its gutter, without a space where there is nothing. */
function spaced(text: string): string {
  return ` ${text}`.trimEnd();
}

/** A stretch of source as it will be printed, so that columns can be counted: tabs as spaces, the rest escaped. */
function showSource(text: string): string {
  return escapeTerminal(text.replaceAll('\t', '    '));
}

function cutEnd(text: string, room: number): string {
  return displayWidth(text) <= room ? text : takeColumns(text, room - ELLIPSIS.length) + ELLIPSIS;
}

/** Cuts a line that is too long so that the mark and what is nearest to it stay. */
function cutAround(before: string, marked: string, after: string, room: number) {
  if (displayWidth(before) + displayWidth(marked) + displayWidth(after) <= room) return {before, marked, after};
  const shownMark = cutEnd(marked, Math.ceil(room / 2));
  const rest = room - displayWidth(shownMark);
  const left =
    displayWidth(before) <= rest / 2 ? before : ELLIPSIS + takeLastColumns(before, Math.max(0, Math.floor(rest / 2) - ELLIPSIS.length));
  return {
    before: left,
    marked: shownMark,
    after: shownMark === marked ? cutEnd(after, Math.max(ELLIPSIS.length, rest - displayWidth(left))) : '',
  };
}
