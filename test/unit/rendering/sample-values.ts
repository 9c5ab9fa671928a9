import type {ApplyOutcome, ApplyResult, StopReason} from '../../../src/core/apply/ports';
import type {Diagnostic} from '../../../src/core/diagnostics/diagnostic';
import type {Change, Plan, PlanSummary} from '../../../src/core/plan/change';
import {isProtectedLeftover} from '../../../src/core/plan/change-facts';
import type {FieldChange} from '../../../src/core/plan/diff';
import {NO_FIELDS} from '../../../src/core/service/allowed-fields';
import type {DesiredMonitor} from '../../../src/core/specs/desired-monitor';
import type {ValidateReport} from '../../../src/core/specs/validate-report';
import type {JournaledCreate} from '../../../src/core/state/journal';
import type {RecordedMonitor} from '../../../src/core/state/state';
import type {RenderOptions} from '../../../src/rendering/render-options';

/** A wide terminal without colour. */
export const plain: RenderOptions = {color: false, width: 100, verbosity: 'normal'};

/** A finding in a text: `marked` is where it points, on its first occurrence. */
export function findingIn(text: string, marked: string, finding: Partial<Diagnostic> & {readonly file?: string} = {}): Diagnostic {
  const {file = 'monitors/shop.yaml', ...members} = finding;
  const start = text.indexOf(marked);
  return {
    code: 'config/invalid',
    severity: 'error',
    message: 'unknown field "schedul" in monitor "shop"',
    where: {file, pointer: '/schedul', range: {start: positionAt(text, start), end: positionAt(text, start + marked.length)}},
    ...members,
  };
}

function positionAt(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return {line: lines.length, column: (lines.at(-1) ?? '').length + 1, offset};
}

/** A report on one file with this text. */
export function reportOn(text: string, findings: readonly Diagnostic[], secrets: readonly string[] = []): ValidateReport {
  const secretRanges = secrets.map(secret => ({start: text.indexOf(secret), end: text.indexOf(secret) + secret.length}));
  return {
    files: 1,
    monitors: 1,
    errorCount: findings.filter(finding => finding.severity === 'error').length,
    warningCount: findings.filter(finding => finding.severity === 'warning').length,
    findings,
    sourceOf: () => ({text, secretRanges}),
  };
}

/** A monitor that a spec wants. */
export function desired(key: string, members: Partial<DesiredMonitor> = {}): DesiredMonitor {
  return {
    key,
    name: 'Acme pricing',
    file: `monitors/${key}.yaml`,
    specPath: `${key}.yaml`,
    line: 1,
    sync: {},
    paused: false,
    bodyHash: 'a'.repeat(64),
    explicitTargetIds: [],
    references: [],
    estimate: {checksPerMonth: 1440, creditsPerCheck: 1, creditsPerMonth: 1440, average: false, notIncluded: []},
    times: {cron: '*/30 * * * *', timezone: 'UTC', isFixed: true},
    body: () => ({name: 'Acme pricing'}),
    ...members,
  };
}

/** A monitor that the state records. */
export function recorded(members: Partial<RecordedMonitor> = {}): RecordedMonitor {
  return {
    id: '0190a1b2-0000-7000-8000-000000000001',
    specPath: 'pricing/acme.yaml',
    protect: false,
    createdAt: '2026-01-02T03:04:05Z',
    bodyHash: 'b'.repeat(64),
    applied: {name: 'Acme pricing'},
    observed: {},
    ...members,
  };
}

/** The fields of a new monitor. */
export const newFields: readonly FieldChange[] = [
  {path: '/name', op: 'add', after: 'Acme pricing', sensitive: false},
  {path: '/schedule/text', op: 'add', after: 'every 30 minutes', sensitive: false},
  {path: '/schedule/timezone', op: 'add', after: 'Europe/Berlin', sensitive: false},
  {path: '/goal', op: 'add', after: 'Tell me when a price changes', sensitive: false},
  {path: '/targets/0/type', op: 'add', after: 'scrape', sensitive: false},
  {path: '/targets/0/urls', op: 'add', after: ['https://acme.example/pricing'], sensitive: false},
  {path: '/webhook/url', op: 'add', after: 'https://hooks.example.com/(secret)', sensitive: true},
  {path: '/webhook/headers', op: 'add', after: {Authorization: '(secret)'}, sensitive: true},
];

/** A create whose outcome nobody knows. */
export function doubtfulCreate(key: string, members: Partial<JournaledCreate> = {}): JournaledCreate {
  return {
    intent: {
      opId: 'op-1',
      key,
      runId: 'run-1',
      phase: 'intent',
      op: 'create',
      bodyHash: 'c'.repeat(64),
      targetIds: ['5f0c1a52-0000-5000-8000-000000000001'],
      supersedes: [],
      origin: 'https://api.example.dev',
      monitor: {specPath: `${key}.yaml`, protect: false, bodyHash: 'c'.repeat(64), applied: {name: 'Acme pricing'}},
      offMachine: false,
    },
    phase: 'unknown',
    attempt: 1,
    firstSentAt: '2026-01-02T03:04:05.000Z',
    lastSentAt: '2026-01-02T03:04:05.000Z',
    error: {code: 'UND_ERR_SOCKET', message: 'the connection broke after the request was sent'},
    ...members,
  };
}

/** A plan of these changes. */
export function planOf(changes: readonly Change[], members: Partial<Plan> = {}): Plan {
  const count = (action: Change['action']) => changes.filter(change => change.action === action).length;
  const kept = changes.filter(isProtectedLeftover).length;
  const summary: PlanSummary = {
    create: count('create'),
    update: count('update'),
    replace: count('replace'),
    delete: count('delete'),
    adopt: count('adopt'),
    rename: count('rename'),
    unchanged: 37,
    blocked: count('blocked') - kept,
    unresolved: count('unresolved'),
    protected: kept,
    drift: 0,
  };
  return {
    project: 'acme-web',
    environment: 'default',
    operations: 'create',
    emulator: null,
    isRefreshed: false,
    hasCheckedSecrets: false,
    allowsDeletes: false,
    allowedFields: NO_FIELDS,
    base: null,
    only: null,
    changes,
    bookkeeping: [],
    duplicates: [],
    unmanaged: [],
    estimateDifferences: [],
    summary,
    estimate: {
      ...{creditsPerMonth: 54_720, before: 53_280, notIncluded: [], monitors: []},
      billedBesides: {creditsPerMonth: 0, before: 0, of: []},
    },
    requests: summary.create,
    digest: 'd'.repeat(64),
    notices: [],
    findings: [],
    ...members,
  };
}

/** One change of each kind that a plan can hold. */
export function everyChange(): Change[] {
  const fields: FieldChange[] = [
    {path: '/goal', op: 'change', before: 'Tell me when a price changes', after: 'Tell me when a price drops', sensitive: false},
    {path: '/notification/email/recipients', op: 'remove', before: 'old@acme.example', sensitive: false},
    {path: '/notification/email/recipients', op: 'add', after: 'new@acme.example', sensitive: false},
    {path: '/webhook/headers/Authorization', op: 'change', before: '(secret)', after: '(secret)', sensitive: true},
  ];
  return [
    {action: 'create', key: 'pricing/acme', after: desired('pricing/acme'), targetIds: ['5f0c'], fields: newFields},
    {action: 'rename', key: 'pricing/new', from: 'pricing/old', after: desired('pricing/new'), before: recorded()},
    {
      action: 'blocked',
      key: 'docs/api',
      wanted: 'update',
      reason: {kind: 'needs-update'},
      after: desired('docs/api'),
      before: recorded(),
      fields,
    },
    {action: 'blocked', key: 'docs/gone', wanted: 'delete', reason: {kind: 'needs-delete'}, before: recorded(), fields: []},
    {action: 'blocked', key: 'docs/kept', wanted: 'delete', reason: {kind: 'protected'}, before: recorded({protect: true}), fields: []},
    {
      action: 'blocked',
      key: 'docs/moved',
      wanted: 'create',
      reason: {kind: 'possible-rename', other: 'docs/was'},
      after: desired('docs/moved'),
      fields: newFields.slice(0, 1),
    },
    {
      action: 'blocked',
      key: 'shop/costly',
      wanted: 'create',
      reason: {kind: 'budget', creditsPerMonth: 61_200, budget: 50_000},
      after: desired('shop/costly'),
      fields: newFields.slice(0, 1),
    },
    {
      action: 'blocked',
      key: 'shop/doubted',
      wanted: 'create',
      reason: {kind: 'rename-of-unresolved', other: 'shop/doubt'},
      after: desired('shop/doubted'),
      fields: [],
    },
    {action: 'unresolved', key: 'shop/doubt', create: doubtfulCreate('shop/doubt'), canBeLookedUp: false, after: desired('shop/doubt')},
  ];
}

/** A change that was made. */
export function created(key: string, members: Partial<ApplyResult> = {}): ApplyResult {
  return {
    key,
    action: 'create',
    outcome: 'created',
    id: '0190a1b2-0000-7000-8000-000000000002',
    attempts: 1,
    estimatedCreditsPerMonth: 1440,
    nextRunAt: '2026-01-02T03:30:00Z',
    ...members,
  };
}

/** Outcome of an apply of these results. */
export function outcomeOf(results: readonly ApplyResult[], members: Partial<ApplyOutcome> = {}): ApplyOutcome {
  return {results, onAmbiguous: 'verify', findings: [], ...members};
}

/** One stop reason of each kind, with this text wherever the world's words go in. */
export function everyStop(text: string): StopReason[] {
  const failure = {kind: 'http', status: 401, code: text, message: text, redirectHost: text} as const;
  return [
    {kind: 'interrupted', exitCode: 130},
    {kind: 'refused-by-service', failure},
    {kind: 'not-the-service', failure},
    {kind: 'unreachable', failure: {kind: 'tls', message: text}},
    {kind: 'service-down', failure},
    {kind: 'rate-limited', failure, waitMs: 3_600_000},
    {kind: 'on-error-stop', failure},
    {kind: 'persist-failed', message: text},
    {kind: 'state-not-saved', message: text, rescue: text},
    {kind: 'state-not-saved', message: text, rescue: null},
  ];
}
