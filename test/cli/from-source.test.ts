import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

test('`npm run monitors` runs the sources in the directory where it is called, and leaves dist/ alone', async () => {
  const before = readFileSync(join(ROOT, 'dist/monitors.cjs'));
  const {stdout} = await run('npm', ['run', '--silent', 'monitors', '--', 'validate', '--no-cache', '--format', 'json'], {
    cwd: join(ROOT, 'examples/quickstart/monitors'),
  });
  expect(JSON.parse(stdout)).toMatchObject({command: 'validate', valid: true});
  expect(JSON.parse(stdout).monitors).toBeGreaterThan(0);
  expect(readFileSync(join(ROOT, 'dist/monitors.cjs')).equals(before)).toBe(true);
});
