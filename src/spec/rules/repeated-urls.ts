import {describePointer, type Path, toPointer} from '../../json/pointer';
import type {JsonObject} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {member} from '../../service/member';
import {itemsOf, type RuleSink, shorten} from './sink';

/** Pages that one monitor scrapes twice: each is paid for. */
export function checkRepeatedUrls(body: JsonObject, sink: RuleSink): void {
  const targets = itemsOf(member(body, 'targets'));
  const [only] = targets;
  if (targets.length === 1 && itemsOf(member(only, 'urls')).length < 2) return;
  const seen = new Map<string, Path>();
  const repeated: {readonly path: Path; readonly first: Path; readonly url: string}[] = [];
  for (const [index, target] of targets.entries()) {
    if (member(target, 'type') !== 'scrape') continue;
    for (const [at, url] of itemsOf(member(target, 'urls')).entries()) {
      if (typeof url !== 'string') continue;
      const path = ['targets', index, 'urls', at];
      const name = nameAddress(url);
      const first = seen.get(name);
      if (first === undefined) seen.set(name, path);
      else repeated.push({path, first, url});
    }
  }
  report(repeated, sink);
}

/** One warning for all: a list that was pasted twice repeats each of its pages. */
function report([one, ...others]: readonly {path: Path; first: Path; url: string}[], sink: RuleSink): void {
  if (one === undefined) return;
  const {path, first, url} = one;
  const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
  sink.warn({
    code: 'risk/repeated-url',
    path,
    message: `${shorten(String(maskValue(url, path)))} is also "${describePointer(toPointer(first))}"${more}: each check pays for it twice`,
    hint: 'remove one of them',
  });
}

/** An address as text that is equal for the usual ways to write the same one. */
export function nameAddress(url: string): string {
  const trimmed = url.trim();
  if (PLAIN.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).href;
}

/** An address that is in its normal form already, as most are; reading it would take longer. */
const PLAIN = /^https?:\/\/(?!.*\/\.)[a-z0-9.-]+\/[\w./?=&-]*$/;
