import fc from 'fast-check';
import {property} from '../../../../../src/core/json/value';
import {findReferences, resolveReferences, splitReferences} from '../../../../../src/core/secrets/references';
import {checkReferences, findOpenOrigins, listColumns} from '../../../../../src/core/specs/fleet/check-references';
import {type FilledDocument, fillDocument} from '../../../../../src/core/specs/fleet/fill';
import {isTemplate, readTemplate} from '../../../../../src/core/specs/fleet/template';
import {documentOf, fillAll, linesOf} from './list-world';

const dataOf = (spec: string, files: Record<string, string> = {}, vars = {}) => fillAll(spec, files, vars).map(({data}) => data);

test('each row gives one monitor, and the rows are no part of it', () => {
  const spec =
    'name: ${each:name} pricing\ntargets: [{type: scrape, urls: ["${each:site}/pricing"]}]\nsync: {key: shops, each: {file: a.csv}}\n';
  expect(dataOf(spec, {'a.csv': 'key,name,site\na,Acme,https://a.example\nb,Beta,https://b.example\n'})).toEqual([
    {name: 'Acme pricing', targets: [{type: 'scrape', urls: ['https://a.example/pricing']}], sync: {key: 'shops'}},
    {name: 'Beta pricing', targets: [{type: 'scrape', urls: ['https://b.example/pricing']}], sync: {key: 'shops'}},
  ]);
});

test.each([
  {name: 'a number where one is expected', spec: 'retentionDays: "${each:x}"', cell: '30', value: {retentionDays: 30}},
  {
    name: 'text where a number would be rounded',
    spec: 'retentionDays: "${each:x}"',
    cell: '12345678901234567890',
    value: {retentionDays: '12345678901234567890'},
  },
  {name: 'text that is not exactly a JSON number', spec: 'retentionDays: "${each:x}"', cell: '007', value: {retentionDays: '007'}},
  {name: 'a truth value where one is expected', spec: 'judgeEnabled: "${each:x}"', cell: 'false', value: {judgeEnabled: false}},
  {name: 'text that is not exactly true or false', spec: 'judgeEnabled: "${each:x}"', cell: 'yes', value: {judgeEnabled: 'yes'}},
  {name: 'text where text is allowed', spec: 'name: "${each:x}"', cell: '2026', value: {name: '2026'}},
  {name: 'text in open members', spec: 'webhook: {metadata: {limit: "${each:x}"}}', cell: '5', value: {webhook: {metadata: {limit: '5'}}}},
  {
    name: 'what a nested member expects',
    spec: 'targets: [{type: scrape, scrapeOptions: {waitFor: "${each:x}", headers: {timeout: "${each:x}"}}}]',
    cell: '5',
    value: {targets: [{type: 'scrape', scrapeOptions: {waitFor: 5, headers: {timeout: '5'}}}]},
  },
  {
    name: 'what an action expects',
    spec: 'targets: [{type: scrape, scrapeOptions: {actions: [{type: wait, milliseconds: "${each:x}"}]}}]',
    cell: '5',
    value: {targets: [{type: 'scrape', scrapeOptions: {actions: [{type: 'wait', milliseconds: 5}]}}]},
  },
  {
    name: 'what a target expects in a layer',
    spec: 'targets: {search: {maxResults: "${each:x}"}}',
    cell: '5',
    value: {targets: {search: {maxResults: 5}}},
  },
  {name: 'text within a longer text', spec: 'name: "${each:x} days"', cell: '5', value: {name: '5 days'}},
])('a cell becomes $name', ({spec, cell, value}) => {
  expect(dataOf(`${spec}\nsync: {each: {file: a.csv}}\n`, {'a.csv': `key,x\na,${cell}\n`})).toEqual([{...value, sync: {}}]);
});

test('YAML values keep their type, lists and mappings too', () => {
  const spec =
    'name: "${each:a}"\ngoal: "${each:b} ${each:a}"\nwebhook: {metadata: "${each:m}"}\ntargets: [{type: scrape, urls: "${each:urls}"}]\n';
  expect(dataOf(`${spec}sync: {each: [{key: k, a: 7, b: true, m: {x: [1]}, urls: [u, v]}]}\n`)).toEqual([
    {name: 7, goal: 'true 7', webhook: {metadata: {x: [1]}}, targets: [{type: 'scrape', urls: ['u', 'v']}], sync: {}},
  ]);
});

test('an empty cell removes the member, or the item of a list, that is nothing else', () => {
  const spec =
    'name: n\ngoal: ${each:goal}\ntargets: [{type: scrape, urls: ["${each:a}", "${each:b}", "${each:c}/x"]}]\nsync: {each: {file: a.csv}}\n';
  const [filled] = fillAll(spec, {'a.csv': 'key,goal,a,b,c\nk,,,https://b.example,https://c.example\n'});
  expect(filled?.data).toEqual({name: 'n', targets: [{type: 'scrape', urls: ['https://b.example', 'https://c.example/x']}], sync: {}});
  expect(filled?.findings).toEqual([]);
  expect(filled?.placeOf('/targets/0/urls/0')).toMatchObject({
    file: 'monitors/a.csv',
    pointer: '/targets/0/urls/0',
    range: {start: {line: 2, column: 5}},
  });
  expect(filled?.placeOf('/targets/0/urls/1')).toMatchObject({file: 'monitors/a.csv', range: {start: {line: 2, column: 23}}});
  expect(filled?.placeOf('/goal')).toMatchObject({file: 'monitors/a.csv', range: {start: {line: 2, column: 3}}});
});

test('within a longer text an empty cell, a list and a "$" before a reference are errors at the cell', () => {
  const spec = 'name: ${each:name} pricing\nwebhook: {url: "https://h.example/${each:x}${env:TOKEN}"}\nsync:\n  each:\n';
  const filled = fillAll(`${spec}    - {key: a, x: b}\n    - {key: b, name: [1], x: 5$}\n`);
  expect(linesOf(filled.flatMap(({findings}) => findings))).toEqual([
    'monitors/pricing.yaml:5:7 list/cell the cell "name" is empty, but "name" has it within a text',
    'monitors/pricing.yaml:6:22 list/cell the cell "name" is a list, but "name" has it within a text',
    'monitors/pricing.yaml:6:30 list/cell the cell "x" ends in "$" directly before a reference ${env:}, but "webhook.url" has it within a text',
  ]);
});

test('settings of a row replace those of the spec, and are found at the row', () => {
  const spec = 'name: n\nsync:\n  protect: false\n  labels: {team: "${each:team}"}\n  each: {file: a.csv}\n';
  const [filled] = fillAll(spec, {'a.csv': 'key,team,protect,renamedFrom\na,x,true,old/a\n'});
  expect(filled?.data).toEqual({name: 'n', sync: {protect: true, labels: {team: 'x'}, renamedFrom: 'old/a'}});
  expect(filled?.placeOf('/sync/protect')).toMatchObject({file: 'monitors/a.csv', range: {start: {line: 2, column: 5}}});
  expect(filled?.placeOf('/sync/labels/team')).toMatchObject({file: 'monitors/a.csv', range: {start: {line: 2, column: 3}}});
  expect(filled?.relatedTo?.('/sync/labels/team')).toMatchObject([
    {where: {file: 'monitors/pricing.yaml', range: {start: {line: 4, column: 18}}}},
  ]);
});

test('a variable is filled in where no row is, and its place is the text', () => {
  const document = documentOf('webhook: {url: "${var:HOOKS}/acme"}\nretentionDays: "${var:DAYS}"\n');
  const filled = fillDocument(document, readTemplate(document.data), {row: null, vars: {HOOKS: 'https://h.example', DAYS: '7'}});
  expect(filled.data).toEqual({webhook: {url: 'https://h.example/acme'}, retentionDays: 7});
  expect(filled.placeOf('/webhook/url')).toMatchObject({file: 'monitors/pricing.yaml', range: {start: {line: 1, column: 16}}});
  expect(filled.relatedTo?.('/webhook/url')).toEqual([]);
});

test('the escaped beginning of a reference is literal, and all else of a spec stays the same value', () => {
  const document = documentOf(
    'name: "$${each:x} and $${var:Y}"\ngoal: "${not} $${env:A}"\nwebhook: {url: "https://h.example/$${each:x}"}\n',
  );
  expect(isTemplate(document.data)).toBe(true);
  const {data} = fillDocument(document, readTemplate(document.data), {row: null, vars: {}});
  expect(data).toEqual({name: '${each:x} and ${var:Y}', goal: '${not} $${env:A}', webhook: {url: 'https://h.example/$${each:x}'}});
  const plain = documentOf('name: "${not} $${env:A}"\n');
  expect(isTemplate(plain.data)).toBe(false);
});

test('no row can fill in more than 1 MiB', () => {
  const spec = `name: n\ngoal: "${'${each:x}'.repeat(100)}"\nsync: {each: {file: a.csv}}\n`;
  const [filled] = fillAll(spec, {'a.csv': `key,x\na,${'x'.repeat(100_000)}\n`});
  expect(linesOf(filled?.findings ?? [])).toEqual([
    'monitors/a.csv:2:1 list/too-large the cells of this row make a spec larger than 1 MiB',
  ]);
});

const scope = (columns: string[] | null, vars = {}) => ({
  columns: columns === null ? null : new Set(columns),
  environment: {environment: 'staging', declared: null, vars},
});

test.each([
  {
    name: 'a column without a list',
    text: 'name: "${each:x}"',
    columns: null,
    found: '1:7 list/each-without-list ${each:x} stands in a spec without "sync.each"',
  },
  {
    name: 'a column that no row has',
    text: 'name: "${each:sit}"',
    columns: ['site'],
    found: '1:7 list/unknown-column no row has the column "sit"',
  },
  {
    name: 'a variable that is not there',
    text: 'name: "${var:HOKS}"',
    columns: null,
    found: '1:7 fleet/unknown-variable the variable "HOKS" has no value in the environment "staging"',
  },
  {
    name: 'nested references',
    text: 'name: "${each:${each:x}}"',
    columns: ['x'],
    found: '1:7 fleet/malformed-reference this "${" does not begin a reference of the form ${each:column} or ${var:NAME}',
  },
  {
    name: 'a reference made of another',
    text: 'name: "${env:${each:x}}"',
    columns: ['x'],
    found: '1:7 fleet/malformed-reference this "${" does not begin a reference of the form ${each:column} or ${var:NAME}',
  },
  {
    name: 'a member name',
    text: 'webhook: {headers: {"${each:x}": a}}',
    columns: ['x'],
    found: '1:21 fleet/misplaced-reference a reference may not stand in the name of a member',
  },
  {
    name: 'the type of a target',
    text: 'targets: [{type: "${each:x}"}]',
    columns: ['x'],
    found: '1:18 fleet/misplaced-reference ${each:x} may not stand in "targets[0].type"',
  },
  {
    name: 'the id of a target',
    text: 'targets: [{id: "${var:X}"}]',
    columns: ['x'],
    found: '1:16 fleet/misplaced-reference ${var:X} may not stand in "targets[0].id"',
  },
  {
    name: 'a variable in sync',
    text: 'sync: {labels: {a: "${var:HOOKS}"}}',
    columns: ['x'],
    found: '1:20 fleet/misplaced-reference ${var:HOOKS} may not stand in "sync.labels.a"',
  },
  {
    name: 'a column in sync.key',
    text: 'sync: {key: "${each:x}"}',
    columns: ['x'],
    found: '1:13 fleet/misplaced-reference ${each:x} may not stand in "sync.key"',
  },
])('an error is $name', ({text, columns, found}) => {
  const document = documentOf(text);
  expect(linesOf(checkReferences(document, readTemplate(document.data), scope(columns, {HOOKS: 'x'})))).toEqual([
    `monitors/pricing.yaml:${found}`,
  ]);
});

test('a name that is nearly right is proposed', () => {
  const document = documentOf('name: "${each:sit} ${var:HOKS}"');
  const findings = checkReferences(document, readTemplate(document.data), scope(['site'], {HOOKS: 'x'}));
  expect(findings.map(({hint}) => hint)).toEqual(['did you mean "site"?', 'did you mean "HOOKS"?']);
  expect([...listColumns(readTemplate(document.data))]).toEqual(['sit']);
});

const nameOf = (filled: FilledDocument | undefined) => property(filled?.data, 'name') as string;

test('rows in the spec hold no references: what looks like one is text', () => {
  const [filled] = fillAll('name: "${each:a}"\nsync: {each: [{key: k, a: "${var:V} ${each:b} ${env:X}"}]}\n', {}, {V: 'v'});
  expect(resolveReferences({name: nameOf(filled)}, () => 'SECRET')).toEqual({name: '${var:V} ${each:b} ${env:X}'});
});

test.each([
  {name: 'the host is a cell', spec: 'webhook: {url: "https://${each:x}/hook", headers: {A: "${env:T}"}}', isOpen: true},
  {name: 'the whole URL is a cell', spec: 'webhook: {url: "${each:x}", metadata: {a: "${env:T}"}}', isOpen: true},
  {name: 'a cell follows the host directly', spec: 'webhook: {url: "https://h.example${each:x}", headers: {A: "${env:T}"}}', isOpen: true},
  {name: 'a cell is the port', spec: 'webhook: {url: "https://h.example:${each:x}/", headers: {A: "${env:T}"}}', isOpen: true},
  {name: 'slashes without a host', spec: 'webhook: {url: "https:///${each:x}", headers: {A: "${env:T}"}}', isOpen: true},
  {
    name: 'a target gets the secret',
    spec: 'targets: [{type: scrape, urls: [a, "${each:x}/y"], scrapeOptions: {headers: {A: "${env:T}"}}}]',
    isOpen: true,
  },
  {
    name: 'a crawl gets the secret',
    spec: 'targets: [{type: crawl, url: "${each:x}", scrapeOptions: {actions: [{type: write, text: "${env:T}"}]}}]',
    isOpen: true,
  },
  {
    name: 'a member that only the config allows gets the secret',
    spec: 'notification: {slack: {hook: "https://${each:x}/hook", token: "${env:T}"}}',
    isOpen: true,
  },
  {name: 'such a member holds both', spec: 'notification: {slack: {hook: "https://${each:x}/${env:T}"}}', isOpen: true},
  {name: 'such a member of a target', spec: 'targets: [{type: scrape, newThing: {to: "${each:u}", key: "${env:T}"}}]', isOpen: true},
  {
    name: 'a cell in such a member is no address',
    spec: 'notification: {slack: {hook: "https://h.example/${each:x}", channel: "${each:x}", token: "${env:T}"}}',
    isOpen: false,
  },
  {name: 'only the path is a cell', spec: 'webhook: {url: "https://h.example/${each:x}", headers: {A: "${env:T}"}}', isOpen: false},
  {name: 'a variable gives the host', spec: 'webhook: {url: "${var:HOOKS}/${each:x}", headers: {A: "${env:T}"}}', isOpen: false},
  {name: 'the environment gives the host', spec: 'webhook: {url: "${env:HOOKS}/${each:x}"}', isOpen: false},
  {
    name: 'no secret is sent there',
    spec: 'webhook: {url: "https://${each:x}/"}\ntargets: [{type: scrape, urls: ["${each:x}"]}]',
    isOpen: false,
  },
])('a URL that gets a secret leads where the spec says: $name', ({spec, isOpen}) => {
  const [filled] = fillAll(
    `${spec}\nsync: {each: [{key: a, x: evil.example, u: "https://evil.example"}]}\n`,
    {},
    {HOOKS: 'https://h.example'},
  );
  const found = filled === undefined ? [] : findOpenOrigins(filled, findReferences(filled.data));
  expect(found.map(({code, where}) => [code, where?.file])).toEqual(isOpen ? [['fleet/open-origin', 'monitors/pricing.yaml']] : []);
});

const value: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  value: fc.oneof(
    {depthSize: 'small'},
    tie('text'),
    tie('text'),
    fc.array(tie('value'), {maxLength: 2}),
    fc.dictionary(fc.constantFrom('a', 'headers'), tie('value'), {maxKeys: 2}),
  ),
  text: fc
    .array(fc.constantFrom('$', '{', '${', 'env:X}', '${env:X}', '$${', 'a', '}'), {minLength: 1, maxLength: 4})
    .map(pieces => pieces.join('')),
})).value;

test('whatever a row holds, a monitor has the references of its spec and no other', () => {
  const spec =
    'goal: "${each:x}"\nwebhook: {url: "https://h.example/", headers: {A: "Bearer ${env:T}", B: "${each:x}"}, metadata: "${each:x}"}\n';
  fc.assert(
    fc.property(value, cell => {
      const [filled] = fillAll(`${spec}sync: {each: ${JSON.stringify([{key: 'a', x: cell}])}}\n`);
      const names: string[] = [];
      const collect = (inner: unknown): void => {
        if (typeof inner === 'string')
          for (const part of splitReferences(inner, 'everything')) if (part.kind === 'reference') names.push(part.name);
        if (typeof inner === 'object' && inner !== null) for (const below of Object.values(inner)) collect(below);
      };
      const {webhook, goal} = (filled as FilledDocument).data as unknown as {
        webhook: {headers: Record<string, unknown>; metadata: unknown};
        goal: unknown;
      };
      collect(webhook);
      expect(names).toEqual(['T']);
      const resolved = resolveReferences({webhook, goal} as never, () => 'SECRET') as {webhook: typeof webhook; goal: unknown};
      expect(resolved).toMatchObject({goal: cell, webhook: {headers: {A: 'Bearer SECRET'}, metadata: cell}});
      if (typeof cell === 'string') expect(resolved.webhook.headers['B']).toBe(cell);
    }),
    {numRuns: 500},
  );
});
