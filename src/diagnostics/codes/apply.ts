import {codePages} from './code-page';

/** Codes of the family `apply/`. */
export const applyCodes = codePages({
  'apply/maybe-duplicate': {
    meaning:
      'A create got an answer that left open whether it was carried out (a 500, 502, 503, 504 or 408), was sent again as the service documents, and then succeeded. If the first attempt was carried out after all, the service now holds two equal monitors, and both are billed. The state keeps the doubt, and every plan shows it until it is settled.',
    example: 'The service answers 503, then 200, to the create of "shop/prices".',
    fix: 'Look in the dashboard for monitors with the target ids that the message names. If there are two, delete the one whose id is not in `monitors state show KEY`. Then run `monitors resolve KEY --checked`, which ends the warning; with full operations `--probe` looks in the list instead. With `apply --on-ambiguous stop` nothing is ever sent twice: such a create ends as unknown instead.',
  },
  'apply/duplicates': {
    meaning:
      'The service holds one of our monitors more than once: several live monitors have exactly the same target ids. The oldest is the one that is recorded; the others are billed too. Nothing is deleted unasked.',
    example: 'Two runs from different machines created "shop/prices", each without knowing of the other.',
    fix: 'Run `monitors resolve --prune-duplicates KEY`: it shows the monitors with their ages and deletes those that are not recorded, after asking.',
  },
  'apply/target-conflict': {
    meaning:
      'The service holds monitors with some of the target ids of a create, but with others missing or added. It can not be told whether such a monitor is ours, so nothing is created and nothing is taken over.',
    example: 'A monitor was copied in the dashboard together with one of its two targets.',
    fix: 'Look at the monitors that the message names. Delete those that should not be there, or give the targets of the spec an `id` of their own, and plan again.',
  },
  'apply/may-exist': {
    meaning:
      'Before its first create, apply looks at what the service has. A monitor without a record has the name of a new one and watches one of its pages, so that it may be the same. It was not created: that could be paid for twice. The other changes were made.',
    example: 'monitors apply   # in a checkout without the state, after the monitor had got another address',
    fix: 'If it is the one: `monitors import KEY ID` records it, then commit the state. If it is another one, say so in the spec, which also works in a review: `sync: {distinctFrom: [ID]}`. Then apply again.',
  },
  'apply/similar': {
    meaning:
      'A monitor is new, and the service has one without a record that watches just the same pages or queries under another name, or that has its name and watches something else. Neither proves anything, so the monitor is created.',
    example: 'monitors apply   # a colleague has a monitor of https://acme.example/pricing',
    fix: 'If that one was meant: delete one of the two in the service. If it is the new one, run `monitors state rm KEY` and `monitors import KEY ID`. If both are right: `sync: {distinctFrom: [ID]}` says so.',
  },
  'apply/no-list': {
    meaning:
      'The config says `operations: full`, and the service answered that it has no list of monitors (404, 405, 501), or none for this key (403). Creates whose answers are lost can then not be looked up: those that the service calls retryable are sent again, all others end as unknown.',
    example: 'The service answers 405 to GET /v2/monitor.',
    fix: 'Check that MONITORS_BASE_URL is the address of the service itself. If it really has no list, set `service.operations: create`, which never relies on one. For 403 use a key that may list monitors.',
  },
  'apply/unfinished-change': {
    meaning:
      'A change takes several requests and not all of them were carried out: a monitor was created and could not be paused, was adopted and is not as its spec says, or was replaced and the old one is still there. What was done is recorded.',
    example: 'The new monitor for "shop/prices" exists, and deleting the old one was answered with 503.',
    fix: 'Run `monitors apply` again: the plan shows what is left, and apply goes on from there.',
  },
  'apply/other-value': {
    meaning:
      'The service answered an update with success and holds other values than it was sent, which are not the old ones either. They are recorded as what it makes of the spec: no later plan shows them as drift, and nothing is sent again for them.',
    example: '`retentionDays: 365` is sent, and the answer says 90.',
    fix: 'Look at the values in the message. If you agree with them, write them into the spec; otherwise ask the service why it changes them.',
  },
  'apply/ids-not-kept': {
    meaning:
      'The service answered a create with other target ids than it was sent, or with none. Target ids are how a create whose answer was lost is found again, so for the rest of the run nothing is sent a second time after an answer that leaves doubt. In answer to an update it means that pages may have lost their history, which the service keeps under these ids.',
    example: 'A request with the target id 6f2c... is answered with the target id 91ab...',
    fix: 'Nothing that the tool keeps is lost. Check that the address is that of the service itself and not of something that rewrites its answers.',
  },
  'apply/odd-id': {
    meaning: 'The service answered a create with a monitor id that is no UUID. It is recorded as it came.',
    example: '{"success": true, "data": {"id": "mon_17"}}',
    fix: 'Check that MONITORS_BASE_URL is the address of the service. If its ids simply look like that, nothing needs to be done.',
  },
  'apply/bad-address': {
    meaning:
      'The service address can not be used: it is no URL, would send the key unprotected, or holds user info, a query or a fragment. Nothing was sent.',
    example: 'MONITORS_BASE_URL=http://api.example.dev monitors apply',
    fix: 'Set MONITORS_BASE_URL (or --base-url) to an https address such as https://api.example.dev. Plain http is accepted for this machine only, as for `monitors emulator`.',
  },
  'apply/bad-key': {
    meaning: 'MONITORS_API_KEY is empty or holds a character that no key has. Nothing was sent, and the value is not shown.',
    example: 'MONITORS_API_KEY="Bearer fc-..." monitors apply',
    fix: 'Copy the key from the dashboard once more, alone: without "Bearer", quotes or line breaks.',
  },
});
