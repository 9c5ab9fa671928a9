import {isObject} from '../../src/core/json/value';
import type {StoredMonitor} from '../../src/emulator/emulator';
import {FullWorld} from '../world/full-world';

/** A spec member by member, as YAML. */
type Parts = Readonly<Record<string, string>>;
type Edit = (parts: Parts) => Parts;

const scrape = '{type: scrape, urls: [https://NAME.example/]}';
const search = '{type: search, queries: [NAME]}';
const domains = (text: string) => search.replace('}', `, ${text}}`);

const without =
  (name: string): Edit =>
  parts =>
    Object.fromEntries(Object.entries(parts).filter(([other]) => other !== name));
const set =
  (name: string, value: string): Edit =>
  parts => ({...parts, [name]: value});
const setTargets = (...targets: readonly string[]) => set('targets', `[${targets.join(', ')}]`);

/** One edit of one member each. */
const edits: Readonly<Record<string, Edit>> = {
  renamed: set('name', 'NAME-2'),
  'every 24 hours': set('schedule', '{text: every 24 hours}'),
  'a time zone': set('schedule', '{cron: "0 9 * * *", timezone: Europe/Berlin}'),
  days: set('retentionDays', '7'),
  'days left out': without('retentionDays'),
  'a goal': set('goal', 'Tell me about prices'),
  'another goal': set('goal', 'Tell me about news'),
  'no goal': without('goal'),
  'a blank goal': set('goal', '"  "'),
  'not judged': set('judgeEnabled', 'false'),
  judged: set('judgeEnabled', 'true'),
  'judging left out': without('judgeEnabled'),
  'e-mail': set('notification', '{email: {enabled: true, recipients: [a@example.com]}}'),
  'no e-mail': without('notification'),
  webhook: set('webhook', '{url: "https://hooks.example.com/a", headers: {X: y}, events: [monitor.page]}'),
  'webhook without headers': set('webhook', '{url: "https://hooks.example.com/a"}'),
  paused: set('sync', '{paused: true}'),
  'a page': setTargets(scrape),
  'a page with options': setTargets('{type: scrape, urls: [https://NAME.example/], scrapeOptions: {formats: [markdown], waitFor: 100}}'),
  'a crawl': setTargets('{type: crawl, url: https://NAME.example/, crawlOptions: {limit: 10}}'),
  'a search': setTargets(search),
  'a page and a search': setTargets(scrape, search),
  'a search in domains': setTargets(domains('includeDomains: [one.example]')),
  'a search in two domains': setTargets(domains('includeDomains: [one.example, two.example]')),
  'a search outside of domains': setTargets(domains('excludeDomains: [one.example], maxResults: 20')),
};

const plain: Parts = {name: 'NAME', schedule: '{text: hourly}', targets: `[${scrape}]`};
const full: Parts = {
  ...plain,
  goal: 'Tell me about prices',
  retentionDays: '14',
  notification: '{email: {enabled: true, recipients: [b@example.com], includeDiffs: true}}',
  webhook: '{url: "https://hooks.example.com/b", headers: {A: b}}',
};

const bases: Readonly<Record<string, Parts>> = {
  'a plain monitor': plain,
  'a full one': full,
  'a judged search': {...full, targets: `[${scrape}, ${domains('includeDomains: [one.example]')}]`},
  'a search that is not judged': {...plain, targets: `[${domains('excludeDomains: [one.example]')}]`, judgeEnabled: 'false'},
  'a search with a goal that is not judged': {
    ...plain,
    targets: `[${domains('includeDomains: [one.example, two.example]')}]`,
    goal: 'Tell me',
    judgeEnabled: 'false',
  },
};

function write(parts: Parts, name: string): string {
  return Object.entries(parts)
    .map(([member, value]) => `${member}: ${value.replaceAll('NAME', name)}\n`)
    .join('');
}

/** Faults of a spec for the service: a search that is to be judged needs a goal. */
function isValid({targets = '', goal = '', judgeEnabled}: Parts): boolean {
  const hasGoal = goal.replaceAll('"', '').trim() !== '';
  return !targets.includes('search') || hasGoal || judgeEnabled === 'false';
}

/** Every pair of edits, by the key of the monitor that gets them. */
function listPairs(base: Parts): Map<string, {readonly words: string; readonly parts: Parts}> {
  const names = Object.keys(edits);
  const pairs = names.flatMap((first, index) => names.slice(index).map(second => [first, second] as const));
  const made = pairs.map(([first, second], index) => {
    const parts = [first, second].reduce((spec, name) => (edits[name] as Edit)(spec), base);
    return [`m${index}`, {words: `${first}, ${second}`, parts}] as const;
  });
  return new Map(made.filter(([, {parts}]) => isValid(parts)));
}

/** Content of a monitor, but for what differs between an updated one and one that was made so. */
function describeMonitor({name, status, schedule, webhook, notification, retentionDays, goal, judgeEnabled, targets}: StoredMonitor) {
  const {email} = notification;
  const isMailing = isObject(email) && email['enabled'] === true;
  return {
    ...{name, status, schedule, webhook, retentionDays, goal, judgeEnabled},
    email: isMailing ? email : null,
    targets: targets.map(({id: _id, ...target}) => target),
  };
}

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/**
 * The service checks an update by itself and answers members each in its own way: whatever two members of a spec change together, one
 * apply makes it so, and the next one has nothing to do.
 */
describe.each(Object.entries(bases))('K11: of %s', (_name, base) => {
  test('any two edits are one update, which the service takes, and nothing is left to do', async () => {
    const world = await FullWorld.start();
    worlds.push(world);
    const pairs = listPairs(base);
    const specs = (choose: (pair: {readonly parts: Parts}) => Parts) =>
      Object.fromEntries([...pairs].map(([key, pair]) => [key, write(choose(pair), key)]));
    world.write(specs(() => base));
    await world.apply();
    world.write(specs(({parts}) => parts));
    const {outcome} = await world.apply();
    const words = (key: string) => pairs.get(key)?.words ?? key;
    const failed = outcome.results.filter(result => result.outcome === 'failed');
    expect(failed.map(({key, error}) => `${words(key)}: ${error?.message} ${JSON.stringify(error?.details)}`)).toEqual([]);
    for (const refresh of [false, true]) {
      const {changes} = await world.plan({refresh});
      expect(changes.map(({key, action}) => `${words(key)}: ${action}`)).toEqual([]);
    }
    const fresh = await FullWorld.start();
    worlds.push(fresh);
    fresh.write(specs(({parts}) => parts));
    await fresh.apply();
    const wanted = new Map(fresh.emulator.monitors().map(monitor => [monitor.name, describeMonitor(monitor)]));
    for (const monitor of world.emulator.monitors()) expect(describeMonitor(monitor)).toEqual(wanted.get(monitor.name));
    expect(pairs.size).toBeGreaterThan(100);
  }, 120_000);
});
