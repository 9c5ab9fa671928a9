import type {Check, MessageNote, MessageNotes} from '../../../../src/core/api/check-port';
import type {AlertSetup} from '../../../../src/core/api/read-alerts';
import {readChecks} from '../../../../src/core/api/read-checks';
import {isUnconfirmed, isUndelivered, judgeAlerts, judgeDelivery, listFailedMessages} from '../../../../src/core/observe/deliveries';

const END = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const SUMMARY = {totalPages: 2, same: 1, changed: 1, new: 0, removed: 0, error: 0};
const QUIET = {...SUMMARY, same: 2, changed: 0};

const check: Check = {
  ...{id: 'c1', status: 'completed', trigger: 'scheduled', scheduledFor: null, startedAt: null, createdAt: null},
  ...{finishedAt: new Date(END).toISOString(), estimatedCredits: 1, actualCredits: 1, summary: SUMMARY, error: null},
};

const NOTE: MessageNote = {
  ...{attempted: true, success: null, delivered: null, queued: null, skipped: null},
  ...{statusCode: null, error: null, deliveredAt: null, pending: null},
};

const noted = (messages: {readonly [channel in keyof MessageNotes]: Partial<MessageNote>}, changes: Partial<Check> = {}): Check => ({
  ...check,
  ...changes,
  messages: Object.fromEntries(Object.entries(messages).map(([channel, note]) => [channel, {...NOTE, ...note}])),
});

const pages: AlertSetup = {
  webhook: {id: 'w', address: 'https://hooks.example/(secret)', events: ['monitor.page']},
  email: {recipients: ['a@x.example', 'b@x.example'], subscriptions: null},
  slack: {channel: '#pricing'},
};
const ends: AlertSetup = {...pages, webhook: {id: 'w', address: 'https://hooks.example/(secret)', events: ['monitor.check.completed']}};

const REFUSED = {success: false, delivered: false, statusCode: 500, error: 'Webhook returned status 500'};

test.each([
  {name: 'the receiver took it', checks: [noted({webhook: {success: true, delivered: true, statusCode: 200}})], outcome: 'delivered'},
  {name: '`success` alone is the word for sent', checks: [noted({webhook: {success: true}})], outcome: 'delivered'},
  {name: 'the receiver refused it', checks: [noted({webhook: REFUSED})], outcome: 'undelivered'},
  {name: 'a status above 299 alone', checks: [noted({webhook: {statusCode: 404}})], outcome: 'undelivered'},
  {name: 'an error alone', checks: [noted({webhook: {error: 'timeout'}})], outcome: 'undelivered'},
  {name: 'it waits', checks: [noted({webhook: {success: true, queued: true}})], outcome: 'queued'},
  {
    name: 'it waits before the first attempt, whatever became of an older one',
    checks: [noted({webhook: {attempted: false, queued: true}}), noted({webhook: {success: true, delivered: true}}, {id: 'c0'})],
    outcome: 'queued',
  },
  {name: 'it was refused once and waits', checks: [noted({webhook: {...REFUSED, queued: true}})], outcome: 'queued'},
  {name: 'it waited, and arrived', checks: [noted({webhook: {success: true, queued: true, delivered: true}})], outcome: 'delivered'},
  {name: 'sent but not delivered, without a reason', checks: [noted({webhook: {success: true, delivered: false}})], outcome: 'unknown'},
  {name: 'nothing is known of the attempt', checks: [noted({webhook: {}})], outcome: 'unknown'},
  {name: 'no check', checks: [], outcome: 'no-event'},
  {name: 'no check with changes', checks: [{...check, summary: QUIET}], outcome: 'no-event'},
  {name: 'a check that runs', checks: [{...check, status: 'running', finishedAt: null}], outcome: 'no-event'},
  {name: 'a check that was skipped', checks: [noted({webhook: REFUSED}, {status: 'skipped_no_credits'})], outcome: 'no-event'},
  {name: 'a refusal by a check without changes', checks: [noted({webhook: REFUSED}, {summary: QUIET})], outcome: 'no-event'},
  {name: 'a check that left it out counts as none', checks: [noted({webhook: {attempted: false, skipped: true}})], outcome: 'no-event'},
  {
    name: 'the newest check that had to tell counts, not an older one',
    checks: [noted({webhook: {success: true}}), noted({webhook: REFUSED}, {id: 'c0'})],
    outcome: 'delivered',
  },
  {
    name: 'behind quiet checks',
    checks: [{...check, summary: QUIET}, noted({webhook: {attempted: false, skipped: true}}), noted({webhook: REFUSED}, {id: 'c0'})],
    outcome: 'undelivered',
  },
  {name: 'ten minutes after the end nothing is noted', checks: [check], after: 10 * MINUTE, outcome: 'not-yet'},
  {name: 'later nothing is noted', checks: [check], after: 10 * MINUTE + 1, outcome: 'unknown'},
  {name: 'another channel is noted', checks: [noted({email: {success: true}})], after: 11 * MINUTE, outcome: 'unknown'},
  {name: 'failed pages are told', checks: [noted({webhook: REFUSED}, {summary: {...QUIET, error: 1}})], outcome: 'undelivered'},
])('webhook for pages: $name: $outcome', ({checks, after = 0, outcome}) => {
  expect(judgeDelivery('webhook', pages, checks, END + after).outcome).toBe(outcome);
});

test.each([
  {name: 'the end of a check without changes', checks: [noted({webhook: REFUSED}, {summary: QUIET})], outcome: 'undelivered'},
  {name: 'the end of a failed check', checks: [noted({webhook: REFUSED}, {status: 'failed', summary: null})], outcome: 'undelivered'},
  {name: 'a check that was skipped', checks: [{...check, status: 'skipped_overlap'}], outcome: 'no-event'},
])('webhook for ends of checks: $name: $outcome', ({checks, outcome}) => {
  expect(judgeDelivery('webhook', ends, checks, END).outcome).toBe(outcome);
});

test.each([
  {name: 'sent to all', note: {success: true, pending: 0}, outcome: 'delivered'},
  {name: 'sent to some', note: {success: true, pending: 1}, outcome: 'delivered'},
  {name: 'no one has confirmed', note: {success: true, pending: 2}, outcome: 'unconfirmed'},
  {name: 'failed', note: {success: false, error: 'bounced'}, outcome: 'undelivered'},
  {name: 'every change was noise', note: {attempted: false}, outcome: 'no-event'},
  {name: 'not sent, for a reason', note: {attempted: false, success: false, error: 'no address'}, outcome: 'undelivered'},
])('mail: $name: $outcome', ({note, outcome}) => {
  expect(judgeDelivery('email', pages, [noted({email: note})], END).outcome).toBe(outcome);
});

test('a monitor is unconfirmed while a recipient is pending; where recipients are not shown, the newest mail tells', () => {
  const judge = (statuses: readonly string[] | null, pending: number | null = null) =>
    judgeAlerts(pages, [noted({email: {success: true, pending}})], END, statuses?.map(status => ({email: 'a@x.example', status})) ?? null);
  expect(isUnconfirmed(judge(['confirmed', 'pending']))).toBe(true);
  expect(isUnconfirmed(judge(['confirmed', 'unsubscribed'], 1))).toBe(false);
  expect(isUnconfirmed(judge(null, 1))).toBe(true);
  expect(isUnconfirmed(judge(null))).toBe(false);
  expect(isUndelivered(judge(null))).toBe(false);
});

test('the failed messages of a check: a quiet check tells webhooks alone', () => {
  const failed = {webhook: REFUSED, email: {success: false}, slack: {success: true}};
  const channels = (one: Check) => listFailedMessages(one).map(({channel}) => channel);
  expect(channels(noted(failed))).toEqual(['webhook', 'email']);
  expect(channels(noted(failed, {summary: QUIET}))).toEqual(['webhook']);
  expect(channels(check)).toEqual([]);
});

test('notes of any shape are read, and hold no secret', () => {
  const read = (notificationStatus: unknown) =>
    readChecks({success: true, data: [{id: 'c', notificationStatus}]} as never, text => text.replaceAll('hunter2', '(secret)'))?.[0]
      ?.messages;
  for (const nothing of [undefined, null, 7, 'x', [], {}, {webhook: null}, {webhook: 'sent'}, {sms: {attempted: true}}]) {
    expect(read(nothing)).toBeUndefined();
  }
  expect(
    read({webhook: {attempted: 'yes', statusCode: '500', error: 'no hunter2 at https://u:p@h.example/?t=k', deliveredAt: 'soon'}}),
  ).toEqual({
    webhook: {...NOTE, attempted: null, error: 'no (secret) at https://(secret)@h.example/?t=(secret)'},
  });
  expect(read({email: {success: true, pendingRecipients: 3}})).toEqual({email: {...NOTE, attempted: null, success: true, pending: 3}});
  expect(read({email: {pendingRecipients: ['a', 'b']}})).toEqual({email: {...NOTE, attempted: null, pending: 2}});
});
