import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Checkout, openCheckout} from '../../src/core/git/run-git';
import {wholeOf} from '../../src/core/state/state';
import {planProject} from '../../src/features/plan/plan';
import {type FullApply, FullWorld, specOf} from '../world/full-world';
import {git} from '../world/hook-checkout';

let world: FullWorld;
let clones: string;
beforeEach(async () => {
  world = await FullWorld.start();
  clones = mkdtempSync(join(tmpdir(), 'monitors-clones-'));
  run('init', '--quiet', '--initial-branch=main');
});
afterEach(async () => {
  await world.close();
  rmSync(clones, {recursive: true, force: true});
});

const run = (...args: string[]) =>
  git(world.directory, '-c', 'user.name=user', '-c', 'user.email=user@example.com', '-c', 'protocol.file.allow=always', ...args).trim();

/** Git removes and brings files, too. */
function writeSpecs(...names: string[]): void {
  const directory = join(world.directory, 'monitors');
  rmSync(directory, {recursive: true, force: true});
  mkdirSync(directory);
  for (const name of names) writeFileSync(join(directory, `${name}.yaml`), specOf(name, 'sync: {alerts: none}\n'));
}

/** Commits specs of these names and no others; returns the commit. */
function commit(...names: string[]): string {
  writeSpecs(...names);
  run('add', '--all', 'monitors');
  run('commit', '--quiet', '--allow-empty', '-m', names.join(' '));
  return run('rev-parse', 'HEAD');
}

/** Applies what is checked out, on a state that several checkouts share. */
const apply = (how: FullApply = {}) => world.apply({checkout: openCheckout(world.directory, process.env), ...how});

const refused = (message: RegExp) => expect.objectContaining({code: 'state/old-checkout', message: expect.stringMatching(message)});

async function noted(): Promise<string | undefined> {
  const read = await world.store.read();
  return read.kind === 'present' ? wholeOf(read.stored.state).commit : undefined;
}

async function expectRefused(how: FullApply, message: RegExp): Promise<void> {
  const before = await world.store.read();
  const sent = world.emulator.requests().length;
  await expect(apply(how)).rejects.toEqual(refused(message));
  expect(world.emulator.requests()).toHaveLength(sent);
  expect(await world.store.read()).toEqual(before);
}

describe('K30: an old checkout on a live state', () => {
  test("a re-run of yesterday's pipeline deletes nothing that was added since", async () => {
    const yesterday = commit('a');
    await apply();
    expect(await noted()).toBe(yesterday);
    const today = commit('a', 'b');
    await apply();
    expect(await noted()).toBe(today);

    run('checkout', '--quiet', yesterday);
    await expectRefused({}, new RegExp(`commit ${yesterday.slice(0, 12)} does not contain ${today.slice(0, 12)}`));
    expect(world.names()).toEqual(['a', 'b']);
    const scope = {only: undefined, allowDeletes: false, refresh: false, checkSecrets: false, lookupMs: 0};
    const planned = await planProject(world.project({checkout: openCheckout(world.directory, process.env)}), scope);
    expect(planned).toMatchObject({plan: {findings: [{code: 'state/old-checkout', severity: 'warning'}]}});
  });

  test('a feature branch is refused until it contains what was applied last', async () => {
    commit('a');
    run('checkout', '--quiet', '-b', 'feature');
    commit('a', 'c');
    run('checkout', '--quiet', 'main');
    const today = commit('a', 'b');
    await apply();

    run('checkout', '--quiet', 'feature');
    await expectRefused({}, /does not contain/);
    run('merge', '--quiet', '--no-edit', today);
    await apply();
    expect(world.names()).toEqual(['a', 'b', 'c']);
    expect(await noted()).toBe(run('rev-parse', 'HEAD'));
    run('checkout', '--quiet', 'main');
    await expectRefused({}, /does not contain/);
  });

  test('a checkout with nothing to do is noted, so that an older one that differs is refused', async () => {
    commit('a');
    await apply();
    const between = commit('a', 'b');
    const today = commit('a');
    const {plan} = await apply();
    expect(plan.changes).toEqual([]);
    expect(await noted()).toBe(today);

    run('checkout', '--quiet', between);
    await expectRefused({}, /does not contain/);
    expect(world.names()).toEqual(['a']);
  });

  test('the commit is durable before the first request: a run that dies is not undone by an older checkout', async () => {
    const yesterday = commit('a');
    await apply();
    const today = commit('a', 'b');
    let before: string | undefined;
    await apply({
      wrapService: service => ({
        ...service,
        createMonitor: async (...args) => {
          before = await noted();
          return service.createMonitor(...args);
        },
      }),
    });
    expect(before).toBe(today);
    run('checkout', '--quiet', yesterday);
    await expectRefused({}, /does not contain/);
  });

  test('the override applies it, and its commit counts from then on', async () => {
    const yesterday = commit('a');
    await apply();
    commit('a', 'b');
    await apply();
    run('checkout', '--quiet', yesterday);
    await apply({allowOldCheckout: true});
    expect(world.names()).toEqual(['a']);
    expect(await noted()).toBe(yesterday);
  });
});

describe('K31: a checkout whose history is not there', () => {
  /** A clone with so many commits, as a pipeline makes it. */
  function clone(depth: number): Checkout & {readonly directory: string} {
    const directory = join(clones, String(depth));
    run('clone', '--quiet', `--depth=${depth}`, `file://${world.directory}`, directory);
    return {...openCheckout(directory, process.env), directory};
  }

  test('one of depth 1 is applied again, and refused by a later commit, until the history is fetched', async () => {
    commit('a');
    await apply();
    const again = await apply({checkout: clone(1)});
    expect(again.plan.changes).toEqual([]);
    const today = commit('a', 'b');
    rmSync(join(clones, '1'), {recursive: true});
    const checkout = clone(1);
    await expectRefused({checkout}, /is shallow/);
    run('-C', checkout.directory, 'fetch', '--quiet', '--unshallow');
    await apply({checkout});
    expect(world.names()).toEqual(['a', 'b']);
    expect(await noted()).toBe(today);
  });

  test('one of depth 1 begins no state: its history can not show where the state was before', async () => {
    commit('a');
    const checkout = clone(1);
    await expectRefused({checkout}, /is shallow, or git can't tell: .* whether the state was in another place/);
    run('-C', checkout.directory, 'fetch', '--quiet', '--unshallow');
    await apply({checkout});
    rmSync(join(clones, '1'), {recursive: true});
    expect(world.names()).toEqual(['a']);
  });

  test('specs without git are refused unless that is asked for, also for the first time', async () => {
    const nowhere = openCheckout(mkdtempSync(join(clones, 'none-')), process.env);
    writeSpecs('a');
    await expect(apply({checkout: nowhere})).rejects.toEqual(refused(/not in a git commit/));
    await apply({checkout: nowhere, allowOldCheckout: true});
    expect(world.names()).toEqual(['a']);
    expect(await noted()).toBeUndefined();
    const first = commit('a');
    await apply();
    writeSpecs('a', 'b');
    await expectRefused({checkout: nowhere}, new RegExp(`older than commit ${first.slice(0, 12)}`));
    await apply({checkout: nowhere, allowOldCheckout: true});
    expect(await noted()).toBe(first);
  });

  test('a repository without a commit counts as none', async () => {
    writeSpecs('a');
    await expect(apply()).rejects.toEqual(refused(/not in a git commit/));
  });
});

test('for a state in a file nothing is noted, and the override has nothing to lift', async () => {
  commit('a');
  await world.apply();
  expect(await noted()).toBeUndefined();
  await world.apply({allowOldCheckout: true});
  expect(await noted()).toBeUndefined();
});
