import {execFileSync} from 'node:child_process';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {git} from '../world/hosted-repository';
import {type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';

/** A repository whose commits hold more versions of the state than are read: an older one may be the only one that records a monitor. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
/** More than the versions that are read. */
const MANY = 420;
const LATE = 'aaaaaaaa-0000-4000-8000-000000000001';

/** Commits so many later versions of the state on `main`. */
function addVersions(): void {
  const {repository} = world;
  const lines: string[] = [];
  const start = Math.floor(Date.now() / 1000) + 10;
  let text = repository.readFile('main', STATE) ?? '';
  for (let index = 0; index < MANY; index++) {
    text = editState(text, () => undefined);
    const from = index === 0 ? `from ${repository.tipOf('main')}\n` : '';
    lines.push(`commit refs/heads/main\ncommitter A <a@example.com> ${start + index} +0000\ndata 1\nx\n${from}`);
    lines.push(`M 100644 inline ${STATE}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  execFileSync('git', ['fast-import', '--quiet'], {cwd: repository.remote, input: lines.join('')});
}

test.each(['late', 'team/late'])(
  'C49cp: what a branch recorded many versions ago is not made again by the Action, as %s',
  async key => {
    const moves = key === 'late' ? '' : 'moves:\n  - {from: "*", to: "team/*"}\n';
    world = await startMergeWorld({...PROJECT, 'monitors/first.yaml': specFor('first'), 'monitors/late.yaml': specFor('late')});
    const applied = await world.apply(await world.merge({'README.md': 'Hello\n'}), {inputs: {only: 'first'}});
    expect(applied).toMatchObject({outputs: {created: '1'}});
    const {repository} = world;
    git(repository.remote, 'branch', 'side', 'main');
    const recorded = editState(repository.readFile('main', STATE) ?? '', monitors => {
      const first = monitors.get('first');
      if (first !== undefined) monitors.set('late', {...first, id: LATE});
      return undefined;
    });
    repository.commit('side', {[STATE]: recorded});
    addVersions();
    const files = {
      'monitors/late.yaml': null,
      [`monitors/${key}.yaml`]: specFor('late'),
      'monitors.config.yaml': `project: acme-web\n${moves}`,
    };
    const run = await world.apply({sha: repository.commit('main', files)});
    expect(run.stdout.replace(/\s+/g, ' ')).toContain(LATE);
    expect([run.exitCode, world.monitors()]).toEqual([3, ['first']]);
  },
  60_000,
);
