import {writeCommand} from '../core/base/command-line';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import type {HeldChange} from '../core/plan/change-facts';
import {DOUBT_REASONS} from './reasons/doubts';
import type {Explanation, HeldReason, HeldReasons, ReasonPlace} from './reasons/reason';
import {RENAME_REASONS} from './reasons/renames';
import {RULE_REASONS} from './reasons/rules';

/** Every kind of reason that holds a change: a new one is one entry of the table where it belongs. */
const REASONS: HeldReasons = {...RULE_REASONS, ...RENAME_REASONS, ...DOUBT_REASONS};

/** The kind of reason that holds a change. */
export function kindOf(change: HeldChange): keyof HeldReasons {
  return change.action === 'unresolved' ? 'unresolved' : change.reason.kind;
}

/** All that is said of the reason of a change. */
export function reasonOf(change: HeldChange): HeldReason<HeldChange> {
  return REASONS[kindOf(change)] as unknown as HeldReason<HeldChange>;
}

/** Commands name the environment: run in another, they would change its state. */
export function placeOf(environment: string): ReasonPlace {
  return {environment, command: (words, keys, flags) => writeCommand(words, keys, environment, flags)};
}

/** Says why a blocked or unresolved change is not made and how to continue, in words that text, JSON and markdown share. */
export function explainChange(change: HeldChange, environment: string): Explanation {
  const {code, one} = reasonOf(change);
  return {code, ...one(change, placeOf(environment))};
}

/** The same as a finding, for JSON and annotations. */
export function toFinding(change: HeldChange, environment: string): Diagnostic {
  const {code, message, waysOut} = explainChange(change, environment);
  return {code, severity: 'warning', message, hint: waysOut.join('; or ')};
}
