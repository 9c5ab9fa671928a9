import {execFile, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';

/** The first command of the README. It checks each of its own steps, so that a reworded message must not break it unseen. */
test('the demo of the README runs through', async () => {
  const page = join(mkdtempSync(join(tmpdir(), 'demo-report-')), 'report.html');
  const {stdout} = await promisify(execFile)(process.execPath, [join(__dirname, '../../scripts/demo.mjs'), page], {timeout: 60_000});
  // It ends with what was found, and fits on a few screens.
  expect(stdout).toMatch(/\$ monitors changes --since 1d(?!.*\$ monitors)/s);
  expect(stdout.split('\n').length).toBeLessThan(170);
  expect(stdout).not.toContain('press a key');
  expect(stdout).toContain(`The demo is complete. Open ${page} in a browser.`);
  expect(readFileSync(page, 'utf8')).toContain('recalls');
  rmSync(dirname(page), {recursive: true});
});

/** Runs the demo at a terminal of its own, where a key is pressed each time that it waits. */
async function runAtTerminal(key: string, env: NodeJS.ProcessEnv): Promise<string> {
  const {CI: _ci, ...others} = process.env;
  const command = `'${process.execPath}' '${join(__dirname, '../../scripts/demo.mjs')}' '${join(tmpdir(), `demo-${process.pid}.html`)}'`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {env: {...others, ...env}, stdio: ['pipe', 'pipe', 'inherit']});
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (text.includes('press a key')) child.stdin.write(key);
  });
  await new Promise(ended => child.on('close', ended));
  return shown;
}

const atTerminal = existsSync('/usr/bin/script') && process.platform === 'linux' ? test : test.skip;

atTerminal('at a terminal it waits for a key before each step, and q ends it', async () => {
  const shown = await runAtTerminal('q', {});
  expect(shown).toContain('press a key to go on, q to stop');
  expect(shown).toContain('The demo was stopped.');
  expect(shown).not.toContain('== ');
});

atTerminal('in CI it never waits, though there is a terminal', async () => {
  const shown = await runAtTerminal('q', {CI: 'true'});
  expect(shown).not.toContain('press a key');
  expect(shown).toContain('The demo is complete.');
});
