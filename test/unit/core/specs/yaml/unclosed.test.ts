import fc from 'fast-check';
import {parseSource} from '../../../../../src/core/specs/document';
import {sourceOf} from '../yaml-source';

/** Quotes and brackets that are never closed are reported where they open, not where the parser gave up. */
const findingsOf = (text: string) =>
  parseSource(sourceOf(text)).findings.map(({message, hint, where}) => ({
    at: `${where?.range.start.line}:${where?.range.start.column}`,
    message: message.replace('not valid YAML: ', ''),
    hint,
  }));

const QUOTE = 'the quote that opens here is not closed';
const BRACKET = 'the bracket that opens here is not closed';

test.each([
  {name: 'a double quote, no other behind it', text: 'name: "Acme\nschedule: {text: hourly}\n', at: '1:7', message: QUOTE},
  {name: 'a double quote, closed by accident lines below', text: 'x: 1\nname: "Acme\ngoal: "tell me"\n', at: '2:7', message: QUOTE},
  {name: 'a double quote that ends in an escaped one', text: 'name: "Acme\\"\nx: 1\n', at: '1:7', message: QUOTE},
  {name: 'a single quote', text: "name: 'Acme\ngoal: it's me\n", at: '1:7', message: QUOTE},
  {name: 'a single quote that ends in a doubled one', text: "name: 'Acme''\nx: 1\n", at: '1:7', message: QUOTE},
  {name: 'a quote in a list', text: 'urls:\n  - https://a.example/\n  - "https://b.example/\n  - c\n', at: '3:5', message: QUOTE},
  {name: 'a quote within brackets', text: 'urls: [a, "b]\nx: 1\n', at: '1:11', message: QUOTE},
  {name: 'a quote of a member name', text: 'headers:\n  "X-Token: a\n  b: c\n', at: '2:3', message: QUOTE},
  {name: 'a quote before the next document', text: 'name: "Acme\n---\nname: "x"\n', at: '1:7', message: QUOTE},
  {name: 'a bracket at the end of the file', text: 'targets:\n  - urls: [https://a.example/\n', at: '2:11', message: BRACKET},
  {name: 'a brace before another member', text: 'schedule: {text: hourly\ntargets:\n  - a\n', at: '1:11', message: BRACKET},
  {name: 'the inner one of two brackets', text: 'a: [b, {c: d]\ne: f\n', at: '1:8', message: BRACKET},
  {name: 'the outer one of two brackets', text: 'a: [b, {c: d}\ne: f\n', at: '1:4', message: BRACKET},
])('$name', ({text, at, message}) => {
  expect(findingsOf(text)).toMatchObject([{at, message}]);
});

test.each([
  {name: 'a quote within a text', text: "name: 'it's me'\nx: 1\n"},
  {name: 'brackets that are closed', text: 'a: [b, {c: d}]\ne: f: g\n'},
  {name: 'quotes within plain text and comments', text: 'a: 6" wide # don\'t\nb: c: d\n'},
])('another mistake behind $name is not taken for it', ({text}) => {
  expect(findingsOf(text)).toMatchObject([{message: expect.not.stringMatching(/not closed/)}]);
});

test('the hint says what to add, and repeats nothing of the text', () => {
  expect(findingsOf('a: "hunter2\n')[0]?.hint).toBe('add the missing "; inside double quotes write " as \\"');
  expect(findingsOf("a: 'hunter2\n")[0]?.hint).toBe("add the missing '; inside single quotes write ' as ''");
  expect(findingsOf('a: {b: hunter2\nc: d\n')[0]?.hint).toBe('add the missing "}", or indent the lines up to it further');
});

test('I40: wherever a quote or bracket is taken from a sound spec, what is found stands at or before the line it was on', () => {
  const sound =
    'name: "Acme"\nschedule: {text: "hourly"}\ntargets:\n  - type: "scrape"\n    urls: ["https://a.example/", \'https://b.example/\']\n';
  const marks = [...sound.matchAll(/["'\]}]/g)].map(({index}) => index);
  fc.assert(
    fc.property(fc.constantFrom(...marks), at => {
      const findings = parseSource(sourceOf(sound.slice(0, at) + sound.slice(at + 1))).findings;
      const line = sound.slice(0, at).split('\n').length;
      return findings.every(({where}) => (where?.range.start.line ?? Infinity) <= line);
    }),
  );
});
