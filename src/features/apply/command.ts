import {resolve} from 'node:path';
import {CONCURRENCY, NEWEST_CHECKS, ON_AMBIGUOUS, ON_ERROR} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {
  choice,
  count,
  exclude,
  formats,
  keys,
  labels,
  lockTimeout,
  lookupTimeout,
  optional,
  strictPlan,
  text,
  toggle,
} from '../../project/flags';
import type {OpenedProject} from '../../project/project';
import type {PlanFile} from '../plan/file-document';
import type {ApplyChoice, ApplyUi} from './apply';
import type {ApplyDisplay} from './display';

const TABLE = {
  path: 'apply',
  summary: 'make the service hold what the specs say',
  details: `
      Shows the plan, asks, carries it out, and shows the result for each monitor. Every create is written to a journal before it
      is sent. A crash, a lost response or a full disk therefore never leads to a second paid monitor: the next run continues, or
      names what is unknown and how to resolve it.

      With a saved plan nothing is asked. Exactly that plan is applied, or nothing if specs or state have changed since.

      Needs MONITORS_API_KEY and MONITORS_BASE_URL (or \`--base-url\`) when there is something to send.
    `,
  exitCodes: {
    0: 'everything is done',
    1: 'a change failed, was not attempted, is blocked or unresolved (not: a protected monitor whose spec is gone)',
    3: 'nothing was changed: wrong usage, stale plan, lock',
    4: 'an outcome is unknown',
    5: 'the state could not be saved',
    '130, 143': 'interrupted',
  },
  examples: [
    ['Plan, ask, apply', 'monitors apply'],
    ['In CI: apply the plan that was reviewed', 'monitors apply plan.json'],
    ['One monitor only, without asking', 'monitors apply --auto-approve --only pricing/acme'],
  ],
  flags: {
    format: formats({text: '', json: '', jsonl: 'one event a line'}),
    lockTimeout,
    autoApprove: toggle('Do not ask'),
    approve: text('DIGEST', 'Do not ask, and apply only the plan that `monitors plan` printed with this approval'),
    concurrency: count(CONCURRENCY, 'Maximum parallel creates (1-64, default 8)', 8),
    onError: choice('WHAT', ON_ERROR, 'If a change is refused: continue with the others (default), or stop', 'continue'),
    onAmbiguous: choice(
      'WHAT',
      ON_AMBIGUOUS,
      'If a create may or may not have happened: verify (default: look it up, then retry), retry, or stop',
      'verify',
    ),
    allowDeletes: toggle('Allow more deletes than safety.maxDeletes'),
    allowOldCheckout: toggle(
      'Apply specs or a state that may be older than what was applied last, or, with a state on a server, specs that are not in git',
    ),
    allowStateChange: text('NAME', 'Apply from a state file that was changed by hand, of PROJECT/ENVIRONMENT'),
    refresh: toggle('Read the service before planning, and undo drift (full operations)'),
    checkSecrets: toggle('Send secrets whose values changed since they were sent (full operations; needs MONITORS_STATE_KEY)'),
    checks: count(
      NEWEST_CHECKS,
      'Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)',
      0,
    ),
    lookupTimeout: lookupTimeout(),
    strict: strictPlan,
    persistCommand: text('CMD', 'Command that saves state and journal elsewhere, run before each batch (for ephemeral runners)'),
    only: keys('Apply only this key, or those that a glob such as "pricing/**" matches (repeatable)'),
    exclude,
    label: labels(),
  },
  operands: {planPath: optional('PLANFILE', 'files')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors apply [PLANFILE]`: makes it so. */
export const applyCommand = command(TABLE, async (options, door) => {
  const {format, autoApprove} = options;
  const {ApplyDisplay} = await import('./display');
  const {askToApply, namePlace} = await import('../../project/connection');
  const display = new ApplyDisplay(door, await door.notes(), format, () => namePlace(project));
  const project = await door.openProject('change', display.onExchange);
  const choice = await readChoice(options, door);
  const {applyProject} = await import('./apply');
  const {requireFullOperations} = await import('../../project/project');
  if (door.given('--lookup-timeout') !== undefined) requireFullOperations(project.settings, '--lookup-timeout');
  const interruption = project.watchInterruption();
  const ended = await applyProject(project, choice, {
    ...(await door.progress()),
    show: display.showPlan,
    confirm: async plan => {
      if (!autoApprove) await door.ask(askToApply(plan, project), interruption);
      return plan;
    },
    explainUnasked: async nameApproval => (autoApprove ? null : door.explainUnasked(nameApproval())),
    persist: readPersist(options, project, display),
    onEvent: display.onEvent,
  });
  return display.finish(ended);
});

async function readChoice(options: Options, door: Door): Promise<ApplyChoice> {
  const {onError, onAmbiguous, concurrency, lookupTimeout: lookupMs} = options;
  refuseTwoApprovals(options);
  const file = await readPlan(options, door);
  const {only, exclude, label: labels, allowDeletes, allowOldCheckout, allowStateChange, refresh, checkSecrets, checks, strict} = options;
  // With --lock-timeout, another run may have applied parts of the plan.
  const rule = options.lockTimeout === undefined ? 'exact' : 'nothing-else';
  const scope = {only, exclude, labels, allowDeletes, allowOldCheckout, allowStateChange, strict};
  const saved = file === null ? null : ({file, rule} as const);
  return {onError, onAmbiguous, concurrency, lookupMs, ...scope, approved: options.approve, refresh, checks, checkSecrets, saved};
}

/** Each of them says which plan may be applied. */
function refuseTwoApprovals({approve, autoApprove, planPath}: Options): void {
  const other = approve === undefined ? null : planPath !== undefined ? 'a saved plan' : autoApprove ? '--auto-approve' : null;
  if (other !== null) throw new UserError('config/usage', `--approve and ${other} exclude each other`, 'give one of them');
}

function readPersist({persistCommand}: Options, {cwd, env, watchInterruption}: OpenedProject, {say}: ApplyDisplay): ApplyUi['persist'] {
  if (persistCommand === undefined) return null;
  return async () => {
    const {runPersistCommand} = await import('./persist-command');
    await runPersistCommand(persistCommand, {cwd, env, onOutput: say, interruption: watchInterruption()});
  };
}

async function readPlan({planPath, only, exclude, label}: Options, door: Door): Promise<PlanFile | null> {
  if (planPath === undefined) return null;
  const flag = only !== undefined ? '--only' : exclude !== undefined ? '--exclude' : label !== undefined ? '--label' : null;
  if (flag !== null)
    throw new UserError(
      'config/usage',
      `a saved plan and ${flag} exclude each other`,
      `save a plan with \`monitors plan ${flag} ${flag === '--label' ? 'NAME=VALUE' : 'KEY'} --out FILE\``,
    );
  const {readSavedPlan} = await import('../plan/saved-plan');
  const path = resolve(door.workingDirectory(), planPath);
  return readSavedPlan(path, door.shown(path), planPath);
}
