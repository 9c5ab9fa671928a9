import {FEWEST_RECORDED, sayNoneListed} from '../../core/diagnostics/monitor-text';
import {UserError} from '../../core/diagnostics/user-error';
import type {LiveView} from '../../core/plan/live';
import type {ReadableState} from '../../core/state/state';

/**
 * Throws `UserError` where the service lists nothing of what is recorded: that is the answer to a key of another team, and a
 * plan made of it would create everything a second time.
 */
export function refuseNoneListed(state: ReadableState | null, {monitors}: LiveView): void {
  const recorded = [...(state?.monitors.values() ?? [])];
  if (recorded.length < FEWEST_RECORDED || recorded.some(({id}) => monitors.has(id))) return;
  throw new UserError(
    'live/none-listed',
    sayNoneListed(recorded.length),
    'check that MONITORS_API_KEY belongs to the team that owns them; if they were all deleted, remove each from the state with "monitors state rm KEY", and apply creates them again',
  );
}
