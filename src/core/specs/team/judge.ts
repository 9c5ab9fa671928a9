import {parseUrl} from '../../base/url';
import {countOf} from '../../base/words';
import {describePointer, toPointer} from '../../json/pointer';
import {isObject, type JsonValue} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {member} from '../../service/member';
import type {Key} from '../desired-monitor';
import type {CountedFindings} from '../finding-limit';
import {readSchedule} from '../schedule/schedule';
import type {SpecDocument} from '../spec-document';
import {DocumentFindings, itemsOf, type Spot, shorten} from '../spot';
import type {Effort} from './effort';
import {listSites} from './member-path';
import {type CompiledRule, nameRule, type RuledMember, type RuleSet} from './rule-set';

/** Verdict of the team's rules on one spec. */
interface Verdict extends CountedFindings {
  /** The rules, by their index, in whose credits the spec counts. */
  readonly countsIn: readonly number[];
}

/** Judges a document by the rules that select it. Never throws, never echoes a secret, and ends soon, whatever the rules are. */
export function judgeByTeam(document: SpecDocument, key: Key, {rules, effort}: RuleSet): Verdict {
  const {data} = document;
  const labels = member(member(data, 'sync'), 'labels');
  const findings = new DocumentFindings(document);
  const spec = new RuledSpec(findings.root, effort);
  const countsIn: number[] = [];
  effort.begin(countItems(data));
  effort.grant(key);
  for (const rule of rules) {
    effort.spend(STEPS_A_RULE);
    if (!rule.selects(key, labels)) continue;
    if (rule.limitsCredits) countsIn.push(rule.index);
    for (const required of rule.required) checkRequired(rule, spec.sitesOf(required));
    for (const allowed of rule.allowed) checkAllowed(rule, allowed, spec);
    if (rule.minimumInterval !== null) checkInterval(rule, rule.minimumInterval, findings.root);
    if (!effort.isSpent) continue;
    reportTooMuch(rule, findings.root);
    break;
  }
  return {...findings.list(), countsIn};
}

function countItems(data: JsonValue): number {
  const targets = itemsOf(member(data, 'targets'));
  return targets.reduce((sum: number, target) => sum + itemsOf(member(target, 'urls')).length, targets.length);
}

const STEPS_A_RULE = 10;
const STEPS_A_SITE = 2;
const STEPS_A_WALK = 30;
const STEPS_A_READING = 200;

/** The rules after it were not asked: a spec that nothing judged must not pass. */
function reportTooMuch(rule: CompiledRule, spec: Spot): void {
  const message = `judging this monitor takes too long; ${nameRule(rule)} and those after it were not finished`;
  spec.error('rule/too-much-work', message, 'use fewer rules and globs for the same monitors, and fewer wildcards in a glob');
}

/** A spec, each of whose members is looked up once. */
class RuledSpec {
  readonly #root: Spot;
  readonly #sites = new Map<RuledMember, readonly Spot[]>();
  readonly #readings = new Map<string, readonly string[] | null>();
  readonly effort: Effort;

  constructor(root: Spot, effort: Effort) {
    this.#root = root;
    this.effort = effort;
  }

  sitesOf(ruled: RuledMember): readonly Spot[] {
    const known = this.#sites.get(ruled);
    const sites = known ?? listSites(this.#root, ruled.steps);
    if (known === undefined) this.#sites.set(ruled, sites);
    this.effort.spend(STEPS_A_SITE * sites.length + (known === undefined ? STEPS_A_WALK * (1 + sites.length) : 1));
    return sites;
  }

  readingsOf(text: string): readonly string[] | null {
    const known = this.#readings.get(text);
    if (known !== undefined) return known;
    this.effort.grant(text);
    this.effort.spend(STEPS_A_READING);
    const readings = listReadings(text);
    this.#readings.set(text, readings);
    return readings;
  }
}

function checkRequired(rule: CompiledRule, sites: readonly Spot[]): void {
  for (const site of sites) {
    if (!isMissing(site.value)) continue;
    site.report(rule.severity, 'rule/required', () => ({
      message: `${show(site)} is ${site.value === undefined ? 'missing' : 'empty'}${rule.reason}`,
      hint: `add it; ${nameRule(rule)} of the config file requires it`,
    }));
  }
}

/** Checks whether a value is missing; a blank one counts as missing. */
function isMissing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function checkAllowed(rule: CompiledRule, {member: ruled, globs, matches}: CompiledRule['allowed'][number], spec: RuledSpec): void {
  for (const site of spec.sitesOf(ruled)) {
    const {value} = site;
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    spec.effort.spend(globs.length);
    const text = toText(value);
    if (text !== null && (spec.readingsOf(text)?.some(matches) ?? globs.includes(text.trim()))) continue;
    // Then the globs were not all asked.
    if (spec.effort.isSpent) return;
    site.report(rule.severity, 'rule/not-allowed', () => ({
      message: `${show(site)} is ${text === null ? 'a group of values' : `"${shorten(String(maskValue(text, site.path)))}"`}, which is not allowed${rule.reason}`,
      hint: `allowed by ${nameRule(rule)} of the config file: ${listGlobs(globs)}`,
    }));
  }
}

/** A value as globs see it: an object by its `type`; null for another object. */
function toText(value: JsonValue): string | null {
  const named = isObject(value) ? member(value, 'type') : value;
  return typeof named === 'object' || named === undefined ? null : String(named);
}

/**
 * The forms of a text that globs are compared with. An address is compared as it is requested, so that none reaches another host
 * than the one that it seems to name, as with a backslash in it. Null for one that no request can be made of, such as one with a
 * reference in its host: it is allowed only letter by letter.
 */
function listReadings(text: string): readonly string[] | null {
  const trimmed = text.trim();
  if (!/^https?:/i.test(trimmed)) return [trimmed];
  const href = parseUrl(trimmed)?.href;
  if (href === undefined) return null;
  const decoded = decodeAddress(href);
  return decoded === href ? [href] : [href, decoded];
}

/** An address with other letters than a to z as people write them; slashes and other signs with a meaning stay as they are. */
function decodeAddress(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function listGlobs(globs: readonly string[]): string {
  const shown = globs.slice(0, MOST_SHOWN).map(shorten).join(', ');
  return globs.length > MOST_SHOWN ? `${shown} and ${globs.length - MOST_SHOWN} more` : shown;
}

const MOST_SHOWN = 3;

function checkInterval(rule: CompiledRule, minimum: number, spec: Spot): void {
  const schedule = spec.at('schedule');
  const facts = readSchedule(schedule.value);
  // A schedule that is missing, or has both forms, is a fault of the shape. What can't be read has an error of its own.
  if (facts === null || isFault(facts.reading)) return;
  const gap = facts.timing === null ? null : (facts.timing.shortestGap ?? Number.POSITIVE_INFINITY);
  if (gap !== null && gap >= minimum) return;
  schedule.at(facts.reading.kind).report(rule.severity, 'rule/interval', () => ({
    message: `${gap === null ? 'the time between checks is unknown' : `checks are ${wordMinutes(gap)} apart`}, but must be at least ${wordMinutes(minimum)}${rule.reason}`,
    hint: `check less often; ${nameRule(rule)} of the config file has the limit`,
  }));
}

function isFault(reading: NonNullable<ReturnType<typeof readSchedule>>['reading']): boolean {
  if (reading.kind === 'cron') return reading.cron.kind === 'field' || reading.cron.kind === 'field-count';
  return reading.text.kind === 'unknown' || reading.text.kind === 'wrong-number' || reading.text.kind === 'too-frequent';
}

function wordMinutes(minutes: number): string {
  const [unit, size] = minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
  return countOf(minutes / Number(size), String(unit));
}

function show({path}: Spot): string {
  return `"${shorten(describePointer(toPointer(path)))}"`;
}
