import type {JsonObject} from '../../src/core/json/value';
import type {Emulator} from '../../src/emulator';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from '../unit/emulator/emulation';

/** Whether anyone is notified, as the service answers it ("Whether anyone is notified"). */
afterEach(stopEmulators);

const CHANGED = {url: 'https://site.example.com/news', status: 'changed'};
const NOISE = {...CHANGED, judgment: {meaningful: false}};
const SAME = {...CHANGED, status: 'same'};
const MAIL = {email: {enabled: true, recipients: ['a@example.com', 'b@example.com']}};
const HOOK = {webhook: {url: 'https://hooks.example.com/x', events: ['monitor.page']}};

/** Deliveries of a monitor's newest check with these pages. */
async function notify(members: JsonObject, pages: readonly JsonObject[], prepare: (emulator: Emulator) => void = () => undefined) {
  const emulator = await emulate({operations: 'full', world: standingWorld()});
  prepare(emulator);
  const {id} = emulator.dashboard.create(request(members));
  emulator.dashboard.setChecks(id, {checks: [{pages: pages as never}]});
  const [check] = (await send(emulator, 'GET', `/${id}/checks`)).json['data'] as JsonObject[];
  return check?.['notificationStatus'];
}

test.each([
  {answers: 'accepts', webhook: {attempted: true, success: true, delivered: true, statusCode: 200}},
  {answers: 'refuses', webhook: {attempted: true, success: false, delivered: false, statusCode: 500}},
  {answers: 'waits', webhook: {attempted: true, success: true, queued: true}},
] as const)('a receiver that $answers', async ({answers, webhook}) => {
  const status = await notify(HOOK, [CHANGED], ({dashboard}) => dashboard.setReceiver('hooks.example.com', answers));
  expect(status).toMatchObject({webhook});
});

test('of a receiver that is silent nothing is noted, and one without an event is skipped', async () => {
  expect(await notify(HOOK, [CHANGED], ({dashboard}) => dashboard.setReceiver('hooks.example.com', 'silent'))).toBeNull();
  expect(await notify(HOOK, [SAME])).toEqual({webhook: {attempted: false, skipped: true}});
});

test('mail goes out where something changed that is not noise, and waits for those who did not confirm', async () => {
  const confirm = ({dashboard}: Emulator) => dashboard.setRecipient('A@example.com', 'confirmed');
  expect(await notify({notification: MAIL}, [CHANGED], confirm)).toEqual({
    email: {attempted: true, success: true, pendingRecipients: ['b@example.com']},
  });
  expect(await notify({notification: MAIL}, [NOISE, SAME])).toEqual({email: {attempted: false}});
  expect(await notify({}, [CHANGED])).toBeNull();
});

test('a monitor shows its explicit recipients, lists do not', async () => {
  const emulator = await emulate({operations: 'full'});
  emulator.dashboard.setRecipient('b@example.com', 'unsubscribed');
  const created = dataOf(await send(emulator, 'POST', '', request({notification: MAIL})));
  const got = dataOf(await send(emulator, 'GET', `/${created['id']}`));
  for (const answer of [created, got]) {
    expect(answer['emailRecipientSubscriptions']).toMatchObject([{status: 'pending'}, {email: 'b@example.com', status: 'unsubscribed'}]);
  }
  const [listed] = (await send(emulator, 'GET')).json['data'] as JsonObject[];
  expect(listed).not.toHaveProperty('emailRecipientSubscriptions');
});

test('what a check came to is told late where the script says so', async () => {
  const world = standingWorld();
  const faults = {answers: {checks: 'asked', runLagMs: 5000, deliveryLagMs: 9000}} as const;
  const emulator = await emulate({operations: 'full', world, faults});
  const {id} = emulator.dashboard.create(request({notification: MAIL}));
  await send(emulator, 'POST', `/${id}/run`);
  const look = async () => {
    const [check] = (await send(emulator, 'GET', `/${id}/checks`)).json['data'] as JsonObject[];
    const {lastRunAt} = dataOf(await send(emulator, 'GET', `/${id}`));
    return [check?.['status'], lastRunAt, check?.['notificationStatus'] === null];
  };
  world.advance(1000);
  expect(await look()).toEqual(['completed', null, true]);
  world.advance(5000);
  expect(await look()).toEqual(['completed', '2026-11-20T12:00:01.000Z', true]);
  world.advance(4000);
  expect(await look()).toEqual(['completed', '2026-11-20T12:00:01.000Z', false]);
});

test('the control routes set receivers and recipients, and refuse what they do not know', async () => {
  const emulator = await emulate({operations: 'full', world: standingWorld()});
  const put = async (path: string, body: JsonObject) => {
    const {status} = await fetch(`${emulator.url}/__emulator/${path}`, {method: 'PUT', body: JSON.stringify(body)});
    return status;
  };
  expect(await put('receivers', {host: 'hooks.example.com', answers: 'refuses'})).toBe(200);
  expect(await put('receivers', {host: 'hooks.example.com', answers: 'never'})).toBe(400);
  expect(await put('recipients', {email: 'a@example.com', status: 'confirmed'})).toBe(200);
  expect(await put('recipients', {status: 'confirmed'})).toBe(400);
  expect(await put('recipients', {email: 'b@example.com', status: 'maybe'})).toBe(400);
  const created = dataOf(await send(emulator, 'POST', '', request({notification: MAIL, ...HOOK})));
  expect(created['emailRecipientSubscriptions']).toMatchObject([{status: 'confirmed'}, {status: 'pending'}]);
  emulator.dashboard.setChecks(String(created['id']), {checks: [{pages: [CHANGED]}]});
  const [check] = (await send(emulator, 'GET', `/${created['id']}/checks`)).json['data'] as JsonObject[];
  expect(check?.['notificationStatus']).toMatchObject({webhook: {success: false}, email: {pendingRecipients: ['b@example.com']}});
});
