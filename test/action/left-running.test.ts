import {specFor} from '../world/cli';
import {startPlainService} from '../world/header-proxy';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, startMergeWorld} from '../world/merge-world';

const FILES = {
  'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n',
  'monitors/first.yaml': specFor('first'),
  'monitors/second.yaml': specFor('second'),
};
const STATE = 'monitors.state.json';

let world: MergeWorld;
let service: Awaited<ReturnType<typeof startPlainService>>;
afterEach(() => Promise.all([world.close(), service.close()]));

const push = (files: Readonly<Record<string, string | null>>, inputs: ApplyStart['inputs'] = {}) =>
  world.apply({sha: world.repository.commit('main', files)}, {inputs: {'base-url': service.url, ...inputs}});
const idOfSecond = () => String(world.emulator.monitors().find(({name}) => name === 'second')?.['id']);

/** Both monitors are recorded by a run, of a service that is not the emulator: what that one has is never missed. */
async function startRecorded(inputs: ApplyStart['inputs'] = {}) {
  world = await startMergeWorld(FILES, {}, 'full');
  service = await startPlainService(world.emulator.url);
  expect(await push({'README.md': 'Hello\n'}, inputs)).toMatchObject({exitCode: 0, outputs: {created: '2'}});
}

describe('C49cl: full operations, and the state is gone together with the spec of a monitor', () => {
  test.each<{name: string; inputs: ApplyStart['inputs']; lose: () => Readonly<Record<string, null>>}>([
    {name: 'on the branch of the specs', inputs: {}, lose: () => ({[STATE]: null})},
    {
      name: 'on a branch of its own, which lost the file',
      inputs: {'state-branch': 'monitors-state'},
      lose: () => {
        world.repository.commit('monitors-state', {[STATE]: null});
        return {};
      },
    },
    {
      name: 'on a branch of its own, which was deleted',
      inputs: {'state-branch': 'monitors-state'},
      lose: () => {
        git(world.repository.remote, 'update-ref', '-d', 'refs/heads/monitors-state');
        return {};
      },
    },
  ])('$name: the monitor that runs on is named, and the rest is taken over', async ({inputs, lose}) => {
    await startRecorded(inputs);
    const run = await push({...lose(), 'monitors/second.yaml': null}, inputs);
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    expect(run.commands.at(-1)).toMatchObject({
      properties: {title: 'state/lost'},
      message: expect.stringContaining(`"second" (${idOfSecond()})`),
    });
    expect(run.stdout).toContain('1 adopted');
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('nothing is said of a monitor that was deleted since', async () => {
    await startRecorded();
    await fetch(`${world.emulator.url}/__emulator/monitors/${idOfSecond()}`, {method: 'DELETE'});
    expect(await push({[STATE]: null, 'monitors/second.yaml': null})).toMatchObject({exitCode: 0});
  });

  test('nor of one that only a branch records which is there', async () => {
    await startRecorded({'state-branch': 'our-state'});
    expect(await push({'monitors/second.yaml': null}, {'state-branch': 'other-state'})).toMatchObject({exitCode: 0});
  });
});
