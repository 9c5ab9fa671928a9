import {codePages} from './code-page';

/** Codes of the family `apply/`. */
export const applyCodes = codePages({
  'apply/maybe-duplicate': {
    meaning: 'A create was retried after 408, 500, 502, 503 or 504. Two billed monitors may exist.',
    fix: 'Look in the dashboard for its target ids. Delete a duplicate, not the id in `monitors state show KEY`. Then run `monitors resolve KEY --checked`, or `--probe` with full operations. `apply --on-ambiguous stop` never retries such creates.',
  },
  'apply/duplicates': {
    meaning: 'Several live monitors have the same target ids; each is billed. The oldest is recorded.',
    fix: 'Run `monitors resolve --prune-duplicates KEY`.',
  },
  'apply/target-conflict': {
    meaning: 'An existing monitor has some target ids of a create. Nothing was created.',
    fix: "Delete that monitor, or give the spec's targets their own `id`.",
  },
  'apply/may-exist': {
    meaning: 'An unrecorded monitor has name and page of a new one, which was not created.',
    fix: 'Same monitor: `monitors import KEY ID`, then commit the state. Another one: add `sync: {distinctFrom: [ID]}` and apply again.',
  },
  'apply/similar': {
    meaning: 'A created monitor has pages or name of an unrecorded one.',
    fix: 'Both right: add `sync: {distinctFrom: [ID]}`. Otherwise delete one; to keep the older, run `monitors state rm KEY` and `monitors import KEY ID`.',
  },
  'apply/no-list': {
    meaning: 'Despite `operations: full` the service has no list (404, 405, 501) or refuses it (403).',
    fix: 'Check MONITORS_BASE_URL; for 403 use another key. Without a list set `service.operations: create`.',
  },
  'apply/unfinished-change': {
    meaning: 'Only some requests of a change succeeded.',
    fix: 'Run `monitors apply` again; it continues from what is recorded.',
  },
  'apply/other-value': {
    meaning: 'The service stored another value than was sent. The update is not repeated.',
    example: '`retentionDays: 365` is sent, and the answer says 90.',
    fix: 'Write that value into the spec, or ask the service why.',
  },
  'apply/ids-not-kept': {
    meaning: 'The service or a proxy changed target ids. Uncertain creates are not retried in this run.',
    fix: 'Check that MONITORS_BASE_URL is the service itself, not a proxy.',
  },
  'apply/odd-id': {
    meaning: 'A created monitor has an id that is not a UUID.',
    fix: 'Check MONITORS_BASE_URL; otherwise do nothing.',
  },
  'apply/bad-address': {
    meaning: 'The address is not an https URL, or has user info, a query or a fragment.',
    fix: 'Set MONITORS_BASE_URL (or --base-url). Plain http works for this machine only.',
  },
  'apply/bad-key': {
    meaning: 'MONITORS_API_KEY is empty or has a character that no key has.',
    fix: 'Copy the key again, without "Bearer", quotes or line breaks.',
  },
});
