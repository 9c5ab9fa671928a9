import {listWords} from '../../core/base/words';
import {settingsIn} from '../../core/config/settings';
import {compareDiagnostics, type Diagnostic} from '../../core/diagnostics/diagnostic';
import type {FileFacts} from '../../core/specs/examine';
import type {CheckCache} from '../../core/specs/file-facts';
import {type CheckedWorkspace, checkWorkspace, type ProjectCheckOptions, type SpecsPlace} from '../../project/check';
import type {Project} from '../../project/project';

/**
 * Checks specs as {@link checkEverywhere} does, and says what the states of these environments lack. No strictness makes that an error:
 * it is not about specs.
 */
export async function validateProject(project: Project, options: Omit<ProjectCheckOptions, 'purpose'>): Promise<CheckedWorkspace> {
  await project.refusePlace();
  const states = project.listStates();
  for (const {history} of states) history?.begin();
  const workspace = checkEverywhere(project, options);
  const open = states.filter(({history}) => history !== null && !history.isSettled());
  if (open.length === 0) return workspace;
  const {findEarlierStates} = await import('../../project/history/findings');
  const more = await findEarlierStates(open, workspace.checked);
  if (more.length === 0) return workspace;
  const {report} = workspace;
  const findings = [...report.findings, ...more].sort(compareDiagnostics);
  return {...workspace, report: {...report, findings, warningCount: report.warningCount + more.length}};
}

/**
 * Checks every spec in the environment that the run chose, else in each that the config declares; a finding of some of them says of
 * which. Throws `UserError` where there is nothing to check.
 */
function checkEverywhere(place: SpecsPlace, options: Omit<ProjectCheckOptions, 'purpose'>): CheckedWorkspace {
  const {settings} = place;
  const names = settings.isUnchosen === true ? [...(settings.environments?.keys() ?? [])] : [];
  const check = (at: SpecsPlace) => checkWorkspace(at, {...options, purpose: 'findings'});
  if (names.length < 2) return check(place);
  const cache = shareFacts(place.cache);
  const checked = names.map(name => [name, check({...place, cache, settings: settingsIn(settings, name)})] as const);
  place.cache?.save();
  const [[, first]] = checked as [readonly [string, CheckedWorkspace]];
  const findings = mergeFindings(checked.map(([name, {report}]) => [name, report.findings]));
  const count = (severity: Diagnostic['severity']) => findings.filter(finding => finding.severity === severity).length;
  const report = {...first.report, findings, errorCount: count('error'), warningCount: count('warning')};
  return {...first, report};
}

/** Facts that one environment learns of a file hold in the next. */
function shareFacts(cache: CheckCache | null): CheckCache {
  const known = new Map<string, FileFacts>();
  return {
    find: hash => known.get(hash) ?? cache?.find(hash),
    add: (hash, facts) => {
      if (known.get(hash) === facts) return;
      known.set(hash, facts);
      cache?.add(hash, facts);
    },
    save: () => {},
  };
}

/** Each finding once, with the most monitors that it concerns in one environment, and the environments that have it unless all do. */
function mergeFindings(found: readonly (readonly [environment: string, findings: readonly Diagnostic[]])[]): Diagnostic[] {
  const merged = new Map<string, {readonly finding: Diagnostic; readonly environments: string[]}>();
  for (const [environment, findings] of found) {
    for (const finding of findings) {
      const {monitors, ...rest} = finding;
      const identity = JSON.stringify(rest);
      const {finding: known = finding, environments = []} = merged.get(identity) ?? {};
      merged.set(identity, {
        finding: (monitors ?? 1) > (known.monitors ?? 1) ? finding : known,
        environments: environments.includes(environment) ? environments : [...environments, environment],
      });
    }
  }
  return [...merged.values()]
    .map(({finding, environments}) => (environments.length === found.length ? finding : nameEnvironments(finding, environments)))
    .sort(compareDiagnostics);
}

function nameEnvironments(finding: Diagnostic, environments: readonly string[]): Diagnostic {
  if (environments.length === 1 && finding.message.includes(`the environment "${environments[0]}"`)) return finding;
  const words = `${environments.length === 1 ? 'environment' : 'environments'} ${listWords(environments)}`;
  return {...finding, message: `${finding.message} (${words})`};
}
