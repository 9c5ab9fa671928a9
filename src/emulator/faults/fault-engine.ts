import type {RouteName} from '../routes';
import type {FaultAction, FaultMatch, FaultScript} from './script';

/** The properties of a request that a fault can match. */
export interface RequestTraits {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Operation that the path and the method ask for, if any. */
  readonly operation: RouteName | undefined;
  /** The names of the monitor, in the body and of the one in the path. */
  readonly names: readonly string[];
  /** All urls of all targets, where the body has any. */
  readonly urls: readonly string[];
}

/** The decision for one request. */
export interface FaultDecision {
  readonly delayMs: number;
  readonly action: FaultAction;
  /** Milliseconds until the rate limit allows a request; only with the action `rate-limit`. */
  readonly waitMs?: number;
}

/** Plays a fault script: counts requests, and how often each entry matched. */
export class FaultEngine {
  readonly #script: FaultScript;
  readonly #matched: number[];
  readonly #buckets = new Map<number, TokenBucket>();
  #requests = 0;

  constructor(script: FaultScript) {
    this.#script = script;
    this.#matched = (script.faults ?? []).map(() => 0);
  }

  /** Decides what happens to the next request, which arrives at `now` (milliseconds). */
  decide(traits: RequestTraits, now: number): FaultDecision {
    this.#requests += 1;
    let delayMs = 0;
    for (const [index, fault] of (this.#script.faults ?? []).entries()) {
      if (!isMatch(fault.when, traits, this.#requests)) continue;
      const count = (this.#matched[index] ?? 0) + 1;
      this.#matched[index] = count;
      const first = fault.skip ?? 0;
      if (count <= first || count > first + (fault.times ?? Number.POSITIVE_INFINITY)) continue;
      delayMs += fault.delayMs ?? 0;
      if (fault.do === undefined || fault.do === 'pass') continue;
      if (fault.do !== 'rate-limit') return {delayMs, action: fault};
      const waitMs = this.#bucket(index, fault, now).take(now);
      if (waitMs > 0) return {delayMs, action: fault, waitMs};
    }
    return {delayMs, action: {do: 'pass'}};
  }

  #bucket(index: number, fault: {limit: number; windowMs: number}, now: number): TokenBucket {
    const known = this.#buckets.get(index);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(fault.limit, fault.windowMs, now);
    this.#buckets.set(index, bucket);
    return bucket;
  }
}

/** A bucket of `limit` tokens that is refilled evenly over `windowMs`. */
class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    now: number,
  ) {
    this.#tokens = limit;
    this.#at = now;
  }

  /** Takes one token; otherwise how many milliseconds it takes until there is one. */
  take(now: number): number {
    const perMs = this.limit / this.windowMs;
    this.#tokens = Math.min(this.limit, this.#tokens + Math.max(0, now - this.#at) * perMs);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / perMs);
    this.#tokens -= 1;
    return 0;
  }
}

function isMatch(when: FaultMatch | undefined, traits: RequestTraits, number: number): boolean {
  if (when === undefined) return true;
  return (
    isAnyOf(when.request, [number]) &&
    isAnyOf(when.method, [traits.method]) &&
    isAnyOf(when.path, [traits.path]) &&
    isAnyOf(when.operation, traits.operation === undefined ? [] : [traits.operation]) &&
    isAnyOf(when.name, traits.names) &&
    isAnyOf(when.url, traits.urls)
  );
}

function isAnyOf<T>(wanted: T | readonly T[] | undefined, found: readonly T[]): boolean {
  if (wanted === undefined) return true;
  const list: readonly T[] = Array.isArray(wanted) ? wanted : [wanted as T];
  return list.some(item => found.includes(item));
}
