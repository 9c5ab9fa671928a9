import {formatNumber} from '../../core/base/words';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import {type Line, proseLine, styled} from '../../rendering/text';
import type {NotReadDocument} from './unread-monitors';

/** Monitors that are named; with `--quiet` nothing says how many there are, so all of them. */
const MOST_NAMED = 5;

/** One line for each monitor that could not be read. */
export function unreadLines(notRead: readonly NotReadDocument[], {verbosity}: Pick<RenderOptions, 'verbosity'>): Line[] {
  const lines = notRead.map(({key, reason}) => proseLine(0, styled('warning', `not read: ${shorten(key)}: ${reason}`)));
  const rest = verbosity === 'quiet' ? 0 : lines.length - MOST_NAMED;
  return rest <= 0 ? lines : [...lines.slice(0, MOST_NAMED), proseLine(0, `and ${formatNumber(rest)} more not read`)];
}
