import {UserError} from '../diagnostics/user-error';
import type {LiveView} from '../plan/live';
import type {ReadableState} from '../state/state';

/** So many monitors do not all vanish by hand; fewer may have been deleted by hand, and the plan reports each. */
const FEWEST = 10;

/**
 * Throws a refusal where the service lists nothing of what is recorded: that is the answer to a key of another team, and a
 * plan made of it would create everything a second time.
 */
export function refuseNoneListed(state: ReadableState | null, {monitors}: LiveView): void {
  const recorded = [...(state?.monitors.values() ?? [])];
  if (recorded.length < FEWEST || recorded.some(({id}) => monitors.has(id))) return;
  throw new UserError(
    'live/none-listed',
    `the service lists none of the ${recorded.length} monitors that the state records`,
    'check that MONITORS_API_KEY is a key of the team whose monitors they are; if they were all deleted, remove them with "monitors state rm KEY"; apply creates them again',
  );
}
