import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'monitors-hostile-'));
  const entry = `
    import {readFileSync} from 'node:fs';
    import {parseSource} from './src/core/specs/document';
    const bytes = readFileSync(process.argv[2]);
    const {documents, findings} = parseSource({file: 'a.yaml', specPath: 'a.yaml', bytes});
    for (const document of documents) document.rangeOf('/k1');
    process.stdout.write(JSON.stringify({documents: documents.length, codes: findings.map(finding => finding.code)}));
  `;
  const root = join(__dirname, '../..');
  buildSync({
    stdin: {contents: entry, resolveDir: root, loader: 'ts'},
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: join(directory, 'parse.cjs'),
  });
});
afterAll(() => rmSync(directory, {recursive: true, force: true}));

/** Reads the text in a process of its own with 256 MB; more than 20 seconds, or a crash, throw. */
function parseApart(text: string): {documents: number; codes: string[]} {
  const file = join(directory, 'hostile.yaml');
  writeFileSync(file, text);
  const answer = execFileSync(process.execPath, ['--max-old-space-size=256', join(directory, 'parse.cjs'), file], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return JSON.parse(answer);
}

const lines = (count: number, line: (i: number) => string) => Array.from({length: count}, (_, i) => line(i)).join('\n');

test.each([
  ['I1: 256 KiB of unique keys are data', lines(24_000, i => `k${i}: 1`), {documents: 1, codes: []}],
  ['I1: 200 KB of bad escapes are one finding', `a: "${'\\q'.repeat(100_000)}"`, {documents: 0, codes: ['yaml/syntax']}],
  ['I1: 32k anchors and aliases are one finding', lines(32_000, i => `- &a${i} x\n- *a${i}`), {documents: 0, codes: ['yaml/alias']}],
  ['I1: 1 MiB of numbers is one finding', `[${'1,'.repeat(520_000)}]`, {documents: 0, codes: ['yaml/too-many-parts']}],
  ['I1: 1 MiB of documents is one finding', '---\n'.repeat(260_000), {documents: 0, codes: ['yaml/too-many-parts']}],
  ['I1: a bad escape before deep nesting is one finding', `a: "\\q"\n${'['.repeat(16_000)}`, {documents: 0, codes: ['yaml/syntax']}],
  ['I2: 100,000 flow lists are one finding', '['.repeat(100_000), {documents: 0, codes: ['yaml/too-deep']}],
  ['I2: 100,000 block lists are one finding', '- '.repeat(100_000), {documents: 0, codes: ['yaml/too-deep']}],
  ['I2: 1,000 block mappings are one finding', lines(1_000, i => `${' '.repeat(i)}a:`), {documents: 0, codes: ['yaml/too-deep']}],
])('%s', (_name, text, expected) => {
  expect(parseApart(text)).toMatchObject(expected);
});
