import {codePages} from './code-page';

/** Codes of the family `state/`: the state, its journal and its lock. Each of them stops the run before any request. */
export const stateCodes = codePages({
  'state/lost': {
    meaning: 'The state file is missing, but its journal, backup or git history exists.',
    fix: 'Restore it: `git checkout -- monitors.state.json` or `monitors state restore monitors.state.json.bak`. If nothing was ever created, delete journal and backup too.',
  },
  'state/misplaced': {
    meaning: 'The state has the file name of another environment: the file was renamed.',
    fix: 'Give the file its name back. To move the state, run `monitors state migrate --environment FROM --to-environment TO` then.',
  },
  'state/recorded-twice': {
    meaning: 'Another environment records a monitor of this state, too.',
    fix: 'Remove it from the state that does not own it: `monitors state rm KEY`.',
  },
  'state/environment-taken': {
    meaning: 'The target of `state migrate --to-environment` has a state, or files of one.',
    fix: 'Choose another environment. If its state records nothing, delete its files.',
  },
  'state/earlier-version': {
    meaning:
      'A commit, a backup or this machine knows another version of the state, and records of it are missing here: the state was put back, or a merge took one side.',
    fix: 'If that was not intended, run `monitors state restore COMMIT`. On a branch that is older than another one, nothing needs to be done.',
  },
  'state/sent-before': {
    meaning: 'A committed journal says that a create was sent, and a revert or a merge took that journal away: the monitor may exist.',
    fix: 'Look in the dashboard. If it exists, run `monitors state restore COMMIT`, then `monitors resolve KEY --adopt ID`.',
  },
  'state/partial-history': {
    meaning: 'The plan creates monitors, and git has only a part of the history of the state: a revert before that would not show.',
    fix: 'Fetch the whole history: `git fetch --unshallow` (GitHub Actions: `fetch-depth: 0`; GitLab: `GIT_DEPTH: 0`).',
  },
  'state/empty': {
    meaning: 'The state file is empty or NULs, as after a power loss.',
    fix: 'Restore it from git or with `monitors state restore monitors.state.json.bak`.',
  },
  'state/conflict': {
    meaning: 'The state file contains git conflict markers.',
    fix: 'Take one side (`git checkout --theirs monitors.state.json`) and run `monitors state verify --fix`. First copy records that only the other side has, or delete their monitors.',
  },
  'state/encoding': {
    meaning: 'The state file is not UTF-8, or begins with a byte order mark.',
    fix: 'Restore it from git, or save it as plain UTF-8.',
  },
  'state/syntax': {
    meaning: 'The state file is not JSON; probably cut off.',
    fix: 'Restore it from git or with `monitors state restore monitors.state.json.bak`.',
  },
  'state/malformed': {
    meaning: 'A member of the state file is missing or has a wrong type.',
    fix: 'Restore it from git or with `monitors state restore monitors.state.json.bak`.',
  },
  'state/newer-version': {
    meaning: 'A newer version wrote the state or journal.',
    fix: 'Install the version in the message, or a newer one.',
  },
  'state/checksum': {
    meaning: 'The state file was edited by hand or merged by git; monitors may be missing.',
    fix: 'Check it with `monitors state verify`. If right, run `monitors state verify --fix`; otherwise restore it from git.',
  },
  'state/shared-id': {
    meaning: 'Two recorded keys have one monitor id.',
    fix: 'Restore the file from git, or delete the wrong record and run `monitors state verify --fix`.',
  },
  'state/forbidden-key': {
    meaning: 'A recorded key, such as `__proto__`, is no longer allowed. The state still works.',
    fix: 'Change `sync.key` and add `renamedFrom: __proto__`; without a spec run `monitors state mv __proto__ NEW`.',
  },
  'state/too-large': {
    meaning: 'The state file is larger than 512 MiB.',
    fix: 'Restore it from git or with `monitors state restore monitors.state.json.bak`.',
  },
  'state/not-a-file': {
    meaning: 'State, journal, backup or lock is a symbolic link, directory or pipe.',
    fix: 'Replace it by a regular file, or pass the real one with `--state`.',
  },
  'state/unreadable': {
    meaning: 'State or journal may not be read.',
    fix: "Fix the file's permissions.",
  },
  'state/not-writable': {
    meaning: 'The state is write-protected, its directory is missing, or its credentials may only read. Nothing was sent.',
    fix: 'Run `chmod u+w` on the file, create the directory, or [grant the right](state.md#rights).',
  },
  'state/not-saved': {
    meaning: 'State, journal or lock could not be written: disk full, read-only or broken.',
    fix: 'Fix the disk. Run `monitors state restore FILE` with the rescue file in the message, then `monitors plan`.',
  },
  'state/changed': {
    meaning: 'Another process changed the state during this run. Its version was kept.',
    fix: 'Restore the rescue file in the message with `monitors state restore FILE`, then run `monitors plan`.',
  },
  'state/wrong-project': {
    meaning: 'The state belongs to another project, with other target ids.',
    fix: 'Set `project` to the name in the state, or pass another `--state`.',
  },
  'state/wrong-environment': {
    meaning: 'The state belongs to another environment.',
    fix: 'Use the environment in the state, or remove `--state`.',
  },
  'state/wrong-origin': {
    meaning: 'The state belongs to another service address.',
    fix: 'Check MONITORS_BASE_URL and `--base-url`. Service moved: `monitors state set-origin URL`. Trial with the emulator ended: `monitors state reset`.',
  },
  'state/stale-checkout': {
    meaning: 'The upstream branch has a newer or different state.',
    fix: 'Run `git pull`, then `monitors plan`.',
  },
  'state/old-checkout': {
    meaning: 'The state is on a server, and this checkout lacks the commit applied last, or can not show it.',
    fix: 'Pull, or fetch the whole history. Or use `--allow-old-checkout`.',
  },
  'state/tracked-by-git': {
    meaning: 'A lock or rescue file is in git, so it is not trusted.',
    fix: 'Run `git rm --cached FILE`, add it to `.gitignore` and commit.',
  },
  'state/locked': {
    meaning: 'Another run holds the lock.',
    fix: 'Wait, or use `--lock-timeout 5m`. Only if its machine is certainly gone, run `monitors state unlock ID`.',
  },
  'state/not-locked': {
    meaning: 'There is no lock to remove.',
    fix: 'Continue with `monitors plan`.',
  },
  'state/lock-id': {
    meaning: 'The lock has another id.',
    fix: 'If the owner in the message is certainly gone, use its id.',
  },
  'state/lock-damaged': {
    meaning: 'The lock file is damaged, its owner unknown.',
    fix: 'If no other run is active, delete it.',
  },
  'state/journal-damaged': {
    meaning: 'A journal line was edited, merged or lost.',
    fix: 'Restore the journal from git. Otherwise keep what `monitors state verify` shows: `monitors state verify --fix`; unfinished creates become unresolved.',
  },
  'state/journal-torn': {
    meaning: "A crash cut off the journal's last line. It is ignored.",
    fix: 'Do nothing; the next `monitors apply` removes it.',
  },
  'state/journal-mismatch': {
    meaning: 'The journal belongs to another state file.',
    fix: 'Restore both from the same commit.',
  },
  'state/journal-ahead': {
    meaning: 'The state is older than its journal and may lack monitors.',
    fix: 'Restore the newer state from git. If there is none: `monitors state restore monitors.state.json`.',
  },
  'state/nothing-stored': {
    meaning: 'There is no state yet.',
    fix: 'Run `monitors plan`, then `monitors apply`.',
  },
  'state/no-such-key': {
    meaning: 'The state lacks that key.',
    fix: 'List the keys with `monitors state list`.',
  },
  'state/key-taken': {
    meaning: 'Key or monitor id is already recorded.',
    fix: 'Use another key, or remove the record: `monitors state rm KEY`.',
  },
  'state/protected': {
    meaning: 'The record has `sync.protect: true`.',
    fix: 'To allow the change, run `monitors state unprotect KEY` first.',
  },
  'state/unresolved': {
    meaning: 'A create of that key is unresolved, or the monitor may exist twice.',
    fix: 'Run `monitors resolve KEY --adopt ID` or `monitors resolve KEY --not-created`; for a possible duplicate `monitors resolve KEY --checked`.',
  },
  'state/not-unresolved': {
    meaning: 'No unresolved create has that key.',
    fix: 'Run `monitors plan` to see what is unresolved.',
  },
  'state/bad-repair': {
    meaning: 'The arguments do not fit together, or one is invalid.',
    example: 'monitors resolve a b --adopt ID   # one id for two keys',
    fix: 'Use the form in the message.',
  },
  'state/bad-rescue': {
    meaning: 'Not a valid state or rescue file of this state.',
    fix: 'Use `monitors.state.json.bak`, a state from git, or the rescue file in a message.',
  },
  'state/moved': {
    meaning: 'The state was moved to the place or environment in the message.',
    fix: 'Pull the commit that changes `state` in the config, or use the environment in the message.',
  },
  'state/arriving': {
    meaning: 'A move of the state is not finished; neither place or environment can be used.',
    fix: 'Run the command of the move again.',
  },
  'state/place-taken': {
    meaning: 'The place to move to holds another state.',
    fix: 'Choose another one; or `monitors state reset` a trial there.',
  },
  'state/other-place': {
    meaning: 'The config names a place without a state, and another place holds it.',
    fix: 'Change `state` back, or move it: `monitors state migrate`, in each environment. If the other place is gone: `monitors state init --new-state`.',
  },
  'state/not-pushed': {
    meaning: 'The state file has changes that the upstream branch lacks.',
    fix: 'Commit and push it, then migrate.',
  },
  'state/needs-backend': {
    meaning: 'The command works only for a state on a server.',
    fix: 'Use the command in the message.',
  },
  'state/sound': {
    meaning: '`monitors recover` is for a lost or damaged state; this one is valid.',
    fix: 'Use `monitors plan --refresh` or `monitors state verify` instead.',
  },
  'state/reset-refused': {
    meaning: 'The state lists monitors of a real service; `reset` is for trials with the emulator.',
    fix: 'Remove single monitors with `monitors state rm KEY`.',
  },
  'state/not-initialized': {
    meaning: 'The configured place has no state of this project and environment.',
    fix: 'If the state is in a file, run `monitors state migrate` in each environment. If there is none, run `monitors state init`. Otherwise correct `state` in the config.',
  },
  'state/bad-address': {
    meaning: 'The address of the state, its table or its bucket cannot be used.',
    fix: 'Correct MONITORS_STATE_POSTGRES_URL, the AWS variables, or `state` in the config.',
  },
  'state/unreachable': {
    meaning: 'The server of the state does not answer, or is a standby.',
    fix: 'Check network, address and server.',
  },
  'state/unfit-server': {
    meaning: 'The server does not keep the promises that a state needs.',
    fix: 'Use another server, or the setting in the message.',
  },
  'state/lock-lost': {
    meaning: 'Another run took the lock over, or it was removed by hand. This run stopped.',
    fix: 'Run `monitors plan`, then `monitors apply`.',
  },
  'state/server-changed': {
    meaning: 'The state moved to another server, or was restored: recent records may be missing.',
    fix: 'Compare it with the service, then run `monitors state verify --fix`.',
  },
  'state/no-backup': {
    meaning: 'No replaced state with that serial is kept.',
    fix: 'Choose one that `monitors state history` lists.',
  },
});
