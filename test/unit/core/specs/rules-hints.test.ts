import {parseSource} from '../../../../src/core/specs/document';
import {checkRules} from '../../../../src/core/specs/rules';

const sound = {name: 'Acme', schedule: {text: 'every 30 minutes'}, targets: [{type: 'scrape', urls: ['https://acme.example/']}]};

function check(change: object) {
  const bytes = new TextEncoder().encode(JSON.stringify({...sound, ...change}));
  return parseSource({file: 'acme.yaml', specPath: 'acme.yaml', bytes}).documents.flatMap(checkRules);
}

const url = (text: string) => ({targets: [{type: 'scrape', urls: [text]}]});
const mail = (text: string) => ({notification: {email: {recipients: [text]}}});
const search = (change: object) => ({goal: 'g', targets: [{type: 'search', queries: ['a'], ...change}]});

test.each([
  {name: 'an address without a scheme', change: url('acme.example/a'), at: '/targets/0/urls/0', hint: 'write https://acme.example/a'},
  {
    name: 'a host and port without a scheme',
    change: url('acme.example:8443'),
    at: '/targets/0/urls/0',
    hint: 'write https://acme.example:8443',
  },
  {
    name: 'an address with white space around it',
    change: url(' https://acme.example/ '),
    at: '/targets/0/urls/0',
    hint: 'write https://acme.example/',
  },
  {name: 'a space in a path', change: url('https://acme.example/a b'), at: '/targets/0/urls/0', hint: 'write https://acme.example/a%20b'},
  {
    name: 'a full stop behind the host',
    change: url('https://acme.example./'),
    at: '/targets/0/urls/0',
    hint: 'write https://acme.example/',
  },
  {
    name: 'two addresses in one',
    change: url('https://a.example, https://b.example'),
    at: '/targets/0/urls/0',
    hint: 'write each address as an item of its own',
  },
  {
    name: 'a name and an address',
    change: mail('Ann <ann@example.com>'),
    at: '/notification/email/recipients/0',
    hint: 'write ann@example.com',
  },
  {
    name: 'a domain with a scheme',
    change: search({includeDomains: ['https://acme.example/a']}),
    at: '/targets/0/includeDomains/0',
    hint: 'write acme.example',
  },
  {
    name: 'a domain with other letters',
    change: search({excludeDomains: ['m\u00fcnchen.example']}),
    at: '/targets/0/excludeDomains/0',
    hint: 'write xn--mnchen-3ya.example',
  },
  {
    name: 'an ambiguous abbreviation',
    change: {schedule: {text: 'daily', timezone: 'CST'}},
    at: '/schedule/timezone',
    hint: 'did you mean America/Chicago or Asia/Shanghai?',
  },
  ...['+02:00', 'GMT+2', 'UTC+02:00'].map(timezone => ({
    name: `the offset ${timezone}`,
    change: {schedule: {text: 'daily', timezone}},
    at: '/schedule/timezone',
    hint: 'write a place such as Europe/Berlin, which follows summer time; the fixed offset is Etc/GMT-2 (IANA turns the sign round)',
  })),
  {
    name: 'checks each minute',
    change: {schedule: {text: 'every minute'}},
    at: '/schedule/text',
    hint: 'write text: every 5 minutes',
  },
  {name: 'six fields', change: {schedule: {cron: '0 */5 * * * *'}}, at: '/schedule/cron', hint: 'write "*/5 * * * *"'},
  {name: 'hours over midnight', change: {schedule: {cron: '0 22-6 * * *'}}, at: '/schedule/cron', hint: 'write 22-23,0-6'},
  {
    name: 'days that only cron can name',
    change: {schedule: {text: 'weekdays at 9am'}},
    at: '/schedule/text',
    hint: 'write cron: "0 9 * * 1-5"',
  },
])('$name: the hint is what would be accepted', ({change, at, hint}) => {
  expect(check(change)).toMatchObject([{where: {pointer: at}, hint}]);
});

test.each([
  {name: 'names of zones in any case', zone: 'europe/BERLIN'},
  {name: 'links', zone: 'Asia/Calcutta'},
  {name: 'zones that older Nodes do not know', zone: 'America/Coyhaique'},
])('$name are zones', ({zone}) => {
  expect(check({schedule: {text: 'daily', timezone: zone}})).toEqual([]);
});

test('errors are shown before warnings where a document has more findings than are shown', () => {
  const crawls = Array.from({length: 60}, () => ({type: 'crawl', url: 'https://acme.example/'}));
  const findings = check({targets: crawls, ...mail('nobody')});
  expect(findings).toHaveLength(50);
  expect(findings[0]).toMatchObject({code: 'spec/email', severity: 'error'});
});

test('the quick look at ordinary addresses says what the full one says', () => {
  const tails = ['', '/', '/a', '/?b=c#d', '?q', '#f', '/[x]', "/a'b", '/a%20b', '/%zz', '/a b', ':80/', '/a@b', '/a\\b'];
  const hosts = [
    'acme.example',
    'a-b.acme.example',
    '-a.example',
    'a-.example',
    'a..example',
    'acme',
    'xn--a.example',
    'photo.png',
    '1.2.3.4',
    'a_b.example',
    'a.b-c',
  ];
  for (const host of hosts) {
    for (const tail of tails) {
      const codes = (scheme: string) => check(url(`${scheme}://${host}${tail}`)).map(finding => finding.code);
      // Schemes in capitals never take the quick way.
      expect([host, tail, codes('https')]).toEqual([host, tail, codes('HTTPS')]);
    }
  }
});
