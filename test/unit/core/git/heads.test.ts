import {execFileSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {readHeads} from '../../../../src/core/git/heads';
import {makeWorkspace, type Workspace} from '../../../world/cli';

let workspace: Workspace;
afterEach(() => workspace.remove());

const env = {PATH: process.env['PATH']};

function git(where: string, ...words: string[]): string {
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...person, ...words], {cwd: where, stdio: 'pipe', encoding: 'utf8'}).trim();
}

test.each(['sha1', 'sha256'])('git tells what its files tell, where it keeps references in tables: %s', format => {
  workspace = makeWorkspace({'one.txt': '1\n'});
  const origin = workspace.directory;
  git(origin, 'init', '-q', `--object-format=${format}`);
  git(origin, 'add', '-A');
  for (const message of ['first', 'second']) git(origin, 'commit', '-q', '--allow-empty', '-m', message);
  git(origin, 'clone', '-q', origin, 'clone');
  const clone = workspace.path('clone');
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'own: one');
  git(clone, 'reset', '-q', '--hard', 'HEAD~1');
  for (const branch of ['main', 'side']) {
    if (branch === 'side') git(clone, 'checkout', '-q', '--no-track', '-b', 'side');
    const byFiles = readHeads(clone, env);
    expect(byFiles).toMatchObject({head: git(clone, 'rev-parse', 'HEAD'), before: git(clone, 'rev-parse', 'ORIG_HEAD')});
    mkdirSync(workspace.path('clone/.git/reftable'));
    expect(readHeads(clone, env)).toEqual(byFiles);
    execFileSync('rmdir', [workspace.path('clone/.git/reftable')]);
  }
});
