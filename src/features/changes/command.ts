import {resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {MOST_REQUESTS, SHOWN_CHANGES, SHOWN_LIMIT} from '../../core/config/choices';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {allEnvironments, choice, chosenKeys, count, exclude, file, formats, labels, text} from '../../project/flags';
import type {Project} from '../../project/project';
import type {ChangesDocument} from './document';

const TABLE = {
  path: 'changes',
  summary: 'show what the checks of monitors found since a moment',
  details: `
      Shows changed pages: those judged meaningful first, then those that were not judged, with noise as a count; then monitors
      that fail, with since when and why. Sends only reads: the list, the newest checks of each monitor that ran, and the pages that
      changed. It says before each step how many requests it takes. Needs full operations.

      A check belongs to the moment it finished. One that still runs is named at the end. A moment is \`90m\`, \`36h\`, \`3d\`, \`2w\`, a
      date or a date-time; without a zone it is local.

      With \`--bookmark\`, each call begins where the one before ended, so that each check is reported once. If a call dies between its
      output and its bookmark, the next one says that it may repeat. What \`--limit\` and \`--show\` leave out counts as reported.
    `,
  exitCodes: {
    0: 'shown, with or without changes',
    1: 'a limit ended it, or a monitor could not be read',
    3: "the service or the bookmark can't be read, or no monitor has such a key",
  },
  examples: [
    ['Since yesterday', 'monitors changes'],
    ['Over the weekend, by folder', 'monitors changes --since 3d --by folder'],
    ['A job that reports each change once', 'monitors changes --bookmark changes.bookmark --format json'],
  ],
  everywhere: {formats: ['text', 'json', 'markdown'], without: ['out', 'bookmark']},
  flags: {
    allEnvironments,
    format: formats({text: '', json: '', markdown: '', html: 'one page', atom: 'a feed', csv: '', slack: 'a message'}),
    since: text('T', 'Start: 90m, 3d, 2w, a date or a date-time (default 1d)'),
    until: text('T', 'End (default: now, by the clock of the service, less a minute)'),
    bookmark: file('Begin where the call before ended, and note here where this one does (default: none)'),
    show: choice(
      'PART',
      SHOWN_CHANGES,
      'Only one part: meaningful (changes judged so), changed (all changes) or failed (failing monitors; default: all)',
    ),
    by: text('GROUP', 'Group changes by folder, day or label:NAME (default: no groups)', ['folder', 'day', 'label:']),
    limit: count(SHOWN_LIMIT, 'Show this many changes, those that matter most first (1-100000, default: all)'),
    maxRequests: count(MOST_REQUESTS, 'End after this many requests (1-1000000, default: no limit)'),
    timezone: text('ZONE', 'Time zone of days and times, such as Europe/Paris (default: yours)'),
    out: file('Write to this file (replaces only an earlier one of the same format)'),
    exclude,
    label: labels(),
  },
  operands: {only: chosenKeys('recorded')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors changes [KEY|GLOB...]`: what was found since a moment. */
export const changesCommand = command(TABLE, async (options, door) => {
  const {readRequest} = await import('./request');
  const {bookmark, only, exclude, label} = options;
  const place = bookmark === undefined ? null : toPlace(bookmark, door);
  const request = readRequest({...options, labels: label, only, exclude, bookmark: place}, door.context.timeZone);
  const project = await door.openProject('look');
  const {reportChanges} = await import('./changes');
  const {describeStep} = await import('./steps');
  const {onChecked, ...progress} = await door.progress();
  const {document, interruption, isDelivered} = await reportChanges(project, request, {
    ...progress,
    ...(onChecked === undefined ? {} : {onRead: onChecked}),
    onStep: (...step) => {
      limitGarbage(step[1] >= MANY_REQUESTS);
      progress.onEnd?.();
      if (!door.flags.quiet) door.note(describeStep(...step));
    },
    deliver: document => {
      limitGarbage(false);
      progress.onEnd?.();
      return deliver(document, options, project, door);
    },
  });
  if (interruption !== null) return interruption.exitCode;
  if (!isDelivered && place !== null) door.note(`the output was not written whole: the bookmark ${place.shown} stays where it was\n`);
  return document.complete && isDelivered ? 0 : 1;
});

/** A step of so many requests has answers by the thousand, of which little stays. */
const MANY_REQUESTS = 1000;

/**
 * Without it, V8 lets garbage grow to several times of what is in use. It is off before files are loaded, and at the end: V8 takes kept
 * code only under the flags that it was compiled with.
 */
function limitGarbage(isOn: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isOn ? 100 : 0}`);
}

function toPlace(given: string, door: Door) {
  const path = resolve(door.workingDirectory(), given);
  return {file: path, shown: door.shown(path)};
}

/** Prints or writes the result; false where not all of it could be printed. */
async function deliver(document: ChangesDocument, {format, out}: Options, project: Project, door: Door): Promise<boolean> {
  const {FORMATS} = await import('./formats');
  const {load, isOurs} = FORMATS[format];
  const render = await load();
  const look = door.look('stdout');
  const clock = {now: door.context.world.now, timeZone: () => document.timeZone};
  if (out === undefined) return door.deliver(render(document, {...look, clock}));
  const {writeOutput} = await import('../../project/given-output');
  const {settings} = project;
  const output = {...toPlace(out, door), settings, noun: 'changes', example: 'changes.txt', foreign: `changes as ${format}`, isOurs};
  // A file is for others: it has what it takes to read it alone.
  const verbosity = look.verbosity === 'quiet' ? 'normal' : look.verbosity;
  writeOutput(output, render(document, {...look, clock, color: false, verbosity}));
  return true;
}
