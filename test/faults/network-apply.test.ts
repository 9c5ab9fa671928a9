import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {readServiceAddress} from '../../src/core/api/endpoint';
import {createHttpService} from '../../src/core/api/http-service';
import type {MonitorService} from '../../src/core/api/port';
import {applyPlan} from '../../src/core/apply/apply';
import type {ApplyInput, ApplyOutcome} from '../../src/core/apply/ports';
import {Secret} from '../../src/core/secrets/secret';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import type {Emulator} from '../../src/emulator/ports';
import {createOf, desire, planOf, tell} from '../world/apply-world';
import {VirtualWorld} from '../world/virtual-world';

const key = 'fc-CANARY0123456789';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Run {
  readonly outcome: ApplyOutcome;
  readonly emulator: Emulator;
  readonly world: VirtualWorld;
  /** Names of the monitors that the service holds, in the order in which they were made. */
  readonly held: readonly string[];
  /** Ids in the state file, by key. */
  readonly recorded: Readonly<Record<string, string>>;
  /** The journal file; empty when there is none. */
  readonly journal: string;
  readonly sends: (name: string) => number;
}

/** Applies creates to the emulator: real HTTP, real files, and a clock that does not wait. */
async function applyTo(
  names: readonly string[],
  faults: FaultScript,
  options: {readonly input?: Partial<ApplyInput>; readonly attemptTimeoutMs?: number; readonly connections?: number} = {},
): Promise<Run> {
  const world = new VirtualWorld();
  const emulator = await startEmulator({world, faults, apiKeys: [key]});
  closers.push(() => emulator.close());
  const service = connect(emulator, world, options.attemptTimeoutMs);
  const directory = mkdtempSync(join(tmpdir(), 'monitors-apply-'));
  closers.push(() => rmSync(directory, {recursive: true, force: true}));
  const stateFile = join(directory, 'monitors.state.json');
  const host = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});
  const store = await openFileStore({stateFile, project: 'test', environment: 'default', tool: '1.0.0', world, host, env: {}}).lock();
  closers.push(() => store.release());
  const outcome = await applyPlan(
    {
      plan: planOf(names.map(name => createOf(desire(name)))),
      stored: null,
      unfinished: [],
      onError: 'continue',
      onAmbiguous: 'verify',
      concurrency: 8,
      lookupMs: 90_000,
      retryBaseMs: 1000,
      runId: 'run-1',
      tool: '1.0.0',
      ...options.input,
    },
    {
      store,
      service: world.watch(service),
      world,
      resolveReferences: body => body,
      interruption: new AbortController().signal,
      onEvent: () => undefined,
    },
  );
  await emulator.settled();
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as {monitors: Record<string, {id: string}>};
  return {
    outcome,
    emulator,
    world,
    held: emulator.monitors().map(monitor => monitor.name),
    recorded: Object.fromEntries(Object.entries(state.monitors).map(([name, {id}]) => [name, id])),
    journal: readIfThere(`${stateFile}.journal`),
    sends: name => emulator.requests().filter(request => request.body.includes(`"name":"${name}"`)).length,
  };
}

function connect(emulator: Emulator, world: VirtualWorld, attemptTimeoutMs?: number): MonitorService {
  const reading = readServiceAddress(emulator.url);
  if (reading.kind === 'refused') throw new Error(reading.message);
  const service = createHttpService({
    address: reading.address,
    key: new Secret(key),
    env: {},
    world,
    userAgent: 'monitors/test',
    ...(attemptTimeoutMs === undefined ? {} : {attemptTimeoutMs}),
  });
  closers.push(() => service.close());
  return service;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const names = (count: number) => Array.from({length: count}, (_, index) => `m${String(index).padStart(3, '0')}`);

test('creates go over the wire and into the state file; the journal is gone', async () => {
  const {outcome, held, recorded, journal, emulator} = await applyTo(names(20), {});
  expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
  expect([...held].sort()).toEqual(names(20));
  expect(recorded).toEqual(Object.fromEntries(emulator.monitors().map(monitor => [monitor.name, monitor.id])));
  expect(journal).toBe('');
});

test.each([
  {name: 'a reset', reset: true},
  {name: 'a close', reset: false},
])('N1: carried out, then $name before the answer: one monitor, one request, unknown by name', async ({reset}) => {
  const {outcome, held, sends, journal, recorded} = await applyTo(['a', 'b', 'c'], {
    faults: [{when: {name: 'b'}, do: 'drop', work: 'done', reset}],
  });
  expect(tell(outcome)).toBe('a created, b unknown, c created');
  expect(held).toEqual(['a', 'b', 'c']);
  expect(sends('b')).toBe(1);
  expect(Object.keys(recorded)).toEqual(['a', 'c']);
  expect(journal).toContain('"b"');
});

describe('N3: carried out, then an error that is documented as retryable', () => {
  test.each([500, 502, 504])('%i: by default sent again, and said that it may exist twice', async status => {
    const {outcome, sends, recorded, emulator} = await applyTo(['a'], {faults: [{times: 1, do: 'answer', status, work: 'done'}]});
    expect(outcome.results[0]).toMatchObject({outcome: 'created', attempts: 2, mayExistTwice: true});
    expect(outcome.findings).toMatchObject([{code: 'apply/maybe-duplicate'}]);
    expect(sends('a')).toBe(2);
    // The ids that the warning names are those of both monitors.
    const ids = emulator.monitors().map(monitor => monitor.targets.map(target => target['id']));
    expect(ids).toEqual([outcome.results[0]?.targetIds, outcome.results[0]?.targetIds]);
    expect(emulator.monitors().map(monitor => monitor.id)).toContain(recorded['a']);
  });

  test.each([500, 502, 504])('%i with `stop`: one request, unknown', async status => {
    const {outcome, sends, held, journal} = await applyTo(
      ['a'],
      {faults: [{times: 1, do: 'answer', status, work: 'done'}]},
      {input: {onAmbiguous: 'stop'}},
    );
    expect(tell(outcome)).toBe('a unknown');
    expect(sends('a')).toBe(1);
    expect(held).toEqual(['a']);
    expect(journal).toContain('"unknown"');
  });
});

test('N5: 503 four times, then 200: five attempts with the same bytes, success, may exist twice', async () => {
  const {outcome, emulator, world} = await applyTo(['a'], {faults: [{times: 4, do: 'answer', status: 503}]});
  expect(outcome.results[0]).toMatchObject({outcome: 'created', attempts: 5, mayExistTwice: true});
  expect(new Set(emulator.requests().map(request => request.body)).size).toBe(1);
  expect(world.slept).toHaveLength(4);
});

test('a persistent 503 is sent five times, once with `stop`', async () => {
  const script: FaultScript = {faults: [{do: 'answer', status: 503}]};
  expect((await applyTo(['a'], script)).sends('a')).toBe(5);
  expect((await applyTo(['a'], script, {input: {onAmbiguous: 'stop'}})).sends('a')).toBe(1);
});

test('N6: a socket closed after the body was sent: no second request, unknown, the others go on', async () => {
  const {outcome, sends, held} = await applyTo(['a', 'b', 'c'], {faults: [{when: {name: 'a'}, do: 'drop'}]});
  expect(tell(outcome)).toBe('a unknown, b created, c created');
  expect(sends('a')).toBe(1);
  expect(held).toEqual(['b', 'c']);
});

test('N7: 429 with Retry-After 7: nobody sends before, the pause costs nobody else an attempt', async () => {
  const {outcome, emulator, world} = await applyTo(names(30), {
    faults: [{skip: 10, times: 1, do: 'answer', status: 429, retryAfter: 7}],
  });
  expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
  expect(outcome.results.filter(result => result.attempts === 2)).toHaveLength(1);
  expect(outcome.results.filter(result => result.attempts === 1)).toHaveLength(29);
  const limited = emulator.requests().find(request => request.status === 429);
  const later = emulator.requests().filter(request => request.time > (limited?.time ?? 0));
  expect(Math.min(...later.map(request => request.time)) - (limited?.time ?? 0)).toBeGreaterThanOrEqual(7000);
  expect(world.monotonic()).toBeLessThan(8000);
});

test('a limit of two a minute: all are made, in the time that it takes', async () => {
  const {outcome, held, world} = await applyTo(names(12), {faults: [{do: 'rate-limit', limit: 2, windowMs: 60_000, tell: 'header'}]});
  expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
  expect(held).toHaveLength(12);
  expect(world.monotonic()).toBeLessThan(7 * 60_000);
});

test('N8: a wait that is told in words only is waited for', async () => {
  const {outcome, emulator} = await applyTo(['a'], {
    faults: [{times: 1, do: 'answer', status: 429, error: 'Rate limit exceeded, retry after 42s'}],
  });
  expect(tell(outcome)).toBe('a created');
  const [first, second] = emulator.requests();
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(42_000);
});

test('N10: Retry-After of an hour ends the run, and what was made is in the state', async () => {
  const {outcome, recorded, journal} = await applyTo(names(5), {faults: [{skip: 1, do: 'answer', status: 429, retryAfter: 3600}]});
  expect(outcome.stop).toMatchObject({kind: 'rate-limited', waitMs: 3_600_000});
  expect(Object.keys(recorded)).toEqual(['m000']);
  expect(journal).toBe('');
});

test('N11: a key that is not known: one request for 200 creates, and the key is in nothing that is kept or told', async () => {
  const {outcome, emulator, journal} = await applyTo(names(200), {faults: [{do: 'answer', status: 401, echoHeaders: true}]});
  expect(emulator.requests()).toHaveLength(1);
  expect(outcome.stop).toMatchObject({kind: 'refused-by-service', failure: {status: 401}});
  expect(outcome.results.filter(result => result.outcome === 'not-attempted')).toHaveLength(199);
  expect(`${JSON.stringify(outcome)}${journal}`).not.toMatch(/CANARY/);
  expect(journal).toBe('');
});

test.each(['content-length', 'chunked', 'close'] as const)('N19: carried out, answer cut off (%s): unknown, one request', async framing => {
  const {outcome, held, sends} = await applyTo(['a', 'b'], {faults: [{when: {name: 'a'}, do: 'truncate', framing}]});
  expect(tell(outcome)).toBe('a unknown, b created');
  expect(held).toEqual(['a', 'b']);
  expect(sends('a')).toBe(1);
});

test('N20: a compressed bomb, headers without measure, a body without end: unknown, one request each', async () => {
  for (const action of [{do: 'gzip-bomb', megabytes: 50}, {do: 'large-headers', bytes: 40_000}, {do: 'endless'}] as const) {
    const {outcome, sends} = await applyTo(['a'], {faults: [action]}, {attemptTimeoutMs: 3000});
    expect(tell(outcome)).toBe('a unknown');
    expect(sends('a')).toBe(1);
  }
});

test('N21: a service that hangs: unknown after the time of one attempt, and the others go on', async () => {
  const {outcome, sends} = await applyTo(['a', 'b'], {faults: [{when: {name: 'a'}, do: 'hang', work: 'done'}]}, {attemptTimeoutMs: 300});
  expect(tell(outcome)).toBe('a unknown, b created');
  expect(sends('a')).toBe(1);
});

test.each([
  {name: 'changed', targetIds: 'changed'},
  {name: 'dropped', targetIds: 'dropped'},
] as const)('N30: target ids that come back $name are recorded, warned about, and nothing is sent twice any more', async ({targetIds}) => {
  const {outcome, recorded, sends} = await applyTo(['a', 'b'], {
    faults: [
      {when: {name: 'a'}, do: 'alter', targetIds},
      {when: {name: 'b'}, do: 'answer', status: 503},
    ],
  });
  expect(tell(outcome)).toBe('a created, b unknown');
  expect(outcome.findings).toMatchObject([{code: 'apply/ids-not-kept', hint: expect.stringContaining('check that MONITORS_BASE_URL')}]);
  expect(outcome.onAmbiguous).toBe('stop');
  expect(Object.keys(recorded)).toEqual(['a']);
  expect(sends('b')).toBe(1);
});

test('N12: credits used up in mid-run: what was made is recorded, the rest is not attempted', async () => {
  const {outcome, held, recorded} = await applyTo(names(60), {faults: [{skip: 20, do: 'answer', status: 402}]});
  expect(outcome.stop).toMatchObject({kind: 'refused-by-service', failure: {status: 402}});
  expect(held).toHaveLength(20);
  expect(Object.keys(recorded).sort()).toEqual([...held].sort());
});

test('N15: a redirect ends the run after one request', async () => {
  const elsewhere = await startEmulator({world: new VirtualWorld()});
  closers.push(() => elsewhere.close());
  const {outcome, emulator} = await applyTo(names(5), {
    faults: [{do: 'redirect', location: `${elsewhere.url}/v2/monitor?x=1`, status: 307}],
  });
  expect(emulator.requests()).toHaveLength(1);
  expect(elsewhere.requests()).toHaveLength(0);
  expect(outcome.stop).toMatchObject({kind: 'not-the-service', failure: {redirectHost: new URL(elsewhere.url).host}});
});
