import {formatNumber} from '../diagnostics/number-text';
import type {ListProgress} from '../engine/refresh';
import {renderListWait} from '../report/progress';
import type {MonitorsCommand} from './command';
import {CLEAR_LINE} from './notes';

/** Shows on stderr how far reading the service's list has come. */
export function listProgress(command: MonitorsCommand): ListProgress {
  if (command.quiet) return {};
  const onWait = (missing: number, leftMs: number) => command.note(renderListWait(missing, leftMs));
  if (command.context.stderr.isTTY !== true) return {onWait};
  return {
    onWait,
    onPage: known => command.note(`${CLEAR_LINE}read ${formatNumber(known)} monitors`),
    onEnd: () => command.note(CLEAR_LINE),
  };
}
