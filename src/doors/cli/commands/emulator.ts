import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {oneOf, wholeNumber} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import {explainFileError} from '../../../core/files/file-error';
import {readGivenFile} from '../../../core/files/given-file';
import type {FaultScript} from '../../../emulator/faults/script';
import type {RequestRecord} from '../../../emulator/ports';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import {MonitorsCommand} from '../command';

/** `monitors emulator`: the service on loopback, for trying out and for tests. */
export class EmulatorCommand extends MonitorsCommand {
  static override paths = [['emulator']];
  static override usage = Command.Usage({
    description: 'run an emulator of the service on this machine, for trials and tests',
    details: `
      Prints its address and listens on 127.0.0.1 until it is interrupted. Monitors are kept in memory, or in a file with
      \`--data\`. \`--faults\` simulates faults such as lost responses: see docs/emulator.md.

      Checks run when they are due, on pages of the emulator's own site. With \`--speed 3600\`, an hour of checks takes a second.

      exit codes: 0 stopped; 3 could not start
    `,
    examples: [
      ['Try updates, deletes and drift', 'monitors emulator --port 4010 --operations full'],
      ['See a day of checks in 24 seconds', 'monitors emulator --port 4010 --operations full --speed 3600'],
      ['See what happens when responses are lost', 'monitors emulator --port 4010 --faults lost-answers.yaml'],
    ],
  });

  override readonly commandName = 'emulator';
  port = Option.String('--port', '0', {description: '<N> Port (default 0: any free port)'});
  operations = Option.String('--operations', 'create', {
    description: '<WHICH> create (default), or full: also list, get, update and delete',
  });
  dataFile = Option.String('--data', {description: '<FILE> Keep the monitors in this file (default: in memory)'});
  faults = Option.String('--faults', {description: '<FILE> YAML or JSON file with the faults to simulate (default: none)'});
  speed = Option.String('--speed', '1', {description: '<N> How many times faster than real time checks run (1-1000000, default 1)'});
  apiKeys = Option.Array('--api-key', {description: '<KEY> Accept this key (repeatable; default: any key)'});

  async execute(): Promise<number> {
    const operations = oneOf('--operations', this.operations, ['create', 'full']);
    const port = wholeNumber('--port', this.port, {min: 0, max: 65_535});
    const speed = wholeNumber('--speed', this.speed, {min: 1, max: 1_000_000});
    const {startEmulator} = await import('../../../emulator/emulator');
    const {world} = this.context;
    const interruption = this.context.watchInterruption();
    const emulator = await startEmulator({
      port,
      operations,
      speed,
      world,
      ...(this.apiKeys === undefined ? {} : {apiKeys: this.apiKeys}),
      ...(this.dataFile === undefined ? {} : {dataFile: resolve(this.workingDirectory(), this.dataFile)}),
      ...(this.faults === undefined ? {} : {faults: await this.readFaults(this.faults)}),
      onRequest: record => this.noteRequest(record),
      onError: error => this.note(`${escapeTerminal(error.message)}\n`),
    }).catch(error => {
      throw new UserError(
        'config/usage',
        `the emulator could not start: ${(error as Error).message}`,
        'choose another --port, or 0 for any free port',
        {cause: error},
      );
    });
    const more = operations === 'full' ? '  monitors run KEY --wait\n  monitors status\n' : '';
    this.print(`emulator listening at ${emulator.url}\n`);
    this.note(
      `try it:\n  export MONITORS_BASE_URL=${emulator.url} MONITORS_API_KEY=${this.apiKeys?.[0] ?? 'any-key'}\n  monitors apply\n${more}Press Ctrl-C to stop it.\n`,
    );
    await new Promise<void>(resolve => interruption.addEventListener('abort', () => resolve(), {once: true}));
    await emulator.close();
    return 0;
  }

  private async readFaults(path: string): Promise<FaultScript> {
    const {parseFaultScript} = await import('../../../emulator/faults/parse');
    const {script, problems} = parseFaultScript(this.readText(path));
    if (script !== undefined) return script;
    throw new UserError(
      'config/usage',
      `the fault script ${path} is not valid: ${problems.join('; ')}`,
      'docs/emulator.md lists the members of a script',
    );
  }

  private readText(path: string): string {
    try {
      return readGivenFile(resolve(this.workingDirectory(), path));
    } catch (error) {
      throw new UserError(
        'config/not-found',
        `the fault script ${path} cannot be read: ${explainFileError(error)}`,
        'check the path given with --faults',
        {cause: error},
      );
    }
  }

  private noteRequest({method, path, status}: RequestRecord): void {
    if (!this.quiet) this.note(`${escapeTerminal(`${method} ${path} -> ${status}`)}\n`);
  }
}
