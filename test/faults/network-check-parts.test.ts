import {CheckReader} from '../../src/project/service-reader';
import {connectTo} from '../world/http-client';
import {httpAnswer, startRawServer} from '../world/raw-server';
import {realWorld} from '../world/real-world';

const check = {id: '5a0c0b9e-1b2c-4d3e-8f4a-000000000001', status: 'completed', trigger: 'scheduled'};

/** Reads the pages of a check that a service answers in endless parts. */
async function readEndless(pagesAt: (skip: number) => readonly object[]) {
  const server = await startRawServer((socket, request) => {
    const skip = Number(/skip=(\d+)/.exec(request)?.[1] ?? 0);
    const pages = pagesAt(skip);
    const next = `?skip=${skip + Math.max(1, pages.length)}`;
    socket.end(httpAnswer(200, JSON.stringify({success: true, data: {...check, pages, next}})));
  });
  const service = connectTo(`http://127.0.0.1:${server.port}`, 'fc-CANARY0123456789');
  try {
    const {signal} = new AbortController();
    const reader = new CheckReader(service, {world: realWorld, retryBaseMs: 1, watchInterruption: () => signal});
    return {read: await reader.pages('monitor', check.id, 'changed'), requests: server.requests.length};
  } finally {
    await service.close();
    await server.close();
  }
}

test('N47: a check whose parts are empty without end is left after 1,000 requests', async () => {
  const {read, requests} = await readEndless(() => []);
  expect(read).toMatchObject({kind: 'read', value: {pages: [], isWhole: false}});
  expect(requests).toBe(1000);
});

test.each([
  {name: 'texts', diff: {text: `+${'x'.repeat(200_000)}`}},
  {
    name: 'fields',
    diff: {json: Object.fromEntries(Array.from({length: 400}, (_, at) => [`f${at}`, {previous: null, current: 'y'.repeat(450)}]))},
  },
])('N47: no more than 32 MiB of the $name of diffs are kept', async ({diff}) => {
  const {read, requests} = await readEndless(skip =>
    Array.from({length: 50}, (_, at) => ({url: `https://a.example/${skip + at}`, status: 'changed', diff})),
  );
  expect(read).toMatchObject({kind: 'read', value: {isWhole: false}});
  expect(requests).toBeLessThan(6);
});
