import {checkAcrossSpecs, type SpecFacts} from '../../../../src/core/specs/keys';

type Change = Partial<Pick<SpecFacts['facts'], 'name' | 'targetIds'>> & SpecFacts['facts']['sync'];

function spec(specPath: string, {name = specPath, targetIds = [], ...sync}: Change = {}): SpecFacts {
  const position = {line: 1, column: 1, offset: 0};
  const place = (pointer: string) => ({file: `monitors/${specPath}`, pointer, range: {start: position, end: position}});
  return {source: {specPath}, facts: {name, targetIds, sync}, place};
}

test('the key is the path without its ending unless the spec gives one', () => {
  expect(checkAcrossSpecs([spec('a/b.yaml'), spec('c.yml', {key: 'shop/c'})], 'create')).toEqual({keys: ['a/b', 'shop/c'], findings: []});
});

test.each([
  {name: 'equal keys', specs: [spec('a.yaml'), spec('b.yaml', {key: 'a'})], codes: ['spec/duplicate-key']},
  {name: 'keys that differ in case', specs: [spec('a.yaml'), spec('A.yaml')], codes: ['spec/duplicate-key']},
  {name: 'keys that differ in composition', specs: [spec('\u00e9.yaml'), spec('e\u0301.yaml')], codes: ['spec/duplicate-key']},
  {name: 'documents of one file without keys', specs: [spec('a.yaml'), spec('a.yaml', {key: 'b', name: 'b'})], codes: ['spec/key-missing']},
  {name: 'a key with ..', specs: [spec('a.yaml', {key: '../a'})], codes: ['spec/key-form']},
  {name: 'a key with a character that cannot be seen', specs: [spec('a.yaml', {key: 'a\u202eb'})], codes: ['spec/key-form']},
  {name: 'equal names', specs: [spec('a.yaml', {name: 'n'}), spec('b.yaml', {name: 'n'})], codes: ['spec/duplicate-name']},
  {
    name: 'I16: a target id in two specs',
    specs: [spec('a.yaml', {targetIds: [[0, 'x']]}), spec('b.yaml', {targetIds: [[1, 'x']]})],
    codes: ['spec/duplicate-target-id'],
  },
  {name: 'a rename from the own key', specs: [spec('a.yaml', {renamedFrom: 'a'})], codes: ['spec/renamed-from']},
  {name: 'a rename from a key that is there', specs: [spec('a.yaml', {renamedFrom: 'b'}), spec('b.yaml')], codes: ['spec/renamed-from']},
  {
    name: 'two renames from one key',
    specs: [spec('a.yaml', {renamedFrom: 'x'}), spec('b.yaml', {renamedFrom: 'x'})],
    codes: ['spec/renamed-from'],
  },
  {name: 'pausing with operations that cannot', specs: [spec('a.yaml', {paused: true})], codes: ['spec/paused-needs-full']},
])('$name: refused or warned about', ({specs, codes}) => {
  expect(checkAcrossSpecs(specs, 'create').findings.map(finding => finding.code)).toEqual(codes);
});

test('full operations can pause', () => {
  expect(checkAcrossSpecs([spec('a.yaml', {paused: true})], 'full').findings).toEqual([]);
});
