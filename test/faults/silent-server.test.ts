import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';
import type {World} from '../../src/core/base/context';
import {readPostgresAddress} from '../../src/core/state/addresses/postgres';
import {readS3Address} from '../../src/core/state/addresses/s3';
import {SharedRefusals} from '../../src/core/state/remote/refusals';
import {Connection, type ConnectionPurpose} from '../../src/stores/postgres/connection';
import {ConnectionLost} from '../../src/stores/postgres/errors';
import {type OpenSession, openPgSession} from '../../src/stores/postgres/session';
import {openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Failure} from '../../src/stores/s3/errors';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';
import {countingWorld} from '../unit/core/state/world';
import '../world/s3-server';
import {findPgbouncer, usePostgres} from '../world/postgres-server';

/** Servers that do not answer, or not as the address says: each is named within a minute. */
const postgres = usePostgres();
const testHere = postgres.isHere ? test : test.skip;
const refusals = new SharedRefusals(
  {shown: 'the place', project: 'acme', environment: 'default', soundBackup: () => null, canRecover: false},
  'postgres',
);
const MINUTE = 60_000;

/** A world whose clock goes by what is waited for. */
class WaitingWorld {
  elapsed = 0;
  readonly world: World = {
    ...countingWorld(),
    monotonic: () => this.elapsed,
    sleep: async ms => {
      this.elapsed += ms;
    },
  };
  waitInVain(ms: number): void {
    this.elapsed += ms;
  }
}

const refusalOf = async (promise: Promise<unknown>) =>
  (await promise.catch((thrown: unknown) => thrown)) as Error & {code: string; hint: string};

describe('a connection that dies is given up within a minute, whatever the end of the run asks', () => {
  const address = readPostgresAddress({MONITORS_STATE_POSTGRES_URL: 'postgres://a@127.0.0.1/app'});

  /** A server whose connections die at a statement: after `reopened` of them, nothing listens there any more. */
  function openDying(waits: WaitingWorld, {reopened, dies}: {reopened: number; dies: (statement: string) => boolean}): OpenSession {
    let opened = 0;
    return async (_address, limitMs = Number.NaN) => {
      if (opened++ > reopened) {
        waits.waitInVain(limitMs);
        throw new ConnectionLost(new Error('timeout expired'));
      }
      return {
        run: async (text, _values, waitMs = Number.NaN) => {
          if (!dies(text)) return [];
          waits.waitInVain(waitMs);
          throw new ConnectionLost(new Error('Query read timeout'));
        },
        end: async () => {},
        destroy: () => {},
      };
    };
  }

  test.each([
    {what: 'for good', reopened: 0, dies: () => true},
    {what: 'and each new one, too', reopened: 99, dies: () => true},
    {what: 'and each new one in its second statement', reopened: 99, dies: (text: string) => !text.startsWith('BEGIN')},
  ])('G13: PostgreSQL: $what', async ({reopened, dies}) => {
    const waits = new WaitingWorld();
    const connection = new Connection({address, open: openDying(waits, {reopened, dies}), world: waits.world, refusals});
    const ask = () => refusalOf(connection.transact('write', run => run('SELECT 1')));
    const first = await ask();
    expect(first).toMatchObject({code: 'state/unreachable', message: expect.stringContaining('the server does not answer (ETIMEDOUT)')});
    for (let asked = 0; asked < 4; asked += 1) expect((await ask()).message).toBe(first.message);
    expect(waits.elapsed).toBeLessThanOrEqual(MINUTE);
  });

  test('PostgreSQL: one that comes back in time goes on', async () => {
    const waits = new WaitingWorld();
    let died = false;
    const dies = () => {
      const isFirst = !died;
      died = true;
      return isFirst;
    };
    const connection = new Connection({address, open: openDying(waits, {reopened: 9, dies}), world: waits.world, refusals});
    expect(await connection.transact('write', run => run('SELECT 1'))).toEqual([]);
  });

  test.each([
    {what: 'a read', act: (objects: ReturnType<typeof openObjects>) => objects.get('head.json')},
    {what: 'a write', act: (objects: ReturnType<typeof openObjects>) => objects.replace('head.json', Buffer.from('x'), '"1"')},
  ])('H13: S3: $what', async ({act}) => {
    const waits = new WaitingWorld();
    let isDead = false;
    const answer = async () => {
      if (!isDead) return {body: Buffer.from('x'), etag: '"1"'};
      waits.waitInVain(USUAL_LIMITS.silenceMs);
      throw new S3Failure('ETIMEDOUT', null);
    };
    const requests = {get: answer, put: answer, remove: answer, list: answer, close: () => {}} as unknown as SingleRequests;
    const s3Address = readS3Address({bucket: 'acme', prefix: 'p', region: 'eu-central-1'}, {});
    const objects = openObjects({address: s3Address, world: waits.world, refusals, requests});
    expect(await objects.get('head.json')).not.toBeNull();
    isDead = true;
    for (let asked = 0; asked < 4; asked += 1)
      expect((await refusalOf(act(objects))).message).toContain('the service does not answer (ETIMEDOUT)');
    expect(waits.elapsed).toBeLessThanOrEqual(MINUTE);
  });
});

describe('what stands in the way is named', () => {
  const closing: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of closing.splice(0)) await new Promise(resolve => server.close(resolve));
  });

  /** A server that accepts connections; `answer` gets each. */
  async function listen(answer: (socket: Socket) => void): Promise<number> {
    // The end of a connection is answered by hand.
    const server = createServer({allowHalfOpen: true}, socket => {
      sockets.push(socket);
      socket.on('error', () => {});
      answer(socket);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closing.push(server);
    return (server.address() as AddressInfo).port;
  }

  /** The refusal of a read at this address. */
  async function readAt(url: string, limitMs?: number, purpose: ConnectionPurpose = 'look') {
    const address = readPostgresAddress({MONITORS_STATE_POSTGRES_URL: url});
    const open: OpenSession = found => openPgSession(found, limitMs);
    const connection = new Connection({address, open, world: countingWorld(), refusals});
    const error = await refusalOf(connection.transact(purpose, run => run('SELECT 1')));
    await connection.close();
    return error;
  }

  testHere('G13: PostgreSQL: no TLS is offered', async () => {
    const url = `${postgres.server().url().replace('127.0.0.1', 'localhost')}?sslmode=require`;
    expect(await readAt(url)).toMatchObject({code: 'state/unreachable', message: expect.stringContaining('the server offers no TLS')});
  });

  testHere('G13: PostgreSQL: the password is wrong, or missing', async () => {
    const server = postgres.server();
    await server.query("CREATE ROLE locked LOGIN PASSWORD 'right'");
    server.writeFiles({'pg_hba.conf': 'host all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n'});
    await server.query('SELECT pg_reload_conf()');
    const wrong = await readAt(server.url('locked:wrong'));
    expect(wrong).toMatchObject({code: 'state/unreadable', message: expect.stringContaining('user or password are wrong (28P01)')});
    // A run that would change the state has changed nothing yet.
    const hint = expect.stringContaining('check user, password and database in MONITORS_STATE_POSTGRES_URL');
    expect(await readAt(server.url('locked:wrong'), undefined, 'write')).toMatchObject({code: 'state/unreadable', hint});
    const none = await readAt(server.url('locked'));
    expect(none).toMatchObject({message: expect.stringContaining('asks for a password, and the address has none')});
    if (findPgbouncer() === undefined) return;
    const pooler = await server.startPooler(findPgbouncer() as string, {user: 'locked', password: 'wrong'});
    try {
      const pooled = await readAt(server.url('locked:wrong', pooler.port, 'locked'));
      expect(pooled.message).toContain('user or password are wrong (28P01)');
    } finally {
      pooler.stop();
    }
  });

  testHere('PostgreSQL: what answers speaks something else, or nothing', async () => {
    const other = await listen(socket => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect((await readAt(`postgres://a@localhost:${other}/app?sslmode=require`)).message).toContain('is not PostgreSQL');
    const silent = await listen(() => {});
    expect((await readAt(`postgres://a@127.0.0.1:${silent}/app`, 50)).message).toContain('the server does not answer (ETIMEDOUT)');
  });

  testHere('PostgreSQL: a connection that died unseen does not hold up the end of a run', async () => {
    let isDead = false;
    const port = await listen(socket => {
      const upstream = connect(postgres.server().port, '127.0.0.1');
      sockets.push(upstream);
      socket.on('data', data => isDead || upstream.write(data));
      upstream.on('data', data => isDead || socket.write(data));
    });
    const session = await openPgSession(readPostgresAddress({MONITORS_STATE_POSTGRES_URL: postgres.server().url('keeper', port)}), 500);
    await session.run('SELECT 1');
    isDead = true;
    await session.end();
  });

  test('H13: S3: an address with https where no TLS is offered is not asked again and again', async () => {
    let connections = 0;
    const port = await listen(socket => {
      connections += 1;
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const env = {AWS_ENDPOINT_URL_S3: `https://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'B'};
    const address = readS3Address({bucket: 'acme', prefix: 'p', region: 'eu-central-1'}, env);
    const objects = openObjects({address, world: countingWorld(), refusals});
    const error = await refusalOf(objects.get('head.json'));
    objects.close();
    expect(error).toMatchObject({code: 'state/unreachable', message: expect.stringMatching(/TLS/)});
    expect(connections).toBe(1);
  });

  test('S3: a service that is silent is told from one that is not there', async () => {
    const port = await listen(() => {});
    const env = {AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'B'};
    const address = readS3Address({bucket: 'acme', prefix: 'p', region: 'eu-central-1'}, env);
    const requests = new S3Requests(address, {...USUAL_LIMITS, silenceMs: 50, requestMs: 200});
    await expect(requests.get('p/head.json')).rejects.toMatchObject({code: 'ETIMEDOUT', isUnsent: false});
    requests.close();
  });
});
