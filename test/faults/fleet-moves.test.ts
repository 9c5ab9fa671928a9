import * as fc from 'fast-check';
import {canonicalJson} from '../../src/json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../src/json/value';
import {check} from '../unit/spec/fleet/world';
import {seededRandom} from './crash-loop-trials';

/**
 * Random repositories of specs, layers and lists against a model: the monitors are known as plain specs first, and then spread over
 * folders, layers, an overlay, variables and rows.
 */
interface Spread {
  /** The plain spec of each monitor, by key. */
  readonly plain: ReadonlyMap<string, JsonObject>;
  readonly files: Readonly<Record<string, string>>;
}

const HOOK = {url: 'https://hooks.example/x', headers: {Authorization: 'Bearer ${env:TOKEN}'}};
/** Values that layers may give, by member. */
const SHARED: Readonly<Record<string, readonly JsonValue[]>> = {
  schedule: [{text: 'daily'}, {text: 'every 2 hours', timezone: 'Europe/Berlin'}, {cron: '0 5 * * 1'}],
  goal: ['Tell me about prices', 'Costs ${ and $${ stay', 'text: "quoted" # no comment'],
  retentionDays: [7, 30, 365],
  webhook: [HOOK, {...HOOK, metadata: {team: 'a', nested: 'null'}}, {url: 'https://other.example/', events: ['monitor.page']}],
  notification: [{email: {enabled: true, recipients: ['a@example.com']}}, {email: {enabled: false}}],
};
const OPTIONS: readonly JsonObject[] = [
  {onlyMainContent: true},
  {onlyMainContent: false, excludeTags: ['nav']},
  {waitFor: 1000, headers: {A: 'b'}},
];
const ENVIRONMENT = {environment: 'staging', declared: ['staging'], vars: {DAYS: 30, NAME: 'shop'}};

const seed = fc.integer({min: 0, max: 2 ** 31});

/** Spreads up to eight monitors over a repository; the same seed gives the same one. */
function spread(of: number): Spread {
  const random = seededRandom(of);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  const folders = ['', 'a/', 'a/b/', 'c/'];
  const layers = new Map(folders.map(folder => [folder, pickMembers(pick, chance)]));
  const overlay = chance(0.5) ? pickMembers(pick, chance) : {};
  const files: Record<string, string> = {'_overlay.staging.yaml': JSON.stringify(toLayer(overlay))};
  for (const [folder, members] of layers) files[`${folder}_defaults.yaml`] = JSON.stringify(toLayer(members));
  const plain = new Map<string, JsonObject>();
  for (let index = 0; index < 8; index++) {
    const folder = pick(folders);
    const own = pickMembers(pick, chance);
    const inherited = folders.filter(above => folder.startsWith(above)).map(above => layers.get(above) as Members);
    const members = [...inherited, own, overlay].reduce(combine, {});
    const name = `m${index}`;
    const whole = toSpec(`site ${name}`, `https://${name}.example/`, members);
    if (chance(0.3)) {
      const key = `${folder}list${index}/r`;
      plain.set(key, whole);
      const row = {key: 'r', n: name, tag: chance(0.5) ? '${env:TOKEN}' : '$'};
      files[`${folder}list${index}.yaml`] = JSON.stringify({
        ...toSpec('site ${each:n}', 'https://${each:n}.example/', own),
        sync: {each: [row]},
      });
    } else {
      plain.set(`${folder}${name}`, whole);
      files[`${folder}${name}.yaml`] = JSON.stringify(toSpec(`site ${name}`, `https://${name}.example/`, own));
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

/** RFC 7396 without nulls, with the two exceptions that these members have. */
function combine(before: Members, after: Members): Members {
  return {shared: patch(before.shared ?? {}, after.shared ?? {}), options: patch(before.options ?? {}, after.options ?? {})};
}

function patch(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {...base};
  if (over['cron'] !== undefined) delete merged['text'];
  if (over['text'] !== undefined) delete merged['cron'];
  for (const [name, value] of Object.entries(over)) {
    const inner = merged[name];
    merged[name] = isObject(value) && isObject(inner) ? patch(inner, value) : value;
  }
  return merged;
}

function toSpec(name: string, url: string, {shared = {}, options = {}}: Members): JsonObject {
  const target = {type: 'scrape', urls: [url], ...(Object.keys(options).length === 0 ? {} : {scrapeOptions: options})};
  return {name, ...shared, targets: [target]};
}

function toLayer({shared = {}, options = {}}: Members): JsonObject {
  return {...shared, ...(Object.keys(options).length === 0 ? {} : {targets: {scrape: {scrapeOptions: options}}})};
}

const factsOf = (checked: ReturnType<typeof check>) =>
  checked.monitors.map(({key, name, bodyHash, references, estimate, body}) => ({
    key,
    name,
    bodyHash,
    references,
    estimate,
    body: canonicalJson(body()),
  }));
const errorsOf = ({findings}: ReturnType<typeof check>) => findings.filter(({severity}) => severity === 'error').map(({code}) => code);
const plainFiles = (plain: Spread['plain']) =>
  Object.fromEntries([...plain].map(([key, spec], index) => [`p${index}.yaml`, JSON.stringify({...spec, sync: {key}})]));

test('I63: monitors spread over specs, layers, an overlay and lists are those of plain specs', () => {
  let planned = 0;
  fc.assert(
    fc.property(seed, of => {
      const {plain, files} = spread(of);
      const whole = check(plainFiles(plain), ENVIRONMENT);
      const parts = check(files, ENVIRONMENT);
      const refused = new Set(errorsOf(parts));
      // A secret that a layer or the overlay would send elsewhere is refused in parts, and is plain text in the whole.
      if (refused.delete('fleet/secret-origin')) return;
      expect([...refused].sort()).toEqual([...new Set(errorsOf(whole))].sort());
      expect(factsOf(parts)).toEqual(factsOf(whole));
      planned += parts.monitors.length;
    }),
    {numRuns: 80},
  );
  expect(planned).toBeGreaterThan(100);
});

test('I63: an edit of a layer changes the monitors that it changes in the plain specs, and no other', () => {
  let changed = 0;
  fc.assert(
    fc.property(seed, seed, (of, other) => {
      const before = spread(of);
      const layer = spread(other).files['a/_defaults.yaml'] as string;
      const edited = check({...before.files, 'a/_defaults.yaml': layer}, ENVIRONMENT);
      const first = check(before.files, ENVIRONMENT);
      if (errorsOf(edited).length + errorsOf(first).length > 0) return;
      const hashes = new Map(first.monitors.map(({key, bodyHash}) => [key, bodyHash]));
      for (const {key, bodyHash} of edited.monitors) {
        if (hashes.get(key) === bodyHash) continue;
        changed += 1;
        expect(key).toMatch(/^a\//);
      }
      const rendered = new Map(edited.monitors.map(({key, body}) => [key, body()]));
      expect(factsOf(check(plainFiles(rendered), ENVIRONMENT))).toEqual(factsOf(edited));
    }),
    {numRuns: 80},
  );
  expect(changed).toBeGreaterThan(20);
});
