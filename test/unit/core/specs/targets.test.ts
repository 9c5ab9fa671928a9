import fc from 'fast-check';
import type {JsonObject} from '../../../../src/core/json/value';
import {deriveTargetIds, deriveUuid, listTargetIds, matchTargets, withTargetIds} from '../../../../src/core/specs/targets';

const scrape = (url: string, members: JsonObject = {}): JsonObject => ({type: 'scrape', urls: [url], ...members});
const search = (query: string, members: JsonObject = {}): JsonObject => ({type: 'search', queries: [query], ...members});
const derive = (
  targets: readonly JsonObject[],
  input: {key?: string; project?: string; environment?: string; taken?: ReadonlySet<string>} = {},
) => deriveTargetIds({project: 'acme', environment: 'default', key: 'shop', taken: new Set(), ...input, body: {targets}});

const UUID_V5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('deriveUuid', () => {
  test.each([
    {namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', name: 'www.example.com', uuid: '2ed6657d-e927-568b-95e1-2665a8aea6a2'},
    {namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', name: 'python.org', uuid: '886313e1-3b8a-5372-9b90-0c9aee199e5d'},
  ])('gives the version 5 UUID that RFC 9562 and others give for $name', ({namespace, name, uuid}) =>
    expect(deriveUuid(namespace, name)).toBe(uuid),
  );

  test('refuses a namespace that is no UUID', () => expect(() => deriveUuid('x', 'name')).toThrow(TypeError));
});

describe('deriveTargetIds', () => {
  const one = derive([scrape('https://a.example')])[0] as string;

  test('gives one lower-case version 5 UUID a target, and never another for the same input', () => {
    const ids = derive([scrape('https://a.example'), search('cats'), {type: 'crawl', url: 'https://a.example'}]);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(UUID_V5);
    expect(ids[0]).toBe(one);
  });

  test('never changes between versions: monitors that exist could not be found again', () => {
    expect(one).toBe('15737bb2-52a8-51a0-ba90-c9664494f4a1');
  });

  test.each<{name: string; id: string | undefined; same: boolean}>([
    {name: 'another project', id: derive([scrape('https://a.example')], {project: 'b'})[0], same: false},
    {name: 'another environment', id: derive([scrape('https://a.example')], {environment: 'b'})[0], same: false},
    {name: 'another key', id: derive([scrape('https://a.example')], {key: 'b'})[0], same: false},
    {name: 'another url', id: derive([scrape('https://b.example')])[0], same: false},
    {name: 'white space around the url', id: derive([scrape(' https://a.example ')])[0], same: true},
    {name: 'another option', id: derive([scrape('https://a.example', {scrapeOptions: {mobile: true}})])[0], same: true},
    {name: 'another place in the list', id: derive([search('cats'), scrape('https://a.example')])[1], same: true},
  ])('$name: the same id is $same', ({id, same}) => expect(id === one).toBe(same));

  test('the order of urls does not count', () => {
    const urls = ['https://a.example', 'https://b.example'];
    expect(derive([{type: 'scrape', urls}])).toEqual(derive([{type: 'scrape', urls: [...urls].reverse()}]));
  });

  test('an id that the spec gives is kept, in lower case', () => {
    expect(derive([scrape('https://a.example', {id: 'AAAAAAAA-0000-4000-8000-00000000000A'})])).toEqual([
      'aaaaaaaa-0000-4000-8000-00000000000a',
    ]);
  });

  test('equal targets get different ids, the first the same as alone', () => {
    const ids = derive([scrape('https://a.example'), scrape('https://a.example')]);
    expect(ids[0]).toBe(one);
    expect(new Set(ids).size).toBe(2);
  });

  test('an id that is taken is passed over, also when the spec gives it to another target', () => {
    const [next] = derive([scrape('https://a.example')], {taken: new Set([one])});
    expect(next).not.toBe(one);
    expect(derive([scrape('https://a.example'), search('cats', {id: one.toUpperCase()})])[0]).toBe(next);
  });

  test('each id is unique, whatever the targets', () => {
    const target = fc.oneof(
      fc.constantFrom('a', 'b').map(host => scrape(`https://${host}.example`)),
      fc.constantFrom('x', 'y').map(query => search(query)),
    );
    fc.assert(fc.property(fc.array(target, {maxLength: 12}), targets => new Set(derive(targets)).size === targets.length));
  });
});

describe('matchTargets', () => {
  const id = 'aaaaaaaa-0000-4000-8000-00000000000a';

  test.each<{name: string; before: JsonObject[]; after: JsonObject[]; pairs: number[][]; removed?: number[]; added?: number[]}>([
    {
      name: 'equal lists',
      before: [scrape('a'), search('b')],
      after: [scrape('a'), search('b')],
      pairs: [
        [0, 0],
        [1, 1],
      ],
    },
    {
      name: 'another order',
      before: [scrape('a'), scrape('b')],
      after: [scrape('b'), scrape('a')],
      pairs: [
        [1, 0],
        [0, 1],
      ],
    },
    {
      name: 'the id wins over content',
      before: [scrape('a', {id}), scrape('b')],
      after: [scrape('a'), scrape('b', {id: id.toUpperCase()})],
      pairs: [
        [1, 0],
        [0, 1],
      ],
    },
    {
      name: 'content wins over position',
      before: [scrape('a'), scrape('b')],
      after: [scrape('b'), scrape('c')],
      pairs: [
        [1, 0],
        [0, 1],
      ],
    },
    {
      name: 'the same type in the same place',
      before: [scrape('a'), search('b')],
      after: [search('c'), scrape('d')],
      pairs: [
        [1, 0],
        [0, 1],
      ],
    },
    {name: 'an added one', before: [scrape('a')], after: [scrape('new'), scrape('a')], pairs: [[0, 1]], added: [0]},
    {name: 'a removed one', before: [scrape('a'), search('b')], after: [scrape('a')], pairs: [[0, 0]], removed: [1]},
    {name: 'another type is another target', before: [scrape('a')], after: [search('a')], pairs: [], removed: [0], added: [0]},
    {name: 'equal targets pair one to one', before: [scrape('a'), scrape('a')], after: [scrape('a')], pairs: [[0, 0]], removed: [1]},
  ])('$name', ({before, after, pairs, removed = [], added = []}) => expect(matchTargets(before, after)).toEqual({pairs, removed, added}));

  test('values that are no targets do not break it', () => {
    expect(matchTargets([null, 'x', []], [1, {}])).toMatchObject({pairs: expect.any(Array)});
  });
});

describe('withTargetIds', () => {
  test('gives each target its id and leaves the rest alone', () => {
    const body = {name: 'x', targets: [scrape('a'), scrape('b', {id: 'old'})]};
    const next = withTargetIds(body, ['one', null]);
    expect(listTargetIds(next)).toEqual(['one', 'old']);
    expect(body.targets[0]).not.toHaveProperty('id');
    expect(withTargetIds({name: 'x'}, [])).toEqual({name: 'x'});
  });
});
