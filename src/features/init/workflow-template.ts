import type {ScaffoldFacts} from '../../core/writing/scaffold-step';
import {CHECKOUT_REFERENCE, renderActionReference} from './release';

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
export function renderWorkflow({prefix, branch, environment, release}: ScaffoldFacts): string {
  const name = workflowName(prefix);
  const place = renderInputs(prefix, environment);
  const action = renderActionReference(release);
  return `# Comments the plan on a pull request, and applies it after the merge.
name: ${name}

on:
  pull_request:
  push:
    branches: [${quotePattern(branch)}]

permissions: {}

jobs:
  plan:
    name: Plan
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write # for the comment
    concurrency:
      group: ${name}-plan-\${{ github.event.number }}
      cancel-in-progress: false
    steps:
      - uses: ${CHECKOUT_REFERENCE}
        with:
          persist-credentials: false
      - uses: ${action}
        with:
          command: plan${place}

  apply:
    name: Apply
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    environment: ${APPROVALS} # holds the key; allow this branch only, and add reviewers to approve each apply
    permissions:
      contents: write # commits the state
      pull-requests: read # finds the plan that was reviewed
    concurrency:
      group: ${name}-apply
      cancel-in-progress: false
    steps:
      - uses: ${CHECKOUT_REFERENCE}
        with:
          persist-credentials: false
      - uses: ${action}
        with:
          command: apply${place}
          base-url: \${{ vars.MONITORS_BASE_URL }}
          api-key: \${{ secrets.MONITORS_API_KEY }}
        # The secrets that specs use, one for each name in "secrets.allow" of the config:
        # env:
        #   WEBHOOK_TOKEN: \${{ secrets.WEBHOOK_TOKEN }}
`;
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
  const name = `drift-${workflowName(prefix)}`;
  return `# Once a day: keeps an issue about monitors that were changed in the service, and applies nothing.
# Needs full operations. It runs once the repository variable ${DRIFT_SWITCH} is "true".
name: ${name}

on:
  schedule:
    - cron: '17 6 * * *' # UTC
  workflow_dispatch:

permissions: {}

concurrency:
  group: ${name}
  cancel-in-progress: false

jobs:
  drift:
    name: Drift
    if: vars.${DRIFT_SWITCH} == 'true'
    runs-on: ubuntu-latest
    environment: ${DRIFT_PLACE} # holds the key; allow the default branch only; without reviewers, since nothing is applied
    permissions:
      contents: read
      issues: write # for the issue
    steps:
      - uses: ${CHECKOUT_REFERENCE}
        with:
          persist-credentials: false
      - id: drift
        uses: ${renderActionReference(release)}
        with:
          command: drift${renderInputs(prefix, environment)}
          base-url: \${{ vars.MONITORS_BASE_URL }}
          api-key: \${{ secrets.MONITORS_API_KEY }}
`;
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
