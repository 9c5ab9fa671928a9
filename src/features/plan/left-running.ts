import {writeCommand} from '../../core/base/command-line';
import {listDoubted} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {findContinuation} from '../../core/plan/moves';
import type {Key} from '../../core/specs/desired-monitor';
import {describeSource, nameRecord} from '../../core/state/earlier';
import type {StateView} from '../../core/state/fold-open';
import type {State} from '../../core/state/state';
import type {StoreDoubt} from '../../core/state/store';
import type {CheckedWorkspace} from '../../project/check';
import {listSpecKeys} from '../../project/history/history';
import type {FoundLeft} from '../../project/history/left-running';
import type {FoundHistory} from '../../project/history/look';
import {listIdsManagedElsewhere} from '../../project/other-environments';
import type {Project} from '../../project/project';
import {withService} from '../../project/service-reader';

/** Says for a plan what other versions of its state record; of a missing state, what no spec would record again. */
export async function nameEarlier(
  project: Project,
  {history, stored}: {readonly history: FoundHistory | null} & Pick<StateView, 'stored'>,
  checked: CheckedWorkspace['checked'],
): Promise<readonly Diagnostic[]> {
  if (stored === null) return nameLeftRunning(project, await seekLeftRunning(project, checked), 'warning');
  if (history === null) return [];
  return (await import('../../project/history/findings')).nameHistory(project, history, checked, 'warning');
}

/** The same for apply, which asks the service whether they live, where no state is there. */
export async function findLeftRunning(project: Project, checked: CheckedWorkspace['checked']): Promise<readonly Diagnostic[]> {
  const {left, isSeen} = await seekLeftRunning(project, checked);
  return nameLeftRunning(project, {left: await keepLiving(project, left), isSeen}, 'error');
}

/**
 * Says for apply that a server was set back, and what it lacks that no create of this plan looks up. With full operations the service is
 * asked whether those monitors live.
 */
export async function nameServerDoubt(
  project: Project,
  {error: {code, message, hint}, missing}: StoreDoubt,
  state: Pick<State, 'monitors'> | null,
  checked: CheckedWorkspace['checked'],
): Promise<Diagnostic> {
  const specs = listSpecKeys(checked);
  const left = missing.filter(({key}) => !specs.has(key) || state?.monitors.has(key) === true);
  const living = project.settings.operations === 'full' ? await keepLiving(project, left) : left;
  const severity = living.length === 0 ? 'warning' : 'error';
  const names = listDoubted(living.map(nameRecord));
  const still = living.length === 0 ? '' : `; still paid, and not managed here: ${names}`;
  return {code, severity, message: `${message}${still}`, ...(hint === undefined ? {} : {hint})};
}

/** From so many on the list is read: it shows a hundred in one request. */
const MANY = 20;

/** Keeps those that the service has, or may have. */
async function keepLiving<One extends {readonly id: string}>(project: Project, left: readonly One[]): Promise<readonly One[]> {
  if (left.length === 0) return left;
  return withService(project, null, async reader => {
    const ids = new Set(left.map(({id}) => id));
    const look = left.length < MANY ? null : await reader.look(({id}) => ids.has(id));
    if (look?.kind === 'seen') {
      const seen = new Set([...look.monitors].map(({id}) => id));
      return left.filter(({id}) => seen.has(id));
    }
    const living: One[] = [];
    for (const one of left) {
      const answer = await reader.one(one.id);
      if (answer.kind !== 'read' || answer.value !== null) living.push(one);
    }
    return living;
  });
}

async function seekLeftRunning(project: Project, checked: CheckedWorkspace['checked']): Promise<FoundLeft> {
  const {settings, history, givenOrigin, readNeighbours} = project;
  // Otherwise a missing state is refused, or a server keeps it.
  if (history === null || settings.operations !== 'full') return {left: [], isSeen: 'whole'};
  const findSpec = findContinuation(settings.moves, checked.monitors);
  const specs = listSpecKeys(checked);
  const hasSpec = (key: Key) => specs.has(findSpec(key) ?? key);
  const found = await history.findLeftRunning({origin: givenOrigin(), settings, hasSpec});
  if (found.left.length === 0) return found;
  const elsewhere = listIdsManagedElsewhere(await readNeighbours(), settings);
  return {...found, left: found.left.filter(({id}) => !elsewhere.has(id))};
}

async function nameLeftRunning(
  {settings: {environment}, shownState: shown}: Project,
  {left, isSeen}: FoundLeft,
  severity: Diagnostic['severity'],
): Promise<readonly Diagnostic[]> {
  const [first] = left;
  const unseen = isSeen === 'late' ? [(await import('../../project/history/findings')).warnOfLateSearch('monitors that no spec has')] : [];
  if (first === undefined) return unseen;
  const names = listDoubted(left.map(nameRecord));
  const from = describeSource(first.version);
  const message = `${shown} is missing, and ${from} saw it record ${names}, which no spec has: still paid, and not managed here`;
  const take = writeCommand('import', [first.key, first.id], environment);
  return [...unseen, {code: 'state/lost', severity, message, hint: `take each in: ${take}; or delete it in the service's dashboard`}];
}
