import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {readSchedule} from '../schedule/schedule';
import {checkActions} from './actions';
import {isDomainGlob, isTopLevelDomain, suggestDomain} from './domain';
import {checkFormats, warnOfName} from './formats';
import {itemsOf, type RuleSink, shorten} from './sink';

/** Checks the options for scraping pages: what Firecrawl never runs, lists of domains, and choices that defeat a monitor. */
export function checkScrapeOptions(body: JsonObject, sink: RuleSink): void {
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    const options = member(target, 'scrapeOptions');
    if (!isObject(options) || member(target, 'type') === 'search') continue;
    const path = ['targets', index, 'scrapeOptions'];
    checkTimes(options, path, sink);
    checkCache(options, path, member(body, 'schedule'), sink);
    checkFormats(itemsOf(member(options, 'formats')), path, sink);
    checkActions(options, path, sink);
    checkHeaders(member(options, 'headers'), path, sink);
    checkCountry(member(member(options, 'location'), 'country'), path, sink);
    const threats = member(options, 'threatProtection');
    if (threats !== undefined) checkThreatLists(threats, [...path, 'threatProtection'], sink);
  }
}

const LONGEST_WAIT = 60_000;

function checkTimes(options: JsonObject, path: Path, sink: RuleSink): void {
  const wait = member(options, 'waitFor');
  const timeout = member(options, 'timeout');
  // Only a timeout that is given is compared with.
  const most = typeof timeout === 'number' ? Math.min(LONGEST_WAIT, Math.floor(timeout / 2)) : LONGEST_WAIT;
  if (typeof wait === 'number' && (wait > most || wait < 0)) {
    const limit = most < LONGEST_WAIT ? `half of the timeout (${most})` : String(LONGEST_WAIT);
    sink.warn({
      code: 'service/wait-for',
      path: [...path, 'waitFor'],
      message: `"waitFor" (${wait}) must be 0 to ${limit}; otherwise every check fails`,
      hint: `write 0 to ${most}${most < LONGEST_WAIT ? ', or a longer timeout' : ''}`,
    });
  }
  for (const name of ['maxAge', 'minAge'] as const) {
    const age = member(options, name);
    if (typeof age !== 'number' || age >= 0) continue;
    sink.warn({
      code: 'service/negative-age',
      path: [...path, name],
      message: `"${name}" (${age}) must be 0 or more; otherwise every check fails`,
      hint: 'write 0 or more milliseconds',
    });
  }
}

function checkCache(options: JsonObject, path: Path, schedule: JsonValue | undefined, sink: RuleSink): void {
  const lockdown = member(options, 'lockdown') === true;
  if (lockdown) warnOfCacheOnly('lockdown', path, sink);
  if (typeof member(options, 'minAge') === 'number') warnOfCacheOnly('minAge', path, sink);
  const maxAge = member(options, 'maxAge');
  const gap = typeof maxAge === 'number' ? (readSchedule(schedule)?.timing?.shortestGap ?? null) : null;
  if (typeof maxAge === 'number' && gap !== null && maxAge >= gap * 60_000) {
    const message = `"maxAge" ${maxAge} is not shorter than the time between two checks (${gap * 60_000}): both get the same cached copy`;
    sink.warn({code: 'risk/stale-copy', path: [...path, 'maxAge'], message, hint: 'write maxAge: 0 to fetch the page at each check'});
  }
  if (member(options, 'storeInCache') === true && isSensitive(options)) {
    const message = '"storeInCache" has no effect together with headers or actions';
    sink.warn({code: 'risk/store-in-cache', path: [...path, 'storeInCache'], message, hint: 'remove storeInCache'});
  }
  if (lockdown && member(options, 'onlyCleanContent') === true) {
    const message = '"onlyCleanContent" is not supported with "lockdown", which keeps no data';
    sink.warn({code: 'risk/clean-content-lockdown', path: [...path, 'onlyCleanContent'], message, hint: 'remove one of the two'});
  }
}

function warnOfCacheOnly(name: string, path: Path, sink: RuleSink): void {
  const message = `with "${name}" Firecrawl reads only its cache: a page that is not in it fails every check`;
  const hint = `remove ${name}, unless something else fills the cache`;
  sink.warn({code: 'risk/cache-only', path: [...path, name], part: 'key', message, hint});
}

/** Checks for options that make the service keep a page out of its cache. */
function isSensitive(options: JsonObject): boolean {
  return Object.keys(objectOf(member(options, 'headers'))).length > 0 || itemsOf(member(options, 'actions')).length > 0;
}

function checkHeaders(headers: JsonValue | undefined, path: Path, sink: RuleSink): void {
  for (const [name, value] of Object.entries(objectOf(headers))) {
    if (name === 'constructor') warnOfName(name, [...path, 'headers', name], 'every check fails', sink);
    if (typeof value === 'string') continue;
    sink.warn({
      code: 'service/header-value',
      path: [...path, 'headers', name],
      message: `the value of the header "${shorten(name)}" is not text: every check fails`,
      hint: 'put the value in quotes, or remove the header',
    });
  }
}

function checkCountry(country: JsonValue | undefined, path: Path, sink: RuleSink): void {
  // Other forms than two upper-case letters are the schema's.
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country) || isCountry(country)) return;
  sink.error({
    code: 'spec/country',
    path: [...path, 'location', 'country'],
    message: `"${country}" is not a country code of ISO 3166-1`,
    hint: `write ${MISTAKEN_CODES.get(country) ?? 'an assigned code, e.g. US, DE or GB'}`,
  });
}

/** Codes in use that ISO 3166-1 does not assign. */
const MISTAKEN_CODES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

function checkThreatLists(override: JsonValue | undefined, path: Path, sink: RuleSink): void {
  for (const name of ['blacklist', 'whitelist'] as const) {
    for (const [index, domain] of itemsOf(member(override, name)).entries()) {
      if (typeof domain !== 'string') continue;
      if (isDomainGlob(domain)) {
        if (!isThreatDomain(domain)) warnOfThreatList(domain, [...path, name, index], sink);
        continue;
      }
      const message = `"${shorten(domain)}" is not a domain, nor a wildcard of one`;
      const hint = `write ${suggestDomain(domain) ?? 'e.g. acme.example or *.acme.example: no protocol, path or port'}`;
      sink.error({code: 'spec/threat-domain', path: [...path, name, index], message, hint});
    }
  }
  for (const [index, domain] of itemsOf(member(override, 'blockedTlds')).entries()) {
    if (typeof domain !== 'string') continue;
    if (isTopLevelDomain(domain)) {
      if (!/^[a-z0-9]{1,63}$/.test(domain)) warnOfThreatList(domain, [...path, 'blockedTlds', index], sink);
      continue;
    }
    const message = `"${shorten(domain)}" is not a top-level domain in lower case, without a dot before it`;
    sink.error({code: 'spec/threat-tld', path: [...path, 'blockedTlds', index], message, hint: `write ${suggestTld(domain)}`});
  }
}

/** A host name, or `*.` and at least two labels. */
function isThreatDomain(domain: string): boolean {
  const host = domain.replace(/^\*\./, '');
  return host.includes('.') && !host.includes('*');
}

function warnOfThreatList(domain: string, path: Path, sink: RuleSink): void {
  const isTld = path.at(-2) === 'blockedTlds';
  const words = isTld ? 'one label of letters and digits' : 'a host name, or *. and a host name';
  const message = `"${shorten(domain)}" must be ${words}; otherwise every check fails`;
  sink.warn({code: 'service/threat-list', path, message, hint: isTld ? 'write e.g. zip' : 'write e.g. acme.example or *.acme.example'});
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
