import {isObject, type JsonObject, type JsonValue} from '../../../../src/core/json/value';
import {comparableBody, diffComparable} from '../../../../src/core/plan/diff';
import {pickBody, readAsWritten} from '../../../../src/core/plan/live';
import {NO_FIELDS} from '../../../../src/core/service/allowed-fields';
import {type TypeName, typeOf} from '../../../../src/core/service/table';

/** Every member has a value that is not its default. */
const targets: readonly JsonObject[] = [
  {id: 'a1', type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {waitFor: 100}},
  {id: 'b2', type: 'crawl', url: 'https://b.example/', crawlOptions: {limit: 10}, scrapeOptions: {mobile: true}},
  {id: 'c3', type: 'search', queries: ['q'], searchWindow: '7d', maxResults: 20, includeDomains: ['one.example']},
  {id: 'd4', type: 'search', queries: ['r'], searchWindow: '7d', maxResults: 20, excludeDomains: ['two.example']},
];
const written: JsonObject = comparableBody({
  name: 'a',
  schedule: {cron: '5 5 * * *', timezone: 'Asia/Tokyo'},
  targets,
  webhook: {url: 'https://hooks.example.com/a', headers: {A: 'b'}, metadata: {c: 'd'}, events: ['monitor.page']},
  notification: {email: {enabled: true, recipients: ['a@example.com'], includeDiffs: true}},
  retentionDays: 7,
  goal: 'prices',
  judgeEnabled: false,
});

/** Where every member of an answer stands, and how it is answered. */
function listMembers(name: TypeName, value: JsonValue, path: readonly (string | number)[]): [readonly (string | number)[], string][] {
  const type = typeOf(name, value);
  if (type === undefined || type.answered === 'asSent') return [];
  return type.entries.flatMap(([memberName, {type: within, list, answered = 'always'}]): [readonly (string | number)[], string][] => {
    const place = [...path, memberName];
    const inner = valueAt(value, [memberName]);
    const own: [readonly (string | number)[], string] = [place, answered];
    if (within === undefined || inner === undefined) return [own];
    if (list === undefined) return [own, ...listMembers(within, inner, place)];
    return [own, ...(inner as readonly JsonValue[]).flatMap((item, index) => listMembers(within, item, [...place, index]))];
  });
}

function without(value: JsonValue, [step, ...rest]: readonly (string | number)[]): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => (index === step ? without(item, rest) : item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => rest.length > 0 || name !== step);
  return Object.fromEntries(kept.map(([name, item]) => [name, name === step ? without(item, rest) : item]));
}

function valueAt(value: JsonValue, path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, step) => (inner as Record<string, JsonValue> | undefined)?.[step], value);
}

const members = listMembers('MonitorCreateRequest', written, []).filter(([path]) => valueAt(written, path) !== undefined);

/** Differences of a monitor that is answered so. */
function differences(answer: JsonValue): string[] {
  const read = readAsWritten(pickBody(answer as JsonObject, NO_FIELDS), {written, observed: {}});
  return diffComparable(written, read).map(({path, op}) => `${op} ${path}`);
}

test('the table names every member that is written here', () => {
  expect(members.length).toBe(39);
  expect(differences(written)).toEqual([]);
});

test.each(members.filter(([path, way]) => way === 'always' && path.at(-1) !== 'type'))(
  '%j is not answered: it is taken as written',
  path => {
    expect(differences(without(written, path))).toEqual([]);
  },
);

test.each(members.filter(([, way]) => way === 'whenSet'))('K12: %j is not answered: it is not set any more', path => {
  expect(differences(without(written, path))).not.toEqual([]);
});

test('no domains are none', () => {
  const empty = {...written, targets: targets.map(target => (target['type'] === 'search' ? {includeDomains: [], ...target} : target))};
  expect(differences(empty)).toEqual([]);
});

test('an option that is not answered is not set any more', () => {
  expect(differences(without(written, ['targets', 0, 'scrapeOptions', 'waitFor']))).toEqual(['remove /targets/0/scrapeOptions/waitFor']);
  expect(differences(without(written, ['targets', 1, 'crawlOptions', 'limit']))).toEqual(['change /targets/1/crawlOptions/limit']);
});

test.each([
  {text: 'every 24 hours', cron: '0 */24 * * *', isSame: true},
  {text: 'every 24 hours', cron: '0 0 * * *', isSame: true},
  {text: 'daily', cron: '0 0-0 * * 0-6', isSame: true},
  {text: 'every 24 hours', cron: '17 */24 * * *', isSame: true},
  {text: 'daily at 9:00', cron: '0 9 * * 1-5', isSame: false},
  {text: 'every 2 hours', cron: '0 */24 * * *', isSame: false},
])('$cron is what "$text" means: $isSame', ({text, cron, isSame}) => {
  const as = comparableBody({...written, schedule: {text}});
  const read = readAsWritten({...written, schedule: {cron, timezone: 'UTC'}}, {written: as, observed: {}});
  expect(diffComparable(as, read).length === 0).toBe(isSame);
});
