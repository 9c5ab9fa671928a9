import {Command, Option} from 'clipanion';
import {UserError} from '../../diagnostics/user-error';
import {MonitorsCommand} from '../command';

/** `monitors report --suggest`: schedules that flatten the load. */
export class ReportCommand extends MonitorsCommand {
  static override paths = [['report']];
  static override usage = Command.Usage({
    description: 'suggest schedules that spread the load',
    details: `
      With \`--suggest\`: where more than 50 monitors run at the same minute, prints a schedule for each of them, with its minutes
      spread over the hour. Hours, days and the time between checks stay. Nothing is changed; needs no network.

      exit codes: 0 printed; 1 specs have errors; 3 the specs can't be read, or no monitor has such a key
    `,
    examples: [
      ['Where to move checks', 'monitors report --suggest'],
      ['For a program', 'monitors report --suggest --format json'],
    ],
  });

  override readonly commandName = 'report';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  suggest = Option.Boolean('--suggest', false, {description: 'Print schedules that spread the load'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    if (!this.suggest) throw new UserError('config/usage', 'report needs --suggest', 'for example: monitors report --suggest');
    const {keys, exclude, label: labels} = this;
    const project = await this.openProject('look');
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors report' : project.nameOption(flag));
    const {printSuggestion} = await import('../schedule-suggestion');
    return printSuggestion(this, {...project, nameOption}, {only: keys.length === 0 ? undefined : keys, exclude, labels});
  }
}
