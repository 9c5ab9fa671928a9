import {readFileSync, rmSync} from 'node:fs';
import {bareSpecFor, makeWorkspace, type Workspace} from './cli';
import {startUserWorld, type UserWorld} from './service';

/**
 * Full operations, and the state is lost: no second monitor is made without a word. What target ids prove is adopted; what
 * looks the same waits for an answer; what somebody else has is left alone.
 */
export let world: UserWorld;
const others: Workspace[] = [];

export async function closeAll(): Promise<void> {
  await world.close();
  for (const workspace of others.splice(0)) workspace.remove();
}

export const STATE = 'monitors.state.json';
export const CONFIG = 'project: acme\nservice: {operations: full}\n';
export const HOOK = 'webhook: {url: "https://hooks.example/x"}\n';
export const URL_1 = bareSpecFor('a');
export const URL_2 = URL_1.replace('https://a.example/', 'https://moved.example/');

export const count = () => world.emulator.monitors().length;
export const liveIds = () => world.emulator.monitors().map(({id}) => id);
export const write = (spec: string) => world.workspace.write({'monitors/a.yaml': spec});
export const run = (...args: string[]) => world.runHere(args);

export async function start(spec = URL_1): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, 'monitors/a.yaml': spec}, {}, {operations: 'full'});
}

export async function apply(spec: string): Promise<void> {
  write(spec);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

export function lose(): void {
  for (const ending of ['', '.journal', '.bak', '.journal.bak']) rmSync(world.workspace.path(STATE + ending), {force: true});
}

export function makeByHand(name = 'a', url = 'https://a.example/'): string {
  const {id} = world.emulator.dashboard.create({name, targets: [{type: 'scrape', urls: [url]}], schedule: {text: 'hourly'}});
  return id;
}

/** The same spec, applied by another repository to the same account. */
export async function applyElsewhere(spec: string, config = CONFIG.replace('acme', 'colleague')): Promise<void> {
  const workspace = makeWorkspace({'monitors.config.yaml': config, 'monitors/a.yaml': spec});
  others.push(workspace);
  expect(await world.runHere(['apply', '--auto-approve'], {cwd: workspace.directory})).toMatchObject({exitCode: 0});
}

export const recordedIds = () => {
  const {monitors} = JSON.parse(readFileSync(world.workspace.path(STATE), 'utf8')) as {monitors: Record<string, {id: string}>};
  return Object.fromEntries(Object.entries(monitors).map(([key, {id}]) => [key, id]));
};
