import {formatNumber} from '../../core/base/words';
import {DEFAULT_ENVIRONMENT} from '../../core/files/state-name';
import type {Plan} from '../../core/plan/change';
import {codeSpan} from '../../rendering/escape-markdown';

/** The heading of a plan: where, what, and by how much the credits change: `production: 40 to create, about +1,200 credits a month`. */
export function planTitle({project, environment, summary, estimate}: Plan): string {
  const {create, update, replace, delete: deleted, adopt, rename, blocked, unresolved} = summary;
  const counts = [
    [create, 'to create'],
    [update, 'to update'],
    [replace, 'to replace'],
    [deleted, 'to delete'],
    [adopt, 'to adopt'],
    [rename, 'to rename'],
    [blocked, 'blocked'],
    [unresolved, 'unresolved'],
  ] as const;
  const told = counts.flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]));
  const {creditsPerMonth, before, billedBesides} = estimate;
  const more = creditsPerMonth + billedBesides.creditsPerMonth - before - billedBesides.before;
  const sign = more > 0 ? '+' : '-';
  // A change that is held back costs nothing, and saves nothing, until it is let through.
  const scope = blocked === 0 ? '' : ' without the blocked';
  const credits = more === 0 ? [] : [`about ${sign}${formatNumber(Math.abs(more))} credits a month${scope}`];
  const place = codeSpan(environment === DEFAULT_ENVIRONMENT ? project : environment);
  return `${place}: ${[...(told.length === 0 ? ['no changes'] : told), ...credits].join(', ')}`;
}
