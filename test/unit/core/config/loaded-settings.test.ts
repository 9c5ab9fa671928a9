import {symlinkSync} from 'node:fs';
import {loadSettings, type SettingsPlace} from '../../../../src/core/config/loaded-settings';
import {makeWorkspace, type Workspace} from '../../../world/cli';

let place: Workspace;
beforeEach(() => {
  place = makeWorkspace({'app/monitors.config.yaml': 'project: shop\n', 'app/other.yaml': 'project: other\n', 'outside/a.yaml': ''});
});
afterEach(() => place.remove());

function load(directory: string, flags: SettingsPlace['flags'] = {}) {
  return loadSettings({flags, env: {}, directory: place.path(directory), cwd: place.directory, directoryHint: 'look again'});
}

test('the config file that is found, or the one that a flag names, is combined with the flags', () => {
  expect(load('app', {environment: 'staging'})).toMatchObject({project: 'shop', stateFile: place.path('app/monitors.state.staging.json')});
  expect(load('app', {config: 'other.yaml'})).toMatchObject({project: 'other'});
});

test.each(['nowhere', 'app/other.yaml'])('a working directory that is none is refused with the way out that fits: %s', directory => {
  const message = `working directory not found: ${place.path(directory)}`;
  expect(() => load(directory)).toThrow(expect.objectContaining({code: 'config/not-found', message, hint: 'look again'}));
});

test('a link out of the directory of the config file is refused', () => {
  symlinkSync(place.path('outside'), place.path('app/monitors'));
  expect(() => load('app')).toThrow(expect.objectContaining({code: 'config/unsafe-path'}));
});

test('messages show the config file as it is seen from the place that they are read at', () => {
  expect(() => load('app', {config: 'nowhere.yaml'})).toThrow('the config file app/nowhere.yaml cannot be read');
});
