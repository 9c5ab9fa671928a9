/** Verdict on a page that was tried; `unknown` where it may have been paid for without an answer. */
export type TryVerdict = 'fine' | 'bad' | 'unknown';

/** Record of the pages that a pull request has tried so far, as its comment keeps it. */
export interface TriedRecord {
  /** Credits, as estimated. */
  readonly spent: number;
  /** By digest of the body that was sent. */
  readonly verdicts: ReadonlyMap<string, TryVerdict>;
}

/** Nothing was tried. */
export const NOTHING_TRIED: TriedRecord = {spent: 0, verdicts: new Map()};

/** The most pages that one pull request tries: each takes room in the comment. */
const MOST_TRIED = 1000;

/** Hexadecimal digits of a digest: 80 bits are enough, since few are compared. */
export const DIGEST_LENGTH = 20;

const MARKS: Readonly<Record<TryVerdict, string>> = {fine: '', bad: '!', unknown: '?'};
const HIDDEN = /^<!-- monitors-tried:1 ([0-9]{1,12})((?: [0-9a-f]{20}[!?]?)*) -->$/;

/** The hidden second line of the comment. Read by {@link readRecord} only. */
export function encodeRecord({spent, verdicts}: TriedRecord): string {
  const words = [...verdicts].map(([digest, verdict]) => `${digest}${MARKS[verdict]}`);
  return `<!-- ${['monitors-tried:1', spent, ...words].join(' ')} -->`;
}

/**
 * Reads what our comments record; null where one of them has no such line: then it is unknown what was spent. Of several comments,
 * which lost answers can leave, all count. Reads the second line only: later ones quote specs.
 */
export function readRecord(comments: readonly string[]): TriedRecord | null {
  let spent = 0;
  const verdicts = new Map<string, TryVerdict>();
  for (const comment of comments) {
    const found = HIDDEN.exec(comment.split(/\r?\n/, 2)[1] ?? '');
    if (found === null) return null;
    spent += Number(found[1]);
    for (const word of (found[2] ?? '').split(' ').filter(part => part !== '')) {
      verdicts.set(word.slice(0, DIGEST_LENGTH), word.endsWith('!') ? 'bad' : word.endsWith('?') ? 'unknown' : 'fine');
    }
  }
  return {spent, verdicts};
}

/** Pages of a pull request: those to try now, those that were tried, and those for which nothing is left. */
export interface ChosenPages<Page> {
  readonly now: readonly Page[];
  readonly before: readonly (Page & {readonly verdict: TryVerdict})[];
  readonly beyond: readonly Page[];
}

/** Chooses what to try, in order: each body once in a pull request, and no more credits than the limit in all. */
export function choosePages<Page extends {readonly digest: string; readonly credits: number}>(
  pages: readonly Page[],
  {spent, verdicts}: TriedRecord,
  limit: number,
): ChosenPages<Page> {
  const now: Page[] = [];
  const before: (Page & {readonly verdict: TryVerdict})[] = [];
  const beyond: Page[] = [];
  const chosen = new Set<string>();
  let left = limit - spent;
  for (const page of pages) {
    const verdict = verdicts.get(page.digest);
    if (chosen.has(page.digest)) continue;
    chosen.add(page.digest);
    if (verdict !== undefined) before.push({...page, verdict});
    else if (page.credits > left || verdicts.size + now.length >= MOST_TRIED) beyond.push(page);
    else {
      now.push(page);
      left -= page.credits;
    }
  }
  return {now, before, beyond};
}

/** The record with these pages paid for, before anybody knows what they come to. */
export function reserve(
  {spent, verdicts}: TriedRecord,
  pages: readonly {readonly digest: string; readonly credits: number}[],
): TriedRecord {
  return {
    spent: pages.reduce((sum, {credits}) => sum + credits, spent),
    verdicts: new Map([...verdicts, ...pages.map(({digest}) => [digest, 'unknown'] as const)]),
  };
}

/** The reserved record once it is known what became of a page; null gives its credits back, and lets it be tried again. */
export function settle(
  {spent, verdicts}: TriedRecord,
  {digest, credits}: {readonly digest: string; readonly credits: number},
  verdict: TryVerdict | null,
): TriedRecord {
  const settled = new Map(verdicts);
  if (verdict === null) settled.delete(digest);
  else settled.set(digest, verdict);
  return {spent: verdict === null ? spent - credits : spent, verdicts: settled};
}
