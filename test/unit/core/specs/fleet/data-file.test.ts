import {execFileSync} from 'node:child_process';
import {chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {openDataFiles} from '../../../../../src/core/specs/fleet/data-file';

const HIDDEN = 'hunter2';
let root: string;
beforeEach(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'monitors-data-'))), 'repository');
  write('monitors.config.yaml', 'project: x\n');
  write('monitors/shops/pricing.yaml', '');
});
afterEach(() => rmSync(dirname(root), {recursive: true, force: true}));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), content);
}

const spec = {file: 'monitors/shops/pricing.yaml', specPath: 'shops/pricing.yaml', bytes: Buffer.alloc(0)};
const place = () => ({
  specsDirectory: join(root, 'monitors'),
  root,
  cwd: root,
  own: [join(root, 'monitors.config.yaml'), join(root, 'monitors.state.json'), join(root, 'monitors.state.json.journal')],
});
const read = (path: string) => openDataFiles(place())(spec, path);

/** The words of a refusal, which never hold what stands in the file. */
function refusalOf(path: string): string {
  const refusal = read(path);
  if (!('code' in refusal)) throw new Error(`${path} was read`);
  expect(JSON.stringify(refusal)).not.toContain(HIDDEN);
  return `${refusal.code} ${refusal.message}`;
}

test.each([
  {path: '_rows.csv', at: 'monitors/shops/_rows.csv'},
  {path: '../_rows.yaml', at: 'monitors/_rows.yaml'},
  {path: '../../data/rows.yml', at: 'data/rows.yml'},
  {path: './a b/ü.csv', at: 'monitors/shops/a b/ü.csv'},
])('a file inside the directory of the config is read: $path', ({path, at}) => {
  write(at, HIDDEN);
  const data = read(path);
  expect(data).toMatchObject({source: {file: at}, hash: expect.stringMatching(/^[0-9a-f]{64}$/)});
  expect('source' in data && Buffer.from(data.source.bytes).toString()).toBe(HIDDEN);
});

test('paths are shown relative to the working directory', () => {
  write('data/rows.csv', '');
  expect(openDataFiles({...place(), cwd: join(root, 'data')})(spec, '../../data/rows.csv')).toMatchObject({
    source: {file: 'rows.csv', specPath: '../data/rows.csv'},
  });
});

test.each([
  {path: '../.env', code: 'list/data-file', message: 'the name of a data file must end in .csv, .yaml or .yml'},
  {path: '_rows.CSV', code: 'list/data-file', message: 'the name of a data file must end in .csv, .yaml or .yml'},
  {path: '', code: 'list/data-file', message: 'the name of a data file must end in .csv, .yaml or .yml'},
  {path: '/etc/passwd', code: 'list/data-file', message: '"file" must be a path relative to the spec, with "/"'},
  {path: 'C:\\x.csv', code: 'list/data-file', message: '"file" must be a path relative to the spec, with "/"'},
  {path: '..\\x.csv', code: 'list/data-file', message: '"file" must be a path relative to the spec, with "/"'},
  {path: 'x\0.csv', code: 'list/data-file', message: '"file" must be a path relative to the spec, with "/"'},
  {path: '${var:FILE}.csv', code: 'list/data-file', message: '"file" must be literal text, but has a reference'},
  {path: '../../../rows.csv', code: 'list/data-file', message: '../../../rows.csv is outside of the directory of the config'},
  {path: '../../.secrets/rows.csv', code: 'list/data-file', message: '../../.secrets/rows.csv has a part that begins with "."'},
  {path: '../.rows.csv', code: 'list/data-file', message: '../.rows.csv has a part that begins with "."'},
  {path: 'missing.csv', code: 'list/data-file', message: 'data file not found: missing.csv'},
  {path: 'missing/rows.csv', code: 'list/data-file', message: 'data file not found: missing/rows.csv'},
  {path: 'pricing.yaml/rows.csv', code: 'list/data-file', message: 'pricing.yaml/rows.csv is not a regular file'},
  {
    path: '../../monitors.config.yaml',
    code: 'list/data-file',
    message: '../../monitors.config.yaml belongs to this tool: a config, state, journal or plan is not data',
  },
])('$path is refused', ({path, code, message}) => {
  write('../rows.csv', HIDDEN);
  write('.secrets/rows.csv', HIDDEN);
  write('monitors/.rows.csv', HIDDEN);
  expect(refusalOf(path)).toBe(`${code} ${message}`);
});

test('no part of a path is a link, and none is followed', () => {
  write('elsewhere/rows.csv', HIDDEN);
  symlinkSync(join(root, 'elsewhere/rows.csv'), join(root, 'monitors/shops/link.csv'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'monitors/shops/folder'));
  symlinkSync('/etc/passwd', join(root, 'monitors/shops/passwd.csv'));
  for (const path of ['link.csv', 'folder/rows.csv', 'passwd.csv']) {
    expect(refusalOf(path)).toBe(`list/data-file ${path} leads through a symbolic link`);
  }
});

test('a state is no data under another name either', () => {
  write('monitors.state.json', HIDDEN);
  linkSync(join(root, 'monitors.state.json'), join(root, 'monitors/shops/state.csv'));
  expect(refusalOf('state.csv')).toBe('list/data-file state.csv belongs to this tool: a config, state, journal or plan is not data');
});

test('a pipe, a directory and a file that may not be read are refused, and nothing waits for them', () => {
  mkdirSync(join(root, 'monitors/shops/folder.csv'));
  execFileSync('mkfifo', [join(root, 'monitors/shops/pipe.csv')]);
  expect(refusalOf('folder.csv')).toBe('list/data-file folder.csv is not a regular file');
  expect(refusalOf('pipe.csv')).toBe('list/data-file pipe.csv is not a regular file');
  write('monitors/shops/closed.csv', HIDDEN);
  chmodSync(join(root, 'monitors/shops/closed.csv'), 0);
  if (process.getuid?.() !== 0) expect(refusalOf('closed.csv')).toBe('list/data-file closed.csv cannot be read (EACCES)');
});

test.each([
  {path: 'rows.csv', most: 16},
  {path: 'rows.yaml', most: 1},
])('$path may have $most MiB and not a byte more', ({path, most}) => {
  const file = join(root, 'monitors/shops', path);
  writeFileSync(file, '');
  truncateSync(file, most * 1024 * 1024);
  expect('source' in read(path)).toBe(true);
  truncateSync(file, most * 1024 * 1024 + 1);
  expect(refusalOf(path)).toBe(`list/too-large ${path} is larger than ${most} MiB`);
});

test('a file that several specs name is read once', () => {
  write('monitors/_rows.csv', 'key\na\n');
  const readData = openDataFiles(place());
  const other = {...spec, specPath: 'stock.yaml'};
  expect(readData(spec, '../_rows.csv')).toBe(readData(other, '_rows.csv'));
});
