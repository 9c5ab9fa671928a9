import {copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** A journal that says what was sent is not lost where git, or a person who tidies up, takes it away. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const JOURNAL = 'work/monitors.state.json.journal';

/** The answer to the create of "late" is lost; its journal is where `git` left it. */
async function loseAnswer(): Promise<void> {
  machines = await startMachines('create', {
    faults: [{when: {operation: 'create', name: ['late', 'later']}, do: 'drop', work: 'done', times: 2}],
  });
  machines.write(['late']);
  expect((await machines.run(RUN)).exitCode).toBe(4);
  expect(existsSync(machines.at(JOURNAL))).toBe(true);
  expect(machines.live()).toEqual(['late', 'seed']);
}

async function expectStillOpen(): Promise<void> {
  expect((await machines.run('plan')).text).toMatch(/late.*(unknown|unresolved)/);
  expect((await machines.run(RUN)).text).toMatch(/late.*(unknown|unresolved)/);
  expect(machines.live()).toEqual(['late', 'seed']);
}

test.each([
  {by: 'git clean', words: ['clean', '-q', '-f', '-d', '-x', '-e', 'monitors']},
  {by: 'a stash', words: ['stash', '-q', '-u', '--', ':!monitors']},
])('C49af: what was sent stays open after $by, on the command line', async ({words}) => {
  await loseAnswer();
  machines.git(words);
  expect(existsSync(machines.at(JOURNAL))).toBe(false);
  await expectStillOpen();
});

test('C49af: an older journal that a checkout puts back goes on where the newer one ended', async () => {
  await loseAnswer();
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'Add late']);
  machines.write(['later']);
  await machines.run(RUN);
  expect(machines.live()).toEqual(['late', 'later', 'seed']);
  machines.git(['checkout', '-q', '--', '.']);
  await machines.run(RUN);
  expect(machines.live()).toEqual(['late', 'later', 'seed']);
});

test('C49af: an older journal that is put back beside a newer state hides nothing of what was sent since', async () => {
  await loseAnswer();
  machines.git(['add', '-A', '-f']);
  machines.git(['commit', '-q', '-m', 'Add late, in doubt']);
  // The state is written again, and with it a new journal: it is not the committed one with lines behind it.
  machines.write(['later', 'other']);
  await machines.run(RUN);
  expect(machines.live()).toEqual(['late', 'later', 'other', 'seed']);
  machines.git(['checkout', '-q', '--', 'monitors.state.json.journal']);
  const {text} = await machines.run(RUN);
  for (const key of ['late', 'later']) expect(text).toMatch(new RegExp(`! ${key} +unresolved`));
  expect(machines.live()).toEqual(['late', 'later', 'other', 'seed']);
});

test.each(['an older copy', 'nothing'])('C49af: a copy that is written over it leaves it open: %s', async what => {
  await loseAnswer();
  const older = machines.at('older');
  const header = `${readFileSync(machines.at(JOURNAL), 'utf8').split('\n', 1)[0]}\n`;
  writeFileSync(older, what === 'nothing' ? '' : header);
  copyFileSync(older, machines.at(JOURNAL));
  await expectStillOpen();
});

test('C49af: the library leaves it open, too', async () => {
  await loseAnswer();
  rmSync(machines.at(JOURNAL));
  const env = {PATH: process.env['PATH'], HOME: machines.at('work-home'), MONITORS_API_KEY: API_KEY};
  const document = await apply({directory: machines.at('work'), env, baseUrl: machines.url});
  expect(JSON.stringify(document)).toContain('unknown');
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C49af: a first apply whose state went with the journal is named', async () => {
  await loseAnswer();
  rmSync(machines.at('work/.git'), {recursive: true});
  for (const name of readdirSync(machines.at('work'))) if (name.startsWith('monitors.state')) rmSync(machines.at(`work/${name}`));
  const run = await machines.run(RUN);
  expect(run.exitCode).toBe(3);
  expect(run.text).toContain('state/lost');
  expect(run.text).toContain('sent creates: "late"');
  expect((await machines.run('state init --new-state acme/default')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('a create that was settled here is not asked for again', async () => {
  await loseAnswer();
  expect((await machines.run('resolve late --not-created')).exitCode).toBe(0);
  expect((await machines.run('plan')).text).toContain('1 to create');
  machines.git(['clean', '-q', '-f', '-d', '-x', '-e', 'monitors']);
  expect((await machines.run('plan')).text).toContain('1 to create');
});

test('a create that another machine settled is not asked for again here', async () => {
  await loseAnswer();
  machines.git(['add', '-A', '-f']);
  machines.git(['commit', '-q', '-m', 'Add late, in doubt']);
  machines.clone('work', 'peer');
  expect((await machines.run('resolve late --not-created', 'peer')).exitCode).toBe(0);
  machines.git(['add', '-A'], 'peer');
  machines.git(['commit', '-q', '-m', 'Settle late'], 'peer');
  machines.git(['pull', '-q', '../peer', 'main']);
  expect((await machines.run('plan')).text).toContain('1 to create');
});
