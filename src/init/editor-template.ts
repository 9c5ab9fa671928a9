import {posix} from 'node:path';
import type {ScaffoldFacts} from './scaffold-step';

/** The paths of the editor's files, relative to the repository's root. */
export const SETTINGS_PATH = '.vscode/settings.json';
export const SPEC_SCHEMA_PATH = '.vscode/monitors.schema.json';
export const CONFIG_SCHEMA_PATH = '.vscode/monitors-config.schema.json';

/** Settings for Visual Studio Code with the YAML extension: completion and hovers in specs and config. */
export function renderEditorSettings({prefix, specs}: ScaffoldFacts): string {
  const directory = posix.join(prefix, specs);
  const below = directory === '.' ? '' : `${directory}/`;
  const settings = {
    'yaml.schemas': {
      [SPEC_SCHEMA_PATH]: [`${below}**/*.yaml`, `${below}**/*.yml`],
      [CONFIG_SCHEMA_PATH]: [posix.join(prefix, 'monitors.config.yaml')],
    },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Rewrites a path from the repository's root, relative to a directory below it. */
export function pathFrom(directory: string, path: string): string {
  return posix.relative(`/${directory}`, `/${path}`);
}
