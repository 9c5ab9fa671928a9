import {posix, win32} from 'node:path';
import fc from 'fast-check';
import {findUserDirectory} from '../../../../src/core/files/cache-file';
import {isInGit, isInside, joinGiven, pathBelow, toShownPath} from '../../../../src/core/files/paths';

/** Names that every disk takes, with dots, spaces and letters of other scripts. */
const name = fc
  .stringMatching(/^[A-Za-z0-9äß_][A-Za-z0-9äß ._-]{0,11}$/)
  .filter(text => !/[. ]$/.test(text))
  .filter(text => text !== '');
const names = fc.array(name, {maxLength: 4});
const platforms = [
  {name: 'POSIX', path: posix, roots: ['/'], separators: ['/']},
  {name: 'Windows', path: win32, roots: ['C:\\', '\\\\server\\share\\'], separators: ['\\', '/']},
] as const;

describe.each(platforms)('on $name', ({path, roots, separators}) => {
  const root = fc.constantFrom(...roots);
  const separator = fc.constantFrom(...separators);
  const place = fc.record({root, above: names, below: names, between: separator});
  const join = (start: string, parts: readonly string[], between: string) => start + parts.join(between);

  test('a path below a directory is inside of it, is written with "/", and leads back', () => {
    fc.assert(
      fc.property(place, ({root, above, below, between}) => {
        const directory = join(root, above, between);
        const file = join(root, [...above, ...below], between);
        expect(isInside(directory, file, path)).toBe(true);
        expect(pathBelow(directory, file, path)).toBe(below.join('/'));
        expect(path.resolve(directory, pathBelow(directory, file, path))).toBe(path.resolve(file));
      }),
    );
  });

  test('a directory beside it, above it, or on another disk is not inside', () => {
    fc.assert(
      fc.property(place, name, ({root, above, below, between}, other) => {
        const directory = join(root, [...above, 'own'], between);
        fc.pre(other.toLowerCase() !== 'own');
        expect(isInside(directory, join(root, [...above, other, ...below], between), path)).toBe(false);
        expect(isInside(directory, join(root, above, between), path)).toBe(false);
        expect(isInside(directory, join(root, [...above, 'own', '..', '..own', ...below], between), path)).toBe(false);
        expect(isInside(directory, below.join(between), path)).toBe(false);
      }),
    );
  });

  test('a shown path leads back to its file from the working directory', () => {
    fc.assert(
      fc.property(place, names, ({root, above, below, between}, elsewhere) => {
        const cwd = join(root, above, between);
        const file = join(root, [...elsewhere, ...below], between);
        const shown = toShownPath(cwd, file, path);
        expect(shown).not.toContain('\\');
        expect(path.resolve(cwd, shown)).toBe(path.resolve(file));
      }),
    );
  });

  test('a directory that was given, and one below it, are one path with "/"', () => {
    fc.assert(
      fc.property(place, ({root, above, below, between}) => {
        const directory = join(root, above, between);
        const joined = joinGiven(directory, below.join(between), path);
        expect(joined).not.toContain('\\');
        expect(path.resolve(joined)).toBe(path.resolve(directory, below.join(between)));
        expect(joinGiven(undefined, ['in', ...below].join(between), path)).toBe(['in', ...below].join('/'));
      }),
    );
  });

  test('the directory of git is found however its path is written', () => {
    fc.assert(
      fc.property(names, fc.constantFrom('.git', '.GIT', '.git.', 'GIT~1', '.git '), names, separator, (before, git, after, between) => {
        expect(isInGit([...before, git, ...after].join(between))).toBe(true);
        expect(isInGit([...before, 'git', ...after].join(between))).toBe(false);
      }),
    );
  });
});

test('two disks of Windows have no path between them: it is shown whole, with "/"', () => {
  expect(isInside('C:\\repository', 'D:\\repository\\a.yaml', win32)).toBe(false);
  expect(toShownPath('C:\\repository', 'D:\\specs\\a.yaml', win32)).toBe('D:/specs/a.yaml');
  expect(pathBelow('C:\\repository', 'D:\\specs\\a.yaml', win32)).toBe('D:/specs/a.yaml');
  expect(isInside('C:\\Repository', 'c:\\repository\\a.yaml', win32)).toBe(true);
});

test.each([
  {
    name: 'Linux',
    platform: 'linux',
    env: {HOME: '/home/ann'},
    cache: '/home/ann/.cache/monitors',
    state: '/home/ann/.local/state/monitors',
  },
  {
    name: 'macOS',
    platform: 'darwin',
    env: {HOME: '/Users/ann'},
    cache: '/Users/ann/.cache/monitors',
    state: '/Users/ann/.local/state/monitors',
  },
  {
    name: 'Windows',
    platform: 'win32',
    env: {LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local'},
    cache: 'C:\\Users\\ann\\AppData\\Local\\monitors\\cache',
    state: 'C:\\Users\\ann\\AppData\\Local\\monitors\\state',
  },
  {
    name: 'Windows, with the variables of XDG',
    platform: 'win32',
    env: {LOCALAPPDATA: 'C:\\Local', XDG_CACHE_HOME: 'D:\\cache', XDG_STATE_HOME: 'D:\\state'},
    cache: 'D:\\cache\\monitors',
    state: 'D:\\state\\monitors',
  },
  {name: 'Linux, without a home directory', platform: 'linux', env: {}, cache: null, state: null},
  {name: 'Linux, with variables of Windows', platform: 'linux', env: {LOCALAPPDATA: '/tmp/local'}, cache: null, state: null},
  {
    name: 'Linux, with a relative directory',
    platform: 'linux',
    env: {XDG_CACHE_HOME: 'c', HOME: 'h', XDG_STATE_HOME: 's'},
    cache: null,
    state: null,
  },
  {
    name: 'Linux, with relative directories of XDG',
    platform: 'linux',
    env: {XDG_CACHE_HOME: 'c', HOME: '/home/ann', XDG_STATE_HOME: 's'},
    cache: '/home/ann/.cache/monitors',
    state: '/home/ann/.local/state/monitors',
  },
  {
    name: 'Windows, with relative directories',
    platform: 'win32',
    env: {XDG_CACHE_HOME: 'c', LOCALAPPDATA: 'l', HOME: 'C:\\Users\\ann', XDG_STATE_HOME: 's'},
    cache: 'C:\\Users\\ann\\.cache\\monitors',
    state: 'C:\\Users\\ann\\.local\\state\\monitors',
  },
])('on $name caches and marks have a directory of their user', ({platform, env, cache, state}) => {
  expect(findUserDirectory('cache', env, platform)).toBe(cache);
  expect(findUserDirectory('state', env, platform)).toBe(state);
});
