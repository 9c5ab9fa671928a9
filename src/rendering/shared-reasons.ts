import {assertNever} from '../core/base/assert-never';
import {writeCommand} from '../core/base/command-line';
import {addToGroup} from '../core/base/grouping';
import {listWords} from '../core/base/list-words';
import {formatNumber} from '../core/diagnostics/number-text';
import type {Change} from '../core/plan/change';
import {type HeldChange, isHeld} from '../core/plan/change-facts';
import type {Key} from '../core/specs/desired-monitor';
import {type Explanation, explainChange} from './held-changes';
import {countOf} from './sentences';
import {sayShift} from './state-shifts';

/** One reason that holds several changes: given once with their number, and how to continue with any of them. */
export interface SharedExplanation extends Explanation {
  readonly changes: readonly HeldChange[];
}

/** The reasons that hold more than one change, in the order of their first ones. Their ways out say KEY, OLD and NEW where one change's own would name it. */
export function shareExplanations(changes: readonly Change[], environment: string): SharedExplanation[] {
  const byTopic = new Map<string, HeldChange[]>();
  for (const change of changes) {
    if (!isHeld(change)) continue;
    addToGroup(byTopic, topicOf(change), change);
  }
  return [...byTopic.values()].flatMap(held => (held.length < 2 ? [] : [share(held, environment)]));
}

function share(held: readonly HeldChange[], environment: string): SharedExplanation {
  const typical = held.find(change => change.action === 'blocked' && change.wanted !== 'create') ?? (held[0] as HeldChange);
  // The two changes of one rename: its own words fit both.
  if (countPairs(held) === 1) return {...explainChange(typical, environment), changes: held};
  const {code, waysOut} = explainChange(withPlaceholders(typical), environment);
  return {code, message: headOf(typical, held), waysOut, changes: held};
}

/** Finds the topic that changes must share to be explained together. */
function topicOf(change: HeldChange): string {
  if (change.action === 'unresolved') return `unresolved ${change.found === undefined} ${change.canBeLookedUp}`;
  const {reason, wanted, before} = change;
  switch (reason.kind) {
    case 'needs-delete':
      return `${reason.kind} ${reason.leftover === undefined}`;
    case 'protected':
      return `${reason.kind} ${wanted} ${reason.isGone === true}`;
    case 'possible-rename':
      return `${reason.kind} ${reason.isRow === true}`;
    case 'conflict':
      return `${reason.kind} ${before === undefined}`;
    case 'became-list':
      return `${reason.kind} ${reason.other}`;
    case 'recorded-later':
      return `${reason.kind} ${wanted} ${reason.commit ?? ''}`;
    default:
      return reason.kind;
  }
}

/** The same change without what is its own: what it says goes for all that share its topic. */
function withPlaceholders(change: HeldChange): HeldChange {
  if (change.action === 'unresolved') return {...change, key: 'KEY'};
  const {reason, wanted} = change;
  switch (reason.kind) {
    case 'possible-rename':
    case 'rename-taken':
    case 'move-conflict':
      return wanted === 'delete'
        ? {...change, key: 'OLD', reason: {...reason, other: 'NEW'}}
        : {...change, key: 'NEW', reason: {...reason, other: 'OLD'}};
    case 'rename-of-unresolved':
      return {...change, key: 'NEW', reason: {...reason, other: 'OLD'}};
    case 'may-exist-twice':
      return {...change, key: 'KEY', reason: {...reason, targetIds: ['ID']}};
    case 'conflict':
      return {...change, key: 'KEY', reason: {...reason, ids: ['ID']}};
    case 'recorded-later':
      return {...change, key: 'KEY', reason: {...reason, id: 'ID'}};
    case 'may-exist':
      return {...change, key: 'KEY', reason: {...reason, monitors: reason.monitors.slice(0, 1).map(monitor => ({...monitor, id: 'ID'}))}};
    default:
      return {...change, key: 'KEY'};
  }
}

const NO_UPDATE = '"operations: create" allows no updates';
const NO_DELETE = '"operations: create" allows no deletes';

/** The reason in a sentence about all of them. */
function headOf(change: HeldChange, held: readonly HeldChange[]): string {
  const count = formatNumber(held.length);
  if (change.action === 'unresolved') {
    return change.found === undefined
      ? `${count} creates were sent and their outcome is unknown`
      : `${count} creates were sent and their responses were lost: the service has these monitors`;
  }
  const {reason, wanted} = change;
  switch (reason.kind) {
    case 'needs-update':
      return `${count} monitors were edited after they were created, and ${NO_UPDATE}`;
    case 'needs-delete':
      return reason.leftover === undefined
        ? `the specs of ${count} monitors are gone, and ${NO_DELETE}: they keep running`
        : `${count} monitors that were replaced still exist, and ${NO_DELETE}`;
    case 'protected':
      if (wanted === 'replace') return `${count} monitors must be replaced but are protected: they stay as they are`;
      return reason.isGone
        ? `the specs of ${count} protected monitors are gone, and the service no longer lists the monitors: their records stay`
        : `the specs of ${count} monitors are gone, but the monitors are protected: they keep running`;
    case 'possible-rename':
      return `${formatNumber(countPairs(held))} monitors may have been renamed: their specs are gone, and new ones look the same`;
    case 'rename-taken':
      return `${formatNumber(countPairs(held))} monitors were not renamed: the state has a monitor for each of the two keys`;
    case 'move-conflict':
      return `${count} monitors cannot move as the config says: two would have one key`;
    case 'rename-of-unresolved':
      return `${count} new monitors look like others whose create has an unknown outcome: they may already exist`;
    case 'may-exist-twice':
      return `${count} monitors may exist twice: after their delete or change a second one could not be found`;
    case 'became-list':
      return `${reason.file} is a list now, and its key "${reason.other}" is recorded as one monitor: ${count} changes wait until a row claims it`;
    case 'from-layer':
      return `${count} monitors must be replaced, because their webhook is gone, and layers may be why`;
    case 'too-many-deletes':
      return `${formatNumber(reason.deletes)} monitors would be deleted or replaced; one run may do that to ${formatNumber(reason.limit)}`;
    case 'other-environment':
      return `${count} monitors wait: this environment has no state, and that of "${reason.environment}", which is not declared, records ${countOf(reason.recorded, 'monitor')}; creating could pay for them twice`;
    case 'left-environment':
      return `${count} monitors are recorded here, and their specs live in other environments only`;
    case 'conflict':
      return change.before === undefined
        ? `${count} specs share target ids with monitors that are not in the state`
        : `${count} recorded ids now belong to different monitors`;
    case 'state-change':
      return `the state was changed by hand for ${count} monitors, and no review shows it`;
    case 'may-exist':
      return `${count} new monitors may already exist: monitors that are not in the state look like them`;
    case 'recorded-later':
      if (wanted === 'delete') return `${count} monitors run and have no spec; the state had lost them, and they are recorded again`;
      return `${count} monitors exist: other versions of the state record them, and the state here lost that; creating them would pay twice`;
    case 'budget':
      return `${count} changes would raise ${reason.by === 'actual' ? 'the cost, as charged where that is known and estimated else,' : 'the estimate'} to ${countOf(reason.creditsPerMonth, 'credit')} a month, above the budget of ${formatNumber(reason.budget)}`;
    default:
      return assertNever(reason);
  }
}

/** Counts the monitors that changes are about: a rename holds two, that of the old key and that of the new one. */
function countPairs(held: readonly HeldChange[]): number {
  return new Set(held.map(change => JSON.stringify([change.key, otherKeyOf(change) ?? change.key].sort()))).size;
}

function otherKeyOf(change: HeldChange): Key | null {
  return change.action === 'blocked' && 'other' in change.reason ? change.reason.other : null;
}

/** The part of a reason that differs, if the rest is given once for all changes. */
export interface BriefExplanation {
  readonly words: string;
  /** A command that goes on from there, if the advice for all of them is not plain enough to be pasted. */
  readonly command?: string;
}

/** Explains the part of a change that a shared reason leaves out; null where its headline says it. */
export function explainBriefly(change: HeldChange, {changes}: SharedExplanation, environment: string): BriefExplanation | null {
  if (change.action === 'unresolved') {
    const {found, create} = change;
    return {words: found === undefined ? `target ids ${create.intent.targetIds.join(', ')}` : `the service has it as ${found}`};
  }
  const {reason, wanted, key} = change;
  switch (reason.kind) {
    case 'needs-delete':
      return reason.leftover === undefined ? null : {words: `"${key}" has replaced monitor ${reason.leftover}`};
    case 'possible-rename': {
      if (wanted === 'delete') return {words: `renamed to "${reason.other}"?`};
      const words = `renamed from "${reason.other}"?`;
      return countPairs(changes) === 1 ? {words} : {words, command: writeCommand('state mv', [reason.other, key], environment)};
    }
    case 'rename-taken':
      return {words: wanted === 'delete' ? `renamed to "${reason.other}"?` : `renamed from "${reason.other}"?`};
    case 'move-conflict':
      return {words: wanted === 'delete' ? `to "${reason.other}"` : `from "${reason.other}" and another`};
    case 'rename-of-unresolved':
      return {words: `renamed from "${reason.other}"?`};
    case 'may-exist-twice':
      return {words: `target ids ${reason.targetIds.join(', ')}`};
    case 'conflict':
      return {words: `see ${reason.ids.join(', ')}`};
    case 'state-change':
      return {words: sayShift(reason.shift)};
    case 'may-exist':
      return {words: `see ${reason.monitors.map(({id}) => id).join(', ')}`};
    case 'recorded-later':
      return {words: `recorded as ${reason.id}`};
    case 'left-environment':
      return {words: `lives in ${listWords(reason.environments)}`};
    case 'needs-update':
    case 'protected':
    case 'became-list':
    case 'from-layer':
    case 'too-many-deletes':
    case 'other-environment':
    case 'budget':
      return null;
    default:
      return assertNever(reason);
  }
}
