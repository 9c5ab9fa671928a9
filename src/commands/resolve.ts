import {Command, Option} from 'clipanion';
import {Refusal} from '../refusal';
import type {JournaledCreate} from '../state/journal';
import type {ResolveKeys, Verdict} from '../workflows/resolve';
import {MonitorsCommand, wholeNumber} from './command';

/** What a `resolve` does about the creates or doubles that it was given. */
type Way = Verdict | {readonly kind: 'probe'} | {readonly kind: 'prune'};

/** `monitors resolve KEY...`: settles creates whose outcome is unknown, and monitors that exist twice. */
export class ResolveCommand extends MonitorsCommand {
  static override paths = [['resolve']];
  static override usage = Command.Usage({
    description: 'settle creates whose outcome is unknown',
    details: `
      When an answer was lost, nobody can know from here whether the service made the monitor. With full operations,
      \`--probe\` looks in the service's list. Otherwise look for it in the service yourself (the plan shows its target ids and
      when it was sent), then say what you found; then nothing is sent.

      \`--prune-duplicates\` deletes monitors that have exactly the target ids of a recorded one, after asking. The recorded one
      stays.

      Exit code 0 when nothing is left, 1 when something is.
    `,
    examples: [
      ['Look in the service (full operations)', 'monitors resolve --all-unknown --probe'],
      ['It is there', 'monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['It is not there: the next apply creates it', 'monitors resolve pricing/acme --not-created'],
      ['The service holds it twice', 'monitors resolve --prune-duplicates pricing/acme'],
    ],
  });

  override readonly commandName = 'resolve';
  adopt = Option.String('--adopt', {description: '<ID> The monitor exists, with this id'});
  notCreated = Option.Boolean('--not-created', false, {description: 'The monitor does not exist'});
  probe = Option.Boolean('--probe', false, {description: "Look in the service's list (full operations)"});
  pruneDuplicates = Option.Boolean('--prune-duplicates', false, {
    description: 'Delete the doubles of these monitors, after asking (full operations)',
  });
  allUnknown = Option.Boolean('--all-unknown', false, {description: 'Every unresolved create'});
  settle = Option.String('--settle', '90', {
    description: '<SECONDS> With --probe: how long a create may take to show in the list (0 to 3600)',
  });
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'With --prune-duplicates: do not ask'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    const way = this.readWay();
    if (this.allUnknown === this.keys.length > 0) {
      throw new Refusal(
        'config/usage',
        this.allUnknown ? '--all-unknown and keys exclude each other' : 'which creates?',
        'give their keys, or --all-unknown; `monitors plan` shows them',
      );
    }
    if (way.kind === 'prune') return this.prune();
    return way.kind === 'probe' ? this.look() : this.takeWord(way);
  }

  private get chosen(): ResolveKeys {
    return this.allUnknown ? 'all-unknown' : this.keys;
  }

  private async takeWord(verdict: Verdict): Promise<number> {
    const {resolveCreates} = await import('../workflows/resolve');
    const {noteWhatIsFolded} = await import('./notes');
    const store = await this.store(await this.settings());
    await noteWhatIsFolded(store, this);
    const {settled, left} = await resolveCreates(store, this.chosen, verdict, this.context.world.uuid());
    const sentences = settled.map(({key, id}) =>
      id === null ? `"${key}" was not created: the next apply creates it.` : `"${key}" is the monitor ${id} now.`,
    );
    return this.conclude(sentences, left);
  }

  private async look(): Promise<number> {
    const settings = await this.settings();
    const {requireFullOperations} = await import('../workflows/knowledge');
    requireFullOperations(settings, '--probe');
    const settleMs = 1000 * wholeNumber('--settle', this.settle, {min: 0, max: 3600});
    const {probeCreates} = await import('../workflows/resolve');
    const {noteWhatIsFolded} = await import('./notes');
    const {connectForReading, readRetryBase} = await import('./live');
    const {renderEventText, renderFindingsText} = await import('../report');
    const {world, env, stderr} = this.context;
    const store = await this.store(settings);
    await noteWhatIsFolded(store, this);
    const {settled, findings, left} = await probeCreates(store, this.chosen, {
      world,
      settleMs,
      retryBaseMs: readRetryBase(env),
      runId: world.uuid(),
      interruption: this.context.watchInterruption(),
      connect: ({state, version, unresolved}) => connectForReading(this, store, {stored: {state, version}, unresolved}),
      onEvent: event => this.note(renderEventText(event, this.renderOptions(stderr))),
    });
    if (findings.length > 0) this.note(renderFindingsText(findings, this.renderOptions(stderr)));
    const sentences = settled.map(({create: {intent}, verdict}) => {
      if (verdict.kind === 'adopted') return `"${intent.key}" is the monitor ${verdict.id} now.`;
      if (verdict.kind === 'not-created') return `"${intent.key}" was not created: the next apply creates it.`;
      return `"${intent.key}" is still unknown: ${verdict.why}.`;
    });
    const code = await this.conclude(sentences, left);
    return findings.length > 0 ? 1 : code;
  }

  private async prune(): Promise<number> {
    const settings = await this.settings();
    const {requireFullOperations} = await import('../workflows/knowledge');
    requireFullOperations(settings, '--prune-duplicates');
    const {pruneDuplicates} = await import('../workflows/prune');
    const {connectForReading, readRetryBase} = await import('./live');
    const {renderSentences} = await import('../report/state-text');
    const {world, env} = this.context;
    const store = await this.store(settings);
    const interruption = this.context.watchInterruption();
    const options = this.renderOptions(this.context.stdout);
    const {doubled, deleted, failed} = await pruneDuplicates(store, this.keys, {
      world,
      retryBaseMs: readRetryBase(env),
      interruption,
      connect: ({state, version, unresolved}) => connectForReading(this, store, {stored: {state, version}, unresolved}),
      confirm: async found => {
        const lines = found.flatMap(({key, kept, others}) => [
          `"${key}" is the monitor ${kept}, which stays. To be deleted:`,
          ...others.map(({id, name, createdAt}) => `  ${id} "${name}", created ${createdAt || 'at an unknown time'}`),
        ]);
        this.print(renderSentences(lines, options));
        await this.confirmPrune(interruption);
      },
    });
    const sentences = [
      ...deleted.map(id => `Deleted ${id}.`),
      ...failed.map(({id, message}) => `${id} is not deleted: ${message}.`),
      ...(doubled.length === 0 ? ['The service holds none of them twice.'] : []),
    ];
    this.print(renderSentences(sentences, options));
    return failed.length > 0 ? 1 : 0;
  }

  private async confirmPrune(interruption: AbortSignal): Promise<void> {
    if (this.autoApprove) return;
    const {confirm, nameApproved} = await import('./confirmation');
    await confirm('Delete these monitors, with their history?', await nameApproved(this.argv), this.context, interruption);
  }

  private async conclude(sentences: readonly string[], left: readonly JournaledCreate[]): Promise<number> {
    const {renderSentences, unresolvedLines} = await import('../report/state-text');
    const {printText} = await import('../report/text');
    const options = this.renderOptions(this.context.stdout);
    this.print(renderSentences(sentences.length === 0 ? ['Nothing is unresolved.'] : sentences, options));
    this.print(
      printText(
        left.flatMap(create => unresolvedLines(create, options)),
        options,
      ),
    );
    return left.length > 0 ? 1 : 0;
  }

  private readWay(): Way {
    const ways: readonly (readonly [string, boolean, () => Way])[] = [
      ['--adopt', this.adopt !== undefined, () => ({kind: 'adopt', id: this.adopt ?? ''})],
      ['--not-created', this.notCreated, () => ({kind: 'not-created'})],
      ['--probe', this.probe, () => ({kind: 'probe'})],
      ['--prune-duplicates', this.pruneDuplicates, () => ({kind: 'prune'})],
    ];
    const given = ways.filter(([, isGiven]) => isGiven);
    const [first, second] = given;
    if (first !== undefined && second !== undefined)
      throw new Refusal('config/usage', `${first[0]} and ${second[0]} exclude each other`, 'give one of them');
    if (first !== undefined) return first[2]();
    throw new Refusal(
      'config/usage',
      'what did you find in the service?',
      'add --adopt ID if the monitor is there, --not-created if it is not, or --probe to have it looked for (full operations)',
    );
  }
}
