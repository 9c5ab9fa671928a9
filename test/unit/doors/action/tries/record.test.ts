import {choosePages, encodeRecord, NOTHING_TRIED, readRecord, reserve, settle} from '../../../../../src/doors/action/tries/record';

const digestOf = (letter: string) => letter.repeat(20);
const page = (letter: string, credits = 1) => ({digest: digestOf(letter), credits});
const RECORD = {
  spent: 7,
  verdicts: new Map([
    [digestOf('a'), 'fine'],
    [digestOf('b'), 'bad'],
    [digestOf('c'), 'unknown'],
  ] as const),
};
const commentOf = (line: string) => `<!-- marker -->\n${line}\n\n### text\n`;

test('a record is read as it was written, with any line ends', () => {
  const comment = commentOf(encodeRecord(RECORD));
  for (const body of [comment, comment.replaceAll('\n', '\r\n')]) expect(readRecord([body])).toEqual(RECORD);
  expect(readRecord([])).toEqual(NOTHING_TRIED);
});

test('of several comments all credits and all digests count', () => {
  const other = {spent: 2, verdicts: new Map([[digestOf('d'), 'fine'] as const])};
  const read = readRecord([RECORD, other].map(record => commentOf(encodeRecord(record))));
  expect({spent: read?.spent, digests: [...(read?.verdicts.keys() ?? [])]}).toEqual({
    spent: 9,
    digests: ['a', 'b', 'c', 'd'].map(digestOf),
  });
});

test.each([
  {name: 'another line', line: 'text'},
  {name: 'a negative number', line: '<!-- monitors-tried:1 -5 -->'},
  {name: 'a short digest', line: '<!-- monitors-tried:1 5 abc -->'},
  {name: 'a later version', line: '<!-- monitors-tried:2 5 -->'},
])('$name is no record: nothing is guessed', ({line}) => {
  expect(readRecord([commentOf(line)])).toBeNull();
});

test('each body once, in order, and no more than the limit in all', () => {
  const pages = [page('b', 5), page('e', 2), page('e', 2), page('f', 3), page('1')];
  const {now, before, beyond} = choosePages(pages, RECORD, 10);
  expect(now).toEqual([page('e', 2), page('1')]);
  expect(before).toEqual([{...page('b', 5), verdict: 'bad'}]);
  expect(beyond).toEqual([page('f', 3)]);
  expect(choosePages(pages, RECORD, 3).now).toEqual([]);
});

test('what is reserved is spent until it is known that it was not', () => {
  const reserved = reserve(RECORD, [page('e', 2), page('f', 3)]);
  expect({spent: reserved.spent, verdict: reserved.verdicts.get(digestOf('e'))}).toEqual({spent: 12, verdict: 'unknown'});
  const settled = settle(settle(reserved, page('e', 2), 'bad'), page('f', 3), null);
  expect({spent: settled.spent, e: settled.verdicts.get(digestOf('e')), f: settled.verdicts.has(digestOf('f'))}).toEqual({
    spent: 9,
    e: 'bad',
    f: false,
  });
});
