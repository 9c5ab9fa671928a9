import type {MonitorService} from '../../src/core/api/port';
import type {StateStore} from '../../src/core/state/store';
import {APPLY_DEFAULTS, applyProject} from '../../src/features/apply/apply';
import {FullWorld, specOf} from '../world/full-world';
import {homeOn, type ServerHome} from '../world/history-home';
import {usePostgres} from '../world/postgres-server';
import {VirtualWorld} from '../world/virtual-world';

jest.setTimeout(30_000);

const postgres = usePostgres();
const {isHere} = postgres;

async function inWorld(act: (world: FullWorld, home: ServerHome) => Promise<void>): Promise<void> {
  const home = homeOn(postgres.server());
  const world = await FullWorld.start({home});
  try {
    world.write({z: specOf('z')});
    await world.apply();
    await act(world, home);
  } finally {
    await world.close();
    await home.close();
  }
}

/** Another run, on another machine, that takes the first one for dead: all of it, from the lock to the end. */
async function runSuccessor(world: FullWorld, home: ServerHome): Promise<void> {
  const paused = world.clock;
  paused.advance(600_000);
  world.clock = Object.assign(new VirtualWorld({seed: 7, start: paused.now()}), {uuid: paused.uuid});
  world.useStore(home.join(world.clock));
  const {outcome} = await world.apply();
  expect(outcome.stop).toBeUndefined();
}

(isHere ? test : test.skip)(
  'G10: a holder that pauses between the durability of sending and its request, while its successor runs, does not send',
  () =>
    inWorld(async (world, home) => {
      world.write({z: specOf('z'), a: specOf('a')});
      let hasPaused = false;
      const pause = (store: StateStore): StateStore => ({
        read: () => store.read(),
        lock: async () => {
          const locked = await store.lock();
          const openJournal: typeof locked.openJournal = async base => {
            const journal = await locked.openJournal(base);
            let isSending = false;
            return {
              append: records => {
                isSending ||= records.some(({phase}) => phase === 'sending');
                journal.append(records);
              },
              sync: async () => {
                await journal.sync();
                if (hasPaused || !isSending) return;
                hasPaused = true;
                await runSuccessor(world, home);
              },
              close: () => journal.close(),
            };
          };
          return new Proxy(locked, {
            get: (target, name) => {
              if (name === 'openJournal') return openJournal;
              const value = Reflect.get(target, name, target) as unknown;
              return typeof value === 'function' ? value.bind(target) : value;
            },
          });
        },
      });
      const {outcome} = await world.apply({wrapStore: pause});
      expect(outcome.stop).toMatchObject({kind: 'state-not-saved', message: expect.stringContaining('lost the lock')});
      // At the service, where it counts.
      expect(world.names()).toEqual(['a', 'z']);
      expect((await world.recorded()).get('a')?.id).toBe(world.live('a').id);
      expect((await world.plan()).changes).toEqual([]);
    }),
);

(isHere ? test : test.skip)(
  'G11: the stated window: one that pauses after its last look creates a second monitor, which the next run reports by its id',
  () =>
    inWorld(async (world, home) => {
      world.write({z: specOf('z'), a: specOf('a')});
      let hasPaused = false;
      const wrapService = (service: MonitorService): MonitorService => ({
        ...service,
        createMonitor: async (body, signal) => {
          if (!hasPaused) {
            hasPaused = true;
            await runSuccessor(world, home);
          }
          return service.createMonitor(body, signal);
        },
      });
      const {outcome} = await world.apply({wrapService});
      expect(outcome.stop).toMatchObject({kind: 'state-not-saved'});
      expect(world.names()).toEqual(['a', 'a', 'z']);
      const recorded = (await world.recorded()).get('a')?.id;
      const second = world.emulator.monitors().find(({id, name}) => name === 'a' && id !== recorded);
      const {changes} = await world.plan({refresh: false});
      expect(changes).toMatchObject([{action: 'unresolved', key: 'a'}]);
      expect(JSON.stringify(changes)).toContain(second?.id);
      expect(JSON.stringify(changes)).toContain(recorded);
    }),
);

describe('the server was set back', () => {
  const setBack = (home: ServerHome) =>
    postgres.server().query(`UPDATE "${home.place()}" SET server = 'another', holder = NULL`, [], 'app');

  (isHere ? test : test.skip)('G8: without a list nothing is created before a person has looked', () =>
    inWorld(async (world, home) => {
      await setBack(home);
      world.write({z: specOf('z'), a: specOf('a')});
      const project = {...world.project(), settings: {...world.settings, operations: 'create' as const}};
      const options = {...APPLY_DEFAULTS, only: undefined, allowDeletes: false, refresh: false, checkSecrets: false, saved: null};
      const apply = () => applyProject(project, options, {show: () => {}, confirm: async plan => plan, persist: null, onEvent: () => {}});
      await expect(apply()).rejects.toMatchObject({code: 'state/server-changed', exitCode: 3});
      expect(world.names()).toEqual(['z']);
      const locked = await world.store.lock();
      await locked.doubt?.settle();
      await locked.release();
      expect(await apply()).toMatchObject({kind: 'applied', exitCode: 0});
      expect(world.names()).toEqual(['a', 'z']);
    }),
  );

  (isHere ? test : test.skip)('with a list, what was created before is found there, and the doubt is over', () =>
    inWorld(async (world, home) => {
      const before = await world.store.read();
      world.write({z: specOf('z'), a: specOf('a')});
      await world.apply();
      const id = world.live('a').id;
      const locked = (await home.join(world.clock).lock()) as Awaited<ReturnType<ReturnType<ServerHome['join']>['lock']>>;
      if (before.kind === 'present') await locked.replace(before.stored.state as Parameters<typeof locked.replace>[0]);
      await setBack(home);
      const {outcome} = await world.apply();
      expect(outcome.results).toMatchObject([{key: 'a', outcome: 'adopted', id}]);
      expect(world.names()).toEqual(['a', 'z']);
      const after = await world.store.lock();
      expect(after.doubt).toBeNull();
      await after.release();
    }),
  );

  (isHere ? test : test.skip)('with a list that is not offered, nothing is created', () =>
    inWorld(async (world, home) => {
      await setBack(home);
      world.write({z: specOf('z'), a: specOf('a')});
      world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 404}]});
      const {outcome, sent} = await world.apply();
      expect(outcome.stop).toMatchObject({kind: 'unlisted'});
      expect(sent).not.toContain('POST');
    }),
  );
});
