import {parseOwners} from '../../../../src/doors/action/owners';

/** The cases of GitHub's page "About code owners", and where its rules differ from those of gitignore. */
test.each([
  {pattern: '*', owns: ['a.yaml', 'monitors/x/y.yaml'], not: []},
  {pattern: '*.csv', owns: ['a.csv', 'monitors/x/y.csv'], not: ['a.csvx', 'monitors/a.yaml']},
  {
    pattern: '/monitors/pricing/',
    owns: ['monitors/pricing/a.yaml', 'monitors/pricing/b/c.yaml'],
    not: ['x/monitors/pricing/a.yaml', 'monitors/pricing'],
  },
  {pattern: 'monitors/*', owns: ['monitors/a.yaml'], not: ['monitors/pricing/a.yaml', 'x/monitors/a.yaml']},
  {pattern: 'pricing/', owns: ['pricing/a.yaml', 'monitors/pricing/a/b.yaml'], not: ['monitors/pricing.yaml']},
  {pattern: 'pricing', owns: ['pricing', 'monitors/pricing/a.yaml'], not: ['monitors/pricing.yaml']},
  {pattern: '**/logs', owns: ['build/logs/a', 'deeply/nested/logs', 'logs/x'], not: ['logs.txt']},
  {pattern: '/monitors/**/x.yaml', owns: ['monitors/x.yaml', 'monitors/a/b/x.yaml'], not: ['x.yaml']},
  {pattern: '/with\\ space/', owns: ['with space/a.yaml'], not: ['with/a.yaml']},
])('$pattern', ({pattern, owns, not}) => {
  const ownersOf = parseOwners(`${pattern} @acme/team\n`);
  expect(owns.map(ownersOf)).toEqual(owns.map(() => ['@acme/team']));
  expect(not.map(ownersOf)).toEqual(not.map(() => []));
});

test('the last rule that matches counts, also one that says nobody', () => {
  const ownersOf = parseOwners('# all\r\n* @acme/all someone@acme.example # inline\r\n/monitors/ @acme/web\r\n/monitors/free/\r\n');
  expect(ownersOf('README.md')).toEqual(['@acme/all', 'someone@acme.example']);
  expect(ownersOf('monitors/a.yaml')).toEqual(['@acme/web']);
  expect(ownersOf('monitors/free/a.yaml')).toEqual([]);
});

test.each(['!monitors/ @acme/web', 'monitors/[ab] @acme/web', 'monitors/ acme-web', 'monitors/ @acme/web @'])(
  'a line that GitHub skips is skipped: %s',
  line => {
    expect(parseOwners(`* @acme/all\n${line}\n`)('monitors/a')).toEqual(['@acme/all']);
  },
);
