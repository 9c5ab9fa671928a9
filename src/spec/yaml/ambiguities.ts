import {EVENT_ID, type Event, type ScalarEvent} from 'js-yaml';
import type {YamlFindings} from './findings';

/*
 * What the parser takes and others do not, or take for something else. Found by the differential test
 * (test/unit/spec/yaml/differential.test.ts); no spec that people mean is written so.
 */

/** Parsers differ in where a tab may indent: only the lines inside a text of several lines may begin with one. */
export function refuseTabs(text: string, events: readonly Event[], findings: YamlFindings): void {
  if (!/^ *\t/m.test(text)) return;
  const scalars = events.filter(event => event.type === EVENT_ID.SCALAR && event.valueStart !== -1) as ScalarEvent[];
  let at = 0;
  for (const {0: indentation, index} of text.matchAll(/^ *\t[ \t]*(?=[^\s#])/gm)) {
    while (at < scalars.length && (scalars[at]?.valueEnd ?? 0) <= index) at++;
    if ((scalars[at]?.valueStart ?? Number.POSITIVE_INFINITY) <= index) continue;
    const start = index + indentation.indexOf('\t');
    findings.add({code: 'yaml/syntax', message: 'a tab stands in the indentation', hint: 'indent with spaces', start, end: start + 1});
  }
}

/**
 * The parser lets an anchor or a tag hide that a block begins at `start` in the line of its member's name, which ends at
 * `nameEnd`. None may.
 */
export function refuseSharedLine(text: string, nameEnd: number, start: number, findings: YamlFindings): void {
  const newline = text.indexOf('\n', nameEnd);
  if (newline !== -1 && newline < start) return;
  findings.add({
    code: 'yaml/syntax',
    message: 'a mapping or list begins in the line of the member that it belongs to',
    hint: 'begin it in the next line, indented further',
    start,
    end: start + 1,
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
