import {helpAddress} from '../../core/diagnostics/help-address';
import {renderJson} from '../../rendering/escape-json';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import type {ExplainedCode} from './explain';

/** The page of a code. */
export interface ExplainDocument {
  readonly formatVersion: 1;
  readonly command: 'explain';
  /**
   * The code, `family/name`.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   * @example "schedule/both"
   */
  readonly code: string;
  /** What happened, in Markdown. */
  readonly meaning: string;
  /** Part of a spec or a command that causes it. Left out where the meaning says as much. */
  readonly example?: string;
  /** What to do, in Markdown. */
  readonly fix: string;
  /**
   * Minor version that has it first. Left out where every version has it.
   * @example "0.1"
   */
  readonly since?: string;
  /** Web address of the page. Left out while the package does not name its repository. */
  readonly help?: string;
}

/** The document that `monitors explain --format json` prints. */
export function renderExplainJson({code, meaning, example, fix, since}: ExplainedCode): string {
  const help = helpAddress(code);
  const document: ExplainDocument = {
    formatVersion: 1,
    command: 'explain',
    code,
    meaning,
    ...(example === undefined ? {} : {example}),
    fix,
    ...(since === undefined ? {} : {since}),
    ...(help === undefined ? {} : {help}),
  };
  return renderJson(document);
}

/** The page for people. */
export function renderExplainText({code, meaning, example, fix, since}: ExplainedCode, options: RenderOptions): string {
  const help = helpAddress(code);
  const lines: Line[] = [dataLine(0, styled('strong', code)), BLANK, ...paragraphs(meaning)];
  if (since !== undefined) lines.push(proseLine(0, `Since version ${since}.`));
  if (example !== undefined) {
    lines.push(BLANK, dataLine(0, styled('strong', 'Example')), ...example.split('\n').map(line => dataLine(2, line)));
  }
  lines.push(BLANK, dataLine(0, styled('strong', 'What to do')), ...paragraphs(fix));
  if (help !== undefined) lines.push(BLANK, dataLine(0, help));
  return printText(lines, options);
}

function paragraphs(text: string): Line[] {
  return text.split('\n').map(line => (line === '' ? BLANK : proseLine(0, line)));
}
