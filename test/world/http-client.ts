import type {ObservedService} from '../../src/core/api/check-port';
import {readServiceAddress} from '../../src/core/api/endpoint';
import {createHttpService, type HttpServiceOptions} from '../../src/core/api/http-service';
import {Secret} from '../../src/core/secrets/secret';
import {realWorld} from './real-world';

/** The real client for an address and key, without anything of the environment; close it after the test. */
export function connectTo(url: string, key: string, options: Partial<HttpServiceOptions> = {}): ObservedService {
  const reading = readServiceAddress(url);
  if (reading.kind === 'refused') throw new Error(reading.message);
  const {address} = reading;
  return createHttpService({address, key: new Secret(key), env: {}, world: realWorld, userAgent: 'monitors/test', ...options});
}
