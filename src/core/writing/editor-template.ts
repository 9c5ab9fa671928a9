import {posix} from 'node:path';
import type {EssentialLines, ScaffoldFacts} from './scaffold-step';

/** The paths of the editor's files, relative to the repository's root. */
export const SETTINGS_PATH = '.vscode/settings.json';
export const SPEC_SCHEMA_PATH = '.vscode/monitors.schema.json';
export const LAYER_SCHEMA_PATH = '.vscode/monitors-layer.schema.json';
export const CONFIG_SCHEMA_PATH = '.vscode/monitors-config.schema.json';

/** Settings for Visual Studio Code with the YAML extension: completion and hovers in specs, defaults, overlays and config. */
export function renderEditorSettings(facts: ScaffoldFacts): string {
  return `${JSON.stringify({'yaml.schemas': listPatterns(facts)}, null, 2)}\n`;
}

/** The member that settings need, to be added by hand. */
export function listSettings(facts: ScaffoldFacts): EssentialLines {
  const patterns = listPatterns(facts);
  return {
    lines: renderEditorSettings(facts).trimEnd().split('\n').slice(1, -1),
    signs: [...Object.keys(patterns), ...Object.values(patterns).flat()],
  };
}

/** The files of each schema. Files that begin with `_` are no specs; rows name their schema themselves. */
function listPatterns({prefix, specs}: ScaffoldFacts): Readonly<Record<string, readonly string[]>> {
  const directory = posix.join(prefix, specs);
  const below = directory === '.' ? '' : `${directory}/`;
  return {
    [SPEC_SCHEMA_PATH]: [`${below}**/*.yaml`, `${below}**/*.yml`, `!${below}**/_*`],
    [LAYER_SCHEMA_PATH]: [`${below}**/_defaults.yaml`, `${below}**/_overlay.*.yaml`],
    [CONFIG_SCHEMA_PATH]: [posix.join(prefix, 'monitors.config.yaml')],
  };
}

/** The first line of a YAML file in a directory, which editors find its schema by. */
export function renderModeline(directory: string, schema: string): string {
  return `# yaml-language-server: $schema=${pathFrom(directory, schema)}`;
}

/** Rewrites a path from the repository's root, relative to a directory below it. */
export function pathFrom(directory: string, path: string): string {
  return posix.relative(`/${directory}`, `/${path}`);
}
