import {type Pass, type Standing, Traffic} from '../../../src/apply/traffic';
import {VirtualWorld} from '../../world/virtual-world';

/** Traffic that has grown to its cap, and then was told to wait for a second. */
async function afterPause(
  cap: number,
  waiting: readonly Standing[],
): Promise<{entered: string[]; traffic: Traffic; passes: Map<string, Pass>; world: VirtualWorld}> {
  const world = new VirtualWorld();
  const traffic = new Traffic(cap, world);
  for (let i = 0; i < 2 * cap; i++) await sendOne(traffic);
  const pass = (await traffic.enter('new')) as Pass;
  await traffic.start(pass);
  traffic.close(pass, 1000);
  traffic.leave();
  const entered: string[] = [];
  const passes = new Map<string, Pass>();
  waiting.forEach((standing, index) => {
    const name = `${standing} ${index}`;
    void traffic.enter(standing).then(async given => {
      if (given === undefined || !(await traffic.start(given))) return;
      entered.push(name);
      passes.set(name, given);
    });
  });
  return {entered, traffic, passes, world};
}

async function sendOne(traffic: Traffic): Promise<void> {
  const pass = (await traffic.enter('new')) as Pass;
  await traffic.start(pass);
  traffic.letThrough(pass, 'carried-out');
  traffic.leave();
}

async function quiet(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
}

test('N7: after a pause one goes first, and the others follow when it was let through', async () => {
  const {entered, traffic, passes} = await afterPause(8, ['throttled', 'new', 'new', 'new', 'new', 'new']);
  await quiet();
  expect(entered).toEqual(['throttled 0']);
  traffic.letThrough(passes.get('throttled 0') as Pass, 'carried-out');
  traffic.leave();
  await quiet();
  // The pause halved the limit to four.
  expect(entered).toEqual(['throttled 0', 'new 1', 'new 2', 'new 3', 'new 4']);
});

test('nobody enters before the pause is over', async () => {
  const {entered, world} = await afterPause(8, ['new']);
  expect(entered).toEqual([]);
  await quiet();
  expect(world.monotonic()).toBeGreaterThanOrEqual(1000);
  expect(entered).toEqual(['new 0']);
});

test('a create with one attempt left does not go first while another one can, and is next when that one was let through', async () => {
  const {entered, traffic, passes} = await afterPause(1, ['last-chance', 'new', 'new']);
  await quiet();
  expect(entered).toEqual(['new 1']);
  traffic.letThrough(passes.get('new 1') as Pass, 'carried-out');
  traffic.leave();
  await quiet();
  expect(entered).toEqual(['new 1', 'last-chance 0']);
});

test('with nobody else there it takes its chance', async () => {
  const {entered} = await afterPause(1, ['last-chance']);
  await quiet();
  expect(entered).toEqual(['last-chance 0']);
});

test('a first request that got lost lets the next one try', async () => {
  const {entered, traffic, passes} = await afterPause(8, ['new', 'new', 'new']);
  await quiet();
  traffic.sawTrouble(passes.get('new 0') as Pass, 'lost');
  traffic.leave();
  await quiet();
  expect(entered).toEqual(['new 0', 'new 1']);
});

test('no more requests than the limit are under way, however many are prepared', async () => {
  const world = new VirtualWorld();
  const traffic = new Traffic(8, world);
  for (let i = 0; i < 16; i++) await sendOne(traffic);
  const passes: Pass[] = [];
  let started = 0;
  for (let i = 0; i < 20; i++) {
    void traffic.enter('new').then(async pass => {
      if (pass === undefined) return;
      passes.push(pass);
      if (await traffic.start(pass)) started++;
    });
  }
  await quiet();
  expect(passes).toHaveLength(9);
  expect(started).toBe(8);
  traffic.stop();
  await quiet();
  expect(started).toBe(8);
});
