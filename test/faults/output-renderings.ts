import type {ApplyEvent, ApplyResult} from '../../src/core/apply/ports';
import type {Diagnostic} from '../../src/core/diagnostics/diagnostic';
import type {Change, Plan} from '../../src/core/plan/change';
import type {FieldChange} from '../../src/core/plan/diff';
import type {DesiredMonitor} from '../../src/core/specs/desired-monitor';
import type {ValidateReport} from '../../src/core/specs/validate-report';
import {renderCommand, renderOverview} from '../../src/doors/cli/help';
import {renderApplyJson, renderCompletionJson, renderEventJson} from '../../src/features/apply/document';
import {advanceProgress, renderEventText, renderProgressLine, startProgress} from '../../src/features/apply/progress';
import {renderApplyText} from '../../src/features/apply/text';
import {type MonitorRunView, type RunView, toRunDocument} from '../../src/features/observe/run-document';
import {renderRunText} from '../../src/features/observe/run-text';
import {renderPlan} from '../../src/features/plan/formats';
import {renderSpecsJson, renderSpecsYaml} from '../../src/features/render/document';
import {renderSentences, renderStateEntry, renderStateList} from '../../src/features/state/text';
import {renderValidate} from '../../src/features/validate/formats';
import {file, optional, toggle} from '../../src/project/flags';
import {renderCrashText, renderErrorJson, renderErrorText} from '../../src/rendering/error';
import {renderJson} from '../../src/rendering/escape-json';
import {renderFindingsText} from '../../src/rendering/finding';
import type {RenderOptions} from '../../src/rendering/render-options';
import {created, desired, doubtfulCreate, everyStop, outcomeOf, planOf, recorded} from '../unit/rendering/sample-values';

/** Output of one renderer for a hostile text, with what kind of sink it is for. */
export interface Rendering {
  readonly name: string;
  readonly sink: 'terminal' | 'json' | 'jsonl' | 'github' | 'markdown';
  readonly text: string;
}

/** Everything that the tool can print, with `text` in every place that a spec, a state file or a service fills. */
export function renderEverywhere(text: string): Rendering[] {
  const report = hostileReport(text);
  const plan = hostilePlan(text);
  const results = hostileResults(text);
  const outcomes = everyStop(text).map(stop => outcomeOf(results, {stop, findings: report.findings}));
  const events = hostileEvents(text, results);
  const error = {code: 'config/usage', message: text, hint: text} as const;
  const renderings: Rendering[] = [];
  const add = (sink: Rendering['sink'], name: string, rendered: string) => renderings.push({name, sink, text: rendered});
  for (const options of listOptions()) {
    const look = `${options.width} columns, ${options.verbosity}${options.color ? ', colour' : ''}`;
    add('terminal', `validate text, ${look}`, renderValidate(report, 'text', options));
    add('terminal', `findings, ${look}`, renderFindingsText(report.findings, options, report.sourceOf));
    add('terminal', `plan text, ${look}`, renderPlan(plan, 'text', options));
    for (const outcome of outcomes) add('terminal', `apply text, ${look}`, renderApplyText(outcome, plan, options));
    add('terminal', `run text, ${look}`, renderRunText(hostileRun(text), options));
    for (const event of events) add('terminal', `event ${event.type}, ${look}`, renderEventText(event, options));
    for (const line of progressLines(events, options)) add('terminal', `progress, ${look}`, line);
    add('terminal', `error, ${look}`, renderErrorText(error, options));
    add(
      'terminal',
      `crash, ${look}`,
      renderCrashText(
        {message: text, stack: `Error: ${text}\n    at ${text} (/home/x/dist/monitors.cjs:1:2)`, tool: 'monitors 0.1.0'},
        options,
      ),
    );
    for (const [name, rendered] of stateTexts(text, options)) add('terminal', `${name}, ${look}`, rendered);
    for (const [name, rendered] of helpTexts(text, options)) add('terminal', `${name}, ${look}`, rendered);
    add('github', `validate github, ${look}`, renderValidate(report, 'github', options));
  }
  const options = {color: false, width: 100, verbosity: 'normal'} as const;
  add('json', 'validate json', renderValidate(report, 'json', options));
  add('json', 'validate sarif', renderValidate(report, 'sarif', options));
  add('json', 'validate gitlab', renderValidate(report, 'gitlab', options));
  for (const view of ['values-only', 'with-origins'] as const) {
    add('terminal', `specs, ${view}`, renderSpecsYaml(hostileSpecs(text), view));
    add('json', `specs json, ${view}`, renderSpecsJson(hostileSpecs(text), view));
  }
  add('json', 'run json', renderJson(toRunDocument(hostileRun(text))));
  add('json', 'plan json', renderPlan(plan, 'json', options, report.findings));
  add('json', 'error json', renderErrorJson(text, error, report.findings));
  for (const outcome of outcomes) add('json', 'apply json', renderApplyJson(outcome, plan));
  add('jsonl', 'apply jsonl', events.map(renderEventJson).join('') + outcomes.map(outcome => renderCompletionJson(outcome, plan)).join(''));
  add('markdown', 'plan markdown', renderPlan(plan, 'markdown', options, report.findings));
  return renderings;
}

/** Commands that look into the state, all of it filled by specs, the service and whoever wrote the file. */
function stateTexts(text: string, options: RenderOptions): [name: string, rendered: string][] {
  const monitor = recorded({id: text, specPath: text, createdAt: text, protect: true, applied: {[text]: text}, observed: {name: text}});
  const doubt = doubtfulCreate(text, {firstSentAt: text, lastSentAt: `${text}2`, error: {code: text, message: text}});
  const unresolved = [{...doubt, intent: {...doubt.intent, origin: text, targetIds: [text, text]}}];
  return [
    ['state list', renderStateList({version: {serial: 3}, origin: text, monitors: [[text, monitor]], unresolved}, options)],
    ['state show', renderStateEntry(text, monitor, unresolved, options)],
    ['what a repair did', renderSentences([text, `took over ${text}`], options)],
  ];
}

/** Specs of which everything is hostile, the paths of their layers too. */
function hostileSpecs(text: string): DesiredMonitor[] {
  const range = {start: {line: 1, column: 1, offset: 0}, end: {line: 1, column: 2, offset: 1}};
  const body = () => ({name: text, [text]: [text, {[text]: text}]});
  const writtenAt = (pointer: string) => ({file: text, pointer, range});
  const sync = {labels: {[text]: text}, environments: [text], ignore: [text]} as unknown as DesiredMonitor['sync'];
  return [desired(text, {name: text, file: text, sync, body, writtenAt})];
}

/** Help pages hold our own words only; they go through the same sieve. */
function helpTexts(text: string, options: RenderOptions): [name: string, rendered: string][] {
  const command = {
    path: 'plan',
    summary: text,
    details: `${text}\n\n${text}`,
    exitCodes: {[text]: text},
    examples: [[text, text]] as const,
    flags: {out: file(text), [text]: toggle(text)},
    operands: {planPath: optional(text)},
  };
  return [
    ['overview', renderOverview([command, {...command, path: 'state list'}], options)],
    ['help', renderCommand(command, options)],
  ];
}

function listOptions(): RenderOptions[] {
  return [
    {width: 100, verbosity: 'normal', color: false},
    {width: 100, verbosity: 'quiet', color: false},
    {width: 60, verbosity: 'verbose', color: true, clock: {now: () => Date.parse('2026-11-22T03:00:00Z'), timeZone: () => 'Europe/Berlin'}},
    {width: 24, verbosity: 'normal', color: true},
  ];
}

/** A report whose only file holds the text in its lines and is named by it. */
export function hostileReport(text: string): ValidateReport {
  const source = `name: x\n${text}\ngoal: y ${text}\n`;
  const range = {start: {line: 2, column: 1, offset: 8}, end: {line: 2, column: 4, offset: 11}};
  const finding = (members: Partial<Diagnostic>): Diagnostic => ({
    code: 'config/invalid',
    severity: 'error',
    message: text,
    hint: text,
    where: {file: text, pointer: `/${text}`, range},
    ...members,
  });
  const findings = [
    finding({}),
    finding({severity: 'warning', message: `in "${text}"`}),
    {code: 'config/usage', severity: 'error', message: text} as const,
  ];
  return {files: 1, monitors: 1, errorCount: 2, warningCount: 1, findings, sourceOf: () => ({text: source, secretRanges: []})};
}

function hostilePlan(text: string): Plan {
  const fields: FieldChange[] = [
    {path: `/${text}`, op: 'add', after: text, sensitive: false},
    {path: `/a/${text}/0`, op: 'change', before: text, after: [text, {[text]: text}], sensitive: false},
    {path: '/a', op: 'remove', before: {[`${text}1`]: text.repeat(3)}, sensitive: false},
  ];
  const after = desired(text, {name: text, file: text, specPath: text});
  const before = recorded({id: text, specPath: text, createdAt: text, applied: {name: text}});
  const doubt = doubtfulCreate(text, {firstSentAt: text, lastSentAt: `${text}2`, error: {code: text, message: text}});
  const create = {...doubt, intent: {...doubt.intent, origin: text, targetIds: [text, text, text, text]}};
  const changes: Change[] = [
    {action: 'create', key: text, after, targetIds: [text], fields},
    {action: 'rename', key: text, from: text, after, before},
    {action: 'blocked', key: text, wanted: 'update', reason: {kind: 'needs-update'}, after, before, fields},
    {action: 'blocked', key: text, wanted: 'delete', reason: {kind: 'needs-delete'}, before, fields: []},
    {action: 'blocked', key: text, wanted: 'delete', reason: {kind: 'protected'}, before, fields: []},
    {action: 'blocked', key: text, wanted: 'create', reason: {kind: 'possible-rename', other: text}, after, fields},
    {action: 'blocked', key: text, wanted: 'create', reason: {kind: 'rename-of-unresolved', other: text}, after, fields},
    {action: 'blocked', key: text, wanted: 'create', reason: {kind: 'budget', creditsPerMonth: 2, budget: 1}, after, fields},
    {action: 'unresolved', key: text, create, after, canBeLookedUp: true},
  ];
  return planOf(changes, {
    project: text,
    environment: text,
    only: [text],
    digest: text,
    estimate: {
      creditsPerMonth: 2,
      before: 1,
      budget: 3,
      billedBesides: {creditsPerMonth: 0, before: 0, of: []},
      notIncluded: [text],
      monitors: [{key: text, creditsPerMonth: 1, checksPerMonth: 1}],
    },
    findings: [{code: 'plan/new-reference', severity: 'warning', message: text, hint: text}],
  });
}

function hostileResults(text: string): ApplyResult[] {
  const error = {kind: 'http', status: 400, code: text, message: text, details: [{[text]: text}, text]} as const;
  return [
    created(text, {id: text, nextRunAt: text, attempts: 3, mayExistTwice: true, targetIds: [text]}),
    created(text, {outcome: 'renamed', action: 'rename', attempts: 0}),
    {key: text, action: 'create', outcome: 'failed', attempts: 1, error},
    {key: text, action: 'create', outcome: 'unknown', attempts: 1, error, targetIds: [text, text]},
    {key: text, action: 'create', outcome: 'not-attempted', attempts: 0},
  ];
}

function hostileRun(text: string): RunView {
  const failure = {kind: 'http', message: text} as const;
  const [doubtful, followed] = [
    {kind: 'unknown', failure},
    {kind: 'started', checkId: text, certainty: 'found'},
  ] as const;
  const check = {...runningCheck, id: text, status: text, trigger: text, error: text};
  const judgment = {meaningful: true, confidence: text, reason: text};
  const diff = {text: `+${text}\n`, fields: [{path: text, previous: text, current: {[text]: [text]}}], isCut: true};
  const page = {url: text, status: text, statusCode: 200, error: text, searchStatus: text, isJudgeDegraded: true, judgment, diff};
  const changes = {key: text, id: text, check, pages: [page], isWhole: false, lookedAt: 1};
  const of = (start: MonitorRunView['start'], end: MonitorRunView['end'] = null) => ({
    key: text,
    id: text,
    estimatedCredits: 1,
    besides: 1,
    start,
    end,
  });
  const refused = (['running', 'paused', 'refused'] as const).map(reason => of({kind: 'refused', reason, failure, running: check}));
  const ends = [null, {kind: 'going-on'}, {kind: 'not-read', failure}, {kind: 'ended', changes}] as const;
  return {isFollowed: true, isInterrupted: true, runs: [...refused, of(doubtful), of(null), ...ends.map(end => of(followed, end))]};
}

const runningCheck = {
  ...{scheduledFor: null, startedAt: null, finishedAt: null, createdAt: null, estimatedCredits: 1, actualCredits: null, summary: null},
};

function hostileEvents(text: string, results: readonly ApplyResult[]): ApplyEvent[] {
  const error = {kind: 'http', status: 503, message: text} as const;
  return [
    {type: 'started', total: 5, concurrency: 8},
    {type: 'sending', key: text, attempt: 1},
    {type: 'retrying', key: text, attempt: 1, waitMs: 1000, error},
    {type: 'waiting', reason: 'rate-limit', waitMs: 7000, until: text},
    ...results.map((result, index): ApplyEvent => ({type: 'finished', result, done: index + 1, total: results.length})),
    ...everyStop(text).map((stop): ApplyEvent => ({type: 'stopping', stop})),
  ];
}

function progressLines(events: readonly ApplyEvent[], options: RenderOptions): string[] {
  let progress = startProgress(0);
  return events.map((event, index) => {
    progress = advanceProgress(progress, event, index * 100);
    return `${renderProgressLine(progress, index * 100, options)}\n`;
  });
}
