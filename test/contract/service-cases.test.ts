import {type JsonObject, type JsonValue, property} from '../../src/core/json/value';
import {member} from '../../src/core/service/member';
import {estimateCredits} from '../../src/core/specs/credits';
import {normalizeBody} from '../../src/core/specs/normalize';
import {readScheduleText} from '../../src/core/specs/schedule/text';
import {check, isSilent, judge, readCases, type ServiceCase, type Verdict} from '../world/service-cases';

const cases = readCases('cases.jsonl');
/** Of a later version of the server. */
const laterCases = readCases('cases-2.jsonl');

/**
 * Where validation says something else than "nothing" to what the server accepts and "error" to the rest, and why. An id
 * that no longer differs must leave the list.
 */
const differences: readonly {readonly verdict: Verdict; readonly reason: string; readonly ids: string}[] = [
  {
    verdict: 'error',
    reason: 'the document does not list this member; in scrape options that is a warning of the schema',
    ids: 'top.origin.001 top.origin.003 scrape.010 search.keys.001 search.keys.002 search.keys.003 search.keys.004 search.keys.005',
  },
  {verdict: 'error', reason: 'a lone surrogate: the service answers 500 to it elsewhere', ids: 'name.018'},
  {verdict: 'error', reason: 'runs at :56 and :00, which the server sees in some minutes only', ids: 'cron.018 cron.tz.008'},
  {
    verdict: 'error',
    reason: 'no cron expression: the server reads empty parts as 0, hexadecimal numbers, and forgets a second step',
    ids: 'cron.061 cron.062 cron.063 cron.075 cron.148',
  },
  {
    verdict: 'service warning',
    reason: 'five fields, which the document allows; the server takes numbers only',
    ids: 'cron.102 cron.112 cron.113 cron.114 cron.115 cron.129 cron.144 cron.146 cron.147',
  },
  {
    verdict: 'service warning',
    reason: 'a cron expression, which the document allows; the server wants two runs within 366 days',
    ids: 'cron.119 cron.152 cron.156 cron.tz.009',
  },
  {verdict: 'service warning', reason: 'the document sets no limit of length', ids: 'cron.202 text.192 crawl.options.043'},
  {
    verdict: 'service warning',
    reason: 'the family is documented; the server takes divisors only',
    ids: 'text.017 text.027 text.089 text.095 text.096',
  },
  {
    verdict: 'undocumented form',
    reason: 'understood by the server, not documented',
    ids: 'text.033 text.034 text.042 text.044 text.046 text.047 text.070 text.072 text.081 text.084 text.098 text.099 text.102 text.115 text.123 text.124 text.143 text.188 text.190',
  },
  {
    verdict: 'error',
    reason: 'offsets and abbreviations are no IANA names',
    ids: 'timezone.047 timezone.050 timezone.051 timezone.052 timezone.053 timezone.057 timezone.058 timezone.059 timezone.061',
  },
  {
    verdict: 'error',
    reason: 'no URI of RFC 3986: no scheme, white space, or characters that must be encoded',
    ids: 'url.005 url.007 url.030 url.051 url.056 url.058 url.062 url.063 url.094 url.crawl.001 url.crawl.007 webhook.url.026 webhook.url.032 mix.002 mix.007 mix.010 mix.017 mix.021 mix.024 mix.030 mix.031 mix.033 mix.034 mix.036 mix.039',
  },
  {
    verdict: 'service warning',
    reason: 'a URI, which the document allows; the server wants a host that looks public',
    ids: 'url.022 url.023 url.024 url.037 url.039 url.050 url.069 url.070 url.071 url.078 url.101 url.107 url.111',
  },
  {verdict: 'service warning', reason: 'a URI, which the document allows; the server wants no user info', ids: 'url.043'},
  {
    verdict: 'error',
    reason: 'a limit that is not whole: its estimate happens to be whole here, else the server answers 500',
    ids: 'crawl.options.005 estimate.overflow.007',
  },
  {
    verdict: 'error',
    reason: 'not in the documented enumeration',
    ids: 'scrapeOptions.formats.013 scrapeOptions.formats.014 scrapeOptions.formats.037 scrapeOptions.formats.056 scrapeOptions.any.037',
  },
  {
    verdict: 'error',
    reason: 'a required member is missing',
    ids: 'scrapeOptions.formats.019 scrapeOptions.formats.049 scrapeOptions.formats.054 scrapeOptions.formats.055',
  },
  {
    verdict: 'nothing',
    reason: 'the document does not list this member; in scrape options that is a warning of the schema',
    ids: 'scrapeOptions.formats.023 scrapeOptions.any.064 scrapeOptions.any.069',
  },
  {
    verdict: 'error',
    reason: 'of a type that the document does not allow',
    ids: 'scrapeOptions.formats.028 scrapeOptions.formats.038 scrapeOptions.any.003 scrapeOptions.any.010 scrapeOptions.any.014 scrapeOptions.any.027 scrapeOptions.any.032 scrapeOptions.any.033 scrapeOptions.any.038 scrapeOptions.any.042 scrapeOptions.any.052 webhook.009',
  },
  {verdict: 'error', reason: 'outside the documented range', ids: 'scrapeOptions.formats.042 scrapeOptions.any.028 scrapeOptions.any.031'},
  {verdict: 'error', reason: 'above the documented length', ids: 'scrapeOptions.formats.046'},
  {verdict: 'service warning', reason: 'a format that only Firecrawl has', ids: 'scrapeOptions.formats.048 estimate.024'},
  {verdict: 'error', reason: 'no documented type', ids: 'scrapeOptions.any.040'},
  {verdict: 'error', reason: 'no country of ISO 3166-1', ids: 'scrapeOptions.any.045'},
  {verdict: 'error', reason: 'in an object that the document closes', ids: 'scrapeOptions.any.055'},
  {verdict: 'error', reason: 'below the documented length', ids: 'scrapeOptions.any.057'},
  {verdict: 'error', reason: 'a number that JSON would not carry exactly', ids: 'scrapeOptions.any.073'},
  {
    verdict: 'service warning',
    reason: 'a text, which the document allows; the server wants bare host names',
    ids: 'search.domain.005 search.domain.006 search.domain.008 search.domain.009 search.domain.011 search.domain.013 search.domain.016 search.domain.020 search.domain.022 search.domain.024 search.domain.025 search.domain.026 search.domain.030 search.domain.037 search.domain.042 search.domain.045 search.domain.046',
  },
  {
    verdict: 'error',
    reason: 'an unsupported scheme by the catalogue of errors',
    ids: 'webhook.url.005 webhook.url.011 webhook.url.012 webhook.url.013 webhook.url.015 webhook.url.016 webhook.url.017',
  },
  {verdict: 'service warning', reason: 'any value is documented; the server wants texts', ids: 'webhook.metadata.004 webhook.metadata.006'},
  {
    verdict: 'service warning',
    reason: 'an e-mail address, which the document allows; the server refuses its characters',
    ids: 'email.008 email.013 email.014 email.015 email.058 email.059 email.065',
  },
  {
    verdict: 'service warning',
    reason: 'a crawl option that does nothing, or a pattern that is dropped: accepted, and not what was meant',
    ids: 'crawl.options.028 crawl.options.029 crawl.options.080',
  },
];

/** Bodies that the later server accepts and runs, and validation does not pass in silence, and why. */
const laterDifferences: readonly {readonly verdict: Verdict; readonly reason: string; readonly ids: string}[] = [
  {
    verdict: 'undocumented form',
    reason: 'understood by the server, not documented',
    ids: 'o.text.003 o.text.019 o.text.023 o.text.025 o.text.027 o.text.045 o.text.047 o.text.049 o.text.061 o.text.063 o.text.067 o.text.069 o.text.075 o.text.089 o.text.103 o.text.119 o.text.129 o.text.131 o.text.133 o.text.143 o.text.181 o.text.183 o.text.185',
  },
  {
    verdict: 'error',
    reason: 'no cron expression: the server reads empty parts as 0, and numbers as JavaScript does',
    ids: 'o.cron.036 o.cron.038 o.cron.040 o.cron.042',
  },
  {
    verdict: 'error',
    reason: 'offsets, abbreviations and old names are no IANA names',
    ids: 'o.timezone.031 o.timezone.033 o.timezone.035 o.timezone.069 o.timezone.139 o.timezone.149 o.timezone.151 o.timezone.153 o.timezone.155 o.timezone.157 o.timezone.159 o.timezone.161 o.timezone.163 o.timezone.165 o.timezone.167 o.timezone.169',
  },
  {
    verdict: 'error',
    reason: 'no URI of RFC 3986: no scheme, white space, or characters that must be encoded',
    ids: 'o.url.004 o.url.006 o.url.038 o.url.040 o.url.044 o.url.046 o.url.068 o.url.074 o.url.076 o.url.080 o.url.082 o.url.092 o.url.094 o.crawlurl.002 o.webhook.015 o.webhook.023 o.webhook.027',
  },
  {
    verdict: 'service warning',
    reason: 'the earlier version of the server refuses such hosts',
    ids: 'o.url.036 o.url.054 o.url.058 o.url.086 o.url.110 o.url.112 o.url.122',
  },
  {
    verdict: 'error',
    reason: 'an unsupported scheme by the catalogue of errors',
    ids: 'o.webhook.007 o.webhook.009 o.webhook.029',
  },
  {
    verdict: 'error',
    reason: 'the document does not list this member',
    ids: 'o.search.097 o.search.099 o.search.101 o.top.019',
  },
  {
    verdict: 'error',
    reason: 'a limit that is not whole: its estimate happens to be whole here, else the server answers 500',
    ids: 'o.crawl.004',
  },
  {
    verdict: 'error',
    reason: 'of a type, a range or a name that the document does not allow',
    ids: 'o.scrapeopt.036 o.scrapeopt.080 o.scrapeopt.112 o.scrapeopt.116 o.scrapeopt.180',
  },
  {
    verdict: 'service warning',
    reason: 'a format that only Firecrawl has',
    ids: 'o.scrapeopt.068 o.scrapeopt.070 o.estimate.006 o.estimate.048',
  },
  {verdict: 'error', reason: 'a control character, or half of a surrogate pair', ids: 'o.name.020 o.name.042 o.name.044 o.name.046'},
  {verdict: 'error', reason: 'a UUID of zeros: it would be the id of more than one target', ids: 'o.id.007'},
  {
    verdict: 'service warning',
    reason: 'a crawl option that does nothing, or a pattern that is dropped: accepted, and not what was meant',
    ids: 'o.crawl.022 o.crawl.026 o.crawl.052',
  },
];

/** Accepted cases that we estimate or normalize differently, and why. */
const otherEstimates: Readonly<Record<string, string>> = {
  'cron.209': 'twelve runs on one day of the year: the server counts as if all gaps were 5 minutes, we take the average',
};
const otherNormalizations: Readonly<Record<string, string>> = {};

describe('all observed cases', () => {
  test('have the verdict that document and server together ask for, but those listed', () => {
    const found: Record<string, Verdict> = {};
    for (const one of cases) {
      const verdict = judge(one.body);
      if (verdict !== expectedVerdict(one)) found[one.id] = verdict;
    }
    const listed = Object.fromEntries(differences.flatMap(({verdict, ids}) => ids.split(' ').map(id => [id, verdict])));
    if (cases.length > 0) expect(found).toEqual(listed);
  });

  test('are normalized as the server stores them, but those listed', () => {
    const differing = cases.filter(one => one.normalized !== undefined && isSound(one) && !isNormalizedAlike(one)).map(one => one.id);
    if (cases.length > 0) expect(differing.sort()).toEqual(Object.keys(otherNormalizations).sort());
  });

  test('are estimated as the server estimates them, but those listed', () => {
    const differing = cases.filter(one => one.checksPerMonth !== undefined && isSound(one) && !isEstimatedAlike(one)).map(one => one.id);
    if (cases.length > 0) expect(differing.sort()).toEqual(Object.keys(otherEstimates).sort());
  });
});

describe.each([
  ['cases', cases],
  ['cases of the later server', laterCases],
] as const)('no surprise in the %s', (_name, observed) => {
  test('I23: what is refused is never passed in silence', () => {
    expect(observed.filter(one => !one.accepted && isSilent(one)).map(({id}) => id)).toEqual([]);
  });

  test('what fails at every check is never passed in silence', () => {
    expect(observed.filter(one => one.failsAtEveryCheck !== undefined && isSilent(one)).map(({id}) => id)).toEqual([]);
  });

  test('a schedule in words that is accepted is never refused', () => {
    const texts = observed.filter(({accepted, body}) => accepted && typeof member(member(body, 'schedule'), 'text') === 'string');
    const refused = texts.filter(({body}) => check(body).some(({code, severity}) => severity === 'error' && code.startsWith('schedule/')));
    expect(refused.map(({id}) => id)).toEqual([]);
  });
});

describe('the cases of the later server', () => {
  test('are passed in silence where it accepts and runs them, but those listed', () => {
    const found: Record<string, Verdict> = {};
    for (const one of laterCases) {
      const verdict = one.accepted && one.failsAtEveryCheck === undefined ? judge(one.body) : 'nothing';
      if (verdict !== 'nothing') found[one.id] = verdict;
    }
    const listed = laterDifferences.flatMap(({verdict, ids}) => ids.split(' ').map(id => [id, verdict]));
    if (laterCases.length > 0) expect(found).toEqual(Object.fromEntries(listed));
  });

  test('are normalized as the server stores them', () => {
    const differing = laterCases.filter(one => one.normalized !== undefined && isSound(one) && !isNormalizedAlike(one));
    expect(differing.map(({id}) => id)).toEqual([]);
  });

  test('are estimated as the server estimates them, but where checks come at unequal times', () => {
    const differing = laterCases.filter(one => {
      if (one.normalized === undefined || !isSound(one)) return false;
      const {creditsPerMonth, average} = estimateCredits(one.body as JsonObject);
      return !average && creditsPerMonth !== property(one.normalized, 'estimatedCreditsPerMonth');
    });
    expect(differing.map(({id}) => id)).toEqual([]);
  });
});

function expectedVerdict({accepted, failsAtEveryCheck}: ServiceCase): Verdict {
  if (!accepted) return 'error';
  return failsAtEveryCheck === undefined ? 'nothing' : 'service warning';
}

function isSound({body}: ServiceCase): boolean {
  return judge(body) !== 'error';
}

/** Ids are the server's; the credits come with the estimate; a schedule in words is never answered. */
function isNormalizedAlike({body, normalized}: ServiceCase): boolean {
  const {estimatedCreditsPerMonth: _credits, ...stored} = normalized as Record<string, JsonValue>;
  const {name: _name, ...ours} = normalizeBody(body as JsonObject) as {
    name: JsonValue;
    schedule: JsonObject;
    targets: readonly JsonObject[];
  };
  const {text, ...schedule} = ours.schedule;
  const reading = typeof text === 'string' ? readScheduleText(text) : null;
  const cron = reading?.kind === 'schedule' ? {cron: reading.cron} : {};
  // Options that are missing are stored as none and compared as the defaults, by which the crawl runs.
  const given = (body as {targets: readonly JsonObject[]}).targets;
  const targets = ours.targets.map((target, index) => ({
    id: '<generated>',
    ...target,
    ...(target['type'] === 'crawl' && given[index]?.['crawlOptions'] === undefined ? {crawlOptions: {}} : {}),
  }));
  const {name: _stored, ...wanted} = stored;
  // No domains are compared as none given.
  wanted['targets'] = (wanted['targets'] as readonly JsonObject[]).map(target =>
    Object.fromEntries(Object.entries(target).filter(([name, value]) => !/Domains$/.test(name) || (value as JsonValue[]).length > 0)),
  );
  return sortedJson({...ours, schedule: {...schedule, ...cron}, targets}) === sortedJson(wanted);
}

function isEstimatedAlike({body, checksPerMonth, creditsPerCheck, clockDependent}: ServiceCase): boolean {
  const estimate = estimateCredits(body as JsonObject);
  if (estimate.creditsPerCheck !== creditsPerCheck) return false;
  if (clockDependent?.runsPerMonth === undefined) return estimate.checksPerMonth === checksPerMonth;
  const range = clockDependent.runsPerMonth;
  return estimate.checksPerMonth >= Math.min(...range) && estimate.checksPerMonth <= Math.max(...range);
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}
