import {addToGroup} from '../../../core/base/grouping';
import type {TextTurn} from './rotation';
import {FEW} from './tallied';

/** A change of a place, with its lines as numbers. */
interface LinesOfChange {
  readonly check: number;
  readonly turn: TextTurn;
  /** The lines that came, in the order of the turn. */
  readonly texts: readonly string[];
  readonly isPriced?: boolean;
  readonly isState?: boolean;
}

/** Lines that come and go at the same checks, whatever changes beside them. */
interface ToggledLines {
  readonly turns: ReadonlyMap<number, TextTurn>;
  readonly texts: ReadonlyMap<string, number>;
  readonly lines: ReadonlySet<number>;
}

/** Finds the lines of a page that come and go in turn, at `least` checks. None beside which a state or a price changed, too: what these tell matters. */
export function listToggledLines(changes: readonly LinesOfChange[], least: number): ToggledLines[] {
  const texts = new Map(changes.flatMap(({turn, texts: came}) => turn.after.map((line, index) => [line, came[index]] as const)));
  const groups = new Map<string, number[]>();
  for (const [line, {net, telling}] of countByCheck(changes)) {
    const at = [...net].filter(([, change]) => change !== 0).sort(([one], [other]) => other - one);
    // A line of which the page has several comes twice in a row, or comes and goes at once.
    const isInTurn = at.every(([, change], index) => Math.abs(change) === 1 && change !== at[index - 1]?.[1]);
    if (!isInTurn || at.length < least || telling > FEW * at.length || texts.get(line) === undefined) continue;
    addToGroup(groups, at.map(([check]) => check).join(), line);
  }
  return [...groups.values()].map(lines => gather(changes, new Set(lines), texts));
}

/** Lines of a page with how many more of them came than went at each check, and how many changes told a state or a price. */
function countByCheck(changes: readonly LinesOfChange[]) {
  const lines = new Map<number, {readonly net: Map<number, number>; telling: number}>();
  for (const {check, turn, isPriced, isState} of changes) {
    const add = (line: number, by: number) => {
      const counts = lines.get(line) ?? {net: new Map<number, number>(), telling: 0};
      lines.set(line, counts);
      counts.net.set(check, (counts.net.get(check) ?? 0) + by);
      if (isPriced === true || isState === true) counts.telling++;
    };
    for (const line of turn.before) add(line, -1);
    for (const line of turn.after) add(line, 1);
  }
  return lines;
}

function gather(
  changes: readonly LinesOfChange[],
  lines: ReadonlySet<number>,
  texts: ReadonlyMap<number, string | undefined>,
): ToggledLines {
  const turns = new Map<number, TextTurn>();
  const seen = new Map<string, number>();
  for (const {check, turn} of changes) {
    const [before, after] = [turn.before, turn.after].map(side => side.filter(line => lines.has(line))) as [number[], number[]];
    if (before.length + after.length === 0) continue;
    const known = turns.get(check) ?? {before: [], after: []};
    turns.set(check, {before: [...known.before, ...before], after: [...known.after, ...after]});
    for (const line of after) {
      const text = texts.get(line) ?? '';
      seen.set(text, Math.min(seen.get(text) ?? check, check));
    }
  }
  return {turns, texts: seen, lines};
}
