import {Command, Option} from 'clipanion';
import {shellWord} from '../../base/shell-word';
import {wholeNumber} from '../../config/whole-number';
import {UserError} from '../../diagnostics/user-error';
import {MonitorsCommand, oneOf} from '../command';
import {lockTimeoutOption} from '../lock-timeout';

/** `monitors accept KEY...`: keeps what somebody changed in the service. */
export class AcceptCommand extends MonitorsCommand {
  static override paths = [['accept']];
  static override usage = Command.Usage({
    description: 'write what somebody changed in the service into the specs',
    details: `
      Asks the service what it holds, and writes what somebody changed there into the specs of these monitors. Only the members
      that were changed are written; comments and layout stay. The state records them as applied. Nothing is sent, and every
      other monitor stays as it is, in the service, in its spec and in the state.

      Needs full operations. Exit code 0 also when there is nothing to accept; 3 when one of the keys can't be accepted: then nothing
      is written for any of them.
    `,
    examples: [
      ['What somebody changed', 'monitors plan --refresh'],
      ['Keep it', 'monitors accept pricing/acme'],
      ['Several monitors at once', 'monitors accept pricing/acme docs/api'],
    ],
  });

  override readonly commandName = 'accept';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text or json'});
  settle = Option.String('--settle', {
    description: '<SECONDS> How long the list of the service may lag behind a create (default: 90)',
  });
  override lockTimeout = lockTimeoutOption();
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    if (this.keys.length === 0)
      throw new UserError('config/usage', 'which monitors?', 'give their keys; "monitors plan --refresh" shows what somebody changed');
    return runAccept(this, this.keys, this.settle);
  }
}

/** Accepts the drift of these keys for `monitors accept`, and for its older name `monitors apply --accept-drift`. */
export async function runAccept(command: MonitorsCommand, keys: readonly string[], settle: string | undefined): Promise<number> {
  const format = oneOf('--format', command.format ?? 'text', ['text', 'json']);
  const settleMs = 1000 * wholeNumber('--settle', settle ?? '90', {min: 0, max: 3600});
  const settings = await command.settings();
  const {gatherPlanInputs, requireFullOperations} = await import('../../engine/plan-inputs');
  requireFullOperations(settings, 'monitors accept');
  const {acceptDrift} = await import('../../engine/accept');
  const {checkUpstream} = await import('../../state/file/git');
  const {openPlanInputPorts} = await import('../live');
  const {invalidExitCode, noteWhatIsFolded} = await import('../notes');
  const {env, world, process, stdout} = command.context;
  const store = await command.store(settings);
  await noteWhatIsFolded(store, command);
  const ports = openPlanInputPorts(command, store, command.context.watchInterruption());
  const outcome = await acceptDrift(
    {keys, settings, cwd: command.workingDirectory(), cache: await command.checkCache(settings)},
    {
      store,
      env,
      checkCheckout: async version => {
        await checkUpstream(settings.stateFile, version, env, store.refusals);
      },
      readLive: async (view, workspace) => {
        const {live} = await gatherPlanInputs({settings, refresh: true, checkSecrets: false, settleMs, keys}, ports, view, workspace);
        if (live === undefined) throw new Error('the service was asked and nothing is known of it');
        return live;
      },
      replaceSpec: async file => {
        const {replaceSpecFile} = await import('../../engine/spec-file');
        await replaceSpecFile(file, world, process.platform);
      },
    },
  );
  if (outcome.kind === 'invalid') return invalidExitCode(outcome.workspace.report, command);
  if (format === 'json') command.print((await import('../../report/accept')).renderAcceptJson(outcome));
  else command.print((await import('../../report/accept')).renderAcceptText(outcome, command.renderOptions(stdout)));
  return 0;
}

/** Flags that say how to apply: accepting has no use for them. */
export const APPLY_FLAGS: ReadonlySet<string> = new Set([
  '--allow-deletes',
  '--auto-approve',
  '--check-secrets',
  '--concurrency',
  '--on-ambiguous',
  '--on-error',
  '--only',
  '--persist-command',
  '--refresh',
]);

/**
 * Refuses an `apply --accept-drift` that is to apply something, too: it would put back what others changed. The message names
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
