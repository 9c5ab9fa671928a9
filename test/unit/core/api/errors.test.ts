import type {Answer} from '../../../../src/core/api/answer';
import {classifyCreate} from '../../../../src/core/api/classify-answer';
import {classifyError, type SendPhase} from '../../../../src/core/api/classify-error';
import {createRedactor} from '../../../../src/core/secrets/redaction';

const key = 'fc-CANARY0123456789';
const context = {host: 'api.example.dev', redact: createRedactor([key, 'hook-secret-value']), now: Date.UTC(2026, 10, 21)};

function answer(status: number, body: string, headers: Answer['headers'] = {'content-type': 'application/json'}): Answer {
  return {status, headers, body: {kind: 'text', text: body}};
}

function failed(code: string, syscall?: string): Error {
  return Object.assign(new Error(`Bearer ${key}`), {code, ...(syscall === undefined ? {} : {syscall})});
}

const created =
  '{"success":true,"data":{"id":"5a0c0b9e-1b2c-4d3e-8f4a-123456789abc","targets":[{"id":"ABC"}],"createdAt":"2026-11-20 23:30:00+00"}}';

describe('an answer', () => {
  test.each([
    {name: 'a complete success with an id is applied', answer: answer(200, created), kind: 'applied'},
    {name: '201 is a success too', answer: answer(201, created), kind: 'applied'},
    ...[400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429].map(status => ({
      name: `${status} proves that nothing was made`,
      answer: answer(status, '{"success":false,"error":"no"}'),
      kind: 'not-applied',
    })),
    ...[301, 302, 303, 304, 307, 308].map(status => ({
      name: `${status} proves that nothing was made`,
      answer: answer(status, '', {location: 'https://elsewhere.example/v2/monitor?x=1'}),
      kind: 'not-applied',
    })),
    ...[408, 500, 501, 502, 503, 504, 505, 520, 524, 418, 499].map(status => ({
      name: `${status} leaves doubt`,
      answer: answer(status, '{"success":false,"error":"no"}'),
      kind: 'ambiguous',
    })),
    {
      name: 'N14: a refusal whose body is HTML is a refusal',
      answer: answer(404, '<html>', {'content-type': 'text/html'}),
      kind: 'not-applied',
    },
    {name: 'N18: 200 with HTML leaves doubt', answer: answer(200, '<html>', {'content-type': 'text/html'}), kind: 'ambiguous'},
    {name: 'N18: 200 with nothing leaves doubt', answer: answer(200, ''), kind: 'ambiguous'},
    {name: 'N18: 200 with a list leaves doubt', answer: answer(200, '[]'), kind: 'ambiguous'},
    {name: 'N18: 200 with success false leaves doubt', answer: answer(200, '{"success":false}'), kind: 'ambiguous'},
    {name: 'N18: 200 without an id leaves doubt', answer: answer(200, '{"success":true,"data":{}}'), kind: 'ambiguous'},
    {name: 'N18: 200 with a numeric id leaves doubt', answer: answer(200, '{"success":true,"data":{"id":7}}'), kind: 'ambiguous'},
    {name: 'N18: 200 with a blank id leaves doubt', answer: answer(200, '{"success":true,"data":{"id":" "}}'), kind: 'ambiguous'},
    {
      name: 'N18: an id on the prototype is none',
      answer: answer(200, '{"success":true,"data":{"__proto__":{"id":"x"}}}'),
      kind: 'ambiguous',
    },
    {name: 'N18: success "true" is no success', answer: answer(200, created.replace('true', '"true"')), kind: 'ambiguous'},
    {name: 'N18: an odd id is still an id', answer: answer(200, '{"success":true,"data":{"id":"../../x"}}'), kind: 'applied'},
    {name: 'N19: a success cut in half leaves doubt', answer: answer(200, created.slice(0, 40)), kind: 'ambiguous'},
    {name: 'a second document after the first leaves doubt', answer: answer(200, `${created}{}`), kind: 'ambiguous'},
    {name: 'absurd nesting leaves doubt', answer: answer(200, `{"success":true,"data":${'['.repeat(100_000)}`), kind: 'ambiguous'},
  ])('$name', ({answer, kind}) => {
    expect(classifyCreate(answer, context).kind).toBe(kind);
  });

  test('is read defensively into what apply needs', () => {
    const outcome = classifyCreate(answer(200, created), context);
    expect(outcome).toMatchObject({
      kind: 'applied',
      monitor: {
        id: '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc',
        createdAt: '2026-11-20 23:30:00+00',
        targetIds: ['abc'],
        nextRunAt: null,
        estimatedCreditsPerMonth: null,
      },
    });
  });

  test('N19: no beginning of a success counts as one', () => {
    for (let length = 0; length < created.length; length++) {
      expect(classifyCreate(answer(200, created.slice(0, length)), context).kind).toBe('ambiguous');
    }
  });

  test.each([
    {name: 'HTML is not the service', answer: answer(200, '<html>', {'content-type': 'text/html; charset=utf-8'}), expected: true},
    {name: 'nothing without a type is not the service', answer: answer(200, '', {}), expected: true},
    {name: 'broken JSON that says it is JSON is the service', answer: answer(200, '{"suc'), expected: undefined},
    {name: 'JSON without a monitor is the service', answer: answer(200, '{"success":true}'), expected: undefined},
  ])('$name', ({answer, expected}) => {
    const outcome = classifyCreate(answer, context);
    expect(outcome.kind === 'ambiguous' && outcome.failure.notTheService).toBe(expected ?? undefined);
  });

  test('N15: of a redirect only the host is told', () => {
    const outcome = classifyCreate(answer(307, '', {location: `https://evil.example:8443/steal?key=${key}`}), context);
    expect(outcome).toMatchObject({
      failure: {redirectHost: 'evil.example:8443', message: 'the service answered 307 and redirects to evil.example:8443'},
    });
    expect(JSON.stringify(outcome)).not.toContain('steal');
  });

  test('N13: details are kept, path and reason', () => {
    const body = '{"success":false,"error":"Bad Request","details":[{"path":["name"],"message":"too long"}],"code":"BAD_REQUEST"}';
    expect(classifyCreate(answer(400, body), context)).toMatchObject({
      failure: {
        status: 400,
        code: 'BAD_REQUEST',
        message: 'the service answered 400: Bad Request',
        details: [{path: ['name'], message: 'too long'}],
      },
    });
  });

  test('S17: words of the service come clean, short and without what we sent', () => {
    const words = `a\u001b[31m\u202e\u2028b\r\n::error::x ${key} ${Buffer.from(key).toString('base64')} hook-secret-value ${'w'.repeat(5_000_000)}`;
    const body = JSON.stringify({success: false, error: words, details: {[`${key}\u0007`]: [words, {deep: words}]}});
    const outcome = classifyCreate(answer(400, body, {'content-type': 'application/json', 'retry-after': words}), context);
    const text = JSON.stringify(outcome);
    for (const secret of [key, Buffer.from(key).toString('base64').replaceAll('=', ''), 'hook-secret-value'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\\u001b|\\u0007|\\r|\\n|\u202e|\u2028/);
    if (outcome.kind !== 'not-applied') throw new Error('expected a refusal');
    expect(outcome.failure.message.length).toBeLessThan(540);
    expect(text.length).toBeLessThan(3000);
  });

  test('N9: a wait is told in milliseconds', () => {
    const outcome = classifyCreate(answer(429, '{}', {'retry-after': ['5', '7']}), context);
    expect(outcome).toMatchObject({failure: {retryAfterMs: 7000}});
  });
});

describe('no answer', () => {
  const cases: readonly {name: string; error: Error; phase: SendPhase; kind: string; failure: string}[] = [
    {name: 'refused connection', error: failed('ECONNREFUSED', 'connect'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'unknown host', error: failed('ENOTFOUND', 'getaddrinfo'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'name service down', error: failed('EAI_AGAIN', 'getaddrinfo'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'reset while connecting', error: failed('ECONNRESET', 'connect'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {
      name: 'reset while connecting, believed sent',
      error: failed('ECONNRESET', 'connect'),
      phase: 'sent',
      kind: 'not-applied',
      failure: 'connect',
    },
    {name: 'time-out while connecting', error: failed('ETIMEDOUT', 'connect'), phase: 'sent', kind: 'not-applied', failure: 'connect'},
    {name: 'reset while reading', error: failed('ECONNRESET', 'read'), phase: 'sent', kind: 'ambiguous', failure: 'transport'},
    {name: 'reset during the TLS handshake', error: failed('ECONNRESET', 'read'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'broken pipe', error: failed('EPIPE', 'write'), phase: 'sent', kind: 'ambiguous', failure: 'transport'},
    {name: 'other side closed', error: failed('UND_ERR_SOCKET'), phase: 'sent', kind: 'ambiguous', failure: 'transport'},
    {name: 'connect time-out', error: failed('UND_ERR_CONNECT_TIMEOUT'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'no answer in time', error: failed('ATTEMPT_TIMEOUT'), phase: 'sent', kind: 'ambiguous', failure: 'timeout'},
    {name: 'time is up before a connection', error: failed('ATTEMPT_TIMEOUT'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'given up before a connection', error: failed('ABORTED'), phase: 'unsent', kind: 'not-applied', failure: 'aborted'},
    {name: 'given up while the answer is pending', error: failed('ABORTED'), phase: 'sent', kind: 'ambiguous', failure: 'aborted'},
    {name: 'not HTTP', error: failed('HPE_INVALID_CONSTANT'), phase: 'sent', kind: 'ambiguous', failure: 'body'},
    {name: 'headers too large', error: failed('UND_ERR_HEADERS_OVERFLOW'), phase: 'sent', kind: 'ambiguous', failure: 'body'},
    {name: 'expired certificate', error: failed('CERT_HAS_EXPIRED'), phase: 'unsent', kind: 'not-applied', failure: 'tls'},
    {
      name: 'certificate of another host',
      error: failed('ERR_TLS_CERT_ALTNAME_INVALID'),
      phase: 'unsent',
      kind: 'not-applied',
      failure: 'tls',
    },
    {name: 'self-signed certificate', error: failed('DEPTH_ZERO_SELF_SIGNED_CERT'), phase: 'unsent', kind: 'not-applied', failure: 'tls'},
    {name: 'TLS spoken to plain HTTP', error: failed('ERR_SSL_WRONG_VERSION_NUMBER'), phase: 'unsent', kind: 'not-applied', failure: 'tls'},
    {name: 'the same as Node 20 says it', error: failed('EPROTO', 'write'), phase: 'unsent', kind: 'not-applied', failure: 'tls'},
    {
      name: 'proxy says no',
      error: Object.assign(failed('PROXY_REFUSED'), {status: 407}),
      phase: 'unsent',
      kind: 'not-applied',
      failure: 'connect',
    },
    {name: 'a header that can not be sent', error: failed('UND_ERR_INVALID_ARG'), phase: 'unsent', kind: 'not-applied', failure: 'connect'},
    {name: 'a stream that HTTP/2 refused', error: failed('NGHTTP2_REFUSED_STREAM'), phase: 'sent', kind: 'not-applied', failure: 'connect'},
    {name: 'nobody knows what, after sending', error: new Error('?'), phase: 'sent', kind: 'ambiguous', failure: 'transport'},
  ];

  test.each(cases)('$name ($phase): $kind', ({error, phase, kind, failure}) => {
    expect(classifyError(error, phase, context)).toMatchObject({kind, failure: {kind: failure}});
  });

  test.each([
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the address begins with https, but the port speaks plain http'],
    ['EPROTO', 'the address begins with https, but the port may speak plain http'],
  ])('%s says that the port is one for http', (code, words) => {
    const {failure} = classifyError(failed(code), 'unsent', context);
    expect(failure.message).toContain(words);
  });

  test('all addresses of a name failed: the first one speaks', () => {
    const error = new AggregateError([failed('ECONNREFUSED', 'connect'), failed('EHOSTUNREACH', 'connect')]);
    expect(classifyError(error, 'unsent', context)).toMatchObject({failure: {code: 'ECONNREFUSED'}});
  });

  test('a code that stands in a cause is found', () => {
    const error = new TypeError('fetch failed', {cause: failed('ECONNRESET', 'read')});
    expect(classifyError(error, 'sent', context)).toMatchObject({failure: {code: 'ECONNRESET'}});
  });

  test('S6: an error that quotes the authorization header shows nothing of it', () => {
    for (const {error, phase} of cases) expect(JSON.stringify(classifyError(error, phase, context))).not.toContain(key);
  });

  test('N16: no message suggests to switch certificate checks off', () => {
    for (const {error, phase} of cases)
      expect(JSON.stringify(classifyError(error, phase, context))).not.toMatch(/REJECT_UNAUTHORIZED|insecure|verif/i);
  });
});
