import {Command, Option} from 'clipanion';
import {shellWord} from '../../../core/base/shell-word';
import {oneOf} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import {MonitorsCommand} from '../command';
import {lockTimeoutOption} from '../lock-timeout';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';

/** `monitors accept KEY...`: keeps drift. */
export class AcceptCommand extends MonitorsCommand {
  static override paths = [['accept']];
  static override usage = Command.Usage({
    description: 'write drift, changes made in the service, into the specs',
    details: `
      Reads the service and writes the drift of these monitors into their specs. Only the changed members are written; comments and
      layout stay. The state records them as applied. Nothing is sent, and other monitors are not touched.

      With \`--branch\` the edit becomes a commit on a new branch, for a pull request. Working tree, index and state stay as they
      are, and nothing is pushed.

      Needs full operations.

      exit codes: 0 the drift is accepted, or there is none; 3 the drift of one key can't be accepted: nothing is written for
      any key
    `,
    examples: [
      ['Show drift', 'monitors plan --refresh'],
      ['Keep it', 'monitors accept pricing/acme'],
      ['Several monitors, as a commit for a pull request', 'monitors accept --branch accept-drift pricing/acme docs/api'],
    ],
  });

  override readonly commandName = 'accept';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  branch = Option.String('--branch', {description: '<NAME> Commit the edit on this new branch and change no file here'});
  lookupTimeout = lookupTimeoutOption();
  override lockTimeout = lockTimeoutOption();
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    if (this.keys.length === 0)
      throw new UserError('config/usage', 'accept needs the key of a monitor', 'run "monitors plan --refresh" to see the keys with drift');
    return runAccept(this, this.keys, this.lookupTimeout, this.branch);
  }
}

/** Accepts the drift of these keys for `monitors accept`, and for its old name `monitors apply --accept-drift`. */
export async function runAccept(
  command: MonitorsCommand,
  keys: readonly string[],
  lookupTimeout: string | undefined,
  branch?: string,
): Promise<number> {
  const format = oneOf('--format', command.format ?? 'text', ['text', 'json']);
  const lookupMs = readLookupTimeout(lookupTimeout);
  const project = await command.openProject(branch === undefined ? 'change' : 'look');
  const {requireFullOperations} = await import('../../../project/project');
  requireFullOperations(project.settings, 'monitors accept');
  const {listProgress} = await import('../list-progress');
  const {invalidExitCode, noteWhatIsFolded} = await import('../notes');
  await noteWhatIsFolded(project.store, command);
  const progress = listProgress(command);
  const ended =
    branch === undefined
      ? await (await import('../../../features/accept/accept')).acceptDrift(project, {keys, lookupMs}, progress)
      : await (await import('../../../features/accept/accept-branch')).acceptOnBranch(project, {keys, lookupMs, branch}, progress);
  if (ended.kind === 'invalid') return invalidExitCode(ended.workspace.report, command);
  if (format === 'json') command.print((await import('../../../features/accept/document')).renderAcceptJson(ended));
  else
    command.print(
      (await import('../../../features/accept/document')).renderAcceptText(ended, command.renderOptions(command.context.stdout)),
    );
  return 0;
}

/** Flags that say how to apply: accepting has no use for them. */
export const APPLY_FLAGS: ReadonlySet<string> = new Set([
  '--allow-deletes',
  '--allow-old-checkout',
  '--allow-state-change',
  '--exclude',
  '--label',
  '--auto-approve',
  '--check-secrets',
  '--checks',
  '--concurrency',
  '--on-ambiguous',
  '--on-error',
  '--only',
  '--persist-command',
  '--refresh',
  '--strict',
]);

/**
 * Refuses an `apply --accept-drift` that should apply something, too: it would undo other drift. The message names
 * the two commands that do one thing each. `argv` is the command line without the tool's name.
 */
export function refuseToApplyBesides(keys: readonly string[], planPath: string | undefined, argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const flags = (end === -1 ? argv : argv.slice(0, end)).map(word => word.replace(/=.*$/s, ''));
  const other = planPath === undefined ? flags.find(flag => APPLY_FLAGS.has(flag)) : 'a saved plan';
  if (other === undefined) return;
  const accept = ['monitors', 'accept', ...keys, ...listBaseUrl(argv)].map(shellWord).join(' ');
  const then =
    planPath === undefined
      ? `"${['monitors', ...dropAcceptDrift(argv)].map(shellWord).join(' ')}" applies the rest`
      : `"monitors plan --out ${shellWord(planPath)}" plans again, for an apply of that`;
  throw new UserError(
    'config/usage',
    `--accept-drift writes specs and applies nothing: it does not go with ${other}`,
    `run two commands: "${accept}" first; then ${then}`,
  );
}

function listBaseUrl(argv: readonly string[]): string[] {
  const at = argv.findIndex(word => word === '--base-url' || word.startsWith('--base-url='));
  if (at === -1) return [];
  return argv[at] === '--base-url' ? argv.slice(at, at + 2) : argv.slice(at, at + 1);
}

function dropAcceptDrift(argv: readonly string[]): string[] {
  return argv.filter((word, index) => !/^--accept-drift(?:=|$)/.test(word) && argv[index - 1] !== '--accept-drift');
}
