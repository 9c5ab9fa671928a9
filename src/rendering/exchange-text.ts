import type {ExchangeNote} from '../core/api/http-service';
import {escapeTerminal} from './escape-terminal';

/** One request as `--verbose` shows it: method, path, status, time, sizes, never a header or a body. */
export function describeExchange(note: ExchangeNote): string {
  const {method, path, status, durationMs, sentBytes, receivedBytes, requestId} = note;
  const id = requestId === undefined ? '' : `, request id ${requestId}`;
  const text = `${method} ${path} -> ${status ?? 'no answer'} in ${Math.round(durationMs)} ms, ${sentBytes} bytes sent, ${receivedBytes} received${id}`;
  return `${escapeTerminal(text)}\n`;
}
