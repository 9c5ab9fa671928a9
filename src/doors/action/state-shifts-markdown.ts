import {hashShift, isDangerous, keysOf, type StateShift} from '../../core/state/state-change';
import {codeSpan} from '../../rendering/escape-markdown';
import {sayShift} from '../../rendering/state-shifts';
import {encodeShiftMarks} from './reviewed-plan';

/** The number of dangerous and of other changes that a comment lists. Of the dangerous ones, what it does not list, it does not approve. */
const MOST_SHOWN = {dangerous: 100, harmless: 50};

/** The number of harmless changes that it approves: a fleet that is taken in. */
const MOST_APPROVED = 1000;

/** The top of a comment about the state: a hidden line for the merge, and what reviewers read. Empty where nothing changed. */
interface ShownShifts {
  readonly hidden: readonly string[];
  readonly lines: readonly string[];
}

/** Renders the changes of a state that were made by hand, dangerous ones first. */
export function renderStateShifts(shifts: readonly StateShift[]): ShownShifts {
  if (shifts.length === 0) return {hidden: [], lines: []};
  const dangerous = shifts.filter(isDangerous);
  const harmless = shifts.filter(shift => !isDangerous(shift));
  const shown = [...dangerous.slice(0, MOST_SHOWN.dangerous), ...harmless.slice(0, MOST_APPROVED)];
  const more = (all: readonly StateShift[], most: number, words: string) =>
    all.length > most ? [`> - and ${all.length - most} more${words}`] : [];
  const lines = [
    ...(dangerous.length === 0
      ? []
      : ['> **The state was changed by hand, and no run explains it. Merging this approves:**', ...list(dangerous, MOST_SHOWN.dangerous)]),
    ...more(dangerous, MOST_SHOWN.dangerous, ', which are not approved'),
    ...(dangerous.length > 0 && harmless.length > 0 ? ['>'] : []),
    ...(harmless.length === 0 ? [] : ['> Changed in the state by hand:', ...list(harmless, MOST_SHOWN.harmless)]),
    ...more(harmless, MOST_SHOWN.harmless, ''),
    '',
  ];
  return {hidden: [encodeShiftMarks(shown.map(hashShift))], lines};
}

function list(shifts: readonly StateShift[], most: number): string[] {
  return shifts.slice(0, most).map(shift => {
    const keys = isDangerous(shift) ? keysOf(shift) : [shift.key];
    const named = keys.slice(0, 20).map(codeSpan).join(', ');
    return `> - ${named}${keys.length > 20 ? ` and ${keys.length - 20} more` : ''}${keys.length === 0 ? '' : ': '}${codeSpan(sayShift(shift))}`;
  });
}
