import {listFirst} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {BlockedChange, BlockedReason, UnresolvedChange} from '../../core/plan/change';
import type {HeldChange} from '../../core/plan/change-facts';
import type {Key} from '../../core/specs/desired-monitor';

/** Why a change is not made, and what to do: `message` names the key, `waysOut` are edits and commands, best first. */
export interface Explanation {
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly waysOut: readonly string[];
}

/** The part of a reason that differs, if the rest is given once for all changes. */
export interface BriefExplanation {
  readonly words: string;
  /** A command that goes on from there, if the advice for all of them is not plain enough to be pasted. */
  readonly command?: string;
}

/** The environment of the plan, and command lines of this tool for it. */
export interface ReasonPlace {
  readonly environment: string;
  readonly command: (words: string, keys: readonly Key[], flags?: string) => string;
}

/** Numbers of changes with one reason, as texts, and of the monitors that they are about: a rename holds two changes. */
export interface ReasonCount {
  readonly changes: string;
  readonly monitors: string;
}

/** All that is said of one kind of reason. */
export interface HeldReason<Held extends HeldChange> {
  readonly code: Diagnostic['code'];
  /** Tells what changes must share, besides the kind, to be explained together. Default: nothing. */
  readonly topic?: (change: Held) => string;
  /** The same change with KEY, OLD, NEW and ID for what is its own. Default: its key is KEY. */
  readonly withPlaceholders?: (change: Held) => Held;
  /** For one change. */
  readonly one: (change: Held, place: ReasonPlace) => Omit<Explanation, 'code'>;
  /** One sentence about all of them. */
  readonly many: (change: Held, count: ReasonCount, all: readonly Held[]) => string;
  /** The part that the sentence about all leaves out; null where nothing is left. Default: nothing is. */
  readonly brief?: (change: Held, place: ReasonPlace, isOneRename: boolean) => BriefExplanation | null;
}

/** Changes that one kind of reason holds. */
export type HeldBy<Kind extends BlockedReason['kind']> = BlockedChange & {readonly reason: Extract<BlockedReason, {kind: Kind}>};

/** All kinds. */
export type HeldReasons = {readonly [Kind in BlockedReason['kind']]: HeldReason<HeldBy<Kind>>} & {
  readonly unresolved: HeldReason<UnresolvedChange>;
};

/** Target ids in a sentence. */
export function describeIds(ids: readonly string[]): string {
  return `the target id${ids.length === 1 ? '' : 's'} ${listFirst(ids)}`;
}
