import type {Choice} from '../../core/plan/change';
import {member} from '../../core/service/member';
import {type SpreadSuggestion, suggestSpread} from '../../core/specs/schedule/spread';
import {readFixedSchedule} from '../../core/specs/schedule/times';
import type {CheckedWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {renderProject} from '../render/render';

/** Schedules that flatten the load, or the findings that stand in the way. */
type SuggestOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'suggested'; readonly suggestion: SpreadSuggestion};

/** Suggests schedules for the chosen monitors, paused ones left out; needs no state and no network, and changes nothing. Throws `UserError`. */
export async function suggestSchedules(project: Project, choice: Choice): Promise<SuggestOutcome> {
  const outcome = await renderProject(project, choice);
  if (outcome.kind === 'invalid') return outcome;
  const scheduled = outcome.monitors.flatMap(({key, paused, body}) => {
    const fixed = paused ? null : readFixedSchedule(member(body(), 'schedule'));
    return fixed === null ? [] : [{key, ...fixed}];
  });
  return {kind: 'suggested', suggestion: suggestSpread(scheduled)};
}
