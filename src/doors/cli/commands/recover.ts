import {Command, Option} from 'clipanion';
import {exitCodeAfter} from '../../../core/base/interruption';
import {oneOf} from '../../../core/config/option-values';
import type {Findings} from '../../../features/recover/findings';
import type {RecoverOutcome} from '../../../features/recover/recover';
import type {OpenedProject} from '../../../project/project';
import type {ProjectStore} from '../../../project/store';
import {MonitorsCommand} from '../command';
import {lockTimeoutOption} from '../lock-timeout';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';

/** `monitors recover`: rebuilds a state that is lost or damaged from what the service holds. */
export class RecoverCommand extends MonitorsCommand {
  static override paths = [['recover']];
  static override usage = Command.Usage({
    description: 'rebuild a lost or damaged state from what the service holds',
    details: `
      Lists the service's monitors and finds the one of each spec: by target ids, then by what is still readable of the state,
      its backup and its journal, then by name and content. Sends only reads and writes only the state. The old files are kept.
      Needs full operations.

      Asks before it records an uncertain match. A match by name and content is never recorded without asking; if the monitor
      may belong to another project, use \`monitors import KEY ID\`. Monitors that were never recorded stay unmanaged. Missing monitors are
      created by the next apply. Of duplicates, one is recorded and the others are listed.

      exit codes: 0 everything is recorded; 1 a monitor is duplicate or ambiguous, or a create is unresolved; 3 the state is
      valid or locked, or confirmation is needed without a terminal
    `,
    examples: [
      ['The state is lost, damaged or in conflict', 'monitors recover'],
      ['In CI: record every match but those by name', 'monitors recover --auto-approve'],
    ],
  });

  override readonly commandName = 'recover';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  autoApprove = Option.Boolean('--auto-approve', false, {
    description: 'Do not ask; record every match but those by name and content',
  });
  only = Option.Array('--only', {description: '<KEY> Record only this key (repeatable)'});
  lookupTimeout = lookupTimeoutOption();
  override lockTimeout = lockTimeoutOption();

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const lookupMs = readLookupTimeout(this.lookupTimeout);
    const project = await this.openProject();
    const {settings} = project;
    const {requireFullOperations} = await import('../../../project/project');
    requireFullOperations(settings, 'recover');
    const {recoverState} = await import('../../../features/recover/recover');
    const {listProgress} = await import('../list-progress');
    const {renderEventText} = await import('../../renderers');
    const {renderRecoveryText} = await import('../../../features/recover/text');
    const {stderr, stdout} = this.context;
    const interruption = project.watchInterruption();
    const ended = await recoverState(
      project,
      {only: this.only, approval: this.autoApprove ? 'automatic' : 'asked', lookupMs},
      {
        ...listProgress(this),
        onEvent: event => this.note(renderEventText(event, this.renderOptions(stderr))),
        show: findings => {
          if (format === 'text') this.print(renderRecoveryText(findings, this.renderOptions(stdout)));
          else if (!this.quiet) this.note(renderRecoveryText(findings, this.renderOptions(stderr)));
        },
        confirm: findings => this.confirmMatches(findings, interruption),
      },
    );
    return exitCodeAfter(interruption, await this.conclude(ended, format, project));
  }

  private async confirmMatches({lostRecords}: Findings, interruption: AbortSignal): Promise<void> {
    if (this.autoApprove) return;
    const {confirm, nameApproved} = await import('../confirmation');
    const question = lostRecords > 0 ? 'Go on with this account?' : 'Are the matches marked with "?" right?';
    await confirm(question, nameApproved(this.argv), this.context, interruption);
  }

  private async conclude(ended: RecoverOutcome, format: 'text' | 'json', {store}: OpenedProject): Promise<number> {
    const {invalidExitCode} = await import('../notes');
    if (ended.kind === 'invalid') return invalidExitCode(ended.workspace.report, this);
    const {renderFindingsText} = await import('../../renderers');
    const {renderRecoveryJson} = await import('../../../features/recover/document');
    const {renderSentences, unresolvedLines} = await import('../../../features/state/text');
    const {printText} = await import('../../../rendering/text');
    const {findings} = ended;
    const isWritten = ended.kind === 'recovered';
    const unresolved = isWritten ? ended.unresolved : [];
    const warnings = isWritten ? ended.warnings : [];
    const kept = isWritten ? ended.kept.map(path => this.shown(path)) : [];
    if (warnings.length > 0) this.note(renderFindingsText(warnings, this.renderOptions(this.context.stderr)));
    const options = this.renderOptions(this.context.stdout);
    if (format === 'json') {
      const state = isWritten ? ended.version : null;
      this.print(renderRecoveryJson(findings, {state, kept, unresolved, findings: warnings}));
    } else {
      this.print(renderSentences(listSentences(ended, store, kept), options));
      this.print(
        printText(
          unresolved.flatMap(create => unresolvedLines(create, options)),
          options,
        ),
      );
    }
    const isDoubtful = findings.ambiguous.length > 0 || findings.recovered.some(({found}) => found.others.length > 0);
    return isDoubtful || unresolved.length > 0 || warnings.length > 0 ? 1 : 0;
  }
}

function listSentences(
  ended: Exclude<RecoverOutcome, {kind: 'invalid'}>,
  {place, backend}: ProjectStore,
  kept: readonly string[],
): string[] {
  if (ended.kind === 'nothing-found') {
    if (ended.findings.ambiguous.length > 0) return ['Nothing was recorded: no match is certain. Choose the monitors as shown above.'];
    return ['Nothing to recover: there was no state here, and the service has none of these monitors. Run "monitors plan".'];
  }
  const {findings, lookedUp, version} = ended;
  const count = findings.recovered.length + findings.orphans.length;
  return [
    `Recorded ${count === 1 ? '1 monitor' : `${count} monitors`} in ${place} (serial ${version.serial}).`,
    ...lookedUp.flatMap(({create: {intent}, verdict}) => {
      if (verdict.kind === 'adopted') return [`"${intent.key}" is the monitor ${verdict.id}.`];
      if (verdict.kind === 'not-created') return [`"${intent.key}" was not created: the next apply creates it.`];
      return [`"${intent.key}" is still unresolved: ${verdict.why}.`];
    }),
    ...(kept.length === 0 ? [] : [`The old files are kept: ${kept.join(', ')}.`]),
    `Run "monitors plan --refresh" to see what is left to do${backend === 'file' ? ', then commit the state' : ''}.`,
  ];
}
