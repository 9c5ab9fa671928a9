import {codePages} from './code-page';

/** Codes of the family `config/`: flags, environment and `monitors.config.yaml`. All end in exit code 3. */
export const configCodes = codePages({
  'config/usage': {
    meaning: 'The command line is not one that `monitors` understands: an unknown command or flag, or a value that does not fit.',
    example: 'monitors plan --detailed-exit',
    fix: 'Run `monitors COMMAND --help`; it lists every flag with examples.',
  },
  'config/not-found': {
    meaning: 'The file given with `--config`, or the directory given with `-C`, does not exist or cannot be read.',
    example: 'monitors plan --config ops/monitors.config.yml',
    fix: 'Check the path. It is relative to the working directory, after `-C`.',
  },
  'config/invalid': {
    meaning: 'The config file does not parse, or holds a member or value that is not known. The findings below it name the places.',
    example: 'projct: acme-web',
    fix: 'Mend the lines that the findings name; `monitors schema config` prints what is allowed.',
  },
  'config/bad-name': {
    meaning:
      'A project or environment name becomes part of target ids and of the state file\'s name, so it is limited to letters, digits, ".", "_" and "-", at most 64 characters, beginning with a letter or digit. A name in `secrets.allow` is that of an environment variable: letters, digits and "_".',
    example: 'environment: ../production',
    fix: 'Choose a plain name such as `production`.',
  },
  'config/unsafe-path': {
    meaning:
      '`specs` and `state` in a config file must stay inside the directory that holds the file: a repository may not point the tool at other files of the machine, by a symbolic link neither. `init` writes through no symbolic link, and where no plain file can be it writes nothing. Neither path may lead into `.git`, whose files belong to git and are in no commit.',
    example: 'state: ../../etc/monitors.state.json',
    fix: 'Use a path inside the repository, or give the path yourself with `--specs` or `--state`. For `init`, put a plain file or directory there, or nothing.',
  },
  'config/bad-limit': {
    meaning:
      '`safety.maxDeletes` is a share of the monitors in the state, such as `30%`, or a whole number of monitors. A limit that can not be computed stops the run rather than being none.',
    example: 'safety: {maxDeletes: a third}',
    fix: 'Write `maxDeletes: 30%`, from `0%` to `100%`, or a number such as `maxDeletes: 5`.',
  },
  'config/default-project': {
    meaning:
      'No project name was chosen, so the monitors are made under the name `default`. The name becomes part of every target id that is derived: two repositories of one account with the same name and keys could not be told apart, and changing it after the first apply needs a new state.',
    example: '# monitors.config.yaml without "project", or no config file, at the first apply',
    fix: 'Write `project: NAME` into `monitors.config.yaml` before the first apply; to keep the name, write `project: default`.',
  },
  'config/no-address': {
    meaning:
      "Something is to be sent, but the service's address is not known. It is never read from a file, so that the key and the place it is sent to come from the same hand.",
    example: 'monitors apply   # MONITORS_BASE_URL is not set',
    fix: 'Set `MONITORS_BASE_URL` or give `--base-url https://api.example.com`.',
  },
  'config/no-key': {
    meaning: 'Something is to be sent, but `MONITORS_API_KEY` is not set or empty.',
    example: 'monitors apply --base-url https://api.example.com',
    fix: 'Set `MONITORS_API_KEY` in the environment, in CI as a secret.',
  },
  'config/tls-checks-off': {
    meaning: '`NODE_TLS_REJECT_UNAUTHORIZED=0` switches certificate checks off, so the key could go to anybody. Nothing is sent.',
    example: 'NODE_TLS_REJECT_UNAUTHORIZED=0 monitors apply',
    fix: 'Unset it. For a private certificate authority set `NODE_EXTRA_CA_CERTS` to its certificate.',
  },
  'config/new-environment': {
    meaning:
      'A warning: this environment has no state yet, and other environments of the project have one beside it. A mistyped name, or a forgotten `--environment`, would create every monitor again.',
    example: 'monitors plan --environment pord',
    fix: 'Give the right name with `--environment` or `MONITORS_ENVIRONMENT`. If the environment is new, go on: the first apply ends the warning.',
  },
  'config/confirmation-needed': {
    meaning: 'Apply asks before it changes anything, and here nobody can answer: there is no terminal, or `CI` is set.',
    example: 'monitors apply < /dev/null',
    fix: 'Review the plan, then run the command that the message shows, with `--auto-approve` or a saved plan.',
  },
  'config/not-approved': {
    meaning: 'The question whether to apply was not answered with `yes`. Nothing was changed.',
    example: 'Apply these changes? Type "yes" to continue: n',
    fix: 'Run apply again and answer `yes`.',
  },
  'config/unknown-key': {
    meaning: 'A key given on the command line names no spec and no monitor in the state.',
    example: 'monitors plan --only prcing/acme',
    fix: "Use a key that `monitors state list` or the plan shows. It is the path below the specs directory, without its ending, or the spec's `sync.key`.",
  },
  'config/not-a-spec': {
    meaning: 'A path given to `validate` is no spec file and no directory that holds any.',
    example: 'monitors validate README.md',
    fix: 'Give paths of *.yaml or *.yml files below the specs directory, whose names do not begin with "_" or ".".',
  },
  'config/cannot-write': {
    meaning:
      'A file that the command was asked to write could not be written. `plan --out` writes only over an older plan or an empty file, never in the place of a state, a spec or a config, whether or not that exists.',
    example: 'monitors plan --out /nowhere/plan.json',
    fix: 'Give a path in a directory that exists and may be written to, such as `plan.json`.',
  },
  'config/node-version': {
    meaning: 'This Node is too old to run `monitors`.',
    example: 'node --version   # v18.20.4',
    fix: 'Install Node 20.18.1 or later.',
  },
  'config/interrupted': {
    meaning: 'A signal (Ctrl-C, or the end of a CI job) ended the run before it changed anything.',
    example: 'Apply these changes? Type "yes" to continue: ^C',
    fix: 'Run the command again.',
  },
  'config/output-lost': {
    meaning:
      'What the command printed could not all be written, such as onto a full disk. The command itself went on to its end: what it did is in the state, as always. It ends with exit code 1 where it would have ended with 0 or 2, so that no script takes half a document for a whole one.',
    example: 'monitors apply --auto-approve --format jsonl > /mnt/full/apply.jsonl',
    fix: 'Make room where the output goes. `monitors plan` shows where things stand; nothing is done twice.',
  },
  'config/internal-error': {
    meaning:
      'A bug in `monitors`: something happened that its authors thought impossible. What was done before it is in the journal and the state.',
    example: '(exit code 70)',
    fix: 'Report it with the text that was printed; it holds no secret. Then run `monitors plan` to see where things stand.',
  },
});
