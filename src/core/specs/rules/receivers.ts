import {assertNever} from '../../base/assert-never';
import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {findChatHook} from '../../secrets/chat-hook';
import {member} from '../../service/member';
import {findUrlFlaw} from './address';
import {isLongLabel} from './domain';
import {warnOfName} from './formats';
import {itemsOf, type RuleSink, shorten} from './sink';

/**
 * Checks who is notified, or that no one is to be: the webhook's address, headers and metadata, and e-mail recipients.
 * Never echoes the webhook's address.
 */
export function checkReceivers(body: JsonObject, sink: RuleSink): void {
  const webhook = member(body, 'webhook');
  if (isObject(webhook)) checkWebhook(webhook, sink);
  const notification = member(body, 'notification');
  const email = member(notification, 'email');
  if (isObject(email)) checkEmail(email, sink);
  if (member(notification, 'slack') !== undefined) warnOfSlack(sink);
  if (member(member(body, 'sync'), 'alerts') === 'none') checkSilence(body, sink);
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

function checkSilence(body: JsonObject, sink: RuleSink): void {
  const alert = nameAlert(body);
  if (alert === null) return;
  const message = `"alerts: none" says that no one is notified, but there is ${alert}`;
  sink.error({code: 'spec/alerts', path: ['sync', 'alerts'], message, hint: 'remove alerts; where it is inherited, write alerts: null'});
}

/** Firecrawl takes it, though its documentation calls Slack a setting of the dashboard. */
function warnOfSlack(sink: RuleSink): void {
  sink.warn({
    code: 'schema/undocumented-field',
    path: ['notification', 'slack'],
    part: 'key',
    message: '"notification.slack" is not documented, though Firecrawl takes it',
    hint: 'set Slack up in the dashboard and leave it out: a spec without it changes nothing there',
  });
}

function checkEmail(email: JsonObject, sink: RuleSink): void {
  for (const [index, address] of itemsOf(member(email, 'recipients')).entries()) {
    if (typeof address !== 'string' || isOrdinaryEmail(address)) continue;
    checkRecipient(address, ['notification', 'email', 'recipients', index], sink);
  }
}

function checkRecipient(address: string, path: Path, sink: RuleSink): void {
  const flaw = findServiceFlaw(address);
  const shown = `"${shorten(address)}"`;
  if (!isEmail(address)) {
    const meant = suggestEmail(address);
    const hint = meant === null ? 'write the bare address, one an item, e.g. team@example.com' : `write ${meant}`;
    sink.error({code: 'spec/email', path, message: `${shown} is not an e-mail address`, hint});
  } else if (flaw !== null) {
    const place = flaw === 'local' ? 'the part before the @' : 'its domain';
    const hint =
      flaw === 'local'
        ? 'use another address of that person, or an alias of letters, digits, . _ - and +'
        : 'write a domain that ends in two letters or more, such as example.com';
    sink.warn({
      code: 'service/email',
      path,
      message: `Firecrawl refuses the e-mail address ${shown} because of ${place}`,
      hint,
    });
  }
}

const REFERENCE = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/g;

/** Set by the service itself to sign what it sends. */
const SIGNATURE_HEADER = 'x-firecrawl-signature';

function checkWebhook(webhook: JsonObject, sink: RuleSink): void {
  const url = member(webhook, 'url');
  // A reference may stand for the scheme too: then only sending shows whether the address is one.
  if (typeof url === 'string' && !url.startsWith('${')) checkWebhookUrl(url.includes('${') ? url.replace(REFERENCE, 'x') : url, sink);
  const chat = typeof url === 'string' ? findChatHook(url) : null;
  if (chat !== null) {
    sink.warn({
      code: 'risk/chat-webhook',
      path: ['webhook', 'url'],
      message: `${chat.chat} refuses what the service sends to this webhook: it takes messages of its own form`,
      hint: `put a service of yours between that turns events into messages${chat.chat === 'Slack' ? ', or set Slack up in the dashboard of the service' : ''}`,
    });
  }
  const headers = member(webhook, 'headers');
  for (const name of isObject(headers) ? Object.keys(headers) : []) {
    const reason = whyRefused(name);
    if (reason === null) continue;
    sink.warn({
      code: 'service/webhook-header',
      path: ['webhook', 'headers', name],
      part: 'key',
      message: `the header "${name}" ${reason}`,
      hint: 'remove it, or give it another name',
    });
  }
  const metadata = member(webhook, 'metadata');
  for (const [name, value] of isObject(metadata) ? Object.entries(metadata) : []) {
    if (name === 'constructor') warnOfName(name, ['webhook', 'metadata', name], 'Firecrawl refuses it', sink);
    if (typeof value === 'string') continue;
    const message = `the value of "${shorten(name)}" in the webhook's metadata is not text; Firecrawl takes text only`;
    sink.warn({code: 'service/webhook-metadata', path: ['webhook', 'metadata', name], message, hint: hintForMetadata(value)});
  }
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

function checkWebhookUrl(url: string, sink: RuleSink): void {
  const flaw = findUrlFlaw(url);
  if (flaw === null) return;
  const path = ['webhook', 'url'];
  const example = 'write an address such as https://hooks.example.com/acme';
  switch (flaw.kind) {
    case 'scheme':
      sink.error({code: 'spec/url-scheme', path, message: `the webhook's scheme "${flaw.scheme}" is not supported`, hint: example});
      return;
    case 'space-around':
      sink.error({code: 'spec/url', path, message: "the webhook's address has white space around it", hint: 'remove the white space'});
      return;
    case 'no-scheme':
      sink.error({code: 'spec/url', path, message: "the webhook's address has no scheme", hint: 'put https:// in front'});
      return;
    case 'no-address':
      sink.error({code: 'spec/url', path, message: "the webhook's address is not a web address", hint: example});
      return;
    case 'characters':
      sink.error({
        code: 'spec/url',
        path,
        message: "the webhook's address has characters that must be encoded in an address",
        hint: 'encode them: %20 for a space, the xn-- form for a host',
      });
      return;
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
