import {createServer as createProxy} from 'node:http';
import {createServer} from 'node:https';
import {type AddressInfo, connect, type Server, type Socket} from 'node:net';
import {pullRequestEvent, removeRunnerFiles, runAction, runEachAsProcess} from '../world/action-run';
import {makeCertificate} from '../world/certificate';
import {specFor} from '../world/cli';
import {type HostedRepository, hostRepository} from '../world/hosted-repository';

/** Who answers as GitHub says what was reviewed, and is given the token. Node reads the variable when it starts. */
runEachAsProcess();

let repository: HostedRepository;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  repository.remove();
  removeRunnerFiles();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A machine between the runner and GitHub, whose certificate is another's: a proxy leads to it. Notes the requests that it got. */
async function startImpostor(): Promise<{readonly proxy: number; readonly port: number; readonly requests: string[]}> {
  const {key, cert} = makeCertificate('elsewhere.example');
  const requests: string[] = [];
  const port = await listen(
    createServer({key, cert}, (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.setHeader('connection', 'close').setHeader('content-type', 'application/json').end('[]');
    }),
  );
  const server = createProxy();
  server.on('connect', (_request, client: Socket) => {
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    closers.push(() => client.destroy());
  });
  return {proxy: await listen(server), port, requests};
}

test.each([
  {name: 'another machine is not asked, and gets no token', host: 'api.github.example', asked: false},
  {name: 'this machine may be asked', host: 'localhost', asked: true},
])('S84: a process in which certificate checks are switched off: $name', async ({host, asked}) => {
  repository = hostRepository({'monitors.config.yaml': 'project: acme-web\n', 'monitors/shop.yaml': specFor('shop')});
  repository.commit('feature', {'monitors/docs.yaml': specFor('docs')});
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'} as const;
  const {directory, sha} = repository.checkOut(pull);
  const {proxy, port, requests} = await startImpostor();
  const apiUrl = `https://${host}${asked ? `:${port}` : ''}`;
  const env = {NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: `http://127.0.0.1:${proxy}`};
  const event = pullRequestEvent(repository, sha, pull);
  const run = await runAction({checkout: directory, event, env, github: {apiUrl, graphqlUrl: `${apiUrl}/graphql`}});
  expect(requests.length > 0).toBe(asked);
  expect(run.commands.at(-1)?.properties['title']).toBe('action/comment-failed');
  if (!asked) expect(run.commands.at(-1)?.message).toContain('NODE_EXTRA_CA_CERTS');
});
