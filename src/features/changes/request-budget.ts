import type {ObservedService} from '../../core/api/check-port';
import type {Failure, ReadOutcome} from '../../core/api/port';

/** The requests that a call may send, and those that it sent. */
export class RequestBudget {
  #sent = 0;
  #isRefused = false;

  /** Infinity for no limit. */
  constructor(readonly most: number) {}

  /** Requests that were sent, repeated ones too. */
  get sent(): number {
    return this.#sent;
  }

  get left(): number {
    return this.most - this.#sent;
  }

  /** A request was not sent. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The service, with each of its requests counted; one too many fails without being sent. */
  bound(service: ObservedService): ObservedService {
    const ask = <Value>(send: () => Promise<ReadOutcome<Value>>): Promise<ReadOutcome<Value>> => {
      this.#isRefused ||= this.left <= 0;
      if (this.#isRefused) return Promise.resolve({kind: 'failed', failure: SPENT});
      this.#sent++;
      return send();
    };
    return {
      ...service,
      listMonitors: (...given) => ask(() => service.listMonitors(...given)),
      getMonitor: (...given) => ask(() => service.getMonitor(...given)),
      listChecks: (...given) => ask(() => service.listChecks(...given)),
      readCheck: (...given) => ask(() => service.readCheck(...given)),
    };
  }
}

const SPENT: Failure = {kind: 'aborted', code: 'MAX_REQUESTS', message: 'the limit of requests is reached'};
