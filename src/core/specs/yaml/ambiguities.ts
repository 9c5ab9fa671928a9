import {EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import type {NodeContext, YamlFindings} from './findings';

/*
 * Texts that the parser takes and others do not, or take for something else. Found by the differential test
 * (test/unit/core/specs/yaml/differential.test.ts); no spec that people mean is written so.
 */

/**
 * Parsers differ in where a tab may indent, list dashes included, and in what a blank line with one is. Only in texts of
 * several lines may one begin a line, in those without quotes or "|" not a blank one.
 */
export function refuseTabs(text: string, events: readonly Event[], findings: YamlFindings): void {
  if (!text.includes('\t')) return;
  const scalars = events.filter(event => event.type === EVENT_ID.SCALAR && event.valueStart !== -1) as ScalarEvent[];
  let at = 0;
  for (const {0: indentation, 1: content, index} of text.matchAll(LINE_WITH_TAB)) {
    while (at < scalars.length && (scalars[at]?.valueEnd ?? 0) <= index) at++;
    const scalar = scalars[at];
    const isInside = scalar !== undefined && scalar.valueStart <= index;
    if (isInside && (content !== undefined || scalar.style !== SCALAR_STYLE.PLAIN)) continue;
    const start = index + indentation.indexOf('\t');
    const words =
      content === undefined
        ? {message: 'a tab stands in a blank line', hint: 'remove it'}
        : {message: 'a tab stands in the indentation', hint: 'indent with spaces'};
    findings.add({code: 'yaml/syntax', ...words, start, end: start + 1});
  }
}

/** A line, but for comments, that begins with white space and list dashes in which there is a tab; 1: its first character. */
const LINE_WITH_TAB = /^(?: |[-?](?=[ \t]))*\t[ \t]*(?:(?=([^\s#]))|(?=\r?\n|$(?![\s\S])))/gm;

/**
 * The parser lets an anchor or a tag hide that a block begins at `start` in the line of its member's name, which ends at
 * `nameEnd`. None may.
 */
export function refuseSharedLine(text: string, nameEnd: number, start: number, findings: YamlFindings): void {
  const newline = text.indexOf('\n', nameEnd);
  if (newline !== -1 && newline < start) return;
  findings.add({
    code: 'yaml/syntax',
    message: 'a mapping or list begins in the same line as its name',
    hint: 'begin it in the next line, indented further',
    start,
    end: start + 1,
  });
}

/**
 * The parser lets a member begin in the line in which the value before it ends, at `end`, where that is in quotes or
 * brackets: `- ""name: a` is a list and a member for it, not a list item with text after it.
 */
export function refuseSharedEnd(text: string, end: number, start: number, findings: YamlFindings): void {
  const newline = text.indexOf('\n', end);
  if (newline !== -1 && newline < start) return;
  // An empty block of text ends after its line.
  if (/^[ ]*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))) return;
  findings.add({
    code: 'yaml/syntax',
    message: 'a member begins in the line in which another value ends',
    hint: 'put a comma or a line end between them, or the whole text in quotes',
    start,
    end: start + 1,
  });
}

/** Refuses a tag: what it makes of a value depends on the parser. */
export function refuseTag(start: number, end: number, {text, findings, path}: NodeContext): void {
  const tag = findings.isSecret(path()) ? 'a tag' : `the tag ${text.slice(start, end)}`;
  findings.add({
    code: 'yaml/tag',
    message: `${tag} is not allowed`,
    hint: 'put the text in quotes if it is meant to begin with "!", else remove the tag',
    start,
    end,
    path: path(),
  });
}

/** Parsers count the indentation of a document that is one block of text differently, and no spec is only text. */
export function refuseLoneBlock({valueStart}: ScalarEvent, findings: YamlFindings): void {
  findings.add({
    code: 'yaml/syntax',
    message: 'the whole document is one block of text',
    hint: 'begin with a member, such as `name: Shop`',
    start: valueStart,
    end: valueStart + 1,
  });
}

/** Parsers count the spaces and lines of a block of text differently where it holds only white space or the file ends with some. */
export function refuseBlankBlock(text: string, {valueStart, valueEnd}: ScalarEvent, value: string, findings: YamlFindings): void {
  const isBlank = value !== '' && !/[^ \t\n]/.test(value);
  const endsBlank = valueEnd >= text.length && /\n[ \t]+$/.test(text);
  if (!isBlank && !endsBlank) return;
  const start = isBlank ? valueStart : text.lastIndexOf('\n') + 1;
  const words = isBlank
    ? {message: 'a block of text holds nothing but white space', hint: 'write something, or "" for an empty text'}
    : {message: 'the file ends with a line of white space in a block of text', hint: 'remove that line'};
  findings.add({code: 'yaml/syntax', ...words, start, end: start + 1});
}

/** Parsers differ in whether a blank line counts after a line break that a backslash hides. */
export function refuseHiddenBreak(text: string, {valueStart, valueEnd}: ScalarEvent, findings: YamlFindings): void {
  const found = /(?<!\\)(?:\\\\)*\\\r?\n[ \t]*\r?\n/.exec(text.slice(valueStart, valueEnd));
  if (found === null) return;
  const start = valueStart + found.index;
  findings.add({
    code: 'yaml/syntax',
    message: 'a blank line follows a line that ends with a backslash',
    hint: 'remove the blank line, or write "\\n" where a line break is meant',
    start,
    end: start + 1,
  });
}
