import type {Plan} from '../../core/plan/change';
import {stringifyJson} from '../../rendering/escape-json';

/** The largest number that GitLab shows. */
const LARGEST = 999_999;

/** A plan's counts as GitLab's report of Terraform plans: a replacement creates and deletes; what is held back does not count. */
export function renderPlanGitlab({summary, changes}: Plan): string {
  const adopted = changes.filter(change => change.action === 'adopt' && change.patch !== null).length;
  const counts = {
    create: summary.create + summary.replace,
    update: summary.update + adopted,
    delete: summary.delete + summary.replace,
  };
  const shown = Object.entries(counts).map(([name, count]) => [name, Math.min(count, LARGEST)] as const);
  return `${stringifyJson(Object.fromEntries(shown), 0)}\n`;
}
