import {parseJson, property} from '../../core/json/value';

/** Bytes in which a state shows itself. */
const BEGINNING = 64;

/** Whether a file is a state, by its first member. */
export function looksLikeState(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"checksum"\s*:\s*"sha256:/.test(Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1'));
}

/** The lineage that a state says; null for any other file. */
export function readStateLine(bytes: Uint8Array): string | null {
  const line = looksLikeState(bytes) ? property(parseJson(Buffer.from(bytes).toString('utf8')), 'lineage') : undefined;
  return typeof line === 'string' ? line : null;
}
