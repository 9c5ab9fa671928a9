import type {Pool} from 'undici';
import type {World} from '../base/context';
import {once} from '../base/once';
import type {JsonObject} from '../json/value';
import {createRedactor} from '../secrets/redaction';
import type {Secret} from '../secrets/secret';
import {hideSent, listSentSecrets, withParts} from '../secrets/sent-secrets';
import {type Answer, readHeader} from './answer';
import type {CheckService, ObservedService, StartOutcome} from './check-port';
import {
  type ClassifyContext,
  classifyCreate,
  classifyDelete,
  classifyGet,
  classifyPage,
  classifyUpdate,
  readTimeIn,
} from './classify-answer';
import {classifyCheckPart, classifyChecks, classifyCredits, classifyStart} from './classify-checks';
import {classifyError} from './classify-error';
import {classifyScrape} from './classify-scrape';
import {chooseProxy} from './endpoint';
import {createHider, createKeyHider, listKeyForms} from './hide-secrets';
import {
  type ExchangeEnd,
  exchange,
  largestCheck,
  largestMonitor,
  largestPage,
  largestScrape,
  openPool,
  type PoolOptions,
} from './http-exchange';
import type {CreateOutcome, DeleteOutcome, Failure, LiveMonitor, ReadOutcome, UpdateOutcome} from './port';
import type {ScrapeOutcome, ScrapeRequest, ScrapeService} from './scrape-port';
import {scrapeWaitMs} from './scrape-wait';
import {cleanServiceText} from './service-text';
import {belowMonitorPath, createMonitorPath, creditUsagePath, monitorPath, scrapePath} from './wire';

/** Options of reaching a service. */
export interface HttpServiceOptions extends PoolOptions {
  readonly key: Secret;
  readonly world: Pick<World, 'now' | 'monotonic'>;
  /** Texts that no message may contain besides the key and what the request at hand sends: the values of all references of the run. */
  readonly secrets?: readonly string[];
  /** Lists the secrets that specs say literally, for texts of checks and errors; asked once, before the first. Default: none. */
  readonly literals?: () => Promise<readonly string[]>;
  /** Sent as `user-agent`, e.g. `monitors/1.4.0`. */
  readonly userAgent: string;
  /** Milliseconds that one request may take from first to last byte; 30,000 by default. */
  readonly attemptTimeoutMs?: number;
  /** Called with every request that ended: method, path, status, duration and sizes, nothing else. */
  readonly onExchange?: (exchange: ExchangeNote) => void;
}

/** One request as `--verbose` shows it; free of headers and bodies. */
export interface ExchangeNote {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** The service's own id of the request, sanitized, if it gave one. */
  readonly requestId?: string;
}

/**
 * Talks to a service over HTTP. One request a call: nothing here retries, follows a redirect, or throws for what the
 * network or the service does.
 */
export function createHttpService(options: HttpServiceOptions): ObservedService & ScrapeService {
  const connection = new ServiceConnection(options);
  const list = {method: 'GET', path: createMonitorPath, largestAnswer: largestPage} as const;
  return {
    origin: options.address.origin,
    isEmulator: () => connection.byEmulator,
    createMonitor: (body, signal) => connection.change({method: 'POST', path: createMonitorPath, body}, signal, classifyCreate),
    listMonitors: ({limit, offset}, signal) =>
      connection.read({...list, query: `?limit=${limit}&offset=${offset}`}, signal, (answer, context, hide) =>
        mapValue(classifyPage(answer, context), monitors => monitors.map(hide)),
      ),
    getMonitor: (id, signal) =>
      connection.read({method: 'GET', path: monitorPath(id)}, signal, (answer, context, hide) =>
        mapValue(classifyGet(answer, id, context), monitor => monitor && hide(monitor)),
      ),
    updateMonitor: (id, body, signal, whole) =>
      connection.change({method: 'PATCH', path: monitorPath(id), body, whole}, signal, (answer, context) =>
        classifyUpdate(answer, id, context),
      ),
    deleteMonitor: (id, signal) => connection.change({method: 'DELETE', path: monitorPath(id)}, signal, classifyDelete),
    ...openChecks(connection),
    scrapePage: (request, signal) =>
      connection.change(toQuestion(request), signal, (answer, context) => classifyScrape(answer, request.url, context)),
    close: () => connection.close(),
  };
}

function openChecks(connection: ServiceConnection): CheckService {
  return {
    checkTime: () => connection.checkTime,
    listChecks: (id, {limit, offset}, signal) => {
      const path = belowMonitorPath(id, 'checks');
      const question = {method: 'GET', path, query: `?limit=${limit}&offset=${offset}`, largestAnswer: largestPage} as const;
      return connection.readTexts(question, signal, classifyChecks);
    },
    readCheck: (id, checkId, {limit, skip, status}, signal) => {
      const path = belowMonitorPath(id, 'checks', checkId);
      const query = `?limit=${limit}&skip=${skip}${status === undefined ? '' : `&status=${status}`}`;
      return connection.readTexts({method: 'GET', path, query, largestAnswer: largestCheck}, signal, (answer, context) =>
        classifyCheckPart(answer, skip, context),
      );
    },
    readCredits: signal => connection.read({method: 'GET', path: creditUsagePath}, signal, classifyCredits),
    startCheck: (id, signal) => connection.change({method: 'POST', path: belowMonitorPath(id, 'run')}, signal, classifyStart),
  };
}

function toQuestion({url, options}: ScrapeRequest): Question {
  return {
    method: 'POST',
    path: scrapePath,
    body: {...options, url},
    // The secret parts are known by a monitor's body. The address is masked where it is shown: a page may hold its words.
    secretsIn: {targets: [{type: 'scrape', scrapeOptions: options}]},
    largestAnswer: largestScrape,
    timeoutMs: scrapeWaitMs(options),
  };
}

function mapValue<Value>(outcome: ReadOutcome<Value>, map: (value: Value) => Value): ReadOutcome<Value> {
  return outcome.kind === 'read' ? {...outcome, value: map(outcome.value)} : outcome;
}

/** One request in the words of the service. */
interface Question {
  readonly method: ExchangeNote['method'];
  /** Undefined where the id of a monitor fits into no path. */
  readonly path: string | undefined;
  readonly query?: string;
  readonly body?: JsonObject;
  /** A body as monitors have it with the secrets that are sent. Default: `body`. */
  readonly secretsIn?: JsonObject;
  /** The whole body of the monitor that is answered, where `body` is a part of it. */
  readonly whole?: JsonObject | undefined;
  readonly largestAnswer?: number;
  /** Default: the timeout of the connection. */
  readonly timeoutMs?: number;
}

type ChangeOutcome = CreateOutcome | UpdateOutcome | DeleteOutcome | StartOutcome | ScrapeOutcome;

/** A request that ended without an answer. */
interface Unanswered {
  readonly kind: 'not-applied' | 'ambiguous';
  readonly failure: Failure;
}

/** An answer without the key, and what classifying it needs. */
interface Answered {
  readonly kind: 'answered';
  readonly answer: Answer;
  readonly context: ClassifyContext;
}

/** The connections to one service, and the secrets that no answer may bring back. */
class ServiceConnection {
  readonly #options: HttpServiceOptions;
  readonly #prefix: string;
  readonly #pool: Pool;
  readonly #references: readonly string[];
  /** The key, the proxy's credentials, and the values of all references. */
  readonly #secrets: readonly string[];
  /** Of requests without a body. */
  readonly #ownRedactor = once(() => createRedactor(this.#secrets));
  readonly #literals = once(async () => hideSent((await this.#options.literals?.()) ?? []));
  readonly #hide: (monitor: LiveMonitor) => LiveMonitor;
  readonly #hideKey: (answer: Answer) => Answer;
  #byEmulator: boolean | null = null;
  #checkTime: number | null = null;

  constructor(options: HttpServiceOptions) {
    this.#options = options;
    this.#prefix = new URL(options.address.origin).pathname.replace(/\/$/, '');
    const proxy = chooseProxy(options.address, options.env);
    this.#pool = openPool(options, proxy);
    this.#references = options.secrets ?? [];
    this.#secrets = [...listKeyForms(options.key.reveal()), ...(proxy?.secrets ?? []), ...withParts(this.#references)];
    this.#hide = createHider(this.#references, []);
    this.#hideKey = createKeyHider(options.key.reveal());
  }

  /** Whether the emulator gave all successful answers so far; null before the first. */
  get byEmulator(): boolean | null {
    return this.#byEmulator;
  }

  /** The emulator's clock of checks, where it is not that of its `Date`; null of any other service. */
  get checkTime(): number | null {
    return this.#byEmulator === true ? this.#checkTime : null;
  }

  /** Sends a request that changes something; hides secrets in the monitor that is answered, but where they were sent. */
  async change<Outcome extends ChangeOutcome>(
    question: Question,
    signal: AbortSignal | undefined,
    classify: (answer: Answer, context: ClassifyContext) => Outcome,
  ): Promise<Outcome | Unanswered> {
    const asked = await this.#ask(question, signal);
    if (asked.kind !== 'answered') return asked;
    const outcome = classify(asked.answer, asked.context);
    if (!('monitor' in outcome)) return outcome;
    const sent = [question.body, question.whole].filter(body => body !== undefined);
    return {...outcome, monitor: createHider(this.#references, sent)(outcome.monitor)};
  }

  /** Sends a request that changes nothing; `classify` passes every monitor that is answered through `hide`. */
  async read<Value>(
    question: Question,
    signal: AbortSignal | undefined,
    classify: (answer: Answer, context: ClassifyContext, hide: (monitor: LiveMonitor) => LiveMonitor) => ReadOutcome<Value>,
  ): Promise<ReadOutcome<Value>> {
    const asked = await this.#ask(question, signal);
    return asked.kind === 'answered' ? classify(asked.answer, asked.context, this.#hide) : {kind: 'failed', failure: asked.failure};
  }

  /** Reads texts of checks, in which literal secrets of specs are hidden, too. */
  async readTexts<Value>(
    question: Question,
    signal: AbortSignal | undefined,
    classify: (answer: Answer, context: ClassifyContext) => ReadOutcome<Value>,
  ): Promise<ReadOutcome<Value>> {
    const asked = await this.#ask(question, signal);
    if (asked.kind !== 'answered') return {kind: 'failed', failure: asked.failure};
    return classify(asked.answer, await this.#hideLiterals(asked.context));
  }

  /** Specs are read for it once, and only where words of the service are to be shown. */
  async #hideLiterals(context: ClassifyContext): Promise<ClassifyContext> {
    const hide = (await this.#literals())?.shown;
    const {redact} = context;
    return hide === undefined ? context : {...context, redact: text => redact(hide(text))};
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #ask(question: Question, signal: AbortSignal | undefined): Promise<Answered | Unanswered> {
    const {path, query = '', body, secretsIn = body} = question;
    if (path === undefined) return {kind: 'not-applied', failure: unaddressable};
    const {address, world} = this.#options;
    const redact = this.#makeRedactor(secretsIn);
    const ended = await this.#exchange({...question, path: `${this.#prefix}${path}${query}`}, signal, redact);
    const context: ClassifyContext = {host: address.host, redact, now: world.now()};
    if (ended.kind === 'failed') return classifyError(ended.error, ended.phase, context);
    const answer = this.#hideKey(ended.answer);
    if (!isSuccess(answer)) return {kind: 'answered', answer, context: await this.#hideLiterals(context)};
    this.#byEmulator = this.#byEmulator !== false && isOfEmulator(answer);
    this.#checkTime = readTimeIn(answer, EMULATOR_DATE_HEADER);
    return {kind: 'answered', answer, context};
  }

  /** Makes one request, and reports it to the caller of the service. */
  async #exchange(
    {method, path, body, largestAnswer = largestMonitor, timeoutMs}: Question & {readonly path: string},
    signal: AbortSignal | undefined,
    redact: (text: string) => string,
  ): Promise<ExchangeEnd> {
    const {key, userAgent, attemptTimeoutMs = 30_000, world, onExchange} = this.#options;
    const text = body === undefined ? null : JSON.stringify(body);
    const startedAt = world.monotonic();
    const ended = await exchange(this.#pool, {
      method,
      path,
      headers: {
        authorization: `Bearer ${key.reveal()}`,
        ...(text === null ? {} : {'content-type': 'application/json'}),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
      },
      body: text,
      largestAnswer,
      timeoutMs: timeoutMs ?? attemptTimeoutMs,
      ...(signal === undefined ? {} : {signal}),
    });
    onExchange?.({
      method,
      path,
      durationMs: world.monotonic() - startedAt,
      sentBytes: text === null ? 0 : Buffer.byteLength(text),
      ...describeEnd(ended, redact),
    });
    return ended;
  }

  /** Masks every secret of a request. The masks are made only when something went wrong: most answers are a monitor. */
  #makeRedactor(body: JsonObject | undefined): (text: string) => string {
    const redactor = body === undefined ? this.#ownRedactor : once(() => createRedactor([...this.#secrets, ...listSentSecrets(body)]));
    return text => redactor()(text);
  }
}

/** Header that tells the emulator's answers from a real service's. */
const EMULATOR_HEADER = 'x-monitors-emulator';

/** The clock of its checks, which tests move. */
const EMULATOR_DATE_HEADER = 'x-monitors-emulator-date';

/** A failure proves nothing: a proxy may have answered it. */
function isSuccess({status}: Answer): boolean {
  return status >= 200 && status < 300;
}

function isOfEmulator(answer: Answer): boolean {
  return readHeader(answer, EMULATOR_HEADER) !== undefined;
}

/** Reported for a monitor whose id fits into no path: nothing was sent. */
const unaddressable: Failure = {
  kind: 'http',
  code: 'BAD_ID',
  message: 'the monitor id contains characters that are unsafe in a URL',
};

function describeEnd(ended: ExchangeEnd, redact: (text: string) => string): Pick<ExchangeNote, 'status' | 'receivedBytes' | 'requestId'> {
  if (ended.kind === 'failed') return {receivedBytes: 0};
  const requestId = readHeader(ended.answer, 'x-request-id');
  return {
    status: ended.answer.status,
    receivedBytes: ended.receivedBytes,
    ...(requestId === undefined ? {} : {requestId: cleanServiceText(requestId, redact)}),
  };
}
