import {describePointer, type Path, toPointer} from '../../json/pointer';
import {maskValue} from '../../secrets/masking';
import type {SpecDocument} from '../desired-monitor';
import type {CountedFindings} from '../finding-limit';
import {listPages, type WatchedPage} from '../watched-pages';
import {RuleSink, shorten} from './sink';

/** Finds pages that one monitor scrapes twice: each is paid for. One warning for all: a list that was pasted twice repeats each. */
export function findRepeatedUrls(document: SpecDocument): CountedFindings {
  const sink = new RuleSink(document);
  const seen = new Map<string, Path>();
  const repeated: {readonly path: Path; readonly first: Path; readonly url: string}[] = [];
  for (const {name, path, url, isPage} of listPages(document.data)) {
    if (!isPage) continue;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, path);
    else repeated.push({path, first, url});
  }
  if (warnOfTarget(listPages(document.data), sink)) return sink.list();
  const [one, ...others] = repeated;
  if (one === undefined) return sink.list();
  const {path, first, url} = one;
  const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
  sink.warn({
    code: 'risk/repeated-url',
    path,
    message: `${shorten(String(maskValue(url, path)))} is also "${describePointer(toPointer(first))}"${more}: each check pays for it twice`,
    hint: 'remove one of them',
  });
  return sink.list();
}

/** Warns of the first URL that is in one target twice, and tells whether there is one. Only the same text is surely the same page. */
function warnOfTarget(pages: readonly WatchedPage[], sink: RuleSink): boolean {
  const seen = new Map<string, Path>();
  for (const {path, url, isPage} of pages) {
    if (!isPage) continue;
    const name = `${path[1]} ${url.trim()}`;
    const first = seen.get(name);
    if (first !== undefined) {
      const shown = shorten(String(maskValue(url, path)));
      const message = `${shown} is also "${describePointer(toPointer(first))}", in the same target: every check fails`;
      sink.warn({code: 'service/repeated-url', path, message, hint: 'remove one of them'});
      return true;
    }
    seen.set(name, path);
  }
  return false;
}
