import {posix} from 'node:path';
import {sha256} from '../../../../src/core/json/canonical';
import {checkSpecs} from '../../../../src/core/specs/check';
import type {SourceFile} from '../../../../src/core/specs/desired-monitor';
import {openCheckCache} from '../../../../src/core/specs/files-cache';
import {readLayerName} from '../../../../src/core/specs/fleet/layer-name';
import {openFleetMemory} from '../../../../src/core/specs/fleet-memory';
import {hashRepeated} from '../../../../src/core/specs/sync';
import {seededRandom} from '../../../faults/crash-loop-trials';

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
  const text = `name: ${site}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: ["https://${site}.example/"]\n${more}`;
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

/** A list whose rows stand in `path` below the specs directory. */
const listOver = (specPath: string, path: string, more = '') =>
  specFile(specPath, '${each:site}', `sync: {alerts: none, each: {file: ${path}}}\n${more}`);
const withData = (data: Readonly<Record<string, string>>, fleet = inEnvironment('default')): Fleet => ({
  ...fleet,
  readData: ({specPath}, path) => {
    const at = posix.join(posix.dirname(specPath), path);
    const text = data[at];
    if (text === undefined) return {code: 'list/data-file', message: `data file not found: ${path}`, hint: 'correct the path'};
    return {source: {file: `monitors/${at}`, specPath: at, bytes: Buffer.from(text)}, hash: sha256(text)};
  },
});
const ROWS = 'key,site\nx,one\ny,two\n';

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
  {name: 'a list in a file', files: [listOver('l.yaml', '_rows.csv')], options: {fleet: withData({'_rows.csv': ROWS})}},
  {
    name: 'a warning about rows',
    files: [listOver('l.yaml', '_rows.csv', 'retentionDays: 1\n')],
    options: {fleet: withData({'_rows.csv': 'key,site,Key\nx,one,1\n'}), purpose: 'findings'},
  },
  {name: 'rows in the spec itself', files: [specFile('a.yaml', '${each:s}', 'sync: {alerts: none, each: [{key: x, s: one}]}\n')]},
  {name: 'variables', files: [specFile('a.yaml', '${var:SITE}', QUIET)], options: {fleet: inEnvironment('default', {SITE: 'one'})}},
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

/** Each is checked after a fleet with two lists, over rows in `_a.csv` and in `_b.csv`. */
const LISTS = [listOver('l.yaml', '_a.csv'), listOver('m.yaml', '_b.csv')];
const LISTED = {'_a.csv': ROWS, '_b.csv': 'key,site\nz,three\n', 'in/_a.csv': ROWS, 'in/_b.csv': ROWS};

test.each<{name: string; data: Readonly<Record<string, string>>; files?: readonly SourceFile[]}>([
  {name: 'another row', data: {...LISTED, '_a.csv': `${ROWS}w,four\n`}},
  {name: 'another cell of the same length', data: {...LISTED, '_a.csv': ROWS.replace('one', 'oni')}},
  {name: 'a row less', data: {...LISTED, '_b.csv': 'key,site\n'}},
  {name: 'a data file that is gone', data: {'_a.csv': ROWS}},
  {name: 'data files that changed places', data: {'_a.csv': LISTED['_b.csv'], '_b.csv': ROWS}},
  {name: 'lists that changed files', data: LISTED, files: [listOver('l.yaml', '_b.csv'), listOver('m.yaml', '_a.csv')]},
  {name: 'lists in another folder', data: LISTED, files: [listOver('in/l.yaml', '_a.csv'), listOver('in/m.yaml', '_b.csv')]},
])('$name makes another fleet of lists', ({data, files = LISTS}) => {
  const text = memoryText();
  const run = (given: readonly SourceFile[], rows: Readonly<Record<string, string>>) => {
    const [plain, known] = [{fleet: withData(rows)}, {fleet: withData(rows), fleets: openFleetMemory(text, 'build 1')}];
    expect(check(given, known)).toEqual(check(given, plain));
    return checkSpecs(given, {...OPTIONS, ...known});
  };
  run(LISTS, LISTED);
  const before = run(LISTS, LISTED);
  expect(before.settled).toBeDefined();
  run(files, data);
  const {settled, content} = run(files, data);
  expect(settled?.hash).not.toBe(before.settled?.hash);
  expect(content).not.toBe(before.content);
  // Whoever comes back to the first finds it known still.
  expect(run(LISTS, LISTED)).toMatchObject({settled: before.settled, content: before.content});
});

test('a known list reads its rows as bytes alone', () => {
  const [text, facts] = [memoryText(), memoryText()];
  const fleet = withData({'_rows.csv': ROWS});
  const list = listOver('l.yaml', '_rows.csv');
  const run = () => checkSpecs([list], {...OPTIONS, fleet, cache: openCheckCache(facts, 'x'), fleets: openFleetMemory(text, 'build 1')});
  run();
  const {reads} = facts;
  const known = run();
  expect(known).toMatchObject({documents: 2, findings: [], dataOf: new Map([['l.yaml', ['_rows.csv']]])});
  expect(facts.reads).toBe(reads);
  expect(known.lists).toEqual(new Map([['l', {file: 'monitors/l.yaml', rows: 2}]]));
});

/** Contents that random edits give the files below; the empty text removes one. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  'a.yaml': ['', specText('alpha'), specText('beta'), specText('${var:SITE}'), 'nam: x\n'],
  'in/b.yaml': ['', specText('beta'), specText('gamma', 'retentionDays: 7\n')],
  'l.yaml': ['', listText('_rows.csv'), listText('in/_rows.csv'), listText('_rows.yaml')],
  'in/l.yaml': ['', listText('_rows.csv'), listText('../_rows.csv')],
  '_rows.csv': ['', ROWS, ROWS.replace('one', 'six'), ROWS.replace('y,two\n', '')],
  'in/_rows.csv': ['', ROWS, 'key,site\nx,six\n', 'key,site,Key\nx,six,1\n'],
  '_rows.yaml': ['', '[{key: x, site: one}]\n', '[{key: x, site: 7}]\n'],
  '_defaults.yaml': ['', 'retentionDays: 9\n', 'goal: ${each:site}\n'],
  'in/_defaults.yaml': ['', 'retentionDays: 8\n'],
};

test.each([1, 2, 3, 4])('after each random edit, what remembers all earlier fleets says what remembers nothing says (%d)', seed => {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const [text, facts] = [memoryText(), memoryText()];
  const now: Record<string, string> = Object.fromEntries(Object.entries(CONTENTS).map(([path, texts]) => [path, texts[1] ?? '']));
  let known = 0;
  for (let step = 0; step < 60; step++) {
    const path = pick(Object.keys(CONTENTS));
    // A branch is left and come back to.
    now[path] = random() < 0.5 ? (CONTENTS[path]?.[1] ?? '') : pick(CONTENTS[path] ?? []);
    const {files, fleet} = toRepository(now, pick([{SITE: 'one'}, {SITE: 'two'}]));
    const options = {fleet, purpose: pick(['monitors', 'findings'] as const)};
    const expected = check(files, options);
    const before = text.writes;
    const cache = openCheckCache(facts, 'x');
    const remembering = {...options, cache, fleets: openFleetMemory(text, 'build 1')};
    expect(check(files, remembering)).toEqual(expected);
    cache.save();
    expect(check(files, remembering)).toEqual(expected);
    expect(settle(files, remembering)).toBe(settle(files, {...options, fleets: openFleetMemory(memoryText(), 'build 1')}));
    if (text.writes === before) known += 1;
  }
  expect(known).toBeGreaterThan(8);
});

/** Hash of a fleet that was just checked before. */
function settle(files: readonly SourceFile[], options: Partial<typeof OPTIONS>): string | undefined {
  checkSpecs(files, {...OPTIONS, ...options});
  return checkSpecs(files, {...OPTIONS, ...options}).settled?.hash;
}

function specText(site: string, more = ''): string {
  return Buffer.from(specFile('', site, `${QUIET}${more}`).bytes).toString();
}

function listText(path: string): string {
  return Buffer.from(listOver('', path).bytes).toString();
}

/** The specs and layers among these files, and a reader of the others. */
function toRepository(all: Readonly<Record<string, string>>, vars: Record<string, string>) {
  const present = Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
  const sources = Object.entries(present).map(([path, text]) => ({file: `monitors/${path}`, specPath: path, bytes: Buffer.from(text)}));
  const layers = sources.flatMap(source => {
    const name = posix.basename(source.specPath);
    const folder = posix.dirname(source.specPath);
    const isLayer = readLayerName(name).kind === 'layer';
    return isLayer ? [{...source, folder: folder === '.' ? '' : folder, environment: null}] : [];
  });
  const files = sources.filter(({specPath}) => !posix.basename(specPath).startsWith('_'));
  return {files, fleet: {...withData(present, inEnvironment('default', vars)), layers}};
}

test.each([{name: 'errors', files: [{...FILES[0]!, bytes: Buffer.from('nam: x\n')}]}])(
  'a fleet with $name is not remembered',
  ({files}) => {
    const text = memoryText();
    check(files, {fleets: openFleetMemory(text, 'build 1')});
    expect(text.writes).toBe(0);
  },
);

test.each([
  '',
  '{"validFor":"build 1"',
  '[]',
  '{"validFor":"build 1"}',
  '{"validFor":"build 1","fleets":7}',
  '{"validFor":"build 1","fleets":[["a"]]}',
  '{"validFor":"build 1","fleets":[null]}',
  '{"validFor":"build 1","fleets":[["a",{"documents":1,"findings":[],"data":"","concerned":[],"dataOf":[["a"]]}]]}',
  '{"validFor":"build 1","fleets":[["a",{"documents":1,"findings":[],"data":"","concerned":[null],"dataOf":[]}]]}',
  '{"validFor":"build 1","fleets":[["a",{"documents":1,"findings":[],"data":"","concerned":[],"dataOf":[["a",[7]]]}]]}',
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
