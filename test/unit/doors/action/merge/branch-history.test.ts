import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openGit} from '../../../../../src/doors/action/git';
import {BranchHistory} from '../../../../../src/doors/action/merge/branch-history';
import {git} from '../../../../world/hosted-repository';
import {importCommits} from '../../../../world/imported-commits';

/** The history of a branch in real repositories, as far as it was fetched. */
let place: string;
let opened: BranchHistory | null = null;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'monitors-history-'));
});
afterEach(async () => {
  await opened?.close();
  rmSync(place, {recursive: true, force: true});
});

function openHistory(repository: string): BranchHistory {
  const runner = openGit({
    repository,
    workspace: place,
    env: {PATH: process.env['PATH']},
    token: undefined,
    serverUrl: 'https://github.example',
  });
  opened = new BranchHistory({git: runner, depths: [1000], fetch: async () => true, remove: () => runner.close()});
  return opened;
}

test.each([
  {depth: 999, parent: 'unknown'},
  {depth: 1000, parent: 'unknown'},
  {depth: 1001, parent: expect.stringMatching(/^[0-9a-f]{40}$/)},
])('the last commit of a history that was cut at $depth is not the first one of the branch', async ({depth, parent}) => {
  importCommits(join(place, 'remote'), 1005);
  git(place, 'clone', '-q', `--depth=${depth}`, `file://${place}/remote`, 'clone');
  const history = openHistory(join(place, 'clone'));
  const line = [];
  for await (const commit of history.followLine('HEAD')) line.push(commit);
  expect([line.length, line.at(-1)?.parent]).toEqual([Math.min(depth, 1000), parent]);
});

test('the settings of git do not hide what a merge changed', async () => {
  const repository = join(place, 'remote');
  importCommits(repository, 2);
  git(repository, 'checkout', '-q', '-b', 'other', 'HEAD~1');
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'other');
  git(repository, 'merge', '-q', '--no-ff', '-m', 'merge', 'main');
  git(repository, 'config', 'log.diffMerges', 'off');
  const history = openHistory(repository);
  const [merge] = await history.listLine('HEAD');
  expect([...(merge?.changes.keys() ?? [])]).toEqual(['file']);
});
