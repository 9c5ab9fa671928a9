import {checkSpecs} from '../../../../src/core/specs/check';
import type {SourceFile} from '../../../../src/core/specs/desired-monitor';
import type {CheckCache} from '../../../../src/core/specs/file-facts';
import {openCheckCache} from '../../../../src/core/specs/files-cache';

/** The text of a cache file, in memory; counts how often it was written. */
function memoryText(text: string | null = null) {
  const memory = {text, writes: 0};
  return Object.assign(memory, {
    read: () => memory.text,
    write: (next: string) => {
      memory.text = next;
      memory.writes += 1;
    },
  });
}

function specFile(specPath: string, site: string): SourceFile {
  const text = `name: ${site}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://${site}.example/]\nsync: {alerts: none}\n`;
  return {file: `monitors/${specPath}`, specPath, bytes: Buffer.from(text)};
}

const FILES = [specFile('a.yaml', 'alpha'), specFile('b.yaml', 'beta'), {...specFile('c.yaml', 'gamma'), bytes: Buffer.from('nam: x\n')}];

function check(files: readonly SourceFile[], cache: CheckCache | null) {
  const {monitors, keys, ...rest} = checkSpecs(files, {allowed: [], operations: 'create', cache});
  cache?.save();
  return {
    ...rest,
    keys: keys(),
    monitors: monitors.map(monitor => ({
      ...monitor,
      body: monitor.body(),
      writtenAt: monitor.writtenAt?.('/name'),
      parts: monitor.parts?.(),
      faults: monitor.faults?.(),
    })),
  };
}

test.each([
  {name: 'specs without faults', files: FILES.slice(0, 2)},
  {name: 'a spec with errors among them', files: FILES},
])('$name come out the same with an empty cache, a full one and none', ({files}) => {
  const text = memoryText();
  const expected = check(files, null);
  expect(check(files, openCheckCache(text, 'build 1'))).toEqual(expected);
  expect(check(files, openCheckCache(text, 'build 1'))).toEqual(expected);
  expect(text.writes).toBe(1);
});

test('a known file is not examined again', () => {
  const text = memoryText();
  check(FILES.slice(0, 1), openCheckCache(text, 'build 1'));
  text.text = (text.text ?? '').replace('"alpha"', '"from the cache"');
  expect(check(FILES.slice(0, 1), openCheckCache(text, 'build 1')).monitors).toMatchObject([{name: 'from the cache'}]);
});

test('the path is no part of what is known: findings name the path that the content has now', () => {
  const text = memoryText();
  check(FILES, openCheckCache(text, 'build 1'));
  expect(text.text).not.toContain('c.yaml');
  const moved = {...(FILES[2] as SourceFile), file: 'monitors/moved.yaml', specPath: 'moved.yaml'};
  const places = check([moved], openCheckCache(text, 'build 1')).findings.map(finding => finding.where?.file);
  expect(new Set(places)).toEqual(new Set(['monitors/moved.yaml']));
});

test('another build, schema or list of allowed references starts anew', () => {
  const text = memoryText();
  check(FILES, openCheckCache(text, 'build 1'));
  check(FILES, openCheckCache(text, 'build 2'));
  expect(text.writes).toBe(2);
});

test.each([
  null,
  '',
  '{"validFor":"build 1"',
  '[]',
  '{"validFor":"build 1"}',
  '{"validFor":"build 1","files":7}',
  '{"validFor":"build 1","files":[["a"]]}',
  '{"validFor":"build 1","files":[["a",{}]]}',
])('the text %j is the same as no cache', broken => {
  expect(check(FILES, openCheckCache(memoryText(broken), 'build 1'))).toEqual(check(FILES, null));
});

test('what no file has any more is dropped once it is the larger part', () => {
  const text = memoryText();
  check(FILES, openCheckCache(text, 'build 1'));
  check(FILES.slice(0, 2), openCheckCache(text, 'build 1'));
  expect(text.writes).toBe(1);
  check(FILES.slice(0, 1), openCheckCache(text, 'build 1'));
  expect(JSON.parse(text.text ?? '').files).toHaveLength(1);
});

test('plan works out itself what validate did not ask for, and keeps it; validate takes what plan knows', () => {
  const text = memoryText();
  const validate = () => {
    const cache = openCheckCache(text, 'build 1');
    const {findings, monitors} = checkSpecs(FILES.slice(0, 2), {allowed: [], operations: 'create', cache, purpose: 'findings'});
    cache.save();
    return {findings, monitors};
  };
  const expected = check(FILES.slice(0, 2), null);
  expect(validate()).toEqual({findings: expected.findings, monitors: []});
  expect(check(FILES.slice(0, 2), openCheckCache(text, 'build 1'))).toEqual(expected);
  expect(text.writes).toBe(2);
  expect(validate()).toEqual({findings: expected.findings, monitors: []});
  expect(check(FILES.slice(0, 2), openCheckCache(text, 'build 1'))).toEqual(expected);
  expect(text.writes).toBe(2);
});

test('what is unusual about a spec comes out the same from the cache', () => {
  const unusual = ['key: other/key', 'renamedFrom: old', 'protect: true', 'paused: true'].map((setting, index) => {
    const {bytes, ...file} = specFile(`unusual-${index}.yaml`, `site-${index}`);
    return {...file, bytes: Buffer.concat([bytes, Buffer.from(`sync: {${setting}}\n`)])};
  });
  const twoDocuments = Buffer.concat([unusual[0]?.bytes ?? Buffer.of(), Buffer.from('---\n'), specFile('z.yaml', 'zeta').bytes]);
  const files = [...FILES, ...unusual.slice(1), {file: 'monitors/two.yaml', specPath: 'two.yaml', bytes: twoDocuments}];
  for (const subset of [files, ...files.map(file => [file])]) {
    const text = memoryText();
    const expected = check(subset, null);
    expect(check(subset, openCheckCache(text, 'build 1'))).toEqual(expected);
    expect(check(subset, openCheckCache(text, 'build 1'))).toEqual(expected);
    expect(text.writes).toBe(1);
  }
});
