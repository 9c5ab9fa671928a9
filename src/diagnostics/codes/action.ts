import {codePages} from './code-page';

/** Codes of the family `action/`: what the GitHub Action refuses or points out besides what the command line does. */
export const actionCodes = codePages({
  'action/bad-input': {
    meaning: 'An input of the action holds a value that it does not take.',
    example: 'on-error: ignore',
    fix: 'Use one of the values that the message lists; docs/action.md describes every input.',
  },
  'action/no-runner': {
    meaning:
      "A variable that GitHub's runner sets for every step is missing, or the file with the event does not describe one, so the action does not know what it runs for.",
    example: 'node dist/action.cjs, started by hand',
    fix: 'Run it as a step (`uses:`) of a workflow. Outside of GitHub use the command line, as docs/ci.md shows.',
  },
  'action/unsafe-event': {
    meaning:
      "The event runs a workflow that may use secrets while the files may be a stranger's: `pull_request_target`, `workflow_run`, a comment on a pull request, or a pull request from a fork with an `api-key` or with `refresh: true`, which needs one. A stranger's specs and config would decide what is done with your key, so nothing is read.",
    example: 'on: pull_request_target',
    fix: 'Use `on: pull_request`: checking and planning need no secret, and without a token that can comment the plan is in the job summary. Apply on `push`.',
  },
  'action/wrong-event': {
    meaning:
      'The command and the event do not fit: `auto` plans on a pull request and applies on a push to the default branch, and `apply` needs a branch whose specs were merged.',
    example: 'command: apply in a workflow that runs on pull_request',
    fix: 'Give `command: plan` or `command: validate` for this event, or keep the step to the events that it is for with `if:`.',
  },
  'action/comment-failed': {
    meaning:
      "GitHub did not take the pull request's comment: the token may only read (as for pull requests from forks), or GitHub did not answer. The plan is in the job summary all the same.",
    example: 'Resource not accessible by integration',
    fix: 'Give the job `permissions: pull-requests: write`. For forks the job summary is the place; `comment: never` ends this notice.',
  },
  'action/state-in-pull-request': {
    meaning:
      'The pull request changes the state file or its journal. The plan is made from what the base branch holds, so merging may do something else than the plan shows: what apply believes to exist is what the state says.',
    example: 'A pull request that edits the id of a monitor in monitors.state.json.',
    fix: 'Take the state out of the pull request, unless changing it is its purpose (`monitors resolve`, `monitors state mv`): then review that file as carefully as a spec.',
  },
});
