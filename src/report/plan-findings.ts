import {maybeDuplicate} from '../apply/findings';
import {assertNever} from '../base/assert-never';
import {writeCommand} from '../base/command-line';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {listKnown, nameKnown} from '../diagnostics/monitor-text';
import type {Notice, Plan} from '../plan/change';
import type {Key} from '../spec/desired-monitor';
import {findKeyFlaw} from '../spec/keys';
import {countOf} from './sentences';

/** The findings of a plan: those of the run that made it, then its notices in words. */
export function listPlanFindings(plan: Pick<Plan, 'environment' | 'operations' | 'notices' | 'findings'>): Diagnostic[] {
  return [...plan.findings, ...plan.notices.map(notice => toFinding(notice, plan))];
}

function toFinding(notice: Notice, plan: Pick<Plan, 'environment' | 'operations'>): Diagnostic {
  return {severity: 'warning', ...explainNotice(notice, plan)};
}

type Words = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function explainNotice(notice: Notice, {environment, operations}: Pick<Plan, 'environment' | 'operations'>): Words {
  switch (notice.kind) {
    case 'maybe-duplicate': {
      const {key, id, targetIds, renamedTo} = notice;
      const {code, message} = maybeDuplicate({key, id, targetIds}, {environment, operations});
      if (renamedTo === undefined) return maybeDuplicate({key, id, targetIds}, {environment, operations});
      // The command names the key that the record has after an apply.
      return {code, message, hint: `after the rename, ${maybeDuplicate({key: renamedTo, id, targetIds}, {environment, operations}).hint}`};
    }
    case 'forbidden-key':
      return {
        code: 'state/forbidden-key',
        message: `a monitor is recorded under a key that no spec can have: the key ${findKeyFlaw(notice.key)}`,
        hint: `give its spec another sync.key and the old one as sync.renamedFrom, or choose the new key now: ${writeCommand('state mv', [notice.key, 'NEW'], environment)}`,
      };
    case 'rename-source-missing':
      return {
        code: 'plan/rename-source-missing',
        message: `"${notice.key}" says renamedFrom "${notice.from}", but the state has no monitor of that key: it will be created`,
        hint: 'if it exists under another key, correct sync.renamedFrom or run "monitors state mv" before apply; else remove renamedFrom',
      };
    case 'new-reference':
      return {
        code: 'plan/new-reference',
        message: `the environment variable ${notice.name} will be sent to the service for the first time (${nameUsers(notice.users)})`,
        hint: 'check that these monitors may have its value, and that it is set where apply runs',
      };
    case 'rotation-unknown':
      return {
        code: 'plan/rotation-unknown',
        message: `whether the value of ${notice.name} was rotated is not known: no hash of it under this MONITORS_STATE_KEY was recorded when it was sent (${nameUsers(notice.users)})`,
        hint: 'it is recorded when the value is next sent: any change of the member that holds it, such as one more entry in webhook.metadata, applied with MONITORS_STATE_KEY set',
      };
    case 'duplicates':
      return {
        code: 'plan/duplicates',
        message: `${countOf(notice.monitors.length, 'monitor')} in the service answer to "${notice.key}", and each costs: ${notice.monitors.map(nameKnown).join(', ')}`,
        hint: `look at them, then delete the younger ones: ${writeCommand('resolve', [notice.key], environment, '--prune-duplicates')}`,
      };
    case 'same-name': {
      const {
        key,
        monitors: [first, ...more],
      } = notice;
      const others = more.length === 0 ? '' : `, and ${more.length} more`;
      return {
        code: 'plan/same-name',
        message: `"${key}" will be created, and the service has a monitor of the same name that nothing here manages: ${first === undefined ? '' : nameKnown(first)}${others}`,
        hint: `if it is this one, take it over instead of paying for a second: ${writeCommand('import', [key, first?.id ?? 'ID'], environment)}`,
      };
    }
    case 'same-content': {
      const {key, monitors} = notice;
      const isOne = monitors.length === 1;
      return {
        code: 'plan/same-content',
        message: `"${key}" will be created, and the service has ${isOne ? 'a monitor' : `${monitors.length} monitors`} of another name that ${isOne ? 'watches' : 'watch'} the same: ${listKnown(monitors)}`,
        hint: `if it is this one, record it instead of paying for a second: ${writeCommand('import', [key, monitors[0]?.id ?? 'ID'], environment)}`,
      };
    }
    default:
      return assertNever(notice);
  }
}

const SHOWN_USERS = 3;

function nameUsers(keys: readonly Key[]): string {
  const shown = keys.slice(0, SHOWN_USERS).map(key => `"${key}"`);
  const rest = keys.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
