import {sha256} from '../../core/json/canonical';
import type {StateVersion} from '../../core/state/state';

/** The state of a server as a plan saw it, as the comment with this plan records it. Marks stand for lineage and checksum. */
export interface SeenState {
  readonly serial: number;
  readonly lineage: string;
  readonly checksum: string;
  /** The commit that had been applied last; null where the state named none. */
  readonly commit: string | null;
}

/** Hexadecimal digits of a mark. */
const MARK_LENGTH = 20;

const MARK = `[0-9a-f]{${MARK_LENGTH}}`;
const HIDDEN = new RegExp(`^<!-- monitors-state-seen:1 ([0-9]{1,15}) (${MARK}) (${MARK})(?: ([0-9a-f]{40}|[0-9a-f]{64}))? -->$`);

/** The hidden third line of a comment whose plan was made from a state on a server. */
export function encodeSeenState({serial, lineage, checksum}: StateVersion, commit: string | undefined): string {
  const words = [serial, markOf(lineage), markOf(checksum), ...(commit === undefined ? [] : [commit])];
  return `<!-- monitors-state-seen:1 ${words.join(' ')} -->`;
}

/** Reads the state that a comment's plan was made from; null where the comment does not say it. Later lines quote specs and do not count. */
export function parseSeenState(comment: string): SeenState | null {
  const found = HIDDEN.exec(comment.split(/\r?\n/, 3)[2] ?? '');
  if (found === null) return null;
  const [, serial = '', lineage = '', checksum = '', commit = null] = found;
  return {serial: Number(serial), lineage, checksum, commit};
}

/** Whether the server has an older state than the seen one, or another one with its serial. Null is a server that has none. */
export function wasSetBack(seen: SeenState, now: StateVersion | null): boolean {
  if (now === null) return true;
  if (seen.lineage !== markOf(now.lineage)) return false;
  return seen.serial > now.serial || (seen.serial === now.serial && seen.checksum !== markOf(now.checksum));
}

function markOf(text: string): string {
  return sha256(text).slice(0, MARK_LENGTH);
}
