import {escapeMarkup, type Served, type Visit} from './page';

/** Script of an address: its page from now on. */
export type PageScript =
  | {readonly shows: PageOutcome}
  /** A page of one's own: `body` is markup, or the whole text of another content type. */
  | Served;

/** `changes`: its content is new at each visit. `noise`: a line that does not matter is. `error`: it cannot be loaded. */
export type PageOutcome = 'changes' | 'noise' | 'soft-404' | 'missing' | 'error';

/** All outcomes. */
export const outcomes: readonly PageOutcome[] = ['changes', 'noise', 'soft-404', 'missing', 'error'];

/** Answer of a scripted address to a visit; `usual` is its page without the script. */
export function serveScripted(script: PageScript, usual: Served, {count}: Visit): Served {
  if (!('shows' in script)) return script;
  switch (script.shows) {
    case 'changes':
      return {...usual, body: `${usual.body}\n<p class="edition">Edition ${count + 1}: ${price(count)} €</p>`};
    case 'noise':
      return {...usual, body: `${usual.body}\n<p class="visitor">You are visitor number ${count + 1}.</p>`};
    case 'soft-404':
      return {title: 'Page not found', body: '<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>'};
    case 'missing':
      return {status: 404, title: '404 Not Found', body: `<h1>Not Found</h1><p>${escapeMarkup(usual.title ?? '')}</p>`};
    case 'error':
      return {...usual, takesMs: Number.POSITIVE_INFINITY};
  }
}

function price(count: number): string {
  return (10 + count).toFixed(2);
}
