import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {NEWEST_CHECKS} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {allEnvironments, count, exclude, file, formats, keys, labels, lookupTimeout, strictPlan, toggle} from '../../project/flags';
import type {OpenedProject} from '../../project/project';
import type {PlanChoice, Planned} from './plan';

const TABLE = {
  path: 'plan',
  summary: 'show what apply would do',
  details: `
      Compares the specs with the state file. Shows every change that apply would make, its cost, and what is blocked and why.

      Writes nothing but \`--out\`. Needs no network and no key. With \`--refresh\` it reads the service and shows drift, that is,
      changes made there by hand. An address that is given must be that of the state.
    `,
  exitCodes: {
    0: 'specs and state are readable',
    1: 'specs have errors, or with `--refresh` the service holds a monitor twice',
    2: 'with `--detailed-exitcode`: there are changes',
    3: "specs, state or service can't be read",
  },
  // GitLab refuses an empty report; one that is JSON without counts it shows as failed.
  machineFormats: ['json', 'gitlab'],
  everywhere: {formats: ['text', 'json', 'markdown'], without: ['out']},
  examples: [
    ['Save the plan, apply exactly that', 'monitors plan --out plan.json && monitors apply plan.json'],
    ['A comment for a pull request', 'monitors plan --format markdown'],
    ['Drift: changes made in the service', 'monitors plan --refresh'],
  ],
  flags: {
    allEnvironments,
    format: formats({text: '', json: '', markdown: '', gitlab: 'counts for its plan report'}),
    out: file('Save the plan for `monitors apply PLANFILE`'),
    detailedExitcode: toggle('Exit 2 if there are changes'),
    only: keys('Plan only this key, or those that a glob such as "pricing/**" matches (repeatable)'),
    exclude,
    label: labels(),
    refresh: toggle('Read the service and show drift (full operations)'),
    checks: count(
      NEWEST_CHECKS,
      'Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)',
      0,
    ),
    lookupTimeout: lookupTimeout('With --refresh: '),
    showUnmanaged: toggle('With --refresh: list monitors without a spec'),
    checkSecrets: toggle('Compare the values of referenced secrets with what was sent (full operations; needs MONITORS_STATE_KEY)'),
    strict: strictPlan,
    allowDeletes: toggle('Allow more deletes than safety.maxDeletes'),
  },
} as const satisfies CommandTable;

/** `monitors plan`: shows what apply would do; offline. */
export const planCommand = command(TABLE, async (options, door) => {
  const {format} = options;
  const project = await door.openProject('look');
  const choice = readChoice(options, door);
  const {planProject} = await import('./plan');
  const {renderPlan} = await import('./formats');
  const outcome = await planProject(project, choice, await door.progress());
  const notes = await door.notes();
  const {isProtectedLeftover} = await import('../../core/plan/change-facts');
  const {report} = outcome.workspace;
  if (outcome.kind === 'invalid') return notes.invalid(report);
  const {plan, view} = outcome;
  if (options.out !== undefined) await savePlan(options.out, outcome, project, door);
  notes.stateView(view, (await isLocked(project)) ? 'maybe-running' : 'ended');
  if (format === 'text') {
    const {noteWarnings} = await import('./text');
    noteWarnings(plan, report, door, notes);
  }
  const {namePlace} = await import('../../project/connection');
  const unmanaged = options.showUnmanaged ? 'listed' : 'counted';
  door.print(renderPlan(plan, format, {...door.look('stdout'), place: namePlace(project)}, report.findings, unmanaged));
  if (plan.duplicates.length > 0) return 1;
  return options.detailedExitcode && plan.changes.some(change => !isProtectedLeftover(change)) ? 2 : 0;
});

function readChoice(options: OptionsOf<typeof TABLE>, door: Door): PlanChoice {
  const {only, exclude, label: labels, allowDeletes, refresh, checks, checkSecrets, lookupTimeout: lookupMs} = options;
  const needy = door.given('--lookup-timeout') !== undefined ? '--lookup-timeout' : options.showUnmanaged ? '--show-unmanaged' : null;
  if (needy !== null && !refresh) throw new UserError('config/usage', `${needy} needs --refresh`, 'give both');
  return {only, exclude, labels, allowDeletes, refresh, checks, checkSecrets, lookupMs, strict: options.strict};
}

async function savePlan(path: string, {plan, workspace: {checked, report}}: Planned, {settings}: OpenedProject, door: Door): Promise<void> {
  const {toPlanFile} = await import('./file-document');
  const {writePlanFile} = await import('./saved-plan');
  const file = resolve(door.workingDirectory(), path);
  writePlanFile({file, shown: door.shown(file), settings}, toPlanFile(plan, checked.hashes, report.findings));
}

/** Whether a lock is there; its holder may have died. */
async function isLocked({settings, store}: OpenedProject): Promise<boolean> {
  return store.backend === 'file' ? existsSync(`${settings.stateFile}.lock`) : (await store.readHolder()) !== null;
}
