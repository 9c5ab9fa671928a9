import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {UserError} from '../../../../src/core/diagnostics/user-error';
import {type Disk, realDisk} from '../../../../src/core/state/file/disk';
import {inspectFile, takeStep} from '../../../../src/core/writing/file-scaffold';
import {makeWorkspace, type Workspace} from '../../../world/cli';
import {realWorld} from '../../../world/real-world';

/** A step is taken on the disk as it is by then, which may be another one than when it was decided. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

function failing(code: string): never {
  throw Object.assign(new Error(code), {code, syscall: 'link'});
}

const withoutLinks: Disk = {...realDisk, link: () => failing('EPERM')};
const full: Disk = {...realDisk, write: () => failing('ENOSPC')};
const created = {outcome: 'created', path: 'a/b/file', content: Buffer.from('ours\n')} as const;
const take = (step: Parameters<typeof takeStep>[1], disk = realDisk) => takeStep(workspace.directory, step, {disk, world: realWorld});

describe.each([
  {kind: 'a disk', disk: realDisk},
  {kind: 'a disk without hard links', disk: withoutLinks},
])('on $kind', ({disk}) => {
  test('a file is written whole, and nothing is left beside it', async () => {
    expect(await take(created, disk)).toEqual({path: 'a/b/file', outcome: 'created'});
    expect(readFileSync(workspace.path('a/b/file'), 'utf8')).toBe('ours\n');
    expect(readdirSync(workspace.path('a/b'))).toEqual(['file']);
  });

  test('a file that came meanwhile is kept', async () => {
    workspace.write({'a/b/file': 'theirs\n'});
    expect(await take(created, disk)).toEqual({path: 'a/b/file', outcome: 'kept'});
    expect(readFileSync(workspace.path('a/b/file'), 'utf8')).toBe('theirs\n');
    expect(readdirSync(workspace.path('a/b'))).toEqual(['file']);
  });
});

test('a full disk is said with the name of the file, which is not there then', async () => {
  await expect(take(created, full)).rejects.toMatchObject({
    code: 'config/cannot-write',
    message: 'a/b/file cannot be written: the disk is full',
  });
  expect(existsSync(workspace.path('a/b/file'))).toBe(false);
  expect(readdirSync(workspace.path('a/b'))).toEqual([]);
});

describe('a file of lines', () => {
  const extended = {outcome: 'extended', path: '.gitignore', before: Buffer.from('a\n'), content: Buffer.from('a\nb\n')} as const;

  test('is added to', async () => {
    workspace.write({'.gitignore': 'a\n'});
    expect(await take(extended)).toEqual({path: '.gitignore', outcome: 'extended'});
    expect(readFileSync(workspace.path('.gitignore'), 'utf8')).toBe('a\nb\n');
    expect(readdirSync(workspace.directory)).toEqual(['.gitignore']);
  });

  test('that changed meanwhile stays as it is', async () => {
    workspace.write({'.gitignore': 'a\nnew\n'});
    await expect(take(extended)).rejects.toBeInstanceOf(UserError);
    expect(readFileSync(workspace.path('.gitignore'), 'utf8')).toBe('a\nnew\n');
    expect(readdirSync(workspace.directory)).toEqual(['.gitignore']);
  });
});

test('what is not there, and what is', () => {
  workspace.write({'a/file': 'x'});
  expect(inspectFile(workspace.directory, 'a/other/file')).toEqual({kind: 'nothing'});
  expect(inspectFile(workspace.directory, 'a/file')).toEqual({kind: 'file', content: Buffer.from('x')});
});
