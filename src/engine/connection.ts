import {readApiKey, readServiceAddress, type ServiceAddress} from '../api/endpoint';
import type {ExchangeNote} from '../api/http-service';
import type {MonitorService} from '../api/port';
import type {World} from '../context';
import {hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {checkReferenceValues} from '../secrets/references';
import type {StateView} from '../state/fold-open';
import type {Refusals} from '../state/format/refusals';
import {isBound} from '../state/origin';
import {version} from '../version';

/** Where the address and the key come from, and what the run needs to know when it has them. */
export interface ConnectionRequest {
  /** `--base-url`. */
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: World;
  /** The environment names that the bodies to send refer to. */
  readonly references: readonly string[];
  readonly onExchange?: (note: ExchangeNote) => void;
}

/** Reads the service's address from the flag or `MONITORS_BASE_URL`, never from a file. Throws `UserError`. */
export function readAddress(baseUrl: string | undefined, env: ConnectionRequest['env']): ServiceAddress {
  const text = baseUrl ?? env['MONITORS_BASE_URL'] ?? '';
  if (text.trim() === '') {
    throw new UserError(
      'config/no-address',
      "the service's address is not known",
      'set MONITORS_BASE_URL or give --base-url https://api.example.com',
    );
  }
  const reading = readServiceAddress(text);
  if (reading.kind === 'refused') throw new UserError(reading.code, reading.message, reading.hint);
  return reading.address;
}

/** The address that a run was given. */
export interface GivenAddress {
  /** Without `/v2`. */
  readonly origin: string;
  /** Throws where the state belongs to another address. */
  readonly check: (view: Pick<StateView, 'stored' | 'unresolved'>) => void;
}

/** The address that a run was given, for a command that may do without one; null where none was. Throws `UserError`. */
export function readGivenAddress(
  baseUrl: string | undefined,
  env: ConnectionRequest['env'],
  refusals: Pick<Refusals, 'checkOrigin'>,
): GivenAddress | null {
  if (baseUrl === undefined && (env['MONITORS_BASE_URL'] ?? '').trim() === '') return null;
  const {origin} = readAddress(baseUrl, env);
  return {
    origin,
    check: view => {
      if (view.stored !== null && isBound(view)) refusals.checkOrigin(view.stored.state, origin);
    },
  };
}

/**
 * Makes the connection that creates are sent over, after checking all that sending needs: address, key, certificate
 * checks, and every referenced secret set. Sends nothing itself. Throws `UserError`.
 */
export async function connectToService(request: ConnectionRequest): Promise<MonitorService> {
  const {env} = request;
  const address = readAddress(request.baseUrl, env);
  const key = readKey(env);
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !address.isLoopback) {
    throw new UserError(
      'config/tls-checks-off',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off, so the key could go to anybody',
      'unset it; for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate',
    );
  }
  const findings = checkReferenceValues({names: request.references, env, apiKey: key.reveal()});
  if (hasErrors(findings)) {
    const [first] = findings;
    throw new UserError(first!.code, findings.map(finding => finding.message).join('; '), first!.hint);
  }
  const {createHttpService} = await import('../api/http-service');
  return createHttpService({
    address,
    key,
    secrets: request.references.map(name => env[name] ?? ''),
    env,
    world: request.world,
    userAgent: `monitors/${version}`,
    ...(request.onExchange === undefined ? {} : {onExchange: request.onExchange}),
  });
}

function readKey(env: ConnectionRequest['env']) {
  const text = env['MONITORS_API_KEY'] ?? '';
  if (text.trim() === '')
    throw new UserError('config/no-key', 'MONITORS_API_KEY is not set', 'set it to a key of the service; in CI, as a secret');
  const reading = readApiKey(text);
  if (reading.kind === 'refused') throw new UserError(reading.code, reading.message, reading.hint);
  return reading.key;
}
