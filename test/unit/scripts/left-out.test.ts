import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import leftOut from '../../left-out.json';
import longTests from '../../world/long-tests.json';

const root = join(__dirname, '../../..');

/** The list of tests that can't run on macOS or Windows. */
describe.each(Object.entries(leftOut))('left out on %s', (_platform, groups) => {
  const tests = groups.flatMap(group => group.tests);

  test('each test is there, and stands once', () => {
    expect(tests.filter(path => !existsSync(join(root, path)))).toEqual([]);
    expect(new Set(tests).size).toBe(tests.length);
  });

  test('the paths and files of Windows, and what a platform decides, are tried everywhere', () => {
    const kept = ['test/unit/core/files/platforms.test.ts', 'test/cli/crlf-checkout.test.ts', 'test/contract/state-store.test.ts'];
    expect(kept.filter(path => tests.includes(path))).toEqual([]);
  });
});

/** What Windows has not, in the sources of tests: links without a right of their own, modes, pipes with a name, signals. */
const NOT_ON_WINDOWS = /\b(?:symlinkSync|chmodSync|chmod|mkfifo)\b|mode & 0o|\.kill\('SIG/;

test('each test of the suites that run on Windows, and which needs what Windows has not, is left out there', () => {
  const suites = ['test/unit', 'test/contract', 'test/cli'];
  const files = suites.flatMap(suite =>
    readdirSync(join(root, suite), {recursive: true, encoding: 'utf8'}).map(name => `${suite}/${name}`),
  );
  const needing = files.filter(file => file.endsWith('.test.ts') && NOT_ON_WINDOWS.test(readFileSync(join(root, file), 'utf8')));
  const listed = leftOut.win32.flatMap(({tests}) => tests);
  expect(needing.map(file => file.replaceAll('\\', '/')).filter(file => !listed.includes(file) && !file.includes('left-out'))).toEqual([]);
});

test('what CI runs by turns is there, and stands once', () => {
  expect(longTests.filter(name => !existsSync(join(root, 'test', `${name}.test.ts`)))).toEqual([]);
  expect(new Set(longTests).size).toBe(longTests.length);
});
