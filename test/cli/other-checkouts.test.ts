import {cpSync, rmSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** Copies of a checkout on one machine, whose runs write into states that are in no commit. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const HOME = 'one-home';
const HELD = /"late" exists: another version of the state, serial \d+, records it as [0-9a-f-]{36}/;
const run = (line: string, where: string) => machines.run(line, where, HOME);

/** `copy` as the checkout was before `late` was applied there; the same person goes on in both. */
async function copyBefore(how: 'copied' | 'copied without git' | 'a work tree'): Promise<void> {
  machines = await startMachines();
  if (how === 'copied without git') rmSync(machines.at('work/.git'), {recursive: true});
  if (how === 'a work tree') machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side']);
  else cpSync(machines.at('work'), machines.at('copy'), {recursive: true});
  machines.write(['late'], 'work');
  machines.write(['late'], 'copy');
  expect((await run(RUN, 'work')).exitCode).toBe(0);
}

test.each(['copied', 'copied without git', 'a work tree'] as const)(
  'C49ci: what one checkout recorded is not made again in the other; %s',
  async how => {
    await copyBefore(how);
    expect((await run('plan', 'copy')).text).toMatch(HELD);
    const {exitCode, text} = await run(RUN, 'copy');
    expect([exitCode, text]).toEqual([1, expect.stringMatching(HELD)]);
    expect(machines.live()).toEqual(['late', 'seed']);
    expect((await run('state restore ../work/monitors.state.json', 'copy')).exitCode).toBe(0);
    expect((await run(RUN, 'copy')).text).toContain('No changes');
  },
);

describe.each(['a clone', 'a work tree', 'a copy without git'] as const)(
  'C49cw: the first state of a checkout is in no commit; %s',
  how => {
    /** Two checkouts without a state, with the same spec; `one` was applied. */
    async function applyFirst(): Promise<void> {
      machines = await startMachines();
      machines.clone('work', 'one', '-b', 'before');
      if (how === 'a copy without git') rmSync(machines.at('one/.git'), {recursive: true});
      if (how === 'a work tree') machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side', '--track', 'origin/before'], 'one');
      else if (how === 'a clone') machines.clone('work', 'copy', '-b', 'before');
      else cpSync(machines.at('one'), machines.at('copy'), {recursive: true});
      for (const where of ['one', 'copy']) machines.write(['late'], where);
      expect((await run(RUN, 'one')).exitCode).toBe(0);
    }

    test('the first apply of another one makes nothing again', async () => {
      await applyFirst();
      for (const line of ['plan', RUN]) expect((await run(line, 'copy')).text).toMatch(HELD);
      expect(machines.live()).toEqual(['late', 'seed']);
      expect((await run(`${RUN} --allow-old-checkout`, 'copy')).exitCode).toBe(0);
      expect(machines.live()).toEqual(['late', 'late', 'seed']);
    });

    test('nor by the library; a state that a person begins is another one', async () => {
      await applyFirst();
      const env = {PATH: process.env['PATH'], HOME: machines.at(HOME), MONITORS_API_KEY: API_KEY};
      const document = await apply({directory: machines.at('copy'), env, baseUrl: machines.url});
      expect([document.exitCode, JSON.stringify(document)]).toEqual([1, expect.stringContaining('recorded-later')]);
      expect((await run('state init --new-state acme/default', 'copy')).exitCode).toBe(0);
      expect((await run(RUN, 'copy')).exitCode).toBe(0);
      expect(machines.live()).toEqual(['late', 'late', 'seed']);
    });
  },
);

test('C49ci: the first checkout is gone, and what it made is not', async () => {
  await copyBefore('copied');
  rmSync(machines.at('work'), {recursive: true});
  expect((await run(RUN, 'copy')).exitCode).toBe(1);
  expect((await run(`${RUN} --allow-old-checkout`, 'copy')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'late', 'seed']);
  expect((await run(RUN, 'copy')).text).toContain('No changes');
});

test('what another checkout let go, and what it records under other keys, holds nothing', async () => {
  await copyBefore('copied');
  await run('state rm late', 'work');
  expect((await run(RUN, 'copy')).exitCode).toBe(0);
  machines.write(['mine'], 'copy');
  machines.write(['theirs'], 'work');
  rmSync(machines.at('work/monitors/late.yaml'));
  for (const where of ['work', 'copy']) expect((await run(RUN, where)).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'late', 'mine', 'seed', 'theirs']);
});

test('C49ci: of two checkouts that apply at once, one makes a monitor, and the other is refused or waits', async () => {
  machines = await startMachines('create', {faults: [{when: {name: 'late'}, delayMs: 2000}]});
  const places = ['work', 'copy', 'third'];
  for (const place of places.slice(1)) machines.git(['worktree', 'add', '-q', `../${place}`, '-b', place]);
  for (const place of places) machines.write(['late'], place);
  const ended = await Promise.all([run(RUN, 'work'), run(RUN, 'copy'), run(`${RUN} --lock-timeout 5m`, 'third')]);
  expect(machines.live()).toEqual(['late', 'seed']);
  expect(ended.filter(({exitCode}) => exitCode === 0)).toHaveLength(1);
  const refused = ended.findIndex(({exitCode}, place) => exitCode === 3 && place < 2);
  expect(ended[refused]?.text).toMatch(/state\/locked another checkout of .* is being applied on this machine: .* --lock-timeout/);
  const {exitCode, text} = await run(RUN, places[refused] ?? '');
  expect([exitCode, text]).toEqual([1, expect.stringMatching(HELD)]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test.each(['create', 'full'] as const)('C49da: the first apply in three copies at once; %s', async operations => {
  machines = await startMachines(operations, {faults: [{when: {name: 'late'}, delayMs: 2000}]});
  machines.clone('work', 'one', '-b', 'before');
  machines.write(['late'], 'one');
  for (const copy of ['copy', 'third']) cpSync(machines.at('one'), machines.at(copy), {recursive: true});
  const ended = await Promise.all([run(RUN, 'one'), run(RUN, 'copy'), run(`${RUN} --lock-timeout 5m`, 'third')]);
  expect(machines.live()).toEqual(['late', 'seed']);
  expect(ended.filter(({text}) => text.includes('1 created'))).toHaveLength(1);
  expect(ended.slice(0, 2).some(({exitCode, text}) => exitCode === 3 && text.includes('is being applied on this machine'))).toBe(true);
  for (const where of ['one', 'copy', 'third']) await run(RUN, where);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test.each(['', ' --allow-old-checkout'])('C49da: three copies that apply at once with full operations%s', async more => {
  machines = await startMachines('full', {faults: [{when: {name: 'late'}, delayMs: 2000}]});
  machines.write(['late']);
  for (const copy of ['copy', 'third']) cpSync(machines.at('work'), machines.at(copy), {recursive: true});
  const line = RUN + more;
  const ended = await Promise.all([run(line, 'work'), run(line, 'copy'), run(`${line} --lock-timeout 5m`, 'third')]);
  expect(machines.live()).toEqual(['late', 'seed']);
  expect(ended.filter(({text}) => text.includes('1 created'))).toHaveLength(1);
  for (const where of ['work', 'copy', 'third']) await run(RUN, where);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test.each(['create', 'full'] as const)(
  'C49da: a copy from before the first state, and the one that has it, at once; %s',
  async operations => {
    machines = await startMachines(operations, {faults: [{when: {name: 'late'}, delayMs: 2000}]});
    machines.clone('work', 'one', '-b', 'before');
    machines.write(['first'], 'one');
    cpSync(machines.at('one'), machines.at('copy'), {recursive: true});
    expect((await run(RUN, 'one')).exitCode).toBe(0);
    for (const where of ['one', 'copy']) machines.write(['late'], where);
    await Promise.all([run(RUN, 'one'), run(RUN, 'copy')]);
    for (const where of ['one', 'copy']) await run(RUN, where);
    expect(machines.live()).toEqual(['first', 'late', 'seed']);
  },
);

test('C49ci: a run that was killed in one work tree created what another would', async () => {
  machines = await startMachines('create', {faults: [{when: {name: 'x2'}, do: 'hang'}]});
  for (const where of ['first', 'second']) {
    machines.git(['worktree', 'add', '-q', `../${where}`, '-b', where]);
    machines.write(['x1'], where);
  }
  machines.write(['x2'], 'first');
  await machines.runKilled(`${RUN} --concurrency 1 --format jsonl`, {where: 'first', home: HOME, after: '"finished"'});
  const live = ['seed', 'x1'];
  expect(machines.live()).toEqual(live);
  expect((await run('plan', 'second')).text).toMatch(/"x1" exists: another version of the state/);
  expect((await run(RUN, 'second')).exitCode).toBe(1);
  expect(machines.live()).toEqual(live);
  // As the message says.
  rmSync(machines.at('first/monitors/x2.yaml'));
  expect((await run('resolve x2 --not-created', 'first')).exitCode).toBe(0);
  machines.git(['add', '-A'], 'first');
  machines.git(['commit', '-q', '-m', 'Record'], 'first');
  const [, restore = ''] = /monitors (state restore [0-9a-f]{12})/.exec((await run('plan', 'second')).text) ?? [];
  expect((await run(restore, 'second')).exitCode).toBe(0);
  expect((await run(RUN, 'second')).text).toContain('No changes');
});

test('C49cw: two checkouts, each of which has begun a state in no commit', async () => {
  machines = await startMachines();
  for (const [where, key] of [
    ['first', 'late'],
    ['second', 'own'],
  ] as const) {
    machines.git(['worktree', 'add', '-q', '-b', where, `../${where}`, 'before']);
    machines.write([key], where);
    expect((await run(RUN, where)).exitCode).toBe(0);
  }
  machines.write(['late'], 'second');
  for (const line of ['plan', RUN]) expect((await run(line, 'second')).text).toMatch(HELD);
  expect(machines.live()).toEqual(['late', 'own', 'seed']);
  // As the message says.
  machines.git(['add', '-A'], 'first');
  machines.git(['commit', '-q', '-m', 'Record'], 'first');
  const [, restore = ''] = /monitors (state restore [0-9a-f]{12})/.exec((await run('plan', 'second')).text) ?? [];
  expect((await run(restore, 'second')).exitCode).toBe(0);
  expect((await run(RUN, 'second')).text).toContain('No changes');
});

test('another repository of the same project name has monitors of its own', async () => {
  machines = await startMachines();
  machines.clone('work', 'one', '-b', 'before');
  machines.writeFiles({'stranger/monitors.config.yaml': 'project: acme\nservice: {operations: create}\n'});
  machines.git(['init', '-q'], 'stranger');
  machines.git(['add', '-A'], 'stranger');
  machines.git(['commit', '-q', '-m', 'Begin'], 'stranger');
  for (const where of ['one', 'stranger']) {
    machines.write(['late'], where);
    expect((await run(RUN, where)).exitCode).toBe(0);
  }
  expect(machines.live()).toEqual(['late', 'late', 'seed']);
});

describe.each(['a work tree', 'a clone', 'a copy'] as const)('C49db: what a run sent in %s', how => {
  /** `one` and its copy with the same specs; the service carries `x2` out, and its answer is lost. */
  async function begin(begun: string): Promise<void> {
    machines = await startMachines('create', {faults: [{when: {name: 'x2'}, do: 'drop', work: 'done', times: 1}]});
    const branch = begun === 'begun' ? 'main' : 'before';
    machines.clone('work', 'one', '-b', branch);
    if (how === 'a work tree') machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side', '--track', `origin/${branch}`], 'one');
    else if (how === 'a clone') machines.clone('work', 'copy', '-b', branch);
    else cpSync(machines.at('one'), machines.at('copy'), {recursive: true});
    for (const where of ['one', 'copy']) machines.write(['x1', 'x2'], where);
  }

  test.each(['begun', 'not begun'])('makes nothing again where it was killed, and the state is %s', async begun => {
    await begin(begun);
    await machines.runKilled(`${RUN} --concurrency 1 --format jsonl`, {where: 'one', home: HOME, after: '"finished"'});
    const live = machines.live().filter(name => name !== 'x2');
    for (const line of ['plan', RUN]) expect((await run(line, 'copy')).text).toMatch(/"x1" exists: another version of the state/);
    expect(machines.live().filter(name => name !== 'x2')).toEqual(live);
  });

  test.each(['begun', 'not begun'])('makes nothing again where the answer was lost, and the state is %s', async begun => {
    await begin(begun);
    expect((await run(RUN, 'one')).exitCode).toBe(4);
    for (const line of ['plan', RUN]) expect((await run(line, 'copy')).text).toMatch(/create of "x2" was sent/);
    expect(machines.live()).toEqual(['seed', 'x1', 'x2']);
  });

  test('ends as the message says', async () => {
    await begin('begun');
    await run(RUN, 'one');
    const env = {PATH: process.env['PATH'], HOME: machines.at(HOME), MONITORS_API_KEY: API_KEY};
    const document = await apply({directory: machines.at('copy'), env, baseUrl: machines.url});
    expect([document.exitCode, JSON.stringify(document)]).toEqual([1, expect.stringContaining('sent-before')]);
    const id = machines.idOf('x2');
    expect((await run(`resolve x2 --adopt ${id}`, 'one')).exitCode).toBe(0);
    expect((await run('plan', 'copy')).text).toContain(`x2 create blocked monitors/x2.yaml:1 recorded as ${id}`);
    expect((await run('state restore ../one/monitors.state.json', 'copy')).exitCode).toBe(0);
    expect((await run(RUN, 'copy')).text).toContain('No changes');
  });

  test.each(['one', 'copy'])('is settled in %s: there is no such monitor', async where => {
    await begin('begun');
    await run(RUN, 'one');
    for (const name of ['monitors.state.json', 'monitors.state.json.journal'])
      cpSync(machines.at(`one/${name}`), machines.at(`copy/${name}`));
    expect((await run('resolve x2 --not-created', where)).exitCode).toBe(0);
    if (where === 'one') cpSync(machines.at('one/monitors.state.json'), machines.at('copy/monitors.state.json'));
    if (where === 'one') rmSync(machines.at('copy/monitors.state.json.journal'));
    expect((await run(RUN, 'copy')).text).toContain('1 created');
  });
});

test('C63: a young monitor that a replica may lack is not made again', async () => {
  machines = await startMachines('full');
  machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side']);
  machines.write(['late']);
  expect((await run(RUN, 'work')).exitCode).toBe(0);
  machines.remove(machines.idOf('late'));
  machines.writeFiles({'copy/monitors/late.yaml': specFor('other')});
  expect((await run(RUN, 'copy')).text).toMatch(HELD);
  expect((await run('apply --auto-approve --lookup-timeout 0', 'copy')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['other', 'seed']);
});

test('C63: a young record of a branch with the target ids of the create, which a replica may lack', async () => {
  machines = await startMachines('full');
  machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side']);
  await machines.applyAndCommit('late', 'copy');
  machines.remove(machines.idOf('late'));
  machines.write(['late']);
  expect((await run(RUN, 'work')).text).toMatch(/"late" exists/);
  expect(machines.live()).toEqual(['seed']);
  expect((await run('apply --auto-approve --lookup-timeout 0', 'work')).exitCode).toBe(0);
});

test.each(['the same', 'an edited'])(
  'C63: a create that is under way from a killed run elsewhere is not made again; %s spec',
  async spec => {
    machines = await startMachines('full', {
      faults: [{when: {name: 'x2', method: 'POST'}, do: 'drop', work: 'none', delayMs: 60_000, times: 1}],
    });
    machines.git(['worktree', 'add', '-q', '../copy', '-b', 'side']);
    machines.write(['aa', 'x2']);
    await machines.runKilled(`${RUN} --format jsonl`, {where: 'work', home: HOME, after: '"finished"'});
    if (spec === 'the same') machines.write(['x2'], 'copy');
    else machines.writeFiles({'copy/monitors/x2.yaml': specFor('other')});
    for (const line of ['plan', RUN]) expect((await run(line, 'copy')).text).toContain('create of "x2" was sent');
    expect(machines.live()).toEqual(['aa', 'seed']);
    // Once none can arrive any more.
    expect((await run('apply --auto-approve --lookup-timeout 0', 'copy')).exitCode).toBe(0);
  },
);

test.each(['begun', 'not begun'])(
  'C63: with full operations, a lost answer holds the create of an edited spec; the state is %s',
  async begun => {
    machines = await startMachines('full', {faults: [{when: {name: 'x2', method: 'POST'}, do: 'drop', work: 'done', times: 1}]});
    const branch = begun === 'begun' ? 'main' : 'before';
    for (const where of ['one', 'copy']) machines.clone('work', where, '-b', branch);
    machines.write(['x2'], 'one');
    await machines.runKilled(`${RUN} --format jsonl`, {where: 'one', home: HOME, after: '"retrying"'});
    machines.writeFiles({'copy/monitors/x2.yaml': specFor('other')});
    const {text} = await run(RUN, 'copy');
    expect(text).toMatch(/create of "x2" was sent|"x2" exists/);
    expect(machines.live()).toEqual(['seed', 'x2']);
  },
);
