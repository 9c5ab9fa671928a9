import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {searchFiles} from '../../../../src/core/git/file-search';
import {makeWorkspace} from '../../../world/cli';

const env = {PATH: process.env['PATH']};

test('a file that was renamed as it was is found under each of its names', async () => {
  const workspace = makeWorkspace({'one.json': '{"a": 1}\n'});
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: workspace.directory, stdio: 'pipe'});
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  git('mv', 'one.json', 'two.json');
  git('commit', '-q', '-m', 'second');
  const where = {path: join(workspace.directory, 'x.json'), tips: ['HEAD'], env, timeoutMs: 20_000};
  const found = await searchFiles({...where, pattern: '*.json', versions: 'added', isWanted: () => true});
  expect(found.map(({name, bytes}) => [name, bytes.toString('utf8')])).toEqual([
    ['two.json', '{"a": 1}\n'],
    ['one.json', '{"a": 1}\n'],
  ]);
  workspace.remove();
});
