import {shellWord} from './shell-word';

/** A command line of this tool as a shell takes it, for the plan's environment: run in another, it would change its state. Keys that look like flags stand behind `--`. */
export function writeCommand(words: string, keys: readonly string[], environment: string, flags = ''): string {
  const given = `${flags}${inEnvironment(environment)}`.trim();
  const operands = keys.map(shellWord).join(' ');
  const parts = keys.some(key => key.startsWith('-')) ? [words, given, '--', operands] : [words, operands, given];
  return ['monitors', ...parts.filter(part => part !== '')].join(' ');
}

/** A command line about one key, for messages that complete it with the flags that were given. */
export function keyCommand(words: string, key: string, flags = ''): string {
  return writeCommand(words, [key], 'default', flags);
}

function inEnvironment(environment: string): string {
  return environment === 'default' ? '' : ` --environment ${environment}`;
}

/** The command that gives the state of one environment to another. */
export function writeEnvironmentMove(from: string, to: string): string {
  return `monitors state migrate --environment ${from} --to-environment ${to}`;
}
