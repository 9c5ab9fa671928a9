import {isObject, type JsonObject, member} from '../../json/value';
import {findUrlFlaw} from './address';
import {isEmail, isServiceEmail} from './domain';
import {itemsOf, type RuleSink, shorten} from './sink';

/** Who is told: the webhook's address, headers and metadata, and e-mail recipients. Never echoes the webhook's address. */
export function checkReceivers(body: JsonObject, sink: RuleSink): void {
  const webhook = member(body, 'webhook');
  if (isObject(webhook)) checkWebhook(webhook, sink);
  const email = member(member(body, 'notification'), 'email');
  const recipients = itemsOf(member(email, 'recipients'));
  for (const [index, address] of recipients.entries()) {
    if (typeof address !== 'string' || isServiceEmail(address)) continue;
    const path = ['notification', 'email', 'recipients', index];
    const shown = `"${shorten(address)}"`;
    if (isEmail(address)) {
      const hint = 'use another address of that person, or an alias of letters, digits, . _ - and +';
      sink.warn({code: 'service/email', path, message: `${shown} is an e-mail address that a known service refuses`, hint});
    } else {
      sink.error({
        code: 'spec/email',
        path,
        message: `${shown} is no e-mail address`,
        hint: 'write the bare address, one an item, e.g. team@example.com',
      });
    }
  }
  if (member(email, 'enabled') === true && recipients.length === 0) {
    const message = 'e-mail is enabled, but there are no recipients';
    sink.warn({
      code: 'risk/email-without-recipients',
      path: ['notification', 'email'],
      message,
      hint: 'add recipients: [team@example.com], or remove enabled',
    });
  }
}

const REFERENCE = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/g;

/** Set by the service itself to sign what it sends. */
const SIGNATURE_HEADER = 'x-firecrawl-signature';

function checkWebhook(webhook: JsonObject, sink: RuleSink): void {
  const url = member(webhook, 'url');
  // A reference may stand for the scheme too: then only sending shows whether the address is one.
  if (typeof url === 'string' && !url.startsWith('${')) checkWebhookUrl(url.replace(REFERENCE, 'x'), sink);
  const headers = member(webhook, 'headers');
  for (const name of isObject(headers) ? Object.keys(headers) : []) {
    if (name.toLowerCase() !== SIGNATURE_HEADER) continue;
    const message = `the header "${name}" is set by the service itself; a known service refuses it`;
    sink.warn({
      code: 'service/webhook-header',
      path: ['webhook', 'headers', name],
      part: 'key',
      message,
      hint: 'remove it, or give it another name',
    });
  }
  const metadata = member(webhook, 'metadata');
  for (const [name, value] of isObject(metadata) ? Object.entries(metadata) : []) {
    if (typeof value === 'string') continue;
    const message = `the value of "${shorten(name)}" in the webhook's metadata is no text; a known service takes text only`;
    sink.warn({code: 'service/webhook-metadata', path: ['webhook', 'metadata', name], message, hint: 'write it in quotes'});
  }
}

function checkWebhookUrl(url: string, sink: RuleSink): void {
  const flaw = findUrlFlaw(url);
  if (flaw === null) return;
  const path = ['webhook', 'url'];
  const example = 'write an address such as https://hooks.example.com/acme';
  if (flaw.kind === 'scheme') {
    sink.error({code: 'spec/url-scheme', path, message: `the webhook's scheme "${flaw.scheme}" is not supported`, hint: example});
    return;
  }
  const reasons = {
    'space-around': 'has white space around it',
    'no-scheme': 'has no scheme',
    'no-address': 'is no web address',
    characters: 'has characters that an address must not hold as they are',
    'user-info': 'has a user name or password in it',
    host: 'has a host that does not look public',
  };
  const hint =
    flaw.kind === 'characters'
      ? 'encode them: %20 for a space, the xn-- form for a host'
      : flaw.kind === 'no-scheme'
        ? 'put https:// in front'
        : example;
  sink.error({code: 'spec/url', path, message: `the webhook's address ${reasons[flaw.kind]}`, hint});
}
