import {Command, Option} from 'clipanion';
import {Refusal} from '../refusal';
import type {Verdict} from '../workflows/resolve';
import {MonitorsCommand} from './command';

/** `monitors resolve KEY...`: settles creates whose outcome is unknown, on the word of a person who looked. */
export class ResolveCommand extends MonitorsCommand {
  static override paths = [['resolve']];
  static override usage = Command.Usage({
    description: 'settle creates whose outcome is unknown',
    details: `
      When an answer was lost, nobody can know from here whether the service made the monitor. Look for it in the service
      (the plan shows its target ids and when it was sent), then say what you found. Nothing is sent.
    `,
    examples: [
      ['It is there', 'monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['It is not there: the next apply creates it', 'monitors resolve pricing/acme --not-created'],
      ['None of them is there', 'monitors resolve --all-unknown --not-created'],
    ],
  });

  override readonly commandName = 'resolve';
  adopt = Option.String('--adopt', {description: '<ID> The monitor exists, with this id'});
  notCreated = Option.Boolean('--not-created', false, {description: 'The monitor does not exist'});
  allUnknown = Option.Boolean('--all-unknown', false, {description: 'Every unresolved create'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    const verdict = this.readVerdict();
    if (this.allUnknown === this.keys.length > 0) {
      throw new Refusal(
        'config/usage',
        this.allUnknown ? '--all-unknown and keys exclude each other' : 'which creates?',
        'give their keys, or --all-unknown; `monitors plan` shows them',
      );
    }
    const {resolveCreates} = await import('../workflows/resolve');
    const {renderSentences, unresolvedLines} = await import('../report/state-text');
    const {printText} = await import('../report/text');
    const {noteWhatIsFolded} = await import('./notes');
    const store = await this.store(await this.settings());
    await noteWhatIsFolded(store, this);
    const {settled, left} = await resolveCreates(store, this.allUnknown ? 'all-unknown' : this.keys, verdict, this.context.world.uuid());
    const options = this.renderOptions(this.context.stdout);
    const sentences = settled.map(({key, id}) =>
      id === null ? `"${key}" was not created: the next apply creates it.` : `"${key}" is the monitor ${id} now.`,
    );
    this.print(renderSentences(sentences.length === 0 ? ['Nothing is unresolved.'] : sentences, options));
    this.print(
      printText(
        left.flatMap(create => unresolvedLines(create, options)),
        options,
      ),
    );
    return left.length > 0 ? 1 : 0;
  }

  private readVerdict(): Verdict {
    if (this.adopt !== undefined && this.notCreated)
      throw new Refusal('config/usage', '--adopt and --not-created exclude each other', 'say which of the two you found');
    if (this.adopt !== undefined) return {kind: 'adopt', id: this.adopt};
    if (this.notCreated) return {kind: 'not-created'};
    throw new Refusal(
      'config/usage',
      'what did you find in the service?',
      'add --adopt ID if the monitor is there, --not-created if it is not',
    );
  }
}
