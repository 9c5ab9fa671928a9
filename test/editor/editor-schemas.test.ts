import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import Ajv from 'ajv';
import {parse} from 'yaml';

const ROOT = join(__dirname, '../..');

/** Keywords of editors beside JSON Schema; other programs ignore them. */
const ANNOTATIONS = ['markdownDescription', 'markdownEnumDescriptions', 'defaultSnippets', 'doNotSuggest', 'errorMessage'];

function compile(name: string) {
  const ajv = new Ajv({strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true});
  ajv.addVocabulary(ANNOTATIONS);
  return ajv.compile(JSON.parse(readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8')));
}

test.each(['spec', 'layer', 'config', 'data'])('the schema of a %s is valid draft-07 and compiles in strict mode', name => {
  expect(() => compile(name)).not.toThrow();
});

describe('a program that knows JSON Schema finds each mistake at its member', () => {
  const validate = compile('spec');
  const withTarget = (target: string) => `{name: a, schedule: {text: hourly}, targets: [${target}]}`;
  const withOptions = (options: string) => withTarget(`{type: scrape, urls: [https://a.example/], scrapeOptions: ${options}}`);

  function errorsOf(text: string): string[] {
    if (validate(parse(text))) return [];
    const errors = (validate.errors ?? []).filter(({keyword}) => keyword !== 'if');
    return errors.map(({instancePath, keyword, params}) => `${instancePath} ${keyword} ${Object.values(params)[0]}`);
  }

  test.each([
    ['a sound spec', withTarget('{type: scrape, urls: [https://a.example/]}'), []],
    ['a target without its list', withTarget('{type: search}'), [' required goal', '/targets/0 required queries']],
    ['a misspelled member', withTarget('{type: crawl, url: https://a.example/, limt: 1}'), ['/targets/0 additionalProperties limt']],
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
    ['an unknown type of target', withTarget('{type: scrap}'), ['/targets/0/type enum scrape,crawl,search']],
  ])('%s', (_name, text, expected) => expect(errorsOf(text)).toEqual(expected));
});
