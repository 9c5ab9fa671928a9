import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {type Answer, jsonAnswer} from '../http';
import type {FaultAction} from './script';

type Altering = Extract<FaultAction, {do: 'alter'}>;

/** The usual answer with its ids tampered with, in a list those of each monitor; an answer without a monitor stays as it is. */
export function alterAnswer(answer: Answer, action: Altering, uuid: () => string): Answer {
  if (answer.status !== 200) return answer;
  const body = JSON.parse(answer.body) as JsonObject;
  const data = property(body, 'data');
  if (Array.isArray(data)) {
    return jsonAnswer(200, {...body, data: data.map(item => alterMonitor(item as JsonObject, action, uuid))});
  }
  return isObject(data) ? jsonAnswer(200, {...body, data: alterMonitor(data, action, uuid)}) : answer;
}

function alterMonitor({id, ...rest}: JsonObject, action: Altering, uuid: () => string): JsonObject {
  const targets = (rest['targets'] as readonly JsonObject[]).map(target => alterTarget(target, action.targetIds, uuid));
  return {...(action.id === null ? {} : {id: action.id ?? (id as JsonValue)}), ...rest, targets};
}

function alterTarget(target: JsonObject, how: 'changed' | 'dropped' | undefined, uuid: () => string): JsonObject {
  const {id, ...rest} = target;
  if (how === undefined) return target;
  return how === 'dropped' ? rest : {id: uuid(), ...rest};
}
