import type {Key} from '../specs/desired-monitor';
import {findKeyFlaw} from '../specs/keys';

/** Longest file name that is made of a monitor's name, in characters: at most 240 bytes, and file systems take 255. */
const longestName = 60;

/**
 * A key for a monitor that has only a name: lower case, words joined by `-`. It is its file's name too, so that it is one that
 * every file system takes, and that the loader does not pass over. `isTaken` says which keys are in use.
 */
export function chooseKey(name: string, isTaken: (key: Key) => boolean): Key {
  const slug = toSlug(name);
  const base = slug === '' ? 'monitor' : RESERVED.test(slug) || findKeyFlaw(slug) !== null ? `${slug}-monitor` : slug;
  for (let count = 2, key = base; ; key = `${base}-${count++}`) if (!isTaken(key)) return key;
}

/** The file of a key below the specs directory, where a path can say that key; null where the spec has to say it as `sync.key`. */
export function pathOfKey(key: Key): string | null {
  const parts = key.split('/');
  const isFit = key.length <= 200 && parts.length <= 8 && parts.every(part => PLAIN_PART.test(part) && !RESERVED.test(part));
  return isFit ? `${key}.yaml` : null;
}

/** Not hidden, not passed over (`_`), and not ending in what Windows leaves out. */
const PLAIN_PART = /^[A-Za-z0-9](?:[\w.-]*[\w-])?$/;

/** Names of devices on Windows, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Letters and digits of any script; accents are left out. Where a file system might write the letters otherwise, only those of ASCII. */
function toSlug(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = joinWords(letters, /[^\p{L}\p{N}]+|\p{Default_Ignorable_Code_Point}+/gu);
  return slug.normalize('NFC') === slug.normalize('NFD') ? slug : joinWords(letters, /[^a-z0-9]+/g);
}

function joinWords(text: string, between: RegExp): string {
  const joined = text.replaceAll(between, '-').replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
  return [...joined].slice(0, longestName).join('').replace(/-$/, '');
}
