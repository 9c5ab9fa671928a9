import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import {renderJson} from '../../rendering/escape-json';
import type {UnmanagedView} from '../../rendering/plan-sentences';
import type {RenderOptions} from '../../rendering/render-options';
import {toPlanDocument} from './document';
import {renderPlanGitlab} from './gitlab';
import {renderPlanMarkdown} from './markdown';
import {renderPlanText} from './text';

/** Output formats of `plan`. */
type PlanFormat = 'text' | 'json' | 'markdown' | 'gitlab';

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
      return renderJson(toPlanDocument(plan, findings));
    case 'markdown':
      return renderPlanMarkdown(plan, findings, {unmanaged}).text;
    case 'gitlab':
      return renderPlanGitlab(plan);
  }
}
