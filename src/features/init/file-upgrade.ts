import {existsSync, readdirSync, unlinkSync} from 'node:fs';
import {join, posix} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {syncDirectory, type WriteWorld} from '../../core/state/file/write';
import {pathFrom, placeSchema, SCHEMA_PATHS, type SchemaName, SETTINGS_PATH, schemaAddress} from '../../core/writing/editor-template';
import {inspectFile, takeStep} from '../../core/writing/file-scaffold';
import {decideStep, type Release, type ScaffoldFacts, type ScaffoldFile, type ScaffoldResult} from '../../core/writing/scaffold-step';
import {renderActionReference} from './release';

/** Outcome of an upgrade, in the order of its files. Paths are relative to the repository's root. */
interface UpgradeOutcome {
  readonly files: readonly (ScaffoldResult & {readonly role: ScaffoldFile['role']})[];
  readonly toChange: readonly string[];
}

/**
 * Makes settings and first lines name the schemas where this version has them, then renews the files or, where they have an
 * address, removes them: a run that dies in between leaves no name without a schema. Touches nothing else.
 */
export async function upgradeProject(
  root: string,
  facts: ScaffoldFacts,
  all: readonly ScaffoldFile[],
  io: WriteWorld,
): Promise<UpgradeOutcome> {
  const schemas = all.filter(({role}) => role === 'schema');
  const old = Object.values(SCHEMA_PATHS).filter(path => readText(root, path)?.includes(OWN_SCHEMA) === true);
  const named = listNaming(root, facts);
  const files: UpgradeOutcome['files'][number][] = [];
  // Files first: no name may come before what it names.
  if (old.length > 0 || named.length > 0) for (const file of schemas) files.push({role: file.role, ...(await renew(root, file, io))});
  for (const {role, path, text} of named) files.push({role, ...(await rewrite(root, path, text, io))});
  if (schemas.length === 0) for (const path of old) files.push({role: 'schema', ...(await remove(root, path, io))});
  return {files, toChange: listChanges(root, facts, all)};
}

/** Text that each schema of ours has, of any version. */
const OWN_SCHEMA = '"urn:monitors-as-code:schema:';

/** Writes one file of the schemas again. One that is not ours is kept. */
async function renew(root: string, file: ScaffoldFile, io: WriteWorld): Promise<ScaffoldResult> {
  const step = decideStep(file, inspectFile(root, file.path));
  if (step.outcome !== 'kept' || file.kind !== 'whole' || readText(root, file.path)?.includes(OWN_SCHEMA) !== true)
    return await takeStep(root, step, io);
  return await rewrite(root, file.path, file.text, io);
}

async function rewrite(root: string, path: string, text: string, io: WriteWorld): Promise<ScaffoldResult> {
  const found = inspectFile(root, path);
  if (found.kind === 'nothing') return {path, outcome: 'kept'};
  await takeStep(root, {outcome: 'extended', path, content: Buffer.from(text), before: found.content}, io);
  return {path, outcome: 'renewed'};
}

async function remove(root: string, path: string, {disk}: WriteWorld): Promise<ScaffoldResult> {
  unlinkSync(join(root, path));
  await syncDirectory(disk, join(root, posix.dirname(path)));
  return {path, outcome: 'removed'};
}

/** A file that names schemas, as it should be. */
interface Naming {
  readonly role: ScaffoldFile['role'];
  readonly path: string;
  readonly text: string;
}

/** Lists the files whose names of schemas are not those of this version. */
function listNaming(root: string, facts: ScaffoldFacts): Naming[] {
  const directory = posix.join(facts.prefix, facts.specs);
  const yaml = [posix.join(facts.prefix, DEFAULT_CONFIG_FILE), ...listYaml(root, directory)];
  return [
    ...rename(root, 'editor', SETTINGS_PATH, text =>
      text.replace(/"([^"\s]+\.schema\.json)"/g, (whole, name) => `"${place(name) ?? whole.slice(1, -1)}"`),
    ),
    ...yaml.flatMap(path => {
      const role = path.endsWith(DEFAULT_CONFIG_FILE) ? 'config' : 'spec';
      const from = (name: string) => place(name) && pathFrom(posix.dirname(path), place(name) ?? name);
      return rename(root, role, path, text => text.replace(MODELINE, (_line, before, name) => `${before}${from(name) ?? name}`));
    }),
  ];

  /** Where this version has a schema that a file names; undefined for a schema that is not ours. */
  function place(name: string): string | undefined {
    const schema = whichSchema(name, facts.release.repository);
    return schema === undefined ? undefined : placeSchema(facts.release, schema);
  }
}

const MODELINE = /^(#\s*yaml-language-server:\s*\$schema=)(\S+)/gm;

/** The schema of ours that a file names by its path, or by the address of any release. */
function whichSchema(name: string, repository: string | null): SchemaName | undefined {
  const names = Object.keys(SCHEMA_PATHS) as SchemaName[];
  const path = name.replace(/^(?:\.{1,2}\/)+/, '');
  const [, tag = '', word] = /\/(v[\w.-]+)\/schemas\/(\w+)\.schema\.json$/.exec(name) ?? [];
  return names.find(
    schema => SCHEMA_PATHS[schema] === path || (schema === word && `${schemaAddress(repository, tag)}${word}.schema.json` === name),
  );
}

/** The file with another text; nothing where that is the same, or the file is not one to edit. */
function rename(root: string, role: Naming['role'], path: string, change: (text: string) => string): Naming[] {
  const text = readText(root, path);
  const changed = text === undefined ? text : change(text);
  return changed === undefined || changed === text ? [] : [{role, path, text: changed}];
}

/** Reads a regular file as text; undefined where there is none, or where its bytes are not UTF-8. */
function readText(root: string, path: string): string | undefined {
  if (!existsSync(join(root, path))) return undefined;
  const found = inspectFile(root, path);
  if (found.kind === 'nothing') return undefined;
  const text = Buffer.from(found.content).toString('utf8');
  return Buffer.from(text).equals(found.content) ? text : undefined;
}

/** Every YAML file of a directory, from the repository's root. Links are not followed. */
function listYaml(root: string, directory: string): string[] {
  if (!existsSync(join(root, directory))) return [];
  return readdirSync(join(root, directory), {withFileTypes: true}).flatMap(entry => {
    const path = posix.join(directory, entry.name);
    if (entry.isDirectory()) return listYaml(root, path);
    return entry.isFile() && /\.ya?ml$/.test(entry.name) ? [path] : [];
  });
}

/** Lists what an upgrade changes in files that belong to people: the pinned versions, shells and the checks themselves. */
function listChanges(root: string, {release}: ScaffoldFacts, all: readonly ScaffoldFile[]): string[] {
  const places = all.filter(({role}) => role === 'workflow' || role === 'drift' || role === 'hooks');
  const pins = places.flatMap(({role, path}) => {
    const line = findOldPin((readText(root, path) ?? '').split('\n'), release);
    const wanted = role === 'hooks' ? `rev: ${release.commit}` : `uses: ${renderActionReference(release)}`;
    return line === null ? [] : [`${path}:${line} names another version: write "${wanted}", there and wherever else it stands.`];
  });
  return [
    ...pins,
    '`monitors validate` shows what this version finds that the last did not, `monitors plan` what it would change.',
    'If your shell completes commands, renew its script with `monitors completion`.',
  ];
}

/** The first line that pins the Action or the hook to another commit, counted from 1; null without one, or where this build knows none. */
function findOldPin(lines: readonly string[], {commit, repository}: Release): number | null {
  if (commit === '') return null;
  const name = repository ?? '[\\w.-]+/monitors-as-code';
  const action = new RegExp(`uses: ${name}@([0-9a-f]{40})`);
  const hook = new RegExp(`repo: https://github\\.com/${name}$`);
  const at = lines.findIndex((line, index) => {
    const isHook = hook.test((lines[index - 1] ?? '').trimEnd());
    const pin = action.exec(line)?.[1] ?? (isHook ? /rev: ([0-9a-f]{40})/.exec(line)?.[1] : undefined);
    return pin !== undefined && pin !== commit;
  });
  return at === -1 ? null : at + 1;
}
