import type {Path} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {checkViewport} from './formats';
import {itemsOf, type RuleSink} from './sink';

const MOST_ACTIONS = 50;
const LONGEST_WAITS = 60_000;

/** The actions of scrape options: how many they are, how long they wait, and what they type into. */
export function checkActions(options: JsonObject, path: Path, sink: RuleSink): void {
  const actions = itemsOf(member(options, 'actions'));
  if (actions.length === 0) return;
  checkAmount(actions, [...path, 'actions'], sink);
  let hasClicked = false;
  for (const [index, action] of actions.entries()) {
    const type = member(action, 'type');
    hasClicked ||= type === 'click';
    if (type === 'screenshot') checkViewport(member(action, 'viewport'), [...path, 'actions', index, 'viewport'], sink);
    if (type !== 'write' || hasClicked) continue;
    const message = 'a "write" types into the focused element, but no "click" before it focuses one';
    sink.warn({
      code: 'risk/write-without-click',
      path: [...path, 'actions', index],
      message,
      hint: 'add {type: click, selector: ...} before it',
    });
  }
}

function checkAmount(actions: readonly JsonValue[], path: Path, sink: RuleSink): void {
  if (actions.length > MOST_ACTIONS) {
    const message = `${actions.length} actions; with more than ${MOST_ACTIONS} every check fails`;
    sink.warn({code: 'service/actions', path, message, hint: 'remove some, or do several in one executeJavascript'});
  }
  const waits = actions.reduce((sum: number, action) => sum + waitOf(action), 0);
  const all = waits + SELECTOR_WAIT * actions.filter(isSelectorWait).length;
  if (all <= LONGEST_WAITS) return;
  const counted = all > waits ? ', each wait for a selector counted as 1000' : '';
  sink.warn({
    code: waits > LONGEST_WAITS ? 'service/actions' : 'service/selector-waits',
    path,
    message: `the actions wait ${all} milliseconds in all${counted}; above ${LONGEST_WAITS} every check fails`,
    hint: waits > LONGEST_WAITS ? 'wait less, or for a selector' : 'wait less',
  });
}

/** Milliseconds that a wait for a selector counts. */
const SELECTOR_WAIT = 1000;

function isSelectorWait(action: JsonValue): boolean {
  return member(action, 'type') === 'wait' && member(action, 'selector') !== undefined;
}

function waitOf(action: JsonValue): number {
  const milliseconds = member(action, 'milliseconds');
  return member(action, 'type') === 'wait' && typeof milliseconds === 'number' ? milliseconds : 0;
}
