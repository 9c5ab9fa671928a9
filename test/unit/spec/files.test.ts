import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {readSpecFiles, SpecsDirectoryError} from '../../../src/spec/files';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'monitors-files-')));
});
afterEach(() => rmSync(cwd, {recursive: true, force: true}));

const specs = () => join(cwd, 'monitors');
const read = () => readSpecFiles({specsDirectory: specs(), cwd});
function write(path: string, content: string | Uint8Array = 'name: a\n'): void {
  const file = join(specs(), path);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, content);
}
function refusal(): SpecsDirectoryError {
  try {
    read();
  } catch (error) {
    if (error instanceof SpecsDirectoryError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
const codes = () => read().findings.map(({code, where}) => `${where?.file} ${code}`);

test('specs are read with both their paths, sorted by code unit', () => {
  for (const path of ['b.yaml', 'a/z.yml', 'a.yaml', 'B.yaml', 'a/b/c.yaml']) write(path, path);
  const {files, findings} = read();
  expect(findings).toEqual([]);
  expect(files.map(file => file.specPath)).toEqual(['B.yaml', 'a.yaml', 'a/b/c.yaml', 'a/z.yml', 'b.yaml']);
  expect(files[2]).toMatchObject({file: 'monitors/a/b/c.yaml'});
  expect(Buffer.from(files[2]?.bytes ?? []).toString()).toBe('a/b/c.yaml');
});

test('names that begin with "_" or "." and other endings are skipped', () => {
  for (const path of ['a.yaml', '_b.yaml', '.c.yaml', '_d/e.yaml', '.git/f.yaml', 'README.md', 'g.yaml.bak', 'h.json']) write(path);
  expect(read()).toMatchObject({files: [{specPath: 'a.yaml'}], findings: []});
});

test('paths are shown relative to the working directory, also when it lies elsewhere', () => {
  write('a.yaml');
  mkdirSync(join(cwd, 'other'));
  expect(readSpecFiles({specsDirectory: specs(), cwd: join(cwd, 'other')}).files[0]?.file).toBe('../monitors/a.yaml');
  expect(readSpecFiles({specsDirectory: specs(), cwd: specs()}).files[0]?.file).toBe('a.yaml');
});

describe('I11: there is no wish to read', () => {
  test('a missing directory', () => {
    expect(refusal()).toMatchObject({code: 'file/no-directory', message: 'the specs directory monitors does not exist'});
  });
  test('a file in its place', () => {
    writeFileSync(specs(), '');
    expect(refusal()).toMatchObject({code: 'file/no-directory', message: 'monitors is a file, not a directory of specs'});
  });
  test('an empty directory, and one with only skipped names', () => {
    mkdirSync(specs());
    expect(refusal()).toMatchObject({code: 'file/no-specs', message: 'the specs directory monitors holds no spec'});
    write('_a.yaml');
    write('sub/README.md');
    expect(refusal().code).toBe('file/no-specs');
  });
});

describe('I12: only regular files below the directory are read', () => {
  test('a link to a file outside is named and not read', () => {
    writeFileSync(join(cwd, 'secret'), 'fc-SECRET');
    write('a.yaml');
    symlinkSync('../secret', join(specs(), 'b.yaml'));
    symlinkSync('/proc/self/environ', join(specs(), 'c.yaml'));
    expect(codes()).toEqual(['monitors/b.yaml file/symlink', 'monitors/c.yaml file/symlink']);
    expect(read().files).toHaveLength(1);
    expect(JSON.stringify(read().findings)).not.toContain('SECRET');
  });
  test('a linked directory and a loop are named and not entered', () => {
    write('a/b.yaml');
    symlinkSync('..', join(specs(), 'a', 'loop'));
    symlinkSync('/etc', join(specs(), 'etc'));
    expect(codes()).toEqual(['monitors/a/loop file/symlink', 'monitors/etc file/symlink']);
  });
  test('a pipe is refused and nobody waits for it', () => {
    write('a.yaml');
    execFileSync('mkfifo', [join(specs(), 'b.yaml')]);
    expect(codes()).toEqual(['monitors/b.yaml file/not-regular']);
  });
  test('a directory with the name of a spec is a directory', () => {
    write('a.yaml/b.yaml');
    expect(read().files.map(file => file.specPath)).toEqual(['a.yaml/b.yaml']);
  });
});

describe('I13: sizes and names', () => {
  test('1 MiB is read, one byte more is not', () => {
    write('a.yaml', Buffer.alloc(1024 * 1024, 0x23));
    write('b.yaml', Buffer.alloc(1024 * 1024 + 1, 0x23));
    expect(read().files.map(file => file.bytes.length)).toEqual([1024 * 1024]);
    expect(codes()).toEqual(['monitors/b.yaml file/too-large']);
  });
  test('strange names are kept as they are, for renderers to escape', () => {
    const names = ['::error title=x::y.yaml', 'a\nb.yaml', 'c\x1b[2Jd.yaml'];
    for (const name of names) write(name);
    expect(read().files.map(file => file.specPath)).toEqual([...names].sort());
  });
  test('a walk ends at 64 levels', () => {
    write(`${'d/'.repeat(64)}a.yaml`);
    expect(read().files).toHaveLength(1);
    write(`${'e/'.repeat(65)}a.yaml`);
    expect(refusal().code).toBe('file/too-many');
  });
});
