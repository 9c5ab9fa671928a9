import {writeCommand} from '../../core/base/command-line';
import {listDoubted} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {findContinuation} from '../../core/plan/moves';
import type {Key} from '../../core/specs/desired-monitor';
import {describeSource, type LostRecord, nameRecord} from '../../core/state/earlier';
import type {StateView} from '../../core/state/fold-open';
import type {CheckedWorkspace} from '../../project/check';
import {listSpecKeys} from '../../project/history';
import type {FoundHistory} from '../../project/history-look';
import {listIdsManagedElsewhere} from '../../project/other-environments';
import type {Project} from '../../project/project';
import {withService} from '../../project/service-reader';

/** Says for a plan what other versions of its state record; of a missing state, what no spec would record again. */
export async function nameEarlier(
  project: Project,
  {history, stored}: {readonly history: FoundHistory | null} & Pick<StateView, 'stored'>,
  checked: CheckedWorkspace['checked'],
): Promise<readonly Diagnostic[]> {
  if (stored === null) return nameLeftRunning(project, await listLeftRunning(project, checked), 'warning');
  if (history === null) return [];
  return (await import('../../project/history-findings')).nameHistory(project, history, checked, 'warning');
}

/** The same for apply, which asks the service whether they live, where no state is there. */
export async function findLeftRunning(project: Project, checked: CheckedWorkspace['checked']): Promise<readonly Diagnostic[]> {
  const left = await listLeftRunning(project, checked);
  if (left.length === 0) return [];
  const living = await withService(project, null, async reader => {
    const answers = left.map(async one => ({one, answer: await reader.one(one.id)}));
    return (await Promise.all(answers)).filter(({answer}) => answer.kind !== 'read' || answer.value !== null);
  });
  return nameLeftRunning(
    project,
    living.map(({one}) => one),
    'error',
  );
}

async function listLeftRunning(project: Project, checked: CheckedWorkspace['checked']): Promise<readonly LostRecord[]> {
  const {settings, history, givenOrigin, readNeighbours} = project;
  // Otherwise a missing state is refused, or a server keeps it.
  if (history === null || settings.operations !== 'full') return [];
  const findSpec = findContinuation(settings.moves, checked.monitors);
  const specs = listSpecKeys(checked);
  const hasSpec = (key: Key) => specs.has(findSpec(key) ?? key);
  const left = await history.findLeftRunning({origin: givenOrigin(), settings, hasSpec});
  if (left.length === 0) return [];
  const elsewhere = listIdsManagedElsewhere(await readNeighbours(), settings);
  return left.filter(({id}) => !elsewhere.has(id));
}

function nameLeftRunning(
  {settings: {environment}, shownState: shown}: Project,
  left: readonly LostRecord[],
  severity: Diagnostic['severity'],
): Diagnostic[] {
  const [first] = left;
  if (first === undefined) return [];
  const names = listDoubted(left.map(nameRecord));
  const from = describeSource(first.version);
  const message = `${shown} is missing, and ${from} saw it record ${names}, which no spec has: still paid, and not managed here`;
  const take = writeCommand('import', [first.key, first.id], environment);
  return [{code: 'state/lost', severity, message, hint: `take each in: ${take}; or delete it in the service's dashboard`}];
}
