import {codePages} from './code-page';

/** Codes of the family `plan/`. */
export const planCodes = codePages({
  'plan/needs-update': {
    meaning:
      "The spec of a monitor that was created already has changed. The documented service can only create, so the tool can't bring the change to the monitor and leaves it as it is.",
    example: 'schedule: {text: hourly}   # was: every 30 minutes',
    fix: 'Undo the edit; or, where the service can list, get, update and delete monitors, write `service: {operations: full}` into `monitors.config.yaml`; or give the spec a new `sync.key` to have a new monitor made, then `monitors state rm OLD-KEY` and delete the old one in the dashboard.',
  },
  'plan/needs-delete': {
    meaning:
      "The spec of a monitor that was created has vanished. The documented service can't delete, so the monitor goes on running, and costing, until you delete it yourself.",
    example: 'git rm monitors/pricing/acme.yaml',
    fix: 'Bring the spec back; or, where the service can delete monitors, write `service: {operations: full}` into `monitors.config.yaml`; or delete the monitor in the dashboard of the service, then let go of it with `monitors state rm pricing/acme`. If the file was only moved, see `plan/possible-rename`.',
  },
  'plan/protected': {
    meaning:
      'The spec of a protected monitor (`sync.protect: true`) has vanished, or asks for what only a replacement can bring. Protection outlives the spec: the monitor is neither deleted nor replaced. Without a spec it counts as done; a replacement that is held back does not.',
    example: 'git rm monitors/checkout.yaml   # which said sync: {protect: true}',
    fix: 'Bring the spec back. If the monitor really is to go: `monitors state unprotect checkout`, then as for `plan/needs-delete`.',
  },
  'plan/possible-rename': {
    meaning:
      'A key is new, and another key whose monitor asks for exactly the same (or has the same target ids) has lost its spec: it looks like a moved file. Creating it would make a second monitor that costs the same again.',
    example: 'git mv monitors/acme.yaml monitors/pricing/acme.yaml',
    fix: 'If it is the same monitor, write `sync: {renamedFrom: acme}` into the spec, or run `monitors state mv acme pricing/acme`. If it is not, let go of the old one first: `monitors state rm acme` (it goes on running in the service until you delete it there).',
  },
  'plan/rename-taken': {
    meaning:
      'A spec says `sync.renamedFrom`, the spec of that old key is gone, and the state has a monitor of the old key and one of the new key. One key can keep only one of them: renaming would drop the monitor that has the new key, and not renaming would drop the renamed one, each with its history. So neither is touched.',
    example:
      'git rm monitors/e.yaml\ngit mv monitors/d.yaml monitors/e.yaml   # with sync: {renamedFrom: d}; both d and e were applied before',
    fix: 'Keep the monitor of the old key `d` as `e`: `monitors state rm e`, then apply; what was `e` goes on running until you delete it in the service. Or keep the monitor that is `e` now: remove `renamedFrom`, and the next plan treats `d` as a spec that is gone. To have the tool delete the old `e` and keep `d`, do it in two steps: remove the spec of `e` and apply, then rename.',
  },
  'plan/rename-of-unresolved': {
    meaning:
      'A spec seems to have been renamed while the create under its old key has an unknown outcome. Under either key another create could make a second monitor, so both wait.',
    example: 'monitors apply   # connection lost while creating "acme"\ngit mv monitors/acme.yaml monitors/pricing/acme.yaml',
    fix: 'Settle the old key first: look for its target ids in the dashboard, then `monitors resolve acme --adopt ID` or `monitors resolve acme --not-created`. Then keep the monitor with `sync: {renamedFrom: acme}`.',
  },
  'plan/over-budget': {
    meaning:
      'The changes of this plan would raise the monthly estimate above `budget.creditsPerMonth` of the config. None of those that cost more is made: the tool does not choose between them.',
    example: 'budget: {creditsPerMonth: 50000}   # and new specs that bring the estimate to 61,200',
    fix: 'Make the new specs cheaper (longer interval, fewer pages, `limit` on crawls), create some of them with `--only KEY`, or raise the budget in `monitors.config.yaml`.',
  },
  'plan/too-many-deletes': {
    meaning:
      'More specs are gone than one run may delete monitors for (`safety.maxDeletes`): it looks like a mistake, such as a wrong directory or a merge that lost files. None of them is deleted.',
    example: 'git rm -r monitors/pricing   # 40 of 100 monitors; safety: {maxDeletes: 30%}',
    fix: 'Bring the specs back; or, if all of these monitors are to go, run `monitors apply --allow-deletes`, or raise `safety.maxDeletes` in `monitors.config.yaml`.',
  },
  'plan/conflict': {
    meaning:
      "A monitor in the service that the state does not know has some of a spec's target ids but not exactly all of them; or the monitor under a recorded id has none of the recorded targets and another date of creation. Whose it is can't be told, so nothing is done under this key.",
    example: 'monitors plan --refresh   # after targets were moved between monitors by hand',
    fix: "Look at the monitor in the service. If it is this spec's: `monitors import KEY ID`. If not: give the spec another `sync.key`, let go of a wrong record with `monitors state rm KEY`, or delete the monitor in the service.",
  },
  'plan/may-exist': {
    meaning:
      'A monitor is about to be created, and the service has one without a record that has its name and watches one of its pages, or was created for its key with other pages, or several that it may have been. It looks like the monitor of a state that was lost, or like one that somebody made by hand. Creating another would be paid for twice, so the create waits for an answer. Monitors that another spec, or another environment whose state lies here, is about are never meant.',
    example: 'monitors plan --refresh   # the state was lost, and "Acme pricing" had got another address before',
    fix: 'If it is the one: `monitors import KEY ID` records it, then commit the state. If it is another one, say so in the spec, which also works in a review: `sync: {distinctFrom: [ID]}`. The next apply then creates the monitor.',
  },
  'plan/same-content': {
    meaning:
      'A monitor is about to be created, and the service has one without a record that watches just the same pages or queries under another name. Somebody else may well watch them too, so the create stands.',
    example: 'monitors plan --refresh   # a colleague has a monitor of https://acme.example/pricing',
    fix: 'Look at the monitor in the service. If it is this one: `monitors import KEY ID`. If it is not, apply; `sync: {distinctFrom: [ID]}` ends the warning.',
  },
  'plan/unresolved': {
    meaning:
      'An earlier apply sent the create of this monitor and does not know whether the service carried it out. It is never sent again on its own: that could make a second monitor.',
    example: 'monitors apply   # and the connection broke after the request was sent',
    fix: "Look in the dashboard of the service for the monitor's name and target ids (`monitors plan` shows them). It is there: `monitors resolve KEY --adopt ID`. It is not there: `monitors resolve KEY --not-created`, then apply again.",
  },
  'plan/rename-source-missing': {
    meaning:
      'A spec without a monitor says `sync.renamedFrom`, but the state does not know that key. The monitor will be created as a new one.',
    example: 'sync: {renamedFrom: pricing/acmee}',
    fix: 'Correct the key (`monitors state list` shows all); or remove `renamedFrom` if the monitor is really new here, as in a fresh environment.',
  },
  'plan/new-reference': {
    meaning:
      'A monitor to be created uses an environment variable that no monitor used so far: apply will read its value and send it to the service. Shown so that a reviewer sees every new use of a secret.',
    example: 'headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}',
    fix: 'Nothing, if the monitor may have that value. Set the variable where apply runs.',
  },
  'plan/duplicates': {
    meaning:
      'Several monitors in the service have exactly the target ids of one spec: a create was carried out twice, and each of them costs. One is recorded, or will be; the others are left alone until you say so.',
    example: 'monitors plan --refresh   # after an apply that warned of apply/maybe-duplicate',
    fix: 'Look at them in the service, then run `monitors resolve KEY --prune-duplicates`, which asks and deletes the younger ones.',
  },
  'plan/maybe-duplicate': {
    meaning:
      'A monitor may exist twice (`apply/maybe-duplicate`), and it would be deleted, replaced, or get other target ids. Nothing would tell of the second one after that, and it would go on costing. So the change waits until somebody has looked.',
    example: 'git rm monitors/pricing/acme.yaml   # while "pricing/acme" may exist twice',
    fix: 'Run `monitors resolve pricing/acme --probe`, which looks in the list of the service. A second monitor that it finds is deleted by `monitors resolve pricing/acme --prune-duplicates`. If you have looked yourself: `monitors resolve pricing/acme --checked`. Then apply again.',
  },
  'plan/same-name': {
    meaning:
      'A monitor is about to be created, and the service has one of exactly that name which no record here, and no other environment of this repository, has anything to do with. A name proves nothing, so the create stands. But a record that was lost, or a monitor that somebody made by hand, would now be paid for twice.',
    example: 'monitors plan --refresh   # "acme" is new here, and the dashboard shows an "Acme pricing" of last year',
    fix: 'Look at the monitor in the service. If it is the one: `monitors import KEY ID` records it, and the next plan shows only what differs. If it is not, apply.',
  },
  'plan/rotation-unknown': {
    meaning:
      '`--check-secrets` compares keyed hashes of the values behind `${env:NAME}` with those recorded when they were sent. For this value none was recorded, because it was sent without `MONITORS_STATE_KEY` or with another one, so that nothing can be said.',
    example: 'monitors plan --check-secrets   # and the monitor was created without MONITORS_STATE_KEY',
    fix: 'Set `MONITORS_STATE_KEY` where apply runs, always the same one. The hash is recorded when the value is next sent, with any change of the member that holds it, such as one more entry in `webhook.metadata`.',
  },
  'plan/stale': {
    meaning:
      "A saved plan no longer fits: specs, state or the plan's own outcome differ from when it was made. Applying it would do something that nobody has seen.",
    example: 'monitors plan --out plan.json\n# a spec is edited\nmonitors apply plan.json',
    fix: 'Make a new plan, look at it, and apply that: `monitors plan --out plan.json`, then `monitors apply plan.json`. Where other runs may come first, `--lock-timeout` lets a plan go on whose other parts are done already.',
  },
  'plan/unreadable-file': {
    meaning: 'The file given to apply is no plan that this version of the tool wrote, or it was damaged.',
    example: 'monitors apply monitors.state.json',
    fix: 'Give the file that `monitors plan --out FILE` wrote, or make it again with the version that applies it.',
  },
});
