import {Command, Option} from 'clipanion';
import {MonitorsCommand, oneOf} from './command';

/** `monitors schema [spec|config]`: a JSON Schema, for editors and other programs. */
export class SchemaCommand extends MonitorsCommand {
  static override paths = [['schema']];
  static override usage = Command.Usage({
    description: 'print a JSON Schema, for editors',
    examples: [
      ['Completion and hovers for specs', 'monitors schema spec > .vscode/monitors.schema.json'],
      ['The same for the config file', 'monitors schema config'],
    ],
  });

  override readonly commandName = 'schema';
  which = Option.String({name: 'spec|config', required: false});

  async execute(): Promise<number> {
    const which = oneOf('monitors schema', this.which ?? 'spec', ['spec', 'config']);
    const schema = which === 'spec' ? await import('../../schemas/spec.schema.json') : await import('../../schemas/config.schema.json');
    this.print(`${JSON.stringify(schema.default, null, 2)}\n`);
    return 0;
  }
}
