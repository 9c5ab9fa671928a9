import {toShownPath} from '../../../../src/core/files/paths';

test.each([
  {name: 'below the working directory', file: '/work/repo/monitors/a.yaml', shown: 'monitors/a.yaml'},
  {name: 'the working directory', file: '/work/repo', shown: '.'},
  {name: 'beside it', file: '/work/other/a.yaml', shown: '../other/a.yaml'},
  {name: 'with nothing but the root in common', file: '/dev/zero', shown: '/dev/zero'},
])('$name: $shown', ({file, shown}) => expect(toShownPath('/work/repo', file)).toBe(shown));
