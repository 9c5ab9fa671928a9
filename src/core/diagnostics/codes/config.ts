import {codePages} from './code-page';

/** Codes of the family `config/`: flags, environment and `monitors.config.yaml`. All end in exit code 3. */
export const configCodes = codePages({
  'config/usage': {
    meaning: 'Unknown command or flag, or a wrong value.',
    fix: 'Run `monitors COMMAND --help`.',
  },
  'config/near-variable': {
    meaning: 'A variable that nothing reads nearly has the name of one of this tool: a letter is missing, for example.',
    fix: 'Correct its name, or give it one that does not begin with `MONITORS_`.',
  },
  'config/not-found': {
    meaning: 'The `--config` file or `-C` directory cannot be read.',
    fix: 'Check the path, relative to the working directory after `-C`.',
  },
  'config/invalid': {
    meaning: 'The config cannot be parsed, or has an unknown member or value.',
    fix: 'Fix the lines in the findings; `monitors schema config` prints what is allowed.',
  },
  'config/bad-name': {
    meaning:
      'Project and environment names have 1-64 letters, digits, ".", "_" or "-", first a letter or digit; names of variables letters, digits and "_".',
    fix: 'Choose a plain name such as `production`.',
  },
  'config/unsafe-path': {
    meaning: "`specs` and `state` must stay in the config's directory and outside `.git`, also through links.",
    example: 'state: ../../etc/monitors.state.json',
    fix: 'Use a path inside the repository, or pass `--specs` or `--state`.',
  },
  'config/bad-limit': {
    meaning: '`safety.maxDeletes` is not a whole number or a share.',
    fix: 'Write a share such as `maxDeletes: 30%` or a number such as `maxDeletes: 5`.',
  },
  'config/bad-field': {
    meaning: '`service.allowFields` or `service.allowValues` names a place that takes none.',
    example: 'service: {allowFields: [webhook.url.newThing]}',
    fix: 'Name only a new member, such as `targets.*.newThing`, or a new value: `targets.*.scrapeOptions.proxy=premium`.',
  },
  'config/known-field': {
    meaning: '`service.allowFields` names a member that this version knows. A warning.',
    example: 'service: {allowFields: [notification.slack]}',
    fix: 'Remove it there.',
  },
  'config/bad-move': {
    meaning: 'An entry of `moves` is neither two keys nor two patterns with one equal wildcard.',
    example: 'moves: [{from: "old/**", to: "new/*"}]',
    fix: 'Write for example `moves: [{from: "old/**", to: "new/**"}]`.',
  },
  'config/bad-rule': {
    meaning: 'A rule has an unknown member or a wrong interval, or demands nothing.',
    fix: 'Use the name in the hint.',
  },
  'config/default-project': {
    meaning: 'Target ids contain the project name `default`. After the first apply it cannot change.',
    fix: 'Write `project: NAME` into `monitors.config.yaml` before the first apply.',
  },
  'config/too-expensive': {
    meaning: 'A command would cost more than `--max-credits`, or an unknown amount. Nothing was sent.',
    fix: 'Choose fewer monitors, or give a higher `--max-credits`.',
  },
  'config/no-address': {
    meaning: 'The service address is not set. No file can set it.',
    fix: 'Set `MONITORS_BASE_URL` or pass `--base-url https://api.firecrawl.dev`.',
  },
  'config/no-key': {
    meaning: '`MONITORS_API_KEY` is missing or empty.',
    fix: 'Set `MONITORS_API_KEY` in the environment, in CI as a secret.',
  },
  'config/tls-checks-off': {
    meaning: '`NODE_TLS_REJECT_UNAUTHORIZED=0` would send the key to anyone.',
    fix: 'Unset it. For a private certificate authority set `NODE_EXTRA_CA_CERTS`.',
  },
  'config/new-environment': {
    meaning: 'Warning: this environment has no state, but others do. A mistyped name creates everything again.',
    fix: 'Correct `--environment` or `MONITORS_ENVIRONMENT`, or continue if it is new.',
  },
  'config/no-environment': {
    meaning: 'The config declares `environments`; the run chose none.',
    fix: 'Choose one with `--environment` or `MONITORS_ENVIRONMENT`, or write `environment: NAME` into the config.',
  },
  'config/unknown-environment': {
    meaning: 'The name is not among the declared `environments`.',
    fix: 'Correct it, or declare it in `monitors.config.yaml`.',
  },
  'config/confirmation-needed': {
    meaning: 'Apply needs approval, but has no terminal, or `CI` is set.',
    fix: 'Review the plan, then apply with `--auto-approve` or a saved plan.',
  },
  'config/not-approved': {
    meaning: 'The answer was not `yes`.',
    fix: 'Run apply again and type `yes`.',
  },
  'config/unknown-key': {
    meaning: 'No spec and no recorded monitor has this key or matches this glob.',
    fix: 'Use a key from `monitors state list` or the plan. In globs, `*` matches within a segment, `**` across segments.',
  },
  'config/nothing-chosen': {
    meaning: '`--only`, `--exclude` and `--label` together leave no monitor.',
    fix: 'Choose more, or exclude less. Labels are in `sync.labels`.',
  },
  'config/not-a-spec': {
    meaning: 'A path is neither a spec nor a directory of specs.',
    fix: 'Pass *.yaml or *.yml files whose names do not begin with "_" or ".".',
  },
  'config/cannot-write': {
    meaning: 'An output file could not be written. `plan --out` overwrites only older plans and empty files.',
    fix: 'Choose a writable path, such as `plan.json`.',
  },
  'config/node-version': {
    meaning: 'Node is too old.',
    fix: 'Install Node 20.18.1 or later.',
  },
  'config/interrupted': {
    meaning: 'A signal, such as Ctrl-C, stopped the run before any change.',
    fix: 'Run the command again.',
  },
  'config/output-lost': {
    meaning: 'The output was not written completely, but the command finished.',
    fix: 'Free space and run `monitors plan`.',
  },
  'config/internal-error': {
    meaning: 'A bug in `monitors`. Completed work is recorded.',
    fix: 'Report the printed text; it contains no secret. Then run `monitors plan`.',
  },
});
