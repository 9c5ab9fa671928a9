import fc from 'fast-check';
import type {JsonObject} from '../../../../src/core/json/value';
import {checkTexts} from '../../../../src/core/secrets/check-texts';
import {
  checkReferenceValues,
  findReferences,
  isRefusedName,
  listReferenceNames,
  missingReferences,
  resolveReferences,
} from '../../../../src/core/secrets/references';

const start = {line: 1, column: 1, offset: 0};
const check = (data: JsonObject, allowed: readonly string[] = ['TOKEN']) =>
  checkTexts({data, placeOf: pointer => ({file: 'monitors/a.yaml', pointer, range: {start, end: start}})}, allowed).references;
const header = (value: string): JsonObject => ({webhook: {url: 'https://hooks.example', headers: {Authorization: value}}});
const action = (members: JsonObject): JsonObject => ({targets: [{type: 'scrape', scrapeOptions: {actions: [members]}}]});

describe('references in a spec', () => {
  test.each<{name: string; body: JsonObject; codes: string[]}>([
    {name: 'an allowed name in a webhook header', body: header('Bearer ${env:TOKEN}'), codes: []},
    {name: 'the webhook URL', body: {webhook: {url: 'https://hooks.example/${env:TOKEN}'}}, codes: []},
    {name: 'webhook metadata', body: {webhook: {metadata: {key: '${env:TOKEN}'}}}, codes: []},
    {name: 'a scrape header', body: {targets: [{scrapeOptions: {headers: {Cookie: '${env:TOKEN}'}}}]}, codes: []},
    {name: 'what a write action types', body: action({type: 'write', text: '${env:TOKEN}'}), codes: []},
    {name: 'a name that the config does not allow', body: header('${env:OTHER}'), codes: ['secret/name-not-allowed']},
    {name: 'two of them are two findings', body: header('${env:A}${env:B}'), codes: ['secret/name-not-allowed', 'secret/name-not-allowed']},
    {name: 'a template of another tool', body: header('${TOKEN}'), codes: ['secret/malformed-reference']},
    {name: 'a name that begins with a digit', body: header('${env:1A}'), codes: ['secret/malformed-reference']},
    {name: 'a reference without an end', body: header('Bearer ${env:TOKEN'), codes: ['secret/malformed-reference']},
    {name: 'white space in it', body: header('${ env:TOKEN }'), codes: ['secret/malformed-reference']},
    {name: 'an empty one', body: header('${}'), codes: ['secret/malformed-reference']},
    {name: 'an escaped one', body: header('$${env:TOKEN} and $${x}'), codes: []},
    {name: 'in the goal', body: {goal: 'find ${env:TOKEN}'}, codes: ['secret/misplaced-reference']},
    {name: 'an escaped one in the goal', body: {goal: 'find $${env:TOKEN}'}, codes: []},
    {name: 'in a target URL', body: {targets: [{urls: ['https://a.example/${env:TOKEN}']}]}, codes: ['secret/misplaced-reference']},
    {name: 'in deep metadata', body: {webhook: {metadata: {deep: {key: '${env:TOKEN}'}}}}, codes: ['secret/misplaced-reference']},
    {name: 'as a member name', body: {webhook: {headers: {'${env:TOKEN}': 'x'}}}, codes: ['secret/misplaced-reference']},
    {name: 'in our own sync member', body: {sync: {key: '${env:TOKEN}'}}, codes: ['secret/misplaced-reference']},
    {name: 'a script may use templates', body: action({type: 'executeJavascript', script: '`$${price} ${currency}`'}), codes: []},
    {name: 'but no reference', body: action({type: 'executeJavascript', script: '`${env:TOKEN}`'}), codes: ['secret/misplaced-reference']},
  ])('$name', ({body, codes}) => expect(check(body).map(finding => finding.code)).toEqual(codes));

  test.each([
    'MONITORS_API_KEY',
    'MONITORS_STATE_POSTGRES_URL',
    'AWS_SECRET_ACCESS_KEY',
    'PGPASSWORD',
    'GITHUB_TOKEN',
    'ACTIONS_X',
    'INPUT_X',
    'RUNNER_X',
    'NODE_OPTIONS',
    'NPM_TOKEN',
    'npm_token',
    'HTTPS_PROXY',
    'https_proxy',
  ])('S8: %s is refused although the config allows it', name => {
    expect(isRefusedName(name)).toBe(true);
    expect(check(header(`\${env:${name}}`), [name]).map(finding => finding.code)).toEqual(['secret/refused-name']);
  });

  test('the finding points at the value and says what to add to the config', () => {
    const [finding] = check(header('${env:OTHER}'));
    expect(finding).toMatchObject({severity: 'error', where: {file: 'monitors/a.yaml', pointer: '/webhook/headers/Authorization'}});
    expect(finding?.message).toContain('${env:OTHER}');
    expect(finding?.hint).toContain('allow: [TOKEN, OTHER]');
  });

  test('no finding repeats the literal text around a reference', () => {
    const findings = [...check(header('CANARY ${env:OTHER}')), ...check(header('${CANARY}')), ...check({goal: 'CANARY ${env:TOKEN}'})];
    expect(findings).toHaveLength(3);
    expect(JSON.stringify(findings)).not.toContain('CANARY');
  });
});

describe('findReferences', () => {
  test('gives names with their places, in the order of the body', () => {
    const body = {...header('${env:B} ${env:A}'), goal: '${env:NOT_HERE}'};
    expect(findReferences(body)).toEqual([
      {name: 'B', path: ['webhook', 'headers', 'Authorization']},
      {name: 'A', path: ['webhook', 'headers', 'Authorization']},
    ]);
    expect(listReferenceNames(body)).toEqual(['A', 'B']);
  });
});

describe('resolveReferences', () => {
  const lookup = (name: string) => `<${name}>`;

  test.each<{name: string; body: JsonObject; sent: JsonObject}>([
    {name: 'a reference becomes its value', body: header('Bearer ${env:TOKEN}'), sent: header('Bearer <TOKEN>')},
    {name: 'an escape becomes what it stands for', body: header('$${env:TOKEN} $${x}'), sent: header('${env:TOKEN} ${x}')},
    {name: 'three dollars are a dollar and an escape', body: header('$$${x}'), sent: header('$${x}')},
    {name: 'an escaped reference elsewhere becomes what it stands for', body: {goal: '$${env:TOKEN}'}, sent: {goal: '${env:TOKEN}'}},
    {name: 'other dollars elsewhere stay', body: {goal: '$${price} ${x} $5'}, sent: {goal: '$${price} ${x} $5'}},
    {name: 'a reference that has no place here stays text', body: {goal: '${env:TOKEN}'}, sent: {goal: '${env:TOKEN}'}},
  ])('$name', ({body, sent}) => expect(resolveReferences(body, lookup)).toEqual(sent));

  test('a value that looks like a reference is not resolved again', () => {
    expect(resolveReferences(header('${env:TOKEN}'), () => '${env:OTHER} $${x}')).toEqual(header('${env:OTHER} $${x}'));
  });

  test('a body without references is sent as it is written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), written => {
        const body = JSON.parse(JSON.stringify(written).replaceAll('${', '')) as JsonObject;
        expect(JSON.stringify(resolveReferences(body, lookup))).toBe(JSON.stringify(body));
      }),
    );
  });
});

describe('checkReferenceValues', () => {
  test.each([
    {name: 'set', env: {TOKEN: 'value'}, codes: []},
    {name: 'not set', env: {}, codes: ['secret/value-missing']},
    {name: 'empty', env: {TOKEN: ''}, codes: ['secret/value-missing']},
    {name: 'the API key', env: {TOKEN: 'key'}, codes: ['secret/value-is-api-key']},
    {name: 'the API key with white space around it', env: {TOKEN: ' key\n'}, codes: ['secret/value-is-api-key']},
  ])('$name', ({env, codes}) => {
    const findings = checkReferenceValues({names: ['TOKEN'], env, apiKey: 'key'});
    expect(findings.map(finding => finding.code)).toEqual(codes);
    expect(JSON.stringify(findings)).not.toContain('"key"');
  });

  test('all that is missing is one finding, whose hint is about all of it', () => {
    const findings = checkReferenceValues({names: ['B', 'A', 'C', 'SET'], env: {C: '', SET: 'x'}, apiKey: 'key'});
    expect(findings).toEqual([
      {
        code: 'secret/value-missing',
        severity: 'error',
        message: 'not set: A, B; empty: C (specs refer to them)',
        hint: 'set A, B, C (in CI: pass the secrets to the step as env) and run again; nothing was sent',
      },
    ]);
  });

  test('every missing name is listed once, sorted', () => {
    expect(missingReferences(['B', 'A', 'B', 'SET'], {SET: 'x'})).toEqual(['A', 'B']);
    expect(missingReferences(['constructor'], {})).toEqual(['constructor']);
  });
});
