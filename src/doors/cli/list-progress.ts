import type {CheckProgress, ListProgress} from '../../project/refresh';
import {countOf, formatDuration} from '../../rendering/sentences';
import type {MonitorsCommand} from './command';
import {CLEAR_LINE} from './notes';

/** Shows on stderr how far reading the service's list has come. */
export function listProgress(command: MonitorsCommand): ListProgress {
  if (command.quiet) return {};
  const onWait = (missing: number, leftMs: number) => command.note(renderListWait(missing, leftMs));
  if (command.context.stderr.isTTY !== true) return {onWait};
  return {
    onWait,
    onPage: known => command.note(`${CLEAR_LINE}read ${countOf(known, 'monitor')}`),
    onEnd: () => command.note(CLEAR_LINE),
  };
}

/** The same, and how many requests reading checks takes, before the first. */
export function checkProgress(command: MonitorsCommand): CheckProgress {
  if (command.quiet) return {};
  const onChecks = (monitors: number, requests: number) =>
    command.note(`reading the newest checks of ${countOf(monitors, 'monitor')}: at most ${countOf(requests, 'request')}\n`);
  const onChecked = (done: number, total: number) => command.note(`${CLEAR_LINE}read ${countOf(done, 'monitor')} of ${total}`);
  return {...listProgress(command), onChecks, ...(command.context.stderr.isTTY === true ? {onChecked} : {})};
}

/** A note that the run waits for just created monitors to show in the service's list. */
function renderListWait(missing: number, leftMs: number): string {
  const were = missing === 1 ? 'was' : 'were';
  return `the service does not yet list ${countOf(missing, 'monitor')} that ${were} just created: waiting up to ${formatDuration(leftMs)}\n`;
}
