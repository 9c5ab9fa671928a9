import type {Door} from '../../project/door';
import type {FetchPorts} from '../../project/page-fetcher';

/** Shows on stderr how many pages were fetched, and that fetches under way get some time after a signal. */
export async function showFetches(door: Pick<Door, 'flags' | 'note' | 'context'>): Promise<FetchPorts> {
  if (door.flags.quiet) return {};
  const {formatDuration} = await import('../../rendering/sentences');
  const onStop = (forMs: number) => door.note(`\nstopping: fetches under way get ${formatDuration(forMs)} for their answer\n`);
  if (door.context.stderr.isTTY !== true) return {onStop};
  const {CLEAR_LINE} = await import('../../rendering/escape-terminal');
  const {formatNumber} = await import('../../core/base/words');
  return {
    onStop,
    onPage: (done: number, total: number) => door.note(`${CLEAR_LINE}fetched ${formatNumber(done)} of ${formatNumber(total)}`),
    onEnd: () => door.note(CLEAR_LINE),
  };
}
