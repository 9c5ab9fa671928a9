import type {JsonObject, JsonValue} from '../json/value';
import {fillIn, type Keepers} from '../service/fill-in';
import {hasGoal} from './credits';
import {foldScheduleText} from './schedule/text';

/**
 * The form in which bodies are compared: what the service fills in is there, white space and case that it does not keep are
 * taken away, so that writing a default out is not a change. What is sent is never this form. Keeps unknown members and
 * values of a wrong type as they are; never throws. Normalizing twice is the same as once.
 */
export function normalizeBody(body: JsonObject): JsonObject {
  return {...(fillIn('MonitorCreateRequest', body, KEEPERS) as JsonObject), judgeEnabled: body['judgeEnabled'] ?? hasGoal(body)};
}

/** The same for a target. */
export function normalizeTarget(target: JsonValue): JsonValue {
  return fillIn('MonitorTarget', target, KEEPERS);
}

const KEEPERS: Keepers = {
  trimmed: text => text.trim(),
  trimmedOrNull: text => text.trim() || null,
  domain: text => text.trim().toLowerCase(),
  foldedSchedule: foldScheduleText,
};
