import {codePages} from './code-page';

/** Codes of the family `plan/`. */
export const planCodes = codePages({
  'plan/needs-update': {
    meaning: 'The spec changed, but with `operations: create` monitors cannot be updated.',
    fix: 'Undo the edit; or set `service: {operations: full}` if the service can update; or give the spec a new `sync.key`, run `monitors state rm OLD-KEY` and delete the old monitor in the dashboard.',
  },
  'plan/needs-delete': {
    meaning: 'The spec is gone, but with `operations: create` monitors cannot be deleted. It still costs credits.',
    fix: 'Restore the spec; or set `service: {operations: full}` if the service can delete; or delete it in the dashboard and run `monitors state rm KEY`.',
  },
  'plan/protected': {
    meaning: 'A monitor with `sync.protect: true` would be deleted or replaced.',
    fix: 'Restore the spec, or run `monitors state unprotect KEY`.',
  },
  'plan/possible-rename': {
    meaning: 'A new spec equals one that is gone, as after moving a file. Creating it would make a duplicate.',
    fix: 'Same monitor: add `sync: {renamedFrom: OLD}` or run `monitors state mv OLD NEW`. New monitor: run `monitors state rm OLD`; the old one keeps running.',
  },
  'plan/rename-taken': {
    meaning: '`sync.renamedFrom` names a monitor, but the state also has one under the new key.',
    fix: "Keep the old key's monitor: `monitors state rm NEW`, then apply; the other keeps running until you delete it. Keep the new key's: remove `renamedFrom`.",
  },
  'plan/rename-of-unresolved': {
    meaning: 'The spec was renamed while the create under its old key is unresolved.',
    fix: 'Look for it in the dashboard, run `monitors resolve OLD --adopt ID` or `monitors resolve OLD --not-created`, and add `sync: {renamedFrom: OLD}`.',
  },
  'plan/over-budget': {
    meaning: 'The plan would exceed `budget.creditsPerMonth`. No change that costs more is made.',
    fix: 'Make specs cheaper, apply some with `--only KEY`, or raise the budget.',
  },
  'plan/too-many-deletes': {
    meaning: 'More deletes than `safety.maxDeletes` allows, so none is made. Files may be lost or the directory wrong.',
    fix: 'Restore the specs, confirm with `monitors apply --allow-deletes`, or raise `safety.maxDeletes`.',
  },
  'plan/conflict': {
    meaning: 'An unrecorded monitor shares some target ids with this spec, or the recorded id now belongs to a different monitor.',
    fix: "If it is this spec's: `monitors import KEY ID`. Otherwise change `sync.key`, run `monitors state rm KEY`, or delete it in the service.",
  },
  'plan/may-exist': {
    meaning: 'An unrecorded monitor may be this new one: same name and a shared page, or created for its key. The create waits.',
    fix: 'Same monitor: `monitors import KEY ID`, then commit the state. Another one: add `sync: {distinctFrom: [ID]}`.',
  },
  'plan/same-content': {
    meaning: 'An unrecorded monitor has the same pages or queries as a new one. The create goes ahead.',
    fix: 'If it is the same, run `monitors import KEY ID` before apply. Otherwise `sync: {distinctFrom: [ID]}` ends the warning.',
  },
  'plan/unresolved': {
    meaning: 'An earlier create may or may not have happened. It is never repeated automatically.',
    fix: 'Look in the dashboard for its name and target ids. It exists: `monitors resolve KEY --adopt ID`. It does not: `monitors resolve KEY --not-created`, then apply.',
  },
  'plan/rename-source-missing': {
    meaning: 'The key in `sync.renamedFrom` is not in the state, so the monitor will be created.',
    fix: 'Correct it (`monitors state list`), or remove `renamedFrom` if the monitor is new.',
  },
  'plan/new-reference': {
    meaning: 'A new monitor uses an environment variable that no other uses. Its value will be sent to the service.',
    fix: 'Check that the monitor may have it, and set it for apply.',
  },
  'plan/duplicates': {
    meaning: 'Several monitors have exactly the target ids of one spec; each is billed.',
    fix: 'Check them, then run `monitors resolve KEY --prune-duplicates`.',
  },
  'plan/maybe-duplicate': {
    meaning: 'A monitor that may exist twice would be changed so that its duplicate could not be found.',
    fix: 'Run `monitors resolve KEY --probe`, and `monitors resolve KEY --prune-duplicates` for a duplicate; or look yourself and run `monitors resolve KEY --checked`.',
  },
  'plan/same-name': {
    meaning: 'An unrecorded monitor has the same name as a new one. The create goes ahead.',
    fix: 'If it is the same, run `monitors import KEY ID` before apply.',
  },
  'plan/rotation-unknown': {
    meaning: '`--check-secrets` has no hash for this value: it was sent without `MONITORS_STATE_KEY`, or with another.',
    fix: 'Set the same `MONITORS_STATE_KEY` for every apply. The hash is recorded when the value is next sent.',
  },
  'plan/stale': {
    meaning: 'Specs, state or results changed after the plan was saved.',
    fix: 'Plan again: `monitors plan --out plan.json`, then `monitors apply plan.json`. `--lock-timeout` accepts what other runs have done already.',
  },
  'plan/unreadable-file': {
    meaning: 'The file is not a plan of this version of the tool.',
    fix: 'Create it again with `monitors plan --out FILE`.',
  },
});
