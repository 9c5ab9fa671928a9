import {EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import {refuseHiddenBreak} from './ambiguities';
import type {NodeContext} from './findings';
import {readPlainScalar} from './ordinary';
import {findEventStart, findScalarStart} from './places';
import {checkDecodedText} from './text';

/** Place of a member name: from offset `start` up to `end`. */
interface NamePlace {
  readonly start: number;
  readonly end: number;
}

/** Reads a member name, which must be text in every reading; anything else becomes a finding. */
export function readName(event: ScalarEvent, start: number, end: number, context: NodeContext): string {
  const {text, findings} = context;
  const name = event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
  if (name.length > LONGEST_NAME) return refuseLength(name, {start, end}, context);
  if (event.style === SCALAR_STYLE.PLAIN) checkPlainName(event, name, start, end, context);
  else if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) {
    refuseHiddenBreak(text, event, context.findings);
    checkDecodedText(name, {start, end, path: context.path()}, findings);
  }
  if (name === '__proto__') {
    findings.add({
      code: 'yaml/forbidden-name',
      message: 'a member must not be named "__proto__"',
      hint: 'choose another name',
      start,
      end,
      path: [...context.path(), name],
    });
  }
  return name;
}

/**
 * YAML lets a name go on for 1,024 characters before its colon (chapter 7.4). Longer ones would stand in the place of every
 * finding below them.
 */
const LONGEST_NAME = 1024;

/** Says that a name is too long, and gives the beginning of it to go by. */
function refuseLength(name: string, place: NamePlace, context: NodeContext): string {
  refuseName(
    context,
    place,
    `a member name has ${name.length} characters; the maximum is ${LONGEST_NAME}`,
    'give the member a shorter name',
  );
  return name.slice(0, SHOWN_NAME);
}

const SHOWN_NAME = 60;

function checkPlainName(event: ScalarEvent, name: string, start: number, end: number, context: NodeContext): void {
  if (event.valueStart !== -1 && name !== '<<' && typeof readPlainScalar(name) === 'string') return;
  const place = {start, end};
  if (event.valueStart === -1) refuseName(context, place, 'a member has no name');
  else if (name === '<<') {
    context.findings.add({
      code: 'yaml/merge-key',
      message: 'merge keys ("<<") are not allowed',
      hint: 'write the members out, or refer to the whole value with an alias, as in `webhook: *defaults`',
      ...place,
      path: context.path(),
    });
  } else {
    refuseName(context, place, `the member name ${name} is not text`, `put it in quotes: "${name}"`);
  }
}

/** Adds a finding for what stands where a member name is expected. */
export function refuseName(
  {findings, path}: NodeContext,
  place: NamePlace,
  message: string,
  hint = 'give the member a name, in quotes if need be',
): void {
  findings.add({code: 'yaml/member-name', message, hint, ...place, path: path()});
}

/** Says where a member of that name was given before. `opened` is the event of their mapping, `at` that of this name. */
export function refuseDuplicate(name: string, place: NamePlace, opened: number, at: number, context: NodeContext): void {
  const {text, events, findings} = context;
  // Looking for the first one takes time, and beyond the cap it is not shown.
  const first = findings.isFull ? 0 : findings.lineOf(findName(name, text, events, opened, at));
  const second = findings.lineOf(place.start);
  const where = first === second ? `twice in line ${first}` : `in line ${first} and again in line ${second}`;
  findings.add({
    code: 'yaml/duplicate-member',
    message: `the member "${name}" is given ${where}`,
    hint: 'keep one of them',
    ...place,
    path: [...context.path(), name],
  });
}

/** Offset of the first member of that name: looked up only when there is a second one. */
function findName(name: string, text: string, events: readonly Event[], opened: number, until: number): number {
  let depth = 0;
  let isName = true;
  for (let at = opened + 1; at < until; at++) {
    const event = events[at] as Event;
    if (event.type === EVENT_ID.POP) depth--;
    if (depth === 0 && event.type === EVENT_ID.SCALAR && isName && getScalarValue(text, event) === name) return findScalarStart(event);
    if (depth === 0) isName = !isName;
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      if (depth === 0) isName = !isName;
      depth++;
    }
  }
  // A member whose name was refused goes by the empty name.
  return findEventStart(events[opened] as Event) ?? 0;
}
