import {performAdopt} from './adoption';
import {performCreate} from './creation';
import {performDelete, performUpdate} from './edition';
import type {ApplyResult} from './ports';
import {performReplace} from './replacement';
import type {Run} from './run';
import type {Task} from './task';

/** Makes one change so, whatever it takes, and says what came of it. What goes wrong is in the result; only a bug is thrown. */
export function performTask(task: Task, run: Run): Promise<ApplyResult> {
  switch (task.kind) {
    case 'create':
      return performCreate(task, run);
    case 'replace':
      return run.touching.run(() => performReplace(task, run));
    case 'adopt':
      return run.touching.run(() => performAdopt(task, run));
    case 'update':
      return run.touching.run(() => performUpdate(task, run));
    case 'delete':
      return run.touching.run(() => performDelete(task, run));
  }
}
