import type {Context} from '../../core/base/context';
import {sayVersion} from './say-version';

/**
 * Runs one command line and returns its exit code. Whatever goes wrong is written as one message that says what
 * happened and what to do next, in the form that the command's `--format` asks for. Loads only what this run needs.
 */
export async function runCli(argv: readonly string[], context: Context): Promise<number> {
  if (asksForVersion(argv)) {
    sayVersion(context);
    return 0;
  }
  if (argv[0] === '__complete') {
    await (await import('./complete')).complete(argv.slice(1), context);
    return 0;
  }
  const {runCommandLine} = await import('./command-line');
  return runCommandLine(argv, context);
}

/** `--version` stands wherever a flag may; `-v` alone. */
function asksForVersion(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--version') || (argv.length === 1 && argv[0] === '-v');
}
