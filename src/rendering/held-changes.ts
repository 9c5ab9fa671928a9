import {writeCommand, writeEnvironmentMove} from '../core/base/command-line';
import {listWords} from '../core/base/list-words';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import {listFirst} from '../core/diagnostics/first-few';
import {listKnown} from '../core/diagnostics/monitor-text';
import {formatNumber} from '../core/diagnostics/number-text';
import type {Change, KnownMonitor} from '../core/plan/change';
import type {HeldChange} from '../core/plan/change-facts';
import type {Key} from '../core/specs/desired-monitor';
import type {DangerousShift} from '../core/state/state-change';
import {countOf, describeParts} from './sentences';
import {sayShift} from './state-shifts';

/** Why a change is not made, and what to do: `message` names the key, `waysOut` are edits and commands, best first. */
export interface Explanation {
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly waysOut: readonly string[];
}

/** Says why a blocked or unresolved change is not made and how to continue, in words that text, JSON and markdown share. Commands name the environment: run in another, they would change its state. */
export function explainChange(change: HeldChange, environment: string): Explanation {
  const command: WriteCommand = (words, keys, flags) => writeCommand(words, keys, environment, flags);
  return change.action === 'unresolved' ? explainUnresolved(change, command) : explainBlocked(change, environment, command);
}

/** The same as a finding, for JSON and annotations. */
export function toFinding(change: HeldChange, environment: string): Diagnostic {
  const {code, message, waysOut} = explainChange(change, environment);
  return {code, severity: 'warning', message, hint: waysOut.join('; or ')};
}

type Blocked = Extract<Change, {action: 'blocked'}>;
/** A command line of this tool for the plan's environment. */
type WriteCommand = (words: string, keys: readonly Key[], flags?: string) => string;

type Unresolved = Extract<Change, {action: 'unresolved'}>;

function explainBlocked(change: Blocked, environment: string, command: WriteCommand): Explanation {
  const {key, reason} = change;
  switch (reason.kind) {
    case 'needs-update':
      return explainNeedsUpdate(key, command);
    case 'needs-delete':
      if (reason.leftover !== undefined) return explainLeftover(key, reason.leftover);
      return {
        code: 'plan/needs-delete',
        message: `the spec of "${key}" is gone, and "operations: create" allows no deletes: the monitor keeps running`,
        waysOut: [
          'restore the spec',
          FULL_OPERATIONS,
          `delete it in the service's dashboard, then remove it from the state: ${command('state rm', [key])}`,
        ],
      };
    case 'protected':
      if (change.wanted === 'replace') return explainProtectedReplace(key);
      return {
        code: 'plan/protected',
        message: reason.isGone
          ? `the spec of "${key}" is gone, and the service no longer lists the monitor; it was protected, so its record stays`
          : `the spec of "${key}" is gone, but the monitor is protected: it keeps running`,
        waysOut: ['restore the spec', `remove the protection: ${command('state unprotect', [key])}`],
      };
    case 'possible-rename':
      return explainPossibleRename(change, reason, command);
    case 'rename-taken':
      return explainTakenRename(change, reason.other, command);
    case 'move-conflict':
      return explainMoveConflict(change, reason.other, command);
    case 'rename-of-unresolved':
      return explainUnresolvedRename(key, reason.other, command);
    case 'may-exist-twice':
      return explainDoubt(change, reason.targetIds, command);
    case 'became-list':
      return explainBecameList(key, reason);
    case 'from-layer':
      return explainFromLayer(change, reason.layers, command);
    case 'other-environment':
      return explainOtherEnvironment(key, reason, environment);
    case 'left-environment':
      return explainLeftEnvironment(key, reason.environments, environment, command);
    case 'too-many-deletes':
      return explainTooManyDeletes(key, reason, command);
    case 'conflict':
      return explainConflict(change, reason.ids, command);
    case 'state-change':
      return explainStateChange(change, reason.shift, environment);
    case 'may-exist':
      return explainLikeness(change, reason.monitors, command);
    case 'recorded-later':
      return explainRecordedLater(change, reason, command);
    case 'budget':
      return explainBudget(change, reason);
  }
}

function explainStateChange({key}: Blocked, shift: DangerousShift, environment: string): Explanation {
  return {
    code: 'plan/state-change',
    message: `"${key}" waits: ${sayShift(shift)}; no run did that, and no review shows it`,
    waysOut: [
      'put the record back: revert the change of the state file',
      `merge a pull request from a branch of this repository whose plan comment shows it`,
      `if it is meant: run apply with "allow-state-change: PROJECT/${environment}" (workflow_dispatch), or --allow-state-change PROJECT/${environment}`,
    ],
  };
}

function explainLikeness({key}: Blocked, monitors: readonly KnownMonitor[], command: WriteCommand): Explanation {
  const isOne = monitors.length === 1;
  const ids = monitors.map(({id}) => id);
  return {
    code: 'plan/may-exist',
    message: `"${key}" may already exist: ${isOne ? 'a monitor that is' : `${formatNumber(monitors.length)} monitors that are`} not in the state ${isOne ? 'looks' : 'look'} like it: ${listKnown(monitors)}`,
    waysOut: [
      `if ${isOne ? 'it is this one' : 'one of them is it'}, record it: ${command('import', [key, isOne ? (ids[0] ?? 'ID') : 'ID'])}`,
      `if ${isOne ? 'it is not' : 'none of them is it'}, add to its spec: sync: {distinctFrom: [${ids.join(', ')}]}`,
    ],
  };
}

function explainRecordedLater(
  {key, wanted}: Blocked,
  {id, serial, commit, backup}: Extract<Blocked['reason'], {kind: 'recorded-later'}>,
  command: WriteCommand,
): Explanation {
  if (wanted === 'delete') {
    return {
      code: 'plan/recorded-later',
      message: `monitor ${id} runs and has no spec; the state had lost it, and it is recorded again as "${key}"`,
      waysOut: ['restore the spec', `delete it, as the next plan shows: ${command('apply', [])}`],
    };
  }
  const where = commit === undefined ? `another version of the state, serial ${formatNumber(serial)},` : `commit ${commit.slice(0, 12)}`;
  return {
    code: 'plan/recorded-later',
    message: `"${key}" exists: ${where} records it as ${id}, and the state here lost that; creating it would pay twice`,
    waysOut: [
      commit === undefined
        ? `put the newest copy of the state back: ${command('state restore', [backup ?? 'FILE'])}`
        : `take the record in: ${command(`state restore ${commit.slice(0, 12)}`, [])}`,
      `if it is to be created again: ${command('apply', [], '--allow-old-checkout')}`,
    ],
  };
}

function explainNeedsUpdate(key: Key, command: WriteCommand): Explanation {
  return {
    code: 'plan/needs-update',
    message: `"${key}" was edited after it was created, and "operations: create" allows no updates`,
    waysOut: [
      'undo the edit',
      FULL_OPERATIONS,
      `give the spec a new sync.key, which creates a new monitor, and remove the old one from the state: ${command('state rm', [key])}`,
    ],
  };
}

/** A way out where the service can do more than create. */
const FULL_OPERATIONS = 'if the service supports updates and deletes: set service: {operations: full} in monitors.config.yaml';

function explainLeftover(key: Key, id: string): Explanation {
  return {
    code: 'plan/needs-delete',
    message: `monitor ${id}, replaced by "${key}", still exists, and "operations: create" allows no deletes`,
    waysOut: [FULL_OPERATIONS, "delete it in the service's dashboard"],
  };
}

function explainProtectedReplace(key: Key): Explanation {
  return {
    code: 'plan/protected',
    message: `"${key}" must be replaced, because the service cannot remove a webhook from a monitor; it is protected, so it stays as it is`,
    waysOut: ['keep the webhook: write it into the spec', 'remove the protection: delete sync.protect from the spec'],
  };
}

function explainDoubt({key, wanted}: Blocked, targetIds: readonly string[], command: WriteCommand): Explanation {
  const what = wanted === 'delete' ? `the spec of "${key}" is gone` : `"${key}" would get other target ids`;
  return {
    code: 'plan/maybe-duplicate',
    message: `${what}, but it may exist twice: after this change a second monitor could not be found`,
    waysOut: [
      `look for a second monitor with ${describeIds(targetIds)}: ${command('resolve', [key], '--probe')}`,
      `if there is none, or you deleted it: ${command('resolve', [key], '--checked')}`,
    ],
  };
}

function explainBecameList(key: Key, {file, other}: Extract<Blocked['reason'], {kind: 'became-list'}>): Explanation {
  const what = `"${other}" is recorded as one monitor, and ${file} is a list now`;
  return {
    code: 'plan/became-list',
    message: key === other ? `${what}, whose rows have keys of their own` : `${what}: its new row "${key}" may be that monitor`,
    waysOut: [
      `if a row is this monitor, write renamedFrom: ${other} into it`,
      'if none is, give the list another sync.key: the monitor is then deleted',
    ],
  };
}

function explainUnresolvedRename(key: Key, other: string, command: WriteCommand): Explanation {
  return {
    code: 'plan/rename-of-unresolved',
    message: `"${key}" looks like the new name of "${other}", whose create has an unknown outcome: it may already exist`,
    waysOut: [`resolve the old key first: ${command('resolve', [other])}`],
  };
}

function explainLeftEnvironment(key: Key, homes: readonly string[], environment: string, command: WriteCommand): Explanation {
  return {
    code: 'plan/left-environment',
    message: `the spec of "${key}" lives in ${listWords(homes)} only, and its monitor is recorded in this environment`,
    waysOut: [
      `delete the monitor: ${command('apply', [], '--allow-deletes')}`,
      `keep it: add ${environment} to sync.environments of the spec`,
    ],
  };
}

function explainFromLayer({key}: Blocked, layers: readonly string[], command: WriteCommand): Explanation {
  return {
    code: 'plan/from-layer',
    message: `"${key}" must be replaced, because its webhook is gone, and layers may be why: ${listFirst(layers)}; one edit of a layer concerns many monitors`,
    waysOut: ['write the webhook again', `if it should be replaced: ${command('apply', [], '--allow-deletes')}`],
  };
}

function explainOtherEnvironment(
  key: Key,
  {environment: home, recorded}: Extract<Blocked['reason'], {kind: 'other-environment'}>,
  environment: string,
): Explanation {
  return {
    code: 'plan/other-environment',
    message: `"${key}" waits: environment "${environment}" has no state, and that of "${home}", which is not declared, records ${countOf(recorded, 'monitor')}; creating could pay for them twice`,
    waysOut: [
      `if "${home}" is "${environment}" now, move its state, which keeps its monitors: ${writeEnvironmentMove(home, environment)}`,
      `if it is another environment now, name that one: ${writeEnvironmentMove(home, 'NAME')}`,
      `to keep both and pay for both: declare ${home} under environments in monitors.config.yaml`,
    ],
  };
}

function explainTooManyDeletes(
  key: Key,
  {deletes, limit, at = 'safety'}: Extract<Blocked['reason'], {kind: 'too-many-deletes'}>,
  command: WriteCommand,
): Explanation {
  return {
    code: 'plan/too-many-deletes',
    message: `"${key}" is one of ${formatNumber(deletes)} monitors that would be deleted or replaced; one run may do that to ${formatNumber(limit)}`,
    waysOut: [
      'restore the specs',
      `if all of them should be: ${command('apply', [], '--allow-deletes')}`,
      `raise ${at}.maxDeletes in monitors.config.yaml`,
    ],
  };
}

function explainBudget(
  {key, wanted}: Blocked,
  {creditsPerMonth, budget, by, besides, at = 'budget'}: Extract<Blocked['reason'], {kind: 'budget'}>,
): Explanation {
  const what =
    wanted === 'create' ? `creating "${key}" and the other new monitors` : `changing "${key}" and the other monitors that would cost more`;
  return {
    code: 'plan/over-budget',
    message: `${what} would raise ${by === 'actual' ? 'the cost, as charged where that is known and estimated else,' : 'the estimate'} to ${formatNumber(creditsPerMonth)} credits a month${besides === undefined ? '' : ` (${describeParts(creditsPerMonth - besides, besides)})`}, above the budget of ${formatNumber(budget)}`,
    waysOut: [
      wanted === 'create' ? 'make the new monitors cheaper' : 'make them cheaper',
      wanted === 'create' ? 'create some of them with --only KEY' : 'apply some of them with --only KEY',
      `raise ${at}.creditsPerMonth in monitors.config.yaml`,
    ],
  };
}

function explainConflict({key, before}: Blocked, ids: readonly string[], command: WriteCommand): Explanation {
  const monitors = `${ids.length === 1 ? 'monitor' : 'monitors'} ${ids.join(', ')}`;
  if (before !== undefined) {
    return {
      code: 'plan/conflict',
      message: `id ${ids.join(', ')}, recorded for "${key}", now belongs to a different monitor`,
      waysOut: [`remove it from the state: ${command('state rm', [key])}`, `record the right one: ${command('import', [key], 'ID')}`],
    };
  }
  return {
    code: 'plan/conflict',
    message: `${monitors} ${ids.length === 1 ? 'shares' : 'share'} some target ids with "${key}" but ${ids.length === 1 ? 'is' : 'are'} not in the state`,
    waysOut: [
      ...ids
        .map(id => `if ${ids.length === 1 ? 'it' : 'one of them'} is the same monitor, record it: ${command('import', [key], id)}`)
        .slice(0, 1),
      'give the spec another sync.key',
      'delete it in the service',
    ],
  };
}

function explainPossibleRename(
  {key, wanted}: Blocked,
  {other, isRow}: Extract<Blocked['reason'], {kind: 'possible-rename'}>,
  command: WriteCommand,
): Explanation {
  const [oldKey, newKey] = wanted === 'delete' ? [key, other] : [other, key];
  const message =
    wanted === 'delete'
      ? `the spec of "${key}" is gone, and the new "${other}" looks the same: was it renamed?`
      : `"${key}" is new and looks the same as the recorded monitor "${other}": was it renamed?`;
  return {
    code: 'plan/possible-rename',
    message,
    waysOut: [
      `if it was: ${isRow ? `write ${oldKey} into the column renamedFrom of its row` : `add renamedFrom: ${oldKey} under sync in the spec of "${newKey}"`}, or run: ${command('state mv', [oldKey, newKey])}`,
      `if it was not: remove the old one from the state (it keeps running until you delete it in the service): ${command('state rm', [oldKey])}`,
    ],
  };
}

function explainTakenRename({key, wanted}: Blocked, other: string, command: WriteCommand): Explanation {
  const [oldKey, newKey] = wanted === 'delete' ? [key, other] : [other, key];
  const taken = `"${newKey}" says renamedFrom "${oldKey}", but the state has a monitor for each of these keys`;
  return {
    code: 'plan/rename-taken',
    message:
      wanted === 'delete'
        ? `the spec of "${oldKey}" is gone, and its monitor was not renamed: ${taken}`
        : `"${oldKey}" was not renamed to "${newKey}": ${taken}, and a key keeps the history of one monitor`,
    waysOut: [
      `to keep the monitor of "${oldKey}" as "${newKey}": remove the present "${newKey}" from the state (it keeps running until you delete it in the service): ${command('state rm', [newKey])}`,
      `to keep the present "${newKey}" and delete the monitor of "${oldKey}": remove renamedFrom`,
    ],
  };
}

function explainMoveConflict({key, wanted}: Blocked, other: string, command: WriteCommand): Explanation {
  const code = 'plan/move-conflict';
  const waysOut = ['make the entry in moves of monitors.config.yaml narrower, or remove it'];
  if (wanted === 'create') {
    return {
      code,
      message: `"${key}" is new, and by moves "${other}" and another recorded monitor would become it`,
      waysOut: [
        ...waysOut,
        `remove all but one from the state (each keeps running until you delete it in the service): ${command('state rm', [other])}`,
      ],
    };
  }
  return {
    code,
    message: `the spec of "${key}" is gone, and by moves it would become "${other}", which another recorded monitor is or would become`,
    waysOut: [...waysOut, `remove it from the state (it keeps running until you delete it in the service): ${command('state rm', [key])}`],
  };
}

function explainUnresolved({key, create, after, found, canBeLookedUp}: Unresolved, command: WriteCommand): Explanation {
  const {intent, lastSentAt} = create;
  const isEdited = after !== undefined && after.bodyHash !== intent.bodyHash;
  if (found !== undefined) {
    const next = after === undefined ? ', then plans its delete because its spec is gone' : isEdited ? ', then plans the later edits' : '';
    return {
      code: 'plan/unresolved',
      message: `a create of "${key}" was sent and its response was lost: the service has it as ${found}`,
      waysOut: [`apply adopts it${next}: ${command('apply', [])}`],
    };
  }
  const when = lastSentAt === '' ? '' : ` (${lastSentAt})`;
  const gone = after === undefined ? '; its spec is gone' : isEdited ? '; its spec was edited since' : '';
  return {
    code: 'plan/unresolved',
    message: `a create of "${key}" was sent${when} and its outcome is unknown${gone}: ${canBeLookedUp ? 'the next apply looks' : "look in the service's dashboard"} for a monitor with ${describeIds(intent.targetIds)}`,
    waysOut: [
      ...(canBeLookedUp ? [`look it up now, and change nothing else: ${command('resolve', [key], '--probe')}`] : []),
      `if it exists: ${command('resolve', [key], '--adopt ID')}`,
      `if it does not exist: ${command('resolve', [key], '--not-created')}`,
    ],
  };
}

function describeIds(ids: readonly string[]): string {
  return `the target id${ids.length === 1 ? '' : 's'} ${listFirst(ids)}`;
}
