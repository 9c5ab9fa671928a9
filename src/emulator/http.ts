import type {IncomingMessage, ServerResponse} from 'node:http';
import type {JsonValue} from '../core/json/value';

/** An answer before it is written to a socket. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The largest request body that the service reads, bytes. */
const bodyLimit = 10 * 1024 * 1024;

/** Result of reading a request's body. */
type ReadBody = {readonly kind: 'complete'; readonly text: string} | {readonly kind: 'too-large'} | {readonly kind: 'aborted'};

/** An answer that carries a JSON value. */
export function jsonAnswer(status: number, value: JsonValue, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {status, headers: {'content-type': 'application/json; charset=utf-8', ...headers}, body: JSON.stringify(value)};
}

/** The documented error body (API v2, "Error body"). */
export function errorAnswer(status: number, error: string, rest: {details?: JsonValue; code?: string} = {}): HttpAnswer {
  return jsonAnswer(status, {success: false, error, ...rest});
}

/** Reads a request's body as UTF-8 text. What exceeds {@link bodyLimit} is read and discarded, so that the client reads the answer. */
export function readBody(request: IncomingMessage): Promise<ReadBody> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > 4 * bodyLimit) resolve({kind: 'too-large'});
    });
    request.on('end', () =>
      resolve(size > bodyLimit ? {kind: 'too-large'} : {kind: 'complete', text: Buffer.concat(chunks).toString('utf8')}),
    );
    request.on('error', () => resolve({kind: 'aborted'}));
    request.on('close', () => resolve({kind: 'aborted'}));
  });
}

/** Writes a whole answer with its length. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  response.writeHead(answer.status, {...answer.headers, 'content-length': String(Buffer.byteLength(answer.body))});
  response.end(answer.body);
}

/** The documented error texts (API v2, "Errors"), by status. */
const texts: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized: Invalid token'],
  [402, 'Payment Required: Insufficient credits'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [413, 'Payload Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Entity'],
  [429, 'Rate limit exceeded'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

/** The error text of a status; `HTTP <status>` where none is documented. */
export function errorText(status: number): string {
  return texts.get(status) ?? `HTTP ${status}`;
}
