import {noteStateView} from '../../../../src/doors/cli/notes';
import type {Door} from '../../../../src/project/door';

test('what an interrupted run finished is named by its first keys', () => {
  const notes: string[] = [];
  const door = {flags: {quiet: false}, note: (text: string) => void notes.push(text)} as unknown as Door;
  const folded = Array.from({length: 2000}, (_, index) => `p/${index}`);
  noteStateView({folded, tornTail: false, unresolved: []}, door);
  expect(notes).toEqual(['note: recorded from the journal of an interrupted run: p/0, p/1, p/2, p/3, p/4 and 1,995 more\n']);
});
