import {canonicalJson} from '../../core/json/canonical';
import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import {comparableBody, diffComparable, type FieldChange, keepRecordedIds} from '../../core/plan/diff';
import {type LiveMonitorView, observedOf, readAsWritten} from '../../core/plan/live';
import {changeStatus, statusOf} from '../../core/plan/patch';
import {fingerprintBody} from '../../core/secrets/fingerprint';
import {hideTexts} from '../../core/secrets/masking';
import type {HideText} from '../../core/secrets/redaction';
import {hideAlso} from '../../core/secrets/sent-secrets';
import {fillingsOf} from '../../core/service/fill-in';
import {type Member, type TypeName, typeOf} from '../../core/service/table';
import {hasGoal} from '../../core/specs/credits';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {writeScheduleText} from '../../core/specs/schedule/text';
import {listTargets, matchTargets} from '../../core/specs/targets';
import type {RecordedMonitor} from '../../core/state/state';
import {toSpecBody} from '../../core/writing/spec-body';

/** The spec that keeps what was changed in the service, or the reason why there is none. */
export type Acceptance =
  /** The monitor was not changed. */
  | {readonly kind: 'no-drift'}
  | {
      readonly kind: 'accepted';
      readonly body: JsonObject;
      readonly paused: boolean;
      /** The changes in the service: as last applied, and as it is now. Masked. */
      readonly fields: readonly FieldChange[];
    }
  /** These places hold secrets, which are never written into a spec. */
  | {readonly kind: 'secret'; readonly places: readonly string[]}
  /** No spec can express what is there. */
  | {readonly kind: 'unsayable'; readonly places: readonly string[]};

/** A spec, what was last applied of it, and what the service holds. */
interface Drifted {
  readonly spec: DesiredMonitor;
  readonly recorded: RecordedMonitor;
  readonly live: LiveMonitorView;
  /** Salts what is compared. */
  readonly lineage: string;
}

/**
 * Works out the spec that keeps what was changed in the service, and nothing else: what the repository changed meanwhile
 * stays, unless it concerns the same member. Pure.
 */
export function acceptLive({spec, recorded, live: seen, lineage}: Drifted): Acceptance {
  const hide = hideAlso(seen.hide, () => spec.body());
  const live = {...seen, hide};
  const applied = comparableBody(recorded.applied);
  const read = readAsWritten(live.body, {written: applied, observed: recorded.observed, hide: live.hide});
  const fields = [...diffComparable(applied, read), ...diffPaused(recorded, live)];
  if (fields.length === 0) return {kind: 'no-drift'};
  const secret = fields.filter(field => field.op !== 'remove' && (field.sensitive || holdsReferred(field, live.hide)));
  if (secret.length > 0) return {kind: 'secret', places: pathsOf(secret).map(path => String(hideTexts(path, live.hide)))};
  const raw = spec.body();
  const compare = (body: JsonObject) => keepRecordedIds(applied, fingerprintBody(comparableBody(body), lineage));
  const wanted = compare(raw);
  const merged = mergeBody({raw, wanted, applied, read}, toSpecBody(live.body));
  if (holdsFingerprint(merged)) return {kind: 'secret', places: pathsOf(fields)};
  // Afterwards, the service differs only in what the repository changed.
  const pending = new Set(pathsOf(diffComparable(applied, wanted)));
  const listUnsaid = (body: JsonObject): readonly string[] => {
    const accepted = keepRecordedIds(read, fingerprintBody(comparableBody(body), lineage));
    const find = (now: JsonObject) => pathsOf(diffComparable(now, accepted)).filter(path => !pending.has(path));
    const unsaid = find(read);
    // What a spec leaves out since the service fills it in, beside what it says from now on, is left out of the next plan, too.
    const rereadAs = {written: accepted, observed: observedOf(recorded, accepted), hide: live.hide};
    return unsaid.length > 0 && find(readAsWritten(live.body, rereadAs)).length > 0 ? unsaid : [];
  };
  const worded = keepWords(raw, merged);
  const body = worded !== null && listUnsaid(worded).length === 0 ? worded : merged;
  const unsaid = listUnsaid(body);
  if (unsaid.length > 0) return {kind: 'unsayable', places: unsaid};
  const isPaused = fields.some(({path}) => path === '/status') ? live.status === 'paused' : spec.paused;
  const shown = [...diffComparable(applied, read, live.hide), ...diffPaused(recorded, live)];
  return {kind: 'accepted', body, paused: isPaused, fields: shown};
}

/** The body with its schedule in words, as the spec has it: the service answers in cron. Null where words can't say it. */
function keepWords(raw: JsonObject, merged: JsonObject): JsonObject | null {
  const [before, schedule] = [raw['schedule'], merged['schedule']];
  const cron = property(schedule, 'cron');
  if (typeof property(before, 'text') !== 'string' || !isObject(schedule) || typeof cron !== 'string') return null;
  const text = writeScheduleText(cron);
  const {cron: _cron, ...rest} = schedule;
  return text === null ? null : {...merged, schedule: {text, ...rest}};
}

function diffPaused(recorded: RecordedMonitor, {status}: LiveMonitorView): FieldChange[] {
  const before = statusOf(recorded);
  return (status === 'active' || status === 'paused') && status !== before ? [changeStatus(before, status)] : [];
}

/** Whether a change brings the value of a reference, which only the reference may stand for in a spec. */
function holdsReferred({path, after = null}: FieldChange, hide: HideText | undefined): boolean {
  return hideTexts(path, hide) !== path || JSON.stringify(hideTexts(after, hide)) !== JSON.stringify(after);
}

function pathsOf(fields: readonly FieldChange[]): string[] {
  return [...new Set(fields.map(({path}) => path))];
}

/** A salted hash stands for a secret: written into a spec it would be sent as it is. */
function holdsFingerprint(body: JsonObject): boolean {
  return /sha256:[0-9a-f]{64}/.test(JSON.stringify(body));
}

/** One value as the spec writes it, in comparable form, as last applied, and as it is. Absent where there is none. */
interface Versions<Value> {
  readonly raw: Value;
  readonly wanted: Value;
  readonly applied: Value;
  readonly read: Value;
}

function mergeBody(versions: Versions<JsonObject>, short: JsonObject): JsonObject {
  const {raw, wanted, applied, read} = versions;
  const bare = {raw: dropTargets(raw), wanted: dropTargets(wanted), applied: dropTargets(applied), read: dropTargets(read)};
  const merged: Record<string, JsonValue> = {...mergeObject(bare, 'MonitorCreateRequest', short)};
  const targets = mergeTargets(
    {raw: listTargets(raw), wanted: listTargets(wanted), applied: listTargets(applied), read: listTargets(read)},
    listTargets(short),
  );
  merged['targets'] = targets;
  for (const [name, nothing] of NOTHING_SET) {
    const isWritten = Object.hasOwn(raw, name) && isEqualJson(raw[name] as JsonValue, nothing);
    if (!isWritten && isEqualJson(merged[name] ?? null, nothing)) delete merged[name];
  }
  return mergeJudging(merged, versions);
}

/** Members that the service answers as null or `{}` if nothing is set: a spec leaves them out. */
const NOTHING_SET = Object.entries(fillingsOf('MonitorCreateRequest')).filter(([, value]) => value === null || isEqualJson(value, {}));

function dropTargets({targets: _targets, ...rest}: JsonObject): JsonObject {
  return rest;
}

/** Judging comes and goes with the goal unless a spec says otherwise: it is written only where it has to be. */
function mergeJudging(merged: JsonObject, {raw, applied, read}: Versions<JsonObject>): JsonObject {
  const {judgeEnabled: _any, ...rest} = merged;
  const own = Object.hasOwn(raw, 'judgeEnabled') ? {judgeEnabled: raw['judgeEnabled'] as JsonValue} : {};
  const isTouched = applied['judgeEnabled'] !== read['judgeEnabled'] || applied['goal'] !== read['goal'];
  if (!isTouched) return {...rest, ...own};
  const isMeant = (own.judgeEnabled ?? hasGoal(rest)) === read['judgeEnabled'];
  return isMeant ? {...rest, ...own} : {...rest, judgeEnabled: read['judgeEnabled'] as JsonValue};
}

/** Undefined if the member goes. `known` says what stands here, and `short` how the value is written if the spec has none yet. */
function mergeValue(
  {raw, wanted, applied, read}: Versions<JsonValue | undefined>,
  known: Member | undefined,
  short?: JsonValue,
): JsonValue | undefined {
  if (applied === read || (applied !== undefined && read !== undefined && isEqualJson(applied, read))) return raw;
  if (read === undefined) return undefined;
  if (isObject(raw) && isObject(wanted) && isObject(applied) && isObject(read))
    return mergeObject({raw, wanted, applied, read}, known?.type, short);
  if (Array.isArray(raw) && Array.isArray(wanted) && Array.isArray(read)) return mergeList(raw, wanted, read, known?.list === 'set');
  return raw === undefined || isObject(read) ? (short ?? read) : read;
}

function mergeObject({raw, wanted, applied, read}: Versions<JsonObject>, name: TypeName | undefined, short?: JsonValue): JsonObject {
  const type = name === undefined ? undefined : typeOf(name, raw);
  const merged: Record<string, JsonValue> = {};
  for (const step of new Set([...Object.keys(raw), ...Object.keys(read), ...Object.keys(applied)])) {
    const versions = {
      raw: property(raw, step),
      wanted: property(wanted, step),
      applied: property(applied, step),
      read: property(read, step),
    };
    const known = type !== undefined && Object.hasOwn(type.members, step) ? type.members[step] : undefined;
    const value = mergeValue(versions, known, property(short, step));
    if (value !== undefined) merged[step] = value;
  }
  return merged;
}

/** The items that stay are written as the spec writes them; where order does not matter, in its order. */
function mergeList(raw: readonly JsonValue[], wanted: readonly JsonValue[], read: readonly JsonValue[], isSet: boolean): JsonValue[] {
  const texts = wanted.map(canonicalJson);
  const own = (item: JsonValue): JsonValue => {
    const index = texts.indexOf(canonicalJson(item));
    return index === -1 ? item : (raw[index] as JsonValue);
  };
  if (!isSet) return read.map(own);
  const present = read.map(canonicalJson);
  const kept = raw.filter((_item, index) => present.includes(texts[index] ?? ''));
  return [...kept, ...read.filter(item => !texts.includes(canonicalJson(item)))];
}

/** Targets are matched by their ids: those removed in the service go, those added there come with their ids. */
function mergeTargets({raw, wanted, applied, read}: Versions<readonly JsonValue[]>, short: readonly JsonValue[]): JsonValue[] {
  const appliedOf = new Map(matchTargets(applied, wanted).pairs.map(([then, now]) => [now, then]));
  const {pairs, added} = matchTargets(applied, read);
  const readOf = new Map(pairs);
  const kept = raw.flatMap((target, index): JsonValue[] => {
    const then = appliedOf.get(index);
    if (then === undefined) return [target];
    const now = readOf.get(then);
    if (now === undefined) return [];
    const versions = {raw: target, wanted: wanted[index], applied: applied[then], read: read[now]};
    return [mergeValue(versions, {type: 'MonitorTarget'}, short[now]) ?? target];
  });
  return [...kept, ...added.map(index => short[index] ?? (read[index] as JsonValue))];
}
