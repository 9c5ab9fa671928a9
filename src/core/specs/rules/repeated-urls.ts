import {describePointer, type Path, toPointer} from '../../json/pointer';
import {maskValue} from '../../secrets/masking';
import type {CountedFindings} from '../finding-limit';
import type {SpecDocument} from '../spec-document';
import {DocumentFindings, shorten} from '../spot';
import {listPages} from '../watched-pages';

/**
 * Finds pages that one monitor scrapes twice: each is paid for, and the same text twice in one target makes every check fail. One warning
 * of a kind: a list that was pasted twice repeats each.
 */
export function findRepeatedUrls(document: SpecDocument): CountedFindings {
  const findings = new DocumentFindings(document);
  const seen = new Map<string, Path>();
  const seenInTarget = new Map<string, Path>();
  const paid: Repetition[] = [];
  const failing: Repetition[] = [];
  for (const {name, path, url, isPage} of listPages(document.data)) {
    if (!isPage) continue;
    // Only the same text is surely the same page to the service.
    const text = `${path[1]} ${url.trim()}`;
    const sameText = seenInTarget.get(text);
    const first = seen.get(name);
    if (sameText !== undefined) failing.push({path, first: sameText, url});
    else if (first !== undefined) paid.push({path, first, url});
    if (sameText === undefined) seenInTarget.set(text, path);
    if (first === undefined) seen.set(name, path);
  }
  const [fails] = failing;
  if (fails !== undefined) {
    const message = `${describe(fails)}, in the same target: every check fails`;
    findings.root.to(fails.path).warn('service/repeated-url', message, 'remove one of them');
  }
  const [pays] = paid;
  if (pays !== undefined) {
    const more = paid.length === 1 ? '' : ` (and ${paid.length - 1} more like it)`;
    const message = `${describe(pays)}${more}: each check pays for it twice`;
    findings.root.to(pays.path).warn('risk/repeated-url', message, 'remove one of them');
  }
  return findings.list();
}

/** A page, and where the monitor names it first. */
interface Repetition {
  readonly path: Path;
  readonly first: Path;
  readonly url: string;
}

function describe({path, first, url}: Repetition): string {
  return `${shorten(String(maskValue(url, path)))} is also "${describePointer(toPointer(first))}"`;
}
