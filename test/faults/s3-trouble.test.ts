import {mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {PutObjectCommand} from '@aws-sdk/client-s3';
import {runSideBySide} from '../world/crash-world';
import {type Attack, attackApply, findProblems, inScene, type Scene, stopOf} from '../world/s3-attack';
import {useS3} from '../world/s3-server';

jest.setTimeout(300_000);

const s3 = useS3();
const testHere = s3.isHere ? test : test.skip;

afterEach(() => jest.restoreAllMocks());

testHere('H9: the server is started again in the middle of an apply: it goes on', async () => {
  for (const at of [3, 8, 13, 18]) {
    const restart = ({server, world}: Scene) =>
      world.clock.during(async () => {
        await server.stop();
        await server.launch();
      });
    const attack: Attack = (number, _request, scene) => (number === at ? {kind: 'hold', when: 'after', until: restart(scene)} : null);
    expect(await attackApply(s3.server(), attack)).toMatchObject({problems: [], stoppedBy: ''});
  }
});

testHere('H9: a service that takes 4 s for each request is slow, and nothing else', async () => {
  const attack: Attack = (_number, _request, {world}) => {
    world.clock.advance(4000);
    return null;
  };
  expect(await attackApply(s3.server(), attack)).toMatchObject({problems: [], stoppedBy: ''});
});

testHere('H9: one that takes 6 s is too slow: nothing is sent, and the run ends', async () => {
  const attack: Attack = (_number, _request, {world}) => {
    world.clock.advance(6000);
    return null;
  };
  expect(await attackApply(s3.server(), attack)).toMatchObject({problems: [], stoppedBy: 'state-not-saved'});
});

testHere.each([1, -1])('H9: a clock that is %i h wrong is corrected by what the service says', async hours => {
  const {now} = Date;
  await inScene(s3.server(), async scene => {
    jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    await scene.world.reboot();
    expect(await stopOf(scene.world.apply())).toBe('');
    jest.restoreAllMocks();
    expect(await findProblems(scene)).toEqual([]);
  });
});

testHere('credentials that may only read: a plan is made, and nothing is sent', () =>
  inScene(s3.server(), async scene => {
    const {world, server, access} = scene;
    access.env = server.env(await server.makeUser(access.bucket, ['s3:GetObject']));
    await world.reboot();
    expect((await world.plan()).changes).toHaveLength(2);
    expect(await stopOf(world.apply())).toBe('state/not-writable');
    expect(world.names()).toEqual(['z']);
  }),
);

/** The requests of an apply that are attacked: some of each part of it. */
const SOME = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21];

testHere(
  'H9: the bucket is deleted in the middle of an apply: nothing is created a second time, before or after a new one is made',
  async () => {
    const problems = await runSideBySide(SOME, at =>
      inScene(s3.server(), async ({world, proxy, server, access: {bucket}}) => {
        const before = proxy.requests.length;
        proxy.fault = ({number}) => {
          if (number - before === at) server.removeBucket(bucket);
          return null;
        };
        const stops = [await stopOf(world.apply())];
        await world.reboot();
        const names = world.names().join();
        stops.push(await stopOf(world.apply()));
        mkdirSync(server.directoryOf(bucket));
        await world.reboot();
        stops.push(await stopOf(world.apply()));
        const isStopped = stops[1] === 'state/unreadable' && stops[2] === 'state/not-initialized';
        const isOnce = new Set(world.names()).size === world.names().length && world.names().join() === names;
        return isStopped && isOnce ? [] : [`request ${at}: stopped by ${stops.join()}; live are ${world.names().join()}`];
      }),
    );
    expect(problems.flat()).toEqual([]);
  },
);

testHere('what a reset removes may be removed late: a state that begins again there lacks nothing', () =>
  inScene(s3.server(), async scene => {
    const {world, proxy, home} = scene;
    await world.apply();
    const store = home.join(world.clock);
    proxy.fault = ({method}) => (method === 'POST' || method === 'DELETE' ? {kind: 'late'} : null);
    const locked = await store.lock();
    await locked.removeAll();
    await locked.release();
    proxy.fault = () => null;
    expect(await store.initialize()).toBe('was-there');
    await world.apply();
    await proxy.deliverLate();
    expect(await findProblems(scene)).toEqual([]);
  }),
);

describe('H10: an older version of the head is put back', () => {
  /** Each version of the head that was written, as the files show it. */
  const readHead = ({server, access: {bucket}, home}: Scene) => readFileSync(join(server.directoryOf(bucket), headOf(home.place())));
  const headOf = (place: string) => `${place}/full/default/head.json`;
  const putBack = async ({server, access: {bucket}, home}: Scene, Body: Buffer) => {
    await server.keeper.send(new PutObjectCommand({Bucket: bucket, Key: headOf(home.place()), Body}));
  };

  testHere.each(['from before the run', 'that the run replaced last'] as const)(
    '%s, at any time: nothing is created twice',
    async which => {
      const ends = await runSideBySide(SOME, at =>
        inScene(s3.server(), async scene => {
          const {world, proxy} = scene;
          const before = proxy.requests.length;
          const versions = [readHead(scene)];
          proxy.fault = ({number}) => {
            const now = readHead(scene);
            if (!versions.at(-1)?.equals(now)) versions.push(now);
            if (number - before !== at) return null;
            const old = which === 'from before the run' ? versions[0] : versions.at(-2);
            return {kind: 'hold', when: 'before', until: putBack(scene, old ?? now)};
          };
          const stops = [await stopOf(world.apply())];
          proxy.fault = () => null;
          await world.reboot();
          stops.push(await stopOf(world.apply()));
          const names = world.names();
          const isOnce = new Set(names).size === names.length;
          const problems = stops[1] === '' ? await findProblems(scene) : isOnce ? [] : [`live are ${names.join()}`];
          return {stops: `request ${at}: ${stops.join(', then ')}`, problems};
        }),
      );
      expect(ends.flatMap(({problems, stops}) => problems.map(problem => `${stops}: ${problem}`))).toEqual([]);
    },
  );
});
