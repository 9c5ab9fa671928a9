import type {JsonObject} from '../../src/core/json/value';
import {specFor} from './cli';
import {startUserWorld, type UserWorld} from './service';

/** Full operations, and three specs that are applied: what the service is asked about them, and edits by hand. */
export let world: UserWorld;

export const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n'};
export const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), 'monitors/c.yaml': specFor('c')};

export const run = (...args: readonly string[]) => world.runHere(args, {env: {HOOK_TOKEN: 'hook-token-value'}});
export const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
export const byHand = (name: string, members: JsonObject = {}) =>
  world.emulator.dashboard.create({
    ...{name, schedule: {text: 'daily'}, targets: [{type: 'scrape', urls: ['https://by-hand.example/']}]},
    ...members,
  });

/** Starts the service with these faults, and applies nothing yet. */
export async function start(
  files: Readonly<Record<string, string>> = SPECS,
  script: Parameters<typeof startUserWorld>[1] = {},
): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, script, {operations: 'full'});
}

export async function applied(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  await start(files);
  expect(await run('apply', '--auto-approve', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
}

/** Words as they were before they were wrapped. */
export const unwrap = (text: string) => text.replace(/\s+/g, ' ');
