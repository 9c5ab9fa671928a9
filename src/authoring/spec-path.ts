/** Longest file name that is made of a monitor's name, in characters. */
const longestName = 60;

/**
 * A key for a monitor that has only a name: lower case, words joined by `-`, not one of `taken` (lower case, so that two files
 * never differ in case alone). It is its file's name too.
 */
export function chooseKey(name: string, taken: ReadonlySet<string>): string {
  const base = toSlug(name) || 'monitor';
  let key = base;
  for (let count = 2; taken.has(key.toLowerCase()); count++) key = `${base}-${count}`;
  return key;
}

function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longestName)
    .replace(/-+$/, '');
}
