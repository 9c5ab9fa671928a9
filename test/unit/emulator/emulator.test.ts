import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {JsonObject, JsonValue} from '../../../src/core/json/value';
import {DataFileError} from '../../../src/emulator';
import {create, emulate, request, stopEmulators} from './emulation';

afterEach(stopEmulators);

const noon = Date.UTC(2026, 10, 20, 12, 0);
const atNoon = (id = 'aaaaaaaa-0000-4000-8000-000000000001') => ({now: () => noon, random: () => 0.5, uuid: () => id});

describe('a create', () => {
  test('is answered with the stored monitor, defaults filled in', async () => {
    const emulator = await emulate({world: atNoon()});
    const {status, json} = await create(emulator, request({goal: ' prices ', webhook: {url: 'https://hooks.example.com/x'}}));
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      data: {
        id: 'aaaaaaaa-0000-4000-8000-000000000001',
        name: 'watch',
        status: 'active',
        schedule: {cron: '0 6 * * *', timezone: 'UTC'},
        nextRunAt: '2026-11-21T06:00:00.000Z',
        lastRunAt: null,
        currentCheckId: null,
        targets: [{id: 'aaaaaaaa-0000-4000-8000-000000000001', type: 'scrape', urls: ['https://site.example.com/news'], scrapeOptions: {}}],
        webhook: {url: 'https://hooks.example.com/x', headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed']},
        notification: {},
        retentionDays: 30,
        estimatedCreditsPerMonth: 60,
        lastCheckSummary: null,
        goal: 'prices',
        judgeEnabled: true,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
        unchangedPagesFree: true,
      },
    });
  });

  test('does not keep the order of members', async () => {
    const emulator = await emulate();
    const {json} = await create(emulator, request({webhook: {events: ['monitor.page'], headers: {}, url: 'https://hooks.example.com'}}));
    const data = json['data'] as JsonObject;
    expect(Object.keys(data).slice(0, 3)).toEqual(['id', 'goal', 'name']);
    expect(Object.keys(data['webhook'] as JsonObject)).toEqual(['url', 'events', 'headers', 'metadata']);
  });

  test('makes another monitor each time, whatever is equal and whatever header asks for less', async () => {
    const emulator = await emulate();
    const headers = {'content-type': 'application/json', authorization: 'Bearer k', 'idempotency-key': 'once'};
    await create(emulator, request(), {headers});
    await create(emulator, request(), {headers});
    const [first, second] = emulator.monitors();
    expect(emulator.monitors()).toHaveLength(2);
    expect(first?.id).not.toBe(second?.id);
    expect(emulator.requests().map(({status, created}) => [status, created])).toEqual([
      [200, first?.id],
      [200, second?.id],
    ]);
  });

  test('shows times as a database writes them, when asked to', async () => {
    const emulator = await emulate({world: atNoon(), faults: {answers: {timestamps: 'postgres'}}});
    const {json} = await create(emulator);
    expect(json['data']).toMatchObject({nextRunAt: '2026-11-21 06:00:00+00', createdAt: '2026-11-20 12:00:00+00'});
  });

  test.each([
    {text: 'hourly', id: '00000017-0000-4000-8000-000000000001', cron: '23 * * * *'},
    {text: 'every 30 minutes', id: '00000017-0000-4000-8000-000000000001', cron: '23-59/30 * * * *'},
    {text: 'every 15 minutes starting at :07', id: '00000017-0000-4000-8000-000000000001', cron: '7-59/15 * * * *'},
    {text: 'daily at 5:30 PM', id: '00000017-0000-4000-8000-000000000001', cron: '30 17 * * *'},
  ])('spreads "$text" by the id, when asked to and where the text names no minute', async ({text, id, cron}) => {
    const emulator = await emulate({world: atNoon(id), faults: {answers: {spreadSchedules: true}}});
    const {json} = await create(emulator, request({schedule: {text}}));
    expect(json['data']).toMatchObject({schedule: {cron, timezone: 'UTC'}});
  });

  test.each([
    {
      name: 'a time that is skipped in spring has no run that day',
      now: Date.UTC(2027, 2, 27, 12),
      cron: '30 2 * * *',
      next: '2027-03-29T00:30:00.000Z',
    },
    {
      name: 'a time that comes twice in autumn runs a first time',
      now: Date.UTC(2026, 9, 24, 12),
      cron: '30 2 * * *',
      next: '2026-10-25T00:30:00.000Z',
    },
    {name: 'and a second time', now: Date.UTC(2026, 9, 25, 0, 31), cron: '30 2 * * *', next: '2026-10-25T01:30:00.000Z'},
    {name: 'in winter', now: noon, cron: '0 6 * * *', next: '2026-11-21T05:00:00.000Z'},
    {name: 'in summer', now: Date.UTC(2027, 6, 1), cron: '0 6 * * *', next: '2027-07-01T04:00:00.000Z'},
  ])('runs by the wall clock of its zone: $name', async ({now, cron, next}) => {
    const emulator = await emulate({world: {...atNoon(), now: () => now}});
    const {json} = await create(emulator, request({schedule: {cron, timezone: 'Europe/Berlin'}}));
    expect(json['data']).toMatchObject({nextRunAt: next});
  });
});

describe('what is no create', () => {
  test.each<{name: string; init: RequestInit & {path?: string}; body?: JsonValue | string; status: number; error: string}>([
    {name: 'no key', init: {headers: {'content-type': 'application/json'}}, status: 401, error: 'Unauthorized: Invalid token'},
    {name: 'an unknown key', init: {headers: {authorization: 'Bearer other'}}, status: 401, error: 'Unauthorized: Invalid token'},
    {name: 'another scheme', init: {headers: {authorization: 'Basic fc-test-key'}}, status: 401, error: 'Unauthorized: Invalid token'},
    {name: 'a key without the permission', init: {headers: {authorization: 'Bearer fc-poor'}}, status: 403, error: 'Forbidden'},
    {
      name: 'malformed JSON, even without a key',
      init: {headers: {'content-type': 'application/json'}},
      body: '{',
      status: 400,
      error: 'Bad Request: malformed JSON in the request body',
    },
    {name: 'a list, which creating alone does not give', init: {method: 'GET', body: null}, status: 404, error: 'Not Found'},
    {name: 'another method', init: {method: 'PUT'}, status: 405, error: 'Method Not Allowed'},
    {name: 'another path', init: {path: '/v2/monitors'}, status: 404, error: 'Not Found'},
    {
      name: 'one monitor',
      init: {path: '/v2/monitor/0195b7a0-0000-7000-8000-000000000001', method: 'GET', body: null},
      status: 404,
      error: 'Not Found',
    },
    {name: 'a body above 10 MiB', init: {}, body: `"${'x'.repeat(10 * 1024 * 1024)}"`, status: 413, error: 'Payload Too Large'},
    {
      name: 'a body that is no JSON by its type',
      init: {headers: {authorization: 'Bearer fc-test-key', 'content-type': 'text/plain'}},
      status: 400,
      error: 'Invalid request body',
    },
    {name: 'NUL in the goal', init: {}, body: request({goal: 'a\0'}), status: 500, error: 'Internal Server Error'},
  ])('$name is answered with $status', async ({init, body, status, error}) => {
    const emulator = await emulate({apiKeys: ['fc-test-key'], forbiddenKeys: ['fc-poor']});
    const answer = await create(emulator, body ?? request(), init);
    expect({status: answer.status, success: answer.json['success'], error: answer.json['error']}).toEqual({status, success: false, error});
    expect(emulator.monitors()).toEqual([]);
  });

  test('an unknown path may be a web page', async () => {
    const emulator = await emulate({faults: {answers: {unknownPaths: 'html'}}});
    const {status, text} = await create(emulator, request(), {path: '/v2/<b>'});
    expect(status).toBe(404);
    expect(text).toContain('<pre>Cannot POST /v2/%3Cb%3E</pre>');
  });

  test('a 400 lists what is wrong, each field with its path', async () => {
    const emulator = await emulate();
    const {status, json} = await create(emulator, request({name: '', shedule: {}, retentionDays: 400, targets: [{type: 'crawl'}]}));
    expect(status).toBe(400);
    expect(json).toEqual({
      success: false,
      error: 'Invalid request body',
      details: [
        {code: 'unrecognized_keys', path: [], message: 'unknown field "shedule"'},
        {code: 'too_small', path: ['name'], message: 'must be at least 1 characters long'},
        {code: 'invalid_type', path: ['targets', 0, 'url'], message: 'is required'},
        {code: 'too_big', path: ['retentionDays'], message: 'must be at most 365'},
      ],
    });
  });
});

describe('the data file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-'));
  afterAll(() => rmSync(directory, {recursive: true}));

  test('carries the monitors over a restart, for its owner only, and without a key', async () => {
    const dataFile = join(directory, 'monitors.json');
    const first = await emulate({dataFile});
    await create(first, request({name: 'kept'}));
    const stored = first.monitors();
    await first.close();
    expect(statSync(dataFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(dataFile, 'utf8')).not.toContain('fc-test-key');
    const second = await emulate({dataFile});
    expect(second.monitors()).toEqual(stored);
    await create(second, request({name: 'added'}));
    expect(second.monitors().map(({name}) => name)).toEqual(['kept', 'added']);
  });

  test('is refused when it is something else, and left as it is', async () => {
    const dataFile = join(directory, 'notes.json');
    writeFileSync(dataFile, '{"mine": true}');
    await expect(emulate({dataFile})).rejects.toThrow(DataFileError);
    expect(readFileSync(dataFile, 'utf8')).toBe('{"mine": true}');
  });

  test('that can not be written makes a create fail and is reported', async () => {
    const errors: Error[] = [];
    const emulator = await emulate({dataFile: join(directory, 'absent', 'monitors.json'), onError: error => errors.push(error)});
    expect((await create(emulator)).status).toBe(500);
    expect(emulator.monitors()).toEqual([]);
    expect(errors.map(({name}) => name)).toEqual(['DataFileError']);
  });
});

test('no key is left in the records of requests, nor in what the control route shows', async () => {
  const emulator = await emulate({apiKeys: ['fc-known-key-123']});
  const headers = {authorization: 'Bearer fc-presented-456', 'content-type': 'application/json', 'x-note': 'key fc-known-key-123'};
  await create(emulator, request({name: 'about fc-presented-456'}), {headers, path: '/v2/monitor?key=fc-known-key-123'});
  const shown = `${JSON.stringify(emulator.requests())}${(await create(emulator, '', {method: 'GET', path: '/__emulator/requests', body: null, headers: {}})).text}`;
  expect(shown).toContain('(redacted)');
  expect(shown).not.toMatch(/fc-known-key-123|fc-presented-456/);
});

test('whoever asks is told of each request once it has ended', async () => {
  const seen: unknown[] = [];
  const emulator = await emulate({onRequest: ({number, method, path, status}) => seen.push([number, method, path, status])});
  await create(emulator);
  await create(emulator, request(), {path: '/v2/x'});
  await emulator.settled();
  expect(seen).toEqual([
    [1, 'POST', '/v2/monitor', 200],
    [2, 'POST', '/v2/x', 404],
  ]);
});

describe('the control routes', () => {
  const ask = async (url: string, method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/__emulator${path}`, {method, ...init});
    return {status: response.status, body: (await response.json()) as JsonObject};
  };

  test('show monitors and requests, set faults and forget everything, without a key', async () => {
    const emulator = await emulate({apiKeys: ['fc-test-key']});
    expect(await ask(emulator.url, 'POST', '/faults', {body: 'faults:\n  - {when: {request: 1}, do: answer, status: 503}\n'})).toEqual({
      status: 200,
      body: {success: true},
    });
    expect((await create(emulator)).status).toBe(503);
    expect((await create(emulator)).status).toBe(200);
    expect((await ask(emulator.url, 'GET', '/monitors')).body['data']).toEqual(JSON.parse(JSON.stringify(emulator.monitors())));
    expect((await ask(emulator.url, 'GET', '/requests')).body['data']).toMatchObject([{status: 503}, {status: 200}]);
    await ask(emulator.url, 'POST', '/faults', {body: '[{do: answer, status: 500}]'});
    await ask(emulator.url, 'DELETE', '/faults');
    expect((await create(emulator)).status).toBe(200);
    await ask(emulator.url, 'DELETE', '');
    expect([emulator.monitors(), emulator.requests()]).toEqual([[], []]);
  });

  test('refuse a script that is not valid and keep the old one', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'answer', status: 503}]}});
    const {status, body} = await ask(emulator.url, 'POST', '/faults', {body: '[{do: dorp}]'});
    expect(status).toBe(400);
    expect(body['details']).toEqual([expect.stringContaining('faults[0].do: unknown action "dorp"; there are pass, drop,')]);
    expect((await create(emulator)).status).toBe(503);
  });

  test('are not there for web pages', async () => {
    const emulator = await emulate();
    expect((await ask(emulator.url, 'GET', '/monitors', {headers: {origin: 'https://evil.example'}})).status).toBe(403);
  });
});
