import {specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A state may have any name that a file may have, also one that git reads as a pattern. */
let world: MergeWorld;
afterEach(() => world.close());

test.each([':(exclude)x.json', ':!x.json', ':(glob)**.json', 'state[1]*.json'])(
  'S66: %s is planned, applied, recorded and found again',
  async name => {
    world = await startMergeWorld({'monitors.config.yaml': `project: acme\nstate: ${JSON.stringify(name)}\n`});
    const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
    const merge = world.mergePullRequest(pull);
    expect(await world.apply(merge)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(git(world.repository.remote, 'ls-tree', '--name-only', 'main').split('\n')).toContain(name);
    const again = {sha: world.repository.tipOf('main')};
    expect(await world.apply(again)).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(world.monitors()).toEqual(['shop']);
  },
);
