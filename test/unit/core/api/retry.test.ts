import type {CreateOutcome, Failure} from '../../../../src/core/api/port';
import {decideEditRetry, decideReadRetry, decideRetry, retryPolicy} from '../../../../src/core/api/retry';

const policy = retryPolicy(1000);
const half = () => 0.5;

type Refused = Extract<CreateOutcome, {kind: 'not-applied'}>;
type Doubtful = Extract<CreateOutcome, {kind: 'ambiguous'}>;

function refused(failure: Partial<Failure>): Refused {
  return {kind: 'not-applied', failure: {kind: 'http', message: '', ...failure}};
}

function doubtful(failure: Partial<Failure>): Doubtful {
  return {kind: 'ambiguous', failure: {kind: 'http', message: '', ...failure}};
}

test.each([
  {
    name: 'a 429 waits as long as the server asks, and up to a tenth more',
    outcome: refused({status: 429, retryAfterMs: 7000}),
    expected: {kind: 'retry', waitMs: 7350, everyone: true},
  },
  {
    name: 'a 429 that says "now" waits for a moment all the same',
    outcome: refused({status: 429, retryAfterMs: 0}),
    expected: {kind: 'retry', waitMs: 300, everyone: true},
  },
  {
    name: 'a 429 that says nothing waits half of five seconds for certain',
    outcome: refused({status: 429}),
    expected: {kind: 'retry', waitMs: 3750, everyone: true},
  },
  {
    name: 'N8: a wait that is only in the words of the body lengthens the delay',
    outcome: refused({status: 429, retryAfterMs: 42_000, retryAfterIsHint: true}),
    expected: {kind: 'retry', waitMs: 44_100, everyone: true},
  },
  {
    name: 'N8: such words never shorten it',
    outcome: refused({status: 429, retryAfterMs: 100, retryAfterIsHint: true}),
    expected: {kind: 'retry', waitMs: 3750, everyone: true},
  },
  {
    name: 'N10: a server that asks for an hour ends the run',
    outcome: refused({status: 429, retryAfterMs: 3_600_000}),
    expected: {kind: 'too-long', as: 'failed', waitMs: 3_600_000},
  },
  {
    name: 'two minutes are still waited for',
    outcome: refused({status: 429, retryAfterMs: 120_000}),
    expected: {kind: 'retry', waitMs: 126_000, everyone: true},
  },
  {
    name: 'a 503 that says how long holds for everyone',
    outcome: doubtful({status: 503, retryAfterMs: 2000}),
    expected: {kind: 'retry', waitMs: 2100, everyone: true},
  },
  {
    name: 'a 503 that asks for too long leaves the create in doubt',
    outcome: doubtful({status: 503, retryAfterMs: 121_000}),
    expected: {kind: 'too-long', as: 'unknown', waitMs: 121_000},
  },
  {
    name: 'a 503 that says nothing is tried again after a delay of its own',
    outcome: doubtful({status: 503}),
    expected: {kind: 'retry', waitMs: 1000, everyone: false},
  },
  ...[408, 500, 502, 504].map(status => ({
    name: `a ${status} is documented as retryable`,
    outcome: doubtful({status}),
    expected: {kind: 'retry', everyone: false},
  })),
  ...[501, 505, 520, 524, 418].map(status => ({
    name: `a ${status} is not documented as retryable: one request, outcome unknown`,
    outcome: doubtful({status}),
    expected: {kind: 'give-up', as: 'unknown'},
  })),
  ...[301, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422].map(status => ({
    name: `a ${status} is final`,
    outcome: refused({status}),
    expected: {kind: 'give-up', as: 'failed', exhausted: false},
  })),
  {
    name: 'N6: a create whose connection was lost after sending is never sent again blindly',
    outcome: doubtful({kind: 'transport', code: 'ECONNRESET'}),
    expected: {kind: 'give-up', as: 'unknown'},
  },
  {
    name: 'N21: a create that got no answer in time is never sent again blindly',
    outcome: doubtful({kind: 'timeout', code: 'ATTEMPT_TIMEOUT'}),
    expected: {kind: 'give-up', as: 'unknown'},
  },
  {
    name: 'an answer that can not be read is never sent again blindly, also with a status',
    outcome: doubtful({kind: 'body', status: 200}),
    expected: {kind: 'give-up', as: 'unknown'},
  },
  {
    name: 'N16: a connection that was refused is tried again',
    outcome: refused({kind: 'connect', code: 'ECONNREFUSED'}),
    expected: {kind: 'retry', waitMs: 1000, everyone: false},
  },
  {name: 'N16: a certificate does not get better', outcome: refused({kind: 'tls'}), expected: {kind: 'give-up', as: 'failed'}},
  {
    name: 'N24: a proxy that wants a password does not get better',
    outcome: refused({kind: 'connect', code: 'PROXY_REFUSED', status: 407}),
    expected: {kind: 'give-up', as: 'failed'},
  },
  {
    name: 'a proxy that could not reach the service is tried again',
    outcome: refused({kind: 'connect', code: 'PROXY_REFUSED', status: 502}),
    expected: {kind: 'retry', everyone: false},
  },
  {
    name: 'a request that can not be written is not tried again',
    outcome: refused({kind: 'connect', code: 'UND_ERR_INVALID_ARG'}),
    expected: {kind: 'give-up', as: 'failed'},
  },
])('$name', ({outcome, expected}) => {
  expect(decideRetry(outcome, 1, policy, 1, half)).toMatchObject(expected);
});

test.each([408, 500, 502, 503, 504])('with `stop`, a %i is sent once', status => {
  const decision = decideRetry(doubtful({status}), 1, {...policy, onAmbiguous: 'stop'}, 1, half);
  expect(decision).toEqual({kind: 'give-up', as: 'unknown', exhausted: true});
});

test('with `stop`, a 429 is still tried again: it proves that nothing was made', () => {
  expect(decideRetry(refused({status: 429}), 1, {...policy, onAmbiguous: 'stop'}, 1, half)).toMatchObject({kind: 'retry'});
});

test.each([
  {outcome: refused({status: 429}), as: 'failed'},
  {outcome: refused({kind: 'connect', code: 'ECONNREFUSED'}), as: 'failed'},
  {outcome: doubtful({status: 503}), as: 'unknown'},
])('the fifth attempt is the last: $as', ({outcome, as}) => {
  expect(decideRetry(outcome, 4, policy, 1, half)).toMatchObject({kind: 'retry'});
  expect(decideRetry(outcome, 5, policy, 1, half)).toEqual({kind: 'give-up', as, exhausted: true});
});

test.each([
  {attempt: 1, low: 100, high: 2000},
  {attempt: 2, low: 100, high: 4000},
  {attempt: 3, low: 100, high: 8000},
  {attempt: 4, low: 100, high: 16_000},
])('after attempt $attempt of a failing service the delay lies between $low and $high ms', ({attempt, low, high}) => {
  expect(decideRetry(doubtful({status: 500}), attempt, policy, 1, () => 0)).toMatchObject({waitMs: low});
  const decision = decideRetry(doubtful({status: 500}), attempt, policy, 1, () => 0.999_999);
  expect(decision.kind === 'retry' && Math.round(decision.waitMs)).toBe(high);
});

test.each([
  {times: 1, low: 2500, high: 5000},
  {times: 2, low: 5000, high: 10_000},
  {times: 3, low: 10_000, high: 20_000},
  {times: 4, low: 15_000, high: 30_000},
  {times: 9, low: 15_000, high: 30_000},
])('told to wait $times times in a row without a time, the pause lies between $low and $high ms', ({times, low, high}) => {
  expect(decideRetry(refused({status: 429}), 1, policy, times, () => 0)).toMatchObject({waitMs: low});
  const decision = decideRetry(refused({status: 429}), 1, policy, times, () => 0.999_999);
  expect(decision.kind === 'retry' && Math.round(decision.waitMs)).toBe(high);
});

test('a shorter base shortens what is computed and nothing that the server asked for', () => {
  const quick = {...policy, baseMs: 10};
  expect(decideRetry(doubtful({status: 500}), 1, quick, 1, half)).toMatchObject({waitMs: 10});
  expect(decideRetry(refused({status: 429, retryAfterMs: 7000}), 1, quick, 1, half)).toMatchObject({waitMs: 7350});
});

describe('reading changes nothing, so that everything that may pass is asked again', () => {
  test.each([
    ...[408, 500, 502, 503, 504].map(status => ({
      name: `a ${status} is documented as retryable`,
      failure: {status},
      expected: {kind: 'retry', waitMs: 1000, everyone: false},
    })),
    {name: 'a 429 waits as long as the service asks', failure: {status: 429, retryAfterMs: 7000}, expected: {kind: 'retry', waitMs: 7350}},
    {name: 'a 429 that says nothing waits for seconds', failure: {status: 429}, expected: {kind: 'retry', waitMs: 3750}},
    {name: 'an hour is not waited for', failure: {status: 429, retryAfterMs: 3_600_000}, expected: {kind: 'too-long', waitMs: 3_600_000}},
    {name: 'a connection that was lost is made again', failure: {kind: 'transport', code: 'ECONNRESET'}, expected: {kind: 'retry'}},
    {name: 'no answer in time may come in time', failure: {kind: 'timeout', code: 'ATTEMPT_TIMEOUT'}, expected: {kind: 'retry'}},
    {name: 'a connection that was refused may be taken', failure: {kind: 'connect', code: 'ECONNREFUSED'}, expected: {kind: 'retry'}},
    {name: 'an answer that broke off may come whole', failure: {kind: 'body', status: 200, code: 'CUT_OFF'}, expected: {kind: 'retry'}},
    {name: 'JSON that is cut may come whole', failure: {kind: 'body', status: 200, code: 'BAD_JSON'}, expected: {kind: 'retry'}},
    {name: 'what is not HTTP may be it next time', failure: {kind: 'body', code: 'HPE_INVALID_CONSTANT'}, expected: {kind: 'retry'}},
    ...[301, 400, 401, 402, 403, 404, 405, 409, 422, 501, 505, 520].map(status => ({
      name: `a ${status} is final`,
      failure: {status},
      expected: {kind: 'give-up', as: 'failed', exhausted: false},
    })),
    {
      name: 'an operation that is not offered is not asked for again',
      failure: {status: 503, notOffered: true},
      expected: {kind: 'give-up'},
    },
    {name: 'an answer that is too large stays so', failure: {kind: 'body', status: 200, code: 'TOO_LARGE'}, expected: {kind: 'give-up'}},
    {name: 'JSON of another shape stays so', failure: {kind: 'body', status: 200, code: 'NO_LIST'}, expected: {kind: 'give-up'}},
    {name: 'a page of a portal stays so', failure: {kind: 'body', code: 'NOT_JSON', notTheService: true}, expected: {kind: 'give-up'}},
    {name: 'a certificate does not get better', failure: {kind: 'tls', code: 'CERT_HAS_EXPIRED'}, expected: {kind: 'give-up'}},
    {name: 'an id that fits into no address stays so', failure: {code: 'BAD_ID'}, expected: {kind: 'give-up'}},
    {name: 'a run that ends asks nothing more', failure: {kind: 'aborted', code: 'ABORTED'}, expected: {kind: 'give-up'}},
  ] satisfies {name: string; failure: Partial<Failure>; expected: object}[])('$name', ({failure, expected}) => {
    const outcome = {kind: 'failed', failure: {kind: 'http', message: '', ...failure}} as const;
    expect(decideReadRetry(outcome, 1, policy, 1, half)).toMatchObject(expected);
    expect(decideReadRetry(outcome, 5, policy, 1, half).kind).not.toBe('retry');
  });
});

describe('an update or a delete may be carried out twice without harm, so that doubt is no reason to stop', () => {
  test.each([
    {
      name: 'a connection that was lost after sending is made again',
      outcome: doubtful({kind: 'transport', code: 'ECONNRESET'}),
      expected: {kind: 'retry', waitMs: 1000, everyone: false},
    },
    {name: 'no answer in time: sent again', outcome: doubtful({kind: 'timeout'}), expected: {kind: 'retry'}},
    {name: 'an answer that broke off: sent again', outcome: doubtful({kind: 'body', code: 'CUT_OFF'}), expected: {kind: 'retry'}},
    ...[408, 500, 502, 503, 504].map(status => ({
      name: `a ${status}: sent again`,
      outcome: doubtful({status}),
      expected: {kind: 'retry'},
    })),
    {
      name: 'a 429 holds for everyone, as with creates: they share the limit',
      outcome: refused({status: 429, retryAfterMs: 7000}),
      expected: {kind: 'retry', waitMs: 7350, everyone: true},
    },
    {
      name: 'an hour is not waited for',
      outcome: refused({status: 429, retryAfterMs: 3_600_000}),
      expected: {kind: 'too-long', as: 'failed', waitMs: 3_600_000},
    },
    ...[400, 401, 402, 403, 405, 409, 413, 422].map(status => ({
      name: `a ${status} is final and proves that nothing was changed`,
      outcome: refused({status}),
      expected: {kind: 'give-up', as: 'failed', exhausted: false},
    })),
    ...[501, 505, 520].map(status => ({
      name: `a ${status} is final and leaves doubt`,
      outcome: doubtful({status}),
      expected: {kind: 'give-up', as: 'unknown', exhausted: false},
    })),
    {
      name: 'a 200 with another monitor in it is not sent again, and leaves doubt',
      outcome: doubtful({kind: 'body', status: 200, code: 'OTHER_MONITOR'}),
      expected: {kind: 'give-up', as: 'unknown', exhausted: false},
    },
    {name: 'a run that ends sends nothing more', outcome: doubtful({kind: 'aborted'}), expected: {kind: 'give-up', as: 'unknown'}},
  ])('$name', ({outcome, expected}) => {
    expect(decideEditRetry(outcome, 1, policy, 1, half)).toMatchObject(expected);
  });

  test('`stop` is about creates: an update in doubt is sent again', () => {
    expect(decideEditRetry(doubtful({status: 502}), 1, {...policy, onAmbiguous: 'stop'}, 1, half)).toMatchObject({kind: 'retry'});
  });

  test.each([
    {outcome: refused({status: 429}), as: 'failed'},
    {outcome: doubtful({kind: 'transport'}), as: 'unknown'},
  ])('the fifth attempt is the last: $as', ({outcome, as}) => {
    expect(decideEditRetry(outcome, 4, policy, 1, half)).toMatchObject({kind: 'retry'});
    expect(decideEditRetry(outcome, 5, policy, 1, half)).toEqual({kind: 'give-up', as, exhausted: true});
  });
});
