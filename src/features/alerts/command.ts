import {parseUrl} from '../../core/base/url';
import {countOf} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, formats, labels, texts, toggle} from '../../project/flags';
import type {AlertsProgress} from './alerts';
import type {AlertsDocument} from './document';
import type {PlannedTest} from './test-webhooks';

const TABLE = {
  path: 'alerts',
  summary: 'show where alerts go, and whether they arrive',
  details: `
      Shows webhooks, mail and Slack channels: the monitors that tell each of them, and the last message with its status. Names
      recipients of mail that did not confirm or unsubscribed. Reads the list, the newest 25 checks of each monitor that tells
      anyone, and each monitor with explicit recipients. Sends only reads. Needs full operations.

      Of these checks the newest that had to tell someone counts. Within ten minutes of its end the service may not have noted yet
      whether the message arrived. Paths and queries of webhooks are secret, and are not shown.

      With \`--test\`, instead: sends one sample from this machine to each distinct webhook, after a question. Only to webhooks that
      the state records as applied, and to public addresses. Follows no redirect, and sends nothing twice. Signed if
      \`MONITORS_WEBHOOK_SECRET\` is set. Not in pull requests.
    `,
  exitCodes: {
    0: 'shown, also where alerts do not arrive; with `--test`: all accepted',
    1: 'a monitor could not be read, `--max-requests` ended it, or a webhook did not accept the sample',
    3: "the service can't be read, no monitor has such a key, or the test is not allowed",
  },
  examples: [
    ['All destinations', 'monitors alerts'],
    ['Those of a folder, for a program', 'monitors alerts "pricing/**" --format json'],
    ['Send a sample to the webhook of a monitor', 'monitors alerts pricing/acme --test'],
  ],
  flags: {
    format: formats({text: '', json: ''}),
    maxRequests: count({min: 1, max: 1_000_000}, 'Requests at most (default: no limit)'),
    test: toggle('Send a sample to each webhook'),
    to: texts('HOST', 'With --test: send to this host without asking (repeatable; default: ask)'),
    allowPrivate: toggle('With --test: also send to addresses that are not public, or behind a proxy'),
    exclude,
    label: labels(),
  },
  operands: {only: chosenKeys('recorded')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors alerts [KEY|GLOB...]`: where alerts go, and whether they arrive. */
export const alertsCommand = command(TABLE, async (options, door) => {
  refuseIdleFlags(options);
  return options.test ? testAlerts(options, door) : showAlerts(options, door);
});

function refuseIdleFlags({test, to, allowPrivate, maxRequests}: Options): void {
  const needy = to !== undefined ? '--to' : allowPrivate ? '--allow-private' : null;
  if (!test && needy !== null) throw new UserError('config/usage', `${needy} needs --test`, 'give both');
  if (test && maxRequests !== undefined) throw new UserError('config/usage', '--max-requests does not go with --test', 'leave one out');
}

async function showAlerts({format, maxRequests, only, exclude, label: labels}: Options, door: Door): Promise<number> {
  const project = await door.openProject('look');
  const {readAlerts} = await import('./alerts');
  const document = await readAlerts(project, {only, exclude, labels, maxRequests}, await showProgress(door));
  await noteLack(document, door);
  if (format === 'json') door.print((await import('../../rendering/escape-json')).renderJson(document));
  else door.print((await import('./text')).renderAlertsText(document, door.look('stdout')));
  return document.notRead.length > 0 ? 1 : 0;
}

async function testAlerts({format, to, allowPrivate, only, exclude, label: labels}: Options, door: Door): Promise<number> {
  const project = await door.openProject('look');
  const {testWebhooks} = await import('./test-webhooks');
  const approve = (tests: readonly PlannedTest[]) => approveTests(tests, to ?? [], door);
  const addresses = allowPrivate ? ('any' as const) : ('public' as const);
  const end = await testWebhooks(project, {only, exclude, labels, addresses}, approve);
  if (end.kind === 'invalid') return (await door.notes()).invalid(end.workspace.report, 'sent');
  const {document} = end;
  if (format === 'json') door.print((await import('../../rendering/escape-json')).renderJson(document));
  else door.print((await import('./test-text')).renderTestText(document, door.look('stdout')));
  return document.summary.failed > 0 ? 1 : 0;
}

/** Asks, unless each host was named. Without a terminal each has to be: a general leave would let the files choose where secrets go. */
async function approveTests(tests: readonly PlannedTest[], named: readonly string[], door: Door): Promise<void> {
  const {renderPlannedTests} = await import('./test-text');
  if (!door.flags.quiet) door.note(renderPlannedTests(tests, door.look('stderr')));
  const allowed = new Set(named.map(readHost));
  const missing = [...new Set(tests.map(({host}) => host))].filter(host => !allowed.has(host)).sort();
  if (missing.length === 0) return;
  if ((await door.explainUnasked()) !== null) {
    const flags = missing.map(host => `--to ${host}`).join(' ');
    throw new UserError(
      'config/confirmation-needed',
      'sending samples needs confirmation, but no one can be asked',
      `to send them, add ${flags}`,
    );
  }
  await door.ask(`Send a sample to ${countOf(tests.length, 'webhook')} from this machine?`, door.context.watchInterruption());
}

/** A host as addresses have it: in lower case and ASCII, without the port of https. */
function readHost(text: string): string {
  const address = `https://${text}`;
  const url = parseUrl(address);
  if (url !== undefined && url.pathname === '/' && url.username === '' && url.search === '' && url.hash === '' && !/[/\\@?#]/.test(text))
    return url.host;
  throw new UserError('config/usage', '--to takes a host, with its port if it has one', 'for example --to hooks.example.com');
}

async function showProgress(door: Door): Promise<AlertsProgress> {
  const progress = await door.progress();
  if (door.flags.quiet) return progress;
  const onRequests = (requests: number, monitors: number) =>
    door.note(`reading alerts of ${countOf(monitors, 'monitor')}: about ${countOf(requests, 'request')}\n`);
  return {...progress, onRequests};
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
