import {codePages} from './code-page';

/** Codes of the family `live/`: reading monitors from the service. */
export const liveCodes = codePages({
  'live/not-offered': {
    meaning: 'The service lacks a needed operation (405, 501, 404 for the path).',
    fix: 'Check MONITORS_BASE_URL. For a service that only creates, set `service.operations: create`.',
  },
  'live/not-read': {
    meaning: 'Monitors could not be read: no answer, unknown key (401), no permission (403).',
    fix: 'Check address, key and network, then run the command again.',
  },
  'live/no-such-monitor': {
    meaning: 'The account has no monitor with that id.',
    fix: 'Copy the id from the dashboard or `monitors plan --refresh --show-unmanaged`.',
  },
  'live/no-such-check': {
    meaning: 'The monitor has no check with that id.',
    fix: 'Copy the id from `monitors checks KEY`.',
  },
  'live/no-checks': {
    meaning: 'The service offers no checks; `monitors status` shows what its list says.',
    fix: 'Leave out `--checks` and `--fail-on failing` for this service.',
  },
  'live/claimed': {
    meaning: 'The monitor belongs to another key, spec or create, or `sync.distinctFrom` excludes it.',
    fix: 'Use `monitors state mv OLD NEW` or `monitors resolve`, or let `monitors apply` adopt it.',
  },
  'live/none-listed': {
    meaning: "The service lists none of ten or more recorded monitors, as with another team's key.",
    fix: "Use the owning team's key. If all were deleted, run `monitors state rm KEY` for each.",
  },
  'live/not-sayable': {
    meaning: 'A spec cannot express a value of this monitor, such as a secret.',
    fix: 'Change the value in the dashboard and run the command again, or create the monitor from a spec.',
  },
  'live/not-accepted': {
    meaning: '`monitors accept KEY` cannot write this change: secret, not expressible, or monitor gone.',
    fix: 'Edit the spec, or restore the old value with `monitors apply --refresh --only KEY`.',
  },
  'live/spec-changed': {
    meaning: 'The spec changed while the command ran.',
    fix: 'Run the command again.',
  },
  'live/needs-full': {
    meaning: 'This needs list, get, update or delete, but the config says `operations: create`.',
    fix: 'If the service offers them, set `service: {operations: full}` (docs/plan.md).',
  },
  'live/no-state-key': {
    meaning: 'Comparing secret values needs MONITORS_STATE_KEY.',
    fix: 'Create one with `openssl rand -hex 32`, and set it for plan and apply.',
  },
});
