import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {checkShape} from '../../../../src/core/specs/schema';
import {readDocument} from './schema-world';

const CASES = join(__dirname, '../../../../../shared/service/cases/cases.jsonl');

interface Case {
  readonly id: string;
  readonly body: null;
  readonly accepted: boolean;
}

/** Accepted by a server, and yet against the service document, which stands: by what it says that they break. */
const FORBIDDEN_BY_THE_DOCUMENT: Readonly<Record<string, string>> = {
  'unknown member of the body': 'top.origin.001 top.origin.003',
  'unknown member of a target': 'scrape.010 search.keys.001 search.keys.002 search.keys.003 search.keys.004 search.keys.005',
  'the webhook is an object': 'webhook.009',
  'no such format': 'scrapeOptions.formats.013 scrapeOptions.formats.014 scrapeOptions.formats.019 scrapeOptions.formats.056',
  'a format without its required member': 'scrapeOptions.formats.049 scrapeOptions.formats.054 scrapeOptions.formats.055',
  'types, ranges and values of format members':
    'scrapeOptions.formats.028 scrapeOptions.formats.037 scrapeOptions.formats.038 scrapeOptions.formats.042 scrapeOptions.formats.046',
  'types, ranges and values of scrape options':
    'scrapeOptions.any.003 scrapeOptions.any.010 scrapeOptions.any.014 scrapeOptions.any.027 scrapeOptions.any.028 scrapeOptions.any.031 scrapeOptions.any.032 scrapeOptions.any.033 scrapeOptions.any.037 scrapeOptions.any.038 scrapeOptions.any.040 scrapeOptions.any.042 scrapeOptions.any.052 scrapeOptions.any.055 scrapeOptions.any.057',
};

if (!existsSync(CASES)) console.log('skipped: the cases of the service are not beside this checkout');

(existsSync(CASES) ? test : test.skip)('of what a server accepts, the shape check refuses only what the service document forbids', () => {
  const document = readDocument('name: shop\n');
  const cases = readFileSync(CASES, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Case);
  const refused = cases.filter(
    ({accepted, body}) => accepted && checkShape(document.with(body)).some(({severity}) => severity === 'error'),
  );
  expect(cases.length).toBeGreaterThan(800);
  const expected = Object.values(FORBIDDEN_BY_THE_DOCUMENT).flatMap(ids => ids.split(' '));
  expect(refused.map(({id}) => id).sort()).toEqual(expected.sort());
});
