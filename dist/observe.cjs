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

// src/features/observe/failed-message.ts
function describeFailed({ channel, statusCode, error }) {
  const reasons = [...statusCode === null ? [] : [`status ${statusCode}`], ...error === null ? [] : [error]];
  return `${CHANNEL_WORDS[channel]} not delivered${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}`;
}
var CHANNEL_WORDS;
var init_failed_message = __esm({
  "src/features/observe/failed-message.ts"() {
    "use strict";
    CHANNEL_WORDS = { webhook: "webhook", email: "mail", slack: "Slack" };
  }
});

// src/features/observe/checks-text.ts
var checks_text_exports = {};
__export(checks_text_exports, {
  changesLines: () => changesLines,
  diffLines: () => diffLines,
  renderChecksText: () => renderChecksText,
  renderDiffText: () => renderDiffText
});
function renderChecksText({ key, checks }, options) {
  const lines = checks.flatMap((check) => [
    headLine(check, options),
    (0, import_text.hangingLine)(4, 2, describeCheck(check)),
    ...errorLines(check),
    ...undeliveredLines(check)
  ]);
  if (checks.length === 0) return (0, import_text.printText)([(0, import_text.proseLine)(0, `"${key}" has no check yet.`)], options);
  const hint = (0, import_text.proseLine)(
    0,
    (0, import_sentences.pasteable)(`Run "monitors diff KEY CHECK" to see what a check changed; the first characters of its id are enough.`, options)
  );
  return (0, import_text.printText)([...lines, ...options.verbosity === "quiet" ? [] : [import_text.BLANK, hint]], options);
}
function renderDiffText(view, options) {
  const { key, check, lookedAt } = view;
  if (check === null) return (0, import_text.printText)([(0, import_text.proseLine)(0, `No changes in the newest ${(0, import_words.countOf)(lookedAt, "check")} of "${key}".`)], options);
  return (0, import_text.printText)(changesLines({ ...view, check }, options), options);
}
function changesLines({ check, pages, isWhole }, options) {
  const blocks = pages.flatMap((page) => [import_text.BLANK, ...pageLines(page, options)]);
  const isQuiet = options.verbosity === "quiet";
  const head = [headLine(check, options), (0, import_text.hangingLine)(4, 2, describeCheck(check)), ...errorLines(check), ...undeliveredLines(check)];
  return [
    ...isQuiet ? [] : head,
    ...isQuiet ? blocks.slice(1) : blocks,
    ...pages.length === 0 && !isQuiet ? [(0, import_text.proseLine)(0, "No page of this check is new, changed, removed or an error.")] : [],
    ...isWhole ? [] : [import_text.BLANK, (0, import_text.proseLine)(0, "The check has more pages than are read here.")]
  ];
}
function headLine({ id, status, trigger, startedAt, createdAt }, options) {
  const at = startedAt ?? createdAt;
  const style = status === "failed" || (0, import_health.isSkippedForCredits)({ status }) ? "error" : status === "partial" || status === "skipped_overlap" ? "warning" : void 0;
  const words = [describeStatus(status), ...trigger === "manual" ? ["manual"] : []].join(", ");
  return (0, import_text.dataLine)(
    0,
    (0, import_text.styled)("strong", at === null ? "not started" : (0, import_local_time.showTime)(at, options)),
    "  ",
    style === void 0 ? words : (0, import_text.styled)(style, words),
    "  ",
    (0, import_text.styled)("faint", id)
  );
}
function describeStatus(status) {
  if ((0, import_health.isSkippedForCredits)({ status })) return "skipped (no credits)";
  return status === "skipped_overlap" ? "skipped (overlap)" : (0, import_sentences.shorten)(status);
}
function describeCheck({ status, summary, estimatedCredits, actualCredits }) {
  const credits = actualCredits === null ? estimatedCredits === null ? [] : [`at most ${(0, import_words.countOf)(estimatedCredits, "credit")}`] : [`${(0, import_words.countOf)(actualCredits, "credit")}${estimatedCredits === null ? "" : ` of ${(0, import_words.formatNumber)(estimatedCredits)} estimated`}`];
  return [summary === null ? /^(?:queued|running)$/.test(status) ? "no pages yet" : "no pages" : describePages(summary), ...credits].join(
    ", "
  );
}
function describePages(summary) {
  if (summary.totalPages === 0) return "no pages";
  const counts = [
    [summary.changed, "changed"],
    [summary.new, "new"],
    [summary.removed, "removed"],
    [summary.error, "failed"]
  ];
  const parts = counts.filter(([count2]) => count2 > 0).map(([count2, word]) => `${(0, import_words.formatNumber)(count2)} ${word}`);
  return `${(0, import_words.countOf)(summary.totalPages, "page")}: ${parts.length === 0 ? "all the same" : parts.join(", ")}`;
}
function errorLines({ error }) {
  return error === null ? [] : [(0, import_text.hangingLine)(4, 2, (0, import_text.styled)("error", error))];
}
function undeliveredLines(check) {
  return (0, import_deliveries.listFailedMessages)(check).map((message) => (0, import_text.hangingLine)(4, 2, (0, import_text.styled)("error", describeFailed(message))));
}
function pageLines({ url, status, statusCode, error, searchStatus, isJudgeDegraded, judgment, diff }, options) {
  const [mark, style] = MARKS.get(status) ?? ["?", "faint"];
  const words = [status, ...statusCode === null ? [] : [`status ${statusCode}`], ...searchStatus === null ? [] : [searchStatus]];
  return [
    (0, import_text.dataLine)(0, (0, import_text.styled)(style, `${mark} `), (0, import_text.styled)("strong", url), `  ${words.join(", ")}`),
    ...error === null ? [] : [(0, import_text.hangingLine)(4, 2, (0, import_text.styled)("error", error))],
    ...isJudgeDegraded ? [(0, import_text.hangingLine)(4, 2, "not judged: the service's judge did not work")] : [],
    ...judgment === null ? [] : [(0, import_text.hangingLine)(4, 2, `${judgment.meaningful ? "meaningful" : "not meaningful"} (${judgment.confidence}): ${judgment.reason}`)],
    ...diff?.text == null ? [] : diffLines(diff.text, options),
    ...(diff?.fields ?? []).map(
      ({ path, previous, current }) => (0, import_text.dataLine)(4, `${path}: `, (0, import_text.styled)("removed", (0, import_value_text.valueText)(previous)), " -> ", (0, import_text.styled)("added", (0, import_value_text.valueText)(current)))
    ),
    ...diff?.isCut === true ? [(0, import_text.proseLine)(4, "The diff is cut: it is longer than what is read of one page.")] : []
  ];
}
function diffLines(text, { verbosity }) {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const shown = verbosity === "verbose" || rows.length <= MOST_LINES + 1 ? rows : rows.slice(0, MOST_LINES);
  const hidden = rows.length - shown.length;
  return [
    ...shown.map((row) => {
      const style = styleOf(row);
      return (0, import_text.dataLine)(4, style === void 0 ? row : (0, import_text.styled)(style, row));
    }),
    ...hidden === 0 ? [] : [(0, import_text.dataLine)(4, (0, import_text.styled)("faint", `... ${(0, import_words.countOf)(hidden, "more line")} (--verbose shows them)`))]
  ];
}
function styleOf(row) {
  if (/^(?:---|\+\+\+|diff |index )/.test(row)) return "faint";
  if (row.startsWith("@@")) return "mark";
  if (row.startsWith("+")) return "added";
  return row.startsWith("-") ? "removed" : void 0;
}
var import_words, import_deliveries, import_health, import_local_time, import_sentences, import_text, import_value_text, MOST_LINES, MARKS;
var init_checks_text = __esm({
  "src/features/observe/checks-text.ts"() {
    "use strict";
    import_words = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_deliveries = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    import_health = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_local_time = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text = askBundle("./monitors.cjs", "src/rendering/text.ts");
    import_value_text = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    init_failed_message();
    MOST_LINES = 200;
    MARKS = /* @__PURE__ */ new Map([
      ["new", ["+", "added"]],
      ["removed", ["-", "removed"]],
      ["changed", ["~", "changed"]],
      ["error", ["!", "error"]]
    ]);
  }
});

// src/features/changes/changed-lines.ts
function listChangedLines(diff) {
  const lines = [];
  let removed = [];
  let added = [];
  const close = () => {
    lines.push(...joinRun(removed, added));
    removed = [];
    added = [];
  };
  for (const row of listHunkRows(diff)) {
    if (row.startsWith("-")) {
      if (added.length > 0) close();
      removed.push(row.slice(1));
    } else if (row.startsWith("+")) added.push(row.slice(1));
    else if (!row.startsWith("\\")) close();
  }
  close();
  return lines;
}
function listHunkRows(diff) {
  const rows = diff.split(/\r?\n/);
  const first = rows.findIndex((row) => row.startsWith("@@"));
  return first >= 0 ? rows.slice(first) : rows.filter((row) => !/^(?:---|\+\+\+) /.test(row));
}
function joinRun(removed, added) {
  const [before] = removed;
  const [after] = added;
  if (removed.length === 1 && added.length === 1 && before !== void 0 && after !== void 0) return [markWords(before, after)];
  return [...removed.map((text) => ({ kind: "removed", text })), ...added.map((text) => ({ kind: "added", text }))];
}
function markWords(before, after) {
  const [old, now] = [splitWords(before), splitWords(after)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const isShort = oldMiddle.length <= MOST_WORDS && newMiddle.length <= MOST_WORDS;
  const kept = isShort ? findCommon(oldMiddle, newMiddle) : { old: /* @__PURE__ */ new Set(), now: /* @__PURE__ */ new Set() };
  const piece = (words, middle) => joinPieces(words.map((text, at) => ({ text, isChanged: at >= start && at < words.length - end && !middle.has(at - start) })));
  return { kind: "replaced", before: piece(old, kept.old), after: piece(now, kept.now) };
}
function splitWords(line) {
  return line.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s]/gu) ?? [];
}
function findCommon(old, now) {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i, j) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found = { old: /* @__PURE__ */ new Set(), now: /* @__PURE__ */ new Set() };
  for (let i = 0, j = 0; i < old.length && j < now.length; )
    if (old[i] === now[j]) {
      found.old.add(i++);
      found.now.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return found;
}
function joinPieces(words) {
  const pieces = [];
  for (const { text, isChanged } of words) {
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
var MOST_WORDS;
var init_changed_lines = __esm({
  "src/features/changes/changed-lines.ts"() {
    "use strict";
    MOST_WORDS = 200;
  }
});

// src/features/changes/sentences.ts
function describeFailure(failure, options) {
  const { kind, since, sinceIsOpen, until, checks, failedPages, pages, reason } = failure;
  const begin = `${(0, import_local_time2.showTime)(since, options)}${sinceIsOpen ? " or before" : ""}`;
  const count2 = (0, import_words2.countOf)(checks, "check");
  const why = kind === "no-credits" ? "no credits were left" : reason ?? "the service gives no reason";
  if (until !== null) return `failed from ${begin} (${count2}), works again since ${(0, import_local_time2.showTime)(until, options)}: ${why}`;
  const some = failedPages === null || pages === null ? "some pages" : `${(0, import_words2.formatNumber)(failedPages)} of ${(0, import_words2.countOf)(pages, "page")}`;
  return `${kind === "some-pages" ? `${some} failing` : "failing"} since ${begin} (${count2}): ${why}`;
}
function describeSpan({ since, until }, options) {
  return `${(0, import_local_time2.showTime)(since, options)} to ${(0, import_local_time2.showTime)(until, options)}`;
}
function describeCounts({ summary }) {
  const { meaningful, notJudged, noise, unread, failing, recovered } = summary;
  const changes = [
    ...meaningful > 0 ? [`${(0, import_words2.formatNumber)(meaningful)} meaningful`] : [],
    ...notJudged > 0 ? [`${(0, import_words2.formatNumber)(notJudged)} not judged`] : [],
    ...noise > 0 ? [`${(0, import_words2.formatNumber)(noise)} judged as noise`] : [],
    ...unread > 0 ? [`${(0, import_words2.formatNumber)(unread)} not read`] : []
  ];
  const total = meaningful + notJudged + noise + unread;
  const found = total === 0 ? "no changes" : `${(0, import_words2.countOf)(total, "changed page")} (${changes.join(", ")})`;
  return [
    found,
    ...failing > 0 ? [`${(0, import_words2.formatNumber)(failing)} failing`] : [],
    ...recovered > 0 ? [`${(0, import_words2.formatNumber)(recovered)} working again`] : [],
    `${(0, import_words2.countOf)(summary.checks, "check")} of ${(0, import_words2.countOf)(summary.monitors, "monitor")}`
  ].join(", ");
}
function describeRepetition({ bookmark }) {
  if (bookmark?.mayRepeat !== true) return null;
  return "The call before ended between its output and its bookmark: this may repeat what it printed.";
}
function listNotes(document) {
  const { summary, show, bookmark, incomplete } = document;
  const read = (kind) => document.monitors.filter((monitor) => monitor.read === kind);
  const [missing, failed, left] = [read("missing"), read("failed"), read("left")];
  const short = document.monitors.filter(({ retentionDays }) => retentionDays !== null);
  const next = bookmark === null ? "" : " The next call begins with them.";
  return [
    ...summary.cut > 0 ? [`${(0, import_words2.countOf)(summary.cut, "more change")} left out by --limit.`] : [],
    ...summary.hidden > 0 ? [`${(0, import_words2.countOf)(summary.hidden, "more change")} left out by --show ${show ?? ""}.`] : [],
    ...summary.unread > 0 && show !== "failed" ? [`${(0, import_words2.countOf)(summary.unread, "changed page")} could not be read.`] : [],
    ...summary.skipped > 0 ? [`${(0, import_words2.countOf)(summary.skipped, "monitor")} without a new check.`] : [],
    ...missing.length > 0 ? [`Not in the service: ${(0, import_words2.listFirst)(missing.map(({ key }) => (0, import_sentences2.shorten)(key)))}.`] : [],
    ...short.length > 0 ? [
      `Older checks are gone, as the service keeps them for fewer days than this: ${(0, import_words2.listFirst)(short.map(({ key, retentionDays }) => `${(0, import_sentences2.shorten)(key)} (${(0, import_words2.countOf)(retentionDays ?? 0, "day")})`))}.`
    ] : [],
    ...failed.slice(0, MOST_NAMED).map(({ key, error }) => `"${(0, import_sentences2.shorten)(key)}" could not be read: ${error ?? "unknown error"}`),
    ...failed.length > MOST_NAMED ? [`${(0, import_words2.countOf)(failed.length - MOST_NAMED, "more monitor")} could not be read.`] : [],
    ...left.length > 0 && !incomplete.includes("interrupted") ? [`${(0, import_words2.countOf)(left.length, "monitor")} not reached.${next}`] : [],
    ...incomplete.includes("max-requests") ? [`Ended by --max-requests after ${(0, import_words2.countOf)(summary.requests, "request")}.`] : [],
    ...incomplete.includes("interrupted") ? [`Interrupted: this is not all.${bookmark === null ? "" : " The bookmark stays where it was."}`] : []
  ];
}
function describeGroup(group, by) {
  if (by === "folder") return group === "" || group === null ? "(top level)" : `${group}/`;
  if (!by.startsWith("label:")) return group ?? "";
  const name = by.slice("label:".length);
  return group === null ? `without ${name}` : `${name}=${group}`;
}
var import_words2, import_local_time2, import_sentences2, MOST_NAMED;
var init_sentences = __esm({
  "src/features/changes/sentences.ts"() {
    "use strict";
    import_words2 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time2 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences2 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    MOST_NAMED = 3;
  }
});

// src/features/changes/text.ts
var text_exports = {};
__export(text_exports, {
  renderChangesText: () => renderChangesText
});
function renderChangesText(document, options) {
  const isQuiet = options.verbosity === "quiet";
  const repetition = describeRepetition(document);
  const blocks = [
    ...repetition === null ? [] : [[(0, import_text2.proseLine)(0, (0, import_text2.styled)("warning", repetition))]],
    ...changeBlocks(document, options),
    failureLines(document, options),
    ...isQuiet ? [] : [runningLines(document, options), endLines(document, options)]
  ];
  const shown = blocks.filter((block) => block.length > 0);
  return (0, import_text2.printText)(
    shown.flatMap((block, index) => index === 0 ? block : [import_text2.BLANK, ...block]),
    options
  );
}
function changeBlocks({ changes, by }, options) {
  const isShown = ({ verdict }) => verdict !== "noise" || options.verbosity === "verbose";
  const blocks = [];
  let group;
  for (const change of changes.filter(isShown)) {
    const isNext = by !== null && (group === void 0 || change.group !== group);
    if (isNext) blocks.push([(0, import_text2.dataLine)(0, (0, import_text2.styled)("mark", describeGroup(change.group, by)))]);
    group = change.group;
    blocks.push(changeLines(change, options));
  }
  const noise = changes.filter((change) => !isShown(change));
  return noise.length === 0 ? blocks : [...blocks, [noiseLine(noise)]];
}
function noiseLine(noise) {
  const keys = [...new Set(noise.map(({ key }) => (0, import_sentences3.shorten)(key)))];
  return (0, import_text2.hangingLine)(0, 2, `${(0, import_words3.countOf)(noise.length, "change")} judged as noise: ${(0, import_words3.listFirst)(keys)} (--verbose shows them)`);
}
function changeLines(change, options) {
  const { key, url, status, at, diff, fields, diffCut } = change;
  const [mark, style] = MARKS2.get(status) ?? ["?", "faint"];
  const isVerbose = options.verbosity === "verbose";
  const shownFields = isVerbose ? fields : fields.slice(0, MOST_LINES2);
  const hidden = fields.length - shownFields.length;
  return [
    (0, import_text2.dataLine)(0, (0, import_text2.styled)(style, `${mark} `), (0, import_text2.styled)("strong", key), `  ${url}`),
    (0, import_text2.hangingLine)(4, 2, `${(0, import_local_time3.showTime)(at, options)}, ${describeVerdict(change)}`),
    ...diff === null ? [] : isVerbose ? diffLines(diff, options) : firstLines(diff),
    ...shownFields.map(
      ({ path, previous, current }) => (0, import_text2.dataLine)(4, `${(0, import_bounded_text.boundText)(path, LONGEST)}: `, (0, import_text2.styled)("removed", (0, import_value_text2.valueText)(previous)), " -> ", (0, import_text2.styled)("added", (0, import_value_text2.valueText)(current)))
    ),
    ...hidden === 0 ? [] : [restLine(hidden, "field")],
    ...diffCut ? [(0, import_text2.proseLine)(4, "The diff is cut: it is longer than what is kept.")] : []
  ];
}
function describeVerdict({ status, verdict, judgment, judgeDegraded, searchStatus, statusCode }) {
  const words = [
    ...status === "changed" ? [] : [status],
    ...searchStatus === null ? [] : [(0, import_sentences3.shorten)(searchStatus)],
    ...statusCode === null || statusCode < 400 ? [] : [`status ${statusCode}`]
  ];
  const judged = judgment !== null ? `${verdict === "noise" ? "noise" : "meaningful"} (${(0, import_sentences3.shorten)(judgment.confidence)}): ${(0, import_bounded_text.boundText)(judgment.reason)}` : judgeDegraded ? "not judged: the service's judge did not work" : "not judged";
  return [...words, judged].join(", ");
}
function firstLines(diff) {
  const lines = listChangedLines(diff);
  const hidden = lines.length - MOST_LINES2;
  return [...lines.slice(0, MOST_LINES2).flatMap(changedLine), ...hidden > 0 ? [restLine(hidden, "changed line")] : []];
}
function restLine(count2, noun) {
  return (0, import_text2.dataLine)(4, (0, import_text2.styled)("faint", `... ${(0, import_words3.countOf)(count2, `more ${noun}`)} (--verbose shows them)`));
}
function changedLine(line) {
  if (line.kind === "replaced") {
    return [
      (0, import_text2.dataLine)(4, (0, import_text2.styled)("removed", "- "), ...markPieces(line.before, "removed", ["[-", "-]"])),
      (0, import_text2.dataLine)(4, (0, import_text2.styled)("added", "+ "), ...markPieces(line.after, "added", ["{+", "+}"]))
    ];
  }
  return [(0, import_text2.dataLine)(4, (0, import_text2.styled)(line.kind, `${line.kind === "added" ? "+" : "-"} ${(0, import_bounded_text.boundText)(line.text, LONGEST)}`))];
}
function markPieces(pieces, style, [open, close]) {
  return pieces.map(({ text, isChanged }, index) => {
    if (isChanged) return (0, import_text2.styled)(style, `${open}${(0, import_bounded_text.boundText)(text, LONGEST)}${close}`);
    if (text.length <= 2 * BESIDE) return text;
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
    return [isFirst ? "" : cutEnd(text), "...", isLast ? "" : cutStart(text)].join("");
  });
}
function cutEnd(text) {
  return text.slice(0, BESIDE).replace(/[\ud800-\udbff]$/, "");
}
function cutStart(text) {
  return text.slice(-BESIDE).replace(/^[\udc00-\udfff]/, "");
}
function failureLines({ failures }, options) {
  return failures.map((failure) => {
    const style = failure.until !== null || failure.kind === "some-pages" ? "warning" : "error";
    return (0, import_text2.hangingLine)(0, 4, (0, import_text2.styled)(style, "! "), (0, import_text2.styled)("strong", failure.key), `  ${(0, import_bounded_text.boundText)(describeFailure(failure, options))}`);
  });
}
function runningLines({ running }, options) {
  if (running.length === 0) return [];
  const names = running.map(({ key, since }) => `${(0, import_sentences3.shorten)(key)}${since === null ? "" : ` (since ${(0, import_local_time3.showTime)(since, options)})`}`);
  return [(0, import_text2.hangingLine)(0, 2, `Still running, for the next call: ${(0, import_words3.listFirst)(names, MOST_RUNNING)}.`)];
}
function endLines(document, options) {
  const { requests } = document.summary;
  return [
    ...listNotes(document).map((note) => (0, import_text2.hangingLine)(0, 2, note)),
    (0, import_text2.proseLine)(
      0,
      `Changes ${describeSpan(document, options)}: ${describeCounts(document)}; ${(0, import_words3.formatNumber)(requests)} ${requests === 1 ? "request" : "requests"}.`
    )
  ];
}
var import_words3, import_bounded_text, import_local_time3, import_sentences3, import_text2, import_value_text2, MARKS2, MOST_LINES2, LONGEST, BESIDE, MOST_RUNNING;
var init_text = __esm({
  "src/features/changes/text.ts"() {
    "use strict";
    import_words3 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_bounded_text = askBundle("./monitors.cjs", "src/core/diagnostics/bounded-text.ts");
    import_local_time3 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences3 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text2 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    import_value_text2 = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    init_checks_text();
    init_changed_lines();
    init_sentences();
    MARKS2 = /* @__PURE__ */ new Map([
      ["new", ["+", "added"]],
      ["removed", ["-", "removed"]],
      ["changed", ["~", "changed"]]
    ]);
    MOST_LINES2 = 3;
    LONGEST = 300;
    BESIDE = 60;
    MOST_RUNNING = 5;
  }
});

// src/features/changes/document.ts
var document_exports = {};
__export(document_exports, {
  renderChangesJson: () => renderChangesJson
});
function renderChangesJson(document) {
  return `${(0, import_escape_json.stringifyJson)(document, 2)}
`;
}
var import_escape_json;
var init_document = __esm({
  "src/features/changes/document.ts"() {
    "use strict";
    import_escape_json = askBundle("./check.cjs", "src/rendering/escape-json.ts");
  }
});

// src/features/changes/formats/fitting.ts
function takeFitting(items, render, room, gap = 1) {
  const texts = [];
  let left = room;
  for (const [index, item] of items.entries()) {
    const text = render(item, index);
    left -= text.length + gap;
    if (left < 0) break;
    texts.push(text);
  }
  return { texts, rest: items.length - texts.length };
}
var init_fitting = __esm({
  "src/features/changes/formats/fitting.ts"() {
    "use strict";
  }
});

// src/features/changes/formats/link.ts
function readLink(text) {
  const url = text.length > LONGEST_LINK ? void 0 : (0, import_url.parseUrl)(text);
  if (url === void 0) return null;
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const href = `${url.origin}${encodeRest(url.pathname + url.search)}${url.hash === "" ? "" : `#${encodeRest(url.hash.slice(1))}`}`;
  return href.length > LONGEST_LINK ? null : href;
}
function encodeRest(text) {
  return text.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, (character) => encodeURIComponent(character));
}
var import_url, LONGEST_LINK;
var init_link = __esm({
  "src/features/changes/formats/link.ts"() {
    "use strict";
    import_url = askBundle("./monitors.cjs", "src/core/base/url.ts");
    LONGEST_LINK = 2e3;
  }
});

// src/features/changes/formats/words.ts
function outside(text) {
  return { outside: text };
}
function joinWords(words, show) {
  return words.map((word) => typeof word === "string" ? word : show(cutText(word.outside, LONGEST2))).join("");
}
function cutText(text, longest) {
  if (text.length <= longest) return text;
  const shown = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${shown}... ${(0, import_words4.countOf)(text.length - shown.length, "more character")}`;
}
var import_words4, LONGEST2;
var init_words = __esm({
  "src/features/changes/formats/words.ts"() {
    "use strict";
    import_words4 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    LONGEST2 = 600;
  }
});

// src/features/changes/formats/sentences.ts
function tellTimes({ until, timeZone }) {
  const end = Date.parse(until);
  const clock = { now: () => Number.isNaN(end) ? 0 : end, timeZone: () => timeZone };
  return (iso) => {
    const shown = (0, import_local_time4.showDate)(iso, { clock });
    return [shown === iso ? outside(iso) : shown];
  };
}
function titleWords({ project, environment }) {
  return ["Changes in ", outside(project), " (", outside(environment), ")"];
}
function spanWords({ since, until, timeZone }) {
  const tell = tellTimes({ until: "0001-01-01T00:00:00Z", timeZone });
  return [...tell(since), " to ", ...tell(until), " (", outside(timeZone), ")"];
}
function countSentence({ summary }) {
  const { meaningful, notJudged, noise, unread, failing, recovered, running } = summary;
  const some = (count2, words) => count2 === 0 ? [] : [`${(0, import_words5.formatNumber)(count2)} ${words}`];
  const kinds = [
    ...[...some(meaningful, "meaningful"), ...some(notJudged, "not judged"), ...some(noise, "judged as noise")],
    ...some(unread, "not read")
  ];
  const total = meaningful + notJudged + noise + unread;
  return `${[
    total === 0 ? "No changes" : `${(0, import_words5.countOf)(total, "changed page")} (${kinds.join(", ")})`,
    ...[...some(failing, "failing"), ...some(recovered, "working again"), ...some(running, "still running")]
  ].join(", ")}.`;
}
function readingSentence({ summary }) {
  const { checks, monitors, skipped } = summary;
  const without = skipped === 0 ? "" : `, ${(0, import_words5.formatNumber)(skipped)} of them without a new check`;
  return `${(0, import_words5.countOf)(checks, "check")} of ${(0, import_words5.countOf)(monitors, "monitor")}${without}.`;
}
function noteSentences(document) {
  const { incomplete, bookmark, summary, monitors, complete } = document;
  const { unread, hidden, cut: cut3, requests } = summary;
  const [missing, failed, left, short] = [
    monitors.filter(({ read }) => read === "missing"),
    monitors.filter(({ read }) => read === "failed").length,
    monitors.filter(({ read }) => read === "left").length,
    monitors.filter(({ retentionDays }) => retentionDays !== null)
  ];
  const isInterrupted = incomplete.includes("interrupted");
  const isShort = incomplete.includes("max-requests");
  const stays = bookmark === null ? "" : " The bookmark stays where it was.";
  const next = bookmark === null ? "" : ` The next call begins with ${left === 1 ? "it" : "them"}.`;
  return [
    ...isInterrupted ? [[`Interrupted: this is not all.${stays}`]] : [],
    ...isShort ? [[`Incomplete: ended by --max-requests after ${(0, import_words5.countOf)(requests, "request")}.`]] : [],
    ...failed === 0 ? [] : [[`Incomplete: ${(0, import_words5.countOf)(failed, "monitor")} could not be read.`]],
    ...complete || isInterrupted || isShort || failed > 0 ? [] : [["Incomplete."]],
    ...left === 0 || isInterrupted ? [] : [[`${(0, import_words5.countOf)(left, "monitor")} not reached.${next}`]],
    ...bookmark?.mayRepeat === true ? [[REPETITION]] : [],
    ...cut3 === 0 ? [] : [[`${(0, import_words5.countOf)(cut3, "more change")} left out by --limit.`]],
    ...hidden === 0 ? [] : [[`${(0, import_words5.countOf)(hidden, "more change")} left out by --show.`]],
    ...unread === 0 ? [] : [[`${(0, import_words5.countOf)(unread, "changed page")} counted, but not read.`]],
    ...missing.length === 0 ? [] : [["Not in the service: ", ...listKeys(missing), "."]],
    ...short.length === 0 ? [] : [["Older checks are gone, as the service keeps them for fewer days than this: ", ...listKeys(short), "."]]
  ];
}
function listKeys(monitors) {
  const rest = monitors.length - MOST_KEYS;
  const keys = monitors.slice(0, MOST_KEYS).flatMap(({ key, retentionDays }, index) => [
    ...index === 0 ? [] : [", "],
    outside(key),
    ...retentionDays === null ? [] : [` (${(0, import_words5.countOf)(retentionDays, "day")})`]
  ]);
  return rest > 0 ? [...keys, ` and ${(0, import_words5.formatNumber)(rest)} more`] : keys;
}
function failureSpan({ since, sinceIsOpen, until, checks, kind, failedPages, pages }, tell) {
  const begin = [...tell(since), sinceIsOpen ? " or before" : ""];
  const count2 = ` (${(0, import_words5.countOf)(checks, "check")})`;
  if (until !== null) return ["failed from ", ...begin, count2, ", works again since ", ...tell(until)];
  const some = failedPages === null || pages === null ? "some pages" : `${(0, import_words5.formatNumber)(failedPages)} of ${(0, import_words5.countOf)(pages, "page")}`;
  return [kind === "some-pages" ? `${some} failing` : "failing", " since ", ...begin, count2];
}
function failureReason({ kind, reason }) {
  if (kind === "no-credits") return ["no credits were left"];
  return [reason === null || reason.trim() === "" ? "the service gives no reason" : outside(reason)];
}
function failureWords(failure, tell) {
  const { key, url } = failure;
  const where = url === null ? [] : [" at ", outside(url)];
  return [outside(key), " ", ...failureSpan(failure, tell), ": ", ...failureReason(failure), ...where];
}
function runningSpan({ status, since }, tell) {
  const word = status === "queued" || status === "running" ? status : outside(status);
  return [word, ...since === null ? [] : [" since ", ...tell(since)]];
}
function runningWords(running, tell) {
  return [outside(running.key), " ", ...runningSpan(running, tell)];
}
function unreadWords({ key, error }) {
  return [outside(key), ": ", error === null ? "unknown error" : outside(error)];
}
function listUnread({ monitors }) {
  return monitors.filter(({ read }) => read === "failed");
}
function verdictWords({ verdict, judgment, judgeDegraded }) {
  if (judgment !== null && verdict !== "not-judged")
    return [verdict === "noise" ? "noise" : "meaningful", " (", outside(judgment.confidence), ")"];
  return [judgeDegraded ? "not judged (the service's judge did not work)" : "not judged"];
}
function statusWords({ status, statusCode, searchStatus }) {
  const isKnown = status === "changed" || status === "new" || status === "removed";
  return [
    isKnown ? status : outside(status),
    ...statusCode === null || statusCode >= 200 && statusCode < 300 ? [] : [`, status ${(0, import_words5.formatNumber)(statusCode)}`],
    ...searchStatus === null || searchStatus === "alert" ? [] : [", ", outside(searchStatus)]
  ];
}
function splitNoise({ changes }) {
  return { shown: changes.filter(({ verdict }) => verdict !== "noise"), noise: changes.filter(({ verdict }) => verdict === "noise") };
}
function groupWords({ group }, { by }) {
  if (by === null) return null;
  if (by === "folder") return group === "" || group === null ? ["(top level)"] : [outside(`${group}/`)];
  if (!by.startsWith("label:")) return [outside(group ?? "")];
  const name = by.slice("label:".length);
  return group === null ? ["without ", outside(name)] : [outside(`${name}=${group}`)];
}
var import_words5, import_local_time4, MOST_KEYS, REPETITION;
var init_sentences2 = __esm({
  "src/features/changes/formats/sentences.ts"() {
    "use strict";
    import_words5 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time4 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    init_words();
    MOST_KEYS = 5;
    REPETITION = "The call before ended between its output and its bookmark: this may repeat what it printed.";
  }
});

// src/features/changes/formats/shown-lines.ts
function showLines({ diff, fields }, limits) {
  const shown = fields.slice(0, limits.lines).map((field) => showField(field, limits));
  const room = limits.lines - shown.length;
  const { lines, rest } = diff === null ? { lines: [], rest: 0 } : showDiff(diff, { ...limits, lines: room });
  return { lines: [...shown, ...lines], rest: rest + fields.length - shown.length };
}
function describeRest({ rest }, { diffCut }) {
  const counted = rest === 0 ? "" : `${(0, import_words7.countOf)(rest, "more line")}`;
  return [counted, diffCut ? "the diff is longer than what is kept" : ""].filter((text) => text !== "").join("; ");
}
function showField({ path, previous, current }, { characters }) {
  const [before, after] = [previous, current].map((value) => cutText((0, import_value_text3.valueText)(value), characters));
  const piece = (text = "", isChanged = false) => ({ text, isChanged });
  return { mark: "!", pieces: [piece(`${cutText(path, characters)}: `), piece(before, true), piece(" -> "), piece(after, true)] };
}
function showDiff(diff, limits) {
  const { beginning, changed } = readBeginning(diff, limits);
  const lines = listChangedLines(beginning).flatMap(
    (line) => line.kind === "replaced" ? [
      { mark: "-", pieces: line.before },
      { mark: "+", pieces: line.after }
    ] : [{ mark: line.kind === "added" ? "+" : "-", pieces: [{ text: line.text, isChanged: false }] }]
  );
  const shown = lines.slice(0, limits.lines);
  return { lines: shown, rest: changed - shown.length };
}
function readBeginning(diff, { lines, characters }) {
  const hunk = diff.startsWith("@@") ? 0 : diff.indexOf("\n@@") + 1;
  const hasHunks = hunk > 0 || diff.startsWith("@@");
  const kept = [];
  let changed = 0;
  for (let start = hunk, end = 0; start < diff.length; start = end + 1) {
    end = diff.indexOf("\n", start);
    if (end < 0) end = diff.length;
    if (!hasHunks && (diff.startsWith("+++ ", start) || diff.startsWith("---", start))) continue;
    const isChanged = diff[start] === "+" || diff[start] === "-";
    if (isChanged) changed++;
    if (changed > lines + MORE_ROWS) continue;
    if (isChanged) {
      const row = diff.slice(start + 1, end < diff.length && diff[end - 1] === "\r" ? end - 1 : end);
      kept.push(`${diff[start]}${cutText(row, characters)}`);
    } else {
      const mark = diff.startsWith("@@", start) ? "@@" : diff[start] === "\\" ? "\\" : " ";
      if (kept.at(-1) !== mark) kept.push(mark);
    }
  }
  return { beginning: kept.join("\n"), changed };
}
var import_words7, import_value_text3, MORE_ROWS;
var init_shown_lines = __esm({
  "src/features/changes/formats/shown-lines.ts"() {
    "use strict";
    import_words7 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_value_text3 = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    init_changed_lines();
    init_words();
    MORE_ROWS = 4;
  }
});

// src/features/changes/formats/markdown.ts
var markdown_exports = {};
__export(markdown_exports, {
  renderChangesMarkdown: () => renderChangesMarkdown
});
function renderChangesMarkdown(document, { verbosity }, longest = LONGEST3) {
  const tell = tellTimes(document);
  const { shown, noise } = splitNoise(document);
  const head = [`## ${say(titleWords(document))}`, overview(document, longest / 8)];
  const tail = [
    ...noise.length === 0 ? [] : [`Not shown: ${(0, import_words9.countOf)(noise.length, "changed page")} judged as noise.`],
    ...list(
      "Failures",
      document.failures.map((failure) => () => failureWords(failure, tell)),
      longest / 6
    ),
    ...list(
      "Not read",
      listUnread(document).map((monitor) => () => unreadWords(monitor)),
      longest / 8
    ),
    ...list(
      "Still running",
      document.running.map((check) => () => runningWords(check, tell)),
      longest / 8
    )
  ];
  const room = longest - [...head, ...tail].reduce((sum, text) => sum + text.length + GAP, 0) - ROOM_FOR_CUTS;
  const limits = verbosity === "verbose" ? VERBOSE_LIMITS : LIMITS;
  return `${[...head, ...renderAll(shown, document, { tell, limits, room }), ...tail].join("\n\n")}
`;
}
function say(words) {
  return joinWords(words, import_escape_markdown.codeSpan);
}
function overview(document, room) {
  const { texts, rest } = takeFitting(noteSentences(document), say, room);
  const notes = [...texts, ...rest === 0 ? [] : [`... and ${(0, import_words9.countOf)(rest, "more note")}.`]];
  const lines = [say(spanWords(document)), "", `**${countSentence(document)}** ${readingSentence(document)}`];
  return [...lines, ...notes.length === 0 ? [] : ["", ...notes.map((note) => `- ${note}`)]].join("\n");
}
function list(title, items, room) {
  if (items.length === 0) return [];
  const { texts, rest } = takeFitting(items, (item) => `- ${say(item())}`, room);
  return [`### ${title}

${[...texts, ...rest === 0 ? [] : [`- ... and ${(0, import_words9.countOf)(rest, "more monitor")}`]].join("\n")}`];
}
function renderAll(changes, document, { tell, limits, room }) {
  const heading = (change, index) => {
    const group = groupWords(change, document);
    const isFirst = index === 0 || changes[index - 1]?.group !== change.group;
    return `${group !== null && isFirst ? `### ${say(group)}

` : ""}${renderHeading(change, tell)}`;
  };
  const { texts, rest } = takeFitting(changes, heading, room, GAP);
  let left = texts.reduce((sum, text) => sum - text.length - GAP, room);
  let bare = 0;
  const blocks = texts.map((text, index) => {
    const details = renderDetails(changes[index], limits);
    if (details.length > left) {
      bare++;
      return text;
    }
    left -= details.length;
    return `${text}${details}`;
  });
  const cuts = [
    ...rest === 0 ? [] : [`${(0, import_words9.countOf)(rest, "more change")} without room here`],
    ...bare === 0 ? [] : [`${(0, import_words9.countOf)(bare, "change")} shown without reason and lines`]
  ];
  return [...blocks, ...cuts.length === 0 ? [] : [`**Cut**: ${cuts.join("; ")}.`]];
}
function renderHeading(change, tell) {
  const words = [...verdictWords(change), ", ", ...statusWords(change), ", ", ...tell(change.at)];
  return `#### ${(0, import_escape_markdown.codeSpan)(cutText(change.key, LONGEST_ADDRESS))}: ${say(words)}

${renderAddress(change.url)}`;
}
function renderAddress(url) {
  const link = readLink(url);
  if (link === null || isReference(link)) return (0, import_escape_markdown.codeSpan)(cutText(url, LONGEST_ADDRESS));
  return `[${(0, import_escape_markdown.codeSpan)(cutText(link, LONGEST_ADDRESS))}](<${link.replaceAll("&", "&amp;")}>)`;
}
function isReference(link) {
  const { hostname, pathname } = new URL(link);
  return /(?:^|\.)github\.com$/.test(hostname) || /\/(?:issues|pulls?|commits?|discussions|compare)\//i.test(`${decodePath(pathname)}/`);
}
function decodePath(path) {
  return path.replace(/%([\da-f]{2})/gi, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
function renderDetails(change, limits) {
  const { judgment } = change;
  const shown = showLines(change, limits);
  const rest = describeRest(shown, change);
  const rows = shown.lines.map(({ mark, pieces }) => `${mark} ${pieces.map(({ text }) => text).join("")}`);
  const all = [...rows, ...rest === "" ? [] : [`... ${rest}`]];
  return [
    ...judgment === null || judgment.reason === "" ? [] : [`Reason: ${say([{ outside: judgment.reason }])}`],
    ...all.length === 0 ? [] : [(0, import_escape_markdown.fencedBlock)(all, "diff")]
  ].map((block) => `

${block}`).join("");
}
var import_words9, import_escape_markdown, LONGEST3, LIMITS, VERBOSE_LIMITS, LONGEST_ADDRESS, GAP, ROOM_FOR_CUTS;
var init_markdown = __esm({
  "src/features/changes/formats/markdown.ts"() {
    "use strict";
    import_words9 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_markdown = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    init_fitting();
    init_link();
    init_sentences2();
    init_shown_lines();
    init_words();
    LONGEST3 = 65536;
    LIMITS = { lines: 10, characters: 400 };
    VERBOSE_LIMITS = { lines: 200, characters: 400 };
    LONGEST_ADDRESS = 300;
    GAP = 2;
    ROOM_FOR_CUTS = 200;
  }
});

// src/rendering/html/markup.ts
function html(strings, ...parts) {
  let text = strings[0] ?? "";
  for (const [index, part] of parts.entries()) text += toText(part) + (strings[index + 1] ?? "");
  return new Markup(text);
}
function trusted(text) {
  return new Markup(text);
}
function toText(part) {
  if (part === null) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return (0, import_words11.formatNumber)(part);
  return part instanceof Markup ? part.text : part.map(toText).join("");
}
function escapeHtml(text) {
  return (0, import_escape_terminal.escapeTerminal)(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
function table(caption, columns, rows, layout) {
  const classes = columns.map((column) => typeof column === "string" ? null : html` class="${"n" in column ? "n" : "wrap"}"`);
  const titles = columns.map((column) => typeof column === "string" ? column : "n" in column ? column.n : column.wrap);
  const heads = titles.map((title, index) => html`<th scope="col"${classes[index] ?? null}>${title}`);
  const body = rows.map(([first = null, ...others]) => {
    const cells = others.map((value, index) => html`<td${classes[index + 1] ?? null}>${value}`);
    return html`<tr><th scope="row">${first}${cells}\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table${layout === void 0 ? null : html` class="${layout}"`}><caption>${caption}</caption><thead><tr>${heads}</thead><tbody>${body}</tbody></table></div>`;
}
function tableBehind(caption, columns, rows) {
  return html`<details><summary>Table: ${caption}</summary>${table(caption, columns, rows)}</details>`;
}
function section(id, title, ...content) {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${content}</section>\n`;
}
var import_words11, import_escape_terminal, Markup, ENTITIES;
var init_markup = __esm({
  "src/rendering/html/markup.ts"() {
    "use strict";
    import_words11 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    Markup = class {
      text;
      constructor(text) {
        this.text = text;
      }
    };
    ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  }
});

// src/rendering/html/style.ts
var LIGHT, DARK, STYLE;
var init_style = __esm({
  "src/rendering/html/style.ts"() {
    "use strict";
    LIGHT = `--bg:#fff;--panel:#f5f7fa;--ink:#18202b;--muted:#566170;--line:#d5dbe3;--link:#1b5aa5;--bad:#a4161a;--warn:#7a4b00;--good:#17663a;
--bar-0:#2f6db3;--bar-1:#7a4b00;--heat-0:#f1f4f8;--heat-1:#dbe9f9;--heat-2:#b0d0f2;--heat-3:#6ea8e0;--heat-4:#2a69ae;--heat-5:#123f75;
--on-heat-0:#566170;--on-heat-1:#18202b;--on-heat-2:#10243e;--on-heat-3:#08172b;--on-heat-4:#fff;--on-heat-5:#fff;`;
    DARK = `--bg:#11161d;--panel:#19202a;--ink:#e6ebf2;--muted:#9ba7b6;--line:#313b48;--link:#86b9f2;--bad:#ff9a94;--warn:#f0bf6a;--good:#7fd6a2;
--bar-0:#5b9be0;--bar-1:#f0bf6a;--heat-0:#19202a;--heat-1:#172f4b;--heat-2:#1c4878;--heat-3:#2a69ae;--heat-4:#7db4ee;--heat-5:#d3e6fb;
--on-heat-0:#9ba7b6;--on-heat-1:#dbe7f5;--on-heat-2:#eef4fb;--on-heat-3:#fff;--on-heat-4:#08172b;--on-heat-5:#08172b;`;
    STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1040px;margin:0 auto;padding:0 20px}
header{padding-top:40px}
h1{font-size:30px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em;overflow-wrap:anywhere}
h1 small{font-size:16px;font-weight:500;letter-spacing:0;color:var(--muted);white-space:nowrap}
h2{font-size:21px;line-height:1.3;margin:0 0 12px;padding-top:20px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:28px 0 8px}
p{margin:0 0 12px;max-width:75ch;text-wrap:pretty}
.faint{color:var(--muted)}
section{margin:40px 0}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;margin:16px 0 0;padding:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin:28px 0 0}
.tiles div{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:14px 16px}
.tiles dt{color:var(--muted);font-size:14px}
.tiles dd{margin:2px 0 0;font-size:26px;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.tiles dd small{display:block;margin-top:2px;font-size:14px;line-height:1.4;font-weight:400;letter-spacing:0;color:var(--muted);text-wrap:balance}
.tiles svg{display:block;width:100%;height:8px;margin-top:8px;border-radius:4px}
.chart{margin:0 0 8px}
.chart svg{display:block;width:100%;height:auto}
.chart text{font-family:inherit;font-variant-numeric:tabular-nums}
.narrow{display:none!important}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 14px;padding:0;font-size:14px;color:var(--muted)}
.legend svg{width:14px;height:14px;margin-right:6px;vertical-align:-2px}
details{margin:0 0 10px}
summary{cursor:pointer;padding:4px 0;color:var(--link)}
summary small{font-size:14px;color:var(--muted)}
.folder>summary{color:var(--ink);font-weight:600;overflow-wrap:anywhere}
.folder>summary small{font-weight:400}
.scroll{overflow-x:auto;margin:4px 0 16px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:1.4}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:left;vertical-align:baseline;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--muted);white-space:nowrap}
tbody th{min-width:14ch;overflow-wrap:anywhere}
td{white-space:nowrap}
td:last-child,th:last-child{padding-right:0}
.n{text-align:right;font-variant-numeric:tabular-nums}
.wrap{white-space:normal;min-width:20ch;overflow-wrap:anywhere}
.observed{table-layout:fixed;min-width:960px}
.observed th:nth-child(1){width:23%}.observed th:nth-child(2){width:11%}.observed th:nth-child(3){width:11%}
.observed th:nth-child(6),.observed th:nth-child(7){width:9%}.observed th:nth-child(8){width:12%}
.planned{table-layout:fixed;min-width:640px}
.planned th:nth-child(1){width:36%}.planned th:nth-child(4){width:16%}
.observed td,.planned td{white-space:normal;overflow-wrap:anywhere}
.observed td.n,.planned td.n{white-space:nowrap}
.n+td,.n+th:not(.n){padding-left:16px}
.bad,.warn,.good{font-weight:600}
.bad{color:var(--bad)}.warn{color:var(--warn)}.good{color:var(--good);font-weight:400}
pre{margin:4px 0 16px;padding:12px;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow-x:auto;font:13px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
ins{color:var(--good);text-decoration:none}del{color:var(--bad);text-decoration:none}
code{font:.92em ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{padding-bottom:48px;font-size:14px;color:var(--muted)}
@media (max-width:640px){
main,header,footer{padding:0 14px}
header{padding-top:24px}
h1{font-size:24px}
.tiles{grid-template-columns:1fr 1fr;gap:8px}
.tiles div{padding:10px 12px}
.tiles dd{font-size:20px}
.stack thead{display:none}
.stack tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}
.stack th,.stack td{display:block;padding:0;border:0}
}
@media screen and (max-width:820px){.wide{display:none!important}.narrow{display:block!important}.chart .narrow{max-width:440px}}
@media print{
@page{margin:14mm}
body{font-size:11pt}
main,header,footer{max-width:none;padding:0}
nav{display:none}
a{color:inherit;text-decoration:none}
h2,h3,summary{break-after:avoid}
.chart,.tiles div,tr{break-inside:avoid}
.chart,.tiles,.legend{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.scroll{overflow:visible}
.observed,.planned{min-width:0}
.observed{font-size:8pt}
td{white-space:normal}
.folder::details-content{content-visibility:visible;block-size:auto}
pre{white-space:pre-wrap}
}
`;
  }
});

// src/rendering/html/whole-page.ts
function renderWholePage({ beginning, title, generator, style, body }) {
  const hash = Buffer.from((0, import_canonical.sha256)(style), "hex").toString("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${generator}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}</body>
</html>
`;
  return `${beginning}${page.text}`;
}
var import_canonical;
var init_whole_page = __esm({
  "src/rendering/html/whole-page.ts"() {
    "use strict";
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    init_markup();
  }
});

// src/features/changes/formats/html.ts
var html_exports = {};
__export(html_exports, {
  renderChangesHtml: () => renderChangesHtml
});
function renderChangesHtml(document) {
  const { project, environment } = document;
  const tell = tellTimes(document);
  const { shown, noise } = splitNoise(document);
  const body = html`${renderHeader(document)}<main>
${renderChanges(shown, document, tell)}${renderNoise(noise, tell)}${renderFailures(document, tell)}${renderUnread(document)}${renderRunning(document, tell)}</main>
<footer><p>${readingSentence(document)}</p></footer>
`;
  return renderWholePage({
    beginning: BEGINNING,
    title: `Changes: ${project} (${environment})`,
    generator: "monitors",
    style: STYLE + OWN_STYLE,
    body
  });
}
function say2(words) {
  return html`${words.map((word) => typeof word === "string" ? word : html`<q>${cutText(word.outside, LONGEST_TEXT)}</q>`)}`;
}
function renderHeader(document) {
  const { project, environment, summary } = document;
  const { meaningful, notJudged, noise, failing, recovered, running } = summary;
  const tile = (name, value, detail) => html`<div><dt>${name}</dt><dd>${value}<small>${detail}</small></dd></div>\n`;
  const notes = noteSentences(document).map((words) => html`<li>${say2(words)}</li>\n`);
  return html`<header>
<h1>${project} <small>${environment}</small></h1>
<p class="faint">Changes from ${say2(spanWords(document))}</p>
<p>${countSentence(document)}</p>
${notes.length === 0 ? null : html`<ul class="notes">${notes}</ul>\n`}<dl class="tiles">${[
    tile("Meaningful", meaningful, "changed pages"),
    tile("Not judged", notJudged, "changed pages"),
    tile("Noise", noise, "judged not to matter"),
    tile("Failing", failing, recovered === 0 ? "monitors" : `monitors; ${(0, import_words12.formatNumber)(recovered)} working again`),
    ...running === 0 ? [] : [tile("Still running", running, "checks, for the next call")]
  ]}</dl>
</header>
`;
}
function renderChanges(changes, document, tell) {
  if (changes.length === 0) return section("changes", "Changes", html`<p>No changes to show.</p>`);
  let left = LONGEST_PAGE;
  let bare = 0;
  const blocks = changes.slice(0, MOST_CHANGES).map((change, index) => {
    const group = index > 0 && changes[index - 1]?.group === change.group ? null : groupWords(change, document);
    const lines = left > 0 ? renderLines(change) : null;
    if (left <= 0) bare++;
    const block = html`${group === null ? null : html`<h3>${say2(group)}</h3>\n`}${renderChange(change, lines, tell)}`;
    left -= block.text.length;
    return block;
  });
  const rest = changes.length - blocks.length;
  return section(
    "changes",
    "Changes",
    html`<p class="faint">This section holds text of the pages that are watched.</p>`,
    blocks,
    bare === 0 ? null : html`<p>${(0, import_words12.countOf)(bare, "change")} shown without lines: the page would be too long.</p>`,
    rest === 0 ? null : html`<p>&hellip; and ${(0, import_words12.countOf)(rest, "more change")}.</p>`
  );
}
function renderChange(change, lines, tell) {
  const { key, url, judgment, at } = change;
  const words = [...verdictWords(change), ", ", ...statusWords(change), ", ", ...tell(at)];
  const reason = judgment === null || judgment.reason === "" ? null : html`<p><q>${cutText(judgment.reason, LONGEST_TEXT)}</q></p>\n`;
  return html`<article>
<h4>${cutText(key, LONGEST_TEXT)} <small>${say2(words)}</small></h4>
<p>${renderAddress2(url)}</p>
${reason}${lines}</article>
`;
}
function renderAddress2(url) {
  const link = readLink(url);
  const text = html`<code>${cutText(link ?? url, LONGEST_TEXT)}</code>`;
  return link === null ? text : html`<a href="${link}" rel="noreferrer nofollow">${text}</a>`;
}
function renderLines(change) {
  const shown = showLines(change, LIMITS2);
  const rest = describeRest(shown, change);
  if (shown.lines.length === 0 && rest === "") return null;
  const more = rest === "" ? null : html`<p class="faint">&hellip; ${rest}.</p>\n`;
  const open = shown.lines.length <= OPEN_LINES + 5 ? shown.lines : shown.lines.slice(0, OPEN_LINES);
  const folded = shown.lines.slice(open.length);
  const summary = html`<summary>${(0, import_words12.countOf)(folded.length, "line")} more</summary>`;
  return html`${renderBlock(open)}${folded.length === 0 ? null : html`<details class="folder">${summary}${renderBlock(folded)}</details>\n`}${more}`;
}
function renderBlock(lines) {
  return lines.length === 0 ? null : html`<pre>${lines.map(renderLine)}</pre>\n`;
}
function renderLine({ mark, pieces }) {
  if (mark === "!") {
    const [path, before, arrow, after] = pieces.map(({ text: text2 }) => text2);
    return html`${path ?? ""}<del>${before ?? ""}</del>${arrow ?? ""}<ins>${after ?? ""}</ins>\n`;
  }
  const text = pieces.map((piece) => piece.isChanged ? html`<mark>${piece.text}</mark>` : piece.text);
  return mark === "+" ? html`<ins>+ ${text}</ins>\n` : html`<del>- ${text}</del>\n`;
}
function renderNoise(noise, tell) {
  if (noise.length === 0) return null;
  const rows = tableOf("Changes judged as noise", ["Monitor", "Page", "When", "Reason"], noise, ({ key, url, at, judgment }) => [
    cutText(key, LONGEST_TEXT),
    renderAddress2(url),
    say2(tell(at)),
    cutText(judgment?.reason ?? "", LONGEST_TEXT)
  ]);
  const summary = html`<summary>${(0, import_words12.countOf)(noise.length, "changed page")}</summary>`;
  return section("noise", "Judged as noise", html`<details class="folder">${summary}${rows}</details>`);
}
function renderFailures({ failures }, tell) {
  if (failures.length === 0) return null;
  const rows = tableOf("Failures", ["Monitor", "Since", "Reason", "Page"], failures, (failure) => [
    cutText(failure.key, LONGEST_TEXT),
    html`<span class="${failure.until === null ? "bad" : "good"}">${say2(failureSpan(failure, tell))}</span>`,
    say2(failureReason(failure)),
    failure.url === null ? "" : renderAddress2(failure.url)
  ]);
  return section("failures", "Failures", rows);
}
function renderUnread(document) {
  const unread = listUnread(document);
  if (unread.length === 0) return null;
  const rows = tableOf("Monitors that could not be read", ["Monitor", "Why"], unread, ({ key, error }) => [
    cutText(key, LONGEST_TEXT),
    cutText(error ?? "", LONGEST_TEXT)
  ]);
  return section("unread", "Not read", rows);
}
function renderRunning({ running }, tell) {
  if (running.length === 0) return null;
  const rows = tableOf("Checks that have not ended", ["Monitor", "Check"], running, (check) => [
    cutText(check.key, LONGEST_TEXT),
    say2(runningSpan(check, tell))
  ]);
  return section("running", "Still running", rows);
}
function tableOf(caption, columns, items, toRow2) {
  const [first = "", ...others] = columns;
  const rest = items.length - MOST_ROWS;
  return html`${table(caption, [first, ...others.map((wrap) => ({ wrap }))], items.slice(0, MOST_ROWS).map(toRow2), "stack")}${rest > 0 ? html`<p>&hellip; and ${(0, import_words12.countOf)(rest, "more row")}.</p>` : null}`;
}
var import_words12, LIMITS2, OPEN_LINES, LONGEST_PAGE, MOST_CHANGES, MOST_ROWS, LONGEST_TEXT, BEGINNING, OWN_STYLE;
var init_html = __esm({
  "src/features/changes/formats/html.ts"() {
    "use strict";
    import_words12 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    init_style();
    init_whole_page();
    init_link();
    init_sentences2();
    init_shown_lines();
    init_words();
    LIMITS2 = { lines: 200, characters: 400 };
    OPEN_LINES = 20;
    LONGEST_PAGE = 4 * 1024 * 1024;
    MOST_CHANGES = 2e3;
    MOST_ROWS = 500;
    LONGEST_TEXT = 600;
    BEGINNING = "<!doctype html>\n<!-- monitors changes -->\n";
    OWN_STYLE = `
header p,h1 small,h3,article h4,article p,.notes,.folder>summary{white-space:normal;overflow-wrap:anywhere}
#changes h3{font-size:18px}
article{margin:0 0 28px}
article h4{font-size:16px;margin:24px 0 4px}
article h4 small{font-size:14px;font-weight:400;color:var(--muted)}
article p{margin:0 0 6px}
article pre{white-space:pre-wrap;overflow-wrap:anywhere}
ins,del,code,q{unicode-bidi:isolate}
q{quotes:none}
mark{background:none;color:inherit;font-weight:700;text-decoration:underline}
.notes{margin:16px 0 0;padding-left:20px;max-width:75ch}
@media print{article h4{break-after:avoid}article p{break-inside:avoid}}
`;
  }
});

// src/features/changes/formats/atom.ts
var atom_exports = {};
__export(atom_exports, {
  renderChangesAtom: () => renderChangesAtom
});
function renderChangesAtom(document) {
  const tell = tellTimes(document);
  const { shown, noise } = splitNoise(document);
  const end = readMoment(document.until) ?? "1970-01-01T00:00:00Z";
  const all = [
    ...document.failures.slice(0, MOST_FAILURES).map((failure) => () => renderFailure(failure, tell, end)),
    ...shown.map((change) => () => renderChange2(change, tell, end))
  ];
  const entries = [];
  let left = LONGEST_FEED;
  for (const render of all) {
    const entry = render();
    left -= entry.length;
    if (left < 0 || entries.length === MOST_ENTRIES) break;
    entries.push(entry);
  }
  const rest = document.failures.length + shown.length - entries.length;
  const { project, environment } = document;
  const subtitle = [
    [...spanWords(document), "."],
    [countSentence(document)],
    [readingSentence(document)],
    ...noteSentences(document),
    ...describeUnread(document),
    ...noise.length === 0 ? [] : [[`Without ${(0, import_words14.countOf)(noise.length, "changed page")} judged as noise.`]],
    ...rest === 0 ? [] : [[`${(0, import_words14.countOf)(rest, "more entry", "more entries")} without room here.`]]
  ];
  return (0, import_escape_terminal2.disarmCommands)(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title type="text">${say3(titleWords(document))}</title>
<subtitle type="text">${subtitle.map(say3).join(" ")}</subtitle>
<id>${makeUrn("feed", project, environment)}</id>
<updated>${end}</updated>
<author><name>monitors</name></author>
<generator>monitors</generator>
${entries.join("")}</feed>
`);
}
function describeUnread(document) {
  const unread = listUnread(document);
  const rest = unread.length - MOST_UNREAD;
  return [
    ...unread.slice(0, MOST_UNREAD).map((monitor) => ["Not read: ", ...unreadWords(monitor), "."]),
    ...rest > 0 ? [[`Not read: ${(0, import_words14.countOf)(rest, "more monitor")}.`]] : []
  ];
}
function renderChange2(change, tell, end) {
  const { id, key, url, judgment, verdict, at } = change;
  const shown = showLines(change, LIMITS3);
  const rest = describeRest(shown, change);
  const content = [
    say3([outside(url), ", ", ...statusWords(change), ", ", ...tell(at)]),
    ...judgment === null || judgment.reason === "" ? [] : [say3(["Reason: ", outside(judgment.reason)])],
    ...shown.lines.map(({ mark, pieces }) => escapeXml(`${mark} ${pieces.map(({ text }) => text).join("")}`)),
    ...rest === "" ? [] : [`... ${rest}`]
  ];
  return renderEntry({
    id: makeUrn("change", id),
    title: say3([outside(key), ": ", ...verdictWords(change)]),
    updated: readMoment(at) ?? end,
    category: verdict,
    link: readLink(url),
    content
  });
}
function renderFailure(failure, tell, end) {
  const { key, monitorId, since, until, url } = failure;
  return renderEntry({
    id: makeUrn("failure", monitorId, since),
    title: say3([outside(key), ": ", ...failureSpan(failure, tell)]),
    updated: readMoment(until ?? since) ?? end,
    category: "failure",
    link: url === null ? null : readLink(url),
    content: [say3(failureReason(failure)), ...url === null ? [] : [say3([outside(url)])]]
  });
}
function renderEntry({ id, title, updated, category, link, content }) {
  const lead = link === null ? "" : `<link rel="alternate" href="${escapeXml(link)}"/>
`;
  return `<entry>
<title type="text">${title}</title>
<id>${id}</id>
<updated>${updated}</updated>
<category term="${escapeXml(category)}"/>
${lead}<content type="text">${content.join("\n")}</content>
</entry>
`;
}
function say3(words) {
  return joinWords(words, escapeXml);
}
function escapeXml(text) {
  return (0, import_escape_terminal2.escapeTerminal)(text).replace(ILLEGAL, "\uFFFD").replace(/[&<>"']/g, (character) => ENTITIES2[character]);
}
function readMoment(text) {
  const at = Date.parse(text);
  const iso = Number.isNaN(at) ? "" : new Date(at).toISOString();
  return /^\d{4}-/.test(iso) ? iso : null;
}
function makeUrn(...parts) {
  const hex = (0, import_canonical2.sha256)(JSON.stringify(["monitors changes", ...parts]));
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return `urn:uuid:${groups.join("-")}`;
}
var import_words14, import_canonical2, import_escape_terminal2, LIMITS3, MOST_ENTRIES, MOST_FAILURES, LONGEST_FEED, MOST_UNREAD, ILLEGAL, ENTITIES2;
var init_atom = __esm({
  "src/features/changes/formats/atom.ts"() {
    "use strict";
    import_words14 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_canonical2 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_link();
    init_sentences2();
    init_shown_lines();
    init_words();
    LIMITS3 = { lines: 40, characters: 400 };
    MOST_ENTRIES = 1e3;
    MOST_FAILURES = 200;
    LONGEST_FEED = 4 * 1024 * 1024;
    MOST_UNREAD = 20;
    ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
    ENTITIES2 = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  }
});

// src/features/changes/formats/csv.ts
var csv_exports = {};
__export(csv_exports, {
  renderChangesCsv: () => renderChangesCsv
});
function renderChangesCsv(document) {
  const { changes, failures, running } = document;
  const makers = [
    ...changes.map((change) => (limits) => toRow(change, limits)),
    ...failures.map(({ key, monitorId, checkId, kind, since, until, reason, url }) => () => ({
      ...{ type: "failure", key, at: since, until: until ?? "", status: kind, url: url ?? "", reason: reason ?? "" },
      ...{ monitor_id: monitorId, check_id: checkId }
    })),
    ...running.map(({ key, monitorId, checkId, status, since }) => () => ({
      ...{ type: "running", key, at: since ?? "", status, monitor_id: monitorId, check_id: checkId }
    })),
    ...listUnread(document).map(({ key, id, error }) => () => ({ type: "not-read", key, reason: error ?? "", monitor_id: id })),
    ...noteSentences(document).map((words) => () => ({ type: "note", reason: joinWords(words, (text) => text) }))
  ];
  let left = LONGEST_TABLE;
  const rows = makers.map((make) => {
    const row = left > 0 ? renderRow(make(LIMITS4), LONGEST_CELL) : renderRow(make({ ...LIMITS4, lines: 0 }), SHORT_CELL);
    left -= row.length;
    return row;
  });
  const header = `${COLUMNS.map(quote).join(",")}\r
`;
  return header + rows.join("");
}
function toRow(change, limits) {
  const { group, key, at, verdict, status, url, judgment, id, monitorId, checkId, diffCut } = change;
  const { lines, rest } = showLines(change, limits);
  const cell = (mark) => lines.filter((line) => line.mark === mark).map(({ pieces }) => pieces.map(({ text }) => text).join("")).join("\n");
  return {
    ...{ type: "change", group: group ?? "", key, at, verdict, status, url, reason: judgment?.reason ?? "" },
    ...{ removed: cell("-"), added: cell("+"), fields: cell("!") },
    left_out: rest === 0 ? diffCut ? "more" : "" : `${rest}${diffCut ? " or more" : ""}`,
    ...{ id, monitor_id: monitorId, check_id: checkId }
  };
}
function renderRow(row, longest) {
  return (0, import_escape_terminal3.disarmCommands)(`${COLUMNS.map((column) => quote(renderCell(row[column] ?? "", longest))).join(",")}\r
`);
}
function renderCell(text, longest) {
  return defuse(cutText(cutText(text, longest).split("\n").map(import_escape_terminal3.escapeTerminal).join("\n"), longest));
}
function defuse(text) {
  return (FORMULA.test(text) ? "'" : "") + text.replace(INNER_FORMULA, "'");
}
function quote(text) {
  return `"${text.replaceAll('"', '""')}"`;
}
var import_escape_terminal3, COLUMNS, LIMITS4, LONGEST_CELL, LONGEST_TABLE, SHORT_CELL, SIGNS, FORMULA, INNER_FORMULA;
var init_csv = __esm({
  "src/features/changes/formats/csv.ts"() {
    "use strict";
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_sentences2();
    init_shown_lines();
    init_words();
    COLUMNS = [
      ...["type", "group", "key", "at", "until", "verdict", "status", "url", "reason", "removed", "added", "fields", "left_out", "id"],
      ...["monitor_id", "check_id"]
    ];
    LIMITS4 = { lines: 20, characters: 400 };
    LONGEST_CELL = 4e3;
    LONGEST_TABLE = 16 * 1024 * 1024;
    SHORT_CELL = 200;
    SIGNS = "=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B";
    FORMULA = new RegExp(`^\\s*[${SIGNS}\\n]`);
    INNER_FORMULA = new RegExp(`(?<=[\\n;])(?=[^\\S\\n]*[${SIGNS}])`, "g");
  }
});

// src/features/changes/formats/slack.ts
var slack_exports = {};
__export(slack_exports, {
  renderChangesSlack: () => renderChangesSlack
});
function renderChangesSlack(document) {
  const tell = tellTimes(document);
  const { shown, noise } = splitNoise(document);
  const tail = [
    ...noise.length === 0 ? [] : [section2(`Not shown: ${(0, import_words17.countOf)(noise.length, "changed page")} judged as noise.`)],
    ...list2(
      "Failures",
      document.failures.map((failure) => () => failureWords(failure, tell))
    ),
    ...list2(
      "Not read",
      listUnread(document).map((monitor) => () => unreadWords(monitor))
    ),
    ...list2(
      "Still running",
      document.running.map((check) => () => runningWords(check, tell))
    )
  ];
  const blocks = [
    { type: "header", text: plain(say4(titleWords(document)), LONGEST_HEADER) },
    overview2(document),
    ...renderAll2(shown, document, tell),
    ...tail
  ];
  const text = `${escapeMrkdwn(say4(titleWords(document)))}: ${countSentence(document)}`;
  return `${(0, import_escape_json2.stringifyJson)({ text, blocks, unfurl_links: false, unfurl_media: false }, 2)}
`;
}
function say4(words) {
  return joinWords(words, import_escape_terminal4.escapeTerminal);
}
function plain(text, longest = LONGEST_BLOCK) {
  return { type: "plain_text", text: cutText(text, longest - ROOM_FOR_COUNT), emoji: false };
}
function section2(text) {
  return { type: "section", text: plain(text) };
}
function escapeMrkdwn(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function overview2(document) {
  const lines = [say4(spanWords(document)), `${countSentence(document)} ${readingSentence(document)}`];
  const notes = takeFitting(noteSentences(document), say4, LONGEST_BLOCK - 1500);
  return section2([...lines, ...notes.texts, ...notes.rest === 0 ? [] : [`... and ${(0, import_words17.countOf)(notes.rest, "more note")}.`]].join("\n"));
}
function list2(title, items) {
  if (items.length === 0) return [];
  const { texts, rest } = takeFitting(items, (item) => `\u2022 ${say4(item())}`, LONGEST_BLOCK - 100);
  return [section2([title, ...texts, ...rest === 0 ? [] : [`... and ${(0, import_words17.countOf)(rest, "more monitor")}`]].join("\n"))];
}
function renderAll2(changes, document, tell) {
  const blocks = [];
  let left = LONGEST_MESSAGE;
  for (const [index, change] of changes.entries()) {
    if (blocks.length === MOST_BLOCKS - OTHER_BLOCKS) break;
    const group = changes[index - 1]?.group === change.group && index > 0 ? null : groupWords(change, document);
    const block = renderChange3(change, group, tell);
    left -= JSON.stringify(block).length;
    if (left < 0) break;
    blocks.push(block);
  }
  const rest = changes.length - blocks.length;
  return rest === 0 ? blocks : [...blocks, section2(`... and ${(0, import_words17.countOf)(rest, "more change")} without room here.`)];
}
function renderChange3(change, group, tell) {
  const { judgment } = change;
  const words = [...verdictWords(change), ", ", ...statusWords(change), ", ", ...tell(change.at)];
  const head = [
    ...group === null ? [] : [`Group: ${say4(group)}`],
    `${brief(change.key)}: ${say4(words)}`,
    brief(change.url),
    ...judgment === null || judgment.reason === "" ? [] : [brief(judgment.reason)]
  ].join("\n");
  const link = readLink(change.url);
  const lead = link === null ? "" : `<${escapeMrkdwn(link)}|Open the page>`;
  const fields = lead === "" || lead.length > LONGEST_LINK2 ? [] : [{ type: "mrkdwn", text: lead, verbatim: true }];
  const room = LONGEST_BLOCK - LONGEST_LINK2;
  const text = head.length > room ? cutText(head, room - 50) : `${head}${renderLines2(change, room - head.length)}`;
  return { type: "section", text: plain(text), ...fields.length === 0 ? {} : { fields } };
}
function brief(text) {
  return cutText((0, import_escape_terminal4.escapeTerminal)(cutText(text, LONGEST_TEXT2)), 2 * LONGEST_TEXT2);
}
function renderLines2(change, room) {
  const shown = showLines(change, LIMITS5);
  const { texts, rest } = takeFitting(
    shown.lines,
    ({ mark, pieces }) => `${mark} ${(0, import_escape_terminal4.escapeTerminal)(pieces.map(({ text }) => text).join(""))}`,
    room - 100
  );
  const more = describeRest({ rest: shown.rest + rest }, change);
  return [...texts, ...more === "" ? [] : [`... ${more}`]].map((line) => `
${line}`).join("");
}
var import_words17, import_escape_json2, import_escape_terminal4, MOST_BLOCKS, LONGEST_BLOCK, LONGEST_LINK2, LONGEST_HEADER, ROOM_FOR_COUNT, LONGEST_MESSAGE, OTHER_BLOCKS, LIMITS5, LONGEST_TEXT2;
var init_slack = __esm({
  "src/features/changes/formats/slack.ts"() {
    "use strict";
    import_words17 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_json2 = askBundle("./check.cjs", "src/rendering/escape-json.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_fitting();
    init_link();
    init_sentences2();
    init_shown_lines();
    init_words();
    MOST_BLOCKS = 50;
    LONGEST_BLOCK = 3e3;
    LONGEST_LINK2 = 1e3;
    LONGEST_HEADER = 150;
    ROOM_FOR_COUNT = 40;
    LONGEST_MESSAGE = 4e4;
    OTHER_BLOCKS = 7;
    LIMITS5 = { lines: 6, characters: 200 };
    LONGEST_TEXT2 = 300;
  }
});

// src/features/changes/formats.ts
var formats_exports = {};
__export(formats_exports, {
  FORMATS: () => FORMATS
});
var FORMATS;
var init_formats = __esm({
  "src/features/changes/formats.ts"() {
    "use strict";
    FORMATS = {
      text: {
        load: async () => (await Promise.resolve().then(() => (init_text(), text_exports))).renderChangesText,
        // Its last sentence is there whatever was found.
        isOurs: (text) => /(?:^|\n)Changes [\s\S]{1,500}\brequests?\.\n$/.test(text)
      },
      json: {
        load: async () => (await Promise.resolve().then(() => (init_document(), document_exports))).renderChangesJson,
        isOurs: (text) => /^\{\s*"formatVersion": 1,\s*"command": "changes"/.test(text)
      },
      markdown: {
        load: async () => (await Promise.resolve().then(() => (init_markdown(), markdown_exports))).renderChangesMarkdown,
        isOurs: (text) => /^## Changes in `/.test(text)
      },
      html: {
        load: async () => (await Promise.resolve().then(() => (init_html(), html_exports))).renderChangesHtml,
        isOurs: (text) => text.startsWith("<!doctype html>\n<!-- monitors changes -->\n")
      },
      atom: {
        load: async () => (await Promise.resolve().then(() => (init_atom(), atom_exports))).renderChangesAtom,
        isOurs: (text) => text.startsWith("<?xml") && text.slice(0, 500).includes('<title type="text">Changes in ')
      },
      csv: {
        load: async () => (await Promise.resolve().then(() => (init_csv(), csv_exports))).renderChangesCsv,
        isOurs: (text) => text.startsWith('"type","group","key","at",')
      },
      slack: {
        load: async () => (await Promise.resolve().then(() => (init_slack(), slack_exports))).renderChangesSlack,
        isOurs: (text) => text.startsWith('{\n  "text": "Changes in ')
      }
    };
  }
});

// src/features/changes/steps.ts
var steps_exports = {};
__export(steps_exports, {
  describeStep: () => describeStep
});
function describeStep(step, requests, ms) {
  const time = ms === null || ms < 1e3 ? "" : `, about ${(0, import_sentences10.formatDuration)(ms)}`;
  return `reading ${WHAT[step]}: ${step === "pages" ? "" : "about "}${(0, import_words19.countOf)(requests, "request")}${time}
`;
}
var import_words19, import_sentences10, WHAT;
var init_steps = __esm({
  "src/features/changes/steps.ts"() {
    "use strict";
    import_words19 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences10 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    WHAT = { list: "the list of monitors", checks: "checks", pages: "changed pages" };
  }
});

// src/features/observe/run-text.ts
var run_text_exports = {};
__export(run_text_exports, {
  renderCostsText: () => renderCostsText,
  renderRunText: () => renderRunText
});
function renderCostsText(costs, options) {
  const shown = costs.slice(0, MOST_COSTS);
  const rest = costs.length - shown.length;
  const extras = [...new Set(costs.flatMap(({ notIncluded }) => notIncluded))].sort();
  return (0, import_text3.printText)(
    [
      ...shown.map(({ key, estimatedCredits: credits, besides }) => {
        const parts = credits === null || besides === 0 ? "" : ` (${(0, import_sentences11.describeParts)(credits - besides, besides)})`;
        return (0, import_text3.dataLine)(
          2,
          (0, import_text3.styled)("strong", (0, import_sentences11.shorten)(key)),
          `  ${credits === null ? "unknown cost" : `about ${(0, import_words20.countOf)(credits, "credit")}${parts}`}`
        );
      }),
      ...rest > 0 ? [(0, import_text3.proseLine)(2, `and ${(0, import_words20.countOf)(rest, "more monitor")}`)] : [],
      ...extras.length === 0 ? [] : [(0, import_text3.hangingLine)(2, 2, `not included: ${extras.join(", ")}`)]
    ],
    options
  );
}
function renderRunText(view, options) {
  const blocks = view.runs.map((run) => runLines(run, view, options));
  const lines = blocks.flatMap((block, index) => {
    const isApart = block.length > 1 || (blocks[index - 1]?.length ?? 0) > 1;
    return index > 0 && isApart ? [import_text3.BLANK, ...block] : block;
  });
  return (0, import_text3.printText)([...lines, ...options.verbosity === "quiet" ? [] : [import_text3.BLANK, ...summaryLines(view, options)]], options);
}
function runLines(run, { isInterrupted }, options) {
  const { key, start, end } = run;
  const head = (style, words2) => (0, import_text3.hangingLine)(0, 2, (0, import_text3.styled)("strong", (0, import_sentences11.shorten)(key)), "  ", (0, import_text3.styled)(style, words2));
  if (start === null) return [head("faint", "not attempted")];
  if (start.kind === "unknown") {
    return [
      head("error", `a check may have been started: ${start.failure.message}`),
      (0, import_text3.proseLine)(2, (0, import_sentences11.pasteable)(`Run "${(0, import_command_line.keyCommand)("checks", key)}" before you start another one: each is paid for.`, options))
    ];
  }
  if (start.kind === "refused")
    return [
      head(start.reason === "running" ? "warning" : "error", `not started: ${explainRefusal(start, options)}`),
      ...hintLines(start, key, options)
    ];
  const doubt = CERTAINTY_WORDS[start.certainty];
  const notes = doubt === null ? [] : [(0, import_text3.proseLine)(2, doubt)];
  if (end?.kind === "ended") return [(0, import_text3.dataLine)(0, (0, import_text3.styled)("strong", (0, import_sentences11.shorten)(key))), ...notes, ...changesLines(end.changes, aloud(options))];
  const words = end === null ? `started ${start.checkId}` : end.kind === "not-read" ? `started ${start.checkId}, but its end could not be read: ${end.failure.message}` : `${isInterrupted ? "goes on" : "still running"}: ${start.checkId}`;
  return [head(end?.kind === "not-read" ? "warning" : "added", words), ...notes];
}
function aloud(options) {
  return options.verbosity === "quiet" ? { ...options, verbosity: "normal" } : options;
}
function explainRefusal({ reason, failure, running }, options) {
  return REFUSAL_WORDS[reason] ?? (reason === "running" ? `a check is ${running?.status === "queued" ? "queued" : "running"} already${describeRunning(running, options)}` : failure.message);
}
function describeRunning(running, options) {
  if (running === null) return "";
  const at = running.startedAt ?? running.createdAt;
  return ` (${[(0, import_sentences11.shorten)(running.trigger), running.id, ...at === null ? [] : [`since ${(0, import_local_time5.showTime)(at, options)}`]].join(", ")})`;
}
function hintLines({ reason }, key, options) {
  const hint = {
    running: `Run "${(0, import_command_line.keyCommand)("checks", key)}" to see how it ends.`,
    paused: 'Paused monitors run no checks. Remove "paused: true" from its spec and apply, or resume it in the dashboard.',
    "no-credits": "Add credits, or wait for the next billing period.",
    missing: 'Run "monitors plan --refresh" to compare the state with the service.',
    refused: null
  }[reason];
  return hint === null ? [] : [(0, import_text3.proseLine)(2, (0, import_sentences11.pasteable)(hint, options))];
}
function summaryLines(view, options) {
  const { monitors, started, notStarted, unknown, estimatedCredits, actualCredits } = (0, import_run_document.summarizeRun)(view);
  const going = view.runs.filter(({ end, start }) => start?.kind === "started" && end?.kind !== "ended").length;
  const about = estimatedCredits === null ? [] : [`about ${(0, import_words20.countOf)(estimatedCredits, "credit")} estimated`];
  const parts = [
    started === monitors ? `${(0, import_words20.countOf)(started, "check")} started` : `${(0, import_words20.formatNumber)(started)} of ${(0, import_words20.countOf)(monitors, "check")} started`,
    ...notStarted === 0 ? [] : [`${(0, import_words20.formatNumber)(notStarted)} not started`],
    ...unknown === 0 ? [] : [`${(0, import_words20.formatNumber)(unknown)} unknown`],
    ...actualCredits === null ? [] : [`${(0, import_words20.countOf)(actualCredits, "credit")} charged`],
    ...started === 0 ? [] : about
  ];
  const [only] = view.runs;
  const command = view.runs.length === 1 && only !== void 0 ? (0, import_command_line.keyCommand)("checks", only.key) : "monitors checks KEY";
  const goesOn = going === 0 ? [] : [
    (0, import_text3.proseLine)(
      0,
      (0, import_sentences11.pasteable)(
        `${going === 1 ? "The check goes" : `${(0, import_words20.formatNumber)(going)} checks go`} on in the service. Run "${command}" to see how ${going === 1 ? "it ends" : "they end"}.`,
        options
      )
    )
  ];
  return [(0, import_text3.proseLine)(0, `Run: ${parts.join(", ")}.`), ...goesOn];
}
var import_command_line, import_words20, import_local_time5, import_sentences11, import_text3, import_run_document, MOST_COSTS, CERTAINTY_WORDS, REFUSAL_WORDS;
var init_run_text = __esm({
  "src/features/observe/run-text.ts"() {
    "use strict";
    import_command_line = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words20 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_local_time5 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences11 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text3 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_checks_text();
    import_run_document = askBundle("./change.cjs", "src/features/observe/run-document.ts");
    MOST_COSTS = 20;
    CERTAINTY_WORDS = {
      answered: null,
      found: "The answer was lost; this check is new in the list of checks.",
      "one-of-several": "The answer was lost; several manual checks are new in the list of checks. This is the oldest of them, and may be another one.",
      probable: "The service refused a second request, since a check was running: probably the one that the first request started."
    };
    REFUSAL_WORDS = {
      paused: "the monitor is paused",
      "no-credits": "the account has no credits left",
      missing: "the service has no monitor with the recorded id"
    };
  }
});

// src/features/observe/status-text.ts
var status_text_exports = {};
__export(status_text_exports, {
  renderStatusText: () => renderStatusText
});
function renderStatusText(document, creditsUntil, options) {
  const rows = document.monitors.map((monitor) => ({ monitor, cells: toCells(monitor, options) }));
  const columns = fitColumns(
    rows.map(({ cells }) => cells),
    options.width
  );
  const isQuiet = options.verbosity === "quiet";
  const lines = rows.flatMap(({ monitor, cells }) => [
    rowLine(cells, columns, styleOf2(monitor)),
    ...monitor.sample === null ? [] : sampleLines(monitor.sample, options),
    ...alertLines(monitor)
  ]);
  const summary = isQuiet ? [] : [...lines.length === 0 ? [] : [import_text4.BLANK], ...summaryLines2(document, creditsUntil, options)];
  return (0, import_text4.printText)([...isQuiet || rows.length === 0 ? [] : [rowLine(TITLES, columns, "faint")], ...lines, ...summary], options);
}
function toCells(monitor, options) {
  const { key, lastRunAt, nextRunAt, checking, estimatedCreditsPerMonth: credits } = monitor;
  const time = (iso) => iso === null ? "-" : (0, import_local_time6.showTime)(iso, options);
  return [
    (0, import_sentences12.shorten)(key),
    describeHealth(monitor),
    time(lastRunAt),
    checking ? "now" : time(nextRunAt),
    credits === null ? "-" : (0, import_words21.formatNumber)(credits)
  ];
}
function describeHealth({ status, failing, noCredits, overdue, pages, sample, alerts }) {
  if (status === null) return "not in the service";
  if (status !== "active") return (0, import_sentences12.shorten)(status === "" ? "unknown" : status);
  const words = noCredits ? "no credits" : failing === true ? "failing" : pages === null ? "no check yet" : pages.error > 0 ? `${(0, import_words21.formatNumber)(pages.error)} of ${(0, import_words21.countOf)(pages.total, "page")} failed` : ["ok", ...describeChanges(pages)].join(", ");
  const marks = [
    ...overdue ? ["overdue"] : [],
    ...alerts?.undelivered === true ? ["undelivered"] : [],
    ...alerts?.unconfirmed === true ? ["unconfirmed"] : [],
    ...sample?.search ? [describeSearch(sample.search)] : []
  ];
  return [words, ...marks].join(", ");
}
function describeChanges({ changed, new: added, removed }) {
  const counts = [
    [changed, "changed"],
    [added, "new"],
    [removed, "removed"]
  ];
  return counts.flatMap(([count2, word]) => count2 === 0 ? [] : [`${(0, import_words21.formatNumber)(count2)} ${word}`]);
}
function describeSearch(verdict) {
  switch (verdict) {
    case "too-wide":
      return "queries too wide";
    case "too-vague":
      return "goal too vague";
    case "too-narrow":
      return "queries too narrow";
    default:
      return (0, import_assert_never.assertNever)(verdict);
  }
}
function styleOf2({ status, failing, overdue, pages, alerts }) {
  if (failing === true || status === null || alerts?.undelivered === true) return "error";
  if (overdue || alerts?.unconfirmed === true || (pages?.error ?? 0) > 0) return "warning";
  return void 0;
}
function fitColumns(rows, width) {
  const widths = TITLES.map((title, index) => Math.max(...[title, ...rows.map((cells) => cells[index] ?? "")].map(widthOf)));
  let count2 = widths.length;
  const total = () => widths.slice(0, count2).reduce((sum, one) => sum + one + GAP2, -GAP2);
  while (count2 > 2 && total() > width) count2--;
  return widths.slice(0, count2);
}
function widthOf(text) {
  return (0, import_text4.displayWidth)((0, import_escape_terminal5.escapeTerminal)(text));
}
function rowLine(cells, columns, style) {
  const text = columns.map((width, index) => {
    const cell = cells[index] ?? "";
    const rest = " ".repeat(Math.max(0, width - widthOf(cell)));
    if (index === TITLES.length - 1) return rest + cell;
    return index === columns.length - 1 ? cell : cell + rest + " ".repeat(GAP2);
  }).join("");
  return (0, import_text4.dataLine)(0, style === void 0 ? text : (0, import_text4.styled)(style, text));
}
function alertLines({ alerts }) {
  if (alerts === void 0 || alerts === null) return [];
  const failed = alerts.messages.filter(({ outcome }) => outcome === "undelivered");
  return [
    ...failed.map((message) => (0, import_text4.hangingLine)(4, 2, (0, import_text4.styled)("error", describeFailed(message)))),
    ...alerts.pending.length === 0 ? [] : [(0, import_text4.hangingLine)(4, 2, (0, import_text4.styled)("warning", `not confirmed: ${(0, import_words21.listFirst)(alerts.pending.map(import_sentences12.shorten))}`))]
  ];
}
function sampleLines(sample, options) {
  const { checks, since, failed, skipped, noCredits, undelivered, pages, errorPages, credits, actualCreditsPerMonth } = sample;
  if (checks + noCredits === 0) return [(0, import_text4.hangingLine)(4, 2, "no check has ended")];
  const parts = [
    `${(0, import_words21.countOf)(checks, "check")}${since === null ? "" : ` since ${(0, import_local_time6.showTime)(since, options)}`}`,
    ...failed > 0 ? [`${(0, import_words21.formatNumber)(failed)} failed`] : [],
    ...skipped > 0 ? [`${(0, import_words21.formatNumber)(skipped)} skipped`] : [],
    ...noCredits > 0 ? [`${(0, import_words21.formatNumber)(noCredits)} skipped without credits`] : [],
    ...undelivered > 0 ? [`alerts of ${(0, import_words21.formatNumber)(undelivered)} not delivered`] : [],
    `${(0, import_words21.formatNumber)(errorPages)} of ${(0, import_words21.countOf)(pages, "page")} failed`,
    ...credits === null ? [] : [`${(0, import_words21.formatNumber)(credits.actual)} of ${(0, import_words21.formatNumber)(credits.estimated)} estimated credits charged`],
    ...actualCreditsPerMonth === null ? [] : [`about ${(0, import_words21.countOf)(actualCreditsPerMonth, "credit")} a month`]
  ];
  return [(0, import_text4.hangingLine)(4, 2, parts.join(", "))];
}
function summaryLines2({ monitors, summary, notOffered, remainingCredits }, until, options) {
  const { monitors: total, failing, noCredits, overdue, paused, missing, undelivered, unconfirmed } = summary;
  const parts = [
    `${(0, import_words21.formatNumber)(failing - noCredits)} failing`,
    ...noCredits > 0 ? [`${(0, import_words21.formatNumber)(noCredits)} without credits`] : [],
    `${(0, import_words21.formatNumber)(overdue)} overdue`,
    ...undelivered === void 0 ? [] : [`${(0, import_words21.formatNumber)(undelivered)} undelivered`],
    ...unconfirmed === void 0 ? [] : [`${(0, import_words21.formatNumber)(unconfirmed)} unconfirmed`],
    ...paused > 0 ? [`${(0, import_words21.formatNumber)(paused)} paused`] : [],
    ...missing > 0 ? [`${(0, import_words21.formatNumber)(missing)} not in the service`] : []
  ];
  const troubled = monitors.find(({ failing: failing2, noCredits: noCredits2 }) => failing2 === true && !noCredits2) ?? monitors.find(({ pages }) => (pages?.error ?? 0) > 0);
  const isUnsure = notOffered === null && monitors.some(({ failing: failing2, status }) => failing2 === null && status !== null);
  return [
    (0, import_text4.proseLine)(0, `Status: ${(0, import_words21.countOf)(total, "monitor")}, ${parts.join(", ")}.`),
    ...noCredits > 0 ? [(0, import_text4.proseLine)(0, describeCredits(remainingCredits, until, options))] : [],
    ...isUnsure ? [(0, import_text4.proseLine)(0, (0, import_sentences12.pasteable)(UNSURE, options))] : [],
    ...troubled === void 0 ? [] : [(0, import_text4.dataLine)(0, (0, import_sentences12.pasteable)(`To see why: ${(0, import_command_line2.writeCommand)("diff", [troubled.key, "latest"], "default")}`, options))],
    ...(undelivered ?? 0) + (unconfirmed ?? 0) > 0 ? [(0, import_text4.proseLine)(0, (0, import_sentences12.pasteable)('Run "monitors alerts" to see where alerts go.', options))] : [],
    ...missing > 0 ? [(0, import_text4.proseLine)(0, (0, import_sentences12.pasteable)('Run "monitors plan --refresh" to see what is missing in the service.', options))] : []
  ];
}
function describeCredits(remaining, periodEnd, options) {
  if (remaining !== null && remaining > 0)
    return `The last checks were skipped, since no credits were left. Now there are ${(0, import_words21.formatNumber)(remaining)}.`;
  const until = periodEnd === null ? "" : ` (${(0, import_local_time6.showTime)(periodEnd, options)})`;
  return `No credits are left: every check is skipped. Add credits, or wait for the next billing period${until}.`;
}
var import_assert_never, import_command_line2, import_words21, import_escape_terminal5, import_local_time6, import_sentences12, import_text4, TITLES, GAP2, UNSURE;
var init_status_text = __esm({
  "src/features/observe/status-text.ts"() {
    "use strict";
    import_assert_never = askBundle("./monitors.cjs", "src/core/base/assert-never.ts");
    import_command_line2 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words21 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal5 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_local_time6 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences12 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text4 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_failed_message();
    TITLES = ["monitor", "health", "last check", "next check", "credits a month"];
    GAP2 = 2;
    UNSURE = 'The list does not show a check that failed as a whole: "monitors status --checks 1" reads the newest check of each.';
  }
});

// src/features/report/html/changes-section.ts
function renderChanges2({ views, leftOut }, { now, zone }) {
  const shown = views.filter(({ check }) => check !== null);
  const clock = { clock: { now: () => now, timeZone: () => zone } };
  if (shown.length === 0) return section("changes", "Latest changes", html`<p>No recent check found a change.</p>`);
  const blocks = shown.map(({ key, check, pages }) => {
    const at = check?.startedAt ?? check?.createdAt ?? null;
    const rest2 = pages.length - MOST_PAGES;
    return html`<h3>${key} <small class="faint">${at === null ? "" : (0, import_local_time7.showDate)(at, clock)}</small></h3>${pages.slice(0, MOST_PAGES).map(renderPage)}${rest2 > 0 ? html`<p class="faint">&hellip; and ${(0, import_words22.countOf)(rest2, "more page")}.</p>` : null}`;
  });
  const rest = leftOut === 0 ? "" : ` ${(0, import_words22.countOf)(leftOut, "more monitor")} changed earlier: choose some by key to see them.`;
  return section(
    "changes",
    "Latest changes",
    html`<p class="faint">This section holds text of the pages that are watched.${rest}</p>`,
    blocks
  );
}
function renderPage({ url, status, error, judgment, diff }) {
  const judged = judgment === null ? null : html`<p>${judgment.meaningful ? "Meaningful" : "Not meaningful"} (${judgment.confidence}): ${judgment.reason}</p>`;
  const fields = (diff?.fields ?? []).map(
    ({ path, previous, current }) => html`${path}: <del>${cut((0, import_value_text4.valueText)(previous))}</del> &rarr; <ins>${cut((0, import_value_text4.valueText)(current))}</ins>\n`
  );
  return html`<p><code>${url}</code> ${status}${error === null ? null : `: ${error}`}</p>${judged}${fields.length === 0 ? null : html`<pre tabindex="0">${fields}</pre>`}${diff?.text == null ? null : renderDiff(diff.text)}`;
}
function renderDiff(text) {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const rest = lines.length - MOST_LINES3;
  const marked = lines.slice(0, MOST_LINES3).map((line) => {
    const content = cut(line);
    if (/^\+(?!\+\+)/.test(line)) return html`<ins>${content}</ins>\n`;
    return /^-(?!--)/.test(line) ? html`<del>${content}</del>\n` : html`${content}\n`;
  });
  return html`<pre tabindex="0">${marked}</pre>${rest > 0 ? html`<p class="faint">&hellip; and ${(0, import_words22.countOf)(rest, "more line")}.</p>` : null}`;
}
function cut(text) {
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}\u2026`;
}
var import_words22, import_local_time7, import_value_text4, MOST_PAGES, MOST_LINES3, LONGEST_LINE;
var init_changes_section = __esm({
  "src/features/report/html/changes-section.ts"() {
    "use strict";
    import_words22 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    import_local_time7 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_value_text4 = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    MOST_PAGES = 20;
    MOST_LINES3 = 200;
    LONGEST_LINE = 400;
  }
});

// src/features/report/html/charts.ts
function drawChart({ title, wide, narrow }) {
  return html`<div class="chart">${draw(title, wide, "wide")}${draw(title, narrow, "narrow")}</div>`;
}
function draw(title, { width, height, option }, kind) {
  const chart = loadLibrary().init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    const [, content = ""] = /^<svg[^>]*>([\s\S]*)<\/svg>\s*$/.exec(chart.renderToSVGString({ useViewBox: true })) ?? [];
    const viewBox = `0 0 ${width} ${height}`;
    return html`<svg class="${kind}" viewBox="${viewBox}" role="img"><title>${title}</title>${trusted(strip(content))}</svg>`;
  } finally {
    chart.dispose();
  }
}
function strip(svg) {
  return svg.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<rect [^>]*fill="none"[^>]*><\/rect>/, "").replace(
    /<[a-z]+ [^>]*>/g,
    (tag) => tag.replace(/ style="font-size:(\d+)px[^"]*"/, ' font-size="$1"').replace(/ (?:style|class|pointer-events|ecmeta_\w+)="[^"]*"/g, "")
  ).replace(/\n+/g, "");
}
function loadLibrary() {
  return require("./echarts.cjs");
}
function label(text, widest) {
  const visible = (0, import_escape_terminal6.escapeTerminal)(text);
  if ((0, import_text5.displayWidth)(visible) <= widest) return visible;
  let cut3 = "";
  for (const character of visible) {
    if ((0, import_text5.displayWidth)(cut3 + character) >= widest) break;
    cut3 += character;
  }
  return `${cut3}\u2026`;
}
function compact(value) {
  if (value < 1e3) return String(value);
  const [unit, by] = value < 999500 ? ["k", 1e3] : ["M", 1e6];
  const scaled = value / by;
  return `${scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, "") : Math.round(scaled)}${unit}`;
}
function shadeOf(value, most) {
  return value === 0 ? 0 : Math.max(1, Math.ceil(value / most * SHADES));
}
function grid(columns, rows, cells, size) {
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const height = rows.length * size.row + 26;
  const category = (data) => ({ ...AXIS, type: "category", data: [...data], axisLabel: AXIS_LABEL });
  const renderItem = ({ dataIndex }, api) => {
    const { column = 0, row = 0, value = 0 } = cells[dataIndex] ?? {};
    const [x = 0, y = 0] = api.coord([column, row]);
    const [width = 0, tall = 0] = api.size?.([1, 1]) ?? [];
    const shade = shadeOf(value, most);
    const shape = { x: x - width / 2 + 1, y: y - tall / 2 + 1, width: width - 2, height: tall - 2, r: 3 };
    const text = {
      x,
      y,
      text: value === 0 ? "" : compact(value),
      fill: `var(--on-heat-${shade})`,
      fontSize: 11,
      align: "center",
      verticalAlign: "middle"
    };
    return {
      type: "group",
      children: [
        { type: "rect", shape, style: { fill: `var(--heat-${shade})` } },
        { type: "text", style: text }
      ]
    };
  };
  return {
    width: size.width,
    height,
    option: {
      grid: { left: 40, right: 2, top: 24, bottom: 2 },
      xAxis: { ...category(columns), position: "top" },
      yAxis: { ...category(rows), inverse: true },
      series: [{ type: "custom", silent: true, renderItem, data: cells.map(({ column, row, value }) => [column, row, value]) }]
    }
  };
}
function lyingBars(rows, width) {
  const isNarrow = width < WIDE;
  const [nameWidth, widest] = isNarrow ? [112, 12] : [220, 24];
  const count2 = rows[0]?.values.length ?? 1;
  const rowHeight = count2 > 1 ? 40 : 28;
  return {
    width,
    height: rows.length * rowHeight + 8,
    option: {
      grid: { left: nameWidth, right: isNarrow ? 56 : 90, top: 4, bottom: 4 },
      xAxis: { type: "value", show: false, min: 0 },
      yAxis: {
        ...AXIS,
        type: "category",
        inverse: true,
        data: rows.map(({ name }) => label(name, widest)),
        axisLabel: { ...AXIS_LABEL, color: "var(--ink)", margin: 10 }
      },
      series: Array.from({ length: count2 }, (_, index) => ({
        type: "bar",
        silent: true,
        barWidth: index === 0 ? 14 : 8,
        barGap: "20%",
        itemStyle: { color: `var(--bar-${index})`, borderRadius: 2 },
        label: {
          show: true,
          position: "right",
          color: "var(--ink)",
          fontSize: 13,
          formatter: ({ dataIndex }) => numberAt(rows, dataIndex, index)
        },
        data: rows.map(({ values }) => values[index] ?? "-")
      }))
    }
  };
}
function numberAt(rows, row, index) {
  const value = rows[row]?.values[index] ?? null;
  return value === null ? "" : value.toLocaleString("en-US");
}
function standingBars(names, values, width) {
  const isNarrow = width < WIDE;
  const interval = isNarrow ? (index) => index % 3 === 0 : 0;
  return {
    width,
    height: isNarrow ? 150 : 190,
    option: {
      grid: { left: 4, right: 4, top: 20, bottom: 24 },
      xAxis: {
        ...AXIS,
        type: "category",
        data: [...names],
        axisLine: { show: true, lineStyle: { color: "var(--line)" } },
        axisLabel: { ...AXIS_LABEL, interval }
      },
      yAxis: { type: "value", show: false, min: 0 },
      series: [
        {
          type: "bar",
          silent: true,
          barCategoryGap: "25%",
          itemStyle: { color: "var(--bar-0)", borderRadius: [2, 2, 0, 0] },
          label: {
            show: !isNarrow,
            position: "top",
            color: "var(--ink)",
            fontSize: 11,
            formatter: ({ dataIndex }) => compactOrNone(values[dataIndex] ?? 0)
          },
          data: [...values]
        }
      ]
    }
  };
}
function compactOrNone(value) {
  return value === 0 ? "" : compact(value);
}
var import_escape_terminal6, import_text5, WIDE, NARROW, AXIS, AXIS_LABEL, SHADES;
var init_charts = __esm({
  "src/features/report/html/charts.ts"() {
    "use strict";
    import_escape_terminal6 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_markup();
    import_text5 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    WIDE = 960;
    NARROW = 340;
    AXIS = { axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false } };
    AXIS_LABEL = { color: "var(--muted)", fontSize: 13, interval: 0 };
    SHADES = 5;
  }
});

// src/features/report/html/load-section.ts
function renderLoad({ load, unplaced, unfixed }, { zone, rateLimit }) {
  const title = `Checks in the next seven days by hour and weekday (${zone})`;
  if (load.runs === 0)
    return section("load", "Load of the schedule", html`<p>No monitor runs in the next seven days.</p>${describeUnplaced(unplaced)}`);
  const cells = load.byHour.flatMap((hours, weekday) => hours.map((value, hour) => ({ weekday, hour, value })));
  const wide = cells.map(({ weekday, hour, value }) => ({ column: hour, row: weekday, value }));
  const narrow = cells.map(({ weekday, hour, value }) => ({ column: weekday, row: hour, value }));
  const chart = drawChart({
    title,
    wide: grid(HOURS, WEEKDAYS, wide, { width: WIDE, row: 32 }),
    narrow: grid(WEEKDAYS, HOURS, narrow, { width: NARROW, row: 24 })
  });
  const rows = HOURS.map((hour, index) => [`${hour}:00`, ...load.byHour.map((hours) => hours[index] ?? 0)]);
  return section(
    "load",
    "Load of the schedule",
    html`<p>${(0, import_words23.countOf)(load.runs, "check")} in the next seven days, by hour and weekday. Times are those of ${zone}.</p>`,
    chart,
    renderLegend(Math.max(...cells.map(({ value }) => value))),
    tableBehind(title, ["Hour", ...WEEKDAYS.map((n) => ({ n }))], rows),
    load.peak.monitors === 0 ? null : html`<p>${describePeak(load.peak, rateLimit)}</p>`,
    describeUnfixed(unfixed - unplaced),
    describeUnplaced(unplaced)
  );
}
function namePeak({ weekday, hour, minute }) {
  return `${FULL_WEEKDAYS[weekday]} ${HOURS[hour]}:${String(minute).padStart(2, "0")}`;
}
function describePeak(peak, rateLimit) {
  const fullest = html`The fullest minute is <strong>${namePeak(peak)}</strong>: ${(0, import_words23.countOf)(peak.monitors, "monitor begins a check", "monitors begin a check")}`;
  if (rateLimit === null) return html`${fullest}. To compare it with what your plan allows, give <code>--rate-limit</code>.`;
  const limit = `the rate limit of ${(0, import_words23.formatNumber)(rateLimit)} a minute`;
  if (peak.monitors <= rateLimit) return html`${fullest}, within ${limit}.`;
  const times = (peak.monitors / rateLimit).toFixed(1).replace(/\.0$/, "");
  return html`${fullest}, <strong class="bad">${times} times</strong> ${limit}. The service makes the rest wait.`;
}
function describeUnplaced(unplaced) {
  return unplaced === 0 ? null : html`<p class="faint">Not counted: ${(0, import_words23.countOf)(unplaced, "monitor")} with times that only the service knows.</p>`;
}
function describeUnfixed(unfixed) {
  if (unfixed <= 0) return null;
  return html`<p class="faint">${(0, import_words23.countOf)(unfixed, "monitor")} with words that name no time, such as <code>hourly</code>: the service chooses their minute, and the fullest minute leaves them out.</p>`;
}
function renderLegend(most) {
  const shades = Array.from({ length: SHADES }, (_, index) => index + 1);
  const items = shades.flatMap((shade) => {
    const values = [Math.floor((shade - 1) * most / SHADES) + 1, Math.floor(shade * most / SHADES)];
    const [from, to] = values;
    if (to < from || shadeOf(to, most) !== shade) return [];
    const range = from === to ? (0, import_words23.formatNumber)(from) : `${(0, import_words23.formatNumber)(from)} to ${(0, import_words23.formatNumber)(to)}`;
    return [html`<li>${swatch(`heat-${shade}`)}${range}</li>`];
  });
  return html`<ul class="legend" aria-label="Checks an hour"><li>Checks an hour:</li>${items}</ul>`;
}
function swatch(color) {
  return trusted(`<svg viewBox="0 0 14 14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="var(--${color})"/></svg>`);
}
function renderNextDay({ nextDay }, { now, zone }) {
  const { hours, runs, credits, first } = nextDay;
  if (runs === 0) return section("next", "Next 24 hours", html`<p>No check is due.</p>`);
  const clock = { clock: { now: () => now, timeZone: () => zone } };
  const timeOf = (at) => (0, import_local_time8.showDate)(new Date(at).toISOString(), clock);
  const title = `Checks in the next 24 hours by hour (${zone})`;
  const names = hours.map(({ from }) => timeOf(from).slice(-5, -3));
  const values = hours.map(({ runs: count2 }) => count2);
  const rows = hours.map(({ from, runs: count2, credits: cost }) => [timeOf(from), count2, cost]);
  return section(
    "next",
    "Next 24 hours",
    html`<p>${(0, import_words23.countOf)(runs, "check")} for at most ${(0, import_words23.countOf)(credits, "credit")}. The first bar is what is left of the current hour.</p>`,
    drawChart({ title, wide: standingBars(names, values, WIDE), narrow: standingBars(names, values, NARROW) }),
    tableBehind(title, ["Hour", { n: "Checks" }, { n: "Credits at most" }], rows),
    first.length > MOST_FIRST ? null : html`<h3>First checks</h3>`,
    (first.length > MOST_FIRST ? tableBehind : table)(
      "The first checks",
      ["Monitor", "Time"],
      first.map(({ at, key }) => [key, timeOf(at)])
    )
  );
}
var import_words23, import_local_time8, WEEKDAYS, FULL_WEEKDAYS, HOURS, MOST_FIRST;
var init_load_section = __esm({
  "src/features/report/html/load-section.ts"() {
    "use strict";
    import_words23 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    import_local_time8 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    init_charts();
    WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    FULL_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
    MOST_FIRST = 6;
  }
});

// src/features/report/html/credits-section.ts
function renderCredits({ total, byFolder, byLabel }) {
  if (total.monitors === 0) return section("credits", "Credits", html`<p>No monitor, no credits.</p>`);
  return section(
    "credits",
    "Credits",
    html`<p>Credits in 30 days. The estimate is an upper bound by the price list: some plans do not charge unchanged pages.</p>`,
    total.actual === null ? null : html`<p>${describeActual(total.actual)}</p>`,
    html`<h3>By folder</h3>`,
    renderGroups("Credits in 30 days by folder", "Folder", byFolder),
    html`<h3>By label</h3>`,
    byLabel.length === 0 ? html`<p class="faint">No monitor has a label.</p>` : renderGroups("Credits in 30 days by label", "Label", byLabel)
  );
}
function describeActual({ credits, monitors, estimated }) {
  const share = estimated === 0 ? "" : `, ${formatShare(credits / estimated)} of the estimate`;
  return `Charged: about ${(0, import_words24.formatNumber)(credits)}${share}. Worked out from the newest checks of ${(0, import_words24.countOf)(monitors, "monitor")}.`;
}
function formatShare(share) {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? "less than 1" : (0, import_words24.formatNumber)(Math.round(percent))}%`;
}
function renderGroups(title, noun, groups) {
  const hasActual = groups.some(({ actual }) => actual !== null);
  const bars = toBars(groups, hasActual);
  const shown = groups.slice(0, MOST_ROWS2);
  const columns = [noun, { n: "Monitors" }, { n: "Estimated" }, ...hasActual ? [{ n: "Charged" }, { n: "Known of" }] : []];
  const rows = shown.map(({ name, monitors, estimated, actual }) => [
    name,
    monitors,
    estimated,
    ...hasActual ? [actual?.credits ?? "", actual === null ? "" : (0, import_words24.countOf)(actual.monitors, "monitor")] : []
  ]);
  const caption = groups.length > shown.length ? `${title}, the dearest ${MOST_ROWS2} of ${(0, import_words24.formatNumber)(groups.length)}` : title;
  return html`${drawChart({ title, wide: lyingBars(bars, WIDE), narrow: lyingBars(bars, NARROW) })}${hasActual ? LEGEND : null}${groups.length <= 3 ? table(caption, columns, rows) : tableBehind(caption, columns, rows)}`;
}
function toBars(groups, hasActual) {
  const bar = (name, members) => {
    const known = members.filter(({ actual: actual2 }) => actual2 !== null);
    const actual = known.length === 0 ? null : known.reduce((sum, group) => sum + (group.actual?.credits ?? 0), 0);
    return { name, values: [members.reduce((sum, { estimated }) => sum + estimated, 0), ...hasActual ? [actual] : []] };
  };
  if (groups.length <= MOST_BARS) return groups.map((group) => bar(group.name, [group]));
  const others = groups.slice(MOST_BARS - 1);
  return [...groups.slice(0, MOST_BARS - 1).map((group) => bar(group.name, [group])), bar(`${others.length} others`, others)];
}
var import_words24, MOST_BARS, MOST_ROWS2, LEGEND;
var init_credits_section = __esm({
  "src/features/report/html/credits-section.ts"() {
    "use strict";
    import_words24 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    init_charts();
    init_load_section();
    MOST_BARS = 12;
    MOST_ROWS2 = 200;
    LEGEND = html`<ul class="legend"><li>${swatch("bar-0")}estimated (wide bar)</li><li>${swatch("bar-1")}charged (narrow bar)</li></ul>`;
  }
});

// src/features/report/fleet.ts
function judgeFleetMonitor({ observed }) {
  if (observed === null) return ["not-recorded"];
  const { monitor, isFailing, isWithoutCredits, isOverdue } = observed;
  if (monitor === null) return ["missing"];
  const words = [];
  if (isWithoutCredits) words.push("no-credits");
  else if (isFailing === true) words.push("failing");
  else if (monitor.status === "active" && (monitor.summary?.error ?? 0) > 0) words.push("partly");
  if (isOverdue) words.push("overdue");
  if (words.length > 0) return words;
  if (monitor.status === "paused") return ["paused"];
  if (monitor.summary === null && monitor.lastRunAt === null) return ["no-check"];
  return isFailing === null ? ["unknown"] : ["good"];
}
var init_fleet = __esm({
  "src/features/report/fleet.ts"() {
    "use strict";
  }
});

// src/features/report/fleet-credits.ts
function sumCredits(monitors, budget, team) {
  const depth = chooseDepth(monitors);
  const labelled = monitors.flatMap(
    (monitor) => Object.entries(monitor.labels).map(([name, value]) => [`${name}=${value}`, monitor])
  );
  return {
    total: sumGroup("", monitors),
    byFolder: sumGroups(monitors.map((monitor) => [folderOf(monitor.key, depth), monitor])),
    byLabel: sumGroups(labelled),
    budget,
    team
  };
}
function chooseDepth(monitors) {
  let depth = 1;
  while (depth < DEEPEST && new Set(monitors.map(({ key }) => folderOf(key, depth + 1))).size <= MOST_FOLDERS) depth++;
  return depth;
}
function folderOf(key, depth) {
  const folders = key.split("/").slice(0, -1);
  return folders.length === 0 ? NO_FOLDER : folders.slice(0, depth).join("/");
}
function sumGroups(placed) {
  const groups = /* @__PURE__ */ new Map();
  for (const [name, monitor] of placed) (0, import_grouping.addToGroup)(groups, name, monitor);
  const sums = [...groups].map(([name, members]) => sumGroup(name, members));
  return sums.sort((one, other) => other.estimated - one.estimated || (one.name < other.name ? -1 : 1));
}
function sumGroup(name, monitors) {
  let estimated = 0;
  const actual = { credits: 0, monitors: 0, estimated: 0 };
  for (const monitor of monitors) {
    const { creditsPerMonth } = monitor;
    estimated += creditsPerMonth;
    const charged = chargedOf(monitor);
    if (charged === null) continue;
    actual.credits += charged;
    actual.monitors += 1;
    actual.estimated += creditsPerMonth;
  }
  return { name, monitors: monitors.length, estimated, actual: actual.monitors === 0 ? null : actual };
}
function chargedOf({ times, isEdited, observed, creditsPerMonth }) {
  const credits = observed?.sample?.credits ?? null;
  if (times === null || isEdited || credits === null || credits.estimated === 0) return null;
  return (0, import_credits.scaleToActual)(creditsPerMonth, credits);
}
var import_grouping, import_credits, NO_FOLDER, MOST_FOLDERS, DEEPEST;
var init_fleet_credits = __esm({
  "src/features/report/fleet-credits.ts"() {
    "use strict";
    import_grouping = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_credits = askBundle("./check.cjs", "src/core/specs/credits.ts");
    NO_FOLDER = "(no folder)";
    MOST_FOLDERS = 20;
    DEEPEST = 8;
  }
});

// src/features/report/html/monitors-section.ts
function renderAttention(attention, { now, zone }) {
  const { monitors, drift, held, unresolved, unmanaged } = attention;
  const clock = { clock: { now: () => now, timeZone: () => zone } };
  const drifted = new Set(drift?.map(({ key }) => key));
  const rows = [
    ...monitors.flatMap((monitor) => listComplaints(monitor, drifted).map(([what, detail]) => [monitor.key, what, detail])),
    ...unresolved.map(({ key, sentAt }) => [
      key,
      BAD("unresolved"),
      `A create was sent ${(0, import_local_time9.showDate)(sentAt, clock)} and its outcome is unknown.`
    ]),
    ...(drift ?? []).map(({ key, members }) => [key, WARN("drift"), describeDrift(members)]),
    ...held.map((key) => [key, WARN("blocked"), "Apply would not make this change: the plan says why."])
  ];
  const shown = rows.slice(0, MOST_ROWS3);
  return section(
    "attention",
    "Needs attention",
    rows.length === 0 ? html`<p>Nothing that this report knows of.</p>` : table("What needs attention", ["Monitor", "What", { wrap: "Details" }], shown, "stack"),
    rows.length > shown.length ? html`<p>&hellip; and ${(0, import_words25.countOf)(rows.length - shown.length, "more row")}.</p>` : null,
    drift === null ? html`<p class="faint">Health and drift are not known: <code>monitors report --refresh</code> asks the service.</p>` : null,
    unmanaged === null || unmanaged === 0 ? null : html`<p>${(0, import_words25.countOf)(unmanaged, "monitor")} in the service without a spec: <code>monitors plan --refresh --show-unmanaged</code> lists them.</p>`
  );
}
function describeDrift(members) {
  return members.length === 0 ? "Deleted in the service." : `Changed in the service: ${(0, import_words25.listWords)(members)}.`;
}
function listComplaints(monitor, drifted) {
  const complaints = judgeFleetMonitor(monitor).flatMap((word) => {
    const complaint = word === "missing" && drifted.has(monitor.key) ? void 0 : COMPLAINTS[word];
    return complaint === void 0 ? [] : [complaint];
  });
  const { search = null, undelivered = 0, checks = 0 } = monitor.observed?.sample ?? {};
  const lost2 = `Alerts of ${undelivered} of the newest ${(0, import_words25.countOf)(checks, "check")} did not arrive: "monitors alerts" shows where they go.`;
  return [
    ...complaints,
    ...undelivered === 0 ? [] : [[BAD("\u2715 undelivered"), lost2]],
    ...search === null ? [] : [[WARN("search"), VERDICTS[search]]]
  ];
}
function renderMonitors(monitors, { now, zone }, health) {
  if (monitors.length === 0)
    return section("monitors", "Monitors", html`<p>There are no monitors. Specs are the YAML files below <code>monitors/</code>.</p>`);
  const folders = /* @__PURE__ */ new Map();
  for (const monitor of monitors) (0, import_grouping2.addToGroup)(folders, folderOf(monitor.key, DEEPEST2), monitor);
  const open = html`${monitors.length <= MOST_OPEN ? " open" : ""}`;
  const clock = { clock: { now: () => now, timeZone: () => zone } };
  const blocks = [...folders].map(([folder, members]) => {
    const summary = html`<summary>${folder} <small>${describeFolder(members)}</small></summary>`;
    return html`<details class="folder"${open}>${summary}${health === "known" ? listObserved(folder, members, clock) : listPlanned(folder, members)}</details>`;
  });
  const legend = health === "known" ? html`<p class="faint">Unknown: the list does not show whether the last check failed as a whole. Pages are those of the last check. Estimated and charged are credits in 30 days.</p>` : html`<p class="faint">Credits are those in 30 days.</p>`;
  return section("monitors", "Monitors", legend, blocks);
}
function describeFolder(members) {
  const words = members.flatMap(judgeFleetMonitor);
  const bad = ["failing", "partly", "overdue", "missing"].flatMap((word) => {
    const count2 = words.filter((one) => one === word).length;
    return count2 === 0 ? [] : [`${count2} ${word === "partly" ? "partly failing" : word}`];
  });
  return [(0, import_words25.countOf)(members.length, "monitor"), ...bad].join(", ");
}
function listObserved(folder, members, clock) {
  const rows = members.map((monitor) => {
    const { key, creditsPerMonth, notes, observed } = monitor;
    const { summary = null, lastRunAt = null, nextRunAt = null } = observed?.monitor ?? {};
    const time = (iso) => iso === null ? "\u2013" : (0, import_local_time9.showDate)(iso, clock);
    const pages = summary === null ? "\u2013" : summary.error === 0 ? String(summary.totalPages) : `${summary.error} of ${summary.totalPages} failed`;
    const health = judgeFleetMonitor(monitor).map((word, index) => [index === 0 ? null : ", ", WORDS[word]]);
    return [key, health, pages, time(lastRunAt), time(nextRunAt), creditsPerMonth, chargedOf(monitor) ?? "\u2013", notes.join(", ")];
  });
  return table(
    `Monitors of ${folder}`,
    ["Monitor", "Health", "Pages", "Last check", "Next check", { n: "Estimated" }, { n: "Charged" }, "Note"],
    rows,
    "observed"
  );
}
function listPlanned(folder, members) {
  const rows = members.map(({ key, times, creditsPerMonth, notes }) => [
    key,
    times === null ? "does not run" : times.cron ?? "set by the service",
    times?.timezone ?? "",
    creditsPerMonth,
    notes.join(", ")
  ]);
  return table(`Monitors of ${folder}`, ["Monitor", "Schedule", "Time zone", { n: "Credits" }, "Note"], rows, "planned");
}
var import_grouping2, import_words25, import_local_time9, MOST_ROWS3, BAD, WARN, COMPLAINTS, VERDICTS, WORDS, MOST_OPEN, DEEPEST2;
var init_monitors_section = __esm({
  "src/features/report/html/monitors-section.ts"() {
    "use strict";
    import_grouping2 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_words25 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    import_local_time9 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    init_fleet();
    init_fleet_credits();
    MOST_ROWS3 = 200;
    BAD = (word) => html`<span class="bad">${word}</span>`;
    WARN = (word) => html`<span class="warn">${word}</span>`;
    COMPLAINTS = {
      failing: [BAD("\u2715 failing"), "Every page of the last check is an error, or the check failed."],
      "no-credits": [BAD("\u2715 no credits"), "The last check was skipped: the account had no credits left."],
      partly: [WARN("\u25D0 partly failing"), "Some pages of the last check are errors."],
      overdue: [WARN("\u25F7 overdue"), "The next check is late by more than ten minutes and one interval."],
      missing: [BAD("? missing"), "Recorded, but the service does not list it."]
    };
    VERDICTS = {
      "too-wide": "Most results are ignored: the queries are too wide.",
      "too-vague": "Most results stay undecided: the goal is too vague.",
      "too-narrow": "No results for long: the queries are too narrow."
    };
    WORDS = {
      good: html`<span class="good">&check; good</span>`,
      failing: BAD("\u2715 failing"),
      "no-credits": BAD("\u2715 no credits"),
      partly: WARN("\u25D0 partly failing"),
      overdue: WARN("\u25F7 overdue"),
      "no-check": "no check yet",
      unknown: "\xB7 unknown",
      paused: "\u2016 paused",
      missing: BAD("? missing"),
      "not-recorded": "\u2013"
    };
    MOST_OPEN = 100;
    DEEPEST2 = 1e3;
  }
});

// src/features/report/html/page.ts
var page_exports = {};
__export(page_exports, {
  isReportPage: () => isReportPage,
  renderReportPage: () => renderReportPage
});
function isReportPage(text) {
  return text.startsWith(BEGINNING2);
}
function renderReportPage(page) {
  const { project, environment, tool, isRefreshed, report, changes } = page;
  const sections = [
    renderAttention({ ...page, monitors: report.monitors }, page),
    renderLoad(report, page),
    renderNextDay(report, page),
    renderCredits(report.credits),
    renderMonitors(report.monitors, page, report.health === null ? "not-asked" : "known"),
    changes === null ? null : renderChanges2(changes, page)
  ];
  const body = html`${renderHeader2(page)}<main>
${sections}</main>
<footer><p>${isRefreshed ? "From specs, state and the service." : "From specs and state; the service was not asked."} Credits are in 30 days, as they will be after apply.</p></footer>
`;
  return renderWholePage({
    beginning: BEGINNING2,
    title: `Monitors: ${project} (${environment})`,
    generator: `monitors ${tool}`,
    style: STYLE,
    body
  });
}
function renderHeader2({ project, environment, now, zone, lacks, report, changes }) {
  const made = new Date(now).toISOString();
  const time = (0, import_local_time10.showDate)(made, { clock: { now: () => 0, timeZone: () => zone } });
  const links = LINKS.filter(([id]) => id !== "changes" || changes !== null).map(
    ([id, title]) => html`<li><a href="#${id}">${title}</a></li>`
  );
  return html`<header>
<h1>${project} <small>${environment}</small></h1>
<p class="faint">Monitors on <time datetime="${made}">${time}</time> (${zone})</p>
${lacks.map((lack) => html`<p class="faint">Left out: ${lack}.</p>`)}<nav aria-label="Sections"><ul>${links}</ul></nav>
<dl class="tiles">${renderTiles(report)}</dl>
</header>
`;
}
function renderTiles({ monitors, health, load, credits, nextDay }) {
  const tile = (name, value, detail, extra = null) => html`<div><dt>${name}</dt><dd>${value}<small>${detail}</small>${extra}</dd></div>\n`;
  const { good, failing, partly, overdue, missing } = health ?? { good: 0, failing: 0, partly: 0, overdue: 0, missing: 0 };
  const bad = [
    failing > 0 ? `${(0, import_words26.formatNumber)(failing)} failing` : "",
    partly > 0 ? `${(0, import_words26.formatNumber)(partly)} partly failing` : "",
    overdue > 0 ? `${(0, import_words26.formatNumber)(overdue)} overdue` : "",
    missing > 0 ? `${(0, import_words26.formatNumber)(missing)} missing` : ""
  ];
  const worst = bad.filter((text) => text !== "").join(", ");
  const found = worst === "" ? `${(0, import_words26.formatNumber)(good)} good, none failing` : html`<span class="${failing + missing > 0 ? "bad" : "warn"}">${worst}</span>`;
  const doing = health === null ? "health not asked" : found;
  const { peak } = load;
  return [
    tile("Monitors", monitors.length, doing),
    tile("Credits in 30 days", credits.total.estimated, ...describeBudget(credits)),
    ...credits.team === null ? [] : [tile("Left of the plan", credits.team.remaining ?? "unknown", describePlan(credits.team))],
    tile("Next 24 hours", nextDay.runs, `${nextDay.runs === 1 ? "check" : "checks"}, ${(0, import_words26.countOf)(nextDay.credits, "credit")} at most`),
    tile(
      "Fullest minute",
      peak.monitors,
      peak.monitors === 0 ? "no schedule names its minute" : `${peak.monitors === 1 ? "check" : "checks"} on ${namePeak(peak)}`
    )
  ];
}
function describeBudget({ total, budget }) {
  if (budget === null) return ["estimated; no budget is set", null];
  const { creditsPerMonth, by } = budget;
  const charged = by === "actual" ? total.actual : null;
  const cost = charged === null ? total.estimated : total.estimated - charged.estimated + charged.credits;
  const share = creditsPerMonth === 0 ? cost > 0 ? 2 : 0 : cost / creditsPerMonth;
  const width = Math.round(Math.min(1, share) * 1e3) / 10;
  const color = share > 1 ? "bad" : "bar-0";
  const bar = `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" fill="var(--line)"/><rect width="${width}" height="8" fill="var(--${color})"/></svg>`;
  const text = `${share > 1 ? "above" : `${formatShare(share)} of`} the budget of ${(0, import_words26.formatNumber)(creditsPerMonth)}, by ${charged === null ? "the estimate" : "what was charged"}`;
  return [text, trusted(bar)];
}
function describePlan({ plan, periodEnd }) {
  const of = plan === null ? "credits" : `of ${(0, import_words26.countOf)(plan, "credit")}`;
  return periodEnd === null ? of : `${of}, until ${periodEnd.slice(0, 10)}`;
}
var import_words26, import_local_time10, BEGINNING2, LINKS;
var init_page = __esm({
  "src/features/report/html/page.ts"() {
    "use strict";
    import_words26 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_markup();
    init_style();
    init_whole_page();
    import_local_time10 = askBundle("./check.cjs", "src/rendering/local-time.ts");
    init_changes_section();
    init_credits_section();
    init_load_section();
    init_monitors_section();
    BEGINNING2 = "<!doctype html>\n<!-- monitors report -->\n";
    LINKS = [
      ["attention", "Needs attention"],
      ["load", "Load of the schedule"],
      ["next", "Next 24 hours"],
      ["credits", "Credits"],
      ["monitors", "Monitors"],
      ["changes", "Latest changes"]
    ];
  }
});

// src/features/report/fleet-report.ts
function makeFleetReport({ monitors, now, zone, budget, team }) {
  const groups = groupByTimes(monitors);
  const measure = (measured) => (0, import_load.measureLoad)(
    measured.map(({ cron, timezone, monitors: { length: weight } }) => ({ cron, timezone, weight })),
    zone,
    now
  );
  return {
    monitors,
    load: { ...measure(groups), peak: measure(groups.filter(({ isFixed }) => isFixed)).peak },
    unplaced: monitors.filter(({ times }) => times?.cron === null).length,
    unfixed: monitors.filter(({ times }) => times?.isFixed === false).length,
    credits: sumCredits(monitors, budget, team),
    nextDay: listNextDay(groups, now),
    health: monitors.some(({ observed }) => observed !== null) ? countHealth(monitors) : null
  };
}
function groupByTimes(monitors) {
  const groups = /* @__PURE__ */ new Map();
  for (const monitor of monitors) {
    if (monitor.times === null || monitor.times.cron === null) continue;
    const { cron, timezone, isFixed } = monitor.times;
    (0, import_grouping3.addToGroup)(groups, JSON.stringify({ cron, timezone, isFixed }), monitor);
  }
  return [...groups].map(([name, members]) => ({ ...JSON.parse(name), monitors: members }));
}
function listNextDay(groups, now) {
  const start = Math.floor(now / HOUR) * HOUR;
  const hours = Array.from({ length: 24 }, (_, index) => ({ from: start + index * HOUR, runs: 0, credits: 0 }));
  const times = [];
  for (const group of groups) {
    const credits = group.monitors.reduce((sum, { creditsPerCheck }) => sum + creditsPerCheck, 0);
    const runs = (0, import_load.listRuns)(group, now, start + 24 * HOUR);
    for (const at of runs) {
      const hour = hours[Math.floor((at - start) / HOUR)];
      if (hour === void 0) continue;
      hour.runs += group.monitors.length;
      hour.credits += credits;
    }
    for (const at of runs.slice(0, MOST_NAMED2)) times.push({ at, group });
  }
  times.sort((one, other) => one.at - other.at);
  return {
    hours,
    runs: hours.reduce((sum, { runs }) => sum + runs, 0),
    credits: hours.reduce((sum, { credits }) => sum + credits, 0),
    first: nameFirst(times)
  };
}
function nameFirst(times) {
  const first = [];
  for (let index = 0; index < times.length && first.length < MOST_NAMED2; ) {
    const at = times[index]?.at ?? 0;
    const keys = [];
    for (; times[index]?.at === at; index++) for (const { key } of times[index]?.group.monitors ?? []) keys.push(key);
    for (const key of keys.sort().slice(0, MOST_NAMED2 - first.length)) first.push({ at, key });
  }
  return first;
}
function countHealth(monitors) {
  const counts = {
    good: 0,
    failing: 0,
    "no-credits": 0,
    partly: 0,
    overdue: 0,
    "no-check": 0,
    unknown: 0,
    paused: 0,
    missing: 0,
    "not-recorded": 0
  };
  for (const monitor of monitors) for (const word of judgeFleetMonitor(monitor)) counts[word] += 1;
  return counts;
}
var import_grouping3, import_load, HOUR, MOST_NAMED2;
var init_fleet_report = __esm({
  "src/features/report/fleet-report.ts"() {
    "use strict";
    import_grouping3 = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_load = askBundle("./check.cjs", "src/core/specs/schedule/load.ts");
    init_fleet();
    init_fleet_credits();
    HOUR = 36e5;
    MOST_NAMED2 = 20;
  }
});

// src/features/report/report.ts
var report_exports = {};
__export(report_exports, {
  readReport: () => readReport,
  reportPlan: () => reportPlan,
  writeReportPage: () => writeReportPage
});
async function readReport(project, request, progress = {}) {
  const { refresh, zone } = request;
  const checks = refresh && project.settings.budget !== void 0 && project.settings.budgetBy === "actual" ? request.checks : 0;
  const listed = /* @__PURE__ */ new Map();
  let now = project.world.now();
  const outcome = await (0, import_plan.planProject)(
    project,
    { ...request, checks, allowDeletes: false, checkSecrets: false },
    {
      ...progress,
      onMonitor: (live) => listed.set(live.id, (0, import_health2.observe)(live)),
      onClock: (serverTime) => {
        now = serverTime;
      }
    }
  );
  if (outcome.kind === "invalid") return outcome;
  const chosen = outcome.plan.only === null ? null : new Set(outcome.plan.only);
  const seen = refresh ? await askService(project, outcome, { chosen, listed, now }, request, progress) : NOTHING_SEEN;
  const monitors = listMonitors(outcome, chosen, seen.statuses);
  const report = makeFleetReport({ monitors, now, zone, budget: budgetOf(project), team: seen.team });
  return { kind: "reported", planned: outcome, page: toPage(project, outcome.plan, report, { ...request, ...seen, now }) };
}
function reportPlan(project, planned, request) {
  const now = project.world.now();
  const monitors = listMonitors(planned, null, NOTHING_SEEN.statuses);
  const report = makeFleetReport({ monitors, now, zone: request.zone, budget: budgetOf(project), team: null });
  return toPage(project, planned.plan, report, { ...request, ...NOTHING_SEEN, refresh: planned.plan.isRefreshed, now });
}
function writeReportPage(place, text) {
  (0, import_given_output.writeOutput)({ ...place, noun: "report", example: "report.html", foreign: "a report", isOurs: isReportPage }, text);
}
async function askService(project, { view }, { chosen, listed, now }, { checks, diffs }, progress) {
  const recorded = [...view.stored?.state.monitors ?? []].filter(([key]) => chosen?.has(key) ?? true);
  const seen = recorded.map(([key, { id }]) => ({ key, id, monitor: listed.get(id) ?? null }));
  return (0, import_service_reader.withChecks)(project, null, async (reader) => {
    const credits = await reader.credits();
    if (credits.kind === "failed" && credits.failure.notOffered !== true) throw (0, import_service_reader.refuseRead)(credits.failure, "read the credits of the team");
    const team = credits.kind === "read" ? credits.value : null;
    const { monitors, lack } = await (0, import_status.judgeListed)(seen, now, { checks, failing: "as-listed", team }, reader, progress);
    const canRead = diffs === "included" && lack === null;
    return {
      statuses: new Map(monitors.map((status) => [status.key, status])),
      team,
      lacks: [...credits.kind === "failed" ? [credits.failure.message] : [], ...lack === null ? [] : [lack]],
      changes: diffs === "left-out" ? null : canRead ? await readLatestChanges(monitors, reader) : { views: [], leftOut: 0 }
    };
  });
}
async function readLatestChanges(monitors, reader) {
  const changed = monitors.filter(({ monitor }) => {
    const { changed: changed2 = 0, new: added = 0, removed = 0 } = monitor?.summary ?? {};
    return changed2 + added + removed > 0;
  });
  changed.sort((one, other) => (one.monitor?.lastRunAt ?? "") > (other.monitor?.lastRunAt ?? "") ? -1 : 1);
  const read = changed.slice(0, MOST_CHANGED).map(async ({ key, id }) => {
    const changes = await (0, import_checks.changesOf)(reader, { key, id });
    return { ...changes, pages: changes.pages.map((page, index) => index < MOST_DIFFS ? page : { ...page, diff: null }) };
  });
  return { views: await Promise.all(read), leftOut: changed.length - read.length };
}
function listMonitors({ workspace, plan }, chosen, statuses) {
  const changes = new Map(plan.changes.filter((change) => !(0, import_change_facts.isOfLeftover)(change)).map((change) => [change.key, change]));
  const isChosen = (key) => chosen?.has(key) ?? true;
  const desired = new Map(workspace.checked.monitors.filter(({ key }) => isChosen(key)).map((monitor) => [monitor.key, monitor]));
  const keys = new Set([...desired.keys(), ...changes.keys()].filter(isChosen));
  return [...keys].sort().map((key) => {
    const { running, note } = runningOf(desired.get(key), changes.get(key));
    const status = statuses.get(key) ?? null;
    const isEdited = changes.get(key)?.action === "update" || changes.get(key)?.action === "replace";
    return { key, isEdited, ...toFleetMonitor(running, status), notes: note === null ? [] : [note], observed: status };
  });
}
function budgetOf({ settings: { budget, budgetBy = "estimate" } }) {
  return budget === void 0 ? null : { creditsPerMonth: budget, by: budgetBy };
}
function runningOf(desired, change) {
  switch (change?.action) {
    case void 0:
    case "adopt":
    case "rename":
      return { running: desired ?? null, note: null };
    case "create":
      return { running: desired ?? null, note: change.gone === void 0 ? "not created yet" : "to be created again" };
    case "update":
      return { running: desired ?? null, note: "edit not applied" };
    case "replace":
      return { running: desired ?? null, note: "to be replaced" };
    case "delete":
      return { running: null, note: "to be deleted" };
    case "blocked":
      if (change.reason.kind === "budget") return { running: desired ?? null, note: "over the budget" };
      return { running: change.before ?? null, note: change.wanted === "delete" ? "no spec" : `${change.wanted} blocked` };
    case "unresolved":
      return { running: change.create.intent.monitor, note: "unresolved create" };
  }
}
function toFleetMonitor(running, status) {
  if (running === null) return { labels: {}, times: null, creditsPerCheck: 0, creditsPerMonth: 0 };
  const isDesired = "body" in running;
  const isHeld = isDesired && running.sync.paused === "keep" && status?.monitor?.status === "paused";
  const estimate = isDesired ? running.estimate : (0, import_credits2.estimateCredits)(running.applied);
  const creditsPerCheck = estimate.creditsPerCheck + (estimate.besides?.creditsPerCheck ?? 0);
  const creditsPerMonth = (0, import_credits2.totalPerMonth)(estimate);
  const { labels = {} } = isDesired ? running.sync : running;
  if (running.paused === true || isHeld) return { labels, times: null, creditsPerCheck, creditsPerMonth: 0 };
  return { labels, times: isDesired ? running.times : (0, import_times.readTimes)(running.applied["schedule"]), creditsPerCheck, creditsPerMonth };
}
function toPage(project, plan, report, seen) {
  const { now, zone, rateLimit, refresh, lacks, changes } = seen;
  return {
    project: project.settings.project,
    environment: project.settings.environment,
    tool: project.tool,
    now,
    zone,
    rateLimit,
    isRefreshed: refresh,
    lacks,
    report,
    drift: refresh ? plan.changes.filter(import_change_facts.isDrift).map(toDrift) : null,
    held: plan.changes.filter(({ action }) => action === "blocked").map(({ key }) => key),
    unresolved: plan.changes.flatMap(
      (change) => change.action === "unresolved" ? [{ key: change.key, sentAt: change.create.lastSentAt }] : []
    ),
    unmanaged: refresh ? plan.unmanaged.length : null,
    changes
  };
}
function toDrift(change) {
  const fields = "drift" in change ? change.drift ?? [] : [];
  const members = [...new Set(fields.map(({ path }) => path.split("/").slice(1, 2).join()))];
  return { key: change.key, members };
}
var import_health2, import_change_facts, import_credits2, import_times, import_given_output, import_service_reader, import_checks, import_status, import_plan, NOTHING_SEEN, MOST_CHANGED, MOST_DIFFS;
var init_report = __esm({
  "src/features/report/report.ts"() {
    "use strict";
    import_health2 = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_change_facts = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_credits2 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_times = askBundle("./check.cjs", "src/core/specs/schedule/times.ts");
    import_given_output = askBundle("./plan.cjs", "src/project/given-output.ts");
    import_service_reader = askBundle("./plan.cjs", "src/project/service-reader.ts");
    import_checks = askBundle("./change.cjs", "src/features/observe/checks.ts");
    import_status = askBundle("./change.cjs", "src/features/observe/status.ts");
    import_plan = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    init_fleet_report();
    init_page();
    NOTHING_SEEN = { statuses: /* @__PURE__ */ new Map(), team: null, lacks: [], changes: null };
    MOST_CHANGED = 50;
    MOST_DIFFS = 20;
  }
});

// src/features/try/text.ts
var text_exports2 = {};
__export(text_exports2, {
  renderTryText: () => renderTryText
});
function renderTryText(view, options) {
  const blocks = view.pages.filter(({ outcome }) => outcome !== "not-sent").map((page) => pageLines2(page, options));
  const isQuiet = options.verbosity === "quiet";
  const lines = blocks.flatMap((block, index) => index === 0 ? block : [import_text6.BLANK, ...block]);
  return (0, import_text6.printText)([...lines, ...isQuiet ? [] : [...lines.length === 0 ? [] : [import_text6.BLANK], ...summaryLines3(view, options)]], options);
}
function pageLines2(tried, options) {
  const { key, url, isStart, findings } = tried;
  const head = (0, import_text6.dataLine)(0, (0, import_text6.styled)("strong", key), "  ", url, ...isStart ? ["  (start page of a crawl)"] : []);
  if (tried.outcome !== "fetched") return [head, ...findings.flatMap((finding) => findingLines(finding, options))];
  const { page, noise } = tried;
  const isQuiet = options.verbosity === "quiet";
  return [
    head,
    ...isQuiet ? [] : contentLines(page, url, options),
    ...findings.flatMap((finding) => [
      ...findingLines(finding, options),
      ...finding.code === "page/noise" && noise !== null ? diffLines(noise, options) : []
    ])
  ];
}
function contentLines({ statusCode, finalUrl, title, warning, characters, firstLines: firstLines2, json, others }, url, options) {
  const size = characters === null ? [] : [(0, import_words27.countOf)(characters, "character")];
  const facts = [statusCode === null ? "status unknown" : `status ${statusCode}`, ...size, ...others];
  return [
    (0, import_text6.hangingLine)(4, 2, facts.join(", "), ...title === null ? [] : [", ", JSON.stringify((0, import_sentences13.shorten)(title))]),
    ...finalUrl === null || isEqual(finalUrl, url) ? [] : [(0, import_text6.dataLine)(4, "final address: ", (0, import_text6.styled)("strong", finalUrl))],
    ...warning === null ? [] : [(0, import_text6.hangingLine)(4, 2, "the service warns: ", warning)],
    ...firstLines2.map((line) => (0, import_text6.dataLine)(4, (0, import_text6.styled)("faint", "| "), cut2(line, options.width - 6))),
    ...json === void 0 ? [] : (0, import_value_text5.valueRows)(json, options.width - 4, (0, import_value_text5.limitsOf)(options.verbosity)).map((row) => (0, import_text6.dataLine)(4, row))
  ];
}
function isEqual(one, other) {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
function cut2(line, width) {
  const most = Math.max(20, width);
  return line.length <= most ? line : `${line.slice(0, most - 3).replace(/[\ud800-\udbff]$/, "")}...`;
}
function findingLines({ severity, code, message, hint }, options) {
  return [
    (0, import_text6.hangingLine)(4, 2, (0, import_text6.styled)(severity, severity), `  ${code}  `, message),
    ...hint === void 0 ? [] : [(0, import_text6.hangingLine)(6, 2, `hint: ${(0, import_sentences13.pasteable)(hint, options)}`)]
  ];
}
function notSentKeys({ pages }) {
  return [...new Set(pages.flatMap(({ outcome, key }) => outcome === "not-sent" ? [key] : []))];
}
function summaryLines3(view, options) {
  const { pages, bad, doubtful, failed, notSent } = (0, import_document.countTried)(view);
  const counts = [
    ...bad > 0 ? [`${(0, import_words27.formatNumber)(bad)} bad`] : [],
    ...doubtful > 0 ? [`${(0, import_words27.formatNumber)(doubtful)} doubtful`] : [],
    ...failed > 0 ? [`${(0, import_words27.formatNumber)(failed)} not fetched`] : [],
    ...notSent > 0 ? [`${(0, import_words27.formatNumber)(notSent)} not sent`] : []
  ];
  const how = view.first === "now" ? "fetched now" : view.isTwice ? "first a cached copy if there is one, then fetched now" : "a cached copy if there is one";
  const sent = view.first === "now" || view.isTwice ? " (maxAge: 0, storeInCache: false)" : "";
  return [
    (0, import_text6.proseLine)(
      0,
      `Try: ${(0, import_words27.countOf)(pages, "page")}, ${counts.length === 0 ? "nothing found against watching" : counts.join(", ")}; ${how}${sent}.`
    ),
    ...view.isTwice && !view.pages.some(({ findings }) => findings.some(({ code }) => code === "page/noise")) && failed + notSent === 0 ? [(0, import_text6.proseLine)(0, "Two fetches of each page were equal.")] : [],
    ...view.searches.length === 0 ? [] : [
      (0, import_text6.proseLine)(
        0,
        (0, import_sentences13.pasteable)(
          `Not tried: the searches of ${(0, import_words27.countOf)(view.searches.length, "monitor")}; there is no cheap try of a search.`,
          options
        )
      )
    ],
    ...notSent === 0 ? [] : [(0, import_text6.hangingLine)(0, 2, `Not sent: ${(0, import_words27.listFirst)(notSentKeys(view))}.`)],
    ...view.keptIn === null ? [] : [(0, import_text6.proseLine)(0, `What came is in ${view.keptIn}.`)]
  ];
}
var import_words27, import_sentences13, import_text6, import_value_text5, import_document;
var init_text2 = __esm({
  "src/features/try/text.ts"() {
    "use strict";
    import_words27 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_sentences13 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text6 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    import_value_text5 = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    init_checks_text();
    import_document = askBundle("./change.cjs", "src/features/try/document.ts");
  }
});

// src/project/page-fetcher.ts
function endsAll({ kind, status, notOffered }) {
  return status === 401 || status === 402 || notOffered === true || kind === "connect" || kind === "tls";
}
var import_retry, import_concurrency, AT_ONCE, PageFetcher;
var init_page_fetcher = __esm({
  "src/project/page-fetcher.ts"() {
    "use strict";
    import_retry = askBundle("./plan.cjs", "src/core/api/retry.ts");
    import_concurrency = askBundle("./plan.cjs", "src/core/apply/concurrency.ts");
    AT_ONCE = 4;
    PageFetcher = class {
      #service;
      #pace;
      #flight;
      #slots = new import_concurrency.Semaphore(AT_ONCE);
      #resumeAt = 0;
      #throttled = 0;
      #ended = null;
      /** Requests go on until `flight` is aborted; an interruption ends the waiting, and nothing is sent after it. */
      constructor(service, pace, flight) {
        this.#service = service;
        this.#pace = pace;
        this.#flight = flight;
      }
      /** Failure that ended it for all pages; null where none did. */
      get ended() {
        return this.#ended;
      }
      /** Fetches one page; never throws for what service or network do. */
      fetch(request) {
        return this.#slots.run(() => this.#fetchPatiently(request));
      }
      async #fetchPatiently(request) {
        const { world, retryBaseMs, watchInterruption } = this.#pace;
        const interruption = watchInterruption();
        const policy = (0, import_retry.retryPolicy)(retryBaseMs, "stop");
        for (let attempt = 1; ; attempt++) {
          await this.#sleep(this.#resumeAt - world.monotonic());
          if (this.#ended !== null || interruption.aborted) return { kind: "not-sent" };
          const outcome = await this.#service.scrapePage(request, this.#flight);
          if (outcome.kind === "applied") {
            this.#throttled = 0;
            return { kind: "fetched", page: outcome.page };
          }
          if ((0, import_retry.isThrottle)(outcome.failure)) this.#throttled += 1;
          const decision = (0, import_retry.decideRetry)(outcome, attempt, policy, this.#throttled, world.random);
          if (decision.kind !== "retry") {
            if (decision.kind === "too-long" || endsAll(outcome.failure)) this.#ended ??= outcome.failure;
            return { kind: "failed", failure: outcome.failure, charge: outcome.kind === "ambiguous" ? "possible" : "none" };
          }
          if (decision.everyone) this.#resumeAt = Math.max(this.#resumeAt, world.monotonic() + decision.waitMs);
          else await this.#sleep(decision.waitMs);
        }
      }
      async #sleep(ms) {
        const { world, watchInterruption } = this.#pace;
        if (ms > 0) await world.sleep(ms, watchInterruption()).catch(() => void 0);
      }
    };
  }
});

// src/features/try/page/markup.ts
function readMarkup(html2) {
  const texts = [];
  const open = [];
  let depth = 0;
  let unseen = 0;
  const parser = new import_htmlparser2.Parser(
    {
      onopentag(tag, attributes) {
        depth++;
        if (UNSEEN.has(tag)) unseen++;
        if (depth <= DEEPEST3) open.push(toElement(tag, attributes));
      },
      onclosetag(tag) {
        if (depth <= DEEPEST3) open.pop();
        depth--;
        if (UNSEEN.has(tag)) unseen--;
      },
      ontext(data) {
        const text = data.replace(/\s+/g, " ").trim();
        if (text !== "" && unseen <= 0 && texts.length < MOST_TEXTS) texts.push({ text, around: open.slice(-MOST_AROUND) });
      }
    },
    { decodeEntities: true }
  );
  const end = Math.min(html2.length, MOST_CHARACTERS);
  for (let at = 0; at < end && depth < TOO_DEEP; at += SLICE) parser.write(html2.slice(at, Math.min(at + SLICE, end)));
  if (depth < TOO_DEEP) parser.end();
  return texts;
}
function findUnmatchedSelectors(html2, selectors) {
  const around = new Set(readMarkup(html2).flatMap(({ around: elements }) => elements));
  return selectors.filter((selector) => {
    const wanted = /^([a-z][a-z0-9-]*)?(?:([.#])([\w-]+))?$/i.exec(selector.trim());
    if (wanted === null) return false;
    const [, tag, mark, name = ""] = wanted;
    const matches = (element) => (tag === void 0 || element.tag === tag.toLowerCase()) && (mark === void 0 || (mark === "#" ? element.id === name : element.classes.includes(name)));
    return ![...around].some(matches);
  });
}
function toElement(tag, attributes) {
  const id = Object.hasOwn(attributes, "id") ? attributes["id"] ?? "" : "";
  const classes = Object.hasOwn(attributes, "class") ? attributes["class"] ?? "" : "";
  return {
    tag,
    id: id === "" ? null : id,
    classes: classes.split(/\s+/).slice(0, 20).filter((name) => name !== "")
  };
}
var import_htmlparser2, MOST_CHARACTERS, DEEPEST3, TOO_DEEP, SLICE, MOST_TEXTS, MOST_AROUND, UNSEEN;
var init_markup2 = __esm({
  "src/features/try/page/markup.ts"() {
    "use strict";
    import_htmlparser2 = require("./htmlparser2.cjs");
    MOST_CHARACTERS = 4 * 1024 * 1024;
    DEEPEST3 = 200;
    TOO_DEEP = 1e3;
    SLICE = 16 * 1024;
    MOST_TEXTS = 1e5;
    MOST_AROUND = 30;
    UNSEEN = /* @__PURE__ */ new Set(["script", "style", "noscript", "template", "head"]);
  }
});

// src/features/try/noise.ts
function compareFetches(first, second) {
  const [before, after] = [comparedText(first), comparedText(second)];
  if (before === after) return null;
  const diff = makeDiff(before, after);
  const markup = [first, second].map(({ html: html2, rawHtml }) => html2 ?? rawHtml);
  const [one, other] = markup;
  if (one == null || other == null) return { diff, selectors: [], rest: "unknown" };
  return { diff, ...findSelectors(readMarkup(one), readMarkup(other)) };
}
function comparedText({ markdown, summary, answer, html: html2, rawHtml, json }) {
  const text = markdown ?? summary ?? answer ?? (json === void 0 ? html2 ?? rawHtml ?? "" : "");
  const extraction = json === void 0 ? "" : `
${JSON.stringify(JSON.parse((0, import_canonical3.canonicalJson)(json)), null, 2)}`;
  return text.slice(0, MOST_CHARACTERS2) + extraction.slice(0, MOST_CHARACTERS2);
}
function makeDiff(before, after) {
  const patch = (0, import_diff.structuredPatch)("", "", before, after, "", "", { context: 1, maxEditLength: MOST_EDITS });
  if (patch === void 0) return null;
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.filter((line) => !line.startsWith("\\"))
  ]).join("\n");
}
function findSelectors(first, second) {
  const changed = [...onlyIn(first, second), ...onlyIn(second, first)];
  const stable = [namesIn(first), namesIn(second)];
  const isStable = (selector) => stable.every((names) => names.has(selector));
  const selectors = /* @__PURE__ */ new Set();
  for (const { around } of changed) {
    const selector = selectorOf(around, isStable);
    if (selector !== null) selectors.add(selector);
  }
  const kept = [...selectors].filter((selector) => !leavesLittle(second, selector)).slice(0, MOST_SELECTORS);
  const [left, right] = [first, second].map((texts) => textWithout(texts, kept));
  return { selectors: kept.sort(), rest: left === right ? "none" : "some" };
}
function onlyIn(texts, others) {
  const left = /* @__PURE__ */ new Map();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter(({ text }) => {
    const count2 = left.get(text) ?? 0;
    left.set(text, count2 - 1);
    return count2 <= 0;
  });
}
function selectorOf(around, isStable) {
  const near = around.slice(-NEAREST).reverse();
  for (const element of near) {
    if (WHOLE.has(element.tag)) return null;
    const selector = listNames(element).find(isStable);
    if (selector !== void 0) return selector;
  }
  return null;
}
function listNames({ tag, id, classes }) {
  const isMade = (name) => !/^[a-z_][\w-]{1,60}$/i.test(name) || /\d{3}|^(?:css|sc|jsx|emotion)-/.test(name);
  return [
    ...id === null || isMade(id) ? [] : [`#${id}`],
    ...classes.filter((name) => !isMade(name)).map((name) => `.${name}`),
    ...TELLING.has(tag) ? [tag] : []
  ];
}
function namesIn(texts) {
  const names = /* @__PURE__ */ new Set();
  const seen = /* @__PURE__ */ new Set();
  for (const { around } of texts) {
    for (const element of around) {
      if (seen.has(element)) continue;
      seen.add(element);
      for (const name of listNames(element)) names.add(name);
    }
  }
  return names;
}
function leavesLittle(texts, selector) {
  const size = (some) => some.reduce((sum, { text }) => sum + text.length, 0);
  return 5 * size(texts.filter(({ around }) => isLeftOut(around, [selector]))) > 4 * size(texts);
}
function textWithout(texts, selectors) {
  return texts.flatMap(({ text, around }) => isLeftOut(around, selectors) ? [] : [text]).join("\n");
}
function isLeftOut(around, selectors) {
  return around.some((element) => listNames(element).some((name) => selectors.includes(name)));
}
var import_diff, import_canonical3, MOST_CHARACTERS2, MOST_EDITS, MOST_SELECTORS, NEAREST, WHOLE, TELLING;
var init_noise = __esm({
  "src/features/try/noise.ts"() {
    "use strict";
    import_diff = require("./diff.cjs");
    import_canonical3 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    init_markup2();
    MOST_CHARACTERS2 = 4 * 1024 * 1024;
    MOST_EDITS = 4e3;
    MOST_SELECTORS = 10;
    NEAREST = 4;
    WHOLE = /* @__PURE__ */ new Set(["html", "body", "main", "article"]);
    TELLING = /* @__PURE__ */ new Set(["time", "ins", "iframe", "aside", "footer", "nav"]);
  }
});

// src/features/try/page/address.ts
function isSameSite(one, other) {
  const [first, second] = [siteOf(one), siteOf(other)];
  return first === null || second === null ? null : first === second;
}
function siteOf(url) {
  const host = hostOf(url);
  return host === null ? null : (0, import_tldts.getDomain)(host, { allowPrivateDomains: true }) ?? host;
}
function hostOf(url) {
  return (0, import_url2.parseUrl)(url)?.hostname.replace(/\.$/, "").toLowerCase() ?? null;
}
function stepsOf(url) {
  const address = (0, import_url2.parseUrl)(url);
  if (address === void 0) return [];
  const { hostname, pathname } = address;
  const path = pathname.split("/").map((step) => step.toLowerCase().replace(/\.(?:html?|php|aspx?|jsp)$/, ""));
  return [...hostname.toLowerCase().split("."), ...path].filter((step) => step !== "");
}
var import_tldts, import_url2;
var init_address = __esm({
  "src/features/try/page/address.ts"() {
    "use strict";
    import_tldts = require("./tldts.cjs");
    import_url2 = askBundle("./monitors.cjs", "src/core/base/url.ts");
  }
});

// src/features/try/page/text.ts
function readPageText(markdown) {
  const rows = markdown.slice(0, MOST_CHARACTERS3).split(/\r?\n/);
  const lines = rows.flatMap(readLine);
  const prose = lines.filter(({ kind }) => kind === "prose");
  const proseWords = prose.reduce((sum, { words }) => sum + words, 0);
  const sentences = prose.reduce((sum, { text }) => sum + countSentences(text), 0);
  const hasCode = rows.filter((row) => row.trimStart().startsWith("```")).length >= 2;
  const hasTable = rows.filter((row) => /^\s*\|.*\|\s*$/.test(row)).length >= 3;
  const isArticle = hasCode || hasTable || sentences >= ARTICLE_SENTENCES || proseWords >= ARTICLE_WORDS;
  return { lines, all: lines.map(({ text }) => text).join("\n"), proseWords, sentences, isArticle };
}
function fold(text) {
  return text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "").normalize("NFC").toLowerCase().replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'").replace(/[\s\u0085]+/g, " ").trim();
}
function countWords(text) {
  const dense = text.match(DENSE)?.length ?? 0;
  const spaced = text.replace(DENSE, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(dense / 2);
}
function hasContent(text) {
  return /[\p{L}\p{N}\p{S}]/u.test(text);
}
function countSentences(text) {
  return text.split(/[.!?](?= |$)|[\u3002\uff01\uff1f]/u).filter((sentence) => countWords(sentence) >= 7).length;
}
function readLine(row) {
  const isHeading = /^\s{0,3}#{1,6}\s/.test(row);
  const bare = row.replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, "$1").replace(/^\s*(?:#{1,6}\s|[-*+]\s|>\s?|\d{1,3}[.)]\s)\s*(?:\[[ xX]\]\s)?/, "");
  const linked = bare.replace(LINK, (_link, text2) => ` ${text2} `);
  const beside = fold(bare.replace(LINK, " "));
  const text = fold(linked.replace(/[*_~\\]+|<[^<>\n]{1,300}>/g, " "));
  if (!hasContent(text)) return [];
  const isLink = linked !== bare && !/[\p{L}\p{N}]{2}/u.test(beside);
  return [{ text, kind: isHeading ? "heading" : isLink ? "link" : "prose", words: countWords(text) }];
}
var MOST_CHARACTERS3, ARTICLE_SENTENCES, ARTICLE_WORDS, DENSE, LINK;
var init_text3 = __esm({
  "src/features/try/page/text.ts"() {
    "use strict";
    MOST_CHARACTERS3 = 5e4;
    ARTICLE_SENTENCES = 5;
    ARTICLE_WORDS = 150;
    DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
    LINK = /\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g;
  }
});

// src/features/try/page/phrases.ts
function phrases(text) {
  return text.split(/\s*\|\s*|\n/).flatMap((phrase) => phrase.trim() === "" ? [] : [fold(phrase)]);
}
var FILLERS, ERROR_WORDS, ERROR_TITLES, APOLOGIES, WAYS_OUT, EXPLAINING, LOGIN_TITLES, PASSWORD_LABELS, NAME_LABELS, LOGIN_HELPERS, LOGIN_DEMANDS, LOGIN_STEPS, CONSENT_TITLES, CONSENT_GATES, CONSENT_STATEMENTS, CONSENT_BUTTONS, CONSENT_WORDS, CHALLENGE_TITLES, CHALLENGES;
var init_phrases = __esm({
  "src/features/try/page/phrases.ts"() {
    "use strict";
    init_text3();
    FILLERS = new Set(phrases("http|code|status"));
    ERROR_WORDS = new Set(
      phrases("error|oops|ooops|whoops|sorry|uh oh|fehler|erreur|errore|fout|blad|chyba|fel|fejl|feil|virhe|hata|\u043E\u0448\u0438\u0431\u043A\u0430|\u30A8\u30E9\u30FC|\u9519\u8BEF|\u932F\u8AA4|\uC624\uB958")
    );
    ERROR_TITLES = new Set(
      phrases(`
    page not found|not found|file not found|page cannot be found|page can't be found|page could not be found|page couldn't be found
    the page could not be found|the page cannot be found|this page could not be found|this page does not exist|this page doesn't exist
    page does not exist|page doesn't exist|page unavailable|page not available|this page isn't available|this page is not available
    content not found|content unavailable|this content isn't available|product not found|item not found|resource not found
    this page can't be found|we can't find that page|we couldn't find that page|we couldn't find this page|page missing|page removed
    nothing found|nothing here|there's nothing here|nothing to see here|lost|are you lost|you seem lost|looks like you're lost
    this article is no longer available|this content is no longer available|this item is no longer available|this post is no longer available|this listing is no longer available
    this page is no longer available|this video is no longer available|this document is no longer available|article not found|document not found|post not found|listing not found|profile not found
    this page is gone|gone|page has moved|dead link|broken link|no longer available|page no longer available
    internal server error|server error|application error|bad gateway|gateway timeout|service unavailable|service temporarily unavailable
    temporarily unavailable|bad request|forbidden|unauthorized|an error occurred|an error has occurred|something went wrong
    something's gone wrong|this page isn't working|site unavailable|site is down|site offline|website is offline
    under maintenance|down for maintenance|maintenance|maintenance mode|site maintenance|scheduled maintenance|we'll be back soon
    we'll be right back|be right back|error establishing a database connection|database error|fatal error|unexpected error
    problem loading page|account suspended|this account has been suspended|domain for sale|this domain is for sale
    seite nicht gefunden|nicht gefunden|die seite wurde nicht gefunden|seite existiert nicht|diese seite existiert nicht
    seite nicht verfugbar|interner serverfehler|ein fehler ist aufgetreten|wartungsarbeiten|wartungsmodus|etwas ist schiefgelaufen
    page non trouvee|page introuvable|page inexistante|cette page n'existe pas|non trouve|introuvable|une erreur est survenue
    site en maintenance|oups|page indisponible
    pagina no encontrada|no encontrada|no encontrado|esta pagina no existe|la pagina no existe|pagina inexistente|algo salio mal
    error del servidor|en mantenimiento|pagina no disponible
    pagina nao encontrada|nao encontrado|esta pagina nao existe|algo deu errado|em manutencao
    pagina non trovata|non trovato|pagina inesistente|la pagina non esiste|qualcosa e andato storto|sito in manutenzione
    pagina niet gevonden|niet gevonden|deze pagina bestaat niet|er is iets misgegaan
    strona nie znaleziona|nie znaleziono strony|nie znaleziono|strona nie istnieje|cos poszlo nie tak
    sidan hittades inte|sidan kunde inte hittas|siden blev ikke fundet|siden ble ikke funnet|siden findes ikke|sivua ei loytynyt
    stranka nenalezena|stranka nebyla nalezena|stranka neexistuje|sayfa bulunamadi
    \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0430 \u043D\u0435 \u043D\u0430\u0439\u0434\u0435\u043D\u0430|\u043D\u0435 \u043D\u0430\u0439\u0434\u0435\u043D\u043E|\u0442\u0430\u043A\u043E\u0439 \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u044B \u043D\u0435\u0442|\u0441\u0442\u043E\u0440\u0456\u043D\u043A\u0443 \u043D\u0435 \u0437\u043D\u0430\u0439\u0434\u0435\u043D\u043E
    \u30DA\u30FC\u30B8\u304C\u898B\u3064\u304B\u308A\u307E\u305B\u3093|\u304A\u63A2\u3057\u306E\u30DA\u30FC\u30B8\u306F\u898B\u3064\u304B\u308A\u307E\u305B\u3093\u3067\u3057\u305F|\u898B\u3064\u304B\u308A\u307E\u305B\u3093\u3067\u3057\u305F|\u30DA\u30FC\u30B8\u304C\u5B58\u5728\u3057\u307E\u305B\u3093
    \u9875\u9762\u4E0D\u5B58\u5728|\u9875\u9762\u672A\u627E\u5230|\u627E\u4E0D\u5230\u9875\u9762|\u627E\u4E0D\u5230\u9801\u9762|\u60A8\u8BBF\u95EE\u7684\u9875\u9762\u4E0D\u5B58\u5728|\uD398\uC774\uC9C0\uB97C \uCC3E\uC744 \uC218 \uC5C6\uC2B5\uB2C8\uB2E4|\uD398\uC774\uC9C0\uB97C \uCC3E\uC744 \uC218 \uC5C6\uC5B4\uC694
  `)
    );
    APOLOGIES = phrases(`
  page you're looking for|page you are looking for|page you were looking for|page you requested|page that you requested|requested page
  content you requested|content you are looking for|content you're looking for|article you requested|article you are looking for|article you're looking for|item you requested|document you requested|resource you requested
  page you tried|page you've requested|what you're looking for|what you are looking for|what you were looking for|that you're looking for
  we couldn't find|we could not find|we can't find|we cannot find|can't seem to find|could not be found on this server|was not found on this server
  requested url was not found|may have been moved|might have been moved|may have been removed|might have been removed
  has been moved or|has been removed or|moved or deleted|moved or no longer exists|removed or renamed|removed, had its name changed
  no longer exists|doesn't exist anymore|does not exist anymore|page no longer|doesn't exist or|does not exist or
  url may be|link you followed|link may be broken|link is broken|mistyped the address|typed the address|wrong turn
  sorry, something went wrong|sorry, an error|sorry for the inconvenience|we're sorry, but|we are sorry, but|we apologize for
  the server encountered|unable to complete your request|could not process your request|couldn't process your request
  our team has been notified|we've been notified|we have been notified|experiencing technical|technical difficulties
  performing maintenance|performing scheduled maintenance|undergoing maintenance|undergoing scheduled maintenance|down for maintenance
  domain is for sale|buy this domain|domain may be for sale|this domain is parked|contact your hosting provider
  need to enable javascript to run this app|enable javascript to run|please enable javascript|javascript is required|requires javascript
  die gesuchte seite|gewunschte seite|angeforderte seite|aufgerufene seite|die von ihnen gesuchte|konnte nicht gefunden werden|konnte leider nicht
  existiert nicht mehr|wurde verschoben oder|nicht mehr verfugbar ist|leider ist ein fehler
  la page que vous|page demandee|n'existe pas ou|n'existe plus|a ete deplacee|a ete supprimee
  la pagina que busca|la pagina que estas buscando|pagina solicitada|pagina que has solicitado|no existe o|ya no existe|lo sentimos
  a pagina que voce|a pagina que procura|pagina solicitada|nao existe ou|nao existe mais|foi removida|desculpe
  la pagina che stai cercando|la pagina che cerchi|pagina richiesta|non esiste piu|e stata spostata|e stata rimossa|siamo spiacenti
  de pagina die je|de pagina die u|opgevraagde pagina|bestaat niet meer|bestaat niet of
  strona, ktorej szukasz|strony, ktorej szukasz|nie istnieje lub|zostala usunieta|zostala przeniesiona|przepraszamy
  sidan du soker|sidan du letar|siden du leder|siden du leter|etsimaasi sivua|stranka, kterou hledate|pozadovana stranka|aradiginiz sayfa
  \u0437\u0430\u043F\u0440\u0430\u0448\u0438\u0432\u0430\u0435\u043C\u0430\u044F \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0430|\u0437\u0430\u043F\u0440\u043E\u0448\u0435\u043D\u043D\u0430\u044F \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0430|\u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0430, \u043A\u043E\u0442\u043E\u0440\u0443\u044E \u0432\u044B|\u0431\u044B\u043B\u0430 \u0443\u0434\u0430\u043B\u0435\u043D\u0430|\u0431\u043E\u043B\u044C\u0448\u0435 \u043D\u0435 \u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442|\u043A \u0441\u043E\u0436\u0430\u043B\u0435\u043D\u0438\u044E
  \u304A\u63A2\u3057\u306E\u30DA\u30FC\u30B8|\u30A2\u30AF\u30BB\u30B9\u3057\u3088\u3046\u3068\u3057\u305F\u30DA\u30FC\u30B8|\u524A\u9664\u3055\u308C\u305F\u304B|\u79FB\u52D5\u307E\u305F\u306F\u524A\u9664|\u7533\u3057\u8A33\u3054\u3056\u3044\u307E\u305B\u3093|\u7533\u3057\u8A33\u3042\u308A\u307E\u305B\u3093
  \u60A8\u8BBF\u95EE\u7684\u9875\u9762|\u60A8\u8981\u8BBF\u95EE\u7684\u9875\u9762|\u60A8\u67E5\u627E\u7684\u9875\u9762|\u5DF2\u88AB\u5220\u9664|\u53EF\u80FD\u5DF2\u88AB|\u5F88\u62B1\u6B49|\u62B1\u6B49|\uC694\uCCAD\uD558\uC2E0 \uD398\uC774\uC9C0|\uCC3E\uC73C\uC2DC\uB294 \uD398\uC774\uC9C0|\uC0AD\uC81C\uB418\uC5C8\uAC70\uB098|\uC8C4\uC1A1\uD569\uB2C8\uB2E4
`);
    WAYS_OUT = phrases(`
  go back|go home|back to home|back to the home|back home|return home|return to home|return to the home|to the homepage|to our homepage|to homepage
  take me home|visit our homepage|try again|please try|try searching|try a search|use the search|search our site|check the url|check the address
  check the link|contact support|contact us|report this|refresh the page|reload the page|start over
  zur startseite|zuruck zur|startseite|versuchen sie es|kontaktieren sie
  retour a l'accueil|retourner a l'accueil|page d'accueil|reessayer|reessayez
  volver al inicio|ir al inicio|pagina de inicio|pagina principal|intentalo|voltar|pagina inicial|tente novamente
  torna alla home|torna alla|pagina iniziale|riprova|terug naar|naar de homepage|probeer het|strona glowna|strony glownej|sprobuj
  till startsidan|til forsiden|etusivulle|zpet na|hlavni stranku|ana sayfa|\u043D\u0430 \u0433\u043B\u0430\u0432\u043D\u0443\u044E|\u0433\u043B\u0430\u0432\u043D\u0443\u044E \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0443|\u043F\u043E\u043F\u0440\u043E\u0431\u0443\u0439\u0442\u0435
  \u30C8\u30C3\u30D7\u30DA\u30FC\u30B8|\u30DB\u30FC\u30E0\u3078|\u30C8\u30C3\u30D7\u3078\u623B\u308B|\u8FD4\u56DE\u9996\u9875|\u56DE\u5230\u9996\u9875|\u8FD4\u56DE\u9996\u9801|\uD648\uC73C\uB85C|\uBA54\uC778\uC73C\uB85C
`);
    EXPLAINING = phrases(`
  status code|status codes|how to|what is|what does|means that|means the|this means|response code|client error response|the client|the server cannot
  rfc |http/1|for example|e.g.|definition|glossary|guide|tutorial|documentation|reference|best practice|troubleshoot|explained|learn more about
  statuscode|bedeutet|anleitung|beispiel|signifie|exemple|guia|significa|ejemplo|esempio|betekent|oznacza|\u043E\u0437\u043D\u0430\u0447\u0430\u0435\u0442|\u3068\u306F|\u8868\u793A|\u542B\u4E49|\u610F\u5473
`);
    LOGIN_TITLES = new Set(
      phrases(`
    sign in|signin|log in|login|log on|sign on|sign in to your account|log in to your account|login to your account|sign in to continue|log in to continue
    please sign in|please log in|please login|welcome back|member login|members only|account login|customer login|user login|login required|sign in required
    authentication required|single sign-on|sso login|sign in or create an account|log in or sign up|log in or create an account
    anmelden|anmeldung|einloggen|bitte anmelden|bitte melden sie sich an|mein konto|connexion|se connecter|identification|connectez-vous
    iniciar sesion|inicia sesion|acceder|acceso|entrar|iniciar sessao|fazer login|accedi|accesso|effettua l'accesso|inloggen|aanmelden
    zaloguj sie|logowanie|logga in|log ind|logg inn|kirjaudu|kirjaudu sisaan|prihlaseni|prihlasit se|giris yap|oturum ac|\u0432\u043E\u0439\u0442\u0438|\u0432\u0445\u043E\u0434|\u0430\u0432\u0442\u043E\u0440\u0438\u0437\u0430\u0446\u0438\u044F
    \u30ED\u30B0\u30A4\u30F3|\u30B5\u30A4\u30F3\u30A4\u30F3|\u767B\u5F55|\u767B\u9304|\u767B\u5165|\uB85C\uADF8\uC778
  `)
    );
    PASSWORD_LABELS = new Set(
      phrases(
        "password|your password|enter password|enter your password|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|haslo|losenord|adgangskode|passord|salasana|heslo|sifre|parola|\u043F\u0430\u0440\u043E\u043B\u044C|\u30D1\u30B9\u30EF\u30FC\u30C9|\u5BC6\u7801|\u5BC6\u78BC|\uBE44\uBC00\uBC88\uD638"
      )
    );
    NAME_LABELS = new Set(
      phrases(
        "email|e-mail|email address|e-mail address|your email|username|user name|user id|email or username|username or email|email or phone|e-mail-adresse|benutzername|adresse e-mail|adresse email|identifiant|correo electronico|correo|usuario|nome utente|gebruikersnaam|e-mailadres|login|emailadres|\u043B\u043E\u0433\u0438\u043D|\u043F\u043E\u0447\u0442\u0430|\u30E1\u30FC\u30EB\u30A2\u30C9\u30EC\u30B9|\u7528\u6237\u540D|\u90AE\u7BB1|\uC774\uBA54\uC77C|\uC544\uC774\uB514"
      )
    );
    LOGIN_HELPERS = phrases(`
  forgot password|forgot your password|forgotten password|forgotten your password|reset password|reset your password|remember me|keep me signed in|stay signed in|keep me logged in
  create account|create an account|sign up|register now|don't have an account|new here|new customer|continue with google|continue with apple|continue with microsoft|sign in with google
  sign in with|log in with|passwort vergessen|angemeldet bleiben|konto erstellen|jetzt registrieren|registrieren|mot de passe oublie|se souvenir de moi|creer un compte
  olvidaste tu contrasena|olvide mi contrasena|recordarme|crear cuenta|esqueceu a senha|esqueci minha senha|criar conta|password dimenticata|ricordami|registrati
  wachtwoord vergeten|onthoud mij|account aanmaken|nie pamietam hasla|zapamietaj mnie|glomt losenord|zapomenute heslo|\u0437\u0430\u0431\u044B\u043B\u0438 \u043F\u0430\u0440\u043E\u043B\u044C|\u0437\u0430\u043F\u043E\u043C\u043D\u0438\u0442\u044C \u043C\u0435\u043D\u044F
  \u30D1\u30B9\u30EF\u30FC\u30C9\u3092\u304A\u5FD8\u308C|\u65B0\u898F\u767B\u9332|\u5FD8\u8BB0\u5BC6\u7801|\u6CE8\u518C|\uBE44\uBC00\uBC88\uD638 \uCC3E\uAE30|\uD68C\uC6D0\uAC00\uC785
`);
    LOGIN_DEMANDS = phrases(`
  please sign in to|please log in to|please login to|sign in to continue|log in to continue|login to continue|sign in to view|log in to view|login to view|sign in to access|log in to access
  you must be logged in|you must be signed in|you need to be logged in|you need to log in|you need to sign in|you must log in|you must sign in|you are not logged in|you're not signed in
  session has expired|session expired|requires you to sign in|requires a login|only available to members|bitte melden sie sich an|sie mussen angemeldet sein|um fortzufahren, melden
  veuillez vous connecter|vous devez etre connecte|debes iniciar sesion|inicia sesion para|faca login para|accedi per|effettua l'accesso per|log in om
  zaloguj sie, aby|logga in for att|\u0432\u043E\u0439\u0434\u0438\u0442\u0435, \u0447\u0442\u043E\u0431\u044B|\u043D\u0435\u043E\u0431\u0445\u043E\u0434\u0438\u043C\u043E \u0430\u0432\u0442\u043E\u0440\u0438\u0437\u043E\u0432\u0430\u0442\u044C\u0441\u044F|\u30ED\u30B0\u30A4\u30F3\u3057\u3066\u304F\u3060\u3055\u3044|\u8BF7\u767B\u5F55|\u8BF7\u5148\u767B\u5F55|\uB85C\uADF8\uC778\uC774 \uD544\uC694|\uB85C\uADF8\uC778\uD574 \uC8FC\uC138\uC694
`);
    LOGIN_STEPS = new Set(
      "login log-in signin sign-in sign_in logon sso auth oauth oauth2 authorize saml cas session sessions account-login users-sign_in anmelden connexion".split(
        " "
      )
    );
    CONSENT_TITLES = phrases(`
  before you continue|we value your privacy|we care about your privacy|your privacy|your privacy choices|your privacy matters|privacy settings|privacy preferences|privacy preference center
  cookie consent|cookie settings|cookie preferences|cookies|consent|your consent|this site uses cookies|we use cookies|manage consent|manage your privacy|your choices regarding cookies
  datenschutzeinstellungen|privatsphare-einstellungen|privatsphareeinstellungen|ihre privatsphare|bevor sie fortfahren|wir schatzen ihre privatsphare|cookie-einstellungen|zustimmung|einwilligung
  avant de continuer|votre vie privee|nous respectons votre vie privee|gestion des cookies|parametres de confidentialite|antes de continuar|tu privacidad|su privacidad|valoramos tu privacidad|configuracion de cookies
  antes de prosseguir|a sua privacidade|prima di continuare|la tua privacy|impostazioni dei cookie|voordat je verdergaat|je privacy|cookie-instellingen|zanim przejdziesz dalej|twoja prywatnosc
  innan du fortsatter|\u0434\u043B\u044F \u043F\u0440\u043E\u0434\u043E\u043B\u0436\u0435\u043D\u0438\u044F|cookie\u306E\u4F7F\u7528|\u5728\u60A8\u7EE7\u7EED\u4E4B\u524D|\uAC1C\uC778\uC815\uBCF4 \uC124\uC815
`);
    CONSENT_GATES = phrases(`
  before you continue|to continue, please accept|to continue, accept|to continue reading, accept|accept cookies to continue|accept to continue|must accept cookies|by accepting you|consent to continue|continue without accepting
  subscribe or accept|accept or subscribe|with ads or|with advertising or|um fortzufahren|weiter mit werbung|mit werbung weiterlesen|mit werbung und cookies|bevor sie fortfahren|zustimmen und weiter|akzeptieren und weiter
  avant de continuer|pour continuer|continuer sans accepter|antes de continuar|para continuar|continuar sin aceptar|prima di continuare|per continuare|continua senza accettare|om verder te gaan|zanim przejdziesz
`);
    CONSENT_STATEMENTS = phrases(`
  we use cookies|uses cookies|use cookies and|cookies and similar|cookies and data|our partners|partners store|store and/or access|access information on a device|legitimate interest|personalised ads|personalized ads|personalised advertising|personalized advertising
  tracking technologies|process personal data|processing of personal data|your personal data|withdraw your consent|wir verwenden cookies|unsere partner|cookies und ahnliche|personenbezogene daten|berechtigtes interesse|personalisierte
  nous utilisons des cookies|nos partenaires|donnees personnelles|interet legitime|utilizamos cookies|usamos cookies|nuestros socios|datos personales|nossos parceiros|utilizziamo i cookie|i nostri partner|dati personali|wij gebruiken cookies|onze partners|uzywamy plikow cookie
`);
    CONSENT_BUTTONS = new Set(
      phrases(`
    accept|accept all|accept cookies|accept all cookies|i accept|agree|i agree|agree and continue|agree and close|accept and continue|accept & continue|allow all|allow all cookies|got it|reject|reject all|decline|decline all|only necessary|necessary cookies only|essential only|use necessary cookies only
    manage options|manage preferences|manage settings|manage cookies|more options|customize|customise|cookie settings|settings|options|show purposes|save choices|save preferences
    akzeptieren|alle akzeptieren|alles akzeptieren|zustimmen|alle ablehnen|ablehnen|nur notwendige|einstellungen|einstellungen verwalten|zustimmen und weiter|accepter|tout accepter|tout refuser|refuser|parametrer|personnaliser|continuer sans accepter
    aceptar|aceptar todo|aceptar todas|rechazar|rechazar todo|configurar|aceitar|aceitar tudo|recusar|rejeitar tudo|accetta|accetta tutto|rifiuta|rifiuta tutto|gestisci opzioni|accepteren|alles accepteren|weigeren|alles weigeren|zaakceptuj|akceptuje|odrzuc|acceptera|acceptera alla|\u043F\u0440\u0438\u043D\u044F\u0442\u044C|\u540C\u610F\u3059\u308B|\u63A5\u53D7|\uB3D9\uC758
  `)
    );
    CONSENT_WORDS = phrases(
      "cookie|consent|privacy|partner|personal data|datenschutz|einwilligung|zustimm|confidentialite|vie privee|consentement|privacidad|consentimiento|socios|consenso|toestemming|prywatnosc|zgod"
    );
    CHALLENGE_TITLES = new Set(
      phrases(`
    just a moment|attention required|access denied|access to this page has been denied|are you a robot|are you human|security check|security verification|human verification|bot verification|robot check|captcha|verify you are human|verifying you are human
    checking your browser|please wait while your request is being verified|pardon our interruption|ddos-guard|you have been blocked|blocked|request blocked|one more step|let's confirm you are human|unusual traffic detected|client challenge|vercel security checkpoint
    sicherheitsuberprufung|zugriff verweigert|einen moment|un instant|verification de securite|acces refuse|un momento|verificacion de seguridad|acceso denegado|verifica di sicurezza|accesso negato|\u043F\u0440\u043E\u0432\u0435\u0440\u043A\u0430 \u0431\u0435\u0437\u043E\u043F\u0430\u0441\u043D\u043E\u0441\u0442\u0438|\u0434\u043E\u0441\u0442\u0443\u043F \u0437\u0430\u043F\u0440\u0435\u0449\u0435\u043D|\u5B89\u5168\u9A8C\u8BC1|\u5B89\u5168\u68C0\u67E5|\u8BBF\u95EE\u88AB\u62D2\u7EDD|\uBCF4\uC548 \uD655\uC778
  `)
    );
    CHALLENGES = phrases(`
  verify you are human|verify that you are human|verify you're human|verifying you are human|confirm you are human|confirm that you are human|confirm you're not a robot|prove you're human|you are not a robot|you're not a robot|i'm not a robot|i am not a robot|are you a robot
  checking your browser|checking if the site connection is secure|review the security of your connection|enable javascript and cookies to continue|enable cookies and javascript|enable cookies and reload|unusual traffic|automated requests|automated access|suspicious activity|made us think you were a bot|think you might be a bot|were a bot
  complete the captcha|completing the captcha|solve the captcha|complete the security check|security service to protect itself|press & hold|press and hold|ray id|cf-ray|reference id|incident id|support id|ddos protection by|performance & security by|you have been blocked|your request has been blocked|your ip has been|don't have permission to access|do not have permission to access
  menschlicher besucher|dass sie kein roboter|kein roboter|ungewohnlicher datenverkehr|que vous n'etes pas un robot|que no eres un robot|no soy un robot|trafico inusual|che non sei un robot|\u0432\u044B \u043D\u0435 \u0440\u043E\u0431\u043E\u0442|\u0447\u0442\u043E \u0432\u044B \u0447\u0435\u043B\u043E\u0432\u0435\u043A|\u6211\u4E0D\u662F\u673A\u5668\u4EBA|\u9A8C\u8BC1\u60A8\u662F\u771F\u4EBA|\u5F02\u5E38\u6D41\u91CF|\uB85C\uBD07\uC774 \uC544\uB2D9\uB2C8\uB2E4
`);
  }
});

// src/features/try/page/signs.ts
function findErrorSigns(page) {
  const { text, title } = page;
  const heading = text.lines.find(({ kind }) => kind === "heading")?.text ?? text.lines[0]?.text ?? "";
  const moved = movedTo(page, ERROR_STEPS);
  if (text.isArticle && !moved) return [];
  const apologies = count(text.all, APOLOGIES);
  const residue = text.lines.reduce((sum, line) => sum + (isErrorLine(line) ? 0 : line.words), 0);
  const titled = titleParts(title).some(isErrorTitle);
  const headed = [heading, heading.split(/[.!?] /)[0] ?? ""].some(isErrorTitle);
  const isAlone = (titled || headed || apologies > 0) && residue <= RESIDUE;
  if (apologies === 0 && !isAlone && !moved) return [];
  const explains = countIn(`${fold(title ?? "")}
${text.all}`, EXPLAINING);
  return enough(
    [
      sign(titled, 2, "the title is that of an error page"),
      sign(headed, 2, "the first line is that of an error page"),
      sign(apologies > 0, apologies > 1 ? 3 : 2, "the text apologises for a missing or broken page"),
      sign(countIn(text.all, WAYS_OUT) > 0, 1, "it offers ways to go on"),
      sign(moved, 2, "it was redirected to the address of an error page"),
      sign(isAlone, 2, "it says nothing else"),
      sign(text.proseWords <= FEW_WORDS, 1, "it is short")
    ],
    { least: 5 + 2 * Math.min(2, explains), signs: 3 }
  );
}
function findJsonErrorSigns(answer) {
  const words = ["error", "message", "title", "detail"].map((name) => (0, import_value.property)(answer, name)).filter((value) => typeof value === "string");
  const numbers = ["code", "status", "statusCode", "status_code"].map((name) => Number((0, import_value.property)(answer, name) ?? 0));
  const isError = words.some((text) => isErrorTitle(plain2(fold(text))) || countIn(fold(text), APOLOGIES) > 0);
  return enough(
    [
      sign(
        ["success", "ok"].some((name) => (0, import_value.property)(answer, name) === false),
        1,
        "it says that it is no success"
      ),
      sign(isError, 1, "its text is that of an error"),
      sign(
        numbers.some((number) => number >= 400 && number <= 599),
        1,
        "it holds the status of an error"
      ),
      sign(Object.keys(answer).length <= 6, 1, "it is short")
    ],
    { least: 3, signs: 3 }
  );
}
function findLoginSigns(page) {
  const { text, title, url } = page;
  if (stepsOf(url).some((step) => LOGIN_STEPS.has(step))) return [];
  if (text.isArticle || text.sentences > 3) return [];
  const own = text.lines.filter(({ words }) => words <= 6).map(({ text: line }) => plain2(line));
  const titled = [...titleParts(title), firstHeading(text)].some((part) => LOGIN_TITLES.has(part));
  const demands = countIn(text.all, LOGIN_DEMANDS) > 0;
  const moved = movedTo(page, LOGIN_STEPS);
  if (!titled && !demands && !moved) return [];
  const helpers = own.filter((line) => LOGIN_HELPERS.some((helper) => line.startsWith(helper))).length;
  return enough(
    [
      sign(titled, 2, "the title or heading asks to sign in"),
      sign(
        own.some((line) => PASSWORD_LABELS.has(line)),
        2,
        "it has a field for a password"
      ),
      sign(
        own.some((line) => NAME_LABELS.has(line)),
        1,
        "it has a field for a name or an e-mail address"
      ),
      sign(helpers > 0, Math.min(2, helpers), "it helps with passwords or accounts"),
      sign(demands, 2, "the text demands to sign in"),
      sign(moved, 3, "it was redirected to an address to sign in"),
      sign(text.proseWords <= FEW_WORDS, 1, "it is short")
    ],
    { least: 5, signs: 3 }
  );
}
function findConsentSigns(page) {
  const { text, title } = page;
  const own = /* @__PURE__ */ new Set([...titleParts(title), ...titleParts(title).flatMap((part) => part.split(" "))]);
  const others = text.lines.filter(({ text: line }) => !isConsentLine(line) && !own.has(plain2(line)));
  const otherWords = others.reduce((sum, { words }) => sum + words, 0);
  const titled = [...titleParts(title), firstHeading(text)].some(isConsentTitle);
  const gate = countIn(text.all, CONSENT_GATES) > 0;
  const moved = movedTo(page, CONSENT_STEPS);
  const isGate = gate || moved;
  if (others.some(({ kind }) => kind === "heading") || otherWords > (isGate ? 30 : titled ? 12 : 2)) return [];
  const statements = count(text.all, CONSENT_STATEMENTS);
  const buttons = new Set(text.lines.map(({ text: line }) => plain2(line)).filter((line) => CONSENT_BUTTONS.has(line))).size;
  return enough(
    [
      sign(titled, 2, "the title or heading is about privacy or cookies"),
      sign(gate, 2, "the text demands consent to go on"),
      sign(moved, 3, "it was redirected to an address for consent"),
      sign(statements > 0, Math.min(2, statements), "it explains what cookies are used for"),
      sign(buttons > 0, Math.min(2, buttons), "it has buttons to accept or reject"),
      sign(true, 1, "it says nothing else")
    ],
    { least: 5, signs: 3 }
  );
}
function findChallengeSigns({ text, title }) {
  if (text.isArticle || text.sentences > 4) return [];
  const challenges = count(text.all, CHALLENGES);
  return enough(
    [
      sign(
        titleParts(title).some((part) => CHALLENGE_TITLES.has(part)),
        2,
        "the title is that of a security check"
      ),
      sign(CHALLENGE_TITLES.has(firstHeading(text)), 1, "the heading is that of a security check"),
      sign(challenges > 0, Math.min(3, 1 + challenges), "the text asks to prove that a person visits"),
      sign(text.proseWords <= 2 * FEW_WORDS, 1, "it is short")
    ],
    { least: 4, signs: 3 }
  );
}
function sign(isSeen, weight, words) {
  return isSeen ? { words, weight } : null;
}
function enough(found, { least, signs }) {
  const seen = found.filter((one) => one !== null);
  const weight = seen.reduce((sum, one) => sum + one.weight, 0);
  return seen.length >= signs && weight >= least ? seen : [];
}
function countIn(text, phrases2) {
  return phrases2.filter((phrase) => text.includes(phrase)).length;
}
function count(text, phrases2) {
  const found = phrases2.filter((phrase) => text.includes(phrase));
  return found.filter((phrase) => !found.some((other) => other !== phrase && other.includes(phrase))).length;
}
function titleParts(title) {
  const whole = fold(title ?? "");
  const parts = whole.split(/\s[-|\u2013\u2014\u00b7\u2022\u00bb/]\s|[|\u00bb\u2022]/u);
  const last = whole.split(": ").at(-1) ?? "";
  return [...new Set([whole, ...parts, last].map(plain2))].filter((part) => part !== "");
}
function plain2(text) {
  return text.replace(/[!?.:;,"()[\]{}*\u00a1\u00bf\u2026\u3002\uff01\u203a\u2192\u2190>]+/gu, " ").replace(/ {2,}/g, " ").trim();
}
function firstHeading({ lines }) {
  return plain2((lines.find(({ kind }) => kind === "heading") ?? lines[0])?.text ?? "");
}
function isErrorTitle(title) {
  const marks = plain2(title).replace(/ [-\u2013\u2014] /g, " ");
  if (ERROR_TITLES.has(marks)) return true;
  const words = marks.split(" ").filter((word) => !FILLERS.has(word));
  const isError = (word) => ERROR_WORDS.has(word) || /^[45]\d\d$/.test(word);
  const left = words.filter((word) => !isError(word)).join(" ");
  return words.some(isError) && (left === "" || ERROR_TITLES.has(left));
}
function isErrorLine({ text }) {
  return isErrorTitle(text) || countIn(text, APOLOGIES) > 0 || countIn(text, WAYS_OUT) > 0;
}
function isConsentTitle(title) {
  return CONSENT_TITLES.some(
    (phrase) => title === phrase || phrase.includes(" ") && title.startsWith(`${phrase} `) && countWords(title) <= 9
  );
}
function isConsentLine(line) {
  const short = plain2(line);
  if (CONSENT_BUTTONS.has(short) || isConsentTitle(short)) return true;
  return [CONSENT_WORDS, CONSENT_STATEMENTS, CONSENT_GATES].some((phrases2) => countIn(line, phrases2) > 0);
}
function movedTo({ url, finalUrl }, steps) {
  if (finalUrl === null || hostOf(finalUrl) === null) return false;
  const before = new Set(stepsOf(url));
  return stepsOf(finalUrl).some((step) => steps.has(step) && !before.has(step));
}
var import_value, FEW_WORDS, RESIDUE, ERROR_STEPS, CONSENT_STEPS;
var init_signs = __esm({
  "src/features/try/page/signs.ts"() {
    "use strict";
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_address();
    init_phrases();
    init_text3();
    FEW_WORDS = 40;
    RESIDUE = 6;
    ERROR_STEPS = new Set(
      "404 500 error errors error404 404error not-found notfound page-not-found pagenotfound".split(" ")
    );
    CONSENT_STEPS = new Set(
      "consent consents cookie-consent cookiewall cookie-wall collectconsent zustimmung".split(" ")
    );
  }
});

// src/features/try/page/verdict.ts
function judgePage(watch, page) {
  const sure = [...judgeStatus(watch, page), ...judgeContent(watch, page), ...judgeSite(watch, page)];
  const isExpected = watch.expectedStatus !== null && watch.expectedStatus === page.statusCode;
  if (isExpected || sure.some(({ code }) => code !== "page/other-status")) return sure;
  return [...sure, ...judgeText(watch, page), ...judgeSelectors(watch, page), ...judgeExtraction(page)];
}
function judgeStatus({ expectedStatus }, { statusCode, error }) {
  if (expectedStatus !== null) {
    if (statusCode === null || statusCode === expectedStatus) return [];
    const message = `the page answered ${statusCode}; "sync.expect.status" says ${expectedStatus}`;
    const isBad = statusCode >= 400;
    return [
      {
        code: isBad ? "page/bad-status" : "page/other-status",
        severity: isBad ? "error" : "warning",
        message,
        hint: "fix the address or sync.expect.status"
      }
    ];
  }
  if (statusCode === null || statusCode < 400) return [];
  const why = error === null || error.includes(String(statusCode)) ? "" : `: ${error}`;
  return [
    {
      code: "page/bad-status",
      severity: "error",
      message: `the page answered ${statusCode}${why}`,
      hint: `fix the address; if this is what you watch for, write "sync: {expect: {status: ${statusCode}}}"`
    }
  ];
}
function judgeContent({ options, expectedStatus }, page) {
  if (expectedStatus !== null && page.statusCode === expectedStatus) return [];
  const { markdown, html: html2, rawHtml, summary, answer, json, others } = page;
  const texts = [markdown, summary, answer, html2, rawHtml].filter((text) => text !== null);
  if (texts.some((text) => hasContent(stripTags(text))) || others.length > 0 || json !== void 0 && json !== null) return [];
  const included = textsOf((0, import_value2.property)(options, "includeTags"));
  return [
    {
      code: "page/empty",
      severity: "error",
      message: included.length === 0 ? "the page is empty" : `nothing is left of the page: "includeTags" (${included.join(", ")}) selects nothing`,
      hint: included.length === 0 ? "if a script fills it, set `waitFor`; otherwise fix the address" : "fix the selectors of `includeTags`, or remove them"
    }
  ];
}
function judgeSite({ url }, { finalUrl }) {
  if (finalUrl === null || isSameSite(url, finalUrl) !== false) return [];
  return [
    {
      code: "page/other-site",
      severity: "error",
      message: `the page was redirected to another site: ${siteOf(finalUrl)}`,
      hint: "watch the new address, if it is the one you mean"
    }
  ];
}
function judgeText({ url }, { finalUrl, title, markdown, html: html2, rawHtml, summary }) {
  const text = readPageText(markdown ?? summary ?? stripTags(html2 ?? rawHtml ?? ""));
  const page = { url, finalUrl, title, text };
  const answer = readJsonPage(markdown);
  if (answer !== null) {
    const signs = findJsonErrorSigns(answer);
    return signs.length === 0 ? [] : [toWarning(ERROR_PAGE, signs)];
  }
  for (const kind of KINDS) {
    const signs = kind.find(page);
    if (signs.length > 0) return [toWarning(kind, signs)];
  }
  return [];
}
function toWarning({ code, what, hint }, signs) {
  const seen = signs.map(({ words }) => words).join("; ");
  return { code, severity: "warning", message: `this may be ${what}: ${seen}`, hint };
}
function readJsonPage(markdown) {
  const text = (markdown ?? "").trim().replace(/^```(?:json)?\n([\s\S]*)\n```$/, "$1");
  if (!text.startsWith("{") || text.length > LONGEST_JSON) return null;
  try {
    const value = JSON.parse(text);
    return (0, import_value2.isObject)(value) ? value : null;
  } catch {
    return null;
  }
}
function judgeSelectors({ options }, { markdown, html: html2, contentType }) {
  const included = textsOf((0, import_value2.property)(options, "includeTags"));
  if (included.length === 0) return [];
  if (contentType !== null && !/html|xml/i.test(contentType)) {
    const message2 = `"includeTags" changes nothing: the page is not HTML (${contentType})`;
    return [{ code: "page/selectors", severity: "warning", message: message2, hint: "remove `includeTags`, or watch a web page" }];
  }
  const hint = "fix the selectors of `includeTags`: each change of the whole page counts now";
  const unmatched = html2 === null ? [] : findUnmatchedSelectors(html2, included);
  if (html2 !== null && unmatched.length === included.length) {
    return [
      {
        code: "page/selectors",
        severity: "warning",
        message: `the page holds nothing that "includeTags" selects (${included.join(", ")})`,
        hint
      }
    ];
  }
  const text = fold((markdown ?? "").slice(0, LOOKED_AT) + (markdown ?? "").slice(LOOKED_AT).slice(-LOOKED_AT));
  const seen = FRAME.filter((phrase) => text.includes(phrase));
  if (html2 !== null || seen.length < 2) return [];
  const message = `the whole page may have come, not what "includeTags" selects (${included.join(", ")}): it holds ${seen.map((phrase) => `"${phrase}"`).join(" and ")}`;
  return [{ code: "page/selectors", severity: "warning", message, hint }];
}
function judgeExtraction({ json }) {
  if (json === void 0 || holdsValue(json)) return [];
  return [
    {
      code: "page/no-extraction",
      severity: "warning",
      message: "the JSON format found nothing on the page: every value is empty",
      hint: "fix its schema or prompt, or the address"
    }
  ];
}
function holdsValue(value) {
  if (value === null || value === "") return false;
  if (Array.isArray(value)) return value.some(holdsValue);
  return (0, import_value2.isObject)(value) ? Object.values(value).some(holdsValue) : true;
}
function textsOf(value) {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
function stripTags(text) {
  return text.includes("<") ? readMarkup(text).map(({ text: part }) => part).join("\n") : text;
}
var import_value2, LONGEST_JSON, ERROR_PAGE, KINDS, FRAME, LOOKED_AT;
var init_verdict = __esm({
  "src/features/try/page/verdict.ts"() {
    "use strict";
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    init_address();
    init_markup2();
    init_signs();
    init_text3();
    LONGEST_JSON = 1e4;
    ERROR_PAGE = {
      ...{ code: "page/error-page", what: "an error page that answers with success", find: findErrorSigns },
      hint: "open the address in a browser, and fix it"
    };
    KINDS = [
      {
        ...{ code: "page/challenge", what: "a check for robots", find: findChallengeSigns },
        hint: "try `proxy: enhanced`, or watch another page of the site"
      },
      {
        ...{ code: "page/login", what: "a page to sign in", find: findLoginSigns },
        hint: "send cookies with `headers`, or watch a public page"
      },
      {
        ...{ code: "page/consent", what: "a page that asks for consent", find: findConsentSigns },
        hint: "accept with `actions`, or set `location` to another country"
      },
      ERROR_PAGE
    ];
    FRAME = [
      "skip to content",
      "skip to main content",
      "all rights reserved",
      "privacy policy",
      "terms of service",
      "cookie policy",
      "\xA9"
    ];
    LOOKED_AT = 2e4;
  }
});

// src/features/try/try.ts
var try_exports = {};
__export(try_exports, {
  tryPages: () => tryPages
});
async function tryPages(project, trial, { service, folder, onPage, onStop, onEnd }) {
  const { world, env } = project;
  const flight = (0, import_flight.openFlight)(project.watchInterruption(), world, onStop);
  const fetcher = new PageFetcher(service, project, flight.signal);
  const lookup = (name) => env[name] ?? "";
  const tried = new Array(trial.pages.length);
  let done = 0;
  const tryOne = async (page, index) => {
    tried[index] = await tryPage(page, index, { fetcher, lookup, request: trial.request, folder });
    onPage?.(++done, trial.pages.length);
  };
  try {
    const [first, ...others] = trial.pages;
    if (first !== void 0) await tryOne(first, 0);
    if (tried[0]?.outcome !== "fetched") refuseAll(fetcher.ended);
    await Promise.all(others.map((page, index) => tryOne(page, index + 1)));
  } finally {
    flight.close();
    onEnd?.();
  }
  const { searches, credits, notIncluded, request } = trial;
  return {
    ...{ searches, credits, notIncluded, pages: tried },
    first: request.first,
    isTwice: request.fetches === "twice",
    keptIn: folder?.shown ?? null
  };
}
async function tryPage(page, index, { fetcher, lookup, request, folder }) {
  const { url, options } = page.resolve(lookup);
  const isTwice = request.fetches === "twice";
  const asked = isTwice ? withMarkup(options) : options;
  const shown = { key: page.key, url: page.shownUrl, isStart: page.isStart };
  const first = await fetcher.fetch({ url, options: request.first === "now" ? fetchedNow(asked) : asCheck(asked) });
  if (first.kind !== "fetched") return { ...shown, ...lost(first) };
  const findings = [];
  const files = [];
  keep(folder, [index, "first", first.page], { files, findings });
  const watch = { url: page.shownUrl, options: page.options, expectedStatus: page.expectedStatus };
  findings.push(...judgePage(watch, first.page));
  const result = { ...shown, outcome: "fetched", page: summarize(first.page) };
  if (!isTwice) return { ...result, findings, noise: null, files };
  const second = await fetcher.fetch({ url, options: fetchedNow(asked) });
  if (second.kind !== "fetched") return { ...result, findings: [...findings, ...lostSecond(second)], noise: null, files };
  keep(folder, [index, "second", second.page], { files, findings });
  const noise = compareFetches(first.page, second.page);
  if (noise !== null) findings.push(describeNoise(noise));
  return { ...result, findings, noise: noise?.diff ?? null, files };
}
function keep(folder, what, { files, findings }) {
  try {
    if (folder !== null) files.push(...folder.keep(...what));
  } catch (error) {
    if (!(error instanceof import_user_error.UserError)) throw error;
    findings.push({ code: "config/cannot-write", severity: "error", message: error.message });
  }
}
function fetchedNow(options) {
  return { ...options, maxAge: 0, storeInCache: false };
}
function asCheck(options) {
  const isSaid = ["maxAge", "minAge"].some((name) => Object.hasOwn(options, name)) || options["lockdown"] === true;
  return isSaid ? options : { ...options, maxAge: 0 };
}
function withMarkup(options) {
  const given = (0, import_member.member)(options, "formats");
  const formats = Array.isArray(given) ? given : ["markdown"];
  const types = formats.map((format) => typeof format === "string" ? format : (0, import_member.member)(format, "type"));
  return types.includes("html") || types.includes("rawHtml") ? options : { ...options, formats: [...formats, { type: "html" }] };
}
function lost(outcome) {
  if (outcome.kind === "not-sent") return { outcome: "not-sent", findings: [] };
  const { failure, charge } = outcome;
  const { status, message } = failure;
  const words = charge === "possible" ? "it may have been charged" : "it was not charged";
  const finding = { code: "page/failed", severity: "error", message: `${message}; ${words}`, hint: hintFor(failure) };
  return { outcome: "failed", status: status ?? null, mayBeCharged: charge === "possible", findings: [finding] };
}
function lostSecond(outcome) {
  if (outcome.kind === "not-sent") return [{ code: "page/failed", severity: "error", message: "the second fetch was not sent" }];
  return lost(outcome).findings.map((finding) => ({ ...finding, message: `the second fetch failed: ${finding.message}` }));
}
function hintFor({ status, kind, code }) {
  if (status === 402) return "the team has too few credits: add some, then repeat the command";
  if (status === 408) return "raise `timeout` of the spec, or lower `waitFor`";
  if (status === 429) return "wait, then repeat the command";
  if (code === "TOO_LARGE") return "select less of the page with `includeTags`, or ask for fewer formats";
  if (kind === "http" && status !== void 0 && status < 500) return "fix the address or the options of the spec";
  return "repeat the command later; each fetch is paid for";
}
function refuseAll(ended) {
  if (ended !== null && ended.status !== 402 && ended.status !== 429) throw (0, import_service_reader2.refuseRead)(ended, "fetch a page");
}
function describeNoise({ selectors, rest, diff }) {
  const excluded = selectors.length === 0 ? "" : `exclude it with \`excludeTags: ${JSON.stringify(selectors)}\``;
  const left = { none: "", some: "; more differs outside of it", unknown: "" }[rest];
  const message = diff === null ? "nearly everything differs between two fetches" : "two fetches differ: each check would report that";
  return {
    code: "page/noise",
    severity: "warning",
    message,
    hint: excluded === "" ? "select what matters with `includeTags`, or extract it with a JSON format" : `${excluded}${left}`
  };
}
function summarize(page) {
  const { statusCode, finalUrl, title, warning, markdown, html: html2, rawHtml, summary, answer, json, others } = page;
  const text = markdown ?? summary ?? answer ?? html2 ?? rawHtml;
  const lines = (text ?? "").slice(0, 2e4).split("\n").filter((line) => line.trim() !== "");
  return {
    ...{ statusCode, finalUrl, title, warning, others },
    characters: text?.length ?? null,
    firstLines: lines.slice(0, FIRST_LINES).map((line) => line.trimEnd().slice(0, 500)),
    ...json === void 0 ? {} : { json }
  };
}
var import_user_error, import_member, import_flight, import_service_reader2, FIRST_LINES;
var init_try = __esm({
  "src/features/try/try.ts"() {
    "use strict";
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_member = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_flight = askBundle("./change.cjs", "src/project/flight.ts");
    init_page_fetcher();
    import_service_reader2 = askBundle("./plan.cjs", "src/project/service-reader.ts");
    init_noise();
    init_verdict();
    FIRST_LINES = 6;
  }
});

// observe.js
var observe_exports = {};
__export(observe_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(observe_exports);
var once = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/features/changes/formats.ts": once(() => (init_formats(), formats_exports)),
  "src/features/changes/steps.ts": once(() => (init_steps(), steps_exports)),
  "src/features/observe/checks-text.ts": once(() => (init_checks_text(), checks_text_exports)),
  "src/features/observe/run-text.ts": once(() => (init_run_text(), run_text_exports)),
  "src/features/observe/status-text.ts": once(() => (init_status_text(), status_text_exports)),
  "src/features/report/html/page.ts": once(() => (init_page(), page_exports)),
  "src/features/report/report.ts": once(() => (init_report(), report_exports)),
  "src/features/try/text.ts": once(() => (init_text2(), text_exports2)),
  "src/features/try/try.ts": once(() => (init_try(), try_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
