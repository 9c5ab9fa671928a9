import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {readMovedVersions} from '../../../../src/core/git/former-paths';
import {makeWorkspace, type Workspace} from '../../../world/cli';
import {realWorld} from '../../../world/real-world';

/** A file that was renamed several times, and messages that people write. */
let workspace: Workspace;
afterEach(() => workspace.remove());

const env = {PATH: process.env['PATH']};
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: workspace.directory, stdio: 'pipe'});
const search = (path: string, monotonic: () => number) => ({
  ...{
    path: join(workspace.directory, path),
    trailer: 'Monitors-State',
    lineOf: () => 'one',
    tips: ['HEAD'],
    env,
    timeoutMs: 20_000,
    world: {...realWorld, monotonic},
  },
});

function renameTo(names: readonly string[], message = 'step'): void {
  workspace = makeWorkspace({[names[0] ?? '']: '{"a": 1}\n'});
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('add', '-A');
  git('commit', '-q', '-m', message);
  for (const [index, name] of names.slice(1).entries()) {
    git('mv', names[index] ?? '', name);
    git('commit', '-q', '-m', message);
  }
}

test('follows each rename, and ends when the time for all of them is over', async () => {
  renameTo(['one.json', 'two.json', 'three.json', 'four.json']);
  const whole = await readMovedVersions(search('four.json', () => 0));
  expect(whole).toMatchObject({isComplete: true, isBegun: true});
  expect(whole.formerPaths.map(path => path.slice(workspace.directory.length + 1))).toEqual(['three.json', 'two.json', 'one.json']);
  let time = 0;
  const cut = await readMovedVersions(
    search('four.json', () => {
      time += 4000;
      return time;
    }),
  );
  expect(cut).toMatchObject({isComplete: false, isBegun: false});
  expect(cut.formerPaths.length).toBeLessThan(3);
});

test('a trailer of several lines hides no commit', async () => {
  renameTo(['one.json', 'two.json'], 'step\n\nMonitors-State: main\n continued\n');
  writeFileSync(join(workspace.directory, 'two.json'), '{"a": 2}\n');
  git('commit', '-q', '-a', '-m', 'last');
  const {versions, formerPaths, isBegun, hasTrailer} = await readMovedVersions(search('two.json', () => 0));
  expect({isBegun, hasTrailer, moved: formerPaths.length}).toEqual({isBegun: true, hasTrailer: true, moved: 1});
  for (const {commits} of versions) expect(commits.every(commit => /^[0-9a-f]{40}$/.test(commit))).toBe(true);
  expect(new Set(versions.flatMap(({commits}) => commits)).size).toBe(3);
});
