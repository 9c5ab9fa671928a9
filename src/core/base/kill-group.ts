import type {ChildProcess} from 'node:child_process';

/**
 * Ends a process at once, with those that it started where it leads a group: git's own children hold its output open, and a remote that
 * hangs would hold up the run. Windows has no groups of that kind: there the process alone ends.
 */
export function killGroup(child: Pick<ChildProcess, 'pid' | 'kill'>): void {
  try {
    if (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')) return;
  } catch {
    // It leads no group, or has ended.
  }
  child.kill('SIGKILL');
}
