import {resolve} from 'node:path';
import {UserError} from '../../../core/diagnostics/user-error';
import {explainFileError} from '../../../core/files/file-error';
import {readGivenFile} from '../../../core/files/given-file';
import type {FaultScript} from '../../../emulator/faults/script';
import {command} from '../../../project/command-table';
import {choice, count, file, texts} from '../../../project/flags';
import {escapeTerminal} from '../../../rendering/escape-terminal';

/** `monitors emulator`: the service on loopback, for trying out and for tests. */
export const emulatorCommand = command(
  {
    path: 'emulator',
    summary: 'run an emulator of the service on this machine, for trials and tests',
    details: `
      Prints its address and listens on 127.0.0.1 until it is interrupted. Monitors are kept in memory, or in a file with
      \`--data\`. \`--faults\` simulates faults such as lost responses: see docs/emulator.md.

      Checks run when they are due, on pages of the emulator's own site. With \`--speed 3600\`, an hour of checks takes a second.
    `,
    exitCodes: {0: 'stopped', 3: 'could not start'},
    examples: [
      ['Try updates, deletes and drift', 'monitors emulator --port 4010 --operations full'],
      ['See a day of checks in 24 seconds', 'monitors emulator --port 4010 --operations full --speed 3600'],
      ['See what happens when responses are lost', 'monitors emulator --port 4010 --faults lost-answers.yaml'],
    ],
    flags: {
      port: count({min: 0, max: 65_535}, 'Port (default 0: any free port)', 0),
      operations: choice('WHICH', ['create', 'full'], 'create (default), or full: also list, get, update and delete', 'create'),
      data: file('Keep the monitors in this file (default: in memory)'),
      faults: file('YAML or JSON file with the faults to simulate (default: none)'),
      speed: count({min: 1, max: 1_000_000}, 'How many times faster than real time checks run (1-1000000, default 1)', 1),
      apiKey: texts('KEY', 'Accept this key (repeatable; default: any key)'),
    },
  },
  async ({operations, port, speed, apiKey: apiKeys, data, faults}, door) => {
    const {startEmulator} = await import('../../../emulator/emulator');
    const {world} = door.context;
    const interruption = door.context.watchInterruption();
    const emulator = await startEmulator({
      port,
      operations,
      speed,
      world,
      ...(apiKeys === undefined ? {} : {apiKeys}),
      ...(data === undefined ? {} : {dataFile: resolve(door.workingDirectory(), data)}),
      ...(faults === undefined ? {} : {faults: await readFaults(faults, door.workingDirectory())}),
      onRequest: ({method, path, status}) => {
        if (!door.flags.quiet) door.note(`${escapeTerminal(`${method} ${path} -> ${status}`)}\n`);
      },
      onError: error => door.note(`${escapeTerminal(error.message)}\n`),
    }).catch(error => {
      throw new UserError(
        'config/usage',
        `the emulator could not start: ${(error as Error).message}`,
        'choose another --port, or 0 for any free port',
        {cause: error},
      );
    });
    const more = operations === 'full' ? '  monitors run KEY --wait\n  monitors status\n' : '';
    door.print(`emulator listening at ${emulator.url}\n`);
    door.note(
      `try it:\n  export MONITORS_BASE_URL=${emulator.url} MONITORS_API_KEY=${apiKeys?.[0] ?? 'any-key'}\n  monitors apply\n${more}Press Ctrl-C to stop it.\n`,
    );
    await new Promise<void>(resolve => interruption.addEventListener('abort', () => resolve(), {once: true}));
    await emulator.close();
    return 0;
  },
);

async function readFaults(path: string, directory: string): Promise<FaultScript> {
  const {parseFaultScript} = await import('../../../emulator/faults/parse');
  const {script, problems} = parseFaultScript(readText(path, directory));
  if (script !== undefined) return script;
  throw new UserError(
    'config/usage',
    `the fault script ${path} is not valid: ${problems.join('; ')}`,
    'docs/emulator.md lists the members of a script',
  );
}

function readText(path: string, directory: string): string {
  try {
    return readGivenFile(resolve(directory, path));
  } catch (error) {
    throw new UserError(
      'config/not-found',
      `the fault script ${path} cannot be read: ${explainFileError(error)}`,
      'check the path given with --faults',
      {cause: error},
    );
  }
}
