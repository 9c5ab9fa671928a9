import {rmSync, statSync} from 'node:fs';
import {runMonitorsHere} from '../world/cli-here';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';
import {makeSlowGit, type SlowGit} from '../world/slow-git';

/** A git that does not answer in time: what is created without its word is named, and a state that it may hold is not begun again. */
let machines: Machines;
beforeEach(async () => {
  machines = await startMachines();
});
afterEach(() => machines.close());

const STATE = 'monitors.state.json';

async function run(line: string, {path, world}: SlowGit, where = 'work') {
  const env = {PATH: path, HOME: machines.at('slow-home'), MONITORS_BASE_URL: machines.url, MONITORS_API_KEY: API_KEY};
  const {exitCode, stdout, stderr} = await runMonitorsHere(line.split(' '), {cwd: machines.at(where), env}, {world});
  return {exitCode, text: (stdout + stderr).replace(/\s+/g, ' ')};
}

function makeGit(pattern: string, answers?: 'late'): SlowGit {
  return makeSlowGit(machines.at('slow'), pattern, answers);
}

const LATE = /warning state\/partial-history .*git is too slow here, .*whether one of them records "new"/;

test.each([
  {search: 'of all commits, and of those of HEAD', pattern: '*" log "*'},
  {search: 'of all commits', pattern: '*" log "*" --all "*"**/"*'},
  {search: 'of files that are states', pattern: '*"**/*.json"'},
  {search: 'of files that are configs', pattern: '*"/monitors.config.yaml"'},
  {search: 'of contents', pattern: '*" cat-file "*'},
])('C49cm: the search $search that ends too late is named for what is created', async ({pattern}) => {
  const slow = makeGit(pattern);
  machines.write(['new']);
  for (const line of ['plan', 'apply --auto-approve']) {
    const {exitCode, text} = await run(line, slow);
    expect({exitCode, text}).toMatchObject({exitCode: 0, text: expect.stringMatching(LATE) as string});
  }
  expect(machines.live()).toEqual(['new', 'seed']);
  expect((await run('plan', slow)).text).not.toContain('partial-history');
});

test('C49cm: full operations, a missing state: what a spec that is gone made may be in commits that were not seen', async () => {
  await machines.close();
  machines = await startMachines('full');
  machines.git(['rm', '-q', STATE, 'monitors/seed.yaml']);
  machines.git(['commit', '-q', '-m', 'gone']);
  machines.write(['new']);
  rmSync(machines.at(`work/${STATE}.bak`), {force: true});
  const slow = makeGit('*" cat-file "*');
  for (const line of ['plan', 'apply --auto-approve'])
    expect((await run(line, slow)).text).toMatch(/state\/partial-history .*whether one of them records monitors that no spec has/);
});

test('C49cm: a state that is missing is not begun again', async () => {
  const slow = makeGit('*" log "*');
  machines.git(['rm', '-q', STATE]);
  machines.git(['commit', '-q', '-m', 'gone']);
  expect(await run('apply --auto-approve', slow)).toMatchObject({exitCode: 3, text: expect.stringContaining('state/') as string});
  expect(machines.live()).toEqual(['seed']);
});

test('a search for names that took long says nothing of the one for versions', async () => {
  const limit = statSync(machines.at(`work/${STATE}`)).size + 1;
  await machines.applyAndCommit('late');
  machines.git(['revert', '--no-edit', 'HEAD']);
  machines.git(['config', 'uploadpack.allowFilter', 'true']);
  machines.git(['clone', '-q', `--filter=blob:limit=${limit}`, `file://${machines.at('work')}`, 'clone'], '.');
  machines.write(['late'], 'clone');
  const {text} = await run('plan', makeGit('*"/monitors.config.yaml"', 'late'), 'clone');
  expect(text).toMatch(/state\/partial-history .*git has only a part of the history/);
});
