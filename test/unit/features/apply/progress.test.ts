import type {ApplyEvent} from '../../../../src/core/apply/ports';
import {advanceProgress, renderEventText, renderProgressLine, startProgress} from '../../../../src/features/apply/progress';
import {renderApplyText} from '../../../../src/features/apply/text';
import {outcomeOf, planOf} from '../../rendering/sample-values';

const options = {color: false, width: 100, verbosity: 'normal'} as const;
const created = (key: string, done: number): ApplyEvent => ({
  type: 'finished',
  result: {key, action: 'create', outcome: 'created', attempts: 1},
  done,
  total: 40,
});
const started: ApplyEvent = {type: 'started', total: 40, concurrency: 8};

describe('renderProgressLine', () => {
  const progressAfter = (events: readonly ApplyEvent[], stepMs: number) =>
    events.reduce((progress, event, index) => advanceProgress(progress, event, index * stepMs), startProgress(0));

  test('counts from the first event on, and says rate and time left once there is a rate', () => {
    const first = progressAfter([started], 100);
    expect(renderProgressLine(first, 0, options)).toBe('0/40 done');
    const four = progressAfter([started, created('a', 1), created('b', 2), created('c', 3), created('d', 4)], 500);
    expect(renderProgressLine(four, 2000, options)).toBe('4/40 done, 2.0 a second, about 18 s left');
  });

  test('says until when the service asked to wait, and no longer when that time has come', () => {
    const waiting = progressAfter([started, {type: 'waiting', reason: 'rate-limit', waitMs: 7000, until: '2026-11-21T10:00:07Z'}], 0);
    expect(renderProgressLine(waiting, 1000, options)).toContain('waiting for the rate limit until 2026-11-21T10:00:07Z');
    expect(renderProgressLine(waiting, 8000, options)).not.toContain('waiting');
  });

  test('a stop counts what was not attempted as neither done nor failed', () => {
    const skipped: ApplyEvent = {
      type: 'finished',
      result: {key: 'b', action: 'create', outcome: 'not-attempted', attempts: 0},
      done: 2,
      total: 40,
    };
    // The report counts them.
    expect(renderEventText(skipped, options)).toBe('');
    const stopped = progressAfter([started, created('a', 1), {type: 'stopping', stop: {kind: 'interrupted', exitCode: 130}}, skipped], 0);
    expect(renderProgressLine(stopped, 0, options)).toBe('1/40 done, stopping');
    const after = advanceProgress(stopped, created('c', 3), 0);
    expect(renderProgressLine(after, 0, options)).toBe('2/40 done, stopping');
    expect(renderEventText(created('c', 3), options, after)).toBe('   2/40  c  created\n');
  });

  test('never is wider than the terminal', () => {
    const waiting = progressAfter([started, {type: 'waiting', reason: 'rate-limit', waitMs: 7000, until: '2026-11-21T10:00:07Z'}], 0);
    expect(renderProgressLine(waiting, 0, {width: 30}).length).toBeLessThan(30);
  });
});

describe('renderEventText', () => {
  test('a log gets one line a monitor, numbers aligned', () => {
    expect(renderEventText(created('pricing/acme', 3), options)).toBe('   3/40  pricing/acme  created\n');
  });

  test('a failure is said with its reason, also when quiet', () => {
    const failed: ApplyEvent = {
      type: 'finished',
      result: {key: 'a', action: 'create', outcome: 'failed', attempts: 1, error: {kind: 'http', status: 400, message: 'Bad Request'}},
      done: 1,
      total: 2,
    };
    expect(renderEventText(failed, {...options, verbosity: 'quiet'})).toBe('  1/2  a  failed: Bad Request\n');
    expect(renderEventText(created('a', 1), {...options, verbosity: 'quiet'})).toBe('');
  });
});

test('changes that a stop left out are one line of the report, the first of them by name', () => {
  const skipped = Array.from(
    {length: 40},
    (_, index) => ({key: `k${index}`, action: 'create', outcome: 'not-attempted', attempts: 0}) as const,
  );
  const stop = {kind: 'interrupted', exitCode: 130} as const;
  const text = renderApplyText(outcomeOf(skipped, {stop}), planOf([]), {...options, width: 100});
  expect(text.split('\n').filter(line => line.startsWith('!'))).toEqual(['! 40 changes not attempted  k0, k1, k2 and 37 more']);
});
