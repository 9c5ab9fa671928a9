import {dump} from 'js-yaml';
import {isObject, type JsonObject, type JsonValue} from '../../src/core/json/value';
import {seededRandom} from '../faults/crash-loop-trials';

/**
 * Random repositories of specs, layers and lists against a model: the monitors are known as plain specs first, and then spread over
 * folders, layers, an overlay, variables and rows.
 */
export interface Spread {
  /** The plain spec of each monitor, by key. */
  readonly plain: ReadonlyMap<string, JsonObject>;
  readonly files: Readonly<Record<string, string>>;
}

const HOOK = {url: 'https://hooks.example', headers: {Authorization: 'Bearer ${env:TOKEN}'}};
/** Values that layers may give, by member. */
const SHARED: Readonly<Record<string, readonly JsonValue[]>> = {
  schedule: [{text: 'daily'}, {text: 'every 2 hours', timezone: 'Europe/Berlin'}, {cron: '0 5 * * 1'}],
  goal: ['Tell me about prices', 'Costs ${ and $${ stay', 'text: "quoted" # no comment', 'Costs at ${var:NAME}'],
  retentionDays: [7, 30, 365, '${var:DAYS}'],
  webhook: [HOOK, {...HOOK, metadata: {team: 'a', nested: 'null'}}, {url: 'https://other.example', events: ['monitor.page']}],
  notification: [{email: {enabled: true, recipients: ['a@example.com']}}, {email: {enabled: false}}],
  sync: [{labels: {team: 'web'}}, {labels: {team: 'shop', tier: '1'}, ignore: ['goal']}, {paused: true}, {paused: false}],
};
const OPTIONS: readonly JsonObject[] = [
  {onlyMainContent: true},
  {onlyMainContent: false, excludeTags: ['nav']},
  {waitFor: 1000, headers: {Accept: '*'}},
];
/** Where the repositories are checked. */
export const ENVIRONMENT = {environment: 'staging', declared: ['staging'], vars: {DAYS: 30, NAME: 'shop'}};

/** Likeness of the monitors of a repository. */
export type Likeness = 'each for itself' | 'copies of few';

/** Spreads eight monitors over a repository; the same seed gives the same one. */
export function spread(of: number, likeness: Likeness = 'each for itself'): Spread {
  const random = seededRandom(of);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  const folders = likeness === 'copies of few' ? ['', 'a/'] : ['', 'a/', 'a/b/', 'c/'];
  const originals = [0, 1].map(() => pickMembers(pick, chance));
  const copy = (): Members => combine(pick(originals), chance(0.3) ? {shared: {retentionDays: pick([7, 14])}} : {});
  const layers = new Map(folders.map(folder => [folder, pickMembers(pick, chance)]));
  const overlay = chance(0.5) ? pickMembers(pick, chance) : {};
  const files: Record<string, string> = {'_overlay.staging.yaml': JSON.stringify(toLayer(overlay))};
  for (const [folder, members] of layers) files[`${folder}_defaults.yaml`] = JSON.stringify(toLayer(members));
  const plain = new Map<string, JsonObject>();
  for (let index = 0; index < 8; index++) {
    const folder = pick(folders);
    const inherited = folders
      .filter(above => folder.startsWith(above))
      .map(above => layers.get(above) as Members)
      .reduce(combine, {});
    const own = removeSome(likeness === 'copies of few' ? copy() : pickMembers(pick, chance), inherited, chance);
    const members = [inherited, own, overlay].reduce(combine, {});
    const name = `m${index}`;
    const whole = toSpec(`site ${name}`, `https://${name}.example/`, members);
    if (chance(0.3)) {
      const key = `${folder}list${index}/r`;
      plain.set(key, whole);
      const row = {key: 'r', n: name, tag: chance(0.5) ? '${env:TOKEN}' : '$'};
      const list = {...toSpec('site ${each:n}', 'https://${each:n}.example/', own), sync: {...syncOf(own), each: [row]}};
      files[`${folder}list${index}.yaml`] = write(list, chance);
    } else {
      const key = `${folder}${name}`;
      plain.set(key, whole);
      const spec = toSpec(`site ${name}`, `https://${name}.example/`, own);
      const shared = `${folder}many.yaml`;
      if (chance(0.8)) files[`${key}.yaml`] = write(spec, chance);
      else files[shared] = `${files[shared] ?? ''}---\n${write({...spec, sync: {...syncOf(own), key}}, chance)}`;
    }
  }
  return {plain, files};
}

interface Members {
  readonly shared?: JsonObject;
  readonly options?: JsonObject;
}

function pickMembers(pick: <T>(items: readonly T[]) => T, chance: (share: number) => boolean): Members {
  const shared = Object.fromEntries(Object.entries(SHARED).flatMap(([name, values]) => (chance(0.4) ? [[name, pick(values)]] : [])));
  return {shared, options: chance(0.5) ? pick(OPTIONS) : {}};
}

/** Perhaps takes a member away that is inherited; the schedule has to stay. */
function removeSome(own: Members, inherited: Members, chance: (share: number) => boolean): Members {
  const removed = Object.keys(inherited.shared ?? {}).filter(name => name !== 'schedule' && name !== 'sync' && chance(0.15));
  return {...own, shared: {...own.shared, ...Object.fromEntries(removed.map(name => [name, null]))}};
}

/** As one line of JSON, or as YAML of several lines with comments. */
function write(spec: JsonObject, chance: (share: number) => boolean): string {
  return chance(0.5) ? `${JSON.stringify(spec)}\n` : `# ours\n${dump(spec).replace('\n', ' # its name\n')}# end\n`;
}

/** RFC 7396, with the two exceptions that these members have. */
function combine(before: Members, after: Members): Members {
  return {shared: patch(before.shared ?? {}, after.shared ?? {}), options: patch(before.options ?? {}, after.options ?? {})};
}

function patch(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {...base};
  if (over['cron'] !== undefined) delete merged['text'];
  if (over['text'] !== undefined) delete merged['cron'];
  for (const [name, value] of Object.entries(over)) {
    const inner = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) && isObject(inner) ? patch(inner, value) : value;
  }
  return merged;
}

function toSpec(name: string, url: string, {shared = {}, options = {}}: Members): JsonObject {
  const target = {type: 'scrape', urls: [url], ...(Object.keys(options).length === 0 ? {} : {scrapeOptions: options})};
  return {name, ...shared, targets: [target]};
}

function syncOf({shared = {}}: Members): JsonObject {
  return (shared['sync'] ?? {}) as JsonObject;
}

function toLayer({shared = {}, options = {}}: Members): JsonObject {
  return {...shared, ...(Object.keys(options).length === 0 ? {} : {targets: {scrape: {scrapeOptions: options}}})};
}

/** The plain specs as files, by path below the specs directory, with their keys. */
export const plainFiles = (plain: Spread['plain']) =>
  Object.fromEntries(
    [...plain].map(([key, spec], index) => [
      `p${index}.yaml`,
      JSON.stringify({...spec, sync: {...(spec['sync'] as JsonObject | undefined), key}}),
    ]),
  );
