import {playHistory} from '../world/history-play';

/**
 * A spec loses its webhook while reads come from a replica that does not show it yet: the plan saw it gone, and no update takes a
 * webhook away. The run was called updated, though the update's answer still showed the webhook.
 */
test('a webhook that the answer of an update still shows is not called removed', async () => {
  const wish = {label: 'a0', retention: 7, paused: false, goal: false, pages: 2, schedule: 'text: hourly', search: null, judged: null};
  const round = {lost: null, meddling: [], faults: {faults: []}, diesAt: 0, refresh: false, rests: false};
  expect(
    await playHistory({
      seed: 479,
      rounds: [
        {...round, wishes: {a: {...wish, webhook: false}}},
        {...round, wishes: {a: {...wish, webhook: true}}},
        {...round, wishes: {a: {...wish, webhook: false}}, faults: {faults: [], answers: {replicaLagMs: 3000}}, refresh: true},
      ],
    }),
  ).toEqual([]);
}, 60_000);
