import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {openCacheFile} from '../../../../src/core/files/cache-file';

const home = mkdtempSync(join(tmpdir(), 'monitors-cache-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));

const userId = process.getuid?.() ?? null;
let count = 0;

/** A cache in a directory of its own that is not there yet. */
function makeCache(changes: {readonly userId?: number | null} = {}) {
  count += 1;
  const path = join(home, `user-${count}`, 'monitors', 'checks-1.json');
  return {path, directory: dirname(path), file: openCacheFile({path, userId, uuid: () => `uuid-${count}`, ...changes})};
}

test('what is written is read back, from a directory and a file for the user alone', () => {
  const {path, directory, file} = makeCache();
  expect(file.read()).toBeNull();
  file.write('known');
  expect(file.read()).toBe('known');
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['checks-1.json']);
});

test('it is safe to delete: then there is none', () => {
  const {directory, file} = makeCache();
  file.write('known');
  rmSync(directory, {recursive: true});
  expect(file.read()).toBeNull();
});

test('a directory that others can write to is neither read nor written', () => {
  const {path, directory, file} = makeCache();
  file.write('known');
  chmodSync(directory, 0o770);
  expect(file.read()).toBeNull();
  file.write('new');
  expect(readFileSync(path, 'utf8')).toBe('known');
});

test('a file that others can read or write is not read', () => {
  const {path, file} = makeCache();
  file.write('known');
  chmodSync(path, 0o644);
  expect(file.read()).toBeNull();
});

test('what belongs to another user is not read and not written', () => {
  const {path, directory} = makeCache();
  mkdirSync(directory, {recursive: true, mode: 0o700});
  writeFileSync(path, 'known', {mode: 0o600});
  const foreign = openCacheFile({path, userId: (userId ?? 0) + 1, uuid: () => 'uuid'});
  expect(foreign.read()).toBeNull();
  foreign.write('new');
  expect(readFileSync(path, 'utf8')).toBe('known');
});

test('a link is not followed, neither as the file nor as the directory', () => {
  const {path, directory, file} = makeCache();
  const other = makeCache();
  other.file.write('of somebody else');
  mkdirSync(directory, {recursive: true, mode: 0o700});
  symlinkSync(other.path, path);
  expect(file.read()).toBeNull();

  const linked = makeCache();
  mkdirSync(dirname(linked.directory), {recursive: true});
  symlinkSync(other.directory, linked.directory);
  expect(linked.file.read()).toBeNull();
  linked.file.write('new');
  expect(readFileSync(other.path, 'utf8')).toBe('of somebody else');
});

test('a cache that cannot be made is the same as none', () => {
  const path = join(home, 'a-file', 'monitors', 'checks-1.json');
  writeFileSync(join(home, 'a-file'), '');
  const file = openCacheFile({path, userId, uuid: () => 'uuid'});
  file.write('new');
  expect(file.read()).toBeNull();
});

test('a temporary file that somebody left under the same name is not written through', () => {
  const {path, directory, file} = makeCache();
  const victim = join(home, 'victim');
  writeFileSync(victim, 'mine');
  mkdirSync(directory, {recursive: true, mode: 0o700});
  symlinkSync(victim, `${path}.tmp-uuid-${count}`);
  file.write('new');
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(existsSync(path)).toBe(false);
});
