import type {ScaffoldFacts} from '../../core/writing/scaffold-step';
import {fillPlaces} from '../../rendering/fill-places';
import digestWorkflow from './digest-workflow.yml';
import driftWorkflow from './drift-workflow.yml';
import environmentJob from './environment-job.yml';
import environmentsWorkflow from './environments-workflow.yml';
import {CHECKOUT_REFERENCE, renderActionReference} from './release';
import workflow from './workflow.yml';

/** The GitHub environment that holds the key; reviewers can be added to it. */
export const APPROVALS = 'monitors';

/** The path of the workflow: GitHub reads workflows at the repository's root only, so each project has its own name there. */
export function workflowPath(prefix: string): string {
  return `.github/workflows/${workflowName(prefix)}.yml`;
}

function workflowName(prefix: string): string {
  return ['monitors', ...prefix.split('/')].map(toSlug).filter(Boolean).join('-');
}

function toSlug(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
}

/**
 * Renders a GitHub workflow: the plan in a comment of the pull request, the apply after the merge. Each job has the least permissions;
 * only apply gets the key. No run is cancelled, since it could be in the middle of a create.
 */
export function renderWorkflow(facts: ScaffoldFacts): string {
  const {prefix, branch, environment, environments, release} = facts;
  if (environments !== null) return renderEnvironmentsWorkflow(facts, environments);
  return fillPlaces(workflow, {
    name: workflowName(prefix),
    branch: quotePattern(branch),
    checkout: CHECKOUT_REFERENCE,
    action: renderActionReference(release),
    inputs: renderInputs(prefix, environment),
    approvals: APPROVALS,
  });
}

/**
 * Renders a workflow for several environments: plans in the steps of one job, which write one comment one after the other, and a job for
 * each that applies it once the one before is applied. GitHub holds a job until the reviewers of its environment agree.
 */
function renderEnvironmentsWorkflow({prefix, branch, release}: ScaffoldFacts, environments: readonly string[]): string {
  const name = workflowName(prefix);
  const common = {name, checkout: CHECKOUT_REFERENCE, action: renderActionReference(release)};
  const plans = environments.map((environment, index) => {
    const inputs = `\n        with:\n          command: plan${renderInputs(prefix, environment)}\n          shared-comment: ${environments.join(', ')}`;
    return `      - uses: ${common.action}${index === 0 ? '' : '\n        if: ${{ !cancelled() }} # whatever the plan before came to'}${inputs}`;
  });
  const applies = environments.map((environment, index) => {
    const before = environments[index - 1];
    const chosen = `(github.event_name == 'workflow_dispatch' && inputs.environment == '${environment}')`;
    const after =
      before === undefined
        ? `\n    if: github.event_name == 'push' || ${chosen}`
        : `\n    needs: apply-${before}\n    if: \${{ !cancelled() && ((github.event_name == 'push' && needs.apply-${before}.result == 'success') || ${chosen}) }}`;
    const reviewers = index === environments.length - 1 ? ', and add reviewers: this job waits for them' : '';
    return fillPlaces(environmentJob, {
      ...common,
      ...{environment, after, reviewers, inputs: renderInputs(prefix, environment), approvals: APPROVALS},
    }).trimEnd();
  });
  const jobs = {plans: plans.join('\n'), applies: applies.join('\n')};
  return fillPlaces(environmentsWorkflow, {...common, branch: quotePattern(branch), environments: environments.join(', '), ...jobs});
}

/** The GitHub environment of the job that looks for drift. */
export const DRIFT_PLACE = 'monitors-drift';

/** The repository variable that switches that job on. */
export const DRIFT_SWITCH = 'MONITORS_DRIFT';

/** The path of the workflow about drift: no prefix gives {@link workflowPath} this name. */
export function driftWorkflowPath(prefix: string): string {
  return `.github/workflows/drift-${workflowName(prefix)}.yml`;
}

/**
 * Renders a GitHub workflow that looks for drift once a day and applies nothing. It waits for a variable: without full operations and a
 * key it would only fail. Its key has an environment of its own, since reviewers would have to approve each day.
 */
export function renderDriftWorkflow({prefix, environment, release}: ScaffoldFacts): string {
  return fillPlaces(driftWorkflow, {
    name: `drift-${workflowName(prefix)}`,
    checkout: CHECKOUT_REFERENCE,
    action: renderActionReference(release),
    inputs: renderInputs(prefix, environment),
    switch: DRIFT_SWITCH,
    place: DRIFT_PLACE,
  });
}

/** The path of the workflow about changes. */
export function digestWorkflowPath(prefix: string): string {
  return `.github/workflows/digest-${workflowName(prefix)}.yml`;
}

/** Renders a GitHub workflow that reports once a day what monitors found. It reads as the one about drift does, with the same key. */
export function renderDigestWorkflow({prefix, environment, release}: ScaffoldFacts): string {
  return fillPlaces(digestWorkflow, {
    name: `digest-${workflowName(prefix)}`,
    checkout: CHECKOUT_REFERENCE,
    action: renderActionReference(release),
    inputs: renderInputs(prefix, environment),
    place: DRIFT_PLACE,
  });
}

/** The inputs that all steps have. */
function renderInputs(prefix: string, environment: string | null): string {
  const inputs = [
    ...(prefix === '' ? [] : [`working-directory: ${quoteText(prefix)}`]),
    ...(environment === null ? [] : [`environment: ${environment}`]),
  ];
  return inputs.map(input => `\n          ${input}`).join('');
}

/** Renders a text as a YAML string in which GitHub finds no expression of its own. */
function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll('${{', () => "${{ '$' }}{{");
}

/** Renders a branch's name as a pattern that matches only it, quoted where YAML needs that. */
function quotePattern(branch: string): string {
  return /^[A-Za-z][\w./-]*$/.test(branch) ? branch : JSON.stringify(branch.replace(/[+!?*[\]\\]/g, '\\$&'));
}
