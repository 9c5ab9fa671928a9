import {hasWildcard} from '../../core/base/glob';
import {countOf, formatNumber} from '../../core/base/words';
import {MAX_CREDITS} from '../../core/config/choices';
import {readDuration} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, formats, labels, text, toggle} from '../../project/flags';
import {CLEAR_LINE, escapeTerminal} from '../../rendering/escape-terminal';
import type {CheckCost, RunHooks} from './run-checks';

const TABLE = {
  path: 'run',
  summary: 'start checks of monitors now',
  details: `
      Shows what the checks cost, asks, and starts one check of each chosen monitor. A start is sent once: without an answer, the
      checks of the monitor are read to find out whether it began. With \`--wait\`, shows what each check found and what it cost.
      Ctrl-C ends the waiting; the checks go on and are paid for. Needs full operations.
    `,
  exitCodes: {
    0: 'started, and with `--wait` ended',
    1: 'a check was not started, failed, or runs longer than `--timeout`',
    3: 'not approved, too expensive, not offered, or no monitor has such a key',
    4: 'a check may have been started',
  },
  examples: [
    ['Check now, and see what changed', 'monitors run pricing/acme --wait'],
    ['A folder, for 50 credits at most, without asking', 'monitors run "pricing/**" --max-credits 50 --auto-approve'],
  ],
  flags: {
    format: formats({text: '', json: ''}),
    wait: toggle('Follow the checks to their end and show what changed'),
    timeout: text('DURATION', 'With --wait: how long at most, such as 90s or 1h (default: 30m)'),
    maxCredits: count(MAX_CREDITS, 'Start nothing if it costs more (default: no limit)'),
    autoApprove: toggle('Do not ask; several monitors also need --max-credits'),
    exclude,
    label: labels(),
  },
  operands: {only: chosenKeys('recorded')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors run KEY|GLOB...`: starts checks now. */
export const runCommand = command(TABLE, async (options, door) => {
  const {format, only, exclude, label: labels = [], timeout, wait} = options;
  if (only === undefined && labels.length === 0) {
    throw new UserError('config/usage', 'run needs keys, globs or --label', '"monitors state list" shows the keys; "**" means all');
  }
  if (timeout !== undefined && !wait) {
    throw new UserError('config/usage', '--timeout needs --wait', 'add --wait, or leave --timeout out');
  }
  const followMs = readDuration('--timeout', timeout ?? '30m');
  door.setLastWords('Checks may have been started: "monitors checks KEY" shows them.');
  const project = await door.openProject('look');
  const {runChecks, runExitCode} = await import('./run-checks');
  const {exitCodeAfter} = await import('../../core/base/interruption');
  const view = await runChecks(project, {only, exclude, labels, followMs: wait ? followMs : null}, await makeHooks(options, door));
  if (format === 'json') {
    const {renderJson} = await import('../../rendering/escape-json');
    door.print(renderJson((await import('./run-document')).toRunDocument(view)));
  } else door.print((await import('./run-text')).renderRunText(view, door.look('stdout')));
  return exitCodeAfter(project.watchInterruption(), runExitCode(view));
});

async function makeHooks(options: Options, door: Door): Promise<RunHooks> {
  const {formatDuration} = await import('../../rendering/sentences');
  const approve = (costs: readonly CheckCost[]) => approveChecks(costs, options, door);
  if (door.flags.quiet) return {approve};
  const notes = {
    approve,
    onFollow: (checks: number) =>
      door.note(
        `waiting for ${countOf(checks, 'check')}; Ctrl-C ends the waiting, ${checks === 1 ? 'the check goes' : 'the checks go'} on\n`,
      ),
    onLook: (key: string, forMs: number) =>
      door.note(`${escapeTerminal(key)}: no clear answer; looking for its check for up to ${formatDuration(forMs)}\n`),
    onStop: (forMs: number) => door.note(`\nstopping: starts under way get ${formatDuration(forMs)} for their answer\n`),
  };
  if (door.context.stderr.isTTY !== true) return notes;
  return {
    ...notes,
    onStart: (done, total) => door.note(`${CLEAR_LINE}starting checks: ${formatNumber(done)} of ${formatNumber(total)}`),
    onEnded: (done, total) => door.note(`${CLEAR_LINE}${formatNumber(done)} of ${countOf(total, 'check')} ended`),
    onEnd: () => door.note(CLEAR_LINE),
  };
}

/** Shows what it costs, and asks. */
async function approveChecks(costs: readonly CheckCost[], options: Options, door: Door): Promise<void> {
  const {renderCostsText} = await import('./run-text');
  const {sumCredits} = await import('./run-document');
  const {only: keys = [], autoApprove} = options;
  if (!door.flags.quiet || !autoApprove) door.note(renderCostsText(costs, door.look('stderr')));
  const isBroad = keys.length !== 1 || keys.some(hasWildcard);
  const what = `Start ${countOf(costs.length, 'check')}`;
  await door.approveSpending({credits: sumCredits(costs), isBroad, what}, options);
}
