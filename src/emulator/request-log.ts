import type {IncomingMessage} from 'node:http';
import type {RequestRecord} from './ports';

type Mutable<T> = {-readonly [name in keyof T]: T[name]};

/** A request that is being answered: its record, to be completed. */
export type OpenRecord = Mutable<RequestRecord>;

/** The requests to the service. Holds no API key. */
export class RequestLog {
  readonly #keys: readonly string[];
  readonly #records: OpenRecord[] = [];
  #count = 0;

  /** `keys` are redacted everywhere. */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  list(): readonly RequestRecord[] {
    return this.#records.map(record => ({...record}));
  }

  clear(): void {
    this.#records.length = 0;
    this.#count = 0;
  }

  /** Notes a request at its arrival. The oldest records go when there are very many. */
  open(request: IncomingMessage, time: number): OpenRecord {
    this.#count += 1;
    const redact = (text: string) => this.#redact(text, request);
    const headers = Object.entries(request.headers).map(([name, value]) => [
      name,
      secretHeaders.has(name) ? redacted : redact(String(value)),
    ]);
    const record: OpenRecord = {
      number: this.#count,
      method: request.method ?? '',
      path: redact(request.url ?? ''),
      headers: Object.fromEntries(headers),
      body: '',
      time,
      status: 'open',
      created: null,
      updated: null,
      deleted: null,
      charged: null,
    };
    this.#records.push(record);
    if (this.#records.length > recordLimit) this.#records.shift();
    return record;
  }

  noteBody(record: OpenRecord, request: IncomingMessage, body: string): void {
    record.body = this.#redact(body, request);
  }

  #redact(text: string, request: IncomingMessage): string {
    const presented = (request.headers.authorization ?? '').replace(/^\S+ +/, '');
    return [...this.#keys, presented].filter(key => key.length >= 8).reduce((rest, key) => rest.replaceAll(key, redacted), text);
  }
}

const redacted = '(redacted)';
const recordLimit = 100_000;
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'cookie']);
