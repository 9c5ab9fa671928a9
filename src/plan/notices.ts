import {compareText, type Diagnostic} from '../diagnostics/diagnostic';
import {listReferenceNames} from '../secrets/references';
import type {DesiredMonitor, Key} from '../spec/model';
import type {State} from '../state/model';
import type {Change} from './model';

/** What notices look at. */
export interface NoticeInput {
  readonly desired: readonly DesiredMonitor[];
  readonly state: State | null;
}

/** What a reviewer should know besides the changes: new uses of the environment, renames that led nowhere. Sorted. */
export function listNotices(input: NoticeInput, changes: readonly Change[]): Diagnostic[] {
  const creates = changes.flatMap(change => (change.action === 'create' ? [change.after] : []));
  return [...noticeLostRenames(input, creates), ...noticeNewReferences(input, creates)];
}

function noticeLostRenames({state}: NoticeInput, creates: readonly DesiredMonitor[]): Diagnostic[] {
  if (state === null) return [];
  return creates.flatMap(({key, renamedFrom}): Diagnostic[] => {
    if (renamedFrom === undefined) return [];
    return [
      {
        code: 'plan/rename-source-missing',
        severity: 'warning',
        message: `"${key}" says renamedFrom "${renamedFrom}", but the state has no monitor of that key: it will be created`,
        hint: `if it exists under another key, correct sync.renamedFrom or run "monitors state mv" before apply; else remove renamedFrom`,
      },
    ];
  });
}

function noticeNewReferences({state}: NoticeInput, creates: readonly DesiredMonitor[]): Diagnostic[] {
  const users = new Map<string, Key[]>();
  for (const {key, references} of creates) {
    for (const name of references) {
      const keys = users.get(name);
      if (keys === undefined) users.set(name, [key]);
      else keys.push(key);
    }
  }
  return listUnused(users.keys(), state).map(name => ({
    code: 'plan/new-reference',
    severity: 'warning',
    message: `the environment variable ${name} will be sent to the service for the first time (${nameUsers(users.get(name) ?? [])})`,
    hint: 'check that these monitors may have its value, and that it is set where apply runs',
  }));
}

/** The names that no recorded monitor refers to, sorted. Looks no further than needed. */
function listUnused(names: Iterable<string>, state: State | null): string[] {
  const unused = new Set(names);
  for (const monitor of state?.monitors.values() ?? []) {
    if (unused.size === 0) break;
    for (const name of listReferenceNames(monitor.applied)) unused.delete(name);
  }
  return [...unused].sort(compareText);
}

const SHOWN_USERS = 3;

function nameUsers(keys: readonly Key[]): string {
  const shown = keys.slice(0, SHOWN_USERS).map(key => `"${key}"`);
  const rest = keys.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
