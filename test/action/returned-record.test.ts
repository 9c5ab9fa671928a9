import type {RecordedMonitor} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState} from '../world/edited-state';
import type {MergeWorld} from '../world/merge-world';

/** A person let a monitor go, and somebody puts its record back: no run recorded a state in between. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const SPEC = {'monitors/b.yaml': specFor('b')};

const state = () => world.repository.readFile('main', STATE) ?? '';
const push = (files: Readonly<Record<string, string | null>>) => world.apply({sha: world.repository.commit('main', files)});

/** Lets `b` go with its spec, as `state rm` does. Returns its record. */
async function letGo(): Promise<RecordedMonitor> {
  world = await startAppliedWorld({...CONFIG, ...SPEC, 'monitors/a.yaml': specFor('a')}, {operations: 'full'});
  const records: RecordedMonitor[] = [];
  const without = editState(state(), monitors => {
    const record = monitors.get('b') as RecordedMonitor;
    records.push(record);
    monitors.delete('b');
    return {removed: [{key: 'b', id: record.id, serial: 2, at: '2026-11-23T12:00:00.000Z', by: 'state rm'}]};
  });
  expect(await push({[STATE]: without, 'monitors/b.yaml': null})).toMatchObject({exitCode: 0});
  expect(world.monitors()).toEqual(['a', 'b']);
  return records[0] as RecordedMonitor;
}

function withRecord(key: string, record: RecordedMonitor): string {
  return editState(state(), monitors => {
    monitors.set(key, record);
    return {removed: []};
  });
}

describe('S88: the record of a monitor that a person let go is put back', () => {
  test.each(['b', 'other'])('without a spec, under the key %s: nothing is deleted', async key => {
    const record = await letGo();
    const sha = world.repository.commit('main', {[STATE]: withRecord(key, record)});
    world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    const run = await world.apply({sha});
    expect([run.exitCode, run.commands.at(-1)?.properties['title']]).toEqual([1, 'plan/state-change']);
    expect(world.monitors()).toEqual(['a', 'b']);
  });

  test('with its spec: it is managed again', async () => {
    const record = await letGo();
    expect(await push({[STATE]: withRecord('b', record), ...SPEC})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    // A review of its end covers that it came back.
    const pull = await world.openPullRequest({'monitors/b.yaml': null});
    expect(world.github.comments.at(-1)?.body).toContain('The state was changed by hand');
    expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {'to-delete': '1'}});
    expect(world.monitors()).toEqual(['a']);
  });
});
