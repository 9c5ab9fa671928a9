/** What docs/diagnostics.md says of one code: one or two sentences each, in the words of the user's work. */
export interface CodePage {
  /** What it means and why it matters. */
  readonly meaning: string;
  /** A spec fragment, command or file content that causes it. */
  readonly example: string;
  /** What to do about it: an edit or a command. */
  readonly fix: string;
}

/** Types a family's table: keeps the literal codes and checks each page. */
export function codePages<const Pages extends Record<`${string}/${string}`, CodePage>>(pages: Pages): Pages {
  return pages;
}
