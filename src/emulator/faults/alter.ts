import {isObject, type JsonObject, type JsonValue, member} from '../../json/value';
import {type Answer, jsonAnswer} from '../http';
import type {FaultAction} from './script';

/** The usual answer with its ids tampered with; an answer without a monitor stays as it is. */
export function alterAnswer(answer: Answer, action: Extract<FaultAction, {do: 'alter'}>, uuid: () => string): Answer {
  const body = JSON.parse(answer.body) as JsonObject;
  const data = member(body, 'data');
  if (!isObject(data)) return answer;
  const targets = (data['targets'] as readonly JsonObject[]).map(target => alterTarget(target, action.targetIds, uuid));
  const {id, ...rest} = data;
  const altered: JsonObject = {...(action.id === null ? {} : {id: action.id ?? (id as JsonValue)}), ...rest, targets};
  return jsonAnswer(answer.status, {...body, data: altered});
}

function alterTarget(target: JsonObject, how: 'changed' | 'dropped' | undefined, uuid: () => string): JsonObject {
  const {id, ...rest} = target;
  if (how === undefined) return target;
  return how === 'dropped' ? rest : {id: uuid(), ...rest};
}
