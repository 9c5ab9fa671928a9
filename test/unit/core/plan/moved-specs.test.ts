import {bodyOf, desire, plan, record, summarize, type World} from './world';

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
