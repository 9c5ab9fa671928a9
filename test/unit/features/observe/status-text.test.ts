import type {MonitorStatusDocument, StatusDocument} from '../../../../src/features/observe/status-document';
import {renderStatusText} from '../../../../src/features/observe/status-text';

/** Times and credits of `monitors status` as their reader takes them. */
function render(more: Partial<MonitorStatusDocument>): string {
  const monitor: MonitorStatusDocument = {
    ...{key: 'a', id: 'id-a', status: 'active', failing: false, firstCheck: false, noCredits: false, overdue: false, checking: false},
    ...{since: null, sinceIsOpen: false, failedChecks: null, reason: null, pages: null, estimatedCreditsPerMonth: 240, sample: null},
    ...{lastRunAt: '2026-11-19T12:00:00.000Z', nextRunAt: '2026-11-27T12:00:00.000Z'},
    ...more,
  };
  const summary = {monitors: 1, failing: 0, noCredits: 0, partlyFailing: 0, changed: 0, overdue: 0, paused: 0, missing: 0};
  const document: StatusDocument = {
    ...{formatVersion: 1, command: 'status', time: '2026-11-20T12:00:00.000Z', summary, monitors: [monitor]},
    ...{notOffered: null, remainingCredits: null, complete: true, incomplete: [], notRead: []},
  };
  const clock = {now: () => Date.parse(document.time), timeZone: () => 'UTC'};
  return renderStatusText(document, null, {color: false, width: 120, verbosity: 'normal', clock});
}

test('the next check has its weekday, as the last one has', () => {
  expect(render({})).toMatch(/^a +no check yet +yesterday 12:00 +Fri 27 Nov 12:00 +240$/m);
});

test('a paused monitor costs nothing', () => {
  expect(render({status: 'paused', nextRunAt: null})).toMatch(/^a +paused +yesterday 12:00 +- +0$/m);
});
