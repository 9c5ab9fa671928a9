import {Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {PutObjectCommand} from '@aws-sdk/client-s3';
import type {S3Server} from './s3-server';

/** A request as the proxy met it. */
export interface SeenRequest {
  /** From 1, over all requests. */
  readonly number: number;
  readonly method: string;
  readonly bucket: string;
  /** The object's name; empty for what is asked of the bucket. */
  readonly key: string;
  readonly headers: IncomingHttpHeaders;
}

/** An answer that does not come from the server. */
export interface FaultyAnswer {
  readonly status: number;
  /** As S3 names errors; no XML when left out. */
  readonly code?: string;
  /** Instead of what `code` makes. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Fault of a request: `before` it reaches the server, or `after` it took effect there. One that is `late` reaches the server
 * when `deliverLate` is called, long after its sender has seen the connection break.
 */
export type S3Fault =
  | {readonly kind: 'cut'; readonly when: 'before' | 'after'}
  | {readonly kind: 'late'}
  | {readonly kind: 'answer'; readonly when: 'before' | 'after'; readonly answer: FaultyAnswer}
  | {readonly kind: 'hold'; readonly when: 'before' | 'after'; readonly until: Promise<unknown>}
  /** Half of the answer's body, then the end of the connection; without a length, nothing tells that it is half. */
  | {readonly kind: 'halve'; readonly hidden?: boolean}
  /** As a server that does not know If-Match and If-None-Match. */
  | {readonly kind: 'ignore-conditions'};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A proxy before an S3 server that does to its requests what a test says. */
export class S3Proxy {
  /** All requests so far. */
  readonly requests: SeenRequest[] = [];
  /** Says what goes wrong with a request; nothing when null. */
  fault: (request: SeenRequest) => S3Fault | null = () => null;
  readonly #agent = new Agent({keepAlive: true});
  #late: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly target: S3Server,
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(target: S3Server): Promise<S3Proxy> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const proxy = new S3Proxy(target, server, (server.address() as AddressInfo).port);
    server.on('request', (message, response) => void proxy.#serve(message, response).catch(() => response.destroy()));
    return proxy;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  /** Does to the next request that `which` fits what `fault` says, once. */
  once(fault: S3Fault, which: (request: SeenRequest) => boolean = () => true): void {
    this.fault = seen => {
      if (!which(seen)) return null;
      this.fault = () => null;
      return fault;
    };
  }

  /** Lets the requests that are late reach the server, in the order in which they were sent. */
  async deliverLate(): Promise<void> {
    const late = this.#late;
    this.#late = [];
    for (const deliver of late) await deliver();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, bucket = '', key = ''] = /^\/([^/?]+)(?:\/([^?]*))?/.exec(message.url ?? '') ?? [];
    const seen = {
      number: this.requests.length + 1,
      method: message.method ?? '',
      bucket,
      key: decodeURIComponent(key),
      headers: message.headers,
    };
    this.requests.push(seen);
    const forward = () => this.#forward(message, body);
    const fault = this.fault(seen);
    switch (fault?.kind) {
      case undefined:
        return send(response, await forward());
      case 'cut':
        if (fault.when === 'after') await forward();
        return void response.destroy();
      case 'late':
        this.#late.push(forward);
        return void response.destroy();
      case 'answer':
        if (fault.when === 'after') await forward();
        return send(response, render(fault.answer));
      case 'hold': {
        if (fault.when === 'before') await fault.until;
        const answer = await forward();
        if (fault.when === 'after') await fault.until;
        return send(response, answer);
      }
      case 'halve': {
        const {status, headers, body: whole} = await forward();
        const half = whole.subarray(0, whole.length / 2);
        if (fault.hidden === true) return void message.socket.end(`HTTP/1.1 ${status} OK\r\netag: ${headers.etag}\r\n\r\n${half}`);
        response.writeHead(status, headers);
        response.write(half, () => response.destroy());
        return;
      }
      case 'ignore-conditions':
        return send(response, seen.method === 'PUT' ? await this.#overwrite(seen, body) : await forward());
    }
  }

  /** Host and body stay as they were signed. */
  #forward(message: IncomingMessage, body: Buffer): Promise<Answer> {
    const {method, url: path, headers} = message;
    return new Promise((resolve, reject) => {
      const onward = request({host: '127.0.0.1', port: this.target.port, method, path, headers, agent: this.#agent}, async answer => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks)});
      });
      onward.on('error', reject);
      onward.end(body);
    });
  }

  /** The signature covers the conditions, so that the server's keeper writes. */
  async #overwrite({bucket, key}: SeenRequest, body: Buffer): Promise<Answer> {
    const {ETag = ''} = await this.target.keeper.send(new PutObjectCommand({Bucket: bucket, Key: key, Body: body}));
    return {status: 200, headers: {etag: ETag, 'content-length': '0'}, body: Buffer.alloc(0)};
  }
}

function render({status, code, body, headers = {}}: FaultyAnswer): Answer {
  const said = `<Code>${code}</Code><Message>words of the service about ada</Message>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error>${said}<RequestId>1</RequestId></Error>`;
  const whole = Buffer.from(body ?? (code === undefined ? '' : xml));
  return {status, headers: {'content-type': 'application/xml', 'content-length': String(whole.length), ...headers}, body: whole};
}

function send(response: ServerResponse, {status, headers, body}: Answer): void {
  response.writeHead(status, headers);
  response.end(body);
}
