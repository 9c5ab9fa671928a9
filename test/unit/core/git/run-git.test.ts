import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {askGit, openCheckout} from '../../../../src/core/git/run-git';
import {makeWorkspace, type Workspace} from '../../../world/cli';

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace();
  execFileSync('git', ['init', '-q', '.'], {cwd: workspace.directory});
});
afterEach(() => workspace.remove());

/** Time passes while this process is busy: git ends meanwhile, and nothing reads what it said. */
function beBusy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
}

test.each([
  {measure: 'a port', sleep: async () => beBusy()},
  {measure: 'the timer of the system', sleep: undefined},
])('C49cm: a git whose time is over has not answered, though it ended by itself: time by $measure', async ({sleep}) => {
  const asking = askGit(workspace.directory, process.env, ['--version'], {timeoutMs: 100, ...(sleep && {sleep})});
  beBusy();
  expect((await asking)?.exitCode).not.toBe(0);
});

test('C49cm: a checkout of which git does not tell whether it is shallow may be so', async () => {
  const {directory} = workspace;
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'first'], {cwd: directory, env});
  const whole = openCheckout(directory, process.env);
  const other = '1'.repeat(40);
  const here = (await whole.readCommit()) ?? '';
  expect([await whole.isShallow(), await whole.contains(here, other)]).toEqual([false, false]);
  const broken = makeWorkspace();
  writeFileSync(broken.path('git'), `#!/bin/sh\ncase "$*" in *is-shallow*) exit 128 ;; esac\nexec '${findGit()}' "$@"\n`, {mode: 0o755});
  const doubted = openCheckout(directory, {...process.env, PATH: `${broken.directory}:${process.env['PATH']}`});
  expect([await doubted.readCommit(), await doubted.isShallow(), await doubted.contains(here, other)]).toEqual([here, true, null]);
  broken.remove();
});

function findGit(): string {
  return execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim();
}
