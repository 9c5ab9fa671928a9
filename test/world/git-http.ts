import {spawn} from 'node:child_process';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dirname} from 'node:path';

/** A git server over HTTP on loopback that asks for credentials, as GitHub does for a private repository. */
export interface GitHttp {
  /** As `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** The repository's address; its path is that of the bare repository's directory. */
  readonly url: string;
  /** The `Authorization` headers of all requests, each as the client sent it; empty for one without. */
  readonly authorizations: readonly string[];
  close(): Promise<void>;
}

/** Serves a bare repository to whoever sends this `Authorization` header, once. */
export async function serveGit(repository: string, authorization: string): Promise<GitHttp> {
  const authorizations: string[] = [];
  const server = createServer((request, response) => {
    const sent = request.rawHeaders.filter((_, index) => index % 2 === 1 && /^authorization$/i.test(request.rawHeaders[index - 1] ?? ''));
    authorizations.push(sent.join(', '));
    if (sent.join(', ') === authorization) runBackend(repository, request, response);
    else response.writeHead(401, {'www-authenticate': 'Basic realm="git"'}).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    serverUrl,
    url: `${serverUrl}/${repository.slice(dirname(repository).length + 1)}`,
    authorizations,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `git http-backend` as a web server runs it (CGI). */
function runBackend(repository: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'runner',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const headers = answer
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map(line => line.split(': ') as [string, string]);
    const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.end(answer.subarray(end + 4));
  });
}
