import {resolve} from 'node:path';
import {combineSettings, type SettingsSources} from '../../../../src/core/config/settings';
import {NO_FIELDS} from '../../../../src/core/service/allowed-fields';

const base: SettingsSources = {flags: {}, env: {}, directory: '/repo/app', config: null};

describe('combineSettings', () => {
  test('defaults stand where nothing is said', () => {
    expect(combineSettings(base)).toEqual({
      project: 'default',
      projectIsDefault: true,
      environment: 'default',
      environments: null,
      vars: {},
      specsDirectory: resolve('/repo/app/monitors'),
      stateFile: resolve('/repo/app/monitors.state.json'),
      configFile: null,
      operations: 'create',
      maxDeletes: {percent: 30},
      ownLimits: {},
      allowedReferences: [],
      allowedFields: NO_FIELDS,
      moves: [],
    });
  });

  test.each([
    {name: 'a share', maxDeletes: '5%', expected: {percent: 5}},
    {name: 'a number', maxDeletes: 0, expected: {count: 0}},
  ])('$name limits deletes', ({maxDeletes, expected}) => {
    const config = {file: '/repo/monitors.config.yaml', content: {service: {operations: 'full' as const}, safety: {maxDeletes}}};
    expect(combineSettings({...base, config})).toMatchObject({operations: 'full', maxDeletes: expected});
  });

  test('paths of a config file start at the file, not at the working directory', () => {
    const config = {file: '/repo/monitors.config.yaml', content: {specs: 'watches', state: 'ops/state.json'}};
    const settings = combineSettings({...base, config});
    expect(settings).toMatchObject({specsDirectory: resolve('/repo/watches'), stateFile: resolve('/repo/ops/state.json')});
  });

  test.each([
    {name: 'a flag wins over environment and config', flags: {environment: 'flag'}, env: {MONITORS_ENVIRONMENT: 'env'}, expected: 'flag'},
    {name: 'the environment wins over the config', flags: {}, env: {MONITORS_ENVIRONMENT: 'env'}, expected: 'env'},
    {name: 'an empty environment variable says nothing', flags: {}, env: {MONITORS_ENVIRONMENT: ''}, expected: 'config'},
  ])('$name', ({flags, env, expected}) => {
    const config = {file: '/repo/monitors.config.yaml', content: {environment: 'config'}};
    expect(combineSettings({...base, flags, env, config})).toMatchObject({
      environment: expected,
      stateFile: resolve(`/repo/monitors.state.${expected}.json`),
    });
  });

  test('a state file given by flag is taken as it is, in any environment', () => {
    expect(combineSettings({...base, flags: {environment: 'staging', state: '../s.json'}}).stateFile).toBe(resolve('/repo/s.json'));
  });

  test.each(['specs', 'state'] as const)('I12: "%s" in a config file may not lead out of its directory', member => {
    for (const path of ['../elsewhere', '/etc/passwd', 'a/../../b']) {
      const config = {file: '/repo/monitors.config.yaml', content: {[member]: path}};
      expect(() => combineSettings({...base, config})).toThrow(expect.objectContaining({code: 'config/unsafe-path'}));
    }
  });

  test.each(['../x', 'a b', '', '-x', 'x'.repeat(65), 'prod/eu'])('the environment name %j is refused', environment => {
    expect(() => combineSettings({...base, flags: {environment}})).toThrow(expect.objectContaining({code: 'config/bad-name'}));
  });
});
