import {parseSource} from '../../../../src/core/specs/document';
import {checkRules} from '../../../../src/core/specs/rules';
import {checkShape} from '../../../../src/core/specs/schema';

/** A document that repeats one text by aliases: far larger as JSON than as a file. */
function repeating(times: number, length: number): string {
  const names = Array.from({length: times}, (_, index) => `    m${index}: *text`).join('\n');
  return `name: a
schedule: {text: hourly}
targets: [{type: scrape, urls: ["https://a.example/"]}]
goal: &text ${'x'.repeat(length)}
webhook:
  url: https://hooks.example.com/
  metadata:
${names}
`;
}

function check(text: string): string[] {
  const {documents, findings} = parseSource({file: 'a.yaml', specPath: 'a.yaml', bytes: Buffer.from(text)});
  return [...findings, ...documents.flatMap(document => [...checkShape(document), ...checkRules(document)])].map(({code}) => code);
}

test('I19: aliases can make no monitor larger than the service reads: far below that they are refused', () => {
  expect(check(repeating(90, 120_000))).toEqual(['yaml/alias']);
  expect(check(repeating(90, 2000))).toEqual([]);
});

test.each([
  [
    'I19: more targets than the service takes',
    `targets: [${Array.from({length: 51}, (_, at) => `{type: scrape, urls: ["https://a.example/${at}"]}`).join(', ')}]`,
  ],
  ['I19: a longer name than the service takes', `name: ${'x'.repeat(257)}`],
])('%s', (_title, member) => {
  const base = ['name: a', 'schedule: {text: hourly}', 'targets: [{type: scrape, urls: ["https://a.example/"]}]'];
  const lines = base.map(line => (line.split(':')[0] === member.split(':')[0] ? member : line));
  expect(check(lines.join('\n'))).toEqual([expect.stringMatching(/^schema\/too-(many|long)$/)]);
});
