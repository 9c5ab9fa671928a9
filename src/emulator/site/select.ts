import type {MarkupElement} from './markup';

/** Reads a simple CSS selector, such as `main`, `.price`, `div.ads`, `#top` or `[role="note"]`; others match nothing. A list with commas means any. */
export function readSelector(text: string): (element: MarkupElement) => boolean {
  const tests = text.split(',').map(part => readOne(part.trim()));
  return element => tests.some(test => test(element));
}

const simple = /^([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+|\[[a-z-]+(?:="[^"]*")?\])*)$/i;

function readOne(text: string): (element: MarkupElement) => boolean {
  const match = text === '' ? null : simple.exec(text);
  if (match === null) return () => false;
  const [, tag = '*', rest = ''] = match;
  const conditions = [...rest.matchAll(/([.#])([\w-]+)|\[([a-z-]+)(?:="([^"]*)")?\]/gi)];
  return ({tag: own, attributes}) => {
    const classes = (attributes['class'] ?? '').split(/\s+/);
    return (
      own !== '' &&
      (tag === '*' || own === tag.toLowerCase()) &&
      conditions.every(([, mark, name = '', attribute = '', value]) => {
        if (mark === '.') return classes.includes(name);
        if (mark === '#') return attributes['id'] === name;
        return Object.hasOwn(attributes, attribute) && (value === undefined || attributes[attribute] === value);
      })
    );
  };
}
