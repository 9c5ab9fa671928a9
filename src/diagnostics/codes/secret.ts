import {codePages} from './code-page';

/** Codes of the family `secret/`. */
export const secretCodes = codePages({
  'secret/malformed-reference': {
    meaning:
      'A place that may hold references contains a `${` that does not begin `${env:NAME}`. It is refused, so that a slip of the pen is never sent as if it were a password.',
    example: 'webhook:\n  url: https://hooks.example.com/acme\n  headers: {Authorization: "Bearer ${WEBHOOK_TOKEN}"}',
    fix: 'Write `${env:WEBHOOK_TOKEN}`: letters, digits and `_`, not beginning with a digit. Where you mean the two characters themselves, write `$${`.',
  },
  'secret/misplaced-reference': {
    meaning:
      'A reference `${env:...}` stands where none may stand. References are read only in places that the tool keeps out of every output; elsewhere the value would end up in names, logs and pages.',
    example: 'goal: Tell me when ${env:PRODUCT} gets cheaper',
    fix: 'Write the text itself, or move the reference to `webhook.url`, `webhook.headers`, `webhook.metadata`, `headers` of `scrapeOptions` or the `text` of a `write` action. For the literal text write `$${env:`.',
  },
  'secret/name-not-allowed': {
    meaning:
      "A spec refers to an environment variable that the config does not allow. The list exists so that a change of a spec alone can't send another secret of your machine or CI to a webhook.",
    example: 'headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}   # and no WEBHOOK_TOKEN in monitors.config.yaml',
    fix: 'If the spec may use it, add the name to `secrets.allow` in `monitors.config.yaml`: `secrets: {allow: [WEBHOOK_TOKEN]}`.',
  },
  'secret/refused-name': {
    meaning:
      "Names that begin with `MONITORS_`, `GITHUB_`, `ACTIONS_`, `INPUT_`, `RUNNER_`, `NODE_` or `NPM_`, or end with `_PROXY`, may never be referred to, whatever the config allows: they hold this tool's key, the CI's tokens or addresses with passwords.",
    example: 'headers: {Authorization: "Bearer ${env:GITHUB_TOKEN}"}',
    fix: 'Make a token for this purpose alone, put it into a variable of its own name, and allow that name in the config.',
  },
  'secret/value-missing': {
    meaning:
      'A variable that the specs to be sent refer to is not set, or empty. Nothing was sent: a webhook without its token would fail at every check.',
    example: 'monitors apply   # without WEBHOOK_TOKEN in the environment',
    fix: 'Set the variable and run again, e.g. `WEBHOOK_TOKEN=... monitors apply`; in CI pass the secret to the step under `env`.',
  },
  'secret/value-is-api-key': {
    meaning:
      'A variable that specs refer to holds the API key of the service. Sent in a webhook or typed into a page it would give your whole account away. Nothing was sent.',
    example: 'WEBHOOK_TOKEN="$MONITORS_API_KEY" monitors apply',
    fix: 'Give the variable the value that the receiver of the webhook expects. If the key was sent anywhere before, issue a new one in the dashboard of the service.',
  },
  'secret/pasted': {
    meaning:
      'A spec seems to hold a secret itself: a key of the service, a bearer token or a credential in a header. Everyone who can read the repository, now or later, can read it. The value is not repeated in any output.',
    example: 'headers: {Authorization: "Bearer eyJhbGciOiJIUzI1NiJ9..."}',
    fix: 'Issue a new secret, since the old one is in the history; put it into an environment variable; write `${env:NAME}` in its place and add the name to `secrets.allow` in `monitors.config.yaml`.',
  },
});
