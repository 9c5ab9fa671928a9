(main => typeof module === 'object' ? main(exports, require, module, __filename, __dirname) : main)(
function (exports, require, module, __filename, __dirname) {
const bundles = {};
const askBundle = (name, module) => (bundles[name] ??= require(name).modules)[module]();
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/core/api/check-port.ts
var check_port_exports = {};
__export(check_port_exports, {
  ALERT_CHANNELS: () => ALERT_CHANNELS,
  PAGE_STATUSES: () => PAGE_STATUSES
});
var PAGE_STATUSES, ALERT_CHANNELS;
var init_check_port = __esm({
  "src/core/api/check-port.ts"() {
    "use strict";
    PAGE_STATUSES = ["same", "new", "changed", "removed", "error"];
    ALERT_CHANNELS = ["webhook", "email", "slack"];
  }
});

// src/core/api/wire.ts
var wire_exports = {};
__export(wire_exports, {
  belowMonitorPath: () => belowMonitorPath,
  createMonitorPath: () => createMonitorPath,
  creditUsagePath: () => creditUsagePath,
  monitorPath: () => monitorPath,
  retryableStatuses: () => retryableStatuses,
  scrapePath: () => scrapePath
});
function monitorPath(id) {
  return /^\.*$/.test(id) || !isWellFormed(id) ? void 0 : `${createMonitorPath}/${encodeURIComponent(id)}`;
}
function belowMonitorPath(id, ...steps) {
  const parts = [id, ...steps];
  if (parts.some((part) => monitorPath(part) === void 0)) return void 0;
  return `${createMonitorPath}/${parts.map(encodeURIComponent).join("/")}`;
}
function isWellFormed(text) {
  return !new RegExp("\\p{Surrogate}", "u").test(text);
}
var createMonitorPath, creditUsagePath, scrapePath, retryableStatuses;
var init_wire = __esm({
  "src/core/api/wire.ts"() {
    "use strict";
    createMonitorPath = "/v2/monitor";
    creditUsagePath = "/v2/team/credit-usage";
    scrapePath = "/v2/scrape";
    retryableStatuses = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);
  }
});

// src/core/api/retry.ts
var retry_exports = {};
__export(retry_exports, {
  decideEditRetry: () => decideEditRetry,
  decideReadRetry: () => decideReadRetry,
  decideRetry: () => decideRetry,
  isThrottle: () => isThrottle,
  mayConnectLater: () => mayConnectLater,
  retryPolicy: () => retryPolicy
});
function retryPolicy(baseMs, onAmbiguous = "retry") {
  return { attempts: 5, baseMs, longestWaitMs: 12e4, onAmbiguous };
}
function decideRetry(outcome, attempt2, policy, throttledInARow, random) {
  if (outcome.kind === "applied") return { kind: "applied" };
  const as = outcome.kind === "not-applied" ? "failed" : "unknown";
  const { failure } = outcome;
  if (isThrottle(failure) && (failure.retryAfterMs ?? 0) > policy.longestWaitMs) {
    return { kind: "too-long", as, waitMs: failure.retryAfterMs };
  }
  if (!isRetryable(outcome.kind, failure, policy)) return { kind: "give-up", as, exhausted: outcome.kind === "ambiguous" };
  if (attempt2 >= policy.attempts) return { kind: "give-up", as, exhausted: true };
  if (!isThrottle(failure)) return { kind: "retry", waitMs: Math.round(backoff(attempt2, policy, random)), everyone: false };
  return { kind: "retry", waitMs: Math.round(throttleWait(failure, throttledInARow, policy, random)), everyone: true };
}
function decideEditRetry(outcome, attempt2, policy, throttledInARow, random) {
  const as = outcome.kind === "not-applied" ? "failed" : "unknown";
  return decideRepetition(outcome.failure, as, attempt2, policy, throttledInARow, random);
}
function decideReadRetry({ failure }, attempt2, policy, throttledInARow, random) {
  return decideRepetition(failure, "failed", attempt2, policy, throttledInARow, random);
}
function decideRepetition(failure, as, attempt2, policy, throttledInARow, random) {
  if (isThrottle(failure) && (failure.retryAfterMs ?? 0) > policy.longestWaitMs) {
    return { kind: "too-long", as, waitMs: failure.retryAfterMs };
  }
  if (!mayPass(failure)) return { kind: "give-up", as, exhausted: false };
  if (attempt2 >= policy.attempts) return { kind: "give-up", as, exhausted: true };
  if (!isThrottle(failure)) return { kind: "retry", waitMs: Math.round(backoff(attempt2, policy, random)), everyone: false };
  return { kind: "retry", waitMs: Math.round(throttleWait(failure, throttledInARow, policy, random)), everyone: true };
}
function mayPass(failure) {
  switch (failure.kind) {
    case "http":
      return failure.notOffered !== true && failure.status !== void 0 && retryableStatuses.has(failure.status);
    case "connect":
      return mayConnectLater(failure);
    case "transport":
    case "timeout":
      return true;
    case "body":
      return failure.notTheService !== true && /^(CUT_OFF|BAD_JSON|HPE_)/.test(failure.code ?? "");
    case "tls":
    case "aborted":
      return false;
  }
}
function isThrottle(failure) {
  return failure.status === 429 || failure.status === 503 && failure.retryAfterMs !== void 0;
}
function isRetryable(kind, failure, policy) {
  const { status } = failure;
  if (kind === "not-applied") return status === 429 || failure.kind === "connect" && mayConnectLater(failure);
  return policy.onAmbiguous === "retry" && failure.kind === "http" && status !== void 0 && retryableStatuses.has(status);
}
function mayConnectLater({ status, code }) {
  return (status === void 0 || status >= 500) && !/INVALID/.test(code ?? "");
}
function backoff(attempt2, policy, random) {
  const ceiling = Math.min(30 * policy.baseMs, policy.baseMs * 2 ** attempt2);
  return Math.max(policy.baseMs / 10, random() * ceiling);
}
function throttleWait(failure, throttledInARow, policy, random) {
  if (failure.retryAfterMs === 0 && !failure.retryAfterIsHint) return policy.baseMs * (0.1 + 0.4 * random());
  const delay = Math.min(30 * policy.baseMs, 5 * policy.baseMs * 2 ** (throttledInARow - 1));
  const computed = delay / 2 + delay / 2 * random();
  if (failure.retryAfterMs === void 0) return computed;
  const asked = failure.retryAfterMs * (1 + 0.1 * random());
  return failure.retryAfterIsHint ? Math.max(asked, computed) : asked;
}
var init_retry = __esm({
  "src/core/api/retry.ts"() {
    "use strict";
    init_wire();
  }
});

// src/core/api/list-monitors.ts
var list_monitors_exports = {};
__export(list_monitors_exports, {
  NEW_ON_A_PAGE: () => NEW_ON_A_PAGE,
  listAllMonitors: () => listAllMonitors
});
async function listAllMonitors(service, options) {
  const reader = new PageReader(service, options);
  try {
    return await readWhole(reader, options);
  } finally {
    await reader.settle();
  }
}
async function readWhole(reader, options) {
  for (let scan = 0; ; scan++) {
    const scanned = await scanPages(reader, options);
    if (scanned.kind === "failed") return scanned;
    const { monitors, head, serverTime, isWhole, isOnePage } = scanned.value;
    const isLast = scan === mostRescans;
    if (isWhole && (isLast || isOnePage || await isSameHead(head, reader))) {
      return { kind: "read", value: { monitors: [...monitors.values()] }, serverTime };
    }
    if (isLast) return { kind: "failed", failure: unlistable("its pages have gaps, even after reading them again") };
  }
}
async function scanPages(reader, { onMonitor, onPage }) {
  const monitors = /* @__PURE__ */ new Map();
  const met = /* @__PURE__ */ new Set();
  const first = await reader.read(0);
  if (first.kind === "failed") return first;
  const { serverTime } = first;
  const head = first.value.map(({ id }) => id);
  let isWhole = true;
  let stalls = 0;
  let offset = 0;
  let pages = 1;
  let items = 0;
  for (let page = first.value; ; pages++) {
    const isNew2 = page.some(({ id }) => !met.has(id));
    if (!isNew2 && page.length <= overlap) {
      return { kind: "read", value: { monitors, head, serverTime, isWhole, isOnePage: met.size === new Set(head).size }, serverTime };
    }
    stalls = isNew2 ? 0 : stalls + 1;
    if (stalls === mostStalls) return { kind: "failed", failure: unlistable("every page has the same monitors") };
    items += page.length;
    if (items > mostItems) return { kind: "failed", failure: unlistable("it has more than 200,000 items") };
    if (pages === mostPages) return { kind: "failed", failure: unlistable(`it has ${mostPages.toLocaleString("en-US")} pages or more`) };
    const repeated = countRepeated(page.length);
    offset += page.length - repeated;
    const pending = reader.readOn(offset, page.length);
    for (const monitor of page) {
      met.add(monitor.id);
      if (monitor.status !== "deleted") monitors.set(monitor.id, onMonitor(monitor));
    }
    onPage?.(monitors.size);
    const next = await pending;
    if (next.kind === "failed") return next;
    page = next.value;
    isWhole &&= repeated === 0 || page.some(({ id }) => met.has(id));
  }
}
function countRepeated(length) {
  return Math.min(overlap, Math.floor(length / 2));
}
async function isSameHead(head, reader) {
  const again = await reader.read(0);
  return again.kind === "failed" || again.value.length === head.length && again.value.every(({ id }, index) => id === head[index]);
}
function unlistable(problem) {
  return { kind: "body", code: "BAD_PAGES", message: `could not read the whole list of monitors: ${problem}` };
}
var largestPage, overlap, NEW_ON_A_PAGE, mostRescans, mostStalls, mostPages, mostItems, PageReader;
var init_list_monitors = __esm({
  "src/core/api/list-monitors.ts"() {
    "use strict";
    init_retry();
    largestPage = 100;
    overlap = 10;
    NEW_ON_A_PAGE = largestPage - overlap;
    mostRescans = 3;
    mostStalls = 3;
    mostPages = 2e3;
    mostItems = 2e5;
    PageReader = class {
      #service;
      #options;
      #limit = largestPage;
      /** The page after the one that was asked for last. */
      #ahead;
      constructor(service, options) {
        this.#service = service;
        this.#options = options;
      }
      /** Reads the page at `offset`. */
      read(offset) {
        return this.#ahead === void 0 ? this.#ask(offset) : this.settle().then(() => this.#ask(offset));
      }
      /** Reads the page at `offset`, after one with `length` monitors; if that was full, the one after it is asked for as well. */
      readOn(offset, length) {
        const page = this.#ahead?.offset === offset ? this.#ahead.page : this.read(offset);
        const nextOffset = offset + length - countRepeated(length);
        this.#ahead = length === this.#limit ? { offset: nextOffset, page: this.#ask(nextOffset) } : void 0;
        return page;
      }
      /** Waits for a page that was asked for and is not needed, so that nothing is left under way. */
      async settle() {
        const ahead = this.#ahead;
        this.#ahead = void 0;
        await ahead?.page;
      }
      async #ask(offset) {
        const { world, policy, signal } = this.#options;
        for (let attempt2 = 1; ; ) {
          const limit = this.#limit;
          const outcome = await this.#service.listMonitors({ limit, offset }, signal);
          if (outcome.kind === "read" || signal.aborted) return outcome;
          if (outcome.failure.code === "TOO_LARGE" && limit > 1) {
            this.#limit = Math.min(this.#limit, Math.ceil(limit / 2));
            continue;
          }
          const decision = decideReadRetry(outcome, attempt2, policy, attempt2, world.random);
          if (decision.kind !== "retry") return outcome;
          await world.sleep(decision.waitMs, signal).catch(() => void 0);
          attempt2++;
        }
      }
    };
  }
});

// src/core/api/service-text.ts
var service_text_exports = {};
__export(service_text_exports, {
  cleanServiceText: () => cleanServiceText,
  cleanServiceValue: () => cleanServiceValue
});
function cleanServiceText(text, redact) {
  const clean = redact(text).slice(0, 64 * 1024).replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, " ").replace(/ {2,}/g, " ").trim();
  return clean.length <= longestServiceText ? clean : `${cutWhole(clean, longestServiceText - 1)}\u2026`;
}
function cleanServiceValue(value, redact, depth = 0) {
  if (typeof value === "string") return cleanServiceText(value, redact);
  if (typeof value === "number") return redact(String(value)) === String(value) ? value : import_secret.SECRET_TEXT;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 6) return "\u2026";
  if (!(0, import_value.isObject)(value)) return value.slice(0, 50).map((item) => cleanServiceValue(item, redact, depth + 1));
  const members = Object.entries(value).slice(0, 50);
  return Object.fromEntries(members.map(([name, item]) => [cleanServiceText(name, redact), cleanServiceValue(item, redact, depth + 1)]));
}
function cutWhole(text, length) {
  const isHalf = (text.charCodeAt(length - 1) & 64512) === 55296;
  return text.slice(0, isHalf ? length - 1 : length);
}
var import_value, import_secret, longestServiceText;
var init_service_text = __esm({
  "src/core/api/service-text.ts"() {
    "use strict";
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_secret = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    longestServiceText = 500;
  }
});

// src/core/api/read-alerts.ts
var read_alerts_exports = {};
__export(read_alerts_exports, {
  readAlertSetup: () => readAlertSetup,
  readSubscriptions: () => readSubscriptions
});
function readAlertSetup({ data, hide = (text) => text }) {
  const notification = (0, import_value2.property)(data, "notification");
  const email = (0, import_value2.property)(notification, "email");
  const slack = (0, import_value2.property)(notification, "slack");
  const isOn = (channel) => (0, import_value2.property)(channel, "enabled") === true;
  return {
    webhook: readWebhook((0, import_value2.property)(data, "webhook"), hide),
    email: isOn(email) ? { recipients: readRecipients(email, hide), subscriptions: readSubscriptions(data, hide) } : null,
    slack: isOn(slack) ? { channel: readChannel(slack, hide) } : null
  };
}
function readSubscriptions(data, hide = (text) => text) {
  const listed = (0, import_value2.property)(data, "emailRecipientSubscriptions");
  if (!Array.isArray(listed)) return null;
  return listed.slice(0, MOST_RECIPIENTS).flatMap((one) => {
    const [email, status] = [(0, import_value2.property)(one, "email"), (0, import_value2.property)(one, "status")];
    if (typeof email !== "string" || typeof status !== "string") return [];
    return [{ email: cleanServiceText(email, hide), status: cleanServiceText(status, hide) }];
  });
}
function readWebhook(webhook, hide) {
  const url = (0, import_value2.property)(webhook, "url");
  if (!(0, import_value2.isObject)(webhook) || typeof url !== "string" || url === "") return null;
  const events = (0, import_value2.property)(webhook, "events");
  const named = Array.isArray(events) ? events.filter((event) => typeof event === "string") : [];
  return {
    id: (0, import_canonical.sha256)(placeOf(url)),
    address: cleanServiceText((0, import_masking.maskDocumented)(url.trim(), ["webhook", "url"]), hide),
    events: named.length === 0 ? ALL_EVENTS : named.map((event) => cleanServiceText(event, hide))
  };
}
function placeOf(address) {
  const url = (0, import_url.parseUrl)(address);
  return url === void 0 ? address : `${url.origin}${url.pathname}`;
}
function readRecipients(email, hide) {
  const recipients = (0, import_value2.property)(email, "recipients");
  if (!Array.isArray(recipients)) return [];
  return recipients.filter((one) => typeof one === "string").slice(0, MOST_RECIPIENTS).map((one) => cleanServiceText(one, hide));
}
function readChannel(slack, hide) {
  for (const name of ["channelName", "channelId"]) {
    const value = (0, import_value2.property)(slack, name);
    if (typeof value === "string" && value !== "") return cleanServiceText(value, hide);
  }
  return null;
}
var import_url, import_canonical, import_value2, import_masking, ALL_EVENTS, MOST_RECIPIENTS;
var init_read_alerts = __esm({
  "src/core/api/read-alerts.ts"() {
    "use strict";
    import_url = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    init_service_text();
    ALL_EVENTS = ["monitor.page", "monitor.check.completed"];
    MOST_RECIPIENTS = 100;
  }
});

// src/core/api/read-scrape.ts
var read_scrape_exports = {};
__export(read_scrape_exports, {
  maskAddress: () => maskAddress,
  maskAddresses: () => maskAddresses,
  readScrapedPage: () => readScrapedPage
});
function maskAddress(url) {
  return (0, import_masking2.maskDocumented)(url, ["targets", 0, "urls", 0]);
}
function maskAddresses(text) {
  return (0, import_masking2.maskDocumented)(text.slice(0, 64 * 1024), ["goal"]);
}
function readScrapedPage(answer, redact) {
  const raw = (0, import_value3.property)(answer, "data");
  if ((0, import_value3.property)(answer, "success") !== true || !(0, import_value3.isObject)(raw)) return void 0;
  const data = (0, import_walk.mapLeaves)(raw, (leaf) => typeof leaf === "string" ? redact(leaf) : leaf);
  const metadata = (0, import_value3.property)(data, "metadata");
  const short = (name) => readShort((0, import_value3.property)(metadata, name), redact);
  const address = firstText((0, import_value3.property)(metadata, "url"));
  return {
    statusCode: readStatus((0, import_value3.property)(metadata, "statusCode")),
    finalUrl: address === null ? null : maskAddress(cleanServiceText(address, redact)),
    title: short("title"),
    language: short("language"),
    contentType: short("contentType"),
    error: short("error"),
    warning: readShort((0, import_value3.property)(data, "warning"), redact),
    markdown: firstText((0, import_value3.property)(data, "markdown")),
    html: firstText((0, import_value3.property)(data, "html")),
    rawHtml: firstText((0, import_value3.property)(data, "rawHtml")),
    summary: firstText((0, import_value3.property)(data, "summary")),
    answer: firstText((0, import_value3.property)(data, "answer")),
    json: (0, import_value3.property)(data, "json"),
    others: Object.keys(data).filter((name) => !READ.has(name) && !isEmpty(data[name])).map((name) => cleanServiceText(name, redact)).sort(),
    data
  };
}
function readShort(value, redact) {
  const text = firstText(value);
  const clean = text === null ? "" : cleanServiceText(maskAddresses(text), redact);
  return clean === "" ? null : clean;
}
function firstText(value) {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : null;
}
function readStatus(value) {
  const status = (0, import_value3.readAmount)(value);
  return status !== null && Number.isInteger(status) && status >= 100 && status <= 999 ? status : null;
}
function isEmpty(value) {
  if (value === void 0 || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
var import_value3, import_masking2, import_walk, READ;
var init_read_scrape = __esm({
  "src/core/api/read-scrape.ts"() {
    "use strict";
    import_value3 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking2 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_walk = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    init_service_text();
    READ = /* @__PURE__ */ new Set(["markdown", "html", "rawHtml", "summary", "answer", "json", "metadata", "warning"]);
  }
});

// src/core/api/read-checks.ts
var read_checks_exports = {};
__export(read_checks_exports, {
  readCheckPart: () => readCheckPart,
  readChecks: () => readChecks,
  readStartedCheck: () => readStartedCheck,
  readSummary: () => readSummary,
  readTeamCredits: () => readTeamCredits,
  readTime: () => readTime
});
function readChecks(answer, redact) {
  const data = dataOf(answer);
  if (!Array.isArray(data)) return void 0;
  const checks = data.map((check) => readCheck(check, redact));
  return checks.every((check) => check !== void 0) ? checks : void 0;
}
function readCheckPart(answer, skip, redact) {
  const data = dataOf(answer);
  const check = readCheck(data, redact);
  const pages = (0, import_value4.property)(data, "pages");
  if (check === void 0 || !Array.isArray(pages)) return void 0;
  const next = (0, import_value4.property)(data, "next") ?? (0, import_value4.property)(answer, "next");
  const isDegraded = findDegraded((0, import_value4.property)(data, "targetResults"));
  return { check, pages: pages.map((page) => readPage(page, isDegraded(page), redact)), nextSkip: readNextSkip(next, skip) };
}
function readTeamCredits(answer) {
  const data = dataOf(answer);
  if (!(0, import_value4.isObject)(data)) return void 0;
  return {
    remaining: (0, import_value4.readAmount)((0, import_value4.property)(data, "remainingCredits")),
    plan: (0, import_value4.readAmount)((0, import_value4.property)(data, "planCredits")),
    periodStart: readTime((0, import_value4.property)(data, "billingPeriodStart")),
    periodEnd: readTime((0, import_value4.property)(data, "billingPeriodEnd"))
  };
}
function readStartedCheck(answer, redact) {
  const id = (0, import_value4.property)(dataOf(answer), "id") ?? (0, import_value4.property)(answer, "id");
  return (0, import_value4.property)(answer, "success") === true && typeof id === "string" && id.trim() !== "" ? cleanServiceText(id, redact) : void 0;
}
function readSummary(value) {
  if (!(0, import_value4.isObject)(value)) return null;
  const count = (name) => Math.floor((0, import_value4.readAmount)((0, import_value4.property)(value, name)) ?? 0);
  const summary = Object.fromEntries(PAGE_STATUSES.map((status) => [status, count(status)]));
  const sum2 = PAGE_STATUSES.reduce((total, status) => total + summary[status], 0);
  return { ...summary, totalPages: (0, import_value4.readAmount)((0, import_value4.property)(value, "totalPages")) === null ? sum2 : count("totalPages") };
}
function readTime(value) {
  const at = typeof value === "string" && value.length <= LONGEST_TIME ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
function dataOf(answer) {
  return (0, import_value4.property)(answer, "success") === true ? (0, import_value4.property)(answer, "data") : void 0;
}
function readCheck(data, redact) {
  if (!(0, import_value4.isObject)(data)) return void 0;
  const id = readText(data, "id", redact);
  if (id === "") return void 0;
  const messages = readMessages((0, import_value4.property)(data, "notificationStatus"), redact);
  return {
    id,
    status: readText(data, "status", redact),
    trigger: readText(data, "trigger", redact),
    scheduledFor: readTime((0, import_value4.property)(data, "scheduledFor")),
    startedAt: readTime((0, import_value4.property)(data, "startedAt")),
    finishedAt: readTime((0, import_value4.property)(data, "finishedAt")),
    createdAt: readTime((0, import_value4.property)(data, "createdAt")),
    estimatedCredits: (0, import_value4.readAmount)((0, import_value4.property)(data, "estimatedCredits")),
    actualCredits: (0, import_value4.readAmount)((0, import_value4.property)(data, "actualCredits")),
    summary: readSummary((0, import_value4.property)(data, "summary")),
    error: readText(data, "error", redact) || null,
    ...messages === null ? {} : { messages }
  };
}
function readMessages(value, redact) {
  const notes = ALERT_CHANNELS.flatMap((channel) => {
    const note = (0, import_value4.property)(value, channel);
    return (0, import_value4.isObject)(note) ? [[channel, readMessage(note, redact)]] : [];
  });
  return notes.length === 0 ? null : Object.fromEntries(notes);
}
function readMessage(note, redact) {
  const flag = (name) => {
    const value = (0, import_value4.property)(note, name);
    return typeof value === "boolean" ? value : null;
  };
  const pending = (0, import_value4.property)(note, "pendingRecipients");
  return {
    attempted: flag("attempted"),
    success: flag("success"),
    delivered: flag("delivered"),
    queued: flag("queued"),
    skipped: flag("skipped"),
    statusCode: (0, import_value4.readAmount)((0, import_value4.property)(note, "statusCode")),
    error: readText(note, "error", redact) || null,
    deliveredAt: readTime((0, import_value4.property)(note, "deliveredAt")),
    pending: Array.isArray(pending) ? pending.length : (0, import_value4.readAmount)(pending)
  };
}
function findDegraded(results) {
  const degraded = (Array.isArray(results) ? results : []).filter((result) => (0, import_value4.property)(result, "judgeDegraded") === true);
  if (degraded.length === 0) return () => false;
  const targets = new Set(degraded.map((result) => (0, import_value4.property)(result, "targetId") ?? null));
  return (page) => targets.has(null) || targets.has((0, import_value4.property)(page, "targetId") ?? null);
}
function readPage(page, isJudgeDegraded, redact) {
  const data = (0, import_value4.isObject)(page) ? page : {};
  const searchStatus = (0, import_value4.property)((0, import_value4.property)(data, "metadata"), "searchStatus");
  return {
    url: readText(data, "url", redact),
    status: readText(data, "status", redact),
    statusCode: (0, import_value4.readAmount)((0, import_value4.property)(data, "statusCode")),
    error: readText(data, "error", redact) || null,
    searchStatus: typeof searchStatus === "string" ? cleanServiceText(searchStatus, redact) : null,
    isJudgeDegraded,
    judgment: isJudgeDegraded ? null : readJudgment((0, import_value4.property)(data, "judgment"), redact),
    diff: readDiff((0, import_value4.property)(data, "diff"), redact)
  };
}
function readText(data, name, redact) {
  const value = (0, import_value4.property)(data, name);
  return typeof value === "string" ? cleanServiceText(maskAddresses(value), redact) : "";
}
function readJudgment(value, redact) {
  const meaningful = (0, import_value4.property)(value, "meaningful");
  if (!(0, import_value4.isObject)(value) || typeof meaningful !== "boolean") return null;
  return { meaningful, confidence: readText(value, "confidence", redact), reason: readText(value, "reason", redact) };
}
function readDiff(value, redact) {
  if (!(0, import_value4.isObject)(value)) return null;
  const text = (0, import_value4.property)(value, "text");
  const fields = listFields((0, import_value4.property)(value, "json"));
  if (typeof text !== "string" && fields.length === 0) return null;
  const whole = typeof text === "string" ? redact(text) : null;
  return {
    text: whole === null ? null : whole.slice(0, LONGEST_DIFF).replace(/[\ud800-\udbff]$/, ""),
    fields: fields.slice(0, MOST_FIELDS).map(({ path, previous, current }) => ({
      path: cleanServiceText(path, redact),
      previous: cleanServiceValue(previous, redact),
      current: cleanServiceValue(current, redact)
    })),
    isCut: (whole?.length ?? 0) > LONGEST_DIFF || fields.length > MOST_FIELDS
  };
}
function listFields(json) {
  if (!(0, import_value4.isObject)(json)) return [];
  return Object.entries(json).flatMap(([path, change]) => {
    const [previous, current] = [(0, import_value4.property)(change, "previous"), (0, import_value4.property)(change, "current")];
    return previous === void 0 && current === void 0 ? [] : [{ path, previous: previous ?? null, current: current ?? null }];
  });
}
function readNextSkip(next, skip) {
  if (typeof next !== "string" || next === "") return null;
  const query = new URLSearchParams(/\?([^#]*)/.exec(next.slice(0, LONGEST_NEXT))?.[1] ?? "");
  const text = query.get("skip") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : skip;
}
var import_value4, LONGEST_TIME, LONGEST_DIFF, MOST_FIELDS, LONGEST_NEXT;
var init_read_checks = __esm({
  "src/core/api/read-checks.ts"() {
    "use strict";
    import_value4 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_check_port();
    init_read_scrape();
    init_service_text();
    LONGEST_TIME = 40;
    LONGEST_DIFF = 256 * 1024;
    MOST_FIELDS = 500;
    LONGEST_NEXT = 64 * 1024;
  }
});

// src/core/apply/concurrency.ts
var concurrency_exports = {};
__export(concurrency_exports, {
  ConcurrencyLimit: () => ConcurrencyLimit,
  Semaphore: () => Semaphore
});
var ConcurrencyLimit, Semaphore;
var init_concurrency = __esm({
  "src/core/apply/concurrency.ts"() {
    "use strict";
    ConcurrencyLimit = class {
      #cap;
      #limit = 1;
      #successes = 0;
      #hasStrained = false;
      #round = 0;
      /** `cap` is the most that was asked for, 1 or more. */
      constructor(cap) {
        this.#cap = Math.max(1, Math.floor(cap));
      }
      get limit() {
        return this.#limit;
      }
      /** The current round: hand it back with {@link strain}, so that requests sent together halve the limit only once. */
      get round() {
        return this.#round;
      }
      /** The service carried out one request. */
      succeed() {
        this.#successes++;
        const needed = this.#hasStrained ? 2 * this.#limit : this.#limit;
        if (this.#successes < needed || this.#limit >= this.#cap) return;
        this.#limit = Math.min(this.#cap, this.#hasStrained ? this.#limit + 1 : this.#limit * 2);
        this.#successes = 0;
      }
      /** The service was overloaded (429, 503) when it met a request that was sent in `round`. */
      strain(round) {
        if (round !== this.#round) return;
        this.#round++;
        this.#hasStrained = true;
        this.#successes = 0;
        this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      }
    };
    Semaphore = class {
      #free;
      #waiting = [];
      constructor(count) {
        this.#free = count;
      }
      /** Runs `work` as soon as a slot is free, and frees the slot when it has ended. */
      async run(work) {
        if (this.#free === 0) await new Promise((resolve) => this.#waiting.push(resolve));
        else this.#free--;
        try {
          return await work();
        } finally {
          const next = this.#waiting.shift();
          if (next === void 0) this.#free++;
          else next();
        }
      }
    };
  }
});

// src/core/specs/expected-ids.ts
var expected_ids_exports = {};
__export(expected_ids_exports, {
  isCreatedFor: () => isCreatedFor,
  listDerivedIds: () => listDerivedIds,
  listExpectedIds: () => listExpectedIds,
  listOwnKeys: () => listOwnKeys
});
function listExpectedIds(spec, key, { project, environment }) {
  const body = spec.body();
  const taken = /* @__PURE__ */ new Set();
  return Array.from({ length: GENERATIONS }, () => {
    const ids = (0, import_targets.deriveTargetIds)({ project, environment, key, body, taken });
    for (const id of ids) taken.add(id);
    return ids;
  });
}
function isCreatedFor(live, key, owner) {
  const ids = (0, import_targets.listTargetIds)(live);
  const targets = (0, import_targets.listTargets)(live).map((target) => {
    const { id: _own, ...content } = (0, import_value5.isObject)(target) ? target : {};
    return content;
  });
  if (targets.length === 0) return false;
  const sets = listExpectedIds({ body: () => ({ targets }) }, key, owner);
  return sets.some((set) => set.every((id, index) => id === ids[index]));
}
function listOwnKeys({ key, sync }, specKeys) {
  const { renamedFrom } = sync;
  return renamedFrom === void 0 || specKeys.has(renamedFrom) ? [key] : [key, renamedFrom];
}
function listDerivedIds(desired, owner) {
  const ids = /* @__PURE__ */ new Set();
  for (const spec of desired) {
    const given = new Set(spec.explicitTargetIds);
    for (const id of listExpectedIds(spec, spec.key, owner).flat()) if (!given.has(id)) ids.add(id);
  }
  return ids;
}
var import_value5, import_targets, GENERATIONS;
var init_expected_ids = __esm({
  "src/core/specs/expected-ids.ts"() {
    "use strict";
    import_value5 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_targets = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    GENERATIONS = 3;
  }
});

// src/core/specs/watched.ts
var watched_exports = {};
__export(watched_exports, {
  listWatched: () => listWatched,
  watchesSame: () => watchesSame
});
function listWatched(body) {
  return (0, import_targets2.listTargets)(body).map((target) => {
    const [type = null, url = null, urls = null, queries = null] = ["type", "url", "urls", "queries"].map(
      (name) => (0, import_member.member)(target, name)
    );
    return (0, import_canonical2.canonicalJson)([type, trimmed(url), sorted(urls), sorted(queries)]);
  });
}
function watchesSame(a, b) {
  const [first, second] = [[...a].sort(), [...b].sort()];
  return first.length === second.length && first.every((item, index) => item === second[index]);
}
function trimmed(value) {
  return typeof value === "string" ? value.trim() : value;
}
function sorted(list) {
  return Array.isArray(list) ? list.map((item) => typeof item === "string" ? item.trim() : (0, import_canonical2.canonicalJson)(item)).sort() : null;
}
var import_canonical2, import_member, import_targets2;
var init_watched = __esm({
  "src/core/specs/watched.ts"() {
    "use strict";
    import_canonical2 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_member = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_targets2 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
  }
});

// src/core/plan/create-sight.ts
var create_sight_exports = {};
__export(create_sight_exports, {
  CreateSights: () => CreateSights,
  compareAge: () => compareAge,
  findOwner: () => findOwner,
  isDistinct: () => isDistinct,
  isSameSet: () => isSameSet,
  listIdSets: () => listIdSets
});
function listIdSets(after, targetIds, specKeys, owner) {
  return [targetIds, ...listOwnKeys(after, specKeys).flatMap((key) => listExpectedIds(after, key, owner))];
}
function isDistinct({ sync: { distinctFrom = [] } }, { id }) {
  return distinctFrom.some((other) => other.toLowerCase() === id.toLowerCase());
}
function judgeHolders(holders, sets, after) {
  const found = holders.map((live) => sets.find((set) => !isDistinct(after, live) && isSameSet(new Set(set), live.targetIds)));
  const [targetIds] = found;
  const [monitor, ...others] = holders;
  if (monitor === void 0 || targetIds === void 0 || found.includes(void 0)) return { kind: "conflict", monitors: holders };
  const isOneSet = found.every((set) => set !== void 0 && isSameSet(new Set(targetIds), set));
  return isOneSet ? { kind: "one", monitor, others, targetIds } : { kind: "alike", monitors: holders };
}
function listOwners(known) {
  const { desired, state, unresolved, otherEnvironments } = known;
  const owners = /* @__PURE__ */ new Map();
  for (const otherEnvironment of otherEnvironments) {
    for (const id of otherEnvironment.targetIds) owners.set(id, null);
    for (const id of listDerivedIds(otherEnvironment.desired?.() ?? desired, otherEnvironment)) owners.set(id, null);
  }
  const specKeys = new Set(desired.map(({ key }) => key));
  for (const spec of desired) for (const id of listIdSets(spec, [], specKeys, known).flat()) owners.set(id, spec.key);
  for (const [key, targetIds] of (0, import_state.listFacts)(state, "targetIds")) for (const id of targetIds) owners.set(id, key);
  for (const { intent } of unresolved) for (const id of intent.targetIds) owners.set(id, intent.key);
  return owners;
}
function findOwner(targetIds, superseded, live) {
  const wanted = new Set(targetIds);
  const equal = [];
  const overlapping = [];
  for (const monitor2 of live) {
    if (superseded.includes(monitor2.id)) continue;
    const ids = new Set(monitor2.targetIds);
    const shared = [...ids].filter((id) => wanted.has(id)).length;
    if (shared === 0) continue;
    (shared === wanted.size && ids.size === wanted.size ? equal : overlapping).push(monitor2);
  }
  const [monitor, ...others] = equal.sort(compareAge);
  if (overlapping.length > 0) return { kind: "conflict", monitors: [...equal, ...overlapping].sort(compareAge) };
  return monitor === void 0 ? { kind: "none" } : { kind: "one", monitor, others };
}
function compareAge(a, b) {
  return (0, import_diagnostic.compareText)(a.createdAt, b.createdAt) || (0, import_diagnostic.compareText)(a.id, b.id);
}
function isSameSet(wanted, ids) {
  const own = new Set(ids);
  return own.size === wanted.size && ids.every((id) => wanted.has(id));
}
var import_grouping, import_diagnostic, import_targets3, import_state, CreateSights;
var init_create_sight = __esm({
  "src/core/plan/create-sight.ts"() {
    "use strict";
    import_grouping = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_diagnostic = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    init_expected_ids();
    import_targets3 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_watched();
    import_state = askBundle("./monitors.cjs", "src/core/state/state.ts");
    CreateSights = class {
      #known;
      #content;
      #specKeys;
      #byTargetId = /* @__PURE__ */ new Map();
      #byWatched = /* @__PURE__ */ new Map();
      #byName = /* @__PURE__ */ new Map();
      #owners;
      /** `unrecorded` are monitors that neither this state nor that of another environment records. */
      constructor(known, unrecorded, content) {
        this.#known = known;
        this.#content = content;
        this.#specKeys = new Set(known.desired.map(({ key }) => key));
        for (const live of unrecorded) {
          (0, import_grouping.addToGroup)(this.#byName, live.name, live);
          for (const id of new Set(live.targetIds)) (0, import_grouping.addToGroup)(this.#byTargetId, id, live);
          for (const watched of new Set(content.ofLive(live))) (0, import_grouping.addToGroup)(this.#byWatched, watched, live);
        }
      }
      /** Says what may be the monitor of this create. */
      sight({ after, targetIds, superseded }) {
        const sets = listIdSets(after, targetIds, this.#specKeys, this.#known);
        const isFree = ({ id }) => !superseded.includes(id);
        const holders = [...new Set(sets.flat().flatMap((id) => this.#byTargetId.get(id) ?? []))].filter(isFree).sort(compareAge);
        if (holders.length === 0) return this.#sightByContent(after, isFree);
        const judged = judgeHolders(holders, sets, after);
        return judged.kind === "one" && this.#mayBeCopied(after, judged.monitor) ? { kind: "alike", monitors: holders } : judged;
      }
      /** Ids that a spec gives itself are copied with it, to another repository, too: they prove nothing of what looks otherwise. */
      #mayBeCopied(after, live) {
        if ((0, import_targets3.listTargetIds)(after.body()).every((id) => id === null)) return false;
        return live.name !== after.name || !watchesSame(this.#content.ofSpec(after), this.#content.ofLive(live));
      }
      #sightByContent(after, isFree) {
        const wanted = this.#content.ofSpec(after);
        const isUnclaimed = (live) => isFree(live) && !isDistinct(after, live) && !this.#belongsToOther(live, after.key);
        const near = [...new Set(wanted.flatMap((watched) => this.#byWatched.get(watched) ?? []))].filter(isUnclaimed).sort(compareAge);
        const named = (this.#byName.get(after.name) ?? []).filter(isUnclaimed).sort(compareAge);
        const keys = listOwnKeys(after, this.#specKeys);
        const wasCreatedForIt = (live) => keys.some((key) => isCreatedFor(this.#content.bodyOf(live), key, this.#known));
        const alike = [
          .../* @__PURE__ */ new Set([...named.filter((live) => near.includes(live) || wasCreatedForIt(live)), ...this.#listFormer(after, isUnclaimed)])
        ];
        if (alike.length > 0) return { kind: "alike", monitors: alike };
        const sameContent = near.filter((live) => watchesSame(wanted, this.#content.ofLive(live)));
        return { kind: "none", sameContent, sameName: named };
      }
      /** Monitors with just the target ids that a create of the spec got in an environment that the state was moved from. */
      #listFormer(after, isUnclaimed) {
        const { project, state } = this.#known;
        const former = state?.formerEnvironments ?? [];
        if (former.length === 0) return [];
        const keys = listOwnKeys(after, this.#specKeys);
        const sets = former.flatMap((environment) => keys.flatMap((key) => listExpectedIds(after, key, { project, environment })));
        const holders = [...new Set(sets.flat().flatMap((id) => this.#byTargetId.get(id) ?? []))];
        return holders.filter((live) => isUnclaimed(live) && sets.some((set) => isSameSet(new Set(set), live.targetIds))).sort(compareAge);
      }
      /** Whether any of its target ids is that of another spec, of a record, of an unresolved create, or of another environment. */
      #belongsToOther({ targetIds }, key) {
        this.#owners ??= listOwners(this.#known);
        return targetIds.some((id) => {
          const owner = this.#owners?.get(id);
          return owner !== void 0 && owner !== key;
        });
      }
    };
  }
});

// src/core/apply/find-created.ts
var find_created_exports = {};
__export(find_created_exports, {
  CreatedFinder: () => CreatedFinder,
  LostCreateLookup: () => LostCreateLookup,
  lookForMonitors: () => lookForMonitors
});
function judgeSight(create, monitors, sights) {
  const { change, supersedes } = create;
  if (change.action === "create") return sights.sight({ after: change.after, targetIds: change.targetIds, superseded: supersedes });
  const owner = findOwner(change.targetIds, supersedes, monitors);
  if (owner.kind === "none") return NOTHING;
  return owner.kind === "one" ? { ...owner, targetIds: change.targetIds } : owner;
}
async function lookForMonitors(service, isWanted, options) {
  const outcome = await listAllMonitors(service, { ...options, onMonitor: (monitor) => isWanted(monitor) ? monitor : null });
  if (outcome.kind === "read") return { kind: "seen", monitors: outcome.value.monitors.filter((monitor) => monitor !== null) };
  const { failure } = outcome;
  return { kind: failure.notOffered === true ? "not-offered" : "failed", failure };
}
function judgeLook(create, look, isSettled) {
  if (look.kind === "not-offered") return look;
  if (look.kind === "failed") return isSettled ? { kind: "unsure", failure: look.failure } : null;
  const owner = findOwner(create.targetIds, create.supersedes, look.monitors);
  if (owner.kind === "one") return { kind: "found", monitor: owner.monitor, others: owner.others };
  if (owner.kind === "conflict") return owner;
  return isSettled ? { kind: "absent" } : null;
}
var CreatedFinder, NOTHING, bodyOf, ofLive, ofSpec, lookAfterMs, LostCreateLookup;
var init_find_created = __esm({
  "src/core/apply/find-created.ts"() {
    "use strict";
    init_list_monitors();
    init_create_sight();
    init_watched();
    CreatedFinder = class {
      #parts;
      #lookup;
      #firstLook;
      #recorded;
      constructor(parts) {
        this.#parts = parts;
        const { wanted, world, lookupMs, lifetime } = parts;
        const look = () => this.#look(({ targetIds }) => targetIds.some((id) => wanted.has(id)));
        this.#lookup = new LostCreateLookup(look, world, lookupMs, lifetime.ending);
      }
      /** Finds a create whose answer was lost. */
      find(create) {
        return this.#lookup.find(create);
      }
      /**
       * Finds out whether a monitor that is about to be created is there already. All creates share one look. Where the list
       * can't be read the run stops: what can't be looked up may not be sent.
       */
      async sightBefore(create) {
        const { rules, sender } = this.#parts;
        if (!rules.hasList) return this.#sightRecorded(create);
        this.#firstLook ??= this.#lookFirst();
        const { look, sights } = await this.#firstLook;
        switch (look.kind) {
          case "seen":
            return judgeSight(create, [...look.monitors], sights);
          case "not-offered":
            if (!rules.needsList) {
              rules.goOnWithoutList(look.failure);
              return this.#sightRecorded(create);
            }
            sender.stopUnlisted(look.failure);
            return { kind: "stopped" };
          case "failed":
            sender.stopUnlisted(look.failure);
            return { kind: "stopped" };
        }
      }
      /** Without a list, commits are all that may know the monitor. */
      async #sightRecorded({ key, change }) {
        if (change.action !== "create") return NOTHING;
        this.#recorded ??= this.#parts.listRecorded?.();
        const found = (await this.#recorded)?.get(key);
        return found === void 0 ? NOTHING : { kind: "recorded", ...found };
      }
      /** Keeps of the list what may be one of the creates: by all target ids that they can have, by name, and by what they watch. */
      async #lookFirst() {
        const { known, created, wanted } = this.#parts;
        const keys = new Set(known.desired.map(({ key }) => key));
        const ids = /* @__PURE__ */ new Set([...wanted, ...created.flatMap((spec) => listIdSets(spec, [], keys, known).flat())]);
        const watched = new Set(created.flatMap(ofSpec));
        const names = new Set(created.map(({ name }) => name));
        const look = await this.#look(
          (live) => names.has(live.name) || live.targetIds.some((id) => ids.has(id)) || ofLive(live).some((content) => watched.has(content))
        );
        return { look, sights: new CreateSights(known, look.kind === "seen" ? look.monitors : [], { bodyOf, ofLive, ofSpec }) };
      }
      #look(isWanted) {
        const { service, world, recordedIds: recordedIds2, lifetime, rules } = this.#parts;
        const isKept = (monitor) => !recordedIds2.has(monitor.id) && isWanted(monitor);
        return lookForMonitors(service, isKept, { world, policy: rules.policy, signal: lifetime.ending });
      }
    };
    NOTHING = { kind: "none", sameContent: [], sameName: [] };
    bodyOf = ({ data }) => data;
    ofLive = ({ data }) => listWatched(data);
    ofSpec = (spec) => listWatched(spec.body());
    lookAfterMs = [2e3, 5e3, 1e4, 2e4, 4e4];
    LostCreateLookup = class {
      #look;
      #world;
      #lookupMs;
      #signal;
      #waiters = /* @__PURE__ */ new Set();
      #lookedAt = Number.NEGATIVE_INFINITY;
      #isLooking = false;
      #alarm = new AbortController();
      constructor(look, world, lookupMs, signal) {
        this.#look = look;
        this.#world = world;
        this.#lookupMs = lookupMs;
        this.#signal = signal;
        signal.addEventListener("abort", () => this.#alarm.abort(), { once: true });
      }
      /** Resolves when the create is found, known to be absent, or can't be looked up. */
      find(create) {
        return new Promise((resolve) => {
          this.#waiters.add({ create, sentAt: this.#world.monotonic() - create.sentAgoMs, resolve });
          this.#alarm.abort();
          void this.#run();
        });
      }
      async #run() {
        if (this.#isLooking) return;
        this.#isLooking = true;
        while (this.#waiters.size > 0 && !this.#signal.aborted) {
          const now = this.#world.monotonic();
          const dueAt = Math.min(...[...this.#waiters].map((waiter) => this.#nextLook(waiter)));
          if (dueAt > now) {
            this.#alarm = new AbortController();
            await this.#world.sleep(dueAt - now, this.#alarm.signal).catch(() => void 0);
            continue;
          }
          this.#lookedAt = now;
          const look = await this.#look();
          for (const waiter of [...this.#waiters]) this.#judge(waiter, look, now);
        }
        for (const waiter of [...this.#waiters]) this.#end(waiter, { kind: "unsure" });
        this.#isLooking = false;
      }
      /** When this create is due to be looked for: the first moment of its schedule after the last look. */
      #nextLook({ sentAt }) {
        const offsets = [...lookAfterMs.filter((ms) => ms < this.#lookupMs), this.#lookupMs];
        const next = offsets.find((ms) => sentAt + ms > this.#lookedAt) ?? this.#lookupMs;
        return sentAt + next;
      }
      #judge(waiter, look, beganAt) {
        const result = judgeLook(waiter.create, look, beganAt >= waiter.sentAt + this.#lookupMs);
        if (result !== null) this.#end(waiter, result);
      }
      #end(waiter, result) {
        this.#waiters.delete(waiter);
        waiter.resolve(result);
      }
    };
  }
});

// src/core/apply/findings.ts
var findings_exports = {};
__export(findings_exports, {
  conflictOfTargets: () => conflictOfTargets,
  duplicates: () => duplicates,
  mayExist: () => mayExist,
  maybeDuplicate: () => maybeDuplicate,
  noList: () => noList,
  notOffered: () => notOffered,
  otherValues: () => otherValues,
  recordedBefore: () => recordedBefore,
  similar: () => similar,
  unfinishedChange: () => unfinishedChange,
  updateIgnored: () => updateIgnored
});
function conflictOfTargets(key, monitors, environment) {
  const ids = monitors.map(({ id }) => id);
  const take = `"${importOf(key, ids, environment)}"`;
  return {
    code: "apply/target-conflict",
    severity: "error",
    message: `"${key}" was not created: the service has monitors that share target ids with it and are not in the state: ${ids.join(", ")}`,
    hint: `if one of them is "${key}", ${take} records it; if not, give the spec another sync.key or its own target ids, or delete the monitors that should not be there`
  };
}
function mayExist(key, monitors, environment) {
  const ids = monitors.map(({ id }) => id);
  return {
    code: "apply/may-exist",
    severity: "error",
    message: `"${key}" was not created: it may exist already as ${(0, import_monitor_text.listKnown)(monitors)}, which is not in the state`,
    hint: `if so, "${importOf(key, ids, environment)}" records it; if not, write sync: {distinctFrom: [${ids.join(", ")}]} into its spec and apply again`
  };
}
function recordedBefore(key, { id, commit }, environment) {
  const restore2 = (0, import_command_line.writeCommand)("state restore", [commit], environment);
  return {
    code: "apply/may-exist",
    severity: "error",
    message: `"${key}" was not created: commit ${commit} records it as ${id}, and the service's list of monitors can't be read`,
    hint: `take its records in: ${restore2}; if the monitor is gone: ${(0, import_command_line.writeCommand)("apply", [], environment, "--allow-old-checkout")}`
  };
}
function importOf(key, ids, environment) {
  const [id = "ID", ...others] = ids;
  return (0, import_command_line.writeCommand)("import", [key, others.length === 0 ? id : "ID"], environment);
}
function similar(key, { sameContent, sameName }) {
  const monitors = [...sameContent, ...sameName];
  const likeness = [sameContent.length > 0 ? "watches the same" : "", sameName.length > 0 ? "has the same name" : ""].filter(Boolean);
  return {
    code: "apply/similar",
    severity: "warning",
    message: `"${key}" is new, but the service has an unmanaged monitor that ${likeness.join(" or ")}: ${(0, import_monitor_text.listKnown)(monitors)}`,
    hint: `if they are the same monitor, delete one of them in the service; if not, write sync: {distinctFrom: [${monitors.map(({ id }) => id).join(", ")}]} into the spec`
  };
}
function duplicates(key, monitors, environment) {
  const listed = monitors.map(({ id, createdAt }) => createdAt === "" ? id : `${id} (${createdAt})`).join(", ");
  return {
    code: "apply/duplicates",
    severity: "error",
    message: `the service has "${key}" ${monitors.length} times: ${listed}; the first one is recorded`,
    hint: `"${(0, import_command_line.writeCommand)("resolve", [key], environment, "--prune-duplicates")}" deletes the others after a confirmation`
  };
}
function noList(failure) {
  return {
    code: "apply/no-list",
    severity: "warning",
    message: `a create whose response is lost can't be looked up in the service's list of monitors: ${failure.message}`,
    hint: `such a create was sent again if the service calls the error retryable, otherwise it is reported as unknown; ${failure.status === 403 ? "use a MONITORS_API_KEY that may list monitors" : 'set "service: {operations: create}" if the service has no list'}`
  };
}
function notOffered(operation, { message }) {
  return {
    code: "live/not-offered",
    severity: "warning",
    message,
    hint: `${STILL_WORKS[operation]}; check MONITORS_BASE_URL, or set "service: {operations: create}"`
  };
}
function unfinishedChange(key, what, failure) {
  const why = failure === void 0 ? "" : `: ${failure.message}`;
  return {
    code: "apply/unfinished-change",
    severity: "error",
    message: `"${key}" ${what}${why}`,
    hint: 'run "monitors apply" again to complete it'
  };
}
function otherValues(key, fields) {
  const words = fields.map(({ path, before, after }) => `${(0, import_pointer.describePointer)(path)} is ${show(after)} in the service, not ${show(before)}`);
  return {
    code: "apply/other-value",
    severity: "warning",
    message: `the service stored other values for "${key}" than the spec has: ${words.join("; ")}`,
    hint: "these values are recorded and not shown as drift; write them into the spec if you agree with them"
  };
}
function updateIgnored(fields) {
  const places = [...new Set(fields.map(({ path }) => (0, import_pointer.describePointer)(path)))].join(", ");
  return {
    kind: "http",
    status: 200,
    code: "update-ignored",
    message: `the service answered 200, but did not change ${places}; run "monitors apply" again`
  };
}
function show(value) {
  const text = value === void 0 ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}\u2026` : text;
}
function maybeDuplicate({ key, id, targetIds }, { environment, operations }) {
  const ids = `the target ids ${targetIds.join(", ")}`;
  const hint = operations === "full" ? `look for another monitor with ${ids}: ${(0, import_command_line.writeCommand)("resolve", [key], environment, "--probe")}` : `look in the service for another monitor with ${ids}; delete it there, then end this warning: ${(0, import_command_line.writeCommand)("resolve", [key], environment, "--checked")}`;
  return {
    code: "apply/maybe-duplicate",
    severity: "warning",
    message: describeDoubt(key, id),
    hint
  };
}
function describeDoubt(key, id) {
  return `"${key}" may exist twice: a request that seemed to fail may have been carried out before ${id} was created`;
}
var import_command_line, import_monitor_text, import_pointer, STILL_WORKS;
var init_findings = __esm({
  "src/core/apply/findings.ts"() {
    "use strict";
    import_command_line = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_monitor_text = askBundle("./monitors.cjs", "src/core/diagnostics/monitor-text.ts");
    import_pointer = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    STILL_WORKS = {
      read: "creating still works; updates, replacements and deletes need to read the monitor first, so none of them was made",
      update: "creating, replacing and deleting still work; no monitor was updated, paused or resumed",
      delete: "creating and updating still work; no monitor was deleted, and replaced monitors are still there"
    };
  }
});

// node_modules/deep-diff/index.js
var require_deep_diff = __commonJS({
  "node_modules/deep-diff/index.js"(exports2, module2) {
    (function(root, factory) {
      var deepDiff = factory(root);
      if (typeof define === "function" && define.amd) {
        define("DeepDiff", function() {
          return deepDiff;
        });
      } else if (typeof exports2 === "object" || typeof navigator === "object" && navigator.product.match(/ReactNative/i)) {
        module2.exports = deepDiff;
      } else {
        var _deepdiff = root.DeepDiff;
        deepDiff.noConflict = function() {
          if (root.DeepDiff === deepDiff) {
            root.DeepDiff = _deepdiff;
          }
          return deepDiff;
        };
        root.DeepDiff = deepDiff;
      }
    })(exports2, function(root) {
      var validKinds = ["N", "E", "A", "D"];
      function inherits(ctor, superCtor) {
        ctor.super_ = superCtor;
        ctor.prototype = Object.create(superCtor.prototype, {
          constructor: {
            value: ctor,
            enumerable: false,
            writable: true,
            configurable: true
          }
        });
      }
      function Diff(kind, path) {
        Object.defineProperty(this, "kind", {
          value: kind,
          enumerable: true
        });
        if (path && path.length) {
          Object.defineProperty(this, "path", {
            value: path,
            enumerable: true
          });
        }
      }
      function DiffEdit(path, origin, value) {
        DiffEdit.super_.call(this, "E", path);
        Object.defineProperty(this, "lhs", {
          value: origin,
          enumerable: true
        });
        Object.defineProperty(this, "rhs", {
          value,
          enumerable: true
        });
      }
      inherits(DiffEdit, Diff);
      function DiffNew(path, value) {
        DiffNew.super_.call(this, "N", path);
        Object.defineProperty(this, "rhs", {
          value,
          enumerable: true
        });
      }
      inherits(DiffNew, Diff);
      function DiffDeleted(path, value) {
        DiffDeleted.super_.call(this, "D", path);
        Object.defineProperty(this, "lhs", {
          value,
          enumerable: true
        });
      }
      inherits(DiffDeleted, Diff);
      function DiffArray(path, index, item) {
        DiffArray.super_.call(this, "A", path);
        Object.defineProperty(this, "index", {
          value: index,
          enumerable: true
        });
        Object.defineProperty(this, "item", {
          value: item,
          enumerable: true
        });
      }
      inherits(DiffArray, Diff);
      function arrayRemove(arr, from, to) {
        var rest = arr.slice((to || from) + 1 || arr.length);
        arr.length = from < 0 ? arr.length + from : from;
        arr.push.apply(arr, rest);
        return arr;
      }
      function realTypeOf(subject) {
        var type = typeof subject;
        if (type !== "object") {
          return type;
        }
        if (subject === Math) {
          return "math";
        } else if (subject === null) {
          return "null";
        } else if (Array.isArray(subject)) {
          return "array";
        } else if (Object.prototype.toString.call(subject) === "[object Date]") {
          return "date";
        } else if (typeof subject.toString === "function" && /^\/.*\//.test(subject.toString())) {
          return "regexp";
        }
        return "object";
      }
      function hashThisString(string) {
        var hash = 0;
        if (string.length === 0) {
          return hash;
        }
        for (var i = 0; i < string.length; i++) {
          var char = string.charCodeAt(i);
          hash = (hash << 5) - hash + char;
          hash = hash & hash;
        }
        return hash;
      }
      function getOrderIndependentHash(object) {
        var accum = 0;
        var type = realTypeOf(object);
        if (type === "array") {
          object.forEach(function(item) {
            accum += getOrderIndependentHash(item);
          });
          var arrayString = "[type: array, hash: " + accum + "]";
          return accum + hashThisString(arrayString);
        }
        if (type === "object") {
          for (var key in object) {
            if (object.hasOwnProperty(key)) {
              var keyValueString = "[ type: object, key: " + key + ", value hash: " + getOrderIndependentHash(object[key]) + "]";
              accum += hashThisString(keyValueString);
            }
          }
          return accum;
        }
        var stringToHash = "[ type: " + type + " ; value: " + object + "]";
        return accum + hashThisString(stringToHash);
      }
      function deepDiff(lhs, rhs, changes, prefilter, path, key, stack, orderIndependent) {
        changes = changes || [];
        path = path || [];
        stack = stack || [];
        var currentPath = path.slice(0);
        if (typeof key !== "undefined" && key !== null) {
          if (prefilter) {
            if (typeof prefilter === "function" && prefilter(currentPath, key)) {
              return;
            } else if (typeof prefilter === "object") {
              if (prefilter.prefilter && prefilter.prefilter(currentPath, key)) {
                return;
              }
              if (prefilter.normalize) {
                var alt = prefilter.normalize(currentPath, key, lhs, rhs);
                if (alt) {
                  lhs = alt[0];
                  rhs = alt[1];
                }
              }
            }
          }
          currentPath.push(key);
        }
        if (realTypeOf(lhs) === "regexp" && realTypeOf(rhs) === "regexp") {
          lhs = lhs.toString();
          rhs = rhs.toString();
        }
        var ltype = typeof lhs;
        var rtype = typeof rhs;
        var i, j, k, other;
        var ldefined = ltype !== "undefined" || stack && stack.length > 0 && stack[stack.length - 1].lhs && Object.getOwnPropertyDescriptor(stack[stack.length - 1].lhs, key);
        var rdefined = rtype !== "undefined" || stack && stack.length > 0 && stack[stack.length - 1].rhs && Object.getOwnPropertyDescriptor(stack[stack.length - 1].rhs, key);
        if (!ldefined && rdefined) {
          changes.push(new DiffNew(currentPath, rhs));
        } else if (!rdefined && ldefined) {
          changes.push(new DiffDeleted(currentPath, lhs));
        } else if (realTypeOf(lhs) !== realTypeOf(rhs)) {
          changes.push(new DiffEdit(currentPath, lhs, rhs));
        } else if (realTypeOf(lhs) === "date" && lhs - rhs !== 0) {
          changes.push(new DiffEdit(currentPath, lhs, rhs));
        } else if (ltype === "object" && lhs !== null && rhs !== null) {
          for (i = stack.length - 1; i > -1; --i) {
            if (stack[i].lhs === lhs) {
              other = true;
              break;
            }
          }
          if (!other) {
            stack.push({ lhs, rhs });
            if (Array.isArray(lhs)) {
              if (orderIndependent) {
                lhs.sort(function(a, b) {
                  return getOrderIndependentHash(a) - getOrderIndependentHash(b);
                });
                rhs.sort(function(a, b) {
                  return getOrderIndependentHash(a) - getOrderIndependentHash(b);
                });
              }
              i = rhs.length - 1;
              j = lhs.length - 1;
              while (i > j) {
                changes.push(new DiffArray(currentPath, i, new DiffNew(void 0, rhs[i--])));
              }
              while (j > i) {
                changes.push(new DiffArray(currentPath, j, new DiffDeleted(void 0, lhs[j--])));
              }
              for (; i >= 0; --i) {
                deepDiff(lhs[i], rhs[i], changes, prefilter, currentPath, i, stack, orderIndependent);
              }
            } else {
              var akeys = Object.keys(lhs);
              var pkeys = Object.keys(rhs);
              for (i = 0; i < akeys.length; ++i) {
                k = akeys[i];
                other = pkeys.indexOf(k);
                if (other >= 0) {
                  deepDiff(lhs[k], rhs[k], changes, prefilter, currentPath, k, stack, orderIndependent);
                  pkeys[other] = null;
                } else {
                  deepDiff(lhs[k], void 0, changes, prefilter, currentPath, k, stack, orderIndependent);
                }
              }
              for (i = 0; i < pkeys.length; ++i) {
                k = pkeys[i];
                if (k) {
                  deepDiff(void 0, rhs[k], changes, prefilter, currentPath, k, stack, orderIndependent);
                }
              }
            }
            stack.length = stack.length - 1;
          } else if (lhs !== rhs) {
            changes.push(new DiffEdit(currentPath, lhs, rhs));
          }
        } else if (lhs !== rhs) {
          if (!(ltype === "number" && isNaN(lhs) && isNaN(rhs))) {
            changes.push(new DiffEdit(currentPath, lhs, rhs));
          }
        }
      }
      function observableDiff(lhs, rhs, observer, prefilter, orderIndependent) {
        var changes = [];
        deepDiff(lhs, rhs, changes, prefilter, null, null, null, orderIndependent);
        if (observer) {
          for (var i = 0; i < changes.length; ++i) {
            observer(changes[i]);
          }
        }
        return changes;
      }
      function orderIndependentDeepDiff(lhs, rhs, changes, prefilter, path, key, stack) {
        return deepDiff(lhs, rhs, changes, prefilter, path, key, stack, true);
      }
      function accumulateDiff(lhs, rhs, prefilter, accum) {
        var observer = accum ? function(difference) {
          if (difference) {
            accum.push(difference);
          }
        } : void 0;
        var changes = observableDiff(lhs, rhs, observer, prefilter);
        return accum ? accum : changes.length ? changes : void 0;
      }
      function accumulateOrderIndependentDiff(lhs, rhs, prefilter, accum) {
        var observer = accum ? function(difference) {
          if (difference) {
            accum.push(difference);
          }
        } : void 0;
        var changes = observableDiff(lhs, rhs, observer, prefilter, true);
        return accum ? accum : changes.length ? changes : void 0;
      }
      function applyArrayChange(arr, index, change) {
        if (change.path && change.path.length) {
          var it = arr[index], i, u = change.path.length - 1;
          for (i = 0; i < u; i++) {
            it = it[change.path[i]];
          }
          switch (change.kind) {
            case "A":
              applyArrayChange(it[change.path[i]], change.index, change.item);
              break;
            case "D":
              delete it[change.path[i]];
              break;
            case "E":
            case "N":
              it[change.path[i]] = change.rhs;
              break;
          }
        } else {
          switch (change.kind) {
            case "A":
              applyArrayChange(arr[index], change.index, change.item);
              break;
            case "D":
              arr = arrayRemove(arr, index);
              break;
            case "E":
            case "N":
              arr[index] = change.rhs;
              break;
          }
        }
        return arr;
      }
      function applyChange(target, source, change) {
        if (typeof change === "undefined" && source && ~validKinds.indexOf(source.kind)) {
          change = source;
        }
        if (target && change && change.kind) {
          var it = target, i = -1, last = change.path ? change.path.length - 1 : 0;
          while (++i < last) {
            if (typeof it[change.path[i]] === "undefined") {
              it[change.path[i]] = typeof change.path[i + 1] !== "undefined" && typeof change.path[i + 1] === "number" ? [] : {};
            }
            it = it[change.path[i]];
          }
          switch (change.kind) {
            case "A":
              if (change.path && typeof it[change.path[i]] === "undefined") {
                it[change.path[i]] = [];
              }
              applyArrayChange(change.path ? it[change.path[i]] : it, change.index, change.item);
              break;
            case "D":
              delete it[change.path[i]];
              break;
            case "E":
            case "N":
              it[change.path[i]] = change.rhs;
              break;
          }
        }
      }
      function revertArrayChange(arr, index, change) {
        if (change.path && change.path.length) {
          var it = arr[index], i, u = change.path.length - 1;
          for (i = 0; i < u; i++) {
            it = it[change.path[i]];
          }
          switch (change.kind) {
            case "A":
              revertArrayChange(it[change.path[i]], change.index, change.item);
              break;
            case "D":
              it[change.path[i]] = change.lhs;
              break;
            case "E":
              it[change.path[i]] = change.lhs;
              break;
            case "N":
              delete it[change.path[i]];
              break;
          }
        } else {
          switch (change.kind) {
            case "A":
              revertArrayChange(arr[index], change.index, change.item);
              break;
            case "D":
              arr[index] = change.lhs;
              break;
            case "E":
              arr[index] = change.lhs;
              break;
            case "N":
              arr = arrayRemove(arr, index);
              break;
          }
        }
        return arr;
      }
      function revertChange(target, source, change) {
        if (target && source && change && change.kind) {
          var it = target, i, u;
          u = change.path.length - 1;
          for (i = 0; i < u; i++) {
            if (typeof it[change.path[i]] === "undefined") {
              it[change.path[i]] = {};
            }
            it = it[change.path[i]];
          }
          switch (change.kind) {
            case "A":
              revertArrayChange(it[change.path[i]], change.index, change.item);
              break;
            case "D":
              it[change.path[i]] = change.lhs;
              break;
            case "E":
              it[change.path[i]] = change.lhs;
              break;
            case "N":
              delete it[change.path[i]];
              break;
          }
        }
      }
      function applyDiff(target, source, filter) {
        if (target && source) {
          var onChange = function(change) {
            if (!filter || filter(target, source, change)) {
              applyChange(target, source, change);
            }
          };
          observableDiff(target, source, onChange);
        }
      }
      Object.defineProperties(accumulateDiff, {
        diff: {
          value: accumulateDiff,
          enumerable: true
        },
        orderIndependentDiff: {
          value: accumulateOrderIndependentDiff,
          enumerable: true
        },
        observableDiff: {
          value: observableDiff,
          enumerable: true
        },
        orderIndependentObservableDiff: {
          value: orderIndependentDeepDiff,
          enumerable: true
        },
        orderIndepHash: {
          value: getOrderIndependentHash,
          enumerable: true
        },
        applyDiff: {
          value: applyDiff,
          enumerable: true
        },
        applyChange: {
          value: applyChange,
          enumerable: true
        },
        revertChange: {
          value: revertChange,
          enumerable: true
        },
        isConflict: {
          value: function() {
            return typeof $conflict !== "undefined";
          },
          enumerable: true
        }
      });
      accumulateDiff.DeepDiff = accumulateDiff;
      if (root) {
        root.DeepDiff = accumulateDiff;
      }
      return accumulateDiff;
    });
  }
});

// src/core/secrets/fingerprint.ts
var fingerprint_exports = {};
__export(fingerprint_exports, {
  fingerprintAllowed: () => fingerprintAllowed,
  fingerprintBody: () => fingerprintBody,
  isFingerprint: () => isFingerprint
});
function fingerprintBody(body, lineage) {
  return (0, import_walk2.mapLeaves)(body, (leaf, path) => fingerprintLeaf(leaf, path, lineage));
}
function fingerprintLeaf(leaf, path, lineage) {
  if (typeof leaf !== "string")
    return (0, import_places.classifyPlace)(path) === "all" && leaf !== null ? hashSecret(JSON.stringify(leaf), path, lineage) : leaf;
  if ((0, import_segments.isPlainText)(path, leaf)) return leaf;
  return (0, import_segments.segmentText)(path, leaf).map((segment) => segment.kind === "secret" ? hashSecret(segment.text, path, lineage) : segment.text).join("");
}
function isFingerprint(text) {
  return text.includes("sha256:");
}
function fingerprintAllowed(leaf, path, lineage) {
  if (typeof leaf !== "string") return leaf === null ? null : hashSecret(JSON.stringify(leaf), path, lineage);
  return (0, import_segments.segmentAs)("all", leaf).map((segment) => segment.kind === "secret" ? hashSecret(segment.text, path, lineage) : segment.text).join("");
}
function hashSecret(text, path, lineage) {
  if (FINGERPRINT.test(text)) return text;
  const place = path.map((step) => typeof step === "number" ? "*" : step).join("\0");
  return `sha256:${(0, import_canonical3.sha256)(`${lineage}\0${place}\0${text}`)}`;
}
var import_canonical3, import_places, import_segments, import_walk2, FINGERPRINT;
var init_fingerprint = __esm({
  "src/core/secrets/fingerprint.ts"() {
    "use strict";
    import_canonical3 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_places = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_segments = askBundle("./check.cjs", "src/core/secrets/segments.ts");
    import_walk2 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    FINGERPRINT = /^sha256:[0-9a-f]{64}$/;
  }
});

// src/core/service/fill-in.ts
var fill_in_exports = {};
__export(fill_in_exports, {
  fillIn: () => fillIn,
  fillingsOf: () => fillingsOf
});
function fillIn(name, value, keep) {
  const type = isFilled(name) ? (0, import_table.typeOf)(name, value) : void 0;
  if (type === void 0 || !(0, import_value6.isObject)(value)) return value;
  const filled = { ...type.filledIn, ...value };
  for (const [memberName, member11] of type.entries) {
    const given = Object.hasOwn(filled, memberName) ? filled[memberName] : member11.filledIn;
    if (given === void 0) continue;
    if (member11.answered === "whenSet" && Array.isArray(given) && given.length === 0) delete filled[memberName];
    else filled[memberName] = fillInMember(member11, given, keep);
  }
  return filled;
}
function fillInMember(member11, value, keep) {
  const { type, kept } = member11;
  return (0, import_table.mapMember)(member11, value, (one) => {
    if (kept !== void 0 && typeof one === "string") return keep[kept](one);
    return type === void 0 ? one : fillIn(type, one, keep);
  });
}
function isFilled(name) {
  const known = filledTypes.get(name);
  if (known !== void 0) return known;
  filledTypes.set(name, false);
  const is = (0, import_table.listTypes)(name).some(
    ({ filledIn, entries }) => filledIn !== void 0 || entries.some(([, member11]) => member11.filledIn !== void 0 || member11.kept !== void 0 || member11.type && isFilled(member11.type))
  );
  filledTypes.set(name, is);
  return is;
}
function fillingsOf(name) {
  const entries = (0, import_table.typeOf)(name, {})?.entries ?? [];
  return Object.fromEntries(entries.flatMap(([memberName, { filledIn }]) => filledIn === void 0 ? [] : [[memberName, filledIn]]));
}
var import_value6, import_table, filledTypes;
var init_fill_in = __esm({
  "src/core/service/fill-in.ts"() {
    "use strict";
    import_value6 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_table = askBundle("./monitors.cjs", "src/core/service/table.ts");
    filledTypes = /* @__PURE__ */ new Map();
  }
});

// src/core/specs/normalize.ts
var normalize_exports = {};
__export(normalize_exports, {
  normalizeBody: () => normalizeBody,
  normalizeTarget: () => normalizeTarget
});
function normalizeBody(body) {
  return { ...fillIn("MonitorCreateRequest", body, KEEPERS), judgeEnabled: body["judgeEnabled"] ?? (0, import_credits.hasGoal)(body) };
}
function normalizeTarget(target) {
  return fillIn("MonitorTarget", target, KEEPERS);
}
var import_credits, import_text, KEEPERS;
var init_normalize = __esm({
  "src/core/specs/normalize.ts"() {
    "use strict";
    init_fill_in();
    import_credits = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_text = askBundle("./check.cjs", "src/core/specs/schedule/text.ts");
    KEEPERS = {
      trimmed: (text) => text.trim(),
      trimmedOrNull: (text) => text.trim() || null,
      domain: (text) => text.trim().toLowerCase(),
      foldedSchedule: import_text.foldScheduleText
    };
  }
});

// src/core/plan/align-lists.ts
function alignLists(before, after) {
  const aligned = alignObjects(before, after, "MonitorCreateRequest");
  return { before: aligned.before, after: aligned.after };
}
function readStep(marked) {
  const rest = marked.slice(1);
  switch (marked[0]) {
    case ITEM.kept:
      return { kind: "kept", index: Number(rest) };
    case ITEM.added:
      return { kind: "added", index: Number(rest) };
    case ITEM.removed:
      return { kind: "removed", index: Number(rest) };
    default:
      return { kind: "member", name: rest };
  }
}
function alignValues(before, after, known) {
  if (Array.isArray(before) && Array.isArray(after)) return alignItems(before, after, known);
  return (0, import_value7.isObject)(before) && (0, import_value7.isObject)(after) ? alignObjects(before, after, known?.type) : { before, after };
}
function alignObjects(before, after, name) {
  const type = name === void 0 ? void 0 : (0, import_table2.typeOf)(name, after);
  const earlier = [];
  const later = [];
  for (const [step, value] of Object.entries(before)) {
    const known = type !== void 0 && Object.hasOwn(type.members, step) ? type.members[step] : void 0;
    const next = Object.hasOwn(after, step) ? alignValues(value, after[step], known) : null;
    earlier.push([MEMBER + step, next?.before ?? value]);
    if (next !== null) later.push([MEMBER + step, next.after]);
  }
  for (const [step, value] of Object.entries(after)) if (!Object.hasOwn(before, step)) later.push([MEMBER + step, value]);
  return { before: Object.fromEntries(earlier), after: Object.fromEntries(later) };
}
function alignItems(before, after, known) {
  const { pairs, removed, added } = matchItems(before, after, known);
  const item = known?.type === void 0 ? {} : { type: known.type };
  const earlier = removed.map((index) => [ITEM.removed + index, before[index]]);
  const later = added.map((index) => [ITEM.added + index, after[index]]);
  for (const [then, now] of pairs) {
    const aligned = alignValues(before[then], after[now], item);
    earlier.push([ITEM.kept + now, aligned.before]);
    later.push([ITEM.kept + now, aligned.after]);
  }
  return { before: Object.fromEntries(earlier), after: Object.fromEntries(later) };
}
function matchItems(before, after, known) {
  if (known?.type === "MonitorTarget") return (0, import_targets4.matchTargets)(before, after);
  switch (known?.list) {
    case "set":
      return matchByIdentity(before, after, import_canonical4.canonicalJson);
    case "byType":
      return matchByIdentity(before, after, typeOfItem);
    default:
      return matchInOrder(before, after);
  }
}
function matchByIdentity(before, after, identify2) {
  const waiting = /* @__PURE__ */ new Map();
  for (const [index, item] of before.entries()) (0, import_grouping2.addToGroup)(waiting, identify2(item), index);
  const pairs = [];
  const added = [];
  for (const [index, item] of after.entries()) {
    const match = waiting.get(identify2(item))?.shift();
    if (match === void 0) added.push(index);
    else pairs.push([match, index]);
  }
  return { pairs, removed: [...waiting.values()].flat().sort((a, b) => a - b), added };
}
function typeOfItem(item) {
  return (0, import_canonical4.canonicalJson)((0, import_member2.member)(item, "type") ?? item);
}
function matchInOrder(before, after) {
  if (before.length === after.length) return { pairs: before.map((_, index) => [index, index]), removed: [], added: [] };
  const earlier = before.map(import_canonical4.canonicalJson);
  const later = after.map(import_canonical4.canonicalJson);
  let start = 0;
  while (start < earlier.length && start < later.length && earlier[start] === later[start]) start += 1;
  let end = 0;
  while (end < earlier.length - start && end < later.length - start && earlier.at(-1 - end) === later.at(-1 - end)) end += 1;
  const pairs = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  for (let index = end; index > 0; index -= 1) pairs.push([earlier.length - index, later.length - index]);
  return { pairs, removed: range(start, earlier.length - end), added: range(start, later.length - end) };
}
function range(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
var import_grouping2, import_canonical4, import_value7, import_member2, import_table2, import_targets4, MEMBER, ITEM;
var init_align_lists = __esm({
  "src/core/plan/align-lists.ts"() {
    "use strict";
    import_grouping2 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_canonical4 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value7 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member2 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table2 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_targets4 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    MEMBER = ".";
    ITEM = { kept: "=", added: "+", removed: "-" };
  }
});

// src/core/plan/diff.ts
var diff_exports = {};
__export(diff_exports, {
  comparableBody: () => comparableBody,
  diffBodies: () => diffBodies,
  diffComparable: () => diffComparable,
  diffPlaced: () => diffPlaced,
  keepRecordedIds: () => keepRecordedIds,
  listFields: () => listFields2,
  memberOf: () => memberOf
});
function memberOf({ path }) {
  return path.split("/", 2)[1] ?? "";
}
function diffBodies(before, after, lineage) {
  const recorded = comparableBody(before);
  return diffComparable(recorded, keepRecordedIds(recorded, fingerprintBody(comparableBody(after), lineage)));
}
function diffComparable(before, after, hide) {
  return diffPlaced(before, after, hide).map(({ field }) => field);
}
function diffPlaced(before, after, hide) {
  if ((0, import_value8.isEqualJson)(before, after)) return [];
  const aligned = alignLists(before, after);
  const changes = findDifferences(aligned.before, aligned.after).map((difference) => toPlacedChange(difference, hide));
  return changes.sort(
    ({ field: a }, { field: b }) => comparePaths(a.path, b.path) || (0, import_diagnostic2.compareText)(a.op, b.op) || (0, import_diagnostic2.compareText)(orderOf(a), orderOf(b))
  );
}
function keepRecordedIds(recorded, desired) {
  const known = (0, import_targets5.listTargetIds)(recorded);
  const given = (0, import_targets5.listTargetIds)(desired);
  const { pairs } = (0, import_targets5.matchTargets)((0, import_targets5.listTargets)(recorded), (0, import_targets5.listTargets)(desired));
  const kept = new Map(pairs.map(([then, now]) => [now, known[then] ?? null]));
  return (0, import_targets5.withTargetIds)(
    desired,
    given.map((id, index) => id ?? kept.get(index) ?? null)
  );
}
function toPlacedChange({ before, after, ...difference }, hide) {
  const steps = difference.path.map(readStep);
  const path = toBodyPath(steps);
  const place = { path: (0, import_masking3.hideTexts)((0, import_pointer2.toPointer)(path.shown), hide), op: opOf({ before, after }) };
  let sensitive = false;
  const show2 = (value) => {
    const masked = (0, import_masking3.maskValue)(value, path.actual);
    const shown2 = (0, import_masking3.hideTexts)(masked, hide);
    sensitive ||= shown2 !== masked || (0, import_masking3.isSensitive)(value, path.actual);
    return shown2;
  };
  const shown = { ...before === void 0 ? {} : { before: show2(before) }, ...after === void 0 ? {} : { after: show2(after) } };
  return { field: { ...place, ...shown, sensitive }, steps };
}
function opOf({ before, after }) {
  if (before === void 0) return "add";
  return after === void 0 ? "remove" : "change";
}
function toBodyPath(steps) {
  const actual = steps.map((step) => step.kind === "member" ? step.name : step.index);
  const last = steps.at(-1)?.kind;
  return { actual, shown: last === "added" || last === "removed" ? actual.slice(0, -1) : actual };
}
function comparePaths(a, b) {
  const left = a.split("/");
  const right = b.split("/");
  for (let step = 0; step < Math.min(left.length, right.length); step += 1) {
    const order = compareSteps(left[step], right[step]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
function compareSteps(a, b) {
  return INDEX.test(a) && INDEX.test(b) ? Number(a) - Number(b) : (0, import_diagnostic2.compareText)(a, b);
}
function orderOf(field) {
  return JSON.stringify([field.before ?? null, field.after ?? null]);
}
function comparableBody(body) {
  const normalized = normalizeBody(body);
  const notification = (0, import_member3.member)(normalized, "notification");
  const email = (0, import_member3.member)(notification, "email");
  if (!(0, import_value8.isObject)(notification) || !(0, import_value8.isObject)(email) || !(0, import_value8.isEqualJson)(email, NO_EMAIL)) return normalized;
  const { email: _off, ...rest } = notification;
  return { ...normalized, notification: rest };
}
function findDifferences(before, after) {
  return ((0, import_deep_diff.diff)(before, after) ?? []).map(toDifference);
}
function toDifference(change) {
  const path = (change.path ?? []).map(String);
  switch (change.kind) {
    case "N":
      return { path, after: change.rhs };
    case "D":
      return { path, before: change.lhs };
    case "E":
      return { path, before: change.lhs, after: change.rhs };
    case "A":
      throw new Error(`a list reached the structural diff at ${path.join("/")}`);
  }
}
function listFields2(body) {
  const fields = [];
  for (const [name, value] of Object.entries(body)) addFields([name], value, fields);
  return fields;
}
function addFields(path, value, fields) {
  if (isOpened(path)) {
    const parts = Array.isArray(value) ? [...value.entries()] : (0, import_value8.isObject)(value) ? Object.entries(value) : [];
    for (const [step, part] of parts) addFields([...path, step], part, fields);
    if (parts.length > 0) return;
  }
  const after = (0, import_masking3.maskValue)(value, path);
  fields.push({ path: (0, import_pointer2.toPointer)(path), op: "add", after, sensitive: after !== value || (0, import_places2.isSecretPath)(path) });
}
function isOpened([first, second, ...rest]) {
  const known = typeof first === "string" ? (0, import_table3.findMember)("MonitorCreateRequest", first) : void 0;
  if (known?.type === void 0 || rest.length > 0) return false;
  if (second === void 0 || known.list !== void 0) return true;
  return (0, import_table3.findMember)(known.type, String(second))?.type !== void 0;
}
var import_deep_diff, import_diagnostic2, import_pointer2, import_value8, import_masking3, import_places2, import_member3, import_table3, import_targets5, INDEX, NO_EMAIL;
var init_diff = __esm({
  "src/core/plan/diff.ts"() {
    "use strict";
    import_deep_diff = __toESM(require_deep_diff());
    import_diagnostic2 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_pointer2 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value8 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    import_masking3 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_places2 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    init_fill_in();
    import_member3 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table3 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_normalize();
    import_targets5 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_align_lists();
    INDEX = /^\d{1,9}$/;
    NO_EMAIL = fillingsOf("EmailNotification");
  }
});

// src/core/secrets/keyed-hash.ts
function hashSecretValue(key, name, value) {
  return `${hmac(key, "which key").slice(0, KEY_DIGITS)}:${hmac(key, `${name}\0${value}`)}`;
}
function isOfSameKey(hash, other) {
  return hash.slice(0, hash.indexOf(":") + 1) === other.slice(0, other.indexOf(":") + 1);
}
function hmac(key, text) {
  return (0, import_node_crypto.createHmac)("sha256", key).update(text).digest("hex");
}
var import_node_crypto, KEY_DIGITS;
var init_keyed_hash = __esm({
  "src/core/secrets/keyed-hash.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    KEY_DIGITS = 4;
  }
});

// src/core/plan/layer-losses.ts
function isLostWithLayer(name, { inherited: then }, { inherited: now, saysItself }) {
  if (then === void 0 && now === void 0) return false;
  const own = saysItself?.(name);
  if ((0, import_inheritable.isGiven)(own)) return true;
  if (then === void 0) return true;
  const givers = giversOf(name, then);
  const stillGiven = givers.every((layer) => now?.[layer]?.includes(name) === true);
  return givers.length > 0 && !(stillGiven && own !== void 0);
}
function layersOfLoss(name, { inherited = {} }, after) {
  const givers = giversOf(name, inherited).map((layer) => showLayer(layer, after));
  return [.../* @__PURE__ */ new Set([...givers, ...after.layers ?? []])];
}
function showLayer(layer, { file, specPath }) {
  return file.slice(0, file.length - specPath.length) + layer;
}
function giversOf(name, inherited) {
  return Object.keys(inherited).filter((layer) => inherited[layer]?.includes(name) === true);
}
function losesProtection(before, after) {
  return before.protect && !(0, import_sync.isProtected)(after) && (after.list !== void 0 || isLostWithLayer("protect", before, after));
}
var import_inheritable, import_sync;
var init_layer_losses = __esm({
  "src/core/plan/layer-losses.ts"() {
    "use strict";
    import_inheritable = askBundle("./check.cjs", "src/core/specs/fleet/inheritable.ts");
    import_sync = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
  }
});

// src/core/service/answer.ts
var answer_exports = {};
__export(answer_exports, {
  addUnansweredTo: () => addUnansweredTo,
  arrange: () => arrange,
  dropUnwritten: () => dropUnwritten,
  hasUnknown: () => hasUnknown,
  isAnsweredWhole: () => isAnsweredWhole,
  listUnwritten: () => listUnwritten,
  pick: () => pick
});
function pick(name, value, allowed) {
  const type = (0, import_table4.typeOf)(name, value);
  if (type === void 0 || type.answered === "asSent" || !(0, import_value9.isObject)(value)) return value;
  const picked = {};
  for (const [memberName, known] of type.entries) {
    const given = (0, import_value9.property)(value, memberName);
    if (given === void 0 || given === null && !saysByNull(known)) continue;
    const below = allowed.get(memberName)?.below ?? NOTHING_ALLOWED;
    const inItems = Array.isArray(given) ? below.get("*")?.below ?? NOTHING_ALLOWED : below;
    picked[memberName] = walkMember(known, given, (typeName, one) => pick(typeName, one, inItems));
  }
  for (const [memberName, { field }] of allowed) {
    const given = (0, import_value9.property)(value, memberName);
    if (field !== null && given !== void 0) picked[memberName] = given;
  }
  return picked;
}
function hasUnknown(name, value) {
  const type = closedTypeOf(name, value);
  if (type === void 0 || !(0, import_value9.isObject)(value)) return false;
  return Object.entries(value).some(([memberName, one]) => {
    const known = knownMember(type, memberName);
    return known === void 0 ? isUnknown(name, memberName) : known.type !== void 0 && hasUnknown(known.type, one);
  });
}
function listUnwritten(name, value, written) {
  const type = closedTypeOf(name, value);
  if (type === void 0 || !(0, import_value9.isObject)(value)) return [];
  return Object.entries(value).flatMap(([memberName, one]) => {
    const known = knownMember(type, memberName);
    const other = (0, import_value9.property)(written, memberName);
    if (known === void 0) return other === void 0 && isUnknown(name, memberName) ? [memberName] : [];
    return known.type === void 0 ? [] : listUnwritten(known.type, one, other).map((path) => `${memberName}.${path}`);
  });
}
function dropUnwritten(name, value, written) {
  const type = closedTypeOf(name, value);
  if (type === void 0 || !hasUnknown(name, value)) return value;
  const kept = Object.entries(value).flatMap(([memberName, one]) => {
    const known = knownMember(type, memberName);
    const other = (0, import_value9.property)(written, memberName);
    if (known === void 0) return other === void 0 && isUnknown(name, memberName) ? [] : [[memberName, one]];
    return [[memberName, known.type !== void 0 && (0, import_value9.isObject)(one) ? dropUnwritten(known.type, one, other) : one]];
  });
  return Object.fromEntries(kept);
}
function closedTypeOf(name, value) {
  const type = (0, import_value9.isObject)(value) ? (0, import_table4.typeOf)(name, value) : void 0;
  return type?.answered === "asSent" ? void 0 : type;
}
function knownMember({ members }, name) {
  const known = Object.hasOwn(members, name) ? members[name] : void 0;
  return known?.foreign === true ? void 0 : known;
}
function isUnknown(type, member11) {
  return type !== "MonitorCreateRequest" || !(0, import_table4.isOurs)(member11);
}
function saysByNull({ type, list, filledIn }) {
  return filledIn === null || type !== void 0 && list === void 0 && !isAsSent(type);
}
function isAsSent(name) {
  return (0, import_table4.typeOf)(name, {})?.answered === "asSent";
}
function addUnansweredTo(name, live, written) {
  const type = (0, import_table4.typeOf)(name, live);
  if (type === void 0 || type.answered === "asSent") return live;
  const added = {};
  for (const [memberName, known] of type.entries) {
    const [own, other] = [(0, import_value9.property)(live, memberName), (0, import_value9.property)(written, memberName)];
    if (other === void 0) continue;
    if (own === void 0) {
      if (isAlwaysAnswered(known)) added[memberName] = other;
    } else if (known.type !== void 0 && (0, import_value9.isObject)(own) && (0, import_value9.isObject)(other)) {
      added[memberName] = addUnansweredTo(known.type, own, other);
    }
  }
  for (const [memberName, other] of Object.entries(written)) {
    if (Object.hasOwn(type.members, memberName) || Object.hasOwn(live, memberName)) continue;
    if (isUnknown(name, memberName)) added[memberName] = other;
  }
  return Object.keys(added).length === 0 ? live : { ...live, ...added };
}
function isAnsweredWhole(name, live) {
  const type = (0, import_table4.typeOf)(name, live);
  return type === void 0 || type.entries.every(([memberName, known]) => !isAlwaysAnswered(known) || (0, import_value9.property)(live, memberName) !== void 0);
}
function isAlwaysAnswered({ answered = "always" }) {
  return answered === "always";
}
function arrange(name, value) {
  const type = (0, import_table4.typeOf)(name, value);
  if (type === void 0 || type.answered === "asSent" || !(0, import_value9.isObject)(value)) return value;
  const known = type.entries.flatMap(([memberName, found]) => {
    const given = (0, import_value9.property)(value, memberName);
    return given === void 0 ? [] : [[memberName, walkMember(found, given, arrange)]];
  });
  const others = Object.entries(value).filter(([memberName]) => !Object.hasOwn(type.members, memberName));
  return Object.fromEntries([...known, ...others]);
}
function walkMember(known, value, walk) {
  const { type } = known;
  return type === void 0 ? value : (0, import_table4.mapMember)(known, value, (one) => walk(type, one));
}
var import_value9, import_table4, NOTHING_ALLOWED;
var init_answer = __esm({
  "src/core/service/answer.ts"() {
    "use strict";
    import_value9 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_table4 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    NOTHING_ALLOWED = /* @__PURE__ */ new Map();
  }
});

// src/core/plan/new-fields.ts
var new_fields_exports = {};
__export(new_fields_exports, {
  dropUnwrittenFields: () => dropUnwrittenFields,
  fieldsOf: () => fieldsOf,
  pairUnknownTargets: () => pairUnknownTargets
});
function dropUnwrittenFields(body, written) {
  const dropped = dropUnwritten("MonitorCreateRequest", body, written);
  const selves = pairUnknownTargets(dropped, written);
  if (selves === null) return dropped;
  const drop = (target, self) => (0, import_value10.isObject)(target) && self !== void 0 ? dropUnwritten("MonitorTarget", target, self) : target;
  return { ...dropped, targets: (0, import_targets6.listTargets)(dropped).map((target, index) => drop(target, selves.get(index))) };
}
function fieldsOf(body) {
  const inTargets = (0, import_targets6.listTargets)(body).flatMap((target) => listUnwritten("MonitorTarget", target, void 0));
  return (0, import_allowed_fields.allowFields)([...listUnwritten("MonitorCreateRequest", body, void 0), ...inTargets.map((path) => `targets.*.${path}`)]);
}
function pairUnknownTargets(body, written) {
  const targets = (0, import_targets6.listTargets)(body);
  if (!targets.some((target) => hasUnknown("MonitorTarget", target))) return null;
  const then = (0, import_targets6.listTargets)(written);
  return new Map((0, import_targets6.matchTargets)(then, targets).pairs.map(([other, own]) => [own, then[other]]));
}
var import_value10, import_allowed_fields, import_targets6;
var init_new_fields = __esm({
  "src/core/plan/new-fields.ts"() {
    "use strict";
    import_value10 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_allowed_fields = askBundle("./check.cjs", "src/core/service/allowed-fields.ts");
    init_answer();
    import_targets6 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
  }
});

// src/core/plan/now-known.ts
function readNowKnown(recorded, wanted, lineage) {
  return read(recorded, wanted, { path: [], lineage });
}
function read(recorded, wanted, at) {
  if (typeof recorded === "string") {
    if (wanted === void 0 || wanted === null || !isFingerprint(recorded) || (0, import_places3.isSecretPath)(at.path)) return recorded;
    return typeof wanted !== "object" && fingerprintAllowed(wanted, at.path, at.lineage) === recorded ? wanted : recorded;
  }
  if (!(0, import_value11.isObject)(recorded) || !(0, import_value11.isObject)(wanted)) return recorded;
  let isSame = true;
  const members = Object.entries(recorded).map(([name, value]) => {
    const known = read(value, (0, import_value11.property)(wanted, name), { ...at, path: [...at.path, name] });
    isSame &&= known === value;
    return [name, known];
  });
  return isSame ? recorded : Object.fromEntries(members);
}
var import_value11, import_places3;
var init_now_known = __esm({
  "src/core/plan/now-known.ts"() {
    "use strict";
    import_value11 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    import_places3 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
  }
});

// src/core/plan/left-alone.ts
var left_alone_exports = {};
__export(left_alone_exports, {
  asWrittenOf: () => asWrittenOf,
  dropLeftFields: () => dropLeftFields,
  leaveAlone: () => leaveAlone,
  leaveIgnored: () => leaveIgnored,
  listIgnoredEdits: () => listIgnoredEdits,
  listLeftFields: () => listLeftFields,
  listSentAlong: () => listSentAlong,
  readAsLive: () => readAsLive,
  readLeftAlone: () => readLeftAlone,
  takeMembers: () => takeMembers
});
function leaveAlone(after, before, applied) {
  const left = after.sync.ignore === void 0 || before.bodyHash === after.bodyHash ? after : leaveIgnored(after, applied());
  return left.sync.paused === "keep" ? { ...left, paused: before.paused === true } : left;
}
function leaveIgnored(after, held) {
  const { ignore: ignored = [] } = after.sync;
  if (ignored.length === 0) return after;
  const written = after.body();
  const body = takeMembers(written, held, ignored);
  if ((0, import_value12.isEqualJson)(comparableBody(body), comparableBody(written))) return after;
  const facts = { bodyHash: (0, import_canonical5.hashJson)(body), estimate: (0, import_credits2.estimateCredits)(body), references: (0, import_references.listReferenceNames)(body) };
  return { ...after, ...facts, body: () => body, asWritten: after };
}
function asWrittenOf(after) {
  return after.asWritten === void 0 ? after : { ...after.asWritten, paused: after.paused };
}
function listIgnoredEdits({ asWritten, sync: { ignore: ignored = [] }, body }) {
  if (asWritten === void 0) return [];
  const written = comparableBody(asWritten.body());
  return ignored.filter((path) => !(0, import_value12.isEqualJson)(comparableBody(takeMembers(asWritten.body(), body(), [path])), written));
}
function readLeftAlone(live, after, before) {
  const { ignore: ignored = [], paused } = after.sync;
  if (ignored.length === 0 && paused !== "keep") return live;
  const status = paused === "keep" ? { status: before.paused === true ? "paused" : "active" } : {};
  const judging = ignored.includes("goal") && (0, import_value12.property)(after.body(), "judgeEnabled") === void 0 ? ["judgeEnabled"] : [];
  return { ...live, ...status, body: takeMembers(live.body, before.applied, [...ignored, ...judging]) };
}
function listSentAlong(ignored, patch) {
  return ignored.filter((path) => path.includes(".") && Object.hasOwn(patch, path.split(".", 1)[0] ?? ""));
}
function takeMembers(body, from, paths) {
  return paths.reduce((taken, path) => takeMember(taken, from, path.split(".")), body);
}
function takeMember(body, from, [name = "", ...rest]) {
  const theirs = (0, import_value12.property)(from, name) ?? void 0;
  const own = (0, import_value12.property)(body, name);
  const value = rest.length === 0 ? theirs : takeMember((0, import_value12.isObject)(own) ? own : {}, theirs, rest);
  const { [name]: _own, ...others } = body;
  const isNothing = value === void 0 || own === void 0 && (0, import_value12.isObject)(value) && Object.keys(value).length === 0;
  return isNothing ? others : { ...others, [name]: value };
}
function dropLeftFields(before, readWanted, lineage) {
  if (!recordsUnknown(before)) return before;
  const wanted = readWanted();
  return readRecord(before, (body) => readNowKnown(dropUnwrittenFields(body, wanted), wanted, lineage));
}
function readAsLive(before, live, lineage) {
  if (!recordsUnknown(before)) return before;
  const read2 = (body) => readNowKnown(body, live, lineage);
  const observed = read2(before.observed);
  return readRecord(observed === before.observed ? before : { ...before, observed }, read2);
}
function recordsUnknown({ applied, pending }) {
  return hasUnknownFields(applied) || hasUnknownFields(pending?.applied ?? {});
}
function readRecord(before, read2) {
  const applied = read2(before.applied);
  const pending = before.pending === void 0 ? void 0 : read2(before.pending.applied);
  if (applied === before.applied && pending === before.pending?.applied) return before;
  return {
    ...before,
    applied,
    ...before.pending === void 0 || pending === void 0 ? {} : { pending: { ...before.pending, applied: pending } }
  };
}
function listLeftFields({ applied }, readWanted) {
  if (!hasUnknownFields(applied)) return [];
  const wanted = readWanted();
  const selves = pairUnknownTargets(applied, wanted) ?? /* @__PURE__ */ new Map();
  const inTargets = [...selves].flatMap(
    ([index, self]) => listUnwritten("MonitorTarget", (0, import_targets7.listTargets)(applied)[index], self).map((path) => `targets[${index}].${path}`)
  );
  return [...listUnwritten("MonitorCreateRequest", applied, wanted), ...inTargets];
}
function hasUnknownFields(body) {
  return hasUnknown("MonitorCreateRequest", body) || (0, import_targets7.listTargets)(body).some((target) => hasUnknown("MonitorTarget", target));
}
var import_canonical5, import_value12, import_references, import_credits2, import_targets7;
var init_left_alone = __esm({
  "src/core/plan/left-alone.ts"() {
    "use strict";
    import_canonical5 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value12 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_references = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    init_answer();
    import_credits2 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_targets7 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_diff();
    init_new_fields();
    init_now_known();
  }
});

// src/core/plan/live.ts
var live_exports = {};
__export(live_exports, {
  hashLive: () => hashLive,
  isDefault: () => isDefault,
  observedOf: () => observedOf,
  pickBody: () => pickBody,
  readAsWritten: () => readAsWritten,
  readInClear: () => readInClear,
  showInClear: () => showInClear,
  toLiveView: () => toLiveView
});
function showInClear({ monitors }) {
  return { monitors: new Map([...monitors].map(([id, { hide: _none, ...view }]) => [id, view])) };
}
function toLiveView(data, lineage, fields, hide) {
  const read2 = (name) => (0, import_masking4.hideTexts)(textOf((0, import_value13.property)(data, name)), hide);
  const id = read2("id");
  if (id === "") return null;
  const body = pickBody(data, fields);
  const free = (0, import_value13.property)(data, "unchangedPagesFree");
  return {
    id,
    name: read2("name"),
    status: read2("status"),
    createdAt: read2("createdAt"),
    targetIds: (0, import_targets8.listTargetIds)(body).flatMap((targetId) => targetId === null ? [] : [(0, import_masking4.hideTexts)(targetId, hide)]),
    ...hide === void 0 ? {} : { hide },
    estimatedCreditsPerMonth: (0, import_value13.readAmount)((0, import_value13.property)(data, "estimatedCreditsPerMonth")),
    ...typeof free === "boolean" ? { unchangedPagesFree: free } : {},
    body: fingerprintBody(escapeReferences(body), lineage)
  };
}
function readInClear({ data, clear }) {
  return clear?.reveal() ?? data;
}
function hashLive({ id, status, body }) {
  return (0, import_canonical6.hashJson)([id, status, comparableBody(body)]);
}
function pickBody(data, fields) {
  const { targets, ...body } = pick("MonitorCreateRequest", data, fields.root);
  return { ...body, ...Array.isArray(targets) ? { targets } : {} };
}
function escapeReferences(body) {
  return (0, import_walk3.mapLeaves)(body, (leaf, path) => {
    if (typeof leaf !== "string" || !leaf.includes("${")) return leaf;
    return (0, import_places4.isReferencePlace)(path) ? leaf.replaceAll("${", () => "$${") : leaf.replaceAll("${env:", () => "$${env:");
  });
}
function textOf(value) {
  return typeof value === "string" ? value : "";
}
function observedOf({ applied, observed }, written) {
  const then = comparableBody(applied);
  if ((0, import_value13.isEqualJson)(then, written)) return observed;
  const { targets, ...others } = observed;
  const same = keepSameParts(others, then, written);
  const isSameTime = (0, import_value13.isEqualJson)((0, import_member4.member)((0, import_value13.property)(then, "schedule"), "text") ?? null, (0, import_member4.member)((0, import_value13.property)(written, "schedule"), "text") ?? null);
  const { cron, ...zone } = (0, import_value13.isObject)(same["schedule"]) ? same["schedule"] : {};
  return {
    ...same,
    ...cron !== void 0 && !isSameTime ? { schedule: zone } : {},
    ...Array.isArray(targets) ? { targets: targets.flatMap((target) => keepSameTarget(target, then, written)) } : {}
  };
}
function keepSameParts(observed, then, now) {
  return Object.fromEntries(
    Object.entries(observed).flatMap(([name, value]) => {
      const [before, after] = [(0, import_value13.property)(then, name), (0, import_value13.property)(now, name)];
      if ((0, import_value13.isEqualJson)(before ?? null, after ?? null)) return [[name, value]];
      return (0, import_value13.isObject)(value) && (0, import_value13.isObject)(before) && (0, import_value13.isObject)(after) ? [[name, keepSameParts(value, before, after)]] : [];
    })
  );
}
function keepSameTarget(observed, then, now) {
  if (!(0, import_value13.isObject)(observed)) return [];
  const { id, ...members } = observed;
  const find = (body) => (0, import_targets8.listTargets)(body).find((target) => foldId((0, import_member4.member)(target, "id")) === foldId(id));
  const [before, after] = [find(then), find(now)];
  return before === void 0 || after === void 0 ? [] : [{ id, ...keepSameParts(members, before, after) }];
}
function readAsWritten(live, { written, observed, isNew: isNew2, hide }) {
  const answered = comparableBody(addUnanswered(dropUnwrittenFields(live, written), written));
  const read2 = {};
  for (const [name, answer] of Object.entries(answered)) {
    const own = { written: (0, import_value13.property)(written, name), observed: (0, import_value13.property)(observed, name), hide };
    const value = readMember(name, answer, isNew2 === void 0 ? own : { ...own, isNew: isNew2 });
    if (value !== void 0) read2[name] = value;
  }
  return read2;
}
function readMember(name, answered, as) {
  if (name === "schedule") return readLiveSchedule(answered, as);
  if (name === "targets") return readTargets(answered, as);
  return restore(answered, as, [name]);
}
function restore(live, { written, observed, ...how }, path) {
  if (written !== void 0 && isAsKept(live, written, how.hide)) return written;
  if (observed !== void 0 && isAsKept(live, observed, how.hide)) return written;
  if (typeof written === "string") return isAsReferred(live, written, path) ? written : live;
  if (Array.isArray(live) && Array.isArray(written) && live.length === written.length) {
    return live.map(
      (item, index) => restore(item, { written: written[index], observed: void 0, ...how }, [...path, index]) ?? item
    );
  }
  if (!(0, import_value13.isObject)(live) || !(0, import_value13.isObject)(written)) return live;
  const members = Object.entries(live).flatMap(([name, value]) => {
    const restored = restore(value, { written: (0, import_value13.property)(written, name), observed: (0, import_value13.property)(observed, name), ...how }, [...path, name]);
    const isFilledIn = restored === void 0 || !Object.hasOwn(written, name) && isFillingOf({ path, options: live, ...how }, name, value);
    return isFilledIn ? [] : [[name, restored]];
  });
  return Object.fromEntries([...members, ...listDefaults(live, written, path)]);
}
function listDefaults(live, written, path) {
  if (path.at(-1) !== "scrapeOptions") return [];
  return Object.entries(written).filter(([name, value]) => !Object.hasOwn(live, name) && isDefault(name, value, written));
}
function isAsKept(live, kept, hide) {
  return (0, import_value13.isEqualJson)(live, kept) || hide !== void 0 && (0, import_value13.isEqualJson)((0, import_masking4.hideTexts)(live, hide), kept);
}
function isAsReferred(live, written, path) {
  if (typeof live !== "string" || !written.includes("${") || !(0, import_places4.isReferencePlace)(path)) return false;
  if (!(0, import_references2.splitReferences)(written, "everything").some((part) => part.kind === "reference")) return false;
  const host = hostOf(written);
  return path[0] !== "webhook" || path[1] !== "url" || host === null || host === hostOf(live);
}
function hostOf(url) {
  return /^\s*([a-z][a-z0-9+.-]*:\/\/[^/?#$]+)(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}
function isFillingOf({ path, options: given, isNew: isNew2 }, name, value) {
  if (value === null) return true;
  const options = path.at(-1);
  if (options === "crawlOptions") return value === false || (0, import_value13.isEqualJson)(value, []);
  if (options !== "scrapeOptions") return false;
  if (isDefault(name, value, given) || isNew2 === true && isPlainDefault(name, value)) return true;
  const standard = name === "skipTlsVerification" ? void 0 : (0, import_table5.findMember)("ScrapeOptions", name)?.default;
  return standard !== void 0 && (0, import_value13.isEqualJson)(value, standard);
}
function isDefault(option, value, options) {
  if (option === "maxAge") return value === 0;
  return option === "skipTlsVerification" && value === !["headers", "actions"].some((name) => isFilled2(options[name]));
}
function isPlainDefault(option, value) {
  return option === "maxAge" ? value === PLAIN_MAX_AGE : option === "skipTlsVerification" && value === true;
}
function isFilled2(value) {
  return Array.isArray(value) ? value.length > 0 : (0, import_value13.isObject)(value) && Object.keys(value).length > 0;
}
function readTargets(answered, { written, observed, ...how }) {
  if (!Array.isArray(answered)) return answered;
  const writtenTargets = (0, import_targets8.listTargets)({ targets: written ?? [] });
  const { pairs } = (0, import_targets8.matchTargets)(writtenTargets, answered);
  const selves = new Map(pairs.map(([then, now]) => [now, writtenTargets[then]]));
  const fillings = new Map(
    (Array.isArray(observed) ? observed : []).map((target) => [foldId((0, import_member4.member)(target, "id")), target])
  );
  return answered.map((target, index) => {
    const self = selves.get(index);
    return self === void 0 ? target : readTarget(target, { written: self, observed: fillings.get(foldId((0, import_member4.member)(target, "id"))), ...how }, index);
  });
}
function readTarget(target, { written, observed, ...how }, index) {
  if (!(0, import_value13.isObject)(target) || !(0, import_value13.isObject)(written)) return target;
  const id = foldId((0, import_member4.member)(target, "id"));
  const { id: _known, ...filled } = (0, import_value13.isObject)(observed) ? observed : {};
  const read2 = restore(target, { written, observed: filled, ...how }, ["targets", index]);
  return { ...read2, ...id === null ? {} : { id } };
}
function readLiveSchedule(live, { written, observed, hide }) {
  if (!(0, import_value13.isObject)(live) || !(0, import_value13.isObject)(written)) return live;
  const zone = { ...readZone(live, written, (0, import_member4.member)(observed, "timezone")), ...readNewMembers(live, { written, observed, hide }) };
  const text = (0, import_member4.member)(written, "text");
  const cron = (0, import_member4.member)(live, "cron");
  if ((0, import_value13.isEqualJson)((0, import_member4.member)(live, "text") ?? null, text ?? null) && text !== void 0) return { text, ...zone };
  if (typeof cron !== "string") return { ...live, ...zone };
  const known = (0, import_member4.member)(observed, "cron");
  if (typeof text === "string") return (known === void 0 ? isMeantBy(cron, text) : cron === known) ? { text, ...zone } : { cron, ...zone };
  const given = (0, import_member4.member)(written, "cron");
  const isSame = cron === known || typeof given === "string" && (0, import_schedule.isSameCron)(given, cron);
  return { cron: isSame && given !== void 0 ? given : cron, ...zone };
}
function readNewMembers(live, { written, observed, hide }) {
  const names = Object.keys(live).filter((name) => (0, import_table5.findMember)("MonitorSchedule", name) === void 0);
  return Object.fromEntries(
    names.flatMap((name) => {
      const as = { written: (0, import_value13.property)(written, name), observed: (0, import_value13.property)(observed, name), hide };
      const value = restore(live[name], as, ["schedule", name]);
      return value === void 0 ? [] : [[name, value]];
    })
  );
}
function readZone(live, written, observed) {
  const zone = (0, import_member4.member)(live, "timezone");
  const given = (0, import_member4.member)(written, "timezone");
  if (zone === void 0) return given === void 0 ? {} : { timezone: given };
  const isSame = zone === observed || typeof zone === "string" && typeof given === "string" && zone.toLowerCase() === given.toLowerCase();
  return { timezone: isSame && given !== void 0 ? given : zone };
}
function isMeantBy(cron, text) {
  const reading = (0, import_schedule.readSchedule)({ text })?.reading;
  if (reading?.kind !== "text" || reading.text.kind !== "schedule") return false;
  const meant = reading.text.cron;
  if ((0, import_schedule.isSameCron)(cron, meant)) return true;
  if ((0, import_text2.namesTime)(text)) return false;
  const timing = (0, import_schedule.readSchedule)({ cron })?.timing;
  return (0, import_schedule.isSameCron)(atMinuteZero(cron), atMinuteZero(meant)) && timing?.shortestGap === (0, import_schedule.readSchedule)({ text })?.timing?.shortestGap;
}
function atMinuteZero(cron) {
  return cron.trim().replace(/^\S+/, "0");
}
function foldId(id) {
  return typeof id === "string" ? id.toLowerCase() : null;
}
function addUnanswered(live, written) {
  const body = addUnansweredTo("MonitorCreateRequest", live, written);
  const targets = (0, import_targets8.listTargets)(body);
  const then = (0, import_targets8.listTargets)(written);
  const isWhole = targets.every((target) => isAnsweredWhole("MonitorTarget", target));
  if (isWhole && !then.some((target) => hasUnknown("MonitorTarget", target))) return body;
  const selves = new Map((0, import_targets8.matchTargets)(then, targets).pairs.map(([before, now]) => [now, then[before]]));
  const add = (target, self) => (0, import_value13.isObject)(target) && (0, import_value13.isObject)(self) ? addUnansweredTo("MonitorTarget", target, self) : target;
  return { ...body, targets: targets.map((target, index) => add(target, selves.get(index))) };
}
var import_canonical6, import_value13, import_masking4, import_places4, import_references2, import_walk3, import_member4, import_table5, import_schedule, import_text2, import_targets8, PLAIN_MAX_AGE;
var init_live = __esm({
  "src/core/plan/live.ts"() {
    "use strict";
    import_canonical6 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value13 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    import_masking4 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_places4 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_references2 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_walk3 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    init_answer();
    import_member4 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table5 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_schedule = askBundle("./check.cjs", "src/core/specs/schedule/schedule.ts");
    import_text2 = askBundle("./check.cjs", "src/core/specs/schedule/text.ts");
    import_targets8 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_diff();
    init_new_fields();
    PLAIN_MAX_AGE = 1728e5;
  }
});

// src/core/plan/patch.ts
var patch_exports = {};
__export(patch_exports, {
  buildPatch: () => buildPatch,
  changeStatus: () => changeStatus,
  completePatch: () => completePatch,
  diffStatus: () => diffStatus,
  presentStatus: () => presentStatus,
  statusOf: () => statusOf,
  touchedMembers: () => touchedMembers,
  wantedStatus: () => wantedStatus
});
function touchedMembers(...lists) {
  const members = /* @__PURE__ */ new Set();
  for (const fields of lists) for (const field of fields) members.add(memberOf(field));
  return members;
}
function buildPatch({ body, targetIds, members, hadGoal }) {
  const wanted = new Set(members);
  const keepsGoal = hadGoal && (0, import_credits3.hasGoal)(body);
  if (wanted.has("goal") && !keepsGoal) wanted.add("judgeEnabled");
  const patch = {};
  for (const name of (0, import_table6.listMembers)("MonitorCreateRequest")) {
    if (!wanted.has(name)) continue;
    const value = writeMember(name, body, targetIds);
    if (value !== void 0) patch[name] = value;
  }
  const others = Object.keys(body).filter((name) => wanted.has(name) && (0, import_table6.findMember)("MonitorCreateRequest", name) === void 0);
  return { ...patch, ...Object.fromEntries(others.map((name) => [name, body[name]])) };
}
function completePatch(patch, live, ignored, fields) {
  const below = new Map([...fields.root].filter(([, { field }]) => field === null));
  return (0, import_allowed_fields2.carryAllowed)(completeNotification(patch, live, ignored), live, below);
}
function completeNotification(patch, live, ignored) {
  const sent = (0, import_member5.member)(patch, "notification");
  const held = (0, import_member5.member)(live, "notification");
  if (!(0, import_value14.isObject)(sent) || !(0, import_value14.isObject)(held)) return patch;
  const foreign = Object.entries(held).filter(([name]) => name !== "email");
  const whole = { ...patch, notification: { ...Object.fromEntries(foreign), ...sent } };
  return takeMembers(whole, live, listSentAlong(ignored, patch));
}
function writeMember(name, body, targetIds) {
  const value = (0, import_member5.member)(body, name);
  switch (name) {
    case "targets":
      return (0, import_member5.member)((0, import_targets9.withTargetIds)(body, targetIds), "targets");
    case "webhook":
      return (0, import_value14.isObject)(value) ? { ...fillingsOf("MonitorWebhook"), ...value } : void 0;
    case "notification":
      return { ...(0, import_value14.isObject)(value) ? value : {}, email: (0, import_member5.member)(value, "email") ?? { enabled: false } };
    case "goal":
      return (0, import_credits3.hasGoal)(body) ? value : null;
    case "judgeEnabled":
      return value ?? (0, import_credits3.hasGoal)(body);
    default:
      return writeWhole((0, import_table6.findMember)("MonitorCreateRequest", name), value);
  }
}
function writeWhole(known, value) {
  if ((0, import_value14.isObject)(value) && known?.type !== void 0) return { ...fillingsOf(known.type), ...value };
  return value ?? known?.filledIn;
}
function wantedStatus({ paused }) {
  return paused ? "paused" : "active";
}
function statusOf({ paused }) {
  return paused === true ? "paused" : "active";
}
function presentStatus(before, live) {
  return live?.status === "active" || live?.status === "paused" ? live.status : statusOf(before);
}
function diffStatus(before, after, live) {
  if (after.sync.paused === "keep") return { fields: [], drift: [], isToBeSent: false };
  const wanted = wantedStatus(after);
  const recorded = statusOf(before);
  const present = live?.status === "active" || live?.status === "paused" ? live.status : null;
  const doubted = before.pending === void 0 ? recorded : statusOf(before.pending);
  const isDrifted = present !== null && present !== recorded && present !== doubted && present !== wanted;
  return {
    fields: recorded === wanted ? [] : [changeStatus(recorded, wanted)],
    drift: isDrifted ? [changeStatus(present, wanted)] : [],
    isToBeSent: [recorded, doubted, present ?? wanted].some((status) => status !== wanted)
  };
}
function changeStatus(before, after) {
  return { path: "/status", op: "change", before, after, sensitive: false };
}
var import_value14, import_allowed_fields2, import_member5, import_table6, import_credits3, import_targets9;
var init_patch = __esm({
  "src/core/plan/patch.ts"() {
    "use strict";
    import_value14 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_allowed_fields2 = askBundle("./check.cjs", "src/core/service/allowed-fields.ts");
    init_fill_in();
    import_member5 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table6 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_credits3 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_targets9 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_diff();
    init_left_alone();
  }
});

// src/core/plan/edit.ts
function decideEdit(kept, context) {
  const edit = compareEdit(kept, context);
  const { key, before, after } = kept;
  const { fields, drift, rotated } = edit;
  if (!edit.isNeeded) return null;
  const seen = kept.live === null ? null : hashLive(kept.live);
  const why = whyReplace(edit, after);
  if (why === null) {
    const { targetIds: targetIds2, patch } = writeUpdate(kept, edit, context);
    const present = pickPresent(patch, edit.held);
    const alreadySet = Object.keys(patch).filter((name) => edit.isAlreadySet(name));
    return { action: "update", key, id: before.id, before, after, targetIds: targetIds2, patch, present, alreadySet, fields, drift, rotated, seen };
  }
  if ((0, import_sync2.isProtected)(after) || losesProtection(before, after)) {
    const outside = drift.length > 0 ? { drift } : {};
    return { action: "blocked", key, wanted: "replace", reason: { kind: "protected" }, before, after, fields, ...outside };
  }
  const { project, environment } = context;
  const whole = { ...asWrittenOf(after), ...after.sync.paused === "keep" ? { paused: presentStatus(before, kept.live) === "paused" } : {} };
  const targetIds = (0, import_targets10.deriveTargetIds)({ project, environment, key, body: whole.body(), taken: context.takenIds() });
  const sent = after.asWritten === void 0 ? fields : [...diffBodies(before.applied, whole.body(), context.lineage), ...diffStatus(before, whole, null).fields];
  return { action: "replace", key, before, after: whole, targetIds, fields: sent, drift, why, seen };
}
function compareEdit({ before, after, live: seen }, context) {
  const live = seen === null ? null : readLeftAlone(seen, after, before);
  const { lineage } = context;
  const fields = after.bodyHash === before.bodyHash ? [] : diffBodies(before.applied, after.body(), lineage);
  const recorded = comparableBody(before.applied);
  const desired = fields.length === 0 ? recorded : withKnownIds(after.body(), { before, live: seen }, context);
  const { ignore: ignored = [] } = after.sync;
  const doubted = before.pending === void 0 ? [] : [comparableBody(takeMembers(before.pending.applied, before.applied, ignored))];
  const read2 = live === null ? null : readNearest(live, [recorded, ...doubted], before);
  const undoing = doubted.flatMap((body) => diffComparable(body, desired));
  const outside = read2?.outside ?? [];
  const correcting = read2 === null ? [] : desired === read2.written ? outside : diffComparable(read2.body, desired, live?.hide);
  const drift = read2 === null ? [] : selectDrift({ read: read2, correcting, desired, hasEdits: fields.length > 0 });
  const status = diffStatus(before, after, live);
  const rotated = listRotated(before, after, context);
  const members = touchedMembers(fields, undoing, correcting);
  for (const name of membersReferringTo(after, rotated)) members.add(name);
  const changing = /* @__PURE__ */ new Set([...touchedMembers(correcting), ...membersReferringTo(after, after.references)]);
  if (presentStatus(before, live) !== wantedStatus(after)) changing.add("status");
  return {
    isNeeded: fields.length > 0 || drift.length > 0 || rotated.length > 0 || doubted.length > 0 || status.fields.length > 0 || status.drift.length > 0,
    fields: [...fields, ...status.fields],
    drift: [...drift, ...status.drift],
    rotated,
    members,
    hasStatusChange: status.isToBeSent,
    present: [recorded, ...doubted, ...read2 === null ? [] : [read2.body]],
    isLive: read2 !== null,
    isAlreadySet: (name) => read2 !== null && !changing.has(name),
    held: { ...read2 === null ? recorded : mergeDrift(read2.written, read2.body, outside), status: presentStatus(before, live) }
  };
}
function mergeDrift(written, read2, outside) {
  const changed = touchedMembers(outside);
  const names = Object.keys({ ...written, ...read2 });
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = (0, import_value15.property)(changed.has(name) ? read2 : written, name);
      return value === void 0 ? [] : [[name, value]];
    })
  );
}
function pickPresent(patch, held) {
  return Object.fromEntries(Object.entries(held).filter(([name]) => Object.hasOwn(patch, name)));
}
function readNearest({ body: live, hide }, candidates, before) {
  const readings = candidates.map((written) => {
    const body = readAsWritten(live, { written, observed: observedOf(before, written), hide });
    return { written, body, outside: diffComparable(body, written, hide) };
  });
  const nearest = readings.reduce((best, reading) => reading.outside.length < best.outside.length ? reading : best);
  const differing = readings.map(({ outside }) => new Set(outside.map(({ path }) => path)));
  const unexplained = nearest.outside.filter((field) => memberOf(field) === "targets" || differing.every((paths) => paths.has(field.path)));
  return { ...nearest, unexplained };
}
function selectDrift(found) {
  const { read: read2, correcting, desired, hasEdits } = found;
  if (read2.unexplained.length === 0) return [];
  if (!hasEdits) return correcting;
  const places = new Set(read2.unexplained.map((field) => placeIn(read2.written, field)));
  const undone = correcting.filter((field) => places.has(placeIn(desired, field)));
  return [...undone, ...listDropped(read2.unexplained, correcting, desired)];
}
function placeIn(body, { path }) {
  const [whole, index] = /^\/targets\/(\d+)(?=\/|$)/.exec(path) ?? [];
  const id = index === void 0 ? void 0 : (0, import_targets10.listTargetIds)(body)[Number(index)];
  return whole === void 0 || id == null ? path : path.replace(whole, `/targets/${id}`);
}
function listDropped(outside, correcting, desired) {
  const known = /* @__PURE__ */ new Set([null, ...(0, import_targets10.listTargetIds)(desired), ...correcting.map(idOfRemoved)]);
  return outside.filter((field) => !known.has(idOfRemoved(field)));
}
function idOfRemoved({ path, op, before = null }) {
  return path === "/targets" && op === "remove" ? (0, import_targets10.listTargetIds)({ targets: [before] })[0] ?? null : null;
}
function whyReplace({ present, isLive }, after) {
  const hasWebhook = (body) => ((0, import_member6.member)(body, "webhook") ?? null) !== null;
  const possible = isLive ? present.slice(-1) : present;
  if (!possible.some(hasWebhook) || hasWebhook(after.body())) return null;
  return present.slice(0, isLive ? -1 : void 0).some(hasWebhook) ? "webhook-removed" : "webhook-added-outside";
}
function writeUpdate({ key, before, after, live }, edit, context) {
  const body = after.body();
  const targetIds = listUpdatedIds({ key, before, live }, body, context);
  const hadGoal = edit.present.every(import_credits4.hasGoal);
  const patch = buildPatch({ body, targetIds, members: edit.members, hadGoal });
  const status = edit.hasStatusChange ? { status: wantedStatus(after) } : {};
  const whole = { ...patch, ...status };
  return { targetIds, patch: Object.keys(whole).length > 0 ? whole : confirm(before, body, targetIds) };
}
function confirm(before, body, targetIds) {
  const referring = new Set(before.pending === void 0 ? [] : (0, import_references3.findReferences)(body).map(({ path }) => String(path[0])));
  return buildPatch({ body, targetIds, members: referring.size > 0 ? referring : /* @__PURE__ */ new Set(["name"]), hadGoal: true });
}
function listUpdatedIds(kept, body, context) {
  const { project, environment } = context;
  const ids = (0, import_targets10.listTargetIds)(withKnownIds(body, kept, context));
  return (0, import_targets10.deriveTargetIds)({ project, environment, key: kept.key, body: (0, import_targets10.withTargetIds)(body, ids), taken: context.takenIds() });
}
function withKnownIds(body, { before, live }, { lineage, takenIds }) {
  const recorded = keepRecordedIds(before.applied, fingerprintBody(comparableBody(body), lineage));
  const known = before.pending === void 0 ? recorded : keepRecordedIds(before.pending.applied, recorded);
  return live === null || !(0, import_targets10.listTargetIds)(known).includes(null) ? known : (0, import_targets10.takeIdsOfSameContent)(known, (0, import_targets10.listTargets)(live.body), takenIds());
}
function listRotated(before, after, { secretHashes }) {
  if (secretHashes === void 0) return [];
  return after.references.filter((name) => {
    const sent = before.secrets !== void 0 && Object.hasOwn(before.secrets, name) ? before.secrets[name] : void 0;
    const now = secretHashes(name);
    return sent !== void 0 && now !== void 0 && sent !== now && isOfSameKey(sent, now);
  });
}
function membersReferringTo(after, names) {
  if (names.length === 0) return [];
  return (0, import_references3.findReferences)(after.body()).flatMap(({ name, path }) => names.includes(name) ? [String(path[0])] : []);
}
function listDrift(before, live) {
  const written = comparableBody(before.applied);
  const { body, hide } = live;
  const fields = diffComparable(readAsWritten(body, { written, observed: before.observed, hide }), written, hide);
  const [then, now] = [statusOf(before), presentStatus(before, live)];
  return then === now ? fields : [...fields, changeStatus(now, then)];
}
function listOverwritten(change, seen, lineage) {
  const { body: live, hide } = readLeftAlone(seen, change.after, change.before);
  const wanted = comparableBody(fingerprintBody((0, import_targets10.withTargetIds)(change.after.body(), change.targetIds), lineage));
  const allowed = [...listPlanned(change), { written: wanted, expected: wanted, observed: {} }];
  let left = Object.keys(change.patch).filter((name) => name !== "status");
  for (const { written, expected, observed } of allowed) {
    const touched = touchedMembers(diffComparable(readAsWritten(live, { written, observed, hide }), expected));
    left = left.filter((name) => touched.has(name));
    if (left.length === 0) return [];
  }
  const fields = diffComparable(readAsWritten(live, { written: wanted, observed: {}, hide }), wanted, hide);
  return fields.filter((field) => left.includes(memberOf(field)));
}
function listPlanned({ before, patch, present }) {
  const { observed, pending } = before;
  const recorded = comparableBody(before.applied);
  const kept = Object.fromEntries(Object.entries(recorded).filter(([name]) => !Object.hasOwn(patch, name)));
  const { status: _status, ...seen } = present;
  const expected = { ...kept, ...seen };
  const planned = { written: recorded, expected, observed };
  if (pending === void 0) return [planned];
  const doubted = comparableBody(pending.applied);
  const inDoubt = { written: doubted, observed: observedOf(before, doubted) };
  return [planned, { ...inDoubt, expected }, { ...inDoubt, expected: doubted }];
}
var import_value15, import_references3, import_member6, import_credits4, import_sync2, import_targets10;
var init_edit = __esm({
  "src/core/plan/edit.ts"() {
    "use strict";
    import_value15 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    init_keyed_hash();
    import_references3 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_member6 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_credits4 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_sync2 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_targets10 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_diff();
    init_layer_losses();
    init_left_alone();
    init_live();
    init_patch();
  }
});

// src/core/plan/live-index.ts
var live_index_exports = {};
__export(live_index_exports, {
  LiveIndex: () => LiveIndex,
  isForeign: () => isForeign,
  listRecordedIds: () => listRecordedIds,
  ownersOf: () => ownersOf
});
function ownersOf(owned) {
  switch (owned.kind) {
    case "none":
      return [];
    case "one":
      return [owned.monitor, ...owned.others];
    case "conflict":
      return owned.monitors;
  }
}
function isForeign(recorded, recordedTargetIds, live) {
  if (recordedTargetIds.length === 0 || live.targetIds.some((id) => recordedTargetIds.includes(id))) return false;
  const [then, now] = [Date.parse(recorded.createdAt), Date.parse(live.createdAt)];
  return Math.abs(then - now) >= PRECISION_MS;
}
function listRecordedIds(state) {
  const ids = /* @__PURE__ */ new Set();
  for (const { id, leftovers = [] } of state?.monitors.values() ?? []) for (const known of [id, ...leftovers]) ids.add(known);
  return ids;
}
var import_grouping3, LiveIndex, PRECISION_MS;
var init_live_index = __esm({
  "src/core/plan/live-index.ts"() {
    "use strict";
    import_grouping3 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    init_fingerprint();
    init_watched();
    init_create_sight();
    LiveIndex = class {
      #monitors;
      #recorded;
      /** Of monitors that the state does not know. */
      #byTargetId = /* @__PURE__ */ new Map();
      #claimed = /* @__PURE__ */ new Set();
      #sights;
      /** Monitors that other environments record match nothing here. */
      constructor({ monitors }, known) {
        this.#monitors = monitors;
        this.#recorded = listRecordedIds(known.state);
        const ofOthers = new Set(known.otherEnvironments.flatMap(({ monitorIds }) => [...monitorIds]));
        const free = [...monitors.values()].filter(({ id }) => !this.#recorded.has(id) && !ofOthers.has(id));
        const lineage = known.state?.lineage ?? "";
        this.#sights = new CreateSights(known, free, {
          bodyOf: ({ body }) => body,
          ofLive: ({ body }) => listWatched(body),
          ofSpec: (spec) => listWatched(fingerprintBody(spec.body(), lineage))
        });
        for (const monitor of free) {
          for (const id of new Set(monitor.targetIds)) {
            (0, import_grouping3.addToGroup)(this.#byTargetId, id, monitor);
          }
        }
      }
      /** The monitor of this id; undefined when the service does not list it. */
      find(id) {
        return this.#monitors.get(id);
      }
      /** Claims the monitors that the state does not know and that have these target ids. They are not unmanaged from now on. */
      claim(targetIds, superseded) {
        const candidates = new Set(targetIds.flatMap((id) => this.#byTargetId.get(id) ?? []));
        const owned = findOwner(targetIds, superseded, candidates);
        for (const monitor of ownersOf(owned)) this.#claimed.add(monitor.id);
        return owned;
      }
      /** Finds monitors that may be that of a create already. Those with any of its target ids are not unmanaged from now on. */
      sight(wish) {
        const sight = this.#sights.sight(wish);
        const ours = sight.kind === "one" ? [sight.monitor, ...sight.others] : sight.kind === "conflict" ? sight.monitors : [];
        for (const { id } of ours) this.#claimed.add(id);
        return sight;
      }
      /** Monitors that neither the state knows nor anything claimed, oldest first. */
      listUnmanaged() {
        const unmanaged = [...this.#monitors.values()].filter(({ id }) => !this.#recorded.has(id) && !this.#claimed.has(id));
        return unmanaged.sort(compareAge);
      }
    };
    PRECISION_MS = 1e3;
  }
});

// src/core/apply/live-check.ts
var live_check_exports = {};
__export(live_check_exports, {
  checkAdopted: () => checkAdopted,
  checkLive: () => checkLive,
  isAsWritten: () => isAsWritten,
  listLost: () => listLost,
  planIsStale: () => planIsStale
});
function checkLive(change, live, intended, reading) {
  const { lineage, fields } = reading;
  const view = toLiveView(readInClear(live), lineage, fields, live.hide);
  if (view === null) return stale(change.key, "the service answered with a monitor without an id");
  if (intended !== null && isAsWritten(view, intended)) return { kind: "as-planned", live };
  if (isSeenHidden(change, live, reading)) return { kind: "as-planned", live };
  const lost = listLost(change, view, lineage);
  return lost === null ? { kind: "as-planned", live } : stale(change.key, lost);
}
function listLost(planned, view, lineage) {
  const change = readKnown(planned, view, lineage);
  if (change.action !== "update") return isAsSeen(change, view) ? null : sayLost(CHANGED_SINCE, listDrift(change.before, view));
  const { before } = change;
  const known = (0, import_targets11.listTargetIds)(before.applied).filter((id) => id !== null);
  if (isForeign(before, known, view)) return `id ${view.id} now belongs to a different monitor in the service`;
  const overwritten = listOverwritten(change, view, lineage);
  return overwritten.length === 0 ? null : sayLost("this would overwrite changes made in the service", overwritten);
}
function readKnown(change, { body }, lineage) {
  const before = readAsLive(change.before, body, lineage);
  if (before === change.before) return change;
  return change.action === "update" ? { ...change, before, present: readNowKnown(change.present, body, lineage) } : { ...change, before };
}
function sayLost(what, fields) {
  const shown = fields.slice(0, MOST_FIELDS2).map(({ path, before, after }) => {
    const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
    return `${name} is ${showValue(before)} in the service and ${showValue(after)} here`;
  });
  const rest = fields.length - shown.length;
  if (rest > 0) shown.push(`${rest} more`);
  return shown.length === 0 ? what : `${what} (${shown.join("; ")})`;
}
function showValue(value) {
  if (value === void 0) return "not set";
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
function checkAdopted(change, live, { lineage, fields }) {
  const view = toLiveView(readInClear(live), lineage, fields, live.hide);
  const isAsPlanned = view !== null && hashLive(view) === hashLive(change.live);
  return isAsPlanned ? { kind: "as-planned", live } : stale(change.key, CHANGED_SINCE);
}
function isSeenHidden(change, { data, clear }, { lineage, fields }) {
  if (change.action === "update" || change.seen === null || clear === void 0) return false;
  const view = toLiveView(data, lineage, fields);
  return view !== null && hashLive(view) === change.seen;
}
function isAsSeen(change, view) {
  if (change.seen !== null) return hashLive(view) === change.seen;
  const { before } = change;
  if (change.action === "delete" && change.why.kind === "leftover") return true;
  const { pending, observed } = before;
  if (isAsWritten(view, before, observed)) return true;
  return pending !== void 0 && isAsWritten(view, pending, observedOf(before, comparableBody(pending.applied)));
}
function isAsWritten(view, { applied, paused }, observed = {}) {
  if (view.status === (paused === true ? "active" : "paused")) return false;
  const written = comparableBody(applied);
  return diffComparable(readAsWritten(view.body, { written, observed, hide: view.hide }), written).length === 0;
}
function stale(key, why) {
  return { kind: "stale", failure: planIsStale(key, why) };
}
function planIsStale(key, why) {
  const message = `plan is stale for ${key}: ${why}; run "monitors plan --refresh" to see it, then "monitors apply --refresh"`;
  return { kind: "http", code: "plan-stale", message };
}
var import_targets11, CHANGED_SINCE, MOST_FIELDS2;
var init_live_check = __esm({
  "src/core/apply/live-check.ts"() {
    "use strict";
    init_diff();
    init_edit();
    init_left_alone();
    init_live();
    init_live_index();
    init_now_known();
    import_targets11 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    CHANGED_SINCE = "the monitor was changed in the service since";
    MOST_FIELDS2 = 5;
  }
});

// src/core/apply/read-monitor.ts
var read_monitor_exports = {};
__export(read_monitor_exports, {
  inspect: () => inspect,
  lookupTimeLeft: () => lookupTimeLeft,
  readMonitor: () => readMonitor,
  readUntilFound: () => readUntilFound,
  readUntilMissing: () => readUntilMissing,
  waitBeforeLook: () => waitBeforeLook
});
function waitBeforeLook(round, leftMs) {
  return Math.min(leftMs, LOOK_AGAIN_AFTER_MS[round] ?? leftMs);
}
function lookupTimeLeft(createdAt, now, lookupMs) {
  const created = Date.parse(createdAt);
  return Number.isNaN(created) ? lookupMs : Math.min(lookupMs, Math.max(0, lookupMs - (now - created)));
}
async function readMonitor(id, { sender, lifetime }) {
  const lack = sender.lackOf("read");
  if (lack !== void 0) return { kind: "failed", failure: lack };
  for (let attempt2 = 1; ; attempt2++) {
    if (!await sender.mayRead()) return { kind: "stopped" };
    const outcome = await sender.service.getMonitor(id, lifetime.flight);
    if (outcome.kind === "read") {
      sender.noteAnswer();
      return { kind: "read", live: outcome.value, serverTime: outcome.serverTime };
    }
    if (!await sender.judgeRead(outcome, attempt2)) return { kind: "failed", failure: outcome.failure };
  }
}
function readUntilFound(id, createdAt, run) {
  const { world } = run.sender;
  return readUntil(id, run, {
    isEnough: (live) => live !== null,
    leftMs: (serverTime) => lookupTimeLeft(createdAt, Math.min(world.now(), serverTime ?? world.now()), run.input.lookupMs)
  });
}
async function readUntilMissing(id, run) {
  const { world } = run.sender;
  const endsAt = world.monotonic() + run.input.lookupMs;
  return readUntil(id, run, { isEnough: (live) => live === null, leftMs: () => endsAt - world.monotonic() });
}
async function readUntil(id, run, { isEnough, leftMs: timeLeft }) {
  const { world } = run.sender;
  let endsAt;
  for (let round = 0; ; round++) {
    const read2 = await readMonitor(id, run);
    if (read2.kind !== "read" || isEnough(read2.live)) return read2;
    endsAt ??= world.monotonic() + timeLeft(read2.serverTime);
    const leftMs = endsAt - world.monotonic();
    if (leftMs <= 0) return read2;
    await run.lifetime.pause(waitBeforeLook(round, leftMs));
  }
}
async function inspect(change, intended, run) {
  const read2 = await readTouched(change, run);
  if (read2.kind === "stopped" || read2.kind === "failed" && run.lifetime.isStopping) return { kind: "stopped" };
  if (read2.kind === "failed") return { kind: "refused", failure: read2.failure };
  if (read2.live === null) {
    return { kind: "absent", failure: { ...planIsStale(change.key, "the service has no monitor with its id any more"), status: 404 } };
  }
  const checked = checkLive(change, read2.live, intended, run.recorder);
  return checked.kind === "stale" ? { kind: "refused", failure: checked.failure } : checked;
}
function readTouched(change, run) {
  return change.action === "delete" ? readMonitor(change.id, run) : readUntilFound(change.before.id, change.before.createdAt, run);
}
var LOOK_AGAIN_AFTER_MS;
var init_read_monitor = __esm({
  "src/core/apply/read-monitor.ts"() {
    "use strict";
    init_live_check();
    LOOK_AGAIN_AFTER_MS = [2e3, 3e3, 5e3, 1e4, 2e4];
  }
});

// src/core/observe/health.ts
var health_exports = {};
__export(health_exports, {
  endedWithoutPages: () => endedWithoutPages,
  isOver: () => isOver,
  isSkippedForCredits: () => isSkippedForCredits,
  judgeHealth: () => judgeHealth,
  observe: () => observe,
  observeAlerts: () => observeAlerts
});
function observeAlerts(live) {
  return { ...observe(live), alerts: readAlertSetup(live) };
}
function observe({ id, status, data, nextRunAt, estimatedCreditsPerMonth }) {
  const targets = (0, import_value16.property)(data, "targets");
  return {
    id,
    status,
    isChecking: typeof (0, import_value16.property)(data, "currentCheckId") === "string",
    lastRunAt: readTime((0, import_value16.property)(data, "lastRunAt")),
    nextRunAt: readTime(nextRunAt ?? void 0),
    summary: readSummary((0, import_value16.property)(data, "lastCheckSummary")),
    estimatedCreditsPerMonth,
    hasSearch: Array.isArray(targets) && targets.some((target) => (0, import_value16.property)(target, "type") === "search"),
    intervalMinutes: readInterval((0, import_value16.property)(data, "schedule"))
  };
}
function readInterval(schedule) {
  const cron = (0, import_value16.property)(schedule, "cron");
  if (!(0, import_value16.isObject)(schedule) || typeof cron !== "string") return null;
  return (0, import_schedule2.readSchedule)({ cron })?.timing?.longestGap ?? null;
}
function judgeHealth(monitor, now, checks, creditsLeft = "not-known") {
  const isWithoutCredits = lacksCredits(monitor, checks, creditsLeft);
  return { isFailing: isWithoutCredits || isFailing(monitor, checks), isWithoutCredits, isOverdue: isOverdue(monitor, now) };
}
function lacksCredits(monitor, checks, creditsLeft) {
  if (checks === void 0) return creditsLeft === "none" && endedWithoutPages(monitor);
  return monitor.status === "active" && checks.find((check) => isOver(check) || isSkippedForCredits(check))?.status === SKIPPED_FOR_CREDITS;
}
function isSkippedForCredits({ status }) {
  return status === SKIPPED_FOR_CREDITS;
}
function endedWithoutPages({ status, summary }) {
  return status === "active" && summary !== null && Object.values(summary).every((count) => count === 0);
}
function isFailing({ status, summary, lastRunAt }, checks) {
  if (status !== "active") return false;
  const newest = checks?.find(isOver);
  if (newest !== void 0) return newest.status === "failed" || isAllErrors(newest.summary);
  if (isAllErrors(summary)) return true;
  return checks?.length === 0 || summary === null && lastRunAt === null ? false : null;
}
function isOver({ status }) {
  return status === "completed" || status === "failed" || status === "partial";
}
function isAllErrors(summary) {
  return summary !== null && summary.totalPages > 0 && summary.error >= summary.totalPages;
}
function isOverdue({ status, isChecking, nextRunAt, intervalMinutes }, now) {
  if (status !== "active" || isChecking || nextRunAt === null || intervalMinutes === null) return false;
  return now - Date.parse(nextRunAt) > LATENESS + intervalMinutes * 6e4;
}
var import_value16, import_schedule2, LATENESS, SKIPPED_FOR_CREDITS;
var init_health = __esm({
  "src/core/observe/health.ts"() {
    "use strict";
    init_read_alerts();
    init_read_checks();
    import_value16 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_schedule2 = askBundle("./check.cjs", "src/core/specs/schedule/schedule.ts");
    LATENESS = 10 * 6e4;
    SKIPPED_FOR_CREDITS = "skipped_no_credits";
  }
});

// src/core/observe/deliveries.ts
var deliveries_exports = {};
__export(deliveries_exports, {
  CHECKS_FOR_ALERTS: () => CHECKS_FOR_ALERTS,
  isUnconfirmed: () => isUnconfirmed,
  isUndelivered: () => isUndelivered,
  judgeAlerts: () => judgeAlerts,
  judgeDelivery: () => judgeDelivery,
  listFailedMessages: () => listFailedMessages,
  listPending: () => listPending,
  listUnsubscribed: () => listUnsubscribed
});
function judgeAlerts(setup, checks, now, recipients) {
  const channels = ALERT_CHANNELS.filter((channel) => setup[channel] !== null);
  const newestMail = setup.email === null ? void 0 : checks.find(({ messages }) => messages?.email !== void 0);
  return {
    deliveries: channels.map((channel) => judgeDelivery(channel, setup, checks, now)),
    recipients,
    pendingNoted: newestMail?.messages?.email?.pending ?? 0
  };
}
function isUndelivered({ deliveries }) {
  return deliveries.some(({ outcome }) => outcome === "undelivered");
}
function listPending({ recipients }) {
  return listByStatus(recipients, "pending");
}
function listUnsubscribed({ recipients }) {
  return listByStatus(recipients, "unsubscribed");
}
function listByStatus(recipients, wanted) {
  return (recipients ?? []).flatMap(({ email, status }) => status === wanted ? [email] : []);
}
function isUnconfirmed(alerts) {
  return alerts.recipients === null ? alerts.pendingNoted > 0 : listPending(alerts).length > 0;
}
function judgeDelivery(channel, setup, checks, now) {
  for (const check of checks) {
    if (!hadToTell(channel, setup, check)) continue;
    const note = check.messages?.[channel];
    if (note === void 0) return deliveryOf(channel, isYoung(check, now) ? "not-yet" : "unknown", check);
    if (!isLeftOut(note)) return deliveryOf(channel, judgeNote(note, setup), check, note);
  }
  return { channel, outcome: "no-event", checkId: null, at: null, statusCode: null, error: null };
}
function deliveryOf(channel, outcome, { id, finishedAt }, note) {
  const { deliveredAt = null, statusCode = null, error = null } = note ?? {};
  return { channel, outcome, checkId: id, at: deliveredAt ?? finishedAt, statusCode, error };
}
function listFailedMessages(check) {
  return ALERT_CHANNELS.flatMap((channel) => {
    const note = check.messages?.[channel];
    if (note === void 0 || channel !== "webhook" && !hasNews(check) || isLeftOut(note) || judgeNote(note, null) !== "undelivered")
      return [];
    return [{ channel, statusCode: note.statusCode, error: note.error }];
  });
}
function hadToTell(channel, { webhook }, check) {
  if (!isOver(check)) return false;
  if (channel === "webhook" && webhook?.events.includes("monitor.check.completed") === true) return true;
  return hasNews(check);
}
function hasNews({ summary }) {
  const { changed = 0, new: added = 0, removed = 0, error = 0 } = summary ?? {};
  return changed + added + removed + error > 0;
}
function isLeftOut({ attempted, skipped, error }) {
  return error === null && (attempted === false || skipped === true);
}
function judgeNote({ success, delivered, queued, statusCode, error, pending }, setup) {
  if (delivered === true && success !== false) return "delivered";
  if (queued === true) return "queued";
  const isRefused = statusCode !== null && (statusCode < 200 || statusCode >= 300);
  if (success === false || isRefused || error !== null) return "undelivered";
  if (success !== true || delivered === false) return "unknown";
  const explicit = setup?.email?.recipients.length ?? 0;
  return explicit > 0 && (pending ?? 0) >= explicit ? "unconfirmed" : "delivered";
}
function isYoung({ finishedAt }, now) {
  return finishedAt === null || now - Date.parse(finishedAt) <= NOTED_WITHIN;
}
var CHECKS_FOR_ALERTS, NOTED_WITHIN;
var init_deliveries = __esm({
  "src/core/observe/deliveries.ts"() {
    "use strict";
    init_check_port();
    init_health();
    CHECKS_FOR_ALERTS = 25;
    NOTED_WITHIN = 10 * 6e4;
  }
});

// src/core/observe/sample.ts
var sample_exports = {};
__export(sample_exports, {
  sumCharges: () => sumCharges,
  takeSample: () => takeSample
});
function takeSample(monitor, checks, pages) {
  const ended = checks.filter(isOver);
  const credits = sumCharges(ended);
  const { estimatedCreditsPerMonth: monthly } = monitor;
  return {
    checks: ended.length,
    since: checks.at(-1)?.startedAt ?? checks.at(-1)?.createdAt ?? null,
    failed: ended.filter(({ status }) => status === "failed").length,
    skipped: checks.filter(({ status }) => status === "skipped_overlap").length,
    withoutCredits: checks.filter(isSkippedForCredits).length,
    undelivered: ended.filter((check) => listFailedMessages(check).length > 0).length,
    pages: sum(ended.map(({ summary }) => summary?.totalPages ?? 0)),
    errorPages: sum(ended.map(({ summary }) => summary?.error ?? 0)),
    credits,
    actualCreditsPerMonth: credits === null || credits.estimated === 0 || monthly === null ? null : (0, import_credits5.scaleToActual)(monthly, credits),
    search: monitor.hasSearch ? judgeSearch(ended, pages) : null
  };
}
function sumCharges(ended) {
  const both2 = ended.flatMap(
    ({ actualCredits: actual, estimatedCredits: estimated, startedAt, createdAt }) => actual === null || estimated === null ? [] : [{ actual, estimated, startedAt: startedAt ?? createdAt }]
  );
  if (both2.length === 0) return null;
  return {
    checks: both2.length,
    since: both2.at(-1)?.startedAt ?? null,
    actual: sum(both2.map(({ actual }) => actual)),
    estimated: sum(both2.map(({ estimated }) => estimated))
  };
}
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
function judgeSearch(ended, pages) {
  const found = pages.flatMap(({ searchStatus, isJudgeDegraded }) => searchStatus === null || isJudgeDegraded ? [] : [searchStatus]);
  const share2 = (status) => found.filter((one) => one === status).length / found.length;
  if (found.length >= LEAST_RESULTS && share2("ignored") > 0.5) return "too-wide";
  if (found.length >= LEAST_RESULTS && share2("watching") > 0.5) return "too-vague";
  const completed = ended.filter(({ status, summary }) => status === "completed" && summary !== null);
  return completed.length >= LEAST_CHECKS && completed.every(({ summary }) => summary?.totalPages === 0) ? "too-narrow" : null;
}
var import_credits5, LEAST_RESULTS, LEAST_CHECKS;
var init_sample = __esm({
  "src/core/observe/sample.ts"() {
    "use strict";
    import_credits5 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    init_deliveries();
    init_health();
    LEAST_RESULTS = 10;
    LEAST_CHECKS = 5;
  }
});

// src/core/plan/adopt.ts
var adopt_exports = {};
__export(adopt_exports, {
  blockCreate: () => blockCreate,
  decideAdoption: () => decideAdoption
});
function decideAdoption(create, context) {
  const { after, gone } = create;
  const superseded = gone === void 0 ? [] : [gone];
  const sight = context.index?.sight({ after, targetIds: create.targetIds, superseded }) ?? { kind: "none", sameContent: [], sameName: [] };
  switch (sight.kind) {
    case "none":
      return sight.sameContent.length === 0 ? null : { ...create, sameContent: sight.sameContent.map(toKnownMonitor) };
    case "conflict":
      return blockCreate(after, { kind: "conflict", ids: sight.monitors.map(({ id }) => id) });
    case "alike":
      return blockCreate(after, { kind: "may-exist", monitors: sight.monitors.map(toKnownMonitor) });
    case "one":
      return adopt(create, sight, context);
  }
}
function blockCreate(after, reason) {
  return { action: "blocked", key: after.key, wanted: "create", reason, after, fields: [] };
}
function toKnownMonitor({ id, name, createdAt }) {
  return { id, name, createdAt };
}
function adopt({ key, after: spec, gone }, { monitor: live, targetIds }, context) {
  const left = leaveIgnored(spec, live.body);
  const after = left.sync.paused === "keep" ? { ...left, paused: live.status === "paused" } : left;
  const body = after.body();
  const wanted = fingerprintBody(comparableBody((0, import_targets12.withTargetIds)(body, targetIds)), context.lineage);
  const { hide } = live;
  const read2 = readAsWritten(live.body, { written: wanted, observed: {}, isNew: true, hide });
  const differences = diffComparable(read2, wanted, hide).filter((field) => !isWebhookToGo(field, body));
  const status = diffLiveStatus(live.status, wantedStatus(after));
  const patch = {
    ...buildPatch({ body, targetIds, members: touchedMembers(differences), hadGoal: (0, import_credits6.hasGoal)(read2) }),
    ...status.length === 0 ? {} : { status: wantedStatus(after) }
  };
  return {
    action: "adopt",
    key,
    id: live.id,
    after,
    targetIds,
    patch: Object.keys(patch).length === 0 ? null : patch,
    fields: [...differences, ...status],
    live,
    ...gone === void 0 ? {} : { gone }
  };
}
function isWebhookToGo(field, body) {
  return memberOf(field) === "webhook" && !(0, import_value17.isObject)((0, import_member7.member)(body, "webhook"));
}
function diffLiveStatus(status, wanted) {
  if (status !== "active" && status !== "paused") return [];
  return status === wanted ? [] : [changeStatus(status, wanted)];
}
var import_value17, import_member7, import_credits6, import_targets12;
var init_adopt = __esm({
  "src/core/plan/adopt.ts"() {
    "use strict";
    import_value17 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    import_member7 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_credits6 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_targets12 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_diff();
    init_left_alone();
    init_live();
    init_patch();
  }
});

// src/core/plan/change-facts.ts
var change_facts_exports = {};
__export(change_facts_exports, {
  countRequests: () => countRequests,
  countWrites: () => countWrites,
  createsAny: () => createsAny,
  digestApproval: () => digestApproval,
  digestPlan: () => digestPlan,
  findUnsaid: () => findUnsaid,
  isDrift: () => isDrift,
  isHeld: () => isHeld,
  isOfLeftover: () => isOfLeftover,
  isProtectedLeftover: () => isProtectedLeftover,
  listEffects: () => listEffects,
  listLaterEffects: () => listLaterEffects,
  listSentMembers: () => listSentMembers,
  listSteps: () => listSteps
});
function isDrift(change) {
  switch (change.action) {
    case "update":
    case "replace":
      return change.drift.length > 0;
    case "create":
    case "adopt":
      return change.gone !== void 0;
    case "delete":
      return change.isGone === true;
    case "blocked":
      return change.drift !== void 0 || change.reason.kind === "protected" && change.reason.isGone === true;
    case "rename":
    case "unresolved":
      return false;
  }
}
function isProtectedLeftover(change) {
  if (change.action !== "blocked" || change.wanted !== "delete") return false;
  return change.reason.kind === "protected" && change.reason.isGone !== true;
}
function isOfLeftover(change) {
  if (change.action === "delete") return change.why.kind === "leftover";
  return change.action === "blocked" && change.reason.kind === "needs-delete" && change.reason.leftover !== void 0;
}
function createsAny({ changes }) {
  return changes.some(({ action }) => action === "create" || action === "replace");
}
function isHeld(change) {
  return change.action === "blocked" || change.action === "unresolved";
}
function countRequests(change) {
  switch (change.action) {
    case "create":
      return 1 + (change.gone === void 0 ? 0 : 1) + (change.after.paused ? 1 : 0);
    case "update":
    case "delete":
      return 2;
    case "replace":
      return 3 + (change.after.paused ? 1 : 0);
    case "adopt":
      return change.patch === null ? 1 : 2;
    case "rename":
    case "blocked":
    case "unresolved":
      return 0;
  }
}
function countWrites(change) {
  switch (change.action) {
    case "create":
    case "replace":
      return change.after.paused ? 2 : 1;
    case "update":
      return 1;
    case "adopt":
      return change.patch === null ? 0 : 1;
    case "delete":
    case "rename":
    case "blocked":
    case "unresolved":
      return 0;
  }
}
function digestPlan(project, environment, changes, bookkeeping = []) {
  const unprotected = bookkeeping.filter(({ losesProtection: losesProtection2 }) => losesProtection2 === true).map(({ key }) => key);
  return (0, import_canonical7.hashJson)([project, environment, changes.map(describeChange), ...unprotected.length === 0 ? [] : [{ unprotected }]]);
}
function digestChange(project, environment, change) {
  return (0, import_canonical7.hashJson)([project, environment, describeChange(change)]);
}
function describeChange(change) {
  switch (change.action) {
    case "create":
      return describeCreate(change);
    case "update":
      return [
        change.action,
        change.key,
        change.id,
        change.before.bodyHash,
        change.after.bodyHash,
        (0, import_canonical7.hashJson)(change.patch),
        ...describeLeftAlone(change.after)
      ];
    case "replace":
      return [
        change.action,
        change.key,
        change.before.id,
        change.before.bodyHash,
        change.after.bodyHash,
        change.after.paused,
        change.why,
        ...describeLeftAlone(change.after)
      ];
    case "delete":
      return [change.action, change.key, change.id, change.before.bodyHash, change.why.kind];
    case "adopt":
      return [
        change.action,
        change.key,
        change.id,
        change.after.bodyHash,
        change.patch === null ? null : (0, import_canonical7.hashJson)(change.patch),
        ...describeLeftAlone(change.after)
      ];
    case "rename":
      return [change.action, change.key, change.from, change.before.id, change.after.bodyHash];
    case "blocked":
      return [
        change.action,
        change.key,
        change.wanted,
        change.reason.kind,
        change.after?.bodyHash ?? null,
        change.before?.bodyHash ?? null
      ];
    case "unresolved":
      return [change.action, change.key, change.create.intent.bodyHash, change.after?.bodyHash ?? null];
  }
}
function describeCreate({ action, key, after, gone }) {
  const rest = after.paused || gone !== void 0 ? [after.paused, gone ?? null] : [];
  return [action, key, after.bodyHash, ...rest, ...describeLeftAlone(after)];
}
function describeLeftAlone({ sync: { ignore, paused } }) {
  if (ignore === void 0 && paused !== "keep") return [];
  return [{ ...ignore === void 0 ? {} : { ignored: [...ignore] }, ...paused === "keep" ? { keepsPause: true } : {} }];
}
function listEffects({ project, environment }, change) {
  switch (change.action) {
    case "unprotect":
      return [(0, import_canonical7.hashJson)([project, environment, [change.action, change.key]])];
    case "blocked":
    case "unresolved":
      return [];
    case "update":
      return listSentMembers(change).map((member11) => (0, import_canonical7.hashJson)([project, environment, describeMember(change, member11)]));
    case "replace":
    case "delete": {
      const digest = digestChange(project, environment, change);
      const drift = change.drift ?? [];
      return [drift.length === 0 ? digest : (0, import_canonical7.hashJson)([digest, change.seen])];
    }
    case "create":
    case "adopt":
    case "rename":
      return [digestChange(project, environment, change)];
  }
}
function digestApproval(plan, { origin, base }) {
  const steps = listSteps(plan).flatMap((step) => {
    const effects = listEffects(plan, step);
    return effects.length === 0 ? [] : [[step.action, step.key, ...effects]];
  });
  const { project, environment, isRefreshed, hasCheckedSecrets, allowsDeletes } = plan;
  const state = base === null ? null : [base.lineage, base.serial];
  return steps.length === 0 ? null : (0, import_canonical7.hashJson)([1, project, environment, origin, state, isRefreshed, hasCheckedSecrets, allowsDeletes, steps]);
}
function listLaterEffects({ project, environment }, change) {
  if (change.action !== "replace") return [];
  return [(0, import_canonical7.hashJson)([project, environment, ["delete", change.key, change.before.id, change.after.bodyHash, "leftover"]])];
}
function listSentMembers({ patch, alreadySet }) {
  return Object.keys(patch).filter((member11) => !alreadySet.includes(member11));
}
function findUnsaid(plan, isSaid) {
  return plan.changes.filter((change) => !listEffects(plan, change).every(isSaid));
}
function listSteps({ changes, bookkeeping }) {
  const lost = bookkeeping.filter(({ losesProtection: losesProtection2 }) => losesProtection2 === true);
  return [...changes, ...lost.map(({ key, specPath }) => ({ action: "unprotect", key, after: { specPath } }))];
}
function describeMember({ key, id, after, patch, present }, member11) {
  return ["update", key, id, member11, present[member11] ?? null, patch[member11] ?? null, ...describeLeftAlone(after)];
}
var import_canonical7;
var init_change_facts = __esm({
  "src/core/plan/change-facts.ts"() {
    "use strict";
    import_canonical7 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
  }
});

// src/core/plan/match.ts
function recordOf(match, state) {
  const key = match.kind === "renamed" ? match.from : match.key;
  const record = (0, import_state2.recordIn)(state, key);
  if (record === void 0) throw new Error(`the state has no record of "${key}"`);
  return record;
}
function matchKeys(desired, recorded, unresolved) {
  const specs = new Set(desired.map((spec) => spec.key));
  const claimed = /* @__PURE__ */ new Set();
  const claims = /* @__PURE__ */ new Map();
  const matches = desired.map((after) => matchSpec(after, { specs, recorded, unresolved, claimed, claims }));
  for (const [key, before] of recorded) {
    if (specs.has(key) || claimed.has(key) || unresolved.has(key)) continue;
    const claimedBy = claims.get(key);
    matches.push({ kind: "vanished", key, before, ...claimedBy === void 0 ? {} : { claimedBy } });
  }
  for (const [key, create] of unresolved) {
    if (!specs.has(key)) matches.push({ kind: "unresolved", key, create });
  }
  return matches;
}
function matchSpec(after, { specs, recorded, unresolved, claimed, claims }) {
  const { key } = after;
  const from = after.sync.renamedFrom;
  const create = unresolved.get(key);
  const before = recorded.get(key);
  const old = from === void 0 ? void 0 : recorded.get(from);
  const isFree = from !== void 0 && !specs.has(from) && !claimed.has(from) && !unresolved.has(from);
  const isContended = old !== void 0 && isFree && (create !== void 0 || before !== void 0);
  if (isContended) claims.set(from, key);
  if (create !== void 0) return { kind: "unresolved", key, create, after };
  if (before !== void 0) return { kind: "kept", key, after, before, ...isContended ? { contender: from } : {} };
  if (from === void 0 || old === void 0) return { kind: "new", key, after };
  if (!isFree) return { kind: "disputed", key, from, after };
  claimed.add(from);
  return { kind: "renamed", key, from, after, before: old };
}
function findPossibleRenames({ created, vanished, unresolved, lineage }) {
  const recorded = new Likeness(lineage);
  for (const [key, monitor] of vanished) recorded.add(key, monitor.bodyHash, monitor.applied);
  const pending = new Likeness(lineage);
  for (const [key, { intent }] of unresolved) pending.add(key, intent.bodyHash, intent.monitor.applied);
  const ofRecorded = /* @__PURE__ */ new Map();
  const ofUnresolved = /* @__PURE__ */ new Map();
  const equal = new Map(created.map((spec) => [spec.key, recorded.find(spec)]));
  const alike = new Map(created.map((spec) => [spec.key, equal.get(spec.key) ?? recorded.findByTargets(spec)]));
  for (const spec of created) {
    const old = alike.get(spec.key) ?? recorded.findByAddresses(spec);
    const { renamedFrom } = spec.sync;
    const unresolvedKey = renamedFrom !== void 0 && pending.keys.has(renamedFrom) ? renamedFrom : pending.find(spec);
    if (old !== null) {
      ofRecorded.set(spec.key, old);
      if (!ofRecorded.has(old)) ofRecorded.set(old, spec.key);
    }
    if (unresolvedKey !== null) ofUnresolved.set(spec.key, unresolvedKey);
  }
  return { ofRecorded, ofUnresolved, vanished: recorded.keys, unresolved: pending.keys };
}
function hashContent(body) {
  const normalized = normalizeBody(body);
  return (0, import_canonical8.hashJson)({ ...normalized, targets: listTargetHashes(normalized) });
}
function hashTargets(body) {
  return (0, import_canonical8.hashJson)(listTargetHashes(normalizeBody(body)));
}
function hashAddresses(body) {
  const normalized = normalizeBody(body);
  const addresses = (0, import_targets13.listTargets)(normalized).map((target) => (0, import_canonical8.hashJson)(ADDRESS_MEMBERS.map((name) => (0, import_value18.property)(target, name) ?? null)));
  return (0, import_canonical8.hashJson)([(0, import_value18.property)(normalized, "name") ?? null, addresses.sort()]);
}
function listTargetHashes(normalized) {
  const targets = (0, import_targets13.listTargets)(normalized).map((target) => (0, import_value18.isObject)(target) ? omitId(target) : target);
  return targets.map((target) => (0, import_canonical8.hashJson)(target)).sort();
}
function omitId(target) {
  return Object.fromEntries(Object.entries(target).filter(([name]) => name !== "id"));
}
function openDecisionContext(input, renames) {
  return {
    ...input,
    lineage: input.state?.lineage ?? "",
    renames,
    takenIds: (0, import_once.once)(() => collectIds(input)),
    recordedIds: (0, import_once.once)(() => new Set([...input.state?.monitors.values() ?? []].map(({ id }) => id))),
    index: input.live === void 0 ? null : new LiveIndex(input.live, { ...input, otherEnvironments: input.otherEnvironments ?? [] })
  };
}
function collectIds({ desired, state, unresolved, takenElsewhere }) {
  const ids = new Set(takenElsewhere?.());
  for (const spec of desired) for (const id of spec.explicitTargetIds) ids.add(id);
  for (const [, targetIds] of (0, import_state2.listFacts)(state, "targetIds")) for (const id of targetIds) ids.add(id);
  for (const create of unresolved) for (const id of create.intent.targetIds) ids.add(id);
  return ids;
}
var import_grouping4, import_once, import_canonical8, import_value18, import_targets13, import_state2, Likeness, ADDRESS_MEMBERS;
var init_match = __esm({
  "src/core/plan/match.ts"() {
    "use strict";
    import_grouping4 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_once = askBundle("./monitors.cjs", "src/core/base/once.ts");
    import_canonical8 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value18 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_fingerprint();
    init_normalize();
    import_targets13 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_state2 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_live_index();
    Likeness = class {
      #lineage;
      keys = /* @__PURE__ */ new Set();
      #byHash = /* @__PURE__ */ new Map();
      #byTargets = /* @__PURE__ */ new Map();
      #byAddresses = /* @__PURE__ */ new Map();
      #byTargetId = /* @__PURE__ */ new Map();
      #given = /* @__PURE__ */ new Set();
      constructor(lineage) {
        this.#lineage = lineage;
      }
      add(key, bodyHash, applied) {
        this.keys.add(key);
        for (const hash of [bodyHash, hashContent(applied)]) (0, import_grouping4.addToGroup)(this.#byHash, hash, key);
        (0, import_grouping4.addToGroup)(this.#byTargets, hashTargets(applied), key);
        (0, import_grouping4.addToGroup)(this.#byAddresses, hashAddresses(applied), key);
        for (const id of (0, import_targets13.listTargetIds)(applied)) if (id !== null) this.#byTargetId.set(id, key);
      }
      /** The key of the one that is most like `spec`; each is given out once, and again only when all of its like were. */
      find(spec) {
        if (this.keys.size === 0) return null;
        const sharedId = spec.explicitTargetIds.find((id) => this.#byTargetId.has(id));
        if (sharedId !== void 0) return this.#byTargetId.get(sharedId) ?? null;
        return this.#give(this.#byHash.get(spec.bodyHash) ?? this.#byHash.get(hashContent(fingerprintBody(spec.body(), this.#lineage))));
      }
      /** The key of one that watches just what `spec` watches, whatever its other members say. */
      findByTargets(spec) {
        if (this.keys.size === 0) return null;
        return this.#give(this.#byTargets.get(hashTargets(fingerprintBody(spec.body(), this.#lineage))));
      }
      /** The key of one with the same name and addresses, whatever its layers say. */
      findByAddresses(spec) {
        if (this.keys.size === 0) return null;
        return this.#give(this.#byAddresses.get(hashAddresses(fingerprintBody(spec.body(), this.#lineage))));
      }
      #give(like) {
        if (like === void 0) return null;
        while (like.length > 1 && this.#given.has(like[0])) like.shift();
        const key = like.length > 1 ? like.shift() : like[0];
        if (key === void 0) return null;
        this.#given.add(key);
        return key;
      }
    };
    ADDRESS_MEMBERS = ["type", "url", "urls", "queries"];
  }
});

// src/core/plan/costs.ts
var costs_exports = {};
__export(costs_exports, {
  compareCosts: () => compareCosts,
  compareEstimates: () => compareEstimates,
  costOf: () => costOf,
  costOfUntouched: () => costOfUntouched,
  findPriceReason: () => findPriceReason,
  sumActual: () => sumActual,
  sumEstimate: () => sumEstimate
});
function costOf(match, changes, state) {
  const { key } = match;
  const listed = changes.length > 0;
  const adopted = changes.find((change) => change.action === "adopt");
  if (adopted !== void 0) return { key, before: costOfLive(adopted), after: costOfDesired(adopted.after), listed };
  switch (match.kind) {
    case "new":
    case "disputed":
      return { key, before: null, after: changes.some(isCreate) ? costOfDesired(match.after) : null, listed };
    case "kept":
    case "renamed": {
      if (changes.some((change) => change.action === "blocked")) return both(key, costOfRecorded(recordOf(match, state)));
      if (changes.some((change) => change.action === "update" || change.action === "replace")) {
        return { key, before: costOfRecorded(recordOf(match, state)), after: costOfDesired(sentOf(changes) ?? match.after), listed };
      }
      if (changes.some(isCreate)) return { key, before: null, after: costOfDesired(sentOf(changes) ?? match.after), listed };
      return { ...both(key, costOfDesired(match.after)), listed };
    }
    case "vanished": {
      const now = costOfRecorded(recordOf(match, state));
      return changes.some((change) => change.action === "delete" && change.why.kind === "spec-removed") ? { key, before: now, after: null, listed } : both(key, now);
    }
    case "unresolved":
      return both(key, (0, import_credits7.estimateCredits)(match.create.intent.monitor.applied));
  }
}
function costOfUntouched(match, state) {
  const { key } = match;
  switch (match.kind) {
    case "new":
    case "disputed":
      return { key, before: null, after: null, listed: false };
    case "kept":
    case "renamed": {
      const isSame = match.before.bodyHash === match.after.bodyHash && match.before.paused === true === match.after.paused;
      return { ...both(key, isSame ? costOfDesired(match.after) : costOfRecorded(recordOf(match, state))), listed: false };
    }
    case "vanished":
      return { ...both(key, costOfRecorded(recordOf(match, state))), listed: false };
    case "unresolved":
      return { ...both(key, (0, import_credits7.estimateCredits)(match.create.intent.monitor.applied)), listed: false };
  }
}
function compareCosts(change) {
  switch (change.action) {
    case "create":
      return { before: null, after: costOfDesired(change.after) };
    case "update":
    case "replace":
      return { before: costOfRecorded(change.before), after: costOfDesired(change.after) };
    case "adopt":
      return { before: costOfLive(change), after: costOfDesired(change.after) };
    case "delete":
      return { before: change.why.kind === "spec-removed" ? costOfRecorded(change.before) : null, after: null };
    case "blocked":
      return {
        before: change.before === void 0 ? null : costOfRecorded(change.before),
        after: change.after === void 0 ? null : costOfDesired(change.after)
      };
    case "rename":
    case "unresolved":
      return { before: null, after: null };
  }
}
function sentOf(changes) {
  return changes.flatMap((change) => change.action === "create" || change.action === "replace" ? [change.after] : [])[0];
}
function isCreate(change) {
  return change.action === "create";
}
function costOfDesired({ paused, estimate }) {
  return paused ? NOTHING2 : estimate;
}
function costOfRecorded({ paused, applied }) {
  return paused === true ? NOTHING2 : (0, import_credits7.estimateCredits)(applied);
}
function costOfLive({ live }) {
  return live.status === "paused" ? NOTHING2 : (0, import_credits7.estimateCredits)(live.body);
}
function both(key, estimate) {
  return { key, before: estimate, after: estimate, listed: true };
}
function sumActual(costs, charged) {
  const monitors = [];
  let creditsPerMonth = 0;
  let estimated = 0;
  for (const { key, before, after } of costs) {
    if (after === null) continue;
    const known = before === after ? charged?.monitors.get(key) : void 0;
    const credits = known === void 0 ? (0, import_credits7.totalPerMonth)(after) : (0, import_credits7.scaleToActual)(after.creditsPerMonth, known);
    creditsPerMonth += credits;
    if (known === void 0) estimated++;
    else monitors.push({ key, creditsPerMonth: credits, estimate: after.creditsPerMonth, checks: known.checks, since: known.since });
  }
  return { creditsPerMonth, monitors: monitors.sort((a, b) => (0, import_diagnostic3.compareText)(a.key, b.key)), estimated };
}
function sumEstimate(costs, { budget, budgetBy, charged }) {
  let before = 0;
  let creditsPerMonth = 0;
  let besidesBefore = 0;
  let besides = 0;
  const of = /* @__PURE__ */ new Set();
  const notIncluded = /* @__PURE__ */ new Set();
  const monitors = [];
  for (const cost of costs) {
    before += cost.before?.creditsPerMonth ?? 0;
    creditsPerMonth += cost.after?.creditsPerMonth ?? 0;
    besidesBefore += cost.before?.besides?.creditsPerMonth ?? 0;
    besides += cost.after?.besides?.creditsPerMonth ?? 0;
    const estimate = cost.after ?? cost.before;
    if (estimate === null) continue;
    for (const words of estimate.notIncluded) notIncluded.add(words);
    for (const words of estimate.besides?.of ?? []) of.add(words);
    if (cost.listed) monitors.push({ key: cost.key, creditsPerMonth: estimate.creditsPerMonth, checksPerMonth: estimate.checksPerMonth });
  }
  return {
    creditsPerMonth,
    before,
    billedBesides: { creditsPerMonth: besides, before: besidesBefore, of: [...of].sort(import_diagnostic3.compareText) },
    ...budget === void 0 ? {} : { budget },
    ...budget === void 0 || budgetBy !== "actual" ? {} : { budgetBy },
    ...charged === void 0 ? {} : { actual: { newest: charged.newest, ...sumActual(costs, charged) } },
    notIncluded: [...notIncluded].sort(import_diagnostic3.compareText),
    monitors: monitors.sort((a, b) => (0, import_diagnostic3.compareText)(a.key, b.key))
  };
}
function compareEstimates({ state, index, only }) {
  const differences = [];
  if (index === null) return differences;
  for (const [key, { id }] of state?.monitors ?? /* @__PURE__ */ new Map()) {
    const live = only === void 0 || only.has(key) ? index.find(id) : void 0;
    const difference = live === void 0 ? null : compareEstimate(key, live);
    if (difference !== null) differences.push(difference);
  }
  return differences.sort((a, b) => a.key < b.key ? -1 : 1);
}
function compareEstimate(key, { id, body, estimatedCreditsPerMonth }) {
  if (estimatedCreditsPerMonth === null) return null;
  const estimate = (0, import_credits7.estimateCredits)(body);
  const reason = findPriceReason(estimate, estimatedCreditsPerMonth);
  if (reason === null) return null;
  return { key, id, creditsPerMonth: estimate.creditsPerMonth, serviceCreditsPerMonth: estimatedCreditsPerMonth, reason };
}
function findPriceReason(estimate, serviceCreditsPerMonth) {
  const { creditsPerMonth, creditsPerCheck, checksPerMonth, average } = estimate;
  if (Math.abs(creditsPerMonth - serviceCreditsPerMonth) <= creditsPerCheck) return null;
  if (average) return { kind: "uneven-checks" };
  if (checksPerMonth > 0 && serviceCreditsPerMonth % checksPerMonth === 0)
    return { kind: "credits-per-check", service: serviceCreditsPerMonth / checksPerMonth, list: creditsPerCheck };
  if (creditsPerCheck > 0 && serviceCreditsPerMonth % creditsPerCheck === 0)
    return { kind: "checks-per-month", service: serviceCreditsPerMonth / creditsPerCheck, schedule: checksPerMonth };
  return { kind: "unknown" };
}
var import_diagnostic3, import_credits7, NOTHING2;
var init_costs = __esm({
  "src/core/plan/costs.ts"() {
    "use strict";
    import_diagnostic3 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_credits7 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    init_match();
    NOTHING2 = { checksPerMonth: 0, creditsPerCheck: 0, creditsPerMonth: 0, average: false, notIncluded: [] };
  }
});

// src/core/plan/fillings.ts
var fillings_exports = {};
__export(fillings_exports, {
  learnFillings: () => learnFillings,
  pickFillings: () => pickFillings
});
function learnFillings(state, live) {
  const nothing = { state, observed: /* @__PURE__ */ new Map(), fillings: [] };
  if (state === null) return nothing;
  const whole = (0, import_state3.wholeOf)(state);
  const places = [...whole.monitors].flatMap(([key, record]) => listPlaces(key, record, live));
  const observed = /* @__PURE__ */ new Map();
  const fillings = [];
  for (const option of OPTIONS) {
    const open = places.filter(({ written }) => (0, import_member8.member)(written, option) === void 0);
    const value = (0, import_value19.property)(open[0]?.answered, option);
    if (value === void 0 || open.length < FEWEST_TARGETS) continue;
    if (!open.every(({ answered }) => (0, import_value19.isEqualJson)((0, import_value19.property)(answered, option) ?? null, value))) continue;
    const unknown = open.filter(({ known, answered }) => (0, import_value19.property)(known, option) === void 0 && !isDefault(option, value, answered));
    for (const { key, id } of unknown) {
      const before = observed.get(key) ?? whole.monitors.get(key)?.observed ?? {};
      observed.set(key, addTo(before, id, { [option]: value }));
    }
    if (unknown.length > 0) fillings.push({ option, value, targets: unknown.length });
  }
  return observed.size === 0 ? nothing : { state: withObserved(whole, observed), observed, fillings };
}
function listPlaces(key, { id, applied, observed }, live) {
  const seen = live.monitors.get(id);
  if (seen === void 0) return [];
  const answers = byId(seen.body);
  const known = byId(observed);
  return (0, import_targets14.listTargets)(applied).flatMap((target) => {
    const targetId = idOf(target);
    const answered = answers.get(targetId ?? "");
    const options = (0, import_value19.property)(answered, "scrapeOptions") ?? {};
    if (targetId === null || answered === void 0 || (0, import_member8.member)(answered, "type") === "search" || !(0, import_value19.isObject)(options)) return [];
    const written = (0, import_value19.property)(target, "scrapeOptions");
    return [{ key, id: targetId, written, answered: options, known: (0, import_value19.property)(known.get(targetId), "scrapeOptions") }];
  });
}
function pickFillings(observed) {
  const targets = (0, import_targets14.listTargets)(observed).flatMap((target) => {
    const options = (0, import_value19.property)(target, "scrapeOptions");
    const own = OPTIONS.flatMap((option) => {
      const value = (0, import_value19.property)(options, option);
      return value === void 0 ? [] : [[option, value]];
    });
    return own.length === 0 ? [] : [{ id: (0, import_member8.member)(target, "id") ?? null, scrapeOptions: Object.fromEntries(own) }];
  });
  return targets.length === 0 ? {} : { targets };
}
function byId(body) {
  return new Map((0, import_targets14.listTargets)(body).flatMap((target) => idOf(target) === null ? [] : [[idOf(target), target]]));
}
function idOf(target) {
  const id = (0, import_member8.member)(target, "id");
  return typeof id === "string" ? id.toLowerCase() : null;
}
function addTo(observed, id, options) {
  const targets = (0, import_targets14.listTargets)(observed);
  const own = targets.find((target) => idOf(target) === id) ?? { id };
  const before = (0, import_value19.property)(own, "scrapeOptions");
  const noted = { ...own, scrapeOptions: { ...(0, import_value19.isObject)(before) ? before : {}, ...options } };
  return { ...observed, targets: [...targets.filter((target) => target !== own), noted] };
}
function withObserved(state, observed) {
  const monitors = new Map(state.monitors);
  for (const [key, now] of observed) {
    const record = monitors.get(key);
    if (record !== void 0) monitors.set(key, { ...record, observed: now });
  }
  return { ...state, monitors };
}
var import_value19, import_member8, import_targets14, import_state3, OPTIONS, FEWEST_TARGETS;
var init_fillings = __esm({
  "src/core/plan/fillings.ts"() {
    "use strict";
    import_value19 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member8 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_targets14 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_state3 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_live();
    OPTIONS = ["maxAge", "skipTlsVerification"];
    FEWEST_TARGETS = 2;
  }
});

// src/core/plan/groups.ts
var groups_exports = {};
__export(groups_exports, {
  groupChanges: () => groupChanges
});
function groupChanges(changes) {
  const groups = [];
  const known = /* @__PURE__ */ new Map();
  for (const change of changes) {
    const topic = topicOf(change);
    const name = topic === null ? null : (0, import_canonical9.canonicalJson)([change.action, topic]);
    const members = name === null ? void 0 : known.get(name);
    if (members !== void 0) {
      members.push(change);
      continue;
    }
    const group = { first: change, changes: [change] };
    groups.push(group);
    if (name !== null) known.set(name, group.changes);
  }
  return groups;
}
function topicOf(change) {
  switch (change.action) {
    case "create":
      return topicOfCreate(change);
    case "update":
      return [listValues(change.fields), listValues(change.drift), change.rotated, change.before.pending !== void 0];
    case "replace":
      return [listValues(change.fields), listValues(change.drift), change.why];
    case "delete":
      return topicOfDelete(change);
    case "blocked":
      return topicOfBlocked(change);
    case "unprotect":
      return [];
    case "adopt":
    case "rename":
    case "unresolved":
      return null;
  }
}
function topicOfCreate({ after, gone, sameContent }) {
  if (after.list === void 0 || gone !== void 0 || sameContent !== void 0) return null;
  return [after.list, after.file, after.paused];
}
function topicOfDelete({ why, isGone, drift = [] }) {
  return why.kind === "leftover" ? null : [isGone === true, listValues(drift)];
}
function topicOfBlocked({ wanted, reason, after, fields, drift = [] }) {
  if (!COMMON.has(reason.kind) || reason.kind === "needs-delete" && reason.leftover !== void 0) return null;
  if (wanted !== "create") return [wanted, detailOf(reason), listValues(fields), listValues(drift)];
  return after?.list === void 0 ? null : [wanted, detailOf(reason), after.list, after.file, after.paused];
}
function detailOf(reason) {
  switch (reason.kind) {
    case "protected":
      return [reason.kind, reason.isGone === true];
    case "became-list":
      return [reason.kind, reason.file];
    case "from-layer":
      return [reason.kind, [...reason.layers]];
    case "left-environment":
      return [reason.kind, [...reason.environments]];
    default:
      return [reason.kind];
  }
}
function listValues(fields) {
  return fields.map(({ path, op, before, after, sensitive }) => [path, op, before ?? null, after ?? null, sensitive]);
}
var import_canonical9, COMMON;
var init_groups = __esm({
  "src/core/plan/groups.ts"() {
    "use strict";
    import_canonical9 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    COMMON = /* @__PURE__ */ new Set([
      "needs-update",
      "needs-delete",
      "protected",
      "too-many-deletes",
      "budget",
      "became-list",
      "from-layer",
      "other-environment",
      "left-environment"
    ]);
  }
});

// src/core/state/state-change.ts
var state_change_exports = {};
__export(state_change_exports, {
  isDangerous: () => isDangerous,
  judgeStateChange: () => judgeStateChange,
  keysOf: () => keysOf,
  markShift: () => markShift,
  withRun: () => withRun
});
function isDangerous(shift) {
  return !HARMLESS.has(shift.kind);
}
function keysOf(shift) {
  return "keys" in shift ? shift.keys : [shift.key];
}
function markShift(shift) {
  const {
    kind,
    lineage = null,
    key = null,
    id = null,
    from = null
  } = shift;
  return (0, import_canonical10.hashJson)([kind, lineage, key, id, from]).slice(0, 20);
}
function judgeStateChange(before, after, hasSpec) {
  if (before === after) return [];
  const held = { before: (0, import_removed.listHeldIds)(before.monitors), after: (0, import_removed.listHeldIds)(after.monitors) };
  const explained = new Set(after.removed?.map(({ id }) => id));
  const shifts = [];
  for (const [key, { id }] of before.monitors) {
    const now = after.monitors.get(key);
    const isHere = now?.id === id;
    if (isHere || now !== void 0 && held.before.has(now.id) && held.after.has(id)) continue;
    if (now !== void 0) shifts.push(held.before.has(now.id) ? { kind: "gone", key, id } : { kind: "exchanged", key, id: now.id, from: id });
    else if (hasSpec(key)) shifts.push({ kind: "gone", key, id });
    else if (!held.after.has(id)) shifts.push({ kind: explained.has(id) ? "let-go" : "unexplained", key, id });
  }
  const left = new Set([...before.monitors.values()].flatMap(({ leftovers = [] }) => leftovers));
  const compared = { before, held: held.before, left, hasSpec };
  for (const [key, record] of after.monitors) shifts.push(...judgeRecord(key, record, compared));
  const sorted2 = shifts.sort((a, b) => (0, import_diagnostic4.compareText)(nameOf(a), nameOf(b)));
  return [...judgeVersion(before, after, sorted2), ...sorted2.filter(isDangerous), ...sorted2.filter((shift) => !isDangerous(shift))];
}
function judgeRecord(key, record, compared) {
  const { before, held, left, hasSpec } = compared;
  const { id, leftovers = [] } = record;
  const stray = leftovers.filter((leftover) => !left.has(leftover)).map((leftover) => ({ kind: "stray", key, id: leftover }));
  if (isLostNow(key, record, compared)) return [...stray, { kind: "stray", key, id }];
  const recorded = before.monitors.get(key);
  if (recorded?.id === id) return isSameRecord(recorded, record) ? stray : [...stray, { kind: "edited", key, id }];
  const from = held.get(id);
  if (from !== void 0) return [...stray, { kind: "renamed", key, id, from }];
  if (recorded !== void 0) return stray;
  return [...stray, { kind: hasSpec(key) ? "added" : "stray", key, id }];
}
function isLostNow(key, { id, protect }, { before, held, hasSpec }) {
  const from = held.get(id);
  const recorded = from === void 0 ? void 0 : before.monitors.get(from);
  if (from === void 0 || recorded?.id !== id || hasSpec(key)) return false;
  return hasSpec(from) || recorded.protect && !protect;
}
function isSameRecord(a, b) {
  return a === b || (0, import_canonical10.hashJson)((0, import_monitor.toMonitorJson)(a)) === (0, import_canonical10.hashJson)((0, import_monitor.toMonitorJson)(b));
}
function judgeVersion(before, after, shifts) {
  const kind = before.lineage !== after.lineage ? "another-state" : before.serial > after.serial ? "earlier-state" : null;
  if (kind === null) return [];
  const keys = shifts.flatMap((shift) => "key" in shift ? [shift.key] : []);
  return [{ kind, lineage: after.lineage, keys: [...new Set(keys)].sort(import_diagnostic4.compareText) }];
}
function nameOf(shift) {
  return "key" in shift ? `${shift.key}\0${shift.kind}` : "";
}
function withRun(base, parent, recorded) {
  const monitors = new Map(base.monitors);
  for (const [key, record] of recorded.monitors)
    if (parent.monitors.get(key) !== record && !isAsBefore(parent, key, record)) monitors.set(key, record);
  for (const key of parent.monitors.keys()) if (!recorded.monitors.has(key)) monitors.delete(key);
  return { ...base, monitors, serial: Math.max(base.serial, recorded.serial) };
}
function isAsBefore({ monitors }, key, record) {
  const before = monitors.get(key);
  return before !== void 0 && isSameRecord(before, record);
}
var import_diagnostic4, import_canonical10, import_monitor, import_removed, HARMLESS;
var init_state_change = __esm({
  "src/core/state/state-change.ts"() {
    "use strict";
    import_diagnostic4 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_canonical10 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_monitor = askBundle("./monitors.cjs", "src/core/state/format/monitor.ts");
    import_removed = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    HARMLESS = /* @__PURE__ */ new Set(["added", "edited", "let-go", "renamed"]);
  }
});

// src/core/plan/decide.ts
function decideChanges(input) {
  const recorded = input.state?.monitors ?? /* @__PURE__ */ new Map();
  const unresolved = new Map(input.unresolved.map((create) => [create.intent.key, create]));
  const matches = matchKeys(input.desired, recorded, unresolved);
  const context = openDecisionContext(input, findRenames(matches, input.state));
  const changes = [];
  const bookkeeping = [];
  const costs = [];
  const duplicates2 = [];
  const ignoredEdits = [];
  const leftFields = [];
  let unchanged = 0;
  for (const found of matches) {
    const match = leaveMatchAlone(found, input.state);
    if (input.only !== void 0 && !isSelected(match, input.only)) {
      costs.push(costOfUntouched(match, input.state));
      continue;
    }
    const decided = decideMatch(match, context);
    changes.push(...decided);
    costs.push(costOf(match, decided, input.state));
    duplicates2.push(...findDuplicates(match, decided, context));
    if (decided.length === 0) unchanged += 1;
    ignoredEdits.push(...findIgnoredEdits(match, decided));
    leftFields.push(...findLeftFields(match, decided, input.state));
    bookkeeping.push(...listBookkeeping(match, decided, input.filledIn?.get(match.key)));
  }
  return {
    changes,
    bookkeeping,
    costs,
    duplicates: duplicates2.sort((a, b) => (0, import_diagnostic5.compareText)(a.key, b.key)),
    ignoredEdits,
    leftFields,
    unchanged,
    context
  };
}
function leaveMatchAlone(match, state) {
  if (match.kind !== "kept" && match.kind !== "renamed") return match;
  const { after } = match;
  const left = leaveAlone(after, match.before, () => recordOf(match, state).applied);
  return left === after ? match : { ...match, after: left };
}
function findIgnoredEdits(match, changes) {
  const adopted = changes.find((change) => change.action === "adopt");
  const after = adopted?.after ?? (match.kind === "kept" || match.kind === "renamed" ? match.after : void 0);
  if (after?.asWritten === void 0 || changes.some(({ action }) => action === "create" || action === "replace")) return [];
  return [{ key: match.key, members: listIgnoredEdits(after) }];
}
function findLeftFields(match, changes, state) {
  if (match.kind !== "kept" && match.kind !== "renamed" || match.before.bodyHash === match.after.bodyHash) return [];
  if (changes.some(({ action }) => action === "create" || action === "replace")) return [];
  const members = listLeftFields(recordOf(match, state), match.after.body);
  return members.length === 0 ? [] : [{ key: match.key, members }];
}
function isSelected(match, only) {
  return only.has(match.key) || match.kind === "renamed" && only.has(match.from);
}
function decideMatch(match, context) {
  switch (match.kind) {
    case "new":
      return [decideNew(match.after, context)];
    case "disputed":
      return [blockCreate(match.after, possibleRename(match.from, match.after.key, context))];
    case "kept":
      return isAsRecorded(match, context) ? [] : decideRecorded(match, dropLeftFields(recordOf(match, context.state), match.after.body, context.lineage), context);
    case "renamed": {
      const { key, from, after } = match;
      const before = dropLeftFields(recordOf(match, context.state), after.body, context.lineage);
      const kept = [...decideKept(key, after, before, context), ...decideLeftovers(key, before, context)];
      return [{ action: "rename", key, from, after, before }, ...kept];
    }
    case "vanished": {
      const before = recordOf(match, context.state);
      return [holdForDoubt(decideVanished(match, before, context), before), ...decideLeftovers(match.key, before, context)];
    }
    case "unresolved":
      return [findUnresolved(match, context)];
  }
}
function decideNew(after, context) {
  if (context.formerHome !== void 0) return blockCreate(after, { kind: "other-environment", ...context.formerHome });
  const contender = context.moveConflicts?.get(after.key);
  if (contender !== void 0) return blockCreate(after, { kind: "move-conflict", other: contender });
  const unresolvedKey = context.renames.ofUnresolved.get(after.key);
  if (unresolvedKey !== void 0) return blockCreate(after, { kind: "rename-of-unresolved", other: unresolvedKey });
  const vanished = context.renames.ofRecorded.get(after.key);
  if (vanished !== void 0) return blockCreate(after, possibleRename(vanished, after.key, context));
  const single = findSingle(after, context);
  if (single !== null) return blockCreate(after, single);
  const { project, environment } = context;
  const body = after.body();
  const targetIds = (0, import_targets15.deriveTargetIds)({ project, environment, key: after.key, body, taken: context.takenIds() });
  const create = { action: "create", key: after.key, after, targetIds, fields: listFields2(body) };
  return decideAdoption(create, context) ?? blockLost(after, context) ?? create;
}
function blockLost(after, { recordedLater, sentBefore, index }) {
  const later = recordedLater?.get(after.key) ?? recordedLater?.get(after.sync.renamedFrom ?? after.key);
  const sent = sentBefore?.get(after.key);
  if (later === void 0 && sent !== void 0) return blockCreate(after, { kind: "sent-before", ...sent });
  if (later === void 0 || index !== null && index.find(later.id) === void 0) return null;
  return blockCreate(after, { kind: "recorded-later", ...later });
}
function findSingle({ list, file }, { renames }) {
  if (list === void 0) return null;
  if (renames.unresolved.has(list)) return { kind: "rename-of-unresolved", other: list };
  return renames.vanished.has(list) ? { kind: "became-list", file, other: list } : null;
}
function isAsRecorded({ after, before, contender }, { index, secretHashes }) {
  return index === null && secretHashes === void 0 && contender === void 0 && isUnchanged(before, after);
}
function listLookedAt(desired, recorded) {
  const specs = new Map(desired.map((spec) => [spec.key, spec]));
  const isSettled = (key, before) => {
    const after = specs.get(key);
    return after !== void 0 && before.mayExistTwice === void 0 && isUnchanged(before, after);
  };
  return [...recorded].flatMap(([key, before]) => isSettled(key, before) ? [] : [key]);
}
function isUnchanged(before, after) {
  if (before.pending !== void 0 || before.leftovers !== void 0) return false;
  return before.bodyHash === after.bodyHash && statusOf(before) === wantedStatus(after);
}
function decideRecorded({ key, after, contender }, before, context) {
  if (contender !== void 0) return [blockKept(key, after, before, contender)];
  return [...decideKept(key, after, before, context), ...decideLeftovers(key, before, context)];
}
function possibleRename(other, added, { lists }) {
  const isRow = lists?.has(added.slice(0, Math.max(0, added.lastIndexOf("/")))) === true;
  return { kind: "possible-rename", other, ...isRow ? { isRow } : {} };
}
function blockKept(key, after, before, other) {
  return { action: "blocked", key, wanted: "update", reason: { kind: "rename-taken", other }, after, before, fields: [] };
}
function decideKept(key, after, recorded, context) {
  if (context.operations === "create") return blockEdit(key, after, recorded, context);
  const live = context.index?.find(recorded.id) ?? null;
  const before = live === null ? recorded : readAsLive(recorded, live.body, context.lineage);
  if (context.index !== null && live === null) return [decideGone(after, before, context)];
  if (live !== null && isForeign(before, recordedIds(before), live)) {
    return [{ action: "blocked", key, wanted: "update", reason: { kind: "conflict", ids: [before.id] }, after, before, fields: [] }];
  }
  const edit = decideEdit({ key, before, after, live }, context);
  return edit === null ? [] : [holdForDoubt(edit, before)];
}
function blockEdit(key, after, before, { lineage }) {
  const body = after.bodyHash === before.bodyHash ? [] : diffBodies(before.applied, after.body(), lineage);
  const fields = [...body, ...diffStatus(before, after, null).fields];
  if (fields.length === 0 && before.pending === void 0) return [];
  return [{ action: "blocked", key, wanted: "update", reason: { kind: "needs-update" }, after, before, fields }];
}
function decideGone(kept, before, context) {
  const after = asWrittenOf(kept);
  const targetIds = listUpdatedIds({ key: after.key, before, live: null }, after.body(), context);
  const create = { action: "create", key: after.key, after, targetIds, fields: listFields2(after.body()), gone: before.id };
  return decideAdoption(create, context) ?? create;
}
function decideVanished({ key, claimedBy }, before, context) {
  const block3 = (reason) => ({ action: "blocked", key, wanted: "delete", reason, before, fields: [] });
  if (claimedBy !== void 0) return block3({ kind: "rename-taken", other: claimedBy });
  const place = context.moveConflicts?.get(key);
  if (place !== void 0) return block3({ kind: "move-conflict", other: place });
  const other = context.renames.ofRecorded.get(key);
  if (other !== void 0) return block3(possibleRename(other, other, context));
  const list = context.lists?.get(key);
  if (list !== void 0) return block3({ kind: "became-list", file: list.file, other: key });
  const live = context.index?.find(before.id);
  const isGone = context.index !== null && live === void 0;
  if (before.protect) return block3({ kind: "protected", ...isGone ? { isGone } : {} });
  if (context.operations === "create") return block3({ kind: "needs-delete" });
  const environments = context.elsewhere?.get(key);
  if (environments !== void 0 && !context.allowDeletes) return block3({ kind: "left-environment", environments });
  if (live !== void 0 && isForeign(before, recordedIds(before), live)) return block3({ kind: "conflict", ids: [before.id] });
  const again = context.recordedLater?.get(key);
  if (again?.id === before.id) return block3({ kind: "recorded-later", ...again });
  const remove = { action: "delete", key, id: before.id, before, why: { kind: "spec-removed" } };
  if (live !== void 0) {
    const drift = listDrift(readAsLive(before, live.body, context.lineage), live);
    return { ...remove, seen: hashLive(live), ...drift.length > 0 ? { drift } : {} };
  }
  return isGone ? { ...remove, seen: null, isGone } : { ...remove, seen: null };
}
function decideLeftovers(key, before, { operations, index, recordedIds: recordedIds2 }) {
  const left = (before.leftovers ?? []).filter((id) => !recordedIds2().has(id));
  return left.map((id) => {
    if (operations === "create") {
      return { action: "blocked", key, wanted: "delete", reason: { kind: "needs-delete", leftover: id }, before, fields: [] };
    }
    const live = index?.find(id);
    const remove = { action: "delete", key, id, before, why: { kind: "leftover", of: key } };
    if (live !== void 0) return { ...remove, seen: hashLive(live) };
    return index === null ? { ...remove, seen: null } : { ...remove, seen: null, isGone: true };
  });
}
function findUnresolved({ key, create, after }, { index, operations }) {
  const canBeLookedUp = operations === "full";
  const change = { action: "unresolved", key, create, canBeLookedUp, ...after === void 0 ? {} : { after } };
  const owned = index?.claim(create.intent.targetIds, create.intent.supersedes);
  return owned?.kind === "one" ? { ...change, found: owned.monitor.id } : change;
}
function findDuplicates(match, changes, { index, state }) {
  if (index === null) return [];
  const known = listKnownAs(match, changes, state);
  if (known === null) return [];
  const { ids, id, superseded } = known;
  const own = id === null ? void 0 : index.find(id);
  const owned = index.claim(ids, superseded);
  const monitors = [...own === void 0 ? [] : [own], ...owned.kind === "one" ? ownersOf(owned) : []];
  if (monitors.length < 2) return [];
  const shown = monitors.map(({ id: monitorId, name, createdAt }) => ({ id: monitorId, name, createdAt }));
  return [{ key: match.key, monitors: shown.sort((a, b) => (0, import_diagnostic5.compareText)(a.createdAt, b.createdAt) || (0, import_diagnostic5.compareText)(a.id, b.id)) }];
}
function listKnownAs(match, changes, state) {
  const adopted = changes.find((change) => change.action === "adopt");
  if (adopted !== void 0) return { ids: adopted.targetIds, id: null, superseded: [] };
  switch (match.kind) {
    case "kept":
    case "renamed":
    case "vanished":
      return { ids: recordedIds(recordOf(match, state)), id: match.before.id, superseded: [] };
    case "unresolved":
      return { ids: match.create.intent.targetIds, id: null, superseded: match.create.intent.supersedes };
    case "new":
    case "disputed":
      return null;
  }
}
function recordedIds({ applied }) {
  return (0, import_targets15.listTargetIds)(applied).filter((id) => id !== null);
}
function findRenames(matches, state) {
  const created = [];
  const vanished = [];
  const unresolved = [];
  for (const match of matches) {
    if (match.kind === "new") created.push(match.after);
    else if (match.kind === "vanished") vanished.push([match.key, recordOf(match, state)]);
    else if (match.kind === "unresolved" && match.after === void 0) unresolved.push([match.key, match.create]);
  }
  return findPossibleRenames({ created, vanished, unresolved, lineage: state?.lineage ?? "" });
}
function listBookkeeping(match, changes, observed) {
  if (match.kind !== "kept" && match.kind !== "renamed") return [];
  const { key, before, after } = match;
  const { specPath } = after;
  const protect = (0, import_sync3.isProtected)(after);
  const isKept = changes.every(({ action }) => action === "delete" || action === "rename");
  const { bodyHash } = isKept ? after : before;
  const isMergedAlike = !isKept || before.inherited === after.inherited || (0, import_value20.isEqualJson)(before.inherited ?? null, after.inherited ?? null);
  const loss = {
    ...losesProtection(before, after) ? { losesProtection: true } : {},
    ...isMergedAlike ? {} : { inherits: { after: after.inherited } }
  };
  if (match.kind === "renamed") return Object.keys(loss).length === 0 ? [] : [{ key, specPath, protect, bodyHash, ...loss }];
  const settings = { before: (0, import_sync3.toRecordedSync)(before), after: (0, import_sync3.toRecordedSync)(after.sync) };
  const isSetAlike = settings.before === settings.after || (0, import_value20.isEqualJson)(settings.before, settings.after);
  const isNoted = specPath === before.specPath && protect === before.protect && bodyHash === before.bodyHash && observed === void 0;
  if (isNoted && isSetAlike && isMergedAlike) return [];
  const seen = observed === void 0 ? {} : { observed };
  return [{ key, specPath, protect, bodyHash, ...loss, ...seen, ...isSetAlike ? {} : { settings } }];
}
function holdForDoubt(change, before) {
  if (before.mayExistTwice === void 0) return change;
  const targetIds = (0, import_targets15.listTargetIds)(before.applied).filter((id) => id !== null);
  const reason = { kind: "may-exist-twice", targetIds };
  const { key } = change;
  switch (change.action) {
    case "delete":
      return { action: "blocked", key, wanted: "delete", reason, before, fields: [] };
    case "replace":
    case "update": {
      const isFindable = change.targetIds.some((id) => targetIds.includes(id));
      if (isFindable) return change;
      const { action: wanted, after, fields, drift } = change;
      return { action: "blocked", key, wanted, reason, before, after, fields, ...drift.length > 0 ? { drift } : {} };
    }
    default:
      return change;
  }
}
var import_diagnostic5, import_value20, import_sync3, import_targets15;
var init_decide = __esm({
  "src/core/plan/decide.ts"() {
    "use strict";
    import_diagnostic5 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_value20 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_sync3 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_targets15 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_adopt();
    init_costs();
    init_diff();
    init_edit();
    init_layer_losses();
    init_left_alone();
    init_live();
    init_live_index();
    init_match();
    init_patch();
  }
});

// src/core/plan/notices.ts
function listNotices(input, changes, { duplicates: duplicates2, unmanaged, ignoredEdits, leftFields, bookkeeping, fillings }) {
  const creates = changes.flatMap((change) => change.action === "create" && change.gone === void 0 ? [change.after] : []);
  return [
    ...listDoubts(input.state, changes),
    ...listForbiddenKeys(input),
    ...listLostRenames(input, creates),
    ...listNewReferences(input, changes.flatMap(listSent)),
    ...listNewLayers(input),
    ...listUnprotected(bookkeeping),
    ...listUnknownRotations(input),
    ...duplicates2.map(({ key, monitors }) => ({ kind: "duplicates", key, monitors })),
    ...listSameNames(creates, unmanaged),
    ...changes.flatMap(listSameContent),
    ...ignoredEdits.map(({ key, members }) => ({ kind: "ignored-edit", key, members })),
    ...leftFields.map(({ key, members }) => ({ kind: "left-field", key, members })),
    ...fillings.map((filling) => ({ kind: "filled-in", ...filling }))
  ];
}
function listDoubts(state, changes) {
  const notices = [];
  const renamed = new Map(changes.flatMap((change) => change.action === "rename" ? [[change.from, change.key]] : []));
  for (const [key, { id, mayExistTwice }] of state?.monitors ?? []) {
    if (mayExistTwice === void 0) continue;
    const targetIds = (0, import_targets16.listTargetIds)((0, import_state4.recordIn)(state, key)?.applied ?? {}).filter((targetId) => targetId !== null);
    const renamedTo = renamed.get(key);
    notices.push({ kind: "maybe-duplicate", key, id, targetIds, ...renamedTo === void 0 ? {} : { renamedTo } });
  }
  return notices;
}
function listForbiddenKeys({ state, desired }) {
  const renamed = new Set(desired.map(({ sync }) => sync.renamedFrom));
  const keys = [...state?.monitors.keys() ?? []].filter((key) => !renamed.has(key) && (0, import_keys.findKeyFlaw)(key) !== null);
  return keys.map((key) => ({ kind: "forbidden-key", key }));
}
function listSent(change) {
  switch (change.action) {
    case "create":
    case "update":
    case "replace":
    case "adopt":
      return [change.after];
    case "delete":
    case "rename":
    case "blocked":
    case "unresolved":
      return [];
  }
}
function listUnknownRotations({ desired, state, only, secretHashes }) {
  if (secretHashes === void 0) return [];
  const users = /* @__PURE__ */ new Map();
  for (const { key, references } of desired) {
    const recorded = only === void 0 || only.has(key) ? state?.monitors.get(key) : void 0;
    if (recorded === void 0) continue;
    for (const name of references) {
      const sent = recorded.secrets !== void 0 && Object.hasOwn(recorded.secrets, name) ? recorded.secrets[name] : void 0;
      const now = secretHashes(name);
      if (sent !== void 0 && (now === void 0 || isOfSameKey(sent, now))) continue;
      (0, import_grouping5.addToGroup)(users, name, key);
    }
  }
  return [...users.keys()].sort(import_diagnostic6.compareText).map((name) => ({ kind: "rotation-unknown", name, users: users.get(name) ?? [] }));
}
function listSameNames(creates, unmanaged) {
  const byName = /* @__PURE__ */ new Map();
  for (const monitor of unmanaged) {
    if (monitor.ours === void 0) (0, import_grouping5.addToGroup)(byName, monitor.name, monitor);
  }
  if (byName.size === 0) return [];
  return creates.flatMap((spec) => {
    const monitors = (byName.get(spec.name) ?? []).filter((monitor) => !isDistinct(spec, monitor));
    return monitors.length === 0 ? [] : [{ kind: "same-name", key: spec.key, monitors }];
  });
}
function listSameContent(change) {
  if (change.action !== "create" || change.sameContent === void 0 || change.sameContent.length === 0) return [];
  return [{ kind: "same-content", key: change.key, monitors: change.sameContent }];
}
function listLostRenames({ state }, creates) {
  if (state === null) return [];
  return creates.flatMap(
    ({ key, sync: { renamedFrom: from } }) => from === void 0 ? [] : [{ kind: "rename-source-missing", key, from }]
  );
}
function listNewReferences({ state }, sent) {
  const users = /* @__PURE__ */ new Map();
  for (const { key, references } of sent) {
    for (const name of references) (0, import_grouping5.addToGroup)(users, name, key);
  }
  const unused = listUnused(users.keys(), state);
  const pairs = listNewOrigins(state, sent);
  return [
    ...unused.map((name) => {
      const origins = pairs.flatMap((pair) => pair.name === name ? [pair.origin] : []);
      return { kind: "new-reference", name, origins, users: users.get(name) ?? [] };
    }),
    ...pairs.flatMap((pair) => unused.includes(pair.name) ? [] : [{ kind: "new-origin", ...pair }])
  ];
}
function listNewOrigins(state, sent) {
  const lineage = state?.lineage ?? "";
  const pairs = /* @__PURE__ */ new Map();
  for (const { key, references, body } of sent) {
    if (references.length === 0) continue;
    for (const { name, id, shown } of (0, import_origin.listSecretOrigins)(fingerprintBody(body(), lineage))) {
      const pair = pairs.get(`${name} ${id}`) ?? { name, origin: shown, users: [] };
      pairs.set(`${name} ${id}`, pair);
      if (pair.users.at(-1) !== key) pair.users.push(key);
    }
  }
  if (pairs.size === 0) return [];
  for (const [, origins] of (0, import_state4.listFacts)(state, "origins")) {
    if (pairs.size === 0) break;
    for (const pair of origins) pairs.delete(pair);
  }
  return [...pairs.values()];
}
function listUnused(names, state) {
  const unused = new Set(names);
  if (unused.size === 0) return [];
  for (const [, references] of (0, import_state4.listFacts)(state, "references")) {
    if (unused.size === 0) break;
    for (const name of references) unused.delete(name);
  }
  return [...unused].sort(import_diagnostic6.compareText);
}
function listNewLayers({ desired, state, only }) {
  const known = desired.some(({ inherited }) => inherited !== void 0) ? listRecordedLayers(state) : NO_LAYERS;
  const freshOf = /* @__PURE__ */ new Map();
  const users = /* @__PURE__ */ new Map();
  for (const monitor of desired) {
    const { key, inherited } = monitor;
    if (inherited === void 0 || only !== void 0 && !only.has(key)) continue;
    const fresh = freshOf.get(inherited) ?? Object.keys(inherited).filter((layer) => !known.has(layer));
    freshOf.set(inherited, fresh);
    for (const layer of fresh) (0, import_grouping5.addToGroup)(users, showLayer(layer, monitor), key);
  }
  return [...users].sort(([a], [b]) => (0, import_diagnostic6.compareText)(a, b)).map(([file, keys]) => ({ kind: "new-layer", file, users: keys }));
}
function listRecordedLayers(state) {
  const layers = /* @__PURE__ */ new Set();
  for (const { inherited } of state?.monitors.values() ?? []) for (const layer in inherited) layers.add(layer);
  return layers;
}
function listUnprotected(bookkeeping) {
  const users = bookkeeping.filter(({ losesProtection: losesProtection2 }) => losesProtection2 === true).map(({ key }) => key);
  return users.length === 0 ? [] : [{ kind: "protection-lost", users }];
}
var import_grouping5, import_diagnostic6, import_origin, import_keys, import_targets16, import_state4, NO_LAYERS;
var init_notices = __esm({
  "src/core/plan/notices.ts"() {
    "use strict";
    import_grouping5 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_diagnostic6 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    init_fingerprint();
    init_keyed_hash();
    import_origin = askBundle("./monitors.cjs", "src/core/secrets/origin.ts");
    import_keys = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_targets16 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_state4 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_create_sight();
    init_layer_losses();
    NO_LAYERS = /* @__PURE__ */ new Set();
  }
});

// src/core/plan/plan.ts
var plan_exports = {};
__export(plan_exports, {
  makePlan: () => makePlan,
  withChanges: () => withChanges
});
function makePlan(input) {
  const { project, environment, operations, settled } = input;
  const { state, ...learned } = input.live === void 0 ? { ...NOTHING_LEARNED, state: input.state } : learnFillings(input.state, input.live);
  const decided = settled === void 0 ? decideChanges({ ...input, state, filledIn: learned.observed }) : decideNothing(input, settled);
  const decisions = gateBudget(gateDeletes(decided, input), input);
  const changes = [...decisions.changes].sort(compareChanges);
  const unmanaged = listUnmanaged(decisions.context, input.otherEnvironments ?? []);
  return {
    project,
    environment,
    operations,
    emulator: null,
    isRefreshed: input.live !== void 0,
    hasCheckedSecrets: input.secretHashes !== void 0,
    allowsDeletes: input.allowDeletes,
    allowedFields: input.allowedFields ?? import_allowed_fields3.NO_FIELDS,
    base: state === null ? null : { lineage: state.lineage, serial: state.serial },
    only: input.only === void 0 ? null : [...input.only].sort(import_diagnostic7.compareText),
    changes,
    bookkeeping: decisions.bookkeeping,
    duplicates: decisions.duplicates,
    unmanaged,
    estimateDifferences: compareEstimates(decisions.context),
    summary: countChanges(decisions),
    estimate: { ...sumEstimate(decisions.costs, input), ...readUnchangedFree(input.live) },
    requests: changes.reduce((sum2, change) => sum2 + countRequests(change), 0),
    digest: digestPlan(project, environment, changes, decisions.bookkeeping),
    notices: settled !== void 0 ? [] : listNotices(input, changes, { ...decisions, unmanaged, fillings: learned.fillings }),
    findings: []
  };
}
function decideNothing(input, { monitors, estimate }) {
  const nothing = { changes: [], bookkeeping: [], duplicates: [], ignoredEdits: [], leftFields: [] };
  const costs = [{ key: "", before: estimate, after: estimate, listed: false }];
  const renames = findPossibleRenames({ created: [], vanished: [], unresolved: [], lineage: "" });
  return { ...nothing, costs, unchanged: monitors, context: openDecisionContext(input, renames) };
}
function readUnchangedFree(live) {
  for (const { unchangedPagesFree } of live?.monitors.values() ?? []) if (unchangedPagesFree !== void 0) return { unchangedPagesFree };
  return {};
}
function withChanges(plan, changes) {
  const left = new Set(plan.changes.map(({ key }) => key)).size - new Set(changes.map(({ key }) => key)).size;
  return {
    ...plan,
    changes,
    summary: countChanges({ changes, unchanged: plan.summary.unchanged + left }),
    requests: changes.reduce((sum2, change) => sum2 + countRequests(change), 0),
    digest: digestPlan(plan.project, plan.environment, changes, plan.bookkeeping)
  };
}
function compareChanges(a, b) {
  return (0, import_diagnostic7.compareText)(a.key, b.key) || rankOf(a) - rankOf(b) || (0, import_diagnostic7.compareText)(idOf2(a), idOf2(b));
}
function rankOf(change) {
  if (change.action === "rename") return 0;
  return isOfLeftover(change) ? 2 : 1;
}
function idOf2(change) {
  return change.action === "delete" ? change.id : "";
}
function countChanges({ changes, unchanged }) {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, adopt: 0, rename: 0, blocked: 0, unresolved: 0, protected: 0 };
  for (const change of changes) counts[isProtectedLeftover(change) ? "protected" : change.action] += 1;
  return { ...counts, unchanged, drift: changes.filter(isDrift).length };
}
function gateBudget(decisions, { budget, budgetBy, ownLimits, charged }) {
  if (budget === void 0) return decisions;
  const isByActual = budgetBy === "actual" && charged !== void 0;
  const { creditsPerMonth } = sumActual(decisions.costs, isByActual ? charged : void 0);
  if (creditsPerMonth <= budget) return decisions;
  const besides = sumEstimate(decisions.costs, {}).billedBesides.creditsPerMonth;
  const by = isByActual ? { by: "actual" } : besides > 0 ? { besides } : {};
  const reason = { kind: "budget", creditsPerMonth, budget, ...by, ...placeOf2(ownLimits?.budget) };
  const dearer = new Set(decisions.costs.filter(isDearer).map((cost) => cost.key));
  const isBlocked = (change) => isCostly(change) && dearer.has(change.key);
  const blocked = new Set(decisions.changes.filter(isBlocked).map((change) => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map((change) => isBlocked(change) ? block(change, reason) : change),
    costs: decisions.costs.map((cost) => blocked.has(cost.key) ? { ...cost, after: cost.before } : cost)
  };
}
function isDearer({ before, after }) {
  return (after === null ? 0 : (0, import_credits8.totalPerMonth)(after)) > (before === null ? 0 : (0, import_credits8.totalPerMonth)(before));
}
function isCostly(change) {
  return change.action === "create" || change.action === "update" || change.action === "replace" || change.action === "adopt";
}
function block(change, reason) {
  const { key, after, fields } = change;
  const wanted = change.action === "adopt" ? "create" : change.action;
  return { action: "blocked", key, wanted, reason, after, fields, ...keepSight(change) };
}
function keepSight(change) {
  if (change.action !== "update" && change.action !== "replace") return {};
  const { before, drift } = change;
  return drift.length > 0 ? { before, drift } : { before };
}
function gateDeletes(decisions, { maxDeletes, ownLimits, allowDeletes }) {
  const losses = decisions.changes.filter(isLoss);
  if (allowDeletes || losses.length === 0) return decisions;
  const { state, lists } = decisions.context;
  const recorded = [...state?.monitors.keys() ?? []];
  const judge = (own, known) => judgeLosses(own, known, maxDeletes, ownLimits?.safety);
  const whole = judge(losses, recorded);
  const ofLists = whole === null ? judgeLists([...lists?.keys() ?? []], losses, recorded, judge) : NO_REASONS;
  const blocked = new Map(losses.map((change) => [change, whyFromLayer(change) ?? whole ?? ofLists.get(change) ?? null]));
  const keys = new Set(losses.filter((change) => blocked.get(change) !== null).map((change) => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map((change) => {
      const reason = isLoss(change) ? blocked.get(change) ?? null : null;
      return reason === null ? change : blockLoss(change, reason);
    }),
    costs: decisions.costs.map((cost) => keys.has(cost.key) ? { ...cost, after: cost.before } : cost)
  };
}
function judgeLosses(losses, recorded, maxDeletes, at) {
  const limit = countAllowed(maxDeletes, recorded.length);
  return losses.length > limit ? { kind: "too-many-deletes", deletes: losses.length, limit, ...placeOf2(at) } : null;
}
function placeOf2(at) {
  return at === void 0 ? {} : { at };
}
function judgeLists(lists, losses, recorded, judge) {
  const reasons = /* @__PURE__ */ new Map();
  for (const list of lists) {
    const isOf = (key) => list !== "" && key.startsWith(`${list}/`);
    const own = losses.filter(({ key }) => isOf(key));
    const reason = own.length === 0 ? null : judge(own, recorded.filter(isOf));
    if (reason !== null) for (const change of own) reasons.set(change, reason);
  }
  return reasons;
}
function countAllowed(limit, recorded) {
  if ("count" in limit) return limit.count;
  return recorded < SHARE_COUNTS_FROM ? recorded : Math.floor(recorded * limit.percent / 100);
}
function isLoss(change) {
  return change.action === "replace" || change.action === "delete" && change.why.kind === "spec-removed" && change.isGone !== true;
}
function whyFromLayer(change) {
  if (change.action === "delete" || change.why !== "webhook-removed") return null;
  const { before, after } = change;
  return isLostWithLayer("webhook", before, after) ? { kind: "from-layer", layers: layersOfLoss("webhook", before, after) } : null;
}
function blockLoss(change, reason) {
  const { key, before } = change;
  if (change.action === "delete") return { action: "blocked", key, wanted: "delete", reason, before, fields: [] };
  const { after, fields, drift } = change;
  return { action: "blocked", key, wanted: "replace", reason, after, before, fields, ...drift.length > 0 ? { drift } : {} };
}
function listUnmanaged(context, otherEnvironments) {
  const unmanaged = context.index?.listUnmanaged() ?? [];
  if (unmanaged.length === 0) return [];
  const derived = otherEnvironments.map((otherEnvironment) => ({
    otherEnvironment,
    ids: listDerivedIds(otherEnvironment.desired?.() ?? context.desired, otherEnvironment)
  }));
  return unmanaged.map((monitor) => {
    const { id, name, createdAt, estimatedCreditsPerMonth } = monitor;
    const home = derived.find(
      ({ otherEnvironment, ids }) => isHome(monitor, otherEnvironment.targetIds) || isHome(monitor, ids)
    )?.otherEnvironment;
    const ours = home === void 0 ? {} : { ours: { project: home.project, environment: home.environment } };
    return { id, name, createdAt, creditsPerMonth: estimatedCreditsPerMonth, ...ours };
  });
}
function isHome({ targetIds }, known) {
  return targetIds.some((id) => known.has(id));
}
var import_diagnostic7, import_allowed_fields3, import_credits8, NOTHING_LEARNED, SHARE_COUNTS_FROM, NO_REASONS;
var init_plan = __esm({
  "src/core/plan/plan.ts"() {
    "use strict";
    import_diagnostic7 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_allowed_fields3 = askBundle("./check.cjs", "src/core/service/allowed-fields.ts");
    import_credits8 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    init_expected_ids();
    init_change_facts();
    init_costs();
    init_decide();
    init_fillings();
    init_layer_losses();
    init_match();
    init_notices();
    NOTHING_LEARNED = { observed: /* @__PURE__ */ new Map(), fillings: [] };
    SHARE_COUNTS_FROM = 10;
    NO_REASONS = /* @__PURE__ */ new Map();
  }
});

// src/core/plan/hold-shifts.ts
var hold_shifts_exports = {};
__export(hold_shifts_exports, {
  holdShifts: () => holdShifts
});
function holdShifts(plan, shifts, before) {
  if (shifts.length === 0) return plan;
  const shiftOf = /* @__PURE__ */ new Map();
  for (const shift of [...shifts].sort((a, b) => Number("key" in a) - Number("key" in b))) {
    for (const key of keysOf(shift)) shiftOf.set(key, shift);
  }
  const changes = plan.changes.map((change) => {
    const shift = shiftOf.get(change.key) ?? (change.action === "rename" ? shiftOf.get(change.from) : void 0);
    return shift === void 0 || change.action === "blocked" || change.action === "unresolved" ? change : block2(change, shift);
  });
  const known = new Set(plan.changes.flatMap((change) => change.action === "rename" ? [change.key, change.from] : [change.key]));
  const selected = plan.only === null ? null : new Set(plan.only);
  const added = [...shiftOf].flatMap(([key, shift]) => {
    const wanted = "key" in shift && !known.has(key) && selected?.has(key) !== false ? WANTED[shift.kind] : void 0;
    const recorded = before.monitors.get(key);
    if (wanted === void 0) return [];
    return [{ action: "blocked", key, wanted, reason: { kind: "state-change", shift }, fields: [], ...recorded && { before: recorded } }];
  });
  return withChanges(plan, [...changes, ...added]);
}
function block2(change, shift) {
  const wanted = change.action === "adopt" ? "create" : change.action === "rename" ? "update" : change.action;
  const fields = "fields" in change ? change.fields : [];
  const after = "after" in change ? { after: change.after } : {};
  const before = "before" in change ? { before: change.before } : {};
  return { action: "blocked", key: change.key, wanted, reason: { kind: "state-change", shift }, fields, ...after, ...before };
}
var WANTED;
var init_hold_shifts = __esm({
  "src/core/plan/hold-shifts.ts"() {
    "use strict";
    init_state_change();
    init_plan();
    WANTED = {
      gone: "create",
      unexplained: "delete",
      stray: "delete",
      exchanged: "update"
    };
  }
});

// src/core/state/earlier.ts
var earlier_exports = {};
__export(earlier_exports, {
  judgeVersions: () => judgeVersions,
  newestOfLineages: () => newestOfLineages
});
function newestOfLineages(versions) {
  return groupLineages(versions).map(([first, ...more]) => more.reduce((best, one) => one.serial > best.serial ? one : best, first));
}
function groupLineages(versions) {
  const groups = /* @__PURE__ */ new Map();
  for (const version2 of versions) {
    const group = groups.get(version2.lineage);
    if (group === void 0) groups.set(version2.lineage, [version2]);
    else group.push(version2);
  }
  return [...groups.values()];
}
function judgeVersions(ours, { versions: known, leftOut, hasSpec = () => true }, witness) {
  const versions = known.filter(({ lineage }) => lineage === ours.lineage);
  const own = (0, import_removed2.listHeldIds)(ours.monitors);
  const newest = versions.reduce((best, one) => one.serial > (best?.serial ?? ours.serial) ? one : best, null);
  const line = readLine(versions, newest, newest?.tool ?? ours.tool);
  const { counted, removedAt } = line;
  const others = groupLineages(leftOut).flatMap((group) => newestOfLineages(group).map((last) => readLine(group, last, last.tool)));
  const lost = listLost2(ours, own, { lines: [line, ...others], hasSpec });
  const later = counted.filter(({ serial }) => serial > ours.serial);
  const removedLater = listRemovedLater(own, later);
  const changed = newest === null ? 0 : countChanged(ours, newest);
  const doubted = witness === void 0 ? [] : listDoubted(ours, own, { removedAt, counted }, witness);
  if (lost.length + removedLater.length + changed + doubted.length === 0) return null;
  return { serial: ours.serial, later: newest, lost, removedLater, changed, doubted };
}
function readLine(versions, newest, tool) {
  const leavesLines = !WITHOUT_LINES.test(tool);
  const counted = versions.filter((one) => one === newest || leavesLines && !WITHOUT_LINES.test(one.tool));
  return { counted, removedAt: listRemovals(versions) };
}
function listDoubted(ours, own, { removedAt, counted }, { hasSpec, letGoHere }) {
  const lines = new Set((ours.removed ?? []).filter(tellsRemoval).map(({ id }) => id));
  if (lines.size === 0 && removedAt.size === 0) return [];
  const isSaidRemoved = ({ id, version: version2 }) => lines.has(id) || version2.serial < (removedAt.get(id) ?? 0);
  const newest = /* @__PURE__ */ new Map();
  for (const version2 of [...counted].sort((one, other) => other.serial - one.serial)) {
    for (const [id, key] of version2.held) {
      const record = version2.record(key);
      if (newest.has(key) || record !== void 0 && record.id !== id) continue;
      newest.set(key, { key, id, record, version: version2 });
    }
  }
  return [...newest.values()].filter((one) => {
    const { key, id } = one;
    return isSaidRemoved(one) && !own.has(id) && !letGoHere.has(id) && !ours.monitors.has(key) && hasSpec(key);
  });
}
function listRemovals(versions) {
  const removedAt = /* @__PURE__ */ new Map();
  for (const { id, serial } of versions.flatMap(({ removed }) => removed.filter(tellsRemoval))) {
    removedAt.set(id, Math.max(removedAt.get(id) ?? 0, serial));
  }
  return removedAt;
}
function listLost2(ours, own, { lines, hasSpec }) {
  const ownLines = new Set((ours.removed ?? []).filter(tellsRemoval).map(({ id }) => id));
  const lost = /* @__PURE__ */ new Map();
  const all = lines.flatMap(({ counted, removedAt }) => counted.map((version2) => ({ version: version2, removedAt })));
  for (const { version: version2, removedAt } of all.sort((one, other) => other.version.serial - one.version.serial)) {
    for (const [id, key] of version2.held) {
      const here = own.get(id);
      const isRenamed = here !== void 0 && here !== key && !hasSpec(here) && ours.monitors.get(here)?.id === id;
      if (here !== void 0 && !isRenamed || ownLines.has(id) || lost.has(id)) continue;
      const record = version2.record(key);
      if (record !== void 0 && record.id !== id) continue;
      if (version2.serial < (removedAt.get(id) ?? 0)) continue;
      lost.set(id, { key, id, record, version: version2, ...here === void 0 ? {} : { heldAs: here } });
    }
  }
  return [...lost.values()].sort((one, other) => one.key < other.key ? -1 : 1);
}
function tellsRemoval({ by }) {
  return by !== SAYS_NOTHING;
}
function listRemovedLater(own, later) {
  const recordedAt = /* @__PURE__ */ new Map();
  for (const { serial, held } of later) {
    for (const id of held.keys()) recordedAt.set(id, Math.max(recordedAt.get(id) ?? 0, serial));
  }
  const found = /* @__PURE__ */ new Map();
  for (const { removed } of later) {
    for (const line of removed) {
      const key = own.get(line.id);
      const isBack = (recordedAt.get(line.id) ?? 0) > line.serial;
      if (key !== void 0 && !isBack) found.set(line.id, { key, id: line.id, by: line.by });
    }
  }
  return [...found.values()].sort((one, other) => one.key < other.key ? -1 : 1);
}
function countChanged({ monitors }, { held, record }) {
  let changed = 0;
  for (const [key, { id, bodyHash }] of monitors) {
    const there = held.get(id);
    const hash = there === void 0 ? void 0 : record(there)?.bodyHash;
    if (hash !== void 0 && (hash !== bodyHash || there !== key)) changed += 1;
  }
  return changed;
}
var import_removed2, SAYS_NOTHING, WITHOUT_LINES;
var init_earlier = __esm({
  "src/core/state/earlier.ts"() {
    "use strict";
    import_removed2 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    SAYS_NOTHING = "state restore";
    WITHOUT_LINES = /^0\.[01]\.\d+(?:-[^+]*)?$/;
  }
});

// src/rendering/state-shifts.ts
var state_shifts_exports = {};
__export(state_shifts_exports, {
  sayShift: () => sayShift
});
function sayShift(shift) {
  switch (shift.kind) {
    case "added":
      return `records monitor ${shift.id}`;
    case "edited":
      return "another content of its record";
    case "renamed":
      return `was "${shift.from}"`;
    case "let-go":
      return `no longer recorded; monitor ${shift.id} may still run`;
    case "gone":
      return `the state no longer records monitor ${shift.id} for it, and its spec stands: it would be created and paid for again`;
    case "unexplained":
      return `the record of monitor ${shift.id} is gone, and the state does not say who removed it: it may still run`;
    case "exchanged":
      return `the state records monitor ${shift.id} instead of ${shift.from}`;
    case "stray":
      return `the state records monitor ${shift.id} such that apply would delete it`;
    case "another-state":
      return `the state is another one, with lineage ${shift.lineage}`;
    case "earlier-state":
      return "an earlier version of the state was put back";
    default:
      return (0, import_assert_never.assertNever)(shift);
  }
}
var import_assert_never;
var init_state_shifts = __esm({
  "src/rendering/state-shifts.ts"() {
    "use strict";
    import_assert_never = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
  }
});

// src/rendering/reasons/reason.ts
function describeIds(ids) {
  return `the target id${ids.length === 1 ? "" : "s"} ${(0, import_words.listFirst)(ids)}`;
}
var import_words;
var init_reason = __esm({
  "src/rendering/reasons/reason.ts"() {
    "use strict";
    import_words = askBundle("./monitors.cjs", "src/core/base/words.ts");
  }
});

// src/rendering/reasons/doubts.ts
var import_words2, import_monitor_text2, DOUBT_REASONS;
var init_doubts = __esm({
  "src/rendering/reasons/doubts.ts"() {
    "use strict";
    import_words2 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_monitor_text2 = askBundle("./monitors.cjs", "src/core/diagnostics/monitor-text.ts");
    init_state_shifts();
    init_reason();
    DOUBT_REASONS = {
      unresolved: {
        code: "plan/unresolved",
        topic: ({ found, canBeLookedUp }) => `${found === void 0} ${canBeLookedUp}`,
        one: ({ key, create: { intent, lastSentAt }, after, found, canBeLookedUp }, { command }) => {
          const isEdited = after !== void 0 && after.bodyHash !== intent.bodyHash;
          if (found !== void 0) {
            const next = after === void 0 ? ", then plans its delete because its spec is gone" : isEdited ? ", then plans the later edits" : "";
            return {
              message: `a create of "${key}" was sent and its response was lost: the service has it as ${found}`,
              waysOut: [`apply adopts it${next}: ${command("apply", [])}`]
            };
          }
          const when = lastSentAt === "" ? "" : ` (${lastSentAt})`;
          const gone = after === void 0 ? "; its spec is gone" : isEdited ? "; its spec was edited since" : "";
          const look = canBeLookedUp ? "the next apply looks" : "look in the service's dashboard";
          return {
            message: `a create of "${key}" was sent${when} and its outcome is unknown${gone}: ${look} for a monitor with ${describeIds(intent.targetIds)}`,
            waysOut: [
              ...canBeLookedUp ? [`look it up now, and change nothing else: ${command("resolve", [key], "--probe")}`] : [],
              `if it exists: ${command("resolve", [key], "--adopt ID")}`,
              `if it does not exist: ${command("resolve", [key], "--not-created")}`
            ]
          };
        },
        many: ({ found }, { changes }) => found === void 0 ? `${changes} creates were sent and their outcome is unknown` : `${changes} creates were sent and their responses were lost: the service has these monitors`,
        brief: ({ found, create }) => ({
          words: found === void 0 ? `target ids ${create.intent.targetIds.join(", ")}` : `the service has it as ${found}`
        })
      },
      "may-exist-twice": {
        code: "plan/maybe-duplicate",
        withPlaceholders: (change) => ({ ...change, key: "KEY", reason: { ...change.reason, targetIds: ["ID"] } }),
        one: ({ key, wanted, reason: { targetIds } }, { command }) => {
          const change = wanted === "delete" ? `the spec of "${key}" is gone` : `"${key}" would get other target ids`;
          return {
            message: `${change}, but it may exist twice: after this change a second monitor could not be found`,
            waysOut: [
              `look for a second monitor with ${describeIds(targetIds)}: ${command("resolve", [key], "--probe")}`,
              `if there is none, or you deleted it: ${command("resolve", [key], "--checked")}`
            ]
          };
        },
        many: (_, { changes }) => `${changes} monitors may exist twice: after their delete or change a second one could not be found`,
        brief: ({ reason: { targetIds } }) => ({ words: `target ids ${targetIds.join(", ")}` })
      },
      "may-exist": {
        code: "plan/may-exist",
        withPlaceholders: (change) => {
          const monitors = change.reason.monitors.slice(0, 1).map((monitor) => ({ ...monitor, id: "ID" }));
          return { ...change, key: "KEY", reason: { ...change.reason, monitors } };
        },
        one: ({ key, reason: { monitors } }, { command }) => {
          const ids = monitors.map(({ id: id2 }) => id2);
          const isOne = monitors.length === 1;
          const [like, found, id] = isOne ? ["a monitor that is not in the state looks", "it is this one", ids[0] ?? "ID"] : [`${(0, import_words2.formatNumber)(monitors.length)} monitors that are not in the state look`, "one of them is it", "ID"];
          return {
            message: `"${key}" may already exist: ${like} like it: ${(0, import_monitor_text2.listKnown)(monitors)}`,
            waysOut: [
              `if ${found}, record it: ${command("import", [key, id])}`,
              `if ${isOne ? "it is not" : "none of them is it"}, add to its spec: sync: {distinctFrom: [${ids.join(", ")}]}`
            ]
          };
        },
        many: (_, { changes }) => `${changes} new monitors may already exist: monitors that are not in the state look like them`,
        brief: ({ reason: { monitors } }) => ({ words: `see ${monitors.map(({ id }) => id).join(", ")}` })
      },
      "sent-before": {
        code: "state/sent-before",
        topic: ({ reason: { commit } }) => commit,
        withPlaceholders: (change) => ({ ...change, key: "KEY", reason: { ...change.reason, targetIds: ["ID"] } }),
        one: ({ key, reason: { targetIds, commit } }, { command }) => ({
          message: `commit ${commit.slice(0, 12)} says that a create of "${key}" was sent, and nothing here says what became of it: look in the service's dashboard for a monitor with ${describeIds(targetIds)}`,
          waysOut: [
            `if it exists: ${command(`state restore ${commit.slice(0, 12)}`, [])}, then ${command("resolve", [key], "--adopt ID")}`,
            `if it does not exist: ${command("apply", [], "--allow-old-checkout")}`
          ]
        }),
        many: (_, { changes }) => `${changes} creates were sent, as journals in commits say, and nothing here says what became of them`,
        brief: ({ reason: { targetIds } }) => ({ words: `target ids ${targetIds.join(", ")}` })
      },
      "recorded-later": {
        code: "plan/recorded-later",
        topic: ({ reason, wanted }) => `${wanted} ${reason.commit ?? ""}`,
        withPlaceholders: (change) => ({ ...change, key: "KEY", reason: { ...change.reason, id: "ID" } }),
        one: ({ key, wanted, reason: { id, serial, commit, backup, heldAs } }, { command }) => {
          if (wanted === "delete") {
            return {
              message: `monitor ${id} runs and has no spec; the state had lost it, and it is recorded again as "${key}"`,
              waysOut: ["restore the spec", `delete it, as the next plan shows: ${command("apply", [])}`]
            };
          }
          const where = commit === void 0 ? `another version of the state, serial ${(0, import_words2.formatNumber)(serial)},` : `commit ${commit.slice(0, 12)}`;
          if (heldAs !== void 0) {
            return {
              message: `"${key}" exists: ${where} records it as ${id}, and the state here has that as "${heldAs}", which has no spec; creating it would pay twice`,
              waysOut: [
                `if it was renamed: ${command("state mv", [heldAs, key])}`,
                `if it is to be created besides: ${command("apply", [], "--allow-old-checkout")}`
              ]
            };
          }
          return {
            message: `"${key}" exists: ${where} records it as ${id}, and the state here lost that; creating it would pay twice`,
            waysOut: [
              commit === void 0 ? `put the newest copy of the state back: ${command("state restore", [backup ?? "FILE"])}` : `take the record in: ${command(`state restore ${commit.slice(0, 12)}`, [])}`,
              `if it is to be created again: ${command("apply", [], "--allow-old-checkout")}`
            ]
          };
        },
        many: ({ wanted }, { changes }) => wanted === "delete" ? `${changes} monitors run and have no spec; the state had lost them, and they are recorded again` : `${changes} monitors exist: other versions of the state record them, and the state here lost that; creating them would pay twice`,
        brief: ({ reason: { id } }) => ({ words: `recorded as ${id}` })
      },
      conflict: {
        code: "plan/conflict",
        topic: ({ before }) => String(before === void 0),
        withPlaceholders: (change) => ({ ...change, key: "KEY", reason: { ...change.reason, ids: ["ID"] } }),
        one: ({ key, before, reason: { ids } }, { command }) => {
          if (before !== void 0) {
            return {
              message: `id ${ids.join(", ")}, recorded for "${key}", now belongs to a different monitor`,
              waysOut: [`remove it from the state: ${command("state rm", [key])}`, `record the right one: ${command("import", [key], "ID")}`]
            };
          }
          const [monitors, share2, are, one] = ids.length === 1 ? ["monitor", "shares", "is", "it"] : ["monitors", "share", "are", "one of them"];
          return {
            message: `${monitors} ${ids.join(", ")} ${share2} some target ids with "${key}" but ${are} not in the state`,
            waysOut: [
              ...ids.slice(0, 1).map((id) => `if ${one} is the same monitor, record it: ${command("import", [key], id)}`),
              "give the spec another sync.key",
              "delete it in the service"
            ]
          };
        },
        many: ({ before }, { changes }) => before === void 0 ? `${changes} specs share target ids with monitors that are not in the state` : `${changes} recorded ids now belong to different monitors`,
        brief: ({ reason: { ids } }) => ({ words: `see ${ids.join(", ")}` })
      },
      "state-change": {
        code: "plan/state-change",
        one: ({ key, reason: { shift } }, { environment }) => ({
          message: `"${key}" waits: ${sayShift(shift)}; no run did that, and no review shows it`,
          waysOut: [
            "put the record back: revert the change of the state file",
            "merge a pull request from a branch of this repository whose plan comment shows it",
            `if it is meant: run apply with "allow-state-change: PROJECT/${environment}" (workflow_dispatch), or --allow-state-change PROJECT/${environment}`
          ]
        }),
        many: (_, { changes }) => `the state was changed by hand for ${changes} monitors, and no review shows it`,
        brief: ({ reason: { shift } }) => ({ words: sayShift(shift) })
      }
    };
  }
});

// src/rendering/reasons/renames.ts
function endsOf({ key, wanted, reason: { other } }) {
  return wanted === "delete" ? [key, other] : [other, key];
}
function nameEnds(change) {
  const [key, other] = change.wanted === "delete" ? ["OLD", "NEW"] : ["NEW", "OLD"];
  return { ...change, key, reason: { ...change.reason, other } };
}
function askEnd({ wanted, reason: { other } }) {
  return wanted === "delete" ? `renamed to "${other}"?` : `renamed from "${other}"?`;
}
var RENAME_REASONS;
var init_renames = __esm({
  "src/rendering/reasons/renames.ts"() {
    "use strict";
    RENAME_REASONS = {
      "possible-rename": {
        code: "plan/possible-rename",
        topic: ({ reason }) => String(reason.isRow === true),
        withPlaceholders: nameEnds,
        one: (change, { command }) => {
          const { key, wanted, reason } = change;
          const [oldKey, newKey] = endsOf(change);
          const move = reason.isRow ? `write ${oldKey} into the column renamedFrom of its row` : `add renamedFrom: ${oldKey} under sync in the spec of "${newKey}"`;
          return {
            message: wanted === "delete" ? `the spec of "${key}" is gone, and the new "${newKey}" looks the same: was it renamed?` : `"${key}" is new and looks the same as the recorded monitor "${oldKey}": was it renamed?`,
            waysOut: [
              `if it was: ${move}, or run: ${command("state mv", [oldKey, newKey])}`,
              `if it was not: remove the old one from the state (it keeps running until you delete it in the service): ${command("state rm", [oldKey])}`
            ]
          };
        },
        many: (_, { monitors }) => `${monitors} monitors may have been renamed: their specs are gone, and new ones look the same`,
        brief: (change, { command }, isOneRename) => {
          const words = askEnd(change);
          return change.wanted === "delete" || isOneRename ? { words } : { words, command: command("state mv", [...endsOf(change)]) };
        }
      },
      "rename-taken": {
        code: "plan/rename-taken",
        withPlaceholders: nameEnds,
        one: (change, { command }) => {
          const [oldKey, newKey] = endsOf(change);
          const taken = `"${newKey}" says renamedFrom "${oldKey}", but the state has a monitor for each of these keys`;
          return {
            message: change.wanted === "delete" ? `the spec of "${oldKey}" is gone, and its monitor was not renamed: ${taken}` : `"${oldKey}" was not renamed to "${newKey}": ${taken}, and a key keeps the history of one monitor`,
            waysOut: [
              `to keep the monitor of "${oldKey}" as "${newKey}": remove the present "${newKey}" from the state (it keeps running until you delete it in the service): ${command("state rm", [newKey])}`,
              `to keep the present "${newKey}" and delete the monitor of "${oldKey}": remove renamedFrom`
            ]
          };
        },
        many: (_, { monitors }) => `${monitors} monitors were not renamed: the state has a monitor for each of the two keys`,
        brief: (change) => ({ words: askEnd(change) })
      },
      "move-conflict": {
        code: "plan/move-conflict",
        withPlaceholders: nameEnds,
        one: ({ key, wanted, reason: { other } }, { command }) => {
          const narrow = "make the entry in moves of monitors.config.yaml narrower, or remove it";
          if (wanted === "create") {
            return {
              message: `"${key}" is new, and by moves "${other}" and another recorded monitor would become it`,
              waysOut: [
                narrow,
                `remove all but one from the state (each keeps running until you delete it in the service): ${command("state rm", [other])}`
              ]
            };
          }
          return {
            message: `the spec of "${key}" is gone, and by moves it would become "${other}", which another recorded monitor is or would become`,
            waysOut: [narrow, `remove it from the state (it keeps running until you delete it in the service): ${command("state rm", [key])}`]
          };
        },
        many: (_, { changes }) => `${changes} monitors cannot move as the config says: two would have one key`,
        brief: ({ wanted, reason: { other } }) => ({ words: wanted === "delete" ? `to "${other}"` : `from "${other}" and another` })
      },
      "rename-of-unresolved": {
        code: "plan/rename-of-unresolved",
        withPlaceholders: (change) => ({ ...change, key: "NEW", reason: { ...change.reason, other: "OLD" } }),
        one: ({ key, reason: { other } }, { command }) => ({
          message: `"${key}" looks like the new name of "${other}", whose create has an unknown outcome: it may already exist`,
          waysOut: [`resolve the old key first: ${command("resolve", [other])}`]
        }),
        many: (_, { changes }) => `${changes} new monitors look like others whose create has an unknown outcome: they may already exist`,
        brief: ({ reason: { other } }) => ({ words: `renamed from "${other}"?` })
      },
      "became-list": {
        code: "plan/became-list",
        topic: ({ reason }) => reason.other,
        one: ({ key, reason: { file, other } }) => {
          const fact = `"${other}" is recorded as one monitor, and ${file} is a list now`;
          return {
            message: key === other ? `${fact}, whose rows have keys of their own` : `${fact}: its new row "${key}" may be that monitor`,
            waysOut: [
              `if a row is this monitor, write renamedFrom: ${other} into it`,
              "if none is, give the list another sync.key: the monitor is then deleted"
            ]
          };
        },
        many: ({ reason: { file, other } }, { changes }) => `${file} is a list now, and its key "${other}" is recorded as one monitor: ${changes} changes wait until a row claims it`
      }
    };
  }
});

// src/rendering/reasons/rules.ts
function sayMeasure(by) {
  return by === "actual" ? "the cost, as charged where that is known and estimated else," : "the estimate";
}
var import_command_line2, import_words3, import_sentences, FULL_OPERATIONS, NO_UPDATE, NO_DELETE, RULE_REASONS;
var init_rules = __esm({
  "src/rendering/reasons/rules.ts"() {
    "use strict";
    import_command_line2 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words3 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    FULL_OPERATIONS = "if the service supports updates and deletes: set service: {operations: full} in monitors.config.yaml";
    NO_UPDATE = '"operations: create" allows no updates';
    NO_DELETE = '"operations: create" allows no deletes';
    RULE_REASONS = {
      "needs-update": {
        code: "plan/needs-update",
        one: ({ key }, { command }) => ({
          message: `"${key}" was edited after it was created, and ${NO_UPDATE}`,
          waysOut: [
            "undo the edit",
            FULL_OPERATIONS,
            `give the spec a new sync.key, which creates a new monitor, and remove the old one from the state: ${command("state rm", [key])}`
          ]
        }),
        many: (_, { changes }) => `${changes} monitors were edited after they were created, and ${NO_UPDATE}`
      },
      "needs-delete": {
        code: "plan/needs-delete",
        topic: ({ reason }) => String(reason.leftover === void 0),
        one: ({ key, reason: { leftover } }, { command }) => {
          if (leftover !== void 0) {
            return {
              message: `monitor ${leftover}, replaced by "${key}", still exists, and ${NO_DELETE}`,
              waysOut: [FULL_OPERATIONS, "delete it in the service's dashboard"]
            };
          }
          return {
            message: `the spec of "${key}" is gone, and ${NO_DELETE}: the monitor keeps running`,
            waysOut: [
              "restore the spec",
              FULL_OPERATIONS,
              `delete it in the service's dashboard, then remove it from the state: ${command("state rm", [key])}`
            ]
          };
        },
        many: ({ reason }, { changes }) => reason.leftover === void 0 ? `the specs of ${changes} monitors are gone, and ${NO_DELETE}: they keep running` : `${changes} monitors that were replaced still exist, and ${NO_DELETE}`,
        brief: ({ key, reason: { leftover } }) => leftover === void 0 ? null : { words: `"${key}" has replaced monitor ${leftover}` }
      },
      protected: {
        code: "plan/protected",
        topic: ({ reason, wanted }) => `${wanted} ${reason.isGone === true}`,
        one: ({ key, reason, wanted }, { command }) => {
          if (wanted === "replace") {
            return {
              message: `"${key}" must be replaced, because the service cannot remove a webhook from a monitor; it is protected, so it stays as it is`,
              waysOut: ["keep the webhook: write it into the spec", "remove the protection: delete sync.protect from the spec"]
            };
          }
          return {
            message: reason.isGone ? `the spec of "${key}" is gone, and the service no longer lists the monitor; it was protected, so its record stays` : `the spec of "${key}" is gone, but the monitor is protected: it keeps running`,
            waysOut: ["restore the spec", `remove the protection: ${command("state unprotect", [key])}`]
          };
        },
        many: ({ reason, wanted }, { changes }) => {
          if (wanted === "replace") return `${changes} monitors must be replaced but are protected: they stay as they are`;
          return reason.isGone ? `the specs of ${changes} protected monitors are gone, and the service no longer lists the monitors: their records stay` : `the specs of ${changes} monitors are gone, but the monitors are protected: they keep running`;
        }
      },
      "from-layer": {
        code: "plan/from-layer",
        one: ({ key, reason: { layers } }, { command }) => ({
          message: `"${key}" must be replaced, because its webhook is gone, and layers may be why: ${(0, import_words3.listFirst)(layers)}; one edit of a layer concerns many monitors`,
          waysOut: ["write the webhook again", `if it should be replaced: ${command("apply", [], "--allow-deletes")}`]
        }),
        many: (_, { changes }) => `${changes} monitors must be replaced, because their webhook is gone, and layers may be why`
      },
      "too-many-deletes": {
        code: "plan/too-many-deletes",
        one: ({ key, reason: { deletes, limit, at = "safety" } }, { command }) => ({
          message: `"${key}" is one of ${(0, import_words3.formatNumber)(deletes)} monitors that would be deleted or replaced; one run may do that to ${(0, import_words3.formatNumber)(limit)}`,
          waysOut: [
            "restore the specs",
            `if all of them should be: ${command("apply", [], "--allow-deletes")}`,
            `raise ${at}.maxDeletes in monitors.config.yaml`
          ]
        }),
        many: ({ reason: { deletes, limit } }) => `${(0, import_words3.formatNumber)(deletes)} monitors would be deleted or replaced; one run may do that to ${(0, import_words3.formatNumber)(limit)}`
      },
      budget: {
        code: "plan/over-budget",
        one: ({ key, wanted, reason }) => {
          const { creditsPerMonth, budget, by, besides, at = "budget" } = reason;
          const isNew2 = wanted === "create";
          const change = isNew2 ? `creating "${key}" and the other new monitors` : `changing "${key}" and the other monitors that would cost more`;
          const parts = besides === void 0 ? "" : ` (${(0, import_sentences.describeParts)(creditsPerMonth - besides, besides)})`;
          return {
            message: `${change} would raise ${sayMeasure(by)} to ${(0, import_words3.formatNumber)(creditsPerMonth)} credits a month${parts}, above the budget of ${(0, import_words3.formatNumber)(budget)}`,
            waysOut: [
              isNew2 ? "make the new monitors cheaper" : "make them cheaper",
              isNew2 ? "create some of them with --only KEY" : "apply some of them with --only KEY",
              `raise ${at}.creditsPerMonth in monitors.config.yaml`
            ]
          };
        },
        many: ({ reason: { creditsPerMonth, budget, by } }, { changes }) => `${changes} changes would raise ${sayMeasure(by)} to ${(0, import_words3.countOf)(creditsPerMonth, "credit")} a month, above the budget of ${(0, import_words3.formatNumber)(budget)}`
      },
      "other-environment": {
        code: "plan/other-environment",
        one: ({ key, reason: { environment: home, recorded } }, { environment }) => ({
          message: `"${key}" waits: environment "${environment}" has no state, and that of "${home}", which is not declared, records ${(0, import_words3.countOf)(recorded, "monitor")}; creating could pay for them twice`,
          waysOut: [
            `if "${home}" is "${environment}" now, move its state, which keeps its monitors: ${(0, import_command_line2.writeEnvironmentMove)(home, environment)}`,
            `if it is another environment now, name that one: ${(0, import_command_line2.writeEnvironmentMove)(home, "NAME")}`,
            `to keep both and pay for both: declare ${home} under environments in monitors.config.yaml`
          ]
        }),
        many: ({ reason: { environment, recorded } }, { changes }) => `${changes} monitors wait: this environment has no state, and that of "${environment}", which is not declared, records ${(0, import_words3.countOf)(recorded, "monitor")}; creating could pay for them twice`
      },
      "left-environment": {
        code: "plan/left-environment",
        one: ({ key, reason: { environments } }, { environment, command }) => ({
          message: `the spec of "${key}" lives in ${(0, import_words3.listWords)(environments)} only, and its monitor is recorded in this environment`,
          waysOut: [
            `delete the monitor: ${command("apply", [], "--allow-deletes")}`,
            `keep it: add ${environment} to sync.environments of the spec`
          ]
        }),
        many: (_, { changes }) => `${changes} monitors are recorded here, and their specs live in other environments only`,
        brief: ({ reason: { environments } }) => ({ words: `lives in ${(0, import_words3.listWords)(environments)}` })
      }
    };
  }
});

// src/rendering/held-changes.ts
var held_changes_exports = {};
__export(held_changes_exports, {
  explainBriefly: () => explainBriefly,
  explainChange: () => explainChange,
  kindOf: () => kindOf,
  placeOf: () => placeOf3,
  reasonOf: () => reasonOf,
  shareExplanations: () => shareExplanations,
  toFinding: () => toFinding
});
function kindOf(change) {
  return change.action === "unresolved" ? "unresolved" : change.reason.kind;
}
function reasonOf(change) {
  return REASONS[kindOf(change)];
}
function placeOf3(environment) {
  return { environment, command: (words, keys, flags) => (0, import_command_line3.writeCommand)(words, keys, environment, flags) };
}
function explainChange(change, environment) {
  const { code, one } = reasonOf(change);
  return { code, ...one(change, placeOf3(environment)) };
}
function toFinding(change, environment) {
  const { code, message, waysOut } = explainChange(change, environment);
  return { code, severity: "warning", message, hint: waysOut.join("; or ") };
}
function shareExplanations(changes, environment) {
  const byTopic = /* @__PURE__ */ new Map();
  for (const change of changes) {
    if (isHeld(change)) (0, import_grouping6.addToGroup)(byTopic, `${kindOf(change)} ${reasonOf(change).topic?.(change) ?? ""}`, change);
  }
  return [...byTopic.values()].flatMap((held) => held.length < 2 ? [] : [share(held, environment)]);
}
function share(held, environment) {
  const typical = held.find((change) => change.action === "blocked" && change.wanted !== "create") ?? held[0];
  const monitors = countMonitors(held);
  if (monitors === 1) return { ...explainChange(typical, environment), changes: held, isOneRename: true };
  const { many, withPlaceholders } = reasonOf(typical);
  const { code, waysOut } = explainChange(withPlaceholders?.(typical) ?? { ...typical, key: "KEY" }, environment);
  const message = many(typical, { changes: (0, import_words4.formatNumber)(held.length), monitors: (0, import_words4.formatNumber)(monitors) });
  return { code, message, waysOut, changes: held, isOneRename: false };
}
function countMonitors(held) {
  return new Set(held.map((change) => JSON.stringify([change.key, otherKeyOf(change) ?? change.key].sort()))).size;
}
function otherKeyOf(change) {
  return change.action === "blocked" && "other" in change.reason ? change.reason.other : null;
}
function explainBriefly(change, { isOneRename }, environment) {
  return reasonOf(change).brief?.(change, placeOf3(environment), isOneRename) ?? null;
}
var import_command_line3, import_grouping6, import_words4, REASONS;
var init_held_changes = __esm({
  "src/rendering/held-changes.ts"() {
    "use strict";
    import_command_line3 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_grouping6 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_words4 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_change_facts();
    init_doubts();
    init_renames();
    init_rules();
    REASONS = { ...RULE_REASONS, ...RENAME_REASONS, ...DOUBT_REASONS };
  }
});

// src/rendering/plan-origins.ts
var plan_origins_exports = {};
__export(plan_origins_exports, {
  commonOrigin: () => commonOrigin,
  foreignOrigin: () => foreignOrigin,
  originOf: () => originOf,
  specOf: () => specOf,
  withoutOrigins: () => withoutOrigins
});
function specOf(change) {
  return change.action === "delete" ? void 0 : change.after;
}
function originOf(after, { path, op }) {
  if (op === "remove" || after?.writtenAt === void 0) return null;
  const { file, range: range2 } = after.writtenAt(path === "/status" ? "/sync/paused" : path);
  return { file, line: range2.start.line };
}
function commonOrigin(changes, field) {
  let common = null;
  for (const change of changes) {
    const origin = originOf(specOf(change), field);
    const place = origin === null ? null : `${origin.file}:${origin.line}`;
    if (place === null || common !== null && place !== common) return null;
    common = place;
  }
  return common;
}
function foreignOrigin(change, field) {
  const after = specOf(change);
  if (after?.layers === void 0 && after?.list === void 0) return null;
  const origin = originOf(after, field);
  return origin === null || origin.file === after.file ? null : `${origin.file}:${origin.line}`;
}
function withoutOrigins(change) {
  const fields = (0, import_value21.property)(change, "fields");
  if (!Array.isArray(fields)) return change;
  return { ...change, fields: fields.map((field) => (0, import_value21.isObject)(field) ? withoutOrigin(field) : field) };
}
function withoutOrigin({ origin: _place, ...field }) {
  return field;
}
var import_value21;
var init_plan_origins = __esm({
  "src/rendering/plan-origins.ts"() {
    "use strict";
    import_value21 = askBundle("./monitors.cjs", "src/core/json/value.ts");
  }
});

// src/rendering/plan-changes.ts
var plan_changes_exports = {};
__export(plan_changes_exports, {
  toChangeDocument: () => toChangeDocument,
  toFieldDocument: () => toFieldDocument
});
function toChangeDocument(change, { environment }) {
  const { key } = change;
  const after = specOf(change);
  const creditsPerMonth = after?.estimate.creditsPerMonth ?? null;
  const toField = (field) => {
    const origin = originOf(after, field);
    return { ...toFieldDocument(field), ...origin === null ? {} : { origin } };
  };
  const place = { key, name: nameOf2(change), file: after?.file ?? null, line: after?.line ?? null, creditsPerMonth };
  switch (change.action) {
    case "create":
      return { action: "create", ...place, id: null, reason: null, ...goneOf(change), fields: change.fields.map(toFieldDocument) };
    case "update": {
      const { id, fields, drift, rotated } = change;
      return {
        action: "update",
        ...place,
        id,
        reason: null,
        fields: fields.map(toField),
        drift: drift.map(toFieldDocument),
        rotated
      };
    }
    case "replace": {
      const { before, why, fields, drift } = change;
      return {
        action: "replace",
        ...place,
        id: before.id,
        reason: null,
        why,
        fields: fields.map(toField),
        drift: drift.map(toFieldDocument)
      };
    }
    case "delete":
      return { action: "delete", ...place, id: change.id, reason: null, why: change.why.kind, fields: [] };
    case "adopt":
      return { action: "adopt", ...place, id: change.id, reason: null, ...goneOf(change), fields: change.fields.map(toField) };
    case "rename":
      return { action: "rename", ...place, from: change.from, id: change.before.id, reason: null, fields: [] };
    case "blocked": {
      const { wanted, before, fields, drift } = change;
      return {
        action: "blocked",
        wanted,
        ...place,
        id: before?.id ?? null,
        reason: explainChange(change, environment).code,
        fields: fields.map(wanted === "create" ? toFieldDocument : toField),
        ...drift === void 0 ? {} : { drift: drift.map(toFieldDocument) }
      };
    }
    case "unresolved": {
      const reason = explainChange(change, environment).code;
      return { action: "unresolved", wanted: "create", ...place, id: change.found ?? null, reason, fields: [] };
    }
  }
}
function goneOf({ gone }) {
  return gone === void 0 ? {} : { gone };
}
function nameOf2(change) {
  const after = specOf(change);
  if (after !== void 0) return after.name;
  const recorded = (0, import_member9.member)(recordedBody(change), "name");
  return typeof recorded === "string" ? recorded : change.key;
}
function recordedBody(change) {
  switch (change.action) {
    case "create":
    case "adopt":
      return void 0;
    case "update":
    case "replace":
    case "delete":
    case "rename":
    case "blocked":
      return change.before?.applied;
    case "unresolved":
      return change.create.intent.monitor.applied;
    default:
      return (0, import_assert_never2.assertNever)(change);
  }
}
function toFieldDocument({ path, op, before, after, sensitive }) {
  return { path, op, ...before === void 0 ? {} : { before }, ...after === void 0 ? {} : { after }, sensitive };
}
var import_assert_never2, import_member9;
var init_plan_changes = __esm({
  "src/rendering/plan-changes.ts"() {
    "use strict";
    import_assert_never2 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_member9 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    init_held_changes();
    init_plan_origins();
  }
});

// src/rendering/plan-service.ts
var plan_service_exports = {};
__export(plan_service_exports, {
  describePrice: () => describePrice,
  describePriceReason: () => describePriceReason,
  describeUnmanaged: () => describeUnmanaged,
  listPriceReasons: () => listPriceReasons,
  serviceLines: () => serviceLines,
  unmanagedSentence: () => unmanagedSentence
});
function serviceLines(plan, view, options) {
  if (options.verbosity === "quiet") return [];
  const prices = plan.estimateDifferences.map(describePrice);
  return [
    ...unmanagedLines(plan.unmanaged, view, options),
    ...prices.length === 0 ? [] : [
      (0, import_text3.proseLine)(0, "Prices in the service that differ from its price list:"),
      ...prices.map((line) => (0, import_text3.dataLine)(4, line)),
      ...listPriceReasons(plan.estimateDifferences).map((reason) => (0, import_text3.hangingLine)(2, 2, `${reason}.`)),
      import_text3.BLANK
    ]
  ];
}
function unmanagedSentence({ unmanaged }) {
  if (unmanaged.length === 0) return null;
  const homes = unmanaged.flatMap(({ ours }) => ours === void 0 ? [] : [ours.environment]);
  const [home] = homes;
  const isOneHome = homes.length === unmanaged.length && new Set(homes).size === 1;
  const part = home === void 0 ? "" : isOneHome ? ` (environment ${home})` : ` (${(0, import_words5.formatNumber)(homes.length)} of other environments)`;
  return `${(0, import_words5.countOf)(unmanaged.length, "unmanaged monitor")} in the service${part}`;
}
function describeUnmanaged({ id, name, createdAt, creditsPerMonth, ours }, options) {
  const since = createdAt === "" ? [] : [`since ${(0, import_sentences2.shorten)((0, import_local_time.showTime)(createdAt, options))}`];
  const cost = creditsPerMonth === null ? [] : [`${(0, import_words5.countOf)(creditsPerMonth, "credit")} a month`];
  const home = ours === void 0 ? [] : [`project ${ours.project}, environment ${ours.environment}`];
  return [`${id}  ${JSON.stringify((0, import_sentences2.shorten)(name))}`, ...since, ...cost, ...home].join("  ");
}
function listPriceReasons(differences) {
  const counts = /* @__PURE__ */ new Map();
  for (const { reason: known } of differences) {
    const reason = describePriceReason(known);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => count < differences.length ? `${(0, import_words5.formatNumber)(count)} of these: ${reason}` : reason);
}
function describePrice({ key, creditsPerMonth, serviceCreditsPerMonth }) {
  return `${key}: ${(0, import_words5.countOf)(serviceCreditsPerMonth, "credit")} a month in the service, ${(0, import_words5.formatNumber)(creditsPerMonth)} in the price list`;
}
function unmanagedLines(unmanaged, view, options) {
  if (view === "counted" || unmanaged.length === 0) return [];
  return [
    (0, import_text3.dataLine)(0, (0, import_text3.styled)("strong", "Unmanaged monitors (never changed):")),
    ...unmanaged.map((monitor) => (0, import_text3.dataLine)(4, describeUnmanaged(monitor, options))),
    import_text3.BLANK
  ];
}
function describePriceReason(reason) {
  switch (reason.kind) {
    case "uneven-checks":
      return "checks are unevenly spaced: the service estimates from the next two checks, this tool from the average of a year";
    case "credits-per-check":
      return `the service counts ${(0, import_words5.formatNumber)(reason.service)} credits per check, its price list ${(0, import_words5.formatNumber)(reason.list)}`;
    case "checks-per-month":
      return `the service counts ${(0, import_words5.formatNumber)(reason.service)} checks a month, the schedule has ${(0, import_words5.formatNumber)(reason.schedule)}`;
    case "unknown":
      return "the service uses other prices than its price list";
  }
}
var import_words5, import_local_time, import_sentences2, import_text3;
var init_plan_service = __esm({
  "src/rendering/plan-service.ts"() {
    "use strict";
    import_words5 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences2 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text3 = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/rendering/shared-documents.ts
var shared_documents_exports = {};
__export(shared_documents_exports, {
  toLiveMonitor: () => toLiveMonitor,
  toUnresolvedDocument: () => toUnresolvedDocument
});
function toLiveMonitor({ id, name, createdAt }) {
  return { id, name, createdAt };
}
function toUnresolvedDocument({ intent, attempt: attempt2, firstSentAt, lastSentAt, error }) {
  const { key, targetIds, origin } = intent;
  return {
    key,
    targetIds,
    origin,
    attempts: attempt2,
    firstSentAt: orNull(firstSentAt),
    lastSentAt: orNull(lastSentAt),
    ...error === void 0 ? {} : { error }
  };
}
function orNull(text) {
  return text === "" ? null : text;
}
var init_shared_documents = __esm({
  "src/rendering/shared-documents.ts"() {
    "use strict";
  }
});

// src/features/plan/findings.ts
var findings_exports2 = {};
__export(findings_exports2, {
  findPlanFaults: () => findPlanFaults,
  listPlanFindings: () => listPlanFindings
});
function listPlanFindings(plan) {
  return [...plan.findings, ...plan.notices.map((notice) => toFinding2(notice, plan))];
}
function toFinding2(notice, plan) {
  return { severity: "warning", ...explainNotice(notice, plan) };
}
function explainNotice(notice, { environment, operations }) {
  switch (notice.kind) {
    case "maybe-duplicate": {
      const { key, id, targetIds, renamedTo } = notice;
      const finding = maybeDuplicate({ key, id, targetIds }, { environment, operations });
      if (renamedTo === void 0) return finding;
      return { ...finding, hint: `after the rename, ${maybeDuplicate({ key: renamedTo, id, targetIds }, { environment, operations }).hint}` };
    }
    case "forbidden-key":
      return {
        code: "state/forbidden-key",
        message: `a monitor is recorded under a key that is not allowed: the key ${(0, import_keys2.findKeyFlaw)(notice.key)}`,
        hint: `give its spec another sync.key, and the old key as sync.renamedFrom; or rename it in the state now: ${(0, import_command_line4.writeCommand)("state mv", [notice.key, "NEW"], environment)}`
      };
    case "rename-source-missing":
      return {
        code: "plan/rename-source-missing",
        message: `"${notice.key}" says renamedFrom "${notice.from}", but the state has no monitor with that key: it will be created`,
        hint: 'if it exists under another key, correct sync.renamedFrom or run "monitors state mv" before apply; otherwise remove renamedFrom'
      };
    case "new-reference":
      return {
        code: "plan/new-reference",
        message: `the environment variable ${notice.name} will be sent to the service for the first time (${nameUsers(notice.users)})${notice.origins.length === 0 ? "" : `; it goes to ${(0, import_words6.listFirst)(notice.origins)}`}`,
        hint: "check that these monitors may have its value, and that it is set where apply runs"
      };
    case "new-origin":
    case "protection-lost":
    case "new-layer":
      return explainShared(notice);
    case "rotation-unknown":
      return {
        code: "plan/rotation-unknown",
        message: `cannot tell whether ${notice.name} was rotated: no hash of its value under this MONITORS_STATE_KEY is recorded (${nameUsers(notice.users)})`,
        hint: "the hash is recorded when the value is next sent with MONITORS_STATE_KEY set; any change of the member that holds it sends it, such as a new entry in webhook.metadata"
      };
    case "ignored-edit":
    case "left-field":
    case "filled-in":
      return explainLeft(notice);
    case "duplicates":
    case "same-name":
    case "same-content":
      return explainOthers(notice, environment);
    default:
      return (0, import_assert_never3.assertNever)(notice);
  }
}
function explainShared(notice) {
  const { users } = notice;
  switch (notice.kind) {
    case "new-origin":
      return {
        code: "plan/new-origin",
        message: `the environment variable ${notice.name} will be sent to ${notice.origin} for the first time (${nameUsers(users)})`,
        hint: "check that this address may have its value"
      };
    case "protection-lost":
      return {
        code: "plan/protection-lost",
        message: `${(0, import_words6.countOf)(users.length, "monitor")} will no longer be protected (${nameUsers(users)})`,
        hint: "write sync: {protect: true} into the specs to keep the protection"
      };
    case "new-layer":
      return {
        code: "plan/new-layer",
        message: `the layer ${notice.file} is new: ${(0, import_words6.countOf)(users.length, "monitor inherits", "monitors inherit")} from it (${nameUsers(users)})`,
        hint: "review it; if it is a draft, rename it to _draft.yaml"
      };
  }
}
function explainLeft(notice) {
  switch (notice.kind) {
    case "ignored-edit":
      return {
        code: "plan/ignored-edit",
        message: `"${notice.key}" ignores ${(0, import_words6.listFirst)(notice.members)} (sync.ignore): the value in the spec differs from the applied one and will not be sent`,
        hint: "to send it, remove it from sync.ignore; to end this warning, write the applied value into the spec"
      };
    case "left-field":
      return {
        code: "plan/left-field",
        message: `the spec of "${notice.key}" no longer has ${(0, import_words6.listFirst)(notice.members)}: the service keeps its value`,
        hint: "to change it there, use the dashboard of the service, or write the member into the spec again"
      };
    case "filled-in":
      return {
        code: "plan/filled-in",
        message: `the service answers ${notice.option}: ${JSON.stringify(notice.value)} for all targets that do not set it (${(0, import_words6.countOf)(notice.targets, "target")}): taken as the default of the service`,
        hint: "the next apply records that; if it was set in the dashboard, write the value that you want into the specs"
      };
  }
}
function explainOthers(notice, environment) {
  switch (notice.kind) {
    case "duplicates":
      return {
        code: "plan/duplicates",
        message: `${(0, import_words6.countOf)(notice.monitors.length, "monitor")} in the service have the target ids of "${notice.key}", and each costs credits: ${notice.monitors.map(import_monitor_text3.nameKnown).join(", ")}`,
        hint: `review them, then delete the younger ones: ${(0, import_command_line4.writeCommand)("resolve", [notice.key], environment, "--prune-duplicates")}`
      };
    case "same-name": {
      const {
        key,
        monitors: [first, ...more]
      } = notice;
      const others = more.length === 0 ? "" : `, and ${more.length} more`;
      return {
        code: "plan/same-name",
        message: `"${key}" will be created, but an unmanaged monitor in the service has the same name: ${first === void 0 ? "" : (0, import_monitor_text3.nameKnown)(first)}${others}`,
        hint: `if it is the same monitor, record it instead of paying for a second one: ${(0, import_command_line4.writeCommand)("import", [key, first?.id ?? "ID"], environment)}`
      };
    }
    case "same-content": {
      const { key, monitors } = notice;
      const isOne = monitors.length === 1;
      return {
        code: "plan/same-content",
        message: `"${key}" will be created, but ${isOne ? "an unmanaged monitor with another name watches" : `${(0, import_words6.formatNumber)(monitors.length)} unmanaged monitors with other names watch`} the same: ${(0, import_monitor_text3.listKnown)(monitors)}`,
        hint: `if it is the same monitor, record it instead of paying for a second one: ${(0, import_command_line4.writeCommand)("import", [key, monitors[0]?.id ?? "ID"], environment)}`
      };
    }
  }
}
function nameUsers(keys) {
  return (0, import_words6.listFirst)(keys.map((key) => `"${key}"`));
}
function findPlanFaults({ monitors }, workspace, { changes, findings: planned }) {
  const { strict, report } = workspace;
  const silent = strict === "all" ? planned.filter(({ code }) => code === "risk/no-alert") : [];
  const own = strict === "service" && report.findings.some(isNewHere) ? changes.flatMap(listNewFaults) : [];
  if (silent.length + own.length === 0) return null;
  const named = new Set((monitors === null ? own : own.map(import_memory_specs.nameInMemory)).map(identify));
  const judged = report.findings.map((finding) => named.has(identify(finding)) ? asError(finding) : finding);
  const findings = [...judged, ...silent.map(asError)].sort(import_diagnostic8.compareDiagnostics);
  const count = (severity) => findings.filter((finding) => finding.severity === severity).length;
  const counted = { ...report, findings, errorCount: count("error"), warningCount: count("warning") };
  return { ...workspace, report: counted };
}
function asError(finding) {
  return { ...finding, severity: "error" };
}
function listNewFaults(change) {
  return [...sentSpec(change)?.faults?.() ?? []].filter(isNewHere);
}
function isNewHere(finding) {
  return (0, import_strictness.isNew)(finding, import_version.version);
}
function sentSpec(change) {
  switch (change.action) {
    case "create":
    case "replace":
      return change.after;
    case "update":
      return change.fields.length > 0 ? change.after : null;
    case "adopt":
      return change.patch === null ? null : change.after;
    default:
      return null;
  }
}
function identify({ code, where }) {
  return JSON.stringify([code, where?.file, where?.pointer, where?.range.start]);
}
var import_assert_never3, import_command_line4, import_version, import_words6, import_diagnostic8, import_monitor_text3, import_keys2, import_strictness, import_memory_specs;
var init_findings2 = __esm({
  "src/features/plan/findings.ts"() {
    "use strict";
    init_findings();
    import_assert_never3 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_command_line4 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_version = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_words6 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic8 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_monitor_text3 = askBundle("./monitors.cjs", "src/core/diagnostics/monitor-text.ts");
    import_keys2 = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_strictness = askBundle("./check.cjs", "src/core/specs/strictness.ts");
    import_memory_specs = askBundle("./check.cjs", "src/project/memory-specs.ts");
  }
});

// src/features/plan/document.ts
var document_exports = {};
__export(document_exports, {
  PLAN_FORMAT_VERSION: () => PLAN_FORMAT_VERSION,
  toPlanDocument: () => toPlanDocument
});
function toPlanDocument(plan, findings = []) {
  const held = plan.changes.filter(isHeld).map((change) => toFinding(change, plan.environment));
  const { create, update, replace, delete: deleted, adopt: adopt2, unchanged, blocked, unresolved, protected: kept, drift } = plan.summary;
  return {
    formatVersion: PLAN_FORMAT_VERSION,
    command: "plan",
    summary: { create, update, replace, delete: deleted, adopt: adopt2, unchanged, blocked, unresolved, protected: kept, drift },
    estimate: toEstimate(plan),
    changes: plan.changes.map((change) => toChangeDocument(change, plan)),
    ...plan.isRefreshed ? { service: toService(plan) } : {},
    ...plan.emulator === null ? {} : { emulator: plan.emulator },
    ...toLabelChanges(plan),
    requests: plan.requests,
    digest: plan.digest,
    ...plan.approval === void 0 ? {} : { approval: plan.approval },
    diagnostics: [...findings, ...listPlanFindings(plan), ...held].sort(import_diagnostic9.compareDiagnostics).map(import_finding.toFindingDocument)
  };
}
function toLabelChanges({ bookkeeping }) {
  const labels = bookkeeping.flatMap(({ key, settings }) => {
    const { labels: before = {} } = settings?.before ?? {};
    const { labels: after = {} } = settings?.after ?? {};
    return (0, import_value22.isEqualJson)(before, after) ? [] : [{ key, before, after }];
  });
  return labels.length === 0 ? {} : { labels: labels.sort((a, b) => (0, import_diagnostic9.compareText)(a.key, b.key)) };
}
function toService({ duplicates: duplicates2, unmanaged, estimateDifferences }) {
  return {
    duplicates: duplicates2.map(({ key, monitors }) => ({ key, monitors: monitors.map(toLiveMonitor) })),
    unmanaged: unmanaged.map(({ ours, creditsPerMonth, ...monitor }) => ({
      ...toLiveMonitor(monitor),
      creditsPerMonth,
      project: ours?.project ?? null,
      environment: ours?.environment ?? null
    })),
    estimateDifferences: estimateDifferences.map(({ key, id, creditsPerMonth, serviceCreditsPerMonth, reason }) => ({
      key,
      id,
      creditsPerMonth,
      serviceCreditsPerMonth,
      reason: describePriceReason(reason)
    }))
  };
}
function toEstimate({ estimate }) {
  const { creditsPerMonth, before, billedBesides, unchangedPagesFree, budget, budgetBy, actual, notIncluded, monitors } = estimate;
  return {
    creditsPerMonth,
    before,
    billedBesides: { creditsPerMonth: billedBesides.creditsPerMonth, of: billedBesides.of },
    ...unchangedPagesFree === void 0 ? {} : { unchangedPagesFree },
    ...budget === void 0 ? {} : { budget },
    ...budgetBy === void 0 ? {} : { budgetBy },
    ...actual === void 0 ? {} : { actual },
    notIncluded,
    monitors: monitors.map(({ key, creditsPerMonth: credits, checksPerMonth }) => ({ key, creditsPerMonth: credits, checksPerMonth }))
  };
}
var import_diagnostic9, import_value22, import_finding, PLAN_FORMAT_VERSION;
var init_document = __esm({
  "src/features/plan/document.ts"() {
    "use strict";
    import_diagnostic9 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_value22 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_change_facts();
    import_finding = askBundle("./check.cjs", "src/rendering/finding.ts");
    init_held_changes();
    init_plan_changes();
    init_plan_service();
    init_shared_documents();
    init_findings2();
    PLAN_FORMAT_VERSION = 1;
  }
});

// src/features/plan/allowed.ts
function showAsAllowed(changes, allowFields2) {
  const known = allowFields2.map((path) => path.split(".")).filter((path) => (0, import_table7.follow)(path).isForeign);
  const hideEach = (fields) => known.reduce((shown, path) => shown.map((field) => hideIn(field, path)), fields);
  return changes.map((change) => {
    const isWhole = change.action === "create" || change.action === "blocked" && change.wanted === "create";
    const fields = hideEach(isWhole ? known.reduce(joinMembers, change.fields) : change.fields);
    return {
      ...change,
      fields,
      ..."drift" in change && change.drift !== void 0 ? { drift: hideEach(change.drift) } : {}
    };
  });
}
function joinMembers(fields, path) {
  const start = `/${path.join("/")}/`;
  const first = fields.findIndex((field) => field.path.startsWith(start));
  if (first < 0) return fields;
  const members = fields.filter((field) => field.path.startsWith(start));
  const after = Object.fromEntries(members.map((field) => [field.path.slice(start.length), field.after ?? null]));
  const joined = { ...members[0], path: start.slice(0, -1), after };
  return fields.flatMap((field, index) => index === first ? [joined] : members.includes(field) ? [] : [field]);
}
function hideIn(field, path) {
  const place = field.path.split("/").slice(1);
  if (!path.slice(0, place.length).every((step, index) => step === place[index])) return field;
  const hide = (value) => hideAt(value, path.slice(place.length));
  const { before, after } = field;
  const values = { ...before === void 0 ? {} : { before: hide(before) }, ...after === void 0 ? {} : { after: hide(after) } };
  const isHidden = values.before !== before || values.after !== after || place.length >= path.length;
  return isHidden ? { ...field, ...values, sensitive: true } : field;
}
function hideAt(value, [step, ...rest]) {
  if (step === void 0) return (0, import_masking5.maskWhole)(value);
  if (!(0, import_value23.isObject)(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: hideAt(value[step], rest) };
}
var import_value23, import_masking5, import_table7;
var init_allowed = __esm({
  "src/features/plan/allowed.ts"() {
    "use strict";
    import_value23 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking5 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_table7 = askBundle("./monitors.cjs", "src/core/service/table.ts");
  }
});

// src/features/plan/file-document.ts
var file_document_exports = {};
__export(file_document_exports, {
  isOtherState: () => isOtherState,
  listStaleReasons: () => listStaleReasons,
  readPlanFile: () => readPlanFile,
  toPlanFile: () => toPlanFile,
  writePlanAgain: () => writePlanAgain
});
function toPlanFile(plan, hashes, findings = []) {
  const specs = Object.fromEntries([...hashes].sort(([a], [b]) => (0, import_diagnostic10.compareText)(a, b)));
  const { project, environment, base, only, choice, isRefreshed, hasCheckedSecrets, allowsDeletes, allowedFields } = plan;
  const file = {
    ...toPlanDocument(plan, findings),
    project,
    environment,
    only,
    ...choice === void 0 ? {} : { choice: { ...choice } },
    refreshed: isRefreshed,
    checkedSecrets: hasCheckedSecrets,
    allowDeletes: allowsDeletes,
    ...allowedFields.paths.length === 0 ? {} : { allowFields: allowedFields.paths },
    state: base === null ? null : { ...base },
    effects: [...new Set(listSteps(plan).flatMap((step) => listEffects(plan, step)))].sort(import_diagnostic10.compareText),
    specs
  };
  return `${JSON.stringify(file, null, 2)}
`;
}
function readPlanFile(text) {
  if (text.length > MAX_LENGTH) return refuse("it is larger than any plan");
  const value = parseJson(text);
  if (!(0, import_value24.isObject)(value)) return refuse("it is not a JSON object");
  if ((0, import_value24.property)(value, "command") !== "plan") return refuse('it does not say "command": "plan"');
  const version2 = (0, import_value24.property)(value, "formatVersion");
  if (version2 !== PLAN_FORMAT_VERSION) return refuse(`its formatVersion is not ${PLAN_FORMAT_VERSION}`);
  const project = (0, import_value24.property)(value, "project");
  const environment = (0, import_value24.property)(value, "environment");
  const digest = (0, import_value24.property)(value, "digest");
  const state = readState((0, import_value24.property)(value, "state"));
  const specs = readSpecs((0, import_value24.property)(value, "specs"));
  const only = readOnly((0, import_value24.property)(value, "only"));
  const allowFields2 = readOnly((0, import_value24.property)(value, "allowFields"));
  if (typeof project !== "string" || typeof environment !== "string") return refuse("it does not name project and environment");
  if (typeof digest !== "string" || !SHA256.test(digest)) return refuse("its digest is missing or damaged");
  if (state === void 0) return refuse("it does not say against which state it was made");
  if (specs === void 0) return refuse("it does not list the specs that it was made from");
  if (only === void 0) return refuse("its list of keys is damaged");
  if (allowFields2 === void 0) return refuse("its list of allowed members is damaged");
  const choice = readChoice((0, import_value24.property)(value, "choice"));
  const effects = readEffects((0, import_value24.property)(value, "effects"));
  if (effects === void 0) return refuse("its list of effects is damaged");
  const shown = hashShownSafely(value);
  if (shown === void 0) return refuse("it is nested deeper than any plan");
  const isRefreshed = (0, import_value24.property)(value, "refreshed") === true;
  const hasCheckedSecrets = (0, import_value24.property)(value, "checkedSecrets") === true;
  const allowsDeletes = (0, import_value24.property)(value, "allowDeletes") === true;
  const checks = readCount((0, import_value24.property)((0, import_value24.property)((0, import_value24.property)(value, "estimate"), "actual"), "newest"));
  const flags = { isRefreshed, checks, hasCheckedSecrets, allowsDeletes, allowFields: allowFields2 ?? [] };
  const shownChanges = (0, import_value24.property)(value, "changes");
  const changes = Array.isArray(shownChanges) ? shownChanges.filter(import_value24.isObject) : [];
  return { kind: "read", file: { project, environment, digest, state, specs, only, choice, ...flags, shown, effects, changes } };
}
function hashShownSafely(document) {
  try {
    return hashShown(document);
  } catch (error) {
    if (error instanceof RangeError) return void 0;
    throw error;
  }
}
function hashShown(document) {
  const { summary = null, estimate = null, changes = null, requests = null } = document;
  const figures = (0, import_value24.isObject)(estimate) ? withoutCharges(estimate) : estimate;
  const placeless = Array.isArray(changes) ? changes.map((change) => (0, import_value24.isObject)(change) ? { ...withoutOrigins(change), file: null } : change) : null;
  return (0, import_canonical11.hashJson)({ summary, estimate: figures, changes: placeless, requests });
}
function withoutCharges(estimate) {
  const { actual: _charged, billedBesides: _besides, unchangedPagesFree: _free, ...rest } = estimate;
  return { ...rest, notIncluded: null };
}
function readCount(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 100 ? value : 0;
}
function listStaleReasons(file, { plan, hashes }) {
  const reasons = [
    ...compareNames(file, plan),
    ...compareStates(file, plan),
    ...compareFields(file, plan),
    ...compareSpecs(file.specs, hashes)
  ];
  if (reasons.length > 0) return reasons;
  if (file.digest !== plan.digest) return [`planning again gives other changes than the saved plan: ${nameUnhashed(file)}`];
  const document = toPlanDocument(plan);
  if (file.shown !== hashShown(document) && file.shown !== hashShown({ ...document, changes: showAsAllowed(document.changes, file.allowFields) }))
    return ["the saved file does not show its own plan: it was edited, or another version of monitors saved it"];
  return [];
}
function nameUnhashed({ isRefreshed, hasCheckedSecrets }) {
  const seen = [...isRefreshed ? ["what the service holds"] : [], ...hasCheckedSecrets ? ["the value of a secret"] : [], "the config"];
  return `${seen.join(" or ")} has changed since`;
}
function writePlanAgain({ environment, only, choice, isRefreshed, checks, hasCheckedSecrets, allowsDeletes }) {
  const flags = [
    ...(choice === null ? only ?? [] : choice.only ?? []).map((key) => writeFlag("--only", key)),
    ...(choice?.exclude ?? []).map((key) => writeFlag("--exclude", key)),
    ...(choice?.labels ?? []).map((label) => writeFlag("--label", label)),
    ...isRefreshed ? ["--refresh"] : [],
    ...checks > 0 ? [`--checks ${checks}`] : [],
    ...hasCheckedSecrets ? ["--check-secrets"] : [],
    ...allowsDeletes ? ["--allow-deletes"] : [],
    "--out FILE"
  ];
  return (0, import_command_line5.writeCommand)("plan", [], environment, flags.join(" "));
}
function writeFlag(flag, key) {
  return `${flag}${key.startsWith("-") ? "=" : " "}${(0, import_command_line5.shellWord)(key)}`;
}
function compareNames(file, plan) {
  const reasons = [];
  if (file.project !== plan.project) reasons.push(`it was made for the project "${file.project}", this one is "${plan.project}"`);
  if (file.environment !== plan.environment) {
    reasons.push(`it was made for the environment "${file.environment}", this one is "${plan.environment}"`);
  }
  return reasons;
}
function compareStates({ state }, { base }) {
  if (state === null && base === null) return [];
  if (state === null) return ["it was made before the first apply, and there is a state now"];
  if (base === null) return ["it was made against a state, and there is none now"];
  if (state.lineage !== base.lineage) return ["it was made against another state (the lineage differs)"];
  if (state.serial !== base.serial)
    return [`the state has changed since: its serial is ${base.serial}, the plan was made at ${state.serial}`];
  return isOtherState(state, base) ? [`it was made against another state with the serial ${state.serial} (the checksum differs)`] : [];
}
function isOtherState(a, b) {
  if (a.lineage !== b.lineage || a.serial !== b.serial) return false;
  return a.checksum !== void 0 && b.checksum !== void 0 && a.checksum !== b.checksum;
}
function compareFields({ allowFields: allowFields2 }, { allowedFields: { paths } }) {
  const isSame = allowFields2.length === paths.length && paths.every((path) => allowFields2.includes(path));
  return isSame ? [] : ["service.allowFields has changed since the plan was saved"];
}
function compareSpecs(before, after) {
  const paths = [.../* @__PURE__ */ new Set([...before.keys(), ...after.keys()])].sort(import_diagnostic10.compareText);
  const changes = paths.flatMap((path) => {
    if (before.get(path) === after.get(path)) return [];
    if (!before.has(path)) return [`${path} was added`];
    return [after.has(path) ? `${path} was edited` : `${path} was removed`];
  });
  const rest = changes.length - SHOWN_PATHS;
  return rest > 0 ? [...changes.slice(0, SHOWN_PATHS), `${(0, import_words7.formatNumber)(rest)} more specs changed`] : changes;
}
function readState(value) {
  if (value === null) return null;
  const lineage = (0, import_value24.property)(value, "lineage");
  const serial = (0, import_value24.property)(value, "serial");
  const checksum = (0, import_value24.property)(value, "checksum");
  if (typeof lineage !== "string" || typeof serial !== "number" || !Number.isSafeInteger(serial)) return void 0;
  return { lineage, serial, ...typeof checksum === "string" ? { checksum } : {} };
}
function readSpecs(value) {
  if (!(0, import_value24.isObject)(value)) return void 0;
  const specs = /* @__PURE__ */ new Map();
  for (const [path, hash] of Object.entries(value)) {
    if (typeof hash !== "string" || !SHA256.test(hash)) return void 0;
    specs.set(path, hash);
  }
  return specs;
}
function readOnly(value) {
  if (value === null || value === void 0) return null;
  if (!Array.isArray(value)) return void 0;
  const keys = value.filter((key) => typeof key === "string");
  return keys.length === value.length ? keys : void 0;
}
function readChoice(value) {
  if (!(0, import_value24.isObject)(value)) return null;
  const [only, exclude, labels] = ["only", "exclude", "labels"].map((name) => readOnly((0, import_value24.property)(value, name)));
  if (only === void 0 || exclude === void 0 || labels === void 0) return null;
  return { ...only === null ? {} : { only }, ...exclude === null ? {} : { exclude }, ...labels === null ? {} : { labels } };
}
function readEffects(value) {
  if (value === void 0) return null;
  if (!Array.isArray(value)) return void 0;
  const effects = value.filter((effect) => typeof effect === "string" && SHA256.test(effect));
  return effects.length === value.length ? new Set(effects) : void 0;
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function refuse(why) {
  return {
    kind: "refused",
    finding: {
      code: "plan/unreadable-file",
      severity: "error",
      message: `not a plan that can be applied: ${why}`,
      hint: "create a new one: monitors plan --out FILE"
    }
  };
}
var import_command_line5, import_words7, import_diagnostic10, import_canonical11, import_value24, MAX_LENGTH, SHOWN_PATHS, SHA256;
var init_file_document = __esm({
  "src/features/plan/file-document.ts"() {
    "use strict";
    import_command_line5 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words7 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic10 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_canonical11 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value24 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_change_facts();
    init_plan_origins();
    init_allowed();
    init_document();
    MAX_LENGTH = 256 * 1024 * 1024;
    SHOWN_PATHS = 5;
    SHA256 = /^[0-9a-f]{64}$/;
  }
});

// src/features/plan/gitlab.ts
function renderPlanGitlab({ summary, changes }) {
  const adopted = changes.filter((change) => change.action === "adopt" && change.patch !== null).length;
  const counts = {
    create: summary.create + summary.replace,
    update: summary.update + adopted,
    delete: summary.delete + summary.replace
  };
  const shown = Object.entries(counts).map(([name, count]) => [name, Math.min(count, LARGEST)]);
  return `${(0, import_escape_json.stringifyJson)(Object.fromEntries(shown), 0)}
`;
}
var import_escape_json, LARGEST;
var init_gitlab = __esm({
  "src/features/plan/gitlab.ts"() {
    "use strict";
    import_escape_json = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    LARGEST = 999999;
  }
});

// src/rendering/folder-moves.ts
function groupFolders({ changes, folderMoves = [], environment }) {
  if (folderMoves.length === 0) return { groups: [], grouped: /* @__PURE__ */ new Set() };
  const keys = new Set(folderMoves.flatMap((move) => move.keys.flatMap(({ from, to }) => [from, to])));
  const grouped = changes.filter((change) => change.action === "blocked" && change.reason.kind === "possible-rename" && keys.has(change.key));
  return { groups: folderMoves.map((move) => toGroup(move, environment)), grouped: new Set(grouped) };
}
function toGroup({ from, to, keys, isWhole }, environment) {
  const commands = [
    `or run: ${(0, import_command_line6.writeCommand)("state mv", [from, to], environment)}`,
    `if not, remove the old ones from the state (they keep running until you delete them in the service): ${(0, import_command_line6.writeCommand)("state rm", [from], environment)}`
  ];
  return {
    title: `${(0, import_words8.formatNumber)(keys.length)} monitors  moved?  ${from} -> ${to}`,
    pairs: keys.map((pair) => `${pair.from} -> ${pair.to}`),
    waysOut: [
      `if they moved: add to moves in monitors.config.yaml: - {from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}}`,
      ...isWhole ? commands : []
    ]
  };
}
function showPairs({ pairs }, verbosity) {
  if (verbosity === "all" || pairs.length <= SHOWN_PAIRS) return [...pairs];
  return [...pairs.slice(0, SHOWN_PAIRS), `and ${(0, import_words8.formatNumber)(pairs.length - SHOWN_PAIRS)} more`];
}
var import_command_line6, import_words8, FOLDER_REASON, SHOWN_PAIRS;
var init_folder_moves = __esm({
  "src/rendering/folder-moves.ts"() {
    "use strict";
    import_command_line6 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words8 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    FOLDER_REASON = "their specs are gone, and new specs look the same: nothing is created or deleted until you say what they are";
    SHOWN_PAIRS = 5;
  }
});

// src/rendering/value-text.ts
var value_text_exports = {};
__export(value_text_exports, {
  limitsOf: () => limitsOf,
  valueRows: () => valueRows,
  valueText: () => valueText
});
function valueText(value) {
  if (value === void 0) return "(nothing)";
  if (typeof value !== "object" || value === null) return value === "(secret)" ? value : JSON.stringify(value);
  if (!(0, import_value25.isObject)(value)) return `[${value.map(valueText).join(", ")}]`;
  return `{${listMembers2(value).map(([name, item]) => `${JSON.stringify(name)}: ${valueText(item)}`).join(", ")}}`;
}
function listMembers2(value) {
  const first = TELLING.flatMap((name) => {
    const item = (0, import_value25.property)(value, name);
    return item === void 0 ? [] : [[name, item]];
  });
  return [...first, ...Object.entries(value).filter(([name]) => !TELLING.includes(name))];
}
function limitsOf(verbosity) {
  return verbosity === "verbose" ? WHOLE : SHORT;
}
function valueRows(value, room, limits) {
  const rows = value === void 0 ? [valueText(value)] : layOut("", value, "", room);
  const shown = rows.length <= limits.rows + 1 ? rows : rows.slice(0, limits.rows);
  const hidden = rows.length - shown.length;
  const { breakAt = Number.POSITIVE_INFINITY } = limits;
  return [
    ...shown.flatMap((row) => breakRow(cutRow(row, limits), breakAt)),
    ...hidden === 0 ? [] : [`... ${(0, import_words9.countOf)(hidden, "more line")} (${limits.rest()})`]
  ];
}
function layOut(before, value, after, room) {
  const inline = before + valueText(value) + after;
  const isOpenable = typeof value === "object" && value !== null && (Array.isArray(value) ? value : Object.keys(value)).length > 0;
  if (!isOpenable || inline.length <= room && (0, import_text4.displayWidth)((0, import_escape_terminal.escapeTerminal)(inline)) <= room) return [inline];
  const isList = !(0, import_value25.isObject)(value);
  const items = isList ? value.map((item) => ["", item]) : listMembers2(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item]);
  const rows = items.flatMap(([label, item], index) => layOut(label, item, index < items.length - 1 ? "," : "", room - 2));
  return [`${before}${isList ? "[" : "{"}`, ...rows.map((row) => `  ${row}`), `${isList ? "]" : "}"}${after}`];
}
function cutRow(row, { characters, rest }) {
  if (row.length <= characters) return row;
  const shown = row.slice(0, characters).replace(/[\ud800-\udbff]$/, "");
  return `${shown}... ${(0, import_words9.countOf)(row.length - shown.length, "more character")} (${rest()})`;
}
function breakRow(row, width) {
  const rows = [];
  let rest = row;
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > width / 2 ? space + 1 : width - (/[\ud800-\udbff]/.test(rest[width - 1] ?? "") ? 1 : 0);
    rows.push(rest.slice(0, end));
    rest = `    | ${rest.slice(end)}`;
  }
  return [...rows, rest];
}
var import_words9, import_value25, import_escape_terminal, import_text4, TELLING, SHORT, WHOLE;
var init_value_text = __esm({
  "src/rendering/value-text.ts"() {
    "use strict";
    import_words9 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_value25 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_text4 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    TELLING = ["type", "id", "url", "urls", "queries"];
    SHORT = { rows: 12, characters: 400, rest: () => "--verbose shows them" };
    WHOLE = { rows: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY, rest: () => "" };
  }
});

// src/rendering/plan-fields.ts
var plan_fields_exports = {};
__export(plan_fields_exports, {
  FIELD_INDENT: () => FIELD_INDENT,
  fieldLine: () => fieldLine,
  fieldLines: () => fieldLines
});
function fieldLines(fields, view, options, showOrigin = () => null) {
  return fields.flatMap((field) => {
    const origin = showOrigin(field);
    if (origin === null) return oneFieldLines(field, view, options);
    const [first, ...rest] = oneFieldLines(field, view, { ...options, width: options.width - (0, import_text5.displayWidth)((0, import_escape_terminal2.escapeTerminal)(origin)) - 2 });
    return first === void 0 ? [] : [{ ...first, spans: [...first.spans, "  ", (0, import_text5.styled)("faint", origin)] }, ...rest];
  });
}
function fieldLine(field, options) {
  const [line, ...more] = oneFieldLines(field, "difference", options);
  return line === void 0 || more.length > 0 ? null : { ...line, indent: 0 };
}
function oneFieldLines(field, view, options) {
  const path = (0, import_pointer3.describePointer)(field.path);
  const room = options.width - FIELD_INDENT - 2;
  const limits = options.limitsAt?.(field.path) ?? limitsOf(options.verbosity);
  const show2 = (indent, label, value, marking) => valueLines(indent, label, value, marking, options.width, limits);
  if (field.op === "change") {
    const [before, after] = [valueText(field.before), valueText(field.after)];
    if (before === after) return [(0, import_text5.dataLine)(FIELD_INDENT, changedSign(), `${path}: ${after} (another value)`)];
    const fits = (0, import_text5.displayWidth)((0, import_escape_terminal2.escapeTerminal)(`${path}: ${before} -> ${after}`)) <= room;
    if (fits) return [(0, import_text5.dataLine)(FIELD_INDENT, changedSign(), `${path}: `, (0, import_text5.styled)("removed", before), " -> ", (0, import_text5.styled)("added", after))];
    return [
      (0, import_text5.dataLine)(FIELD_INDENT, changedSign(), `${path}:`),
      ...show2(FIELD_INDENT + 4, "", field.before, REMOVED),
      ...show2(FIELD_INDENT + 4, "", field.after, ADDED)
    ];
  }
  if (view === "whole") return show2(FIELD_INDENT, `${path}: `, field.after, UNMARKED);
  if (field.op === "add") return show2(FIELD_INDENT, `${path}: `, field.after, ADDED);
  return show2(FIELD_INDENT, `${path}: `, field.before, REMOVED);
}
function changedSign() {
  return (0, import_text5.styled)("changed", "~ ");
}
function valueLines(indent, label, value, { sign, style }, width, limits) {
  const room = width - indent - (0, import_text5.displayWidth)((0, import_escape_terminal2.escapeTerminal)(sign + label));
  return valueRows(value, room, limits).map((row, index) => {
    const text = index === 0 ? `${sign}${label}${row}` : `${" ".repeat(sign.length)}${row}`;
    return (0, import_text5.dataLine)(indent, style === void 0 ? text : (0, import_text5.styled)(style, text));
  });
}
var import_pointer3, import_escape_terminal2, import_text5, FIELD_INDENT, ADDED, REMOVED, UNMARKED;
var init_plan_fields = __esm({
  "src/rendering/plan-fields.ts"() {
    "use strict";
    import_pointer3 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_text5 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_value_text();
    FIELD_INDENT = 4;
    ADDED = { sign: "+ ", style: "added" };
    REMOVED = { sign: "- ", style: "removed" };
    UNMARKED = { sign: "" };
  }
});

// src/rendering/plan-lines.ts
function viewPlan(plan) {
  const { environment } = plan;
  const { groups, grouped } = groupFolders(plan);
  const listed = grouped.size === 0 ? plan.changes : plan.changes.filter((change) => !grouped.has(change));
  const shared = shareExplanations(listed, environment);
  const reasonOf2 = new Map(shared.flatMap((reason) => reason.changes.map((change) => [change, reason])));
  return { environment, shared, reasonOf: reasonOf2, folders: groups, listed };
}
function folderLines(group, options) {
  const title = (0, import_text6.dataLine)(0, (0, import_text6.styled)("error", "!"), " ", (0, import_text6.styled)("strong", group.title));
  if (options.verbosity === "quiet") return [title];
  const pairs = showPairs(group, options.verbosity === "verbose" ? "all" : "first");
  return [
    title,
    noteLine(FOLDER_REASON),
    ...pairs.map((pair) => (0, import_text6.dataLine)(FIELD_INDENT, (0, import_text6.styled)("faint", pair))),
    ...wayLines(group.waysOut, FIELD_INDENT, options)
  ];
}
function changeLines(change, view, options) {
  return options.verbosity === "quiet" ? [headline(change)] : [headline(change), ...bodyLines(change, view, options)];
}
function sharedLines({ message, waysOut }, options) {
  return [(0, import_text6.hangingLine)(0, 2, (0, import_text6.styled)("error", "!"), ` ${message}`), ...wayLines(waysOut, 2, options)];
}
function glyphOf(change) {
  switch (change.action) {
    case "create":
      return { glyph: "+", style: "added" };
    case "update":
    case "adopt":
    case "rename":
      return { glyph: "~", style: "changed" };
    case "replace":
      return { glyph: "-/+", style: "removed" };
    case "delete":
      return { glyph: "-", style: "removed" };
    case "blocked":
    case "unresolved":
      return { glyph: "!", style: isProtectedLeftover(change) ? "warning" : "error" };
  }
}
function labelOf(change) {
  switch (change.action) {
    case "create":
    case "update":
    case "replace":
    case "delete":
    case "adopt":
    case "rename":
      return change.action;
    case "blocked":
      return isProtectedLeftover(change) ? "protected" : `${change.wanted} blocked`;
    case "unresolved":
      return "unresolved";
  }
}
function placeOf4(change) {
  if (change.action === "delete" || change.after === void 0) return null;
  return `${change.after.file}:${change.after.line}`;
}
function headline(change) {
  const { glyph, style } = glyphOf(change);
  const place = placeOf4(change) ?? (isOfLeftover(change) ? "replaced" : "no spec");
  return (0, import_text6.dataLine)(
    0,
    (0, import_text6.styled)(style, glyph),
    " ",
    (0, import_text6.styled)("strong", change.key),
    "  ",
    (0, import_text6.styled)(style, labelOf(change)),
    "  ",
    (0, import_text6.styled)("faint", place)
  );
}
function bodyLines(change, view, options) {
  const showOrigin = (field) => foreignOrigin(change, field);
  switch (change.action) {
    case "create":
      return [...fieldLines(change.fields, "whole", options), ...goneLines(change.gone), ...costLines(change.after)];
    case "update":
      return [
        ...fieldLines(change.fields, "difference", options, showOrigin),
        ...driftLines(change.drift, "put-back", options),
        ...updateLines(change),
        ...priceLines([change])
      ];
    case "replace":
      return [
        ...fieldLines(change.fields, "difference", options, showOrigin),
        ...driftLines(change.drift, "put-back", options),
        noteLine(
          `${REPLACE_REASONS[change.why]}: a new monitor is created, then ${change.before.id} is deleted, with its history and with settings that no spec can hold, such as a Slack channel`
        ),
        ...priceLines([change])
      ];
    case "delete":
      return [noteLine(describeDelete(change)), ...priceLines([change])];
    case "adopt":
      return [
        ...goneLines(change.gone),
        noteLine(
          `the service already has it as ${change.id}, with exactly these target ids: it is adopted${change.patch === null ? " as it is" : " and changed"}`
        ),
        ...fieldLines(change.fields, "difference", options, showOrigin),
        ...priceLines([change])
      ];
    case "rename":
      return [noteLine(`was "${change.from}"; same monitor (${change.before.id}), no request is sent`)];
    case "blocked":
      return [
        ...fieldLines(change.fields, change.wanted === "create" ? "whole" : "difference", options, showOrigin),
        ...driftLines(change.drift ?? [], "kept", options),
        ...change.reason.kind === "budget" ? priceLines([change]) : [],
        ...explanationLines(change, view, options)
      ];
    case "unresolved":
      return [...knownLines(change, options), ...explanationLines(change, view, options)];
  }
}
function noteLine(text) {
  return (0, import_text6.hangingLine)(FIELD_INDENT, 2, text);
}
function goneLines(gone) {
  return gone === void 0 ? [] : [noteLine(`it was deleted in the service (id ${gone}): its history is lost`)];
}
function driftLines(drift, fate, options) {
  if (drift.length === 0) return [];
  const fields = fieldLines(drift, "difference", { ...options, width: options.width - 2 });
  const what = fate === "put-back" ? "apply reverts this" : "this stays as it is";
  return [noteLine(`changed outside the repository; ${what}:`), ...fields.map((line) => ({ ...line, indent: line.indent + 2 }))];
}
function updateLines({ fields, rotated, before }) {
  const newIds = fields.some(isNewTargetId) ? [noteLine(NEW_TARGET_ID)] : [];
  const names = rotated.length === 0 ? [] : [noteLine(describeRotation(rotated))];
  const again = before.pending === void 0 ? [] : [noteLine("the response to an earlier update was lost: the update is sent again")];
  return [...newIds, ...names, ...again];
}
function isNewTargetId({ path, op }) {
  return op === "change" && /^\/targets\/[0-9]+\/id$/.test(path);
}
function describeRotation(names) {
  if (names.length === 1) return `the value of ${names[0]} has changed since it was sent: it is sent again`;
  return `the values of ${(0, import_words10.listWords)(names)} have changed since they were sent: they are sent again`;
}
function describeDelete({ id, key, why, isGone }) {
  const fate = isGone === true ? "the service no longer lists it: its record is removed" : "it is deleted, with its history";
  switch (why.kind) {
    case "spec-removed":
      return `the spec is gone; monitor ${id}: ${fate}`;
    case "leftover":
      return `"${key}" has replaced monitor ${id}: ${fate}`;
  }
}
function explanationLines(change, { environment, reasonOf: reasonOf2 }, options) {
  const reason = reasonOf2.get(change);
  if (reason !== void 0) {
    const brief = explainBriefly(change, reason, environment);
    if (brief === null) return [];
    return [
      (0, import_text6.hangingLine)(FIELD_INDENT, 2, brief.words),
      ...wayLines(brief.command === void 0 ? [] : [brief.command], FIELD_INDENT, options)
    ];
  }
  const { message, waysOut } = explainChange(change, environment);
  return [(0, import_text6.hangingLine)(FIELD_INDENT, 2, (0, import_local_time2.localizeTimes)(message, options)), ...wayLines(waysOut, FIELD_INDENT, options)];
}
function wayLines(waysOut, indent, options) {
  return waysOut.map((way) => (0, import_text6.dataLine)(indent, (0, import_text6.styled)("mark", "->"), ` ${(0, import_sentences3.pasteable)(way, options)}`));
}
function costLines({ paused, estimate }) {
  if (paused) return [(0, import_text6.dataLine)(FIELD_INDENT, (0, import_text6.styled)("faint", "paused: no checks, no credits"))];
  const { creditsPerMonth, checksPerMonth, average, besides } = estimate;
  const credits = besides === void 0 ? (0, import_words10.countOf)(creditsPerMonth, "credit") : `${(0, import_sentences3.describeParts)(creditsPerMonth, besides.creditsPerMonth)}: credits`;
  const words = `${credits} a month for ${(0, import_words10.countOf)(checksPerMonth, "check")}${average ? ", on average" : ""}`;
  return [(0, import_text6.dataLine)(FIELD_INDENT, (0, import_text6.styled)("faint", words))];
}
function priceLines(changes) {
  const costs = changes.map(compareCosts);
  const was = costs.reduce((sum2, { before }) => sum2 + (before === null ? 0 : (0, import_credits9.totalPerMonth)(before)), 0);
  const will = costs.reduce((sum2, { after }) => sum2 + (after === null ? 0 : (0, import_credits9.totalPerMonth)(after)), 0);
  if (was === will) return [];
  const more = will > was ? `+${(0, import_words10.formatNumber)(will - was)}` : `-${(0, import_words10.formatNumber)(was - will)}`;
  const average = costs.some(({ before, after }) => before?.average || after?.average) ? ", on average" : "";
  return [(0, import_text6.dataLine)(FIELD_INDENT, (0, import_text6.styled)("faint", `credits a month: ${(0, import_words10.formatNumber)(was)} -> ${(0, import_words10.formatNumber)(will)} (${more}${average})`))];
}
function knownLines({ create }, options) {
  const times = create.attempt === 1 ? "once" : `${(0, import_words10.formatNumber)(create.attempt)} times`;
  const [first, last] = [(0, import_local_time2.showTime)(create.firstSentAt, options), (0, import_local_time2.showTime)(create.lastSentAt, options)];
  const span = first === last ? last : `${first} to ${last}`;
  const sent = create.lastSentAt === "" ? [] : [(0, import_text6.hangingLine)(4, 2, `sent ${times}, ${span}, to ${create.intent.origin}`)];
  const error = create.error === void 0 ? [] : [(0, import_text6.hangingLine)(4, 2, `last response: ${create.error.message}`)];
  const { targetIds } = create.intent;
  const ids = targetIds.length > NAMED_IDS ? targetIds.map((id) => (0, import_text6.dataLine)(FIELD_INDENT, `target id ${id}`)) : [];
  return [...sent, ...error, ...ids];
}
var import_words10, import_credits9, import_local_time2, import_sentences3, import_text6, NEW_TARGET_ID, REPLACE_REASONS, NAMED_IDS;
var init_plan_lines = __esm({
  "src/rendering/plan-lines.ts"() {
    "use strict";
    import_words10 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_change_facts();
    init_costs();
    import_credits9 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    init_folder_moves();
    init_held_changes();
    import_local_time2 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    init_plan_fields();
    init_plan_origins();
    import_sentences3 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text6 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    NEW_TARGET_ID = "the service keeps page history by target id: under another id the history starts again";
    REPLACE_REASONS = {
      "webhook-removed": "the service cannot remove a webhook from a monitor",
      "webhook-added-outside": "a webhook was added in the service, which cannot remove it again"
    };
    NAMED_IDS = 3;
  }
});

// src/rendering/plan-group-lines.ts
function groupLines(group, view, options) {
  const { first, changes } = group;
  if (changes.length === 1) return changeLines(first, view, options);
  if (options.verbosity === "quiet") return changes.flatMap((change) => changeLines(change, view, options));
  const head = headOf(group, options);
  const isLoss2 = first.action === "delete" || first.action === "replace";
  const shown = options.verbosity === "verbose" ? changes.length : isLoss2 ? SHOWN_LOST : SHOWN_KEYS;
  return [(0, import_text7.dataLine)(0, ...head.spans), ...groupBody(group, head.isWhole, options), keysLine(changes, shown)];
}
function groupRow(group, options) {
  return headOf(group, options).spans.map((span) => typeof span === "string" ? span : span.text).join("");
}
function groupBody({ first, changes }, isWhole, options) {
  const showOrigin = (field) => commonOrigin(changes, field);
  const differences = (fields) => isWhole ? [] : fieldLines(fields, "difference", options, showOrigin);
  switch (first.action) {
    case "create":
      return costLines(sumCosts(changes));
    case "update":
      return [...differences(first.fields), ...driftLines(first.drift, "put-back", options), ...updateLines(first), ...priceLines(changes)];
    case "replace":
      return [
        ...differences(first.fields),
        ...driftLines(first.drift, "put-back", options),
        noteLine(
          `${REPLACE_REASONS[first.why]}: new monitors are created, then the old ones are deleted, with their history and with settings that no spec can hold, such as a Slack channel`
        ),
        ...priceLines(changes)
      ];
    case "delete":
      return [
        noteLine(
          first.isGone === true ? "the specs are gone, and the service no longer lists the monitors: their records are removed" : "the specs are gone: the monitors are deleted, with their history"
        ),
        ...priceLines(changes)
      ];
    case "blocked":
      return [
        ...first.wanted === "create" ? costLines(sumCosts(changes)) : differences(first.fields),
        ...driftLines(first.drift ?? [], "kept", options),
        ...commonReason(first.reason),
        ...first.reason.kind === "budget" && first.wanted !== "create" ? priceLines(changes) : []
      ];
    case "adopt":
    case "rename":
    case "unresolved":
      throw new Error(`changes of the kind "${first.action}" are not grouped`);
  }
}
function commonReason(reason) {
  switch (reason.kind) {
    case "became-list":
      return [noteLine(`${reason.file} is a list now`)];
    case "from-layer":
      return [noteLine(`the layers are ${(0, import_words11.listFirst)(reason.layers)}`)];
    case "left-environment":
      return [noteLine(`the specs live in ${(0, import_words11.listWords)(reason.environments)} only`)];
    default:
      return [];
  }
}
function keysLine(changes, shown, rest = "--verbose lists all") {
  const keys = changes.map(({ key }) => key);
  const more = keys.length > shown ? ` (${rest})` : "";
  return (0, import_text7.hangingLine)(FIELD_INDENT, 2, `${(0, import_words11.listFirst)(keys, shown)}${more}`);
}
function headOf(group, options) {
  const { first, changes } = group;
  const { glyph, style } = glyphOf(first);
  const count = [(0, import_text7.styled)(style, glyph), " ", (0, import_text7.styled)("strong", (0, import_words11.countOf)(changes.length, "monitor")), "  "];
  const list = specOf(first)?.list;
  if (list !== void 0 && isCreate2(first)) {
    const names = (0, import_text7.styled)("strong", list === "" ? "*" : `${list}/*`);
    return {
      spans: [...count, names, "  ", (0, import_text7.styled)(style, labelOf(first)), "  ", (0, import_text7.styled)("faint", specOf(first)?.file ?? "")],
      isWhole: false
    };
  }
  const label = [...count, (0, import_text7.styled)(style, labelOf(first))];
  const [field, ...more] = "fields" in first ? first.fields : [];
  if (field === void 0 || more.length > 0) return { spans: label, isWhole: false };
  const origin = commonOrigin(changes, field);
  const place = origin === null ? [] : ["  ", (0, import_text7.styled)("faint", origin)];
  const line = fieldLine(field, { ...options, width: Number.MAX_SAFE_INTEGER });
  const [, ...words] = line?.spans ?? [];
  const spans = first.action === "update" ? [...count, ...words, ...place] : [...label, "  ", ...words, ...place];
  const isWhole = field.op === "change" && words.length > 0 && widthOf(spans) <= options.width;
  return isWhole ? { spans, isWhole } : { spans: label, isWhole };
}
function isCreate2(change) {
  return change.action === "create" || change.action === "blocked" && change.wanted === "create";
}
function widthOf(spans) {
  return spans.reduce((sum2, span) => sum2 + (0, import_text7.displayWidth)((0, import_escape_terminal3.escapeTerminal)(typeof span === "string" ? span : span.text)), 0);
}
function sumCosts(changes) {
  const specs = changes.flatMap((change) => specOf(change) ?? []);
  const [first] = specs;
  if (first === void 0) throw new Error("a group of new monitors has no specs");
  const sum2 = (count) => specs.reduce((total, spec) => total + count(spec), 0);
  const { paused, estimate } = first;
  return {
    paused,
    estimate: {
      ...estimate,
      creditsPerMonth: sum2((spec) => spec.estimate.creditsPerMonth),
      checksPerMonth: sum2((spec) => spec.estimate.checksPerMonth),
      average: specs.some((spec) => spec.estimate.average)
    }
  };
}
var import_words11, import_escape_terminal3, import_text7, SHOWN_KEYS, SHOWN_LOST;
var init_plan_group_lines = __esm({
  "src/rendering/plan-group-lines.ts"() {
    "use strict";
    import_words11 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_plan_fields();
    init_plan_lines();
    init_plan_origins();
    import_text7 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    SHOWN_KEYS = 5;
    SHOWN_LOST = 20;
  }
});

// src/rendering/plan-sentences.ts
var plan_sentences_exports = {};
__export(plan_sentences_exports, {
  SHOWN_KEYS: () => SHOWN_KEYS2,
  actualSentences: () => actualSentences,
  driftSentences: () => driftSentences,
  emulatorSentence: () => emulatorSentence,
  estimateNotes: () => estimateNotes,
  estimateSentence: () => estimateSentence,
  planSentence: () => planSentence,
  requestSentences: () => requestSentences,
  settingSentences: () => settingSentences
});
function planSentence(summary) {
  const { create, update, replace, delete: deleted, adopt: adopt2, rename, blocked, unresolved, protected: kept, unchanged } = summary;
  if (!hasChanges(summary)) return kept === 0 ? "No changes." : `No changes. ${(0, import_words12.formatNumber)(kept)} protected, without a spec.`;
  const always = [
    [create, "to create"],
    [update, "to update"],
    [replace, "to replace"],
    [deleted, "to delete"]
  ];
  const sometimes = [
    [adopt2, "to adopt"],
    [rename, "to rename"],
    [blocked, "blocked"],
    [unresolved, "unresolved"],
    [kept, "protected"]
  ];
  const counts = [...always, ...sometimes.filter(([count]) => count > 0), [unchanged, "unchanged"]];
  return `Plan: ${counts.map(([count, what]) => `${(0, import_words12.formatNumber)(count)} ${what}`).join(", ")}.`;
}
function emulatorSentence({ emulator }) {
  return emulator === null ? null : `The emulator wrote this state (${emulator}): no real service has these monitors.`;
}
function driftSentences({ drift }) {
  if (drift === 0) return [];
  return [`Drift: ${(0, import_words12.countOf)(drift, "monitor")} ${drift === 1 ? "was" : "were"} changed or deleted outside the repository.`];
}
function settingSentences({ bookkeeping }) {
  return import_sync4.RECORDED_SETTINGS.flatMap((name) => {
    const count = bookkeeping.filter(({ settings }) => !(0, import_value26.isEqualJson)(settings?.before[name] ?? {}, settings?.after[name] ?? {})).length;
    const subject = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return count === 0 ? [] : [`${subject} of ${(0, import_words12.countOf)(count, "monitor")} change in the state; this sends nothing.`];
  });
}
function estimateSentence({ estimate }) {
  const { creditsPerMonth, before, billedBesides, budget } = estimate;
  const limit = budget === void 0 ? "" : `, of a budget of ${(0, import_words12.formatNumber)(budget)}`;
  const [was, will] = [before + billedBesides.before, creditsPerMonth + billedBesides.creditsPerMonth];
  const change = will === was ? "" : ` (now ${(0, import_words12.formatNumber)(was)})`;
  const parts = billedBesides.creditsPerMonth === 0 ? "" : `${(0, import_sentences4.describeParts)(creditsPerMonth, billedBesides.creditsPerMonth)}: `;
  return `Estimate: ${parts}${(0, import_words12.countOf)(will, "credit")} a month after apply${change}${limit}.`;
}
function estimateNotes({ estimate }, show2) {
  const { billedBesides, notIncluded, unchangedPagesFree } = estimate;
  return [
    ...billedBesides.of.length === 0 ? [] : [`The service's estimate leaves out: ${show2(billedBesides.of)}`],
    ...notIncluded.length === 0 ? [] : [`Not included: ${show2(notIncluded)}`],
    ...unchangedPagesFree === true ? ["Unchanged pages are free, as the service says: checks may cost less"] : []
  ];
}
function actualSentences({ estimate }, options) {
  const { actual, budgetBy } = estimate;
  if (actual === void 0) {
    return budgetBy === void 0 ? [] : ['The budget counts the estimate here: "--checks N" reads what was charged.'];
  }
  const { monitors, creditsPerMonth, estimated } = actual;
  if (monitors.length === 0) return ["Charged: unknown, as no monitor has a check with both figures; the estimate counts for all."];
  const checks = monitors.reduce((sum2, one) => sum2 + one.checks, 0);
  const [oldest] = monitors.flatMap(({ since }) => since === null ? [] : [since]).sort();
  const age = oldest === void 0 ? "" : ` since ${(0, import_local_time3.showTime)(oldest, options)}`;
  const rest = estimated === 0 ? "" : `, with the estimate for ${(0, import_words12.formatNumber)(estimated)} that are new, edited or unknown`;
  const held = budgetBy === void 0 ? "" : " The budget counts this figure.";
  return [
    `Charged: about ${(0, import_words12.countOf)(creditsPerMonth, "credit")} a month, by ${(0, import_words12.countOf)(checks, "check")} of ${(0, import_words12.countOf)(monitors.length, "monitor")}${age}${rest}.${held}`,
    "Some plans do not charge unchanged pages."
  ];
}
function requestSentences({ requests, changes }) {
  if (requests === 0) return [];
  const writes = changes.reduce((sum2, change) => sum2 + countWrites(change), 0);
  const sending = `Apply sends ${(0, import_words12.countOf)(requests, "request")}`;
  if (writes < 2) return [`${sending}.`];
  const limited = writes === requests ? "" : ` (${(0, import_words12.formatNumber)(writes)} creates and updates)`;
  const longest = (0, import_sentences4.formatDuration)(writes / SLOWEST_RATE * 6e4);
  return [`${sending}${limited}: up to ${longest} at ${SLOWEST_RATE} a minute, the lowest known rate limit.`];
}
function hasChanges(summary) {
  return Object.entries(summary).some(([name, count]) => name !== "unchanged" && name !== "protected" && count > 0);
}
var import_words12, import_value26, import_sync4, import_local_time3, import_sentences4, SHOWN_KEYS2, SLOWEST_RATE;
var init_plan_sentences = __esm({
  "src/rendering/plan-sentences.ts"() {
    "use strict";
    import_words12 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_value26 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_change_facts();
    import_sync4 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_local_time3 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences4 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    SHOWN_KEYS2 = 10;
    SLOWEST_RATE = 2;
  }
});

// src/features/plan/details.ts
function detailSection(group, view, limits) {
  const { first, changes } = group;
  const { glyph } = glyphOf(first);
  const isOne = changes.length === 1;
  const rows = isOne ? detailRows(first, view, limits) : groupRows(group, limits);
  const who = isOne ? (0, import_escape_markdown.htmlCode)(first.key) : (0, import_words13.countOf)(changes.length, "monitor");
  return `<details><summary>${glyph} ${who} ${labelOf(first)}</summary>

${(0, import_escape_markdown.fencedBlock)(rows, "diff")}

</details>`;
}
function hiddenRow({ first, changes }, { rows, rest }) {
  if (first.action !== "create" || changes.length <= rows) return null;
  const hidden = changes.slice(rows).filter(isCreate3);
  const places = /* @__PURE__ */ new Map();
  let cells = 0;
  for (const change of hidden) {
    for (const field of listOwn(change, first)) {
      cells += 1;
      const place = originOf(change.after, { ...field, path: firstLeaf(field.path, field.after) });
      if (place === null) continue;
      const known = places.get(place.file);
      places.set(place.file, { from: Math.min(place.line, known?.from ?? place.line), to: Math.max(place.line, known?.to ?? place.line) });
    }
  }
  const stand = [...places].map(([file, { from, to }]) => from === to ? `${file} line ${from}` : `${file} lines ${from} to ${to}`);
  const where = stand.length === 0 ? "" : `, in ${(0, import_words13.listFirst)(stand)}`;
  return `  not shown here: ${(0, import_words13.countOf)(cells, "cell")} of ${(0, import_words13.countOf)(hidden.length, "monitor")}${where}; ${rest}`;
}
function firstLeaf(path, value) {
  if (typeof value !== "object" || value === null) return path;
  const [first] = Object.entries(value);
  return first === void 0 ? path : firstLeaf(`${path}${(0, import_pointer4.toPointer)([first[0]])}`, first[1]);
}
function groupRows(group, limits) {
  const { first, changes } = group;
  const options = { ...DETAIL_OPTIONS, limitsAt: limitsOfChange(first, limits) };
  const body = groupBody(group, false, options).map(diffRow);
  if (first.action !== "create") return [...body, diffRow(keysLine(changes, limits.keys, limits.rest))];
  const shown = changes.slice(0, limits.rows).filter(isCreate3);
  const others = shown.slice(1).flatMap((change) => [`${change.key}, where it differs:`, ...ownRows(change, first, limits)]);
  const more = changes.length - shown.length;
  return [
    ...body,
    `${first.key}:`,
    ...valueRowsOf(first, first.fields, limits),
    ...others,
    ...more === 0 ? [] : [`and ${(0, import_words13.countOf)(more, "more monitor")}; ${limits.rest}`]
  ];
}
function isCreate3(change) {
  return change.action === "create";
}
function ownRows(change, first, limits) {
  const rows = valueRowsOf(change, listOwn(change, first), limits);
  return rows.length === 0 ? ["  (nothing but its key)"] : rows;
}
function listOwn({ fields }, first) {
  const known = new Map(first.fields.map((field) => [field.path, field]));
  const paths = new Set(fields.map(({ path }) => path));
  const own = fields.filter(({ path, after }) => !(0, import_value27.isEqualJson)(known.get(path)?.after ?? null, after ?? null));
  const lacking = first.fields.flatMap(
    ({ path, after, sensitive }) => paths.has(path) || after === void 0 ? [] : [{ path, op: "remove", before: after, sensitive }]
  );
  return [...own, ...lacking];
}
function valueRowsOf(change, fields, limits) {
  return fieldLines(fields, "difference", { ...DETAIL_OPTIONS, limitsAt: limitsOfChange(change, limits) }).map(
    (line, index, all) => continueSign(diffRow(line), all.slice(0, index + 1))
  );
}
function detailRows(change, view, limits) {
  const options = { ...DETAIL_OPTIONS, limitsAt: limitsOfChange(change, limits) };
  const lines = changeLines(change, view, options).slice(1);
  const added = change.action === "create" ? fieldLines(change.fields, "whole", options).length : 0;
  return lines.map((line, index) => index < added ? diffRow(line).replace(/^ /, "+") : diffRow(line));
}
function continueSign(row, lines) {
  if (!row.startsWith(" ")) return row;
  const sign = lines.map(textOf2).findLast((text) => /^[+-] /.test(text))?.[0] ?? " ";
  return `${sign}${row.slice(1)}`;
}
function limitsOfChange(change, { characters, lines, rest }) {
  return (path) => ({
    rows: lines,
    characters,
    breakAt: BREAK_AT,
    rest: () => {
      const place = originOf(specOf(change), { path, op: "change", sensitive: false });
      return place === null ? rest : `${place.file}:${place.line}; ${rest}`;
    }
  });
}
function diffRow(line) {
  const text = textOf2(line);
  const margin = " ".repeat(Math.max(0, line.indent - 4));
  const sign = /^([+-]|->) /.exec(text)?.[1];
  if (sign === "+" || sign === "-") return `${sign} ${margin}${text.slice(2)}`;
  if (text.startsWith("~ ")) return `! ${margin}${text.slice(2)}`;
  return `  ${margin}${text}`;
}
function textOf2({ spans }) {
  return spans.map((span) => typeof span === "string" ? span : span.text).join("");
}
var import_words13, import_pointer4, import_value27, import_escape_markdown, BREAK_AT, DETAIL_OPTIONS;
var init_details = __esm({
  "src/features/plan/details.ts"() {
    "use strict";
    import_words13 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_pointer4 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value27 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_escape_markdown = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    init_plan_fields();
    init_plan_group_lines();
    init_plan_lines();
    init_plan_origins();
    BREAK_AT = 160;
    DETAIL_OPTIONS = { color: false, width: 120, verbosity: "normal" };
  }
});

// src/features/plan/reach.ts
function listReach({ bookkeeping }, groups) {
  const changes = groups.flatMap((group) => group.changes);
  const added = changes.flatMap(listAdded);
  const lost = groups.flatMap((group) => group.changes.length > 1 ? group.changes : []);
  const unprotected = [
    ...bookkeeping.flatMap(({ key, losesProtection: losesProtection2 }) => losesProtection2 === true ? [key] : []),
    ...changes.flatMap((change) => change.action === "update" && change.before.protect && !(0, import_sync5.isProtected)(change.after) ? [change.key] : [])
  ];
  return [
    ...countEqual("watches", added, "pages", "URL"),
    ...countEqual("webhook to", added, "webhooks", "monitor"),
    ...countEqual("mails", added, "recipients", "monitor"),
    ...countEqual("posts to", added, "channels", "monitor"),
    ...lost.flatMap(({ action, key }) => {
      if (action === "delete") return [{ what: "deletes", whom: key, count: "" }];
      return action === "replace" ? [{ what: "replaces", whom: key, count: "" }] : [];
    }),
    ...unprotected.sort().map((key) => ({ what: "unprotects", whom: key, count: "" }))
  ];
}
function reachRow({ what, whom, count }) {
  return `${what.padEnd(11)}${whom}${count === "" ? "" : ` (${count})`}`;
}
function listAdded(change) {
  switch (change.action) {
    case "create":
    case "replace":
    case "adopt":
      return [listAddresses(change.after.body())];
    case "update":
      return [without(listAddresses(pick2(change.after.body(), Object.keys(change.patch))), listAddresses(change.present))];
    default:
      return [];
  }
}
function pick2(body, members) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)));
}
function without(now, then) {
  const added = (name) => now[name].filter((one) => !then[name].includes(one));
  return { pages: added("pages"), webhooks: added("webhooks"), recipients: added("recipients"), channels: added("channels") };
}
function listAddresses(body) {
  const notification = (0, import_member10.member)(body, "notification");
  const slack = (0, import_value28.property)(notification, "slack");
  const channel = [(0, import_value28.property)(slack, "channelName"), (0, import_value28.property)(slack, "channelId")].filter(isText).join(" ");
  return {
    pages: listItems((0, import_member10.member)(body, "targets")).flatMap((target) => texts([(0, import_member10.member)(target, "url"), ...listItems((0, import_member10.member)(target, "urls"))])),
    webhooks: texts([(0, import_member10.member)((0, import_member10.member)(body, "webhook"), "url")]),
    recipients: texts(listItems((0, import_member10.member)((0, import_member10.member)(notification, "email"), "recipients"))),
    channels: channel === "" ? [] : [channel]
  };
}
function listItems(value) {
  return Array.isArray(value) ? value : [];
}
function texts(values) {
  return values.filter(isText);
}
function isText(value) {
  return typeof value === "string";
}
function countEqual(what, added, name, unit) {
  const counts = /* @__PURE__ */ new Map();
  for (const addresses of added) {
    for (const address of addresses[name]) {
      const { id, shown } = name === "pages" || name === "webhooks" ? nameOrigin(address) : { id: address, shown: address };
      const known = counts.get(id) ?? { whom: shown, count: 0 };
      known.count += 1;
      counts.set(id, known);
    }
  }
  const sorted2 = [...counts.values()].sort((a, b) => a.whom < b.whom ? -1 : a.whom > b.whom ? 1 : 0);
  return sorted2.map(({ whom, count }) => ({ what, whom, count: (0, import_words14.countOf)(count, unit) }));
}
function nameOrigin(address) {
  const { id, shown } = (0, import_origin2.originOf)(address);
  if (shown === id || !address.includes("${")) return { id, shown };
  const names = (0, import_references4.splitReferences)(address, "everything").flatMap((part) => part.kind === "reference" ? [part.source] : []);
  return { id, shown: names.length === 0 || names.includes(shown) ? shown : `${shown}: ${names.join(", ")}` };
}
var import_words14, import_value28, import_origin2, import_references4, import_member10, import_sync5;
var init_reach = __esm({
  "src/features/plan/reach.ts"() {
    "use strict";
    import_words14 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_value28 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_origin2 = askBundle("./monitors.cjs", "src/core/secrets/origin.ts");
    import_references4 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_member10 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_sync5 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
  }
});

// src/features/plan/markdown.ts
var markdown_exports = {};
__export(markdown_exports, {
  renderPlanMarkdown: () => renderPlanMarkdown
});
function renderPlanMarkdown(plan, findings = [], options = {}) {
  const { rest = "monitors plan --verbose shows all" } = options;
  if (options.values === "everything")
    return renderWithin(plan, findings, options, { rows: ALL, keys: ALL, characters: ALL, lines: ALL, rest });
  const limits = { rows: REVIEWED_ROWS, keys: REVIEWED_KEYS, characters: REVIEWED_CHARACTERS, lines: ALL, rest };
  const whole = renderWithin(plan, findings, options, limits);
  return whole.complete ? whole : renderWithin(plan, findings, options, { ...limits, lines: REVIEWED_ROWS });
}
function renderWithin(plan, findings, { limit = COMMENT_LIMIT, unmanaged = "counted" }, limits) {
  const warnings = [...findings, ...listPlanFindings(plan)].sort(import_diagnostic11.compareDiagnostics);
  const view = viewPlan(plan);
  const groups = groupChanges(view.listed);
  const reasons = reasonSection(view, Math.floor(limit / 4));
  const start = limit - headSection(plan, CUT_NOTE_SAMPLE).length - lengthOf(reasons) - 3 * SECTION_FRAME;
  const reach = listReach(plan, groups);
  const shownReach = takeWithin(reach, reachRow, start);
  const room = start - lengthOf(shownReach);
  const shownRows = takeWithin(groups, (group) => overviewRow(group, limits), Math.floor(room / 2));
  const shownWarnings = takeWithin(warnings, findingRow, Math.floor((room - lengthOf(shownRows)) / 2));
  const left = room - lengthOf(shownRows) - lengthOf(shownWarnings);
  const shownDetails = takeWithin(groups, (group) => detailSection(group, view, limits), left);
  const cut = [
    ...cutCount(reach.length - shownReach.length, "address or loss", "not listed", "addresses or losses"),
    ...cutCount(countChanges2(groups.slice(shownRows.length)), "change", "not listed"),
    ...cutCount(warnings.length - shownWarnings.length, "warning", "not listed"),
    ...cutCount(countChanges2(groups.slice(shownDetails.length)), "change", "without details")
  ];
  const sections = [
    headSection(plan, cut),
    ...shownRows.length === 0 ? [] : [
      (0, import_escape_markdown2.fencedBlock)(
        shownRows.flatMap((row) => row.split(ROW_END)),
        "diff"
      )
    ],
    ...reachSection(shownReach),
    ...reasons,
    ...shownWarnings.length === 0 ? [] : [`Warnings:

${(0, import_escape_markdown2.fencedBlock)(shownWarnings, "text")}`],
    ...shownDetails
  ];
  if (unmanaged === "listed") sections.push(...unmanagedSection(plan, limit - lengthOf(sections)));
  return { text: `${sections.join("\n\n")}
`, complete: cut.length === 0 };
}
function reachSection(rows) {
  if (rows.length === 0) return [];
  const title = "Where it goes, and what ends";
  const block3 = (0, import_escape_markdown2.fencedBlock)(rows, "text");
  if (rows.length <= OPEN_LINES) return [`${title}:

${block3}`];
  return [`<details open><summary>${title}: ${(0, import_words15.countOf)(rows.length, "line")}</summary>

${block3}

</details>`];
}
function headSection(plan, cut) {
  const facts = [
    `project ${(0, import_escape_markdown2.codeSpan)(plan.project)}, environment ${(0, import_escape_markdown2.codeSpan)(plan.environment)}`,
    ...plan.only === null ? [] : [`only ${(0, import_words15.listFirst)(plan.only.map(import_escape_markdown2.codeSpan), SHOWN_KEYS2)}`],
    ...driftSentences(plan.summary),
    ...settingSentences(plan),
    estimateSentence(plan),
    ...actualSentences(plan, {}),
    ...estimateNotes(plan, (words) => words.map(import_escape_markdown2.codeSpan).join(", ")),
    ...requestSentences(plan),
    ...serviceFacts(plan),
    `plan digest ${(0, import_escape_markdown2.codeSpan)(plan.digest)}`
  ];
  const note = `> **This plan is cut: ${cut.join(", ")}.** Do not approve it from this text alone: \`monitors plan\` shows all of it.`;
  const emulator = emulatorSentence(plan);
  const trial = emulator === null ? [] : [`> **${emulator}**`];
  return [
    `### ${planSentence(plan.summary)}`,
    ...trial,
    ...cut.length === 0 ? [] : [note],
    facts.map((fact) => `- ${fact}`).join("\n")
  ].join("\n\n");
}
function reasonSection({ shared, folders }, room) {
  if (shared.length === 0 && folders.length === 0) return [];
  const fitting = takeWithin(folders, (group) => folderRows(group).join("\n"), room).length;
  const moved = folders.slice(0, fitting).flatMap(folderRows);
  const rest = folders.length - fitting;
  const more = rest === 0 ? [] : [`! ${(0, import_words15.countOf)(rest, "more folder")} may have moved`];
  const rows = shared.flatMap(({ message, waysOut }) => [`! ${message}`, ...waysOut.map((way) => `  -> ${way}`)]);
  return [`Held back:

${(0, import_escape_markdown2.fencedBlock)([...moved, ...more, ...rows], "text")}`];
}
function folderRows(group) {
  const pairs = showPairs(group, "first").map((pair) => `  ${pair}`);
  return [`! ${group.title}: ${FOLDER_REASON}`, ...pairs, ...group.waysOut.map((way) => `  -> ${way}`)];
}
function unmanagedSection({ unmanaged }, room) {
  const rows = takeWithin(unmanaged, (monitor) => (0, import_escape_terminal4.escapeTerminal)(describeUnmanaged(monitor, DETAIL_OPTIONS)), room - SECTION_FRAME);
  const rest = unmanaged.length - rows.length;
  if (rows.length === 0) return [];
  const more = rest === 0 ? [] : [`and ${(0, import_words15.formatNumber)(rest)} more`];
  return [`<details><summary>Unmanaged monitors (never changed)</summary>

${(0, import_escape_markdown2.fencedBlock)([...rows, ...more], "text")}

</details>`];
}
function serviceFacts(plan) {
  const others = unmanagedSentence(plan);
  const prices = plan.estimateDifferences;
  return [
    ...others === null ? [] : [`${others}.`],
    ...prices.length === 0 ? [] : [
      `Prices in the service that differ from its price list: ${(0, import_words15.listFirst)(prices.map((price) => (0, import_escape_markdown2.codeSpan)(describePrice(price))))}. Why: ${listPriceReasons(prices).join("; ")}`
    ]
  ];
}
function overviewRow(group, limits) {
  const { first, changes } = group;
  if (changes.length > 1) return [groupRow(group, DETAIL_OPTIONS), hiddenRow(group, limits) ?? []].flat().join(ROW_END);
  const { glyph } = glyphOf(first);
  const place = placeOf4(first);
  return `${glyph} ${first.key}  ${labelOf(first)}${place === null ? "" : `  ${place}`}`;
}
function findingRow(finding) {
  const place = (0, import_finding2.placeText)(finding);
  const hint = finding.hint === void 0 ? "" : ` (${finding.hint})`;
  return `${place === "" ? "" : `${place}  `}${finding.code}  ${(0, import_finding2.sayFinding)(finding)}${hint}`;
}
function takeWithin(items, render, room) {
  const taken = [];
  let used = 0;
  for (const item of items) {
    const part = render(item);
    used += part.length + 2;
    if (used > room) break;
    taken.push(part);
  }
  return taken;
}
function countChanges2(groups) {
  return groups.reduce((sum2, { changes }) => sum2 + changes.length, 0);
}
function lengthOf(parts) {
  return parts.reduce((sum2, part) => sum2 + part.length + 2, 0);
}
function cutCount(count, noun, words, plural) {
  return count === 0 ? [] : [`${(0, import_words15.countOf)(count, noun, plural)} ${words}`];
}
var import_words15, import_diagnostic11, import_escape_markdown2, import_escape_terminal4, import_finding2, COMMENT_LIMIT, REVIEWED_ROWS, REVIEWED_KEYS, REVIEWED_CHARACTERS, ALL, OPEN_LINES, SECTION_FRAME, CUT_NOTE_SAMPLE, ROW_END;
var init_markdown = __esm({
  "src/features/plan/markdown.ts"() {
    "use strict";
    import_words15 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic11 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    init_groups();
    import_escape_markdown2 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_finding2 = askBundle("./check.cjs", "src/rendering/finding.ts");
    init_folder_moves();
    init_plan_group_lines();
    init_plan_lines();
    init_plan_sentences();
    init_plan_service();
    init_details();
    init_findings2();
    init_reach();
    COMMENT_LIMIT = 65536 - 1536;
    REVIEWED_ROWS = 20;
    REVIEWED_KEYS = 50;
    REVIEWED_CHARACTERS = 4e3;
    ALL = Number.POSITIVE_INFINITY;
    OPEN_LINES = 30;
    SECTION_FRAME = 200;
    CUT_NOTE_SAMPLE = [
      "1,000,000 addresses or losses not listed",
      "1,000,000 changes not listed",
      "1,000,000 warnings not listed",
      "1,000,000 changes without details"
    ];
    ROW_END = "\0";
  }
});

// src/features/plan/text.ts
function renderPlanText(plan, options, unmanaged = "counted") {
  const gap = options.verbosity === "quiet" ? [] : [import_text8.BLANK];
  const view = viewPlan(plan);
  const emulator = emulatorSentence(plan);
  const head = emulator === null ? [] : [(0, import_text8.proseLine)(0, (0, import_text8.styled)("warning", emulator)), ...gap];
  const folders = view.folders.flatMap((group) => [...folderLines(group, options), ...gap]);
  const blocks = groupChanges(view.listed).flatMap((group) => [...groupLines(group, view, options), ...gap]);
  const shared = options.verbosity === "quiet" ? [] : view.shared.flatMap((reason) => [...sharedLines(reason, options), import_text8.BLANK]);
  return (0, import_text8.printText)(
    [...head, ...blocks, ...folders, ...shared, ...serviceLines(plan, unmanaged, options), ...footerLines(plan, unmanaged, options)],
    options
  );
}
function footerLines(plan, unmanaged, options) {
  const scope = plan.only === null ? [] : [
    (0, import_text8.proseLine)(
      0,
      `Limited to ${(0, import_words16.listFirst)(
        plan.only.map((key) => `"${key}"`),
        SHOWN_KEYS2
      )}.`
    )
  ];
  const others = unmanaged === "listed" ? null : unmanagedSentence(plan);
  const rest = [
    ...driftSentences(plan.summary),
    ...settingSentences(plan),
    estimateSentence(plan),
    ...actualSentences(plan, options),
    ...estimateNotes(plan, import_words16.listWords).map((note) => `${note}.`),
    ...requestSentences(plan),
    ...others === null ? [] : [`${others}; list ${plan.unmanaged.length === 1 ? "it" : "them"} with --show-unmanaged.`]
  ];
  const isNamed = plan.approval !== void 0 && options.verbosity !== "quiet";
  return [
    (0, import_text8.dataLine)(0, (0, import_text8.styled)("strong", planSentence(plan.summary))),
    ...scope,
    ...rest.map((sentence) => (0, import_text8.proseLine)(0, sentence)),
    ...isNamed ? [(0, import_text8.dataLine)(0, `Approval: ${plan.approval}`)] : []
  ];
}
var import_words16, import_text8;
var init_text = __esm({
  "src/features/plan/text.ts"() {
    "use strict";
    import_words16 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_groups();
    init_plan_group_lines();
    init_plan_lines();
    init_plan_sentences();
    init_plan_service();
    import_text8 = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/features/plan/formats.ts
var formats_exports = {};
__export(formats_exports, {
  renderPlan: () => renderPlan
});
function renderPlan(plan, format, options, findings = [], unmanaged = "counted") {
  switch (format) {
    case "text":
      return renderPlanText(plan, options, unmanaged);
    case "json":
      return (0, import_escape_json2.renderJson)(toPlanDocument(plan, findings));
    case "markdown":
      return renderPlanMarkdown(plan, findings, { unmanaged }).text;
    case "gitlab":
      return renderPlanGitlab(plan);
  }
}
var import_escape_json2;
var init_formats = __esm({
  "src/features/plan/formats.ts"() {
    "use strict";
    import_escape_json2 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    init_document();
    init_gitlab();
    init_markdown();
    init_text();
  }
});

// src/project/refresh.ts
var refresh_exports = {};
__export(refresh_exports, {
  readWholeList: () => readWholeList
});
async function readWholeList(reader, options) {
  const { world } = reader;
  const { recorded, lookupMs, onWait, onEnd = () => {
  } } = options;
  const start = world.monotonic();
  let now = world.now();
  try {
    for (let round = 0; ; round++) {
      const elapsed = world.monotonic() - start;
      const { live, serverTime } = await readOnce(reader, options);
      if (round === 0) now = Math.min(now, serverTime ?? now);
      const missing = [...recorded].filter(({ id }) => !live.monitors.has(id));
      const youths = missing.map(({ createdAt }) => lookupTimeLeft(createdAt, now, lookupMs) - elapsed).filter((left) => left > 0);
      if (youths.length === 0) return live;
      const leftMs = Math.max(...youths);
      onWait?.(youths.length, leftMs);
      await reader.wait(waitBeforeLook(round, leftMs));
      (0, import_interruption.refuseInterrupted)(reader);
    }
  } finally {
    onEnd();
  }
}
async function readOnce(reader, { lineage, fields, onMonitor, onClock, ...progress }) {
  const keep = (live) => {
    onMonitor?.(live);
    return toLiveView(readInClear(live), lineage, fields, live.hide);
  };
  const { monitors, serverTime } = await reader.list(keep, progress);
  if (serverTime !== null) onClock?.(serverTime);
  const views = monitors.filter((view) => view !== null);
  return { live: { monitors: new Map(views.map((view) => [view.id, view])) }, serverTime };
}
var import_interruption;
var init_refresh = __esm({
  "src/project/refresh.ts"() {
    "use strict";
    init_read_monitor();
    import_interruption = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    init_live();
  }
});

// src/project/rendered-environments.ts
var rendered_environments_exports = {};
__export(rendered_environments_exports, {
  renderEnvironments: () => renderEnvironments
});
function renderEnvironments(place, others) {
  const { project, environment: own, environments } = place.settings;
  const isDeclared = (other) => other.project === project && environments?.has(other.environment) === true;
  const present = new Set(others.filter(isDeclared).map(({ environment }) => environment));
  const absent = [...environments?.keys() ?? []].filter((environment) => environment !== own && !present.has(environment));
  const unseen = absent.map((environment) => ({ project, environment, targetIds: /* @__PURE__ */ new Set(), monitorIds: /* @__PURE__ */ new Set() }));
  return [...others, ...unseen].map((other) => {
    if (!isDeclared(other)) return other;
    let desired;
    const render = () => {
      desired ??= renderFor(place, other.environment);
      return desired;
    };
    return { ...other, desired: render };
  });
}
function renderFor(place, environment) {
  try {
    return (0, import_check.checkWorkspace)({ ...place, settings: (0, import_settings.settingsIn)(place.settings, environment) }).checked.monitors;
  } catch (error) {
    if (error instanceof import_user_error.UserError) return [];
    throw error;
  }
}
var import_settings, import_user_error, import_check;
var init_rendered_environments = __esm({
  "src/project/rendered-environments.ts"() {
    "use strict";
    import_settings = askBundle("./check.cjs", "src/core/config/settings.ts");
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_check = askBundle("./check.cjs", "src/project/check.ts");
  }
});

// src/core/apply/patience.ts
var import_interruption2, AT_ONCE, MOST_WAITS, Patience;
var init_patience = __esm({
  "src/core/apply/patience.ts"() {
    "use strict";
    init_retry();
    import_interruption2 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    init_concurrency();
    AT_ONCE = 8;
    MOST_WAITS = 30;
    Patience = class {
      #options;
      #slots = new Semaphore(AT_ONCE);
      #resumeAt = 0;
      constructor(options) {
        this.#options = options;
      }
      /**
       * Asks until `judge` lets an outcome stand; with it, the number of requests. Throws `Interrupted` only where no request is under
       * way and the last one may be repeated.
       */
      ask(request, judge) {
        return this.#slots.run(() => this.#ask(request, judge));
      }
      /** Waits. Throws `Interrupted` where the run is to end. */
      async pause(ms) {
        const { world, watchInterruption } = this.#options;
        const interruption = watchInterruption();
        if (ms > 0) await world.sleep(ms, interruption).catch(() => void 0);
        (0, import_interruption2.refuseInterrupted)({ interruption });
      }
      async #ask(request, judge) {
        const { world, retryBaseMs } = this.#options;
        const policy = retryPolicy(retryBaseMs, "stop");
        let attempt2 = 1;
        let waits = 0;
        for (let requests = 1; ; requests++) {
          await this.pause(this.#resumeAt - world.monotonic());
          const outcome = await request();
          const decision = judge(outcome, waits >= MOST_WAITS ? policy.attempts : attempt2, policy, waits + 1, world.random);
          if (decision?.kind !== "retry") return { outcome, requests };
          if (decision.everyone) {
            waits++;
            this.#resumeAt = Math.max(this.#resumeAt, world.monotonic() + decision.waitMs);
          } else {
            attempt2++;
            await this.pause(decision.waitMs);
          }
        }
      }
    };
  }
});

// src/project/service-reader.ts
var service_reader_exports = {};
__export(service_reader_exports, {
  CheckReader: () => CheckReader,
  ServiceReader: () => ServiceReader,
  refuseRead: () => refuseRead,
  withChecks: () => withChecks,
  withService: () => withService
});
function sizeOf(diff2) {
  return diff2 === null ? 0 : (diff2.text?.length ?? 0) + (diff2.fields.length === 0 ? 0 : JSON.stringify(diff2.fields).length);
}
function lackOf(failure) {
  if (failure.notOffered !== true) throw refuseRead(failure, "read checks");
  return failure.message;
}
function refuseRead(failure, what) {
  if (failure.notOffered === true && failure.status !== 403) {
    return new import_user_error2.UserError(
      "live/not-offered",
      failure.message,
      'validate, plan without --refresh and creating monitors still work; check MONITORS_BASE_URL, or set "service: {operations: create}"'
    );
  }
  return new import_user_error2.UserError("live/not-read", `could not ${what}: ${failure.message}`, hintFor(failure));
}
function hintFor({ status, kind }) {
  if (status === 401) return "check MONITORS_API_KEY: it is missing, mistyped or revoked";
  if (status === 403) {
    return "MONITORS_API_KEY probably lacks a permission: use a key that may read monitors; validate and plan without --refresh need none";
  }
  if (kind === "http" && status !== void 0 && status >= 500) return "wait until the service works again, then repeat the command";
  return "check MONITORS_BASE_URL, the network and HTTPS_PROXY, then repeat the command";
}
async function withService(project, view, act) {
  return actOn(new ServiceReader(await project.connect([]), project), project, view, act);
}
async function withChecks(project, view, act) {
  return actOn(new CheckReader(await project.observe(), project), project, view, act);
}
async function actOn(reader, project, view, act) {
  const { service } = reader;
  try {
    if (view !== null) project.checkOrigin(view, service.origin);
    return await act(reader);
  } finally {
    await service.close();
  }
}
var import_interruption3, import_user_error2, MOST_PAGES, LARGEST_PART, SOME_PAGES, MOST_PARTS, MOST_DIFF_TEXT, ServiceReader, CheckReader, endless;
var init_service_reader = __esm({
  "src/project/service-reader.ts"() {
    "use strict";
    init_list_monitors();
    init_retry();
    init_find_created();
    init_patience();
    import_interruption3 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    MOST_PAGES = 1e4;
    LARGEST_PART = 100;
    SOME_PAGES = 25;
    MOST_PARTS = 1e3;
    MOST_DIFF_TEXT = 32 * 1024 * 1024;
    ServiceReader = class {
      service;
      world;
      policy;
      #watchInterruption;
      constructor(service, { world, retryBaseMs, watchInterruption }) {
        this.service = service;
        this.world = world;
        this.policy = retryPolicy(retryBaseMs);
        this.#watchInterruption = watchInterruption;
      }
      /** Aborted by a signal: from the first call on, that ends the run in good order. */
      get interruption() {
        return this.#watchInterruption();
      }
      /** Waits until the time is over or the run is to end. */
      async wait(ms) {
        await this.world.sleep(ms, this.interruption).catch(() => void 0);
      }
      /**
       * Reads the whole list and keeps what `keep` makes of each monitor. Throws `UserError` where the service has no list or does not
       * answer, `Interrupted` where the run is to end.
       */
      async list(keep, { onPage } = {}) {
        const options = { ...this.#limits(), onMonitor: keep, ...onPage === void 0 ? {} : { onPage } };
        const outcome = await listAllMonitors(this.service, options);
        (0, import_interruption3.refuseInterrupted)(this);
        if (outcome.kind === "failed") throw refuseRead(outcome.failure, "read its list of monitors");
        return { monitors: outcome.value.monitors, serverTime: outcome.serverTime };
      }
      /** Looks for monitors in the whole list once. Throws nothing: a look that fails may be repeated. */
      look(isWanted) {
        return lookForMonitors(this.service, isWanted, this.#limits());
      }
      /** Reads one monitor alone; null where the service has none with that id. Throws `Interrupted` where the run is to end. */
      async one(id) {
        for (let attempt2 = 1; ; attempt2++) {
          const outcome = await this.service.getMonitor(id, this.interruption);
          (0, import_interruption3.refuseInterrupted)(this);
          if (outcome.kind === "read") return outcome.value?.status === "deleted" ? { ...outcome, value: null } : outcome;
          const decision = decideReadRetry(outcome, attempt2, this.policy, attempt2, this.world.random);
          if (decision.kind !== "retry") return outcome;
          await this.wait(decision.waitMs);
        }
      }
      #limits() {
        return { world: this.world, policy: this.policy, signal: this.interruption };
      }
    };
    CheckReader = class extends ServiceReader {
      /** Paces other requests of the run as well. */
      patience;
      constructor(service, pace) {
        super(service, pace);
        this.patience = new Patience(pace);
      }
      /**
       * Reads something of each item, several at once, but the first one alone: where the service does not offer it, nothing else is asked.
       * `lack` says so, in a sentence; any other failure is thrown as a `UserError`.
       */
      async each(items, read2, onRead) {
        const found = /* @__PURE__ */ new Map();
        let lack = null;
        let done = 0;
        const readOne = async (item) => {
          if (lack !== null) return;
          const outcome = await read2(item);
          if (outcome.kind === "failed") lack = lackOf(outcome.failure);
          else if (outcome.value !== null) found.set(item, outcome.value);
          onRead?.(++done, items.length);
        };
        const [first, ...others] = items;
        if (first !== void 0) await readOne(first);
        await Promise.all(others.map(readOne));
        return { found, lack };
      }
      /** The newest checks of a monitor, newest first; null where the service has no such monitor. */
      async checks(id, most) {
        const read2 = await this.checksUntil(id, most, (checks) => checks.length >= most);
        return read2.kind === "failed" ? read2 : { ...read2, value: read2.value?.checks ?? null };
      }
      /**
       * The newest checks of a monitor, newest first, until `isEnough` of those that were read; null where the service has no such monitor.
       * The first request asks for `size` of them.
       */
      async checksUntil(id, size, isEnough) {
        const { service, interruption } = this;
        const checks = [];
        for (; ; ) {
          const limit = Math.min(LARGEST_PART, size > checks.length ? size - checks.length : LARGEST_PART);
          const page = await this.#read(() => service.listChecks(id, { limit, offset: checks.length }, interruption));
          if (page.kind === "failed") return page;
          if (page.value === null) return { ...page, value: null };
          checks.push(...page.value.slice(0, limit));
          const isWhole = page.value.length < limit;
          if (isWhole || isEnough(checks)) return { ...page, value: { checks, isWhole } };
        }
      }
      /** A monitor as the service shows it; null where it has none with that id. */
      monitor(id) {
        const { service, interruption } = this;
        return this.#read(() => service.getMonitor(id, interruption));
      }
      /** A check, without its pages; null where the service has no such monitor or check. */
      async check(id, checkId) {
        const { service, interruption } = this;
        const part = await this.#read(() => service.readCheck(id, checkId, { limit: 1, skip: 0, status: "changed" }, interruption));
        return part.kind === "read" ? { ...part, value: part.value?.check ?? null } : part;
      }
      /** Some pages of a check that could not be read; null where the service has no such monitor or check. */
      async someErrors(id, checkId) {
        const { service, interruption } = this;
        const part = await this.#read(() => service.readCheck(id, checkId, { limit: SOME_PAGES, skip: 0, status: "error" }, interruption));
        if (part.kind === "failed" || part.value === null) return part.kind === "failed" ? part : { ...part, value: null };
        return { ...part, value: part.value.pages.filter(({ status }) => status === "error") };
      }
      /** The pages of a check, of one status or of all; null where the service has no such monitor or check. */
      async pages(id, checkId, status) {
        const { service, interruption } = this;
        const pages = [];
        let limit = LARGEST_PART;
        let size = 0;
        for (let skip = 0, parts = 1; ; parts++) {
          const query = { limit, skip, ...status === void 0 ? {} : { status } };
          const part = await this.#read(() => service.readCheck(id, checkId, query, interruption));
          if (part.kind === "failed") {
            if (part.failure.code !== "TOO_LARGE" || limit === 1) return part;
            limit = Math.ceil(limit / 4);
            continue;
          }
          if (part.value === null) return { ...part, value: null };
          pages.push(...part.value.pages);
          size += part.value.pages.reduce((sum2, { diff: diff2 }) => sum2 + sizeOf(diff2), 0);
          const { nextSkip } = part.value;
          const isEnough = pages.length >= MOST_PAGES || size >= MOST_DIFF_TEXT || parts >= MOST_PARTS;
          if (nextSkip === null || isEnough) return { ...part, value: { pages, isWhole: nextSkip === null } };
          if (nextSkip <= skip) return { kind: "failed", failure: endless };
          skip = nextSkip;
        }
      }
      /** The credits of the key's team; null where the service has nothing to say. */
      credits() {
        const { service, interruption } = this;
        return this.#read(() => service.readCredits(interruption));
      }
      async #read(ask) {
        const { outcome } = await this.patience.ask(
          ask,
          (read2, ...rest) => read2.kind === "read" ? null : decideReadRetry(read2, ...rest)
        );
        (0, import_interruption3.refuseInterrupted)(this);
        return outcome;
      }
    };
    endless = { kind: "body", code: "BAD_PAGES", message: "could not read the whole check: its pages do not go on" };
  }
});

// src/features/plan/charged.ts
async function readCharges(project, count, choice, view, { checked }, { onChecks, onChecked, onEnd }) {
  (0, import_project.requireFullOperations)(project.settings, project.nameOption("checks"));
  const state = view.stored?.state ?? null;
  const known = { desired: checked.monitors, state, unresolved: view.unresolved, elsewhere: checked.elsewhere };
  const chosen = (0, import_choose_keys.chooseKeys)(choice, known, project.nameOption);
  const recorded = checked.monitors.flatMap(({ key }) => {
    const record = chosen === void 0 || chosen.has(key) ? state?.monitors.get(key) : void 0;
    return record === void 0 ? [] : [{ key, id: record.id }];
  });
  if (recorded.length === 0) return { charged: { newest: count, monitors: /* @__PURE__ */ new Map() }, lack: null };
  return withChecks(project, view, async (reader) => {
    onChecks?.(recorded.length, recorded.length);
    const { found, lack } = await reader.each(recorded, ({ id }) => reader.checks(id, count), onChecked);
    const charges = [...found].flatMap(([{ key }, checks]) => {
      const sum2 = sumCharges(checks.filter(isOver));
      return sum2 === null || sum2.estimated === 0 ? [] : [[key, sum2]];
    });
    return { charged: { newest: count, monitors: new Map(charges) }, lack };
  }).finally(onEnd);
}
var import_choose_keys, import_project;
var init_charged = __esm({
  "src/features/plan/charged.ts"() {
    "use strict";
    init_health();
    init_sample();
    import_choose_keys = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project = askBundle("./check.cjs", "src/project/project.ts");
    init_service_reader();
  }
});

// src/features/plan/none-listed.ts
function refuseNoneListed(state, { monitors }) {
  const recorded = [...state?.monitors.values() ?? []];
  if (recorded.length < FEWEST || recorded.some(({ id }) => monitors.has(id))) return;
  throw new import_user_error3.UserError(
    "live/none-listed",
    `the service lists none of the ${recorded.length} monitors that the state records`,
    'check that MONITORS_API_KEY belongs to the team that owns them; if they were all deleted, remove each from the state with "monitors state rm KEY", and apply creates them again'
  );
}
var import_user_error3, FEWEST;
var init_none_listed = __esm({
  "src/features/plan/none-listed.ts"() {
    "use strict";
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    FEWEST = 2;
  }
});

// src/features/plan/plan-inputs.ts
var plan_inputs_exports = {};
__export(plan_inputs_exports, {
  gatherPlanInputs: () => gatherPlanInputs,
  hashSecretsWith: () => hashSecretsWith,
  readLive: () => readLive,
  refuseRecordedTwice: () => refuseRecordedTwice
});
async function gatherPlanInputs(project, { refresh, checks = 0, checkSecrets, lookupMs, ...choice }, view, workspace, progress) {
  if (refresh) (0, import_project2.requireFullOperations)(project.settings, project.nameOption("refresh"));
  const secretHashes = checkSecrets ? openSecretHashes(project, workspace) : void 0;
  const charges = checks === 0 ? {} : await readCharges(project, checks, choice, view, workspace, progress);
  const hashes = secretHashes === void 0 ? {} : { secretHashes };
  const first = view.stored === null ? { neighbours: await project.readNeighbours() } : {};
  refuseRecordedTwice(project, view, refresh ? await project.readNeighbours() : null);
  if (!refresh) return { ...first, ...charges, ...hashes };
  const live = await readLive(project, lookupMs, view, progress);
  return { ...first, live, otherEnvironments: renderEnvironments(project, await project.readNeighbours()), ...charges, ...hashes };
}
async function readLive(project, lookupMs, view, progress, keys) {
  const state = view.stored?.state ?? null;
  const lineage = state?.lineage ?? "";
  const recorded = listRecorded(view, keys);
  return withService(project, view, async (reader) => {
    const fields = project.settings.allowedFields;
    const live = await readWholeList(reader, { ...progress, lineage, fields, recorded, lookupMs });
    refuseNoneListed(state, live);
    return live;
  });
}
function listRecorded({ stored }, keys) {
  const monitors = stored?.state.monitors ?? /* @__PURE__ */ new Map();
  return keys === void 0 ? [...monitors.values()] : keys.flatMap((key) => monitors.get(key) ?? []);
}
function openSecretHashes({ env, nameOption }, workspace) {
  const hash = hashSecretsWith(env);
  if (hash === void 0) {
    throw new import_user_error4.UserError(
      "live/no-state-key",
      `${nameOption("check-secrets")} needs MONITORS_STATE_KEY, the key of the hashes in the state`,
      'make one with "openssl rand -hex 32" and keep it with the other secrets'
    );
  }
  const names = workspace.checked.monitors.flatMap(({ references }) => references);
  const findings = (0, import_references5.checkReferenceValues)({ names, env, apiKey: null });
  if ((0, import_diagnostic12.hasErrors)(findings)) {
    const [first] = findings;
    throw new import_user_error4.UserError(first.code, findings.map((finding) => finding.message).join("; "), first.hint);
  }
  return (name) => hash(name) ?? void 0;
}
function hashSecretsWith(env) {
  const key = env["MONITORS_STATE_KEY"] ?? "";
  if (key === "") return void 0;
  return (name) => {
    const value = Object.hasOwn(env, name) ? env[name] ?? "" : "";
    return value === "" ? null : hashSecretValue(key, name, value);
  };
}
function refuseRecordedTwice({ settings }, { stored }, neighbours) {
  if (stored === null) return;
  const shared = settings.sharedState === void 0 ? (0, import_other_environments.findSharedRecord)(settings, stored.state) : findOnServer(stored.state, neighbours ?? []);
  if (shared === null) return;
  const { key, id, environment } = shared;
  throw new import_user_error4.UserError(
    "state/recorded-twice",
    `the monitor ${id} is recorded as "${key}" here and in the environment "${environment}", too`,
    `remove it from the state that does not own it: \`${(0, import_command_line7.keyCommand)("state rm", key)}\` removes it here`
  );
}
function findOnServer({ monitors, origin }, neighbours) {
  const keys = new Map([...monitors].map(([key, { id }]) => [id, key]));
  for (const other of neighbours) {
    const shared = other.origin === origin ? (0, import_other_environments.pickShared)(keys, other) : null;
    if (shared !== null) return shared;
  }
  return null;
}
var import_command_line7, import_diagnostic12, import_user_error4, import_references5, import_other_environments, import_project2;
var init_plan_inputs = __esm({
  "src/features/plan/plan-inputs.ts"() {
    "use strict";
    import_command_line7 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_diagnostic12 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_keyed_hash();
    import_references5 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_other_environments = askBundle("./check.cjs", "src/project/other-environments.ts");
    import_project2 = askBundle("./check.cjs", "src/project/project.ts");
    init_refresh();
    init_rendered_environments();
    init_service_reader();
    init_charged();
    init_none_listed();
  }
});

// src/features/plan/plan.ts
var plan_exports2 = {};
__export(plan_exports2, {
  NOTHING_FOUND: () => NOTHING_FOUND,
  findRecorded: () => findRecorded,
  holdChanged: () => holdChanged,
  listUnseen: () => listUnseen,
  planChecked: () => planChecked,
  planFromView: () => planFromView,
  planProject: () => planProject,
  refuseDoubtfulCreates: () => refuseDoubtfulCreates,
  requireOperations: () => requireOperations,
  toLaterRecord: () => toLaterRecord
});
async function planProject(project, options, progress = {}) {
  requireOperations(project, options);
  project.givenOrigin();
  project.history?.begin();
  const workspace = (0, import_check2.checkWorkspace)(project, { strict: options.strict ?? "none" });
  if ((0, import_diagnostic13.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const planned = await planChecked(project, workspace, options, progress);
  const faulty = findPlanFaults(project, workspace, planned.plan);
  return faulty === null ? planned : { kind: "invalid", workspace: faulty };
}
async function planChecked(project, workspace, options, progress = {}) {
  const { checked } = workspace;
  const choose = options.refresh || options.checkSecrets ? void 0 : (recorded) => listLookedAt(checked.monitors, recorded);
  const view = await (0, import_fold_open.viewState)(project.store, choose);
  if (view.stored === null) await project.checkCheckout(null);
  const origin = project.givenOrigin();
  if (origin !== null) project.checkOrigin(view, origin);
  const history = view.stored === null ? null : await project.history?.judge(view.stored, workspace.checked) ?? null;
  const inputs = { ...await gatherPlanInputs(project, options, view, workspace, progress), history };
  const made = await planOver(project.store, view, (read2) => planFromView(project, workspace, read2, options, inputs));
  const told = await findRecorded(project, workspace, made, history);
  const again = { ...inputs, recorded: told.recorded, sent: told.sent };
  const planned = told.recorded.length + told.sent.length === 0 ? made : { ...made, plan: planFromView(project, workspace, made.view, options, again) };
  const { doubt, stored } = planned.view;
  await refuseDoubtfulCreates(project, planned.plan, { doubt, version: stored?.version ?? null, commit: stored?.state.commit });
  const asked = history !== null && project.settings.operations === "full" ? { ...history, doubted: [] } : history;
  const plan = await holdChanged(planned.plan, asked);
  const old = await (0, import_checkout_age.warnOfOldCheckout)(project, planned.view.stored?.state.commit);
  const earlier = history === null ? [] : (await Promise.resolve().then(() => askBundle("./change.cjs", "src/project/history-findings.ts"))).nameHistory(project, history, workspace.checked, "warning");
  const unseen = await listUnseen(plan, history, told, project);
  const findings = [...warnOfDoubt(planned.view), ...old, ...earlier, ...unseen, ...plan.findings];
  const address = origin ?? planned.view.stored?.state.origin;
  const approval = address === void 0 ? null : digestApproval(plan, { origin: address, base: plan.base });
  return { kind: "planned", workspace, ...planned, plan: { ...plan, findings, ...approval === null ? {} : { approval } } };
}
async function holdChanged(plan, found, allowed) {
  if (plan.changes.every(isHeld) && (found === null || found.shifts.length === 0)) return plan;
  const name = `${plan.project}/${plan.environment}`;
  if (allowed !== void 0 && allowed !== name) {
    const hint = `write --allow-state-change ${name}, if the change of its state is meant`;
    throw new import_user_error5.UserError("config/usage", `--allow-state-change names ${allowed}, but this is ${name}`, hint);
  }
  if (allowed !== void 0 || found === null || found.shifts.length + found.doubted.length === 0) return plan;
  const { holdShifts: holdShifts2 } = await Promise.resolve().then(() => (init_hold_shifts(), hold_shifts_exports));
  const shown = new Set(found.shifts.flatMap(keysOf));
  const doubted = found.doubted.filter(({ key }) => !shown.has(key));
  const before = [...doubted].flatMap(({ key, record }) => record === void 0 ? [] : [[key, record]]);
  const shifts = [...found.shifts, ...doubted.map(({ key, id }) => ({ kind: "gone", key, id }))];
  return holdShifts2(plan, shifts, { monitors: new Map([...found.recorded.monitors, ...before]) });
}
async function findRecorded({ settings, commits, readNeighbours, givenOrigin }, { checked }, { plan: { operations, changes }, view: { stored, unresolved } }, judged) {
  const known = /* @__PURE__ */ new Set([...(judged?.shifts ?? []).flatMap(keysOf), ...(judged?.doubted ?? []).map(({ key }) => key)]);
  const created = new Set(changes.flatMap(({ action, key }) => action === "create" && !known.has(key) ? [key] : []));
  if (commits === null || operations === "full" || created.size === 0) return NOTHING_FOUND;
  const findSpec = (0, import_moves.findContinuation)(settings.moves, checked.monitors);
  const isSought = (key) => created.has(findSpec(key) ?? key);
  const specs = new Set(checked.monitors.map(({ key }) => key));
  const found = await commits.seek({
    ours: stored?.state ?? null,
    origin: givenOrigin(),
    settings,
    isSought,
    hasSpec: (key) => specs.has(key)
  });
  const open = new Set(unresolved.map(({ intent }) => intent.key));
  const sent = found.sent.filter(({ key }) => !open.has(key));
  if (found.recorded.length === 0) return { ...found, sent };
  const neighbours = (await readNeighbours()).filter(({ environment }) => settings.environments?.has(environment) !== false);
  const elsewhere = (0, import_other_environments2.listIdsElsewhere)(neighbours);
  return { ...found, recorded: found.recorded.filter(({ id }) => !elsewhere.has(id)), sent };
}
async function listUnseen(plan, history, { sent: more, isSeen }, project) {
  const sent = [...new Map([...more, ...history?.sent ?? []].map((one) => [one.key, one])).values()];
  const seen = isSeen === "whole" && history?.isWhole === false ? "part" : isSeen;
  if (sent.length === 0 && seen === "whole") return [];
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/project/history-findings.ts"))).warnOfUnseen(plan, { sent, isSeen: seen }, project);
}
async function refuseDoubtfulCreates({ askWitnesses }, plan, found) {
  if (plan.operations !== "create" || !createsAny(plan)) return;
  if (found.doubt !== void 0) throw found.doubt;
  if (found.isOldAllowed !== true) await askWitnesses?.(found.version, found.commit);
}
function warnOfDoubt({ doubt }) {
  if (doubt === void 0) return [];
  const { code, message, hint } = doubt;
  return [{ code, severity: "warning", message, ...hint === void 0 ? {} : { hint } }];
}
async function planOver(store, view, make) {
  try {
    return { view, plan: make(view) };
  } catch (error) {
    if (!(error instanceof import_state5.UnreadBodies)) throw error;
    const whole = await (0, import_fold_open.viewState)(store);
    return { view: whole, plan: make(whole) };
  }
}
function requireOperations({ settings, nameOption }, { refresh, checks = 0, checkSecrets, allowDeletes }) {
  const flag = checks > 0 ? "checks" : refresh ? "refresh" : checkSecrets ? "check-secrets" : allowDeletes ? "allow-deletes" : null;
  if (flag !== null) (0, import_project3.requireFullOperations)(settings, nameOption(flag));
}
function planFromView(project, workspace, view, scope, inputs = {}) {
  const { settings } = project;
  const { neighbours, history = null, recorded = [], sent = [], ...rest } = inputs;
  const lost = [...history?.lost ?? [], ...recorded];
  const settled = findSettled(workspace.checked, view, scope, inputs);
  const monitors = settled === void 0 ? workspace.checked.monitors : [];
  const findSpec = (0, import_moves.findContinuation)(settings.moves, monitors);
  const open = settings.operations === "full" ? [] : [...history?.sent ?? [], ...sent];
  const found = { desired: monitors, state: view.stored?.state ?? null, unresolved: view.unresolved };
  const { desired, moveConflicts } = settled === void 0 ? (0, import_moves.applyMoves)(settings.moves, found) : NO_MOVES;
  const world = { ...found, desired };
  const others = view.stored === null ? neighbours ?? (0, import_other_environments2.readOtherEnvironments)(settings) : [];
  const formerHome = (0, import_other_environments2.findFormerHome)(settings, others, project.givenOrigin());
  const input = {
    ...world,
    settled,
    elsewhere: workspace.checked.elsewhere,
    formerHome,
    takenElsewhere: () => (0, import_other_environments2.listMovedAwayIds)(settings),
    moveConflicts,
    ...lost.length === 0 ? {} : { recordedLater: listRecordedLater(lost, findSpec) },
    ...open.length === 0 ? {} : { sentBefore: new Map(open.map(({ key, targetIds, commit }) => [findSpec(key) ?? key, { targetIds, commit }])) },
    project: settings.project,
    environment: settings.environment,
    operations: settings.operations,
    maxDeletes: settings.maxDeletes,
    allowDeletes: scope.allowDeletes,
    lists: workspace.checked.lists,
    budget: settings.budget,
    budgetBy: settings.budgetBy,
    ownLimits: settings.ownLimits,
    allowedFields: settings.allowedFields,
    only: (0, import_choose_keys2.chooseKeys)(scope, { ...world, elsewhere: workspace.checked.elsewhere }, project.nameOption),
    ...rest
  };
  const made = makePlan(input);
  const plan = settled === void 0 ? (0, import_moves.proposeMoves)(made, input.state?.monitors.keys() ?? []) : made;
  const base = plan.base === null || view.stored === null ? plan.base : { ...plan.base, checksum: view.stored.version.checksum };
  const firstUse = view.stored === null ? findingsOfFirstUse(settings, formerHome === void 0 ? others : []) : [];
  const emulator = project.givenOrigin() === null ? findEmulator(view) : null;
  const silent = (0, import_across_specs.warnOfSilence)(listSilent(desired, input));
  return { ...plan, base, ...toChoice(scope), emulator, findings: [...firstUse, ...findingsOfLack(inputs), ...silent, ...plan.findings] };
}
function findSettled({ settled }, { stored, unresolved }, scope, { live, charged, secretHashes, history = null, recorded = [] }) {
  if (settled === void 0 || !(stored?.state instanceof import_state5.OutlinedState) || stored.state.repeated !== settled.hash) return void 0;
  const isPlain = unresolved.length === 0 && history === null && recorded.length === 0;
  const asksMore = live !== void 0 || charged !== void 0 || secretHashes !== void 0 || "choice" in toChoice(scope);
  return isPlain && !asksMore ? settled : void 0;
}
function listSilent(desired, { state, live, only }) {
  const silent = desired.filter(({ key, isSilent }) => isSilent === true && only?.has(key) !== false);
  const isReadable = silent.length <= MOST_READ || live !== void 0;
  const isHeard = ({ key }) => {
    const record = isReadable ? readRecord2(state, key) : void 0;
    const seen = record === void 0 ? void 0 : live?.monitors.get(record.id)?.body;
    return (0, import_receivers.hasAlert)(record?.observed ?? null) || (0, import_receivers.hasAlert)(seen ?? null);
  };
  return silent.filter((spec) => !isHeard(spec)).map(({ key, layers = [], file, line }) => ({ key, layers, file, line }));
}
function readRecord2(state, key) {
  try {
    return (0, import_state5.recordIn)(state, key);
  } catch (error) {
    if (error instanceof import_state5.UnreadBodies) return void 0;
    throw error;
  }
}
function toChoice({ only, exclude = [], labels = [] }) {
  if (only === void 0 && exclude.length === 0 && labels.length === 0) return {};
  return {
    choice: {
      ...only === void 0 ? {} : { only },
      ...exclude.length === 0 ? {} : { exclude },
      ...labels.length === 0 ? {} : { labels }
    }
  };
}
function findEmulator(view) {
  const { stored } = view;
  return stored !== null && (0, import_origin3.isBound)(view) && (0, import_origin3.isOfEmulator)(stored.state) ? stored.state.origin : null;
}
function findingsOfLack({ lack = null }) {
  if (lack === null) return [];
  return [{ code: "live/no-checks", severity: "warning", message: lack, hint: "the estimate counts for all monitors; leave --checks out" }];
}
function findingsOfFirstUse(settings, neighbours) {
  const others = neighbours.filter(({ project }) => project === settings.project);
  return [
    ...settings.projectIsDefault ? [DEFAULT_PROJECT] : [],
    ...others.length > 0 ? [
      newEnvironment(
        settings.environment,
        others.map(({ environment }) => environment)
      )
    ] : []
  ];
}
function newEnvironment(environment, others) {
  const names = [...new Set(others)].map((name) => `"${name}"`).join(", ");
  return {
    code: "config/new-environment",
    severity: "warning",
    message: `environment "${environment}" has no state yet: apply creates all of its monitors; there are states of ${names}`,
    hint: "if you mean another environment, name it with --environment or MONITORS_ENVIRONMENT; the first apply ends this warning"
  };
}
function listRecordedLater(lost, findSpec) {
  const own = lost.map((one) => [one.key, toLaterRecord(one)]).reverse();
  return new Map([...own.map(([key, later]) => [findSpec(key) ?? key, later]), ...own]);
}
function toLaterRecord({ id, version: { serial, source }, heldAs }) {
  if (source.kind === "backup") return { id, serial, backup: source.file };
  const [commit] = source.kind === "commit" ? source.commits : [];
  return { id, serial, ...commit === void 0 ? {} : { commit }, ...heldAs === void 0 ? {} : { heldAs } };
}
var import_diagnostic13, import_user_error5, import_moves, import_across_specs, import_receivers, import_fold_open, import_origin3, import_state5, import_check2, import_checkout_age, import_choose_keys2, import_other_environments2, import_project3, NOTHING_FOUND, NO_MOVES, MOST_READ, DEFAULT_PROJECT;
var init_plan2 = __esm({
  "src/features/plan/plan.ts"() {
    "use strict";
    import_diagnostic13 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_change_facts();
    init_decide();
    import_moves = askBundle("./check.cjs", "src/core/plan/moves.ts");
    init_plan();
    import_across_specs = askBundle("./check.cjs", "src/core/specs/across-specs.ts");
    import_receivers = askBundle("./check.cjs", "src/core/specs/rules/receivers.ts");
    import_fold_open = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_origin3 = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_state5 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_state_change();
    import_check2 = askBundle("./check.cjs", "src/project/check.ts");
    import_checkout_age = askBundle("./check.cjs", "src/project/checkout-age.ts");
    import_choose_keys2 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_other_environments2 = askBundle("./check.cjs", "src/project/other-environments.ts");
    import_project3 = askBundle("./check.cjs", "src/project/project.ts");
    init_findings2();
    init_plan_inputs();
    NOTHING_FOUND = { recorded: [], sent: [], isSeen: "whole" };
    NO_MOVES = { desired: [], moveConflicts: /* @__PURE__ */ new Map() };
    MOST_READ = 100;
    DEFAULT_PROJECT = {
      code: "config/default-project",
      severity: "warning",
      message: 'no project name is set, so these monitors will belong to the project "default" for good',
      hint: 'before the first apply, write "project: NAME" into monitors.config.yaml; "project: default" keeps the name and ends this warning'
    };
  }
});

// src/project/given-output.ts
var given_output_exports = {};
__export(given_output_exports, {
  nameFileUse: () => nameFileUse,
  writeOutput: () => writeOutput
});
function writeOutput(output, text) {
  const { file, shown, noun, example } = output;
  try {
    const why = findObstacle(output);
    if (why !== null) {
      throw new import_user_error6.UserError(
        "config/cannot-write",
        `the ${noun} cannot be written to ${shown}: ${why}`,
        `give --out another name, such as ${example}`
      );
    }
    replaceText(file, text);
  } catch (error) {
    if (error instanceof import_user_error6.UserError) throw error;
    const isLost = (0, import_file_error.errorCode)(error) === "ENOENT";
    const why = isLost ? `the directory ${(0, import_node_path.dirname)(shown)} does not exist` : (0, import_file_error.explainFileError)(error);
    const hint = isLost ? "make the directory first, or give a path that can be written to" : "give a path that can be written to";
    throw new import_user_error6.UserError("config/cannot-write", `the ${noun} cannot be written to ${shown}: ${why}`, hint, { cause: error });
  }
}
function replaceText(file, text) {
  const stat = (0, import_node_fs.statSync)(file, { throwIfNoEntry: false });
  if (stat?.isCharacterDevice() === true) {
    (0, import_node_fs.writeFileSync)(file, text);
    return;
  }
  const target = stat === void 0 ? file : (0, import_node_fs.realpathSync)(file);
  const temporary = `${target}.monitors-tmp`;
  (0, import_node_fs.rmSync)(temporary, { force: true });
  try {
    (0, import_node_fs.writeFileSync)(temporary, text, { flag: "wx", ...stat === void 0 ? {} : { mode: stat.mode & 511 } });
    (0, import_node_fs.renameSync)(temporary, target);
  } catch (error) {
    (0, import_node_fs.rmSync)(temporary, { force: true });
    throw error;
  }
}
function findObstacle({ file, settings, foreign, isOurs: isOurs2 }) {
  const stat = (0, import_node_fs.statSync)(file, { throwIfNoEntry: false });
  if (stat === void 0 && (0, import_node_fs.lstatSync)(file, { throwIfNoEntry: false }) !== void 0) return "it is a symbolic link that leads nowhere";
  if (stat?.isDirectory() === true) return "it is a directory";
  if (stat?.isCharacterDevice() === true) return null;
  if (stat !== void 0 && !stat.isFile()) return "it is a pipe, a socket or a disk";
  const real = stat === void 0 ? (0, import_node_path.join)((0, import_node_fs.realpathSync)((0, import_node_path.dirname)(file)), (0, import_node_path.basename)(file)) : (0, import_node_fs.realpathSync)(file);
  const use = [file, real].map((path) => nameFileUse(path, settings)).find((found) => found !== null);
  if (use !== void 0) return `that is the place of ${use}`;
  return stat !== void 0 && stat.size > 0 && !isOurs2((0, import_given_file.readGivenFile)(file)) ? `it exists and is not ${foreign}` : null;
}
function nameFileUse(path, { stateFile, configFile, specsDirectory }) {
  const [given, state] = [path.toLowerCase(), stateFile.toLowerCase()];
  if (given === state || given.startsWith(`${state}.`)) return "the state";
  if ((0, import_node_path.dirname)(given) === (0, import_node_path.dirname)(state) && STATE_NAME.test((0, import_node_path.basename)(given))) return "a state";
  if (given === configFile?.toLowerCase() || (0, import_node_path.basename)(given) === "monitors.config.yaml") return "the config file";
  if (/\.ya?ml$/.test(given) && (0, import_paths.isInside)(specsDirectory.toLowerCase(), given)) return "a spec";
  return given.split(import_node_path.sep).includes(".git") ? "git's own files" : null;
}
var import_node_fs, import_node_path, import_user_error6, import_file_error, import_given_file, import_paths, STATE_NAME;
var init_given_output = __esm({
  "src/project/given-output.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path = require("node:path");
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_given_file = askBundle("./monitors.cjs", "src/core/files/given-file.ts");
    import_paths = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    STATE_NAME = /\.state(?:\..*)?\.json(?:\..*)?$|\.state\.rescue-/;
  }
});

// src/features/plan/saved-plan.ts
var saved_plan_exports = {};
__export(saved_plan_exports, {
  readSavedPlan: () => readSavedPlan,
  writePlanFile: () => writePlanFile
});
function readSavedPlan(path, shown, given) {
  const read2 = readPlanFile(readText2(path, shown, given));
  if (read2.kind === "read") return read2.file;
  throw new import_user_error7.UserError(read2.finding.code, read2.finding.message, read2.finding.hint);
}
function readText2(path, shown, given) {
  try {
    return (0, import_given_file2.readGivenFile)(path);
  } catch (cause) {
    const isKey = (0, import_file_error2.errorCode)(cause) === "ENOENT" && !path.endsWith(".json");
    throw new import_user_error7.UserError(
      "config/not-found",
      `the saved plan ${shown} cannot be read: ${(0, import_file_error2.explainFileError)(cause)}`,
      isKey ? `for one monitor: monitors apply --only ${(0, import_command_line8.shellWord)(given)}` : "make one with `monitors plan --out FILE`",
      { cause }
    );
  }
}
function writePlanFile(place, text) {
  const isOurs2 = (there) => readPlanFile(there).kind === "read";
  writeOutput({ ...place, noun: "plan", example: "plan.json", foreign: "a saved plan", isOurs: isOurs2 }, text);
}
var import_command_line8, import_user_error7, import_file_error2, import_given_file2;
var init_saved_plan = __esm({
  "src/features/plan/saved-plan.ts"() {
    "use strict";
    import_command_line8 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error2 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_given_file2 = askBundle("./monitors.cjs", "src/core/files/given-file.ts");
    init_given_output();
    init_file_document();
  }
});

// src/project/committed-journals.ts
var committed_journals_exports = {};
__export(committed_journals_exports, {
  listSent: () => listSent2,
  mayHaveArrived: () => mayHaveArrived,
  readFinished: () => readFinished,
  readJournals: () => readJournals
});
function readJournals(versions) {
  return versions.flatMap(({ commits, bytes }) => {
    const decoded = (0, import_journal.decodeJournal)(bytes);
    if (decoded.kind !== "sound" || decoded.content.base === null) return [];
    const { base, creates } = decoded.content;
    const header = (0, import_value29.property)((0, import_value29.parseJson)(bytes.toString("utf8").split("\n", 1)[0] ?? ""), "record");
    const tool = (0, import_value29.property)(header, "tool");
    return [{ commits, base, creates, tool: typeof tool === "string" ? tool : "" }];
  });
}
function readFinished(journals) {
  return journals.flatMap(({ commits, base, creates, tool }) => {
    const records = new Map(creates.filter(({ done }) => done !== void 0).map((one) => [one.intent.key, (0, import_fold.toRecordedMonitor)(one)]));
    if (records.size === 0) return [];
    const held = new Map([...records].map(([key, { id }]) => [id, key]));
    const record = (key) => records.get(key);
    return [{ source: { kind: "commit", commits }, lineage: base.lineage, serial: base.serial + 1, tool, removed: [], held, record }];
  });
}
function listSent2(journals, ours, versions, of = "any") {
  const own = versions.filter(({ lineage }) => lineage === ours.lineage);
  const oldest = Math.min(ours.serial, ...own.map(({ serial }) => serial));
  const sent = /* @__PURE__ */ new Map();
  for (const { base, commits, creates } of journals) {
    if (base.lineage !== ours.lineage || of === "any" && base.serial + 1 < oldest) continue;
    for (const create of creates) {
      const { key, targetIds } = create.intent;
      const isOpen = mayHaveArrived(create) && (of === "last" || create.phase !== "intent");
      if (!isOpen || ours.monitors.has(key) || sent.has(key) || isAnswered(key, base, [ours, ...own])) continue;
      sent.set(key, { key, targetIds, commit: commits[0] ?? "" });
    }
  }
  return [...sent.values()];
}
function mayHaveArrived({ phase, attempt: attempt2, intent }) {
  return phase === "sending" || phase === "unknown" || phase === "intent" && intent.offMachine && attempt2 === 0;
}
function isAnswered(key, base, states) {
  const later = states.filter(({ serial }) => serial > base.serial);
  return later.some(({ removed = [], record }) => {
    return record?.(key) !== void 0 || removed.some((line) => line.key === key && line.serial > base.serial);
  });
}
var import_value29, import_fold, import_journal;
var init_committed_journals = __esm({
  "src/project/committed-journals.ts"() {
    "use strict";
    import_value29 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fold = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_journal = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
  }
});

// src/project/recording-commit.ts
var recording_commit_exports = {};
__export(recording_commit_exports, {
  HELD_TRAILER: () => HELD_TRAILER,
  RECORDING_TRAILER: () => RECORDING_TRAILER,
  SEARCH_MS: () => SEARCH_MS,
  listGitChanges: () => listGitChanges,
  listGitChanging: () => listGitChanging,
  openHistory: () => openHistory,
  readBlob: () => readBlob,
  readCommit: () => readCommit,
  readRecording: () => readRecording
});
async function readRecording(history, commit, { branch, statePath }) {
  const written = await readCommit(history, commit);
  const [, named] = new RegExp(`
${RECORDING_TRAILER}: (\\S+)$`).exec(written?.message ?? "") ?? [];
  if (written === null || named === void 0 || branch !== null && named !== branch || written.parents.length > 1) return null;
  const changes = await history.listChanges(commit, written.parents[0]);
  if (changes === null || changes.size === 0) return null;
  const allowed = /* @__PURE__ */ new Set([statePath, `${statePath}.journal`]);
  for (const [path, { mode }] of changes) if (!allowed.has(path) || !["100644", "000000"].includes(mode)) return null;
  const state = changes.get(statePath);
  if (state !== void 0 && !await isContinued(history, state)) return null;
  return { isBaseline: !written.message.includes(`
${HELD_TRAILER}: `) };
}
async function readCommit(source, commit) {
  const object = await source.read(commit);
  if (object?.type !== "commit") return null;
  const text = object.bytes.toString("utf8");
  const end = text.indexOf("\n\n");
  const parents = [...text.slice(0, end).matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
  return { message: text.slice(end).trimEnd(), parents };
}
async function readBlob(source, name) {
  const object = await source.read(name);
  return object?.type === "blob" ? object.bytes : null;
}
async function listGitChanges(source, commit, parent) {
  const raw = ["diff-tree", "-r", "-z", "--no-renames", "--no-abbrev", "--raw", "--no-commit-id"];
  const listed = await source.ask([...raw, ...parent === void 0 ? ["--root", commit] : [parent, commit], "--"]);
  if (listed.exitCode !== 0) return null;
  const changes = /* @__PURE__ */ new Map();
  const words = listed.stdout.toString("utf8").split("\0");
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [, mode = "", before = "", after = ""] = (words[index] ?? "").trim().split(" ");
    changes.set(words[index + 1] ?? "", { mode, before, after });
  }
  return changes;
}
async function listGitChanging(source, tip, paths) {
  const literal = paths.map((path) => `:(literal)${path}`);
  const listed = await source.ask(["log", "--first-parent", "--format=%H", `--max-count=${MOST_COMMITS}`, tip, "--", ...literal]);
  return listed.exitCode === 0 ? listed.stdout.toString("utf8").split("\n").filter(Boolean) : [];
}
function openHistory(source) {
  return {
    ask: (args) => source.ask(args),
    read: (name) => source.read(name),
    listChanging: (tip, paths) => listGitChanging(source, tip, paths),
    listChanges: (commit, parent) => listGitChanges(source, commit, parent)
  };
}
async function isContinued(source, { before, after }) {
  const next = await readVersion(source, after);
  if (next === null) return false;
  if (/^0+$/.test(before)) return true;
  const last = await readVersion(source, before);
  return last !== null && last.lineage === next.lineage && last.serial < next.serial;
}
async function readVersion(source, blob) {
  const bytes = /^0+$/.test(blob) ? null : await readBlob(source, blob);
  return bytes === null ? null : (0, import_git.readSerial)(bytes.toString("utf8"));
}
var import_git, RECORDING_TRAILER, SEARCH_MS, HELD_TRAILER, MOST_COMMITS;
var init_recording_commit = __esm({
  "src/project/recording-commit.ts"() {
    "use strict";
    import_git = askBundle("./check.cjs", "src/core/state/file/git.ts");
    RECORDING_TRAILER = "Monitors-State";
    SEARCH_MS = 2e3;
    HELD_TRAILER = "Monitors-Held";
    MOST_COMMITS = 1e3;
  }
});

// src/project/removed-file.ts
var removed_file_exports = {};
__export(removed_file_exports, {
  refuseForgottenState: () => refuseForgottenState,
  refuseRemovedFile: () => refuseRemovedFile
});
async function refuseRemovedFile(search) {
  const { settings, reach, former } = search;
  const heads = (0, import_heads.readHeads)((0, import_repository.findNearest)((0, import_node_path2.dirname)(settings.stateFile)));
  if (heads === null || heads.head === null) return;
  const own = settings.sharedState === void 0 ? [settings.stateFile] : [];
  const paths = [...own, ...former.filter((path) => !(0, import_node_fs2.existsSync)(path))];
  const looks = await Promise.all(paths.map((path) => lookFor(path, (0, import_heads.listTips)(heads, reach), search)));
  const held = newestOfLineages(looks.flatMap(({ state }) => state ?? [])).find(({ monitors }) => monitors > 0);
  if (held !== void 0) throw stillHeld(held, search);
  const sent = looks.flatMap(({ journal }) => journal ?? [])[0];
  if (sent !== void 0) throw wasSent(sent, search);
  const unseen = looks.find(({ isWhole, state }) => !isWhole && state === null);
  if (unseen !== void 0) throw notShown(unseen.path, search);
}
function refuseForgottenState({ settings, cwd, origin }, marks, kept) {
  const shown = (0, import_paths2.toShownPath)(cwd, settings.stateFile);
  const journal = kept?.read() ?? null;
  const sent = journal === null ? [] : readJournals([{ commits: [], bytes: Buffer.from(journal) }]).flatMap((one) => listMade(one, { origin }));
  if (sent.length > 0) {
    const named = (0, import_words17.listFirst)(sent.map((key) => `"${key}"`));
    const message2 = `${shown} is missing with its journal, and a run on this machine sent creates: ${named}; apply would send them again`;
    throw new import_user_error8.UserError("state/lost", message2, `put copies of both back; ${sayNew(settings)}`);
  }
  const mark = marks.last();
  const count = mark === null ? 0 : marks.readContent(mark)?.records.size ?? 0;
  if (mark === null || count === 0 || origin !== null && mark.origin !== origin) return;
  const message = `${shown} is missing, and a run on this machine saw it with ${(0, import_words17.countOf)(count, "monitor")}, serial ${mark.serial}; apply would create all of them again`;
  throw new import_user_error8.UserError("state/lost", message, `put a copy of it back; ${sayNew(settings)}`);
}
async function lookFor(path, tips, search) {
  const { readFileVersions } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/core/git/file-versions.ts"));
  const found = await readFileVersions({
    ...{ path, trailer: RECORDING_TRAILER, tips, env: search.env },
    ...{ timeoutMs: LONG_SEARCH_MS, now: () => performance.now() }
  });
  const readable = found.versions.flatMap((version2) => readHeld(version2, path, search));
  const state = readable.find(isMissed) ?? null;
  const isWhole = found.isComplete && !(found.hasMore && readable.length === 0);
  return { path, state, journal: findJournal(found, readable, path, search), isWhole: isWhole || !found.isAnswered };
}
function isMissed({ isOther }) {
  return !isOther;
}
function readHeld({ commits, bytes }, path, { settings, origin }) {
  const { project, environment, sharedState } = settings;
  const refusals = new import_refusals.Refusals({ shown: path, project, environment, soundBackup: () => null, isCopy: true });
  const held = attempt(() => (0, import_state6.decodeMigratingState)(bytes, refusals)) ?? attempt(() => ({ migration: null, stored: (0, import_state6.decodeState)(bytes, refusals) }));
  if (held === null) return [];
  const { migration, stored } = held;
  const { lineage, serial, monitors, emulator } = stored.state;
  const isOther = emulator === true || sharedState === void 0 && origin !== null && stored.state.origin !== origin;
  const commit = commits[0]?.slice(0, 12) ?? "";
  return [{ path, commit, lineage, serial, isOther, monitors: migration === null ? monitors.size : 0 }];
}
function findJournal({ journals }, states, path, search) {
  const [last] = readJournals(journals);
  const own = states.filter(({ lineage }) => lineage === last?.base.lineage);
  if (last === void 0 || own.length === 0 && states.length > 0) return null;
  if (own.some(({ isOther, serial }) => isOther || serial > last.base.serial)) return null;
  const keys = listMade(last, search);
  const files = [...own.length === 0 ? [] : [path], `${path}.journal`];
  return keys.length === 0 ? null : { files, commit: last.commits[0]?.slice(0, 12) ?? "", keys };
}
function listMade({ creates }, { origin }) {
  return creates.filter((create) => create.phase === "done" || mayHaveArrived(create)).filter(({ intent }) => origin === null || intent.origin === origin).map(({ intent }) => intent.key);
}
function stillHeld({ path, commit, monitors }, { settings, cwd }) {
  const shown = (0, import_paths2.toShownPath)(cwd, path);
  const message = `${shown} is missing, and commit ${commit} holds it with ${(0, import_words17.countOf)(monitors, "monitor")}; apply would create all of them again`;
  return new import_user_error8.UserError("state/lost", message, `put it back: git checkout ${commit} -- ${(0, import_command_line9.shellWord)(shown)}; ${sayNew(settings)}`);
}
function wasSent({ files, commit, keys }, { settings, cwd }) {
  const shown = (0, import_paths2.toShownPath)(cwd, settings.stateFile);
  const named = (0, import_words17.listFirst)(keys.map((key) => `"${key}"`));
  const says = `the journal of commit ${commit} says that creates were sent: ${named}`;
  const message = `${shown} is missing, and ${says}; apply would send them again`;
  const back = files.map((file) => (0, import_command_line9.shellWord)((0, import_paths2.toShownPath)(cwd, file))).join(" ");
  return new import_user_error8.UserError("state/lost", message, `put it back: git checkout ${commit} -- ${back}; ${sayNew(settings)}`);
}
function notShown(path, { settings, cwd }) {
  const shown = (0, import_paths2.toShownPath)(cwd, path);
  const message = `${shown} is missing, and git does not show here whether commits hold it; apply could create all monitors again`;
  const fetch = 'run "git fetch --unshallow" (a partial clone: "git fetch --refetch --no-filter")';
  return new import_user_error8.UserError("state/lost", message, `${fetch} and try again; ${sayNew(settings)}`);
}
function sayNew(settings) {
  return `to begin a new state, run "monitors state init --new-state ${(0, import_state_name.nameState)(settings)}"`;
}
function attempt(read2) {
  try {
    return read2();
  } catch {
    return null;
  }
}
var import_node_fs2, import_node_path2, import_command_line9, import_words17, import_user_error8, import_paths2, import_state_name, import_heads, import_repository, import_refusals, import_state6, LONG_SEARCH_MS;
var init_removed_file = __esm({
  "src/project/removed-file.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path2 = require("node:path");
    import_command_line9 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words17 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths2 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_state_name = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_heads = askBundle("./check.cjs", "src/core/git/heads.ts");
    import_repository = askBundle("./check.cjs", "src/core/git/repository.ts");
    init_earlier();
    import_refusals = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state6 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    init_committed_journals();
    init_recording_commit();
    LONG_SEARCH_MS = 1e4;
  }
});

// src/project/former-places.ts
var former_places_exports = {};
__export(former_places_exports, {
  listFormerFiles: () => listFormerFiles,
  readFormerConfigs: () => readFormerConfigs,
  readStateSetting: () => readStateSetting,
  refuseFormerPlace: () => refuseFormerPlace
});
async function refuseFormerPlace(search) {
  const { files, shared } = await listFormerPlaces(search);
  const { origin = null, reach = "branch" } = search;
  const isLooked = search.settings.operations !== "full" && search.files !== "unseen" && search.isGone !== true;
  if (isLooked) await (await Promise.resolve().then(() => (init_removed_file(), removed_file_exports))).refuseRemovedFile({ ...search, origin, reach, former: files });
  for (const file of files) {
    const held = await findInFile(file, search);
    if (held !== null) throw stillThere(search, { shown: (0, import_paths3.toShownPath)(search.cwd, file), held, wayOut: writeFileMove(file, search) });
  }
  for (const former of shared) {
    const { place } = former;
    const monitors = await countInStore(former, search);
    const { sharedState = null } = search.settings;
    const wayOut = `set "state" in monitors.config.yaml back, then move the state: ${(0, import_config.writeMigration)(sharedState)}`;
    if (monitors > 0) throw stillThere(search, { shown: (0, import_config.showSharedPlace)(place), held: sayMonitors(monitors), wayOut });
  }
}
function stillThere({ settings, cwd }, { shown, held, wayOut }) {
  const { sharedState, stateFile, configuredStateFile } = settings;
  const now = sharedState === void 0 ? (0, import_paths3.toShownPath)(cwd, stateFile) : (0, import_config.showSharedPlace)(sharedState);
  const named = `${configuredStateFile === void 0 ? "the config names" : "this run names"} ${now}, which holds no state`;
  const message = `${named}, but ${shown} holds ${held}; apply would create all of them again`;
  return new import_user_error9.UserError("state/other-place", message, wayOut);
}
function sayMonitors(monitors) {
  return `one with ${(0, import_words18.countOf)(monitors, "monitor")}`;
}
function countMonitors2(root, settings, origin) {
  if (!(0, import_value30.isObject)(root) || root["format"] !== "monitors-state" || root["migration"] !== void 0) return 0;
  if (root["project"] !== settings.project || root["environment"] !== settings.environment) return 0;
  if (settings.sharedState === void 0 && origin !== null && root["origin"] !== origin) return 0;
  return (0, import_value30.isObject)(root["monitors"]) ? Object.keys(root["monitors"]).length : 0;
}
function writeFileMove(file, search) {
  const { settings, cwd } = search;
  const { sharedState, stateFile, configuredStateFile } = settings;
  if (sharedState !== void 0) return writeMoveToServer(file, search, sharedState);
  const [from, to] = [(0, import_paths3.toShownPath)(cwd, file), (0, import_paths3.toShownPath)(cwd, stateFile)].map(import_command_line10.shellWord);
  const begin = `to begin a new state, run "monitors state init --state ${to} --new-state ${(0, import_state_name2.nameState)(settings)}"`;
  if (file === configuredStateFile) return `leave --state out; ${begin}`;
  return `move the state there: git mv ${from} ${to}`;
}
function writeMoveToServer(file, { settings, cwd }, sharedState) {
  const { environment, environments, stateFile } = settings;
  const command = (0, import_config.writeMigration)(sharedState);
  const others = [...environments?.keys() ?? []].filter((name) => name !== environment);
  const all = others.length === 0 ? "" : `, and then the same for each other environment (${(0, import_words18.listFirst)(others)}), whose state is its own`;
  const named = file === stateFile ? command : `${command} --file ${(0, import_command_line10.shellWord)((0, import_paths3.toShownPath)(cwd, file))}`;
  return `move the state${all}: ${environment === "default" ? named : `${named} --environment ${environment}`}`;
}
async function listFormerFiles(settings, env) {
  return settings.configuredStateFile === void 0 ? (await listFormerPlaces({ settings, env })).files : [];
}
async function listFormerPlaces(search) {
  const { settings, env, files: look = "seen" } = search;
  const { configFile, stateFile, sharedState, environment } = settings;
  const base = configFile === null ? (0, import_node_path3.dirname)(settings.specsDirectory) : (0, import_node_path3.dirname)(configFile);
  const files = /* @__PURE__ */ new Set();
  const shared = [];
  const addFile = (directory, name) => {
    const path = (0, import_node_path3.join)(directory, name);
    if ((0, import_paths3.isInside)(directory, path)) files.add((0, import_state_name2.stateFileOf)(path, environment));
  };
  const addShared = (place, isNamed) => {
    const known = [sharedState ?? null, ...shared.map((former) => former.place)];
    if (!known.some((one) => (0, import_config.isSamePlace)(one, place))) shared.push({ place, isNamed });
  };
  if (sharedState !== void 0) files.add(stateFile);
  if (settings.configuredStateFile !== void 0) files.add(settings.configuredStateFile);
  addFile(base, USUAL_FILE);
  for (const { base: formerBase, state } of configFile === null ? [] : await readFormerConfigs(configFile, env)) {
    const place = (0, import_config.readSharedPlace)(state);
    if (place !== null) addShared(place, true);
    else addFile(formerBase, typeof state === "string" ? state : USUAL_FILE);
  }
  if (isUsualTableLooked(search, base)) addShared(USUAL_TABLE, false);
  if (sharedState === void 0) files.delete(stateFile);
  return { files: look === "seen" || sharedState !== void 0 ? [...files] : [], shared };
}
function isUsualTableLooked({ env, isGone = false, settings }, base) {
  const isUnsaid = settings.stateFile === (0, import_state_name2.stateFileOf)((0, import_node_path3.join)(base, USUAL_FILE), settings.environment);
  return !isGone && settings.sharedState === void 0 && isUnsaid && (env[import_postgres.POSTGRES_URL] ?? "").trim() !== "";
}
async function findInFile(file, search) {
  const { settings, env, isGone = false, origin = null } = search;
  if (isGone && file === settings.configuredStateFile) return null;
  const copies = [readQuietly(file), ...await (0, import_git2.readCommitted)(file, env)];
  const newest = copies.map((bytes) => bytes === null ? void 0 : (0, import_value30.parseJson)(Buffer.from(bytes).toString("utf8"))).find(import_value30.isObject);
  if (newest === void 0) return (0, import_node_fs3.existsSync)(`${file}.journal`) ? "the journal of a run that did not end" : null;
  const monitors = countMonitors2(newest, settings, origin);
  return monitors === 0 ? null : sayMonitors(monitors);
}
function readQuietly(file) {
  try {
    return (0, import_node_fs3.readFileSync)(file);
  } catch {
    return null;
  }
}
async function countInStore({ place, isNamed }, { openShared, settings, isGone = false }) {
  let store;
  try {
    store = await openShared(place);
    const read2 = await store.read();
    return read2.kind === "first-use" || await store.readMigration() !== null ? 0 : read2.stored.state.monitors.size;
  } catch (cause) {
    if (!(cause instanceof import_user_error9.UserError)) throw cause;
    if (cause.code === "state/not-initialized" || isGone) return 0;
    const named = isNamed ? `the config named ${(0, import_config.showSharedPlace)(place)} before` : `${import_postgres.POSTGRES_URL} leads to ${(0, import_config.showSharedPlace)(place)}`;
    const remove = isNamed ? "it was removed on purpose" : "it is of no matter here, unset the variable, or";
    throw new import_user_error9.UserError(
      "state/other-place",
      `${named}, and it can't be looked at: ${cause.message}`,
      `if it still holds the state, make it readable here; if ${remove}${isNamed ? "," : ""} run "monitors state init --new-state ${(0, import_state_name2.nameState)(settings)}"`,
      { cause }
    );
  } finally {
    await store?.close();
  }
}
function readStateSetting(name, bytes) {
  return (0, import_value30.property)((0, import_document3.parseSource)({ file: name, specPath: name, bytes }).documents[0]?.data ?? null, "state");
}
async function readFormerConfigs(configFile, env) {
  const here = (0, import_node_path3.dirname)(configFile);
  const root = (0, import_repository2.findRepository)((0, import_paths3.findReal)(here));
  if (root === null) return [];
  const own = (0, import_paths3.findReal)(configFile);
  const versions = await listVersions(configFile, env);
  const former = versions.filter(({ path }) => (0, import_node_path3.join)(root, path) === own || !(0, import_node_fs3.existsSync)((0, import_node_path3.join)(root, path)));
  const blobs = await (0, import_blobs.readBlobs)(
    here,
    env,
    former.map(({ commit, path }) => `${commit}:${path}`)
  );
  return former.flatMap(({ path }, index) => {
    const blob = blobs[index] ?? null;
    if (blob === null) return [];
    const base = (0, import_node_path3.join)(root, path) === own ? here : (0, import_node_path3.dirname)((0, import_node_path3.join)(root, path));
    return [{ base, state: readStateSetting((0, import_node_path3.basename)(path), blob.bytes) }];
  });
}
async function listVersions(configFile, env) {
  const [directory, name] = [(0, import_node_path3.dirname)(configFile), (0, import_node_path3.basename)(configFile)];
  const ask = async (args) => {
    const answer = await (0, import_run_git.askGit)(directory, env, args);
    return answer?.exitCode === 0 ? answer.stdout.toString("utf8") : "";
  };
  const log = ["log", "-n", String(MOST_VERSIONS), "--format=%x00%H", "--name-only", "-z"];
  const [plain, followed] = [await ask([...log, "--", `:(literal)${name}`]), await ask([...log, "--follow", "--", `:(literal)${name}`])];
  const gone = plain === "" ? await ask(["diff", "--name-only", "-z", "--no-renames", "--diff-filter=D", "HEAD", "--", `:(top,glob)**/${name}`]) : "";
  const moved = gone.split("\0").flatMap((path) => path === "" ? [] : [{ commit: "HEAD", path }]);
  const known = new Map([...readLog(plain), ...readLog(followed), ...moved].map((version2) => [`${version2.commit}:${version2.path}`, version2]));
  return [...known.values()];
}
function readLog(text) {
  let commit = "";
  return text.split("\0").flatMap((word) => {
    const line = word.trim();
    if (/^[0-9a-f]{40,64}$/.test(line)) commit = line;
    else if (line !== "") return [{ commit, path: word.replace(/^\n/, "") }];
    return [];
  });
}
var import_node_fs3, import_node_path3, import_command_line10, import_words18, import_config, import_user_error9, import_paths3, import_state_name2, import_blobs, import_repository2, import_run_git, import_value30, import_document3, import_postgres, import_git2, USUAL_FILE, USUAL_TABLE, MOST_VERSIONS;
var init_former_places = __esm({
  "src/project/former-places.ts"() {
    "use strict";
    import_node_fs3 = require("node:fs");
    import_node_path3 = require("node:path");
    import_command_line10 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words18 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_config = askBundle("./check.cjs", "src/core/config/config.ts");
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths3 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_state_name2 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_blobs = askBundle("./check.cjs", "src/core/git/blobs.ts");
    import_repository2 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_run_git = askBundle("./check.cjs", "src/core/git/run-git.ts");
    import_value30 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_document3 = askBundle("./check.cjs", "src/core/specs/document.ts");
    import_postgres = askBundle("./monitors.cjs", "src/core/state/addresses/postgres.ts");
    import_git2 = askBundle("./check.cjs", "src/core/state/file/git.ts");
    USUAL_FILE = "monitors.state.json";
    USUAL_TABLE = (0, import_config.toSharedPlace)({ backend: "postgres" });
    MOST_VERSIONS = 50;
  }
});

// plan.js
var plan_exports3 = {};
__export(plan_exports3, {
  modules: () => modules
});
module.exports = __toCommonJS(plan_exports3);
var once2 = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/core/api/check-port.ts": once2(() => (init_check_port(), check_port_exports)),
  "src/core/api/list-monitors.ts": once2(() => (init_list_monitors(), list_monitors_exports)),
  "src/core/api/read-alerts.ts": once2(() => (init_read_alerts(), read_alerts_exports)),
  "src/core/api/read-checks.ts": once2(() => (init_read_checks(), read_checks_exports)),
  "src/core/api/read-scrape.ts": once2(() => (init_read_scrape(), read_scrape_exports)),
  "src/core/api/retry.ts": once2(() => (init_retry(), retry_exports)),
  "src/core/api/service-text.ts": once2(() => (init_service_text(), service_text_exports)),
  "src/core/api/wire.ts": once2(() => (init_wire(), wire_exports)),
  "src/core/apply/concurrency.ts": once2(() => (init_concurrency(), concurrency_exports)),
  "src/core/apply/find-created.ts": once2(() => (init_find_created(), find_created_exports)),
  "src/core/apply/findings.ts": once2(() => (init_findings(), findings_exports)),
  "src/core/apply/live-check.ts": once2(() => (init_live_check(), live_check_exports)),
  "src/core/apply/read-monitor.ts": once2(() => (init_read_monitor(), read_monitor_exports)),
  "src/core/observe/deliveries.ts": once2(() => (init_deliveries(), deliveries_exports)),
  "src/core/observe/health.ts": once2(() => (init_health(), health_exports)),
  "src/core/observe/sample.ts": once2(() => (init_sample(), sample_exports)),
  "src/core/plan/adopt.ts": once2(() => (init_adopt(), adopt_exports)),
  "src/core/plan/change-facts.ts": once2(() => (init_change_facts(), change_facts_exports)),
  "src/core/plan/costs.ts": once2(() => (init_costs(), costs_exports)),
  "src/core/plan/create-sight.ts": once2(() => (init_create_sight(), create_sight_exports)),
  "src/core/plan/diff.ts": once2(() => (init_diff(), diff_exports)),
  "src/core/plan/fillings.ts": once2(() => (init_fillings(), fillings_exports)),
  "src/core/plan/groups.ts": once2(() => (init_groups(), groups_exports)),
  "src/core/plan/hold-shifts.ts": once2(() => (init_hold_shifts(), hold_shifts_exports)),
  "src/core/plan/left-alone.ts": once2(() => (init_left_alone(), left_alone_exports)),
  "src/core/plan/live-index.ts": once2(() => (init_live_index(), live_index_exports)),
  "src/core/plan/live.ts": once2(() => (init_live(), live_exports)),
  "src/core/plan/new-fields.ts": once2(() => (init_new_fields(), new_fields_exports)),
  "src/core/plan/patch.ts": once2(() => (init_patch(), patch_exports)),
  "src/core/plan/plan.ts": once2(() => (init_plan(), plan_exports)),
  "src/core/secrets/fingerprint.ts": once2(() => (init_fingerprint(), fingerprint_exports)),
  "src/core/service/answer.ts": once2(() => (init_answer(), answer_exports)),
  "src/core/service/fill-in.ts": once2(() => (init_fill_in(), fill_in_exports)),
  "src/core/specs/expected-ids.ts": once2(() => (init_expected_ids(), expected_ids_exports)),
  "src/core/specs/normalize.ts": once2(() => (init_normalize(), normalize_exports)),
  "src/core/specs/watched.ts": once2(() => (init_watched(), watched_exports)),
  "src/core/state/earlier.ts": once2(() => (init_earlier(), earlier_exports)),
  "src/core/state/state-change.ts": once2(() => (init_state_change(), state_change_exports)),
  "src/features/plan/document.ts": once2(() => (init_document(), document_exports)),
  "src/features/plan/file-document.ts": once2(() => (init_file_document(), file_document_exports)),
  "src/features/plan/findings.ts": once2(() => (init_findings2(), findings_exports2)),
  "src/features/plan/formats.ts": once2(() => (init_formats(), formats_exports)),
  "src/features/plan/markdown.ts": once2(() => (init_markdown(), markdown_exports)),
  "src/features/plan/plan-inputs.ts": once2(() => (init_plan_inputs(), plan_inputs_exports)),
  "src/features/plan/plan.ts": once2(() => (init_plan2(), plan_exports2)),
  "src/features/plan/saved-plan.ts": once2(() => (init_saved_plan(), saved_plan_exports)),
  "src/project/committed-journals.ts": once2(() => (init_committed_journals(), committed_journals_exports)),
  "src/project/former-places.ts": once2(() => (init_former_places(), former_places_exports)),
  "src/project/given-output.ts": once2(() => (init_given_output(), given_output_exports)),
  "src/project/recording-commit.ts": once2(() => (init_recording_commit(), recording_commit_exports)),
  "src/project/refresh.ts": once2(() => (init_refresh(), refresh_exports)),
  "src/project/removed-file.ts": once2(() => (init_removed_file(), removed_file_exports)),
  "src/project/rendered-environments.ts": once2(() => (init_rendered_environments(), rendered_environments_exports)),
  "src/project/service-reader.ts": once2(() => (init_service_reader(), service_reader_exports)),
  "src/rendering/held-changes.ts": once2(() => (init_held_changes(), held_changes_exports)),
  "src/rendering/plan-changes.ts": once2(() => (init_plan_changes(), plan_changes_exports)),
  "src/rendering/plan-fields.ts": once2(() => (init_plan_fields(), plan_fields_exports)),
  "src/rendering/plan-origins.ts": once2(() => (init_plan_origins(), plan_origins_exports)),
  "src/rendering/plan-sentences.ts": once2(() => (init_plan_sentences(), plan_sentences_exports)),
  "src/rendering/plan-service.ts": once2(() => (init_plan_service(), plan_service_exports)),
  "src/rendering/shared-documents.ts": once2(() => (init_shared_documents(), shared_documents_exports)),
  "src/rendering/state-shifts.ts": once2(() => (init_state_shifts(), state_shifts_exports)),
  "src/rendering/value-text.ts": once2(() => (init_value_text(), value_text_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
