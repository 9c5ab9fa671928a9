import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import type {Plan} from '../../core/plan/change';
import {createsAny} from '../../core/plan/change-facts';
import type {OpenedState} from '../../core/state/fold-open';
import type {LockedStore} from '../../core/state/store';
import type {FoundRecords} from '../../project/history/every-commit';
import type {FoundHistory} from '../../project/history/look';
import {findRecorded, NOTHING_FOUND} from '../plan/plan';
import type {Applying} from './apply';

/** What is known of the keys that a plan creates. */
interface SoughtCreates<Opened> {
  readonly told: Pick<FoundRecords, 'recorded' | 'sent' | 'isSeen'>;
  /** The state, with what was recorded again. */
  readonly opened: Opened;
  readonly findings: readonly Diagnostic[];
}

/** What a run knows before it looks. */
interface Known {
  readonly history: FoundHistory | null;
  /** Throws where a first state would begin in the place of another one. */
  readonly checkBeginning: () => Promise<void>;
}

/**
 * Finds what commits and other checkouts record of what is to be created, unless a person decided. With full operations, what of it lives
 * is recorded again. From here to the end no other checkout on this machine creates anything with a copy of the state.
 */
export async function seekCreated<Opened extends OpenedState>(
  {project, workspace, options, copies}: Applying,
  locked: LockedStore,
  {plan, view}: {readonly plan: Plan; readonly view: Opened},
  {history, checkBeginning}: Known,
): Promise<SoughtCreates<Opened>> {
  const {stored} = view;
  const isSettled = options.allowOldCheckout ?? false;
  const isFull = plan.operations === 'full';
  const nothing = {told: NOTHING_FOUND, opened: view, findings: []};
  try {
    if (!isSettled && !isFull && stored === null) await checkBeginning();
  } catch (error) {
    // That refusal says more.
    if (error instanceof UserError) return nothing;
    throw error;
  }
  if (createsAny(plan)) copies.push(...(await (await import('../../project/copies-lock')).lockCopies(project, stored)));
  if (isSettled) return nothing;
  const told = await findRecorded(project, workspace, {plan, view}, history);
  if (!isFull || stored === null || told.recorded.length === 0 || options.saved !== null) return {...nothing, told};
  const {settleRecorded} = await import('./settle-history');
  const settled = await settleRecorded(project, locked, stored, told.recorded, workspace);
  return {told: {...told, recorded: settled.held}, opened: {...view, stored: settled.stored}, findings: settled.findings};
}
