import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseUrl} from '../../../../src/core/base/url';
import {originOf} from '../../../../src/core/secrets/origin';

const SOURCES = join(__dirname, '../../../../src');

test('addresses with letters beyond ASCII are read after any number of calls', () => {
  // Node 20's `URL.canParse` refuses them once it is compiled.
  for (let call = 0; call < 20_000; call++) originOf(`https://a.example/${call}`);
  expect(originOf('https://bücher.example/ä')).toEqual({id: 'https://xn--bcher-kva.example', shown: 'https://xn--bcher-kva.example'});
  expect(parseUrl('https://bücher.example/ä')?.pathname).toBe('/%C3%A4');
  expect(parseUrl('bücher')).toBeUndefined();
});

test('nothing asks `URL.canParse`', () => {
  const files = readdirSync(SOURCES, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.ts'));
  expect(files.filter(name => /URL\.canParse\(/.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([]);
});
