import {basename} from 'node:path';
import {countOf, formatNumber, listWords} from '../../core/base/words';
import type {Count, Ordinal} from '../../core/json/count';
import type {ScaffoldFacts, ScaffoldResult, ScaffoldRole} from '../../core/writing/scaffold-step';
import {renderJson} from '../../rendering/escape-json';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import type {ImportedList} from './imported-list';
import {describePin} from './release';
import {APPROVALS, DRIFT_PLACE, DRIFT_SWITCH} from './workflow-template';

/** Result of `monitors init`. */
export interface InitDocument {
  readonly formatVersion: 1;
  readonly command: 'init';
  /** The project's name. */
  readonly project: string;
  /** Whether the directory is in a git repository. */
  readonly repository: boolean;
  /** Every file of the scaffold. */
  readonly files: readonly InitFileDocument[];
  /** With `--from`: what became of the file's rows. */
  readonly from?: ImportedRowsDocument;
  /** Next steps for the user, one or two sentences each; empty if nothing is left to do. */
  readonly next: readonly string[];
}

/** Rows of another tool's file. */
export interface ImportedRowsDocument {
  /** Rows of the list. */
  readonly rows: Count;
  /** Rows that can't be monitors. */
  readonly leftOut: readonly LeftOutRowDocument[];
  /** Columns of the file that the list does not have. */
  readonly unusedColumns: readonly string[];
}

/** A row that can't be a monitor. */
export interface LeftOutRowDocument {
  /** Line of the file. */
  readonly line: Ordinal;
  /**
   * Why, to follow "left out:".
   * @example "it has no address"
   */
  readonly reason: string;
}

/** Result of one file of the scaffold. */
export interface InitFileDocument {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  /**
   * `extended`: lines were added to an existing file; `unchanged`: it already contains everything; `kept`: it has other
   * content; `renewed`, `removed`: by `--upgrade`.
   */
  readonly outcome: ScaffoldResult['outcome'];
  /** Lines to add to a kept file; absent where there are none. */
  readonly toAdd?: readonly string[];
}

/** The document that `monitors init --format json` prints. */
export function renderInitJson(report: InitReport): string {
  const document: InitDocument = {
    formatVersion: 1,
    command: 'init',
    project: report.facts.project,
    repository: report.isRepository,
    files: report.files.map(({path, outcome, toAdd}) => ({path, outcome, ...(toAdd === undefined || toAdd.length === 0 ? {} : {toAdd})})),
    ...(report.imported === undefined
      ? {}
      : {from: {rows: report.imported.rows, leftOut: report.imported.leftOut, unusedColumns: report.imported.unused}}),
    next: listNextSteps(report),
  };
  return renderJson(document);
}

/** Result of a scaffold, as reports show it. */
export interface InitReport {
  readonly facts: Pick<ScaffoldFacts, 'project' | 'specs' | 'branch' | 'environment' | 'environments' | 'release'>;
  readonly isRepository: boolean;
  readonly isFleetLate: boolean;
  readonly files: readonly (ScaffoldResult & {readonly role: ScaffoldRole})[];
  /** With `--upgrade`: what people change by hand. */
  readonly toChange?: readonly string[];
  /** What to know of an old Node, where it is old; told where something was written. */
  readonly nodeNote?: string | null;
  /** With `--from`. */
  readonly imported?: ImportedList & {readonly shown: string};
  /** Makes the commands that a sentence names in quotes fit the directory that was scaffolded. */
  readonly completeCommands: (sentence: string) => string;
}

/** Renders the actions of `monitors init`, and what is left for people to do. */
export function renderInitText(report: InitReport, options: RenderOptions): string {
  const written = report.files.filter(isWritten);
  const kept = report.files.filter(({outcome}) => outcome === 'kept');
  return printText(
    [
      ...written.map(({path, outcome}) => dataLine(0, styled('added', outcome.padEnd(LABEL)), path)),
      ...kept.map(({path}) => dataLine(0, styled('faint', 'kept'.padEnd(LABEL)), path, styled('faint', '  (already exists, not changed)'))),
      ...(written.length === 0 && !report.isFleetLate && findOtherWorkflow(report) === undefined
        ? [proseLine(0, report.toChange === undefined ? NOTHING_MISSING : NOTHING_OLD)]
        : []),
      ...kept.flatMap(linesToAdd),
      ...(report.imported === undefined ? [] : importedLines(report.imported)),
      ...nextLines(listNextSteps(report)),
      ...(report.nodeNote && written.length > 0 ? [BLANK, proseLine(0, `Note: ${report.nodeNote}.`)] : []),
    ],
    options,
  );
}

const NOTHING_MISSING = 'Nothing to do: all files of init exist already.';
const NOTHING_OLD = 'Nothing to renew: editors read the schemas of this version.';
const LABEL = 'extended'.length + 2;

/** Rows that are told; JSON has all. */
const SHOWN_ROWS = 50;

function importedLines({shown, rows, leftOut, unused}: NonNullable<InitReport['imported']>): Line[] {
  const more = leftOut.length - SHOWN_ROWS;
  const columns = listWords(unused.slice(0, 20).map(name => JSON.stringify(name)));
  return [
    BLANK,
    proseLine(0, `${shown}: ${countOf(rows, 'row')} taken${leftOut.length === 0 ? '' : `, ${formatNumber(leftOut.length)} left out`}.`),
    ...leftOut.slice(0, SHOWN_ROWS).map(({line, reason}) => hangingLine(2, 2, `${shown}:${line}: ${reason}`)),
    ...(more <= 0 ? [] : [dataLine(2, `... and ${formatNumber(more)} more: --format json lists all`)]),
    ...(unused.length === 0 ? [] : [proseLine(0, `Not in the list: the columns ${columns}. Take one with --column NAME=COLUMN.`)]),
  ];
}

function nextLines(steps: readonly string[]): Line[] {
  if (steps.length === 0) return [];
  return [BLANK, dataLine(0, styled('strong', 'Next')), ...steps.map((step, index) => hangingLine(2, 3, `${index + 1}. ${step}`))];
}

/** Shows the lines that people should add to a file that was kept, ready to be copied. */
function linesToAdd({path, toAdd}: ScaffoldResult): Line[] {
  if (toAdd === undefined || toAdd.length === 0) return [];
  return [BLANK, dataLine(0, styled('strong', `Add to ${path}`)), ...toAdd.map(line => dataLine(2, line))];
}

function isWritten({outcome}: ScaffoldResult): boolean {
  return outcome !== 'unchanged' && outcome !== 'kept';
}

function listWorkflowSteps(workflow: string, {branch, environment, environments, release}: InitReport['facts']): string[] {
  if (environments !== null)
    return [
      `${workflow} ${describePin(release)}`,
      `On GitHub, create the environments ${listWords(environments.map(name => `"${APPROVALS}-${name}"`))} (Settings, Environments). Set the variable MONITORS_BASE_URL and the secret MONITORS_API_KEY in each. Under "Deployment branches and tags" allow only ${branch}: otherwise a workflow of any branch can read the keys. Add reviewers to "${APPROVALS}-${environments.at(-1)}": its job waits for them.`,
      `Commit all this and open a pull request: it shows the plans. Merging it into ${branch} applies it to ${environments[0]}, and then to ${listWords(environments.slice(1))}.`,
    ];
  return [
    `${workflow} ${describePin(release)}`,
    `On GitHub, create the environment "${APPROVALS}" (Settings, Environments). Set the variable MONITORS_BASE_URL and the secret MONITORS_API_KEY in it. Under "Deployment branches and tags" allow only ${branch}: otherwise a workflow of any branch can read the key. Add reviewers there if someone has to approve each apply.`,
    `Commit all this and open a pull request: it shows the plan. Merging it into ${branch} applies it${environment === null ? '' : ` to ${environment}`}.`,
  ];
}

function listDriftSteps(path: string | undefined, {release}: InitReport['facts']): string[] {
  if (path === undefined) return [];
  const owner = release.repository === null ? 'Replace OWNER there, too. ' : '';
  return [
    `Later, with full operations: ${path} reports drift once a day. ${owner}Give the environment "${DRIFT_PLACE}" the same variable, secret and branch rule, but no reviewers. Then set the repository variable ${DRIFT_SWITCH} to true.`,
  ];
}

function listDigestSteps(path: string | undefined, {release}: InitReport['facts']): string[] {
  if (path === undefined) return [];
  const owner = release.repository === null ? ' Replace OWNER there, too.' : '';
  return [
    `With full operations (\`service: {operations: full}\` in monitors.config.yaml), ${path} adds what monitors found to an issue, once a day.${owner} It reads the key from the environment "${DRIFT_PLACE}", too, which has no reviewers. Start it once by hand: Actions, ${basename(path, '.yml')}, "Run workflow".`,
  ];
}

/** Lists the steps that are left for people, in order. */
export function listNextSteps(report: InitReport): string[] {
  const {facts, isFleetLate, files, completeCommands, toChange} = report;
  if (toChange !== undefined) return toChange.map(completeCommands);
  const late = `${facts.specs} already holds specs, which defaults would change: nothing of --fleet was added. Add _defaults.yaml yourself; \`monitors plan\` shows what it changes.`;
  const other = findOtherWorkflow(report);
  const named =
    other &&
    `${other} was there before and does not apply ${listWords(facts.environments ?? [])} one after the other: delete it, and run this again.`;
  const steps = [
    ...(isFleetLate ? [late] : []),
    ...(named === undefined ? [] : [named]),
    ...(files.some(isWritten) ? listStepsOfWritten(report) : []),
  ];
  return steps.map(completeCommands);
}

/** A workflow that was kept and applies other environments than those that were asked for. */
function findOtherWorkflow({files}: InitReport): string | undefined {
  return files.find(({role, outcome, toAdd}) => role === 'workflow' && outcome === 'kept' && toAdd !== undefined)?.path;
}

function listStepsOfWritten({facts, isRepository, files, imported}: InitReport): string[] {
  const pathOf = (role: ScaffoldRole) => files.find(file => file.role === role && file.outcome === 'created')?.path;
  const workflow = pathOf('workflow');
  return [
    ...(isRepository ? [] : ['There is no git repository here yet: create one with `git init`.']),
    ...(imported === undefined
      ? listFirstPages(pathOf('spec'), pathOf('rows'))
      : [`Look at ${pathOf('rows')} and ${pathOf('spec')}; \`monitors plan\` shows what all of this costs, without a key.`]),
    ...(workflow === undefined ? ['Commit what was written.'] : listWorkflowSteps(workflow, facts)),
    ...listDriftSteps(pathOf('drift'), facts),
    ...listDigestSteps(pathOf('digest'), facts),
  ];
}

function listFirstPages(spec: string | undefined, rows: string | undefined): string[] {
  const place =
    rows === undefined
      ? spec && `a page that you want to watch into ${spec}`
      : `the pages that you want to watch into ${rows}, one row each`;
  if (place === undefined) return [];
  return [
    `Put ${place}; \`monitors plan\` shows what that costs, without a key. With a key, \`monitors try ${rows === undefined ? spec : 'KEY'}\` shows what a check would see.`,
  ];
}
