import {checkSpecs} from '../../../../src/core/specs/check';

const page = (urls: string[], change: object = {}) => ({schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls}], ...change});
const crawl = (url: string) => ({schedule: {text: 'hourly'}, targets: [{type: 'crawl', url, crawlOptions: {limit: 10}}]});

function check(specs: Record<string, object>) {
  const files = Object.entries(specs).map(([key, spec]) => ({
    file: `monitors/${key}.yaml`,
    specPath: `${key}.yaml`,
    bytes: Buffer.from(JSON.stringify({name: key, ...spec})),
  }));
  return checkSpecs(files, {allowed: [], operations: 'create', cache: null}).findings.filter(({code}) => /repeated|shared/.test(code));
}

test('a page that a monitor scrapes twice is named once for all', () => {
  expect(check({a: page(['https://a.example/', 'https://b.example/', 'HTTPS://A.example', 'https://b.example/'])})).toMatchObject([
    {
      code: 'risk/repeated-url',
      message: 'HTTPS://A.example is also "targets[0].urls[0]": each check pays for it twice',
      where: {pointer: '/targets/0/urls/2'},
    },
    {
      code: 'service/repeated-url',
      message: 'https://b.example/ is also "targets[0].urls[1]", in the same target: every check fails',
      where: {pointer: '/targets/0/urls/3'},
    },
  ]);
});

test('pages that several monitors watch on the same schedule are summarized, with the cost', () => {
  const a = 'https://a.example/';
  const findings = check({
    one: page([a, 'https://b.example/?token=hidden-123']),
    three: page([a, 'https://b.example/?token=hidden-123'], {goal: 'new products'}),
    two: page([a], {schedule: {cron: '0 * * * *', timezone: 'UTC'}}),
  });
  expect(findings).toMatchObject([
    {
      code: 'risk/shared-url',
      severity: 'warning',
      message: expect.stringMatching(
        /^2 URLs are watched by several monitors on the same schedule: about 2,160 credits a month more than once each; https:\/\/a\.example\/ by one, three, two; /,
      ),
      where: {file: 'monitors/two.yaml', pointer: '/targets/0/urls/0'},
      counterpart: {where: {file: 'monitors/one.yaml'}},
    },
  ]);
  expect(JSON.stringify(findings)).not.toContain('hidden-123');
});

test.each([
  {name: 'other times', specs: {a: page(['https://a.example/']), b: page(['https://a.example/'], {schedule: {text: 'daily'}})}},
  {
    name: 'another zone',
    specs: {a: page(['https://a.example/']), b: page(['https://a.example/'], {schedule: {text: 'hourly', timezone: 'Asia/Kolkata'}})},
  },
  {name: 'another page', specs: {a: page(['https://a.example/x']), b: page(['https://a.example/y'])}},
  {name: 'a page and a crawl', specs: {a: page(['https://a.example/']), b: crawl('https://a.example/')}},
])('$name: nothing to say', ({specs}) => {
  expect(check(specs)).toEqual([]);
});

test('two crawls from one address are the whole crawl twice', () => {
  expect(check({a: crawl('https://a.example/'), b: crawl('https://a.example')})).toMatchObject([
    {message: expect.stringContaining('1 URL is watched by several monitors on the same schedule: about 7,200 credits')},
  ]);
});
