import {existsSync} from 'node:fs';
import {join} from 'node:path';
import leftOut from '../../left-out.json';

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
