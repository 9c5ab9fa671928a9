import type {JsonObject} from '../../../../src/core/json/value';
import {comparableBody} from '../../../../src/core/plan/diff';
import {listOverwritten} from '../../../../src/core/plan/edit';
import {observedOf} from '../../../../src/core/plan/live';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {withTargetIds} from '../../../../src/core/specs/targets';
import type {RecordedMonitor} from '../../../../src/core/state/state';
import {plan} from './full-world';
import {carryOut, ServiceModel} from './service-model';
import {bodyOf, desire, LINEAGE} from './world';

const search = {type: 'search', queries: ['shop']};
const page = {type: 'scrape', urls: ['https://shop.example/pricing']};
const webhook = {url: 'https://hooks.example.com/a'};
const before = bodyOf('shop', {
  schedule: {text: 'every 2 hours'},
  targets: [page, {...search, includeDomains: ['one.example', 'Two.example']}],
  webhook,
});
const sent = bodyOf('shop', {
  schedule: {text: 'daily at 9:00'},
  targets: [page, {type: 'scrape', urls: ['https://shop.example/more']}, search],
  webhook: {...webhook, events: ['monitor.page']},
  retentionDays: 7,
  goal: 'Tell me about the shop',
});
const third = bodyOf('shop', {schedule: {cron: '5 5 * * *'}, targets: [page, {...search, maxResults: 20}], webhook, retentionDays: 14});

const MEMBERS = ['schedule', 'targets', 'webhook', 'retentionDays', 'goal'];
const subsets = Array.from({length: 2 ** MEMBERS.length}, (_, bits) => MEMBERS.filter((_name, bit) => (bits >> bit) % 2 === 1));

/** An update whose answer was lost, and of which the service did these members. */
function doubt(done: readonly string[]): {readonly service: ServiceModel; readonly recorded: RecordedMonitor} {
  const service = new ServiceModel();
  const records = carryOut(plan({specs: [desire('a', before)]}), new Map(), service);
  const record = records.get('a') as RecordedMonitor;
  const [change] = plan({specs: [desire('a', sent)], recorded: {a: record}, live: [...service.view().monitors.values()]}).changes;
  if (change?.action !== 'update') throw new Error('no update');
  const patch = Object.fromEntries(Object.entries(change.patch).filter(([name]) => done.includes(name)));
  if (done.length > 0) service.update(record.id, patch);
  const {bodyHash} = change.after;
  const applied = fingerprintBody(withTargetIds(sent, change.targetIds), LINEAGE);
  return {service, recorded: {...record, pending: {bodyHash, applied}}};
}

describe.each([
  {wanted: 'what was sent', body: sent},
  {wanted: 'what was there before', body: before},
  {wanted: 'something else', body: third},
])('an update in doubt, and a spec that now wants $wanted', ({body}) => {
  test.each(subsets.map(done => ({done})))('the service did $done: the plan that saw it can be applied', ({done}) => {
    const {service, recorded} = doubt(done);
    const live = [...service.view().monitors.values()];
    const planned = plan({specs: [desire('a', body)], recorded: {a: recorded}, live});
    const [change] = planned.changes;
    if (change?.action !== 'update') throw new Error('no update');
    for (const view of live) expect(listOverwritten(change, view, LINEAGE)).toEqual([]);
    const records = carryOut(planned, new Map([['a', recorded]]), service);
    const left = plan({
      specs: [desire('a', body)],
      recorded: Object.fromEntries(records),
      live: [...service.view().monitors.values()],
    });
    expect(left.changes).toEqual([]);
  });
});

test.each<{name: string; observed: JsonObject; written: JsonObject; expected: JsonObject}>([
  {
    name: 'the same body: everything',
    observed: {schedule: {cron: '7 */2 * * *'}, judgeEnabled: true},
    written: before,
    expected: {schedule: {cron: '7 */2 * * *'}, judgeEnabled: true},
  },
  {
    name: 'other words: no cron, but the time zone',
    observed: {schedule: {cron: '7 */2 * * *', timezone: 'UTC'}},
    written: sent,
    expected: {schedule: {timezone: 'UTC'}},
  },
  {
    name: 'another search: nothing of its domains',
    observed: {targets: [{id: 's', searchWindow: '24h', includeDomains: ['one.example', 'two.example']}]},
    written: {...before, targets: [page, {...search, id: 's'}]},
    expected: {targets: [{id: 's', searchWindow: '24h'}]},
  },
  {
    name: 'a target that is gone: nothing',
    observed: {targets: [{id: 's', searchWindow: '24h'}]},
    written: {...before, targets: [page]},
    expected: {targets: []},
  },
])('what was observed of a record holds for another body only where both write the same: $name', ({observed, written, expected}) => {
  const applied = withTargetIds(before, ['p', 's']);
  const whole = written === before ? applied : written;
  expect(observedOf({applied, observed}, comparableBody(whole))).toEqual(expected);
});
