import {randomUUID} from 'node:crypto';
import {gunzipSync} from 'node:zlib';
import type {JsonObject} from '../../../src/core/json/value';
import {type FaultScript, FaultScriptError, parseFaultScript} from '../../../src/emulator';
import {create, emulate, rawCreate, request, sendRaw, stopEmulators} from './emulation';

afterEach(stopEmulators);

describe('which requests a fault meets', () => {
  const down = {do: 'answer', status: 503} as const;
  const monitors = [
    request({name: 'a'}),
    request({name: 'b', targets: [{type: 'crawl', url: 'https://b.example.com'}]}),
    request({name: 'c', targets: [{type: 'scrape', urls: ['https://c.example.com/1', 'https://c.example.com/2']}]}),
    request({name: 'a'}),
  ];
  test.each<{name: string; script: FaultScript; statuses: number[]}>([
    {name: 'all', script: {faults: [down]}, statuses: [503, 503, 503, 503]},
    {name: 'by number', script: {faults: [{when: {request: 2}, ...down}]}, statuses: [200, 503, 200, 200]},
    {name: 'by several numbers', script: {faults: [{when: {request: [1, 4]}, ...down}]}, statuses: [503, 200, 200, 503]},
    {name: "by the monitor's name", script: {faults: [{when: {name: 'a'}, ...down}]}, statuses: [503, 200, 200, 503]},
    {name: 'by a url of a crawl', script: {faults: [{when: {url: 'https://b.example.com'}, ...down}]}, statuses: [200, 503, 200, 200]},
    {name: 'by one of several urls', script: {faults: [{when: {url: 'https://c.example.com/2'}, ...down}]}, statuses: [200, 200, 503, 200]},
    {
      name: 'by method and path',
      script: {faults: [{when: {method: 'POST', path: ['/x', '/v2/monitor']}, ...down}]},
      statuses: [503, 503, 503, 503],
    },
    {name: 'by another method: none', script: {faults: [{when: {method: 'GET'}, ...down}]}, statuses: [200, 200, 200, 200]},
    {name: 'only if all conditions hold', script: {faults: [{when: {name: 'a', request: 4}, ...down}]}, statuses: [200, 200, 200, 503]},
    {name: 'so many times', script: {faults: [{times: 2, ...down}]}, statuses: [503, 503, 200, 200]},
    {name: 'after skipping some', script: {faults: [{when: {name: 'a'}, skip: 1, ...down}]}, statuses: [200, 200, 200, 503]},
    {
      name: 'the first that matches decides',
      script: {faults: [{times: 1, do: 'answer', status: 500}, down]},
      statuses: [500, 503, 503, 503],
    },
    {
      name: 'an entry that only delays leaves the rest to others',
      script: {faults: [{delayMs: 1}, {do: 'pass'}, down]},
      statuses: [503, 503, 503, 503],
    },
  ])('$name', async ({script, statuses}) => {
    const emulator = await emulate({faults: script});
    const seen: number[] = [];
    for (const body of monitors) seen.push((await create(emulator, body)).status);
    expect(seen).toEqual(statuses);
    expect(emulator.monitors()).toHaveLength(statuses.filter(status => status === 200).length);
  });
});

describe('whether the work is done', () => {
  test.each([
    {work: undefined, made: 0},
    {work: 'none' as const, made: 0},
    {work: 'done' as const, made: 1},
    {work: {afterMs: 1}, made: 1},
  ])('a dropped connection with work $work leaves $made monitors', async ({work, made}) => {
    const emulator = await emulate({faults: {faults: [{do: 'drop', ...(work === undefined ? {} : {work})}]}});
    await expect(create(emulator)).rejects.toThrow('fetch failed');
    await emulator.settled();
    expect(emulator.monitors()).toHaveLength(made);
    expect(emulator.requests()).toMatchObject([{status: 'dropped', created: made === 1 ? emulator.monitors()[0]?.id : null}]);
  });

  test('late work of a hanging request is done after the client gave up, and not before', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'hang', work: {afterMs: 1}}]}});
    const giveUp = new AbortController();
    const pending = create(emulator, request(), {signal: giveUp.signal});
    while (emulator.requests()[0]?.body === undefined || emulator.requests()[0]?.body === '')
      await new Promise(resolve => setImmediate(resolve));
    expect(emulator.monitors()).toEqual([]);
    giveUp.abort();
    await expect(pending).rejects.toThrow('aborted');
    await emulator.settled();
    expect(emulator.monitors()).toHaveLength(1);
    expect(emulator.requests()).toMatchObject([{status: 'dropped'}]);
  });

  test('late work never happens once the emulator is closed', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'drop', work: {afterMs: 3_600_000}}]}});
    await expect(create(emulator)).rejects.toThrow();
    await emulator.close();
    expect(emulator.monitors()).toEqual([]);
  });

  test('a refused create stays refused when its answer is spoiled', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'answer', status: 502, work: 'done'}]}});
    expect((await create(emulator, request({name: 5}))).status).toBe(502);
    expect(emulator.monitors()).toEqual([]);
    expect(emulator.requests()).toMatchObject([{created: null}]);
  });
});

describe('answers', () => {
  test('the error body with the text of the catalogue, and Retry-After word for word', async () => {
    const emulator = await emulate({
      faults: {faults: [{do: 'answer', status: 429, retryAfter: 'Fri, 20 Nov 2026 12:00:00 GMT', code: 'X', details: [1]}]},
    });
    const {status, headers, json} = await create(emulator);
    expect([status, headers.get('retry-after'), json]).toEqual([
      429,
      'Fri, 20 Nov 2026 12:00:00 GMT',
      {success: false, error: 'Rate limit exceeded', details: [1], code: 'X'},
    ]);
  });

  test.each([
    {name: 'an empty body', body: '', text: '', type: 'application/json; charset=utf-8'},
    {name: 'a list', body: [], text: '[]', type: 'application/json; charset=utf-8'},
    {name: 'a success that is none', body: {success: false}, text: '{"success":false}', type: 'application/json; charset=utf-8'},
    {name: 'a web page', body: '<p>login</p>', text: '<p>login</p>', type: 'text/html; charset=utf-8'},
  ])('a 200 with $name', async ({body, text, type}) => {
    const emulator = await emulate({faults: {faults: [{do: 'answer', status: 200, body}]}});
    const answer = await create(emulator);
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([200, text, type]);
  });

  test('the headers of the request, key and all, in the error text', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'answer', status: 401, echoHeaders: true}]}});
    expect((await create(emulator)).json['error']).toContain('Bearer fc-test-key');
    expect(JSON.stringify(emulator.requests())).not.toContain('fc-test-key');
  });

  test('a redirect', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'redirect', location: 'http://169.254.169.254/'}]}});
    const {status, headers} = await create(emulator);
    expect([status, headers.get('location')]).toEqual([307, 'http://169.254.169.254/']);
  });

  test.each<{name: string; fault: {id?: null | string | number; targetIds?: 'changed' | 'dropped'}; id: unknown; targetId: unknown}>([
    {name: 'no id', fault: {id: null}, id: undefined, targetId: '0195b7a0-0000-7000-8000-000000000001'},
    {name: 'an odd id', fault: {id: '../../x'}, id: '../../x', targetId: '0195b7a0-0000-7000-8000-000000000001'},
    {name: 'a number for an id', fault: {id: 7}, id: 7, targetId: '0195b7a0-0000-7000-8000-000000000001'},
    {name: 'dropped target ids', fault: {targetIds: 'dropped'}, id: expect.any(String), targetId: undefined},
    {name: 'changed target ids', fault: {targetIds: 'changed'}, id: expect.any(String), targetId: expect.not.stringContaining('0195b7a0')},
  ])('$name', async ({fault, id, targetId}) => {
    const emulator = await emulate({faults: {faults: [{do: 'alter', ...fault}]}});
    const targets = [{type: 'scrape', urls: ['https://site.example.com'], id: '0195b7a0-0000-7000-8000-000000000001'}];
    const data = (await create(emulator, request({targets}))).json['data'] as JsonObject;
    expect([data['id'], (data['targets'] as JsonObject[])[0]?.['id']]).toEqual([id, targetId]);
    expect(emulator.monitors()[0]?.targets[0]?.['id']).toBe('0195b7a0-0000-7000-8000-000000000001');
  });

  test.each([
    {framing: 'content-length' as const, head: /content-length: \d+/i, end: false},
    {framing: 'chunked' as const, head: /transfer-encoding: chunked/i, end: false},
    {framing: 'close' as const, head: /^(?!.*(content-length|transfer-encoding))/is, end: true},
  ])('half an answer, framed by $framing', async ({framing, head}) => {
    const emulator = await emulate({faults: {faults: [{do: 'truncate', framing}]}});
    const [headers = '', body = ''] = (await sendRaw(emulator, rawCreate())).split('\r\n\r\n');
    expect(headers).toMatch(head);
    expect(body).toContain('{"success":true');
    expect(body).not.toContain('emailRecipientSubscriptions');
    // The last chunk of a chunked body would be the sign that it is complete.
    expect(body).not.toMatch(/\r\n0\r\n/);
    if (framing === 'content-length') expect(body.length).toBeLessThan(Number(/content-length: (\d+)/i.exec(headers)?.[1]));
    expect(emulator.monitors()).toHaveLength(1);
  });

  test('a gzip bomb is a valid answer, once it is unpacked', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'gzip-bomb', megabytes: 3}]}});
    const response = await fetch(`${emulator.url}/v2/monitor`, {
      method: 'POST',
      headers: {authorization: 'Bearer k', 'content-type': 'application/json'},
      body: JSON.stringify(request()),
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const text = await response.text();
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
    expect(JSON.parse(text)).toMatchObject({success: true});
  });

  test('a gzip bomb of 200 MB takes less than 1 MB on the wire', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'gzip-bomb'}]}});
    const raw = await sendRaw(emulator, rawCreate().replace('HTTP/1.1', 'HTTP/1.0'));
    const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(body.length).toBeLessThan(1024 * 1024);
    expect(gunzipSync(body).length).toBeGreaterThan(200 * 1024 * 1024);
  });

  test('an endless answer ends when the client leaves', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'endless'}]}});
    const response = await fetch(`${emulator.url}/v2/monitor`, {method: 'POST', body: ''});
    const reader = response.body?.getReader();
    let size = 0;
    while (size < 3_000_000) size += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    await emulator.settled();
    expect(emulator.requests()).toMatchObject([{status: 200, created: null}]);
  });

  test('a slow answer arrives whole in the end', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'slow', bytesPerSecond: 20_000}]}});
    expect((await create(emulator)).json).toMatchObject({success: true});
  });

  test('headers of 40 KB', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'large-headers'}]}});
    expect((await sendRaw(emulator, rawCreate())).indexOf('\r\n\r\n')).toBeGreaterThan(40 * 1024);
  });
});

describe('a rate limit', () => {
  test.each([
    {tell: 'header' as const, header: '30', text: 'Rate limit exceeded'},
    {tell: 'text' as const, header: null, text: 'Rate limit exceeded, please retry after 30s'},
    {tell: 'both' as const, header: '30', text: 'Rate limit exceeded, please retry after 30s'},
    {tell: 'nothing' as const, header: null, text: 'Rate limit exceeded'},
  ])('of 2 a minute lets one more through every 30 s, and tells so by $tell', async ({tell, header, text}) => {
    let now = 1_000_000;
    const world = {now: () => now, random: () => 0.5, uuid: randomUUID};
    const emulator = await emulate({world, faults: {faults: [{do: 'rate-limit', limit: 2, windowMs: 60_000, tell}]}});
    expect([(await create(emulator)).status, (await create(emulator)).status]).toEqual([200, 200]);
    const third = await create(emulator);
    expect([third.status, third.headers.get('retry-after'), third.json['error']]).toEqual([429, header, text]);
    now += 30_000;
    expect([(await create(emulator)).status, (await create(emulator)).status]).toEqual([200, 429]);
    expect(emulator.monitors()).toHaveLength(3);
  });

  test('leaves what it lets through to the faults below it', async () => {
    const emulator = await emulate({
      faults: {
        faults: [
          {do: 'rate-limit', limit: 1, windowMs: 3_600_000},
          {do: 'answer', status: 503},
        ],
      },
    });
    expect([(await create(emulator)).status, (await create(emulator)).status]).toEqual([503, 429]);
  });
});

describe('a script', () => {
  test.each([
    {name: 'is empty', text: '', problems: []},
    {name: 'is a list', text: '[{do: hang}]', problems: []},
    {name: 'is JSON', text: '{"faults": [{"do": "answer", "status": 200, "body": null}]}', problems: []},
    {name: 'is no YAML', text: 'faults: [', problems: [expect.stringMatching(/^not valid YAML: .+ at line 1, column \d+/)]},
    {name: 'is a text', text: 'drop', problems: ['a fault script is an object with "faults", or a list of faults']},
    {
      name: 'has an unknown action',
      text: '[{do: dorp}]',
      problems: [expect.stringMatching(/^faults\[0\]\.do: unknown action "dorp"; there are pass, drop, hang/)],
    },
    {
      name: 'names a prototype member as action',
      text: '[{do: constructor}]',
      problems: [expect.stringContaining('unknown action "constructor"')],
    },
    {
      name: 'has an unknown member',
      text: '[{do: drop, wrok: done}]',
      problems: ['faults[0].wrok: unknown member; there are when, skip, times, delayMs, do, work, reset'],
    },
    {name: 'lacks a member', text: '[{do: answer}]', problems: ['faults[0].status is missing: it must be a whole number, 200 to 599']},
    {
      name: 'has a member of another action',
      text: '[{do: hang, status: 200}]',
      problems: [expect.stringContaining('faults[0].status: unknown member')],
    },
    {
      name: 'has wrong values',
      text: '[{when: {request: 0, nome: x}, times: 1.5, do: drop, work: later}]',
      problems: [
        'faults[0].times must be a whole number, 1 or more',
        'faults[0].work must be none, done or {afterMs: milliseconds}',
        'faults[0].when.request must be a whole number, 1 or more, or a list of such',
        'faults[0].when.nome: unknown member; there are request, method, path, operation, name, url',
      ],
    },
    {
      name: 'has a header that HTTP can not carry',
      text: '[{do: answer, status: 200, headers: {"x-a": "b\\r\\nc: d"}}]',
      problems: ['faults[0].headers must be an object of header names and texts'],
    },
    {name: 'mistakes how answers look', text: 'answers: {timestamps: unix}', problems: ['answers.timestamps must be one of iso, postgres']},
  ])('that $name is judged', ({text, problems}) => {
    const parsed = parseFaultScript(text);
    expect(parsed.problems).toEqual(problems);
    expect(parsed.script === undefined).toBe(problems.length > 0);
  });

  test('set from code is checked in the same way, and the old one stays', async () => {
    const emulator = await emulate({faults: {faults: [{do: 'answer', status: 503}]}});
    expect(() => emulator.setFaults({faults: [{do: 'answer', status: 99}]})).toThrow(FaultScriptError);
    expect((await create(emulator)).status).toBe(503);
  });

  test('begins to count anew when it is set again', async () => {
    const script: FaultScript = {faults: [{when: {request: 1}, do: 'answer', status: 503}]};
    const emulator = await emulate({faults: script});
    expect([(await create(emulator)).status, (await create(emulator)).status]).toEqual([503, 200]);
    emulator.setFaults(script);
    expect((await create(emulator)).status).toBe(503);
  });
});
