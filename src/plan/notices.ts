import {addToGroup} from '../base/grouping';
import {compareText, type Diagnostic} from '../diagnostics/diagnostic';
import {isOfSameKey} from '../secrets/keyed-hash';
import {listReferenceNames} from '../secrets/references';
import type {DesiredMonitor, Key, Operations} from '../spec/desired-monitor';
import {findKeyFlaw} from '../spec/keys';
import type {State} from '../state/state';
import type {Change, CreateChange, Duplicate, UnmanagedMonitor} from './change';
import {writeCommand} from './command-line';
import {isDistinct} from './create-sight';
import {noticeDoubts} from './doubts';
import {listKnown, nameKnown} from './known-monitor';

/** What notices look at. */
export interface NoticeInput {
  readonly environment: string;
  readonly operations: Operations;
  readonly desired: readonly DesiredMonitor[];
  readonly state: State | null;
  readonly only?: ReadonlySet<Key> | undefined;
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
}

/**
 * What a reviewer should know besides the changes: new uses of the environment, renames that led nowhere, monitors that are there
 * twice, or would be.
 */
export function listNotices(input: NoticeInput, changes: readonly Change[], {duplicates, unmanaged}: ServiceSight): Diagnostic[] {
  const creates = changes.flatMap(change => (change.action === 'create' && change.gone === undefined ? [change.after] : []));
  return [
    ...noticeDoubts(input.state, input, changes),
    ...noticeUnfitKeys(input),
    ...noticeLostRenames(input, creates),
    ...noticeNewReferences(input, changes.flatMap(listSent)),
    ...noticeUnknownRotations(input),
    ...duplicates.map(duplicate => noticeDuplicate(duplicate, input.environment)),
    ...noticeSameNames(input, creates, unmanaged),
    ...changes.flatMap(change => (change.action === 'create' ? noticeSameContent(change, input.environment) : [])),
  ];
}

/** What the service holds that is worth a word; empty when it was not asked. */
interface ServiceSight {
  readonly duplicates: readonly Duplicate[];
  readonly unmanaged: readonly UnmanagedMonitor[];
}

/** Keys that no spec may have: an older version recorded them, and what another program makes of them can't be told. */
function noticeUnfitKeys({state, environment, desired}: NoticeInput): Diagnostic[] {
  const renamed = new Set(desired.map(({renamedFrom}) => renamedFrom));
  return [...(state?.monitors.keys() ?? [])].flatMap((key): Diagnostic[] => {
    const flaw = renamed.has(key) ? null : findKeyFlaw(key);
    if (flaw === null) return [];
    return [
      {
        code: 'state/forbidden-key',
        severity: 'warning',
        message: `a monitor is recorded under a key that no spec can have: the key ${flaw}`,
        hint: `give its spec another sync.key and the old one as sync.renamedFrom, or choose the new key now: ${writeCommand('state mv', [key, 'NEW'], environment)}`,
      },
    ];
  });
}

/** The spec whose values a change sends. */
function listSent(change: Change): DesiredMonitor[] {
  switch (change.action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'adopt':
      return [change.after];
    case 'delete':
    case 'rename':
    case 'blocked':
    case 'unresolved':
      return [];
  }
}

/** Values that were sent before anybody could tell them again: whether they were rotated since is not known. */
function noticeUnknownRotations({desired, state, only, secretHashes}: NoticeInput): Diagnostic[] {
  if (secretHashes === undefined) return [];
  const users = new Map<string, Key[]>();
  for (const {key, references} of desired) {
    const recorded = only === undefined || only.has(key) ? state?.monitors.get(key) : undefined;
    if (recorded === undefined) continue;
    for (const name of references) {
      const sent = recorded.secrets !== undefined && Object.hasOwn(recorded.secrets, name) ? recorded.secrets[name] : undefined;
      const now = secretHashes(name);
      if (sent !== undefined && (now === undefined || isOfSameKey(sent, now))) continue;
      addToGroup(users, name, key);
    }
  }
  return [...users.keys()].sort(compareText).map(name => ({
    code: 'plan/rotation-unknown',
    severity: 'warning',
    message: `whether the value of ${name} was rotated is not known: no hash of it under this MONITORS_STATE_KEY was recorded when it was sent (${nameUsers(users.get(name) ?? [])})`,
    hint: 'it is recorded when the value is next sent: any change of the member that holds it, such as one more entry in webhook.metadata, applied with MONITORS_STATE_KEY set',
  }));
}

function noticeDuplicate({key, monitors}: Duplicate, environment: string): Diagnostic {
  return {
    code: 'plan/duplicates',
    severity: 'warning',
    message: `${monitors.length} monitors in the service answer to "${key}", and each costs: ${monitors.map(nameKnown).join(', ')}`,
    hint: `look at them, then delete the younger ones: ${writeCommand('resolve', [key], environment, '--prune-duplicates')}`,
  };
}

/** A name proves nothing, so that the create stands; but who has lost a record, or a monitor made by hand, learns of it before paying twice. */
function noticeSameNames(
  {environment}: NoticeInput,
  creates: readonly DesiredMonitor[],
  unmanaged: readonly UnmanagedMonitor[],
): Diagnostic[] {
  const strangers = new Map<string, UnmanagedMonitor[]>();
  for (const monitor of unmanaged) {
    if (monitor.ours === undefined) addToGroup(strangers, monitor.name, monitor);
  }
  if (strangers.size === 0) return [];
  return creates.flatMap((spec): Diagnostic[] => {
    const {key, name} = spec;
    const [first, ...more] = (strangers.get(name) ?? []).filter(monitor => !isDistinct(spec, monitor));
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    return [
      {
        code: 'plan/same-name',
        severity: 'warning',
        message: `"${key}" will be created, and the service has a monitor of the same name that nothing here manages: ${nameKnown(first)}${others}`,
        hint: `if it is this one, take it over instead of paying for a second: ${writeCommand('import', [key, first.id], environment)}`,
      },
    ];
  });
}

/** Many may watch one page, so that the create stands. */
function noticeSameContent({key, sameContent = []}: CreateChange, environment: string): Diagnostic[] {
  const [first] = sameContent;
  if (first === undefined) return [];
  return [
    {
      code: 'plan/same-content',
      severity: 'warning',
      message: `"${key}" will be created, and the service has ${sameContent.length === 1 ? 'a monitor' : `${sameContent.length} monitors`} of another name that ${sameContent.length === 1 ? 'watches' : 'watch'} the same: ${listKnown(sameContent)}`,
      hint: `if it is this one, record it instead of paying for a second: ${writeCommand('import', [key, first.id], environment)}`,
    },
  ];
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
    for (const name of references) addToGroup(users, name, key);
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
