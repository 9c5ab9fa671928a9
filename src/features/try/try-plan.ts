import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {hasWildcard} from '../../core/base/glob';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {isInside} from '../../core/files/paths';
import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {maskDocumented} from '../../core/secrets/masking';
import {listReferenceNames, resolveReferences} from '../../core/secrets/references';
import {member} from '../../core/service/member';
import {estimatePage} from '../../core/specs/credits';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {listPages} from '../../core/specs/watched-pages';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import type {Project} from '../../project/project';

/** Request of `monitors try`. */
export interface TryRequest {
  /** Files, directories, keys and globs over keys. */
  readonly names: readonly string[];
  readonly exclude: readonly string[] | undefined;
  readonly labels: readonly string[] | undefined;
  /** Fetch once, or twice to find what differs. */
  readonly fetches: 'once' | 'twice';
  /** Whether the first fetch may be a cached copy, as in a check, or is made now. */
  readonly first: 'cached' | 'now';
}

/** One page to try. */
export interface TrialPage {
  readonly key: string;
  /** As people read it: secrets masked. */
  readonly shownUrl: string;
  /** The start page stands for the pages of a crawl. */
  readonly isStart: boolean;
  readonly expectedStatus: number | null;
  /** The number of its target in the spec, from 0. */
  readonly target: number;
  /** The options of the spec, references not resolved. */
  readonly options: JsonObject;
  /** The address and the options that are sent, with references resolved by `lookup`. */
  readonly resolve: (lookup: (name: string) => string) => {readonly url: string; readonly options: JsonObject};
}

/** Pages to fetch, and their cost. */
export interface Trial {
  readonly pages: readonly TrialPage[];
  /** Keys of monitors with searches, which can't be tried. */
  readonly searches: readonly string[];
  readonly fetches: number;
  readonly credits: number;
  /** Costs that the pages themselves decide, in words, sorted. */
  readonly notIncluded: readonly string[];
  /** A glob, a label, a directory or several names chose it. */
  readonly isBroad: boolean;
  /** The environment names that the pages' options refer to. */
  readonly references: readonly string[];
  readonly request: TryRequest;
}

/** Plan of a trial, or the findings that stand in the way. */
type TryPlan = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | {readonly kind: 'planned'; readonly trial: Trial};

/** Reads the specs and finds the pages to try; needs no state and no network. Throws `UserError`. */
export async function planTry(project: Project, request: TryRequest): Promise<TryPlan> {
  await project.refusePlace();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const {monitors, elsewhere} = workspace.checked;
  const {exclude, labels, names} = request;
  const only = names.flatMap(name => keysOf(name, monitors, project));
  const keys = chooseKeys({only, exclude, labels}, {desired: monitors, elsewhere, state: null, unresolved: []}, project.nameOption);
  const chosen = monitors.filter(({key}) => keys?.has(key) !== false);
  return {kind: 'planned', trial: toTrial(chosen, request)};
}

/** A name that is no key may be the path of a spec, or of a directory of specs. */
function keysOf(name: string, monitors: readonly DesiredMonitor[], {cwd, settings}: Project): readonly string[] {
  const path = resolve(cwd, name);
  if (name === '' || monitors.some(({key}) => key === name) || !existsSync(path)) return [name];
  const found = monitors.filter(({specPath}) => isInside(path, resolve(settings.specsDirectory, specPath)));
  if (found.length > 0) return found.map(({key}) => key);
  throw new UserError(
    'config/not-a-spec',
    `"${name}" is not a spec file or a directory of specs`,
    'give a spec, a key or a glob over keys',
  );
}

function toTrial(monitors: readonly DesiredMonitor[], request: TryRequest): Trial {
  const pages = monitors.flatMap(listTrialPages);
  const searches = monitors.filter(monitor => targetsOf(monitor).some(target => member(target, 'type') === 'search')).map(({key}) => key);
  if (pages.length === 0) {
    throw new UserError(
      'config/nothing-chosen',
      'none of the chosen monitors has a page to try: a search has no cheap try',
      'choose a monitor with a scrape or crawl target; "monitors run" starts a whole check of a search',
    );
  }
  refuseCacheOnly(pages, request);
  const times = request.fetches === 'twice' ? 2 : 1;
  const estimates = pages.map(({options, shownUrl}) => estimatePage(options, shownUrl));
  return {
    pages,
    searches,
    fetches: pages.length * times,
    credits: estimates.reduce((sum, {credits}) => sum + credits, 0) * times,
    notIncluded: [...new Set(estimates.flatMap(({notIncluded}) => notIncluded))].sort(),
    isBroad: monitors.length > 1 || request.names.length > 1 || request.names.some(hasWildcard) || (request.labels ?? []).length > 0,
    references: [...new Set(monitors.flatMap(listTrialBodies).flatMap(listReferenceNames))].sort(),
    request,
  };
}

/** A page that only the cache answers can't be fetched now. */
function refuseCacheOnly(pages: readonly TrialPage[], {fetches, first}: TryRequest): void {
  if (fetches === 'once' && first === 'cached') return;
  for (const {key, options} of pages) {
    const option = member(options, 'lockdown') === true ? 'lockdown' : typeof member(options, 'minAge') === 'number' ? 'minAge' : null;
    if (option === null) continue;
    throw new UserError(
      'page/cache-only',
      `"${key}" sets \`${option}\`: the service never fetches its pages, it only looks for copies`,
      fetches === 'twice'
        ? 'leave out --twice and use --cached, or exclude the monitor'
        : 'use --cached to try a copy as a check would, or exclude the monitor',
    );
  }
}

/** Lists the pages of a monitor, with the options that its checks use. */
export function listTrialPages(monitor: Pick<DesiredMonitor, 'key' | 'body' | 'sync'>): TrialPage[] {
  return listPages(monitor.body()).map(({url, target, path, isPage}) => {
    const found = member(target, 'scrapeOptions');
    const options = isObject(found) ? found : {};
    return {
      key: monitor.key,
      shownUrl: maskDocumented(url.trim(), path),
      isStart: !isPage,
      expectedStatus: monitor.sync.expect?.status ?? null,
      target: Number(path[1]),
      options,
      resolve: lookup => {
        const [resolved] = targetsOf({body: () => resolveReferences(toTrialBody(url, options), lookup)});
        const [sent] = member(resolved, 'urls') as readonly string[];
        return {url: sent as string, options: member(resolved, 'scrapeOptions') as JsonObject};
      },
    };
  });
}

/** A body with this page alone: places of references are known of a monitor. */
function toTrialBody(url: string, scrapeOptions: JsonObject): JsonObject {
  return {targets: [{type: 'scrape', urls: [url.trim()], scrapeOptions}]};
}

function listTrialBodies(monitor: DesiredMonitor): JsonObject[] {
  return listPages(monitor.body()).map(({url, target}) => {
    const options = member(target, 'scrapeOptions');
    return toTrialBody(url, isObject(options) ? options : {});
  });
}

function targetsOf({body}: Pick<DesiredMonitor, 'body'>): readonly JsonValue[] {
  const targets = member(body(), 'targets');
  return Array.isArray(targets) ? targets : [];
}
