import {hashJson} from '../json/canonical';
import type {Path} from '../json/pointer';
import {isEqualJson, isObject, type JsonObject, type JsonValue, property, readAmount} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideTexts} from '../secrets/masking';
import {isReferencePlace} from '../secrets/places';
import type {HideText} from '../secrets/redaction';
import {splitReferences} from '../secrets/references';
import {type AnsweredData, readInClear, SECRET_TEXT} from '../secrets/secret';
import {mapLeaves} from '../secrets/walk';
import type {AllowedFields} from '../service/allowed-fields';
import {addUnansweredTo, hasUnknown, isAnsweredWhole, pick} from '../service/answer';
import {member} from '../service/member';
import {findMember} from '../service/table';
import {isSameCron, readSchedule} from '../specs/schedule/schedule';
import {namesTime} from '../specs/schedule/text';
import {listTargetIds, listTargets, matchTargets} from '../specs/targets';
import type {RecordedMonitor} from '../state/state';
import {comparableBody} from './diff';
import {dropUnwrittenFields} from './new-fields';

/** A monitor as the service holds it, without what moves with every check. Holds no secret but in `webhook.metadata`, which is never shown without its record. */
export interface LiveMonitorView {
  readonly id: string;
  readonly name: string;
  /** `active`, `paused`, or whatever else the service says; empty when it says nothing. */
  readonly status: string;
  /** As the service says it; empty when it does not. */
  readonly createdAt: string;
  /** Lower case, in the order of the targets. */
  readonly targetIds: readonly string[];
  readonly estimatedCreditsPerMonth: number | null;
  /** Absent where the service does not say. */
  readonly unchangedPagesFree?: boolean;
  /** The members that a create body can have, as answered; each secret literal as a salted fingerprint. Other texts are in clear: see `hide`. */
  readonly body: JsonObject;
  /** Hides the values of references in what is kept or shown of `body`. */
  readonly hide?: HideText;
}

/** Content of the service, by id. */
export interface LiveView {
  readonly monitors: ReadonlyMap<string, LiveMonitorView>;
}

/** The same monitors with nothing of their bodies hidden: only for comparing. */
export function showInClear({monitors}: LiveView): LiveView {
  return {monitors: new Map([...monitors].map(([id, {hide: _none, ...view}]) => [id, view]))};
}

interface AnsweredMonitor extends AnsweredData {
  readonly hide?: HideText;
}

/**
 * Reads a monitor as list and get answer it (which may hold webhook headers in clear) into what a plan may keep. Null when it has no id.
 * `lineage` salts the fingerprints, as in the state; `fields` are compared besides those of the types.
 */
export function toLiveView(live: AnsweredMonitor, lineage: string, fields: AllowedFields): LiveMonitorView | null {
  const {data: known, hide} = live;
  const read = (name: string) => textOf(property(known, name));
  const id = read('id');
  if (id === '') return null;
  const data = readInClear(live);
  const body = pickBody(data, fields);
  const free = property(data, 'unchangedPagesFree');
  return {
    id,
    name: read('name'),
    status: read('status'),
    createdAt: read('createdAt'),
    targetIds: listTargetIds(known).filter(targetId => targetId !== null),
    ...(hide === undefined ? {} : {hide}),
    estimatedCreditsPerMonth: readAmount(property(known, 'estimatedCreditsPerMonth')),
    ...(typeof free === 'boolean' ? {unchangedPagesFree: free} : {}),
    body: fingerprintBody(escapeReferences(body), lineage),
  };
}

/** Identifies what a live monitor is, but for what moves with every check: equal means that it was not changed meanwhile. */
export function hashLive({id, status, body}: LiveMonitorView): string {
  return hashJson([id, status, comparableBody(body)]);
}

/** The members that a create body can have, or that `fields` allows; what else an answer holds is not ours to compare. */
export function pickBody(data: JsonObject, fields: AllowedFields): JsonObject {
  const {targets, ...body} = pick('MonitorCreateRequest', data, fields.root) as JsonObject;
  return {...body, ...(Array.isArray(targets) ? {targets} : {})};
}

/** Text that looks like a reference is none in an answer: written as a spec would have to write it, it is data. */
function escapeReferences(body: JsonObject): JsonObject {
  return mapLeaves(body, (leaf, path) => {
    if (typeof leaf !== 'string' || !leaf.includes('${')) return leaf;
    return isReferencePlace(path) ? leaf.replaceAll('${', () => '$${') : leaf.replaceAll('${env:', () => '$${env:');
  });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The body that a live one is compared with. */
export interface Writing {
  /** A comparable body (see diff.ts), fingerprinted, targets with their ids: as last sent, or as a spec wants it. */
  readonly written: JsonObject;
  /** Values answered by the service that differ, as the state keeps them; empty when they are not known. */
  readonly observed: JsonObject;
  /** It was just created: then what is a plain scrape's default is filled in, not set by someone. */
  readonly isNew?: true;
  /** Of the live monitor: a recorded text that was hidden equals a live one that it hides to. */
  readonly hide?: HideText | undefined;
}

/**
 * Reads the values observed of a record that also describes another body of the same monitor, such as an update whose
 * answer was lost: only where both write the same did the service make the same of it. `written` is comparable.
 */
export function observedOf({applied, observed}: Pick<RecordedMonitor, 'applied' | 'observed'>, written: JsonObject): JsonObject {
  const then = comparableBody(applied);
  if (isEqualJson(then, written)) return observed;
  const {targets, ...others} = observed;
  const same = keepSameParts(others, then, written);
  // A cron may have been made of words.
  const isSameTime = isEqualJson(member(property(then, 'schedule'), 'text') ?? null, member(property(written, 'schedule'), 'text') ?? null);
  const {cron, ...zone} = isObject(same['schedule']) ? same['schedule'] : {};
  return {
    ...same,
    ...(cron !== undefined && !isSameTime ? {schedule: zone} : {}),
    ...(Array.isArray(targets) ? {targets: targets.flatMap(target => keepSameTarget(target, then, written))} : {}),
  };
}

function keepSameParts(observed: JsonObject, then: JsonValue | undefined, now: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(observed).flatMap(([name, value]): [string, JsonValue][] => {
      const [before, after] = [property(then, name), property(now, name)];
      if (isEqualJson(before ?? null, after ?? null)) return [[name, value]];
      return isObject(value) && isObject(before) && isObject(after) ? [[name, keepSameParts(value, before, after)]] : [];
    }),
  );
}

function keepSameTarget(observed: JsonValue, then: JsonObject, now: JsonObject): JsonObject[] {
  if (!isObject(observed)) return [];
  const {id, ...members} = observed;
  const find = (body: JsonObject) => listTargets(body).find(target => foldId(member(target, 'id')) === foldId(id));
  const [before, after] = [find(then), find(now)];
  return before === undefined || after === undefined ? [] : [{id: id as JsonValue, ...keepSameParts(members, before, after)}];
}

/**
 * A live body in the words of what was written: whatever the service made of it (cron from text, filled-in members,
 * resolved references) is put back, so that what still differs is drift. Members that the service always
 * answers, and did not, are taken as written. The result is comparable.
 */
export function readAsWritten(live: JsonObject, {written, observed, isNew, hide}: Writing): JsonObject {
  const answered = comparableBody(addUnanswered(dropUnwrittenFields(live, written), written));
  const read: Record<string, JsonValue> = {};
  for (const [name, answer] of Object.entries(answered)) {
    const own = {written: property(written, name), observed: property(observed, name), hide};
    const value = readMember(name, answer, isNew === undefined ? own : {...own, isNew});
    if (value !== undefined) read[name] = value;
  }
  return read;
}

/** One member of the body: as written, and as the service answered where that differs. */
interface WrittenMember extends Pick<Writing, 'isNew'> {
  readonly written: JsonValue | undefined;
  readonly observed: JsonValue | undefined;
  readonly hide: HideText | undefined;
}

function readMember(name: string, answered: JsonValue, as: WrittenMember): JsonValue | undefined {
  if (name === 'schedule') return readLiveSchedule(answered, as);
  if (name === 'targets') return readTargets(answered, as);
  return restore(answered, as, [name]);
}

/** Puts back what the service made of a value; undefined for what it filled in by itself. */
function restore(live: JsonValue, {written, observed, ...how}: WrittenMember, path: Path): JsonValue | undefined {
  if ([written, observed].some(kept => kept !== undefined && isAsKept(live, kept, how.hide))) return written;
  if (typeof written === 'string') return isAsReferred(live, written, path) ? written : live;
  if (Array.isArray(live) && Array.isArray(written) && live.length === written.length) {
    return live.map(
      (item: JsonValue, index) =>
        restore(item, {written: written[index] as JsonValue, observed: undefined, ...how}, [...path, index]) ?? item,
    );
  }
  if (!isObject(live) || !isObject(written)) return live;
  const members = Object.entries(live).flatMap(([name, value]): [string, JsonValue][] => {
    const restored = restore(value, {written: property(written, name), observed: property(observed, name), ...how}, [...path, name]);
    const isFilledIn = restored === undefined || (!Object.hasOwn(written, name) && isFillingOf({path, options: live, ...how}, name, value));
    return isFilledIn ? [] : [[name, restored]];
  });
  return Object.fromEntries([...members, ...listDefaults(live, written, path)]);
}

/** Lists the defaults that are written out: the service need not answer them. */
function listDefaults(live: JsonObject, written: JsonObject, path: Path): [string, JsonValue][] {
  if (path.at(-1) !== 'scrapeOptions') return [];
  return Object.entries(written).filter(([name, value]) => !Object.hasOwn(live, name) && isDefault(name, value, written));
}

/** Whether a live value is the one that is kept, perhaps with what is secret in it hidden. */
function isAsKept(live: JsonValue, kept: JsonValue, hide: HideText | undefined): boolean {
  if (isEqualJson(live, kept)) return true;
  return hide !== undefined && JSON.stringify(kept).includes(SECRET_TEXT) && isEqualJson(hideTexts(live, hide), kept);
}

/** Whether a live text may be what a text with references was resolved to: of the address of a webhook, the host still tells. */
function isAsReferred(live: JsonValue, written: string, path: Path): boolean {
  if (typeof live !== 'string' || !written.includes('${') || !isReferencePlace(path)) return false;
  if (!splitReferences(written, 'everything').some(part => part.kind === 'reference')) return false;
  const host = hostOf(written);
  return path[0] !== 'webhook' || path[1] !== 'url' || host === null || host === hostOf(live);
}

/** Scheme and host; null where a reference may be part of them. */
function hostOf(url: string): string | null {
  return /^\s*([a-z][a-z0-9+.-]*:\/\/[^/?#$]+)(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

/** Options that a service may fill in without saying so at the create: what is documented to be their default, and what is nothing. */
function isFillingOf(
  {path, options: given, isNew}: {readonly path: Path; readonly options: JsonObject} & Pick<Writing, 'isNew'>,
  name: string,
  value: JsonValue,
): boolean {
  if (value === null) return true;
  const options = path.at(-1);
  if (options === 'crawlOptions') return value === false || isEqualJson(value, []);
  if (options !== 'scrapeOptions') return false;
  if (isDefault(name, value, given) || (isNew === true && isPlainDefault(name, value))) return true;
  const standard = name === 'skipTlsVerification' ? undefined : findMember('ScrapeOptions', name)?.default;
  return standard !== undefined && isEqualJson(value, standard);
}

/** Whether a check does so anyway where nothing is said: the page is fetched, and its certificate verified where it gets headers or actions. */
export function isDefault(option: string, value: JsonValue, options: JsonObject): boolean {
  if (option === 'maxAge') return value === 0;
  return option === 'skipTlsVerification' && value === !['headers', 'actions'].some(name => isFilled(options[name]));
}

/** Whether a plain scrape does so where nothing is said. */
function isPlainDefault(option: string, value: JsonValue): boolean {
  return option === 'maxAge' ? value === PLAIN_MAX_AGE : option === 'skipTlsVerification' && value === true;
}

/** Two days, milliseconds. */
const PLAIN_MAX_AGE = 172_800_000;

function isFilled(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
}

function readTargets(answered: JsonValue, {written, observed, ...how}: WrittenMember): JsonValue {
  if (!Array.isArray(answered)) return answered;
  const writtenTargets = listTargets({targets: written ?? []});
  const {pairs} = matchTargets(writtenTargets, answered);
  const selves = new Map(pairs.map(([then, now]) => [now, writtenTargets[then] as JsonValue]));
  const fillings = new Map(
    (Array.isArray(observed) ? observed : []).map((target: JsonValue) => [foldId(member(target, 'id')), target] as const),
  );
  return answered.map((target: JsonValue, index) => {
    const self = selves.get(index);
    return self === undefined
      ? target
      : readTarget(target, {written: self, observed: fillings.get(foldId(member(target, 'id'))), ...how}, index);
  });
}

function readTarget(target: JsonValue, {written, observed, ...how}: WrittenMember, index: number): JsonValue {
  if (!isObject(target) || !isObject(written)) return target;
  const id = foldId(member(target, 'id'));
  const {id: _known, ...filled} = isObject(observed) ? observed : {};
  const read = restore(target, {written, observed: filled, ...how}, ['targets', index]);
  return {...(read as JsonObject), ...(id === null ? {} : {id})};
}

/** A schedule in words comes back as cron only: as it came back last time, or as the words mean. */
function readLiveSchedule(live: JsonValue, {written, observed, hide}: WrittenMember): JsonValue {
  if (!isObject(live) || !isObject(written)) return live;
  const zone = {...readZone(live, written, member(observed, 'timezone')), ...readNewMembers(live, {written, observed, hide})};
  const text = member(written, 'text');
  const cron = member(live, 'cron');
  if (isEqualJson(member(live, 'text') ?? null, text ?? null) && text !== undefined) return {text, ...zone};
  if (typeof cron !== 'string') return {...live, ...zone};
  const known = member(observed, 'cron');
  if (typeof text === 'string') return (known === undefined ? isMeantBy(cron, text) : cron === known) ? {text, ...zone} : {cron, ...zone};
  const given = member(written, 'cron');
  const isSame = cron === known || (typeof given === 'string' && isSameCron(given, cron));
  return {cron: isSame && given !== undefined ? given : cron, ...zone};
}

/** The members that only the config allows. */
function readNewMembers(live: JsonObject, {written, observed, hide}: WrittenMember): JsonObject {
  const names = Object.keys(live).filter(name => findMember('MonitorSchedule', name) === undefined);
  return Object.fromEntries(
    names.flatMap(name => {
      const as = {written: property(written, name), observed: property(observed, name), hide};
      const value = restore(live[name] as JsonValue, as, ['schedule', name]);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function readZone(live: JsonObject, written: JsonObject, observed: JsonValue | undefined): JsonObject {
  const zone = member(live, 'timezone');
  const given = member(written, 'timezone');
  if (zone === undefined) return given === undefined ? {} : {timezone: given};
  const isSame = zone === observed || (typeof zone === 'string' && typeof given === 'string' && zone.toLowerCase() === given.toLowerCase());
  return {timezone: isSame && given !== undefined ? given : zone};
}

/** Whether a service may have made `cron` of a schedule in words: what it means, or the same spread to another minute where no time is named. */
function isMeantBy(cron: string, text: string): boolean {
  const reading = readSchedule({text})?.reading;
  if (reading?.kind !== 'text' || reading.text.kind !== 'schedule') return false;
  const meant = reading.text.cron;
  if (isSameCron(cron, meant)) return true;
  if (namesTime(text)) return false;
  const timing = readSchedule({cron})?.timing;
  return isSameCron(atMinuteZero(cron), atMinuteZero(meant)) && timing?.shortestGap === readSchedule({text})?.timing?.shortestGap;
}

/** The same hours and days, at another minute. */
function atMinuteZero(cron: string): string {
  return cron.trim().replace(/^\S+/, '0');
}

function foldId(id: JsonValue | undefined): string | null {
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/** A live body with what this answer says nothing of as it was written, in targets too: see {@link addUnansweredTo}. */
function addUnanswered(live: JsonObject, written: JsonObject): JsonObject {
  const body = addUnansweredTo('MonitorCreateRequest', live, written);
  const targets = listTargets(body);
  const then = listTargets(written);
  const isWhole = targets.every(target => isAnsweredWhole('MonitorTarget', target));
  if (isWhole && !then.some(target => hasUnknown('MonitorTarget', target))) return body;
  const selves = new Map(matchTargets(then, targets).pairs.map(([before, now]) => [now, then[before]]));
  const add = (target: JsonValue, self: JsonValue | undefined) =>
    isObject(target) && isObject(self) ? addUnansweredTo('MonitorTarget', target, self) : target;
  return {...body, targets: targets.map((target, index) => add(target, selves.get(index)))};
}
