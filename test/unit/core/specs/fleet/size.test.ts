import {examineFile} from '../../../../../src/core/specs/examine';
import {filesOf} from './list-world';
import {check, page} from './world';

/** The limits on how much specs may come to with what lists and layers add. */
const WIDE = [
  'name: A ${each:key}',
  'schedule: {text: daily}',
  'targets: [{type: scrape, urls: ["https://a.example/"]}]',
  `webhook: {url: "https://hooks.example/", metadata: {note: "${'${each:big}'.repeat(1000)}"}}`,
  'sync: {each: {file: _rows.csv}}',
  '',
].join('\n');
const rowsOf = (count: number, length: number) =>
  `key,big\n${Array.from({length: count}, (_, index) => `r${index},${'x'.repeat(length)}\n`).join('')}`;
const codes = ({findings}: ReturnType<typeof check>) => findings.map(({code, where}) => [code, where?.file]);

test('I62: no more rows are looked at once a list has made specs of 256 MiB', () => {
  const source = {file: '', specPath: 'a.yaml', bytes: Buffer.from(WIDE)};
  const {documents} = examineFile(source, {allowed: [], purpose: 'findings', readData: filesOf({'_rows.csv': rowsOf(1000, 900)})});
  expect(documents.length).toBeGreaterThan(250);
  expect(documents.length).toBeLessThan(350);
});

test('lists that make specs of more than 256 MiB are refused at the file that goes beyond', () => {
  const files = {'a.yaml': WIDE, 'b.yaml': WIDE.replace('name: A', 'name: B'), '_rows.csv': rowsOf(200, 900)};
  expect(codes(check(files, {purpose: 'findings'}))).toContainEqual(['fleet/too-many-monitors', 'monitors/b.yaml']);
});

test('layers that make specs of more than 256 MiB are refused, too', () => {
  const specs = Array.from({length: 400}, (_, index) => [`s${index}.yaml`, page(`s${index}`)] as const);
  const files = {
    ...Object.fromEntries(specs),
    '_defaults.yaml': `schedule: {text: daily}\nwebhook: {url: https://hooks.example/, metadata: {note: ${'x'.repeat(900_000)}}}\n`,
  };
  expect(codes(check(files, {purpose: 'findings'}))).toContainEqual(['fleet/too-many-monitors', expect.stringMatching(/^monitors\/s/)]);
});

test('more than 100,000 monitors are refused at the file that goes beyond', () => {
  const list = (name: string) => `name: ${name}\nschedule: {text: daily}\ntargets: [{type: search, queries: [x], goal: y}]\n`;
  const rows = `key\n${Array.from({length: 10_000}, (_, index) => `r${index}\n`).join('')}`;
  const lists = [...'abcdefghij'].map(name => [`${name}.yaml`, `${list(name)}sync: {each: {file: _rows.csv}}\n`]);
  const files = {...Object.fromEntries(lists), '_rows.csv': rows};
  const found = codes(check({...files, 'k.yaml': list('k')}, {purpose: 'findings'}));
  expect(found.filter(([code]) => code === 'fleet/too-many-monitors')).toEqual([['fleet/too-many-monitors', 'monitors/k.yaml']]);
});
