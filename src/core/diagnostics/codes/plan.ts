import {codePages} from './code-page';

/** Codes of the family `plan/`. */
export const planCodes = codePages({
  'plan/needs-update': {
    meaning: 'The spec changed, but `operations: create` cannot update.',
    fix: 'Undo the edit; or set `service: {operations: full}` if the service can update; or change `sync.key`, run `monitors state rm OLD-KEY` and delete the old monitor in the dashboard.',
  },
  'plan/needs-delete': {
    meaning: 'The spec is gone, but `operations: create` cannot delete.',
    fix: 'Restore the spec; or set `service: {operations: full}` if the service can delete; or delete it in the dashboard and run `monitors state rm KEY`.',
  },
  'plan/protected': {
    meaning: 'A monitor with `sync.protect: true` would be deleted or replaced.',
    fix: 'Restore the spec, or run `monitors state unprotect KEY`.',
  },
  'plan/possible-rename': {
    meaning: 'A new spec equals one that is gone, or has its targets, as after moving a file.',
    fix: 'Same monitor: add `sync: {renamedFrom: OLD}`, in a list the column `renamedFrom`, or run `monitors state mv OLD NEW`. New monitor: run `monitors state rm OLD`; the old one keeps running.',
  },
  'plan/recorded-later': {
    meaning: 'The state was put back, as by `git revert`, and a version that it replaced records this key.',
    fix: 'Run `monitors state restore COMMIT`. To create it again: `monitors apply --allow-old-checkout`.',
  },
  'plan/rename-taken': {
    meaning: '`sync.renamedFrom` names a monitor, but the new key has one too.',
    fix: "Keep the old key's: `monitors state rm NEW`, then apply; delete the other in the service. Keep the new key's: remove `renamedFrom`.",
  },
  'plan/move-conflict': {
    meaning: 'By `moves` two monitors would have one key.',
    fix: 'Narrow or remove the entry of `moves`, or run `monitors state rm KEY` for a monitor that you give up.',
  },
  'plan/rename-of-unresolved': {
    meaning: 'The spec was renamed while its create is unresolved.',
    fix: 'Look for it in the dashboard, run `monitors resolve OLD --adopt ID` or `monitors resolve OLD --not-created`, and add `sync: {renamedFrom: OLD}`.',
  },
  'plan/over-budget': {
    meaning: 'The plan would exceed `budget.creditsPerMonth`. Changes that cost more are not made.',
    fix: 'Make specs cheaper, apply some with `--only KEY`, or raise the budget.',
  },
  'plan/too-many-deletes': {
    meaning: 'More deletes and replacements than `safety.maxDeletes`: none is made.',
    fix: 'Restore the specs, confirm with `monitors apply --allow-deletes`, or raise `safety.maxDeletes`.',
  },
  'plan/became-list': {
    meaning: 'A recorded monitor has the key of a list. It is kept, and new rows wait, until a row claims it.',
    fix: 'Write `renamedFrom: KEY` into its row, or give the list another `sync.key`: the monitor is then deleted.',
  },
  'plan/from-layer': {
    meaning: 'A monitor lost its webhook, maybe with a layer, and would be replaced.',
    fix: 'Restore the webhook, or confirm with `monitors apply --allow-deletes`.',
  },
  'plan/new-layer': {
    meaning: 'No recorded monitor inherits from this layer yet.',
    fix: 'Review it. Rename a draft, e.g. to `_draft.yaml`.',
  },
  'plan/new-origin': {
    meaning: 'A variable goes to a host that never got it before.',
    fix: 'Review this use of a secret.',
  },
  'plan/protection-lost': {
    meaning: 'An edit of a layer or list ended the protection of recorded monitors. They are not replaced in this run.',
    fix: 'Write `sync: {protect: true}` into the specs to keep it.',
  },
  'plan/other-environment': {
    meaning: 'This environment has no state, but an undeclared one records monitors. Creating could pay twice.',
    fix: 'Run `monitors state migrate --environment FROM --to-environment TO`. To have both, declare both under `environments`.',
  },
  'plan/left-environment': {
    meaning: '`sync.environments` no longer names this environment, whose state records the monitor.',
    fix: 'Delete it with `monitors apply --allow-deletes`, or add the environment to the spec.',
  },
  'plan/state-change': {
    meaning: 'The state was changed by hand: a record is gone or has another id, and no run or review explains it.',
    fix: 'Revert the change of the state. If it is meant: a reviewed pull request that shows it, or `allow-state-change`.',
  },
  'plan/conflict': {
    meaning: 'An unrecorded monitor shares some target ids, or the recorded id is a different monitor.',
    fix: 'Its own: `monitors import KEY ID`. Otherwise change `sync.key`, run `monitors state rm KEY`, or delete it in the service.',
  },
  'plan/may-exist': {
    meaning: 'An unrecorded monitor has the same name and page, or was created for this key. The create waits.',
    fix: 'Same monitor: `monitors import KEY ID`, then commit the state. Another one: add `sync: {distinctFrom: [ID]}`.',
  },
  'plan/same-content': {
    meaning: 'An unrecorded monitor has the pages or queries of a new one.',
    fix: 'Same monitor: `monitors import KEY ID` before apply. Another one: `sync: {distinctFrom: [ID]}` ends the warning.',
  },
  'plan/unresolved': {
    meaning: 'A create may or may not have happened. It is never repeated automatically.',
    fix: 'Look for its target ids in the dashboard. Found: `monitors resolve KEY --adopt ID`. Not found: `monitors resolve KEY --not-created`, then apply.',
  },
  'plan/rename-source-missing': {
    meaning: 'The state lacks the key in `sync.renamedFrom`: the monitor will be created.',
    fix: 'Correct it, or remove `renamedFrom` if the monitor is new.',
  },
  'plan/new-reference': {
    meaning: 'A new monitor is the first to send this variable.',
    fix: 'Review this use of a secret, and set the variable for apply.',
  },
  'plan/duplicates': {
    meaning: 'Several monitors have exactly the target ids of one spec; each is billed.',
    fix: 'Check them, then run `monitors resolve KEY --prune-duplicates`.',
  },
  'plan/maybe-duplicate': {
    meaning: 'The change would hide a possible duplicate.',
    fix: 'Run `monitors resolve KEY --probe`; delete a duplicate with `monitors resolve KEY --prune-duplicates`. Or look yourself and run `monitors resolve KEY --checked`.',
  },
  'plan/ignored-edit': {
    meaning: 'A member in `sync.ignore` was edited. Only a create sends it.',
    fix: 'Remove the member from `sync.ignore` to send it, or undo the edit.',
  },
  'plan/left-field': {
    meaning: '`notification.slack` or a member of `service.allowFields` was removed from the spec. The service keeps its value.',
    fix: 'To change it there, use the dashboard, or write the member into the spec again.',
  },
  'plan/filled-in': {
    meaning: 'The service answers this option for all targets that do not set it: it fills it in. Said once, until apply records it.',
    fix: 'Nothing, or write the value that you want into the specs.',
  },
  'plan/same-name': {
    meaning: 'An unrecorded monitor has the name of a new one.',
    fix: 'Same monitor: `monitors import KEY ID` before apply.',
  },
  'plan/rotation-unknown': {
    meaning: '`--check-secrets` has no hash for this value, or one of another `MONITORS_STATE_KEY`.',
    fix: 'Set the same key for every apply. The hash is recorded when the value is next sent.',
  },
  'plan/stale': {
    meaning: 'Specs, state or results changed after the plan was saved.',
    fix: 'Plan again: `monitors plan --out plan.json`, then `monitors apply plan.json`. `--lock-timeout` accepts what other runs have done already.',
  },
  'plan/unreadable-file': {
    meaning: 'The file is not a plan of this version.',
    fix: 'Create it again with `monitors plan --out FILE`.',
  },
});
