import type {ApplyEvent} from '../../core/apply/ports';
import {exitCodeAfter} from '../../core/base/interruption';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import type {JournaledCreate} from '../../core/state/journal';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {formats, lockTimeout, lookupTimeout, many, text, toggle} from '../../project/flags';
import type {ResolvedItem} from './document';
import type {CreateDecision, ResolveKeys} from './resolve';

/** Action of `resolve` on the keys that it was given. */
type Way = CreateDecision | {readonly kind: 'probe'} | {readonly kind: 'checked'} | {readonly kind: 'prune'};

const TABLE = {
  path: 'resolve',
  summary: 'resolve creates whose outcome is unknown',
  details: `
      When a response was lost, the monitor may or may not exist. With full operations, \`--probe\` looks it up in the service.
      Otherwise look for it yourself: the plan shows its target ids and when it was sent. Then report what you found with
      \`--adopt ID\` or \`--not-created\`. Both send nothing.

      When a request that seemed to fail was sent again, the monitor may exist twice, and every plan warns about it. \`--probe\`
      looks for the duplicate. Otherwise look for it yourself, delete it in the service, and end the warning with \`--checked\`.

      \`--prune-duplicates\` deletes monitors that have exactly the target ids of a recorded one, after asking. It never deletes
      the recorded one.
    `,
  exitCodes: {0: 'nothing is unresolved', 1: 'something is unresolved', '130, 143': 'interrupted'},
  examples: [
    ['Look it up (full operations)', 'monitors resolve --all-unknown --probe'],
    ['It exists', 'monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
    ['It does not exist: the next apply creates it', 'monitors resolve pricing/acme --not-created'],
  ],
  flags: {
    format: formats({text: '', json: ''}),
    lockTimeout,
    adopt: text('ID', 'The monitor exists, with this id'),
    notCreated: toggle('The monitor does not exist'),
    probe: toggle('Look it up in the service (full operations)'),
    checked: toggle('There is no duplicate: end the warning about it'),
    pruneDuplicates: toggle('Delete duplicates of these monitors, after asking (full operations)'),
    allUnknown: toggle('Every unresolved create, and every monitor that may exist twice'),
    lookupTimeout: lookupTimeout('With --probe: '),
    autoApprove: toggle('With --prune-duplicates: do not ask'),
  },
  operands: {keys: many('KEY', 'keys')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors resolve KEY...`: resolves creates whose outcome is unknown, and monitors that exist twice. */
export const resolveCommand = command(TABLE, async (options, door) => {
  const {format} = options;
  if (isQuestion(options) && (await hasNothing(options, door))) return conclude(door, format, {items: [], left: []});
  const way = readWay(options);
  const keys = readKeys(options, way);
  switch (way.kind) {
    case 'probe':
      return probe(keys, options, door);
    case 'checked':
      return endDoubts(keys, options, door);
    case 'prune':
      return prune(options, door);
    case 'adopt':
    case 'not-created':
      return takeWord(keys, way, options, door);
  }
});

/** Whether the command line does not say what to resolve, or how: no error where there is nothing to resolve. */
function isQuestion({adopt, pruneDuplicates, keys, notCreated, checked, probe}: Options): boolean {
  if (adopt !== undefined || pruneDuplicates) return false;
  return keys.length === 0 || !(notCreated || checked || probe);
}

async function hasNothing({keys}: Options, door: Door): Promise<boolean> {
  const {isAllResolved} = await import('./resolve');
  return isAllResolved(await door.openStore(await door.settings(), 'look'), keys);
}

async function takeWord(keys: ResolveKeys, verdict: CreateDecision, {format}: Options, door: Door): Promise<number> {
  const {resolveCreates} = await import('./resolve');
  const store = await door.openStore(await door.settings());
  await (await door.notes()).whatIsFolded(store);
  const {resolved, left} = await resolveCreates(store, keys, verdict, door.context.world.uuid());
  return conclude(door, format, {items: resolved, left});
}

async function endDoubts(keys: ResolveKeys, {format}: Options, door: Door): Promise<number> {
  const {checkDoubts} = await import('./resolve');
  const store = await door.openStore(await door.settings());
  await (await door.notes()).whatIsFolded(store);
  const {checked, left} = await checkDoubts(store, keys);
  return conclude(door, format, {items: checked, left});
}

async function probe(keys: ResolveKeys, {lookupTimeout: lookupMs, format}: Options, door: Door): Promise<number> {
  const {probeCreates, toResolvedCreate} = await import('./resolve');
  const {renderEventText} = await import('../apply/progress');
  const {renderFindingsText} = await import('../../rendering/finding');
  const {project, elsewhere} = await openForFull('--probe', door);
  await (await door.notes()).whatIsFolded(project.store);
  const onEvent = (event: ApplyEvent) => door.note(renderEventText(event, door.look('stderr')));
  const {lookedUp, doubts, findings, left} = await probeCreates(project, keys, {elsewhere, lookupMs, onEvent});
  if (findings.length > 0) door.note(renderFindingsText(findings, door.look('stderr')));
  const exitCode = await conclude(door, format, {items: [...lookedUp.map(toResolvedCreate), ...doubts], left, findings});
  return exitCodeAfter(project.watchInterruption(), exitCode);
}

/** Items that a run resolved, and creates that are left. */
interface Resolved {
  readonly items: readonly ResolvedItem[];
  readonly left: readonly JournaledCreate[];
  readonly findings?: readonly Diagnostic[];
}

/** Prints what was resolved and what is left; returns the exit code. */
async function conclude(door: Door, format: 'text' | 'json', {items, left, findings = []}: Resolved): Promise<number> {
  const {renderResolved, renderResolveJson} = await import('./document');
  door.print(format === 'json' ? renderResolveJson(items, left, findings) : renderResolved(items, left, door.look('stdout')));
  const isOpen = items.some(item => 'kind' in item && item.kind === 'still-open');
  return left.length > 0 || findings.length > 0 || isOpen ? 1 : 0;
}

async function prune({keys, autoApprove, format}: Options, door: Door): Promise<number> {
  const {pruneDuplicates} = await import('./prune');
  const {renderDuplicates, renderPruned, renderPruneJson} = await import('./document');
  const {project, elsewhere} = await openForFull('--prune-duplicates', door);
  const isJson = format === 'json';
  const report = await pruneDuplicates(project, keys, {
    elsewhere,
    confirm: async duplicated => {
      const shown = renderDuplicates(duplicated, door.context.world.now(), door.look(isJson ? 'stderr' : 'stdout'));
      if (!isJson) door.print(shown);
      else if (!door.flags.quiet || !autoApprove) door.note(shown);
      if (!autoApprove) await door.ask('Delete these monitors, with their history?', project.watchInterruption());
    },
  });
  door.print(isJson ? renderPruneJson(report) : renderPruned(report, door.look('stdout')));
  return exitCodeAfter(project.watchInterruption(), report.failed.length + report.leftAlone.length > 0 ? 1 : 0);
}

/** Opens the project to ask its service; `flag` is what asks for it. */
async function openForFull(flag: string, door: Door) {
  const project = await door.openProject();
  const {requireFullOperations} = await import('../../project/project');
  requireFullOperations(project.settings, flag);
  const {listIdsElsewhere} = await import('../../project/other-environments');
  project.watchInterruption();
  return {project, elsewhere: listIdsElsewhere(await project.readNeighbours('repository'))};
}

function readKeys({allUnknown, keys}: Options, way: Way): ResolveKeys {
  if (allUnknown && way.kind !== 'prune' && keys.length === 0) return 'all-unknown';
  if (!allUnknown && keys.length > 0) return keys;
  if (way.kind === 'prune')
    throw new UserError(
      'config/usage',
      '--prune-duplicates needs keys',
      'give the keys of the duplicates that "monitors plan --refresh" shows',
    );
  throw new UserError(
    'config/usage',
    allUnknown ? '--all-unknown and keys exclude each other' : 'resolve needs keys, or --all-unknown',
    '`monitors plan` shows the keys that are unresolved',
  );
}

function readWay({adopt, notCreated, probe, checked, pruneDuplicates}: Options): Way {
  const ways: readonly (readonly [string, boolean, () => Way])[] = [
    ['--adopt', adopt !== undefined, () => ({kind: 'adopt', id: adopt ?? ''})],
    ['--not-created', notCreated, () => ({kind: 'not-created'})],
    ['--probe', probe, () => ({kind: 'probe'})],
    ['--checked', checked, () => ({kind: 'checked'})],
    ['--prune-duplicates', pruneDuplicates, () => ({kind: 'prune'})],
  ];
  const given = ways.filter(([, isGiven]) => isGiven);
  const [first, second] = given;
  if (first !== undefined && second !== undefined)
    throw new UserError('config/usage', `${first[0]} and ${second[0]} exclude each other`, 'give one of them');
  if (first !== undefined) return first[2]();
  throw new UserError(
    'config/usage',
    'resolve needs to know what you found in the service',
    'add --adopt ID if the monitor exists, --not-created if it does not, --checked if it exists only once, or --probe to look it up (full operations)',
  );
}
