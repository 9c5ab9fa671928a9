import type {Check} from '../../../../src/core/api/check-port';
import {findFailureRow} from '../../../../src/core/observe/failure-row';

const SUMMARY = {totalPages: 4, same: 4, changed: 0, new: 0, removed: 0, error: 0};

/** A check by its letter: fine, Failed, all errors (A), Some errors, No credits, Overlap. */
function checkOf(letter: string, index: number): Check {
  const status = {F: 'failed', S: 'partial', N: 'skipped_no_credits', O: 'skipped_overlap'}[letter] ?? 'completed';
  const error = letter === 'A' ? 4 : letter === 'S' ? 1 : 0;
  const at = new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString();
  return {
    ...{id: `${letter}${index}`, status, trigger: 'scheduled', scheduledFor: null, startedAt: at, finishedAt: at, createdAt: at},
    ...{estimatedCredits: null, actualCredits: null, summary: letter === 'F' ? null : {...SUMMARY, error}, error: null},
  };
}

test.each([
  {name: 'no failure', checks: '....', span: 4, row: null},
  {
    name: 'one that still fails',
    checks: 'FF..',
    span: 1,
    row: {kind: 'failed', newest: 'F0', oldest: 'F1', count: 2, isOpen: false, recovery: null},
  },
  {name: 'a row that began before the span is whole', checks: 'FAF.', span: 1, row: {kind: 'failed', oldest: 'F2', count: 3}},
  {name: 'nothing older was read', checks: 'FFF', span: 3, row: {count: 3, isOpen: true}},
  {name: 'one that works again', checks: '.FF.', span: 4, row: {newest: 'F1', oldest: 'F2', count: 2, recovery: '.0'}},
  {name: 'the newest of two rows', checks: '.F.FF.', span: 6, row: {newest: 'F1', count: 1, recovery: '.0'}},
  {name: 'a failure before the span is none', checks: '..FF', span: 2, row: null},
  {name: 'an overlap is no check', checks: 'FOF.', span: 1, row: {count: 2, oldest: 'F2'}},
  {name: 'some pages go on with all', checks: 'SFS.', span: 1, row: {kind: 'some-pages', count: 3}},
  {name: 'all pages do not go on with some', checks: 'AS.', span: 1, row: {kind: 'failed', count: 1}},
  {name: 'a lack of credits is a failure', checks: 'NF.', span: 1, row: {kind: 'no-credits', count: 2}},
])('$name: $checks', ({checks, span, row}) => {
  const ended = [...checks].map(checkOf);
  const found = findFailureRow(ended, new Set(ended.slice(0, span)), false);
  const shown = found && {...found, newest: found.newest.id, oldest: found.oldest.id, recovery: found.recovery?.id ?? null};
  if (row === null) expect(shown).toBeNull();
  else expect(shown).toMatchObject(row);
});

test('where the service has no older checks, a row has a beginning', () => {
  const ended = [...'FF'].map(checkOf);
  expect(findFailureRow(ended, new Set(ended), true)).toMatchObject({isOpen: false, count: 2});
});
