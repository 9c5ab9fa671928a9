import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type S3Failure, toFailure} from '../../src/stores/s3/errors';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';

/** Answers that never end: what waits for them must, and must not keep all of them. */
let server: Server;
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((message, response) => {
    message.resume();
    answer(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let requests: S3Requests;
afterEach(() => requests.close());

function open(requestMs = USUAL_LIMITS.requestMs): S3Requests {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = {accessKeyId: 'KEY', secretAccessKey: 'secret'};
  const address = {bucket: 'acme', prefix: '', region: 'eu-central-1', endpoint, keys, profile: null};
  requests = new S3Requests(address, {...USUAL_LIMITS, requestMs});
  return requests;
}

const failureOf = async (promise: Promise<unknown>): Promise<S3Failure> =>
  promise.then(
    () => {
      throw new Error('it went through');
    },
    (error: unknown) => toFailure(error),
  );
const put = (client: S3Requests) => client.put('head.json', Buffer.from('{}'), 'nothing');

/** Sends as fast as it is read, until nobody reads any more or 64 MB were sent: then the rest is never sent. */
function flood(response: ServerResponse, status: number): void {
  response.writeHead(status, {etag: '"x"'});
  const part = Buffer.alloc(256 * 1024, '<a>');
  let left = 256;
  const send = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(part)) return void response.once('drain', send);
    }
  };
  send();
}

test.each([
  {name: 'an object that is read', status: 500, act: (client: S3Requests) => client.get('head.json')},
  {name: 'a write that is refused', status: 403, act: put},
  {name: 'a write', status: 200, act: put},
  {name: 'a list', status: 200, act: (client: S3Requests) => client.list('')},
])('an endless answer with $status to $name ends', async ({status, act}) => {
  answer = response => flood(response, status);
  expect(await failureOf(act(open()))).toMatchObject({code: null, status: 200});
});

test.each([
  {name: 'the first byte of an object', status: 200, length: '100000', act: (client: S3Requests) => client.get('head.json')},
  {name: 'the first byte of an error', status: 500, length: '100000', act: put},
])('a service that stops after $name is given up', async ({status, length, act}) => {
  answer = response => void response.writeHead(status, {etag: '"x"', 'content-length': length}).write('<');
  expect(await failureOf(act(open(200)))).toMatchObject({code: 'ETIMEDOUT', status: null, isDoubtful: true});
});
