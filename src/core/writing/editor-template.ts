import {posix} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../base/names';
import type {EssentialLines, Release, ScaffoldFacts} from './scaffold-step';

/** The paths of the editor's files, relative to the repository's root. */
export const SETTINGS_PATH = '.vscode/settings.json';
export const SPEC_SCHEMA_PATH = '.vscode/monitors.schema.json';
export const LAYER_SCHEMA_PATH = '.vscode/monitors-layer.schema.json';
const CONFIG_SCHEMA_PATH = '.vscode/monitors-config.schema.json';

/** The schemas that a project's files name. */
export type SchemaName = keyof typeof SCHEMA_PATHS;

/** Their files, as long as the package has no address of its own. */
export const SCHEMA_PATHS = {
  spec: SPEC_SCHEMA_PATH,
  layer: LAYER_SCHEMA_PATH,
  config: CONFIG_SCHEMA_PATH,
  data: '.vscode/monitors-rows.schema.json',
} as const;

/** Where the schemas of a release are on the web, for any tag; null while the package does not name its repository. */
export function schemaAddress(repository: string | null, tag: string): string | null {
  return repository === null ? null : `https://raw.githubusercontent.com/${repository}/${tag}/schemas/`;
}

/** The place of a schema: the web, of a release of a package that names its repository; else a file, from the repository's root. */
export function placeSchema({repository, tag}: Release, name: SchemaName): string {
  const address = tag === null ? null : schemaAddress(repository, tag);
  return address === null ? SCHEMA_PATHS[name] : `${address}${name}.schema.json`;
}

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
function listPatterns({prefix, specs, release}: ScaffoldFacts): Readonly<Record<string, readonly string[]>> {
  const directory = posix.join(prefix, specs);
  const below = directory === '.' ? '' : `${directory}/`;
  return {
    [placeSchema(release, 'spec')]: [`${below}**/*.yaml`, `${below}**/*.yml`, `!${below}**/_*`],
    [placeSchema(release, 'layer')]: [`${below}**/_defaults.yaml`, `${below}**/_overlay.*.yaml`],
    [placeSchema(release, 'config')]: [posix.join(prefix, DEFAULT_CONFIG_FILE)],
  };
}

/** The first line of a YAML file in a directory, which editors find its schema by. */
export function renderModeline(directory: string, schema: string): string {
  return `# yaml-language-server: $schema=${pathFrom(directory, schema)}`;
}

/** Rewrites a path from the repository's root, relative to a directory below it. An address stays. */
export function pathFrom(directory: string, path: string): string {
  return path.startsWith('https://') ? path : posix.relative(`/${directory}`, `/${path}`);
}
