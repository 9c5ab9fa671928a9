import {codePages} from './code-page';

/** Codes of the family `secret/`. */
export const secretCodes = codePages({
  'secret/malformed-reference': {
    meaning: 'A `${` begins no reference `${env:NAME}`.',
    example: 'webhook:\n  url: https://hooks.example.com/acme\n  headers: {Authorization: "Bearer ${WEBHOOK_TOKEN}"}',
    fix: 'Write `${env:WEBHOOK_TOKEN}`, or `$${` for the literal characters.',
  },
  'secret/misplaced-reference': {
    meaning: 'References are not allowed here; the value would be visible.',
    example: 'goal: Tell me when ${env:PRODUCT} gets cheaper',
    fix: 'Use them only in `webhook.url`, `webhook.headers`, `webhook.metadata`, `scrapeOptions.headers` and `write` actions. `$${env:` is the literal text.',
  },
  'secret/name-not-allowed': {
    meaning: '`secrets.allow` does not list this variable.',
    example: 'headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}   # and no WEBHOOK_TOKEN in monitors.config.yaml',
    fix: 'Add it to `monitors.config.yaml`: `secrets: {allow: [WEBHOOK_TOKEN]}`.',
  },
  'secret/refused-name': {
    meaning:
      '`MONITORS_*`, `AWS_*`, `PG*`, `GITHUB_*`, `ACTIONS_*`, `INPUT_*`, `RUNNER_*`, `NODE_*`, `NPM_*` and `*_PROXY` are never allowed.',
    example: 'headers: {Authorization: "Bearer ${env:GITHUB_TOKEN}"}',
    fix: 'Put a separate token into a variable with another name.',
  },
  'secret/value-missing': {
    meaning: 'A referenced variable is not set or empty. Nothing was sent.',
    fix: 'Set it, e.g. `WEBHOOK_TOKEN=... monitors apply`; in CI under `env`.',
  },
  'secret/value-is-api-key': {
    meaning: "A referenced variable contains the service's API key.",
    fix: 'Set the value that the receiver expects. Replace the key if it was ever sent.',
  },
  'secret/pasted': {
    meaning: 'The spec seems to contain a key, token or credential.',
    example: 'headers: {Authorization: "Bearer eyJhbGciOiJIUzI1NiJ9..."}',
    fix: 'Replace the secret, since git keeps it. Write `${env:NAME}` and add the name to `secrets.allow`.',
  },
});
