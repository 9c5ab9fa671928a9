import {withMigration} from '../../src/core/state/format/migration';
import {Refusals} from '../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../src/core/state/format/state';
import {specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A revert of the commit that says that a state file was moved to a server: nothing is applied beside the server's state. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const refusals = new Refusals({shown: STATE, project: 'acme-web', environment: 'default', soundBackup: () => null});

/** A repository whose state is applied and then marked as moved; returns the text from before. */
async function startMoved(operations: 'create' | 'full'): Promise<{readonly config: string; readonly before: string}> {
  const config = `project: acme-web\nservice: {operations: ${operations}}\n`;
  world = await startMergeWorld({'monitors.config.yaml': config, 'monitors/first.yaml': specFor('first')}, {}, operations);
  const {repository} = world;
  expect(await world.apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0});
  const before = git(repository.remote, 'show', `main:${STATE}`);
  const {state} = decodeState(Buffer.from(before), refusals);
  const moved = withMigration(
    {...state, serial: state.serial + 1, monitors: new Map()},
    {phase: 'moved', other: 'the PostgreSQL table "x"'},
  );
  repository.commit('main', {
    [STATE]: encodeState(moved).text,
    'monitors.config.yaml': `${config}state: {backend: postgres, table: x}\n`,
  });
  return {config, before};
}

test.each([
  {operations: 'create', depth: 1, title: 'state/other-place'},
  {operations: 'full', depth: 0, title: 'state/moved'},
] as const)(
  'C49: a revert of the mark is refused by the plan of its pull request, and by the apply with $operations operations',
  async ({operations, depth, title}) => {
    const {config, before} = await startMoved(operations);
    const revert = {[STATE]: before, 'monitors.config.yaml': config, 'monitors/second.yaml': specFor('second')};
    const pull = await world.openPullRequest(revert);
    expect(pull.run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'state/moved'}}]});
    const sha = world.repository.commit('main', revert);
    const run = await world.apply({sha}, {depth, inputs: {'on-plan-change': 'apply'}});
    expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title}}]});
    expect(world.monitors()).toEqual(['first']);
  },
);
