import {isInside} from '../../../../src/core/files/paths';

test.each([
  {name: 'the directory itself', path: '/repo/ops', inside: true},
  {name: 'a file in it', path: '/repo/ops/a.yaml', inside: true},
  {name: 'a file further down', path: '/repo/ops/deep/er/a.yaml', inside: true},
  {name: 'a name that begins with two dots', path: '/repo/ops/..a.yaml', inside: true},
  {name: 'up and down again', path: '/repo/ops/../ops/a.yaml', inside: true},
  {name: 'its parent', path: '/repo', inside: false},
  {name: 'the root of all', path: '/', inside: false},
  {name: 'a sibling', path: '/repo/web/a.yaml', inside: false},
  {name: 'a sibling whose name begins the same', path: '/repo/ops-old/a.yaml', inside: false},
  {name: 'a way out of it', path: '/repo/ops/../a.yaml', inside: false},
])('$name: inside is $inside', ({path, inside}) => {
  expect(isInside('/repo/ops', path)).toBe(inside);
});

test('a relative path is inside of no directory, not even of the one it would be found in', () => {
  expect(isInside(process.cwd(), 'a.yaml')).toBe(false);
});

test('everything is inside of the root of all', () => {
  expect(isInside('/', '/repo/ops')).toBe(true);
});
