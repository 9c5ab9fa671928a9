import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** One measure, as far as a test looks at it. */
interface Measure {
  readonly measure: string;
  readonly now: number;
  readonly isMissed: boolean;
  readonly offenders: readonly string[];
}

const SCRIPT = pathToFileURL(join(__dirname, '../../../scripts/measures.mjs')).href;
const COUNTED = {walks: {apply: {files: [{path: 'src/room/room.ts', functions: []}], lines: 60}}, forms: ['Form (src/room/room.ts)']};
const PUBLISHED = {
  'files of src': 2,
  'lines of src': 61,
  'apply: files with a function that ran': 1,
  'apply: lines of the functions that ran': 60,
  'apply: forms of a document or a body': 1,
};

/** A project that passes every limit. */
const SOUND: Readonly<Record<string, string>> = {
  'src/main.ts': 'export const main = 1;\n',
  'src/room/room.ts': makeFunction(60),
  'src/room/README.md': '# room\n\nA room.\n',
  'test/room.test.ts': makeLines(400),
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'measures-'));
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

function makeLines(count: number): string {
  return '// A line.\n'.repeat(count);
}

function makeFunction(lines: number): string {
  return `export function act(): void {\n${'  act();\n'.repeat(lines - 2)}}\n`;
}

/** The measures that these files miss, with their offenders. */
function listMissed(files: Readonly<Record<string, string>>, counted: object = COUNTED, published: object = PUBLISHED) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  const program = `import {measure} from ${JSON.stringify(SCRIPT)};
    console.log(JSON.stringify(measure(${[root, counted, published].map(one => JSON.stringify(one)).join(', ')})));`;
  const measures = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], {encoding: 'utf8'})) as Measure[];
  expect(measures).toHaveLength(10);
  return measures.filter(({isMissed}) => isMissed).map(({measure, now, offenders}) => ({measure, now, offenders}));
}

test('a project at its limits misses none', () => {
  expect(listMissed(SOUND)).toEqual([]);
});

test('each limit can be missed, and names its offenders', () => {
  const missed = listMissed(
    {
      ...SOUND,
      'src/room/room.ts': `${makeFunction(61)}${makeLines(400)}`,
      'src/room/README.md': 'word '.repeat(151),
      'src/bare/bare.ts': 'export const bare = 1;\n',
      'test/room.test.ts': makeLines(401),
    },
    COUNTED,
    {...PUBLISHED, 'files of src': 3, 'lines of src': 463},
  );
  expect(missed).toEqual([
    {measure: 'lines of the longest function in src', now: 61, offenders: ['src/room/room.ts:1 act (61)']},
    {measure: 'lines of the longest file in src', now: 461, offenders: ['src/room/room.ts (461)']},
    {measure: 'lines of the longest test file', now: 401, offenders: ['test/room.test.ts (401)']},
    {measure: 'folders of src without a README.md', now: 1, offenders: ['src/bare']},
    {measure: 'words of the longest README.md in src', now: 151, offenders: ['src/room/README.md (151)']},
  ]);
});

test('a figure may grow by a twentieth, and one that was never published is missed', () => {
  const grown = (files: number, lines: number) => ({
    walks: {apply: {files: Array(files).fill({path: 'src/a.ts', functions: []}), lines}},
    forms: [],
  });
  const published = {...PUBLISHED, 'apply: files with a function that ran': 20, 'apply: lines of the functions that ran': 200};
  expect(listMissed(SOUND, grown(21, 210), published)).toEqual([]);
  expect(listMissed(SOUND, grown(22, 211), published)).toMatchObject([
    {measure: 'apply: files with a function that ran', now: 22},
    {measure: 'apply: lines of the functions that ran', now: 211},
  ]);
  expect(listMissed(SOUND, COUNTED, {})).toHaveLength(5);
});
