import type {CommandTable} from '../../../project/command-table';
import {type CommandLine, listFlags, type PlacedWord} from './command-use';
import {showCall} from './show-call';

/** Our command for a word of other tools. With `why`, it is not quite the same and takes no operands. */
type MeantCommand = {readonly command: string} | {readonly command: string; readonly why: string};

const TO_DELETE: MeantCommand = {command: 'apply', why: 'to delete monitors, remove their specs, then run'};

/** Commands of other tools, with ours. */
export const COMMAND_HABITS: ReadonlyMap<string, MeantCommand> = new Map<string, MeantCommand>([
  ['list', {command: 'state list'}],
  ['ls', {command: 'state list'}],
  ['get', {command: 'state show'}],
  ['check', {command: 'validate'}],
  ['lint', {command: 'validate'}],
  ['preview', {command: 'plan'}],
  ['deploy', {command: 'apply'}],
  ['up', {command: 'apply'}],
  ['push', {command: 'apply'}],
  ['sync', {command: 'apply'}],
  ['new', {command: 'init'}],
  ['adopt', {command: 'import'}],
  ['export', {command: 'pull'}],
  ['destroy', TO_DELETE],
  ['delete', TO_DELETE],
  ['remove', TO_DELETE],
  ['create', {command: 'apply', why: 'to create monitors, write their specs, then run'}],
  ['add', {command: 'apply', why: 'to create monitors, write their specs, then run'}],
  ['refresh', {command: 'plan --refresh', why: 'to see changes made in the service, run'}],
  ['drift', {command: 'plan --refresh', why: 'to see changes made in the service, run'}],
]);

/** Flags of other tools, by the name of ours. */
const FLAG_HABITS: readonly {readonly ours: string; readonly theirs: readonly string[]}[] = [
  {ours: '--auto-approve', theirs: ['-y', '--yes', '-f', '--force', '--approve', '--no-input']},
  {ours: '--only', theirs: ['-k', '--key', '-t', '--target', '--filter', '--monitor', '--name']},
  {ours: '--environment', theirs: ['-e', '--env', '--stage', '--workspace']},
  {ours: '--base-url', theirs: ['--url', '--endpoint', '--host', '--address']},
  {ours: '--out', theirs: ['-o', '--output', '--save']},
  {ours: '--config', theirs: ['-c', '--config-file']},
  {ours: '--directory', theirs: ['-d', '--dir', '--chdir', '--cwd']},
  {ours: '--verbose', theirs: ['-v', '-vv', '--debug', '--trace']},
  {ours: '--quiet', theirs: ['--silent', '-s']},
  {ours: '--concurrency', theirs: ['-j', '--jobs', '--parallel', '--parallelism']},
];

const KEY_FLAGS: readonly string[] = ['--api-key', '--token', '--key-file', '--apikey'];
const DRY_RUN_FLAGS: readonly string[] = ['--dry-run', '-n', '--dryrun', '--what-if', '--check'];

/** Names the call that a flag of another tool stands for; undefined if there is none. */
export function explainFlagHabit({word, index}: PlacedWord, line: CommandLine, command: CommandTable): string | undefined {
  const [flag = word, value] = word.split(/=(.*)/s);
  const known = listFlags(command).flatMap(({names}) => names);
  if (KEY_FLAGS.includes(flag)) return 'set the environment variable MONITORS_API_KEY: there is no flag for the key';
  if (DRY_RUN_FLAGS.includes(flag) && command.path === 'apply') return 'run "monitors plan": it shows the changes and sends nothing';
  if (flag === '--json' && known.includes('--format')) return meantCall(line, index, ['--format', 'json']);
  if (flag === '--no-color' || flag === '--no-colour') return meantCall(line, index, ['--color', 'never']);
  const ours = FLAG_HABITS.find(habit => habit.theirs.includes(flag) && known.includes(habit.ours))?.ours;
  return ours === undefined ? undefined : meantCall(line, index, value === undefined ? [ours] : [ours, value]);
}

function meantCall(line: CommandLine, index: number, words: readonly string[]): string {
  return `did you mean "${showCall(line, {[index]: words})}"?`;
}
