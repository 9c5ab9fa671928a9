import type {DestinationDocument, MonitorDeliveryDocument} from '../../../../src/features/alerts/document';
import {renderAlertsText} from '../../../../src/features/alerts/text';
import {alertsDocument} from '../../rendering/alerts-sample';

/** Webhooks that fail the same way are one block. */
const OPTIONS = {color: false, width: 100, verbosity: 'normal'} as const;

function hook(
  key: string,
  more: Partial<MonitorDeliveryDocument> = {},
  others: readonly MonitorDeliveryDocument[] = [],
): DestinationDocument {
  const message: MonitorDeliveryDocument = {
    ...{
      key,
      id: 'id',
      checkId: 'check',
      outcome: 'undelivered',
      at: `2026-11-20T12:0${key.at(-1)}:00.000Z`,
      statusCode: 500,
      error: 'refused',
    },
    ...more,
  };
  const monitors = [message, ...others];
  const undelivered = monitors.filter(({outcome}) => outcome === 'undelivered').length;
  const webhook = {channel: 'webhook', address: 'https://hooks.slack.com/(secret)', events: ['monitor.page'], recipients: []} as const;
  return {...webhook, monitors, undelivered, last: message};
}

const render = (destinations: readonly DestinationDocument[], verbosity: 'normal' | 'verbose' = 'normal') =>
  renderAlertsText({...alertsDocument, destinations, withoutAlerts: [], missing: [], notRead: []}, {...OPTIONS, verbosity});

test('of one address and one error, with the newest message', () => {
  const text = render([hook('a1'), hook('a3'), hook('a2')]);
  expect(text.match(/^webhook/gm)).toHaveLength(1);
  expect(text).toContain('webhook https://hooks.slack.com/(secret)  3 paths of 3 monitors');
  expect(text).toContain('last message: not delivered, status 500, refused (a3, ');
  expect(text).toContain('not delivered (3): a1, a3, a2');
  expect(text).toContain('(--verbose names each)');
  expect(render([hook('a1'), hook('a3')], 'verbose').match(/^webhook/gm)).toHaveLength(2);
});

test('another error, or a monitor that is told, stands alone', () => {
  const delivered = hook('a5', {outcome: 'delivered', statusCode: 200, error: null}).monitors;
  const text = render([hook('a1'), hook('a2', {statusCode: 404}), hook('a3', {}, delivered)]);
  expect(text.match(/^webhook/gm)).toHaveLength(3);
});
