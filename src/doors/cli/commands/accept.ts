import {Command, Option} from 'clipanion';
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
    const {keys, branch} = this;
    const format = oneOf('--format', this.format, ['text', 'json']);
    const lookupMs = readLookupTimeout(this.lookupTimeout);
    const project = await this.openProject(branch === undefined ? 'change' : 'look');
    const {requireFullOperations} = await import('../../../project/project');
    requireFullOperations(project.settings, 'monitors accept');
    const {listProgress} = await import('../list-progress');
    const {invalidExitCode, noteWhatIsFolded} = await import('../notes');
    await noteWhatIsFolded(project.store, this);
    const progress = listProgress(this);
    const ended =
      branch === undefined
        ? await (await import('../../../features/accept/accept')).acceptDrift(project, {keys, lookupMs}, progress)
        : await (await import('../../../features/accept/accept-branch')).acceptOnBranch(project, {keys, lookupMs, branch}, progress);
    if (ended.kind === 'invalid') return invalidExitCode(ended.workspace.report, this);
    if (format === 'json') this.print((await import('../../../features/accept/document')).renderAcceptJson(ended));
    else this.print((await import('../../../features/accept/document')).renderAcceptText(ended, this.renderOptions(this.context.stdout)));
    return 0;
  }
}
