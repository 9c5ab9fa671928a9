import {playHistory} from '../world/history-play';

/**
 * Somebody edits a monitor, a replica hides it, and the service answers an update with 200 and does nothing. What somebody had set was
 * taken for what the service makes of the new value, and never sent again.
 */
test('an edit by hand behind an update that the service ignored is undone', async () => {
  const wish = {retention: 7, webhook: false, paused: false, goal: false, pages: 3, schedule: 'text: hourly', search: null, judged: false};
  const round = {lost: null, meddling: [], faults: {faults: []}, diesAt: 0, refresh: false, rests: false};
  expect(
    await playHistory({
      seed: 1225775,
      rounds: [
        {
          ...round,
          wishes: {
            a: {
              ...wish,
              label: 'a0',
              retention: 14,
              webhook: true,
              goal: true,
              pages: 2,
              schedule: 'text: daily at 9:00',
              search: 'includeDomains: [one.example]',
            },
            e: {
              ...wish,
              label: 'e0',
              retention: 14,
              webhook: true,
              paused: true,
              goal: true,
              pages: 1,
              schedule: 'cron: "15 6 * * 1"',
              search: 'includeDomains: [one.example, Two.example]',
              judged: null,
            },
            c: {...wish, label: 'd', retention: 30, goal: true, schedule: 'text: daily at 9:00', renamedFrom: 'd'},
          },
        },
        {
          ...round,
          lost: 'half',
          wishes: {c: {...wish, label: 'd', retention: 30, goal: true, schedule: 'text: daily at 9:00', renamedFrom: 'd'}},
          meddling: [{place: 1, does: 'days'}],
          faults: {faults: [], answers: {replicaLagMs: 3000}},
          diesAt: 16,
          refresh: true,
        },
        {
          ...round,
          wishes: {
            c: {...wish, label: 'd', pages: 2, search: 'excludeDomains: [one.example]', renamedFrom: 'd'},
            a: {...wish, label: 'a', retention: 14, webhook: true, pages: 2, schedule: 'text: every 24 hours', search: ''},
          },
          faults: {
            faults: [{when: {operation: 'update'}, skip: 1, times: 1, do: 'rewrite', without: 'all'}],
            answers: {replicaLagMs: 3000},
          },
        },
      ],
    }),
  ).toEqual([]);
}, 60_000);
