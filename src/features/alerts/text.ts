import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import {unreadLines} from '../observe/unread-text';
import type {AlertsDocument, DestinationDocument, MonitorDeliveryDocument, RecipientDocument} from './document';

/** Keys that are named without `--verbose`. */
const MOST_NAMED = 5;

/** One block for each destination, those with trouble first: its monitors, the last message, recipients; then a summary. */
export function renderAlertsText(document: AlertsDocument, options: RenderOptions): string {
  const blocks = listBlocks(document, options).map(block => blockLines(block, options));
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : [BLANK, ...block]));
  const summary = summaryLines(document, options);
  return printText([...lines, ...(lines.length === 0 || summary.length === 0 ? [] : [BLANK]), ...summary], options);
}

/** A destination, with others of the same address that have no trouble or all the same: their paths are secret, so they look the same. */
interface Block {
  readonly first: DestinationDocument;
  readonly others: DestinationDocument[];
}

function listBlocks({destinations}: AlertsDocument, {verbosity}: RenderOptions): readonly Block[] {
  const troubled: Block[] = [];
  const good: Block[] = [];
  const bySign = new Map<string, Block>();
  for (const first of destinations) {
    const sign = verbosity === 'verbose' ? null : signOf(first);
    const known = sign === null ? undefined : bySign.get(sign);
    if (known !== undefined) known.others.push(first);
    else {
      const block: Block = {first, others: []};
      (hasTrouble(first) ? troubled : good).push(block);
      if (sign !== null) bySign.set(sign, block);
    }
  }
  return [...troubled, ...good];
}

/** Names what destinations of one block have in common; null for one that stands alone. */
function signOf(destination: DestinationDocument): string | null {
  const {undelivered, monitors, last, recipients} = destination;
  if (!hasTrouble(destination)) return nameOf(destination);
  const isDead = recipients.length === 0 && undelivered === monitors.length && last !== null;
  return isDead ? JSON.stringify([nameOf(destination), describeDelivery(last)]) : null;
}

function hasTrouble({undelivered, recipients}: DestinationDocument): boolean {
  return undelivered > 0 || recipients.some(({status}) => status !== null && status !== 'confirmed');
}

function blockLines({first, others}: Block, options: RenderOptions): Line[] {
  if (others.length === 0) return destinationLines(first, countOf(first.monitors.length, 'monitor'), options);
  const all = [first, ...others];
  const monitors = all.flatMap(one => one.monitors);
  const events = [...new Set(all.flatMap(one => one.events))].sort();
  const last = others.reduce((newest, one) => ((one.last?.at ?? '') > (newest?.at ?? '') ? one.last : newest), first.last);
  return destinationLines(
    {...first, monitors, events, last},
    `${formatNumber(all.length)} paths of ${countOf(monitors.length, 'monitor')}`,
    options,
  );
}

function destinationLines(destination: DestinationDocument, counts: string, options: RenderOptions): Line[] {
  const {events, monitors, last, recipients} = destination;
  const undelivered = monitors.filter(({outcome}) => outcome === 'undelivered');
  const nameKeys = (some: readonly MonitorDeliveryDocument[]) => nameFirst(some, options);
  return [
    dataLine(0, styled('strong', nameOf(destination)), `  ${counts}`),
    hangingLine(2, 2, `of ${nameKeys(monitors)}`),
    ...(events.length === 0 ? [] : [dataLine(2, `events: ${events.map(shorten).join(', ')}`)]),
    lastLine(last, options),
    ...(undelivered.length === 0
      ? []
      : [hangingLine(2, 2, styled('error', `not delivered (${formatNumber(undelivered.length)}): ${nameKeys(undelivered)}`))]),
    ...recipientLines(recipients),
  ];
}

function nameOf({channel, address}: DestinationDocument): string {
  switch (channel) {
    case 'webhook':
      return `webhook ${shorten(address ?? '')}`;
    case 'email':
      return 'mail';
    case 'slack':
      return address === null ? 'Slack (default channel)' : `Slack ${shorten(address)}`;
  }
}

function nameFirst(monitors: readonly MonitorDeliveryDocument[], {verbosity}: RenderOptions): string {
  const keys = monitors.map(({key}) => shorten(key));
  return listFirst(keys, verbosity === 'verbose' ? keys.length : MOST_NAMED);
}

function lastLine(last: DestinationDocument['last'], options: RenderOptions): Line {
  if (last === null) return dataLine(2, styled('faint', 'no event yet'));
  const time = last.at === null ? '' : `, ${showTime(last.at, options)}`;
  const words = `last message: ${describeDelivery(last)} (${shorten(last.key)}${time})`;
  return hangingLine(2, 2, last.outcome === 'undelivered' ? styled('error', words) : words);
}

/** Describes what became of a message, in a few words. */
function describeDelivery({outcome, statusCode, error}: MonitorDeliveryDocument): string {
  const status = statusCode === null ? '' : `status ${statusCode}`;
  switch (outcome) {
    case 'delivered':
      return status === '' ? 'delivered' : `delivered, ${status}`;
    case 'undelivered':
      return `not delivered${[status, error ?? '']
        .filter(part => part !== '')
        .map(part => `, ${part}`)
        .join('')}`;
    case 'queued':
      return 'the service will try again';
    case 'not-yet':
      return 'not noted yet';
    case 'unconfirmed':
      return 'no recipient has confirmed';
    case 'unknown':
      return 'the service does not say whether it arrived';
    case 'no-event':
    case 'not-read':
      return 'none';
  }
}

const RECIPIENT_WORDS: Readonly<Record<string, string>> = {
  pending: 'pending: gets nothing until the link in the confirmation mail is clicked',
  unsubscribed: 'unsubscribed: gets nothing, and has to be asked again',
};

function recipientLines(recipients: readonly RecipientDocument[]): Line[] {
  const good = recipients.filter(({status}) => status === 'confirmed').length;
  const others = recipients.filter(({status}) => status !== 'confirmed');
  return [
    ...others.map(({email, status, monitors}) => {
      const words = status === null ? 'not known whether it confirmed' : (RECIPIENT_WORDS[status] ?? shorten(status));
      return hangingLine(
        ...([2, 2, styled('strong', shorten(email)), '  '] as const),
        status === null ? words : styled('warning', words),
        ...(monitors > 1 ? [` (${countOf(monitors, 'monitor')})`] : []),
      );
    }),
    ...(good === 0 ? [] : [dataLine(2, `${countOf(good, 'recipient')} confirmed`)]),
  ];
}

/** Whether keys were left out. */
function isCut(document: AlertsDocument, options: RenderOptions): boolean {
  const {destinations, withoutAlerts, missing} = document;
  return (
    options.verbosity !== 'verbose' &&
    ([...destinations.map(({monitors}) => monitors), withoutAlerts, missing].some(keys => keys.length > MOST_NAMED) ||
      listBlocks(document, options).some(({others}) => others.length > 0))
  );
}

function summaryLines(document: AlertsDocument, options: RenderOptions): Line[] {
  const {summary, withoutAlerts, missing, notRead} = document;
  const {monitors, destinations, undelivered, unconfirmed} = summary;
  const unread = unreadLines(notRead, options);
  if (options.verbosity === 'quiet') return unread;
  const counts = [
    `${countOf(monitors, 'monitor')}, ${countOf(destinations, 'destination')}`,
    `${formatNumber(undelivered)} undelivered`,
    `${formatNumber(unconfirmed)} unconfirmed`,
    ...(notRead.length === 0 ? [] : [`${formatNumber(notRead.length)} not read`]),
  ];
  const name = (keys: readonly string[]) => listFirst(keys.map(shorten), options.verbosity === 'verbose' ? keys.length : MOST_NAMED);
  return [
    ...unread,
    proseLine(0, `Alerts: ${counts.join(', ')}${isCut(document, options) ? ' (--verbose names each)' : ''}.`),
    ...(withoutAlerts.length === 0 ? [] : [proseLine(0, `Telling no one: ${name(withoutAlerts)}.`)]),
    ...(missing.length === 0
      ? []
      : [proseLine(0, pasteable(`Not in the service: ${name(missing)}. Run "monitors plan --refresh" to see what is missing.`, options))]),
  ];
}
