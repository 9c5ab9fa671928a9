import fc from 'fast-check';
import {property} from '../../../../src/core/json/value';
import {parseSource} from '../../../../src/core/specs/document';
import {addToList} from '../../../../src/core/writing/yaml-edit';

const PATH = ['secrets', 'allow'] as const;

const edits: readonly {readonly name: string; readonly before: string; readonly after: string}[] = [
  {name: 'an empty file', before: '', after: 'secrets:\n  allow: [A, B]\n'},
  {name: 'a file of comments', before: '# ours\n', after: '# ours\nsecrets:\n  allow: [A, B]\n'},
  {name: 'no such member, no line end', before: 'project: x # why', after: 'project: x # why\nsecrets:\n  allow: [A, B]\n'},
  {name: 'no such member, lines that end as on Windows', before: 'project: x\r\n', after: 'project: x\r\nsecrets:\r\n  allow: [A, B]\r\n'},
  {name: 'no such member, and an end marker', before: 'project: x\n...\n', after: 'project: x\nsecrets:\n  allow: [A, B]\n...\n'},
  {name: 'everything in braces', before: '{project: x}\n', after: '{secrets: {allow: [A, B]}, project: x}\n'},
  {name: 'nothing in braces', before: '{}\n', after: '{secrets: {allow: [A, B]}}\n'},
  {
    name: 'an empty list',
    before: 'secrets:\n  allow: [] # none yet\nproject: x\n',
    after: 'secrets:\n  allow: [A, B] # none yet\nproject: x\n',
  },
  {name: 'a list in brackets', before: 'secrets: {allow: [ OLD ]}\n', after: 'secrets: {allow: [ OLD, A, B ]}\n'},
  {
    name: 'a list in brackets, over lines',
    before: 'secrets:\n  allow: [\n    OLD, # old\n    ]\n',
    after: 'secrets:\n  allow: [\n    OLD, A, B, # old\n    ]\n',
  },
  {
    name: 'a list as a block, with comments',
    before: 'secrets:\n    allow:\n      # first\n      -  "OLD"  # old\n\n# then\nproject:   x\n',
    after: 'secrets:\n    allow:\n      # first\n      -  "OLD"  # old\n      -  A\n      -  B\n\n# then\nproject:   x\n',
  },
  {
    name: 'a list as a block that is not indented',
    before: 'secrets:\n  allow:\n  - OLD',
    after: 'secrets:\n  allow:\n  - OLD\n  - A\n  - B\n',
  },
  {name: 'braces without the list', before: 'secrets: {}\nproject: x\n', after: 'secrets: {allow: [A, B]}\nproject: x\n'},
  {name: 'one of them is there', before: 'secrets: {allow: [B]}\n', after: 'secrets: {allow: [B, A]}\n'},
  {name: 'both are there', before: 'secrets: {allow: [B, A]}\n', after: 'secrets: {allow: [B, A]}\n'},
];

test.each(edits)('names are added to $name, and every other byte stays', ({before, after}) => {
  expect(addToList(before, PATH, ['A', 'B', 'A'])).toBe(after);
});

test.each([
  {name: 'a list that is none', text: 'secrets: {allow: yes}\n'},
  {name: 'a member that is none', text: 'secrets: no\n'},
  {name: 'a file that is a list', text: '- a\n'},
  {name: 'a file with errors', text: 'secrets: [\n'},
  {name: 'two documents', text: 'a: 1\n---\nb: 1\n'},
])('$name is left alone', ({text}) => {
  expect(addToList(text, PATH, ['A'])).toBeNull();
});

test('whatever the file, what is added is all that changes: in its meaning, and in its text', () => {
  const comment = fc.constantFrom('', ' # why', '  # a: [b]');
  const blank = fc.constantFrom('', '\n', '# between\n');
  const list = fc.constantFrom('[]', '[OLD]', '[ OLD , "Z" ]', '\n    - OLD', '\n  - OLD\n  - Z', '\n      - OLD # x');
  const file = fc
    .record({
      head: blank,
      note: comment,
      list: fc.option(list, {nil: null}),
      middle: blank,
      tail: fc.constantFrom('', 'project: x\n', 'service: {operations: full}'),
    })
    .map(
      ({head, note, list: items, middle, tail}) =>
        `${head}${items === null ? '' : `secrets:${note}\n  allow: ${items}${note}\n`}${middle}${tail}`,
    );
  fc.assert(
    fc.property(file, before => {
      const after = addToList(before, PATH, ['A', 'OLD', 'B']);
      if (after === null) throw new Error('could not be edited');
      const {documents} = parseSource({file: '', specPath: '', bytes: Buffer.from(after)});
      const names = property(property(documents[0]?.data, 'secrets'), 'allow');
      expect(names).toEqual(expect.arrayContaining(['A', 'OLD', 'B']));
      expect(isSubsequence(before, after)).toBe(true);
    }),
  );
});

/** Whether all of a text stands in another, in order. An empty list is the one thing that may be replaced. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at++;
  return at === part.length;
}
