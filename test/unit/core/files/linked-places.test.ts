import {mkdirSync, symlinkSync} from 'node:fs';
import type {Settings} from '../../../../src/core/config/config';
import {refuseLinksOut} from '../../../../src/core/config/loaded-settings';
import {combineSettings, type SettingsFlags} from '../../../../src/core/config/settings';
import {makeWorkspace, type Workspace} from '../../../world/cli';

let place: Workspace;
beforeEach(() => {
  place = makeWorkspace({'outside/a.yaml': '', 'outside/deep/b.yaml': '', 'app/own/c.yaml': '', 'app/monitors.config.yaml': ''});
});
afterEach(() => place.remove());

function read(content: object, flags: SettingsFlags = {}): Settings {
  const config = {file: place.path('app/monitors.config.yaml'), content};
  const sources = {flags, env: {}, directory: place.path('app'), config};
  return refuseLinksOut(combineSettings(sources), sources);
}

const link = (target: string, path: string) => symlinkSync(place.path(target), place.path(path));
const unsafe = expect.objectContaining({code: 'config/unsafe-path'});

describe('I12: a repository leads out of itself by no symbolic link', () => {
  test('to specs', () => {
    link('outside', 'app/monitors');
    expect(() => read({})).toThrow(unsafe);
  });

  test('to specs, further up', () => {
    link('outside', 'app/link');
    expect(() => read({specs: 'link/deep'})).toThrow(unsafe);
  });

  test('to a state', () => {
    link('outside', 'app/ops');
    expect(() => read({state: 'ops/monitors.state.json'})).toThrow(unsafe);
    expect(() => read({state: 'ops/not/there/yet.json'})).toThrow(unsafe);
  });
});

test('a link that stays inside is followed', () => {
  link('app/own', 'app/monitors');
  expect(read({}).specsDirectory).toBe(place.path('app/monitors'));
});

test('whoever names a path may name one behind a link', () => {
  link('outside', 'app/monitors');
  link('outside', 'app/ops');
  expect(read({}, {specs: 'monitors', state: 'ops/state.json'}).stateFile).toBe(place.path('app/ops/state.json'));
});

test('the directory of the config file may itself lie behind a link', () => {
  mkdirSync(place.path('app/monitors'));
  link('app', 'elsewhere');
  const sources = {flags: {}, env: {}, directory: place.path('elsewhere'), config: null};
  expect(refuseLinksOut(combineSettings(sources), sources).specsDirectory).toBe(place.path('elsewhere/monitors'));
});

test('what is not there yet is where it will be', () => {
  expect(read({specs: 'new/specs', state: 'new/state.json'}).stateFile).toBe(place.path('app/new/state.json'));
});
