import {codePages} from './code-page';

/** Codes of the family `action/`: errors and warnings of the GitHub Action only. */
export const actionCodes = codePages({
  'action/bad-input': {
    meaning: 'An input has a value that is not allowed.',
    example: 'on-error: ignore',
    fix: 'Use one of the values in the message; docs/action.md describes every input.',
  },
  'action/no-runner': {
    meaning: 'A variable or file that GitHub sets for steps is missing.',
    fix: 'Run the action as a step (`uses:`); elsewhere use the command line.',
  },
  'action/unsafe-event': {
    meaning:
      "This event can run untrusted files with your secrets: `pull_request_target`, `workflow_run`, a comment, or a fork's pull request with `api-key` or `refresh: true`.",
    fix: 'Plan on `pull_request`, which needs no secret; apply on `push`.',
  },
  'action/wrong-event': {
    meaning: 'The command does not fit the event: `apply` needs a branch with merged specs.',
    example: 'command: apply in a workflow that runs on pull_request',
    fix: 'Use `command: plan` or `command: validate` here, or limit the step with `if:`.',
  },
  'action/comment-failed': {
    meaning: 'GitHub refused the comment, or another run wrote it. The plan is in the job summary.',
    fix: 'Give the job `permissions: pull-requests: write`, or set `comment: never`.',
  },
  'action/issue-failed': {
    meaning: 'GitHub did not accept the issue about drift. The drift is in the job summary.',
    fix: 'Give the job `permissions: issues: write`, or set `comment: never`.',
  },
  'action/state-in-pull-request': {
    meaning: 'The pull request changes state or journal: the merge may differ from the plan.',
    fix: 'Remove the state from it, or review it as carefully as a spec.',
  },
});
