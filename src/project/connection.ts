import type {ObservedService} from '../core/api/check-port';
import {readApiKey, readServiceAddress, type ServiceAddress} from '../core/api/endpoint';
import type {ExchangeNote} from '../core/api/http-service';
import type {ScrapeService} from '../core/api/scrape-port';
import type {World} from '../core/base/context';
import {version} from '../core/base/version';
import type {Settings} from '../core/config/config';
import {type Diagnostic, hasErrors} from '../core/diagnostics/diagnostic';
import {UserError} from '../core/diagnostics/user-error';
import {DEFAULT_ENVIRONMENT} from '../core/files/state-name';
import type {Plan} from '../core/plan/change';
import {checkReferenceValues} from '../core/secrets/references';
import type {Secret} from '../core/secrets/secret';

/** Lists the secrets that specs say literally; asked before the first text of a check or an error is shown. */
export type Literals = () => Promise<readonly string[]>;

/** Source of address and key, and what is done with the connection. */
interface ConnectionOptions {
  /** `--base-url`. */
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: World;
  /** The environment names that the bodies to send refer to. */
  readonly references: readonly string[];
  /** Other names whose values no answer may bring back, where they are set. */
  readonly hidden?: readonly string[];
  readonly literals?: Literals | undefined;
  readonly onExchange?: ((note: ExchangeNote) => void) | undefined;
  /** Why a needed question can't be asked; null where it can, or there is none. Default: null. */
  readonly unasked?: UserError | null;
}

/** Reads the service's address from the flag or `MONITORS_BASE_URL`, never from a file. Throws `UserError`. */
export function readAddress(baseUrl: string | undefined, env: ConnectionOptions['env']): ServiceAddress {
  const text = baseUrl ?? env['MONITORS_BASE_URL'] ?? '';
  if (text.trim() === '') {
    throw new UserError(
      'config/no-address',
      'the address of the service is not set',
      'set MONITORS_BASE_URL or give --base-url https://api.firecrawl.dev',
    );
  }
  const reading = readServiceAddress(text);
  if (reading.kind === 'refused') throw new UserError(reading.code, reading.message, reading.hint);
  return reading.address;
}

/** The address that a run was given, without `/v2`, for a command that may do without one; null where none was. Throws `UserError`. */
export function readGivenOrigin(baseUrl: string | undefined, env: ConnectionOptions['env']): string | null {
  return baseUrl === undefined && (env['MONITORS_BASE_URL'] ?? '').trim() === '' ? null : readAddress(baseUrl, env).origin;
}

/** Input for making a connection. */
interface Needs {
  readonly address: ServiceAddress;
  readonly key: Secret;
}

/** Reads all that sending needs. Throws one `UserError` that names everything that is missing. */
function readNeeds({baseUrl, env, references, unasked = null}: ConnectionOptions): Needs {
  const missing: UserError[] = [];
  const attempt = <Value>(read: () => Value): Value | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      missing.push(error);
      return null;
    }
  };
  const address = attempt(() => readAddress(baseUrl, env));
  const key = attempt(() => readKey(env));
  if (address !== null) attempt(() => refuseUncheckedServer(address, env));
  attempt(() => refuseValues(references, env, key));
  if (unasked !== null) missing.push(unasked);
  const [first, ...others] = missing;
  if (address !== null && key !== null && first === undefined) return {address, key};
  throw joinRefusals(first!, others);
}

/** The first refusal, with the others as its findings. */
function joinRefusals(first: UserError, others: readonly UserError[]): UserError {
  if (others.length === 0) return first;
  const findings = others.map(({code, message, hint}): Diagnostic => {
    return {code, severity: 'error', message, ...(hint === undefined ? {} : {hint})};
  });
  return new UserError(first.code, first.message, first.hint, {findings});
}

function refuseUncheckedServer({isLoopback}: ServiceAddress, env: ConnectionOptions['env']): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || isLoopback) return;
  throw new UserError(
    'config/tls-checks-off',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off, so the key could be read by others',
    'unset it; for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate',
  );
}

function refuseValues(names: readonly string[], env: ConnectionOptions['env'], key: Secret | null): void {
  const findings = checkReferenceValues({names, env, apiKey: key?.reveal() ?? null});
  if (!hasErrors(findings)) return;
  const [first] = findings;
  throw new UserError(first!.code, findings.map(finding => finding.message).join('; '), first!.hint);
}

/**
 * Makes the connection that creates are sent over, after checking all that sending needs: address, key, certificate
 * checks, and every referenced secret set. Sends nothing itself. Throws `UserError`.
 */
export async function connectToService(options: ConnectionOptions): Promise<ObservedService & ScrapeService> {
  const {env} = options;
  // Thousands of monitors refer to the same few: each answer is searched for every one in this list.
  const references = [...new Set(options.references)];
  const {address, key} = readNeeds({...options, references});
  const {createHttpService} = await import('../core/api/http-service');
  return createHttpService({
    address,
    key,
    secrets: [...new Set([...references, ...(options.hidden ?? [])])].map(name => env[name] ?? ''),
    env,
    world: options.world,
    userAgent: `monitors/${version}`,
    ...(options.literals === undefined ? {} : {literals: options.literals}),
    ...(options.onExchange === undefined ? {} : {onExchange: options.onExchange}),
  });
}

function readKey(env: ConnectionOptions['env']): Secret {
  const text = env['MONITORS_API_KEY'] ?? '';
  if (text.trim() === '')
    throw new UserError(
      'config/no-key',
      'MONITORS_API_KEY is not set',
      (env['FIRECRAWL_API_KEY'] ?? '').trim() === ''
        ? 'set it to a key of the service; in CI, as a secret'
        : 'FIRECRAWL_API_KEY is set, which monitors does not read: run again with MONITORS_API_KEY="$FIRECRAWL_API_KEY"',
    );
  const reading = readApiKey(text);
  if (reading.kind === 'refused') throw new UserError(reading.code, reading.message, reading.hint);
  return reading.key;
}

/** The parts of a project that say where changes go. */
interface Placed {
  readonly givenOrigin: () => string | null;
  readonly settings: Pick<Settings, 'environment' | 'environments'>;
}

/** Environment and address of a run: `production at api.firecrawl.dev`; the address alone without environments, null where neither is known. */
export function namePlace(project: Placed): string | null {
  const {environment, host} = readPlace(project);
  return environment !== null && host !== null ? `${environment} at ${host}` : (environment ?? host);
}

/** Asks whether a plan is to be carried out, and where. */
export function askToApply(plan: Pick<Plan, 'requests'>, project: Placed): string {
  const {environment, host} = readPlace(project);
  if (plan.requests === 0) return `Write these renames into the state${environment === null ? '' : ` of ${environment}`}?`;
  return `Apply these changes${environment === null ? '' : ` to ${environment}`}${host === null ? '' : ` at ${host}`}?`;
}

/** Of an address, only host and port: a path in front of the service's own may tell more than its readers should know. */
function readPlace({settings, givenOrigin}: Placed) {
  const {environment, environments} = settings;
  const origin = givenOrigin();
  return {
    environment: environments === null && environment === DEFAULT_ENVIRONMENT ? null : environment,
    host: origin === null ? null : new URL(origin).host,
  };
}
