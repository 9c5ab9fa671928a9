import {execFileSync} from 'node:child_process';
import {askGit} from '../../../../src/core/git/run-git';
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
