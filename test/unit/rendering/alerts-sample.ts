import type {AlertsDocument, MonitorDeliveryDocument} from '../../../src/features/alerts/document';

function messageOf(key: string, more: Partial<MonitorDeliveryDocument> = {}): MonitorDeliveryDocument {
  return {
    ...{key, id: '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11', checkId: '5a0c0b9e-1b2c-4d3e-8f4a-000000000003'},
    ...{outcome: 'delivered', at: '2026-11-20T12:00:09.000Z', statusCode: 200, error: null},
    ...more,
  };
}

const refused = messageOf('shop/pricing', {outcome: 'undelivered', statusCode: 410, error: 'gone'});
const waiting = messageOf('shop/terms', {outcome: 'not-yet', statusCode: null});

/** Alerts of a few monitors: refused, waiting, not confirmed, silent, missing. */
export const alertsDocument: AlertsDocument = {
  ...{formatVersion: 1, command: 'alerts', time: '2026-11-20T13:00:00.000Z'},
  summary: {monitors: 6, destinations: 2, undelivered: 1, unconfirmed: 1, withoutAlerts: 1, missing: 1, notRead: 1},
  destinations: [
    {
      ...{channel: 'webhook', address: 'https://hooks.example.com/(secret)', events: ['monitor.page']},
      ...{monitors: [refused, waiting], undelivered: 1, last: refused, recipients: []},
    },
    {
      ...{channel: 'email', address: null, events: []},
      monitors: [messageOf('shop/jobs', {outcome: 'unconfirmed', statusCode: null, at: null})],
      ...{undelivered: 0, last: null},
      recipients: [{email: 'shop@example.com', status: 'pending', monitors: 1}],
    },
  ],
  withoutAlerts: ['docs/api'],
  missing: ['docs/old'],
  notRead: [{key: 'docs/slow', reason: 'the service took longer than 30 s'}],
  notOffered: null,
};
