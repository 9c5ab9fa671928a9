import {posix} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {listSettings, placeSchema, renderEditorSettings, renderModeline, SETTINGS_PATH} from '../../core/writing/editor-template';
import type {EssentialLines, ScaffoldFacts, ScaffoldFile} from '../../core/writing/scaffold-step';
import {renderAgents} from './agents-section';
import {listFleetStart, listListFiles, renderEnvironments} from './fleet-template';
import {
  digestWorkflowPath,
  driftWorkflowPath,
  renderDigestWorkflow,
  renderDriftWorkflow,
  renderWorkflow,
  workflowPath,
} from './workflow-template';

/**
 * Lists the files of a new project, in the order in which to read them. Files of the project are in its directory; files for GitHub,
 * pre-commit and editors are at the repository's root.
 */
export function listScaffoldFiles(facts: ScaffoldFacts): ScaffoldFile[] {
  const inProject = (path: string) => posix.join(facts.prefix, path);
  return [
    {
      role: 'config',
      kind: 'whole',
      path: inProject(DEFAULT_CONFIG_FILE),
      text: renderConfig(facts),
      essential: {lines: [renderModeline(facts.prefix, placeSchema(facts.release, 'config'))], signs: ['# yaml-language-server:']},
    },
    ...listStart(facts),
    {
      role: 'workflow',
      kind: 'whole',
      path: workflowPath(facts.prefix),
      text: renderWorkflow(facts),
      // No lines can be added to one that applies other environments: it is replaced as a whole.
      ...(facts.environments === null ? {} : {essential: {lines: [], signs: facts.environments.map(name => `apply-${name}:`)}}),
    },
    {role: 'drift', kind: 'whole', path: driftWorkflowPath(facts.prefix), text: renderDriftWorkflow(facts)},
    ...(facts.digest ? [renderDigest(facts)] : []),
    ...(facts.agents ? [renderAgents(facts)] : []),
    {role: 'hooks', kind: 'whole', path: '.pre-commit-config.yaml', text: renderHooks(facts), essential: listHooks(facts)},
    {role: 'attributes', kind: 'lines', path: inProject('.gitattributes'), ...listAttributes(facts.state)},
    {role: 'ignored', kind: 'lines', path: inProject('.gitignore'), ...listIgnored(facts.state)},
    {role: 'editor', kind: 'whole', path: SETTINGS_PATH, text: renderEditorSettings(facts), essential: listSettings(facts)},
    ...listSchemaFiles(facts),
  ];
}

function listStart(facts: ScaffoldFacts): ScaffoldFile[] {
  if (facts.fleet) return listFleetStart(facts);
  return facts.rows === null ? [renderFirstSpec(facts)] : listListFiles(facts);
}

/** Lists the schemas as files, which git and GitHub show as generated; none where they have an address. */
function listSchemaFiles({release, schemas}: ScaffoldFacts): ScaffoldFile[] {
  const files = (['spec', 'layer', 'config'] as const).map(name => ({path: placeSchema(release, name), text: schemas[name]}));
  if (files.some(({path}) => path.startsWith('https://'))) return [];
  const rules = {title: 'monitors: schemas for editors', lines: ['monitors*.schema.json linguist-generated -diff']};
  return [
    ...files.map(file => ({role: 'schema', kind: 'whole', ...file}) as const),
    {role: 'schema', kind: 'lines', path: posix.join(posix.dirname(SETTINGS_PATH), '.gitattributes'), ...rules},
  ];
}

function renderDigest(facts: ScaffoldFacts): ScaffoldFile {
  return {role: 'digest', kind: 'whole', path: digestWorkflowPath(facts.prefix), text: renderDigestWorkflow(facts)};
}

/** Renders a config file with the project's name, and other settings as comments. */
function renderConfig(facts: ScaffoldFacts): string {
  return `${renderModeline(facts.prefix, placeSchema(facts.release, 'config'))}
# Part of every monitor's identity. Do not change it after the first apply.
project: ${toScalar(facts.project)}

${facts.fleet || facts.environments !== null ? renderEnvironments(facts.environments) : BUDGET}
# If the service can also list, change and check monitors; needed by edits, "monitors status" and "monitors run":
# service: {operations: full}

# The environment variables that specs may use, as in "Bearer \${env:WEBHOOK_TOKEN}":
# secrets:
#   allow: [WEBHOOK_TOKEN]
`;
}

const BUDGET = `# plan and apply refuse changes that raise the estimate above this:
# budget:
#   creditsPerMonth: 10000
`;

/** Quotes a name that YAML would read as a number, a boolean or null. */
function toScalar(name: string): string {
  return /^[A-Za-z]/.test(name) && !/^(?:true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}

/** A first spec: valid, and one of the cheapest monitors. */
function renderFirstSpec({prefix, specs, release}: ScaffoldFacts): ScaffoldFile {
  const directory = posix.join(prefix, specs);
  const text = `${renderModeline(directory, placeSchema(release, 'spec'))}
# One page, checked once a day: about 30 credits a month. The path of this file is the monitor's key: rename it before the
# first apply. Add "goal: Tell me when a price changes" to report only changes that matter to the goal (costs more credits).
name: Example page
schedule:
  text: daily at 9:00
  timezone: UTC
targets:
  - type: scrape
    urls:
      - https://example.com/
# No one is notified of changes. Replace this by a webhook, or by "notification: {email: {enabled: true}}".
sync: {alerts: none}
`;
  return {role: 'spec', kind: 'whole', path: posix.join(directory, 'example.yaml'), text};
}

/** Renders a configuration for pre-commit that validates specs before a commit. */
function renderHooks(facts: ScaffoldFacts): string {
  const {repository, commit, tag} = facts.release;
  const options = `        files: ${JSON.stringify(filePattern(facts))}${renderPlace(facts)}\n`;
  return repository !== null && commit !== ''
    ? `repos:
  - repo: https://github.com/${repository}
    rev: ${commit} # ${tag === null ? 'not a release' : `frozen: ${tag}`}
    hooks:
      - id: monitors-validate
${options}`
    : `repos:
  - repo: local
    hooks:
      - id: monitors-validate
        name: monitors validate
        entry: monitors validate --ignore-unknown
        language: system
        require_serial: true
${options}`;
}

/** The hook, to be added by hand. */
function listHooks(facts: ScaffoldFacts): EssentialLines {
  return {lines: renderHooks(facts).trimEnd().split('\n').slice(1), signs: ['monitors-validate']};
}

/** pre-commit runs hooks at the root of the repository and gives paths from there. */
function renderPlace({prefix}: ScaffoldFacts): string {
  return prefix === '' ? '' : `\n        args: ${JSON.stringify(['--config', posix.join(prefix, DEFAULT_CONFIG_FILE)])}`;
}

/** Matches the specs, their data and the config of this project only. */
function filePattern({prefix, specs}: ScaffoldFacts): string {
  const inProject = (path: string) => posix.join(prefix, path).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const directory = posix.join(prefix, specs) === '.' ? '' : `${inProject(specs)}/`;
  return `^(?:${directory}.*\\.(?:ya?ml|csv)|${inProject(DEFAULT_CONFIG_FILE)})$`;
}

/** Lines of .gitattributes or .gitignore, and the comment above them. */
interface Rules {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Lists the files that git must not merge line by line: a state of two halves would be valid JSON, but wrong. */
function listAttributes(state: string): Rules {
  const name = patternOf(state);
  return {
    title: 'monitors: do not merge state and journal; on a conflict take one side of both',
    lines: [`${name}*.json -merge -text linguist-generated`, `${name}*.json.journal -merge -text linguist-generated`],
  };
}

/** Lists the files beside a state that belong to this machine only, for every environment. */
function listIgnored(state: string): Rules {
  const name = patternOf(state);
  return {
    title: 'monitors: locks, backups and files after a crash; state and journal are committed',
    lines: ['lock*', 'bak', 'tmp-*', 'rescue-*'].map(ending => `${name}*.${ending}`),
  };
}

/** `monitors.state.json` gives `monitors.state`, with which the names of all environments' states begin. */
function patternOf(state: string): string {
  const {dir, name, ext} = posix.parse(posix.normalize(state));
  const path = posix.join(dir, ext === '.json' ? name : `${name}${ext}`);
  return toPattern(path);
}

/** Replaces special characters by `?`, one for each byte, as git matches. */
function toPattern(path: string): string {
  return path.replace(/[^\w./-]/gu, character => '?'.repeat(Buffer.byteLength(character)));
}
