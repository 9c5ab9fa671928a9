import {isEqualJson} from '../json/equal';
import {isObject, type JsonObject} from '../json/value';
import {fillingsOf} from '../service/fill-in';
import {member} from '../service/member';
import {normalizeBody} from '../spec/normalize';

/**
 * The form in which two bodies are compared: normalized, and e-mail that is off is the same as none, since a service that
 * was told to switch it off goes on answering so.
 */
export function comparableBody(body: JsonObject): JsonObject {
  const normalized = normalizeBody(body);
  const notification = member(normalized, 'notification');
  const email = member(notification, 'email');
  if (!isObject(notification) || !isObject(email) || !isEqualJson(email, NO_EMAIL)) return normalized;
  const {email: _off, ...rest} = notification;
  return {...normalized, notification: rest};
}

const NO_EMAIL = fillingsOf('EmailNotification');
