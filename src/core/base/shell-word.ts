/**
 * A word as one argument of a POSIX shell, quoted only where it must be, so that shown commands can be copied. One that looks
 * like a flag stays one, quoted or not: set it apart with `--`.
 */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : quoteShell(word);
}

/** A text in the quotes of a POSIX shell, whatever is in it. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
