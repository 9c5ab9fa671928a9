import {assertNever} from '../../base/assert-never';
import {isObject, type JsonValue} from '../../json/value';
import {findChatHook} from '../../secrets/chat-hook';
import {member} from '../../service/member';
import {itemsOf, type Spot, shorten} from '../spot';
import {findUrlFlaw} from './address';
import {isLongLabel} from './domain';
import {warnOfName} from './formats';

/**
 * Checks who is notified, or that no one is to be: the webhook's address, headers and metadata, and e-mail recipients.
 * Never echoes the webhook's address.
 */
export function checkReceivers(spec: Spot): void {
  if (isObject(spec.read('webhook'))) checkWebhook(spec.at('webhook'));
  const notification = spec.read('notification');
  if (isObject(member(notification, 'email'))) checkEmail(spec.at('notification').at('email').at('recipients'));
  if (member(notification, 'slack') !== undefined) warnOfSlack(spec.at('notification').at('slack'));
  if (member(spec.read('sync'), 'alerts') === 'none') checkSilence(spec);
}

/** Whether someone is told of what a monitor finds, as far as its body says. */
export function hasAlert(body: JsonValue): boolean {
  return nameAlert(body) !== null;
}

/** Its webhook, e-mail or Slack; null where no one is notified. */
function nameAlert(body: JsonValue): string | null {
  if (isObject(member(body, 'webhook'))) return 'a webhook';
  const notification = member(body, 'notification');
  if (member(member(notification, 'email'), 'enabled') === true) return 'enabled e-mail';
  return member(member(notification, 'slack'), 'enabled') === true ? 'enabled Slack' : null;
}

function checkSilence(spec: Spot): void {
  const alert = nameAlert(spec.value ?? null);
  if (alert === null) return;
  const message = `"alerts: none" says that no one is notified, but there is ${alert}`;
  spec.at('sync').at('alerts').error('spec/alerts', message, 'remove alerts; where it is inherited, write alerts: null');
}

/** Firecrawl takes it, though its documentation calls Slack a setting of the dashboard. */
function warnOfSlack(slack: Spot): void {
  slack.key.warn(
    'schema/undocumented-field',
    '"notification.slack" is not documented, though Firecrawl takes it',
    'set Slack up in the dashboard and leave it out: a spec without it changes nothing there',
  );
}

function checkEmail(recipients: Spot): void {
  for (const [index, address] of itemsOf(recipients.value).entries()) {
    if (typeof address !== 'string' || isOrdinaryEmail(address)) continue;
    checkRecipient(address, recipients.below(index));
  }
}

function checkRecipient(address: string, recipient: Spot): void {
  const flaw = findServiceFlaw(address);
  const shown = `"${shorten(address)}"`;
  if (!isEmail(address)) {
    const meant = suggestEmail(address);
    const hint = meant === null ? 'write the bare address, one an item, e.g. team@example.com' : `write ${meant}`;
    recipient.error('spec/email', `${shown} is not an e-mail address`, hint);
  } else if (flaw !== null) {
    const place = flaw === 'local' ? 'the part before the @' : 'its domain';
    const hint =
      flaw === 'local'
        ? 'use another address of that person, or an alias of letters, digits, . _ - and +'
        : 'write a domain that ends in two letters or more, such as example.com';
    recipient.warn('service/email', `Firecrawl refuses the e-mail address ${shown} because of ${place}`, hint);
  }
}

const REFERENCE = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/g;

/** Set by the service itself to sign what it sends. */
const SIGNATURE_HEADER = 'x-firecrawl-signature';

function checkWebhook(webhook: Spot): void {
  const url = webhook.read('url');
  if (typeof url === 'string') checkWebhookUrl(url, webhook);
  for (const header of webhook.at('headers').members()) {
    const reason = whyRefused(header.name);
    if (reason === null) continue;
    header.key.warn('service/webhook-header', `the header "${header.name}" ${reason}`, 'remove it, or give it another name');
  }
  for (const item of webhook.at('metadata').members()) {
    if (item.name === 'constructor') warnOfName(item, 'Firecrawl refuses it');
    if (typeof item.value === 'string') continue;
    const message = `the value of "${shorten(item.name)}" in the webhook's metadata is not text; Firecrawl takes text only`;
    item.warn('service/webhook-metadata', message, hintForMetadata(item.value ?? null));
  }
}

function checkWebhookUrl(url: string, webhook: Spot): void {
  // A reference may stand for the scheme too: then only sending shows whether the address is one.
  if (!url.startsWith('${')) reportUrlFlaw(url.includes('${') ? url.replace(REFERENCE, 'x') : url, webhook);
  const chat = findChatHook(url);
  if (chat === null) return;
  webhook
    .at('url')
    .warn(
      'risk/chat-webhook',
      `${chat.chat} refuses what the service sends to this webhook: it takes messages of its own form`,
      `put a service of yours between that turns events into messages${chat.chat === 'Slack' ? ', or set Slack up in the dashboard of the service' : ''}`,
    );
}

/** Why Firecrawl refuses a header of a webhook; null where it takes it. */
function whyRefused(name: string): string | null {
  if (name.toLowerCase() === SIGNATURE_HEADER) return 'is set by Firecrawl itself and refused in a spec';
  return name === 'constructor' ? 'has a name that Firecrawl refuses' : null;
}

function hintForMetadata(value: JsonValue): string {
  if (value === null) return 'write a text, or remove it';
  return typeof value === 'object' ? 'write it as JSON in single quotes, or one text for each of its values' : `write "${String(value)}"`;
}

function reportUrlFlaw(text: string, webhook: Spot): void {
  const flaw = findUrlFlaw(text);
  if (flaw === null) return;
  const url = webhook.at('url');
  const example = 'write an address such as https://hooks.example.com/acme';
  switch (flaw.kind) {
    case 'scheme':
      url.error('spec/url-scheme', `the webhook's scheme "${flaw.scheme}" is not supported`, example);
      return;
    case 'space-around':
      url.error('spec/url', "the webhook's address has white space around it", 'remove the white space');
      return;
    case 'no-scheme':
      url.error('spec/url', "the webhook's address has no scheme", 'put https:// in front');
      return;
    case 'no-address':
      url.error('spec/url', "the webhook's address is not a web address", example);
      return;
    case 'characters': {
      const message = "the webhook's address has characters that must be encoded in an address";
      url.error('spec/url', message, 'encode them: %20 for a space, the xn-- form for a host');
      return;
    }
    default:
      assertNever(flaw);
  }
}

/** Whether a text is an address of the ordinary kind, which is sound and which Firecrawl takes; others need a closer look. */
function isOrdinaryEmail(text: string): boolean {
  return text.length <= 254 && /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i.test(text);
}

/** Whether a text has the form of an e-mail address: `local@domain` (RFC 5322 without quotes, comments and literals). */
function isEmail(text: string): boolean {
  const {local, domain} = splitEmail(text);
  return (
    local.split('.').every(part => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)) &&
    domain.includes('.') &&
    domain.toLowerCase().split('.').every(isLongLabel)
  );
}

/** Finds the part that Firecrawl refuses in an e-mail address: the part before the `@`, or the domain; null where it takes the address. */
function findServiceFlaw(text: string): 'local' | 'domain' | null {
  const {local, domain} = splitEmail(text);
  if (!/^[\w'+.-]*[\w+-]$/.test(local) || local.startsWith('.') || local.includes('..')) return 'local';
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  const isSound = labels.length > 1 && labels.every(label => /^[a-z0-9][a-z0-9-]*$/i.test(label)) && /^[a-z]{2,}$/i.test(last);
  return isSound ? null : 'domain';
}

/** The bare address that was probably meant by another text, or null: out of `Ann <ann@example.com>`, `mailto:` and white space. */
function suggestEmail(text: string): string | null {
  if (text.length > LONGEST_SUGGESTION) return null;
  const bare = (/<([^<>]*)>/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '');
  return isEmail(bare) && findServiceFlaw(bare) === null ? bare : null;
}

/** Longer ones would fill the screen. */
const LONGEST_SUGGESTION = 300;

function splitEmail(text: string): {local: string; domain: string} {
  const at = text.lastIndexOf('@');
  return at < 0 || text.length > LONGEST_EMAIL ? {local: '', domain: ''} : {local: text.slice(0, at), domain: text.slice(at + 1)};
}

/** Far above what any mail server takes; keeps hostile input cheap. */
const LONGEST_EMAIL = 2000;
