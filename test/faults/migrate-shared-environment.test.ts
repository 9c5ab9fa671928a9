import {readHostFacts} from '../../src/core/state/file/host';
import {gateMigration} from '../../src/core/state/remote/gate';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {migrateState} from '../../src/features/state/migrate-state';
import {sharedEnd} from '../../src/features/state/migration-ends';
import {openPostgresStore} from '../../src/stores/postgres/store';
import {openS3Store} from '../../src/stores/s3/store';
import {recorded, stateWith} from '../unit/core/state/world';
import {DyingProcess, mortal} from '../world/dying-process';
import {GONE_PID} from '../world/gone-pid';
import {MemoryBucket} from '../world/memory-bucket';
import {postgresOptions, usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';
import {s3Options} from '../world/s3-place';

/** A state on a server gets another environment: at any time, one of the two can be used, or neither and the way out is named. */
const postgres = usePostgres();
const host = readHostFacts({pid: GONE_PID, platform: process.platform, env: {}, command: 'state migrate'});
const records = {a: recorded(), b: recorded({id: '8c4a1f0e-0000-4000-8000-000000000002'})};

type Open = (environment: string) => SharedStateStore;
const ENGINES = {
  postgres: async (): Promise<Open> => {
    const options = postgresOptions(postgres.server(), {host, world: realWorld});
    return environment => openPostgresStore({...options, environment});
  },
  s3: async (): Promise<Open> => {
    const options = s3Options({open: new MemoryBucket().open, host, world: realWorld});
    return environment => openS3Store({...options, environment});
  },
};

let opened: SharedStateStore[] = [];
const closeAll = async () => {
  for (const store of opened) await store.close();
  opened = [];
};
afterEach(closeAll);

/** Reads the two environments as those who use them do. */
async function look(stores: Readonly<Record<string, SharedStateStore>>): Promise<readonly (number | string)[]> {
  const found: (number | string)[] = [];
  for (const [environment, store] of Object.entries(stores)) {
    const gated = gateMigration({backend: store.backend, place: 'there', open: async () => store}, {project: 'acme-web', environment});
    const seen = await gated.read().then(
      read => (read.kind === 'first-use' ? 'nothing' : read.stored.state.monitors.size),
      (error: {code: string}) => error.code,
    );
    found.push(seen);
  }
  return found;
}

describe.each(['postgres', 's3'] as const)('in %s', kind => {
  const here = kind === 's3' || postgres.isHere ? test : test.skip;
  let stores: Readonly<Record<'default' | 'production', SharedStateStore>>;

  async function start(): Promise<void> {
    const open = await ENGINES[kind]();
    stores = {default: open('default'), production: open('production')};
    opened.push(stores.default, stores.production);
    await stores.default.initialize();
    const locked = await stores.default.lock();
    await locked.write(stateWith(records), null);
    await locked.release();
  }

  function move(from: 'default' | 'production', to: 'default' | 'production', lives = Number.POSITIVE_INFINITY) {
    const process = new DyingProcess(lives);
    const end = (own: 'default' | 'production', other: string, use: 'source' | 'target') =>
      sharedEnd(mortal(stores[own], process), `environment "${own}"`, use, {own, other});
    return migrateState(end(from, to, 'source'), end(to, from, 'target'), from, to);
  }

  here.each(['again', 'back'] as const)('C45: dies at any step, and is called %s', async way => {
    const seen = new Set<string>();
    for (let lives = 0, isOver = false; !isOver; lives += 1) {
      await start();
      isOver = await move('default', 'production', lives).then(
        () => true,
        () => false,
      );
      const found = await look(stores);
      seen.add(found.join(' '));
      expect(found.filter(count => count === 2).length).toBeLessThan(2);
      if (!found.includes(2)) expect(found).toEqual(['state/moved', 'state/arriving']);
      // Nothing was copied yet: there is nothing to take back, and the state can be used where it was.
      const back = way === 'again' ? null : await move('production', 'default').catch((error: {code: string}) => error.code);
      if (back === null || back === 'state/nothing-stored' || back === 'state/not-initialized') {
        if (back !== null) expect(found[0]).toBe(2);
        expect(await move('default', 'production')).toMatchObject({monitors: 2});
        expect(await look(stores)).toEqual(['state/moved', 2]);
      } else {
        expect(back).toMatchObject({monitors: 2});
        expect(await look(stores)).toEqual([2, 'state/moved']);
      }
      await closeAll();
    }
    expect([...seen]).toEqual(expect.arrayContaining(['2 state/arriving', 'state/moved state/arriving', 'state/moved 2']));
  });

  here('the ids stay, and the former environment is noted, from which target ids were derived', async () => {
    await start();
    expect(await move('default', 'production')).toMatchObject({outcome: 'moved'});
    expect(await move('default', 'production')).toMatchObject({outcome: 'unchanged'});
    const read = await stores.production.read();
    if (read.kind === 'first-use') throw new Error('there is no state');
    expect(read.stored.state).toMatchObject({environment: 'production', formerEnvironments: ['default']});
    expect([...read.stored.state.monitors]).toEqual(Object.entries(records));
  });

  here('where there is nothing to move, nothing is made; a state that is there is kept', async () => {
    await start();
    await expect(move('production', 'default')).rejects.toMatchObject({
      code: expect.stringMatching(/^state\/(?:nothing-stored|not-initialized)$/),
    });
    expect(await look(stores)).toEqual([2, 'state/not-initialized']);
    await stores.production.initialize();
    const locked = await stores.production.lock();
    await locked.write(stateWith({}, {environment: 'production'}), null);
    await locked.release();
    await expect(move('default', 'production')).rejects.toMatchObject({code: 'state/environment-taken'});
    expect(await look(stores)).toEqual([2, 0]);
  });
});
