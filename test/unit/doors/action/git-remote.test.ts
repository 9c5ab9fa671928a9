import {Secret} from '../../../../src/core/secrets/secret';
import {GitConfig, readRemote} from '../../../../src/doors/action/git-remote';

/** Settings as `git config --null --show-scope --show-origin --list` prints them. */
function configOf(...entries: readonly (readonly [name: string, value: string | null, scope?: string])[]): GitConfig {
  const text = entries
    .map(([name, value, scope = 'local']) => `${scope}\0file:.git/config\0${name}${value === null ? '' : `\n${value}`}\0`)
    .join('');
  return new GitConfig({exitCode: 0, stdout: Buffer.from(text), stderr: ''});
}

const unread = new GitConfig({exitCode: 128, stdout: Buffer.from('fatal\0a\0'), stderr: 'fatal'});
const origin = ['remote.origin.url', 'https://github.com/acme/web'] as const;

describe('the settings of a checkout', () => {
  test.each([
    ['true', true],
    ['Yes', true],
    [null, true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['', false],
  ])('a promisor remote of %p makes a partial clone: %p', (value, expected) => {
    expect(configOf(['remote.origin.promisor', value]).isPartialClone).toBe(expected);
  });

  test('the last of a name counts', () => {
    expect(configOf(['remote.origin.promisor', 'true'], ['remote.origin.promisor', 'false']).isPartialClone).toBe(false);
  });

  test('every filter is switched off, also of the user, and not only one with a dot in its name', () => {
    const config = configOf(['filter.lfs.smudge', 'git-lfs smudge', 'global'], ['filter.a.b.process', 'run'], ['other.filter', 'x']);
    expect(config.listFilters().map(([name]) => name)).toEqual(
      ['filter.lfs', 'filter.a.b'].flatMap(driver => [`${driver}.smudge`, `${driver}.process`, `${driver}.required`]),
    );
  });

  test('where they can’t be read, no filter counts as switched off', () => {
    expect(() => unread.listFilters()).toThrow('filters');
    expect([unread.entries, unread.isPartialClone, unread.listUrls()]).toEqual([[], false, null]);
  });

  test('only what the repository itself says of the remote is passed on, with its line breaks', () => {
    const header = ['http.https://github.com/.extraheader', 'AUTHORIZATION: basic x\ny'] as const;
    const config = configOf(origin, header, ['core.pager', 'less'], ['http.proxy', 'http://proxy', 'global']);
    expect(config.listAboutRemote()).toEqual([origin, header]);
  });

  test.each([
    {name: 'rewritten ones', more: ['url.ssh://git@github.com/.insteadof', 'https://github.com/'] as const},
    {name: 'rewritten ones to push to', more: ['url.x.pushinsteadof', 'y'] as const},
    {name: 'an empty one', more: ['remote.origin.url', ''] as const},
  ])('git is asked for the addresses: $name', ({more}) => {
    expect(configOf(origin).listUrls()).toEqual(['https://github.com/acme/web']);
    expect(configOf(origin, more).listUrls()).toBeNull();
  });
});

describe('the token', () => {
  const asked: string[][] = [];
  const options = {token: new Secret('ghs_x'), serverUrl: 'https://github.com'};
  const read = async (config: GitConfig, answer = '') => {
    asked.length = 0;
    const ask = async (...args: string[]) => {
      asked.push(args);
      return {exitCode: 0, stdout: Buffer.from(answer), stderr: ''};
    };
    return (await readRemote(config, options, ask)).settings.map(([name]) => name);
  };

  test('is for the runner’s own server, without a question to git', async () => {
    expect([await read(configOf(origin)), asked]).toEqual([['http.https://github.com/.extraheader'], []]);
  });

  test('is not for another server, also where git rewrites the address to it', async () => {
    expect(await read(configOf(['remote.origin.url', 'https://github.com.example/acme/web']))).toEqual([]);
    expect(await read(configOf(origin, ['url.x.insteadof', 'y']), 'https://elsewhere.example/acme/web\n')).toEqual([]);
  });

  test('is not added where some header is set for the address', async () => {
    const header = ['http.https://github.com/.extraheader', 'AUTHORIZATION: x'] as const;
    expect([await read(configOf(origin, header), 'AUTHORIZATION: x\n'), asked.length]).toEqual([[], 1]);
  });
});
