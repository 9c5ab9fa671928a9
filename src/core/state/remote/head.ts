import {UserError} from '../../diagnostics/user-error';
import {isObject, type JsonObject, parseJson} from '../../json/value';
import {decodeLock, type LockHolder} from '../format/lock';
import type {SharedRefusals} from './refusals';
import type {Migration} from './store';

/** The server of a state that may lack what was recorded last, until that is settled. */
export const ANOTHER = 'another';

/** The holder that a head names; null where the lock is free. */
export function decodeHolder(text: string | null): LockHolder | null {
  return text === null ? null : (decodeLock(text) ?? UNREADABLE);
}

/** A holder that can't be read still holds the lock; only a person removes it. */
const UNREADABLE: LockHolder = {
  ...{id: 'unreadable', pid: 0, startTime: null, host: 'unknown', bootId: null, pidNamespace: null},
  ...{user: 'unknown', command: 'unknown', tool: 'unknown', createdAt: '', ci: null},
};

/** Decodes the progress of a migration. A step that is not known here must not count as no move: both places would be used. */
export function decodeMigration(text: string | null, {facts}: SharedRefusals): Migration | null {
  if (text === null) return null;
  const value = parseJson(text);
  const {phase, other, environment}: JsonObject = isObject(value) ? value : {};
  if ((phase === 'arriving' || phase === 'moved') && typeof other === 'string')
    return {phase, other, ...(typeof environment === 'string' ? {environment} : {})};
  const message = `${facts.shown} is being moved, in a step that this version of the tool does not know`;
  throw new UserError('state/newer-version', message, 'install a newer version of monitors; nothing was written');
}

/** The refusal of a layout that a newer version made. */
export function refuseLayout(layout: number, known: number, {facts}: SharedRefusals): UserError {
  const message = `${facts.shown} was made by a newer version of this tool (layout ${layout}); this one reads layout ${known}`;
  return new UserError('state/newer-version', message, 'install a newer version of monitors; nothing was written');
}
