import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {openKeptJournal} from '../../../../../src/core/state/file/kept-journal';

/** The second name of a journal is read only where nobody but its user can have written. */
const BYTES = Buffer.from('a journal\n');

const home = mkdtempSync(join(tmpdir(), 'monitors-kept-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));
const userId = process.getuid?.() ?? null;
let count = 0;

function keep() {
  count += 1;
  const place = join(home, `user-${count}`, 'monitors', 'journal-1.jsonl');
  const journalFile = join(home, `${count}.journal`);
  writeFileSync(journalFile, BYTES, {mode: 0o644});
  const kept = openKeptJournal(place, userId);
  kept.keep(journalFile);
  expect(kept.read()).toEqual(BYTES);
  return {place, kept, journalFile};
}

test('in a directory that others can write to is neither read nor written', () => {
  const {place, kept, journalFile} = keep();
  chmodSync(dirname(place), 0o770);
  expect(kept.read()).toBeNull();
  kept.keep(journalFile);
  expect(() => readFileSync(place)).toThrow(/ENOENT/);
});

test('that is another user’s is not read', () => {
  const {place} = keep();
  expect(openKeptJournal(place, (userId ?? 0) + 1).read()).toBeNull();
});

test.each(['file', 'directory'])('is not read through a link in the place of the %s', what => {
  const {place, kept, journalFile} = keep();
  const at = what === 'file' ? place : dirname(place);
  const target = what === 'file' ? journalFile : join(home, `other-${count}`);
  rmSync(at, {recursive: true});
  if (what === 'directory') {
    mkdirSync(target, {mode: 0o700});
    writeFileSync(join(target, 'journal-1.jsonl'), BYTES);
  }
  symlinkSync(target, at);
  expect(kept.read()).toBeNull();
});
