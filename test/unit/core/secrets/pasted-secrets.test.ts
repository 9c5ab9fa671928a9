import type {JsonObject} from '../../../../src/core/json/value';
import {checkTexts} from '../../../../src/core/secrets/check-texts';

const start = {line: 1, column: 1, offset: 0};
const check = (data: JsonObject) =>
  checkTexts({data, placeOf: pointer => ({file: 'a.yaml', pointer, range: {start, end: start}})}, []).pasted;
const header = (name: string, value: string): JsonObject => ({webhook: {headers: {[name]: value}}});
const TOKEN = 'CANARY0123456789abcdefghij';

describe('secrets that seem to stand in a spec', () => {
  test.each<{name: string; body: JsonObject; found: boolean}>([
    {name: 'I18: a key of the service, anywhere', body: {goal: `use fc-${TOKEN}`}, found: true},
    {name: 'I18: a bearer token, anywhere', body: {webhook: {metadata: {a: `Bearer ${TOKEN}`}}}, found: true},
    {name: 'I18: a literal in a header that carries credentials', body: header('Cookie', 'sid=CANARY'), found: true},
    {name: 'I18: a long token in any header', body: header('X-Acme', TOKEN), found: true},
    {name: 'a reference', body: header('Authorization', 'Bearer ${env:TOKEN}'), found: false},
    {name: 'a reference behind a word', body: header('Authorization', 'Key ${env:TOKEN}'), found: false},
    {name: 'an ordinary header', body: header('Content-Type', 'application/json'), found: false},
    {name: 'a long sentence', body: header('X-Note', 'the team of the 2 shops in Berlin'), found: false},
    {name: 'a User-Agent', body: header('User-Agent', 'monitors/1.0-with-a-long-name-2026'), found: false},
    {name: 'what is typed into a page', body: {targets: [{scrapeOptions: {actions: [{type: 'write', text: TOKEN}]}}]}, found: false},
  ])('$name: warned about is $found', ({body, found}) => {
    const findings = check(body);
    expect(findings.map(finding => finding.code)).toEqual(found ? ['secret/pasted'] : []);
    expect(JSON.stringify(findings)).not.toContain('CANARY');
  });
});
