import {listAllMonitors, type MonitorList} from '../../../../src/core/api/list-monitors';
import type {Failure, LiveMonitor, MonitorService, ReadOutcome} from '../../../../src/core/api/port';
import {retryPolicy} from '../../../../src/core/api/retry';

const policy = retryPolicy(1000);

type Page = {readonly limit: number; readonly offset: number};
type Answer = ReadOutcome<readonly LiveMonitor[]>;

function monitor(id: string, status = 'active'): LiveMonitor {
  return {
    id,
    name: id,
    status,
    createdAt: '2026-11-20 23:30:00+00',
    targetIds: [],
    nextRunAt: null,
    estimatedCreditsPerMonth: null,
    data: {},
  };
}

/** Monitors with the ids `from`, `from - 1`, ... 1: newest first. */
function monitors(from: number): LiveMonitor[] {
  return Array.from({length: from}, (_, index) => monitor(`m${from - index}`));
}

/** A service that has a list and nothing else; `answer` may change the list, or answer in its place. */
class ListService implements Pick<MonitorService, 'listMonitors'> {
  readonly requests: Page[] = [];
  list: LiveMonitor[];
  readonly #answer: (service: ListService, page: Page, request: number) => Answer | undefined;

  constructor(list: LiveMonitor[], answer: (service: ListService, page: Page, request: number) => Answer | undefined = () => undefined) {
    this.list = list;
    this.#answer = answer;
  }

  async listMonitors(page: Page): Promise<Answer> {
    this.requests.push(page);
    const answer = this.#answer(this, page, this.requests.length);
    return answer ?? read(this.list.slice(page.offset, page.offset + page.limit), this.requests.length);
  }
}

function read(value: readonly LiveMonitor[], serverTime: number | null = null): Answer {
  return {kind: 'read', value, serverTime};
}

function failed(failure: Partial<Failure>): Answer {
  return {kind: 'failed', failure: {kind: 'http', message: 'no', ...failure}};
}

async function listAll(
  service: ListService,
  signal: AbortSignal = new AbortController().signal,
  more: {readonly expected?: number; readonly wanted?: ReadonlySet<string>} = {},
): Promise<{outcome: ReadOutcome<MonitorList<string>>; ids: readonly string[]; slept: readonly number[]}> {
  const slept: number[] = [];
  const world = {random: () => 0.5, sleep: async (ms: number) => void slept.push(ms)};
  const outcome = await listAllMonitors(service as unknown as MonitorService, {
    world,
    policy,
    signal,
    onMonitor: ({id}) => id,
    ...more,
  });
  return {outcome, ids: outcome.kind === 'read' ? outcome.value.monitors : [], slept};
}

function ids(list: readonly LiveMonitor[]): string[] {
  return list.map(({id}) => id);
}

test.each([
  {count: 0, requests: 1},
  {count: 1, requests: 2},
  {count: 9, requests: 2},
  {count: 99, requests: 2},
  {count: 100, requests: 3},
  {count: 101, requests: 5},
  {count: 190, requests: 5},
  {count: 1234, requests: 17},
  {count: 10_000, requests: 114},
])('N25: $count monitors are each seen once, newest first, in $requests requests', async ({count, requests}) => {
  const service = new ListService(monitors(count));
  const {ids: seen} = await listAll(service);
  expect(seen).toEqual(ids(service.list));
  expect(service.requests).toHaveLength(requests);
});

test('pages of 100 overlap by 10, and the first one is read again at the end', async () => {
  const service = new ListService(monitors(280));
  await listAll(service);
  expect(service.requests.map(({limit, offset}) => [limit, offset])).toEqual([
    [100, 0],
    [100, 90],
    [100, 180],
    [100, 270],
    [100, 360],
    [100, 0],
  ]);
});

describe('a list of which only some monitors are wanted', () => {
  const wantedOf = (...names: string[]) => ({wanted: new Set(names)});

  test.each([
    {count: 1, requests: 1},
    {count: 100, requests: 1},
    {count: 101, requests: 2},
    {count: 300, requests: 4},
    {count: 10_000, requests: 111},
  ])('of $count that are all wanted and expected, reading takes $requests requests', async ({count, requests}) => {
    const service = new ListService(monitors(count));
    const {ids: seen} = await listAll(service, undefined, {expected: count, wanted: new Set(ids(service.list))});
    expect(seen).toEqual(ids(service.list));
    expect(service.requests).toHaveLength(requests);
  });

  test('reading ends with the page that has the last of them, and the one that was under way', async () => {
    const service = new ListService(monitors(1000));
    const {ids: seen} = await listAll(service, undefined, wantedOf('m850', 'm1000'));
    expect(service.requests.map(({offset}) => offset)).toEqual([0, 90, 180]);
    expect(seen).toEqual(expect.arrayContaining(['m850', 'm1000']));
  });

  test('one that is listed as deleted is found, and is none', async () => {
    const service = new ListService([monitor('gone', 'deleted'), ...monitors(200)]);
    const {ids: seen} = await listAll(service, undefined, wantedOf('gone', 'm200'));
    expect(seen).not.toContain('gone');
    expect(service.requests).toHaveLength(1);
  });

  test('one that is missing is looked for in the whole list, which is read again if it changed meanwhile', async () => {
    const service = new ListService(monitors(150), (one, _page, request) => {
      if (request === 2) one.list.unshift(monitor('late'));
      return undefined;
    });
    const {ids: seen} = await listAll(service, undefined, wantedOf('m150', 'late'));
    expect(seen).toContain('late');
  });
});

test('while a full page is worked on, the two after it are under way; after a short one, the next', async () => {
  const service = new ListService(monitors(250));
  const told: (readonly [known: number, requests: number])[] = [];
  await listAllMonitors(service as unknown as MonitorService, {
    world: {random: () => 0.5, sleep: async () => undefined},
    policy,
    signal: new AbortController().signal,
    onMonitor: () => undefined,
    onPage: known => told.push([known, service.requests.length]),
  });
  expect(told).toEqual([
    [100, 3],
    [190, 4],
    [250, 4],
  ]);
});

describe('a list of which is known how many monitors it probably has', () => {
  test.each([
    {count: 100, requests: 2},
    {count: 300, requests: 6},
    {count: 280, requests: 5},
    {count: 10_000, requests: 113},
  ])('of $count, no page after the last one is asked for: $requests requests', async ({count, requests}) => {
    const service = new ListService(monitors(count));
    const {ids: seen} = await listAll(service, undefined, {expected: count});
    expect(seen).toEqual(ids(service.list));
    expect(service.requests).toHaveLength(requests);
  });

  test.each([1, 250, 399, 401, 650, 5000])('%d are expected and 400 are there: each is seen once', async expected => {
    const service = new ListService(monitors(400));
    const {ids: seen} = await listAll(service, undefined, {expected});
    expect(seen).toEqual(ids(service.list));
    expect(service.requests.length).toBeLessThanOrEqual(10);
  });

  test('the first page is asked for alone, then four at once, and never more', async () => {
    let underWay = 0;
    const most: number[] = [];
    const service = new ListService(monitors(900));
    const slow: Pick<MonitorService, 'listMonitors'> = {
      listMonitors: async page => {
        most.push(++underWay);
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        underWay--;
        return service.listMonitors(page);
      },
    };
    const options = {world: {random: () => 0.5, sleep: async () => undefined}, policy, signal: new AbortController().signal};
    const outcome = await listAllMonitors(slow as MonitorService, {...options, onMonitor: ({id}) => id, expected: 900});
    expect(outcome).toMatchObject({kind: 'read', value: {monitors: ids(service.list)}});
    expect(most.slice(0, 5)).toEqual([1, 1, 2, 3, 4]);
    expect(Math.max(...most)).toBe(4);
  });

  test('pages that are too large are read again in smaller parts, those ahead too', async () => {
    const service = new ListService(monitors(300), (_service, {limit}) => (limit > 25 ? failed({code: 'TOO_LARGE'}) : undefined));
    const {ids: seen} = await listAll(service, undefined, {expected: 300});
    expect(seen).toEqual(ids(service.list));
  });

  test('monitors that are created and deleted meanwhile move others: each is seen once all the same', async () => {
    const service = new ListService(monitors(400), ({list}, _page, request) => {
      if (request === 3) list.unshift(monitor('new-1'), monitor('new-2'));
      if (request === 5) list.splice(200, 3);
      return undefined;
    });
    const {ids: seen} = await listAll(service, undefined, {expected: 400});
    expect([...seen].sort()).toEqual(expect.arrayContaining(ids(service.list).sort()));
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('N25: a list that changes while it is read', () => {
  test('monitors that are created push others onto the next page: seen once all the same, and the new ones too', async () => {
    const service = new ListService(monitors(250), ({list}, _page, request) => {
      if (request === 2) list.unshift(monitor('new-1'), monitor('new-2'));
      return undefined;
    });
    const {ids: seen} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
  });

  test('up to nine that are deleted pull others up, and the overlap has them', async () => {
    const service = new ListService(monitors(250), ({list}, _page, request) => {
      if (request === 2) list.splice(50, 9);
      return undefined;
    });
    const {ids: seen} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
  });

  test('a page that shares no monitor with those before it may hide some: the list is read again, though its head is the same', async () => {
    const service = new ListService(monitors(400), ({list}, _page, request) => {
      if (request === 3) list.splice(120, 60);
      return undefined;
    });
    const {ids: seen} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
  });

  test('a list without end of changes is read four times, and given as it was last', async () => {
    let made = 0;
    const service = new ListService(monitors(150), ({list}, {offset}) => {
      if (offset > 0) list.unshift(monitor(`new-${++made}`));
      return undefined;
    });
    const {outcome, ids: seen} = await listAll(service);
    expect(outcome.kind).toBe('read');
    expect(service.requests.filter(({offset}) => offset === 0)).toHaveLength(7);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids(monitors(150))));
  });

  test('a list whose pages never continue each other is no list: reading fails, nothing is left out in silence', async () => {
    const service = new ListService(monitors(400), ({list}, {offset, limit}) => read(list.slice(offset * 2, offset * 2 + limit)));
    const {outcome} = await listAll(service);
    expect(outcome).toMatchObject({kind: 'failed', failure: {kind: 'body', code: 'BAD_PAGES'}});
    expect(service.requests.length).toBeLessThan(40);
  });

  test('a service that knows no offset answers the first page for ever: reading fails', async () => {
    const service = new ListService(monitors(400), ({list}, {limit}) => read(list.slice(0, limit)));
    const {outcome} = await listAll(service);
    expect(outcome).toMatchObject({kind: 'failed', failure: {code: 'BAD_PAGES'}});
    expect(service.requests).toHaveLength(5);
  });

  test('a list that never ends is no list: reading fails, while what was read fits into memory', async () => {
    const service = new ListService([], (_, {limit, offset}) =>
      read(Array.from({length: limit}, (_item, index) => monitor(`m${offset + index}`))),
    );
    const {outcome} = await listAll(service);
    expect(outcome).toMatchObject({kind: 'failed', failure: {code: 'BAD_PAGES', message: expect.stringContaining('or more')}});
    expect(service.requests.length).toBeLessThanOrEqual(2001);
  });

  test('ninety new ones at once are no end of the list', async () => {
    const service = new ListService(monitors(250), ({list}, _page, request) => {
      if (request === 2) list.unshift(...Array.from({length: 90}, (_, index) => monitor(`new-${index}`)));
      return undefined;
    });
    const {ids: seen} = await listAll(service);
    expect(new Set(seen)).toEqual(new Set(ids(service.list)));
  });
});

describe('services that give less than they are asked for', () => {
  test.each([1, 2, 5, 25])('pages of %i monitors', async most => {
    const service = new ListService(monitors(73), ({list}, {offset}) => read(list.slice(offset, offset + most)));
    const {ids: seen} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
  });

  test('a page larger than may be read is asked for in smaller ones', async () => {
    const service = new ListService(monitors(260), (_service, {limit}) =>
      limit > 30 ? failed({kind: 'body', code: 'TOO_LARGE'}) : undefined,
    );
    const {ids: seen, slept} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
    expect(slept).toEqual([]);
  });

  test('a single monitor that is too large ends it', async () => {
    const service = new ListService(monitors(3), () => failed({kind: 'body', code: 'TOO_LARGE'}));
    expect((await listAll(service)).outcome).toMatchObject({kind: 'failed', failure: {code: 'TOO_LARGE'}});
    expect(service.requests.map(({limit}) => limit)).toEqual([100, 50, 25, 13, 7, 4, 2, 1]);
  });
});

test('a monitor that is listed as deleted is none, and takes its place on the page', async () => {
  const service = new ListService([monitor('m2'), monitor('m1', 'deleted'), monitor('m0')]);
  expect((await listAll(service)).ids).toEqual(['m2', 'm0']);
});

test('the time of the list is that of its first page', async () => {
  const {outcome} = await listAll(new ListService(monitors(250)));
  expect(outcome).toMatchObject({kind: 'read', serverTime: 1});
});

describe('N27: pages that fail', () => {
  test('a 429 and a 500 are asked again, each after its own wait', async () => {
    const failures = new Map([
      [2, failed({status: 429, retryAfterMs: 7000})],
      [3, failed({status: 500})],
    ]);
    const service = new ListService(monitors(150), (_service, _page, request) => failures.get(request));
    const {ids: seen, slept} = await listAll(service);
    expect(seen).toEqual(ids(service.list));
    expect(slept).toEqual([7350, 1000]);
  });

  test('five failures of one page end it', async () => {
    const service = new ListService(monitors(150), (_service, {offset}) => (offset === 90 ? failed({status: 503}) : undefined));
    const {outcome} = await listAll(service);
    expect(outcome).toMatchObject({kind: 'failed', failure: {status: 503}});
    expect(service.requests.filter(({offset}) => offset === 90)).toHaveLength(5);
  });

  test('what is final is asked once', async () => {
    const service = new ListService([], () => failed({status: 401}));
    expect((await listAll(service)).outcome).toMatchObject({kind: 'failed', failure: {status: 401}});
    expect(service.requests).toHaveLength(1);
  });

  test('the first page can not be compared: what was read counts', async () => {
    const service = new ListService(monitors(150), ({requests}, {offset}) =>
      offset === 0 && requests.length > 1 ? failed({status: 401}) : undefined,
    );
    expect((await listAll(service)).ids).toEqual(ids(service.list));
  });

  test('a page that was asked for ahead ends before the reading does, also when that fails', async () => {
    let underWay = 0;
    const service = new ListService(monitors(400));
    const slow: Pick<MonitorService, 'listMonitors'> = {
      listMonitors: async page => {
        underWay++;
        if (page.offset === 270) for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        underWay--;
        return page.offset === 180 ? failed({status: 401}) : service.listMonitors(page);
      },
    };
    const options = {world: {random: () => 0.5, sleep: async () => undefined}, policy, signal: new AbortController().signal};
    const outcome = await listAllMonitors(slow as MonitorService, {...options, onMonitor: ({id}) => id});
    expect(outcome).toMatchObject({kind: 'failed', failure: {status: 401}});
    expect(underWay).toBe(0);
  });

  test('a run that ends asks nothing more', async () => {
    const interruption = new AbortController();
    const service = new ListService(monitors(150), () => {
      interruption.abort();
      return failed({status: 503});
    });
    const {outcome, slept} = await listAll(service, interruption.signal);
    expect(outcome.kind).toBe('failed');
    expect(service.requests).toHaveLength(1);
    expect(slept).toEqual([]);
  });
});

test.each([
  {name: 'pages of 20,000 new monitors each', size: 20_000, step: 20_000, most: 12},
  {name: 'full pages with one new monitor each', size: 100, step: 1, most: 2001},
  {name: 'pages that bring nothing new', size: 100, step: 0, most: 5},
])('N27: a list that never ends is given up: $name', async ({size, step, most}) => {
  const service = new ListService([], (_service, _page, request) =>
    read(Array.from({length: size}, (_, index) => monitor(`m${request * step + index}`))),
  );
  const {outcome} = await listAll(service);
  expect(outcome).toMatchObject({kind: 'failed', failure: {code: 'BAD_PAGES'}});
  expect(service.requests.length).toBeLessThanOrEqual(most);
});
