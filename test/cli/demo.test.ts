import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';

/** The first command of the README. It checks each of its own steps, so that a reworded message must not break it unseen. */
test('the demo of the README runs through', async () => {
  const {stdout} = await promisify(execFile)(process.execPath, [join(__dirname, '../../scripts/demo.mjs')], {timeout: 60_000});
  expect(stdout).toMatch(/\$ monitors run .*\$ monitors report .*The demo is complete\./s);
});
