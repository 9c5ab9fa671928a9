import {existsSync, readFileSync, rmSync} from 'node:fs';
import {readVersion} from '../../src/core/state/file/git';
import {findUnpushed} from '../../src/core/state/file/pushed';
import {type Machines, startMachines} from '../world/machines';

/** Git lists a version of the state and can't read it here: no older copy may stand in for it. */
let machines: Machines;
beforeEach(async () => {
  machines = await startMachines();
});
afterEach(() => machines.close());

const STATE = 'monitors.state.json';
const APPLY = 'apply --auto-approve';

/** Commits the state with its backup, which records less, and takes both away. */
async function removeState(name = STATE): Promise<string> {
  await machines.applyAndCommit('late');
  machines.git(['add', '-f', `${name}.bak`]);
  machines.git(['commit', '-q', '-m', 'state and backup']);
  const commit = machines.git(['rev-parse', 'HEAD']).trim();
  machines.git(['rm', '-q', name, `${name}.bak`]);
  machines.git(['commit', '-q', '-m', 'gone']);
  return commit;
}

/** Takes an object away from git, as a partial clone or a damaged disk does. */
function lose(name: string, where = 'work'): void {
  const id = machines.git(['rev-parse', name], where).trim();
  rmSync(machines.at(`${where}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`));
}

test.each([
  {lost: 'state', object: `:${STATE}`},
  {lost: 'list of files', object: '^{tree}'},
])("C49cn: `state restore` refuses a commit whose $lost git can't read, also beside a backup", async ({object}) => {
  const commit = await removeState();
  lose(`${commit}${object}`);
  const {exitCode, text} = await machines.run(`state restore ${commit}`);
  expect({exitCode, text}).toMatchObject({
    exitCode: 3,
    text: expect.stringMatching(/state\/unreadable .*git can't read .*git fetch/) as string,
  });
  expect(existsSync(machines.at(`work/${STATE}`))).toBe(false);
  machines.write(['seed', 'late']);
  expect(await machines.run(APPLY)).toMatchObject({exitCode: 3, text: expect.stringContaining('state/lost') as string});
  expect(machines.live()).toEqual(['late', 'seed']);
});

test("C49cn: it refuses a commit whose journal git can't read", async () => {
  machines.writeFiles({[`work/${STATE}.journal`]: 'some journal\n'});
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'died']);
  const commit = machines.git(['rev-parse', 'HEAD']).trim();
  lose(`${commit}:${STATE}.journal`);
  rmSync(machines.at(`work/${STATE}.journal`));
  expect(await machines.run(`state restore ${commit}`)).toMatchObject({
    exitCode: 3,
    text: expect.stringMatching(/state\/unreadable .*journal/) as string,
  });
});

test('C49cn: a backup of a state that has another name does not stand in for it', async () => {
  const commit = await removeState();
  machines.writeFiles({'work/monitors.config.yaml': 'project: acme\nstate: other.json\nservice: {operations: create}\n'});
  expect(await machines.run(`state restore ${commit}`)).toMatchObject({exitCode: 0, text: expect.stringContaining('late, seed') as string});
  rmSync(machines.at('work/other.json'));
  lose(`${commit}:${STATE}`);
  const {exitCode, text} = await machines.run(`state restore ${commit}`);
  expect({exitCode, text}).toMatchObject({exitCode: 3, text: expect.stringContaining('state/unreadable') as string});
  expect(existsSync(machines.at('work/other.json'))).toBe(false);
});

test("C49cn: apply refuses where the upstream state, which git can't read here, may be newer", async () => {
  machines.git(['config', 'uploadpack.allowFilter', 'true']);
  machines.clone(`file://${machines.at('work')}`, 'clone', '--filter=blob:none');
  await machines.applyAndCommit('late');
  machines.git(['fetch', '-q'], 'clone');
  machines.write(['late'], 'clone');
  expect(await machines.run(APPLY, 'clone')).toMatchObject({
    exitCode: 3,
    text: expect.stringMatching(/state\/stale-checkout .*git can't read.*git pull/) as string,
  });
  expect(machines.live()).toEqual(['late', 'seed']);
  machines.git(['clean', '-fdq'], 'clone');
  machines.git(['pull', '-q'], 'clone');
  expect(await machines.run(APPLY, 'clone')).toMatchObject({exitCode: 0});
});

test('C49cn: an unread upstream that the checkout is ahead of, or whose state is equal, refuses nothing', async () => {
  machines.git(['config', 'uploadpack.allowFilter', 'true']);
  machines.git(['config', 'receive.denyCurrentBranch', 'ignore']);
  machines.clone(`file://${machines.at('work')}`, 'clone', '--filter=blob:none');
  machines.git(['commit', '-q', '--allow-empty', '-m', 'docs']);
  machines.git(['fetch', '-q'], 'clone');
  await machines.applyAndCommit('new', 'clone');
  machines.git(['rebase', '-q', '@{upstream}'], 'clone');
  await machines.applyAndCommit('newer', 'clone');
  expect(machines.live()).toEqual(['new', 'newer', 'seed']);
});

test("C49cn: a default branch whose state git can't read here does not have the version of a move", async () => {
  machines.git(['config', 'uploadpack.allowFilter', 'true']);
  machines.git(['branch', 'feature']);
  machines.clone(`file://${machines.at('work')}`, 'clone', '--filter=blob:none', '-b', 'feature');
  const file = machines.at(`clone/${STATE}`);
  const version = readVersion(readFileSync(file, 'utf8'));
  if (version === null) throw new Error('no version');
  const env = {PATH: process.env['PATH'], HOME: machines.at('clone-home')};
  expect(await findUnpushed(file, version, env)).toBeNull();
  await machines.applyAndCommit('late');
  machines.git(['fetch', '-q'], 'clone');
  expect(await findUnpushed(file, version, env)).toBe('origin/main does not have it yet');
});

test("C49cn: no older version is offered for a state that is missing and whose newest version git can't read", async () => {
  await machines.applyAndCommit('late');
  lose(`HEAD:${STATE}`);
  machines.git(['rm', '-q', '--cached', STATE]);
  machines.git(['commit', '-q', '-m', 'gone']);
  for (const name of [STATE, `${STATE}.bak`]) rmSync(machines.at(`work/${name}`));
  const {exitCode, text} = await machines.run('plan');
  expect({exitCode, text}).toMatchObject({exitCode: 3, text: expect.stringMatching(/state\/lost .*git does not show here/) as string});
});
