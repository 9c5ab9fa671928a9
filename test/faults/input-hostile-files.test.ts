import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {makeWorkspace, monitorsBin, type Workspace} from '../world/cli';

/** The largest file that is read at all. */
const LARGEST = 1024 * 1024;

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({'monitors.config.yaml': 'project: hostile\n'});
});
afterEach(() => workspace.remove());

/**
 * Validates files of these texts in a process of its own with 256 MB, cut to the largest size. More than 20 seconds for
 * all of them, or a crash, fail.
 */
function validate(texts: readonly string[], format: string) {
  const files = texts.map((text, index) => [`monitors/f${index}.yaml`, cut(text)] as const);
  workspace.write({'monitors/.keep': ''});
  for (const [path, bytes] of files) writeFileSync(workspace.path(path), bytes);
  const args = ['--max-old-space-size=256', monitorsBin, 'validate', '--no-cache', '--format', format];
  const {status, signal, stdout} = spawnSync(process.execPath, args, {
    cwd: workspace.directory,
    env: {PATH: process.env['PATH'], HOME: workspace.path('.home'), XDG_CACHE_HOME: process.env['MONITORS_TEST_CACHE']},
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 64 * LARGEST,
  });
  return {status, signal, output: stdout.length};
}

function cut(text: string): Buffer {
  return Buffer.from(text, 'utf8').subarray(0, LARGEST);
}

const repeat = (part: string, bytes = LARGEST) => part.repeat(Math.ceil(bytes / Buffer.byteLength(part)));

/** One sign or a few, of which a file is made. */
const SIGNS: Readonly<Record<string, string>> = {
  NUL: '\0',
  ESC: '\x1b',
  'U+0085': '\x85',
  'carriage returns': '\r',
  'form feeds': '\f',
  tabs: '\t',
  'right-to-left marks': '\u202e',
  'zero-width spaces': '\u200b',
  'line separators': '\u2028',
  'byte order marks': '\ufeff',
  noncharacters: '\uffff',
  accents: 'e\u0301',
  emoji: '\u{1f600}',
  'double quotes': '"',
  'single quotes': "'",
  'opening brackets': '[',
  braces: '{}',
  commas: ',',
  colons: ': ',
  dashes: '- ',
  digits: '1',
  backslashes: '\\',
  anchors: '&a ',
  aliases: '*a ',
  tags: '!t ',
  'percent signs': '%',
  references: '${env:A}',
  'hosts of webhooks': '://hooks.',
  'names of secrets': 'authorization-',
};

/** Surroundings of a sign. */
const FRAMES: readonly ((sign: string) => string)[] = [
  sign => repeat(sign),
  sign => `a: ${repeat(sign)}`,
  sign => `a: "${repeat(sign, LARGEST - 10)}"`,
  sign => `# ${repeat(sign)}`,
  sign => repeat(`${sign}\n`),
  sign => `${repeat(sign, LARGEST / 2)}: ${repeat(sign)}`,
  sign =>
    `name: ${repeat(sign, 300)}\ntargets: [{scrapeOptions: {headers: {a: "${repeat(sign, LARGEST / 4)}"}, bad: 1}}]\n# ${repeat(sign)}`,
];

describe('I1: a file of one sign is checked within bounds', () => {
  test.each(Object.entries(SIGNS))('%s', (_name, sign) => {
    const {status, signal, output} = validate(
      FRAMES.map(frame => frame(sign)),
      'text',
    );
    expect({status, signal}).toEqual({status: 1, signal: null});
    expect(output).toBeLessThan(LARGEST);
  });
});

const SOUND = 'name: a\nschedule: {text: daily}\ntargets:\n- type: scrape\n  urls: ["https://a.example/"]\n';
const numbered = (count: number, write: (number: number) => string) => Array.from({length: count}, (_, number) => write(number)).join('');

/** Files of many small parts. */
const MANY: Readonly<Record<string, string>> = {
  'documents of a text': '--- x\n'.repeat(95_000),
  'documents of one unknown member': '--- {a: 1}\n'.repeat(33_000),
  'documents of one name': '--- {name: a}\n'.repeat(33_000),
  'documents of nothing': '---\n'.repeat(99_000),
  'equal keys': '--- {sync: {key: k}}\n'.repeat(24_000),
  'unknown members': `{${numbered(45_000, number => `a${number}: 1,`)}}`,
  'equal members': `{${'a: 1,'.repeat(45_000)}}`,
  'members below a long name': `a:\n  ${'L'.repeat(400_000)}:\n${'    a: 1\n'.repeat(40_000)}`,
  'members below the longest name': `a:\n  ${'L'.repeat(1024)}:\n${'    a: 1\n'.repeat(40_000)}`,
  'headers that repeat each other': `${SOUND}  scrapeOptions:\n    timeout: 1\n    headers:\n${numbered(990, number => `      h${number}: "${'a'.repeat(8 + number)}"\n`)}# ${'a'.repeat(400_000)}`,
  headers: `${SOUND}  scrapeOptions: {timeout: 1, headers: {${numbered(45_000, number => `h${number}: secret${number},`)}}}`,
  'targets of nothing': `name: a\nschedule: {text: daily}\ntargets: [${'{},'.repeat(45_000)}]`,
  'addresses without a host': `name: a\nschedule: {text: daily}\ntargets: [{type: scrape, urls: [${'"a:b",'.repeat(45_000)}]}]`,
  'long tags': `- !${'t'.repeat(5000)} x\n`.repeat(200),
  'long numbers': `- ${'1'.repeat(9000)}\n`.repeat(110),
};

describe('I1: a file of many small parts is checked within bounds', () => {
  test.each(Object.entries(MANY))('%s', (name, text) => {
    // A file of so many documents has so many findings that either format takes seconds.
    const results = (name.startsWith('documents of ') ? ['sarif'] : ['text', 'sarif']).map(format => validate([text], format));
    expect(results).toMatchObject(results.map(() => ({status: 1, signal: null})));
    for (const {output} of results) expect(output).toBeLessThan(4 * LARGEST);
  });
});

/** Files of three signs in any order, each as often as fits, on lines of any length. */
const mixture = fc
  .tuple(fc.array(fc.constantFrom(...Object.values(SIGNS)), {minLength: 2, maxLength: 3}), fc.constantFrom(1, 300, 90_000, 350_000))
  .map(([signs, width]) => repeat(`${signs.map(sign => sign.repeat(width)).join('')}\n`));

test('I1: any mixture of signs is checked within bounds', () => {
  const texts = fc.sample(mixture, 12);
  const shown = texts.map(text => JSON.stringify(text.slice(0, 80)));
  expect({...validate(texts, 'text'), shown}).toMatchObject({status: 1, signal: null});
});
