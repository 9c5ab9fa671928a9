import * as fc from 'fast-check';
import type {Bookmark} from '../../../../src/core/observe/bookmark-text';
import {LONGEST_CHECK, type MonitorMark} from '../../../../src/core/observe/check-span';
import {type DigestMark, decodeMark, encodeMark, markAfter, toBookmark} from '../../../../src/doors/action/digest/mark';
import type {ChangesDocument, ReadKind} from '../../../../src/features/changes/document';

const MOMENT = Date.parse('2026-11-23T06:00:00Z');
const HOUR = 3_600_000;
const NAMES = {project: 'acme', environment: 'default'};
const ORIGIN = 'https://api.example.com';

/** What is known of one monitor after a call. */
interface Sample {
  readonly read: ReadKind;
  readonly settledAt?: number;
  readonly unfinished?: readonly string[];
}

function after(monitors: Readonly<Record<string, Sample>>, runningSince: readonly (string | null)[] = []): DigestMark {
  const toMark = ({settledAt = MOMENT - HOUR, unfinished = []}: Sample): MonitorMark => {
    return {lastRunAt: null, settledAt, unfinished, reported: ['a check']};
  };
  const marks = new Map(Object.entries(monitors).map(([id, sample]) => [id, toMark(sample)]));
  const next: Bookmark = {...NAMES, origin: ORIGIN, moment: MOMENT, calls: 2, isOpen: false, printed: new Set(), marks};
  const read = Object.entries(monitors).map(([id, sample]) => ({id, read: sample.read}));
  return markAfter(next, {monitors: read, running: runningSince.map(since => ({since}))} as unknown as ChangesDocument);
}

const many = (count: number, sample: Sample) =>
  Object.fromEntries(
    Array.from({length: count}, (_, index) => [`m${index}`, {...sample, unfinished: (sample.unfinished ?? []).map(id => `${id}${index}`)}]),
  );

test('what was read or skipped begins at the moment; what was not read where it was; what is gone nowhere', () => {
  const mark = after({
    whole: {read: 'whole', unfinished: ['one', 'two']},
    skipped: {read: 'skipped'},
    failed: {read: 'failed', settledAt: MOMENT - 5 * HOUR},
    left: {read: 'left', settledAt: MOMENT + HOUR, unfinished: ['three']},
    gone: {read: 'missing', unfinished: ['four']},
  });
  expect(mark).toEqual({
    origin: ORIGIN,
    moment: MOMENT,
    late: new Map([
      ['failed', MOMENT - 5 * HOUR],
      ['left', MOMENT],
    ]),
    open: new Map([
      ['whole', ['one', 'two']],
      ['left', ['three']],
    ]),
    isLowered: false,
  });
  const {marks, moment, calls} = toBookmark(mark, new Set(['whole', 'failed', 'new']), NAMES);
  expect({moment, calls}).toEqual({moment: MOMENT, calls: 1});
  expect([...marks]).toEqual([
    ['whole', {lastRunAt: null, settledAt: MOMENT, unfinished: ['one', 'two'], reported: []}],
    ['failed', {lastRunAt: null, settledAt: MOMENT - 5 * HOUR, unfinished: [], reported: []}],
    ['new', {lastRunAt: null, settledAt: MOMENT, unfinished: [], reported: []}],
  ]);
});

test('200 ids are named; of more none, and the moment is lowered to before all of them', () => {
  const since = new Date(MOMENT - 2 * HOUR).toISOString();
  expect(after(many(200, {read: 'whole', unfinished: ['x']}), [since])).toMatchObject({moment: MOMENT, isLowered: false});
  const lowered = {late: new Map(), open: new Map(), isLowered: true};
  expect(after(many(201, {read: 'whole', unfinished: ['x']}), [since])).toMatchObject({...lowered, moment: MOMENT - 2 * HOUR});
  expect(after(many(201, {read: 'whole', unfinished: ['x']}), [null])).toMatchObject({...lowered, moment: MOMENT - LONGEST_CHECK});
  expect(after(many(201, {read: 'failed', settledAt: MOMENT - 9 * HOUR}))).toMatchObject({...lowered, moment: MOMENT - 9 * HOUR});
  const both = many(101, {read: 'left', settledAt: MOMENT - 9 * HOUR, unfinished: ['x']});
  expect(after(both)).toMatchObject({...lowered, moment: MOMENT - 9 * HOUR - LONGEST_CHECK});
  expect(after(many(150, {read: 'whole', unfinished: ['x'.repeat(200)]}), [since])).toMatchObject(lowered);
});

test('any mark is read back, in one line that ends no comment', () => {
  const id = fc.string({unit: 'binary', minLength: 1}).filter(text => !/\p{Cs}/u.test(text));
  const mark = fc.record({
    origin: id,
    moment: fc.nat(),
    late: fc.array(fc.tuple(id, fc.nat())).map(pairs => new Map(pairs)),
    open: fc.array(fc.tuple(id, fc.array(id, {minLength: 1}))).map(pairs => new Map(pairs)),
    isLowered: fc.boolean(),
  });
  fc.assert(
    fc.property(mark, given => {
      const text = encodeMark(given);
      expect(text).not.toMatch(/--|[<>\s](?<! )/);
      expect(decodeMark(text)).toEqual(given);
    }),
  );
});

test.each(['', 'x', 'https 12 what=1', 'https 12 late=a', 'https 12 open=', 'https -1', 'https 12 open=%', '%'])(
  '"%s" is not a mark',
  text => {
    expect(decodeMark(text)).toBeNull();
  },
);
