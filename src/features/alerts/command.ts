import {formatNumber} from '../../core/base/words';
import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, formats, labels} from '../../project/flags';
import type {AlertsProgress} from './alerts';
import type {AlertsDocument} from './document';

/** `monitors alerts [KEY|GLOB...]`: where alerts go, and whether they arrive. */
export const alertsCommand = command(
  {
    path: 'alerts',
    summary: 'show where alerts go, and whether they arrive',
    details: `
      Shows webhooks, mail and Slack channels: the monitors that tell each of them, and the last message with its status. Names
      recipients of mail that did not confirm or unsubscribed. Reads the list, the newest 25 checks of each monitor that tells anyone, and each
      monitor with explicit recipients. Sends only reads. Needs full operations.

      Of these checks the newest that had to tell someone counts. Within ten minutes of its end the service may not have noted yet
      whether the message arrived. Paths and queries of webhooks are secret, and are not shown.
    `,
    exitCodes: {
      0: 'shown, also where alerts do not arrive',
      1: 'a monitor could not be read, or `--max-requests` ended it',
      3: "the service can't be read, or no monitor has such a key",
    },
    examples: [
      ['All destinations', 'monitors alerts'],
      ['Those of a folder, for a program', 'monitors alerts "pricing/**" --format json'],
      ['A scheduled job that fails where alerts do not arrive', 'monitors status --fail-on undelivered --fail-on unconfirmed'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      maxRequests: count({min: 1, max: 1_000_000}, 'Requests at most (default: no limit)'),
      exclude,
      label: labels(),
    },
    operands: {only: chosenKeys('recorded')},
  },
  async ({format, maxRequests, only, exclude, label: labels}, door) => {
    const project = await door.openProject('look');
    const {readAlerts} = await import('./alerts');
    const document = await readAlerts(project, {only, exclude, labels, maxRequests}, await showProgress(door));
    await noteLack(document, door);
    if (format === 'json') door.print((await import('../../rendering/escape-json')).renderJson(document));
    else door.print((await import('./text')).renderAlertsText(document, door.look('stdout')));
    return document.notRead.length > 0 ? 1 : 0;
  },
);

async function showProgress(door: Door): Promise<AlertsProgress> {
  const progress = await door.progress();
  if (door.flags.quiet) return progress;
  const onRequests = (requests: number, monitors: number) =>
    door.note(
      `reading alerts of ${formatNumber(monitors)} monitor${monitors === 1 ? '' : 's'}: at most ${formatNumber(requests)} requests\n`,
    );
  const {onChecks: _besides, ...rest} = progress;
  return {...rest, onRequests};
}

async function noteLack({notOffered}: AlertsDocument, door: Door): Promise<void> {
  if (notOffered === null) return;
  const {renderFindingsText} = await import('../../rendering/finding');
  const finding = {
    code: 'live/no-checks',
    severity: 'warning',
    message: notOffered,
    hint: 'destinations are from the list; whether alerts arrive is not known',
  } as const;
  door.note(renderFindingsText([finding], door.look('stderr')));
}
