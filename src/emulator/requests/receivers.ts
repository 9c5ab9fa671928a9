import {parseUrl} from '../../core/base/url';
import type {JsonObject, JsonValue} from '../../core/json/value';
import {fillingsOf} from '../../core/service/fill-in';
import {listMembers} from '../../core/service/table';
import {isEmail} from './addresses';
import type {Problems, RequestPath} from './problems';

const webhookEvents = ['monitor.page', 'monitor.check.completed'] as const;

/** Reads a webhook (API v2, "MonitorWebhook") and fills in its defaults; a text counts as its `url`. */
export function readWebhook(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const given: JsonValue = typeof value === 'string' ? {url: value} : value;
  const webhook = problems.closedObject(given, path, listMembers('MonitorWebhook'));
  if (webhook === undefined) return undefined;
  const before = problems.list.length;
  const filled: JsonObject = {...fillingsOf('MonitorWebhook'), ...webhook};
  const url = problems.string(filled['url'], [...path, 'url'])?.trim();
  if (url !== undefined && parseUrl(url) === undefined) problems.add([...path, 'url'], 'invalid_format', 'Invalid URL');
  const read = {
    url,
    headers: readTexts(problems, filled['headers'] ?? null, [...path, 'headers']),
    metadata: readTexts(problems, filled['metadata'] ?? null, [...path, 'metadata']),
    events: problems.array(filled['events'], [...path, 'events'], {}, (item, at) => problems.oneOf(item, at, webhookEvents)),
  };
  if (Object.keys(read.headers ?? {}).some(name => name.toLowerCase() === signatureHeader)) {
    problems.add(path, 'custom', 'the signature header is set by the service');
  }
  return problems.list.length === before ? (read as JsonObject) : undefined;
}

const signatureHeader = 'x-firecrawl-signature';

function readTexts(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const object = problems.object(value, path);
  for (const [name, text] of Object.entries(object ?? {})) problems.string(text, [...path, name]);
  return object;
}

/** Reads a notification (API v2, "MonitorNotification") and fills in its defaults. */
export function readNotification(problems: Problems, value: JsonValue | undefined, path: RequestPath): JsonObject | undefined {
  if (value === undefined) return {};
  const notification = problems.closedObject(value, path, [...listMembers('MonitorNotification'), 'slack']);
  if (notification === undefined) return undefined;
  const {email, slack} = notification;
  return {
    ...(email === undefined ? {} : {email: readEmail(problems, email, [...path, 'email']) ?? {}}),
    ...(slack === undefined ? {} : {slack: readSlack(problems, slack, [...path, 'slack']) ?? {}}),
  };
}

function readEmail(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const email = problems.closedObject(value, path, listMembers('EmailNotification'));
  if (email === undefined) return undefined;
  const filled: JsonObject = {...fillingsOf('EmailNotification'), ...email};
  const {enabled, recipients, includeDiffs} = filled;
  problems.boolean(enabled, [...path, 'enabled']);
  problems.boolean(includeDiffs, [...path, 'includeDiffs']);
  problems.array(recipients, [...path, 'recipients'], {max: 25}, (item, at) => {
    const address = problems.string(item, at);
    return address === undefined || isEmail(address) ? address : problems.add(at, 'invalid_format', 'must be an e-mail address');
  });
  return filled;
}

/** Reads Slack settings: not documented, but Firecrawl keeps them. */
function readSlack(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const slack = problems.closedObject(value, path, ['enabled', 'channelId', 'channelName']);
  if (slack === undefined) return undefined;
  const {enabled = false, channelId, channelName} = slack;
  problems.boolean(enabled, [...path, 'enabled']);
  if (channelId !== undefined) problems.string(channelId, [...path, 'channelId'], {max: 64});
  if (channelName !== undefined) problems.string(channelName, [...path, 'channelName'], {max: 128});
  return {...slack, enabled};
}
