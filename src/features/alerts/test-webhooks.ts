import {type Resolve, sendWebhook, type WebhookEnd} from '../../core/api/http-webhook';
import {maskAddresses} from '../../core/api/read-scrape';
import {cleanServiceText} from '../../core/api/service-text';
import {refuseInterrupted} from '../../core/base/interruption';
import {listFirst} from '../../core/base/words';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {Choice} from '../../core/plan/change';
import {maskValue} from '../../core/secrets/masking';
import {createRedactor} from '../../core/secrets/redaction';
import {checkReferenceValues, listReferenceNames} from '../../core/secrets/references';
import {withParts} from '../../core/secrets/sent-secrets';
import {member} from '../../core/service/member';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {viewState} from '../../core/state/fold-open';
import {type ReadableState, recordIn} from '../../core/state/state';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import {findPullRequest} from '../../project/pull-request';
import {nothingStored} from '../../project/state-access';
import {type AlertsTestDocument, toAlertsTestDocument, type WebhookTestDocument} from './test-document';
import {hasSecretsBesideAddress, isApplied, makeTestEvent, type TestEvent} from './test-event';

/** Request of `monitors alerts --test`. */
interface TestRequest extends Choice {
  readonly addresses: 'public' | 'any';
}

/** A webhook that is about to get a sample. */
export interface PlannedTest {
  /** Host and port. */
  readonly host: string;
  /** Scheme and host; the rest is masked. */
  readonly address: string;
  readonly keys: readonly Key[];
}

/** Outcome of testing. */
type TestEnd =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'tested'; readonly document: AlertsTestDocument};

/** A distinct webhook with its sample. */
interface Sample extends PlannedTest {
  readonly event: TestEvent;
  readonly webhook: JsonObject;
}

/** Characters of an answer that are shown. */
const LONGEST_ANSWER = 200;

/**
 * Sends one sample to each distinct webhook once `approve` returns: only to those that the state records as applied, with the same
 * origin and references. Each is sent once. Changes nothing. Throws `UserError` before anything is sent.
 */
export async function testWebhooks(
  project: Project,
  request: TestRequest,
  approve: (tests: readonly PlannedTest[]) => Promise<void>,
  resolve?: Resolve,
): Promise<TestEnd> {
  requireFullOperations(project.settings, 'monitors alerts --test');
  refusePullRequest(project.env);
  const interruption = project.watchInterruption();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const {stored, unresolved} = await viewState(project.store);
  if (stored === null) throw nothingStored();
  const {state} = stored;
  const {monitors, elsewhere} = workspace.checked;
  const chosen = chooseKeys(request, {desired: monitors, state, unresolved, elsewhere}, project.nameOption);
  const samples = makeSamples(
    monitors.filter(({key}) => chosen === undefined || chosen.has(key)),
    state,
    project.env,
  );
  await approve(samples.map(({host, address, keys}) => ({host, address, keys})));
  const tests: WebhookTestDocument[] = [];
  for (const sample of samples) {
    refuseInterrupted({interruption});
    const end = await sendWebhook({...sample.event, addresses: request.addresses, env: project.env, signal: interruption}, resolve);
    tests.push(describeEnd(sample, end, project.env));
  }
  return {kind: 'tested', document: toAlertsTestDocument(tests)};
}

function refusePullRequest(env: Project['env']): void {
  const variable = findPullRequest(env);
  if (variable === null) return;
  throw new UserError(
    'alerts/pull-request',
    `alerts are not tested in a pull or merge request (${variable} is set): its author chooses where secrets go`,
    'run it after the merge, or on your machine',
  );
}

/** The samples of the distinct webhooks. Throws `UserError` where one may not be sent. */
function makeSamples(monitors: readonly DesiredMonitor[], state: ReadableState, env: Project['env']): readonly Sample[] {
  const hooked = monitors.flatMap(({key, name, body}) => {
    const webhook = member(body(), 'webhook');
    return typeof webhook === 'object' && webhook !== null && !Array.isArray(webhook) ? [{key, name, webhook: webhook as JsonObject}] : [];
  });
  if (hooked.length === 0) throw new UserError('config/nothing-chosen', 'none of the chosen monitors has a webhook', 'choose other keys');
  refuseUnapplied(hooked.filter(({key, webhook}) => !isApplied(webhook, recordedWebhook(state, key))).map(({key}) => key));
  const names = hooked.flatMap(({webhook}) => listReferenceNames({webhook}));
  const [fault] = checkReferenceValues({names, env, apiKey: env['MONITORS_API_KEY'] ?? null});
  if (fault !== undefined) throw new UserError(fault.code, fault.message, fault.hint);
  const samples = new Map<string, Sample>();
  for (const {key, name, webhook} of hooked) {
    const event = makeTestEvent(webhook, {name, lookup: reference => env[reference] ?? '', secret: signingKey(env)});
    const address = maskedAddress(webhook);
    if (event === null) throw badAddress(key, address);
    if (event.url.protocol === 'http:' && hasSecretsBesideAddress(webhook, event.url)) throw plainHttp(key, address);
    const distinct = JSON.stringify([event.url.href, event.headers['authorization'] ?? '', headersOf(event)]);
    const known = samples.get(distinct);
    const keys = [...(known?.keys ?? []), key];
    samples.set(distinct, known === undefined ? {host: event.url.host, address, keys, event, webhook} : {...known, keys});
  }
  return [...samples.values()];
}

/** The headers of the webhook; the signature is of the body, which differs by its name. */
function headersOf({headers}: TestEvent): readonly (readonly [string, string])[] {
  return Object.entries(headers).filter(([name]) => name !== 'x-firecrawl-signature');
}

function signingKey(env: Project['env']): string {
  return env['MONITORS_WEBHOOK_SECRET'] ?? '';
}

function recordedWebhook(state: ReadableState, key: Key): JsonValue | undefined {
  const record = recordIn(state, key);
  return record === undefined ? undefined : member(record.applied, 'webhook');
}

function maskedAddress(webhook: JsonObject): string {
  const url = property(webhook, 'url');
  const masked = maskValue(typeof url === 'string' ? url.trim() : '', ['webhook', 'url']);
  return typeof masked === 'string' ? masked : '';
}

function refuseUnapplied(keys: readonly Key[]): void {
  if (keys.length === 0) return;
  throw new UserError(
    'alerts/not-applied',
    `the state does not record the webhook of ${listFirst(keys.map(key => `"${key}"`))} with this origin and these references`,
    'run "monitors apply" first, or leave them out with --exclude; nothing was sent',
  );
}

function badAddress(key: Key, address: string): UserError {
  return new UserError(
    'alerts/bad-address',
    `the webhook of "${key}" (${address}) is not an address once its references are resolved, or leads to another host`,
    'check the values of its references; nothing was sent',
  );
}

function plainHttp(key: Key, address: string): UserError {
  return new UserError(
    'alerts/plain-http',
    `the webhook of "${key}" (${address}) is plain http, and its headers, user info or metadata refer to secrets`,
    'use https; nothing was sent',
  );
}

function describeEnd({address, keys, event, webhook}: Sample, end: WebhookEnd, env: Project['env']): WebhookTestDocument {
  const shared = {address, keys, signed: signingKey(env) !== ''};
  if (end.kind !== 'answered') {
    const hint = end.kind === 'failed' ? '' : '; --allow-private sends it all the same';
    return {...shared, outcome: 'failed', statusCode: null, answer: null, error: `${end.message}${hint}`};
  }
  const isAccepted = end.status >= 200 && end.status < 300;
  const answer = end.text === null ? null : maskAnswer(end.text, end.isCut, listSecrets(event, webhook, env));
  return {
    ...shared,
    outcome: isAccepted ? 'accepted' : 'refused',
    statusCode: end.status,
    answer: answer === '' ? null : answer,
    error: null,
  };
}

/** Most characters that JSON and URLs make of one. */
const LONGEST_ESCAPE = 6;

/** The beginning of an answer without secrets; half a secret at the end of a cut one is none that could be found. */
function maskAnswer(text: string, isCut: boolean, secrets: readonly string[]): string {
  const longest = Math.max(0, ...secrets.map(({length}) => length));
  const whole = isCut ? text.slice(0, Math.max(0, text.length - LONGEST_ESCAPE * longest)) : text;
  const redact = createRedactor(withParts(secrets));
  const clean = cleanServiceText(maskAddresses(redact(whole)), redact);
  return clean.length <= LONGEST_ANSWER ? clean : `${clean.slice(0, LONGEST_ANSWER - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Everything of a message that its receiver might send back. */
function listSecrets({url, headers}: TestEvent, webhook: JsonObject, env: Project['env']): readonly string[] {
  const values = listReferenceNames({webhook}).map(name => env[name] ?? '');
  const pieces = [url.href, `${url.pathname}${url.search}`, ...url.pathname.split('/'), ...url.searchParams.values()];
  const user = [url.username, url.password, decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const sent = Object.entries(headers).flatMap(([name, value]) => (PUBLIC_HEADERS.has(name) ? [] : [value, ...value.split(' ')]));
  return [...values, ...pieces, ...user, ...sent, signingKey(env), env['MONITORS_API_KEY'] ?? ''].filter(secret => secret.length > 1);
}

const PUBLIC_HEADERS: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'x-firecrawl-signature']);
