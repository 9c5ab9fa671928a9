import type {ObservedService} from '../api/check-port';
import {readApiKey, readServiceAddress, type ServiceAddress} from '../api/endpoint';
import type {ExchangeNote} from '../api/http-service';
import type {ScrapeService} from '../api/scrape-port';
import type {World} from '../context';
import {hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {checkReferenceValues} from '../secrets/references';
import {version} from '../version';

/** Where address and key come from, and what is done with the connection. */
export interface ConnectionOptions {
  /** `--base-url`. */
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: World;
  /** The environment names that the bodies to send refer to. */
  readonly references: readonly string[];
  readonly onExchange?: (note: ExchangeNote) => void;
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

/**
 * Makes the connection that creates are sent over, after checking all that sending needs: address, key, certificate
 * checks, and every referenced secret set. Sends nothing itself. Throws `UserError`.
 */
export async function connectToService(options: ConnectionOptions): Promise<ObservedService & ScrapeService> {
  const {env} = options;
  const address = readAddress(options.baseUrl, env);
  const key = readKey(env);
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !address.isLoopback) {
    throw new UserError(
      'config/tls-checks-off',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off, so the key could be read by others',
      'unset it; for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate',
    );
  }
  // Thousands of monitors refer to the same few: each answer is searched for every one in this list.
  const references = [...new Set(options.references)];
  const findings = checkReferenceValues({names: references, env, apiKey: key.reveal()});
  if (hasErrors(findings)) {
    const [first] = findings;
    throw new UserError(first!.code, findings.map(finding => finding.message).join('; '), first!.hint);
  }
  const {createHttpService} = await import('../api/http-service');
  return createHttpService({
    address,
    key,
    secrets: references.map(name => env[name] ?? ''),
    env,
    world: options.world,
    userAgent: `monitors/${version}`,
    ...(options.onExchange === undefined ? {} : {onExchange: options.onExchange}),
  });
}

function readKey(env: ConnectionOptions['env']) {
  const text = env['MONITORS_API_KEY'] ?? '';
  if (text.trim() === '')
    throw new UserError('config/no-key', 'MONITORS_API_KEY is not set', 'set it to a key of the service; in CI, as a secret');
  const reading = readApiKey(text);
  if (reading.kind === 'refused') throw new UserError(reading.code, reading.message, reading.hint);
  return reading.key;
}
