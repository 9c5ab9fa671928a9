import {countOf} from '../../core/base/words';
import type {Door} from '../../project/door';
import type {CheckProgress} from '../../project/refresh';
import {CLEAR_LINE} from '../../rendering/escape-terminal';
import {formatDuration} from '../../rendering/sentences';

/** Shows on stderr how far reading the service's list has come, and how many requests reading checks takes, before the first. */
export function showProgress(door: Door): CheckProgress {
  const note = (text: string) => door.note(text);
  if (door.flags.quiet) return {};
  const onWait = (missing: number, leftMs: number) => note(renderListWait(missing, leftMs));
  const noteStep = (what: string, requests: number, ms: number | null) => {
    const time = ms === null || ms < 1000 ? '' : `, about ${formatDuration(ms)}`;
    note(`reading ${what}: at most ${countOf(requests, 'request')}${time}\n`);
  };
  const onChecks = (monitors: number, requests: number, ms: number | null) =>
    noteStep(`the newest checks of ${countOf(monitors, 'monitor')}`, requests, ms);
  const onReasons = (what: string, requests: number, ms: number | null) => noteStep(`why ${what}`, requests, ms);
  if (door.context.stderr.isTTY !== true) return {onWait, onChecks, onReasons};
  return {
    onWait,
    onPage: known => note(`${CLEAR_LINE}read ${countOf(known, 'monitor')}`),
    onEnd: () => note(CLEAR_LINE),
    onChecks,
    onReasons,
    onChecked: (done, total, noun = 'monitor') => note(`${CLEAR_LINE}read ${countOf(done, noun)} of ${total}`),
  };
}

/** A note that the run waits for just created monitors to show in the service's list. */
function renderListWait(missing: number, leftMs: number): string {
  const were = missing === 1 ? 'was' : 'were';
  return `the service does not yet list ${countOf(missing, 'monitor')} that ${were} just created: waiting up to ${formatDuration(leftMs)}\n`;
}
