import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {searchFiles} from '../../../../src/core/git/file-search';
import {makeWorkspace, type Workspace} from '../../../world/cli';
import {realWorld} from '../../../world/real-world';
import {makeSlowGit} from '../../../world/slow-git';

const env = {PATH: process.env['PATH']};

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({'one.json': '{"a": 1}\n'});
  git('init', '-q', '-b', 'main');
  commit('first');
});
afterEach(() => workspace.remove());

function git(...words: string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: workspace.directory, stdio: 'pipe'});
}

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

async function search(more: Partial<Parameters<typeof searchFiles>[0]> = {}) {
  const where = {path: workspace.path('x.json'), tips: ['HEAD'], env, timeoutMs: 20_000, world: realWorld};
  const {files, isSeen} = await searchFiles({...where, pattern: '*.json', versions: 'added', isWanted: () => true, ...more});
  return {files: files.map(({name, bytes}) => [name, bytes.toString('utf8').trim()]), isSeen};
}

/** A merge that adds a file, and changes the one that both sides have. */
function mergeWithMore(): void {
  git('checkout', '-q', '-b', 'side');
  workspace.write({'side.txt': 'side\n'});
  commit('side');
  git('checkout', '-q', 'main');
  workspace.write({'main.txt': 'main\n'});
  commit('main');
  git('merge', '-q', '--no-commit', '--no-ff', 'side');
  workspace.write({'one.json': '{"a": 2}\n', 'merged.json': '{"b": 1}\n'});
  commit('merge');
}

test('a file that was renamed as it was is found under each of its names', async () => {
  git('mv', 'one.json', 'two.json');
  commit('second');
  expect(await search()).toEqual({
    files: [
      ['two.json', '{"a": 1}'],
      ['one.json', '{"a": 1}'],
    ],
    isSeen: 'whole',
  });
});

test.each([['separate'], ['first-parent'], ['off']])('what only a merge made is found, with log.diffMerges %s', async setting => {
  mergeWithMore();
  git('config', 'log.diffMerges', setting);
  const [merged, one] = [
    ['merged.json', '{"b": 1}'],
    ['one.json', '{"a": 1}'],
  ];
  expect((await search()).files).toEqual([merged, one]);
  expect((await search({versions: 'all'})).files).toEqual([merged, ['one.json', '{"a": 2}'], one]);
});

describe('a search that was cut is not complete', () => {
  test.each([
    {command: 'log', pattern: '*" log "*'},
    {command: 'cat-file', pattern: '*" cat-file "*'},
  ])('by a git that does not answer $command in time', async ({pattern}) => {
    const {path, world} = makeSlowGit(join(workspace.directory, 'slow'), pattern);
    expect(await search({env: {PATH: path}, world})).toEqual({files: [], isSeen: 'late'});
  });

  test('by a clone that lacks the contents of files', async () => {
    git('config', 'uploadpack.allowFilter', 'true');
    git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${workspace.directory}`, 'clone');
    const path = workspace.path('clone/x.json');
    expect(await search({path})).toEqual({files: [], isSeen: 'part'});
  });
});
