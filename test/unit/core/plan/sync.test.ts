import fc from 'fast-check';
import {canonicalJson} from '../../../../src/core/json/canonical';
import type {JsonObject} from '../../../../src/core/json/value';
import type {Plan} from '../../../../src/core/plan/change';
import {comparableBody, diffComparable} from '../../../../src/core/plan/diff';
import {makePlan} from '../../../../src/core/plan/plan';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {resolveReferences} from '../../../../src/core/secrets/references';
import type {DesiredMonitor} from '../../../../src/core/specs/desired-monitor';
import {normalizeBody} from '../../../../src/core/specs/normalize';
import {listTargetIds, withTargetIds} from '../../../../src/core/specs/targets';
import type {RecordedMonitor} from '../../../../src/core/state/state';
import {carryOut, type Held, lookUp, ServiceModel} from './service-model';
import {desire, ENVIRONMENT, LINEAGE, PROJECT, stateOf, summarize} from './world';

type Recorded = Map<string, RecordedMonitor>;

function planFull(specs: readonly DesiredMonitor[], recorded: Recorded, service: ServiceModel | null): Plan {
  return makePlan({
    project: PROJECT,
    environment: ENVIRONMENT,
    operations: 'full',
    maxDeletes: {percent: 100},
    allowDeletes: true,
    desired: [...specs].sort((a, b) => (a.key < b.key ? -1 : 1)),
    state: stateOf(Object.fromEntries(recorded)),
    unresolved: [],
    live: service?.view(),
  });
}

const some = <Value>(value: fc.Arbitrary<Value>, name: string) =>
  fc.option(value, {nil: undefined}).map(found => (found === undefined ? {} : {[name]: found}));
const merged = (...parts: fc.Arbitrary<JsonObject>[]) => fc.tuple(...parts).map(list => Object.assign({}, ...list) as JsonObject);

const options = merged(
  some(fc.constantFrom(0, 500), 'waitFor'),
  some(fc.constantFrom<JsonObject>({Cookie: 'literal'}, {Cookie: '${env:COOKIE}'}, {Accept: 'text/html'}), 'headers'),
  some(
    fc.constantFrom(
      [{type: 'write', text: 'hunter2'}],
      [
        {type: 'write', text: 'a$${b'},
        {type: 'wait', milliseconds: 5},
      ],
    ),
    'actions',
  ),
);
const target = (site: number) =>
  fc.oneof(
    merged(
      fc.constant({type: 'scrape'}),
      fc.subarray(['a', 'b', 'c'], {minLength: 1}).map(pages => ({urls: pages.map(page => `https://s${site}.example/${page}`)})),
      some(options, 'scrapeOptions'),
    ),
    merged(
      fc.constant({type: 'crawl', url: `https://s${site}.example`}),
      some(fc.constantFrom({limit: 5}, {}, {limit: 5, ignoreRobotsTxt: true}), 'crawlOptions'),
    ),
    merged(
      fc.constant({type: 'search', queries: [`cats ${site}`]}),
      some(fc.constantFrom(5, 10), 'maxResults'),
      some(fc.constant(['A.example']), 'includeDomains'),
    ),
  );
const body: fc.Arbitrary<JsonObject> = merged(
  fc.constantFrom('shop', 'blog').map(name => ({name})),
  fc
    .constantFrom<JsonObject>(
      {text: 'hourly'},
      {text: 'Every 30  minutes', timezone: 'Europe/Berlin'},
      {text: 'daily at 5:30 PM'},
      {cron: '5 * * * *'},
      {cron: '0 6 * * 1', timezone: 'UTC'},
    )
    .map(schedule => ({schedule})),
  fc.subarray([1, 2, 3], {minLength: 1}).chain(sites => fc.tuple(...sites.map(target)).map(targets => ({targets}))),
  some(fc.constantFrom('Tell me', ' Tell me more ', ''), 'goal'),
  some(fc.boolean(), 'judgeEnabled'),
  some(fc.constantFrom(30, 90), 'retentionDays'),
  some(
    fc.constantFrom<JsonObject>({}, {email: {}}, {email: {enabled: true, recipients: ['a@b.example']}}, {email: {enabled: false}}),
    'notification',
  ),
  some(
    merged(
      fc.constantFrom(
        {url: 'https://hooks.example/T0'},
        {url: 'https://hooks.example/${env:PATH_SECRET}'},
        {url: 'https://other.example/'},
      ),
      some(fc.constantFrom<JsonObject>({A: 'one'}, {A: 'Bearer ${env:TOKEN}'}, {}), 'headers'),
      some(fc.constantFrom<JsonObject>({team: '${env:TEAM}'}, {team: 'x'}), 'metadata'),
      some(fc.constant(['monitor.page']), 'events'),
    ),
    'webhook',
  ),
);
const spec = fc.record({body, paused: fc.boolean()}).map(({body: wanted, paused}) => desire('a', wanted, {paused}));

/** A spec whose values all stand in it: what is changed by hand behind a reference can't be seen. */
const plainSpec = spec.map(wanted => {
  const text = JSON.stringify(wanted.body()).replace(/\$\{env:(\w+)\}/g, (_, name: string) => lookUp(name));
  return desire('a', JSON.parse(text) as JsonObject, {paused: wanted.paused});
});

/** The service's monitor, compared as the spec wants it: equal when nothing is listed. */
function differences(held: Held, wanted: DesiredMonitor, ids: readonly string[]) {
  const sent = resolveReferences(withTargetIds(wanted.body(), ids), lookUp);
  const {schedule, ...rest} = comparableBody(sent);
  const {schedule: liveSchedule, ...live} = comparableBody(held);
  const known = Object.fromEntries(Object.keys(rest).map(name => [name, live[name] ?? null]));
  const foreign = known['notification'] as JsonObject;
  const {slack: _theirs, ...notification} = foreign;
  const zones = [schedule, liveSchedule].map(given => (given as JsonObject)['timezone']);
  return [
    ...diffComparable(fingerprintBody({...known, notification}, LINEAGE), fingerprintBody(rest, LINEAGE)),
    ...(zones[0] === zones[1] ? [] : ['another zone']),
    ...(held['status'] === (wanted.paused ? 'paused' : 'active') ? [] : ['another status']),
  ];
}

function start(first: DesiredMonitor): {service: ServiceModel; recorded: Recorded} {
  const service = new ServiceModel();
  return {service, recorded: carryOut(planFull([first], new Map(), service), new Map(), service)};
}

/** E-mail that is off is the same as none. */
function withEmail(held: JsonObject): JsonObject {
  const email = {enabled: false, recipients: [], includeDiffs: false};
  return {...held, notification: {email, ...(held['notification'] as JsonObject)}};
}

function readPath(body: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as JsonObject | null | undefined)?.[name], body) ?? null;
}

const heldOf = (service: ServiceModel, recorded: Recorded) => service.monitors.get(recorded.get('a')?.id ?? '') as Held;
const idsOf = (recorded: Recorded) => listTargetIds(recorded.get('a')?.applied ?? {}) as string[];

describe('what an update leaves in the service', () => {
  test.each([{planned: 'offline'}, {planned: 'refreshed'}])(
    'is what the spec says, and then nothing is left to do: $planned',
    ({planned}) => {
      fc.assert(
        fc.property(spec, spec, (first, second) => {
          const {service, recorded} = start(first);
          const plan = planFull([second], recorded, planned === 'offline' ? null : service);
          const next = carryOut(plan, recorded, service);
          expect(differences(heldOf(service, next), second, idsOf(next))).toEqual([]);
          expect(summarize(planFull([second], next, null))).toEqual([]);
          expect(summarize(planFull([second], next, service))).toEqual([]);
          expect(service.monitors.size).toBe(1);
        }),
        {numRuns: 150},
      );
    },
  );

  test('keeps the ids of targets that are still there: their history hangs on them', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const {service, recorded} = start(first);
        const plan = planFull([second], recorded, null);
        const next = carryOut(plan, recorded, service);
        if (plan.changes.some(change => change.action === 'replace')) return;
        const [before, after] = [first.body(), second.body()].map(given => given['targets'] as JsonObject[]) as [
          JsonObject[],
          JsonObject[],
        ];
        const [old, now] = [idsOf(recorded), idsOf(next)];
        const liveIds = listTargetIds(heldOf(service, next));
        expect([...now].sort()).toEqual([...liveIds].sort());
        for (const [index, one] of before.entries()) {
          const same = after.findIndex(other => canonicalJson(other) === canonicalJson(one));
          if (same >= 0) expect(now[same]).toBe(old[index]);
        }
      }),
    );
  });

  test('another order of targets is no change', () => {
    fc.assert(
      fc.property(spec, first => {
        const {service, recorded} = start(first);
        const turned = desire(
          'a',
          {...first.body(), targets: [...(first.body()['targets'] as JsonObject[])].reverse()},
          {paused: first.paused},
        );
        expect(summarize(planFull([turned], recorded, null))).toEqual([]);
        expect(summarize(planFull([turned], recorded, service))).toEqual([]);
      }),
    );
  });
});

/** Edits in the service's dashboard: what the members of a create body can be set to, and what only it knows. */
const handEdit = fc.oneof(
  body.map(wanted => resolveReferences(wanted, lookUp)),
  fc.constantFrom<JsonObject>(
    {status: 'paused'},
    {status: 'active'},
    {retentionDays: 7},
    {name: 'by hand'},
    {notification: {slack: {channel: '#ops'}}},
    {goal: null},
  ),
);

describe('what somebody changed in the service', () => {
  test('is put back, whatever it was, and target ids are the recorded ones again', () => {
    fc.assert(
      fc.property(plainSpec, handEdit, plainSpec, fc.boolean(), (first, edit, other, hasEdit) => {
        const {service, recorded} = start(first);
        service.update(recorded.get('a')?.id ?? '', edit);
        const wanted = hasEdit ? other : first;
        const plan = planFull([wanted], recorded, service);
        const next = carryOut(plan, recorded, service);
        expect(differences(heldOf(service, next), wanted, idsOf(next))).toEqual([]);
        expect(summarize(planFull([wanted], next, service))).toEqual([]);
        expect(service.monitors.size).toBe(1);
        if (wanted === first && plan.changes.every(change => change.action === 'update')) expect(idsOf(next)).toEqual(idsOf(recorded));
      }),
      {numRuns: 150},
    );
  });

  test('what the service does by itself is no drift', () => {
    fc.assert(
      fc.property(spec, first => {
        const {service, recorded} = start(first);
        const held = heldOf(service, recorded);
        service.monitors.set(String(held['id']), {
          ...held,
          updatedAt: 'later',
          nextRunAt: 'x',
          notification: {...(held['notification'] as JsonObject), slack: {}},
        });
        expect(summarize(planFull([first], recorded, service))).toEqual([]);
      }),
    );
  });

  test('a Slack setting survives an update of the e-mail setting', () => {
    const first = desire('a', {name: 'shop', schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example']}]});
    const {service, recorded} = start(first);
    service.update(recorded.get('a')?.id ?? '', {notification: {slack: {channel: '#ops'}}});
    const mailed = desire('a', {...first.body(), notification: {email: {enabled: true, recipients: ['a@b.example']}}});
    carryOut(planFull([mailed], recorded, null), recorded, service);
    expect(heldOf(service, recorded)['notification']).toMatchObject({slack: {channel: '#ops'}, email: {enabled: true}});
  });
});

describe('what a spec leaves to the service', () => {
  const ignorable = [
    'schedule',
    'goal',
    'retentionDays',
    'notification',
    'notification.email',
    'notification.email.enabled',
    'notification.email.recipients',
    'notification.email.includeDiffs',
  ];
  const leaving = (one: DesiredMonitor, ignored: string[], keeps: boolean): DesiredMonitor => ({
    ...one,
    sync: {
      ...one.sync,
      ...(ignored.length === 0 ? {} : {ignore: ignored as NonNullable<DesiredMonitor['sync']['ignore']>}),
      ...(keeps ? {paused: 'keep'} : {}),
    },
    ...(keeps ? {paused: false} : {}),
  });
  const pick = (held: JsonObject, paths: readonly string[]) => paths.map(path => readPath(withEmail(normalizeBody(held)), path));

  test('stays as it is there whatever the spec says, and all else is as the spec says', () => {
    fc.assert(
      fc.property(plainSpec, handEdit, plainSpec, fc.subarray(ignorable), fc.boolean(), (first, edit, second, ignored, keeps) => {
        const {service, recorded} = start(leaving(first, ignored, keeps));
        const id = recorded.get('a')?.id ?? '';
        service.update(id, edit);
        const before = heldOf(service, recorded);
        const wanted = leaving(second, ignored, keeps);
        const plan = planFull([wanted], recorded, service);
        const next = carryOut(plan, recorded, service);
        expect(summarize(planFull([wanted], next, service))).toEqual([]);
        expect(summarize(planFull([wanted], next, null))).toEqual([]);
        if (plan.changes.some(change => change.action === 'replace')) return;
        const after = heldOf(service, next);
        expect(pick(after, ignored)).toEqual(pick(before, ignored));
        if (keeps) expect(after['status']).toBe(before['status']);
        // Without the setting, the edits of the spec are sent after all.
        const last = carryOut(planFull([second], next, service), next, service);
        expect(differences(heldOf(service, last), second, idsOf(last))).toEqual([]);
      }),
      {numRuns: 300},
    );
  });

  test('is said by the digest of what is done', () => {
    const first = desire('a', {name: 'shop', schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example']}]});
    const digests = [first, leaving(first, ['goal'], false), leaving(first, ['schedule'], false), leaving(first, [], true)].map(
      one => planFull([one], new Map(), null).digest,
    );
    expect(new Set(digests).size).toBe(4);
  });
});

describe('an update whose answer was lost', () => {
  test('is settled by the next, whether it was carried out or not and whatever the spec says by now', () => {
    fc.assert(
      fc.property(spec, spec, spec, fc.boolean(), fc.boolean(), (first, second, third, wasCarriedOut, isRefreshed) => {
        const {service, recorded} = start(first);
        const before = recorded.get('a') as RecordedMonitor;
        const [sent] = planFull([second], recorded, null).changes;
        if (sent?.action !== 'update') return;
        if (wasCarriedOut) carryOut(planFull([second], recorded, null), recorded, service);
        const applied = fingerprintBody(withTargetIds(second.body(), sent.targetIds), LINEAGE);
        const paused = second.paused ? {paused: true as const} : {};
        const doubted = new Map([['a', {...before, pending: {bodyHash: second.bodyHash, applied, ...paused}}]]);
        const plan = planFull([third], doubted, isRefreshed ? service : null);
        expect(plan.changes).toHaveLength(1);
        const next = carryOut(plan, doubted, service);
        expect(differences(heldOf(service, next), third, idsOf(next))).toEqual([]);
        expect(summarize(planFull([third], next, service))).toEqual([]);
        expect(service.monitors.size).toBe(1);
      }),
      {numRuns: 150},
    );
  });
});

describe('what exists and is not recorded', () => {
  test('is adopted when it has exactly our target ids, and changed where it differs', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const {service, recorded} = start(first);
        const id = recorded.get('a')?.id;
        const same = planFull([first], new Map(), service);
        expect(same.changes).toMatchObject([{action: 'adopt', id, patch: null, fields: []}]);
        const plan = planFull(
          [desire('a', {...second.body(), targets: first.body()['targets'] ?? []}, {paused: second.paused})],
          new Map(),
          service,
        );
        expect(plan.changes).toMatchObject([{action: 'adopt', id}]);
      }),
    );
  });
});
