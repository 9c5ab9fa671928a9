import {codePages} from './code-page';

/** Codes of the family `apply/`. */
export const applyCodes = codePages({
  'apply/maybe-duplicate': {
    meaning:
      'A create got an answer that left open whether it was carried out (a 500, 502, 503, 504 or 408), was sent again as the service documents, and then succeeded. If the first attempt was carried out after all, the service now holds two equal monitors, and both are billed.',
    example: 'The service answers 503, then 200, to the create of "shop/prices".',
    fix: 'Look in the dashboard for monitors with the target ids that the message names. If there are two, delete the one whose id is not in `monitors state show KEY`. With `apply --on-ambiguous stop` nothing is ever sent twice: such a create ends as unknown instead.',
  },
  'apply/ids-not-kept': {
    meaning:
      'The service answered a create with other target ids than it was sent, or with none. Target ids are how a create whose answer was lost is found again, so for the rest of the run nothing is sent a second time after an answer that leaves doubt.',
    example: 'A request with the target id 6f2c... is answered with the target id 91ab...',
    fix: 'Nothing is lost and nothing needs repair. Check that the address is that of the service itself and not of something that rewrites its answers.',
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
