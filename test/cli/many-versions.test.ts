import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {runMonitorsHere} from '../world/cli-here';
import {editState} from '../world/edited-state';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';
import {makeSlowGit} from '../world/slow-git';

/** A repository whose commits hold more versions of the state than are read: an older one may be the only one that records a monitor. */
let machines: Machines;
beforeEach(async () => {
  machines = await startMachines();
});
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';

/** More than the versions that are read. */
const MANY = 420;

/** Commits so many later versions of the state on `main`, without the lines of what left it. */
function addVersions(): void {
  const lines: string[] = [];
  const start = Math.floor(Date.now() / 1000) + 10;
  let text = editState(readFileSync(machines.at(`work/${STATE}`), 'utf8'), () => ({removed: []}));
  for (let index = 0; index < MANY; index++) {
    const from = index === 0 ? `from ${machines.git(['rev-parse', 'main']).trim()}\n` : '';
    lines.push(`commit refs/heads/main\ncommitter A <a@example.com> ${start + index} +0000\ndata 1\nx\n${from}`);
    lines.push(`M 100644 inline ${STATE}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    text = editState(text, () => undefined);
  }
  execFileSync('git', ['fast-import', '--quiet'], {cwd: machines.at('work'), input: lines.join('')});
  machines.git(['reset', '-q', '--hard']);
}

/** A branch records `late`, and many versions follow on `main`, which a new clone has. */
async function recordBefore(): Promise<void> {
  machines.git(['checkout', '-q', '-b', 'side']);
  await machines.applyAndCommit('late');
  machines.git(['checkout', '-q', 'main']);
  addVersions();
  machines.clone('work', 'new');
}

test.each([
  ['under its key', 'late', ''],
  ['under its key before moves', 'team/late', 'moves:\n  - {from: "*", to: "team/*"}\n'],
])('C49cp: what a branch recorded many versions ago is not made again, %s', async (_how, key, config) => {
  await recordBefore();
  machines.write([key], 'new');
  machines.writeFiles({'new/monitors.config.yaml': `project: acme\nservice: {operations: create}\n${config}`});
  // A person's converters are not asked what is in the files.
  machines.writeFiles({'new/.git/info/attributes': '*.json diff=shown\n'});
  machines.git(['config', 'diff.shown.textconv', `touch ${machines.at('ran')}; cat`], 'new');
  machines.git(['config', 'diff.shown.binary', 'true'], 'new');
  for (const line of ['plan', RUN])
    expect((await machines.run(line, 'new')).text).toMatch(/"(?:team\/)?late" exists: commit [0-9a-f]{12} records it/);
  expect(machines.live()).toEqual(['late', 'seed']);
  expect(existsSync(machines.at('ran'))).toBe(false);
});

test('C49cp: what was let go many versions ago may be made again', async () => {
  await machines.applyAndCommit('late');
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  expect((await machines.run('state rm late --auto-approve')).exitCode).toBe(0);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'let go']);
  addVersions();
  machines.clone('work', 'new');
  machines.write(['late'], 'new');
  const {exitCode, text} = await machines.run(RUN, 'new');
  expect([exitCode, text]).toEqual([0, expect.not.stringContaining('partial-history')]);
  expect(machines.live()).toEqual(['late', 'late', 'seed']);
});

test('C49cp: what is created is named where git does not search so many versions in time', async () => {
  await recordBefore();
  machines.write(['late'], 'new');
  const slow = makeSlowGit(machines.at('slow'), '*" -G"*');
  const env = {PATH: slow.path, HOME: machines.at('slow-home'), MONITORS_BASE_URL: machines.url, MONITORS_API_KEY: API_KEY};
  const {stdout, stderr} = await runMonitorsHere(['plan'], {cwd: machines.at('new'), env}, {world: slow.world});
  expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(/warning state\/partial-history .*whether one of them records "late"/);
});
