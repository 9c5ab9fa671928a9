import {UserError} from '../../core/diagnostics/user-error';
import type {LiveView} from '../../core/plan/live';
import type {ReadableState} from '../../core/state/state';

/** A single monitor may have been deleted by hand; then the plan says so. */
const FEWEST = 2;

/**
 * Throws `UserError` where the service lists nothing of what is recorded: that is the answer to a key of another team, and a
 * plan made of it would create everything a second time.
 */
export function refuseNoneListed(state: ReadableState | null, {monitors}: LiveView): void {
  const recorded = [...(state?.monitors.values() ?? [])];
  if (recorded.length < FEWEST || recorded.some(({id}) => monitors.has(id))) return;
  throw new UserError(
    'live/none-listed',
    `the service lists none of the ${recorded.length} monitors that the state records`,
    'check that MONITORS_API_KEY belongs to the team that owns them; if they were all deleted, remove each from the state with "monitors state rm KEY", and apply creates them again',
  );
}
