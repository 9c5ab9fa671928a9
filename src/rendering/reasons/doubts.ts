import {formatNumber} from '../../core/base/words';
import {listKnown, sayCreateSent} from '../../core/diagnostics/monitor-text';
import {nameState} from '../../core/files/state-name';
import {sayShift} from '../state-shifts';
import {describeIds, type HeldReasons} from './reason';

/** Reasons where a monitor may exist that nothing here records, or the state is not what a run left. */
export const DOUBT_REASONS: Pick<
  HeldReasons,
  'unresolved' | 'may-exist-twice' | 'may-exist' | 'recorded-later' | 'sent-before' | 'conflict' | 'state-change'
> = {
  unresolved: {
    code: 'plan/unresolved',
    topic: ({found, canBeLookedUp}) => `${found === undefined} ${canBeLookedUp}`,
    one: ({key, create: {intent, lastSentAt}, after, found, canBeLookedUp}, {command}) => {
      const isEdited = after !== undefined && after.bodyHash !== intent.bodyHash;
      if (found !== undefined) {
        const next =
          after === undefined ? ', then plans its delete because its spec is gone' : isEdited ? ', then plans the later edits' : '';
        return {
          message: `a create of "${key}" was sent and its response was lost: the service has it as ${found}`,
          waysOut: [`apply adopts it${next}: ${command('apply', [])}`],
        };
      }
      const when = lastSentAt === '' ? '' : ` (${lastSentAt})`;
      const gone = after === undefined ? '; its spec is gone' : isEdited ? '; its spec was edited since' : '';
      const look = canBeLookedUp ? 'the next apply looks' : "look in the service's dashboard";
      return {
        message: `a create of "${key}" was sent${when} and its outcome is unknown${gone}: ${look} for a monitor with ${describeIds(intent.targetIds)}`,
        waysOut: [
          ...(canBeLookedUp ? [`look it up now, and change nothing else: ${command('resolve', [key], '--probe')}`] : []),
          `if it exists: ${command('resolve', [key], '--adopt ID')}`,
          `if it does not exist: ${command('resolve', [key], '--not-created')}`,
        ],
      };
    },
    many: ({found}, {changes}) =>
      found === undefined
        ? `${changes} creates were sent and their outcome is unknown`
        : `${changes} creates were sent and their responses were lost: the service has these monitors`,
    brief: ({found, create}) => ({
      words: found === undefined ? `target ids ${create.intent.targetIds.join(', ')}` : `the service has it as ${found}`,
    }),
  },
  'may-exist-twice': {
    code: 'plan/maybe-duplicate',
    withPlaceholders: change => ({...change, key: 'KEY', reason: {...change.reason, targetIds: ['ID']}}),
    one: ({key, wanted, reason: {targetIds}}, {command}) => {
      const change = wanted === 'delete' ? `the spec of "${key}" is gone` : `"${key}" would get other target ids`;
      return {
        message: `${change}, but it may exist twice: after this change a second monitor could not be found`,
        waysOut: [
          `look for a second monitor with ${describeIds(targetIds)}: ${command('resolve', [key], '--probe')}`,
          `if there is none, or you deleted it: ${command('resolve', [key], '--checked')}`,
        ],
      };
    },
    many: (_, {changes}) => `${changes} monitors may exist twice: after their delete or change a second one could not be found`,
    brief: ({reason: {targetIds}}) => ({words: `target ids ${targetIds.join(', ')}`}),
  },
  'may-exist': {
    code: 'plan/may-exist',
    withPlaceholders: change => {
      const monitors = change.reason.monitors.slice(0, 1).map(monitor => ({...monitor, id: 'ID'}));
      return {...change, key: 'KEY', reason: {...change.reason, monitors}};
    },
    one: ({key, reason: {monitors}}, {command}) => {
      const ids = monitors.map(({id}) => id);
      const isOne = monitors.length === 1;
      const [like, found, id] = isOne
        ? ['a monitor that is not in the state looks', 'it is this one', ids[0] ?? 'ID']
        : [`${formatNumber(monitors.length)} monitors that are not in the state look`, 'one of them is it', 'ID'];
      return {
        message: `"${key}" may already exist: ${like} like it: ${listKnown(monitors)}`,
        waysOut: [
          `if ${found}, record it: ${command('import', [key, id])}`,
          `if ${isOne ? 'it is not' : 'none of them is it'}, add to its spec: sync: {distinctFrom: [${ids.join(', ')}]}`,
        ],
      };
    },
    many: (_, {changes}) => `${changes} new monitors may already exist: monitors that are not in the state look like them`,
    brief: ({reason: {monitors}}) => ({words: `see ${monitors.map(({id}) => id).join(', ')}`}),
  },
  'sent-before': {
    code: 'state/sent-before',
    topic: ({reason: {commit = ''}}) => commit,
    withPlaceholders: change => ({...change, key: 'KEY', reason: {...change.reason, targetIds: ['ID']}}),
    one: ({key, reason: {targetIds, commit}}, {command}) => ({
      message: sayCreateSent(key, describeIds(targetIds), commit),
      waysOut: [
        commit === undefined
          ? `if it exists: there, ${command('resolve', [key], '--adopt ID')}, then here, with its state file, ${command('state restore FILE', [])}`
          : `if it exists: ${command(`state restore ${commit.slice(0, 12)}`, [])}, then ${command('resolve', [key], '--adopt ID')}`,
        `if it does not exist: ${command('apply', [], '--allow-old-checkout')}`,
      ],
    }),
    many: (_, {changes}) => `${changes} creates were sent, as journals say, and nothing here says what became of them`,
    brief: ({reason: {targetIds}}) => ({words: `target ids ${targetIds.join(', ')}`}),
  },
  'recorded-later': {
    code: 'plan/recorded-later',
    topic: ({reason, wanted}) => `${wanted} ${reason.recordedAs === undefined} ${reason.commit ?? ''}`,
    withPlaceholders: change => ({...change, key: 'KEY', reason: {...change.reason, id: 'ID'}}),
    one: ({key, wanted, reason: {id, serial, commit, backup, heldAs, recordedAs}}, {command}) => {
      const where =
        commit === undefined ? `another version of the state, serial ${formatNumber(serial)},` : `commit ${commit.slice(0, 12)}`;
      if (recordedAs !== undefined) {
        return {
          message: `monitor ${id} runs, and "${key}" has no spec: ${where} records it as "${recordedAs}"`,
          waysOut: [
            `if it was renamed: ${command('state mv', [key, recordedAs])}`,
            `if it is to be deleted: ${command('apply', [], '--allow-old-checkout')}`,
          ],
        };
      }
      if (wanted === 'delete') {
        return {
          message: `monitor ${id} runs and has no spec; the state had lost it, and it is recorded again as "${key}"`,
          waysOut: ['restore the spec', `delete it, as the next plan shows: ${command('apply', [])}`],
        };
      }
      if (heldAs !== undefined) {
        return {
          message: `"${key}" exists: ${where} records it as ${id}, and the state here has that as "${heldAs}", which has no spec; creating it would pay twice`,
          waysOut: [
            `if it was renamed: ${command('state mv', [heldAs, key])}`,
            `if it is to be created besides: ${command('apply', [], '--allow-old-checkout')}`,
          ],
        };
      }
      return {
        message: `"${key}" exists: ${where} records it as ${id}, and the state here lost that; creating it would pay twice`,
        waysOut: [
          ...(commit === undefined && backup === undefined
            ? ['if another checkout made it: end its run there, commit its state, fetch that here, and plan again']
            : []),
          commit === undefined
            ? `put the newest copy of the state back: ${command('state restore', [backup ?? 'FILE'])}`
            : `take the record in: ${command(`state restore ${commit.slice(0, 12)}`, [])}`,
          `if it is to be created again: ${command('apply', [], '--allow-old-checkout')}`,
        ],
      };
    },
    many: ({wanted}, {changes}) =>
      wanted === 'delete'
        ? `${changes} monitors run and have no spec; the state had lost them, and they are recorded again`
        : `${changes} monitors exist: other versions of the state record them, and the state here lost that; creating them would pay twice`,
    brief: ({reason: {id}}) => ({words: `recorded as ${id}`}),
  },
  conflict: {
    code: 'plan/conflict',
    topic: ({before}) => String(before === undefined),
    withPlaceholders: change => ({...change, key: 'KEY', reason: {...change.reason, ids: ['ID']}}),
    one: ({key, before, reason: {ids}}, {command}) => {
      if (before !== undefined) {
        return {
          message: `id ${ids.join(', ')}, recorded for "${key}", now belongs to a different monitor`,
          waysOut: [`remove it from the state: ${command('state rm', [key])}`, `record the right one: ${command('import', [key], 'ID')}`],
        };
      }
      const [monitors, share, are, one] =
        ids.length === 1 ? ['monitor', 'shares', 'is', 'it'] : ['monitors', 'share', 'are', 'one of them'];
      return {
        message: `${monitors} ${ids.join(', ')} ${share} some target ids with "${key}" but ${are} not in the state`,
        waysOut: [
          ...ids.slice(0, 1).map(id => `if ${one} is the same monitor, record it: ${command('import', [key], id)}`),
          'give the spec another sync.key',
          'delete it in the service',
        ],
      };
    },
    many: ({before}, {changes}) =>
      before === undefined
        ? `${changes} specs share target ids with monitors that are not in the state`
        : `${changes} recorded ids now belong to different monitors`,
    brief: ({reason: {ids}}) => ({words: `see ${ids.join(', ')}`}),
  },
  'state-change': {
    code: 'plan/state-change',
    one: ({key, reason: {shift, project}}, {command, environment}) => {
      const name = nameState({project, environment});
      const meant = `if it is meant: run apply with "allow-state-change: ${name}" (workflow_dispatch), or --allow-state-change ${name}`;
      if (shift.kind === 'handed-over')
        return {message: `"${key}" waits: ${sayShift(shift)}`, waysOut: [`if it is: ${command('state rm', [key])}`, meant]};
      return {
        message: `"${key}" waits: ${sayShift(shift)}; no run did that, and no review shows it`,
        waysOut: [
          'put the record back: revert the change of the state file',
          'merge a pull request from a branch of this repository whose plan comment shows it',
          meant,
        ],
      };
    },
    many: (_, {changes}) => `the state was changed by hand for ${changes} monitors, and no review shows it`,
    brief: ({reason: {shift}}) => ({words: sayShift(shift)}),
  },
};
