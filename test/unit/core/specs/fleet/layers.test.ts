import {canonicalJson} from '../../../../../src/core/json/canonical';
import {openCheckCache} from '../../../../../src/core/specs/files-cache';
import {check, page} from './world';

const DAILY = 'schedule: {text: daily}\n';
const codes = (checked: ReturnType<typeof check>) =>
  checked.findings.map(({code, where, monitors}) => [code, `${where?.file}:${where?.range.start.line}`, where?.pointer, monitors]);
const at = (checked: ReturnType<typeof check>, key: string, pointer: string) => {
  const place = checked.monitors.find(monitor => monitor.key === key)?.writtenAt?.(pointer);
  return `${place?.file}:${place?.range.start.line} ${place?.pointer}`;
};

test('defaults apply to their folder and below, overlays of this environment last, each value with its place', () => {
  const files = {
    '_defaults.yaml': `${DAILY}goal: outer\ntargets: {scrape: {scrapeOptions: {onlyMainContent: true}}}\n`,
    'shop/_defaults.yaml': 'goal: inner\n',
    'shop/_overlay.staging.yaml': 'retentionDays: 7\ntargets: {scrape: {scrapeOptions: {mobile: true}}}\n',
    'shop/a.yaml': page('a', 'retentionDays: 90\n'),
    'b.yaml': page('b'),
  };
  const staging = check(files, {environment: 'staging'});
  expect(staging.findings).toEqual([]);
  expect(staging.monitors.map(({key, body, layers}) => [key, body(), layers])).toEqual([
    [
      'b',
      {
        name: 'b',
        goal: 'outer',
        schedule: {text: 'daily'},
        targets: [{type: 'scrape', urls: ['https://b.example/'], scrapeOptions: {onlyMainContent: true}}],
      },
      ['monitors/_defaults.yaml'],
    ],
    [
      'shop/a',
      {
        name: 'a',
        goal: 'inner',
        retentionDays: 7,
        schedule: {text: 'daily'},
        targets: [{type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {onlyMainContent: true, mobile: true}}],
      },
      ['monitors/_defaults.yaml', 'monitors/shop/_defaults.yaml', 'monitors/shop/_overlay.staging.yaml'],
    ],
  ]);
  expect(at(staging, 'shop/a', '/goal')).toBe('monitors/shop/_defaults.yaml:1 /goal');
  expect(at(staging, 'shop/a', '/name')).toBe('monitors/shop/a.yaml:1 /name');
  expect(at(staging, 'shop/a', '/targets/0/scrapeOptions/onlyMainContent')).toBe(
    'monitors/_defaults.yaml:3 /targets/scrape/scrapeOptions/onlyMainContent',
  );
  expect(at(staging, 'shop/a', '/targets/0/scrapeOptions/mobile')).toBe(
    'monitors/shop/_overlay.staging.yaml:2 /targets/scrape/scrapeOptions/mobile',
  );
  expect(at(staging, 'shop/a', '/webhook')).toBe('monitors/shop/a.yaml:1 /webhook');
  expect(
    check(files)
      .monitors.find(({key}) => key === 'shop/a')
      ?.body(),
  ).toMatchObject({retentionDays: 90});
});

test('a fault of a layer is one finding at the layer, with the monitors that it concerns', () => {
  const checked = check({
    '_defaults.yaml': `schedule: {text: sometimes}\nretentionDays: 0\nwebhok: {}\nsync: {paused: maybe}\n`,
    'a.yaml': page('a'),
    'b.yaml': page('b'),
    'c.yaml': page('c', 'retentionDays: 5\n'),
  });
  expect(codes(checked)).toEqual([
    ['schedule/text-form', 'monitors/_defaults.yaml:1', '/schedule/text', 3],
    ['schema/range', 'monitors/_defaults.yaml:2', '/retentionDays', 2],
    ['schema/unknown-field', 'monitors/_defaults.yaml:3', '/webhok', 3],
    [expect.stringMatching(/^schema/), 'monitors/_defaults.yaml:4', '/sync/paused', 3],
  ]);
  expect(checked.findings[2]?.message).toBe('unknown field "webhok" in this layer');
  expect([...(checked.concerned.get(checked.findings[1]!) ?? [])]).toEqual(['monitors/a.yaml', 'monitors/b.yaml']);
});

test('what is wrong with targets of a layer is said of the type there, with references too', () => {
  const messages = (files: Record<string, string>) => check(files).findings.map(({where, message}) => `${where?.file}: ${message}`);
  const targets = 'targets: {crawl: {crawlOptions: {limit: 5}}, scrape: {scrapeOptions: {timeout: fast, mobil: true}}}\n';
  expect(messages({'_defaults.yaml': DAILY + targets, 'a.yaml': page('a')})).toEqual([
    expect.stringContaining('monitors/_defaults.yaml: "targets.scrape.scrapeOptions.timeout" must be'),
    'monitors/_defaults.yaml: unknown field "mobil" in "targets.scrape.scrapeOptions"',
  ]);
  const filled = 'targets: {scrape: {scrapeOptions: {timeout: "${var:TIMEOUT}"}}}\n';
  const [finding] = check({'_defaults.yaml': DAILY + filled, 'a.yaml': page('a')}, {vars: {TIMEOUT: 'fast'}}).findings;
  expect(finding?.message).toContain('"targets.scrape.scrapeOptions.timeout"');
});

test('what layers add to many specs has a limit, from the cache too', () => {
  const webhook = `webhook:\n  url: https://hooks.example/x\n  metadata: {note: ${'x'.repeat(1_000_000)}}\n`;
  const specs = Object.fromEntries(Array.from({length: 300}, (_, at) => [`s/p${at}.yaml`, page(`p${at}`)]));
  const texts = {text: ''};
  const run = () => {
    const cache = openCheckCache(
      {
        read: () => texts.text,
        write: text => {
          texts.text = text;
        },
      },
      'build',
    );
    const found = check({'_defaults.yaml': DAILY + webhook, ...specs}, {cache, purpose: 'findings'});
    cache.save();
    return codes(found).filter(([code]) => code === 'fleet/too-many-monitors');
  };
  expect(run()).toHaveLength(1);
  expect(run()).toHaveLength(1);
  expect(codes(check({'_defaults.yaml': DAILY, ...specs}))).toEqual([]);
});

test('a fault of a layer that only all specs together show concerns the specs under it', () => {
  const checked = check(
    {'s/_defaults.yaml': `${DAILY}sync: {paused: true}\n`, 's/a.yaml': page('a'), 's/b.yaml': page('b'), 'c.yaml': page('c', DAILY)},
    {operations: 'create'},
  );
  expect(codes(checked)).toEqual([['spec/paused-needs-full', 'monitors/s/_defaults.yaml:2', '/sync/paused', 2]]);
  expect([...(checked.concerned.get(checked.findings[0]!) ?? [])]).toEqual(['monitors/s/a.yaml', 'monitors/s/b.yaml']);
});

test('what is missing points at the spec', () => {
  expect(codes(check({'_defaults.yaml': 'goal: x\n', 'a.yaml': page('a')}))).toEqual([
    ['schema/missing-field', 'monitors/a.yaml:1', '', undefined],
  ]);
});

test('what each spec has of its own may not stand in a layer, and is no part of what is inherited', () => {
  const checked = check({
    '_defaults.yaml': `${DAILY}name: x\nsync: {key: k, renamedFrom: r}\ntargets:\n  scrape: {id: 6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10, urls: []}\n  crawl: {url: https://a.example, type: crawl}\n  search: {queries: []}\n  scrap: {}\n`,
    'a.yaml': page('a'),
  });
  expect(new Set(codes(checked).map(([code]) => code))).toEqual(new Set(['fleet/not-in-layer', 'fleet/layer-form']));
  expect(checked.findings.map(({where}) => where?.pointer)).toEqual([
    '/name',
    '/sync/key',
    '/sync/renamedFrom',
    '/targets/scrape/id',
    '/targets/scrape/urls',
    '/targets/crawl/url',
    '/targets/crawl/type',
    '/targets/search/queries',
    '/targets/scrap',
  ]);
});

test.each([
  ['two documents', 'goal: x\n---\ngoal: y\n', 'fleet/layer-form'],
  ['a list', '- goal\n', 'fleet/layer-form'],
  ['a list of targets', `${DAILY}targets:\n  - {type: scrape}\n`, 'fleet/layer-form'],
  ['no mapping for a type', `${DAILY}targets: {scrape: yes}\n`, 'fleet/layer-form'],
  ['nothing', '# nothing yet\n', 'yaml/empty'],
  ['no YAML', 'a: [\n', 'yaml/syntax'],
])('a layer with %s is an error there, once, and nothing is said of what specs would come to', (_, text, code) => {
  const checked = check({'_defaults.yaml': text, 'a.yaml': page('a'), 'b.yaml': page('b')});
  expect(codes(checked).map(([found, place]) => [found, String(place).split(':')[0]])).toEqual([[code, 'monitors/_defaults.yaml']]);
  expect(checked.monitors).toEqual([]);
});

test('a layer that no spec uses is a warning, and is checked nevertheless', () => {
  const checked = check({'x/_defaults.yaml': 'retentionDays: 0\n', 'x/_overlay.prod.yaml': 'goal: x\n', 'a.yaml': page('a', DAILY)});
  expect(
    codes(checked)
      .map(([code]) => code)
      .sort(),
  ).toEqual(['fleet/unused-layer', 'fleet/unused-layer', 'schema/range']);
  expect(checked.findings.find(({code}) => code === 'fleet/unused-layer')?.hint).toBe(
    'remove it, or put a spec into "monitors/x" or below',
  );
});

test('an overlay of an environment that is not declared is an error that names the near one', () => {
  const [finding] = check(
    {'_overlay.prodution.yaml': 'goal: x\n', 'a.yaml': page('a', DAILY)},
    {declared: ['production'], environment: 'production'},
  ).findings;
  expect(finding).toMatchObject({code: 'fleet/unknown-environment', hint: 'did you mean "production"?'});
});

describe('secrets stay with their host', () => {
  const HOOK = 'webhook: {url: "https://alerts.example/x", headers: {Authorization: "Bearer ${env:TOKEN}"}}\n';
  const found = (files: Readonly<Record<string, string>>, environment?: string) =>
    check(files, environment === undefined ? {} : {environment}).findings.map(
      ({code, message, where}) => `${code} ${where?.file} ${message}`,
    );
  const error = (place: string, home: string, goes: string) =>
    `fleet/secret-origin monitors/${place} the header "Authorization" with \${env:TOKEN} was written ${home}, and would be sent to ${goes}`;

  test('a spec may change the path of the address, not its origin', () => {
    const spec = (url: string) => ({'_defaults.yaml': DAILY + HOOK, 'a.yaml': page('a', `webhook: {url: "${url}"}\n`)});
    expect(found(spec('https://ALERTS.example:443/y'))).toEqual([]);
    for (const url of [
      'http://alerts.example/x',
      'https://alerts.example:8443/x',
      'https://evil.example/x',
      'https://alerts.example@evil.example/',
    ]) {
      expect(found(spec(url))).toEqual([error('a.yaml', 'for https://alerts.example', new URL(url).origin)]);
    }
    expect(found(spec('${env:TOKEN}'))).toEqual([error('a.yaml', 'for https://alerts.example', '${env:TOKEN}')]);
    expect(found(spec('https://alerts.example${env:TOKEN}/x'))).toHaveLength(1);
  });

  test('a layer without an address counts as another origin', () => {
    const headers = 'webhook: {headers: {Authorization: "${env:TOKEN}"}}\n';
    const spec = {'a.yaml': page('a', 'webhook: {url: "https://any.example/"}\n')};
    expect(found({'_defaults.yaml': DAILY + headers, ...spec})).toEqual([
      error('a.yaml', 'where there was no webhook.url', 'https://any.example'),
    ]);
  });

  test('whoever writes the address, or stands after it, may write the header for it', () => {
    const outer = {'_defaults.yaml': DAILY + HOOK};
    const moved = 'webhook: {url: "https://b.example/", headers: {authorization: "${env:TOKEN}"}}\n';
    expect(found({...outer, 'a.yaml': page('a', moved)})).toEqual([]);
    expect(
      found(
        {
          ...outer,
          '_overlay.prod.yaml': 'webhook: {headers: {Authorization: "${env:TOKEN}"}}\n',
          'a.yaml': page('a', 'webhook: {url: "https://b.example/"}\n'),
        },
        'prod',
      ),
    ).toEqual([]);
    expect(found({...outer, 'a.yaml': page('a', 'webhook: {url: "https://b.example/", headers: {authorization: null}}\n')})).toEqual([]);
  });

  test('an overlay may not take the secrets of layers and specs along', () => {
    const overlay = {'_overlay.prod.yaml': 'webhook: {url: "https://b.example/"}\n'};
    expect(found({...overlay, 'a.yaml': page('a', DAILY + HOOK)}, 'prod')).toEqual([
      error('_overlay.prod.yaml', 'for https://alerts.example', 'https://b.example'),
    ]);
    expect(found({...overlay, 'x/_defaults.yaml': DAILY + HOOK, 'x/a.yaml': page('a')}, 'prod')).toHaveLength(1);
  });

  test('metadata counts too', () => {
    const files = {
      '_defaults.yaml': `${DAILY}webhook: {url: "https://a.example/", metadata: {key: "\${env:TOKEN}"}}\n`,
      'a.yaml': page('a', 'webhook: {url: "https://b.example/"}\n'),
    };
    expect(found(files)[0]).toContain('the metadata value "key"');
  });

  test('no reference may stand in the targets of a layer', () => {
    const options =
      'targets: {scrape: {scrapeOptions: {headers: {Cookie: "${env:TOKEN}"}, actions: [{type: click, selector: a}, {type: write, text: "${env:TOKEN}"}]}}}\n';
    expect(codes(check({'_defaults.yaml': DAILY + options, 'a.yaml': page('a')}))).toEqual([
      ['fleet/secret-in-layer', 'monitors/_defaults.yaml:2', '/targets/scrape/scrapeOptions/headers/Cookie', undefined],
      ['fleet/secret-in-layer', 'monitors/_defaults.yaml:2', '/targets/scrape/scrapeOptions/actions/1/text', undefined],
    ]);
  });
});

test('moving members between spec and layers changes no monitor', () => {
  const whole = check({
    'x/a.yaml': page('a', `${DAILY}goal: x\nretentionDays: 5\nwebhook: {url: "https://a.example/", headers: {A: b}}\n`),
  });
  const split = check({
    '_defaults.yaml': `${DAILY}goal: y\nwebhook: {url: "https://a.example/"}\n`,
    'x/_defaults.yaml': 'goal: x\nwebhook: {headers: {A: b}}\n',
    '_overlay.default.yaml': 'retentionDays: 5\n',
    'x/a.yaml': page('a', 'retentionDays: 6\n'),
  });
  expect(split.findings).toEqual([]);
  const facts = ({monitors}: typeof whole) =>
    monitors.map(({key, bodyHash, estimate, references, body}) => ({key, bodyHash, estimate, references, body: canonicalJson(body())}));
  expect(facts(split)).toEqual(facts(whole));
});
