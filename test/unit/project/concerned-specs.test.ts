import {checkSpecs} from '../../../src/core/specs/check';
import type {SourceFile} from '../../../src/core/specs/desired-monitor';
import {findConcernedSpecs} from '../../../src/project/select-specs';

const spec = (specPath: string, text = 'name: x\n'): SourceFile => ({file: `monitors/${specPath}`, specPath, bytes: Buffer.from(text)});
const list = (specPath: string, file: string) => spec(specPath, `name: "\${each:name}"\nsync: {each: {file: ${JSON.stringify(file)}}}\n`);

const SPECS = [
  spec('a.yaml'),
  spec('shop/b.yaml', 'name: each\n'),
  spec('shop/deep/c.yaml'),
  spec('shopping/d.yaml'),
  list('lists/e.yaml', '_rows.csv'),
  list('lists/f.yaml', './../lists/_rows.csv'),
  list('lists/g.yaml', '../../data/rows.yaml'),
  spec('lists/h.yaml', `${'name: h\nsync: {each: {file: _rows.csv}}\n---\n'}name: i\nsync: {each: {file: _rows.csv}}\n`),
  spec('lists/broken.yaml', 'sync: {each: {file: _rows.csv}\n'),
  spec('lists/inline.yaml', 'name: x\nsync: {each: [{key: a}]}\n'),
];

const DATA = checkSpecs(SPECS, {allowed: [], operations: 'full', cache: null}).dataOf;

test.each([
  {name: 'the outermost defaults stand for every spec', path: '_defaults.yaml', expected: SPECS.map(({specPath}) => specPath)},
  {
    name: 'the defaults of a folder stand for those in it and below',
    path: 'shop/_defaults.yaml',
    expected: ['shop/b.yaml', 'shop/deep/c.yaml'],
  },
  {
    name: 'an overlay does the same, whatever its environment',
    path: 'shop/_overlay.staging.yaml',
    expected: ['shop/b.yaml', 'shop/deep/c.yaml'],
  },
  {name: 'a layer whose name is nearly right does too', path: 'shop/_Defaults.yml', expected: ['shop/b.yaml', 'shop/deep/c.yaml']},
  {
    name: 'a data file stands for the specs that name it',
    path: 'lists/_rows.csv',
    expected: ['lists/e.yaml', 'lists/f.yaml', 'lists/h.yaml'],
  },
  {name: 'also one outside of the specs directory', path: '../data/rows.yaml', expected: ['lists/g.yaml']},
  {name: 'a data file of the same name elsewhere stands for none', path: 'shop/_rows.csv', expected: []},
  {name: 'a draft stands for none', path: 'shop/_draft.yaml', expected: []},
  {name: 'a spec stands for itself alone', path: 'a.yaml', expected: []},
  {name: 'a folder with the name of a layer stands for none', path: 'shop/_defaults.yaml/x.txt', expected: []},
])('$name', ({path, expected}) => {
  expect(
    findConcernedSpecs(SPECS, DATA)
      .of(path)
      .map(({specPath}) => specPath),
  ).toEqual(expected);
});
