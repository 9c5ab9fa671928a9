import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState} from '../world/edited-state';
import {commitLinks} from '../world/hosted-repository';
import {type MergeWorld, PROJECT} from '../world/merge-world';

/** A link in the path of the state: git does not know its files by that path, so a state there would have no history to be judged by. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const FULL = 'project: acme-web\nservice: {operations: full}\n';

type Files = Readonly<Record<string, string>>;

/** The files below a directory. */
const below = (directory: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${directory}/${path}`, text]));

/** A state that knows none of the monitors and that no run made. */
const forget = (text: string) =>
  editState(text, monitors => {
    monitors.clear();
    return {lineage: '00000000-0000-4000-8000-000000000000'};
  });

/** Merges a fork's pull request that brings files and links. */
function mergeFork(files: Readonly<Record<string, string | null>>, links: Files): string {
  const sha = commitLinks(world.repository.remote, 'main', files, links);
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return sha;
}

/** Places of the state that a merge can lead elsewhere by a link, each with what the merge brings besides. */
const PLACES: readonly {name: string; start: Files; inputs?: Files; state: string; files: Files; links: Files}[] = [
  {
    name: 'in the config',
    start: {...PROJECT, ...SPECS},
    state: STATE,
    files: {'monitors.config.yaml': 'project: acme-web\nstate: link/s.json\n'},
    links: {link: 'old'},
  },
  {
    name: 'in the input state',
    start: {...PROJECT, ...SPECS},
    inputs: {state: 'states/s.json'},
    state: 'states/s.json',
    files: {},
    links: {states: 'old'},
  },
  {
    name: 'in the input config',
    start: below('conf', {...PROJECT, ...SPECS}),
    inputs: {config: 'conf/monitors.config.yaml'},
    state: `conf/${STATE}`,
    files: below('old', {...PROJECT, ...SPECS}),
    links: {conf: 'old'},
  },
  {
    name: 'in the input working-directory',
    start: below('web', {...PROJECT, ...SPECS}),
    inputs: {'working-directory': 'web'},
    state: `web/${STATE}`,
    files: below('old', {...PROJECT, ...SPECS}),
    links: {web: 'old'},
  },
];

describe.each(PLACES)('S9e: a link $name', ({start, inputs = {}, state, files, links}) => {
  const other = state.endsWith('s.json') || 'link' in links ? 'old/s.json' : `old/${STATE}`;

  test('to a state that knows nothing pays for no monitor twice', async () => {
    world = await startAppliedWorld(start, {inputs});
    const sha = mergeFork({...files, [other]: forget(world.repository.readFile('main', state) ?? '')}, links);
    const run = await world.apply({sha}, {inputs});
    expect(world.monitors()).toEqual(['a', 'b']);
    expect(run.exitCode).not.toBe(0);
    const later = await world.apply({sha: world.repository.commit('main', {'README.md': 'Hello\n'})}, {inputs});
    expect([later.exitCode === 0, world.monitors()]).toEqual([false, ['a', 'b']]);
  });

  test('to nothing pays for no monitor twice', async () => {
    world = await startAppliedWorld(start, {inputs});
    const sha = mergeFork({...files, 'old/README.md': 'Hello\n'}, links);
    const run = await world.apply({sha}, {inputs});
    expect([run.exitCode === 0, world.monitors()]).toEqual([false, ['a', 'b']]);
  });
});

test('S9e: a link in the config does not bring a record by which a monitor of somebody else is deleted', async () => {
  world = await startAppliedWorld({...SPECS, 'monitors.config.yaml': FULL}, {operations: 'full'});
  const {id} = world.emulator.dashboard.create({
    name: 'other',
    targets: [{type: 'scrape', urls: ['https://other.example/']}],
    schedule: {text: 'hourly'},
  });
  const forged = editState(world.repository.readFile('main', STATE) ?? '', monitors => {
    const a = monitors.get('a');
    if (a !== undefined) monitors.set('stray', {...a, id});
    return undefined;
  });
  const sha = mergeFork({'monitors.config.yaml': `${FULL}state: link/s.json\n`, 'old/s.json': forged}, {link: 'old'});
  const run = await world.apply({sha});
  expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'other']]);
});
