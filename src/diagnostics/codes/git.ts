import {codePages} from './code-page';

/** Codes of the family `git/`: what the GitHub Action needs of the repository that keeps specs, state and journal. */
export const gitCodes = codePages({
  'git/no-repository': {
    meaning:
      'The action runs in a directory that is no git checkout, or one without a remote named `origin`. Applying needs both: state and journal are committed and pushed.',
    example: 'A job without `actions/checkout` before the action.',
    fix: 'Add `uses: actions/checkout` before the action, or set `commit-state: false` and keep the state yourself.',
  },
  'git/outside-repository': {
    meaning:
      'The specs or the state would lie outside of the repository: such specs are on no branch, so nobody reviews what would be applied, and such a state cannot be committed.',
    example: 'state: ../monitors.state.json',
    fix: 'Give a path inside the repository. For the state, `commit-state: false` is another way: keep it yourself then.',
  },
  'git/fetch-failed': {
    meaning:
      'The branch that holds specs or state cannot be fetched, so nobody knows what earlier runs have recorded there. Nothing was planned or sent.',
    example: "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
    fix: 'Let `actions/checkout` keep its credentials (`persist-credentials: true`, its default), or give `github-token`. Then run the job again.',
  },
  'git/no-branch': {
    meaning: 'The branch that the run is about does not exist in the remote any more.',
    example: 'A branch that was deleted while its workflow waited.',
    fix: 'Nothing, if the branch is gone for good; else push it again.',
  },
  'git/not-on-branch': {
    meaning:
      'The newest commit of the branch does not contain the commit that the run is about: the branch was rewritten since. Its specs are not those that were merged, so nothing was applied.',
    example: 'git push --force to the default branch between the merge and the run.',
    fix: 'Look at what the branch holds now; then push a commit, or start the workflow by hand, to apply that.',
  },
  'git/stale-state': {
    meaning:
      'The state that the run would start from is not what earlier runs have recorded, so their monitors would be created again. Either the checkout is applied as it is (`commit-state: false`) and the branch already holds another state or journal; or the branch holds none, and the branch `monitors-state` does: this step was not told of `state-branch`. Or a commit, a merged pull request or a forced push put an earlier or another state in the place of what was recorded.',
    example: 'Two merges in quick succession, where the second job checked out its own commit and not the tip of the branch.',
    fix: 'Check out the tip of the branch (`ref: ${{ github.ref_name }}` of `actions/checkout`), or let the action commit the state. Where it has a branch of its own, give `state-branch` to every step; to give that up, commit its `monitors.state.json` to the branch itself first. After a revert, put the last recorded state back: `git checkout COMMIT~1 -- monitors.state.json`.',
  },
  'git/new-state': {
    meaning:
      'The run finds no state to go on from, and the history of the branch holds one: it was removed or renamed, or the config now points elsewhere (`state`, `project`, `environment`). The monitors that the old state lists exist, and creating from nothing would pay for each of them twice. Nothing was sent. Only without a list, that is with `operations: create`: with full operations apply asks the service.',
    example: 'git rm monitors.state.json',
    fix: 'Put the state back with `git checkout COMMIT~1 -- monitors.state.json`, or undo the change of the config. To start a new state on purpose, say a second environment: merge it by a pull request whose comment says so at its top, or give the input `new-state: PROJECT/ENVIRONMENT` for one run.',
  },
  'git/push-failed': {
    meaning:
      'State and journal cannot be pushed. Before a batch of creates this means that nothing of the batch was sent; after them, the message names a rescue file with what the run learned.',
    example: '! [remote rejected] main -> main (protected branch hook declined)',
    fix: 'Give the job `permissions: contents: write`. Where the branch is protected, set `state-branch: monitors-state`, so that state and journal get a branch of their own.',
  },
  'git/busy-branch': {
    meaning: 'Each time that the run had planned, somebody else pushed first. Nothing was sent in the attempt that the message is about.',
    example: 'Many pushes to the branch within a few seconds.',
    fix: 'Run the job again. A concurrency group without `cancel-in-progress` keeps applies from racing each other.',
  },
  'git/state-changed': {
    meaning:
      'While the run was creating monitors, somebody else changed the state or the journal on the branch. Nothing is merged by guess and nothing is overwritten: what the run learned is in the rescue file that the message names.',
    example: 'A person who ran `monitors resolve` and pushed while an apply was under way.',
    fix: 'Pull, run `monitors state restore FILE` with the rescue file, commit the state and push. Until then the journal on the branch keeps the creates from being sent again.',
  },
  'git/plan-changed': {
    meaning:
      'After the merge the plan does something that no merged pull request showed: the state or the specs changed between review and merge, the comment was cut, or the pull request has no comment with a plan. Or somebody changed in the service what the plan would overwrite; the message shows both values. Nothing was applied.',
    example: 'A monitor that was taken out of the state after the plan was reviewed, and would be created again.',
    fix: 'Look at the changes that the message names. To apply them, start the workflow by hand (`workflow_dispatch`), or set `on-plan-change: apply`. To keep what somebody changed in the service, write it into the spec; to overwrite it, start the workflow by hand with `refresh: true`.',
  },
  'git/review-unknown': {
    meaning: 'GitHub did not say which pull request the merged commit came with, or what its comment holds. Nothing was applied.',
    example: '403 Resource not accessible by integration',
    fix: 'Give the job `permissions: pull-requests: read` (or `write`), then run it again. `on-plan-change: apply` applies without looking.',
  },
});
