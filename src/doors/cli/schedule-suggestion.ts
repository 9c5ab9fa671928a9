import {oneOf} from '../../core/config/option-values';
import type {Choice} from '../../core/plan/change';
import type {Project} from '../../project/project';
import type {MonitorsCommand} from './command';

/** `monitors report --suggest`: prints schedules that flatten the load, and returns the exit code. */
export async function printSuggestion(command: MonitorsCommand, project: Project, choice: Choice): Promise<number> {
  const format = oneOf('--format', command.format ?? 'text', ['text', 'json']);
  const {suggestSchedules} = await import('../../features/report/suggest-schedules');
  const outcome = await suggestSchedules(project, choice);
  if (outcome.kind === 'invalid') {
    const {invalidExitCode} = await import('./notes');
    return invalidExitCode(outcome.workspace.report, command, 'printed');
  }
  const {renderSuggestJson, renderSuggestText} = await import('../../features/report/suggest');
  const {suggestion} = outcome;
  command.print(
    format === 'json' ? renderSuggestJson(suggestion) : renderSuggestText(suggestion, command.renderOptions(command.context.stdout)),
  );
  return 0;
}
