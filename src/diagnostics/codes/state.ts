import {codePages} from './code-page';

/** Codes of the family `state/`: the state, its journal and its lock. Each of them stops the run before any request. */
export const stateCodes = codePages({
  'state/lost': {
    meaning:
      'The state file is missing although there was one: its journal or backup is still there, or git tracks it. Going on as if nothing had ever been created would create every monitor a second time.',
    example: 'rm monitors.state.json',
    fix: 'Restore it from git (`git checkout -- monitors.state.json`) or from the backup (`monitors state restore monitors.state.json.bak`). Only if no monitor was ever created, delete the journal and the backup too and start again.',
  },
  'state/empty': {
    meaning:
      'The state file holds nothing, or NULs where its content should be: a write was torn by a power loss, or the file was emptied.',
    example: ': > monitors.state.json',
    fix: 'Restore it from git, or run `monitors state restore monitors.state.json.bak`. An empty file is never taken for "nothing created yet".',
  },
  'state/conflict': {
    meaning: 'Git could not merge two versions of the state file and left its conflict markers in it.',
    example: '<<<<<<< HEAD\n  "serial": 18,\n=======\n  "serial": 19,\n>>>>>>> main',
    fix: 'Take one side whole (`git checkout --theirs monitors.state.json`), then run `monitors state verify --fix`. A monitor that only the other side lists exists in the service: add its record by hand before `--fix`, or delete the monitor there.',
  },
  'state/encoding': {
    meaning: 'The state file starts with a byte order mark or is not UTF-8: an editor saved it in another encoding.',
    example: 'A state file that was opened in an editor and saved as UTF-16.',
    fix: 'Restore the file from git, or save it as UTF-8 without a byte order mark and run `monitors state verify`.',
  },
  'state/syntax': {
    meaning: 'The state file is no valid JSON, most often because it was cut off. The message says at which byte reading stopped.',
    example: '{"format": "monitors-state", "version": 1, "mon',
    fix: 'Restore it from git, or run `monitors state restore monitors.state.json.bak`.',
  },
  'state/malformed': {
    meaning: 'The state file is valid JSON but not what this tool writes: a member is missing or has a wrong type.',
    example: '{"format": "monitors-state", "version": 1, "minReader": 1, "monitors": []}',
    fix: 'Restore it from git, or run `monitors state restore monitors.state.json.bak`.',
  },
  'state/newer-version': {
    meaning:
      'A newer version of this tool wrote the state or its journal, in a format that this version does not know. The file was not touched.',
    example: '"version": 2, "minReader": 2, "tool": "3.0.0"',
    fix: 'Install the version that the message names, or a newer one, wherever the tool runs.',
  },
  'state/checksum': {
    meaning:
      'The content of the state file does not match its checksum: it was edited by hand, or git merged two versions line by line without a conflict. Such a file can look right and lack a monitor.',
    example: 'Changing `"protect": false` to `true` in monitors.state.json with an editor.',
    fix: 'Run `monitors state verify` to see what the file holds. If that is right, `monitors state verify --fix` signs it again; else restore the file from git.',
  },
  'state/shared-id': {
    meaning: 'Two keys of the state claim the same monitor of the service, so a change of one would be a change of the other.',
    example: 'A record that was copied to a new key by hand.',
    fix: 'Restore the file from git, or delete the record that is wrong and run `monitors state verify --fix`. To rename a key use `monitors state mv OLD NEW`.',
  },
  'state/forbidden-key': {
    meaning:
      'The state records a monitor under a key that no spec can have, such as `__proto__`: an earlier version let it through. Programs that read JSON may see another record there, or none. The state is read and used all the same.',
    example: 'A monitor was applied with `sync: {key: __proto__}`.',
    fix: 'Give the spec another `sync.key` and add `renamedFrom: __proto__`, then apply. Without a spec, run `monitors state mv __proto__ NEW`. No request is sent, and no monitor is created.',
  },
  'state/too-large': {
    meaning: 'The file is larger than any real project makes it (512 MiB) and is not read.',
    example: 'A log that was written into monitors.state.json by mistake.',
    fix: 'Restore the file from git, or run `monitors state restore monitors.state.json.bak`.',
  },
  'state/not-a-file': {
    meaning:
      'A symbolic link, a directory or a pipe stands where the state, its journal, backup or lock should be. A run could not save what it created, so `validate`, `plan` in a pull request and `apply` refuse it first.',
    example: 'ln -s ../other/monitors.state.json monitors.state.json',
    fix: 'Replace it by a regular file, or name the real file with `--state`.',
  },
  'state/unreadable': {
    meaning: 'The system does not let this process read the state or its journal.',
    example: 'chmod 000 monitors.state.json',
    fix: 'Mend the permissions of the file and of its directory.',
  },
  'state/not-writable': {
    meaning:
      'The state could not be saved after a change: it is write-protected, or its directory is missing. Found before any request was sent.',
    example: 'chmod 444 monitors.state.json',
    fix: 'Run `chmod u+w` on the file, or create the directory, then run the command again.',
  },
  'state/not-saved': {
    meaning:
      'Writing the state, its journal or its lock failed: the disk is full, read-only or broken. Nothing more is sent after that. What was learned and is not on disk yet is in a rescue file, or else in the output.',
    example: 'A disk with no space left while `monitors apply` runs.',
    fix: 'Free the disk, then run `monitors state restore monitors.state.rescue-RUN.json` if a rescue file was named, then `monitors plan`.',
  },
  'state/changed': {
    meaning:
      "Somebody else wrote the state between this run's reading and its writing, although the run held the lock. It was not overwritten.",
    example: 'git pull in the same directory while `monitors apply` runs.',
    fix: 'Run `monitors plan` to see where things stand. If a rescue file was named, run `monitors state restore` on it first.',
  },
  'state/wrong-project': {
    meaning:
      "The state was made for another project. Target ids are derived from the project's name, so its monitors would not be recognized.",
    example: 'project: acme-shop   # the state says "acme-web"',
    fix: 'Set `project` in the config to the name that the state holds, or choose another file with `--state`.',
  },
  'state/wrong-environment': {
    meaning: 'The state was made for another environment.',
    example: 'monitors plan --environment staging --state monitors.state.json',
    fix: 'Run with the environment that the state names, or leave out `--state`: every environment has a file of its own.',
  },
  'state/wrong-origin': {
    meaning:
      'The monitors in the state live at another address than the one given. A plan would say "No changes" of monitors that this service does not have, and changes would go to a service that does not know them. Plan and apply compare the two.',
    example: 'MONITORS_BASE_URL=https://other.example monitors apply',
    fix: 'Look at MONITORS_BASE_URL and `--base-url` first: to go on with these monitors, give the address that the state names. If the service moved and kept its monitors, run `monitors state set-origin URL`. If the emulator wrote the state and the trial is over, run `monitors state reset`; that works for a state of an older version at a loopback address, too.',
  },
  'state/stale-checkout': {
    meaning:
      'The branch that this checkout follows has a newer state, as the last fetch showed, or one that continues another history. What is recorded only there would be created again.',
    example: 'monitors apply   # in a checkout from before the last merge',
    fix: 'Run `git pull`, then `monitors plan`.',
  },
  'state/tracked-by-git': {
    meaning:
      "Git tracks a file that only ever belongs to one machine: a lock or a rescue file. It could come from anybody's pull request, so it is never read.",
    example: 'git add monitors.state.json.lock',
    fix: 'Run `git rm --cached FILE`, add the name to `.gitignore` and commit.',
  },
  'state/locked': {
    meaning:
      'Another run holds the state. The message says who, where and since when. A lock is taken over by itself only when its process provably no longer runs; age proves nothing.',
    example: 'Two terminals that run `monitors apply` at once.',
    fix: 'Wait until the other run is through; `--lock-timeout 5m` waits for it. If its machine or container is gone for sure, run `monitors state unlock ID` with the id from the message.',
  },
  'state/not-locked': {
    meaning: 'There is no lock to remove.',
    example: 'monitors state unlock 6f9d… # after the other run ended by itself',
    fix: 'Go on with `monitors plan`.',
  },
  'state/lock-id': {
    meaning: 'The state is locked by another run than the one that the given id stands for.',
    example: 'monitors state unlock 4f1c2a   # the id of an earlier lock',
    fix: 'Look at the holder that the message names; if it is gone for sure, unlock with its id.',
  },
  'state/lock-damaged': {
    meaning: 'The lock file is empty or damaged, so nobody can tell who holds it.',
    example: ': > monitors.state.json.lock',
    fix: 'If no other run is under way, delete the lock file.',
  },
  'state/journal-damaged': {
    meaning:
      'A line of the journal is not as it was written: edited, merged or lost. A create whose record is missing could be sent again.',
    example: 'Two branches that both committed a journal, merged line by line.',
    fix: 'Restore the journal from git. Where that is not possible, `monitors state verify` shows what it still holds, and `monitors state verify --fix` keeps that, with every unfinished create counted as unknown.',
  },
  'state/journal-torn': {
    meaning: 'The last line of the journal was cut off by a crash and is ignored. Nothing was sent on its strength.',
    example: 'A machine that lost power while `monitors apply` was writing.',
    fix: 'Nothing needs to be done: the next `monitors apply` removes the torn line.',
  },
  'state/journal-mismatch': {
    meaning: 'The journal continues another state than the one beside it.',
    example: 'A state file that was copied from another checkout, next to an unfinished journal.',
    fix: 'Restore state and journal from the same commit.',
  },
  'state/journal-ahead': {
    meaning: 'The journal continues a newer state than the one beside it: the state is an older copy and may lack monitors that exist.',
    example: 'git checkout HEAD~3 -- monitors.state.json   # with an unfinished journal',
    fix: 'Restore the newer state from git. If the copy is all there is, `monitors state restore monitors.state.json` goes on from it.',
  },
  'state/nothing-stored': {
    meaning: 'There is no state yet, so there is nothing to look into or to repair.',
    example: 'monitors state show pricing/acme   # before the first apply',
    fix: 'Run `monitors plan`, then `monitors apply`.',
  },
  'state/no-such-key': {
    meaning: 'The state records no monitor under that key.',
    example: 'monitors state rm pricing/amce',
    fix: 'Run `monitors state list` to see the keys.',
  },
  'state/key-taken': {
    meaning:
      "The key, or the monitor's id, is recorded already. Two records for one monitor, or two monitors under one key, are never written.",
    example: 'monitors state mv pricing/old pricing/acme   # both exist',
    fix: 'Choose another key, or first let go of the record in the way: `monitors state rm KEY`.',
  },
  'state/protected': {
    meaning: 'The record is protected (`sync.protect: true`), and the command would let go of its monitor.',
    example: 'monitors state rm pricing/acme   # protected',
    fix: 'Run `monitors state unprotect KEY` first, if that is what you want.',
  },
  'state/unresolved': {
    meaning:
      "A create under that key may have been carried out and is not settled yet, so the record can't be changed. Or the monitor may exist twice, so that its record can't be forgotten.",
    example: 'monitors state mv pricing/acme pricing/new   # while its create is unknown',
    fix: 'Run `monitors resolve KEY --adopt ID` or `monitors resolve KEY --not-created` first; for a monitor that may exist twice, `monitors resolve KEY --checked`.',
  },
  'state/not-unresolved': {
    meaning: 'No create with an unknown outcome is recorded under that key.',
    example: 'monitors resolve pricing/acme --not-created   # settled already',
    fix: 'Run `monitors plan` to see what is unresolved.',
  },
  'state/bad-repair': {
    meaning: 'The arguments of a repair do not fit together, or an id or address is not one.',
    example: 'monitors resolve a b --adopt ID   # one id for two keys',
    fix: 'The message says what was expected.',
  },
  'state/bad-rescue': {
    meaning: 'The file given to `state restore` is neither a sound state nor a sound rescue file, or it belongs to another state.',
    example: 'monitors state restore package.json',
    fix: 'Give a backup (`monitors.state.json.bak`), a state from git, or the rescue file that a run named.',
  },
  'state/sound': {
    meaning: '`monitors recover` rebuilds a state that is lost or damaged, and this one is neither: nothing was changed.',
    example: 'monitors recover   # beside a sound monitors.state.json',
    fix: 'Run `monitors plan --refresh` to compare it with the service, or `monitors state verify` to look into it.',
  },
  'state/reset-refused': {
    meaning:
      'The monitors in the state live at a real service, which may be one behind a loopback address. Forgetting them all would create all of them again at the next apply.',
    example: 'monitors state reset   # the state names https://api.example.dev',
    fix: 'Use `monitors state rm KEY` for single monitors. `reset` is for states that come from a trial with the emulator.',
  },
});
