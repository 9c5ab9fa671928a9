/** A text as one word of bash and zsh, whatever is in it. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
