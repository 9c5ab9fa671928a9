/** The object that decides. */
export const HEAD = 'head.json';

/** Returns the beginning of the names of one owner's objects. Two owners never share one, and no part is "." or "..". */
export function ownPrefix(project: string, environment: string): string {
  return `${encodePart(project)}/${encodePart(environment)}/`;
}

/** Keeps what no service and no file system gives a meaning; every other byte becomes "!" and two digits. */
function encodePart(part: string): string {
  if (part === '') return '!';
  const bytes = [...Buffer.from(part)];
  return bytes.map((byte, index) => (isPlain(byte, index === 0) ? String.fromCharCode(byte) : `!${toHex(byte)}`)).join('');
}

function isPlain(byte: number, isFirst: boolean): boolean {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(character) || (character === '.' && !isFirst);
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** A whole state. */
export function stateName(serial: number, nonce: string): string {
  return `states/${serial}-${nonce}.json`;
}

/** Lines of a journal that were rolled up. */
export function baseName(nonce: string): string {
  return `bases/${nonce}`;
}

/** The name of a new epoch, which no other run gives. */
export function newEpoch(fence: number, nonce: string): string {
  return `${fence}-${nonce}`;
}

/** Whether an epoch was named by the run with this fence. */
export function isEpochOf(fence: number, epoch: string): boolean {
  return epoch.startsWith(`${fence}-`);
}

/** Returns the beginning of the names of all segments that the run with this fence may write. */
export function epochStart(fence: number): string {
  return `journal/${fence}-`;
}

/** A part of the journal; `number` counts from 1 in each epoch. */
export function segmentName(epoch: string, number: number): string {
  return `journal/${epoch}/${pad(number)}`;
}

/** Name of an object with what a holder learned after it had lost the lock. */
export function lateName(number: number): string {
  return `late/${pad(number)}`;
}

/** So that people see them in their order. */
function pad(number: number): string {
  return String(number).padStart(8, '0');
}

/** Whether a head may name an object so: what it no longer names is removed. */
export function isContentName(name: string): boolean {
  return /^(?:states\/[0-9]+-[0-9a-f-]+\.json|bases\/[0-9a-f-]+)$/.test(name);
}
