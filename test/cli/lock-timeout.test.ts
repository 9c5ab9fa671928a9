import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {readHostFacts} from '../../src/core/state/file/host';
import {encodeLock} from '../../src/core/state/format/lock';
import {bareSpecFor, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {startUserWorld, type UserWorld} from '../world/service';
import {VirtualWorld} from '../world/virtual-world';

/** `--lock-timeout`: a command waits for another run that holds the lock, and then begins again. */
let world: UserWorld;
afterEach(() => world.close());

const FULL = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const APPLY = ['apply', '--auto-approve', '--lock-timeout', '5m'];
const LOCK = 'monitors.state.json.lock';
const specs = (...names: string[]) => Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
const names = () => world.emulator.monitors().map(({name}) => name);
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');

/** Locks the state as a run of this very process would, which is alive. */
function hold(): void {
  const facts = readHostFacts({pid: process.pid, platform: process.platform, env: {USER: 'grace'}, command: 'apply'});
  const {pid, startTime, host, bootId, pidNamespace, user, command, ci} = facts;
  const holder = {id: 'held', pid, startTime, host, bootId, pidNamespace, user, command, tool: '1.0.0', ci};
  writeFileSync(world.workspace.path(LOCK), encodeLock({...holder, createdAt: '2026-11-20T11:30:00.000Z'}));
}

const giveBack = () => rmSync(world.workspace.path(LOCK));

/** Runs a command here on a clock that only sleeping moves; `onSleep` is called at each sleep, with how many there were before. */
function runVirtually(args: readonly string[], onSleep: (before: number) => void, signal = new AbortController().signal) {
  const clock = new VirtualWorld();
  const sleep = (ms: number, aborted?: AbortSignal) => {
    onSleep(clock.slept.length);
    return clock.sleep(ms, aborted);
  };
  const ended = runMonitorsHere(
    args,
    {cwd: world.workspace.directory},
    {
      world: {...clock, now: clock.now, monotonic: clock.monotonic, random: clock.random, uuid: clock.uuid, sleep},
      watchInterruption: () => signal,
    },
  );
  return ended.then(run => ({...run, waitedMs: clock.monotonic()}));
}

/** Starts a command as a process, and calls `then` once it says that it waits. */
function runUntilItWaits(args: readonly string[], then: (kill: (signal: NodeJS.Signals) => void) => void) {
  return world.run(args, {
    onStart: child => {
      let said = '';
      const listen = (text: string) => {
        said += text;
        if (!said.includes('waiting for the lock')) return;
        child.stderr?.off('data', listen);
        then(signal => child.kill(signal));
      };
      child.stderr?.on('data', listen);
    },
  });
}

describe('while another run holds the lock', () => {
  test('apply waits, says for whom, and goes on once it is given back', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const ended = await runUntilItWaits(APPLY, giveBack);
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
    expect(ended.stderr).toMatch(
      /^waiting for the lock held by \S+@\S+, pid \d+ \("apply"\), since 20 Nov 11:30 .*\s+\(--lock-timeout 5m\)$/m,
    );
    expect(ended.stderr).toMatch(/^the lock was released after .*; reading everything again$/m);
    expect(names()).toEqual(['a']);
  });

  test('everything is read again: config, specs and state are those that the other run left', async () => {
    world = await startUserWorld(specs('a', 'b'));
    hold();
    const ended = await runUntilItWaits(APPLY, () => {
      world.workspace.write({'monitors/a.yaml': specFor('changed'), 'monitors.config.yaml': 'project: changed\nstate: other.json\n'});
      rmSync(world.workspace.path('monitors/b.yaml'));
      giveBack();
    });
    expect(ended).toMatchObject({exitCode: 0});
    expect(names()).toEqual(['changed']);
    expect(JSON.parse(read('other.json'))).toMatchObject({project: 'changed'});
  });

  test.each([
    {signal: 'SIGINT', exitCode: 130},
    {signal: 'SIGTERM', exitCode: 143},
  ] as const)('K23: $signal ends the wait with $exitCode: nothing is written or sent', async ({signal, exitCode}) => {
    world = await startUserWorld(specs('a'));
    hold();
    const before = readdirSync(world.workspace.directory);
    const ended = await runUntilItWaits(APPLY, kill => kill(signal));
    expect(ended).toMatchObject({exitCode, signal: null, stdout: ''});
    expect(ended.stderr).toContain('nothing was changed');
    expect(readdirSync(world.workspace.directory)).toEqual(before);
    expect(world.emulator.requests()).toEqual([]);
  });

  test('a signal that came before the wait ends it, too', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const aborted = AbortSignal.abort({signal: 'SIGINT', exitCode: 130});
    expect(await runVirtually(APPLY, () => {}, aborted)).toMatchObject({exitCode: 130, waitedMs: 0});
  });

  test('a signal that came before a refusal counts more than it', async () => {
    world = await startUserWorld(specs('a'));
    const aborted = AbortSignal.abort({signal: 'SIGTERM', exitCode: 143});
    const args = ['apply', '--auto-approve', '--only', 'nobody'];
    expect(await runVirtually(args, () => {})).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
    expect(await runVirtually(args, () => {}, aborted)).toMatchObject({
      exitCode: 143,
      stderr: expect.stringContaining('nothing was changed'),
    });
  });

  test('the time is over: refused as without the flag, and says how long it waited', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const ended = await runVirtually(APPLY, () => {});
    expect(ended).toMatchObject({exitCode: 3, waitedMs: 300_000});
    expect(ended.stderr).toMatch(/state\/locked.*gave up after 5m \(--lock-timeout\).*monitors state unlock\s+held/s);
    expect(existsSync(world.workspace.path(LOCK))).toBe(true);
  });

  test('another run may take it first: then that one is waited for, within the same time', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const ended = await runVirtually(['state', 'reset', '--lock-timeout', '1h'], before => {
      if (before === 3) writeFileSync(world.workspace.path(LOCK), read(LOCK).replace('"apply"', '"pull"').replace('"held"', '"next"'));
      if (before === 9) giveBack();
    });
    expect(ended.stderr).toMatch(/released after/);
    // There is no state: what the command itself says.
    expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/nothing-stored')});
  });

  test('a holder that dies is waited for no longer', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const ended = await runUntilItWaits(APPLY, () => {
      // The number of a process that is gone.
      writeFileSync(world.workspace.path(LOCK), read(LOCK).replace(`"pid": ${process.pid}`, '"pid": 4194304'));
    });
    expect(ended).toMatchObject({exitCode: 0});
    expect(names()).toEqual(['a']);
  });

  test('a damaged lock is waited for by nobody', async () => {
    world = await startUserWorld(specs('a'));
    writeFileSync(world.workspace.path(LOCK), '');
    expect(await runVirtually(APPLY, () => {})).toMatchObject({
      exitCode: 3,
      waitedMs: 0,
      stderr: expect.stringContaining('state/lock-damaged'),
    });
  });

  test.each([{args: ['--quiet']}, {args: ['--format', 'json']}])('$args: stdout holds what was asked for alone', async ({args}) => {
    world = await startUserWorld(specs('a'));
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    hold();
    const ended = await runVirtually(['apply', '--auto-approve', '--lock-timeout', '5m', ...args], before => {
      if (before === 2) giveBack();
    });
    expect(ended.exitCode).toBe(0);
    if (args.includes('json')) expect(JSON.parse(ended.stdout)).toMatchObject({command: 'apply'});
    else expect(ended.stderr).toBe('');
  });
});

describe('every command that takes the lock knows it', () => {
  test.each([
    {args: ['state', 'mv', 'a', 'z']},
    {args: ['state', 'rm', 'a']},
    {args: ['state', 'restore', 'monitors.state.json.bak']},
    {args: ['state', 'unprotect', 'a']},
    {args: ['state', 'set-origin', 'https://api.example.com']},
    {args: ['state', 'reset']},
    {args: ['state', 'verify', '--fix']},
    {args: ['resolve', 'a', '--prune-duplicates', '--auto-approve']},
    {args: ['import', 'x', '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11']},
    {args: ['pull']},
    {args: ['recover']},
  ])('$args waits for the lock', async ({args}) => {
    world = await startUserWorld({...FULL, ...specs('a')}, {}, {operations: 'full'});
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors.state.json.bak': read('monitors.state.json')});
    hold();
    expect(await runVirtually(args, () => {})).toMatchObject({exitCode: 3, waitedMs: 0, stderr: expect.stringContaining('state/locked')});
    const ended = await runVirtually([...args, '--lock-timeout', '10s'], before => {
      if (before === 2) giveBack();
    });
    expect(ended.stderr).toMatch(/^waiting for the lock held by .*\s+\(--lock-timeout 10s\)$/m);
    expect(ended.stderr).not.toContain('state/locked');
    expect(existsSync(world.workspace.path(LOCK))).toBe(false);
  });

  test.each(['validate', 'plan', 'state list', 'state show a', 'state unlock x', 'schema'])(
    '%s takes no lock, and no such flag',
    async words => {
      world = await startUserWorld(specs('a'));
      const ended = await world.runHere([...words.split(' '), '--lock-timeout', '5m']);
      expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/usage')});
    },
  );

  test('state verify takes it with --fix only', async () => {
    world = await startUserWorld(specs('a'));
    expect(await world.runHere(['state', 'verify', '--lock-timeout', '5m'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('needs --fix'),
    });
  });

  test.each(['5', '5 m', '5min', '-5m', '1.5h', '1h30m', '', 'soon', '25h', '999999999h'])('%p is no duration', async value => {
    world = await startUserWorld(specs('a'));
    const ended = await world.runHere(['apply', `--lock-timeout=${value}`]);
    expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/usage')});
    if (value !== '') expect(ended.stderr).toMatch(/--lock-timeout takes a duration.*10s, 5m or 1h/s);
    expect(world.emulator.requests()).toEqual([]);
  });

  test('0s waits for nobody', async () => {
    world = await startUserWorld(specs('a'));
    hold();
    const ended = await runVirtually(['apply', '--auto-approve', '--lock-timeout', '0s'], () => {});
    expect(ended).toMatchObject({exitCode: 3, waitedMs: 0});
    expect(ended.stderr).not.toContain('waiting');
  });
});

describe('a saved plan, once other runs have come first', () => {
  const PLAN = 'plan.json';
  const save = async (...args: string[]) => expect(await world.run(['plan', '--out', PLAN, ...args])).toMatchObject({exitCode: 0});
  const applySaved = () => world.runHere(['apply', PLAN, '--lock-timeout', '5m']);

  test('K22: goes on where everything is done already', async () => {
    world = await startUserWorld(specs('a', 'b'));
    await save();
    expect(await world.run(['apply', PLAN])).toMatchObject({exitCode: 0});
    expect(await world.run(['apply', PLAN])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
    expect(await applySaved()).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
    expect(names()).toEqual(['a', 'b']);
  });

  test('does what is left of it, also where the others edited specs that it is not about', async () => {
    world = await startUserWorld(specs('a', 'b'));
    await save();
    expect(await world.run(['apply', '--auto-approve', '--only', 'a'])).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/a.yaml': `# Edited\n${specFor('a')}`});
    expect(await applySaved()).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
    expect(names()).toEqual(['a', 'b']);
  });

  test.each([
    {what: 'a monitor besides', files: specs('c'), says: 'create "c"'},
    {what: 'another body', files: {'monitors/b.yaml': specFor('b').replace('hourly', 'daily')}, says: 'create "b"'},
  ])('is refused where it would do $what', async ({files, says}) => {
    world = await startUserWorld(specs('a', 'b'));
    await save();
    expect(await world.run(['apply', '--auto-approve', '--only', 'a'])).toMatchObject({exitCode: 0});
    world.workspace.write(files);
    const ended = await applySaved();
    expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
    expect(ended.stderr.replace(/\s+/g, ' ')).toContain(`it would ${says} differently from the saved plan`);
    expect(names()).toEqual(['a']);
  });

  test('is refused where another run changed what it would overwrite, and goes on where that is something else', async () => {
    world = await startUserWorld({...FULL, ...specs('a', 'b')}, {}, {operations: 'full'});
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    const [retained, goal] = ['retentionDays: 7\n', 'goal: Prices\n'];
    world.workspace.write({'monitors/a.yaml': bareSpecFor('a') + retained});
    await save();
    world.workspace.write({'monitors/a.yaml': bareSpecFor('a') + goal});
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/a.yaml': bareSpecFor('a') + goal + retained});
    expect(await applySaved()).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
    world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}${goal}retentionDays: 14\n`});
    await save();
    world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}${goal}retentionDays: 90\n`});
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}${goal}retentionDays: 14\n`});
    expect(await applySaved()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
    expect(world.emulator.monitors()[0]).toMatchObject({retentionDays: 90});
  });

  test('a delete that is done already is no unknown key', async () => {
    world = await startUserWorld({...FULL, ...specs('a', 'b')}, {}, {operations: 'full'});
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    rmSync(world.workspace.path('monitors/b.yaml'));
    await save('--only', 'b');
    expect(await world.run(['apply', PLAN])).toMatchObject({exitCode: 0});
    expect(await applySaved()).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  });

  test('is refused where its text was edited to show less than it does', async () => {
    world = await startUserWorld(specs('a', 'b'));
    await save();
    const saved = JSON.parse(read(PLAN));
    world.workspace.write({[PLAN]: JSON.stringify({...saved, changes: saved.changes.filter(({key}: {key: string}) => key !== 'b')})});
    expect(await applySaved()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('create "b"')});
    expect(names()).toEqual([]);
  });
});

describe('real processes at once', () => {
  test.each([2, 8])('K21: %i applies: each monitor is made once, and all end well', async count => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    world = await startUserWorld(specs(...keys), {faults: [{delayMs: 20}]});
    const ended = await Promise.all(Array.from({length: count}, () => world.run(APPLY)));
    expect(ended.map(({exitCode}) => exitCode)).toEqual(ended.map(() => 0));
    expect(names().sort()).toEqual(keys);
    expect(Object.keys(JSON.parse(read('monitors.state.json')).monitors).sort()).toEqual(keys);
    expect(readdirSync(world.workspace.directory).filter(name => name.includes('.lock') || name.includes('.tmp'))).toEqual([]);
  });

  test.each([2, 8])('%i applies of the same saved plan: it is carried out once, and all end well', async count => {
    world = await startUserWorld(specs('a', 'b', 'c'), {faults: [{delayMs: 20}]});
    expect(await world.run(['plan', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
    const ended = await Promise.all(Array.from({length: count}, () => world.run(['apply', 'plan.json', '--lock-timeout', '5m'])));
    expect(ended.map(({exitCode, stderr}) => [exitCode, exitCode === 0 ? '' : stderr])).toEqual(ended.map(() => [0, '']));
    expect(names().sort()).toEqual(['a', 'b', 'c']);
  });
});
