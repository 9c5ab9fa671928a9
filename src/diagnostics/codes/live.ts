import {codePages} from './code-page';

/** Codes of the family `live/`: asking the service what it holds. */
export const liveCodes = codePages({
  'live/not-offered': {
    meaning:
      'The service does not offer an operation that the command needs, such as its list of monitors: it answered 405 or 501, or a 404 that is not about one monitor. (403 is another matter: the operation is there, and this key may not use it, see `live/not-read`.) As an error it means that nothing was changed; apply warns, and goes on with the changes that do without the operation.',
    example: 'monitors plan --refresh   # against a service that only takes creates',
    fix: 'Check that MONITORS_BASE_URL is the address of the service itself. A service that only takes creates is used with `service.operations: create`: validate, plan and apply work with it, drift can not be seen.',
  },
  'live/not-read': {
    meaning:
      'The service could not be asked what it holds: it did not answer, does not know the key (401), or does not let it read monitors (403). Nothing was changed.',
    example: 'MONITORS_BASE_URL=https://api.example.com monitors plan --refresh',
    fix: 'The message says what was seen. Check the address, the key and the network, and run the command again; reading changes nothing. For 403 use a key that may read monitors.',
  },
  'live/no-such-monitor': {
    meaning: 'The service holds no monitor with the id that was given, or it belongs to another account. Nothing was changed.',
    example: 'monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11',
    fix: 'Copy the id from the dashboard, or from `monitors plan --refresh --show-unmanaged`, and check that MONITORS_API_KEY belongs to the account.',
  },
  'live/claimed': {
    meaning:
      'The monitor is not free to be adopted: it is recorded under another key, or has the target ids of a recorded monitor, of a create whose outcome is unknown, or of a spec that was not applied yet; or it looks like such a spec; or the spec says in `sync.distinctFrom` that it is another one. Nothing was changed.',
    example: 'monitors import pricing/new 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11   # recorded as "pricing/acme"',
    fix: 'The message says who has it. `monitors state mv OLD NEW` gives a recorded monitor another key, `monitors resolve` settles creates and doubles, `monitors apply` adopts what a spec has the target ids of.',
  },
  'live/none-listed': {
    meaning:
      'The service lists none of the monitors that the state records, and there are ten or more of them. That is what a key of another team is answered. A plan made of it would create every monitor a second time, so none is made.',
    example: 'MONITORS_API_KEY=... monitors plan --refresh   # the key of another team',
    fix: 'Use a key of the team whose monitors they are. If somebody did delete them all, let go of each with `monitors state rm KEY`: then apply makes them again.',
  },
  'live/not-sayable': {
    meaning:
      'The service holds something in this monitor that no spec can say: a secret where no reference may stand, or a value that would not stay as it is. No spec was written for it; it stays in the service as it is, and unmanaged.',
    example: 'monitors pull',
    fix: 'Change what the message names in the service, or make the monitor anew from a spec. Then pull again.',
  },
  'live/not-accepted': {
    meaning:
      '`monitors accept KEY` writes what somebody changed in the service into the spec, and here it can not: the change is a secret, no spec may say it, or the monitor is gone. No spec and no monitor was changed.',
    example: 'monitors accept pricing/acme   # somebody changed a header of its webhook',
    fix: 'The message says what stands in the way. Write the change by hand, or put the old value back with `monitors apply --refresh --only KEY`.',
  },
  'live/spec-changed': {
    meaning: 'A spec that drift was to be written into was changed by somebody else while the command ran. It was not overwritten.',
    example: 'git pull in the same directory while `monitors accept KEY` runs',
    fix: 'Run the command again.',
  },
  'live/needs-full': {
    meaning:
      'The command or flag needs operations besides create (list, get, update, delete), and the config says `operations: create`, which is the default.',
    example: 'monitors plan --refresh   # without a config file',
    fix: 'Where the service offers them, write `service: {operations: full}` into monitors.config.yaml. It also lets apply update and delete monitors: see docs/plan.md.',
  },
  'live/no-state-key': {
    meaning:
      'Comparing secret values needs MONITORS_STATE_KEY: the state keeps a keyed hash of each value that was sent, never the value, and the key is yours alone.',
    example: 'monitors plan --check-secrets   # without MONITORS_STATE_KEY',
    fix: 'Make one with `openssl rand -hex 32`, keep it where the other secrets are kept, and set MONITORS_STATE_KEY for plan and apply. The first apply with it records the hashes.',
  },
});
