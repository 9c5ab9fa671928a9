import {markerOf} from '../../../../src/doors/action/comment';

const shop = {project: 'acme', environment: 'default', stateFile: '/repo/monitors.state.json'};

test('the marker names project, environment and state, relative to the repository', () => {
  expect(markerOf(shop, '/repo')).toBe('<!-- monitors-plan acme default monitors.state.json -->');
});

test.each([
  {name: 'projects', other: {...shop, project: 'other'}},
  {name: 'environments', other: {...shop, environment: 'staging'}},
  {name: 'directories', other: {...shop, stateFile: '/repo/infra/monitors.state.json'}},
])('two $name have a comment each', ({other}) => {
  expect(markerOf(other, '/repo')).not.toBe(markerOf(shop, '/repo'));
});

test('no path can end the comment that it stands in, nor look like two words', () => {
  const marker = markerOf({...shop, stateFile: '/repo/a --> b\n<!-- /state.json'}, '/repo');
  expect(marker.slice(4, -3)).not.toMatch(/-->|<!--|\n/);
  expect(marker.split(' ')).toHaveLength(6);
});
