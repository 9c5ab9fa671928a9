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

// src/doors/action/event.ts
function readWorkflow(env, payload) {
  const name = need(env, "GITHUB_EVENT_NAME");
  refuseUnsafe(name, payload);
  const run = readRun(env, payload);
  return { run, event: readEvent(name, env, payload, run) };
}
function readRun(env, payload) {
  const [owner = "", name = ""] = need(env, "GITHUB_REPOSITORY").split("/");
  const apiUrl = withoutSlash(env["GITHUB_API_URL"] || "https://api.github.com");
  return {
    repository: { owner, name, defaultBranch: text(at(payload, "repository", "default_branch")) },
    apiUrl,
    graphqlUrl: withoutSlash(env["GITHUB_GRAPHQL_URL"] || `${apiUrl}/graphql`),
    serverUrl: withoutSlash(env["GITHUB_SERVER_URL"] || "https://github.com"),
    runId: env["GITHUB_RUN_ID"] ?? "",
    runAttempt: Number(env["GITHUB_RUN_ATTEMPT"] ?? "1") || 1,
    temporaryDirectory: need(env, "RUNNER_TEMP")
  };
}
function need(env, name) {
  const value = env[name] ?? "";
  if (value !== "") return value;
  throw new import_user_error.UserError(
    "action/no-runner",
    `${name} is not set; this must run inside GitHub Actions`,
    "outside GitHub Actions, use the command `monitors`"
  );
}
function readPayload(env, readText) {
  const path = need(env, "GITHUB_EVENT_PATH");
  try {
    return JSON.parse(readText(path));
  } catch (error) {
    throw badPayload(error instanceof SyntaxError ? "it is not JSON" : `it cannot be read (${(0, import_file_error.errorCode)(error)})`, error);
  }
}
function badPayload(why, cause) {
  return new import_user_error.UserError(
    "action/no-runner",
    `the file in GITHUB_EVENT_PATH does not describe a GitHub event: ${why}`,
    "outside GitHub Actions, use the command `monitors`; on a self-hosted runner, check what writes that file",
    { cause }
  );
}
function refuseUnsafe(name, payload) {
  if (name === "pull_request_target" || name === "workflow_run") {
    throw unsafe(`${name} runs with the secrets of this repository, on files that may come from a fork`);
  }
  if (name.endsWith("_comment") && !name.startsWith("pull_request_") && at(payload, "issue", "pull_request") !== void 0) {
    throw unsafe(`a comment on a pull request (${name}) runs with the secrets of this repository, on files that may come from a fork`);
  }
  if (!name.startsWith("pull_request") && isFork(at(payload, "pull_request"))) {
    throw unsafe(`${name} is about a pull request from a fork, and runs with the secrets of this repository`);
  }
}
function refuseKeyForFork(event, hasKey) {
  if (event.kind === "pull-request" && event.isFork && hasKey) {
    throw unsafe("this pull request comes from a fork, and api-key is set: files from the fork would run with access to the key");
  }
}
function refuseStateForFork(event, names, env) {
  const name = names.find((variable) => (env[variable] ?? "") !== "");
  if (event.kind !== "pull-request" || !event.isFork || name === void 0) return;
  throw unsafe(
    `this pull request comes from a fork, and ${name} is set: files from the fork would run with access to the state`,
    `leave ${name} out for forks: the specs are checked without a plan then`
  );
}
function refuseRefreshForFork(event, refresh) {
  if (event.kind !== "pull-request" || !event.isFork || !refresh) return;
  throw new import_user_error.UserError(
    "action/unsafe-event",
    'this pull request comes from a fork, and "refresh: true" needs the API key: files from the fork would run with access to the key',
    "set `refresh: ${{ !github.event.pull_request.head.repo.fork }}`, and api-key under the same condition"
  );
}
function unsafe(message, hint = "use `on: pull_request` without api-key; validate and plan need no secrets") {
  return new import_user_error.UserError("action/unsafe-event", message, hint);
}
function readEvent(name, env, payload, run) {
  if (name.startsWith("pull_request")) return readPullRequest(name, at(payload, "pull_request") ?? null);
  const branch = /^refs\/heads\/(.+)$/.exec(env["GITHUB_REF"] ?? "")?.[1];
  const sha = env["GITHUB_SHA"] ?? "";
  const isOnBranch = ["push", "workflow_dispatch", "schedule", "repository_dispatch"].includes(name);
  if (!isOnBranch || branch === void 0 || !isCommit(sha)) return { kind: "other", name };
  const isDefaultBranch = branch === run.repository.defaultBranch || name === "schedule";
  const before = text(at(payload, "before"));
  const isForced = name === "push" && at(payload, "forced") === true && isCommit(before);
  return { kind: "branch", name, branch, sha, isDefaultBranch, ...isForced ? { replaced: before } : {} };
}
function readPullRequest(name, pull) {
  const end = (side) => ({ branch: text(at(pull, side, "ref")), sha: text(at(pull, side, "sha")) });
  const [number, base, head] = [at(pull, "number"), end("base"), end("head")];
  if (typeof number === "number" && base.branch !== "" && isCommit(base.sha) && isCommit(head.sha)) {
    return { kind: "pull-request", number, base, head, isFork: isFork(pull) };
  }
  throw badPayload(`it does not name the pull request of the event ${name}`);
}
function isFork(pull) {
  if (!(0, import_value.isObject)(pull)) return false;
  const head = text(at(pull, "head", "repo", "full_name"));
  return head === "" || head !== text(at(pull, "base", "repo", "full_name"));
}
function isCommit(sha) {
  return /^(?!0+$)[0-9a-f]{40}$/.test(sha);
}
function at(value, ...names) {
  return names.reduce((inner, name) => (0, import_value.property)(inner, name), value);
}
function text(value) {
  return typeof value === "string" ? value : "";
}
function withoutSlash(url) {
  return url.replace(/\/+$/, "");
}
var import_user_error, import_file_error, import_value;
var init_event = __esm({
  "src/doors/action/event.ts"() {
    "use strict";
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_value = askBundle("./monitors.cjs", "src/core/json/value.ts");
  }
});

// src/doors/action/findings-markdown.ts
var findings_markdown_exports = {};
__export(findings_markdown_exports, {
  LARGEST_SUMMARY: () => LARGEST_SUMMARY,
  LONGEST_COMMENT: () => LONGEST_COMMENT,
  LONGEST_SUMMARY: () => LONGEST_SUMMARY,
  renderFailureMarkdown: () => renderFailureMarkdown,
  renderInvalidMarkdown: () => renderInvalidMarkdown,
  renderValidateSummary: () => renderValidateSummary
});
function renderInvalidMarkdown(report, { limit, marker }) {
  const head = `### ${(0, import_words.countOf)(report.errorCount, "error")} in the specs: nothing was planned`;
  const room = (limit === "comment" ? LONGEST_COMMENT : LONGEST_SUMMARY) - 2e3 - (marker?.length ?? 0);
  return `${[...marker === void 0 ? [] : [marker, ""], head, "", ...findingSections(report, room)].join("\n")}
`;
}
function renderValidateSummary(report) {
  const { errorCount, warningCount } = report;
  const found = [
    ...errorCount > 0 ? [(0, import_words.countOf)(errorCount, "error")] : [],
    ...warningCount > 0 ? [(0, import_words.countOf)(warningCount, "warning")] : []
  ].join(", ");
  const head = `### ${(0, import_words.countOf)(report.monitors, "monitor")} in ${(0, import_words.countOf)(report.files, "file")}: ${found === "" ? "no problems found" : found}`;
  return `${[head, "", ...findingSections(report, LONGEST_SUMMARY - 2e3)].join("\n")}
`;
}
function renderFailureMarkdown(title, { code, message, hint }) {
  return `### ${title}

${(0, import_escape_markdown.fencedBlock)([`${code}  ${message}`, ...hint === void 0 ? [] : [`hint: ${hint}`]], "text")}
`;
}
function findingSections(report, room) {
  const texts = [];
  let used = 0;
  for (const finding of report.findings) {
    const text2 = (0, import_finding.renderFindingsText)([finding], FINDING_OPTIONS, report.sourceOf).trimEnd();
    used += (0, import_escape_markdown.fencedBlock)(text2.split("\n"), "text").length;
    if (used > room) break;
    texts.push(text2);
  }
  const left = report.errorCount + report.warningCount - texts.length;
  return [
    ...texts.length === 0 ? [] : [(0, import_escape_markdown.fencedBlock)(texts.join("\n").split("\n"), "text")],
    ...left <= 0 ? [] : ["", `${(0, import_words.countOf)(left, "more finding")}: run ${(0, import_escape_markdown.codeSpan)("monitors validate")} to list all.`]
  ];
}
var import_words, import_escape_markdown, import_finding, LONGEST_COMMENT, LONGEST_SUMMARY, LARGEST_SUMMARY, FINDING_OPTIONS;
var init_findings_markdown = __esm({
  "src/doors/action/findings-markdown.ts"() {
    "use strict";
    import_words = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_markdown = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    import_finding = askBundle("./check.cjs", "src/rendering/finding.ts");
    LONGEST_COMMENT = 65536;
    LONGEST_SUMMARY = 34e4;
    LARGEST_SUMMARY = 9e5;
    FINDING_OPTIONS = { color: false, width: 120, verbosity: "normal" };
  }
});

// src/doors/action/failed-run.ts
async function failWith(error, ports, refused = "Nothing was done") {
  const met = (0, import_failure.explainFailure)(error);
  const shown = met.exitCode === 70 ? await (0, import_failure.redactFailure)(met, [], ports.env) : met;
  const { code, exitCode, findings, stack, ...said } = shown;
  const message = nameInputs(said.message);
  const hint = HINTS[code] ?? (said.hint === void 0 ? void 0 : nameInputs(said.hint));
  const words = { message, ...hint === void 0 ? {} : { hint } };
  const { renderFailureMarkdown: renderFailureMarkdown2 } = await Promise.resolve().then(() => (init_findings_markdown(), findings_markdown_exports));
  if (findings.length > 0) {
    const { renderValidateGithub: renderValidateGithub5 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/github.ts"));
    const report = { files: 1, monitors: 0, errorCount: findings.length, warningCount: 0, findings, sourceOf: () => void 0 };
    ports.annotate(renderValidateGithub5(report, { color: false, width: 100, verbosity: "normal" }));
  }
  if (stack !== void 0) ports.log(`${stack}
`);
  return {
    exitCode,
    failureReason: REASONS[code] ?? null,
    message: { title: code, text: message, ...hint === void 0 ? {} : { hint } },
    outputs: {},
    summary: renderFailureMarkdown2(exitCode === 3 ? refused : "The run failed", { code, ...words })
  };
}
function nameInputs(text2) {
  return text2.replace(FLAG, "the input ");
}
var import_failure, REASONS, HINTS, FLAG;
var init_failed_run = __esm({
  "src/doors/action/failed-run.ts"() {
    "use strict";
    import_failure = askBundle("./check.cjs", "src/doors/failure.ts");
    REASONS = {
      "config/invalid": "invalid-specs",
      "git/busy-branch": "state-locked",
      "git/plan-changed": "plan-changed",
      "state/locked": "state-locked",
      "state/lock-damaged": "state-locked"
    };
    HINTS = {
      "config/no-address": 'set the input base-url, for example "base-url: ${{ vars.MONITORS_BASE_URL }}", and define that variable in the repository settings',
      "config/no-key": 'set the input api-key, for example "api-key: ${{ secrets.MONITORS_API_KEY }}", and define that secret in the repository settings',
      "state/nothing-stored": "apply first; if the state is on a branch of its own, set the input state-branch"
    };
    FLAG = /--(?=(?:allow-deletes|allow-old-checkout|base-url|config|environment|exclude|on-ambiguous|on-error|only|specs|state|strict)(?![\w-]))/g;
  }
});

// src/doors/action/ports.ts
var GitHubError;
var init_ports = __esm({
  "src/doors/action/ports.ts"() {
    "use strict";
    GitHubError = class extends Error {
      constructor(status, message, limitedMs = null) {
        super(message);
        this.status = status;
        this.limitedMs = limitedMs;
      }
      status;
      limitedMs;
      name = "GitHubError";
    };
  }
});

// src/doors/action/github-patience.ts
async function askPatiently(ask, { retryBaseMs, world }) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof GitHubError) || !isPassing(error) || attempt === MOST_ATTEMPTS) throw error;
      await world.sleep(Math.max(retryBaseMs * 2 ** attempt, Math.min(error.limitedMs ?? 0, LONGEST_WAIT_MS)));
    }
  }
}
function isPassing({ status, limitedMs }) {
  return status === null || status >= 500 || status === 429 || limitedMs !== null;
}
function askOnce(github) {
  const pulls = /* @__PURE__ */ new Map();
  const comments = /* @__PURE__ */ new Map();
  const edits = /* @__PURE__ */ new Map();
  return {
    ...github,
    listPullRequestsOfCommit: (sha) => remember(pulls, sha, () => github.listPullRequestsOfCommit(sha)),
    findOwnComments: (pullRequest, marker) => remember(comments, `${pullRequest} ${marker}`, () => github.findOwnComments(pullRequest, marker)),
    findForeignEdits: (asked) => remember(edits, asked.map(({ id }) => id).join(), () => github.findForeignEdits(asked))
  };
}
function remember(answers, question, ask) {
  const known = answers.get(question);
  if (known !== void 0) return known;
  const asked = ask().catch((error) => {
    answers.delete(question);
    throw error;
  });
  answers.set(question, asked);
  return asked;
}
var MOST_ATTEMPTS, LONGEST_WAIT_MS;
var init_github_patience = __esm({
  "src/doors/action/github-patience.ts"() {
    "use strict";
    init_ports();
    MOST_ATTEMPTS = 4;
    LONGEST_WAIT_MS = 6e4;
  }
});

// src/doors/action/inputs.ts
function readInputs(given, workspace) {
  const text2 = (name) => optional(given(name).trim());
  return {
    command: oneOf("command", text2("command") ?? "auto", ["validate", "plan", "apply", "drift", "auto"]),
    workspace,
    workingDirectory: readDirectory(text2("working-directory") ?? ".", workspace),
    config: text2("config"),
    specs: text2("specs"),
    environment: text2("environment"),
    state: text2("state"),
    apiKey: toSecret(text2("api-key")),
    baseUrl: text2("base-url"),
    only: readLines(given("only")),
    exclude: readLines(given("exclude")),
    labels: readLines(given("labels")),
    onError: oneOf("on-error", text2("on-error") ?? "continue", import_choices.ON_ERROR),
    onAmbiguous: oneOf("on-ambiguous", text2("on-ambiguous") ?? "verify", import_choices.ON_AMBIGUOUS),
    refresh: readBoolean("refresh", text2("refresh") ?? "false"),
    report: readBoolean("report", text2("report") ?? "false"),
    allowDeletes: readBoolean("allow-deletes", text2("allow-deletes") ?? "false"),
    allowOldCheckout: readBoolean("allow-old-checkout", text2("allow-old-checkout") ?? "false"),
    strict: oneOf("strict", text2("strict") ?? "service", ["none", ...import_choices.STRICT_FAMILIES]),
    comment: oneOf("comment", text2("comment") ?? "on-changes", ["always", "on-changes", "never"]),
    onPlanChange: oneOf("on-plan-change", text2("on-plan-change") ?? "refuse", ["refuse", "apply"]),
    commitState: readBoolean("commit-state", text2("commit-state") ?? "true"),
    newState: readPair("new-state", text2("new-state")),
    allowStateChange: readPair("allow-state-change", text2("allow-state-change")),
    stateBranch: readBranch(text2("state-branch")),
    ...readTries(text2("try") ?? "never", text2("try-credits")),
    githubToken: toSecret(text2("github-token")),
    commitMessage: text2("commit-message") ?? "Record the state of monitors [skip ci]",
    commitAuthor: readAuthor(text2("commit-author") ?? "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>")
  };
}
function listSecrets({ apiKey, githubToken }, env) {
  const given = [
    apiKey?.reveal(),
    githubToken?.reveal(),
    env["MONITORS_API_KEY"],
    env["MONITORS_STATE_KEY"],
    env["MONITORS_WEBHOOK_SECRET"],
    ...(0, import_credentials.listStateSecrets)(env)
  ];
  return given.flatMap((secret) => secret === void 0 || secret.trim() === "" ? [] : [secret, secret.trim()]);
}
function optional(text2) {
  return text2 === "" ? void 0 : text2;
}
function toSecret(text2) {
  return text2 === void 0 ? void 0 : new import_secret.Secret(text2);
}
function oneOf(input, value, words) {
  const word = words.find((candidate) => candidate === value);
  if (word === void 0) throw badInput(`${input} cannot be "${value}"`, `use ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);
  return word;
}
function readBoolean(input, value) {
  return oneOf(input, value.toLowerCase(), ["true", "false"]) === "true";
}
function readDirectory(path, workspace) {
  const directory = (0, import_node_path.resolve)(workspace, path);
  if ((0, import_paths.isInside)(workspace, directory)) return directory;
  throw badInput(`working-directory "${path}" is outside the checkout`, "use a directory inside it");
}
function readLines(text2) {
  const lines = text2.split("\n").map((line2) => line2.trim()).filter((line2) => line2 !== "");
  return lines.length === 0 ? void 0 : lines;
}
function readBranch(name) {
  if (name === void 0 || (0, import_names.isBranchName)(name)) return name;
  throw badInput(`state-branch "${name}" cannot be used`, "use the name of a branch, such as monitors-state");
}
function readTries(word, credits) {
  const tries = oneOf("try", word, ["never", "changed"]);
  if (tries === "never") return { try: tries, tryCredits: null };
  if (credits !== void 0 && /^[0-9]{1,9}$/.test(credits)) return { try: tries, tryCredits: Number(credits) };
  if (credits === void 0) throw badInput("try needs try-credits", "set the most credits of a pull request, such as 20");
  throw badInput(`try-credits cannot be "${credits}"`, "use a whole number, such as 20");
}
function readPair(input, pair) {
  if (pair === void 0 || /^[\w.-]+\/[\w.-]+$/.test(pair)) return pair;
  throw badInput(`${input} "${pair}" is not PROJECT/ENVIRONMENT`, 'for example "acme-web/default"');
}
function readAuthor(text2) {
  const [, name, email] = /^([^<>\r\n]*[^<>\s])\s*<([^<>\s]+)>$/.exec(text2) ?? [];
  if (name === void 0 || email === void 0) {
    throw badInput(`commit-author "${text2}" is not an author`, 'write it as "Name <name@example.com>"');
  }
  return { name, email };
}
function badInput(message, hint) {
  return new import_user_error2.UserError("action/bad-input", `the input ${message}`, hint);
}
var import_node_path, import_names, import_choices, import_user_error2, import_paths, import_secret, import_credentials;
var init_inputs = __esm({
  "src/doors/action/inputs.ts"() {
    "use strict";
    import_node_path = require("node:path");
    import_names = askBundle("./monitors.cjs", "src/core/base/names.ts");
    import_choices = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_secret = askBundle("./check.cjs", "src/core/secrets/secret.ts");
    import_credentials = askBundle("./monitors.cjs", "src/core/state/credentials.ts");
  }
});

// src/doors/action/result-output.ts
function renderMessage({ exitCode, message }) {
  if (message === void 0) return "";
  const text2 = message.hint === void 0 ? message.text : `${message.text}
hint: ${message.hint}`;
  return `::${exitCode === 0 ? "notice" : "error"} title=${(0, import_escape_workflow.escapeCommandProperty)(message.title)}::${(0, import_escape_workflow.escapeCommandData)(text2)}
`;
}
function encodeOutputs({ outputs, exitCode, failureReason }, delimiter) {
  const values = {
    changes: outputs.changes,
    "to-create": outputs.toCreate,
    "to-update": outputs.toUpdate,
    "to-replace": outputs.toReplace,
    "to-delete": outputs.toDelete,
    created: outputs.created,
    failed: outputs.failed,
    unknown: outputs.unknown,
    drift: outputs.drift,
    failing: outputs.failing,
    "exit-code": exitCode,
    "failure-reason": failureReason ?? "",
    "json-path": outputs.jsonPath,
    "plan-path": outputs.planPath,
    "report-path": outputs.reportPath,
    "comment-id": outputs.commentId,
    "issue-number": outputs.issueNumber
  };
  return Object.entries(values).flatMap(([name, value]) => value === void 0 ? [] : [`${name}<<${delimiter}
${value}
${delimiter}
`]).join("");
}
function fitSummary(summary) {
  if (Buffer.byteLength(summary) < LARGEST_SUMMARY2) return summary;
  return "The summary is too large for GitHub. The complete result is in the file of the output json-path.\n";
}
var import_escape_workflow, LARGEST_SUMMARY2;
var init_result_output = __esm({
  "src/doors/action/result-output.ts"() {
    "use strict";
    import_escape_workflow = askBundle("./check.cjs", "src/rendering/escape-workflow.ts");
    LARGEST_SUMMARY2 = 1024 * 1024;
  }
});

// src/doors/action/project.ts
function openActionProject({ settings, root, command: command2, stateCopy }, inputs, ports) {
  const { apiKey, baseUrl } = inputs;
  const env = apiKey === void 0 ? ports.env : { ...ports.env, MONITORS_API_KEY: apiKey.reveal() };
  const nameOption = (flag) => `the input ${flag === "label" ? "labels" : flag}`;
  const changesJudged = "elsewhere";
  const options = { settings, cwd: root, command: command2, baseUrl, nameOption, changesJudged, ...stateCopy === void 0 ? {} : { stateCopy } };
  const context2 = { ...ports, env };
  const opened = (0, import_project.openProject)(options, context2);
  if (opened.store.backend === "file") {
    const checkCheckout = async (found) => {
      if (found === null) await (0, import_project.checkFormerPlaces)(options, context2, { files: "unseen" });
    };
    return { ...opened, checkCheckout };
  }
  ports.closeAtEnd(opened.store);
  return opened;
}
var import_project;
var init_project = __esm({
  "src/doors/action/project.ts"() {
    "use strict";
    import_project = askBundle("./check.cjs", "src/project/project.ts");
  }
});

// src/doors/action/workspace.ts
function openWorkspace(inputs, env, environmentChoice = "one") {
  const { workspace, workingDirectory } = inputs;
  const root = (0, import_repository.findRepositoryBelow)(workspace, workingDirectory) ?? workingDirectory;
  const directory = followLinks(root, workingDirectory);
  refuseLinkedInputs(root, directory, inputs);
  const directoryHint = "check the input working-directory";
  const settings = (0, import_loaded_settings.loadSettings)({ flags: inputs, env, directory, cwd: root, directoryHint, environmentChoice });
  refuseSpecsOutside(root, settings);
  refuseGitInputs(settings, inputs);
  return { root, settings };
}
function refuseGitInputs({ sharedState }, { stateBranch, commitState, newState }) {
  if (sharedState === void 0) return;
  const input = stateBranch !== void 0 ? "state-branch" : !commitState ? "commit-state" : newState !== void 0 ? "new-state" : void 0;
  if (input === void 0) return;
  throw new import_user_error3.UserError(
    "action/bad-input",
    `the input ${input} is for a state in git; the config file says "state: {backend: ${sharedState.backend}}"`,
    `remove ${input}`
  );
}
function followLinks(root, directory) {
  if (!isOfRepository(root, directory)) throw leadsOut("working-directory", (0, import_node_path2.relative)(root, directory));
  return (0, import_node_path2.join)(root, (0, import_node_path2.relative)((0, import_paths2.findReal)(root), (0, import_paths2.findReal)(directory)));
}
function refuseLinkedInputs(root, directory, { config, specs, state }) {
  for (const [input, path] of Object.entries({ config, specs, state })) {
    const place = path === void 0 ? root : (0, import_node_path2.resolve)(directory, path);
    const way = input === "specs" ? place : (0, import_node_path2.dirname)(place);
    if (path !== void 0 && (0, import_paths2.isInside)(root, place) && place !== root && !isOfRepository(root, way)) throw leadsOut(input, path);
  }
}
function isOfRepository(root, path) {
  const inside = (0, import_node_path2.relative)((0, import_paths2.findReal)(root), (0, import_paths2.findReal)(path));
  return (0, import_paths2.isReallyInside)(root, path) && !inside.split(import_node_path2.sep).some((part) => part.toLowerCase() === ".git");
}
function leadsOut(input, path) {
  return new import_user_error3.UserError(
    "config/unsafe-path",
    `a symbolic link in the path ${path} leads out of the repository`,
    `set the input ${input} to a path inside the repository`
  );
}
function pathInRepository(root, path) {
  return (0, import_node_path2.relative)(root, path).split(import_node_path2.sep).join("/");
}
function refuseSpecsOutside(root, { specsDirectory }) {
  if ((0, import_paths2.isInside)(root, specsDirectory)) return;
  throw new import_user_error3.UserError("git/outside-repository", "the specs are outside the repository", "set the input specs to a path inside it");
}
function makeTemporaryDirectory({ temporaryDirectory }, prefix) {
  (0, import_node_fs.mkdirSync)(temporaryDirectory, { recursive: true });
  return (0, import_node_fs.mkdtempSync)((0, import_node_path2.join)(temporaryDirectory, prefix));
}
var import_node_fs, import_node_path2, import_loaded_settings, import_user_error3, import_paths2, import_repository, Artifacts;
var init_workspace = __esm({
  "src/doors/action/workspace.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path2 = require("node:path");
    import_loaded_settings = askBundle("./check.cjs", "src/core/config/loaded-settings.ts");
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths2 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_repository = askBundle("./check.cjs", "src/core/git/repository.ts");
    Artifacts = class {
      constructor(run) {
        this.run = run;
      }
      run;
      #directory;
      /** Writes a file and returns its absolute path. */
      write(name, text2) {
        this.#directory ??= makeTemporaryDirectory(this.run, "monitors-");
        const path = (0, import_node_path2.join)(this.#directory, name);
        (0, import_node_fs.writeFileSync)(path, text2, { flag: "wx" });
        return path;
      }
    };
  }
});

// src/doors/action/validate.ts
var validate_exports = {};
__export(validate_exports, {
  runValidate: () => runValidate
});
async function runValidate({ inputs, run }, ports) {
  const { root, settings } = openWorkspace(inputs, ports.env, "any");
  const project = openActionProject({ settings, root, command: "validate" }, inputs, ports);
  const { report } = await (0, import_check_everywhere.validateProject)(project, { strict: inputs.strict });
  ports.annotate((0, import_github.renderValidateGithub)(report, { color: false, width: 100, verbosity: "normal" }));
  const isInvalid = report.errorCount > 0;
  return {
    exitCode: isInvalid ? 1 : 0,
    failureReason: isInvalid ? "invalid-specs" : null,
    outputs: { jsonPath: new Artifacts(run).write("validate.json", (0, import_document.renderValidateJson)(report)) },
    summary: renderValidateSummary(report)
  };
}
var import_check_everywhere, import_document, import_github;
var init_validate = __esm({
  "src/doors/action/validate.ts"() {
    "use strict";
    import_check_everywhere = askBundle("./check.cjs", "src/features/validate/check-everywhere.ts");
    import_document = askBundle("./check.cjs", "src/features/validate/document.ts");
    import_github = askBundle("./check.cjs", "src/features/validate/github.ts");
    init_findings_markdown();
    init_project();
    init_workspace();
  }
});

// src/doors/action/marked-text.ts
function encodeWord(word) {
  return encodeURIComponent(word).replaceAll("-", "%2D");
}
function isSameText(held, text2) {
  return held.replaceAll("\r\n", "\n").trimEnd() === text2.trimEnd();
}
function nameEditor(by) {
  return by === null ? "an unknown account" : `"${by}"`;
}
var init_marked_text = __esm({
  "src/doors/action/marked-text.ts"() {
    "use strict";
  }
});

// src/doors/action/reviewed-plan.ts
function encodeReviewedPlan(plan, headSha, shown, state, stateCommit = null, mostMarks = MOST_MARKS) {
  const words = state === "new-state" ? [state] : [];
  const { folded, marks } = shown === "cut" ? { folded: [], marks: [] } : foldGroups(plan, mostMarks);
  const from = folded.length === 0 || stateCommit === null ? [] : [`state=${stateCommit}`];
  return `<!-- monitors-reviewed:1 ${[shown, headSha, plan.digest, ...words, ...from, ...folded, ...marks].join(" ")} -->`;
}
function foldGroups(plan, mostMarks) {
  const groups = (0, import_groups.groupChanges)((0, import_change_facts.listSteps)(plan)).map((group) => ({ group, marks: listMarks(plan, group) }));
  const lengthOf = ({ marks }) => marks.reduce((sum, mark) => sum + mark.length + 1, 0);
  let length = groups.reduce((sum, one) => sum + lengthOf(one), 0);
  const folded = /* @__PURE__ */ new Set();
  for (const one of groups.filter(({ group }) => isFoldable(group)).sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (length <= mostMarks) break;
    folded.add(one.group);
    length -= lengthOf(one);
  }
  return {
    folded: [...folded].map((group) => `${group.changes.length}*${digestGroup(plan, group)}`),
    marks: groups.flatMap(({ group, marks }) => folded.has(group) ? [] : marks)
  };
}
function listMarks(plan, { changes }) {
  return changes.flatMap((change) => {
    const effects = (0, import_change_facts.listEffects)(plan, change);
    return effects.length === 0 ? [] : [[...effects, ...(0, import_change_facts.listLaterEffects)(plan, change)].map(markOf).join(".")];
  });
}
function isFoldable({ changes }) {
  return changes.length > 1 && changes.every((change) => isCarriedOut(change) && !isOfService(change));
}
function isOfService(change) {
  if (change.action === "unprotect") return false;
  if ((0, import_change_facts.isDrift)(change) || change.action === "adopt") return true;
  return change.action === "update" ? change.alreadySet.length > 0 : change.action === "delete" && change.drift !== void 0;
}
function digestGroup(plan, { changes }) {
  return (0, import_canonical.hashJson)(changes.flatMap((change) => (0, import_change_facts.listEffects)(plan, change)).sort());
}
function parseReviewedPlan(comment2) {
  const found = HIDDEN.exec(comment2.split(/\r?\n/, 2)[1] ?? "");
  if (found === null) return null;
  const [, shown = "", headSha = "", digest = "", newState, stateCommit = null, groups = "", marks = ""] = found;
  if (shown === "cut") return { kind: "cut", headSha, digest };
  return {
    kind: "complete",
    headSha,
    digest,
    changes: splitWords(marks).map((mark) => mark.split(".")),
    groups: splitWords(groups).map(readGroup),
    stateCommit,
    startsNewState: newState !== void 0,
    stateShifts: parseShiftMarks(comment2)
  };
}
function encodeShiftMarks(marks) {
  return `<!-- monitors-state-shifts:1 ${marks.join(" ")} -->`;
}
function parseShiftMarks(comment2) {
  const [, marks = ""] = SHIFTS.exec(comment2.split(/\r?\n/, 3)[2] ?? "") ?? [];
  return splitWords(marks);
}
function splitWords(text2) {
  return text2.split(" ").filter((word) => word !== "");
}
function readGroup(word) {
  const [size = "", digest = ""] = word.split("*");
  return { size: Number(size), digest };
}
function compareReviewed(reviewed, plan, replayed = null) {
  if (reviewed.kind !== "complete") {
    const changes = plan.changes.filter(isCarriedOut);
    return changes.length === 0 ? { kind: "same" } : { kind: "not-reviewed", changes };
  }
  const { says, saidOfGroups } = collectSaid(reviewed, plan, replayed);
  const unsaid = (0, import_change_facts.findUnsaid)(plan, says);
  if (unsaid.length > 0) return { kind: "not-reviewed", changes: unsaid };
  const done = new Set(plan.changes.flatMap((change) => (0, import_change_facts.listEffects)(plan, change).map(markOf)));
  const missing = reviewed.changes.filter((effects) => !effects.some((effect) => done.has(effect))).length;
  const kept = plan.changes.filter((change) => (0, import_change_facts.listEffects)(plan, change).some((effect) => saidOfGroups.has(effect))).length;
  const missingOfGroups = reviewed.groups.reduce((sum, { size }) => sum + size, 0) - kept;
  return missing + missingOfGroups === 0 ? { kind: "same" } : { kind: "fewer", missing: missing + missingOfGroups };
}
function findSaid(reviewed, plan, replayed = null) {
  return reviewed.kind === "complete" ? collectSaid(reviewed, plan, replayed).says : () => false;
}
function collectSaid(reviewed, plan, replayed) {
  const said = new Set(reviewed.changes.flat());
  const groups = [...findShownGroups(reviewed, plan, replayed).values()].flat();
  const saidOfGroups = new Set(groups.flatMap(({ now }) => now));
  const later = new Set(groups.flatMap((group) => group.later));
  return { says: (effect) => said.has(markOf(effect)) || saidOfGroups.has(effect) || later.has(effect), saidOfGroups };
}
function findShownGroups({ groups }, plan, replayed) {
  const wanted = new Set(groups.map(({ digest }) => digest));
  const found = /* @__PURE__ */ new Map();
  if (wanted.size === 0) return found;
  for (const candidate of replayed === null ? [plan] : [plan, replayed]) {
    for (const group of (0, import_groups.groupChanges)(candidate.changes)) {
      const digest = digestGroup(candidate, group);
      if (wanted.has(digest))
        found.set(
          digest,
          group.changes.map((change) => ({ now: (0, import_change_facts.listEffects)(candidate, change), later: (0, import_change_facts.listLaterEffects)(candidate, change) }))
        );
    }
  }
  return found;
}
function isCarriedOut({ action }) {
  return action !== "blocked" && action !== "unresolved";
}
function markOf(effect) {
  return effect.slice(0, MARK_LENGTH);
}
var import_canonical, import_change_facts, import_groups, MARK_LENGTH, MOST_MARKS, FEW_MARKS, MARK, GROUP, HIDDEN, SHIFTS;
var init_reviewed_plan = __esm({
  "src/doors/action/reviewed-plan.ts"() {
    "use strict";
    import_canonical = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_change_facts = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_groups = askBundle("./plan.cjs", "src/core/plan/groups.ts");
    MARK_LENGTH = 20;
    MOST_MARKS = 24e3;
    FEW_MARKS = 2e3;
    MARK = "[0-9a-f]{20}(?:\\.[0-9a-f]{20})*";
    GROUP = "[0-9]{1,9}\\*[0-9a-f]{64}";
    HIDDEN = new RegExp(
      `^<!-- monitors-reviewed:1 (complete|cut) ([0-9a-f]{40}) ([0-9a-f]{64})( new-state)?(?: state=([0-9a-f]{40}))?((?: ${GROUP})*)((?: ${MARK})*) -->$`
    );
    SHIFTS = new RegExp(`^<!-- monitors-state-shifts:1((?: [0-9a-f]{${MARK_LENGTH}})+) -->$`);
  }
});

// src/doors/action/seen-state.ts
function encodeSeenState({ serial, lineage, checksum }, commit) {
  const words = [serial, markOf2(lineage), markOf2(checksum), ...commit === void 0 ? [] : [commit]];
  return `<!-- monitors-state-seen:1 ${words.join(" ")} -->`;
}
function parseSeenState(comment2) {
  const found = HIDDEN2.exec(comment2.split(/\r?\n/, 3)[2] ?? "");
  if (found === null) return null;
  const [, serial = "", lineage = "", checksum = "", commit = null] = found;
  return { serial: Number(serial), lineage, checksum, commit };
}
function wasSetBack(seen, now) {
  if (now === null) return true;
  if (seen.lineage !== markOf2(now.lineage)) return false;
  return seen.serial > now.serial || seen.serial === now.serial && seen.checksum !== markOf2(now.checksum);
}
function markOf2(text2) {
  return (0, import_canonical2.sha256)(text2).slice(0, MARK_LENGTH2);
}
var import_canonical2, MARK_LENGTH2, MARK2, HIDDEN2;
var init_seen_state = __esm({
  "src/doors/action/seen-state.ts"() {
    "use strict";
    import_canonical2 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    MARK_LENGTH2 = 20;
    MARK2 = `[0-9a-f]{${MARK_LENGTH2}}`;
    HIDDEN2 = new RegExp(`^<!-- monitors-state-seen:1 ([0-9]{1,15}) (${MARK2}) (${MARK2})(?: ([0-9a-f]{40}|[0-9a-f]{64}))? -->$`);
  }
});

// src/doors/action/state-shifts-markdown.ts
function renderStateShifts(shifts) {
  if (shifts.length === 0) return { hidden: [], lines: [] };
  const dangerous = shifts.filter(import_state_change.isDangerous);
  const harmless = shifts.filter((shift) => !(0, import_state_change.isDangerous)(shift));
  const shown = [...dangerous.slice(0, MOST_SHOWN.dangerous), ...harmless.slice(0, MOST_SHOWN.harmless)];
  const more = (all, most, words) => all.length > most ? [`> - and ${all.length - most} more${words}`] : [];
  const lines = [
    ...dangerous.length === 0 ? [] : ["> **The state was changed by hand, and no run explains it. Merging this approves:**", ...list(dangerous, MOST_SHOWN.dangerous)],
    ...more(dangerous, MOST_SHOWN.dangerous, ", which are not approved"),
    ...dangerous.length > 0 && harmless.length > 0 ? [">"] : [],
    ...harmless.length === 0 ? [] : ["> Changed in the state by hand:", ...list(harmless, MOST_SHOWN.harmless)],
    ...more(harmless, MOST_SHOWN.harmless, ""),
    ""
  ];
  return { hidden: [encodeShiftMarks(shown.map(import_state_change.markShift))], lines };
}
function list(shifts, most) {
  return shifts.slice(0, most).map((shift) => {
    const keys = (0, import_state_change.isDangerous)(shift) ? (0, import_state_change.keysOf)(shift) : [shift.key];
    const named = keys.slice(0, 20).map(import_escape_markdown2.codeSpan).join(", ");
    return `> - ${named}${keys.length > 20 ? ` and ${keys.length - 20} more` : ""}${keys.length === 0 ? "" : ": "}${(0, import_escape_markdown2.codeSpan)((0, import_state_shifts.sayShift)(shift))}`;
  });
}
var import_state_change, import_escape_markdown2, import_state_shifts, MOST_SHOWN;
var init_state_shifts_markdown = __esm({
  "src/doors/action/state-shifts-markdown.ts"() {
    "use strict";
    import_state_change = askBundle("./plan.cjs", "src/core/state/state-change.ts");
    import_escape_markdown2 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    import_state_shifts = askBundle("./plan.cjs", "src/rendering/state-shifts.ts");
    init_reviewed_plan();
    MOST_SHOWN = { dangerous: 100, harmless: 50 };
  }
});

// src/doors/action/plan-comment.ts
function renderPlanComment(shown, { marker, headSha, summary = "whole" }) {
  const end = `${applySentences(shown).join("\n")}
`;
  const { seenState = null } = shown;
  const seen = seenState === null ? [] : [encodeSeenState(seenState.version, seenState.state.commit)];
  const state = warnOfNewState(shown).length > 0 ? "new-state" : "same-state";
  const encode2 = (kind, mostMarks) => encodeReviewedPlan(shown.plan, headSha, kind, state, shown.stateCommit, mostMarks);
  const assemble = (kind, mostMarks) => {
    const { hidden, lines: shifts } = renderStateShifts(shown.stateShifts ?? []);
    const lines = [marker, encode2(kind, mostMarks), ...seen, ...hidden, ...shifts, ...warnOfNewState(shown)];
    const rest = summary === "whole" ? "the job summary has all" : IN_FILE;
    const body = fitPlan(shown, LONGEST_COMMENT - `${lines.join("\n")}

${end}`.length, { rest });
    return { complete: body.complete, text: [...lines, body.text, end].join("\n") };
  };
  const whole = assemble("complete");
  if (whole.complete) return whole.text;
  const folded = assemble("complete", FEW_MARKS);
  if (folded.complete) return folded.text;
  const cut = assemble("cut");
  return cut.complete ? folded.text.replace(encode2("complete", FEW_MARKS), encode2("cut")) : cut.text;
}
function fitPlan({ plan, findings }, room, options) {
  for (let limit = room; ; limit = Math.floor(limit / 2)) {
    const body = (0, import_markdown.renderPlanMarkdown)(plan, findings, { ...options, limit });
    if (body.text.length <= room || limit <= 0) return body;
  }
}
function renderPlanSummary(shown) {
  const start2 = [...renderStateShifts(shown.stateShifts ?? []).lines, ...warnOfNewState(shown)].map((line2) => `${line2}
`);
  const end = `${applySentences(shown).join("\n")}
`;
  const around = start2.join("").length + end.length;
  const put = ({ text: text2 }) => `${start2.join("")}${text2}
${end}`;
  const whole = fitPlan(shown, LARGEST_SUMMARY - around, { values: "everything", rest: IN_FILE });
  if (whole.complete && Buffer.byteLength(put(whole)) <= LARGEST_SUMMARY) return { text: put(whole), kind: "whole" };
  return { text: put(fitPlan(shown, LONGEST_SUMMARY - around, { rest: IN_FILE })), kind: "cut" };
}
function warnOfNewState({ plan, formerStates, moment }) {
  const created = plan.changes.filter(({ action }) => action === "create").length;
  if (formerStates.length === 0 || created === 0) return [];
  const start2 = moment === "pull-request" ? "Merging this starts" : "Apply starts";
  const paid = (0, import_words2.countOf)(created, "monitor is", "monitors are");
  const paths = formerStates.slice(0, 5).map(import_escape_markdown3.codeSpan);
  const rest = formerStates.length - paths.length;
  return [
    `> **${start2} a new state: ${paid} created and paid for again.**`,
    `> It does not use ${paths.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. The monitors recorded there stay in the service and are paid for, too.`,
    ""
  ];
}
function applySentences({ plan, onPlanChange, moment }) {
  const steps = (0, import_change_facts2.listSteps)(plan);
  const made = steps.filter(isCarriedOut).length;
  const held = steps.length - made;
  const start2 = moment === "pull-request" ? "After the merge, apply" : "Apply";
  const guard = moment === "pull-request" && onPlanChange === "refuse" ? " It plans again first, and stops if the new plan has a change that is not shown here." : "";
  return [
    ...made === 0 ? [`${start2} changes nothing.`] : [`${start2} makes ${(0, import_words2.countOf)(made, "change")}.${guard}`],
    ...held === 0 ? [] : [`It skips ${(0, import_words2.countOf)(held, "change")} (marked \`!\` above), so its exit code is 1.`]
  ];
}
var import_words2, import_change_facts2, import_markdown, import_escape_markdown3, IN_FILE;
var init_plan_comment = __esm({
  "src/doors/action/plan-comment.ts"() {
    "use strict";
    import_words2 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_change_facts2 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_markdown = askBundle("./plan.cjs", "src/features/plan/markdown.ts");
    import_escape_markdown3 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    init_findings_markdown();
    init_reviewed_plan();
    init_seen_state();
    init_state_shifts_markdown();
    IN_FILE = "the file of the output json-path has all";
  }
});

// src/doors/action/comment.ts
async function commentOnPlan(shown, summary, request, { ports, workspace }) {
  const { inputs, event } = request;
  if (event.kind !== "pull-request") return {};
  const mode = inputs.comment === "always" || (0, import_change_facts3.listSteps)(shown.plan).length + (shown.stateShifts ?? []).length > 0 ? "create" : "update-only";
  const marker = markerOf(workspace.settings, workspace.root);
  return comment({ marker, mode, body: renderPlanComment(shown, { marker, headSha: event.head.sha, summary }) }, request, ports);
}
async function commentOnSpecs(report, request, ports, workspace) {
  const marker = markerOf(workspace.settings, workspace.root);
  const mode = request.inputs.comment === "always" ? "create" : "update-only";
  return comment({ marker, mode, body: renderInvalidMarkdown(report, { limit: "comment", marker }) }, request, ports);
}
async function commentOnFailure({ code, message, hint }, request, ports, workspace) {
  const marker = markerOf(workspace.settings, workspace.root);
  const body = renderFailureMarkdown("No plan: this must not be merged", { code, message, ...hint === void 0 ? {} : { hint } });
  return comment({ marker, mode: "create", body: `${marker}

${body}` }, request, ports);
}
async function comment(written, { inputs, event }, ports) {
  if (event.kind !== "pull-request" || inputs.comment === "never") return {};
  if (ports.github === null) return { notice: notWritten("the input github-token is empty", NEEDS) };
  const outcome = await keepComment({ ...written, pullRequest: event.number, others: "replaced" }, ports);
  switch (outcome.kind) {
    case "written":
      return { id: outcome.id };
    case "not-wanted":
      return {};
    case "failed":
      if (!outcome.lasting) return { notice: notWritten(outcome.reason, "run the job again") };
      return { notice: notWritten(event.isFork ? "the token of a pull request from a fork is read-only" : outcome.reason, NEEDS) };
  }
}
function notWritten(reason, hint) {
  return { title: "action/comment-failed", text: `the plan is in the job summary, but not in a comment: ${reason}`, hint };
}
function markerOf(settings, root, what = "plan") {
  const { project, environment, stateFile } = settings;
  const state = (0, import_node_path3.relative)(root, stateFile).replaceAll("\\", "/");
  return `${markerStart(what)}${[project, environment, state].map(encodeWord).join(" ")} -->`;
}
function markerStart(what) {
  return `<!-- monitors-${what} `;
}
async function keepComment(request, { github, askPatiently: askPatiently2 }) {
  if (github === null) return { kind: "failed", reason: "the input github-token is empty", lasting: true };
  try {
    return await askPatiently2(() => findAndWrite(request, github));
  } catch (error) {
    if (error instanceof GitHubError) return { kind: "failed", reason: error.message, lasting: !isPassing(error) };
    throw error;
  }
}
async function findAndWrite({ pullRequest, marker, body, mode, others }, github) {
  const [known, ...later] = await github.findOwnComments(pullRequest, marker);
  const replaced = `${marker}

${REPLACED}
`;
  for (const one of others === "replaced" ? later : []) if (!isSameText(one.body, replaced)) await github.updateComment(one.id, replaced);
  if (known === void 0 && mode === "update-only") return { kind: "not-wanted" };
  if (known === void 0) return { kind: "written", id: (await github.createComment(pullRequest, body)).id };
  const isSame2 = isSameText(known.body, body);
  if (isSame2 && !await isEditedElsewhere(known, github)) return { kind: "written", id: known.id };
  return { kind: "written", id: (await github.updateComment(known.id, isSame2 ? `${body}${WRITTEN_AGAIN}` : body)).id };
}
async function isEditedElsewhere(comment2, github) {
  if (comment2.isAsCreated) return false;
  try {
    return (await github.findForeignEdits([comment2])).length > 0;
  } catch (error) {
    if (error instanceof GitHubError) return false;
    throw error;
  }
}
var import_node_path3, import_change_facts3, NEEDS, REPLACED, WRITTEN_AGAIN;
var init_comment = __esm({
  "src/doors/action/comment.ts"() {
    "use strict";
    import_node_path3 = require("node:path");
    import_change_facts3 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    init_findings_markdown();
    init_github_patience();
    init_marked_text();
    init_plan_comment();
    init_ports();
    NEEDS = "add `permissions: pull-requests: write` to the job, or set `comment: never`";
    REPLACED = "This comment is no longer kept: the first one of this workflow in this pull request shows the plan.";
    WRITTEN_AGAIN = "\n<!-- written again -->\n";
  }
});

// src/doors/action/git-state.ts
async function readStateFromBranch(git, { branch, otherwise, statePath, directory, environment }) {
  const commit = await fetchBranch(git, branch, "tip");
  const own = await listBeside(git, commit, statePath);
  const files = findStateFiles(own, statePath);
  const fromOther = !holdsSomething(files) && otherwise !== void 0;
  const source = fromOther ? await fetchBranch(git, otherwise, "tip") : commit;
  const other = fromOther ? await listBeside(git, source, statePath) : [];
  const isNeighbour = ({ mode, path }) => mode.startsWith("100") && (0, import_other_environments.mayBeNeighbour)(import_node_path4.posix.basename(path).replace(/\.journal$/, ""), { stateFile: statePath, environment });
  const beside = new Map([...other, ...own].filter(isNeighbour).map(({ path, id }) => [path, id]));
  const stateFile = await copyStateFiles(git, fromOther ? findStateFiles(other, statePath) : files, { statePath, directory });
  for (const [path, id] of beside) await copyFile(git, id, (0, import_node_path4.join)(directory, path));
  return { commit, source, files, stateFile };
}
async function refuseForgottenBranch(git, { branch, files, statePath }) {
  if (holdsSomething(files) || branch === USUAL_STATE_BRANCH) return;
  if (!holdsSomething(await readStateFiles(git, await fetchRareBranch(git, USUAL_STATE_BRANCH), statePath))) return;
  throw new import_user_error4.UserError(
    "git/stale-state",
    `branch "${branch}" has no ${statePath}, but branch "${USUAL_STATE_BRANCH}" has: its monitors would be created twice`,
    `set "state-branch: ${USUAL_STATE_BRANCH}" in this step, or move that state to "${branch}" first`
  );
}
function holdsSomething({ state, journal }) {
  return state !== null || journal !== null;
}
async function fetchBranch(git, branch, depth) {
  const isShallow = depth === "tip" && await isShallowCheckout(git);
  const fetched = await git(["fetch", "--no-tags", "--quiet", ...isShallow ? ["--depth=1"] : [], "origin", `refs/heads/${branch}`]);
  if (fetched.exitCode !== 0) {
    if (await hasBranch(git, branch)) throw unreachable(branch, fetched.stderr);
    return null;
  }
  const tip = await git.read("FETCH_HEAD^{commit}");
  if (tip === null) throw new Error(`git can not read the commit that it fetched of "${branch}"`);
  return tip.id;
}
async function fetchRareBranch(git, branch) {
  return await hasBranch(git, branch) ? fetchBranch(git, branch, "tip") : null;
}
async function hasBranch(git, branch) {
  const listed = await git(["ls-remote", "--exit-code", "origin", `refs/heads/${branch}`]);
  if (listed.exitCode !== 0 && listed.exitCode !== 2) throw unreachable(branch, listed.stderr);
  return listed.exitCode === 0;
}
async function isShallowCheckout(git) {
  return readLine(await git(["rev-parse", "--is-shallow-repository"])) === "true";
}
async function readStateFiles(git, commit, statePath) {
  if (commit === null) return { state: null, journal: null };
  return findStateFiles(await listTree(git, commit, [statePath, journalPathOf(statePath)]), statePath);
}
async function listBeside(git, commit, statePath) {
  const directory = import_node_path4.posix.dirname(statePath);
  return commit === null ? [] : listTree(git, commit, directory === "." ? [] : [`${directory}/`]);
}
async function listTree(git, commit, paths) {
  const listed = await git(["ls-tree", "-z", "--full-tree", commit, "--", ...paths.map((path) => `:(literal)${path}`)]);
  if (listed.exitCode !== 0) throw new Error(`git ls-tree failed: ${listed.stderr}`);
  return listed.stdout.toString("utf8").split("\0").flatMap((line2) => {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line2) ?? [];
    return mode === void 0 ? [] : [{ mode, id, path }];
  });
}
function findStateFiles(entries, statePath) {
  const find = (path) => {
    const entry = entries.find((candidate) => candidate.path === path);
    if (entry === void 0) return null;
    if (entry.mode.startsWith("100")) return entry.id;
    throw new import_user_error4.UserError(
      "state/not-a-file",
      `${path} is not a regular file in the repository`,
      'replace it by the state itself, or set another "state"'
    );
  };
  return { state: find(statePath), journal: find(journalPathOf(statePath)) };
}
async function copyStateFiles(git, files, { statePath, directory }) {
  const stateFile = (0, import_node_path4.join)(directory, statePath);
  (0, import_node_fs2.mkdirSync)((0, import_node_path4.dirname)(stateFile), { recursive: true });
  await copyFile(git, files.state, stateFile);
  await copyFile(git, files.journal, journalPathOf(stateFile));
  return stateFile;
}
async function copyFile(git, id, path) {
  if (id === null) return;
  const blob = await git.read(id);
  if (blob === null) throw new Error(`git can not read ${id}`);
  (0, import_node_fs2.rmSync)(path, { force: true });
  (0, import_node_fs2.writeFileSync)(path, blob.bytes, { flag: "wx", mode: 420 });
}
function journalPathOf(statePath) {
  return `${statePath}.journal`;
}
function readLine({
  exitCode,
  stdout,
  stderr
}) {
  if (exitCode !== 0) throw new Error(`git failed: ${stderr}`);
  return stdout.toString("utf8").trim();
}
function unreachable(branch, words) {
  const hint = /transport '[^']*' not allowed/.test(words) ? 'use an https or ssh address for the remote "origin"; plain http is allowed for GITHUB_SERVER_URL only' : 'set "github-token", or keep the credentials of actions/checkout (persist-credentials); then run the job again';
  return new import_user_error4.UserError("git/fetch-failed", `cannot fetch branch "${branch}": ${words}`, hint);
}
var import_node_fs2, import_node_path4, import_user_error4, import_other_environments, USUAL_STATE_BRANCH;
var init_git_state = __esm({
  "src/doors/action/git-state.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path4 = require("node:path");
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_other_environments = askBundle("./check.cjs", "src/project/other-environments.ts");
    USUAL_STATE_BRANCH = "monitors-state";
  }
});

// src/doors/action/merge/kept-recording.ts
function nameKept(branch, statePath) {
  return `${PLACE}${encode(branch)}/${encode(statePath)}`;
}
function encode(text2) {
  const hex = (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text2).replace(/[!~*'()]|^\.|\.(?=\.|lock$|$)/g, hex);
}
async function listRemoteTips(git) {
  const listed = await git(["ls-remote", "origin", `${PLACE}*`, "refs/heads/*", "refs/pull/*/head"]);
  if (listed.exitCode !== 0) throw unreachable("*", listed.stderr);
  const branches = /* @__PURE__ */ new Map();
  const pulls = /* @__PURE__ */ new Map();
  const kept = [];
  for (const line2 of listed.stdout.toString("utf8").split("\n")) {
    const [commit = "", ref = ""] = line2.split("	");
    const [, number] = /^refs\/pull\/(\d+)\/head$/.exec(ref) ?? [];
    if (ref.startsWith("refs/heads/")) branches.set(ref.slice("refs/heads/".length), commit);
    else if (number !== void 0) pulls.set(Number(number), commit);
    const [, ofBranch, ofPath] = ref.startsWith(PLACE) ? /^([^/]+)\/([^/]+)$/.exec(ref.slice(PLACE.length)) ?? [] : [];
    const [branch, statePath] = [ofBranch, ofPath].map(decode);
    if (branch != null && statePath != null) kept.push({ ref, commit, branch, statePath });
  }
  return { branches, pulls, kept };
}
function decode(part) {
  try {
    return part === void 0 ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
var PLACE;
var init_kept_recording = __esm({
  "src/doors/action/merge/kept-recording.ts"() {
    "use strict";
    init_git_state();
    PLACE = "refs/monitors/state/";
  }
});

// src/doors/action/merge/state-record.ts
async function isContained(git, commit, tip) {
  return commit === tip || (await git(["merge-base", "--is-ancestor", commit, tip])).exitCode === 0;
}
function isSame(a, b) {
  return a.state === b.state && a.journal === b.journal;
}
function nameBlob(bytes, commit) {
  const hash = (0, import_node_crypto.createHash)(commit?.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
function changeOf(path, bytes) {
  const quoted = `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
  return bytes === null ? Buffer.from(`D ${quoted}
`) : Buffer.concat([Buffer.from(`M 100644 inline ${quoted}
`), data(bytes)]);
}
function data(bytes) {
  return Buffer.concat([Buffer.from(`data ${bytes.length}
`), bytes, Buffer.from("\n")]);
}
function identityOf({ name, email }) {
  const [plain, address] = [name, email].map((text2) => text2.replace(/^[\0- .,:;<>"\\']+|[\0- .,:;<>"\\']+$/g, ""));
  return `${plain} <${address}>`;
}
var import_node_crypto, import_node_fs3, import_node_path5, import_recording_commit, PUSHES, REBASES, StateRecord, IMPORTED, IMPORT;
var init_state_record = __esm({
  "src/doors/action/merge/state-record.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    import_node_fs3 = require("node:fs");
    import_node_path5 = require("node:path");
    import_recording_commit = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_git_state();
    init_kept_recording();
    PUSHES = 3;
    REBASES = 10;
    StateRecord = class {
      constructor(git, options) {
        this.git = git;
        this.options = options;
        this.#head = options.head;
        this.#files = options.files;
      }
      git;
      options;
      #head;
      #files;
      /** Nothing of the state waits for a review. Else the commits say so, and later runs judge what came before them again. */
      isJudged = false;
      /** The state has all that is recorded in the copy that is kept of it, so that another one may take its place. */
      isComplete = false;
      /** Commits the files as they are on disk, if they changed, and pushes. */
      async save() {
        const bytes = this.#readFiles();
        const files = this.#nameFiles(bytes, this.#head);
        if (isSame(files, this.#files)) return { kind: "unchanged" };
        const made = await this.#commit(bytes);
        const { commit } = made;
        const pushed = await this.#push(made);
        if (pushed.kind === "recorded") {
          this.#head = commit;
          this.#files = this.#nameFiles(bytes, commit);
        }
        return pushed;
      }
      /**
       * Saves the results of a run, on top of other pushes if these did not change state and journal.
       */
      async saveOnTop() {
        for (let rebases = 0; ; rebases++) {
          const recording = await this.save();
          if (recording.kind !== "overtaken" || rebases === REBASES) return recording;
          const theirs = await readStateFiles(this.git, recording.tip, this.options.statePath);
          if (!isSame(theirs, this.#files)) return { kind: "contradicted" };
          this.#head = recording.tip;
        }
      }
      #readFiles() {
        const { directory, statePath } = this.options;
        const read2 = (path) => (0, import_node_fs3.existsSync)(path) ? (0, import_node_fs3.readFileSync)(path) : null;
        const state = (0, import_node_path5.join)(directory, statePath);
        const bytes = { state: read2(state), journal: read2(journalPathOf(state)) };
        if (bytes.state === null && this.#files.state !== null)
          throw new Error("the state file disappeared during the run: nothing was recorded");
        return bytes;
      }
      /** The objects of files in the repository of a commit. */
      #nameFiles({ state, journal }, commit) {
        const name = (bytes) => bytes === null ? null : nameBlob(bytes, commit);
        return { state: name(state), journal: name(journal) };
      }
      /**
       * Makes a commit on top of the head, which no reference of the checkout names. Only the trees around the state are read. With it the
       * copy that is kept of a complete state: a commit of the two files alone.
       */
      async #commit(bytes) {
        const { author, branch, message } = this.options;
        const begin = (mark) => `commit ${IMPORTED}
mark :${mark}
committer ${identityOf(author)} now
`;
        const say = (more) => data(Buffer.from(`${message.trim()}

${more}${import_recording_commit.RECORDING_TRAILER}: ${branch}
`));
        const changes = this.#listChanges(bytes);
        const from = this.#head === null ? "" : `from ${this.#head}
`;
        const copied = this.isComplete ? [`reset ${IMPORTED}
`, begin(2), say(""), ...changes] : [];
        const marks = this.isComplete ? "get-mark :1\nget-mark :2\n" : "get-mark :1\n";
        const recorded = [begin(1), say(this.isJudged ? "" : `${import_recording_commit.HELD_TRAILER}: state
`), from, ...changes];
        const stdin = Buffer.concat(
          [...recorded, ...copied, marks, `reset ${IMPORTED}
done
`].map((part) => typeof part === "string" ? Buffer.from(part) : part)
        );
        const made = readLine(await this.git([...IMPORT, "fast-import", "--quiet", "--done", "--date-format=now"], { stdin }));
        const [commit = "", copy = null] = made.split("\n");
        return { commit, copy };
      }
      #listChanges({ state, journal }) {
        const { statePath } = this.options;
        return [changeOf(statePath, state), changeOf(journalPathOf(statePath), journal)];
      }
      /** Pushes a commit. Asks the branch, not git's exit code, whether it arrived: the answer to a push can get lost. */
      async #push({ commit, copy }) {
        const { branch, statePath, world } = this.options;
        for (let attempt = 1; ; attempt++) {
          const push = ["push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--no-signed"];
          const besides = copy === null || attempt > 1 ? [] : [`+${copy}:${nameKept(branch, statePath)}`];
          const atOnce = besides.length === 0 ? [] : ["--atomic"];
          const pushed = await this.git([...push, ...atOnce, "origin", `${commit}:refs/heads/${branch}`, ...besides]);
          if (pushed.exitCode === 0) return { kind: "recorded", commit };
          let tip;
          try {
            tip = await fetchBranch(this.git, branch, "history");
          } catch {
            return { kind: "refused", words: pushed.stderr };
          }
          if (tip !== null && await isContained(this.git, commit, tip)) return { kind: "recorded", commit };
          if (tip !== this.#head) return { kind: "overtaken", tip };
          if (attempt === PUSHES) return { kind: "refused", words: pushed.stderr };
          await world.sleep(200 * attempt);
        }
      }
    };
    IMPORTED = "refs/monitors/recording";
    IMPORT = ["-c", "fastimport.unpackLimit=0", "-c", "core.ignoreCase=false"];
  }
});

// src/doors/action/comment-witnesses.ts
async function askComments(now, search, ports) {
  const { github } = ports;
  if (github === null) return;
  const found = await findSetBack(now, search, github, ports).catch((error) => {
    if (error instanceof GitHubError) return null;
    throw error;
  });
  if (found === null) return;
  const advice = 'run once with the input "allow-old-checkout: true"';
  const { shownState } = search;
  throw (0, import_approved_plan.toSetBack)({ witness: `the plan in the comment of #${found.number}`, serial: found.seen.serial }, now.version, { shownState, advice });
}
async function findSetBack(now, { branch, tip, marker, pullRequest }, github, ports) {
  const numbers = new Set(pullRequest === void 0 ? [] : [pullRequest]);
  for (const commit of await listSince(ports.git, tip, now.commit)) {
    const pulls = await ports.askPatiently(() => github.listPullRequestsOfCommit(commit));
    for (const pull of pulls) if (pull.isMerged && pull.baseBranch === branch) numbers.add(pull.number);
  }
  for (const number of numbers) {
    const [comment2] = await ports.askPatiently(() => github.findOwnComments(number, marker));
    const seen = comment2 === void 0 ? null : parseSeenState(comment2.body);
    if (comment2 === void 0 || seen === null || !wasSetBack(seen, now.version)) continue;
    if (await isSettled(ports.git, seen, now)) continue;
    if ((await ports.askPatiently(() => github.findForeignEdits([comment2]))).length === 0) return { number, seen };
  }
  return null;
}
async function isSettled(git, { commit: seen }, { commit }) {
  return seen !== null && commit !== void 0 && seen !== commit && await isContained(git, seen, commit);
}
async function listSince(git, tip, since) {
  if (since === void 0) return [tip];
  const listed = await git(["rev-list", "--first-parent", `--max-count=${MOST_COMMITS}`, tip, `^${since}`, "--"]);
  return listed.exitCode === 0 ? listed.stdout.toString("utf8").split("\n").filter(Boolean) : [tip];
}
var import_approved_plan, MOST_COMMITS;
var init_comment_witnesses = __esm({
  "src/doors/action/comment-witnesses.ts"() {
    "use strict";
    import_approved_plan = askBundle("./change.cjs", "src/features/apply/approved-plan.ts");
    init_state_record();
    init_ports();
    init_seen_state();
    MOST_COMMITS = 10;
  }
});

// src/doors/action/bare-repository.ts
function makeBare(git, directory) {
  for (const part of ["objects", "refs"]) (0, import_node_fs4.mkdirSync)((0, import_node_path6.join)(directory, part), { recursive: true });
  (0, import_node_fs4.writeFileSync)((0, import_node_path6.join)(directory, "HEAD"), "ref: refs/heads/none\n");
  (0, import_node_fs4.writeFileSync)((0, import_node_path6.join)(directory, "config"), "[core]\n	repositoryformatversion = 0\n	bare = true\n");
  const bound = (args, options) => git(args, { ...options, bare: directory });
  return {
    git: Object.assign(bound, { read: (name) => git.read(name, directory), close: () => git.close(directory) }),
    remove: async () => {
      await git.close(directory);
      (0, import_node_fs4.rmSync)(directory, { recursive: true, force: true });
    }
  };
}
var import_node_fs4, import_node_path6;
var init_bare_repository = __esm({
  "src/doors/action/bare-repository.ts"() {
    "use strict";
    import_node_fs4 = require("node:fs");
    import_node_path6 = require("node:path");
  }
});

// src/doors/action/merge/branch-history.ts
function readLog(text2) {
  const commits = [];
  const words = text2.split("\0");
  for (let index = 0; index < words.length; index++) {
    const word = words[index].trim();
    const [, commit, parents = ""] = /^commit ([0-9a-f]{40,64})((?: [0-9a-f]+)*)$/.exec(word) ?? [];
    const [parent = null, ...others] = parents.split(" ").slice(1);
    if (commit !== void 0) commits.push({ commit, parent, others, changes: /* @__PURE__ */ new Map(), changesLinks: false });
    const [, from = "", mode, before = "", after = ""] = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) /.exec(word) ?? [];
    const last = commits.at(-1);
    if (mode === void 0 || last === void 0) continue;
    last.changes.set(words[++index], { mode, before, after });
    if ([from, mode].some((one) => /^1[26]0000$/.test(one))) last.changesLinks = true;
  }
  return commits;
}
function openBranchHistory(git, branch, { run }) {
  const directory = makeTemporaryDirectory(run, "monitors-history-");
  const bare = makeBare(git, directory);
  const ref = `refs/heads/${branch}`;
  const fetch = async (depth) => {
    const much = depth === 0 ? "--unshallow" : `--depth=${depth}`;
    const fetched = await bare.git(["fetch", "--quiet", "--no-tags", "--filter=blob:none", much, "origin", `+${ref}:${ref}`]);
    if (fetched.exitCode === 0) return true;
    if ((await bare.git(["ls-remote", "--exit-code", "origin", ref])).exitCode === 2) return false;
    throw unreachable(branch, fetched.stderr);
  };
  const isCut = () => (0, import_node_fs5.existsSync)((0, import_node_path7.join)(directory, "shallow"));
  return new BranchHistory({ git: bare.git, depths: OWN_DEPTHS, fetch, isCut, remove: () => bare.remove() });
}
function openCheckoutHistory(git, branch) {
  const fetch = async (depth) => {
    if (depth === CHECKOUT_DEPTHS[0]) return true;
    return (await git(["fetch", "--no-tags", "--quiet", `--deepen=${depth}`, "origin", `refs/heads/${branch}`])).exitCode === 0;
  };
  return new BranchHistory({ git, depths: CHECKOUT_DEPTHS, fetch, remove: async () => void 0 });
}
var import_node_fs5, import_node_path7, import_recording_commit2, MOST_COMMITS2, BranchHistory, LOG, OWN_DEPTHS, CHECKOUT_DEPTHS, BROUGHT, Histories;
var init_branch_history = __esm({
  "src/doors/action/merge/branch-history.ts"() {
    "use strict";
    import_node_fs5 = require("node:fs");
    import_node_path7 = require("node:path");
    import_recording_commit2 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_bare_repository();
    init_git_state();
    init_workspace();
    MOST_COMMITS2 = 1e3;
    BranchHistory = class {
      constructor(place) {
        this.place = place;
        this.git = place.git;
      }
      place;
      git;
      #fetched = 0;
      #isThere;
      /** The first-parent lines that were read, by their first commits. */
      #lines = /* @__PURE__ */ new Map();
      #known = /* @__PURE__ */ new Map();
      /** Fetches the first part; false where there is no such branch. Throws a `UserError` if it cannot be fetched. */
      open() {
        this.#isThere ??= this.place.fetch(this.place.depths[0] ?? 0);
        return this.#isThere;
      }
      /** Fetches the next part, up to so many commits; false where there is none. Throws a `UserError` if it cannot be fetched. */
      async deepen(most = Number.POSITIVE_INFINITY) {
        const next = this.place.depths[this.#fetched + 1];
        if (next === void 0 || (next || Number.POSITIVE_INFINITY) > most) return false;
        this.#fetched++;
        this.#lines.clear();
        return this.place.fetch(next);
      }
      /** Whether the history in a repository of its own ends where more can be fetched. */
      isCut() {
        return this.place.isCut?.() ?? false;
      }
      ask(args) {
        return this.git(args);
      }
      read(name) {
        return this.git.read(name);
      }
      async listChanging(tip, paths) {
        const line2 = await this.listLine(tip);
        if (line2.length === MOST_COMMITS2) return (0, import_recording_commit2.listGitChanging)(this, tip, paths);
        return line2.filter(({ changes }) => paths.some((path) => changes.has(path))).map(({ commit }) => commit);
      }
      async listChanges(commit, parent) {
        const known = this.#known.get(commit);
        return known !== void 0 && known.parent === (parent ?? null) ? known.changes : (0, import_recording_commit2.listGitChanges)(this, commit, parent);
      }
      /** The first-parent line of a commit, newest first, as far as it was fetched. */
      async listLine(start2) {
        const id = (await this.read(start2))?.id ?? start2;
        const line2 = this.#lines.get(id) ?? this.#readLine(id);
        this.#lines.set(id, line2);
        return line2;
      }
      /** The first-parent line of a commit, newest first; more is fetched as far as it is asked for. */
      async *followLine(start2) {
        for (let done = 0; ; ) {
          const line2 = await this.listLine(start2);
          const isCut = line2.at(-1)?.parent === "unknown";
          for (const commit of line2.slice(done, isCut ? -1 : void 0)) {
            yield commit;
            done++;
          }
          if (!isCut) return;
          if (await this.deepen(MOST_COMMITS2)) continue;
          const again = await this.listLine(start2);
          yield* again.slice(done);
          return;
        }
      }
      close() {
        return this.place.remove();
      }
      async #readLine(start2) {
        const listed = await this.git([...LOG, `-n${MOST_COMMITS2}`, start2, "--"]);
        if (listed.exitCode !== 0) throw new Error(`git log failed: ${listed.stderr}`);
        const line2 = readLog(listed.stdout.toString("utf8"));
        const last = line2.at(-1);
        if (last?.parent === null && await this.#hasParent(last.commit)) {
          line2[line2.length - 1] = { ...last, parent: "unknown" };
        }
        for (const commit of line2) this.#known.set(commit.commit, commit);
        return line2;
      }
      async #hasParent(commit) {
        const text2 = (await this.read(commit))?.bytes.toString("utf8") ?? "";
        return /^parent /m.test(text2.split("\n\n", 1)[0] ?? "");
      }
    };
    LOG = [
      ...["log", "--first-parent", "--diff-merges=first-parent", "--root", "--raw", "-z", "--no-renames", "--no-abbrev"],
      ...["--ignore-submodules=none", "--format=%x00commit %H %P"]
    ];
    OWN_DEPTHS = [50, 1e3, 0];
    CHECKOUT_DEPTHS = [1, 30, 1e3];
    BROUGHT = [30, 1e3];
    Histories = class {
      /** `place`: where the commit that is applied comes from; null for files that came another way than by git. */
      constructor(git, request, tip) {
        this.git = git;
        this.request = request;
        this.tip = tip;
      }
      git;
      request;
      tip;
      #branches = /* @__PURE__ */ new Map();
      #ofTip;
      #isShallow;
      /** The number of parts of {@link BROUGHT} that the checkout was deepened by. */
      #brought = 0;
      /** The history of a branch, in a repository of its own. */
      of(branch) {
        const history = this.#branches.get(branch) ?? openBranchHistory(this.git, branch, this.request);
        this.#branches.set(branch, history);
        return history;
      }
      /** The history that holds the commit which is applied; null where no other commit is known. */
      ofTip() {
        this.#ofTip ??= this.#findTip();
        return this.#ofTip;
      }
      async #findTip() {
        const { branch, commit, place } = this.tip;
        if (place === null) return null;
        const own = place === "branch" ? this.of(branch) : null;
        if (own !== null && await own.open() && await own.read(commit) !== null) return own;
        return openCheckoutHistory(this.git, branch);
      }
      /** Brings a commit of the tip's history into a shallow checkout, where it can be laid out: that holds most of its files already. */
      async bring(commit) {
        while (this.#brought < BROUGHT.length && await this.#isMissing(commit)) {
          const deepen = `--deepen=${BROUGHT[this.#brought++]}`;
          await this.git(["fetch", "--no-tags", "--quiet", deepen, "origin", `refs/heads/${this.tip.branch}`]);
        }
      }
      /** A partial clone would fetch the whole history of a commit that it is asked for: before the first part, only its depth counts. */
      async #isMissing(commit) {
        this.#isShallow ??= isShallowCheckout(this.git);
        return await this.#isShallow && (this.#brought === 0 || await this.git.read(commit) === null);
      }
      async close() {
        for (const history of this.#branches.values()) await history.close();
        this.#branches.clear();
      }
    };
  }
});

// src/doors/action/merge/own-commit.ts
function ownCommitsOf({ root, placed }, { inputs, event }, ports) {
  const branch = inputs.stateBranch ?? event.branch;
  const isUnreviewed = inputs.comment === "never";
  return { ports, branch, statePath: pathInRepository(root, placed.stateFile), isUnreviewed };
}
async function readOwnCommit(commit, history, { ports, branch, statePath, isUnreviewed }) {
  const recording = await (0, import_recording_commit3.readRecording)(history, commit, { branch, statePath });
  const { github } = ports;
  if (recording === null || github === null) return recording;
  try {
    const pulls = await ports.askPatiently(() => github.listPullRequestsOfCommit(commit));
    return pulls.some(({ isMerged, baseBranch }) => isMerged && baseBranch === branch) ? null : recording;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isUnreviewed) return recording;
    throw unknownReview(error.message, error);
  }
}
async function isRecordingPush(request, ports) {
  const { git } = ports;
  const { event } = request;
  const pushed = await git.read(event.sha);
  if (pushed?.bytes.includes(`
${import_recording_commit3.RECORDING_TRAILER}: `) !== true) return false;
  try {
    const { root, settings } = openWorkspace(request.inputs, ports.env);
    if (settings.sharedState !== void 0) return false;
    const own = ownCommitsOf({ root, placed: settings }, request, ports);
    const history = (0, import_recording_commit3.openHistory)({ ask: (args) => git(args), read: (name) => git.read(name) });
    if (await readOwnCommit(event.sha, history, own) !== null) return true;
    if (!await isShallowCheckout(git)) return false;
    await git(["fetch", "--no-tags", "--quiet", "--deepen=1", "origin", `refs/heads/${event.branch}`]);
    return await readOwnCommit(event.sha, history, own) !== null;
  } catch (error) {
    if (error instanceof import_user_error5.UserError) return false;
    throw error;
  }
}
function unknownReview(why, cause) {
  return new import_user_error5.UserError(
    "git/review-unknown",
    `cannot find out what was reviewed: ${why}`,
    'run the job again with "github-token" and "permissions: pull-requests: read", or set "on-plan-change: apply"',
    { cause }
  );
}
var import_user_error5, import_recording_commit3;
var init_own_commit = __esm({
  "src/doors/action/merge/own-commit.ts"() {
    "use strict";
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_recording_commit3 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_git_state();
    init_ports();
    init_workspace();
  }
});

// src/doors/action/merge/replay.ts
var import_user_error6, import_change_facts4, Replays;
var init_replay = __esm({
  "src/doors/action/merge/replay.ts"() {
    "use strict";
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_change_facts4 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    init_git_state();
    init_reviewed_plan();
    init_workspace();
    Replays = class {
      constructor(reviewing) {
        this.reviewing = reviewing;
      }
      reviewing;
      #plans = /* @__PURE__ */ new Map();
      /** Compares a plan with a reviewed one: as it is, and where a group is not in it as a whole, with the reviewed one made again. */
      async compare(reviewed, plan, changes = (0, import_change_facts4.listSteps)(plan)) {
        const part = { ...plan, changes };
        const compared = compareReviewed(reviewed, part);
        if (compared.kind !== "not-reviewed" || reviewed.kind !== "complete" || reviewed.groups.length === 0) return compared;
        const replayed = await this.#replay(reviewed.stateCommit);
        return replayed === null ? compared : compareReviewed(reviewed, part, { ...replayed, changes: (0, import_change_facts4.listSteps)(replayed) });
      }
      /** Finds out which effects of changes a reviewed plan shows, groups as {@link compare} does. */
      async findSaid(reviewed, plan, changes) {
        const part = { ...plan, changes };
        const says = findSaid(reviewed, part);
        if (reviewed.kind !== "complete" || reviewed.groups.length === 0 || (0, import_change_facts4.findUnsaid)(part, says).length === 0) return says;
        const replayed = await this.#replay(reviewed.stateCommit);
        return replayed === null ? says : findSaid(reviewed, part, { ...replayed, changes: (0, import_change_facts4.listSteps)(replayed) });
      }
      async #replay(commit) {
        const { planAgainst: planAgainst2 } = this.reviewing;
        if (commit === null || planAgainst2 === null) return null;
        const known = this.#plans.get(commit) ?? this.#planAt(commit, planAgainst2);
        this.#plans.set(commit, known);
        return known;
      }
      /** Null where the commit can't be fetched or its state can't be read: then nothing more is approved. */
      async #planAt(commit, planAgainst2) {
        const { place, request, ports } = this.reviewing;
        const { git } = ports;
        const isHere = async () => await git.read(`${commit}^{commit}`) !== null;
        if (!await isHere()) {
          const depth = await isShallowCheckout(git) ? ["--depth=1"] : [];
          await git(["fetch", "--no-tags", "--quiet", ...depth, "origin", commit]);
          if (!await isHere()) return null;
        }
        const statePath = pathInRepository(place.root, place.placed.stateFile);
        const directory = makeTemporaryDirectory(request.run, "monitors-reviewed-");
        try {
          return await planAgainst2(await copyStateFiles(git, await readStateFiles(git, commit, statePath), { statePath, directory }));
        } catch (error) {
          if (error instanceof import_user_error6.UserError) return null;
          throw error;
        }
      }
    };
  }
});

// src/doors/action/merge/reviewed-comment.ts
async function readReviewedPlan([comment2], github, { askPatiently: askPatiently2 }) {
  const plan = comment2 === void 0 ? null : parseReviewedPlan(comment2.body);
  if (comment2 === void 0 || plan === null) return null;
  const [edit] = await askPatiently2(() => github.findForeignEdits([comment2]));
  return edit === void 0 ? plan : { kind: "edited", by: edit.by };
}
var init_reviewed_comment = __esm({
  "src/doors/action/merge/reviewed-comment.ts"() {
    "use strict";
    init_reviewed_plan();
  }
});

// src/doors/action/merge/accounts.ts
function showsNewState(account) {
  return account.kind === "compared" && account.pulls.every(({ plan }) => plan?.kind === "complete" && plan.startsNewState);
}
function explainUnshown({ pulls }) {
  const ranked = [...pulls].sort((a, b) => rankOf(a) - rankOf(b));
  const { number, plan } = ranked[0];
  const name = `#${number}`;
  if (plan === null) return `${name} has no comment with changes`;
  if (plan.kind === "edited") return `the comment of ${name} was edited by ${nameEditor(plan.by)} and approves nothing`;
  if (plan.kind === "cut") return `the comment of ${name} does not show the whole plan`;
  if (plan.groups.length > 0) {
    return `the comment of ${name} shows many changes as one, and these are not, or no longer, a part of it; another pull request shows what is left`;
  }
  return `the comment of ${name} does not show them`;
}
function rankOf({ plan }) {
  return plan === null ? 0 : plan.kind === "complete" ? 2 : 1;
}
var import_paths3, import_change_facts5, COMMITS_BACK, Accounts;
var init_accounts = __esm({
  "src/doors/action/merge/accounts.ts"() {
    "use strict";
    import_paths3 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_change_facts5 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    init_comment();
    init_marked_text();
    init_ports();
    init_reviewed_plan();
    init_own_commit();
    init_replay();
    init_reviewed_comment();
    COMMITS_BACK = 30;
    Accounts = class {
      #marker;
      #replays;
      /** Null where no commit of this branch records the state. */
      #own;
      place;
      request;
      ports;
      constructor(reviewing) {
        this.place = reviewing.place;
        this.request = reviewing.request;
        this.ports = reviewing.ports;
        this.#marker = markerOf(reviewing.place.placed, reviewing.place.root);
        this.#replays = new Replays(reviewing);
        const { place, request, ports } = reviewing;
        const isRecorded = place.settings.sharedState === void 0 && (0, import_paths3.isInside)(place.root, place.placed.stateFile);
        this.#own = isRecorded ? { ...ownCommitsOf(place, request, ports), branch: request.event.branch } : null;
      }
      /** Finds the review of a commit. Throws {@link UserError} if GitHub does not answer. */
      async of(commit) {
        const { github } = this.ports;
        if (github === null) throw unknownReview("there is no GitHub token");
        try {
          const all = await this.ports.askPatiently(() => github.listPullRequestsOfCommit(commit));
          const merged = all.filter(({ isMerged, baseBranch }) => isMerged && baseBranch === this.request.event.branch);
          return await this.#readComments(merged, github);
        } catch (error) {
          if (error instanceof GitHubError) throw unknownReview(error.message, error);
          throw error;
        }
      }
      async #readComments(merged, github) {
        const pulls = [];
        for (const { number, isFork: isFork2 } of [...merged].sort((a, b) => b.number - a.number)) {
          const comments = await this.ports.askPatiently(() => github.findOwnComments(number, this.#marker));
          const plan = await readReviewedPlan(comments, github, this.ports);
          if (plan !== null || !isFork2) pulls.push({ number, plan, isFork: isFork2 });
        }
        if (pulls.length > 0) return { kind: "compared", pulls };
        const [fork] = merged;
        const why = fork === void 0 ? "it was pushed without a pull request" : `#${fork.number} came from a fork, so its plan is only in the summary of its run`;
        return { kind: "not-compared", why };
      }
      /** Compares a plan with all that a commit's reviews show. */
      async compare({ pulls }, plan) {
        const comparisons = [];
        for (const { plan: reviewed } of pulls) {
          comparisons.push(reviewed === null ? { kind: "not-reviewed", changes: (0, import_change_facts5.listSteps)(plan) } : await this.#replays.compare(reviewed, plan));
        }
        const find = (kind) => comparisons.find((compared) => compared.kind === kind);
        return find("not-reviewed") ?? find("fewer") ?? { kind: "same" };
      }
      /** Finds out which effects of changes a commit's reviews show. */
      async findShown(account, plan, changes) {
        if (account.kind === "not-compared") return () => false;
        const all = [];
        for (const { plan: reviewed } of account.pulls) {
          if (reviewed === null) return () => false;
          all.push(await this.#replays.findSaid(reviewed, plan, changes));
        }
        return (effect) => all.every((says) => says(effect));
      }
      /** Removes the changes that a commit's reviews show. */
      async takeOffReviewed(changes, commit, plan) {
        if (await this.#isOwn(commit)) return changes;
        const shows = await this.findShown(await this.of(commit), plan, changes);
        return changes.filter((change) => isCarriedOut(change) && !(0, import_change_facts5.listEffects)(plan, change).every(shows));
      }
      async #isOwn(commit) {
        if (this.#own === null) return false;
        const history = await this.place.histories.ofTip();
        return history !== null && await readOwnCommit(commit, history, this.#own) !== null;
      }
      /** The last first-parent commits of the branch, newest first. */
      async listCommits() {
        const history = await this.place.histories.ofTip();
        const commits = [];
        if (history === null) return commits;
        for await (const commit of history.followLine(this.place.commit)) {
          commits.push(commit);
          if (commits.length === COMMITS_BACK) break;
        }
        return commits;
      }
    };
  }
});

// src/doors/action/merge/state-guard.ts
async function holdStateChanges(plan, hasSpec, place, request, ports) {
  const { record, settings, root, placed } = place;
  if (record === null || settings.sharedState !== void 0 || !(0, import_paths4.isInside)(root, placed.stateFile)) return unheld(plan);
  if (request.inputs.allowStateChange !== void 0 && request.event.name !== "workflow_dispatch")
    ports.display.note('"allow-state-change" counts only for a workflow that is run by hand (workflow_dispatch).');
  if (isStateAllowed(plan, request)) {
    record.isJudged = true;
    return unheld(plan);
  }
  const change = place.hasState ? await readStateChange(hasSpec, place, request, ports) : null;
  const dangerous = change?.shifts.filter(import_state_change2.isDangerous) ?? [];
  const left = change === null ? [] : await takeOffReviewed(dangerous, change.commit, { place, request, ports });
  record.isJudged = left.length === 0;
  if (change === null) return unheld(plan);
  const named = (0, import_history_findings.warnOfUnseen)(plan, { sent: change.sent, isSeen: "whole" }, { settings, shownState: placed.stateFile });
  for (const { message, hint } of named) ports.display.note(`${message}; ${hint}`);
  const isEarlier = dangerous.some((shift) => "keys" in shift);
  const again = new Set(dangerous.filter((shift) => !left.includes(shift)).flatMap((shift) => shift.kind === "gone" ? [shift.key] : []));
  const isReviewed = (step2) => {
    if (isEarlier || step2.action !== "create" || !again.has(step2.key)) return false;
    return change.baseline.monitors.get(step2.key)?.bodyHash === step2.after.bodyHash;
  };
  const held = (0, import_hold_shifts.holdShifts)(plan, left, change.baseline);
  const letThrough = new Set(dangerous.filter((shift) => !left.includes(shift)).flatMap(import_state_change2.keysOf));
  return { plan: { ...held, findings: [...named, ...held.findings] }, isReviewed, letThrough };
}
function unheld(plan) {
  return { plan, isReviewed: () => false, letThrough: /* @__PURE__ */ new Set() };
}
function isStateAllowed({ project, environment }, { inputs, event }) {
  return event.name === "workflow_dispatch" && inputs.allowStateChange === `${project}/${environment}`;
}
async function readStateChange(hasSpec, place, request, ports) {
  const refusals = refusalsOf(place);
  const { stateFile } = place.settings;
  const journal = journalPathOf(stateFile);
  const now = (0, import_state_line.readStateBytes)((0, import_node_fs6.readFileSync)(stateFile), (0, import_node_fs6.existsSync)(journal) ? (0, import_node_fs6.readFileSync)(journal) : null, refusals);
  const own = ownCommitsOf(place, request, ports);
  const line2 = now === null ? null : await readBranchLine(place.histories.of(own.branch), own, refusals);
  if (now === null || line2 === null || line2.baseline === null || line2.commit === null) return null;
  const sent = await listTakenAway(place.histories.of(own.branch), line2.last, own.statePath, now);
  return { baseline: line2.baseline, commit: line2.commit, shifts: (0, import_state_change2.judgeStateChange)(line2.baseline, now, hasSpec), sent };
}
async function listTakenAway(history, commit, statePath, now) {
  const bytes = commit === null ? null : await (0, import_recording_commit4.readBlob)(history, `${commit}:${statePath}.journal`);
  return commit === null || bytes === null ? [] : (0, import_committed_journals.listSent)((0, import_committed_journals.readJournals)([{ commits: [commit], bytes }]), now, [], "last");
}
function refusalsOf({ placed }) {
  const { project, environment, stateFile } = placed;
  return new import_refusals.Refusals({ shown: stateFile, project, environment, soundBackup: () => null });
}
async function readBranchLine(history, own, refusals) {
  const { branch, statePath } = own;
  const readRecording2 = (commit, path) => readOwnCommit(commit, history, { ...own, statePath: path });
  if (!await history.open()) return { baseline: null, commit: null, others: [], last: null, isCut: false };
  for (; ; ) {
    const line2 = await (0, import_state_line.readStateLine)(`refs/heads/${branch}`, { history, statePath, refusals, readRecording: readRecording2 });
    if (!line2.isCut || !await history.deepen()) return line2;
  }
}
async function takeOffReviewed(shifts, since, reviewing) {
  const { inputs, event } = reviewing.request;
  if (shifts.length === 0 || inputs.comment === "never" || reviewing.ports.github === null) return shifts;
  const accounts = new Accounts({ ...reviewing, planAgainst: null });
  const isOtherBranch = (inputs.stateBranch ?? event.branch) !== event.branch;
  const commits = isOtherBranch ? [event.sha] : (await accounts.listCommits()).map(({ commit }) => commit);
  let left = shifts;
  for (const commit of commits) {
    if (commit === since || left.length === 0) break;
    const account = await accounts.of(commit);
    if (account.kind !== "compared") continue;
    const shown = account.pulls.map(({ plan, isFork: isFork2 }) => new Set(plan?.kind === "complete" && !isFork2 ? plan.stateShifts : []));
    left = left.filter((shift) => !shown.every((marks) => marks.has((0, import_state_change2.markShift)(shift))));
  }
  return left;
}
var import_node_fs6, import_paths4, import_hold_shifts, import_refusals, import_state_change2, import_committed_journals, import_history_findings, import_recording_commit4, import_state_line;
var init_state_guard = __esm({
  "src/doors/action/merge/state-guard.ts"() {
    "use strict";
    import_node_fs6 = require("node:fs");
    import_paths4 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_hold_shifts = askBundle("./plan.cjs", "src/core/plan/hold-shifts.ts");
    import_refusals = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state_change2 = askBundle("./plan.cjs", "src/core/state/state-change.ts");
    import_committed_journals = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    import_history_findings = askBundle("./change.cjs", "src/project/history-findings.ts");
    import_recording_commit4 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    import_state_line = askBundle("./change.cjs", "src/project/state-line.ts");
    init_git_state();
    init_accounts();
    init_own_commit();
  }
});

// src/doors/action/state-history.ts
async function findFormerStates(git, search) {
  const bare = makeBare(git, (0, import_node_path8.join)(search.directory, "history"));
  try {
    const found = [];
    const kept = await findStateBranches(git, (0, import_node_path8.join)(search.directory, "tips"));
    for (const branch of await fetchHistories(bare.git, [...search.branches, ...kept]))
      found.push(...await searchBranch(bare.git, branch, search));
    const lost = (await listRemoteTips(git)).kept.filter(
      ({ statePath, branch }) => !found.some((one) => one.path === statePath && one.branch === branch)
    );
    const moved = lost.filter(({ statePath }) => statePath !== search.statePath);
    const ours = new Set(await findOwn(bare.git, moved, search));
    for (const one of lost) {
      const { statePath: path, branch, commit, ref } = one;
      if (path === search.statePath || ours.has(one)) found.push({ path, commit, branch, kept: ref });
    }
    return found;
  } finally {
    await bare.remove();
  }
}
async function findOwn(git, kept, { project, environment }) {
  if (kept.length === 0) return [];
  const refs = kept.map(({ ref }) => `+${ref}:${ref}`);
  const fetched = await git(["fetch", "--quiet", "--no-tags", "--no-filter", "origin", ...refs]);
  if (fetched.exitCode !== 0) throw unreachable(kept[0]?.branch ?? "", fetched.stderr);
  const found = [];
  for (const one of kept) {
    const state = (0, import_value2.parseJson)((await (0, import_recording_commit5.readBlob)(git, `${one.commit}:${one.statePath}`))?.toString("utf8") ?? "");
    if ((0, import_value2.property)(state, "project") === project && (0, import_value2.property)(state, "environment") === environment) found.push(one);
  }
  return found;
}
async function fetchHistories(git, branches) {
  const listed = await git(["ls-remote", "origin", ...branches.map((branch) => `refs/heads/${branch}`)]);
  if (listed.exitCode !== 0) throw unreachable(branches[0] ?? "", listed.stderr);
  const there = new Set(
    listed.stdout.toString("utf8").split("\n").map((line2) => line2.split("	")[1])
  );
  const present = [...new Set(branches)].filter((branch) => there.has(`refs/heads/${branch}`));
  const refs = present.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`);
  const fetched = refs.length === 0 ? listed : await git(["fetch", "--quiet", "--no-tags", "--filter=blob:none", "origin", ...refs]);
  if (fetched.exitCode !== 0) throw unreachable(present[0] ?? "", fetched.stderr);
  return present;
}
async function findStateBranches(git, directory) {
  const bare = makeBare(git, directory);
  try {
    const depth = ["--depth=1", "--filter=tree:0"];
    const fetched = await bare.git(["fetch", "--quiet", "--no-tags", ...depth, "origin", "+refs/heads/*:refs/heads/*"]);
    if (fetched.exitCode !== 0) throw unreachable("*", fetched.stderr);
    const format = `--format=%(refname:lstrip=2)%00%(contents:trailers:key=${import_recording_commit5.RECORDING_TRAILER},valueonly)%00`;
    const words = (await read(bare.git, ["for-each-ref", format, "refs/heads/"])).split("\0").map((word) => word.trim());
    return words.filter((word, index) => index % 2 === 0 && word !== "" && words[index + 1] === word);
  } finally {
    await bare.remove();
  }
}
async function searchBranch(git, branch, { statePath, configPath }) {
  const ref = `refs/heads/${branch}`;
  const configs = [USUAL_CONFIGS, ...configPath === null ? [] : [`:(literal)${configPath}`]];
  const named = await listNamedStates(git, ref, configs);
  const states = [`:(literal)${statePath}`, ...USUAL_STATES, ...named];
  const patterns = states.flatMap((pattern) => [pattern, journalPathOf(pattern)]);
  const lines = [
    ...await listChanges(git, ["--full-history", "-m", ref, "--", ...patterns]),
    ...await listChanges(git, [RECORDINGS, ref, "--"])
  ];
  const newest = /* @__PURE__ */ new Map();
  for (const { path, commit } of lines) if (!newest.has(path)) newest.set(path, { path, commit, branch });
  return [...newest.values()];
}
async function listChanges(git, what) {
  const text2 = await read(git, ["log", "--no-renames", "--name-only", "-z", "--format=%x00%H", ...what]);
  let commit = "";
  return text2.split("\0").flatMap((word) => {
    const line2 = word.trim();
    if (/^[0-9a-f]{40,64}$/.test(line2)) commit = line2;
    else if (line2 !== "") return [{ path: word.replace(/^\n/, ""), commit }];
    return [];
  });
}
async function listNamedStates(git, ref, configs) {
  const text2 = await read(git, [
    "log",
    "--full-history",
    "-m",
    "--no-renames",
    "--raw",
    "--no-abbrev",
    "-z",
    "--format=",
    ref,
    "--",
    ...configs
  ]);
  const versions = [...text2.matchAll(/:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\0([^\0]+)/g)].filter(([, id = ""]) => !/^0+$/.test(id));
  const distinct = new Map(versions.map(([, id = "", path = ""]) => [id, path]));
  const named = [];
  for (const [id, path] of [...distinct].slice(0, MOST_CONFIGS)) {
    const content = await git.read(id);
    if (content === null) throw new Error(`git can not read ${id}`);
    for (const [, name = ""] of content.bytes.toString("utf8").matchAll(/(?:^|[{,\s])["']?state["']?[ \t]*:[ \t]*["']?([^"'#,}\r\n]+)/gm)) {
      const state = import_node_path8.posix.join(import_node_path8.posix.dirname(path), name.trim());
      if (!state.startsWith("..")) named.push(`:(literal)${state}`, environmentsOf(state));
    }
  }
  return [...new Set(named)];
}
function environmentsOf(state) {
  const stem = state.replace(/\.json$/, "");
  return `:(glob)${stem.replace(/[\\*?[\]]/g, "\\$&")}.*${state.slice(stem.length)}`;
}
async function read(git, args) {
  const { exitCode, stdout, stderr } = await git(args);
  if (exitCode !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.toString("utf8");
}
var import_node_path8, import_value2, import_recording_commit5, RECORDINGS, USUAL_STATES, USUAL_CONFIGS, MOST_CONFIGS;
var init_state_history = __esm({
  "src/doors/action/state-history.ts"() {
    "use strict";
    import_node_path8 = require("node:path");
    import_value2 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_recording_commit5 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_bare_repository();
    init_git_state();
    init_kept_recording();
    RECORDINGS = `--grep=^${import_recording_commit5.RECORDING_TRAILER}: `;
    USUAL_STATES = [":(glob)**/monitors.state.json", ":(glob)**/monitors.state.*.json"];
    USUAL_CONFIGS = ":(glob)**/monitors.config.yaml";
    MOST_CONFIGS = 50;
  }
});

// src/doors/action/plan-state.ts
async function findState({ inputs, run, event }, ports, { root, settings }) {
  if (settings.sharedState !== void 0) return { stateFile: settings.stateFile, stateCommit: null, findings: [], formerStates: [] };
  const base = event.kind === "pull-request" ? event.base : void 0;
  const branch = inputs.stateBranch ?? base?.branch;
  if (branch === void 0) return { stateFile: settings.stateFile, stateCommit: null, findings: [], formerStates: [] };
  if (!(0, import_paths5.isInside)(root, settings.stateFile)) {
    throw new import_user_error7.UserError("git/outside-repository", "the state file is outside the repository", "set the input state to a path inside it");
  }
  const statePath = pathInRepository(root, settings.stateFile);
  const directory = makeTemporaryDirectory(run, "monitors-state-");
  const otherwise = base?.branch ?? (event.kind === "branch" ? event.branch : void 0);
  const copy = await readStateFromBranch(ports.git, {
    branch,
    ...otherwise === void 0 ? {} : { otherwise },
    statePath,
    directory,
    environment: settings.environment
  });
  if (inputs.stateBranch === void 0) await refuseForgottenBranch(ports.git, { branch, files: copy.files, statePath });
  const isOwnState = inputs.stateBranch === void 0 && copy.commit === base?.sha;
  const changed = isOwnState && [statePath, journalPathOf(statePath)].some((path) => differs((0, import_node_path9.join)(root, path), (0, import_node_path9.join)(directory, path)));
  const findings = changed ? [stateInPullRequest(statePath)] : [];
  if (settings.operations === "full" || event.kind !== "pull-request")
    return { stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: [] };
  if ((0, import_node_fs7.existsSync)(copy.stateFile)) {
    const isTaken = copy.files.state !== null && inputs.stateBranch === void 0 && await isTakenAway(ports.git, event, copy, statePath);
    if (!isTaken) return { stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: [] };
    return {
      stateFile: (0, import_node_path9.join)(makeTemporaryDirectory(run, "monitors-no-state-"), statePath),
      stateCommit: null,
      findings: [],
      formerStates: [statePath]
    };
  }
  const former = await findFormerStates(ports.git, {
    branches: [event.base.branch, inputs.stateBranch ?? USUAL_STATE_BRANCH],
    statePath,
    configPath: settings.configFile === null ? null : pathInRepository(root, settings.configFile),
    directory,
    project: settings.project,
    environment: settings.environment
  });
  const counted = (0, import_node_fs7.existsSync)(journalPathOf(copy.stateFile)) ? former.filter(({ path }) => !path.endsWith(".journal")) : former;
  return { stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: [...new Set(counted.map(({ path }) => path))] };
}
async function isTakenAway(git, event, { commit, files }, statePath) {
  const merged = await findMerge(git, event);
  if (merged === null || (await readStateFiles(git, merged.commit, statePath)).state !== null) return false;
  if (merged.base === commit) return files.state !== null;
  return await fetchTip(git, merged.base) && (await readStateFiles(git, merged.base, statePath)).state !== null;
}
async function findMerge(git, { number, head }) {
  const here = await readMerge(git, "HEAD", head.sha);
  if (here !== null) return here;
  return await fetchTip(git, `refs/pull/${number}/merge`) ? readMerge(git, "FETCH_HEAD", head.sha) : null;
}
async function fetchTip(git, name) {
  const depth = await isShallowCheckout(git) ? ["--depth=1"] : [];
  return (await git(["fetch", "--no-tags", "--quiet", ...depth, "origin", name])).exitCode === 0;
}
async function readMerge(git, name, head) {
  const object = await git.read(`${name}^{commit}`);
  const [base, second] = object === null ? [] : (await (0, import_recording_commit6.readCommit)(git, object.id))?.parents ?? [];
  return object !== null && base !== void 0 && second === head ? { commit: object.id, base } : null;
}
function differs(ours, theirs) {
  const [one, other] = [ours, theirs].map((path) => (0, import_node_fs7.existsSync)(path) ? (0, import_node_fs7.readFileSync)(path) : null);
  if (!one || !other) return one !== other;
  return !one.equals(other);
}
function stateInPullRequest(statePath) {
  return {
    code: "action/state-in-pull-request",
    severity: "warning",
    message: `this pull request changes ${statePath} or its journal, but the plan uses the state of the base branch`,
    hint: "remove the state from the pull request, unless changing it is the purpose: then review that file, too"
  };
}
var import_node_fs7, import_node_path9, import_user_error7, import_paths5, import_recording_commit6;
var init_plan_state = __esm({
  "src/doors/action/plan-state.ts"() {
    "use strict";
    import_node_fs7 = require("node:fs");
    import_node_path9 = require("node:path");
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths5 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_recording_commit6 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_git_state();
    init_state_history();
    init_workspace();
  }
});

// src/doors/action/merged-state.ts
async function listStateShifts(stateFile, plan, hasSpec, request, ports, { root, settings }) {
  const { event, inputs } = request;
  if (event.kind !== "pull-request" || settings.sharedState !== void 0 || !(0, import_node_fs8.existsSync)(stateFile)) return [];
  if (!(0, import_paths6.isInside)(root, settings.stateFile)) return [];
  const { project, environment } = settings;
  const statePath = pathInRepository(root, settings.stateFile);
  const refusals = new import_refusals2.Refusals({ shown: statePath, project, environment, soundBackup: () => null });
  const reading = { request: { ...request, event }, ports, statePath, refusals, hasSpec };
  const isOwn = (inputs.stateBranch ?? event.base.branch) === event.base.branch;
  const isSame2 = [statePath, journalPathOf(statePath)].every((path, index) => {
    return isSameFile((0, import_node_path10.join)(root, path), index === 0 ? stateFile : journalPathOf(stateFile));
  });
  const own = isOwn && !isSame2 ? await listOwnShifts(reading) : [];
  const pending = plan.changes.length > 0 ? await listPendingShifts(stateFile, reading) : [];
  const all = new Map([...own.filter(import_state_change3.isDangerous), ...pending, ...own].map((shift) => [(0, import_state_change3.markShift)(shift), shift]));
  return [...all.values()];
}
async function listOwnShifts({ request, ports: { git }, statePath, refusals, hasSpec }) {
  const merge = await findMerge(git, request.event);
  if (merge === null || !await fetchTip(git, merge.base)) return [];
  const [before, after] = [await readStateFiles(git, merge.base, statePath), await readStateFiles(git, merge.commit, statePath)];
  if (before.state === after.state && before.journal === after.journal) return [];
  const reader = { history: git, statePath, refusals };
  return judge(await (0, import_state_line2.readStateAt)(merge.base, reader), await (0, import_state_line2.readStateAt)(merge.commit, reader), hasSpec);
}
async function listPendingShifts(stateFile, { request, ports, statePath, refusals, hasSpec }) {
  const branch = request.inputs.stateBranch ?? request.event.base.branch;
  const own = { ports: { ...ports, github: null }, branch, statePath, isUnreviewed: true };
  const history = openBranchHistory(ports.git, branch, request);
  const { baseline } = await readBranchLine(history, own, refusals).finally(() => history.close());
  const journal = journalPathOf(stateFile);
  const now = (0, import_state_line2.readStateBytes)((0, import_node_fs8.readFileSync)(stateFile), (0, import_node_fs8.existsSync)(journal) ? (0, import_node_fs8.readFileSync)(journal) : null, refusals);
  return judge(baseline, now, hasSpec).filter(import_state_change3.isDangerous);
}
function judge(before, after, hasSpec) {
  return before === null || after === null ? [] : (0, import_state_change3.judgeStateChange)(before, after, hasSpec);
}
function isSameFile(a, b) {
  const [one, other] = [a, b].map((path) => (0, import_node_fs8.existsSync)(path) ? (0, import_node_fs8.readFileSync)(path) : null);
  return one === null || other === null || one === void 0 || other === void 0 ? one === other : one.equals(other);
}
var import_node_fs8, import_node_path10, import_paths6, import_refusals2, import_state_change3, import_state_line2;
var init_merged_state = __esm({
  "src/doors/action/merged-state.ts"() {
    "use strict";
    import_node_fs8 = require("node:fs");
    import_node_path10 = require("node:path");
    import_paths6 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_refusals2 = askBundle("./check.cjs", "src/core/state/format/refusals.ts");
    import_state_change3 = askBundle("./plan.cjs", "src/core/state/state-change.ts");
    import_state_line2 = askBundle("./change.cjs", "src/project/state-line.ts");
    init_git_state();
    init_branch_history();
    init_state_guard();
    init_plan_state();
    init_workspace();
  }
});

// src/doors/action/other-place.ts
function isAboutPlace(error) {
  return error instanceof import_user_error8.UserError && PLACE_CODES.has(error.code);
}
async function refuseOtherPlace(git, base, { root, settings }) {
  const { configFile, sharedState } = settings;
  if (configFile === null) return;
  const commit = await fetchBranch(git, base, "tip");
  if (commit === null) return;
  const config = await (0, import_recording_commit7.readBlob)(git, `${commit}:${pathInRepository(root, configFile)}`);
  const before = config === null ? void 0 : (0, import_former_places.readStateSetting)(configFile, config);
  const place = (0, import_config.readSharedPlace)(before);
  if ((0, import_config.isSamePlace)(place, sharedState ?? null)) return;
  const was = place === null ? await findStateFile(git, commit, { root, settings }, before) : (0, import_config.showSharedPlace)(place);
  if (was === null) return;
  const now = sharedState === void 0 ? "a file" : (0, import_config.showSharedPlace)(sharedState);
  throw new import_user_error8.UserError(
    "state/other-place",
    `branch "${base}" keeps the state in ${was}; this pull request names ${now}, which holds no state: merging it would create all monitors again`,
    `move the state first: ${(0, import_config.writeMigration)(sharedState ?? null)}`
  );
}
async function findStateFile(git, commit, { root, settings }, named) {
  const { configFile, stateFile, environment } = settings;
  const place = typeof named === "string" && configFile !== null ? (0, import_state_name.stateFileOf)((0, import_node_path11.join)((0, import_node_path11.dirname)(configFile), named), environment) : stateFile;
  const path = pathInRepository(root, place);
  const { state } = await readStateFiles(git, commit, path);
  if (state === null) return null;
  const text2 = (await (0, import_recording_commit7.readBlob)(git, state))?.toString("utf8") ?? "";
  return (0, import_value3.property)((0, import_value3.parseJson)(text2), "migration") === void 0 ? path : null;
}
async function refuseFormerServer(settings, env) {
  const { configFile } = settings;
  if (configFile === null) return;
  const [place] = (await (0, import_former_places.readFormerConfigs)(configFile, env)).flatMap(({ state }) => (0, import_config.readSharedPlace)(state) ?? []);
  if (place === void 0) return;
  throw new import_user_error8.UserError(
    "state/other-place",
    `there is no state file, and the config named ${(0, import_config.showSharedPlace)(place)} before: apply would create all monitors again`,
    `set "state" back, then move the state: monitors state migrate --to file. To start a new one, set "new-state: ${(0, import_state_name.nameState)(settings)}" for one run`
  );
}
var import_node_path11, import_config, import_user_error8, import_state_name, import_value3, import_former_places, import_recording_commit7, PLACE_CODES;
var init_other_place = __esm({
  "src/doors/action/other-place.ts"() {
    "use strict";
    import_node_path11 = require("node:path");
    import_config = askBundle("./check.cjs", "src/core/config/config.ts");
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_state_name = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_value3 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_former_places = askBundle("./plan.cjs", "src/project/former-places.ts");
    import_recording_commit7 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_git_state();
    init_workspace();
    PLACE_CODES = /* @__PURE__ */ new Set([
      "state/other-place",
      "state/not-initialized",
      "state/moved",
      "state/arriving"
    ]);
  }
});

// src/doors/action/tries/record.ts
function encodeRecord({ spent, verdicts }) {
  const words = [...verdicts].map(([digest, verdict]) => `${digest}${MARKS[verdict]}`);
  return `<!-- ${["monitors-tried:1", spent, ...words].join(" ")} -->`;
}
function readRecord(comments) {
  let spent = 0;
  const verdicts = /* @__PURE__ */ new Map();
  for (const comment2 of comments) {
    const found = HIDDEN3.exec(comment2.split(/\r?\n/, 2)[1] ?? "");
    if (found === null) return null;
    spent += Number(found[1]);
    for (const word of (found[2] ?? "").split(" ").filter((part) => part !== "")) {
      verdicts.set(word.slice(0, DIGEST_LENGTH), word.endsWith("!") ? "bad" : word.endsWith("?") ? "unknown" : "fine");
    }
  }
  return { spent, verdicts };
}
function choosePages(pages, { spent, verdicts }, limit) {
  const now = [];
  const before = [];
  const beyond = [];
  const chosen = /* @__PURE__ */ new Set();
  let left = limit - spent;
  for (const page of pages) {
    const verdict = verdicts.get(page.digest);
    if (chosen.has(page.digest)) continue;
    chosen.add(page.digest);
    if (verdict !== void 0) before.push({ ...page, verdict });
    else if (page.credits > left || verdicts.size + now.length >= MOST_TRIED) beyond.push(page);
    else {
      now.push(page);
      left -= page.credits;
    }
  }
  return { now, before, beyond };
}
function reserve({ spent, verdicts }, pages) {
  return {
    spent: pages.reduce((sum, { credits }) => sum + credits, spent),
    verdicts: new Map([...verdicts, ...pages.map(({ digest }) => [digest, "unknown"])])
  };
}
function settle({ spent, verdicts }, { digest, credits }, verdict) {
  const settled = new Map(verdicts);
  if (verdict === null) settled.delete(digest);
  else settled.set(digest, verdict);
  return { spent: verdict === null ? spent - credits : spent, verdicts: settled };
}
var MOST_TRIED, DIGEST_LENGTH, MARKS, HIDDEN3;
var init_record = __esm({
  "src/doors/action/tries/record.ts"() {
    "use strict";
    MOST_TRIED = 1e3;
    DIGEST_LENGTH = 20;
    MARKS = { fine: "", bad: "!", unknown: "?" };
    HIDDEN3 = /^<!-- monitors-tried:1 ([0-9]{1,12})((?: [0-9a-f]{20}[!?]?)*) -->$/;
  }
});

// src/doors/action/tries/sent-options.ts
function findUnsent(options) {
  if ((0, import_value4.property)(options, "lockdown") === true || typeof (0, import_value4.property)(options, "minAge") === "number") {
    return "the service only looks for copies of it";
  }
  for (const [name, value] of Object.entries(options)) {
    if (name === "lockdown" && value === false) continue;
    const isSent = Object.hasOwn(SENT, name) && SENT[name]?.(value) === true && isKnown("ScrapeOptions", { [name]: value });
    if (!isSent) return `it has \`${name}\``;
  }
  return null;
}
function isPricedFormat(format) {
  return FORMATS.has(nameOf(format));
}
function isKnown(type, value) {
  if (!(0, import_value4.isObject)(value)) return true;
  const known = (0, import_table.typeOf)(type, value);
  return Object.entries(value).every(([name, inner]) => {
    const found = known !== void 0 && Object.hasOwn(known.members, name) ? known.members[name] : void 0;
    if (found?.type === void 0) return found !== void 0;
    const { type: below } = found;
    return (Array.isArray(inner) ? inner : [inner]).every((item) => isKnown(below, item));
  });
}
function nameOf(value) {
  return typeof value === "string" ? value : textOf(value, "type");
}
function textOf(value, name) {
  const found = (0, import_value4.property)(value, name);
  return found === void 0 ? void 0 : typeof found === "string" ? found : "(none)";
}
function listOf(value) {
  return Array.isArray(value) ? value : [null];
}
var import_value4, import_table, SENT, FORMATS;
var init_sent_options = __esm({
  "src/doors/action/tries/sent-options.ts"() {
    "use strict";
    import_value4 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_table = askBundle("./monitors.cjs", "src/core/service/table.ts");
    SENT = {
      formats: (value) => listOf(value).every(isPricedFormat),
      parsers: (value) => listOf(value).every((parser) => nameOf(parser) === "pdf"),
      threatProtection: (value) => ["off", "normal", void 0].includes(textOf(value, "mode")),
      proxy: (value) => value === "basic" || value === "enhanced" || value === "auto",
      onlyMainContent: () => true,
      onlyCleanContent: () => true,
      includeTags: () => true,
      excludeTags: () => true,
      maxAge: () => true,
      storeInCache: () => true,
      waitFor: () => true,
      timeout: () => true,
      mobile: () => true,
      skipTlsVerification: () => true,
      location: () => true,
      removeBase64Images: () => true,
      blockAds: () => true,
      redactPII: () => true
    };
    FORMATS = /* @__PURE__ */ new Set([
      ...["markdown", "summary", "html", "rawHtml", "rawBase64", "links", "images", "branding", "product", "menu", "screenshot"],
      ...["json", "changeTracking", "question", "highlights", "query", "audio", "video", "deterministicJson"]
    ]);
  }
});

// src/doors/action/tries/changed-pages.ts
function findChangedPages({ changes }) {
  const pages = [];
  const byHand = [];
  for (const change of changes) {
    const known = new Set(listBefore(change).map((page) => digestOf(page).digest));
    for (const page of listAfter(change)) {
      const { digest, refers, url } = digestOf(page);
      if (known.has(digest)) continue;
      const reason = refers ? "it refers to an environment variable" : findAllowed(change) ?? findUnsent(page.options);
      if (reason === null) pages.push({ page: withoutLongPdf(page), digest, credits: (0, import_credits.estimatePage)(page.options, url).credits });
      else byHand.push({ page, reason });
    }
  }
  return { pages, byHand };
}
function listAfter(change) {
  switch (change.action) {
    case "create":
    case "update":
    case "replace":
    case "adopt":
      return (0, import_try_plan.listTrialPages)(change.after);
    default:
      return [];
  }
}
function listBefore(change) {
  if (change.action !== "update" && change.action !== "replace") return [];
  return (0, import_try_plan.listTrialPages)({ ...change.after, body: () => change.before.applied });
}
function findAllowed(change) {
  const allowed = "after" in change ? change.after?.allowed?.[0] : void 0;
  return allowed === void 0 ? null : `it has \`${allowed}\`, which only the config allows`;
}
function withoutLongPdf(page) {
  return {
    ...page,
    resolve: (lookup) => {
      const { url, options } = page.resolve(lookup);
      const given = (0, import_member.member)(options, "parsers");
      const parsers = Array.isArray(given) ? given : ["pdf"];
      return { url, options: { ...options, parsers: parsers.map(toFirstPage) } };
    }
  };
}
function toFirstPage(parser) {
  if (parser === "pdf") return { type: "pdf", maxPages: 1 };
  return (0, import_value5.isObject)(parser) ? { ...parser, maxPages: 1 } : parser;
}
function digestOf(page) {
  let refers = false;
  const { url, options } = page.resolve(() => {
    refers = true;
    return "";
  });
  return { digest: (0, import_canonical3.hashJson)({ url, options }).slice(0, DIGEST_LENGTH), refers, url };
}
var import_canonical3, import_value5, import_member, import_credits, import_try_plan;
var init_changed_pages = __esm({
  "src/doors/action/tries/changed-pages.ts"() {
    "use strict";
    import_canonical3 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value5 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_member = askBundle("./monitors.cjs", "src/core/service/member.ts");
    import_credits = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_try_plan = askBundle("./change.cjs", "src/features/try/try-plan.ts");
    init_record();
    init_sent_options();
  }
});

// src/doors/action/tries/tries-comment.ts
function renderTries(shown) {
  const { now, before, spent, limit } = shown;
  const head = `### ${(0, import_words3.countOf)(now.length + before.length, "changed page")} tried, ${(0, import_words3.formatNumber)(spent)} of ${(0, import_words3.countOf)(limit, "credit")} used (estimated)`;
  const lines = listLines(shown);
  const kept = [];
  let used = 0;
  for (const line2 of lines) {
    used += line2.length + 1;
    if (used > LONGEST_LIST) break;
    kept.push(line2);
  }
  const rest = lines.length - kept.length;
  return `${[head, "", ...kept, ...rest === 0 ? [] : [`- and ${(0, import_words3.countOf)(rest, "more page")}`]].join("\n")}
`;
}
function listLines({ now, before, beyond, byHand, tried }) {
  const results = tried === null ? now.map(({ page }) => line("being tried", page.shownUrl, page.key, "")) : tried.map(describe);
  return [
    ...sortBadFirst(results),
    ...before.filter(({ verdict }) => verdict === "bad").map(({ page }) => line("**bad**", page.shownUrl, page.key, "as tried before")),
    ...before.filter(({ verdict }) => verdict === "unknown").map(({ page }) => line("unknown", page.shownUrl, page.key, `paid for before, without an answer: ${tryIt(page.key)}`)),
    ...byHand.map(({ page, reason }) => line("not tried", page.shownUrl, page.key, `${reason}: ${tryIt(page.key)}`)),
    ...beyond.map(({ page }) => line("not tried", page.shownUrl, page.key, `\`try-credits\` is used up: ${tryIt(page.key)}`))
  ];
}
function tryIt(key) {
  return `try it yourself with ${(0, import_escape_markdown4.codeSpan)((0, import_command_line.keyCommand)("try", key))}`;
}
function sortBadFirst(lines) {
  return [...lines.filter((text2) => text2.startsWith("- **")), ...lines.filter((text2) => !text2.startsWith("- **"))];
}
function describe({ key, url, outcome, findings }) {
  const words = findings.map(({ message, hint }) => (0, import_escape_markdown4.codeSpan)(hint === void 0 ? message : `${message}; ${hint}`)).join(", ");
  if (outcome !== "fetched") return line("not fetched", url, key, words);
  const isBad = findings.some(({ severity }) => severity === "error");
  return line(isBad ? "**bad**" : findings.length > 0 ? "doubtful" : "fine", url, key, words);
}
function line(word, url, key, more) {
  return `- ${word}: ${(0, import_escape_markdown4.codeSpan)(url)} of ${(0, import_escape_markdown4.codeSpan)(key)}${more === "" ? "" : `: ${more}`}`;
}
var import_command_line, import_words3, import_escape_markdown4, LONGEST_LIST;
var init_tries_comment = __esm({
  "src/doors/action/tries/tries-comment.ts"() {
    "use strict";
    import_command_line = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words3 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_markdown4 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    LONGEST_LIST = 3e4;
  }
});

// src/doors/action/tries/try-changed.ts
async function tryChanged(plan, request, ports, { workspace, project }) {
  const { inputs, event } = request;
  const { tryCredits: limit } = inputs;
  if (inputs.try === "never" || limit === null) return null;
  if (event.kind !== "pull-request" || event.isFork) {
    ports.log("No page was tried: that is for pull requests of this repository only.\n");
    return null;
  }
  const marker = markerOf(workspace.settings, workspace.root, "tries");
  const { pages, byHand } = findChangedPages(plan);
  const records = await readRecords({ ...request, event }, ports, marker);
  if ("title" in records) return { summary: "", isBad: false, notice: records };
  const { own, elsewhere } = records;
  const run = { request: { ...request, event }, ports, marker, project, limit, spentElsewhere: elsewhere.spent };
  const spent = own.spent + elsewhere.spent;
  const chosen = choosePages(pages, { spent, verdicts: new Map([...elsewhere.verdicts, ...own.verdicts]) }, limit);
  const shown = { ...chosen, byHand, tried: null, spent, limit };
  return chosen.now.length === 0 ? tellRest({ ...shown, tried: [] }, own, run) : tryChosen(shown, own, run);
}
async function tellRest(shown, recorded, run) {
  const isEmpty = shown.before.length + shown.beyond.length + shown.byHand.length === 0;
  const notice = await write(shown, recorded, run, isEmpty ? "update-only" : "create");
  const { summary, isBad } = conclude(shown);
  return { summary: isEmpty ? "" : summary, isBad, ...notice === void 0 ? {} : { notice } };
}
async function tryChosen(shown, recorded, run) {
  const service = await run.project.fetchPages([]);
  try {
    return await tryReserved(shown, recorded, run, service);
  } finally {
    await service.close();
  }
}
async function tryReserved(shown, recorded, run, service) {
  const reserved = reserve(recorded, shown.now);
  const notice = await claim({ ...shown, spent: reserved.spent + run.spentElsewhere }, { recorded, reserved }, run);
  if (notice !== void 0) return { summary: "", isBad: false, notice };
  const view = await (0, import_try.tryPages)(run.project, toTrial(shown.now), { service, folder: null }).catch(async (error) => {
    if (error instanceof import_user_error9.UserError) await write({ ...shown, now: [], tried: [] }, recorded, run);
    throw error;
  });
  const settled = shown.now.reduce((record, page, index) => settle(record, page, verdictOf(view.pages[index])), reserved);
  const ended = { ...shown, tried: view.pages, spent: settled.spent + run.spentElsewhere };
  const lost = await write(ended, settled, run);
  return { ...conclude(ended), ...lost === void 0 ? {} : { notice: lost } };
}
async function claim(shown, { recorded, reserved }, { request, ports, marker }) {
  const { github } = ports;
  const pullRequest = request.event.number;
  const body = writeBody(shown, reserved, marker);
  const outcome = await keepComment({ marker, body, mode: "create", pullRequest }, ports);
  if (github === null || outcome.kind !== "written") return nothingTried(outcome.kind === "failed" ? outcome.reason : "there is none");
  try {
    const [first, ...later] = await ports.askPatiently(() => github.findOwnComments(pullRequest, marker));
    if (first?.id === outcome.id && isSameText(first.body, body)) return void 0;
    if (later.some(({ id }) => id === outcome.id)) {
      const given = writeBody({ ...shown, now: [], tried: [], spent: recorded.spent }, recorded, marker);
      await ports.askPatiently(() => github.updateComment(outcome.id, given));
    }
  } catch (error) {
    if (error instanceof GitHubError) return nothingTried(error.message, isPassing(error) ? AGAIN : void 0);
    throw error;
  }
  const text2 = "no page was tried: another run tries pages of this pull request at the same time";
  return { title: "action/comment-failed", text: text2, hint: "give the job a concurrency group, as docs/action.md shows, and run it again" };
}
function verdictOf(tried) {
  if (tried === void 0 || tried.outcome === "not-sent") return null;
  if (tried.outcome === "failed") return tried.mayBeCharged ? "unknown" : null;
  return tried.findings.some(({ severity }) => severity === "error") ? "bad" : "fine";
}
function conclude(shown) {
  const isBad = shown.before.some(({ verdict }) => verdict === "bad") || shown.tried?.some((page) => verdictOf(page) === "bad") === true;
  return { summary: renderTries(shown), isBad };
}
function toTrial(chosen) {
  return {
    pages: chosen.map(({ page }) => page),
    searches: [],
    fetches: chosen.length,
    credits: chosen.reduce((sum, { credits }) => sum + credits, 0),
    notIncluded: [],
    isBroad: true,
    references: [],
    request: { names: [], exclude: void 0, labels: void 0, fetches: "once", first: "now" }
  };
}
async function readRecords({ event }, ports, marker) {
  const { github } = ports;
  if (github === null) return nothingTried("the input github-token is empty");
  try {
    const comments = await ports.askPatiently(() => github.findOwnComments(event.number, markerStart("tries")));
    const lost = await findLoss(comments, event.number, ports);
    if (lost !== null) return lost;
    const read2 = (isOwn) => readRecord(comments.flatMap(({ body }) => body.startsWith(marker) === isOwn ? [body] : []));
    const [own, elsewhere] = [read2(true), read2(false)];
    return own === null || elsewhere === null ? nothingTried("the comment with the credits used was edited") : { own, elsewhere };
  } catch (error) {
    if (error instanceof GitHubError) return nothingTried(error.message, isPassing(error) ? AGAIN : void 0);
    throw error;
  }
}
async function findLoss(comments, pullRequest, { github, askPatiently: askPatiently2 }) {
  if (github === null) return null;
  const [edit] = await askPatiently2(() => github.findForeignEdits(comments));
  if (edit !== void 0) return nothingTried(`${nameEditor(edit.by)} edited the comment with the credits used`);
  if (!await askPatiently2(() => github.hasDeletedComment(pullRequest))) return null;
  const text2 = "no page was tried: a comment of this bot was deleted from the pull request, so that what was spent is not known";
  return { title: "action/comment-failed", text: text2, hint: "try the pages yourself with `monitors try`, or open another pull request" };
}
async function write(shown, record, { request, ports, marker }, mode = "create") {
  const outcome = await keepComment({ marker, body: writeBody(shown, record, marker), mode, pullRequest: request.event.number }, ports);
  return outcome.kind === "failed" ? nothingTried(outcome.reason) : void 0;
}
function writeBody(shown, record, marker) {
  return `${marker}
${encodeRecord(record)}

${renderTries(shown)}`;
}
function nothingTried(reason, hint) {
  return {
    title: "action/comment-failed",
    text: `what pages were tried, and their credits, cannot be kept in a comment: ${reason}`,
    hint: hint ?? "add `permissions: pull-requests: write` to the job; after an edit, try the pages yourself with `monitors try`"
  };
}
var import_user_error9, import_try, AGAIN;
var init_try_changed = __esm({
  "src/doors/action/tries/try-changed.ts"() {
    "use strict";
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_try = askBundle("./observe.cjs", "src/features/try/try.ts");
    init_comment();
    init_github_patience();
    init_marked_text();
    init_ports();
    init_changed_pages();
    init_record();
    init_tries_comment();
    AGAIN = "run the job again";
  }
});

// src/doors/action/unread-state.ts
function isStateUnreadable(event, { sharedState }) {
  return sharedState !== void 0 && event.kind === "pull-request" && event.isFork;
}
function concludeUnplanned({ report, checked }, { run }) {
  const credits = checked.monitors.reduce((sum, { estimate }) => sum + (0, import_credits2.totalPerMonth)(estimate), 0);
  const cost = `Estimate of all specs: ${(0, import_words4.countOf)(credits, "credit")} a month.`;
  return {
    exitCode: 0,
    failureReason: null,
    message: { title: "No plan", text: `${TEXT}. ${cost}` },
    outputs: { jsonPath: new Artifacts(run).write("validate.json", (0, import_document2.renderValidateJson)(report)) },
    summary: `> **${TEXT}.**

${cost}

${renderValidateSummary(report)}`
  };
}
var import_words4, import_credits2, import_document2, TEXT;
var init_unread_state = __esm({
  "src/doors/action/unread-state.ts"() {
    "use strict";
    import_words4 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_credits2 = askBundle("./check.cjs", "src/core/specs/credits.ts");
    import_document2 = askBundle("./check.cjs", "src/features/validate/document.ts");
    init_findings_markdown();
    init_workspace();
    TEXT = "no plan: the state can't be read here, since a pull request from a fork gets no credentials";
  }
});

// src/doors/action/plan.ts
var plan_exports = {};
__export(plan_exports, {
  countChanges: () => countChanges,
  runPlan: () => runPlan
});
async function runPlan(request, ports) {
  const { inputs, run, event } = request;
  const workspace = openWorkspace(inputs, ports.env);
  const { root, settings } = workspace;
  const opened = openActionProject({ settings, root, command: "plan" }, inputs, ports);
  await opened.refusePlace();
  const checked = (0, import_check.checkWorkspace)(opened, { strict: inputs.strict });
  ports.annotate((0, import_github2.renderValidateGithub)(checked.report, LOG2));
  if ((0, import_diagnostic.hasErrors)(checked.report.findings)) return endInvalid(request, ports, workspace, checked);
  if (isStateUnreadable(event, settings)) return concludeUnplanned(checked, request);
  const { stateFile, stateCommit, findings, formerStates } = await findState(request, ports, workspace);
  const project = openPlanProject(request, ports, workspace, stateFile);
  const { only, exclude, labels, refresh, allowDeletes } = inputs;
  const options = { only, exclude, labels, refresh, allowDeletes, checkSecrets: false, lookupMs: import_apply.APPLY_DEFAULTS.lookupMs };
  const planned = await planOrComment(() => (0, import_plan.planChecked)(project, checked, options), request, ports, workspace);
  const faulty = (0, import_findings.findPlanFaults)(project, checked, planned.plan);
  if (faulty !== null) {
    const errors = faulty.report.findings.filter(({ severity }) => severity === "error");
    ports.annotate((0, import_github2.renderValidateGithub)({ ...faulty.report, findings: errors, warningCount: 0 }, LOG2));
    return endInvalid(request, ports, workspace, faulty);
  }
  const plan = { ...planned.plan, findings: [...planned.plan.findings, ...findings] };
  ports.log((0, import_formats.renderPlan)(plan, "text", LOG2));
  const specs = new Set(checked.checked.monitors.map(({ key }) => key));
  const shown = {
    plan,
    stateShifts: await listStateShifts(stateFile, plan, (key) => specs.has(key), request, ports, workspace),
    findings: checked.report.findings,
    onPlanChange: inputs.onPlanChange,
    moment: event.kind === "pull-request" ? "pull-request" : "other",
    formerStates,
    stateCommit,
    seenState: settings.sharedState === void 0 ? null : planned.view.stored
  };
  const artifacts = new Artifacts(run);
  const summary = renderPlanSummary(shown);
  const commented = await commentOnPlan(shown, summary.kind, request, { ports, workspace });
  const overBudget = plan.changes.flatMap(
    (change) => change.action === "blocked" && change.reason.kind === "budget" ? [change.reason] : []
  )[0];
  const tries = await tryChanged(plan, request, ports, { workspace, project });
  const notice = commented.notice ?? tries?.notice;
  return {
    ...notice === void 0 ? {} : { message: notice },
    ...overBudget !== void 0 ? endOverBudget(overBudget.at) : tries?.isBad === true ? badPages : { exitCode: 0, failureReason: null },
    outputs: {
      ...countChanges(plan),
      jsonPath: artifacts.write("plan.json", (0, import_formats.renderPlan)(plan, "json", LOG2, checked.report.findings)),
      planPath: artifacts.write("saved-plan.json", (0, import_file_document.toPlanFile)(plan, checked.checked.hashes, checked.report.findings)),
      ...inputs.report ? { reportPath: artifacts.write("report.html", await renderReport(project, { ...planned, plan })) } : {},
      ...commented.id === void 0 ? {} : { commentId: commented.id }
    },
    summary: summary.text + renderTriesSummary(tries)
  };
}
function openPlanProject({ inputs, event }, ports, workspace, stateCopy) {
  const opened = openActionProject({ ...workspace, command: "plan", stateCopy }, inputs, ports);
  if (event.kind === "other") return opened;
  const { settings, root } = workspace;
  const checkCheckout = async (found) => {
    if (found === null && event.kind === "pull-request") await refuseOtherPlace(ports.git, event.base.branch, workspace);
    await opened.checkCheckout(found);
  };
  if (settings.sharedState === void 0 || inputs.allowOldCheckout) return { ...opened, checkCheckout };
  const own = event.kind === "pull-request" ? { ...event.base, tip: event.base.sha, pullRequest: event.number } : { ...event, tip: event.sha };
  const search = { ...own, marker: markerOf(settings, root), shownState: opened.shownState };
  return { ...opened, checkCheckout, askWitnesses: (version2, commit) => askComments({ version: version2, commit }, search, ports) };
}
async function planOrComment(plan, request, ports, workspace) {
  try {
    return await plan();
  } catch (error) {
    if (isAboutPlace(error)) await commentOnFailure(error, request, ports, workspace);
    throw error;
  }
}
async function renderReport(project, planned) {
  const { reportPlan } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/report.ts"));
  const { renderReportPage } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/html/page.ts"));
  return renderReportPage(reportPlan(project, planned, { zone: "UTC", rateLimit: null }));
}
function endOverBudget(at2 = "budget") {
  const title = "plan/over-budget";
  const text2 = "the specs cost more than the budget in the config: apply would create none of the new monitors";
  const hint = `make the new monitors cheaper, or raise ${at2}.creditsPerMonth in monitors.config.yaml`;
  return { exitCode: 1, failureReason: "budget-exceeded", message: { title, text: text2, hint } };
}
function renderTriesSummary(tries) {
  return tries === null || tries.summary === "" ? "" : `
${tries.summary}`;
}
function countChanges({ changes, summary }) {
  const { create, update, replace, delete: deleted } = summary;
  return { changes: changes.length > 0, toCreate: create, toUpdate: update, toReplace: replace, toDelete: deleted };
}
async function endInvalid(request, ports, workspace, { report }) {
  const commented = await commentOnSpecs(report, request, ports, workspace);
  const failure = {
    code: "spec/invalid",
    message: `${(0, import_words5.countOf)(report.errorCount, "error")} in the specs: nothing was planned`,
    hint: "fix the errors in the annotations; `monitors validate` lists them, too"
  };
  return {
    exitCode: 1,
    failureReason: "invalid-specs",
    outputs: {
      jsonPath: new Artifacts(request.run).write("plan.json", (0, import_error.renderErrorJson)("plan", failure, report.findings)),
      ...commented.id === void 0 ? {} : { commentId: commented.id }
    },
    summary: renderInvalidMarkdown(report, { limit: "summary" })
  };
}
var import_words5, import_diagnostic, import_apply, import_file_document, import_findings, import_formats, import_plan, import_github2, import_check, import_error, LOG2, badPages;
var init_plan = __esm({
  "src/doors/action/plan.ts"() {
    "use strict";
    import_words5 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_apply = askBundle("./change.cjs", "src/features/apply/apply.ts");
    import_file_document = askBundle("./plan.cjs", "src/features/plan/file-document.ts");
    import_findings = askBundle("./plan.cjs", "src/features/plan/findings.ts");
    import_formats = askBundle("./plan.cjs", "src/features/plan/formats.ts");
    import_plan = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_github2 = askBundle("./check.cjs", "src/features/validate/github.ts");
    import_check = askBundle("./check.cjs", "src/project/check.ts");
    import_error = askBundle("./check.cjs", "src/rendering/error.ts");
    init_comment();
    init_comment_witnesses();
    init_findings_markdown();
    init_merged_state();
    init_other_place();
    init_plan_comment();
    init_plan_state();
    init_project();
    init_try_changed();
    init_unread_state();
    init_workspace();
    LOG2 = { color: false, width: 120, verbosity: "normal" };
    badPages = {
      exitCode: 1,
      failureReason: "bad-pages",
      message: {
        title: "bad-pages",
        text: "a page that this pull request adds or changes is surely not worth watching",
        hint: "the comment and the job summary list the pages"
      }
    };
  }
});

// src/doors/action/merge/earlier-state.ts
async function refuseEarlierState(plan, place, request, ports) {
  const { root, placed, settings } = place;
  const creates = plan.changes.filter(({ action }) => action === "create");
  if (isStateAllowed(plan, request) || creates.length === 0 || plan.operations !== "create" || !place.hasState || !(0, import_paths7.isInside)(root, placed.stateFile))
    return;
  const ours = (0, import_git.readSerial)((0, import_node_fs9.readFileSync)(settings.stateFile, "utf8"));
  const later = ours === null ? null : await findLater(ours, place, request, ports);
  if (later === null || await isReviewedSince(later.commit, creates, plan, { place, request, ports })) return;
  const shown = pathInRepository(root, placed.stateFile);
  throw new import_user_error10.UserError(
    "git/stale-state",
    `${later.commit.slice(0, 12)} replaced ${shown} by an earlier or another state: the monitors of the later one would be created again`,
    `restore it with "git checkout ${later.commit.slice(0, 12)}~1 -- ${shown}", commit and push`
  );
}
async function isReviewedSince(commit, creates, plan, about) {
  const { place, request, ports } = about;
  const { comment: comment2, stateBranch } = request.inputs;
  if (comment2 === "never" || ports.github === null || (stateBranch ?? request.event.branch) !== request.event.branch) return false;
  const accounts = new Accounts({ place, request, ports, planAgainst: null });
  let left = creates;
  for (const { commit: newer } of await accounts.listCommits()) {
    if (newer === commit || left.length === 0) break;
    left = await accounts.takeOffReviewed(left, newer, plan);
  }
  return left.length === 0;
}
async function findLater(ours, place, request, ports) {
  const own = ownCommitsOf(place, request, ports);
  const { branch, statePath } = own;
  const ref = `refs/heads/${branch}`;
  const history = place.histories.of(branch);
  if (!await isFetched(history)) return null;
  const whole = await history.listLine(ref);
  const line2 = whole.slice(0, COMMITS_BACK2);
  const beyond = whole[COMMITS_BACK2]?.commit;
  const last = line2.find(({ changes }) => changes.has(statePath));
  if (last === void 0 || last.parent === null || last.parent === "unknown" || last === line2[COMMITS_BACK2 - 1]) return null;
  const replaced = await readVersionOf(history, last.parent, statePath);
  if (await readOwnCommit(last.commit, history, own) !== null && isContinuedBy(replaced, ours)) return null;
  const [before, all] = [await listVersions(history, last.parent, beyond, statePath), await listVersions(history, ref, beyond, statePath)];
  return goesBack(ours, { replaced, before, all }) ? { commit: last.commit } : null;
}
async function isFetched(history) {
  try {
    return await history.open();
  } catch (error) {
    if (error instanceof import_user_error10.UserError) return false;
    throw error;
  }
}
async function listVersions(history, from, beyond, statePath) {
  const which = [from, ...beyond === void 0 ? [] : [`^${beyond}`]];
  const listed = await history.ask([
    "log",
    "--full-history",
    `-n${MOST_VERSIONS}`,
    ...which,
    "--format=%H",
    "--",
    `:(literal)${statePath}`
  ]);
  const commits = listed.stdout.toString("utf8").split("\n").filter(Boolean);
  const versions = await Promise.all(commits.map((commit) => readVersionOf(history, commit, statePath)));
  return versions.flatMap((version2) => version2 === null ? [] : [version2]);
}
async function readVersionOf(source, commit, statePath) {
  const blob = await (0, import_recording_commit8.readBlob)(source, `${commit}:${statePath}`);
  return blob === null ? null : (0, import_git.readSerial)(blob.toString("utf8"));
}
function isContinuedBy(before, after) {
  return before !== null && before.lineage === after.lineage && before.serial <= after.serial;
}
function goesBack(ours, { replaced, before, all }) {
  if (all.some(({ lineage, serial }) => lineage === ours.lineage && serial > ours.serial)) return true;
  return replaced !== null && replaced.lineage !== ours.lineage && !before.some(({ lineage }) => lineage === ours.lineage);
}
async function refuseRewrittenHistory(plan, { root, placed, settings }, { inputs, event, run }, ports) {
  const { replaced } = event;
  const creates = plan.changes.some(({ action }) => action === "create");
  if (replaced === void 0 || !creates || plan.operations !== "create" || !(0, import_paths7.isInside)(root, placed.stateFile)) return;
  if ((inputs.stateBranch ?? event.branch) !== event.branch || inputs.newState === `${plan.project}/${plan.environment}`) return;
  const statePath = (0, import_node_path12.relative)(root, placed.stateFile).split(import_node_path12.sep).join("/");
  const theirs = await readReplaced(replaced, statePath, makeTemporaryDirectory(run, "monitors-history-"), ports.git);
  if (theirs === null) return;
  const ours = (0, import_node_fs9.existsSync)(settings.stateFile) ? (0, import_git.readSerial)((0, import_node_fs9.readFileSync)(settings.stateFile, "utf8")) : null;
  if (theirs !== "unknown" && ours !== null && !goesBack(ours, { replaced: theirs, before: [], all: [theirs] })) return;
  const before = replaced.slice(0, 12);
  throw new import_user_error10.UserError(
    "git/stale-state",
    theirs === "unknown" ? `a forced push replaced ${before}, which cannot be fetched: the monitors that its state recorded are unknown` : `a forced push replaced ${before}, which held a later ${statePath}: its monitors would be created again`,
    `restore that state: "git fetch origin ${replaced}", "git checkout ${replaced} -- ${statePath}", commit and push. To apply without it, run the workflow by hand (workflow_dispatch)`
  );
}
async function readReplaced(commit, statePath, directory, runner) {
  const bare = makeBare(runner, directory);
  try {
    const fetched = await bare.git(["fetch", "--quiet", "--no-tags", "--filter=blob:none", "--depth=1", "origin", commit]);
    return fetched.exitCode === 0 ? await readVersionOf(bare.git, commit, statePath) : "unknown";
  } finally {
    await bare.remove();
  }
}
var import_node_fs9, import_node_path12, import_user_error10, import_paths7, import_git, import_recording_commit8, COMMITS_BACK2, MOST_VERSIONS;
var init_earlier_state = __esm({
  "src/doors/action/merge/earlier-state.ts"() {
    "use strict";
    import_node_fs9 = require("node:fs");
    import_node_path12 = require("node:path");
    import_user_error10 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths7 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_git = askBundle("./check.cjs", "src/core/state/file/git.ts");
    import_recording_commit8 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_bare_repository();
    init_workspace();
    init_accounts();
    init_own_commit();
    init_state_guard();
    COMMITS_BACK2 = 50;
    MOST_VERSIONS = 10;
  }
});

// src/doors/action/merge/makers.ts
function describeEffects(plan, steps = (0, import_change_facts6.listSteps)(plan)) {
  return steps.flatMap((step2) => {
    const members = step2.action === "update" ? (0, import_change_facts6.listSentMembers)(step2) : step2.action === "unprotect" ? ["sync.protect"] : [null];
    const wanted = "after" in step2 && step2.after !== void 0 && "bodyHash" in step2.after ? step2.after : void 0;
    const former = step2.action === "rename" ? step2.from : wanted?.sync.renamedFrom ?? null;
    const about = { key: step2.key, former, bodyHash: wanted?.bodyHash ?? null };
    return (0, import_change_facts6.listEffects)(plan, step2).map((id, index) => ({ id, ...about, member: members[index] ?? null }));
  });
}
function startTrace(effect) {
  return { of: effect, wanted: effect, suspects: [], config: null };
}
function takeShown(traces, { shows }) {
  return traces.filter(({ wanted }) => !shows(wanted.id));
}
function tracePast(trace, commit) {
  const { wanted } = trace;
  const { review, before } = commit;
  const config = trace.config ?? (commit.changesConfig ? review : null);
  switch (before.kind) {
    case "same":
      return [trace];
    case "unknown":
      return review === null ? { kind: "too-old" } : { kind: "not-shown", wanted, review };
    case "unreadable":
      return [{ ...trace, config, suspects: [...trace.suspects, ...review === null ? [] : [review]] }];
    case "known": {
      if (before.effects.has(wanted.id)) return [{ ...trace, config, suspects: [] }];
      const maker = review ?? trace.suspects[0] ?? config;
      if (maker !== null) return { kind: "not-shown", wanted, review: maker };
      const earlier = before.effects.findBasis(wanted);
      return earlier.length === 0 ? { kind: "not-compared" } : earlier.map((effect) => ({ ...trace, wanted: effect, suspects: [], config }));
    }
  }
}
function findWorst(verdicts) {
  const ranks = ["shown", "not-compared", "too-old", "not-shown"];
  const start2 = { kind: "shown" };
  return verdicts.reduce((worst, verdict) => ranks.indexOf(verdict.kind) > ranks.indexOf(worst.kind) ? verdict : worst, start2);
}
function groupBy(effects, nameOf3) {
  const groups = /* @__PURE__ */ new Map();
  for (const effect of effects) {
    const name = nameOf3(effect);
    if (name !== null) (0, import_grouping.addToGroup)(groups, name, effect);
  }
  return groups;
}
var import_grouping, import_change_facts6, KnownEffects;
var init_makers = __esm({
  "src/doors/action/merge/makers.ts"() {
    "use strict";
    import_grouping = askBundle("./monitors.cjs", "src/core/base/grouping.ts");
    import_change_facts6 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    KnownEffects = class {
      #ids;
      #byKey;
      #byBody;
      constructor(effects) {
        this.#ids = new Set(effects.map(({ id }) => id));
        this.#byKey = groupBy(effects, ({ key }) => key);
        this.#byBody = groupBy(effects, ({ member: member2, bodyHash }) => member2 === null ? bodyHash : null);
      }
      has(id) {
        return this.#ids.has(id);
      }
      /** The effects that another one goes on from: of its monitor, or of one with its content. What is deleted takes nothing over. */
      findBasis({ key, former, member: member2, bodyHash }) {
        if (bodyHash === null && member2 === null) return [];
        const ofMonitor = [key, ...former === null ? [] : [former]].flatMap((name) => this.#byKey.get(name) ?? []);
        const moved = bodyHash === null || member2 !== null ? [] : this.#byBody.get(bodyHash) ?? [];
        return [.../* @__PURE__ */ new Set([...ofMonitor.filter((before) => before.member === null || member2 === null || before.member === member2), ...moved])];
      }
    };
  }
});

// src/doors/action/merge/tip-history.ts
async function searchHistory(git, { branch, commit }, earlier) {
  if (await isContained(git, earlier, commit)) return true;
  if (!await fetchHistory(git, branch)) return false;
  if (await isContained(git, earlier, commit)) return true;
  return await isShallowCheckout(git) ? null : false;
}
async function fetchHistory(git, branch) {
  if (!await isShallowCheckout(git)) return false;
  await git(["fetch", "--no-tags", "--quiet", "--unshallow", "origin", `refs/heads/${branch}`]);
  return true;
}
function openTip(git, tip) {
  return {
    readCommit: async () => tip.commit,
    contains: async (_, earlier) => searchHistory(git, tip, earlier),
    isShallow: async () => await fetchHistory(git, tip.branch) && await isShallowCheckout(git)
  };
}
var init_tip_history = __esm({
  "src/doors/action/merge/tip-history.ts"() {
    "use strict";
    init_git_state();
    init_state_record();
  }
});

// src/doors/action/merge/tip-worktree.ts
async function findRoot({ workspace, workingDirectory }, git) {
  const root = (0, import_repository2.findRepositoryBelow)(workspace, workingDirectory);
  const remote = await git(["remote", "get-url", "origin"]);
  if (root !== null && remote.exitCode === 0) return root;
  const why = root === null ? "the working directory is not in a git checkout" : 'the checkout has no remote named "origin"';
  throw new import_user_error11.UserError("git/no-repository", why, 'run actions/checkout before this action, or set "commit-state: false"');
}
async function layOut({ inputs, event, run }, ports, checkout, commit) {
  const temporary = makeTemporaryDirectory(run, "monitors-apply-");
  const root = (0, import_node_path13.join)(temporary, "tip");
  const remove = async () => {
    await ports.git(["worktree", "remove", "--force", root]);
    (0, import_node_fs10.rmSync)(temporary, { recursive: true, force: true });
  };
  try {
    readLine(await ports.git(["worktree", "add", "--quiet", "--force", "--detach", root, commit]));
    const given = (0, import_node_path13.join)(root, (0, import_node_path13.relative)(checkout, inputs.workingDirectory));
    if (!(0, import_node_fs10.existsSync)(given)) throw missingDirectory((0, import_node_path13.relative)(checkout, inputs.workingDirectory), event.branch);
    const cwd = followLinks(root, given);
    return { root, temporary, settings: readSettings(inputs, ports, { checkout, root, cwd }), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
async function openTipWorktree(request, ports, checkout) {
  const { inputs, event } = request;
  const commit = await fetchTip2(ports.git, event);
  const { root, temporary: place, settings: placed, remove: removeTip } = await layOut(request, ports, checkout, commit);
  const histories = new Histories(ports.git, request, { branch: event.branch, commit, place: "branch" });
  const remove = async () => {
    try {
      await histories.close();
    } finally {
      await removeTip();
    }
  };
  const tip = { commit, root, placed, histories, remove };
  try {
    if (placed.sharedState !== void 0) return { ...tip, settings: placed, hasState: false, hasJournal: false, record: null };
    const statePath = toRepositoryPath(root, placed.stateFile);
    const common = { statePath, message: inputs.commitMessage, author: inputs.commitAuthor, world: ports.world };
    if (inputs.stateBranch !== void 0 && inputs.stateBranch !== event.branch) {
      const branch = inputs.stateBranch;
      const directory = (0, import_node_path13.join)(place, "state");
      const copied = await readStateFromBranch(ports.git, {
        branch,
        otherwise: event.branch,
        statePath,
        directory,
        environment: placed.environment
      });
      const record2 = new StateRecord(ports.git, { ...common, branch, head: copied.commit, files: copied.files, directory });
      return { ...tip, settings: { ...placed, stateFile: copied.stateFile }, ...lookFor(copied.stateFile), record: record2 };
    }
    const files = await readStateFiles(ports.git, commit, statePath);
    await refuseForgottenBranch(ports.git, { branch: event.branch, files, statePath });
    await copyStateFiles(ports.git, files, { statePath, directory: root });
    const record = new StateRecord(ports.git, { ...common, branch: event.branch, head: commit, files, directory: root });
    return { ...tip, settings: placed, ...lookFor(placed.stateFile), record };
  } catch (error) {
    await remove();
    throw error;
  }
}
async function useCheckout(request, ports) {
  const { inputs, event } = request;
  const { git } = ports;
  const { root, settings } = openWorkspace(inputs, ports.env);
  const here = await git.read("HEAD^{commit}");
  const commit = here !== null && (0, import_paths8.isInside)(root, settings.stateFile) ? here.id : event.sha;
  const from = here === null ? null : "checkout";
  const histories = new Histories(git, request, { branch: event.branch, commit, place: from });
  const remove = () => histories.close();
  const place = { commit, root, settings, placed: settings, ...lookFor(settings.stateFile), record: null, histories, remove };
  if (here === null || !(0, import_paths8.isInside)(root, settings.stateFile)) return place;
  const statePath = toRepositoryPath(root, settings.stateFile);
  const ours = await readStateFiles(git, commit, statePath);
  const theirs = await readStateFiles(git, await fetchTip2(git, event), statePath);
  if (ours.state !== theirs.state || ours.journal !== theirs.journal) {
    throw new import_user_error11.UserError(
      "git/stale-state",
      `branch "${event.branch}" holds another ${statePath} than this checkout: another run has recorded its results since`,
      'set "ref: ${{ github.ref_name }}" for actions/checkout, or remove "commit-state: false"'
    );
  }
  await refuseForgottenBranch(git, { branch: event.branch, files: theirs, statePath });
  return place;
}
function lookFor(stateFile) {
  return { hasState: (0, import_node_fs10.existsSync)(stateFile), hasJournal: (0, import_node_fs10.existsSync)(journalPathOf(stateFile)) };
}
async function fetchTip2(git, { branch, sha }) {
  const tip = await fetchBranch(git, branch, "history");
  if (tip === null)
    throw new import_user_error11.UserError(
      "git/no-branch",
      `the branch "${branch}" does not exist any more`,
      "nothing was applied; push it again, unless it was deleted on purpose"
    );
  if (await searchHistory(git, { branch, commit: tip }, sha) === true) return tip;
  throw new import_user_error11.UserError(
    "git/not-on-branch",
    `branch "${branch}" is at ${tip.slice(0, 12)}, which does not contain ${sha.slice(0, 12)}, the commit of this run`,
    "check the branch, then push a commit or run the workflow by hand to apply it"
  );
}
function readSettings(inputs, { env }, { checkout, root, cwd }) {
  const move = (path) => path !== void 0 && (0, import_paths8.isInside)(checkout, path) ? (0, import_node_path13.join)(root, (0, import_node_path13.relative)(checkout, path)) : path;
  const { environment, config, specs, state } = inputs;
  const flags = { environment, config: move(config), specs: move(specs), state: move(state) };
  refuseLinkedInputs(root, cwd, flags);
  const settings = (0, import_loaded_settings2.loadSettings)({ flags, env, directory: cwd, cwd: root, directoryHint: "check the input working-directory" });
  refuseSpecsOutside(root, settings);
  refuseGitInputs(settings, inputs);
  return settings;
}
function toRepositoryPath(root, path) {
  if ((0, import_paths8.isInside)(root, path)) return pathInRepository(root, path);
  throw new import_user_error11.UserError("git/outside-repository", "the state would be outside the repository", 'set "state" to a path inside it');
}
function missingDirectory(directory, branch) {
  return new import_user_error11.UserError("config/not-found", `working directory not found on "${branch}": ${directory}`, 'check "working-directory"');
}
var import_node_fs10, import_node_path13, import_loaded_settings2, import_user_error11, import_paths8, import_repository2;
var init_tip_worktree = __esm({
  "src/doors/action/merge/tip-worktree.ts"() {
    "use strict";
    import_node_fs10 = require("node:fs");
    import_node_path13 = require("node:path");
    import_loaded_settings2 = askBundle("./check.cjs", "src/core/config/loaded-settings.ts");
    import_user_error11 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths8 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_repository2 = askBundle("./check.cjs", "src/core/git/repository.ts");
    init_git_state();
    init_workspace();
    init_branch_history();
    init_state_record();
    init_tip_history();
  }
});

// src/doors/action/merge/earlier-specs.ts
async function planEarlier(commit, { request, ports, project, opened }) {
  const { workspace, workingDirectory } = request.inputs;
  const checkout = (0, import_repository3.findRepositoryBelow)(workspace, workingDirectory) ?? workingDirectory;
  try {
    const { root, settings, remove } = await layOut(request, ports, checkout, commit);
    try {
      const { budget, budgetBy, ...free } = settings;
      const earlier = { ...project, settings: { ...free, stateFile: project.settings.stateFile }, cwd: root, cache: null, keyList: null };
      const checked = (0, import_check2.checkWorkspace)(earlier);
      const inputs = listInputs(settings, root, checked);
      if ((0, import_diagnostic2.hasErrors)(checked.report.findings)) return { inputs, effects: null };
      const plan = (0, import_plan2.planFromView)(earlier, checked, opened, { allowDeletes: true }, { neighbours: [] });
      return { inputs, effects: new KnownEffects(describeEffects(plan)) };
    } finally {
      await remove();
    }
  } catch (error) {
    if (error instanceof import_user_error12.UserError) return { inputs: null, effects: NOT_THERE.has(error.code) ? new KnownEffects([]) : null };
    throw error;
  }
}
function listInputs(settings, root, { checked }) {
  const { specsDirectory, configFile, stateFile } = settings;
  const inRepository = (path) => pathInRepository((0, import_paths9.findReal)(root), (0, import_paths9.findReal)(path));
  const specs = inRepository(specsDirectory);
  const data2 = [...checked.dataOf].flatMap(([spec, paths]) => paths.map((path) => inRepository((0, import_node_path14.join)(specsDirectory, (0, import_node_path14.dirname)(spec), path))));
  const config = inRepository(configFile ?? (0, import_node_path14.join)((0, import_node_path14.dirname)(specsDirectory), CONFIG_NAME));
  const state = pathInRepository(root, stateFile);
  return { specs: specs === "" ? "" : `${specs}/`, config, data: new Set(data2), own: /* @__PURE__ */ new Set([state, journalPathOf(state)]) };
}
function changesInputs({ changes, changesLinks }, inputs) {
  if (changesLinks || inputs === null) return true;
  const { specs, config, data: data2, own } = inputs;
  const isInput = (path) => path.startsWith(specs) || path === config || data2.has(path) || import_node_path14.posix.basename(path) === CONFIG_NAME;
  return [...changes.keys()].some((path) => isInput(path) && !own.has(path));
}
function changesConfig({ changes }, inputs) {
  return inputs !== null && changes.has(inputs.config);
}
var import_node_path14, import_diagnostic2, import_user_error12, import_paths9, import_repository3, import_plan2, import_check2, NOT_THERE, CONFIG_NAME;
var init_earlier_specs = __esm({
  "src/doors/action/merge/earlier-specs.ts"() {
    "use strict";
    import_node_path14 = require("node:path");
    import_diagnostic2 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error12 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths9 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_repository3 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_plan2 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_check2 = askBundle("./check.cjs", "src/project/check.ts");
    init_git_state();
    init_workspace();
    init_makers();
    init_tip_worktree();
    NOT_THERE = /* @__PURE__ */ new Set([
      "file/no-specs",
      "file/no-directory",
      "config/not-found",
      "config/no-environment",
      "config/unknown-environment",
      "spec/none-here"
    ]);
    CONFIG_NAME = "monitors.config.yaml";
  }
});

// src/doors/action/merge/trace.ts
async function traceBack(plan, offline, steps, accounts, trace) {
  const effects = new Map(steps.map((step2) => [step2, describeEffects(plan, [step2])]));
  const own = offline.changes.filter((change) => isCarriedOut(change) && !(0, import_change_facts7.isOfLeftover)(change));
  const made = new Set(describeEffects(offline, [...own, ...(0, import_change_facts7.listSteps)({ changes: [], bookkeeping: offline.bookkeeping })]).map(({ id }) => id));
  const all = [...effects.values()].flat();
  const walk = new Walk(plan, steps, accounts, trace);
  const verdicts = await walk.run(
    all.filter(({ id }) => made.has(id)),
    all.filter(({ id }) => !made.has(id))
  );
  const busy = new Set(own.map(({ key }) => key));
  const refused = [];
  const unmade = [];
  let notCompared = 0;
  for (const step2 of steps) {
    const parts = (effects.get(step2) ?? []).map((effect) => verdicts.get(effect) ?? { kind: "of-service" });
    const isOfService2 = parts.some(({ kind }) => kind === "of-service");
    const worst = findWorst(parts.filter((verdict) => verdict.kind !== "of-service"));
    const canStay = step2.action !== "unprotect";
    if (canStay && isOfService2 && worst.kind !== "not-shown" && !busy.has(step2.key)) unmade.push(step2);
    else if (!isOfService2 && await isMadeAgain(step2, worst, walk.oldest, trace)) unmade.push(step2);
    else if (worst.kind === "not-shown") refused.push({ step: step2, by: worst.review });
    else if (isOfService2 || worst.kind === "too-old") refused.push({ step: step2, by: isOfService2 ? "service" : "older-commit" });
    else if (worst.kind === "not-compared") notCompared++;
  }
  return { refused, unmade, notCompared };
}
async function isMadeAgain(step2, verdict, oldest, { wasRecordedSince: wasRecordedSince2 }) {
  if (step2.action !== "update" && step2.action !== "replace") return false;
  if (verdict.kind === "not-shown") return wasRecordedSince2(step2.key, verdict.review.commit);
  return verdict.kind === "too-old" && wasRecordedSince2(null, oldest);
}
async function* followLine(history, commit) {
  if (history === null) yield { commit, parent: null, others: [], changes: /* @__PURE__ */ new Map(), changesLinks: true };
  else yield* history.followLine(commit);
}
var import_change_facts7, MOST_REQUESTS, REQUESTS_OF_COMMIT, Walk;
var init_trace = __esm({
  "src/doors/action/merge/trace.ts"() {
    "use strict";
    import_change_facts7 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    init_reviewed_plan();
    init_earlier_specs();
    init_makers();
    MOST_REQUESTS = 60;
    REQUESTS_OF_COMMIT = 4;
    Walk = class {
      constructor(plan, steps, accounts, trace) {
        this.plan = plan;
        this.steps = steps;
        this.accounts = accounts;
        this.trace = trace;
      }
      plan;
      steps;
      accounts;
      trace;
      #verdicts = /* @__PURE__ */ new Map();
      /** Effects of what the service holds: a review may show them, no commit makes them. */
      #ofService = [];
      /** The last commit that was looked at. */
      oldest = "";
      async run(effects, ofService) {
        const { place, inputs } = this.trace;
        this.#ofService = ofService.map((effect) => startTrace(effect));
        await this.#follow(
          effects.map((effect) => startTrace(effect)),
          place.commit,
          inputs
        );
        await this.#takeLeftGroups();
        return this.#verdicts;
      }
      /** Follows the first-parent line of a commit until no trace is left, or the history or the requests end. */
      async #follow(start2, tip, startInputs) {
        const { place, request, ports } = this.trace;
        let traces = start2;
        let inputs = startInputs;
        for await (const line2 of followLine(await place.histories.ofTip(), tip)) {
          if (traces.length + this.#ofService.length === 0) break;
          this.oldest = line2.commit;
          const changes = changesInputs(line2, inputs);
          if (!changes && line2.commit !== request.event.sha) continue;
          if ((await ports.github?.countRequests() ?? 0) + REQUESTS_OF_COMMIT > MOST_REQUESTS) break;
          const account = await this.accounts.of(line2.commit);
          traces = await this.#takeShown(traces, account, line2.commit);
          if (!changes || traces.length === 0) continue;
          const { before, inputs: earlier } = await this.#lookBefore(line2.parent);
          if (account.kind === "not-compared") traces = await this.#followOthers(traces, line2, before);
          traces = this.#tracePast(traces, account, line2.commit, { before, changesConfig: changesConfig(line2, inputs) });
          inputs = earlier;
        }
        for (const { of } of traces) this.#settle(of, { kind: "too-old" });
      }
      /** A merge without a review made nothing that one of its other parents has: there it came from. */
      async #followOthers(traces, { others }, before) {
        let left = traces;
        for (const other of before.kind === "known" ? others : []) {
          const { effects, inputs } = await this.trace.planEarlier(other);
          const isFromThere = ({ wanted: { id } }) => effects?.has(id) === true && !(before.kind === "known" && before.effects.has(id));
          await this.#follow(left.filter(isFromThere), other, inputs);
          left = left.filter((trace) => !isFromThere(trace));
        }
        return left;
      }
      async #lookBefore(parent) {
        if (parent === "unknown") return { before: { kind: "unknown" }, inputs: null };
        if (parent === null) return { before: { kind: "known", effects: new KnownEffects([]) }, inputs: null };
        const { effects, inputs } = await this.trace.planEarlier(parent);
        return { before: effects === null ? { kind: "unreadable" } : { kind: "known", effects }, inputs };
      }
      /** Settles what the review of a commit shows, and returns the rest. */
      async #takeShown(traces, account, commit) {
        if (account.kind === "not-compared") return traces;
        const review = { shows: await this.accounts.findShown(account, this.plan, this.steps), review: { ...account, commit } };
        const settle2 = (some) => {
          const left = takeShown(some, review);
          const kept = new Set(left);
          for (const trace of some) if (!kept.has(trace)) this.#settle(trace.of, { kind: "shown" });
          return left;
        };
        this.#ofService = settle2(this.#ofService);
        return settle2(traces);
      }
      #tracePast(traces, account, commit, seen) {
        const review = account.kind === "compared" ? { ...account, commit } : null;
        return traces.flatMap((trace) => {
          const next = tracePast(trace, { ...seen, review, shows: () => false });
          if (!("kind" in next)) return next;
          this.#settle(trace.of, next);
          return [];
        });
      }
      #settle(effect, verdict) {
        const known = this.#verdicts.get(effect);
        this.#verdicts.set(effect, known === void 0 ? verdict : findWorst([known, verdict]));
      }
      /** Without the changes that others account for, a group of a review may be whole. */
      async #takeLeftGroups() {
        const unshown = [...this.#verdicts].flatMap(([effect, verdict]) => verdict.kind === "not-shown" ? [{ effect, verdict }] : []);
        const ids = new Set(unshown.map(({ effect }) => effect.id));
        const left = this.steps.filter((step2) => (0, import_change_facts7.listEffects)(this.plan, step2).some((id) => ids.has(id)));
        for (const { effect, verdict } of left.length < this.steps.length ? unshown : []) {
          const shows = await this.accounts.findShown(verdict.review, this.plan, left);
          if (shows(verdict.wanted.id)) this.#verdicts.set(effect, { kind: "shown" });
        }
      }
    };
  }
});

// src/doors/action/merge/review.ts
async function reviewPlan(plan, offline, reviewing) {
  const { request, place } = reviewing;
  const { event } = request;
  const end = (review, unmade = []) => ({ review, unmade });
  if (request.inputs.comment === "never") return end({ kind: "nothing-to-compare", why: "the input comment is never" });
  const steps = (0, import_change_facts8.listSteps)(plan).filter(isCarriedOut);
  if (steps.length === 0) return end({ kind: "same" });
  const accounts = new Accounts(reviewing);
  if (event.name !== "push") return end(await reviewByHand(plan, steps, accounts));
  const first = await accounts.of(event.sha);
  const compared = first.kind === "compared" ? await accounts.compare(first, plan) : null;
  if (compared !== null && compared.kind !== "not-reviewed" && place.commit === event.sha) return end(compared);
  const traced = await traceBack(plan, offline, steps, accounts, reviewing);
  return end(toReview(steps, traced, first, compared), traced.unmade);
}
function toReview(steps, { refused, unmade, notCompared }, first, compared) {
  if (refused.length > 0) {
    const phrases = [...new Set(refused.map(({ by }) => typeof by === "string" ? PHRASES[by] : explainUnshown(by)))];
    return { kind: "not-reviewed", changes: refused.map(({ step: step2 }) => step2), why: phrases.slice(0, MOST_EXPLAINED).join("; ") };
  }
  if (compared !== null && compared.kind !== "not-reviewed") return compared;
  const isAllUnmade = unmade.length === steps.length;
  if (first.kind === "not-compared" && (notCompared > 0 || isAllUnmade)) return { kind: "nothing-to-compare", why: first.why };
  return { kind: "same" };
}
async function reviewByHand(plan, steps, accounts) {
  try {
    let left = steps;
    for (const { commit } of await accounts.listCommits()) {
      if (left.length === 0) break;
      left = await accounts.takeOffReviewed(left, commit, plan);
    }
    if (left.length === 0) return { kind: "same" };
    return { kind: "not-reviewed", changes: left, why: `no recently merged pull request shows ${left.length === 1 ? "it" : "them"}` };
  } catch (error) {
    if (error instanceof import_user_error13.UserError && error.code === "git/review-unknown") return { kind: "nothing-to-compare", why: error.message };
    throw error;
  }
}
function sayReview(review) {
  switch (review.kind) {
    case "nothing-to-compare":
      return `Not compared with a reviewed plan: ${review.why}.`;
    case "same":
      return "All changes of the plan were reviewed.";
    case "fewer":
      return `All changes of the plan were reviewed; ${(0, import_words6.countOf)(review.missing, "reviewed change is", "reviewed changes are")} no longer needed.`;
    case "not-reviewed":
      return `Changes that were not reviewed: ${(0, import_words6.listFirst)(
        review.changes.map(({ action, key }) => `${action} "${key}"`),
        NAMED_CHANGES
      )} (${review.why}).`;
  }
}
var import_words6, import_user_error13, import_change_facts8, NAMED_CHANGES, MOST_EXPLAINED, PHRASES;
var init_review = __esm({
  "src/doors/action/merge/review.ts"() {
    "use strict";
    import_words6 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error13 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_change_facts8 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    init_reviewed_plan();
    init_accounts();
    init_trace();
    NAMED_CHANGES = 50;
    MOST_EXPLAINED = 3;
    PHRASES = {
      "older-commit": "they were made before the commits that were looked at",
      service: "the service was changed, and no reviewed plan shows it"
    };
  }
});

// src/doors/action/merge/unreviewed-drift.ts
function leaveDriftAlone(refreshed, offline, unreviewed, live) {
  const unseen = new Set(unreviewed);
  const leftAlone = [];
  const overwriting = [];
  const changes = refreshed.changes.flatMap((change) => {
    if (!unseen.has(change)) return [change];
    const without = offline.changes.filter((other) => other.key === change.key && isCarriedOut(other) && other.action !== "rename");
    if (without.length === 0) {
      leftAlone.push(change);
      return [];
    }
    const same = isTouching(change) ? without.filter(isTouching).find((other) => idOf(other) === idOf(change)) : void 0;
    const view = same === void 0 ? void 0 : live.monitors.get(idOf(same));
    if (same === void 0 || view === void 0) return [change];
    const lost = (0, import_live_check.listLost)(same, view, refreshed.base?.lineage ?? "");
    if (lost === null) leftAlone.push(change);
    else overwriting.push({ change: same, why: lost });
    return [lost === null ? same : change];
  });
  return { plan: (0, import_plan3.withChanges)(refreshed, changes), leftAlone, overwriting };
}
function leaveUnmade(plan, unmade) {
  const unseen = new Set(unmade);
  const leftAlone = plan.changes.filter((change) => unseen.has(change));
  return leftAlone.length === 0 ? { plan, leftAlone } : {
    plan: (0, import_plan3.withChanges)(
      plan,
      plan.changes.filter((change) => !unseen.has(change))
    ),
    leftAlone
  };
}
function sayLeftAlone(change) {
  if (!(0, import_change_facts9.isDrift)(change))
    return `Not applied: ${change.action} "${change.key}": no commit made it since the monitor was last applied, and no reviewed plan shows it. To apply it, run the workflow by hand (workflow_dispatch).`;
  const fields = "drift" in change ? change.drift ?? [] : [];
  const paths = [...new Set(fields.map(({ path }) => path.slice(1).replaceAll("/", ".")))];
  const what = paths.length === 0 ? "" : ` (${paths.slice(0, MOST_PATHS).join(", ")}${paths.length > MOST_PATHS ? ", ..." : ""})`;
  return `Not reverted: "${change.key}" was changed in the service${what}, and no reviewed plan reverts it.`;
}
function isTouching(change) {
  return change.action === "update" || change.action === "replace" || change.action === "delete";
}
function idOf(change) {
  return change.action === "delete" ? change.id : change.before.id;
}
var import_live_check, import_change_facts9, import_plan3, MOST_PATHS;
var init_unreviewed_drift = __esm({
  "src/doors/action/merge/unreviewed-drift.ts"() {
    "use strict";
    import_live_check = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    import_change_facts9 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_plan3 = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    init_reviewed_plan();
    MOST_PATHS = 5;
  }
});

// src/doors/action/merge/approval.ts
async function approvePlan(plan, known, reviewing) {
  const { place, request, ports } = reviewing;
  const offline = known.refreshed?.offline() ?? plan;
  const judged = await reviewPlan(plan, offline, reviewing);
  await refuseEarlierState(plan, place, request, ports);
  const { onPlanChange, comment: comment2 } = request.inputs;
  const needsReview = request.event.name === "push" && comment2 !== "never";
  if (onPlanChange === "apply") return { plan, review: judged.review, leftAlone: [] };
  if (known.refreshed === null) {
    const kept2 = needsReview ? keepReviewed(plan, judged, ports) : { plan, leftAlone: [] };
    const changed = known.service === null ? [] : await findChangedInService(kept2.plan, known.service, ports.interruption);
    refuseOverwriting(changed);
    return { ...kept2, review: judged.review };
  }
  const unreviewed = [...judged.review.kind === "not-reviewed" ? judged.review.changes : [], ...judged.unmade];
  if (unreviewed.length === 0 || !needsReview) return { plan, review: judged.review, leftAlone: [] };
  const narrowed = leaveDriftAlone(plan, offline, unreviewed, known.refreshed.live);
  refuseOverwriting(narrowed.overwriting);
  const again = await reviewPlan(narrowed.plan, offline, reviewing);
  const kept = keepReviewed(narrowed.plan, again, ports);
  return { plan: kept.plan, review: again.review, leftAlone: [...narrowed.leftAlone, ...kept.leftAlone] };
}
function keepReviewed(plan, { review, unmade }, ports) {
  refuseUnreviewed(review, ports);
  return leaveUnmade(plan, unmade);
}
function refuseUnreviewed(review, { display }) {
  if (review.kind !== "not-reviewed") return;
  display.showReview(review);
  const { changes, why } = review;
  const names = listSome(changes.map(({ action, key }) => `${action} "${key}"`));
  throw new import_user_error14.UserError(
    "git/plan-changed",
    `the plan has changes that were not reviewed: ${names} (${why})`,
    'check the plan above; to apply it, merge a pull request whose comment shows it, run the workflow by hand (workflow_dispatch) or set "on-plan-change: apply"'
  );
}
function refuseOverwriting(changed) {
  if (changed.length === 0) return;
  const names = listSome(changed.map(({ change: { action, key }, why }) => `${action} "${key}": ${why}`));
  throw new import_user_error14.UserError(
    "git/plan-changed",
    `the service changed since the review: ${names}`,
    'add the change to the spec in another pull request; to overwrite it, run the workflow by hand (workflow_dispatch) with "refresh: true"'
  );
}
function listSome(names) {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
async function findChangedInService(plan, service, signal) {
  const waiting = plan.changes.filter(isTouching);
  const found = [];
  const readNext = async () => {
    for (let change = waiting.shift(); change !== void 0; change = waiting.shift()) {
      const read2 = await service.getMonitor(idOf(change), signal);
      if (read2.kind === "failed") waiting.length = 0;
      const live = read2.kind === "read" ? read2.value : null;
      const view = live === null ? null : (0, import_live.toLiveView)((0, import_live.readInClear)(live), plan.base?.lineage ?? "", plan.allowedFields, live.hide);
      const why = view === null ? null : (0, import_live_check2.listLost)(change, view, plan.base?.lineage ?? "");
      if (why !== null) found.push({ change, why });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
  return found.sort((a, b) => plan.changes.indexOf(a.change) - plan.changes.indexOf(b.change));
}
var import_live_check2, import_user_error14, import_live, MOST_NAMED, CONCURRENCY;
var init_approval = __esm({
  "src/doors/action/merge/approval.ts"() {
    "use strict";
    import_live_check2 = askBundle("./plan.cjs", "src/core/apply/live-check.ts");
    import_user_error14 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_live = askBundle("./plan.cjs", "src/core/plan/live.ts");
    init_earlier_state();
    init_review();
    init_unreviewed_drift();
    MOST_NAMED = 5;
    CONCURRENCY = 8;
  }
});

// src/doors/action/merge/new-state.ts
async function refuseLostState(plan, place, request, ports) {
  const { inputs } = request;
  const created = plan.changes.filter(({ action }) => action === "create").length;
  const name = `${plan.project}/${plan.environment}`;
  if (place.hasState) {
    if (inputs.newState === name) ports.display.note(`The state of ${name} exists: remove "new-state" from the workflow.`);
    return;
  }
  if (plan.operations !== "create" || created === 0 || inputs.newState === name) return;
  const { root, placed } = place;
  if (!(0, import_paths10.isInside)(root, placed.stateFile)) return;
  const states = await findStates(place, request, ports);
  if (states.length === 0 || await isAgreed(states, place, request, ports)) return;
  const shown = pathInRepository(root, placed.stateFile);
  throw new import_user_error15.UserError(
    "git/new-state",
    `${shown} is missing, but ${sayStates(states)}: ${(0, import_words7.countOf)(created, "monitor")} would be created and paid for again`,
    `${sayWayBack(states, request)}, or undo the change of the config. To start a new state, set "new-state: ${name}" for one run`
  );
}
function sayStates(states) {
  const some = states.slice(0, 3).map(({ path, branch, commit }) => `${path} ("${branch}", last changed by ${commit.slice(0, 12)})`);
  const rest = states.length - some.length;
  return `the history holds ${some.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
function sayWayBack([newest], { inputs, event }) {
  if (newest?.kept !== void 0) return sayKept(newest.kept, newest, event.branch);
  if (newest !== void 0 && newest.branch !== (inputs.stateBranch ?? event.branch))
    return `set "state-branch: ${newest.branch}" in this step`;
  return `restore the state (git checkout COMMIT~1 -- ${newest?.path})`;
}
function sayKept(ref, { path, branch: former }, branch) {
  const back = former === branch ? `git checkout FETCH_HEAD -- ${path}", commit and push` : `git push origin FETCH_HEAD:refs/heads/${former}"`;
  return `put it back: "git fetch origin ${ref}", "${back}`;
}
async function findStates({ root, placed, hasJournal }, { inputs, event, run }, { git }) {
  if (await git.read("HEAD") === null) return [];
  const states = await findFormerStates(git, {
    branches: [event.branch, inputs.stateBranch ?? USUAL_STATE_BRANCH],
    statePath: pathInRepository(root, placed.stateFile),
    configPath: placed.configFile === null ? null : pathInRepository(root, placed.configFile),
    directory: makeTemporaryDirectory(run, "monitors-history-"),
    project: placed.project,
    environment: placed.environment
  });
  return hasJournal ? states.filter(({ path }) => !path.endsWith(".journal")) : states;
}
async function isAgreed(states, place, request, ports) {
  const { inputs, event } = request;
  if (inputs.comment === "never" || ports.github === null) return false;
  const statePath = pathInRepository(place.root, place.placed.stateFile);
  if (states.some(({ path, branch }) => branch !== event.branch && path === statePath)) return false;
  const accounts = new Accounts({ place, request, ports, planAgainst: null });
  for (const { commit, parent, changes } of await accounts.listCommits()) {
    if (showsNewState(await accounts.of(commit))) return true;
    if (parent !== "unknown" && (changes.has(statePath) || changes.has(journalPathOf(statePath)))) return false;
  }
  return false;
}
var import_words7, import_user_error15, import_paths10;
var init_new_state = __esm({
  "src/doors/action/merge/new-state.ts"() {
    "use strict";
    import_words7 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error15 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_paths10 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    init_git_state();
    init_state_history();
    init_workspace();
    init_accounts();
  }
});

// src/doors/action/merge/record-age.ts
async function wasRecordedSince(key, commit, { root, placed, settings, histories }, git, applied) {
  const history = await histories.ofTip();
  if (settings.sharedState !== void 0) {
    if (applied === void 0) return false;
    return await isContained(git, commit, applied) || history !== null && isContained(history.git, commit, applied);
  }
  if (settings.stateFile !== placed.stateFile || !(0, import_paths11.isInside)(root, placed.stateFile) || !(0, import_node_fs11.existsSync)(placed.stateFile)) return false;
  const path = pathInRepository(root, placed.stateFile);
  const then = history === null ? null : await (0, import_recording_commit9.readBlob)(history, `${commit}:${path}`);
  if (history !== null && then === null && await holdsFile(history, commit, path)) return false;
  const before = then === null ? null : readApplied(then.toString("utf8"), key);
  const now = readApplied((0, import_node_fs11.readFileSync)(placed.stateFile, "utf8"), key);
  return now !== null && now !== before;
}
async function holdsFile(history, commit, path) {
  const listed = await history.ask(["ls-tree", "-z", "--full-tree", commit, "--", `:(literal)${path}`]);
  return listed.exitCode === 0 && listed.stdout.length > 0;
}
function readApplied(text2, key) {
  const state = (0, import_value6.parseJson)(text2);
  if (key === null) return (0, import_canonical4.canonicalJson)((0, import_value6.property)(state, "serial") ?? null);
  const record = (0, import_value6.property)((0, import_value6.property)(state, "monitors"), key);
  return record === void 0 ? null : (0, import_canonical4.canonicalJson)(MEMBERS.map((member2) => (0, import_value6.property)(record, member2) ?? null));
}
var import_node_fs11, import_paths11, import_canonical4, import_value6, import_recording_commit9, MEMBERS;
var init_record_age = __esm({
  "src/doors/action/merge/record-age.ts"() {
    "use strict";
    import_node_fs11 = require("node:fs");
    import_paths11 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_canonical4 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    import_value6 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_recording_commit9 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_workspace();
    init_state_record();
    MEMBERS = ["id", "bodyHash", "applied", "paused"];
  }
});

// src/doors/action/merge/other-tips.ts
async function fetchTips(git, { remote, branch, pulls, replaced }) {
  const branches = [...remote.branches].filter(([name]) => name !== branch);
  const besides = branches.map(([name, commit]) => {
    return { kind: "branch", commit, ref: `refs/heads/${name}`, branch: name, fetchedAs: `${PLACE2}heads/${name}` };
  });
  const isOnBranch = new Set(remote.branches.values());
  const named = [...new Map(pulls.map((one) => [one.number, one])).values()].flatMap(({ number, headSha }) => {
    const commit = remote.pulls.get(number) ?? headSha;
    if (commit === null || isOnBranch.has(commit)) return [];
    const ref = remote.pulls.has(number) ? `refs/pull/${number}/head` : commit;
    return [{ kind: "pull-request", commit, ref, branch: String(number), fetchedAs: `${PLACE2}pull/${number}` }];
  });
  const listed = [...besides, ...named.filter(({ ref }) => ref.startsWith("refs/"))];
  const rest = named.filter(({ ref }) => !ref.startsWith("refs/"));
  if (replaced !== void 0)
    rest.push({ kind: "replaced", commit: replaced, ref: replaced, branch: replaced, fetchedAs: `${PLACE2}replaced` });
  const fetch = (refs) => git(["fetch", "--quiet", "--no-tags", "--filter=blob:none", "origin", ...refs]);
  if (listed.length > 0) {
    const all = listed.filter(({ kind }) => kind === "pull-request").map(({ ref, fetchedAs }) => `+${ref}:${fetchedAs}`);
    const fetched = await fetch([...besides.length > 0 ? [`+refs/heads/*:${PLACE2}heads/*`] : [], ...all]);
    if (fetched.exitCode !== 0) throw unreachable("*", fetched.stderr);
  }
  const found = [];
  for (const tip of rest) if ((await fetch([`+${tip.ref}:${tip.fetchedAs}`])).exitCode === 0) found.push(tip);
  return [...listed, ...found];
}
async function findTip(git, commit, tips) {
  const contains = ["for-each-ref", `--contains=${commit}`, "--format=%(refname)", PLACE2];
  const names = new Set((await git(contains)).stdout.toString("utf8").split("\n"));
  return tips.find(({ fetchedAs }) => names.has(fetchedAs));
}
var PLACE2;
var init_other_tips = __esm({
  "src/doors/action/merge/other-tips.ts"() {
    "use strict";
    init_git_state();
    PLACE2 = "refs/monitors/tips/";
  }
});

// src/doors/action/merge/fetched-versions.ts
async function fetchVersions(request, { git }, { place, histories, statePath, root, listPulls }) {
  const { inputs, event } = request;
  const branch = inputs.stateBranch ?? event.branch;
  const history = histories.of(branch);
  const isThere = await history.open();
  while (isThere && history.isCut()) if (!await history.deepen()) break;
  const refs = isThere ? [`refs/heads/${branch}`] : [];
  const there = { ...place, fetched: { ask: fetchingFirst(history.git), root, tips: refs, timeoutMs: READ_MS } };
  const versions = isThere ? await (0, import_history_look.readCommitted)(there, null) : NONE;
  if (!versions.isWhole) throw unreadable(statePath, branch);
  const remote = await listRemoteTips(git);
  const counted = remote.kept.filter((one) => one.statePath === statePath || one.branch === branch);
  const kept = await readKept(request, git, counted, place);
  const tips = await fetchTips(history.git, { remote, branch, pulls: await listPulls(), replaced: event.replaced });
  return { own: { place: there, versions, git: history.git }, kept, tips };
}
async function readKept({ run }, git, kept, place) {
  if (kept.length === 0) return { versions: [], journals: [], tips: [] };
  const bare = makeBare(git, makeTemporaryDirectory(run, "monitors-history-"));
  const versions = [];
  const journals = [];
  try {
    const fetched = await bare.git([...FETCH, "--depth=1", "origin", ...kept.map(({ ref }) => `+${ref}:${ref}`)]);
    if (fetched.exitCode !== 0) throw unreachable(kept[0]?.branch ?? "", fetched.stderr);
    for (const { commit, statePath } of kept) {
      const bytes = await (0, import_recording_commit10.readBlob)(bare.git, `${commit}:${statePath}`);
      const stored = bytes === null ? null : (0, import_history_look.decodeQuietly)(bytes, place);
      if (stored === null) continue;
      const journal = await (0, import_recording_commit10.readBlob)(bare.git, `${commit}:${journalPathOf(statePath)}`);
      const left = journal === null ? [] : (0, import_committed_journals2.readJournals)([{ commits: [commit], bytes: journal }]);
      const own = left.filter(({ base }) => base.lineage === stored.state.lineage);
      versions.push((0, import_history_look.toVersion)(stored.state, { kind: "commit", commits: [commit] }), ...(0, import_committed_journals2.readFinished)(own));
      journals.push(...left);
    }
    return { versions, journals, tips: kept.map(({ ref, commit, branch }) => ({ kind: "kept", ref, commit, branch, fetchedAs: commit })) };
  } finally {
    await bare.remove();
  }
}
function fetchingFirst(git) {
  const ask = (args, { stdin } = {}) => git(args, stdin === void 0 ? {} : { stdin: Buffer.from(stdin) });
  const fetched = /* @__PURE__ */ new Set();
  return async (args, more = {}) => {
    const wanted = args[0] === "cat-file" ? String(more.stdin ?? "").split("\n") : [];
    if (wanted.some((id) => !fetched.has(id))) await ask([...FETCH, "--no-write-fetch-head", "--stdin", "origin"], more);
    for (const id of wanted) fetched.add(id);
    return ask(args, more);
  };
}
function unreadable(statePath, branch) {
  return new import_user_error16.UserError(
    "git/fetch-failed",
    `cannot read every version of ${statePath} that the history of "${branch}" holds: one of them may record what would be created`,
    "run the job again"
  );
}
var import_user_error16, import_committed_journals2, import_history_look, import_recording_commit10, READ_MS, NONE, FETCH;
var init_fetched_versions = __esm({
  "src/doors/action/merge/fetched-versions.ts"() {
    "use strict";
    import_user_error16 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_committed_journals2 = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    import_history_look = askBundle("./change.cjs", "src/project/history-look.ts");
    import_recording_commit10 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_bare_repository();
    init_git_state();
    init_workspace();
    init_kept_recording();
    init_other_tips();
    READ_MS = 12e4;
    NONE = { versions: [], journals: [], hasRecording: false, isWhole: true };
    FETCH = ["fetch", "--quiet", "--no-tags"];
  }
});

// src/doors/action/merge/merged-pulls.ts
async function listMergedPulls(creates, { commit, histories }, { inputs }, ports) {
  const history = await histories.ofTip();
  const line2 = [];
  if (history === null) return [];
  for await (const one of history.followLine(commit)) if (line2.push(one) === COMMITS_BACK3) break;
  const files = new Set(creates.map(({ after }) => after.file));
  const changing = line2.filter(({ changes }) => [...changes.keys()].some((path) => files.has(path)));
  const pulls = [];
  for (const { commit: commit2 } of changing.length > 0 ? changing : line2) {
    const message = (await (0, import_recording_commit11.readCommit)(history, commit2))?.message ?? "";
    if (message.includes(`
${import_recording_commit11.RECORDING_TRAILER}: `)) continue;
    const asked = await askFor(commit2, ports, inputs.comment === "never");
    pulls.push(...asked.length > 0 ? asked : readNamed(message));
  }
  return pulls;
}
async function askFor(commit, { github, askPatiently: askPatiently2 }, isUnreviewed) {
  if (github === null) return [];
  try {
    const pulls = await askPatiently2(() => github.listPullRequestsOfCommit(commit));
    return pulls.map(({ number, headSha }) => ({ number, headSha }));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isUnreviewed) return [];
    throw unknownReview(error.message, error);
  }
}
function readNamed(message) {
  const [subject = ""] = message.trimStart().split("\n", 1);
  const [, number] = /^Merge pull request #(\d+) /.exec(subject) ?? / \(#(\d+)\)$/.exec(subject) ?? [];
  return number === void 0 ? [] : [{ number: Number(number), headSha: null }];
}
var import_recording_commit11, COMMITS_BACK3;
var init_merged_pulls = __esm({
  "src/doors/action/merge/merged-pulls.ts"() {
    "use strict";
    import_recording_commit11 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_ports();
    init_own_commit();
    COMMITS_BACK3 = 30;
  }
});

// src/doors/action/merge/open-creates.ts
async function listUnsettled(sent, history) {
  if (sent.length === 0 || history.tips.length === 0) return sent;
  const { git, tips, statePath } = history;
  const how = ["log", "--raw", "--no-abbrev", "--no-renames", "--no-merges", "--full-history", "--root", "--format=commit %H"];
  const listed = await git([...how, "--ignore-missing", ...tips, "--", `:(top,literal)${journalPathOf(statePath)}`]);
  let left = sent;
  let commit = "";
  for (const line2 of listed.stdout.toString("utf8").split("\n")) {
    commit = /^commit ([0-9a-f]+)$/.exec(line2)?.[1] ?? commit;
    const [, before = "", after = ""] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(line2) ?? [];
    if (left.length === 0 || before === "" || /^0+$/.test(before)) continue;
    const wasOpen = await readOpen(git, before);
    const isOpen = await readOpen(git, after);
    const ended = left.filter((one) => wasOpen(one) && !isOpen(one));
    if (ended.length > 0 && await isRaised(git, commit, statePath)) left = left.filter((one) => !ended.includes(one));
  }
  return left;
}
async function readOpen(git, blob) {
  const bytes = /^0+$/.test(blob) ? null : await (0, import_recording_commit12.readBlob)(git, blob);
  const [journal] = bytes === null ? [] : (0, import_committed_journals3.readJournals)([{ commits: [], bytes }]);
  const open = (journal?.creates ?? []).filter(import_committed_journals3.mayHaveArrived).map(({ intent }) => JSON.stringify([intent.key, intent.targetIds]));
  return ({ key, targetIds }) => open.includes(JSON.stringify([key, targetIds]));
}
async function isRaised(git, commit, statePath) {
  const [before, after] = [await (0, import_recording_commit12.readBlob)(git, `${commit}^:${statePath}`), await (0, import_recording_commit12.readBlob)(git, `${commit}:${statePath}`)];
  const [was, is] = [before, after].map((bytes) => bytes === null ? null : (0, import_git2.readSerial)(bytes.toString("utf8")));
  return was != null && is != null && was.lineage === is.lineage && was.serial < is.serial;
}
function sentBefore(sent, tip, { place, request }) {
  const { project, environment } = place.placed;
  const { inputs, event } = request;
  const from = (sent[0]?.commit ?? "").slice(0, 12);
  const named = (0, import_words8.listFirst)(sent.map(({ key, targetIds }) => `"${key}" (target id ${targetIds[0] ?? ""})`));
  const ref = tip?.ref ?? inputs.stateBranch ?? event.branch;
  return new import_user_error17.UserError(
    "state/sent-before",
    `commit ${from} says that creates were sent, and nothing says what became of them: ${named}; the journal was taken away since, and they may be paid for already`,
    `look in the service's dashboard, then take the journal in, resolve, commit and push: "git fetch origin ${ref}", "monitors state restore ${from}", "monitors resolve KEY --adopt ID" or "--not-created". To create them again, run the workflow by hand (workflow_dispatch) with "allow-state-change: ${project}/${environment}"`
  );
}
var import_words8, import_user_error17, import_git2, import_committed_journals3, import_recording_commit12;
var init_open_creates = __esm({
  "src/doors/action/merge/open-creates.ts"() {
    "use strict";
    import_words8 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error17 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_git2 = askBundle("./check.cjs", "src/core/state/file/git.ts");
    import_committed_journals3 = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    import_recording_commit12 = askBundle("./plan.cjs", "src/project/recording-commit.ts");
    init_git_state();
  }
});

// src/doors/action/merge/recorded-elsewhere.ts
function recordedElsewhere(lost, { tip, isStateBranch }, { place, request }) {
  const { inputs, event } = request;
  const { project, environment } = place.placed;
  const own = inputs.stateBranch ?? event.branch;
  const named = (0, import_words9.listFirst)(lost.map(({ key, id }) => `"${key}" (${id})`));
  const [commit = "FETCH_HEAD"] = lost[0]?.version.source.kind === "commit" ? lost[0].version.source.commits : [];
  const restore = `take the records in, commit and push: "git fetch origin ${tip?.ref ?? own}", "monitors state restore ${commit.slice(0, 12)}"`;
  const isOther = isStateBranch && tip?.branch !== own && tip?.branch !== event.branch;
  const name = isOther ? `set "state-branch: ${tip?.branch}" in this step; or ${restore}` : restore;
  return new import_user_error18.UserError(
    "git/stale-state",
    `${sayWhere(named, tip, own, pathInRepository(place.root, place.placed.stateFile), commit)}: ${lost.length === 1 ? "it" : "they"} would be created and paid for again`,
    `${name}. To create them again, run the workflow by hand (workflow_dispatch) with "allow-state-change: ${project}/${environment}"`
  );
}
function sayWhere(named, tip, own, shown, commit) {
  if (tip === void 0) return `commit ${commit.slice(0, 12)} of branch "${own}" records ${named}, and the state does not`;
  switch (tip.kind) {
    case "pull-request":
      return `pull request #${tip.branch} recorded ${named}, and its merge left that out`;
    case "replaced":
      return `a forced push replaced ${tip.commit.slice(0, 12)}, which recorded ${named}`;
    case "branch":
    case "kept":
      return tip.branch === own ? `an earlier run recorded ${named} on branch "${own}", which was deleted or set back since` : `${shown} of branch "${tip.branch}" records ${named}, and that of "${own}" does not`;
  }
}
var import_words9, import_user_error18;
var init_recorded_elsewhere = __esm({
  "src/doors/action/merge/recorded-elsewhere.ts"() {
    "use strict";
    import_words9 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error18 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_workspace();
  }
});

// src/doors/action/merge/refuse-elsewhere.ts
var refuse_elsewhere_exports = {};
__export(refuse_elsewhere_exports, {
  refuseElsewhere: () => refuseElsewhere
});
async function refuseElsewhere(state, fetched, { creates, isOf }, look) {
  const { place, request, letThrough } = look;
  const { own, kept, known } = fetched;
  const branch = request.inputs.stateBranch ?? request.event.branch;
  const elsewhere = await look.listIdsElsewhere();
  const isOpen = ({ key, id }) => !letThrough.has(key) && !known.has(id) && !elsewhere.has(id);
  const isCreated = (key) => creates.some((change) => isOf(key, change));
  const onlyKept = ((0, import_earlier.judgeVersions)(state, { versions: kept.versions, leftOut: [] })?.lost ?? []).filter(isOpen);
  const everywhere = await seekEverywhere(state, fetched, isCreated, look);
  const again = [...onlyKept, ...everywhere.recorded.filter(isOpen)].filter(({ key }) => isCreated(key));
  const [first] = again;
  if (first !== void 0) {
    const tip = await findTipOf(commitsOf(first.version)[0] ?? "", fetched);
    const isStateBranch = tip?.kind === "kept" || kept.tips.some((one) => one.branch === tip?.branch);
    throw recordedElsewhere(again, { tip, isStateBranch }, look);
  }
  const versions = [...own.versions.versions, ...kept.versions];
  const left = [...(0, import_committed_journals4.listSent)(own.versions.journals, state, versions), ...(0, import_committed_journals4.listSent)(kept.journals, state, versions, "last")];
  const sent = new Map([...left, ...everywhere.sent].filter(({ key }) => isCreated(key)).map((one) => [one.key, one]));
  const history = { git: own.git, tips: listNames(fetched), statePath: pathInRepository(place.root, place.placed.stateFile) };
  const unsettled = await listUnsettled([...sent.values()], history);
  if (unsettled.length > 0) throw sentBefore(unsettled, await findTipOf(unsettled[0]?.commit ?? "", fetched), look);
  const ofBranch = onlyKept.filter(({ version: version2 }) => findKept(commitsOf(version2)[0] ?? "", fetched)?.branch === branch);
  if (place.record !== null) place.record.isComplete = ofBranch.every(({ key }) => state.monitors.has(key));
}
async function seekEverywhere(ours, fetched, isCreated, { place, request, specs }) {
  const { own, tips } = fetched;
  const names = listNames(fetched);
  if (names.length === 0) return { recorded: [], sent: [], isSeen: "whole" };
  const there = { ...own.place, fetched: { ...own.place.fetched, tips: names } };
  const keys = new Set(specs.monitors.map(({ key }) => key));
  const sought = { ours, origin: null, settings: place.placed, isSought: isCreated, hasSpec: (key) => keys.has(key) };
  const found = await (0, import_every_commit.findInEveryCommit)(there, sought);
  const statePath = pathInRepository(place.root, place.placed.stateFile);
  if (found.isSeen !== "whole") throw unreadable(statePath, request.inputs.stateBranch ?? request.event.branch);
  const first = own.versions.versions.filter(({ lineage }) => lineage === ours.lineage).reduce(earlierOf, null);
  const begun = first === null ? [] : commitsOf(first).slice(-1);
  const here = [...own.place.fetched.tips, ...tips.filter(({ kind }) => kind === "pull-request").map(({ fetchedAs }) => fetchedAs)];
  const { ask } = own.place.fetched;
  const counts = async ({ version: version2 }) => {
    if (version2.lineage === ours.lineage) return true;
    const commits = commitsOf(version2);
    const isApart = begun.length > 0 && await (0, import_file_versions.leadsTo)(ask, commits, begun) === false;
    return isApart && await (0, import_file_versions.leadsTo)(ask, commits, here) !== false;
  };
  const counted = await Promise.all(found.recorded.map(counts));
  return { ...found, recorded: found.recorded.filter((_, index) => counted[index]) };
}
function listNames({ own, tips }) {
  return [...own.place.fetched.tips, ...tips.map(({ fetchedAs }) => fetchedAs)];
}
function findKept(commit, { kept }) {
  return kept.tips.find((one) => one.commit === commit);
}
async function findTipOf(commit, fetched) {
  const { own, tips } = fetched;
  const kept = findKept(commit, fetched);
  const isOwn = kept === void 0 && await (0, import_file_versions.leadsTo)(own.place.fetched.ask, [commit], own.place.fetched.tips) === true;
  return kept ?? (isOwn ? void 0 : await findTip(own.git, commit, tips));
}
function earlierOf(best, one) {
  return best === null || one.serial < best.serial ? one : best;
}
function commitsOf({ source }) {
  return source.kind === "commit" ? source.commits : [];
}
var import_file_versions, import_earlier, import_committed_journals4, import_every_commit;
var init_refuse_elsewhere = __esm({
  "src/doors/action/merge/refuse-elsewhere.ts"() {
    "use strict";
    import_file_versions = askBundle("./change.cjs", "src/core/git/file-versions.ts");
    import_earlier = askBundle("./plan.cjs", "src/core/state/earlier.ts");
    import_committed_journals4 = askBundle("./plan.cjs", "src/project/committed-journals.ts");
    import_every_commit = askBundle("./change.cjs", "src/project/every-commit.ts");
    init_workspace();
    init_fetched_versions();
    init_open_creates();
    init_other_tips();
    init_recorded_elsewhere();
  }
});

// src/doors/action/merge/recorded-before.ts
async function holdRecordedBefore(plan, look) {
  const { place, request, ports } = look;
  const { record, root, placed, settings } = place;
  const creates = plan.changes.filter((change) => change.action === "create");
  if (creates.length === 0 || plan.operations !== "create" || !(0, import_paths12.isInside)(root, placed.stateFile)) return plan;
  const hasState = settings.sharedState === void 0 ? place.hasState : look.onServer !== null;
  if (isStateAllowed(plan, request) || request.inputs.allowOldCheckout || !hasState) {
    if (record !== null) record.isComplete = true;
    return plan;
  }
  if (await ports.git.read("HEAD") === null) return plan;
  const state = readState(look);
  if (state === null) return plan;
  const sought = { creates, isOf: matchKeys(look) };
  const statePath = pathInRepository(root, placed.stateFile);
  const listPulls = () => listMergedPulls(creates, place, request, ports);
  const fetched = await fetchVersions(request, ports, { place: historyOf(look), histories: place.histories, statePath, root, listPulls });
  const found = settings.sharedState === void 0 ? await lookAtOwn(state, fetched, look) : null;
  const lost = (found?.lost ?? []).filter(({ key }) => !look.letThrough.has(key));
  const { refuseElsewhere: refuseElsewhere2 } = await Promise.resolve().then(() => (init_refuse_elsewhere(), refuse_elsewhere_exports));
  await refuseElsewhere2(state, { ...fetched, known: new Set(lost.map(({ id }) => id)) }, sought, look);
  return found === null || lost.length === 0 ? plan : hold(plan, { ...found, lost }, sought.isOf, look);
}
function readState({ place, onServer }) {
  const { stateFile, sharedState } = place.settings;
  if (sharedState !== void 0) return onServer;
  const journal = journalPathOf(stateFile);
  return (0, import_state_line3.readStateBytes)((0, import_node_fs12.readFileSync)(stateFile), (0, import_node_fs12.existsSync)(journal) ? (0, import_node_fs12.readFileSync)(journal) : null, refusalsOf(place));
}
async function lookAtOwn(state, { own }, { specs }) {
  return (await (0, import_history_look2.lookBack)(own.place, { state }, Promise.resolve(own.versions), { heads: null, hasSpec: (0, import_history.testSpecs)(specs) })).found;
}
function matchKeys({ place, specs }) {
  const moves = place.settings.moves.map(({ from, to }) => (0, import_glob.compileMove)(from, to));
  const renames = moves.flatMap((move) => move.kind === "move" ? [move.rename] : []);
  const known = (0, import_history.listSpecKeys)(specs);
  const findMoved = (key) => renames.map((rename) => rename(key)).find((moved) => moved !== null);
  return (key, { after }) => key === after.key || key === after.sync.renamedFrom || !known.has(key) && findMoved(key) === after.key;
}
function historyOf({ place, ports }) {
  const { placed, settings, root } = place;
  const { project, environment } = placed;
  return {
    stateFile: placed.stateFile,
    shown: pathInRepository(root, placed.stateFile),
    project,
    environment,
    marks: (0, import_marks.openMarks)(settings.stateFile, ports),
    changesJudged: "elsewhere",
    cache: null,
    context: ports
  };
}
function hold(plan, found, isOf, { place, ports, specs }) {
  const held = /* @__PURE__ */ new Set();
  const changes = plan.changes.map((change) => {
    const one = change.action === "create" ? found.lost.find(({ key }) => isOf(key, change)) : void 0;
    if (one === void 0 || change.action !== "create") return change;
    held.add(one);
    return (0, import_adopt.blockCreate)(change.after, { kind: "recorded-later", ...(0, import_plan5.toLaterRecord)(one) });
  });
  const specKeys = (0, import_history.listSpecKeys)(specs);
  const named = found.lost.filter((one) => held.has(one) || !specKeys.has(one.key));
  const shown = pathInRepository(place.root, place.placed.stateFile);
  const severity = held.size > 0 ? "error" : "warning";
  const words = { shown, environment: plan.environment, specKeys, severity };
  const findings = (0, import_history_findings2.listHistoryFindings)({ ...found, lost: named, removedLater: [], changed: 0 }, words);
  const blocked = { ...(0, import_plan4.withChanges)(plan, changes), findings: [...findings, ...plan.findings] };
  ports.display.showRecordedBefore(blocked, findings);
  return blocked;
}
var import_node_fs12, import_glob, import_paths12, import_adopt, import_plan4, import_marks, import_plan5, import_history, import_history_findings2, import_history_look2, import_state_line3;
var init_recorded_before = __esm({
  "src/doors/action/merge/recorded-before.ts"() {
    "use strict";
    import_node_fs12 = require("node:fs");
    import_glob = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_paths12 = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_adopt = askBundle("./plan.cjs", "src/core/plan/adopt.ts");
    import_plan4 = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    import_marks = askBundle("./check.cjs", "src/core/state/marks.ts");
    import_plan5 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_history = askBundle("./check.cjs", "src/project/history.ts");
    import_history_findings2 = askBundle("./change.cjs", "src/project/history-findings.ts");
    import_history_look2 = askBundle("./change.cjs", "src/project/history-look.ts");
    import_state_line3 = askBundle("./change.cjs", "src/project/state-line.ts");
    init_git_state();
    init_workspace();
    init_fetched_versions();
    init_merged_pulls();
    init_state_guard();
  }
});

// src/doors/action/merge/rescue.ts
function rememberRecords(files, place) {
  let learned = null;
  const remember2 = (locked) => ({
    ...rescueOutside(locked, place),
    write: async (next, expected) => {
      const journal = files.readJournalBytes();
      const decoded = journal === null ? null : (0, import_journal.decodeJournal)(journal);
      if (decoded?.kind === "sound") learned = { state: next, work: decoded.content };
      return locked.write(next, expected);
    }
  });
  return { files, store: { read: () => files.read(), lock: async () => remember2(await files.lock()) }, learned: () => learned };
}
function rescueBesideWorktree(store, place) {
  return { read: () => store.read(), lock: async () => rescueOutside(await store.lock(), place) };
}
function rescueOutside(locked, place) {
  return {
    read: () => locked.read(),
    write: (next, expected) => locked.write(next, expected),
    openJournal: (base) => locked.openJournal(base),
    rewriteJournal: (base, keep) => locked.rewriteJournal(base, keep),
    rescue: async (state, work, runId) => {
      try {
        return saveRescue({ state, work }, place);
      } catch {
        return locked.rescue(state, work, runId);
      }
    },
    release: () => locked.release(),
    get doubt() {
      return locked.doubt ?? null;
    }
  };
}
function saveRescue(learned, { stateFile, temporaryDirectory, runId }) {
  if (learned === null) return null;
  const directory = (0, import_node_path15.join)(temporaryDirectory, RESCUE_DIRECTORY);
  (0, import_node_fs13.mkdirSync)(directory, { recursive: true });
  const path = (0, import_node_path15.join)(directory, (0, import_rescue.rescueName)(stateFile, runId));
  (0, import_node_fs13.writeFileSync)(path, (0, import_rescue2.encodeRescue)(learned.state, learned.work, runId), { flag: "wx" });
  return path;
}
var import_node_fs13, import_node_path15, import_rescue, import_journal, import_rescue2, RESCUE_DIRECTORY;
var init_rescue = __esm({
  "src/doors/action/merge/rescue.ts"() {
    "use strict";
    import_node_fs13 = require("node:fs");
    import_node_path15 = require("node:path");
    import_rescue = askBundle("./check.cjs", "src/core/state/file/rescue.ts");
    import_journal = askBundle("./monitors.cjs", "src/core/state/format/journal.ts");
    import_rescue2 = askBundle("./check.cjs", "src/core/state/format/rescue.ts");
    RESCUE_DIRECTORY = "monitors-rescue";
  }
});

// src/doors/action/merge/attempt.ts
async function attemptApply(place, request, ports) {
  const { settings, root } = place;
  const opened = openActionProject({ settings, root, command: "apply" }, request.inputs, {
    ...ports,
    watchInterruption: () => ports.interruption
  });
  const workspace = (0, import_check3.checkWorkspace)(opened, { strict: request.inputs.strict });
  if ((0, import_diagnostic3.hasErrors)(workspace.report.findings)) return { kind: "invalid", workspace };
  const { project, learned } = prepareProject(opened, place, request, ports);
  const progress = new Progress();
  const applied = await applyPlace({ place, request, ports, project, workspace, progress });
  if (applied.kind === "invalid") return applied;
  const { recording, isOvertaken } = await recordEnd(place, applied, progress);
  if (isOvertaken && !progress.hasSent) return { kind: "overtaken", applied: null };
  const isLost = progress.hasSent && !isSafe(recording);
  const attempt = {
    kind: "applied",
    workspace,
    plan: applied.plan,
    outcome: applied.outcome,
    review: progress.review,
    leftAlone: progress.leftAlone,
    commit: place.commit,
    recording,
    rescue: isLost ? saveRescue(learned(), rescuePlaceOf(place, request, project.runId)) : null
  };
  return isOvertaken && isSafe(recording) ? { kind: "overtaken", applied: attempt } : attempt;
}
function prepareProject(opened, place, request, ports) {
  const { git, env } = ports;
  const rescue = rescuePlaceOf(place, request, opened.runId);
  const { branch } = request.event;
  const { settings } = place;
  if (opened.store.backend !== "file") {
    const checkCheckout2 = async (found) => {
      if (found === null) await fetchHistory(git, branch);
      await opened.checkCheckout(found);
    };
    const checkout = openTip(git, { branch, commit: place.commit });
    const search = { branch, tip: place.commit, marker: markerOf(place.placed, place.root), shownState: opened.shownState };
    const askWitnesses = async (version2, commit) => {
      if (request.inputs.comment !== "never") await askComments({ version: version2, commit }, search, ports);
    };
    const store2 = rescueBesideWorktree(opened.store, rescue);
    return { project: { ...opened, checkout, checkCheckout: checkCheckout2, askWitnesses, store: store2 }, learned: () => null };
  }
  const { refusals } = opened.store;
  const { store, learned } = rememberRecords(opened.store, rescue);
  const checkCheckout = async (found) => {
    if (found !== null) return (0, import_moved_mark.refuseRevertedMove)(settings.stateFile, found, env, refusals);
    if (settings.operations === "full" || request.inputs.newState === (0, import_state_name2.nameState)(settings)) return;
    await fetchHistory(git, branch);
    await refuseFormerServer(settings, env);
  };
  return { project: { ...opened, store, checkCheckout }, learned };
}
async function applyPlace(attempting) {
  const { place, request, ports, project, workspace, progress } = attempting;
  const { record } = place;
  const { display } = ports;
  const { only, exclude, labels, allowDeletes, allowOldCheckout, refresh, onError, onAmbiguous } = request.inputs;
  const choice = { only, exclude, labels };
  const options = {
    ...import_apply2.APPLY_DEFAULTS,
    ...choice,
    allowDeletes,
    allowOldCheckout,
    refresh,
    onError,
    onAmbiguous,
    checkSecrets: false,
    saved: null
  };
  try {
    return await (0, import_apply2.applyChecked)(project, workspace, options, {
      show: (plan, checked, opened) => {
        progress.opened = opened;
        display.showPlan(plan, checked, opened);
      },
      confirm: (plan, known) => approve(attempting, plan, known),
      hold: async (plan) => (await holdByState(attempting, plan)).plan,
      persist: record === null ? null : async () => progress.persisted(await record.save()),
      onEvent: (event) => {
        progress.see(event);
        display.showEvent(event);
      }
    });
  } catch (error) {
    if (progress.hasSent) await record?.saveOnTop();
    throw error;
  }
}
async function approve(attempting, plan, known) {
  const { place, request, ports, progress, workspace, project } = attempting;
  if (place.settings.sharedState === void 0) {
    await refuseRewrittenHistory(plan, place, request, ports);
    await refuseLostState(plan, place, request, ports);
  }
  const held = await holdByState(attempting, plan);
  const reviewed = held.plan.changes.filter(held.isReviewed);
  const others = reviewed.length === 0 ? held.plan : (0, import_plan6.withChanges)(
    held.plan,
    held.plan.changes.filter((change) => !held.isReviewed(change))
  );
  const approved = await approvePlan(others, known, traceWith(attempting));
  progress.review = approved.review;
  progress.leftAlone = approved.leftAlone;
  ports.display.showReview(approved.review);
  ports.display.showLeftAlone(approved.leftAlone);
  const whole = reviewed.length === 0 ? approved.plan : (0, import_plan6.withChanges)(
    approved.plan,
    [...approved.plan.changes, ...reviewed].sort((a, b) => (0, import_diagnostic3.compareText)(a.key, b.key))
  );
  const listElsewhere = async () => (0, import_other_environments2.listIdsElsewhere)(await project.readNeighbours());
  const onServer = place.settings.sharedState === void 0 ? null : progress.opened?.stored?.state ?? null;
  const about = { specs: workspace.checked, onServer, listIdsElsewhere: listElsewhere, letThrough: held.letThrough };
  return holdRecordedBefore(whole, { place, request, ports, ...about });
}
async function holdByState({ place, request, ports, workspace }, plan) {
  const specs = new Set(workspace.checked.monitors.map(({ key }) => key));
  const held = await holdStateChanges(plan, (key) => specs.has(key), place, request, ports);
  ports.display.showHeld(held.plan);
  return held;
}
function traceWith(attempting) {
  const { place, request, ports, workspace, progress } = attempting;
  const { opened } = progress;
  if (opened === null) throw new Error("a plan was made without a state");
  const known = /* @__PURE__ */ new Map();
  return {
    place,
    request,
    ports,
    planAgainst: (stateFile) => planAgainst(attempting, stateFile),
    inputs: listInputs(place.placed, place.root, workspace),
    planEarlier: (commit) => {
      const planned = known.get(commit) ?? planHistoric(commit, attempting, opened);
      known.set(commit, planned);
      return planned;
    },
    wasRecordedSince: (key, commit) => wasRecordedSince(key, commit, place, ports.git, opened.stored?.state.commit)
  };
}
async function planHistoric(commit, { place, request, ports, project }, opened) {
  await place.histories.bring(commit);
  return planEarlier(commit, { request, ports, project, opened });
}
async function planAgainst({ place, request, ports, workspace }, stateCopy) {
  const { settings, root } = place;
  const project = openActionProject({ settings, root, command: "plan", stateCopy }, request.inputs, ports);
  const { only, exclude, labels, allowDeletes } = request.inputs;
  const { lookupMs } = import_apply2.APPLY_DEFAULTS;
  return (await (0, import_plan7.planChecked)(project, workspace, { only, exclude, labels, allowDeletes, refresh: false, checkSecrets: false, lookupMs })).plan;
}
async function recordEnd({ record, settings }, applied, { hasSent, rejection }) {
  if (record === null) return { recording: { kind: settings.sharedState === void 0 ? "kept" : "on-server" }, isOvertaken: false };
  const isOvertaken = rejection?.kind === "overtaken";
  if (hasSent) return { recording: await record.saveOnTop(), isOvertaken };
  if (rejection !== null) return { recording: rejection, isOvertaken };
  if (applied.kind === "nothing-to-do" && applied.plan.summary.unresolved > 0) return { recording: { kind: "unchanged" }, isOvertaken };
  const recording = await record.save();
  return { recording, isOvertaken: recording.kind === "overtaken" };
}
function isSafe({ kind }) {
  return kind === "kept" || kind === "on-server" || kind === "unchanged" || kind === "recorded";
}
function rescuePlaceOf({ settings }, { run }, runId) {
  return { stateFile: settings.stateFile, temporaryDirectory: run.temporaryDirectory, runId };
}
var import_diagnostic3, import_state_name2, import_plan6, import_moved_mark, import_apply2, import_plan7, import_check3, import_other_environments2, Progress;
var init_attempt = __esm({
  "src/doors/action/merge/attempt.ts"() {
    "use strict";
    import_diagnostic3 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_state_name2 = askBundle("./monitors.cjs", "src/core/files/state-name.ts");
    import_plan6 = askBundle("./plan.cjs", "src/core/plan/plan.ts");
    import_moved_mark = askBundle("./check.cjs", "src/core/state/file/moved-mark.ts");
    import_apply2 = askBundle("./change.cjs", "src/features/apply/apply.ts");
    import_plan7 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
    import_check3 = askBundle("./check.cjs", "src/project/check.ts");
    import_other_environments2 = askBundle("./check.cjs", "src/project/other-environments.ts");
    init_comment();
    init_comment_witnesses();
    init_other_place();
    init_project();
    init_approval();
    init_earlier_specs();
    init_earlier_state();
    init_new_state();
    init_record_age();
    init_recorded_before();
    init_rescue();
    init_state_guard();
    init_tip_history();
    Progress = class {
      /** The state that the plan was made from; null before there is one. */
      opened = null;
      review = null;
      leftAlone = [];
      /** Why a push of intents failed; null if none did. */
      rejection = null;
      hasSent = false;
      see(event) {
        if (event.type === "sending") this.hasSent = true;
      }
      /** Throws if the intents of a batch are not on the branch, so that nothing of it is sent. */
      persisted(recording) {
        if (recording.kind === "overtaken" || recording.kind === "refused") {
          this.rejection = recording;
          throw new Error(recording.kind === "refused" ? recording.words : "another push came first");
        }
      }
    };
  }
});

// src/doors/action/merge/conclusion.ts
function concludeNothing(reason) {
  return {
    exitCode: 0,
    failureReason: null,
    message: { title: "Nothing to apply", text: `${reason}.` },
    outputs: { changes: false },
    summary: ""
  };
}
function concludeInvalid({ report }, { run }) {
  const failure = {
    code: "spec/invalid",
    message: `${(0, import_words10.countOf)(report.errorCount, "error")} in the specs: nothing was applied`,
    hint: "fix the errors in the annotations; `monitors validate` lists them, too"
  };
  return {
    exitCode: 1,
    failureReason: "invalid-specs",
    outputs: { jsonPath: new Artifacts(run).write("apply.json", (0, import_error2.renderErrorJson)("apply", failure, report.findings)) },
    summary: renderInvalidMarkdown(report, { limit: "summary" })
  };
}
function concludeApply(attempt, outcome, request, interruption) {
  const verdict = judgeApply(attempt, outcome, interruption);
  const { created, failed, notAttempted, unknown } = (0, import_sentences.summarizeApply)(outcome, attempt.plan);
  return {
    exitCode: verdict.exitCode,
    failureReason: verdict.failureReason,
    ...verdict.message === void 0 ? {} : { message: verdict.message },
    outputs: {
      ...countChanges(attempt.plan),
      created,
      failed: failed + notAttempted,
      unknown,
      jsonPath: new Artifacts(request.run).write("apply.json", (0, import_document3.renderApplyJson)(outcome, attempt.plan))
    },
    summary: renderSummary(attempt, outcome, request, verdict)
  };
}
function concludeHalfWay(done, failed) {
  return { ...failed, outputs: done.outputs, summary: `${done.summary}
${failed.summary}` };
}
function renderSummary(attempt, outcome, { event }, { message }) {
  const counts = (0, import_sentences.summarizeApply)(outcome, attempt.plan);
  const shown = outcome.results.slice(0, MOST_RESULTS);
  const left = outcome.results.length - shown.length;
  const facts = [
    `branch ${(0, import_escape_markdown5.codeSpan)(event.branch)} at ${(0, import_escape_markdown5.codeSpan)(attempt.commit.slice(0, 12))}`,
    ...attempt.review === null ? [] : [(0, import_escape_markdown5.codeSpan)(sayReview(attempt.review))],
    ...attempt.leftAlone.slice(0, MOST_LEFT_ALONE).map((change) => (0, import_escape_markdown5.codeSpan)(sayLeftAlone(change))),
    ...attempt.leftAlone.length > MOST_LEFT_ALONE ? [`${attempt.leftAlone.length - MOST_LEFT_ALONE} more not reverted: see the log`] : [],
    recordingSentence(attempt),
    ...left > 0 ? [`${left} results not listed: see the file of the output ${(0, import_escape_markdown5.codeSpan)("json-path")}`] : []
  ];
  const problem = message === void 0 ? [] : [(0, import_escape_markdown5.fencedBlock)([message.text, ...message.hint === void 0 ? [] : [`hint: ${message.hint}`]], "text")];
  const stop = outcome.stop === void 0 || outcome.stop.kind === "persist-failed" ? [] : [(0, import_sentences.explainStop)(outcome.stop)];
  const steps = [
    ...stop.flatMap(({ message: words, hint }) => [words, `hint: ${hint}`]),
    ...(0, import_sentences.nextSteps)(outcome, counts).flatMap(({ text: text2, ways }) => [text2, ...ways.map((way) => `  ${way}`)])
  ];
  return `${[
    `### ${outcome.results.length === 0 && outcome.stop === void 0 && problem.length === 0 ? "No changes: the service matches the specs" : (0, import_sentences.applySentence)(counts)}`,
    ...problem,
    facts.map((fact) => `- ${fact}`).join("\n"),
    ...shown.length === 0 ? [] : [(0, import_escape_markdown5.fencedBlock)(shown.map(lineOf), "diff")],
    ...steps.length === 0 ? [] : [(0, import_escape_markdown5.fencedBlock)(steps, "text")]
  ].join("\n\n")}
`;
}
function lineOf(result) {
  return (0, import_text2.printText)([(0, import_text.resultLine)(result)], { color: false, width: 1e4 }).trimEnd();
}
function recordingSentence({ recording, rescue }) {
  switch (recording.kind) {
    case "kept":
      return "state and journal stay in the checkout (`commit-state: false`)";
    case "on-server":
      return "the state is on a server: nothing was committed";
    case "unchanged":
      return "state and journal did not change: nothing was committed";
    case "recorded":
      return `state and journal are recorded in ${(0, import_escape_markdown5.codeSpan)(recording.commit.slice(0, 12))}`;
    case "overtaken":
    case "contradicted":
    case "refused":
      return rescue === null ? "state and journal are not recorded" : `state and journal are not recorded; they were saved in ${(0, import_escape_markdown5.codeSpan)(rescue)}`;
  }
}
function judgeApply(attempt, outcome, interruption) {
  const { plan, recording, rescue } = attempt;
  const exitCode = (0, import_exit_code.exitCodeOf)(outcome, plan, interruption);
  switch (recording.kind) {
    case "kept":
    case "on-server":
    case "unchanged":
    case "recorded": {
      const failureReason = exitCode === 0 ? null : reasonOf(outcome, plan);
      const persistence = outcome.stop?.kind === "persist-failed" ? pushFailed(outcome.stop.message, null) : void 0;
      return { exitCode, failureReason, message: persistence ?? (exitCode === 0 ? void 0 : incomplete(failureReason, outcome, plan)) };
    }
    case "overtaken":
      return { exitCode: 5, failureReason: "apply-failed", message: pushFailed("other pushes to the branch kept coming first", rescue) };
    case "contradicted":
      return { exitCode: 5, failureReason: "apply-failed", message: contradicted(rescue) };
    case "refused": {
      const nothingSent = outcome.results.every(({ attempts }) => attempts === 0);
      return { exitCode: nothingSent ? 3 : 5, failureReason: "apply-failed", message: pushFailed(recording.words, rescue) };
    }
  }
}
function reasonOf({ results, stop }, { changes }) {
  if (results.some(({ outcome }) => outcome === "unknown") || changes.some(({ action }) => action === "unresolved")) return "outcome-unknown";
  const failed = results.filter(({ outcome }) => outcome === "failed" || outcome === "not-attempted");
  if (stop === void 0 && failed.length > 0 && failed.every(({ error }) => error?.code === "plan-stale")) return "plan-changed";
  if (stop !== void 0 || results.some(({ outcome }) => outcome === "failed" || outcome === "not-attempted")) return "apply-failed";
  return changes.some((change) => change.action === "blocked" && change.reason.kind === "budget") ? "budget-exceeded" : "apply-failed";
}
function incomplete(reason, { results }, { changes, environment }) {
  const unresolved = changes.flatMap(({ action, key }) => action === "unresolved" ? [key] : []);
  const unknown = results.flatMap((result) => result.outcome === "unknown" && !(0, import_sentences.isRepeatable)(result) ? [result.key] : []);
  if (unknown.length > 0) {
    const keys = [...unknown, ...unresolved];
    return {
      title: "outcome-unknown",
      text: `The outcome of ${(0, import_words10.countOf)(keys.length, "create")} is unknown: ${nameSome(keys)}.`,
      hint: `check the service, ${RESOLVE_HINT}`
    };
  }
  if (unresolved.length > 0) {
    return {
      title: "plan/unresolved",
      text: `The outcome of ${(0, import_words10.countOf)(unresolved.length, "earlier create")} is unknown: ${nameSome(unresolved)}. The rest was applied.`,
      hint: `if another run is in progress, wait for it; otherwise check the service, ${RESOLVE_HINT}`
    };
  }
  const [held] = changes.flatMap((change) => change.action === "blocked" && change.reason.kind === "state-change" ? [change] : []);
  if (held !== void 0) {
    const { code, message, waysOut: waysOut2 } = (0, import_held_changes.explainChange)(held, environment);
    return { title: code, text: `${message}. The rest was applied.`, hint: waysOut2.join("; or ") };
  }
  return { title: reason ?? "apply", text: "Not everything was applied; see the log and the summary." };
}
function nameSome(keys) {
  const names = keys.slice(0, MOST_NAMED2).map((key) => `"${key}"`);
  return `${names.join(", ")}${keys.length > MOST_NAMED2 ? ` and ${keys.length - MOST_NAMED2} more` : ""}`;
}
function pushFailed(words, rescue) {
  return {
    title: "git/push-failed",
    text: rescue === null ? `State and journal could not be pushed, so nothing more was sent: ${words}` : `Monitors were created, but state and journal could not be pushed: ${words}. They were saved in ${rescue}.`,
    hint: rescue === null ? 'add "permissions: contents: write" to the job; if the branch is protected, set "state-branch: monitors-state"' : RESTORE_HINT
  };
}
function contradicted(rescue) {
  const where = rescue === null ? "The log lists what was created." : `The results of this run were saved in ${rescue}.`;
  return {
    title: "git/state-changed",
    text: `The state on the branch changed while this run was creating monitors, so this run did not overwrite it. ${where}`,
    hint: RESTORE_HINT
  };
}
var import_words10, import_document3, import_exit_code, import_sentences, import_text, import_error2, import_escape_markdown5, import_held_changes, import_text2, MOST_RESULTS, MOST_LEFT_ALONE, RESOLVE_HINT, MOST_NAMED2, RESTORE_HINT;
var init_conclusion = __esm({
  "src/doors/action/merge/conclusion.ts"() {
    "use strict";
    import_words10 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_document3 = askBundle("./change.cjs", "src/features/apply/document.ts");
    import_exit_code = askBundle("./change.cjs", "src/features/apply/exit-code.ts");
    import_sentences = askBundle("./change.cjs", "src/features/apply/sentences.ts");
    import_text = askBundle("./change.cjs", "src/features/apply/text.ts");
    import_error2 = askBundle("./check.cjs", "src/rendering/error.ts");
    import_escape_markdown5 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    import_held_changes = askBundle("./plan.cjs", "src/rendering/held-changes.ts");
    import_text2 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_findings_markdown();
    init_plan();
    init_workspace();
    init_review();
    init_unreviewed_drift();
    MOST_RESULTS = 1e3;
    MOST_LEFT_ALONE = 20;
    RESOLVE_HINT = "then on your machine: git pull, monitors resolve KEY --adopt ID (or --not-created), commit, push";
    MOST_NAMED2 = 20;
    RESTORE_HINT = "keep that file (actions/upload-artifact), then on your machine: git pull, monitors state restore FILE, commit, push";
  }
});

// src/doors/action/merge/merge-log.ts
var import_change_facts10, import_progress, import_text3, import_findings2, import_formats2, import_github3, import_escape_terminal, import_finding2, import_held_changes2, OPTIONS, MergeLog;
var init_merge_log = __esm({
  "src/doors/action/merge/merge-log.ts"() {
    "use strict";
    import_change_facts10 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_progress = askBundle("./change.cjs", "src/features/apply/progress.ts");
    import_text3 = askBundle("./change.cjs", "src/features/apply/text.ts");
    import_findings2 = askBundle("./plan.cjs", "src/features/plan/findings.ts");
    import_formats2 = askBundle("./plan.cjs", "src/features/plan/formats.ts");
    import_github3 = askBundle("./check.cjs", "src/features/validate/github.ts");
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_finding2 = askBundle("./check.cjs", "src/rendering/finding.ts");
    import_held_changes2 = askBundle("./plan.cjs", "src/rendering/held-changes.ts");
    init_review();
    init_unreviewed_drift();
    OPTIONS = { color: false, width: 120, verbosity: "normal" };
    MergeLog = class {
      constructor(ports) {
        this.ports = ports;
      }
      ports;
      /** Logs one line; control characters in it are escaped. */
      note(text2) {
        this.ports.log(`${(0, import_escape_terminal.escapeTerminal)(text2)}
`);
      }
      showPlan = (plan, workspace, opened) => {
        if (opened.folded.length > 0) this.note(`Added from the journal of an interrupted run: ${opened.folded.join(", ")}.`);
        this.#showFindings([...workspace.report.findings, ...(0, import_findings2.listPlanFindings)(plan)], workspace);
        this.ports.log(`${(0, import_formats2.renderPlan)(plan, "text", OPTIONS)}
`);
      };
      showReview(review) {
        this.note(sayReview(review));
      }
      /** Logs what of a plan is held since it was shown. */
      showHeld(plan) {
        const held = plan.changes.filter(import_change_facts10.isHeld).filter((change) => change.action === "blocked" && change.reason.kind === "state-change");
        for (const change of held) this.note((0, import_held_changes2.explainChange)(change, plan.environment).message);
      }
      /** Logs what of a plan is held since it was shown: another version of the state records it. */
      showRecordedBefore(plan, findings) {
        this.ports.log(`${(0, import_finding2.renderFindingsText)(findings, OPTIONS, () => void 0)}
`);
        const held = plan.changes.filter(import_change_facts10.isHeld).filter((change) => change.action === "blocked" && change.reason.kind === "recorded-later");
        for (const change of held) this.note((0, import_held_changes2.explainChange)(change, plan.environment).message);
      }
      /** Logs the drift that stays. */
      showLeftAlone(changes) {
        for (const sentence of changes.map(sayLeftAlone)) this.note(sentence);
      }
      /** Logs progress. A failed push of intents is reported at the end. */
      showEvent = (event) => {
        if (event.type === "stopping" && event.stop.kind === "persist-failed") return;
        const text2 = (0, import_progress.renderEventText)(event, OPTIONS);
        if (text2 !== "") this.ports.log(text2);
      };
      /** Logs the result of each change. */
      showEnd(outcome, plan) {
        if (outcome.results.length > 0 || outcome.stop !== void 0) this.ports.log((0, import_text3.renderApplyText)(outcome, plan, OPTIONS));
      }
      /** Logs the findings that prevent the apply. */
      showInvalid(workspace) {
        this.ports.annotate((0, import_github3.renderValidateGithub)(workspace.report, OPTIONS));
        this.#showFindings(workspace.report.findings, workspace);
      }
      #showFindings(findings, { report }) {
        if (findings.length > 0) this.ports.log(`${(0, import_finding2.renderFindingsText)(findings, OPTIONS, report.sourceOf)}
`);
      }
    };
  }
});

// src/doors/action/merge/merge.ts
var merge_exports = {};
__export(merge_exports, {
  runMerge: () => runMerge
});
async function runMerge(request, given) {
  const ports = { ...given, github: given.github === null ? null : askOnce(given.github) };
  const reason = await findReasonToSkip(request, ports);
  if (reason !== null) return concludeNothing(reason);
  return request.inputs.commitState ? applyTip(request, ports) : applyCheckout(request, ports);
}
async function findReasonToSkip(request, ports) {
  const { inputs, event } = request;
  if (event.branch === inputs.stateBranch) return `branch "${event.branch}" holds only state and journal`;
  if (event.name === "push" && await isRecordingPush(request, ports)) return "the push only records the state of an earlier run";
  return null;
}
async function applyTip(request, ports) {
  const checkout = await findRoot(request.inputs, ports.git);
  const display = new MergeLog(ports);
  const interruption = ports.watchInterruption();
  const earlier = [];
  try {
    for (let inVain = 0; inVain < ATTEMPTS; ) {
      const attempt = await applyOnce(checkout, request, { ...ports, display, interruption });
      if (attempt.kind !== "overtaken") return conclude2(attempt, earlier, request, { display, interruption });
      inVain = attempt.applied === null ? inVain + 1 : 0;
      if (attempt.applied !== null) earlier.push(attempt.applied);
      const unsent = attempt.applied === null ? "nothing" : "nothing more";
      display.note(`Another push to the branch came first, so ${unsent} of this plan was sent; planning again.`);
    }
    const last = earlier.at(-1);
    if (last !== void 0) return conclude2(last, earlier, request, { display, interruption });
    throw new import_user_error19.UserError(
      "git/busy-branch",
      `other pushes came first, ${ATTEMPTS} times in a row; nothing was sent`,
      "run the job again; a concurrency group without cancel-in-progress runs one apply at a time"
    );
  } catch (error) {
    const last = earlier.at(-1);
    if (last === void 0) throw error;
    const done = conclude2(last, earlier, request, { display, interruption });
    return concludeHalfWay(done, await failWith(error, ports, "Nothing more was done"));
  }
}
async function applyOnce(checkout, request, ports) {
  const place = await openTipWorktree(request, ports, checkout);
  try {
    return await attemptApply(place, request, ports);
  } finally {
    await place.remove();
  }
}
async function applyCheckout(request, ports) {
  const display = new MergeLog(ports);
  const interruption = ports.watchInterruption();
  const place = await useCheckout(request, ports);
  const attempt = await attemptApply(place, request, { ...ports, display, interruption }).finally(() => place.remove());
  if (attempt.kind === "overtaken") throw new Error("an apply that records nothing was overtaken");
  return conclude2(attempt, [], request, { display, interruption });
}
function conclude2(attempt, earlier, request, { display, interruption }) {
  if (attempt.kind === "invalid") {
    display.showInvalid(attempt.workspace);
    const invalid = concludeInvalid(attempt.workspace, request);
    const last = earlier.at(-1);
    return last === void 0 ? invalid : concludeHalfWay(conclude2(last, earlier, request, { display, interruption }), invalid);
  }
  const outcome = joinOutcomes(earlier, attempt);
  display.showEnd(outcome, attempt.plan);
  return concludeApply(attempt, outcome, request, interruption);
}
function joinOutcomes(earlier, last) {
  if (earlier.length === 0) return last.outcome;
  const attempts = [...earlier, last];
  const results = /* @__PURE__ */ new Map();
  for (const { outcome } of attempts) for (const result of outcome.results) results.set(`${result.key}
${result.action}`, result);
  return {
    ...last.outcome,
    results: [...results.values()].sort((a, b) => (0, import_diagnostic4.compareText)(a.key, b.key)),
    findings: attempts.flatMap(({ outcome }) => outcome.findings)
  };
}
var import_diagnostic4, import_user_error19, ATTEMPTS;
var init_merge = __esm({
  "src/doors/action/merge/merge.ts"() {
    "use strict";
    import_diagnostic4 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_user_error19 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_failed_run();
    init_github_patience();
    init_attempt();
    init_conclusion();
    init_merge_log();
    init_own_commit();
    init_tip_worktree();
    ATTEMPTS = 3;
  }
});

// src/features/drift/drift.ts
async function readDrift(project, workspace, options) {
  const listed = /* @__PURE__ */ new Map();
  const planned = await (0, import_plan9.planChecked)(
    project,
    workspace,
    { ...options, refresh: true, checkSecrets: false },
    { onMonitor: (live) => void listed.set(live.id, (0, import_health.observeAlerts)(live)) }
  );
  const { view, plan } = planned;
  const chosen = plan.only === null ? null : new Set(plan.only);
  const seen = [...view.stored?.state.monitors ?? []].flatMap(([key, { id }]) => {
    const monitor = listed.get(id);
    return monitor === void 0 || chosen !== null && !chosen.has(key) ? [] : [{ key, id, monitor }];
  });
  const { failing, undelivered } = await listTroubled(project, seen);
  return { ...planned, failing: failing.sort(), undelivered: undelivered.sort() };
}
async function listTroubled(project, seen) {
  const now = project.world.now();
  if (!seen.some(({ monitor }) => (0, import_health.endedWithoutPages)(monitor) || (0, import_recipients.hasAlerts)(monitor))) {
    return { failing: seen.flatMap(({ key, monitor }) => (0, import_health.judgeHealth)(monitor, now).isFailing === true ? [key] : []), undelivered: [] };
  }
  return (0, import_service_reader.withChecks)(project, null, async (reader) => {
    const { monitors } = await (0, import_status.judgeListed)(seen, now, { checks: 0, failing: "as-listed", alerts: "read" }, reader);
    return {
      failing: monitors.flatMap(({ key, isFailing }) => isFailing === true ? [key] : []),
      undelivered: monitors.flatMap(({ key, alerts }) => alerts != null && (0, import_deliveries.isUndelivered)(alerts) ? [key] : [])
    };
  });
}
var import_deliveries, import_health, import_service_reader, import_recipients, import_status, import_plan9;
var init_drift = __esm({
  "src/features/drift/drift.ts"() {
    "use strict";
    import_deliveries = askBundle("./plan.cjs", "src/core/observe/deliveries.ts");
    import_health = askBundle("./plan.cjs", "src/core/observe/health.ts");
    import_service_reader = askBundle("./plan.cjs", "src/project/service-reader.ts");
    import_recipients = askBundle("./change.cjs", "src/features/observe/recipients.ts");
    import_status = askBundle("./change.cjs", "src/features/observe/status.ts");
    import_plan9 = askBundle("./plan.cjs", "src/features/plan/plan.ts");
  }
});

// src/features/drift/markdown.ts
function renderDriftMarkdown(plan, { limit, redact, undelivered = [] }) {
  const rows = plan.changes.filter(import_change_facts11.isDrift).flatMap((change) => driftRows(change, redact));
  const names = `- project ${(0, import_escape_markdown6.codeSpan)(plan.project)}, environment ${(0, import_escape_markdown6.codeSpan)(plan.environment)}`;
  const lost = undelivered.length === 0 ? "" : `
${describeUndelivered(plan, undelivered, redact)}
`;
  if (rows.length === 0) return `### No drift

${names}
${lost}`;
  const head = `### ${(0, import_plan_sentences.driftSentences)(plan.summary).join(" ")}

${names}
`;
  const end = `${waysOut(plan)}
${lost}`;
  const room = limit - head.length - end.length - FRAME;
  const shown = [];
  let used = 0;
  for (const row of rows) {
    used += row.length + 1;
    if (used > room) break;
    shown.push(row);
  }
  const rest = rows.length - shown.length;
  const more = rest === 0 ? [] : ["", `${(0, import_words11.countOf)(rest, "more row")}: ${(0, import_escape_markdown6.codeSpan)(command(plan, "plan --refresh"))} shows all.`];
  return [head, ...TITLES, ...shown, ...more, "", end].join("\n");
}
function describeUndelivered(plan, keys, redact) {
  const shown = (0, import_words11.listFirst)(
    keys.map((key) => cell(key, redact)),
    MOST_NAMED3
  );
  return `Alerts do not arrive for ${(0, import_words11.countOf)(keys.length, "monitor")}: ${shown}. ${(0, import_escape_markdown6.codeSpan)(command(plan, "alerts"))} shows where they go.`;
}
function waysOut(plan) {
  const undo = (0, import_escape_markdown6.codeSpan)(command(plan, "apply --refresh"));
  return `To undo it in the service, run ${undo}. To keep it, run ${(0, import_escape_markdown6.codeSpan)(command(plan, "accept KEY"))} and commit the specs.`;
}
function command({ environment }, words) {
  return `monitors ${words}${environment === "default" ? "" : ` --environment ${(0, import_command_line2.shellWord)(environment)}`}`;
}
function driftRows(change, redact) {
  const key = cell(change.key, redact);
  const fields = "drift" in change ? change.drift ?? [] : [];
  if (fields.length === 0) return [`| ${key} | | deleted | ${isWanted(change) ? "in the specs" : "no spec"} |`];
  return fields.map((field) => `| ${key} | ${cell((0, import_pointer.describePointer)(field.path), redact)} | ${valueCells(field, redact)} |`);
}
function isWanted(change) {
  return change.action !== "delete" && change.after !== void 0;
}
function valueCells({ before, after }, redact) {
  const [live, wanted] = [before, after].map((value) => cell((0, import_value_text.valueText)(value), redact));
  return `${live} | ${wanted}${live === wanted ? " (another value)" : ""}`;
}
function cell(text2, redact) {
  const clean = redact(text2);
  const shown = clean.length <= LONGEST_CELL ? clean : `${clean.slice(0, LONGEST_CELL).replace(/[\ud800-\udbff]$/, "")}...`;
  return (0, import_escape_markdown6.htmlCode)(shown).replaceAll(".", "&#46;");
}
var import_command_line2, import_words11, import_pointer, import_change_facts11, import_escape_markdown6, import_plan_sentences, import_value_text, MOST_NAMED3, TITLES, FRAME, LONGEST_CELL;
var init_markdown = __esm({
  "src/features/drift/markdown.ts"() {
    "use strict";
    import_command_line2 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words11 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_pointer = askBundle("./monitors.cjs", "src/core/json/pointer.ts");
    import_change_facts11 = askBundle("./plan.cjs", "src/core/plan/change-facts.ts");
    import_escape_markdown6 = askBundle("./check.cjs", "src/rendering/escape-markdown.ts");
    import_plan_sentences = askBundle("./plan.cjs", "src/rendering/plan-sentences.ts");
    import_value_text = askBundle("./plan.cjs", "src/rendering/value-text.ts");
    MOST_NAMED3 = 20;
    TITLES = ["| Monitor | Field | In the service | In the specs |", "|---|---|---|---|"];
    FRAME = 300;
    LONGEST_CELL = 200;
  }
});

// src/doors/action/drift-issue.ts
function driftMarkerOf({ project, environment }, scope) {
  const part = describeScope(scope) === "" ? [] : [(0, import_canonical5.hashJson)(listScope(scope).map(([, values]) => [...values].sort())).slice(0, 16)];
  return `<!-- monitors-drift ${[project, environment, ...part].map(encodeWord).join(" ")} -->`;
}
function driftTitleOf({ project, environment }, scope) {
  return `Drift: ${project}, environment ${environment}${(0, import_bounded_text.boundText)(describeScope(scope), LONGEST_SCOPE)}`;
}
function describeScope(scope) {
  return listScope(scope).flatMap(([word, values]) => values.length === 0 ? [] : [`, ${word} ${values.join(", ")}`]).join("");
}
function listScope({ only = [], exclude = [], labels = [] }) {
  return [
    ["only", only],
    ["without", exclude],
    ["with", labels]
  ];
}
async function keepIssue(request, github, { askPatiently: askPatiently2 }) {
  try {
    return { kind: "done", number: await askPatiently2(() => findAndWrite2(request, github)) };
  } catch (error) {
    if (error instanceof GitHubError) return { kind: "failed", reason: error.message, lasting: !isPassing(error) };
    throw error;
  }
}
async function findAndWrite2({ marker, title, body }, github) {
  const [known, ...others] = await github.findOwnIssues(marker);
  for (const other of others) await github.closeIssue(other.number);
  if (body === null) {
    if (known === void 0) return null;
    await github.closeIssue(known.number);
    return known.number;
  }
  if (known === void 0) return (await github.createIssue(title, body)).number;
  if (!isSameText(known.body, body)) await github.updateIssue(known.number, body);
  return known.number;
}
var import_bounded_text, import_canonical5, LONGEST_SCOPE;
var init_drift_issue = __esm({
  "src/doors/action/drift-issue.ts"() {
    "use strict";
    import_bounded_text = askBundle("./monitors.cjs", "src/core/diagnostics/bounded-text.ts");
    import_canonical5 = askBundle("./monitors.cjs", "src/core/json/canonical.ts");
    init_github_patience();
    init_marked_text();
    init_ports();
    LONGEST_SCOPE = 100;
  }
});

// src/doors/action/drift.ts
var drift_exports = {};
__export(drift_exports, {
  runDrift: () => runDrift
});
async function runDrift(request, ports) {
  const { inputs, run } = request;
  const workspace = openWorkspace(inputs, ports.env);
  const { root, settings } = workspace;
  (0, import_project5.requireFullOperations)(settings, '"command: drift"');
  const opened = openActionProject({ settings, root, command: "plan" }, inputs, ports);
  await opened.refusePlace();
  const checked = (0, import_check4.checkWorkspace)(opened, { strict: inputs.strict });
  ports.annotate((0, import_github4.renderValidateGithub)(checked.report, LOG3));
  if ((0, import_diagnostic5.hasErrors)(checked.report.findings)) {
    const summary2 = renderInvalidMarkdown(checked.report, { limit: "summary" });
    return { exitCode: 1, failureReason: "invalid-specs", outputs: {}, summary: summary2 };
  }
  const { stateFile } = await findState(request, ports, workspace);
  const project = openActionProject({ settings, root, command: "plan", stateCopy: stateFile }, inputs, ports);
  const { only, exclude, labels } = inputs;
  const options = { only, exclude, labels, allowDeletes: true, lookupMs: import_apply3.APPLY_DEFAULTS.lookupMs };
  const { plan, view, failing, undelivered } = await readDrift(project, checked, options);
  if (view.stored === null) throw (0, import_state_access.nothingStored)();
  const values = settings.allowedReferences.flatMap((name) => ports.env[name] ?? []);
  const redact = (0, import_redaction.createRedactor)([...listSecrets(inputs, ports.env), ...values]);
  const summary = renderDriftMarkdown(plan, { limit: LONGEST_SUMMARY, redact, undelivered });
  ports.log(`${(0, import_words12.countOf)(plan.summary.drift, "monitor")} with drift, ${(0, import_words12.countOf)(failing.length, "failing monitor")}
`);
  const jsonPath = new Artifacts(run).write("plan.json", redact((0, import_formats3.renderPlan)(plan, "json", LOG3, checked.report.findings)));
  const outputs = { drift: plan.summary.drift, failing: failing.length, jsonPath };
  const outcome = await writeIssue({ plan, redact, undelivered }, request, ports);
  if (outcome.kind === "failed") return { ...issueFailed(outcome), outputs, summary };
  const issue = outcome.number === null ? {} : { issueNumber: outcome.number };
  return { exitCode: 0, failureReason: null, outputs: { ...outputs, ...issue }, summary };
}
async function writeIssue({ plan, redact, undelivered }, { inputs }, { github, askPatiently: askPatiently2 }) {
  if (inputs.comment === "never") return { kind: "done", number: null };
  if (github === null) return { kind: "failed", reason: "the input github-token is empty", lasting: true };
  const marker = driftMarkerOf(plan, inputs);
  const limit = LONGEST_COMMENT - `${marker}

${FOOT}`.length;
  const isClear = plan.summary.drift === 0 && undelivered.length === 0;
  const body = isClear ? null : `${marker}

${renderDriftMarkdown(plan, { limit, redact, undelivered })}${FOOT}`;
  return keepIssue({ marker, title: driftTitleOf(plan, inputs), body }, github, { askPatiently: askPatiently2 });
}
function issueFailed({
  reason,
  lasting
}) {
  const text2 = `the drift is in the job summary, but not in an issue: ${reason}`;
  const hint = lasting ? "add `permissions: issues: write` to the job, or set `comment: never`" : "run the job again";
  return { exitCode: 3, failureReason: null, message: { title: "action/issue-failed", text: text2, hint } };
}
var import_words12, import_diagnostic5, import_redaction, import_apply3, import_formats3, import_github4, import_check4, import_project5, import_state_access, LOG3, FOOT;
var init_drift2 = __esm({
  "src/doors/action/drift.ts"() {
    "use strict";
    import_words12 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_diagnostic5 = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_redaction = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    import_apply3 = askBundle("./change.cjs", "src/features/apply/apply.ts");
    init_drift();
    init_markdown();
    import_formats3 = askBundle("./plan.cjs", "src/features/plan/formats.ts");
    import_github4 = askBundle("./check.cjs", "src/features/validate/github.ts");
    import_check4 = askBundle("./check.cjs", "src/project/check.ts");
    import_project5 = askBundle("./check.cjs", "src/project/project.ts");
    import_state_access = askBundle("./change.cjs", "src/project/state-access.ts");
    init_drift_issue();
    init_findings_markdown();
    init_inputs();
    init_plan_state();
    init_project();
    init_workspace();
    LOG3 = { color: false, width: 120, verbosity: "normal" };
    FOOT = "\nEach run updates this issue, and closes it when there is no drift and all alerts arrive.\n";
  }
});

// src/doors/action/run.ts
async function runAction(request, given) {
  const ports = { ...given, env: (0, import_pinned_git.withoutDirectory)(given.env, request.inputs.workspace) };
  try {
    await warnOfVariables(ports);
    refuseKeyForFork(request.event, request.inputs.apiKey !== void 0 || (ports.env["MONITORS_API_KEY"] ?? "") !== "");
    refuseStateForFork(request.event, import_credentials2.STATE_CREDENTIALS, ports.env);
    refuseRefreshForFork(request.event, request.inputs.refresh);
    const task = chooseTask(request);
    switch (task.command) {
      case "validate":
        return await (await Promise.resolve().then(() => (init_validate(), validate_exports))).runValidate(task.request, ports);
      case "plan":
        return await (await Promise.resolve().then(() => (init_plan(), plan_exports))).runPlan(task.request, ports);
      case "apply":
        return await (await Promise.resolve().then(() => (init_merge(), merge_exports))).runMerge(task.request, ports);
      case "drift":
        return await (await Promise.resolve().then(() => (init_drift2(), drift_exports))).runDrift(task.request, ports);
    }
  } catch (error) {
    return failWith(error, ports);
  }
}
function chooseTask(request) {
  const { inputs, event } = request;
  const { command: command2 } = inputs;
  if (command2 === "validate" || command2 === "plan") return { command: command2, request };
  if (command2 === "drift") {
    if (event.kind === "branch") return { command: command2, request: { ...request, event } };
    throw wrongEvent(
      event.kind === "pull-request" ? "a pull request is not looked through for drift" : `${event.name} has no branch to look at`,
      "run drift on a schedule, which uses the default branch; on a pull request `refresh: true` shows drift"
    );
  }
  if (event.kind === "branch" && (command2 === "apply" || event.name === "push" && event.isDefaultBranch)) {
    return { command: "apply", request: { ...request, event } };
  }
  if (command2 === "apply") {
    throw wrongEvent(
      event.kind === "pull-request" ? "a pull request cannot be applied before it is merged" : `${event.name} has no branch to apply`,
      "run apply on a push to the default branch; `command: auto` plans on pull requests and applies after the merge"
    );
  }
  if (event.kind === "pull-request") return { command: "plan", request };
  const what = event.kind === "branch" && event.name === "push" ? `a push to "${event.branch}", which is not the default branch,` : event.name;
  throw wrongEvent(
    `\`command: auto\` plans on a pull request and applies on a push to the default branch; ${what} is neither`,
    "set `command: plan` or `command: apply` for this event, or skip the step with `if:`"
  );
}
function wrongEvent(message, hint) {
  return new import_user_error20.UserError("action/wrong-event", message, hint);
}
async function warnOfVariables({ env, annotate }) {
  const strange = (0, import_option_values.listStrangeVariables)(env);
  if (strange.length === 0) return;
  const { warnOfNearVariables } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/config/option-values.ts"));
  const findings = warnOfNearVariables(strange, env);
  const { renderValidateGithub: renderValidateGithub5 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/github.ts"));
  const report = { files: 0, monitors: 0, errorCount: 0, warningCount: findings.length, findings, sourceOf: () => void 0 };
  if (findings.length > 0) annotate(renderValidateGithub5(report, { color: false, width: 100, verbosity: "normal" }));
}
var import_option_values, import_user_error20, import_pinned_git, import_credentials2;
var init_run = __esm({
  "src/doors/action/run.ts"() {
    "use strict";
    import_option_values = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error20 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_pinned_git = askBundle("./check.cjs", "src/core/git/pinned-git.ts");
    import_credentials2 = askBundle("./monitors.cjs", "src/core/state/credentials.ts");
    init_event();
    init_failed_run();
  }
});

// src/doors/action/comment-history.ts
async function findForeignEdits(ask, comments, own) {
  if (comments.length === 0) return [];
  const found = (0, import_value7.property)(await ask(EDITS, { ids: comments.map(({ nodeId }) => nodeId) }), "nodes");
  const nodes = Array.isArray(found) ? found : [];
  return comments.flatMap(({ id, nodeId }) => {
    const node = nodes.find((one) => (0, import_value7.property)(one, "id") === nodeId);
    const edited = (0, import_value7.property)(node, "lastEditedAt");
    if (edited === void 0) throw new GitHubError(200, "GitHub does not say who edited a comment");
    if (edited === null) return [];
    const editor = (0, import_value7.property)(node, "editor");
    return isActor(editor, own) ? [] : [{ id, by: nameOf2(editor) }];
  });
}
async function hasDeletedComment(ask, { owner, name, number }, own) {
  let after = null;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const pullRequest = (0, import_value7.property)((0, import_value7.property)(await ask(DELETIONS, { owner, name, number, after }), "repository"), "pullRequest");
    const items = (0, import_value7.property)(pullRequest, "timelineItems");
    const nodes = (0, import_value7.property)(items, "nodes");
    const info = (0, import_value7.property)(items, "pageInfo");
    if (!Array.isArray(nodes) || !(0, import_value7.isObject)(info)) throw new GitHubError(200, "GitHub does not say which comments were deleted");
    if (nodes.some((node) => isOwnDeletion((0, import_value7.property)(node, "deletedCommentAuthor"), own))) return true;
    if ((0, import_value7.property)(info, "hasNextPage") !== true) return false;
    after = (0, import_value7.property)(info, "endCursor") ?? null;
  }
  throw new GitHubError(200, "GitHub lists too many deleted comments");
}
function isOwnDeletion(author, own) {
  return !(0, import_value7.isObject)(author) || isActor(author, own);
}
function isActor(actor, login) {
  const [type, name] = [(0, import_value7.property)(actor, "__typename"), (0, import_value7.property)(actor, "login")];
  if (typeof name !== "string") return false;
  if (!login.endsWith(BOT)) return type !== "Bot" && name === login;
  return type === "Bot" && (name === login || `${name}${BOT}` === login);
}
function nameOf2(actor) {
  const login = (0, import_value7.property)(actor, "login");
  return typeof login === "string" ? (0, import_escape_terminal2.escapeTerminal)(login.slice(0, 100)) : null;
}
var import_value7, import_escape_terminal2, EDITS, DELETIONS, MOST_PAGES, BOT;
var init_comment_history = __esm({
  "src/doors/action/comment-history.ts"() {
    "use strict";
    import_value7 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_ports();
    EDITS = "query($ids:[ID!]!){nodes(ids:$ids){... on IssueComment{id createdAt lastEditedAt editor{__typename login}}}}";
    DELETIONS = [
      "query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){pullRequest(number:$number){",
      "timelineItems(first:100,after:$after,itemTypes:[COMMENT_DELETED_EVENT]){pageInfo{hasNextPage endCursor}",
      "nodes{... on CommentDeletedEvent{deletedCommentAuthor{__typename login}}}}}}}"
    ].join("");
    MOST_PAGES = 30;
    BOT = "[bot]";
  }
});

// src/doors/action/github-http.ts
var github_http_exports = {};
__export(github_http_exports, {
  openGitHub: () => openGitHub
});
function openGitHub(options) {
  const connection = new GitHubConnection(options);
  const { owner, name } = options.run.repository;
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const comments = (pullRequest) => `${repository}/issues/${pullRequest}/comments`;
  return {
    findOwnComments: async (pullRequest, marker) => {
      const own = await connection.identity();
      const all = await connection.list(comments(pullRequest));
      return all.flatMap((found) => {
        const comment2 = readComment(found);
        return (0, import_value8.property)((0, import_value8.property)(found, "user"), "login") === own && comment2.body.startsWith(marker) ? [comment2] : [];
      });
    },
    findForeignEdits: async (found) => findForeignEdits(connection.ask, found, await connection.identity()),
    hasDeletedComment: async (number) => hasDeletedComment(connection.ask, { owner, name, number }, await connection.identity()),
    createComment: async (pullRequest, body) => readComment(await connection.send("POST", comments(pullRequest), { body })),
    updateComment: async (id, body) => readComment(await connection.send("PATCH", `${repository}/issues/comments/${id}`, { body })),
    findOwnIssues: async (marker) => {
      const own = await connection.identity();
      const all = await connection.list(`${repository}/issues`, { query: "&state=open&direction=asc", mostPages: MOST_ISSUE_PAGES });
      return all.flatMap((issue) => {
        const { number, body } = readIssue(issue);
        const isOurs = (0, import_value8.property)((0, import_value8.property)(issue, "user"), "login") === own && body.startsWith(marker);
        return isOurs && (0, import_value8.property)(issue, "pull_request") === void 0 ? [{ number, body }] : [];
      });
    },
    createIssue: async (title, body) => readIssue(await connection.send("POST", `${repository}/issues`, { title, body })),
    updateIssue: async (number, body) => readIssue(await connection.send("PATCH", `${repository}/issues/${number}`, { body })),
    closeIssue: async (number) => readIssue(await connection.send("PATCH", `${repository}/issues/${number}`, { state: "closed" })),
    listPullRequestsOfCommit: async (sha) => (await connection.list(`${repository}/commits/${sha}/pulls`)).map(readPullRequest2),
    countRequests: async () => connection.requests,
    close: () => connection.close()
  };
}
function readLimit(status, headers, message) {
  if (status !== 403 && status !== 429) return null;
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const isLimit = !Number.isNaN(seconds) || headers["x-ratelimit-remaining"] === "0" || /\brate limit\b/i.test(String(message ?? ""));
  if (!isLimit && status === 403) return null;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds * 1e3);
}
function openPool(url, env) {
  const reading = (0, import_endpoint.readServiceAddress)(new URL(url).origin);
  if (reading.kind === "refused") throw new GitHubError(null, `GitHub's address cannot be used: ${reading.message}`);
  const proxy = (0, import_endpoint.chooseProxy)(reading.address, env);
  const connect = { timeout: 1e4 };
  return new import_undici.Pool(new URL(url).origin, { connect: proxy === void 0 ? connect : (0, import_http_proxy.createProxyConnector)(proxy, connect), connections: 2 });
}
async function readLimited(content) {
  const chunks = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Error("its answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
function orRefused(error) {
  if (error instanceof GitHubError && !isPassing(error)) return null;
  throw error;
}
function listErrors(answer) {
  const errors = (0, import_value8.property)(answer, "errors");
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => {
    const message = (0, import_value8.property)(error, "message");
    return typeof message === "string" ? (0, import_escape_terminal3.escapeTerminal)(message.slice(0, 300)) : "an error";
  });
}
function readComment(value) {
  const [id, nodeId, body] = [(0, import_value8.property)(value, "id"), (0, import_value8.property)(value, "node_id"), (0, import_value8.property)(value, "body")];
  if (typeof id !== "number") throw new GitHubError(200, "GitHub answered with something that is not a comment");
  const created = (0, import_value8.property)(value, "created_at");
  return {
    id,
    nodeId: typeof nodeId === "string" ? nodeId : "",
    body: typeof body === "string" ? body : "",
    isAsCreated: typeof created === "string" && (0, import_value8.property)(value, "updated_at") === created
  };
}
function readIssue(value) {
  const [number, body] = [(0, import_value8.property)(value, "number"), (0, import_value8.property)(value, "body")];
  if (typeof number !== "number") throw new GitHubError(200, "GitHub answered with something that is not an issue");
  return { number, body: typeof body === "string" ? body : "" };
}
function readPullRequest2(value) {
  const number = (0, import_value8.property)(value, "number");
  if (!(0, import_value8.isObject)(value) || typeof number !== "number")
    throw new GitHubError(200, "GitHub answered with something that is not a pull request");
  const mergeCommit = (0, import_value8.property)(value, "merge_commit_sha");
  const nameOf3 = (side) => (0, import_value8.property)((0, import_value8.property)((0, import_value8.property)(value, side), "repo"), "full_name") ?? null;
  return {
    number,
    baseBranch: String((0, import_value8.property)((0, import_value8.property)(value, "base"), "ref") ?? ""),
    headSha: String((0, import_value8.property)((0, import_value8.property)(value, "head"), "sha") ?? ""),
    mergeCommitSha: typeof mergeCommit === "string" ? mergeCommit : null,
    isMerged: typeof (0, import_value8.property)(value, "merged_at") === "string",
    isFork: nameOf3("head") !== nameOf3("base")
  };
}
function parse(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return null;
  }
}
function describe2(error) {
  return (0, import_file_error2.errorCode)(error) ?? String(error.name);
}
var import_undici, import_endpoint, import_http_proxy, import_version, import_file_error2, import_value8, import_escape_terminal3, PAGE_SIZE, MOST_PAGES2, MOST_ISSUE_PAGES, TIMEOUT_MS, LARGEST_ANSWER, WORKFLOW_IDENTITY, GitHubConnection;
var init_github_http = __esm({
  "src/doors/action/github-http.ts"() {
    "use strict";
    import_undici = require("./undici.cjs");
    import_endpoint = askBundle("./check.cjs", "src/core/api/endpoint.ts");
    import_http_proxy = askBundle("./change.cjs", "src/core/api/http-proxy.ts");
    import_version = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_file_error2 = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_value8 = askBundle("./monitors.cjs", "src/core/json/value.ts");
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_comment_history();
    init_github_patience();
    init_ports();
    PAGE_SIZE = 100;
    MOST_PAGES2 = 30;
    MOST_ISSUE_PAGES = 300;
    TIMEOUT_MS = 3e4;
    LARGEST_ANSWER = 16 * 1024 * 1024;
    WORKFLOW_IDENTITY = "github-actions[bot]";
    GitHubConnection = class {
      constructor(options) {
        this.options = options;
      }
      options;
      #pools = /* @__PURE__ */ new Map();
      #identity;
      /** Sent so far. */
      requests = 0;
      /** Sends a request to a path of the REST API, and answers its JSON. Rejects with a {@link GitHubError}. */
      send(method, path, body) {
        return this.#call(method, `${this.options.run.apiUrl}${path}`, body);
      }
      /** Reads all pages of a list. Rejects if there are more than `mostPages`. */
      async list(path, { query = "", mostPages = MOST_PAGES2 } = {}) {
        const all = [];
        for (let page = 1; ; page++) {
          if (page > mostPages) throw new GitHubError(200, `GitHub's list has more than ${mostPages * PAGE_SIZE} items`);
          const items = await this.send("GET", `${path}?per_page=${PAGE_SIZE}&page=${page}${query}`);
          if (!Array.isArray(items)) throw new GitHubError(200, "GitHub answered with something that is not a list");
          all.push(...items);
          if (items.length < PAGE_SIZE) return all;
        }
      }
      /** The login of the token's owner. A failure is not cached: the next call asks again. */
      identity() {
        this.#identity ??= this.#findIdentity().catch((error) => {
          this.#identity = void 0;
          throw error;
        });
        return this.#identity;
      }
      async close() {
        await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
      }
      /** Asks GraphQL, which answers 200 to a query that it refuses. */
      ask = async (query, variables) => {
        const answer = await this.#call("POST", this.options.run.graphqlUrl, { query, variables });
        const data2 = (0, import_value8.property)(answer, "data");
        const [error] = listErrors(answer);
        if (error === void 0 && (0, import_value8.isObject)(data2)) return data2;
        throw new GitHubError(200, `GitHub answered a question with ${error ?? "something that is no answer"}`);
      };
      /** Apps, which includes the workflow's own token, may not ask REST for their identity. */
      async #findIdentity() {
        const user = await this.send("GET", "/user").catch(orRefused);
        const login = (0, import_value8.property)(user, "login");
        if (typeof login === "string") return login;
        const answer = await this.#call("POST", this.options.run.graphqlUrl, { query: "{viewer{login}}" }).catch(orRefused);
        const viewer = (0, import_value8.property)((0, import_value8.property)((0, import_value8.property)(answer, "data"), "viewer"), "login");
        return typeof viewer === "string" ? viewer : WORKFLOW_IDENTITY;
      }
      async #call(method, url, body) {
        this.requests++;
        const { origin, pathname, search } = new URL(url);
        const pool = this.#pools.get(origin) ?? openPool(url, this.options.env);
        this.#pools.set(origin, pool);
        const headers = {
          authorization: `Bearer ${this.options.token.reveal()}`,
          accept: "application/vnd.github+json",
          "x-github-api-version": "2022-11-28",
          "user-agent": `monitors-as-code/${import_version.version}`,
          ...body === void 0 ? {} : { "content-type": "application/json" }
        };
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const text2 = body === void 0 ? null : JSON.stringify(body);
        const answer = await pool.request({ method, path: `${pathname}${search}`, headers, body: text2, signal }).then(async ({ statusCode, headers: told, body: content }) => ({ status: statusCode, told, text: await readLimited(content) })).catch((error) => {
          throw new GitHubError(null, `GitHub did not answer (${describe2(error)})`);
        });
        const json = parse(answer.text);
        if (answer.status >= 200 && answer.status < 300) return json;
        const message = (0, import_value8.property)(json, "message");
        const reason = typeof message === "string" ? `: ${(0, import_escape_terminal3.escapeTerminal)(message.slice(0, 300))}` : "";
        throw new GitHubError(answer.status, `GitHub answered ${answer.status}${reason}`, readLimit(answer.status, answer.told, message));
      }
    };
  }
});

// src/doors/action/git-remote.ts
async function readRemote(config, { token, serverUrl }, ask) {
  const isOwn = (url2) => url2.startsWith(`${serverUrl}/`);
  const all = config.listUrls() ?? await askForUrls(ask);
  const [url = ""] = all;
  const isPlain = all.some(isOwn) && all.every((one) => isOwn(one) || !one.startsWith("http://")) && serverUrl.startsWith("http://");
  const protocols = isPlain ? [...PROTOCOLS, "http"] : PROTOCOLS;
  if (token === void 0 || !isOwn(url)) return { protocols, settings: [] };
  const configured = config.hasHeaders ? (await ask("config", "--get-urlmatch", "http.extraheader", url)).stdout.toString("utf8") : "";
  if (configured.trim() !== "") return { protocols, settings: [] };
  return { protocols, settings: [[`http.${serverUrl}/.extraheader`, `AUTHORIZATION: basic ${basicCredentials(token)}`]] };
}
async function askForUrls(ask) {
  const [urls, pushUrls] = [await ask("remote", "get-url", "--all", "origin"), await ask("remote", "get-url", "--all", "--push", "origin")];
  return [urls, pushUrls].flatMap(({ stdout }) => stdout.toString("utf8").trim().split("\n"));
}
function basicCredentials(token) {
  return Buffer.from(`x-access-token:${token.reveal()}`).toString("base64");
}
var PROTOCOLS, NO_REMOTE, GitConfig, ABOUT_REMOTE;
var init_git_remote = __esm({
  "src/doors/action/git-remote.ts"() {
    "use strict";
    PROTOCOLS = ["https", "ssh"];
    NO_REMOTE = { protocols: PROTOCOLS, settings: [] };
    GitConfig = class {
      /** Also where they can't be read, since git says so again. */
      entries;
      isRead;
      constructor({ exitCode, stdout }) {
        this.isRead = exitCode === 0;
        const words = this.isRead ? stdout.toString("utf8").split("\0") : [];
        const found = [];
        for (let index = 0; index + 1 < words.length; index += 2) {
          const [name = "", ...value] = (words[index + 1] ?? "").split("\n");
          found.push({ scope: words[index] ?? "", name, value: value.length === 0 ? null : value.join("\n") });
        }
        this.entries = found;
      }
      /** Whether every command may ask the remote for files that are not here, as with the input `filter` of actions/checkout. */
      get isPartialClone() {
        const last = this.entries.filter(({ name }) => name === "remote.origin.promisor").at(-1);
        return last !== void 0 && (last.value === null || /^(?:true|yes|on|[-+]?0*[1-9]\d*[kmg]?)$/i.test(last.value));
      }
      /** Settings that switch off filters such as git-lfs: the repository could choose which files they run on. */
      listFilters() {
        if (!this.isRead) throw new Error("the settings of git can not be read, and so no filters be switched off");
        const names = this.entries.map(({ name }) => name).filter((name) => name.startsWith("filter."));
        const drivers = new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))));
        return [...drivers].flatMap((driver) => [
          [`${driver}.smudge`, ""],
          [`${driver}.process`, ""],
          [`${driver}.required`, "false"]
        ]);
      }
      /** The addresses of the remote to fetch from and to push to; null where only git can tell. */
      listUrls() {
        const read2 = (wanted) => this.entries.filter(({ name }) => name === wanted).map(({ value }) => value ?? "");
        const all = [...read2("remote.origin.url"), ...read2("remote.origin.pushurl")];
        const isRewritten = this.entries.some(({ name }) => /^url\..*\.(?:push)?insteadof$/s.test(name));
        return isRewritten || read2("remote.origin.url").length === 0 || all.includes("") ? null : all;
      }
      /** Whether a header is set for some address. */
      get hasHeaders() {
        return this.entries.some(({ name }) => /^http\.(?:.*\.)?extraheader$/s.test(name));
      }
      /** Lists the settings that say how to reach the remote, for a repository without a configuration. */
      listAboutRemote() {
        return this.entries.flatMap(
          ({ scope, name, value }) => scope === "local" && ABOUT_REMOTE.test(name) ? [[name, value ?? ""]] : []
        );
      }
    };
    ABOUT_REMOTE = /^(?:remote\.origin\.(?:url|pushurl|proxy)|https?\..+|core\.sshcommand|ssh\..+|credential\..+|url\..+)$/i;
  }
});

// src/doors/action/git.ts
var git_exports = {};
__export(git_exports, {
  openGit: () => openGit
});
function openGit(options) {
  const { repository } = options;
  const redact = (0, import_redaction2.createRedactor)(options.token === void 0 ? [] : [options.token.reveal(), basicCredentials(options.token)]);
  const run = async (args, runOptions, more = NO_REMOTE) => {
    if (repository === null) return NO_REPOSITORY;
    const ran = await start({ repository, args, runOptions, more, options });
    return { ...ran, stderr: redact(ran.stderr) };
  };
  const ask = (...args) => run(args, {});
  const readConfig = once(async () => new GitConfig(await ask("config", "--null", "--show-scope", "--list")));
  const openRemote = once(async () => readRemote(await readConfig(), options, ask));
  const findMeans = async (command2, { bare }) => {
    const config = await readConfig();
    const usesRemote = bare !== void 0 || REMOTE_COMMANDS.has(command2) || config.isPartialClone;
    const { protocols, settings } = usesRemote ? await openRemote() : NO_REMOTE;
    const about = bare === void 0 ? [] : config.listAboutRemote();
    return { protocols, settings: [...about, ...settings, ...command2 === "worktree" ? config.listFilters() : []] };
  };
  const git = async (args, runOptions = {}) => {
    return repository === null ? NO_REPOSITORY : run(args, runOptions, await findMeans(args[0] ?? "", runOptions));
  };
  const readers = new Readers(async (bare) => {
    const runOptions = bare === void 0 ? {} : { bare };
    const more = await findMeans("cat-file", runOptions);
    const startBatch = () => spawnGit({ repository: repository ?? "", args: ["cat-file", "--batch"], runOptions, more, options });
    return new import_object_reader.ObjectReader(startBatch, options.longestRunMs ?? LONGEST_RUN_MS);
  });
  const read2 = async (name, bare) => {
    if (repository === null) return null;
    if (!/[\r\n]/.test(name)) return (await readers.of(bare)).read(name);
    const { exitCode, stdout } = await git(["rev-parse", "--verify", "--quiet", name], bare === void 0 ? {} : { bare });
    return exitCode === 0 ? read2(stdout.toString("utf8").trim(), bare) : null;
  };
  return Object.assign(git, { read: read2, close: (bare) => readers.close(bare) });
}
function once(ask) {
  let answer;
  return () => {
    answer ??= ask();
    return answer;
  };
}
function spawnGit({ repository, args, runOptions, more, options }) {
  const { env, workspace } = options;
  const place = runOptions.bare === void 0 ? { workTree: repository } : { bare: runOptions.bare };
  const started = (0, import_pinned_git2.pinGit)(place, args, { env, passOn: PASSED_ON, distrusted: workspace, ...more });
  if (started === null) throw new Error("git was not found in PATH (directories inside the checkout do not count)");
  return (0, import_node_child_process.spawn)(started.program, started.args, {
    cwd: repository,
    env: started.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true
  });
}
function start(starting) {
  const { args, runOptions, options } = starting;
  const { longestRunMs = LONGEST_RUN_MS } = options;
  return new Promise((resolve3, reject) => {
    const child = spawnGit(starting);
    const stdout = [];
    const stderr = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      (0, import_object_reader.killGroup)(child);
    }, longestRunMs);
    child.stdout.on("data", (chunk) => stdout.push(chunk));
    child.stderr.on("data", (chunk) => stderr.push(chunk));
    child.stdin.on("error", () => void 0);
    child.stdin.end(runOptions.stdin ?? "");
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new Error(`git could not be started: ${error.message}`, { cause: error }));
    });
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      const words = Buffer.concat(stderr).toString("utf8").trim();
      const late = `git ${args[0] ?? ""} took longer than ${longestRunMs / 1e3} s`;
      resolve3({ exitCode: isLate ? TIMED_OUT : exitCode ?? 128, stdout: Buffer.concat(stdout), stderr: isLate ? late : words });
    });
  });
}
var import_node_child_process, import_object_reader, import_pinned_git2, import_redaction2, LONGEST_RUN_MS, TIMED_OUT, PASSED_ON, Readers, NO_REPOSITORY, REMOTE_COMMANDS;
var init_git = __esm({
  "src/doors/action/git.ts"() {
    "use strict";
    import_node_child_process = require("node:child_process");
    import_object_reader = askBundle("./check.cjs", "src/core/git/object-reader.ts");
    import_pinned_git2 = askBundle("./check.cjs", "src/core/git/pinned-git.ts");
    import_redaction2 = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    init_git_remote();
    LONGEST_RUN_MS = 3e5;
    TIMED_OUT = 124;
    PASSED_ON = /^(?:HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SystemRoot|USERPROFILE|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_CAINFO|GIT_SSL_CAPATH|SSL_CERT_FILE|SSL_CERT_DIR|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_CONFIG_NOSYSTEM|(?:https?|all|no)_proxy)$/i;
    Readers = class {
      constructor(open) {
        this.open = open;
      }
      open;
      #opened = /* @__PURE__ */ new Map();
      of(bare) {
        const reader = this.#opened.get(bare) ?? this.open(bare);
        this.#opened.set(bare, reader);
        return reader;
      }
      /** Ends one reader, or all. */
      async close(only) {
        for (const [bare, reader] of [...this.#opened]) {
          if (only !== void 0 && bare !== only) continue;
          this.#opened.delete(bare);
          await (await reader).close();
        }
      }
    };
    NO_REPOSITORY = { exitCode: 128, stdout: Buffer.alloc(0), stderr: "fatal: not a git repository" };
    REMOTE_COMMANDS = /* @__PURE__ */ new Set(["fetch", "push", "ls-remote"]);
  }
});

// src/doors/action/step.ts
function openGitLate(open) {
  let opened;
  const git = () => {
    opened ??= open();
    return opened;
  };
  return Object.assign(async (args, options) => (await git())(args, options), {
    read: async (name, bare) => (await git()).read(name, bare),
    close: async (bare) => (await opened)?.close(bare)
  });
}
var import_node_fs14, import_option_values2, import_repository4, import_redaction3, import_escape_terminal4, INPUT, ActionStep;
var init_step = __esm({
  "src/doors/action/step.ts"() {
    "use strict";
    import_node_fs14 = require("node:fs");
    import_option_values2 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_repository4 = askBundle("./check.cjs", "src/core/git/repository.ts");
    import_redaction3 = askBundle("./check.cjs", "src/core/secrets/redaction.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_event();
    init_failed_run();
    init_github_patience();
    init_inputs();
    init_result_output();
    init_run();
    INPUT = /^INPUT_/i;
    ActionStep = class {
      #context;
      /** The environment without inputs, so that child processes and messages cannot contain a key. */
      #env;
      /** Removes keys and tokens from all output: the last line of defence. */
      #redact = (text2) => text2;
      #output;
      constructor(context2) {
        this.#context = context2;
        this.#env = Object.fromEntries(Object.entries(context2.env).filter(([name]) => !INPUT.test(name)));
        this.#output = {
          log: (text2) => void context2.stdout.write(this.#redact((0, import_escape_terminal4.disarmCommands)(text2))),
          annotate: (commands) => void context2.stdout.write(this.#redact(commands))
        };
      }
      /** Runs the step and returns its exit code; errors are reported to the runner. */
      async run() {
        return this.#finish(await this.#carryOut());
      }
      /** Reports a bug to the runner and returns its exit code. What was sent is in the journal already. */
      async fail(error) {
        return this.#finish(await this.#fail(error));
      }
      async #carryOut() {
        try {
          const inputs = readInputs(this.#readInput, this.#env["GITHUB_WORKSPACE"] ?? this.#context.cwd);
          this.#redact = (0, import_redaction3.createRedactor)(listSecrets(inputs, this.#env));
          const payload = readPayload(this.#env, (path) => (0, import_node_fs14.readFileSync)(path, "utf8"));
          const request = { inputs, ...readWorkflow(this.#env, payload) };
          const { ports, close } = this.#openPorts(request);
          try {
            return await runAction(request, ports);
          } finally {
            await close();
          }
        } catch (error) {
          return this.#fail(error);
        }
      }
      /** Inputs count as variables here: a bug may be met before they are read. */
      #fail(error) {
        return failWith(error, { ...this.#output, env: this.#context.env });
      }
      /** Reads an input. The runner only upper-cases names and replaces spaces. */
      #readInput = (name) => this.#context.env[`INPUT_${name.toUpperCase()}`] ?? "";
      #openPorts({ inputs, run }) {
        const env = this.#env;
        const { world } = this.#context;
        const retryBaseMs = (0, import_option_values2.readRetryBase)(env);
        const { githubToken: token, workspace, workingDirectory } = inputs;
        const closing = [];
        let opened;
        const github = () => {
          opened ??= Promise.resolve().then(() => (init_github_http(), github_http_exports)).then(({ openGitHub: openGitHub2 }) => {
            if (token === void 0) throw new Error("a call to GitHub without a token");
            const client = openGitHub2({ run, token, env });
            closing.push(client.close);
            return client;
          });
          return opened;
        };
        const git = openGitLate(async () => {
          const { openGit: openGit2 } = await Promise.resolve().then(() => (init_git(), git_exports));
          return openGit2({ repository: (0, import_repository4.findRepositoryBelow)(workspace, workingDirectory), workspace, env, token, serverUrl: run.serverUrl });
        });
        closing.push(() => git.close());
        const ports = {
          ...this.#output,
          env,
          world,
          askPatiently: (ask) => askPatiently(ask, { retryBaseMs, world }),
          process: this.#context.process,
          watchInterruption: this.#context.watchInterruption,
          git,
          closeAtEnd: (opened2) => void closing.push(() => opened2.close()),
          github: token === void 0 ? null : {
            findOwnComments: async (pullRequest, marker) => (await github()).findOwnComments(pullRequest, marker),
            findForeignEdits: async (comments) => (await github()).findForeignEdits(comments),
            hasDeletedComment: async (pullRequest) => (await github()).hasDeletedComment(pullRequest),
            createComment: async (pullRequest, body) => (await github()).createComment(pullRequest, this.#redact(body)),
            updateComment: async (id, body) => (await github()).updateComment(id, this.#redact(body)),
            findOwnIssues: async (marker) => (await github()).findOwnIssues(marker),
            createIssue: async (title, body) => (await github()).createIssue(title, this.#redact(body)),
            updateIssue: async (number, body) => (await github()).updateIssue(number, this.#redact(body)),
            closeIssue: async (number) => (await github()).closeIssue(number),
            listPullRequestsOfCommit: async (sha) => (await github()).listPullRequestsOfCommit(sha),
            countRequests: async () => (await github()).countRequests()
          }
        };
        return { ports, close: async () => void await Promise.allSettled(closing.map((close) => close())) };
      }
      /** Writes outputs, summary and message for the runner. */
      #finish(result) {
        const append = (variable, text2) => {
          const path = this.#env[variable] ?? "";
          if (path !== "" && text2 !== "") (0, import_node_fs14.appendFileSync)(path, text2);
        };
        append("GITHUB_OUTPUT", this.#redact(encodeOutputs(result, `monitors-${this.#context.world.uuid()}`)));
        append("GITHUB_STEP_SUMMARY", fitSummary(this.#redact(result.summary)));
        this.#output.annotate(renderMessage(result));
        return result.exitCode;
      }
    };
  }
});

// src/doors/action/main.ts
var main_exports = {};
__export(main_exports, {
  startAction: () => startAction
});
function startAction() {
  process.on("uncaughtException", endCrashed);
  process.on("unhandledRejection", endCrashed);
  step.run().then((exitCode) => {
    process.exitCode = exitCode;
  }).catch(endCrashed);
}
async function endCrashed(error) {
  try {
    await step.fail(error);
  } finally {
    process.exit(70);
  }
}
var import_process_context, step;
var init_main = __esm({
  "src/doors/action/main.ts"() {
    "use strict";
    import_process_context = askBundle("./monitors.cjs", "src/doors/cli/process-context.ts");
    init_step();
    step = new ActionStep(import_process_context.context);
  }
});

// github.js
var github_exports = {};
__export(github_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(github_exports);
var once2 = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/doors/action/main.ts": once2(() => (init_main(), main_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
