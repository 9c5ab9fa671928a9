import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** The judgement of one count. */
interface Judged {
  readonly name: string;
  readonly now: number | null;
  readonly isMissed: boolean;
}

type Counts = Readonly<Record<string, number>>;

const SCRIPT = pathToFileURL(join(__dirname, '../../../scripts/counts.mjs')).href;

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'counts-'));
  mkdirSync(join(place, 'dist'));
});
afterAll(() => rmSync(place, {recursive: true, force: true}));

/** Calls functions of the script in a process, since Jest reads no ES modules. */
function ask<Answer>(code: string): Answer {
  const source = `import {countRun, judgeCounts} from ${JSON.stringify(SCRIPT)};\nconsole.log(JSON.stringify(${code}));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', source], {encoding: 'utf8'})) as Answer;
}

const judge = (before: Counts, first: Counts, second = first) =>
  ask<readonly Judged[]>(`judgeCounts(${JSON.stringify(before)}, ${JSON.stringify([first, second])})`);

/** Counts a program that does its work so many times. */
function count(times: number): Counts {
  const program = join(place, 'dist', 'program.cjs');
  const work = `function work() {
    JSON.parse('[1]');
    require('node:crypto').hash('sha256', 'text');
    require('node:fs').readFileSync(__filename);
  }`;
  writeFileSync(program, `${work}\nfor (let time = 0; time < ${times}; time++) work();\n`);
  const where = {cwd: place, env: {}, file: join(place, 'counts.json')};
  return ask(`countRun(${JSON.stringify(program)}, [], ${JSON.stringify(where)})`);
}

test('a program that does more is caught, one that does the same twice is not', () => {
  const [published, again, slower] = [count(100), count(100), count(120)];
  expect(again).toEqual(published);
  const missed = (counts: Counts) => judge(published, counts).flatMap(({name, isMissed}) => (isMissed ? [name] : []));
  expect(missed(again)).toEqual([]);
  expect(missed(slower)).toEqual(['calls of our functions', 'files opened', 'bytes hashed', 'bytes parsed']);
});

test('a count may grow by a tenth', () => {
  expect(judge({calls: 100}, {calls: 110})).toMatchObject([{isMissed: false}]);
  expect(judge({calls: 100}, {calls: 111})).toMatchObject([{isMissed: true}]);
});

test('a count on which two runs do not agree is not held', () => {
  expect(judge({calls: 100}, {calls: 500}, {calls: 501})).toMatchObject([{now: null, isMissed: false}]);
});

test('a count that was never published is not held', () => {
  expect(judge({}, {calls: 500})).toMatchObject([{now: 500, isMissed: false}]);
});
