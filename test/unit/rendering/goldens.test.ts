import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ValidateReport} from '../../../src/core/specs/validate-report';
import {renderAcceptJson, renderAcceptText} from '../../../src/features/accept/document';
import {renderImportJson, renderPullJson} from '../../../src/features/adopt/document';
import {renderFactorJson, renderFactorText} from '../../../src/features/adopt/factor-document';
import {renderImportText, renderPullText} from '../../../src/features/adopt/text';
import {renderAlertsText} from '../../../src/features/alerts/text';
import {renderApplyJson} from '../../../src/features/apply/document';
import {renderApplyText} from '../../../src/features/apply/text';
import {renderChangesJson} from '../../../src/features/changes/document';
import {renderChangesText} from '../../../src/features/changes/text';
import {renderExplainJson, renderExplainText} from '../../../src/features/explain/document';
import {explainCode} from '../../../src/features/explain/explain';
import {renderInitJson, renderInitText} from '../../../src/features/init/document';
import {toChecksDocument, toDiffDocument} from '../../../src/features/observe/checks-document';
import {renderChecksText, renderDiffText} from '../../../src/features/observe/checks-text';
import {toRunDocument} from '../../../src/features/observe/run-document';
import {renderCostsText, renderRunText} from '../../../src/features/observe/run-text';
import {toStatusDocument} from '../../../src/features/observe/status-document';
import {renderStatusText} from '../../../src/features/observe/status-text';
import {renderPlan} from '../../../src/features/plan/formats';
import {renderRecoveryJson} from '../../../src/features/recover/document';
import {renderRecoveryText} from '../../../src/features/recover/text';
import {renderSpecsJson, renderSpecsYaml} from '../../../src/features/render/document';
import {renderSuggestJson, renderSuggestText} from '../../../src/features/report/suggest';
import {renderDuplicates, renderPruned, renderPruneJson, renderResolved, renderResolveJson} from '../../../src/features/resolve/document';
import {renderStateEntryJson, renderStateJson, renderStateListJson} from '../../../src/features/state/document';
import {renderStateEntry, renderStateList, type StateOverview} from '../../../src/features/state/text';
import {renderTryJson} from '../../../src/features/try/document';
import {renderTryText} from '../../../src/features/try/text';
import {renderTuneJson} from '../../../src/features/tune/document';
import {renderTuneMarkdown} from '../../../src/features/tune/markdown';
import {renderTuneText, renderWritten} from '../../../src/features/tune/text';
import {renderValidate} from '../../../src/features/validate/formats';
import {renderJson} from '../../../src/rendering/escape-json';
import {compareWithGolden} from '../../world/golden-folder';
import {everyFinding, everyImport, factoredFolder, pulledMonitors, resolvedCreates, versionOf} from '../features/adopt/samples';
import {foundChanges, interruptedChanges, quietChanges} from '../features/changes/samples';
import {tryView} from '../features/try/samples';
import {alertsDocument} from './alerts-sample';
import {refreshedPlan} from './full-samples';
import {changesView, historyView, judged, runView, suggestion} from './observed-samples';
import {renderedMonitors} from './render-samples';
import {created, doubtfulCreate, everyChange, findingIn, outcomeOf, plain, planOf, recorded, reportOn} from './sample-values';
import {tuneDocument, writtenTune} from './tune-sample';

const GOLDENS = join(__dirname, '../../golden');
const RENEW = process.env['UPDATE_GOLDENS'] === '1';

const status = toStatusDocument(judged, Date.UTC(2026, 10, 20, 12, 30));
const creditsUntil = judged.team.periodEnd;

const narrow = {...plain, width: 60};
const colored = {...plain, color: true};

function validateOutputs(report: ValidateReport): Record<string, string> {
  return {
    'text.golden.txt': renderValidate(report, 'text', plain),
    'verbose.golden.txt': renderValidate(report, 'text', {...plain, verbosity: 'verbose'}),
    'color.golden.txt': renderValidate(report, 'text', colored),
    'json.golden.json': renderValidate(report, 'json', plain),
    'github.golden.txt': renderValidate(report, 'github', plain),
    'gitlab.golden.json': renderValidate(report, 'gitlab', plain),
    'sarif.golden.json': renderValidate(report, 'sarif', plain),
  };
}

const typo = 'name: Shop\nschedul: every 30 minutes\ngoal: prices\n';
const secret = 'webhook:\n  headers: {Authorization: "Bearer abcdef"} # tail\n  evnts: []\n';
const wide = '\t価格 = 監視 "x": y\n';
const long = `${'before '.repeat(30)}HERE${' after'.repeat(30)}\n`;

const acceptedDrift = {
  accepted: [
    {
      key: 'pricing/acme',
      file: 'monitors/pricing/acme.yaml',
      fields: [
        {path: '/retentionDays', op: 'change', before: 30, after: 7, sensitive: false},
        {path: '/notification/email/recipients', op: 'add', after: 'boss@acme.example', sensitive: false},
        {path: '/status', op: 'change', before: 'active', after: 'paused', sensitive: false},
      ],
    },
    {
      key: 'shop',
      file: 'monitors/shop.yaml',
      fields: [{path: '/goal', op: 'change', before: 'a price changes', after: 'a price drops', sensitive: false}],
    },
  ],
  files: ['monitors/pricing/acme.yaml', 'monitors/shop.yaml'],
  unchanged: ['docs/api'],
} as const;

const acceptedBranch = {name: 'accept-drift', commit: '0123456789abcdef0123456789abcdef01234567'};

const results = [
  created('docs/api', {attempts: 2, mayExistTwice: true, targetIds: ['5f0c1a52-0000-5000-8000-000000000003']}),
  {
    key: 'docs/bad',
    action: 'create',
    outcome: 'failed',
    attempts: 1,
    error: {kind: 'http', status: 400, message: 'the service answered 400: Bad Request', details: [{path: 'name', message: 'too long'}]},
  },
  {key: 'docs/lost', action: 'create', outcome: 'unknown', attempts: 1, targetIds: ['5f0c1a52-0000-5000-8000-000000000004']},
  {key: 'docs/never', action: 'create', outcome: 'not-attempted', attempts: 0},
  {key: 'pricing/new', action: 'rename', outcome: 'renamed', id: '0190a1b2-0000-7000-8000-000000000001', attempts: 0},
] as const;
const stop = {
  kind: 'refused-by-service',
  failure: {kind: 'http', status: 401, message: 'the service answered 401: Unauthorized: Invalid token'},
} as const;

const acme = recorded({
  applied: {
    name: 'Acme pricing',
    schedule: {text: 'every 30 minutes', timezone: 'Europe/Berlin'},
    targets: [{type: 'scrape', id: '5f0c1a52-0000-5000-8000-000000000001', urls: ['https://acme.example/pricing']}],
  },
  observed: {estimatedCreditsPerMonth: 1440, schedule: {cron: '*/30 * * * *', timezone: 'Europe/Berlin'}},
});
const overview = {
  version: {serial: 17},
  origin: 'https://api.example.dev',
  monitors: [
    ['pricing/acme', acme],
    ['docs', recorded({protect: true})],
    ['regulators/food-safety/recalls-of-the-week', recorded()],
  ],
  unresolved: [doubtfulCreate('shop/doubt')],
} satisfies StateOverview;

const pruned = {
  duplicated: [
    {
      key: 'pricing/acme',
      kept: '0190a1b2-0000-7000-8000-000000000001',
      others: [{id: '0190a1b2-0000-7000-8000-000000000002', name: 'Acme pricing', createdAt: '2026-01-02T03:04:05Z'}],
    },
  ],
  leftAlone: [{key: 'docs', why: 'not-listed', ids: ['0190a1b2-0000-7000-8000-000000000004']}],
  deleted: ['0190a1b2-0000-7000-8000-000000000002'],
  failed: [{id: '0190a1b2-0000-7000-8000-000000000003', message: 'the service answered 500: Internal Server Error', mayBeDeleted: true}],
} as const;

const scaffolded = {
  facts: {
    project: 'acme-web',
    specs: 'monitors',
    branch: 'main',
    environment: null,
    environments: null,
    release: {repository: null, commit: '0123456789abcdef0123456789abcdef01234567', tag: 'v1.2.3'},
  },
  isRepository: false,
  isFleetLate: false,
  files: [
    {role: 'config', path: 'monitors.config.yaml', outcome: 'created'},
    {role: 'spec', path: 'monitors/example.yaml', outcome: 'created'},
    {role: 'workflow', path: '.github/workflows/monitors.yml', outcome: 'created'},
    {role: 'hooks', path: '.pre-commit-config.yaml', outcome: 'kept', toAdd: ['  - repo: local', '    hooks:']},
    {role: 'ignored', path: '.gitignore', outcome: 'extended'},
    {role: 'attributes', path: '.gitattributes', outcome: 'unchanged'},
  ],
  completeCommands: (sentence: string) => sentence,
} as const;
const nothingNew = {...scaffolded, files: scaffolded.files.slice(3).map(file => ({...file, outcome: 'kept'}) as const)};

const upgraded = {
  ...scaffolded,
  files: [
    {role: 'editor', path: '.vscode/settings.json', outcome: 'renewed'},
    {role: 'schema', path: '.vscode/monitors.schema.json', outcome: 'removed'},
  ],
  toChange: ['`monitors plan` shows what it would change.'],
} as const;

const cases: Readonly<Record<string, () => Record<string, string>>> = {
  'report-init': () => ({
    'text.golden.txt': renderInitText(scaffolded, plain),
    'narrow.golden.txt': renderInitText(scaffolded, narrow),
    'color.golden.txt': renderInitText(scaffolded, colored),
    'json.golden.json': renderInitJson(scaffolded),
    'nothing-new.golden.txt': renderInitText(nothingNew, plain),
    'nothing-new.golden.json': renderInitJson(nothingNew),
    'upgraded.golden.txt': renderInitText(upgraded, plain),
    'upgraded.golden.json': renderInitJson(upgraded),
    'nothing-old.golden.txt': renderInitText({...upgraded, files: [], toChange: []}, plain),
  }),
  'report-validate-typo': () => validateOutputs(reportOn(typo, [findingIn(typo, 'schedul', {hint: 'did you mean "schedule"?'})])),
  'report-validate-secret-in-line': () =>
    validateOutputs(
      reportOn(secret, [findingIn(secret, '# tail', {severity: 'warning'}), findingIn(secret, 'evnts')], ['"Bearer abcdef"']),
    ),
  'report-validate-wide-and-tab': () => validateOutputs(reportOn(wide, [findingIn(wide, '監視')])),
  'report-validate-long-line': () => validateOutputs(reportOn(long, [findingIn(long, 'HERE')])),
  'report-plan-every-change': () => ({
    'text.golden.txt': renderPlan(planOf(everyChange()), 'text', plain),
    'narrow.golden.txt': renderPlan(planOf(everyChange()), 'text', narrow),
    'quiet.golden.txt': renderPlan(planOf(everyChange()), 'text', {...plain, verbosity: 'quiet'}),
    'color.golden.txt': renderPlan(planOf(everyChange()), 'text', colored),
    'json.golden.json': renderPlan(planOf(everyChange()), 'json', plain),
    'markdown.golden.md': renderPlan(planOf(everyChange()), 'markdown', plain),
  }),
  'report-plan-full-operations': () => ({
    'text.golden.txt': renderPlan(refreshedPlan(), 'text', plain),
    'unmanaged.golden.txt': renderPlan({...refreshedPlan(), changes: []}, 'text', plain, [], 'listed'),
    'narrow.golden.txt': renderPlan(refreshedPlan(), 'text', narrow),
    'quiet.golden.txt': renderPlan(refreshedPlan(), 'text', {...plain, verbosity: 'quiet'}),
    'json.golden.json': renderPlan(refreshedPlan(), 'json', plain),
    'markdown.golden.md': renderPlan(refreshedPlan(), 'markdown', plain),
    'unmanaged.golden.md': renderPlan({...refreshedPlan(), changes: []}, 'markdown', plain, [], 'listed'),
  }),
  'report-plan-no-changes': () => ({
    'text.golden.txt': renderPlan(planOf([]), 'text', plain),
    'markdown.golden.md': renderPlan(planOf([]), 'markdown', plain),
    'emulator.golden.txt': renderPlan(planOf([], {emulator: 'http://127.0.0.1:4010'}), 'text', plain),
    'emulator.golden.md': renderPlan(planOf([], {emulator: 'http://127.0.0.1:4010'}), 'markdown', plain),
    'emulator.golden.json': renderPlan(planOf([], {emulator: 'http://127.0.0.1:4010'}), 'json', plain),
  }),
  'report-render': () => ({
    'values.golden.yaml': renderSpecsYaml(renderedMonitors, 'values-only'),
    'origins.golden.yaml': renderSpecsYaml(renderedMonitors, 'with-origins'),
    'values.golden.json': renderSpecsJson(renderedMonitors, 'values-only'),
    'origins.golden.json': renderSpecsJson(renderedMonitors, 'with-origins'),
  }),
  'report-state': () => ({
    'list.golden.txt': renderStateList(overview, plain),
    'list-narrow.golden.txt': renderStateList(overview, narrow),
    'show.golden.txt': renderStateEntry('pricing/acme', acme, [], plain),
    'show-narrow.golden.txt': renderStateEntry('pricing/acme', acme, [], narrow),
    'show-unresolved.golden.txt': renderStateEntry('shop/doubt', null, overview.unresolved, plain),
    'nothing-applied.golden.txt': renderStateList({version: null, origin: '', monitors: [], unresolved: []}, plain),
    'list.golden.json': renderStateListJson({...overview, version: versionOf(17), project: 'acme-web', environment: 'default'}),
    'nothing-applied.golden.json': renderStateListJson({
      ...{version: null, project: '', environment: '', origin: ''},
      ...{monitors: [], unresolved: []},
    }),
    'show.golden.json': renderStateEntryJson('pricing/acme', acme, []),
    'show-unresolved.golden.json': renderStateEntryJson('shop/doubt', null, overview.unresolved),
    'unlock.golden.json': renderStateJson({
      ...{formatVersion: 1, command: 'state unlock', id: '7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11', user: 'ann', host: 'ci-4', pid: 4711},
    }),
    'init.golden.json': renderStateJson({
      ...{formatVersion: 1, command: 'state init', outcome: 'made', place: 'the PostgreSQL table "monitors_state"'},
      ...{project: 'acme-web', environment: 'default'},
    }),
    'migrate.golden.json': renderStateJson({
      ...{formatVersion: 1, command: 'state migrate', outcome: 'waiting', from: 'monitors.state.json', monitors: 31},
      ...{to: 'the PostgreSQL table "monitors_state"', state: {lineage: versionOf(17).lineage, serial: 17}},
      ...{waitsFor: 'origin/main does not have it yet', next: 'monitors state migrate --to postgres'},
    }),
    'history.golden.json': renderStateJson({
      ...{formatVersion: 1, command: 'state history', place: 'the PostgreSQL table "monitors_state"'},
      states: [{serial: 16, replacedAt: '2026-01-02T03:04:05.000Z', monitors: 30}],
    }),
  }),
  'report-resolve': () => ({
    'settled.golden.txt': renderResolved(resolvedCreates, overview.unresolved, plain),
    'settled.golden.json': renderResolveJson(resolvedCreates, overview.unresolved),
    'doubles.golden.txt': renderDuplicates(pruned.duplicated, Date.parse('2026-01-03T03:04:05Z'), plain),
    'pruned.golden.txt': renderPruned(pruned, plain),
    'pruned.golden.json': renderPruneJson(pruned),
  }),
  'report-recover': () => ({
    'text.golden.txt': renderRecoveryText(everyFinding(), plain),
    'narrow.golden.txt': renderRecoveryText(everyFinding(), narrow),
    'json.golden.json': renderRecoveryJson(everyFinding(), {
      ...{state: versionOf(18), kept: ['monitors.state.json.damaged.bak'], unresolved: overview.unresolved, findings: []},
    }),
  }),
  'report-pull': () => ({
    'text.golden.txt': renderPullText(pulledMonitors, plain),
    'narrow.golden.txt': renderPullText(pulledMonitors, narrow),
    'json.golden.json': renderPullJson(pulledMonitors),
  }),
  'report-status': () => ({
    'text.golden.txt': renderStatusText(status, creditsUntil, plain),
    'narrow.golden.txt': renderStatusText(status, creditsUntil, narrow),
    'color.golden.txt': renderStatusText(status, creditsUntil, colored),
    'json.golden.json': renderJson(status),
  }),
  'report-suggest': () => ({
    'text.golden.txt': renderSuggestText(suggestion, plain),
    'narrow.golden.txt': renderSuggestText(suggestion, narrow),
    'color.golden.txt': renderSuggestText(suggestion, colored),
    'nothing.golden.txt': renderSuggestText({before: null, after: null, groups: []}, plain),
    'json.golden.json': renderSuggestJson(suggestion),
    'nothing.golden.json': renderSuggestJson({before: null, after: null, groups: []}),
  }),
  'report-checks': () => ({
    'text.golden.txt': renderChecksText(historyView, plain),
    'narrow.golden.txt': renderChecksText(historyView, narrow),
    'json.golden.json': renderJson(toChecksDocument(historyView)),
  }),
  'report-diff': () => ({
    'text.golden.txt': renderDiffText(changesView, plain),
    'color.golden.txt': renderDiffText(changesView, colored),
    'narrow.golden.txt': renderDiffText(changesView, narrow),
    'json.golden.json': renderJson(toDiffDocument(changesView)),
  }),
  'report-alerts': () => ({
    'text.golden.txt': renderAlertsText(alertsDocument, plain),
    'narrow.golden.txt': renderAlertsText(alertsDocument, narrow),
    'json.golden.json': renderJson(alertsDocument),
  }),
  'report-changes': () => ({
    'text.golden.txt': renderChangesText(foundChanges, plain),
    'color.golden.txt': renderChangesText(foundChanges, colored),
    'narrow.golden.txt': renderChangesText(foundChanges, narrow),
    'verbose.golden.txt': renderChangesText(foundChanges, {...plain, verbosity: 'verbose'}),
    'interrupted.golden.txt': renderChangesText(interruptedChanges, plain),
    'quiet.golden.txt': renderChangesText(quietChanges, plain),
    'json.golden.json': renderChangesJson(foundChanges),
  }),
  'report-tune': () => ({
    'text.golden.txt': renderTuneText(tuneDocument, plain),
    'color.golden.txt': renderTuneText(tuneDocument, colored),
    'narrow.golden.txt': renderTuneText(tuneDocument, narrow),
    'markdown.golden.md': renderTuneMarkdown(tuneDocument),
    'written.golden.txt': renderWritten(writtenTune, plain),
    'json.golden.json': renderTuneJson(tuneDocument),
  }),
  'report-run': () => ({
    'text.golden.txt': renderRunText(runView, plain),
    'interrupted.golden.txt': renderRunText({...runView, isInterrupted: true}, narrow),
    'color.golden.txt': renderRunText(runView, colored),
    'costs.golden.txt': renderCostsText(
      runView.runs.map(run => ({...run, notIncluded: ['PDF pages (1 credit each)']})),
      narrow,
    ),
    'json.golden.json': renderJson(toRunDocument(runView)),
  }),
  'report-try': () => ({
    'text.golden.txt': renderTryText(tryView, plain),
    'narrow.golden.txt': renderTryText(tryView, narrow),
    'color.golden.txt': renderTryText(tryView, colored),
    'json.golden.json': renderTryJson(tryView),
  }),
  'report-explain': () => ({
    'text.golden.txt': renderExplainText(explainCode('service/path-regex'), plain),
    'example.golden.txt': renderExplainText(explainCode('schedule/both'), plain),
    'narrow.golden.txt': renderExplainText(explainCode('schedule/cron-fields'), narrow),
    'color.golden.txt': renderExplainText(explainCode('schedule/both'), colored),
    'json.golden.json': renderExplainJson(explainCode('schedule/both')),
    'since.golden.json': renderExplainJson(explainCode('service/path-regex')),
  }),
  'report-factor': () => ({
    'text.golden.txt': renderFactorText(factoredFolder, plain),
    'narrow.golden.txt': renderFactorText(factoredFolder, narrow),
    'nothing.golden.txt': renderFactorText({...factoredFolder, files: []}, plain),
    'json.golden.json': renderFactorJson(factoredFolder),
  }),
  'report-accept': () => ({
    'text.golden.txt': renderAcceptText(acceptedDrift, plain),
    'narrow.golden.txt': renderAcceptText(acceptedDrift, narrow),
    'nothing.golden.txt': renderAcceptText({accepted: [], unchanged: ['docs/api'], files: []}, plain),
    'json.golden.json': renderAcceptJson(acceptedDrift),
    'branch.golden.txt': renderAcceptText({...acceptedDrift, branch: acceptedBranch}, plain),
    'branch.golden.json': renderAcceptJson({...acceptedDrift, branch: acceptedBranch}),
  }),
  'report-import': () =>
    Object.fromEntries(
      everyImport.flatMap(report => [
        [`${report.kind}.golden.txt`, renderImportText(report, plain)],
        [`${report.kind}.golden.json`, renderImportJson(report)],
      ]),
    ),
  'report-apply-complete': () => ({
    'text.golden.txt': renderApplyText(outcomeOf([created('pricing/acme')]), planOf([]), plain),
    'json.golden.json': renderApplyJson(outcomeOf([created('pricing/acme')]), planOf([])),
  }),
  'report-apply-stopped-half-way': () => ({
    'text.golden.txt': renderApplyText(outcomeOf(results, {stop}), planOf(everyChange()), plain),
    'narrow.golden.txt': renderApplyText(outcomeOf(results, {stop}), planOf(everyChange()), narrow),
    'json.golden.json': renderApplyJson(outcomeOf(results, {stop}), planOf(everyChange())),
  }),
};

test.each(Object.entries(cases))('%s', (name, render) => {
  expect(compareWithGolden(join(GOLDENS, name), render(), RENEW)).toEqual([]);
});

test('the comparison fails for a changed, a missing and a left-over file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    writeFileSync(join(folder, 'changed.txt'), 'old');
    writeFileSync(join(folder, 'orphan.txt'), 'x');
    expect(compareWithGolden(folder, {'changed.txt': 'new', 'missing.txt': 'y'}, false)).toEqual([
      'missing.txt is not stored',
      'orphan.txt is stored, but nothing makes it',
      'changed.txt is now:\nnew',
    ]);
    expect(compareWithGolden(folder, {'changed.txt': 'old', 'orphan.txt': 'x'}, false)).toEqual([]);
  } finally {
    rmSync(folder, {recursive: true});
  }
});
