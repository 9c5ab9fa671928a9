import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import type {parseEvents, YAMLException} from 'js-yaml';

/** The build makes js-yaml faster by changing three places of it. What it reads and what it refuses stay the same. */
const ROOT = join(__dirname, '../../../../..');

/** js-yaml as it is, or with `plugin` of the build, in a bundle of its own. */
function bundleParser(plugin: 'fastParser' | null): {parseEvents: typeof parseEvents; YAMLException: typeof YAMLException} {
  const script = `
    import {build} from 'esbuild';
    import {fastParser} from './scripts/fast-parser.mjs';
    const stdin = {contents: "export {parseEvents, YAMLException} from 'js-yaml'", resolveDir: '.'};
    const built = await build({stdin, bundle: true, platform: 'node', format: 'cjs', write: false, plugins: [${plugin ?? ''}]});
    process.stdout.write(built.outputFiles[0].text);`;
  const {stdout, stderr, status} = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {cwd: ROOT, encoding: 'utf8'});
  if (status !== 0) throw new Error(stderr);
  const bundle = {exports: {} as ReturnType<typeof bundleParser>};
  vm.runInThisContext(`(function (module) { ${stdout}\n})`)(bundle);
  return bundle.exports;
}

const bundled = bundleParser('fastParser');
const untouched = bundleParser(null);

function read(parser: typeof bundled, text: string): unknown {
  try {
    return parser.parseEvents(text, {maxDepth: 66});
  } catch (error) {
    if (!(error instanceof parser.YAMLException)) throw error;
    return {reason: error.reason, position: error.mark?.position};
  }
}

function expectSame(text: string): void {
  expect({text, read: read(bundled, text)}).toEqual({text, read: read(untouched, text)});
}

test.each([
  ['plain text', 'name: Acme pricing # a comment\n'],
  ['nothing', ''],
  ['a character that cannot be printed, in plain text', 'a: b\nname: x\u0001y\n'],
  ['one in quotes', 'a: "b"\nname: "x\u0007y"\n'],
  ['one in a block of text', 'name: |\n  x\u0000y\n'],
  ["one in a comment, where it is nobody's business", '# \u0001\nname: x\n'],
  ['one in a name', 'na\u0080me: x\n'],
  ['half of a surrogate pair', 'name: x\ud83dy\n'],
  ['both halves', 'name: "\ud83d\ude00"\n'],
  ['a mark that ends a text early', 'name: x\n\u0000more: y\n'],
  ['nesting beyond the limit', '['.repeat(80)],
  ['a tab in the indentation', 'a:\n\tb: c\n'],
])('both parsers read %s alike', (_name, text) => {
  expectSame(text);
});

test('both parsers read whatever is made of the parts of YAML alike', () => {
  const parts = [
    'a',
    'b: ',
    '- ',
    '\n',
    '\n  ',
    ' ',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    '# ',
    '|\n',
    '&x ',
    '*x',
    '!t ',
    '\t',
    '\u0001',
    '\ud83d',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), {maxLength: 24}), pieces => expectSame(pieces.join(''))),
    {numRuns: 5000},
  );
});

test("both parsers read the files of YAML's own test suite alike", () => {
  const folder = join(ROOT, '../shared/yaml-test-suite');
  if (!existsSync(folder)) {
    console.log("not run, YAML's own test suite is not here");
    return;
  }
  for (const file of readdirSync(folder).filter(name => name.endsWith('.yaml'))) expectSame(readFileSync(join(folder, file), 'utf8'));
});
