// build caca3e67929eefcc
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

// src/core/files/file-error.ts
var file_error_exports = {};
__export(file_error_exports, {
  errorCode: () => errorCode,
  explainFileError: () => explainFileError
});
function explainFileError(error) {
  const code = errorCode(error);
  return (code === void 0 ? void 0 : WORDS[code]) ?? error.message;
}
function errorCode(error) {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : void 0;
}
var WORDS;
var init_file_error = __esm({
  "src/core/files/file-error.ts"() {
    "use strict";
    WORDS = {
      ENOENT: "it does not exist",
      ENOTDIR: "what its path names as a directory is a file",
      EISDIR: "it is a directory",
      ENXIO: "it is a pipe, socket or device, not a file",
      EFBIG: "it is too large",
      EACCES: "permission denied",
      EPERM: "permission denied",
      EROFS: "the disk is read-only",
      ENOSPC: "the disk is full",
      EDQUOT: "the disk quota is used up",
      ENAMETOOLONG: "its name is too long",
      ELOOP: "its path leads through too many symbolic links"
    };
  }
});

// src/doors/cli/direct-output.ts
function takesDirectOutput(descriptor, platform) {
  if (platform === "win32") return false;
  try {
    const stat = (0, import_node_fs.fstatSync)(descriptor);
    return stat.isFile() || stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
var import_node_fs, import_node_stream, HAS_TO_WAIT, DirectOutput;
var init_direct_output = __esm({
  "src/doors/cli/direct-output.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_stream = require("node:stream");
    init_file_error();
    HAS_TO_WAIT = "EAGAIN";
    DirectOutput = class extends import_node_stream.Writable {
      #descriptor;
      #openStream;
      /** Node's own stream, once a write would have had to wait. */
      #stream = null;
      #onLoss;
      #takesNoMore = false;
      #hasLost = false;
      /** Something that was written is lost. */
      get hasLost() {
        return this.#hasLost;
      }
      /**
       * `openStream` gives Node's stream of the same descriptor: it takes over when the descriptor does not take all at once. `onLoss` is
       * called once, with the reason, when the descriptor takes no more; what is written from then on is lost, and the run goes on.
       */
      constructor(descriptor, openStream, onLoss) {
        super({ decodeStrings: true });
        this.#descriptor = descriptor;
        this.#openStream = openStream;
        this.#onLoss = onLoss;
      }
      _write(chunk, _encoding, done) {
        if (this.#takesNoMore) {
          this.#hasLost = true;
          done();
          return;
        }
        if (this.#stream !== null) {
          this.#stream.write(chunk, (error) => this.#end(error, done));
          return;
        }
        let written = 0;
        try {
          while (written < chunk.length) written += (0, import_node_fs.writeSync)(this.#descriptor, chunk, written);
        } catch (error) {
          if (errorCode(error) === HAS_TO_WAIT) {
            this.#stream = this.#openStream();
            this.#stream.write(chunk.subarray(written), (failed) => this.#end(failed, done));
            return;
          }
          this.#takesNoMore = true;
          this.#hasLost = true;
          this.#onLoss(error);
        }
        done();
      }
      /** Node's stream tells of its errors itself: here they only count. */
      #end(error, done) {
        this.#hasLost ||= error != null;
        done();
      }
    };
  }
});

// src/doors/cli/process-context.ts
var process_context_exports = {};
__export(process_context_exports, {
  context: () => context
});
function watchInterruption(lastWords = 'Run "monitors plan" to see what is unresolved.') {
  const controller = new AbortController();
  (0, import_node_events.setMaxListeners)(0, controller.signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const interruption = { signal, exitCode: EXIT_CODES[signal] };
      if (controller.signal.aborted) endAtOnce(interruption, lastWords);
      controller.abort(interruption);
    });
  }
  return controller.signal;
}
function endAtOnce({ exitCode }, lastWords) {
  try {
    (0, import_node_fs2.writeSync)(2, `
Stopped at once. ${lastWords}
`);
  } catch {
  }
  process.exit(exitCode);
}
function sleep(ms, signal) {
  const LONGEST_TIMER = 2 ** 31 - 1;
  return new Promise((resolve3, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    let left = Math.max(0, ms);
    let timer;
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const wait = () => {
      const piece = Math.min(left, LONGEST_TIMER);
      left -= piece;
      timer = setTimeout(() => {
        if (left > 0) return wait();
        signal?.removeEventListener("abort", abort);
        resolve3();
      }, piece);
    };
    signal?.addEventListener("abort", abort, { once: true });
    wait();
  });
}
function openOutput(descriptor) {
  const known = opened.get(descriptor);
  if (known !== void 0) return known;
  const stream = takesDirectOutput(descriptor, process.platform) ? new DirectOutput(
    descriptor,
    () => openNodeOutput(descriptor),
    (error) => noteLoss(descriptor, error)
  ) : openNodeOutput(descriptor);
  opened.set(descriptor, stream);
  return stream;
}
function openNodeOutput(descriptor) {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  return stream.on("error", (error) => noteLoss(descriptor, error));
}
function noteLoss(descriptor, error) {
  if (errorCode(error) === "EPIPE" || isLossNoted) return;
  isLossNoted = true;
  process.on("exit", (exitCode) => {
    if (exitCode === 0 || exitCode === 2) process.exitCode = 1;
    const stream = descriptor === 1 ? "standard output" : "standard error";
    const code = "config/output-lost";
    const message = `error  ${code}  not all of ${stream} could be written: ${explainFileError(error)}`;
    const hint = '   hint: what was done is recorded; fix the disk, then run "monitors plan" to see what is left';
    try {
      (0, import_node_fs2.writeSync)(2, `${message}
${hint}
`);
    } catch {
    }
  });
}
function readWorkingDirectory() {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}
var import_node_events, import_node_fs2, EXIT_CODES, opened, isLossNoted, context;
var init_process_context = __esm({
  "src/doors/cli/process-context.ts"() {
    "use strict";
    import_node_events = require("node:events");
    import_node_fs2 = require("node:fs");
    init_file_error();
    init_direct_output();
    EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 };
    opened = /* @__PURE__ */ new Map();
    isLossNoted = false;
    context = {
      // Opening a stream takes a while, so that each is opened when it is needed.
      get stdin() {
        return process.stdin;
      },
      get stdout() {
        return openOutput(1);
      },
      get stderr() {
        return openOutput(2);
      },
      env: process.env,
      cwd: readWorkingDirectory(),
      process: { pid: process.pid, platform: process.platform, nodeVersion: process.version, userId: process.getuid?.() ?? null },
      world: { now: Date.now, monotonic: () => performance.now(), sleep, random: Math.random, uuid: () => crypto.randomUUID() },
      timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      watchInterruption
    };
  }
});

// src/core/base/version.ts
var version_exports = {};
__export(version_exports, {
  build: () => build,
  describeTool: () => describeTool,
  readCommit: () => readCommit,
  readReleaseTag: () => readReleaseTag,
  repository: () => repository,
  version: () => version,
  writer: () => writer
});
function readCommit() {
  const commit = readHead((0, import_node_path.join)(__dirname, "../.git")) ?? readNote((0, import_node_path.join)(__dirname, "commit"))?.commit ?? "";
  return /^[0-9a-f]{40}$/.test(commit) ? commit : "";
}
function readReleaseTag() {
  const tag = `v${version}`;
  const commit = readCommit();
  const tagged = readReference((0, import_node_path.join)(__dirname, "../.git"), `refs/tags/${tag}`);
  const noted = readNote((0, import_node_path.join)(__dirname, "commit"));
  if (commit === "") return null;
  return tagged === commit || noted?.commit === commit && noted.tag === tag ? tag : null;
}
function describeTool() {
  const commit = readCommit();
  const origin = commit === "" ? build === "" ? "from source" : `build ${build}` : commit.slice(0, 7);
  return `monitors ${version} (${origin})`;
}
function readHead(gitDirectory) {
  const head = readText((0, import_node_path.join)(gitDirectory, "HEAD"))?.trim();
  const reference = head?.startsWith("ref: ") ? head.slice("ref: ".length) : void 0;
  return reference === void 0 ? head : readReference(gitDirectory, reference);
}
function readReference(gitDirectory, reference) {
  const packed = () => readText((0, import_node_path.join)(gitDirectory, "packed-refs"))?.split("\n").find((line) => line.endsWith(` ${reference}`));
  return readText((0, import_node_path.join)(gitDirectory, reference))?.trim() ?? packed()?.split(" ")[0];
}
function readNote(file2) {
  const [commit = "", noted, tag] = readText(file2)?.trim().split(" ") ?? [];
  return noted === build ? { commit, tag } : void 0;
}
function readText(file2) {
  try {
    return (0, import_node_fs3.readFileSync)(file2, "utf8");
  } catch {
    return void 0;
  }
}
var import_node_fs3, import_node_path, version, writer, repository, build;
var init_version = __esm({
  "src/core/base/version.ts"() {
    "use strict";
    import_node_fs3 = require("node:fs");
    import_node_path = require("node:path");
    version = true ? "0.1.0" : "0.0.0-source";
    writer = `${version}+removals`;
    repository = true ? "" : "";
    build = true ? "caca3e67929eefcc" : "";
  }
});

// src/core/diagnostics/diagnostic.ts
var diagnostic_exports = {};
__export(diagnostic_exports, {
  compareDiagnostics: () => compareDiagnostics,
  compareText: () => compareText,
  hasErrors: () => hasErrors,
  writePlace: () => writePlace
});
function writePlace({ file: file2, range }) {
  return `${file2}:${range.start.line}:${range.start.column}`;
}
function hasErrors(findings) {
  return findings.some((finding) => finding.severity === "error");
}
function compareDiagnostics(a, b) {
  const file2 = compareText(a.where?.file ?? "", b.where?.file ?? "");
  if (file2 !== 0) return file2;
  const offset = (a.where?.range.start.offset ?? 0) - (b.where?.range.start.offset ?? 0);
  if (offset !== 0) return offset;
  return compareText(a.code, b.code) || compareText(a.message, b.message);
}
function compareText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
var init_diagnostic = __esm({
  "src/core/diagnostics/diagnostic.ts"() {
    "use strict";
  }
});

// src/core/base/assert-never.ts
var assert_never_exports = {};
__export(assert_never_exports, {
  assertNever: () => assertNever
});
function assertNever(impossible) {
  const tag = impossible;
  throw new Error(`impossible case${typeof tag === "string" ? `: ${tag}` : ""}`);
}
var init_assert_never = __esm({
  "src/core/base/assert-never.ts"() {
    "use strict";
  }
});

// src/core/json/canonical.ts
var canonical_exports = {};
__export(canonical_exports, {
  canonicalJson: () => canonicalJson,
  hashJson: () => hashJson,
  sha256: () => sha256
});
function canonicalJson(value) {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return isArray(value) ? canonicalItems(value) : canonicalMembers(value);
}
function canonicalItems(items) {
  let text2 = "";
  for (const item of items) text2 += text2 === "" ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return `[${text2}]`;
}
function canonicalMembers(object) {
  let text2 = "";
  for (const name of sortNames(Object.keys(object))) {
    text2 += `${text2 === "" ? "" : ","}${quote(name)}:${canonicalJson(object[name])}`;
  }
  return `{${text2}}`;
}
function sortNames(names) {
  for (let index = 1; index < names.length; index++) {
    if (names[index - 1] > names[index]) return names.sort();
  }
  return names;
}
function quote(text2) {
  return PLAIN.test(text2) ? `"${text2}"` : JSON.stringify(text2);
}
function sha256(content) {
  return (0, import_node_crypto.hash)("sha256", content, "hex");
}
function hashJson(value) {
  return sha256(canonicalJson(value));
}
function isArray(value) {
  return Array.isArray(value);
}
var import_node_crypto, PLAIN;
var init_canonical = __esm({
  "src/core/json/canonical.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;
  }
});

// src/core/json/value.ts
var value_exports = {};
__export(value_exports, {
  isEqualJson: () => isEqualJson,
  isObject: () => isObject,
  parseJson: () => parseJson,
  property: () => property,
  readAmount: () => readAmount
});
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function property(value, name) {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : void 0;
}
function parseJson(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return void 0;
  }
}
function isEqualJson(a, b) {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqualJson(item, b[index]));
  return isObject(a) && isObject(b) && isEqualObject(a, b);
}
function isEqualObject(a, b) {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name) || !isEqualJson(a[name], b[name])) return false;
  }
  return true;
}
function readAmount(value) {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
var init_value = __esm({
  "src/core/json/value.ts"() {
    "use strict";
  }
});

// src/core/state/journaled-work.ts
var journaled_work_exports = {};
__export(journaled_work_exports, {
  advanceOperation: () => advanceOperation,
  sortWork: () => sortWork,
  startOperation: () => startOperation
});
function startOperation(intent) {
  const untouched = { phase: "intent", attempt: 0, firstSentAt: "", lastSentAt: "" };
  return intent.op === "create" ? { intent, ...untouched } : { intent, ...untouched };
}
function advanceOperation(work, record, doubted) {
  if (record.phase === "done") return { ...work, phase: "done", attempt: record.attempt, done: record };
  const { attempt, firstSentAt, lastSentAt, error } = record;
  const phase = record.phase !== "refused" ? record.phase : doubted ? "unknown" : "intent";
  const { error: _before, ...rest } = work;
  return { ...rest, phase, attempt, firstSentAt, lastSentAt, ...error === void 0 ? {} : { error } };
}
function sortWork(work) {
  return { creates: work.filter(isCreate), edits: work.filter(isEdit) };
}
function isCreate(work) {
  return work.intent.op === "create";
}
function isEdit(work) {
  return work.intent.op !== "create";
}
var init_journaled_work = __esm({
  "src/core/state/journaled-work.ts"() {
    "use strict";
  }
});

// src/core/specs/sync.ts
var sync_exports = {};
__export(sync_exports, {
  NO_SETTINGS: () => NO_SETTINGS,
  RECORDED_SETTINGS: () => RECORDED_SETTINGS,
  hashRepeated: () => hashRepeated,
  isProtected: () => isProtected,
  isTextsByName: () => isTextsByName,
  readRecordedSync: () => readRecordedSync,
  readSync: () => readSync,
  toRecordedSync: () => toRecordedSync
});
function readSync(data) {
  const sync = property(data, "sync");
  if (!isObject(sync)) return NO_SETTINGS;
  const settings = [];
  for (const [name, { read }] of BY_NAME) {
    const given = property(sync, name);
    const value = given === void 0 ? void 0 : read(given);
    if (value !== void 0) settings.push([name, value]);
  }
  return settings.length === 0 ? NO_SETTINGS : Object.fromEntries(settings);
}
function isProtected({ sync }) {
  return sync.protect === true;
}
function toRecordedSync(settings) {
  const noted = RECORDED_SETTINGS.filter((name) => settings[name] !== void 0);
  return noted.length === 0 ? NOTHING : Object.fromEntries(noted.map((name) => [name, settings[name]]));
}
function readRecordedSync(record) {
  for (const name of RECORDED_SETTINGS) {
    const value = record[name];
    if (value !== void 0 && BY_NAME.get(name)?.isRecorded?.(value) !== true) return null;
  }
  return toRecordedSync(record);
}
function readText2(value) {
  return typeof value === "string" ? value : void 0;
}
function listTexts(value) {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
function emptyToNone(list) {
  return list.length === 0 ? void 0 : list;
}
function readLabels(value) {
  if (!isObject(value)) return void 0;
  const entries = Object.entries(value).filter((entry) => typeof entry[1] === "string");
  return entries.length === 0 ? void 0 : Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}
function readExpectation(value) {
  const status2 = property(value, "status");
  return typeof status2 === "number" ? { status: status2 } : void 0;
}
function isTextsByName(value) {
  return isObject(value) && Object.values(value).every((text2) => typeof text2 === "string");
}
function hashRepeated(repeated) {
  const hash2 = (0, import_node_crypto2.createHash)("sha256");
  for (const { key, specPath, bodyHash, protect, paused, sync, inherited } of sortByKey(repeated)) {
    const settings = toRecordedSync(sync);
    const rest = inherited === void 0 && Object.keys(settings).length === 0 ? "" : canonicalJson([settings, inherited ?? null]);
    hash2.update(`${key.length} ${specPath.length} ${rest.length} ${protect} ${paused}${key}${specPath}${bodyHash}${rest}`);
  }
  return hash2.digest("hex");
}
function sortByKey(repeated) {
  const isSorted = repeated.every(({ key }, index) => index === 0 || repeated[index - 1].key <= key);
  return isSorted ? repeated : repeated.toSorted((a, b) => compareText(a.key, b.key));
}
var import_node_crypto2, SETTINGS, BY_NAME, RECORDED_SETTINGS, NO_SETTINGS, NOTHING;
var init_sync = __esm({
  "src/core/specs/sync.ts"() {
    "use strict";
    import_node_crypto2 = require("node:crypto");
    init_diagnostic();
    init_canonical();
    init_value();
    SETTINGS = {
      key: { read: readText2 },
      renamedFrom: { read: readText2 },
      distinctFrom: { read: (value) => emptyToNone(listTexts(value).map((id) => id.trim())) },
      protect: { read: (value) => value === true ? true : void 0 },
      ignore: { read: (value) => emptyToNone(listTexts(value).sort(compareText)) },
      paused: { read: (value) => typeof value === "boolean" || value === "keep" ? value : void 0 },
      labels: { read: readLabels, isRecorded: isTextsByName },
      environments: { read: (value) => Array.isArray(value) ? listTexts(value) : void 0 },
      alerts: { read: (value) => value === "none" ? value : void 0 },
      expect: { read: readExpectation }
    };
    BY_NAME = new Map(Object.entries(SETTINGS));
    RECORDED_SETTINGS = [...BY_NAME].flatMap(
      ([name, { isRecorded }]) => isRecorded === void 0 ? [] : [name]
    );
    NO_SETTINGS = Object.freeze({});
    NOTHING = Object.freeze({});
  }
});

// src/core/state/format/monitor.ts
var monitor_exports = {};
__export(monitor_exports, {
  isInherited: () => isInherited,
  isTexts: () => isTexts,
  leftOver: () => leftOver,
  readRecordedMonitor: () => readRecordedMonitor,
  readRecordedOutline: () => readRecordedOutline,
  toMonitorJson: () => toMonitorJson
});
function readRecordedMonitor(value) {
  const outline = readRecordedOutline(value);
  if (outline === null || !isObject(value)) return null;
  const { applied, observed } = value;
  return isObject(applied) && isObject(observed) ? Object.assign(outline, { applied, observed }) : null;
}
function readRecordedOutline(value) {
  if (!isObject(value)) return null;
  const { id, specPath, protect, createdAt, bodyHash } = value;
  if (typeof id !== "string" || id === "" || typeof specPath !== "string" || typeof protect !== "boolean") return null;
  if (typeof createdAt !== "string" || typeof bodyHash !== "string") return null;
  const optional2 = readOptionalMembers(value);
  if (optional2 === null) return null;
  const known = { id, specPath, protect, createdAt, bodyHash, ...optional2 };
  const unknown = leftOver(value, MEMBERS);
  return Object.keys(unknown).length === 0 ? known : { ...known, unknown };
}
function readOptionalMembers(record) {
  const { paused, pending, leftovers, mayExistTwice, secrets, inherited } = record;
  const settings = readRecordedSync(record);
  if (settings === null) return null;
  const areAbsent = paused === void 0 && pending === void 0 && leftovers === void 0;
  if (areAbsent && mayExistTwice === void 0 && secrets === void 0 && inherited === void 0) return settings;
  if (paused !== void 0 && paused !== true) return null;
  if (pending !== void 0 && !isPendingUpdate(pending)) return null;
  if (leftovers !== void 0 && !isTexts(leftovers)) return null;
  if (mayExistTwice !== void 0 && mayExistTwice !== true) return null;
  if (secrets !== void 0 && !isTextsByName(secrets)) return null;
  if (inherited !== void 0 && !isInherited(inherited)) return null;
  return {
    ...paused === void 0 ? {} : { paused },
    ...pending === void 0 ? {} : { pending },
    ...leftovers === void 0 ? {} : { leftovers },
    ...mayExistTwice === void 0 ? {} : { mayExistTwice },
    ...secrets === void 0 ? {} : { secrets },
    ...settings,
    ...inherited === void 0 ? {} : { inherited }
  };
}
function isPendingUpdate(value) {
  if (!isObject(value)) return false;
  const { bodyHash, applied, paused } = value;
  return typeof bodyHash === "string" && isObject(applied) && (paused === void 0 || paused === true);
}
function isTexts(value) {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
function isInherited(value) {
  return isObject(value) && Object.values(value).every(isTexts);
}
function toMonitorJson(record) {
  const { id, specPath, protect, createdAt, bodyHash, applied, observed, paused, pending, leftovers, mayExistTwice, secrets, inherited } = record;
  return {
    ...record.unknown,
    applied,
    bodyHash,
    createdAt,
    id,
    ...inherited === void 0 ? {} : { inherited },
    ...toRecordedSync(record),
    ...leftovers === void 0 ? {} : { leftovers },
    ...mayExistTwice === void 0 ? {} : { mayExistTwice },
    observed,
    ...paused === void 0 ? {} : { paused },
    ...pending === void 0 ? {} : { pending: { ...pending } },
    protect,
    ...secrets === void 0 ? {} : { secrets },
    specPath
  };
}
function leftOver(value, known) {
  const names = Object.keys(value).filter((name) => !known.has(name));
  return names.length === 0 ? NOTHING2 : Object.fromEntries(names.map((name) => [name, value[name]]));
}
var MEMBERS, NOTHING2;
var init_monitor = __esm({
  "src/core/state/format/monitor.ts"() {
    "use strict";
    init_value();
    init_sync();
    MEMBERS = /* @__PURE__ */ new Set([
      "id",
      "specPath",
      "protect",
      "createdAt",
      "bodyHash",
      "applied",
      "observed",
      "paused",
      "pending",
      "leftovers",
      "mayExistTwice",
      "secrets",
      "inherited",
      ...RECORDED_SETTINGS
    ]);
    NOTHING2 = Object.freeze({});
  }
});

// src/core/state/format/journal-record.ts
var journal_record_exports = {};
__export(journal_record_exports, {
  readJournalRecord: () => readJournalRecord
});
function readJournalRecord(value) {
  if (!isObject(value)) return null;
  const { opId, key, runId, phase } = value;
  if (typeof opId !== "string" || typeof key !== "string" || typeof runId !== "string") return null;
  if (opId === "") return null;
  switch (phase) {
    case "intent":
      return isIntent(value) || isEditIntent(value) ? value : null;
    case "done":
      return isDone(value) ? value : null;
    case "sending":
    case "unknown":
    case "dropped":
    case "refused":
      return isProgress(value) ? value : null;
    default:
      return null;
  }
}
function isIntent(value) {
  const { op, bodyHash, targetIds, supersedes, origin, monitor, offMachine } = value;
  if (op !== "create" || typeof bodyHash !== "string" || typeof origin !== "string" || typeof offMachine !== "boolean") return false;
  return isTexts(targetIds) && isTexts(supersedes) && isIntendedMonitor(monitor);
}
function isEditIntent(value) {
  const { op, id, origin, monitor, offMachine } = value;
  if (typeof id !== "string" || id === "" || typeof origin !== "string" || typeof offMachine !== "boolean") return false;
  return op === "delete" && monitor === null || op === "update" && isIntendedMonitor(monitor);
}
function isIntendedMonitor(monitor) {
  if (!isObject(monitor)) return false;
  const { specPath, protect, bodyHash, applied, paused, leftovers, secrets, inherited } = monitor;
  if (typeof specPath !== "string" || typeof protect !== "boolean" || typeof bodyHash !== "string" || !isObject(applied)) return false;
  return (paused === void 0 || paused === true) && (leftovers === void 0 || isTexts(leftovers)) && (secrets === void 0 || isTextsByName(secrets)) && readRecordedSync(monitor) !== null && (inherited === void 0 || isInherited(inherited));
}
function isDone(value) {
  const { attempt, monitor, mayExistTwice } = value;
  if (typeof attempt !== "number" || typeof mayExistTwice !== "boolean" || !isObject(monitor)) return false;
  const { id, createdAt, observed } = monitor;
  return typeof id === "string" && id !== "" && typeof createdAt === "string" && isObject(observed);
}
function isProgress(value) {
  const { attempt, firstSentAt, lastSentAt, error } = value;
  if (typeof attempt !== "number" || typeof firstSentAt !== "string" || typeof lastSentAt !== "string") return false;
  return error === void 0 || isObject(error) && typeof error["code"] === "string" && typeof error["message"] === "string";
}
var init_journal_record = __esm({
  "src/core/state/format/journal-record.ts"() {
    "use strict";
    init_value();
    init_sync();
    init_monitor();
  }
});

// src/core/state/format/journal.ts
var journal_exports = {};
__export(journal_exports, {
  collectWork: () => collectWork,
  decodeJournal: () => decodeJournal,
  encodeHeader: () => encodeHeader,
  encodeJournal: () => encodeJournal,
  encodeLines: () => encodeLines,
  salvageJournal: () => salvageJournal,
  toRecords: () => toRecords
});
function encodeLines(records, last) {
  let previous = last;
  let text2 = "";
  for (const record of records) {
    const json = JSON.stringify(record);
    previous = sha256(previous + json);
    text2 += `${PREFIX}${previous}${BETWEEN}${json}}
`;
  }
  return { text: text2, last: previous };
}
function encodeHeader({ lineage, serial, tool }) {
  return { format: "monitors-journal", version: JOURNAL_VERSION, tool, lineage, serial };
}
function encodeJournal(header, creates) {
  return encodeLines([encodeHeader(header), ...creates.flatMap(toRecords)], "");
}
function toRecords({
  intent,
  phase,
  attempt,
  firstSentAt,
  lastSentAt,
  error,
  done
}) {
  switch (phase) {
    case "intent":
      return [intent];
    case "done":
      if (done === void 0) throw new Error(`operation ${intent.opId} is done and has no record that says so`);
      return [intent, done];
    case "sending":
    case "unknown":
    case "dropped": {
      const progress = { opId: intent.opId, key: intent.key, runId: intent.runId, phase, attempt, firstSentAt, lastSentAt };
      return [intent, error === void 0 ? progress : { ...progress, error }];
    }
    default:
      return assertNever(phase);
  }
}
function decodeJournal(bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const collected = new JournalBuilder();
  let last = "";
  let from = 0;
  for (let line = 1; from < buffer.length; line += 1) {
    const end = buffer.indexOf(10, from);
    const to = end === -1 ? buffer.length : end;
    const text2 = buffer.toString("utf8", from, to);
    const record = verifyLine(text2, last);
    if (record === null) {
      if (end === -1) return { kind: "sound", content: collected.finish(true), last, soundBytes: from, unended: false };
      const what = /^(?:<{7}|={7}|>{7})/.test(text2) ? "it is a git conflict marker" : "it does not match its checksum";
      return { kind: "damaged", line, what };
    }
    const problem = collected.add(record.value);
    if (problem?.kind === "newer") return problem;
    if (problem !== null) return { kind: "damaged", line, what: problem.what };
    last = record.checksum;
    from = end === -1 ? buffer.length : end + 1;
    if (end === -1) return { kind: "sound", content: collected.finish(false), last, soundBytes: from, unended: true };
  }
  return { kind: "sound", content: collected.finish(false), last, soundBytes: from, unended: false };
}
function verifyLine(line, previous) {
  if (!line.startsWith(PREFIX) || line.slice(START - BETWEEN.length, START) !== BETWEEN || !line.endsWith("}")) return null;
  const checksum = line.slice(PREFIX.length, PREFIX.length + HEX);
  const json = line.slice(START, -1);
  if (sha256(previous + json) !== checksum) return null;
  const value = parseJson(json);
  return value === void 0 ? null : { value, checksum };
}
function salvageJournal(bytes) {
  const collected = new JournalBuilder();
  const unreadable = [];
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8").split("\n");
  lines.forEach((line, index) => {
    if (line === "") return;
    const record = parseJson(line);
    const value = isObject(record) ? record["record"] : void 0;
    if (value === void 0 || collected.add(value) !== null) unreadable.push(index + 1);
  });
  return { content: collected.finish(false), unreadable };
}
function collectWork(records) {
  const collected = new JournalBuilder();
  for (const record of records) if (collected.addRecord(record) !== null) return null;
  const { creates, edits } = collected.finish(false);
  return { creates, edits };
}
var JOURNAL_VERSION, PREFIX, BETWEEN, HEX, START, JournalBuilder;
var init_journal = __esm({
  "src/core/state/format/journal.ts"() {
    "use strict";
    init_assert_never();
    init_canonical();
    init_value();
    init_journaled_work();
    init_journal_record();
    JOURNAL_VERSION = 1;
    PREFIX = '{"checksum":"';
    BETWEEN = '","record":';
    HEX = 64;
    START = PREFIX.length + HEX + BETWEEN.length;
    JournalBuilder = class {
      base = null;
      work = /* @__PURE__ */ new Map();
      /** Operations with a request whose outcome was left open: no later refusal proves that nothing was carried out. */
      doubted = /* @__PURE__ */ new Set();
      /** Takes in one line's record; says what is wrong with it, or null. */
      add(value) {
        if (isObject(value) && value["format"] === "monitors-journal") return this.addHeader(value);
        if (this.base === null) return { kind: "wrong", what: "the first line does not say which state the journal belongs to" };
        const record = readJournalRecord(value);
        return record === null ? { kind: "wrong", what: "it is not a record of an operation" } : this.addRecord(record);
      }
      addRecord(record) {
        const known = this.work.get(record.opId);
        if (record.phase === "intent") {
          if (known !== void 0) return { kind: "wrong", what: `operation ${record.opId} begins a second time` };
          this.work.set(record.opId, startOperation(record));
          return null;
        }
        if (known === void 0 || known.intent.key !== record.key) return { kind: "wrong", what: `operation ${record.opId} has no beginning` };
        if (record.phase === "unknown" || record.phase === "sending" && known.phase === "sending") this.doubted.add(record.opId);
        this.work.set(record.opId, advanceOperation(known, record, this.doubted.has(record.opId)));
        return null;
      }
      addHeader(header) {
        const { version: version2, lineage, serial, tool } = header;
        if (typeof version2 === "number" && version2 > JOURNAL_VERSION) {
          return { kind: "newer", tool: typeof tool === "string" ? tool : "unknown", version: version2 };
        }
        if (version2 !== JOURNAL_VERSION || typeof lineage !== "string" || typeof serial !== "number") {
          return { kind: "wrong", what: "the header lacks members" };
        }
        if (this.base !== null) return { kind: "wrong", what: "a second header stands in the middle" };
        this.base = { lineage, serial };
        return null;
      }
      finish(tornTail) {
        return { base: this.base, ...sortWork([...this.work.values()]), tornTail };
      }
    };
  }
});

// src/core/state/removed.ts
var removed_exports = {};
__export(removed_exports, {
  listHeldIds: () => listHeldIds,
  mergeLines: () => mergeLines,
  noteRemoved: () => noteRemoved,
  readRemoved: () => readRemoved
});
function noteRemoved(before, next, removal) {
  if (before === null || before.lineage !== next.lineage) return next;
  if (before.monitors === next.monitors && before.removed === next.removed) return next;
  const held = listHeldIds(next.monitors);
  const kept = mergeLines(before.removed, next.removed).filter(({ id }) => !held.has(id));
  const noted = new Set(kept.map(({ id }) => id));
  const added = [];
  for (const [id, key] of listHeldIds(before.monitors)) if (!held.has(id) && !noted.has(id)) added.push({ key, id, ...removal });
  return withRemoved(next, added.length === 0 ? kept : dropOld([...kept, ...added.sort(compareLines)], removal.at));
}
function withRemoved(state, removed) {
  const { removed: before = [], ...rest } = state;
  const isSame = before.length === removed.length && before.every((line, index) => line === removed[index]);
  if (isSame) return state;
  return removed.length === 0 ? rest : { ...rest, removed };
}
function mergeLines(...copies) {
  const lines = /* @__PURE__ */ new Map();
  for (const line of copies.flatMap((copy) => copy ?? [])) {
    const known = lines.get(line.id);
    if (known === void 0 || known.serial < line.serial) lines.set(line.id, line);
  }
  return [...lines.values()];
}
function listHeldIds(monitors) {
  const held = /* @__PURE__ */ new Map();
  const note = (key, { id, leftovers = [] }) => {
    held.set(id, key);
    for (const leftover of leftovers) held.set(leftover, key);
  };
  for (const [key, record] of monitors) note(key, record);
  return held;
}
function readRemoved(value) {
  return Array.isArray(value) && value.every(isLine) ? value : null;
}
function isLine(value) {
  if (!isObject(value)) return false;
  const { key, id, serial, at: at2, by } = value;
  return typeof key === "string" && typeof id === "string" && Number.isSafeInteger(serial) && typeof at2 === "string" && typeof by === "string";
}
function dropOld(lines, now) {
  const isOld = ({ at: at2 }) => !(Date.parse(now) - Date.parse(at2) < KEPT_MS);
  const old = lines.filter(isOld).sort((a, b) => compareText(b.at, a.at));
  const dropped = new Set(old.slice(KEPT_OLDER));
  return dropped.size === 0 ? lines : lines.filter((line) => !dropped.has(line));
}
function compareLines(a, b) {
  return compareText(a.key, b.key) || compareText(a.id, b.id);
}
var KEPT_MS, KEPT_OLDER;
var init_removed = __esm({
  "src/core/state/removed.ts"() {
    "use strict";
    init_diagnostic();
    init_value();
    KEPT_MS = 90 * 24 * 60 * 60 * 1e3;
    KEPT_OLDER = 500;
  }
});

// src/core/state/fold.ts
var fold_exports = {};
__export(fold_exports, {
  foldCopy: () => foldCopy,
  foldJournal: () => foldJournal,
  toRecordedMonitor: () => toRecordedMonitor
});
function foldJournal(state, journal) {
  if (journal.creates.length === 0 && journal.edits.length === 0) return { state, unfinished: [] };
  const monitors = new Map(state.monitors);
  const keyOf = /* @__PURE__ */ new Map();
  for (const [key, record] of monitors) keyOf.set(record.id, key);
  const unfinished = [];
  let added = false;
  for (const create of journal.creates) {
    const { intent, phase, done } = create;
    switch (phase) {
      case "done": {
        if (done === void 0) throw new Error(`create ${intent.opId} is done and has no record that says so`);
        const { id } = done.monitor;
        const before = monitors.get(intent.key);
        if (before?.id === id) break;
        const holder = keyOf.get(id);
        if (holder !== void 0) {
          unfinished.push(contradict(create, `the service answered with id ${id}, which is recorded as "${holder}"`));
        } else if (before !== void 0 && !intent.supersedes.includes(before.id)) {
          unfinished.push(contradict(create, `the service answered with id ${id}, but this key is recorded with id ${before.id}`));
        } else {
          if (before !== void 0) keyOf.delete(before.id);
          monitors.set(intent.key, keepOpenEnds(toRecordedMonitor(create), before));
          keyOf.set(id, intent.key);
          added = true;
        }
        break;
      }
      case "sending":
      case "unknown":
        unfinished.push(create);
        break;
      case "intent":
        if (intent.offMachine && create.attempt === 0) unfinished.push({ ...create, phase: "unknown" });
        break;
      case "dropped":
        break;
      default:
        assertNever(phase);
    }
  }
  const edited = journal.edits.map((edit) => foldEdit(monitors, edit)).includes(true);
  if (!added && !edited) return { state, unfinished };
  const removal = { serial: state.serial + 1, at: findLastSent(journal), by: "apply" };
  return { state: noteRemoved(state, { ...state, monitors }, removal), unfinished };
}
function findLastSent({ creates, edits }) {
  return [...creates, ...edits].reduce((last, { lastSentAt }) => lastSentAt > last ? lastSentAt : last, "");
}
function foldEdit(monitors, { intent, phase, attempt, done }) {
  const { key, id, monitor } = intent;
  const before = monitors.get(key);
  if (before === void 0) return false;
  const mayBeApplied = phase === "sending" || phase === "unknown" || phase === "intent" && intent.offMachine && attempt === 0;
  if (monitor === null) return phase === "done" && forgetMonitor(monitors, key, before, id);
  if (before.id !== id) return false;
  if (phase === "done") monitors.set(key, toUpdatedMonitor(before, monitor, done?.monitor.observed ?? {}));
  else if (mayBeApplied) monitors.set(key, { ...before, pending: toPending(monitor) });
  return phase === "done" || mayBeApplied;
}
function forgetMonitor(monitors, key, before, id) {
  if (before.id === id) return monitors.delete(key);
  const { leftovers = [], ...record } = before;
  const left = leftovers.filter((leftover) => leftover !== id);
  if (left.length === leftovers.length) return false;
  monitors.set(key, left.length === 0 ? record : { ...record, leftovers: left });
  return true;
}
function toUpdatedMonitor(before, monitor, observed) {
  const { id, createdAt, leftovers, mayExistTwice, unknown } = before;
  return {
    ...monitor,
    id,
    createdAt,
    observed,
    ...leftovers === void 0 ? {} : { leftovers },
    ...mayExistTwice === void 0 ? {} : { mayExistTwice },
    ...unknown === void 0 ? {} : { unknown }
  };
}
function toPending({ bodyHash, applied, paused }) {
  return { bodyHash, applied, ...paused === void 0 ? {} : { paused } };
}
function toRecordedMonitor({ intent, done }) {
  if (done === void 0) throw new Error(`create ${intent.opId} is not done`);
  return { ...intent.monitor, ...done.monitor, ...done.mayExistTwice ? { mayExistTwice: true } : {} };
}
function keepOpenEnds(monitor, before) {
  const leftovers = [.../* @__PURE__ */ new Set([...before?.leftovers ?? [], ...monitor.leftovers ?? []])].filter((id) => id !== monitor.id);
  return {
    ...monitor,
    ...before?.mayExistTwice === void 0 ? {} : { mayExistTwice: before.mayExistTwice },
    ...leftovers.length === 0 ? {} : { leftovers }
  };
}
function contradict(create, message) {
  const { intent, attempt, firstSentAt, lastSentAt } = create;
  return { intent, phase: "unknown", attempt, firstSentAt, lastSentAt, error: { code: "id-conflict", message } };
}
function foldCopy({ state, version: version2 }, journal) {
  const decoded = journal === null ? null : decodeJournal(journal);
  if (decoded?.kind !== "sound" || decoded.content.base?.lineage !== version2.lineage) return { state, unfinished: [] };
  const folded = foldJournal(state, decoded.content);
  return folded.state === state ? folded : { ...folded, state: { ...folded.state, serial: version2.serial + 1 } };
}
var init_fold = __esm({
  "src/core/state/fold.ts"() {
    "use strict";
    init_assert_never();
    init_journal();
    init_removed();
  }
});

// src/core/base/url.ts
var url_exports = {};
__export(url_exports, {
  parseUrl: () => parseUrl
});
function parseUrl(text2) {
  try {
    return new URL(text2);
  } catch {
    return void 0;
  }
}
var init_url = __esm({
  "src/core/base/url.ts"() {
    "use strict";
  }
});

// src/core/json/pointer.ts
var pointer_exports = {};
__export(pointer_exports, {
  describePointer: () => describePointer,
  findValue: () => findValue,
  fromPointer: () => fromPointer,
  stepInto: () => stepInto,
  toPointer: () => toPointer
});
function toPointer(path) {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function fromPointer(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function describePointer(pointer) {
  return fromPointer(pointer).map((step, index) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    if (/^[\w-]+$/.test(step)) return index === 0 ? step : `.${step}`;
    return `[${JSON.stringify(step)}]`;
  }).join("");
}
function findValue(root, path) {
  return path.reduce(stepInto, root);
}
function stepInto(value, step) {
  if (typeof step === "string") return property(value, step);
  return Array.isArray(value) ? value[step] : void 0;
}
var init_pointer = __esm({
  "src/core/json/pointer.ts"() {
    "use strict";
    init_value();
  }
});

// src/core/service/member.ts
var member_exports = {};
__export(member_exports, {
  member: () => member
});
var member;
var init_member = __esm({
  "src/core/service/member.ts"() {
    "use strict";
    init_value();
    member = property;
  }
});

// src/core/service/table.json
var table_default;
var init_table = __esm({
  "src/core/service/table.json"() {
    table_default = {
      MonitorCreateRequest: {
        members: {
          name: {},
          schedule: {
            type: "MonitorSchedule"
          },
          goal: {
            filledIn: null,
            kept: "trimmedOrNull"
          },
          judgeEnabled: {},
          targets: {
            type: "MonitorTarget",
            list: "ordered"
          },
          webhook: {
            type: "MonitorWebhook",
            filledIn: null
          },
          notification: {
            type: "MonitorNotification",
            filledIn: {}
          },
          retentionDays: {
            default: 30,
            filledIn: 30,
            unit: "days"
          }
        }
      },
      MonitorSchedule: {
        members: {
          cron: {},
          text: {
            answered: "never",
            kept: "foldedSchedule"
          },
          timezone: {
            default: "UTC",
            filledIn: "UTC"
          }
        }
      },
      MonitorTarget: {
        types: {
          scrape: "ScrapeTarget",
          crawl: "CrawlTarget",
          search: "SearchTarget"
        }
      },
      ScrapeTarget: {
        members: {
          type: {},
          urls: {
            list: "set",
            kept: "trimmed",
            secret: "userInfoAndQuery"
          },
          scrapeOptions: {
            type: "ScrapeOptions",
            filledIn: {}
          },
          id: {}
        }
      },
      ScrapeOptions: {
        members: {
          formats: {
            type: "FormatObject",
            list: "byType",
            default: [
              "markdown"
            ]
          },
          onlyMainContent: {
            default: true
          },
          onlyCleanContent: {
            default: false
          },
          includeTags: {
            list: "set"
          },
          excludeTags: {
            list: "set"
          },
          maxAge: {
            default: 0,
            unit: "milliseconds"
          },
          minAge: {
            unit: "milliseconds"
          },
          headers: {
            map: true,
            secret: true,
            references: "inValues"
          },
          waitFor: {
            default: 0,
            unit: "milliseconds"
          },
          mobile: {
            default: false
          },
          skipTlsVerification: {
            default: true
          },
          timeout: {
            default: 6e4,
            unit: "milliseconds"
          },
          parsers: {
            type: "ParserObject",
            list: "byType",
            default: [
              {
                type: "pdf"
              }
            ]
          },
          actions: {
            type: "Action",
            list: "ordered"
          },
          location: {
            type: "Location"
          },
          removeBase64Images: {
            default: true
          },
          blockAds: {
            default: true
          },
          proxy: {
            default: "auto"
          },
          storeInCache: {
            default: true
          },
          lockdown: {
            default: false
          },
          redactPII: {
            type: "RedactPIIOptions",
            default: false
          },
          fastMode: {},
          domainTools: {},
          profile: {
            type: "Profile"
          },
          threatProtection: {
            type: "ThreatProtectionOverride"
          },
          auditMetadata: {
            type: "AuditMetadata"
          }
        },
        answered: "asSent"
      },
      FormatObject: {
        types: {
          markdown: "PlainFormat",
          summary: "PlainFormat",
          html: "PlainFormat",
          rawHtml: "PlainFormat",
          rawBase64: "PlainFormat",
          links: "PlainFormat",
          images: "PlainFormat",
          branding: "PlainFormat",
          product: "PlainFormat",
          menu: "PlainFormat",
          screenshot: "ScreenshotFormat",
          json: "JsonFormat",
          changeTracking: "ChangeTrackingFormat",
          audio: "AudioFormat",
          video: "VideoFormat",
          question: "QuestionFormat",
          highlights: "HighlightsFormat",
          attributes: "AttributesFormat",
          deterministicJson: "UndocumentedFormat",
          query: "UndocumentedFormat"
        }
      },
      PlainFormat: {
        members: {
          type: {}
        }
      },
      ScreenshotFormat: {
        members: {
          type: {},
          fullPage: {
            default: false
          },
          quality: {
            unit: "percent"
          },
          viewport: {
            type: "Viewport"
          }
        }
      },
      Viewport: {
        members: {
          width: {
            unit: "pixels"
          },
          height: {
            unit: "pixels"
          }
        }
      },
      JsonFormat: {
        members: {
          type: {},
          schema: {
            map: true
          },
          prompt: {},
          checkPromptInjection: {
            default: false
          }
        }
      },
      ChangeTrackingFormat: {
        members: {
          type: {},
          modes: {
            list: "set"
          },
          schema: {
            map: true
          },
          prompt: {},
          tag: {
            default: null
          }
        }
      },
      AudioFormat: {
        members: {
          type: {}
        }
      },
      VideoFormat: {
        members: {
          type: {}
        }
      },
      QuestionFormat: {
        members: {
          type: {},
          question: {}
        }
      },
      HighlightsFormat: {
        members: {
          type: {},
          query: {}
        }
      },
      AttributesFormat: {
        members: {
          type: {},
          selectors: {
            type: "AttributeSelector",
            list: "ordered"
          }
        }
      },
      AttributeSelector: {
        members: {
          selector: {},
          attribute: {}
        }
      },
      UndocumentedFormat: {
        members: {
          type: {}
        }
      },
      ParserObject: {
        types: {
          pdf: "PdfParser",
          image: "ImageParser"
        }
      },
      PdfParser: {
        members: {
          type: {},
          mode: {
            default: "auto"
          },
          maxPages: {
            unit: "pages"
          },
          pages: {
            default: false
          },
          blocks: {
            default: false
          },
          pageMarkers: {
            default: false
          },
          pageMarkdown: {}
        }
      },
      ImageParser: {
        members: {
          type: {}
        }
      },
      Action: {
        types: {
          wait: "WaitAction",
          screenshot: "ScreenshotAction",
          click: "ClickAction",
          write: "WriteAction",
          press: "PressAction",
          scroll: "ScrollAction",
          scrape: "ScrapeAction",
          executeJavascript: "ExecuteJavascriptAction",
          pdf: "PdfAction"
        }
      },
      WaitAction: {
        members: {
          type: {},
          milliseconds: {
            unit: "milliseconds"
          },
          selector: {}
        }
      },
      ScreenshotAction: {
        members: {
          type: {},
          fullPage: {
            default: false
          },
          quality: {
            unit: "percent"
          },
          viewport: {
            type: "Viewport"
          }
        }
      },
      ClickAction: {
        members: {
          type: {},
          selector: {},
          all: {
            default: false
          }
        }
      },
      WriteAction: {
        members: {
          type: {},
          text: {
            secret: true,
            references: true
          }
        }
      },
      PressAction: {
        members: {
          type: {},
          key: {}
        }
      },
      ScrollAction: {
        members: {
          type: {},
          direction: {
            default: "down"
          },
          selector: {}
        }
      },
      ScrapeAction: {
        members: {
          type: {}
        }
      },
      ExecuteJavascriptAction: {
        members: {
          type: {},
          script: {}
        }
      },
      PdfAction: {
        members: {
          type: {},
          format: {
            default: "Letter"
          },
          landscape: {
            default: false
          },
          scale: {
            default: 1
          }
        }
      },
      Location: {
        members: {
          country: {
            default: "US"
          },
          languages: {
            list: "ordered"
          }
        }
      },
      RedactPIIOptions: {
        members: {
          mode: {
            default: "accurate"
          },
          entities: {
            list: "set"
          },
          replaceStyle: {
            default: "tag"
          }
        }
      },
      Profile: {
        members: {
          name: {},
          saveChanges: {
            default: true
          }
        }
      },
      ThreatProtectionOverride: {
        members: {
          mode: {},
          riskScoreThreshold: {
            unit: "score"
          },
          blacklist: {
            list: "set"
          },
          whitelist: {
            list: "set"
          },
          blockedTlds: {
            list: "set"
          },
          failurePolicy: {}
        }
      },
      AuditMetadata: {
        members: {
          username: {}
        }
      },
      CrawlTarget: {
        members: {
          type: {},
          url: {
            kept: "trimmed",
            secret: "userInfoAndQuery"
          },
          crawlOptions: {
            type: "CrawlOptions",
            filledIn: {}
          },
          scrapeOptions: {
            type: "ScrapeOptions",
            filledIn: {}
          },
          id: {}
        }
      },
      CrawlOptions: {
        members: {
          limit: {
            filledIn: 1e4,
            unit: "pages"
          },
          maxDepth: {},
          includePaths: {
            list: "set",
            filledIn: []
          },
          excludePaths: {
            list: "set",
            filledIn: []
          }
        },
        filledIn: {
          sitemap: "include",
          allowSubdomains: false,
          allowExternalLinks: false,
          ignoreRobotsTxt: false,
          ignoreQueryParameters: false,
          deduplicateSimilarURLs: true,
          regexOnFullURL: false
        },
        answered: "asSent"
      },
      SearchTarget: {
        members: {
          type: {},
          queries: {
            list: "set"
          },
          searchWindow: {
            default: "24h",
            filledIn: "24h"
          },
          maxResults: {
            default: 10,
            filledIn: 10,
            unit: "results"
          },
          includeDomains: {
            list: "set",
            answered: "whenSet",
            kept: "domain"
          },
          excludeDomains: {
            list: "set",
            answered: "whenSet",
            kept: "domain"
          },
          id: {}
        }
      },
      MonitorWebhook: {
        members: {
          url: {
            kept: "trimmed",
            secret: "allButHost",
            references: true
          },
          headers: {
            map: true,
            filledIn: {},
            secret: true,
            references: "inValues"
          },
          metadata: {
            map: true,
            filledIn: {},
            references: "inValues"
          },
          events: {
            list: "set",
            filledIn: [
              "monitor.page",
              "monitor.check.completed"
            ]
          }
        }
      },
      MonitorNotification: {
        members: {
          email: {
            type: "EmailNotification",
            answered: "whenSet"
          },
          slack: {
            type: "SlackNotification",
            foreign: true
          }
        }
      },
      EmailNotification: {
        members: {
          enabled: {
            default: false,
            filledIn: false
          },
          recipients: {
            list: "set",
            filledIn: []
          },
          includeDiffs: {
            default: false,
            filledIn: false
          }
        }
      },
      SlackNotification: {
        members: {
          enabled: {
            default: false,
            filledIn: false
          },
          channelId: {},
          channelName: {}
        }
      },
      SpecSync: {
        members: {
          key: {},
          renamedFrom: {},
          distinctFrom: {
            list: "ordered"
          },
          protect: {
            default: false
          },
          ignore: {
            list: "set"
          },
          paused: {
            default: false
          },
          labels: {
            map: true
          },
          each: {
            type: "RowsFile"
          },
          environments: {
            list: "set"
          },
          alerts: {},
          expect: {
            type: "Expectation"
          }
        }
      },
      RowsFile: {
        members: {
          file: {}
        }
      },
      ListRow: {
        members: {
          key: {}
        }
      },
      Expectation: {
        members: {
          status: {}
        }
      }
    };
  }
});

// src/core/service/table.ts
var table_exports = {};
__export(table_exports, {
  findMember: () => findMember,
  follow: () => follow,
  holdsSecret: () => holdsSecret,
  isOurs: () => isOurs,
  listMembers: () => listMembers,
  listTypes: () => listTypes,
  mapMember: () => mapMember,
  memberOf: () => memberOf,
  typeOf: () => typeOf
});
function typeOf(name, value) {
  const type = TYPES.get(name);
  if (type === void 0 || !("types" in type)) return type;
  const tag = property(value, "type");
  if (typeof tag !== "string" || !Object.hasOwn(type.types, tag)) return void 0;
  return typeOf(type.types[tag], value);
}
function findMember(type, name) {
  const members = typeOf(type, {})?.members;
  return members !== void 0 && Object.hasOwn(members, name) ? members[name] : void 0;
}
function memberOf(type, name) {
  return findMember(type, name) ?? {};
}
function listMembers(type) {
  return (typeOf(type, {})?.entries ?? []).map(([name]) => name);
}
function listTypes(name) {
  const type = TYPES.get(name);
  if (type === void 0) return [];
  return "types" in type ? [...new Set(Object.values(type.types))].flatMap(listTypes) : [type];
}
function mapMember({ list }, value, change) {
  return list !== void 0 && Array.isArray(value) ? value.map((item) => change(item)) : change(value);
}
function isOurs(name) {
  return OURS.has(name);
}
function follow(path) {
  let place = BODY;
  for (let index = 0; index < path.length; index++) {
    const step = path[index];
    if (typeof step === "number") continue;
    const next = place.enter(step);
    if (next === void 0)
      return {
        members: place.members,
        within: path.length - index,
        isUnknown: !place.isOpen && !(index === 0 && isOurs(step)),
        isOpen: place.isOpen,
        isForeign: place.isForeign
      };
    place = next;
    if (place.isEnd)
      return { members: place.members, within: path.length - index - 1, isUnknown: false, isOpen: place.isOpen, isForeign: place.isForeign };
  }
  return { members: place.members, within: 0, isUnknown: false, isOpen: place.isOpen, isForeign: place.isForeign };
}
function holdsSecret({ secret, type }) {
  return secret === true || secret === "allButHost" || type !== void 0 && listTypes(type).some(({ entries }) => entries.some(([, within]) => holdsSecret(within)));
}
var TYPES, OURS, KnownPlace, BODY;
var init_table2 = __esm({
  "src/core/service/table.ts"() {
    "use strict";
    init_value();
    init_table();
    TYPES = new Map(
      Object.entries(table_default).map(([name, type]) => [
        name,
        "types" in type ? type : { ...type, entries: Object.entries(type.members) }
      ])
    );
    OURS = /* @__PURE__ */ new Set([
      ...["sync", "id", "status", "nextRunAt", "lastRunAt", "currentCheckId", "estimatedCreditsPerMonth"],
      ...["lastCheckSummary", "createdAt", "updatedAt"]
    ]);
    KnownPlace = class _KnownPlace {
      members;
      /** It, or what it is in, keeps whatever it is sent. */
      isOpen;
      /** It, or what it is in, is undocumented. */
      isForeign;
      #types;
      #below = /* @__PURE__ */ new Map();
      constructor(members, types, within) {
        this.members = members;
        this.isForeign = within.isForeign || members.some(({ foreign }) => foreign === true);
        this.isOpen = within.isOpen || types.some(({ answered }) => answered === "asSent");
        this.#types = types;
      }
      /** The place of a member; undefined where no type has it. */
      enter(name) {
        const known = this.#below.get(name);
        if (known !== void 0) return known;
        const members = this.#types.flatMap((type) => Object.hasOwn(type.members, name) ? [type.members[name]] : []);
        if (members.length === 0) return void 0;
        const place = new _KnownPlace(
          members,
          members.flatMap(({ type }) => type === void 0 ? [] : listTypes(type)),
          this
        );
        this.#below.set(name, place);
        return place;
      }
      get isEnd() {
        return this.#types.length === 0;
      }
    };
    BODY = new KnownPlace([], listTypes("MonitorCreateRequest"), { isOpen: false, isForeign: false });
  }
});

// src/core/secrets/places.ts
var places_exports = {};
__export(places_exports, {
  classifyDocumented: () => classifyDocumented,
  classifyPlace: () => classifyPlace,
  isDocumentedReference: () => isDocumentedReference,
  isDocumentedSecret: () => isDocumentedSecret,
  isReferencePlace: () => isReferencePlace,
  isSecretPath: () => isSecretPath,
  listReferencePlaces: () => listReferencePlaces
});
function classifyPlace(path) {
  return follow(path).isUnknown ? "all" : classifyDocumented(path);
}
function classifyDocumented(path) {
  if (path.includes("headers")) return isHeaderValue(path) ? "all" : "urls-within";
  for (const { secret } of follow(path).members) {
    if (secret === true) return "all";
    if (secret === "allButHost") return "webhook-url";
    if (secret === "userInfoAndQuery") return "url";
  }
  return "urls-within";
}
function isSecretPath(path) {
  return isSecret(classifyPlace(path));
}
function isDocumentedSecret(path) {
  return isSecret(classifyDocumented(path));
}
function isSecret(place) {
  return place === "all" || place === "webhook-url";
}
function isReferencePlace(path) {
  const { isUnknown, isForeign } = follow(path);
  return isUnknown || isForeign || isDocumentedReference(path);
}
function isDocumentedReference(path) {
  const { members, within } = follow(path);
  const asked = within === 0 ? true : within === 1 ? "inValues" : void 0;
  return asked !== void 0 && members.some(({ references }) => references === asked);
}
function listReferencePlaces(name = "MonitorCreateRequest", above = []) {
  const places = listTypes(name).flatMap(
    ({ entries }) => entries.flatMap(([member2, { references, type }]) => {
      if (references !== void 0) return [member2];
      if (type === void 0 || above.includes(type)) return [];
      return listReferencePlaces(type, [...above, name]).map((below) => `${member2}.${below}`);
    })
  );
  return [...new Set(places)];
}
function isHeaderValue(path) {
  const map = path.indexOf("headers");
  if (map < 0 || map === path.length - 1) return false;
  const name = String(path[map + 1]).toLowerCase();
  return !(name === "user-agent" || name === "accept" || name.startsWith("accept-")) || isHeaderValue(path.slice(map + 1));
}
var init_places = __esm({
  "src/core/secrets/places.ts"() {
    "use strict";
    init_table2();
  }
});

// src/core/secrets/walk.ts
var walk_exports = {};
__export(walk_exports, {
  mapLeaves: () => mapLeaves,
  visitTexts: () => visitTexts
});
function mapLeaves(value, replace, path = []) {
  return mapValue(value, replace, [...path]);
}
function visitTexts(value, visit, visitName) {
  visitValue(value, visit, visitName, []);
}
function visitValue(value, visit, visitName, path) {
  if (typeof value === "string") {
    visit(value, path);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      visitValue(value[index], visit, visitName, path);
      path.pop();
    }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      path.push(name);
      visitName?.(name, path);
      visitValue(value[name], visit, visitName, path);
      path.pop();
    }
  }
}
function mapValue(value, replace, path) {
  if (Array.isArray(value)) return mapItems(value, replace, path);
  return isObject(value) ? mapMembers(value, replace, path) : replace(value, path);
}
function mapItems(items, replace, path) {
  let mapped = null;
  for (const [index, item] of items.entries()) {
    path.push(index);
    const next = mapValue(item, replace, path);
    path.pop();
    if (next === item) continue;
    mapped ??= [...items];
    mapped[index] = next;
  }
  return mapped ?? items;
}
function mapMembers(object, replace, path) {
  let mapped = null;
  for (const name of Object.keys(object)) {
    const value = object[name];
    path.push(name);
    const next = mapValue(value, replace, path);
    path.pop();
    if (next === value) continue;
    mapped ??= new Map(Object.entries(object));
    mapped.set(name, next);
  }
  return mapped === null ? object : Object.fromEntries(mapped);
}
var init_walk = __esm({
  "src/core/secrets/walk.ts"() {
    "use strict";
    init_value();
  }
});

// src/core/secrets/references.ts
var references_exports = {};
__export(references_exports, {
  checkReferenceValues: () => checkReferenceValues,
  findReferences: () => findReferences,
  isOwnName: () => isOwnName,
  isRefusedName: () => isRefusedName,
  listReferenceNames: () => listReferenceNames,
  missingReferences: () => missingReferences,
  resolveReferences: () => resolveReferences,
  splitReferences: () => splitReferences
});
function findReferences(body) {
  const found = [];
  visitTexts(body, (text2, path) => {
    if (!text2.includes("${") || !isReferencePlace(path)) return;
    for (const piece of splitReferences(text2, "everything"))
      if (piece.kind === "reference") found.push({ name: piece.name, path: [...path] });
  });
  return found;
}
function listReferenceNames(body) {
  return [...new Set(findReferences(body).map((reference) => reference.name))].sort(compareText);
}
function resolveReferences(body, lookup) {
  return mapLeaves(body, (leaf, path) => {
    if (typeof leaf !== "string" || !leaf.includes("${")) return leaf;
    const parts = splitReferences(leaf, isReferencePlace(path) ? "everything" : "env-only");
    return parts.map((part) => part.kind === "reference" && isReferencePlace(path) ? lookup(part.name) : textOf(part)).join("");
  });
}
function missingReferences(names, env) {
  return [...new Set(names)].filter((name) => (Object.hasOwn(env, name) ? env[name] ?? "" : "") === "").sort(compareText);
}
function checkReferenceValues({ names, env, apiKey }) {
  const wanted = [...new Set(names)].sort(compareText);
  const missing = missingReferences(wanted, env);
  const isApiKey = (name) => apiKey !== null && apiKey !== "" && env[name]?.trim() === apiKey;
  return [
    ...missing.length === 0 ? [] : [valuesMissing(missing, env)],
    ...wanted.filter((name) => !missing.includes(name) && isApiKey(name)).map(valueIsApiKey)
  ];
}
function isOwnName(name) {
  const upper = name.toUpperCase();
  return OWN_PREFIXES.some((prefix) => upper.startsWith(prefix));
}
function isRefusedName(name) {
  const upper = name.toUpperCase();
  return isOwnName(name) || upper.endsWith("_PROXY") || REFUSED_PREFIXES.some((prefix) => upper.startsWith(prefix));
}
function valuesMissing(names, env) {
  const empty = names.filter((name) => env[name] === "");
  const notSet = names.filter((name) => env[name] !== "");
  const lists = [
    ...notSet.length === 0 ? [] : [`not set: ${notSet.join(", ")}`],
    ...empty.length === 0 ? [] : [`empty: ${empty.join(", ")}`]
  ];
  const [it, secret] = names.length === 1 ? ["it", "the secret"] : ["them", "the secrets"];
  return {
    code: "secret/value-missing",
    severity: "error",
    message: `${lists.join("; ")} (specs refer to ${it})`,
    hint: `set ${names.join(", ")} (in CI: pass ${secret} to the step as env) and run again; nothing was sent`
  };
}
function valueIsApiKey(name) {
  return {
    code: "secret/value-is-api-key",
    severity: "error",
    message: `the environment variable ${name}, which specs refer to, holds the API key of the service`,
    hint: `give ${name} the value that the webhook or page expects; the API key must never be part of a monitor`
  };
}
function textOf(part) {
  return part.kind === "literal" ? part.value : part.source;
}
function splitReferences(text2, grammar) {
  if (!text2.includes("${")) return text2 === "" ? [] : [literal(text2)];
  const parts = [];
  let end = 0;
  const pattern = grammar === "everything" ? EVERYTHING : ENV_ONLY;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text2); match !== null; match = pattern.exec(text2)) {
    if (match.index > end) parts.push(literal(text2.slice(end, match.index)));
    end = match.index + match[0].length;
    parts.push(toPart(match[0], match[1]));
  }
  if (end < text2.length) parts.push(literal(text2.slice(end)));
  return parts;
}
function literal(text2) {
  return { kind: "literal", source: text2, value: text2 };
}
function toPart(source, name) {
  if (source.startsWith("$$")) return { kind: "literal", source, value: "${" };
  return name === void 0 ? { kind: "malformed", source } : { kind: "reference", source, name };
}
var OWN_PREFIXES, REFUSED_PREFIXES, EVERYTHING, ENV_ONLY;
var init_references = __esm({
  "src/core/secrets/references.ts"() {
    "use strict";
    init_diagnostic();
    init_places();
    init_walk();
    OWN_PREFIXES = ["MONITORS_", "AWS_", "PG"];
    REFUSED_PREFIXES = ["GITHUB_", "ACTIONS_", "INPUT_", "RUNNER_", "NODE_", "NPM_"];
    EVERYTHING = /\$\$\{|\$\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\}|[^}]*\}?)/g;
    ENV_ONLY = /\$\$\{(?=env:)|\$\{env:(?:([A-Za-z_][A-Za-z0-9_]*)\}|[^}]*\}?)/g;
  }
});

// src/core/secrets/origin.ts
var origin_exports = {};
__export(origin_exports, {
  listSecretOrigins: () => listSecretOrigins,
  originOf: () => originOf
});
function originOf(address) {
  const parts = splitReferences(address, "everything");
  const written = parts.map((part) => part.kind === "reference" ? tokenOf(part.name) : part.kind === "literal" ? part.value : part.source).join("");
  const url = parseUrl(written);
  if (url !== void 0 && url.host !== "" && url.origin !== "null")
    return { id: url.origin, shown: url.host.includes(TOKEN) ? "an address with a reference in its host" : url.origin };
  const [first] = parts;
  if (first?.kind !== "reference") return { id: address, shown: "another address" };
  return { id: ENDS_ORIGIN.test(address.slice(first.source.length)) ? first.source : address, shown: first.source };
}
function tokenOf(name) {
  return `${TOKEN}${Buffer.from(name).toString("hex")}-`;
}
function listSecretOrigins(body) {
  return findReferences(body).flatMap(({ name, path }) => {
    const origins = listAddresses(body, path).map(originOf);
    return [...origins, ...follow(path).isUnknown ? [originOfMember(path)] : []].map((origin) => ({ name, ...origin }));
  });
}
function originOfMember(path) {
  const shown = path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("");
  return { id: toPointer(path), shown: `the member ${shown.slice(1)} (service.allowFields)` };
}
function listAddresses(body, [first, index]) {
  if (first === "webhook") return [member(member(body, "webhook"), "url")].filter(isText);
  const targets = member(body, "targets");
  const target = Array.isArray(targets) ? targets[Number(index)] : void 0;
  const urls = member(target, "urls");
  return [member(target, "url"), ...Array.isArray(urls) ? urls : []].filter(isText);
}
function isText(value) {
  return typeof value === "string";
}
var ENDS_ORIGIN, TOKEN;
var init_origin = __esm({
  "src/core/secrets/origin.ts"() {
    "use strict";
    init_url();
    init_pointer();
    init_member();
    init_table2();
    init_references();
    ENDS_ORIGIN = /^(?:$|[?#]|\/(?![/\\]))/;
    TOKEN = "reference-";
  }
});

// src/core/base/grouping.ts
var grouping_exports = {};
__export(grouping_exports, {
  addToGroup: () => addToGroup
});
function addToGroup(groups, key, value) {
  const group = groups.get(key);
  if (group === void 0) groups.set(key, [value]);
  else group.push(value);
}
var init_grouping = __esm({
  "src/core/base/grouping.ts"() {
    "use strict";
  }
});

// src/core/specs/targets.ts
var targets_exports = {};
__export(targets_exports, {
  deriveTargetIds: () => deriveTargetIds,
  deriveUuid: () => deriveUuid,
  isDerivedId: () => isDerivedId,
  listTargetIds: () => listTargetIds,
  listTargets: () => listTargets,
  matchTargets: () => matchTargets,
  takeIdsOfSameContent: () => takeIdsOfSameContent,
  withTargetIds: () => withTargetIds
});
function deriveTargetIds(input) {
  const given = listTargetIds(input.body);
  const used = new Set(given.filter((id) => id !== null));
  return listTargets(input.body).map((target, index) => {
    const id = given[index] ?? deriveFreeId(input, target, used);
    used.add(id);
    return id;
  });
}
function deriveUuid(namespace, name) {
  const space = Buffer.from(namespace.replaceAll("-", ""), "hex");
  if (space.length !== 16) throw new TypeError(`not a UUID: ${namespace}`);
  const hash2 = (0, import_node_crypto3.createHash)("sha1").update(space).update(name, "utf8").digest();
  hash2.writeUInt8(hash2.readUInt8(6) & 15 | 80, 6);
  hash2.writeUInt8(hash2.readUInt8(8) & 63 | 128, 8);
  return hash2.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
function isDerivedId(id) {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
}
function matchTargets(before, after) {
  const earlier = /* @__PURE__ */ new Map();
  const leftBefore = new Set(before.keys());
  const leftAfter = new Set(after.keys());
  for (const identify of [idOf, identifyContent, typeOf2]) {
    const waiting = groupBy(leftBefore, (index) => identify(before[index]));
    for (const index of leftAfter) {
      const identity = identify(after[index]);
      const match = identity === null ? void 0 : waiting.get(identity)?.shift();
      if (match === void 0) continue;
      earlier.set(index, match);
      leftAfter.delete(index);
      leftBefore.delete(match);
    }
  }
  const pairs = [...earlier].map(([now, then]) => [then, now]).sort((a, b) => a[1] - b[1]);
  return { pairs, removed: [...leftBefore], added: [...leftAfter] };
}
function listTargets(body) {
  const targets = member(body, "targets");
  return Array.isArray(targets) ? targets : [];
}
function listTargetIds(body) {
  return listTargets(body).map(idOf);
}
function withTargetIds(body, ids) {
  const targets = listTargets(body).map((target, index) => {
    const id = ids[index] ?? null;
    return isObject(target) && id !== null ? { ...target, id } : target;
  });
  return Object.hasOwn(body, "targets") ? { ...body, targets } : body;
}
function takeIdsOfSameContent(body, others, taken) {
  const given = listTargetIds(body);
  const used = new Set(given);
  const ids = listTargets(body).map((target, index) => {
    const own = given[index] ?? null;
    if (own !== null) return own;
    const content = identifyContent(target);
    const id = others.filter((other) => identifyContent(other) === content).map(idOf).find((other) => other !== null && !used.has(other) && !taken.has(other));
    used.add(id ?? null);
    return id ?? null;
  });
  return withTargetIds(body, ids);
}
function deriveFreeId(input, target, used) {
  const { project, environment, key, taken } = input;
  for (let ordinal = 0; ; ordinal += 1) {
    const id = deriveUuid(
      TARGET_ID_NAMESPACE,
      canonicalJson([project, environment, key, typeOf2(target) ?? "", contentOf(target), ordinal])
    );
    if (!taken.has(id) && !used.has(id)) return id;
  }
}
function contentOf(target) {
  const url = member(target, "url");
  if (typeof url === "string") return url.trim();
  const list = member(target, "urls") ?? member(target, "queries");
  return Array.isArray(list) ? list.map((item) => typeof item === "string" ? item.trim() : canonicalJson(item)).sort() : null;
}
function identifyContent(target) {
  return canonicalJson([typeOf2(target), contentOf(target)]);
}
function typeOf2(target) {
  const type = member(target, "type");
  return typeof type === "string" ? type : null;
}
function idOf(target) {
  const id = member(target, "id");
  return typeof id === "string" ? id.toLowerCase() : null;
}
function groupBy(indexes, identify) {
  const groups = /* @__PURE__ */ new Map();
  for (const index of indexes) {
    const identity = identify(index);
    if (identity !== null) addToGroup(groups, identity, index);
  }
  return groups;
}
var import_node_crypto3, TARGET_ID_NAMESPACE;
var init_targets = __esm({
  "src/core/specs/targets.ts"() {
    "use strict";
    import_node_crypto3 = require("node:crypto");
    init_grouping();
    init_canonical();
    init_value();
    init_member();
    TARGET_ID_NAMESPACE = "f65bcff9-f987-476c-be65-badfc112dba4";
  }
});

// src/core/state/state.ts
var state_exports = {};
__export(state_exports, {
  OutlinedState: () => OutlinedState,
  UnreadBodies: () => UnreadBodies,
  countRecords: () => countRecords,
  factsOf: () => factsOf,
  isSameVersion: () => isSameVersion,
  listFacts: () => listFacts,
  newState: () => newState,
  notesOf: () => notesOf,
  recordIn: () => recordIn,
  recordsOf: () => recordsOf,
  wholeOf: () => wholeOf
});
function countRecords(state) {
  return state instanceof OutlinedState ? state.size : state.monitors.size;
}
function factsOf({ applied }) {
  return { targetIds: FACTS.targetIds(applied), references: FACTS.references(applied), origins: FACTS.origins(applied) };
}
function recordsOf(state) {
  return state === null ? /* @__PURE__ */ new Map() : wholeOf(state).monitors;
}
function recordIn(state, key) {
  return state instanceof OutlinedState ? state.bodies.record(key) : state?.monitors.get(key);
}
function* listFacts(state, name) {
  if (state instanceof OutlinedState) yield* state.bodies.facts(name);
  else for (const [key, { applied }] of state?.monitors ?? []) yield [key, FACTS[name](applied)];
}
function wholeOf(state) {
  return state instanceof OutlinedState ? state.bodies.whole() : state;
}
function isSameVersion(a, b) {
  if (a === null || b === null) return a === b;
  return a.lineage === b.lineage && a.serial === b.serial && a.checksum === b.checksum;
}
function notesOf({ sync, inherited }) {
  return { ...toRecordedSync(sync), ...inherited === void 0 ? {} : { inherited } };
}
function newState({ lineage, tool, project, environment, origin }) {
  return { version: 1, minReader: 1, tool, lineage, serial: 0, project, environment, origin, monitors: /* @__PURE__ */ new Map(), unknown: {} };
}
var OutlinedState, UnreadBodies, FACTS;
var init_state = __esm({
  "src/core/state/state.ts"() {
    "use strict";
    init_origin();
    init_references();
    init_sync();
    init_targets();
    OutlinedState = class {
      version;
      minReader;
      tool;
      lineage;
      serial;
      project;
      environment;
      origin;
      unknown = {};
      #outlines;
      #bodies;
      constructor(header, outlines, bodies) {
        this.version = header.version;
        this.minReader = header.minReader;
        this.tool = header.tool;
        this.lineage = header.lineage;
        this.serial = header.serial;
        this.project = header.project;
        this.environment = header.environment;
        this.origin = header.origin;
        if (header.emulator !== void 0) this.emulator = header.emulator;
        if (header.formerEnvironments !== void 0) this.formerEnvironments = header.formerEnvironments;
        if (header.commit !== void 0) this.commit = header.commit;
        if (header.removed !== void 0) this.removed = header.removed;
        Object.defineProperty(this, "monitors", { enumerable: true, get: () => outlines.monitors() });
        this.#outlines = outlines;
        this.#bodies = bodies;
      }
      /** Number of the monitors. */
      get size() {
        return this.#outlines.size;
      }
      /** See {@link Outlines}. */
      get repeated() {
        return this.#outlines.repeated;
      }
      /** Source of the bodies. */
      get bodies() {
        return this.#bodies;
      }
    };
    UnreadBodies = class extends Error {
      name = "UnreadBodies";
    };
    FACTS = {
      targetIds: (applied) => listTargetIds(applied).filter((id) => id !== null),
      references: (applied) => listReferenceNames(applied),
      origins: (applied) => listSecretOrigins(applied).map(({ name, id }) => `${name} ${id}`)
    };
  }
});

// src/core/state/fold-open.ts
var fold_open_exports = {};
__export(fold_open_exports, {
  openForChange: () => openForChange,
  viewState: () => viewState
});
async function viewState(store, choose) {
  return toView(await store.read(choose));
}
async function openForChange(locked) {
  const read = await locked.read();
  const view = toView(read);
  if (read.kind === "first-use" || view.stored === null) return { ...view, before: null };
  const { state } = view.stored;
  const givenUp = read.journal.creates.filter(isGivenUp);
  const next = givenUp.length === 0 ? state : noteGivenUp(state, givenUp, read.stored.version.serial + 1);
  const stored = await locked.write(next, read.stored.version);
  if (!isAsIs(read.journal, view.unresolved)) await locked.rewriteJournal(stored.version, view.unresolved);
  return { ...view, stored, before: read.stored.version };
}
function toView(read) {
  const { tornTail, creates, edits } = read.journal;
  const noted = { tornTail, ...read.doubt === void 0 ? {} : { doubt: read.doubt } };
  if (read.kind === "first-use") return { stored: null, unresolved: [], folded: [], ...noted };
  if (creates.length === 0 && edits.length === 0) return { stored: read.stored, unresolved: [], folded: [], ...noted };
  const before = wholeOf(read.stored.state);
  const { state, unfinished } = foldJournal(before, read.journal);
  const added = creates.filter(({ intent: { key } }) => state.monitors.get(key) !== before.monitors.get(key));
  const folded = added.map(({ intent }) => intent.key);
  return { stored: { state, version: read.stored.version }, unresolved: unfinished, folded, ...noted };
}
function isGivenUp({ phase, attempt, intent }) {
  return phase === "dropped" && (attempt > 0 || intent.offMachine);
}
function noteGivenUp(state, creates, serial) {
  const lines = creates.map(({ intent: { key, opId }, lastSentAt }) => ({ key, id: opId, serial, at: lastSentAt, by: "resolve" }));
  return { ...state, serial, removed: mergeLines(state.removed, lines) };
}
function isAsIs(journal, keep) {
  if (journal.tornTail || journal.edits.length > 0 || journal.creates.length !== keep.length) return false;
  if (keep.length === 0) return journal.base === null;
  return keep.every((create, index) => create === journal.creates[index]);
}
var init_fold_open = __esm({
  "src/core/state/fold-open.ts"() {
    "use strict";
    init_fold();
    init_removed();
    init_state();
  }
});

// src/project/key-list.ts
var key_list_exports = {};
__export(key_list_exports, {
  openKeyList: () => openKeyList,
  showLabels: () => showLabels
});
function openKeyList(file2) {
  return {
    read: () => parseList(file2.read()),
    save: (list, content) => {
      const before = file2.read();
      if (content !== void 0 && before?.startsWith(JSON.stringify({ content }).slice(0, -1)) === true) return;
      const found = list();
      const labels2 = new Set(found.flatMap(({ sync: { labels: own } }) => own === void 0 ? [] : showLabels(own)));
      const known = { keys: found.map(({ key }) => key), labels: [...labels2] };
      const text2 = JSON.stringify(content === void 0 ? known : { content, ...known });
      if (text2 !== before) file2.write(text2);
    }
  };
}
function showLabels(labels2) {
  return Object.entries(labels2).map(([name, value]) => `${name}=${value}`);
}
function parseList(text2) {
  try {
    const value = JSON.parse(text2 ?? "{}");
    return isObject(value) ? { keys: listTexts2(property(value, "keys")), labels: listTexts2(property(value, "labels")) } : NOTHING3;
  } catch {
    return NOTHING3;
  }
}
function listTexts2(value) {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
var NOTHING3;
var init_key_list = __esm({
  "src/project/key-list.ts"() {
    "use strict";
    init_value();
    NOTHING3 = { keys: [], labels: [] };
  }
});

// src/features/editor/completion-words.ts
var completion_words_exports = {};
__export(completion_words_exports, {
  WORD_LISTS: () => WORD_LISTS,
  listWordsFor: () => listWordsFor
});
async function listWordsFor(project, list, start2) {
  const specs = project.keyList?.read() ?? { keys: [], labels: [] };
  const monitors = await readRecorded(project);
  const found = collect(list, specs, monitors).filter((word2) => word2.startsWith(start2) && !UNSEEN.test(word2));
  return [...new Set(found)].sort(compareText).slice(0, MOST_WORDS);
}
async function readRecorded({ store }) {
  if (store === null) return /* @__PURE__ */ new Map();
  try {
    const { stored } = await viewState(store);
    return stored?.state.monitors ?? /* @__PURE__ */ new Map();
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
function collect(list, { keys: keys2, labels: labels2 }, monitors) {
  switch (list) {
    case "keys":
      return [...keys2, ...monitors.keys()];
    case "recorded":
      return [...monitors.keys()];
    case "new":
      return keys2.filter((key) => !monitors.has(key));
    case "labels":
      return [...labels2, ...[...monitors.values()].flatMap(({ labels: own }) => own === void 0 ? [] : showLabels(own))];
  }
}
var WORD_LISTS, MOST_WORDS, UNSEEN;
var init_completion_words = __esm({
  "src/features/editor/completion-words.ts"() {
    "use strict";
    init_diagnostic();
    init_fold_open();
    init_key_list();
    WORD_LISTS = ["keys", "recorded", "new", "labels"];
    MOST_WORDS = 2e3;
    UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  }
});

// src/doors/cli/complete.ts
var complete_exports = {};
__export(complete_exports, {
  complete: () => complete
});
async function complete([list, current = "", ...words], context2) {
  try {
    const { listWordsFor: listWordsFor2, WORD_LISTS: WORD_LISTS2 } = await Promise.resolve().then(() => (init_completion_words(), completion_words_exports));
    const wanted = WORD_LISTS2.find((known) => known === list);
    if (wanted === void 0) return;
    const flags = readFlags(words, context2.env["HOME"] ?? "");
    const directory2 = (0, import_node_path2.resolve)(context2.cwd, flags.directory ?? ".");
    const { loadSettings } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/config/loaded-settings.ts"));
    const settings = loadSettings({ flags, env: context2.env, directory: directory2, cwd: directory2, directoryHint: "", environmentChoice: "any" });
    const { openProject } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
    const { keyList, store } = openProject({ settings, cwd: directory2, command: "completion", use: "look", caches: "used" }, context2);
    const found = await listWordsFor2(
      { keyList, store: store.backend === "file" ? store : null },
      wanted,
      unquote(current.replace(/^--[a-z-]+=/, ""))
    );
    const shown = /^(?:--[a-z-]+=)?["']/.test(current) ? found.filter((word2) => PLAIN2.test(word2)) : found;
    context2.stdout.write(shown.map((word2) => `${word2}
`).join(""));
  } catch {
  }
}
function readFlags(words, home) {
  const flags = {};
  for (const [index, word2] of words.entries()) {
    const [, name = word2, attached] = /^(--[a-z]+)=(.*)$/su.exec(word2) ?? [];
    const value = attached ?? words[index + 1];
    if (Object.hasOwn(FLAGS, name) && value !== void 0) flags[FLAGS[name]] = expandHome(unquote(value), home);
  }
  return flags;
}
function unquote(word2) {
  return word2.replace(/'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)/gsu, (_, single, double, escaped) => {
    return single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? "";
  });
}
function expandHome(path, home) {
  return path === "~" || path.startsWith("~/") ? (0, import_node_path2.join)(home, path.slice(1)) : path;
}
var import_node_path2, PLAIN2, FLAGS;
var init_complete = __esm({
  "src/doors/cli/complete.ts"() {
    "use strict";
    import_node_path2 = require("node:path");
    PLAIN2 = /^[A-Za-z0-9._/=:@+-]+$/;
    FLAGS = {
      "-C": "directory",
      "--directory": "directory",
      "--config": "config",
      "--environment": "environment",
      "--specs": "specs",
      "--state": "state"
    };
  }
});

// src/doors/library/error.ts
var error_exports = {};
__export(error_exports, {
  MonitorsError: () => MonitorsError
});
var MonitorsError;
var init_error = __esm({
  "src/doors/library/error.ts"() {
    "use strict";
    MonitorsError = class extends Error {
      name = "MonitorsError";
      /** Code of the error, `family/name`; explained in docs/diagnostics.md. */
      code;
      /** What to do next. */
      hint;
      /** The exit code of the command; see docs/output.md. */
      exitCode;
      /** The findings that the error comes from, such as those of specs with errors. */
      diagnostics;
      constructor({ error, diagnostics = [] }, exitCode) {
        super(error.message);
        this.code = error.code;
        this.hint = error.hint;
        this.exitCode = exitCode;
        this.diagnostics = diagnostics;
      }
    };
  }
});

// src/core/base/command-line.ts
var command_line_exports = {};
__export(command_line_exports, {
  completeCommands: () => completeCommands,
  findCommands: () => findCommands,
  keyCommand: () => keyCommand,
  quoteShell: () => quoteShell,
  shellWord: () => shellWord,
  writeCommand: () => writeCommand,
  writeEnvironmentMove: () => writeEnvironmentMove
});
function writeCommand(words, keys2, environment, flags = "") {
  const given = `${flags}${inEnvironment(environment)}`.trim();
  const operands = keys2.map(shellWord).join(" ");
  const parts = keys2.some((key) => key.startsWith("-")) ? [words, given, "--", operands] : [words, operands, given];
  return ["monitors", ...parts.filter((part) => part !== "")].join(" ");
}
function keyCommand(words, key, flags = "") {
  return writeCommand(words, [key], "default", flags);
}
function inEnvironment(environment) {
  return environment === "default" ? "" : ` --environment ${environment}`;
}
function writeEnvironmentMove(from, to) {
  return `monitors state migrate --environment ${from} --to-environment ${to}`;
}
function shellWord(word2) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word2) ? word2 : quoteShell(word2);
}
function quoteShell(text2) {
  return `'${text2.replaceAll("'", "'\\''")}'`;
}
function findCommands(sentence) {
  const quoted = [...sentence.matchAll(QUOTED)].map(({ index, 0: { length } }) => ({ from: index + 1, to: index + length - 1 }));
  const last = LAST.exec(sentence);
  return last === null ? quoted : [...quoted.filter(({ to }) => to <= last.index), { from: last.index + 2, to: sentence.length }];
}
function completeCommands(hint, given) {
  const { directory: directory2, config, environment, specs, state } = given;
  const named = [
    ["-C", directory2],
    ["--config", config],
    ["--environment", environment],
    ["--specs", specs],
    ["--state", state]
  ];
  const complete2 = (words) => {
    const flags = named.flatMap(
      ([flag, value]) => value === void 0 || ` ${words} `.includes(` ${flag} `) ? [] : [` ${flag} ${shellWord(value)}`]
    );
    const end = words.indexOf(" -- ");
    return end === -1 ? `${words}${flags.join("")}` : `${words.slice(0, end)}${flags.join("")}${words.slice(end)}`;
  };
  return hint.replaceAll(
    QUOTED,
    (_all, mark, program, words) => program === "git" ? `${mark}git ${directory2 === void 0 ? "" : `-C ${shellWord(directory2)} `}${words}${mark}` : `${mark}monitors ${complete2(words)}${mark}`
  ).replace(LAST, (_all, words) => `: monitors ${complete2(words)}`);
}
var QUOTED, LAST;
var init_command_line = __esm({
  "src/core/base/command-line.ts"() {
    "use strict";
    QUOTED = /(["`])(monitors|git) ((?:(?!\1).)+)\1/g;
    LAST = /: monitors ((?:-|(?:accept|apply|checks|completion|diff|emulator|import|init|plan|pull|recover|render|report|resolve|run|schema|state|status|validate|version)(?= |$)).*)$/s;
  }
});

// src/core/base/glob.ts
var glob_exports = {};
__export(glob_exports, {
  compileGlob: () => compileGlob,
  compileMove: () => compileMove,
  hasWildcard: () => hasWildcard
});
function hasWildcard(text2) {
  return /[*?]/.test(text2);
}
function compileGlob(pattern, spend = () => true) {
  if (!hasWildcard(pattern)) return (name) => name === pattern;
  const prefix = /^[^*?]*/.exec(pattern)?.[0] ?? "";
  const rest = pattern.slice(prefix.length);
  if (/^\*{2,}$/.test(rest)) return (name) => name.startsWith(prefix);
  const texts2 = rest.split(/\*+\/?|\?/);
  const suffix = texts2.at(-1) ?? "";
  const longest = texts2.reduce((long, text2) => text2.length > long.length ? text2 : long, "");
  const ways = new Ways(readSteps(pattern), spend);
  return (name) => name.startsWith(prefix) && name.endsWith(suffix) && name.includes(longest) && ways.match(name);
}
function readSteps(pattern) {
  const pieces = pattern.match(/(?<=^|\/)(?:\*{2,}\/)+|\*+|[^*]/gu) ?? [];
  return pieces.map((piece) => {
    if (piece === "*") return WITHIN;
    if (piece.startsWith("*")) return piece.endsWith("/") ? FOLDERS : ACROSS;
    return piece === "?" ? ONE : piece.codePointAt(0);
  });
}
function compileMove(from, to) {
  const source = splitAtWildcard(from);
  const target = splitAtWildcard(to);
  if (source === null || target === null) return { kind: "refused", why: 'each side takes one wildcard, "*" or "**"' };
  if (source.wildcard !== target.wildcard) return { kind: "refused", why: "both sides need the same wildcard" };
  if (source.wildcard === "") return { kind: "move", rename: (name) => name === from ? to : null };
  return {
    kind: "move",
    rename: (name) => {
      const captured = capture(source, name);
      return captured === null ? null : fill(target, captured);
    }
  };
}
function splitAtWildcard(pattern) {
  const [, before = "", stars = "", after = ""] = /^([^*?]*)(\**)(.*)$/su.exec(pattern) ?? [];
  if (hasWildcard(after) || stars.length > 2) return null;
  return { before, wildcard: stars, after };
}
function capture({ before, wildcard, after }, name) {
  if (wildcard === "**" && isWholeSegment(before) && after.startsWith("/") && name === before + after.slice(1)) return "";
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return null;
  const captured = name.slice(before.length, name.length - after.length);
  return wildcard === "*" && captured.includes("/") ? null : captured;
}
function fill({ before, after }, captured) {
  const isEmptySegment = captured === "" && isWholeSegment(before) && after.startsWith("/");
  return before + captured + (isEmptySegment ? after.slice(1) : after);
}
function isWholeSegment(before) {
  return before === "" || before.endsWith("/");
}
var ONE, WITHIN, ACROSS, FOLDERS, SLASH, Ways;
var init_glob = __esm({
  "src/core/base/glob.ts"() {
    "use strict";
    ONE = -1;
    WITHIN = -2;
    ACROSS = -3;
    FOLDERS = -4;
    SLASH = 47;
    Ways = class {
      #steps;
      #spend;
      /** For each place among the steps, the last round that reached it. */
      #reached;
      #round = 0;
      /** The places that this round reached, how many they are, and those of the round before. */
      #places;
      #count = 0;
      #before;
      constructor(steps, spend) {
        this.#steps = steps;
        this.#spend = spend;
        this.#reached = new Float64Array(steps.length + 1);
        this.#places = new Uint32Array(steps.length + 1);
        this.#before = new Uint32Array(steps.length + 1);
      }
      match(name) {
        this.#begin();
        this.#reach(0);
        for (const character of name) {
          const count2 = this.#count;
          if (count2 === 0 || !this.#spend(1 + count2)) return false;
          [this.#before, this.#places] = [this.#places, this.#before];
          this.#begin();
          const unit = character.codePointAt(0);
          for (let at2 = 0; at2 < count2; at2++) this.#advance(this.#before[at2], unit);
        }
        return this.#reached[this.#steps.length] === this.#round;
      }
      #begin() {
        this.#round++;
        this.#count = 0;
      }
      #advance(place, unit) {
        const step = this.#steps[place];
        if (step === unit) this.#reach(place + 1);
        else if (step === ONE) {
          if (unit !== SLASH) this.#reach(place + 1);
        } else if (step === ACROSS || step === WITHIN && unit !== SLASH) this.#reach(place);
        else if (step === FOLDERS) {
          if (unit === SLASH) this.#reach(place);
          else this.#mark(place);
        }
      }
      /** Adds a place, and those behind it that need no more text. */
      #reach(place) {
        for (let at2 = place; this.#mark(at2); at2++) {
          const step = this.#steps[at2];
          if (step !== WITHIN && step !== ACROSS && step !== FOLDERS) return;
        }
      }
      /** Adds a place; false where this round was there before. */
      #mark(place) {
        if (this.#reached[place] === this.#round) return false;
        this.#reached[place] = this.#round;
        this.#places[this.#count++] = place;
        return true;
      }
    };
  }
});

// src/core/base/interruption.ts
var interruption_exports = {};
__export(interruption_exports, {
  Interrupted: () => Interrupted,
  exitCodeAfter: () => exitCodeAfter,
  refuseInterrupted: () => refuseInterrupted
});
function refuseInterrupted({ interruption }) {
  if (interruption.aborted) throw new Interrupted(interruption.reason);
}
function exitCodeAfter(interruption, otherwise) {
  return interruption.aborted ? interruption.reason.exitCode : otherwise;
}
var Interrupted;
var init_interruption = __esm({
  "src/core/base/interruption.ts"() {
    "use strict";
    Interrupted = class extends Error {
      name = "Interrupted";
      exitCode;
      constructor({ signal, exitCode }) {
        super(`interrupted by ${signal}: nothing was changed`);
        this.exitCode = exitCode;
      }
    };
  }
});

// src/core/base/names.ts
var names_exports = {};
__export(names_exports, {
  PLAIN_NAME_HINT: () => PLAIN_NAME_HINT,
  isBranchName: () => isBranchName,
  isPlainName: () => isPlainName
});
function isPlainName(name) {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}
function isBranchName(name) {
  return /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/.test(name) && !/\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$|^refs\//.test(name);
}
var PLAIN_NAME_HINT;
var init_names = __esm({
  "src/core/base/names.ts"() {
    "use strict";
    PLAIN_NAME_HINT = 'use letters, digits, ".", "_" and "-" only (at most 64), beginning with a letter or digit';
  }
});

// src/core/base/once.ts
var once_exports = {};
__export(once_exports, {
  once: () => once
});
function once(make) {
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
var init_once = __esm({
  "src/core/base/once.ts"() {
    "use strict";
  }
});

// src/core/base/words.ts
var words_exports = {};
__export(words_exports, {
  countOf: () => countOf,
  formatNumber: () => formatNumber,
  listFirst: () => listFirst,
  listWords: () => listWords
});
function formatNumber(value) {
  const [whole = "", fraction] = String(Math.round(value * 100) / 100).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === void 0 ? grouped : `${grouped}.${fraction}`;
}
function countOf(count2, noun, plural = `${noun}s`) {
  return `${formatNumber(count2)} ${count2 === 1 ? noun : plural}`;
}
function listFirst(words, shown = SHOWN) {
  const first = words.slice(0, shown).join(", ");
  const rest = words.length - shown;
  return rest > 0 ? `${first} and ${formatNumber(rest)} more` : first;
}
function listWords(words, conjunction = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}
var SHOWN;
var init_words = __esm({
  "src/core/base/words.ts"() {
    "use strict";
    SHOWN = 3;
  }
});

// src/core/config/choices.ts
var choices_exports = {};
__export(choices_exports, {
  CONCURRENCY: () => CONCURRENCY,
  LOOKUP_SECONDS: () => LOOKUP_SECONDS,
  MAX_CREDITS: () => MAX_CREDITS,
  MOST_REQUESTS: () => MOST_REQUESTS,
  NEWEST_CHECKS: () => NEWEST_CHECKS,
  ON_AMBIGUOUS: () => ON_AMBIGUOUS,
  ON_ERROR: () => ON_ERROR,
  SHOWN_CHANGES: () => SHOWN_CHANGES,
  SHOWN_LIMIT: () => SHOWN_LIMIT,
  STATE_PLACES: () => STATE_PLACES,
  STRICT_FAMILIES: () => STRICT_FAMILIES
});
var STRICT_FAMILIES, ON_ERROR, ON_AMBIGUOUS, CONCURRENCY, NEWEST_CHECKS, LOOKUP_SECONDS, STATE_PLACES, SHOWN_CHANGES, SHOWN_LIMIT, MOST_REQUESTS, MAX_CREDITS;
var init_choices = __esm({
  "src/core/config/choices.ts"() {
    "use strict";
    STRICT_FAMILIES = ["service", "all"];
    ON_ERROR = ["continue", "stop"];
    ON_AMBIGUOUS = ["verify", "retry", "stop"];
    CONCURRENCY = { min: 1, max: 64 };
    NEWEST_CHECKS = { min: 0, max: 100 };
    LOOKUP_SECONDS = { min: 0, max: 3600 };
    STATE_PLACES = ["file", "postgres", "s3"];
    SHOWN_CHANGES = ["meaningful", "changed", "failed"];
    SHOWN_LIMIT = { min: 1, max: 1e5 };
    MOST_REQUESTS = { min: 1, max: 1e6 };
    MAX_CREDITS = { min: 0, max: 999999999 };
  }
});

// src/core/diagnostics/suggest.ts
var suggest_exports = {};
__export(suggest_exports, {
  suggestName: () => suggestName
});
function suggestName(given, known) {
  if (given.length > LONGEST_NAME) return void 0;
  const wanted = fold(given);
  let nearest;
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let least = most + 1;
  for (const name of known) {
    const folded = fold(name);
    const limit = Math.min(least, folded.startsWith(wanted) ? least : MOST_EDITS + 1);
    const distance = countEdits(wanted, folded, limit);
    if (distance < limit && distance < folded.length) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}
function fold(name) {
  return name.toLowerCase().replace(/[_\- ]/g, "");
}
function countEdits(a, b, limit) {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}
function at(row, index) {
  return row[index] ?? Infinity;
}
var LONGEST_NAME, MOST_EDITS;
var init_suggest = __esm({
  "src/core/diagnostics/suggest.ts"() {
    "use strict";
    LONGEST_NAME = 64;
    MOST_EDITS = 3;
  }
});

// src/core/diagnostics/user-error.ts
var user_error_exports = {};
__export(user_error_exports, {
  UserError: () => UserError
});
var UNSAVED, UserError;
var init_user_error = __esm({
  "src/core/diagnostics/user-error.ts"() {
    "use strict";
    UNSAVED = /* @__PURE__ */ new Set(["state/not-saved", "state/changed", "state/lock-lost"]);
    UserError = class extends Error {
      name = "UserError";
      code;
      /** The edit or command to continue with. */
      hint;
      /** Findings that caused it, such as those of a config file; shown before it. */
      findings;
      constructor(code, message, hint, { findings = [], ...options } = {}) {
        super(message, options);
        this.code = code;
        this.hint = hint;
        this.findings = findings;
      }
      /** Exit code of the command: 5 if the state could not be saved, else 3 (docs/output.md). */
      get exitCode() {
        return UNSAVED.has(this.code) ? 5 : 3;
      }
    };
  }
});

// src/core/config/option-values.ts
var option_values_exports = {};
__export(option_values_exports, {
  DEFAULT_LOOKUP_MS: () => DEFAULT_LOOKUP_MS,
  PREFIX: () => PREFIX2,
  VARIABLE_NAME_HINT: () => VARIABLE_NAME_HINT,
  checkName: () => checkName,
  isVariableName: () => isVariableName,
  listStrangeVariables: () => listStrangeVariables,
  oneOf: () => oneOf,
  readDuration: () => readDuration,
  readLookupMs: () => readLookupMs,
  readRetryBase: () => readRetryBase,
  warnOfNearVariables: () => warnOfNearVariables,
  wholeNumber: () => wholeNumber
});
function wholeNumber(name, value, range) {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new UserError("config/usage", `${name} takes a whole number from ${range.min} to ${range.max}, not "${value}"`);
}
function oneOf(name, value, words) {
  const word2 = words.find((candidate) => candidate === value);
  if (word2 === void 0) throw new UserError("config/usage", `${name}: unknown value "${value}"`, `use ${listWords(words, "or")}`);
  return word2;
}
function readLookupMs(name, seconds) {
  return seconds === void 0 ? DEFAULT_LOOKUP_MS : 1e3 * wholeNumber(name, seconds, LOOKUP_SECONDS);
}
function readRetryBase(env) {
  return wholeNumber("MONITORS_RETRY_BASE_MS", env["MONITORS_RETRY_BASE_MS"] ?? "1000", { min: 0, max: 6e4 });
}
function readDuration(name, value) {
  const [, number, unit] = /^(\d{1,9})([smh])$/.exec(value) ?? [];
  const ms = number === void 0 ? Number.NaN : Number(number) * UNITS[unit];
  if (ms <= LONGEST_MS) return ms;
  const hint = "write a whole number and s, m or h, up to 24h, such as 10s, 5m or 1h";
  throw new UserError("config/usage", `${name} takes a duration, not "${value}"`, hint);
}
function checkName(what, name, place) {
  if (isPlainName(name)) return name;
  throw new UserError("config/bad-name", `the ${what} name ${JSON.stringify(name)} ${place} cannot be used`, PLAIN_NAME_HINT);
}
function isVariableName(name) {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
function listStrangeVariables(env) {
  return Object.keys(env).filter((name) => name.startsWith(PREFIX2) && env[name] !== void 0 && env[name] !== "").map((name) => name.slice(PREFIX2.length)).filter((name) => !VARIABLES.includes(name) && !name.startsWith(FOR_TESTS));
}
function warnOfNearVariables(strange, env) {
  return strange.flatMap((name) => {
    const near = suggestName(name, VARIABLES);
    if (near === void 0 || name.startsWith(near) && (env[`${PREFIX2}${near}`] ?? "") !== "") return [];
    const message = `the environment variable ${PREFIX2}${name} is set, and nothing reads it`;
    return [{ code: "config/near-variable", severity: "warning", message, hint: `did you mean ${PREFIX2}${near}?` }];
  });
}
var DEFAULT_LOOKUP_MS, UNITS, LONGEST_MS, VARIABLE_NAME_HINT, PREFIX2, VARIABLES, FOR_TESTS;
var init_option_values = __esm({
  "src/core/config/option-values.ts"() {
    "use strict";
    init_names();
    init_words();
    init_suggest();
    init_user_error();
    init_choices();
    DEFAULT_LOOKUP_MS = 9e4;
    UNITS = { s: 1e3, m: 6e4, h: 36e5 };
    LONGEST_MS = 864e5;
    VARIABLE_NAME_HINT = 'use letters, digits and "_" only, beginning with a letter or "_"';
    PREFIX2 = "MONITORS_";
    VARIABLES = [
      "API_KEY",
      "BASE_URL",
      "DRIFT",
      "ENVIRONMENT",
      "RETRY_BASE_MS",
      "STATE_KEY",
      "STATE_POSTGRES_URL",
      "STATE_S3_RACES",
      "WEBHOOK_SECRET"
    ];
    FOR_TESTS = "TEST_";
  }
});

// src/core/diagnostics/bounded-text.ts
var bounded_text_exports = {};
__export(bounded_text_exports, {
  boundText: () => boundText
});
function boundText(text2, longest = LONGEST_TEXT) {
  if (text2.length <= longest) return text2;
  const half = Math.floor(longest / 2);
  return takeWhole(text2.slice(0, half)) + CUT + dropHalf(text2.slice(-half));
}
function takeWhole(text2) {
  return text2.replace(/[\ud800-\udbff]$/, "");
}
function dropHalf(text2) {
  return text2.replace(/^[\udc00-\udfff]/, "");
}
var LONGEST_TEXT, CUT;
var init_bounded_text = __esm({
  "src/core/diagnostics/bounded-text.ts"() {
    "use strict";
    LONGEST_TEXT = 600;
    CUT = "...";
  }
});

// src/core/diagnostics/code-frame.ts
var code_frame_exports = {};
__export(code_frame_exports, {
  buildCodeFrame: () => buildCodeFrame
});
function buildCodeFrame(source, range, neighbours) {
  const { start: start2 } = range;
  if (start2.offset > source.text.length) return null;
  const spans = [...linesBefore(source.text, start2, neighbours), ...linesFrom(source.text, start2, neighbours + 1)];
  return { lines: spans.map((span) => frameLine(source, span, range)) };
}
function linesBefore(text2, { offset, line }, count2) {
  const spans = [];
  let next = startOfLine(text2, offset);
  while (next > 0 && spans.length < count2) {
    const start2 = startOfLine(text2, next - 1);
    spans.push({ number: line - spans.length - 1, start: start2, end: endOfLine(text2, start2) });
    next = start2;
  }
  return spans.reverse();
}
function linesFrom(text2, { offset, line }, count2) {
  const spans = [];
  let start2 = startOfLine(text2, offset);
  while (spans.length < count2 && start2 <= text2.length) {
    spans.push({ number: line + spans.length, start: start2, end: endOfLine(text2, start2) });
    const newline = text2.indexOf("\n", start2);
    start2 = newline === -1 ? text2.length + 1 : newline + 1;
  }
  return spans;
}
function startOfLine(text2, offset) {
  return offset === 0 ? 0 : text2.lastIndexOf("\n", offset - 1) + 1;
}
function endOfLine(text2, start2) {
  const newline = text2.indexOf("\n", start2);
  if (newline === -1) return text2.length;
  return newline > start2 && text2[newline - 1] === "\r" ? newline - 1 : newline;
}
function frameLine(source, span, range) {
  const text2 = source.text.slice(span.start, span.end);
  const secrets = secretsIn(source.secretRanges, span);
  if (span.number !== range.start.line) {
    return { kind: "neighbour", number: span.number, text: showBeginning(text2, secrets, { start: 0, end: text2.length }) };
  }
  const start2 = Math.min(range.start.column - 1, text2.length);
  const end = range.end.line === range.start.line ? Math.min(Math.max(range.end.column - 1, start2), text2.length) : text2.trimEnd().length;
  return {
    kind: "marked",
    number: span.number,
    before: showEnd(text2, secrets, { start: 0, end: start2 }),
    marked: showBeginning(text2, secrets, { start: start2, end: Math.max(start2, end) }),
    after: showBeginning(text2, secrets, { start: Math.max(start2, end), end: text2.length })
  };
}
function showBeginning(text2, secrets, { start: start2, end }) {
  if (end - start2 <= LONGEST_PART) return hideSecrets(text2, secrets, { start: start2, end });
  return hideSecrets(text2, secrets, { start: start2, end: outsidePair(text2, start2 + LONGEST_PART) }) + CUT2;
}
function showEnd(text2, secrets, { start: start2, end }) {
  if (end - start2 <= LONGEST_PART) return hideSecrets(text2, secrets, { start: start2, end });
  return CUT2 + hideSecrets(text2, secrets, { start: outsidePair(text2, end - LONGEST_PART), end });
}
function outsidePair(text2, at2) {
  return /^[\udc00-\udfff]/.test(text2.charAt(at2)) ? at2 + 1 : at2;
}
function hideSecrets(text2, secrets, { start: start2, end }) {
  let shown = "";
  let at2 = start2;
  for (const secret of secrets) {
    if (secret.end <= at2 || secret.start >= end) continue;
    shown += text2.slice(at2, Math.max(at2, secret.start));
    if (secret.start >= start2) shown += SECRET;
    at2 = Math.min(end, secret.end);
  }
  return shown + text2.slice(at2, end);
}
function secretsIn(secrets, line) {
  const own = secrets.filter((secret) => secret.end > line.start && secret.start < line.end && secret.start < secret.end);
  return mergeSpans(
    own.map((secret) => ({ start: Math.max(secret.start, line.start) - line.start, end: Math.min(secret.end, line.end) - line.start }))
  );
}
function mergeSpans(spans) {
  const merged = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged[merged.length - 1];
    if (last !== void 0 && span.start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}
var SECRET, LONGEST_PART, CUT2;
var init_code_frame = __esm({
  "src/core/diagnostics/code-frame.ts"() {
    "use strict";
    SECRET = "(secret)";
    LONGEST_PART = 1e3;
    CUT2 = "...";
  }
});

// src/core/diagnostics/monitor-text.ts
var monitor_text_exports = {};
__export(monitor_text_exports, {
  listKnown: () => listKnown,
  nameKnown: () => nameKnown
});
function nameKnown({ id, createdAt }) {
  return createdAt === "" ? id : `${id} (created ${createdAt})`;
}
function listKnown(monitors) {
  return listFirst(monitors.map(nameKnown));
}
var init_monitor_text = __esm({
  "src/core/diagnostics/monitor-text.ts"() {
    "use strict";
    init_words();
  }
});

// src/core/files/cache-file.ts
var cache_file_exports = {};
__export(cache_file_exports, {
  isOwnDirectory: () => isOwnDirectory,
  openCacheFile: () => openCacheFile,
  readOwn: () => readOwn
});
function openCacheFile({ path, userId, uuid }) {
  const isOwn = (stat) => isPrivate(stat, userId);
  return {
    read: () => {
      try {
        return isOwnDirectory((0, import_node_path3.dirname)(path), userId) ? readOwn(path, isOwn, LARGEST_CACHE)?.toString("utf8") ?? null : null;
      } catch {
        return null;
      }
    },
    write: (text2) => {
      const temporary = `${path}.tmp-${uuid()}`;
      try {
        (0, import_node_fs4.mkdirSync)((0, import_node_path3.dirname)(path), { recursive: true, mode: 448 });
        if (!isOwnDirectory((0, import_node_path3.dirname)(path), userId)) return;
        (0, import_node_fs4.writeFileSync)(temporary, text2, { flag: "wx", mode: 384 });
        (0, import_node_fs4.renameSync)(temporary, path);
      } catch {
        removeQuietly(temporary);
      }
    }
  };
}
function isPrivate({ uid, mode }, userId) {
  return userId === null || uid === userId && (mode & 63) === 0;
}
function isOwnDirectory(directory2, userId) {
  const stat = (0, import_node_fs4.lstatSync)(directory2);
  return stat.isDirectory() && isPrivate(stat, userId);
}
function readOwn(path, isOwn, largest) {
  const descriptor = (0, import_node_fs4.openSync)(path, import_node_fs4.constants.O_RDONLY | (import_node_fs4.constants.O_NOFOLLOW ?? 0) | (import_node_fs4.constants.O_NONBLOCK ?? 0));
  try {
    const stat = (0, import_node_fs4.fstatSync)(descriptor);
    return stat.isFile() && isOwn(stat) && stat.size <= largest ? (0, import_node_fs4.readFileSync)(descriptor) : null;
  } finally {
    (0, import_node_fs4.closeSync)(descriptor);
  }
}
function removeQuietly(path) {
  try {
    (0, import_node_fs4.rmSync)(path, { force: true });
  } catch {
  }
}
var import_node_fs4, import_node_path3, LARGEST_CACHE;
var init_cache_file = __esm({
  "src/core/files/cache-file.ts"() {
    "use strict";
    import_node_fs4 = require("node:fs");
    import_node_path3 = require("node:path");
    LARGEST_CACHE = 256 * 1024 * 1024;
  }
});

// src/core/files/given-file.ts
var given_file_exports = {};
__export(given_file_exports, {
  readGivenFile: () => readGivenFile
});
function readGivenFile(path) {
  const descriptor = (0, import_node_fs5.openSync)(path, import_node_fs5.constants.O_RDONLY | (import_node_fs5.constants.O_NONBLOCK ?? 0));
  try {
    const stat = (0, import_node_fs5.fstatSync)(descriptor);
    if (stat.isDirectory()) throw codedError("EISDIR");
    if (!stat.isFile()) throw codedError("ENXIO");
    if (stat.size > LARGEST) throw codedError("EFBIG");
    return (0, import_node_fs5.readFileSync)(descriptor, "utf8");
  } finally {
    (0, import_node_fs5.closeSync)(descriptor);
  }
}
function codedError(code) {
  return Object.assign(new Error(code), { code });
}
var import_node_fs5, LARGEST;
var init_given_file = __esm({
  "src/core/files/given-file.ts"() {
    "use strict";
    import_node_fs5 = require("node:fs");
    LARGEST = 256 * 1024 * 1024;
  }
});

// src/core/files/paths.ts
var paths_exports = {};
__export(paths_exports, {
  findReal: () => findReal,
  isInGit: () => isInGit,
  isInside: () => isInside,
  isReallyInside: () => isReallyInside,
  refuseInGit: () => refuseInGit,
  toShownPath: () => toShownPath
});
function isInside(directory2, path) {
  const inside = (0, import_node_path4.relative)(directory2, path);
  return (0, import_node_path4.isAbsolute)(path) && inside !== ".." && !inside.startsWith(`..${import_node_path4.sep}`) && !(0, import_node_path4.isAbsolute)(inside);
}
function isInGit(path) {
  return path.split(/[/\\]/).some((part) => /^(?:\.git|git~[0-9])$/i.test(part.replace(/[. ]+$/, "")));
}
function refuseInGit(what) {
  return new UserError("config/unsafe-path", `${what} into the directory of git itself`, "use a path that is committed, outside of .git");
}
function toShownPath(cwd, file2) {
  const path = (0, import_node_path4.relative)(cwd, file2);
  const { root } = (0, import_node_path4.parse)(cwd);
  const up = path.split(import_node_path4.sep).filter((name) => name === "..").length;
  const isElsewhere = up > 0 && up === cwd.slice(root.length).split(import_node_path4.sep).filter(Boolean).length;
  const shown = isElsewhere ? (0, import_node_path4.resolve)(cwd, file2) : path;
  return (shown === "" ? "." : shown).split(import_node_path4.sep).join("/");
}
function findReal(path) {
  try {
    return (0, import_node_fs6.realpathSync)(path);
  } catch {
    return (0, import_node_path4.dirname)(path) === path ? path : (0, import_node_path4.join)(findReal((0, import_node_path4.dirname)(path)), (0, import_node_path4.basename)(path));
  }
}
function isReallyInside(directory2, path) {
  return isInside(findReal(directory2), findReal(path));
}
var import_node_fs6, import_node_path4;
var init_paths = __esm({
  "src/core/files/paths.ts"() {
    "use strict";
    import_node_fs6 = require("node:fs");
    import_node_path4 = require("node:path");
    init_user_error();
  }
});

// src/core/files/state-name.ts
var state_name_exports = {};
__export(state_name_exports, {
  DEFAULT_ENVIRONMENT: () => DEFAULT_ENVIRONMENT,
  baseOfStateFile: () => baseOfStateFile,
  environmentOfName: () => environmentOfName,
  nameState: () => nameState,
  stateFileOf: () => stateFileOf
});
function stateFileOf(stateFile, environment) {
  if (environment === DEFAULT_ENVIRONMENT) return stateFile;
  return stateFile.endsWith(".json") ? `${stateFile.slice(0, -".json".length)}.${environment}.json` : `${stateFile}.${environment}`;
}
function baseOfStateFile(stateFile, environment) {
  if (environment === DEFAULT_ENVIRONMENT) return stateFile;
  for (const [ending, left] of [
    [`.${environment}.json`, ".json"],
    [`.${environment}`, ""]
  ]) {
    if (stateFile.endsWith(ending)) return `${stateFile.slice(0, -ending.length)}${left}`;
  }
  return stateFile;
}
function environmentOfName(name, stateFile, environment) {
  const own = (0, import_node_path5.basename)(stateFile);
  const base = baseOfStateFile(own, environment);
  if (name === own) return null;
  if (name === base) return DEFAULT_ENVIRONMENT;
  const stem = base.replace(/\.json$/, "");
  const place = name.startsWith(`${stem}.`) && name.endsWith(".json") ? name.slice(stem.length + 1, -".json".length) : "";
  return isPlainName(place) ? place : null;
}
function nameState({ project, environment }) {
  return `${project}/${environment}`;
}
var import_node_path5, DEFAULT_ENVIRONMENT;
var init_state_name = __esm({
  "src/core/files/state-name.ts"() {
    "use strict";
    import_node_path5 = require("node:path");
    init_names();
    DEFAULT_ENVIRONMENT = "default";
  }
});

// src/core/state/addresses/kinds.ts
var kinds_exports = {};
__export(kinds_exports, {
  BUCKET_HINT: () => BUCKET_HINT,
  KINDS: () => KINDS,
  PREFIX_HINT: () => PREFIX_HINT,
  REGION_HINT: () => REGION_HINT,
  TABLE_HINT: () => TABLE_HINT,
  findBucketFlaw: () => findBucketFlaw,
  findPrefixFlaw: () => findPrefixFlaw,
  findRegionFlaw: () => findRegionFlaw,
  isTableName: () => isTableName
});
function isTableName(name) {
  return TABLE.test(name);
}
function findBucketFlaw(bucket) {
  if (bucket.startsWith("arn:")) return "is an ARN, not the name of a bucket";
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return "cannot be the name of a bucket";
  if (/\.\.|^[0-9.]+$/.test(bucket)) return "cannot be the name of a bucket: it looks like an IP address, or has two dots in a row";
  return bucket.endsWith("--x-s3") ? "is a directory bucket, which keeps no versions" : null;
}
function findPrefixFlaw(prefix, longest = LONGEST_PREFIX) {
  const segments = prefix.replace(/\/+$/, "").split("/");
  if (segments.includes("")) return prefix === "" ? "must not be empty" : 'has an empty part between "/"';
  if (segments.some((part) => part === "." || part === "..")) return 'has the part "." or ".."';
  if (new RegExp("\\p{C}", "u").test(prefix)) return "has a control character";
  return Buffer.byteLength(prefix) > longest ? `is longer than ${longest} bytes` : null;
}
function findRegionFlaw(region) {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(region) ? null : "cannot be the name of a region";
}
var TABLE, TABLE_HINT, BUCKET_HINT, PREFIX_HINT, REGION_HINT, KINDS, LONGEST_PREFIX;
var init_kinds = __esm({
  "src/core/state/addresses/kinds.ts"() {
    "use strict";
    TABLE = /^(?:[A-Za-z_][A-Za-z0-9_]{0,49}\.)?[A-Za-z_][A-Za-z0-9_]{0,49}$/;
    TABLE_HINT = 'use letters, digits and "_" (at most 50), beginning with a letter; a schema may stand before it: ops.monitors_state';
    BUCKET_HINT = 'use 3 to 63 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
    PREFIX_HINT = "for example monitors, or teams/web/monitors";
    REGION_HINT = "it looks like eu-central-1";
    KINDS = {
      postgres: {
        members: {
          table: {
            usual: "monitors_state",
            findFlaw: (name) => isTableName(name) ? null : "cannot be the name of a table",
            hint: TABLE_HINT,
            isCheckedByStore: true
          }
        },
        show: ({ table }) => `the PostgreSQL table "${table}"`
      },
      s3: {
        members: {
          bucket: { isNeeded: true, findFlaw: findBucketFlaw, hint: BUCKET_HINT },
          prefix: { usual: "monitors", toUsualForm: (prefix) => prefix.replace(/\/+$/, ""), findFlaw: findPrefixFlaw, hint: PREFIX_HINT },
          region: { mayBeUnsaid: true, findFlaw: findRegionFlaw, hint: REGION_HINT }
        },
        show: ({ bucket, prefix, region }) => `s3://${bucket}/${prefix}${region === void 0 ? "" : ` (${region})`}`
      }
    };
    LONGEST_PREFIX = 300;
  }
});

// src/core/state/origin.ts
var origin_exports2 = {};
__export(origin_exports2, {
  isBound: () => isBound,
  isLoopback: () => isLoopback,
  isOfEmulator: () => isOfEmulator,
  mayBeTrial: () => mayBeTrial,
  moveTo: () => moveTo,
  noteAnswers: () => noteAnswers,
  startAt: () => startAt
});
function isLoopback(origin) {
  let hostname;
  try {
    hostname = new URL(origin).hostname;
  } catch {
    return false;
  }
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
function isOfEmulator({ origin, emulator }) {
  return emulator === true && isLoopback(origin);
}
function mayBeTrial({ origin, emulator }) {
  return emulator !== false && isLoopback(origin);
}
function noteAnswers(state, byEmulator) {
  if (byEmulator === null || !isLoopback(state.origin) || state.emulator === false) return state;
  return state.emulator === byEmulator ? state : { ...state, emulator: byEmulator };
}
function startAt(state, origin) {
  if (state.origin === origin) return state;
  const { emulator: _before, ...rest } = state;
  return { ...rest, origin };
}
function moveTo(state, origin) {
  const moved = startAt(state, origin);
  if (moved === state || !isLoopback(origin)) return moved;
  const emulator = isLoopback(state.origin) ? state.emulator : false;
  return emulator === void 0 ? moved : { ...moved, emulator };
}
function isBound({ stored, unresolved }) {
  return unresolved.length > 0 || stored !== null && countRecords(stored.state) > 0;
}
var init_origin2 = __esm({
  "src/core/state/origin.ts"() {
    "use strict";
    init_state();
  }
});

// src/core/state/addresses/postgres.ts
var postgres_exports = {};
__export(postgres_exports, {
  POSTGRES_URL: () => POSTGRES_URL,
  listAddressSecrets: () => listAddressSecrets,
  readPostgresAddress: () => readPostgresAddress,
  showServer: () => showServer
});
function readPostgresAddress(env) {
  const text2 = env[POSTGRES_URL]?.trim() ?? "";
  if (text2 === "") throw bad("is not set", `set it to the address of the database; ${FORM}`);
  const url = parse2(text2);
  const { searchParams: parameters } = url;
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== void 0)
    throw bad(
      `has the parameter ${JSON.stringify(unknown)}, which is not known here`,
      `remove it; known are ${[...PARAMETERS].join(", ")}`
    );
  const host = parameters.get("host") ?? decode(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const port = Number(parameters.get("port") ?? (url.port === "" ? "5432" : url.port));
  const database = decode(url.pathname.slice(1));
  const user = decode(url.username);
  if (host === "" || database === "" || user === "") throw bad("lacks a host, a user or a database", FORM);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw bad("has a port that is not a number from 1 to 65535", FORM);
  return { host, port, database, user, password: decode(url.password), tls: readTls(host, parameters) };
}
function listAddressSecrets(env) {
  const address = env[POSTGRES_URL] ?? "";
  const [, password = ""] = /^[^/]*\/\/[^:@/]*:(.*)@/s.exec(address) ?? [];
  return [address, password, decodeQuietly(password)];
}
function decodeQuietly(text2) {
  try {
    return decodeURIComponent(text2);
  } catch {
    return text2;
  }
}
function showServer({ host, port, database }) {
  return `${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;
}
function parse2(text2) {
  const whole = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?(?=\/)/.exec(text2)?.[0];
  try {
    const url = new URL(whole === void 0 ? text2 : `${whole}socket${text2.slice(whole.length)}`);
    if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw new Error("another protocol");
    if (whole !== void 0 && !url.searchParams.has("host")) throw new Error("no host");
    return url;
  } catch {
    throw bad("is not the address of a PostgreSQL database", FORM);
  }
}
function readTls(host, parameters) {
  const mode = parameters.get("sslmode");
  const isHere = host.startsWith("/") || isLoopback(`http://${host.includes(":") ? `[${host}]` : host}`);
  if (mode !== null && !VERIFIED.has(mode) && !UNVERIFIED.has(mode)) {
    throw bad("has an sslmode that is not known", "use sslmode=verify-full, or leave it out");
  }
  if (!isHere && mode !== null && UNVERIFIED.has(mode)) {
    throw bad(`has sslmode=${mode}: a server of another machine must prove who it is`, "use sslmode=verify-full, or leave it out");
  }
  const rootCertificate = parameters.get("sslrootcert");
  if (isHere && (mode === null || UNVERIFIED.has(mode))) return null;
  return { rootCertificate: rootCertificate === "system" ? null : rootCertificate };
}
function decode(text2) {
  try {
    return decodeURIComponent(text2);
  } catch {
    throw bad('holds a "%" that is not followed by two hexadecimal digits', 'write "%25" for a percent sign in user or password');
  }
}
function bad(what, hint) {
  return new UserError("state/bad-address", `${POSTGRES_URL} ${what}`, hint);
}
var POSTGRES_URL, FORM, VERIFIED, UNVERIFIED, PARAMETERS;
var init_postgres = __esm({
  "src/core/state/addresses/postgres.ts"() {
    "use strict";
    init_user_error();
    init_origin2();
    POSTGRES_URL = "MONITORS_STATE_POSTGRES_URL";
    FORM = `it looks like postgres://USER:PASSWORD@HOST:5432/DATABASE`;
    VERIFIED = /* @__PURE__ */ new Set(["require", "verify-ca", "verify-full"]);
    UNVERIFIED = /* @__PURE__ */ new Set(["disable", "allow", "prefer", "no-verify"]);
    PARAMETERS = /* @__PURE__ */ new Set(["sslmode", "sslrootcert", "host", "port", "channel_binding"]);
  }
});

// src/core/state/addresses/s3.ts
var s3_exports = {};
__export(s3_exports, {
  S3_CREDENTIALS: () => S3_CREDENTIALS,
  listS3Secrets: () => listS3Secrets,
  readS3Address: () => readS3Address,
  showS3Host: () => showS3Host
});
function readS3Address(place, env) {
  const { bucket } = place;
  const flaw = findBucketFlaw(bucket);
  if (flaw !== null) throw badPlace(`the bucket ${JSON.stringify(bucket)} ${flaw}`, BUCKET_HINT);
  const endpoint = readEndpoint(env);
  return { bucket, prefix: readPrefix(place.prefix), region: readRegion(place, endpoint, env), endpoint, ...readKeys(env) };
}
function listS3Secrets(env) {
  const names = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_CONTAINER_AUTHORIZATION_TOKEN"];
  const endpoints = ENDPOINTS.map((name) => /\/\/[^/@]*:([^/@]*)@/.exec(env[name] ?? "")?.[1]);
  return [...names.map((name) => env[name]?.trim()), ...endpoints].filter((value) => value !== void 0 && value !== "");
}
function showS3Host({ endpoint, region }) {
  return endpoint === null ? `s3.${region}` : new URL(endpoint).host;
}
function readPrefix(prefix) {
  if (prefix === "") return "";
  const flaw = findPrefixFlaw(prefix, LONGEST_ANY_PREFIX);
  if (flaw === null) return `${prefix.replace(/\/+$/, "")}/`;
  throw badPlace(`the prefix ${JSON.stringify(prefix.slice(0, 100))} ${flaw}`, PREFIX_HINT);
}
function readRegion({ region }, endpoint, env) {
  const found = region ?? [env["AWS_REGION"], env["AWS_DEFAULT_REGION"]].find((value) => value !== void 0 && value !== "");
  if (found === void 0 && endpoint !== null) return ANY_REGION;
  if (found === void 0) throw badPlace("the region of the bucket is not known", 'set "region" in "state" of monitors.config.yaml');
  const flaw = findRegionFlaw(found);
  if (flaw === null) return found;
  throw badPlace(`what ${region === void 0 ? "AWS_REGION" : '"region" in "state"'} says ${flaw}`, REGION_HINT);
}
function readEndpoint(env) {
  const name = ENDPOINTS.find((variable) => (env[variable]?.trim() ?? "") !== "");
  if (name === void 0) return null;
  const bad2 = (what, hint) => new UserError("state/bad-address", `${name} ${what}`, hint);
  const form = "it looks like https://HOST:9000";
  let url;
  try {
    url = new URL(env[name]?.trim() ?? "");
  } catch {
    throw bad2("is not an address", form);
  }
  const { protocol, username, password, search, hash: hash2, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) throw bad2("is not an address that begins with https://", form);
  if (username !== "" || password !== "")
    throw bad2("holds a user or a password", `put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  if (search !== "" || hash2 !== "") throw bad2('holds "?" or "#"', form);
  if (protocol === "http:" && !isLoopback(origin)) throw bad2("begins with http://: a server of another machine must prove who it is", form);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
function readKeys(env) {
  const [accessKeyId, secretAccessKey, sessionToken, profile] = [
    ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"].map((name) => env[name]?.trim() ?? "")
  ];
  if (profile !== "") return { keys: null, profile };
  if (accessKeyId === "" && secretAccessKey === "") return { keys: null, profile: null };
  if (accessKeyId === "" || secretAccessKey === "") {
    const [there, missing] = accessKeyId === "" ? ["AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID"] : ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
    throw new UserError("state/bad-address", `${there} is set, but ${missing} is not`, `set both, or neither`);
  }
  const keys2 = { accessKeyId, secretAccessKey, ...sessionToken === "" ? {} : { sessionToken } };
  const odd = Object.values(keys2).some((value) => !/^[\x21-\x7e]+$/.test(value));
  if (odd) throw new UserError("state/bad-address", "the AWS keys hold a character that no key has", "copy them into the variables again");
  return { keys: keys2, profile: null };
}
function badPlace(message, hint) {
  return new UserError("state/bad-address", message, hint);
}
var LONGEST_ANY_PREFIX, ANY_REGION, S3_CREDENTIALS, ENDPOINTS;
var init_s3 = __esm({
  "src/core/state/addresses/s3.ts"() {
    "use strict";
    init_user_error();
    init_origin2();
    init_kinds();
    LONGEST_ANY_PREFIX = 512;
    ANY_REGION = "us-east-1";
    S3_CREDENTIALS = [
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
      "AWS_WEB_IDENTITY_TOKEN_FILE",
      "AWS_CONTAINER_CREDENTIALS_FULL_URI",
      "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
    ];
    ENDPOINTS = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"];
  }
});

// src/core/state/credentials.ts
var credentials_exports = {};
__export(credentials_exports, {
  STATE_CREDENTIALS: () => STATE_CREDENTIALS,
  listStateSecrets: () => listStateSecrets
});
function listStateSecrets(env) {
  return Object.values(ACCESS).flatMap(({ listSecrets }) => listSecrets(env));
}
var ACCESS, STATE_CREDENTIALS;
var init_credentials = __esm({
  "src/core/state/credentials.ts"() {
    "use strict";
    init_postgres();
    init_s3();
    ACCESS = {
      postgres: { variables: [POSTGRES_URL], listSecrets: listAddressSecrets },
      s3: { variables: S3_CREDENTIALS, listSecrets: listS3Secrets }
    };
    STATE_CREDENTIALS = Object.values(ACCESS).flatMap(({ variables }) => variables);
  }
});

// src/project/flags.ts
var flags_exports = {};
__export(flags_exports, {
  choice: () => choice,
  choices: () => choices,
  chosenKeys: () => chosenKeys,
  count: () => count,
  directory: () => directory,
  exclude: () => exclude,
  file: () => file,
  formats: () => formats,
  keys: () => keys,
  labels: () => labels,
  listFlagNames: () => listFlagNames,
  lockTimeout: () => lockTimeout,
  lookupTimeout: () => lookupTimeout,
  many: () => many,
  nameFlag: () => nameFlag,
  optional: () => optional,
  required: () => required,
  strict: () => strict,
  strictPlan: () => strictPlan,
  text: () => text,
  texts: () => texts,
  toggle: () => toggle,
  word: () => word
});
function toggle(about) {
  return { value: null, about, completes: "nothing", isRepeatable: false, read: (_name, given) => given.length > 0 };
}
function text(value, about, completes = "nothing") {
  return { value, about, completes, isRepeatable: false, read: (_name, given) => lastOf(given) };
}
function file(about) {
  return text("FILE", about, "files");
}
function directory(about) {
  return text("DIR", about, "directories");
}
function texts(value, about, completes = "nothing") {
  return { value, about, completes, isRepeatable: true, read: (_name, given) => given.length === 0 ? void 0 : given };
}
function keys(about) {
  return texts("KEY", about, "keys");
}
function labels(things = "monitors") {
  return texts("NAME=VALUE", `Only ${things} with this label (repeatable: all must match)`, "labels");
}
function choice(value, words, about, byDefault) {
  const read = (name, given) => {
    const word2 = lastOf(given);
    return word2 === void 0 ? byDefault : oneOf(name, word2, words);
  };
  return { value, about, completes: words, isRepeatable: false, read };
}
function formats(words, before = "") {
  const names = Object.keys(words);
  const shown = names.map((word2, index) => `${word2}${index === 0 ? " (default)" : words[word2] === "" ? "" : ` (${words[word2]})`}`);
  return choice("FORMAT", names, `${before}${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`, names[0]);
}
function choices(value, words, about) {
  const read = (name, given) => given.map((word2) => oneOf(name, word2, words));
  return { value, about, completes: words, isRepeatable: true, read };
}
function count(range, about, byDefault) {
  const read = (name, given) => {
    const number = lastOf(given);
    return number === void 0 ? byDefault : wholeNumber(name, number, range);
  };
  return { value: "N", about, completes: "nothing", isRepeatable: false, read };
}
function lookupTimeout(condition = "") {
  const about = `${condition}${condition === "" ? "How" : "how"} long to look for a create whose response was lost (seconds, default 90)`;
  return { value: "SECONDS", about, completes: "nothing", isRepeatable: false, read: (name, given) => readLookupMs(name, lastOf(given)) };
}
function strict(about) {
  const { read, ...flag } = choice("FAMILY", STRICT_FAMILIES, about);
  return { ...flag, read: (name, given) => read(name, given) ?? "none" };
}
function required(label, completes = "nothing") {
  return { label, need: "required", completes, read: (_name, given) => lastOf(given) ?? "" };
}
function optional(label, completes = "nothing") {
  return { label, need: "optional", completes, read: (_name, given) => lastOf(given) };
}
function many(label, completes, need = "many") {
  return { label, need, completes, read: (_name, given) => given };
}
function chosenKeys(completes) {
  return { label: "KEY", need: "many", completes, read: (_name, given) => given.length === 0 ? void 0 : given };
}
function word(words, need, byDefault) {
  const read = (name, given) => oneOf(name, lastOf(given) ?? byDefault ?? "", words);
  return { label: words.join("|"), need, completes: words, read };
}
function listFlagNames(option, { short }) {
  return [...short === void 0 ? [] : [`-${short}`], nameFlag(option)];
}
function nameFlag(option) {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
var lastOf, exclude, lockTimeout, strictPlan;
var init_flags = __esm({
  "src/project/flags.ts"() {
    "use strict";
    init_choices();
    init_option_values();
    lastOf = (given) => given.at(-1);
    exclude = keys("Leave out this key, or those that a glob matches (repeatable)");
    lockTimeout = text("DURATION", "How long to wait for the lock of another run: 10s, 5m, 1h (default: do not wait)");
    strictPlan = strict(
      "Refuse warnings: service (what Firecrawl refuses; newer findings only of monitors that change) or all (default: none)"
    );
  }
});

// src/rendering/escape-terminal.ts
var escape_terminal_exports = {};
__export(escape_terminal_exports, {
  CLEAR_LINE: () => CLEAR_LINE,
  disarmCommands: () => disarmCommands,
  escapeTerminal: () => escapeTerminal
});
function replaceUnsafe(text2) {
  return text2.replace(/(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, escapeCharacter);
}
function escapeTerminal(text2) {
  return PLAIN3.test(text2) ? text2 : replaceUnsafe(text2);
}
function escapeCharacter(character) {
  const short = SHORT[character];
  if (short !== void 0) return short;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}
function disarmCommands(text2) {
  const hashless = text2.includes("#") ? text2.replace(HASH_COMMAND, "#$1\\x23") : text2;
  return hashless.includes("::") || hashless.includes("\x1B") ? hashless.replace(COLON_COMMAND, "$1\\x3a") : hashless;
}
var CLEAR_LINE, PLAIN3, SHORT, STYLES, HASH_COMMAND, COLON_COMMAND;
var init_escape_terminal = __esm({
  "src/rendering/escape-terminal.ts"() {
    "use strict";
    CLEAR_LINE = "\r\x1B[2K";
    PLAIN3 = /^[\x20-\x7e]*$/;
    SHORT = { "\n": "\\n", "\r": "\\r", "	": "\\t" };
    STYLES = "(?:\\x1b\\[[\\d;]*m)*";
    HASH_COMMAND = new RegExp(`#(${STYLES})#(?=${STYLES}[A-Za-z]*\\[)`, "g");
    COLON_COMMAND = new RegExp(`^((?:\\s|\\x85|\\x1b\\[[\\d;]*m)*):(?=${STYLES}:)`, "gm");
  }
});

// src/rendering/sentences.ts
var sentences_exports = {};
__export(sentences_exports, {
  describeParts: () => describeParts,
  formatDuration: () => formatDuration,
  pasteable: () => pasteable,
  shorten: () => shorten
});
function pasteable(sentence, { given }) {
  return given === void 0 ? sentence : completeCommands(sentence, given);
}
function formatDuration(ms) {
  const seconds = Math.ceil(ms / 1e3);
  if (ms < 1e3) return "under a second";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.ceil(seconds / 60);
  return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}
function shorten(text2) {
  if (text2.length <= LONGEST_NAME2) return text2;
  return `${text2.slice(0, LONGEST_NAME2 - 3).replace(/[\ud800-\udbff]$/, "")}...`;
}
function joinUnits(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
function describeParts(estimated, besides) {
  return `${formatNumber(estimated)} + ${formatNumber(besides)} that the service's estimate leaves out`;
}
var LONGEST_NAME2;
var init_sentences = __esm({
  "src/rendering/sentences.ts"() {
    "use strict";
    init_command_line();
    init_words();
    LONGEST_NAME2 = 80;
  }
});

// src/rendering/text.ts
var text_exports = {};
__export(text_exports, {
  BLANK: () => BLANK,
  dataLine: () => dataLine,
  displayWidth: () => displayWidth,
  hangingLine: () => hangingLine,
  printText: () => printText,
  proseLine: () => proseLine,
  styled: () => styled,
  takeColumns: () => takeColumns,
  takeLastColumns: () => takeLastColumns
});
function dataLine(indent, ...spans) {
  return { indent, spans, wrap: false, hang: 0 };
}
function proseLine(indent, ...spans) {
  return { indent, spans, wrap: true, hang: 0 };
}
function hangingLine(indent, hang, ...spans) {
  return { indent, spans, wrap: true, hang };
}
function styled(style, text2) {
  return { style, text: text2 };
}
function printText(lines, options) {
  const printed = lines.map((line) => printLine(line, options));
  return lines.length === 0 ? "" : disarmCommands(`${printed.join("\n")}
`);
}
function printLine(line, options) {
  const spans = line.spans.map(
    (span) => typeof span === "string" ? { text: escapeTerminal(span) } : { ...span, text: escapeTerminal(span.text) }
  );
  const rows = line.wrap ? wrapSpans(spans, options.width - line.indent, line.hang) : [spans];
  return rows.map((row, index) => {
    const text2 = row.map((span) => options.color ? colorSpan(span) : span.text).join("");
    return text2 === "" ? "" : " ".repeat(line.indent + (index === 0 ? 0 : line.hang)) + text2;
  }).join("\n");
}
function wrapSpans(spans, width, hang) {
  const rows = [[]];
  let used = 0;
  for (const { gap, pieces } of splitWords(spans)) {
    const available = Math.max(NARROWEST, rows.length === 1 ? width : width - hang);
    const size = pieces.reduce((sum, piece) => sum + displayWidth(piece.text), 0);
    if (used > 0 && used + gap + size > available) {
      rows.push([...pieces]);
      used = size;
    } else {
      rows[rows.length - 1]?.push({ text: " ".repeat(gap) }, ...pieces);
      used += gap + size;
    }
  }
  return rows;
}
function glueCommands(text2) {
  let glued = text2;
  for (const { from, to } of findCommands(text2)) glued = glued.slice(0, from) + glued.slice(from, to).replaceAll(" ", GLUE) + glued.slice(to);
  return glued;
}
function splitWords(spans) {
  const words = [];
  let gap = 0;
  let open = false;
  for (const { text: text2, style } of spans) {
    for (const part of glueCommands(text2).match(/ +|[^ ]+/g) ?? []) {
      if (part.startsWith(" ")) {
        gap += part.length;
        open = false;
        continue;
      }
      const whole = part.replaceAll(GLUE, " ");
      const piece = style === void 0 ? { text: whole } : { text: whole, style };
      if (open) words[words.length - 1]?.pieces.push(piece);
      else words.push({ gap, pieces: [piece] });
      gap = 0;
      open = true;
    }
  }
  return words;
}
function colorSpan(span) {
  if (span.style === void 0 || span.text === "") return span.text;
  const [on, off] = COLORS[span.style];
  return `\x1B[${on}m${span.text}\x1B[${off}m`;
}
function isWide(character) {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u.test(
    character
  );
}
function isCombining(character) {
  return new RegExp("\\p{M}", "u").test(character);
}
function displayWidth(text2) {
  if (PLAIN4.test(text2)) return text2.length;
  let width = 0;
  for (const character of text2) width += characterWidth(character);
  return width;
}
function characterWidth(character) {
  if (isCombining(character)) return 0;
  return isWide(character) ? 2 : 1;
}
function takeColumns(text2, columns) {
  let width = 0;
  let length = 0;
  for (const character of text2) {
    width += characterWidth(character);
    if (width > columns) return text2.slice(0, length);
    length += character.length;
  }
  return text2;
}
function takeLastColumns(text2, columns) {
  const characters = [...text2];
  let width = 0;
  let first = characters.length;
  while (first > 0) {
    width += characterWidth(characters[first - 1] ?? "");
    if (width > columns) break;
    first--;
  }
  while (first < characters.length && isCombining(characters[first] ?? "")) first++;
  return characters.slice(first).join("");
}
var BLANK, NARROWEST, GLUE, COLORS, PLAIN4;
var init_text = __esm({
  "src/rendering/text.ts"() {
    "use strict";
    init_command_line();
    init_escape_terminal();
    BLANK = dataLine(0);
    NARROWEST = 20;
    GLUE = "\0";
    COLORS = {
      strong: [1, 22],
      faint: [2, 22],
      added: [32, 39],
      removed: [31, 39],
      changed: [33, 39],
      error: [31, 39],
      warning: [33, 39],
      mark: [36, 39]
    };
    PLAIN4 = /^[\x20-\x7e]*$/;
  }
});

// monitors.js
var monitors_exports = {};
__export(monitors_exports, {
  MonitorsError: () => MonitorsError,
  alerts: () => alerts,
  apply: () => apply,
  changes: () => changes,
  checks: () => checks,
  diff: () => diff,
  importMonitors: () => importMonitors,
  loadSpecs: () => loadSpecs,
  modules: () => modules,
  plan: () => plan,
  pull: () => pull,
  readState: () => readState,
  run: () => run,
  start: () => start,
  startAction: () => startAction,
  status: () => status,
  validate: () => validate
});
module.exports = __toCommonJS(monitors_exports);

// src/main.ts
init_process_context();

// src/doors/cli/run.ts
init_version();
async function runCli(argv, context2) {
  if (asksForVersion(argv)) {
    context2.stdout.write(`${describeTool()}
`);
    return 0;
  }
  if (argv[0] === "__complete") {
    await (await Promise.resolve().then(() => (init_complete(), complete_exports))).complete(argv.slice(1), context2);
    return 0;
  }
  const { runCommandLine } = await Promise.resolve().then(() => askBundle("./cli.cjs", "src/doors/cli/command-line.ts"));
  return runCommandLine(argv, context2);
}
function asksForVersion(argv) {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--version") || argv.length === 1 && argv[0] === "-v";
}

// src/index.ts
init_error();
async function loadSpecs(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).loadSpecs(options);
}
async function validate(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).validate(options);
}
async function plan(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).plan(options);
}
async function apply(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).apply(options);
}
async function changes(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/changes.ts"))).changes(options);
}
async function pull(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).pull(options);
}
async function importMonitors(options) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/commands.ts"))).importMonitors(options);
}
async function readState(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/state.ts"))).readState(options);
}
async function status(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/observe.ts"))).status(options);
}
async function checks(options) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/observe.ts"))).checks(options);
}
async function diff(options) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/observe.ts"))).diff(options);
}
async function alerts(options = {}) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/observe.ts"))).alerts(options);
}
async function run(options) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/library/observe.ts"))).run(options);
}

// src/main.ts
function start() {
  process.on("uncaughtException", endCrashed);
  process.on("unhandledRejection", endCrashed);
  runCli(process.argv.slice(2), context).then((exitCode) => {
    process.exitCode = exitCode;
  }, endCrashed);
}
async function startAction() {
  (await Promise.resolve().then(() => askBundle("./github.cjs", "src/doors/action/main.ts"))).startAction();
}
async function endCrashed(error) {
  let exitCode = 70;
  try {
    const { explainFailure, writeFailure } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/doors/failure.ts"));
    const failing = { commandName: process.argv[2] ?? "monitors", isMachineReadable: () => false };
    exitCode = await writeFailure(explainFailure(error), failing, context);
  } finally {
    process.exit(exitCode);
  }
}

// monitors.js
var once2 = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/core/base/assert-never.ts": once2(() => (init_assert_never(), assert_never_exports)),
  "src/core/base/command-line.ts": once2(() => (init_command_line(), command_line_exports)),
  "src/core/base/glob.ts": once2(() => (init_glob(), glob_exports)),
  "src/core/base/grouping.ts": once2(() => (init_grouping(), grouping_exports)),
  "src/core/base/interruption.ts": once2(() => (init_interruption(), interruption_exports)),
  "src/core/base/names.ts": once2(() => (init_names(), names_exports)),
  "src/core/base/once.ts": once2(() => (init_once(), once_exports)),
  "src/core/base/url.ts": once2(() => (init_url(), url_exports)),
  "src/core/base/version.ts": once2(() => (init_version(), version_exports)),
  "src/core/base/words.ts": once2(() => (init_words(), words_exports)),
  "src/core/config/choices.ts": once2(() => (init_choices(), choices_exports)),
  "src/core/config/option-values.ts": once2(() => (init_option_values(), option_values_exports)),
  "src/core/diagnostics/bounded-text.ts": once2(() => (init_bounded_text(), bounded_text_exports)),
  "src/core/diagnostics/code-frame.ts": once2(() => (init_code_frame(), code_frame_exports)),
  "src/core/diagnostics/diagnostic.ts": once2(() => (init_diagnostic(), diagnostic_exports)),
  "src/core/diagnostics/monitor-text.ts": once2(() => (init_monitor_text(), monitor_text_exports)),
  "src/core/diagnostics/suggest.ts": once2(() => (init_suggest(), suggest_exports)),
  "src/core/diagnostics/user-error.ts": once2(() => (init_user_error(), user_error_exports)),
  "src/core/files/cache-file.ts": once2(() => (init_cache_file(), cache_file_exports)),
  "src/core/files/file-error.ts": once2(() => (init_file_error(), file_error_exports)),
  "src/core/files/given-file.ts": once2(() => (init_given_file(), given_file_exports)),
  "src/core/files/paths.ts": once2(() => (init_paths(), paths_exports)),
  "src/core/files/state-name.ts": once2(() => (init_state_name(), state_name_exports)),
  "src/core/json/canonical.ts": once2(() => (init_canonical(), canonical_exports)),
  "src/core/json/pointer.ts": once2(() => (init_pointer(), pointer_exports)),
  "src/core/json/value.ts": once2(() => (init_value(), value_exports)),
  "src/core/secrets/origin.ts": once2(() => (init_origin(), origin_exports)),
  "src/core/secrets/places.ts": once2(() => (init_places(), places_exports)),
  "src/core/secrets/references.ts": once2(() => (init_references(), references_exports)),
  "src/core/secrets/walk.ts": once2(() => (init_walk(), walk_exports)),
  "src/core/service/member.ts": once2(() => (init_member(), member_exports)),
  "src/core/service/table.ts": once2(() => (init_table2(), table_exports)),
  "src/core/specs/sync.ts": once2(() => (init_sync(), sync_exports)),
  "src/core/specs/targets.ts": once2(() => (init_targets(), targets_exports)),
  "src/core/state/addresses/kinds.ts": once2(() => (init_kinds(), kinds_exports)),
  "src/core/state/addresses/postgres.ts": once2(() => (init_postgres(), postgres_exports)),
  "src/core/state/addresses/s3.ts": once2(() => (init_s3(), s3_exports)),
  "src/core/state/credentials.ts": once2(() => (init_credentials(), credentials_exports)),
  "src/core/state/fold-open.ts": once2(() => (init_fold_open(), fold_open_exports)),
  "src/core/state/fold.ts": once2(() => (init_fold(), fold_exports)),
  "src/core/state/format/journal-record.ts": once2(() => (init_journal_record(), journal_record_exports)),
  "src/core/state/format/journal.ts": once2(() => (init_journal(), journal_exports)),
  "src/core/state/format/monitor.ts": once2(() => (init_monitor(), monitor_exports)),
  "src/core/state/journaled-work.ts": once2(() => (init_journaled_work(), journaled_work_exports)),
  "src/core/state/origin.ts": once2(() => (init_origin2(), origin_exports2)),
  "src/core/state/removed.ts": once2(() => (init_removed(), removed_exports)),
  "src/core/state/state.ts": once2(() => (init_state(), state_exports)),
  "src/doors/cli/process-context.ts": once2(() => (init_process_context(), process_context_exports)),
  "src/doors/library/error.ts": once2(() => (init_error(), error_exports)),
  "src/project/flags.ts": once2(() => (init_flags(), flags_exports)),
  "src/project/key-list.ts": once2(() => (init_key_list(), key_list_exports)),
  "src/rendering/escape-terminal.ts": once2(() => (init_escape_terminal(), escape_terminal_exports)),
  "src/rendering/sentences.ts": once2(() => (init_sentences(), sentences_exports)),
  "src/rendering/text.ts": once2(() => (init_text(), text_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  MonitorsError,
  alerts,
  apply,
  changes,
  checks,
  diff,
  importMonitors,
  loadSpecs,
  modules,
  plan,
  pull,
  readState,
  run,
  start,
  startAction,
  status,
  validate
});

});
