import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type JsonObject, type JsonValue, property} from '../../src/core/json/value';
import {member} from '../../src/core/service/member';
import {type Emulator, startEmulator} from '../../src/emulator';

/** A create body with what a real server made of it. */
interface ObservedCase {
  readonly id: string;
  readonly body: JsonValue;
  readonly accepted: boolean;
  readonly status?: number;
  readonly normalized?: JsonObject;
  /** In place of `normalized`. */
  readonly cron?: string;
  readonly estimatedCreditsPerMonth?: number;
}

/** The cases of one version of the server. */
interface Observation {
  readonly name: string;
  readonly file: string;
  /** The minute at which they were observed: all verdicts and figures that depend on the clock hold at it. */
  readonly at: number;
  /** Cases that the emulator answers differently, and why. One that no longer differs must leave the list. */
  readonly differences: Readonly<Record<string, string>>;
}

const refusedBefore = 'the earlier version refuses such a host, and so does the emulator';

const observations: readonly Observation[] = [
  {
    name: 'the observed server',
    file: 'cases.jsonl',
    at: Date.UTC(2026, 7, 14, 23, 30),
    differences: knowsZone('America/Coyhaique') ? {} : {'timezone.102': "this Node's time zone data is older than the zone"},
  },
  {
    name: 'its later version',
    file: 'cases-2.jsonl',
    at: Date.UTC(2026, 7, 21, 23, 0, 30),
    differences: Object.fromEntries(
      ['036', '044', '054', '058', '076', '080', '110', '112', '122'].map(id => [`o.url.${id}`, refusedBefore]),
    ),
  },
  {
    name: 'that version in November',
    file: 'cases-3.jsonl',
    at: Date.UTC(2026, 10, 18, 3, 1),
    differences: {
      ...Object.fromEntries(['031', '033', '079', '083', '113'].map(id => [`p.url.${id}`, refusedBefore])),
      'p.cron.048': 'an empty part, which the emulator does not read as 0',
      'p.target.037': 'a UUID of all bits set',
      'p.formats.127': 'a member named constructor, over which the server stumbles',
      'p.webhook.049': 'a member named constructor, over which the server stumbles',
    },
  },
];

describe.each(observations)('the emulator answers as $name', ({file, at, differences}) => {
  const cases = readCases(join(__dirname, '../../../shared/service/cases', file));

  let emulator: Emulator;
  let count = 0;
  beforeAll(async () => {
    const world = {now: () => at, random: () => 0.5, uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`};
    emulator = await startEmulator({world});
  });
  afterAll(() => emulator.close());

  test(`in all ${cases.length} cases but those listed`, async () => {
    const differing: Record<string, unknown> = {};
    for (const observed of cases) {
      const found = await ask(emulator, observed);
      const wanted = toVerdict(observed);
      if (!Object.is(JSON.stringify(sortMembers(found)), JSON.stringify(sortMembers(wanted)))) differing[observed.id] = {found, wanted};
    }
    const unexpected = Object.entries(differing).filter(([id]) => !(id in differences));
    expect(Object.fromEntries(unexpected)).toEqual({});
    if (cases.length > 0) expect(Object.keys(differing).sort()).toEqual(Object.keys(differences).sort());
  });
});

type Verdict = {readonly status: number; readonly normalized?: JsonValue};

function toVerdict({accepted, status, normalized, body, cron, estimatedCreditsPerMonth}: ObservedCase): Verdict {
  if (!accepted) return {status: status ?? 400};
  if (normalized === undefined)
    return {status: 200, normalized: {cron: cron ?? null, estimatedCreditsPerMonth: estimatedCreditsPerMonth ?? null}};
  // The cases leave out the name where it is stored as it was sent.
  // Half a surrogate pair is stored as U+FFFD.
  const name = Buffer.from(String(member(body, 'name')), 'utf8').toString('utf8');
  return {status: 200, normalized: {name, ...normalized}};
}

async function ask(emulator: Emulator, {body, cron}: ObservedCase): Promise<Verdict> {
  const response = await fetch(`${emulator.url}/v2/monitor`, {
    method: 'POST',
    headers: {'content-type': 'application/json', authorization: 'Bearer fc-observed'},
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as JsonObject;
  if (response.status !== 200) return {status: response.status};
  const sentIds = new Set(((member(body, 'targets') ?? []) as readonly JsonObject[]).map(target => target['id']));
  const data = property(answer, 'data') as JsonObject;
  if (cron !== undefined) {
    const {schedule, estimatedCreditsPerMonth = null} = data;
    return {status: 200, normalized: {cron: property(schedule, 'cron') ?? null, estimatedCreditsPerMonth}};
  }
  const targets = (data['targets'] as readonly JsonObject[]).map(target => ({
    ...target,
    id: sentIds.has(target['id']) ? target['id'] : '<generated>',
  }));
  const compared = ['name', 'schedule', 'webhook', 'notification', 'retentionDays', 'goal', 'judgeEnabled', 'estimatedCreditsPerMonth'];
  return {status: 200, normalized: {...Object.fromEntries(compared.map(name => [name, data[name] as JsonValue])), targets} as JsonObject};
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, sortMembers(item)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function readCases(path: string): ObservedCase[] {
  if (!existsSync(path)) {
    console.log(`no observed cases at ${path}: the emulator is not compared with them`);
    return [];
  }
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as ObservedCase);
}

function knowsZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', {timeZone: name});
    return true;
  } catch {
    return false;
  }
}
