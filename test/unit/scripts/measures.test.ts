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
const WALKS = {makePlan: ['src/plan/plan.ts'], create: ['src/apply/create.ts']};

/** A project that passes every limit. */
const SOUND: Readonly<Record<string, string>> = {
  'src/main.ts': 'export const main = 1;\n',
  'src/room/room.ts': `export interface Form {\n  readonly name: string;\n}\n\n${makeFunction(60)}`,
  'src/room/README.md': '# room\n\nA room.\n',
  'test/room.test.ts': makeLines(400),
  'docs/architecture.md': "# Architecture\n\n## A spec's way to POST\n\n1. `Form` (`src/room/room.ts`): the form.\n",
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
function listMissed(files: Readonly<Record<string, string>>, walks: Readonly<Record<string, readonly string[]>> = WALKS) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  const program = `import {measure} from ${JSON.stringify(SCRIPT)};
    console.log(JSON.stringify(await measure(${JSON.stringify(root)}, ${JSON.stringify(walks)})));`;
  const measures = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], {encoding: 'utf8'})) as Measure[];
  expect(measures).toHaveLength(8);
  return measures.filter(({isMissed}) => isMissed).map(({measure, now, offenders}) => ({measure, now, offenders}));
}

test('a project at its limits misses none', () => {
  expect(listMissed(SOUND)).toEqual([]);
});

test('each measure can be missed, and names its offenders', () => {
  const missed = listMissed(
    {
      ...SOUND,
      'src/room/room.ts': `${makeFunction(61)}${makeLines(400)}`,
      'src/room/README.md': 'word '.repeat(151),
      'src/bare/bare.ts': 'export const bare = 1;\n',
      'test/room.test.ts': makeLines(401),
    },
    {makePlan: Array(13).fill('src/plan/a.ts'), create: Array(26).fill('src/apply/a.ts')},
  );
  expect(missed).toEqual([
    {measure: 'lines of the longest function in src', now: 61, offenders: ['src/room/room.ts:1 act (61)']},
    {measure: 'lines of the longest file in src', now: 461, offenders: ['src/room/room.ts (461)']},
    {measure: 'lines of the longest test file', now: 401, offenders: ['test/room.test.ts (401)']},
    {measure: 'folders of src without a README.md', now: 1, offenders: ['src/bare']},
    {measure: 'words of the longest README.md in src', now: 151, offenders: ['src/room/README.md (151)']},
    {measure: 'files of src/plan that makePlan visits', now: 13, offenders: []},
    {measure: 'files of src/apply and src/api that a create visits', now: 26, offenders: []},
    {
      measure: 'forms of a spec on its way to POST',
      now: 1,
      offenders: ['not in the sources: `Form` (`src/room/room.ts`): the form.'],
    },
  ]);
});

test('a list of forms that is gone or too long is missed', () => {
  expect(listMissed({...SOUND, 'docs/architecture.md': '# Architecture\n'})).toMatchObject([
    {offenders: ['docs/architecture.md has no list']},
  ]);
  const item = '1. `Form` (`src/room/room.ts`): the form.\n';
  const long = {'docs/architecture.md': `## A spec's way to POST\n\n${item.repeat(9)}`};
  expect(listMissed({...SOUND, ...long})).toMatchObject([{measure: 'forms of a spec on its way to POST', now: 9}]);
});
