/** The first of some items as texts, as many as fit, and the number of those after them. */
interface Fitting {
  readonly texts: readonly string[];
  readonly rest: number;
}

/** Renders items until one does not fit into the room, in UTF-16 code units; each takes `gap` more than its text. */
export function takeFitting<Item>(items: readonly Item[], render: (item: Item, index: number) => string, room: number, gap = 1): Fitting {
  const texts: string[] = [];
  let left = room;
  for (const [index, item] of items.entries()) {
    const text = render(item, index);
    left -= text.length + gap;
    if (left < 0) break;
    texts.push(text);
  }
  return {texts, rest: items.length - texts.length};
}
