import {assertNever} from '../../base/assert-never';
import type {Path} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {member} from '../../service/member';
import {hasGoal} from '../credits';
import {type AddressFlaw, findAddressFlaw, suggestAddress} from './address';
import {isDomain, suggestDomain} from './domain';
import {itemsOf, type RuleFinding, type RuleSink, shorten} from './sink';

/** Targets: their addresses and ids, the domains of searches, and a goal where a search needs one. */
export function checkTargets(body: JsonObject, sink: RuleSink): void {
  let search: number | null = null;
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    const id = member(target, 'id');
    if (typeof id === 'string' && !isTargetId(id)) reportId(id, ['targets', index, 'id'], sink);
    switch (member(target, 'type')) {
      case 'scrape':
        for (const [at, url] of itemsOf(member(target, 'urls')).entries()) {
          const flaw = typeof url === 'string' ? findAddressFlaw(url) : null;
          if (flaw !== null) reportAddress(flaw, String(url), ['targets', index, 'urls', at], sink);
        }
        break;
      case 'crawl':
        checkStart(member(target, 'url'), index, sink);
        break;
      case 'search':
        search ??= index;
        checkDomains(target, ['targets', index], sink);
        break;
      default:
    }
  }
  if (search !== null && !hasGoal(body) && member(body, 'judgeEnabled') !== false) {
    sink.error({
      code: 'spec/goal-required',
      path: member(body, 'goal') === undefined ? ['targets', search] : ['goal'],
      message: 'a search target needs a goal by which its results are judged',
      hint: 'add e.g. goal: Tell me about new products, or judgeEnabled: false to report every result',
    });
  }
}

/** A UUID of RFC 9562: version 1 to 8, variant 8, 9, a or b. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function isTargetId(id: string): boolean {
  return id.length === 36 && UUID.test(id);
}

function reportId(id: string, path: Path, sink: RuleSink): void {
  const hint = 'leave the id out: one is derived; or write one such as 6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10';
  sink.error({code: 'spec/target-id', path, message: `"${shorten(id)}" is not a UUID of version 1 to 8`, hint});
}

/** The start address of a crawl. */
function checkStart(url: JsonValue | undefined, index: number, sink: RuleSink): void {
  const flaw = typeof url === 'string' ? findAddressFlaw(url) : null;
  if (flaw !== null) reportAddress(flaw, String(url), ['targets', index, 'url'], sink);
}

function reportAddress(flaw: AddressFlaw, url: string, path: Path, sink: RuleSink): void {
  const shown = `"${show(url, path)}"`;
  const meant = hintAt(url, path);
  switch (flaw.kind) {
    case 'user-info':
    case 'host':
    case 'private':
      sink.warn({path, ...wordRefused(flaw, shown, meant)});
      return;
    case 'scheme': {
      const message = `the scheme "${flaw.scheme}" is not supported`;
      sink.error({code: 'spec/url-scheme', path, message, hint: 'watch an address that begins with https:// or http://'});
      return;
    }
    default:
      sink.error({code: 'spec/url', path, ...wordUnsound(flaw, shown, meant)});
  }
}

type RefusedFlaw = Extract<AddressFlaw, {kind: 'user-info' | 'host' | 'private'}>;

/** Words for a sound address that Firecrawl refuses or cannot reach. */
function wordRefused(flaw: RefusedFlaw, shown: string, meant: string | null): Omit<RuleFinding, 'path'> {
  switch (flaw.kind) {
    case 'user-info':
      return {
        code: 'service/url-user-info',
        message: flaw.hasPassword
          ? `${shown} holds a user name and password; Firecrawl refuses that`
          : `${shown} holds a user name; older versions of Firecrawl refuse that`,
        hint: 'remove the part before the @; pages with a login need actions or headers in scrapeOptions',
      };
    case 'host':
      return {
        code: 'service/url-host',
        message: `${shown}: Firecrawl refuses the host, which ${flaw.looks === 'file-name' ? 'looks like a file name' : 'does not look public'}`,
        hint: meant ?? 'write a host with a dot and a top-level domain, such as acme.example, or an IPv4 address',
      };
    case 'private':
      return {
        code: 'risk/private-address',
        message: `${shown} is an address in a private network, which the service cannot reach`,
        hint: 'watch a public address',
      };
    default:
      return assertNever(flaw);
  }
}

/** Words for what is not an address. */
function wordUnsound(flaw: Exclude<AddressFlaw, RefusedFlaw | {kind: 'scheme'}>, shown: string, meant: string | null) {
  switch (flaw.kind) {
    case 'space-around':
      return {message: `${shown} has white space around it`, hint: meant ?? 'remove the white space'};
    case 'no-scheme':
      return {message: `${shown} has no scheme`, hint: meant ?? 'write the whole address, beginning with https://'};
    case 'no-address':
      return {message: `${shown} is not a web address`, hint: meant ?? EXAMPLE};
    case 'characters':
      return {
        message: `${shown} has characters that must be encoded in an address`,
        hint: meant ?? 'encode them: %20 for a space, %25 for %, the xn-- form for a host',
      };
    default:
      return assertNever(flaw);
  }
}

const EXAMPLE = 'write one such as https://acme.example/pricing';

function show(url: string, path: Path): string {
  return shorten(String(maskValue(url.slice(0, 2000), path)));
}

/** Suggests what to write instead, where that is plain and holds nothing that has to be hidden. */
function hintAt(url: string, path: Path): string | null {
  if (/[,;\s]\s*https?:\/\//i.test(url.slice(0, 2000).trim())) return 'write each address as an item of its own';
  const meant = suggestAddress(url);
  return meant !== null && maskValue(meant, path) === meant ? `write ${meant}` : null;
}

function checkDomains(target: JsonValue, path: Path, sink: RuleSink): void {
  for (const name of ['includeDomains', 'excludeDomains'] as const) {
    for (const [index, domain] of itemsOf(member(target, name)).entries()) {
      if (typeof domain !== 'string' || isDomain(domain.trim())) continue;
      const meant = suggestDomain(domain);
      sink.warn({
        code: 'service/domain',
        path: [...path, name, index],
        message: `"${shorten(domain)}": Firecrawl takes bare host names only`,
        hint:
          meant === null
            ? 'write e.g. acme.example: no scheme, port, path or wildcard, other letters than a to z in their xn-- form'
            : `write ${meant}`,
      });
    }
  }
  if (itemsOf(member(target, 'includeDomains')).length === 0 || itemsOf(member(target, 'excludeDomains')).length === 0) return;
  sink.warn({
    code: 'service/include-and-exclude',
    path: [...path, 'excludeDomains'],
    part: 'key',
    message: 'Firecrawl takes either "includeDomains" or "excludeDomains", not both',
    hint: 'keep one of them',
  });
}
