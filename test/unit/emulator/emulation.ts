import {randomUUID} from 'node:crypto';
import {connect} from 'node:net';
import type {JsonObject, JsonValue} from '../../../src/core/json/value';
import {type Emulator, type EmulatorOptions, type EmulatorWorld, startEmulator} from '../../../src/emulator';

/** An answer as a test reads it. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: JsonObject;
}

const running: Emulator[] = [];

/** Starts an emulator that {@link stopEmulators} ends. */
export async function emulate(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  const emulator = await startEmulator({world: {now: Date.now, random: Math.random, uuid: randomUUID}, ...options});
  running.push(emulator);
  return emulator;
}

/** To be called after each test. */
export async function stopEmulators(): Promise<void> {
  await Promise.all(running.splice(0).map(emulator => emulator.close()));
}

/** A request that is fine; a test changes one thing in it. */
export function request(changes: JsonObject = {}): JsonObject {
  return {name: 'watch', schedule: {cron: '0 6 * * *'}, targets: [{type: 'scrape', urls: ['https://site.example.com/news']}], ...changes};
}

/** Sends a create, or whatever `init` makes of it, and reads the answer whole. */
export async function create(
  emulator: Emulator,
  body: JsonValue | string = request(),
  init: RequestInit & {path?: string} = {},
): Promise<ReadAnswer> {
  const {path = '/v2/monitor', ...rest} = init;
  const response = await fetch(`${emulator.url}${path}`, {
    method: 'POST',
    headers: {'content-type': 'application/json', authorization: 'Bearer fc-test-key'},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
    ...rest,
  });
  const text = await response.text();
  return {status: response.status, headers: response.headers, text, json: parse(text)};
}

/** Sends a request below `/v2/monitor`, with a key and, where one is given, a JSON body. */
export function send(
  emulator: Emulator,
  method: string,
  path = '',
  body?: JsonValue,
  {key = 'fc-test-key'}: {readonly key?: string} = {},
): Promise<ReadAnswer> {
  const headers = {authorization: `Bearer ${key}`, ...(body === undefined ? {} : {'content-type': 'application/json'})};
  return create(emulator, '', {method, path: `/v2/monitor${path}`, headers, body: body === undefined ? null : JSON.stringify(body)});
}

/** The monitor in an answer. */
export function dataOf({json}: ReadAnswer): JsonObject {
  return json['data'] as JsonObject;
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

/** Sends bytes as they are and answers all that comes back until the other side closes. */
export function sendRaw(emulator: Emulator, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('error', error => ((error as NodeJS.ErrnoException).code === 'ECONNRESET' ? resolve(text) : reject(error)));
    socket.on('close', () => resolve(text));
  });
}

/** A create as it goes over the wire. */
export function rawCreate(body: JsonValue = request()): string {
  const text = JSON.stringify(body);
  const head = ['POST /v2/monitor HTTP/1.1', 'host: 127.0.0.1', 'authorization: Bearer fc-test-key', 'content-type: application/json'];
  return `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`;
}

/** A world whose clock stands still until it is moved, with ids that count. */
export function standingWorld(start = Date.UTC(2026, 10, 20, 12)): EmulatorWorld & {advance(ms: number): void} {
  let now = start;
  let ids = 0;
  return {
    now: () => now,
    random: () => 0.5,
    uuid: () => `0195b7a0-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    advance: ms => {
      now += ms;
    },
  };
}
