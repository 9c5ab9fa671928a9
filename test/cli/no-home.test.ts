import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {monitorsBin, specFor} from '../world/cli';
import {startPlainService} from '../world/header-proxy';
import {API_KEY, startUserWorld} from '../world/service';

/** A home that is there and takes no directory, as one that is not mounted: Node's `mkdir` with `recursive` never returns. */
const NO_HOME = '/proc';

/** Runs the command, and kills it where it does not end. */
function runToEnd(args: readonly string[], start: {readonly cwd: string; readonly env: Record<string, string | undefined>}) {
  return new Promise<{readonly signal: string | null; readonly stdout: string}>(resolve => {
    const options = {...start, timeout: 20_000, killSignal: 'SIGKILL'} as const;
    execFile(process.execPath, [monitorsBin, ...args], options, (error, stdout) => {
      resolve({signal: error?.signal ?? null, stdout: String(stdout)});
    });
  });
}

const onLinux = existsSync(`${NO_HOME}/self`) ? test : test.skip;
onLinux.each(['HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])('P19: %s where no directory can be made: the run ends', async variable => {
  const world = await startUserWorld({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a')});
  const service = await startPlainService(world.emulator.url);
  try {
    const env = {PATH: process.env['PATH'], HOME: world.workspace.path('.home'), [variable]: `${NO_HOME}/none`};
    const run = (...args: string[]) =>
      runToEnd(args, {cwd: world.workspace.directory, env: {...env, MONITORS_BASE_URL: service.url, MONITORS_API_KEY: API_KEY}});
    expect(await run('apply', '--auto-approve')).toEqual({signal: null, stdout: expect.stringContaining('1 created')});
    expect(await run('plan')).toEqual({signal: null, stdout: expect.stringContaining('No changes')});
  } finally {
    await service.close();
    await world.close();
  }
});
