import {Command, Option} from 'clipanion';
import {oneOf, wholeNumber} from '../../../core/config/option-values';
import {MonitorsCommand} from '../command';

/** `monitors checks KEY`: the newest checks of a monitor. */
export class ChecksCommand extends MonitorsCommand {
  static override paths = [['checks']];
  static override usage = Command.Usage({
    description: 'show the newest checks of a monitor',
    details: `
      Shows when each check ran, how it ended, what it found and what it cost. Sends only reads. Needs full operations.

      exit codes: 0 shown; 3 the service can't be read, or no recorded monitor has that key
    `,
    examples: [
      ['The newest checks', 'monitors checks pricing/acme'],
      ['The newest three, for a program', 'monitors checks pricing/acme --limit 3 --format json'],
    ],
  });

  override readonly commandName = 'checks';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  limit = Option.String('--limit', '10', {description: '<N> Number of checks (1-1000, default 10)'});
  key = Option.String({name: 'KEY'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const limit = wholeNumber('--limit', this.limit, {min: 1, max: 1000});
    const project = await this.openProject('look');
    const {readHistory} = await import('../../../features/observe/checks');
    const history = await readHistory(project, this.key, limit);
    if (format === 'json') this.print((await import('../../../features/observe/checks-document')).renderChecksJson(history));
    else
      this.print(
        (await import('../../../features/observe/checks-text')).renderChecksText(history, this.renderOptions(this.context.stdout)),
      );
    return 0;
  }
}

/** `monitors diff KEY [CHECK]`: what a check changed. */
export class DiffCommand extends MonitorsCommand {
  static override paths = [['diff']];
  static override usage = Command.Usage({
    description: 'show what a check of a monitor found changed',
    details: `
      Shows each changed, new or removed page of a check with its diff and its judgment, and the pages that failed. Without
      CHECK, the newest check with changes; \`latest\` is the newest that has ended. The first characters of its id are enough. Sends only reads. Needs full operations.

      exit codes: 0 shown; 3 the service can't be read, or there is no such key or check
    `,
    examples: [
      ['The latest changes', 'monitors diff pricing/acme'],
      ['Those of the newest check', 'monitors diff pricing/acme latest'],
      ['Those of one check', 'monitors diff pricing/acme 5a0c0b9e'],
    ],
  });

  override readonly commandName = 'diff';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  key = Option.String({name: 'KEY'});
  check = Option.String({name: 'CHECK', required: false});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const project = await this.openProject('look');
    const {readChanges} = await import('../../../features/observe/checks');
    const changes = await readChanges(project, this.key, this.check);
    if (format === 'json') this.print((await import('../../../features/observe/checks-document')).renderDiffJson(changes));
    else
      this.print((await import('../../../features/observe/checks-text')).renderDiffText(changes, this.renderOptions(this.context.stdout)));
    return 0;
  }
}
