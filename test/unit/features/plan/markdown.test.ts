import type {Change, CreateChange, UpdateChange} from '../../../../src/core/plan/change';
import type {FieldChange} from '../../../../src/core/plan/diff';
import {type MarkdownOptions, renderPlanMarkdown} from '../../../../src/features/plan/markdown';
import {listNodes, renderGithubMarkdown} from '../../../world/github-markdown';
import {desired, newFields, planOf, recorded} from '../../rendering/sample-values';

const CSV = 'monitors/pricing/_rows.csv';

function goalOf(after: string, before = 'a price changes'): FieldChange {
  return {path: '/goal', op: 'change', before, after, sensitive: false};
}

/** An edit of a row of a list, whose values stand in this line of its CSV file. */
function edit(key: string, fields: readonly FieldChange[], line = 2, more: Partial<UpdateChange> = {}): UpdateChange {
  const range = {start: {line, column: 1, offset: 0}, end: {line, column: 2, offset: 1}};
  const after = desired(key, {list: 'pricing', file: 'monitors/pricing.yaml', writtenAt: pointer => ({file: CSV, pointer, range})});
  return {
    ...{action: 'update', key, id: `id-${key}`, before: recorded(), after, targetIds: [], patch: {goal: 'x'}, present: {}},
    ...{alreadySet: [], fields, drift: [], rotated: [], seen: null},
    ...more,
  };
}

function create(key: string): Change {
  return {action: 'create', key, after: desired(key), targetIds: [], fields: newFields};
}

const show = (changes: readonly Change[], options: MarkdownOptions = {}) => renderPlanMarkdown(planOf(changes), [], options).text;
const linkTo: NonNullable<MarkdownOptions['linkTo']> = ({file, line}) => `https://github.com/acme/web/blob/abc/${file}#L${line}`;

/** What a reader sees of the elements of this name, as text. */
function seen(markdown: string, element: string): string[] {
  return listNodes(renderGithubMarkdown(markdown).sanitized)
    .filter(({node}) => node.tagName === element)
    .map(({node}) =>
      listNodes(node)
        .flatMap(inner => (inner.node.type === 'text' ? [inner.node.value ?? ''] : []))
        .join(''),
    );
}

test('edits of one field of several rows are one table, whose rows point to the lines of the file', () => {
  const markdown = show([edit('pricing/acme', [goalOf('a price drops')], 2), edit('pricing/zoo', [goalOf('a price rises', 'x | y')], 3)], {
    linkTo,
  });
  expect(markdown).toContain('\n~ `goal` of 2 monitors:\n');
  expect(seen(markdown, 'tr')).toEqual([
    'keywasbecomeswritten in',
    `pricing/acme"a price changes""a price drops"${CSV}:2`,
    `pricing/zoo"x | y""a price rises"${CSV}:3`,
  ]);
  expect(markdown).toContain(`<a href="https://github.com/acme/web/blob/abc/${CSV}#L2">`);
  expect(markdown).not.toContain('<summary>~');
  expect(show([edit('pricing/acme', [goalOf('b')]), edit('pricing/zoo', [goalOf('c')])])).not.toContain('<a ');
});

test.each([
  {name: 'a second field', other: edit('b', [goalOf('c'), {...goalOf('d'), path: '/name'}])},
  {name: 'a secret', other: edit('b', [{...goalOf('c'), sensitive: true}])},
  {name: 'drift', other: edit('b', [goalOf('c')], 2, {drift: [goalOf('d')]})},
  {name: 'a rotated value', other: edit('b', [goalOf('c')], 2, {rotated: ['TOKEN']})},
  {name: 'a long value', other: edit('b', [goalOf('c'.repeat(200))])},
  {name: 'a field that was added', other: edit('b', [{...goalOf('c'), op: 'add'}])},
])('an edit with $name keeps its own block', ({other}) => {
  const markdown = show([edit('a', [goalOf('b')]), other, edit('c', [goalOf('e')])]);
  expect(seen(markdown, 'tr')).toHaveLength(3);
  expect(seen(markdown, 'summary')).toContainEqual(expect.stringContaining('~ b update'));
});

test('hostile values of a table stay values', () => {
  const texts = [
    '</td></tr></table>\n\n# x',
    '<img src=https://evil.example>',
    '@team #123 |',
    '::error::x',
    '${{ secrets.KEY }}',
    '\u202e',
  ];
  const markdown = show(texts.map((text, index) => edit(`pricing/${index}`, [goalOf(text)], 2)));
  expect(seen(markdown, 'tr')).toHaveLength(texts.length + 1);
  for (const element of ['img', 'h1', 'a']) expect(seen(markdown, element)).toEqual([]);
  expect(seen(markdown, 'td').filter((_, index) => index % 4 === 2)).toEqual(expect.arrayContaining(['"@team #123 |"']));
  const bare = markdown.replaceAll(/<code>[^<]*<\/code>/g, '').replaceAll(/`[^`]*`/g, '');
  expect(bare).not.toMatch(/@|\||^::|https?:|\u202e/m);
});

test('changes stand below their folders, which are open while they are small', () => {
  const many = Array.from({length: 11}, (_, index) => create(`docs/page-${index}`));
  const markdown = show([...many, create('shop/one'), create('top')]);
  expect(seen(markdown, 'summary').filter(title => / to create/.test(title))).toEqual([
    'docs/: 11 to create',
    'shop/: 1 to create',
    'Without a folder: 1 to create',
  ]);
  expect(markdown).toContain('<details><summary><code>docs/</code>: 11 to create</summary>');
  expect(markdown).toContain('<details open><summary><code>shop/</code>: 1 to create</summary>');
});

test('a long table is closed, a short one is open', () => {
  const table = (count: number) =>
    Array.from({length: count}, (_, index) => edit(`pricing/${index}`, [goalOf(`goal ${index}`)], index + 2));
  expect(show([...table(30), create('top')])).toContain('<details open><summary><code>pricing/</code>: 30 to update');
  expect(show([...table(31), create('top')])).toContain('<details><summary><code>pricing/</code>: 31 to update');
});

test('equal changes of several folders stand below the folder that all of them are in', () => {
  const same = ['shop/a/x', 'shop/b/y', 'shop/z'].map(key => edit(key, [goalOf('b')], 2, {after: desired(key)}));
  expect(seen(show([...same, create('top')]), 'summary')).toContain('shop/: 3 to update');
  expect(seen(show([...same, edit('docs', [goalOf('b')], 2, {after: desired('docs')}), create('a/b')]), 'summary')).toContain(
    'Without a folder: 4 to update',
  );
});

test('a single change is not folded, and the digest is', () => {
  expect(seen(show([create('shop/one')]), 'summary')).toEqual(['Digest']);
  expect(show([create('shop/one')])).toContain('```diff\n+ shop/one  create  monitors/shop/one.yaml:1\n+ name: "Acme pricing"');
});

test('deletes and replaces are seen without opening anything', () => {
  const gone = (key: string): Change => ({
    ...{action: 'delete', key, id: `id-${key}`, before: recorded(), why: {kind: 'spec-removed'}, seen: null},
  });
  const many = Array.from({length: 20}, (_, index) => gone(`docs/page-${index}`));
  const markdown = show([...many, create('shop/one')]);
  const open = markdown.slice(0, markdown.indexOf('<details'));
  for (const {key} of many) expect(open).toContain(`deletes    ${key}\n`);
});

test('the title has the environment, the counts that are not zero and the credits, also those that the service bills besides', () => {
  const plan = planOf([create('shop/one')], {environment: 'production'});
  const estimate = {...plan.estimate, before: 100, creditsPerMonth: 150, billedBesides: {before: 0, creditsPerMonth: 1_250, of: ['PDF']}};
  const title = (members: Partial<typeof plan> = {}) => renderPlanMarkdown({...plan, estimate, ...members}).text.split('\n')[0];
  expect(title()).toBe('### `production`: 1 to create, about +1,300 credits a month');
  expect(title({environment: 'default'})).toBe('### `acme-web`: 1 to create, about +1,300 credits a month');
  const cheaper = {...estimate, creditsPerMonth: 40, billedBesides: {before: 0, creditsPerMonth: 0, of: []}};
  expect(title({estimate: cheaper})).toBe('### `production`: 1 to create, about -60 credits a month');
  const held = (members: object) => title({summary: {...plan.summary, ...members}, estimate: cheaper});
  expect(held({create: 0, blocked: 36})).toBe('### `production`: 36 blocked, about -60 credits a month without the blocked');
  expect(held({blocked: 1})).toBe('### `production`: 1 to create, 1 blocked, about -60 credits a month without the blocked');
});

test('links give way where there is no room, before a value does', () => {
  const changes = Array.from({length: 300}, (_, index) => edit(`pricing/${index}`, [goalOf(`goal ${index}`)], index + 2));
  const long: typeof linkTo = place => `${linkTo(place)}${'x'.repeat(100)}`;
  const limit = 64_000;
  const {text, complete} = renderPlanMarkdown(planOf(changes), [], {linkTo: long, limit});
  expect({complete, fits: text.length <= limit, links: text.includes('<a ')}).toEqual({complete: true, fits: true, links: false});
  expect(seen(text, 'tr')).toHaveLength(301);
});

/** A new row of a list, with pages of its own. */
function row(index: number, url: string, more: Partial<FieldChange> = {}): CreateChange {
  const range = {start: {line: index + 2, column: 1, offset: 0}, end: {line: index + 2, column: 2, offset: 1}};
  const key = `pricing/c${index}`;
  const body = () => ({name: key, targets: [{type: 'scrape', urls: [url]}]});
  const after = desired(key, {list: 'pricing', file: 'monitors/pricing.yaml', body, writtenAt: pointer => ({file: CSV, pointer, range})});
  const fields: readonly FieldChange[] = [
    {path: '/name', op: 'add', after: key, sensitive: false},
    {path: '/schedule/text', op: 'add', after: 'hourly', sensitive: false},
    {path: '/targets/0/urls', op: 'add', after: [url], sensitive: false, ...more},
  ];
  return {action: 'create', key, after, targetIds: [], fields};
}

const rows = (count: number, urlOf = (index: number) => `https://shop${index}.example/pricing`) =>
  Array.from({length: count}, (_, index) => row(index, urlOf(index)));

describe('new rows of a list', () => {
  test('are one table with what differs, and have what they share once', () => {
    const markdown = show(rows(40), {linkTo});
    expect(seen(markdown, 'tr')).toHaveLength(41);
    expect(seen(markdown, 'tr').slice(0, 2)).toEqual([
      'keynametargets[0].urlswritten in',
      `pricing/c0"pricing/c0""https://shop0.example/pricing"${CSV}:2`,
    ]);
    expect(markdown.match(/schedule\.text/g)).toHaveLength(1);
    expect(markdown).toContain('\nwatches    40 origins (each in a table below)\n');
    expect(markdown).not.toContain('watches    https://');
    expect(seen(markdown, 'summary')).toEqual(['Digest']);
  });

  test('whose origins only their table shows stand outside of folds, beside other changes too', () => {
    const markdown = show([...rows(40), create('top')]);
    expect(markdown).toContain('**<code>pricing/</code>: 40 to create**');
    expect(markdown.slice(0, markdown.indexOf('<details'))).toContain('shop39.example');
    expect(markdown.match(/shop7\.example/g)).toHaveLength(1);
  });

  test.each([
    {name: 'few origins', changes: rows(10)},
    {name: 'more rows than are shown', changes: rows(51)},
    {name: 'an address that misleads', changes: rows(40, index => `https://good.example@shop${index}.example/`)},
    {name: 'a secret', changes: rows(39).concat(row(39, 'https://shop39.example/pricing', {sensitive: true}))},
    {name: 'a long value', changes: rows(40, index => `https://shop${index}.example/${'x'.repeat(200)}`)},
  ])('keep a line for each origin: $name', ({changes}) => {
    for (const index of changes.keys()) expect(show(changes)).toContain(`watches    https://shop${index}.example (1 URL)\n`);
  });

  test('keep their lines where another list watches the same pages', () => {
    const url = (index: number) => `https://shop${index}.example/pricing`;
    const others = Array.from({length: 40}, (_, index) => {
      const change = row(index, url(index));
      return {...change, key: `terms/c${index}`, after: {...change.after, list: 'terms'}};
    });
    expect(show([...rows(40), ...others])).toContain('watches    https://shop7.example (2 URLs)\n');
  });
});

test('warnings about files that the plan leaves alone are folded, below the others', () => {
  const at = (file: string) => ({file, pointer: '', range: {start: {line: 3, column: 5, offset: 0}, end: {line: 3, column: 6, offset: 1}}});
  const warn = (file: string) => ({code: 'cost/dear', severity: 'warning', message: `about ${file}`, where: at(file)}) as never;
  const files = ['monitors/a.yaml', 'monitors/old.yaml', 'monitors/_defaults.yaml'];
  const markdown = renderPlanMarkdown(planOf([create('a')]), files.map(warn)).text;
  const [open = '', folded = ''] = markdown.split('<details><summary>1 warning about specs that stay as they are</summary>');
  expect(['a.yaml', '_defaults.yaml'].every(name => open.includes(`about monitors/${name}`))).toBe(true);
  expect(folded).toContain('about monitors/old.yaml');
  expect(open).not.toContain('about monitors/old.yaml');
});

test('warnings are a list, which a narrow page wraps', () => {
  const where = {
    file: 'monitors/shop.yaml',
    pointer: '',
    range: {start: {line: 3, column: 5, offset: 0}, end: {line: 3, column: 6, offset: 1}},
  };
  const warning = {code: 'cost/dear', severity: 'warning', message: 'a long sentence', where} as never;
  expect(renderPlanMarkdown(planOf([create('shop')]), [warning]).text).toContain(
    'Warnings:\n\n- `monitors/shop.yaml:3:5` `cost/dear` `a long sentence`\n',
  );
});

test('warnings of a file that say the same are one item with their lines', () => {
  const warn = (line: number, message = 'the same name', file = 'monitors/_pages.csv') => {
    const range = {start: {line, column: 5, offset: line * 9}, end: {line, column: 6, offset: line * 9 + 1}};
    return {code: 'spec/duplicate-name', severity: 'warning', message, where: {file, pointer: '', range}} as never;
  };
  const {text} = renderPlanMarkdown(planOf([create('shop')]), [
    warn(7),
    warn(10),
    warn(12),
    warn(13, 'another'),
    warn(14, 'the same name', 'monitors/_b.csv'),
  ]);
  expect(text).toContain(
    [
      'Warnings:',
      '',
      '- `monitors/_b.csv:14:5` `spec/duplicate-name` `the same name`',
      '- `monitors/_pages.csv:7:5` `spec/duplicate-name` `the same name` (also lines 10, 12)',
      '- `monitors/_pages.csv:13:5` `spec/duplicate-name` `another`',
      '',
    ].join('\n'),
  );
});
