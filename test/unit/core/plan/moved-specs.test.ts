import {bodyOf, desire, lose, plan, record, summarize, type World} from './world';

const shop = bodyOf('shop');
const withOptions = {...shop, targets: [{type: 'scrape', urls: ['https://shop.example/pricing'], scrapeOptions: {onlyMainContent: false}}]};

/** A layer of the new folder can change all of a spec but its name and its addresses. */
describe('a spec that was moved to where other layers apply', () => {
  test.each<{name: string; world: World; changes: string[]}>([
    {
      name: 'is not created again where name and addresses are the same',
      world: {specs: [desire('moved/a', {...withOptions, schedule: {text: 'daily'}})], recorded: {a: record('a', shop)}},
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'gives way to one that has the same targets',
      world: {
        specs: [desire('x', withOptions), desire('y', {...shop, name: 'other'})],
        recorded: {a: record('a', shop), b: record('b', withOptions)},
      },
      changes: [
        'blocked delete a: possible-rename y',
        'blocked delete b: possible-rename x',
        'blocked create x: possible-rename b',
        'blocked create y: possible-rename a',
      ],
    },
    {
      name: 'is another monitor where name and options are others',
      world: {specs: [desire('b', {...withOptions, name: 'other'})], recorded: {a: record('a', shop)}},
      changes: ['blocked delete a: needs-delete', 'create b'],
    },
  ])('$name', ({world, changes}) => {
    expect(summarize(plan(world))).toEqual(changes);
  });
});

/** A monitor that can't be updated stays as it is recorded: its monitor goes on watching what another spec says now. */
describe('C61: a spec whose key another one has now', () => {
  const page = bodyOf('page');
  const edited = {...shop, schedule: {text: 'daily'}};
  const byRow = (key: string, url: string) => ({...shop, name: key, targets: [{type: 'scrape', urls: [url]}]});
  test.each<{name: string; world: World; changes: string[]}>([
    {
      name: 'is not created again',
      world: {specs: [desire('a', page), desire('z', shop)], recorded: {a: record('a', shop)}},
      changes: ['blocked update a: needs-update', 'blocked create z: possible-rename a'],
    },
    {
      name: 'is not created again where all keys of a list moved by one',
      world: {
        specs: [
          desire('1', byRow('1', 'https://new.example/')),
          desire('2', byRow('2', 'https://one.example/')),
          desire('3', byRow('3', 'https://two.example/')),
        ],
        recorded: {1: record('1', byRow('1', 'https://one.example/')), 2: record('2', byRow('2', 'https://two.example/'))},
      },
      changes: ['blocked update 1: needs-update', 'blocked update 2: needs-update', 'blocked create 3: possible-rename 2'],
    },
    {
      name: 'is not created again where the other one only lost its schedule',
      world: {specs: [desire('a', edited), desire('z', shop)], recorded: {a: record('a', shop)}},
      changes: ['blocked update a: needs-update', 'blocked create z: possible-rename a'],
    },
    {
      name: 'is not created again where layers changed it besides',
      world: {specs: [desire('a', page), desire('z/a', {...withOptions, schedule: {text: 'daily'}})], recorded: {a: record('a', shop)}},
      changes: ['blocked update a: needs-update', 'blocked create z/a: possible-rename a'],
    },
    {
      name: 'is not sent again where the outcome of the first is unknown',
      world: {specs: [desire('a', page), desire('z', shop)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a', 'blocked create z: rename-of-unresolved a'],
    },
    {
      name: 'is not sent again with another schedule either',
      world: {specs: [desire('z', edited)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a', 'blocked create z: rename-of-unresolved a'],
    },
    {
      name: 'is a second one for the same page where that is still watched, and both differ',
      world: {specs: [desire('a', edited), desire('z', {...shop, name: 'second'})], recorded: {a: record('a', shop)}},
      changes: ['blocked update a: needs-update', 'create z'],
    },
    {
      name: 'is a second one where the other one is as it is recorded',
      world: {specs: [desire('a', shop), desire('z', shop)], recorded: {a: record('a', shop)}},
      changes: ['create z'],
    },
  ])('$name', ({world, changes}) => {
    expect(summarize(plan(world)).sort()).toEqual([...changes].sort());
  });
});
