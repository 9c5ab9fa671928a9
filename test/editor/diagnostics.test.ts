import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {openEditor} from './accepting';
import {type LanguageServer, readCursor} from './language-server';

const EXAMPLES = join(__dirname, '../../examples');

let server: LanguageServer;
/** Underlined places in each text of the tables, asked for at once: the server waits a while after each change. */
const found = new Map<string, readonly string[]>();

beforeAll(async () => {
  server = await openEditor({diagnoses: true});
  const files: readonly (readonly [file: string, text: string])[] = [
    ...[...CLEAN, ...FAULTY].map(([, text]) => ['a.yaml', text] as const),
    ...OTHERS.map(([file, text]) => [file, text] as const),
  ];
  await Promise.all(files.map(async ([file, text]) => found.set(`${file} ${text}`, await messagesOf(`monitors/${file}`, text))));
});

afterAll(() => server.stop());

async function messagesOf(file: string, text: string): Promise<string[]> {
  const lines = text.split('\n');
  return (await server.diagnose(file, text)).map(({message, range}) => {
    const {start, end} = range;
    const marked = start.line === end.line ? (lines[start.line] ?? '').slice(start.character, end.character) : `line ${start.line + 1}`;
    return `${marked}: ${message}`;
  });
}

const SPEC = {name: 'name: Acme', schedule: 'schedule: {text: daily}', targets: 'targets: [{type: scrape, urls: [https://acme.example/]}]'};

function spec(parts: Readonly<Record<string, string>>): string {
  return Object.values({...SPEC, ...parts})
    .map(line => `${line}\n`)
    .join('');
}

function withTarget(target: string): string {
  return spec({targets: `targets:\n  - ${target}`});
}

test('nothing is underlined in the specs, layers and configs of the examples', async () => {
  const files = readdirSync(EXAMPLES, {recursive: true, encoding: 'utf8'}).filter(path => /monitors[/.].*\.yaml$/.test(path));
  expect(files.filter(path => path.includes('/_')).length).toBeGreaterThan(4);
  const messages = files.map(async file => {
    const text = readFileSync(join(EXAMPLES, file), 'utf8').replace(/^# yaml-language-server:.*\n/, '');
    return [file, await messagesOf(file.slice(file.indexOf('monitors')), text)];
  });
  expect(await Promise.all(messages)).toEqual(files.map(file => [file, []]));
});

const CLEAN: readonly (readonly [name: string, text: string])[] = [
  ['what defaults can give', 'name: Acme\ntargets: [{type: scrape, urls: [https://acme.example/]}]\nwebhook: {headers: {X-Team: a}}\n'],
  [
    'null, which removes an inherited member',
    spec({webhook: 'webhook: null', days: 'retentionDays: null', notification: 'notification: ~'}),
  ],
  ['a reference for a number, a switch or a list', `${spec({days: 'retentionDays: ${var:DAYS}', judge: 'judgeEnabled: ${each:judged}'})}`],
  [
    'a reference for a mapping or within a list',
    withTarget('{type: scrape, urls: ["${each:site}/pricing"], scrapeOptions: "${each:options}"}'),
  ],
  ['a reference for a list of addresses', withTarget('{type: scrape, urls: "${each:pages}"}')],
  ['a reference in the receiver of a webhook', spec({webhook: 'webhook: {url: "${var:HOOKS}/acme"}'})],
  ['a time zone from a row', spec({schedule: 'schedule: {text: daily, timezone: "${each:zone}"}'})],
  ['a search without a goal that is not judged', `${withTarget('{type: search, queries: [acme]}')}judgeEnabled: false\n`],
];

test.each(CLEAN)('nothing is underlined: %s', (_name, text) => expect(found.get(`a.yaml ${text}`)).toEqual([]));

const FAULTY: readonly (readonly [name: string, text: string, messages: readonly string[]])[] = [
  ['no name', spec({name: 'goal: Tell me'}), ['Missing property "name".']],
  ['cron and text', spec({schedule: 'schedule: {cron: "0 6 * * 1", text: daily}'}), ['daily: write either cron or text, not both']],
  ['neither cron nor text', spec({schedule: 'schedule: {timezone: UTC}'}), ['write cron or text, here or in _defaults.yaml']],
  [
    'a cron expression with six fields',
    spec({schedule: 'schedule: {cron: "0 0 6 * * 1"}'}),
    ['five fields are expected, such as "0 6 * * 1-5"'],
  ],
  [
    'a time zone that is none',
    spec({schedule: 'schedule: {text: daily, timezone: CEST}'}),
    ['CEST: an IANA time zone is expected, such as Europe/Berlin'],
  ],
  [
    'a search without a goal',
    withTarget('{type: search, queries: [acme]}'),
    ['a search target needs a goal, here or in _defaults.yaml, or judgeEnabled: false'],
  ],
  [
    'an address without a scheme',
    withTarget('{type: scrape, urls: [acme.example/pricing]}'),
    ['acme.example/pricing: an absolute URL is expected: begin with https://'],
  ],
  [
    'a receiver without a scheme',
    spec({webhook: 'webhook: {url: hooks.acme.example}'}),
    ['hooks.acme.example: an absolute URL is expected: begin with https://'],
  ],
  ['a misspelled member', spec({days: 'retentionDay: 30'}), ['retentionDay: Property retentionDay is not allowed.']],
  ['a number out of range', spec({days: 'retentionDays: 999'}), ['999: Value is above the maximum of 365.']],
  [
    'a text for a list',
    withTarget('{type: scrape, urls: https://acme.example/}'),
    ['https://acme.example/: a list is expected, or one reference such as "${each:column}"'],
  ],
  ['a list for a mapping', spec({schedule: 'schedule: [daily]'}), ['[daily]: a mapping is expected']],
  ['an escaped reference for a number', spec({days: 'retentionDays: $${var:DAYS}'}), ['$${var:DAYS}: Incorrect type. Expected "integer".']],
  [
    'an unknown format',
    withTarget('{type: scrape, urls: [https://acme.example/], scrapeOptions: {formats: [markdwn]}}'),
    ['markdwn: Value is not accepted.'],
  ],
  ['an unknown type', withTarget('{type: scrap}'), ['scrap: Value is not accepted. Valid values: "scrape", "crawl", "search".']],
];

test.each(FAULTY)('underlined: %s', (_name, text, expected) => {
  expect(found.get(`a.yaml ${text}`)).toEqual(expected.map(message => expect.stringContaining(message)));
});

const OTHERS: readonly (readonly [file: string, text: string, messages: readonly string[]])[] = [
  [
    '_defaults.yaml',
    'schedule: {timezone: Europe/Berlin}\ntargets: {scrape: {scrapeOptions: {onlyMainContent: true, profile: {saveChanges: false}}}}\nwebhook: null\n',
    [],
  ],
  ['_overlay.staging.yaml', 'retentionDays: ${var:DAYS}\nwebhook: {headers: {X-Team: a}}\n', []],
  ['_defaults.yaml', 'name: Acme\n', ['name: Property name is not allowed.']],
  ['_defaults.yaml', 'targets: [{type: scrape}]\n', ['a mapping is expected']],
  ['_defaults.yaml', 'schedule: {text: daily, cron: "0 6 * * 1"}\n', ['daily: write either cron or text, not both']],
  ['_defaults.yaml', 'sync: {key: a}\n', ['key: Property key is not allowed.']],
  ['_defaults.yaml', 'targets: {scrape: {urls: [https://acme.example/]}}\n', ['urls: Property urls is not allowed.']],
  ['_rows.yaml', '- key: acme\n  name: Acme\n  sites: [a, b]\n- {key: other, protect: true, paused: keep}\n', []],
  ['_rows.yaml', '- name: Acme\n', ['Missing property "key".']],
  ['_rows.yaml', 'key: acme\n', ['Incorrect type. Expected "array".']],
];

test.each(OTHERS)('in %s: %j', (file, text, expected) => {
  expect(found.get(`${file} ${text}`)).toEqual(expected.map(message => expect.stringContaining(message)));
});

test('the config: declared environments and variables are fine, misspelled members are underlined', async () => {
  const config =
    'project: acme\nenvironment: staging\nenvironments:\n  staging: {budget: {creditsPerMonth: 5}, vars: {HOOKS: "https://a.example"}}\n';
  expect(await messagesOf('monitors.config.yaml', config)).toEqual([]);
  expect(await messagesOf('monitors.config.yaml', 'environments: {staging: {budgets: {}}}\n')).toEqual([
    'budgets: Property budgets is not allowed.',
  ]);
});

test.each([
  [
    'unit, range and default in words',
    withTarget('type: scrape\n    urls: [https://a.example/]\n    scrapeOptions:\n      time|out: 60000'),
    'timeout\n\nTime limit of a page.\n\n1,000 to 300,000 milliseconds (5 minutes); default: 60,000 (1 minute).',
  ],
  [
    'a default of zero, without other words for it',
    withTarget('type: scrape\n    urls: [https://a.example/]\n    scrapeOptions:\n      max|Age: 0'),
    'In milliseconds; default: 0.',
  ],
  [
    'the meaning of a format',
    withTarget('type: scrape\n    urls: [https://a.example/]\n    scrapeOptions:\n      formats: [mark|down]'),
    '`markdown`: The page as Markdown.',
  ],
  [
    'a title, not the name of a type',
    spec({schedule: 'sche|dule: {text: daily}'}),
    '#### schedule\n\nWhen checks run: exactly one of `cron` and `text`.',
  ],
])('under the pointer: %s', async (_name, marked, expected) => {
  const shown = await server.hover('monitors/a.yaml', readCursor(marked));
  expect(shown).toContain(expected);
  expect(shown).not.toMatch(/Monitor[A-Z]|Spec[A-Z]|#### Values/);
});
