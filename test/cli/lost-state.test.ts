import {rmSync} from 'node:fs';
import type {CliRun} from '../world/cli';
import {
  apply,
  applyElsewhere,
  closeAll,
  count,
  HOOK,
  liveIds,
  lose,
  makeByHand,
  recordedIds,
  run,
  start,
  URL_1,
  URL_2,
  world,
  write,
} from '../world/lost-state';

/**
 * Full operations, and the state is lost: no second monitor is made without a word. What target ids prove is adopted; what
 * looks the same waits for an answer; what somebody else has is left alone.
 */
afterEach(closeAll);

interface Situation {
  readonly name: string;
  readonly make: () => Promise<void>;
  /** Outcome of apply: the live monitor is adopted, the create is held back, or a monitor is created. */
  readonly ends: 'adopted' | 'held' | 'created';
  /** Live monitors before apply. */
  readonly live: number;
  /** Words that come with a created monitor; a regular expression over all that is printed. */
  readonly says?: RegExp;
}

const SITUATIONS: readonly Situation[] = [
  {
    name: 'as it was',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'replaced once',
    make: async () => {
      await start();
      await apply(URL_1 + HOOK);
      await apply(URL_1);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'replaced twice',
    make: async () => {
      await start();
      for (const spec of [URL_1 + HOOK, URL_1, URL_1 + HOOK, URL_1]) await apply(spec);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'and the URL in the spec is another one by now',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(URL_2);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'and the URL in the spec is another one by now, after a rename of the key',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(`${URL_2}sync: {key: b, renamedFrom: a}\n`);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with its name edited',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_1.replace('name: a', 'name: renamed'));
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'with its URL edited',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'replaced once, then with its URL edited',
    make: async () => {
      await start();
      for (const spec of [URL_1 + HOOK, URL_1, URL_2]) await apply(spec);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with one of two URLs edited',
    make: async () => {
      const second = '  - {type: scrape, urls: [https://second.example/]}\n';
      await start(URL_1 + second);
      await apply(URL_1 + second);
      await apply(URL_2 + second);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with its URL edited, and its name edited in the dashboard',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      world.emulator.dashboard.edit(liveIds()[0] ?? '', {name: 'other'});
      lose();
    },
    ends: 'created',
    live: 1,
    says: /watches the same/,
  },
  {
    name: 'with its URL edited twice, the second time not applied',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      lose();
      write(URL_1.replace('https://a.example/', 'https://third.example/'));
    },
    ends: 'created',
    live: 1,
    says: /the same name/,
  },
  {
    name: 'with everything edited',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(URL_2.replace('name: a', 'name: renamed'));
    },
    ends: 'created',
    live: 1,
  },
  {
    name: 'made by hand twice',
    make: async () => {
      await start();
      makeByHand();
      makeByHand();
    },
    ends: 'held',
    live: 2,
  },
  {
    name: "another project's, which nothing here knows",
    make: async () => {
      await start();
      await applyElsewhere(URL_1);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: "a colleague's of the same URL under another name",
    make: async () => {
      await start();
      await applyElsewhere(URL_1.replace('name: a', 'name: theirs'));
    },
    ends: 'created',
    live: 1,
    says: /watches the same/,
  },
  {
    name: "another environment's, whose state lies here",
    make: async () => {
      await start();
      expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
    },
    ends: 'created',
    live: 1,
  },
  {
    name: 'recorded under another key',
    make: async () => {
      await start();
      world.workspace.write({'monitors/b.yaml': URL_1});
      expect(await run('apply', '--auto-approve', '--only', 'b')).toMatchObject({exitCode: 0});
    },
    ends: 'created',
    live: 1,
  },
  {
    name: "another spec's, which has not been recorded yet",
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      rmSync(world.workspace.path('monitors/a.yaml'));
      world.workspace.write({'monitors/a.yaml': `${URL_1}sync: {key: other}\n`, 'monitors/b.yaml': `${URL_1}sync: {key: a}\n`});
    },
    ends: 'created',
    live: 1,
  },
];

const MODES: readonly (readonly [string, () => Promise<CliRun>])[] = [
  ['somebody says yes', () => world.runHere(['apply'], {answer: 'yes'})],
  ['--auto-approve', () => run('apply', '--auto-approve')],
  ['--auto-approve --refresh', () => run('apply', '--auto-approve', '--refresh')],
  [
    'CI applies a saved plan',
    async () => {
      expect(await run('plan', '--out', 'plan.json')).toMatchObject({exitCode: 0});
      return world.runHere(['apply', 'plan.json'], {env: {CI: 'true'}});
    },
  ],
];

describe.each(MODES)('C40: %s', (_mode, applyNow) => {
  test.each(SITUATIONS)('a monitor $name is $ends', async ({make, ends, live, says}) => {
    await make();
    expect(count()).toBe(live);
    const before = liveIds();
    const ended = await applyNow();
    const output = (ended.stdout + ended.stderr).replace(/\s+/g, ' ');
    switch (ends) {
      case 'adopted':
        expect(ended.exitCode).toBe(0);
        expect(liveIds()).toEqual(before);
        expect(Object.values(recordedIds())).toEqual(before);
        break;
      case 'held':
        expect({code: ended.exitCode, count: count()}).toEqual({code: 1, count: live});
        expect(output).toMatch(/import [ab]/);
        break;
      case 'created':
        expect({code: ended.exitCode, count: count()}).toEqual({
          code: 0,
          count: Object.keys(recordedIds()).length + before.length - adoptedOf(before),
        });
        expect(count()).toBeGreaterThan(live);
        if (says !== undefined) expect(output).toMatch(says);
        break;
    }
  });
});

function adoptedOf(before: readonly string[]): number {
  return Object.values(recordedIds()).filter(id => before.includes(id)).length;
}
