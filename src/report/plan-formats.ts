import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Plan} from '../plan/change';
import {stringifyJson} from './escape-json';
import {toPlanDocument} from './plan';
import {renderPlanGitlab} from './plan-gitlab';
import {renderPlanMarkdown} from './plan-markdown';
import type {UnmanagedView} from './plan-service';
import {renderPlanText} from './plan-text';
import type {RenderOptions} from './render-options';

/** How `plan` can print. */
export type PlanFormat = 'text' | 'json' | 'markdown' | 'gitlab';

/** A plan in one of its formats; `findings` are the warnings of its specs, which text leaves to {@link renderFindingsText}; JSON always lists what is not managed here. */
export function renderPlan(
  plan: Plan,
  format: PlanFormat,
  options: RenderOptions,
  findings: readonly Diagnostic[] = [],
  unmanaged: UnmanagedView = 'counted',
): string {
  switch (format) {
    case 'text':
      return renderPlanText(plan, options, unmanaged);
    case 'json':
      return `${stringifyJson(toPlanDocument(plan, findings), 2)}\n`;
    case 'markdown':
      return renderPlanMarkdown(plan, findings, {unmanaged}).text;
    case 'gitlab':
      return renderPlanGitlab(plan);
  }
}
