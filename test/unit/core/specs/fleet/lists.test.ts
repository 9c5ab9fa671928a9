import {openCheckCache} from '../../../../../src/core/specs/files-cache';
import {check, page} from './world';

const LIST = `name: \${each:name} pricing
goal: Tell me when a price changes at \${each:name}
targets: [{type: scrape, urls: ["\${each:site}/pricing"]}]
schedule: {text: daily}
sync: {each: {file: _rows.csv}}
`;
const ROWS = 'key,name,site\nacme,Acme,https://acme.example\nbolt,Bolt,https://bolt.example\n';
const files = {'shop/pricing.yaml': LIST, 'shop/_rows.csv': ROWS};
const codes = (checked: ReturnType<typeof check>) =>
  checked.findings.map(({code, where, monitors}) => [
    code,
    `${where?.file}:${where?.range.start.line}:${where?.range.start.column}`,
    monitors,
  ]);

test('a list is one monitor a row, keyed by the spec and the row', () => {
  const checked = check(files);
  expect(checked.findings).toEqual([]);
  expect(checked.monitors.map(({key, list, body}) => [key, list, body()])).toEqual([
    [
      'shop/pricing/acme',
      'shop/pricing',
      {
        name: 'Acme pricing',
        goal: 'Tell me when a price changes at Acme',
        targets: [{type: 'scrape', urls: ['https://acme.example/pricing']}],
        schedule: {text: 'daily'},
      },
    ],
    ['shop/pricing/bolt', 'shop/pricing', expect.objectContaining({name: 'Bolt pricing'})],
  ]);
  expect([...checked.lists]).toEqual([['shop/pricing', {file: 'monitors/shop/pricing.yaml', rows: 2}]]);
  expect([...checked.hashes.keys()]).toEqual(['shop/pricing.yaml', 'shop/_rows.csv']);
});

test('the key of the spec is the prefix, an empty one is none', () => {
  const keys = (key: string) =>
    check({...files, 'shop/pricing.yaml': LIST.replace('sync: {', `sync: {key: ${key}, `)}).monitors.map(monitor => monitor.key);
  expect(keys('p')).toEqual(['p/acme', 'p/bolt']);
  expect(keys('""')).toEqual(['acme', 'bolt']);
  expect(codes(check({'a.yaml': page('a', 'schedule: {text: daily}\nsync: {key: ""}\n')}))).toEqual([
    ['spec/key-form', 'monitors/a.yaml:5:13', undefined],
  ]);
});

test('rows, layers and variables meet in one monitor, each value with its place', () => {
  const checked = check(
    {
      '_defaults.yaml': 'retentionDays: 5\nwebhook: {url: "${var:HOOKS}/${each:key}", headers: {Authorization: "Bearer ${env:TOKEN}"}}\n',
      'shop/_defaults.yaml': 'sync: {labels: {team: "${each:team}"}}\n',
      'shop/pricing.yaml': `${LIST}retentionDays: \${each:days}\n`,
      'shop/_rows.csv': 'key,name,site,days,team,protect\nacme,Acme,https://acme.example,7,a,true\nbolt,Bolt,https://bolt.example,,b,\n',
    },
    {vars: {HOOKS: 'https://hooks.example'}},
  );
  expect(checked.findings).toEqual([]);
  const [acme, bolt] = checked.monitors;
  expect(acme?.body()).toMatchObject({
    retentionDays: 7,
    webhook: {url: 'https://hooks.example/acme', headers: {Authorization: 'Bearer ${env:TOKEN}'}},
  });
  expect(bolt?.body()).toMatchObject({retentionDays: 5, webhook: {url: 'https://hooks.example/bolt'}});
  expect([acme?.sync, bolt?.sync]).toMatchObject([{protect: true, labels: {team: 'a'}}, {labels: {team: 'b'}}]);
  expect(bolt?.sync.protect).toBeUndefined();
  const at = (pointer: string) => {
    const place = acme?.writtenAt?.(pointer);
    return `${place?.file}:${place?.range.start.line}:${place?.range.start.column}`;
  };
  expect(at('/retentionDays')).toBe('monitors/shop/_rows.csv:2:32');
  expect(at('/schedule')).toBe('monitors/shop/pricing.yaml:4:11');
  expect(at('/webhook/url')).toBe('monitors/shop/_rows.csv:2:1');
  expect(bolt?.writtenAt?.('/retentionDays')).toMatchObject({file: 'monitors/_defaults.yaml', range: {start: {line: 1}}});
});

test('a fault of the spec is one finding for all rows, a fault of a cell stands at the cell with the text that takes it', () => {
  const checked = check({
    ...files,
    'shop/pricing.yaml': `${LIST.replace('daily', 'sometimes')}retentionDays: \${each:days}\n`,
    'shop/_rows.csv': ROWS.replace('site\n', 'site,days\n')
      .replace('acme.example\n', 'acme.example,0\n')
      .replace('bolt.example\n', 'bolt.example,5\n'),
  });
  expect(codes(checked)).toEqual([
    ['schema/range', 'monitors/shop/_rows.csv:2:32', undefined],
    ['schedule/text-form', 'monitors/shop/pricing.yaml:4:18', 2],
  ]);
  expect(checked.findings[0]?.related).toMatchObject([{where: {file: 'monitors/shop/pricing.yaml', pointer: '/retentionDays'}}]);
});

test('a cell may not decide where a secret of a layer goes', () => {
  const layer = {'_defaults.yaml': 'webhook: {headers: {Authorization: "${env:TOKEN}"}, url: "https://${each:site}/x"}\n'};
  const checked = check({...files, ...layer});
  expect(codes(checked)).toEqual([['fleet/open-origin', expect.stringContaining('monitors/_defaults.yaml:1'), 2]]);
  expect(checked.findings[0]?.related).toBeUndefined();
  const own = 'webhook: {headers: {Authorization: "${env:TOKEN}"}, url: "https://${each:site}/x"}\n';
  const [finding] = check({...files, 'shop/pricing.yaml': LIST + own}).findings;
  expect([finding?.code, finding?.related]).toEqual(['fleet/open-origin', undefined]);
});

test.each([
  [
    'unknown columns, of spec and layer',
    {'shop/pricing.yaml': LIST.replace('each:name', 'each:nam'), '_defaults.yaml': 'goal: ${each:sit}\n'},
    ['list/unknown-column', 'list/unknown-column'],
  ],
  ['an unknown variable, once at its layer', {'_defaults.yaml': 'goal: ${var:NOPE}\n'}, ['fleet/unknown-variable']],
  ['a file that is not there', {'shop/pricing.yaml': LIST.replace('_rows', '_no')}, ['list/data-file']],
  ['no rows', {'shop/_rows.csv': 'key,name,site\n'}, ['list/no-rows']],
])('%s are found', (_, changed, found) => {
  const checked = check({...files, ...changed});
  expect(checked.findings.map(({code}) => code).sort()).toEqual(found);
  expect(checked.monitors).toEqual([]);
});

const withGoal = (text: string) => LIST.replace(/^goal: .*$/m, () => `goal: "Look at ${text}"`);

test.each([
  ['each', '${ech:name}', ['"${ech:" is not a reference: this text is sent as it stands', 'did you mean "${each:"?']],
  ['each, by the column', '${row:name}', ['"${row:" is not a reference: this text is sent as it stands', 'did you mean "${each:"?']],
  ['var', '${vra:x}', ['"${vra:" is not a reference: this text is sent as it stands', 'did you mean "${var:"?']],
  ['nothing known', '${row:x}', [expect.anything(), 'write ${each:column} for a cell of the row, ${var:NAME} for a variable']],
])('I64: a text of a list that looks like a reference to %s is named', (_, reference, words) => {
  const {findings} = check({...files, 'shop/pricing.yaml': withGoal(reference)});
  expect(findings.map(({code, severity, message, hint}) => [code, severity, message, hint])).toEqual([
    ['fleet/unknown-reference', 'warning', ...words],
  ]);
});

test.each(['$${ech:name}', 'echo ${x:-1} ${y}', '${ech}'])('%s is no reference, and not named as one', text => {
  expect(check({...files, 'shop/pricing.yaml': withGoal(text)}).findings).toEqual([]);
});

test('two lists that make the same keys of one file are named by their own places', () => {
  const second = LIST.replace('each:name}', 'each:name} 2').replace('pricing"]', 'plans"]');
  const {findings} = check({...files, 'shop/pricing.yaml': `${LIST}---\n${second}`.replaceAll('sync: {', 'sync: {key: shop, ')});
  const places = findings
    .filter(({code}) => code === 'spec/duplicate-key')
    .map(({where, message}) => `${where?.range.start.line} ${message}`);
  expect(places).toEqual([
    '11 the key "shop/acme" is used twice: also at monitors/shop/pricing.yaml:5:7',
    '11 the key "shop/bolt" is used twice: also at monitors/shop/pricing.yaml:5:7',
  ]);
});

test('a list below a layer that cannot be read has as many monitors as without it', () => {
  const checked = check({
    ...files,
    '_defaults.yaml': '# nothing yet\n',
    'shop/twice.yaml': LIST.replace('sync: {', 'sync: {key: shop/pricing, '),
  });
  expect(
    codes(checked)
      .map(([code]) => code)
      .sort(),
  ).toEqual(['spec/duplicate-key', 'spec/duplicate-key', 'yaml/empty']);
  expect([checked.documents, [...checked.dataOf]]).toEqual([
    4,
    [
      ['shop/pricing.yaml', ['_rows.csv']],
      ['shop/twice.yaml', ['_rows.csv']],
    ],
  ]);
});

test('a spec that is no list and takes a column of a layer is an error at the layer', () => {
  expect(codes(check({'_defaults.yaml': 'schedule: {text: daily}\ngoal: ${each:x}\n', 'a.yaml': page('a'), 'b.yaml': page('b')}))).toEqual([
    ['list/each-without-list', 'monitors/_defaults.yaml:2:7', 2],
  ]);
});

test('what is known comes out of the cache as it went in, until a row, a layer or a variable changes', () => {
  let text: string | null = null;
  let writes = 0;
  const openCache = () =>
    openCheckCache(
      {
        read: () => text,
        write: written => {
          text = written;
          writes += 1;
        },
      },
      'build 1',
    );
  const all = {
    ...files,
    '_defaults.yaml': 'goal: x\n',
    'b.yaml': 'name: b ${var:X}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://b.example"]}]\n',
  };
  const run = (given: Readonly<Record<string, string>>, vars: Readonly<Record<string, string>>) => {
    const cache = openCache();
    const checked = check(given, {cache, vars});
    cache.save();
    const fresh = check(given, {vars});
    const plain = ({monitors, keys, ...rest}: typeof checked) => ({
      ...rest,
      keys: keys(),
      monitors: monitors.map(({body, writtenAt, saysItself, parts, faults, ...facts}) => ({
        ...facts,
        body: body(),
        name: writtenAt?.('/name'),
        protect: saysItself?.('protect'),
        parts: JSON.stringify(parts?.()),
        faults: faults?.(),
      })),
    });
    expect(plain(checked)).toEqual(plain(fresh));
    return writes;
  };
  expect(run(all, {X: '1'})).toBe(1);
  expect(run(all, {X: '1'})).toBe(1);
  expect(run(all, {X: '2'})).toBe(2);
  expect(run({...all, 'shop/_rows.csv': ROWS.replace('Acme', 'ACME')}, {X: '2'})).toBe(3);
  expect(run({...all, '_defaults.yaml': 'goal: y\n'}, {X: '2'})).toBe(4);
});
