import {symlinkSync} from 'node:fs';
import {loadConfig} from '../../../../src/core/config/loaded-settings';
import {UserError} from '../../../../src/core/diagnostics/user-error';
import {makeWorkspace, type Workspace} from '../../../world/cli';

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

describe('loadConfig', () => {
  test('finds the nearest config file up to the git root', () => {
    workspace.write({'.git/HEAD': '', 'monitors.config.yaml': 'project: root\n', 'a/b/x': ''});
    expect(loadConfig(workspace.path('a/b'), undefined, workspace.directory)).toEqual({
      file: workspace.path('monitors.config.yaml'),
      content: {project: 'root'},
    });
  });

  test('does not look above the git root, nor above the directory where there is no repository', () => {
    workspace.write({'monitors.config.yaml': 'project: outside\n', 'repo/.git/HEAD': '', 'repo/a/x': '', 'plain/x': ''});
    expect(loadConfig(workspace.path('repo/a'), undefined, workspace.directory)).toBeNull();
    expect(loadConfig(workspace.path('plain'), undefined, workspace.directory)).toBeNull();
  });

  test('a misspelt member is refused with its place and the nearest name', () => {
    workspace.write({'monitors.config.yaml': '# ours\nprojct: acme\n'});
    const load = () => loadConfig(workspace.directory, undefined, workspace.directory);
    expect(load).toThrow(UserError);
    try {
      load();
    } catch (error) {
      const [finding] = (error as UserError).findings;
      expect(finding).toMatchObject({code: 'schema/unknown-field', hint: expect.stringContaining('"project"')});
      expect(finding?.where?.range.start).toMatchObject({line: 2, column: 1});
    }
  });

  test('S7: a config file can not set the address', () => {
    workspace.write({'monitors.config.yaml': 'service:\n  baseUrl: https://evil.example\n'});
    expect(() => loadConfig(workspace.directory, undefined, workspace.directory)).toThrow(UserError);
  });

  test('an empty file is an empty config', () => {
    workspace.write({'monitors.config.yaml': '# nothing yet\n'});
    expect(loadConfig(workspace.directory, undefined, workspace.directory)).toMatchObject({content: {}});
  });

  test('I12: a config file that is a symbolic link is not followed', () => {
    workspace.write({'elsewhere.yaml': 'project: x\n'});
    symlinkSync(workspace.path('elsewhere.yaml'), workspace.path('monitors.config.yaml'));
    expect(() => loadConfig(workspace.directory, undefined, workspace.directory)).toThrow(/symbolic link/);
  });

  test('nor is one that leads nowhere taken for none', () => {
    symlinkSync(workspace.path('gone.yaml'), workspace.path('monitors.config.yaml'));
    expect(() => loadConfig(workspace.directory, undefined, workspace.directory)).toThrow(/symbolic link/);
  });

  test('a file given with --config that is not there is refused', () => {
    expect(() => loadConfig(workspace.directory, 'ops.yaml', workspace.directory)).toThrow(/ops\.yaml cannot be read: it does not exist/);
  });
});
