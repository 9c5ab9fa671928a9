import {html, type Markup} from '../../../rendering/html/markup';
import {cutText, type Words} from './words';

/** Characters of an address, a key or a reason on a page. */
export const LONGEST_TEXT = 600;

/** Words on a page: what comes from outside turns the direction of nothing beside it. */
export function say(words: Words): Markup {
  return html`${words.map(word => (typeof word === 'string' ? word : html`<q>${cutText(word.outside, LONGEST_TEXT)}</q>`))}`;
}
