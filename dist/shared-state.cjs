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

// src/core/state/remote/refusals.ts
var import_user_error, import_lock, import_refusals, import_store, SharedRefusals, FAILED;
var init_refusals = __esm({
  "src/core/state/remote/refusals.ts"() {
    "use strict";
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_lock = askBundle("./check.cjs", "src/core/state/format/lock.ts");
    import_refusals = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_store = askBundle("./check.cjs", "src/core/state/store.ts");
    SharedRefusals = class extends import_refusals.Refusals {
      constructor(facts, backend) {
        super(facts);
        this.backend = backend;
      }
      backend;
      listCopies() {
        return `go back to a state that "${this.command("state history")}" lists; if that is refused, too, restore a backup of the server`;
      }
      notInitialized() {
        const { shown, project, environment } = this.facts;
        const message = `${shown} has no state of project "${project}", environment "${environment}"`;
        const migrate = this.command(`state migrate --to ${this.backend}`);
        const hint = `if the state of this environment is still in a file, run "${migrate}"; if there is none yet, run "${this.command("state init")}" once; else check the config: an empty place would mean to create every monitor again`;
        return new import_user_error.UserError("state/not-initialized", message, hint);
      }
      locked(holder, now, isHeld) {
        const words = (0, import_lock.describeHolder)(holder, now);
        const message = `${this.facts.shown} is locked by ${words}`;
        const hint = `wait until that run ends, or use --lock-timeout 5m to wait for it; if that process is certainly dead, run "${this.command(`state unlock ${holder.id}`)}"`;
        return new import_store.StateLocked(message, hint, { holder: words, isHeld });
      }
      notLocked() {
        return new import_user_error.UserError("state/not-locked", `${this.facts.shown} is not locked`, `run "${this.command("plan")}"`);
      }
      otherLock(holder, now) {
        const message = `${this.facts.shown} is locked with another id: ${holder.id} (${(0, import_lock.describeHolder)(holder, now)})`;
        const hint = `if that process is certainly dead, run "${this.command(`state unlock ${holder.id}`)}"`;
        return new import_user_error.UserError("state/lock-id", message, hint);
      }
      /** Another run took the lock over, or a person removed it: this run sends and writes nothing more. */
      lockLost(holder, now) {
        const who = holder === null ? "it was unlocked" : `${(0, import_lock.describeHolder)(holder, now)} holds it`;
        const message = `this run lost the lock of ${this.facts.shown}: ${who}`;
        const hint = `run "${this.command("plan")}": it shows what was recorded and what is unresolved; if the state was moved meanwhile, run the same "monitors state migrate" again: it brings what this run created`;
        return new import_user_error.UserError("state/lock-lost", message, hint);
      }
      /** The credentials may read only. `words` say what the server refuses; `advice` is what may be known of the way out. */
      mayOnlyRead(words, advice, cause) {
        const message = `${this.facts.shown} can't be written: ${words}`;
        const hint = `${advice ?? "use credentials that may write there"}; "${this.command("plan")}" only needs to read`;
        return new import_user_error.UserError("state/not-writable", message, hint, { cause });
      }
      /** The server can't be reached, or refuses. `words` never hold its own. */
      failed(code, words, hint, cause) {
        return new import_user_error.UserError(code, `${this.facts.shown} ${FAILED[code]}: ${words}`, hint, { cause });
      }
      /** Others were faster again and again, or the service never answers the same twice. */
      busy() {
        const message = `${this.facts.shown} was changed by another run at each try`;
        return new import_user_error.UserError("state/unreadable", message, `wait until that run ends, then run "${this.command("plan")}"`);
      }
      noBackup(serial) {
        const message = `${this.facts.shown} keeps no state with serial ${serial}`;
        return new import_user_error.UserError("state/no-backup", message, `run "${this.command("state history")}" to see which it keeps`);
      }
      /** The server is not the one that the state was written on, or was set back. */
      serverChanged() {
        const message = `${this.facts.shown} was moved to another server or restored from a backup: what was recorded last may be missing`;
        const hint = `compare "${this.command("state list")}" with the monitors of the service; when nothing is missing, run "${this.command("state verify --fix")}"`;
        return new import_user_error.UserError("state/server-changed", message, hint);
      }
      checksum() {
        const message = `${this.facts.shown} does not match its checksum: parts of it were changed by hand, lost, or restored`;
        return new import_user_error.UserError("state/checksum", message, this.orRecover(this.listCopies()));
      }
      malformed(what) {
        return new import_user_error.UserError("state/malformed", `${this.facts.shown} holds no valid state: ${what}`, this.orRecover(this.listCopies()));
      }
      sharedId(first, second, id) {
        const message = `${this.facts.shown} records the monitor id ${id} under two keys, "${first}" and "${second}"`;
        return new import_user_error.UserError("state/shared-id", message, this.orRecover(this.listCopies()));
      }
      journalDamaged(line, what) {
        const message = `line ${line} of the journal in ${this.facts.shown} is damaged: ${what}`;
        return new import_user_error.UserError("state/journal-damaged", message, this.orRecover(this.listCopies()));
      }
      newerJournal(version, tool) {
        const message = `the journal in ${this.facts.shown} was written by a newer version of this tool (${tool}, journal format ${version})`;
        return new import_user_error.UserError("state/newer-version", message, `install monitors ${tool} or newer; nothing was written`);
      }
      journalMismatch() {
        const message = `the journal and the state in ${this.facts.shown} do not belong together (their lineages differ): one of the two was replaced`;
        return new import_user_error.UserError("state/journal-mismatch", message, this.orRecover(this.listCopies()));
      }
      journalAhead(journal, state) {
        const message = `the journal in ${this.facts.shown} was written for serial ${journal}, but the state has serial ${state}: the state is an older copy`;
        return new import_user_error.UserError("state/journal-ahead", message, this.orRecover(this.listCopies()));
      }
    };
    FAILED = {
      "state/unreachable": "can't be reached",
      "state/unreadable": "can't be read",
      "state/not-saved": "could not be written"
    };
  }
});

// src/core/state/remote/options.ts
function toSharedParts(options, shown, backend) {
  const { project, environment, tool, world, host, env, rescueBeside, canRecover = false, memory = import_last_seen.FORGETFUL, marks } = options;
  return {
    ...{ tool, world, host },
    refusals: new SharedRefusals({ shown, project, environment, soundBackup: () => null, canRecover }, backend),
    seen: new import_last_seen.LastSeen(memory, marks),
    rescue: { disk: import_disk.realDisk, world, platform: host.platform, stateFile: rescueBeside, fallback: env["RUNNER_TEMP"] }
  };
}
var import_disk, import_last_seen;
var init_options = __esm({
  "src/core/state/remote/options.ts"() {
    "use strict";
    import_disk = askBundle("./check.cjs", "src/core/state/file/disk.ts");
    import_last_seen = askBundle("./check.cjs", "src/core/state/remote/last-seen.ts");
    init_refusals();
  }
});

// src/core/state/remote/late.ts
function encodeLate(creates) {
  return creates.filter(({ phase }) => phase === "done" || phase === "unknown").map((create) => JSON.stringify((0, import_journal.toRecords)(create)));
}
function decodeLate(texts) {
  return texts.flatMap((text) => readCreate((0, import_value.parseJson)(text)) ?? []);
}
function readCreate(value) {
  if (!Array.isArray(value)) return null;
  const [first, last] = value.map((record) => (0, import_value.isObject)(record) ? (0, import_journal_record.readJournalRecord)(record) : null);
  if (first?.phase !== "intent" || first.op !== "create" || last === void 0 || last === null || last.phase === "intent") return null;
  return (0, import_journaled_work.advanceOperation)((0, import_journaled_work.startOperation)(first), last, false);
}
function addLate(journal, late) {
  if (late.length === 0) return journal;
  const creates = new Map(journal.creates.map((create) => [create.intent.opId, create]));
  for (const create of late) {
    const { opId } = create.intent;
    const known = creates.get(opId);
    if (create.phase === "done" ? known?.phase !== "done" : known?.phase === "sending") creates.set(opId, create);
  }
  return { ...journal, creates: [...creates.values()] };
}
var import_value, import_journal, import_journal_record, import_journaled_work;
var init_late = __esm({
  "src/core/state/remote/late.ts"() {
    "use strict";
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_journal = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_journal_record = askBundle("./monitors.cjs", "src/core/state/format/journal-record.ts");
    import_journaled_work = askBundle("./monitors.cjs", "src/core/state/journaled-work.ts");
  }
});

// src/core/state/remote/read.ts
function combineRead({ stored, journal, late, isInDoubt }, refusals) {
  const doubt = isInDoubt ? { doubt: refusals.serverChanged() } : {};
  if (stored === null) {
    if (journal.base !== null) throw refusals.malformed("it has a journal and no state");
    return { kind: "first-use", journal: NO_JOURNAL, ...doubt };
  }
  (0, import_sound_journal.checkJournalBase)(journal, stored, refusals);
  return { kind: "present", stored, journal: addLate(isInDoubt ? distrust(journal) : journal, late.creates), ...doubt };
}
function noteRead(seen, read) {
  if (read.kind === "present" && read.doubt === void 0) seen.note(read.stored);
  return read;
}
function distrust(journal) {
  const doubt = (create) => create.phase === "intent" ? { ...create, phase: "unknown" } : create;
  return {
    ...journal,
    creates: journal.creates.map(doubt),
    edits: journal.edits.map((edit) => edit.phase === "intent" ? { ...edit, phase: "unknown" } : edit)
  };
}
var import_sound_journal, NO_JOURNAL;
var init_read = __esm({
  "src/core/state/remote/read.ts"() {
    "use strict";
    import_sound_journal = askBundle("./check.cjs", "src/core/state/format/sound-journal.ts");
    init_late();
    NO_JOURNAL = { base: null, creates: [], edits: [], tornTail: false };
  }
});

// src/core/state/remote/backups.ts
function foldBackup(stored, journal) {
  return { ...stored, state: (0, import_fold.foldJournal)(stored.state, journal).state };
}
var import_fold, KEPT_BACKUPS;
var init_backups = __esm({
  "src/core/state/remote/backups.ts"() {
    "use strict";
    import_fold = askBundle("./monitors.cjs", "src/core/state/fold.ts");
    KEPT_BACKUPS = 20;
  }
});

// src/stores/postgres/contents.ts
function writeRecord(record) {
  const { applied = null, observed = null, ...outline } = (0, import_monitor.toMonitorJson)(record);
  return toTexts((0, import_signed_text.writeCompact)({ facts: { ...(0, import_state2.factsOf)(record) }, record: outline }), (0, import_signed_text.writeCompact)({ applied, observed }));
}
function toTexts(outline, bodies) {
  return { outline, bodies, bodiesHash: (0, import_canonical.sha256)(bodies) };
}
function addUp(sum, added, removed = []) {
  let total = BigInt(`0x${sum}`);
  for (const row of added) total += hashRow(row);
  for (const row of removed) total -= hashRow(row);
  return ((total % MODULUS + MODULUS) % MODULUS).toString(16).padStart(64, "0");
}
function hashRow([key, record]) {
  return record === null ? 0n : BigInt(`0x${(0, import_canonical.sha256)(`${JSON.stringify(key)}:${record.bodiesHash}:${record.outline}`)}`);
}
function summarize(state, sum) {
  const root = (0, import_canonical.canonicalJson)((0, import_state.toRootJson)(state));
  const monitors = state.monitors.size;
  return { root, serial: state.serial, monitors, sum, checksum: sign(root, monitors, sum) };
}
function versionOf({ lineage, serial }, { checksum }) {
  return { lineage, serial, checksum };
}
function sign(root, monitors, sum) {
  return `sha256:${(0, import_canonical.sha256)(`${root}
${monitors}
${sum}`)}`;
}
async function readContents(summary, pages, refusals) {
  const values = [];
  const sum = new RowSum();
  for await (const page of pages) {
    sum.add(page);
    for (const [key, record] of page) if (record !== null) values.push([key, parseRecord(record)]);
  }
  const { state, version } = readHeader(summary, sum, refusals);
  return { state: { ...state, monitors: (0, import_state.readMonitors)(values, refusals) }, version };
}
function parseRecord({ outline, bodies }) {
  const { record } = parseObject(outline) ?? {};
  const sent = parseObject(bodies);
  return (0, import_value2.isObject)(record) && sent !== null ? { ...record, ...sent } : null;
}
function readHeader(summary, rows, refusals) {
  const value = parseObject(summary.root);
  if (value === null) throw refusals.malformed("its members are not a JSON object");
  if (!rows.isOf(summary)) throw refusals.checksum("wrong");
  return (0, import_state.decodeHeader)(value, summary.checksum ?? "", refusals);
}
function parseObject(text) {
  const value = (0, import_value2.parseJson)(text);
  return (0, import_value2.isObject)(value) ? value : null;
}
function listChanges(before, after) {
  const changes = [];
  for (const [key, record] of after) {
    const old = before.get(key);
    if (old === record) continue;
    const texts = writeRecord(record);
    const oldTexts = old === void 0 ? null : writeRecord(old);
    if (texts.outline !== oldTexts?.outline || texts.bodiesHash !== oldTexts.bodiesHash) changes.push([key, texts]);
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push([key, null]);
  return changes;
}
var import_canonical, import_value2, import_monitor, import_signed_text, import_state, import_state2, NO_RECORDS, MODULUS, RowSum;
var init_contents = __esm({
  "src/stores/postgres/contents.ts"() {
    "use strict";
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_monitor = askBundle("./monitors.cjs", "src/core/state/format/monitor.ts");
    import_signed_text = askBundle("./check.cjs", "src/core/state/format/signed-text.ts");
    import_state = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state2 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    NO_RECORDS = "0".repeat(64);
    MODULUS = 1n << 256n;
    RowSum = class {
      rows = 0;
      sum = NO_RECORDS;
      add(page) {
        this.rows += page.filter(([, record]) => record !== null).length;
        this.sum = addUp(this.sum, page);
      }
      /** Whether just these rows are what a summary stands for. */
      isOf({ root, monitors, sum, checksum }) {
        return this.rows === monitors && this.sum === sum && sign(root, monitors, sum) === checksum;
      }
    };
  }
});

// src/core/state/remote/head.ts
function decodeHolder(text) {
  return text === null ? null : (0, import_lock2.decodeLock)(text) ?? UNREADABLE;
}
function decodeMigration(text, { facts }) {
  if (text === null) return null;
  const value = (0, import_value3.parseJson)(text);
  const { phase, other, environment } = (0, import_value3.isObject)(value) ? value : {};
  if ((phase === "arriving" || phase === "moved") && typeof other === "string")
    return { phase, other, ...typeof environment === "string" ? { environment } : {} };
  const message = `${facts.shown} is being moved, in a step that this version of the tool does not know`;
  throw new import_user_error2.UserError("state/newer-version", message, "install a newer version of monitors; nothing was written");
}
function refuseLayout(layout, known, { facts }) {
  const message = `${facts.shown} was made by a newer version of this tool (layout ${layout}); this one reads layout ${known}`;
  return new import_user_error2.UserError("state/newer-version", message, "install a newer version of monitors; nothing was written");
}
var import_user_error2, import_value3, import_lock2, ANOTHER, UNREADABLE;
var init_head = __esm({
  "src/core/state/remote/head.ts"() {
    "use strict";
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value3 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_lock2 = askBundle("./check.cjs", "src/core/state/format/lock.ts");
    ANOTHER = "another";
    UNREADABLE = {
      ...{ id: "unreadable", pid: 0, startTime: null, host: "unknown", bootId: null, pidNamespace: null },
      ...{ user: "unknown", command: "unknown", tool: "unknown", createdAt: "", ci: null }
    };
  }
});

// src/core/state/remote/network-words.ts
function nameNetworkFailures(wayOut) {
  const unknown = `its certificate is of an unknown authority; ${wayOut.authority}`;
  return {
    ENOTFOUND: "the host name is not known",
    EAI_AGAIN: "the host name could not be looked up",
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "the connection was lost",
    EPIPE: "the connection was lost",
    EHOSTUNREACH: "there is no way to the host",
    ENETUNREACH: "there is no way to the host",
    CERT_HAS_EXPIRED: "its certificate has expired",
    DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; ${wayOut.own}`,
    SELF_SIGNED_CERT_IN_CHAIN: unknown,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown,
    ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host"
  };
}
var init_network_words = __esm({
  "src/core/state/remote/network-words.ts"() {
    "use strict";
  }
});

// src/stores/postgres/errors.ts
function codeOf(error) {
  const { code } = typeof error === "object" && error !== null ? error : {};
  return typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code) ? code : null;
}
function asLost(error) {
  if (!isAnswer(error)) throw new ConnectionLost(error);
  const isLogin = codeOf(error) === "08P01" && /password|\bauth|SASL|login/i.test(messageOf(error));
  throw isLogin ? Object.assign(new Error("refused by a pooler", { cause: error }), { severity: "FATAL", code: "28P01" }) : error;
}
function messageOf(error) {
  return error instanceof Error ? error.message : "";
}
function isAnswer(error) {
  return typeof error === "object" && error !== null && "severity" in error && /^[0-9A-Z]{5}$/.test(codeOf(error) ?? "");
}
function isLost(error) {
  return error instanceof ConnectionLost || isAnswer(error) && /^(?:08|57P0|25P0[134])/.test(codeOf(error) ?? "");
}
function isPassing(error) {
  return ["40001", "40P01"].includes(codeOf(error) ?? "");
}
function isForbidden(error) {
  return isAnswer(error) && ["42501", "25006"].includes(codeOf(error) ?? "");
}
function isOfStandby(error) {
  return isAnswer(error) && codeOf(error) === "0A000";
}
function refuseStandby({ facts: { shown } }, cause) {
  const hint = "set the address to that of the primary: a standby may lack what was written last";
  return new import_user_error3.UserError("state/unreachable", `${shown} is on a standby`, hint, { cause });
}
function isMissingTable(error) {
  return isAnswer(error) && ["42P01", "3F000"].includes(codeOf(error) ?? "");
}
function describeError(error) {
  const code = codeOf(error);
  if (code === null) return "the server gave no answer that makes sense, or the connection was lost";
  const words = WORDS[code];
  if (words === void 0) return `error ${code}`;
  return code.startsWith("NO_") ? words : `${words} (${code})`;
}
var import_user_error3, NO_TLS, NO_POSTGRES, NO_PASSWORD, WORDS, SAID, ConnectionLost;
var init_errors = __esm({
  "src/stores/postgres/errors.ts"() {
    "use strict";
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_network_words();
    NO_TLS = "NO_TLS";
    NO_POSTGRES = "NO_POSTGRES";
    NO_PASSWORD = "NO_PASSWORD";
    WORDS = {
      "28000": "the server refuses this user, database or kind of connection",
      "28P01": "user or password are wrong",
      "3D000": "there is no such database",
      "42501": "this role may not do that",
      "25006": "the server is a standby, or read-only",
      "53100": "the disk of the server is full",
      "53200": "the server has no memory left",
      "53300": "the server has no free connection",
      "55P03": "another run holds a row for too long",
      "57014": "the server took too long",
      "57P03": "the server is starting or stopping",
      "0A000": "the server lacks what this tool needs",
      [NO_TLS]: "the server offers no TLS, which is needed except on this machine",
      [NO_POSTGRES]: "what answers there is not PostgreSQL",
      [NO_PASSWORD]: "the server asks for a password, and the address has none",
      ETIMEDOUT: "the server does not answer",
      ENOENT: "there is no such socket or file",
      EACCES: "permission denied",
      ...nameNetworkFailures({ own: "name the authority with sslrootcert", authority: "name it with sslrootcert" })
    };
    SAID = [
      [/^(?:timeout expired|Query read timeout)$/, "ETIMEDOUT"],
      [/^Connection terminated/, "ECONNRESET"],
      [/does not support SSL/, NO_TLS],
      [/error establishing an SSL connection/, NO_POSTGRES],
      [/client password must be a/, NO_PASSWORD]
    ];
    ConnectionLost = class extends Error {
      name = "ConnectionLost";
      code;
      constructor(cause) {
        super("the connection was lost", { cause });
        this.code = codeOf(cause) ?? SAID.find(([words]) => words.test(messageOf(cause)))?.[1] ?? null;
      }
    };
  }
});

// src/stores/postgres/head.ts
async function readHead({ run, tables, refusals }, hold = false) {
  const [row] = await run(
    `SELECT layout, fence, holder, unclean, server, written_by = xmin::text AS genuine, ${HERE} AS here, writes, root, serial, monitors, sum,
     checksum, journal_lines, journal_last, migration FROM ${tables.heads} WHERE project = $1 AND environment = $2${hold ? " FOR UPDATE" : ""}`
  );
  if (row === void 0) throw refusals.notInitialized();
  const layout = toNumber(row["layout"]);
  if (layout > LAYOUT) throw refuseLayout(layout, LAYOUT, refusals);
  const head = toHead(row, refusals);
  if (head.here === "standby") throw refuseStandby(refusals);
  return head;
}
function toHead(row, refusals) {
  const text = (name) => row[name] ?? null;
  const { here } = row;
  return {
    fence: toNumber(row["fence"]),
    holder: decodeHolder(text("holder")),
    unclean: row["unclean"] === "t",
    isInDoubt: row["server"] !== here || row["genuine"] !== "t",
    here: here ?? "",
    writes: toNumber(row["writes"]),
    root: text("root"),
    serial: toNumber(row["serial"]),
    monitors: toNumber(row["monitors"]),
    sum: row["sum"] ?? "",
    checksum: text("checksum"),
    journalLines: toNumber(row["journal_lines"]),
    journalLast: row["journal_last"] ?? "",
    migration: decodeMigration(text("migration"), refusals)
  };
}
async function updateHead({ run, tables }, changes) {
  const names = Object.keys(changes);
  const settings = [`written_by = ${WRITER}`, ...names.map((name, index) => `${name} = $${index + 3}`)];
  const values = names.map((name) => changes[name] ?? null);
  await run(`UPDATE ${tables.heads} SET ${settings.join(", ")} WHERE project = $1 AND environment = $2`, ...values);
}
function lineageOf({ root }) {
  const value = (0, import_value4.parseJson)(root ?? "");
  return (0, import_value4.isObject)(value) && typeof value["lineage"] === "string" ? value["lineage"] : null;
}
function toNumber(text) {
  return Number(text ?? 0);
}
var import_value4, LAYOUT, HERE, WRITER;
var init_head2 = __esm({
  "src/stores/postgres/head.ts"() {
    "use strict";
    import_value4 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_head();
    init_errors();
    LAYOUT = 1;
    HERE = `CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE (SELECT system_identifier FROM pg_control_system())::text || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`;
    WRITER = `pg_current_xact_id()::xid::text`;
  }
});

// src/stores/postgres/rows.ts
function transact({ connection, owner, refusals }, purpose, act) {
  const { tables, project, environment } = owner;
  return connection.transact(purpose, (run) => act({ tables, refusals, run: (text, ...more) => run(text, [project, environment, ...more]) }));
}
async function* readPages({ run, tables }, columns, toRow) {
  for (let after = null; ; ) {
    const rows = await run(
      `SELECT key, ${columns} FROM ${tables.monitors}
       WHERE project = $1 AND environment = $2 AND ($3::text IS NULL OR key > $3) ORDER BY key LIMIT ${ROWS_AT_ONCE}`,
      after
    );
    const page = rows.map(toRow);
    yield page;
    const last = page.at(-1);
    if (last === void 0 || page.length < ROWS_AT_ONCE) return;
    [after] = last;
  }
}
function toRecordRow({ key, outline, bodies }) {
  return [key ?? "", typeof outline !== "string" ? null : toTexts(outline, bodies ?? "")];
}
function toSummedRow({ key, outline, bodies_hash }) {
  return [key ?? "", { outline: outline ?? "", bodiesHash: bodies_hash ?? "" }];
}
var ROWS_AT_ONCE;
var init_rows = __esm({
  "src/stores/postgres/rows.ts"() {
    "use strict";
    init_contents();
    ROWS_AT_ONCE = 5e3;
  }
});

// src/stores/postgres/backups.ts
async function listBackups({ run, tables }) {
  const rows = await run(
    `SELECT serial, replaced_at, monitors FROM ${tables.backups} WHERE project = $1 AND environment = $2 ORDER BY write DESC`
  );
  return rows.map(({ serial, replaced_at, monitors }) => ({
    serial: toNumber(serial),
    replacedAt: replaced_at ?? "",
    monitors: toNumber(monitors)
  }));
}
async function readBackup({ run, tables, refusals }, serial) {
  const [backup] = await run(
    `SELECT write, journal, root, serial, monitors, sum, checksum FROM ${tables.backups}
     WHERE project = $1 AND environment = $2 AND serial = $3 ORDER BY write DESC LIMIT 1`,
    serial
  );
  if (backup === void 0) throw refusals.noBackup(serial);
  const rows = await run(
    `SELECT key, outline, bodies FROM ${tables.monitors} AS m WHERE project = $1 AND environment = $2
       AND NOT EXISTS (SELECT FROM ${tables.replaced} AS r WHERE r.project = $1 AND r.environment = $2 AND r.key = m.key AND r.write >= $3)
     UNION ALL
     (SELECT DISTINCT ON (key) key, outline, bodies FROM ${tables.replaced} WHERE project = $1 AND environment = $2 AND write >= $3 ORDER BY key, write)`,
    backup["write"] ?? null
  );
  const summary = {
    root: backup["root"] ?? "",
    serial,
    monitors: toNumber(backup["monitors"]),
    sum: backup["sum"] ?? "",
    checksum: backup["checksum"] ?? null
  };
  const stored = await readContents(summary, [rows.map(toRecordRow)], refusals);
  const { journal } = backup;
  if (journal === null || journal === void 0) return stored;
  return foldBackup(stored, (0, import_sound_journal2.decodeSoundJournal)(Buffer.from(`${journal}
`), refusals).content);
}
var import_sound_journal2;
var init_backups2 = __esm({
  "src/stores/postgres/backups.ts"() {
    "use strict";
    import_sound_journal2 = askBundle("./check.cjs", "src/core/state/format/sound-journal.ts");
    init_backups();
    init_contents();
    init_head2();
    init_rows();
  }
});

// src/core/state/remote/silence.ts
var AFTERMATH_MS, Silence;
var init_silence = __esm({
  "src/core/state/remote/silence.ts"() {
    "use strict";
    AFTERMATH_MS = 1e4;
    Silence = class {
      constructor(now, limitMs) {
        this.now = now;
        this.limitMs = limitMs;
      }
      now;
      limitMs;
      since = null;
      end = null;
      /** Throws what a silence ended with a moment ago. */
      check() {
        if (this.end === null) return;
        if (this.now() - this.end.at < AFTERMATH_MS) throw this.end.error;
        this.end = null;
      }
      /** Notes an answer. */
      break() {
        this.since = null;
      }
      /** Notes a wait that began at `start` and brought nothing. */
      add(start) {
        this.since ??= start;
      }
      /** Whether nothing was waited for in vain since the last answer. */
      get isNone() {
        return this.since === null;
      }
      /** Milliseconds that the server may go on to be silent; not above 0 where it is to be given up. */
      get leftMs() {
        return this.since === null ? this.limitMs : this.since + this.limitMs - this.now();
      }
      /** Gives the server up. */
      giveUp(error) {
        this.since = null;
        this.end = { error, at: this.now() };
      }
    };
  }
});

// src/stores/postgres/session.ts
function readTls({ rootCertificate }) {
  if (rootCertificate === null) return { rejectUnauthorized: true };
  try {
    return { rejectUnauthorized: true, ca: (0, import_node_fs.readFileSync)(rootCertificate, "utf8") };
  } catch (cause) {
    const message = `the file that sslrootcert names can't be read: ${(0, import_file_error.explainFileError)(cause)}`;
    throw new import_user_error4.UserError("state/bad-address", message, "correct MONITORS_STATE_POSTGRES_URL, or put the certificate there", { cause });
  }
}
var import_node_fs, import_user_error4, import_file_error, USUAL_WAITS, openPgSession;
var init_session = __esm({
  "src/stores/postgres/session.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    init_errors();
    USUAL_WAITS = { connectMs: 1e4, answerMs: 45e3, endMs: 3e3 };
    openPgSession = async (address, limitMs = USUAL_WAITS.connectMs) => {
      const { Client } = await Promise.resolve().then(() => __toESM(require("./pg.cjs")));
      const { host, port, database, user, password, tls } = address;
      const client = new Client({
        ...{ host, port, database, user },
        // A function, so that no password file is looked for.
        password: async () => password,
        ssl: tls === null ? false : readTls(tls),
        enableChannelBinding: tls !== null,
        connectionTimeoutMillis: limitMs,
        keepAlive: true,
        application_name: "monitors",
        sslnegotiation: "postgres",
        // Numbers beyond what JavaScript counts, times and the rest stay text.
        types: { getTypeParser: () => String }
      });
      Object.assign(client.connectionParameters, { options: "", replication: "" });
      client.on("error", () => {
      });
      await client.connect().catch(asLost);
      const destroy = () => void client.connection.stream.destroy();
      return {
        run: async (text, values, waitMs = USUAL_WAITS.answerMs) => {
          const query = { text, query_timeout: waitMs, ...values === void 0 ? {} : { values } };
          const result = await client.query(query).catch(asLost);
          if (Array.isArray(result)) return [];
          if (text === "COMMIT" && result.command !== "COMMIT") throw new Error("a transaction with an error was to be committed");
          return result.rows;
        },
        end: async () => {
          const timer = setTimeout(destroy, Math.min(USUAL_WAITS.endMs, limitMs));
          await client.end().finally(() => clearTimeout(timer));
        },
        destroy
      };
    };
  }
});

// src/stores/postgres/connection.ts
var import_user_error5, BEGIN, PAUSES_MS, SILENCE_MS, LAST_WAIT_MS, Connection;
var init_connection = __esm({
  "src/stores/postgres/connection.ts"() {
    "use strict";
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_silence();
    init_errors();
    init_session();
    BEGIN = {
      look: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '40s'; SET LOCAL idle_in_transaction_session_timeout = '60s'`,
      write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '15s'; SET LOCAL statement_timeout = '40s'; SET LOCAL idle_in_transaction_session_timeout = '30s'`
    };
    PAUSES_MS = [100, 500, 2e3, 5e3];
    SILENCE_MS = 47e3;
    LAST_WAIT_MS = 3e3;
    Connection = class {
      constructor(parts) {
        this.parts = parts;
        this.silence = new Silence(() => parts.world.monotonic(), SILENCE_MS);
      }
      parts;
      session = null;
      wasOpen = false;
      isAbandoned = false;
      last = Promise.resolve();
      silence;
      /**
       * Runs `act` in a transaction. Where the connection is lost, a COMMIT without an answer included, the whole is run again: what it did
       * counts only when a COMMIT was answered, so `act` must see what an earlier try may have left.
       */
      transact(purpose, act) {
        const next = this.last.then(() => this.repeat(purpose, act));
        this.last = next.catch(() => void 0);
        return next;
      }
      /** Cuts the connection off; what waits for an answer gets none. */
      abandon() {
        this.isAbandoned = true;
        this.last.catch(() => void 0);
        this.session?.destroy();
        this.session = null;
      }
      /** Ends the connection. */
      async close() {
        await this.last;
        const { session } = this;
        this.session = null;
        await session?.end().catch(() => void 0);
      }
      async repeat(purpose, act) {
        this.silence.check();
        for (let tries = 0; ; tries += 1) {
          try {
            const result = await this.once(purpose, act);
            this.silence.break();
            return result;
          } catch (error) {
            const pause = PAUSES_MS[tries];
            const isSilent = this.silence.leftMs <= 0;
            if (pause === void 0 || isSilent || !this.wasOpen || this.isAbandoned || !(isLost(error) || isPassing(error))) {
              const refusal = this.refuse(error, purpose);
              if (isSilent) this.silence.giveUp(refusal);
              throw refusal;
            }
            await this.parts.world.sleep(pause);
          }
        }
      }
      /** Waits for an answer, after a silence only for what is left of the patience. */
      async wait(usualMs, act) {
        const { silence } = this;
        const start = this.parts.world.monotonic();
        try {
          return await act(silence.isNone ? usualMs : Math.min(usualMs, Math.max(silence.leftMs, LAST_WAIT_MS)));
        } catch (error) {
          if (isLost(error)) silence.add(start);
          throw error;
        }
      }
      async once(purpose, act) {
        const { open, address } = this.parts;
        this.session ??= await this.wait(USUAL_WAITS.connectMs, (limitMs) => open(address, limitMs));
        const { session } = this;
        if (this.isAbandoned) session.destroy();
        this.wasOpen = true;
        const run = (text, values) => this.wait(USUAL_WAITS.answerMs, (limitMs) => session.run(text, values, limitMs));
        try {
          await this.begin(run, purpose);
          const result = await act(run);
          await run("COMMIT");
          return result;
        } catch (error) {
          await this.rollBack(session, error);
          throw error;
        }
      }
      async begin(run, purpose) {
        try {
          await run(BEGIN[purpose]);
        } catch (error) {
          throw isOfStandby(error) ? refuseStandby(this.parts.refusals, error) : error;
        }
      }
      /** A connection of which it is not known where it stands is not used again. */
      async rollBack(session, error) {
        try {
          if (isLost(error)) throw error;
          await session.run("ROLLBACK");
        } catch {
          this.session = null;
          session.destroy();
        }
      }
      refuse(error, purpose) {
        const { refusals } = this.parts;
        if (error instanceof import_user_error5.UserError) return error;
        if (isMissingTable(error)) return refusals.notInitialized();
        if (!isLost(error) && codeOf(error) === null) return error;
        const words = describeError(error);
        if (isLost(error)) {
          const hint2 = `check the address and that the server runs, then run "${refusals.command("plan")}"`;
          return refusals.failed("state/unreachable", words, hint2, error);
        }
        if (purpose === "write" && isForbidden(error)) return refusals.mayOnlyRead(words, null, error);
        const hint = `let the server's keeper put it right, then run "${refusals.command("plan")}": it shows what was recorded and what is unresolved`;
        return refusals.failed(purpose === "look" ? "state/unreadable" : "state/not-saved", words, hint, error);
      }
    };
  }
});

// src/stores/postgres/tables.ts
function tablesOf(name) {
  if (!(0, import_kinds.isTableName)(name)) {
    throw new import_user_error6.UserError("state/bad-address", `${JSON.stringify(name)} can't be the name of a table`, import_kinds.TABLE_HINT);
  }
  const quote = (ending) => `${name}${ending}`.split(".").map((part) => `"${part}"`).join(".");
  return {
    shown: name,
    schema: name.includes(".") ? name.split(".")[0] ?? null : null,
    heads: quote(""),
    monitors: quote("_monitors"),
    journal: quote("_journal"),
    late: quote("_late"),
    backups: quote("_backups"),
    replaced: quote("_replaced")
  };
}
function writeDefinitions({ heads, monitors, journal, late, backups, replaced }) {
  const table = (name, columns) => `CREATE TABLE IF NOT EXISTS ${name} (${OWNER}, ${columns})`;
  const summary = `root text, serial bigint NOT NULL DEFAULT 0, monitors bigint NOT NULL DEFAULT 0, sum text NOT NULL, checksum text`;
  return [
    table(
      heads,
      `layout integer NOT NULL, fence bigint NOT NULL DEFAULT 0, holder text, unclean boolean NOT NULL DEFAULT false,
       server text NOT NULL, written_by text NOT NULL, writes bigint NOT NULL DEFAULT 0, ${summary},
       journal_lines bigint NOT NULL DEFAULT 0, journal_last text NOT NULL DEFAULT '', migration text,
       PRIMARY KEY (project, environment)`
    ),
    table(
      monitors,
      `key text COLLATE "C" NOT NULL, outline text NOT NULL, bodies text NOT NULL, bodies_hash text NOT NULL, PRIMARY KEY (project, environment, key)`
    ),
    table(journal, `line bigint NOT NULL, text text NOT NULL, PRIMARY KEY (project, environment, line)`),
    table(late, `id bigint GENERATED ALWAYS AS IDENTITY, holder text NOT NULL, text text NOT NULL, PRIMARY KEY (project, environment, id)`),
    table(backups, `write bigint NOT NULL, replaced_at text NOT NULL, journal text, ${summary}, PRIMARY KEY (project, environment, write)`),
    table(
      replaced,
      `write bigint NOT NULL, key text COLLATE "C" NOT NULL, outline text, bodies text, PRIMARY KEY (project, environment, write, key)`
    )
  ].join(";\n");
}
var import_user_error6, import_kinds, OWNER;
var init_tables = __esm({
  "src/stores/postgres/tables.ts"() {
    "use strict";
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_kinds = askBundle("./monitors.cjs", "src/core/state/addresses/kinds.ts");
    OWNER = `project text COLLATE "C" NOT NULL, environment text COLLATE "C" NOT NULL`;
  }
});

// src/stores/postgres/initialize.ts
async function initialize(parts, access, migration) {
  const { connection, owner, refusals } = parts;
  const { tables, project, environment } = owner;
  await connection.transact("look", (run) => refuseUnfit(run, refusals));
  const made = await connection.transact("write", async (run) => {
    const [there] = await run("SELECT to_regclass($1) IS NOT NULL AS there", [tables.replaced]);
    const isNew = there?.["there"] !== "t";
    if (isNew) await run(writeDefinitions(tables)).catch((error) => refuseLack(error, tables.schema, refusals));
    const rows = await run(
      `INSERT INTO ${tables.heads} (project, environment, layout, server, written_by, sum, migration) VALUES ($1, $2, $3, ${HERE}, ${WRITER}, $4, $5)
       ON CONFLICT DO NOTHING RETURNING project`,
      [project, environment, LAYOUT, NO_RECORDS, migration === null ? null : JSON.stringify(migration)]
    );
    return rows.length > 0;
  });
  await probe(parts, access);
  return made ? "made" : "was-there";
}
function refuseLack(error, schema, refusals) {
  if (isMissingTable(error)) {
    const message = `${refusals.facts.shown} can't be made: there is no schema "${schema}"`;
    throw new import_user_error7.UserError("state/bad-address", message, `make it first: CREATE SCHEMA ${schema}`, { cause: error });
  }
  if (!isForbidden(error)) throw error;
  const advice = `let the database's owner run "GRANT USAGE, CREATE ON SCHEMA ${schema ?? "public"}" for this role, or run this command`;
  throw refusals.mayOnlyRead("this role may not make tables", advice, error);
}
async function refuseUnfit(run, refusals) {
  const [facts] = await run(
    `SELECT current_setting('server_version_num')::int >= 140000 AS modern, current_setting('fsync') AS fsync,
     current_setting('full_page_writes') AS pages, pg_is_in_recovery() AS standby`
  );
  const refuse = (what, hint) => new import_user_error7.UserError("state/unfit-server", `${refusals.facts.shown} can't be used: ${what}`, hint);
  if (facts?.["modern"] !== "t") throw refuse("the server is older than PostgreSQL 14", "use version 14 or later");
  if (facts["standby"] === "t") throw refuse("the server is a standby", "set the address to that of the primary");
  if (facts["fsync"] !== "on" || facts["pages"] !== "on") {
    throw refuse("it forgets what it confirmed when its power fails", "set fsync and full_page_writes to on");
  }
}
async function probe(parts, access) {
  const other = { ...parts, connection: new Connection(access) };
  await transact(parts, "write", async (rows) => {
    await readHead(rows, true);
    const second = transact(
      other,
      "write",
      ({ run, tables }) => run(`SELECT project FROM ${tables.heads} WHERE project = $1 AND environment = $2 FOR UPDATE SKIP LOCKED`)
    );
    const wait = new AbortController();
    const tooLong = access.world.sleep(SECOND_MS, wait.signal).then(
      () => [],
      () => []
    );
    const taken = await Promise.race([second, tooLong]).finally(() => {
      wait.abort();
      other.connection.abandon();
    });
    if (taken.length === 0) return;
    await readHead(rows, true);
    const what = `${parts.refusals.facts.shown} can't be used: two connections got one row at once`;
    throw new import_user_error7.UserError("state/unfit-server", what, "use a real PostgreSQL, and a pooler that keeps a connection for each transaction");
  });
}
var import_user_error7, SECOND_MS;
var init_initialize = __esm({
  "src/stores/postgres/initialize.ts"() {
    "use strict";
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_connection();
    init_contents();
    init_errors();
    init_head2();
    init_rows();
    init_tables();
    SECOND_MS = 5e3;
  }
});

// src/core/state/remote/lock.ts
function refuseTaken({ holder }, seeker, { refusals, world, host }, look) {
  const isTaken = (found) => found !== null && !(0, import_lock3.isProvablyGone)(found, seeker, host.lookUpProcess);
  if (isTaken(holder)) throw refusals.locked(holder, world.now(), async () => isTaken(await look()));
}
function passLock(lock, seeker) {
  return { fence: lock.fence + 1, holder: seeker, unclean: isUnclean(lock) };
}
function isUnclean({ holder, unclean }) {
  return unclean || holder !== null;
}
function dropHolder({ holder }, id, { refusals, world }) {
  if (holder === null) throw refusals.notLocked();
  if (holder.id !== id) throw refusals.otherLock(holder, world.now());
  return { dropped: holder, left: { holder: null, unclean: true } };
}
function restamp(content, last, now) {
  const lastSentAt = new Date(now).toISOString();
  const open = [...content.creates, ...content.edits].filter(({ phase }) => phase === "sending" || phase === "unknown");
  const records = open.flatMap((work) => (0, import_journal2.toRecords)({ ...work, lastSentAt }).slice(1));
  return (0, import_journal2.encodeLines)(records, last);
}
async function readUnlessDamaged(read) {
  try {
    return await read();
  } catch (error) {
    if (error instanceof import_user_error8.UserError && DAMAGED.has(error.code)) return null;
    throw error;
  }
}
var import_user_error8, import_journal2, import_lock3, DAMAGED;
var init_lock = __esm({
  "src/core/state/remote/lock.ts"() {
    "use strict";
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_journal2 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_lock3 = askBundle("./check.cjs", "src/core/state/format/lock.ts");
    DAMAGED = /* @__PURE__ */ new Set(["state/malformed", "state/journal-damaged", "state/newer-version"]);
  }
});

// src/stores/postgres/journal.ts
async function insertLines({ run, tables }, from, texts) {
  for (let at = 0; at < texts.length; at += LINES_AT_ONCE) {
    await run(
      `INSERT INTO ${tables.journal} (project, environment, line, text)
       SELECT $1, $2, $3::bigint + place, line FROM unnest($4::text[]) WITH ORDINALITY AS t(line, place)`,
      from + at,
      texts.slice(at, at + LINES_AT_ONCE)
    );
  }
}
var import_journal3, StoredJournalEnd, LINES_AT_ONCE;
var init_journal = __esm({
  "src/stores/postgres/journal.ts"() {
    "use strict";
    import_journal3 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    init_head2();
    StoredJournalEnd = class {
      constructor(access, last, lines) {
        this.access = access;
        this.last = last;
        this.lines = lines;
      }
      access;
      last;
      lines;
      add = async (records, late) => {
        const { text, last } = (0, import_journal3.encodeLines)(records, this.last);
        const texts = text.split("\n").slice(0, -1);
        const { lines, access } = this;
        await access.underLock(async (rows, head) => {
          if (head.journalLast === last) return updateHead(rows, {});
          if (head.journalLast !== this.last || head.journalLines !== lines) throw access.changed();
          await insertLines(rows, lines, texts);
          await updateHead(rows, { journal_lines: lines + texts.length, journal_last: last });
        }, late);
        this.last = last;
        this.lines += texts.length;
      };
    };
    LINES_AT_ONCE = 2e3;
  }
});

// src/stores/postgres/late.ts
async function appendLate({ run, tables }, holder, creates) {
  const texts = encodeLate(creates);
  if (texts.length === 0) return;
  await run(
    `INSERT INTO ${tables.late} (project, environment, holder, text) SELECT $1, $2, $3, t FROM unnest($4::text[]) AS t
     WHERE NOT EXISTS (SELECT FROM ${tables.late} WHERE project = $1 AND environment = $2 AND holder = $3 AND text = t)`,
    holder,
    texts
  );
}
async function readLate({ run, tables }) {
  const rows = await run(`SELECT id, text FROM ${tables.late} WHERE project = $1 AND environment = $2 ORDER BY id`);
  return { creates: decodeLate(rows.map(({ text }) => text ?? "")), upTo: toNumber(rows.at(-1)?.["id"]) };
}
var init_late2 = __esm({
  "src/stores/postgres/late.ts"() {
    "use strict";
    init_late();
    init_head2();
  }
});

// src/stores/postgres/outlines.ts
async function readOutlined(rows, summary, choose) {
  const { refusals } = rows;
  const outlines = /* @__PURE__ */ new Map();
  const hashes = /* @__PURE__ */ new Map();
  const sum = new RowSum();
  for await (const page of readPages(rows, "outline, bodies_hash", toSummedRow)) {
    sum.add(page);
    for (const [key, { outline, bodiesHash }] of page) {
      outlines.set(key, parseOutline(outline));
      hashes.set(key, bodiesHash);
    }
  }
  const { state, version } = readHeader(summary, sum, refusals);
  const { unknown, monitors: _none, ...header } = state;
  if (Object.keys(unknown).length > 0) return null;
  const monitors = (0, import_state3.readOutlines)(listRecords(outlines), refusals);
  const chosen = choose(monitors).filter((key) => monitors.has(key));
  if (chosen.length > monitors.size * MOST_CHOSEN) return null;
  const bodies = chosen.length === 0 ? [] : await readBodies(rows, chosen, hashes);
  const records = (0, import_state3.readMonitors)(
    bodies.map(([key, value]) => [key, { ...outlines.get(key)?.record, ...value }]),
    refusals
  );
  return {
    state: new import_state4.OutlinedState(header, { size: monitors.size, repeated: null, monitors: () => monitors }, new ChosenBodies(outlines, records)),
    version
  };
}
function parseOutline(text) {
  const { facts, record } = parseObject(text) ?? {};
  return (0, import_value5.isObject)(facts) && (0, import_value5.isObject)(record) && FACTS.every((name) => (0, import_monitor2.isTexts)(facts[name])) ? { facts, record } : null;
}
function* listRecords(outlines) {
  for (const [key, outline] of outlines) yield [key, outline?.record ?? null];
}
async function readBodies({ run, tables, refusals }, keys, hashes) {
  const rows = await run(
    `SELECT key, bodies FROM ${tables.monitors} WHERE project = $1 AND environment = $2 AND key = ANY ($3::text[])`,
    keys
  );
  return rows.map(({ key, bodies }) => {
    if ((0, import_canonical2.sha256)(bodies ?? "") !== hashes.get(key ?? "")) throw refusals.checksum();
    const value = parseObject(bodies ?? "");
    if (value === null) throw refusals.malformed(`the record of "${key}" is not JSON`);
    return [key ?? "", value];
  });
}
var import_canonical2, import_value5, import_monitor2, import_state3, import_state4, MOST_CHOSEN, FACTS, ChosenBodies;
var init_outlines = __esm({
  "src/stores/postgres/outlines.ts"() {
    "use strict";
    import_canonical2 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value5 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_monitor2 = askBundle("./monitors.cjs", "src/core/state/format/monitor.ts");
    import_state3 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state4 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_contents();
    init_rows();
    MOST_CHOSEN = 0.2;
    FACTS = ["targetIds", "references", "origins"];
    ChosenBodies = class {
      constructor(outlines, records) {
        this.outlines = outlines;
        this.records = records;
      }
      outlines;
      records;
      whole() {
        throw new import_state4.UnreadBodies("all bodies");
      }
      record(key) {
        const record = this.records.get(key);
        if (record === void 0 && this.outlines.has(key)) throw new import_state4.UnreadBodies(`the bodies of "${key}"`);
        return record;
      }
      *facts(name) {
        for (const [key, outline] of this.outlines) yield [key, outline?.facts[name] ?? []];
      }
    };
  }
});

// src/stores/postgres/read.ts
async function readJournalLines({ run, tables }) {
  const rows = await run(`SELECT text FROM ${tables.journal} WHERE project = $1 AND environment = $2 ORDER BY line`);
  return rows.map(({ text }) => text ?? "");
}
async function readStored(rows, head) {
  const { root } = head;
  if (root === null) return null;
  return readContents({ ...head, root }, readPages(rows, "outline, bodies", toRecordRow), rows.refusals);
}
async function readForLooking(rows, head, choose) {
  const { root, isInDoubt } = head;
  const isPlain2 = root !== null && head.journalLines === 0 && !isInDoubt;
  if (choose !== void 0 && isPlain2 && (await readLate(rows)).creates.length === 0) {
    const stored = await readOutlined(rows, { ...head, root }, choose);
    if (stored !== null) return { kind: "present", stored, journal: NO_JOURNAL };
  }
  return combineRead({ ...await readWhole(rows, head), isInDoubt }, rows.refusals);
}
async function readWhole(rows, head, known) {
  const stored = known === void 0 ? await readStored(rows, head) : known;
  const journal = await readJournal(rows, head);
  return { stored, journal, late: await readLate(rows) };
}
async function readJournal(rows, head) {
  return decodeLines(head.journalLines === 0 ? [] : await readJournalLines(rows), head, rows.refusals);
}
function decodeLines(lines, { journalLines, journalLast }, refusals) {
  if (lines.length !== journalLines) throw refusals.journalDamaged(lines.length + 1, `${journalLines} lines should be there`);
  if (lines.length === 0) return NO_JOURNAL;
  const { content, last } = (0, import_sound_journal3.decodeSoundJournal)(Buffer.from(lines.map((line) => `${line}
`).join("")), refusals);
  if (last !== journalLast) throw refusals.journalDamaged(lines.length, "it is not the last one that was written");
  return content;
}
var import_sound_journal3;
var init_read2 = __esm({
  "src/stores/postgres/read.ts"() {
    "use strict";
    import_sound_journal3 = askBundle("./check.cjs", "src/core/state/format/sound-journal.ts");
    init_read();
    init_contents();
    init_late2();
    init_outlines();
    init_rows();
  }
});

// src/stores/postgres/lock.ts
function lookBack(head, seen) {
  const lineage = lineageOf(head);
  const now = lineage === null ? null : { lineage, serial: head.serial, checksum: head.checksum };
  return { ...head, isInDoubt: head.isInDoubt || seen.wasNewer(now) };
}
async function takeLock(parts) {
  const holder = (0, import_lock4.toHolder)(parts);
  const isOurs = (head) => head.holder?.id === holder.id;
  const refuse = (head) => {
    if (!isOurs(head)) refuseTaken(head, holder, parts, () => readHolder(parts));
  };
  return transact(parts, "write", async (rows) => {
    refuse(await readHead(rows));
    const head = lookBack(await readHead(rows, true), parts.seen);
    refuse(head);
    const { here, isInDoubt } = head;
    if (isOurs(head)) return { holder, fence: head.fence, here, isInDoubt };
    const { fence } = passLock(head, holder);
    const restamped = isUnclean(head) ? await addRestamped(rows, parts, head) : {};
    await updateHead(rows, { unclean: false, ...restamped, ...keepDoubt(head), fence, holder: (0, import_lock5.encodeLock)(holder) });
    return { holder, fence, here, isInDoubt };
  });
}
function keepDoubt({ isInDoubt }) {
  return isInDoubt ? { server: ANOTHER } : {};
}
async function addRestamped(rows, { world }, head) {
  const content = await readUnlessDamaged(() => readJournal(rows, head));
  if (content === null) return { unclean: true };
  const { text, last } = restamp(content, head.journalLast, world.now());
  const lines = text.split("\n").slice(0, -1);
  await insertLines(rows, head.journalLines, lines);
  return { journal_lines: head.journalLines + lines.length, journal_last: last };
}
async function readHolder(parts) {
  return (await transact(parts, "look", (rows) => readHead(rows))).holder;
}
async function removeLock(parts, id) {
  return transact(parts, "write", async (rows) => {
    const head = await readHead(rows, true);
    const { dropped, left } = dropHolder(head, id, parts);
    await updateHead(rows, { ...keepDoubt(head), ...left });
    return dropped;
  });
}
var import_lock4, import_lock5;
var init_lock2 = __esm({
  "src/stores/postgres/lock.ts"() {
    "use strict";
    import_lock4 = askBundle("./check.cjs", "src/core/state/file/lock.ts");
    import_lock5 = askBundle("./check.cjs", "src/core/state/format/lock.ts");
    init_head();
    init_lock();
    init_head2();
    init_journal();
    init_read2();
    init_rows();
  }
});

// src/core/state/remote/journal.ts
var import_journal_group, import_journaled_work2, SharedJournal;
var init_journal2 = __esm({
  "src/core/state/remote/journal.ts"() {
    "use strict";
    import_journal_group = askBundle("./check.cjs", "src/core/state/journal-group.ts");
    import_journaled_work2 = askBundle("./monitors.cjs", "src/core/state/journaled-work.ts");
    SharedJournal = class extends import_journal_group.GroupJournal {
      constructor(begun, add) {
        super();
        this.add = add;
        this.intents = new Map(begun.map(({ intent }) => [intent.opId, intent]));
      }
      add;
      /** The creates that this journal began or found. */
      intents;
      async write(records) {
        for (const record of records) if (record.phase === "intent" && record.op === "create") this.intents.set(record.opId, record);
        await this.add(records, () => this.listLate(records));
      }
      listLate(records) {
        return records.flatMap((record) => {
          const intent = this.intents.get(record.opId);
          if (intent === void 0 || record.phase === "intent") return [];
          return [(0, import_journaled_work2.advanceOperation)((0, import_journaled_work2.startOperation)(intent), record, false)];
        });
      }
    };
  }
});

// src/core/state/remote/locked-state.ts
var import_rescue, import_journal5, import_state5, import_removed, import_state6, LockedState;
var init_locked_state = __esm({
  "src/core/state/remote/locked-state.ts"() {
    "use strict";
    import_rescue = askBundle("./check.cjs", "src/core/state/file/rescue.ts");
    import_journal5 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_state5 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_removed = askBundle("./monitors.cjs", "src/core/state/removed.ts");
    import_state6 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_read();
    LockedState = class {
      constructor(common, isInDoubt) {
        this.common = common;
        this.isInDoubt = isInDoubt;
      }
      common;
      isInDoubt;
      /** State that was read or written last. */
      known = null;
      /** The newest late entry that was read. */
      lateUpTo = 0;
      get doubt() {
        if (!this.isInDoubt) return null;
        const settle = async () => {
          const there = await this.acceptServer();
          this.common.seen.settle(there);
          this.isInDoubt = false;
        };
        return { error: this.common.refusals.serverChanged(), settle };
      }
      async write(next, expected) {
        const { refusals, tool } = this.common;
        if (this.known === null) await this.read();
        const before = this.known?.stored ?? null;
        if (!(0, import_state6.isSameVersion)(before?.version ?? null, expected)) throw refusals.changed();
        const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
        const noted = this.noteRemoved(next, serial);
        if (before !== null && (0, import_state5.hasSameContent)(before.state, noted)) return before;
        return this.put({ ...noted, tool, serial }, before);
      }
      /** The state that takes the place of whatever is there; its serial is one above the given one. */
      toReplacement(next) {
        const serial = next.serial + 1;
        return { ...this.noteRemoved(next, serial), tool: this.common.tool, serial };
      }
      noteRemoved(next, serial) {
        const { world, host } = this.common;
        return (0, import_removed.noteRemoved)(this.known?.stored?.state ?? null, next, { serial, at: new Date(world.now()).toISOString(), by: host.command });
      }
      /** A holder that lost the lock leaves what it learned to the next one, too. */
      async rescue(next, journal, runId) {
        await this.leaveLate(journal.creates).catch(() => void 0);
        const { rescue } = this.common;
        return (0, import_rescue.saveRescue)(rescue, rescue, next, journal, runId);
      }
      /** Puts together what was read, and notes it. */
      combine(parts, mark) {
        const read = combineRead({ ...parts, isInDoubt: this.isInDoubt }, this.common.refusals);
        this.lateUpTo = parts.late.upTo;
        this.know(parts.stored, mark);
        return read;
      }
      /** Throws where a journal is that of another state. */
      checkLineage({ base }, { lineage }) {
        if (base !== null && base.lineage !== lineage) throw this.common.refusals.journalMismatch();
      }
      /** The journal of what is kept, with the checksum of its last line; no text where nothing is. */
      encodeKept({ lineage, serial }, keep) {
        return keep.length === 0 ? { text: "", last: "" } : (0, import_journal5.encodeJournal)({ lineage, serial, tool: this.common.tool }, keep);
      }
      /** Notes what was read or written. A state in doubt is not what is to be remembered: the doubt would be forgotten. */
      know(stored, mark) {
        this.known = { stored, mark };
        if (stored !== null && !this.isInDoubt) this.common.seen.note(stored);
      }
      /** Everything was removed. */
      forget() {
        this.known = null;
        this.common.seen.settle(null);
      }
    };
  }
});

// src/stores/postgres/write.ts
async function writeState(rows, head, { next, after, isWhole, at }) {
  const write = head.writes + 1;
  if (head.root !== null) await keepSummary(rows, head, write, at);
  const before = [];
  for (let from = 0; from < after.length; from += ROWS_AT_ONCE2) {
    before.push(...await putRecords(rows, write, head.root !== null, after.slice(from, from + ROWS_AT_ONCE2)));
  }
  await dropOldBackups(rows, write - KEPT_BACKUPS);
  const there = after.filter(([, record]) => record !== null);
  const sum = isWhole ? addUp(NO_RECORDS, there) : addUp(head.sum, there, before);
  const summary = summarize(next, sum);
  const { root, serial, monitors, checksum } = summary;
  await updateHead(rows, { writes: write, root, serial, monitors, sum, checksum });
  return { state: next, version: versionOf(next, summary) };
}
async function keepSummary(rows, head, write, at) {
  const { root, serial, monitors, sum, checksum, journalLines } = head;
  const journal = journalLines === 0 ? null : (await readJournalLines(rows)).join("\n");
  await rows.run(
    `INSERT INTO ${rows.tables.backups} (project, environment, write, replaced_at, journal, root, serial, monitors, sum, checksum)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ...[write, at, journal, root, serial, monitors, sum, checksum]
  );
}
async function putRecords({ run, tables }, write, isKept, after) {
  const keys = after.map(([key]) => key);
  const isOurs = `project = $1 AND environment = $2 AND key = ANY ($3::text[])`;
  const before = await run(`SELECT key, outline, bodies_hash FROM ${tables.monitors} WHERE ${isOurs}`, keys);
  if (isKept) {
    await run(
      `INSERT INTO ${tables.replaced} (project, environment, write, key, outline, bodies)
       SELECT $1, $2, $4::bigint, t.key, m.outline, m.bodies FROM unnest($3::text[]) AS t(key)
       LEFT JOIN ${tables.monitors} AS m ON m.project = $1 AND m.environment = $2 AND m.key = t.key`,
      ...[keys, write]
    );
  }
  const gone = after.filter(([, record]) => record === null).map(([key]) => key);
  if (gone.length > 0) await run(`DELETE FROM ${tables.monitors} WHERE ${isOurs}`, gone);
  const there = after.flatMap(([key, record]) => record === null ? [] : [{ key, ...record }]);
  if (there.length > 0) {
    const lines = (name) => there.map((record) => record[name]).join("\n");
    await run(
      `INSERT INTO ${tables.monitors} (project, environment, key, outline, bodies, bodies_hash) SELECT $1, $2, * FROM
       unnest($3::text[], string_to_array($4, E'\\n'), string_to_array($5, E'\\n'), string_to_array($6, E'\\n'))
       ON CONFLICT (project, environment, key)
       DO UPDATE SET outline = excluded.outline, bodies = excluded.bodies, bodies_hash = excluded.bodies_hash`,
      ...[there.map(({ key }) => key), lines("outline"), lines("bodies"), lines("bodiesHash")]
    );
  }
  return before.map(toSummedRow);
}
async function dropOldBackups({ run, tables }, upTo) {
  if (upTo < 1) return;
  for (const table of [tables.replaced, tables.backups]) {
    await run(`DELETE FROM ${table} WHERE project = $1 AND environment = $2 AND write <= $3`, upTo);
  }
}
var ROWS_AT_ONCE2;
var init_write = __esm({
  "src/stores/postgres/write.ts"() {
    "use strict";
    init_backups();
    init_contents();
    init_head2();
    init_read2();
    init_rows();
    ROWS_AT_ONCE2 = 1e3;
  }
});

// src/stores/postgres/locked-store.ts
var import_journal6, LockedPostgres;
var init_locked_store = __esm({
  "src/stores/postgres/locked-store.ts"() {
    "use strict";
    import_journal6 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    init_journal2();
    init_locked_state();
    init_contents();
    init_head2();
    init_journal();
    init_late2();
    init_read2();
    init_rows();
    init_write();
    LockedPostgres = class extends LockedState {
      constructor(parts, held) {
        super(parts, held.isInDoubt);
        this.parts = parts;
        this.held = held;
      }
      parts;
      held;
      async acceptServer() {
        const settled = await this.underLock(async (rows, head) => {
          await updateHead(rows, { server: head.here });
          return head;
        });
        const lineage = lineageOf(settled);
        return lineage === null ? null : { lineage, serial: settled.serial };
      }
      read() {
        return this.underLock(async (rows, head) => {
          const known = this.known?.mark === head.writes ? this.known.stored : void 0;
          return this.combine(await readWhole(rows, head, known), head.writes);
        });
      }
      put(next, before) {
        const after = listChanges(before?.state.monitors ?? /* @__PURE__ */ new Map(), next.monitors);
        return this.save({ next, after, isWhole: before === null });
      }
      async replace(next) {
        const there = await this.underLock((rows) => this.listKeys(rows));
        const gone = there.filter((key) => !next.monitors.has(key)).map((key) => [key, null]);
        const after = [...[...next.monitors].map(([key, record]) => [key, writeRecord(record)]), ...gone];
        const replacement = this.toReplacement(next);
        this.known = null;
        return this.save({ next: replacement, after, isWhole: true });
      }
      async listKeys({ run, tables }) {
        const rows = await run(`SELECT key FROM ${tables.monitors} WHERE project = $1 AND environment = $2`);
        return rows.map(({ key }) => key ?? "");
      }
      async save(what) {
        const expected = this.known?.mark;
        const at = new Date(this.parts.world.now()).toISOString();
        let tried = null;
        const stored = await this.underLock(async (rows, head) => {
          if (tried !== null && head.writes === tried.from + 1) {
            await updateHead(rows, {});
            return tried.stored;
          }
          if (expected !== void 0 && head.writes !== expected) throw this.parts.refusals.changed();
          tried = { from: head.writes, stored: await writeState(rows, head, { ...what, at }) };
          return tried.stored;
        });
        const { from } = tried;
        this.know(stored, from + 1);
        return stored;
      }
      async openJournal(base) {
        const { refusals, tool } = this.parts;
        return this.underLock(async (rows, head) => {
          const lines = await readJournalLines(rows);
          const content = decodeLines(lines, head, refusals);
          this.checkLineage(content, base);
          let { journalLast: last } = head;
          if (lines.length === 0) {
            const header = (0, import_journal6.encodeLines)([(0, import_journal6.encodeHeader)({ ...base, tool })], "");
            last = header.last;
            await insertLines(rows, 0, [header.text.trimEnd()]);
            await updateHead(rows, { journal_lines: 1, journal_last: last });
          }
          const access = { changed: () => refusals.changed(), underLock: this.underLock.bind(this) };
          return new SharedJournal(content.creates, new StoredJournalEnd(access, last, Math.max(1, lines.length)).add);
        });
      }
      async rewriteJournal(base, keep) {
        const { text, last } = this.encodeKept(base, keep);
        const lines = text.split("\n").slice(0, -1);
        await this.underLock(async (rows) => {
          const { run, tables } = rows;
          await run(`DELETE FROM ${tables.journal} WHERE project = $1 AND environment = $2`);
          await run(`DELETE FROM ${tables.late} WHERE project = $1 AND environment = $2 AND id <= $3`, this.lateUpTo);
          await insertLines(rows, 0, lines);
          await updateHead(rows, { journal_lines: lines.length, journal_last: last });
        });
      }
      async leaveLate(creates) {
        await this.holdHead(async (rows, head) => {
          if (!this.isOurs(head)) await appendLate(rows, this.held.holder.id, creates);
        });
      }
      async removeAll() {
        await this.underLock(async (rows, head) => {
          const { monitors, journal, late, replaced, backups } = rows.tables;
          for (const table of [monitors, journal, late, replaced, backups]) {
            await rows.run(`DELETE FROM ${table} WHERE project = $1 AND environment = $2`);
          }
          const nothing = { root: null, serial: 0, monitors: 0, sum: NO_RECORDS, checksum: null };
          await updateHead(rows, { ...nothing, writes: head.writes + 1, journal_lines: 0, journal_last: "" });
        });
        this.forget();
      }
      async setMigration(migration) {
        const text = migration === null ? null : JSON.stringify(migration);
        await this.underLock((rows) => updateHead(rows, { migration: text }));
      }
      async release() {
        await this.holdHead(async (rows, head) => {
          if (this.isOurs(head)) await updateHead(rows, { holder: null });
        });
      }
      /** A transaction that first takes the lock row and compares the fence. Where the lock was lost, `late` is kept in the late area. */
      async underLock(act, late) {
        const { refusals, world } = this.parts;
        const end = await this.holdHead(async (rows, head) => {
          if (this.isOurs(head)) return { result: await act(rows, head) };
          if (late !== void 0) await appendLate(rows, this.held.holder.id, late());
          return { lostTo: head };
        });
        if ("result" in end) return end.result;
        const { lostTo } = end;
        throw lostTo.here === this.held.here ? refusals.lockLost(lostTo.holder, world.now()) : refusals.serverChanged();
      }
      holdHead(act) {
        return transact(this.parts, "write", async (rows) => act(rows, await readHead(rows, true)));
      }
      isOurs({ holder, fence, here }) {
        return holder?.id === this.held.holder.id && fence === this.held.fence && here === this.held.here;
      }
    };
  }
});

// src/stores/postgres/store.ts
var store_exports = {};
__export(store_exports, {
  openPostgresStore: () => openPostgresStore
});
function openPostgresStore(options) {
  const { table, project, environment, world, env } = options;
  const address = (0, import_postgres.readPostgresAddress)(env);
  const owner = { tables: tablesOf(table), project, environment };
  const place = `the PostgreSQL table "${table}" at ${(0, import_postgres.showServer)(address)}`;
  const common = toSharedParts(options, place, "postgres");
  const { refusals, seen } = common;
  const access = { address, open: options.open ?? openPgSession, world, refusals };
  const connection = new Connection(access);
  const parts = { ...common, connection, owner };
  const look = (act) => transact(parts, "look", act);
  return {
    backend: refusals.backend,
    place,
    read: async (choose) => noteRead(seen, await look(async (rows) => readForLooking(rows, lookBack(await readHead(rows), seen), choose))),
    lock: async () => new LockedPostgres(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize(parts, access, migration),
    // A server does not tell which copies it has.
    findMissingSafeguard: async () => null,
    readHolder: () => readHolder(parts),
    unlock: (id) => removeLock(parts, id),
    listBackups: () => look(async (rows) => {
      await readHead(rows);
      return listBackups(rows);
    }),
    readBackup: (serial) => look(async (rows) => {
      await readHead(rows);
      return readBackup(rows, serial);
    }),
    readMigration: async () => (await look((rows) => readHead(rows))).migration,
    close: () => connection.close()
  };
}
var import_postgres;
var init_store = __esm({
  "src/stores/postgres/store.ts"() {
    "use strict";
    import_postgres = askBundle("./monitors.cjs", "src/core/state/addresses/postgres.ts");
    init_options();
    init_read();
    init_backups2();
    init_connection();
    init_head2();
    init_initialize();
    init_lock2();
    init_locked_store();
    init_read2();
    init_rows();
    init_session();
    init_tables();
  }
});

// src/core/state/remote/objects/names.ts
function ownPrefix(project, environment) {
  return `${encodePart(project)}/${encodePart(environment)}/`;
}
function encodePart(part) {
  if (part === "") return "!";
  const bytes = [...Buffer.from(part)];
  return bytes.map((byte, index) => isPlain(byte, index === 0) ? String.fromCharCode(byte) : `!${toHex(byte)}`).join("");
}
function isPlain(byte, isFirst) {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(character) || character === "." && !isFirst;
}
function toHex(byte) {
  return byte.toString(16).padStart(2, "0");
}
function stateName(serial, nonce) {
  return `states/${serial}-${nonce}.json`;
}
function baseName(nonce) {
  return `bases/${nonce}`;
}
function newEpoch(fence, nonce) {
  return `${fence}-${nonce}`;
}
function isEpochOf(fence, epoch) {
  return epoch.startsWith(`${fence}-`);
}
function epochStart(fence) {
  return `journal/${fence}-`;
}
function segmentName(epoch, number) {
  return `journal/${epoch}/${pad(number)}`;
}
function lateName(number) {
  return `late/${pad(number)}`;
}
function pad(number) {
  return String(number).padStart(8, "0");
}
function isContentName(name) {
  return /^(?:states\/[0-9]+-[0-9a-f-]+\.json|bases\/[0-9a-f-]+)$/.test(name);
}
var HEAD;
var init_names = __esm({
  "src/core/state/remote/objects/names.ts"() {
    "use strict";
    HEAD = "head.json";
  }
});

// src/core/state/remote/objects/head.ts
async function readHead2({ objects, refusals }) {
  const found = await objects.get(HEAD);
  if (found === null) throw refusals.notInitialized();
  return { head: decodeHead(found.body, refusals), etag: found.etag };
}
function refuseHead(what, refusals) {
  const { shown, project, environment, canRecover } = refusals.facts;
  const place = ownPrefix(project, environment);
  const begin = `"${refusals.command("state init")}"`;
  const commands = canRecover === true ? `${begin} and "${refusals.command("recover")}"` : `${begin}: apply then creates every monitor again`;
  const message = `${shown} holds no valid state: ${place}${HEAD} ${what}`;
  const hint = `put back the newest good version of this object in the bucket; to begin again instead, remove all objects below ${place}, then run ${commands}`;
  return new import_user_error9.UserError("state/malformed", message, hint);
}
function encodeHead(head) {
  return Buffer.from(`${JSON.stringify({ format: "monitors-head", layout: LAYOUT2, ...head }, null, 2)}
`);
}
function decodeHead(body, refusals) {
  const root = (0, import_value6.parseJson)(body.toString("utf8"));
  if (!(0, import_value6.isObject)(root) || root["format"] !== "monitors-head") throw refuseHead("is not what this tool writes", refusals);
  const { layout, holder, migration } = root;
  if (typeof layout === "number" && layout > LAYOUT2) throw refuseLayout(layout, LAYOUT2, refusals);
  const toText = (value) => value === null ? null : JSON.stringify(value ?? "");
  const rest = layout === LAYOUT2 ? readRest(root) : null;
  if (rest === null) throw refuseHead("has missing members or members of a wrong type", refusals);
  return { ...rest, holder: decodeHolder(toText(holder)), migration: decodeMigration(toText(migration), refusals) };
}
function readRest({
  nonce,
  fence,
  unclean,
  server,
  stored,
  journal,
  late,
  backups
}) {
  if (typeof nonce !== "string" || !isCount(fence) || typeof unclean !== "boolean" || typeof server !== "string") return null;
  if (!(stored === null || isStored(stored)) || !isJournal(journal) || !isCount(late)) return null;
  if (!Array.isArray(backups) || !backups.every(isBackup)) return null;
  return { nonce, fence, unclean, server, stored, journal, late, backups };
}
function isStored(value) {
  if (!(0, import_value6.isObject)(value) || !isName(value["object"]) || !isCount(value["monitors"])) return false;
  const { version } = value;
  if (!(0, import_value6.isObject)(version) || !isCount(version["serial"])) return false;
  return typeof version["lineage"] === "string" && typeof version["checksum"] === "string";
}
function isBackup(value) {
  return isStored(value) && typeof value["replacedAt"] === "string" && hasBases(value);
}
function isJournal(value) {
  if (!(0, import_value6.isObject)(value) || !hasBases(value) || !isCount(value["after"])) return false;
  return typeof value["epoch"] === "string" && /^[0-9a-z-]+$/.test(value["epoch"]);
}
function hasBases({ bases, last }) {
  return Array.isArray(bases) && bases.every(isName) && typeof last === "string";
}
function isName(value) {
  return typeof value === "string" && isContentName(value);
}
function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}
function listNames({ stored, journal, backups }) {
  const states = [...stored === null ? [] : [stored], ...backups];
  return [...states.map(({ object }) => object), ...journal.bases, ...backups.flatMap(({ bases }) => bases)];
}
function newHead(server, nonce) {
  return {
    ...{ nonce, fence: 0, holder: null, unclean: false, server, stored: null },
    journal: { bases: [], last: "", epoch: newEpoch(0, nonce), after: 0 },
    ...{ late: 0, backups: [], migration: null }
  };
}
var import_user_error9, import_value6, LAYOUT2;
var init_head3 = __esm({
  "src/core/state/remote/objects/head.ts"() {
    "use strict";
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value6 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_head();
    init_names();
    LAYOUT2 = 1;
  }
});

// src/core/state/remote/objects/rows.ts
async function readRow({ objects, refusals }, nameOf, from) {
  const found = [];
  for (let ahead = 2; found.length < LONGEST; ahead = Math.min(2 * ahead, AT_ONCE)) {
    const start = from + found.length;
    const names = Array.from({ length: ahead }, (_, index) => nameOf(start + index));
    const batch = await Promise.all(names.map((name) => objects.get(name)));
    const gap = batch.indexOf(null);
    const next = gap === batch.length - 1 ? await objects.get(nameOf(start + batch.length)) : null;
    const isTorn = gap >= 0 && [...batch.slice(gap), next].some((object) => object !== null);
    if (isTorn) batch[gap] = await objects.get(names[gap] ?? "");
    for (const [index, object] of batch.entries()) {
      if (object === null) return { found, missing: isTorn && index === gap ? names[index] ?? null : null };
      found.push({ number: start + index, name: names[index] ?? "", object });
    }
  }
  throw refusals.malformed(`more than ${LONGEST} objects follow ${nameOf(from)}`);
}
async function readAll(names, read) {
  const all = [];
  for (let at = 0; at < names.length; at += AT_ONCE) all.push(...await Promise.all(names.slice(at, at + AT_ONCE).map(read)));
  return all;
}
var AT_ONCE, LONGEST;
var init_rows2 = __esm({
  "src/core/state/remote/objects/rows.ts"() {
    "use strict";
    AT_ONCE = 16;
    LONGEST = 1e5;
  }
});

// src/core/state/remote/objects/late.ts
async function readLate2(parts, after) {
  const { found } = await readRow(parts, lateName, after + 1);
  return { creates: found.flatMap(({ object }) => decodeLate(decodeEntry(object.body)?.texts ?? [])), upTo: after + found.length };
}
async function appendLate2(parts, after, holder, creates) {
  const { objects, refusals, world } = parts;
  const { found } = await readRow(parts, lateName, after + 1);
  const entries = found.map(({ object }) => decodeEntry(object.body));
  const known = new Set(entries.flatMap((entry) => entry?.holder === holder ? entry.texts : []));
  const texts = encodeLate(creates).filter((text) => !known.has(text));
  if (texts.length === 0) return;
  const body = Buffer.from(`${JSON.stringify({ format: "monitors-late", version: 1, nonce: world.uuid(), holder, texts })}
`);
  const next = after + found.length + 1;
  for (let number = next; number < next + TRIES; number += 1) if (await objects.create(lateName(number), body) !== "taken") return;
  throw refusals.busy();
}
function decodeEntry(body) {
  const value = (0, import_value7.parseJson)(body.toString("utf8"));
  if (!(0, import_value7.isObject)(value) || value["format"] !== "monitors-late") return null;
  const { holder, texts } = value;
  const isList = Array.isArray(texts) && texts.every((text) => typeof text === "string");
  return typeof holder === "string" && isList ? { holder, texts } : null;
}
var import_value7, TRIES;
var init_late3 = __esm({
  "src/core/state/remote/objects/late.ts"() {
    "use strict";
    import_value7 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_late();
    init_names();
    init_rows2();
    TRIES = 1e3;
  }
});

// src/core/state/remote/objects/segments.ts
function encodeSegment(segment, nonce) {
  const { kind } = segment;
  const first = { format: "monitors-journal-segment", version: VERSION, nonce, kind, ...kind === "seal" ? { fence: segment.fence } : {} };
  return Buffer.from(`${JSON.stringify(first)}
${kind === "lines" ? segment.text : ""}`);
}
function decodeSegment(body, refusals) {
  const text = body.toString("utf8");
  const end = text.indexOf("\n") + 1;
  const first = (0, import_value8.parseJson)(text.slice(0, Math.max(0, end)));
  if (!(0, import_value8.isObject)(first) || first["format"] !== "monitors-journal-segment") return { kind: "lines", text: "not a segment\n" };
  const { version, kind, fence } = first;
  if (typeof version === "number" && version > VERSION) {
    const message = `the journal in ${refusals.facts.shown} was written by a newer version of this tool (segments of version ${version})`;
    throw new import_user_error10.UserError("state/newer-version", message, "install a newer version of monitors; nothing was written");
  }
  if (kind === "seal" && typeof fence === "number") return { kind, fence };
  if (kind === "folded") return { kind };
  return { kind: "lines", text: kind === "lines" ? text.slice(end) : "not a segment\n" };
}
async function readSegments(parts, epoch, after) {
  const { refusals } = parts;
  const { found, missing } = await readRow(parts, (number) => segmentName(epoch, number), after + 1);
  if (missing !== null) throw refusals.malformed(`the object ${missing} of its journal is missing`);
  const segments = [];
  for (const { number, object } of found) {
    const segment = decodeSegment(object.body, refusals);
    if (segment.kind !== "lines") return { segments, next: number, end: segment };
    segments.push({ epoch, number, etag: object.etag, text: segment.text });
  }
  return { segments, next: after + 1 + segments.length, end: null };
}
async function wasSetBack({ objects }, { fence, journal }, end) {
  if (end !== null && (end.kind === "folded" || end.fence > fence)) return true;
  const later = [
    // Taken, and its run's epoch not named yet: until then, nothing is written there.
    ...isEpochOf(fence, journal.epoch) ? [] : [fence],
    // Ended before anybody took the lock again.
    ...end === null ? [] : [fence + 1]
  ];
  const found = await Promise.all(later.map((number) => objects.list(epochStart(number))));
  return found.some((names) => names.length > 0);
}
async function sealEpoch(parts, epoch, after, fence) {
  const { objects, refusals, world } = parts;
  const segments = [];
  for (let tries = 1; tries <= TRIES2; tries += 1) {
    const found = await readSegments(parts, epoch, after + segments.length);
    segments.push(...found.segments);
    if (found.end !== null) return { segments, end: found.end };
    const made = await objects.create(segmentName(epoch, found.next), encodeSegment({ kind: "seal", fence }, world.uuid()));
    if (made !== "taken") return { segments, end: null };
  }
  throw refusals.busy();
}
async function discardSegments({ objects, world }, segments) {
  const [first, ...rest] = segments.map(({ epoch, number, etag }) => ({ name: segmentName(epoch, number), etag }));
  if (first === void 0) return;
  const noted = await objects.replace(first.name, encodeSegment({ kind: "folded" }, world.uuid()), first.etag);
  const between = rest.slice(0, -1).map(({ name }) => name);
  if (noted !== "changed" && between.length > 0) await objects.remove(between);
}
var import_user_error10, import_value8, VERSION, TRIES2;
var init_segments = __esm({
  "src/core/state/remote/objects/segments.ts"() {
    "use strict";
    import_user_error10 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_value8 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_names();
    init_rows2();
    VERSION = 1;
    TRIES2 = 100;
  }
});

// src/core/state/remote/objects/read.ts
async function readStored2({ objects, refusals }, stored) {
  if (stored === null) return null;
  const found = await objects.get(stored.object);
  if (found === null) throw refusals.malformed(`the object ${stored.object} is missing`);
  const state = (0, import_state7.decodeState)(found.body, refusals);
  if (!(0, import_state8.isSameVersion)(state.version, stored.version)) throw refusals.checksum();
  return state;
}
async function readBases({ objects, refusals }, bases) {
  const texts = await readAll(bases, async (name) => {
    const found = await objects.get(name);
    if (found === null) throw refusals.malformed(`the object ${name} of its journal is missing`);
    const segment = decodeSegment(found.body, refusals);
    if (segment.kind !== "lines") throw refusals.malformed(`the object ${name} of its journal is not what this tool writes`);
    return segment.text;
  });
  return texts.join("");
}
function decodeLines2(text, last, refusals) {
  if (text === "" && (last ?? "") === "") return { content: NO_JOURNAL, last: "" };
  const decoded = (0, import_sound_journal4.decodeSoundJournal)(Buffer.from(text), refusals);
  const isWhole = !decoded.content.tornTail && !decoded.unended && (last === null || decoded.last === last);
  if (!isWhole) throw refusals.journalDamaged(text.split("\n").length, "it is not the last one that was written");
  return { content: decoded.content, last: decoded.last };
}
async function readFreely(parts) {
  const { objects, refusals } = parts;
  let read = await readHead2(parts);
  for (let tries = 1; ; tries += 1) {
    const { head, etag } = read;
    const outcome = await readNamed(parts, head).catch((error) => ({ error }));
    if (await objects.getUnlessSame(HEAD, etag) === "same") {
      if ("error" in outcome) throw outcome.error;
      return outcome;
    }
    if (tries === TRIES3) throw refusals.busy();
    read = await readHead2(parts);
  }
}
function raisesDoubt({ server, stored }, { here, seen }) {
  return server !== here || seen.wasNewer(stored?.version ?? null);
}
async function readNamed(parts, head) {
  const { refusals } = parts;
  const { journal } = head;
  const isDoubted = raisesDoubt(head, parts);
  const [stored, base, found, late] = await Promise.all([
    readStored2(parts, head.stored),
    readBases(parts, journal.bases),
    readSegments(parts, journal.epoch, journal.after),
    readLate2(parts, head.late)
  ]);
  const text = found.segments.map((segment) => segment.text).join("");
  const { content } = decodeLines2(`${base}${text}`, text === "" ? journal.last : null, refusals);
  const isSetBack = await wasSetBack(parts, head, found.end);
  return combineRead({ stored, journal: content, late, isInDoubt: isDoubted || isSetBack }, refusals);
}
var import_sound_journal4, import_state7, import_state8, TRIES3;
var init_read3 = __esm({
  "src/core/state/remote/objects/read.ts"() {
    "use strict";
    import_sound_journal4 = askBundle("./check.cjs", "src/core/state/format/sound-journal.ts");
    import_state7 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    import_state8 = askBundle("./monitors.cjs", "src/core/state/state.ts");
    init_read();
    init_head3();
    init_late3();
    init_names();
    init_rows2();
    init_segments();
    TRIES3 = 10;
  }
});

// src/core/state/remote/objects/backups.ts
async function listBackups2(parts) {
  const { head } = await readHead2(parts);
  return head.backups.map(({ version: { serial }, replacedAt, monitors }) => ({ serial, replacedAt, monitors }));
}
async function readBackup2(parts, serial) {
  const { head } = await readHead2(parts);
  const backup = head.backups.find(({ version }) => version.serial === serial);
  const stored = backup === void 0 ? null : await readStored2(parts, backup);
  if (backup === void 0 || stored === null) throw parts.refusals.noBackup(serial);
  const { content } = decodeLines2(await readBases(parts, backup.bases), backup.last, parts.refusals);
  return foldBackup(stored, content);
}
var init_backups3 = __esm({
  "src/core/state/remote/objects/backups.ts"() {
    "use strict";
    init_backups();
    init_head3();
    init_read3();
  }
});

// src/core/state/remote/objects/initialize.ts
async function initialize2({ objects, refusals, world, here }, tryOut, migration) {
  const found = await objects.get(HEAD);
  if (found !== null) decodeHead(found.body, refusals);
  else if (await isInUse(objects) && await objects.get(HEAD) === null)
    throw refuseHead("is missing, but other objects are there", refusals);
  await tryOut();
  if (found !== null) return "was-there";
  return await objects.create(HEAD, encodeHead({ ...newHead(here, world.uuid()), migration })) === "taken" ? "was-there" : "made";
}
async function isInUse(objects) {
  return (await objects.list("")).some(({ name }) => /^(?:states|journal|bases|late)\//.test(name));
}
var init_initialize2 = __esm({
  "src/core/state/remote/objects/initialize.ts"() {
    "use strict";
    init_head3();
    init_names();
  }
});

// src/core/state/remote/objects/turns.ts
var Turns;
var init_turns = __esm({
  "src/core/state/remote/objects/turns.ts"() {
    "use strict";
    Turns = class {
      last = Promise.resolve();
      take(act) {
        const next = this.last.then(act);
        this.last = next.catch(() => void 0);
        return next;
      }
    };
  }
});

// src/core/state/remote/objects/held-head.ts
var TRIES4, HeldHead;
var init_held_head = __esm({
  "src/core/state/remote/objects/held-head.ts"() {
    "use strict";
    init_head3();
    init_names();
    init_turns();
    TRIES4 = 5;
    HeldHead = class {
      constructor(parts, holder, current) {
        this.parts = parts;
        this.holder = holder;
        this.current = current;
        this.fence = current.head.fence;
        this.own.add(current.head.nonce);
      }
      parts;
      holder;
      current;
      fence;
      /** The version that is known, and what this run tried to put in its place: an answer that was lost is settled by it. */
      own = /* @__PURE__ */ new Set();
      turns = new Turns();
      isUncertain = false;
      /** The head as it was read or written last. */
      get head() {
        return this.current.head;
      }
      /**
       * Replaces the head; throws `state/lock-lost` where it is no longer this run's. `make` is called again where an earlier change, which
       * got no answer, turns out to have been made. Objects that the new head does not name are removed.
       */
      change(make) {
        const { objects, refusals, world } = this.parts;
        return this.turns.take(async () => {
          for (let tries = 1; ; tries += 1) {
            if (this.isUncertain) await this.readAgain();
            const { head, etag } = this.current;
            const next = { ...head, ...await make(head), nonce: world.uuid() };
            this.own.add(next.nonce);
            this.isUncertain = true;
            const made = await objects.replace(HEAD, encodeHead(next), etag);
            if (made === "changed" && tries < TRIES4) continue;
            if (made === "changed") throw refusals.changed();
            this.accept({ head: next, etag: made.etag });
            await this.removeUnnamed(head, next);
            return next;
          }
        });
      }
      /** Throws `state/lock-lost` where the head is no longer this run's. */
      check() {
        return this.turns.take(async () => {
          if (await this.parts.objects.getUnlessSame(HEAD, this.current.etag) !== "same") await this.readAgain();
        });
      }
      /** Why this run can't write any more; throws nothing else. */
      async explainLoss() {
        return this.explain((await readHead2(this.parts)).head);
      }
      /** Whether a head is one that this run goes on from. */
      isKnown(head) {
        return this.isOurs(head) && this.own.has(head.nonce);
      }
      isOurs({ holder, fence }) {
        return holder?.id === this.holder.id && fence === this.fence;
      }
      /** Why a head is not one to go on from. No run lowers the fence, and this one's earlier versions are past: those were put back. */
      explain(head) {
        const { refusals, world } = this.parts;
        return this.isOurs(head) || head.fence < this.fence ? refusals.serverChanged() : refusals.lockLost(head.holder, world.now());
      }
      async readAgain() {
        const found = await readHead2(this.parts);
        if (!this.isKnown(found.head)) throw this.explain(found.head);
        if (found.head.nonce !== this.head.nonce) this.accept(found);
        this.isUncertain = false;
      }
      accept(version) {
        this.current = version;
        this.own = /* @__PURE__ */ new Set([version.head.nonce]);
        this.isUncertain = false;
      }
      async removeUnnamed(before, after) {
        const kept = new Set(listNames(after));
        const gone = [...new Set(listNames(before))].filter((name) => !kept.has(name));
        if (gone.length > 0) await this.parts.objects.remove(gone).catch(() => void 0);
      }
    };
  }
});

// src/core/state/remote/objects/tail.ts
async function writeBase({ objects, world }, text) {
  const nonce = world.uuid();
  await objects.create(baseName(nonce), encodeSegment({ kind: "lines", text }, nonce));
  return baseName(nonce);
}
var import_journal9, ROLL_UP, JournalTail;
var init_tail = __esm({
  "src/core/state/remote/objects/tail.ts"() {
    "use strict";
    import_journal9 = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    init_names();
    init_segments();
    init_turns();
    ROLL_UP = 1e3;
    JournalTail = class {
      /** With `isDamaged`, the journal can't be read, and the head names an epoch of another run: nothing is added until it was replaced. */
      constructor(parts, held, isDamaged) {
        this.parts = parts;
        this.held = held;
        this.isDamaged = isDamaged;
      }
      parts;
      held;
      isDamaged;
      /** Segments that this run wrote; the head tells which of it the journal still needs. */
      own = [];
      /** The append that got no answer: it may have been made. Its epoch takes no other. */
      unanswered = null;
      turns = new Turns();
      /** The lines that are not in the objects that the head names; null where the journal is damaged. */
      async readLines() {
        if (this.isUnanswered()) await this.fold(null, () => ({}));
        return this.isDamaged ? null : this.listOpen(this.held.head).map((segment) => segment.text).join("");
      }
      /** Makes records durable; the journal begins with `header` where it is empty. Throws where the lock was lost. */
      append(records, header) {
        const { parts, held } = this;
        const { objects, world } = parts;
        return this.turns.take(async () => {
          if (this.isDamaged || this.isUnanswered()) throw new Error("the journal was not opened again after it failed");
          const { journal } = held.head;
          const open = this.listOpen(held.head);
          const before = open.at(-1)?.last ?? journal.last;
          const { text, last } = (0, import_journal9.encodeLines)(before === "" ? [(0, import_journal9.encodeHeader)(header), ...records] : records, before);
          const segment = { epoch: journal.epoch, number: journal.after + open.length + 1, text, last };
          this.unanswered = segment;
          const name = segmentName(segment.epoch, segment.number);
          const made = await objects.create(name, encodeSegment({ kind: "lines", text }, world.uuid()));
          if (made === "taken") throw await held.explainLoss();
          this.unanswered = null;
          this.own = [...open, { ...segment, etag: made.etag }];
          if (this.own.length >= ROLL_UP) await this.foldNow(null, () => ({}));
        });
      }
      /**
       * Changes the head, and with it the place of the journal: its segments are rolled up, or `kept` takes the place of all lines. Then the
       * segments are given up.
       */
      fold(kept, more) {
        return this.turns.take(() => this.foldNow(kept, more));
      }
      async foldNow(kept, more) {
        const { held } = this;
        let folded = [];
        await held.change(async (head) => {
          const isOver = await this.endUnanswered(head);
          folded = this.listOpen(head);
          const journal = await this.place(head, kept, isOver);
          return { ...more(head, journal), journal };
        });
        if (kept !== null) this.isDamaged = false;
        this.own = [];
        this.unanswered = null;
        await discardSegments(this.parts, folded).catch(() => void 0);
      }
      /** Finds the place of the journal after it was folded. */
      async place(head, kept, isOver) {
        const { world } = this.parts;
        const { journal } = head;
        const open = this.listOpen(head);
        const end = isOver || this.isDamaged ? { epoch: newEpoch(head.fence, world.uuid()), after: 0 } : { epoch: journal.epoch, after: journal.after + open.length };
        if (kept !== null) return { bases: kept.text === "" ? [] : [await writeBase(this.parts, kept.text)], last: kept.last, ...end };
        const last = open.at(-1)?.last;
        if (last === void 0 || this.isDamaged) return this.isDamaged ? journal : { ...journal, ...end };
        const text = open.map((segment) => segment.text).join("");
        return { bases: [...journal.bases, await writeBase(this.parts, text)], last, ...end };
      }
      /** Ends the epoch of an append that got no answer, so that it was either made or never will be; returns whether there was one. */
      async endUnanswered(head) {
        const { unanswered } = this;
        if (unanswered === null || !this.isUnanswered()) return false;
        const { segments } = await sealEpoch(this.parts, unanswered.epoch, unanswered.number - 1, head.fence);
        const made = segments.find(({ text }) => text === unanswered.text);
        const before = this.listOpen(head).filter(({ number }) => number < unanswered.number);
        if (made !== void 0) this.own = [...before, { ...unanswered, etag: made.etag }];
        return true;
      }
      /** Whether an append got no answer, and the head still names its epoch. */
      isUnanswered() {
        return this.unanswered !== null && this.unanswered.epoch === this.held.head.journal.epoch;
      }
      /** The segments that are in no object which a head names. */
      listOpen({ journal }) {
        return this.own.filter(({ epoch, number }) => epoch === journal.epoch && number > journal.after);
      }
    };
  }
});

// src/core/state/remote/objects/lock.ts
async function takeLock2(parts) {
  const { before, held } = await claim(parts, (0, import_lock8.toHolder)(parts));
  try {
    return await takeUp(parts, before, held);
  } catch (error) {
    await held.change(() => ({ holder: null })).catch(() => void 0);
    throw error;
  }
}
async function claim(parts, holder) {
  const { objects, refusals, world } = parts;
  for (let tries = 1; tries <= TRIES5; tries += 1) {
    const { head: before, etag } = await readHead2(parts);
    refuseTaken(before, holder, parts, () => readHolder2(parts));
    const head = { ...before, ...passLock(before, holder), nonce: world.uuid() };
    const made = await objects.replace(HEAD, encodeHead(head), etag);
    if (made !== "changed") return { before, held: new HeldHead(parts, holder, { head, etag: made.etag }) };
  }
  throw refusals.busy();
}
async function takeUp(parts, before, held) {
  const found = await readUnlessDamaged(() => endJournal(parts, before));
  const isInDoubt = raisesDoubt(before, parts) || found?.isSetBack === true;
  await held.change(async (head) => {
    const server = isInDoubt ? ANOTHER : head.server;
    return found === null ? { server } : { server, unclean: false, journal: await placeJournal(parts, head, found) };
  });
  if (found !== null) await discardSegments(parts, found.segments).catch(() => void 0);
  return { held, isInDoubt, isDamaged: found === null };
}
async function endJournal(parts, before) {
  const { refusals, world } = parts;
  const { journal, fence } = before;
  const { segments, end } = await sealEpoch(parts, journal.epoch, journal.after, fence + 1);
  const isSetBack = await wasSetBack(parts, before, end);
  if (segments.length === 0 && !isUnclean(before)) return { segments, lines: null, isSetBack };
  const text = segments.map((segment) => segment.text).join("");
  const base = await readBases(parts, journal.bases);
  const { content, last } = decodeLines2(`${base}${text}`, text === "" ? journal.last : null, refusals);
  const more = isUnclean(before) ? restamp(content, last, world.now()) : { text: "", last };
  return { segments, lines: { text: `${text}${more.text}`, last: more.last }, isSetBack };
}
async function placeJournal(parts, { journal, fence }, { lines }) {
  const end = { epoch: newEpoch(fence, parts.world.uuid()), after: 0 };
  if (lines === null || lines.text === "") return { ...journal, ...end };
  return { bases: [...journal.bases, await writeBase(parts, lines.text)], last: lines.last, ...end };
}
async function readHolder2(parts) {
  return (await readHead2(parts)).head.holder;
}
async function removeLock2(parts, id) {
  const { objects, refusals, world } = parts;
  for (let tries = 1; tries <= TRIES5; tries += 1) {
    const { head, etag } = await readHead2(parts);
    const { dropped, left } = dropHolder(head, id, parts);
    const made = await objects.replace(HEAD, encodeHead({ ...head, ...left, nonce: world.uuid() }), etag);
    if (made === "changed") continue;
    await sealEpoch(parts, head.journal.epoch, head.journal.after, head.fence).catch(() => void 0);
    return dropped;
  }
  throw refusals.busy();
}
var import_lock8, TRIES5;
var init_lock3 = __esm({
  "src/core/state/remote/objects/lock.ts"() {
    "use strict";
    import_lock8 = askBundle("./check.cjs", "src/core/state/file/lock.ts");
    init_head();
    init_lock();
    init_head3();
    init_held_head();
    init_names();
    init_read3();
    init_segments();
    init_tail();
    TRIES5 = 100;
  }
});

// src/core/state/remote/objects/locked-store.ts
function keepBackup({ stored, backups }, { bases, last }, replacedAt) {
  return stored === null ? backups : [{ ...stored, replacedAt, bases, last }, ...backups].slice(0, KEPT_BACKUPS);
}
var import_user_error11, import_state9, TRIES6, LockedObjects, LOST;
var init_locked_store2 = __esm({
  "src/core/state/remote/objects/locked-store.ts"() {
    "use strict";
    import_user_error11 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_state9 = askBundle("./check.cjs", "src/core/state/format/state.ts");
    init_backups();
    init_journal2();
    init_locked_state();
    init_head3();
    init_late3();
    init_names();
    init_read3();
    init_segments();
    init_tail();
    TRIES6 = 10;
    LockedObjects = class extends LockedState {
      constructor(parts, { held, isInDoubt, isDamaged }) {
        super(parts, isInDoubt);
        this.parts = parts;
        this.held = held;
        this.tail = new JournalTail(parts, held, isDamaged);
        this.lateUpTo = held.head.late;
      }
      parts;
      held;
      tail;
      async acceptServer() {
        const { stored } = await this.held.change(() => ({ server: this.parts.here }));
        return stored?.version ?? null;
      }
      async read() {
        return this.readNamed(async (head) => {
          const mark = head.stored?.object ?? null;
          const [stored, journal, late] = await Promise.all([
            this.known?.mark === mark ? this.known.stored : readStored2(this.parts, head.stored),
            this.readJournal(),
            readLate2(this.parts, head.late)
          ]);
          return this.combine({ stored, journal, late }, mark);
        });
      }
      /** Reads what the head names. Where the lock was lost, a successor may have removed it: then that counts, and not what was found. */
      async readNamed(act) {
        for (let tries = 1; tries <= TRIES6; tries += 1) {
          const { head } = this.held;
          const outcome = await act(head).then(
            (value) => ({ value }),
            (error) => ({ error })
          );
          await this.held.check();
          if (this.held.head !== head) continue;
          if ("error" in outcome) throw outcome.error;
          return outcome.value;
        }
        throw this.parts.refusals.busy();
      }
      async readJournal() {
        const { refusals } = this.parts;
        const text = await this.tail.readLines();
        const { journal } = this.held.head;
        const open = text ?? (await readSegments(this.parts, journal.epoch, journal.after)).segments.map((one) => one.text).join("");
        return decodeLines2(`${await readBases(this.parts, journal.bases)}${open}`, open === "" ? journal.last : null, refusals).content;
      }
      put(next) {
        return this.save(next, (head) => {
          if ((head.stored?.object ?? null) !== this.known?.mark) throw this.parts.refusals.changed();
        });
      }
      async replace(next) {
        return this.save(this.toReplacement(next), () => {
        });
      }
      async save(next, check) {
        const { objects, world } = this.parts;
        const { text, version } = (0, import_state9.encodeState)(next);
        const object = stateName(next.serial, world.uuid());
        await objects.create(object, Buffer.from(text));
        const written = { object, version, monitors: next.monitors.size };
        const replacedAt = new Date(world.now()).toISOString();
        await this.tail.fold(null, (head, journal) => {
          check(head);
          return { stored: written, backups: keepBackup(head, journal, replacedAt) };
        });
        const stored = { state: next, version };
        this.know(stored, object);
        return stored;
      }
      async openJournal(base) {
        const content = await this.readNamed(() => this.readJournal());
        this.checkLineage(content, base);
        return new SharedJournal(content.creates, async (records, late) => {
          try {
            await this.tail.append(records, { ...base, tool: this.parts.tool });
          } catch (error) {
            await this.leaveLate(late()).catch(() => void 0);
            throw error;
          }
        });
      }
      async rewriteJournal(base, keep) {
        await this.tail.fold(this.encodeKept(base, keep), () => ({ late: this.lateUpTo, unclean: false }));
      }
      async leaveLate(creates) {
        const { head } = await readHead2(this.parts);
        if (!this.held.isKnown(head)) await appendLate2(this.parts, head.late, this.held.holder.id, creates);
      }
      async removeAll() {
        const { upTo } = await readLate2(this.parts, this.held.head.late);
        await this.tail.fold({ text: "", last: "" }, () => ({ stored: null, backups: [], late: upTo, unclean: false }));
        this.forget();
      }
      async setMigration(migration) {
        await this.held.change(() => ({ migration }));
      }
      async release() {
        try {
          await this.held.change(() => ({ holder: null }));
        } catch (error) {
          if (!(error instanceof import_user_error11.UserError && LOST.has(error.code))) throw error;
        }
      }
    };
    LOST = /* @__PURE__ */ new Set(["state/lock-lost", "state/server-changed"]);
  }
});

// src/core/state/remote/objects/store.ts
function openObjectStore(common, { prepareTrial, findMissingSafeguard, ...driver }) {
  const parts = { ...common, ...driver };
  return {
    backend: parts.refusals.backend,
    place: parts.refusals.facts.shown,
    read: async () => noteRead(parts.seen, await readFreely(parts)),
    lock: async () => new LockedObjects(parts, await takeLock2(parts)),
    initialize: (migration = null) => initialize2(parts, prepareTrial(), migration),
    findMissingSafeguard,
    readHolder: () => readHolder2(parts),
    unlock: (id) => removeLock2(parts, id),
    listBackups: () => listBackups2(parts),
    readBackup: (serial) => readBackup2(parts, serial),
    readMigration: async () => (await readHead2(parts)).head.migration,
    close: async () => parts.objects.close()
  };
}
var init_store2 = __esm({
  "src/core/state/remote/objects/store.ts"() {
    "use strict";
    init_read();
    init_backups3();
    init_head3();
    init_initialize2();
    init_lock3();
    init_locked_store2();
    init_read3();
  }
});

// src/stores/s3/errors.ts
function toFailure(error) {
  if (error instanceof S3Failure) return error;
  const { Code, code, name, syscall, message, $metadata } = typeof error === "object" && error !== null ? error : {};
  const status = $metadata?.httpStatusCode;
  if (typeof status === "number") return new S3Failure(readCode(Code, SERVICE_CODE), status);
  const system = readCode(code, SYSTEM_CODE) ?? (name === "TimeoutError" ? "ETIMEDOUT" : null);
  if (system === null) throw error;
  const isUnsent = UNSENT.test(system) || syscall === "connect" || /did not establish a connection/.test(String(message));
  return new S3Failure(system, null, isUnsent);
}
function describeFailure({ code, status }) {
  if (code !== null) return Object.hasOwn(WORDS2, code) ? `${WORDS2[code]} (${code})` : `error ${code}`;
  if (status !== null && status < 300) return "the answer is not that of S3";
  return status === 403 ? `${WORDS2["AccessDenied"]} (status 403)` : `the answer is not that of S3 (status ${status})`;
}
function adviseOn({ code, status }) {
  const known = code ?? (status === 403 ? "AccessDenied" : "");
  return HINTS[known] ?? null;
}
function readCode(code, form) {
  return typeof code === "string" && (Object.hasOwn(WORDS2, code) || form.test(code)) ? code : null;
}
var WORDS2, KEYS, REGION, HINTS, UNSENT, NO_TLS2, PASSING, S3Failure, LASTING, SERVICE_CODE, SYSTEM_CODE;
var init_errors2 = __esm({
  "src/stores/s3/errors.ts"() {
    "use strict";
    init_network_words();
    WORDS2 = {
      NoSuchBucket: "there is no such bucket",
      NoSuchKey: "an object is missing",
      AccessDenied: "these credentials may not do that",
      AllAccessDisabled: "the bucket is disabled",
      AccountProblem: "the account is disabled",
      InvalidAccessKeyId: "the service does not know this access key",
      SignatureDoesNotMatch: "the secret key is wrong",
      ExpiredToken: "the credentials have expired",
      TokenRefreshRequired: "the credentials have expired",
      InvalidToken: "the session token is wrong",
      RequestTimeTooSkewed: "this machine's clock is wrong by more than 15 minutes",
      PermanentRedirect: "the bucket is in another region",
      TemporaryRedirect: "the bucket is in another region, or is moving",
      AuthorizationHeaderMalformed: "the bucket is in another region",
      IllegalLocationConstraintException: "the bucket is in another region",
      InvalidBucketName: "the service takes no bucket of this name",
      InvalidObjectState: "a lifecycle rule has archived an object",
      EntityTooLarge: "the state is larger than the service takes",
      SlowDown: "the service asks to send less",
      ServiceUnavailable: "the service is busy",
      InternalError: "the service failed",
      InsufficientStorage: "the service has no space left",
      XMinioStorageFull: "the service has no space left",
      QuotaExceeded: "the bucket is full",
      NotImplemented: "the service lacks what this tool needs",
      MethodNotAllowed: "the service lacks what this tool needs",
      ConditionalRequestConflict: "other writers were always faster",
      OperationAborted: "other writers were always faster",
      PreconditionFailed: "the service refuses to write what is not there",
      RequestTimeout: "the connection is too slow",
      EPROTO: "what answers there does not speak TLS as its address says",
      ERR_SSL_WRONG_VERSION_NUMBER: "the service offers no TLS at this address, which begins with https",
      ETIMEDOUT: "the service does not answer",
      ...nameNetworkFailures({
        own: "name its file in NODE_EXTRA_CA_CERTS",
        authority: "name that authority's file in NODE_EXTRA_CA_CERTS"
      })
    };
    KEYS = "check the AWS variables or the profile: these credentials are not for this service";
    REGION = 'correct "region" in "state" of monitors.config.yaml';
    HINTS = {
      NoSuchBucket: 'correct "bucket" and "region" in "state" of monitors.config.yaml, or AWS_ENDPOINT_URL_S3',
      AccessDenied: "grant s3:ListBucket on the bucket and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects",
      InvalidAccessKeyId: `${KEYS}; an endpoint counts in AWS_ENDPOINT_URL_S3 only`,
      SignatureDoesNotMatch: KEYS,
      InvalidToken: KEYS,
      ExpiredToken: "get new credentials",
      TokenRefreshRequired: "get new credentials",
      RequestTimeTooSkewed: "set this machine's clock",
      PermanentRedirect: REGION,
      TemporaryRedirect: REGION,
      AuthorizationHeaderMalformed: REGION,
      IllegalLocationConstraintException: REGION
    };
    UNSENT = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS_|CERT_|DEPTH_|SELF_|UNABLE_)/;
    NO_TLS2 = /^(?:EPROTO|ERR_SSL_)/;
    PASSING = /* @__PURE__ */ new Set([408, 409, 412, 429]);
    S3Failure = class extends Error {
      constructor(code, status, isUnsent = false) {
        super(`${code ?? "no code"}, status ${status ?? "none"}`);
        this.code = code;
        this.status = status;
        this.isUnsent = isUnsent;
      }
      code;
      status;
      isUnsent;
      name = "S3Failure";
      /** Whether the same request may go through later. A refused condition is among them: it can be the echo of an own success. */
      get isPassing() {
        const { code, status } = this;
        if (status === null || status < 300 || PASSING.has(status)) return true;
        return this.isMissing || code === "RequestTimeout" || status >= 500 && !LASTING.has(status);
      }
      /** Whether it says that there is no TLS where nothing answered before. */
      get isLasting() {
        return this.status === null && NO_TLS2.test(this.code ?? "");
      }
      /** Whether the service says that its condition does not hold, or that another writer is at it. */
      get isConflict() {
        return this.status === 412 || this.status === 409;
      }
      /** Whether it can have been carried out. */
      get isDoubtful() {
        return !this.isUnsent && (this.isPassing || LASTING.has(this.status ?? 0));
      }
      /** Whether these credentials may not do that, while others may. */
      get isForbidden() {
        return this.status === 403 && (this.code === null || this.code === "AccessDenied");
      }
      /** Whether the service says that there is no object of the name. Any other 404 means a wrong bucket, or no S3 at all. */
      get isMissing() {
        return this.status === 404 && this.code === "NoSuchKey";
      }
    };
    LASTING = /* @__PURE__ */ new Set([501, 505, 507]);
    SERVICE_CODE = /^(?=.{3,41}$)(?:No)?(?:[A-Z]{1,4}[a-z]{2,})+[A-Z]{0,4}$/;
    SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,63}$/;
  }
});

// src/stores/s3/requests.ts
function configure({ region, endpoint, keys, profile }, limits) {
  return {
    region,
    // Path style: few services of other makers have a host name for each bucket.
    ...endpoint === null ? { ignoreConfiguredEndpointUrls: true } : { endpoint, forcePathStyle: true },
    ...keys === null ? {} : { credentials: keys },
    ...profile === null ? {} : { profile },
    maxAttempts: 1,
    retryStrategy: ONCE,
    followRegionRedirects: false,
    // The signature covers each body; services of other makers refuse what goes beyond that.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: limits.connectMs, socketTimeout: limits.silenceMs },
    logger: SILENT
  };
}
function limitAnswers(client) {
  client.middlewareStack.add(
    (next, { commandName }) => async (args) => {
      const result = await next(args);
      const response = result.response;
      if (commandName !== "GetObjectCommand" || response.statusCode >= 300) response.body = limitBytes(response.body);
      return result;
    },
    { step: "deserialize", priority: "low", name: "limitAnswers" }
  );
  return client;
}
function limitBytes(body) {
  let size = 0;
  const limited = new import_node_stream.Transform({
    transform(chunk, _encoding, done) {
      size += chunk.length;
      done(size > LONGEST_ANSWER ? new S3Failure(null, 200) : null, chunk);
    }
  });
  return (0, import_node_stream.pipeline)(body, limited, () => void 0);
}
function refuseCredentials(cause) {
  throw new import_user_error12.UserError(
    "state/bad-address",
    "no credentials for S3 were found, or those that were found have expired",
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or log in as for the AWS command line",
    { cause }
  );
}
async function readBody(body, length, largest, signal) {
  if (body === void 0 || length === void 0 || length > largest) {
    body?.destroy();
    throw new S3Failure(length !== void 0 && length > largest ? "EntityTooLarge" : null, 200);
  }
  const chunks = [];
  for await (const chunk of (0, import_node_stream.addAbortSignal)(signal, body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
var import_node_stream, import_user_error12, USUAL_LIMITS, MOST_REMOVED, SILENT, S3Requests, ONCE, LONGEST_ANSWER;
var init_requests = __esm({
  "src/stores/s3/requests.ts"() {
    "use strict";
    import_node_stream = require("node:stream");
    import_user_error12 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_errors2();
    USUAL_LIMITS = { connectMs: 1e4, silenceMs: 25e3, requestMs: 3e5, largest: 512 * 1024 * 1024 };
    MOST_REMOVED = 1e3;
    SILENT = { trace() {
    }, debug() {
    }, info() {
    }, warn() {
    }, error() {
    } };
    S3Requests = class {
      constructor(address, limits) {
        this.address = address;
        this.limits = limits;
      }
      address;
      limits;
      #library = null;
      #client = null;
      /** Null where there is none; `same` where it still is what `known` names. */
      async get(key, known) {
        const { GetObjectCommand } = await this.load();
        const input = { Bucket: this.address.bucket, Key: key, ...known === void 0 ? {} : { IfNoneMatch: known } };
        try {
          return await this.send(async (client, options) => {
            const { Body, ContentLength, ETag } = await client.send(new GetObjectCommand(input), options);
            const body = await readBody(Body, ContentLength, this.limits.largest, options.abortSignal);
            if (ETag === void 0) throw new S3Failure(null, 200);
            return { body, etag: ETag };
          });
        } catch (error) {
          const failure = toFailure(error);
          if (failure.status === 304 && known !== void 0) return "same";
          if (failure.isMissing) return null;
          throw failure;
        }
      }
      async put(key, body, condition) {
        const { PutObjectCommand } = await this.load();
        const only = condition === "nothing" ? { IfNoneMatch: "*" } : { IfMatch: condition.etag };
        const input = { Bucket: this.address.bucket, Key: key, Body: body, ContentType: "application/json", ...only };
        const { ETag } = await this.send((client, options) => client.send(new PutObjectCommand(input), options));
        if (ETag === void 0) throw new S3Failure(null, 200);
        return { etag: ETag };
      }
      /** Removes up to 1,000. */
      async remove(keys) {
        const { DeleteObjectsCommand } = await this.load();
        for (let start = 0; start < keys.length; start += MOST_REMOVED) {
          const objects = keys.slice(start, start + MOST_REMOVED).map((Key) => ({ Key }));
          const input = { Bucket: this.address.bucket, Delete: { Objects: objects, Quiet: true } };
          const { Errors } = await this.send((client, options) => client.send(new DeleteObjectsCommand(input), options));
          const [first] = (Errors ?? []).filter(({ Code }) => Code !== "NoSuchKey");
          if (first !== void 0) throw toFailure({ Code: first.Code, $metadata: { httpStatusCode: first.Code === "AccessDenied" ? 403 : 500 } });
        }
      }
      /** All keys that begin so, with their sizes. */
      async list(start) {
        const { ListObjectsV2Command } = await this.load();
        const found = [];
        for (let token; ; ) {
          const input = { Bucket: this.address.bucket, Prefix: start, ...token === void 0 ? {} : { ContinuationToken: token } };
          const page = await this.send((client, options) => client.send(new ListObjectsV2Command(input), options));
          for (const { Key, Size } of page.Contents ?? []) {
            if (Key !== void 0 && Size !== void 0 && Key.startsWith(start)) found.push({ name: Key, size: Size });
          }
          if (page.IsTruncated !== true) return found;
          token = page.NextContinuationToken;
          if (token === void 0) throw new S3Failure(null, 200);
        }
      }
      /** Whether the bucket keeps what is replaced or removed. */
      async keepsVersions() {
        const { GetBucketVersioningCommand } = await this.load();
        const { Status } = await this.send(
          (client, options) => client.send(new GetBucketVersioningCommand({ Bucket: this.address.bucket }), options)
        );
        return Status === "Enabled";
      }
      /** Ends all connections. */
      close() {
        this.#client?.destroy();
        this.#client = null;
      }
      load() {
        this.#library ??= Promise.resolve().then(() => __toESM(require("./aws-sdk-client-s3.cjs")));
        return this.#library;
      }
      async send(act) {
        const { S3Client } = await this.load();
        this.#client ??= limitAnswers(new S3Client(configure(this.address, this.limits)));
        const client = this.#client;
        await client.config.credentials().catch(refuseCredentials);
        const abortSignal = AbortSignal.timeout(this.limits.requestMs);
        try {
          return await act(client, { abortSignal });
        } catch (error) {
          throw abortSignal.aborted ? new S3Failure("ETIMEDOUT", null) : toFailure(error);
        }
      }
    };
    ONCE = { retry: (next, args) => next(args) };
    LONGEST_ANSWER = 16 * 1024 * 1024;
  }
});

// src/stores/s3/client.ts
async function readVersioning(parts) {
  const requests = new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
  try {
    return await requests.keepsVersions();
  } catch (error) {
    if (error instanceof S3Failure) return null;
    throw error;
  } finally {
    requests.close();
  }
}
function isAsExpected(found, condition) {
  return condition === "nothing" ? found === null : found?.etag === condition.etag;
}
var PAUSES_MS2, PATIENCE_MS, SILENCE_MS2, openObjects, S3Objects;
var init_client = __esm({
  "src/stores/s3/client.ts"() {
    "use strict";
    init_silence();
    init_errors2();
    init_requests();
    PAUSES_MS2 = [100, 500, 2e3, 5e3];
    PATIENCE_MS = 12e4;
    SILENCE_MS2 = 3e4;
    openObjects = (parts) => new S3Objects(parts);
    S3Objects = class {
      constructor(parts) {
        this.parts = parts;
        this.silence = new Silence(() => parts.world.monotonic(), SILENCE_MS2);
        this.requests = parts.requests ?? new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
      }
      parts;
      requests;
      /** The service answered once: an address at which nothing ever did is wrong rather than restarting. */
      wasThere = false;
      silence;
      async get(name) {
        return await this.read(() => this.requests.get(this.keyOf(name)));
      }
      async getUnlessSame(name, etag) {
        const found = await this.read(() => this.requests.get(this.keyOf(name), etag));
        return found !== null && found !== "same" && found.etag === etag ? "same" : found;
      }
      async create(name, body) {
        return await this.write(name, body, "nothing") ?? "taken";
      }
      async replace(name, body, etag) {
        return await this.write(name, body, { etag }) ?? "changed";
      }
      async tryReplace(name, body, etag) {
        try {
          return await this.requests.put(this.keyOf(name), body, { etag });
        } catch (error) {
          if (!(error instanceof S3Failure)) throw error;
          return error.isConflict ? "changed" : "unknown";
        }
      }
      async remove(names) {
        const keys = names.map((name) => this.keyOf(name));
        await this.repeat(() => this.requests.remove(keys)).catch((error) => this.refuse(error, "write"));
      }
      async list(start) {
        const { prefix } = this.parts.address;
        const found = await this.read(() => this.requests.list(`${prefix}${start}`));
        const own = found.map(({ name, size }) => ({ name: name.slice(prefix.length), size }));
        return own.sort((one, other) => one.name < other.name ? -1 : 1);
      }
      close() {
        this.requests.close();
      }
      /** Null where what stands there is not what the condition names, and not ours. */
      async write(name, body, condition) {
        const key = this.keyOf(name);
        let outcome = null;
        await this.repeat(async () => {
          const start = this.parts.world.monotonic();
          outcome = await this.requests.put(key, body, condition).catch(async (error) => {
            if (!(error instanceof S3Failure) || !error.isDoubtful) throw error;
            this.wasThere = true;
            this.isSilent(error, start);
            const found = await this.repeat(() => this.requests.get(key));
            if (found?.body.equals(body)) return { etag: found.etag };
            if (isAsExpected(found, condition)) throw error;
            return null;
          });
        }).catch((error) => this.refuse(error, "write"));
        return outcome;
      }
      read(act) {
        return this.repeat(act).catch((error) => this.refuse(error, "read"));
      }
      /** Repeats what changes nothing when it is done twice. */
      async repeat(act) {
        const { world } = this.parts;
        const start = world.monotonic();
        this.silence.check();
        for (let tries = 0; ; tries += 1) {
          const tried = world.monotonic();
          try {
            const result = await act();
            this.wasThere = true;
            this.silence.break();
            return result;
          } catch (error) {
            const pause = PAUSES_MS2[tries];
            if (error instanceof S3Failure && error.code === "RequestTimeTooSkewed" && tries === 0) continue;
            if (!(error instanceof S3Failure) || pause === void 0 || !error.isPassing) throw error;
            if ((error.isUnsent || error.isLasting) && !this.wasThere) throw error;
            if (this.isSilent(error, tried)) {
              this.silence.giveUp(error);
              throw error;
            }
            if (world.monotonic() - start > PATIENCE_MS) throw error;
            await world.sleep(pause * (0.5 + world.random()));
          }
        }
      }
      /** Notes a failure; whether nothing was answered for so long that the service is to be given up. */
      isSilent({ status }, start) {
        if (status === null) this.silence.add(start);
        else this.silence.break();
        return this.silence.leftMs <= 0;
      }
      refuse(error, purpose) {
        if (!(error instanceof S3Failure)) throw error;
        const { refusals } = this.parts;
        const words = describeFailure(error);
        const plan = `run "${refusals.command("plan")}"`;
        const advice = adviseOn(error) ?? (error.status === null ? "check the address and that the service runs" : "wait, or ask the keeper of the service");
        const isUnreachable = error.status === null && (purpose === "read" || !this.wasThere);
        if (isUnreachable || purpose === "read")
          throw refusals.failed(isUnreachable ? "state/unreachable" : "state/unreadable", words, `${advice}; then ${plan}`, error);
        if (error.isForbidden) throw refusals.mayOnlyRead(words, adviseOn(error), error);
        const hint = `${advice}; then ${plan}: it shows what was recorded and what is unresolved`;
        throw refusals.failed("state/not-saved", words, hint, error);
      }
      keyOf(name) {
        const isSound = /^[\x21-\x7e]+$/.test(name) && name.split("/").every((part) => !["", ".", ".."].includes(part));
        if (!isSound) throw new Error(`not the name of an object: ${JSON.stringify(name)}`);
        return `${this.parts.address.prefix}${name}`;
      }
    };
  }
});

// src/stores/s3/probe.ts
function countRaces({ endpoint }, env) {
  const said = env[VARIABLE];
  if (said !== void 0 && /^\d{1,6}$/.test(said)) return Number(said);
  if (said !== void 0) throw new import_user_error13.UserError("config/usage", `${VARIABLE} takes a whole number of races, not "${said}"`);
  return endpoint === null || /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname) ? 0 : RACES;
}
async function probe2({ objects, world, refusals, races }) {
  const start = `probe/${world.uuid()}`;
  const [contested, absent] = [`${start}/contested`, `${start}/absent`];
  const lanes = Array.from({ length: Math.min(LANES, races) }, (_, lane) => `${start}/lane-${lane}`);
  const body = () => Buffer.from(JSON.stringify({ nonce: world.uuid() }));
  const race = async (write) => {
    const outcomes = await Promise.allSettled(Array.from({ length: WRITERS }, write));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed !== void 0) throw failed.reason;
    return outcomes.filter((outcome) => outcome.status === "fulfilled" && typeof outcome.value === "object").length;
  };
  const need = (holds, what) => {
    if (!holds) throw unfit(refusals, what);
  };
  try {
    const created = await race(() => objects.create(contested, body()));
    need(created === 1, `it made one new object ${created} times when ${WRITERS} writers did at once`);
    const first = await objects.get(contested);
    need(first !== null, "it does not show what was written");
    const { etag } = first;
    const replaced = await race(() => objects.replace(contested, body(), etag));
    need(replaced === 1, `it replaced one object ${replaced} times when ${WRITERS} writers did at once`);
    need(await objects.replace(contested, body(), etag) === "changed", "it replaced an object that had changed");
    need(await objects.create(contested, body()) === "taken", "it made an object that was there already");
    need(await objects.replace(absent, body(), etag) === "changed", "it replaced an object that was not there");
    const perLane = Math.ceil(races / LANES);
    const twice = await Promise.all(lanes.map((lane) => raceOn(lane, perLane, { objects, world })));
    need(!twice.includes(true), `it replaced one object twice when ${WRITERS} writers did at once: its If-Match is not atomic`);
  } catch (error) {
    const { cause } = error;
    if (cause instanceof S3Failure && cause.status === 501) throw unfit(refusals, "it does not know If-Match and If-None-Match");
    throw error;
  } finally {
    await objects.remove([contested, absent, ...lanes]).catch(() => void 0);
  }
}
async function raceOn(name, races, { objects, world }) {
  const body = () => Buffer.from(JSON.stringify({ nonce: world.uuid() }));
  const made = await objects.create(name, body());
  let etag = made === "taken" ? null : made.etag;
  for (let race = 0; race < races; race += 1) {
    const known = etag ?? (await objects.get(name))?.etag ?? "";
    const ends = await Promise.all(Array.from({ length: WRITERS }, () => objects.tryReplace(name, body(), known)));
    const won = ends.flatMap((end) => typeof end === "object" ? [end.etag] : []);
    if (won.length > 1) return true;
    etag = ends.includes("unknown") ? null : won[0] ?? null;
  }
  return false;
}
function unfit({ facts: { shown } }, what) {
  const hint = "use a service with conditional writes, such as AWS S3, Cloudflare R2 or MinIO, or a PostgreSQL database";
  return new import_user_error13.UserError("state/unfit-server", `${shown} can't keep a state safe: ${what}`, hint);
}
var import_user_error13, WRITERS, RACES, LANES, VARIABLE;
var init_probe = __esm({
  "src/stores/s3/probe.ts"() {
    "use strict";
    import_user_error13 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_errors2();
    WRITERS = 8;
    RACES = 280;
    LANES = 4;
    VARIABLE = "MONITORS_STATE_S3_RACES";
  }
});

// src/stores/s3/store.ts
var store_exports2 = {};
__export(store_exports2, {
  openS3Store: () => openS3Store
});
function openS3Store(options) {
  const { bucket, prefix, region, project, environment, world, env } = options;
  const place = (0, import_s3.readS3Address)({ bucket, prefix, region }, env);
  const address = { ...place, prefix: `${place.prefix}${ownPrefix(project, environment)}` };
  const shown = `the S3 bucket "${bucket}" at ${(0, import_s3.showS3Host)(address)}${prefix === "" ? "" : `, prefix "${prefix}"`}`;
  const common = toSharedParts(options, shown, "s3");
  const { refusals } = common;
  const objects = (options.open ?? openObjects)({ address, world, refusals });
  return openObjectStore(common, {
    objects,
    here: identify(address),
    prepareTrial: () => {
      const races = countRaces(address, env);
      return () => probe2({ objects, refusals, world, races });
    },
    findMissingSafeguard: async () => await readVersioning({ address, world, refusals }) === false ? `the bucket ${bucket} keeps no versions` : null
  });
}
function identify({ endpoint, region, bucket, prefix }) {
  return `${endpoint === null ? `s3.${region}` : new URL(endpoint).hostname}/${bucket}/${prefix}`;
}
var import_s3;
var init_store3 = __esm({
  "src/stores/s3/store.ts"() {
    "use strict";
    import_s3 = askBundle("./monitors.cjs", "src/core/state/addresses/s3.ts");
    init_names();
    init_store2();
    init_options();
    init_client();
    init_probe();
  }
});

// shared-state.js
var shared_state_exports = {};
__export(shared_state_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(shared_state_exports);
var once = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/stores/postgres/store.ts": once(() => (init_store(), store_exports)),
  "src/stores/s3/store.ts": once(() => (init_store3(), store_exports2))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
