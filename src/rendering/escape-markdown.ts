import {disarmCommands, escapeTerminal} from './escape-terminal';

/**
 * A text as inline code, the only inline form in which GitHub's Markdown leaves everything alone: HTML, mentions,
 * issue numbers, links, images. The fence is longer than any run of backticks inside.
 */
export function codeSpan(text: string): string {
  const content = disarmCommands(escapeTerminal(text));
  if (content === '') return '`(empty)`';
  const fence = '`'.repeat(longestRun(content) + 1);
  const pad = /^`|`$|^ .* $/.test(content) || content.trim() === '' ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** Lines as a fenced block, whose fence no line can close. Lines are escaped for terminals: the block is read as a log is. */
export function fencedBlock(lines: readonly string[], language: 'diff' | 'text'): string {
  const content = disarmCommands(lines.map(escapeTerminal).join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** A text as code in an HTML block, where Markdown is not read, such as a `<summary>`. */
export function htmlCode(text: string): string {
  const content = disarmCommands(escapeTerminal(text)).replace(/[&<>"'`@#\\[\]!|*_~:]/g, character => `&#${character.charCodeAt(0)};`);
  return `<code>${content}</code>`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
