(main => typeof module === 'object' ? main(exports, require, module, __filename, __dirname) : main)(
function (exports, require, module, __filename, __dirname) {
const bundles = {};
const askBundle = (name, module) => (bundles[name] ??= require(name).modules)[module]();
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
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
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/emulator/activity.ts
var Activity;
var init_activity = __esm({
  "src/emulator/activity.ts"() {
    "use strict";
    Activity = class {
      #open = 0;
      #timers = /* @__PURE__ */ new Map();
      #waiting = [];
      /** Notes the start of something; call the returned function at its end (calling it twice is harmless). */
      begin() {
        let isOpen = true;
        this.#open += 1;
        return () => {
          if (!isOpen) return;
          isOpen = false;
          this.#open -= 1;
          if (this.#open === 0) for (const resolve of this.#waiting.splice(0)) resolve();
        };
      }
      /** Resolves when nothing is pending. */
      idle() {
        return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
      }
      /** Waits `ms` milliseconds; false if it was cancelled before. */
      wait(ms) {
        if (ms <= 0) return Promise.resolve(true);
        return new Promise((resolve) => {
          const timer = setTimeout(() => {
            this.#timers.delete(timer);
            resolve(true);
          }, ms);
          this.#timers.set(timer, () => resolve(false));
        });
      }
      /** Ends all waits at once. */
      cancel() {
        for (const [timer, giveUp] of this.#timers) {
          clearTimeout(timer);
          giveUp();
        }
        this.#timers.clear();
      }
    };
  }
});

// src/emulator/check-log.ts
function isRunning({ status }) {
  return status === "running" || status === "queued";
}
function findLastRun(checks, until) {
  const ended = checks.filter(({ startedAt, finishedAt }) => startedAt !== null && finishedAt !== null && finishedAt <= until);
  return ended.length === 0 ? null : Math.max(...ended.map(({ finishedAt }) => finishedAt ?? 0));
}
function checkId({ id }, number) {
  const hex = (0, import_canonical.sha256)(`${id} ${number}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
function begin(monitor, number, trigger, now, estimatedCredits) {
  const times = { startedAt: now, finishedAt: null, createdAt: now };
  return {
    id: checkId(monitor, number),
    status: "running",
    trigger,
    ...times,
    estimatedCredits,
    actualCredits: null,
    error: null,
    pages: [],
    targetResults: [],
    notificationStatus: null
  };
}
function creditsOf({ actualCredits, pages = [] }) {
  return actualCredits ?? pages.length;
}
function play(check, id, otherwise) {
  const { status = "completed", trigger = "scheduled", startedAt = otherwise, pages = [] } = check;
  const isOver = status !== "queued" && status !== "running";
  return {
    id,
    status,
    trigger,
    startedAt: status === "queued" ? null : startedAt,
    finishedAt: isOver ? check.finishedAt ?? startedAt + checkMs : null,
    createdAt: startedAt,
    estimatedCredits: check.estimatedCredits ?? (isOver ? pages.length : null),
    actualCredits: isOver ? check.actualCredits ?? pages.length : null,
    error: check.error ?? null,
    pages,
    targetResults: check.targetResults ?? [],
    notificationStatus: null
  };
}
var import_canonical, checkMs, mostKept, NOTHING, NO_CHECKS, CheckLog, HOUR, WITH_SUMMARY;
var init_check_log = __esm({
  "src/emulator/check-log.ts"() {
    "use strict";
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    checkMs = 1e3;
    mostKept = 1e3;
    NOTHING = { count: 0, runningId: null, lastRunAt: null, movedAt: 0, lastEnded: null, nextRunAt: null };
    NO_CHECKS = { count: 0, checks: [], nextRunAt: null, endsAt: null, pending: {}, outcome: void 0, isStill: false };
    CheckLog = class {
      #monitors = /* @__PURE__ */ new Map();
      #watcher;
      #credits;
      #deliveries;
      constructor(watcher, credits, deliveries) {
        this.#watcher = watcher;
        this.#credits = credits;
        this.#deliveries = deliveries;
      }
      clear() {
        this.#monitors.clear();
        this.#watcher.clear();
      }
      /** Looks up a monitor's checks at `now` (milliseconds). `runLagMs` after its end the monitor shows that a check ran. */
      find(monitor, now, runLagMs) {
        const known = this.#lookUp(monitor, now);
        const [newest] = known.checks;
        if (newest === void 0) return { ...NOTHING, nextRunAt: known.nextRunAt };
        return {
          count: known.count,
          runningId: isRunning(newest) ? newest.id : null,
          lastRunAt: findLastRun(known.checks, now - runLagMs),
          movedAt: newest.finishedAt ?? newest.startedAt ?? 0,
          lastEnded: known.checks.find(({ status }) => WITH_SUMMARY.has(status)) ?? null,
          nextRunAt: known.nextRunAt
        };
      }
      /** A monitor's checks at `now` (milliseconds), newest first. */
      list(monitor, now) {
        return this.#lookUp(monitor, now).checks;
      }
      /** Starts a check; null while one runs. As in the service, one that is only queued stands in no one's way. */
      start(monitor, now, trigger = "scheduled") {
        const known = this.#lookUp(monitor, now);
        const [newest] = known.checks;
        if (newest?.status === "running") return null;
        const { outcome } = known;
        const pending = outcome === void 0 ? this.#find(monitor, now) : { ...outcome, actualCredits: creditsOf(outcome) };
        this.#credits.charge(pending.actualCredits);
        const check = begin(monitor, known.count + 1, trigger, now, pending.estimatedCredits ?? pending.actualCredits);
        this.#add(monitor, { ...known, endsAt: now + checkMs, pending }, check);
        return check;
      }
      /** Starts a check that is due by schedule; where one still runs, or no credits are left, that is noted. */
      startDue(monitor, at) {
        const known = this.#lookUp(monitor, at);
        if (known.isStill) return;
        const isRefused = this.#credits.lacks(1);
        if (!isRefused && this.start(monitor, at) !== null) return;
        const check = begin(monitor, known.count + 1, "scheduled", at, null);
        const [running, ...older] = known.checks;
        if (isRefused) this.#add(monitor, known, { ...check, status: "skipped_no_credits", finishedAt: at });
        else if (running !== void 0) {
          const skipped = { ...check, status: "skipped_overlap", startedAt: null, finishedAt: at };
          this.#monitors.set(monitor.id, { ...known, count: known.count + 1, checks: [running, skipped, ...older] });
        }
      }
      /** Plays what may happen between two reads: a running check ends, or else one begins. */
      move(monitor, now) {
        const known = this.#lookUp(monitor, now);
        if (monitor.status !== "active" || known.isStill) return;
        const [newest] = known.checks;
        if (newest !== void 0 && isRunning(newest)) this.#end(monitor, known, newest, now);
        else this.start(monitor, now);
      }
      /** Replaces a monitor's checks at `now` (milliseconds); from then on one runs only on request. */
      set(monitor, { checks = [], nextRunAt, outcome }, now) {
        const oldest = checks.length;
        const stored = checks.map((check, index) => {
          const played = play(check, checkId(monitor, oldest - index), now - (index + 1) * HOUR);
          const { notificationStatus = this.#deliveries.note(monitor, played) } = check;
          return { ...played, notificationStatus };
        });
        const kept = { count: oldest, checks: stored, nextRunAt: nextRunAt ?? null, endsAt: null, pending: {}, outcome, isStill: true };
        this.#monitors.set(monitor.id, kept);
      }
      #lookUp(monitor, now) {
        const known = this.#monitors.get(monitor.id) ?? NO_CHECKS;
        const [newest] = known.checks;
        const { endsAt } = known;
        return newest === void 0 || endsAt === null || now < endsAt ? known : this.#end(monitor, known, newest, endsAt);
      }
      #end(monitor, known, running, at) {
        const { status = "completed", error = null, pages = [], actualCredits = null, targetResults = [] } = known.pending;
        const over = { ...running, status, error, finishedAt: at, actualCredits, pages, targetResults };
        const { notificationStatus = this.#deliveries.note(monitor, over) } = known.pending;
        const ended = { ...over, notificationStatus };
        const moved = { ...known, endsAt: null, pending: {}, checks: [ended, ...known.checks.slice(1)] };
        this.#monitors.set(monitor.id, moved);
        return moved;
      }
      #add(monitor, known, check) {
        this.#monitors.set(monitor.id, { ...known, count: known.count + 1, checks: [check, ...known.checks].slice(0, mostKept) });
      }
      #find(monitor, now) {
        const findings = this.#watcher.check(monitor, now);
        return { ...findings, status: findings.pages.some(({ status }) => status === "error") ? "partial" : "completed" };
      }
    };
    HOUR = 36e5;
    WITH_SUMMARY = /* @__PURE__ */ new Set(["completed", "partial", "skipped_overlap", "skipped_no_credits"]);
  }
});

// src/emulator/clock.ts
var CheckClock;
var init_clock = __esm({
  "src/emulator/clock.ts"() {
    "use strict";
    CheckClock = class {
      #world;
      /** The world's time from which `#speed` counts, and the clock's own time then. */
      #since;
      #at;
      #speed;
      /** `speed` 1 is real time. */
      constructor(world, speed = 1) {
        this.#world = world;
        this.#since = world.now();
        this.#at = this.#since;
        this.#speed = speed;
      }
      /** Milliseconds since 1970. */
      now() {
        return Math.floor(this.#at + (this.#world.now() - this.#since) * this.#speed);
      }
      get speed() {
        return this.#speed;
      }
      /** Whether it is another time than the world's, or will be. */
      get isSimulated() {
        return this.#speed !== 1 || this.now() !== this.#world.now();
      }
      /** Moves the clock ahead by `ms` milliseconds. */
      advance(ms) {
        this.#at += ms;
      }
      setSpeed(speed) {
        this.#at = this.now();
        this.#since = this.#world.now();
        this.#speed = speed;
      }
      /** Back to the world's time. */
      reset(speed = 1) {
        this.#since = this.#world.now();
        this.#at = this.#since;
        this.#speed = speed;
      }
    };
  }
});

// src/emulator/requests/zone.ts
function findZone(name) {
  if (!zones.has(name)) zones.set(name, fixedZone(name) ?? namedZone(name));
  return zones.get(name);
}
function offsetAround(zone, day) {
  const offset = zone.offsetAt(day - dayMs);
  return offset === zone.offsetAt(day + 2 * dayMs) ? offset : void 0;
}
function instantsOf(zone, wallClock) {
  const offsets = [.../* @__PURE__ */ new Set([zone.offsetAt(wallClock - dayMs), zone.offsetAt(wallClock + dayMs)])];
  return offsets.map((offset) => wallClock - offset).filter((instant) => instant + zone.offsetAt(instant) === wallClock);
}
function fixedZone(name) {
  const match = /^([+-])([01]\d|2[0-3]):?([0-5]\d)?$/.exec(name);
  if (match === null) return void 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  const offset = (match[1] === "-" ? -minutes : minutes) * 6e4;
  return { offsetAt: () => offset };
}
function namedZone(name) {
  if (/^(utc|gmt|etc\/utc|zulu)$/i.test(name)) return { offsetAt: () => 0 };
  let format2;
  try {
    format2 = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    });
  } catch {
    return void 0;
  }
  return { offsetAt: (instant) => wallClockOf(format2, instant) - Math.floor(instant / 1e3) * 1e3 };
}
function wallClockOf(format2, instant) {
  const part = {};
  for (const { type, value } of format2.formatToParts(instant)) part[type] = Number(value);
  return Date.UTC(
    part["year"] ?? 0,
    (part["month"] ?? 1) - 1,
    part["day"] ?? 1,
    part["hour"] ?? 0,
    part["minute"] ?? 0,
    part["second"] ?? 0
  );
}
var zones, dayMs;
var init_zone = __esm({
  "src/emulator/requests/zone.ts"() {
    "use strict";
    zones = /* @__PURE__ */ new Map();
    dayMs = 864e5;
  }
});

// src/emulator/requests/cron.ts
function parseCron(text2) {
  const fields = text2.trim().split(/\s+/);
  if (fields.length !== 5) return void 0;
  const [minutes, hours, days, months, weekdays] = fields.map(
    (field, index) => parseField(field, ranges[index])
  );
  if (!minutes || !hours || !days || !months || !weekdays) return void 0;
  return { minutes: sorted(minutes), hours: sorted(hours), days, months, weekdays: new Set([...weekdays].map((day) => day % 7)) };
}
function parseField(field, [low, high]) {
  const values = /* @__PURE__ */ new Set();
  for (const part of field.split(",")) {
    const [range = "", step] = part.split("/");
    const every = step === void 0 ? 1 : Number(step);
    if (!Number.isInteger(every) || every < 1) return void 0;
    const bounds = range === "*" ? [low, high] : range.split("-").map(Number);
    const from = bounds[0] ?? Number.NaN;
    const to = bounds[1] ?? from;
    if (!Number.isInteger(from) || !Number.isInteger(to) || bounds.length > 2 || from < low || to > high || from > to) return void 0;
    for (let value = from; value <= to; value += every) values.add(value);
  }
  return values;
}
function sorted(values) {
  return [...values].sort((left, right) => left - right);
}
function nextRuns(cron, zone, after, count) {
  const runs = [];
  const firstDay = Math.floor((after + zone.offsetAt(after)) / dayMs2) * dayMs2;
  const horizon = () => (runs.at(-1) ?? after) + 366 * dayMs2;
  for (let day = firstDay; day <= horizon() + dayMs2; day += dayMs2) {
    if (!isRunDay(cron, new Date(day))) continue;
    for (const run of runsOfDay(cron, zone, day)) {
      if (run > after && run <= horizon()) runs.push(run);
      if (runs.length === count) return runs;
    }
  }
  return runs;
}
function* runsOfDay(cron, zone, day) {
  const offset = offsetAround(zone, day);
  if (offset === void 0) {
    yield* [...wallClocksOfDay(cron, day)].flatMap((wallClock) => instantsOf(zone, wallClock)).sort((left, right) => left - right);
    return;
  }
  for (const wallClock of wallClocksOfDay(cron, day)) yield wallClock - offset;
}
function* wallClocksOfDay(cron, day) {
  for (const hour of cron.hours) for (const minute of cron.minutes) yield day + (hour * 60 + minute) * 6e4;
}
function isRunDay(cron, day) {
  return cron.days.has(day.getUTCDate()) && cron.months.has(day.getUTCMonth() + 1) && cron.weekdays.has(day.getUTCDay());
}
var ranges, dayMs2;
var init_cron = __esm({
  "src/emulator/requests/cron.ts"() {
    "use strict";
    init_zone();
    ranges = [
      [0, 59],
      [0, 23],
      [1, 31],
      [1, 12],
      [0, 7]
    ];
    dayMs2 = 864e5;
  }
});

// src/emulator/requests/text.ts
function replaceLoneSurrogates(text2) {
  return text2.replace(loneSurrogate, "\uFFFD");
}
function hasLoneSurrogate(value) {
  return hasText(value, (text2) => text2.search(loneSurrogate) >= 0);
}
function hasNul(value) {
  return hasText(value, (text2) => text2.includes("\0"));
}
function hasText(value, test) {
  if (typeof value === "string") return test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, item]) => test(name) || hasText(item, test));
}
var loneSurrogate;
var init_text = __esm({
  "src/emulator/requests/text.ts"() {
    "use strict";
    loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
  }
});

// src/emulator/requests/estimate.ts
function weighMonitor(request, monitor, gapMs) {
  const { targets, webhook, notification } = monitor;
  const estimate2 = priceMonitor(monitor, gapMs);
  const isBroken = hasNul(request) || hasLoneSurrogate([targets, webhook, notification]);
  return isBroken || !Number.isInteger(estimate2) || estimate2 > 2147483647 ? void 0 : estimate2;
}
function estimateMonitor(monitor, gapMs) {
  return Math.ceil(priceMonitor(monitor, gapMs));
}
function priceMonitor({ targets, goal, judgeEnabled }, gapMs) {
  return estimateCredits({ targets, isJudged: judgeEnabled && goal !== null, checksPerMonth: countChecksPerMonth(gapMs) });
}
function findGap({ parsed, zone }, now) {
  const [first, second] = nextRuns(parsed, zone, now, 2);
  return first === void 0 || second === void 0 ? void 0 : second - first;
}
function readGap(problems, schedule, now) {
  const gap = findGap(schedule, now);
  if (gap === void 0) return problems.add([], "custom", "the schedule must run at least twice within 366 days");
  return gap < 5 * 6e4 ? problems.add([], "custom", "the schedule must not run more often than every 5 minutes") : gap;
}
function estimateCredits({ targets, isJudged, checksPerMonth }) {
  return checksPerMonth * targets.reduce((sum, target) => sum + creditsPerCheck(target, isJudged), 0);
}
function countChecksPerMonth(gapMs) {
  return Math.ceil(30 * 864e5 / gapMs);
}
function creditsPerCheck(target, isJudged) {
  const judging = isJudged ? 1 : 0;
  switch (target["type"]) {
    case "scrape":
      return lengthOf(target["urls"]) * (creditsPerPage(target["scrapeOptions"]) + judging);
    case "crawl":
      return crawledPages(target["crawlOptions"]) * (creditsPerPage(target["scrapeOptions"]) + judging);
    case "search": {
      const results = Number(target["maxResults"]);
      return 2 * Math.ceil(lengthOf(target["queries"]) * results / 10) + judging * results;
    }
    default:
      throw new Error(`no price is known for a target of type ${String(target["type"])}`);
  }
}
function crawledPages(options) {
  const limit = (0, import_value.isObject)(options) ? options["limit"] : void 0;
  return Math.max(1, typeof limit === "number" ? limit : 1e4);
}
function creditsPerPage(options) {
  if (!(0, import_value.isObject)(options)) return 1;
  const formats = Array.isArray(options["formats"]) ? options["formats"] : [];
  const types = new Set(formats.map((format2) => (0, import_value.isObject)(format2) ? format2["type"] : format2));
  const extra = 4 * extraFormats.filter((names2) => names2.some((name) => types.has(name))).length;
  if (types.has("deterministicJson")) return 7 + extra;
  if (types.has("json") || formats.some(tracksChangesAsJson)) return 5 + extra;
  return 1 + (options["lockdown"] ? 4 : 0) + extra;
}
function tracksChangesAsJson(format2) {
  if (!(0, import_value.isObject)(format2) || format2["type"] !== "changeTracking") return false;
  const modes = format2["modes"];
  return Array.isArray(modes) && modes.includes("json");
}
function lengthOf(value) {
  return Array.isArray(value) ? value.length : 0;
}
var import_value, extraFormats;
var init_estimate = __esm({
  "src/emulator/requests/estimate.ts"() {
    "use strict";
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_cron();
    init_text();
    extraFormats = [["question", "query"], ["highlights"], ["audio"], ["video"]];
  }
});

// src/emulator/requests/problems.ts
var import_value2, Problems;
var init_problems = __esm({
  "src/emulator/requests/problems.ts"() {
    "use strict";
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    Problems = class {
      list = [];
      /** Notes a problem. */
      add(path2, code, message) {
        this.list.push({ code, path: path2, message });
        return void 0;
      }
      /** A string of `min` to `max` UTF-16 units. */
      string(value, path2, limits = {}) {
        if (typeof value !== "string") return this.wrongType(value, path2, "string");
        const { min = 0, max = Number.POSITIVE_INFINITY } = limits;
        if (value.length < min) return this.add(path2, "too_small", `must be at least ${min} characters long`);
        if (value.length > max) return this.add(path2, "too_big", `must be at most ${max} characters long`);
        return value;
      }
      /** A number, whole where `whole` asks for it, in a range. */
      number(value, path2, limits = {}) {
        if (typeof value !== "number") return this.wrongType(value, path2, "number");
        const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
        if (limits.whole === true && !Number.isInteger(value)) return this.add(path2, "invalid_type", "must be a whole number");
        if (value < min) return this.add(path2, "too_small", `must be at least ${min}`);
        if (value > max) return this.add(path2, "too_big", `must be at most ${max}`);
        return value;
      }
      boolean(value, path2) {
        return typeof value === "boolean" ? value : this.wrongType(value, path2, "boolean");
      }
      oneOf(value, path2, values) {
        const found = values.find((item) => item === value);
        return found ?? this.add(path2, "invalid_value", `must be one of ${values.join(", ")}`);
      }
      /** A list, each item read by `read`; undefined as soon as one item is refused. */
      array(value, path2, limits, read2) {
        if (!Array.isArray(value)) return this.wrongType(value, path2, "array");
        const items = value;
        if (items.length < (limits.min ?? 0)) return this.add(path2, "too_small", `must have at least ${limits.min} items`);
        if (items.length > (limits.max ?? Number.POSITIVE_INFINITY)) return this.add(path2, "too_big", `must have at most ${limits.max} items`);
        const results = items.map((item, index) => read2(item, [...path2, index]));
        return results.some((item) => item === void 0) ? void 0 : results;
      }
      object(value, path2) {
        return (0, import_value2.isObject)(value) ? value : this.wrongType(value, path2, "object");
      }
      /** An object with no other members than these. */
      closedObject(value, path2, members) {
        const object2 = this.object(value, path2);
        if (object2 === void 0) return void 0;
        const unknown = Object.keys(object2).filter((name) => !members.includes(name));
        if (unknown.length > 0) this.add(path2, "unrecognized_keys", `unknown field ${unknown.map((name) => JSON.stringify(name)).join(", ")}`);
        return object2;
      }
      wrongType(value, path2, expected) {
        return this.add(
          path2,
          "invalid_type",
          value === void 0 ? "is required" : `must be ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`
        );
      }
    };
  }
});

// src/emulator/requests/addresses.ts
function readTargetUrl(text2) {
  const trimmed = text2.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1];
  if (scheme !== void 0 && !/^https?$/i.test(scheme)) return { problem: "Invalid URL: only http and https are supported" };
  const url = scheme === void 0 ? `http://${trimmed}` : trimmed;
  const parsed = (0, import_url.parseUrl)(url);
  if (parsed === void 0) return { problem: "Invalid URL" };
  const { username, password } = parsed;
  if (username !== "" || password !== "") return { problem: "Invalid URL: user info is not allowed" };
  const authority = /^https?:\/\/+([^/?#]*)/i.exec(url)?.[1] ?? "";
  return isPublicHost(authority.replace(/:\d+$/, "")) ? { url } : { problem: "Invalid URL: the host must be a domain name or an IPv4 address" };
}
function isPublicHost(host) {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return host.split(".").every((part) => Number(part) <= 255);
  const labels = host.split(".");
  const last = labels.pop() ?? "";
  if (labels.length === 0 || !/^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(last) || fileEndings.has(last.toLowerCase())) return false;
  return labels.every((label) => label.length <= 63 && /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u.test(label));
}
function readDomain(text2) {
  const domain = text2.trim().toLowerCase();
  const labels = domain.split(".");
  const isName = labels.length > 1 && domain.length <= 253 && labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return isName && (labels.at(-1) ?? "").length > 1 ? domain : void 0;
}
function isEmail(text2) {
  const [local = "", domain = "", ...more] = text2.split("@");
  return more.length === 0 && /^[a-z0-9_'+.-]*[a-z0-9_+-]$/i.test(local) && !local.startsWith(".") && !local.includes("..") && /^([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(domain);
}
function isUuid(text2) {
  return text2 === NIL_UUID || /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text2);
}
var import_url, fileEndings, NIL_UUID;
var init_addresses = __esm({
  "src/emulator/requests/addresses.ts"() {
    "use strict";
    import_url = askBundle("./monitors.cjs", "src/core/base/url.ts");
    fileEndings = /* @__PURE__ */ new Set([
      "png",
      "jpg",
      "jpeg",
      "gif",
      "webp",
      "svg",
      "pdf",
      "html",
      "htm",
      "css",
      "js",
      "json",
      "xml",
      "txt",
      "csv",
      "doc",
      "docx"
    ]);
    NIL_UUID = "00000000-0000-0000-0000-000000000000";
  }
});

// src/emulator/requests/receivers.ts
function readWebhook(problems, value, path2) {
  const given = typeof value === "string" ? { url: value } : value;
  const webhook = problems.closedObject(given, path2, (0, import_table.listMembers)("MonitorWebhook"));
  if (webhook === void 0) return void 0;
  const before = problems.list.length;
  const filled = { ...(0, import_fill_in.fillingsOf)("MonitorWebhook"), ...webhook };
  const url = problems.string(filled["url"], [...path2, "url"])?.trim();
  if (url !== void 0 && (0, import_url2.parseUrl)(url) === void 0) problems.add([...path2, "url"], "invalid_format", "Invalid URL");
  const read2 = {
    url,
    headers: readTexts(problems, filled["headers"] ?? null, [...path2, "headers"]),
    metadata: readTexts(problems, filled["metadata"] ?? null, [...path2, "metadata"]),
    events: problems.array(filled["events"], [...path2, "events"], {}, (item, at) => problems.oneOf(item, at, webhookEvents))
  };
  if (Object.keys(read2.headers ?? {}).some((name) => name.toLowerCase() === signatureHeader)) {
    problems.add(path2, "custom", "the signature header is set by the service");
  }
  return problems.list.length === before ? read2 : void 0;
}
function readTexts(problems, value, path2) {
  const object2 = problems.object(value, path2);
  for (const [name, text2] of Object.entries(object2 ?? {})) problems.string(text2, [...path2, name]);
  return object2;
}
function readNotification(problems, value, path2) {
  if (value === void 0) return {};
  const notification = problems.closedObject(value, path2, [...(0, import_table.listMembers)("MonitorNotification"), "slack"]);
  if (notification === void 0) return void 0;
  const { email, slack } = notification;
  return {
    ...email === void 0 ? {} : { email: readEmail(problems, email, [...path2, "email"]) ?? {} },
    ...slack === void 0 ? {} : { slack: readSlack(problems, slack, [...path2, "slack"]) ?? {} }
  };
}
function readEmail(problems, value, path2) {
  const email = problems.closedObject(value, path2, (0, import_table.listMembers)("EmailNotification"));
  if (email === void 0) return void 0;
  const filled = { ...(0, import_fill_in.fillingsOf)("EmailNotification"), ...email };
  const { enabled, recipients, includeDiffs } = filled;
  problems.boolean(enabled, [...path2, "enabled"]);
  problems.boolean(includeDiffs, [...path2, "includeDiffs"]);
  problems.array(recipients, [...path2, "recipients"], { max: 25 }, (item, at) => {
    const address = problems.string(item, at);
    return address === void 0 || isEmail(address) ? address : problems.add(at, "invalid_format", "must be an e-mail address");
  });
  return filled;
}
function readSlack(problems, value, path2) {
  const slack = problems.closedObject(value, path2, ["enabled", "channelId", "channelName"]);
  if (slack === void 0) return void 0;
  const { enabled = false, channelId, channelName } = slack;
  problems.boolean(enabled, [...path2, "enabled"]);
  if (channelId !== void 0) problems.string(channelId, [...path2, "channelId"], { max: 64 });
  if (channelName !== void 0) problems.string(channelName, [...path2, "channelName"], { max: 128 });
  return { ...slack, enabled };
}
var import_url2, import_fill_in, import_table, webhookEvents, signatureHeader;
var init_receivers = __esm({
  "src/emulator/requests/receivers.ts"() {
    "use strict";
    import_url2 = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_fill_in = askBundle("./plan.cjs", "src/core/service/fill-in.ts");
    import_table = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_addresses();
    webhookEvents = ["monitor.page", "monitor.check.completed"];
    signatureHeader = "x-firecrawl-signature";
  }
});

// src/emulator/requests/schedule.ts
function spreadById(id, isSpreading) {
  return isSpreading ? { seed: Number.parseInt(id.slice(0, 8), 16) } : "none";
}
function parseStoredSchedule({ cron, timezone }) {
  const parsed = parseCron(cron);
  const zone = findZone(timezone);
  if (parsed === void 0 || zone === void 0) throw new Error(`invalid stored schedule: ${cron} ${timezone}`);
  return { cron, timezone, parsed, zone };
}
function readSchedule(problems, value, spread) {
  const schedule = problems.closedObject(value, path, (0, import_table2.listMembers)("MonitorSchedule"));
  if (schedule === void 0) return void 0;
  const { cron, text: text2, timezone } = { ...(0, import_fill_in2.fillingsOf)("MonitorSchedule"), ...schedule };
  const zoneName = problems.string(timezone, ["schedule", "timezone"], { max: 128 });
  const zone = zoneName === void 0 ? void 0 : findZone(zoneName);
  if (zoneName !== void 0 && zone === void 0) problems.add(["schedule", "timezone"], "custom", "must be an IANA time zone");
  if (cron === void 0 === (text2 === void 0)) return problems.add(path, "custom", "give either cron or text");
  const expression = cron === void 0 ? readText(problems, text2, spread) : problems.string(cron, ["schedule", "cron"], { min: 1, max: 128 });
  if (expression === void 0) return void 0;
  const parsed = parseCron(expression);
  if (parsed === void 0) return problems.add(["schedule", "cron"], "custom", "must be a cron expression of five numeric fields");
  return zone === void 0 || zoneName === void 0 ? void 0 : { cron: expression, timezone: zoneName, parsed, zone };
}
function readText(problems, value, spread) {
  const text2 = problems.string(value, ["schedule", "text"], { min: 1, max: 128 });
  if (text2 === void 0) return void 0;
  const read2 = readScheduleText(text2, spread);
  return "cron" in read2 ? read2.cron : problems.add(["schedule", "text"], "custom", read2.problem);
}
function readScheduleText(text2, spread) {
  const words = text2.toLowerCase().replace(/[.,]/g, "").trim().replace(/\s+/g, " ");
  for (const [pattern, read2] of forms) {
    const match = pattern.exec(words);
    if (match !== null) return read2(match, (limit) => spread === "none" ? 0 : spread.seed % limit);
  }
  return { problem: 'is not a supported schedule: write e.g. "every 30 minutes", "hourly", "daily at 9:00" or "weekly"' };
}
function readMinutes([, count = "", start], spread) {
  const every = Number(count);
  if (every < 1 || every > 60) return { problem: "the number of minutes must be 1 to 60" };
  if (60 % every !== 0) return { problem: "the number of minutes must divide 60" };
  return atMinute(start, spread(every), (minute) => minute === 0 ? `*/${every} * * * *` : `${minute}-59/${every} * * * *`);
}
function readHours([, count = ""], spread) {
  const every = Number(count);
  if (every < 1 || every > 24) return { problem: "the number of hours must be 1 to 24" };
  if (24 % every !== 0) return { problem: "the number of hours must divide 24" };
  return { cron: `${spread(60)} */${every} * * *` };
}
function readDaily([, hourText = "", minuteText = "0", half]) {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const isHour = half === void 0 ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || minute > 59) return { problem: "the time of day is not valid" };
  return { cron: `${minute} ${half === void 0 ? hour : hour % 12 + (half === "pm" ? 12 : 0)} * * *` };
}
function atMinute(start, otherwise, write3) {
  const minute = start === void 0 ? otherwise : Number(start);
  return minute > 59 ? { problem: "the starting minute must be 0 to 59" } : { cron: write3(minute) };
}
var import_fill_in2, import_table2, path, starting, forms;
var init_schedule = __esm({
  "src/emulator/requests/schedule.ts"() {
    "use strict";
    import_fill_in2 = askBundle("./plan.cjs", "src/core/service/fill-in.ts");
    import_table2 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_cron();
    init_zone();
    path = ["schedule"];
    starting = "(?: start(?:ing)?(?: at| on)? :?(\\d{1,2}))?";
    forms = [
      [new RegExp(`^every (\\d+) (?:minutes?|mins?)${starting}$`), readMinutes],
      [
        /^(?:hourly|every hour)(?: (?:start(?:ing)? )?at :?(\d{1,2}))?$/,
        ([, start], spread) => atMinute(start, spread(60), (minute) => `${minute} * * * *`)
      ],
      [/^every (\d+) (?:hours?|hrs?)$/, readHours],
      [/^(?:daily|every day)$/, (_, spread) => ({ cron: `${spread(60)} 0 * * *` })],
      [/^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/, readDaily],
      [/^(?:weekly|every week)$/, (_, spread) => ({ cron: `${spread(60)} 0 * * 0` })]
    ];
  }
});

// src/emulator/requests/targets.ts
function readTargets(problems, value) {
  return problems.array(value, ["targets"], { min: 1, max: 50 }, (item, at) => readTarget(problems, item, at));
}
function numberHistories(targets, before, nextHistory) {
  const ids = [...new Set(targets.map((target) => String(target["id"])))];
  return Object.fromEntries(ids.map((id) => [id, before[id] ?? nextHistory()]));
}
function readTarget(problems, value, path2) {
  const target = problems.object(value, path2);
  if (target === void 0) return void 0;
  const type = problems.oneOf(target["type"], [...path2, "type"], ["scrape", "crawl", "search"]);
  if (type === void 0) return void 0;
  const before = problems.list.length;
  const id = target["id"];
  if (id !== void 0 && (typeof id !== "string" || !isUuid(id))) problems.add([...path2, "id"], "invalid_format", "must be a UUID");
  const read2 = { ...id === void 0 ? {} : { id }, type, ...readers[type](problems, target, path2) };
  return problems.list.length === before ? read2 : void 0;
}
function readScrape(problems, target, path2) {
  const { url, ...rest } = target;
  const given = url !== void 0 && rest["urls"] === void 0 ? { ...rest, urls: [url] } : target;
  problems.closedObject(given, path2, (0, import_table3.listMembers)("ScrapeTarget"));
  return {
    urls: problems.array(given["urls"], [...path2, "urls"], { min: 1 }, (item, at) => readUrl(problems, item, at)),
    scrapeOptions: readScrapeOptions(problems, given["scrapeOptions"], [...path2, "scrapeOptions"])
  };
}
function readCrawl(problems, target, path2) {
  problems.closedObject(target, path2, (0, import_table3.listMembers)("CrawlTarget"));
  const options = target["crawlOptions"];
  return {
    url: readUrl(problems, target["url"], [...path2, "url"]),
    crawlOptions: options === void 0 ? {} : readCrawlOptions(problems, options, [...path2, "crawlOptions"]),
    scrapeOptions: readScrapeOptions(problems, target["scrapeOptions"], [...path2, "scrapeOptions"])
  };
}
function readSearch(problems, target, path2) {
  problems.closedObject(target, path2, [...(0, import_table3.listMembers)("SearchTarget"), "scrapeOptions", "depth", "recheckAfter"]);
  const { queries, maxResults, searchWindow } = { ...(0, import_fill_in3.fillingsOf)("SearchTarget"), ...target };
  const include = readDomains(problems, target, "includeDomains", path2);
  const exclude = readDomains(problems, target, "excludeDomains", path2);
  if ((include?.length ?? 0) > 0 && (exclude?.length ?? 0) > 0) {
    problems.add(path2, "custom", "includeDomains and excludeDomains exclude each other");
  }
  return {
    queries: problems.array(queries, [...path2, "queries"], { min: 1, max: 12 }, (item, at) => problems.string(item, at, { min: 1, max: 256 })),
    maxResults: problems.number(maxResults, [...path2, "maxResults"], { min: 1, max: 50, whole: true }),
    searchWindow: problems.oneOf(searchWindow, [...path2, "searchWindow"], searchWindows),
    ...include === void 0 ? {} : { includeDomains: include },
    ...exclude === void 0 ? {} : { excludeDomains: exclude }
  };
}
function readDomains(problems, target, name, path2) {
  const value = target[name];
  if (value === void 0) return void 0;
  return problems.array(value, [...path2, name], { max: 50 }, (item, at) => {
    const text2 = problems.string(item, at);
    if (text2 === void 0) return void 0;
    return readDomain(text2) ?? problems.add(at, "invalid_format", "must be a host name without scheme, port, path or wildcard");
  });
}
function readUrl(problems, value, path2) {
  const text2 = problems.string(value, path2);
  if (text2 === void 0) return void 0;
  const read2 = readTargetUrl(text2);
  return "url" in read2 ? read2.url : problems.add(path2, "invalid_format", read2.problem);
}
function readScrapeOptions(problems, value, path2) {
  if (value === void 0) return {};
  const options = problems.object(value, path2);
  const formats = options?.["formats"];
  if (formats === void 0) return options;
  problems.array(
    formats,
    [...path2, "formats"],
    {},
    (item, at) => typeof item === "string" || (0, import_value3.isObject)(item) ? item : problems.wrongType(item, at, "string or object")
  );
  return options;
}
function readCrawlOptions(problems, value, path2) {
  const options = problems.object(value, path2);
  if (options === void 0) return void 0;
  const check = (name, read2) => {
    const item = options[name];
    if (item !== void 0) read2(item, [...path2, name]);
  };
  for (const name of ["limit", "maxDiscoveryDepth"]) check(name, (item, at) => problems.number(item, at));
  check("delay", (item, at) => {
    const delay = problems.number(item, at, { max: 60 });
    return delay !== void 0 && delay <= 0 ? problems.add(at, "too_small", "must be above 0") : delay;
  });
  for (const name of crawlFlags) check(name, (item, at) => problems.boolean(item, at));
  for (const name of ["includePaths", "excludePaths"]) {
    check(name, (item, at) => problems.array(item, at, {}, (pattern, where) => problems.string(pattern, where, { max: 2e3 })));
  }
  check("sitemap", (item, at) => problems.oneOf(item, at, ["skip", "include", "only"]));
  check("robotsUserAgent", (item, at) => problems.string(item, at));
  return (0, import_fill_in3.fillIn)("CrawlOptions", options, AS_SENT);
}
var import_value3, import_fill_in3, import_table3, readers, searchWindows, AS_SENT, crawlFlags;
var init_targets = __esm({
  "src/emulator/requests/targets.ts"() {
    "use strict";
    import_value3 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fill_in3 = askBundle("./plan.cjs", "src/core/service/fill-in.ts");
    import_table3 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_addresses();
    readers = { scrape: readScrape, crawl: readCrawl, search: readSearch };
    searchWindows = ["5m", "15m", "1h", "6h", "24h", "7d"];
    AS_SENT = {
      trimmed: (text2) => text2,
      trimmedOrNull: (text2) => text2,
      domain: (text2) => text2,
      foldedSchedule: (text2) => text2
    };
    crawlFlags = [
      "allowSubdomains",
      "allowExternalLinks",
      "crawlEntireDomain",
      "deduplicateSimilarURLs",
      "ignoreQueryParameters",
      "ignoreRobotsTxt",
      "regexOnFullURL"
    ];
  }
});

// src/emulator/requests/create.ts
function createMonitor(body, team, context) {
  const { world, spreadSchedules, nextHistory } = context;
  const problems = new Problems();
  const id = world.uuid();
  const now = world.now();
  const request = problems.closedObject(body, [], createMembers);
  const schedule = readSchedule(problems, request?.["schedule"], spreadById(id, spreadSchedules));
  const read2 = request === void 0 ? void 0 : readMembers(problems, request);
  if (problems.list.length > 0 || request === void 0 || read2 === void 0 || schedule === void 0) {
    return { kind: "refused", problems: problems.list };
  }
  const gap = readGap(problems, schedule, now);
  if (gap === void 0) return { kind: "refused", problems: problems.list };
  const estimate2 = weighMonitor(request, read2, gap);
  if (estimate2 === void 0) return { kind: "broken" };
  const targets = read2.targets.map((target) => ({ ...target, id: target["id"] ?? world.uuid() }));
  const monitor = {
    ...read2,
    id,
    team,
    status: "active",
    schedule: { cron: schedule.cron, timezone: schedule.timezone },
    targets,
    estimatedCreditsPerMonth: estimate2,
    createdAt: now,
    updatedAt: now,
    histories: numberHistories(targets, {}, nextHistory)
  };
  return { kind: "accepted", monitor };
}
function readMembers(problems, request) {
  const { retentionDays = FILLED_IN["retentionDays"], origin, judgeEnabled: givenJudge } = request;
  if (origin !== void 0) problems.string(origin, ["origin"]);
  const goal = readGoal(problems, request["goal"] ?? null);
  const judgeEnabled = givenJudge === void 0 ? goal !== null : problems.boolean(givenJudge, ["judgeEnabled"]);
  const isSearching = Array.isArray(request["targets"]) && request["targets"].some((target) => (0, import_value4.isObject)(target) && target["type"] === "search");
  if (isSearching && goal === null && givenJudge !== false) refuseUnjudgedSearch(problems);
  const name = readName(problems, request["name"]);
  const targets = readTargets(problems, request["targets"]);
  const webhook = request["webhook"] === void 0 ? null : readWebhook(problems, request["webhook"], ["webhook"]);
  const notification = readNotification(problems, request["notification"], ["notification"]);
  const days = readRetention(problems, retentionDays);
  if (name === void 0 || targets === void 0 || webhook === void 0 || notification === void 0) return void 0;
  if (goal === void 0 || judgeEnabled === void 0 || days === void 0) return void 0;
  return { name, targets, webhook, notification, retentionDays: days, goal, judgeEnabled };
}
function readName(problems, value) {
  const name = problems.string(value, ["name"], { min: 1, max: 256 });
  return name === void 0 ? void 0 : replaceLoneSurrogates(name);
}
function readGoal(problems, value) {
  if (value === null) return null;
  const goal = problems.string(value, ["goal"], { max: 2e3 })?.trim();
  return goal === void 0 ? void 0 : replaceLoneSurrogates(goal) || null;
}
function readRetention(problems, value) {
  return problems.number(value, ["retentionDays"], { min: 1, max: 365, whole: true });
}
function refuseUnjudgedSearch(problems) {
  problems.add(["goal"], "custom", "search targets need a goal unless judgeEnabled is false");
}
var import_value4, import_fill_in4, import_table4, createMembers, FILLED_IN;
var init_create = __esm({
  "src/emulator/requests/create.ts"() {
    "use strict";
    import_value4 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_fill_in4 = askBundle("./plan.cjs", "src/core/service/fill-in.ts");
    import_table4 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_estimate();
    init_problems();
    init_receivers();
    init_schedule();
    init_targets();
    init_text();
    createMembers = [...(0, import_table4.listMembers)("MonitorCreateRequest"), "origin"];
    FILLED_IN = (0, import_fill_in4.fillingsOf)("MonitorCreateRequest");
  }
});

// src/emulator/requests/update.ts
function updateMonitor(body, before, context) {
  const problems = new Problems();
  const request = problems.closedObject(body, [], [...createMembers, "status"]);
  if (request !== void 0 && Object.keys(request).length === 0) problems.add([], "custom", "at least one member must be given");
  if (request !== void 0) checkAlone(problems, request);
  const after = request === void 0 ? void 0 : changeMembers(problems, request, before, context);
  if (problems.list.length > 0 || request === void 0 || after === void 0) return { kind: "refused", problems: problems.list };
  return storeUpdate(request, after, context);
}
function checkAlone(problems, { targets, goal, judgeEnabled }) {
  const isSearching = Array.isArray(targets) && targets.some((target) => (0, import_value5.isObject)(target) && target["type"] === "search");
  const isWithoutGoal = goal === null || typeof goal === "string" && goal.trim() === "";
  if (isSearching && isWithoutGoal && judgeEnabled !== false) refuseUnjudgedSearch(problems);
}
function storeUpdate(request, after, { world, nextHistory }) {
  const problems = new Problems();
  const now = world.now();
  const schedule = parseStoredSchedule(after.schedule);
  const gap = request["schedule"] === void 0 ? findGap(schedule, now) ?? yearMs : readGap(problems, schedule, now);
  if (gap === void 0) return { kind: "refused", problems: problems.list };
  const estimate2 = weighMonitor(request, after, gap);
  if (estimate2 === void 0) return { kind: "broken" };
  const targets = after.targets.map((target) => ({ ...target, id: target["id"] ?? world.uuid() }));
  const histories = numberHistories(targets, after.histories, nextHistory);
  return { kind: "accepted", monitor: { ...after, targets, histories, estimatedCreditsPerMonth: estimate2, updatedAt: now } };
}
function changeMembers(problems, request, before, { spreadSchedules }) {
  const sent = (name, read2, old) => {
    const value = request[name];
    return value === void 0 ? old : read2(value) ?? old;
  };
  const goal = request["goal"] === void 0 ? before.goal : readGoal(problems, request["goal"]) ?? null;
  sent("origin", (value) => problems.string(value, ["origin"]), "");
  const after = {
    ...before,
    name: sent("name", (value) => readName(problems, value), before.name),
    status: sent("status", (value) => problems.oneOf(value, ["status"], ["active", "paused"]), before.status),
    schedule: sent("schedule", (value) => readStored(problems, value, before.id, spreadSchedules), before.schedule),
    targets: sent("targets", (value) => readTargets(problems, value), before.targets),
    webhook: sent("webhook", (value) => readWebhook(problems, value, ["webhook"]), before.webhook),
    notification: sent("notification", (value) => changeNotification(problems, value, before.notification), before.notification),
    retentionDays: sent("retentionDays", (value) => readRetention(problems, value), before.retentionDays),
    judgeEnabled: sent("judgeEnabled", (value) => problems.boolean(value, ["judgeEnabled"]), before.judgeEnabled),
    goal
  };
  const isSearching = after.targets.some((target) => target["type"] === "search");
  if (isSearching && goal === null && after.judgeEnabled) refuseUnjudgedSearch(problems);
  return after;
}
function readStored(problems, value, id, isSpreading) {
  const schedule = readSchedule(problems, value, spreadById(id, isSpreading));
  return schedule === void 0 ? void 0 : { cron: schedule.cron, timezone: schedule.timezone };
}
function changeNotification(problems, value, before) {
  const after = readNotification(problems, value, ["notification"]);
  return after !== void 0 && Object.keys(after).length === 0 ? before : after;
}
var import_value5, yearMs;
var init_update = __esm({
  "src/emulator/requests/update.ts"() {
    "use strict";
    import_value5 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_create();
    init_estimate();
    init_problems();
    init_receivers();
    init_schedule();
    init_targets();
    yearMs = 366 * 864e5;
  }
});

// src/emulator/dashboard.ts
function openDashboard({ store, checks, credits, deliveries, site, clock }, context) {
  const find = (id) => {
    const monitor = store.find(id.toLowerCase());
    if (monitor === void 0) throw new DashboardError(`monitor not found: ${id}`, 404);
    return monitor;
  };
  const keep2 = (monitor) => {
    store.put(monitor, context().world.now());
    return monitor;
  };
  return {
    create: (body, { createdAt, team = 0 } = {}) => {
      const monitor = accept(createMonitor(body, team, context()));
      return keep2(createdAt === void 0 ? monitor : { ...monitor, createdAt, updatedAt: createdAt });
    },
    edit: (id, changes) => keep2(editMonitor(find(id), changes, context())),
    delete: (id) => {
      keep2({ ...find(id), status: "deleted", updatedAt: context().world.now() });
    },
    setChecks: (id, history) => checks.set(find(id), history, clock.now()),
    setCredits: (value) => {
      credits.value = value;
    },
    setReceiver: (host, answers) => deliveries.setReceiver(host, answers),
    setRecipient: (email, status) => deliveries.setRecipient(email, status),
    setPage: (url, page) => site.script(url, page)
  };
}
function editMonitor(before, changes, context) {
  const { notification, webhook, ...rest } = changes;
  const emptied = {
    ...before,
    ...webhook === null ? { webhook: null } : {},
    ...notification === void 0 ? {} : { notification: {} }
  };
  const request = {
    name: before.name,
    ...rest,
    ...webhook === void 0 || webhook === null ? {} : { webhook },
    ...notification === void 0 ? {} : { notification: merge(before.notification, notification) }
  };
  return accept(updateMonitor(request, emptied, context));
}
function merge(before, changes) {
  if (!(0, import_value6.isObject)(changes)) return changes;
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}
function accept(reading) {
  switch (reading.kind) {
    case "accepted":
      return reading.monitor;
    case "refused": {
      const words = reading.problems.map(({ path: path2, message }) => `${path2.join(".") || "the body"} ${message}`);
      throw new DashboardError(`the service would refuse this: ${words.join("; ")}`, 400);
    }
    case "broken":
      throw new DashboardError("the service would fail with status 500", 400);
    default:
      return (0, import_assert_never.assertNever)(reading);
  }
}
var import_assert_never, import_value6, DashboardError;
var init_dashboard = __esm({
  "src/emulator/dashboard.ts"() {
    "use strict";
    import_assert_never = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_value6 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_create();
    init_update();
    DashboardError = class extends Error {
      constructor(message, status) {
        super(message);
        this.status = status;
      }
      status;
      name = "DashboardError";
    };
  }
});

// src/emulator/routes.ts
function findRoute(method, path2, offered) {
  for (const [pattern, all] of paths) {
    const match = pattern.exec(path2);
    if (match === null) continue;
    const methods = Object.entries(all).filter(([, operation2]) => offered.has(operation2));
    if (methods.length === 0) return void 0;
    const operation = methods.find(([name]) => name === method)?.[1];
    return { operation, id: match[1], checkId: match[2], methods: methods.map(([name]) => name) };
  }
  return void 0;
}
var operationNames, paths;
var init_routes = __esm({
  "src/emulator/routes.ts"() {
    "use strict";
    operationNames = [
      "create",
      "list",
      "get",
      "update",
      "delete",
      "run",
      "checks",
      "check",
      "credits",
      "scrape"
    ];
    paths = [
      [/^\/v2\/monitor$/, { POST: "create", GET: "list" }],
      [/^\/v2\/monitor\/([^/]+)$/, { GET: "get", PATCH: "update", DELETE: "delete" }],
      [/^\/v2\/monitor\/([^/]+)\/run$/, { POST: "run" }],
      [/^\/v2\/monitor\/([^/]+)\/checks$/, { GET: "checks" }],
      [/^\/v2\/monitor\/([^/]+)\/checks\/([^/]+)$/, { GET: "check" }],
      [/^\/v2\/team\/credit-usage$/, { GET: "credits" }],
      [/^\/v2\/scrape$/, { POST: "scrape" }]
    ];
  }
});

// src/emulator/faults/parse.ts
var parse_exports = {};
__export(parse_exports, {
  FaultScriptError: () => FaultScriptError,
  actionMembers: () => actionMembers,
  answerMembers: () => answerMembers,
  checkFaultScript: () => checkFaultScript,
  faultMembers: () => faultMembers,
  matchMembers: () => matchMembers,
  parseFaultScript: () => parseFaultScript
});
function parseFaultScript(text2) {
  const document = (0, import_yaml.parseDocument)(text2, { schema: "core", prettyErrors: true, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== void 0) return { problems: [`not valid YAML: ${error.message.split("\n")[0]}`] };
  const value = document.toJS({ maxAliasCount: 100 }) ?? {};
  const script = Array.isArray(value) ? { faults: value } : value;
  const problems = findProblems(script);
  return problems.length === 0 ? { script, problems } : { problems };
}
function checkFaultScript(script) {
  const problems = findProblems(script);
  if (problems.length > 0) throw new FaultScriptError(problems);
  return script;
}
function findProblems(script) {
  if (!(0, import_value7.isObject)(script)) return ['a fault script is an object with "faults", or a list of faults'];
  const { faults, answers } = script;
  return [
    ...checkMembers(script, scriptMembers, ""),
    ...Array.isArray(faults) ? faults.flatMap((fault, index) => checkFault(fault, `faults[${index}]`)) : [],
    ...(0, import_value7.isObject)(answers) ? checkMembers(answers, answerMembers, "answers") : []
  ];
}
function checkFault(fault, place) {
  if (!(0, import_value7.isObject)(fault)) return [`${place} must be an object`];
  const action = fault["do"] ?? "pass";
  const members = typeof action === "string" && Object.hasOwn(actionMembers, action) ? actionMembers[action] : void 0;
  if (members === void 0)
    return [`${place}.do: unknown action ${JSON.stringify(action)}; there are ${Object.keys(actionMembers).join(", ")}`];
  const problems = checkMembers(fault, { ...faultMembers, ...members }, place);
  if ((0, import_value7.isObject)(fault["when"])) problems.push(...checkMembers(fault["when"], matchMembers, `${place}.when`));
  return problems;
}
function checkMembers(object2, members, place) {
  const at = (name) => place === "" ? name : `${place}.${name}`;
  const given = Object.entries(object2).filter(([, value]) => value !== void 0);
  const wrong = given.flatMap(([name, value]) => {
    const check = Object.hasOwn(members, name) ? members[name] : void 0;
    if (check === void 0) return [`${at(name)}: unknown member; there are ${Object.keys(members).join(", ")}`];
    return check.accepts(value) ? [] : [`${at(name)} must be ${check.words}`];
  });
  const missing = Object.entries(members).filter(([name, check]) => check.isRequired && object2[name] === void 0).map(([name, check]) => `${at(name)} is missing: it must be ${check.words}`);
  return [...wrong, ...missing];
}
function whole(min, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
  return { accepts: (value) => isWhole(value, min, max), words: `a whole number, ${range}`, isRequired: false };
}
function oneOf(...values) {
  return { accepts: (value) => typeof value === "string" && values.includes(value), words: `one of ${values.join(", ")}`, isRequired: false };
}
function orList(check) {
  return {
    ...check,
    accepts: (value) => Array.isArray(value) ? value.every(check.accepts) : check.accepts(value),
    words: `${check.words}, or a list of such`
  };
}
function required(check) {
  return { ...check, isRequired: true };
}
function isWhole(value, min, max = Number.MAX_SAFE_INTEGER) {
  return Number.isInteger(value) && value >= min && value <= max;
}
function isHeader(name, value) {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
var import_yaml, import_value7, FaultScriptError, anything, text, flag, headers, work, header, names, scriptMembers, answerMembers, faultMembers, matchMembers, actionMembers;
var init_parse = __esm({
  "src/emulator/faults/parse.ts"() {
    "use strict";
    import_yaml = require("./yaml.cjs");
    import_value7 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_routes();
    FaultScriptError = class extends Error {
      constructor(problems) {
        super(`the fault script is not valid:
${problems.map((problem) => `  ${problem}`).join("\n")}`);
        this.problems = problems;
      }
      problems;
      name = "FaultScriptError";
    };
    anything = { accepts: () => true, words: "any value", isRequired: false };
    text = { accepts: (value) => typeof value === "string", words: "a text", isRequired: false };
    flag = { accepts: (value) => typeof value === "boolean", words: "true or false", isRequired: false };
    headers = {
      accepts: (value) => (0, import_value7.isObject)(value) && Object.entries(value).every(([name, item]) => isHeader(name, item)),
      words: "an object of header names and texts",
      isRequired: false
    };
    work = {
      accepts: (value) => value === "none" || value === "done" || (0, import_value7.isObject)(value) && Object.keys(value).length === 1 && isWhole(value["afterMs"], 0),
      words: "none, done or {afterMs: milliseconds}",
      isRequired: false
    };
    header = {
      accepts: (value) => typeof value === "number" || typeof value === "string" && isHeader("retry-after", value),
      words: "a number of seconds or the text of the header",
      isRequired: false
    };
    names = {
      accepts: (value) => value === "all" || Array.isArray(value) && value.every((item) => typeof item === "string"),
      words: "all, or a list of member names",
      isRequired: false
    };
    scriptMembers = {
      faults: { accepts: Array.isArray, words: "a list", isRequired: false },
      answers: { accepts: import_value7.isObject, words: "an object", isRequired: false }
    };
    answerMembers = {
      timestamps: oneOf("iso", "postgres"),
      spreadSchedules: flag,
      unknownPaths: oneOf("json", "html"),
      replicaLagMs: whole(0, 864e5),
      checks: oneOf("reads", "asked", "schedule"),
      creditFactor: {
        accepts: (value) => typeof value === "number" && value >= 0 && value <= 1e3,
        words: "a number, 0 to 1000",
        isRequired: false
      },
      runLagMs: whole(0, 864e5),
      deliveryLagMs: whole(0, 864e5)
    };
    faultMembers = {
      when: { accepts: import_value7.isObject, words: "an object", isRequired: false },
      skip: whole(0),
      times: whole(1),
      delayMs: whole(0, 864e5),
      do: anything
    };
    matchMembers = {
      request: orList(whole(1)),
      method: orList(text),
      path: orList(text),
      operation: orList(oneOf(...operationNames)),
      name: orList(text),
      url: orList(text)
    };
    actionMembers = {
      pass: {},
      drop: { work, reset: flag },
      hang: { work },
      answer: {
        work,
        status: required(whole(200, 599)),
        retryAfter: header,
        headers,
        error: text,
        code: text,
        details: anything,
        body: anything,
        contentType: text,
        echoHeaders: flag
      },
      alter: { id: anything, targetIds: oneOf("changed", "dropped") },
      rewrite: { without: names, with: { accepts: import_value7.isObject, words: "an object", isRequired: false } },
      truncate: { framing: required(oneOf("content-length", "chunked", "close")) },
      "gzip-bomb": { megabytes: whole(1, 1e4) },
      endless: { work },
      slow: { bytesPerSecond: whole(1) },
      "large-headers": { bytes: whole(1, 1e7) },
      redirect: { location: required(text), status: whole(300, 399), work },
      "rate-limit": { limit: required(whole(1)), windowMs: required(whole(1)), tell: oneOf("header", "text", "both", "nothing") }
    };
  }
});

// src/emulator/http.ts
function jsonAnswer(status, value, headers2 = {}) {
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers2 }, body: JSON.stringify(value) };
}
function errorAnswer(status, error, rest = {}) {
  return jsonAnswer(status, { success: false, error, ...rest });
}
function readBody(request) {
  return new Promise((resolve) => {
    const chunks = [];
    let size = 0;
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > 4 * bodyLimit) resolve({ kind: "too-large" });
    });
    request.on(
      "end",
      () => resolve(size > bodyLimit ? { kind: "too-large" } : { kind: "complete", text: Buffer.concat(chunks).toString("utf8") })
    );
    request.on("error", () => resolve({ kind: "aborted" }));
    request.on("close", () => resolve({ kind: "aborted" }));
  });
}
function sendAnswer(response, answer) {
  response.writeHead(answer.status, { ...answer.headers, "content-length": String(Buffer.byteLength(answer.body)) });
  response.end(answer.body);
}
function errorText(status) {
  return texts.get(status) ?? `HTTP ${status}`;
}
var bodyLimit, texts;
var init_http = __esm({
  "src/emulator/http.ts"() {
    "use strict";
    bodyLimit = 10 * 1024 * 1024;
    texts = /* @__PURE__ */ new Map([
      [400, "Bad Request"],
      [401, "Unauthorized: Invalid token"],
      [402, "Payment Required: Insufficient credits"],
      [403, "Forbidden"],
      [404, "Not Found"],
      [405, "Method Not Allowed"],
      [408, "Request Timeout"],
      [409, "Conflict"],
      [413, "Payload Too Large"],
      [415, "Unsupported Media Type"],
      [422, "Unprocessable Entity"],
      [429, "Rate limit exceeded"],
      [500, "Internal Server Error"],
      [502, "Bad Gateway"],
      [503, "Service Unavailable"],
      [504, "Gateway Timeout"]
    ]);
  }
});

// src/emulator/ports.ts
var receivers, recipientStatuses;
var init_ports = __esm({
  "src/emulator/ports.ts"() {
    "use strict";
    receivers = ["accepts", "refuses", "waits", "silent"];
    recipientStatuses = ["pending", "confirmed", "unsubscribed"];
  }
});

// src/emulator/site/page.ts
function goodPages(rows) {
  return rows.map(([name, url, serve2]) => ({ url, name, kind: "good", serve: serve2 }));
}
function badPages(flaw, rows) {
  return rows.map(([name, url, serve2]) => ({ url, name, kind: "bad", flaw, serve: serve2 }));
}
function typeOf({ contentType = HTML }) {
  return contentType;
}
function isHtml(served) {
  return typeOf(served).startsWith("text/html");
}
function writeDocument(served) {
  if (!isHtml(served)) return served.body;
  const { title = "", description, language = "en", body, banner = "", frame = "usual" } = served;
  const about = description === void 0 ? "" : `<meta name="description" content="${escapeMarkup(description)}">`;
  const head = `<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>${about}</head>
`;
  if (body === "") return `${head}<body></body>
</html>
`;
  if (frame === "bare") return `${head}<body>
${banner}${body}
</body>
</html>
`;
  return `${head}<body>
${HEADER}
${banner}
<main>
${body}
</main>
${FOOTER}
</body>
</html>
`;
}
function escapeMarkup(text2) {
  return text2.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
var HTML, HEADER, FOOTER;
var init_page = __esm({
  "src/emulator/site/page.ts"() {
    "use strict";
    HTML = "text/html; charset=utf-8";
    HEADER = '<header><nav><a href="/">Home</a> <a href="/products">Products</a> <a href="/help">Help</a> <a href="/login">Sign in</a></nav></header>';
    FOOTER = '<footer><p>\xA9 Example Site</p> <a href="/privacy">Privacy and cookies</a> <a href="/terms">Terms</a> <a href="/login">Log in</a></footer>';
  }
});

// src/emulator/site/scripted.ts
function serveScripted(script, usual, { count }) {
  if (!("shows" in script)) return script;
  switch (script.shows) {
    case "changes":
      return { ...usual, body: `${usual.body}
<p class="edition">Edition ${count + 1}: ${price(count)} \u20AC</p>` };
    case "noise":
      return { ...usual, body: `${usual.body}
<p class="visitor">You are visitor number ${count + 1}.</p>` };
    case "soft-404":
      return { title: "Page not found", body: "<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>" };
    case "missing":
      return { status: 404, title: "404 Not Found", body: `<h1>Not Found</h1><p>${escapeMarkup(usual.title ?? "")}</p>` };
    case "error":
      return { ...usual, takesMs: Number.POSITIVE_INFINITY };
  }
}
function price(count) {
  return (10 + count).toFixed(2);
}
var outcomes;
var init_scripted = __esm({
  "src/emulator/site/scripted.ts"() {
    "use strict";
    init_page();
    outcomes = ["changes", "noise", "soft-404", "missing", "error"];
  }
});

// src/emulator/control.ts
function control(request, path2, body, controls) {
  if (!isLoopbackName(request.headers.host) || request.headers.origin !== void 0) return errorAnswer(403, errorText(403));
  const done = jsonAnswer(200, { success: true });
  const route = `${request.method} ${path2.slice(controlPrefix.length)}`;
  const byHand = /^(?:POST \/monitors|(?:PATCH|DELETE) \/monitors\/([^/]+))$/.exec(route);
  const checks = /^PUT \/monitors\/([^/]+)\/checks$/.exec(route);
  if (checks !== null) return setByHand(body, (history) => controls.dashboard.setChecks(checks[1] ?? "", readHistory(history)));
  if (route === "PUT /clock") return setByHand(body, (change) => moveClock(change, controls));
  if (route === "PUT /pages") return setByHand(body, (page) => setPage(page, controls.dashboard));
  if (route === "PUT /receivers") return setByHand(body, (receiver) => setReceiver(receiver, controls.dashboard));
  if (route === "PUT /recipients") return setByHand(body, (recipient) => setRecipient(recipient, controls.dashboard));
  if (route === "PUT /credits") return setByHand(body, (credits) => controls.dashboard.setCredits(credits));
  if (byHand !== null) return changeByHand(request.method ?? "", byHand[1] ?? "", body, controls.dashboard);
  switch (route) {
    case "DELETE ":
      controls.reset();
      return done;
    case "GET /monitors":
      return jsonAnswer(200, { success: true, data: controls.monitors() });
    case "GET /clock": {
      const { clock } = controls;
      return jsonAnswer(200, { success: true, data: { now: new Date(clock.now()).toISOString(), speed: clock.speed } });
    }
    case "GET /deleted":
      return jsonAnswer(200, { success: true, data: controls.deleted() });
    case "GET /requests":
      return jsonAnswer(200, { success: true, data: controls.requests() });
    case "DELETE /faults":
      controls.setFaults({});
      return done;
    case "POST /faults": {
      const { script, problems } = parseFaultScript(body);
      if (script === void 0) return errorAnswer(400, "the fault script is not valid", { details: problems });
      controls.setFaults(script);
      return done;
    }
    default:
      return errorAnswer(
        404,
        "unknown control route; below /__emulator there are GET and POST /monitors, PATCH and DELETE /monitors/{id}, PUT /monitors/{id}/checks, PUT /credits, PUT /receivers, PUT /recipients, PUT /pages, GET and PUT /clock, GET /deleted, GET /requests, POST and DELETE /faults, and DELETE"
      );
  }
}
function changeByHand(method, id, body, dashboard) {
  try {
    if (method === "DELETE") {
      dashboard.delete(id);
      return jsonAnswer(200, { success: true });
    }
    const changes = readObject(body);
    if (changes === void 0) return errorAnswer(400, "the body must be a JSON object");
    const monitor = method === "POST" ? dashboard.create(changes) : dashboard.edit(id, changes);
    return jsonAnswer(200, { success: true, data: monitor });
  } catch (error) {
    if (error instanceof DashboardError) return errorAnswer(error.status, error.message);
    throw error;
  }
}
function setByHand(body, set) {
  const value = readObject(body);
  if (value === void 0) return errorAnswer(400, "the body must be a JSON object");
  try {
    set(value);
    return jsonAnswer(200, { success: true });
  } catch (error) {
    if (error instanceof DashboardError) return errorAnswer(error.status, error.message);
    throw error;
  }
}
function moveClock({ advanceMs, speed }, { clock, advance }) {
  const isFine = (value, min, max) => value === void 0 || typeof value === "number" && value >= min && value <= max;
  if (!isFine(advanceMs, 0, MOST_AHEAD)) throw new DashboardError('"advanceMs" must be a number, 0 to one year', 400);
  if (!isFine(speed, 1, MOST_SPEED)) throw new DashboardError(`"speed" must be a number, 1 to ${MOST_SPEED}`, 400);
  if (typeof speed === "number") clock.setSpeed(speed);
  advance(Number(advanceMs ?? 0));
}
function setPage({ url, shows, ...page }, dashboard) {
  if (typeof url !== "string" || !/^https?:/.test(url) || (0, import_url3.parseUrl)(url) === void 0)
    throw new DashboardError('"url" must be a http or https address', 400);
  const { status = 200, title = "" } = page;
  if (typeof status !== "number" || typeof title !== "string") throw new DashboardError('"status" must be a number, "title" a text', 400);
  const isOutcome = outcomes.some((outcome) => outcome === shows);
  if (!isOutcome && shows !== "usual" && typeof page["body"] !== "string") {
    throw new DashboardError(`"shows" must be one of usual, ${outcomes.join(", ")}; or give the "body" of a page`, 400);
  }
  if (shows === "usual") dashboard.setPage(url, null);
  else dashboard.setPage(url, isOutcome ? { shows } : page);
}
function setReceiver({ host, answers }, dashboard) {
  const named = receivers.find((one) => one === answers);
  if (typeof host !== "string" || named === void 0)
    throw new DashboardError(`"host" must be a text, and "answers" one of ${receivers.join(", ")}`, 400);
  dashboard.setReceiver(host, named);
}
function setRecipient({ email, status }, dashboard) {
  const named = recipientStatuses.find((one) => one === status);
  if (typeof email !== "string" || named === void 0)
    throw new DashboardError(`"email" must be a text, and "status" one of ${recipientStatuses.join(", ")}`, 400);
  dashboard.setRecipient(email, named);
}
function readHistory(history) {
  const { checks = [], outcome = {} } = history;
  const isPage = (page) => typeof (0, import_value8.property)(page, "url") === "string" && typeof (0, import_value8.property)(page, "status") === "string";
  const isCheck = (check) => {
    const pages = (0, import_value8.property)(check, "pages") ?? [];
    return (0, import_value8.isObject)(check) && Array.isArray(pages) && pages.every(isPage);
  };
  if (Array.isArray(checks) && checks.every(isCheck) && isCheck(outcome)) return history;
  throw new DashboardError('"checks" must be a list of checks, and their "pages" lists of pages with "url" and "status"', 400);
}
function readObject(body) {
  try {
    const value = JSON.parse(body);
    return (0, import_value8.isObject)(value) ? value : void 0;
  } catch {
    return void 0;
  }
}
function isLoopbackName(host) {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? "");
}
var import_url3, import_value8, controlPrefix, MOST_AHEAD, MOST_SPEED;
var init_control = __esm({
  "src/emulator/control.ts"() {
    "use strict";
    import_url3 = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_value8 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_dashboard();
    init_parse();
    init_http();
    init_ports();
    init_scripted();
    controlPrefix = "/__emulator";
    MOST_AHEAD = 366 * 864e5;
    MOST_SPEED = 1e6;
  }
});

// src/emulator/deliveries.ts
function isWorthMail({ status, judgment }) {
  return status !== "same" && (0, import_value9.property)(judgment ?? null, "meaningful") !== false;
}
function listRecipients(notification) {
  const recipients = (0, import_value9.property)(notification["email"] ?? null, "recipients");
  return Array.isArray(recipients) ? recipients.filter((email) => typeof email === "string") : [];
}
function hostOf({ url }) {
  return typeof url === "string" ? (0, import_url4.parseUrl)(url)?.host ?? "" : "";
}
var import_url4, import_value9, Deliveries, ENDED;
var init_deliveries = __esm({
  "src/emulator/deliveries.ts"() {
    "use strict";
    import_url4 = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_value9 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    Deliveries = class {
      #receivers = /* @__PURE__ */ new Map();
      #recipients = /* @__PURE__ */ new Map();
      clear() {
        this.#receivers.clear();
        this.#recipients.clear();
      }
      setReceiver(host, answers) {
        this.#receivers.set(host.toLowerCase(), answers);
      }
      setRecipient(email, status) {
        this.#recipients.set(email.toLowerCase(), status);
      }
      /** The explicit recipients of a monitor's mail as answers show them; null where it has none. All are pending until they are set: no mail is sent. */
      listSubscriptions({ notification }) {
        const recipients = listRecipients(notification);
        if (recipients.length === 0) return null;
        return recipients.map((email) => {
          return { email, status: this.#statusOf(email), source: "opt_in", confirmationEmailSent: true };
        });
      }
      /** Notes what became of the messages of a check that ended; null where it had none to send. */
      note({ webhook, notification }, check) {
        if (check.finishedAt === null || !ENDED.has(check.status)) return null;
        const hook = webhook === null ? null : this.#callHook(webhook, check);
        const isTold = check.pages.some(isWorthMail);
        const { email = null, slack = null } = notification;
        const waiting = listRecipients(notification).filter((recipient) => this.#statusOf(recipient) === "pending");
        const status = {
          ...hook === null ? {} : { webhook: hook },
          ...(0, import_value9.property)(email, "enabled") === true ? { email: { attempted: isTold, ...isTold ? { success: true, pendingRecipients: waiting } : {} } } : {},
          ...(0, import_value9.property)(slack, "enabled") === true ? { slack: { attempted: isTold, ...isTold ? { success: true } : {} } } : {}
        };
        return Object.keys(status).length === 0 ? null : status;
      }
      #statusOf(email) {
        return this.#recipients.get(email.toLowerCase()) ?? "pending";
      }
      #callHook(webhook, { pages, finishedAt }) {
        const events = Array.isArray(webhook["events"]) ? webhook["events"] : [];
        const isCalled = events.includes("monitor.check.completed") || pages.some(({ status }) => status !== "same");
        if (!isCalled) return { attempted: false, skipped: true };
        switch (this.#receivers.get(hostOf(webhook)) ?? "accepts") {
          case "accepts":
            return { attempted: true, success: true, delivered: true, statusCode: 200, deliveredAt: new Date(finishedAt ?? 0).toISOString() };
          case "refuses":
            return { attempted: true, success: false, delivered: false, statusCode: 500, error: "Webhook returned status 500" };
          case "waits":
            return { attempted: true, success: true, queued: true };
          case "silent":
            return null;
        }
      }
    };
    ENDED = /* @__PURE__ */ new Set(["completed", "partial", "failed"]);
  }
});

// src/emulator/faults/fault-engine.ts
function isMatch(when, traits, number) {
  if (when === void 0) return true;
  return isAnyOf(when.request, [number]) && isAnyOf(when.method, [traits.method]) && isAnyOf(when.path, [traits.path]) && isAnyOf(when.operation, traits.operation === void 0 ? [] : [traits.operation]) && isAnyOf(when.name, traits.names) && isAnyOf(when.url, traits.urls);
}
function isAnyOf(wanted, found) {
  if (wanted === void 0) return true;
  const list = Array.isArray(wanted) ? wanted : [wanted];
  return list.some((item) => found.includes(item));
}
var FaultEngine, TokenBucket;
var init_fault_engine = __esm({
  "src/emulator/faults/fault-engine.ts"() {
    "use strict";
    FaultEngine = class {
      #script;
      #matched;
      #buckets = /* @__PURE__ */ new Map();
      #requests = 0;
      constructor(script) {
        this.#script = script;
        this.#matched = (script.faults ?? []).map(() => 0);
      }
      /** Decides what happens to the next request, which arrives at `now` (milliseconds). */
      decide(traits, now) {
        this.#requests += 1;
        let delayMs = 0;
        for (const [index, fault] of (this.#script.faults ?? []).entries()) {
          if (!isMatch(fault.when, traits, this.#requests)) continue;
          const count = (this.#matched[index] ?? 0) + 1;
          this.#matched[index] = count;
          const first = fault.skip ?? 0;
          if (count <= first || count > first + (fault.times ?? Number.POSITIVE_INFINITY)) continue;
          delayMs += fault.delayMs ?? 0;
          if (fault.do === void 0 || fault.do === "pass") continue;
          if (fault.do !== "rate-limit") return { delayMs, action: fault };
          const waitMs = this.#bucket(index, fault, now).take(now);
          if (waitMs > 0) return { delayMs, action: fault, waitMs };
        }
        return { delayMs, action: { do: "pass" } };
      }
      #bucket(index, fault, now) {
        const known = this.#buckets.get(index);
        if (known !== void 0) return known;
        const bucket = new TokenBucket(fault.limit, fault.windowMs, now);
        this.#buckets.set(index, bucket);
        return bucket;
      }
    };
    TokenBucket = class {
      constructor(limit, windowMs, now) {
        this.limit = limit;
        this.windowMs = windowMs;
        this.#tokens = limit;
        this.#at = now;
      }
      limit;
      windowMs;
      #tokens;
      #at;
      /** Takes one token; otherwise how many milliseconds it takes until there is one. */
      take(now) {
        const perMs = this.limit / this.windowMs;
        this.#tokens = Math.min(this.limit, this.#tokens + Math.max(0, now - this.#at) * perMs);
        this.#at = now;
        if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / perMs);
        this.#tokens -= 1;
        return 0;
      }
    };
  }
});

// src/emulator/faults/perform.ts
async function performFault(exchange, { action, waitMs }) {
  switch (action.do) {
    case void 0:
    case "pass":
      return send(exchange, exchange.carryOut());
    case "drop":
      workAs(exchange, action.work);
      return drop(exchange, action.reset === true);
    case "hang":
      return workAs(exchange, action.work);
    case "answer":
      workAs(exchange, action.work);
      return send(exchange, makeAnswer(action, exchange.request));
    case "redirect":
      workAs(exchange, action.work);
      return send(exchange, { status: action.status ?? 307, headers: { location: action.location }, body: "" });
    case "rate-limit":
      return send(exchange, rateLimitAnswer(action, waitMs ?? 0));
    case "alter":
      return send(exchange, alterAnswer(exchange.carryOut(), action, exchange.uuid));
    case "rewrite":
      return send(exchange, exchange.carryOut(rewriteBody(exchange.body, action)));
    case "truncate":
      return sendHalf(exchange, exchange.carryOut(), action.framing);
    case "gzip-bomb":
      return sendBomb(exchange, exchange.carryOut(), action.megabytes ?? 200);
    case "endless":
      workAs(exchange, action.work);
      return sendEndlessly(exchange);
    case "slow":
      return sendSlowly(exchange, exchange.carryOut(), action.bytesPerSecond ?? 1);
    case "large-headers": {
      const answer = exchange.carryOut();
      return send(exchange, { ...answer, headers: { ...answer.headers, "x-padding": "x".repeat(action.bytes ?? 40 * 1024) } });
    }
    default:
      return (0, import_assert_never2.assertNever)(action);
  }
}
function workAs({ response, activity, carryOut }, work2 = "none") {
  if (work2 === "none") return;
  if (work2 === "done") {
    carryOut();
    return;
  }
  const end = activity.begin();
  const workLater = async () => {
    if (await activity.wait(work2.afterMs)) carryOut();
    end();
  };
  if (response.closed) void workLater();
  else response.once("close", workLater);
}
function send({ response, record }, answer) {
  record.status = answer.status;
  sendAnswer(response, answer);
}
function drop({ request, record }, isReset) {
  record.status = "dropped";
  if (isReset) request.socket.resetAndDestroy();
  else request.socket.destroy();
}
function makeAnswer(action, request) {
  const headers2 = { ...action.retryAfter === void 0 ? {} : { "retry-after": String(action.retryAfter) }, ...action.headers };
  const { status, body } = action;
  if (body !== void 0 && typeof body !== "string") return jsonAnswer(status, body, headers2);
  if (body !== void 0) {
    const type = action.contentType ?? (body.trimStart().startsWith("<") ? "text/html; charset=utf-8" : "application/json; charset=utf-8");
    return { status, headers: { "content-type": type, ...headers2 }, body };
  }
  const echo = action.echoHeaders === true ? `; the request's headers were ${JSON.stringify(request.headers)}` : "";
  const { details, code } = action;
  const rest = { ...details === void 0 ? {} : { details }, ...code === void 0 ? {} : { code } };
  const answer = errorAnswer(status, `${action.error ?? errorText(status)}${echo}`, rest);
  return { ...answer, headers: { ...answer.headers, ...headers2 } };
}
function rateLimitAnswer({ tell = "header" }, waitMs) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1e3));
  const text2 = tell === "text" || tell === "both" ? `${errorText(429)}, please retry after ${seconds}s` : errorText(429);
  const answer = errorAnswer(429, text2);
  return tell === "header" || tell === "both" ? { ...answer, headers: { ...answer.headers, "retry-after": String(seconds) } } : answer;
}
async function sendHalf({ request, response, record }, answer, framing) {
  record.status = answer.status;
  const bytes = Buffer.from(answer.body);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (framing === "close") {
    response.removeHeader("transfer-encoding");
    response.writeHead(answer.status, { ...answer.headers, connection: "close" });
    response.end(half);
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, ...framing === "content-length" ? { "content-length": String(bytes.length) } : {} });
  await new Promise((resolve) => response.write(half, resolve));
  request.socket.destroy();
}
async function sendBomb({ response, record }, answer, megabytes) {
  record.status = answer.status;
  const megabyte = (0, import_node_zlib.gzipSync)(Buffer.alloc(1024 * 1024, " "));
  response.writeHead(answer.status, { ...answer.headers, "content-encoding": "gzip" });
  response.write((0, import_node_zlib.gzipSync)(answer.body.slice(0, -1)));
  for (let count = 0; count < megabytes && !response.destroyed; count += 1) await write(response, megabyte);
  response.end((0, import_node_zlib.gzipSync)(answer.body.slice(-1)));
}
async function sendEndlessly({ response, record }) {
  record.status = 200;
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.write('{"success":true,"data":');
  const blanks = Buffer.alloc(64 * 1024, " ");
  while (!response.destroyed) await write(response, blanks);
}
async function sendSlowly({ response, record, activity }, answer, bytesPerSecond) {
  record.status = answer.status;
  const bytes = Buffer.from(answer.body);
  const step = Math.max(1, Math.floor(bytesPerSecond / 20));
  response.writeHead(answer.status, { ...answer.headers, "content-length": String(bytes.length) });
  for (let sent = 0; sent < bytes.length && !response.destroyed; sent += step) {
    response.write(bytes.subarray(sent, sent + step));
    if (!await activity.wait(1e3 * step / bytesPerSecond)) return;
  }
  response.end();
}
function write(response, chunk) {
  return new Promise((resolve) => {
    if (response.write(chunk)) {
      setImmediate(resolve);
      return;
    }
    const end = () => {
      response.off("drain", end);
      response.off("close", end);
      resolve();
    };
    response.on("drain", end);
    response.on("close", end);
  });
}
function alterAnswer(answer, action, uuid) {
  if (answer.status !== 200) return answer;
  const body = JSON.parse(answer.body);
  const data = (0, import_value10.property)(body, "data");
  if (Array.isArray(data)) {
    return jsonAnswer(200, { ...body, data: data.map((item) => alterMonitor(item, action, uuid)) });
  }
  return (0, import_value10.isObject)(data) ? jsonAnswer(200, { ...body, data: alterMonitor(data, action, uuid) }) : answer;
}
function alterMonitor(monitor, action, uuid) {
  if (!Array.isArray(monitor["targets"])) return monitor;
  const { id, ...rest } = monitor;
  const targets = rest["targets"].map((target) => alterTarget(target, action.targetIds, uuid));
  return { ...action.id === null ? {} : { id: action.id ?? id }, ...rest, targets };
}
function alterTarget(target, how, uuid) {
  const { id, ...rest } = target;
  if (how === void 0) return target;
  return how === "dropped" ? rest : { id: uuid(), ...rest };
}
function rewriteBody(text2, { without = [], with: more = {} }) {
  const body = readObject2(text2);
  if (body === void 0) return text2;
  const kept = Object.entries(body).filter(([name]) => without !== "all" && !without.includes(name));
  const rewritten = { ...Object.fromEntries(kept), ...more };
  return JSON.stringify(Object.keys(rewritten).length > 0 ? rewritten : NOTHING2);
}
function readObject2(text2) {
  try {
    const value = JSON.parse(text2);
    return (0, import_value10.isObject)(value) ? value : void 0;
  } catch {
    return void 0;
  }
}
var import_node_zlib, import_assert_never2, import_value10, NOTHING2;
var init_perform = __esm({
  "src/emulator/faults/perform.ts"() {
    "use strict";
    import_node_zlib = require("node:zlib");
    import_assert_never2 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_value10 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_http();
    NOTHING2 = { origin: "api" };
  }
});

// src/emulator/request-log.ts
var RequestLog, redacted, recordLimit, secretHeaders;
var init_request_log = __esm({
  "src/emulator/request-log.ts"() {
    "use strict";
    RequestLog = class {
      #keys;
      #records = [];
      #count = 0;
      /** `keys` are redacted everywhere. */
      constructor(keys) {
        this.#keys = keys;
      }
      list() {
        return this.#records.map((record) => ({ ...record }));
      }
      clear() {
        this.#records.length = 0;
        this.#count = 0;
      }
      /** Notes a request at its arrival. The oldest records go when there are very many. */
      open(request, time) {
        this.#count += 1;
        const redact = (text2) => this.#redact(text2, request);
        const headers2 = Object.entries(request.headers).map(([name, value]) => [
          name,
          secretHeaders.has(name) ? redacted : redact(String(value))
        ]);
        const record = {
          number: this.#count,
          method: request.method ?? "",
          path: redact(request.url ?? ""),
          headers: Object.fromEntries(headers2),
          body: "",
          time,
          status: "open",
          created: null,
          updated: null,
          deleted: null,
          charged: null
        };
        this.#records.push(record);
        if (this.#records.length > recordLimit) this.#records.shift();
        return record;
      }
      noteBody(record, request, body) {
        record.body = this.#redact(body, request);
      }
      #redact(text2, request) {
        const presented = (request.headers.authorization ?? "").replace(/^\S+ +/, "");
        return [...this.#keys, presented].filter((key) => key.length >= 8).reduce((rest, key) => rest.replaceAll(key, redacted), text2);
      }
    };
    redacted = "(redacted)";
    recordLimit = 1e5;
    secretHeaders = /* @__PURE__ */ new Set(["authorization", "proxy-authorization", "x-api-key", "cookie"]);
  }
});

// src/emulator/scrape/page-cache.ts
function keyOf(url, options) {
  return JSON.stringify([url, ...shaping.map((name) => options[name] ?? null)]);
}
var shaping, usualAge, lockdownAge, PageCache;
var init_page_cache = __esm({
  "src/emulator/scrape/page-cache.ts"() {
    "use strict";
    shaping = ["headers", "mobile", "location", "waitFor", "actions", "parsers", "proxy", "blockAds", "profile", "skipTlsVerification"];
    usualAge = 1728e5;
    lockdownAge = 2 * 365 * 864e5;
    PageCache = class {
      #copies = /* @__PURE__ */ new Map();
      /** A copy that a request takes instead of a visit at `now`. */
      find(url, options, now) {
        const copy = this.#copies.get(keyOf(url, options));
        if (copy === void 0) return void 0;
        const { minAge = 0, maxAge = options["lockdown"] === true ? lockdownAge : usualAge } = options;
        const age = now - copy.at;
        return age >= Number(minAge) && age < Number(maxAge) ? copy : void 0;
      }
      /** Keeps a copy, unless the request or its options forbid it, or the page is an error. */
      keep(url, options, copy) {
        const isForbidden = options["storeInCache"] === false || options["actions"] !== void 0 || options["headers"] !== void 0;
        if (!isForbidden && (copy.served.status ?? 200) < 400) this.#copies.set(keyOf(url, options), copy);
      }
      clear() {
        this.#copies.clear();
      }
    };
  }
});

// src/emulator/queries.ts
function readCount(problems, query, name, { otherwise, ...range }) {
  const [text2, ...more] = query.getAll(name);
  if (text2 === void 0) return otherwise;
  const value = /^-?\d+$/.test(text2) && more.length === 0 ? Number(text2) : void 0;
  return problems.number(value ?? null, [name], { ...range, whole: true });
}
function badRequest(problems) {
  return errorAnswer(400, "Invalid request body", { details: problems.map((problem) => ({ ...problem })) });
}
var init_queries = __esm({
  "src/emulator/queries.ts"() {
    "use strict";
    init_http();
  }
});

// src/emulator/runs.ts
function findRuns({ schedule }, now) {
  const name = `${schedule.timezone} ${schedule.cron}`;
  const known = foundRuns.get(name);
  if (known !== void 0 && known.from <= now && now < (known.runs[0] ?? now)) return known.runs;
  const { parsed, zone } = parseStoredSchedule(schedule);
  const runs = nextRuns(parsed, zone, now, 3);
  if (foundRuns.size >= mostFoundRuns) foundRuns.clear();
  foundRuns.set(name, { from: now, runs });
  return runs;
}
var foundRuns, mostFoundRuns;
var init_runs = __esm({
  "src/emulator/runs.ts"() {
    "use strict";
    init_cron();
    init_schedule();
    foundRuns = /* @__PURE__ */ new Map();
    mostFoundRuns = 1e4;
  }
});

// src/emulator/wire-monitor.ts
function writeWireMonitor(monitor, showing) {
  const still = stillMembers(monitor);
  const moving = movingMembers(monitor, showing);
  const members = memberOrder.flatMap((name) => {
    const value = still[name] ?? JSON.stringify(moving[name]);
    return value === void 0 ? [] : [`"${name}":${value}`];
  });
  return `{${members.join(",")}}`;
}
function compareNames(left, right) {
  return left.length - right.length || (left < right ? -1 : 1);
}
function stillMembers(monitor) {
  const known = written.get(monitor);
  if (known !== void 0) return known;
  const { id, name, status, schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled } = monitor;
  const members = {
    ...{ id, name, status, schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled },
    unchangedPagesFree: true
  };
  const still = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, JSON.stringify(reorder(value))]));
  written.set(monitor, still);
  return still;
}
function movingMembers(monitor, { now, today, style, checks, subscriptions }) {
  const time = (instant) => toTime(instant, style);
  const runs = findRuns(monitor, now);
  const next = checks.nextRunAt ?? runs[0];
  return {
    nextRunAt: next === void 0 || monitor.status !== "active" ? null : time(next),
    lastRunAt: checks.lastRunAt === null ? null : time(checks.lastRunAt),
    currentCheckId: checks.runningId,
    estimatedCreditsPerMonth: estimate(monitor, runs, checks.count, style.creditFactor),
    lastCheckSummary: checks.lastEnded === null ? null : countPages(checks.lastEnded.pages),
    ...subscriptions === null ? {} : { emailRecipientSubscriptions: subscriptions },
    createdAt: time(monitor.createdAt),
    updatedAt: time(Math.max(monitor.updatedAt, Math.min(checks.movedAt, today)))
  };
}
function estimate(monitor, runs, checkCount, factor) {
  const first = runs[checkCount % 2];
  const second = runs[checkCount % 2 + 1];
  const credits = first === void 0 || second === void 0 ? monitor.estimatedCreditsPerMonth ?? 0 : estimateMonitor(monitor, second - first);
  return Math.ceil(credits * factor);
}
function countPages(pages) {
  const count = (result) => pages.filter(({ status }) => status === result).length;
  const results = ["same", "changed", "new", "removed", "error"];
  return { totalPages: pages.length, ...Object.fromEntries(results.map((result) => [result, count(result)])) };
}
function toTime(instant, { timestamps }) {
  return timestamps === "postgres" ? toPostgresTime(instant) : new Date(instant).toISOString();
}
function toPostgresTime(instant) {
  return new Date(instant).toISOString().replace("T", " ").replace(".000Z", "+00").replace("Z", "+00");
}
function reorder(value) {
  if (Array.isArray(value)) return value.map(reorder);
  if (!(0, import_value11.isObject)(value)) return value;
  const names2 = Object.keys(value).sort(compareNames);
  return Object.fromEntries(names2.map((name) => [name, reorder(value[name])]));
}
var import_value11, memberOrder, written;
var init_wire_monitor = __esm({
  "src/emulator/wire-monitor.ts"() {
    "use strict";
    import_value11 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_estimate();
    init_runs();
    memberOrder = [
      "id",
      "name",
      "status",
      "schedule",
      "nextRunAt",
      "lastRunAt",
      "currentCheckId",
      "targets",
      "webhook",
      "notification",
      "retentionDays",
      "estimatedCreditsPerMonth",
      "lastCheckSummary",
      "goal",
      "judgeEnabled",
      "createdAt",
      "updatedAt",
      "unchangedPagesFree",
      "emailRecipientSubscriptions"
    ].sort(compareNames);
    written = /* @__PURE__ */ new WeakMap();
  }
});

// src/emulator/checks.ts
function listChecks(monitor, { checks, clock, query, style }) {
  const problems = new Problems();
  const limit = readCount(problems, query, "limit", { otherwise: 25, min: 1, max: 100 });
  const offset = readCount(problems, query, "offset", { otherwise: 0, min: 0, max: MOST });
  if (limit === void 0 || offset === void 0) return badRequest(problems.list);
  const status = query.get("status");
  const found = checks.list(monitor, clock.now()).filter((check) => status === null || check.status === status);
  const data = found.slice(offset, offset + limit).map((check) => writeCheck(check, monitor, style, clock.now()));
  return jsonAnswer(200, { success: true, data });
}
function showCheck(monitor, { checks, checkId: checkId2, clock, query, path: path2, style }) {
  if (!isUuid(checkId2)) return errorAnswer(400, "Invalid check ID format. Check ID must be a valid UUID.");
  const problems = new Problems();
  const limit = readCount(problems, query, "limit", { otherwise: 25, min: 1, max: 100 });
  const skip = readCount(problems, query, "skip", { otherwise: 0, min: 0, max: MOST });
  if (limit === void 0 || skip === void 0) return badRequest(problems.list);
  const check = checks.list(monitor, clock.now()).find(({ id }) => id === checkId2.toLowerCase());
  if (check === void 0) return errorAnswer(404, "Monitor check not found");
  const status = query.get("status");
  const found = check.pages.filter((page) => status === null || page.status === status);
  const following = new URLSearchParams({ ...status === null ? {} : { status }, limit: String(limit), skip: String(skip + limit) });
  const next = skip + limit < found.length ? `http://service.invalid${path2}?${following}` : null;
  const pages = found.slice(skip, skip + limit).map((page, index) => writePage(page, check, skip + index));
  return jsonAnswer(200, { success: true, next, data: { ...writeCheck(check, monitor, style, clock.now()), pages, next } });
}
function runCheck(monitor, { checks, clock, credits, style }) {
  if (monitor.status === "paused") return errorAnswer(409, "Monitor is paused");
  if (credits.lacks(1)) return errorAnswer(402, errorText(402));
  const check = checks.start(monitor, clock.now(), "manual");
  if (check === null) return errorAnswer(409, "A check is already running");
  const data = writeCheck({ ...check, status: "queued", startedAt: null }, monitor, style, clock.now());
  return jsonAnswer(200, { success: true, id: check.id, data });
}
function showCredits({ credits }) {
  return credits.value === null ? errorAnswer(404, "Could not find credit usage information") : jsonAnswer(200, { success: true, data: credits.value });
}
function writeCheck(check, monitor, style, now) {
  const { id, status, trigger, startedAt, finishedAt, createdAt, estimatedCredits, actualCredits, error, pages, targetResults } = check;
  const { notificationStatus } = check;
  const time = (instant) => instant === null ? null : toTime(instant, style);
  const isOver = finishedAt !== null;
  const isTold = isOver && finishedAt + style.deliveryLagMs <= now;
  return {
    ...{ id, monitorId: monitor.id, status, trigger },
    ...{ scheduledFor: trigger === "scheduled" ? time(createdAt) : null, startedAt: time(startedAt), finishedAt: time(finishedAt) },
    ...{ createdAt: time(createdAt), updatedAt: time(finishedAt ?? startedAt ?? createdAt) },
    ...{ estimatedCredits, reservedCredits: estimatedCredits, actualCredits },
    ...{ billingStatus: isOver ? "confirmed" : "reserved", summary: isOver ? countPages(pages) : null },
    ...{ targetResults, notificationStatus: isTold ? notificationStatus : null, error }
  };
}
function writePage(page, { id, finishedAt }, index) {
  const number = (index + 1).toString(16).padStart(12, "0");
  const metadata = (0, import_value12.isObject)(page["metadata"]) ? page["metadata"] : {};
  return {
    ...{ id: `${id.slice(0, 24)}${number}`, targetId: null, previousScrapeId: null, currentScrapeId: null, statusCode: null, error: null },
    ...{ createdAt: finishedAt === null ? null : new Date(finishedAt).toISOString(), judgment: null, diff: null, snapshot: null },
    ...page,
    metadata
  };
}
var import_value12, MOST;
var init_checks = __esm({
  "src/emulator/checks.ts"() {
    "use strict";
    import_value12 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_http();
    init_queries();
    init_addresses();
    init_problems();
    init_wire_monitor();
    MOST = Number.MAX_SAFE_INTEGER;
  }
});

// src/emulator/requests/scrape.ts
function readScrapeRequest(problems, body) {
  const request = problems.closedObject(body, [], scrapeMembers);
  if (request === void 0) return void 0;
  const { url, formats: given = ["markdown"], ...options } = request;
  const address = readAddress(problems, url);
  const formats = problems.array(given, ["formats"], {}, (item, at) => readFormat(problems, item, at));
  for (const [name, value] of Object.entries(options)) readers2[name]?.(problems, value, [name]);
  const timeoutMs = typeof options["timeout"] === "number" ? options["timeout"] : 6e4;
  if (Number(options["waitFor"] ?? 0) > timeoutMs / 2) problems.add(["waitFor"], "custom", "must be at most half of timeout");
  if (problems.list.length > 0 || address === void 0 || formats === void 0) return void 0;
  return { url: address, options: { ...options, formats }, formats, timeoutMs };
}
function isBadAddress(problems) {
  return problems.list.some(({ path: path2 }) => path2.length === 1 && path2[0] === "url");
}
function readAddress(problems, value) {
  const text2 = problems.string(value, ["url"]);
  if (text2 === void 0) return void 0;
  if (!/^https?:\/\//i.test(text2)) return problems.add(["url"], "invalid_format", "must be an absolute http or https address");
  const read2 = readTargetUrl(text2);
  return "url" in read2 ? read2.url : problems.add(["url"], "invalid_format", read2.problem);
}
function readFormat(problems, item, path2) {
  const format2 = typeof item === "string" ? { type: item } : problems.object(item, path2);
  if (format2 === void 0) return void 0;
  const type = problems.oneOf(format2["type"], typeof item === "string" ? path2 : [...path2, "type"], formatTypes);
  if (type === void 0) return void 0;
  const need = (name) => problems.string(format2[name], [...path2, name], { min: 1, max: 1e4 });
  if (type === "question") return need("question") === void 0 ? void 0 : format2;
  if (type === "highlights") return need("query") === void 0 ? void 0 : format2;
  const { schema } = format2;
  if (schema !== void 0 && !(0, import_value13.isObject)(schema)) return problems.wrongType(schema, [...path2, "schema"], "object");
  return format2;
}
var import_value13, import_table5, scrapeMembers, plainFormats, formatTypes, actionTypes, flag2, object, milliseconds, texts2, readers2;
var init_scrape = __esm({
  "src/emulator/requests/scrape.ts"() {
    "use strict";
    import_value13 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_table5 = askBundle("./monitors.cjs", "src/core/service/table.ts");
    init_addresses();
    scrapeMembers = ["url", ...(0, import_table5.listMembers)("ScrapeOptions"), "origin", "integration", "zeroDataRetention"];
    plainFormats = "markdown summary html rawHtml rawBase64 links images branding product menu audio video".split(" ");
    formatTypes = [...plainFormats, "screenshot", "json", "deterministicJson", "changeTracking", "question", "query", "highlights"];
    actionTypes = "wait screenshot click write press scroll scrape executeJavascript pdf".split(" ");
    flag2 = (problems, value, path2) => problems.boolean(value, path2);
    object = (problems, value, path2) => problems.object(value, path2);
    milliseconds = (problems, value, path2) => problems.number(value, path2, { min: 0, whole: true });
    texts2 = (problems, value, path2) => problems.array(value, path2, {}, (item, at) => problems.string(item, at));
    readers2 = {
      ...Object.fromEntries(["onlyMainContent", "onlyCleanContent", "mobile", "skipTlsVerification"].map((name) => [name, flag2])),
      ...Object.fromEntries(["removeBase64Images", "blockAds", "storeInCache", "lockdown"].map((name) => [name, flag2])),
      ...Object.fromEntries(["maxAge", "minAge", "waitFor"].map((name) => [name, milliseconds])),
      includeTags: texts2,
      excludeTags: texts2,
      location: object,
      profile: object,
      threatProtection: object,
      auditMetadata: object,
      timeout: (problems, value, path2) => problems.number(value, path2, { min: 1e3, max: 3e5, whole: true }),
      proxy: (problems, value, path2) => problems.oneOf(value, path2, ["basic", "enhanced", "auto"]),
      redactPII: (problems, value, path2) => typeof value === "boolean" || problems.object(value, path2),
      parsers: (problems, value, path2) => problems.array(value, path2, {}, (item) => item),
      headers: (problems, value, path2) => {
        const headers2 = problems.object(value, path2);
        for (const [name, item] of Object.entries(headers2 ?? {})) problems.string(item, [...path2, name]);
      },
      actions: (problems, value, path2) => problems.array(value, path2, {}, (item, at) => {
        const action = problems.object(item, at);
        return action && problems.oneOf(action["type"], [...at, "type"], actionTypes);
      })
    };
  }
});

// src/emulator/site/markup.ts
function parseMarkup(text2) {
  const root = { tag: "", attributes: {}, children: [] };
  const open = [root];
  const add = (node) => open.at(-1)?.children.push(node);
  let at = 0;
  for (const match of text2.matchAll(token)) {
    if (match.index < at) continue;
    if (match.index > at) add(decode(text2.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, end, start, attributes = ""] = match;
    if (end !== void 0 && open.some(({ tag }) => tag === end.toLowerCase())) while (open.pop()?.tag !== end.toLowerCase()) ;
    if (start === void 0) continue;
    const element = { tag: start.toLowerCase(), attributes: readAttributes(attributes), children: [] };
    add(element);
    if (empty.has(element.tag)) continue;
    if (element.tag !== "script" && element.tag !== "style") {
      open.push(element);
      continue;
    }
    const close = text2.indexOf(`</${element.tag}>`, at);
    element.children.push(text2.slice(at, close < 0 ? void 0 : close));
    at = close < 0 ? text2.length : close + element.tag.length + 3;
  }
  if (at < text2.length) add(decode(text2.slice(at)));
  return root;
}
function readAttributes(text2) {
  return Object.fromEntries([...text2.matchAll(attribute)].map(([, name = "", value = ""]) => [name.toLowerCase(), decode(value)]));
}
function decode(text2) {
  return text2.replace(/&#x([0-9a-f]{1,6});/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))).replace(/&([a-z]+);/g, (all, name) => entities[name] ?? all);
}
function findElements(node, test) {
  if (typeof node === "string") return [];
  return test(node) ? [node] : node.children.flatMap((child) => findElements(child, test));
}
function dropElements(element, test) {
  const children = element.children.flatMap((child) => {
    if (typeof child === "string") return [child];
    return test(child) ? [] : [dropElements(child, test)];
  });
  return { ...element, children };
}
function textOf(node) {
  return rawText(node).replace(/\s+/g, " ").trim();
}
function rawText(node) {
  if (typeof node === "string") return node;
  return node.tag === "script" || node.tag === "style" ? "" : node.children.map(rawText).join("");
}
function writeMarkup(node) {
  if (typeof node === "string") return encode(node);
  const { tag, attributes, children } = node;
  const isRaw = tag === "script" || tag === "style";
  const content = children.map((child) => isRaw && typeof child === "string" ? child : writeMarkup(child)).join("");
  if (tag === "") return content;
  const written2 = Object.entries(attributes).map(([name, value]) => ` ${name}="${encode(value).replaceAll('"', "&quot;")}"`);
  return `<${tag}${written2.join("")}>${empty.has(tag) ? "" : `${content}</${tag}>`}`;
}
function encode(text2) {
  return text2.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
var token, attribute, empty, entities;
var init_markup = __esm({
  "src/emulator/site/markup.ts"() {
    "use strict";
    token = /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\/([a-z][a-z0-9]*)\s*>|<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi;
    attribute = /([a-z-]+)(?:="([^"]*)")?/gi;
    empty = /* @__PURE__ */ new Set(["br", "hr", "img", "input", "link", "meta"]);
    entities = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
  }
});

// src/emulator/site/markdown.ts
function toMarkdown(node) {
  return writeBlocks(node).map((block) => block.trim()).filter((block) => block !== "").join("\n\n");
}
function writeBlocks(element) {
  const found = [];
  let line = "";
  const endLine = () => {
    found.push(line.replace(/[ \t\r\n]+/g, " ").replaceAll(BREAK, "\n"));
    line = "";
  };
  for (const child of element.children) {
    if (typeof child !== "string" && unseen.has(child.tag)) continue;
    if (typeof child === "string" || !blocks.has(child.tag)) {
      line += writeInline(child);
      continue;
    }
    endLine();
    found.push(...writeBlock(child));
  }
  endLine();
  return found;
}
function writeBlock(element) {
  const { tag } = element;
  if (/^h[1-6]$/.test(tag)) return [`${"#".repeat(Number(tag[1]))} ${textOf(element)}`];
  if (tag === "hr") return ["* * *"];
  if (tag === "pre")
    return [`\`\`\`
${element.children.map((child) => typeof child === "string" ? child : textOf(child)).join("")}
\`\`\``];
  if (tag === "ul" || tag === "ol") {
    const items = element.children.filter((child) => typeof child !== "string");
    return [items.map((item, index) => `${tag === "ol" ? `${index + 1}.` : "-"} ${writeBlocks(item).join(" ").trim()}`).join("\n")];
  }
  if (tag === "table") return [writeTable(element)];
  return writeBlocks(element);
}
function writeTable(table) {
  const rows = findElements(table, ({ tag }) => tag === "tr").map(
    (row) => row.children.flatMap((cell) => typeof cell === "string" ? [] : [textOf(cell).replaceAll("|", "\\|")])
  );
  const [head = [], ...rest] = rows;
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}
function writeInline(node) {
  if (typeof node === "string") return node;
  const { tag, attributes, children } = node;
  const content = () => children.map(writeInline).join("");
  switch (tag) {
    case "br":
      return BREAK;
    case "a":
      return `[${content().trim()}](${attributes["href"] ?? ""})`;
    case "img":
      return `![${attributes["alt"] ?? ""}](${attributes["src"] ?? ""})`;
    case "strong":
    case "b":
      return `**${content()}**`;
    case "em":
    case "i":
      return `_${content()}_`;
    case "code":
      return `\`${content()}\``;
    case "input":
      return "";
    case "script":
    case "style":
      return "";
    default:
      return content();
  }
}
var blocks, unseen, BREAK;
var init_markdown = __esm({
  "src/emulator/site/markdown.ts"() {
    "use strict";
    init_markup();
    blocks = new Set(
      "address article aside blockquote body div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html main nav ol p pre section table ul".split(
        " "
      )
    );
    unseen = /* @__PURE__ */ new Set(["head", "script", "style", "noscript", "template"]);
    BREAK = "\u2028";
  }
});

// src/emulator/site/select.ts
function readSelector(text2) {
  const tests = text2.split(",").map((part) => readOne(part.trim()));
  return (element) => tests.some((test) => test(element));
}
function readOne(text2) {
  const match = text2 === "" ? null : simple.exec(text2);
  if (match === null) return () => false;
  const [, tag = "*", rest = ""] = match;
  const conditions = [...rest.matchAll(/([.#])([\w-]+)|\[([a-z-]+)(?:="([^"]*)")?\]/gi)];
  return ({ tag: own, attributes }) => {
    const classes = (attributes["class"] ?? "").split(/\s+/);
    return own !== "" && (tag === "*" || own === tag.toLowerCase()) && conditions.every(([, mark, name = "", attribute2 = "", value]) => {
      if (mark === ".") return classes.includes(name);
      if (mark === "#") return attributes["id"] === name;
      return Object.hasOwn(attributes, attribute2) && (value === void 0 || attributes[attribute2] === value);
    });
  };
}
var simple;
var init_select = __esm({
  "src/emulator/site/select.ts"() {
    "use strict";
    simple = /^([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+|\[[a-z-]+(?:="[^"]*")?\])*)$/i;
  }
});

// src/emulator/scrape/read-page.ts
function writeScrape(url, served, options, formats) {
  const document = writeDocument(served);
  const whole2 = isHtml(served) ? parseMarkup(document) : void 0;
  const kept = whole2 === void 0 ? void 0 : keepChosen(whole2, options);
  const readText2 = () => kept === void 0 ? writeText(served) : toMarkdown(kept);
  const readers3 = {
    markdown: () => ({ markdown: readText2() }),
    html: () => ({ html: kept === void 0 ? document : writeMarkup(kept) }),
    rawHtml: () => ({ rawHtml: document }),
    rawBase64: () => ({ rawBase64: Buffer.from(document).toString("base64") }),
    links: () => ({ links: listAddresses(kept, "a", "href", served.movedTo ?? url) }),
    images: () => ({ images: listAddresses(kept, "img", "src", served.movedTo ?? url) }),
    summary: () => ({ summary: summarize(readText2()) }),
    json: ({ schema }) => ({ json: extract(served, kept, schema) }),
    deterministicJson: ({ schema }) => ({ json: extract(served, kept, schema) }),
    screenshot: () => ({ screenshot: "https://screenshots.service.invalid/page.png" }),
    question: () => ({ answer: summarize(readText2()) }),
    query: () => ({ answer: summarize(readText2()) }),
    highlights: () => ({ highlights: summarize(readText2()) }),
    changeTracking: () => ({ changeTracking: { previousScrapeAt: null, changeStatus: "new", visibility: "visible" } }),
    product: ({ schema }) => ({ product: extract(served, kept, schema) }),
    branding: () => ({ branding: {} }),
    menu: () => ({ menu: {} })
  };
  const members = formats.map((format2) => readers3[String(format2["type"])]?.(format2) ?? {});
  const actions = options["actions"] === void 0 ? {} : { actions: { screenshots: [], scrapes: [], pdfs: [] } };
  return { ...Object.assign({}, ...members), ...actions, metadata: writeMetadata(url, served) };
}
function keepChosen(whole2, options) {
  const read2 = (name) => {
    const list = options[name];
    return Array.isArray(list) && list.length > 0 ? readSelector(list.join(",")) : void 0;
  };
  const include = read2("includeTags");
  const exclude = read2("excludeTags");
  const seen = dropElements(whole2, unseen2);
  const included = include === void 0 ? seen : { ...whole2, children: findElements(seen, include) };
  const rest = exclude === void 0 ? included : dropElements(included, exclude);
  if (options["onlyMainContent"] === false) return rest;
  const main = dropElements(rest, beside);
  return textOf(main) === "" ? rest : main;
}
function writeText(served) {
  const text2 = served.body.trimEnd();
  return text2 !== "" && typeOf(served).startsWith("application/json") ? `\`\`\`json
${text2}
\`\`\`` : text2;
}
function summarize(markdown) {
  return markdown.replace(/\s+/g, " ").slice(0, 200);
}
function listAddresses(kept, tag, attribute2, base) {
  if (kept === void 0) return [];
  const found = findElements(kept, (element) => element.tag === tag).map(({ attributes }) => attributes[attribute2] ?? "");
  return [...new Set(found.map((text2) => resolveAddress(text2, base)))];
}
function resolveAddress(text2, base) {
  try {
    return new URL(text2, base).href;
  } catch {
    return text2;
  }
}
function extract(served, kept, schema) {
  const headings = kept === void 0 ? [] : findElements(kept, ({ tag }) => /^h[1-6]$/.test(tag)).map(textOf);
  return pickFields(served.data ?? { title: served.title ?? null, headings }, schema);
}
function pickFields(data, schema) {
  if (!(0, import_value14.isObject)(schema)) return data;
  const { properties, items } = schema;
  if ((0, import_value14.isObject)(properties)) {
    const found = (0, import_value14.isObject)(data) ? data : {};
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, pickFields(found[name] ?? null, inner)]));
  }
  return Array.isArray(data) && items !== void 0 ? data.map((item) => pickFields(item, items)) : data;
}
function writeMetadata(url, served) {
  const { status = 200, movedTo, title, description, language = "en", pdfPages } = served;
  return {
    ...title === void 0 || title === "" ? {} : { title },
    ...description === void 0 ? {} : { description },
    ...isHtml(served) ? { language } : {},
    sourceURL: url,
    url: movedTo ?? url,
    statusCode: status,
    contentType: typeOf(served),
    ...pdfPages === void 0 ? {} : { numPages: pdfPages, totalPages: pdfPages },
    ...status < 400 ? {} : { error: `the page answered with status ${status}` },
    concurrencyLimited: false
  };
}
function commandsModels(served) {
  return /ignore (all )?previous instructions/i.test(isHtml(served) ? textOf(parseMarkup(served.body)) : served.body);
}
var import_value14, beside, unseen2;
var init_read_page = __esm({
  "src/emulator/scrape/read-page.ts"() {
    "use strict";
    import_value14 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_markdown();
    init_markup();
    init_page();
    init_select();
    beside = readSelector(
      "header, footer, nav, aside, .header, .footer, .navbar, .sidebar, .menu, .breadcrumbs, .modal, .popup, .overlay, .ad, .ads, .advert, .cookie, #cookie, .social, .share, .widget"
    );
    unseen2 = readSelector("head, script, style, noscript, meta, link");
  }
});

// src/emulator/scrape/scrape.ts
function scrapePage(operating) {
  const problems = new Problems();
  const request = readScrapeRequest(problems, operating.body ?? null);
  if (request === void 0) return free(isBadAddress(problems) ? refuseAddress(problems) : badRequest(problems.list));
  const { credits } = operating;
  const price4 = creditsPerPage(request.options);
  if (credits.lacks(price4)) return free(errorAnswer(402, errorText(402)));
  const found = findPage(request, operating);
  if ("answer" in found) return charge(operating, found);
  const { served } = found;
  if ((served.takesMs ?? 0) > request.timeoutMs) return free(errorAnswer(408, errorText(408)));
  const isScanned = request.formats.some((format2) => format2["checkPromptInjection"] === true);
  if (isScanned && commandsModels(served)) {
    const refused = errorAnswer(403, "The page tries to instruct the model", { code: "SCRAPE_PROMPT_INJECTION_DETECTED" });
    return charge(operating, { answer: refused, charged: 4 });
  }
  const data = writeScrape(request.url, served, request.options, request.formats);
  return charge(operating, {
    answer: jsonAnswer(200, { success: true, data }),
    charged: price4 + morePages(served, request) + (isScanned ? 4 : 0)
  });
}
function free(answer) {
  return { answer, charged: 0 };
}
function charge({ credits }, scraped) {
  credits.charge(scraped.charged);
  return scraped;
}
function refuseAddress(problems) {
  return errorAnswer(400, "Invalid URL", { details: problems.list.map((problem) => ({ ...problem })) });
}
function findPage({ url, options }, { site, cache, clock }) {
  const now = clock.now();
  const copy = cache.find(url, options, now);
  if (copy !== void 0) return copy;
  if (options["lockdown"] === true) {
    return { answer: errorAnswer(404, "No cached data for this page", { code: "SCRAPE_LOCKDOWN_CACHE_MISS" }), charged: 1 };
  }
  if (options["minAge"] !== void 0) return free(errorAnswer(404, "No cached data for this page", { code: "SCRAPE_NO_CACHED_DATA" }));
  const served = site.visit(url, now);
  cache.keep(url, options, { served, at: now });
  return { served };
}
function morePages({ pdfPages = 1 }, { options }) {
  const { parsers } = options;
  return Array.isArray(parsers) && parsers.length === 0 ? 0 : pdfPages - 1;
}
var init_scrape2 = __esm({
  "src/emulator/scrape/scrape.ts"() {
    "use strict";
    init_http();
    init_queries();
    init_estimate();
    init_problems();
    init_scrape();
    init_read_page();
  }
});

// src/emulator/operations.ts
function readingContext({ world, style, store }) {
  return { world, spreadSchedules: style.spreadSchedules, nextHistory: () => store.nextHistory() };
}
function keep(reading, operating, what) {
  switch (reading.kind) {
    case "refused":
      return { answer: badRequest(reading.problems) };
    case "broken":
      return { answer: errorAnswer(500, errorText(500)) };
    case "accepted":
      operating.store.put(reading.monitor, operating.world.now());
      return { answer: show(reading.monitor, operating), [what]: reading.monitor.id };
    default:
      return (0, import_assert_never3.assertNever)(reading);
  }
}
function listMonitors(operating) {
  const { store, world, style, team, query } = operating;
  const problems = new Problems();
  const limit = readCount(problems, query, "limit", { otherwise: 25, min: 1, max: 100 });
  const offset = readCount(problems, query, "offset", { otherwise: 0, min: 0, max: Number.MAX_SAFE_INTEGER });
  if (limit === void 0 || offset === void 0) return badRequest(problems.list);
  const monitors = store.replica(world.now(), style.replicaLagMs).page(team, limit, offset);
  moveChecks(monitors, operating);
  return rawAnswer(`[${monitors.map((monitor) => write2(monitor, operating, null)).join(",")}]`);
}
function moveChecks(monitors, { checks, style, clock }) {
  if (style.checks === "reads") for (const monitor of monitors) checks.move(monitor, clock.now());
}
function withMonitor({ id, team }, source, act) {
  if (!isUuid(id)) return { answer: errorAnswer(400, "Invalid monitor ID format. Monitor ID must be a valid UUID.") };
  const monitor = source.find(id.toLowerCase(), team);
  return monitor === void 0 ? { answer: errorAnswer(404, "Monitor not found") } : act(monitor);
}
function show(monitor, operating) {
  return rawAnswer(write2(monitor, operating, operating.deliveries.listSubscriptions(monitor)));
}
function write2(monitor, { world, clock, style, checks }, subscriptions) {
  const now = clock.now();
  return writeWireMonitor(monitor, { now, today: world.now(), style, subscriptions, checks: checks.find(monitor, now, style.runLagMs) });
}
function rawAnswer(json) {
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: `{"success":true,"data":${json}}` };
}
var import_assert_never3, operations;
var init_operations = __esm({
  "src/emulator/operations.ts"() {
    "use strict";
    import_assert_never3 = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    init_checks();
    init_http();
    init_queries();
    init_addresses();
    init_create();
    init_problems();
    init_update();
    init_scrape2();
    init_wire_monitor();
    operations = {
      create: (operating) => {
        const reading = createMonitor(operating.body ?? null, operating.team, readingContext(operating));
        return keep(reading, operating, "created");
      },
      list: (operating) => ({ answer: listMonitors(operating) }),
      get: (operating) => {
        const replica = operating.store.replica(operating.world.now(), operating.style.replicaLagMs);
        return withMonitor(operating, replica, (monitor) => {
          moveChecks([monitor], operating);
          return { answer: show(monitor, operating) };
        });
      },
      update: (operating) => withMonitor(
        operating,
        operating.store,
        (monitor) => keep(updateMonitor(operating.body ?? null, monitor, readingContext(operating)), operating, "updated")
      ),
      delete: (operating) => withMonitor(operating, operating.store, (monitor) => {
        const now = operating.world.now();
        operating.store.put({ ...monitor, status: "deleted", updatedAt: now }, now);
        return { answer: jsonAnswer(200, { success: true }), deleted: monitor.id };
      }),
      run: (operating) => withMonitor(operating, operating.store, (monitor) => ({ answer: runCheck(monitor, operating) })),
      checks: (operating) => withMonitor(operating, operating.store, (monitor) => ({ answer: listChecks(monitor, operating) })),
      check: (operating) => withMonitor(operating, operating.store, (monitor) => ({ answer: showCheck(monitor, operating) })),
      credits: (operating) => ({ answer: showCredits(operating) }),
      scrape: scrapePage
    };
  }
});

// src/emulator/service.ts
function serve(request, { keys, offered, ...surroundings }) {
  const { method, path: path2, query } = request;
  const { style } = surroundings;
  const body = readJson(request);
  if (body.kind === "malformed") return { answer: errorAnswer(400, "Bad Request: malformed JSON in the request body") };
  const route = findRoute(method, path2, offered);
  if (route === void 0) return { answer: unknownPath(request, style.unknownPaths) };
  const team = admit(request.authorization, keys);
  if (typeof team !== "number") return { answer: errorAnswer(team.status, errorText(team.status)) };
  const { operation, id = "", checkId: checkId2 = "", methods } = route;
  if (operation !== void 0) return operations[operation]({ ...surroundings, team, id, checkId: checkId2, path: path2, query, body: body.value });
  if (undocumentedMethods.has(method)) return { answer: unknownPath(request, style.unknownPaths) };
  return { answer: jsonAnswer(405, { success: false, error: errorText(405) }, { allow: methods.join(", ") }) };
}
function admit(authorization, { teams, forbidden }) {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === void 0) return { status: 401 };
  if (forbidden.has(key)) return { status: 403 };
  return (teams === void 0 ? 0 : teams.get(key)) ?? { status: 401 };
}
function readJson({ contentType, body }) {
  if (body === "" || !/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType ?? "")) return { kind: "read", value: void 0 };
  try {
    return { kind: "read", value: JSON.parse(body) };
  } catch {
    return { kind: "malformed" };
  }
}
function unknownPath({ method, path: path2 }, kind) {
  if (kind === "json") return errorAnswer(404, errorText(404));
  const body = `<!DOCTYPE html>
<html lang="en"><head><title>Error</title></head><body><pre>Cannot ${method} ${escapeHtml(path2)}</pre></body></html>
`;
  return { status: 404, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
function escapeHtml(text2) {
  return text2.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
var undocumentedMethods;
var init_service = __esm({
  "src/emulator/service.ts"() {
    "use strict";
    init_http();
    init_operations();
    init_routes();
    undocumentedMethods = /* @__PURE__ */ new Set(["GET", "HEAD"]);
  }
});

// src/emulator/site/changing.ts
function hourOf({ now }) {
  return Math.max(0, Math.floor((now - Date.UTC(2026, 0, 1)) / HOUR2));
}
function price2(base, visit, everyHours) {
  return (base + Math.floor(hourOf(visit) / everyHours) % 10).toFixed(2);
}
var HOUR2, ADS, noisy, timely, changing;
var init_changing = __esm({
  "src/emulator/site/changing.ts"() {
    "use strict";
    HOUR2 = 36e5;
    ADS = ["Fly to the sun from 49 \u20AC", "A better mattress", "Learn to sail in a week", "Coffee at home: 20% off"];
    noisy = [
      {
        url: "https://noise.site.example/clock",
        name: "a page with the time of the visit",
        kind: "changing",
        noise: "p.updated",
        serve: ({ now, count }) => ({
          title: "Exchange rates",
          body: `<h1>Exchange rates</h1><p class="updated">Page made on ${new Date(now).toISOString()}, request ${count + 1}</p><p>1 EUR = 1.09 USD</p>`
        })
      },
      {
        url: "https://noise.site.example/counter",
        name: "a page that counts its visitors",
        kind: "changing",
        noise: "#visitors",
        serve: ({ count }) => ({
          title: "Model railway",
          body: `<h1>Model railway</h1><p>Open house on 6 May, from 10 to 16.</p><div id="visitors">You are visitor number ${48211 + count}.</div>`
        })
      },
      {
        url: "https://noise.site.example/shop",
        name: "a page with other advertisements at each visit",
        kind: "changing",
        noise: "div.offers-today",
        serve: ({ count }) => ({
          title: "Espresso machine",
          body: `<h1>Espresso machine</h1><p class="price">399.00 \u20AC</p><div class="offers-today"><p>${ADS[count % ADS.length]}</p></div><p>15 bar, two cups at once.</p>`,
          data: { name: "Espresso machine", price: 399 }
        })
      },
      {
        url: "https://noise.site.example/token",
        name: "a page with a number in a link that is new at each visit",
        kind: "changing",
        noise: null,
        serve: ({ count }) => ({
          title: "Forms",
          body: `<h1>Forms</h1><p><a href="/download?token=${(count * 7919 + 104729).toString(16)}">Application form</a> (2 pages)</p>`
        })
      }
    ];
    timely = [
      {
        url: "https://shop.site.example/pricing",
        name: "a page of prices that change every hour",
        kind: "changing",
        serve: (visit) => ({
          title: "Pricing",
          description: "Plans and prices",
          body: `<h1>Pricing</h1><table class="price-table"><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>${price2(9, visit, 1)} \u20AC</td></tr><tr><td>Team</td><td>29.00 \u20AC</td></tr></table><p>All prices a month, without tax.</p>`,
          data: {
            plans: [
              { name: "Basic", price: Number(price2(9, visit, 1)) },
              { name: "Team", price: 29 }
            ]
          }
        })
      },
      {
        url: "https://acme.example/pricing",
        name: "a competitor whose price changes every hour",
        kind: "changing",
        serve: (visit) => ({
          title: "Acme pricing",
          body: `<h1>Acme pricing</h1><h2>Starter</h2><p>${price2(19, visit, 1)} \u20AC a month, 5 projects</p><h2>Business</h2><p>79.00 \u20AC a month, 50 projects</p>`,
          data: {
            plans: [
              { name: "Starter", price: Number(price2(19, visit, 1)) },
              { name: "Business", price: 79 }
            ]
          }
        })
      },
      {
        url: "https://news.site.example/",
        name: "a list of news that grows every six hours",
        kind: "changing",
        serve: (visit) => {
          const newest = Math.floor(hourOf(visit) / 6);
          const items = [0, 1, 2, 3].map((back) => `<li>Story ${Math.max(0, newest - back) + 1}: the council met again</li>`);
          return { title: "Example News", body: `<h1>Latest news</h1><ul>${items.join("")}</ul>` };
        }
      },
      {
        url: "https://shop.site.example/products/radio",
        name: "a product that is sold out on every second day",
        kind: "changing",
        serve: (visit) => {
          const isThere = Math.floor(hourOf(visit) / 24) % 2 === 0;
          return {
            title: "Radio Allegro",
            body: `<h1>Radio Allegro</h1><p class="price">89.00 \u20AC</p><p class="stock">${isThere ? "In stock, delivered in two days." : "Sold out."}</p>`,
            data: { name: "Radio Allegro", price: 89, available: isThere }
          };
        }
      }
    ];
    changing = [...noisy, ...timely];
  }
});

// src/emulator/site/lasting.ts
var good, bad, lasting;
var init_lasting = __esm({
  "src/emulator/site/lasting.ts"() {
    "use strict";
    init_page();
    good = goodPages([
      [
        "a help article about logging in",
        "https://help.site.example/log-in",
        {
          title: "Log in to your account",
          body: "<h1>Log in to your account</h1><ol><li>Open the app and choose <strong>Log in</strong>.</li><li>Enter your e-mail address and password.</li><li>Confirm with the code that we send you.</li></ol><h2>Forgot your password?</h2><p>Choose <strong>Forgot password</strong> and open the link in the mail within an hour. Ask support if no mail arrives.</p>"
        }
      ],
      [
        "an article about designing 404 pages",
        "https://blog.site.example/404-pages",
        {
          title: "404 Not Found: how to design a good error page",
          body: '<h1>404 Not Found: how to design a good error page</h1><p>A visitor who sees "Page not found" has met a broken link. Good error pages say what happened and offer a way on: a search field, the most read pages, and a link to the home page.</p><h2>What to write</h2><p>"Oops! Sorry, the page you are looking for does not exist" is friendly, but does not help. Name the address, and say whether the page was moved or removed.</p><h2>What to send</h2><p>Send the status 404 with it. A page that says "not found" with the status 200 is called a soft 404.</p>'
        }
      ],
      [
        "a table of prices",
        "https://shop.site.example/prices",
        {
          title: "Prices",
          body: '<table class="prices"><tr><th>Plan</th><th>Month</th></tr><tr><td>Basic</td><td>9 \u20AC</td></tr><tr><td>Team</td><td>29 \u20AC</td></tr></table>',
          data: {
            plans: [
              { name: "Basic", price: 9 },
              { name: "Team", price: 29 }
            ]
          }
        }
      ],
      [
        "a PDF",
        "https://law.site.example/fees.pdf",
        {
          title: "Schedule of fees",
          contentType: "application/pdf",
          pdfPages: 3,
          body: "# Schedule of fees\n\nValid from 1 January.\n\nCopy of a record: 12 \u20AC\n\nExtract from the register: 10 \u20AC\n\nLate filing: 50 \u20AC\n"
        }
      ]
    ]);
    bad = [
      ...badPages("status", [
        ["a missing page", "https://shop.site.example/gone/sofa", { status: 404, title: "Page not found", body: "<h1>Page not found</h1>" }]
      ]),
      ...badPages("empty", [
        [
          "a page that only scripts fill",
          "https://app.site.example/board",
          { title: "Board", frame: "bare", body: '<div id="app"></div><script>start()</script>' }
        ]
      ]),
      ...badPages("elsewhere", [
        [
          "a domain that is parked",
          "https://expired.site.example/pricing",
          {
            movedTo: "https://domains.parking.example/?d=expired.site.example",
            title: "expired.site.example is for sale",
            body: "<h1>expired.site.example is for sale</h1><p>Buy this domain. Related searches: insurance, loans, hotels.</p>"
          }
        ]
      ]),
      ...badPages("soft-404", [
        [
          "an error page with 200",
          "https://shop.site.example/products/old",
          {
            title: "Page not found",
            body: '<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist or was moved.</p><p><a href="/">Back to the home page</a></p>'
          }
        ]
      ]),
      ...badPages("login", [
        [
          "a login page",
          "https://intern.site.example/handbook",
          {
            movedTo: "https://intern.site.example/login?return=%2Fhandbook",
            title: "Sign in",
            body: '<h1>Sign in to continue</h1><form><p>E-mail address</p><input type="text" name="user"><p>Password</p><input type="password" name="password"><button>Sign in</button></form><p><a href="/forgot">Forgot your password?</a> <a href="/register">Create an account</a></p>'
          }
        ]
      ]),
      ...badPages("consent", [
        [
          "a consent page instead of the content",
          "https://zeitung.site.example/politik",
          {
            movedTo: "https://zeitung.site.example/consent?return=%2Fpolitik",
            title: "Your privacy",
            body: "<h1>Before you continue</h1><p>We and our 214 partners use cookies to store and access information on your device. Accept all cookies to read on with advertising, or subscribe.</p><button>Accept all</button> <button>Manage preferences</button> <button>Reject all</button>"
          }
        ]
      ]),
      ...badPages("challenge", [
        [
          "a check of the browser",
          "https://guarded.site.example/prices",
          {
            title: "Just a moment...",
            frame: "bare",
            body: "<h1>guarded.site.example</h1><p>Checking your browser before accessing the site. This process is automatic.</p><p>Please enable JavaScript and cookies to continue.</p><p>Ray ID: 7d1f00aa</p>"
          }
        ]
      ]),
      {
        url: "https://shop.site.example/plans-new-design",
        name: "a page on which the selector matches nothing",
        kind: "bad",
        flaw: "selectors",
        options: { includeTags: [".price-table"] },
        serve: { title: "Plans", body: '<h1>Plans</h1><div class="plans"><p>Basic: 9 \u20AC a month</p><p>Team: 29 \u20AC a month</p></div>' }
      },
      ...badPages("timeout", [
        ["a page that takes ten minutes", "https://slow.site.example/export", { title: "Export", takesMs: 6e5, body: "<p>Done.</p>" }]
      ])
    ];
    lasting = [...good, ...bad];
  }
});

// src/emulator/site/site.ts
function addressOf(url) {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/$/, "")}${search}`;
}
function plainPage({ host, pathname }) {
  const words = decode2(pathname).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.at(-1) ?? "Home";
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const topic = escapeMarkup(words.join(" ") || "home");
  const body = [
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>This page of ${escapeMarkup(host)} is about ${topic}. The emulator made it from the address.</p>`,
    "<h2>Details</h2>",
    `<ul><li>Site: ${escapeMarkup(host)}</li><li>Topic: ${topic}</li><li>Edition: first</li></ul>`,
    "<p>It says the same at every visit, so a check of it finds no change.</p>"
  ];
  return { title: `${title} | ${host}`, body: body.join("\n") };
}
function decode2(text2) {
  try {
    return decodeURIComponent(text2);
  } catch {
    return text2;
  }
}
var SITE_PAGES, Site;
var init_site = __esm({
  "src/emulator/site/site.ts"() {
    "use strict";
    init_changing();
    init_lasting();
    init_page();
    init_scripted();
    SITE_PAGES = [...lasting, ...changing];
    Site = class {
      pages;
      #byAddress;
      #visits = /* @__PURE__ */ new Map();
      #scripts = /* @__PURE__ */ new Map();
      /** A site with further pages, at addresses of their own. */
      constructor(further = []) {
        this.pages = [...SITE_PAGES, ...further];
        this.#byAddress = new Map(this.pages.map((page) => [addressOf(page.url), page]));
      }
      /** What the page at an address shows at `now` (milliseconds). Counts as a visit. */
      visit(url, now) {
        const address = addressOf(url);
        const count = this.#visits.get(address) ?? 0;
        this.#visits.set(address, count + 1);
        return this.#serve(url, { now, count });
      }
      /** What a visit at `now` would show. */
      look(url, now) {
        return this.#serve(url, { now, count: this.#visits.get(addressOf(url)) ?? 0 });
      }
      /** Lets an address show something else from now on; null for its own page again. */
      script(url, script) {
        if (script === null) this.#scripts.delete(addressOf(url));
        else this.#scripts.set(addressOf(url), script);
      }
      /** A page and those of the site that lie below it: what a crawl finds. */
      below(url) {
        const start = addressOf(url);
        const others = this.pages.filter((page) => page.flaw === void 0 && addressOf(page.url).startsWith(`${start}/`));
        return [url, ...others.map((page) => page.url)];
      }
      #serve(url, visit) {
        const script = this.#scripts.get(addressOf(url));
        const usual = this.#serveOwn(url, visit);
        return script === void 0 ? usual : serveScripted(script, usual, visit);
      }
      /** What an address shows without a script; one without a page has a plain one that is made from it. */
      #serveOwn(url, visit) {
        const page = this.#byAddress.get(addressOf(url));
        if (page === void 0) return plainPage(new URL(url));
        return typeof page.serve === "function" ? page.serve(visit) : page.serve;
      }
      clear() {
        this.#visits.clear();
        this.#scripts.clear();
      }
    };
  }
});

// src/emulator/site/view.ts
function viewSite(target, site, now) {
  const address = target.slice(sitePrefix.length).replace(/^\//, "");
  if (address === "") return { status: 200, headers: { ...guard, "content-type": "text/html; charset=utf-8" }, body: writeIndex(site) };
  const url = `https://${address}`;
  if (!isAddress(url)) return { status: 404, headers: guard, body: "" };
  const served = site.look(url, now);
  const type = isHtml(served) ? typeOf(served) : "text/plain; charset=utf-8";
  return { status: served.status ?? 200, headers: { ...guard, "content-type": type }, body: writeDocument(served) };
}
function isAddress(url) {
  try {
    return new URL(url).host !== "";
  } catch {
    return false;
  }
}
function writeIndex({ pages }) {
  const items = pages.map(({ url, name, kind, flaw }) => {
    const path2 = escapeMarkup(url.replace(/^https?:\/\//, ""));
    return `<tr><td>${flaw === void 0 ? kind : `${kind}: ${flaw}`}</td><td>${escapeMarkup(name)}</td><td><a href="${sitePrefix}/${path2}">${path2}</a></td></tr>`;
  });
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Site of the emulator</title></head><body><h1>Site of the emulator</h1><table>
${items.join("\n")}
</table></body></html>
`;
}
var sitePrefix, guard;
var init_view = __esm({
  "src/emulator/site/view.ts"() {
    "use strict";
    init_page();
    sitePrefix = "/site";
    guard = {
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff"
    };
  }
});

// src/emulator/data-file.ts
function readDataFile(file) {
  let text2;
  if ((0, import_node_fs.statSync)(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new DataFileError(`the emulator's data file ${file} is not a regular file`);
  try {
    text2 = (0, import_node_fs.readFileSync)(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw new DataFileError(`the emulator's data file ${file} cannot be read`, { cause: error });
  }
  const content = parse(text2);
  if (!(0, import_value15.isObject)(content) || content["format"] !== format || content["version"] !== version || !Array.isArray(content["monitors"])) {
    throw new DataFileError(`${file} is not a data file of this emulator: use another file with --data, or delete this one to start again`);
  }
  return content["monitors"];
}
function parse(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return void 0;
  }
}
function writeDataFile(file, monitors) {
  const temporary = `${file}.tmp-${(0, import_node_crypto.randomBytes)(8).toString("hex")}`;
  try {
    const descriptor = (0, import_node_fs.openSync)(temporary, "wx", 384);
    try {
      (0, import_node_fs.writeSync)(descriptor, `${JSON.stringify({ format, version, monitors }, null, 1)}
`);
      (0, import_node_fs.fsyncSync)(descriptor);
    } finally {
      (0, import_node_fs.closeSync)(descriptor);
    }
    (0, import_node_fs.renameSync)(temporary, file);
  } catch (error) {
    try {
      (0, import_node_fs.unlinkSync)(temporary);
    } catch {
    }
    throw new DataFileError(`the emulator's data file ${file} cannot be written`, { cause: error });
  }
}
var import_node_crypto, import_node_fs, import_value15, DataFileError, format, version;
var init_data_file = __esm({
  "src/emulator/data-file.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    import_node_fs = require("node:fs");
    import_value15 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    DataFileError = class extends Error {
      name = "DataFileError";
    };
    format = "monitors-emulator";
    version = 2;
  }
});

// src/emulator/store.ts
function ownLive(monitor, team) {
  if (monitor === void 0 || monitor.status === "deleted") return void 0;
  return team === void 0 || monitor.team === team ? monitor : void 0;
}
function isSamePlace(before, after) {
  return before.createdAt === after.createdAt && before.team === after.team && before.status === "deleted" === (after.status === "deleted");
}
function compareEntries(left, right) {
  return left.monitor.createdAt - right.monitor.createdAt || left.arrival - right.arrival;
}
var MonitorStore, MonitorTable;
var init_store = __esm({
  "src/emulator/store.ts"() {
    "use strict";
    init_data_file();
    MonitorStore = class {
      #primary;
      #replica;
      /** Writes that the replica has not got yet, oldest first. */
      #underWay = [];
      #file;
      #onPut;
      #histories;
      /** Reads the data file if there is one; `onPut` is told each monitor that is stored. Throws `DataFileError` if it is not a data file. */
      constructor(file, onPut = () => {
      }) {
        this.#file = file;
        this.#onPut = onPut;
        const monitors = file === void 0 ? [] : readDataFile(file);
        this.#primary = new MonitorTable(monitors);
        this.#replica = new MonitorTable(monitors);
        for (const monitor of monitors) onPut(monitor);
        this.#histories = Math.max(0, ...monitors.flatMap(({ histories }) => Object.values(histories)));
      }
      /** The live monitors, in the order in which they were made. */
      list() {
        return this.#primary.list().filter(({ status }) => status !== "deleted");
      }
      /** The deleted monitors, in the order in which they were made: a delete only marks them. */
      listDeleted() {
        return this.#primary.list().filter(({ status }) => status === "deleted");
      }
      /** Finds a live monitor, of this team if given; undefined if it is deleted or another team's. */
      find(id, team) {
        return ownLive(this.#primary.find(id), team);
      }
      /** The monitors that lists and reads see at `now` (milliseconds), with a replica `lagMs` behind. It never goes back in time. */
      replica(now, lagMs) {
        const isDue = (write3) => write3 !== void 0 && write3.at + lagMs <= now;
        let due = 0;
        while (isDue(this.#underWay[due])) due += 1;
        for (const { monitor } of this.#underWay.splice(0, due)) this.#replica.put(monitor);
        return {
          find: (id, team) => ownLive(this.#replica.find(id), team),
          page: (team, limit, offset) => this.#replica.page(team, limit, offset)
        };
      }
      /** Adds a monitor or replaces the one with its id, at `now` (milliseconds); on disk before it returns. */
      put(monitor, now) {
        if (this.#file !== void 0) {
          const others = this.#primary.list();
          const index = others.findIndex(({ id }) => id === monitor.id);
          writeDataFile(this.#file, index < 0 ? [...others, monitor] : others.with(index, monitor));
        }
        this.#primary.put(monitor);
        this.#underWay.push({ at: now, monitor });
        this.#onPut(monitor);
      }
      /** The number of the next page history; never used twice. */
      nextHistory() {
        this.#histories += 1;
        return this.#histories;
      }
      clear() {
        if (this.#file !== void 0) writeDataFile(this.#file, []);
        this.#primary.clear();
        this.#replica.clear();
        this.#underWay.length = 0;
      }
    };
    MonitorTable = class {
      #byId = /* @__PURE__ */ new Map();
      /** The live monitors of each team, oldest first. */
      #live = /* @__PURE__ */ new Map();
      #arrivals = 0;
      constructor(monitors = []) {
        for (const monitor of monitors) this.put(monitor);
      }
      /** The monitor with this id, deleted or not. */
      find(id) {
        return this.#byId.get(id)?.monitor;
      }
      /** Adds a monitor, or replaces the one with its id. */
      put(monitor) {
        const known = this.#byId.get(monitor.id);
        if (known !== void 0 && isSamePlace(known.monitor, monitor)) {
          known.monitor = monitor;
          return;
        }
        if (known !== void 0 && known.monitor.status !== "deleted") this.#liveOf(known).splice(this.#placeOf(known), 1);
        const entry = { monitor, arrival: known?.arrival ?? this.#arrivals++ };
        this.#byId.set(monitor.id, entry);
        if (monitor.status !== "deleted") this.#liveOf(entry).splice(this.#placeOf(entry), 0, entry);
      }
      clear() {
        this.#byId.clear();
        this.#live.clear();
      }
      /** All monitors, deleted ones too, oldest first. */
      list() {
        return [...this.#byId.values()].sort(compareEntries).map(({ monitor }) => monitor);
      }
      /** The live monitors of a team from the newest on: `limit` of them after `offset`. */
      page(team, limit, offset) {
        const live = this.#live.get(team) ?? [];
        const end = Math.max(0, live.length - offset);
        const page = live.slice(Math.max(0, end - limit), end);
        return page.reverse().map(({ monitor }) => monitor);
      }
      #liveOf({ monitor: { team } }) {
        const live = this.#live.get(team) ?? [];
        this.#live.set(team, live);
        return live;
      }
      /** Finds the place of an entry among the live ones, or where it would stand. */
      #placeOf(entry) {
        const live = this.#liveOf(entry);
        let low = 0;
        let high = live.length;
        while (low < high) {
          const middle = low + high >> 1;
          if (compareEntries(live[middle], entry) < 0) low = middle + 1;
          else high = middle;
        }
        return low;
      }
    };
  }
});

// src/emulator/team-credits.ts
var CreditAccount;
var init_team_credits = __esm({
  "src/emulator/team-credits.ts"() {
    "use strict";
    CreditAccount = class {
      value = null;
      /** Whether so many credits are not left. */
      lacks(amount) {
        const remaining = this.value?.["remainingCredits"];
        return typeof remaining === "number" && remaining < amount;
      }
      charge(amount) {
        const remaining = this.value?.["remainingCredits"];
        if (typeof remaining === "number") this.value = { ...this.value, remainingCredits: Math.max(0, remaining - amount) };
      }
    };
  }
});

// src/emulator/watch/scheduler.ts
var Scheduler, SHORTEST_GAP;
var init_scheduler = __esm({
  "src/emulator/watch/scheduler.ts"() {
    "use strict";
    init_runs();
    Scheduler = class {
      #due = /* @__PURE__ */ new Map();
      #earliest = Number.POSITIVE_INFINITY;
      /** Notes a monitor that was made or changed at `now`, by the clock of checks. */
      note(monitor, now) {
        if (monitor.status !== "active") {
          this.#due.delete(monitor.id);
          return;
        }
        const at = findRuns(monitor, now)[0] ?? Number.POSITIVE_INFINITY;
        this.#due.set(monitor.id, { monitor, at });
        this.#earliest = Math.min(this.#earliest, at);
      }
      clear() {
        this.#due.clear();
        this.#earliest = Number.POSITIVE_INFINITY;
      }
      /** Starts each check that is due until `now`, with the time at which it is due. */
      play(now, start) {
        while (this.#earliest <= now) {
          const until = Math.min(now, this.#earliest + SHORTEST_GAP - 1);
          const due = [...this.#due.values()].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
          for (const { monitor, at } of due) {
            start(monitor, at);
            this.#due.set(monitor.id, { monitor, at: findRuns(monitor, at)[0] ?? Number.POSITIVE_INFINITY });
          }
          this.#earliest = Math.min(Number.POSITIVE_INFINITY, ...[...this.#due.values()].map(({ at }) => at));
        }
      }
    };
    SHORTEST_GAP = 5 * 6e4;
  }
});

// src/emulator/watch/page-diff.ts
function diffMarkdown(before, after) {
  const end = (text2) => text2.endsWith("\n") ? text2 : `${text2}
`;
  const patch = (0, import_diff.structuredPatch)("previous", "current", end(before), end(after), void 0, void 0, { context: 3 });
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark) => lines.filter((line) => line.startsWith(mark)).length;
  const files = [{ from: "previous", to: "current", additions: count("+"), deletions: count("-") }];
  return { text: (0, import_diff.formatPatch)(patch).replace(/^=+\n/, ""), json: { files } };
}
function diffFields(before, after, path2 = "") {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    const items = Array.from({ length }, (_, index) => diffFields(before[index] ?? null, after[index] ?? null, `${path2}[${index}]`));
    return Object.assign({}, ...items);
  }
  if ((0, import_value16.isObject)(before) && (0, import_value16.isObject)(after)) {
    const names2 = [.../* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])];
    const members = names2.map((name) => diffFields(before[name] ?? null, after[name] ?? null, path2 === "" ? name : `${path2}.${name}`));
    return Object.assign({}, ...members);
  }
  return JSON.stringify(before) === JSON.stringify(after) ? {} : { [path2]: { previous: before, current: after } };
}
function changedLines(text2) {
  return text2.split("\n").flatMap((line) => {
    const type = /^\+(?!\+\+)/.test(line) ? "added" : /^-(?!--)/.test(line) ? "removed" : void 0;
    return type === void 0 ? [] : [{ type, line: line.slice(1) }];
  });
}
var import_diff, import_value16;
var init_page_diff = __esm({
  "src/emulator/watch/page-diff.ts"() {
    "use strict";
    import_diff = require("./diff.cjs");
    import_value16 = askBundle("./monitors.cjs", "src/core/json/value.ts");
  }
});

// src/emulator/watch/judge.ts
function judgeChange(goal, diff) {
  const text2 = (0, import_value17.property)(diff, "text");
  const lines = typeof text2 === "string" ? changedLines(text2) : [];
  const words = goal.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const matters = (line) => price3.test(line) || words.some((word) => line.toLowerCase().includes(word));
  const meaningful = lines.length === 0 || lines.some(({ line }) => matters(line));
  return {
    meaningful,
    confidence: "medium",
    reason: meaningful ? "What changed has to do with the goal." : "Nothing that the goal asks for changed.",
    meaningfulChanges: lines.filter(({ line }) => meaningful && matters(line)).map(({ type, line }) => ({
      ...{ type, before: type === "removed" ? line : null, after: type === "added" ? line : null },
      reason: "It has to do with the goal."
    }))
  };
}
var import_value17, price3;
var init_judge = __esm({
  "src/emulator/watch/judge.ts"() {
    "use strict";
    import_value17 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_page_diff();
    price3 = new RegExp("\\d[\\d.,]*\\s?\\p{Sc}|\\p{Sc}\\s?\\d", "u");
  }
});

// src/emulator/watch/watcher.ts
function isSamePage(before, after) {
  return before === after || before.body === after.body && before.banner === after.banner && before.status === after.status;
}
function read(url, served, options) {
  const given = options["formats"];
  const formats = Array.isArray(given) ? given : ["markdown"];
  const extraction = formats.find(extractsFields);
  const readAs = (format2) => writeScrape(url, served, options, [format2]);
  const json = (0, import_value18.isObject)(extraction) ? readAs({ ...extraction, type: "json" })["json"] : void 0;
  return { served, markdown: () => String(readAs({ type: "markdown" })["markdown"]), json };
}
function extractsFields(format2) {
  const type = (0, import_value18.property)(format2, "type");
  const modes = (0, import_value18.property)(format2, "modes");
  return type === "json" || type === "changeTracking" && Array.isArray(modes) && modes.includes("json");
}
function showsText(format2) {
  return !extractsFields(format2);
}
function compare(before, after, { formats }) {
  const isText = !Array.isArray(formats) || formats.some((format2) => showsText(format2));
  const [old, young] = isText ? [before.markdown(), after.markdown()] : ["", ""];
  const text2 = old === young ? {} : diffMarkdown(old, young);
  if (before.json === void 0 || after.json === void 0) return Object.keys(text2).length === 0 ? null : text2;
  const fields = diffFields(before.json, after.json);
  const isSame = Object.keys(text2).length === 0 && Object.keys(fields).length === 0;
  return isSame ? null : { ...text2, json: fields };
}
function snapshotOf({ json }) {
  return json === void 0 ? {} : { snapshot: { json } };
}
function lengthOf2(value) {
  return Array.isArray(value) ? value.length : 0;
}
var import_value18, Watcher, MOST_CRAWLED;
var init_watcher = __esm({
  "src/emulator/watch/watcher.ts"() {
    "use strict";
    import_value18 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_estimate();
    init_read_page();
    init_judge();
    init_page_diff();
    Watcher = class {
      #site;
      #snapshots = /* @__PURE__ */ new Map();
      constructor(site) {
        this.#site = site;
      }
      /** Checks all pages of a monitor at `now` (milliseconds). */
      check(monitor, now) {
        const { targets, judgeEnabled, goal } = monitor;
        const isJudged = judgeEnabled && goal !== null;
        const found = targets.map((target) => {
          const pages = target["type"] === "search" ? this.#search(monitor, target) : this.#visitAll(monitor, target, now);
          const price4 = target["type"] === "search" ? 0 : creditsPerPage(target["scrapeOptions"]);
          const queries = target["type"] === "search" ? 2 * Math.ceil(lengthOf2(target["queries"]) * Number(target["maxResults"]) / 10) : 0;
          const paid = pages.filter(({ status }) => status !== "same").length;
          const judged = isJudged ? pages.filter(({ judgment }) => (0, import_value18.isObject)(judgment)).length : 0;
          return {
            pages,
            estimatedCredits: queries + pages.length * (price4 + (isJudged ? 1 : 0)),
            actualCredits: queries + paid * price4 + judged
          };
        });
        const sum = (name) => found.reduce((total, part) => total + part[name], 0);
        return {
          pages: found.flatMap(({ pages }) => pages),
          estimatedCredits: sum("estimatedCredits"),
          actualCredits: sum("actualCredits")
        };
      }
      clear() {
        this.#snapshots.clear();
      }
      #visitAll(monitor, target, now) {
        const { url, urls, scrapeOptions, crawlOptions } = target;
        const options = (0, import_value18.isObject)(scrapeOptions) ? scrapeOptions : {};
        const limit = Number((0, import_value18.property)(crawlOptions, "limit") ?? MOST_CRAWLED);
        const addresses = typeof url === "string" ? this.#site.below(url).slice(0, Math.max(1, Math.min(limit, MOST_CRAWLED))) : urls;
        return addresses.map((address) => this.#visit(monitor, target, address, options, now));
      }
      #visit(monitor, target, url, options, now) {
        const key = `${monitor.histories[String(target["id"])]} ${url}`;
        const found = { url, targetId: target["id"] ?? null };
        const served = this.#site.visit(url, now);
        if ((served.takesMs ?? 0) > Number(options["timeout"] ?? 6e4)) {
          return { ...found, status: "error", error: "the page took longer than the timeout" };
        }
        const before = this.#snapshots.get(key);
        const metadata = { title: served.title ?? null };
        const answered = { ...found, statusCode: served.status ?? 200, metadata };
        if (before !== void 0 && isSamePage(before.served, served)) return { ...answered, status: "same", ...snapshotOf(before) };
        const after = read(url, served, options);
        this.#snapshots.set(key, after);
        if (before === void 0) return { ...answered, status: "new", ...snapshotOf(after) };
        const diff = compare(before, after, options);
        if (diff === null) return { ...answered, status: "same", ...snapshotOf(after) };
        const { judgeEnabled, goal } = monitor;
        const judgment = judgeEnabled && goal !== null ? judgeChange(goal, diff) : null;
        return { ...answered, status: "changed", diff, judgment, ...snapshotOf(after) };
      }
      /** Results that are made up: one that the goal asks for, found once, and one that it does not. */
      #search(monitor, target) {
        const queries = target["queries"] ?? [];
        return queries.flatMap((query, index) => {
          const url = `https://news.site.example/search/${encodeURIComponent(query)}`;
          const key = `${monitor.histories[String(target["id"])]} ${index} ${query}`;
          const isKnown = this.#snapshots.has(key);
          if (!isKnown) this.#snapshots.set(key, { served: { body: "" }, markdown: () => "", json: void 0 });
          const targetId = target["id"] ?? null;
          return [
            { url, targetId, status: isKnown ? "same" : "new", metadata: { searchStatus: isKnown ? "already_seen" : "alert" } },
            { url: `${url}/other`, targetId, status: "same", metadata: { searchStatus: "ignored" } }
          ];
        });
      }
    };
    MOST_CRAWLED = 20;
  }
});

// src/emulator/emulator.ts
var emulator_exports = {};
__export(emulator_exports, {
  startEmulator: () => startEmulator
});
async function startEmulator(options) {
  const emulation = new Emulation(options);
  const url = await emulation.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  return {
    url,
    monitors: () => emulation.store.list(),
    deleted: () => emulation.store.listDeleted(),
    dashboard: emulation.dashboard,
    advance: (ms) => emulation.advance(ms),
    now: () => emulation.clock.now(),
    requests: () => emulation.log.list(),
    setFaults: (script) => emulation.setFaults(script),
    reset: () => emulation.reset(),
    settled: () => emulation.activity.idle(),
    close: () => emulation.close()
  };
}
function isBelow(path2, prefix) {
  return path2 === prefix || path2.startsWith(`${prefix}/`);
}
function sendError(response, record, status) {
  if (record !== void 0) record.status = status;
  sendAnswer(response, errorAnswer(status, errorText(status)));
}
function refuseBadRequest(error, socket) {
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r
connection: close\r
content-length: 0\r
\r
`);
  else socket.destroy();
}
function readBodyTraits(body) {
  let value = null;
  try {
    value = JSON.parse(body);
  } catch {
  }
  const name = (0, import_value19.property)(value, "name");
  const targets = (0, import_value19.property)(value, "targets");
  const urls = (Array.isArray(targets) ? targets : []).flatMap((target) => {
    const { url, urls: urls2 } = (0, import_value19.isObject)(target) ? target : {};
    return [url, ...Array.isArray(urls2) ? urls2 : []].filter((item) => typeof item === "string");
  });
  const scraped = (0, import_value19.property)(value, "url");
  return { name: typeof name === "string" ? name : void 0, urls: typeof scraped === "string" ? [scraped, ...urls] : urls };
}
var import_node_http, import_value19, EMULATOR_HEADER, CLOCK_HEADER, Emulation;
var init_emulator = __esm({
  "src/emulator/emulator.ts"() {
    "use strict";
    import_node_http = require("node:http");
    import_value19 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_activity();
    init_check_log();
    init_clock();
    init_control();
    init_dashboard();
    init_deliveries();
    init_fault_engine();
    init_parse();
    init_perform();
    init_http();
    init_request_log();
    init_routes();
    init_page_cache();
    init_service();
    init_site();
    init_view();
    init_store();
    init_team_credits();
    init_scheduler();
    init_watcher();
    EMULATOR_HEADER = "x-monitors-emulator";
    CLOCK_HEADER = "x-monitors-emulator-date";
    Emulation = class {
      store;
      log;
      activity = new Activity();
      #options;
      dashboard;
      clock;
      #credits = new CreditAccount();
      #deliveries = new Deliveries();
      #site;
      #checks;
      #scheduler = new Scheduler();
      #cache = new PageCache();
      #keys;
      #offered;
      #server;
      #givenStyle = {};
      #style;
      #faults = new FaultEngine({});
      constructor(options) {
        this.#options = options;
        this.#site = new Site(options.pages);
        this.#checks = new CheckLog(new Watcher(this.#site), this.#credits, this.#deliveries);
        this.clock = new CheckClock(options.world, options.speed);
        const teams = options.apiKeys?.map((key, index) => [key, index]);
        this.#keys = { teams: teams === void 0 ? void 0 : new Map(teams), forbidden: new Set(options.forbiddenKeys) };
        this.#offered = new Set(options.operations === "full" ? operationNames : ["create", "scrape"]);
        this.#style = this.#completeStyle();
        this.log = new RequestLog([...options.apiKeys ?? [], ...options.forbiddenKeys ?? []]);
        this.setFaults(options.faults ?? {});
        this.store = new MonitorStore(options.dataFile, (monitor) => this.#scheduler.note(monitor, this.clock.now()));
        this.dashboard = openDashboard(this.#surroundings(), () => {
          this.#playDue();
          return { world: options.world, spreadSchedules: this.#style.spreadSchedules, nextHistory: () => this.store.nextHistory() };
        });
        this.#server = (0, import_node_http.createServer)(
          { headersTimeout: 2e4, requestTimeout: 12e4, keepAliveTimeout: 3e4, noDelay: true },
          (request, response) => {
            void this.#answer(request, response);
          }
        );
        this.#server.on("clientError", refuseBadRequest);
      }
      listen(port, host) {
        return new Promise((resolve, reject) => {
          this.#server.once("error", reject);
          this.#server.listen(port, host, () => {
            const address = this.#server.address();
            resolve(`http://${host === "::1" ? "[::1]" : host}:${address.port}`);
          });
        });
      }
      setFaults(script) {
        this.#faults = new FaultEngine(checkFaultScript(script));
        this.#givenStyle = script.answers ?? {};
        this.#style = this.#completeStyle();
      }
      advance(ms) {
        this.clock.advance(ms);
        this.#style = this.#completeStyle();
        this.#playDue();
      }
      /** Runs the checks that are due by now. */
      #playDue() {
        if (this.#style.checks !== "schedule") return;
        this.#scheduler.play(this.clock.now(), (monitor, at) => this.#checks.startDue(monitor, at));
      }
      /** Adds the defaults to the style of answers. */
      #completeStyle() {
        const { operations: operations2, speed } = this.#options;
        return {
          timestamps: "iso",
          spreadSchedules: false,
          unknownPaths: operations2 === "full" ? "html" : "json",
          replicaLagMs: 0,
          checks: speed !== void 0 || this.clock.isSimulated ? "schedule" : "reads",
          creditFactor: 1,
          runLagMs: 0,
          deliveryLagMs: 0,
          ...this.#givenStyle
        };
      }
      reset() {
        this.clock.reset(this.#options.speed);
        this.#scheduler.clear();
        this.store.clear();
        this.log.clear();
        this.#checks.clear();
        this.#credits.value = null;
        this.#deliveries.clear();
        this.#site.clear();
        this.#cache.clear();
        this.setFaults({});
      }
      close() {
        return new Promise((resolve) => {
          this.activity.cancel();
          this.#server.close(() => resolve());
          this.#server.closeAllConnections();
        });
      }
      async #answer(request, response) {
        const endAnswer = this.activity.begin();
        const endWork = this.activity.begin();
        response.once("close", endAnswer);
        response.on("error", () => {
        });
        response.setHeader(EMULATOR_HEADER, "1");
        response.setHeader("date", new Date(this.#options.world.now()).toUTCString());
        if (this.clock.isSimulated) response.setHeader(CLOCK_HEADER, new Date(this.clock.now()).toUTCString());
        const path2 = (request.url ?? "").replace(/[?#].*$/s, "");
        const isControl = isBelow(path2, controlPrefix);
        const isSite = request.method === "GET" && isBelow(path2, sitePrefix);
        const record = isControl || isSite ? void 0 : this.log.open(request, this.#options.world.now());
        response.once("close", () => {
          if (record === void 0) return;
          if (record.status === "open") record.status = "dropped";
          this.#options.onRequest?.({ ...record });
        });
        try {
          const body = await readBody(request);
          if (body.kind === "too-large") sendError(response, record, 413);
          else if (isSite) sendAnswer(response, viewSite(request.url ?? "", this.#site, this.clock.now()));
          else if (body.kind === "complete" && record === void 0) sendAnswer(response, control(request, path2, body.text, this.#controls()));
          else if (body.kind === "complete" && record !== void 0) await this.#serve(request, response, record, path2, body.text);
        } catch (error) {
          this.#options.onError?.(error);
          if (!response.headersSent) sendError(response, record, 500);
          else request.socket.destroy();
        } finally {
          if (response.closed) endAnswer();
          endWork();
        }
      }
      async #serve(request, response, record, path2, body) {
        this.log.noteBody(record, request, body);
        const { world } = this.#options;
        const decision = this.#faults.decide(this.#readTraits(request.method ?? "", path2, body), world.now());
        const style = this.#style;
        if (!await this.activity.wait(decision.delayMs)) return;
        const carryOut = (carried = body) => {
          const { authorization, "content-type": contentType } = request.headers;
          const query = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? "")?.[1] ?? "");
          const incoming = { method: request.method ?? "", path: path2, query, authorization, contentType, body: carried };
          this.#playDue();
          const surroundings = { ...this.#surroundings(), world, style, keys: this.#keys, offered: this.#offered };
          const { answer, ...done } = serve(incoming, surroundings);
          Object.assign(record, done);
          return answer;
        };
        await performFault({ request, response, record, activity: this.activity, uuid: world.uuid, body, carryOut }, decision);
      }
      #surroundings() {
        return {
          ...{ store: this.store, clock: this.clock, checks: this.#checks, credits: this.#credits },
          ...{ deliveries: this.#deliveries, site: this.#site, cache: this.#cache }
        };
      }
      /** Reads what a fault can match; a body that is not a create or update request has neither name nor urls. */
      #readTraits(method, path2, body) {
        const route = findRoute(method, path2, new Set(operationNames));
        const stored = this.store.find(route?.id?.toLowerCase() ?? "");
        const { name, urls } = readBodyTraits(body);
        const names2 = [name, stored?.name].filter((text2) => text2 !== void 0);
        return { method, path: path2, operation: route?.operation, names: names2, urls };
      }
      #controls() {
        return {
          dashboard: this.dashboard,
          clock: this.clock,
          advance: (ms) => this.advance(ms),
          monitors: () => this.store.list(),
          deleted: () => this.store.listDeleted(),
          requests: () => this.log.list(),
          setFaults: (script) => this.setFaults(script),
          reset: () => this.reset()
        };
      }
    };
  }
});

// emulator.js
var emulator_exports2 = {};
__export(emulator_exports2, {
  modules: () => modules
});
module.exports = __toCommonJS(emulator_exports2);
var once = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/emulator/emulator.ts": once(() => (init_emulator(), emulator_exports)),
  "src/emulator/faults/parse.ts": once(() => (init_parse(), parse_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
