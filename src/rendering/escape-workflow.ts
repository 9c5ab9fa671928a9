import {disarmCommands, escapeTerminal} from './escape-terminal';

/** The text of a GitHub workflow command, after its `::`; `\n` between lines of the message stays a line break. */
export function escapeCommandData(text: string): string {
  return disarmCommands(text.split('\n').map(escapeTerminal).join('\n')).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property's value in a GitHub workflow command, such as `title`. */
export function escapeCommandProperty(text: string): string {
  return disarmCommands(escapeTerminal(text)).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
}
