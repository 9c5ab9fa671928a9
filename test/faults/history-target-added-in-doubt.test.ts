import {playHistory} from '../world/history-play';

/**
 * An update adds a target and changes a search; its answer is lost, and later the service does all of it but the targets. What the
 * service had made of the old search must not be taken for what it made of the new one: the update was refused as stale for ever.
 */
test('an update in doubt that was done but for its targets is sent again', async () => {
  const wish = {retention: 7, webhook: false, paused: false, goal: false, pages: 3, schedule: 'text: hourly', search: null, judged: false};
  const round = {lost: null, meddling: [], faults: {faults: []}, diesAt: 0, refresh: false, rests: false};
  expect(
    await playHistory({
      seed: 782752,
      rounds: [
        {
          ...round,
          wishes: {
            a: {...wish, label: 'a0', retention: 14, webhook: true},
            e: {...wish, label: 'b', webhook: true, paused: true, pages: 2, judged: null, renamedFrom: 'b'},
            c: {...wish, label: 'c', webhook: true, pages: 1, schedule: 'text: daily at 9:00'},
            d: {
              ...wish,
              label: 'd',
              retention: 14,
              paused: true,
              pages: 2,
              schedule: 'cron: "15 6 * * 1"',
              search: 'includeDomains: [one.example, Two.example]',
            },
          },
        },
        {
          ...round,
          wishes: {
            a: {...wish, label: 'a0', retention: 14, webhook: true, judged: null},
            e: {...wish, label: 'e4', webhook: true, paused: true, pages: 2, judged: null},
            c: {...wish, label: 'c', retention: 14, webhook: true, pages: 1, schedule: 'text: daily at 9:00'},
            d: {...wish, label: 'd', schedule: 'text: daily at 9:00', search: ''},
            b: {...wish, label: 'b4', retention: 14, pages: 1, schedule: 'cron: "0 0 * * *"', search: 'excludeDomains: [one.example]'},
          },
          faults: {
            faults: [
              {when: {operation: 'update'}, skip: 1, times: 3, do: 'rewrite', without: ['targets']},
              {when: {operation: 'update'}, skip: 0, times: 1, do: 'answer', status: 500, work: 'none'},
            ],
          },
          diesAt: 30,
        },
      ],
    }),
  ).toEqual([]);
}, 60_000);
