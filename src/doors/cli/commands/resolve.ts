import {Command, Option} from 'clipanion';
import type {ApplyEvent} from '../../../core/apply/ports';
import {exitCodeAfter} from '../../../core/base/interruption';
import {oneOf} from '../../../core/config/option-values';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {UserError} from '../../../core/diagnostics/user-error';
import type {JournaledCreate} from '../../../core/state/journal';
import type {ResolvedItem} from '../../../features/resolve/document';
import type {ResolveKeys, Verdict} from '../../../features/resolve/resolve';
import {MonitorsCommand} from '../command';
import {lockTimeoutOption} from '../lock-timeout';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';

/** Action of `resolve` on the keys that it was given. */
type Way = Verdict | {readonly kind: 'probe'} | {readonly kind: 'checked'} | {readonly kind: 'prune'};

/** `monitors resolve KEY...`: resolves creates whose outcome is unknown, and monitors that exist twice. */
export class ResolveCommand extends MonitorsCommand {
  static override paths = [['resolve']];
  static override usage = Command.Usage({
    description: 'resolve creates whose outcome is unknown',
    details: `
      When a response was lost, the monitor may or may not exist. With full operations, \`--probe\` looks it up in the service.
      Otherwise look for it yourself: the plan shows its target ids and when it was sent. Then report what you found with
      \`--adopt ID\` or \`--not-created\`. Both send nothing.

      When a request that seemed to fail was sent again, the monitor may exist twice, and every plan warns about it. \`--probe\`
      looks for the duplicate. Otherwise look for it yourself, delete it in the service, and end the warning with \`--checked\`.

      \`--prune-duplicates\` deletes monitors that have exactly the target ids of a recorded one, after asking. It never deletes
      the recorded one.

      exit codes: 0 nothing is unresolved; 1 something is unresolved; 130, 143 interrupted
    `,
    examples: [
      ['Look it up (full operations)', 'monitors resolve --all-unknown --probe'],
      ['It exists', 'monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['It does not exist: the next apply creates it', 'monitors resolve pricing/acme --not-created'],
    ],
  });

  override readonly commandName = 'resolve';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  adopt = Option.String('--adopt', {description: '<ID> The monitor exists, with this id'});
  notCreated = Option.Boolean('--not-created', false, {description: 'The monitor does not exist'});
  probe = Option.Boolean('--probe', false, {description: 'Look it up in the service (full operations)'});
  checked = Option.Boolean('--checked', false, {description: 'There is no duplicate: end the warning about it'});
  pruneDuplicates = Option.Boolean('--prune-duplicates', false, {
    description: 'Delete duplicates of these monitors, after asking (full operations)',
  });
  allUnknown = Option.Boolean('--all-unknown', false, {description: 'Every unresolved create, and every monitor that may exist twice'});
  lookupTimeout = lookupTimeoutOption('With --probe: ');
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'With --prune-duplicates: do not ask'});
  override lockTimeout = lockTimeoutOption();
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    oneOf('--format', this.format, ['text', 'json']);
    if (this.isQuestion() && (await this.hasNothing())) return this.conclude([], []);
    const way = this.readWay();
    const keys = this.readKeys(way);
    switch (way.kind) {
      case 'probe':
        return this.look(keys);
      case 'checked':
        return this.endDoubts(keys);
      case 'prune':
        return this.prune();
      case 'adopt':
      case 'not-created':
        return this.takeWord(keys, way);
    }
  }

  /** Whether the command line does not say what to resolve, or how: no error where there is nothing to resolve. */
  private isQuestion(): boolean {
    if (this.adopt !== undefined || this.pruneDuplicates) return false;
    return this.keys.length === 0 || !(this.notCreated || this.checked || this.probe);
  }

  private async hasNothing(): Promise<boolean> {
    const {isAllResolved} = await import('../../../features/resolve/resolve');
    return isAllResolved(await this.store(await this.settings(), 'look'), this.keys);
  }

  private async takeWord(keys: ResolveKeys, verdict: Verdict): Promise<number> {
    const {resolveCreates} = await import('../../../features/resolve/resolve');
    const {noteWhatIsFolded} = await import('../notes');
    const store = await this.store(await this.settings());
    await noteWhatIsFolded(store, this);
    const {resolved, left} = await resolveCreates(store, keys, verdict, this.context.world.uuid());
    return this.conclude(resolved, left);
  }

  private async endDoubts(keys: ResolveKeys): Promise<number> {
    const {checkDoubts} = await import('../../../features/resolve/resolve');
    const {noteWhatIsFolded} = await import('../notes');
    const store = await this.store(await this.settings());
    await noteWhatIsFolded(store, this);
    const {checked, left} = await checkDoubts(store, keys);
    return this.conclude(checked, left);
  }

  private async look(keys: ResolveKeys): Promise<number> {
    const {probeCreates, toResolvedCreate} = await import('../../../features/resolve/resolve');
    const {noteWhatIsFolded} = await import('../notes');
    const {renderEventText, renderFindingsText} = await import('../../renderers');
    const lookupMs = readLookupTimeout(this.lookupTimeout);
    const {project, elsewhere} = await this.openForFull('--probe');
    const {stderr} = this.context;
    await noteWhatIsFolded(project.store, this);
    const onEvent = (event: ApplyEvent) => this.note(renderEventText(event, this.renderOptions(stderr)));
    const {lookedUp, doubts, findings, left} = await probeCreates(project, keys, {elsewhere, lookupMs, onEvent});
    if (findings.length > 0) this.note(renderFindingsText(findings, this.renderOptions(stderr)));
    return exitCodeAfter(project.watchInterruption(), await this.conclude([...lookedUp.map(toResolvedCreate), ...doubts], left, findings));
  }

  /** Prints what was resolved and what is left; returns the exit code. */
  private async conclude(
    items: readonly ResolvedItem[],
    left: readonly JournaledCreate[],
    findings: readonly Diagnostic[] = [],
  ): Promise<number> {
    if (this.isMachineReadable()) this.print((await import('../../../features/resolve/document')).renderResolveJson(items, left, findings));
    else
      this.print((await import('../../../features/resolve/document')).renderResolved(items, left, this.renderOptions(this.context.stdout)));
    const isOpen = items.some(item => 'kind' in item && item.kind === 'still-open');
    return left.length > 0 || findings.length > 0 || isOpen ? 1 : 0;
  }

  private async prune(): Promise<number> {
    const {pruneDuplicates} = await import('../../../features/resolve/prune');
    const {renderDuplicates, renderPruned} = await import('../../../features/resolve/document');
    const {renderPruneJson} = await import('../../../features/resolve/document');
    const {confirm, nameApproved} = await import('../confirmation');
    const {project, elsewhere} = await this.openForFull('--prune-duplicates');
    const {stdout, stderr, world} = this.context;
    const isJson = this.isMachineReadable();
    const report = await pruneDuplicates(project, this.keys, {
      elsewhere,
      confirm: async duplicated => {
        const shown = renderDuplicates(duplicated, world.now(), this.renderOptions(isJson ? stderr : stdout));
        if (!isJson) this.print(shown);
        else if (!this.quiet || !this.autoApprove) this.note(shown);
        const question = 'Delete these monitors, with their history?';
        if (!this.autoApprove) await confirm(question, nameApproved(this.argv), this.context, project.watchInterruption());
      },
    });
    this.print(isJson ? renderPruneJson(report) : renderPruned(report, this.renderOptions(stdout)));
    return exitCodeAfter(project.watchInterruption(), report.failed.length + report.leftAlone.length > 0 ? 1 : 0);
  }

  /** Opens the project to ask its service; `flag` is what asks for it. */
  private async openForFull(flag: string) {
    const project = await this.openProject();
    const {requireFullOperations} = await import('../../../project/project');
    requireFullOperations(project.settings, flag);
    const {listIdsElsewhere} = await import('../../../project/other-environments');
    project.watchInterruption();
    return {project, elsewhere: listIdsElsewhere(await project.readNeighbours())};
  }

  private readKeys(way: Way): ResolveKeys {
    if (this.allUnknown && way.kind !== 'prune' && this.keys.length === 0) return 'all-unknown';
    if (!this.allUnknown && this.keys.length > 0) return this.keys;
    if (way.kind === 'prune')
      throw new UserError(
        'config/usage',
        '--prune-duplicates needs keys',
        'give the keys of the duplicates that "monitors plan --refresh" shows',
      );
    throw new UserError(
      'config/usage',
      this.allUnknown ? '--all-unknown and keys exclude each other' : 'resolve needs keys, or --all-unknown',
      '`monitors plan` shows the keys that are unresolved',
    );
  }

  private readWay(): Way {
    const ways: readonly (readonly [string, boolean, () => Way])[] = [
      ['--adopt', this.adopt !== undefined, () => ({kind: 'adopt', id: this.adopt ?? ''})],
      ['--not-created', this.notCreated, () => ({kind: 'not-created'})],
      ['--probe', this.probe, () => ({kind: 'probe'})],
      ['--checked', this.checked, () => ({kind: 'checked'})],
      ['--prune-duplicates', this.pruneDuplicates, () => ({kind: 'prune'})],
    ];
    const given = ways.filter(([, isGiven]) => isGiven);
    const [first, second] = given;
    if (first !== undefined && second !== undefined)
      throw new UserError('config/usage', `${first[0]} and ${second[0]} exclude each other`, 'give one of them');
    if (first !== undefined) return first[2]();
    throw new UserError(
      'config/usage',
      'resolve needs to know what you found in the service',
      'add --adopt ID if the monitor exists, --not-created if it does not, --checked if it exists only once, or --probe to look it up (full operations)',
    );
  }
}
