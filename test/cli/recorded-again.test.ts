import {cpSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** With full operations: monitors that other versions of the state record, whose specs have another name and page by now. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const HOME = 'one-home';
const run = (line: string, where = 'work') => machines.run(line, where, HOME);
const write = (where: string) => machines.writeFiles({[`${where}/monitors/late.yaml`]: specFor('other')});

/** Each makes `late` somewhere else than in `work`, whose state does not know it, and puts an edited spec of it there. */
const STORIES = {
  'a branch that was squashed': async () => {
    machines.clone('work', 'theirs');
    machines.git(['checkout', '-q', '-b', 'feature'], 'theirs');
    await machines.applyAndCommit('late', 'theirs');
    machines.git(['push', '-q', 'origin', 'feature'], 'theirs');
    for (const key of ['x', 'y']) await machines.applyAndCommit(key);
    machines.git(['merge', '-q', '--squash', '-X', 'ours', 'feature']);
    machines.git(['checkout', 'HEAD', '--', 'monitors.state.json']);
  },
  'another work tree': async () => {
    machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side']);
    machines.write(['late'], 'copy');
    await run(RUN, 'copy');
  },
  'a copy of the checkout': async () => {
    cpSync(machines.at('work'), machines.at('copy'), {recursive: true});
    machines.write(['late'], 'copy');
    await run(RUN, 'copy');
  },
  'a state of another name': async () => {
    machines.git(['checkout', '-q', '-b', 'feature']);
    machines.write(['late']);
    cpSync(machines.at('work/monitors.state.json'), machines.at('work/feature.json'));
    await run(`${RUN} --state feature.json`);
    machines.git(['add', '-A']);
    machines.git(['commit', '-q', '-m', 'Feature']);
    machines.git(['checkout', '-q', 'main']);
  },
} as const;

describe.each(Object.entries(STORIES))('C63: what %s records', (_, tell) => {
  async function begin(): Promise<string> {
    machines = await startMachines('full');
    await tell();
    write('work');
    return machines.idOf('late');
  }

  test('is held, not made a second time, and not taken from whoever records it', async () => {
    const id = await begin();
    const live = machines.live();
    for (const line of ['plan', RUN]) expect((await run(line)).text).toMatch(new RegExp(`"late" exists: .* as ${id}`));
    expect((await run(RUN)).exitCode).toBe(1);
    expect(machines.live()).toEqual(live);
  });

  test('is made where the service has it no more', async () => {
    const id = await begin();
    machines.remove(id);
    expect((await run(`${RUN} --lookup-timeout 0`)).text).toContain('1 created');
  });

  test('nor by the library', async () => {
    const id = await begin();
    const env = {PATH: process.env['PATH'], HOME: machines.at(HOME), MONITORS_API_KEY: API_KEY};
    const document = await apply({directory: machines.at('work'), env, baseUrl: machines.url});
    expect([document.exitCode, JSON.stringify(document)]).toEqual([1, expect.stringContaining(id)]);
    expect(machines.idOf('late')).toBe(id);
  });
});
