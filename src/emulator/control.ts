import type {IncomingMessage} from 'node:http';
import type {JsonValue} from '../json/value';
import {errorText} from './catalogue';
import {parseFaultScript} from './faults/parse';
import type {FaultScript} from './faults/script';
import {type Answer, errorAnswer, jsonAnswer} from './http';
import type {RequestRecord, StoredMonitor} from './model';

/** Where the control routes begin. They are no part of the service: no key is needed, and no fault touches them. */
export const controlPrefix = '/__emulator';

/** What the control routes can do. */
export interface Controls {
  readonly monitors: () => readonly StoredMonitor[];
  readonly requests: () => readonly RequestRecord[];
  readonly setFaults: (script: FaultScript) => void;
  readonly reset: () => void;
}

/** Answers a request to a control route. */
export function control(request: IncomingMessage, path: string, body: string, controls: Controls): Answer {
  // A page in a browser can reach loopback under a name of its own: it is to see nothing and change nothing.
  if (!isLoopbackName(request.headers.host) || request.headers.origin !== undefined) return errorAnswer(403, errorText(403));
  const done = jsonAnswer(200, {success: true});
  switch (`${request.method} ${path.slice(controlPrefix.length)}`) {
    case 'DELETE ':
      controls.reset();
      return done;
    case 'GET /monitors':
      return jsonAnswer(200, {success: true, data: controls.monitors() as unknown as JsonValue});
    case 'GET /requests':
      return jsonAnswer(200, {success: true, data: controls.requests() as unknown as JsonValue});
    case 'DELETE /faults':
      controls.setFaults({});
      return done;
    case 'POST /faults': {
      const {script, problems} = parseFaultScript(body);
      if (script === undefined) return errorAnswer(400, 'the fault script is not valid', {details: problems});
      controls.setFaults(script);
      return done;
    }
    default:
      return errorAnswer(
        404,
        'no such control route: there are GET /monitors, GET /requests, POST and DELETE /faults, and DELETE, below /__emulator',
      );
  }
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}
