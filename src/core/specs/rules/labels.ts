import {isObject, type JsonObject} from '../../json/value';
import {member} from '../../service/member';
import type {RuleSink} from './sink';

const MOST_LABELS = 20;
const LONGEST_VALUE = 200;
const NAME = /^[A-Za-z0-9._/-]{1,63}$/;
/** Characters that no reader sees: control characters, marks of direction, line separators, halves of pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** `sync.labels`: they stand in the state, in commands and in outputs, so they are few, short and plain. */
export function checkLabels(body: JsonObject, sink: RuleSink): void {
  const labels = member(member(body, 'sync'), 'labels');
  if (!isObject(labels)) return;
  const path = ['sync', 'labels'];
  const names = Object.keys(labels);
  if (names.length > MOST_LABELS) {
    const message = `"sync.labels" has ${names.length} labels; the maximum is ${MOST_LABELS}`;
    sink.error({code: 'spec/labels', path, message, hint: 'remove some'});
  }
  for (const name of names) {
    if (!NAME.test(name)) {
      const hint = 'use 1 to 63 letters, digits, ".", "_", "/" and "-"';
      const message = `${JSON.stringify(name)} cannot be the name of a label`;
      sink.error({code: 'spec/labels', path: [...path, name], part: 'key', message, hint});
    }
    const flaw = findValueFlaw(labels[name]);
    if (flaw !== null)
      sink.error({
        code: 'spec/labels',
        path: [...path, name],
        message: `the value of the label ${JSON.stringify(name)} ${flaw.what}`,
        hint: flaw.hint,
      });
  }
}

function findValueFlaw(value: unknown): {readonly what: string; readonly hint: string} | null {
  if (typeof value !== 'string') return null;
  if ([...value].length > LONGEST_VALUE) return {what: `is longer than ${LONGEST_VALUE} characters`, hint: 'shorten it'};
  return UNSEEN.test(value) ? {what: 'has a control character or another that cannot be seen', hint: 'write it without'} : null;
}
