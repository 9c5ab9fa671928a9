import {type ChildProcess, execFileSync, fork, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import {type HostFacts, readHostFacts} from '../../src/core/state/file/host';
import {encodeLock, type LockHolder} from '../../src/core/state/format/lock';
import type {StateLocked} from '../../src/core/state/store';
import {faultyDisk} from '../unit/core/state/faulty-disk';
import {countingWorld, host, type Place, usePlaces} from '../unit/core/state/world';

const place = usePlaces();

/** The lock of another process; tests change one thing. */
function holder(changes: Partial<LockHolder> = {}): LockHolder {
  return {
    id: 'aaaaaaaa-0000-4000-8000-000000000001',
    pid: 99,
    startTime: '500',
    host: 'build-1',
    bootId: 'boot-1',
    pidNamespace: 'pid:[1]',
    user: 'grace',
    command: 'apply',
    tool: '1.4.0',
    createdAt: '2026-11-20T11:30:00.000Z',
    ci: null,
    ...changes,
  };
}

function putLock(here: Place, content: string = encodeLock(holder())): string {
  const path = here.path('monitors.state.json.lock');
  writeFileSync(path, content);
  return path;
}

describe('a lock is taken over only when its holder is provably gone', () => {
  const RUNNING = {99: '500'};
  const run = (attempt: number) => ({repo: 'acme/web', runId: '77', attempt});
  const cases: readonly {
    row: string;
    held?: Partial<LockHolder>;
    seeker?: Partial<HostFacts>;
    running?: Record<number, string>;
    taken: boolean;
  }[] = [
    {row: 'K1: its process runs', running: RUNNING, taken: false},
    {row: 'its process is gone', running: {}, taken: true},
    {row: 'K3: its number belongs to a later process', running: {99: '900'}, taken: true},
    {row: 'K3: its number is taken and its start time is not known', held: {startTime: null}, running: {99: '900'}, taken: false},
    {row: 'K4: another host', held: {host: 'build-2'}, running: {}, taken: false},
    {row: 'K4: the same host name after another boot', held: {bootId: 'boot-0'}, running: {}, taken: false},
    {row: 'K4: another container on the same host', held: {pidNamespace: 'pid:[2]'}, running: {}, taken: false},
    {row: 'nothing is known about boots', held: {bootId: null}, seeker: {bootId: null}, running: {}, taken: false},
    {row: 'nothing is known about process namespaces', held: {pidNamespace: null}, seeker: {pidNamespace: null}, running: {}, taken: false},
    {row: 'no look-up of processes, as without /proc', seeker: {lookUpProcess: () => ({kind: 'unknown'})}, taken: false},
    {row: 'P13: its process was blocked for a month', held: {createdAt: '2026-10-20T00:00:00.000Z'}, running: RUNNING, taken: false},
    {row: 'an earlier attempt of the same CI run on this host', held: {bootId: 'boot-0', ci: run(1)}, seeker: {ci: run(2)}, taken: true},
    {
      row: 'K4: an earlier attempt of the same CI run on another host',
      held: {host: 'build-2', ci: run(1)},
      seeker: {ci: run(2)},
      taken: false,
    },
    {row: 'the same attempt of the same CI run', held: {ci: run(2)}, seeker: {ci: run(2)}, running: RUNNING, taken: false},
    {row: 'another CI run', held: {ci: {...run(1), runId: '76'}}, seeker: {ci: run(2)}, running: RUNNING, taken: false},
  ];
  test.each(cases)('$row: taken over $taken', async ({held = {}, seeker = {}, running = {}, taken}) => {
    const here = place();
    const lock = putLock(here, encodeLock(holder(held)));
    const locking = here.open({host: host(seeker, running)}).lock();
    if (taken) {
      await locking;
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({pid: 4711, user: 'ada'});
      expect(readdirSync(here.directory)).toEqual(['monitors.state.json.lock']);
    } else {
      await expect(locking).rejects.toMatchObject({code: 'state/locked'});
      expect(readFileSync(lock, 'utf8')).toBe(encodeLock(holder(held)));
      expect(readdirSync(here.directory)).toEqual(['monitors.state.json.lock']);
    }
  });

  test('K1: the refusal says who holds it, since when, and how to go on', async () => {
    const here = place();
    putLock(here, encodeLock(holder({ci: {repo: 'acme/web', runId: '77', attempt: 1}})));
    await expect(here.open({host: host({}, {99: '500'})}).lock()).rejects.toMatchObject({
      message:
        'monitors.state.json is locked by grace@build-1, pid 99 ("apply", run 77 of acme/web, attempt 1), since 2026-11-20T11:30:00.000Z (30 min ago)',
      hint: 'wait until that run ends, or use --lock-timeout 5m to wait for it; if that process is certainly dead, run "monitors state unlock aaaaaaaa-0000-4000-8000-000000000001"',
    });
  });

  test.each([
    {what: 'empty', content: ''},
    {what: 'no JSON', content: 'locked'},
    {what: 'JSON of something else', content: '{"id": 5}'},
  ])("a lock file that is $what is nobody's to take", async ({content}) => {
    const here = place();
    const lock = putLock(here, content);
    await expect(here.open().lock()).rejects.toMatchObject({
      code: 'state/lock-damaged',
      hint: `if no other run is active, delete ${lock}`,
    });
  });
});

describe('K6a: the lock of another user, whose file only that user may read', () => {
  const OTHERS = {holder: 'a run of another user'};

  /** A lock file that can't be read until `end` is called, which removes it. */
  function putForeign() {
    const here = place();
    const lock = putLock(here);
    const disk = faultyDisk((call, args) => (call === 'open' && args[0] === lock && existsSync(lock) ? {code: 'EACCES'} : 'none'));
    return {here, lock, store: here.open({disk}), end: () => rmSync(lock)};
  }

  test('is held, not damaged: others wait for it, and then take it', async () => {
    const {lock, store, end} = putForeign();
    const refused = await store.lock().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...OTHERS,
      code: 'state/locked',
      message: "monitors.state.json is locked by a run of another user, whose lock file can't be read here",
      hint: `wait until that run ends, or use --lock-timeout 5m to wait for it; if that process is certainly dead, its user may delete ${lock}`,
    });
    const {isHeld} = refused as StateLocked;
    expect(await isHeld()).toBe(true);
    end();
    expect(await isHeld()).toBe(false);
    await (await store.lock()).release();
  });

  test('is not unlocked by id', async () => {
    const {lock, store} = putForeign();
    await expect(store.unlock(holder().id)).rejects.toMatchObject({...OTHERS, code: 'state/locked'});
    expect(existsSync(lock)).toBe(true);
  });
});

describe('release and unlock', () => {
  test('a lock that is no longer ours is left alone', async () => {
    const here = place();
    const locked = await here.open().lock();
    const lock = putLock(here);
    await locked.release();
    expect(readFileSync(lock, 'utf8')).toBe(encodeLock(holder()));
  });

  test('unlock removes the lock with that id and says who held it', async () => {
    const here = place();
    const lock = putLock(here, encodeLock(holder({host: 'gone-for-good'})));
    expect(await here.open().unlock(holder().id)).toMatchObject({user: 'grace', host: 'gone-for-good'});
    expect(existsSync(lock)).toBe(false);
    await (await here.open().lock()).release();
  });

  test('unlock with another id refuses and leaves the lock', async () => {
    const here = place();
    const lock = putLock(here);
    await expect(here.open().unlock('bbbb')).rejects.toMatchObject({
      code: 'state/lock-id',
      hint: 'if that process is certainly dead, run "monitors state unlock aaaaaaaa-0000-4000-8000-000000000001"',
    });
    expect(existsSync(lock)).toBe(true);
  });

  test('unlock without a lock says so', async () => {
    await expect(place().open().unlock('bbbb')).rejects.toMatchObject({code: 'state/not-locked'});
  });

  /** The file that a process makes before it removes the lock of one that is gone. */
  function putGuard(here: Place, of: string, owner: LockHolder): void {
    writeFileSync(here.path(`monitors.state.json.lock.takeover-${of}`), encodeLock(owner));
  }

  test('a take-over whose process was killed half-way is taken over in turn, however often', async () => {
    const here = place();
    putLock(here);
    putGuard(here, holder().id, holder({id: 'taker'}));
    putGuard(here, 'taker', holder({id: 'second-taker'}));
    await (await here.open().lock()).release();
    expect(readdirSync(here.directory)).toEqual([]);
  });

  test('a guard that was left behind without its lock goes with the next lock', async () => {
    const here = place();
    putGuard(here, 'long-gone', holder({id: 'taker'}));
    await (await here.open().lock()).release();
    expect(readdirSync(here.directory)).toEqual([]);
  });

  test('while another process takes over, the refusal names both and the command for the worst case', async () => {
    const here = place();
    putLock(here);
    putGuard(here, holder().id, holder({id: 'taker', pid: 77, startTime: '1', user: 'ada'}));
    const opened = here.open({host: host({}, {77: '1'})});
    await expect(opened.lock()).rejects.toMatchObject({
      code: 'state/locked',
      message: expect.stringMatching(
        / was locked by grace@build-1, pid 99 .*, which has ended; ada@build-1, pid 77 .* is taking over the lock$/,
      ),
      hint: `wait until that run ends; if that process is dead too, run "monitors state unlock ${holder().id}"`,
    });
    await opened.unlock(holder().id);
    await (await opened.lock()).release();
    expect(readdirSync(here.directory)).toEqual([]);
  });

  test('a lock file that git tracks is never read', async () => {
    const here = place();
    const git = (...args: string[]) => execFileSync('git', ['-C', here.directory, ...args], {stdio: 'pipe'});
    git('init', '-q');
    const lock = putLock(here);
    git('add', '-f', lock);
    await expect(here.open().lock()).rejects.toMatchObject({code: 'state/tracked-by-git'});
    await expect(here.open().unlock(holder().id)).rejects.toMatchObject({code: 'state/tracked-by-git'});
    expect(existsSync(lock)).toBe(true);
  });
});

describe('real processes', () => {
  const RACERS = 3;
  const directory = mkdtempSync(join(tmpdir(), 'monitors-lock-'));
  let racers: ChildProcess[] = [];

  beforeAll(async () => {
    const outfile = join(directory, 'racer.cjs');
    buildSync({
      entryPoints: [join(__dirname, 'state-lock-racer.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    racers = Array.from({length: RACERS}, () => fork(outfile, {execArgv: []}));
    await Promise.all(racers.map(answerOf));
  });

  afterAll(() => {
    for (const racer of racers) racer.kill('SIGKILL');
    rmSync(directory, {recursive: true, force: true});
  });

  function answerOf(racer: ChildProcess): Promise<unknown> {
    return new Promise((resolve, reject) => {
      racer.once('message', resolve);
      racer.once('exit', code => reject(new Error(`a racer ended with ${code}`)));
    });
  }

  function race(stateFile: string, count = RACERS): Promise<unknown[]> {
    return Promise.all(
      racers.slice(0, count).map(racer => {
        racer.removeAllListeners('exit');
        const answer = answerOf(racer);
        racer.send(stateFile);
        return answer;
      }),
    );
  }

  function newStateFile(round: string): string {
    const inner = join(directory, round);
    mkdirSync(inner);
    return join(inner, 'monitors.state.json');
  }

  test('K1: of those who lock at once exactly one gets the lock', async () => {
    for (let round = 0; round < 100; round += 1) {
      const answers = await race(newStateFile(`k1-${round}`));
      expect([round, answers.sort()]).toEqual([round, ['state/locked', 'state/locked', 'won']]);
    }
  });

  test('K2: of those who see the same stale lock exactly one takes it over, 500 times', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const here = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});
    for (let round = 0; round < 500; round += 1) {
      const stateFile = newStateFile(`k2-${round}`);
      const {host: name, bootId, pidNamespace} = here;
      const stale = holder({id: countingWorld().uuid(), pid: dead, startTime: '1', host: name, bootId, pidNamespace});
      writeFileSync(`${stateFile}.lock`, encodeLock(stale));
      const answers = await race(stateFile, 2);
      expect([round, answers.sort()]).toEqual([round, ['state/locked', 'won']]);
      expect(readdirSync(join(directory, `k2-${round}`))).toEqual(['monitors.state.json.lock']);
    }
  });

  test('a process that died without release leaves a lock that the next one takes over', async () => {
    const stateFile = newStateFile('died');
    const [racer] = racers.splice(0, 1);
    const answer = answerOf(racer!);
    racer!.send(stateFile);
    expect(await answer).toBe('won');
    racer!.removeAllListeners('exit');
    const gone = new Promise(resolve => racer!.once('exit', resolve));
    racer!.kill('SIGKILL');
    await gone;
    expect((await race(stateFile)).sort()).toEqual(['state/locked', 'won']);
  });

  test('this process is told from all others', () => {
    const facts = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});
    expect(facts.lookUpProcess(process.pid)).toEqual(
      facts.startTime === null ? {kind: 'unknown'} : {kind: 'running', startTime: facts.startTime},
    );
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    expect(['gone', 'unknown']).toContain(facts.lookUpProcess(dead).kind);
  });
});
