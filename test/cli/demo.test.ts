import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';

/** The first command of the README. It checks each of its own steps, so that a reworded message must not break it unseen. */
test('the demo of the README runs through', async () => {
  const page = join(mkdtempSync(join(tmpdir(), 'demo-report-')), 'report.html');
  const {stdout} = await promisify(execFile)(process.execPath, [join(__dirname, '../../scripts/demo.mjs'), page], {timeout: 60_000});
  expect(stdout).toContain(`The demo is complete. Open ${page} in a browser.`);
  expect(readFileSync(page, 'utf8')).toContain('recalls');
  rmSync(dirname(page), {recursive: true});
});
