import fc from 'fast-check';
import {checkSpecs} from '../../../../src/core/specs/check';
import {openCheckCache} from '../../../../src/core/specs/files-cache';
import type {TeamRule} from '../../../../src/core/specs/team/team-rule';

const SOUND = {name: 'Acme', schedule: {text: 'every 30 minutes'}, targets: [{type: 'scrape', urls: ['https://acme.example/']}]};
const POSITION = {line: 7, column: 5, offset: 90};
const IN_CONFIG = {file: 'monitors.config.yaml', pointer: '/rules/0', range: {start: POSITION, end: POSITION}};

function sourceOf(specPath: string, spec: object) {
  return {file: `monitors/${specPath}`, specPath, bytes: Buffer.from(JSON.stringify(spec))};
}

function judge(rules: readonly TeamRule[], specs: Record<string, object>, cache: ReturnType<typeof openCheckCache> | null = null) {
  const files = Object.entries(specs).map(([path, change]) => sourceOf(path, {...SOUND, name: path, ...change}));
  const placed = rules.map(rule => ({rule, where: IN_CONFIG}));
  const {findings} = checkSpecs(files, {allowed: ['HOOK'], operations: 'full', cache, purpose: 'findings', rules: placed});
  cache?.save();
  return findings.filter(({code}) => code.startsWith('rule/'));
}

function memoryFile() {
  const memory: {text: string | null} = {text: null};
  return {
    read: () => memory.text,
    write: (next: string) => {
      memory.text = next;
    },
  };
}

const hook = (url: string) => ({webhook: {url}});
const sync = (labels: Record<string, string>) => ({sync: {labels}});
const HOOKS = {allow: {'webhook.url': ['https://alerts.example/**', 'https://*.acme.example/**']}};

test.each<{name: string; rule: TeamRule; spec: object; path?: string; found: string[]}>([
  {name: 'a missing member points at the nearest place', rule: {require: ['goal']}, spec: {}, found: ['rule/required /goal']},
  {name: 'a member that is there', rule: {require: ['goal']}, spec: {goal: 'g'}, found: []},
  {name: 'a blank member says nothing', rule: {require: ['goal']}, spec: {goal: ' '}, found: ['rule/required /goal']},
  {name: 'a label', rule: {require: ['sync.labels.owner']}, spec: sync({owner: 'ann'}), found: []},
  {name: 'a missing label', rule: {require: ['sync.labels.owner']}, spec: sync({team: 'a'}), found: ['rule/required /sync/labels/owner']},
  {
    name: 'each target is asked',
    rule: {require: ['targets.*.scrapeOptions.maxAge']},
    spec: {
      goal: 'g',
      targets: [
        {type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {maxAge: 0}},
        {type: 'crawl', url: 'https://b.example/', crawlOptions: {limit: 5}},
        {type: 'search', queries: ['q']},
      ],
    },
    found: ['rule/required /targets/1/scrapeOptions/maxAge'],
  },
  {name: 'false is a value', rule: {require: ['judgeEnabled']}, spec: {judgeEnabled: false}, found: []},
  {name: 'other keys are left alone', rule: {keys: 'prod/**', require: ['goal']}, spec: {}, path: 'dev/a.yaml', found: []},
  {
    name: 'the keys of a folder',
    rule: {keys: 'prod/**', require: ['goal']},
    spec: {},
    path: 'prod/a/b.yaml',
    found: ['rule/required /goal'],
  },
  {
    name: 'the key that a spec gives itself counts',
    rule: {keys: 'prod/**', require: ['goal']},
    spec: {sync: {key: 'prod/x'}},
    path: 'dev/a.yaml',
    found: ['rule/required /goal'],
  },
  {name: 'other labels are left alone', rule: {labels: {team: 'a'}, require: ['goal']}, spec: sync({team: 'b'}), found: []},
  {name: 'all labels must be equal', rule: {labels: {team: 'a', tier: '1'}, require: ['goal']}, spec: sync({team: 'a'}), found: []},
  {name: 'equal labels', rule: {labels: {team: 'a'}, require: ['goal']}, spec: sync({team: 'a', x: 'y'}), found: ['rule/required /goal']},
  {name: 'no webhook is allowed', rule: HOOKS, spec: {}, found: []},
  {name: 'an allowed address', rule: HOOKS, spec: hook('https://alerts.example/hooks/a'), found: []},
  {name: 'an address of a subdomain', rule: HOOKS, spec: hook('https://eu.acme.example/a'), found: []},
  {name: 'another host', rule: HOOKS, spec: hook('https://evil.example/'), found: ['rule/not-allowed /webhook/url']},
  {
    name: 'a host that only looks allowed, with a backslash',
    rule: HOOKS,
    spec: hook('https://evil.example\\.acme.example/'),
    found: ['rule/not-allowed /webhook/url'],
  },
  {
    name: 'a host behind a user name',
    rule: HOOKS,
    spec: hook('https://alerts.example@evil.example/'),
    found: ['rule/not-allowed /webhook/url'],
  },
  {name: 'a host before a query', rule: HOOKS, spec: hook('https://evil.example?.acme.example/'), found: ['rule/not-allowed /webhook/url']},
  {
    name: 'a reference within a host',
    rule: HOOKS,
    spec: hook(`https://evil.example\${env:HOOK}.acme.example/`),
    found: ['rule/not-allowed /webhook/url'],
  },
  {name: 'a reference instead of an address', rule: HOOKS, spec: hook(`\${env:HOOK}`), found: ['rule/not-allowed /webhook/url']},
  {name: 'a reference that is allowed by name', rule: {allow: {'webhook.url': [`\${env:HOOK}`]}}, spec: hook(`\${env:HOOK}`), found: []},
  {name: 'a reference in an allowed path', rule: HOOKS, spec: hook(`https://alerts.example/\${env:HOOK}`), found: []},
  {name: 'capitals in a host', rule: HOOKS, spec: hook('HTTPS://Alerts.Example/x'), found: []},
  {
    name: 'each item of a list',
    rule: {allow: {'targets.urls': ['https://acme.example/**']}},
    spec: {targets: [{type: 'scrape', urls: ['https://acme.example/', 'https://b.example/']}]},
    found: ['rule/not-allowed /targets/0/urls/1'],
  },
  {
    name: 'an object by its type, a number by its digits',
    rule: {allow: {'targets.scrapeOptions.formats': ['markdown', 'json'], retentionDays: ['30', '9*']}},
    spec: {
      retentionDays: 31,
      targets: [
        {type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {formats: ['markdown', {type: 'json', prompt: 'p'}, 'html']}},
      ],
    },
    found: ['rule/not-allowed /targets/0/scrapeOptions/formats/2', 'rule/not-allowed /retentionDays'],
  },
  {name: 'often enough apart', rule: {minimumInterval: '30 minutes'}, spec: {}, found: []},
  {name: 'too often', rule: {minimumInterval: '1 hour'}, spec: {}, found: ['rule/interval /schedule/text']},
  {
    name: 'too often at one time of the day',
    rule: {minimumInterval: '2h'},
    spec: {schedule: {cron: '0 6,7,20 * * *'}},
    found: ['rule/interval /schedule/cron'],
  },
  {
    name: 'an unknown time between checks',
    rule: {minimumInterval: '5m'},
    spec: {schedule: {cron: '0 9 L * *'}},
    found: ['rule/interval /schedule/cron'],
  },
  ...['now and then', 'every 0 minutes', 'every 2 minutes'].map(text => ({
    name: `"${text}", which has a finding of its own`,
    rule: {minimumInterval: '5m'},
    spec: {schedule: {text}},
    found: [],
  })),
  {
    name: 'a cron expression that is none, which has a finding of its own',
    rule: {minimumInterval: '5m'},
    spec: {schedule: {cron: '61 * * * *'}},
    found: [],
  },
  {name: 'credits below the limit', rule: {maxCreditsPerMonth: 1440}, spec: {}, found: []},
  {name: 'credits above the limit', rule: {maxCreditsPerMonth: 1439}, spec: {}, found: ['rule/credits /rules/0']},
])('$name', ({rule, spec, path = 'prod/acme.yaml', found}) => {
  const findings = judge([rule], {[path]: spec}).map(({code, where}) => `${code} ${where?.pointer}`);
  expect(findings.sort()).toEqual([...found].sort());
});

test('a finding has the words, the severity and the place of the rule', () => {
  const [finding] = judge([{require: ['goal'], message: 'prod needs a goal', severity: 'warning'}], {'a.yaml': {}});
  expect(finding).toEqual({
    code: 'rule/required',
    severity: 'warning',
    message: '"goal" is missing: prod needs a goal',
    hint: 'add it; rules[0] of the config file requires it',
    where: {file: 'monitors/a.yaml', pointer: '/goal', range: expect.objectContaining({start: {line: 1, column: 1, offset: 0}})},
  });
});

test('credits count over all monitors of a rule, and the most expensive are named', () => {
  const rule = {labels: {team: 'pricing'}, maxCreditsPerMonth: 5000, message: 'ask finance'};
  const often = {schedule: {text: 'every 10 minutes'}};
  const specs = {'a.yaml': sync({team: 'pricing'}), 'b.yaml': {...often, ...sync({team: 'pricing'})}, 'c.yaml': often};
  expect(judge([rule], specs)).toMatchObject([
    {
      code: 'rule/credits',
      message: '2 monitors of rules[0] cost 5,760 credits a month; the limit is 5,000: ask finance',
      hint: 'most expensive: b (4,320), a (1,440)',
      where: {file: 'monitors.config.yaml', range: {start: POSITION}},
    },
  ]);
});

test('a secret in a value is masked, and a long message is cut', () => {
  const [finding] = judge([{...HOOKS, message: '\u001b[31m'.repeat(10_000)}], {
    'a.yaml': hook('https://evil.example/fc-0123456789abcdef0123'),
  });
  expect(JSON.stringify(finding)).not.toContain('fc-0123456789abcdef0123');
  expect(finding?.message.length).toBeLessThan(700);
});

test.each([
  {name: 'globs', rule: {allow: {'targets.urls': Array.from({length: 100}, (_, at) => `${'**a*'.repeat(40)}${at}`)}}},
  {name: 'members', rule: {require: Array.from({length: 100}, (_, at) => `sync.labels.x${at}`)}},
])('too many hostile $name end early, and nothing passes that was not judged', ({rule}) => {
  const urls = Array.from({length: 9}, (_, at) => `https://a.example/${'a'.repeat(80)}${at}`);
  const rules = Array.from({length: 100}, (): TeamRule => ({...rule, severity: 'warning'}));
  const specs = {'a.yaml': {targets: [{type: 'scrape', urls}]}};
  expect(judge(rules, specs)).toContainEqual(expect.objectContaining({code: 'rule/too-much-work', severity: 'error'}));
});

test('a large spec has more work to spend than a small one', () => {
  const urls = Array.from({length: 2000}, (_, at) => `https://a${at}.acme.example/pricing/${at}`);
  const rules = Array.from(
    {length: 5},
    (_, at): TeamRule => ({allow: {'targets.urls': [`https://*.${at}.example/**`, 'https://*.acme.example/**']}}),
  );
  expect(judge(rules, {'a.yaml': {targets: [{type: 'scrape', urls}]}})).toEqual([]);
});

test('a cached file is judged by the rules and the key that it has now', () => {
  const file = memoryFile();
  const rules = [{keys: 'prod/**', require: ['goal']}];
  const spec = {name: 'same', sync: {labels: {team: 'a'}}};
  expect(judge(rules, {'dev/a.yaml': spec}, openCheckCache(file, 'x'))).toEqual([]);
  expect(judge(rules, {'prod/a.yaml': spec}, openCheckCache(file, 'x'))).toHaveLength(1);
  expect(judge(rules, {'prod/a.yaml': spec}, openCheckCache(file, 'x'))).toHaveLength(1);
  expect(judge(rules, {'dev/a.yaml': spec}, openCheckCache(file, 'x'))).toEqual([]);
});

test('with and without a cache the findings are the same', () => {
  const rule = fc.record(
    {
      keys: fc.constantFrom('**', 'a/*', 'b/**', 'a/x'),
      require: fc.constantFrom<string[][]>(['goal'], ['sync.labels.owner'], ['targets.scrapeOptions']),
      minimumInterval: fc.constantFrom('5 minutes', '1 hour'),
      maxCreditsPerMonth: fc.constantFrom(0, 1500, 100_000),
    },
    {requiredKeys: []},
  );
  const spec = fc.record({
    goal: fc.constantFrom('g', ''),
    sync: fc.record({labels: fc.dictionary(fc.constantFrom('owner', 'team'), fc.constant('x'))}),
  });
  const path = fc.constantFrom('a/x.yaml', 'a/y.yaml', 'b/x.yaml', 'b/c/d.yaml');
  fc.assert(
    fc.property(fc.array(rule, {minLength: 1, maxLength: 4}), fc.dictionary(path, spec, {minKeys: 1}), (rules, specs) => {
      const file = memoryFile();
      const plain = judge(rules, specs);
      expect(judge(rules, specs, openCheckCache(file, 'x'))).toEqual(plain);
      expect(judge(rules, specs, openCheckCache(file, 'x'))).toEqual(plain);
    }),
    {numRuns: 60},
  );
});
