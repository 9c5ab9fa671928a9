import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {UserError} from '../../../../src/core/diagnostics/user-error';
import {readSpecFiles} from '../../../../src/core/specs/files';

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
function refusal(options: {mostFiles?: number} = {}): UserError {
  try {
    readSpecFiles({specsDirectory: specs(), cwd, ...options});
  } catch (error) {
    if (error instanceof UserError) return error;
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

test('an ending with capitals is an error, since the monitor of a skipped spec would be deleted', () => {
  for (const path of ['a.yaml', 'b.YAML', 'c/d.Yml']) write(path);
  expect(codes()).toEqual(['monitors/b.YAML file/letter-case', 'monitors/c/d.Yml file/letter-case']);
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
    expect(refusal()).toMatchObject({code: 'file/no-specs', message: 'no specs found in the specs directory monitors'});
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
  test('a file that is swapped for a link while it is read is never followed', async () => {
    writeFileSync(join(cwd, 'secret'), 'fc-SECRET');
    // Many files before it, so that there is time between listing the directory and opening the file.
    for (let i = 0; i < 300; i++) write(`a/${i}.yaml`, 'name: honest\n');
    write('z.yaml', 'name: honest\n');
    const swapper = `
      const {renameSync, symlinkSync, writeFileSync} = require('node:fs');
      const clock = new Int32Array(new SharedArrayBuffer(4));
      for (;;) {
        symlinkSync('../secret', 'link'); renameSync('link', 'z.yaml'); Atomics.wait(clock, 0, 0, 1);
        writeFileSync('file', 'name: honest\\n'); renameSync('file', 'z.yaml'); Atomics.wait(clock, 0, 0, 1);
      }
    `;
    const child = spawn(process.execPath, ['-e', swapper], {cwd: specs(), stdio: 'inherit'});
    const ended = new Promise<void>(done => child.on('exit', () => done()));
    let isOver = false;
    child.on('exit', () => (isOver = true));
    const seen = new Set<string>();
    // At least 50 readings, and as many more as it takes to meet the file in both of its forms.
    for (let i = 0; !isOver && (i < 50 || seen.size < 2); i++) {
      const {files, findings} = read();
      for (const {bytes} of files) seen.add(Buffer.from(bytes).toString());
      for (const {code} of findings) seen.add(code);
      await new Promise(setImmediate);
    }
    expect(isOver).toBe(false);
    child.kill('SIGKILL');
    await ended;
    expect([...seen].sort()).toEqual(['file/symlink', 'name: honest\n']);
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
  test('the most files are read, one more ends the walk; what is skipped does not count', () => {
    for (const path of ['a.yaml', 'b.yaml', 'c/d.yaml', '_e.yaml', 'README.md']) write(path);
    expect(readSpecFiles({specsDirectory: specs(), cwd, mostFiles: 3}).files).toHaveLength(3);
    expect(refusal({mostFiles: 2})).toMatchObject({code: 'file/too-many', message: 'monitors holds more than 2 specs'});
  });
  test('a file of 1 GB is refused unread', () => {
    write('a.yaml');
    write('b.yaml', '');
    truncateSync(join(specs(), 'b.yaml'), 1024 ** 3);
    const before = process.memoryUsage();
    expect(codes()).toEqual(['monitors/b.yaml file/too-large']);
    const {rss, arrayBuffers} = process.memoryUsage();
    expect(Math.max(rss - before.rss, arrayBuffers - before.arrayBuffers)).toBeLessThan(64 * 1024 * 1024);
  });
  test('a path of more than 4 KB is named as unreadable', () => {
    write('a.yaml');
    // Deeper than a path may be long: made step by step, since one call could not name it.
    const nest = `for (let i = 0; i < 18; i++) { require('fs').mkdirSync('d'.repeat(250)); process.chdir('d'.repeat(250)); }`;
    try {
      execFileSync(process.execPath, ['-e', nest], {cwd: specs()});
      const {files, findings} = read();
      expect(files.map(file => file.specPath)).toEqual(['a.yaml']);
      expect(findings).toMatchObject([{code: 'file/unreadable', message: 'the directory cannot be read (ENAMETOOLONG)'}]);
    } finally {
      execFileSync('rm', ['-rf', 'd'.repeat(250)], {cwd: specs()});
    }
  });
  test('composed and decomposed names are two files, each under its own path', () => {
    write('caf\u00e9.yaml', 'name: a');
    write('cafe\u0301.yaml', 'name: b');
    expect(read().files.map(file => file.specPath)).toEqual(['cafe\u0301.yaml', 'caf\u00e9.yaml']);
  });
  test('a walk ends at 64 levels', () => {
    write(`${'d/'.repeat(64)}a.yaml`);
    expect(read().files).toHaveLength(1);
    write(`${'e/'.repeat(65)}a.yaml`);
    expect(refusal().code).toBe('file/too-many');
  });
});
