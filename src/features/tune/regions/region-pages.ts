import {parseUrl} from '../../../core/base/url';
import {UserError} from '../../../core/diagnostics/user-error';
import {isObject, type JsonObject} from '../../../core/json/value';
import {listReferenceNames} from '../../../core/secrets/references';
import {member} from '../../../core/service/member';
import {estimatePage} from '../../../core/specs/credits';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import type {Project} from '../../../project/project';
import {findPullRequest} from '../../../project/pull-request';
import {listTrialPages, type TrialPage} from '../../try/try-plan';
import type {TunedMonitor} from '../assemble';
import type {NoisyLineDocument} from '../document';

/** A page with noisy lines that is to be fetched. */
export interface RegionPage {
  readonly monitor: TunedMonitor;
  readonly page: TrialPage;
  /** The number of its target in the spec, from 0. */
  readonly target: number;
  readonly lines: readonly NoisyLineDocument[];
}

/** Pages to fetch, each twice, and their cost. */
export interface RegionPlan {
  readonly pages: readonly RegionPage[];
  /** Addresses of pages with noisy lines that are not fetched, by monitor. */
  readonly leftOut: ReadonlyMap<TunedMonitor, readonly string[]>;
  readonly credits: number;
  /** Costs that the pages themselves decide, in words, sorted. */
  readonly notIncluded: readonly string[];
}

/** Throws `UserError` in a pull request, whose author chooses what is fetched. */
export function refuseToFetch({env}: Pick<Project, 'env'>): void {
  const variable = findPullRequest(env);
  if (variable !== null) {
    throw new UserError(
      'tune/pull-request',
      `nothing is fetched in a pull or merge request (${variable} is set): its author chooses what is paid for`,
      'leave out --fetch, or run it after the merge or on your machine',
    );
  }
}

/**
 * Chooses the pages of noisy lines that can be fetched: the only address of their target, with nothing in their options that acts, is
 * secret or belongs to a person. Throws `UserError` in a pull request.
 */
export function planRegions(project: Pick<Project, 'env'>, monitors: readonly TunedMonitor[]): RegionPlan {
  refuseToFetch(project);
  const pages: RegionPage[] = [];
  const leftOut = new Map<TunedMonitor, readonly string[]>();
  for (const monitor of monitors) {
    if (!monitor.proposals.some(({document}) => document.kind === 'lines')) continue;
    const found = listRegionPages(monitor);
    pages.push(...found.pages);
    if (found.leftOut.length > 0) leftOut.set(monitor, found.leftOut);
  }
  const estimates = pages.map(({page}) => estimatePage(page.options, page.shownUrl));
  return {
    pages,
    leftOut,
    credits: 2 * estimates.reduce((sum, {credits}) => sum + credits, 0),
    notIncluded: [...new Set(estimates.flatMap(({notIncluded}) => notIncluded))].sort(),
  };
}

function listRegionPages(monitor: TunedMonitor): {readonly pages: readonly RegionPage[]; readonly leftOut: readonly string[]} {
  const {spec, document} = monitor;
  const lines = document.lines.filter(({kind}) => kind !== 'order');
  const addresses = [...new Set(lines.map(({url}) => url))];
  const all = spec === null ? [] : listTrialPages(spec);
  const pages = addresses.flatMap(address => {
    const same = all.filter(({shownUrl}) => nameOf(shownUrl) === nameOf(address));
    const [page] = same;
    if (spec === null || page === undefined || same.length > 1 || !canFetch(spec, page)) return [];
    return [{monitor, page, target: page.target, lines: lines.filter(({url}) => url === address)}];
  });
  const fetched = new Set(pages.flatMap(({lines: [line]}) => line?.url ?? []));
  return {pages, leftOut: addresses.filter(address => !fetched.has(address))};
}

function nameOf(url: string): string {
  return parseUrl(url)?.href ?? url;
}

/** Options with which a page is not what anyone would get, or which the fetch itself would use up. */
const KEPT_AWAY = ['headers', 'actions', 'profile'] as const;

function canFetch(spec: DesiredMonitor, {target: number, isStart, options}: TrialPage): boolean {
  const target = targetAt(spec.body(), number);
  const urls = member(target, 'urls');
  if (isStart || target === null || !Array.isArray(urls) || urls.length !== 1) return false;
  const isCached = member(options, 'lockdown') === true || typeof member(options, 'minAge') === 'number';
  if (isCached || KEPT_AWAY.some(name => member(options, name) !== undefined)) return false;
  return readsMarkdown(options) && listReferenceNames({targets: [target]}).length === 0;
}

/** Lines are of the markdown: the default, or one of the formats. */
function readsMarkdown(options: JsonObject): boolean {
  const formats = member(options, 'formats');
  if (formats === undefined) return true;
  return Array.isArray(formats) && formats.some(format => format === 'markdown' || member(format, 'type') === 'markdown');
}

/** A target of a body; null where there is none. */
export function targetAt(body: JsonObject, number: number): JsonObject | null {
  const targets = member(body, 'targets');
  const target = Array.isArray(targets) ? targets[number] : undefined;
  return isObject(target) ? target : null;
}
