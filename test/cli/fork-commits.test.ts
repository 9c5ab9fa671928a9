import {readFileSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {editState} from '../world/edited-state';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** A commit of a fork that was only fetched has a state that its author wrote: it says nothing of what went. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';

/** Branch "feature" of the remote records "late"; the checkout "mine" has its spec and not its record. A fork's commit is fetched there. */
async function fetchFork(forge: (state: string, id: string) => string, how: 'fetch' | 'look' = 'fetch'): Promise<void> {
  machines = await startMachines();
  machines.clone('work', 'hub', '--bare');
  for (const name of ['peer', 'mine', 'fork']) machines.clone('hub', name);
  machines.git(['checkout', '-q', '-b', 'feature'], 'peer');
  await machines.applyAndCommit('late', 'peer');
  machines.git(['push', '-q', 'origin', 'feature'], 'peer');
  const {monitors} = JSON.parse(readFileSync(machines.at(`peer/${STATE}`), 'utf8')) as {monitors: Record<string, {id: string}>};
  writeFileSync(machines.at(`fork/${STATE}`), forge(readFileSync(machines.at(`fork/${STATE}`), 'utf8'), monitors['late']?.id ?? ''));
  machines.git(['commit', '-q', '-am', 'Fix a word'], 'fork');
  machines.git(['fetch', '-q'], 'mine');
  machines.git(['fetch', '-q', '../fork', 'HEAD:pr7'], 'mine');
  if (how === 'look') for (const branch of ['pr7', 'main']) machines.git(['checkout', '-q', branch], 'mine');
  machines.write(['late'], 'mine');
}

const forgeries = {
  'a line that it was removed': (state: string, id: string) =>
    editState(state, (_, {serial}) => ({
      serial: serial + 900_000,
      removed: [{key: 'late', id, serial: serial + 900_000, at: '2026-11-20T00:00:00.000Z', by: 'apply'}],
    })),
  'a build that wrote no lines': (state: string) => editState(state, (_, {serial}) => ({serial: serial + 900_000, tool: '0.1.0'})),
};

describe.each(Object.entries(forgeries))('S103: %s', (_, forge) => {
  test.each(['fetch', 'look'] as const)('nothing is created again, on the command line, after a %s', async how => {
    await fetchFork(forge, how);
    expect((await machines.run('plan', 'mine')).text).toMatch(/"late" exists: commit [0-9a-f]{12} records it/);
    expect((await machines.run(RUN, 'mine')).exitCode).toBe(1);
    expect(machines.live()).toEqual(['late', 'seed']);
  });

  test('nor by the library', async () => {
    await fetchFork(forge);
    const env = {PATH: process.env['PATH'], HOME: machines.at('mine-home'), MONITORS_API_KEY: API_KEY};
    const document = await apply({directory: machines.at('mine'), env, baseUrl: machines.url});
    expect(JSON.stringify(document)).toContain('recorded-later');
    expect(machines.live()).toEqual(['late', 'seed']);
  });
});

test('what a branch of the remote says was removed counts', async () => {
  machines = await startMachines();
  machines.clone('work', 'hub', '--bare');
  for (const name of ['peer', 'mine']) machines.clone('hub', name);
  machines.git(['checkout', '-q', '-b', 'feature'], 'peer');
  await machines.applyAndCommit('late', 'peer');
  await machines.run('state rm late', 'peer');
  machines.git(['commit', '-q', '-am', 'Take it out'], 'peer');
  machines.git(['push', '-q', 'origin', 'feature'], 'peer');
  machines.git(['fetch', '-q'], 'mine');
  machines.write(['late'], 'mine');
  expect((await machines.run(RUN, 'mine')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'late', 'seed']);
});
