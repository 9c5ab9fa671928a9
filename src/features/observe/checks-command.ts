import {MOST_REQUESTS} from '../../core/config/choices';
import {command} from '../../project/command-table';
import {count, formats, optional, required} from '../../project/flags';

/** `monitors checks KEY`: the newest checks of a monitor. */
export const checksCommand = command(
  {
    path: 'checks',
    summary: 'show the newest checks of a monitor',
    details: `
      Shows when each check ran, how it ended, what it found and what it cost. Of the five newest checks with failed pages it reads
      some of these for the reason: one request each, said before. Sends only reads. Needs full operations.
    `,
    exitCodes: {0: 'shown', 1: '`--max-requests` was not enough', 3: "the service can't be read, or no recorded monitor has that key"},
    examples: [
      ['The newest checks', 'monitors checks pricing/acme'],
      ['The newest three, for a program', 'monitors checks pricing/acme --limit 3 --format json'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      limit: count({min: 1, max: 1000}, 'Number of checks (1-1000, default 10)', 10),
      maxRequests: count(MOST_REQUESTS, 'Send at most this many requests (1-1000000, default: no limit)'),
    },
    operands: {key: required('KEY', 'recorded')},
  },
  async ({format, limit, key, maxRequests = null}, door) => {
    const project = await door.openProject('look');
    const {readHistory} = await import('./checks');
    const history = await readHistory(project, key, {most: limit, maxRequests}, await door.progress());
    if (format === 'json') {
      const {renderJson} = await import('../../rendering/escape-json');
      door.print(renderJson((await import('./checks-document')).toChecksDocument(history)));
    } else door.print((await import('./checks-text')).renderChecksText(history, door.look('stdout')));
    return history.isCut ? 1 : 0;
  },
);

/** `monitors diff KEY [CHECK]`: what a check changed. */
export const diffCommand = command(
  {
    path: 'diff',
    summary: 'show what a check of a monitor found changed',
    details: `
      Shows each changed, new or removed page of a check with its diff and its judgment, and the pages that failed. Without
      CHECK, the newest check with changes; \`latest\` is the newest that has ended. The first characters of its id are enough. Sends only reads. Needs full operations.
    `,
    exitCodes: {0: 'shown', 3: "the service can't be read, or there is no such key or check"},
    examples: [
      ['The latest changes', 'monitors diff pricing/acme'],
      ['Those of the newest check', 'monitors diff pricing/acme latest'],
      ['Those of one check', 'monitors diff pricing/acme 5a0c0b9e'],
    ],
    flags: {format: formats({text: '', json: ''})},
    operands: {key: required('KEY', 'recorded'), check: optional('CHECK')},
  },
  async ({format, key, check}, door) => {
    const project = await door.openProject('look');
    const {readChanges} = await import('./checks');
    const changes = await readChanges(project, key, check);
    if (format === 'json') {
      const {renderJson} = await import('../../rendering/escape-json');
      door.print(renderJson((await import('./checks-document')).toDiffDocument(changes)));
    } else door.print((await import('./checks-text')).renderDiffText(changes, door.look('stdout')));
    return 0;
  },
);
