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

// src/core/api/classify-error.ts
function classifyError(error, phase, context2) {
  const { code, syscall, status: status2, proxy } = describeError(error);
  const isProof = phase === "unsent" || proxy !== void 0 || syscall === "connect" || neverSent.has(code);
  const failure = {
    kind: isProof ? unsentKind(code) : sentKind(code),
    ...code === "" ? {} : { code },
    ...status2 === void 0 ? {} : { status: status2 },
    message: isProof ? explainUnsent(code, status2, context2.host, proxy) : explainSent(code, context2.host)
  };
  return { kind: isProof ? "not-applied" : "ambiguous", failure };
}
function describeError(error) {
  for (let at = readError(error), depth = 0; at !== void 0 && depth < 5; at = readError(at.cause ?? at.errors?.[0]), depth++) {
    const { code, syscall, status: status2, proxy } = at;
    if (typeof code !== "string" || code === "" && proxy === void 0) continue;
    return {
      code,
      syscall: typeof syscall === "string" ? syscall : "",
      ...typeof status2 === "number" ? { status: status2 } : {},
      ...typeof proxy === "string" ? { proxy } : {}
    };
  }
  return { code: "", syscall: "" };
}
function readError(error) {
  return typeof error === "object" && error !== null ? error : void 0;
}
function isTlsCode(code) {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code);
}
function unsentKind(code) {
  if (isTlsCode(code)) return "tls";
  if (code === abortedCode) return "aborted";
  return "connect";
}
function sentKind(code) {
  if (code === abortedCode) return "aborted";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
  return /^HPE_|HEADERS_OVERFLOW|TOO_LARGE/.test(code) ? "body" : "transport";
}
function explainUnsent(code, status2, service, proxy) {
  const host = proxy === void 0 ? service : `the proxy ${proxy}`;
  if (code === abortedCode) return "the run ended before anything was sent";
  if (code === proxyRefusedCode) return `${host} refused to connect to ${service}${status2 === void 0 ? "" : ` (${status2})`}`;
  if (code === proxyInvalidCode) return "HTTPS_PROXY is not a usable proxy address (expected http://host:port)";
  if (code === "ENOTFOUND") return `host not found: ${host} (ENOTFOUND)`;
  if (code === "EAI_AGAIN") return `could not resolve ${host} at the moment (EAI_AGAIN)`;
  if (code === "ECONNREFUSED") return `connection refused: ${host} (ECONNREFUSED)`;
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === attemptTimeoutCode) return `${host} did not accept a connection in time`;
  if (code === "CERT_HAS_EXPIRED") return `the certificate of ${host} has expired`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `the certificate of ${host} is for another host`;
  if (isTlsCode(code)) return `no trusted TLS connection to ${host} (${code})`;
  return `could not connect to ${host}${code === "" ? "" : ` (${code})`}`;
}
function explainSent(code, host) {
  if (code === abortedCode) return "the run ended while the answer was pending";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return `${host} did not answer in time`;
  if (/^HPE_/.test(code)) return `${host} sent an answer that is not HTTP (${code})`;
  if (code === "UND_ERR_HEADERS_OVERFLOW") return `${host} sent an answer with too large headers`;
  return `the connection to ${host} was lost before the answer came${code === "" ? "" : ` (${code})`}`;
}
var neverSent, attemptTimeoutCode, abortedCode, proxyRefusedCode, proxyInvalidCode;
var init_classify_error = __esm({
  "src/core/api/classify-error.ts"() {
    "use strict";
    neverSent = /* @__PURE__ */ new Set([
      "ENOTFOUND",
      "EAI_AGAIN",
      "ECONNREFUSED",
      "UND_ERR_CONNECT_TIMEOUT",
      "UND_ERR_INVALID_ARG",
      "ERR_INVALID_CHAR",
      "ERR_INVALID_URL",
      "NGHTTP2_REFUSED_STREAM"
    ]);
    attemptTimeoutCode = "ATTEMPT_TIMEOUT";
    abortedCode = "ABORTED";
    proxyRefusedCode = "PROXY_REFUSED";
    proxyInvalidCode = "PROXY_INVALID";
  }
});

// src/core/api/http-proxy.ts
var http_proxy_exports = {};
__export(http_proxy_exports, {
  createProxyConnector: () => createProxyConnector
});
function createProxyConnector(proxy, tls) {
  const connectTls = (0, import_undici.buildConnector)(tls);
  return (options, callback) => {
    if (proxy.hostname === "") {
      callback(new ProxyError(proxyInvalidCode, {}), null);
      return;
    }
    const port = options.port === "" || options.port === void 0 ? "443" : options.port;
    const target = `${options.hostname}:${port}`;
    const fail = (code, status2, syscall) => new ProxyError(code, { proxy: nameProxy(proxy), status: status2, syscall });
    const request = (proxy.protocol === "https:" ? import_node_https.request : import_node_http.request)({
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port,
      method: "CONNECT",
      path: target,
      headers: { host: target, ...proxy.authorization === void 0 ? {} : { "proxy-authorization": proxy.authorization } },
      agent: false,
      timeout: tls.timeout ?? 1e4
    });
    request.once("timeout", () => request.destroy(fail("UND_ERR_CONNECT_TIMEOUT")));
    request.once(
      "error",
      (error) => callback(error instanceof ProxyError ? error : fail(error.code ?? "", void 0, error.syscall), null)
    );
    request.once("response", (response) => request.destroy(fail(proxyRefusedCode, response.statusCode)));
    request.once("connect", (response, socket) => {
      if (response.statusCode === 200) {
        socket.setTimeout(0);
        connectTls({ ...options, httpSocket: socket }, callback);
        return;
      }
      socket.destroy();
      callback(fail(proxyRefusedCode, response.statusCode), null);
    });
    request.end();
  };
}
function nameProxy({ hostname, port }) {
  return `${hostname}:${port}`;
}
var import_node_http, import_node_https, import_undici, ProxyError;
var init_http_proxy = __esm({
  "src/core/api/http-proxy.ts"() {
    "use strict";
    import_node_http = require("node:http");
    import_node_https = require("node:https");
    import_undici = require("./undici.cjs");
    init_classify_error();
    ProxyError = class extends Error {
      name = "ProxyError";
      code;
      status;
      syscall;
      proxy;
      constructor(code, { proxy, status: status2, syscall }) {
        super(code);
        this.code = code;
        this.status = status2;
        this.syscall = syscall;
        this.proxy = proxy;
      }
    };
  }
});

// src/core/api/answer.ts
function parseAnswer(text2) {
  try {
    const parsed = JSON.parse(text2);
    return isDeeperThan(parsed, deepest) ? void 0 : parsed;
  } catch {
    return void 0;
  }
}
function parseBody({ body }) {
  return body.kind === "text" ? parseAnswer(body.text) : void 0;
}
function readCreatedMonitor(answer) {
  return (0, import_value.property)(answer, "success") === true ? readMonitor((0, import_value.property)(answer, "data")) : void 0;
}
function readLiveMonitor(answer) {
  return (0, import_value.property)(answer, "success") === true ? toLiveMonitor((0, import_value.property)(answer, "data")) : void 0;
}
function readMonitorPage(answer) {
  const data = (0, import_value.property)(answer, "data");
  if ((0, import_value.property)(answer, "success") !== true || !Array.isArray(data)) return void 0;
  const monitors = data.map(toLiveMonitor);
  return monitors.every((monitor) => monitor !== void 0) ? monitors : void 0;
}
function toLiveMonitor(data) {
  const monitor = readMonitor(data);
  if (monitor === void 0) return void 0;
  return { ...monitor, name: readText(monitor.data, "name") ?? "", status: readText(monitor.data, "status") ?? "" };
}
function readMonitor(data) {
  if (!(0, import_value.isObject)(data)) return void 0;
  const id = (0, import_value.property)(data, "id");
  if (typeof id !== "string" || id.trim() === "") return void 0;
  return {
    id,
    createdAt: readText(data, "createdAt") ?? "",
    targetIds: readTargetIds(data),
    nextRunAt: readText(data, "nextRunAt"),
    estimatedCreditsPerMonth: (0, import_value.readAmount)((0, import_value.property)(data, "estimatedCreditsPerMonth")),
    data
  };
}
function readHeader(answer, name) {
  return readHeaders(answer, name)[0];
}
function readHeaders(answer, name) {
  const value = Object.hasOwn(answer.headers, name) ? answer.headers[name] : void 0;
  return value === void 0 ? [] : typeof value === "string" ? [value] : value;
}
function readText(data, name) {
  const value = (0, import_value.property)(data, name);
  return typeof value === "string" ? value : null;
}
function readTargetIds(data) {
  const targets = (0, import_value.property)(data, "targets");
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target) => {
    const id = (0, import_value.property)(target, "id");
    return typeof id === "string" ? [id.toLowerCase()] : [];
  });
}
function isDeeperThan(value, limit) {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit - 1));
  for (const name of Object.keys(value)) if (isDeeperThan(value[name], limit - 1)) return true;
  return false;
}
var import_value, deepest;
var init_answer = __esm({
  "src/core/api/answer.ts"() {
    "use strict";
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
    deepest = 200;
  }
});

// src/core/api/retry-after.ts
function readRetryAfter(hints, now) {
  const milliseconds = readMilliseconds(hints.retryAfterMs);
  const headers = hints.retryAfter.flatMap((value) => readHeader2(value, hints.date, now));
  if (milliseconds !== void 0) headers.push(milliseconds);
  if (headers.length > 0) return { ms: Math.max(...headers), source: "header" };
  const hint = readBodyHint(hints.body);
  return hint === void 0 ? void 0 : { ms: hint, source: "hint" };
}
function readHeader2(value, date, now) {
  return value.split(/,(?![^,]*GMT)/).flatMap((part) => readOne(part.trim(), date, now));
}
function readOne(text2, date, now) {
  if (/^\d{1,9}(\.\d+)?$/.test(text2)) return [Math.ceil(Number.parseFloat(text2) * 1e3)];
  const moment = parseHttpDate(text2);
  return moment === void 0 ? [] : [Math.max(0, moment - (parseHttpDate(date?.trim() ?? "") ?? now))];
}
function readMilliseconds(text2) {
  const trimmed = text2?.trim() ?? "";
  return /^\d{1,12}(\.\d+)?$/.test(trimmed) ? Math.ceil(Number.parseFloat(trimmed)) : void 0;
}
function readBodyHint(body) {
  if (!(0, import_value2.isObject)(body)) return void 0;
  const seconds = (0, import_value2.property)(body, "retry_after_seconds");
  if (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1e3);
  const error = (0, import_value2.property)(body, "error");
  const words = typeof error === "string" ? /\bretry after (\d{1,9}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b/i.exec(error) : null;
  return words === null ? void 0 : Math.ceil(Number.parseFloat(words[1]) * 1e3);
}
function parseHttpDate(text2) {
  const fixed = imfFixdate.exec(text2);
  if (fixed) return toMoment(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const old = rfc850Date.exec(text2);
  if (old) return toMoment(`${Number(old[3]) < 70 ? "20" : "19"}${old[3]}`, old[2], old[1], old.slice(4));
  const asctime = asctimeDate.exec(text2);
  if (asctime) return toMoment(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  return void 0;
}
function toMoment(year = "", month = "", day = "", time = []) {
  const monthIndex = months.indexOf(month);
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  const moment = Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds);
  const isReal = monthIndex >= 0 && hours < 24 && minutes < 60 && seconds < 61 && new Date(moment).getUTCDate() === Number(day);
  return isReal ? moment : void 0;
}
var import_value2, months, imfFixdate, rfc850Date, asctimeDate;
var init_retry_after = __esm({
  "src/core/api/retry-after.ts"() {
    "use strict";
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    imfFixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
    rfc850Date = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
    asctimeDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;
  }
});

// src/core/api/classify-answer.ts
function classifyCreate(answer, context2) {
  if (isSuccess(answer)) return classifySuccess(answer, context2);
  const failure = describeRefusal(answer, context2);
  const isProof = refusals.has(answer.status) || isRedirect(answer);
  return { kind: isProof ? "not-applied" : "ambiguous", failure };
}
function classifySuccess(answer, context2) {
  const monitor = readCreatedMonitor(parseBody(answer));
  if (monitor !== void 0) return { kind: "applied", monitor };
  return { kind: "ambiguous", failure: describeUnreadable(answer, { code: "NO_MONITOR", problem: "does not contain a monitor" }, context2) };
}
function classifyPage(answer, context2) {
  if (!isSuccess(answer)) return { kind: "failed", failure: describeAnswer(answer, "listing monitors", context2) };
  const monitors = readMonitorPage(parseBody(answer));
  if (monitors !== void 0) return { kind: "read", value: monitors, serverTime: readServerTime(answer) };
  return { kind: "failed", failure: describeUnreadable(answer, { code: "NO_LIST", problem: "is not a list of monitors" }, context2) };
}
function classifyGet(answer, id, context2) {
  const serverTime = readServerTime(answer);
  if (isMissing(answer)) return { kind: "read", value: null, serverTime };
  if (!isSuccess(answer)) return { kind: "failed", failure: describeAnswer(answer, "reading a monitor", context2) };
  const monitor = readMonitorOf(answer, id);
  if (monitor === void 0) return { kind: "failed", failure: describeUnreadable(answer, otherMonitor, context2) };
  return { kind: "read", value: monitor.status === "deleted" ? null : monitor, serverTime };
}
function classifyUpdate(answer, id, context2) {
  if (!isSuccess(answer)) return classifyRefusal(answer, "updating monitors", context2);
  const monitor = readMonitorOf(answer, id);
  if (monitor !== void 0) return { kind: "applied", monitor };
  return { kind: "ambiguous", failure: describeUnreadable(answer, otherMonitor, context2) };
}
function classifyDelete(answer, context2) {
  if (!isSuccess(answer)) return classifyRefusal(answer, "deleting monitors", context2);
  if ((0, import_value3.property)(parseBody(answer), "success") === true) return { kind: "applied" };
  const otherwise = { code: "NO_SUCCESS", problem: "does not say that the monitor is deleted" };
  return { kind: "ambiguous", failure: describeUnreadable(answer, otherwise, context2) };
}
function readMonitorOf(answer, id) {
  const monitor = readLiveMonitor(parseBody(answer));
  return monitor?.id.toLowerCase() === id.toLowerCase() ? monitor : void 0;
}
function classifyRefusal(answer, operation, context2) {
  const failure = describeAnswer(answer, operation, context2);
  if (isMissing(answer)) return { kind: "missing", failure };
  const { status: status2 } = answer;
  const isProof = refusals.has(status2) || failure.notOffered === true || isRedirect(answer);
  return { kind: isProof ? "not-applied" : "ambiguous", failure };
}
function isMissing(answer) {
  return answer.status === 404 && isServiceError(parseBody(answer));
}
function describeAnswer(answer, operation, context2) {
  const failure = describeRefusal(answer, context2);
  const { status: status2, body } = answer;
  if (status2 === 404 && body.kind === "unreadable") {
    return { kind: "body", status: status2, code: body.code, message: `the service answered 404, but ${body.problem}` };
  }
  if (status2 === 403) {
    const lack = operation === "listing monitors" ? { notOffered: true } : {};
    return { ...failure, ...lack, message: `${operation} was refused: ${failure.message}` };
  }
  if (!lacksOperation(answer, operation)) return failure;
  return { ...failure, notOffered: true, message: `this service does not offer ${operation} (it answered ${status2})` };
}
function lacksOperation(answer, operation) {
  const { status: status2 } = answer;
  if (status2 === 405 || status2 === 501) return true;
  return status2 === 404 && (operation === "listing monitors" || !isMissing(answer));
}
function isServiceError(parsed) {
  return (0, import_value3.property)(parsed, "success") === false && typeof (0, import_value3.property)(parsed, "error") === "string";
}
function isSuccess({ status: status2 }) {
  return status2 >= 200 && status2 < 300;
}
function isRedirect({ status: status2 }) {
  return status2 >= 300 && status2 < 400;
}
function readServerTime(answer) {
  return readTimeIn(answer, "date");
}
function readTimeIn(answer, header) {
  return parseHttpDate(readHeader(answer, header) ?? "") ?? null;
}
function describeUnreadable(answer, otherwise, context2) {
  const { status: status2, body } = answer;
  const failure = (code, problem) => ({
    kind: "body",
    status: status2,
    code,
    message: `the service answered ${status2}, but ${problem}`
  });
  if (body.kind === "unreadable") return failure(body.code, body.problem);
  const parsed = parseBody(answer);
  if (parsed !== void 0) return failure(otherwise.code, `its answer ${otherwise.problem}${quoteError(parsed, context2)}`);
  if (isJsonType(answer)) return failure("BAD_JSON", "its JSON is broken or cut off");
  const type = (0, import_service_text.cleanServiceText)(readHeader(answer, "content-type") ?? "no content type", context2.redact);
  return { ...failure("NOT_JSON", `with ${type} instead of JSON`), notTheService: true };
}
function describeRefusal(answer, context2) {
  const parsed = parseBody(answer);
  const details = (0, import_value3.property)(parsed, "details");
  const code = (0, import_value3.property)(parsed, "code");
  const wait = readRetryAfter(
    {
      retryAfter: readHeaders(answer, "retry-after"),
      ...optional("retryAfterMs", readHeader(answer, "retry-after-ms")),
      ...optional("date", readHeader(answer, "date")),
      ...optional("body", parsed)
    },
    context2.now
  );
  const redirectHost = isRedirect(answer) ? readRedirectHost(answer, context2) : void 0;
  return {
    kind: "http",
    status: answer.status,
    message: `the service answered ${answer.status}${redirectHost === void 0 ? quoteError(parsed, context2) : ` and redirects to ${redirectHost}`}`,
    ...typeof code === "string" ? { code: (0, import_service_text.cleanServiceText)(code, context2.redact) } : {},
    ...details === void 0 || details === null ? {} : { details: (0, import_service_text.cleanServiceValue)(details, context2.redact) },
    ...redirectHost === void 0 ? {} : { redirectHost },
    ...wait === void 0 ? {} : { retryAfterMs: wait.ms },
    ...wait?.source === "hint" ? { retryAfterIsHint: true } : {},
    ...(0, import_value3.isObject)(parsed) ? {} : { notTheService: true }
  };
}
function readRedirectHost(answer, context2) {
  const location = readHeader(answer, "location");
  try {
    return (0, import_service_text.cleanServiceText)(new URL(location ?? "", `https://${context2.host}`).host, context2.redact);
  } catch {
    return "an unreadable address";
  }
}
function quoteError(parsed, context2) {
  const error = (0, import_value3.property)(parsed, "error");
  const words = typeof error === "string" ? (0, import_service_text.cleanServiceText)(error, context2.redact) : "";
  return words === "" ? "" : `: ${words}`;
}
function isJsonType(answer) {
  return /^application\/([\w.-]+\+)?json\b/i.test(readHeader(answer, "content-type")?.trim() ?? "");
}
function optional(name, value) {
  return value === void 0 ? {} : { [name]: value };
}
var import_value3, import_service_text, refusals, otherMonitor;
var init_classify_answer = __esm({
  "src/core/api/classify-answer.ts"() {
    "use strict";
    import_value3 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_answer();
    init_retry_after();
    import_service_text = askBundle("./plan.cjs", "src/core/api/service-text.ts");
    refusals = /* @__PURE__ */ new Set([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429]);
    otherMonitor = { code: "OTHER_MONITOR", problem: "does not contain the requested monitor" };
  }
});

// src/core/api/classify-checks.ts
function classifyChecks(answer, context2) {
  return classifyRead(answer, "listing checks", context2, (0, import_read_checks.readChecks)(parseBody(answer), context2.redact), "is not a list of checks");
}
function classifyCheckPart(answer, skip, context2) {
  const part = (0, import_read_checks.readCheckPart)(parseBody(answer), skip, context2.redact);
  return classifyRead(answer, "reading a check", context2, part, "does not contain a check");
}
function classifyCredits(answer, context2) {
  return classifyRead(answer, "reading credits", context2, (0, import_read_checks.readTeamCredits)(parseBody(answer)), "does not contain credits");
}
function classifyStart(answer, context2) {
  if (!isSuccess(answer)) return classifyRefusal(answer, "starting checks", context2);
  const checkId = (0, import_read_checks.readStartedCheck)(parseBody(answer), context2.redact);
  if (checkId !== void 0) return { kind: "applied", checkId };
  return { kind: "ambiguous", failure: describeUnreadable(answer, { code: "NO_CHECK", problem: "does not contain a check" }, context2) };
}
function classifyRead(answer, operation, context2, value, problem) {
  const serverTime = readServerTime(answer);
  if (isMissing(answer)) return { kind: "read", value: null, serverTime };
  if (!isSuccess(answer)) return { kind: "failed", failure: describeAnswer(answer, operation, context2) };
  if (value !== void 0) return { kind: "read", value, serverTime };
  return { kind: "failed", failure: describeUnreadable(answer, { code: "OTHER_SHAPE", problem }, context2) };
}
var import_read_checks;
var init_classify_checks = __esm({
  "src/core/api/classify-checks.ts"() {
    "use strict";
    init_answer();
    init_classify_answer();
    import_read_checks = askBundle("./plan.cjs", "src/core/api/read-checks.ts");
  }
});

// src/core/api/classify-scrape.ts
function classifyScrape(answer, url, given) {
  const shown = (0, import_read_scrape.maskAddress)(url);
  const context2 = shown === url ? given : { ...given, redact: (text2) => given.redact(text2.replaceAll(url, shown)) };
  if (isSuccess(answer)) {
    const page = (0, import_read_scrape.readScrapedPage)(parseBody(answer), context2.redact);
    if (page !== void 0) return { kind: "applied", page };
    return { kind: "ambiguous", failure: describeUnreadable(answer, { code: "NO_PAGE", problem: "does not contain a page" }, context2) };
  }
  const redact = (text2) => context2.redact((0, import_read_scrape.maskAddresses)(text2));
  const failure = describeAnswer(answer, "fetching pages", { ...context2, redact });
  const isProof = UNCHARGED.has(answer.status) || failure.notOffered === true || isRedirect(answer);
  return { kind: isProof ? "not-applied" : "ambiguous", failure };
}
var import_read_scrape, UNCHARGED;
var init_classify_scrape = __esm({
  "src/core/api/classify-scrape.ts"() {
    "use strict";
    init_answer();
    init_classify_answer();
    import_read_scrape = askBundle("./plan.cjs", "src/core/api/read-scrape.ts");
    UNCHARGED = /* @__PURE__ */ new Set([400, 401, 402, 405, 413, 415, 429, 501]);
  }
});

// src/core/api/hide-secrets.ts
function hideKey(answer, key) {
  const { body } = answer;
  if (body.kind !== "text" || key.length < SHORTEST) return answer;
  const text2 = NEEDLESS_ESCAPE.test(body.text) ? withoutNeedlessEscapes(body.text) : body.text;
  return text2.includes(key) ? { ...answer, body: { kind: "text", text: text2.replaceAll(key, import_secret.SECRET_TEXT) } } : answer;
}
function withoutNeedlessEscapes(text2) {
  try {
    return JSON.stringify(JSON.parse(text2));
  } catch {
    return text2;
  }
}
function createHider(references, sent) {
  const secrets = [...references, ...sent === void 0 ? [] : listCredentials(sent)].filter(({ length }) => length >= SHORTEST);
  if (secrets.length === 0) return (monitor) => monitor;
  const redact = (0, import_redaction.createRedactor)(secrets);
  return (monitor) => {
    const data = hideSecrets(monitor.data, sent, redact);
    if (data === monitor.data) return { ...monitor, hide: redact };
    const shown = "status" in monitor ? toLiveMonitor(data) : readMonitor(data);
    return { ...monitor, ...shown, hide: redact, clear: new import_secret.Secret(monitor.data) };
  };
}
function hideSecrets(data, sent, redact) {
  return (0, import_walk.mapLeaves)(data, (leaf, path) => {
    if (typeof leaf !== "string" || path[0] === "webhook" || (0, import_places.classifyDocumented)(path) !== "urls-within") return leaf;
    const own = findText(sent, path);
    return own !== void 0 && own.trim() === leaf.trim() ? leaf : redact(leaf);
  });
}
function listCredentials(body) {
  const secrets = [];
  (0, import_walk.visitTexts)(body, (text2, path) => {
    if (path.at(-1) === "text") return;
    secrets.push(...(0, import_segments.segmentText)(path, text2).flatMap((segment) => segment.kind === "secret" ? [segment.text] : []));
  });
  return secrets;
}
function findText(body, path) {
  let value = body;
  for (const step of path) value = Array.isArray(value) ? value[Number(step)] : (0, import_value4.property)(value, String(step));
  return typeof value === "string" ? value : void 0;
}
function listSentSecrets(body) {
  return collectSent(body, []);
}
function collectSent(value, path) {
  if (typeof value === "string") {
    if (path[0] === "webhook" && path[1] === "metadata") return [value, ...listParts(value)];
    return (0, import_segments.segmentText)(path, value).flatMap((segment) => segment.kind === "secret" ? [segment.text, ...listParts(segment.text)] : []);
  }
  if (typeof value === "number") return (0, import_places.isSecretPath)(path) ? [String(value)] : [];
  if ((0, import_value4.isObject)(value)) return Object.entries(value).flatMap(([name, item]) => collectSent(item, [...path, name]));
  return Array.isArray(value) ? value.flatMap((item, index) => collectSent(item, [...path, index])) : [];
}
function listParts(text2) {
  return text2.split(/[\s=;,:&?#/]+/).filter((part) => part.length >= shortestPart && part !== text2);
}
var import_value4, import_places, import_redaction, import_secret, import_segments, import_walk, SHORTEST, NEEDLESS_ESCAPE, shortestPart;
var init_hide_secrets = __esm({
  "src/core/api/hide-secrets.ts"() {
    "use strict";
    import_value4 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_places = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_redaction = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    import_secret = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    import_segments = askBundle("./check.cjs", "src/core/secrets/segments.ts");
    import_walk = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    init_answer();
    SHORTEST = 12;
    NEEDLESS_ESCAPE = /\\u00[2-7][0-9a-f]/i;
    shortestPart = 8;
  }
});

// src/core/api/http-exchange.ts
function openPool(options, proxy) {
  const connect = {
    timeout: options.connectTimeoutMs ?? 1e4,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off for another machine.
    rejectUnauthorized: !options.address.isLoopback || options.env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0",
    ...options.ca === void 0 ? {} : { ca: options.ca }
  };
  return new import_undici2.Pool(new URL(options.address.origin).origin, {
    connect: proxy === void 0 ? connect : createProxyConnector(proxy, connect),
    connections: options.connections ?? 64,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The attempt's own deadline covers headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false
  });
}
function exchange(pool, request) {
  return new Promise((resolve9) => {
    const ending = new Exchange(request, resolve9);
    try {
      const { method, path, headers, body } = request;
      pool.dispatch({ method, path, headers: { ...headers }, body, idempotent: false }, ending);
    } catch (error) {
      ending.onResponseError(void 0, error);
    }
  });
}
function tooLarge(largest) {
  return { kind: "unreadable", code: "TOO_LARGE", problem: `its answer is larger than ${largest / mebibyte} MiB` };
}
function decode(bytes, encoding, largest) {
  const name = String(encoding ?? "identity").trim().toLowerCase();
  const limits = { maxOutputLength: largest };
  try {
    if (name === "identity" || name === "") return { kind: "text", text: bytes.toString("utf8") };
    if (name === "gzip" || name === "x-gzip") return { kind: "text", text: (0, import_node_zlib.gunzipSync)(bytes, limits).toString("utf8") };
    if (name === "deflate") return { kind: "text", text: (0, import_node_zlib.inflateSync)(bytes, limits).toString("utf8") };
    if (name === "br") return { kind: "text", text: (0, import_node_zlib.brotliDecompressSync)(bytes, limits).toString("utf8") };
  } catch (error) {
    if (error.code === "ERR_BUFFER_TOO_LARGE") return tooLarge(largest);
    return { kind: "unreadable", code: "BAD_ENCODING", problem: "its compressed answer is broken" };
  }
  return { kind: "unreadable", code: "BAD_ENCODING", problem: "its answer uses a compression that was not requested" };
}
var import_node_zlib, import_undici2, mebibyte, largestMonitor, largestPage, largestCheck, largestScrape, CHUNKS_IN_BLOCK, Exchange, brokenOff, CodedError;
var init_http_exchange = __esm({
  "src/core/api/http-exchange.ts"() {
    "use strict";
    import_node_zlib = require("node:zlib");
    import_undici2 = require("./undici.cjs");
    init_classify_error();
    init_http_proxy();
    mebibyte = 1024 * 1024;
    largestMonitor = mebibyte;
    largestPage = 4 * mebibyte;
    largestCheck = 16 * mebibyte;
    largestScrape = 32 * mebibyte;
    CHUNKS_IN_BLOCK = 1024;
    Exchange = class {
      #settle;
      #timer;
      #signal;
      #largest;
      #cuts;
      #controller;
      #phase = "unsent";
      #isSettled = false;
      #status = 0;
      #headers = {};
      #chunks = [];
      /** Chunks that were joined: one of a single byte takes a hundred times its size. */
      #blocks = [];
      #size = 0;
      constructor(request, settle) {
        this.#settle = settle;
        this.#signal = request.signal;
        this.#largest = request.largestAnswer;
        this.#cuts = request.cutsAnswer === true;
        this.#timer = setTimeout(() => this.#giveUp(attemptTimeoutCode), request.timeoutMs);
        if (request.signal?.aborted) this.#giveUp(abortedCode);
        else request.signal?.addEventListener("abort", this.#abort, { once: true });
      }
      /** A connection is there and takes the request now. */
      onRequestStart(controller) {
        if (this.#isSettled) {
          controller.abort(new CodedError(abortedCode));
          return;
        }
        this.#phase = "sent";
        this.#controller = controller;
      }
      onResponseStart(_controller, status2, headers) {
        if (status2 < 200) return;
        this.#status = status2;
        this.#headers = headers;
      }
      onResponseData(controller, chunk) {
        this.#size += chunk.length;
        if (this.#size <= this.#largest) {
          this.#chunks.push(chunk);
          if (this.#chunks.length === CHUNKS_IN_BLOCK) this.#blocks.push(Buffer.concat(this.#chunks.splice(0)));
          return;
        }
        this.#answer(
          this.#cuts ? this.#decode(Buffer.concat([...this.#blocks, ...this.#chunks, chunk]).subarray(0, this.#largest)) : tooLarge(this.#largest)
        );
        controller.abort(new CodedError("TOO_LARGE"));
      }
      onResponseEnd() {
        this.#answer(this.#decode(Buffer.concat([...this.#blocks, ...this.#chunks])));
      }
      #decode(bytes) {
        return decode(bytes, this.#headers["content-encoding"], this.#largest);
      }
      onResponseError(_controller, error) {
        if (this.#status !== 0) this.#answer(brokenOff);
        else this.#end({ kind: "failed", error, phase: this.#phase });
      }
      #abort = () => this.#giveUp(abortedCode);
      #giveUp(code) {
        const error = new CodedError(code);
        this.onResponseError(void 0, error);
        this.#controller?.abort(error);
      }
      #answer(body) {
        this.#end({ kind: "answered", answer: { status: this.#status, headers: this.#headers, body }, receivedBytes: this.#size });
      }
      #end(end) {
        if (this.#isSettled) return;
        this.#isSettled = true;
        clearTimeout(this.#timer);
        this.#signal?.removeEventListener("abort", this.#abort);
        this.#chunks = [];
        this.#blocks = [];
        this.#settle(end);
      }
    };
    brokenOff = { kind: "unreadable", code: "CUT_OFF", problem: "its answer ended early" };
    CodedError = class extends Error {
      name = "CodedError";
      code;
      constructor(code) {
        super(code);
        this.code = code;
      }
    };
  }
});

// src/core/api/scrape-wait.ts
function scrapeWaitMs({ timeout }) {
  return (typeof timeout === "number" ? timeout : PAGE_MS) + MARGIN_MS;
}
var import_table, MARGIN_MS, PAGE_MS;
var init_scrape_wait = __esm({
  "src/core/api/scrape-wait.ts"() {
    "use strict";
    import_table = askBundle("./monitors.cjs", "src/core/service/table.ts");
    MARGIN_MS = 3e4;
    PAGE_MS = (0, import_table.memberOf)("ScrapeOptions", "timeout").default;
  }
});

// src/core/api/http-service.ts
var http_service_exports = {};
__export(http_service_exports, {
  createHttpService: () => createHttpService
});
function createHttpService(options) {
  const connection = new ServiceConnection(options);
  const list = { method: "GET", path: import_wire.createMonitorPath, largestAnswer: largestPage };
  return {
    origin: options.address.origin,
    isEmulator: () => connection.byEmulator,
    createMonitor: (body, signal) => connection.change({ method: "POST", path: import_wire.createMonitorPath, body }, signal, classifyCreate),
    listMonitors: ({ limit, offset }, signal) => connection.read(
      { ...list, query: `?limit=${limit}&offset=${offset}` },
      signal,
      (answer, context2, hide) => mapValue(classifyPage(answer, context2), (monitors) => monitors.map(hide))
    ),
    getMonitor: (id, signal) => connection.read(
      { method: "GET", path: (0, import_wire.monitorPath)(id) },
      signal,
      (answer, context2, hide) => mapValue(classifyGet(answer, id, context2), (monitor) => monitor && hide(monitor))
    ),
    updateMonitor: (id, body, signal) => connection.change({ method: "PATCH", path: (0, import_wire.monitorPath)(id), body }, signal, (answer, context2) => classifyUpdate(answer, id, context2)),
    deleteMonitor: (id, signal) => connection.change({ method: "DELETE", path: (0, import_wire.monitorPath)(id) }, signal, classifyDelete),
    ...openChecks(connection),
    scrapePage: (request, signal) => connection.change(toQuestion(request), signal, (answer, context2) => classifyScrape(answer, request.url, context2)),
    close: () => connection.close()
  };
}
function openChecks(connection) {
  return {
    checkTime: () => connection.checkTime,
    listChecks: (id, { limit, offset }, signal) => {
      const path = (0, import_wire.belowMonitorPath)(id, "checks");
      return connection.read(
        { method: "GET", path, query: `?limit=${limit}&offset=${offset}`, largestAnswer: largestPage },
        signal,
        classifyChecks
      );
    },
    readCheck: (id, checkId, { limit, skip, status: status2 }, signal) => {
      const path = (0, import_wire.belowMonitorPath)(id, "checks", checkId);
      const query = `?limit=${limit}&skip=${skip}${status2 === void 0 ? "" : `&status=${status2}`}`;
      return connection.read(
        { method: "GET", path, query, largestAnswer: largestCheck },
        signal,
        (answer, context2) => classifyCheckPart(answer, skip, context2)
      );
    },
    readCredits: (signal) => connection.read({ method: "GET", path: import_wire.creditUsagePath }, signal, classifyCredits),
    startCheck: (id, signal) => connection.change({ method: "POST", path: (0, import_wire.belowMonitorPath)(id, "run") }, signal, classifyStart)
  };
}
function toQuestion({ url, options }) {
  return {
    method: "POST",
    path: import_wire.scrapePath,
    body: { ...options, url },
    // The secret parts are known by a monitor's body. The address is masked where it is shown: a page may hold its words.
    secretsIn: { targets: [{ type: "scrape", scrapeOptions: options }] },
    largestAnswer: largestScrape,
    timeoutMs: scrapeWaitMs(options)
  };
}
function mapValue(outcome, map) {
  return outcome.kind === "read" ? { ...outcome, value: map(outcome.value) } : outcome;
}
function isSuccess2({ status: status2 }) {
  return status2 >= 200 && status2 < 300;
}
function isOfEmulator(answer) {
  return readHeader(answer, EMULATOR_HEADER) !== void 0;
}
function describeEnd(ended, redact) {
  if (ended.kind === "failed") return { receivedBytes: 0 };
  const requestId = readHeader(ended.answer, "x-request-id");
  return {
    status: ended.answer.status,
    receivedBytes: ended.receivedBytes,
    ...requestId === void 0 ? {} : { requestId: (0, import_service_text2.cleanServiceText)(requestId, redact) }
  };
}
var import_redaction2, import_endpoint, import_service_text2, import_wire, ServiceConnection, EMULATOR_HEADER, EMULATOR_DATE_HEADER, unaddressable;
var init_http_service = __esm({
  "src/core/api/http-service.ts"() {
    "use strict";
    import_redaction2 = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    init_answer();
    init_classify_answer();
    init_classify_checks();
    init_classify_error();
    init_classify_scrape();
    import_endpoint = askBundle("./check.cjs", "src/core/api/endpoint.ts");
    init_hide_secrets();
    init_http_exchange();
    init_scrape_wait();
    import_service_text2 = askBundle("./plan.cjs", "src/core/api/service-text.ts");
    import_wire = askBundle("./plan.cjs", "src/core/api/wire.ts");
    ServiceConnection = class {
      #options;
      #prefix;
      #pool;
      #references;
      /** The key, the proxy's credentials, and the values of all references. */
      #secrets;
      #hide;
      #byEmulator = null;
      #checkTime = null;
      constructor(options) {
        this.#options = options;
        this.#prefix = new URL(options.address.origin).pathname.replace(/\/$/, "");
        const proxy = (0, import_endpoint.chooseProxy)(options.address, options.env);
        this.#pool = openPool(options, proxy);
        this.#references = options.secrets ?? [];
        this.#secrets = [options.key.reveal(), ...proxy?.secrets ?? [], ...this.#references];
        this.#hide = createHider(this.#references, void 0);
      }
      /** Whether the emulator gave all successful answers so far; null before the first. */
      get byEmulator() {
        return this.#byEmulator;
      }
      /** The emulator's clock of checks, where it is not that of its `Date`; null of any other service. */
      get checkTime() {
        return this.#byEmulator === true ? this.#checkTime : null;
      }
      /** Sends a request that changes something; hides secrets in the monitor that is answered, but where they were sent. */
      async change(question, signal, classify) {
        const asked = await this.#ask(question, signal);
        if (asked.kind !== "answered") return asked;
        const outcome = classify(asked.answer, asked.context);
        return "monitor" in outcome ? { ...outcome, monitor: createHider(this.#references, question.body)(outcome.monitor) } : outcome;
      }
      /** Sends a request that changes nothing; `classify` passes every monitor that is answered through `hide`. */
      async read(question, signal, classify) {
        const asked = await this.#ask(question, signal);
        return asked.kind === "answered" ? classify(asked.answer, asked.context, this.#hide) : { kind: "failed", failure: asked.failure };
      }
      close() {
        return this.#pool.destroy();
      }
      async #ask(question, signal) {
        const { path, query = "", body, secretsIn = body } = question;
        if (path === void 0) return { kind: "not-applied", failure: unaddressable };
        const { address, key, world } = this.#options;
        const redact = this.#makeRedactor(secretsIn);
        const ended = await this.#exchange({ ...question, path: `${this.#prefix}${path}${query}` }, signal, redact);
        const context2 = { host: address.host, redact, now: world.now() };
        if (ended.kind === "failed") return classifyError(ended.error, ended.phase, context2);
        if (isSuccess2(ended.answer)) {
          this.#byEmulator = this.#byEmulator !== false && isOfEmulator(ended.answer);
          this.#checkTime = readTimeIn(ended.answer, EMULATOR_DATE_HEADER);
        }
        return { kind: "answered", answer: hideKey(ended.answer, key.reveal()), context: context2 };
      }
      /** Makes one request, and reports it to the caller of the service. */
      async #exchange({ method, path, body, largestAnswer = largestMonitor, timeoutMs }, signal, redact) {
        const { key, userAgent, attemptTimeoutMs = 3e4, world, onExchange } = this.#options;
        const text2 = body === void 0 ? null : JSON.stringify(body);
        const startedAt = world.monotonic();
        const ended = await exchange(this.#pool, {
          method,
          path,
          headers: {
            authorization: `Bearer ${key.reveal()}`,
            ...text2 === null ? {} : { "content-type": "application/json" },
            accept: "application/json",
            "accept-encoding": "identity",
            "user-agent": userAgent
          },
          body: text2,
          largestAnswer,
          timeoutMs: timeoutMs ?? attemptTimeoutMs,
          ...signal === void 0 ? {} : { signal }
        });
        onExchange?.({
          method,
          path,
          durationMs: world.monotonic() - startedAt,
          sentBytes: text2 === null ? 0 : Buffer.byteLength(text2),
          ...describeEnd(ended, redact)
        });
        return ended;
      }
      /** Masks every secret of a request. The masks are made only when something went wrong: most answers are a monitor. */
      #makeRedactor(body) {
        let redactor;
        return (text2) => {
          redactor ??= (0, import_redaction2.createRedactor)([...this.#secrets, ...body === void 0 ? [] : listSentSecrets(body)]);
          return redactor(text2);
        };
      }
    };
    EMULATOR_HEADER = "x-monitors-emulator";
    EMULATOR_DATE_HEADER = "x-monitors-emulator-date";
    unaddressable = {
      kind: "http",
      code: "BAD_ID",
      message: "the monitor id contains characters that are unsafe in a URL"
    };
  }
});

// src/core/git/file-versions.ts
var file_versions_exports = {};
__export(file_versions_exports, {
  findHistory: () => findHistory,
  leadsTo: () => leadsTo,
  listOutside: () => listOutside,
  locateCommits: () => locateCommits,
  readFileVersions: () => readFileVersions
});
async function readFileVersions(search) {
  const { path, trailer, tips, timeoutMs, now, everywhere } = search;
  const started = now();
  const { directory, ask: ask2 } = findHistory(search);
  const format = `--format=%H %(trailers:key=${trailer},valueonly,unfold,separator=%x2C)%x00%P`;
  const how = ["--ignore-missing", format, "--raw", "--no-abbrev", "--no-renames", "--full-history", "-m"];
  const names = everywhere?.map((name) => `:(top,glob)**/${escapeGlob(name)}*.json`) ?? [`:(literal)${(0, import_repository.toPathspec)(directory, path)}`];
  const reach = everywhere === void 0 ? "here" : "everywhere";
  const args = ["log", ...how, `--max-count=${MOST_CHANGES[reach]}`, ...tips, "--", ...names, ...names.map((name) => `${name}.journal`)];
  const log = await ask2(args, {
    timeoutMs,
    settings: [
      ["log.diffMerges", "separate"],
      ["core.quotePath", "false"]
    ]
  });
  const { found, commits, hasTrailer, addedBy } = listChanges(log?.stdout.toString("utf8") ?? "");
  const all = [...found.values()].filter(({ isJournal }) => !isJournal);
  const files = all.slice(0, MOST_VERSIONS[reach]);
  const journals = [...found.values()].filter(({ isJournal }) => isJournal).slice(0, MOST_VERSIONS[reach]);
  const left = Math.floor(timeoutMs - (now() - started));
  const ids = [...journals, ...files].map(({ blob }) => blob);
  const blobs = left <= 0 ? ids.map(() => null) : await (0, import_blobs.readBlobsBy)(ask2, ids, { timeoutMs: left, maxBytes: MOST_BYTES });
  const isComplete2 = log?.exitCode === 0 && !blobs.includes(null);
  const read2 = (changes2, from) => changes2.flatMap(({ commits: commits2, paths }, index) => {
    const blob = blobs[from + index] ?? null;
    return blob === null ? [] : [{ commits: commits2, paths: [...paths], bytes: blob.bytes }];
  });
  const hasMore = commits >= MOST_CHANGES[reach] || files.length < all.length || blobs.length < ids.length;
  const counted = { hasTrailer, isComplete: isComplete2, isAnswered: log !== null, hasMore, addedBy };
  return { versions: read2(files, journals.length), journals: read2(journals, 0), ...counted };
}
function findHistory({ path, env, repository }) {
  if (repository !== void 0) return { directory: repository.root, ask: repository.ask };
  const directory = (0, import_repository.findNearest)((0, import_node_path.dirname)(path));
  return { directory, ask: (args, more) => (0, import_run_git.askGit)(directory, env, args, more) };
}
function listChanges(log) {
  const found = /* @__PURE__ */ new Map();
  const addedBy = [];
  const commits = /* @__PURE__ */ new Set();
  let [commit, parents, hasTrailer] = ["", "", false];
  for (const line of log.split("\n")) {
    const [, begun, value = "", from = ""] = /^([0-9a-f]{40,64}) ([^\0]*)\0(.*)$/.exec(line) ?? [];
    if (begun !== void 0) [commit, parents] = [begun, from];
    commits.add(commit);
    hasTrailer ||= value !== "";
    const [, blob, status2, name = ""] = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([AMT])\t(.*)$/.exec(line) ?? [];
    if (blob === void 0) continue;
    const isJournal = /\.journal"?$/.test(name);
    if (status2 === "A" && !isJournal && /^\S+$/.test(parents)) addedBy.push(commit);
    const change = found.get(blob) ?? { blob, isJournal, commits: [], paths: /* @__PURE__ */ new Set() };
    if (change.commits.length < MOST_COMMITS && !change.commits.includes(commit)) change.commits.push(commit);
    change.paths.add(name);
    found.set(blob, change);
  }
  return { found, hasTrailer, addedBy, commits: commits.size };
}
function escapeGlob(name) {
  return name.replace(/[*?[\]\\]/g, "\\$&");
}
async function locateCommits(ask2, commits, own) {
  let place = "none";
  for (const commit of commits) {
    const references = ["for-each-ref", `--contains=${commit}`, "--format=%(objectname)", "refs/heads", "refs/remotes"];
    for (const tip of own) if ((await ask2(["merge-base", "--is-ancestor", commit, tip]))?.exitCode === 0) return "own";
    const answer = await ask2(references);
    if (answer?.exitCode === 0 && answer.stdout.length > 0) place = "other-branch";
  }
  return place;
}
async function leadsTo(ask2, from, to) {
  const outside = await listOutside(ask2, from, to);
  return outside === null ? null : from.some((commit) => !outside.has(commit));
}
async function listOutside(ask2, from, to) {
  const answer = await ask2(["rev-list", "--ignore-missing", ...from, "--not", ...to]);
  if (answer !== null && answer.exitCode !== 0) return null;
  return new Set((answer?.stdout.toString("utf8") ?? "").split("\n"));
}
var import_node_path, import_blobs, import_repository, import_run_git, MOST_CHANGES, MOST_VERSIONS, MOST_BYTES, MOST_COMMITS;
var init_file_versions = __esm({
  "src/core/git/file-versions.ts"() {
    "use strict";
    import_node_path = require("node:path");
    import_blobs = askBundle("./check.cjs", "src/core/git/blobs.ts");
    import_repository = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_run_git = askBundle("./check.cjs", "src/core/git/run-git.ts");
    MOST_CHANGES = { here: 250, everywhere: 2e3 };
    MOST_VERSIONS = { here: 120, everywhere: 400 };
    MOST_BYTES = 64 * 1024 * 1024;
    MOST_COMMITS = 5;
  }
});

// src/core/observe/check-span.ts
function markFrom(since) {
  return { lastRunAt: null, settledAt: since, unfinished: [], reported: [] };
}
function hasNothingNew({ lastRunAt, isChecking }, mark) {
  if (isChecking || mark.unfinished.length > 0) return false;
  if (mark.lastRunAt !== null) return mark.lastRunAt === (lastRunAt ?? NEVER);
  return lastRunAt !== null && Date.parse(lastRunAt) < mark.settledAt - LONGEST_CHECK;
}
function markSkipped({ lastRunAt }, mark) {
  return { ...mark, lastRunAt: lastRunAt ?? NEVER };
}
function markUnread(mark) {
  return { ...mark, lastRunAt: null };
}
function sortChecks(checks2, mark, { until, lastRunAt }) {
  const byId = [...new Map(checks2.map((check) => [check.id, check])).values()];
  const running = byId.filter((check) => !hasEnded(check));
  const closed = byId.filter(hasEnded);
  const ended = closed.filter((check) => finishOf(check) < until).sort((one, other) => finishOf(other) - finishOf(one));
  const [reported, unfinished] = [new Set(mark.reported), new Set(mark.unfinished)];
  const isNew2 = (check) => !reported.has(check.id) && (finishOf(check) >= mark.settledAt || unfinished.has(check.id));
  const settledAt = findSettled(ended, running, mark.settledAt, until);
  const next = {
    // The list may show the run of a check that belongs to the next call already.
    lastRunAt: closed.length > ended.length ? null : lastRunAt ?? NEVER,
    settledAt,
    unfinished: running.map(({ id }) => id),
    reported: ended.filter((check) => finishOf(check) >= settledAt).map(({ id }) => id)
  };
  return { checks: ended.filter(isNew2), running, ended, next };
}
function findSettled(ended, running, before, until) {
  const made = running.map(madeAt).filter((at) => at >= until - LONGEST_CHECK);
  const held = Math.min(...made);
  return ended.reduce((latest, check) => madeAt(check) < held ? Math.max(latest, finishOf(check)) : latest, before);
}
function hasEnded(check) {
  return check.finishedAt !== null || (0, import_health.isOver)(check) || isSkipped(check);
}
function isSkipped(check) {
  return check.status === "skipped_overlap" || (0, import_health.isSkippedForCredits)(check);
}
function finishOf({ finishedAt, startedAt, createdAt, scheduledFor }) {
  return toMs(finishedAt ?? startedAt ?? createdAt ?? scheduledFor);
}
function madeAt({ createdAt, scheduledFor, startedAt, finishedAt }) {
  return toMs(createdAt ?? scheduledFor ?? startedAt ?? finishedAt);
}
function toMs(time) {
  return time === null ? 0 : Date.parse(time);
}
var import_health, LONGEST_CHECK, NEVER;
var init_check_span = __esm({
  "src/core/observe/check-span.ts"() {
    "use strict";
    import_health = askBundle("./plan.cjs", "src/core/observe/health.ts");
    LONGEST_CHECK = 24 * 36e5;
    NEVER = "";
  }
});

// src/core/observe/moment.ts
function readMoment(text2, timeZone) {
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text2) ?? [];
  if (count !== void 0) return { kind: "ago", ms: Number(count) * (UNITS[unit] ?? 0) };
  const [, date, time = "00:00", zone] = DATE_TIME.exec(text2) ?? [];
  if (date === void 0) return null;
  const wall = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) return null;
  const ms = zone === void 0 ? toInstant(wall, timeZone) : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? null : { kind: "at", ms };
}
function toInstant(wall, timeZone) {
  const offsetAt = (0, import_offsets.readOffsets)(timeZone) ?? (() => 0);
  const offset = (ms) => offsetAt(Math.floor(ms / 6e4)) * 6e4;
  const [early, late] = [wall - offset(wall - DAY), wall - offset(wall + DAY)];
  const fits = [early, late].filter((ms) => ms + offset(ms) === wall);
  return fits.length === 0 ? Math.max(early, late) : Math.min(...fits);
}
function resolveMoment({ kind, ms }, now) {
  return kind === "ago" ? now - ms : ms;
}
var import_offsets, UNITS, DATE_TIME, DAY;
var init_moment = __esm({
  "src/core/observe/moment.ts"() {
    "use strict";
    import_offsets = askBundle("./check.cjs", "src/core/specs/schedule/offsets.ts");
    UNITS = { m: 6e4, h: 36e5, d: 864e5, w: 7 * 864e5 };
    DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;
    DAY = 864e5;
  }
});

// src/project/state-access.ts
var state_access_exports = {};
__export(state_access_exports, {
  NO_WORK: () => NO_WORK,
  nothingStored: () => nothingStored,
  readBackedUpWork: () => readBackedUpWork,
  withLock: () => withLock,
  withOpenedState: () => withOpenedState
});
async function withOpenedState(store, act) {
  return withLock(store, async (locked) => {
    const { stored, unresolved } = await (0, import_fold_open.openForChange)(locked);
    if (stored === null) throw nothingStored();
    return act(locked, { ...stored, unresolved });
  });
}
async function withLock(store, act) {
  const locked = await store.lock();
  try {
    return await act(locked);
  } finally {
    await locked.release();
  }
}
function nothingStored() {
  return new import_user_error.UserError(
    "state/nothing-stored",
    "there is no state yet: nothing was applied here",
    'run "monitors plan", then "monitors apply"'
  );
}
function readBackedUpWork(store, restored) {
  const bytes = store.readJournalBackupBytes();
  const decoded = bytes === null ? null : (0, import_journal.decodeJournal)(bytes);
  if (decoded?.kind !== "sound" || decoded.content.base?.lineage !== restored.version.lineage) return NO_WORK;
  return decoded.content;
}
var import_user_error, import_fold_open, import_journal, NO_WORK;
var init_state_access = __esm({
  "src/project/state-access.ts"() {
    "use strict";
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold_open = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_journal = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    NO_WORK = { creates: [], edits: [] };
  }
});

// src/features/observe/status-document.ts
var status_document_exports = {};
__export(status_document_exports, {
  keepFailing: () => keepFailing,
  toPageCounts: () => toPageCounts,
  toStatusDocument: () => toStatusDocument
});
function toStatusDocument(judged, now) {
  const monitors = judged.monitors.map(toMonitorDocument);
  return {
    formatVersion: 1,
    command: "status",
    time: new Date(now).toISOString(),
    summary: countStatus(monitors),
    monitors,
    notOffered: judged.lack,
    remainingCredits: judged.team?.remaining ?? null
  };
}
function keepFailing(document) {
  const monitors = document.monitors.filter(({ failing }) => failing === true);
  return { ...document, summary: countStatus(monitors), monitors };
}
function countStatus(monitors) {
  const count = (is) => monitors.filter(is).length;
  return {
    monitors: monitors.length,
    failing: count(({ failing }) => failing === true),
    noCredits: count(({ noCredits }) => noCredits),
    overdue: count(({ overdue }) => overdue),
    paused: count(({ status: status2 }) => status2 === "paused"),
    missing: count(({ status: status2 }) => status2 === null),
    ...monitors.some(({ alerts: alerts2 }) => alerts2 !== void 0) ? { undelivered: count(({ alerts: alerts2 }) => alerts2?.undelivered === true), unconfirmed: count(({ alerts: alerts2 }) => alerts2?.unconfirmed === true) } : {}
  };
}
function toMonitorDocument({
  key,
  id,
  isFailing: isFailing2,
  isWithoutCredits,
  isOverdue,
  monitor,
  sample,
  alerts: alerts2
}) {
  return {
    key,
    id,
    status: monitor?.status ?? null,
    failing: isFailing2,
    noCredits: isWithoutCredits,
    overdue: isOverdue,
    checking: monitor?.isChecking ?? false,
    lastRunAt: monitor?.lastRunAt ?? null,
    nextRunAt: monitor?.nextRunAt ?? null,
    pages: toPageCounts(monitor?.summary ?? null),
    estimatedCreditsPerMonth: monitor?.estimatedCreditsPerMonth ?? null,
    sample: sample === null ? null : toSample(sample),
    ...alerts2 === void 0 ? {} : { alerts: alerts2 === null ? null : toAlerts(alerts2) }
  };
}
function toAlerts(alerts2) {
  return {
    undelivered: (0, import_deliveries.isUndelivered)(alerts2),
    unconfirmed: (0, import_deliveries.isUnconfirmed)(alerts2),
    messages: alerts2.deliveries.map(({ channel, outcome, statusCode, error }) => ({ channel, outcome, statusCode, error })),
    pending: (0, import_deliveries.listPending)(alerts2),
    unsubscribed: (0, import_deliveries.listUnsubscribed)(alerts2)
  };
}
function toPageCounts(summary) {
  if (summary === null) return null;
  const { totalPages: total, same, changed, removed, error } = summary;
  return { total, same, changed, new: summary.new, removed, error };
}
function toSample(sample) {
  const {
    checks: checks2,
    since,
    failed,
    skipped,
    withoutCredits: noCredits,
    undelivered,
    pages,
    errorPages,
    credits,
    actualCreditsPerMonth,
    search
  } = sample;
  const charged = credits === null ? null : { checks: credits.checks, actual: credits.actual, estimated: credits.estimated };
  return { checks: checks2, since, failed, skipped, noCredits, undelivered, pages, errorPages, credits: charged, actualCreditsPerMonth, search };
}
var import_deliveries;
var init_status_document = __esm({
  "src/features/observe/status-document.ts"() {
    "use strict";
    import_deliveries = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
  }
});

// src/features/observe/checks-document.ts
var checks_document_exports = {};
__export(checks_document_exports, {
  isComplete: () => isComplete,
  toCheckDocument: () => toCheckDocument,
  toChecksDocument: () => toChecksDocument,
  toDiffDocument: () => toDiffDocument,
  toPageDocument: () => toPageDocument
});
function toChecksDocument({ key, id, checks: checks2 }) {
  return { formatVersion: 1, command: "checks", key, id, checks: checks2.map(toCheckDocument) };
}
function toDiffDocument({ key, id, check, pages, isWhole }) {
  return {
    formatVersion: 1,
    command: "diff",
    key,
    id,
    check: check === null ? null : toCheckDocument(check),
    pages: pages.map(toPageDocument),
    complete: isComplete({ pages, isWhole })
  };
}
function isComplete({ pages, isWhole }) {
  return isWhole && pages.every(({ diff: diff2 }) => diff2?.isCut !== true);
}
function toCheckDocument(check) {
  const { id, status: status2, trigger, startedAt, finishedAt, estimatedCredits, actualCredits, summary, error } = check;
  return {
    id,
    status: status2,
    trigger,
    startedAt,
    finishedAt,
    estimatedCredits,
    actualCredits,
    pages: toPageCounts(summary),
    error,
    undelivered: toFailedMessages(check)
  };
}
function toFailedMessages(check) {
  return (0, import_deliveries2.listFailedMessages)(check).map(({ channel, statusCode, error }) => ({ channel, statusCode, error }));
}
function toPageDocument({
  url,
  status: status2,
  statusCode,
  error,
  searchStatus,
  isJudgeDegraded,
  judgment,
  diff: diff2
}) {
  return {
    url,
    status: status2,
    statusCode,
    error,
    searchStatus,
    judgeDegraded: isJudgeDegraded,
    judgment: judgment === null ? null : { meaningful: judgment.meaningful, confidence: judgment.confidence, reason: judgment.reason },
    diff: diff2?.text ?? null,
    fields: (diff2?.fields ?? []).map(({ path, previous, current }) => ({ path, previous, current }))
  };
}
var import_deliveries2;
var init_checks_document = __esm({
  "src/features/observe/checks-document.ts"() {
    "use strict";
    import_deliveries2 = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    init_status_document();
  }
});

// src/features/changes/assemble.ts
function toChangesDocument(findings, view) {
  const { project, environment, timeZone, since, until, readings, incomplete, bookmark } = findings;
  const found = listChanges2(readings, groupBy(view.by, timeZone));
  const { changes: changes2, hidden, cut } = choose(found, view);
  const failures = readings.flatMap((reading) => toFailures(reading));
  const running = readings.flatMap(({ watched, running: running2 }) => running2.map((check) => toRunning(watched, check)));
  return {
    formatVersion: 1,
    command: "changes",
    project,
    environment,
    since: toIso(since),
    until: toIso(until),
    timeZone,
    show: view.show,
    by: view.by,
    complete: incomplete.length === 0,
    incomplete,
    bookmark,
    summary: { ...countAll(findings, found), hidden, cut, running: running.length, ...countFailures(failures) },
    changes: boundDiffs(changes2),
    failures: view.show === "meaningful" || view.show === "changed" ? [] : failures.sort(compareFailures),
    running: running.sort(compareKeys),
    monitors: readings.map((reading) => toMonitor(reading, since, until)).sort(compareKeys)
  };
}
function groupBy(by, timeZone) {
  if (by === null) return () => null;
  if (by === "folder") return ({ key }) => key.includes("/") ? key.slice(0, key.lastIndexOf("/")) : "";
  if (by === "day") {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    return (_monitor, at) => format.format(new Date(at));
  }
  const name = by.slice(by.indexOf(":") + 1);
  return ({ labels = {} }) => Object.hasOwn(labels, name) ? labels[name] ?? null : null;
}
function listChanges2(readings, group) {
  return readings.flatMap(
    ({ watched, changed }) => changed.flatMap(({ check, pages }) => {
      const at = toIso(finishOf(check));
      const name = group(watched, at);
      const seen = /* @__PURE__ */ new Map();
      return (pages ?? []).map((page) => {
        const same = seen.get(page.url) ?? 0;
        seen.set(page.url, same + 1);
        const id = (0, import_canonical.sha256)(JSON.stringify([watched.id, check.id, page.status, page.url, same])).slice(0, 16);
        return toChange(page, { id, group: name, key: watched.key, monitorId: watched.id, checkId: check.id, at });
      });
    })
  );
}
function toChange(page, place) {
  const { url, status: status2, statusCode, searchStatus, judgeDegraded, judgment, diff: diff2, fields } = toPageDocument(page);
  return {
    ...place,
    url,
    status: status2,
    statusCode,
    verdict: verdictOf(page),
    judgment,
    judgeDegraded,
    searchStatus,
    diff: diff2,
    diffCut: page.diff?.isCut === true,
    fields
  };
}
function verdictOf({ judgment, isJudgeDegraded }) {
  if (judgment === null || isJudgeDegraded) return "not-judged";
  return judgment.meaningful ? "meaningful" : "noise";
}
function choose(found, { show, limit }) {
  const shown = found.filter(({ verdict }) => show === null || show === "changed" || show === "meaningful" && verdict === "meaningful");
  const sorted = shown.sort(
    (one, other) => RANKS[one.verdict] - RANKS[other.verdict] || compare(other.at, one.at) || compareKeys(one, other) || compare(one.id, other.id)
  );
  const left = limit === null ? sorted : sorted.slice(0, limit);
  const changes2 = [...left].sort((one, other) => compareGroups(one.group, other.group));
  return { changes: changes2, hidden: found.length - shown.length, cut: sorted.length - left.length };
}
function compareGroups(one, other) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compare(one, other);
}
function boundDiffs(changes2) {
  let left = MOST_DIFF_TEXT;
  return changes2.map((change) => {
    left -= change.diff?.length ?? 0;
    return left >= 0 || change.diff === null ? change : { ...change, diff: null, diffCut: true };
  });
}
function toFailures({ watched: { key, id }, failure, failedPage }) {
  if (failure === null) return [];
  const { kind, newest, oldest, count, isOpen: isOpen2, recovery } = failure;
  return [
    {
      key,
      monitorId: id,
      checkId: newest.id,
      kind,
      since: toIso(finishOf(oldest)),
      sinceIsOpen: isOpen2,
      until: recovery === null ? null : toIso(finishOf(recovery)),
      checks: count,
      failedPages: newest.summary?.error ?? null,
      pages: newest.summary?.totalPages ?? null,
      reason: newest.error ?? failedPage?.error ?? null,
      url: newest.error === null ? failedPage?.url ?? null : null
    }
  ];
}
function compareFailures(one, other) {
  return Number(one.until !== null) - Number(other.until !== null) || compareKeys(one, other);
}
function toRunning({ key, id }, { id: checkId, status: status2, startedAt, createdAt }) {
  return { key, monitorId: id, checkId, status: status2, since: startedAt ?? createdAt };
}
function toMonitor({ watched, read: read2, checks: checks2, error }, since, until) {
  const { key, id, listed, mark } = watched;
  const start = mark.lastRunAt === null ? mark.settledAt : Math.max(mark.settledAt, since);
  const days = listed?.retentionDays ?? null;
  const lost = days === null || read2 === "skipped" ? Number.NEGATIVE_INFINITY : until - days * DAY2;
  const isShort = start < lost && !(listed?.createdAt != null && Date.parse(listed.createdAt) > lost);
  return { key, id, read: read2, since: toIso(start), checks: checks2, retentionDays: isShort ? days : null, error };
}
function countAll({ readings, requests }, found) {
  const readAs = (...kinds) => readings.filter(({ read: read2 }) => kinds.includes(read2)).length;
  const judged = (wanted) => found.filter(({ verdict }) => verdict === wanted).length;
  const unread = readings.flatMap(({ changed }) => changed.map(countUnread));
  return {
    monitors: readings.length,
    skipped: readAs("skipped"),
    notRead: readAs("failed", "left"),
    checks: readings.reduce((sum, { checks: checks2 }) => sum + checks2, 0),
    meaningful: judged("meaningful"),
    notJudged: judged("not-judged"),
    noise: judged("noise"),
    unread: unread.reduce((sum, count) => sum + count, 0),
    requests
  };
}
function countUnread({ check: { summary }, pages, isWhole }) {
  const all = summary === null ? 0 : summary.changed + summary.new + summary.removed;
  if (pages === null) return all;
  return isWhole ? 0 : Math.max(1, all - pages.length);
}
function countFailures(failures) {
  const failing = failures.filter(({ until }) => until === null).length;
  return { failing, recovered: failures.length - failing };
}
function compareKeys(one, other) {
  return compare(one.key, other.key);
}
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
function toIso(ms) {
  return new Date(ms).toISOString();
}
var import_canonical, MOST_DIFF_TEXT, RANKS, DAY2;
var init_assemble = __esm({
  "src/features/changes/assemble.ts"() {
    "use strict";
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    init_check_span();
    init_checks_document();
    MOST_DIFF_TEXT = 16 * 1024 * 1024;
    RANKS = { meaningful: 0, "not-judged": 1, noise: 2 };
    DAY2 = 864e5;
  }
});

// src/core/observe/bookmark-text.ts
function encodeBookmark({ project, environment, origin, moment, calls, isOpen: isOpen2, marks }) {
  const monitors = Object.fromEntries([...marks].sort(([a], [b]) => a < b ? -1 : 1).map(([id, mark]) => [id, writeMark(mark)]));
  const content = { bookmark: VERSION, project, environment, origin, moment: toText(moment), calls, isOpen: isOpen2, monitors };
  const { monitors: _lines, ...head } = content;
  const lines = [...Object.entries({ ...head, checksum: checksumOf(content) }).map(writeMember), writeMonitors(monitors)];
  return `{
${lines.map((line) => `  ${line}`).join(",\n")}
}
`;
}
function writeMonitors(monitors) {
  const lines = Object.entries(monitors).map((member12) => `    ${writeMember(member12)}`);
  return `"monitors": {${lines.length === 0 ? "" : `
${lines.join(",\n")}
  `}}`;
}
function writeMember([name, value]) {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}
function writeMark({ lastRunAt, settledAt, unfinished, reported }) {
  return { lastRunAt, settledAt: toText(settledAt), unfinished, reported };
}
function checksumOf(content) {
  return `sha256:${(0, import_canonical2.hashJson)(content)}`;
}
function decodeBookmark(text2) {
  const value = (0, import_value5.parseJson)(text2);
  if (!(0, import_value5.isObject)(value)) return DAMAGED;
  const version2 = (0, import_value5.property)(value, "bookmark");
  if (typeof version2 === "number" && version2 > VERSION) return { kind: "newer" };
  const { checksum, ...content } = value;
  if (version2 !== VERSION || !isSigned(checksum, content)) return DAMAGED;
  const { project, environment, origin, calls, isOpen: isOpen2, monitors } = content;
  const moment = readTime(content["moment"]);
  if (typeof project !== "string" || typeof environment !== "string" || typeof origin !== "string") return DAMAGED;
  if (moment === null || typeof calls !== "number" || typeof isOpen2 !== "boolean" || !(0, import_value5.isObject)(monitors)) return DAMAGED;
  const marks = /* @__PURE__ */ new Map();
  for (const [id, given] of Object.entries(monitors)) {
    const mark = readMark(given);
    if (mark === null) return DAMAGED;
    marks.set(id, mark);
  }
  return { kind: "read", bookmark: { project, environment, origin, moment, calls, isOpen: isOpen2, marks } };
}
function isSigned(checksum, content) {
  try {
    return checksum === checksumOf(content);
  } catch {
    return false;
  }
}
function readMark(value) {
  const lastRunAt = (0, import_value5.property)(value, "lastRunAt");
  const settledAt = readTime((0, import_value5.property)(value, "settledAt"));
  const [unfinished, reported] = [readIds((0, import_value5.property)(value, "unfinished")), readIds((0, import_value5.property)(value, "reported"))];
  if (lastRunAt !== null && typeof lastRunAt !== "string" || settledAt === null || unfinished === null || reported === null) return null;
  return { lastRunAt, settledAt, unfinished, reported };
}
function readIds(value) {
  return Array.isArray(value) && value.every((id) => typeof id === "string") ? value : null;
}
function readTime(value) {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
function toText(ms) {
  return new Date(ms).toISOString();
}
var import_canonical2, import_value5, VERSION, DAMAGED;
var init_bookmark_text = __esm({
  "src/core/observe/bookmark-text.ts"() {
    "use strict";
    import_canonical2 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value5 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    VERSION = 1;
    DAMAGED = { kind: "damaged" };
  }
});

// src/features/changes/bookmark.ts
async function openBookmark(place, project) {
  refuseUse(place, project);
  const lock = await lockBookmark(place, project);
  try {
    (0, import_write.removeOrphans)(project.disk, place.file);
    const found = readBookmark(place, project);
    return { found, write: (next) => writeBookmark(place, next, project), release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
function refuseUse({ file, shown }, { settings }) {
  const use = (0, import_given_output.nameFileUse)(file, settings);
  if (use === null) return;
  throw new import_user_error2.UserError("bookmark/not-written", `the bookmark cannot be ${shown}: that is the place of ${use}`, "give another name");
}
async function lockBookmark({ file, shown }, project) {
  const { disk, world, platform, env } = project;
  const host = (0, import_host.readHostFacts)({ pid: import_node_process.pid, platform, env, command: "changes" });
  const io = { disk, world, platform, host, tool: import_version.writer, shown, command: () => "", isTracked: async () => false };
  try {
    return await (0, import_lock.takeLock)(io, `${file}.lock`);
  } catch (error) {
    if (error instanceof import_store.StateLocked) {
      throw new import_user_error2.UserError(
        "bookmark/in-use",
        `another call uses the bookmark ${shown}: ${error.holder}`,
        `wait until it ends; if it certainly does not run any more, delete ${shown}.lock`
      );
    }
    if (error instanceof import_user_error2.UserError) {
      throw new import_user_error2.UserError(
        "bookmark/in-use",
        `the lock of the bookmark ${shown} cannot be read`,
        `if no other call runs, delete ${shown}.lock`
      );
    }
    throw notWritten(shown, error);
  }
}
function readBookmark({ file, shown }, { disk, settings }) {
  const text2 = readText2({ file, shown }, disk.lstat(file), () => Buffer.from((0, import_write.readWhole)(disk, file)).toString("utf8"));
  if (text2 === null) return null;
  const reading = decodeBookmark(text2);
  if (reading.kind !== "read") {
    const why = reading.kind === "newer" ? "a newer version of this tool wrote it" : "it was edited or damaged, or is not a bookmark";
    throw new import_user_error2.UserError("bookmark/damaged", `the bookmark ${shown} cannot be used: ${why}`, startOver(shown));
  }
  const { bookmark } = reading;
  const [project, environment] = [bookmark.project, bookmark.environment];
  if (project !== settings.project || environment !== settings.environment)
    throw foreign(shown, `it belongs to project "${project}", environment "${environment}"`);
  return bookmark;
}
function readText2({ shown }, facts, read2) {
  if (facts === null) return null;
  const refuse7 = (why) => new import_user_error2.UserError("bookmark/damaged", `the bookmark ${shown} cannot be read: ${why}`, "give the name of a file of its own");
  if (facts.kind !== "file") throw refuse7(facts.kind === "symlink" ? "it is a symbolic link" : "it is not a file");
  if (facts.size > LARGEST) throw refuse7("it is too large");
  try {
    return read2();
  } catch (error) {
    throw refuse7((0, import_file_error.explainFileError)(error));
  }
}
function checkBookmark({ origin, moment }, shown, at) {
  if (origin !== at.origin) throw foreign(shown, `it belongs to the service at ${origin}`);
  if (moment <= at.now) return;
  throw new import_user_error2.UserError(
    "bookmark/future",
    `the bookmark ${shown} ends at ${new Date(moment).toISOString()}, and the service's clock shows ${new Date(at.now).toISOString()}`,
    startOver(shown)
  );
}
function foreign(shown, why) {
  return new import_user_error2.UserError(
    "bookmark/foreign",
    `the bookmark ${shown} cannot be used here: ${why}`,
    "give each project and environment a bookmark of its own"
  );
}
function startOver(shown) {
  return `to begin again, delete ${shown} and say with --since where to begin`;
}
async function writeBookmark({ file, shown }, next, { disk, world, platform }) {
  try {
    await (0, import_write.replaceFile)({ disk, world, platform }, { target: file, text: encodeBookmark(next), mode: MODE });
  } catch (error) {
    throw notWritten(shown, error);
  }
}
function notWritten(shown, cause) {
  const why = (0, import_file_error.errorCode)(cause) === "ENOENT" ? "its directory does not exist" : (0, import_file_error.explainFileError)(cause);
  return new import_user_error2.UserError("bookmark/not-written", `the bookmark ${shown} cannot be written: ${why}`, "fix that, and run the command again", {
    cause
  });
}
var import_node_process, import_version, import_user_error2, import_file_error, import_host, import_lock, import_write, import_store, import_given_output, MODE, LARGEST;
var init_bookmark = __esm({
  "src/features/changes/bookmark.ts"() {
    "use strict";
    import_node_process = require("node:process");
    import_version = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    init_bookmark_text();
    import_host = askBundle("./check.cjs", "src/core/state/file/host.ts");
    import_lock = askBundle("./check.cjs", "src/core/state/file/lock.ts");
    import_write = askBundle("./check.cjs", "src/core/state/file/write.ts");
    import_store = askBundle("./check.cjs", "src/core/state/store.ts");
    import_given_output = askBundle("./plan.cjs", "src/project/given-output.ts");
    MODE = 384;
    LARGEST = 256 * 1024 * 1024;
  }
});

// src/core/observe/failure-row.ts
function findFailureRow(ended, span, isWhole) {
  const told = ended.filter((check) => hasEnded(check) && check.status !== "skipped_overlap");
  const first = told.findIndex((check) => span.has(check) && failureOf(check) !== null);
  const newest = told[first];
  const kind = newest === void 0 ? null : failureOf(newest);
  if (newest === void 0 || kind === null) return null;
  const goesOn = (check) => kind === "some-pages" ? failureOf(check) !== null : failsWholly(check);
  const after = told.slice(first).findIndex((check) => !goesOn(check));
  const row = after < 0 ? told.slice(first) : told.slice(first, first + after);
  return {
    kind,
    newest,
    oldest: row.at(-1) ?? newest,
    count: row.length,
    isOpen: after < 0 && !isWhole,
    recovery: told.slice(0, first).findLast((check) => failureOf(check) === null) ?? null
  };
}
function failsWholly(check) {
  const kind = failureOf(check);
  return kind === "failed" || kind === "no-credits";
}
function failureOf(check) {
  const { status: status2, summary } = check;
  if ((0, import_health2.isSkippedForCredits)(check)) return "no-credits";
  if (status2 === "failed") return "failed";
  if (summary === null || summary.error === 0) return null;
  return summary.error >= summary.totalPages ? "failed" : "some-pages";
}
var import_health2;
var init_failure_row = __esm({
  "src/core/observe/failure-row.ts"() {
    "use strict";
    init_check_span();
    import_health2 = askBundle("./plan.cjs", "src/core/observe/health.ts");
  }
});

// src/features/changes/read-changes.ts
async function readChanges(monitors, reading) {
  const run2 = new ReadingRun(monitors, reading);
  try {
    await run2.readChecks();
    await run2.readPages();
  } catch (error) {
    if (!(error instanceof import_interruption.Interrupted)) throw error;
    run2.stop("interrupted");
  }
  return run2.conclude();
}
function leaveAll(monitors) {
  return { readings: monitors.map((watched) => ({ ...begin(watched), read: "left" })), incomplete: ["max-requests"] };
}
function begin(watched) {
  const { listed, mark } = watched;
  const read2 = listed === null ? "missing" : hasNothingNew(listed, mark) ? "skipped" : "left";
  const next = listed !== null && read2 === "skipped" ? markSkipped(listed, mark) : markUnread(mark);
  return { watched, read: read2, error: null, next, checks: 0, running: [], changed: [], failure: null, failedPage: null };
}
function withoutFindings(draft) {
  return { ...begin(draft.watched), read: draft.read, error: draft.error, next: markUnread(draft.watched.mark) };
}
function rank({ watched: { mark } }) {
  return mark.lastRunAt === null ? 0 : 1;
}
function sizeOf(intervalMinutes, ms) {
  if (intervalMinutes === null) return LARGEST_PART;
  return Math.min(LARGEST_PART, Math.ceil(ms / 6e4 / Math.max(1, intervalMinutes)) + SPARE_CHECKS);
}
function hasChanges(check) {
  return listChanged(check).length > 0;
}
function listChanged(check) {
  const { summary, status: status2 } = check;
  if (summary === null) return (0, import_health3.isOver)(check) && status2 !== "failed" ? CHANGED : [];
  return CHANGED.filter((one) => summary[one] > 0);
}
function requestsFor({ summary }, status2) {
  return Math.max(1, Math.ceil((summary?.[status2] ?? 0) / LARGEST_PART));
}
function mostCommon(pages) {
  const counts = /* @__PURE__ */ new Map();
  for (const { error } of pages) counts.set(error, (counts.get(error) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return pages.find(({ error }) => counts.get(error) === most) ?? null;
}
var import_interruption, import_health3, import_service_reader, AT_ONCE, MOST_FAILURES, SPARE_CHECKS, LARGEST_PART, MOST_CHECKS, ReadingRun, CHANGED;
var init_read_changes = __esm({
  "src/features/changes/read-changes.ts"() {
    "use strict";
    import_interruption = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    init_check_span();
    init_failure_row();
    import_health3 = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_service_reader = askBundle("./plan.cjs", "src/project/service-reader.ts");
    AT_ONCE = 8;
    MOST_FAILURES = 5;
    SPARE_CHECKS = 10;
    LARGEST_PART = 100;
    MOST_CHECKS = 5e4;
    ReadingRun = class {
      #reading;
      #drafts;
      /** Those that may have new checks, in the order of reading: first those that a call before left. */
      #asked;
      #incomplete = /* @__PURE__ */ new Set();
      /** Requests for pages that are known to be needed. */
      #owed = 0;
      /** The most that one monitor needs. */
      #mostPages = 1;
      /** Monitors whose checks are being read. */
      #underWay = 0;
      /** Monitors with pages that are still to be read, and how many times. */
      #open = /* @__PURE__ */ new Map();
      #failuresInARow = 0;
      #isStopped = false;
      constructor(monitors, reading) {
        this.#reading = reading;
        this.#drafts = monitors.map(begin);
        this.#asked = this.#drafts.filter(({ read: read2 }) => read2 === "left").sort((one, other) => rank(one) - rank(other));
      }
      stop(reason) {
        this.#isStopped = true;
        this.#incomplete.add(reason);
      }
      async readChecks() {
        const { onStep, onRead } = this.#reading;
        const { length } = this.#asked;
        if (length > 0) onStep("checks", length);
        let done = 0;
        const read2 = async (draft) => {
          this.#underWay++;
          await this.#readOne(draft).finally(() => this.#underWay--);
          onRead(++done, length);
        };
        await this.#each(this.#asked, read2, () => this.#mayReadMore());
      }
      async readPages() {
        const { onStep, onRead } = this.#reading;
        const tasks = this.#asked.filter(({ read: read2 }) => read2 === "whole").flatMap((draft) => this.#listTasks(draft));
        if (this.#owed > 0) onStep("pages", this.#owed);
        let done = 0;
        await this.#each(tasks, async (task) => {
          if (task.draft.read === "whole") await this.#readTask(task);
          onRead(++done, tasks.length);
        });
      }
      conclude() {
        for (const draft of this.#open.keys()) if (draft.read === "whole") draft.read = "left";
        const isLeft = this.#drafts.some(({ read: read2 }) => read2 === "left");
        if (this.#reading.budget.isRefused || isLeft && this.#incomplete.size === 0) this.#incomplete.add("max-requests");
        if (this.#drafts.some(({ read: read2 }) => read2 === "failed")) this.#incomplete.add("not-read");
        const readings = this.#drafts.map((draft) => draft.read === "whole" || draft.read === "skipped" ? draft : withoutFindings(draft));
        return { readings, incomplete: [...this.#incomplete] };
      }
      /**
       * Several at once, the first one alone: where the service does not offer it, nothing else is asked. `mayBegin` is asked before each;
       * those that are under way go on.
       */
      async #each(items, work, mayBegin = () => true) {
        let next = 0;
        const worker = async () => {
          while (next < items.length && !this.#mustStop() && mayBegin()) await work(items[next++]);
        };
        if (items.length === 0 || this.#mustStop()) return;
        await work(items[next++]);
        const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
        const failed = ends.find((end) => end.status === "rejected");
        if (failed !== void 0) throw failed.reason;
      }
      /** Whether the requests that are left are enough for one more monitor: else no monitor would ever be read whole. */
      #mayReadMore() {
        const { left } = this.#reading.budget;
        if (this.#underWay === 0) return left > this.#owed;
        return left > this.#owed + (this.#underWay + 1) * (1 + this.#mostPages);
      }
      #mustStop() {
        return this.#isStopped || this.#reading.budget.isRefused;
      }
      async #readOne(draft) {
        const { reader, until } = this.#reading;
        const { id, mark, listed } = draft.watched;
        const from = mark.settledAt - LONGEST_CHECK;
        const isEnough = (checks3) => madeAt(checks3.at(-1)) < from || checks3.length >= MOST_CHECKS;
        const outcome = await reader.checksUntil(id, sizeOf(listed?.intervalMinutes ?? null, until - from), isEnough);
        if (outcome.kind === "failed") return this.#note(draft, outcome.failure, "read checks");
        this.#failuresInARow = 0;
        if (outcome.value === null) {
          draft.read = "missing";
          return;
        }
        const { checks: checks2, isWhole } = outcome.value;
        const span = sortChecks(checks2, mark, { until, lastRunAt: listed?.lastRunAt ?? null });
        const failure = findFailureRow(span.ended, new Set(span.checks), isWhole);
        const changed = span.checks.filter(hasChanges).map((check) => ({ check, pages: null, isWhole: false }));
        Object.assign(draft, {
          read: "whole",
          next: span.next,
          checks: span.checks.length,
          running: span.running,
          changed,
          failure
        });
        const pages = this.#countPages(draft);
        this.#owed += pages;
        this.#mostPages = Math.max(this.#mostPages, pages);
        const tasks = this.#listTasks(draft).length;
        if (tasks > 0) this.#open.set(draft, tasks);
      }
      #countPages(draft) {
        const { changes: changes2 } = this.#reading.wanted;
        const pages = changes2 ? draft.changed.flatMap(({ check }) => listChanged(check).map((status2) => requestsFor(check, status2))) : [];
        return pages.reduce((sum, requests) => sum + requests, 0) + (this.#needsReason(draft) ? 1 : 0);
      }
      #needsReason({ failure }) {
        if (failure === null || !this.#reading.wanted.reasons) return false;
        const { error, summary } = failure.newest;
        return error === null && failure.kind !== "no-credits" && (summary?.error ?? 0) > 0;
      }
      #listTasks(draft) {
        const { reader, wanted } = this.#reading;
        const { id } = draft.watched;
        const changed = wanted.changes ? draft.changed : [];
        const tasks = changed.map(({ check }, index) => ({ draft, read: () => this.#readChanged(draft, check, index) }));
        if (!this.#needsReason(draft)) return tasks;
        const read2 = async () => {
          const outcome = await reader.someErrors(id, draft.failure?.newest.id ?? "");
          if (outcome.kind === "read") draft.failedPage = mostCommon(outcome.value ?? []);
          return outcome;
        };
        return [...tasks, { draft, read: read2 }];
      }
      async #readChanged(draft, check, index) {
        const pages = [];
        let isWhole = true;
        for (const status2 of listChanged(check)) {
          const read2 = await this.#reading.reader.pages(draft.watched.id, check.id, status2);
          if (read2.kind === "failed" || read2.value === null) return read2;
          pages.push(...read2.value.pages.filter((page) => page.status === status2));
          isWhole &&= read2.value.isWhole;
        }
        draft.changed = draft.changed.with(index, { check, pages, isWhole });
        return { kind: "read", value: pages, serverTime: null };
      }
      async #readTask({ draft, read: read2 }) {
        const outcome = await read2();
        if (outcome.kind === "failed") return this.#note(draft, outcome.failure, "read a check");
        this.#failuresInARow = 0;
        if (outcome.value === null) draft.read = "missing";
        const left = (this.#open.get(draft) ?? 0) - 1;
        if (left > 0) this.#open.set(draft, left);
        else this.#open.delete(draft);
      }
      /** One monitor that can't be read is a finding; a key that may read none, or a service that is down, ends the reading. */
      #note(draft, failure, what) {
        if (this.#reading.budget.isRefused) {
          draft.read = "left";
          return;
        }
        if (failure.notOffered === true || failure.status === 401 || failure.status === 403) throw (0, import_service_reader.refuseRead)(failure, what);
        draft.read = "failed";
        draft.error = failure.message;
        if (++this.#failuresInARow >= MOST_FAILURES || failure.status === 429) this.stop("not-read");
      }
    };
    CHANGED = ["changed", "new", "removed"];
  }
});

// src/features/changes/request-budget.ts
var RequestBudget, SPENT;
var init_request_budget = __esm({
  "src/features/changes/request-budget.ts"() {
    "use strict";
    RequestBudget = class {
      /** Infinity for no limit. */
      constructor(most) {
        this.most = most;
      }
      most;
      #sent = 0;
      #isRefused = false;
      /** Requests that were sent, repeated ones too. */
      get sent() {
        return this.#sent;
      }
      get left() {
        return this.most - this.#sent;
      }
      /** A request was not sent. */
      get isRefused() {
        return this.#isRefused;
      }
      /** The service, with each of its requests counted; one too many fails without being sent. */
      bound(service) {
        const ask2 = (send2) => {
          this.#isRefused ||= this.left <= 0;
          if (this.#isRefused) return Promise.resolve({ kind: "failed", failure: SPENT });
          this.#sent++;
          return send2();
        };
        return {
          ...service,
          listMonitors: (...given) => ask2(() => service.listMonitors(...given)),
          getMonitor: (...given) => ask2(() => service.getMonitor(...given)),
          listChecks: (...given) => ask2(() => service.listChecks(...given)),
          readCheck: (...given) => ask2(() => service.readCheck(...given))
        };
      }
    };
    SPENT = { kind: "aborted", code: "MAX_REQUESTS", message: "the limit of requests is reached" };
  }
});

// src/features/changes/watched.ts
function toListed(live) {
  const createdAt = (0, import_read_checks2.readTime)(live.createdAt);
  return { ...(0, import_health4.observe)(live), createdAt, retentionDays: (0, import_value6.readAmount)((0, import_value6.property)(live.data, "retentionDays")) };
}
var import_read_checks2, import_value6, import_health4;
var init_watched = __esm({
  "src/features/changes/watched.ts"() {
    "use strict";
    import_read_checks2 = askBundle("./plan.cjs", "src/core/api/read-checks.ts");
    import_value6 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_health4 = askBundle("./plan.cjs", "src/core/observe/health.ts");
  }
});

// src/features/changes/changes.ts
var changes_exports = {};
__export(changes_exports, {
  reportChanges: () => reportChanges
});
async function reportChanges(project, request, ports) {
  (0, import_project.requireFullOperations)(project.settings, "monitors changes");
  let view = await (0, import_fold_open2.viewState)(project.store);
  if (view.stored === null) throw nothingStored();
  const [recorded, known] = [listRecorded(view, request, project), listIds(view)];
  const bookmark = request.bookmark === null ? null : await openBookmark(request.bookmark, project);
  try {
    const { document, next } = await (0, import_service_reader2.withChecks)(project, null, (reader) => {
      if (view !== null) project.checkOrigin(view, reader.service.origin);
      view = null;
      return findChanges(project, request, { ...ports, reader, recorded, known, bookmark });
    });
    const isCut = document.incomplete.includes("interrupted");
    if (isCut || next === null || bookmark === null) {
      const isDelivered2 = await ports.deliver(document);
      return { document, interruption: isCut ? project.watchInterruption().reason : null, isDelivered: isDelivered2 };
    }
    await bookmark.write(next.before);
    const isDelivered = await ports.deliver(document);
    if (isDelivered) await bookmark.write(next.after);
    return { document, interruption: null, isDelivered };
  } finally {
    bookmark?.release();
  }
}
function listRecorded({ stored }, request, project) {
  const state = stored?.state ?? null;
  const chosen = (0, import_choose_keys.chooseKeys)(request, { desired: [], state, unresolved: [] }, project.nameOption);
  const all = [...state?.monitors ?? []].filter(([key]) => chosen === void 0 || chosen.has(key));
  return all.map(([key, { id, labels }]) => ({ key, id, labels }));
}
function listIds({ stored }) {
  return new Set([...stored?.state.monitors.values() ?? []].map(({ id }) => id));
}
async function findChanges(project, request, finding) {
  const { reader, recorded, bookmark, onStep = () => {
  } } = finding;
  const { world } = project;
  const budget = new RequestBudget(request.maxRequests ?? Number.POSITIVE_INFINITY);
  const counting = new import_service_reader2.CheckReader(budget.bound(reader.service), project);
  const start = world.monotonic();
  const step = (name2, requests) => onStep(name2, requests, budget.sent === 0 ? null : (world.monotonic() - start) / budget.sent * requests);
  const listed = await readMonitors(counting, finding, budget, (count) => step("list", count));
  if (bookmark?.found != null)
    checkBookmark(bookmark.found, request.bookmark?.shown ?? "", { origin: reader.service.origin, now: listed.now });
  const span = findSpan(request, listed.now, bookmark?.found ?? null);
  const watched = recorded.map((monitor) => {
    const mark = bookmark?.found?.marks.get(monitor.id) ?? markFrom(span.first);
    return { ...monitor, listed: listed.monitors.get(monitor.id) ?? null, mark };
  });
  const wanted = { changes: request.show !== "failed", reasons: request.show === null || request.show === "failed" };
  const reading = { reader: counting, budget, until: span.until, wanted, onStep: step, onRead: finding.onRead ?? (() => {
  }) };
  const { readings, incomplete } = listed.isWhole ? await readChanges(watched, reading) : leaveAll(watched);
  const { project: name, environment } = project.settings;
  const found = bookmark?.found ?? null;
  const document = toChangesDocument(
    {
      ...{ project: name, environment, timeZone: request.timeZone },
      ...{ since: span.since, until: span.until, readings, requests: budget.sent },
      incomplete,
      bookmark: bookmark === null ? null : { before: found === null || found.calls === 0 ? null : toIso2(found.moment), mayRepeat: found?.isOpen === true }
    },
    request
  );
  if (bookmark === null || !listed.isWhole) return { document, next: null };
  const base = { project: name, environment, origin: reader.service.origin, calls: found?.calls ?? 0 };
  return { document, next: moveBookmark(found, base, { readings, span, known: finding.known }) };
}
function findSpan({ since: given, until: end }, now, bookmark) {
  const asked = end === null ? now : resolveMoment(end, now);
  const before = bookmark?.moment ?? Number.NEGATIVE_INFINITY;
  if (asked < before) {
    throw new import_user_error3.UserError(
      "config/usage",
      "--until is before the end of the call before, which the bookmark holds",
      "leave --until out, or --bookmark"
    );
  }
  const until = Math.max(Math.min(asked, now - SETTLING), before);
  const since = resolveMoment(given, now);
  if (bookmark === null && since >= Math.min(asked, now)) {
    throw new import_user_error3.UserError("config/usage", "--since is not before the end of the span", "give an earlier moment, such as --since 1d");
  }
  const first = Math.min(since, before > 0 ? before : since, until);
  return { since: bookmark === null || bookmark.calls === 0 ? first : before, first, until };
}
function moveBookmark(found, base, { readings, span, known }) {
  const kept = [...found?.marks ?? []].filter(([id]) => known.has(id));
  const marks = (toMark) => new Map([...kept, ...readings.map((reading) => [reading.watched.id, toMark(reading)])]);
  return {
    before: { ...base, moment: found?.moment ?? span.first, isOpen: true, marks: marks(({ watched }) => watched.mark) },
    after: { ...base, moment: span.until, calls: base.calls + 1, isOpen: false, marks: marks(({ next }) => next) }
  };
}
async function readEach(reader, recorded) {
  let serverTime = null;
  const ids = recorded.map(({ id }) => id);
  const { found, lack } = await reader.each(ids, async (id) => {
    const outcome = await reader.monitor(id);
    if (outcome.kind === "failed") return outcome;
    serverTime ??= outcome.serverTime;
    return { ...outcome, value: outcome.value === null ? null : toListed(outcome.value) };
  });
  return lack === null ? { monitors: found, serverTime } : null;
}
function toIso2(ms) {
  return new Date(ms).toISOString();
}
async function readMonitors(reader, { recorded, known, onPage, onEnd }, budget, announce) {
  const full = Math.ceil(known.size / import_list_monitors.NEW_ON_A_PAGE);
  const pages = full + (full > 1 ? BESIDE_LIST : 1);
  const isFew = recorded.length < pages;
  announce(isFew ? recorded.length : pages);
  const clock = (serverTime) => reader.service.checkTime() ?? serverTime ?? reader.world.now();
  try {
    const each = isFew ? await readEach(reader, recorded) : null;
    if (each !== null) return { monitors: each.monitors, now: clock(each.serverTime), isWhole: true };
    const wanted = new Set(recorded.map(({ id }) => id));
    const { monitors, serverTime } = await reader.list(
      (live) => wanted.has(live.id) ? toListed(live) : null,
      onPage === void 0 ? {} : { onPage }
    );
    const found = monitors.filter((monitor) => monitor !== null);
    return { monitors: new Map(found.map((monitor) => [monitor.id, monitor])), now: clock(serverTime), isWhole: true };
  } catch (error) {
    if (!budget.isRefused) throw error;
    return { monitors: /* @__PURE__ */ new Map(), now: clock(null), isWhole: false };
  } finally {
    onEnd?.();
  }
}
var import_list_monitors, import_user_error3, import_fold_open2, import_choose_keys, import_project, import_service_reader2, SETTLING, BESIDE_LIST;
var init_changes = __esm({
  "src/features/changes/changes.ts"() {
    "use strict";
    import_list_monitors = askBundle("./plan.cjs", "src/core/api/list-monitors.ts");
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_check_span();
    init_moment();
    import_fold_open2 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_choose_keys = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader2 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_assemble();
    init_bookmark();
    init_read_changes();
    init_request_budget();
    init_watched();
    SETTLING = 6e4;
    BESIDE_LIST = 3;
  }
});

// src/project/time-zone.ts
var time_zone_exports = {};
__export(time_zone_exports, {
  readTimeZone: () => readTimeZone
});
function readTimeZone(given, own, flag) {
  if (given === void 0) return (0, import_zone.isZoneName)(own) ? own : "UTC";
  if ((0, import_zone.isZoneName)(given)) return given;
  const [meant] = (0, import_zone.suggestZones)(given);
  const hint = meant === void 0 ? "use an IANA name, such as Europe/Paris" : `did you mean "${meant}"?`;
  throw new import_user_error4.UserError("config/usage", `${flag}: "${given}" is not a time zone`, hint);
}
var import_user_error4, import_zone;
var init_time_zone = __esm({
  "src/project/time-zone.ts"() {
    "use strict";
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_zone = askBundle("./check.cjs", "src/core/specs/schedule/zone.ts");
  }
});

// src/features/changes/request.ts
var request_exports = {};
__export(request_exports, {
  readRequest: () => readRequest
});
function readRequest(given, zone, flag = (option) => `--${option}`) {
  const timeZone = readTimeZone(given.timezone, zone, flag("timezone"));
  const { since = "1d", until, bookmark, show = null, by, limit = null, maxRequests = null, only, exclude, labels } = given;
  return {
    ...{ only, exclude, labels, bookmark, show, limit, maxRequests, timeZone },
    by: by === void 0 ? null : readGrouping(by, flag("by")),
    since: readGiven(since, timeZone, flag("since")),
    until: until === void 0 ? null : readGiven(until, timeZone, flag("until"))
  };
}
function readGiven(text2, timeZone, flag) {
  const moment = readMoment(text2, timeZone);
  if (moment !== null) return moment;
  throw new import_user_error5.UserError(
    "config/usage",
    `${flag}: "${text2}" is not a moment`,
    "write 90m, 36h, 3d, 2w, 2026-11-20, or 2026-11-20T14:00 with or without a zone such as Z or +01:00"
  );
}
function readGrouping(by, flag) {
  if (by === "folder" || by === "day" || /^label:./.test(by)) return by;
  throw new import_user_error5.UserError("config/usage", `${flag}: unknown value "${by}"`, "use folder, day or label:NAME");
}
var import_user_error5;
var init_request = __esm({
  "src/features/changes/request.ts"() {
    "use strict";
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_moment();
    init_time_zone();
  }
});

// src/doors/library/check-options.ts
function record(takes, fits) {
  return { takes, fits: (value) => isRecord(value) && Object.values(value).every(fits) };
}
function checkOptions(options) {
  if (!isRecord(options)) throw refuse("the options are not an object");
  const given = options;
  for (const [name, { takes, fits }] of Object.entries(OPTIONS))
    if (given[name] !== void 0 && !fits(given[name])) throw refuse(`${name} takes ${takes}`);
  for (const name in given) if (given[name] !== void 0 && !NAMES.includes(name)) throw refuseUnknown(name);
  return options;
}
function refuseUnknown(name) {
  const near = (0, import_suggest.suggestName)(name, NAMES);
  return refuse(
    `unknown option ${JSON.stringify((0, import_bounded_text.boundText)(name, LONGEST_NAME))}`,
    near === void 0 ? void 0 : `did you mean "${near}"?`
  );
}
function refuse(message, hint = "docs/api.md lists the options") {
  return new import_error.MonitorsError({ error: { code: "config/usage", message, hint } }, 3);
}
function isText(value) {
  return typeof value === "string" && !value.includes("\0");
}
function isTextOrUnset(value) {
  return value === void 0 || isText(value);
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isSignal(value) {
  return isRecord(value) && "aborted" in value && "addEventListener" in value && typeof value.addEventListener === "function";
}
var import_bounded_text, import_suggest, import_error, TEXT, WORD, SWITCH, NUMBER, TEXTS, FUNCTION, OPTIONS, NAMES, LONGEST_NAME;
var init_check_options = __esm({
  "src/doors/library/check-options.ts"() {
    "use strict";
    import_bounded_text = askBundle("./monitors.cjs", "src/core/diagnostics/bounded-text.ts");
    import_suggest = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_error = askBundle("./monitors.cjs", "src/doors/library/error.ts");
    TEXT = { takes: "text", fits: isText };
    WORD = { takes: "a word", fits: isText };
    SWITCH = { takes: "true or false", fits: (value) => typeof value === "boolean" };
    NUMBER = { takes: "a number", fits: (value) => typeof value === "number" || isText(value) };
    TEXTS = { takes: "a list of texts", fits: (value) => Array.isArray(value) && Array.from(value).every(isText) };
    FUNCTION = { takes: "a function", fits: (value) => typeof value === "function" };
    OPTIONS = {
      directory: TEXT,
      config: TEXT,
      environment: TEXT,
      specs: TEXT,
      state: TEXT,
      apiKey: TEXT,
      baseUrl: TEXT,
      lockTimeout: TEXT,
      timeout: TEXT,
      key: TEXT,
      check: TEXT,
      out: TEXT,
      planFile: TEXT,
      approve: TEXT,
      allowStateChange: TEXT,
      since: TEXT,
      until: TEXT,
      bookmark: TEXT,
      by: TEXT,
      timezone: TEXT,
      show: WORD,
      onError: WORD,
      onAmbiguous: WORD,
      strict: WORD,
      allowDeletes: SWITCH,
      allowOldCheckout: SWITCH,
      refresh: SWITCH,
      checkSecrets: SWITCH,
      alerts: SWITCH,
      wait: SWITCH,
      checks: NUMBER,
      limit: NUMBER,
      maxCredits: NUMBER,
      maxRequests: NUMBER,
      concurrency: NUMBER,
      lookupTimeout: NUMBER,
      labels: record("an object with a text for each label", isText),
      only: TEXTS,
      exclude: TEXTS,
      paths: TEXTS,
      monitors: { takes: "a list of specs", fits: Array.isArray },
      ids: record("an object with an id for each key", isText),
      env: record("an object with texts", isTextOrUnset),
      persist: FUNCTION,
      deliver: FUNCTION,
      signal: { takes: "an AbortSignal", fits: isSignal }
    };
    NAMES = Object.keys(OPTIONS);
    LONGEST_NAME = 60;
  }
});

// src/project/lock-wait.ts
var lock_wait_exports = {};
__export(lock_wait_exports, {
  runWhenFree: () => runWhenFree
});
async function runWhenFree(act, options, ui) {
  const wait = new LockWait(options, (0, import_option_values.readDuration)(options.name, options.timeout), ui);
  for (; ; ) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof import_store2.StateLocked)) throw error;
      await wait.untilFree(error);
    }
  }
}
var import_interruption2, import_option_values, import_store2, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, LockWait;
var init_lock_wait = __esm({
  "src/project/lock-wait.ts"() {
    "use strict";
    import_interruption2 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_option_values = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_store2 = askBundle("./check.cjs", "src/core/state/store.ts");
    FIRST_PAUSE_MS = 100;
    LONGEST_PAUSE_MS = 1e3;
    LockWait = class {
      constructor(options, timeoutMs, ui) {
        this.options = options;
        this.timeoutMs = timeoutMs;
        this.ui = ui;
      }
      options;
      timeoutMs;
      ui;
      #start;
      #pauseMs = FIRST_PAUSE_MS;
      #holder;
      async untilFree(locked) {
        const { world, watchInterruption } = this.options;
        const interruption = watchInterruption();
        (0, import_interruption2.refuseInterrupted)({ interruption });
        this.#start ??= world.monotonic();
        const end = this.#start + this.timeoutMs;
        if (this.timeoutMs > 0 && locked.holder !== this.#holder) this.ui.waiting(locked.holder);
        this.#holder = locked.holder;
        do {
          const leftMs = end - world.monotonic();
          if (leftMs <= 0) throw this.#tooLong(locked);
          await this.#sleep(Math.min(leftMs, this.#nextPause()), interruption);
        } while (await locked.isHeld());
        this.ui.free(world.monotonic() - this.#start);
      }
      async #sleep(ms, interruption) {
        try {
          await this.options.world.sleep(ms, interruption);
        } catch (error) {
          if (!interruption.aborted) throw error;
          throw new import_interruption2.Interrupted(interruption.reason);
        }
      }
      /** Spread, so that several that wait do not look at the same time. */
      #nextPause() {
        const pause2 = this.#pauseMs * (0.5 + this.options.world.random() / 2);
        this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 1.5);
        return pause2;
      }
      #tooLong(locked) {
        if (this.timeoutMs === 0) return locked;
        const { timeout, name } = this.options;
        return new import_store2.StateLocked(`${locked.message}; gave up after ${timeout} (${name})`, locked.hint ?? "", locked);
      }
    };
  }
});

// src/doors/library/run.ts
async function runOnProject(run2, act) {
  const interruption = followSignal(run2.signal);
  const context2 = makeContext(run2, interruption.signal);
  let names = [];
  try {
    return await runWhenFree(
      async () => {
        const project = open(run2, context2);
        names = project.settings.allowedReferences;
        try {
          return await act(project);
        } finally {
          if (project.store.backend !== "file") await project.store.close();
        }
      },
      { timeout: run2.lockTimeout ?? "0s", name: "lockTimeout", ...context2 },
      { waiting: () => {
      }, free: () => {
      } }
    );
  } catch (error) {
    if (error instanceof import_error2.MonitorsError) throw error;
    const met = (0, import_failure.explainFailure)(error);
    if (met.exitCode === 70) throw error;
    const { code, message, hint, findings, exitCode } = await (0, import_failure.redactFailure)(met, names, context2.env);
    const words = { code, message, ...hint === void 0 ? {} : { hint } };
    throw new import_error2.MonitorsError({ error: words, diagnostics: findings.map(import_finding.toFindingDocument) }, exitCode);
  } finally {
    interruption.unfollow();
  }
}
function refuseInvalid(findings, errorCount, done) {
  const message = `the specs have ${errorCount === 1 ? "an error" : `${errorCount} errors`}, so nothing was ${done}`;
  const error = { code: "spec/invalid", message, hint: "fix what `diagnostics` lists" };
  return new import_error2.MonitorsError({ error, ...findings === void 0 ? {} : { diagnostics: findings } }, 1);
}
function open(run2, context2) {
  const { command, config, environment, specs, state, baseUrl, monitors, environmentChoice } = run2;
  const cwd = (0, import_node_path2.resolve)(run2.directory ?? ".");
  const flags = { config, environment, specs, state };
  const directoryHint = "check the option directory";
  const settings = (0, import_loaded_settings.loadSettings)({ flags, env: context2.env, directory: cwd, cwd, directoryHint, environmentChoice });
  const caches = monitors === void 0 ? "used" : "unused";
  return (0, import_project2.openProject)({ settings, cwd, command, caches, baseUrl, monitors, nameOption: toCamelCase }, context2);
}
function makeContext({ env = import_process_context.context.env, apiKey }, interruption) {
  return {
    env: apiKey === void 0 ? env : { ...env, MONITORS_API_KEY: apiKey },
    process: import_process_context.context.process,
    world: import_process_context.context.world,
    watchInterruption: () => interruption
  };
}
function followSignal(signal) {
  const controller = new AbortController();
  (0, import_node_events.setMaxListeners)(0, controller.signal);
  const reason = { signal: "SIGTERM", exitCode: 143 };
  const abort = () => controller.abort(reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return { signal: controller.signal, unfollow: () => signal?.removeEventListener("abort", abort) };
}
function toCamelCase(flag) {
  return flag.replace(/-([a-z])/g, (_dash, letter) => letter.toUpperCase());
}
var import_node_events, import_node_path2, import_loaded_settings, import_project2, import_finding, import_process_context, import_failure, import_error2;
var init_run = __esm({
  "src/doors/library/run.ts"() {
    "use strict";
    import_node_events = require("node:events");
    import_node_path2 = require("node:path");
    import_loaded_settings = askBundle("./check.cjs", "src/core/config/loaded-settings.ts");
    init_lock_wait();
    import_project2 = askBundle("./check.cjs", "src/project/project.ts");
    import_finding = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_process_context = askBundle("./monitors.cjs", "src/doors/cli/process-context.ts");
    import_failure = askBundle("./check.cjs", "src/doors/failure.ts");
    import_error2 = askBundle("./monitors.cjs", "src/doors/library/error.ts");
  }
});

// src/doors/library/changes.ts
var changes_exports2 = {};
__export(changes_exports2, {
  changes: () => changes
});
async function changes(given) {
  const { bookmark, deliver, show, limit, maxRequests, labels = {}, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "changes" }, async (project) => {
    const file = bookmark === void 0 ? null : (0, import_node_path3.resolve)(project.cwd, bookmark);
    const request = readRequest(
      {
        ...options,
        labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`),
        bookmark: file === null ? null : { file, shown: (0, import_paths.toShownPath)(project.cwd, file) },
        show: show === void 0 ? void 0 : (0, import_option_values2.oneOf)("show", show, import_choices.SHOWN_CHANGES),
        limit: limit === void 0 ? void 0 : (0, import_option_values2.wholeNumber)("limit", String(limit), import_choices.SHOWN_LIMIT),
        maxRequests: maxRequests === void 0 ? void 0 : (0, import_option_values2.wholeNumber)("maxRequests", String(maxRequests), import_choices.MOST_REQUESTS)
      },
      import_process_context2.context.timeZone(),
      (option) => option
    );
    const take = async (document) => {
      await deliver?.(document);
      return true;
    };
    return (await reportChanges(project, request, { deliver: take })).document;
  });
}
var import_node_path3, import_choices, import_option_values2, import_paths, import_process_context2;
var init_changes2 = __esm({
  "src/doors/library/changes.ts"() {
    "use strict";
    import_node_path3 = require("node:path");
    import_choices = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_option_values2 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_paths = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    init_changes();
    init_request();
    import_process_context2 = askBundle("./monitors.cjs", "src/doors/cli/process-context.ts");
    init_check_options();
    init_run();
  }
});

// src/core/writing/yaml-text.ts
function writeYaml(data, comment = NO_COMMENT) {
  return `${writeMembers(data, { indent: 0, pointer: "", comment }).join("\n")}
`;
}
function partOf({ indent, pointer, comment }, step) {
  return { indent: indent + STEP, pointer: comment === NO_COMMENT ? "" : pointer + (0, import_pointer.toPointer)([step]), comment };
}
function writeYamlScalar(value) {
  return isPlain(value) && !/[,[\]{}]/.test(value) ? value : quote(value);
}
function writeMembers(object, place) {
  return Object.entries(object).flatMap(([name, value]) => {
    const [first = "", ...rest] = writeValue(value, partOf(place, name));
    const label = `${" ".repeat(place.indent)}${isPlainName(name) ? name : quote(name)}:`;
    return [first === "" ? label : `${label} ${first}`, ...rest];
  });
}
function writeValue(value, place) {
  if (Array.isArray(value) && value.length > 0) {
    return ["", ...value.flatMap((item, index) => writeItem(item, index, place))];
  }
  if ((0, import_value7.isObject)(value) && Object.keys(value).length > 0) return ["", ...writeMembers(value, place)];
  const [first = "", ...rest] = typeof value === "string" ? writeText(value, place.indent) : [JSON.stringify(value)];
  return [withComment(first, place), ...rest];
}
function writeItem(item, index, place) {
  const dash = `${" ".repeat(place.indent)}- `;
  const part = partOf(place, index);
  if (Array.isArray(item)) return [withComment(dash + writeFlow(item), part)];
  const lines = (0, import_value7.isObject)(item) && Object.keys(item).length > 0 ? writeMembers(item, part) : writeValue(item, part);
  const [first = "", ...rest] = lines;
  return [dash + first.trimStart(), ...rest];
}
function withComment(line, { pointer, comment }) {
  const words = comment(pointer);
  return words === "" ? line : `${line}  # ${words}`;
}
function writeFlow(value) {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(", ")}]`;
  if ((0, import_value7.isObject)(value))
    return `{${Object.entries(value).map(([name, item]) => `${quote(name)}: ${writeFlow(item)}`).join(", ")}}`;
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}
function writeText(text2, indent) {
  if (isPlain(text2)) return [text2];
  if (!isBlock(text2)) return [quote(text2)];
  const lines = text2.replace(/\n$/, "").split("\n");
  return [text2.endsWith("\n") ? "|" : "|-", ...lines.map((line) => line === "" ? "" : " ".repeat(indent) + line)];
}
function isBlock(text2) {
  if (/^[ ]*::/m.test(text2) || text2.search(HASH_COMMAND) >= 0) return false;
  return /^\S.*\n/.test(text2) && !/[^\S\n ]|[ ]$|[ ]\n|\n\n$/.test(text2) && !text2.split("\n").some(hasHidden);
}
function isPlain(text2) {
  if (!/^[\p{L}\p{N}$/(_]/u.test(text2) || /[^\S ]|: |:$| #|[ ]$/.test(text2)) return false;
  return !isAmbiguous(text2) && !hasHidden(text2) && text2.search(HASH_COMMAND) < 0;
}
function isPlainName(name) {
  return /^[A-Za-z_][\w-]*$/.test(name) && !isAmbiguous(name);
}
function isAmbiguous(text2) {
  return /^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text2) || /^\d[\d_.,:eE+-]*$|^0[xXoObB][\da-fA-F_]*$/.test(text2) || /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt ])/.test(text2);
}
function hasHidden(text2) {
  return text2.search(UNSEEN) >= 0 && text2.replaceAll(JOINED, "").search(UNSEEN) >= 0;
}
function quote(text2) {
  const quoted = JSON.stringify(text2).replaceAll(HASH_COMMAND, "#\\u0023");
  return hasHidden(quoted) ? quoted.replaceAll(UNSEEN, escapeCharacter) : quoted;
}
function escapeCharacter(char) {
  const code = char.codePointAt(0) ?? 0;
  return code > 65535 ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
var import_pointer, import_value7, NO_COMMENT, STEP, UNSEEN, JOINED, HASH_COMMAND;
var init_yaml_text = __esm({
  "src/core/writing/yaml-text.ts"() {
    "use strict";
    import_pointer = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value7 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    NO_COMMENT = () => "";
    STEP = 2;
    UNSEEN = /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
    JOINED = /(?<=[^\x00-\x7f\u200c\u200d])[\u200c\u200d](?=[^\x00-\x7f\u200c\u200d])/gu;
    HASH_COMMAND = /##(?=[A-Za-z]*\[)/g;
  }
});

// src/features/adopt/factor-document.ts
var factor_document_exports = {};
__export(factor_document_exports, {
  renderFactorJson: () => renderFactorJson,
  renderFactorText: () => renderFactorText,
  toFactorDocument: () => toFactorDocument
});
function toFactorDocument({ files, ...report2 }) {
  return { formatVersion: 1, command: "factor", ...report2, files };
}
function renderFactorJson(report2) {
  return (0, import_escape_json.renderJson)(toFactorDocument(report2));
}
function renderFactorText(report2, options) {
  const { files, dryRun, left, linesBefore, linesAfter, monitors } = report2;
  if (files.length === 0) return (0, import_text.printText)([(0, import_text.proseLine)(0, nothingWords(report2))], options);
  const lines = [
    ...sharedLines(report2),
    ...files.filter(({ outcome }) => outcome === "created").map(fileLine),
    ...changedLines(files.filter(({ outcome }) => outcome !== "created")),
    ...left.length === 0 ? [] : [
      (0, import_text.hangingLine)(
        0,
        2,
        `${(0, import_words.countOf)(left.length, "spec")} ${left.length === 1 ? "stays" : "stay"} as written: ${left.slice(0, MOST_NAMED).join(", ")}${left.length > MOST_NAMED ? ", ..." : ""}`
      )
    ],
    (0, import_text.proseLine)(
      0,
      `${deedWords(files, dryRun)}: ${(0, import_words.countOf)(linesBefore, "line")} -> ${(0, import_words.formatNumber)(linesAfter)}. ${(0, import_words.countOf)(monitors, "monitor")}, none changes; the plan stays the same.`
    )
  ];
  return (0, import_text.printText)(lines, options);
}
function nothingWords({ folder, obstacle }) {
  if (obstacle === null) return `The specs of ${folder} have nothing in common to move.`;
  return `The targets in ${folder} have ids, which rows can't hold. Remove each "id" and run this again: ids that the state records stay.`;
}
function deedWords(files, dryRun) {
  const removed = files.filter(({ outcome }) => outcome === "removed").length;
  const wrote = `${dryRun ? "Would write" : "Wrote"} ${(0, import_words.countOf)(files.length - removed, "file")}`;
  return removed === 0 ? wrote : `${wrote} and ${dryRun ? "remove" : "removed"} ${(0, import_words.formatNumber)(removed)}`;
}
function sharedLines({ shared, rows }) {
  const text2 = writeYaml(shared).trimEnd().split("\n");
  const shown = rows.map((row) => JSON.stringify(row));
  return [...text2.map((line) => (0, import_text.dataLine)(2, line)), ...shown.map((row) => (0, import_text.dataLine)(2, `# row: ${row}`)), import_text.BLANK];
}
function fileLine({ file, outcome, linesBefore, linesAfter }) {
  const sign = outcome === "created" ? (0, import_text.styled)("added", "+ ") : outcome === "removed" ? (0, import_text.styled)("removed", "- ") : (0, import_text.styled)("changed", "~ ");
  return (0, import_text.dataLine)(0, sign, file, (0, import_text.styled)("faint", `  ${(0, import_words.formatNumber)(linesBefore)} -> ${(0, import_words.countOf)(linesAfter, "line")}`));
}
function changedLines(files) {
  const rest = files.slice(MOST_NAMED);
  return [
    ...files.slice(0, MOST_NAMED).map(fileLine),
    ...rest.length === 0 ? [] : [(0, import_text.dataLine)(2, `and ${(0, import_words.formatNumber)(rest.length)} more`)]
  ];
}
var import_words, import_escape_json, import_text, MOST_NAMED;
var init_factor_document = __esm({
  "src/features/adopt/factor-document.ts"() {
    "use strict";
    import_words = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_yaml_text();
    import_escape_json = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_text = askBundle("./monitors.cjs", "src/rendering/text.ts");
    MOST_NAMED = 5;
  }
});

// src/features/adopt/document.ts
var document_exports = {};
__export(document_exports, {
  renderImportJson: () => renderImportJson,
  renderPullJson: () => renderPullJson,
  toImportDocument: () => toImportDocument,
  toPullDocument: () => toPullDocument
});
function renderPullJson(report2, shared = null) {
  const document = toPullDocument(report2);
  return (0, import_escape_json2.renderJson)(shared === null ? document : { ...document, shared: toFactorDocument(shared) });
}
function toPullDocument({ pulled, placeholders, refused, elsewhere }) {
  return {
    formatVersion: 1,
    command: "pull",
    pulled: pulled.map(toAdoptedDocument),
    secrets: placeholders.map(toSecretDocument),
    refused: refused.map(({ id, name, findings }) => ({ id, name, diagnostics: toReasons({ findings }) })),
    elsewhere: elsewhere.flatMap(({ id, name, ours }) => ours === void 0 ? [] : [{ id, name, ...ours }])
  };
}
function renderImportJson(report2) {
  return (0, import_escape_json2.renderJson)(toImportDocument(report2));
}
function toImportDocument(report2) {
  return {
    formatVersion: 1,
    command: "import",
    outcome: report2.kind,
    key: report2.key,
    id: report2.id,
    name: report2.name,
    file: report2.kind === "refused" ? null : report2.file,
    secrets: report2.kind === "written" ? report2.placeholders.map(toSecretDocument) : [],
    next: report2.kind === "recorded" ? report2.next : [],
    diagnostics: report2.kind === "refused" ? toReasons(report2) : []
  };
}
function toAdoptedDocument({ key, file, id, name }) {
  return { key, file, id, name };
}
function toSecretDocument({ name, uses }) {
  return { name, uses: uses.map(({ key, place, after }) => ({ key, place, after })) };
}
function toReasons({ findings }) {
  return findings.map(({ code, message, where }) => ({ code, message, ...where === void 0 ? {} : { pointer: where.pointer } }));
}
var import_escape_json2;
var init_document = __esm({
  "src/features/adopt/document.ts"() {
    "use strict";
    import_escape_json2 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    init_factor_document();
  }
});

// src/core/apply/observation.ts
function listPlainMembers(type) {
  const names = (0, import_table2.listTypes)(type).flatMap(({ entries }) => entries.flatMap(([name, known]) => (0, import_table2.holdsSecret)(known) ? [] : [name]));
  return [...new Set(names)];
}
function observeMonitor(sent, answer, lineage) {
  const observed = pickDifferences(
    sent,
    answer.data,
    [...plainMembers, ...listNew(sent, "MonitorCreateRequest")],
    []
  );
  const targets = observeTargets((0, import_member.member)(sent, "targets"), (0, import_member.member)(answer.data, "targets"));
  if (targets.length > 0) observed["targets"] = targets;
  const webhook = observeWebhook((0, import_member.member)(sent, "webhook"), (0, import_member.member)(answer.data, "webhook"));
  if (Object.keys(webhook).length > 0) observed["webhook"] = webhook;
  if (answer.estimatedCreditsPerMonth !== null) observed["estimatedCreditsPerMonth"] = answer.estimatedCreditsPerMonth;
  return { id: answer.id, createdAt: answer.createdAt, observed: (0, import_masking.hideTexts)((0, import_fingerprint.fingerprintBody)(observed, lineage), answer.hide) };
}
function observeShared(answer, intended, lineage) {
  const view = (0, import_live.toLiveView)((0, import_live.readInClear)(answer), lineage, (0, import_new_fields.fieldsOf)(intended.applied), answer.hide);
  if (view !== null && (0, import_live_check.isAsWritten)(view, intended)) return observeMonitor(intended.applied, { ...answer, data: view.body }, lineage);
  const { id, createdAt, estimatedCreditsPerMonth } = answer;
  return { id, createdAt, observed: estimatedCreditsPerMonth === null ? {} : { estimatedCreditsPerMonth } };
}
function observeWebhook(sent, answered) {
  if (!(0, import_value8.isObject)(answered)) return {};
  const isReferring = (0, import_value8.isObject)(sent) && (0, import_references.findReferences)({ webhook: sent }).length > 0;
  const filled = (0, import_value8.isObject)(sent) ? { headers: {}, ...sent } : sent;
  const known = (0, import_value8.isObject)(sent) && !isReferring ? ["url", "headers", "events"] : ["events"];
  return pickDifferences(filled, answered, [...known, ...listNew(sent, "MonitorWebhook")], ["webhook"]);
}
function observeTargets(sent, answered) {
  if (!Array.isArray(sent) || !Array.isArray(answered)) return [];
  return answered.flatMap((target, index) => {
    if (!(0, import_value8.isObject)(target)) return [];
    const own = sent[index];
    const isReferring = (0, import_value8.isObject)(own) && (0, import_references.findReferences)({ targets: [own] }).length > 0;
    const filled = (0, import_value8.isObject)(own) ? { scrapeOptions: {}, ...own } : own;
    const known = [...targetMembers, ...listNew(own, "MonitorTarget")];
    const differences = pickDifferences(filled, target, isReferring ? known : [...known, "scrapeOptions"], ["targets", index]);
    const id = (0, import_member.member)(target, "id");
    return Object.keys(differences).length === 0 ? [] : [{ ...typeof id === "string" ? { id } : {}, ...differences }];
  });
}
function listNew(sent, type) {
  const known = (0, import_value8.isObject)(sent) ? (0, import_table2.typeOf)(type, sent) : void 0;
  return (0, import_value8.isObject)(sent) && known !== void 0 ? Object.keys(sent).filter((name) => !Object.hasOwn(known.members, name)) : [];
}
function pickDifferences(sent, answered, names, path) {
  const differences = [];
  for (const name of names) {
    const place = [...path, name];
    const own = (0, import_value8.property)(sent, name);
    if (own !== void 0 && isNew(place) && JSON.stringify(own).includes("${")) continue;
    const difference = differenceOf(own, (0, import_value8.property)(answered, name), place);
    if (difference !== void 0) differences.push([name, difference]);
  }
  return Object.fromEntries(differences);
}
function isNew(place) {
  const { isUnknown: isUnknown2, isForeign: isForeign3 } = (0, import_table2.follow)(place);
  return isUnknown2 || isForeign3;
}
function differenceOf(sent, answered, path) {
  if (answered === void 0 || isEqual(answered, sent)) return void 0;
  if ((0, import_value8.isObject)(sent) && (0, import_value8.isObject)(answered)) return pickDifferences(sent, answered, Object.keys(answered), path);
  return typeof sent === "string" && typeof answered === "string" && sent.trim() === answered.trim() ? void 0 : answered;
}
function isEqual(a, b) {
  return b !== void 0 && (0, import_canonical3.canonicalJson)(a) === (0, import_canonical3.canonicalJson)(b);
}
var import_canonical3, import_value8, import_live, import_new_fields, import_fingerprint, import_masking, import_references, import_member, import_table2, import_live_check, plainMembers, targetMembers;
var init_observation = __esm({
  "src/core/apply/observation.ts"() {
    "use strict";
    import_canonical3 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value8 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_live = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_new_fields = askBundle("./plan.cjs", "src/core/plan/new-fields.ts");
    import_fingerprint = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_references = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_member = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table2 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_live_check = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    plainMembers = listPlainMembers("MonitorCreateRequest").filter((name) => name !== "targets");
    targetMembers = listPlainMembers("MonitorTarget").filter((name) => name !== "id");
  }
});

// src/core/secrets/run-secrets.ts
function holdsRunSecret(text2, env) {
  const secrets = [env["MONITORS_API_KEY"], env["MONITORS_STATE_KEY"]].map((secret) => secret?.trim() ?? "");
  return text2.includes(import_secret2.SECRET_TEXT) || secrets.some((secret) => secret.length >= SHORTEST2 && text2.includes(secret));
}
var import_secret2, SHORTEST2;
var init_run_secrets = __esm({
  "src/core/secrets/run-secrets.ts"() {
    "use strict";
    import_secret2 = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    SHORTEST2 = 12;
  }
});

// src/core/writing/editor-template.ts
function renderEditorSettings(facts) {
  return `${JSON.stringify({ "yaml.schemas": listPatterns(facts) }, null, 2)}
`;
}
function listSettings(facts) {
  const patterns = listPatterns(facts);
  return {
    lines: renderEditorSettings(facts).trimEnd().split("\n").slice(1, -1),
    signs: [...Object.keys(patterns), ...Object.values(patterns).flat()]
  };
}
function listPatterns({ prefix, specs }) {
  const directory = import_node_path4.posix.join(prefix, specs);
  const below = directory === "." ? "" : `${directory}/`;
  return {
    [SPEC_SCHEMA_PATH]: [`${below}**/*.yaml`, `${below}**/*.yml`, `!${below}**/_*`],
    [LAYER_SCHEMA_PATH]: [`${below}**/_defaults.yaml`, `${below}**/_overlay.*.yaml`],
    [CONFIG_SCHEMA_PATH]: [import_node_path4.posix.join(prefix, "monitors.config.yaml")]
  };
}
function renderModeline(directory, schema) {
  return `# yaml-language-server: $schema=${pathFrom(directory, schema)}`;
}
function pathFrom(directory, path) {
  return import_node_path4.posix.relative(`/${directory}`, `/${path}`);
}
var import_node_path4, SETTINGS_PATH, SPEC_SCHEMA_PATH, LAYER_SCHEMA_PATH, CONFIG_SCHEMA_PATH;
var init_editor_template = __esm({
  "src/core/writing/editor-template.ts"() {
    "use strict";
    import_node_path4 = require("node:path");
    SETTINGS_PATH = ".vscode/settings.json";
    SPEC_SCHEMA_PATH = ".vscode/monitors.schema.json";
    LAYER_SCHEMA_PATH = ".vscode/monitors-layer.schema.json";
    CONFIG_SCHEMA_PATH = ".vscode/monitors-config.schema.json";
  }
});

// src/core/writing/file-scaffold.ts
function inspectFile(root, path) {
  const names = path.split("/");
  for (const length of names.keys()) {
    const part = names.slice(0, length + 1).join("/");
    const facts = attempt(part, "read", () => import_disk.realDisk.lstat((0, import_node_path5.join)(root, part)));
    if (facts === null) return { kind: "nothing" };
    const wanted = length === names.length - 1 ? "file" : "directory";
    if (facts.kind !== wanted)
      throw inTheWay(
        part,
        wanted,
        facts.kind === "symlink" ? "a symbolic link" : `not a ${wanted === "file" ? "regular file" : "directory"}`
      );
  }
  return { kind: "file", content: attempt(path, "read", () => (0, import_write2.readWhole)(import_disk.realDisk, (0, import_node_path5.join)(root, path))) };
}
function holdsSpecs(root, directory) {
  try {
    const entries = (0, import_node_fs.readdirSync)((0, import_node_path5.join)(root, directory), { withFileTypes: true }).filter(({ name }) => !/^[_.]/.test(name));
    return entries.some((entry) => entry.isDirectory() ? holdsSpecs(root, `${directory}/${entry.name}`) : /\.ya?ml$/.test(entry.name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((0, import_disk.errorCode)(error))) return false;
    throw cannotWrite(directory, "read", error);
  }
}
async function takeStep(root, step, io) {
  const { path, outcome } = step;
  try {
    switch (outcome) {
      case "created":
        return { path, outcome: await createFile(io, (0, import_node_path5.join)(root, path), step.content) ? "created" : "kept" };
      case "extended":
        await (0, import_write2.replaceFile)(io, { target: (0, import_node_path5.join)(root, path), text: step.content, mode: 420, check: () => refuseChanged(root, step) });
        return { path, outcome };
      case "unchanged":
        return { path, outcome };
      case "kept":
        return { path, outcome, ...step.toAdd === void 0 ? {} : { toAdd: step.toAdd } };
    }
  } catch (error) {
    throw error instanceof import_user_error6.UserError || !(0, import_disk.isSystemError)(error) ? error : cannotWrite(path, "written", error);
  }
}
async function createFile(io, target, content) {
  const { disk } = io;
  (0, import_node_fs.mkdirSync)((0, import_node_path5.dirname)(target), { recursive: true });
  const { path: temporary, file } = (0, import_write2.createTemporary)(io, target, 420);
  try {
    try {
      (0, import_write2.writeAll)(disk, file, content);
      await disk.fsync(file);
    } finally {
      disk.close(file);
    }
    disk.link(temporary, target);
  } catch (error) {
    if ((0, import_disk.errorCode)(error) === "EEXIST") return false;
    if (!NO_LINKS.has((0, import_disk.errorCode)(error))) throw error;
    return await createWithoutLink(io, target, content);
  } finally {
    (0, import_write2.removeQuietly)(disk, temporary);
  }
  await (0, import_write2.syncDirectory)(disk, (0, import_node_path5.dirname)(target));
  return true;
}
async function createWithoutLink({ disk }, target, content) {
  let file;
  try {
    file = disk.open(target, "create", 420);
  } catch (error) {
    if ((0, import_disk.errorCode)(error) === "EEXIST") return false;
    throw error;
  }
  try {
    (0, import_write2.writeAll)(disk, file, content);
    await disk.fsync(file);
  } finally {
    disk.close(file);
  }
  await (0, import_write2.syncDirectory)(disk, (0, import_node_path5.dirname)(target));
  return true;
}
function refuseChanged(root, { path, before }) {
  const now = inspectFile(root, path);
  if (now.kind === "file" && Buffer.from(now.content).equals(before)) return;
  throw new import_user_error6.UserError("config/cannot-write", `${path} changed during the run`, "run the command again: it continues from there");
}
function attempt(path, deed, act) {
  try {
    return act();
  } catch (error) {
    if (!(0, import_disk.isSystemError)(error)) throw error;
    throw cannotWrite(path, deed, error);
  }
}
function inTheWay(path, wanted, is) {
  return new import_user_error6.UserError(
    "config/unsafe-path",
    `${path} is ${is}: nothing was written`,
    wanted === "file" ? "replace it by a regular file, or remove it" : "replace it by a directory, or remove it"
  );
}
function cannotWrite(path, deed, cause) {
  return new import_user_error6.UserError(
    "config/cannot-write",
    `${path} cannot be ${deed}: ${(0, import_file_error2.explainFileError)(cause)}`,
    "fix that and run the command again: it continues with the missing files",
    { cause }
  );
}
var import_node_fs, import_node_path5, import_user_error6, import_file_error2, import_disk, import_write2, NO_LINKS;
var init_file_scaffold = __esm({
  "src/core/writing/file-scaffold.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path5 = require("node:path");
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error2 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_disk = askBundle("./check.cjs", "src/core/state/file/disk.ts");
    import_write2 = askBundle("./check.cjs", "src/core/state/file/write.ts");
    NO_LINKS = /* @__PURE__ */ new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);
  }
});

// src/core/writing/yaml-edit.ts
function addToList(text2, path, values) {
  const document = read(text2);
  if (document === null) return null;
  const data = document === "empty" ? {} : document.data;
  const list = listAt(data, path);
  if (!(0, import_value9.isObject)(data) || list === null) return null;
  const missing = [...new Set(values)].filter((value) => !list.includes(value));
  if (missing.length === 0) return text2;
  const wanted = { ...data, [path[0]]: { ...(0, import_value9.property)(data, path[0]), [path[1]]: [...list, ...missing] } };
  for (const edited of proposeEdits(text2, document, path, missing)) {
    const again = read(edited);
    if (again !== null && again !== "empty" && (0, import_value9.isEqualJson)(again.data, wanted)) return edited;
  }
  return null;
}
function read(text2) {
  const { documents, findings } = (0, import_document.parseSource)({ file: "", specPath: "", bytes: Buffer.from(text2) });
  const errors = findings.filter(({ severity }) => severity === "error");
  const [document, ...others] = documents;
  if (document === void 0) return errors.every(({ code }) => code === "yaml/empty") ? "empty" : null;
  return errors.length > 0 || others.length > 0 ? null : document;
}
function listAt(data, [outer, inner]) {
  const holder = (0, import_value9.property)(data, outer);
  if (holder === void 0) return [];
  if (!(0, import_value9.isObject)(holder)) return null;
  const list = (0, import_value9.property)(holder, inner) ?? [];
  return Array.isArray(list) ? list : null;
}
function* proposeEdits(text2, document, [outer, inner], values) {
  const break_ = text2.includes("\r\n") ? "\r\n" : "\n";
  const items = values.map(writeYamlScalar);
  const whole = `${outer}:${break_}  ${inner}: [${items.join(", ")}]${break_}`;
  if (document === "empty") {
    yield endLine(text2, break_) + whole;
    return;
  }
  const list = (0, import_value9.property)((0, import_value9.property)(document.data, outer), inner);
  const insert = (offset, addition) => text2.slice(0, offset) + addition + text2.slice(offset);
  if (Array.isArray(list) && list.length > 0) {
    const { start: start2, end: end2 } = document.rangeOf(`/${outer}/${inner}/${list.length - 1}`);
    yield insert(end2.offset, items.map((item) => `, ${item}`).join(""));
    const line = text2.slice(text2.lastIndexOf("\n", start2.offset) + 1, start2.offset);
    const lead = /^\s*- +$/.exec(line)?.[0] ?? "  - ";
    yield insertLines(
      text2,
      end2.offset,
      items.map((item) => lead + item),
      break_
    );
    return;
  }
  if (Array.isArray(list)) {
    const { start: start2, end: end2 } = document.rangeOf(`/${outer}/${inner}`);
    yield `${text2.slice(0, start2.offset)}[${items.join(", ")}]${text2.slice(end2.offset)}`;
    return;
  }
  const holder = (0, import_value9.property)(document.data, outer);
  if ((0, import_value9.isObject)(holder)) {
    const { start: start2 } = document.rangeOf(`/${outer}`);
    yield insert(start2.offset + 1, `${inner}: [${items.join(", ")}]${Object.keys(holder).length > 0 ? ", " : ""}`);
    yield insert(start2.offset, `${inner}: [${items.join(", ")}]${break_}${" ".repeat(start2.column - 1)}`);
    return;
  }
  const { start, end } = document.rangeOf("");
  yield endLine(text2, break_) + whole;
  yield insertLines(text2, end.offset, whole.trimEnd().split(break_), break_);
  yield insert(
    start.offset + 1,
    `${outer}: {${inner}: [${items.join(", ")}]}${Object.keys(document.data).length > 0 ? ", " : ""}`
  );
}
function insertLines(text2, offset, lines, break_) {
  const next = text2.indexOf("\n", offset);
  const before = next === -1 ? endLine(text2, break_) : text2.slice(0, next + 1);
  return before + lines.map((line) => line + break_).join("") + (next === -1 ? "" : text2.slice(next + 1));
}
function endLine(text2, break_) {
  return text2 === "" || text2.endsWith("\n") ? text2 : text2 + break_;
}
var import_value9, import_document;
var init_yaml_edit = __esm({
  "src/core/writing/yaml-edit.ts"() {
    "use strict";
    import_value9 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_document = askBundle("./check.cjs", "src/core/specs/document.ts");
    init_yaml_text();
  }
});

// src/core/writing/file-specs.ts
function openSpecFolder({ specsDirectory, configFile }, cwd, io, env = {}) {
  refuseGitDirectory(specsDirectory, cwd);
  const base = configFile === null ? cwd : (0, import_node_path6.dirname)(configFile);
  const root = (0, import_repository2.findRepository)(base) ?? base;
  const place = (specPath) => (0, import_paths2.toShownPath)(cwd, (0, import_node_path6.join)(specsDirectory, specPath));
  return {
    schemaFor: (specPath) => {
      const directory = (0, import_node_path6.relative)(root, (0, import_node_path6.dirname)((0, import_node_path6.join)(specsDirectory, specPath))).split(import_node_path6.sep).join("/");
      const schema = /(?:^|\/)_[^/]*$/.test(specPath) ? LAYER_SCHEMA_PATH : SPEC_SCHEMA_PATH;
      const path = pathFrom(directory, schema);
      return io.disk.lstat((0, import_node_path6.join)(root, schema)) === null || directory.startsWith("..") || /[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? null : path;
    },
    isThere: (specPath) => io.disk.lstat((0, import_node_path6.join)(specsDirectory, specPath)) !== null,
    holdsSecret: (body) => holdsRunSecret(body, env),
    checkPlace: (specPath) => {
      if (inspectFile(specsDirectory, specPath).kind !== "nothing") throw inTheWay2(place(specPath));
    },
    writeSpec: async (specPath, text2) => {
      const step = { outcome: "created", path: specPath, content: Buffer.from(text2) };
      const { outcome } = await takeStep(specsDirectory, step, io);
      if (outcome !== "created") throw inTheWay2(place(specPath));
    },
    prepareAllowing: (names) => prepareAllowing(names, configFile, cwd, io)
  };
}
function refuseGitDirectory(specsDirectory, cwd) {
  if (!specsDirectory.split(import_node_path6.sep).some((part) => part.toLowerCase() === ".git")) return;
  throw new import_user_error7.UserError(
    "config/unsafe-path",
    `the specs directory ${(0, import_paths2.toShownPath)(cwd, specsDirectory)} is a directory of git's own`,
    "name another one with --specs, or `specs` in monitors.config.yaml"
  );
}
function inTheWay2(shown) {
  return new import_user_error7.UserError("config/cannot-write", `${shown} already exists and would be overwritten`, "move that file away, then run again");
}
function prepareAllowing(names, file, cwd, io) {
  if (names.length === 0) return async () => {
  };
  if (file === null) throw new Error("references need a config file that allows them");
  const shown = (0, import_paths2.toShownPath)(cwd, file);
  const before = attempt2(shown, () => (0, import_write3.readWhole)(io.disk, file));
  const text2 = Buffer.from(before).toString("utf8");
  const mark = text2.startsWith("\uFEFF") ? "\uFEFF" : "";
  const edited = addToList(text2.slice(mark.length), ["secrets", "allow"], names);
  if (edited === null) {
    throw new import_user_error7.UserError(
      "config/cannot-write",
      `the names that the specs would refer to can't be added to ${shown} without changing more of it`,
      `add them yourself, then run the command again: secrets: {allow: [${names.join(", ")}]}`
    );
  }
  const check = () => {
    if (Buffer.from(attempt2(shown, () => (0, import_write3.readWhole)(io.disk, file))).equals(before)) return;
    throw new import_user_error7.UserError("config/cannot-write", `${shown} was changed by another program just now`, "run the command again");
  };
  return async () => {
    try {
      await (0, import_write3.replaceFile)(io, { target: file, text: mark + edited, mode: 420, check });
    } catch (error) {
      throw error instanceof import_user_error7.UserError || !(0, import_disk2.isSystemError)(error) ? error : cannotWrite2(shown, error);
    }
  };
}
function attempt2(shown, act) {
  try {
    return act();
  } catch (error) {
    throw (0, import_disk2.isSystemError)(error) ? cannotWrite2(shown, error) : error;
  }
}
function cannotWrite2(shown, cause) {
  return new import_user_error7.UserError(
    "config/cannot-write",
    `${shown} cannot be written: ${(0, import_file_error3.explainFileError)(cause)}`,
    "fix that, then run the command again",
    { cause }
  );
}
var import_node_path6, import_user_error7, import_file_error3, import_paths2, import_repository2, import_disk2, import_write3;
var init_file_specs = __esm({
  "src/core/writing/file-specs.ts"() {
    "use strict";
    import_node_path6 = require("node:path");
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error3 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_paths2 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_repository2 = askBundle("./check.cjs", "src/core/git/repository.ts");
    init_run_secrets();
    import_disk2 = askBundle("./check.cjs", "src/core/state/file/disk.ts");
    import_write3 = askBundle("./check.cjs", "src/core/state/file/write.ts");
    init_editor_template();
    init_file_scaffold();
    init_yaml_edit();
  }
});

// src/features/adopt/adopting.ts
async function withAdopting(project, check, act) {
  const folder = openSpecFolder(project.settings, project.cwd, project, project.env);
  return withLock(project.store, async (locked) => {
    const opened = await (0, import_fold_open3.openForChange)(locked);
    check(opened);
    await project.checkCheckout(opened.stored?.version ?? null);
    return (0, import_service_reader3.withService)(project, opened, async (reader) => {
      const { origin } = reader.service;
      if (opened.stored === null) (0, import_other_environments.refuseFormerHome)(project.settings, await project.readNeighbours(), origin);
      return act({ folder, locked, opened, state: stateAt(origin, opened, project), reader });
    });
  });
}
function stateAt(origin, { stored, unresolved }, { settings: { project, environment }, tool, world }) {
  if (stored === null) return (0, import_state.newState)({ lineage: world.uuid(), tool, project, environment, origin });
  return stored.state.monitors.size === 0 && unresolved.length === 0 ? (0, import_origin.startAt)(stored.state, origin) : stored.state;
}
async function adoptDrafts({ accepted, placeholders }, adopting, tool) {
  if (accepted.length === 0) return;
  const { folder } = adopting;
  const allow = folder.prepareAllowing(placeholders.map(({ name }) => name));
  for (const { desired } of accepted) folder.checkPlace(desired.specPath);
  await allow();
  for (const { desired, text: text2 } of accepted) await folder.writeSpec(desired.specPath, text2);
  await recordAdopted(
    accepted.map(({ desired, record: record3 }) => [desired.key, record3]),
    adopting,
    tool
  );
}
async function recordAdopted(records, { locked, opened, state, reader }, tool) {
  const answered = (0, import_origin.noteAnswers)(state, reader.service.isEmulator());
  await locked.write({ ...answered, tool, monitors: new Map([...state.monitors, ...records]) }, opened.stored?.version ?? null);
}
var import_fold_open3, import_origin, import_state, import_other_environments, import_service_reader3;
var init_adopting = __esm({
  "src/features/adopt/adopting.ts"() {
    "use strict";
    import_fold_open3 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_origin = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_state = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_file_specs();
    import_other_environments = askBundle("./check.cjs", "src/project/other-environments.ts");
    import_service_reader3 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
  }
});

// src/features/adopt/claims.ts
function findClaim(monitor, known, settings, own) {
  const { present, state, unresolved } = known;
  const recorded = [...state.monitors];
  const shares = (ids) => ids.some((id) => id !== null && monitor.targetIds.includes(id));
  const find = (kind, key) => key === void 0 ? null : { kind, key };
  return find("recorded", recorded.find(([, { id }]) => id === monitor.id)?.[0]) ?? find("leftover", recorded.find(([, { leftovers = [] }]) => leftovers.includes(monitor.id))?.[0]) ?? find("duplicate", recorded.find(([, { applied }]) => shares((0, import_targets.listTargetIds)(applied)))?.[0]) ?? find("unresolved", unresolved.find(({ intent }) => shares(intent.targetIds))?.intent.key) ?? find(
    "spec",
    present.monitors.find(({ key, body }) => {
      if (key === own || state.monitors.has(key)) return false;
      return shares((0, import_expected_ids.listExpectedIds)({ body }, key, settings).flat());
    })?.key
  );
}
function refuseClaimed(id, claim) {
  switch (claim.kind) {
    case "recorded":
      return claimed(
        id,
        `is already recorded as "${claim.key}"`,
        `\`${(0, import_command_line.writeCommand)("state mv", [claim.key, "NEW"], "default")}\` gives it another key`
      );
    case "leftover":
      return claimed(id, `was replaced by "${claim.key}" and will be deleted`, "run `monitors apply` to delete it");
    case "duplicate":
      return claimed(
        id,
        `has target ids of "${claim.key}", which is recorded as another monitor: one of them is a duplicate`,
        `\`${(0, import_command_line.keyCommand)("resolve", claim.key, "--prune-duplicates")}\` deletes exact duplicates, after asking`
      );
    case "unresolved":
      return claimed(
        id,
        `has target ids of the unresolved create of "${claim.key}"`,
        `\`${(0, import_command_line.keyCommand)("resolve", claim.key, `--adopt ${id}`)}\` resolves it`
      );
    case "spec":
      return claimed(
        id,
        `has the target ids of the spec "${claim.key}"`,
        `\`${(0, import_command_line.writeCommand)("import", [claim.key, id], "default")}\` or the next apply adopts it`
      );
    case "alike":
      return claimed(
        id,
        `has the name and content of the spec "${claim.key}", which is not applied yet`,
        `if they are the same monitor, run \`${(0, import_command_line.writeCommand)("import", [claim.key, id], "default")}\`; if not, add sync: {distinctFrom: [${id}]} to that spec`
      );
    default:
      return (0, import_assert_never.assertNever)(claim);
  }
}
function refuseRecordedElsewhere(id, environment) {
  return claimed(
    id,
    `is recorded in the environment "${environment}"`,
    'a monitor belongs to one environment: remove it there first with "monitors state rm"'
  );
}
function claimed(id, why, hint) {
  return new import_user_error8.UserError("live/claimed", `the monitor ${id} ${why}`, hint);
}
function refuseUnknownIds(ids) {
  return new import_user_error8.UserError(
    "live/no-such-monitor",
    `the service has no monitor ${ids.map((id) => JSON.stringify(id)).join(", ")}`,
    "copy the id from the service; a new monitor may take a moment to appear; `monitors plan --refresh --show-unmanaged` lists unmanaged monitors"
  );
}
var import_assert_never, import_command_line, import_user_error8, import_expected_ids, import_targets;
var init_claims = __esm({
  "src/features/adopt/claims.ts"() {
    "use strict";
    import_assert_never = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_command_line = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_expected_ids = askBundle("./plan.cjs", "src/core/specs/expected-ids.ts");
    import_targets = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
  }
});

// src/features/adopt/present-specs.ts
function readPresentSpecs({ settings, cwd }) {
  const { files, layers } = readFiles(settings.specsDirectory, cwd);
  const { allowedReferences: allowed, allowedFields: fields, operations } = settings;
  const fleet = (0, import_fleet.fleetOf)(settings, layers, cwd);
  const { findings, monitors } = (0, import_check.checkSpecs)(files, { allowed, fields, operations, cache: null, purpose: "monitors", fleet });
  refuseErrors(findings);
  return { files, layers, monitors };
}
function readFiles(specsDirectory, cwd) {
  try {
    const { files, layers, findings } = (0, import_files.readSpecFiles)({ specsDirectory, cwd, whenEmpty: "accept" });
    refuseErrors(findings);
    return { files, layers };
  } catch (error) {
    if (error instanceof import_user_error9.UserError && isNothingYet(error)) return { files: [], layers: [] };
    throw error;
  }
}
function isNothingYet({ code, cause }) {
  return code === "file/no-directory" && (0, import_file_error4.errorCode)(cause) === "ENOENT";
}
function refuseErrors(findings) {
  const count = findings.filter(({ severity }) => severity === "error").length;
  if (count === 0) return;
  throw new import_user_error9.UserError(
    "spec/invalid",
    `the specs that are here have ${count === 1 ? "an error" : `${count} errors`}, so nothing was written`,
    "fix what `monitors validate` lists, then repeat the command"
  );
}
var import_user_error9, import_file_error4, import_check, import_files, import_fleet;
var init_present_specs = __esm({
  "src/features/adopt/present-specs.ts"() {
    "use strict";
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error4 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_check = askBundle("./check.cjs", "src/core/specs/check.ts");
    import_files = askBundle("./check.cjs", "src/core/specs/files.ts");
    import_fleet = askBundle("./check.cjs", "src/project/fleet.ts");
  }
});

// src/core/writing/placeholders.ts
function findOpenSecrets(body) {
  const found = [];
  (0, import_walk2.visitTexts)(body, (text2, path) => {
    if (text2 !== "" && (0, import_places2.isSecretPath)(path) && !(0, import_places2.isReferencePlace)(path)) found.push((0, import_pointer2.toPointer)(path));
  });
  return found;
}
function divideSecret(text2, path) {
  const isUrl = path[0] === "webhook" && path[1] === "url";
  const start = isUrl ? PUBLIC_START.exec(text2)?.[0] : /^(?:Bearer|Basic|Token) (?=\S)/i.exec(text2)?.[0] ?? "";
  if (start !== void 0) return { shown: start, secret: text2.slice(start.length) };
  return isUrl && PUBLIC_WHOLE.test(text2) ? { shown: text2, secret: "" } : { shown: "", secret: text2 };
}
function baseName(path, after) {
  if (path.includes("actions")) return "TYPED_TEXT";
  const isPath = path[0] === "webhook" && path[1] === "url" && after.endsWith("/");
  const word = isPath ? "PATH" : toWord(String(path.at(-1)));
  return `${path[0] === "webhook" ? "WEBHOOK" : "PAGE"}_${word || "HEADER"}`;
}
function toWord(text2) {
  const word = text2.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return word.slice(0, 40).replaceAll(/^_+|_+$/g, "");
}
var import_pointer2, import_places2, import_references2, import_walk2, Placeholders, BEGINS_REFERENCE, PUBLIC_START, PUBLIC_WHOLE;
var init_placeholders = __esm({
  "src/core/writing/placeholders.ts"() {
    "use strict";
    import_pointer2 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_places2 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_references2 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_walk2 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    Placeholders = class {
      #nameOf = /* @__PURE__ */ new Map();
      #taken;
      #uses = /* @__PURE__ */ new Map();
      /** `taken` are names that mean something already. */
      constructor(taken) {
        this.#taken = new Set(taken);
      }
      /** Lists the references of specs of these keys. */
      list(keys) {
        return [...this.#uses].flatMap(([name, all]) => {
          const uses = all.filter(({ key }) => keys.has(key));
          return uses.length === 0 ? [] : [{ name, uses }];
        });
      }
      /** The body with references in the place of secrets, and with `${` escaped where it is meant as it stands. */
      replaceSecrets(body, key) {
        return (0, import_walk2.mapLeaves)(body, (leaf, path) => {
          if (typeof leaf !== "string") return leaf;
          if (!(0, import_places2.isReferencePlace)(path)) return leaf.replaceAll(BEGINS_REFERENCE, () => "$${");
          const { shown, secret } = (0, import_places2.isSecretPath)(path) ? divideSecret(leaf, path) : { shown: leaf, secret: "" };
          const escaped = shown.replaceAll("${", () => "$${");
          return secret === "" ? escaped : `${escaped}\${env:${this.#use(secret, { key, place: path.map(String).join("."), after: shown }, path)}}`;
        });
      }
      #use(value, use, path) {
        const known = this.#nameOf.get(value);
        const name = known ?? this.#chooseName(baseName(path, use.after));
        this.#nameOf.set(value, name);
        this.#taken.add(name);
        this.#uses.set(name, [...this.#uses.get(name) ?? [], use]);
        return name;
      }
      #chooseName(base) {
        const fit = (0, import_references2.isRefusedName)(base) ? `${base}_VALUE` : base;
        for (let count = 2, name = fit; ; name = `${fit}_${count++}`) if (!this.#taken.has(name)) return name;
      }
    };
    BEGINS_REFERENCE = /\$\{(?=(?:env|each|var):)/g;
    PUBLIC_START = /^https?:\/\/[^/?#@\s$\\]+[/?#]/i;
    PUBLIC_WHOLE = /^https?:\/\/[^/?#@\s$\\]+$/i;
  }
});

// src/core/writing/item-alignment.ts
function alignItems(before, after) {
  const steps = [];
  let from = 0;
  let to = 0;
  for (const [then, now] of [...findCommon(before.map(import_canonical4.canonicalJson), after.map(import_canonical4.canonicalJson)), [before.length, after.length]]) {
    while (from < then && to < now && (0, import_value10.isObject)(before[from]) === (0, import_value10.isObject)(after[to])) steps.push({ kind: "keep", from: from++, to: to++ });
    while (from < then) steps.push({ kind: "remove", from: from++ });
    while (to < now) steps.push({ kind: "add", to: to++ });
    if (then < before.length) steps.push({ kind: "keep", from: from++, to: to++ });
  }
  return steps;
}
function findCommon(before, after) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  const at = (then, now) => lengths[then]?.[now] ?? 0;
  for (let then = before.length - 1; then >= 0; then--) {
    for (let now = after.length - 1; now >= 0; now--) {
      lengths[then][now] = before[then] === after[now] ? at(then + 1, now + 1) + 1 : Math.max(at(then + 1, now), at(then, now + 1));
    }
  }
  const common = [];
  for (let then = 0, now = 0; then < before.length && now < after.length; ) {
    if (before[then] === after[now]) common.push([then++, now++]);
    else if (at(then + 1, now) >= at(then, now + 1)) then++;
    else now++;
  }
  return common;
}
var import_canonical4, import_value10;
var init_item_alignment = __esm({
  "src/core/writing/item-alignment.ts"() {
    "use strict";
    import_canonical4 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value10 = askBundle("./monitors.cjs", "src/core/json/value.ts");
  }
});

// src/core/writing/separate.ts
function separateOwn({ own, defaults, overlays }, wanted) {
  const inherited = (0, import_merge.mergeDefaults)(defaults);
  const before = (0, import_merge.mergeSpec)(inherited, own, []);
  const aim = overlays.length === 0 ? wanted : transplant(before, (0, import_merge.mergeSpec)(inherited, own, overlays), wanted, import_merge.ROOT_RULE);
  return separate(inherited, aim, own);
}
function separate(inherited, wanted, own = NOTHING) {
  const { targets, ...rest } = wanted;
  const { targets: ownTargets, ...ownRest } = own;
  const members = separateMembers(inherited.members, rest, ownRest, import_merge.ROOT_RULE);
  if (targets === void 0) return members;
  if (!Array.isArray(targets)) return { ...members, targets };
  const origin = pairItems(Array.isArray(ownTargets) ? ownTargets : [], targets);
  const separated = targets.map((target, index) => separateTarget(inherited, target, origin.get(index)));
  return arrangeAs(wanted, { ...members, targets: separated });
}
function separateTarget({ targets }, target, own) {
  const type = (0, import_member2.member)(target, "type");
  const base = typeof type === "string" ? targets.get(type) : void 0;
  if (!(0, import_value11.isObject)(target) || typeof type !== "string" || base === void 0) return target;
  return separateMembers(base, target, (0, import_value11.isObject)(own) ? own : NOTHING, (0, import_merge.targetRule)(type));
}
function separateMembers(base, wanted, own, rule) {
  const written = {};
  for (const [name, value] of Object.entries(wanted)) {
    const inherited = (0, import_value11.property)(base, name);
    const given = (0, import_value11.property)(own, name);
    const inner = rule.within(name);
    if (inherited !== void 0 && (0, import_value11.isObject)(inherited) && (0, import_value11.isObject)(value) && inner !== null) {
      const part = separateMembers(inherited, value, (0, import_value11.isObject)(given) ? given : NOTHING, inner);
      if (Object.keys(part).length > 0) written[name] = part;
    } else if (inherited === void 0 || given !== void 0 || !(0, import_value11.isEqualJson)(inherited, value)) written[name] = value;
  }
  const removed = Object.keys(base).filter((name) => !Object.hasOwn(wanted, name) && !isReplaced(name, written, rule));
  return { ...written, ...Object.fromEntries(removed.map((name) => [name, null])) };
}
function isReplaced(name, written, { foldsCase, either }) {
  if (foldsCase === true && (0, import_merge.namesAlike)(written, name).length > 0) return true;
  if (either === void 0 || !either.includes(name)) return false;
  const [one, other] = either;
  return ((0, import_value11.property)(written, name === one ? other : one) ?? null) !== null;
}
function arrangeAs(order, members) {
  const known = Object.keys(order).filter((name) => Object.hasOwn(members, name));
  return { ...Object.fromEntries(known.map((name) => [name, members[name]])), ...members };
}
function transplant(before, now, wanted, rule) {
  const changed = {};
  for (const name of /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(wanted)])) {
    const value = transplantMember(name, { before, now, wanted }, rule);
    if (value !== void 0) changed[name] = value;
  }
  return changed;
}
function transplantMember(name, versions, rule) {
  const before = (0, import_value11.property)(versions.before, name);
  const now = (0, import_value11.property)(versions.now, name);
  const wanted = (0, import_value11.property)(versions.wanted, name);
  if (wanted === void 0 || now === void 0) return now === wanted ? before : wanted;
  if ((0, import_value11.isEqualJson)(now, wanted)) return before;
  const inner = rule.within(name);
  if (inner !== null && (0, import_value11.isObject)(before) && (0, import_value11.isObject)(now) && (0, import_value11.isObject)(wanted)) return transplant(before, now, wanted, inner);
  if (name === "targets" && rule === import_merge.ROOT_RULE && Array.isArray(before) && Array.isArray(now) && Array.isArray(wanted))
    return transplantTargets(before, now, wanted);
  return wanted;
}
function transplantTargets(before, now, wanted) {
  const origin = new Map(listPairs(now, wanted));
  return wanted.map((target, index) => {
    const from = origin.get(index);
    const [then, current] = from === void 0 ? [void 0, void 0] : [before[from], now[from]];
    const type = (0, import_member2.member)(target, "type");
    if (!(0, import_value11.isObject)(then) || !(0, import_value11.isObject)(current) || !(0, import_value11.isObject)(target) || typeof type !== "string") return target;
    return transplant(then, current, target, (0, import_merge.targetRule)(type));
  });
}
function pairItems(before, after) {
  return new Map(listPairs(before, after).map(([to, from]) => [to, before[from]]));
}
function listPairs(before, after) {
  return alignItems(before, after).flatMap((step) => step.kind === "keep" ? [[step.to, step.from]] : []);
}
var import_value11, import_member2, import_merge, NOTHING;
var init_separate = __esm({
  "src/core/writing/separate.ts"() {
    "use strict";
    import_value11 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member2 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_merge = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    init_item_alignment();
    NOTHING = {};
  }
});

// src/core/writing/spec-body.ts
function toSpecBody(live) {
  const body = (0, import_answer6.arrange)("MonitorCreateRequest", (0, import_live2.pickBody)(live, import_allowed_fields.NO_FIELDS));
  const meaning = (0, import_normalize.normalizeBody)(body);
  const means = (candidate) => (0, import_value12.isEqualJson)((0, import_normalize.normalizeBody)(candidate), meaning) && saysJudging(candidate);
  const lean = dropEmailThatIsOff(dropMembers(body, means));
  const { schedule, webhook, targets } = lean;
  return {
    ...lean,
    ...(0, import_value12.isObject)(schedule) ? { schedule: dropMembers(schedule, (short) => means({ ...lean, schedule: short })) } : {},
    ...(0, import_value12.isObject)(webhook) ? { webhook: dropMembers(webhook, (short) => means({ ...lean, webhook: short })) } : {},
    ...Array.isArray(targets) ? { targets: targets.map((target) => leanTarget(target)) } : {}
  };
}
function saysJudging(body) {
  const isSearching = (0, import_targets2.listTargets)(body).some((target) => (0, import_member3.member)(target, "type") === "search");
  return !isSearching || (0, import_credits.hasGoal)(body) || Object.hasOwn(body, "judgeEnabled");
}
function dropEmailThatIsOff(body) {
  const { notification, ...rest } = body;
  const email = (0, import_member3.member)(notification, "email");
  if (!(0, import_value12.isObject)(email)) return notification === void 0 ? body : rest;
  const said = Object.entries(email).filter(
    ([name, value]) => !(0, import_value12.isEqualJson)(value, (0, import_table3.findMember)("EmailNotification", name)?.filledIn ?? null)
  );
  return said.length === 0 ? rest : { ...body, notification: { email: Object.fromEntries(said) } };
}
function leanTarget(target) {
  if (!(0, import_value12.isObject)(target)) return target;
  const meaning = (0, import_normalize.normalizeTarget)(target);
  const means = (candidate) => (0, import_value12.isEqualJson)((0, import_normalize.normalizeTarget)(candidate), meaning);
  const short = dropMembers(dropEmpty(target), means);
  const { crawlOptions } = short;
  if (!(0, import_value12.isObject)(crawlOptions)) return short;
  return { ...short, crawlOptions: dropMembers(crawlOptions, (options) => means({ ...short, crawlOptions: options })) };
}
function dropMembers(object, means) {
  let kept = object;
  for (const name of Object.keys(object)) {
    const without2 = Object.fromEntries(Object.entries(kept).filter(([other]) => other !== name));
    if (means(without2)) kept = without2;
  }
  return kept;
}
function dropEmpty(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !((0, import_value12.isObject)(value) && Object.keys(value).length === 0)));
}
var import_value12, import_live2, import_allowed_fields, import_answer6, import_member3, import_table3, import_credits, import_normalize, import_targets2;
var init_spec_body = __esm({
  "src/core/writing/spec-body.ts"() {
    "use strict";
    import_value12 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_live2 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_allowed_fields = askBundle("./check.cjs", "src/core/service/allowed-fields.ts");
    import_answer6 = askBundle("./plan.cjs", "src/core/service/answer.ts");
    import_member3 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_table3 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_credits = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_normalize = askBundle("./plan.cjs", "src/core/specs/normalize.ts");
    import_targets2 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
  }
});

// src/core/writing/spec-path.ts
function chooseKey(name, isTaken) {
  const slug = toSlug(name);
  const base = slug === "" ? "monitor" : RESERVED.test(slug) || (0, import_keys.findKeyFlaw)(slug) !== null ? `${slug}-monitor` : slug;
  for (let count = 2, key = base; ; key = `${base}-${count++}`) if (!isTaken(key)) return key;
}
function pathOfKey(key) {
  const parts = key.split("/");
  const isFit2 = key.length <= 200 && parts.length <= 8 && parts.every((part) => PLAIN_PART.test(part) && !RESERVED.test(part));
  return isFit2 ? `${key}.yaml` : null;
}
function toSlug(name) {
  const letters = name.toLowerCase().normalize("NFKD").replaceAll(new RegExp("\\p{M}+", "gu"), "").toLowerCase();
  const slug = joinWords(letters, new RegExp("[^\\p{L}\\p{N}]+|\\p{Default_Ignorable_Code_Point}+", "gu"));
  return slug.normalize("NFC") === slug.normalize("NFD") ? slug : joinWords(letters, /[^a-z0-9]+/g);
}
function joinWords(text2, between) {
  const joined = text2.replaceAll(between, "-").replaceAll(/-{2,}/g, "-").replaceAll(/^-|-$/g, "");
  return [...joined].slice(0, longestName).join("").replace(/-$/, "");
}
var import_keys, longestName, PLAIN_PART, RESERVED;
var init_spec_path = __esm({
  "src/core/writing/spec-path.ts"() {
    "use strict";
    import_keys = askBundle("./check.cjs", "src/core/specs/keys.ts");
    longestName = 60;
    PLAIN_PART = /^[A-Za-z0-9](?:[\w.-]*[\w-])?$/;
    RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
  }
});

// src/core/writing/spec-text.ts
function writeSpecText(spec, schema) {
  const comment = schema === null ? "" : `# yaml-language-server: $schema=${schema}
`;
  return comment + writeYaml(spec);
}
var init_spec_text = __esm({
  "src/core/writing/spec-text.ts"() {
    "use strict";
    init_yaml_text();
  }
});

// src/features/adopt/inheritance.ts
function openInheritance(fleet, allowances) {
  const tree = new import_tree.LayerTree(fleet.layers, fleet.environment, allowances);
  return (specPath) => {
    const layers = tree.layersOf(specPath);
    const [document] = (0, import_document2.parseSource)({ file: specPath, specPath, bytes: Buffer.from("name: new\n") }).documents;
    if (layers === null || document === void 0) return null;
    const { spec } = (0, import_expand.expandDocument)(document, { ...fleet, layers }).put(null);
    const { defaults, overlays } = (0, import_effective.listParts)(spec);
    return { inherited: (0, import_merge2.mergeDefaults)(defaults), overlays };
  };
}
var import_document2, import_effective, import_expand, import_merge2, import_tree;
var init_inheritance = __esm({
  "src/features/adopt/inheritance.ts"() {
    "use strict";
    import_document2 = askBundle("./check.cjs", "src/core/specs/document.ts");
    import_effective = askBundle("./check.cjs", "src/core/specs/fleet/effective.ts");
    import_expand = askBundle("./check.cjs", "src/core/specs/fleet/expand.ts");
    import_merge2 = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    import_tree = askBundle("./check.cjs", "src/core/specs/fleet/tree.ts");
  }
});

// src/features/adopt/spec-drafts.ts
function draftSpecs(wanted, known, room) {
  const placeholders = new Placeholders(room.settings.allowedReferences);
  const { allowedReferences: allowedNow, allowedFields: fields } = room.settings;
  const inherit = openInheritance((0, import_fleet2.fleetOf)(room.settings, known.present.layers, room.cwd), { allowed: allowedNow, fields });
  const sketches = nameSpecs(wanted, known, room).map((named) => sketch(named, placeholders, inherit, room));
  const allowed = [...room.settings.allowedReferences, ...placeholders.list(new Set(sketches.map(({ key }) => key))).map(({ name }) => name)];
  const sifting = new Sifting(known.present, room, allowed);
  sifting.refuseAlone(sketches);
  const desired = sifting.refuseTogether();
  const wishes = new Map(desired.map((wish) => [wish.key, wish]));
  const drafts = sifting.left.flatMap(({ monitor, text: text2, key }) => {
    const wish = wishes.get(key);
    if (wish === void 0) sifting.refuseElsewhere(monitor);
    return wish === void 0 ? [] : [{ monitor, text: text2, desired: wish, record: recordAdopted2(wish, monitor, known.state.lineage) }];
  });
  const unsaid = findUnsaid(drafts, desired, known, room.settings);
  const accepted = drafts.filter((draft) => !unsaid.has(draft.desired.key));
  const misread = drafts.flatMap(({ desired: { key }, monitor: { id, name } }) => {
    const fields2 = unsaid.get(key);
    return fields2 === void 0 ? [] : [{ id, name, findings: [notSayable(`its ${listPaths(fields2)} would not stay as it is`)] }];
  });
  return {
    accepted,
    refused: [...sifting.refused, ...misread],
    placeholders: placeholders.list(new Set(accepted.map(({ desired: { key } }) => key)))
  };
}
function nameSpecs(wanted, { present, state, unresolved }, { isThere }) {
  const keys = [
    ...present.files.map(({ specPath }) => (0, import_keys2.defaultKey)(specPath)),
    ...present.monitors.flatMap(({ key, sync }) => [key, sync.renamedFrom ?? key]),
    ...state.monitors.keys(),
    ...unresolved.map(({ intent }) => intent.key)
  ];
  const taken = new Set(keys.map(import_keys2.foldKey));
  const isTaken = (key) => taken.has((0, import_keys2.foldKey)(key)) || isThere(`${key}.yaml`);
  return wanted.map(({ monitor, key: given }) => {
    const path = given === void 0 ? null : pathOfKey(given);
    const own = path !== null && !isThere(path) ? path : `${chooseKey(given ?? monitor.name, isTaken)}.yaml`;
    const key = given ?? (0, import_keys2.defaultKey)(own);
    for (const used of [key, (0, import_keys2.defaultKey)(own)]) taken.add((0, import_keys2.foldKey)(used));
    return { monitor, key, specPath: own };
  });
}
function sketch({ monitor, key, specPath }, placeholders, inherit, room) {
  const { settings, cwd, schemaFor, holdsSecret: holdsSecret2 } = room;
  const body = toSpecBody((0, import_live3.readInClear)(monitor));
  const said = placeholders.replaceSecrets(body, key);
  const given = { ...key === (0, import_keys2.defaultKey)(specPath) ? {} : { key }, isPaused: monitor.status === "paused" };
  const { spec, isOverlaid } = separateFrom(inherit(specPath), said, given);
  const text2 = writeSpecText(spec, schemaFor(specPath));
  const source = { file: (0, import_paths3.toShownPath)(cwd, (0, import_node_path7.resolve)(settings.specsDirectory, specPath)), specPath, bytes: Buffer.from(text2) };
  const holds = {
    holdsSecret: holdsSecret2(JSON.stringify(said)),
    holdsReferred: (0, import_masking2.hideTexts)(JSON.stringify(said), monitor.hide) !== JSON.stringify(said)
  };
  return { monitor, key, text: text2, source, openSecrets: findOpenSecrets(body), ...holds, isOverlaid };
}
function separateFrom(surrounding, body, { key, isPaused }) {
  const given = (0, import_member4.member)(surrounding?.inherited.members, "sync");
  const settings = (0, import_value13.isObject)(given) ? given : {};
  const pause2 = settings["paused"] === "keep" || settings["paused"] === true === isPaused ? {} : { paused: isPaused };
  const sync = { ...key === void 0 ? {} : { key }, ...settings, ...pause2 };
  const wanted = Object.keys(sync).length === 0 ? body : { ...body, sync };
  if (surrounding === null) return { spec: wanted, isOverlaid: false };
  const spec = separate(surrounding.inherited, wanted);
  const { sync: _settings, ...merged } = (0, import_merge3.mergeSpec)(surrounding.inherited, spec, surrounding.overlays);
  return { spec, isOverlaid: !(0, import_value13.isEqualJson)(merged, body) };
}
function rememberFacts() {
  const known = /* @__PURE__ */ new Map();
  return { find: (hash) => known.get(hash), add: (hash, facts) => void known.set(hash, facts), save: () => {
  } };
}
function findUnsaid(drafts, desired, { state, unresolved, live }, { project, environment }) {
  const keys = new Set(drafts.map((draft) => draft.desired.key));
  const monitors = new Map([...state.monitors, ...drafts.map((draft) => [draft.desired.key, draft.record])]);
  const input = {
    ...{ project, environment, desired, unresolved, operations: "full", maxDeletes: { count: 0 }, allowDeletes: true, only: keys },
    state: { ...state, monitors }
  };
  const changes2 = [(0, import_plan.makePlan)(input), (0, import_plan.makePlan)({ ...input, live })].flatMap((plan2) => plan2.changes);
  return new Map(
    changes2.flatMap((change) => {
      if (!keys.has(change.key)) return [];
      const fields = "fields" in change ? change.fields : [];
      return [[change.key, "drift" in change ? [...fields, ...change.drift ?? []] : fields]];
    })
  );
}
function listPaths(fields) {
  return [...new Set(fields.map(({ path }) => path))].join(", ") || "target ids";
}
function notSayable(why) {
  return { code: "live/not-sayable", severity: "error", message: `a spec can't express this monitor: ${why}` };
}
function recordAdopted2(desired, monitor, lineage) {
  const { specPath, bodyHash } = desired;
  const body = desired.body();
  const { id, createdAt, observed } = observeMonitor(body, { ...monitor, data: (0, import_live3.readInClear)(monitor) }, lineage);
  return {
    id,
    createdAt,
    specPath,
    protect: (0, import_sync.isProtected)(desired),
    bodyHash,
    applied: (0, import_fingerprint2.fingerprintBody)(body, lineage),
    observed,
    ...monitor.status === "paused" ? { paused: true } : {},
    ...(0, import_state2.notesOf)(desired)
  };
}
var import_node_path7, import_diagnostic, import_paths3, import_value13, import_live3, import_plan, import_fingerprint2, import_masking2, import_member4, import_check2, import_merge3, import_keys2, import_sync, import_state2, import_fleet2, Sifting, HOLDS_SECRET, HOLDS_REFERRED;
var init_spec_drafts = __esm({
  "src/features/adopt/spec-drafts.ts"() {
    "use strict";
    import_node_path7 = require("node:path");
    init_observation();
    import_diagnostic = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_paths3 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_value13 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_live3 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_plan = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    import_fingerprint2 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking2 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_member4 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_check2 = askBundle("./check.cjs", "src/core/specs/check.ts");
    import_merge3 = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    import_keys2 = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_sync = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_state2 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_placeholders();
    init_separate();
    init_spec_body();
    init_spec_path();
    init_spec_text();
    import_fleet2 = askBundle("./check.cjs", "src/project/fleet.ts");
    init_inheritance();
    Sifting = class {
      refused = [];
      left = [];
      #present;
      #check;
      constructor(present, { settings, cwd }, allowed) {
        const cache = rememberFacts();
        const { allowedFields: fields, operations } = settings;
        const fleet = (0, import_fleet2.fleetOf)(settings, present.layers, cwd);
        this.#present = present;
        this.#check = (files) => (0, import_check2.checkSpecs)(files, { allowed, fields, operations, cache, purpose: "monitors", fleet });
      }
      refuseAlone(sketches) {
        this.left = sketches.filter((sketch2) => {
          const open2 = sketch2.openSecrets.map((pointer) => notSayable(`${pointer} is secret, and no reference may stand there`));
          const own = sketch2.holdsSecret ? [notSayable(HOLDS_SECRET)] : [];
          const overlaid = sketch2.isOverlaid ? [notSayable("an overlay gives it other values")] : [];
          const said = [...open2, ...own, ...overlaid];
          if (sketch2.holdsReferred) return !this.#refuse(sketch2, [...said, notSayable(HOLDS_REFERRED)]);
          return !this.#refuse(sketch2, [...said, ...this.#check([sketch2.source]).findings]);
        });
      }
      /** Refuses drafts by what they mean together with the specs that were there, and returns the rest. */
      refuseTogether() {
        for (; ; ) {
          const { findings, monitors } = this.#check([...this.#present.files, ...this.left.map(({ source }) => source)]);
          if (!(0, import_diagnostic.hasErrors)(findings)) return monitors;
          const before = this.left.length;
          this.left = this.left.filter(
            (sketch2) => !this.#refuse(
              sketch2,
              findings.filter(({ where }) => where?.file === sketch2.source.file)
            )
          );
          if (this.left.length === before) throw new Error(`specs that were sound are not any more: ${findings[0]?.code}`);
        }
      }
      /** A layer says where specs live, and it is not here. */
      refuseElsewhere({ id, name }) {
        this.refused.push({ id, name, findings: [notSayable("a layer says in sync.environments that it lives in other environments")] });
      }
      #refuse({ monitor: { id, name } }, findings) {
        const errors = findings.filter(({ severity }) => severity === "error");
        if (errors.length > 0) this.refused.push({ id, name, findings: errors });
        return errors.length > 0;
      }
    };
    HOLDS_SECRET = "one of its texts holds this run's own key, which would be committed with the spec";
    HOLDS_REFERRED = "one of its texts holds the value of ${env:...} that specs may refer to, which would be committed with the spec";
  }
});

// src/features/adopt/import.ts
var import_exports = {};
__export(import_exports, {
  importMonitor: () => importMonitor
});
async function importMonitor(project, options) {
  (0, import_project3.requireFullOperations)(project.settings, "monitors import");
  project.watchInterruption();
  const { key } = options;
  refuseFlawedKey(key);
  const present = readPresentSpecs(project);
  if ((0, import_glob.hasWildcard)(key) && present.monitors.every((monitor) => monitor.key !== key)) throw refuseGlob(key);
  return withAdopting(
    project,
    (opened) => refuseTakenKey(options, opened, present, project.settings.moves),
    (adopting) => importOne(project, options, present, adopting)
  );
}
async function importOne(project, options, present, adopting) {
  const { settings, cwd, tool } = project;
  const { key } = options;
  const { folder, state, opened, reader } = adopting;
  const spec = present.monitors.find((monitor2) => monitor2.key === key);
  const monitor = await readOne2(reader, options.id);
  const view = (0, import_live4.toLiveView)((0, import_live4.readInClear)(monitor), state.lineage, settings.allowedFields, monitor.hide);
  if (view === null) throw refuseUnknownIds([options.id]);
  if (spec !== void 0 && (0, import_create_sight.isDistinct)(spec, view)) throw refuseDistinct(spec, view.id);
  const known = { present, state, unresolved: opened.unresolved, live: { monitors: /* @__PURE__ */ new Map([[view.id, view]]) } };
  const claim = findClaim(monitor, known, settings, key);
  if (claim !== null) throw refuseClaimed(monitor.id, claim);
  const home = (await project.readNeighbours()).find(({ monitorIds }) => monitorIds.has(monitor.id));
  if (home !== void 0) throw refuseRecordedElsewhere(monitor.id, home.environment);
  const { id, name } = monitor;
  if (spec !== void 0) {
    if (folder.holdsSecret(JSON.stringify(view.body))) throw refuseSecret(id);
    const record3 = recordInWords(spec, monitor, view, state.lineage);
    await recordAdopted([[key, record3]], adopting, tool);
    return { kind: "recorded", key, id, name, file: spec.file, next: listChanges3(key, record3, known, settings) };
  }
  const drafts = draftSpecs([{ monitor, key }], known, { settings, cwd, ...folder });
  const [refused] = drafts.refused;
  if (refused !== void 0) return { kind: "refused", key, ...refused };
  await adoptDrafts(drafts, adopting, tool);
  return { kind: "written", key, id, name, file: drafts.accepted[0]?.desired.file ?? "", placeholders: drafts.placeholders };
}
function refuseDistinct({ key, file }, id) {
  return new import_user_error10.UserError(
    "live/claimed",
    `the spec of "${key}" says in sync.distinctFrom that it is not the monitor ${id}`,
    `if it is, take the id out of sync.distinctFrom in ${file}`
  );
}
function refuseSecret(id) {
  return new import_user_error10.UserError(
    "live/not-sayable",
    `the monitor ${id} cannot be recorded: ${HOLDS_SECRET}`,
    "take the key out of it in the service"
  );
}
function refuseGlob(key) {
  return new import_user_error10.UserError("config/usage", `KEY is one key, and "${key}" has a wildcard`, "write it like a path, e.g. pricing/acme");
}
function refuseFlawedKey(key) {
  const flaw = (0, import_keys3.findKeyFlaw)(key);
  if (flaw !== null) throw new import_user_error10.UserError("config/usage", `KEY can't be used: the key ${flaw}`, "write it like a path, e.g. pricing/acme");
}
function refuseTakenKey({ key, id }, { stored, unresolved }, { monitors }, moves) {
  const word = (0, import_command_line2.shellWord)(key);
  const recorded = stored?.state.monitors.get(key);
  if (recorded !== void 0) {
    const hint = recorded.id === id ? 'nothing is left to do: run "monitors plan" to see what differs from its spec' : `\`monitors state rm ${word}\` removes that one from the state; it stays in the service`;
    throw new import_user_error10.UserError("state/key-taken", `"${key}" is already recorded as the monitor ${recorded.id}`, hint);
  }
  const alike = [...monitors.map((spec2) => spec2.key), ...stored?.state.monitors.keys() ?? []].find(
    (other) => other !== key && (0, import_keys3.foldKey)(other) === (0, import_keys3.foldKey)(key)
  );
  if (alike !== void 0) {
    throw new import_user_error10.UserError("state/key-taken", `"${alike}" is in use, and "${key}" differs from it only in case`, "choose another key");
  }
  if (unresolved.some(({ intent }) => intent.key === key)) {
    const hint = `look which monitor it made, then resolve it: \`monitors resolve ${word} --adopt ID\`, or --not-created`;
    throw new import_user_error10.UserError("state/key-taken", `a create of "${key}" was sent, and its outcome is unknown`, hint);
  }
  const { desired } = (0, import_moves.applyMoves)(moves, { desired: monitors, state: stored?.state ?? null, unresolved });
  const spec = desired.find((monitor) => monitor.key === key);
  const recordedKeys = new Set(stored?.state.monitors.keys());
  const from = spec === void 0 ? null : (0, import_moves.findFormerKey)(spec, new Set(desired.map((monitor) => monitor.key)), recordedKeys);
  if (from === null) return;
  throw new import_user_error10.UserError(
    "state/key-taken",
    `"${key}" is the new key of "${from}", which is recorded`,
    "run `monitors apply`, which renames it, or remove renamedFrom from the spec or the entry from moves in the config"
  );
}
async function readOne2(reader, given) {
  const read2 = await reader.one(given.trim());
  if (read2.kind === "failed") throw refuseMonitorRead(given, read2.failure);
  if (read2.value === null) throw refuseUnknownIds([given]);
  return read2.value;
}
function refuseMonitorRead(id, failure) {
  return failure.status === 400 ? refuseUnknownIds([id]) : (0, import_service_reader4.refuseRead)(failure, "read the monitor");
}
function recordInWords(desired, monitor, live, lineage) {
  const { specPath } = desired;
  const body = (0, import_diff.keepRecordedIds)(live.body, desired.body());
  const written = (0, import_fingerprint3.fingerprintBody)((0, import_diff.comparableBody)(body), lineage);
  const read2 = (0, import_live4.readAsWritten)(live.body, { written, observed: {}, hide: live.hide });
  const isSame = (0, import_diff.diffComparable)(read2, written).length === 0;
  const applied = isSame ? (0, import_fingerprint3.fingerprintBody)(body, lineage) : (0, import_masking3.hideTexts)(read2, live.hide);
  const { id, createdAt, observed } = observeMonitor(applied, { ...monitor, data: live.body }, lineage);
  return {
    id,
    createdAt,
    specPath,
    protect: (0, import_sync2.isProtected)(desired),
    bodyHash: isSame ? desired.bodyHash : (0, import_canonical5.hashJson)(applied),
    applied,
    observed,
    ...monitor.status === "paused" ? { paused: true } : {},
    ...(0, import_state3.notesOf)(desired)
  };
}
function listChanges3(key, record3, { present, state, unresolved, live }, settings) {
  const { project, environment, budget } = settings;
  const limits = { operations: "full", maxDeletes: { count: 0 }, allowDeletes: true };
  const monitors = new Map([...state.monitors, [key, record3]]);
  const { changes: changes2 } = (0, import_plan2.makePlan)({
    ...{ project, environment, desired: present.monitors, state: { ...state, monitors }, unresolved, live, budget, ...limits },
    only: /* @__PURE__ */ new Set([key])
  });
  return changes2.map((change) => {
    const fields = [..."fields" in change ? change.fields : [], ..."drift" in change ? change.drift ?? [] : []];
    return { action: change.action, fields: [...new Set(fields.map(({ path }) => path))] };
  });
}
var import_command_line2, import_glob, import_user_error10, import_canonical5, import_create_sight, import_diff, import_live4, import_moves, import_plan2, import_fingerprint3, import_masking3, import_keys3, import_sync2, import_state3, import_project3, import_service_reader4;
var init_import = __esm({
  "src/features/adopt/import.ts"() {
    "use strict";
    init_observation();
    import_command_line2 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_glob = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_user_error10 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_canonical5 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_create_sight = askBundle("./plan.cjs", "src/core/plan/create-sight.ts");
    import_diff = askBundle("./plan.cjs", "src/core/plan/diff.ts");
    import_live4 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_moves = askBundle("./check.cjs", "src/core/plan/moves.ts");
    import_plan2 = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    import_fingerprint3 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking3 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_keys3 = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_sync2 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_state3 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_project3 = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader4 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_adopting();
    init_claims();
    init_present_specs();
    init_spec_drafts();
  }
});

// src/features/adopt/pull.ts
var pull_exports = {};
__export(pull_exports, {
  pullMonitors: () => pullMonitors
});
async function pullMonitors(project, { only }) {
  (0, import_project4.requireFullOperations)(project.settings, "monitors pull");
  const { settings, cwd } = project;
  const interruption = project.watchInterruption();
  const present = readPresentSpecs(project);
  return withAdopting(
    project,
    () => {
    },
    async (adopting) => {
      const { folder, state, opened, reader } = adopting;
      const { live, monitors } = await readWhole4(reader, state.lineage, settings);
      const known = { present, state, unresolved: opened.unresolved, live };
      const { unmanaged, waiting } = listUnmanaged(known, { ...project, monitors: null, cache: null }, await project.readNeighbours());
      const accountedIds = /* @__PURE__ */ new Set([...(0, import_live_index.listRecordedIds)(state), ...unmanaged.map(({ id }) => id)]);
      const { chosen, elsewhere } = chooseUnmanaged(unmanaged, waiting, only, monitors, known, settings);
      const drafts = draftSpecs(
        chosen.map((monitor) => ({ monitor })),
        known,
        { settings, cwd, ...folder }
      );
      (0, import_interruption3.refuseInterrupted)({ interruption });
      await adoptDrafts(drafts, adopting, project.tool);
      return {
        listed: monitors.size,
        pulled: drafts.accepted.map(({ desired: { key, file }, monitor: { id, name } }) => ({ key, file, id, name })).sort((a, b) => (0, import_diagnostic2.compareText)(a.key, b.key)),
        placeholders: drafts.placeholders,
        refused: drafts.refused,
        elsewhere,
        claimed: [...monitors.keys()].filter((id) => !accountedIds.has(id)).length
      };
    }
  );
}
async function readWhole4(reader, lineage, { allowedFields }) {
  const { monitors } = await reader.list((monitor) => {
    return { monitor, view: (0, import_live5.toLiveView)((0, import_live5.readInClear)(monitor), lineage, allowedFields, monitor.hide) };
  });
  const views = monitors.flatMap(({ view }) => view === null ? [] : [[view.id, view]]);
  return { live: { monitors: new Map(views) }, monitors: new Map(monitors.map(({ monitor }) => [monitor.id, monitor])) };
}
function listUnmanaged({ present, state, unresolved, live }, place, others) {
  const { project, environment } = place.settings;
  const limits = { operations: "full", maxDeletes: { count: 0 }, allowDeletes: true };
  const plan2 = (0, import_plan3.makePlan)({
    ...{ project, environment, desired: present.monitors, state, unresolved, live, ...limits },
    otherEnvironments: (0, import_rendered_environments.renderEnvironments)(place, others)
  });
  const waiting = new Map(
    plan2.changes.flatMap((change) => {
      if (change.action !== "blocked" || change.reason.kind !== "may-exist") return [];
      return change.reason.monitors.map(({ id }) => [id, change.key]);
    })
  );
  return { unmanaged: plan2.unmanaged.filter(({ id }) => !waiting.has(id)), waiting };
}
function chooseUnmanaged(unmanaged, waiting, only, monitors, known, settings) {
  const answered = (id) => monitors.get(id) ?? [];
  if (only === void 0) {
    const free2 = unmanaged.filter(({ ours }) => ours === void 0);
    return { chosen: free2.flatMap(({ id }) => answered(id)), elsewhere: unmanaged.filter(({ ours }) => ours !== void 0) };
  }
  const wanted = new Set(only.map((id) => findId(id, monitors)));
  const unknown = [...wanted].filter((id) => !monitors.has(id));
  if (unknown.length > 0) throw refuseUnknownIds(unknown);
  const free = new Set(unmanaged.map(({ id }) => id));
  for (const monitor of [...wanted].flatMap(answered)) {
    const key = waiting.get(monitor.id);
    const alike = key === void 0 ? null : { kind: "alike", key };
    const claim = free.has(monitor.id) ? null : findClaim(monitor, known, settings) ?? alike;
    if (claim !== null) throw refuseClaimed(monitor.id, claim);
  }
  return { chosen: unmanaged.filter(({ id }) => wanted.has(id)).flatMap(({ id }) => answered(id)), elsewhere: [] };
}
function findId(given, monitors) {
  const id = given.trim();
  return monitors.has(id) ? id : monitors.has(id.toLowerCase()) ? id.toLowerCase() : id;
}
var import_interruption3, import_diagnostic2, import_live5, import_live_index, import_plan3, import_project4, import_rendered_environments;
var init_pull = __esm({
  "src/features/adopt/pull.ts"() {
    "use strict";
    import_interruption3 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_diagnostic2 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_live5 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_live_index = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
    import_plan3 = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    import_project4 = askBundle("./check.cjs", "src/project/project.ts");
    import_rendered_environments = askBundle("./plan.cjs", "src/project/rendered-environments.ts");
    init_adopting();
    init_claims();
    init_present_specs();
    init_spec_drafts();
  }
});

// src/core/apply/intended-monitor.ts
function bodyOf({ after, targetIds }) {
  return (0, import_targets3.withTargetIds)(after.body(), targetIds);
}
function toIntendedMonitor(intention, status2, context2) {
  return describe(intention, status2, hashSecrets(intention.after.references, context2.hashSecret), context2);
}
function toUpdatedMonitor(intention, { patch, sent }, context2) {
  const left = Object.entries(bodyOf(intention)).filter(([name]) => !Object.hasOwn(patch, name));
  const kept = new Set((0, import_references3.listReferenceNames)(Object.fromEntries(left)));
  const fresh = intention.after.references.filter((name) => !kept.has(name));
  const hashes = {
    ...Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => kept.has(name))),
    ...hashSecrets(fresh, context2.hashSecret)
  };
  const status2 = intention.after.paused ? "paused" : "active";
  return describe(intention, status2, Object.keys(hashes).length === 0 ? void 0 : hashes, context2);
}
function toFoundMonitor({ after }, { body, hide, status: status2 }) {
  const { specPath } = after;
  const applied = (0, import_masking4.hideTexts)(body, hide);
  const paused = status2 === "paused" ? { paused: true } : {};
  return { specPath, protect: (0, import_sync3.isProtected)(after), bodyHash: (0, import_canonical6.hashJson)(applied), applied, ...paused, ...(0, import_state4.notesOf)(after) };
}
function describe(intention, status2, secrets, context2) {
  const { specPath, bodyHash } = intention.after;
  return {
    specPath,
    protect: (0, import_sync3.isProtected)(intention.after),
    bodyHash,
    applied: (0, import_fingerprint4.fingerprintBody)(bodyOf(intention), context2.lineage),
    ...status2 === "paused" ? { paused: true } : {},
    ...secrets === void 0 ? {} : { secrets },
    ...(0, import_state4.notesOf)(intention.after)
  };
}
function hashSecrets(names, hashSecret) {
  if (hashSecret === void 0) return void 0;
  const hashes = names.flatMap((name) => {
    const hash = hashSecret(name);
    return hash === null ? [] : [[name, hash]];
  });
  return hashes.length === 0 ? void 0 : Object.fromEntries(hashes);
}
var import_canonical6, import_fingerprint4, import_masking4, import_references3, import_sync3, import_targets3, import_state4;
var init_intended_monitor = __esm({
  "src/core/apply/intended-monitor.ts"() {
    "use strict";
    import_canonical6 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_fingerprint4 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking4 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_references3 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_sync3 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_targets3 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_state4 = askBundle("./monitors.cjs", "src/core/state/state.ts");
  }
});

// src/core/apply/progress.ts
var OperationProgress, CreateProgress, EditProgress;
var init_progress = __esm({
  "src/core/apply/progress.ts"() {
    "use strict";
    init_intended_monitor();
    OperationProgress = class {
      /** Key that the operation is about. */
      key;
      opId;
      runId;
      #attempts = 0;
      #firstSentAt = "";
      #lastSentAt = "";
      #failure;
      #isInDoubt = false;
      constructor(key, opId, runId) {
        this.key = key;
        this.opId = opId;
        this.runId = runId;
      }
      /** Requests made so far. */
      get attempts() {
        return this.#attempts;
      }
      /** Failure of the newest attempt that failed. */
      get failure() {
        return this.#failure;
      }
      /** An attempt may have been carried out without our knowing. */
      get isInDoubt() {
        return this.#isInDoubt;
      }
      /** The record that is durable before each request; counts the attempt. */
      startAttempt(now) {
        this.#attempts++;
        this.#lastSentAt = new Date(now).toISOString();
        if (this.#firstSentAt === "") this.#firstSentAt = this.#lastSentAt;
        return this.#progress("sending");
      }
      /** The attempt that was announced was not made after all. */
      withdrawAttempt() {
        this.#attempts--;
        return this.#progress(this.#isInDoubt ? "unknown" : "refused");
      }
      /** The attempt was proved not applied. Doubt about an earlier one stays. */
      refuse(failure) {
        this.#failure = failure;
        return this.#progress(this.#isInDoubt ? "unknown" : "refused");
      }
      /** The attempt may have been applied. */
      doubt(failure) {
        this.#failure = failure;
        this.#isInDoubt = true;
        return this.#progress("unknown");
      }
      /** No attempt so far was carried out: the service was looked up for long enough after the last one. */
      clearDoubt() {
        this.#isInDoubt = false;
        return this.#progress("refused");
      }
      /** Given up for good: no attempt was applied. */
      drop() {
        return this.#progress("dropped");
      }
      /** The service carried it out. */
      complete(monitor) {
        return { ...this.base(), phase: "done", attempt: this.#attempts, monitor, mayExistTwice: false };
      }
      /** The members that all of its records share. */
      base() {
        return { opId: this.opId, key: this.key, runId: this.runId };
      }
      #progress(phase) {
        const failure = this.#failure;
        return {
          ...this.base(),
          phase,
          attempt: this.#attempts,
          firstSentAt: this.#firstSentAt,
          lastSentAt: this.#lastSentAt,
          ...failure === void 0 || phase === "sending" ? {} : {
            error: {
              ...failure.status === void 0 ? {} : { status: failure.status },
              code: failure.code ?? failure.kind,
              message: failure.message
            }
          }
        };
      }
    };
    CreateProgress = class _CreateProgress extends OperationProgress {
      op = "create";
      change;
      /** Record of a monitor that was found instead of made; null for one that is made. */
      #found;
      constructor(change, runId, found = null) {
        super(change.key, `${runId}/${change.key}${found === null ? "" : "/found"}`, runId);
        this.change = change;
        this.#found = found;
      }
      /** The same operation for a monitor that was found instead of made; `found` is what is recorded of it. */
      find(found) {
        return new _CreateProgress(this.change, this.runId, found);
      }
      /** The same operation for a monitor that was found with other target ids than it would have been made with. */
      withTargetIds(targetIds) {
        return targetIds === this.change.targetIds ? this : new _CreateProgress({ ...this.change, targetIds }, this.runId);
      }
      body() {
        return bodyOf(this.change);
      }
      /** Ids of monitors that the new one takes the place of: never taken for it. */
      get supersedes() {
        const { change } = this;
        if (change.action === "replace") return [change.before.id];
        return change.gone === void 0 ? [] : [change.gone];
      }
      /** The record that is durable before the first request. */
      intend(context2) {
        const { after, targetIds } = this.change;
        const leftovers = this.#listLeftovers();
        const monitor = this.#found ?? this.describe(context2);
        return {
          ...this.base(),
          phase: "intent",
          op: "create",
          bodyHash: after.bodyHash,
          targetIds,
          supersedes: this.supersedes,
          origin: context2.origin,
          offMachine: context2.offMachine,
          monitor: { ...monitor, ...leftovers.length === 0 ? {} : { leftovers } }
        };
      }
      /** Describes the monitor for the state as the spec has it, but for pausing it. */
      describe(context2) {
        const status2 = this.change.action === "adopt" && this.change.live.status === "paused" ? "paused" : "active";
        return toIntendedMonitor(this.change, status2, context2);
      }
      complete(monitor) {
        return { ...super.complete(monitor), mayExistTwice: this.isInDoubt };
      }
      /** Lists the monitors to delete once the new monitor exists, with those that an earlier replacement did not come to. */
      #listLeftovers() {
        const { change } = this;
        return change.action === "replace" ? [...change.before.leftovers ?? [], change.before.id] : [];
      }
    };
    EditProgress = class _EditProgress extends OperationProgress {
      /** The monitor that it is about. */
      id;
      edit;
      constructor(key, id, edit, runId, opId = `${runId}/${key}/${edit.op}/${id}`) {
        super(key, opId, runId);
        this.id = id;
        this.edit = edit;
      }
      get op() {
        return this.edit.op;
      }
      body() {
        return this.edit.op === "update" ? this.edit.patch : {};
      }
      /** The same update as it was carried out in part; `monitor` is what is recorded of it. */
      inPart(edit, monitor) {
        return new _EditProgress(this.key, this.id, { ...edit, monitor }, this.runId, `${this.opId}/part`);
      }
      /** The record that is durable before the first request. */
      intend({ origin, offMachine }) {
        const { id, edit } = this;
        const monitor = edit.op === "update" ? edit.monitor : null;
        return { ...this.base(), phase: "intent", op: edit.op, id, origin, monitor, offMachine };
      }
    };
  }
});

// src/core/apply/task.ts
function needsService(change) {
  switch (change.action) {
    case "create":
    case "replace":
    case "adopt":
    case "update":
    case "delete":
      return true;
    case "rename":
    case "blocked":
    case "unresolved":
      return false;
  }
}
function startTask(change, runId, context2) {
  switch (change.action) {
    case "create":
      return { kind: "create", change, operation: new CreateProgress(change, runId) };
    case "replace":
      return { kind: "replace", change, operation: new CreateProgress(change, runId) };
    case "adopt":
      return { kind: "adopt", change, operation: new CreateProgress(change, runId) };
    case "update": {
      const { key, id, patch, before } = change;
      const monitor = toUpdatedMonitor(change, { patch, sent: before.secrets }, context2);
      const edit = {
        op: "update",
        patch,
        body: bodyOf(change),
        monitor,
        before,
        sent: "patch",
        ignored: change.after.sync.ignore ?? []
      };
      return { kind: "update", change, operation: new EditProgress(key, id, edit, runId) };
    }
    case "delete":
      return { kind: "delete", change, operation: new EditProgress(change.key, change.id, { op: "delete" }, runId) };
  }
}
function drop(failure, operation, { recorder, sender }) {
  recorder.record([operation.drop()]);
  sender.noteError(failure);
  return { kind: "failed", failure };
}
function resultOf({ change, operation }, end) {
  const base = { key: change.key, action: change.action, attempts: operation.attempts };
  const failed = { ...base, ...idOf(change) };
  switch (end.kind) {
    case "created": {
      const doubt2 = operation.isInDoubt && change.action !== "delete" ? { mayExistTwice: true, targetIds: change.targetIds } : {};
      const recovered = end.isRecovered ? { recovered: true } : {};
      return { ...base, outcome: "created", ...recovered, ...doubt2, ...describe2(end.monitor) };
    }
    case "updated":
      return { ...base, outcome: "updated", ...describe2(end.monitor) };
    case "deleted":
      return { ...failed, outcome: "deleted" };
    case "missing": {
      const message = 'the service answered 404 to the update: the monitor is gone, or this service does not offer updating monitors; run "monitors plan --refresh" to see what it has';
      return { ...failed, outcome: "failed", error: { ...end.failure, message } };
    }
    case "failed":
      return { ...failed, outcome: "failed", error: end.failure };
    case "unknown": {
      const targets = "targetIds" in change && change.action !== "update" ? { targetIds: change.targetIds } : {};
      return { ...failed, outcome: "unknown", ...targets, ...errorOf(end.failure) };
    }
    case "not-attempted":
      return { ...failed, outcome: "not-attempted", ...errorOf(end.failure) };
  }
}
function describe2({ id, estimatedCreditsPerMonth, nextRunAt, data }) {
  const paused = (0, import_value14.property)(data, "status") === "paused" ? { isPaused: true } : {};
  return { id, estimatedCreditsPerMonth, nextRunAt, ...paused };
}
function errorOf(failure) {
  return failure === void 0 ? {} : { error: failure };
}
function idOf(change) {
  return change.action === "update" || change.action === "delete" ? { id: change.id } : {};
}
var import_value14;
var init_task = __esm({
  "src/core/apply/task.ts"() {
    "use strict";
    import_value14 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_intended_monitor();
    init_progress();
  }
});

// src/core/apply/circuit-breaker.ts
function asksForThreatProtection(body) {
  const targets = (0, import_member5.member)(body, "targets");
  if (!Array.isArray(targets)) return false;
  return targets.some((target) => (0, import_value15.isObject)((0, import_member5.member)((0, import_member5.member)(target, "scrapeOptions"), "threatProtection")));
}
function explainRefusal(failure, body) {
  if (failure.status !== 403 || !asksForThreatProtection(body)) return failure;
  const causes = "threatProtection needs Threat Protection enabled for the team, and request overrides allowed by the organization";
  return { ...failure, message: `${failure.message} (${causes})` };
}
var import_retry, import_value15, import_member5, endsInARow, CircuitBreaker;
var init_circuit_breaker = __esm({
  "src/core/apply/circuit-breaker.ts"() {
    "use strict";
    import_retry = askBundle("./plan.cjs", "src/core/api/retry.ts");
    import_value15 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member5 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    endsInARow = 3;
    CircuitBreaker = class {
      #lacking = /* @__PURE__ */ new Map();
      #endsInARow = 0;
      #hasAnswer = false;
      /** Whether anything answered in this run. */
      get hasAnswer() {
        return this.#hasAnswer;
      }
      /** Something answered. */
      noteAnswer() {
        this.#hasAnswer = true;
      }
      /** The service carried an operation out. */
      noteCarriedOut() {
        this.#hasAnswer = true;
        this.#endsInARow = 0;
      }
      /** Why the service can't be asked for this operation; undefined as far as is known. */
      lackOf(operation) {
        return this.#lacking.get(operation);
      }
      /** Notes a failure that means that the service has no such operation. Returns whether that is news. */
      noteLack(operation, failure) {
        if (failure.notOffered !== true || this.#lacking.has(operation)) return false;
        this.#lacking.set(operation, failure);
        return true;
      }
      /**
       * Judges one failed request: why nothing more may be sent at all, or undefined. A service that lacks an operation on single
       * monitors ends changes of that kind only. `sent` is the body of the request, null without one.
       */
      judgeFailure(failure, operation, sent) {
        const { status: status2 } = failure;
        if (status2 !== void 0 && failure.kind !== "connect") this.#hasAnswer = true;
        if (status2 === 401 || status2 === 402) return { kind: "refused-by-service", failure };
        if (status2 === 403) return asksForThreatProtection(sent) ? void 0 : { kind: "refused-by-service", failure };
        if (failure.kind === "http" && status2 !== void 0 && status2 >= 300 && status2 < 400) return { kind: "not-the-service", failure };
        if (operation === "create") {
          if (failure.kind === "http" && (status2 === 404 || status2 === 405)) return { kind: "not-the-service", failure };
          if (failure.kind === "body" && failure.notTheService) return { kind: "not-the-service", failure };
        }
        if (failure.kind === "tls" || failure.kind === "connect" && !(0, import_retry.mayConnectLater)(failure)) return { kind: "unreachable", failure };
        return void 0;
      }
      /** Judges an operation that was given up: why no other one may start, or undefined. `exhausted`: no further attempt was allowed. */
      judgeGivenUp(failure, exhausted) {
        if (!exhausted) return void 0;
        this.#endsInARow++;
        if (!this.#hasAnswer && failure.kind === "connect") return { kind: "unreachable", failure };
        return this.#endsInARow >= endsInARow ? { kind: "service-down", failure } : void 0;
      }
    };
  }
});

// src/core/apply/read-update-answer.ts
function readUpdateAnswer(answered) {
  const { edit, answer } = answered;
  const wanted = (0, import_diff2.comparableBody)(edit.monitor.applied);
  const known = edit.before?.observed ?? {};
  const body = bodyLeftAlone(answer, answered);
  const { hide } = answer;
  const read2 = (0, import_live6.readAsWritten)(body, readFor(edit, wanted, hide));
  const moves = listMoves(answered, wanted, read2);
  const isUndone = (change) => moves.some((moved) => !moved.some((move) => concerns(move, change)));
  const others = (0, import_diff2.diffPlaced)(wanted, read2, hide).filter(({ field }) => isPatched(field, edit) && !isUnreadable(field, wanted));
  const unsent = (0, import_diff2.diffPlaced)(wanted, (0, import_live6.readAsWritten)(body, { written: wanted, observed: known, hide }), hide).filter(
    ({ field }) => !isPatched(field, edit)
  );
  const left = isToLoseWebhook(edit, wanted) ? unsent.filter((change) => (0, import_diff2.memberOf)(change.field) === "webhook" && isUndone(change)) : [];
  const undone = [...fieldsOf2(others.filter(isUndone)), ...fieldsOf2(left), ...readStatus(edit, answer)];
  const outside = edit.sent === "whole" ? /* @__PURE__ */ new Set() : (0, import_patch.touchedMembers)(fieldsOf2(unsent));
  const isDone2 = undone.length === 0;
  return {
    undone,
    // Of an update that was not done, another value may be someone else's from before it: it is recorded, and sent again.
    changed: isDone2 ? fieldsOf2(others) : [],
    monitor: isDone2 ? edit.monitor : leaveUndone(edit.monitor, { wanted, read: read2, members: (0, import_patch.touchedMembers)(fieldsOf2(others), undone), answer }),
    observed: keepOutside(observeMonitor(edit.monitor.applied, { ...answer, data: body }, answered.lineage).observed, known, outside)
  };
}
function listMoves(answered, wanted, read2) {
  const { live, answer, edit } = answered;
  const { before } = edit;
  const body = bodyLeftAlone(answer, answered);
  const { hide } = answer;
  const readLive3 = (seen2) => (0, import_live6.readAsWritten)(bodyLeftAlone(seen2, answered), readFor(edit, wanted, seen2.hide));
  const seen = live === null ? [] : [(0, import_diff2.diffPlaced)(readLive3(live), read2)];
  return [
    ...seen,
    ...listRecorded2(edit).map(
      (written) => (0, import_diff2.diffPlaced)(written, (0, import_live6.readAsWritten)(body, { written, observed: before === null ? {} : (0, import_live6.observedOf)(before, written), hide }))
    )
  ];
}
function readFor({ before }, written, hide) {
  if (before === null) return { written, observed: {}, isNew: true, hide };
  return { written, observed: (0, import_fillings.pickFillings)(before.observed), hide };
}
function listRecorded2({ before }) {
  if (before === null) return [];
  return [before.applied, ...before.pending === void 0 ? [] : [before.pending.applied]].map(import_diff2.comparableBody);
}
function isToLoseWebhook(edit, wanted) {
  const hasWebhook = (body) => ((0, import_value16.property)(body, "webhook") ?? null) !== null;
  return !hasWebhook(wanted) && listRecorded2(edit).some(hasWebhook);
}
function bodyLeftAlone(monitor, { edit, lineage, fields }) {
  return (0, import_left_alone.takeMembers)(
    (0, import_live6.toLiveView)((0, import_live6.readInClear)(monitor), lineage, fields)?.body ?? {},
    edit.monitor.applied,
    (0, import_left_alone.listSentAlong)(edit.ignored, edit.patch)
  );
}
function isPatched(field, { patch }) {
  return Object.hasOwn(patch, (0, import_diff2.memberOf)(field));
}
function isUnreadable({ path }, wanted) {
  if (!path.startsWith("/schedule/") || path === "/schedule/timezone") return false;
  const reading = (0, import_schedule.readSchedule)({ text: (0, import_member6.member)((0, import_member6.member)(wanted, "schedule"), "text") ?? null })?.reading;
  return reading?.kind === "text" && reading.text.kind !== "schedule";
}
function readStatus({ patch }, { status: status2 }) {
  const sent = (0, import_value16.property)(patch, "status");
  const isOther = sent === "active" && status2 === "paused" || sent === "paused" && status2 === "active";
  return isOther ? [{ path: "/status", op: "change", before: sent, after: status2, sensitive: false }] : [];
}
function fieldsOf2(changes2) {
  return changes2.map(({ field }) => field);
}
function concerns(move, change) {
  const [moved, differing] = [targetStepOf(move), targetStepOf(change)];
  if (moved === null || differing === null) return overlaps(move.field.path, change.field.path);
  if (differing.kind === "removed") return isNewTarget(move, moved) || moved.kind === "removed" && isSameTarget(move, change);
  if (moved.kind === "removed" || moved.index !== differing.index) return false;
  if (differing.kind === "added") return isNewTarget(move, moved);
  return moved.kind === "added" || overlaps(move.field.path, change.field.path);
}
function isNewTarget({ field: { path } }, { kind }) {
  return kind === "added" || kind === "kept" && /^\/targets\/\d+\/(id|type|url|urls|queries)(\/|$)/.test(path);
}
function targetStepOf({ steps: [first, second] }) {
  if (first?.kind !== "member" || first.name !== "targets") return null;
  return second === void 0 || second.kind === "member" ? null : second;
}
function isSameTarget({ field: { before: one = null } }, { field: { before: other = null } }) {
  const [id, otherId] = (0, import_targets4.listTargetIds)({ targets: [one, other] });
  return id === null && otherId === null ? (0, import_value16.isEqualJson)(one, other) : id === otherId;
}
function overlaps(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
function placeOf(path) {
  return path === "/schedule/text" ? "/schedule/cron" : path;
}
function leaveUndone({ paused, ...rest }, { wanted, read: read2, members, answer }) {
  const done = Object.entries(wanted).filter(([name]) => !members.has(name));
  const left = Object.entries(read2).filter(([name]) => members.has(name));
  const applied = Object.fromEntries([...done, ...left.map(([name, value]) => [name, (0, import_masking5.hideTexts)(value, answer.hide)])]);
  const isPaused = members.has("status") ? answer.status === "paused" : paused === true;
  return { ...rest, applied, bodyHash: (0, import_canonical7.hashJson)(applied), ...isPaused ? { paused: true } : {} };
}
function keepOutside(observed, before, outside) {
  const fresh = Object.entries(observed).filter(([name]) => !outside.has(name));
  const known = Object.entries(before).filter(([name]) => outside.has(name));
  return Object.fromEntries([...fresh, ...known]);
}
var import_canonical7, import_value16, import_diff2, import_fillings, import_left_alone, import_live6, import_patch, import_masking5, import_member6, import_schedule, import_targets4;
var init_read_update_answer = __esm({
  "src/core/apply/read-update-answer.ts"() {
    "use strict";
    import_canonical7 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value16 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_diff2 = askBundle("./plan.cjs", "src/core/plan/diff.ts");
    import_fillings = askBundle("./plan.cjs", "src/core/plan/fillings.ts");
    import_left_alone = askBundle("./plan.cjs", "src/core/plan/left-alone.ts");
    import_live6 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_patch = askBundle("./plan.cjs", "src/core/plan/patch.ts");
    import_masking5 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_member6 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_schedule = askBundle("./check.cjs", "src/core/specs/schedule/schedule.ts");
    import_targets4 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_observation();
  }
});

// src/core/apply/record.ts
function listHolders({ monitors }, otherEnvironments) {
  const foreign2 = otherEnvironments.flatMap(({ monitorIds }) => [...monitorIds]);
  const holders = new Map(foreign2.map((id) => [id, "a monitor of another environment"]));
  for (const [key, { id, leftovers = [] }] of monitors) for (const known of [id, ...leftovers]) holders.set(known, `"${key}"`);
  return holders;
}
function checkAnswer(key, sentTargetIds, answer) {
  const keptTargetIds = sameIds(sentTargetIds, answer.targetIds);
  const findings = [];
  if (!keptTargetIds) {
    findings.push({
      code: "apply/ids-not-kept",
      severity: "warning",
      message: `this service did not keep our target ids (seen at "${key}"): a create whose response is lost can't be looked up`,
      hint: "check that MONITORS_BASE_URL is the service itself, not a proxy; this run sends no create again that may have been carried out"
    });
  }
  if (!isUuid(answer.id)) {
    findings.push({
      code: "apply/odd-id",
      severity: "warning",
      message: `the service gave "${key}" an id that is not a UUID`,
      hint: "the id is recorded as it is; check that MONITORS_BASE_URL is the address of the service"
    });
  }
  return { findings, keptTargetIds };
}
function checkTargetIds(key, sent, answer) {
  if (sameIds(sent, answer.targetIds)) return [];
  return [
    {
      code: "apply/ids-not-kept",
      severity: "warning",
      message: `this service did not keep the target ids of "${key}" in an update: its pages may count as new`,
      hint: 'the monitor differs from its spec now; "monitors plan --refresh" shows the difference'
    }
  ];
}
function sameIds(sent, answered) {
  if (sent.length !== answered.length) return false;
  const expected = sent.map((id) => id.toLowerCase()).sort();
  return [...answered].sort().every((id, index) => id === expected[index]);
}
function isUuid(text2) {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text2);
}
var import_live7, import_live_check2, Recorder;
var init_record = __esm({
  "src/core/apply/record.ts"() {
    "use strict";
    import_live7 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    init_intended_monitor();
    import_live_check2 = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    init_observation();
    init_read_update_answer();
    Recorder = class {
      /** Contents of every intent of this run. */
      intentContext;
      #ledger;
      #lifetime;
      /** Monitors of the state when the run began. */
      #recorded;
      /** Whose monitor each known id is, as messages name it: what the state recorded, and what this run made or found. */
      #holders;
      /** Ids of monitors that were deleted in this run, or turned out to be gone. */
      #deleted = /* @__PURE__ */ new Set();
      constructor({ ledger, state, otherEnvironments, intentContext, lifetime }) {
        this.#ledger = ledger;
        this.#recorded = state.monitors;
        this.intentContext = intentContext;
        this.#lifetime = lifetime;
        this.#holders = listHolders(state, otherEnvironments);
      }
      /** Lineage of the state: salts what is recorded. */
      get lineage() {
        return this.intentContext.lineage;
      }
      /** Members of monitors compared besides those of the types. */
      get fields() {
        return this.intentContext.fields;
      }
      /** Whose monitor has this id, as messages name it; undefined for an unknown one. */
      holderOf(id) {
        return this.#holders.get(id);
      }
      /** Whether this run deleted the monitor with this id. */
      hasDeleted(id) {
        return this.#deleted.has(id);
      }
      /** When the recorded monitor of this key was created, by the service's clock; empty where that is not known. */
      whenCreated(key) {
        return this.#recorded.get(key)?.createdAt ?? "";
      }
      /** Notes records; durable after {@link save}. */
      record(records) {
        this.#ledger.record(records);
      }
      /** Makes everything recorded so far durable. Where the disk refuses, the run stops: the journal must know of all that is sent. */
      async save() {
        if (await this.#ledger.sync()) return true;
        const { failure } = this.#ledger;
        this.#lifetime.stop({ kind: "state-not-saved", message: failure instanceof Error ? failure.message : String(failure), rescue: null });
        return false;
      }
      /** Closes the journal. Returns what every operation of this run came to. */
      async close() {
        await this.#ledger.sync();
        await this.#ledger.close();
        return this.#ledger.listWork();
      }
      /** Notes that the service holds the monitor of a create. `written` is the body that is recorded. */
      recordCreated(create, monitor, written = create.body()) {
        const { id, createdAt, observed } = observeMonitor(written, { ...monitor, data: (0, import_live7.readInClear)(monitor) }, this.lineage);
        this.#holders.set(id, `"${create.key}"`);
        this.record([create.complete({ id, createdAt, observed })]);
      }
      /** Notes that a monitor whose answer was lost is there. */
      recordRecovered(create, monitor) {
        const { id, createdAt, observed } = observeShared(monitor, create.describe(this.intentContext), this.lineage);
        this.#holders.set(id, `"${create.key}"`);
        this.record([create.clearDoubt(), create.complete({ id, createdAt, observed })]);
      }
      /**
       * Notes that a monitor which this run did not send is the one of this operation. Returns whether it is as the spec says;
       * where it is not, it is recorded as it is, so that the next plan shows what differs. `targetIds` are those that it has, in
       * the order of the spec's targets.
       */
      recordFound(operation, monitor, targetIds = operation.change.targetIds) {
        const view = (0, import_live7.toLiveView)((0, import_live7.readInClear)(monitor), this.lineage, this.fields, monitor.hide);
        const own = operation.withTargetIds(targetIds);
        const { secrets, ...described } = own.describe(this.intentContext);
        const isAsWanted = view === null || (0, import_live_check2.isAsWritten)(view, described);
        if (isAsWanted && secrets === void 0 && own === operation) {
          this.recordCreated(operation, monitor);
          return true;
        }
        const found = own.find(isAsWanted ? described : toFoundMonitor(own.change, view));
        this.record([operation.drop(), found.intend(this.intentContext)]);
        this.recordCreated(found, monitor, isAsWanted ? void 0 : view.body);
        return isAsWanted;
      }
      /** Notes that a delete was carried out. */
      recordDeleted(operation) {
        const { id } = operation;
        this.#deleted.add(id);
        this.record([operation.complete({ id, createdAt: "", observed: {} })]);
      }
      /**
       * Notes what the service answered to an update; what it did not do is recorded as not done. `live` is the monitor right
       * before; null where nothing else than the update can have changed.
       */
      recordUpdated(operation, { edit, live, answer }) {
        const { id } = operation;
        const reading = readUpdateAnswer({ edit, live, answer, lineage: this.lineage, fields: this.fields });
        const observed = { id, createdAt: answer.createdAt, observed: reading.observed };
        if (reading.undone.length === 0) this.record([operation.complete(observed)]);
        else {
          const part = operation.inPart(edit, reading.monitor);
          this.record([operation.drop(), part.intend(this.intentContext), part.complete(observed)]);
        }
        return reading;
      }
    };
  }
});

// src/core/apply/send-edit.ts
async function sendEdit(edit, run2, live) {
  const { sender, recorder, reporter, lifetime } = run2;
  let turn = "new";
  for (; ; ) {
    const lack = sender.lackOf(edit.op);
    if (lack !== void 0 && turn === "new") return { kind: "failed", failure: lack };
    const attempt4 = await sender.announce(edit, turn, () => preparePatch(edit, run2, live));
    if (attempt4 === void 0) return endWithoutAnswer(edit, run2);
    const { permit } = attempt4;
    const outcome = await send(edit, run2, attempt4.body);
    if (outcome.kind === "applied") {
      const end = "monitor" in outcome ? noteUpdate(edit, run2, { live, answer: outcome.monitor }) : noteDelete(edit, run2);
      sender.succeed(permit);
      await recorder.save();
      return end;
    }
    const { failure } = outcome;
    if (outcome.kind === "missing") {
      recorder.record([edit.refuse(failure)]);
      permit.refused();
      if (edit.op === "update") sender.noteError(failure);
      return { kind: "missing", failure };
    }
    const next = sender.judge(edit, permit, outcome);
    if (next.kind !== "retry") {
      permit.release();
      sender.giveUp(failure, next);
      return endWithoutAnswer(edit, run2);
    }
    reporter.say({ type: "retrying", key: edit.key, attempt: edit.attempts, waitMs: next.waitMs, error: failure });
    if (!next.everyone) await lifetime.pause(next.waitMs);
    turn = permit.isHeld ? permit : "throttled";
  }
}
function preparePatch(edit, { sender, recorder }, live) {
  const patch = sender.resolveReferences(edit.body());
  return live === null ? patch : (0, import_patch2.completePatch)(patch, (0, import_live8.readInClear)(live), edit.edit.op === "update" ? edit.edit.ignored : [], recorder.fields);
}
function send(edit, { sender, lifetime }, patch) {
  const { service } = sender;
  return edit.op === "update" ? service.updateMonitor(edit.id, patch, lifetime.flight) : service.deleteMonitor(edit.id, lifetime.flight);
}
function noteDelete(edit, { recorder }) {
  recorder.recordDeleted(edit);
  return { kind: "deleted" };
}
function noteUpdate(operation, { recorder, reporter, sender }, seen) {
  const { key, edit } = operation;
  if (edit.op !== "update") throw new Error(`the delete of ${operation.id} was answered with a monitor`);
  const { undone, changed } = recorder.recordUpdated(operation, { edit, ...seen });
  reporter.find(...checkUpdated(operation, seen.answer));
  if (changed.length > 0) reporter.find((0, import_findings.otherValues)(key, changed));
  if (undone.length === 0) return { kind: "updated", monitor: seen.answer };
  const failure = (0, import_findings.updateIgnored)(undone);
  sender.noteError(failure);
  return { kind: "failed", failure };
}
function checkUpdated({ key, edit }, monitor) {
  if (edit.op !== "update" || !Object.hasOwn(edit.patch, "targets")) return [];
  const sent = (0, import_targets5.listTargetIds)(edit.body).filter((id) => id !== null);
  return checkTargetIds(key, sent, monitor);
}
function endWithoutAnswer(edit, { recorder }) {
  const { attempts, failure } = edit;
  if (edit.isInDoubt) return { kind: "unknown", ...failure === void 0 ? {} : { failure } };
  if (attempts === 0 || failure === void 0 || failure.kind === "aborted") {
    return { kind: "not-attempted", ...failure === void 0 ? {} : { failure } };
  }
  recorder.record([edit.drop()]);
  return { kind: "failed", failure: explainRefusal(failure, edit.body()) };
}
var import_live8, import_patch2, import_targets5, import_findings;
var init_send_edit = __esm({
  "src/core/apply/send-edit.ts"() {
    "use strict";
    import_live8 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_patch2 = askBundle("./plan.cjs", "src/core/plan/patch.ts");
    import_targets5 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_circuit_breaker();
    import_findings = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    init_record();
  }
});

// src/core/apply/update.ts
async function performUpdate(task, run2) {
  const { change, operation } = task;
  const seen = await (0, import_read_monitor.inspect)(change, intendedBy(operation), run2);
  switch (seen.kind) {
    case "as-planned":
      return resultOf(task, await sendEdit(operation, run2, seen.live));
    case "refused":
    case "absent":
      return resultOf(task, drop(seen.failure, operation, run2));
    case "stopped":
      return resultOf(task, { kind: "not-attempted" });
  }
}
function intendedBy({ edit }) {
  if (edit.op !== "update") return null;
  return (0, import_references4.findReferences)(edit.patch).length > 0 ? null : edit.monitor;
}
function sendUpdate({ change, id, patch, live, isSentWhole }, run2) {
  const { recorder, input } = run2;
  const context2 = recorder.intentContext;
  const status2 = change.after.paused ? "paused" : "active";
  const monitor = isSentWhole ? toIntendedMonitor(change, status2, context2) : toUpdatedMonitor(change, { patch, sent: void 0 }, context2);
  const sent = isSentWhole ? "whole" : "patch";
  const edit = { op: "update", patch, body: bodyOf(change), monitor, before: null, sent, ignored: change.after.sync.ignore ?? [] };
  const update = new EditProgress(change.key, id, edit, input.runId);
  recorder.record([update.intend(context2)]);
  return sendEdit(update, run2, live);
}
var import_references4, import_read_monitor;
var init_update = __esm({
  "src/core/apply/update.ts"() {
    "use strict";
    import_references4 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    init_intended_monitor();
    init_progress();
    import_read_monitor = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    init_send_edit();
    init_task();
  }
});

// src/core/apply/adopt.ts
async function performAdopt(task, run2) {
  const { change, operation } = task;
  const read2 = await (0, import_read_monitor2.readMonitor)(change.id, run2);
  if (read2.kind === "stopped") return resultOf(task, { kind: "not-attempted" });
  if (read2.kind === "failed") {
    return resultOf(task, run2.lifetime.isStopping ? { kind: "not-attempted" } : drop(read2.failure, operation, run2));
  }
  const monitor = read2.live;
  if (monitor === null) {
    const message = `the service has no monitor ${change.id} any more; run "monitors plan --refresh" to see what it has`;
    return resultOf(task, drop({ kind: "http", code: "missing", message }, operation, run2));
  }
  const checked = (0, import_live_check3.checkAdopted)(change, monitor, { lineage: run2.input.plan.base?.lineage ?? "", fields: run2.recorder.fields });
  if (checked.kind === "stale") return resultOf(task, drop(checked.failure, operation, run2));
  run2.recorder.recordFound(operation, monitor);
  await run2.recorder.save();
  if (change.patch !== null) {
    const end = await sendUpdate({ change, id: change.id, patch: change.patch, live: monitor, isSentWhole: false }, run2);
    const failure = "failure" in end ? end.failure : void 0;
    if (end.kind !== "updated") run2.reporter.find((0, import_findings2.unfinishedChange)(change.key, "was adopted and does not match its spec yet", failure));
  }
  return { ...resultOf(task, { kind: "created", monitor, isRecovered: false }), outcome: "adopted" };
}
var import_findings2, import_live_check3, import_read_monitor2;
var init_adopt = __esm({
  "src/core/apply/adopt.ts"() {
    "use strict";
    import_findings2 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    import_live_check3 = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    import_read_monitor2 = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    init_task();
    init_update();
  }
});

// src/core/apply/create.ts
async function performCreate(task, run2) {
  const doubt2 = await confirmGone(task, run2);
  if (doubt2 !== null) return resultOf(task, doubt2);
  const end = await obtain(task, run2);
  const result = resultOf(task, end);
  return end.kind === "created" && end.isAdopted ? { ...result, outcome: "adopted" } : result;
}
async function obtain(task, run2) {
  const { change, operation } = task;
  const { input, reporter, recorder } = run2;
  const { environment } = input.plan;
  const sight = await run2.finder.sightBefore(operation);
  switch (sight.kind) {
    case "stopped":
      return { kind: "not-attempted" };
    case "conflict": {
      reporter.find((0, import_findings3.conflictOfTargets)(change.key, sight.monitors, environment));
      const message = "the service has monitors with some of its target ids, but not exactly these";
      return drop({ kind: "http", code: "target-conflict", message }, operation, run2);
    }
    case "alike": {
      reporter.find((0, import_findings3.mayExist)(change.key, sight.monitors, environment));
      const message = "it may exist already: the service has an unmanaged monitor that looks like it";
      return drop({ kind: "http", code: "may-exist", message }, operation, run2);
    }
    case "recorded": {
      reporter.find((0, import_findings3.recordedBefore)(change.key, sight, environment));
      return drop({ kind: "http", code: "may-exist", message: `it exists: commit ${sight.commit} records it` }, operation, run2);
    }
    case "one": {
      const { monitor, others } = sight;
      if (others.length > 0) reporter.find((0, import_findings3.duplicates)(change.key, [monitor, ...others], environment));
      const isAsWanted = recorder.recordFound(operation, monitor, sight.targetIds) && !change.after.paused;
      await recorder.save();
      const what = "existed already and was adopted; it does not match its spec yet";
      if (!isAsWanted) reporter.find((0, import_findings3.unfinishedChange)(change.key, what, void 0));
      return { kind: "created", monitor, isRecovered: false, isAdopted: true };
    }
    case "none": {
      const isAlone = sight.sameContent.length === 0 && sight.sameName.length === 0;
      if (!isAlone && !input.plan.isRefreshed) reporter.find((0, import_findings3.similar)(change.key, sight));
      const end = await sendCreate(operation, run2);
      if (end.kind !== "created") return end;
      const paused = change.after.paused ? await pause(task, run2, end.monitor.id) : null;
      return { ...end, monitor: paused ?? end.monitor, isAdopted: false };
    }
  }
}
async function pause({ change }, run2, id) {
  const end = await sendUpdate({ change, id, patch: { status: "paused" }, live: null, isSentWhole: true }, run2);
  if (end.kind === "updated") return end.monitor;
  run2.reporter.find((0, import_findings3.unfinishedChange)(change.key, "was created and is not paused yet", "failure" in end ? end.failure : void 0));
  return null;
}
async function confirmGone({ change, operation }, run2) {
  const { key, gone } = change;
  if (gone === void 0) return null;
  const read2 = await run2.touching.run(() => (0, import_read_monitor3.readUntilFound)(gone, run2.recorder.whenCreated(key), run2));
  if (read2.kind === "stopped") return { kind: "not-attempted" };
  if (read2.kind === "failed") return run2.lifetime.isStopping ? { kind: "not-attempted" } : drop(read2.failure, operation, run2);
  if (read2.live === null) return null;
  return drop((0, import_live_check4.planIsStale)(key, `the monitor ${gone} is still there`), operation, run2);
}
async function sendCreate(create, run2) {
  const { sender, recorder } = run2;
  let turn = "new";
  for (; ; ) {
    const attempt4 = await sender.announce(create, turn, () => sender.resolveReferences(create.body()));
    if (attempt4 === void 0) return endWithoutAnswer2(create, run2);
    const { permit } = attempt4;
    const outcome = distrustKnownId(await sender.service.createMonitor(attempt4.body, run2.lifetime.flight), recorder);
    if (outcome.kind === "applied") return complete(create, run2, permit, outcome.monitor);
    const next = sender.judge(create, permit, outcome);
    const isLookedUp = outcome.kind === "ambiguous" && run2.rules.looksUp && !run2.lifetime.isStopping;
    if (isLookedUp || next.kind !== "retry") permit.release();
    const looked = isLookedUp ? await lookUp(create, run2, outcome.failure) : null;
    if (looked?.kind === "ended") return looked.end;
    if (looked?.kind === "send-again") turn = "throttled";
    else if (next.kind !== "retry") return giveUp(create, run2, next);
    else turn = await waitToRetry(create, run2, permit, { ...next, failure: outcome.failure });
  }
}
function distrustKnownId(outcome, recorder) {
  const holder = outcome.kind === "applied" ? recorder.holderOf(outcome.monitor.id) : void 0;
  if (outcome.kind !== "applied" || holder === void 0) return outcome;
  const message = `the service answered with the id ${outcome.monitor.id}, which belongs to ${holder}`;
  return { kind: "ambiguous", failure: { kind: "body", code: "ID_TAKEN", message, notTheService: true } };
}
async function waitToRetry(create, { reporter, lifetime, rules }, permit, { waitMs, everyone, failure }) {
  reporter.say({ type: "retrying", key: create.key, attempt: create.attempts, waitMs, error: failure });
  if (!everyone) await lifetime.pause(waitMs);
  if (permit.isHeld) return permit;
  return create.attempts === rules.policy.attempts - 1 ? "last-chance" : "throttled";
}
async function complete(create, run2, permit, monitor) {
  const { recorder, reporter, rules, sender, input } = run2;
  recorder.recordCreated(create, monitor);
  const { findings, keptTargetIds } = checkAnswer(create.key, create.change.targetIds, monitor);
  reporter.find(...findings);
  if (!keptTargetIds) rules.distrustIds();
  const { key, change, isInDoubt } = create;
  if (isInDoubt) reporter.find((0, import_findings3.maybeDuplicate)({ key, id: monitor.id, targetIds: change.targetIds }, input.plan));
  sender.succeed(permit);
  await recorder.save();
  return { kind: "created", monitor, isRecovered: false };
}
async function lookUp(create, run2, failure) {
  const { lookupMs } = run2.input;
  run2.reporter.say({ type: "looking", key: create.key, attempt: create.attempts, lookupMs, error: failure });
  const { targetIds } = create.change;
  const result = await run2.finder.find({ targetIds, supersedes: create.supersedes, sentAgoMs: 0 });
  const giveUpAs = (as, exhausted) => ({
    kind: "ended",
    end: giveUp(create, run2, { kind: "give-up", as, exhausted })
  });
  switch (result.kind) {
    case "found":
      return { kind: "ended", end: await completeFound(create, run2, result) };
    case "absent":
      run2.recorder.record([create.clearDoubt()]);
      return create.attempts < run2.rules.policy.attempts && !run2.lifetime.isStopping ? { kind: "send-again" } : giveUpAs("failed", true);
    case "conflict":
      run2.reporter.find((0, import_findings3.conflictOfTargets)(create.key, result.monitors, run2.input.plan.environment));
      return giveUpAs("unknown", false);
    case "not-offered":
      run2.rules.goOnWithoutList(result.failure);
      return { kind: "no-list" };
    case "unsure":
      return giveUpAs("unknown", true);
  }
}
async function completeFound(create, { recorder, sender, reporter, input }, { monitor, others }) {
  recorder.recordRecovered(create, monitor);
  sender.noteCarriedOut();
  if (others.length > 0) reporter.find((0, import_findings3.duplicates)(create.key, [monitor, ...others], input.plan.environment));
  await recorder.save();
  return { kind: "created", monitor, isRecovered: true };
}
function giveUp(create, run2, decision) {
  run2.sender.giveUp(create.failure, decision);
  return endWithoutAnswer2(create, run2);
}
function endWithoutAnswer2(create, { recorder }) {
  const { attempts, failure } = create;
  const explained = failure === void 0 ? void 0 : explainRefusal(failure, create.body());
  const why = explained === void 0 ? {} : { failure: explained };
  if (create.isInDoubt) return { kind: "unknown", ...why };
  if (attempts === 0 || explained === void 0 || explained.kind === "aborted") return { kind: "not-attempted", ...why };
  recorder.record([create.drop()]);
  return { kind: "failed", failure: explained };
}
var import_findings3, import_live_check4, import_read_monitor3;
var init_create = __esm({
  "src/core/apply/create.ts"() {
    "use strict";
    init_circuit_breaker();
    import_findings3 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    import_live_check4 = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    import_read_monitor3 = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    init_record();
    init_task();
    init_update();
  }
});

// src/core/apply/delete.ts
async function performDelete(task, run2) {
  const { change, operation } = task;
  const [left] = listLeftovers(change, run2);
  if (left !== void 0) {
    const message = `the monitor ${left}, which it replaced, has to be deleted first: no other record names it`;
    const { isStopping } = run2.lifetime;
    return resultOf(task, isStopping ? { kind: "not-attempted" } : drop({ kind: "http", code: "leftover", message }, operation, run2));
  }
  const seen = await (0, import_read_monitor4.inspect)(change, null, run2);
  if (seen.kind === "stopped") return resultOf(task, { kind: "not-attempted" });
  if (seen.kind === "refused") return resultOf(task, drop(seen.failure, operation, run2));
  const seenBefore = seen.kind !== "absent" ? "present" : change.isGone === true ? "not-listed" : "absent";
  return resultOf(task, await deleteMonitor(operation, seenBefore, run2));
}
function deleteReplaced(key, id, run2) {
  const removal = new EditProgress(key, id, { op: "delete" }, run2.input.runId);
  run2.recorder.record([removal.intend(run2.recorder.intentContext)]);
  return deleteMonitor(removal, "present", run2);
}
function listLeftovers({ why, before }, { recorder }) {
  return why.kind === "leftover" ? [] : (before.leftovers ?? []).filter((id) => !recorder.hasDeleted(id));
}
async function deleteMonitor(removal, seen, run2) {
  const end = await sendEdit(removal, run2, null);
  if (end.kind !== "missing") return end;
  const doubt2 = removal.attempts > 1 ? null : await findDoubt(removal.id, seen, run2);
  if (doubt2 === "stopped") return { kind: "not-attempted" };
  if (doubt2 !== null) {
    run2.sender.noteLack("delete", doubt2);
    run2.recorder.record([removal.drop()]);
    return { kind: "failed", failure: doubt2 };
  }
  run2.recorder.recordDeleted(removal);
  await run2.recorder.save();
  return { kind: "deleted" };
}
async function findDoubt(id, seen, run2) {
  switch (seen) {
    case "not-listed":
      return null;
    case "present":
      return doubtPresent(id, run2);
    case "absent":
      return await doubtAbsent(run2) ?? await doubtTeam(id, run2);
  }
}
async function doubtPresent(id, run2) {
  const read2 = await (0, import_read_monitor4.readUntilMissing)(id, run2);
  if (read2.kind === "stopped") return "stopped";
  if (read2.kind === "failed") return read2.failure;
  if (read2.live === null) return null;
  const message = "this service does not offer deleting monitors (it answered 404, and still has the monitor)";
  return { kind: "http", status: 404, notOffered: true, message };
}
async function doubtAbsent({ sender, lifetime }) {
  if (!await sender.mayRead()) return "stopped";
  const page = await sender.service.listMonitors({ limit: 1, offset: 0 }, lifetime.flight);
  if (page.kind === "read" || page.failure.status === 403) return null;
  const { notOffered: notOffered2, message } = page.failure;
  return notOffered2 === true ? { ...page.failure, message: `this service shows no monitors, so its 404 does not prove that this one is gone: ${message}` } : { ...page.failure, message: `could not find out whether the monitor is gone: ${message}` };
}
async function doubtTeam(id, run2) {
  const others = [...run2.input.stored?.state.monitors.values() ?? []].filter((other) => other.id !== id);
  if (others.length === 0 || others.some((other) => run2.recorder.hasDeleted(other.id))) return null;
  for (const other of others.slice(0, MOST_WITNESSES)) {
    const read2 = await (0, import_read_monitor4.readUntilFound)(other.id, other.createdAt, run2);
    if (read2.kind === "stopped") return "stopped";
    if (read2.kind === "failed") return read2.failure;
    if (read2.live !== null) return null;
  }
  const message = 'the service has none of the recorded monitors that were looked for: MONITORS_API_KEY may be of another team (if they are gone, "monitors state rm KEY" removes each from the state)';
  return { kind: "http", status: 404, code: "none-found", message };
}
var import_read_monitor4, MOST_WITNESSES;
var init_delete = __esm({
  "src/core/apply/delete.ts"() {
    "use strict";
    init_progress();
    import_read_monitor4 = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    init_send_edit();
    init_task();
    MOST_WITNESSES = 3;
  }
});

// src/core/apply/ledger.ts
var import_journaled_work, Ledger;
var init_ledger = __esm({
  "src/core/apply/ledger.ts"() {
    "use strict";
    import_journaled_work = askBundle("./monitors.cjs", "src/core/state/journaled-work.ts");
    Ledger = class {
      #journal;
      #work = /* @__PURE__ */ new Map();
      #failure;
      constructor(journal) {
        this.#journal = journal;
      }
      /** Why the journal could not be written; undefined as long as it could. */
      get failure() {
        return this.#failure;
      }
      /** Notes records in memory first, then in the journal. Returns whether the disk took them; see {@link failure}. */
      record(records) {
        for (const record3 of records) this.#note(record3);
        if (this.#failure !== void 0) return false;
        try {
          this.#journal.append(records);
          return true;
        } catch (error) {
          this.#failure = error;
          return false;
        }
      }
      /** Resolves when everything recorded so far is on disk; to false when it can't be known to be. */
      async sync() {
        if (this.#failure !== void 0) return false;
        try {
          await this.#journal.sync();
          return true;
        } catch (error) {
          this.#failure ??= error;
          return false;
        }
      }
      /** Lists the outcomes of all operations of this run, in the order of their intents. */
      listWork() {
        return (0, import_journaled_work.sortWork)([...this.#work.values()]);
      }
      /** Closes the journal's file; what is wrong with it by now no longer matters. */
      async close() {
        await this.#journal.close().catch(() => void 0);
      }
      #note(record3) {
        if (record3.phase === "intent") {
          this.#work.set(record3.opId, (0, import_journaled_work.startOperation)(record3));
          return;
        }
        const before = this.#work.get(record3.opId);
        if (before === void 0) throw new Error(`a record of operation ${record3.opId} came before its intent`);
        this.#work.set(record3.opId, (0, import_journaled_work.advanceOperation)(before, record3, false));
      }
    };
  }
});

// src/core/apply/replace.ts
async function performReplace(task, run2) {
  const { change, operation } = task;
  const seen = await (0, import_read_monitor5.inspect)(change, null, run2);
  if (seen.kind === "refused" || seen.kind === "absent") return resultOf(task, drop(seen.failure, operation, run2));
  if (seen.kind === "stopped") return resultOf(task, { kind: "not-attempted" });
  const end = await obtain(task, run2);
  if (end.kind !== "created") return resultOf(task, end);
  await deleteOld(task, run2);
  return { ...resultOf(task, end), outcome: "replaced" };
}
async function deleteOld({ change: { key, before } }, run2) {
  const end = await deleteReplaced(key, before.id, run2);
  if (end.kind === "deleted") return;
  const failure = "failure" in end ? end.failure : void 0;
  run2.reporter.find((0, import_findings4.unfinishedChange)(key, `was replaced and the old monitor ${before.id} is not deleted yet`, failure));
}
var import_findings4, import_read_monitor5;
var init_replace = __esm({
  "src/core/apply/replace.ts"() {
    "use strict";
    init_create();
    init_delete();
    import_findings4 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    import_read_monitor5 = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    init_task();
  }
});

// src/core/apply/lifetime.ts
var import_node_events2, graceMs, Lifetime, Reporter;
var init_lifetime = __esm({
  "src/core/apply/lifetime.ts"() {
    "use strict";
    import_node_events2 = require("node:events");
    graceMs = 5e3;
    Lifetime = class {
      #world;
      #onStop;
      #ending = new AbortController();
      #flight = new AbortController();
      #over = new AbortController();
      #reason;
      #bug;
      constructor(world, onStop) {
        this.#world = world;
        this.#onStop = onStop;
        (0, import_node_events2.setMaxListeners)(0, this.#flight.signal);
      }
      /** Why the run stopped early; undefined while it goes on. */
      get stopReason() {
        return this.#reason;
      }
      /** Whether nothing more may be sent. */
      get isStopping() {
        return this.#reason !== void 0 || this.#bug !== void 0;
      }
      /** Aborted when nothing more is sent: what only waits or reads ends with it. */
      get ending() {
        return this.#ending.signal;
      }
      /** Given to every request; aborted some time after an interruption. */
      get flight() {
        return this.#flight.signal;
      }
      /** Stops when the signal is aborted, or at once if it is already. */
      watch(interruption) {
        const interrupt = () => this.#interrupt(interruption.reason);
        if (interruption.aborted) interrupt();
        else interruption.addEventListener("abort", interrupt, { signal: this.#over.signal });
      }
      /** Starts nothing more; the first reason is kept. Requests under way complete. */
      stop(reason) {
        if (this.#reason !== void 0) return;
        this.#reason = reason;
        this.#ending.abort();
        this.#onStop(reason);
      }
      /** Notes a bug: nothing more is sent, what was learned is saved, then {@link rethrowBug} throws it. */
      crash(error) {
        this.#bug ??= { error };
        this.#ending.abort();
      }
      /** Sleeps; ends early, without an error, when the run stops. */
      async pause(ms) {
        await this.#world.sleep(ms, this.ending).catch(() => void 0);
      }
      /** Stops watching the interruption. */
      close() {
        this.#over.abort();
      }
      /** Throws the bug that ended the run, if one did. Call it when everything is saved. */
      rethrowBug() {
        if (this.#bug !== void 0) throw this.#bug.error;
      }
      #interrupt(reason) {
        const { exitCode } = reason ?? {};
        this.stop({ kind: "interrupted", exitCode: exitCode === 143 ? 143 : 130 });
        this.#world.sleep(graceMs, this.#over.signal).then(
          () => this.#flight.abort(),
          () => void 0
        );
      }
    };
    Reporter = class {
      #onEvent;
      #onBug;
      #total;
      #findings = [];
      #finished = 0;
      /** `total` is the number of changes that need the service. */
      constructor(total, onEvent, onBug) {
        this.#total = total;
        this.#onEvent = onEvent;
        this.#onBug = onBug;
      }
      /** Findings so far. */
      get findings() {
        return this.#findings;
      }
      /** Adds findings. */
      find(...findings) {
        this.#findings.push(...findings);
      }
      /** Reports progress. A bug in what shows it must not cost an id: it is noted, and thrown when all is saved. */
      say(event) {
        try {
          this.#onEvent(event);
        } catch (error) {
          this.#onBug(error);
        }
      }
      /** Reports the end of one change. */
      finish(result) {
        this.#finished++;
        this.say({ type: "finished", result, done: this.#finished, total: this.#total });
      }
    };
  }
});

// src/core/apply/permit.ts
var Permit;
var init_permit = __esm({
  "src/core/apply/permit.ts"() {
    "use strict";
    Permit = class {
      #desk;
      #admission;
      #isUnderWay = false;
      #isHeld = true;
      constructor(desk, admission) {
        this.#desk = desk;
        this.#admission = admission;
      }
      /** Whether it was not released yet. */
      get isHeld() {
        return this.#isHeld;
      }
      /** Waits for leave to prepare one more request; undefined, and released, when the run sends nothing more. */
      async renew() {
        return await this.#readmit() ? this : void 0;
      }
      /**
       * Resolves with true when the request may be sent at once. Waits again where the service asked for a pause meanwhile.
       * Resolves with false, and is released, when the run sends nothing more.
       */
      async start() {
        while (!await this.#desk.start(this.#admission)) if (!await this.#readmit()) return false;
        this.#isUnderWay = true;
        return true;
      }
      /** The service carried the request out. Releases the permit. */
      carriedOut() {
        this.#end("carried-out");
        this.release();
      }
      /** The service refused the request for what it says. Releases the permit. */
      refused() {
        this.#end("refused");
        this.release();
      }
      /** The service asked all requests to wait. Releases the permit. Returns whether this lengthened the pause. */
      throttled(waitMs) {
        const isLonger = this.#end({ waitMs });
        this.release();
        return isLonger;
      }
      /** No answer, or one that says nothing about a pause; `strained` when the service is overloaded. Stays held for a retry. */
      lost(how) {
        this.#end(how);
      }
      /** The exponent for the computed wait of a request that the service asked to wait. */
      raiseLevel() {
        return this.#desk.raise(this.#admission);
      }
      /** Gives the place back: the operation ended, or waits for the service. A second call changes nothing. */
      release() {
        if (!this.#isHeld) return;
        this.#end("lost");
        this.#isHeld = false;
        this.#desk.giveBack();
      }
      #end(ending) {
        if (!this.#isUnderWay) return false;
        this.#isUnderWay = false;
        return this.#desk.end(this.#admission, ending);
      }
      async #readmit() {
        const admission = await this.#desk.admit("again");
        if (admission === void 0) this.release();
        else this.#admission = admission;
        return admission !== void 0;
      }
    };
  }
});

// src/core/apply/rate-limiter.ts
var import_concurrency, mostAhead, openOrder, trialOrder, RateLimiter, Barrier;
var init_rate_limiter = __esm({
  "src/core/apply/rate-limiter.ts"() {
    "use strict";
    import_concurrency = askBundle("./plan.cjs", "src/core/apply/concurrency.ts");
    init_permit();
    mostAhead = 1;
    openOrder = ["last-chance", "again", "throttled", "new"];
    trialOrder = ["again", "throttled", "new", "last-chance"];
    RateLimiter = class {
      #world;
      #barrier = new Barrier();
      #concurrency;
      /** Aborted when nothing more is sent. */
      #ending;
      #waiting = { new: [], again: [], throttled: [], "last-chance": [] };
      #ready = [];
      #permits = 0;
      #requests = 0;
      #isTrialUnderWay = false;
      #wakeAt = Number.POSITIVE_INFINITY;
      #desk = {
        admit: (queue) => this.#queueUp(queue),
        start: (admission) => this.#start(admission),
        end: (admission, ending) => this.#endRequest(admission, ending),
        raise: ({ closings }) => this.#barrier.raise(closings),
        giveBack: () => {
          this.#permits--;
          this.#admit();
        }
      };
      constructor(cap, world, ending) {
        this.#concurrency = new import_concurrency.ConcurrencyLimit(cap);
        this.#world = world;
        this.#ending = ending;
        ending.addEventListener("abort", () => this.#dismissAll(), { once: true });
      }
      /** Resolves with leave to prepare a request, or with undefined when the run sends nothing more. */
      async acquire(standing) {
        const admission = await this.#queueUp(standing);
        return admission === void 0 ? void 0 : new Permit(this.#desk, admission);
      }
      /** The service asked all requests to wait, in answer to a read, which needs no permit. Returns whether this lengthened the pause. */
      hold(waitMs) {
        const isLonger = this.#barrier.close(this.#world.monotonic(), waitMs);
        this.#admit();
        return isLonger;
      }
      /** Resolves when no pause is under way, or the run sends nothing more: for reads, which need no permit. */
      async whenOpen() {
        for (; ; ) {
          const state = this.#barrier.look(this.#world.monotonic());
          if (state.kind !== "closed" || this.#ending.aborted) return;
          await this.#world.sleep(state.forMs, this.#ending).catch(() => void 0);
        }
      }
      #queueUp(queue) {
        return new Promise((resolve9) => {
          if (this.#ending.aborted) return resolve9(void 0);
          this.#waiting[queue].push((admission) => {
            if (admission !== void 0 && queue !== "again") this.#permits++;
            resolve9(admission);
          });
          this.#admit();
        });
      }
      #start(admission) {
        return new Promise((resolve9) => {
          this.#ready.push({ admission, resolve: resolve9 });
          this.#startReady();
        });
      }
      #endRequest({ closings, round, isTrial }, ending) {
        this.#requests--;
        if (isTrial) this.#isTrialUnderWay = false;
        let isLonger = false;
        if (typeof ending === "object") {
          this.#concurrency.strain(round);
          isLonger = this.#barrier.close(this.#world.monotonic(), ending.waitMs);
        } else if (ending === "strained") this.#concurrency.strain(round);
        else if (ending !== "lost") {
          this.#barrier.accept(closings);
          if (ending === "carried-out") this.#concurrency.succeed();
        }
        this.#admit();
        return isLonger;
      }
      #dismissAll() {
        for (const waiters of Object.values(this.#waiting)) for (const resolve9 of waiters.splice(0)) resolve9(void 0);
        this.#startReady();
      }
      #startReady() {
        for (const waiter of this.#ready.splice(0)) {
          const isValid = !this.#ending.aborted && waiter.admission.closings === this.#barrier.closings;
          if (isValid && this.#requests >= this.#concurrency.limit) {
            this.#ready.push(waiter);
            continue;
          }
          if (isValid) this.#requests++;
          else if (waiter.admission.isTrial) this.#isTrialUnderWay = false;
          waiter.resolve(isValid);
        }
      }
      #admit() {
        this.#startReady();
        for (; ; ) {
          const state = this.#barrier.look(this.#world.monotonic());
          if (state.kind === "closed") {
            this.#wakeIn(state.forMs);
            return;
          }
          const isTrial = state.kind === "trial";
          if (isTrial && this.#isTrialUnderWay) return;
          const resolve9 = this.#pick(isTrial ? trialOrder : openOrder);
          if (resolve9 === void 0) return;
          if (isTrial) this.#isTrialUnderWay = true;
          resolve9({ closings: this.#barrier.closings, round: this.#concurrency.round, isTrial });
        }
      }
      #pick(order) {
        const { limit } = this.#concurrency;
        const hasRoom = this.#permits < limit + Math.min(mostAhead, Math.floor(limit / 4));
        const queue = order.find((candidate) => this.#waiting[candidate].length > 0 && (hasRoom || candidate === "again"));
        return queue === void 0 ? void 0 : this.#waiting[queue].shift();
      }
      #wakeIn(ms) {
        const at = this.#world.monotonic() + ms;
        if (this.#wakeAt === at) return;
        this.#wakeAt = at;
        this.#world.sleep(ms, this.#ending).then(
          () => {
            if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY;
            this.#admit();
          },
          () => void 0
        );
      }
    };
    Barrier = class {
      #openAt = Number.NEGATIVE_INFINITY;
      #isTrial = false;
      #closings = 0;
      #level = 0;
      /** Raised at every closing: a request that was admitted before the last one may no longer be sent. */
      get closings() {
        return this.#closings;
      }
      look(now) {
        if (now < this.#openAt) return { kind: "closed", forMs: this.#openAt - now };
        return this.#isTrial ? { kind: "trial" } : { kind: "open" };
      }
      /**
       * A request admitted in closing number `closings` was asked to wait; answers sent together count once. Returns how often
       * the service asked to wait, minus how often it accepted a request since: the exponent of computed waits. It falls by one
       * instead of to nothing, so that the length of the service's window is not forgotten.
       */
      raise(closings) {
        if (closings === this.#closings) this.#level = Math.min(this.#level + 1, 4);
        return this.#level;
      }
      /** Sends nothing for `waitMs`, or longer where that was asked before. Returns whether this lengthened the pause. */
      close(now, waitMs) {
        const isLonger = now + waitMs > this.#openAt;
        this.#openAt = Math.max(this.#openAt, now + waitMs);
        this.#isTrial = true;
        this.#closings++;
        return isLonger;
      }
      /** The service accepted a request that was sent since the last closing. */
      accept(closings) {
        if (closings !== this.#closings) return;
        this.#isTrial = false;
        this.#level = Math.max(0, this.#level - 1);
      }
    };
  }
});

// src/core/apply/send.ts
var import_retry2, import_findings5, ANNOUNCED_MS, ANNOUNCED_TIMES, TOO_SLOW, Sender, RetryRules;
var init_send = __esm({
  "src/core/apply/send.ts"() {
    "use strict";
    import_retry2 = askBundle("./plan.cjs", "src/core/api/retry.ts");
    init_circuit_breaker();
    import_findings5 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    init_permit();
    init_rate_limiter();
    ANNOUNCED_MS = 5e3;
    ANNOUNCED_TIMES = 5;
    TOO_SLOW = `each save took more than ${ANNOUNCED_MS / 1e3} s, too slow to send anything safely; its disk, server or network is slow`;
    Sender = class {
      service;
      /** The references of a body resolved. Called right before sending; its result is not kept. */
      resolveReferences;
      world;
      #lifetime;
      #reporter;
      #recorder;
      #rules;
      #limiter;
      #breaker = new CircuitBreaker();
      #stopsOnError;
      constructor({ concurrency, onError }, ports, { lifetime, reporter, recorder, rules }) {
        this.service = ports.service;
        this.resolveReferences = ports.resolveReferences;
        this.world = ports.world;
        this.#lifetime = lifetime;
        this.#reporter = reporter;
        this.#recorder = recorder;
        this.#rules = rules;
        this.#limiter = new RateLimiter(concurrency, ports.world, lifetime.ending);
        this.#stopsOnError = onError === "stop";
      }
      /**
       * Gets leave to send one request of an operation and makes `sending` durable; undefined when nothing more is sent. `prepare`
       * is called when there is leave: what it returns holds resolved secrets.
       */
      async announce(operation, turn, prepare) {
        const permit = turn instanceof Permit ? await turn.renew() : await this.#limiter.acquire(turn);
        if (permit === void 0) return void 0;
        if (this.#lifetime.isStopping) {
          permit.release();
          return void 0;
        }
        const body = prepare();
        let asked = this.#readClocks();
        this.#recorder.record([operation.startAttempt(this.world.now())]);
        await this.#recorder.save();
        let isSent = await permit.start();
        for (let times = 1; isSent && this.#isLongAgo(asked); times += 1) {
          if (times === ANNOUNCED_TIMES) {
            this.#lifetime.stop({ kind: "state-not-saved", message: TOO_SLOW, rescue: null });
            isSent = false;
            break;
          }
          asked = this.#readClocks();
          this.#recorder.record([operation.withdrawAttempt(), operation.startAttempt(this.world.now())]);
          isSent = await this.#recorder.save();
        }
        if (isSent) {
          this.#reporter.say({ type: "sending", key: operation.key, attempt: operation.attempts });
          return { permit, body };
        }
        this.#recorder.record([operation.withdrawAttempt()]);
        permit.release();
        return void 0;
      }
      #readClocks() {
        return { wall: this.world.now(), monotonic: this.world.monotonic() };
      }
      /** Another run may have taken the lock and looked for what this one announced: it is announced once more, which needs the lock. */
      #isLongAgo({ wall, monotonic }) {
        return this.world.now() - wall > ANNOUNCED_MS || this.world.monotonic() - monotonic > ANNOUNCED_MS;
      }
      /** The service carried out what was sent with this permit. */
      succeed(permit) {
        this.#breaker.noteCarriedOut();
        permit.carriedOut();
      }
      /** An operation turned out to be carried out. */
      noteCarriedOut() {
        this.#breaker.noteCarriedOut();
      }
      /** The service answered a read. */
      noteAnswer() {
        this.#breaker.noteAnswer();
      }
      /** Records what a failed attempt proves, tells the rate limiter and the circuit breaker, and decides what follows. */
      judge(operation, permit, outcome) {
        const { failure, kind } = outcome;
        const { op } = operation;
        const isFirstAnswer = !this.#breaker.hasAnswer;
        this.#recorder.record([kind === "ambiguous" ? operation.doubt(failure) : operation.refuse(failure)]);
        if (op !== "create") this.noteLack(op, failure);
        const stop = this.#breaker.judgeFailure(failure, op, operation.body());
        const level = (0, import_retry2.isThrottle)(failure) ? permit.raiseLevel() : 0;
        const { random } = this.world;
        const { policy } = this.#rules;
        const isHopeless = op === "create" && isFirstAnswer && (failure.code === "ENOTFOUND" || failure.code === "EAI_AGAIN");
        const decision = op === "create" ? (0, import_retry2.decideRetry)(outcome, operation.attempts, isHopeless ? { ...policy, attempts: 2 } : policy, level, random) : (0, import_retry2.decideEditRetry)(outcome, operation.attempts, policy, level, random);
        this.#stopIfTooLong(decision, failure);
        this.#endRequest(permit, kind === "not-applied", failure, decision.kind === "give-up" ? void 0 : decision.waitMs);
        if (stop === void 0) return decision;
        this.#lifetime.stop(stop);
        return decision.kind === "retry" ? { kind: "give-up", as: kind === "ambiguous" ? "unknown" : "failed", exhausted: false } : decision;
      }
      /** The same for a read, which changes nothing and needs no permit; waits where it is to be repeated. Returns whether it is. */
      async judgeRead(outcome, attempt4) {
        const { failure } = outcome;
        this.noteLack("read", failure);
        const stop = this.#breaker.judgeFailure(failure, "read", null);
        if (stop !== void 0) this.#lifetime.stop(stop);
        const decision = (0, import_retry2.decideReadRetry)(outcome, attempt4, this.#rules.policy, attempt4, this.world.random);
        this.#stopIfTooLong(decision, failure);
        if (decision.kind === "give-up") this.#judgeGivenUp(failure, decision);
        if (decision.kind !== "retry") return false;
        if (!(0, import_retry2.isThrottle)(failure)) await this.#lifetime.pause(decision.waitMs);
        else if (this.#limiter.hold(decision.waitMs)) this.#sayWaiting(decision.waitMs);
        return true;
      }
      /** An operation was given up: the run stops if no other one can succeed, or if it is to stop at the first error. */
      giveUp(failure, decision) {
        if (failure.kind === "aborted") return;
        if (!this.#judgeGivenUp(failure, decision)) this.noteError(failure);
      }
      /** One change failed: the run stops where it was asked to. */
      noteError(failure) {
        if (this.#stopsOnError) this.#lifetime.stop({ kind: "on-error-stop", failure });
      }
      /** The list could not be read: what can't be looked up may not be sent. */
      stopUnlisted(failure) {
        this.#lifetime.stop(this.#breaker.judgeFailure(failure, "read", null) ?? { kind: "unlisted", failure });
      }
      /** Why the service can't be asked for this operation; undefined as far as is known. */
      lackOf(operation) {
        return this.#breaker.lackOf(operation);
      }
      /** A failure may mean that the service has no such operation: reported once, and remembered. */
      noteLack(operation, failure) {
        if (this.#breaker.noteLack(operation, failure)) this.#reporter.find((0, import_findings5.notOffered)(operation, failure));
      }
      /** Resolves with true when a read may be sent: no pause is under way. With false when the run sends nothing more. */
      async mayRead() {
        await this.#limiter.whenOpen();
        return !this.#lifetime.isStopping;
      }
      /** Tells the limiter how a request failed; `waitMs` is how long the service asked all requests to wait, where it did. */
      #endRequest(permit, isProof, failure, waitMs) {
        if ((0, import_retry2.isThrottle)(failure)) {
          const pauseMs = waitMs ?? failure.retryAfterMs ?? this.#rules.policy.baseMs;
          if (permit.throttled(pauseMs)) this.#sayWaiting(pauseMs);
        } else if (isProof && failure.kind === "http") permit.refused();
        else permit.lost(failure.status === 503 ? "strained" : "lost");
      }
      #stopIfTooLong(decision, failure) {
        if (decision.kind === "too-long") this.#lifetime.stop({ kind: "rate-limited", failure, waitMs: decision.waitMs });
      }
      /** Returns whether the run stops for it. */
      #judgeGivenUp(failure, decision) {
        if (failure.kind === "aborted") return false;
        const stop = this.#breaker.judgeGivenUp(failure, decision.kind === "give-up" && decision.exhausted);
        if (stop !== void 0) this.#lifetime.stop(stop);
        return stop !== void 0;
      }
      #sayWaiting(waitMs) {
        if (this.#lifetime.isStopping) return;
        const until = new Date(this.world.now() + waitMs).toISOString();
        this.#reporter.say({ type: "waiting", reason: "rate-limit", waitMs, until });
      }
    };
    RetryRules = class {
      #baseMs;
      #reporter;
      #hasList;
      #onAmbiguous;
      /** The newest records may be missing: nothing is created that the list was not searched for. */
      needsList;
      constructor({ plan: plan2, onAmbiguous, retryBaseMs }, reporter, needsList) {
        this.needsList = needsList;
        this.#hasList = plan2.operations === "full";
        this.#onAmbiguous = onAmbiguous;
        this.#baseMs = retryBaseMs;
        this.#reporter = reporter;
      }
      /** Present policy after an ambiguous answer. */
      get onAmbiguous() {
        return this.#onAmbiguous;
      }
      /** Whether the service has a list, as far as is known. */
      get hasList() {
        return this.#hasList;
      }
      /** Whether a create whose answer was lost is looked up before it is sent again. */
      get looksUp() {
        return this.#hasList && this.#onAmbiguous === "verify";
      }
      /** The rules of retry as they stand. `verify` looks first, and where there is no list it is `retry`. */
      get policy() {
        return (0, import_retry2.retryPolicy)(this.#baseMs, this.#onAmbiguous === "stop" ? "stop" : "retry");
      }
      /** From now on nothing is sent again after an ambiguous answer. */
      distrustIds() {
        this.#onAmbiguous = "stop";
      }
      /** The service has no list: what it calls retryable is sent again without looking. */
      goOnWithoutList(failure) {
        if (!this.#hasList) return;
        this.#hasList = false;
        if (this.#onAmbiguous === "verify") this.#onAmbiguous = "retry";
        this.#reporter.find((0, import_findings5.noList)(failure));
      }
    };
  }
});

// src/core/apply/run.ts
function startRun(input, ports, { ledger, state, total, wanted }) {
  const { service, world } = ports;
  const lifetime = new Lifetime(world, (stop) => reporter.say({ type: "stopping", stop }));
  const reporter = new Reporter(total, ports.onEvent, (error) => lifetime.crash(error));
  const recorder = new Recorder({
    ledger,
    state,
    otherEnvironments: input.owners?.otherEnvironments ?? [],
    intentContext: {
      origin: service.origin,
      lineage: state.lineage,
      fields: input.plan.allowedFields,
      offMachine: ports.persist !== void 0,
      hashSecret: input.hashSecret
    },
    lifetime
  });
  const rules = new RetryRules(input, reporter, (ports.store.doubt ?? null) !== null);
  const sender = new Sender(input, ports, { lifetime, reporter, recorder, rules });
  const { lookupMs } = input;
  const finder = new import_find_created.CreatedFinder({
    ...{ service, world, lookupMs, lifetime, rules, sender, wanted, listRecorded: ports.listRecorded },
    ...listKnown(input, state)
  });
  lifetime.watch(ports.interruption);
  return { input, lifetime, reporter, recorder, rules, sender, finder, touching: new import_concurrency2.Semaphore(input.concurrency) };
}
function listKnown({ plan: plan2, owners, unfinished = [] }, state) {
  const { project, environment, changes: changes2 } = plan2;
  const created = changes2.flatMap((change) => change.action === "create" ? [change.after] : []);
  const { desired, otherEnvironments } = owners ?? { desired: created, otherEnvironments: [] };
  const adopted = changes2.flatMap((change) => change.action === "adopt" ? [change.id] : []);
  const foreign2 = otherEnvironments.flatMap(({ monitorIds }) => [...monitorIds]);
  return {
    created,
    known: { project, environment, desired, state, unresolved: unfinished, otherEnvironments },
    recordedIds: /* @__PURE__ */ new Set([...(0, import_live_index2.listRecordedIds)(state), ...foreign2, ...adopted])
  };
}
var import_live_index2, import_concurrency2, import_find_created;
var init_run2 = __esm({
  "src/core/apply/run.ts"() {
    "use strict";
    import_live_index2 = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
    import_concurrency2 = askBundle("./plan.cjs", "src/core/apply/concurrency.ts");
    import_find_created = askBundle("./plan.cjs", "src/core/apply/find-created.ts");
    init_lifetime();
    init_record();
    init_send();
  }
});

// src/core/apply/save-state.ts
function prepareState(input, ports) {
  const { plan: plan2, stored } = input;
  const state = stored?.state ?? startState(input, ports);
  const renames = plan2.changes.filter((change) => change.action === "rename");
  const hasCreates = plan2.changes.some(({ action }) => action === "create" || action === "adopt");
  const isFirstWrite = stored === null && hasCreates;
  const placed = hasCreates && isEmpty(state, plan2) ? (0, import_origin2.startAt)(state, ports.service.origin) : state;
  const { commit = state.commit } = input;
  const isNoted = stored === null || commit === state.commit;
  if (renames.length === 0 && plan2.bookkeeping.length === 0 && !isFirstWrite && placed === state && isNoted) return void 0;
  const noted = commit === void 0 ? {} : { commit };
  return { ...placed, ...noted, tool: input.tool, monitors: noteBookkeeping(renameMonitors(state.monitors, renames), plan2) };
}
function isEmpty({ monitors }, { changes: changes2 }) {
  return monitors.size === 0 && !changes2.some((change) => change.action === "unresolved");
}
function startState({ plan: plan2, tool }, { world, service }) {
  const { project, environment } = plan2;
  return (0, import_state5.newState)({ lineage: world.uuid(), tool, project, environment, origin: service.origin });
}
function renameMonitors(monitors, renames) {
  const renamed = new Map(monitors);
  for (const { from } of renames) renamed.delete(from);
  for (const { key, from, before, after } of renames) {
    const recorded = monitors.get(from) ?? before;
    renamed.set(key, withSettings({ ...recorded, specPath: after.specPath, protect: (0, import_sync4.isProtected)(after) }, after.sync));
  }
  return renamed;
}
function noteBookkeeping(monitors, plan2) {
  for (const { key, specPath, protect, bodyHash, settings, inherits, observed } of plan2.bookkeeping) {
    const recorded = monitors.get(key);
    if (recorded === void 0) continue;
    const { inherited: _before, ...rest } = recorded;
    const noted = {
      ...inherits === void 0 ? recorded : { ...rest, ...inherits.after === void 0 ? {} : { inherited: inherits.after } },
      specPath,
      protect,
      bodyHash,
      ...observed === void 0 ? {} : { observed }
    };
    monitors.set(key, settings === void 0 ? noted : withSettings(noted, settings.after));
  }
  return monitors;
}
function withSettings(record3, settings) {
  const others = Object.entries(record3).filter(([name]) => !import_sync4.RECORDED_SETTINGS.some((noted) => noted === name));
  return { ...Object.fromEntries(others), ...(0, import_sync4.toRecordedSync)(settings) };
}
async function saveRun(store, record3) {
  const creates = [...record3.unfinished, ...record3.work.creates.map(dropUnsent)];
  const work = { creates, edits: record3.work.edits.map(dropUnsent) };
  const folded = (0, import_fold.foldJournal)(record3.base.state, work);
  const { unfinished } = folded;
  const state = (0, import_origin2.noteAnswers)(folded.state, record3.byEmulator);
  const next = state === record3.base.state ? state : { ...state, tool: record3.tool };
  let stored;
  try {
    stored = await store.write(next, record3.base.version);
  } catch (error) {
    return rescue(store, next, work, record3.runId, error);
  }
  await store.rewriteJournal(stored.version, unfinished).catch(() => void 0);
  return void 0;
}
function dropUnsent(work) {
  return work.phase === "intent" ? { ...work, phase: "dropped" } : work;
}
async function rescue(store, next, work, runId, error) {
  const message = error instanceof Error ? error.message : String(error);
  const path = await store.rescue(next, work, runId).catch(() => null);
  return { kind: "state-not-saved", message, rescue: path, ...path === null ? { unsaved: listUnsaved(work.creates) } : {} };
}
function listUnsaved(creates) {
  return creates.flatMap(({ intent, done }) => done === void 0 ? [] : [{ key: intent.key, id: done.monitor.id }]).sort((a, b) => (0, import_diagnostic3.compareText)(a.key, b.key));
}
var import_diagnostic3, import_sync4, import_fold, import_origin2, import_state5;
var init_save_state = __esm({
  "src/core/apply/save-state.ts"() {
    "use strict";
    import_diagnostic3 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_sync4 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_fold = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_origin2 = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_state5 = askBundle("./monitors.cjs", "src/core/state/state.ts");
  }
});

// src/core/apply/apply.ts
async function applyPlan(input, ports) {
  const { store } = ports;
  const unfinished = input.unfinished ?? (await store.read()).journal.creates;
  const base = await writePreparedState(input, ports);
  const renames = listRenames(input);
  const changes2 = listChanges4(input);
  if (base === null || changes2.length === 0) return { results: renames, onAmbiguous: input.onAmbiguous, findings: [] };
  if (base !== input.stored) await store.rewriteJournal(base.version, unfinished);
  const ledger = new Ledger(await store.openJournal(base.version));
  const run2 = startRun(input, ports, { ledger, state: base.state, total: changes2.length, wanted: listTargetIds4(changes2) });
  const { lifetime, reporter, rules } = run2;
  reporter.say({ type: "started", total: changes2.length, concurrency: input.concurrency });
  const sent = await performAll(changes2, run2, ports.persist);
  lifetime.close();
  const work = await run2.recorder.close();
  const { tool, runId } = input;
  const notSaved = await saveRun(store, { base, tool, runId, work, unfinished, byEmulator: ports.service.isEmulator() });
  lifetime.rethrowBug();
  const stop = notSaved ?? lifetime.stopReason;
  return {
    results: [...renames, ...sent].sort((a, b) => (0, import_diagnostic4.compareText)(a.key, b.key)),
    ...stop === void 0 ? {} : { stop },
    onAmbiguous: rules.onAmbiguous,
    findings: reporter.findings
  };
}
async function writePreparedState(input, ports) {
  const next = prepareState(input, ports);
  return next === void 0 ? input.stored : ports.store.write(next, input.stored?.version ?? null);
}
function listRenames({ plan: plan2 }) {
  return plan2.changes.flatMap(
    (change) => change.action === "rename" ? [{ key: change.key, action: "rename", outcome: "renamed", id: change.before.id, attempts: 0 }] : []
  );
}
function listChanges4({ plan: plan2 }) {
  return plan2.changes.filter(needsService);
}
function listTargetIds4(changes2) {
  return new Set(changes2.flatMap((change) => "targetIds" in change ? change.targetIds : []));
}
async function performAll(changes2, run2, persist) {
  const results = [];
  for (const rank2 of [0, 1, 2]) {
    const due = changes2.filter((change) => rankOf(change) === rank2);
    results.push(...await performBatches(due, run2, persist));
  }
  return results;
}
function rankOf(change) {
  if (change.action !== "delete") return 0;
  return change.why.kind === "leftover" ? 1 : 2;
}
async function performBatches(changes2, run2, persist) {
  const tasks = changes2.map((change) => startTask(change, run2.input.runId, run2.recorder.intentContext));
  const size = persist === void 0 ? tasks.length : persistedBatch;
  const results = [];
  for (let start = 0; start < tasks.length; start += size) {
    const batch = tasks.slice(start, start + size);
    if (!run2.lifetime.isStopping) await intend(batch, run2, persist);
    results.push(...await Promise.all(batch.map((task) => perform(task, run2))));
  }
  return results;
}
async function intend(batch, { recorder, lifetime }, persist) {
  recorder.record(batch.map(({ operation }) => operation.intend(recorder.intentContext)));
  if (!await recorder.save()) return;
  try {
    await persist?.();
  } catch (error) {
    lifetime.stop({ kind: "persist-failed", message: error instanceof Error ? error.message : String(error) });
  }
}
async function perform(task, run2) {
  const { key, action } = task.change;
  try {
    const result = await performTask(task, run2);
    run2.reporter.finish(result);
    return result;
  } catch (error) {
    run2.lifetime.crash(error);
    const { attempts } = task.operation;
    return { key, action, outcome: attempts === 0 ? "not-attempted" : "unknown", attempts };
  }
}
function performTask(task, run2) {
  switch (task.kind) {
    case "create":
      return performCreate(task, run2);
    case "replace":
      return run2.touching.run(() => performReplace(task, run2));
    case "adopt":
      return run2.touching.run(() => performAdopt(task, run2));
    case "update":
      return run2.touching.run(() => performUpdate(task, run2));
    case "delete":
      return run2.touching.run(() => performDelete(task, run2));
  }
}
var import_diagnostic4, persistedBatch;
var init_apply = __esm({
  "src/core/apply/apply.ts"() {
    "use strict";
    import_diagnostic4 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    init_adopt();
    init_create();
    init_delete();
    init_ledger();
    init_replace();
    init_run2();
    init_save_state();
    init_task();
    init_update();
    persistedBatch = 10;
  }
});

// src/project/lookup.ts
async function lookUpCreates(locked, { state, version: version2 }, creates, ports) {
  const { origin } = ports.reader.service;
  const here = creates.filter(({ intent }) => intent.origin === origin);
  const now = here.length === 0 ? 0 : await readEarliestNow(ports.reader);
  const results = await lookUpAll(
    here.map((create) => ({
      ...create.intent,
      subject: create,
      sentAgoMs: sentAgo(create, now),
      attempt: Math.max(create.attempt, 1),
      why: create.error?.message ?? "an earlier run ended before the answer came"
    })),
    state,
    ports
  );
  const lookedUp = creates.map((create) => ({ create, verdict: judge(create, results.get(create), origin) }));
  await record2(locked, version2, lookedUp, results, ports);
  const findings = [...results].flatMap(
    ([{ intent }, result]) => result.kind === "found" && result.others.length > 0 ? [(0, import_findings6.duplicates)(intent.key, [result.monitor, ...result.others], ports.environment)] : []
  );
  return { lookedUp, findings };
}
async function lookUpAll(items, state, ports) {
  if (items.length === 0) return /* @__PURE__ */ new Map();
  const { reader, lookupMs } = ports;
  const recordedIds = /* @__PURE__ */ new Set([...(0, import_live_index3.listRecordedIds)(state), ...ports.elsewhere]);
  const wanted = new Set(items.flatMap(({ targetIds }) => targetIds));
  const isWanted = ({ id, targetIds }) => !recordedIds.has(id) && targetIds.some((target) => wanted.has(target));
  const lookup2 = new import_find_created2.LostCreateLookup(() => reader.look(isWanted), reader.world, lookupMs, reader.interruption);
  const found = items.map(async ({ subject, key, attempt: attempt4, why, targetIds, supersedes, sentAgoMs }) => {
    ports.onEvent({ type: "looking", key, attempt: attempt4, lookupMs, error: { kind: "transport", message: why } });
    return [subject, await lookup2.find({ targetIds, supersedes, sentAgoMs })];
  });
  return new Map(await Promise.all(found));
}
async function readEarliestNow({ service, world, interruption }) {
  const page = await service.listMonitors({ limit: 1, offset: 0 }, interruption);
  return page.kind === "read" && page.serverTime !== null ? Math.min(world.now(), page.serverTime) : world.now();
}
function sentAgo({ lastSentAt }, now) {
  const sentAt = Date.parse(lastSentAt);
  return Number.isNaN(sentAt) ? 0 : Math.max(0, now - sentAt);
}
function judge({ intent }, result, origin) {
  if (result === void 0) return { kind: "left", why: `it was sent to ${intent.origin}, and this is ${origin}` };
  switch (result.kind) {
    case "found":
      return { kind: "adopted", id: result.monitor.id };
    case "absent":
      return { kind: "not-created" };
    case "conflict":
      return { kind: "left", why: `monitors with some of its target ids exist: ${result.monitors.map(({ id }) => id).join(", ")}` };
    case "not-offered":
      return { kind: "left", why: result.failure.message };
    case "unsure":
      return { kind: "left", why: result.failure?.message ?? "the run was interrupted" };
  }
}
async function record2(locked, base, lookedUp, results, { runId }) {
  const records = lookedUp.flatMap(({ create }) => toRecord(create, results.get(create), base.lineage, runId) ?? []);
  if (records.length === 0) return;
  const journal = await locked.openJournal(base);
  try {
    journal.append(records);
    await journal.sync();
  } finally {
    await journal.close();
  }
}
function toRecord({ intent, attempt: attempt4, firstSentAt, lastSentAt }, result, lineage, runId) {
  const { opId, key } = intent;
  if (result?.kind === "found") {
    const { id, createdAt, observed } = observeShared(result.monitor, intent.monitor, lineage);
    const monitor = { id, createdAt, observed };
    return { opId, key, runId, phase: "done", attempt: attempt4, monitor, mayExistTwice: false };
  }
  if (result?.kind !== "absent") return null;
  const error = { code: "not-listed", message: "the service did not list it after the settling time" };
  return { opId, key, runId, phase: "dropped", attempt: attempt4, firstSentAt, lastSentAt, error };
}
var import_find_created2, import_findings6, import_live_index3;
var init_lookup = __esm({
  "src/project/lookup.ts"() {
    "use strict";
    import_find_created2 = askBundle("./plan.cjs", "src/core/apply/find-created.ts");
    import_findings6 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    init_observation();
    import_live_index3 = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
  }
});

// src/features/plan/approval.ts
function listUnsaid(file, plan2) {
  const { effects } = file;
  if (effects === null) return null;
  const other = compareOrigins(file, plan2);
  if (other !== null) return [other];
  const steps = (0, import_change_facts.findUnsaid)({ ...plan2, changes: (0, import_change_facts.listSteps)(plan2) }, (effect) => effects.has(effect));
  const unsaid = new Set(steps.map(({ key, action }) => `${action}
${key}`));
  const shown = groupByKey(file.changes.map(import_plan_origins.withoutOrigins));
  const lost = steps.flatMap(({ action, key }) => action === "unprotect" ? [`it would end the protection of "${key}"`] : []);
  const others = (0, import_document3.toPlanDocument)(plan2).changes.flatMap((change) => {
    const { action, key } = change;
    if (action === "blocked" || action === "unresolved") return [];
    const isShown = (shown.get(key) ?? []).some((said) => isPartOf((0, import_plan_origins.withoutOrigins)(change), said));
    return isShown && !unsaid.has(`${action}
${key}`) ? [] : [`it would ${action} "${key}" differently from the saved plan`];
  });
  return [...lost, ...others];
}
function compareOrigins({ project, environment, state }, plan2) {
  if (project !== plan2.project) return `it was made for the project "${project}", this one is "${plan2.project}"`;
  if (environment !== plan2.environment) return `it was made for the environment "${environment}", this one is "${plan2.environment}"`;
  if (state === null) return null;
  if (plan2.base === null) return "it was made against a state, and there is none now";
  return state.lineage === plan2.base.lineage ? null : "it was made against another state (the lineage differs)";
}
function groupByKey(changes2) {
  const groups = /* @__PURE__ */ new Map();
  for (const change of changes2) {
    const key = (0, import_value17.property)(change, "key");
    groups.set(key, [...groups.get(key) ?? [], change]);
  }
  return groups;
}
function isPartOf(change, said) {
  if ((0, import_canonical8.canonicalJson)(withoutLists(change)) !== (0, import_canonical8.canonicalJson)(withoutLists(said))) return false;
  return LISTS.every((name) => {
    const known = new Set(itemsOf(said, name));
    return itemsOf(change, name).every((item) => known.has(item));
  });
}
function withoutLists(change) {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !LISTS.includes(name) && !SURROUNDINGS.includes(name)));
}
function itemsOf(change, name) {
  const items = (0, import_value17.property)(change, name);
  return Array.isArray(items) ? items.map((item) => (0, import_canonical8.canonicalJson)(item)) : [];
}
var import_canonical8, import_value17, import_change_facts, import_plan_origins, import_document3, LISTS, SURROUNDINGS;
var init_approval = __esm({
  "src/features/plan/approval.ts"() {
    "use strict";
    import_canonical8 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value17 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_change_facts = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_plan_origins = askBundle("./plan.cjs", "src/rendering/plan-origins.ts");
    import_document3 = askBundle("./plan.cjs", "src/features/plan/document.ts");
    LISTS = ["fields", "drift", "rotated"];
    SURROUNDINGS = ["file", "line", "name", "creditsPerMonth"];
  }
});

// src/features/apply/approved-plan.ts
var approved_plan_exports = {};
__export(approved_plan_exports, {
  digestWhole: () => digestWhole,
  refuseSetBack: () => refuseSetBack,
  refuseStalePlan: () => refuseStalePlan,
  refuseUnapproved: () => refuseUnapproved,
  toSetBack: () => toSetBack
});
function digestWhole(project, plan2, { before, stored }) {
  const origin = project.givenOrigin() ?? stored?.state.origin;
  return origin === void 0 ? null : (0, import_change_facts2.digestApproval)(plan2, { origin, base: before });
}
function refuseUnapproved(approved, approval) {
  if (approved === approval) return;
  const message = approval === null ? "nothing is to be applied: the approved plan may be applied already" : "this is not the plan that was approved";
  const hint = 'run "monitors plan" with the same flags, have it read, and approve what it says';
  throw new import_user_error11.UserError("plan/not-approved", message, hint);
}
function refuseSetBack({ state }, now, { shownState }) {
  if (state === null) return;
  const isBehind = now === null || now.lineage === state.lineage && now.serial < state.serial;
  if (!isBehind && !(0, import_file_document.isOtherState)(state, now)) return;
  throw toSetBack({ witness: "the saved plan", serial: state.serial }, now, { shownState, advice: "plan again" });
}
function toSetBack({ witness, serial }, now, { shownState, advice }) {
  const other = now?.serial === serial ? "another state has that serial" : `the serial is ${now?.serial}`;
  const here = now === null ? "nothing is recorded" : other;
  const message = `${witness} was made at serial ${serial} of the state, but in ${shownState} ${here}: the server was set back, and what was recorded last is missing`;
  const hint = `restore the newest backup of the server; or compare "monitors state list" with the monitors of the service, then ${advice}: "monitors recover" finds what is missing`;
  return new import_user_error11.UserError("state/server-changed", message, hint);
}
function refuseStalePlan({ file, rule }, { whole, live, planInClear, base }, { checked }) {
  const listReasons = (plan2) => {
    const present = { ...plan2, base };
    return (rule === "nothing-else" ? listUnsaid(file, present) : null) ?? (0, import_file_document.listStaleReasons)(file, { plan: present, hashes: checked.hashes });
  };
  const reasons = listReasons(whole);
  if (reasons.length === 0) return;
  if (live !== void 0 && listReasons(planInClear((0, import_live9.showInClear)(live))).length === 0) return;
  const rest = reasons.length - MOST_REASONS;
  const shown = [...reasons.slice(0, MOST_REASONS), ...rest > 0 ? [`${rest} more`] : []];
  throw new import_user_error11.UserError(
    "plan/stale",
    `the saved plan is stale: ${shown.join("; ")}`,
    `run \`${(0, import_file_document.writePlanAgain)(file)}\` again, review it, and apply that`
  );
}
var import_user_error11, import_change_facts2, import_live9, import_file_document, MOST_REASONS;
var init_approved_plan = __esm({
  "src/features/apply/approved-plan.ts"() {
    "use strict";
    import_user_error11 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_change_facts2 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_live9 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    init_approval();
    import_file_document = askBundle("./plan.cjs", "src/features/plan/file-document.ts");
    MOST_REASONS = 5;
  }
});

// src/features/apply/exit-code.ts
var exit_code_exports = {};
__export(exit_code_exports, {
  exitCodeOf: () => exitCodeOf
});
function exitCodeOf(outcome, plan2, interruption) {
  const { stop, results } = outcome;
  if (stop?.kind === "interrupted") return stop.exitCode;
  if (stop?.kind === "state-not-saved") return (0, import_interruption4.exitCodeAfter)(interruption, 5);
  if (results.length === 0 && interruption.aborted) return (0, import_interruption4.exitCodeAfter)(interruption, 0);
  if (results.some(isUnknown)) return 4;
  const isIncomplete = results.some((result) => result.outcome === "failed" || result.outcome === "not-attempted");
  const isHeldBack = plan2.changes.some((change) => (0, import_change_facts3.isHeld)(change) && !(0, import_change_facts3.isProtectedLeftover)(change));
  const isAmiss = (0, import_diagnostic5.hasErrors)(outcome.findings) || (0, import_diagnostic5.hasErrors)(plan2.findings) || plan2.duplicates.length > 0;
  return stop !== void 0 || isIncomplete || isHeldBack || isAmiss ? 1 : 0;
}
function isUnknown({ outcome }) {
  return outcome === "unknown";
}
var import_interruption4, import_diagnostic5, import_change_facts3;
var init_exit_code = __esm({
  "src/features/apply/exit-code.ts"() {
    "use strict";
    import_interruption4 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_diagnostic5 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_change_facts3 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
  }
});

// src/features/apply/pending-recipients.ts
function watchRecipients(service) {
  const pending = /* @__PURE__ */ new Map();
  const note = ({ data, hide }) => {
    for (const { email, status: status2 } of (0, import_read_alerts.readSubscriptions)(data, hide) ?? []) {
      if (status2 === "pending") pending.set(email.toLowerCase(), email);
      else pending.delete(email.toLowerCase());
    }
  };
  const watched = {
    origin: service.origin,
    isEmulator: () => service.isEmulator(),
    createMonitor: async (body, signal) => {
      const outcome = await service.createMonitor(body, signal);
      if (outcome.kind === "applied") note(outcome.monitor);
      return outcome;
    },
    listMonitors: (page, signal) => service.listMonitors(page, signal),
    getMonitor: (id, signal) => service.getMonitor(id, signal),
    updateMonitor: async (id, changes2, signal) => {
      const outcome = await service.updateMonitor(id, changes2, signal);
      if (outcome.kind === "applied") note(outcome.monitor);
      return outcome;
    },
    deleteMonitor: (id, signal) => service.deleteMonitor(id, signal),
    close: () => service.close()
  };
  return { watched, listFindings: () => pending.size === 0 ? [] : [unconfirmed([...pending.values()].sort())] };
}
function unconfirmed(recipients) {
  const [it, has] = recipients.length === 1 ? ["it", "has"] : ["they", "have"];
  return {
    code: "alerts/unconfirmed",
    severity: "warning",
    message: `${(0, import_words2.countOf)(recipients.length, "recipient")} of mail ${has} to confirm: ${(0, import_words2.listFirst)(recipients, MOST_NAMED2)}`,
    hint: `until the link in the confirmation mail is clicked, ${it} ${has === "has" ? "gets" : "get"} no alerts; "monitors alerts" shows who confirmed`
  };
}
var import_read_alerts, import_words2, MOST_NAMED2;
var init_pending_recipients = __esm({
  "src/features/apply/pending-recipients.ts"() {
    "use strict";
    import_read_alerts = askBundle("./plan.cjs", "src/core/api/read-alerts.ts");
    import_words2 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    MOST_NAMED2 = 100;
  }
});

// src/project/history-findings.ts
var history_findings_exports = {};
__export(history_findings_exports, {
  findEarlierStates: () => findEarlierStates,
  listHistoryFindings: () => listHistoryFindings,
  nameHistory: () => nameHistory,
  warnOfUnseen: () => warnOfUnseen
});
async function findEarlierStates(states, checked) {
  const found = await Promise.all(states.map((state) => findEarlierState(state, checked)));
  return found.flat();
}
async function findEarlierState(place, checked) {
  const { history, store } = place;
  if (history === null || history.isSettled()) return [];
  try {
    const { stored } = await (0, import_fold_open4.viewState)(store);
    const found = stored === null ? null : await history.judge(stored, checked);
    return found === null ? [] : nameHistory(place, found, checked, "warning");
  } catch (error) {
    if (error instanceof import_user_error12.UserError) return [];
    throw error;
  }
}
function warnOfUnseen({ changes: changes2, operations }, { sent, isSeen }, { settings: { environment }, shownState: shown }) {
  const isHeld3 = (change) => change.action === "blocked" && change.reason.kind === "sent-before";
  const planned = operations === "full" ? [] : changes2.filter((change) => change.action === "create" || isHeld3(change));
  const held = new Set(planned.filter(isHeld3).map(({ key }) => key));
  const created = new Set(planned.map(({ key }) => key).filter((key) => !held.has(key)));
  const sentBefore = sent.filter(({ key }) => created.has(key) || held.has(key));
  for (const { key } of sentBefore) created.delete(key);
  const findings = sentBefore.map(({ key, targetIds, commit }) => {
    const from = commit.slice(0, 12);
    const message2 = `commit ${from} says that a create of "${key}" was sent, and nothing here says what became of it: look in the service's dashboard for a monitor with the target id ${targetIds[0] ?? ""}`;
    return {
      code: "state/sent-before",
      severity: "warning",
      message: message2,
      hint: `take it in: ${(0, import_command_line3.writeCommand)("state restore", [from], environment)}; if there is none: ${(0, import_command_line3.writeCommand)("apply", [], environment, "--allow-old-checkout")}`
    };
  });
  if (isSeen === "whole" || created.size === 0) return findings;
  const names = (0, import_words3.listFirst)([...created].map((key) => `"${key}"`));
  if (isSeen === "late") {
    const message2 = `git took too long to show the commits of this repository: nothing shows whether one of them records ${names}`;
    return [
      ...findings,
      {
        code: "state/partial-history",
        severity: "warning",
        message: message2,
        hint: 'run "git gc" and "git commit-graph write --reachable", and plan again'
      }
    ];
  }
  const message = `git has only a part of the history of ${shown} here: nothing shows whether a commit that is not here records ${names}`;
  const hint = 'run "git fetch --unshallow" (a partial clone: "git fetch --refetch --no-filter"), and plan again';
  return [...findings, { code: "state/partial-history", severity: "warning", message, hint }];
}
function nameHistory({ settings, shownState: shown }, found, checked, severity) {
  const specKeys = checked === null ? null : (0, import_history.listSpecKeys)(checked);
  return listHistoryFindings(found, { shown, environment: settings.environment, specKeys, severity });
}
function listHistoryFindings(found, words) {
  if (found === null) return [];
  const { serial, later, lost, removedLater, changed, elsewhere } = found;
  const isElsewhere = ({ version: version3 }) => elsewhere.has(version3);
  const named = later === null ? lost.filter((one) => !isElsewhere(one)) : lost;
  if (named.length === 0 && removedLater.length === 0 && changed === 0) return [];
  const version2 = later ?? named[0].version;
  const isOther = later !== null && elsewhere.has(later) && named.every(isElsewhere);
  const [takenOut, deleted] = [removedLater.filter(isTakenOut), removedLater.filter((line) => !isTakenOut(line))];
  const facts = [
    ...describeLost(named, words.specKeys),
    ...deleted.length === 0 ? [] : [`removed ${(0, import_words3.listFirst)(deleted.map(nameRecord))}, recorded here: no page is watched by what is gone`],
    ...takenOut.length === 0 ? [] : [`took out ${(0, import_words3.listFirst)(takenOut.map(nameRecord))}, recorded here`],
    ...changed === 0 ? [] : [`has ${(0, import_words3.formatNumber)(changed)} of the records here with other content`]
  ];
  const message = `${words.shown} here has serial ${(0, import_words3.formatNumber)(serial)}; ${describeSource(version2)} has ${version2 === later ? "a later version" : "another version"}, serial ${(0, import_words3.formatNumber)(version2.serial)}, which ${facts.join(", and which ")}`;
  const isLossless = named.length === 0 && deleted.length === 0;
  const severity = isOther || isLossless ? "warning" : words.severity;
  return [{ code: "state/earlier-version", severity, message, hint: writeHint(version2, isOther, words) }];
}
function describeLost(lost, specKeys) {
  const isWanted = ({ key }) => specKeys === null || specKeys.has(key);
  const unwanted = lost.filter((one) => !isWanted(one));
  const wanted = lost.filter(isWanted);
  const isSecond = ({ key }, index) => wanted[index - 1]?.key === key;
  const name = (some, fact, shown) => some.length === 0 ? [] : [`records ${(0, import_words3.listFirst)(some.map(nameRecord), shown)}, ${fact}`];
  return [
    ...name(
      wanted.filter((one, index) => !isSecond(one, index)),
      "missing here"
    ),
    ...name(wanted.filter(isSecond), "made for a key that has another monitor: still paid, and not managed here", MOST_UNMANAGED),
    ...name(unwanted, "which neither the state nor a spec has here: still paid, and not managed here", MOST_UNMANAGED)
  ];
}
function isTakenOut({ by }) {
  return by === "state rm";
}
function nameRecord({ key, id }) {
  return `"${key}" (${id})`;
}
function describeSource({ source }) {
  if (source.kind === "commit") return `commit ${(source.commits[0] ?? "").slice(0, 12)}`;
  return source.kind === "backup" ? source.file : "a run on this machine";
}
function writeHint(version2, isOther, { environment, shown }) {
  const { source } = version2;
  const restore = (what) => (0, import_command_line3.writeCommand)("state restore", [what], environment);
  const back = source.kind === "commit" ? `take its records in: ${restore((source.commits[0] ?? "").slice(0, 12))}` : source.kind === "backup" ? `put it back: ${restore(source.file)}` : `put the newest copy of ${shown} back: ${restore("FILE")}`;
  if (isOther) return `that version is of another branch: nothing is to be done, unless this branch should have it (${back})`;
  return `${back}; if the state here is right: ${(0, import_command_line3.writeCommand)("apply", [], environment, "--allow-old-checkout")}`;
}
var import_command_line3, import_words3, import_user_error12, import_fold_open4, import_history, MOST_UNMANAGED;
var init_history_findings = __esm({
  "src/project/history-findings.ts"() {
    "use strict";
    import_command_line3 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words3 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error12 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold_open4 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_history = askBundle("./check.cjs", "src/project/history.ts");
    MOST_UNMANAGED = 20;
  }
});

// src/core/recovery/candidates.ts
function toCandidates({ monitors }) {
  return [...monitors.values()].sort(import_create_sight2.compareAge).map((view) => ({ view }));
}
function readAsSpec(view, spec, lineage) {
  const live = (0, import_diff3.comparableBody)(view.body);
  const wanted = (0, import_diff3.keepRecordedIds)(live, (0, import_fingerprint5.fingerprintBody)((0, import_diff3.comparableBody)(spec.body()), lineage));
  const body = (0, import_live10.readAsWritten)(view.body, { written: wanted, observed: {}, hide: view.hide });
  return { wanted, body, distance: (0, import_diff3.diffComparable)(body, wanted).length };
}
function isLikely({ view }, spec, lineage) {
  const wanted = (0, import_watched2.listWatched)((0, import_fingerprint5.fingerprintBody)(spec.body(), lineage));
  const live = (0, import_watched2.listWatched)(view.body);
  return view.name === spec.name ? wanted.some((target) => live.includes(target)) : (0, import_watched2.watchesSame)(wanted, live);
}
var import_create_sight2, import_diff3, import_live10, import_fingerprint5, import_watched2;
var init_candidates = __esm({
  "src/core/recovery/candidates.ts"() {
    "use strict";
    import_create_sight2 = askBundle("./plan.cjs", "src/core/plan/create-sight.ts");
    import_diff3 = askBundle("./plan.cjs", "src/core/plan/diff.ts");
    import_live10 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_fingerprint5 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_watched2 = askBundle("./plan.cjs", "src/core/specs/watched.ts");
  }
});

// src/core/recovery/records.ts
var records_exports = {};
__export(records_exports, {
  recordAs: () => recordAs,
  recordFound: () => recordFound,
  recordOrphan: () => recordOrphan
});
function recordFound({ spec, candidate: { view }, hint }, lineage, listed) {
  const leftovers = (hint?.record.leftovers ?? []).filter((id) => listed.has(id) && id !== view.id);
  const { record: record3, isChanged } = recordAs(spec, view, lineage);
  const doubt2 = hint?.record.mayExistTwice === void 0 ? {} : { mayExistTwice: hint.record.mayExistTwice };
  return { record: { ...record3, ...doubt2, ...leftovers.length === 0 ? {} : { leftovers } }, isChanged };
}
function recordAs(spec, live, lineage) {
  const { body, distance } = readAsSpec(live, spec, lineage);
  const isChanged = distance > 0;
  const applied = isChanged ? (0, import_masking6.hideTexts)(body, live.hide) : (0, import_diff4.keepRecordedIds)(live.body, (0, import_fingerprint6.fingerprintBody)(spec.body(), lineage));
  const { specPath, bodyHash } = spec;
  const noted = { specPath, protect: (0, import_sync5.isProtected)(spec), bodyHash: isChanged ? (0, import_canonical9.hashJson)(applied) : bodyHash, ...(0, import_state6.notesOf)(spec) };
  const record3 = { ...recordLive(live, applied, lineage), ...noted };
  const isOtherStatus = spec.sync.paused !== "keep" && live.status === "paused" !== spec.paused;
  return { record: record3, isChanged: isChanged || isOtherStatus };
}
function recordOrphan({ candidate: { view }, hint }, lineage) {
  const { specPath, protect, applied: before } = hint.record;
  const written = (0, import_diff4.keepRecordedIds)(view.body, (0, import_diff4.comparableBody)(before));
  const applied = (0, import_masking6.hideTexts)((0, import_live11.readAsWritten)(view.body, { written, observed: {}, hide: view.hide }), view.hide);
  return {
    ...recordLive(view, applied, lineage),
    specPath,
    protect,
    bodyHash: (0, import_canonical9.hashJson)(applied),
    ...(0, import_state6.notesOf)({ ...hint.record, sync: hint.record })
  };
}
function recordLive(live, applied, lineage) {
  const answer = { ...live, data: live.body, nextRunAt: null };
  const { id, createdAt, observed } = observeMonitor(applied, answer, lineage);
  return { id, createdAt, applied, observed, ...live.status === "paused" ? { paused: true } : {} };
}
var import_canonical9, import_diff4, import_live11, import_fingerprint6, import_masking6, import_sync5, import_state6;
var init_records = __esm({
  "src/core/recovery/records.ts"() {
    "use strict";
    init_observation();
    import_canonical9 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_diff4 = askBundle("./plan.cjs", "src/core/plan/diff.ts");
    import_live11 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_fingerprint6 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking6 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_sync5 = askBundle("./monitors.cjs", "src/core/specs/sync.ts");
    import_state6 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_candidates();
  }
});

// src/features/apply/settle-history.ts
var settle_history_exports = {};
__export(settle_history_exports, {
  settleHistory: () => settleHistory
});
async function settleHistory(project, locked, stored, found, { allowOldCheckout, canLookUp, checked }) {
  const { monitors } = stored.state;
  const isLost = found.lost.length + found.removedLater.length + found.changed > 0;
  if (allowOldCheckout && !isLost) return { stored, found: null, findings: [] };
  if (allowOldCheckout) {
    const gone = found.lost.filter(({ version: version2 }) => !found.elsewhere.has(version2)).map(({ key, id }) => ({ key, id }));
    const accepted = await write(project, locked, stored, { found, monitors, gone, by: "apply --allow-old-checkout" });
    return { stored: accepted, found: null, findings: [] };
  }
  const verified = project.settings.operations === "full" ? await verifyRemovals(project, found, listKnownIds(stored.state, found)) : found;
  const findings = nameHistory(project, verified, checked, "error");
  return settleLost(project, locked, stored, verified, { canLookUp, checked, findings });
}
async function verifyRemovals(project, found, known) {
  const { doubted, removedLater } = found;
  if (doubted.length + removedLater.length === 0) return found;
  return (0, import_service_reader5.withService)(project, null, async (reader) => {
    const absence = new Absence(reader, known);
    const left = [];
    for (const lost of doubted) {
      const answer = await reader.one(lost.id);
      if (answer.kind !== "read" || answer.value !== null || !await absence.isTold()) left.push(lost);
    }
    const dead = [];
    for (const line of removedLater) {
      const answer = await reader.one(line.id);
      if (answer.kind !== "read" || answer.value === null) dead.push(line);
    }
    return { ...found, doubted: left, removedLater: dead };
  });
}
async function settleLost(project, locked, stored, found, { canLookUp, checked, findings }) {
  const { monitors } = stored.state;
  if (!canLookUp || found.lost.length === 0) return { stored, found, findings };
  await project.checkCheckout(stored.version);
  const settled = await lookUpLost(project, stored.state, found, new Map(checked.monitors.map((spec) => [spec.key, spec])));
  if (settled.monitors.size === monitors.size && settled.gone.length === 0) return { stored, found, findings };
  const again = await write(project, locked, stored, { found, ...settled, by: "apply" });
  return { stored: again, found: { ...found, lost: settled.held }, findings };
}
async function lookUpLost(project, state, found, specs) {
  const monitors = new Map(state.monitors);
  const gone = [];
  const held = [];
  return (0, import_service_reader5.withService)(project, null, async (reader) => {
    const absence = new Absence(reader, listKnownIds(state, found));
    for (const lost of found.lost) {
      const { key, id, version: version2 } = lost;
      const spec = specs.get(key);
      if (spec === void 0 && found.elsewhere.has(version2)) continue;
      const read2 = await reader.one(id);
      if (read2.kind === "read" && read2.value === null && await absence.isTold()) {
        gone.push({ key, id });
        continue;
      }
      const live = read2.kind === "read" && read2.value !== null ? (0, import_live12.toLiveView)(read2.value.data, state.lineage, project.settings.allowedFields) : null;
      const record3 = live === null || monitors.has(key) ? null : await toRecord2(lost, live, spec, state.lineage);
      if (record3 !== null) monitors.set(key, record3);
      if (record3 === null || spec === void 0) held.push(lost);
    }
    return { monitors, gone, held };
  });
}
function listKnownIds({ monitors }, { lost }) {
  return /* @__PURE__ */ new Set([...(0, import_removed.listHeldIds)(monitors).keys(), ...lost.map(({ id }) => id)]);
}
async function toRecord2({ record: record3 }, live, spec, lineage) {
  if (record3 !== void 0) {
    const ids = (0, import_targets6.listTargetIds)(record3.applied).filter((id) => id !== null);
    return (0, import_live_index4.isForeign)(record3, ids, live) ? null : record3;
  }
  if (spec === void 0) return null;
  const { recordAs: recordAs2 } = await Promise.resolve().then(() => (init_records(), records_exports));
  return recordAs2(spec, live, lineage).record;
}
async function write({ world }, locked, { state, version: version2 }, { found, monitors, gone, by }) {
  const serial = Math.max(state.serial, found.later?.serial ?? 0, ...found.lost.map((lost) => lost.version.serial));
  const at = new Date(world.now()).toISOString();
  const lines = gone.map((one) => ({ ...one, serial: serial + 1, at, by }));
  const held = (0, import_removed.listHeldIds)(monitors);
  const removed = (0, import_removed.mergeLines)(state.removed, lines).filter(({ id }) => !held.has(id));
  return locked.write({ ...state, monitors, serial, ...removed.length === 0 ? {} : { removed } }, version2);
}
var import_live12, import_live_index4, import_targets6, import_removed, import_service_reader5, Absence;
var init_settle_history = __esm({
  "src/features/apply/settle-history.ts"() {
    "use strict";
    import_live12 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_live_index4 = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
    import_targets6 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_removed = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    init_history_findings();
    import_service_reader5 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    Absence = class {
      constructor(reader, known) {
        this.reader = reader;
        this.known = known;
      }
      reader;
      known;
      #told;
      isTold() {
        this.#told ??= this.#look();
        return this.#told;
      }
      async #look() {
        const look = await this.reader.look(({ id }) => this.known.has(id));
        return look.kind === "seen" && [...look.monitors].length > 0;
      }
    };
  }
});

// src/features/apply/apply.ts
var apply_exports = {};
__export(apply_exports, {
  APPLY_DEFAULTS: () => APPLY_DEFAULTS,
  applyChecked: () => applyChecked,
  applyProject: () => applyProject,
  listApplyFindings: () => listApplyFindings
});
async function applyProject(project, options, ui) {
  project.watchInterruption();
  const wanted = withSavedPlan(options);
  (0, import_plan4.requireOperations)(project, wanted);
  project.givenOrigin();
  project.history?.begin();
  const workspace = (0, import_check3.checkWorkspace)(project, { strict: options.strict ?? "none" });
  if ((0, import_diagnostic6.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  return applyChecked(project, workspace, wanted, ui);
}
async function applyChecked(project, workspace, options, ui) {
  const interruption = project.watchInterruption();
  try {
    return await withLock(project.store, (locked) => applyUnderLock({ project, workspace, options, ui }, locked));
  } catch (error) {
    if (error instanceof import_user_error13.UserError && error.exitCode === 3) (0, import_interruption5.refuseInterrupted)({ interruption });
    throw error;
  }
}
async function applyUnderLock(applying, locked) {
  const { project, workspace, options, ui } = applying;
  const { opened, findings, commit, history } = await openAndSettle(applying, locked);
  const inputs = { ...await (0, import_plan_inputs.gatherPlanInputs)(project, options, opened, workspace, ui), history };
  const scope = { ...options, ...chooseAsSaved(applying, opened) };
  const first = (0, import_plan4.planFromView)(project, workspace, opened, scope, inputs);
  const told = await isRecordSought(applying, opened) ? await (0, import_plan4.findRecorded)(project, workspace, { plan: first, view: opened }, history) : import_plan4.NOTHING_FOUND;
  const again = { ...inputs, recorded: told.recorded, sent: told.sent };
  const made = told.recorded.length + told.sent.length === 0 ? first : (0, import_plan4.planFromView)(project, workspace, opened, scope, again);
  const planned = await (0, import_plan4.holdChanged)(made, history, options.allowStateChange);
  const unseen = await (0, import_plan4.listUnseen)(planned, history, told, project);
  const whole = { ...planned, findings: [...findings, ...unseen, ...planned.findings] };
  if (options.saved !== null) {
    if (project.checkout !== null) refuseSetBack(options.saved.file, opened.before, project);
    const planInClear = (live) => (0, import_plan4.planFromView)(project, workspace, opened, scope, { ...inputs, live });
    refuseStalePlan(options.saved, { whole, live: inputs.live, planInClear, base: opened.before }, workspace);
  }
  if (options.approved !== void 0) refuseUnapproved(options.approved, digestWhole(project, whole, opened));
  const faulty = (0, import_findings7.findPlanFaults)(project, workspace, whole);
  if (faulty !== null) return { kind: "invalid", workspace: faulty };
  await (0, import_plan4.refuseDoubtfulCreates)(project, whole, {
    doubt: locked.doubt?.error,
    version: opened.before,
    commit: opened.stored?.state.commit,
    isOldAllowed: options.allowOldCheckout ?? false
  });
  ui.show(whole, workspace, opened);
  const endWithNothing = async (plan2) => {
    await (0, import_checkout_age.noteCommit)(locked, opened.stored, commit);
    return concludeNothing(applying, plan2);
  };
  const hold = async (plan2) => await ui.hold?.(plan2) ?? plan2;
  if (!hasWork(whole)) return endWithNothing(await hold(whole));
  await project.checkCheckout(opened.stored?.version ?? null, options.allowOldCheckout);
  if (project.settings.sharedState !== void 0 && whole.operations === "full")
    (0, import_plan_inputs.refuseRecordedTwice)(project, opened, await project.readNeighbours());
  const needsConfirmation2 = options.saved === null && options.approved === void 0 && (0, import_change_facts4.listSteps)(whole).some(isApplied);
  const unasked = needsConfirmation2 ? await ui.explainUnasked?.(digestWhole(project, whole, opened)) : null;
  const service = whole.requests === 0 ? null : await project.connect(listReferences(whole), unasked);
  try {
    const { charged } = inputs;
    const offline = () => (0, import_plan4.planFromView)(project, workspace, opened, scope, charged === void 0 ? {} : { charged });
    const known = { service, refreshed: inputs.live === void 0 ? null : { live: inputs.live, offline } };
    const plan2 = needsConfirmation2 ? await ui.confirm(whole, known) : await hold(whole);
    if (!hasWork(plan2)) return await endWithNothing(plan2);
    const outcome = await sendPlan(applying, plan2, opened, { locked, commit, service: service ?? unconnected });
    if (outcome.stop === void 0 && (0, import_change_facts4.createsAny)(plan2)) await locked.doubt?.settle().catch(() => void 0);
    return { kind: "applied", workspace, plan: plan2, outcome, exitCode: exitCodeOf(outcome, plan2, project.watchInterruption()) };
  } finally {
    await service?.close();
  }
}
function listApplyFindings({ plan: plan2, workspace, outcome }) {
  const held = plan2.changes.filter(import_change_facts4.isHeld).map((change) => (0, import_held_changes.toFinding)(change, plan2.environment));
  return [...workspace.report.findings, ...outcome.findings, ...held].sort(import_diagnostic6.compareDiagnostics);
}
function withSavedPlan(options) {
  if (options.saved === null) return options;
  const { isRefreshed, checks: checks2, hasCheckedSecrets, allowsDeletes } = options.saved.file;
  return {
    ...options,
    refresh: options.refresh || isRefreshed,
    checks: Math.max(options.checks ?? 0, checks2),
    checkSecrets: options.checkSecrets || hasCheckedSecrets,
    allowDeletes: options.allowDeletes || allowsDeletes
  };
}
function concludeNothing({ project, workspace, options: { onAmbiguous } }, plan2) {
  const outcome = { results: [], onAmbiguous, findings: [] };
  return { kind: "nothing-to-do", workspace, plan: plan2, outcome, exitCode: exitCodeOf(outcome, plan2, project.watchInterruption()) };
}
async function sendPlan(applying, plan2, opened, { locked, commit, service }) {
  const { project, workspace, options, ui } = applying;
  const { stored, unresolved } = opened;
  const isSettled = plan2.operations === "create" || options.allowOldCheckout === true || options.allowStateChange !== void 0;
  const { settings, env, world, retryBaseMs, runId, tool } = project;
  const { onError, onAmbiguous, concurrency, lookupMs } = options;
  const hashSecret = settings.operations === "full" ? (0, import_plan_inputs.hashSecretsWith)(env) : void 0;
  const otherEnvironments = plan2.operations === "full" ? (0, import_rendered_environments2.renderEnvironments)(project, await project.readNeighbours()) : [];
  const { watched, listFindings } = watchRecipients(service);
  const outcome = await applyPlan(
    {
      ...{ plan: plan2, stored, unfinished: unresolved, owners: { desired: workspace.checked.monitors, otherEnvironments } },
      ...{ onError, onAmbiguous, concurrency, lookupMs, retryBaseMs, runId, tool },
      ...hashSecret === void 0 ? {} : { hashSecret },
      ...commit === null ? {} : { commit }
    },
    {
      ...{ store: locked, service: watched, world, interruption: project.watchInterruption(), onEvent: ui.onEvent },
      ...ui.persist === null ? {} : { persist: ui.persist },
      ...isSettled ? {} : { listRecorded: () => listRecorded3(applying, plan2, opened) },
      resolveReferences: (body) => (0, import_references5.resolveReferences)(body, (name) => env[name] ?? "")
    }
  );
  return { ...outcome, findings: [...outcome.findings, ...listFindings()] };
}
async function listRecorded3({ project, workspace }, plan2, { stored, unresolved }) {
  const view = { stored, unresolved, folded: [], tornTail: false };
  const { recorded } = await (0, import_plan4.findRecorded)(project, workspace, { plan: { ...plan2, operations: "create" }, view }, null);
  const findSpec = (0, import_moves2.findContinuation)(project.settings.moves, workspace.checked.monitors);
  const commitOf = ({ version: { source } }) => source.kind === "commit" ? (source.commits[0] ?? "").slice(0, 12) : "";
  return new Map(recorded.map((one) => [findSpec(one.key) ?? one.key, { id: one.id, commit: commitOf(one) }]));
}
function chooseAsSaved({ options, workspace: { checked } }, { stored, unresolved }) {
  const { saved } = options;
  if (saved === null) return options;
  const { only } = saved.file;
  if (only === null || saved.rule === "exact") return { only: only ?? void 0, exclude: void 0, labels: void 0 };
  const known = /* @__PURE__ */ new Set([...checked.monitors.map(({ key }) => key), ...stored?.state.monitors.keys() ?? []]);
  for (const { intent } of unresolved) known.add(intent.key);
  return { only: only.filter((key) => known.has(key)), exclude: void 0, labels: void 0 };
}
async function openAndLookUp({ project, options: { saved, lookupMs, allowOldCheckout = false }, ui }, locked) {
  const { settings } = project;
  const opened = await (0, import_fold_open5.openForChange)(locked);
  const origin = project.givenOrigin();
  if (origin !== null) project.checkOrigin(opened, origin);
  const commit = await (0, import_checkout_age.checkCheckoutAge)(project, opened.stored, allowOldCheckout);
  if (settings.operations !== "full" || saved !== null || opened.stored === null || opened.unresolved.length === 0) {
    return { opened, findings: [], commit };
  }
  const { stored } = opened;
  const report2 = await (0, import_service_reader6.withService)(
    project,
    null,
    async (reader) => lookUpCreates(locked, stored, opened.unresolved, {
      ...{ reader, lookupMs, runId: project.runId, environment: settings.environment },
      elsewhere: (0, import_other_environments2.listIdsElsewhere)(await project.readNeighbours()),
      onEvent: ui.onEvent
    })
  );
  return { opened: { ...await (0, import_fold_open5.openForChange)(locked), before: opened.before }, findings: report2.findings, commit };
}
async function openAndSettle(applying, locked) {
  const { project, workspace, options } = applying;
  const { opened, findings, commit } = await openAndLookUp(applying, locked);
  const found = opened.stored === null ? null : await project.history?.judge(opened.stored, workspace.checked) ?? null;
  if (found === null || opened.stored === null) return { opened, findings, commit, history: null };
  const { settleHistory: settleHistory2 } = await Promise.resolve().then(() => (init_settle_history(), settle_history_exports));
  const settled = await settleHistory2(project, locked, opened.stored, found, {
    allowOldCheckout: options.allowOldCheckout ?? false,
    canLookUp: project.settings.operations === "full" && options.saved === null,
    checked: workspace.checked
  });
  return { opened: { ...opened, stored: settled.stored }, findings: [...settled.findings, ...findings], commit, history: settled.found };
}
async function isRecordSought({ project, options }, { stored }) {
  if (options.allowOldCheckout || project.settings.operations === "full") return false;
  if (stored !== null) return true;
  try {
    await project.checkCheckout(null);
    return true;
  } catch (error) {
    if (error instanceof import_user_error13.UserError) return false;
    throw error;
  }
}
function hasWork(plan2) {
  return plan2.bookkeeping.length > 0 || plan2.changes.some(isApplied);
}
function isApplied(step) {
  return step.action === "unprotect" || step.action === "rename" || needsService(step);
}
function listReferences(plan2) {
  return plan2.changes.flatMap((change) => needsService(change) && change.action !== "delete" ? change.after.references : []);
}
function refuseToSend() {
  throw new Error("a plan without requests sent one");
}
var import_interruption5, import_option_values3, import_diagnostic6, import_user_error13, import_change_facts4, import_moves2, import_references5, import_fold_open5, import_check3, import_checkout_age, import_other_environments2, import_rendered_environments2, import_service_reader6, import_held_changes, import_findings7, import_plan4, import_plan_inputs, APPLY_DEFAULTS, unconnected;
var init_apply2 = __esm({
  "src/features/apply/apply.ts"() {
    "use strict";
    init_apply();
    init_task();
    import_interruption5 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_option_values3 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_diagnostic6 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error13 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_change_facts4 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_moves2 = askBundle("./check.cjs", "src/core/plan/moves.ts");
    import_references5 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_fold_open5 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_check3 = askBundle("./check.cjs", "src/project/check.ts");
    import_checkout_age = askBundle("./check.cjs", "src/project/checkout-age.ts");
    init_lookup();
    import_other_environments2 = askBundle("./check.cjs", "src/project/other-environments.ts");
    import_rendered_environments2 = askBundle("./plan.cjs", "src/project/rendered-environments.ts");
    import_service_reader6 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    import_held_changes = askBundle("./plan.cjs", "src/rendering/held-changes.ts");
    import_findings7 = askBundle("./plan.cjs", "src/features/plan/findings.ts");
    import_plan4 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_plan_inputs = askBundle("./plan.cjs", "src/features/plan/plan-inputs.ts");
    init_approved_plan();
    init_exit_code();
    init_pending_recipients();
    APPLY_DEFAULTS = {
      onError: "continue",
      onAmbiguous: "verify",
      concurrency: 8,
      lookupMs: import_option_values3.DEFAULT_LOOKUP_MS
    };
    unconnected = {
      origin: "",
      isEmulator: () => null,
      createMonitor: refuseToSend,
      listMonitors: refuseToSend,
      getMonitor: refuseToSend,
      updateMonitor: refuseToSend,
      deleteMonitor: refuseToSend,
      close: async () => {
      }
    };
  }
});

// src/features/apply/sentences.ts
var sentences_exports = {};
__export(sentences_exports, {
  OUTCOME_WORDS: () => OUTCOME_WORDS,
  applySentence: () => applySentence,
  explainStop: () => explainStop,
  isRepeatable: () => isRepeatable,
  nextSteps: () => nextSteps,
  summarizeApply: () => summarizeApply
});
function summarizeApply(outcome, plan2) {
  const counts = /* @__PURE__ */ new Map();
  for (const result of outcome.results) counts.set(result.outcome, (counts.get(result.outcome) ?? 0) + 1);
  const count = (name) => counts.get(name) ?? 0;
  return {
    created: count("created"),
    updated: count("updated"),
    replaced: count("replaced"),
    deleted: count("deleted"),
    adopted: count("adopted"),
    renamed: count("renamed"),
    unchanged: plan2.summary.unchanged,
    blocked: plan2.summary.blocked,
    unresolved: plan2.summary.unresolved,
    protected: plan2.summary.protected,
    failed: count("failed"),
    notAttempted: count("not-attempted"),
    unknown: count("unknown")
  };
}
function applySentence(summary) {
  const { created, updated, replaced, deleted, adopted, renamed, failed, notAttempted, unknown, blocked, unresolved } = summary;
  const counts = [
    [created, "created", "always"],
    [updated, "updated", "always"],
    [replaced, "replaced"],
    [deleted, "deleted", "always"],
    [adopted, "adopted"],
    [renamed, "renamed"],
    [failed, "failed", "always"],
    [notAttempted, "not attempted"],
    [unknown, "unknown"],
    [blocked, "blocked"],
    [unresolved, "unresolved"],
    [summary.protected, "protected"]
  ];
  const shown = counts.filter(([count, , isShown]) => count > 0 || isShown === "always");
  const left = failed + notAttempted + unknown + blocked + unresolved;
  return `Apply ${left === 0 ? "complete" : "incomplete"}: ${shown.map(([count, words]) => `${(0, import_words4.formatNumber)(count)} ${words}`).join(", ")}.`;
}
function explainStop(stop) {
  switch (stop.kind) {
    case "interrupted":
      return {
        message: "Interrupted: nothing more was sent, and the requests already sent are recorded.",
        hint: 'run "monitors apply" again to continue'
      };
    case "refused-by-service":
      return { message: `Stopped: ${stop.failure.message}; no further request could succeed.`, hint: refusalHint(stop.failure.status) };
    case "not-the-service":
      return {
        message: `Stopped: the server at this address does not look like the service: ${stop.failure.message}.`,
        hint: stop.failure.redirectHost === void 0 ? 'check MONITORS_BASE_URL or --base-url, and whether a proxy or a login page is in front of the service; then run "monitors apply" again' : "check MONITORS_BASE_URL or --base-url: redirects are never followed, because that would send the key to another address"
      };
    case "unreachable":
      return { message: `Stopped: the service cannot be reached: ${stop.failure.message}.`, hint: unreachableHint(stop.failure.kind) };
    case "service-down":
      return {
        message: `Stopped: three changes in a row failed after all their attempts; the last one: ${stop.failure.message}.`,
        hint: 'wait until the service has recovered, then run "monitors apply" to continue'
      };
    case "unlisted":
      return {
        message: `Stopped: the service's list of monitors could not be read, so nothing was created that might already exist: ${stop.failure.message}.`,
        hint: 'wait until the service has recovered, then run "monitors apply" to continue'
      };
    case "rate-limited":
      return {
        message: `Stopped: the service asked to wait ${(0, import_sentences.formatDuration)(stop.waitMs)}, longer than a run waits.`,
        hint: `run "monitors apply" again in ${(0, import_sentences.formatDuration)(stop.waitMs)}`
      };
    case "on-error-stop":
      return {
        message: `Stopped at the first failure (--on-error stop): ${stop.failure.message}.`,
        hint: 'fix what failed, then run "monitors apply" to continue'
      };
    case "persist-failed":
      return {
        message: `Stopped: the persist command failed, so nothing more was sent: ${stop.message}.`,
        hint: 'fix the command given with --persist-command, then run "monitors apply" to continue'
      };
    case "state-not-saved":
      return { message: `Stopped: the state could not be saved: ${stop.message}.`, hint: unsavedHint(stop) };
  }
}
function unsavedHint({ rescue: rescue2, unsaved }) {
  if (rescue2 !== null) return `fix that problem, then run: monitors state restore ${(0, import_command_line4.shellWord)(rescue2)}`;
  if (unsaved !== void 0) return 'keep the ids printed above: the next run needs them for "monitors resolve KEY --adopt ID"';
  return 'fix that problem, then run "monitors apply" to continue: what was created so far is recorded';
}
function refusalHint(status2) {
  if (status2 === 401) return 'check MONITORS_API_KEY: it is missing, mistyped or revoked; then run "monitors apply" to continue';
  if (status2 === 402) return 'add credits or set up billing for this key, then run "monitors apply" to continue';
  return 'MONITORS_API_KEY probably lacks a permission: use a key that has it, and the features that the specs use; then run "monitors apply" to continue';
}
function unreachableHint(kind) {
  if (kind === "tls") {
    return 'check the address; for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate; then run "monitors apply" again';
  }
  return 'check MONITORS_BASE_URL, the network and HTTPS_PROXY, then run "monitors apply" again';
}
function isRepeatable({ action }) {
  return action === "update" || action === "delete";
}
function nameEdits(edits) {
  const deletes = edits.filter(({ action }) => action === "delete").length;
  const updates = edits.length - deletes;
  return [...updates > 0 ? [(0, import_words4.countOf)(updates, "update")] : [], ...deletes > 0 ? [(0, import_words4.countOf)(deletes, "delete")] : []].join(" and ");
}
function isExplainedByStop({ results, stop }) {
  if (stop === void 0 || !("failure" in stop) || stop.kind === "on-error-stop") return false;
  return results.every(({ outcome, error }) => outcome !== "failed" || error?.message === stop.failure.message);
}
function nextSteps(outcome, summary) {
  const steps = [];
  const add = (text2, ways = []) => steps.push({ text: text2, ways });
  const unknown = outcome.results.filter((result) => result.outcome === "unknown");
  const creates = unknown.filter((result) => !isRepeatable(result)).map(({ key }) => (0, import_command_line4.shellWord)(key));
  if (creates.length > 0) {
    const [one, ...others] = creates;
    add(`${(0, import_words4.countOf)(creates.length, "create")} may or may not have been carried out: look in the service's dashboard`, [
      `if it exists: monitors resolve ${others.length === 0 ? one : "KEY"} --adopt ID`,
      `if it does not exist: monitors resolve ${creates.length > MOST_NAMED3 ? "KEY" : creates.join(" ")} --not-created`
    ]);
  }
  const edits = unknown.filter(isRepeatable);
  if (edits.length > 0)
    add(`${nameEdits(edits)} may or may not have been carried out. Sending again is safe and settles it: monitors apply`);
  const stale = outcome.results.filter(({ error }) => error?.code === "plan-stale").length;
  const fixable = summary.failed - stale;
  if (fixable > 0 && !isExplainedByStop(outcome))
    add(`${(0, import_words4.countOf)(fixable, "change")} failed and created nothing: fix the errors above, then run: monitors apply`);
  if (stale > 0)
    add(`${(0, import_words4.countOf)(stale, "change")} not made: the service holds something else. Review and continue with: monitors apply --refresh`);
  if (summary.notAttempted > 0 && outcome.stop === void 0)
    add(`${(0, import_words4.countOf)(summary.notAttempted, "change was", "changes were")} not attempted. Continue with: monitors apply`);
  const held = summary.blocked + summary.unresolved;
  if (held > 0) add(`${(0, import_words4.countOf)(held, "change is", "changes are")} held back. For reasons and ways out: monitors plan`);
  return steps;
}
var import_command_line4, import_words4, import_sentences, OUTCOME_WORDS, MOST_NAMED3;
var init_sentences = __esm({
  "src/features/apply/sentences.ts"() {
    "use strict";
    import_command_line4 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words4 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    OUTCOME_WORDS = {
      created: "created",
      updated: "updated",
      replaced: "replaced",
      deleted: "deleted",
      adopted: "adopted",
      renamed: "renamed",
      failed: "failed",
      "not-attempted": "not attempted",
      unknown: "outcome unknown"
    };
    MOST_NAMED3 = 5;
  }
});

// src/features/apply/document.ts
var document_exports2 = {};
__export(document_exports2, {
  renderApplyJson: () => renderApplyJson,
  renderCompletionJson: () => renderCompletionJson,
  renderEventJson: () => renderEventJson,
  toApplyDocument: () => toApplyDocument
});
function toApplyDocument(outcome, plan2) {
  return {
    formatVersion: 1,
    command: "apply",
    summary: summarizeApply(outcome, plan2),
    results: outcome.results.map(toResultDocument),
    ...outcome.stop === void 0 ? {} : { stopped: toStopDocument(outcome.stop) },
    onAmbiguous: outcome.onAmbiguous,
    diagnostics: [...(0, import_findings8.listPlanFindings)(plan2), ...outcome.findings].map(import_finding2.toFindingDocument)
  };
}
function renderApplyJson(outcome, plan2) {
  return (0, import_escape_json3.renderJson)(toApplyDocument(outcome, plan2));
}
function renderEventJson(event) {
  return jsonLine(toLine(event));
}
function renderCompletionJson(outcome, plan2) {
  return jsonLine({ ...HEAD, type: "completed", ...toApplyDocument(outcome, plan2) });
}
function jsonLine(line) {
  return `${(0, import_escape_json3.stringifyJson)(line, 0)}
`;
}
function toLine(event) {
  switch (event.type) {
    case "started":
      return { ...HEAD, type: "started", total: event.total, concurrency: event.concurrency };
    case "sending":
      return { ...HEAD, type: "sending", key: event.key, attempt: event.attempt };
    case "retrying": {
      const { key, attempt: attempt4, waitMs, error } = event;
      return { ...HEAD, type: "retrying", key, attempt: attempt4, waitMs, error: toFailureDocument(error) };
    }
    case "looking": {
      const { key, attempt: attempt4, lookupMs, error } = event;
      return { ...HEAD, type: "looking", key, attempt: attempt4, settleMs: lookupMs, error: toFailureDocument(error) };
    }
    case "waiting":
      return { ...HEAD, type: "waiting", reason: event.reason, waitMs: event.waitMs, until: event.until };
    case "finished":
      return { ...HEAD, type: "finished", result: toResultDocument(event.result), done: event.done, total: event.total };
    case "stopping":
      return { ...HEAD, type: event.type, ...toStopDocument(event.stop) };
  }
}
function toResultDocument(result) {
  const { key, action, outcome, id, attempts, recovered, mayExistTwice, targetIds, estimatedCreditsPerMonth, nextRunAt, error } = result;
  return {
    key,
    action,
    outcome,
    id: id ?? null,
    attempts,
    ...recovered === void 0 ? {} : { recovered },
    ...mayExistTwice === void 0 ? {} : { mayExistTwice },
    ...targetIds === void 0 ? {} : { targetIds },
    ...estimatedCreditsPerMonth === void 0 ? {} : { estimatedCreditsPerMonth },
    ...nextRunAt === void 0 ? {} : { nextRunAt },
    ...error === void 0 ? {} : { error: toFailureDocument(error) }
  };
}
function toFailureDocument({ status: status2, code, message, details }) {
  return {
    ...status2 === void 0 ? {} : { status: status2 },
    ...code === void 0 ? {} : { code },
    message,
    ...details === void 0 ? {} : { details }
  };
}
function toStopDocument(stop) {
  return { reason: stop.kind, ...explainStop(stop) };
}
var import_escape_json3, import_finding2, import_findings8, HEAD;
var init_document2 = __esm({
  "src/features/apply/document.ts"() {
    "use strict";
    import_escape_json3 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_finding2 = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_findings8 = askBundle("./plan.cjs", "src/features/plan/findings.ts");
    init_sentences();
    HEAD = { formatVersion: 1, command: "apply" };
  }
});

// src/doors/library/commands.ts
var commands_exports = {};
__export(commands_exports, {
  apply: () => apply,
  importMonitors: () => importMonitors,
  loadSpecs: () => loadSpecs,
  plan: () => plan,
  pull: () => pull,
  validate: () => validate
});
async function loadSpecs(options) {
  return runOnProject({ ...checkOptions(options), command: "validate" }, async (project) => {
    const { checked, report: report2 } = (0, import_check4.checkWorkspace)(project);
    return { monitors: checked.monitors.map(toLoaded), diagnostics: report2.findings.map(import_finding3.toFindingDocument) };
  });
}
function toLoaded({ key, name, file, line, body, references }) {
  return { key, name, file, line, body: body(), references };
}
async function validate(given) {
  const { strict, paths = [], ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "validate", environmentChoice: "any" }, async (project) => {
    if (paths.length > 0 && project.monitors !== null) throw excludeEachOther("paths", "monitors");
    const { report: report2 } = await (0, import_check_everywhere.validateProject)(project, { strict: readStrict(strict), paths });
    return withoutLines((0, import_document7.toValidateDocument)(report2), project);
  });
}
async function plan(given) {
  const { out, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "plan" }, async (project) => {
    const planned = await (0, import_plan5.planProject)(project, readLookup(options));
    const { checked, report: report2 } = planned.workspace;
    if (planned.kind === "invalid")
      throw refuseInvalid(withoutLines((0, import_document7.toValidateDocument)(report2), project).diagnostics, report2.errorCount, "planned");
    if (out !== void 0) {
      const file = (0, import_node_path8.resolve)(project.cwd, out);
      const place = { file, shown: (0, import_paths4.toShownPath)(project.cwd, file), settings: project.settings };
      (0, import_saved_plan.writePlanFile)(place, (0, import_file_document2.toPlanFile)(planned.plan, checked.hashes, report2.findings));
    }
    const document = withoutLines((0, import_document6.toPlanDocument)(planned.plan, report2.findings), project);
    return project.monitors === null ? document : { ...document, changes: document.changes.map(withoutPlaces) };
  });
}
function withoutPlaces(change) {
  return { ...change, line: null, fields: change.fields.map(({ origin: _none, ...field }) => field) };
}
async function apply(options) {
  return runOnProject({ ...checkOptions(options), command: "apply" }, async (project) => {
    const { onError = APPLY_DEFAULTS.onError, onAmbiguous = APPLY_DEFAULTS.onAmbiguous, concurrency = APPLY_DEFAULTS.concurrency } = options;
    const file = readPlan(options, project);
    const applied = await applyProject(
      project,
      {
        ...readLookup(options),
        onError: (0, import_option_values4.oneOf)("onError", onError, import_choices2.ON_ERROR),
        allowOldCheckout: options.allowOldCheckout ?? false,
        allowStateChange: options.allowStateChange,
        approved: options.approve,
        onAmbiguous: (0, import_option_values4.oneOf)("onAmbiguous", onAmbiguous, import_choices2.ON_AMBIGUOUS),
        concurrency: (0, import_option_values4.wholeNumber)("concurrency", String(concurrency), import_choices2.CONCURRENCY),
        // With a lock timeout, another run may have applied parts of the plan.
        saved: file === null ? null : { file, rule: options.lockTimeout === void 0 ? "exact" : "nothing-else" }
      },
      // To call it is to approve.
      { show: () => {
      }, confirm: async (whole) => whole, persist: options.persist ?? null, onEvent: () => {
      } }
    );
    if (applied.kind === "invalid") {
      const { report: report2 } = applied.workspace;
      throw refuseInvalid(withoutLines((0, import_document7.toValidateDocument)(report2), project).diagnostics, report2.errorCount, "applied");
    }
    const document = toApplyDocument({ ...applied.outcome, findings: listApplyFindings(applied) }, applied.plan);
    return { ...withoutLines(document, project), exitCode: applied.exitCode };
  });
}
async function pull(given) {
  const { only, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "pull" }, async (project) => toPullDocument(await pullMonitors(project, { only })));
}
async function importMonitors(given) {
  const { ids, ...options } = checkOptions(given);
  if (ids === void 0) throw refuse("ids is missing");
  const imported = [];
  for (const [key, id] of Object.entries(ids)) {
    const run2 = { ...options, command: "import" };
    imported.push(await runOnProject(run2, async (project) => toImportDocument(await importMonitor(project, { key, id }))));
  }
  return imported;
}
function readLookup({
  only,
  exclude,
  labels = {},
  allowDeletes = false,
  refresh = false,
  checks: checks2 = 0,
  checkSecrets = false,
  lookupTimeout,
  strict
}) {
  const lookupMs = (0, import_option_values4.readLookupMs)("lookupTimeout", lookupTimeout === void 0 ? void 0 : String(lookupTimeout));
  const given = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return {
    only,
    exclude,
    labels: given,
    allowDeletes,
    refresh,
    checks: (0, import_option_values4.wholeNumber)("checks", String(checks2), import_choices2.NEWEST_CHECKS),
    checkSecrets,
    lookupMs,
    strict: readStrict(strict)
  };
}
function readStrict(given) {
  return given === void 0 ? "none" : (0, import_option_values4.oneOf)("strict", given, import_choices2.STRICT_FAMILIES);
}
function readPlan({ planFile, only, exclude, labels, approve }, { cwd }) {
  if (planFile === void 0) return null;
  if (only !== void 0) throw excludeEachOther("planFile", "only");
  if (exclude !== void 0) throw excludeEachOther("planFile", "exclude");
  if (labels !== void 0) throw excludeEachOther("planFile", "labels");
  if (approve !== void 0) throw excludeEachOther("planFile", "approve");
  const path = (0, import_node_path8.resolve)(cwd, planFile);
  return (0, import_saved_plan.readSavedPlan)(path, (0, import_paths4.toShownPath)(cwd, path), planFile);
}
function excludeEachOther(one, other) {
  return new import_user_error14.UserError("config/usage", `${one} and ${other} exclude each other`, `leave ${other} out`);
}
function withoutLines(document, { monitors }) {
  if (monitors === null) return document;
  return { ...document, diagnostics: document.diagnostics.map(({ range: _range, ...finding }) => finding) };
}
var import_node_path8, import_choices2, import_option_values4, import_user_error14, import_paths4, import_document6, import_file_document2, import_plan5, import_saved_plan, import_check_everywhere, import_document7, import_check4, import_finding3;
var init_commands = __esm({
  "src/doors/library/commands.ts"() {
    "use strict";
    import_node_path8 = require("node:path");
    import_choices2 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_option_values4 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error14 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths4 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    init_document();
    init_import();
    init_pull();
    init_apply2();
    init_document2();
    import_document6 = askBundle("./plan.cjs", "src/features/plan/document.ts");
    import_file_document2 = askBundle("./plan.cjs", "src/features/plan/file-document.ts");
    import_plan5 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_saved_plan = askBundle("./plan.cjs", "src/features/plan/saved-plan.ts");
    import_check_everywhere = askBundle("./check.cjs", "src/features/validate/check-everywhere.ts");
    import_document7 = askBundle("./check.cjs", "src/features/validate/document.ts");
    import_check4 = askBundle("./check.cjs", "src/project/check.ts");
    import_finding3 = askBundle("./check.cjs", "src/rendering/finding.ts");
    init_check_options();
    init_run();
  }
});

// src/features/observe/listed.ts
async function readListed(recorded, observe3, reader, progress) {
  const wanted = new Set(recorded.chosen.map(([, { id }]) => id));
  const listed = await readEach2(reader, recorded, observe3) ?? await readList(reader, wanted, observe3, progress);
  const now = reader.service.checkTime() ?? listed.serverTime ?? reader.world.now();
  return { now, seen: recorded.chosen.map(([key, { id }]) => ({ key, id, monitor: listed.monitors.get(id) ?? null })) };
}
async function readEach2(reader, { chosen, total }, observe3) {
  if (chosen.length > Math.ceil(total / import_list_monitors2.NEW_ON_A_PAGE)) return null;
  const ids = chosen.map(([, { id }]) => id);
  let serverTime = null;
  const { found, lack } = await reader.each(ids, async (id) => {
    const outcome = await reader.monitor(id);
    if (outcome.kind === "failed") return outcome;
    serverTime = outcome.serverTime;
    return { ...outcome, value: outcome.value === null ? null : observe3(outcome.value) };
  });
  if (lack !== null) return null;
  return { serverTime, monitors: found };
}
async function readList(reader, wanted, observe3, progress) {
  try {
    const { monitors, serverTime } = await reader.list((live) => wanted.has(live.id) ? observe3(live) : null, progress);
    const found = monitors.filter((monitor) => monitor !== null);
    return { serverTime, monitors: new Map(found.map((monitor) => [monitor.id, monitor])) };
  } finally {
    progress.onEnd?.();
  }
}
var import_list_monitors2;
var init_listed = __esm({
  "src/features/observe/listed.ts"() {
    "use strict";
    import_list_monitors2 = askBundle("./plan.cjs", "src/core/api/list-monitors.ts");
  }
});

// src/features/observe/recipients.ts
var recipients_exports = {};
__export(recipients_exports, {
  hasAlerts: () => hasAlerts,
  needsRecipients: () => needsRecipients,
  readRecipients: () => readRecipients
});
function hasAlerts({ alerts: alerts2 }) {
  return alerts2 !== void 0 && (alerts2.webhook !== null || alerts2.email !== null || alerts2.slack !== null);
}
function needsRecipients({ alerts: alerts2 }) {
  const email = alerts2?.email ?? null;
  return email !== null && email.recipients.length > 0 && email.subscriptions === null;
}
async function readRecipients(monitors, reader) {
  const asked = monitors.filter(needsRecipients);
  const { found, lack } = await reader.each(asked, (monitor) => readOne3(monitor, reader));
  const shown = monitors.flatMap((monitor) => {
    const subscriptions = monitor.alerts?.email?.subscriptions ?? found.get(monitor) ?? null;
    return subscriptions === null ? [] : [[monitor, subscriptions]];
  });
  return { found: new Map(shown), lack };
}
async function readOne3({ id }, reader) {
  const outcome = await reader.monitor(id);
  if (outcome.kind === "failed") return outcome;
  return { ...outcome, value: outcome.value === null ? null : (0, import_read_alerts2.readSubscriptions)(outcome.value.data, outcome.value.hide) };
}
var import_read_alerts2;
var init_recipients = __esm({
  "src/features/observe/recipients.ts"() {
    "use strict";
    import_read_alerts2 = askBundle("./plan.cjs", "src/core/api/read-alerts.ts");
  }
});

// src/features/alerts/document.ts
function toAlertsDocument(seen, judged, now) {
  const destinations = listDestinations(seen, judged);
  const alerts2 = [...judged.found.values()];
  const withoutAlerts = seen.flatMap(({ key, monitor }) => monitor !== null && channelsOf(monitor.alerts).length === 0 ? [key] : []);
  const missing = seen.flatMap(({ key, monitor }) => monitor === null ? [key] : []);
  const notRead = seen.flatMap(({ key, monitor }) => {
    const reason = monitor === null ? void 0 : judged.notRead.get(monitor);
    return reason === void 0 ? [] : [{ key, reason }];
  });
  return {
    formatVersion: 1,
    command: "alerts",
    time: new Date(now).toISOString(),
    summary: {
      monitors: seen.length,
      destinations: destinations.length,
      undelivered: alerts2.filter(import_deliveries3.isUndelivered).length,
      unconfirmed: alerts2.filter(import_deliveries3.isUnconfirmed).length,
      withoutAlerts: withoutAlerts.length,
      missing: missing.length,
      notRead: notRead.length
    },
    destinations,
    withoutAlerts,
    missing,
    notRead,
    notOffered: judged.lack
  };
}
function channelsOf(setup) {
  return setup === void 0 ? [] : ORDER.filter((channel) => setup[channel] !== null);
}
function listDestinations(seen, { found }) {
  const gathered = /* @__PURE__ */ new Map();
  for (const { key, id, monitor } of seen) {
    const setup = monitor?.alerts;
    if (monitor === null || setup === void 0) continue;
    const alerts2 = found.get(monitor);
    for (const channel of channelsOf(setup)) {
      const destination = openDestination(gathered, channel, setup);
      const delivery = alerts2?.deliveries.find((one) => one.channel === channel);
      destination.monitors.push({ key, id, ...toDelivery(delivery) });
      if (channel === "webhook") for (const event of setup.webhook?.events ?? []) destination.events.add(event);
      if (channel === "email") addRecipients(destination.recipients, setup, alerts2);
    }
  }
  return [...gathered.values()].map(close).sort(compare2);
}
function openDestination(gathered, channel, setup) {
  const place = channel === "webhook" ? setup.webhook?.id : channel === "slack" ? setup.slack?.channel : "";
  const name = `${channel} ${place ?? ""}`;
  const known = gathered.get(name);
  if (known !== void 0) return known;
  const address = channel === "webhook" ? setup.webhook?.address ?? null : channel === "slack" ? setup.slack?.channel ?? null : null;
  const opened = { channel, address, events: /* @__PURE__ */ new Set(), monitors: [], recipients: /* @__PURE__ */ new Map() };
  gathered.set(name, opened);
  return opened;
}
function addRecipients(recipients, { email }, alerts2) {
  const decided = new Map((alerts2?.recipients ?? []).map((one) => [one.email.toLowerCase(), one.status]));
  for (const address of new Set(email?.recipients ?? [])) {
    const known = recipients.get(address.toLowerCase());
    const status2 = decided.get(address.toLowerCase()) ?? known?.status ?? null;
    recipients.set(address.toLowerCase(), { email: known?.email ?? address, status: status2, monitors: (known?.monitors ?? 0) + 1 });
  }
}
function toDelivery(delivery) {
  if (delivery === void 0) return { outcome: "not-read", checkId: null, at: null, statusCode: null, error: null };
  const { outcome, checkId, at, statusCode, error } = delivery;
  return { outcome, checkId, at, statusCode, error };
}
function close({ channel, address, events, monitors, recipients }) {
  const told = monitors.filter(({ checkId }) => checkId !== null);
  const last = told.reduce(
    (newest, one) => (one.at ?? "") > (newest?.at ?? "") ? one : newest ?? one,
    null
  );
  return {
    channel,
    address,
    events: [...events].sort(),
    monitors,
    undelivered: monitors.filter(({ outcome }) => outcome === "undelivered").length,
    last,
    recipients: [...recipients.values()].sort((one, other) => one.email < other.email ? -1 : 1)
  };
}
function compare2(one, other) {
  const place = ({ channel, address, monitors }) => [ORDER.indexOf(channel), address ?? "", monitors[0]?.key ?? ""].join("\0");
  return place(one) < place(other) ? -1 : 1;
}
var import_deliveries3, ORDER;
var init_document3 = __esm({
  "src/features/alerts/document.ts"() {
    "use strict";
    import_deliveries3 = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    ORDER = ["webhook", "email", "slack"];
  }
});

// src/features/alerts/alerts.ts
var alerts_exports = {};
__export(alerts_exports, {
  readAlerts: () => readAlerts
});
async function readAlerts(project, request, progress = {}) {
  (0, import_project5.requireFullOperations)(project.settings, "monitors alerts");
  const view = await (0, import_fold_open6.viewState)(project.store);
  if (view.stored === null) throw nothingStored();
  const { state } = view.stored;
  const only = (0, import_choose_keys2.chooseKeys)(request, { desired: [], state, unresolved: [] }, project.nameOption);
  const chosen = [...state.monitors].filter(([key]) => only === void 0 || only.has(key)).sort(([one], [other]) => one < other ? -1 : 1);
  const total = state.monitors.size;
  const pages = Math.ceil(total / import_list_monitors3.NEW_ON_A_PAGE);
  const inList = chosen.length > pages ? pages + LIST_ENDS : chosen.length;
  const most = request.maxRequests ?? Number.POSITIVE_INFINITY;
  progress.onRequests?.(Math.min(most, inList + 2 * chosen.length), chosen.length);
  return (0, import_service_reader7.withChecks)(project, view, async (reader) => {
    const { now, seen } = await readListed({ chosen, total }, import_health5.observeAlerts, reader, progress);
    const listed = seen.flatMap(({ monitor }) => monitor === null ? [] : [monitor]);
    const judged = await judgeAll(listed, now, most - inList, reader, progress);
    return toAlertsDocument(seen, judged, now);
  });
}
async function judgeAll(monitors, now, requestsLeft, reader, { onChecks, onChecked, onEnd }) {
  const notRead = /* @__PURE__ */ new Map();
  const affordable = takeAffordable(monitors.filter(hasAlerts), requestsLeft, notRead);
  const requests = affordable.reduce((sum, monitor) => sum + costOf(monitor), 0);
  if (affordable.length > 0) onChecks?.(affordable.length, requests);
  let isFirst = true;
  try {
    const checks2 = await reader.each(
      affordable,
      async (monitor) => {
        const outcome = await reader.checks(monitor.id, import_deliveries4.CHECKS_FOR_ALERTS);
        const isTolerated = !isFirst;
        isFirst = false;
        return isTolerated ? noteFailure(outcome, monitor, notRead) : outcome;
      },
      onChecked
    );
    const recipients = await readRecipients([...checks2.found.keys()], reader);
    for (const monitor of affordable)
      if (checks2.lack === null && !checks2.found.has(monitor) && !notRead.has(monitor)) notRead.set(monitor, GONE);
    const found = [...checks2.found].flatMap(([monitor, list]) => {
      const { alerts: alerts2 } = monitor;
      return alerts2 === void 0 ? [] : [[monitor, (0, import_deliveries4.judgeAlerts)(alerts2, list, now, recipients.found.get(monitor) ?? null)]];
    });
    return { found: new Map(found), notRead, lack: checks2.lack ?? recipients.lack };
  } finally {
    onEnd?.();
  }
}
function costOf(monitor) {
  return needsRecipients(monitor) ? 2 : 1;
}
function takeAffordable(monitors, requestsLeft, notRead) {
  let left = requestsLeft;
  let isOver3 = false;
  return monitors.filter((monitor) => {
    left -= costOf(monitor);
    isOver3 ||= left < 0;
    if (isOver3) notRead.set(monitor, "more requests than --max-requests");
    return !isOver3;
  });
}
function noteFailure(outcome, monitor, notRead) {
  if (outcome.kind === "read" || concernsAll(outcome.failure)) return outcome;
  notRead.set(monitor, outcome.failure.message);
  return { kind: "read", value: null, serverTime: null };
}
function concernsAll({ status: status2, notOffered: notOffered2, kind }) {
  return notOffered2 === true || status2 === 401 || status2 === 403 || kind === "aborted" || kind === "tls";
}
var import_list_monitors3, import_deliveries4, import_health5, import_fold_open6, import_choose_keys2, import_project5, import_service_reader7, LIST_ENDS, GONE;
var init_alerts = __esm({
  "src/features/alerts/alerts.ts"() {
    "use strict";
    import_list_monitors3 = askBundle("./plan.cjs", "src/core/api/list-monitors.ts");
    import_deliveries4 = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    import_health5 = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_fold_open6 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_choose_keys2 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project5 = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader7 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_listed();
    init_recipients();
    init_document3();
    LIST_ENDS = 2;
    GONE = "the service no longer has it";
  }
});

// src/features/observe/checks.ts
var checks_exports = {};
__export(checks_exports, {
  changesOf: () => changesOf,
  readChangedPages: () => readChangedPages,
  readChanges: () => readChanges2,
  readHistory: () => readHistory
});
function readHistory(project, key, most) {
  return withReader(project, key, "monitors checks", async (id, reader) => {
    const checks2 = required(await reader.checks(id, most), key, "read checks");
    return { key, id, checks: checks2 };
  });
}
function readChanges2(project, key, named) {
  return withReader(project, key, "monitors diff", (id, reader) => changesOf(reader, { key, id }, named));
}
async function changesOf(reader, { key, id }, named) {
  const { check, lookedAt } = await findCheck(reader, { key, id }, named);
  if (check === null) return { key, id, check, pages: [], isWhole: true, lookedAt };
  const read2 = required(await readChangedPages(reader, id, check), key, "read a check");
  return { key, id, check, ...read2, lookedAt };
}
async function readChangedPages(reader, id, check) {
  const pages = [];
  let isWhole = true;
  for (const status2 of listChanged2(check)) {
    const read2 = await reader.pages(id, check.id, status2);
    if (read2.kind === "failed" || read2.value === null) return read2;
    pages.push(...read2.value.pages.filter((page) => page.status === status2));
    isWhole &&= read2.value.isWhole;
  }
  return { kind: "read", value: { pages, isWhole }, serverTime: null };
}
async function withReader(project, key, command, read2) {
  (0, import_project6.requireFullOperations)(project.settings, command);
  const view = await (0, import_fold_open7.viewState)(project.store);
  if (view.stored === null) throw nothingStored();
  const { state } = view.stored;
  const record3 = state.monitors.get(key);
  if (record3 === void 0) {
    (0, import_choose_keys3.chooseKeys)({ only: [key] }, { desired: [], state, unresolved: [] }, () => command);
    throw new import_user_error15.UserError("config/usage", `${command} takes one key, not a glob: "${key}"`, '"monitors state list" shows the keys');
  }
  return (0, import_service_reader8.withChecks)(project, view, (reader) => read2(record3.id, reader));
}
async function findCheck(reader, { key, id }, named) {
  if (named !== void 0 && FULL_ID.test(named)) {
    const read2 = await reader.check(id, named);
    if (read2.kind === "failed") throw (0, import_service_reader8.refuseRead)(read2.failure, "read a check");
    if (read2.value === null) throw noSuchCheck(key, named);
    return { check: read2.value, lookedAt: 1 };
  }
  const checks2 = required(await reader.checks(id, MOST_LOOKED_AT), key, "read checks");
  if (named === void 0) return { check: checks2.find(hasChanges2) ?? null, lookedAt: checks2.length };
  if (named === NEWEST && checks2[0] !== void 0) return { check: checks2.find(hasEnded2) ?? checks2[0], lookedAt: checks2.length };
  const [match, ...others] = checks2.filter((check) => named !== "" && check.id.startsWith(named.toLowerCase()));
  if (match === void 0) throw noSuchCheck(key, named);
  if (others.length > 0) {
    throw new import_user_error15.UserError(
      "config/usage",
      `"${named}" is the beginning of the ids of ${others.length + 1} checks`,
      'give more of the id: "monitors checks" shows it'
    );
  }
  return { check: match, lookedAt: checks2.length };
}
function hasEnded2({ status: status2 }) {
  return status2 !== "queued" && status2 !== "running";
}
function hasChanges2({ summary }) {
  return summary !== null && summary.changed + summary.new + summary.removed > 0;
}
function listChanged2({ summary }) {
  return summary === null ? CHANGED2 : CHANGED2.filter((status2) => summary[status2] > 0);
}
function required(outcome, key, what) {
  if (outcome.kind === "failed") throw (0, import_service_reader8.refuseRead)(outcome.failure, what);
  if (outcome.value !== null) return outcome.value;
  throw new import_user_error15.UserError(
    "live/no-such-monitor",
    `the service has no monitor with the id recorded for "${key}", or no longer this check`,
    'run "monitors plan --refresh" to compare the state with the service'
  );
}
function noSuchCheck(key, named) {
  return new import_user_error15.UserError(
    "live/no-such-check",
    `"${key}" has no check "${named}"`,
    `run "${(0, import_command_line5.keyCommand)("checks", key)}" to see its checks and their ids`
  );
}
var import_check_port, import_command_line5, import_user_error15, import_fold_open7, import_choose_keys3, import_project6, import_service_reader8, MOST_LOOKED_AT, NEWEST, FULL_ID, CHANGED2;
var init_checks = __esm({
  "src/features/observe/checks.ts"() {
    "use strict";
    import_check_port = askBundle("./plan.cjs", "src/core/api/check-port.ts");
    import_command_line5 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_user_error15 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold_open7 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_choose_keys3 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project6 = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader8 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    MOST_LOOKED_AT = 100;
    NEWEST = "latest";
    FULL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
    CHANGED2 = import_check_port.PAGE_STATUSES.filter((status2) => status2 !== "same");
  }
});

// src/core/apply/start-check.ts
async function startCheck(id, ports) {
  const before = await ports.list(id);
  if (before.kind === "failed" && before.failure.notOffered !== true) return refuse2("refused", before.failure);
  if (before.kind === "read" && before.value === null) return refuse2("missing", noSuchMonitor);
  const known = before.kind === "read" ? before.value : null;
  const newest = known?.find(({ status: status2 }) => !status2.startsWith("skipped_"));
  if (newest !== void 0 && isOpen(newest)) return { ...refuse2("running", runsAlready), running: newest };
  const { outcome, requests } = await ports.patience.ask(
    () => ports.service.startCheck(id, ports.flight),
    (answer, ...rest) => answer.kind === "applied" || answer.kind === "missing" ? null : (0, import_retry3.decideRetry)(answer, ...rest)
  );
  switch (outcome.kind) {
    case "applied":
      return { kind: "started", checkId: outcome.checkId, certainty: "answered" };
    case "missing":
      return refuse2("missing", outcome.failure);
    case "not-applied":
      return outcome.failure.status === 409 ? explainConflict(id, outcome.failure, requests > 1 ? known : null, ports) : refuse2(outcome.failure.status === 402 ? "no-credits" : "refused", outcome.failure);
    case "ambiguous":
      return known === null ? { kind: "unknown", failure: outcome.failure } : lookUp2(id, outcome.failure, known, ports);
  }
}
function findNewManual(before, now) {
  const known = new Set(before.map((check) => check.id));
  const end = now.findIndex((check) => known.has(check.id));
  return now.slice(0, end === -1 ? now.length : end).filter(({ trigger }) => trigger === "manual");
}
async function lookUp2(id, failure, before, ports) {
  const { list, patience, world, onLook } = ports;
  const endsAt = world.monotonic() + LOOKUP_MS;
  onLook(LOOKUP_MS);
  try {
    for (let round = 0; ; round++) {
      const now = await list(id);
      const found = now.kind === "read" ? findNewManual(before, now.value ?? []) : [];
      const first = found.at(-1);
      if (first !== void 0) return { kind: "started", checkId: first.id, certainty: found.length > 1 ? "one-of-several" : "found" };
      const leftMs = endsAt - world.monotonic();
      if (leftMs <= 0) return { kind: "unknown", failure };
      await patience.pause((0, import_read_monitor6.waitBeforeLook)(round, leftMs));
    }
  } catch (error) {
    if (error instanceof import_interruption6.Interrupted) return { kind: "unknown", failure };
    throw error;
  }
}
async function explainConflict(id, failure, before, { list }) {
  if (/\bpaused\b/i.test(failure.message)) return refuse2("paused", failure);
  const now = await list(id).catch(() => null);
  const checks2 = now?.kind === "read" ? now.value ?? [] : [];
  const ours = before === null ? void 0 : findNewManual(before, checks2).at(-1);
  if (ours !== void 0) return { kind: "started", checkId: ours.id, certainty: "probable" };
  const [newest] = checks2;
  const running = newest !== void 0 && isOpen(newest) ? newest : null;
  const isRunning = running !== null || /\brunning\b/i.test(failure.message);
  return { ...refuse2(isRunning ? "running" : "refused", failure), running };
}
function isOpen({ status: status2 }) {
  return status2 === "queued" || status2 === "running";
}
function refuse2(reason, failure) {
  return { kind: "refused", reason, failure, running: null };
}
var import_retry3, import_interruption6, import_read_monitor6, LOOKUP_MS, runsAlready, noSuchMonitor;
var init_start_check = __esm({
  "src/core/apply/start-check.ts"() {
    "use strict";
    import_retry3 = askBundle("./plan.cjs", "src/core/api/retry.ts");
    import_interruption6 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_read_monitor6 = askBundle("./plan.cjs", "src/core/apply/read-monitor.ts");
    LOOKUP_MS = 3e4;
    runsAlready = { kind: "http", status: 409, message: "a check is running already" };
    noSuchMonitor = { kind: "http", status: 404, message: "the service has no monitor with the recorded id" };
  }
});

// src/project/flight.ts
var flight_exports = {};
__export(flight_exports, {
  openFlight: () => openFlight
});
function openFlight(interruption, world, onStop) {
  const flight = new AbortController();
  const over = new AbortController();
  (0, import_node_events3.setMaxListeners)(0, flight.signal);
  const end = () => {
    onStop?.(GRACE_MS);
    world.sleep(GRACE_MS, over.signal).then(
      () => flight.abort(),
      () => void 0
    );
  };
  interruption.addEventListener("abort", end, { signal: over.signal });
  return { signal: flight.signal, close: () => over.abort() };
}
var import_node_events3, GRACE_MS;
var init_flight = __esm({
  "src/project/flight.ts"() {
    "use strict";
    import_node_events3 = require("node:events");
    GRACE_MS = 5e3;
  }
});

// src/features/observe/run-checks.ts
var run_checks_exports = {};
__export(run_checks_exports, {
  runChecks: () => runChecks,
  runExitCode: () => runExitCode
});
async function runChecks(project, request, hooks) {
  (0, import_project7.requireFullOperations)(project.settings, "monitors run");
  const view = await (0, import_fold_open8.viewState)(project.store);
  if (view.stored === null) throw nothingStored();
  const { state } = view.stored;
  const chosen = (0, import_choose_keys4.chooseKeys)(request, { desired: [], state, unresolved: [] }, project.nameOption);
  const recorded = [...(0, import_state7.recordsOf)(state)].filter(([key]) => chosen === void 0 || chosen.has(key));
  const costs = recorded.map(([key, record3]) => costOf2(key, record3)).sort((one, other) => one.key < other.key ? -1 : 1);
  return (0, import_service_reader9.withChecks)(project, view, async (reader) => {
    await hooks.approve(costs);
    return await runThem(costs, request, reader, hooks);
  });
}
function costOf2(key, { id, applied, observed }) {
  const { creditsPerCheck, checksPerMonth, besides: extra, notIncluded } = (0, import_credits2.estimateCredits)(applied);
  const besides = extra?.creditsPerCheck ?? 0;
  const monthly = observed["estimatedCreditsPerMonth"];
  const byService = typeof monthly === "number" && checksPerMonth > 0 ? Math.ceil(monthly / checksPerMonth) : null;
  const estimated = creditsPerCheck > 0 ? creditsPerCheck : byService;
  return { key, id, estimatedCredits: estimated === null ? null : estimated + besides, besides, notIncluded };
}
async function runThem(costs, { followMs }, reader, hooks) {
  const { service, world, patience, interruption } = reader;
  (0, import_interruption7.refuseInterrupted)(reader);
  const flight = openFlight(interruption, world, hooks.onStop);
  const ports = { service, list: (id) => reader.checks(id, NEWEST2), patience, world, flight: flight.signal };
  const starter = new Starter(({ key, id }) => startCheck(id, { ...ports, onLook: (forMs) => hooks.onLook?.(key, forMs) }));
  const starts = await starter.startAll(costs, hooks).finally(() => {
    flight.close();
    hooks.onEnd?.();
  });
  const runs = costs.map(({ key, id, estimatedCredits, besides }) => ({
    key,
    id,
    estimatedCredits,
    besides,
    start: starts.get(key) ?? null,
    end: null
  }));
  const isFollowed = followMs !== null;
  const ends = isFollowed ? await new Follower(reader).follow(runs, followMs, hooks) : /* @__PURE__ */ new Map();
  return { runs: runs.map((run2) => ({ ...run2, end: ends.get(run2.key) ?? null })), isFollowed, isInterrupted: interruption.aborted };
}
function concernsAll2({ failure: { status: status2, kind, notOffered: notOffered2 } }) {
  return status2 === 401 || status2 === 402 || status2 === 403 || kind === "tls" || notOffered2 === true;
}
function runExitCode({ runs, isFollowed }) {
  if (runs.some(({ start }) => start?.kind === "unknown")) return 4;
  const isDone2 = ({ start, end }) => start?.kind === "started" && (!isFollowed || end?.kind === "ended" && !foundNothing(end.changes.check));
  return runs.every(isDone2) ? 0 : 1;
}
function foundNothing({ status: status2 }) {
  return status2 === "failed" || status2.startsWith("skipped_");
}
var import_interruption7, import_credits2, import_fold_open8, import_state7, import_choose_keys4, import_project7, import_service_reader9, NEWEST2, Starter, LOOK_AFTER_MS, Follower;
var init_run_checks = __esm({
  "src/features/observe/run-checks.ts"() {
    "use strict";
    init_start_check();
    import_interruption7 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_credits2 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_fold_open8 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state7 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_choose_keys4 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    init_flight();
    import_project7 = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader9 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_checks();
    NEWEST2 = 20;
    Starter = class {
      #start;
      #starts = /* @__PURE__ */ new Map();
      #isStopped = false;
      constructor(start) {
        this.#start = start;
      }
      /**
       * Starts all and returns the outcome of each, by key; without those that were not attempted. Throws `UserError` where
       * the first can't be.
       */
      async startAll(costs, { onStart }) {
        const startOne = async (cost) => {
          await this.#startOne(cost);
          onStart?.(this.#starts.size, costs.length);
        };
        const [first, ...others] = costs;
        if (first !== void 0) await startOne(first);
        const start = this.#starts.get(first?.key ?? "");
        if (start?.kind === "refused" && start.failure.notOffered === true) throw (0, import_service_reader9.refuseRead)(start.failure, "start a check");
        await Promise.all(others.map(startOne));
        return this.#starts;
      }
      async #startOne(cost) {
        if (this.#isStopped) return;
        try {
          const start = await this.#start(cost);
          this.#starts.set(cost.key, start);
          if (start.kind === "refused" && concernsAll2(start)) this.#isStopped = true;
        } catch (error) {
          if (!(error instanceof import_interruption7.Interrupted)) throw error;
          this.#isStopped = true;
        }
      }
    };
    LOOK_AFTER_MS = [2e3, 3e3, 5e3, 1e4];
    Follower = class {
      #reader;
      #ends = /* @__PURE__ */ new Map();
      constructor(reader) {
        this.#reader = reader;
      }
      /** Returns how far each check was followed, by key: to its end, or until the time is over or a signal comes. */
      async follow(runs, followMs, { onFollow, onEnded, onEnd }) {
        const started = runs.flatMap(({ key, id, start }) => start?.kind === "started" ? [{ key, id, checkId: start.checkId }] : []);
        for (const { key } of started) this.#ends.set(key, { kind: "going-on" });
        if (started.length === 0) return this.#ends;
        onFollow?.(started.length);
        const { patience, world } = this.#reader;
        const endsAt = world.monotonic() + followMs;
        try {
          for (let round = 0; ; round++) {
            const leftMs = endsAt - world.monotonic();
            if (leftMs <= 0) break;
            await patience.pause(Math.min(leftMs, LOOK_AFTER_MS[round] ?? LOOK_AFTER_MS.at(-1)));
            await Promise.all(started.filter(({ key }) => this.#isGoingOn(key)).map((check) => this.#look(check)));
            const left = started.filter(({ key }) => this.#isGoingOn(key)).length;
            onEnded?.(started.length - left, started.length);
            if (left === 0) break;
          }
        } catch (error) {
          if (!(error instanceof import_interruption7.Interrupted)) throw error;
        } finally {
          onEnd?.();
        }
        return this.#ends;
      }
      #isGoingOn(key) {
        return this.#ends.get(key)?.kind === "going-on";
      }
      async #look({ key, id, checkId }) {
        const end = (outcome) => this.#ends.set(key, { kind: "not-read", failure: outcome.failure });
        const read2 = await this.#reader.check(id, checkId);
        if (read2.kind === "failed") return void end(read2);
        if (read2.value === null || isOpen(read2.value)) return;
        const pages = await readChangedPages(this.#reader, id, read2.value);
        if (pages.kind === "failed") return void end(pages);
        if (pages.value === null) return;
        this.#ends.set(key, { kind: "ended", changes: { key, id, check: read2.value, ...pages.value, lookedAt: 1 } });
      }
    };
  }
});

// src/features/observe/run-document.ts
var run_document_exports = {};
__export(run_document_exports, {
  sumCredits: () => sumCredits,
  summarizeRun: () => summarizeRun,
  toRunDocument: () => toRunDocument
});
function summarizeRun({ runs }) {
  const started = runs.filter(({ start }) => start?.kind === "started");
  const unknown = runs.filter(({ start }) => start?.kind === "unknown").length;
  const charged = started.flatMap(({ end }) => end?.kind === "ended" ? end.changes.check.actualCredits ?? [] : []);
  return {
    monitors: runs.length,
    started: started.length,
    notStarted: runs.length - started.length - unknown,
    unknown,
    estimatedCredits: sumCredits(started),
    actualCredits: charged.length === 0 ? null : charged.reduce((total, credits) => total + credits, 0)
  };
}
function sumCredits(costs) {
  let total = 0;
  for (const { estimatedCredits } of costs) {
    if (estimatedCredits === null) return null;
    total += estimatedCredits;
  }
  return total;
}
function toRunDocument(view) {
  return { formatVersion: 1, command: "run", runs: view.runs.map(toDocument), summary: summarizeRun(view) };
}
function toDocument({ key, id, estimatedCredits, besides, start, end }) {
  const changes2 = end?.kind === "ended" ? end.changes : null;
  return {
    key,
    id,
    outcome: nameOutcome(start, end),
    reason: start?.kind === "refused" ? start.reason : null,
    certainty: start?.kind === "started" ? start.certainty : null,
    message: readFailure(start, end)?.message ?? null,
    estimatedCredits,
    billedBesides: besides,
    checkId: start?.kind === "started" ? start.checkId : null,
    check: changes2 === null ? null : toCheckDocument(changes2.check),
    pages: changes2?.pages.map(toPageDocument) ?? [],
    complete: changes2 !== null && isComplete(changes2)
  };
}
function nameOutcome(start, end) {
  if (start === null) return "not-attempted";
  switch (start.kind) {
    case "started":
      return end === null ? "started" : end.kind === "ended" ? "ended" : "going-on";
    case "unknown":
      return "unknown";
    case "refused":
      return "not-started";
    default:
      return (0, import_assert_never2.assertNever)(start);
  }
}
function readFailure(start, end) {
  if (start !== null && "failure" in start) return start.failure;
  return end?.kind === "not-read" ? end.failure : null;
}
var import_assert_never2;
var init_run_document = __esm({
  "src/features/observe/run-document.ts"() {
    "use strict";
    import_assert_never2 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    init_checks_document();
  }
});

// src/features/observe/status.ts
var status_exports = {};
__export(status_exports, {
  judgeListed: () => judgeListed,
  readStatus: () => readStatus2
});
async function readStatus2(project, request, progress = {}) {
  (0, import_project8.requireFullOperations)(project.settings, "monitors status");
  const view = await (0, import_fold_open9.viewState)(project.store);
  if (view.stored === null) throw nothingStored();
  const { state } = view.stored;
  const chosen = (0, import_choose_keys5.chooseKeys)(request, { desired: [], state, unresolved: [] }, project.nameOption);
  const recorded = [...state.monitors].filter(([key]) => chosen === void 0 || chosen.has(key));
  const total = state.monitors.size;
  const labelsOf = (key) => state.monitors.get(key)?.labels ?? {};
  const read2 = await (0, import_service_reader10.withChecks)(project, view, (reader) => readThem({ chosen: recorded, total }, request, reader, progress));
  return { ...read2, labelsOf };
}
async function readThem(recorded, request, reader, progress) {
  const { now, seen } = await readListed(recorded, request.alerts === "read" ? import_health6.observeAlerts : import_health6.observe, reader, progress);
  const judged = await judgeListed(seen, now, request, reader, progress);
  return { document: toStatusDocument(judged, now), creditsUntil: judged.team?.periodEnd ?? null };
}
async function judgeListed(seen, now, request, reader, progress = {}) {
  const read2 = await readChecks2(seen, now, request, reader, progress);
  const listed = seen.flatMap(({ monitor }) => monitor === null ? [] : [monitor]);
  const known = new Map([...read2.found].map(([monitor, { checks: checks2 }]) => [monitor, checks2]));
  const credits = await lookForCredits(listed, { now, read: known, lack: read2.lack, team: request.team }, reader);
  const recipients = request.alerts === "read" ? await readRecipients(listed, reader) : null;
  const monitors = seen.map(({ key, id, monitor }) => {
    if (monitor === null)
      return {
        key,
        id,
        monitor,
        isFailing: null,
        isWithoutCredits: false,
        isOverdue: false,
        sample: null,
        ...recipients === null ? {} : { alerts: null }
      };
    const { checks: checks2, pages = [] } = read2.found.get(monitor) ?? {};
    const health = (0, import_health6.judgeHealth)(monitor, now, checks2 ?? credits.checks.get(monitor), credits.left);
    const sample = checks2 === void 0 || request.checks === 0 ? null : (0, import_sample.takeSample)(monitor, checks2.slice(0, request.checks), pages);
    const alerts2 = recipients === null ? {} : { alerts: judgeAlertsOf(monitor, checks2, recipients, now) };
    return { key, id, monitor, ...health, sample, ...alerts2 };
  });
  const lack = read2.lack ?? recipients?.lack ?? null;
  return { monitors: monitors.sort((one, other) => one.key < other.key ? -1 : 1), lack, team: credits.team };
}
function judgeAlertsOf(monitor, checks2, recipients, now) {
  const { alerts: setup } = monitor;
  if (setup === void 0 || checks2 === void 0 && hasAlerts(monitor)) return null;
  return (0, import_deliveries5.judgeAlerts)(setup, checks2 ?? [], now, recipients.found.get(monitor) ?? null);
}
async function readChecks2(seen, now, { checks: count, failing, alerts: alerts2 }, reader, { onChecks, onChecked, onEnd }) {
  const monitors = seen.flatMap(({ monitor }) => monitor === null ? [] : [monitor]);
  const isUnknown2 = (monitor) => failing === "certain" && (0, import_health6.judgeHealth)(monitor, now).isFailing === null;
  const isJudged = (monitor) => alerts2 === "read" && hasAlerts(monitor);
  const asked = count > 0 ? monitors : monitors.filter((monitor) => isJudged(monitor) || isUnknown2(monitor));
  if (asked.length === 0) return { found: /* @__PURE__ */ new Map(), lack: null };
  const perSearch = Math.min(count, MOST_SEARCHES);
  const forMail = alerts2 === "read" ? monitors.filter(needsRecipients).length : 0;
  onChecks?.(asked.length, asked.length + perSearch * asked.filter(({ hasSearch }) => hasSearch).length + forMail);
  try {
    const least = (monitor) => isJudged(monitor) ? import_deliveries5.CHECKS_FOR_ALERTS : NEWEST3;
    const read2 = (monitor) => readOneMonitor(monitor, { count, least: least(monitor), perSearch }, reader);
    return await reader.each(asked, read2, onChecked);
  } finally {
    onEnd?.();
  }
}
async function readOneMonitor({ id, hasSearch }, { count, least, perSearch }, reader) {
  const listed = await reader.checks(id, Math.max(count, least));
  if (listed.kind === "failed") return listed;
  const checks2 = listed.value;
  if (checks2 === null) return { ...listed, value: null };
  if (!hasSearch) return { ...listed, value: { checks: checks2 } };
  const withPages = checks2.slice(0, count).filter(({ summary }) => (summary?.totalPages ?? 0) > 0).slice(0, perSearch);
  const pages = [];
  for (const check of withPages) {
    const part = await reader.pages(id, check.id);
    if (part.kind === "failed") return part;
    pages.push(...part.value?.pages ?? []);
  }
  return { ...listed, value: { checks: checks2, pages } };
}
async function lookForCredits(monitors, { now, read: read2, lack, team: known }, reader) {
  const suspects = monitors.filter(import_health6.endedWithoutPages);
  if (suspects.length === 0) return NOTHING2;
  const byRun = suspects.filter((monitor) => !read2.has(monitor)).sort((one, other) => (one.lastRunAt ?? "") > (other.lastRunAt ?? "") ? -1 : 1);
  const most = lack === null ? Math.max(0, MOST_READ - read2.size) : 0;
  const { found } = await reader.each(byRun.slice(0, most), ({ id }) => reader.checks(id, NEWEST3));
  const team = known === void 0 ? await readTeam(reader) : known;
  const isHit = [...read2, ...found].some(([monitor, checks2]) => (0, import_health6.judgeHealth)(monitor, now, checks2).isWithoutCredits);
  const isSpent = team !== null && team.remaining !== null && team.remaining <= 0;
  return { left: isHit || isSpent ? "none" : "not-known", team, checks: found };
}
async function readTeam(reader) {
  const credits = await reader.credits();
  return credits.kind === "read" ? credits.value : null;
}
var import_deliveries5, import_health6, import_sample, import_fold_open9, import_choose_keys5, import_project8, import_service_reader10, MOST_SEARCHES, MOST_READ, NEWEST3, NOTHING2;
var init_status = __esm({
  "src/features/observe/status.ts"() {
    "use strict";
    import_deliveries5 = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    import_health6 = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_sample = askBundle("./plan.cjs", "src/core/observe/sample.ts");
    import_fold_open9 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_choose_keys5 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project8 = askBundle("./check.cjs", "src/project/project.ts");
    import_service_reader10 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_listed();
    init_recipients();
    init_status_document();
    MOST_SEARCHES = 5;
    MOST_READ = 5;
    NEWEST3 = 5;
    NOTHING2 = { left: "not-known", team: null, checks: /* @__PURE__ */ new Map() };
  }
});

// src/doors/library/observe.ts
var observe_exports = {};
__export(observe_exports, {
  alerts: () => alerts,
  checks: () => checks,
  diff: () => diff,
  run: () => run,
  status: () => status
});
async function status(given) {
  const { checks: checks2 = 0, alerts: alerts2 = false, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "status" }, async (project) => {
    const count = (0, import_option_values5.wholeNumber)("checks", String(checks2), import_choices3.NEWEST_CHECKS);
    const request = { ...choiceOf(options), checks: count, failing: "certain", alerts: alerts2 ? "read" : "left-out" };
    return (await readStatus2(project, request)).document;
  });
}
async function checks(given) {
  const { key, limit = 10, ...options } = checkOptions(given);
  return runOnProject(
    { ...options, command: "checks" },
    async (project) => toChecksDocument(await readHistory(project, requireKey(key), (0, import_option_values5.wholeNumber)("limit", String(limit), { min: 1, max: 1e3 })))
  );
}
async function diff(given) {
  const { key, check, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "diff" }, async (project) => toDiffDocument(await readChanges2(project, requireKey(key), check)));
}
async function alerts(given) {
  const { maxRequests, ...options } = checkOptions(given);
  return runOnProject({ ...options, command: "alerts" }, async (project) => {
    const most = maxRequests === void 0 ? void 0 : (0, import_option_values5.wholeNumber)("maxRequests", String(maxRequests), { min: 1, max: 1e6 });
    return readAlerts(project, { ...choiceOf(options), maxRequests: most });
  });
}
async function run(given) {
  const { maxCredits, wait = false, timeout = "30m", ...options } = checkOptions(given);
  if (maxCredits === void 0) throw refuse("maxCredits is missing", "to call run is to pay: give the most that it may cost");
  const { only, labels = {} } = options;
  if (only === void 0 && Object.keys(labels).length === 0) throw refuse("run needs only or labels", '["**"] means all');
  return runOnProject({ ...options, command: "run" }, async (project) => {
    const most = (0, import_option_values5.wholeNumber)("maxCredits", String(maxCredits), import_choices3.MAX_CREDITS);
    const followMs = wait ? (0, import_option_values5.readDuration)("timeout", timeout) : null;
    const approve = async (costs) => refuseDear(sumCredits(costs), most);
    const view = await runChecks(project, { ...choiceOf(options), followMs }, { approve });
    return { ...toRunDocument(view), exitCode: (0, import_interruption8.exitCodeAfter)(project.watchInterruption(), runExitCode(view)) };
  });
}
function refuseDear(credits, most) {
  if (credits !== null && credits <= most) return;
  const cost = credits === null ? "an unknown number of credits" : `about ${credits} credits`;
  throw new import_user_error16.UserError(
    "config/too-expensive",
    `this costs ${cost}; maxCredits is ${most}`,
    "choose fewer monitors, or give a higher maxCredits"
  );
}
function requireKey(key) {
  if (key === void 0) throw refuse("key is missing");
  return key;
}
function choiceOf({ only, exclude, labels = {} }) {
  return { only, exclude, labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`) };
}
var import_interruption8, import_choices3, import_option_values5, import_user_error16;
var init_observe = __esm({
  "src/doors/library/observe.ts"() {
    "use strict";
    import_interruption8 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_choices3 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_option_values5 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error16 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_alerts();
    init_checks();
    init_checks_document();
    init_run_checks();
    init_run_document();
    init_status();
    init_check_options();
    init_run();
  }
});

// src/doors/library/state.ts
var state_exports = {};
__export(state_exports, {
  readState: () => readState
});
async function readState(options) {
  return runOnProject({ ...checkOptions(options), command: "state list" }, async (project) => {
    const { stored, unresolved } = await (0, import_fold_open10.viewState)(project.store);
    const shared = { unresolved: unresolved.map(import_shared_documents.toUnresolvedDocument) };
    if (stored === null) return { version: null, origin: null, monitors: [], ...shared };
    const { origin, monitors } = (0, import_state8.wholeOf)(stored.state);
    const { lineage, serial } = stored.version;
    const sorted = [...monitors].sort(([a], [b]) => (0, import_diagnostic7.compareText)(a, b));
    return { version: { lineage, serial }, origin, monitors: sorted.map(([key, record3]) => toStateMonitor(key, record3)), ...shared };
  });
}
function toStateMonitor(key, { id, applied, createdAt, paused, protect, observed }) {
  const targetIds = (0, import_targets7.listTargetIds)(applied).filter((target) => target !== null);
  return { key, id, targetIds, createdAt: createdAt === "" ? null : createdAt, paused: paused === true, protected: protect, observed };
}
var import_diagnostic7, import_targets7, import_fold_open10, import_state8, import_shared_documents;
var init_state = __esm({
  "src/doors/library/state.ts"() {
    "use strict";
    import_diagnostic7 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_targets7 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_fold_open10 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state8 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_shared_documents = askBundle("./plan.cjs", "src/rendering/shared-documents.ts");
    init_check_options();
    init_run();
  }
});

// src/core/git/branch-commit.ts
async function refuseBranch(place) {
  await readBase(place);
}
async function readBase(place) {
  const { branch } = place;
  const head = await ask(place, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (head.exitCode !== 0) throw refuse3("this repository has no commit yet", "commit the specs first");
  const known = await ask(place, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
  if (known.exitCode === 0) throw refuse3(`branch "${branch}" exists already`, "give another name, or delete that branch first");
  return lineOf(head);
}
async function commitOnBranch(place, edits, message) {
  const base = await readBase(place);
  const root = (0, import_repository3.findRepository)((0, import_paths5.findReal)(place.directory)) ?? place.directory;
  const blobs = /* @__PURE__ */ new Map();
  for (const edit of edits) {
    const path = (0, import_node_path9.relative)(root, (0, import_paths5.findReal)(edit.path)).split(import_node_path9.sep).join("/");
    blobs.set(path, await writeBlob(place, base, path, edit));
  }
  const tree = await editTree(place, `${base}^{tree}`, blobs);
  const made = await ask(place, ["commit-tree", tree, "-p", base], message);
  if (made.exitCode !== 0) throw refuse3(`git can't commit: ${firstLine(made)}`, 'set user.name and user.email with "git config"');
  const commit = lineOf(made);
  const isNew2 = commit.replaceAll(/./g, "0");
  const moved = await ask(place, ["update-ref", "--no-deref", "-m", "monitors accept", `refs/heads/${place.branch}`, commit, isNew2]);
  if (moved.exitCode !== 0) throw refuse3(`git can't make branch "${place.branch}": ${firstLine(moved)}`, "give another name");
  return commit;
}
async function writeBlob(place, base, path, { shown, before, after }) {
  const held = path.startsWith("../") ? null : await ask(place, ["cat-file", "blob", `${base}:${path}`]);
  if (held === null || held.exitCode !== 0) throw refuse3(`${shown} is not committed`, "commit it first");
  const text2 = fitLineEnds(held.stdout, Buffer.from(before), after);
  if (text2 === null) throw refuse3(`${shown} has changes that are not committed`, "commit or undo them first");
  return lineOf(sure(await ask(place, ["hash-object", "-w", "--no-filters", "--stdin"], text2)));
}
function fitLineEnds(held, before, after) {
  if (held.equals(before)) return after;
  const isSame = held.equals(Buffer.from(before.toString("latin1").replaceAll("\r\n", "\n"), "latin1"));
  return isSame ? after.replaceAll("\r\n", "\n") : null;
}
async function editTree(place, tree, blobs) {
  const listed = sure(await ask(place, ["ls-tree", "-z", "--full-tree", tree])).stdout.toString("latin1");
  const entries = await Promise.all(
    listed.split("\0").filter((entry) => entry !== "").map(async (entry) => {
      const [, mode = "", type = "", id = "", bytes = ""] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      const name = Buffer.from(bytes, "latin1").toString("utf8");
      const below = new Map(
        [...blobs].flatMap(([path, blob]) => path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), blob]] : [])
      );
      const edited = type === "tree" && below.size > 0 ? await editTree(place, id, below) : blobs.get(name) ?? id;
      return `${mode} ${type} ${edited}	${bytes}\0`;
    })
  );
  return lineOf(sure(await ask(place, ["mktree", "-z", "--missing"], Buffer.from(entries.join(""), "latin1"))));
}
async function ask({ directory, env }, args, stdin) {
  const settings = [["i18n.commitEncoding", "UTF-8"]];
  const answer = await (0, import_run_git2.askGit)(directory, env, args, { settings, passOn: IDENTITY, stdin: stdin ?? "" });
  if (answer === null) throw refuse3("there is no git repository here, or git is not installed", "run it in a clone");
  return answer;
}
function sure(answer) {
  if (answer.exitCode !== 0) throw refuse3(`git failed: ${firstLine(answer)}`, 'check the repository with "git fsck"');
  return answer;
}
function lineOf({ stdout }) {
  return stdout.toString("utf8").trim();
}
function firstLine({ stderr }) {
  const lines = stderr.split("\n");
  return (lines.find((line) => line.startsWith("fatal: ")) ?? lines[0] ?? "").replace(/^fatal: /, "");
}
function refuse3(why, hint) {
  return new import_user_error17.UserError("git/branch-refused", `${why}; nothing was changed`, hint);
}
var import_node_path9, import_user_error17, import_paths5, import_repository3, import_run_git2, IDENTITY;
var init_branch_commit = __esm({
  "src/core/git/branch-commit.ts"() {
    "use strict";
    import_node_path9 = require("node:path");
    import_user_error17 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths5 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_repository3 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_run_git2 = askBundle("./check.cjs", "src/core/git/run-git.ts");
    IDENTITY = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$|^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;
  }
});

// src/project/same-render.ts
function renderingOf({ key, sync, paused, bodyHash }) {
  const { key: _own, environments: _homes, alerts: _said, paused: given, ...settings } = sync;
  return (0, import_canonical10.canonicalJson)({ key, paused: given === "keep" ? given : paused, bodyHash, settings });
}
function findRenderedChanges(before, after) {
  const renderings = new Map(before.map((monitor) => [monitor.key, renderingOf(monitor)]));
  const changed = after.filter((monitor) => renderings.get(monitor.key) !== renderingOf(monitor)).map(({ key }) => key);
  const present = new Set(after.map(({ key }) => key));
  return [...changed, ...[...renderings.keys()].filter((key) => !present.has(key))].sort();
}
var import_canonical10;
var init_same_render = __esm({
  "src/project/same-render.ts"() {
    "use strict";
    import_canonical10 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
  }
});

// src/core/writing/splices.ts
function applySplices(text2, splices) {
  const ordered = splices.map((splice, order) => ({ ...splice, order })).sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  let result = "";
  let at = 0;
  for (const splice of ordered) {
    result += text2.slice(at, splice.start) + splice.text;
    at = Math.max(at, splice.end);
  }
  return result + text2.slice(at);
}
function findLineStart(text2, offset) {
  return offset === 0 ? 0 : text2.lastIndexOf("\n", offset - 1) + 1;
}
function findLineEnd(text2, offset) {
  if (offset > 0 && text2[offset - 1] === "\n") return offset;
  const next = text2.indexOf("\n", offset);
  return next === -1 ? text2.length : next + 1;
}
var init_splices = __esm({
  "src/core/writing/splices.ts"() {
    "use strict";
  }
});

// src/core/writing/spec-edit.ts
function editSpecText(text2, index, wanted) {
  const before = readDocuments(text2);
  const documents = (0, import_yaml.parseAllDocuments)(text2, { version: "1.2", schema: "core", keepSourceTokens: true, logLevel: "silent" });
  const document = Array.isArray(documents) ? documents[index] : void 0;
  if (before === null || document === void 0 || !(0, import_yaml.isCollection)(document.contents)) return null;
  const splices = new Editor(text2, document).edit(document.contents, wanted);
  const edited = splices === null ? null : applySplices(text2, splices);
  const after = edited === null ? null : readDocuments(edited);
  if (after === null || after.length !== before.length) return null;
  const isAsWanted = after.every(
    ({ index: at, data }, place) => (0, import_value18.isEqualJson)(data, at === index ? wanted : before[place]?.data ?? null)
  );
  return isAsWanted ? edited : null;
}
function readDocuments(text2) {
  const { documents, findings } = (0, import_document9.parseSource)({ file: "", specPath: "", bytes: Buffer.from(text2) });
  return findings.some(({ severity }) => severity === "error") ? null : documents;
}
function nameOf({ key }) {
  return key instanceof import_yaml.Scalar ? String(key.value) : "";
}
function startOf(node) {
  const start = node?.range?.[0];
  if (start === void 0) throw new Unwritable();
  return start;
}
function endOf(node) {
  const end = node?.range?.[1];
  if (end === void 0) throw new Unwritable();
  return end;
}
function columnOf(text2, offset) {
  return offset - findLineStart(text2, offset);
}
function listDashes({ srcToken }) {
  if (srcToken?.type !== "block-seq") throw new Unwritable();
  return srcToken.items.flatMap(({ start }) => start.filter(({ type }) => type === "seq-item-ind").map(({ offset }) => offset));
}
function keepsSome(from, to) {
  return (0, import_value18.isObject)(from) && Object.keys(from).some((name) => Object.hasOwn(to, name));
}
function hasSameNames(from, to) {
  return (0, import_canonical11.canonicalJson)(Object.keys(from).sort()) === (0, import_canonical11.canonicalJson)(Object.keys(to).sort());
}
function isBlockScalar(node) {
  return (0, import_yaml.isScalar)(node) && (node.type === import_yaml.Scalar.BLOCK_FOLDED || node.type === import_yaml.Scalar.BLOCK_LITERAL);
}
function writeLike(node, to) {
  if (typeof to !== "string" || /[^\x20-\x7e]/.test(to)) return writeInline(to);
  if (node.type === import_yaml.Scalar.QUOTE_SINGLE) return `'${to.replaceAll("'", "''")}'`;
  return node.type === import_yaml.Scalar.QUOTE_DOUBLE ? JSON.stringify(to) : writeInline(to);
}
function writeInline(value) {
  if (Array.isArray(value)) return `[${value.map(writeInline).join(", ")}]`;
  if ((0, import_value18.isObject)(value)) {
    const members = Object.entries(value).map(([name, inner]) => `${writeYamlScalar(name)}: ${writeInline(inner)}`);
    return `{${members.join(", ")}}`;
  }
  return typeof value === "string" ? writeYamlScalar(value) : JSON.stringify(value);
}
function writeItem2(item) {
  const [, ...lines] = writeYaml({ item: [item] }).split("\n");
  return lines.map((line) => line.slice(2)).join("\n");
}
function indentRest(yaml, column, break_) {
  return yaml.split("\n").map((line, index) => index === 0 || line === "" ? line : " ".repeat(column) + line).join(break_);
}
var import_yaml, import_canonical11, import_value18, import_document9, Unwritable, Editor;
var init_spec_edit = __esm({
  "src/core/writing/spec-edit.ts"() {
    "use strict";
    import_yaml = require("./yaml.cjs");
    import_canonical11 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value18 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_document9 = askBundle("./check.cjs", "src/core/specs/document.ts");
    init_item_alignment();
    init_splices();
    init_yaml_text();
    Unwritable = class extends Error {
    };
    Editor = class {
      #text;
      #document;
      #break;
      #splices = [];
      constructor(text2, document) {
        this.#text = text2;
        this.#document = document;
        this.#break = text2.includes("\r\n") ? "\r\n" : "\n";
      }
      edit(root, wanted) {
        try {
          this.#change(root, wanted);
          return this.#splices;
        } catch (error) {
          if (error instanceof Unwritable) return null;
          throw error;
        }
      }
      #change(node, to) {
        const from = this.#dataOf(node);
        if ((0, import_value18.isEqualJson)(from, to)) return;
        if ((0, import_yaml.isMap)(node) && (0, import_value18.isObject)(to) && keepsSome(from, to)) this.#changeMap(node, to);
        else if ((0, import_yaml.isSeq)(node) && Array.isArray(to) && to.length > 0 && node.items.length > 0) this.#changeList(node, to);
        else this.#replace(node, to);
      }
      #dataOf(node) {
        return node === null ? null : node.toJS(this.#document);
      }
      #changeMap(map, to) {
        if (map.flow === true && !hasSameNames(this.#dataOf(map), to)) {
          this.#rewriteFlowMap(map, to);
          return;
        }
        const pairs = map.items;
        for (const [place, pair] of pairs.entries()) {
          const name = nameOf(pair);
          if (!Object.hasOwn(to, name)) this.#removePair(pairs, place);
          else if (!(0, import_value18.isEqualJson)(this.#dataOf(pair.value), to[name]))
            this.#changeMember(pair, to[name], map.flow === true);
        }
        const known = new Set(pairs.map(nameOf));
        const added = Object.fromEntries(Object.entries(to).filter(([name]) => !known.has(name)));
        if (Object.keys(added).length > 0)
          this.#addLines(this.#endOfPair(pairs.at(-1)), writeYaml(added), columnOf(this.#text, startOf(pairs[0]?.key)));
      }
      /** A block of another shape, or one line that becomes a block, is written again with its name. */
      #changeMember(pair, to, isInBrackets) {
        const { value, key } = pair;
        if (value !== null && (isInBrackets || this.#fits(value, to))) {
          this.#change(value, to);
          return;
        }
        const start = startOf(key);
        const lines = indentRest(writeYaml({ [nameOf(pair)]: to }), columnOf(this.#text, start), this.#break);
        const end = value === null ? endOf(key) : this.#contentEnd(value);
        const label = this.#text.slice(start, endOf(key));
        const written = label + lines.slice(lines.indexOf(":"));
        this.#splices.push({ start, end: value === null ? this.#text.indexOf(":", end) + 1 : end, text: written.replace(/\r?\n$/, "") });
      }
      #changeList(list, to) {
        const items = list.items;
        const steps = alignItems(
          items.map((item) => this.#dataOf(item)),
          to
        );
        if (list.flow === true) {
          if (steps.every(({ kind }) => kind === "keep")) for (const step of steps) this.#followKept(items, step, to);
          else this.#rewriteFlowList(list, steps, to);
          return;
        }
        const dashes = listDashes(list);
        const column = columnOf(this.#text, dashes[0] ?? 0);
        let after = null;
        for (const step of steps) {
          if (step.kind === "add") {
            const at = after === null ? findLineStart(this.#text, dashes[0] ?? 0) : findLineEnd(this.#text, this.#contentEnd(items[after]));
            this.#addLines(at, writeItem2(to[step.to]), column);
            continue;
          }
          after = step.from;
          const item = items[step.from];
          const isInPlace = step.kind === "keep" && this.#fits(item, to[step.to]);
          if (isInPlace) this.#followKept(items, step, to);
          else this.#removeLines(dashes[step.from] ?? -1, this.#contentEnd(item));
          if (step.kind === "keep" && !isInPlace)
            this.#addLines(findLineEnd(this.#text, this.#contentEnd(item)), writeItem2(to[step.to]), column);
        }
      }
      /** Whether a value can be changed where it stands: what is on one line stays so, a block keeps some of its parts. */
      #fits(node, to) {
        const from = this.#dataOf(node);
        if ((0, import_value18.isEqualJson)(from, to)) return true;
        if ((0, import_yaml.isMap)(node) && (0, import_value18.isObject)(to) && keepsSome(from, to)) return true;
        if ((0, import_yaml.isSeq)(node) && Array.isArray(to) && to.length > 0 && node.items.length > 0) return true;
        const isBlockNow = (0, import_yaml.isCollection)(node) && node.flow !== true || isBlockScalar(node);
        return !isBlockNow && (typeof to !== "object" || to === null || Object.keys(to).length === 0) && !(typeof to === "string" && to.includes("\n"));
      }
      #followKept(items, step, to) {
        if (step.kind === "keep") this.#change(items[step.from], to[step.to]);
      }
      #replace(node, to) {
        const isBlock2 = (0, import_yaml.isCollection)(node) && node.flow !== true || isBlockScalar(node);
        if (isBlock2) {
          if (typeof to === "object" && to !== null && Object.keys(to).length > 0) throw new Unwritable();
          const end = this.#contentEnd(node);
          this.#splices.push({ start: startOf(node), end, text: writeInline(to) + (this.#text[end - 1] === "\n" ? this.#break : "") });
          return;
        }
        this.#splices.push({ start: startOf(node), end: endOf(node), text: (0, import_yaml.isScalar)(node) ? writeLike(node, to) : writeInline(to) });
      }
      /** In brackets, each kept item keeps its own text. */
      #rewriteFlowList(list, steps, to) {
        const texts = steps.flatMap((step) => {
          if (step.kind === "add") return [writeInline(to[step.to])];
          return step.kind === "keep" ? [this.#textOf(list.items[step.from], to[step.to])] : [];
        });
        this.#rewriteFlow(list, texts, "[]");
      }
      #rewriteFlowMap(map, to) {
        const pairs = map.items;
        const kept = pairs.flatMap((pair) => {
          const name = nameOf(pair);
          if (!Object.hasOwn(to, name)) return [];
          const label = this.#text.slice(startOf(pair.key), endOf(pair.key));
          return [`${label}: ${pair.value === null ? writeInline(to[name]) : this.#textOf(pair.value, to[name])}`];
        });
        const known = new Set(pairs.map(nameOf));
        const added = Object.entries(to).flatMap(
          ([name, value]) => known.has(name) ? [] : [`${writeYamlScalar(name)}: ${writeInline(value)}`]
        );
        this.#rewriteFlow(map, [...kept, ...added], "{}");
      }
      #rewriteFlow(node, texts, brackets) {
        const [start, end] = [startOf(node), endOf(node)];
        const old = this.#text.slice(start, end);
        if (/(?:^|\s)#/m.test(old)) throw new Unwritable();
        const pad = /^[[{]\s/.test(old) ? " " : "";
        this.#splices.push({ start, end, text: `${brackets[0]}${pad}${texts.join(", ")}${pad}${brackets[1]}` });
      }
      /** The text of a node with its changes, for what is put elsewhere. */
      #textOf(node, to) {
        const outer = this.#splices;
        this.#splices = [];
        this.#change(node, to);
        const own = this.#splices;
        this.#splices = outer;
        const [start, end] = [startOf(node), endOf(node)];
        return applySplices(
          this.#text.slice(start, end),
          own.map((splice) => ({ ...splice, start: splice.start - start, end: splice.end - start }))
        );
      }
      /** A member that shares its line with the dash of its item makes room for the next one. */
      #removePair(pairs, place) {
        const pair = pairs[place];
        const start = startOf(pair.key);
        if (this.#text.slice(findLineStart(this.#text, start), start).trim() === "") {
          this.#splices.push({ start: findLineStart(this.#text, start), end: this.#endOfPair(pair), text: "" });
          return;
        }
        const next = pairs[place + 1];
        if (place > 0 || next === void 0) throw new Unwritable();
        this.#splices.push({ start, end: startOf(next.key), text: "" });
      }
      #removeLines(start, contentEnd) {
        const lineStart = findLineStart(this.#text, start);
        if (start < 0 || this.#text.slice(lineStart, start).trim() !== "") throw new Unwritable();
        this.#splices.push({ start: lineStart, end: findLineEnd(this.#text, contentEnd), text: "" });
      }
      #addLines(at, yaml, column) {
        const isLineStart = at === 0 || this.#text[at - 1] === "\n";
        const lines = " ".repeat(column) + indentRest(yaml, column, this.#break);
        this.#splices.push({ start: at, end: at, text: isLineStart ? lines : this.#break + lines.replace(/\r?\n$/, "") });
      }
      #endOfPair(pair) {
        if (pair === void 0) throw new Unwritable();
        return findLineEnd(this.#text, pair.value === null ? endOf(pair.key) : this.#contentEnd(pair.value));
      }
      /** Finds the last character of a node, comments below it left out. */
      #contentEnd(node) {
        if ((0, import_yaml.isCollection)(node) && node.flow !== true) {
          const last = node.items.at(-1);
          if (last === void 0) return endOf(node);
          if (!(0, import_yaml.isMap)(node)) return this.#contentEnd(last);
          const { key, value } = last;
          return value === null ? endOf(key) : this.#contentEnd(value);
        }
        return endOf(node);
      }
    };
  }
});

// src/core/writing/data-text.ts
function fitsCsv({ columns, rows }) {
  const cells = [...rows.map(({ key }) => key), ...columns.flatMap((column) => column.cells)];
  return cells.every((cell) => typeof cell !== "object" && (typeof cell !== "string" || !isFormula(cell) && !/[\p{Cc}]/u.test(cell)));
}
function isFormula(text2) {
  return /^[=+\-@\t\r]/.test(text2);
}
function writeRows({ columns, rows }, form) {
  const cellsOf = (index) => columns.map(({ name, cells }) => [name, cells[index]]);
  if (form === "csv") {
    const lines = rows.map(({ key }, index) => [key, ...cellsOf(index).map(([, cell]) => cell)]);
    return [["key", ...columns.map(({ name }) => name)], ...lines].map((line) => `${line.map(writeCell).join(",")}
`).join("");
  }
  return rows.map(({ key }, index) => {
    const filled = cellsOf(index).filter(([, cell]) => cell !== void 0);
    return `- ${writeInline({ key, ...Object.fromEntries(filled) })}
`;
  }).join("");
}
function writeCell(cell) {
  const text2 = cell === void 0 ? "" : String(cell);
  return /[",;]|^\s|\s$/.test(text2) ? `"${text2.replaceAll('"', '""')}"` : text2;
}
var init_data_text = __esm({
  "src/core/writing/data-text.ts"() {
    "use strict";
    init_spec_edit();
  }
});

// src/core/writing/write-back.ts
function writeBack(raw, own, wanted) {
  const writing = new Writing();
  const data = writing.members(raw, own, wanted, []);
  return { data, cells: writing.cells, beside: writing.beside, stuck: writing.stuck };
}
var import_pointer3, import_value19, import_places3, import_references6, Writing;
var init_write_back = __esm({
  "src/core/writing/write-back.ts"() {
    "use strict";
    import_pointer3 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value19 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_places3 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_references6 = askBundle("./check.cjs", "src/core/specs/fleet/references.ts");
    init_item_alignment();
    Writing = class {
      cells = /* @__PURE__ */ new Map();
      beside = [];
      stuck = [];
      members(raw, own, wanted, path) {
        const written = {};
        for (const name of /* @__PURE__ */ new Set([...Object.keys(raw), ...Object.keys(wanted)])) {
          const value = this.#value((0, import_value19.property)(raw, name), (0, import_value19.property)(own, name), (0, import_value19.property)(wanted, name), [...path, name]);
          if (value !== void 0) written[name] = value;
        }
        return written;
      }
      #value(raw, own, wanted, path) {
        if (own === wanted || own !== void 0 && wanted !== void 0 && (0, import_value19.isEqualJson)(own, wanted)) return raw;
        if (typeof raw === "string" && (0, import_references6.hasHoles)(raw)) return this.#text(raw, wanted, path);
        if ((0, import_value19.isObject)(raw) && (0, import_value19.isObject)(own) && (0, import_value19.isObject)(wanted)) return this.members(raw, own, wanted, path);
        if (Array.isArray(raw) && Array.isArray(own) && Array.isArray(wanted) && raw.length === own.length)
          return this.#items(raw, own, wanted, path);
        this.beside.push((0, import_pointer3.toPointer)(path));
        return wanted;
      }
      #items(raw, own, wanted, path) {
        return alignItems(own, wanted).flatMap((step) => {
          const at = [...path, step.kind === "remove" ? step.from : step.to];
          if (step.kind === "keep") return this.#value(raw[step.from], own[step.from], wanted[step.to], at) ?? [];
          this.beside.push((0, import_pointer3.toPointer)(at));
          return step.kind === "add" ? [wanted[step.to]] : [];
        });
      }
      /** Only one reference, with the same text around it, tells what its cell has to hold. */
      #text(raw, wanted, path) {
        const parts = (0, import_references6.splitTemplate)(raw, (0, import_places3.isReferencePlace)(path) ? "everything" : "env-only");
        const [hole, ...others] = parts.flatMap((part) => part.kind === "literal" ? [] : [part]);
        if (hole?.kind !== "hole" || hole.of !== "each" || hole.name === "key" || others.length > 0) return this.#refuse(raw, path);
        const at = parts.indexOf(hole);
        const [before = "", after = ""] = [parts.slice(0, at), parts.slice(at + 1)].map(
          (side) => side.map((part) => part.kind === "literal" ? part.value : "").join("")
        );
        if (before === "" && after === "") return this.#cell(raw, hole.name, wanted, path);
        const isAround = typeof wanted === "string" && wanted.startsWith(before) && wanted.endsWith(after);
        if (!isAround || wanted.length <= before.length + after.length) return this.#refuse(raw, path);
        return this.#cell(raw, hole.name, wanted.slice(before.length, wanted.length - after.length), path);
      }
      #cell(raw, column, value, path) {
        const other = this.cells.has(column) ? this.cells.get(column) ?? null : value ?? null;
        if (!(0, import_value19.isEqualJson)(other, value ?? null)) return this.#refuse(raw, path);
        this.cells.set(column, value);
        return raw;
      }
      #refuse(raw, path) {
        this.stuck.push((0, import_pointer3.toPointer)(path));
        return raw;
      }
    };
  }
});

// src/features/accept/accept-into.ts
function withoutFollowing(places) {
  return places.includes("/goal") ? places.filter((place) => place !== "/judgeEnabled") : places;
}
function readAt(source, index) {
  return (0, import_document10.parseSource)(source).documents.find((document) => document.index === index)?.data;
}
function withPaused(effective, { body, paused }) {
  const sync = (0, import_member7.member)(effective, "sync");
  const own = (0, import_value20.isObject)(sync) ? sync : void 0;
  if ((0, import_member7.member)(own, "paused") === true === paused) return own === void 0 ? body : { ...body, sync: own };
  return { ...body, sync: { ...own, paused } };
}
function editRow(rows, { row, cells }) {
  const before = rows[row];
  if (!(0, import_value20.isObject)(before)) return null;
  const changed = { ...before };
  for (const [column, value] of cells) {
    if (column === "paused" && (0, import_value20.isObject)(before["sync"]))
      changed["sync"] = { ...before["sync"], ...value === void 0 ? {} : { paused: value } };
    else if (value === void 0) delete changed[column];
    else changed[column] = value;
  }
  return rows.map((other, index) => index === row ? changed : other);
}
function refuseCsv({ file, specPath }, { row, cells }) {
  const formula = [...cells].find(([, value]) => typeof value === "string" && isFormula(value));
  if (formula !== void 0) {
    return {
      file,
      why: `the value of the column "${formula[0]}" begins with ${JSON.stringify(formula[1][0])}, and spreadsheets run that as a formula`,
      hint: `keep the rows in a .yaml file; or change the value in the service`
    };
  }
  const words = [...cells].map(([column, value]) => `${column} = ${value === void 0 ? "(empty)" : (0, import_bounded_text2.boundText)(JSON.stringify(value))}`);
  return {
    file,
    why: "a CSV file is not edited",
    hint: `write into row ${row + 1} below the header of ${import_node_path10.posix.basename(specPath === "" ? file : specPath)}: ${words.join(", ")}; then run apply`
  };
}
var import_node_path10, import_words5, import_bounded_text2, import_value20, import_member7, import_document10, import_merge4, EditedSpecs;
var init_accept_into = __esm({
  "src/features/accept/accept-into.ts"() {
    "use strict";
    import_node_path10 = require("node:path");
    import_words5 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_bounded_text2 = askBundle("./monitors.cjs", "src/core/diagnostics/bounded-text.ts");
    import_value20 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member7 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_document10 = askBundle("./check.cjs", "src/core/specs/document.ts");
    import_merge4 = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    init_data_text();
    init_separate();
    init_spec_edit();
    init_write_back();
    EditedSpecs = class {
      #sources;
      #specsDirectory;
      #readData;
      #texts = /* @__PURE__ */ new Map();
      constructor(sources, specsDirectory, readData) {
        this.#sources = new Map(sources.map((source) => [source.specPath, source]));
        this.#specsDirectory = specsDirectory;
        this.#readData = readData;
      }
      /** All specs, those that were edited as they are now. */
      sources() {
        return [...this.#sources.values()].map((source) => this.#edited(this.#pathOf(source), source));
      }
      /** Reads data files, those that were edited as they are now. */
      readData = (spec, path) => {
        const data = this.#readData(spec, path);
        return "source" in data ? { ...data, source: this.#edited(this.#dataPath(spec, path), data.source) } : data;
      };
      /** Lists the files to write. */
      replacements() {
        return [...this.#texts].map(([path, { source, text: text2 }]) => ({ path, shown: source.file, before: source.bytes, after: text2 }));
      }
      /** Edits the file in which a monitor is written, so that it comes to what was accepted. Returns that file's name, or why it can't. */
      accept(spec, accepted) {
        const source = this.#sources.get(spec.specPath);
        const parts = spec.parts?.();
        if (source === void 0 || parts === void 0) return { file: spec.file, why: "the file is gone" };
        const path = this.#pathOf(source);
        const raw = readAt(this.#edited(path, source), parts.index);
        if (!(0, import_value20.isObject)(raw)) return { file: source.file, why: "its document is gone" };
        const own = separateOwn(parts, withPaused((0, import_merge4.mergeSpec)((0, import_merge4.mergeDefaults)(parts.defaults), parts.own, parts.overlays), accepted));
        if (parts.row !== void 0) return this.#acceptRow(source, { raw, parts, own, row: parts.row });
        const { data, stuck } = writeBack(raw, parts.own, own);
        if (stuck.length > 0) return { file: source.file, why: `${(0, import_words5.listWords)(stuck)} ${stuck.length === 1 ? "has" : "have"} a reference` };
        return this.#edit(path, source, parts.index, data);
      }
      /** Only cells and settings of the row change: all else is every row's. */
      #acceptRow(source, { raw, parts, own, row }) {
        const { sync: ownSync, ...members } = parts.own;
        const { sync: wantedSync, ...wanted } = own;
        const { sync, ...rest } = raw;
        const { cells, beside, stuck } = writeBack(rest, members, wanted);
        const shared = withoutFollowing([...beside, ...stuck]);
        if (shared.length > 0) {
          return {
            file: source.file,
            why: `${(0, import_words5.listWords)(shared)} would be the same for all rows of the list`,
            hint: `give it a column of its own: write "\${each:COLUMN}" there, and the value of each row into the data`
          };
        }
        const paused = (0, import_member7.member)(wantedSync, "paused");
        const settings = paused === (0, import_member7.member)(ownSync, "paused") ? {} : { paused };
        const edit = { row, cells: new Map([...cells, ...Object.entries(settings)]) };
        const each = (0, import_member7.member)(sync, "each");
        const file = (0, import_member7.member)(each, "file");
        if (typeof file === "string") return this.#acceptInFile(source, file, edit);
        const rows = Array.isArray(each) ? editRow(each, edit) : null;
        if (rows === null || !(0, import_value20.isObject)(sync)) return { file: source.file, why: "its row is gone" };
        return this.#edit(this.#pathOf(source), source, parts.index, { ...raw, sync: { ...sync, each: rows } });
      }
      #acceptInFile(spec, file, edit) {
        const data = this.readData(spec, file);
        if (!("source" in data)) return { file: spec.file, why: data.message, hint: data.hint };
        const { source } = data;
        if (file.endsWith(".csv")) return refuseCsv(source, edit);
        const rows = readAt(source, 0);
        const edited = Array.isArray(rows) ? editRow(rows, edit) : null;
        if (edited === null) return { file: source.file, why: "its row is gone" };
        return this.#edit(this.#dataPath(spec, file), source, 0, edited);
      }
      #edit(path, source, index, data) {
        const known = this.#texts.get(path);
        const edited = editSpecText(known?.text ?? Buffer.from(source.bytes).toString("utf8"), index, data);
        if (edited === null) {
          return { file: source.file, why: "the way it is written (anchors, comments in brackets) leaves no room for it" };
        }
        this.#texts.set(path, { source: known?.source ?? source, text: edited });
        return source.file;
      }
      #edited(path, source) {
        const known = this.#texts.get(path);
        return known === void 0 ? source : { ...source, bytes: Buffer.from(known.text) };
      }
      #pathOf({ specPath }) {
        return (0, import_node_path10.resolve)(this.#specsDirectory, specPath);
      }
      #dataPath({ specPath }, path) {
        return (0, import_node_path10.resolve)(this.#specsDirectory, (0, import_node_path10.dirname)(specPath), path);
      }
    };
  }
});

// src/features/accept/acceptance.ts
function acceptLive({ spec, recorded, live, lineage }) {
  const applied = (0, import_diff5.comparableBody)(recorded.applied);
  const read2 = (0, import_live13.readAsWritten)(live.body, { written: applied, observed: recorded.observed, hide: live.hide });
  const fields = [...(0, import_diff5.diffComparable)(applied, read2), ...diffPaused(recorded, live)];
  if (fields.length === 0) return { kind: "no-drift" };
  const secret = fields.filter((field) => field.op !== "remove" && (field.sensitive || holdsReferred(field, live.hide)));
  if (secret.length > 0) return { kind: "secret", places: pathsOf(secret).map((path) => String((0, import_masking7.hideTexts)(path, live.hide))) };
  const raw = spec.body();
  const compare3 = (body2) => (0, import_diff5.keepRecordedIds)(applied, (0, import_fingerprint7.fingerprintBody)((0, import_diff5.comparableBody)(body2), lineage));
  const wanted = compare3(raw);
  const body = mergeBody({ raw, wanted, applied, read: read2 }, toSpecBody(live.body));
  if (holdsFingerprint(body)) return { kind: "secret", places: pathsOf(fields) };
  const pending = new Set(pathsOf((0, import_diff5.diffComparable)(applied, wanted)));
  const left = (0, import_diff5.diffComparable)(read2, (0, import_diff5.keepRecordedIds)(read2, (0, import_fingerprint7.fingerprintBody)((0, import_diff5.comparableBody)(body), lineage)));
  const unsaid = pathsOf(left).filter((path) => !pending.has(path));
  if (unsaid.length > 0) return { kind: "unsayable", places: unsaid };
  const isPaused = fields.some(({ path }) => path === "/status") ? live.status === "paused" : spec.paused;
  const shown = [...(0, import_diff5.diffComparable)(applied, read2, live.hide), ...diffPaused(recorded, live)];
  return { kind: "accepted", body, paused: isPaused, fields: shown };
}
function diffPaused(recorded, { status: status2 }) {
  const before = (0, import_patch3.statusOf)(recorded);
  return (status2 === "active" || status2 === "paused") && status2 !== before ? [(0, import_patch3.changeStatus)(before, status2)] : [];
}
function holdsReferred({ path, after = null }, hide) {
  return (0, import_masking7.hideTexts)(path, hide) !== path || JSON.stringify((0, import_masking7.hideTexts)(after, hide)) !== JSON.stringify(after);
}
function pathsOf(fields) {
  return [...new Set(fields.map(({ path }) => path))];
}
function holdsFingerprint(body) {
  return /sha256:[0-9a-f]{64}/.test(JSON.stringify(body));
}
function mergeBody(versions, short) {
  const { raw, wanted, applied, read: read2 } = versions;
  const bare = { raw: dropTargets(raw), wanted: dropTargets(wanted), applied: dropTargets(applied), read: dropTargets(read2) };
  const merged = { ...mergeObject(bare, "MonitorCreateRequest", short) };
  const targets = mergeTargets(
    { raw: (0, import_targets8.listTargets)(raw), wanted: (0, import_targets8.listTargets)(wanted), applied: (0, import_targets8.listTargets)(applied), read: (0, import_targets8.listTargets)(read2) },
    (0, import_targets8.listTargets)(short)
  );
  merged["targets"] = targets;
  for (const [name, nothing] of NOTHING_SET) {
    const isWritten2 = Object.hasOwn(raw, name) && (0, import_value21.isEqualJson)(raw[name], nothing);
    if (!isWritten2 && (0, import_value21.isEqualJson)(merged[name] ?? null, nothing)) delete merged[name];
  }
  return mergeJudging(merged, versions);
}
function dropTargets({ targets: _targets, ...rest }) {
  return rest;
}
function mergeJudging(merged, { raw, applied, read: read2 }) {
  const { judgeEnabled: _any, ...rest } = merged;
  const own = Object.hasOwn(raw, "judgeEnabled") ? { judgeEnabled: raw["judgeEnabled"] } : {};
  const isTouched = applied["judgeEnabled"] !== read2["judgeEnabled"] || applied["goal"] !== read2["goal"];
  if (!isTouched) return { ...rest, ...own };
  const isMeant = (own.judgeEnabled ?? (0, import_credits3.hasGoal)(rest)) === read2["judgeEnabled"];
  return isMeant ? { ...rest, ...own } : { ...rest, judgeEnabled: read2["judgeEnabled"] };
}
function mergeValue({ raw, wanted, applied, read: read2 }, known, short) {
  if (applied === read2 || applied !== void 0 && read2 !== void 0 && (0, import_value21.isEqualJson)(applied, read2)) return raw;
  if (read2 === void 0) return void 0;
  if ((0, import_value21.isObject)(raw) && (0, import_value21.isObject)(wanted) && (0, import_value21.isObject)(applied) && (0, import_value21.isObject)(read2))
    return mergeObject({ raw, wanted, applied, read: read2 }, known?.type, short);
  if (Array.isArray(raw) && Array.isArray(wanted) && Array.isArray(read2)) return mergeList(raw, wanted, read2, known?.list === "set");
  return raw === void 0 || (0, import_value21.isObject)(read2) ? short ?? read2 : read2;
}
function mergeObject({ raw, wanted, applied, read: read2 }, name, short) {
  const type = name === void 0 ? void 0 : (0, import_table4.typeOf)(name, raw);
  const merged = {};
  for (const step of /* @__PURE__ */ new Set([...Object.keys(raw), ...Object.keys(read2), ...Object.keys(applied)])) {
    const versions = {
      raw: (0, import_value21.property)(raw, step),
      wanted: (0, import_value21.property)(wanted, step),
      applied: (0, import_value21.property)(applied, step),
      read: (0, import_value21.property)(read2, step)
    };
    const known = type !== void 0 && Object.hasOwn(type.members, step) ? type.members[step] : void 0;
    const value = mergeValue(versions, known, (0, import_value21.property)(short, step));
    if (value !== void 0) merged[step] = value;
  }
  return merged;
}
function mergeList(raw, wanted, read2, isSet) {
  const texts = wanted.map(import_canonical12.canonicalJson);
  const own = (item) => {
    const index = texts.indexOf((0, import_canonical12.canonicalJson)(item));
    return index === -1 ? item : raw[index];
  };
  if (!isSet) return read2.map(own);
  const present = read2.map(import_canonical12.canonicalJson);
  const kept = raw.filter((_item, index) => present.includes(texts[index] ?? ""));
  return [...kept, ...read2.filter((item) => !texts.includes((0, import_canonical12.canonicalJson)(item)))];
}
function mergeTargets({ raw, wanted, applied, read: read2 }, short) {
  const appliedOf = new Map((0, import_targets8.matchTargets)(applied, wanted).pairs.map(([then, now]) => [now, then]));
  const { pairs, added } = (0, import_targets8.matchTargets)(applied, read2);
  const readOf = new Map(pairs);
  const kept = raw.flatMap((target, index) => {
    const then = appliedOf.get(index);
    if (then === void 0) return [target];
    const now = readOf.get(then);
    if (now === void 0) return [];
    const versions = { raw: target, wanted: wanted[index], applied: applied[then], read: read2[now] };
    return [mergeValue(versions, { type: "MonitorTarget" }, short[now]) ?? target];
  });
  return [...kept, ...added.map((index) => short[index] ?? read2[index])];
}
var import_canonical12, import_value21, import_diff5, import_live13, import_patch3, import_fingerprint7, import_masking7, import_fill_in, import_table4, import_credits3, import_targets8, NOTHING_SET;
var init_acceptance = __esm({
  "src/features/accept/acceptance.ts"() {
    "use strict";
    import_canonical12 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value21 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_diff5 = askBundle("./plan.cjs", "src/core/plan/diff.ts");
    import_live13 = askBundle("./plan.cjs", "src/core/plan/live.ts");
    import_patch3 = askBundle("./plan.cjs", "src/core/plan/patch.ts");
    import_fingerprint7 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_masking7 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_fill_in = askBundle("./plan.cjs", "src/core/service/fill-in.ts");
    import_table4 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    import_credits3 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_targets8 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_spec_body();
    NOTHING_SET = Object.entries((0, import_fill_in.fillingsOf)("MonitorCreateRequest")).filter(([, value]) => value === null || (0, import_value21.isEqualJson)(value, {}));
  }
});

// src/features/accept/accept-drift.ts
function draftAcceptance(project, input) {
  const { settings, cwd, env } = project;
  const { opened, live } = input;
  const { files, layers } = (0, import_files2.readSpecFiles)({ specsDirectory: settings.specsDirectory, cwd });
  const fleet = (0, import_fleet3.fleetOf)(settings, layers, cwd);
  const edited = new EditedSpecs(files, settings.specsDirectory, fleet.readData);
  const accepted = [];
  const wishes = /* @__PURE__ */ new Map();
  const unchanged = [];
  for (const key of new Set(input.keys)) {
    const drifted = findDrifted(key, input);
    const acceptance = acceptLive(drifted);
    if (acceptance.kind === "no-drift") {
      unchanged.push(key);
      continue;
    }
    if (acceptance.kind === "accepted" && holdsRunSecret(JSON.stringify(acceptance.body), env)) {
      throw refuse4(key, "what was changed holds this run's own key", "take the key out of it in the service");
    }
    const wish = requireAccepted(key, acceptance);
    const written = edited.accept(drifted.spec, wish);
    if (typeof written !== "string") throw cannotWrite3(key, written);
    wishes.set(key, wish);
    accepted.push({ key, file: written, fields: wish.fields });
  }
  if (accepted.length === 0) return { accepted, unchanged, files: [], opened };
  const checked = checkEdited(edited, fleet, accepted, settings);
  refuseOtherChanges(input.workspace.checked.monitors, checked.monitors, wishes);
  return { accepted, unchanged, files: edited.replacements(), opened: recordAccepted(accepted, checked.monitors, opened, live) };
}
function refuseUnknownKeys(keys, monitors) {
  const known = monitors.map((monitor) => monitor.key);
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === void 0) return;
  const near = (0, import_suggest2.suggestName)(unknown, known);
  throw new import_user_error18.UserError(
    "config/unknown-key",
    `no spec has the key "${unknown}"`,
    near === void 0 ? 'run "monitors plan --refresh" to see the keys with drift' : `did you mean "${near}"?`
  );
}
function putBack(key) {
  return `monitors apply --refresh --only${key.startsWith("-") ? "=" : " "}${(0, import_command_line6.shellWord)(key)}`;
}
function findDrifted(key, { workspace, opened, live }) {
  const spec = workspace.checked.monitors.find((monitor) => monitor.key === key);
  const recorded = opened.stored?.state.monitors.get(key);
  if (spec === void 0) throw new Error(`"${key}" is to be accepted and has no spec`);
  if (recorded === void 0 || opened.stored === null) {
    throw refuse4(
      key,
      "it is not recorded: nothing was applied that could have been changed",
      'run "monitors plan --refresh" to see how it stands'
    );
  }
  const view = live.monitors.get(recorded.id);
  if (view === void 0) {
    throw refuse4(
      key,
      "it was deleted in the service",
      `to remove it from the state, delete its spec and run "${(0, import_command_line6.keyCommand)("state rm", key)}"; to create it again, run "${putBack(key)}"`
    );
  }
  const targetIds = (0, import_targets9.listTargetIds)(recorded.applied).filter((id) => id !== null);
  if ((0, import_live_index5.isForeign)(recorded, targetIds, view)) {
    throw refuse4(key, "another monitor has its id in the service", 'run "monitors plan --refresh" to see it');
  }
  const { lineage } = opened.stored.state;
  return { spec, recorded: (0, import_left_alone2.readAsLive)(recorded, view.body, lineage), live: (0, import_left_alone2.readLeftAlone)(view, spec, recorded), lineage };
}
function requireAccepted(key, acceptance) {
  switch (acceptance.kind) {
    case "accepted":
      return acceptance;
    case "secret":
      throw refuse4(
        key,
        `what was changed is a secret or holds one (${acceptance.places.join(", ")}), and secrets are never written into a spec`,
        `write \${env:NAME} there by hand and set that name; or put the old value back with "${putBack(key)}"`
      );
    case "unsayable":
      throw refuse4(
        key,
        `a spec can't express what the service holds (${acceptance.places.join(", ")})`,
        `change it in the service, or put the old value back with "${putBack(key)}"`
      );
  }
}
function checkEdited(edited, fleet, accepted, settings) {
  const { allowedReferences: allowed, allowedFields: fields, operations } = settings;
  const checked = (0, import_check5.checkSpecs)(edited.sources(), {
    ...{ allowed, fields, operations, cache: null, purpose: "monitors" },
    fleet: { ...fleet, readData: edited.readData }
  });
  const finding = checked.findings.find(({ severity }) => severity === "error");
  if (finding === void 0) return checked;
  const key = accepted.find(({ file }) => file === finding.where?.file)?.key ?? accepted[0]?.key ?? "";
  throw refuse4(
    key,
    `a spec must not say what the service holds: ${finding.message}${finding.where === void 0 ? "" : ` (${finding.where.pointer})`}`,
    `change it in the service, or put the old value back with "${putBack(key)}"`
  );
}
function refuseOtherChanges(before, after, wishes) {
  const wanted = before.map((monitor) => {
    const wish = wishes.get(monitor.key);
    return wish === void 0 ? monitor : { ...monitor, bodyHash: (0, import_canonical13.hashJson)(wish.body), paused: wish.paused };
  });
  const [changed] = findRenderedChanges(wanted, after);
  if (changed === void 0) return;
  const first = [...wishes.keys()][0] ?? changed;
  const spec = before.find(({ key }) => key === changed);
  if (!wishes.has(changed)) {
    throw refuse4(
      first,
      `what is written for it is written for "${changed}" too`,
      "give it a spec of its own, or write the value where it holds for both"
    );
  }
  const overlays = spec?.layers?.filter((file) => /(?:^|\/)_overlay\./.test(file)) ?? [];
  throw refuse4(
    changed,
    overlays.length === 0 ? "its spec would come to something else" : `an overlay has the last word (${overlays.join(", ")})`,
    overlays.length === 0 ? BY_HAND : "change it there"
  );
}
function recordAccepted(accepted, desired, opened, live) {
  const { stored } = opened;
  if (stored === null) throw new Error("drift was accepted where nothing is recorded");
  const monitors = new Map(stored.state.monitors);
  for (const { key } of accepted) {
    const spec = desired.find((monitor) => monitor.key === key);
    const before = monitors.get(key);
    const view = before === void 0 ? void 0 : live.monitors.get(before.id);
    if (spec === void 0 || before === void 0 || view === void 0) throw new Error(`"${key}" was accepted and is gone`);
    monitors.set(key, recordLiveAs((0, import_left_alone2.leaveIgnored)(spec, before.applied), before, (0, import_left_alone2.readLeftAlone)(view, spec, before), stored.state.lineage));
  }
  return { ...opened, stored: { ...stored, state: { ...stored.state, monitors } } };
}
function recordLiveAs(spec, before, view, lineage) {
  const { leftovers, mayExistTwice, secrets, unknown } = before;
  return {
    ...recordAs(spec, view, lineage).record,
    ...leftovers === void 0 ? {} : { leftovers },
    ...mayExistTwice === void 0 ? {} : { mayExistTwice },
    ...secrets === void 0 ? {} : { secrets },
    ...unknown === void 0 ? {} : { unknown }
  };
}
function cannotWrite3(key, { file, why, hint = BY_HAND }) {
  return refuse4(key, `${file} can't be edited: ${why}`, hint);
}
function refuse4(key, why, hint) {
  return new import_user_error18.UserError("live/not-accepted", `the drift of "${key}" can't be accepted: ${why}; nothing was changed`, hint);
}
var import_command_line6, import_suggest2, import_user_error18, import_canonical13, import_left_alone2, import_live_index5, import_check5, import_files2, import_targets9, import_fleet3, BY_HAND;
var init_accept_drift = __esm({
  "src/features/accept/accept-drift.ts"() {
    "use strict";
    import_command_line6 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_suggest2 = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_user_error18 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_canonical13 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_left_alone2 = askBundle("./plan.cjs", "src/core/plan/left-alone.ts");
    import_live_index5 = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
    init_records();
    init_run_secrets();
    import_check5 = askBundle("./check.cjs", "src/core/specs/check.ts");
    import_files2 = askBundle("./check.cjs", "src/core/specs/files.ts");
    import_targets9 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_fleet3 = askBundle("./check.cjs", "src/project/fleet.ts");
    init_same_render();
    init_accept_into();
    init_acceptance();
    BY_HAND = 'write by hand what "monitors plan --refresh" shows, then run apply';
  }
});

// src/features/accept/accept-branch.ts
var accept_branch_exports = {};
__export(accept_branch_exports, {
  acceptOnBranch: () => acceptOnBranch
});
async function acceptOnBranch(project, { keys, lookupMs, branch }, progress) {
  if (!(0, import_names.isBranchName)(branch)) {
    throw new import_user_error19.UserError("config/usage", `--branch "${branch}" cannot be used`, "use the name of a new branch, such as accept-drift");
  }
  project.watchInterruption();
  const place = { directory: project.settings.specsDirectory, branch, env: project.env };
  await refuseBranch(place);
  const workspace = (0, import_check6.checkWorkspace)(project);
  if ((0, import_diagnostic8.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  refuseUnknownKeys(keys, workspace.checked.monitors);
  const opened = openView(await (0, import_fold_open11.viewState)(project.store));
  await project.checkCheckout(opened.before);
  const live = await (0, import_plan_inputs2.readLive)(project, lookupMs, opened, progress, keys);
  const { accepted, unchanged, files } = draftAcceptance(project, { keys, workspace, opened, live });
  if (files.length === 0) return { kind: "accepted", accepted, unchanged };
  const commit = await commitOnBranch(place, files, describe3(accepted));
  return { kind: "accepted", accepted, unchanged, branch: { name: branch, commit } };
}
function openView({ stored, ...view }) {
  if (stored === null) throw nothingStored();
  const { state, version: version2 } = stored;
  return { ...view, stored: { state: (0, import_state9.wholeOf)(state), version: version2 }, before: version2 };
}
function describe3(accepted) {
  const keys = accepted.map(({ key }) => key.replaceAll(new RegExp("\\p{C}", "gu"), "?"));
  const [first = ""] = keys;
  const what = keys.length === 1 && first.length <= 50 ? first : (0, import_words6.countOf)(keys.length, "monitor");
  return `Accept the drift of ${what}

${keys.map((key) => `- ${key}`).join("\n")}
`;
}
var import_names, import_words6, import_diagnostic8, import_user_error19, import_fold_open11, import_state9, import_check6, import_plan_inputs2;
var init_accept_branch = __esm({
  "src/features/accept/accept-branch.ts"() {
    "use strict";
    import_names = askBundle("./monitors.cjs", "src/core/base/names.ts");
    import_words6 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic8 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error19 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_branch_commit();
    import_fold_open11 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state9 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_check6 = askBundle("./check.cjs", "src/project/check.ts");
    init_state_access();
    import_plan_inputs2 = askBundle("./plan.cjs", "src/features/plan/plan-inputs.ts");
    init_accept_drift();
  }
});

// src/project/spec-file.ts
async function replaceSpecFile(replacement, io) {
  const check = () => checkSpecFile(replacement, io);
  check();
  await (0, import_write4.replaceFile)(io, { target: replacement.path, text: replacement.after, mode: 420, check });
}
async function removeSpecFile(replacement, io) {
  checkSpecFile(replacement, io);
  io.disk.unlink(replacement.path);
  await (0, import_write4.syncDirectory)(io.disk, (0, import_node_path11.dirname)(replacement.path));
}
function checkSpecFile({ path, shown, before }, { disk }) {
  if (disk.lstat(path)?.kind === "file" && Buffer.from(readBytes(disk, path)).equals(before)) return;
  throw new import_user_error20.UserError("live/spec-changed", `${shown} was changed since it was read: it is not overwritten`, "repeat the command");
}
function readBytes(disk, path) {
  const file = disk.open(path, "read");
  try {
    return disk.readAll(file);
  } finally {
    disk.close(file);
  }
}
var import_node_path11, import_user_error20, import_write4;
var init_spec_file = __esm({
  "src/project/spec-file.ts"() {
    "use strict";
    import_node_path11 = require("node:path");
    import_user_error20 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_write4 = askBundle("./check.cjs", "src/core/state/file/write.ts");
  }
});

// src/features/accept/accept.ts
var accept_exports = {};
__export(accept_exports, {
  acceptDrift: () => acceptDrift
});
async function acceptDrift(project, { keys, lookupMs }, progress) {
  project.watchInterruption();
  const workspace = (0, import_check7.checkWorkspace)(project);
  if ((0, import_diagnostic9.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  refuseUnknownKeys(keys, workspace.checked.monitors);
  return withLock(project.store, async (locked) => {
    const opened = await (0, import_fold_open12.openForChange)(locked);
    await project.checkCheckout(opened.stored?.version ?? null);
    const live = await (0, import_plan_inputs3.readLive)(project, lookupMs, opened, progress, keys);
    const drafted = draftAcceptance(project, { keys, workspace, opened, live });
    await writeAcceptance(project, drafted.files, drafted.opened, locked);
    return { kind: "accepted", accepted: drafted.accepted, unchanged: drafted.unchanged };
  });
}
async function writeAcceptance(project, files, { stored }, locked) {
  if (files.length === 0 || stored === null) return;
  for (const file of files) await replaceSpecFile(file, project);
  await locked.write(stored.state, stored.version);
}
var import_diagnostic9, import_fold_open12, import_check7, import_plan_inputs3;
var init_accept = __esm({
  "src/features/accept/accept.ts"() {
    "use strict";
    import_diagnostic9 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_fold_open12 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_check7 = askBundle("./check.cjs", "src/project/check.ts");
    init_spec_file();
    init_state_access();
    import_plan_inputs3 = askBundle("./plan.cjs", "src/features/plan/plan-inputs.ts");
    init_accept_drift();
  }
});

// src/features/accept/document.ts
var document_exports3 = {};
__export(document_exports3, {
  renderAcceptJson: () => renderAcceptJson,
  renderAcceptText: () => renderAcceptText
});
function renderAcceptJson({ accepted, unchanged, branch }) {
  const document = {
    formatVersion: 1,
    command: "accept",
    accepted: accepted.map(({ key, file, fields }) => ({ key, file, fields: fields.map(import_plan_changes.toFieldDocument) })),
    unchanged,
    ...branch === void 0 ? {} : { branch: { name: branch.name, commit: branch.commit } }
  };
  return (0, import_escape_json4.renderJson)(document);
}
function renderAcceptText({ accepted, unchanged, branch }, options) {
  const isQuiet = options.verbosity === "quiet";
  return (0, import_text2.printText)(
    [
      ...accepted.flatMap(({ key, file, fields }) => [
        (0, import_text2.dataLine)(0, (0, import_text2.styled)("changed", "> "), (0, import_text2.styled)("strong", key), `  accepted into ${file}`),
        ...isQuiet ? [] : [...(0, import_plan_fields.fieldLines)(fields, "difference", options), import_text2.BLANK]
      ]),
      ...unchanged.map((key) => (0, import_text2.hangingLine)(0, 2, `${key}: not changed in the service, so there is nothing to accept`)),
      ...conclusion(accepted, branch)
    ],
    options
  );
}
function conclusion(accepted, branch) {
  const files = [...new Set(accepted.map(({ file }) => file))].sort();
  if (files.length === 0) return [(0, import_text2.proseLine)(0, "No spec was changed.")];
  if (branch !== void 0) {
    const { name, commit } = branch;
    const made = `Committed ${(0, import_words7.listWords)(files)} as ${commit.slice(0, 7)} on the new branch "${name}". Nothing was pushed, sent or changed here.`;
    return [(0, import_text2.proseLine)(0, made), (0, import_text2.dataLine)(0, `Push it: git push origin ${name}`)];
  }
  const what = files.length === 1 ? "the spec" : "the specs";
  return [(0, import_text2.proseLine)(0, `Written into ${(0, import_words7.listWords)(files)}. Nothing was sent. Commit ${what} and the state together.`)];
}
var import_words7, import_escape_json4, import_plan_changes, import_plan_fields, import_text2;
var init_document4 = __esm({
  "src/features/accept/document.ts"() {
    "use strict";
    import_words7 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_json4 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_plan_changes = askBundle("./plan.cjs", "src/rendering/plan-changes.ts");
    import_plan_fields = askBundle("./plan.cjs", "src/rendering/plan-fields.ts");
    import_text2 = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/core/writing/list-proposal.ts
function proposeList(specs) {
  const fixed = [];
  for (let rows = specs; rows.length > 1; rows = largestGroup(specs, fixed)) {
    const generalizing = new Generalizing(rows.map(({ key }) => key));
    const template = generalizing.value(
      rows.map(({ data }) => data),
      []
    );
    if (generalizing.unfit === null) return { template, columns: generalizing.columns, rows };
    fixed.push(generalizing.unfit);
  }
  return null;
}
function largestGroup(specs, fixed) {
  const groups = /* @__PURE__ */ new Map();
  for (const spec of specs) {
    const sign = (0, import_canonical14.canonicalJson)(fixed.map((path) => outline((0, import_pointer4.findValue)(spec.data, path))));
    groups.set(sign, [...groups.get(sign) ?? [], spec]);
  }
  return [...groups.values()].reduce((best, group) => group.length > best.length ? group : best, []);
}
function outline(value) {
  return value === void 0 ? [] : [value];
}
function isAlikeList(lists) {
  const [first = []] = lists;
  return lists.every((list) => list.length === first.length) && (first.length <= MOST_ITEMS || first.some((item) => typeof item === "object"));
}
function isFit(values, path) {
  const [first, second, third] = path;
  const isOfTarget = first === "targets" && path.length === 3 && (third === "id" || third === "type");
  const isOfList = first === "sync" && ["each", "environments", "distinctFrom", "key"].includes(String(second));
  if (path.length === 0 || isOfTarget || isOfList || (0, import_places4.isSecretPath)(path)) return false;
  const isItem = typeof path.at(-1) === "number";
  return values.every((value) => (value === void 0 ? !isItem : isCell(value)) && isPlainText(value));
}
function isCell(value) {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item === "string" || typeof item === "number");
  return value !== null && value !== "" && !(0, import_value22.isObject)(value);
}
function isPlainText(value) {
  let isPlain2 = true;
  (0, import_walk3.visitTexts)(
    value ?? null,
    (text2) => {
      isPlain2 &&= !text2.includes("${");
    },
    () => {
    }
  );
  return isPlain2;
}
function cutAround(values) {
  const whole = { before: "", cells: values, after: "" };
  if (!values.every((value) => typeof value === "string")) return whole;
  const texts = values;
  const before = commonStart(texts);
  const rests = texts.map((text2) => text2.slice(before.length));
  const after = reverse(commonStart(rests.map(reverse)));
  const cells = rests.map((rest) => rest.slice(0, rest.length - after.length));
  return cells.some((cell) => cell.trim() !== cell || cell === "") || before.endsWith("$") ? whole : { before, cells, after };
}
function commonStart(texts) {
  const [first = "", ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((text2) => text2[length] === first[length])) length++;
  return /^[\s\S]*[^\p{L}\p{N}\p{M}\ud800-\udfff]/u.exec(first.slice(0, length))?.[0] ?? "";
}
function reverse(text2) {
  return [...text2].reverse().join("");
}
function isEqualCells(one, other) {
  return one.every((cell, index) => cell === other[index] || cell !== void 0 && (0, import_value22.isEqualJson)(cell, other[index] ?? null));
}
function nameColumn(path, isList2) {
  const names = path.filter((step) => typeof step === "string");
  const name = String(names.at(-1) ?? "value").replaceAll(/[^\w-]/g, "_");
  if (isList2 || typeof path.at(-1) === "string") return name;
  return name === "queries" ? "query" : name.replace(/s$/, "");
}
var import_canonical14, import_pointer4, import_value22, import_masking8, import_places4, import_walk3, import_rows, MOST_ITEMS, Generalizing;
var init_list_proposal = __esm({
  "src/core/writing/list-proposal.ts"() {
    "use strict";
    import_canonical14 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_pointer4 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value22 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking8 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_places4 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_walk3 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    import_rows = askBundle("./check.cjs", "src/core/specs/fleet/rows.ts");
    MOST_ITEMS = 3;
    Generalizing = class {
      columns = [];
      /** The first path that can't be a column. */
      unfit = null;
      #keys;
      constructor(keys) {
        this.#keys = keys;
      }
      value(values, path) {
        const [first] = values;
        if (first !== void 0 && values.every((value) => value !== void 0 && (0, import_value22.isEqualJson)(value, first))) return first;
        if (values.every(import_value22.isObject)) return this.#members(values, path);
        if (values.every(Array.isArray) && isAlikeList(values)) {
          const lists = values;
          return (lists[0] ?? []).map(
            (_, index) => this.value(
              lists.map((list) => list[index]),
              [...path, index]
            ) ?? null
          );
        }
        return this.#column(values, path);
      }
      #members(objects, path) {
        const names = new Set(objects.flatMap((object) => Object.keys(object)));
        const members = {};
        for (const name of names) {
          const value = this.value(
            objects.map((object) => (0, import_value22.property)(object, name)),
            [...path, name]
          );
          if (value !== void 0) members[name] = value;
        }
        return members;
      }
      /** A reference to a column of these cells. */
      #column(values, path) {
        if (!isFit(values, path)) {
          this.unfit ??= path;
          return void 0;
        }
        const isReserved = path[0] === "sync" && import_rows.RESERVED_COLUMNS.includes(String(path[1]));
        if (isReserved) {
          this.columns.push({ name: String(path[1]), cells: values, isSensitive: false });
          return void 0;
        }
        const { before, cells, after } = this.#known(values) === void 0 ? cutAround(values) : { before: "", cells: values, after: "" };
        const hides = values.some((value) => value !== void 0 && (0, import_masking8.isSensitive)(value, path));
        return `${before}\${each:${this.#known(cells) ?? this.#add(cells, path, hides)}}${after}`;
      }
      #known(cells) {
        if (isEqualCells(cells, this.#keys)) return "key";
        return this.columns.find((column) => !import_rows.RESERVED_COLUMNS.includes(column.name) && isEqualCells(column.cells, cells))?.name;
      }
      #add(cells, path, isSensitive2) {
        const taken = /* @__PURE__ */ new Set([...this.columns.map((column) => column.name), "key", "sync", ...import_rows.RESERVED_COLUMNS]);
        const base = nameColumn(path, Array.isArray(cells[0]));
        for (let count = 1; ; count++) {
          const name = count === 1 ? base : `${base}_${count}`;
          if (taken.has(name)) continue;
          this.columns.push({ name, cells, isSensitive: isSensitive2 });
          return name;
        }
      }
    };
  }
});

// src/core/writing/share.ts
function findCommon2(specs) {
  const members = commonMembers(
    specs.map((spec) => without(spec, OWN_MEMBERS)),
    import_merge5.ROOT_RULE,
    REFERENCES
  );
  const targets = Object.fromEntries(
    import_layer_form.TARGET_TYPES.flatMap((type) => {
      const all = specs.flatMap((spec) => (0, import_targets10.listTargets)(spec).filter(import_value23.isObject)).filter((target) => target["type"] === type);
      const common = all.length < 2 ? {} : commonMembers(
        all.map((target) => without(target, import_layer_form.TARGET_ONLY)),
        (0, import_merge5.targetRule)(type),
        REFERENCES
      );
      return Object.keys(common).length === 0 ? [] : [[type, common]];
    })
  );
  return Object.keys(targets).length === 0 ? members : { ...members, targets };
}
function commonMembers(objects, rule, unshared) {
  const [first = {}, ...others] = objects;
  const common = {};
  for (const [name, value] of Object.entries(first)) {
    const values = others.map((other) => (0, import_value23.property)(other, name));
    const inner = rule.within(name);
    const all = [value, ...values];
    if (inner !== null && all.every(import_value23.isObject)) {
      const part = commonMembers(all, inner, name === "webhook" ? ROWS : unshared);
      const kept = name === "sync" ? without(part, OWN_SETTINGS) : name === "webhook" ? withoutLoneSecrets(part) : part;
      if (Object.keys(kept).length > 0) common[name] = kept;
    } else if (value !== null && values.every((other) => other !== void 0 && (0, import_value23.isEqualJson)(other, value)) && isFreeOf(value, unshared)) {
      common[name] = value;
    }
  }
  return common;
}
function withoutLoneSecrets(webhook) {
  if (Object.hasOwn(webhook, "url")) return webhook;
  const kept = Object.entries(webhook).map(([name, value]) => [
    name,
    (0, import_value23.isObject)(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => isFreeOf(inner, REFERENCES))) : value
  ]);
  return Object.fromEntries(
    kept.filter(([, value]) => isFreeOf(value, REFERENCES) && !((0, import_value23.isObject)(value) && Object.keys(value).length === 0))
  );
}
function isFreeOf(value, beginnings) {
  let isFree = true;
  const look = (text2) => {
    if (beginnings.some((beginning) => text2.includes(beginning))) isFree = false;
  };
  (0, import_walk4.visitTexts)(value, look, look);
  return isFree;
}
function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
function extendLayer(layer, common) {
  const { targets: given, ...members } = layer;
  const { targets: shared, ...rest } = common;
  const extended = extend(members, rest, import_merge5.ROOT_RULE);
  if (!(0, import_value23.isObject)(shared)) return { ...extended, ...given === void 0 ? {} : { targets: given } };
  const types = (0, import_value23.isObject)(given) ? given : {};
  const targets = Object.entries(shared).map(([type, target]) => {
    const before = (0, import_value23.property)(types, type);
    return [type, extend((0, import_value23.isObject)(before) ? before : {}, (0, import_value23.isObject)(target) ? target : {}, (0, import_merge5.targetRule)(type))];
  });
  return { ...extended, targets: { ...types, ...Object.fromEntries(targets) } };
}
function extend(before, shared, rule) {
  const extended = { ...before };
  for (const [name, value] of Object.entries(shared)) {
    if (rule.foldsCase === true) for (const other of (0, import_merge5.namesAlike)(before, name)) delete extended[other];
    for (const other of rule.either?.includes(name) === true ? rule.either : []) if (!Object.hasOwn(shared, other)) delete extended[other];
    const inner = rule.within(name);
    const known = (0, import_value23.property)(before, name);
    extended[name] = inner !== null && (0, import_value23.isObject)(known) && (0, import_value23.isObject)(value) ? extend(known, value, inner) : value;
  }
  return extended;
}
var import_value23, import_walk4, import_layer_form, import_merge5, import_targets10, OWN_MEMBERS, OWN_SETTINGS, REFERENCES, ROWS;
var init_share = __esm({
  "src/core/writing/share.ts"() {
    "use strict";
    import_value23 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_walk4 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    import_layer_form = askBundle("./check.cjs", "src/core/specs/fleet/layer-form.ts");
    import_merge5 = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    import_targets10 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    OWN_MEMBERS = ["name", "targets"];
    OWN_SETTINGS = ["key", "renamedFrom", "distinctFrom", "protect", "each"];
    REFERENCES = ["${each:", "${env:"];
    ROWS = ["${each:"];
  }
});

// src/features/adopt/factor-draft.ts
function draftShared({ folder, specs, layers, schemaFor }) {
  const documents = specs.flatMap((source) => (0, import_document11.parseSource)(source).documents.map(({ index, data }) => ({ source, index, data })));
  const bodies = documents.map(({ data }) => data).filter(import_value24.isObject);
  const common = bodies.length < 2 ? {} : findCommon2(bodies);
  if (Object.keys(common).length === 0) return null;
  const path = import_node_path12.posix.join(folder, "_defaults.yaml");
  const existing = layers.find(({ specPath }) => specPath === path);
  const before = existing === void 0 ? {} : readLayer(existing);
  const layer = extendLayer(before, common);
  const text2 = existing === void 0 ? writeSpecText(layer, schemaFor(path)) : editSpecText(textOf(existing), 0, layer);
  if (text2 === null) return null;
  const texts = new Map((0, import_value24.isEqualJson)(before, layer) ? [] : [[path, text2]]);
  const left = /* @__PURE__ */ new Set();
  for (const { source, index, data } of documents) {
    if (!(0, import_value24.isObject)(data)) continue;
    const chain = listDefaults(source.specPath, layers);
    const merged = (0, import_merge6.mergeSpec)((0, import_merge6.mergeDefaults)(chain.map(readLayer)), data, []);
    const after = (0, import_merge6.mergeDefaults)(withLayer(chain, { folder, layer }));
    const current = texts.get(source.specPath) ?? textOf(source);
    const edited = editSpecText(current, index, separate(after, merged));
    if (edited === null) left.add(source.file);
    else if (edited !== current) texts.set(source.specPath, edited);
  }
  return texts.size === 0 ? null : { texts, left: [...left], shared: maskShared(common), rows: [] };
}
function textOf({ bytes }) {
  return Buffer.from(bytes).toString("utf8");
}
function readLayer(layer) {
  const data = (0, import_document11.parseSource)(layer).documents[0]?.data;
  return (0, import_value24.isObject)(data) ? data : {};
}
function listDefaults(specPath, layers) {
  const applying = layers.filter(({ folder, environment }) => environment === null && (folder === "" || specPath.startsWith(`${folder}/`)));
  return applying.sort((a, b) => a.folder.length - b.folder.length);
}
function withLayer(chain, { folder, layer }) {
  const outer = chain.filter((other) => other.folder.length < folder.length).map(readLayer);
  const inner = chain.filter((other) => other.folder.length > folder.length).map(readLayer);
  return [...outer, layer, ...inner];
}
function maskShared(common) {
  const { targets, ...members } = common;
  const types = (0, import_value24.isObject)(targets) ? Object.entries(targets) : [];
  const masked = (0, import_masking9.maskValue)({ ...members, targets: types.map(([type, target]) => ({ ...target, type })) }, []);
  const { targets: list, ...rest } = masked;
  const shown = list.map(({ type, ...target }) => [String(type), target]);
  return shown.length === 0 ? rest : { ...rest, targets: Object.fromEntries(shown) };
}
function draftList({ folder, specs, schemaFor }, name, form) {
  const known = specs.flatMap((source) => toRowSpec(source, folder));
  const proposal = proposeList(known.map(({ row }) => row).sort((a, b) => a.key < b.key ? -1 : 1));
  if (proposal === null || form === "csv" && !fitsCsv(proposal)) return null;
  const taken = new Set(proposal.rows);
  const removed = known.filter(({ row }) => taken.has(row)).map(({ source }) => source);
  const path = import_node_path12.posix.join(folder, `${name}.yaml`);
  const data = `_${name}.${form}`;
  const sync = (0, import_member8.member)(proposal.template, "sync");
  const spec = {
    ...proposal.template,
    sync: { key: folder, ...(0, import_value24.isObject)(sync) ? sync : {}, each: { file: data } }
  };
  const texts = new Map([
    [import_node_path12.posix.join(folder, data), writeRows(proposal, form)],
    [path, writeSpecText(spec, schemaFor(path))],
    ...removed.map((source) => [source.specPath, null])
  ]);
  const gone = new Set(removed);
  return {
    texts,
    left: specs.filter((source) => !gone.has(source)).map(({ file }) => file),
    shared: (0, import_masking9.maskValue)(spec, []),
    rows: showRows(proposal)
  };
}
function isHeldByIds({ folder, specs }) {
  const rows = specs.flatMap((source) => toRowSpec(source, folder)).map(({ row }) => row);
  if (proposeList(rows) !== null) return false;
  return proposeList(rows.map(({ key, data }) => ({ key, data: { ...data, targets: (0, import_targets11.listTargets)(data).map(withoutId) } }))) !== null;
}
function withoutId(target) {
  if (!(0, import_value24.isObject)(target)) return target;
  const { id: _id, ...rest } = target;
  return rest;
}
function toRowSpec(source, folder) {
  const { documents } = (0, import_document11.parseSource)(source);
  const [document] = documents;
  if (import_node_path12.posix.dirname(`/${source.specPath}`) !== import_node_path12.posix.join("/", folder) || document === void 0 || documents.length > 1) return [];
  const { data } = document;
  if (!(0, import_value24.isObject)(data) || (0, import_template.isList)(data)) return [];
  const sync = (0, import_member8.member)(data, "sync");
  const { key: own, ...settings } = (0, import_value24.isObject)(sync) ? sync : {};
  const full = typeof own === "string" ? own : (0, import_keys4.defaultKey)(source.specPath);
  const prefix = folder === "" ? "" : `${folder}/`;
  const key = full.slice(prefix.length);
  if (!full.startsWith(prefix) || key.includes("/") || (0, import_keys4.findKeyFlaw)(key) !== null) return [];
  const { sync: _sync, ...members } = data;
  return [{ source, row: { key, data: { ...members, sync: settings } } }];
}
function showRows({ columns, rows }) {
  return rows.slice(0, MOST_SHOWN).map(({ key }, index) => {
    const cells = columns.flatMap(({ name, cells: all, isSensitive: isSensitive2 }) => {
      const cell = all[index];
      return cell === void 0 ? [] : [[name, isSensitive2 ? import_secret3.SECRET_TEXT : cell]];
    });
    return { key, ...Object.fromEntries(cells) };
  });
}
var import_node_path12, import_value24, import_masking9, import_secret3, import_member8, import_document11, import_merge6, import_template, import_keys4, import_targets11, MOST_SHOWN;
var init_factor_draft = __esm({
  "src/features/adopt/factor-draft.ts"() {
    "use strict";
    import_node_path12 = require("node:path");
    import_value24 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking9 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_secret3 = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    import_member8 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_document11 = askBundle("./check.cjs", "src/core/specs/document.ts");
    import_merge6 = askBundle("./check.cjs", "src/core/specs/fleet/merge.ts");
    import_template = askBundle("./check.cjs", "src/core/specs/fleet/template.ts");
    import_keys4 = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_targets11 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_data_text();
    init_list_proposal();
    init_separate();
    init_share();
    init_spec_edit();
    init_spec_text();
    MOST_SHOWN = 3;
  }
});

// src/features/adopt/factor.ts
var factor_exports = {};
__export(factor_exports, {
  factorFolder: () => factorFolder,
  sharePulled: () => sharePulled
});
async function factorFolder(project, { folder: given, list, isDryRun }) {
  await project.refusePlace();
  const workspace = (0, import_check9.checkWorkspace)(project);
  if ((0, import_diagnostic10.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const { settings, cwd } = project;
  const found = (0, import_files3.readSpecFiles)({ specsDirectory: settings.specsDirectory, cwd });
  const folder = findFolder(project, given, found.files);
  const room = openSpecFolder(settings, cwd, project, project.env);
  const within = found.files.filter(({ specPath }) => folder === "" || specPath.startsWith(`${folder}/`));
  const sources = { folder, specs: within, layers: found.layers, schemaFor: room.schemaFor };
  if (list !== void 0) refuseListName(list, folder, room);
  const factored = new FactoredSpecs(project, found);
  const draft = list === void 0 ? draftShared(sources) : await draftBestList(factored, sources, list);
  const obstacle = list !== void 0 && draft === null && isHeldByIds(sources) ? "target-ids" : null;
  const report2 = toReport(project, { folder, specs: within, layers: found.layers, workspace, obstacle }, draft, isDryRun);
  if (draft === null || report2.files.length === 0) return { kind: "factored", report: report2 };
  await factored.refuseChanges(draft);
  if (!isDryRun) await writeDraft(project, draft, found, room);
  return { kind: "factored", report: report2 };
}
async function sharePulled(project, { pulled, placeholders }) {
  if (pulled.length === 0) return null;
  const { settings } = project;
  const allowedReferences = [...settings.allowedReferences, ...placeholders.map(({ name }) => name)];
  const options = { folder: settings.specsDirectory, list: void 0, isDryRun: false };
  const end = await factorFolder({ ...project, settings: { ...settings, allowedReferences } }, options);
  if (end.kind === "invalid") throw refuse5("specs have errors");
  return end.report;
}
async function draftBestList(factored, sources, name) {
  const csv = draftList(sources, name, "csv");
  return csv !== null && factored.isSame(csv) ? csv : draftList(sources, name, "yaml");
}
function findFolder({ settings, cwd }, given, files) {
  const { specsDirectory } = settings;
  for (const base of [cwd, specsDirectory]) {
    const path = (0, import_node_path13.resolve)(base, given);
    if (path !== specsDirectory && !(0, import_paths6.isInside)(specsDirectory, path)) continue;
    const folder = (0, import_node_path13.relative)(specsDirectory, path).split(import_node_path13.sep).join("/");
    if (folder === "" || files.some(({ specPath }) => specPath.startsWith(`${folder}/`))) return folder;
  }
  throw new import_user_error21.UserError("config/usage", `not a folder with specs: ${given}`, `name ${(0, import_paths6.toShownPath)(cwd, specsDirectory)} or a folder below it`);
}
function refuseListName(name, folder, room) {
  if (!/^[A-Za-z0-9][\w-]{0,59}$/.test(name)) {
    throw new import_user_error21.UserError("config/usage", `--list can't be ${JSON.stringify(name)}`, 'write letters, digits, "_" and "-", such as rows');
  }
  if ((0, import_layer_name.isNearLayerName)(`_${name}.yaml`))
    throw new import_user_error21.UserError("config/usage", `_${name}.yaml is a layer, not a list`, "give --list another name");
  const taken = [`${name}.yaml`, `${name}.yml`, `_${name}.csv`, `_${name}.yaml`].find((file) => room.isThere(import_node_path13.posix.join(folder, file)));
  if (taken !== void 0) throw new import_user_error21.UserError("config/usage", `${taken} is already there`, "give --list another name");
}
function refuse5(why) {
  return new import_user_error21.UserError(
    "fleet/not-factored",
    `the specs can't be factored: ${why}; nothing was written`,
    "name a smaller folder, or move the members by hand"
  );
}
function toReport({ settings, cwd }, { folder, specs, layers, workspace, obstacle }, draft, isDryRun) {
  const present = new Map([...specs, ...layers].map((source) => [source.specPath, source]));
  const files = [...draft?.texts ?? []].map(([specPath, text2]) => {
    const before = present.get(specPath);
    return {
      file: (0, import_paths6.toShownPath)(cwd, (0, import_node_path13.resolve)(settings.specsDirectory, specPath)),
      outcome: text2 === null ? "removed" : before === void 0 ? "created" : "changed",
      linesBefore: before === void 0 ? 0 : countLines(Buffer.from(before.bytes).toString("utf8")),
      linesAfter: text2 === null ? 0 : countLines(text2)
    };
  });
  const inFolder = [
    ...specs,
    ...layers.filter((layer) => layer.folder === folder || layer.folder.startsWith(folder === "" ? "" : `${folder}/`))
  ];
  const linesBefore = inFolder.reduce((sum, { bytes }) => sum + countLines(Buffer.from(bytes).toString("utf8")), 0);
  const gained = files.reduce((sum, file) => sum + file.linesBefore - file.linesAfter, 0);
  const paths = new Set(specs.map(({ specPath }) => specPath));
  return {
    dryRun: isDryRun,
    folder: (0, import_paths6.toShownPath)(cwd, (0, import_node_path13.resolve)(settings.specsDirectory, folder)),
    files,
    linesBefore,
    linesAfter: linesBefore - gained,
    monitors: workspace.checked.monitors.filter(({ specPath }) => paths.has(specPath)).length,
    obstacle,
    left: draft?.left ?? [],
    shared: draft?.shared ?? {},
    rows: draft?.rows ?? []
  };
}
function countLines(text2) {
  return text2 === "" ? 0 : text2.replace(/\n$/, "").split("\n").length;
}
async function writeDraft(project, { texts }, { files, layers }, room) {
  const present = new Map([...files, ...layers].map((source) => [source.specPath, source]));
  const toReplacement = (specPath, text2) => {
    const source = present.get(specPath);
    if (source === void 0) return null;
    return { path: (0, import_node_path13.resolve)(project.settings.specsDirectory, specPath), shown: source.file, before: source.bytes, after: text2 ?? "" };
  };
  for (const [specPath, text2] of texts) {
    const replacement = toReplacement(specPath, text2);
    if (replacement === null) room.checkPlace(specPath);
    else checkSpecFile(replacement, project);
  }
  for (const [specPath, text2] of texts) {
    const replacement = toReplacement(specPath, text2);
    if (replacement === null) await room.writeSpec(specPath, text2 ?? "");
    else if (text2 === null) await removeSpecFile(replacement, project);
    else await replaceSpecFile(replacement, project);
  }
}
var import_node_path13, import_settings, import_diagnostic10, import_user_error21, import_paths6, import_check8, import_files3, import_layer_name, import_tree2, import_fold_open13, import_check9, import_fleet4, import_plan6, FactoredSpecs;
var init_factor = __esm({
  "src/features/adopt/factor.ts"() {
    "use strict";
    import_node_path13 = require("node:path");
    import_settings = askBundle("./check.cjs", "src/core/config/settings.ts");
    import_diagnostic10 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error21 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths6 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_check8 = askBundle("./check.cjs", "src/core/specs/check.ts");
    import_files3 = askBundle("./check.cjs", "src/core/specs/files.ts");
    import_layer_name = askBundle("./check.cjs", "src/core/specs/fleet/layer-name.ts");
    import_tree2 = askBundle("./check.cjs", "src/core/specs/fleet/tree.ts");
    import_fold_open13 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    init_file_specs();
    import_check9 = askBundle("./check.cjs", "src/project/check.ts");
    import_fleet4 = askBundle("./check.cjs", "src/project/fleet.ts");
    init_same_render();
    init_spec_file();
    import_plan6 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    init_factor_draft();
    FactoredSpecs = class {
      #project;
      #found;
      #checked = /* @__PURE__ */ new Map();
      constructor(project, found) {
        this.#project = project;
        this.#found = found;
      }
      /** Whether all monitors of all environments stay as they are. */
      isSame(draft) {
        return this.#environments().every((environment) => this.#findChange(environment, draft) === null);
      }
      /** Throws a refusal where a monitor or the plan would change. */
      async refuseChanges(draft) {
        for (const environment of this.#environments()) {
          const change = this.#findChange(environment, draft);
          if (change !== null) throw refuse5(change);
        }
        const view = await (0, import_fold_open13.viewState)(this.#project.store);
        const [before, after] = [null, draft].map((one) => {
          const checked = this.#check(this.#project.settings.environment, one);
          return (0, import_plan6.planFromView)(this.#project, { checked }, view, { allowDeletes: true }).changes.map(({ action, key }) => `${action} ${key}`).join("\n");
        });
        if (before !== after) throw refuse5("the plan would have other changes");
      }
      #environments() {
        const { environment, environments } = this.#project.settings;
        return environments === null ? [environment] : [...environments.keys()];
      }
      #findChange(environment, draft) {
        const before = this.#check(environment, null);
        const after = this.#check(environment, draft);
        const error = after.findings.find(({ severity }) => severity === "error");
        if (error !== void 0) {
          const { file, range } = error.where ?? { file: "", range: null };
          return `${error.message}${range === null ? "" : ` (${file}:${range.start.line})`}`;
        }
        const [changed] = findRenderedChanges(before.monitors, after.monitors);
        if (changed !== void 0) return `"${changed}" would change`;
        const homes = ({ elsewhere }) => JSON.stringify([...elsewhere].sort());
        return homes(before) === homes(after) ? null : "specs would live in other environments";
      }
      #check(environment, draft) {
        const known = this.#checked.get(draft)?.get(environment);
        if (known !== void 0) return known;
        const checked = this.#checkNow(environment, draft);
        this.#checked.set(draft, new Map([...this.#checked.get(draft) ?? [], [environment, checked]]));
        return checked;
      }
      #checkNow(environment, draft) {
        const { cwd } = this.#project;
        const settings = (0, import_settings.settingsIn)(this.#project.settings, environment);
        const { allowedReferences: allowed, allowedFields: fields, operations } = settings;
        const { files, layers } = draft === null ? this.#found : this.#applyDraft(draft);
        const fleet = (0, import_fleet4.fleetOf)(settings, layers, cwd);
        const readData = draft === null ? fleet.readData : (spec, path) => this.#readDrafted(draft, spec, path) ?? fleet.readData(spec, path);
        return (0, import_check8.checkSpecs)(files, { allowed, fields, operations, cache: null, purpose: "monitors", fleet: { ...fleet, readData } });
      }
      #applyDraft({ texts }) {
        const kept = (files) => files.filter(({ specPath }) => !texts.has(specPath));
        const written = [...texts].flatMap(([specPath, text2]) => text2 === null ? [] : [this.#toSource(specPath, text2)]);
        const layers = written.flatMap((source) => {
          const name = (0, import_layer_name.readLayerName)(import_node_path13.posix.basename(source.specPath));
          return name.kind === "layer" ? [{ ...source, folder: (0, import_tree2.folderOf)(source.specPath), environment: name.environment }] : [];
        });
        const specs = written.filter(({ specPath }) => !import_node_path13.posix.basename(specPath).startsWith("_"));
        const sort = (files) => files.sort((a, b) => a.specPath < b.specPath ? -1 : 1);
        return { files: sort([...kept(this.#found.files), ...specs]), layers: sort([...kept(this.#found.layers), ...layers]) };
      }
      #readDrafted({ texts }, spec, path) {
        const specPath = import_node_path13.posix.join((0, import_tree2.folderOf)(spec.specPath), path);
        const text2 = texts.get(specPath);
        return text2 == null ? null : { source: this.#toSource(specPath, text2), hash: "" };
      }
      #toSource(specPath, text2) {
        const { settings, cwd } = this.#project;
        return { file: (0, import_paths6.toShownPath)(cwd, (0, import_node_path13.resolve)(settings.specsDirectory, specPath)), specPath, bytes: Buffer.from(text2) };
      }
    };
  }
});

// src/features/adopt/text.ts
var text_exports = {};
__export(text_exports, {
  renderImportText: () => renderImportText,
  renderPullText: () => renderPullText
});
function renderPullText({ listed, pulled, placeholders, refused, elsewhere, claimed: claimed2 }, options) {
  const count = (0, import_words8.countOf)(pulled.length, "monitor");
  const conclusion2 = pulled.length > 0 ? `Pulled ${count}: the next plan shows no changes for ${pulled.length === 1 ? "it" : "them"}. Commit specs, config and state together.` : refused.length + elsewhere.length > 0 ? "Pulled nothing." : listed === 0 ? "Nothing to pull: the service lists no monitors for this key." : claimed2 > 0 ? `Nothing to pull: ${(0, import_words8.countOf)(claimed2, "monitor")} that may be yours ${claimed2 === 1 ? "is" : "are"} not managed yet.` : "Nothing to pull: every monitor that the service lists is managed already.";
  return (0, import_text3.printText)(
    [
      ...pulled.map(({ key, file, id }) => (0, import_text3.dataLine)(0, (0, import_text3.styled)("added", "+ "), (0, import_text3.styled)("strong", key), `  ${file}  `, (0, import_text3.styled)("faint", id))),
      ...refused.flatMap(refusedLines),
      ...elsewhereLines(elsewhere, options),
      (0, import_text3.proseLine)(0, conclusion2),
      ...claimed2 > 0 ? [(0, import_text3.proseLine)(0, "To see why some monitors are unmanaged: monitors plan --refresh")] : [],
      ...secretLines(placeholders)
    ],
    options
  );
}
function renderImportText(report2, options) {
  switch (report2.kind) {
    case "refused":
      return (0, import_text3.printText)([...refusedLines(report2), (0, import_text3.proseLine)(0, `Nothing was written for "${report2.key}".`)], options);
    case "written": {
      const { key, id, file, placeholders } = report2;
      const sentence = `"${key}" is the monitor ${id} now. Its spec is ${file}: the next plan shows no changes for it. Commit spec, config and state together.`;
      return (0, import_text3.printText)([(0, import_text3.hangingLine)(0, 2, sentence), ...secretLines(placeholders)], options);
    }
    case "recorded": {
      const { key, id, file, next } = report2;
      const sentence = `"${key}" is the monitor ${id} now; ${file} was there already.`;
      const shown = next.length === 0 ? ["The next plan shows no changes for it."] : next.map(({ action, fields }) => `The next plan shows: ${action}${fields.length === 0 ? "" : `, of ${(0, import_words8.listWords)(fields)}`}.`);
      return (0, import_text3.printText)([(0, import_text3.hangingLine)(0, 2, sentence), ...shown.map((text2) => (0, import_text3.hangingLine)(0, 2, text2))], options);
    }
  }
}
function refusedLines({ id, name, findings }) {
  return [
    (0, import_text3.dataLine)(0, (0, import_text3.styled)("warning", "! "), (0, import_text3.styled)("strong", `"${(0, import_sentences3.shorten)(name)}"`), `  ${id}  cannot be written as a spec; it stays as it is`),
    ...findings.slice(0, MOST_REASONS2).map(({ code, message, where }) => {
      const pointer = where === void 0 || where.pointer === "" ? "" : ` (${where.pointer})`;
      return (0, import_text3.hangingLine)(4, 2, (0, import_text3.styled)("faint", `${code}  `), `${message}${pointer}`);
    }),
    ...findings.length > MOST_REASONS2 ? [(0, import_text3.dataLine)(4, `and ${(0, import_words8.formatNumber)(findings.length - MOST_REASONS2)} more`)] : []
  ];
}
function elsewhereLines(elsewhere, options) {
  if (elsewhere.length === 0) return [];
  const homes = new Set(elsewhere.flatMap(({ ours }) => ours === void 0 ? [] : [`${ours.environment} of ${ours.project}`]));
  const sentence = `${(0, import_words8.countOf)(elsewhere.length, "monitor")} of the environment ${(0, import_words8.listWords)([...homes])} ${elsewhere.length === 1 ? "was" : "were"} left out; \`monitors pull --only ID\` pulls one anyway.`;
  return [(0, import_text3.hangingLine)(0, 2, (0, import_sentences3.pasteable)(sentence, options))];
}
function secretLines(placeholders) {
  if (placeholders.length === 0) return [];
  return [
    import_text3.BLANK,
    (0, import_text3.hangingLine)(
      0,
      2,
      `${(0, import_words8.countOf)(placeholders.length, "secret")} became ${placeholders.length === 1 ? "an environment variable" : "environment variables"}; the values stay in the service. Set the variables before the next apply (secrets.allow of the config has their names):`
    ),
    ...placeholders.flatMap(({ name, uses }) => [
      (0, import_text3.dataLine)(2, (0, import_text3.styled)("strong", name)),
      ...uses.slice(0, MOST_USES).map((use) => (0, import_text3.dataLine)(4, describeUse(use))),
      ...uses.length > MOST_USES ? [(0, import_text3.dataLine)(4, `and ${(0, import_words8.formatNumber)(uses.length - MOST_USES)} more`)] : []
    ])
  ];
}
function describeUse({ key, place, after }) {
  return `${(0, import_sentences3.shorten)(place)} of ${key}${after === "" ? "" : `: what follows "${(0, import_sentences3.shorten)(after)}"`}`;
}
var import_words8, import_sentences3, import_text3, MOST_REASONS2, MOST_USES;
var init_text = __esm({
  "src/features/adopt/text.ts"() {
    "use strict";
    import_words8 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences3 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text3 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    MOST_REASONS2 = 5;
    MOST_USES = 3;
  }
});

// src/features/alerts/test-text.ts
var test_text_exports = {};
__export(test_text_exports, {
  renderPlannedTests: () => renderPlannedTests,
  renderTestText: () => renderTestText
});
function renderPlannedTests(tests, options) {
  return (0, import_text4.printText)(
    tests.map(({ address, keys }) => (0, import_text4.dataLine)(2, (0, import_text4.styled)("strong", (0, import_sentences4.shorten)(address)), `  ${(0, import_words9.listFirst)(keys.map(import_sentences4.shorten))}`)),
    options
  );
}
function renderTestText({ tests, summary }, options) {
  const { webhooks, accepted, failed } = summary;
  const sentence = `Alerts tested: ${(0, import_words9.formatNumber)(accepted)} of ${(0, import_words9.countOf)(webhooks, "webhook")} accepted the sample${failed === 0 ? "" : `, ${(0, import_words9.formatNumber)(failed)} did not`}.`;
  return (0, import_text4.printText)([...tests.flatMap(testLines), ...options.verbosity === "quiet" ? [] : [import_text4.BLANK, (0, import_text4.proseLine)(0, sentence)]], options);
}
function testLines({ address, keys, outcome, statusCode, answer, error }) {
  const style = outcome === "accepted" ? "added" : "error";
  const words = outcome === "failed" ? "not delivered" : `${outcome}, status ${statusCode}`;
  return [
    (0, import_text4.dataLine)(0, (0, import_text4.styled)("strong", (0, import_sentences4.shorten)(address)), "  ", (0, import_text4.styled)(style, words)),
    (0, import_text4.hangingLine)(4, 2, `of ${(0, import_words9.listFirst)(keys.map(import_sentences4.shorten))}`),
    ...error === null ? [] : [(0, import_text4.hangingLine)(4, 2, (0, import_text4.styled)("error", error))],
    ...answer === null ? [] : [(0, import_text4.hangingLine)(4, 2, `answer: ${answer}`)]
  ];
}
var import_words9, import_sentences4, import_text4;
var init_test_text = __esm({
  "src/features/alerts/test-text.ts"() {
    "use strict";
    import_words9 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences4 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text4 = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/core/api/public-address.ts
function isPublicAddress(address) {
  const family = (0, import_node_net.isIP)(address);
  if (family === 4) return !special.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  if (EMBEDDING.check(address, "ipv6")) return isPublicAddress(lastFourBytes(address));
  return global6.check(address, "ipv6") && !special.check(address, "ipv6");
}
function lastFourBytes(address) {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(":");
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group === "" ? "0" : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
var import_node_net, SPECIAL_IPV4, SPECIAL_IPV6, special, global6, EMBEDDING;
var init_public_address = __esm({
  "src/core/api/public-address.ts"() {
    "use strict";
    import_node_net = require("node:net");
    SPECIAL_IPV4 = [
      ["0.0.0.0", 8],
      ["10.0.0.0", 8],
      ["100.64.0.0", 10],
      ["127.0.0.0", 8],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.0.0.0", 24],
      ["192.0.2.0", 24],
      ["192.88.99.0", 24],
      ["192.168.0.0", 16],
      ["198.18.0.0", 15],
      ["198.51.100.0", 24],
      ["203.0.113.0", 24],
      ["224.0.0.0", 4],
      ["240.0.0.0", 4]
    ];
    SPECIAL_IPV6 = [
      ["2001::", 23],
      ["2001:db8::", 32],
      ["2002::", 16],
      ["3fff::", 20]
    ];
    special = new import_node_net.BlockList();
    for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
    for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");
    global6 = new import_node_net.BlockList();
    global6.addSubnet("2000::", 3, "ipv6");
    EMBEDDING = new import_node_net.BlockList();
    EMBEDDING.addSubnet("::ffff:0:0", 96, "ipv6");
    EMBEDDING.addSubnet("64:ff9b::", 96, "ipv6");
  }
});

// src/core/api/http-webhook.ts
async function sendWebhook(message, resolve9 = resolveHost) {
  const { url, headers, body, env, signal, addresses } = message;
  const address = { origin: url.origin, host: url.host, isLoopback: (0, import_endpoint2.isLoopbackHost)(url.hostname) };
  const proxy = (0, import_endpoint2.chooseProxy)(address, env);
  const literal = literalOf(url);
  if (addresses === "public" && literal !== null && !isPublicAddress(literal)) return { kind: "not-public", message: notPublic(url.host) };
  if (addresses === "public" && proxy !== void 0 && literal === null) {
    return { kind: "behind-proxy", message: `a proxy resolves ${url.host}, so its address can't be judged` };
  }
  const tls = { timeout: TIMEOUT_MS, rejectUnauthorized: true };
  const connect = proxy === void 0 ? connectJudged(addresses, resolve9, tls) : createProxyConnector(proxy, tls);
  const pool = new import_undici3.Pool(url.origin, { connect, connections: 1, pipelining: 1, maxHeaderSize: 16 * 1024, allowH2: false });
  try {
    const end = await exchange(pool, {
      ...{ method: "POST", path: `${url.pathname}${url.search}`, headers, body, signal },
      ...{ largestAnswer: LARGEST_ANSWER, cutsAnswer: true, timeoutMs: TIMEOUT_MS }
    });
    if (end.kind === "failed") return explain(end.error, end.phase, url.host);
    const { status: status2, body: answer } = end.answer;
    const isCut = end.receivedBytes > LARGEST_ANSWER;
    return { kind: "answered", status: status2, text: answer.kind === "text" ? answer.text : null, isCut };
  } finally {
    await pool.destroy();
  }
}
function literalOf({ hostname }) {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return (0, import_node_net2.isIP)(bare) === 0 ? null : bare;
}
function explain(error, phase, host) {
  if (error instanceof NotPublic) return { kind: "not-public", message: notPublic(host) };
  return { kind: "failed", message: classifyError(error, phase, { host }).failure.message };
}
function notPublic(host) {
  return `the address of ${host} is not public`;
}
function connectJudged(addresses, resolve9, tls) {
  const connect = (0, import_undici3.buildConnector)(tls);
  const connectTo = (options, address) => new Promise((done) => {
    const servername = (0, import_node_net2.isIP)(options.hostname) === 0 ? options.hostname : "";
    connect({ ...options, hostname: address, servername }, (...result) => done(result));
  });
  const connectFirst = async (options) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const found = (0, import_node_net2.isIP)(host) === 0 ? await resolve9(host) : [{ address: host }];
    if (found.length === 0 || addresses === "public" && !found.every(({ address }) => isPublicAddress(address))) throw new NotPublic();
    let last = [new NotPublic(), null];
    for (const { address } of found.slice(0, MOST_TRIED)) {
      last = await connectTo({ ...options, hostname: host }, address);
      if (last[0] === null) break;
    }
    return last;
  };
  return (options, callback) => {
    connectFirst(options).then(
      (result) => callback(...result),
      (error) => callback(error, null)
    );
  };
}
var import_node_dns, import_node_net2, import_undici3, import_endpoint2, TIMEOUT_MS, LARGEST_ANSWER, resolveHost, NotPublic, MOST_TRIED;
var init_http_webhook = __esm({
  "src/core/api/http-webhook.ts"() {
    "use strict";
    import_node_dns = require("node:dns");
    import_node_net2 = require("node:net");
    import_undici3 = require("./undici.cjs");
    init_classify_error();
    import_endpoint2 = askBundle("./check.cjs", "src/core/api/endpoint.ts");
    init_http_exchange();
    init_http_proxy();
    init_public_address();
    TIMEOUT_MS = 1e4;
    LARGEST_ANSWER = 4096;
    resolveHost = (host) => new Promise((done, fail) => (0, import_node_dns.lookup)(host, { all: true }, (error, found) => error === null ? done(found) : fail(error)));
    NotPublic = class extends Error {
      name = "NotPublic";
    };
    MOST_TRIED = 4;
  }
});

// src/features/alerts/pull-request.ts
function findPullRequest(env) {
  const set = REQUEST_VARIABLES.find((name) => !["", "false"].includes((env[name] ?? "").trim().toLowerCase()));
  return set ?? REASONS.find(([name, words]) => words.test((env[name] ?? "").trim()))?.[0] ?? null;
}
var REQUEST_VARIABLES, REASONS;
var init_pull_request = __esm({
  "src/features/alerts/pull-request.ts"() {
    "use strict";
    REQUEST_VARIABLES = [
      "GITHUB_HEAD_REF",
      "CI_MERGE_REQUEST_ID",
      "CI_MERGE_REQUEST_IID",
      "CI_EXTERNAL_PULL_REQUEST_IID",
      "BITBUCKET_PR_ID",
      "SYSTEM_PULLREQUEST_PULLREQUESTID",
      "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER",
      "CHANGE_ID",
      "ghprbPullId",
      "CIRCLE_PULL_REQUEST",
      "CIRCLE_PULL_REQUESTS",
      "CIRCLE_PR_NUMBER",
      "BUILDKITE_PULL_REQUEST",
      "TRAVIS_PULL_REQUEST",
      "DRONE_PULL_REQUEST",
      "APPVEYOR_PULL_REQUEST_NUMBER"
    ];
    REASONS = [
      ["GITHUB_EVENT_NAME", /^pull_request/],
      ["GITHUB_REF", /^refs\/pull\//],
      ["CI_PIPELINE_SOURCE", /^(?:merge_request_event|external_pull_request_event)$/],
      ["BUILD_REASON", /^PullRequest$/i],
      ["BUILD_SOURCEBRANCH", /^refs\/pull\//]
    ];
  }
});

// src/features/alerts/test-document.ts
function toAlertsTestDocument(tests) {
  const accepted = tests.filter(({ outcome }) => outcome === "accepted").length;
  return {
    formatVersion: 1,
    command: "alerts",
    summary: { webhooks: tests.length, accepted, failed: tests.length - accepted },
    tests
  };
}
var init_test_document = __esm({
  "src/features/alerts/test-document.ts"() {
    "use strict";
  }
});

// src/features/alerts/test-event.ts
function makeTestEvent(webhook, { name, lookup: lookup2, secret }) {
  const resolved = (0, import_value25.property)((0, import_references7.resolveReferences)({ webhook }, lookup2), "webhook");
  const address = (0, import_value25.property)(resolved, "url");
  const url = typeof address === "string" ? (0, import_url.parseUrl)(address.trim()) : void 0;
  if (url === void 0 || !/^https?:$/.test(url.protocol) || !isAsWritten3(url, (0, import_value25.property)(webhook, "url"))) return null;
  const metadata = (0, import_value25.property)(resolved, "metadata");
  const body = JSON.stringify(sampleOf(name, (0, import_value25.isObject)(metadata) ? metadata : {}));
  const signature = secret === "" ? {} : { "x-firecrawl-signature": `sha256=${(0, import_node_crypto.createHmac)("sha256", secret).update(body).digest("hex")}` };
  const headers = { ...credentialsOf(url), ...readHeaders2((0, import_value25.property)(resolved, "headers")), "content-type": "application/json", ...signature };
  return { url, headers, body };
}
function isAsWritten3(url, written) {
  const { id } = (0, import_origin3.originOf)(typeof written === "string" ? written.trim() : "");
  return !/^https?:\/\//.test(id) || id.includes("reference-") || id === url.origin;
}
function sampleOf(name, metadata) {
  return {
    success: true,
    type: "monitor.page",
    id: NIL,
    webhookId: NIL,
    data: [
      {
        ...{ monitorId: NIL, checkId: NIL, url: "https://example.com/", status: "changed", previousScrapeId: null, currentScrapeId: null },
        ...{ error: null, isMeaningful: true },
        judgment: {
          meaningful: true,
          confidence: "high",
          reason: `Test of the alerts of "${name}": nothing has changed.`,
          meaningfulChanges: []
        },
        diff: { text: "--- previous\n+++ current\n@@ -1 +1 @@\n-before\n+after\n", json: null }
      }
    ],
    metadata: { ...metadata, test: "true" }
  };
}
function credentialsOf({ username, password }) {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}
function readHeaders2(headers) {
  const entries = (0, import_value25.isObject)(headers) ? Object.entries(headers) : [];
  const own = entries.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return typeof value === "string" && !OWN_HEADERS.has(lower) ? [[lower, value]] : [];
  });
  return { "user-agent": "monitors (test of alerts)", ...Object.fromEntries(own) };
}
function isApplied2(webhook, recorded) {
  const [wanted, known] = [(0, import_value25.property)(webhook, "url"), (0, import_value25.property)(recorded, "url")];
  if (!(0, import_value25.isObject)(recorded) || typeof wanted !== "string" || typeof known !== "string") return false;
  if ((0, import_origin3.originOf)(wanted.trim()).id !== (0, import_origin3.originOf)(known.trim()).id) return false;
  return (0, import_references7.listReferenceNames)({ webhook }).join("\0") === (0, import_references7.listReferenceNames)({ webhook: recorded }).join("\0");
}
function hasSecretsBesideAddress(webhook) {
  return (0, import_references7.findReferences)({ webhook }).some(({ path }) => path[1] !== "url");
}
var import_node_crypto, import_url, import_value25, import_origin3, import_references7, NIL, OWN_HEADERS;
var init_test_event = __esm({
  "src/features/alerts/test-event.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    import_url = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_value25 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_origin3 = askBundle("./monitors.cjs", "src/core/secrets/origin.ts");
    import_references7 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    NIL = "00000000-0000-0000-0000-000000000000";
    OWN_HEADERS = /* @__PURE__ */ new Set([
      ...["connection", "content-length", "content-type", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
      "x-firecrawl-signature"
    ]);
  }
});

// src/features/alerts/test-webhooks.ts
var test_webhooks_exports = {};
__export(test_webhooks_exports, {
  testWebhooks: () => testWebhooks
});
async function testWebhooks(project, request, approve, resolve9) {
  (0, import_project9.requireFullOperations)(project.settings, "monitors alerts --test");
  refusePullRequest(project.env);
  const interruption = project.watchInterruption();
  const workspace = (0, import_check10.checkWorkspace)(project);
  if ((0, import_diagnostic11.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const { stored, unresolved } = await (0, import_fold_open14.viewState)(project.store);
  if (stored === null) throw nothingStored();
  const { state } = stored;
  const { monitors, elsewhere } = workspace.checked;
  const chosen = (0, import_choose_keys6.chooseKeys)(request, { desired: monitors, state, unresolved, elsewhere }, project.nameOption);
  const samples = makeSamples(
    monitors.filter(({ key }) => chosen === void 0 || chosen.has(key)),
    state,
    project.env
  );
  await approve(samples.map(({ host, address, keys }) => ({ host, address, keys })));
  const tests = [];
  for (const sample of samples) {
    (0, import_interruption9.refuseInterrupted)({ interruption });
    const end = await sendWebhook({ ...sample.event, addresses: request.addresses, env: project.env, signal: interruption }, resolve9);
    tests.push(describeEnd2(sample, end, project.env));
  }
  return { kind: "tested", document: toAlertsTestDocument(tests) };
}
function refusePullRequest(env) {
  const variable = findPullRequest(env);
  if (variable === null) return;
  throw new import_user_error22.UserError(
    "alerts/pull-request",
    `alerts are not tested in a pull or merge request (${variable} is set): its author chooses where secrets go`,
    "run it after the merge, or on your machine"
  );
}
function makeSamples(monitors, state, env) {
  const hooked = monitors.flatMap(({ key, name, body }) => {
    const webhook = (0, import_member9.member)(body(), "webhook");
    return typeof webhook === "object" && webhook !== null && !Array.isArray(webhook) ? [{ key, name, webhook }] : [];
  });
  if (hooked.length === 0) throw new import_user_error22.UserError("config/nothing-chosen", "none of the chosen monitors has a webhook", "choose other keys");
  refuseUnapplied(hooked.filter(({ key, webhook }) => !isApplied2(webhook, recordedWebhook(state, key))).map(({ key }) => key));
  const names = hooked.flatMap(({ webhook }) => (0, import_references8.listReferenceNames)({ webhook }));
  const [fault] = (0, import_references8.checkReferenceValues)({ names, env, apiKey: env["MONITORS_API_KEY"] ?? null });
  if (fault !== void 0) throw new import_user_error22.UserError(fault.code, fault.message, fault.hint);
  const samples = /* @__PURE__ */ new Map();
  for (const { key, name, webhook } of hooked) {
    const event = makeTestEvent(webhook, { name, lookup: (reference) => env[reference] ?? "", secret: signingKey(env) });
    const address = maskedAddress(webhook);
    if (event === null) throw badAddress(key, address);
    if (event.url.protocol === "http:" && hasSecretsBesideAddress(webhook)) throw plainHttp(key, address);
    const distinct = JSON.stringify([event.url.href, event.headers["authorization"] ?? "", headersOf(event)]);
    const known = samples.get(distinct);
    const keys = [...known?.keys ?? [], key];
    samples.set(distinct, known === void 0 ? { host: event.url.host, address, keys, event, webhook } : { ...known, keys });
  }
  return [...samples.values()];
}
function headersOf({ headers }) {
  return Object.entries(headers).filter(([name]) => name !== "x-firecrawl-signature");
}
function signingKey(env) {
  return env["MONITORS_WEBHOOK_SECRET"] ?? "";
}
function recordedWebhook(state, key) {
  const record3 = (0, import_state10.recordIn)(state, key);
  return record3 === void 0 ? void 0 : (0, import_member9.member)(record3.applied, "webhook");
}
function maskedAddress(webhook) {
  const url = (0, import_value26.property)(webhook, "url");
  const masked = (0, import_masking10.maskValue)(typeof url === "string" ? url.trim() : "", ["webhook", "url"]);
  return typeof masked === "string" ? masked : "";
}
function refuseUnapplied(keys) {
  if (keys.length === 0) return;
  throw new import_user_error22.UserError(
    "alerts/not-applied",
    `the state does not record the webhook of ${(0, import_words10.listFirst)(keys.map((key) => `"${key}"`))} with this origin and these references`,
    'run "monitors apply" first, or leave them out with --exclude; nothing was sent'
  );
}
function badAddress(key, address) {
  return new import_user_error22.UserError(
    "alerts/bad-address",
    `the webhook of "${key}" (${address}) is not an address once its references are resolved, or leads to another host`,
    "check the values of its references; nothing was sent"
  );
}
function plainHttp(key, address) {
  return new import_user_error22.UserError(
    "alerts/plain-http",
    `the webhook of "${key}" (${address}) is plain http, and its headers or metadata refer to secrets`,
    "use https; nothing was sent"
  );
}
function describeEnd2({ address, keys, event, webhook }, end, env) {
  const shared = { address, keys, signed: signingKey(env) !== "" };
  if (end.kind !== "answered") {
    const hint = end.kind === "failed" ? "" : "; --allow-private sends it all the same";
    return { ...shared, outcome: "failed", statusCode: null, answer: null, error: `${end.message}${hint}` };
  }
  const isAccepted = end.status >= 200 && end.status < 300;
  const answer = end.text === null ? null : maskAnswer(end.text, end.isCut, listSecrets(event, webhook, env));
  return {
    ...shared,
    outcome: isAccepted ? "accepted" : "refused",
    statusCode: end.status,
    answer: answer === "" ? null : answer,
    error: null
  };
}
function maskAnswer(text2, isCut, secrets) {
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const whole = isCut ? text2.slice(0, Math.max(0, text2.length - 3 * longest)) : text2;
  const redact = (0, import_redaction3.createRedactor)(secrets);
  const clean = (0, import_service_text3.cleanServiceText)((0, import_read_scrape2.maskAddresses)(redact(whole)), redact);
  return clean.length <= LONGEST_ANSWER ? clean : `${clean.slice(0, LONGEST_ANSWER - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
}
function listSecrets({ url, headers }, webhook, env) {
  const values = (0, import_references8.listReferenceNames)({ webhook }).map((name) => env[name] ?? "");
  const pieces = [url.href, `${url.pathname}${url.search}`, ...url.pathname.split("/"), ...url.searchParams.values()];
  const user = [url.username, url.password, decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const sent = Object.entries(headers).flatMap(([name, value]) => PUBLIC_HEADERS.has(name) ? [] : [value, ...value.split(" ")]);
  return [...values, ...pieces, ...user, ...sent, signingKey(env), env["MONITORS_API_KEY"] ?? ""].filter((secret) => secret.length > 1);
}
var import_read_scrape2, import_service_text3, import_interruption9, import_words10, import_diagnostic11, import_user_error22, import_value26, import_masking10, import_redaction3, import_references8, import_member9, import_fold_open14, import_state10, import_check10, import_choose_keys6, import_project9, LONGEST_ANSWER, PUBLIC_HEADERS;
var init_test_webhooks = __esm({
  "src/features/alerts/test-webhooks.ts"() {
    "use strict";
    init_http_webhook();
    import_read_scrape2 = askBundle("./plan.cjs", "src/core/api/read-scrape.ts");
    import_service_text3 = askBundle("./plan.cjs", "src/core/api/service-text.ts");
    import_interruption9 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_words10 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic11 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error22 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value26 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking10 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_redaction3 = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    import_references8 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_member9 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_fold_open14 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state10 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_check10 = askBundle("./check.cjs", "src/project/check.ts");
    import_choose_keys6 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    import_project9 = askBundle("./check.cjs", "src/project/project.ts");
    init_state_access();
    init_pull_request();
    init_test_document();
    init_test_event();
    LONGEST_ANSWER = 200;
    PUBLIC_HEADERS = /* @__PURE__ */ new Set(["content-type", "user-agent", "x-firecrawl-signature"]);
  }
});

// src/features/alerts/text.ts
var text_exports2 = {};
__export(text_exports2, {
  renderAlertsText: () => renderAlertsText
});
function renderAlertsText(document, options) {
  const blocks = document.destinations.map((destination) => destinationLines(destination, options));
  const lines = blocks.flatMap((block, index) => index === 0 ? block : [import_text5.BLANK, ...block]);
  const summary = summaryLines(document, options);
  return (0, import_text5.printText)([...lines, ...lines.length === 0 || summary.length === 0 ? [] : [import_text5.BLANK], ...summary], options);
}
function destinationLines(destination, options) {
  const { events, monitors, last, recipients } = destination;
  const undelivered = monitors.filter(({ outcome }) => outcome === "undelivered");
  const nameKeys = (some) => nameFirst(some, options);
  return [
    (0, import_text5.dataLine)(0, (0, import_text5.styled)("strong", nameOf2(destination)), `  ${(0, import_words11.countOf)(monitors.length, "monitor")}`),
    (0, import_text5.hangingLine)(2, 2, `of ${nameKeys(monitors)}`),
    ...events.length === 0 ? [] : [(0, import_text5.dataLine)(2, `events: ${events.map(import_sentences5.shorten).join(", ")}`)],
    lastLine(last, options),
    ...undelivered.length === 0 ? [] : [(0, import_text5.hangingLine)(2, 2, (0, import_text5.styled)("error", `not delivered (${(0, import_words11.formatNumber)(undelivered.length)}): ${nameKeys(undelivered)}`))],
    ...recipientLines(recipients)
  ];
}
function nameOf2({ channel, address }) {
  switch (channel) {
    case "webhook":
      return `webhook ${(0, import_sentences5.shorten)(address ?? "")}`;
    case "email":
      return "mail";
    case "slack":
      return address === null ? "Slack (default channel)" : `Slack ${(0, import_sentences5.shorten)(address)}`;
  }
}
function nameFirst(monitors, { verbosity }) {
  const keys = monitors.map(({ key }) => (0, import_sentences5.shorten)(key));
  return (0, import_words11.listFirst)(keys, verbosity === "verbose" ? keys.length : MOST_NAMED4);
}
function lastLine(last, options) {
  if (last === null) return (0, import_text5.dataLine)(2, (0, import_text5.styled)("faint", "no event yet"));
  const time = last.at === null ? "" : `, ${(0, import_local_time.showTime)(last.at, options)}`;
  const words = `last message: ${describeDelivery(last)} (${(0, import_sentences5.shorten)(last.key)}${time})`;
  return (0, import_text5.hangingLine)(2, 2, last.outcome === "undelivered" ? (0, import_text5.styled)("error", words) : words);
}
function describeDelivery({ outcome, statusCode, error }) {
  const status2 = statusCode === null ? "" : `status ${statusCode}`;
  switch (outcome) {
    case "delivered":
      return status2 === "" ? "delivered" : `delivered, ${status2}`;
    case "undelivered":
      return `not delivered${[status2, error ?? ""].filter((part) => part !== "").map((part) => `, ${part}`).join("")}`;
    case "queued":
      return "the service will try again";
    case "not-yet":
      return "not noted yet";
    case "unconfirmed":
      return "no recipient has confirmed";
    case "unknown":
      return "the service does not say whether it arrived";
    case "no-event":
    case "not-read":
      return "none";
  }
}
function recipientLines(recipients) {
  const good = recipients.filter(({ status: status2 }) => status2 === "confirmed").length;
  const others = recipients.filter(({ status: status2 }) => status2 !== "confirmed");
  return [
    ...others.map(({ email, status: status2 }) => {
      const words = status2 === null ? "not known whether it confirmed" : RECIPIENT_WORDS[status2] ?? (0, import_sentences5.shorten)(status2);
      return (0, import_text5.hangingLine)(2, 2, (0, import_text5.styled)("strong", (0, import_sentences5.shorten)(email)), "  ", status2 === null ? words : (0, import_text5.styled)("warning", words));
    }),
    ...good === 0 ? [] : [(0, import_text5.dataLine)(2, `${(0, import_words11.countOf)(good, "recipient")} confirmed`)]
  ];
}
function summaryLines({ summary, withoutAlerts, missing, notRead }, options) {
  const { monitors, destinations, undelivered, unconfirmed: unconfirmed2 } = summary;
  const unread = notRead.map(({ key, reason }) => (0, import_text5.proseLine)(0, (0, import_text5.styled)("warning", `not read: ${(0, import_sentences5.shorten)(key)}: ${reason}`)));
  if (options.verbosity === "quiet") return unread;
  const counts = [
    `${(0, import_words11.countOf)(monitors, "monitor")}, ${(0, import_words11.countOf)(destinations, "destination")}`,
    `${(0, import_words11.formatNumber)(undelivered)} undelivered`,
    `${(0, import_words11.formatNumber)(unconfirmed2)} unconfirmed`,
    ...notRead.length === 0 ? [] : [`${(0, import_words11.formatNumber)(notRead.length)} not read`]
  ];
  const name = (keys) => (0, import_words11.listFirst)(keys.map(import_sentences5.shorten), options.verbosity === "verbose" ? keys.length : MOST_NAMED4);
  return [
    ...unread.slice(0, MOST_NAMED4),
    ...unread.length > MOST_NAMED4 ? [(0, import_text5.proseLine)(0, `and ${(0, import_words11.formatNumber)(unread.length - MOST_NAMED4)} more not read`)] : [],
    (0, import_text5.proseLine)(0, `Alerts: ${counts.join(", ")}.`),
    ...withoutAlerts.length === 0 ? [] : [(0, import_text5.proseLine)(0, `Telling no one: ${name(withoutAlerts)}.`)],
    ...missing.length === 0 ? [] : [(0, import_text5.proseLine)(0, (0, import_sentences5.pasteable)(`Not in the service: ${name(missing)}. Run "monitors plan --refresh" to see what is missing.`, options))]
  ];
}
var import_words11, import_local_time, import_sentences5, import_text5, MOST_NAMED4, RECIPIENT_WORDS;
var init_text2 = __esm({
  "src/features/alerts/text.ts"() {
    "use strict";
    import_words11 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences5 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text5 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    MOST_NAMED4 = 5;
    RECIPIENT_WORDS = {
      pending: "pending: gets nothing until the link in the confirmation mail is clicked",
      unsubscribed: "unsubscribed: gets nothing, and has to be asked again"
    };
  }
});

// src/rendering/exchange-text.ts
var exchange_text_exports = {};
__export(exchange_text_exports, {
  describeExchange: () => describeExchange
});
function describeExchange(note) {
  const { method, path, status: status2, durationMs, sentBytes, receivedBytes, requestId } = note;
  const id = requestId === void 0 ? "" : `, request id ${requestId}`;
  const text2 = `${method} ${path} -> ${status2 ?? "no answer"} in ${Math.round(durationMs)} ms, ${sentBytes} bytes sent, ${receivedBytes} received${id}`;
  return `${(0, import_escape_terminal.escapeTerminal)(text2)}
`;
}
var import_escape_terminal;
var init_exchange_text = __esm({
  "src/rendering/exchange-text.ts"() {
    "use strict";
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
  }
});

// src/features/apply/progress.ts
var progress_exports = {};
__export(progress_exports, {
  advanceProgress: () => advanceProgress,
  renderEventText: () => renderEventText,
  renderProgressLine: () => renderProgressLine,
  startProgress: () => startProgress
});
function startProgress(now) {
  return { total: 0, done: 0, notAttempted: 0, failed: 0, startedAt: now, waitingUntil: null, lookingFor: null, isStopping: false };
}
function advanceProgress(progress, event, now) {
  switch (event.type) {
    case "started":
      return { ...progress, total: event.total, startedAt: now };
    case "finished": {
      const isNotAttempted = event.result.outcome === "not-attempted";
      const notAttempted = progress.notAttempted + (isNotAttempted ? 1 : 0);
      return {
        ...progress,
        total: event.total,
        done: event.done - notAttempted,
        notAttempted,
        failed: progress.failed + (hasFailed(event.result) && !isNotAttempted ? 1 : 0),
        lookingFor: progress.lookingFor === event.result.key ? null : progress.lookingFor
      };
    }
    case "waiting":
      return { ...progress, waitingUntil: { text: event.until, at: now + event.waitMs } };
    case "stopping":
      return { ...progress, isStopping: true };
    case "sending":
      return { ...progress, waitingUntil: null };
    case "looking":
      return { ...progress, lookingFor: event.key };
    case "retrying":
      return progress;
  }
}
function renderProgressLine(progress, now, options) {
  const parts = [`${(0, import_words12.formatNumber)(progress.done)}/${(0, import_words12.formatNumber)(progress.total)} done`];
  if (progress.failed > 0) parts.push(`${(0, import_words12.formatNumber)(progress.failed)} failed`);
  if (progress.isStopping) parts.push("stopping");
  else if (progress.waitingUntil !== null && progress.waitingUntil.at > now)
    parts.push(`waiting for the rate limit until ${(0, import_local_time2.showSeconds)(progress.waitingUntil.text, options)}`);
  else if (progress.lookingFor !== null) parts.push(`looking up ${progress.lookingFor} in the service`);
  else parts.push(...rateParts(progress, now));
  return (0, import_escape_terminal2.disarmCommands)((0, import_text6.takeColumns)((0, import_escape_terminal2.escapeTerminal)(parts.join(", ")), Math.max(10, options.width - 1)));
}
function renderEventText(event, options) {
  const isVerbose = options.verbosity === "verbose";
  switch (event.type) {
    case "started":
      return "";
    case "sending":
      return isVerbose ? (0, import_text6.printText)([(0, import_text6.dataLine)(2, (0, import_text6.styled)("faint", `${event.key}  sending, attempt ${event.attempt}`))], options) : "";
    case "retrying": {
      const words = `${event.key}  ${event.error.message}; trying again in ${(0, import_sentences6.formatDuration)(event.waitMs)}`;
      return isVerbose ? (0, import_text6.printText)([(0, import_text6.dataLine)(2, (0, import_text6.styled)("faint", words))], options) : "";
    }
    case "looking": {
      const limit = event.lookupMs < 1e3 ? "" : ` for up to ${(0, import_sentences6.formatDuration)(event.lookupMs)}`;
      const words = `${event.key}  ${event.error.message}; looking it up in the service${limit}`;
      return options.verbosity === "quiet" ? "" : (0, import_text6.printText)([(0, import_text6.hangingLine)(2, 2, words)], options);
    }
    case "waiting":
      return options.verbosity === "quiet" ? "" : (0, import_text6.printText)([(0, import_text6.proseLine)(2, `waiting for the rate limit until ${(0, import_local_time2.showSeconds)(event.until, options)}`)], options);
    case "finished":
      if (event.result.outcome === "not-attempted" && event.result.error === void 0) return "";
      return options.verbosity === "quiet" && !hasFailed(event.result) ? "" : (0, import_text6.printText)([finishedLine(event)], options);
    case "stopping":
      return (0, import_text6.printText)([(0, import_text6.hangingLine)(0, 2, (0, import_text6.styled)("error", stoppingWords(event.stop)))], options);
  }
}
function stoppingWords(stop) {
  if (stop.kind !== "interrupted") return explainStop(stop).message;
  return "Stopping: running requests get 5 s to finish, and their results are recorded. Press Ctrl-C again to stop at once.";
}
function finishedLine({ done, total, result }) {
  const of = (0, import_words12.formatNumber)(total);
  const count = `${(0, import_words12.formatNumber)(done).padStart(of.length)}/${of}`;
  const style = hasFailed(result) ? "error" : "faint";
  return (0, import_text6.hangingLine)(
    2,
    2 + count.length,
    (0, import_text6.styled)(
      style,
      `${count}  ${result.key}  ${OUTCOME_WORDS[result.outcome]}${result.error === void 0 ? "" : `: ${result.error.message}`}`
    )
  );
}
function hasFailed({ outcome }) {
  return outcome === "failed" || outcome === "not-attempted" || outcome === "unknown";
}
function rateParts({ done, total, startedAt }, now) {
  const elapsed = now - startedAt;
  if (done < FIRST_RATE || elapsed <= 0) return [];
  const left = (total - done) * elapsed / done;
  return [rateText(done * 1e3 / elapsed), ...total > done ? [`about ${(0, import_sentences6.formatDuration)(left)} left`] : []];
}
function rateText(perSecond) {
  return perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(perSecond * 60).toFixed(1)} a minute`;
}
var import_words12, import_escape_terminal2, import_local_time2, import_sentences6, import_text6, FIRST_RATE;
var init_progress2 = __esm({
  "src/features/apply/progress.ts"() {
    "use strict";
    import_words12 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_local_time2 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences6 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text6 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_sentences();
    FIRST_RATE = 3;
  }
});

// src/features/apply/text.ts
var text_exports3 = {};
__export(text_exports3, {
  renderAfterFirst: () => renderAfterFirst,
  renderApplyText: () => renderApplyText,
  resultLine: () => resultLine
});
function renderApplyText(outcome, plan2, options) {
  const results = outcome.results.filter((result) => options.verbosity !== "quiet" || !isDone(result.outcome));
  const reasons = shareFailures(results);
  const estimates = listEstimates(plan2);
  const skipped = results.filter(({ outcome: ended, error }) => ended === "not-attempted" && error === void 0);
  const grouped = new Set(skipped.length > 1 ? skipped : []);
  const single = results.filter((result) => !grouped.has(result));
  const blocks = [
    ...single.flatMap((result) => resultLines(result, reasons, { ...options, estimate: estimates.get(result.key) })),
    ...skippedLines([...grouped]),
    ...reasons.flatMap((reason) => [import_text7.BLANK, ...reasonLines(reason)])
  ];
  const prices = options.verbosity === "quiet" ? [] : priceReasonLines(results, estimates);
  const findings = (0, import_finding4.listFindingLines)(outcome.findings, () => void 0, options);
  return (0, import_text7.printText)([...spaced(blocks), ...spaced(prices), ...spaced(findings), ...footerLines(outcome, plan2, options)], options);
}
function renderAfterFirst(outcome, plan2, options) {
  const { created, unchanged } = summarizeApply(outcome, plan2);
  const isFirst = created > 0 && created === outcome.results.length && unchanged + plan2.summary.blocked === 0;
  if (!isFirst || outcome.stop !== void 0) return "";
  const looks = plan2.operations === "full" ? [
    "How they do: monitors status",
    "Check one now: monitors run KEY --wait",
    "All on one page: monitors report --out report.html --refresh"
  ] : ["All on one page: monitors report --out report.html"];
  return (0, import_text7.printText)(
    looks.map((look) => (0, import_text7.hangingLine)(0, 3, (0, import_text7.styled)("mark", "->"), ` ${(0, import_sentences8.pasteable)(look, options)}`)),
    options
  );
}
function resultLine(result, view = {}) {
  const { glyph, style } = GLYPHS[result.outcome];
  const words = result.recovered === true ? "created (the response was lost; found in the service)" : OUTCOME_WORDS[result.outcome];
  return (0, import_text7.hangingLine)(
    0,
    4,
    (0, import_text7.styled)(style, glyph),
    " ",
    (0, import_text7.styled)("strong", result.key),
    "  ",
    (0, import_text7.styled)(style, words),
    ...serviceWords(result, view)
  );
}
function isDone(outcome) {
  return outcome !== "failed" && outcome !== "not-attempted" && outcome !== "unknown";
}
function spaced(lines) {
  return lines.length === 0 ? [] : [...lines, import_text7.BLANK];
}
function serviceWords({ id, estimatedCreditsPerMonth, nextRunAt, isPaused, attempts, outcome }, view) {
  const words = [];
  if (id !== void 0) words.push(id);
  if (isPaused === true) words.push("paused");
  else if (typeof estimatedCreditsPerMonth === "number") words.push(priceWords(estimatedCreditsPerMonth, view));
  if (typeof nextRunAt === "string" && isPaused !== true) words.push(`next check ${(0, import_local_time3.showTime)(nextRunAt, view)}`);
  if (attempts > 1 || attempts === 1 && !isDone(outcome)) words.push((0, import_words13.countOf)(attempts, "attempt"));
  return words.length === 0 ? [] : ["  ", (0, import_text7.styled)("faint", words.join(", "))];
}
function listEstimates({ changes: changes2 }) {
  return new Map(
    changes2.flatMap((change) => "after" in change && change.after !== void 0 ? [[change.key, change.after.estimate]] : [])
  );
}
function priceReasonLines(results, estimates) {
  const keysOf2 = /* @__PURE__ */ new Map();
  for (const { key, estimatedCreditsPerMonth: service, isPaused } of results) {
    const estimate = estimates.get(key);
    const reason = estimate === void 0 || typeof service !== "number" || isPaused === true ? null : (0, import_costs.findPriceReason)(estimate, service);
    if (reason !== null) (0, import_grouping.addToGroup)(keysOf2, (0, import_plan_service.describePriceReason)(reason), key);
  }
  return [...keysOf2].map(
    ([reason, keys]) => (0, import_text7.proseLine)(0, `Credits of ${keys.length === 1 ? `"${keys[0]}"` : (0, import_words13.countOf)(keys.length, "monitor")}: ${reason}.`)
  );
}
function priceWords(service, { estimate }) {
  const words = `${(0, import_words13.countOf)(service, "credit")} a month`;
  const reason = estimate === void 0 ? null : (0, import_costs.findPriceReason)(estimate, service);
  if (estimate === void 0 || reason === null) return words;
  return `${words} (${(0, import_words13.formatNumber)(estimate.creditsPerMonth)} by the price list)`;
}
function resultLines(result, reasons, view) {
  const isShared = reasons.some(({ failed }) => failed.includes(result));
  return [resultLine(result, view), ...isShared ? [] : failureLines(result.error), ...doubtLines(result)];
}
function skippedLines(skipped) {
  if (skipped.length === 0) return [];
  const { glyph, style } = GLYPHS["not-attempted"];
  const words = `${(0, import_words13.countOf)(skipped.length, "change")} not attempted`;
  return [(0, import_text7.hangingLine)(0, 4, (0, import_text7.styled)(style, glyph), " ", (0, import_text7.styled)(style, words), `  ${(0, import_words13.listFirst)(skipped.map(({ key }) => key))}`)];
}
function shareFailures(results) {
  const byWords = /* @__PURE__ */ new Map();
  for (const result of results) {
    const { error: failure } = result;
    if (failure === void 0) continue;
    const words = JSON.stringify([failure.message, failure.details ?? null]);
    const known = byWords.get(words);
    if (known === void 0) byWords.set(words, { failed: [result], failure });
    else known.failed.push(result);
  }
  return [...byWords.values()].filter(({ failed }) => failed.length > 1);
}
function reasonLines({ failed, failure }) {
  return [(0, import_text7.proseLine)(0, `The same reason for ${(0, import_words13.formatNumber)(failed.length)} changes:`), ...failureLines(failure)];
}
function failureLines(failure) {
  if (failure === void 0) return [];
  const details = failure.details === void 0 ? [] : [(0, import_text7.hangingLine)(4, 2, `details: ${(0, import_value_text.valueText)(failure.details)}`)];
  return [(0, import_text7.hangingLine)(4, 2, failure.message), ...details];
}
function doubtLines(result) {
  const { outcome, mayExistTwice, targetIds } = result;
  if (outcome !== "unknown" && mayExistTwice !== true) return [];
  if (isRepeatable(result)) return [(0, import_text7.hangingLine)(4, 2, `the ${result.action} may have been carried out`)];
  const why = outcome === "unknown" ? "it may exist: look for a monitor with" : "it may exist twice: look for another monitor with";
  if (targetIds === void 0 || targetIds.length === 0) return [(0, import_text7.hangingLine)(4, 2, why.replace(/: .*/, ": look in the service"))];
  return [(0, import_text7.hangingLine)(4, 2, `${why} ${targetIds.length === 1 ? "target id" : "target ids"}`), ...targetIds.map((id) => (0, import_text7.dataLine)(6, id))];
}
function footerLines(outcome, plan2, options) {
  const summary = summarizeApply(outcome, plan2);
  const lines = [(0, import_text7.dataLine)(0, (0, import_text7.styled)("strong", applySentence(summary)))];
  if (outcome.stop !== void 0) {
    const { message, hint } = explainStop(outcome.stop);
    lines.push((0, import_text7.proseLine)(0, (0, import_text7.styled)("error", message)), (0, import_text7.hangingLine)(3, 6, (0, import_text7.styled)("strong", "hint:"), ` ${(0, import_sentences8.pasteable)(hint, options)}`));
  }
  const steps = nextSteps(outcome, summary).flatMap(({ text: text2, ways }) => [
    (0, import_text7.hangingLine)(0, 3, (0, import_text7.styled)("mark", "->"), ` ${(0, import_sentences8.pasteable)(text2, options)}`),
    ...ways.map((way) => (0, import_text7.dataLine)(3, (0, import_text7.styled)("mark", "->"), ` ${(0, import_sentences8.pasteable)(way, options)}`))
  ]);
  return [...lines, ...steps, ...ambiguityLines(outcome)];
}
function ambiguityLines({ results, onAmbiguous }) {
  const isUnknown2 = results.some(({ outcome }) => outcome === "unknown");
  const wasSentAgain = results.some(
    ({ outcome, attempts, mayExistTwice }) => mayExistTwice === true || outcome === "unknown" && attempts > 1
  );
  if (onAmbiguous === "stop" ? !isUnknown2 : !wasSentAgain) return [];
  const meaning = onAmbiguous === "stop" ? "nothing was sent again" : "errors that the service documents as retryable were retried";
  return [(0, import_text7.proseLine)(0, `For creates that may or may not have happened, this run used --on-ambiguous ${onAmbiguous}: ${meaning}.`)];
}
var import_grouping, import_words13, import_costs, import_finding4, import_local_time3, import_plan_service, import_sentences8, import_text7, import_value_text, GLYPHS;
var init_text3 = __esm({
  "src/features/apply/text.ts"() {
    "use strict";
    import_grouping = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_words13 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_costs = askBundle("./plan.cjs", "src/core/plan/costs.ts");
    import_finding4 = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_local_time3 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_plan_service = askBundle("./plan.cjs", "src/rendering/plan-service.ts");
    import_sentences8 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text7 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    import_value_text = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    init_sentences();
    GLYPHS = {
      created: { glyph: "+", style: "added" },
      updated: { glyph: "~", style: "changed" },
      replaced: { glyph: "-/+", style: "changed" },
      deleted: { glyph: "-", style: "removed" },
      adopted: { glyph: "~", style: "changed" },
      renamed: { glyph: "~", style: "changed" },
      failed: { glyph: "!", style: "error" },
      "not-attempted": { glyph: "!", style: "warning" },
      unknown: { glyph: "!", style: "error" }
    };
  }
});

// src/features/apply/display.ts
var display_exports = {};
__export(display_exports, {
  ApplyDisplay: () => ApplyDisplay
});
var import_escape_terminal3, import_findings9, import_formats, ApplyDisplay;
var init_display = __esm({
  "src/features/apply/display.ts"() {
    "use strict";
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_exchange_text();
    import_findings9 = askBundle("./plan.cjs", "src/features/plan/findings.ts");
    import_formats = askBundle("./plan.cjs", "src/features/plan/formats.ts");
    init_apply2();
    init_document2();
    init_progress2();
    init_text3();
    ApplyDisplay = class {
      constructor(door, notes, format) {
        this.door = door;
        this.notes = notes;
        this.format = format;
        this.progress = startProgress(door.context.world.monotonic());
      }
      door;
      notes;
      format;
      progress;
      /** The last note has no line end yet. */
      isNoteCut = false;
      showPlan = (plan2, workspace, opened) => {
        const { door, notes } = this;
        notes.stateView(opened);
        notes.warn([...workspace.report.findings, ...(0, import_findings9.listPlanFindings)(plan2)], workspace.report);
        const text2 = (0, import_formats.renderPlan)(plan2, "text", door.look(this.format === "text" ? "stdout" : "stderr"));
        if (this.format === "text") door.print(`${text2}
`);
        else if (!door.flags.quiet) door.note(`${text2}
`);
      };
      onEvent = (event) => {
        const { door } = this;
        if (this.format === "jsonl") door.print(renderEventJson(event));
        const now = door.context.world.monotonic();
        this.progress = advanceProgress(this.progress, event, now);
        const isInterruption = event.type === "stopping" && event.stop.kind === "interrupted";
        const isSaidLater = event.type === "stopping" && !isInterruption && this.format === "text";
        if (isSaidLater || this.hasProgressLine() && !isInterruption && this.isReplaced(event)) this.say("");
        else this.say(renderEventText(event, door.look("stderr")));
      };
      /** Writes a note to stderr; on a terminal above the line that shows the progress. */
      say = (text2) => {
        const { door } = this;
        if (!this.hasProgressLine()) {
          if (text2 !== "") door.note(text2);
          return;
        }
        const isCut = text2 !== "" && !text2.endsWith("\n");
        const now = door.context.world.monotonic();
        const isShown = this.progress.total > 0 && !door.flags.quiet && !isCut;
        const line = isShown ? renderProgressLine(this.progress, now, door.look("stderr")) : "";
        door.note(`${this.isNoteCut ? "" : import_escape_terminal3.CLEAR_LINE}${text2}${line}`);
        if (text2 !== "") this.isNoteCut = isCut;
      };
      hasProgressLine() {
        return this.door.context.stderr.isTTY === true;
      }
      /** Whether the progress line, and the result that takes its place, say what an event says. */
      isReplaced(event) {
        if (this.door.flags.verbose) return false;
        const showsResult = this.format === "text" && this.door.context.stdout.isTTY === true;
        return showsResult || event.type === "finished" && event.result.outcome === "created";
      }
      onExchange = (note) => {
        if (this.door.flags.verbose) this.say(describeExchange(note));
      };
      /** Shows how it ended; returns the exit code. */
      finish(ended) {
        const { door } = this;
        if (ended.kind === "invalid") return this.notes.invalid(ended.workspace.report);
        const { plan: plan2, outcome, exitCode } = ended;
        if (this.hasProgressLine() && ended.kind === "applied") door.note(import_escape_terminal3.CLEAR_LINE);
        if (this.format !== "text") {
          const render = this.format === "json" ? renderApplyJson : renderCompletionJson;
          door.print(render({ ...outcome, findings: listApplyFindings(ended) }, plan2));
        } else if (ended.kind === "applied" || exitCode !== 0) {
          door.print(renderApplyText(outcome, plan2, door.look("stdout")));
          if (!door.flags.quiet) door.note(renderAfterFirst(outcome, plan2, door.look("stderr")));
        }
        return exitCode;
      }
    };
  }
});

// src/rendering/fill-places.ts
function fillPlaces(text2, values) {
  return text2.replace(/@([a-z]+)@/g, (_place, name) => {
    const value = values[name];
    if (value === void 0) throw new Error(`the template has a place without a value: ${name}`);
    return value;
  });
}
var init_fill_places = __esm({
  "src/rendering/fill-places.ts"() {
    "use strict";
  }
});

// src/features/editor/completion/completion.bash
var completion_default;
var init_completion = __esm({
  "src/features/editor/completion/completion.bash"() {
    completion_default = `# bash completion for monitors; made by: monitors completion bash

# Whether these words are a command or the beginning of one.
_monitors_is_command() {
  case $1 in
    @commands@) return 0 ;;
  esac
  return 1
}

# Sets kind and words to what may follow a command, or the flag of a command; fails for a flag that takes no value.
_monitors_find() {
  words=''
  case $1 in
@cases@    *) kind=nothing; return 1 ;;
  esac
}

_monitors_flags() {
  case $1 in
@flags@  esac
}

_monitors() {
  local cur command='' flag='' rest='' prefix='' kind='' words='' operands=0 word index line=$COMP_LINE space last=-1 keep
  local -a given
  given=()
  COMPREPLY=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    space=\${line%%[![:space:]]*}
    line=\${line#"$space"}
    if [[ $last -ge 0 && -z $space && -n $word ]]; then
      given[last]+=$word
    else
      last=$((last + 1))
      given[last]=$word
    fi
    line=\${line#"$word"}
  done
  cur=\${given[last]}
  word=\${COMP_WORDS[COMP_CWORD]}
  if [[ $word == '=' || $word == ':' ]]; then word=''; fi
  keep=\${cur%"$word"}
  for ((index = 1; index < last; index++)); do
    word=\${given[index]}
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -z $rest && $word == '--' ]]; then
      rest=yes
    elif [[ -z $rest && $word == -* ]]; then
      if _monitors_find "$command $word"; then flag=$word; fi
    elif [[ -z $rest ]] && _monitors_is_command "\${command:+$command }$word"; then
      command="\${command:+$command }$word"
    else
      operands=$((operands + 1))
    fi
  done
  if [[ -z $flag && -z $rest && $cur == --*=* ]]; then
    flag=\${cur%%=*} prefix=\${cur%%=*}= cur=\${cur#*=}
  fi
  if [[ -n $flag ]]; then
    _monitors_find "$command $flag" || return 0
  elif [[ -z $rest && $cur == -* ]]; then
    kind=words
    _monitors_flags "$command"
  else
    _monitors_find "$command"
    if [[ $kind == words || $kind == first:* ]] && [[ $operands -gt 0 ]]; then kind=nothing; fi
  fi
  case $kind in
    words) set -- -W "$words" ;;
    files) set -- -f ;;
    directories) set -- -d ;;
    first:* | each:*)
      while IFS= read -r word; do
        printf -v word %q "$word"
        word=$prefix$word
        COMPREPLY+=("\${word#"$keep"}")
      done < <(command monitors __complete "\${kind#*:}" "$cur" "\${given[@]:1:last-1}" 2>/dev/null)
      return 0
      ;;
    *) return 0 ;;
  esac
  if [[ $kind != words ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do
    word=$prefix$word
    COMPREPLY+=("\${word#"$keep"}")
  done < <(compgen "$@" -- "$cur")
}

complete -F _monitors monitors
`;
  }
});

// src/features/editor/completion/bash.ts
var bash_exports = {};
__export(bash_exports, {
  renderBashCompletion: () => renderBashCompletion
});
function renderBashCompletion(commands) {
  return fillPlaces(completion_default, {
    commands: commands.flatMap(({ path }) => path === "" ? [] : [(0, import_command_line7.quoteShell)(path)]).join("|"),
    cases: listCases(commands).map(([pattern, candidates]) => `    ${pattern}) ${assign(candidates)} ;;
`).join(""),
    flags: commands.map(({ path, flags }) => `    ${(0, import_command_line7.quoteShell)(path)}) words=${(0, import_command_line7.quoteShell)(flags.flatMap(({ names }) => names).join(" "))} ;;
`).join("")
  });
}
function listCases(commands) {
  const operands = commands.map(({ path, operands: operands2 }) => [(0, import_command_line7.quoteShell)(path), operands2]);
  const own = commands.flatMap(({ path, flags }) => flags.filter(({ isGlobal }) => !isGlobal).flatMap((flag) => flagCases(`${path} `, "", flag)));
  const global = (commands[0]?.flags ?? []).filter(({ isGlobal }) => isGlobal).flatMap((flag) => flagCases(" ", "*", flag));
  return [...operands, ...own, ...global];
}
function flagCases(before, wildcard, { names, value }) {
  return value === null ? [] : [[names.map((name) => `${wildcard}${(0, import_command_line7.quoteShell)(`${before}${name}`)}`).join("|"), value.candidates]];
}
function assign(candidates) {
  switch (candidates.kind) {
    case "words":
      return `kind=words words=${(0, import_command_line7.quoteShell)(candidates.words.map(({ word }) => word).join(" "))}`;
    case "listed":
      return `kind=${candidates.place}:${candidates.list}`;
    default:
      return `kind=${candidates.kind}`;
  }
}
var import_command_line7;
var init_bash = __esm({
  "src/features/editor/completion/bash.ts"() {
    "use strict";
    import_command_line7 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    init_fill_places();
    init_completion();
  }
});

// src/features/editor/completion/candidates.ts
var candidates_exports = {};
__export(candidates_exports, {
  listCompletions: () => listCompletions
});
function listCompletions(commands, globalFlags) {
  const globals = completeFlags(globalFlags, true);
  const groups = [...new Set(commands.flatMap(({ path }) => path.includes(" ") ? [path.split(" ")[0] ?? ""] : []))];
  return [
    { path: "", flags: [...globals, HELP, VERSION2], operands: { kind: "words", words: listFirstWords(commands) } },
    ...groups.map((path) => ({ path, flags: [...globals, HELP], operands: { kind: "words", words: listSecondWords(path, commands) } })),
    ...commands.map(({ path, flags, operands = {} }) => ({
      path,
      flags: [...globals, ...completeFlags(flags, false), HELP],
      operands: completeOperands(Object.values(operands))
    }))
  ];
}
function completeFlags(flags, isGlobal) {
  return Object.entries(flags).map(([option, { short, about, value, completes, isRepeatable: isRepeatable2 }]) => ({
    names: (0, import_flags.listFlagNames)(option, { short }),
    description: about,
    value: value === null ? null : { name: value, candidates: toCandidates2(completes, "each") },
    isGlobal,
    isRepeatable: isRepeatable2
  }));
}
function completeOperands([first, ...others]) {
  if (first === void 0) return { kind: "nothing" };
  const isSame = others.length > 0 && others.every(({ completes }) => completes === first.completes);
  return toCandidates2(first.completes, isSame || first.need === "many" || first.need === "some" ? "each" : "first");
}
function toCandidates2(completes, place) {
  switch (completes) {
    case "nothing":
    case "files":
    case "directories":
      return { kind: completes };
    case "keys":
    case "recorded":
    case "new":
    case "labels":
      return { kind: "listed", list: completes, place };
    default:
      return { kind: "words", words: completes.map((word) => ({ word })) };
  }
}
function listFirstWords(commands) {
  const words = /* @__PURE__ */ new Map();
  for (const { path, summary } of commands) {
    const [first = "", second] = path.split(" ");
    if (!words.has(first)) words.set(first, second === void 0 ? summary : "look into and repair the state");
  }
  return [...words].map(([word, description]) => ({ word, description }));
}
function listSecondWords(group, commands) {
  return commands.filter(({ path }) => path.startsWith(`${group} `)).map(({ path, summary }) => ({ word: path.slice(group.length + 1), description: summary }));
}
var import_flags, HELP, VERSION2;
var init_candidates2 = __esm({
  "src/features/editor/completion/candidates.ts"() {
    "use strict";
    import_flags = askBundle("./monitors.cjs", "src/project/flags.ts");
    HELP = {
      names: ["-h", "--help"],
      description: "Show flags and examples",
      value: null,
      isGlobal: true,
      isRepeatable: false
    };
    VERSION2 = {
      names: ["--version"],
      description: "Show the version",
      value: null,
      isGlobal: false,
      isRepeatable: false
    };
  }
});

// src/features/editor/completion/completion.fish
var completion_default2;
var init_completion2 = __esm({
  "src/features/editor/completion/completion.fish"() {
    completion_default2 = `# fish completion for monitors; made by: monitors completion fish

# Whether the words before the cursor are this command; with "first", without an operand yet.
function __monitors_at -a wanted place
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l command
    set -l operands 0
    set -l skipped no
    for token in $tokens
        if test $skipped = yes
            set skipped no
            continue
        end
        switch $token
            case @valued@
                set skipped yes
            case '-*'
                continue
            case '*'
                if test (count $command) -eq 0; or test "$command" = @groups@
                    set -a command $token
                else
                    set operands (math $operands + 1)
                end
        end
    end
    test "$command" = "$wanted"; or return 1
    test "$place" != first; or test $operands -eq 0
end

# Keys or labels, as \`monitors __complete\` lists them.
function __monitors_list -a list
    command -sq monitors; or return
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -e tokens[1]
    command monitors __complete $list "$current" $tokens 2>/dev/null
end

complete -c monitors -f
@globals@
@others@
`;
  }
});

// src/features/editor/completion/fish.ts
var fish_exports = {};
__export(fish_exports, {
  renderFishCompletion: () => renderFishCompletion
});
function renderFishCompletion(commands) {
  const [start, ...others] = commands;
  const globals = (start?.flags ?? []).filter(({ isGlobal }) => isGlobal);
  const groups = others.filter(({ path }) => others.some((other) => other.path.startsWith(`${path} `))).map(({ path }) => path);
  const valued = new Set(commands.flatMap(({ flags }) => flags.filter(({ value }) => value !== null).flatMap(({ names }) => names)));
  return fillPlaces(completion_default2, {
    valued: [...valued].map(quoteFish).join(" "),
    groups: groups.map(quoteFish).join(` -o "$command" = `),
    globals: globals.map((flag) => renderFlag("", flag)).join("\n"),
    others: commands.flatMap(({ path, flags, operands }) => {
      const condition = conditionOf(path, "");
      const operandCondition = operands.kind === "words" || operands.kind === "listed" && operands.place === "first" ? conditionOf(path, " first") : condition;
      return [
        ...renderOperands(operandCondition, operands),
        ...flags.filter(({ isGlobal }) => !isGlobal).map((flag) => renderFlag(condition, flag))
      ];
    }).join("\n")
  });
}
function conditionOf(path, place) {
  return ` -n ${quoteFish(`__monitors_at ${quoteFish(path)}${place}`)}`;
}
function renderFlag(condition, { names, description, value }) {
  const words = names.map((name) => name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`).join(" ");
  return `complete -c monitors${condition} ${words}${value === null ? "" : renderValue(value.candidates)} -d ${quoteFish(description)}`;
}
function renderValue(candidates) {
  switch (candidates.kind) {
    case "words":
      return ` -x -a ${quoteFish(candidates.words.map(({ word }) => word).join(" "))}`;
    case "listed":
      return ` -x -a '(__monitors_list ${candidates.list})'`;
    case "files":
      return " -r -F";
    case "directories":
      return " -x -a '(__fish_complete_directories)'";
    case "nothing":
      return " -x";
  }
}
function renderOperands(condition, operands) {
  switch (operands.kind) {
    case "words":
      return operands.words.map(
        ({ word, description }) => `complete -c monitors${condition} -a ${quoteFish(word)}${description === void 0 ? "" : ` -d ${quoteFish(description)}`}`
      );
    case "listed":
      return [`complete -c monitors${condition} -a '(__monitors_list ${operands.list})'`];
    case "files":
      return [`complete -c monitors${condition} -F`];
    case "directories":
      return [`complete -c monitors${condition} -a '(__fish_complete_directories)'`];
    case "nothing":
      return [];
  }
}
function quoteFish(text2) {
  return `'${text2.replace(/[\\']/g, "\\$&")}'`;
}
var init_fish = __esm({
  "src/features/editor/completion/fish.ts"() {
    "use strict";
    init_fill_places();
    init_completion2();
  }
});

// src/features/editor/completion/completion.zsh
var completion_default3;
var init_completion3 = __esm({
  "src/features/editor/completion/completion.zsh"() {
    completion_default3 = '#compdef monitors\n# zsh completion for monitors; made by: monitors completion zsh\n\n# Offers keys or labels, as `monitors __complete` lists them.\n_monitors_list() {\n  local -a found\n  found=("${(@f)$(command monitors __complete $1 "$PREFIX" "${(@)monitors_words}" 2>/dev/null)}")\n  [[ -n $found[1] ]] && compadd -a -- found\n}\n\n@functions@\nif [ "$funcstack[1]" = "_monitors" ]; then\n  _monitors "$@"\nelse\n  compdef _monitors monitors\nfi\n';
  }
});

// src/features/editor/completion/zsh.ts
var zsh_exports = {};
__export(zsh_exports, {
  renderZshCompletion: () => renderZshCompletion
});
function renderZshCompletion(commands) {
  return fillPlaces(completion_default3, { functions: commands.map((command) => renderFunction(command, commands)).join("\n") });
}
function renderFunction({ path, flags, operands }, commands) {
  const next = commands.filter((command) => command.path !== "" && isStep(path, command.path));
  return next.length === 0 ? `${functionName(path)}() {
  _arguments -s${listArguments([...flags.flatMap(renderFlag2), ...renderOperands2(operands)])}
}
` : `${functionName(path)}() {
  local curcontext="$curcontext" state state_descr line
${path === "" ? '  local -a monitors_words\n  monitors_words=("${(@)words[2,CURRENT-1]}")\n' : ""}  local -a commands
  typeset -A opt_args
  commands=(${operands.kind === "words" ? operands.words.map(({ word, description = "" }) => `
    ${(0, import_command_line8.quoteShell)(`${word}:${description}`)}`).join("") : ""}
  )
  _arguments -C -s -A '-*'${listArguments([...flags.flatMap(renderFlag2), "'1: :->command'", "'*:: :->rest'"])} && return
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${next.map(({ path: step }) => `        ${step.split(" ").at(-1)}) ${functionName(step)} ;;
`).join("")}      esac
      ;;
  esac
}
`;
}
function isStep(from, to) {
  const words = to.split(" ");
  return words.slice(0, -1).join(" ") === from;
}
function functionName(path) {
  return ["_monitors", ...path.split(" ").filter((word) => word !== "")].join("_");
}
function listArguments(specs) {
  return specs.map((spec) => ` \\
    ${spec}`).join("");
}
function renderFlag2({ names, description, value, isRepeatable: isRepeatable2 }) {
  const others = isRepeatable2 ? "*" : names.length > 1 ? `(${names.join(" ")})` : "";
  return names.map((name) => {
    const argument = value === null ? "" : `:${value.name}:${renderCandidates(value.candidates)}`;
    return (0, import_command_line8.quoteShell)(`${others}${name}${value !== null && name.startsWith("--") ? "=" : ""}[${escapeSpec(description)}]${argument}`);
  });
}
function renderOperands2(operands) {
  switch (operands.kind) {
    case "words":
      return [(0, import_command_line8.quoteShell)(`1: :${renderCandidates(operands)}`)];
    case "listed":
      return [(0, import_command_line8.quoteShell)(`${operands.place === "first" ? "1" : "*"}:key:${renderCandidates(operands)}`)];
    case "files":
      return [(0, import_command_line8.quoteShell)("*:file:_files")];
    case "directories":
      return [(0, import_command_line8.quoteShell)("*:directory:_files -/")];
    case "nothing":
      return [];
  }
}
function renderCandidates(candidates) {
  switch (candidates.kind) {
    case "words":
      return `(${candidates.words.map(({ word }) => word).join(" ")})`;
    case "listed":
      return ` _monitors_list ${candidates.list}`;
    case "files":
      return "_files";
    case "directories":
      return "_files -/";
    case "nothing":
      return " ";
  }
}
function escapeSpec(text2) {
  return text2.replace(/[[\]:\\]/g, "\\$&");
}
var import_command_line8;
var init_zsh = __esm({
  "src/features/editor/completion/zsh.ts"() {
    "use strict";
    import_command_line8 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    init_fill_places();
    init_completion3();
  }
});

// src/features/init/release.ts
function renderActionReference({ repository, commit, tag }) {
  return `${repository ?? `${OWNER_PLACE}/monitors-as-code`}@${commit === "" ? COMMIT_PLACE : commit} # ${tag ?? NO_RELEASE}`;
}
function describePin({ repository, commit, tag }) {
  const missing = [...repository === null ? [OWNER_PLACE] : [], ...commit === "" ? [COMMIT_PLACE] : []];
  const pinned = commit === "" ? "does not name a commit of the Action yet" : `pins the Action to ${tag === null ? "" : `the release ${tag}, `}commit ${commit.slice(0, 7)}${tag === null ? ", which is not a release" : ""}`;
  return missing.length === 0 ? `${pinned}.` : `${pinned}: ${missing.map((place) => REPLACEMENTS[place]).join(", ")}.`;
}
var OWNER_PLACE, COMMIT_PLACE, REPLACEMENTS, NO_RELEASE, CHECKOUT_REFERENCE;
var init_release = __esm({
  "src/features/init/release.ts"() {
    "use strict";
    OWNER_PLACE = "OWNER";
    COMMIT_PLACE = "0".repeat(40);
    REPLACEMENTS = {
      [OWNER_PLACE]: `replace ${OWNER_PLACE} with the account that hosts it`,
      [COMMIT_PLACE]: "replace the zeros with a commit of it"
    };
    NO_RELEASE = "not a release";
    CHECKOUT_REFERENCE = "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0";
  }
});

// src/features/init/drift-workflow.yml
var drift_workflow_default;
var init_drift_workflow = __esm({
  "src/features/init/drift-workflow.yml"() {
    drift_workflow_default = "# Once a day: keeps an issue about monitors that were changed in the service, and applies nothing.\n# Needs full operations. It runs once the repository variable @switch@ is \"true\".\nname: @name@\n\non:\n  schedule:\n    - cron: '17 6 * * *' # UTC\n  workflow_dispatch:\n\npermissions: {}\n\nconcurrency:\n  group: @name@\n  cancel-in-progress: false\n\njobs:\n  drift:\n    name: Drift\n    if: vars.@switch@ == 'true'\n    runs-on: ubuntu-latest\n    environment: @place@ # holds the key; allow the default branch only; without reviewers, since nothing is applied\n    permissions:\n      contents: read\n      issues: write # for the issue\n    steps:\n      - uses: @checkout@\n        with:\n          persist-credentials: false\n      - id: drift\n        uses: @action@\n        with:\n          command: drift@inputs@\n          base-url: ${{ vars.MONITORS_BASE_URL }}\n          api-key: ${{ secrets.MONITORS_API_KEY }}\n";
  }
});

// src/features/init/workflow.yml
var workflow_default;
var init_workflow = __esm({
  "src/features/init/workflow.yml"() {
    workflow_default = "# Comments the plan on a pull request, and applies it after the merge.\nname: @name@\n\non:\n  pull_request:\n  push:\n    branches: [@branch@]\n\npermissions: {}\n\njobs:\n  plan:\n    name: Plan\n    if: github.event_name == 'pull_request'\n    runs-on: ubuntu-latest\n    permissions:\n      contents: read\n      pull-requests: write # for the comment\n    concurrency:\n      group: @name@-plan-${{ github.event.number }}\n      cancel-in-progress: false\n    steps:\n      - uses: @checkout@\n        with:\n          persist-credentials: false\n      - uses: @action@\n        with:\n          command: plan@inputs@\n\n  apply:\n    name: Apply\n    if: github.event_name == 'push'\n    runs-on: ubuntu-latest\n    environment: @approvals@ # holds the key; allow this branch only, and add reviewers to approve each apply\n    permissions:\n      contents: write # commits the state\n      pull-requests: read # finds the plan that was reviewed\n    concurrency:\n      group: @name@-apply\n      cancel-in-progress: false\n    steps:\n      - uses: @checkout@\n        with:\n          persist-credentials: false\n      - uses: @action@\n        with:\n          command: apply@inputs@\n          base-url: ${{ vars.MONITORS_BASE_URL }}\n          api-key: ${{ secrets.MONITORS_API_KEY }}\n        # The secrets that specs use, one for each name in \"secrets.allow\" of the config:\n        # env:\n        #   WEBHOOK_TOKEN: ${{ secrets.WEBHOOK_TOKEN }}\n";
  }
});

// src/features/init/workflow-template.ts
function workflowPath(prefix) {
  return `.github/workflows/${workflowName(prefix)}.yml`;
}
function workflowName(prefix) {
  return ["monitors", ...prefix.split("/")].map(toSlug2).filter(Boolean).join("-");
}
function toSlug2(text2) {
  return text2.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
}
function renderWorkflow({ prefix, branch, environment, release }) {
  return fillPlaces(workflow_default, {
    name: workflowName(prefix),
    branch: quotePattern(branch),
    checkout: CHECKOUT_REFERENCE,
    action: renderActionReference(release),
    inputs: renderInputs(prefix, environment),
    approvals: APPROVALS
  });
}
function driftWorkflowPath(prefix) {
  return `.github/workflows/drift-${workflowName(prefix)}.yml`;
}
function renderDriftWorkflow({ prefix, environment, release }) {
  return fillPlaces(drift_workflow_default, {
    name: `drift-${workflowName(prefix)}`,
    checkout: CHECKOUT_REFERENCE,
    action: renderActionReference(release),
    inputs: renderInputs(prefix, environment),
    switch: DRIFT_SWITCH,
    place: DRIFT_PLACE
  });
}
function renderInputs(prefix, environment) {
  const inputs = [
    ...prefix === "" ? [] : [`working-directory: ${quoteText(prefix)}`],
    ...environment === null ? [] : [`environment: ${environment}`]
  ];
  return inputs.map((input) => `
          ${input}`).join("");
}
function quoteText(text2) {
  return JSON.stringify(text2).replaceAll("${{", () => "${{ '$' }}{{");
}
function quotePattern(branch) {
  return /^[A-Za-z][\w./-]*$/.test(branch) ? branch : JSON.stringify(branch.replace(/[+!?*[\]\\]/g, "\\$&"));
}
var APPROVALS, DRIFT_PLACE, DRIFT_SWITCH;
var init_workflow_template = __esm({
  "src/features/init/workflow-template.ts"() {
    "use strict";
    init_fill_places();
    init_drift_workflow();
    init_release();
    init_workflow();
    APPROVALS = "monitors";
    DRIFT_PLACE = "monitors-drift";
    DRIFT_SWITCH = "MONITORS_DRIFT";
  }
});

// src/features/init/document.ts
var document_exports4 = {};
__export(document_exports4, {
  listNextSteps: () => listNextSteps,
  renderInitJson: () => renderInitJson,
  renderInitText: () => renderInitText
});
function renderInitJson(report2) {
  const document = {
    formatVersion: 1,
    command: "init",
    project: report2.facts.project,
    repository: report2.isRepository,
    files: report2.files.map(({ path, outcome, toAdd }) => ({ path, outcome, ...toAdd === void 0 ? {} : { toAdd } })),
    next: listNextSteps(report2)
  };
  return (0, import_escape_json5.renderJson)(document);
}
function renderInitText(report2, options) {
  const written = report2.files.filter(isWritten);
  const kept = report2.files.filter(({ outcome }) => outcome === "kept");
  return (0, import_text9.printText)(
    [
      ...written.map(({ path, outcome }) => (0, import_text9.dataLine)(0, (0, import_text9.styled)("added", outcome.padEnd(LABEL)), path)),
      ...kept.map(({ path }) => (0, import_text9.dataLine)(0, (0, import_text9.styled)("faint", "kept".padEnd(LABEL)), path, (0, import_text9.styled)("faint", "  (already exists, not changed)"))),
      ...written.length === 0 && !report2.isFleetLate ? [(0, import_text9.proseLine)(0, "Nothing to do: all files of init exist already.")] : [],
      ...kept.flatMap(linesToAdd),
      ...nextLines(listNextSteps(report2))
    ],
    options
  );
}
function nextLines(steps) {
  if (steps.length === 0) return [];
  return [import_text9.BLANK, (0, import_text9.dataLine)(0, (0, import_text9.styled)("strong", "Next")), ...steps.map((step, index) => (0, import_text9.hangingLine)(2, 3, `${index + 1}. ${step}`))];
}
function linesToAdd({ path, toAdd }) {
  if (toAdd === void 0) return [];
  return [import_text9.BLANK, (0, import_text9.dataLine)(0, (0, import_text9.styled)("strong", `Add to ${path}`)), ...toAdd.map((line) => (0, import_text9.dataLine)(2, line))];
}
function isWritten({ outcome }) {
  return outcome === "created" || outcome === "extended";
}
function listWorkflowSteps(workflow, { branch, environment, release }) {
  return [
    `${workflow} ${describePin(release)}`,
    `On GitHub, create the environment "${APPROVALS}" (Settings, Environments). Set the variable MONITORS_BASE_URL and the secret MONITORS_API_KEY in it. Under "Deployment branches and tags" allow only ${branch}: otherwise a workflow of any branch can read the key. Add reviewers there if someone has to approve each apply.`,
    `Commit all this and open a pull request: it shows the plan. Merging it into ${branch} applies it${environment === null ? "" : ` to ${environment}`}.`
  ];
}
function listDriftSteps(path, { release }) {
  if (path === void 0) return [];
  const owner = release.repository === null ? "Replace OWNER there, too. " : "";
  return [
    `Later, with full operations: ${path} reports drift once a day. ${owner}Give the environment "${DRIFT_PLACE}" the same variable, secret and branch rule, but no reviewers. Then set the repository variable ${DRIFT_SWITCH} to true.`
  ];
}
function listNextSteps(report2) {
  const { facts, isFleetLate, files, completeCommands } = report2;
  const late = `${facts.specs} already holds specs, which defaults would change: nothing of --fleet was added. Add _defaults.yaml yourself; \`monitors plan\` shows what it changes.`;
  const steps = [...isFleetLate ? [late] : [], ...files.some(isWritten) ? listStepsOfWritten(report2) : []];
  return steps.map(completeCommands);
}
function listStepsOfWritten({ facts, isRepository, files }) {
  const pathOf = (role) => files.find((file) => file.role === role && file.outcome === "created")?.path;
  const workflow = pathOf("workflow");
  return [
    ...isRepository ? [] : ["There is no git repository here yet: create one with `git init`."],
    ...listFirstPages(pathOf("spec"), pathOf("rows")),
    ...workflow === void 0 ? ["Commit what was written."] : listWorkflowSteps(workflow, facts),
    ...listDriftSteps(pathOf("drift"), facts)
  ];
}
function listFirstPages(spec, rows) {
  const place = rows === void 0 ? spec && `a page that you want to watch into ${spec}` : `the pages that you want to watch into ${rows}, one row each`;
  if (place === void 0) return [];
  return [
    `Put ${place}; \`monitors plan\` shows what that costs, without a key. With a key, \`monitors try ${rows === void 0 ? spec : "KEY"}\` shows what a check would see.`
  ];
}
var import_escape_json5, import_text9, LABEL;
var init_document5 = __esm({
  "src/features/init/document.ts"() {
    "use strict";
    import_escape_json5 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_text9 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_release();
    init_workflow_template();
    LABEL = "extended".length + 2;
  }
});

// src/core/writing/scaffold-step.ts
function decideStep(file, found) {
  const { path } = file;
  if (found.kind === "nothing") return { outcome: "created", path, content: encode(textOf2(file)) };
  const { content } = found;
  switch (file.kind) {
    case "whole":
      return Buffer.from(content).equals(encode(file.text)) ? { outcome: "unchanged", path } : { outcome: "kept", path, ...advise(file.essential, content) };
    case "lines": {
      const text2 = Buffer.from(content).toString("latin1");
      const missing = listMissingLines(file.lines, text2);
      if (missing.length === 0) return { outcome: "unchanged", path };
      const added = encode(renderAddition(file.title, missing, text2));
      return { outcome: "extended", path, content: Buffer.concat([content, added]), before: content };
    }
  }
}
function textOf2(file) {
  return file.kind === "whole" ? file.text : [`# ${file.title}`, ...file.lines].map((line) => `${line}
`).join("");
}
function advise(essential, content) {
  const text2 = Buffer.from(content).toString("utf8");
  return essential === void 0 || essential.signs.every((sign) => text2.includes(sign)) ? {} : { toAdd: essential.lines };
}
function listMissingLines(lines, text2) {
  const present = new Set(text2.split("\n").map((line) => line.trim()));
  return lines.filter((line) => !present.has(line));
}
function renderAddition(title, lines, text2) {
  const end = text2.includes("\r\n") ? "\r\n" : "\n";
  const gap = text2 === "" ? "" : text2.endsWith("\n") ? end : `${end}${end}`;
  return `${gap}${[`# ${title}`, ...lines].map((line) => `${line}${end}`).join("")}`;
}
function encode(text2) {
  return Buffer.from(text2, "utf8");
}
var init_scaffold_step = __esm({
  "src/core/writing/scaffold-step.ts"() {
    "use strict";
  }
});

// src/features/init/file-repository.ts
async function inspectPlace(directory, env) {
  const root = (0, import_repository4.findRepository)(directory);
  if (root === null) return { root: directory, isRepository: false, prefix: "", remote: null, branch: USUAL_BRANCH };
  const prefix = (0, import_node_path14.relative)(root, directory).split(import_node_path14.sep).join("/");
  refuseUnfitPrefix(prefix);
  const ask2 = async (...args) => (await (0, import_git.runGit)(root, env, args))?.trim() || null;
  return {
    root,
    isRepository: true,
    prefix,
    remote: await ask2("config", "--get", "remote.origin.url"),
    branch: await findBranch(ask2)
  };
}
function refuseUnfitPrefix(prefix) {
  const hint = "use another directory of the repository";
  if (prefix.split("/").includes(".git")) throw new import_user_error23.UserError("config/unsafe-path", `${prefix} is inside the .git directory`, hint);
  if (new RegExp("\\p{C}", "u").test(prefix)) {
    throw new import_user_error23.UserError("config/unsafe-path", `the directory name ${JSON.stringify(prefix)} contains invisible characters`, hint);
  }
}
async function findBranch(ask2) {
  const ofRemote = await ask2("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
  if (ofRemote !== null) return ofRemote.replace(/^origin\//, "");
  for (const name of [USUAL_BRANCH, "master"]) {
    if (await ask2("rev-parse", "--quiet", "--verify", `refs/heads/${name}`) !== null) return name;
  }
  return await ask2("symbolic-ref", "--quiet", "--short", "HEAD") ?? USUAL_BRANCH;
}
var import_node_path14, import_user_error23, import_repository4, import_git, USUAL_BRANCH;
var init_file_repository = __esm({
  "src/features/init/file-repository.ts"() {
    "use strict";
    import_node_path14 = require("node:path");
    import_user_error23 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_repository4 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_git = askBundle("./check.cjs", "src/core/state/file/git.ts");
    USUAL_BRANCH = "main";
  }
});

// src/features/init/fleet-template.ts
function renderEnvironments3() {
  return `# The workflow plans and applies ${MERGED_TO}; commands by hand use this environment:
environment: staging

# plan and apply refuse changes that raise the estimate above the budget.
# What differs: "vars: {HOOKS: https://hooks.example}" in each environment, and \${var:HOOKS} in specs.
environments:
  staging:
    budget: {creditsPerMonth: 1000}
  ${MERGED_TO}:
    budget: {creditsPerMonth: 10000}
`;
}
function listFleetStart({ prefix, specs }) {
  const directory = import_node_path15.posix.join(prefix, specs);
  const modeline = (schema) => renderModeline(directory, schema);
  return [
    {
      role: "layer",
      kind: "whole",
      path: import_node_path15.posix.join(directory, "_defaults.yaml"),
      text: `${modeline(LAYER_SCHEMA_PATH)}
# Every spec here and in folders below inherits this, unless it says otherwise.
schedule:
  text: daily at 9:00
  timezone: UTC
targets:
  scrape:
    scrapeOptions:
      excludeTags: [nav, footer]
# No one is notified of changes. Replace this by a webhook, or by "notification: {email: {enabled: true}}".
sync: {alerts: none}
`
    },
    {
      role: "rows",
      kind: "whole",
      path: import_node_path15.posix.join(directory, "_pages.csv"),
      text: `key,name,url
example,Example page,https://example.com/
other,Other page,https://example.org/
`
    },
    {
      role: "spec",
      kind: "whole",
      path: import_node_path15.posix.join(directory, "pages.yaml"),
      text: `${modeline(SPEC_SCHEMA_PATH)}
# One monitor for each row of _pages.csv: about 30 credits a month each. Its key is the path of this file and the row's key, such
# as pages/example: choose both before the first apply.
name: \${each:name}
targets:
  - type: scrape
    urls:
      - \${each:url}
sync:
  each: {file: _pages.csv}
`
    }
  ];
}
var import_node_path15, MERGED_TO;
var init_fleet_template = __esm({
  "src/features/init/fleet-template.ts"() {
    "use strict";
    import_node_path15 = require("node:path");
    init_editor_template();
    MERGED_TO = "production";
  }
});

// src/features/init/project-name.ts
function makeProjectName(remote, directory, prefix) {
  const words = [(remote === null ? null : nameOfRemote(remote)) ?? directory, ...prefix.split("/")];
  const name = words.map(toName).filter((word) => word !== "").join("-").slice(0, LONGEST).replace(/[^a-z0-9]+$/, "");
  return name === "" ? "project" : name;
}
function nameOfRemote(remote) {
  const path = remote.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^[^/:]+:/i, "");
  const last = path.replace(/[?#].*$/s, "").replace(/\/+$/, "").split("/").at(-1) ?? "";
  return last.replace(/\.git$/, "") || null;
}
function toName(text2) {
  return text2.normalize("NFKD").toLowerCase().replace(new RegExp("\\p{M}+", "gu"), "").replace(/[^a-z0-9._-]+/g, "-").replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
}
var LONGEST;
var init_project_name = __esm({
  "src/features/init/project-name.ts"() {
    "use strict";
    LONGEST = 64;
  }
});

// src/features/init/scaffold.ts
function listScaffoldFiles(facts) {
  const inProject = (path) => import_node_path16.posix.join(facts.prefix, path);
  return [
    {
      role: "config",
      kind: "whole",
      path: inProject(CONFIG_NAME),
      text: renderConfig(facts),
      essential: { lines: [renderModeline(facts.prefix, CONFIG_SCHEMA_PATH)], signs: ["# yaml-language-server:"] }
    },
    ...facts.fleet ? listFleetStart(facts) : [renderFirstSpec(facts)],
    { role: "workflow", kind: "whole", path: workflowPath(facts.prefix), text: renderWorkflow(facts) },
    { role: "drift", kind: "whole", path: driftWorkflowPath(facts.prefix), text: renderDriftWorkflow(facts) },
    { role: "hooks", kind: "whole", path: ".pre-commit-config.yaml", text: renderHooks(facts), essential: listHooks(facts) },
    { role: "attributes", kind: "lines", path: inProject(".gitattributes"), ...listAttributes(facts.state) },
    { role: "ignored", kind: "lines", path: inProject(".gitignore"), ...listIgnored(facts.state) },
    { role: "editor", kind: "whole", path: SETTINGS_PATH, text: renderEditorSettings(facts), essential: listSettings(facts) },
    { role: "schema", kind: "whole", path: SPEC_SCHEMA_PATH, text: facts.schemas.spec },
    { role: "schema", kind: "whole", path: LAYER_SCHEMA_PATH, text: facts.schemas.layer },
    { role: "schema", kind: "whole", path: CONFIG_SCHEMA_PATH, text: facts.schemas.config }
  ];
}
function renderConfig(facts) {
  return `${renderModeline(facts.prefix, CONFIG_SCHEMA_PATH)}
# Part of every monitor's identity. Do not change it after the first apply.
project: ${toScalar(facts.project)}

${facts.fleet ? renderEnvironments3() : BUDGET}
# If the service can also list, change and check monitors; needed by edits, "monitors status" and "monitors run":
# service: {operations: full}

# The environment variables that specs may use, as in "Bearer \${env:WEBHOOK_TOKEN}":
# secrets:
#   allow: [WEBHOOK_TOKEN]
`;
}
function toScalar(name) {
  return /^[A-Za-z]/.test(name) && !/^(?:true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}
function renderFirstSpec({ prefix, specs }) {
  const directory = import_node_path16.posix.join(prefix, specs);
  const text2 = `${renderModeline(directory, SPEC_SCHEMA_PATH)}
# One page, checked once a day: about 30 credits a month. The path of this file is the monitor's key: rename it before the
# first apply. Add "goal: Tell me when a price changes" to report only changes that matter to the goal (costs more credits).
name: Example page
schedule:
  text: daily at 9:00
  timezone: UTC
targets:
  - type: scrape
    urls:
      - https://example.com/
# No one is notified of changes. Replace this by a webhook, or by "notification: {email: {enabled: true}}".
sync: {alerts: none}
`;
  return { role: "spec", kind: "whole", path: import_node_path16.posix.join(directory, "example.yaml"), text: text2 };
}
function renderHooks(facts) {
  const { repository, commit, tag } = facts.release;
  const options = `        files: ${JSON.stringify(filePattern(facts))}${renderPlace(facts)}
`;
  return repository !== null && commit !== "" ? `repos:
  - repo: https://github.com/${repository}
    rev: ${commit} # ${tag === null ? "not a release" : `frozen: ${tag}`}
    hooks:
      - id: monitors-validate
${options}` : `repos:
  - repo: local
    hooks:
      - id: monitors-validate
        name: monitors validate
        entry: monitors validate --ignore-unknown
        language: system
        require_serial: true
${options}`;
}
function listHooks(facts) {
  return { lines: renderHooks(facts).trimEnd().split("\n").slice(1), signs: ["monitors-validate"] };
}
function renderPlace({ prefix }) {
  return prefix === "" ? "" : `
        args: ${JSON.stringify(["--config", import_node_path16.posix.join(prefix, "monitors.config.yaml")])}`;
}
function filePattern({ prefix, specs }) {
  const inProject = (path) => import_node_path16.posix.join(prefix, path).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const directory = import_node_path16.posix.join(prefix, specs) === "." ? "" : `${inProject(specs)}/`;
  return `^(?:${directory}.*\\.(?:ya?ml|csv)|${inProject("monitors.config.yaml")})$`;
}
function listAttributes(state) {
  const name = patternOf(state);
  return {
    title: "monitors: do not merge state and journal; on a conflict take one side of both",
    lines: [`${name}*.json -merge -text linguist-generated`, `${name}*.json.journal -merge -text linguist-generated`]
  };
}
function listIgnored(state) {
  const name = patternOf(state);
  return {
    title: "monitors: locks, backups and files after a crash; state and journal are committed",
    lines: ["lock*", "bak", "tmp-*", "rescue-*"].map((ending) => `${name}*.${ending}`)
  };
}
function patternOf(state) {
  const { dir, name, ext } = import_node_path16.posix.parse(import_node_path16.posix.normalize(state));
  const path = import_node_path16.posix.join(dir, ext === ".json" ? name : `${name}${ext}`);
  return toPattern(path);
}
function toPattern(path) {
  return path.replace(/[^\w./-]/gu, (character) => "?".repeat(Buffer.byteLength(character)));
}
var import_node_path16, CONFIG_NAME, BUDGET;
var init_scaffold = __esm({
  "src/features/init/scaffold.ts"() {
    "use strict";
    import_node_path16 = require("node:path");
    init_editor_template();
    init_fleet_template();
    init_workflow_template();
    CONFIG_NAME = "monitors.config.yaml";
    BUDGET = `# plan and apply refuse changes that raise the estimate above this:
# budget:
#   creditsPerMonth: 10000
`;
  }
});

// src/features/init/init.ts
var init_exports = {};
__export(init_exports, {
  scaffoldProject: () => scaffoldProject
});
async function scaffoldProject(request, env, io) {
  const directory = makeDirectory(request.directory);
  const place = await inspectPlace(directory, env);
  const facts = collectFacts(request, directory, place);
  const all = listScaffoldFiles(facts);
  const start = all.filter(({ role }) => START.has(role));
  const isStarted = start.some((file) => holdsSpecs(place.root, (0, import_node_path17.dirname)(file.path)));
  const isFleetLate = request.fleet && isStarted && start.every((file) => inspectFile(place.root, file.path).kind === "nothing");
  const wanted = isStarted ? all.filter((file) => !start.includes(file)) : all;
  const steps = wanted.map((file) => ({ role: file.role, step: decideStep(file, inspectFile(place.root, file.path)) }));
  const files = [];
  for (const { role, step } of steps) {
    const result = await takeStep(place.root, step, io);
    files.push({ ...result, role, path: (0, import_paths7.toShownPath)(request.cwd, (0, import_node_path17.join)(place.root, result.path)) });
  }
  return { facts, isRepository: place.isRepository, isFleetLate, files };
}
function makeDirectory(directory) {
  try {
    (0, import_node_fs2.mkdirSync)(directory, { recursive: true });
    return (0, import_node_fs2.realpathSync)(directory);
  } catch (error) {
    throw new import_user_error24.UserError(
      "config/cannot-write",
      `the directory ${directory} cannot be used: ${(0, import_file_error5.explainFileError)(error)}`,
      "give another one",
      {
        cause: error
      }
    );
  }
}
function collectFacts({ project, fleet, release, schemas, cwd }, directory, place) {
  const config = (0, import_node_fs2.existsSync)((0, import_node_path17.join)(directory, CONFIG_NAME)) ? (0, import_loaded_settings2.loadConfig)(directory, CONFIG_NAME, cwd) : null;
  const settings = (0, import_settings2.combineSettings)({ flags: { environment: "default" }, env: {}, directory, config: withoutEnvironments(config) });
  if (project !== void 0) (0, import_option_values6.checkName)("project", project, "given with --project");
  if (config !== null && project !== void 0 && settings.project !== project) throw otherProject(settings.project, project);
  const within = (path) => (0, import_node_path17.relative)(directory, path).split(import_node_path17.sep).join("/");
  return {
    project: config === null ? project ?? makeProjectName(place.remote, (0, import_node_path17.basename)(place.root), place.prefix) : settings.project,
    prefix: place.prefix,
    specs: within(settings.specsDirectory),
    state: within(settings.stateFile),
    branch: place.branch,
    environment: (config === null ? fleet : Object.hasOwn(config.content.environments ?? {}, MERGED_TO)) ? MERGED_TO : null,
    fleet,
    release,
    schemas
  };
}
function withoutEnvironments(config) {
  if (config === null) return null;
  const { environments: _all, ...content } = config.content;
  return { ...config, content };
}
function otherProject(is, wanted) {
  return new import_user_error24.UserError(
    "config/usage",
    `${CONFIG_NAME} already exists and names the project "${is}", not "${wanted}"`,
    "leave --project out, or change that file yourself before the first apply"
  );
}
var import_node_fs2, import_node_path17, import_loaded_settings2, import_option_values6, import_settings2, import_user_error24, import_file_error5, import_paths7, START;
var init_init = __esm({
  "src/features/init/init.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path17 = require("node:path");
    import_loaded_settings2 = askBundle("./check.cjs", "src/core/config/loaded-settings.ts");
    import_option_values6 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_settings2 = askBundle("./check.cjs", "src/core/config/settings.ts");
    import_user_error24 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error5 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_paths7 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    init_file_scaffold();
    init_scaffold_step();
    init_file_repository();
    init_fleet_template();
    init_project_name();
    init_scaffold();
    START = /* @__PURE__ */ new Set(["layer", "rows", "spec"]);
  }
});

// src/features/observe/status-prometheus.ts
var status_prometheus_exports = {};
__export(status_prometheus_exports, {
  isStatusMetrics: () => isStatusMetrics,
  renderStatusMetrics: () => renderStatusMetrics
});
function renderStatusMetrics({ monitors }, names) {
  const labelled = new LabelNames();
  const own = new Map(monitors.map(({ key }) => [key, labelled.write({ key, environment: names.environment }, names.labelsOf(key))]));
  const each = (name, read2) => ({
    name,
    series: monitors.flatMap((monitor) => {
      const value = read2(monitor);
      return value === null ? [] : [{ labels: own.get(monitor.key) ?? "", value }];
    })
  });
  const kept = [each("monitors_failing", isFailing), each("monitors_last_run_timestamp_seconds", lastRun)];
  const small = [each("monitors_up", isUp), ...kept, each("monitors_credits_estimated", (one) => one.estimatedCreditsPerMonth)];
  const pages = (labelsOf) => sumPages(monitors, labelsOf);
  const forms = [
    [[...small, pages(({ key }) => own.get(key) ?? "")], null],
    [
      [...small, pages(({ key }) => labelled.write({ folder: folderOf2(key), environment: names.environment }, {}))],
      "pages are summed by folder"
    ],
    [kept, "only monitors_failing and monitors_last_run_timestamp_seconds are here"]
  ];
  const fits = ([metrics2]) => metrics2.reduce((sum, { series }) => sum + series.length, 0) <= MOST_SERIES;
  const [metrics, left] = forms.find(fits) ?? forms[2];
  const dropped = left === null ? null : `more than 10,000 series: ${left}`;
  const note = dropped === null ? [] : [`# ${dropped}`];
  return { text: `${[...note, ...metrics.flatMap(writeMetric), "# EOF"].join("\n")}
`, dropped };
}
function isStatusMetrics(text2) {
  return /^(?:# more than 10,000 series: [^\n]*\n)?# TYPE monitors_(?:up|failing) gauge\n/.test(text2);
}
function writeMetric({ name, series }) {
  const unit = name.endsWith("_seconds") ? [`# UNIT ${name} seconds`] : [];
  return [
    `# TYPE ${name} gauge`,
    ...unit,
    `# HELP ${name} ${HELP2[name]}`,
    ...series.map(({ labels, value }) => `${name}{${labels}} ${value}`)
  ];
}
function isFailing({ status: status2, failing }) {
  return status2 === null || failing === null ? null : Number(failing);
}
function isUp({ status: status2, failing }) {
  return status2 === null ? 0 : failing === null ? null : Number(!failing);
}
function lastRun({ lastRunAt }) {
  const at = lastRunAt === null ? Number.NaN : Date.parse(lastRunAt);
  return Number.isNaN(at) ? null : at / 1e3;
}
function sumPages(monitors, labelsOf) {
  const sums = /* @__PURE__ */ new Map();
  for (const monitor of monitors) {
    const { pages } = monitor;
    if (pages === null) continue;
    const labels = labelsOf(monitor);
    for (const result of PAGE_RESULTS) {
      const one = `${labels},status="${result}"`;
      sums.set(one, (sums.get(one) ?? 0) + pages[result]);
    }
  }
  return { name: "monitors_pages", series: [...sums].map(([labels, value]) => ({ labels, value })) };
}
function folderOf2(key) {
  return key.slice(0, Math.max(0, key.lastIndexOf("/")));
}
function escapeValue(value) {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
var import_user_error25, MOST_SERIES, PAGE_RESULTS, HELP2, LabelNames;
var init_status_prometheus = __esm({
  "src/features/observe/status-prometheus.ts"() {
    "use strict";
    import_user_error25 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    MOST_SERIES = 1e4;
    PAGE_RESULTS = ["same", "changed", "new", "removed", "error"];
    HELP2 = {
      monitors_up: "Whether the service has the monitor and its last check worked.",
      monitors_failing: "Whether the last check failed, with all its pages, or was skipped for lack of credits.",
      monitors_last_run_timestamp_seconds: "Start of the last check.",
      monitors_credits_estimated: "Credits a month, as the service estimates.",
      monitors_pages: "Pages of the last check by result."
    };
    LabelNames = class {
      #sources = /* @__PURE__ */ new Map();
      /** Writes what a series is of; `labels` are those of the specs, each as `label_NAME`. */
      write(identity, labels) {
        const own = Object.entries(labels).map(([label, value]) => [this.#nameOf(label), value]);
        return [...Object.entries(identity), ...own].map(([name, value]) => `${name}="${escapeValue(value)}"`).join(",");
      }
      #nameOf(label) {
        const name = `label_${label.replace(/[^A-Za-z0-9_]/g, "_")}`;
        const before = this.#sources.get(name) ?? label;
        if (before !== label) {
          const hint = "give one of them another name in `sync.labels`";
          throw new import_user_error25.UserError("config/usage", `the labels "${before}" and "${label}" are both ${name} for Prometheus`, hint);
        }
        this.#sources.set(name, label);
        return name;
      }
    };
  }
});

// src/features/recover/document.ts
var document_exports5 = {};
__export(document_exports5, {
  renderRecoveryJson: () => renderRecoveryJson
});
function renderRecoveryJson(found, { state, kept, unresolved, findings }) {
  const document = {
    formatVersion: 1,
    command: "recover",
    damage: found.damage?.code ?? null,
    state: state === null ? null : { lineage: state.lineage, serial: state.serial },
    kept,
    monitors: found.recovered.map(({ key, found: { candidate, basis, isCertain, others }, isChanged }) => ({
      key,
      id: candidate.view.id,
      name: candidate.view.name,
      basis,
      certain: isCertain,
      changed: isChanged,
      others: others.map(toMonitor2)
    })),
    withoutSpec: found.orphans.map(({ key, candidate: { view } }) => ({ key, id: view.id, name: view.name })),
    missing: found.missing.map(({ key, name, file, line }) => ({ key, name, file, line })),
    ambiguous: found.ambiguous.map(({ spec, candidates }) => ({ key: spec.key, candidates: candidates.map(toMonitor2) })),
    unresolved: unresolved.map(import_shared_documents2.toUnresolvedDocument),
    unmanaged: found.unmanaged.map(toMonitor2),
    diagnostics: findings.map(import_finding5.toFindingDocument)
  };
  return (0, import_escape_json6.renderJson)(document);
}
function toMonitor2({ view: { id, name, createdAt } }) {
  return { id, name, createdAt };
}
var import_escape_json6, import_finding5, import_shared_documents2;
var init_document6 = __esm({
  "src/features/recover/document.ts"() {
    "use strict";
    import_escape_json6 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_finding5 = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_shared_documents2 = askBundle("./plan.cjs", "src/rendering/shared-documents.ts");
  }
});

// src/core/recovery/matching.ts
function matchMonitors(input) {
  return new Matcher(input).match();
}
var import_grouping2, import_diagnostic12, import_create_sight3, import_fingerprint8, import_expected_ids2, import_targets12, import_watched3, Matcher;
var init_matching = __esm({
  "src/core/recovery/matching.ts"() {
    "use strict";
    import_grouping2 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_diagnostic12 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_create_sight3 = askBundle("./plan.cjs", "src/core/plan/create-sight.ts");
    import_fingerprint8 = askBundle("./plan.cjs", "src/core/secrets/fingerprint.ts");
    import_expected_ids2 = askBundle("./plan.cjs", "src/core/specs/expected-ids.ts");
    import_targets12 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_watched3 = askBundle("./plan.cjs", "src/core/specs/watched.ts");
    init_candidates();
    Matcher = class {
      #input;
      #found = /* @__PURE__ */ new Map();
      #ambiguous = /* @__PURE__ */ new Map();
      #claimed = /* @__PURE__ */ new Set();
      #byTargetId = /* @__PURE__ */ new Map();
      #byId = /* @__PURE__ */ new Map();
      #hints = /* @__PURE__ */ new Map();
      #specKeys;
      /** Target ids of other environments that are known. */
      #idsOfOtherEnvironments;
      /** Place by age. */
      #age;
      constructor(input) {
        this.#input = input;
        this.#specKeys = new Set(input.desired.map(({ key }) => key));
        this.#idsOfOtherEnvironments = new Set(
          input.otherEnvironments.flatMap((otherEnvironment) => [
            ...otherEnvironment.targetIds,
            ...(0, import_expected_ids2.listDerivedIds)(otherEnvironment.desired?.() ?? input.desired, otherEnvironment)
          ])
        );
        this.#age = new Map(input.candidates.map((candidate, index) => [candidate, index]));
        for (const candidate of input.candidates) {
          this.#byId.set(candidate.view.id, candidate);
          for (const id of new Set(candidate.view.targetIds)) (0, import_grouping2.addToGroup)(this.#byTargetId, id, candidate);
        }
        for (const hint of input.salvage.hints) (0, import_grouping2.addToGroup)(this.#hints, hint.key, hint);
      }
      match() {
        const { desired, candidates } = this.#input;
        for (const spec of desired) this.#findExact(spec);
        for (const spec of this.#left()) this.#findRecorded(spec);
        for (const spec of this.#left()) this.#findFormer(spec);
        for (const spec of this.#left()) this.#findPartial(spec);
        this.#findByContent();
        const orphans = this.#findOrphans();
        return {
          found: [...this.#found.values()].sort((a, b) => (0, import_diagnostic12.compareText)(a.spec.key, b.spec.key)),
          missing: this.#left(),
          ambiguous: desired.flatMap((spec) => {
            const possible = this.#ambiguous.get(spec.key);
            return possible === void 0 ? [] : [{ spec, candidates: possible }];
          }),
          orphans,
          unmanaged: candidates.filter(({ view }) => !this.#claimed.has(view.id))
        };
      }
      #left() {
        return this.#input.desired.filter(({ key }) => !this.#found.has(key) && !this.#ambiguous.has(key));
      }
      #keysOf(spec) {
        return (0, import_expected_ids2.listOwnKeys)(spec, this.#specKeys);
      }
      #expectedIds(spec) {
        return this.#keysOf(spec).flatMap((key) => (0, import_expected_ids2.listExpectedIds)(spec, key, this.#input));
      }
      /** Unclaimed monitors that have any of these target ids, oldest first. */
      #holdersOf(ids) {
        const holders = new Set([...ids].flatMap((id) => this.#byTargetId.get(id) ?? []));
        return this.#sortByAge([...holders].filter(({ view }) => !this.#claimed.has(view.id)));
      }
      #sortByAge(candidates) {
        return [...candidates].sort((a, b) => (this.#age.get(a) ?? 0) - (this.#age.get(b) ?? 0));
      }
      #findExact(spec) {
        const sets = this.#expectedIds(spec).map((ids) => new Set(ids));
        const exact = this.#holdersOf(sets.flatMap((ids) => [...ids])).filter(
          ({ view }) => !(0, import_create_sight3.isDistinct)(spec, view) && sets.some((ids) => (0, import_create_sight3.isSameSet)(ids, view.targetIds))
        );
        if (exact.length === 0) return;
        const isOneSet = exact.every(({ view }) => (0, import_create_sight3.isSameSet)(new Set(exact[0]?.view.targetIds), view.targetIds));
        const given = new Set(spec.explicitTargetIds);
        const isDerived = exact.every(({ view }) => view.targetIds.some((id) => !given.has(id)));
        this.#choose(
          spec,
          exact,
          "target-ids",
          isDerived ? isOneSet : exact.length === 1 && !exact.some((one) => this.#isOfOtherEnvironment(one))
        );
      }
      #findRecorded(spec) {
        const hints = this.#keysOf(spec).flatMap((key) => this.#hints.get(key) ?? []);
        const named = hints.flatMap((hint) => this.#holdersOfHint(hint)).filter(({ candidate: { view } }) => !(0, import_create_sight3.isDistinct)(spec, view));
        if (named.length === 0) return;
        const candidates = this.#sortByAge([...new Set(named.map(({ candidate }) => candidate))]);
        this.#choose(spec, candidates, "record", candidates.length === 1 && named.some(({ isSure }) => isSure));
      }
      /** By its id, or by all its target ids. Sure where the service holds it with target ids that the record has. */
      #holdersOfHint({ id, targetIds }) {
        const byId = id === null ? void 0 : this.#byId.get(id);
        const named = byId === void 0 || this.#claimed.has(byId.view.id) ? [] : [byId];
        const ids = new Set(targetIds);
        const same = this.#holdersOf(ids).filter(({ view }) => (0, import_create_sight3.isSameSet)(ids, view.targetIds));
        return [.../* @__PURE__ */ new Set([...named, ...same])].map((candidate) => ({
          candidate,
          isSure: candidate.view.targetIds.some((target) => ids.has(target))
        }));
      }
      /** By the ids that a create of the spec got in an environment that the state was moved from. The user confirms it: that one may live again. */
      #findFormer(spec) {
        const { project, salvage } = this.#input;
        const sets = salvage.formerEnvironments.flatMap(
          (environment) => this.#keysOf(spec).flatMap((key) => (0, import_expected_ids2.listExpectedIds)(spec, key, { project, environment }).map((ids) => new Set(ids)))
        );
        const former = this.#holdersOf(sets.flatMap((ids) => [...ids])).filter(
          (one) => !(0, import_create_sight3.isDistinct)(spec, one.view) && !this.#isOfOtherEnvironment(one) && sets.some((ids) => (0, import_create_sight3.isSameSet)(ids, one.view.targetIds))
        );
        if (former.length > 0) this.#choose(spec, former, "target-ids", false);
      }
      #findPartial(spec) {
        const candidates = this.#holdersOf(new Set(this.#expectedIds(spec).flat())).filter(({ view }) => !(0, import_create_sight3.isDistinct)(spec, view));
        const [only] = candidates;
        if (only !== void 0 && candidates.length === 1 && !this.#isForeign(only, spec))
          this.#choose(spec, candidates, "some-target-ids", false);
        else if (candidates.length > 0) this.#leaveOpen(spec, candidates);
      }
      /** Proposes a match only where spec and monitor have no other candidate. */
      #findByContent() {
        const free = this.#input.candidates.filter(
          (candidate) => !this.#claimed.has(candidate.view.id) && !this.#isOfOtherEnvironment(candidate)
        );
        const byTrait = /* @__PURE__ */ new Map();
        for (const candidate of free) for (const trait of (0, import_watched3.listWatched)(candidate.view.body)) (0, import_grouping2.addToGroup)(byTrait, trait, candidate);
        const proposals = this.#left().map((spec) => {
          const near = new Set((0, import_watched3.listWatched)((0, import_fingerprint8.fingerprintBody)(spec.body(), this.#input.lineage)).flatMap((trait) => byTrait.get(trait) ?? []));
          const likely = [...near].filter((one) => !(0, import_create_sight3.isDistinct)(spec, one.view) && isLikely(one, spec, this.#input.lineage));
          return { spec, candidates: this.#sortByAge(likely) };
        });
        const suitors = /* @__PURE__ */ new Map();
        for (const { candidates } of proposals) for (const one of candidates) suitors.set(one, (suitors.get(one) ?? 0) + 1);
        for (const { spec, candidates } of proposals) {
          if (candidates.length === 0) continue;
          const named = candidates.filter(({ view }) => view.name === spec.name);
          const [only] = candidates.length === 1 ? candidates : named;
          const isAlone = only !== void 0 && (candidates.length === 1 || named.length === 1) && suitors.get(only) === 1;
          if (isAlone && this.#mayBeChosen(only)) this.#choose(spec, [only], "name-and-content", false);
          else this.#leaveOpen(spec, candidates);
        }
      }
      /**
       * Whether a monitor without a common id may be matched at all: the user is asked, and none of its target ids was derived. A
       * derived id that belongs to no spec here most likely comes from another project.
       */
      #mayBeChosen({ view }) {
        return this.#input.approval === "asked" && !view.targetIds.some(import_targets12.isDerivedId);
      }
      /** Whether it shares only ids that the spec gives itself, and has one that was derived for something else. */
      #isForeign({ view: { targetIds } }, spec) {
        const expected = new Set(this.#expectedIds(spec).flat());
        const given = new Set(spec.explicitTargetIds);
        const isShared = targetIds.some((id) => expected.has(id) && !given.has(id));
        return !isShared && targetIds.some((id) => !expected.has(id) && (0, import_targets12.isDerivedId)(id));
      }
      #isOfOtherEnvironment({ view }) {
        return view.targetIds.some((id) => this.#idsOfOtherEnvironments.has(id));
      }
      #findOrphans() {
        const taken = new Set(this.#input.desired.flatMap((spec) => this.#keysOf(spec)));
        const orphans = /* @__PURE__ */ new Map();
        for (const hint of this.#input.salvage.hints) {
          if (taken.has(hint.key) || orphans.has(hint.key)) continue;
          const sure2 = this.#holdersOfHint(hint).filter(({ isSure }) => isSure);
          const [only] = sure2;
          if (only === void 0 || sure2.length > 1) continue;
          this.#claimed.add(only.candidate.view.id);
          orphans.set(hint.key, { key: hint.key, candidate: only.candidate, hint });
        }
        return [...orphans.values()].sort((a, b) => (0, import_diagnostic12.compareText)(a.key, b.key));
      }
      /** Of several the one that was recorded, else the one that is most as the spec says, else the oldest. */
      #choose(spec, candidates, basis, isCertain) {
        const hints = this.#keysOf(spec).flatMap((key) => this.#hints.get(key) ?? []);
        const rank2 = (candidate2) => [
          hints.some(({ id }) => id === candidate2.view.id) ? 0 : 1,
          candidates.length === 1 ? 0 : readAsSpec(candidate2.view, spec, this.#input.lineage).distance
        ];
        const ranked = candidates.map((candidate2) => ({ candidate: candidate2, rank: rank2(candidate2) }));
        const [first] = ranked.sort((a, b) => (a.rank[0] ?? 0) - (b.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0));
        if (first === void 0) throw new Error("there is nothing to choose from");
        const { candidate } = first;
        for (const one of candidates) this.#claimed.add(one.view.id);
        this.#found.set(spec.key, {
          spec,
          candidate,
          basis,
          isCertain: isCertain || first.rank[0] === 0 && basis === "target-ids",
          others: candidates.filter((one) => one !== candidate),
          hint: hints.find(({ id }) => id === candidate.view.id) ?? null
        });
      }
      #leaveOpen({ key }, candidates) {
        this.#ambiguous.set(key, candidates);
      }
    };
  }
});

// src/core/state/format/salvage.ts
function salvageState(bytes) {
  const found = decode2(bytes);
  const sides = new Set((0, import_damage.splitSides)(found));
  const roots = [...sides].map(parseObject).filter((root) => root !== null);
  const text2 = roots.length > 0 ? roots.map((root) => JSON.stringify(root, null, 2)).join("\n") : found;
  const records = roots.length > 0 ? roots.flatMap(readMonitors2) : readRecords(text2);
  return {
    records: dropRepeated(records),
    lineages: findTexts(text2, "lineage"),
    origins: findTexts(text2, "origin"),
    projects: findTexts(text2, "project"),
    environments: findTexts(text2, "environment"),
    formerEnvironments: findLists(text2, "formerEnvironments"),
    removed: (0, import_removed2.mergeLines)(...roots.map((root) => (0, import_removed2.readRemoved)((0, import_value27.property)(root, "removed") ?? null) ?? [])),
    serial: Math.max(0, ...[...text2.matchAll(/^ {2}"serial": (\d{1,15})\b/gm)].map(([, digits]) => Number(digits)))
  };
}
function decode2(bytes) {
  const isUtf16 = bytes[0] === 255 && bytes[1] === 254 || bytes[0] === 254 && bytes[1] === 255;
  const text2 = new TextDecoder(isUtf16 ? bytes[0] === 255 ? "utf-16le" : "utf-16be" : "utf-8").decode(bytes);
  return text2.replaceAll("\r\n", "\n");
}
function parseObject(text2) {
  const value = (0, import_value27.parseJson)(text2);
  return (0, import_value27.isObject)(value) ? value : null;
}
function readMonitors2(root) {
  const monitors = (0, import_value27.property)(root, "monitors");
  if (!(0, import_value27.isObject)(monitors)) return [];
  return Object.entries(monitors).flatMap(([key, value]) => {
    const record3 = (0, import_monitor.readRecordedMonitor)(value);
    return record3 === null ? [] : [[key, record3]];
  });
}
function readRecords(text2) {
  return [...text2.matchAll(RECORD)].flatMap(([, record3 = ""]) => {
    const root = parseObject(`{${record3}}`);
    return root === null ? [] : readMonitors2({ monitors: root });
  });
}
function dropRepeated(records) {
  return [...new Map(records.map((entry) => [`${entry[0]}\0${entry[1].id}`, entry])).values()];
}
function findTexts(text2, name) {
  const found = [...text2.matchAll(new RegExp(`^ {2}"${name}": ("(?:[^"\\\\\\n]|\\\\.)*"),?$`, "gm"))].map(([, quoted = '""']) => {
    const value = parseObject(`{"value":${quoted}}`);
    return String((0, import_value27.property)(value ?? {}, "value") ?? "");
  });
  return [...new Set(found)];
}
function findLists(text2, name) {
  return [...text2.matchAll(new RegExp(`^ {2}"${name}": (\\[[^\\]\\n]*(?:\\n {4}[^\\]\\n]*)*\\n? {0,2}\\])`, "gm"))].flatMap(
    ([, list = "[]"]) => {
      const items = (0, import_value27.parseJson)(list);
      return Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
    }
  );
}
var import_value27, import_removed2, import_damage, import_monitor, RECORD;
var init_salvage = __esm({
  "src/core/state/format/salvage.ts"() {
    "use strict";
    import_value27 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_removed2 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_damage = askBundle("./check.cjs", "src/core/state/format/damage.ts");
    import_monitor = askBundle("./monitors.cjs", "src/core/state/format/monitor.ts");
    RECORD = /^ {4}("(?:[^"\\\n]|\\.)*": \{(?:.*|\n(?: {6}.*\n)* {4})\}),?$/gm;
  }
});

// src/core/recovery/salvage.ts
function readSalvage({ state, backup, journal, journalBackup, committed }, owner) {
  const texts = [state, ...committed, backup].flatMap((bytes) => bytes === null ? [] : [salvageState(bytes)]);
  const own = texts.filter((text2) => belongsTo(text2, owner));
  const now = readRemainingJournal(journal);
  const before = readRemainingJournal(journalBackup);
  const folded = (0, import_fold2.foldJournal)(emptyState(owner), now.content);
  const lineages = [...own.map(({ lineages: found }) => found), listBase(now.content), listBase(before.content)];
  return {
    hints: [
      ...own.flatMap(({ records }) => records.map(([key, record3]) => toHint(key, record3))),
      ...[...folded.state.monitors].map(([key, record3]) => toHint(key, record3)),
      ...[...(0, import_fold2.foldJournal)(emptyState(owner), before.content).state.monitors].map(([key, record3]) => toHint(key, record3)),
      ...folded.unfinished.map(toIntentHint)
    ],
    lineage: lineages.find((found) => found.length === 1)?.[0] ?? null,
    serial: Math.max(0, ...own.map(({ serial }) => serial), now.content.base?.serial ?? 0, before.content.base?.serial ?? 0),
    origins: [...new Set(own.flatMap(({ origins }) => origins))],
    formerEnvironments: [...new Set(own.flatMap(({ formerEnvironments }) => formerEnvironments))],
    removed: (0, import_removed3.mergeLines)(...own.map(({ removed }) => removed)),
    unfinished: folded.unfinished,
    journalIsDamaged: now.isDamaged
  };
}
function belongsTo({ projects, environments }, { project, environment }) {
  return projects.every((found) => found === project) && environments.every((found) => found === environment);
}
function emptyState({ project, environment }) {
  return (0, import_state11.newState)({ lineage: "", tool: "", project, environment, origin: "" });
}
function listBase({ base }) {
  return base === null ? [] : [base.lineage];
}
function readRemainingJournal(bytes) {
  if (bytes === null) return { content: { base: null, creates: [], edits: [], tornTail: false }, isDamaged: false };
  const decoded = (0, import_journal2.decodeJournal)(bytes);
  if (decoded.kind === "sound") return { content: decoded.content, isDamaged: false };
  const { content } = (0, import_journal2.salvageJournal)(bytes);
  const creates = content.creates.map((create) => create.phase === "done" ? create : { ...create, phase: "unknown" });
  return { content: { ...content, creates }, isDamaged: true };
}
function toHint(key, record3) {
  return { key, id: record3.id, targetIds: idsOf(record3), record: record3 };
}
function toIntentHint({ intent, done }) {
  return { key: intent.key, id: done?.monitor.id ?? null, targetIds: intent.targetIds, record: intent.monitor };
}
function idsOf({ applied }) {
  return (0, import_targets13.listTargetIds)(applied).filter((id) => id !== null);
}
var import_targets13, import_fold2, import_journal2, import_removed3, import_state11;
var init_salvage2 = __esm({
  "src/core/recovery/salvage.ts"() {
    "use strict";
    import_targets13 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_fold2 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_journal2 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    init_salvage();
    import_removed3 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_state11 = askBundle("./monitors.cjs", "src/core/state/state.ts");
  }
});

// src/features/recover/findings.ts
function needsConfirmation({ recovered, orphans, lostRecords }) {
  return recovered.some(({ found }) => !found.isCertain) || orphans.length > 0 || lostRecords > 0;
}
var init_findings = __esm({
  "src/features/recover/findings.ts"() {
    "use strict";
  }
});

// src/features/recover/recoverable-store.ts
function makeRecoverable(store) {
  return { lock: async () => store.backend === "file" ? fileLock(store, await store.lock()) : sharedLock(store, await store.lock()) };
}
function listMethods(locked) {
  return {
    read: () => locked.read(),
    write: (next, expected) => locked.write(next, expected),
    openJournal: (base) => locked.openJournal(base),
    rewriteJournal: (base, keep) => locked.rewriteJournal(base, keep),
    rescue: (next, journal, runId) => locked.rescue(next, journal, runId),
    release: () => locked.release()
  };
}
function fileLock(store, locked) {
  const { paths } = store;
  return {
    ...listMethods(locked),
    readRemaining: async (damaged) => ({
      state: damaged ? store.readStateBytes() : null,
      backup: store.readOtherFile(paths.backup),
      journal: store.readJournalBytes(),
      journalBackup: store.readJournalBackupBytes(),
      committed: await store.readCommitted()
    }),
    listKept: () => [
      ...store.readStateBytes() === null ? [] : [paths.damaged],
      ...store.readJournalBytes() === null ? [] : [paths.journalBackup]
    ],
    rebuild: async (state, unfinished) => {
      const stored = await locked.replace(state, "keep-damaged");
      await locked.rewriteJournal(stored.version, unfinished, "keep-old");
      return stored;
    }
  };
}
function sharedLock(store, locked) {
  return {
    ...listMethods(locked),
    readRemaining: async () => ({ state: null, backup: await readNewestBackup(store), journal: null, journalBackup: null, committed: [] }),
    listKept: () => [],
    rebuild: async (state, unfinished) => {
      const stored = await locked.replace(state);
      await locked.rewriteJournal(stored.version, unfinished);
      await locked.doubt?.settle();
      return stored;
    }
  };
}
async function readNewestBackup(store) {
  for (const { serial } of await store.listBackups()) {
    try {
      const { state } = await store.readBackup(serial);
      return Buffer.from((0, import_state12.encodeState)(state).text);
    } catch {
    }
  }
  return null;
}
var import_state12;
var init_recoverable_store = __esm({
  "src/features/recover/recoverable-store.ts"() {
    "use strict";
    import_state12 = askBundle("./check.cjs", "src/core/state/format/state.ts");
  }
});

// src/features/recover/recover.ts
var recover_exports = {};
__export(recover_exports, {
  recoverState: () => recoverState
});
async function recoverState(project, request, ui) {
  const workspace = (0, import_check11.checkWorkspace)(project);
  if ((0, import_diagnostic13.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  refuseUnknownKeys2(request.only, workspace);
  return withLock(makeRecoverable(project.store), async (locked) => {
    const damage = await diagnose(locked);
    const salvage = await gatherSalvage(project, locked, damage);
    return (0, import_service_reader11.withService)(project, null, async (reader) => {
      refuseOtherAddress(salvage, reader.service.origin);
      const lineage = salvage.lineage ?? project.world.uuid();
      const recovery = { project, request, ui, workspace, locked, reader, salvage, lineage };
      const findings = { damage, ...await findMonitors(recovery) };
      ui.show(findings, workspace);
      if (isFirstUse(findings)) return { kind: "nothing-found", workspace, findings };
      if (needsConfirmation(findings)) await ui.confirm(findings);
      const written = await writeState(recovery, findings);
      const report2 = await lookUpUnfinished(recovery, findings);
      return { kind: "recovered", workspace, findings, ...written, ...report2 };
    });
  });
}
async function diagnose(locked) {
  try {
    const read2 = await locked.read();
    if (read2.kind === "first-use" || read2.stored.state.monitors.size === 0 && read2.journal.base === null) return null;
  } catch (error) {
    if (error instanceof import_user_error26.UserError && DAMAGE.has(error.code)) return error;
    throw error;
  }
  throw new import_user_error26.UserError(
    "state/sound",
    "the state is valid: there is nothing to recover",
    'run "monitors plan --refresh" to compare it with the service, or "monitors state verify" to see its content'
  );
}
async function gatherSalvage({ settings }, locked, damage) {
  const { project, environment } = settings;
  return readSalvage(await locked.readRemaining(damage !== null), { project, environment });
}
function refuseOtherAddress({ origins }, origin) {
  if (origins.length === 0 || origins.includes(origin)) return;
  throw new import_user_error26.UserError(
    "state/wrong-origin",
    `the monitors of the lost state are at ${origins.join(", ")}, but this run is for ${origin}`,
    `check MONITORS_BASE_URL (or --base-url): to recover these monitors, set it to ${origins[0]}; ${wayOutOf(origins)}`
  );
}
async function findMonitors(recovery) {
  const { project: opened, request, ui, workspace, salvage, lineage, reader } = recovery;
  const { settings } = opened;
  const { only, approval, lookupMs } = request;
  const known = salvage.hints.filter(({ id }) => id !== null);
  const recorded = new Map(known.map(({ id, record: { createdAt = "" } }) => [id, { id: id ?? "", createdAt }])).values();
  const fields = settings.allowedFields;
  const live = await (0, import_refresh.readWholeList)(reader, { ...ui, lineage, fields, recorded: [...recorded], lookupMs });
  const others = await opened.readNeighbours();
  const elsewhere = (0, import_other_environments3.listIdsElsewhere)(others);
  const candidates = toCandidates(live).filter(({ view }) => !elsewhere.has(view.id));
  const desired = workspace.checked.monitors;
  const { project, environment } = settings;
  const otherEnvironments = (0, import_rendered_environments3.renderEnvironments)(opened, others);
  const matching = matchMonitors({ project, environment, desired, candidates, salvage, otherEnvironments, lineage, approval });
  const listed = new Set(live.monitors.keys());
  const isWanted = (key) => only === void 0 || only.includes(key);
  const recovered = matching.found.filter(({ spec }) => isWanted(spec.key)).map((found) => ({ key: found.spec.key, found, ...recordFound(found, lineage, listed) }));
  const matched = new Set(matching.found.map(({ spec }) => spec.key));
  return {
    recovered,
    leftOut: matching.found.map(({ spec }) => spec.key).filter((key) => !isWanted(key)),
    orphans: matching.orphans.filter(({ key }) => isWanted(key)).map((orphan) => ({ ...orphan, record: recordOrphan(orphan, lineage) })),
    missing: matching.missing,
    ambiguous: matching.ambiguous,
    unmanaged: matching.unmanaged,
    unfinished: salvage.unfinished.filter(({ intent }) => !matched.has(intent.key)),
    lostRecords: known.some(({ id }) => listed.has(id ?? "")) ? 0 : new Set(known.map(({ id }) => id)).size
  };
}
function wayOutOf(origins) {
  return origins.every(import_origin4.isLoopback) ? 'if that was a trial with the emulator, restore its state with "git checkout" and run "monitors state reset"' : "if the service moved, or you do not need that state, move its files away and run this again";
}
function isFirstUse({ damage, recovered, orphans, unfinished }) {
  return damage === null && recovered.length === 0 && orphans.length === 0 && unfinished.length === 0;
}
async function writeState({ project: { settings, tool }, locked, reader: { service }, salvage, lineage }, findings) {
  const { project, environment } = settings;
  const records = [...findings.recovered, ...findings.orphans].map(({ key, record: record3 }) => [key, record3]);
  const found = new Set(records.map(([, { id }]) => id));
  const removed = salvage.removed.filter(({ id }) => !found.has(id));
  const state = {
    ...(0, import_origin4.noteAnswers)((0, import_state13.newState)({ lineage, tool, project, environment, origin: service.origin }), service.isEmulator()),
    serial: salvage.serial,
    ...salvage.formerEnvironments.length === 0 ? {} : { formerEnvironments: salvage.formerEnvironments },
    ...removed.length === 0 ? {} : { removed },
    monitors: new Map(records.sort(([a], [b]) => a < b ? -1 : 1))
  };
  const kept = locked.listKept();
  const stored = await locked.rebuild(state, findings.unfinished);
  return { version: { lineage, serial: stored.version.serial }, kept };
}
async function lookUpUnfinished({ project, request, ui, locked, reader }, findings) {
  if (findings.unfinished.length === 0) return { lookedUp: [], unresolved: [], warnings: [] };
  const opened = await (0, import_fold_open15.openForChange)(locked);
  if (opened.stored === null) throw new Error("the state that was just written is not there");
  const report2 = await lookUpCreates(locked, opened.stored, opened.unresolved, {
    ...{ reader, lookupMs: request.lookupMs, runId: project.runId, environment: project.settings.environment },
    elsewhere: (0, import_other_environments3.listIdsElsewhere)(await project.readNeighbours()),
    onEvent: ui.onEvent
  });
  const { unresolved } = await (0, import_fold_open15.openForChange)(locked);
  return { lookedUp: report2.lookedUp, unresolved, warnings: report2.findings };
}
function refuseUnknownKeys2(only, { checked }) {
  const known = new Set(checked.monitors.map(({ key }) => key));
  const unknown = (only ?? []).filter((key) => !known.has(key));
  if (unknown.length === 0) return;
  throw new import_user_error26.UserError(
    "config/unknown-key",
    `--only names ${unknown.map((key) => `"${key}"`).join(", ")}, but no spec has that key`,
    "`monitors plan --format json` shows the keys"
  );
}
var import_diagnostic13, import_user_error26, import_fold_open15, import_origin4, import_state13, import_check11, import_other_environments3, import_refresh, import_rendered_environments3, import_service_reader11, DAMAGE;
var init_recover = __esm({
  "src/features/recover/recover.ts"() {
    "use strict";
    import_diagnostic13 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error26 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_candidates();
    init_matching();
    init_records();
    init_salvage2();
    import_fold_open15 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_origin4 = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_state13 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_check11 = askBundle("./check.cjs", "src/project/check.ts");
    init_lookup();
    import_other_environments3 = askBundle("./check.cjs", "src/project/other-environments.ts");
    import_refresh = askBundle("./plan.cjs", "src/project/refresh.ts");
    import_rendered_environments3 = askBundle("./plan.cjs", "src/project/rendered-environments.ts");
    import_service_reader11 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_findings();
    init_recoverable_store();
    DAMAGE = /* @__PURE__ */ new Set([
      "state/lost",
      "state/empty",
      "state/encoding",
      "state/conflict",
      "state/syntax",
      "state/malformed",
      "state/checksum",
      "state/shared-id",
      "state/journal-damaged",
      "state/journal-mismatch",
      "state/journal-ahead"
    ]);
  }
});

// src/features/recover/text.ts
var text_exports4 = {};
__export(text_exports4, {
  renderRecoveryText: () => renderRecoveryText
});
function renderRecoveryText(findings, options) {
  const { damage, recovered, orphans, ambiguous, missing, unmanaged, unfinished, leftOut, lostRecords } = findings;
  return (0, import_text10.printText)(
    [
      ...damage === null ? [] : [(0, import_text10.hangingLine)(0, 2, `${damage.message}.`), import_text10.BLANK],
      ...recovered.flatMap((monitor) => recoveredLines(monitor, options)),
      ...orphans.flatMap(({ key, candidate, record: record3 }) => [
        headLine("?", key, candidate),
        (0, import_text10.hangingLine)(
          4,
          2,
          `it was recorded, and its spec is gone: it is recorded again, and the next plan ${record3.protect ? "keeps it, because it is protected" : "deletes it"}`
        )
      ]),
      ...ambiguous.flatMap(({ spec, candidates }) => [
        (0, import_text10.dataLine)(0, (0, import_text10.styled)("warning", `! ${spec.key}`)),
        (0, import_text10.hangingLine)(
          4,
          2,
          candidates.length === 1 ? "this monitor may be it, so it is not recorded:" : "any of these may be it, so none is recorded:"
        ),
        ...candidates.map((candidate) => candidateLine(candidate, options)),
        (0, import_text10.hangingLine)(4, 2, (0, import_sentences10.pasteable)(wordChoice(spec.key, candidates), options))
      ]),
      ...missing.flatMap(({ key, file, line }) => [
        (0, import_text10.dataLine)(0, (0, import_text10.styled)("added", "+ "), (0, import_text10.styled)("strong", key), `  ${file}:${line}`),
        (0, import_text10.hangingLine)(4, 2, "missing in the service: the next apply creates it")
      ]),
      ...unfinished.map(
        ({ intent }) => (0, import_text10.hangingLine)(0, 2, `! ${intent.key}: its create may have been carried out, but the service does not list it yet`)
      ),
      ...unmanagedLines(unmanaged, options),
      ...leftOut.length === 0 ? [] : [(0, import_text10.hangingLine)(0, 2, `Left out by --only: ${(0, import_words14.listWords)(leftOut)}.`)],
      ...lostRecords === 0 ? [] : [
        (0, import_text10.hangingLine)(
          0,
          2,
          `None of the ${(0, import_words14.countOf)(lostRecords, "monitor")} that the lost state recorded is in the service: is this the right account?`
        )
      ],
      import_text10.BLANK,
      (0, import_text10.proseLine)(0, countFindings(findings))
    ],
    options
  );
}
function recoveredLines({ key, found, isChanged }, options) {
  const { candidate, basis, isCertain, others } = found;
  return [
    headLine(isCertain ? "=" : "?", key, candidate),
    (0, import_text10.hangingLine)(4, 2, `${wordBasis(basis, candidate)}${isChanged ? "; it differs from its spec, as the next plan shows" : ""}`),
    ...others.length === 0 ? [] : [
      (0, import_text10.hangingLine)(4, 2, "the service has duplicates of it, and each costs credits; not recorded:"),
      ...others.map((candidate2) => candidateLine(candidate2, options))
    ]
  ];
}
function wordChoice(key, [first, ...others]) {
  if (first === void 0 || others.length > 0)
    return `choose one: "${(0, import_command_line9.writeCommand)("import", [key, "ID"], "default")}", before the next apply`;
  return `if it is: "${(0, import_command_line9.writeCommand)("import", [key, first.view.id], "default")}", before the next apply`;
}
function wordBasis(basis, { view }) {
  switch (basis) {
    case "target-ids":
      return "found by its target ids";
    case "some-target-ids":
      return "it is the only one with some of its target ids";
    case "record":
      return "found by what is left of the state";
    case "name-and-content":
      return `no target ids in common, but it has the same name ("${(0, import_sentences10.shorten)(view.name)}") and watches the same`;
  }
}
function headLine(glyph, key, { view }) {
  return (0, import_text10.dataLine)(0, (0, import_text10.styled)(glyph === "?" ? "warning" : "faint", `${glyph} `), (0, import_text10.styled)("strong", key), `  ${view.id}`);
}
function candidateLine({ view }, options) {
  return (0, import_text10.dataLine)(
    6,
    `${view.id}  "${(0, import_sentences10.shorten)(view.name)}"`,
    (0, import_text10.styled)("faint", view.createdAt === "" ? "" : `  created ${(0, import_sentences10.shorten)((0, import_local_time4.showTime)(view.createdAt, options))}`)
  );
}
function unmanagedLines(unmanaged, options) {
  if (unmanaged.length === 0) return [];
  const shown = options.verbosity === "verbose" ? unmanaged : unmanaged.slice(0, SHOWN_UNMANAGED);
  const rest = unmanaged.length - shown.length;
  return [
    import_text10.BLANK,
    (0, import_text10.proseLine)(0, `${(0, import_words14.countOf)(unmanaged.length, "monitor")} of the account ${unmanaged.length === 1 ? "stays" : "stay"} unmanaged:`),
    ...shown.map((candidate) => candidateLine(candidate, options)),
    ...rest > 0 ? [(0, import_text10.dataLine)(6, (0, import_text10.styled)("faint", `and ${(0, import_words14.formatNumber)(rest)} more; --verbose lists them`))] : []
  ];
}
function countFindings({ recovered, missing, ambiguous, orphans }) {
  const duplicates4 = recovered.reduce((sum, { found }) => sum + found.others.length, 0);
  const parts = [
    `${(0, import_words14.formatNumber)(recovered.length)} found`,
    `${(0, import_words14.formatNumber)(missing.length)} missing`,
    ...ambiguous.length > 0 ? [`${(0, import_words14.formatNumber)(ambiguous.length)} ambiguous`] : [],
    ...duplicates4 > 0 ? [(0, import_words14.countOf)(duplicates4, "duplicate")] : [],
    ...orphans.length > 0 ? [`${(0, import_words14.formatNumber)(orphans.length)} without a spec`] : []
  ];
  return `Recover: ${parts.join(", ")}.`;
}
var import_command_line9, import_words14, import_local_time4, import_sentences10, import_text10, SHOWN_UNMANAGED;
var init_text4 = __esm({
  "src/features/recover/text.ts"() {
    "use strict";
    import_command_line9 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words14 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time4 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences10 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text10 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    SHOWN_UNMANAGED = 10;
  }
});

// src/features/render/document.ts
var document_exports6 = {};
__export(document_exports6, {
  renderSpecsJson: () => renderSpecsJson,
  renderSpecsYaml: () => renderSpecsYaml,
  sayMasked: () => sayMasked,
  toRenderDocument: () => toRenderDocument
});
function toRenderDocument(monitors, view) {
  return {
    formatVersion: 1,
    command: "render",
    monitors: monitors.map((monitor) => {
      const { key, name, file, line } = monitor;
      const spec = toSpec(monitor);
      return { key, name, file, line, spec, ...view === "with-origins" ? { origins: listOrigins(monitor, spec) } : {} };
    })
  };
}
function renderSpecsJson(monitors, view) {
  return (0, import_escape_json7.renderJson)(toRenderDocument(monitors, view));
}
function renderSpecsYaml(monitors, view) {
  return monitors.map((monitor) => writeYaml(toSpec(monitor), view === "with-origins" ? (pointer) => showOrigin(monitor, pointer) : void 0)).join("---\n");
}
function sayMasked(monitors) {
  const count = monitors.filter((monitor) => isMasked(toSpec(monitor))).length;
  if (count === 0) return "";
  return `note: secrets in the text of ${(0, import_words15.countOf)(count, "monitor")} are printed as (secret); write \${env:NAME} in the specs instead
`;
}
function isMasked(spec) {
  let found = false;
  (0, import_walk5.mapLeaves)(spec, (leaf) => {
    found ||= typeof leaf === "string" && leaf.includes(import_secret4.SECRET_TEXT);
    return leaf;
  });
  return found;
}
function toSpec(monitor) {
  const body = (0, import_answer7.arrange)("MonitorCreateRequest", sortMembers(escapeHoles((0, import_masking11.maskValue)(monitor.body(), []))));
  return { ...body, sync: toSync(monitor) };
}
function escapeHoles(body) {
  return (0, import_walk5.mapLeaves)(body, (leaf, path) => {
    if (typeof leaf !== "string" || (0, import_places5.isReferencePlace)(path)) return leaf;
    return leaf.replaceAll(/\$\{(?=(?:each|var):)/g, () => "$${");
  });
}
function sortMembers(value) {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!(0, import_value28.isObject)(value)) return value;
  const { type, ...others } = value;
  const sorted = Object.entries(others).sort(([one], [other]) => (0, import_diagnostic14.compareText)(one, other));
  return Object.fromEntries(
    [...type === void 0 ? [] : [["type", type]], ...sorted].map(([name, one]) => [name, sortMembers(one)])
  );
}
function toSync({ key, sync }) {
  const { key: _own, alerts: _said, ...settings } = sync;
  const written = Object.entries(settings).filter(([, value]) => value !== false);
  return { key, ...Object.fromEntries(written.map(([name, value]) => [name, sortMembers(value)])) };
}
function placeOf2(monitor, pointer) {
  const place = monitor.writtenAt?.(pointer);
  return place === void 0 ? null : { file: place.file, line: place.range.start.line };
}
function showOrigin(monitor, pointer) {
  const place = placeOf2(monitor, pointer);
  return place === null ? "" : (0, import_escape_terminal4.disarmCommands)(`${(0, import_escape_terminal4.escapeTerminal)(place.file)}:${place.line}`);
}
function listOrigins(monitor, spec) {
  const origins = {};
  visitValues(spec, [], (path) => {
    const pointer = (0, import_pointer5.toPointer)(path);
    const place = placeOf2(monitor, pointer);
    if (place !== null) origins[pointer] = place;
  });
  return origins;
}
function visitValues(value, path, visit) {
  const parts = Array.isArray(value) ? [...value.entries()] : (0, import_value28.isObject)(value) ? Object.entries(value) : [];
  if (parts.length === 0) visit(path);
  for (const [step, part] of parts) visitValues(part, [...path, step], visit);
}
var import_words15, import_diagnostic14, import_pointer5, import_value28, import_masking11, import_places5, import_secret4, import_walk5, import_answer7, import_escape_json7, import_escape_terminal4;
var init_document7 = __esm({
  "src/features/render/document.ts"() {
    "use strict";
    import_words15 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic14 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_pointer5 = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_value28 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking11 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_places5 = askBundle("./monitors.cjs", "src/core/secrets/places.ts");
    import_secret4 = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    import_walk5 = askBundle("./monitors.cjs", "src/core/secrets/walk.ts");
    import_answer7 = askBundle("./plan.cjs", "src/core/service/answer.ts");
    init_yaml_text();
    import_escape_json7 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
  }
});

// src/features/render/render.ts
var render_exports = {};
__export(render_exports, {
  renderProject: () => renderProject
});
async function renderProject(project, choice) {
  await project.refusePlace();
  const workspace = (0, import_check12.checkWorkspace)(project);
  if ((0, import_diagnostic15.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const { monitors, elsewhere } = workspace.checked;
  const keys = (0, import_choose_keys7.chooseKeys)(choice, { desired: monitors, elsewhere, state: null, unresolved: [] }, project.nameOption);
  return { kind: "rendered", monitors: keys === void 0 ? monitors : monitors.filter(({ key }) => keys.has(key)) };
}
var import_diagnostic15, import_check12, import_choose_keys7;
var init_render = __esm({
  "src/features/render/render.ts"() {
    "use strict";
    import_diagnostic15 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_check12 = askBundle("./check.cjs", "src/project/check.ts");
    import_choose_keys7 = askBundle("./check.cjs", "src/project/choose-keys.ts");
  }
});

// src/features/report/suggest-schedules.ts
var suggest_schedules_exports = {};
__export(suggest_schedules_exports, {
  suggestSchedules: () => suggestSchedules
});
async function suggestSchedules(project, choice) {
  const outcome = await renderProject(project, choice);
  if (outcome.kind === "invalid") return outcome;
  const scheduled = outcome.monitors.flatMap(({ key, paused, body }) => {
    const fixed = paused ? null : (0, import_fixed.readFixedSchedule)((0, import_member10.member)(body(), "schedule"));
    return fixed === null ? [] : [{ key, ...fixed }];
  });
  return { kind: "suggested", suggestion: (0, import_spread.suggestSpread)(scheduled) };
}
var import_member10, import_fixed, import_spread;
var init_suggest_schedules = __esm({
  "src/features/report/suggest-schedules.ts"() {
    "use strict";
    import_member10 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_fixed = askBundle("./check.cjs", "src/core/specs/schedule/fixed.ts");
    import_spread = askBundle("./check.cjs", "src/core/specs/schedule/spread.ts");
    init_render();
  }
});

// src/features/report/suggest.ts
var suggest_exports = {};
__export(suggest_exports, {
  renderSuggestJson: () => renderSuggestJson,
  renderSuggestText: () => renderSuggestText
});
function renderSuggestJson({ before, after, groups }) {
  const document = {
    formatVersion: 1,
    command: "report",
    limit: import_spread2.MOST_AT_ONCE,
    before: toMinute(before),
    after: toMinute(after),
    groups: groups.map(({ cron, timezone, monitors }) => ({ cron, timezone, monitors: monitors.map((one) => ({ key: one.key, cron: one.cron })) }))
  };
  return (0, import_escape_json8.renderJson)(document);
}
function toMinute(minute) {
  return minute === null ? null : { time: minute.clock, timezone: minute.timezone, monitors: minute.monitors };
}
function renderSuggestText({ before, after, groups }, options) {
  if (before === null) {
    return (0, import_text11.printText)([(0, import_text11.proseLine)(0, `Nothing to spread: at most ${(0, import_words16.formatNumber)(import_spread2.MOST_AT_ONCE)} monitors run at the same minute.`)], options);
  }
  const summary = `${(0, import_words16.countOf)(before.monitors, "monitor")} run at the same minute (${describe4(before)}).`;
  const end = after === null ? "" : ` With these schedules, the fullest minute (${describe4(after)}) has ${(0, import_words16.formatNumber)(after.monitors)}.`;
  const lines = [...groups.flatMap((group) => groupLines(group, options)), (0, import_text11.proseLine)(0, `${summary}${end} Nothing was changed.`)];
  return (0, import_text11.printText)(options.verbosity === "quiet" ? lines.slice(0, -1) : lines, options);
}
function describe4({ clock, timezone }) {
  return `${clock}, ${(0, import_sentences11.shorten)(timezone)}`;
}
function groupLines({ cron, timezone, monitors }, { verbosity }) {
  const keys = /* @__PURE__ */ new Map();
  for (const one of monitors) (0, import_grouping3.addToGroup)(keys, one.cron, one.key);
  const most = verbosity === "verbose" ? Number.POSITIVE_INFINITY : MOST_KEYS;
  const title = (0, import_text11.dataLine)(0, (0, import_text11.styled)("strong", `cron: "${cron}"`), `  ${(0, import_sentences11.shorten)(timezone)}, ${(0, import_words16.countOf)(monitors.length, "monitor")}`);
  const rows = [...keys].map(([suggested, named]) => {
    const more = named.length > most ? ` and ${(0, import_words16.formatNumber)(named.length - most)} more` : "";
    return (0, import_text11.hangingLine)(2, 4, (0, import_text11.styled)("added", `cron: "${suggested}"`), `  ${named.slice(0, most).map(import_sentences11.shorten).join(", ")}${more}`);
  });
  return [title, ...rows, import_text11.BLANK];
}
var import_grouping3, import_words16, import_spread2, import_escape_json8, import_sentences11, import_text11, MOST_KEYS;
var init_suggest = __esm({
  "src/features/report/suggest.ts"() {
    "use strict";
    import_grouping3 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_words16 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_spread2 = askBundle("./check.cjs", "src/core/specs/schedule/spread.ts");
    import_escape_json8 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_sentences11 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text11 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    MOST_KEYS = 3;
  }
});

// src/features/state/text.ts
var text_exports5 = {};
__export(text_exports5, {
  describeChanges: () => describeChanges,
  renderSentences: () => renderSentences,
  renderStateEntry: () => renderStateEntry,
  renderStateList: () => renderStateList,
  unresolvedLines: () => unresolvedLines
});
function renderStateList({ version: version2, origin, monitors, unresolved }, options) {
  const width = keyColumn(
    monitors.map(([key]) => key),
    options
  );
  const rows = monitors.map(([key, { id, protect }]) => {
    const gap = " ".repeat(Math.max(0, width - (0, import_text12.displayWidth)((0, import_escape_terminal5.escapeTerminal)(key))) + 2);
    return (0, import_text12.dataLine)(0, (0, import_text12.styled)("strong", key), `${gap}${id}`, ...protect ? [(0, import_text12.styled)("faint", "  protected")] : []);
  });
  const open2 = unresolved.length === 0 ? "" : ` ${(0, import_words17.countOf)(unresolved.length, "create is", "creates are")} unresolved.`;
  const footer = version2 === null ? "Nothing has been applied here yet." : `${(0, import_words17.countOf)(monitors.length, "monitor")} at ${origin}, serial ${version2.serial}.${open2}`;
  return (0, import_text12.printText)(
    [
      ...rows,
      ...unresolved.flatMap((create) => unresolvedLines(create, options)),
      ...options.verbosity === "quiet" ? [] : [(0, import_text12.proseLine)(0, footer)]
    ],
    options
  );
}
function keyColumn(keys, { width }) {
  const widest = Math.max(0, ...keys.map((key) => (0, import_text12.displayWidth)((0, import_escape_terminal5.escapeTerminal)(key))));
  return Math.min(widest, Math.max(0, width - ID_WIDTH - 2));
}
function renderStateEntry(key, monitor, unresolved, options) {
  const lines = [];
  if (monitor !== null) {
    const { id, specPath, protect, createdAt, applied, observed, mayExistTwice, labels = {} } = monitor;
    const named = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    lines.push(
      (0, import_text12.dataLine)(0, (0, import_text12.styled)("strong", key)),
      (0, import_text12.dataLine)(2, `id         ${id}`),
      (0, import_text12.dataLine)(2, `spec       ${specPath}`),
      (0, import_text12.dataLine)(2, `created    ${createdAt === "" ? "unknown" : (0, import_local_time5.showTime)(createdAt, options)}`),
      (0, import_text12.dataLine)(2, `protected  ${protect ? "yes" : "no"}`),
      ...named.length === 0 ? [] : [(0, import_text12.dataLine)(2, `labels     ${named.join(", ")}`)],
      ...mayExistTwice === true ? [(0, import_text12.dataLine)(2, (0, import_sentences12.pasteable)(`may exist twice: ${(0, import_command_line10.keyCommand)("resolve", key, "--checked")}`, options))] : [],
      (0, import_text12.dataLine)(2, "as it was sent"),
      ...jsonLines(applied, options),
      ...Object.keys(observed).length === 0 ? [] : [(0, import_text12.dataLine)(2, "what the service answered, where it differs"), ...jsonLines(observed, options)]
    );
  }
  return (0, import_text12.printText)([...lines, ...unresolved.flatMap((create) => unresolvedLines(create, options))], options);
}
function unresolvedLines({ intent, firstSentAt, lastSentAt, error }, options) {
  const sent = firstSentAt === "" ? "may have been sent" : `was sent ${(0, import_local_time5.showTime)(firstSentAt, options)}${lastSentAt === firstSentAt ? "" : `, last ${(0, import_local_time5.showTime)(lastSentAt, options)}`}`;
  return [
    (0, import_text12.dataLine)(0, (0, import_text12.styled)("warning", `! ${intent.key}`)),
    (0, import_text12.hangingLine)(2, 2, `a create ${sent}; its outcome is unknown${error === void 0 ? "" : `: ${error.message}`}`),
    (0, import_text12.dataLine)(2, `address     ${intent.origin}`),
    ...intent.targetIds.map((id, index) => (0, import_text12.dataLine)(2, `${index === 0 ? "target ids" : "          "}  ${id}`)),
    (0, import_text12.hangingLine)(2, 2, "look in the service for a monitor with these target ids, then run one of:"),
    (0, import_text12.dataLine)(2, (0, import_text12.styled)("mark", "->"), ` ${(0, import_sentences12.pasteable)(`if it exists: ${(0, import_command_line10.keyCommand)("resolve", intent.key, "--adopt ID")}`, options)}`),
    (0, import_text12.dataLine)(
      2,
      (0, import_text12.styled)("mark", "->"),
      ` ${(0, import_sentences12.pasteable)(`if it does not exist: ${(0, import_command_line10.keyCommand)("resolve", intent.key, "--not-created")}`, options)}`
    )
  ];
}
function describeChanges(changes2) {
  if (changes2 === null) return ["Cannot tell what was changed: neither git nor the backup has a valid copy."];
  const { copy, serial, isExact, added, removed, changed, members } = changes2;
  const where = `${copy === "git" ? "the copy in git" : "the backup and its journal"} (serial ${serial})`;
  const lines = [
    ...members.length === 0 ? [] : [`  ~ the state itself: ${members.join(", ")}`],
    ...added.map((key) => `  + ${key}`),
    ...removed.map((key) => `  - ${key}: recorded there, missing here`),
    ...changed.map((record3) => `  ~ ${record3.key}: ${record3.members.join(", ")}`)
  ];
  if (lines.length === 0) return [`It holds the same as ${where}.`];
  return [
    isExact ? `Changed since it was signed, compared with ${where}:` : `Compared with ${where}, which may be older than what was edited:`,
    ...lines
  ];
}
function renderSentences(sentences, options) {
  return (0, import_text12.printText)(
    sentences.map((sentence) => (0, import_text12.hangingLine)(0, 2, (0, import_sentences12.pasteable)(sentence, options))),
    options
  );
}
function jsonLines(value, { width }) {
  return (0, import_value_text2.valueRows)(value, width - 4, (0, import_value_text2.limitsOf)("verbose")).map((row) => (0, import_text12.dataLine)(4, row));
}
var import_command_line10, import_words17, import_escape_terminal5, import_local_time5, import_sentences12, import_text12, import_value_text2, ID_WIDTH;
var init_text5 = __esm({
  "src/features/state/text.ts"() {
    "use strict";
    import_command_line10 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words17 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal5 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_local_time5 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences12 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text12 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    import_value_text2 = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    ID_WIDTH = 36;
  }
});

// src/features/resolve/document.ts
var document_exports7 = {};
__export(document_exports7, {
  renderDuplicates: () => renderDuplicates,
  renderPruneJson: () => renderPruneJson,
  renderPruned: () => renderPruned,
  renderResolveJson: () => renderResolveJson,
  renderResolved: () => renderResolved
});
function renderResolveJson(items, left, findings = []) {
  const document = {
    formatVersion: 1,
    command: "resolve",
    settled: items.map(toSettledDocument),
    unresolved: left.map(import_shared_documents3.toUnresolvedDocument),
    diagnostics: findings.map(import_finding6.toFindingDocument)
  };
  return (0, import_escape_json9.renderJson)(document);
}
function toSettledDocument(item) {
  if ("kind" in item) {
    const { key: key2, id: id2 } = item;
    return item.kind === "still-open" ? { key: key2, outcome: "maybe-twice", id: id2, reason: item.why } : { key: key2, outcome: "checked", id: id2 };
  }
  const { key, id, stillUnknown } = item;
  if (stillUnknown !== void 0) return { key, outcome: "unknown", id: null, reason: stillUnknown };
  return { key, outcome: id === null ? "not-created" : "adopted", id };
}
function renderPruneJson(pruned) {
  const { duplicated, deleted, failed, leftAlone } = pruned;
  const document = {
    formatVersion: 1,
    command: "resolve",
    duplicates: duplicated.map(({ key, kept, others }) => ({
      key,
      kept,
      others: others.map(import_shared_documents3.toLiveMonitor)
    })),
    deleted,
    failed: failed.map(({ id, message, mayBeDeleted }) => ({ id, message, mayBeDeleted })),
    leftAlone: leftAlone.map(({ key, why, ids }) => ({ key, why, ids }))
  };
  return (0, import_escape_json9.renderJson)(document);
}
function renderResolved(items, left, options) {
  const sentencesOf = items.map((item) => "kind" in item ? describeDuplicate(item) : describeResolved(item));
  const sentences = sentencesOf.length === 0 ? ["Nothing is unresolved."] : sentencesOf;
  const lines = left.flatMap((create) => unresolvedLines(create, options));
  return renderSentences(sentences, options) + (0, import_text13.printText)(lines, options);
}
function describeResolved({ key, id, stillUnknown }) {
  if (stillUnknown !== void 0) return `"${key}" is still unresolved: ${stillUnknown}.`;
  return id === null ? `"${key}" was not created: the next apply creates it.` : `"${key}" is the monitor ${id} now.`;
}
function describeDuplicate(doubt2) {
  const { key, id } = doubt2;
  switch (doubt2.kind) {
    case "looked":
      return `"${key}" is the monitor ${id}; it counts as the only one now.`;
    case "listed-once":
      return `"${key}" is the monitor ${id}, and the service lists no second one.`;
    case "still-open":
      return `"${key}" may still exist twice: ${doubt2.why}.`;
  }
}
function renderDuplicates(duplicated, now, options) {
  const sentences = duplicated.flatMap(({ key, kept, others }) => [
    `"${key}" is the monitor ${kept}, which stays. To be deleted:`,
    ...others.map(({ id, name, createdAt }) => `  ${id} "${(0, import_sentences13.shorten)(name)}", created ${describeAge(createdAt, now, options)}`)
  ]);
  return renderSentences(sentences, options);
}
function renderPruned({ duplicated, leftAlone, deleted, failed }, options) {
  const none = duplicated.length === 0 && leftAlone.length === 0;
  const sentences = [
    ...deleted.map((id) => `Deleted ${id}.`),
    ...failed.map(({ id, message, mayBeDeleted }) => `${id} ${mayBeDeleted ? "may be deleted or not" : "is not deleted"}: ${message}.`),
    ...leftAlone.map(({ key, why, ids }) => `Nothing was deleted for "${key}": ${whyNot[why]}: ${ids.join(", ")}.`),
    ...failed.length > 0 ? ["Fix the problem, then run the same command again: it continues with what is left."] : [],
    ...none ? ["No duplicates in the service."] : []
  ];
  return renderSentences(sentences, options);
}
function describeAge(createdAt, now, options) {
  const created = Date.parse(createdAt);
  if (Number.isNaN(created)) return "at an unknown time";
  const seconds = Math.max(0, Math.round((now - created) / 1e3));
  const units = [
    ["d", 86400],
    ["h", 3600],
    ["min", 60]
  ];
  const [unit, size] = units.find(([, length]) => seconds >= 2 * length) ?? ["s", 1];
  return `${(0, import_local_time6.showTime)(createdAt, options)} (${Math.floor(seconds / size)} ${unit} ago)`;
}
var import_escape_json9, import_finding6, import_local_time6, import_sentences13, import_shared_documents3, import_text13, whyNot;
var init_document8 = __esm({
  "src/features/resolve/document.ts"() {
    "use strict";
    import_escape_json9 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_finding6 = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_local_time6 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences13 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_shared_documents3 = askBundle("./plan.cjs", "src/rendering/shared-documents.ts");
    import_text13 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_text5();
    whyNot = {
      "not-listed": 'the service does not list the recorded monitor ("monitors plan --refresh" shows more), but these with its target ids',
      conflict: "these have some of its target ids, but not exactly all"
    };
  }
});

// src/features/resolve/prune.ts
var prune_exports = {};
__export(prune_exports, {
  pruneDuplicates: () => pruneDuplicates
});
async function pruneDuplicates(project, keys, options) {
  return withOpenedState(project.store, async (_locked, opened) => {
    for (const key of keys) refuseUnknown2(key, opened);
    return (0, import_service_reader12.withService)(project, { stored: opened, unresolved: opened.unresolved }, async (reader) => {
      const { duplicated, leftAlone } = await findDuplicates(reader, keys, opened, options.elsewhere);
      if (duplicated.length === 0) return { duplicated, leftAlone, deleted: [], failed: [] };
      await options.confirm(duplicated);
      const ids = duplicated.flatMap(({ others }) => others.map(({ id }) => id));
      return { duplicated, leftAlone, ...await removeAll(reader, ids) };
    });
  });
}
function refuseUnknown2(key, { state }) {
  if (state.monitors.has(key)) return;
  const near = (0, import_suggest3.suggestName)(key, [...state.monitors.keys()]);
  const hint = near === void 0 ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
  throw new import_user_error27.UserError("state/no-such-key", `the state records no monitor under "${key}"`, hint);
}
async function findDuplicates(reader, keys, { state }, elsewhere) {
  const { monitors } = await reader.list(({ id, name, createdAt, targetIds }) => ({ id, name, createdAt, targetIds }));
  const recordedIds = (0, import_live_index6.listRecordedIds)(state);
  const unmanaged = monitors.filter(({ id }) => !recordedIds.has(id) && !elsewhere.has(id));
  const listed = new Set(monitors.map(({ id }) => id));
  const found = [...new Set(keys)].flatMap((key) => {
    const record3 = state.monitors.get(key);
    return record3 === void 0 ? [] : [judgeKey(key, record3, unmanaged, listed)];
  });
  return { duplicated: found.filter(isDuplicated), leftAlone: found.filter(isLeftAlone) };
}
function judgeKey(key, { id: kept, applied }, unmanaged, listed) {
  const targetIds = (0, import_targets14.listTargetIds)(applied).filter((id) => id !== null);
  const owned = (0, import_create_sight4.findOwner)(targetIds, [], unmanaged);
  switch (owned.kind) {
    case "none":
      return null;
    case "conflict":
      return { key, why: "conflict", ids: owned.monitors.map(({ id }) => id) };
    case "one": {
      const others = [owned.monitor, ...owned.others];
      return listed.has(kept) ? { key, kept, others } : { key, why: "not-listed", ids: others.map(({ id }) => id) };
    }
  }
}
function isDuplicated(found) {
  return found !== null && "kept" in found;
}
function isLeftAlone(found) {
  return found !== null && "why" in found;
}
async function removeAll(reader, ids) {
  const deleted = [];
  const failed = [];
  let stop = null;
  for (const id of ids) {
    if (reader.interruption.aborted) stop = "the run was interrupted";
    const removal = stop === null ? await remove(reader, id) : { kind: "failed", message: stop, mayBeDeleted: false, endsAll: true };
    if (removal.kind === "gone") {
      deleted.push(id);
      continue;
    }
    const { message, mayBeDeleted, endsAll } = removal;
    failed.push({ id, message, mayBeDeleted });
    if (endsAll) stop ??= "not attempted, because the delete before it failed";
  }
  return { deleted, failed };
}
async function remove(reader, id) {
  const { service, world, policy, interruption } = reader;
  let mayBeDeleted = false;
  for (let attempt4 = 1; ; attempt4++) {
    const outcome = await service.deleteMonitor(id, interruption);
    if (outcome.kind === "applied") return { kind: "gone" };
    if (outcome.kind === "missing") return attempt4 > 1 ? { kind: "gone" } : confirmGone2(reader, id);
    const { failure } = outcome;
    mayBeDeleted ||= outcome.kind === "ambiguous";
    const decision = (0, import_retry4.decideEditRetry)(outcome, attempt4, policy, attempt4, world.random);
    if (decision.kind === "retry") await reader.wait(decision.waitMs);
    if (decision.kind === "retry" && !interruption.aborted) continue;
    const isAboutThisOne = outcome.kind === "not-applied" && [400, 409, 422].includes(failure.status ?? 0);
    return { kind: "failed", message: failure.message, mayBeDeleted, endsAll: !isAboutThisOne };
  }
}
async function confirmGone2({ service, interruption }, id) {
  const read2 = await service.getMonitor(id, interruption);
  if (read2.kind === "read" && (read2.value === null || read2.value.status === "deleted")) return { kind: "gone" };
  const message = read2.kind === "read" ? "the service answered 404 but still shows the monitor" : `could not check whether it was deleted: ${read2.failure.message}`;
  return { kind: "failed", message, mayBeDeleted: true, endsAll: true };
}
var import_retry4, import_suggest3, import_user_error27, import_create_sight4, import_live_index6, import_targets14, import_service_reader12;
var init_prune = __esm({
  "src/features/resolve/prune.ts"() {
    "use strict";
    import_retry4 = askBundle("./plan.cjs", "src/core/api/retry.ts");
    import_suggest3 = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_user_error27 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_create_sight4 = askBundle("./plan.cjs", "src/core/plan/create-sight.ts");
    import_live_index6 = askBundle("./plan.cjs", "src/core/plan/live-index.ts");
    import_targets14 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_service_reader12 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
  }
});

// src/features/resolve/doubts.ts
function selectDoubts({ monitors }, keys) {
  const wanted = keys === "all-unknown" ? [...monitors.keys()] : [...new Set(keys)];
  return wanted.flatMap((key) => {
    const record3 = monitors.get(key);
    return record3?.mayExistTwice === void 0 ? [] : [{ key, record: record3 }];
  });
}
function endDoubts(store, select) {
  return withOpenedState(store, async (locked, opened) => {
    const doubts = select(opened);
    await writeWithout(locked, doubts);
    return { checked: doubts.map(({ key, record: record3 }) => ({ key, id: record3.id, kind: "looked" })), left: opened.unresolved };
  });
}
async function probeDoubts(locked, { origin }, doubts, ports) {
  const { service } = ports.reader;
  const here = doubts.filter(() => origin === service.origin);
  const now = here.length === 0 ? 0 : await readEarliestNow(ports.reader);
  const lost = here.map((doubt2) => ({
    subject: doubt2,
    key: doubt2.key,
    attempt: 1,
    why: "it may exist twice",
    targetIds: (0, import_targets15.listTargetIds)(doubt2.record.applied).filter((id) => id !== null),
    supersedes: [],
    // Whatever was in doubt was sent before the request that made the recorded one.
    sentAgoMs: Math.max(0, now - (Date.parse(doubt2.record.createdAt) || now))
  }));
  const recorded = await locked.read();
  const results = await lookUpAll(lost, recorded.kind === "present" ? recorded.stored.state : null, ports);
  const checked = doubts.map((doubt2) => judge2(doubt2, results.get(doubt2), origin, service));
  await writeWithout(
    locked,
    doubts.filter((_, index) => checked[index]?.kind === "listed-once")
  );
  const findings = [...results].flatMap(
    ([{ key, record: record3 }, result]) => result.kind === "found" ? [(0, import_findings11.duplicates)(key, [record3, result.monitor, ...result.others], ports.environment)] : []
  );
  return { checked, findings };
}
function judge2({ key, record: { id } }, result, origin, service) {
  const stay = (why) => ({ key, id, kind: "still-open", why });
  if (result === void 0) return stay(`it is at ${origin}, but this run uses ${service.origin}`);
  switch (result.kind) {
    case "absent":
      return { key, id, kind: "listed-once" };
    case "found":
      return stay(`the service lists ${[result.monitor, ...result.others].map((other) => other.id).join(", ")} with its target ids`);
    case "conflict":
      return stay(`monitors with some of its target ids exist: ${result.monitors.map((other) => other.id).join(", ")}`);
    case "not-offered":
      return stay(result.failure.message);
    case "unsure":
      return stay(result.failure?.message ?? "the run was interrupted");
  }
}
async function writeWithout(locked, doubts) {
  const read2 = await locked.read();
  if (doubts.length === 0 || read2.kind === "first-use") return;
  const { state, version: version2 } = read2.stored;
  const monitors = new Map(state.monitors);
  for (const { key } of doubts) {
    const record3 = monitors.get(key);
    if (record3 === void 0) continue;
    const { mayExistTwice: _over, ...rest } = record3;
    monitors.set(key, rest);
  }
  await locked.write({ ...state, monitors }, version2);
}
var import_findings11, import_targets15;
var init_doubts = __esm({
  "src/features/resolve/doubts.ts"() {
    "use strict";
    import_findings11 = askBundle("./plan.cjs", "src/core/apply/findings.ts");
    import_targets15 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    init_lookup();
    init_state_access();
  }
});

// src/features/resolve/resolve.ts
var resolve_exports = {};
__export(resolve_exports, {
  checkDoubts: () => checkDoubts,
  isAllResolved: () => isAllResolved,
  probeCreates: () => probeCreates,
  resolveCreates: () => resolveCreates,
  toResolvedCreate: () => toResolvedCreate
});
async function resolveCreates(store, keys, verdict, runId) {
  return withOpenedState(store, async (locked, opened) => {
    const creates = selectCreates(opened, keys);
    if (verdict.kind === "adopt") checkAdoption(opened, creates, verdict.id);
    const records = creates.map((create) => toRecord3(create, verdict, runId));
    const journal = await locked.openJournal(opened.version);
    try {
      journal.append(records);
      await journal.sync();
    } finally {
      await journal.close();
    }
    const { unresolved } = await (0, import_fold_open16.openForChange)(locked);
    const resolved = creates.map(({ intent }) => ({ key: intent.key, id: verdict.kind === "adopt" ? verdict.id : null }));
    return { resolved, left: unresolved };
  });
}
function toResolvedCreate({ create, verdict }) {
  const { key } = create.intent;
  switch (verdict.kind) {
    case "adopted":
      return { key, id: verdict.id };
    case "not-created":
      return { key, id: null };
    case "left":
      return { key, id: null, stillUnknown: verdict.why };
  }
}
function checkDoubts(store, keys) {
  return endDoubts(store, ({ state }) => {
    const doubts = selectDoubts(state, keys);
    const unknown = keys === "all-unknown" ? void 0 : keys.find((key) => !doubts.some((doubt2) => doubt2.key === key));
    if (unknown === void 0) return doubts;
    const message = `"${unknown}" is not marked as a possible duplicate`;
    throw notUnresolved(
      message,
      unknown,
      [...state.monitors].flatMap(([key, { mayExistTwice }]) => mayExistTwice === void 0 ? [] : [key])
    );
  });
}
async function probeCreates(project, keys, options) {
  return withOpenedState(project.store, async (locked, opened) => {
    const doubts = selectDoubts(opened.state, keys);
    const creates = selectCreates(opened, keys, doubts);
    if (creates.length + doubts.length === 0) return { lookedUp: [], doubts: [], findings: [], left: opened.unresolved };
    return (0, import_service_reader13.withService)(project, { stored: opened, unresolved: opened.unresolved }, async (reader) => {
      const ports = { ...options, reader, runId: project.runId, environment: opened.state.environment };
      const report2 = await lookUpCreates(locked, opened, creates, ports);
      const { unresolved } = await (0, import_fold_open16.openForChange)(locked);
      const looked = await probeDoubts(locked, opened.state, doubts, ports);
      return { ...report2, doubts: looked.checked, findings: [...report2.findings, ...looked.findings], left: unresolved };
    });
  });
}
function selectCreates({ state, unresolved }, keys, doubts = []) {
  if (keys === "all-unknown") return unresolved;
  return [...new Set(keys)].flatMap((key) => {
    const creates = unresolved.filter(({ intent }) => intent.key === key);
    if (creates.length > 0 || doubts.some((doubt2) => doubt2.key === key)) return creates;
    const recorded = state.monitors.get(key);
    if (recorded !== void 0) throw notUnresolved(`"${key}" is not unresolved: it is the monitor ${recorded.id}`, key, []);
    throw notUnresolved(`the state has no monitor and no create "${key}"`, key, listKeys({ state, unresolved }));
  });
}
async function isAllResolved(store, keys) {
  const { stored, unresolved } = await (0, import_fold_open16.viewState)(store);
  if (stored === null) return unresolved.length === 0;
  const known = listKeys({ state: stored.state, unresolved });
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown !== void 0) {
    const near = (0, import_suggest4.suggestName)(unknown, known);
    const hint = near === void 0 ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
    throw new import_user_error28.UserError("state/no-such-key", `the state has no monitor and no create "${unknown}"`, hint);
  }
  return unresolved.length === 0 && [...stored.state.monitors.values()].every(({ mayExistTwice }) => mayExistTwice === void 0);
}
function listKeys({ state, unresolved }) {
  return [...unresolved.map(({ intent }) => intent.key), ...state.monitors.keys()];
}
function notUnresolved(message, key, known) {
  const near = (0, import_suggest4.suggestName)(key, known);
  const hint = near === void 0 ? 'run "monitors plan" to see what is unresolved' : `did you mean "${near}"?`;
  return new import_user_error28.UserError("state/not-unresolved", message, hint);
}
function checkAdoption({ state }, creates, id) {
  const [create] = creates;
  if (create === void 0 || creates.length > 1) {
    const message = `--adopt takes one key, but ${creates.length === 0 ? "no create is" : `${creates.length} creates are`} selected`;
    throw new import_user_error28.UserError("state/bad-repair", message, "give one key: monitors resolve KEY --adopt ID");
  }
  if (!/^[\x21-\x7e]{1,200}$/.test(id)) {
    const hint = "copy the id from the service, e.g. 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11";
    throw new import_user_error28.UserError("state/bad-repair", "the value of --adopt is not a monitor id", hint);
  }
  const holder = [...state.monitors].find(([, record3]) => record3.id === id);
  if (holder !== void 0) {
    const message = `the monitor ${id} is already recorded as "${holder[0]}"`;
    throw new import_user_error28.UserError("state/key-taken", message, `look up which monitor has the target ids ${create.intent.targetIds.join(", ")}`);
  }
  const { key, supersedes } = create.intent;
  const recorded = state.monitors.get(key);
  if (recorded !== void 0 && !supersedes.includes(recorded.id)) {
    const hint = `run "${(0, import_command_line11.keyCommand)("state rm", key)}" first to remove that one from the state, or "${(0, import_command_line11.keyCommand)("resolve", key, "--not-created")}"`;
    throw new import_user_error28.UserError("state/key-taken", `"${key}" is already recorded as the monitor ${recorded.id}`, hint);
  }
}
function toRecord3({ intent, attempt: attempt4, firstSentAt, lastSentAt }, verdict, runId) {
  const { opId, key } = intent;
  switch (verdict.kind) {
    case "adopt": {
      const monitor = { id: verdict.id, createdAt: "", observed: {} };
      return { opId, key, runId, phase: "done", attempt: attempt4, monitor, mayExistTwice: false };
    }
    case "not-created": {
      const error = { code: "resolved", message: "settled by hand: not created" };
      return { opId, key, runId, phase: "dropped", attempt: attempt4, firstSentAt, lastSentAt, error };
    }
    default:
      return (0, import_assert_never3.assertNever)(verdict);
  }
}
var import_assert_never3, import_command_line11, import_suggest4, import_user_error28, import_fold_open16, import_service_reader13;
var init_resolve = __esm({
  "src/features/resolve/resolve.ts"() {
    "use strict";
    import_assert_never3 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_command_line11 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_suggest4 = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_user_error28 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold_open16 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    init_lookup();
    import_service_reader13 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_state_access();
    init_doubts();
  }
});

// src/features/state/document.ts
var document_exports8 = {};
__export(document_exports8, {
  renderStateEntryJson: () => renderStateEntryJson,
  renderStateJson: () => renderStateJson,
  renderStateListJson: () => renderStateListJson,
  toStateChanges: () => toStateChanges,
  toStateVersion: () => toStateVersion,
  toUnresolvedDocuments: () => toUnresolvedDocuments
});
function renderStateJson(document) {
  return (0, import_escape_json10.renderJson)(document);
}
function renderStateListJson(listing) {
  const { version: version2, project, environment, origin, monitors, unresolved } = listing;
  return renderStateJson({
    formatVersion: 1,
    command: "state list",
    state: version2 === null ? null : { ...toStateVersion(version2), project, environment, origin },
    monitors: monitors.map(([key, monitor]) => toListedMonitor(key, monitor)),
    unresolved: toUnresolvedDocuments(unresolved)
  });
}
function renderStateEntryJson(key, monitor, unresolved) {
  return renderStateJson({
    formatVersion: 1,
    command: "state show",
    key,
    monitor: monitor === null ? null : { ...toListedMonitor(key, monitor), applied: monitor.applied, observed: monitor.observed },
    unresolved: toUnresolvedDocuments(unresolved)
  });
}
function toStateChanges({ copy, serial, isExact, added, removed, changed, members }) {
  return { comparedWith: copy, serial, exact: isExact, added, removed, changed, members };
}
function toStateVersion({ lineage, serial }) {
  return { lineage, serial };
}
function toUnresolvedDocuments(creates) {
  return creates.map(import_shared_documents4.toUnresolvedDocument);
}
function toListedMonitor(key, record3) {
  const { id, specPath, protect, createdAt } = record3;
  return {
    key,
    id,
    specPath,
    protected: protect,
    paused: record3.paused === true,
    mayExistTwice: record3.mayExistTwice === true,
    createdAt: createdAt === "" ? null : createdAt,
    ...record3.labels === void 0 ? {} : { labels: record3.labels }
  };
}
var import_escape_json10, import_shared_documents4;
var init_document9 = __esm({
  "src/features/state/document.ts"() {
    "use strict";
    import_escape_json10 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_shared_documents4 = askBundle("./plan.cjs", "src/rendering/shared-documents.ts");
  }
});

// src/features/state/keys.ts
var keys_exports = {};
__export(keys_exports, {
  listState: () => listState,
  moveKeys: () => moveKeys,
  noSuchKey: () => noSuchKey,
  refuseUnresolved: () => refuseUnresolved,
  removeKeys: () => removeKeys,
  unprotectKeys: () => unprotectKeys
});
async function moveKeys(store, from, to) {
  return withOpenedState(store, async (locked, opened) => {
    const moves = listMoves2(opened, from, to);
    const monitors = new Map(opened.state.monitors);
    for (const move of moves) monitors.delete(move.from);
    for (const move of moves) monitors.set(move.to, findRecord(opened, move.from));
    await locked.write({ ...opened.state, monitors }, opened.version);
    return moves;
  });
}
function listMoves2(opened, from, to) {
  const { monitors } = opened.state;
  if (from === to && monitors.has(from)) {
    throw badRepair(`the old and the new key are both "${from}"`, "give two different keys: monitors state mv OLD NEW");
  }
  const moves = monitors.has(from) ? [{ from, to, id: findRecord(opened, from).id }] : matchMoves(opened, from, to);
  const sources = new Set(moves.map((move) => move.from));
  const targets = /* @__PURE__ */ new Set();
  for (const move of moves) {
    refuseUnresolved(opened, move.from);
    refuseUnresolved(opened, move.to);
    const flaw = (0, import_keys5.findKeyFlaw)(move.to);
    if (flaw !== null) throw badRepair(`invalid new key: it ${flaw}`, "write it like a path, e.g. pricing/acme");
    if (targets.has(move.to)) throw badRepair(`two keys would become "${move.to}"`, "move them one by one");
    if (monitors.has(move.to) && !sources.has(move.to)) throw keyTaken(move.to);
    targets.add(move.to);
  }
  return moves;
}
function matchMoves({ state: { monitors } }, from, to) {
  if (!(0, import_glob2.hasWildcard)(from)) throw noSuchKey(from, [...monitors.keys()]);
  const compiled = (0, import_glob2.compileMove)(from, to);
  const example = "e.g. monitors state mv 'old/**' 'new/**'";
  if (compiled.kind === "refused") throw badRepair(`"${from}" and "${to}" do not fit together: ${compiled.why}`, example);
  if (from === to) throw badRepair(`the old and the new pattern are both "${from}"`, example);
  const moves = [...monitors].flatMap(([key, { id }]) => {
    const renamed = compiled.rename(key);
    return renamed === null ? [] : [{ from: key, to: renamed, id }];
  });
  if (moves.length === 0) throw noSuchKey(from, [...monitors.keys()]);
  return moves.sort((a, b) => a.from < b.from ? -1 : 1);
}
async function removeKeys(store, given, { approve }) {
  return withOpenedState(store, async (locked, opened) => {
    const records = findRecords(opened, given);
    for (const [key, record3] of records) {
      refuseUnresolved(opened, key);
      refuseProtected(key, record3);
      refuseDoubt(key, record3);
    }
    if (isGlob(opened, given)) await approve(records.map(([key]) => key));
    const monitors = new Map(opened.state.monitors);
    for (const [key] of records) monitors.delete(key);
    await locked.write({ ...opened.state, monitors }, opened.version);
    return records;
  });
}
async function unprotectKeys(store, given, { approve }) {
  return withOpenedState(store, async (locked, opened) => {
    const records = findRecords(opened, given);
    const isProtected6 = records.filter(([, { protect }]) => protect);
    if (isGlob(opened, given) && isProtected6.length > 0) await approve(isProtected6.map(([key]) => key));
    const monitors = new Map(opened.state.monitors);
    for (const [key, record3] of records) monitors.set(key, { ...record3, protect: false });
    await locked.write({ ...opened.state, monitors }, opened.version);
    return records;
  });
}
async function listState(store, { keys = [], labels = [] } = {}) {
  const { stored, unresolved, tornTail } = await (0, import_fold_open17.viewState)(store);
  const { project = "", environment = "", origin = "" } = stored?.state ?? {};
  const known = { desired: [], state: stored?.state ?? null, unresolved };
  const labelled = labels.length === 0 ? void 0 : (0, import_choose_keys8.chooseKeys)({ labels }, known, (flag) => `--${flag}`);
  const isListed = chooseListed(keys, /* @__PURE__ */ new Set([...stored?.state.monitors.keys() ?? [], ...unresolved.map(({ intent }) => intent.key)]));
  const isWanted = (key) => isListed(key) && (labelled === void 0 || labelled.has(key));
  const monitors = [...stored?.state.monitors ?? []].filter(([key]) => isWanted(key)).sort(([a], [b]) => a < b ? -1 : 1);
  const open2 = unresolved.filter(({ intent }) => isWanted(intent.key));
  return { version: stored?.version ?? null, project, environment, origin, monitors, unresolved: open2, tornTail };
}
function chooseListed(given, keys) {
  if (given.length === 0) return () => true;
  const chosen = /* @__PURE__ */ new Set();
  for (const argument of given) {
    const matched = (0, import_choose_keys8.matchKeys)(argument, keys);
    if (matched.length === 0) throw noSuchKey(argument, [...keys]);
    for (const key of matched) chosen.add(key);
  }
  return (key) => chosen.has(key);
}
function refuseUnresolved({ unresolved }, key) {
  if (!unresolved.some(({ intent }) => intent.key === key)) return;
  const hint = `run "${(0, import_command_line12.keyCommand)("resolve", key, "--adopt ID")}" or "${(0, import_command_line12.keyCommand)("resolve", key, "--not-created")}" first`;
  throw new import_user_error29.UserError("state/unresolved", `the create of "${key}" is unresolved: its monitor may exist`, hint);
}
function noSuchKey(given, known) {
  const near = (0, import_choose_keys8.suggestKey)(given, known);
  const hint = near === void 0 ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
  const message = (0, import_glob2.hasWildcard)(given) ? `no key in the state matches "${given}"` : `the state records no monitor under "${given}"`;
  return new import_user_error29.UserError("state/no-such-key", message, hint);
}
function isGlob({ state }, given) {
  return !state.monitors.has(given);
}
function findRecord({ state }, key) {
  const record3 = (0, import_state14.recordIn)(state, key);
  if (record3 === void 0) throw noSuchKey(key, [...state.monitors.keys()]);
  return record3;
}
function findRecords(opened, given) {
  const keys = (0, import_choose_keys8.matchKeys)(given, new Set(opened.state.monitors.keys())).sort();
  if (keys.length === 0) throw noSuchKey(given, [...opened.state.monitors.keys()]);
  return keys.map((key) => [key, findRecord(opened, key)]);
}
function refuseProtected(key, { protect }) {
  if (!protect) return;
  throw new import_user_error29.UserError(
    "state/protected",
    `"${key}" is protected`,
    `to remove it from the state anyway, run "${(0, import_command_line12.keyCommand)("state unprotect", key)}" first`
  );
}
function refuseDoubt(key, { mayExistTwice, applied }) {
  if (mayExistTwice === void 0) return;
  const ids = (0, import_targets16.listTargetIds)(applied).filter((id) => id !== null);
  throw new import_user_error29.UserError(
    "state/unresolved",
    `"${key}" may exist twice; without its record, the second monitor could not be found`,
    `look in the service for a second monitor with the target ids ${ids.join(", ")} and delete it, then run "${(0, import_command_line12.keyCommand)("resolve", key, "--checked")}"`
  );
}
function keyTaken(key) {
  return new import_user_error29.UserError(
    "state/key-taken",
    `"${key}" is already recorded for another monitor`,
    `choose another key, or run "${(0, import_command_line12.keyCommand)("state rm", key)}" first`
  );
}
function badRepair(message, hint) {
  return new import_user_error29.UserError("state/bad-repair", message, hint);
}
var import_command_line12, import_glob2, import_user_error29, import_keys5, import_targets16, import_fold_open17, import_state14, import_choose_keys8;
var init_keys = __esm({
  "src/features/state/keys.ts"() {
    "use strict";
    import_command_line12 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_glob2 = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_user_error29 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_keys5 = askBundle("./check.cjs", "src/core/specs/keys.ts");
    import_targets16 = askBundle("./monitors.cjs", "src/core/specs/targets.ts");
    import_fold_open17 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state14 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_choose_keys8 = askBundle("./check.cjs", "src/project/choose-keys.ts");
    init_state_access();
  }
});

// src/features/state/migrate-state.ts
async function migrateState(from, to, environment, toEnvironment = environment) {
  const lockedFrom = await from.lock(to.place);
  try {
    const migration = await lockedFrom.readMigration();
    const isGivenUp = migration?.phase === "arriving";
    if (!isGivenUp && await lockedFrom.readContent() === null) return report("unchanged", await findArrived(lockedFrom, to));
    if (migration === null) await refuseBound(lockedFrom);
    const lockedTo = await to.lock(from.place);
    try {
      const moved = await moveState({ from: lockedFrom, to: lockedTo, environment, toEnvironment });
      if (moved.outcome !== "waiting") await lockedFrom.leave();
      return moved;
    } finally {
      await lockedTo.locked.release();
    }
  } finally {
    await lockedFrom.locked.release();
  }
}
async function findArrived(from, to) {
  await from.locked.read();
  const arrived = await to.findArrived();
  if (arrived === null) throw nothingStored();
  return arrived;
}
async function moveState(ends) {
  const { from, to, environment, toEnvironment } = ends;
  const [here, there] = [await from.readMigration(), await to.readMigration()];
  if (here === null) return begin2(ends);
  const [left, target] = [await from.readContent(), await to.readContent()];
  if (left === null && here.phase === "arriving" && there === null && target !== null) {
    await from.setMoved(target.state, to.place);
    return report("undone", target);
  }
  if (left === null || target === null || left.version.lineage !== target.version.lineage) {
    throw (0, import_migrating.refuseMigrating)(here, from, { environment });
  }
  if (here.phase === "moved") {
    if (there === null) return report("unchanged", await bringLate(ends, target));
    if (there.phase === "arriving") return finish(ends, target.state, "completed");
    throw (0, import_migrating.refuseMigrating)(there, to, { environment: toEnvironment });
  }
  if (there?.phase === "arriving") throw (0, import_migrating.refuseMigrating)(there, to, { environment: toEnvironment });
  const stored = there === null ? target : await to.activate({ ...to.adopt(left.state), serial: highest(left, target) });
  await from.setMoved(left.state, to.place);
  return report("undone", stored);
}
async function begin2(ends) {
  const { from, to } = ends;
  const stored = await refuseBound(from);
  const state = to.adopt(stored.state);
  const target = await to.readContent();
  await refuseTaken(ends, target, stored.version);
  await to.checkCheckout(null);
  await to.putArriving({ ...state, serial: highest(stored, target) }, from.place);
  const copy = await to.readContent();
  if (copy === null || !(0, import_state15.hasSameContent)(copy.state, state)) throw notReadBack(to);
  await from.setMoved(copy.state, to.place);
  return finish(ends, copy.state, "moved");
}
async function refuseBound(from) {
  const { stored, before, unresolved } = await (0, import_fold_open18.openForChange)(from.locked);
  if (stored === null) throw nothingStored();
  const [waiting] = unresolved;
  if (waiting !== void 0) refuseUnresolved({ ...stored, unresolved }, waiting.intent.key);
  await from.checkCheckout(before);
  await refuseUnpushed(from);
  return stored;
}
async function finish(ends, state, outcome) {
  const { from, to } = ends;
  const waitsFor = await from.findUnpushed();
  const content = await to.readContent();
  if (waitsFor !== null && content !== null) return { ...report("waiting", content), waitsFor };
  return report(outcome, await bringLate(ends, await to.activate(state)));
}
async function bringLate({ from, to }, target) {
  const late = await from.readLate();
  if (late.length === 0) return target;
  const { stored, unresolved } = await (0, import_fold_open18.openForChange)(to.locked);
  if (stored === null) return target;
  const { state, unfinished } = (0, import_fold3.foldJournal)(stored.state, { creates: late, edits: [] });
  const brought = await to.locked.write(state, stored.version);
  const known = new Set(unresolved.map(({ intent: { opId } }) => opId));
  await to.locked.rewriteJournal(brought.version, [...unresolved, ...unfinished.filter(({ intent: { opId } }) => !known.has(opId))]);
  await from.dropLate(brought.version);
  return brought;
}
function report(outcome, { state, version: version2 }) {
  return { outcome, monitors: state.monitors.size, version: version2, waitsFor: null };
}
function highest(stored, other) {
  return Math.max(stored.version.serial, other?.version.serial ?? 0);
}
async function refuseTaken({ to, ...ends }, target, { lineage }) {
  const isMarked = target !== null && await to.readMigration() !== null && target.version.lineage === lineage;
  const remains = to.findRemains(isMarked);
  if ((target === null || isMarked) && remains === null) return;
  if (ends.toEnvironment !== ends.environment)
    throw environmentTaken(ends.toEnvironment, to.kind === "file" ? remains ?? to.place : null);
  const what = target === null ? "a journal" : `a state with ${(0, import_words18.countOf)(target.state.monitors.size, "monitor")}`;
  throw new import_user_error30.UserError(
    "state/place-taken",
    `${to.place} holds ${what} already; nothing was moved`,
    "choose another place with --table, --bucket, --prefix or --file; if what is there is not needed, remove it first"
  );
}
function environmentTaken(environment, file) {
  const shown = `"monitors state list --environment ${environment}" shows what it records`;
  return new import_user_error30.UserError(
    "state/environment-taken",
    `environment "${environment}" has a state already${file === null ? "" : `: ${file} exists`}; nothing was moved`,
    file === null ? `choose another environment; ${shown}` : `${shown}; if that is nothing, delete ${file} and run this again`
  );
}
async function refuseUnpushed(from) {
  const why = await from.findUnpushed();
  if (why === null) return;
  throw new import_user_error30.UserError(
    "state/not-pushed",
    `${from.place} can't be moved: ${why}, so that other checkouts would go on with an older state`,
    `commit ${from.place}, push it to the branch that applies, run "git fetch", then run this again`
  );
}
function notReadBack({ place }) {
  return new import_user_error30.UserError(
    "state/not-saved",
    `${place} does not hold what was written there; the state stays where it was`,
    "run this again; if it fails again, check the server"
  );
}
var import_words18, import_user_error30, import_fold3, import_fold_open18, import_state15, import_migrating;
var init_migrate_state = __esm({
  "src/features/state/migrate-state.ts"() {
    "use strict";
    import_words18 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error30 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold3 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_fold_open18 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_state15 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_migrating = askBundle("./check.cjs", "src/core/state/remote/migrating.ts");
    init_state_access();
    init_keys();
  }
});

// src/core/state/file/pushed.ts
async function findUnpushed(stateFile, version2, env) {
  const directory = (0, import_node_path18.dirname)(stateFile);
  const git = (0, import_git2.openGit)(directory, env);
  if (!await git.isTracked(stateFile) && await git.readUpstream(stateFile) === null) return null;
  const holds = async (ref) => holdsVersion(await (0, import_git2.runGit)(directory, env, ["cat-file", "blob", `${ref}:./${(0, import_node_path18.basename)(stateFile)}`]), version2);
  if (await holds("HEAD") !== "yes") return "it is not committed";
  const remotes = (await (0, import_git2.runGit)(directory, env, ["remote"]))?.trim() ?? "";
  if (remotes === "") return null;
  const followed = await nameRef(directory, env, "@{upstream}");
  if (followed === null) return "the branch follows no branch of a remote";
  if (await holds(followed) !== "yes") return `${followed} does not have it yet`;
  const main = await nameRef(directory, env, "origin/HEAD");
  return main !== null && await holds(main) === "no" ? `${main} does not have it yet` : null;
}
function holdsVersion(text2, { lineage, serial, checksum }) {
  if (text2 === null) return "no-file";
  const found = (0, import_git2.readVersion)(text2);
  return found !== null && found.lineage === lineage && found.serial === serial && found.checksum === checksum ? "yes" : "no";
}
async function nameRef(directory, env, ref) {
  const name = (await (0, import_git2.runGit)(directory, env, ["rev-parse", "--abbrev-ref", "--verify", "--quiet", ref]))?.trim() ?? "";
  return name === "" ? null : name;
}
var import_node_path18, import_git2;
var init_pushed = __esm({
  "src/core/state/file/pushed.ts"() {
    "use strict";
    import_node_path18 = require("node:path");
    import_git2 = askBundle("./check.cjs", "src/core/state/file/git.ts");
  }
});

// src/features/state/migration-ends.ts
function fileEnd(store, env, environments = null) {
  return {
    place: store.place,
    lock: async () => new LockedFileEnd(store, await store.lock(), env, environments),
    findArrived: async () => {
      if (environments === null) return null;
      const read2 = await store.read();
      const isFromThere = read2.kind === "present" && read2.stored.state.formerEnvironments?.includes(environments.other) === true;
      return isFromThere ? { ...read2.stored, state: (0, import_state17.wholeOf)(read2.stored.state) } : null;
    }
  };
}
function sharedEnd(store, place, use, environments = null) {
  return {
    place,
    lock: async (other) => {
      if (use === "target") await store.initialize(toMigration("arriving", other, environments));
      return new LockedSharedEnd(store, await store.lock(), place, environments);
    },
    // The place that it left is marked.
    findArrived: async () => null
  };
}
function toMigration(phase, other, environments) {
  return { phase, other, ...environments === null ? {} : { environment: environments.other } };
}
function adoptIn(state, environments) {
  if (environments === null) return state;
  const environment = environments.own;
  const former = [...state.formerEnvironments ?? [], state.environment];
  return { ...state, environment, formerEnvironments: [...new Set(former)].filter((name) => name !== environment) };
}
var import_git3, import_migration, import_state16, import_state17, LockedFileEnd, LockedSharedEnd;
var init_migration_ends = __esm({
  "src/features/state/migration-ends.ts"() {
    "use strict";
    import_git3 = askBundle("./check.cjs", "src/core/state/file/git.ts");
    init_pushed();
    import_migration = askBundle("./check.cjs", "src/core/state/format/migration.ts");
    import_state16 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state17 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    LockedFileEnd = class {
      constructor(store, locked, env, environments) {
        this.store = store;
        this.locked = locked;
        this.env = env;
        this.environments = environments;
        this.place = store.place;
      }
      store;
      locked;
      env;
      environments;
      kind = "file";
      place;
      async readMigration() {
        const bytes = this.store.readStateBytes();
        return bytes === null ? null : (0, import_state16.decodeMigratingState)(bytes, this.store.refusals)?.migration ?? null;
      }
      async readContent() {
        const bytes = this.store.readStateBytes();
        if (bytes === null) return null;
        return (0, import_state16.decodeMigratingState)(bytes, this.store.refusals)?.stored ?? (0, import_state16.decodeState)(bytes, this.store.refusals);
      }
      /** A backup of another environment would be taken for that of the state, too. */
      findRemains(isMarked) {
        const { state, journal, backup, journalBackup } = this.store.paths;
        const files = this.environments === null || isMarked ? [journal] : [journal, backup, journalBackup];
        const found = files.find((path) => this.store.readOtherFile(path) !== null);
        return found === void 0 ? null : `${this.place}${found.slice(state.length)}`;
      }
      async checkCheckout(version2) {
        if (this.environments !== null) await (0, import_git3.checkUpstream)(this.store.paths.state, version2, this.env, this.store.refusals);
      }
      adopt(state) {
        return adoptIn(state, this.environments);
      }
      async putArriving(state, other) {
        await this.locked.replace((0, import_migration.withMigration)(state, toMigration("arriving", other, this.environments)), "leave");
      }
      /** The records stay in the backup: the file itself only says where they are. */
      async setMoved(state, other) {
        const environment = this.environments?.own ?? state.environment;
        const marked = (0, import_migration.withMigration)({ ...state, environment, monitors: /* @__PURE__ */ new Map() }, toMigration("moved", other, this.environments));
        await this.locked.replace(marked, "replace");
      }
      activate(state) {
        return this.locked.replace((0, import_migration.withoutMigration)(state), "leave");
      }
      /** A move to another environment is one commit of two files: an old checkout has the records with their ids. */
      async findUnpushed() {
        const content = this.environments === null ? await this.readContent() : null;
        return content === null ? null : findUnpushed(this.store.paths.state, content.version, this.env);
      }
      /** The lock of a file goes only from a process that is gone. */
      async readLate() {
        return [];
      }
      async dropLate() {
      }
      /** Without its file, the environment can begin again. */
      async leave() {
        if (this.environments !== null) await this.locked.removeMoved();
      }
    };
    LockedSharedEnd = class {
      constructor(store, locked, place, environments) {
        this.store = store;
        this.locked = locked;
        this.place = place;
        this.environments = environments;
        this.kind = store.backend;
      }
      store;
      locked;
      place;
      environments;
      kind;
      readMigration() {
        return this.store.readMigration();
      }
      async readContent() {
        const read2 = await this.locked.read();
        return read2.kind === "first-use" ? null : { ...read2.stored, state: (0, import_state17.wholeOf)(read2.stored.state) };
      }
      findRemains() {
        return null;
      }
      async checkCheckout() {
      }
      adopt(state) {
        return adoptIn(state, this.environments);
      }
      async putArriving(state, other) {
        await this.locked.setMigration(toMigration("arriving", other, this.environments));
        const late = await this.readLate();
        const { version: version2 } = await this.locked.replace(state);
        await this.locked.rewriteJournal(version2, late);
      }
      async setMoved(_state, other) {
        await this.locked.setMigration(toMigration("moved", other, this.environments));
      }
      /** Activates a state: the one that was left there when the state moved away is the same still, unless the state came back changed. */
      async activate(state) {
        const there = await this.readContent();
        const isSame = there !== null && there.version.serial >= state.serial && (0, import_state16.hasSameContent)(there.state, state);
        const stored = isSame ? there : await this.locked.replace(state);
        await this.locked.setMigration(null);
        return stored;
      }
      async findUnpushed() {
        return null;
      }
      /** A state that is moved away leaves an empty journal. */
      async readLate() {
        return (await this.locked.read()).journal.creates;
      }
      dropLate(base) {
        return this.locked.rewriteJournal(base, []);
      }
      /** Its mark stays: a checkout that still has the old name would meet an empty state, and create everything again. */
      async leave() {
      }
    };
  }
});

// src/features/state/environment.ts
var environment_exports = {};
__export(environment_exports, {
  moveEnvironment: () => moveEnvironment
});
async function moveEnvironment(own, options, context2, noteFolded) {
  const { environment: other, sharedState } = options.settings;
  const isFile = sharedState === void 0;
  const ends = isFile ? await openFiles(own, options, context2, noteFolded) : await openShared(own, options, sharedState, context2);
  try {
    return { ...await migrateState(ends.source, ends.target, own, other), ...ends.places };
  } catch (error) {
    const isNothing = error instanceof import_user_error31.UserError && ["state/not-initialized", "state/nothing-stored"].includes(error.code);
    throw isNothing ? noState(own, isFile ? `${ends.places.from} not found` : `${ends.places.from} holds none`) : error;
  } finally {
    await ends.close();
  }
}
async function openFiles(own, options, context2, noteFolded) {
  const { settings } = options;
  const other = settings.environment;
  const stateFile = (0, import_state_name.stateFileOf)((0, import_state_name.baseOfStateFile)(settings.stateFile, other), own);
  const from = (0, import_project10.openFileStoreOf)({ ...options, settings: { ...settings, environment: own, stateFile } }, context2);
  const to = (0, import_project10.openFileStoreOf)(options, context2);
  const bytes = from.readStateBytes();
  if (bytes !== null && (0, import_state18.decodeMigratingState)(bytes, from.refusals) === null) await noteFolded(from);
  const committed = await from.listCommitted();
  return {
    source: fileEnd(from, context2.env, { own, other }),
    target: fileEnd(to, context2.env, { own: other, other: own }),
    places: { from: from.place, to: to.place, toCommit: committed.length === 0 ? [] : [...committed, to.place] },
    close: async () => {
    }
  };
}
async function openShared(own, options, place, context2) {
  const { settings } = options;
  const other = settings.environment;
  const from = await (0, import_project10.openSharedStoreOf)({ ...options, settings: { ...settings, environment: own } }, place, context2);
  const to = await (0, import_project10.openSharedStoreOf)(options, place, context2).catch(async (error) => {
    await from.close();
    throw error;
  });
  return {
    source: sharedEnd(from, `environment "${own}"`, "source", { own, other }),
    target: sharedEnd(to, `environment "${other}"`, "target", { own: other, other: own }),
    places: { from: from.place, to: to.place, toCommit: [] },
    close: () => Promise.allSettled([from.close(), to.close()])
  };
}
function noState(environment, where) {
  return new import_user_error31.UserError(
    "state/nothing-stored",
    `environment "${environment}" has no state: ${where}`,
    'check the name given with --environment; before "environments" was in the config, it was "default", unless you gave another'
  );
}
var import_user_error31, import_state_name, import_state18, import_project10;
var init_environment = __esm({
  "src/features/state/environment.ts"() {
    "use strict";
    import_user_error31 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_state_name = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_state18 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_project10 = askBundle("./check.cjs", "src/project/project.ts");
    init_migrate_state();
    init_migration_ends();
  }
});

// src/features/state/migration-places.ts
function choosePlaces(request, config) {
  const to = completePlace(request.to, request, config);
  const [named, second] = listNamed(request).filter((kind) => kind !== request.to);
  if (second !== void 0) {
    throw new import_user_error32.UserError(
      "config/usage",
      `the options name two places that the state could come from, ${named} and ${second}`,
      "name only one of them: --file, --table, or --bucket with --prefix and --region"
    );
  }
  if (named !== void 0) return { from: completePlace(named, request, config), to };
  if (!(0, import_config.isSamePlace)(config, to)) return { from: config, to };
  return { from: to === null ? completePlace("postgres", request, config) : null, to };
}
function listNamed(request) {
  const isNamed = (kind) => Object.keys(import_kinds.KINDS[kind].members).some((name) => readOption(request, name) !== void 0);
  return [...request.file === void 0 ? [] : ["file"], ...BACKENDS.filter(isNamed)];
}
function completePlace(kind, request, config) {
  if (kind === "file") return null;
  const known = config?.backend === kind ? config : {};
  const members = Object.entries(import_kinds.KINDS[kind].members).map(([name, member12]) => {
    const value = readOption(request, name) ?? readOption(known, name);
    if (value === void 0 && member12.isNeeded === true)
      throw new import_user_error32.UserError("config/usage", `state migrate needs --${name}: the config names no ${name}`, `add --${name} NAME`);
    const flaw = value === void 0 || member12.isCheckedByStore === true ? null : member12.findFlaw(value);
    if (flaw !== null) throw new import_user_error32.UserError("config/usage", `--${name} ${JSON.stringify(value)} ${flaw}`, member12.hint);
    return [name, value];
  });
  return (0, import_config.toSharedPlace)({ backend: kind, ...Object.fromEntries(members) });
}
function readOption(options, name) {
  return options[name];
}
var import_config, import_user_error32, import_kinds, BACKENDS;
var init_migration_places = __esm({
  "src/features/state/migration-places.ts"() {
    "use strict";
    import_config = askBundle("./check.cjs", "src/core/config/config.ts");
    import_user_error32 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_kinds = askBundle("./monitors.cjs", "src/core/state/addresses/kinds.ts");
    BACKENDS = Object.keys(import_kinds.KINDS);
  }
});

// src/features/state/place.ts
var place_exports = {};
__export(place_exports, {
  initializePlace: () => initializePlace,
  migratePlace: () => migratePlace
});
async function initializePlace(options, context2, newState5 = void 0) {
  const { settings, cwd } = options;
  const { sharedState } = settings;
  const isNew2 = newState5 !== void 0;
  if (isNew2 && newState5 !== (0, import_state_name2.nameState)(settings)) {
    const hint = `to begin a new state, write --new-state ${(0, import_state_name2.nameState)(settings)}`;
    throw new import_user_error33.UserError("config/usage", `--new-state names ${newState5}, but this is ${(0, import_state_name2.nameState)(settings)}`, hint);
  }
  if (sharedState === void 0 && isNew2) {
    await (0, import_project11.checkFormerPlaces)(options, context2, { isGone: true });
    const store2 = (0, import_project11.openFileStoreOf)(options, context2);
    return { outcome: await beginState(store2, options, context2), place: store2.place, missing: null };
  }
  if (sharedState === void 0) {
    const hint = 'write "state: {backend: postgres}" or "state: {backend: s3, bucket: NAME}" into monitors.config.yaml first, or just run "monitors plan": a file needs nothing';
    throw new import_user_error33.UserError("state/needs-backend", `the state is the file ${(0, import_paths8.toShownPath)(cwd, settings.stateFile)}, which needs no init`, hint);
  }
  await (0, import_project11.checkFormerPlaces)(options, context2, { isGone: isNew2 });
  const store = await (0, import_project11.openSharedStoreOf)(options, sharedState, context2);
  try {
    const outcome = await store.initialize();
    const migration = await store.readMigration();
    if (migration !== null) throw (0, import_migrating2.refuseMigrating)(migration, { place: store.place, kind: store.backend }, settings);
    const missing = await store.findMissingSafeguard();
    return { outcome: isNew2 ? await beginState(store, options, context2) : outcome, place: store.place, missing };
  } finally {
    await store.close();
  }
}
function beginState(store, options, context2) {
  const { project, environment } = options.settings;
  const { world } = context2;
  return withLock(store, async (locked) => {
    if ((await locked.read()).kind === "present") return "was-there";
    const recorded = await (0, import_project11.openHistoryOf)(options, context2)?.list() ?? /* @__PURE__ */ new Map();
    const at = new Date(world.now()).toISOString();
    const removed = [...recorded].map(([id, key]) => ({ key, id, serial: 1, at, by: "state init" }));
    const made = (0, import_state19.newState)({ lineage: world.uuid(), tool: import_version2.version, project, environment, origin: "" });
    await locked.write(removed.length === 0 ? made : { ...made, removed }, null);
    return "made";
  });
}
async function migratePlace(request, options, context2) {
  const { settings } = options;
  const places = choosePlaces(request, settings.sharedState ?? null);
  const closing = [];
  const openEnd = async (place, use) => {
    if (place === null) {
      const stateFile = request.file ?? settings.stateFile;
      return fileEnd((0, import_project11.openFileStoreOf)({ ...options, settings: { ...settings, stateFile } }, context2), context2.env);
    }
    const store = await (0, import_project11.openSharedStoreOf)(options, place, context2);
    closing.push(() => store.close());
    return sharedEnd(store, (0, import_config2.showSharedPlace)(place), use);
  };
  try {
    const [from, to] = [await openEnd(places.from, "source"), await openEnd(places.to, "target")];
    const report2 = await migrateState(from, to, settings.environment);
    const isInConfig = (0, import_config2.isSamePlace)(places.to, settings.sharedState ?? null);
    const setting = places.to === null ? `state: ${(0, import_state_name2.baseOfStateFile)(to.place, settings.environment)}` : (0, import_config2.writeSetting)(places.to);
    const [again, back] = [(0, import_config2.writeMigration)(places.to), (0, import_config2.writeMigration)(null, places.to)];
    return { ...report2, from: from.place, to: to.place, config: isInConfig ? null : setting, again, back };
  } finally {
    await Promise.allSettled(closing.map((close2) => close2()));
  }
}
var import_version2, import_config2, import_user_error33, import_paths8, import_state_name2, import_migrating2, import_state19, import_project11;
var init_place = __esm({
  "src/features/state/place.ts"() {
    "use strict";
    import_version2 = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_config2 = askBundle("./check.cjs", "src/core/config/config.ts");
    import_user_error33 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths8 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_state_name2 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_migrating2 = askBundle("./check.cjs", "src/core/state/remote/migrating.ts");
    import_state19 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_project11 = askBundle("./check.cjs", "src/project/project.ts");
    init_state_access();
    init_migrate_state();
    init_migration_ends();
    init_migration_places();
  }
});

// src/features/state/repair.ts
var repair_exports = {};
__export(repair_exports, {
  resetState: () => resetState,
  setOrigin: () => setOrigin,
  showKey: () => showKey,
  unlockState: () => unlockState
});
async function showKey(store, key) {
  const view = await (0, import_fold_open19.viewState)(store);
  const monitor = (0, import_state20.recordIn)(view.stored?.state ?? null, key) ?? null;
  const unresolved = view.unresolved.filter(({ intent }) => intent.key === key);
  if (monitor === null && unresolved.length === 0) {
    throw noSuchKey(key, [...view.stored?.state.monitors.keys() ?? [], ...view.unresolved.map(({ intent }) => intent.key)]);
  }
  return { key, monitor, unresolved };
}
async function setOrigin(store, origin) {
  let before = "";
  await changeState(store, (opened) => {
    const [waiting] = opened.unresolved;
    if (waiting !== void 0) refuseUnresolved(opened, waiting.intent.key);
    before = opened.state.origin;
    refuseMovedEmulator(opened.state, origin);
    return (0, import_origin5.moveTo)(opened.state, origin);
  });
  return { before, after: origin };
}
function refuseMovedEmulator(state, origin) {
  if (!(0, import_origin5.isOfEmulator)(state) || (0, import_origin5.isLoopback)(origin) || state.monitors.size === 0) return;
  throw new import_user_error34.UserError(
    "state/bad-repair",
    `this state is from the emulator (${state.origin}): its monitors cannot be at ${origin}`,
    'if that trial is over, run "monitors state reset"'
  );
}
async function resetState(store) {
  return withLock(store, async (locked) => {
    const read2 = await locked.read();
    if (read2.kind === "first-use") throw nothingStored();
    const { state, version: version2 } = read2.stored;
    const { origin, monitors } = state;
    const isEmpty2 = monitors.size === 0 && (0, import_fold4.foldJournal)(state, read2.journal).unfinished.length === 0;
    if (!(0, import_origin5.mayBeTrial)(state) && !isEmpty2) {
      const message = `the monitors in the state are at ${origin}, which is not the emulator: after a reset, the next apply would create all of them again`;
      throw new import_user_error34.UserError("state/reset-refused", message, 'to remove one monitor from the state, run "monitors state rm KEY"');
    }
    const toCommit = store.backend === "file" ? await store.listCommitted() : [];
    const report2 = { origin, forgotten: monitors.size };
    if (toCommit.length === 0) {
      await locked.removeAll();
      return report2;
    }
    const { emulator: _trial, ...rest } = state;
    const emptied = await locked.write({ ...rest, monitors: /* @__PURE__ */ new Map() }, version2);
    await locked.rewriteJournal(emptied.version, []);
    return { ...report2, toCommit };
  });
}
function unlockState(store, id) {
  return store.unlock(id);
}
function changeState(store, change) {
  return withOpenedState(store, (locked, opened) => locked.write(change(opened), opened.version));
}
var import_user_error34, import_fold4, import_fold_open19, import_origin5, import_state20;
var init_repair = __esm({
  "src/features/state/repair.ts"() {
    "use strict";
    import_user_error34 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold4 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_fold_open19 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_origin5 = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_state20 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_state_access();
    init_keys();
  }
});

// src/core/git/former-paths.ts
async function readMovedVersions(search) {
  const { timeoutMs, now } = search;
  const started = now();
  const own = await readFileVersions(search);
  const formerPaths = [];
  let all = own;
  for (let left = await listSources(search, own); left.length > 0 && formerPaths.length < MOST_PATHS; ) {
    const path = left.shift() ?? "";
    if (path === search.path || formerPaths.includes(path) || (0, import_node_fs3.existsSync)(path)) continue;
    const time = Math.floor(timeoutMs - (now() - started));
    if (time <= 0) return { ...all, formerPaths, isComplete: false, isBegun: false };
    formerPaths.push(path);
    const there = { ...search, path, timeoutMs: time };
    const found = await readFileVersions(there);
    all = merge(all, found);
    left = [...left, ...await listSources(there, found)];
  }
  return { ...all, formerPaths, isBegun: all.addedBy.length > 0 };
}
function merge(one, other) {
  return {
    versions: [...one.versions, ...other.versions],
    journals: [...one.journals, ...other.journals],
    hasTrailer: one.hasTrailer || other.hasTrailer,
    isComplete: one.isComplete && other.isComplete,
    isAnswered: one.isAnswered && other.isAnswered,
    hasMore: one.hasMore || other.hasMore,
    addedBy: one.addedBy.length === 0 ? [] : other.addedBy
  };
}
async function listSources(search, { versions, addedBy }) {
  const { path, timeoutMs, repository } = search;
  const { directory, ask: ask2 } = findHistory(search);
  const root = repository?.root ?? (0, import_repository5.findRepository)((0, import_paths9.findReal)(directory));
  const isMovedNow = repository === void 0 && versions.length === 0 && (0, import_node_fs3.existsSync)(path);
  if (root === null || addedBy.length === 0 && !isMovedNow) return [];
  const removed = ["diff", "--name-only", "-z", "--no-renames", "--diff-filter=D", "HEAD", "--", ":(top,glob)**/*.json"];
  const renames = ["log", "--no-walk", "-M", "--diff-filter=R", "--name-status", "-z", "--format=", ...addedBy];
  const answer = await ask2(isMovedNow ? removed : renames, { timeoutMs });
  const words = (answer?.stdout.toString("utf8") ?? "").split("\0").map((word) => word.replace(/^\n/, ""));
  const own = (0, import_repository5.toPathspec)(root, (0, import_node_path19.join)(repository?.root ?? (0, import_paths9.findReal)(directory), (0, import_node_path19.relative)(directory, path)));
  const sources = words.flatMap((word, index) => {
    if (isMovedNow) return word === "" ? [] : [word];
    return /^R\d+$/.test(word) && words[index + 2] === own ? [words[index + 1] ?? ""] : [];
  });
  return sources.map((source) => (0, import_node_path19.join)(root, source));
}
var import_node_fs3, import_node_path19, import_paths9, import_repository5, MOST_PATHS;
var init_former_paths = __esm({
  "src/core/git/former-paths.ts"() {
    "use strict";
    import_node_fs3 = require("node:fs");
    import_node_path19 = require("node:path");
    import_paths9 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    init_file_versions();
    import_repository5 = askBundle("./check.cjs", "src/core/git/repository.ts");
    MOST_PATHS = 20;
  }
});

// src/features/state/restore-commit.ts
var restore_commit_exports = {};
__export(restore_commit_exports, {
  readStateOf: () => readStateOf,
  restoreCommit: () => restoreCommit
});
async function readStateOf({ paths, refusals: refusals2 }, commit, { settings, env }) {
  if (commit.startsWith("-")) return null;
  const directory = (0, import_node_path20.dirname)(paths.state);
  const ask2 = (args) => (0, import_run_git3.askGit)((0, import_repository6.findNearest)(directory), env, args);
  const root = (0, import_repository6.findRepository)((0, import_paths10.findReal)((0, import_repository6.findNearest)(directory))) ?? directory;
  const read2 = async (path) => {
    const answer = await ask2(["cat-file", "blob", `${commit}:${path}`]);
    return answer?.exitCode === 0 ? answer.stdout : null;
  };
  const readAt2 = async (path, environment2) => {
    const state = await read2(path);
    return state === null ? null : { state, journal: await read2(`${path}.journal`), environment: environment2 };
  };
  const { environment } = refusals2.facts;
  const own = await readAt2((0, import_repository6.toPathspec)(root, (0, import_node_path20.join)((0, import_paths10.findReal)(directory), (0, import_node_path20.basename)(paths.state))), environment);
  if (own !== null) return own;
  const timeoutMs = 10 * import_recording_commit.SEARCH_MS;
  const search = { path: paths.state, trailer: import_recording_commit.RECORDING_TRAILER, tips: ["HEAD"], env, timeoutMs, now: () => performance.now() };
  for (const path of (await readMovedVersions(search)).formerPaths) {
    const former = await readAt2((0, import_repository6.toPathspec)(root, path), environment);
    if (former !== null) return former;
  }
  const tree = await ask2(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  return findLeftState((tree?.stdout.toString("utf8") ?? "").split("\0"), { readAt: readAt2, root, store: { paths, refusals: refusals2 }, settings, env });
}
async function findLeftState(files, { readAt: readAt2, root, store, settings, env }) {
  const { project, environment } = store.refusals.facts;
  const beginning = (0, import_node_path20.basename)((0, import_state_name3.baseOfStateFile)(store.paths.state, environment)).replace(/\.json$/, "");
  const isNamed = (path) => path.endsWith(".json") && [beginning, "monitors.state"].some((name) => (0, import_node_path20.basename)(path).startsWith(name));
  const named = files.filter(isNamed);
  const former = named.length === 0 ? [] : (await (0, import_former_places.listFormerFiles)(settings, env)).map(import_paths10.findReal);
  for (const path of named) {
    const found = await readAt2(path, environment);
    const json = found === null ? void 0 : (0, import_value29.parseJson)(found.state.toString("utf8"));
    const there = (0, import_value29.property)(json, "environment");
    if (found === null || (0, import_value29.property)(json, "project") !== project || typeof there !== "string") continue;
    const isUndeclared = settings.environments?.has(there) === false;
    const isLeft = isUndeclared || !(0, import_node_fs4.existsSync)((0, import_node_path20.join)(root, path)) || former.includes((0, import_node_path20.join)(root, path));
    if (isLeft && (there === environment || isUndeclared)) return { ...found, environment: there };
  }
  return null;
}
async function restoreCommit(store, commit, committed) {
  const { environment } = committed;
  const shown = `${store.place} of ${commit}`;
  const copy = new import_refusals.Refusals({ ...store.refusals.facts, shown, environment, isCopy: true, soundBackup: () => null });
  const stored = (0, import_state21.decodeState)(committed.state, copy);
  const from = stored.version;
  const { state: theirs, unfinished } = (0, import_fold5.foldCopy)(stored, committed.journal);
  return withLock(store, async (locked) => {
    const opened = await (0, import_fold_open20.openForChange)(locked);
    const { unresolved } = opened;
    if (opened.stored === null) {
      const { version: version3 } = await locked.write({ ...theirs, environment: store.refusals.facts.environment }, null);
      if (unfinished.length > 0) await locked.rewriteJournal(version3, unfinished);
      const recorded = [...theirs.monitors.keys()].sort();
      return { kind: "commit", from, version: version3, monitors: recorded.length, recorded, dropped: [], refused: [], unresolved: unfinished };
    }
    const { state: ours, version: before } = opened.stored;
    const { monitors, ...taken } = takeIn(ours, theirs);
    const held = (0, import_removed4.listHeldIds)(monitors);
    const removed = (0, import_removed4.mergeLines)(ours.removed, theirs.removed).filter(({ id }) => !held.has(id));
    const next = { ...ours, monitors, serial: Math.max(ours.serial, theirs.serial), ...removed.length === 0 ? {} : { removed } };
    const { version: version2 } = await locked.write(next, before);
    const lines = theirs.lineage === ours.lineage ? removed : theirs.removed ?? [];
    const open2 = addOpen(unresolved, unfinished, { monitors, removed: lines, since: from.serial });
    if (open2.length > unresolved.length) await locked.rewriteJournal(version2, open2);
    return { kind: "commit", from, version: version2, monitors: monitors.size, ...taken, unresolved: open2 };
  });
}
function addOpen(ours, theirs, { monitors, removed, since }) {
  const known = new Set(ours.map(({ intent }) => intent.opId));
  const settled = /* @__PURE__ */ new Set([...monitors.keys(), ...removed.filter(({ serial }) => serial > since).map(({ key }) => key)]);
  return [...ours, ...theirs.filter(({ intent }) => !known.has(intent.opId) && !settled.has(intent.key))];
}
function takeIn(ours, theirs) {
  const isLater = theirs.lineage === ours.lineage && theirs.serial > ours.serial;
  const monitors = new Map(ours.monitors);
  const own = (0, import_removed4.listHeldIds)(ours.monitors);
  const there = (0, import_removed4.listHeldIds)(theirs.monitors);
  const known = new Set((ours.removed ?? []).filter(({ by }) => by !== "state restore").map(({ id }) => id));
  const [recorded, dropped, refused] = [[], [], []];
  for (const { id } of isLater ? theirs.removed ?? [] : []) {
    const key = own.get(id);
    if (key === void 0 || there.has(id) || monitors.get(key)?.id !== id) continue;
    monitors.delete(key);
    dropped.push(key);
  }
  for (const [key, record3] of theirs.monitors) {
    const here = own.get(record3.id);
    if (here !== void 0 ? !isLater : known.has(record3.id)) continue;
    const holder = monitors.get(key);
    if (holder !== void 0 && holder.id !== record3.id) {
      refused.push(key);
      continue;
    }
    if (here !== void 0 && here !== key) monitors.delete(here);
    monitors.set(key, record3);
    if (here === void 0) recorded.push(key);
  }
  return { monitors, recorded: recorded.sort(), dropped: dropped.sort(), refused: refused.sort() };
}
var import_node_fs4, import_node_path20, import_paths10, import_state_name3, import_repository6, import_run_git3, import_value29, import_fold5, import_fold_open20, import_refusals, import_state21, import_removed4, import_former_places, import_recording_commit;
var init_restore_commit = __esm({
  "src/features/state/restore-commit.ts"() {
    "use strict";
    import_node_fs4 = require("node:fs");
    import_node_path20 = require("node:path");
    import_paths10 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_state_name3 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    init_former_paths();
    import_repository6 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_run_git3 = askBundle("./check.cjs", "src/core/git/run-git.ts");
    import_value29 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fold5 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_fold_open20 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_refusals = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state21 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_removed4 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_former_places = askBundle("./plan.cjs", "src/project/former-places.ts");
    import_recording_commit = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_state_access();
  }
});

// src/core/state/format/changes.ts
function compareStates(before, after) {
  const changed = [];
  for (const [key, record3] of after.monitors) {
    const other = before.monitors.get(key);
    const members = other === void 0 ? [] : listDifferences((0, import_monitor2.toMonitorJson)(other), (0, import_monitor2.toMonitorJson)(record3));
    if (members.length > 0) changed.push({ key, members });
  }
  return {
    added: [...after.monitors.keys()].filter((key) => !before.monitors.has(key)).sort(),
    removed: [...before.monitors.keys()].filter((key) => !after.monitors.has(key)).sort(),
    changed: changed.sort((a, b) => a.key < b.key ? -1 : 1),
    members: listDifferences((0, import_state22.toRootJson)(before), (0, import_state22.toRootJson)(after))
  };
}
function listDifferences(a, b) {
  const names = /* @__PURE__ */ new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => text(a[name]) !== text(b[name])).sort();
}
function text(value) {
  return value === void 0 ? void 0 : (0, import_canonical15.canonicalJson)(value);
}
var import_canonical15, import_monitor2, import_state22;
var init_changes3 = __esm({
  "src/core/state/format/changes.ts"() {
    "use strict";
    import_canonical15 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_monitor2 = askBundle("./monitors.cjs", "src/core/state/format/monitor.ts");
    import_state22 = askBundle("./check.cjs", "src/core/state/format/state.ts");
  }
});

// src/features/state/comparison.ts
async function compareWithCopy(store, found) {
  const [nearest] = (await listCopies(store, found)).sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.serial - a.serial);
  if (nearest === void 0) return null;
  const { copy, serial, isExact, state } = nearest;
  const changes2 = compareStates(state, found.stored.state);
  const members = isExact ? changes2.members : changes2.members.filter((name) => name !== "serial" && name !== "tool");
  return { copy, serial, isExact, ...changes2, members };
}
async function listCopies(store, { stored, stated }) {
  const read2 = (bytes) => decodeCopy(store, bytes).filter(({ version: version2 }) => version2.lineage === stored.version.lineage);
  const committed = (await store.readCommitted()).flatMap(read2).map(({ state: held, version: version2 }) => {
    return { copy: "git", serial: version2.serial, isExact: version2.checksum === stated, state: held };
  });
  const backup = read2(orNull(() => store.readOtherFile(store.paths.backup))).map((old) => {
    const { serial } = old.version;
    const folded = (0, import_fold6.foldJournal)(old.state, orNull(() => readBackedUpWork(store, old)) ?? NO_WORK).state;
    const next = { ...folded, serial: serial + 1, tool: stored.state.tool };
    return { copy: "backup", serial, isExact: (0, import_state23.encodeState)(next).version.checksum === stated, state: next };
  });
  return [...committed, ...backup];
}
function decodeCopy({ refusals: refusals2 }, bytes) {
  const decoded = bytes === null ? null : orNull(() => (0, import_state23.decodeState)(bytes, refusals2));
  return decoded === null ? [] : [decoded];
}
function orNull(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof import_user_error35.UserError) return null;
    throw error;
  }
}
var import_user_error35, import_fold6, import_state23;
var init_comparison = __esm({
  "src/features/state/comparison.ts"() {
    "use strict";
    import_user_error35 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold6 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    init_changes3();
    import_state23 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    init_state_access();
  }
});

// src/features/state/shared-repair.ts
var shared_repair_exports = {};
__export(shared_repair_exports, {
  acceptServer: () => acceptServer,
  restoreBackup: () => restoreBackup,
  restoreCopy: () => restoreCopy,
  verifySharedState: () => verifySharedState
});
async function verifySharedState(store) {
  const read2 = await store.read();
  if (read2.kind === "first-use") throw nothingStored();
  const { stored, journal } = read2;
  const { state, unfinished } = (0, import_fold7.foldJournal)((0, import_state25.wholeOf)(stored.state), journal);
  return {
    version: stored.version,
    monitors: [...state.monitors.keys()].sort(),
    signed: true,
    changes: null,
    journal: journal.base === null ? "absent" : journal.tornTail ? "torn" : "sound",
    unreadableLines: [],
    unresolved: unfinished,
    fixed: false
  };
}
function acceptServer(store) {
  return withLock(store, async (locked) => {
    const report2 = await verifySharedState(store);
    if (locked.doubt === void 0 || locked.doubt === null) return report2;
    await locked.doubt.settle();
    return { ...report2, fixed: true };
  });
}
async function restoreBackup(store, serial) {
  return restoreShared(store, await store.readBackup(serial));
}
function restoreCopy(store, {
  path,
  bytes,
  owner
}) {
  return restoreShared(store, (0, import_state24.decodeState)(bytes, new import_refusals2.Refusals({ ...owner, shown: path, isCopy: true, soundBackup: () => null })));
}
function restoreShared(store, restored) {
  return withLock(store, async (locked) => {
    const { serial: current, journal } = await readWhatIsThere(locked);
    if (journal.base !== null && journal.base.lineage !== restored.version.lineage) throw anotherState(store);
    const { state, unfinished } = (0, import_fold7.foldJournal)(restored.state, { creates: keepNewest(journal.creates), edits: keepNewest(journal.edits) });
    const serial = Math.max(restored.version.serial, journal.base?.serial ?? 0, current);
    const stored = await locked.replace({ ...state, serial });
    await locked.rewriteJournal(stored.version, unfinished);
    return { kind: "state", from: restored.version, version: stored.version, monitors: stored.state.monitors.size, unresolved: unfinished };
  });
}
async function readWhatIsThere(locked) {
  try {
    const read2 = await locked.read();
    return { serial: read2.kind === "present" ? read2.stored.version.serial : 0, journal: read2.journal };
  } catch (error) {
    if (error instanceof import_user_error36.UserError && DAMAGED2.has(error.code)) return { serial: 0, journal: NO_JOURNAL };
    throw error;
  }
}
function keepNewest(work) {
  return [...new Map(work.map((one) => [one.intent.opId, one])).values()];
}
function anotherState({ place }) {
  return new import_user_error36.UserError(
    "state/journal-mismatch",
    `the journal in ${place} belongs to another state than the one to restore (their lineages differ)`,
    'restore a state of the same lineage: "monitors state history" lists those that are kept'
  );
}
var import_user_error36, import_fold7, import_refusals2, import_state24, import_state25, NO_JOURNAL, DAMAGED2;
var init_shared_repair = __esm({
  "src/features/state/shared-repair.ts"() {
    "use strict";
    import_user_error36 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_fold7 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_refusals2 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state24 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state25 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_state_access();
    NO_JOURNAL = { base: null, creates: [], edits: [], tornTail: false };
    DAMAGED2 = /* @__PURE__ */ new Set([
      "state/checksum",
      "state/malformed",
      "state/shared-id",
      "state/journal-damaged",
      "state/journal-ahead"
    ]);
  }
});

// src/features/state/restore.ts
var restore_exports = {};
__export(restore_exports, {
  restoreFile: () => restoreFile,
  verifyState: () => verifyState
});
async function verifyState(store, mode) {
  if (store.backend !== "file") return mode === "show" ? verifySharedState(store) : acceptServer(store);
  if (mode === "show") return toVerifyReport(await inspectState(store), false);
  return withLock(store, async (locked) => {
    const found = await inspectState(store);
    if (found.signed && found.journal !== "damaged") return toVerifyReport(found, false);
    const { state, unfinished } = (0, import_fold8.foldJournal)(found.stored.state, found);
    const stored = await locked.replace({ ...state, serial: Math.max(state.serial, found.journalSerial) }, "replace");
    await locked.rewriteJournal(stored.version, unfinished, found.journal === "damaged" ? "keep-old" : "drop-old");
    return {
      ...toVerifyReport(found, true),
      version: stored.version,
      monitors: [...stored.state.monitors.keys()].sort(),
      unresolved: unfinished
    };
  });
}
async function inspectState(store) {
  const bytes = store.readStateBytes();
  if (bytes === null) {
    await store.read();
    throw nothingStored();
  }
  const unsigned = (0, import_state26.decodeUnsignedState)(bytes, store.refusals);
  const { stored, stated } = unsigned;
  const signed = stored.version.checksum === stated;
  const found = { stored, signed, changes: signed ? null : await compareWithCopy(store, unsigned) };
  const journal = store.readJournalBytes();
  if (journal === null) return { ...found, journal: "absent", journalSerial: 0, unreadableLines: [], creates: [], edits: [] };
  const decoded = (0, import_journal3.decodeJournal)(journal);
  if (decoded.kind === "newer") throw store.refusals.newerJournal(decoded.version, decoded.tool);
  if (decoded.kind === "sound") {
    const { base, creates, edits, tornTail } = decoded.content;
    if (base !== null && base.lineage !== stored.version.lineage) throw store.refusals.journalMismatch();
    return { ...found, journal: tornTail ? "torn" : "sound", journalSerial: base?.serial ?? 0, unreadableLines: [], creates, edits };
  }
  const { content, unreadable } = (0, import_journal3.salvageJournal)(journal);
  if (content.base !== null && content.base.lineage !== stored.version.lineage) throw store.refusals.journalMismatch();
  return {
    ...found,
    journal: "damaged",
    journalSerial: content.base?.serial ?? 0,
    unreadableLines: unreadable,
    creates: content.creates.map(doubt),
    edits: content.edits.map(doubt)
  };
}
function doubt(work) {
  return work.phase === "done" ? work : { ...work, phase: "unknown" };
}
function toVerifyReport(found, fixed) {
  const { stored, signed, changes: changes2, journal, unreadableLines } = found;
  const { unfinished } = (0, import_fold8.foldJournal)(stored.state, found);
  return {
    version: stored.version,
    monitors: [...stored.state.monitors.keys()].sort(),
    signed,
    changes: changes2,
    journal,
    unreadableLines,
    unresolved: unfinished,
    fixed
  };
}
async function restoreFile(files, path, store = files) {
  const bytes = files.readOtherFile(path);
  if (bytes === null)
    throw new import_user_error37.UserError(
      "state/bad-rescue",
      `${path} does not exist`,
      "give the path of a backup, a state or a rescue file, or a commit that has this state"
    );
  const text2 = Buffer.from(bytes).toString("utf8");
  if (!(0, import_rescue.isRescueText)(text2)) {
    return store.backend === "file" ? restoreState(store, path, bytes) : restoreCopy(store, { path, bytes, owner: files.refusals.facts });
  }
  await files.refuseTracked(path);
  const rescue2 = (0, import_rescue.decodeRescue)(text2);
  if (rescue2 === null) {
    throw new import_user_error37.UserError(
      "state/bad-rescue",
      `${path} is a damaged rescue file`,
      'look up the ids in the file, then run "monitors resolve KEY --adopt ID" for each'
    );
  }
  return restoreRescue(store, path, rescue2);
}
async function restoreState(store, path, bytes) {
  const isState = (0, import_node_path21.resolve)(path) === store.paths.state;
  refuseMigration(store);
  const restored = (0, import_state26.decodeState)(bytes, isState ? store.refusals : new import_refusals3.Refusals({ ...store.refusals.facts, shown: path, isCopy: true }));
  return withLock(store, async (locked) => {
    const isBackup = (0, import_node_path21.resolve)(path) === store.paths.backup;
    const journal = readJournalFor(store, restored);
    const backedUp = isBackup ? readBackedUpWork(store, restored) : NO_WORK;
    const { creates, edits } = journal ?? NO_WORK;
    const serial = Math.max(restored.version.serial, journal?.base?.serial ?? 0, currentSerial(store));
    const { state, unfinished } = (0, import_fold8.foldJournal)(restored.state, {
      creates: keepNewest2([...backedUp.creates, ...creates]),
      edits: keepNewest2([...backedUp.edits, ...edits])
    });
    const stored = await locked.replace({ ...state, serial }, isBackup ? "leave" : "replace");
    if (journal !== null || unfinished.length > 0 && store.readJournalBytes() === null)
      await locked.rewriteJournal(stored.version, unfinished);
    return { kind: "state", from: restored.version, version: stored.version, monitors: stored.state.monitors.size, unresolved: unfinished };
  });
}
function refuseMigration(store) {
  const bytes = store.readStateBytes();
  const root = bytes === null ? void 0 : (0, import_value30.parseJson)(Buffer.from(bytes).toString("utf8"));
  const migration = (0, import_value30.isObject)(root) ? (0, import_migration2.readMigration)(root) : null;
  if (migration !== null) throw store.refusals.migrating(migration);
}
function keepNewest2(work) {
  return [...new Map(work.map((one) => [one.intent.opId, one])).values()];
}
function readJournalFor(store, restored) {
  const bytes = store.readJournalBytes();
  if (bytes === null) return null;
  const decoded = (0, import_journal3.decodeJournal)(bytes);
  if (decoded.kind === "newer") throw store.refusals.newerJournal(decoded.version, decoded.tool);
  if (decoded.kind === "damaged") return null;
  const { base } = decoded.content;
  if (base !== null && base.lineage !== restored.version.lineage) throw store.refusals.journalMismatch();
  return decoded.content;
}
function currentSerial(store) {
  try {
    const bytes = store.readStateBytes();
    return bytes === null ? 0 : (0, import_state26.decodeUnsignedState)(bytes, store.refusals).stored.version.serial;
  } catch {
    return 0;
  }
}
async function restoreRescue(store, path, rescue2) {
  return withLock(store, async (locked) => {
    const opened = await (0, import_fold_open21.openForChange)(locked);
    if (opened.stored === null) throw nothingStored();
    const { state, version: version2 } = opened.stored;
    if (rescue2.lineage !== version2.lineage) {
      throw new import_user_error37.UserError(
        "state/bad-rescue",
        `${path} belongs to a different state (lineage ${rescue2.lineage})`,
        "use the rescue file that the last run named"
      );
    }
    const folded = (0, import_fold8.foldJournal)(state, rescue2);
    const unresolved = mergeUnresolved(opened.unresolved, folded.unfinished, rescue2, folded.state);
    const stored = await locked.write(folded.state, version2);
    await locked.rewriteJournal(stored.version, unresolved);
    const recorded = [...folded.state.monitors.keys()].filter((key) => !state.monitors.has(key)).sort();
    return { kind: "rescue", runId: rescue2.runId, recorded, unresolved };
  });
}
function mergeUnresolved(journaled, rescued, rescue2, state) {
  const known = new Set(rescue2.creates.map(({ intent }) => intent.opId));
  const kept = journaled.filter(({ intent }) => !known.has(intent.opId));
  return [...kept, ...rescued.filter(({ intent, done }) => done !== void 0 || !state.monitors.has(intent.key))];
}
var import_node_path21, import_user_error37, import_value30, import_fold8, import_fold_open21, import_journal3, import_migration2, import_refusals3, import_rescue, import_state26;
var init_restore = __esm({
  "src/features/state/restore.ts"() {
    "use strict";
    import_node_path21 = require("node:path");
    import_user_error37 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value30 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fold8 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_fold_open21 = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_journal3 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_migration2 = askBundle("./check.cjs", "src/core/state/format/migration.ts");
    import_refusals3 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_rescue = askBundle("./check.cjs", "src/core/state/format/rescue.ts");
    import_state26 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    init_state_access();
    init_comparison();
    init_shared_repair();
  }
});

// src/features/try/document.ts
var document_exports9 = {};
__export(document_exports9, {
  countTried: () => countTried,
  renderTryJson: () => renderTryJson
});
function renderTryJson(view) {
  const document = {
    formatVersion: 1,
    command: "try",
    summary: countTried(view),
    estimatedCredits: view.credits,
    firstFetch: view.first,
    pages: view.pages.map(toPage),
    searches: [...view.searches]
  };
  return (0, import_escape_json11.renderJson)(document);
}
function countTried({ pages }) {
  const fetched = pages.filter(({ outcome }) => outcome === "fetched");
  const isBad = ({ findings }) => findings.some(({ severity }) => severity === "error");
  return {
    pages: pages.length,
    bad: fetched.filter(isBad).length,
    doubtful: fetched.filter((page) => !isBad(page) && page.findings.length > 0).length,
    failed: pages.filter(({ outcome }) => outcome === "failed").length,
    notSent: pages.filter(({ outcome }) => outcome === "not-sent").length
  };
}
function toPage(tried) {
  const { key, url, isStart, outcome, findings } = tried;
  const page = tried.outcome === "fetched" ? tried.page : null;
  return {
    ...{ key, url, startPage: isStart, outcome },
    mayBeCharged: tried.outcome === "failed" && tried.mayBeCharged,
    statusCode: page?.statusCode ?? null,
    finalUrl: page?.finalUrl ?? null,
    title: page?.title ?? null,
    characters: page?.characters ?? null,
    firstLines: [...page?.firstLines ?? []],
    json: page?.json ?? null,
    noise: tried.outcome === "fetched" ? tried.noise : null,
    findings: findings.map(({ severity, code, message, hint }) => ({ severity, code, message, hint: hint ?? null })),
    files: tried.outcome === "fetched" ? [...tried.files] : []
  };
}
var import_escape_json11;
var init_document10 = __esm({
  "src/features/try/document.ts"() {
    "use strict";
    import_escape_json11 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
  }
});

// src/features/try/try-folder.ts
var try_folder_exports = {};
__export(try_folder_exports, {
  openPageFolder: () => openPageFolder
});
function openPageFolder(given, { cwd, settings, platform }) {
  const directory = (0, import_node_path22.resolve)(cwd, given);
  const shown = (0, import_paths11.toShownPath)(cwd, directory);
  if ((0, import_paths11.isReallyInside)(settings.specsDirectory, directory)) {
    throw new import_user_error38.UserError("config/unsafe-path", `--out leads into the specs: ${shown}`, "choose a directory outside of the specs");
  }
  if ((0, import_paths11.isInGit)(directory)) throw (0, import_paths11.refuseInGit)(`--out ${shown} leads`);
  const check = () => {
    const facts = attempt3(shown, () => (0, import_node_fs5.lstatSync)(directory, { throwIfNoEntry: false }));
    if (facts === void 0) return;
    if (!facts.isDirectory()) throw refuse6(`--out is not a directory: ${shown}`);
    if (platform !== "win32" && (facts.mode & 63) !== 0) throw refuse6(`--out can be read by other users: ${shown}`);
    if (attempt3(shown, () => (0, import_node_fs5.readdirSync)(directory)).length > 0) throw refuse6(`--out is not empty: ${shown}`);
  };
  check();
  return {
    shown,
    make: () => {
      attempt3(shown, () => (0, import_node_fs5.mkdirSync)(directory, { recursive: true, mode: 448 }));
      check();
    },
    keep: (index, fetch, page) => {
      const name = `page-${String(index + 1).padStart(4, "0")}${fetch === "first" ? "" : "-again"}`;
      const texts = [
        [`${name}.json`, `${JSON.stringify(page.data, null, 2)}
`],
        [`${name}.md`, page.markdown],
        [`${name}.html.txt`, page.html ?? page.rawHtml]
      ];
      return texts.flatMap(([file, text2]) => {
        if (text2 === null) return [];
        attempt3(`${shown}/${file}`, () => (0, import_node_fs5.writeFileSync)((0, import_node_path22.join)(directory, file), text2, { flag: "wx", mode: 384 }));
        return [file];
      });
    }
  };
}
function refuse6(message) {
  return new import_user_error38.UserError("config/cannot-write", message, "choose a new directory with --out; nothing was fetched");
}
function attempt3(shown, act) {
  try {
    return act();
  } catch (error) {
    throw new import_user_error38.UserError("config/cannot-write", `cannot write ${shown}: ${(0, import_file_error6.explainFileError)(error)}`, "choose another directory with --out");
  }
}
var import_node_fs5, import_node_path22, import_user_error38, import_file_error6, import_paths11;
var init_try_folder = __esm({
  "src/features/try/try-folder.ts"() {
    "use strict";
    import_node_fs5 = require("node:fs");
    import_node_path22 = require("node:path");
    import_user_error38 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error6 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_paths11 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
  }
});

// src/features/try/try-plan.ts
var try_plan_exports = {};
__export(try_plan_exports, {
  listTrialPages: () => listTrialPages,
  planTry: () => planTry
});
async function planTry(project, request) {
  await project.refusePlace();
  const workspace = (0, import_check13.checkWorkspace)(project);
  if ((0, import_diagnostic16.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const { monitors, elsewhere } = workspace.checked;
  const { exclude, labels, names } = request;
  const only = names.flatMap((name) => keysOf(name, monitors, project));
  const keys = (0, import_choose_keys9.chooseKeys)({ only, exclude, labels }, { desired: monitors, elsewhere, state: null, unresolved: [] }, project.nameOption);
  const chosen = monitors.filter(({ key }) => keys?.has(key) !== false);
  return { kind: "planned", trial: toTrial(chosen, request) };
}
function keysOf(name, monitors, { cwd, settings }) {
  const path = (0, import_node_path23.resolve)(cwd, name);
  if (name === "" || monitors.some(({ key }) => key === name) || !(0, import_node_fs6.existsSync)(path)) return [name];
  const found = monitors.filter(({ specPath }) => (0, import_paths12.isInside)(path, (0, import_node_path23.resolve)(settings.specsDirectory, specPath)));
  if (found.length > 0) return found.map(({ key }) => key);
  throw new import_user_error39.UserError(
    "config/not-a-spec",
    `"${name}" is not a spec file or a directory of specs`,
    "give a spec, a key or a glob over keys"
  );
}
function toTrial(monitors, request) {
  const pages = monitors.flatMap(listTrialPages);
  const searches = monitors.filter((monitor) => targetsOf(monitor).some((target) => (0, import_member11.member)(target, "type") === "search")).map(({ key }) => key);
  if (pages.length === 0) {
    throw new import_user_error39.UserError(
      "config/nothing-chosen",
      "none of the chosen monitors has a page to try: a search has no cheap try",
      'choose a monitor with a scrape or crawl target; "monitors run" starts a whole check of a search'
    );
  }
  refuseCacheOnly(pages, request);
  const times = request.fetches === "twice" ? 2 : 1;
  const estimates = pages.map(({ options, shownUrl }) => (0, import_credits4.estimatePage)(options, shownUrl));
  return {
    pages,
    searches,
    fetches: pages.length * times,
    credits: estimates.reduce((sum, { credits }) => sum + credits, 0) * times,
    notIncluded: [...new Set(estimates.flatMap(({ notIncluded }) => notIncluded))].sort(),
    isBroad: monitors.length > 1 || request.names.length > 1 || request.names.some(import_glob3.hasWildcard) || (request.labels ?? []).length > 0,
    references: [...new Set(monitors.flatMap(listTrialBodies).flatMap(import_references9.listReferenceNames))].sort(),
    request
  };
}
function refuseCacheOnly(pages, { fetches, first }) {
  if (fetches === "once" && first === "cached") return;
  for (const { key, options } of pages) {
    const option = (0, import_member11.member)(options, "lockdown") === true ? "lockdown" : typeof (0, import_member11.member)(options, "minAge") === "number" ? "minAge" : null;
    if (option === null) continue;
    throw new import_user_error39.UserError(
      "page/cache-only",
      `"${key}" sets \`${option}\`: the service never fetches its pages, it only looks for copies`,
      fetches === "twice" ? "leave out --twice and use --cached, or exclude the monitor" : "use --cached to try a copy as a check would, or exclude the monitor"
    );
  }
}
function listTrialPages(monitor) {
  return (0, import_watched_pages.listPages)(monitor.body()).map(({ url, target, path, isPage }) => {
    const found = (0, import_member11.member)(target, "scrapeOptions");
    const options = (0, import_value31.isObject)(found) ? found : {};
    return {
      key: monitor.key,
      shownUrl: (0, import_masking12.maskDocumented)(url.trim(), path),
      isStart: !isPage,
      expectedStatus: monitor.sync.expect?.status ?? null,
      options,
      resolve: (lookup2) => {
        const [resolved] = targetsOf({ body: () => (0, import_references9.resolveReferences)(toTrialBody(url, options), lookup2) });
        const [sent] = (0, import_member11.member)(resolved, "urls");
        return { url: sent, options: (0, import_member11.member)(resolved, "scrapeOptions") };
      }
    };
  });
}
function toTrialBody(url, scrapeOptions) {
  return { targets: [{ type: "scrape", urls: [url.trim()], scrapeOptions }] };
}
function listTrialBodies(monitor) {
  return (0, import_watched_pages.listPages)(monitor.body()).map(({ url, target }) => {
    const options = (0, import_member11.member)(target, "scrapeOptions");
    return toTrialBody(url, (0, import_value31.isObject)(options) ? options : {});
  });
}
function targetsOf({ body }) {
  const targets = (0, import_member11.member)(body(), "targets");
  return Array.isArray(targets) ? targets : [];
}
var import_node_fs6, import_node_path23, import_glob3, import_diagnostic16, import_user_error39, import_paths12, import_value31, import_masking12, import_references9, import_member11, import_credits4, import_watched_pages, import_check13, import_choose_keys9;
var init_try_plan = __esm({
  "src/features/try/try-plan.ts"() {
    "use strict";
    import_node_fs6 = require("node:fs");
    import_node_path23 = require("node:path");
    import_glob3 = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_diagnostic16 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error39 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths12 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_value31 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_masking12 = askBundle("./check.cjs", "src/core/secrets/masking.ts");
    import_references9 = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    import_member11 = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_credits4 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_watched_pages = askBundle("./check.cjs", "src/core/specs/watched-pages.ts");
    import_check13 = askBundle("./check.cjs", "src/project/check.ts");
    import_choose_keys9 = askBundle("./check.cjs", "src/project/choose-keys.ts");
  }
});

// src/project/state-line.ts
var state_line_exports = {};
__export(state_line_exports, {
  readStateAt: () => readStateAt,
  readStateBytes: () => readStateBytes,
  readStateLine: () => readStateLine
});
async function readStateLine(tip, reader) {
  const { history, statePath, readRecording: readRecording2 } = reader;
  const commits = await history.listChanging(tip, [statePath, `${statePath}.journal`]);
  const others = [];
  const runs = [];
  for (const commit of commits) {
    const recording = await readRecording2(commit, statePath);
    if (recording === null) others.push(commit);
    else if (!recording.isBaseline) runs.push(commit);
    else
      return {
        baseline: others.length === 0 ? null : await addRuns(await readStateAt(commit, reader), runs, reader),
        commit,
        others,
        last: runs[0] ?? commit,
        isCut: false
      };
  }
  const former = others.length === 0 ? null : await findFormer(tip, reader);
  const last = runs[0] ?? null;
  if (former !== null) return { baseline: await addRuns(former.state, runs, reader), commit: former.commit, others, last, isCut: false };
  const isCut = (await history.ask(["rev-parse", "--is-shallow-repository"])).stdout.toString("utf8").trim() === "true";
  return { baseline: null, commit: null, others, last, isCut };
}
async function findFormer(tip, reader) {
  const { history, statePath, readRecording: readRecording2 } = reader;
  const here = await readOwner(tip, statePath, history);
  const wanted = ["log", "--first-parent", `--grep=^${import_recording_commit2.RECORDING_TRAILER}: `, `--max-count=${MOST_OTHERS}`, "--name-only", "-z"];
  const listed = await history.ask([...wanted, "--format=%x00%H", tip, "--"]);
  let commit = "";
  for (const word of listed.exitCode === 0 ? listed.stdout.toString("utf8").split("\0") : []) {
    const path = word.replace(/^\n/, "");
    if (/^[0-9a-f]{40,64}$/.test(path)) commit = path;
    if (!path.endsWith(".json") || path === statePath) continue;
    const owner = await readOwner(commit, path, history);
    if (owner === null || here === null) continue;
    const isFormer = here.lineage === owner.lineage || here.project === owner.project && here.environment === owner.environment;
    if (!isFormer || (await readRecording2(commit, path))?.isBaseline !== true) continue;
    const refusals2 = new import_refusals4.Refusals({ shown: path, ...owner, soundBackup: () => null });
    const state = await readStateAt(commit, { history, statePath: path, refusals: refusals2 });
    if (state !== null) return { state, commit };
  }
  return null;
}
async function readOwner(commit, path, source) {
  const bytes = await (0, import_recording_commit2.readBlob)(source, `${commit}:${path}`);
  const root = bytes === null ? void 0 : (0, import_value32.parseJson)(bytes.toString("utf8"));
  const [lineage, project, environment] = ["lineage", "project", "environment"].map((member12) => (0, import_value32.property)(root, member12));
  if (typeof lineage !== "string" || typeof project !== "string" || typeof environment !== "string") return null;
  return { lineage, project, environment };
}
async function addRuns(baseline, runs, reader) {
  let state = baseline;
  for (const commit of [...runs].reverse()) {
    const [before] = (await (0, import_recording_commit2.readCommit)(reader.history, commit))?.parents ?? [];
    const parent = before === void 0 ? null : await readStateAt(before, reader);
    const recorded = await readStateAt(commit, reader);
    if (state !== null && parent !== null && recorded !== null) state = (0, import_state_change.withRun)(state, parent, recorded);
  }
  return state;
}
async function readStateAt(commit, { history, statePath, refusals: refusals2 }) {
  const state = await (0, import_recording_commit2.readBlob)(history, `${commit}:${statePath}`);
  return state === null ? null : readStateBytes(state, await (0, import_recording_commit2.readBlob)(history, `${commit}:${statePath}.journal`), refusals2);
}
function readStateBytes(state, journal, refusals2) {
  try {
    const stored = (0, import_state27.decodeState)(state, refusals2);
    const decoded = journal === null ? null : (0, import_journal4.decodeJournal)(journal);
    if (decoded === null) return stored.state;
    return decoded.kind === "sound" ? (0, import_fold9.foldJournal)(stored.state, decoded.content).state : null;
  } catch (error) {
    if (error instanceof import_user_error40.UserError) return null;
    throw error;
  }
}
var import_user_error40, import_value32, import_fold9, import_journal4, import_refusals4, import_state27, import_state_change, import_recording_commit2, MOST_OTHERS;
var init_state_line = __esm({
  "src/project/state-line.ts"() {
    "use strict";
    import_user_error40 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value32 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fold9 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_journal4 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_refusals4 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state27 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state_change = askBundle("./plan.cjs", "src/core/state/state-change.ts");
    import_recording_commit2 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    MOST_OTHERS = 200;
  }
});

// src/project/committed-state.ts
var committed_state_exports = {};
__export(committed_state_exports, {
  judgeCommitted: () => judgeCommitted
});
async function judgeCommitted(state, hasSpec, { stateFile, shown, project, environment, context: context2 }) {
  const refusals2 = new import_refusals5.Refusals({ shown, project, environment, soundBackup: () => null, isCopy: true });
  const ask2 = async (args, more) => await (0, import_run_git4.askGit)((0, import_node_path24.dirname)(stateFile), context2.env, args, more) ?? { exitCode: 128, stdout: Buffer.alloc(0) };
  const read2 = async (name) => {
    const line = /[\r\n]/.test(name) ? (await ask2(["rev-parse", "--verify", "--quiet", name])).stdout.toString("utf8") : `${name}
`;
    const reply = (0, import_object_reader.takeReply)((await ask2(["cat-file", "--batch"], { stdin: line })).stdout);
    return typeof reply === "number" ? null : reply.object;
  };
  const history = (0, import_recording_commit3.openHistory)({ ask: ask2, read: read2 });
  const prefix = await ask2(["rev-parse", "--show-prefix"]);
  if (prefix.exitCode !== 0) return null;
  const statePath = `${prefix.stdout.toString("utf8").replace(/\n$/, "")}${(0, import_node_path24.basename)(stateFile)}`;
  const reader = { history, statePath, refusals: refusals2 };
  const readOwn = (commit, path) => (0, import_recording_commit3.readRecording)(history, commit, { branch: null, statePath: path });
  const { baseline, others } = await readStateLine("HEAD", { ...reader, readRecording: readOwn });
  const committed = others.length === 0 ? null : await readStateAt("HEAD", reader);
  if (baseline === null || committed === null) return null;
  const shifts = (0, import_state_change2.judgeStateChange)(baseline, committed, hasSpec).filter(import_state_change2.isDangerous).filter((shift) => isAsCommitted(shift, committed, state));
  return shifts.length === 0 ? null : { shifts, recorded: baseline };
}
function isAsCommitted(shift, committed, { lineage, serial, monitors }) {
  if ("keys" in shift) return committed.lineage === lineage && committed.serial === serial;
  return monitors.get(shift.key)?.id === committed.monitors.get(shift.key)?.id;
}
var import_node_path24, import_object_reader, import_run_git4, import_refusals5, import_state_change2, import_recording_commit3;
var init_committed_state = __esm({
  "src/project/committed-state.ts"() {
    "use strict";
    import_node_path24 = require("node:path");
    import_object_reader = askBundle("./check.cjs", "src/core/git/object-reader.ts");
    import_run_git4 = askBundle("./check.cjs", "src/core/git/run-git.ts");
    import_refusals5 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state_change2 = askBundle("./plan.cjs", "src/core/state/state-change.ts");
    import_recording_commit3 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_state_line();
  }
});

// src/project/history-look.ts
var history_look_exports = {};
__export(history_look_exports, {
  decodeQuietly: () => decodeQuietly,
  lookBack: () => lookBack,
  readCommitted: () => readCommitted,
  toVersion: () => toVersion
});
async function readCommitted(place, heads) {
  const { stateFile: path, context: context2, fetched } = place;
  const { env, world } = context2;
  const tips = fetched?.tips ?? (heads === null ? [] : (0, import_heads.listTips)(heads, "everywhere"));
  const where = fetched === void 0 ? { timeoutMs: import_recording_commit4.SEARCH_MS } : { repository: fetched, timeoutMs: fetched.timeoutMs };
  const trailer = import_recording_commit4.RECORDING_TRAILER;
  const found = await readMovedVersions({ path, trailer, tips, env, ...where, now: () => world.monotonic() });
  const versions = [];
  let size = 0;
  for (const { commits, bytes } of found.versions) {
    size += bytes.length;
    if (size > MOST_BYTES2 && versions.length >= LEAST_VERSIONS) break;
    const stored = decodeQuietly(bytes, place);
    if (stored !== null) versions.push(toVersion(stored.state, { kind: "commit", commits }));
  }
  const isWhole = fetched === void 0 ? heads === null || heads.head === null || found.isComplete && (found.isBegun || !heads.isShallow) : found.isComplete;
  return { versions, journals: (0, import_committed_journals.readJournals)(found.journals), hasRecording: found.hasTrailer, isWhole };
}
async function lookBack(place, { state }, committed, { heads, hasSpec }) {
  const letGoHere = new Set(place.marks.readContent(state)?.letGo ?? []);
  const witness = place.changesJudged === "elsewhere" || (0, import_origin6.mayBeTrial)(state) ? void 0 : { hasSpec, letGoHere };
  const { versions, journals, hasRecording, isWhole } = await committed;
  const known = [...versions, ...(0, import_committed_journals.readFinished)(journals), ...readBackups(place, state), ...readMark2(place, state)];
  const { leftOut, isTold } = await listLeftOut(state, versions, place);
  const past = { versions: known, leftOut };
  const found = (0, import_earlier.judgeVersions)(state, past, witness);
  const isJudged = place.changesJudged === "here" && hasRecording;
  const changed = isJudged ? await (await Promise.resolve().then(() => (init_committed_state(), committed_state_exports))).judgeCommitted(state, hasSpec, place) : null;
  const sent = place.changesJudged === "here" ? (0, import_committed_journals.listSent)(journals, state, versions) : [];
  const seen = { sent, isWhole: isWhole && isTold || place.changesJudged === "elsewhere" };
  if (found === null && changed === null && sent.length === 0 && seen.isWhole) {
    const doubted = witness === void 0 ? [] : (0, import_earlier.judgeVersions)(state, past, { ...witness, hasSpec: () => true })?.doubted ?? [];
    return { found: null, unless: doubted.map(({ key }) => key) };
  }
  const none = { serial: state.serial, later: null, lost: [], removedLater: [], changed: 0, doubted: [] };
  const decided = decideOnce(found ?? none, changed?.shifts ?? []);
  const recorded = changed?.recorded ?? { monitors: /* @__PURE__ */ new Map() };
  return { found: { ...decided, ...seen, recorded, elsewhere: await findElsewhere(decided, place, heads) }, unless: [] };
}
async function listLeftOut(ours, versions, place) {
  const others = versions.filter(({ lineage }) => lineage !== ours.lineage);
  const first = versions.filter(({ lineage }) => lineage === ours.lineage).reduce(earlierOf, null);
  if (others.length === 0 || first === null) return { leftOut: [], isTold: true };
  const { ask: ask2 } = openGitOf(place);
  const begun = commitsOf(first).slice(-1);
  const outside = await listOutside(ask2, others.flatMap(commitsOf), begun);
  if (outside === null) return { leftOut: [], isTold: false };
  const isLeft = (version2) => commitsOf(version2).every((commit) => outside.has(commit));
  const replaced = others.filter((version2) => !isLeft(version2));
  return { leftOut: others.filter(isLeft).map((version2) => withoutReplaced(version2, replaced)), isTold: true };
}
function withoutReplaced(version2, replaced) {
  const later = replaced.filter(({ lineage, serial }) => lineage === version2.lineage && serial >= version2.serial);
  if (later.length === 0) return version2;
  return { ...version2, held: new Map([...version2.held].filter(([id]) => !later.some(({ held }) => held.has(id)))) };
}
function openGitOf({ stateFile, context: context2, fetched }) {
  return findHistory({ path: stateFile, env: context2.env, ...fetched === void 0 ? {} : { repository: fetched } });
}
function earlierOf(best, one) {
  return best === null || one.serial < best.serial ? one : best;
}
function commitsOf({ source }) {
  return source.kind === "commit" ? source.commits : [];
}
function decideOnce(earlier, shifts) {
  const idOf2 = (shift) => shift.kind === "exchanged" ? shift.from : "id" in shift ? shift.id : "";
  const lost = new Set(earlier.lost.map(({ id }) => id));
  if (earlier.later !== null) return { ...earlier, shifts: shifts.filter((shift) => shift.kind !== "earlier-state" && !lost.has(idOf2(shift))) };
  const taken = new Set(shifts.map(idOf2));
  return { ...earlier, lost: earlier.lost.filter(({ id }) => !taken.has(id)), shifts };
}
function toVersion(state, source) {
  const { lineage, serial, tool, removed = [], monitors } = state;
  return { source, lineage, serial, tool, removed, held: (0, import_removed5.listHeldIds)(monitors), record: (key) => monitors.get(key) };
}
function decodeQuietly(bytes, { shown, project, environment }) {
  try {
    return (0, import_state28.decodeState)(bytes, new import_refusals6.Refusals({ shown, project, environment, soundBackup: () => null, isCopy: true }));
  } catch {
    return null;
  }
}
function readBackups(place, ours) {
  const { backup, journalBackup } = (0, import_read.pathsOf)(place.stateFile);
  const bytes = readQuietly(backup);
  const stored = bytes === null ? null : decodeQuietly(bytes, place);
  if (stored === null) return [];
  const source = { kind: "backup", file: `${place.shown}.bak` };
  const { state } = (0, import_fold10.foldCopy)(stored, readQuietly(journalBackup));
  return state.serial > ours.serial ? [toVersion(state, source)] : [];
}
function readMark2({ marks }, ours) {
  const mark = marks.find(ours);
  if (mark === null) return [];
  const { records, removed } = marks.readContent(ours) ?? { records: /* @__PURE__ */ new Map(), removed: [] };
  const held = new Map([...records].map(([key, id]) => [id, key]));
  const lines = removed.map((line) => ({ ...line, serial: mark.serial }));
  const { lineage, serial } = mark;
  return [{ source: { kind: "mark" }, lineage, serial, tool: "", removed: lines, held, record: () => void 0 }];
}
async function findElsewhere(found, place, heads) {
  const versions = /* @__PURE__ */ new Set([...found.later === null ? [] : [found.later], ...found.lost.map(({ version: version2 }) => version2)]);
  const elsewhere = /* @__PURE__ */ new Set();
  const { ask: ask2 } = openGitOf(place);
  for (const version2 of versions) {
    if (version2.source.kind !== "commit") continue;
    const { commits } = version2.source;
    const where = await locateCommits(ask2, commits, place.fetched?.tips ?? ["HEAD"]);
    const isOnlySeen = where === "none" && heads !== null && await leadsTo(ask2, commits, (0, import_heads.listOwnTips)(heads)) === false;
    if (where === "other-branch" || isOnlySeen) elsewhere.add(version2);
  }
  return elsewhere;
}
function readQuietly(path) {
  try {
    return (0, import_node_fs7.readFileSync)(path);
  } catch {
    return null;
  }
}
var import_node_fs7, import_heads, import_earlier, import_read, import_fold10, import_refusals6, import_state28, import_origin6, import_removed5, import_committed_journals, import_recording_commit4, MOST_BYTES2, LEAST_VERSIONS;
var init_history_look = __esm({
  "src/project/history-look.ts"() {
    "use strict";
    import_node_fs7 = require("node:fs");
    init_file_versions();
    init_former_paths();
    import_heads = askBundle("./check.cjs", "src/core/git/heads.ts");
    import_earlier = askBundle("./plan.cjs", "src/core/state/earlier.ts");
    import_read = askBundle("./check.cjs", "src/core/state/file/read.ts");
    import_fold10 = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    import_refusals6 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state28 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_origin6 = askBundle("./monitors.cjs", "src/core/state/origin.ts");
    import_removed5 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_committed_journals = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    import_recording_commit4 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    MOST_BYTES2 = 16 * 1024 * 1024;
    LEAST_VERSIONS = 3;
  }
});

// src/project/every-commit.ts
var every_commit_exports = {};
__export(every_commit_exports, {
  findInEveryCommit: () => findInEveryCommit,
  listEveryRecord: () => listEveryRecord
});
async function findInEveryCommit(place, { ours: state, origin, settings, isSought, hasSpec }) {
  const { found, isSeen, hasMore } = await readEveryVersion(place);
  const ours = state ?? { ...NO_STATE, origin: origin ?? "" };
  const states = found.versions.flatMap((version2) => {
    const state2 = decode3(version2.bytes, place);
    return state2 === null ? [] : [{ state: state2, version: version2 }];
  });
  const isPast = await openPast(ours, states, { place, settings });
  const past = states.filter(isPast.isState);
  const versions = past.map(({ state: state2, version: version2 }) => toVersion(state2, { kind: "commit", commits: version2.commits }));
  const settled = new Set(ours.removed?.map(({ id }) => id));
  const isOpen2 = ({ intent }) => !settled.has(intent.opId);
  const journals = found.journals.flatMap((version2) => (0, import_committed_journals2.readJournals)([version2]).filter((journal) => isPast.isJournal(journal, version2))).map((journal) => ({ ...journal, creates: journal.creates.filter(isOpen2) }));
  const known = [...versions, ...(0, import_committed_journals2.readFinished)(journals)];
  const judged = (0, import_earlier2.judgeVersions)(ours, { versions: known, leftOut: known.filter(({ lineage }) => lineage !== ours.lineage), hasSpec });
  const sent = [...(0, import_committed_journals2.listSent)(journals, ours, known), ...listSentApart(journals, ours, { known, versions, hasMore })];
  return { recorded: judged?.lost.filter(({ key }) => isSought(key)) ?? [], sent: sent.filter(({ key }) => isSought(key)), isSeen };
}
function listSentApart(journals, { lineage: own, monitors }, {
  known,
  versions,
  hasMore
}) {
  const serial = hasMore ? Number.POSITIVE_INFINITY : 0;
  const others = [...new Set(journals.map(({ base }) => base.lineage))].filter((lineage) => lineage !== own);
  return others.flatMap((lineage) => {
    const last = Math.max(0, ...versions.filter((one) => one.lineage === lineage).map((one) => one.serial));
    const isLast = ({ base }) => base.serial >= last;
    const there = { lineage, serial, monitors };
    return [...(0, import_committed_journals2.listSent)(journals.filter(isLast), there, known, "last"), ...(0, import_committed_journals2.listSent)(journals, there, known)];
  });
}
async function listEveryRecord(place) {
  const { versions } = (await readEveryVersion(place)).found;
  const states = versions.map(({ bytes }) => decode3(bytes, place)).filter((state) => state?.environment === place.environment);
  return new Map(states.flatMap((state) => state === null ? [] : [...(0, import_removed6.listHeldIds)(state.monitors)]));
}
async function readEveryVersion({ stateFile, environment, fetched, context: { env, world } }) {
  const now = () => world.monotonic();
  const started = now();
  const own = (0, import_node_path25.basename)((0, import_state_name4.baseOfStateFile)(stateFile, environment)).replace(/\.json$/, "");
  const tips = () => ["--all", "--reflog", ...(0, import_heads2.listNamedCommits)((0, import_repository7.findNearest)((0, import_node_path25.dirname)(stateFile)))];
  const { timeoutMs, ...where } = fetched === void 0 ? { tips: tips(), timeoutMs: CREATE_SEARCH_MS } : { repository: fetched, tips: fetched.tips, timeoutMs: fetched.timeoutMs };
  const search = { path: stateFile, trailer: import_recording_commit5.RECORDING_TRAILER, ...where, timeoutMs, env, now };
  const everywhere = await readFileVersions({ ...search, everywhere: [.../* @__PURE__ */ new Set([own, USUAL_NAME])] });
  if (everywhere.isComplete) return { found: everywhere, isSeen: "whole", hasMore: everywhere.hasMore };
  const isSeen = now() - started < timeoutMs ? "part" : "late";
  const here = await readFileVersions(search);
  const found = {
    versions: [...everywhere.versions, ...here.versions],
    journals: [...everywhere.journals, ...here.journals]
  };
  return { found, isSeen, hasMore: true };
}
async function openPast(ours, states, { place, settings }) {
  const { stateFile, environment } = place;
  const root = (0, import_repository7.findRepository)((0, import_paths13.findReal)((0, import_repository7.findNearest)((0, import_node_path25.dirname)(stateFile)))) ?? (0, import_node_path25.dirname)(stateFile);
  const own = (0, import_paths13.findReal)(stateFile);
  const left = /* @__PURE__ */ new Set();
  const stands = (path) => (0, import_node_path25.join)(root, path) !== own && (0, import_node_fs8.existsSync)((0, import_node_path25.join)(root, path));
  const isAnothers = (path) => stands(path) && !left.has((0, import_node_path25.join)(root, path));
  const isUndeclared = (name) => settings.environments !== null && !settings.environments.has(name);
  const isBesides = (path, name) => (0, import_paths13.findReal)((0, import_state_name4.stateFileOf)((0, import_state_name4.baseOfStateFile)(stateFile, environment), name)) === (0, import_node_path25.join)(root, path);
  const isState = ({ state, version: { paths } }) => {
    if (state.lineage === ours.lineage) return true;
    const isTrial = state.emulator === true && ours.lineage === "";
    if (isTrial || ours.origin !== "" && state.origin !== ours.origin) return false;
    if (state.environment === environment) return !paths.every(isAnothers);
    return isUndeclared(state.environment) && paths.some((path) => stands(path) && isBesides(path, state.environment));
  };
  const others = states.filter(({ state }) => state.environment === environment);
  if (others.some((one) => !isState(one) && one.version.paths.some(stands))) {
    const { listFormerFiles: listFormerFiles2 } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/project/former-places.ts"));
    for (const path of await listFormerFiles2(settings, place.context.env)) left.add((0, import_paths13.findReal)(path));
  }
  const counted = new Set(states.filter(isState).map(({ state }) => state.lineage));
  const known = new Set(states.map(({ state }) => state.lineage));
  return {
    isState,
    isJournal: ({ base, creates }, { paths }) => {
      if (base.lineage === ours.lineage || counted.has(base.lineage)) return true;
      const isOtherService = ours.origin !== "" && creates.some(({ intent }) => intent.origin !== ours.origin);
      return !known.has(base.lineage) && !isOtherService && !paths.every((path) => isAnothers(path.replace(/\.journal$/, "")));
    }
  };
}
function decode3(bytes, place) {
  const environment = (0, import_value33.property)((0, import_value33.parseJson)(Buffer.from(bytes).toString("utf8")), "environment");
  return typeof environment === "string" ? decodeQuietly(bytes, { ...place, environment })?.state ?? null : null;
}
var import_node_fs8, import_node_path25, import_paths13, import_state_name4, import_heads2, import_repository7, import_value33, import_earlier2, import_removed6, import_committed_journals2, import_recording_commit5, CREATE_SEARCH_MS, USUAL_NAME, NO_STATE;
var init_every_commit = __esm({
  "src/project/every-commit.ts"() {
    "use strict";
    import_node_fs8 = require("node:fs");
    import_node_path25 = require("node:path");
    import_paths13 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_state_name4 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    init_file_versions();
    import_heads2 = askBundle("./check.cjs", "src/core/git/heads.ts");
    import_repository7 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_value33 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_earlier2 = askBundle("./plan.cjs", "src/core/state/earlier.ts");
    import_removed6 = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_committed_journals2 = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    init_history_look();
    import_recording_commit5 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    CREATE_SEARCH_MS = 2e4;
    USUAL_NAME = "monitors.state";
    NO_STATE = { lineage: "", serial: 0, tool: "", monitors: /* @__PURE__ */ new Map() };
  }
});

// src/project/shared-neighbours.ts
var shared_neighbours_exports = {};
__export(shared_neighbours_exports, {
  readSharedNeighbours: () => readSharedNeighbours
});
async function readSharedNeighbours({ project, environment, environments }, open2) {
  const found = [];
  for (const other of environments === null ? [] : /* @__PURE__ */ new Set([...environments.keys(), import_state_name5.DEFAULT_ENVIRONMENT])) {
    if (other === environment) continue;
    const neighbour = await readNeighbour({ project, environment: other }, await open2(other));
    if (neighbour !== null) found.push(neighbour);
  }
  return found;
}
async function readNeighbour(owner, store) {
  try {
    const read2 = await store.read();
    if (read2.kind === "first-use" || (await store.readMigration())?.environment !== void 0) return null;
    const { state } = read2.stored;
    const open2 = read2.journal.creates.map(({ intent }) => intent.key);
    return (0, import_other_environments4.toNeighbour)({ ...owner, origin: state.origin, emulator: state.emulator === true }, [...(0, import_state29.recordsOf)(state)], open2);
  } catch (error) {
    if (error instanceof import_user_error41.UserError && error.code !== "state/unreachable") return null;
    throw error;
  } finally {
    await store.close();
  }
}
var import_user_error41, import_state_name5, import_state29, import_other_environments4;
var init_shared_neighbours = __esm({
  "src/project/shared-neighbours.ts"() {
    "use strict";
    import_user_error41 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_state_name5 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_state29 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    import_other_environments4 = askBundle("./check.cjs", "src/project/other-environments.ts");
  }
});

// change.js
var change_exports = {};
__export(change_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(change_exports);
var once = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/core/api/http-proxy.ts": once(() => (init_http_proxy(), http_proxy_exports)),
  "src/core/api/http-service.ts": once(() => (init_http_service(), http_service_exports)),
  "src/core/git/file-versions.ts": once(() => (init_file_versions(), file_versions_exports)),
  "src/doors/library/changes.ts": once(() => (init_changes2(), changes_exports2)),
  "src/doors/library/commands.ts": once(() => (init_commands(), commands_exports)),
  "src/doors/library/observe.ts": once(() => (init_observe(), observe_exports)),
  "src/doors/library/state.ts": once(() => (init_state(), state_exports)),
  "src/features/accept/accept-branch.ts": once(() => (init_accept_branch(), accept_branch_exports)),
  "src/features/accept/accept.ts": once(() => (init_accept(), accept_exports)),
  "src/features/accept/document.ts": once(() => (init_document4(), document_exports3)),
  "src/features/adopt/document.ts": once(() => (init_document(), document_exports)),
  "src/features/adopt/factor-document.ts": once(() => (init_factor_document(), factor_document_exports)),
  "src/features/adopt/factor.ts": once(() => (init_factor(), factor_exports)),
  "src/features/adopt/import.ts": once(() => (init_import(), import_exports)),
  "src/features/adopt/pull.ts": once(() => (init_pull(), pull_exports)),
  "src/features/adopt/text.ts": once(() => (init_text(), text_exports)),
  "src/features/alerts/alerts.ts": once(() => (init_alerts(), alerts_exports)),
  "src/features/alerts/test-text.ts": once(() => (init_test_text(), test_text_exports)),
  "src/features/alerts/test-webhooks.ts": once(() => (init_test_webhooks(), test_webhooks_exports)),
  "src/features/alerts/text.ts": once(() => (init_text2(), text_exports2)),
  "src/features/apply/apply.ts": once(() => (init_apply2(), apply_exports)),
  "src/features/apply/approved-plan.ts": once(() => (init_approved_plan(), approved_plan_exports)),
  "src/features/apply/display.ts": once(() => (init_display(), display_exports)),
  "src/features/apply/document.ts": once(() => (init_document2(), document_exports2)),
  "src/features/apply/exit-code.ts": once(() => (init_exit_code(), exit_code_exports)),
  "src/features/apply/progress.ts": once(() => (init_progress2(), progress_exports)),
  "src/features/apply/sentences.ts": once(() => (init_sentences(), sentences_exports)),
  "src/features/apply/text.ts": once(() => (init_text3(), text_exports3)),
  "src/features/changes/changes.ts": once(() => (init_changes(), changes_exports)),
  "src/features/changes/request.ts": once(() => (init_request(), request_exports)),
  "src/features/editor/completion/bash.ts": once(() => (init_bash(), bash_exports)),
  "src/features/editor/completion/candidates.ts": once(() => (init_candidates2(), candidates_exports)),
  "src/features/editor/completion/fish.ts": once(() => (init_fish(), fish_exports)),
  "src/features/editor/completion/zsh.ts": once(() => (init_zsh(), zsh_exports)),
  "src/features/init/document.ts": once(() => (init_document5(), document_exports4)),
  "src/features/init/init.ts": once(() => (init_init(), init_exports)),
  "src/features/observe/checks-document.ts": once(() => (init_checks_document(), checks_document_exports)),
  "src/features/observe/checks.ts": once(() => (init_checks(), checks_exports)),
  "src/features/observe/recipients.ts": once(() => (init_recipients(), recipients_exports)),
  "src/features/observe/run-checks.ts": once(() => (init_run_checks(), run_checks_exports)),
  "src/features/observe/run-document.ts": once(() => (init_run_document(), run_document_exports)),
  "src/features/observe/status-document.ts": once(() => (init_status_document(), status_document_exports)),
  "src/features/observe/status-prometheus.ts": once(() => (init_status_prometheus(), status_prometheus_exports)),
  "src/features/observe/status.ts": once(() => (init_status(), status_exports)),
  "src/features/recover/document.ts": once(() => (init_document6(), document_exports5)),
  "src/features/recover/recover.ts": once(() => (init_recover(), recover_exports)),
  "src/features/recover/text.ts": once(() => (init_text4(), text_exports4)),
  "src/features/render/document.ts": once(() => (init_document7(), document_exports6)),
  "src/features/render/render.ts": once(() => (init_render(), render_exports)),
  "src/features/report/suggest-schedules.ts": once(() => (init_suggest_schedules(), suggest_schedules_exports)),
  "src/features/report/suggest.ts": once(() => (init_suggest(), suggest_exports)),
  "src/features/resolve/document.ts": once(() => (init_document8(), document_exports7)),
  "src/features/resolve/prune.ts": once(() => (init_prune(), prune_exports)),
  "src/features/resolve/resolve.ts": once(() => (init_resolve(), resolve_exports)),
  "src/features/state/document.ts": once(() => (init_document9(), document_exports8)),
  "src/features/state/environment.ts": once(() => (init_environment(), environment_exports)),
  "src/features/state/keys.ts": once(() => (init_keys(), keys_exports)),
  "src/features/state/place.ts": once(() => (init_place(), place_exports)),
  "src/features/state/repair.ts": once(() => (init_repair(), repair_exports)),
  "src/features/state/restore-commit.ts": once(() => (init_restore_commit(), restore_commit_exports)),
  "src/features/state/restore.ts": once(() => (init_restore(), restore_exports)),
  "src/features/state/shared-repair.ts": once(() => (init_shared_repair(), shared_repair_exports)),
  "src/features/state/text.ts": once(() => (init_text5(), text_exports5)),
  "src/features/try/document.ts": once(() => (init_document10(), document_exports9)),
  "src/features/try/try-folder.ts": once(() => (init_try_folder(), try_folder_exports)),
  "src/features/try/try-plan.ts": once(() => (init_try_plan(), try_plan_exports)),
  "src/project/every-commit.ts": once(() => (init_every_commit(), every_commit_exports)),
  "src/project/flight.ts": once(() => (init_flight(), flight_exports)),
  "src/project/history-findings.ts": once(() => (init_history_findings(), history_findings_exports)),
  "src/project/history-look.ts": once(() => (init_history_look(), history_look_exports)),
  "src/project/lock-wait.ts": once(() => (init_lock_wait(), lock_wait_exports)),
  "src/project/shared-neighbours.ts": once(() => (init_shared_neighbours(), shared_neighbours_exports)),
  "src/project/state-access.ts": once(() => (init_state_access(), state_access_exports)),
  "src/project/state-line.ts": once(() => (init_state_line(), state_line_exports)),
  "src/project/time-zone.ts": once(() => (init_time_zone(), time_zone_exports)),
  "src/rendering/exchange-text.ts": once(() => (init_exchange_text(), exchange_text_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
