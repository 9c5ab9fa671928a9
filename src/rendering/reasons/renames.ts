import type {BlockedChange} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import type {HeldReasons} from './reason';

/** A change whose reason names another key: that of the other end of a rename. */
type Rename = BlockedChange & {readonly reason: {readonly other: Key}};

/** Reasons about a key that may be, or can't be, the new name of another one. */
export const RENAME_REASONS: Pick<
  HeldReasons,
  'possible-rename' | 'rename-taken' | 'move-conflict' | 'rename-of-unresolved' | 'became-list'
> = {
  'possible-rename': {
    code: 'plan/possible-rename',
    topic: ({reason}) => String([reason.isRow, reason.isEdited]),
    withPlaceholders: nameEnds,
    one: (change, {command}) => {
      const {key, wanted, reason} = change;
      const [oldKey, newKey] = endsOf(change);
      if (reason.isEdited) return explainEdited(oldKey, newKey, command('state mv', [oldKey, newKey]));
      const move = reason.isRow
        ? `write ${oldKey} into the column renamedFrom of its row`
        : `add renamedFrom: ${oldKey} under sync in the spec of "${newKey}"`;
      return {
        message:
          wanted === 'delete'
            ? `the spec of "${key}" is gone, and the new "${newKey}" looks the same: was it renamed?`
            : `"${key}" is new and looks the same as the recorded monitor "${oldKey}": was it renamed?`,
        waysOut: [
          `if it was: ${move}, or run: ${command('state mv', [oldKey, newKey])}`,
          `if it was not: remove the old one from the state (it keeps running until you delete it in the service): ${command('state rm', [oldKey])}`,
        ],
      };
    },
    many: ({reason}, {changes, monitors}) =>
      reason.isEdited
        ? `${changes} new monitors look the same as what others are recorded as, whose specs say something else now: were they renamed?`
        : `${monitors} monitors may have been renamed: their specs are gone, and new ones look the same`,
    brief: (change, {command}, isOneRename) => {
      const words = askEnd(change);
      return change.wanted === 'delete' || isOneRename ? {words} : {words, command: command('state mv', [...endsOf(change)])};
    },
  },
  'rename-taken': {
    code: 'plan/rename-taken',
    withPlaceholders: nameEnds,
    one: (change, {command}) => {
      const [oldKey, newKey] = endsOf(change);
      const taken = `"${newKey}" says renamedFrom "${oldKey}", but the state has a monitor for each of these keys`;
      return {
        message:
          change.wanted === 'delete'
            ? `the spec of "${oldKey}" is gone, and its monitor was not renamed: ${taken}`
            : `"${oldKey}" was not renamed to "${newKey}": ${taken}, and a key keeps the history of one monitor`,
        waysOut: [
          `to keep the monitor of "${oldKey}" as "${newKey}": remove the present "${newKey}" from the state (it keeps running until you delete it in the service): ${command('state rm', [newKey])}`,
          `to keep the present "${newKey}" and delete the monitor of "${oldKey}": remove renamedFrom`,
        ],
      };
    },
    many: (_, {monitors}) => `${monitors} monitors were not renamed: the state has a monitor for each of the two keys`,
    brief: change => ({words: askEnd(change)}),
  },
  'move-conflict': {
    code: 'plan/move-conflict',
    withPlaceholders: nameEnds,
    one: ({key, wanted, reason: {other}}, {command}) => {
      const narrow = 'make the entry in moves of monitors.config.yaml narrower, or remove it';
      if (wanted === 'create') {
        return {
          message: `"${key}" is new, and by moves "${other}" and another recorded monitor would become it`,
          waysOut: [
            narrow,
            `remove all but one from the state (each keeps running until you delete it in the service): ${command('state rm', [other])}`,
          ],
        };
      }
      return {
        message: `the spec of "${key}" is gone, and by moves it would become "${other}", which another recorded monitor is or would become`,
        waysOut: [narrow, `remove it from the state (it keeps running until you delete it in the service): ${command('state rm', [key])}`],
      };
    },
    many: (_, {changes}) => `${changes} monitors cannot move as the config says: two would have one key`,
    brief: ({wanted, reason: {other}}) => ({words: wanted === 'delete' ? `to "${other}"` : `from "${other}" and another`}),
  },
  'rename-of-unresolved': {
    code: 'plan/rename-of-unresolved',
    withPlaceholders: change => ({...change, key: 'NEW', reason: {...change.reason, other: 'OLD'}}),
    one: ({key, reason: {other}}, {command}) => ({
      message: `"${key}" looks like the new name of "${other}", whose create has an unknown outcome: it may already exist`,
      waysOut: [`resolve the old key first: ${command('resolve', [other])}`],
    }),
    many: (_, {changes}) => `${changes} new monitors look like others whose create has an unknown outcome: they may already exist`,
    brief: ({reason: {other}}) => ({words: `renamed from "${other}"?`}),
  },
  'became-list': {
    code: 'plan/became-list',
    topic: ({reason}) => reason.other,
    one: ({key, reason: {file, other}}) => {
      const fact = `"${other}" is recorded as one monitor, and ${file} is a list now`;
      return {
        message: key === other ? `${fact}, whose rows have keys of their own` : `${fact}: its new row "${key}" may be that monitor`,
        waysOut: [
          `if a row is this monitor, write renamedFrom: ${other} into it`,
          'if none is, give the list another sync.key: the monitor is then deleted',
        ],
      };
    },
    many: ({reason: {file, other}}, {changes}) =>
      `${file} is a list now, and its key "${other}" is recorded as one monitor: ${changes} changes wait until a row claims it`,
  },
};

function explainEdited(oldKey: Key, newKey: Key, move: string) {
  return {
    message: `"${newKey}" is new and looks the same as what is recorded as "${oldKey}", whose spec says something else now: was it renamed?`,
    waysOut: [
      `if it was: ${move}`,
      `if it was not: undo the edit of "${oldKey}", which can't be sent, or let "${newKey}" watch something else`,
    ],
  };
}

/** The old key and the new one: a rename holds a delete and a create. */
function endsOf({key, wanted, reason: {other}}: Rename): readonly [oldKey: Key, newKey: Key] {
  return wanted === 'delete' ? [key, other] : [other, key];
}

function nameEnds<Held extends Rename>(change: Held): Held {
  const [key, other] = change.wanted === 'delete' ? ['OLD', 'NEW'] : ['NEW', 'OLD'];
  return {...change, key, reason: {...change.reason, other}};
}

function askEnd({wanted, reason: {other}}: Rename): string {
  return wanted === 'delete' ? `renamed to "${other}"?` : `renamed from "${other}"?`;
}
