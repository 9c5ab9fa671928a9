import {readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import type {State} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {applied, SPECS, world} from '../world/three-applied';

const ENV = {env: {HOOK_TOKEN: 'hook-token-value'}};
const stateFile = () => world.workspace.path('monitors.state.json');
const edit = (change: Parameters<typeof editState>[1]) => writeFileSync(stateFile(), editState(readFileSync(stateFile(), 'utf8'), change));
const editRecord = (members: Partial<NonNullable<ReturnType<State['monitors']['get']>>>) =>
  edit(monitors => {
    monitors.set('b', {...monitors.get('b')!, ...members});
    return undefined;
  });

const CONFIG_FILE = 'monitors.config.yaml';
const config = () => readFileSync(world.workspace.path(CONFIG_FILE), 'utf8');
const write = (path: string, text: string) => world.workspace.write({[path]: text});

const LIST = specFor('l')
  .replace(/^name: .*/m, 'name: ${each:site}')
  .concat('sync: {each: {file: _rows.csv}}\n');
const recordRow = (key: string) =>
  edit(monitors => void monitors.set(`l/${key}`, {...monitors.get('b')!, id: `id-of-${key}`, specPath: 'l.yaml'}));

interface Step {
  readonly name: string;
  readonly act: () => void;
}

/** Each begins where the one before it ended. */
const STEPS: readonly Step[] = [
  {name: 'nothing', act: () => {}},
  {name: 'an edited spec', act: () => write('monitors/b.yaml', `${specFor('b')}retentionDays: 7\n`)},
  {name: 'the spec as it was', act: () => write('monitors/b.yaml', specFor('b'))},
  {name: 'a label', act: () => write('monitors/b.yaml', `${specFor('b')}sync: {labels: {team: web}}\n`)},
  {name: 'a record with it', act: () => editRecord({labels: {team: 'web'}})},
  {name: 'a new spec', act: () => write('monitors/d.yaml', specFor('d'))},
  {name: 'a record of it', act: () => edit(monitors => void monitors.set('d', {...monitors.get('b')!, id: 'id-of-d'}))},
  {name: 'a spec that is gone', act: () => rmSync(world.workspace.path('monitors/d.yaml'))},
  {name: 'a record that is gone', act: () => edit(monitors => void monitors.delete('d'))},
  {
    name: 'specs that changed places',
    act: () => world.workspace.write({'monitors/a.yaml': SPECS['monitors/c.yaml'], 'monitors/c.yaml': SPECS['monitors/a.yaml']}),
  },
  {name: 'the specs as they were', act: () => world.workspace.write(SPECS)},
  {name: 'a layer', act: () => write('monitors/_defaults.yaml', 'retentionDays: 7\n')},
  {name: 'no layer', act: () => rmSync(world.workspace.path('monitors/_defaults.yaml'))},
  {name: 'a record with another body', act: () => editRecord({bodyHash: '0'.repeat(64)})},
  {name: 'a record that may exist twice', act: () => editRecord({mayExistTwice: true})},
  {name: 'a budget', act: () => write(CONFIG_FILE, `${config()}budget: {creditsPerMonth: 1}\n`)},
  {name: 'another list of references', act: () => write(CONFIG_FILE, config().replace('HOOK_TOKEN', 'OTHER_TOKEN'))},
];

const LIST_STEPS: readonly Step[] = [
  {name: 'a list', act: () => world.workspace.write({'monitors/l.yaml': LIST, 'monitors/_rows.csv': 'key,site\nx,one\n'})},
  {name: 'a record of its row', act: () => recordRow('x')},
  {name: 'another cell', act: () => write('monitors/_rows.csv', 'key,site\nx,two\n')},
  {name: 'the cell as it was', act: () => write('monitors/_rows.csv', 'key,site\nx,one\n')},
  {name: 'another row', act: () => write('monitors/_rows.csv', 'key,site\nx,one\ny,two\n')},
  {name: 'a record of that row', act: () => recordRow('y')},
  {name: 'a row that is gone', act: () => write('monitors/_rows.csv', 'key,site\ny,two\n')},
  {name: 'a row that became a spec', act: () => write('monitors/l.yaml', LIST.replace('{file: _rows.csv}', '[{key: x, site: one}]'))},
  {name: 'the list as it was', act: () => write('monitors/l.yaml', LIST)},
  {name: 'rows that are gone', act: () => rmSync(world.workspace.path('monitors/_rows.csv'))},
  {name: 'rows behind a link', act: () => symlinkSync(world.workspace.path('elsewhere.csv'), world.workspace.path('monitors/_rows.csv'))},
];

test.each([
  {of: 'specs', steps: STEPS},
  {of: 'rows', steps: LIST_STEPS},
])(
  'after each of these edits of $of, a plan that remembers earlier ones says what one says that remembers nothing',
  async ({steps}) => {
    await applied();
    for (const {name, act} of steps) {
      act();
      const plan = async (...flags: readonly string[]) => ({name, ...(await world.run(['plan', '--format', 'json', ...flags], ENV))});
      const plain = await plan('--no-cache');
      for (const _again of [1, 2]) expect(await plan()).toEqual(plain);
    }
    await world.close();
  },
  // A process for each plan.
  240_000,
);
