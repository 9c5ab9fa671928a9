import {checkConfigShape} from '../../../../src/core/config/check';
import {readDocument} from '../specs/schema-world';

test('an empty file, and one with every member, are in order', () => {
  const every =
    'project: a\nenvironment: b\nspecs: c\nstate: d\nservice: {operations: create}\nbudget: {creditsPerMonth: 5}\nsecrets: {allow: [TOKEN]}\n';
  expect(checkConfigShape(readDocument('name: x\n').with(null))).toEqual([]);
  expect(checkConfigShape(readDocument(every))).toEqual([]);
});

test.each([
  [
    'an unknown member',
    'projct: a',
    'schema/unknown-field',
    '/projct',
    'unknown field "projct" in the config file',
    'did you mean "project"?',
  ],
  [
    'a member of the budget at the top',
    'creditsPerMonth: 5',
    'schema/unknown-field',
    '/creditsPerMonth',
    'unknown field',
    'belongs in "budget"',
  ],
  [
    'a misspelled member of an environment',
    'environments: {staging: {budgte: {creditsPerMonth: 5}}}',
    'schema/unknown-field',
    '/environments/staging/budgte',
    'unknown field "budgte" in "environments.staging"',
    'did you mean "budget"?',
  ],
  [
    'a misspelled member within one',
    'environments: {staging: {budget: {creditPerMonth: 5}}}',
    'schema/unknown-field',
    '/environments/staging/budget/creditPerMonth',
    'unknown field',
    'did you mean "creditsPerMonth"?',
  ],
  [
    'operations that there are not',
    'service: {operations: everything}',
    'schema/enum',
    '/service/operations',
    'cannot be "everything"',
    'use one of "create" or "full"',
  ],
  ['a budget in quotes', 'budget: {creditsPerMonth: "5"}', 'schema/type', '/budget/creditsPerMonth', 'must be a number', 'without quotes'],
  ['a budget below nothing', 'budget: {creditsPerMonth: -1}', 'schema/range', '/budget/creditsPerMonth', 'must be 0 or more', ''],
  ['one name in place of a list', 'secrets: {allow: TOKEN}', 'schema/type', '/secrets/allow', 'must be a list', 'allow: [...]'],
  ['a list at the top', '- a', 'schema/type', '', 'the config file must be an object, but is a list', '"project", "environment"'],
])('%s is one error', (_name, text, code, pointer, message, hint) => {
  const findings = checkConfigShape(readDocument(`${text}\n`));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({code, severity: 'error', where: {pointer}});
  expect(findings[0]?.message).toContain(message);
  expect(findings[0]?.hint ?? '').toContain(hint);
});
