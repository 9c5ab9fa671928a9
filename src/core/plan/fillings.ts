import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {member} from '../service/member';
import type {Key} from '../specs/desired-monitor';
import {listTargets} from '../specs/targets';
import {type ReadableState, type RecordedMonitor, type State, wholeOf} from '../state/state';
import {isDefault, type LiveView} from './live';

/** Options of pages whose default a plain scrape and a check do not share: a service may fill in either. */
const OPTIONS = ['maxAge', 'skipTlsVerification'] as const;

type Option = (typeof OPTIONS)[number];

/** A value that a service answers for every target that does not say another. */
export interface Filling {
  readonly option: Option;
  readonly value: JsonValue;
  readonly targets: number;
}

/** Facts learned of a service from its list. */
export interface Learned {
  readonly state: ReadableState | null;
  /** Values to be recorded as observed, by key. */
  readonly observed: ReadonlyMap<Key, JsonObject>;
  readonly fillings: readonly Filling[];
}

/** Of one target nothing can be learned: its value may have been set by hand. */
const FEWEST_TARGETS = 2;

/**
 * Learns what the service fills in by itself: a value that no spec wrote, and that each target without one answers. The records of
 * the state then have it, as if the create had answered so. Linear in the number of targets; pure.
 */
export function learnFillings(state: ReadableState | null, live: LiveView): Learned {
  const nothing: Learned = {state, observed: new Map(), fillings: []};
  if (state === null) return nothing;
  const whole = wholeOf(state);
  const places = [...whole.monitors].flatMap(([key, record]) => listPlaces(key, record, live));
  const observed = new Map<Key, JsonObject>();
  const fillings: Filling[] = [];
  for (const option of OPTIONS) {
    const open = places.filter(({written}) => member(written, option) === undefined);
    const value = property(open[0]?.answered, option);
    if (value === undefined || open.length < FEWEST_TARGETS) continue;
    if (!open.every(({answered}) => isEqualJson(property(answered, option) ?? null, value))) continue;
    const unknown = open.filter(({known, answered}) => property(known, option) === undefined && !isDefault(option, value, answered));
    for (const {key, id} of unknown) {
      const before = observed.get(key) ?? whole.monitors.get(key)?.observed ?? {};
      observed.set(key, addTo(before, id, {[option]: value}));
    }
    if (unknown.length > 0) fillings.push({option, value, targets: unknown.length});
  }
  return observed.size === 0 ? nothing : {state: withObserved(whole, observed), observed, fillings};
}

/** The options of a target: as written, as answered, and as the record says that they were answered. */
interface Place {
  readonly key: Key;
  readonly id: string;
  readonly written: JsonValue | undefined;
  readonly answered: JsonObject;
  readonly known: JsonValue | undefined;
}

function listPlaces(key: Key, {id, applied, observed}: RecordedMonitor, live: LiveView): Place[] {
  const seen = live.monitors.get(id);
  if (seen === undefined) return [];
  const answers = byId(seen.body);
  const known = byId(observed);
  return listTargets(applied).flatMap((target): Place[] => {
    const targetId = idOf(target);
    const answered = answers.get(targetId ?? '');
    const options = property(answered, 'scrapeOptions') ?? {};
    if (targetId === null || answered === undefined || member(answered, 'type') === 'search' || !isObject(options)) return [];
    const written = property(target, 'scrapeOptions');
    return [{key, id: targetId, written, answered: options, known: property(known.get(targetId), 'scrapeOptions')}];
  });
}

/** Only what was observed of these options. */
export function pickFillings(observed: JsonObject): JsonObject {
  const targets = listTargets(observed).flatMap((target): JsonObject[] => {
    const options = property(target, 'scrapeOptions');
    const own = OPTIONS.flatMap(option => {
      const value = property(options, option);
      return value === undefined ? [] : [[option, value] as const];
    });
    return own.length === 0 ? [] : [{id: member(target, 'id') ?? null, scrapeOptions: Object.fromEntries(own)}];
  });
  return targets.length === 0 ? {} : {targets};
}

function byId(body: JsonObject): ReadonlyMap<string, JsonValue> {
  return new Map(listTargets(body).flatMap(target => (idOf(target) === null ? [] : [[idOf(target) as string, target]])));
}

function idOf(target: JsonValue): string | null {
  const id = member(target, 'id');
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/** Adds to what was observed of a target's options. */
function addTo(observed: JsonObject, id: string, options: JsonObject): JsonObject {
  const targets = listTargets(observed);
  const own = targets.find(target => idOf(target) === id) ?? {id};
  const before = property(own, 'scrapeOptions');
  const noted = {...(own as JsonObject), scrapeOptions: {...(isObject(before) ? before : {}), ...options}};
  return {...observed, targets: [...targets.filter(target => target !== own), noted]};
}

function withObserved(state: State, observed: ReadonlyMap<Key, JsonObject>): State {
  const monitors = new Map(state.monitors);
  for (const [key, now] of observed) {
    const record = monitors.get(key);
    if (record !== undefined) monitors.set(key, {...record, observed: now});
  }
  return {...state, monitors};
}
