import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {withoutRecords} from '../world/edited-state';
import {type MergeWorld, PROJECT} from '../world/merge-world';

/** Somebody takes away the journal of a run that did not learn what became of a create. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const JOURNAL = `${STATE}.journal`;

/** The response to the create of "late" is lost. */
async function loseAnswer(inputs: Readonly<Record<string, string>> = {}): Promise<string> {
  world = await startAppliedWorld({...PROJECT, 'monitors/base.yaml': specFor('base')}, {inputs});
  world.emulator.setFaults({faults: [{when: {name: 'late'}, do: 'drop', work: 'done', reset: true}]});
  const unknown = await world.apply({sha: world.repository.commit('main', {'monitors/late.yaml': specFor('late')})}, {inputs});
  expect(unknown).toMatchObject({exitCode: 4, outputs: {unknown: '1'}});
  world.emulator.setFaults({faults: []});
  return world.repository.tipOf('main').slice(0, 12);
}

const push = (files: Readonly<Record<string, string | null>>, depth: number) =>
  world.apply({sha: world.repository.commit('main', files)}, {depth});

describe.each([0, 1])('C49f: with a checkout of depth %i', depth => {
  test('what it may have created is named before it is created', async () => {
    const commit = await loseAnswer();
    const run = await push({[JOURNAL]: null}, depth);
    expect(run.stdout.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`commit ${commit} says that a create of "late" was sent, .*with the target id [0-9a-f-]{36}; .*state restore ${commit}`),
    );
  });

  test('nothing is said where the journal stands, or another monitor is created', async () => {
    await loseAnswer();
    for (const files of [
      {'README.md': 'Hello\n'},
      {[JOURNAL]: null, 'monitors/late.yaml': null, 'monitors/other.yaml': specFor('other')},
    ]) {
      expect((await push(files, depth)).stdout).not.toContain('was sent, and nothing here says');
    }
    expect(world.monitors()).toEqual(['base', 'late', 'other']);
  });
});

test.each<{name: string; inputs: Readonly<Record<string, string>>; branch: string}>([
  {name: 'on the branch of the specs', inputs: {}, branch: 'main'},
  {name: 'on a branch of its own', inputs: {'state-branch': 'monitors-state'}, branch: 'monitors-state'},
])('S95: a fork moves the state under another project and lineage, and leaves the journal out: $name', async ({inputs, branch}) => {
  await loseAnswer(inputs);
  const text = world.repository.readFile(branch, STATE) ?? '';
  const change = {project: 'acme-two', lineage: '99999999-9999-4999-8999-999999999999'};
  const moved = withoutRecords(text, branch === 'main' ? [] : ['base'], change);
  const gone = branch === 'main' ? {[STATE]: null, [JOURNAL]: null} : {};
  const sha = world.repository.commit('main', {'monitors.config.yaml': 'project: acme-two\nstate: new.json\n', 'new.json': moved, ...gone});
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  const run = await world.apply({sha}, {inputs});
  expect([run.exitCode, world.monitors()]).toEqual([3, ['base', 'late']]);
  expect(run.stdout).toContain('state/sent-before');
});
