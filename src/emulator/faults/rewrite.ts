import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {FaultAction} from './script';

type Rewriting = Extract<FaultAction, {do: 'rewrite'}>;

/** A request's body without some members and with others; a body that is no JSON object stays as it is. */
export function rewriteBody(text: string, {without = [], with: more = {}}: Rewriting): string {
  const body = readObject(text);
  if (body === undefined) return text;
  const kept = Object.entries(body).filter(([name]) => without !== 'all' && !without.includes(name));
  const rewritten = {...Object.fromEntries(kept), ...more};
  return JSON.stringify(Object.keys(rewritten).length > 0 ? rewritten : NOTHING);
}

/** A body without any member would be refused; this one says nothing of the monitor. */
const NOTHING: JsonObject = {origin: 'api'};

function readObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
