import {request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import {buildConnector} from 'undici';
import {proxyInvalidCode, proxyRefusedCode} from './classify-error';
import type {ProxyAddress} from './endpoint';

/**
 * Connects through a proxy's CONNECT tunnel, with TLS to the service inside it. Every failure here happens before
 * a request leaves, so it is reported as an error of connecting; undici's own proxy agent reports some as a lost socket.
 */
export function createProxyConnector(proxy: ProxyAddress, tls: buildConnector.BuildOptions): buildConnector.connector {
  const connectTls = buildConnector(tls);
  return (options, callback) => {
    if (proxy.hostname === '') {
      callback(new ProxyError(proxyInvalidCode, {}), null);
      return;
    }
    const port = options.port === '' || options.port === undefined ? '443' : options.port;
    const target = `${options.hostname}:${port}`;
    const fail = (code: string, status?: number, syscall?: string) => new ProxyError(code, {proxy: nameProxy(proxy), status, syscall});
    const request = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      headers: {host: target, ...(proxy.authorization === undefined ? {} : {'proxy-authorization': proxy.authorization})},
      agent: false,
      timeout: tls.timeout ?? 10_000,
    });
    request.once('timeout', () => request.destroy(fail('UND_ERR_CONNECT_TIMEOUT')));
    // An error here is about the way to the proxy, not about the service behind it.
    request.once('error', (error: NodeJS.ErrnoException) =>
      callback(error instanceof ProxyError ? error : fail(error.code ?? '', undefined, error.syscall), null),
    );
    // A proxy that answers CONNECT with a page instead of a tunnel.
    request.once('response', response => request.destroy(fail(proxyRefusedCode, response.statusCode)));
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) {
        socket.setTimeout(0);
        connectTls({...options, httpSocket: socket}, callback);
        return;
      }
      socket.destroy();
      callback(fail(proxyRefusedCode, response.statusCode), null);
    });
    request.end();
  };
}

/** Host and port, without what it is asked to let us in. */
function nameProxy({hostname, port}: ProxyAddress): string {
  return `${hostname}:${port}`;
}

class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: string;
  readonly status: number | undefined;
  readonly syscall: string | undefined;
  readonly proxy: string | undefined;
  constructor(code: string, {proxy, status, syscall}: {proxy?: string; status?: number | undefined; syscall?: string | undefined}) {
    super(code);
    this.code = code;
    this.status = status;
    this.syscall = syscall;
    this.proxy = proxy;
  }
}
