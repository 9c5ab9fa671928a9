import type {JsonObject} from '../../src/core/json/value';
import {estimateCredits} from '../../src/core/specs/credits';
import {isSilent, judge, readCases, type Verdict} from '../world/service-cases';

/** Behaviour of the server of November: nested options, schemas, patterns, unicode, numbers at limits. */
const cases = readCases('cases-3.jsonl');

/** Bodies that the server accepts and runs, and validation does not pass in silence, and why. An id that no longer differs must leave the list. */
const differences: readonly {readonly verdict: Verdict; readonly reason: string; readonly ids: string}[] = [
  {
    verdict: 'error',
    reason: 'of a type that the document does not allow',
    ids: 'p.json.025 p.json.027 p.json.029 p.ct.025 p.ct.027 p.ct.029 p.ct.037 p.prompt.045 p.prompt.051 p.formats.027 p.formats.029 p.formats.033 p.formats.049',
  },
  {
    verdict: 'service warning',
    reason: 'a format that only Firecrawl has',
    ids: 'p.json.035 p.json.037 p.json.045 p.json.047 p.json.049 p.json.051 p.json.053 p.json.055 p.json.057 p.json.059 p.json.061 p.json.063 p.prompt.005 p.prompt.011 p.prompt.025 p.prompt.033 p.formats.009 p.formats.099 p.mix.046 p.mix.048',
  },
  {
    verdict: 'error',
    reason: 'a name that means something else to programs that read JSON',
    ids: 'p.headers.027 p.webhook.065',
  },
  {
    verdict: 'error',
    reason: 'outside the documented range',
    ids: 'p.opt.timeout.006',
  },
  {
    verdict: 'error',
    reason: 'in an object that the document closes',
    ids: 'p.opt.parsers.020 p.search.126',
  },
  {
    verdict: 'error',
    reason: 'the document asks for lower case',
    ids: 'p.opt.threatProtection.030',
  },
  {
    verdict: 'error',
    reason: 'a limit that is not whole: its estimate happens to be whole here, else the server answers 500',
    ids: 'p.crawl.007',
  },
  {
    verdict: 'service warning',
    reason: 'no regular expression of Rust: taken, and dropped at each check',
    ids: 'p.crawl.021 p.crawl.025 p.crawl.027 p.crawl.033 p.crawl.035 p.crawl.037 p.crawl.043 p.crawl.045 p.crawl.047 p.crawl.051 p.crawl.053 p.crawl.059',
  },
  {
    verdict: 'service warning',
    reason: 'a crawl option that does nothing',
    ids: 'p.crawl.103 p.crawl.105 p.crawl.113 p.crawl.115',
  },
  {
    verdict: 'service warning',
    reason: 'another address than that of the target is crawled',
    ids: 'p.crawl.111',
  },
  {
    verdict: 'service warning',
    reason: 'earlier versions of the server refuse such hosts',
    ids: 'p.url.031 p.url.033 p.url.079 p.url.083',
  },
  {
    verdict: 'error',
    reason: 'no URI of RFC 3986: no scheme, white space, or characters that must be encoded',
    ids: 'p.url.035 p.url.037 p.url.047 p.url.069 p.url.095 p.url.097 p.url.099 p.url.103 p.url.105 p.url.107 p.url.109 p.webhook.017',
  },
  {
    verdict: 'service warning',
    reason: 'earlier versions of the server refuse user info',
    ids: 'p.url.113',
  },
  {
    verdict: 'error',
    reason: 'less than five minutes apart, which the server sees in some minutes only',
    ids: 'p.cron.004 p.cron.020',
  },
  {
    verdict: 'error',
    reason: 'no cron expression: the server reads an empty part as 0',
    ids: 'p.cron.048',
  },
  {
    verdict: 'error',
    reason: 'offsets and abbreviations are no IANA names',
    ids: 'p.cron.148 p.cron.174 p.cron.176',
  },
  {
    verdict: 'undocumented form',
    reason: 'understood by the server, not documented',
    ids: 'p.text.010 p.text.012 p.text.016 p.text.038 p.text.040 p.text.042 p.text.046 p.text.048 p.text.052 p.text.080 p.text.100 p.text.124 p.text.126 p.text.128',
  },
  {
    verdict: 'error',
    reason: 'a control character',
    ids: 'p.name.013',
  },
  {
    verdict: 'error',
    reason: 'a UUID that would be the id of more than one target',
    ids: 'p.target.037',
  },
];

/** Bodies that fail at every check there and are passed in silence, and why. */
const silent: Readonly<Record<string, string>> = {
  'p.formats.103': 'checkPromptInjection, which the document has and this version of the server does not know',
};

describe('the cases of November', () => {
  test('are passed in silence where the server accepts and runs them, but those listed', () => {
    const found: Record<string, Verdict> = {};
    for (const one of cases) {
      const verdict = one.accepted && one.failsAtEveryCheck === undefined ? judge(one.body) : 'nothing';
      if (verdict !== 'nothing') found[one.id] = verdict;
    }
    const listed = differences.flatMap(({verdict, ids}) => ids.split(' ').map(id => [id, verdict]));
    if (cases.length > 0) expect(found).toEqual(Object.fromEntries(listed));
  });

  test('what is refused is never passed in silence', () => {
    expect(cases.filter(one => !one.accepted && isSilent(one)).map(({id}) => id)).toEqual([]);
  });

  test('what fails at every check is never passed in silence, but what is listed', () => {
    const found = cases.filter(one => one.failsAtEveryCheck !== undefined && isSilent(one)).map(({id}) => id);
    if (cases.length > 0) expect(found).toEqual(Object.keys(silent));
  });

  test('are estimated as the server estimates them, but where checks come at unequal times', () => {
    const differing = cases.filter(({accepted, body, estimatedCreditsPerMonth}) => {
      if (!accepted || judge(body) === 'error') return false;
      const {creditsPerMonth, average} = estimateCredits(body as JsonObject);
      return !average && creditsPerMonth !== estimatedCreditsPerMonth;
    });
    expect(differing.map(({id}) => id)).toEqual([]);
  });
});
