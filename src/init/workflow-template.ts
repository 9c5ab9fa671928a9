import {CHECKOUT_REFERENCE, renderActionReference} from './release';
import type {ScaffoldFacts} from './scaffold-step';

/** The GitHub environment that holds the key, and where reviewers can be asked for. */
export const APPROVALS = 'monitors';

/** Where the workflow lies: GitHub reads those at the root of a repository only, so that projects below it have one each. */
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
 * A workflow for GitHub: the plan of a pull request in a comment, applied after the merge. Each job has the rights that it needs and no
 * others; only the one that applies meets the key. No run is cancelled: it might be in the middle of a create.
 */
export function renderWorkflow({prefix, branch, release}: ScaffoldFacts): string {
  const name = workflowName(prefix);
  const place = prefix === '' ? '' : `\n          working-directory: ${JSON.stringify(prefix)}`;
  const action = renderActionReference(release);
  return `# Shows on a pull request what merging would do to the monitors, and does it after the merge.
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
    environment: ${APPROVALS} # holds the key; add reviewers to it to approve each apply
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
        # The values that specs refer to, one for each name in "secrets.allow" of the config:
        # env:
        #   WEBHOOK_TOKEN: \${{ secrets.WEBHOOK_TOKEN }}
`;
}

/** A branch's name as a pattern that matches it and no other, quoted where YAML would read more into it. */
function quotePattern(branch: string): string {
  return /^[A-Za-z][\w./-]*$/.test(branch) ? branch : JSON.stringify(branch.replace(/[+!?*[\]\\]/g, '\\$&'));
}
