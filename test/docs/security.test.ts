import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {ROOT, readPage} from './pages';

const WHO = ['reader', 'contributor', 'fork', 'writer', 'runner', 'other user', 'agent', 'service', 'page author', 'receiver', 'database'];

/** The cells of each row of the threat model. */
const rows = readPage('docs/security.md')
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\|(?:who\||---)/.test(line))
  .map(line => line.slice(1, -1).split('|'));

test('the page speaks of everybody', () => {
  expect(rows.flatMap(([who = '']) => /^\*\*(.+?)\*\*/.exec(who)?.[1] ?? [])).toEqual(WHO);
});

test.each(rows.map(cells => ({denied: cells[2] as string, cells})))('"$denied" is held by a test that is there', ({cells}) => {
  expect(cells).toHaveLength(4);
  const [, path = '', row = ''] = /^`(test\/[\w/-]+\.test\.ts)`(?: ([A-Z]\d+[a-z]*))?$/.exec(cells[3] as string) ?? [];
  const file = join(ROOT, path);
  expect([path, existsSync(file)]).toEqual([path, true]);
  if (row === '') return;
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${row}(?:, [A-Z]\\d+[a-z]*)*: `));
  expect(readPage('docs/fault-matrix.md')).toMatch(new RegExp(`^\\|${row}(?: ★)?\\|`, 'm'));
});
