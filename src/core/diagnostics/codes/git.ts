import {codePages} from './code-page';

/** Codes of the family `git/`: what the GitHub Action needs of the repository that keeps specs, state and journal. */
export const gitCodes = codePages({
  'git/no-repository': {
    meaning: 'The action is not in a git checkout with a remote `origin`.',
    fix: 'Add `uses: actions/checkout` before it, or set `commit-state: false` and keep the state yourself.',
  },
  'git/outside-repository': {
    meaning: 'Specs or state are outside the repository.',
    fix: 'Use a path inside the repository. For the state, `commit-state: false` also works.',
  },
  'git/fetch-failed': {
    meaning: 'The branch with specs or state could not be fetched. Nothing was sent.',
    fix: 'Keep the credentials of `actions/checkout` (`persist-credentials: true`), or set `github-token`. Then run the job again.',
  },
  'git/branch-refused': {
    meaning: '`accept --branch` cannot make the commit. Nothing was changed.',
    fix: 'Follow the hint: another name, an identity for git, or committed specs.',
  },
  'git/no-branch': {
    meaning: 'The remote no longer has the branch.',
    fix: 'Push it again, unless it was deleted on purpose.',
  },
  'git/not-on-branch': {
    meaning: 'The branch was rewritten and lacks the commit of this run.',
    fix: 'Check the branch, then push a commit or start the workflow by hand.',
  },
  'git/stale-state': {
    meaning:
      'The checkout lacks the last state, so creates would repeat: an old checkout with `commit-state: false`, a step without `state-branch`, or a revert.',
    fix: 'Check out the tip (`ref: ${{ github.ref_name }}`) or let the action commit the state. Pass `state-branch` to every step; to stop using it, first commit its state to the branch. After a revert: `git checkout COMMIT~1 -- monitors.state.json`.',
  },
  'git/new-state': {
    meaning:
      'With `operations: create`: the state of the branch was removed or renamed, or the config changed. Creating would make duplicates.',
    fix: 'Restore it: `git checkout COMMIT~1 -- monitors.state.json`, or undo the config change. A new state on purpose: merge a pull request whose comment announces it, or set the input `new-state: PROJECT/ENVIRONMENT` once.',
  },
  'git/push-failed': {
    meaning: 'State and journal could not be pushed. After creates, the message names a rescue file.',
    fix: 'Give the job `permissions: contents: write`. For a protected branch set `state-branch: monitors-state`.',
  },
  'git/busy-branch': {
    meaning: 'Other pushes always came first. Nothing was sent.',
    fix: 'Run the job again, with a concurrency group without `cancel-in-progress`.',
  },
  'git/state-changed': {
    meaning: 'The state on the branch changed during creates. Results are in the rescue file.',
    fix: 'Pull, run `monitors state restore FILE`, commit the state and push.',
  },
  'git/plan-changed': {
    meaning:
      'The pull request of a change did not show it, another account edited that comment, or the change would overwrite an edit in the service. Nothing was applied.',
    fix: 'To apply it, start the workflow by hand (`workflow_dispatch`) or set `on-plan-change: apply`. To keep an edit in the service, write it into the spec; to overwrite it, add `refresh: true` to that run.',
  },
  'git/review-unknown': {
    meaning: 'GitHub did not return the pull request of the merged commit, or who edited its comment. Nothing was applied.',
    fix: 'Give the job `permissions: pull-requests: read`, then run it again.',
  },
});
