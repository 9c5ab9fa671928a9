import {basename, resolve} from 'node:path';
import {completeCommands} from '../../core/base/command-line';
import {describeOldNode, readCommit, readReleaseTag, repository} from '../../core/base/version';
import {checkName} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import {joinGiven} from '../../core/files/paths';
import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {file, formats, optional, text, texts, toggle} from '../../project/flags';

/** Flags of every command that a scaffold has no use for: what they say belongs into the config file. */
const NOT_HERE = ['config', 'environment', 'specs', 'state'] as const;

/** `monitors init [dir]`: writes what a repository needs to begin. */
export const initCommand = command(
  {
    path: 'init',
    summary: 'write a config, a first spec, a workflow, hooks and ignore rules',
    details: `
      Writes the files that a repository needs: \`monitors.config.yaml\`, a first spec, a GitHub workflow that plans pull
      requests and applies merges, a pre-commit hook, rules for git, and completion for editors.

      With \`--fleet\` it begins with \`_defaults.yaml\`, a list with its rows in a CSV file, and the environments staging and
      production. A project that has specs gets none of these.

      With \`--from\` the list is made of a CSV file: a row for each page, with a column of addresses. Keys and names are taken from
      columns with usual names, else made. Rows that can't be monitors are listed with the reason. Nothing is sent. In a project
      that has such a list, the next one has the name of its file.

      With \`--environments staging,production\` the workflow plans all of them, and applies one after the other: each in a job of
      its own, with the key and the reviewers of a GitHub environment of its own.

      With \`--digest\` it also writes a GitHub workflow that reports each day what monitors found, in an issue a month.
      With \`--agents\` it adds a section to AGENTS.md, once; other text of that file stays.

      With \`--upgrade\` it renews the schemas of editors instead: files in \`.vscode/\` as long as the package has no public
      address, else addresses of the release's tag in settings and first lines. It says what else to change by hand.

      Existing files are never overwritten. Missing lines are added to \`.gitignore\` and \`.gitattributes\`. It can be run
      again: it writes only what is missing. Needs no network and no key.
    `,
    examples: [
      ['A start for many monitors', 'monitors init --fleet'],
      ['From an export of another tool', 'monitors init --from pages.csv --column url=Link'],
      ['After an upgrade of the tool', 'monitors init --upgrade'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      project: text('NAME', "Name of the project (default: that of the repository's remote, or of its directory)"),
      fleet: toggle('Begin with defaults, a list of monitors and two environments'),
      environments: text('NAMES', 'Declare these environments, and apply merges to one after the other (default: none)'),
      digest: toggle('Also write a GitHub workflow that reports what monitors found in an issue a month'),
      from: file('Begin with a list made of this CSV file, such as an export of another tool (default: none)'),
      column: texts('NAME=COLUMN', 'With --from: take this column of the file as NAME, such as url=Link (repeatable)'),
      agents: toggle('Also add a section to AGENTS.md: what an agent may run, and what a person approves'),
      upgrade: toggle('Renew what editors read for this version, and say what else an upgrade changes'),
    },
    operands: {dir: optional('DIR', 'directories')},
  },
  async ({format, project, fleet, environments, digest, agents, upgrade, dir, from, column}, door) => {
    const {flags} = door;
    const flag = NOT_HERE.find(name => flags[name] !== undefined);
    if (flag !== undefined) throw notHere(flag);
    const beside =
      from !== undefined
        ? 'from'
        : environments !== undefined
          ? 'environments'
          : fleet
            ? 'fleet'
            : digest
              ? 'digest'
              : agents
                ? 'agents'
                : null;
    if (upgrade && beside !== null) throw notWithUpgrade(beside);
    if (column !== undefined && from === undefined) throw new UserError('config/usage', '--column needs --from', 'give both');
    const imported = from === undefined ? null : await readImported(from, column ?? [], door);
    const {scaffoldProject} = await import('./init');
    const {machineDisk} = await import('../../core/state/file/disk');
    const {process, world, env} = door.context;
    const cwd = door.workingDirectory();
    const request = {
      directory: resolve(cwd, dir ?? '.'),
      cwd,
      project,
      fleet,
      environments: environments === undefined ? null : readEnvironments(environments),
      digest,
      upgrade,
      agents,
      rows: imported?.csv ?? null,
      rowsName: basename(from ?? '', '.csv'),
      release: {commit: readCommit(), tag: readReleaseTag(), repository: repository === '' ? null : repository},
      schemas: await readEditorSchemas(),
    };
    const outcome = await scaffoldProject(request, env, {disk: machineDisk(process.platform), world});
    const place = {directory: dir === undefined ? flags.directory : joinGiven(flags.directory, dir)};
    const report = {
      ...outcome,
      ...(imported === null ? {} : {imported}),
      nodeNote: describeOldNode(process.nodeVersion),
      completeCommands: (sentence: string) => completeCommands(sentence, place),
    };
    const {renderInitJson, renderInitText} = await import('./document');
    door.print(format === 'json' ? renderInitJson(report) : renderInitText(report, door.look('stdout')));
    return 0;
  },
);

/** Reads the names of `--environments`, in the order in which they are applied. Throws `UserError`. */
function readEnvironments(given: string): string[] {
  const names = given.split(',').map(name => checkName('environment', name.trim(), 'given with --environments'));
  if (new Set(names).size === names.length && names.length > 1) return names;
  throw new UserError('config/usage', '--environments takes at least two different names', 'such as --environments staging,production');
}

/** Reads the file of `--from`. Throws `UserError`, before anything is written. */
async function readImported(path: string, columns: readonly string[], door: Door) {
  const {readGivenBytes} = await import('../../core/files/given-file');
  const {explainFileError} = await import('../../core/files/file-error');
  const {importList} = await import('./imported-list');
  const place = resolve(door.workingDirectory(), path);
  const shown = door.shown(place);
  let bytes: Uint8Array;
  try {
    bytes = readGivenBytes(place, LARGEST_LIST);
  } catch (error) {
    throw new UserError('config/usage', `${shown} can't be read: ${explainFileError(error)}`, 'give the path of a CSV file', {
      cause: error,
    });
  }
  return {...importList({shown, bytes, columns}), shown};
}

/** As large as a list may be. */
const LARGEST_LIST = 16 * 1024 * 1024;

async function readEditorSchemas() {
  const {default: spec} = await import('../../../schemas/spec.schema.json');
  const {default: layer} = await import('../../../schemas/layer.schema.json');
  const {default: config} = await import('../../../schemas/config.schema.json');
  // One line each: pull requests show them as one.
  const print = (schema: unknown) => `${JSON.stringify(schema)}\n`;
  return {spec: print(spec), layer: print(layer), config: print(config)};
}

function notWithUpgrade(flag: 'from' | 'environments' | 'fleet' | 'digest' | 'agents'): UserError {
  return new UserError('config/usage', `--upgrade and --${flag} do not go together`, `run \`monitors init --${flag}\` by itself`);
}

function notHere(flag: (typeof NOT_HERE)[number]): UserError {
  return new UserError(
    'config/usage',
    `init takes no --${flag}`,
    flag === 'config'
      ? 'it writes monitors.config.yaml into DIR'
      : `write "${flag}: ..." into monitors.config.yaml first; init writes the other files to match it`,
  );
}
