/** A line of a page that changed; `replaced` where one line took the place of one. */
export type ChangedLine =
  | {readonly kind: 'added' | 'removed'; readonly text: string}
  | {readonly kind: 'replaced'; readonly before: readonly LinePiece[]; readonly after: readonly LinePiece[]};

/** A stretch of a line that was replaced. */
export interface LinePiece {
  readonly text: string;
  /** It is not in the other line. */
  readonly isChanged: boolean;
}

/**
 * Reads the changed lines out of a unified diff, without its context. The texts are a page's: not escaped. Of lines after the first
 * `marked` ones, it is not said which words changed.
 */
export function listChangedLines(diff: string, marked = Number.POSITIVE_INFINITY): ChangedLine[] {
  const lines: ChangedLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    lines.push(...joinRun(removed, added, lines.length < marked));
    removed = [];
    added = [];
  };
  for (const row of listHunkRows(diff)) {
    if (row.startsWith('-')) {
      if (added.length > 0) close();
      removed.push(row.slice(1));
    } else if (row.startsWith('+')) added.push(row.slice(1));
    // "\ No newline at end of file" stands between the lines that replaced each other.
    else if (!row.startsWith('\\')) close();
  }
  close();
  return lines;
}

/** The rows of the hunks: only before the first one, `---` and `+++` name files. */
function listHunkRows(diff: string): string[] {
  const rows = diff.split(/\r?\n/);
  const first = rows.findIndex(row => row.startsWith('@@'));
  return first >= 0 ? rows.slice(first) : rows.filter(row => !/^(?:---|\+\+\+) /.test(row));
}

function joinRun(removed: readonly string[], added: readonly string[], isMarked: boolean): ChangedLine[] {
  const [before] = removed;
  const [after] = added;
  if (removed.length === 1 && added.length === 1 && before !== undefined && after !== undefined)
    return [isMarked ? markWords(before, after) : {kind: 'replaced', before: asChanged(before), after: asChanged(after)}];
  return [...removed.map(text => ({kind: 'removed', text}) as const), ...added.map(text => ({kind: 'added', text}) as const)];
}

function asChanged(text: string): LinePiece[] {
  return [{text, isChanged: true}];
}

/** Words of a line that are compared one by one; longer lines only at both ends. */
const MOST_WORDS = 200;

/** Marks the words of two lines that are not in both. */
export function markWords(before: string, after: string): ChangedLine {
  const [old, now] = [splitWords(before), splitWords(after)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const isShort = oldMiddle.length <= MOST_WORDS && newMiddle.length <= MOST_WORDS;
  const kept = isShort ? findCommon(oldMiddle, newMiddle) : {old: new Set<number>(), now: new Set<number>()};
  const piece = (words: readonly string[], middle: ReadonlySet<number>) =>
    joinPieces(words.map((text, at) => ({text, isChanged: at >= start && at < words.length - end && !middle.has(at - start)})));
  return {kind: 'replaced', before: piece(old, kept.old), after: piece(now, kept.now)};
}

/** Words, stretches of white space, and single signs: `$19.00` are four. */
function splitWords(line: string): string[] {
  return line.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s]/gu) ?? [];
}

/** Places of the words that both have in the same order, as many as there are. */
function findCommon(old: readonly string[], now: readonly string[]): {old: ReadonlySet<number>; now: ReadonlySet<number>} {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found = {old: new Set<number>(), now: new Set<number>()};
  for (let i = 0, j = 0; i < old.length && j < now.length; )
    if (old[i] === now[j]) {
      found.old.add(i++);
      found.now.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return found;
}

function joinPieces(words: readonly LinePiece[]): LinePiece[] {
  const pieces: {text: string; isChanged: boolean}[] = [];
  for (const {text, isChanged} of words) {
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({text, isChanged});
  }
  return pieces;
}
