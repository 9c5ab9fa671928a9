import {type Emulator, type EmulatorOptions, startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type CliRun, type CliStart, makeWorkspace, runMonitors, type Workspace} from './cli';
import {type HereStart, runMonitorsHere} from './cli-here';
import {realWorld} from './real-world';

/** A repository on disk beside a running emulator: the whole world of a user of the command line. */
export interface UserWorld {
  readonly workspace: Workspace;
  readonly emulator: Emulator;
  /** Runs the real command in the repository, with address and key set. */
  run(args: readonly string[], start?: Partial<CliStart>): Promise<CliRun>;
  /** The same without a process of its own, in the emulator's world: see {@link runMonitorsHere}. */
  runHere(args: readonly string[], start?: Partial<HereStart>): Promise<CliRun>;
  close(): Promise<void>;
}

/** The key that every {@link UserWorld} uses. */
export const API_KEY = 'fc-TESTKEY0123456789abcdef';

/** Starts a {@link UserWorld} with these files and faults; `options` go to the emulator, e.g. `{operations: 'full'}`. */
export async function startUserWorld(
  files: Readonly<Record<string, string>>,
  faults: FaultScript = {},
  options: Partial<EmulatorOptions> = {},
): Promise<UserWorld> {
  const workspace = makeWorkspace(files);
  const emulator = await startEmulator({apiKeys: [API_KEY], faults, world: realWorld, ...options});
  const withService = <Start extends Partial<CliStart>>(start: Start) => ({
    cwd: workspace.directory,
    ...start,
    env: {MONITORS_BASE_URL: emulator.url, MONITORS_API_KEY: API_KEY, ...start.env},
  });
  return {
    workspace,
    emulator,
    run: (args, start = {}) => runMonitors(args, withService(start)),
    runHere: (args, start = {}) => runMonitorsHere(args, withService(start), {world: {...realWorld, ...options.world}}),
    close: async () => {
      await emulator.close();
      workspace.remove();
    },
  };
}
