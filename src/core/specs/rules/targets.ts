import {assertNever} from '../../base/assert-never';
import type {DiagnosticCode} from '../../diagnostics/codes';
import type {JsonObject} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {hasGoal} from '../credits';
import {itemsOf, type Spot, shorten, type Wording} from '../spot';
import {type AddressFlaw, findAddressFlaw, suggestAddress} from './address';
import {isDomain, suggestDomain} from './domain';

/** Targets: their addresses and ids, the domains of searches, and a goal where a search needs one. */
export function checkTargets(spec: Spot, targets: readonly Spot[]): void {
  let search: Spot | null = null;
  for (const target of targets) {
    const id = target.read('id');
    if (typeof id === 'string' && !isTargetId(id)) {
      const hint = 'leave the id out: one is derived; or write one such as 6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10';
      target.at('id').error('spec/target-id', `"${shorten(id)}" is not a UUID of version 1 to 8`, hint);
    }
    switch (target.read('type')) {
      case 'scrape':
        for (const [index, url] of itemsOf(target.read('urls')).entries()) {
          const flaw = typeof url === 'string' ? findAddressFlaw(url) : null;
          if (flaw !== null) reportAddress(flaw, target.at('urls').below(index));
        }
        break;
      case 'crawl': {
        const url = target.read('url');
        const flaw = typeof url === 'string' ? findAddressFlaw(url) : null;
        if (flaw !== null) reportAddress(flaw, target.at('url'));
        break;
      }
      case 'search':
        search ??= target;
        checkDomains(target);
        break;
      default:
    }
  }
  if (search !== null) checkGoal(spec, search);
}

function checkGoal(spec: Spot, search: Spot): void {
  if (hasGoal(spec.value as JsonObject) || spec.read('judgeEnabled') === false) return;
  const words = {
    message: 'a search target needs a goal by which its results are judged',
    hint: 'add e.g. goal: Tell me about new products, or judgeEnabled: false to report every result',
  };
  spec.missing(['goal'], 'spec/goal-required', words, spec.read('goal') === undefined ? search : spec.at('goal'));
}

/** A UUID of RFC 9562: version 1 to 8, variant 8, 9, a or b. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function isTargetId(id: string): boolean {
  return id.length === 36 && UUID.test(id);
}

function reportAddress(flaw: AddressFlaw, spot: Spot): void {
  const shown = `"${show(spot)}"`;
  const meant = hintAt(spot);
  switch (flaw.kind) {
    case 'user-info':
    case 'host':
    case 'private': {
      const {code, message, hint} = wordRefused(flaw, shown, meant);
      spot.warn(code, message, hint);
      return;
    }
    case 'scheme': {
      const message = `the scheme "${flaw.scheme}" is not supported`;
      spot.error('spec/url-scheme', message, 'watch an address that begins with https:// or http://');
      return;
    }
    default: {
      const {message, hint} = wordUnsound(flaw, shown, meant);
      spot.error('spec/url', message, hint);
    }
  }
}

type RefusedFlaw = Extract<AddressFlaw, {kind: 'user-info' | 'host' | 'private'}>;

/** Words for a sound address that Firecrawl refuses or cannot reach. */
function wordRefused(flaw: RefusedFlaw, shown: string, meant: string | null): Wording & {readonly code: DiagnosticCode} {
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

function show({value, path}: Spot): string {
  return shorten(String(maskValue(String(value).slice(0, 2000), path)));
}

/** Suggests what to write instead, where that is plain and holds nothing that has to be hidden. */
function hintAt({value, path}: Spot): string | null {
  const url = String(value);
  if (/[,;\s]\s*https?:\/\//i.test(url.slice(0, 2000).trim())) return 'write each address as an item of its own';
  const meant = suggestAddress(url);
  return meant !== null && maskValue(meant, path) === meant ? `write ${meant}` : null;
}

function checkDomains(target: Spot): void {
  for (const name of ['includeDomains', 'excludeDomains'] as const) {
    for (const item of target.at(name).items()) {
      const domain = item.value;
      if (typeof domain !== 'string' || isDomain(domain.trim())) continue;
      const meant = suggestDomain(domain);
      const hint =
        meant === null
          ? 'write e.g. acme.example: no scheme, port, path or wildcard, other letters than a to z in their xn-- form'
          : `write ${meant}`;
      item.warn('service/domain', `"${shorten(domain)}": Firecrawl takes bare host names only`, hint);
    }
  }
  if (itemsOf(target.read('includeDomains')).length === 0 || itemsOf(target.read('excludeDomains')).length === 0) return;
  const message = 'Firecrawl takes either "includeDomains" or "excludeDomains", not both';
  target.at('excludeDomains').key.warn('service/include-and-exclude', message, 'keep one of them');
}
