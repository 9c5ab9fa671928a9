import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import {parse} from 'yaml';

/** The published schema as any tool would use it: a plain ajv, with nothing of ours between its errors and the user. */
const ajv = new Ajv({strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true, discriminator: true});
addFormats(ajv);
ajv.addKeyword('unit');
const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/spec.schema.json'), 'utf8'));
const validate = ajv.compile(schema);

function errorsOf(spec: string): string[] {
  if (validate(parse(spec))) return [];
  const errors = validate.errors ?? [];
  return errors.map(({instancePath, keyword, params}) => `${instancePath} ${keyword} ${Object.values(params)[0]}`);
}

const withTarget = (target: string) => `{name: a, schedule: {text: hourly}, targets: [${target}]}`;
const withOptions = (options: string) => withTarget(`{type: scrape, urls: [https://a.example/], scrapeOptions: ${options}}`);

test('the schema is valid draft-07, and a sound spec is sound to it', () => {
  expect(ajv.validateSchema(schema)).toBe(true);
  expect(errorsOf(withTarget('{type: scrape, urls: [https://a.example/]}'))).toEqual([]);
});

describe('a mistake in a union is one error that names the member', () => {
  test.each([
    ['a target without its list', withTarget('{type: search}'), ['/targets/0 required queries']],
    [
      'a misspelled member of a target',
      withTarget('{type: crawl, url: https://a.example/, limt: 1}'),
      ['/targets/0 additionalProperties limt'],
    ],
    [
      'a format out of range',
      withOptions('{formats: [{type: screenshot, quality: 200}]}'),
      ['/targets/0/scrapeOptions/formats/0/quality maximum <='],
    ],
    [
      'a format without what it needs',
      withOptions('{formats: [{type: question}]}'),
      ['/targets/0/scrapeOptions/formats/0 required question'],
    ],
    ['an action without what it needs', withOptions('{actions: [{type: press}]}'), ['/targets/0/scrapeOptions/actions/0 required key']],
  ])('%s', (_name, spec, expected) => {
    expect(errorsOf(spec).filter(error => !error.includes(' if '))).toEqual(expected);
  });

  test.each([
    ['an unknown type of target', withTarget('{type: scrap}'), '/targets/0/type'],
    ['an unknown type of format', withOptions('{formats: [{type: screenshott}]}'), '/targets/0/scrapeOptions/formats/0/type'],
    ['an unknown type of action', withOptions('{actions: [{type: clik}]}'), '/targets/0/scrapeOptions/actions/0/type'],
  ])('%s is told with all the types there are', (_name, spec, place) => {
    expect(validate(parse(spec))).toBe(false);
    const choices = (validate.errors ?? []).find(({instancePath, keyword}) => instancePath === place && keyword === 'enum');
    expect(choices?.params['allowedValues'].length).toBeGreaterThan(2);
    expect((validate.errors ?? []).some(({keyword}) => keyword === 'oneOf' || keyword === 'anyOf')).toBe(false);
  });
});
