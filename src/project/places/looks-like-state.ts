/** Bytes in which a state shows itself. */
const BEGINNING = 64;

/** Whether a file is a state, by its first member. */
export function looksLikeState(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"checksum"\s*:\s*"sha256:/.test(Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1'));
}
