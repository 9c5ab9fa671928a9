import type {StatusProgress} from '../engine/status';
import {countOf} from '../report/sentences';
import type {MonitorsCommand} from './command';
import {listProgress} from './list-progress';
import {CLEAR_LINE} from './notes';

/** Shows on stderr how far reading the list and the checks of monitors has come. */
export function statusProgress(command: MonitorsCommand): StatusProgress {
  if (command.quiet) return {};
  const onChecks = (monitors: number, requests: number) =>
    command.note(`reading the newest checks of ${countOf(monitors, 'monitor')}: at most ${countOf(requests, 'request')}\n`);
  const onChecked = (done: number, total: number) => command.note(`${CLEAR_LINE}read ${countOf(done, 'monitor')} of ${total}`);
  return {...listProgress(command), onChecks, ...(command.context.stderr.isTTY === true ? {onChecked} : {})};
}
