import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {readSchedule} from '../schedule/schedule';
import {itemsOf, type Spot, shorten} from '../spot';
import {isDomainGlob, isTopLevelDomain, suggestDomain} from './domain';
import {checkFormats, checkViewport, warnOfName} from './formats';

/** Checks the options for scraping pages: what Firecrawl never runs, lists of domains, and choices that defeat a monitor. */
export function checkScrapeOptions(options: Spot, schedule: JsonValue | undefined): void {
  checkTimes(options);
  checkCache(options, schedule);
  if (options.read('formats') !== undefined) checkFormats(options.at('formats'));
  if (options.read('actions') !== undefined) checkActions(options.at('actions'));
  if (options.read('headers') !== undefined) checkHeaders(options.at('headers'));
  if (options.read('location') !== undefined) checkCountry(options.at('location').at('country'));
  if (options.read('threatProtection') !== undefined) checkThreatLists(options.at('threatProtection'));
}

const LONGEST_WAIT = 60_000;

function checkTimes(options: Spot): void {
  const wait = options.read('waitFor');
  const timeout = options.read('timeout');
  // Only a timeout that is given is compared with.
  const most = typeof timeout === 'number' ? Math.min(LONGEST_WAIT, Math.floor(timeout / 2)) : LONGEST_WAIT;
  if (typeof wait === 'number' && (wait > most || wait < 0)) {
    const limit = most < LONGEST_WAIT ? `half of the timeout (${most})` : String(LONGEST_WAIT);
    const hint = `write 0 to ${most}${most < LONGEST_WAIT ? ', or a longer timeout' : ''}`;
    options.at('waitFor').warn('service/wait-for', `"waitFor" (${wait}) must be 0 to ${limit}; otherwise every check fails`, hint);
  }
  for (const name of ['maxAge', 'minAge'] as const) {
    const age = options.read(name);
    if (typeof age !== 'number' || age >= 0) continue;
    const message = `"${name}" (${age}) must be 0 or more; otherwise every check fails`;
    options.at(name).warn('service/negative-age', message, 'write 0 or more milliseconds');
  }
}

function checkCache(options: Spot, schedule: JsonValue | undefined): void {
  const lockdown = options.read('lockdown') === true;
  if (lockdown) warnOfCacheOnly(options.at('lockdown'));
  if (typeof options.read('minAge') === 'number') warnOfCacheOnly(options.at('minAge'));
  const maxAge = options.read('maxAge');
  const gap = typeof maxAge === 'number' ? (readSchedule(schedule)?.timing?.shortestGap ?? null) : null;
  if (typeof maxAge === 'number' && gap !== null && maxAge >= gap * 60_000) {
    const message = `"maxAge" ${maxAge} is not shorter than the time between two checks (${gap * 60_000}): both get the same cached copy`;
    options.at('maxAge').warn('risk/stale-copy', message, 'write maxAge: 0 to fetch the page at each check');
  }
  if (options.read('storeInCache') === true && isSensitive(options)) {
    const message = '"storeInCache" has no effect together with headers or actions';
    options.at('storeInCache').warn('risk/store-in-cache', message, 'remove storeInCache');
  }
  if (lockdown && options.read('onlyCleanContent') === true) {
    const message = '"onlyCleanContent" is not supported with "lockdown", which keeps no data';
    options.at('onlyCleanContent').warn('risk/clean-content-lockdown', message, 'remove one of the two');
  }
}

function warnOfCacheOnly(option: Spot): void {
  const message = `with "${option.name}" Firecrawl reads only its cache: a page that is not in it fails every check`;
  option.key.warn('risk/cache-only', message, `remove ${option.name}, unless something else fills the cache`);
}

/** Checks for options that make the service keep a page out of its cache. */
function isSensitive(options: Spot): boolean {
  return Object.keys(objectOf(options.read('headers'))).length > 0 || itemsOf(options.read('actions')).length > 0;
}

const MOST_ACTIONS = 50;
const LONGEST_WAITS = 60_000;
/** Milliseconds that a wait for a selector counts. */
const SELECTOR_WAIT = 1000;

/** Checks how many actions there are, how long they wait, and what they type into. */
function checkActions(actions: Spot): void {
  const list = itemsOf(actions.value);
  if (list.length === 0) return;
  checkAmount(actions, list);
  let hasClicked = false;
  for (const action of actions.items()) {
    const type = action.read('type');
    hasClicked ||= type === 'click';
    if (type === 'screenshot') checkViewport(action.at('viewport'));
    if (type !== 'write' || hasClicked) continue;
    const message = 'a "write" types into the focused element, but no "click" before it focuses one';
    action.warn('risk/write-without-click', message, 'add {type: click, selector: ...} before it');
  }
}

function checkAmount(actions: Spot, list: readonly JsonValue[]): void {
  if (list.length > MOST_ACTIONS) {
    const message = `${list.length} actions; with more than ${MOST_ACTIONS} every check fails`;
    actions.warn('service/actions', message, 'remove some, or do several in one executeJavascript');
  }
  const waits = list.reduce((sum: number, action) => sum + waitOf(action), 0);
  const all = waits + SELECTOR_WAIT * list.filter(isSelectorWait).length;
  if (all <= LONGEST_WAITS) return;
  const counted = all > waits ? ', each wait for a selector counted as 1000' : '';
  const message = `the actions wait ${all} milliseconds in all${counted}; above ${LONGEST_WAITS} every check fails`;
  if (waits > LONGEST_WAITS) actions.warn('service/actions', message, 'wait less, or for a selector');
  else actions.warn('service/selector-waits', message, 'wait less');
}

function isSelectorWait(action: JsonValue): boolean {
  return member(action, 'type') === 'wait' && member(action, 'selector') !== undefined;
}

function waitOf(action: JsonValue): number {
  const milliseconds = member(action, 'milliseconds');
  return member(action, 'type') === 'wait' && typeof milliseconds === 'number' ? milliseconds : 0;
}

function checkHeaders(headers: Spot): void {
  for (const header of headers.members()) {
    if (header.name === 'constructor') warnOfName(header, 'every check fails');
    if (typeof header.value === 'string') continue;
    const message = `the value of the header "${shorten(header.name)}" is not text: every check fails`;
    header.warn('service/header-value', message, 'put the value in quotes, or remove the header');
  }
}

function checkCountry(country: Spot): void {
  const code = country.value;
  // Other forms than two upper-case letters are the schema's.
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code) || isCountry(code)) return;
  const hint = `write ${MISTAKEN_CODES.get(code) ?? 'an assigned code, e.g. US, DE or GB'}`;
  country.error('spec/country', `"${code}" is not a country code of ISO 3166-1`, hint);
}

/** Codes in use that ISO 3166-1 does not assign. */
const MISTAKEN_CODES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

function checkThreatLists(override: Spot): void {
  for (const name of ['blacklist', 'whitelist'] as const) {
    for (const item of override.at(name).items()) {
      const domain = item.value;
      if (typeof domain !== 'string') continue;
      if (!isDomainGlob(domain)) {
        const hint = `write ${suggestDomain(domain) ?? 'e.g. acme.example or *.acme.example: no protocol, path or port'}`;
        item.error('spec/threat-domain', `"${shorten(domain)}" is not a domain, nor a wildcard of one`, hint);
      } else if (!isThreatDomain(domain)) {
        const message = `"${shorten(domain)}" must be a host name, or *. and a host name; otherwise every check fails`;
        item.warn('service/threat-list', message, 'write e.g. acme.example or *.acme.example');
      }
    }
  }
  for (const item of override.at('blockedTlds').items()) {
    const domain = item.value;
    if (typeof domain !== 'string') continue;
    if (!isTopLevelDomain(domain)) {
      const message = `"${shorten(domain)}" is not a top-level domain in lower case, without a dot before it`;
      item.error('spec/threat-tld', message, `write ${suggestTld(domain)}`);
    } else if (!/^[a-z0-9]{1,63}$/.test(domain)) {
      const message = `"${shorten(domain)}" must be one label of letters and digits; otherwise every check fails`;
      item.warn('service/threat-list', message, 'write e.g. zip');
    }
  }
}

/** A host name, or `*.` and at least two labels. */
function isThreatDomain(domain: string): boolean {
  const host = domain.replace(/^\*\./, '');
  return host.includes('.') && !host.includes('*');
}

function suggestTld(text: string): string {
  const plain = text.trim().replace(/^\.+/, '').toLowerCase();
  return isTopLevelDomain(plain) ? plain : 'e.g. zip';
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether a text is an assigned code of ISO 3166-1 alpha-2, in upper case, or XK, which is in use for Kosovo. */
function isCountry(code: string): boolean {
  return code.length === 2 && COUNTRIES.has(code);
}

const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
  ).split(' '),
);
