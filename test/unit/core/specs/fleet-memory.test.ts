import {checkSpecs} from '../../../../src/core/specs/check';
import type {SourceFile} from '../../../../src/core/specs/desired-monitor';
import {openCheckCache} from '../../../../src/core/specs/files-cache';
import {openFleetMemory} from '../../../../src/core/specs/fleet-memory';
import {hashRepeated} from '../../../../src/core/specs/sync';

/** The text of a cache file, in memory; counts how often it was read and written. */
function memoryText(text: string | null = null) {
  const memory = {text, reads: 0, writes: 0};
  return Object.assign(memory, {
    read: () => {
      memory.reads += 1;
      return memory.text;
    },
    write: (next: string) => {
      memory.text = next;
      memory.writes += 1;
    },
  });
}

function specFile(specPath: string, site: string, more = ''): SourceFile {
  const text = `name: ${site}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://${site}.example/]\n${more}`;
  return {file: `monitors/${specPath}`, specPath, bytes: Buffer.from(text)};
}

const QUIET = 'sync: {alerts: none}\n';
const FILES = [specFile('a.yaml', 'alpha', QUIET), specFile('b.yaml', 'beta', QUIET)];
const OPTIONS: Parameters<typeof checkSpecs>[1] = {allowed: [], operations: 'create', cache: null};

type Fleet = NonNullable<Parameters<typeof checkSpecs>[1]['fleet']>;
const inEnvironment = (environment: string, vars: Record<string, string> = {}): Fleet => ({
  layers: [],
  environment: {environment, declared: null, vars},
  readData: () => ({code: 'list/data-file', message: 'no files here', hint: 'none'}),
});
const underLayer = (text: string): Fleet => ({
  ...inEnvironment('default'),
  layers: [{file: 'monitors/_defaults.yaml', specPath: '_defaults.yaml', folder: '', environment: null, bytes: Buffer.from(text)}],
});

/** Everything that a check says, as plain values. */
function check(files: readonly SourceFile[], options: Partial<typeof OPTIONS> = {}) {
  const {monitors, keys, settled: _settled, content: _content, ...rest} = checkSpecs(files, {...OPTIONS, ...options});
  const called = monitors.map(({body, writtenAt, parts, faults, saysItself, ...monitor}) => ({
    ...monitor,
    more: [body(), writtenAt?.('/name'), parts?.(), faults?.(), saysItself?.('webhook')],
  }));
  return {...rest, keys: keys(), monitors: called};
}

test.each<{name: string; files: readonly SourceFile[]; options?: Partial<typeof OPTIONS>}>([
  {name: 'specs without faults', files: FILES},
  {name: 'a warning about all of them', files: [...FILES, {...specFile('c.yaml', 'alpha', QUIET)}]},
  {name: 'specs below a layer', files: FILES, options: {fleet: underLayer('retentionDays: 7\n')}},
  {name: 'findings alone', files: [...FILES, specFile('c.yaml', 'gamma')], options: {purpose: 'findings'}},
])('$name: known as a whole, it comes out as it did', ({files, options}) => {
  const text = memoryText();
  const expected = check(files, options);
  expect(check(files, {...options, fleets: openFleetMemory(text, 'build 1')})).toEqual(expected);
  expect(check(files, {...options, fleets: openFleetMemory(text, 'build 1')})).toEqual(expected);
  expect(text.writes).toBe(1);
});

test('a known fleet reads no facts of single files until something asks for a monitor', () => {
  const [text, facts] = [memoryText(), memoryText()];
  const run = () => checkSpecs(FILES, {...OPTIONS, cache: openCheckCache(facts, 'x'), fleets: openFleetMemory(text, 'build 1')});
  run();
  const {reads} = facts;
  const known = run();
  expect(known).toMatchObject({documents: 2, findings: []});
  expect(facts.reads).toBe(reads);
  expect(known.monitors.map(({key}) => key)).toEqual(['a', 'b']);
  expect(facts.reads).toBe(reads + 1);
});

test.each<{name: string; files?: readonly SourceFile[]; options?: Partial<typeof OPTIONS>; build?: string}>([
  {name: 'another content', files: [specFile('a.yaml', 'alpha2', QUIET), FILES[1]!]},
  {name: 'another place', files: [specFile('c.yaml', 'alpha', QUIET), FILES[1]!]},
  {name: 'another place to show', files: [{...FILES[0]!, file: '../monitors/a.yaml'}, FILES[1]!]},
  {name: 'a file less', files: FILES.slice(0, 1)},
  {name: 'contents exchanged', files: FILES.map((file, index) => ({...file, bytes: FILES[1 - index]!.bytes}))},
  {name: 'a layer', options: {fleet: underLayer('{}\n')}},
  {name: 'another environment', options: {fleet: inEnvironment('staging')}},
  {name: 'another variable', options: {fleet: inEnvironment('default', {REGION: 'eu'})}},
  {name: 'other operations', options: {operations: 'full'}},
  {name: 'other references', options: {allowed: ['TOKEN']}},
  {name: 'another purpose', options: {purpose: 'findings'}},
  {name: 'another build', build: 'build 2'},
])('$name is another fleet', ({files = FILES, options = {}, build = 'build 1'}) => {
  const text = memoryText();
  check(FILES, {fleets: openFleetMemory(text, 'build 1')});
  check(files, {...options, fleets: openFleetMemory(text, build)});
  expect(text.writes).toBe(2);
});

test.each([
  {name: 'errors', files: [{...FILES[0]!, bytes: Buffer.from('nam: x\n')}]},
  {name: 'rows that may stand in other files', files: [specFile('a.yaml', 'alpha', 'sync: {alerts: none, each: [{key: x}]}\n')]},
])('a fleet with $name is not remembered', ({files}) => {
  const text = memoryText();
  check(files, {fleets: openFleetMemory(text, 'build 1')});
  expect(text.writes).toBe(0);
});

test.each([
  '',
  '{"validFor":"build 1"',
  '[]',
  '{"validFor":"build 1"}',
  '{"validFor":"build 1","fleets":7}',
  '{"validFor":"build 1","fleets":[["a"]]}',
  '{"validFor":"build 1","fleets":[null]}',
])('the text %j is the same as no memory', broken => {
  expect(check(FILES, {fleets: openFleetMemory(memoryText(broken), 'build 1')})).toEqual(check(FILES));
});

const record = {key: 'a', specPath: 'a.yaml', bodyHash: '1', protect: false, paused: false, sync: {}, inherited: undefined};

test.each([
  {name: 'key', other: {...record, key: 'b'}},
  {name: 'path', other: {...record, specPath: 'b.yaml'}},
  {name: 'body', other: {...record, bodyHash: '2'}},
  {name: 'protection', other: {...record, protect: true}},
  {name: 'pause', other: {...record, paused: true}},
  {name: 'labels', other: {...record, sync: {labels: {team: 'web'}}}},
  {name: 'layers', other: {...record, inherited: {'_defaults.yaml': []}}},
  {name: 'border between key and path', other: {...record, key: 'aa', specPath: '.yaml'}},
])('records that differ in their $name are not settled alike', ({other}) => {
  expect(hashRepeated([other])).not.toBe(hashRepeated([record]));
  expect(hashRepeated([record, {...other, key: 'z'}])).toBe(hashRepeated([{...other, key: 'z'}, record]));
});
