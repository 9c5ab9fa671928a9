import {playHistory} from '../world/history-play';

/**
 * Somebody edits a monitor, a replica hides it, and the service answers an update with 200 and does nothing. What somebody had set was
 * taken for what the service makes of the new value, and never sent again.
 */
test('an edit by hand behind an update that the service ignored is undone', async () => {
  expect(
    await playHistory({
      seed: 1225775,
      rounds: [
        {
          lost: null,
          wishes: {
            a: {
              label: 'a0',
              retention: 14,
              webhook: true,
              paused: false,
              goal: true,
              pages: 2,
              schedule: 'text: daily at 9:00',
              search: 'includeDomains: [one.example]',
              judged: false,
            },
            e: {
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
            c: {
              label: 'd',
              retention: 30,
              webhook: false,
              paused: false,
              goal: true,
              pages: 3,
              schedule: 'text: daily at 9:00',
              search: null,
              judged: false,
              renamedFrom: 'd',
            },
          },
          meddling: [],
          faults: {
            faults: [],
          },
          diesAt: 0,
          refresh: false,
          rests: false,
        },
        {
          lost: 'half',
          wishes: {
            c: {
              label: 'd',
              retention: 30,
              webhook: false,
              paused: false,
              goal: true,
              pages: 3,
              schedule: 'text: daily at 9:00',
              search: null,
              judged: false,
              renamedFrom: 'd',
            },
          },
          meddling: [
            {
              place: 1,
              does: 'days',
            },
          ],
          faults: {
            faults: [],
            answers: {
              replicaLagMs: 3000,
            },
          },
          diesAt: 16,
          refresh: true,
          rests: false,
        },
        {
          lost: null,
          wishes: {
            c: {
              label: 'd',
              retention: 7,
              webhook: false,
              paused: false,
              goal: false,
              pages: 2,
              schedule: 'text: hourly',
              search: 'excludeDomains: [one.example]',
              judged: false,
              renamedFrom: 'd',
            },
            a: {
              label: 'a',
              retention: 14,
              webhook: true,
              paused: false,
              goal: false,
              pages: 2,
              schedule: 'text: every 24 hours',
              search: '',
              judged: false,
            },
          },
          meddling: [],
          faults: {
            faults: [
              {
                when: {
                  operation: 'update',
                },
                skip: 1,
                times: 1,
                do: 'rewrite',
                without: 'all',
              },
            ],
            answers: {
              replicaLagMs: 3000,
            },
          },
          diesAt: 0,
          refresh: false,
          rests: false,
        },
      ],
    }),
  ).toEqual([]);
}, 60_000);
