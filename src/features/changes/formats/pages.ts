import {countOf} from '../../../core/base/words';
import type {PageChangeDocument} from '../document';
import type {TellTime} from './sentences';
import type {Words} from './words';

/** Changes of one page in one group, the newest of each verdict first. */
export type PageChanges = readonly [PageChangeDocument, ...PageChangeDocument[]];

/** Changes of one page that are shown where not all are. */
export const MOST_OF_PAGE = 3;

/** Puts what happened to a page the same way where its first change stands. */
export function groupPages(changes: readonly PageChangeDocument[]): PageChanges[] {
  const pages = new Map<string, [PageChangeDocument, ...PageChangeDocument[]]>();
  for (const change of changes) {
    const name = JSON.stringify([change.group, change.key, change.url, change.status]);
    const known = pages.get(name);
    if (known === undefined) pages.set(name, [change]);
    else known.push(change);
  }
  return [...pages.values()];
}

/** A change that is shown below the name of its page. */
export interface ChangeOfPage {
  readonly change: PageChangeDocument;
  /** Whether it is the first of its page, which names the page. */
  readonly isFirst: boolean;
  /** Changes of the page that are not shown, at its last shown one. */
  readonly older: readonly PageChangeDocument[];
}

/** Orders changes by page, and leaves out all but the newest of each. */
export function placeChanges(changes: readonly PageChangeDocument[], most: number = MOST_OF_PAGE): ChangeOfPage[] {
  return groupPages(changes).flatMap(page => {
    const shown = page.slice(0, most);
    return shown.map((change, index) => ({change, isFirst: index === 0, older: index === shown.length - 1 ? page.slice(most) : []}));
  });
}

/** Counts changes, those that their pages leave out included. */
export function countPlaced(placed: readonly ChangeOfPage[]): number {
  return placed.reduce((sum, {older}) => sum + 1 + older.length, 0);
}

/** Counts what a page leaves out: `36 more changes of this page, since 3 Dec 14:00`; null for none. */
export function olderWords({older}: ChangeOfPage, tell: TellTime): Words | null {
  const since = older.map(({at}) => at).sort()[0];
  return since === undefined ? null : [`... ${countOf(older.length, 'more change')} of this page, since `, ...tell(since)];
}
