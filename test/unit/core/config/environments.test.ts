import {checkConfig} from '../../../../src/core/config/check';
import type {ConfigFile} from '../../../../src/core/config/config';
import {combineSettings, type SettingsSources, toFleetEnvironment} from '../../../../src/core/config/settings';
import {readDocument} from '../specs/schema-world';

const CONTENT: ConfigFile = {
  budget: {creditsPerMonth: 10},
  safety: {maxDeletes: 1},
  vars: {HOOKS: 'https://hooks.example', REGION: 'eu'},
  environments: {
    staging: {budget: {creditsPerMonth: 5}, vars: {HOOKS: 'https://hooks.staging.example'}},
    production: {safety: {maxDeletes: '5%'}},
  },
};

const settle = (content: ConfigFile, sources: Partial<SettingsSources> = {}) =>
  combineSettings({flags: {}, env: {}, directory: '/repo', config: {file: '/repo/monitors.config.yaml', content}, ...sources});

const choose = (environment: string, content = CONTENT) => settle(content, {flags: {environment}});

describe('environments of a config', () => {
  test('what an environment sets replaces the top-level member, the rest stays', () => {
    expect(choose('staging')).toMatchObject({budget: 5, maxDeletes: {count: 1}, vars: {HOOKS: 'https://hooks.staging.example'}});
    expect(choose('staging').ownLimits).toEqual({budget: 'environments.staging.budget'});
    expect(choose('production').ownLimits).toEqual({safety: 'environments.production.safety'});
    expect(choose('production')).toMatchObject({budget: 10, maxDeletes: {percent: 5}, vars: CONTENT.vars});
  });

  test('variables are replaced whole, never merged', () => {
    expect(choose('staging').vars).toEqual({HOOKS: 'https://hooks.staging.example'});
  });

  test('a config without environments gives its variables to any environment', () => {
    expect(choose('anything', {vars: {REGION: 'eu'}})).toMatchObject({environment: 'anything', environments: null, vars: {REGION: 'eu'}});
  });

  test.each([
    {name: 'a misspelt flag', sources: {flags: {environment: 'stagin'}}, hint: 'did you mean "staging"?'},
    {name: 'a misspelt variable', sources: {env: {MONITORS_ENVIRONMENT: 'prodcution'}}, hint: 'did you mean "production"?'},
    {name: 'the default environment', sources: {flags: {environment: 'default'}}, hint: 'choose one of them'},
    {name: 'a name that every object has', sources: {flags: {environment: 'constructor'}}, hint: 'choose one of them'},
  ])('$name is refused where it is not declared, with what is', ({sources, hint}) => {
    expect(() => settle(CONTENT, sources)).toThrow(
      expect.objectContaining({
        code: 'config/unknown-environment',
        message: expect.stringContaining('declares "staging" and "production"'),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  test('none chosen is an error that lists them', () => {
    expect(() => settle(CONTENT)).toThrow(
      expect.objectContaining({code: 'config/no-environment', message: expect.stringContaining('"staging" and "production"')}),
    );
  });

  test('the environment that the config names is chosen where the run names none', () => {
    expect(settle({...CONTENT, environment: 'staging'})).toMatchObject({environment: 'staging', budget: 5});
  });

  test('a declared default is chosen where nothing is, and keeps its state file', () => {
    const content = {environments: {default: {}, production: {}}};
    expect(settle(content)).toMatchObject({environment: 'default', stateFile: expect.stringMatching(/monitors\.state\.json$/)});
    expect(choose('production', content).stateFile).toMatch(/monitors\.state\.production\.json$/);
  });

  test('specs of another environment are rendered with its own variables', () => {
    expect(toFleetEnvironment(choose('staging'), 'production')).toEqual({
      environment: 'production',
      declared: ['staging', 'production'],
      vars: CONTENT.vars,
    });
  });
});

describe('the check of a config', () => {
  test('finds nothing in declared environments', () => {
    const text = 'environment: b\nvars: {A: x, N: 5, T: true}\nenvironments:\n  a: {}\n  b: {budget: {creditsPerMonth: 5}, vars: {}}\n';
    expect(checkConfig(readDocument(text))).toEqual([]);
  });

  test.each([
    ['no environment', 'environments: {}', 'config/no-environment', '/environments'],
    ['a name with a slash', 'environments: {a/b: {}}', 'config/bad-name', '/environments/a~1b'],
    ['two names that differ in case', 'environments: {Prod: {}, prod: {}}', 'config/bad-name', '/environments/prod'],
    ['a default that is not declared', 'environment: stagin\nenvironments: {staging: {}}', 'config/unknown-environment', '/environment'],
    ['a limit of deletes', 'environments: {a: {safety: {maxDeletes: 30%%}}}', 'config/bad-limit', '/environments/a/safety/maxDeletes'],
    ['a member that an environment does not have', 'environments: {a: {project: b}}', 'schema/unknown-field', '/environments/a/project'],
    ['an environment without members', 'environments: {a: }', 'schema/type', '/environments/a'],
    ['the name of a variable', 'vars: {a-b: x}', 'config/bad-name', '/vars/a-b'],
    ['the name of a variable of an environment', 'environments: {a: {vars: {1x: x}}}', 'config/bad-name', '/environments/a/vars/1x'],
    ['a name that every object has', 'vars: {constructor: x}', 'config/bad-name', '/vars/constructor'],
    ['a list in a variable', 'vars: {A: [x]}', 'schema/type', '/vars/A'],
    ['nothing in a variable', 'vars: {A: null}', 'schema/type', '/vars/A'],
  ])('names %s at its place', (_name, text, code, pointer) => {
    const findings = checkConfig(readDocument(`${text}\n`));
    expect(findings).toMatchObject([{code, severity: 'error', where: {pointer}}]);
  });
});
