import {listDoubted} from '../../../core/base/words';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {isInside, pathBelow} from '../../../core/files/paths';
import type {Plan} from '../../../core/plan/change';
import type {Key} from '../../../core/specs/desired-monitor';
import {nameRecord} from '../../../core/state/earlier';
import {listHeldIds} from '../../../core/state/removed';
import type {RecordedMonitor, State} from '../../../core/state/state';
import {listSpecKeys} from '../../../project/history/history';
import {readStateAt, readStateFile} from '../../../project/history/state-line';
import {stateBranchOf} from '../git-state';
import {fetchReplaced} from './earlier-state';
import type {RecordsElsewhere} from './refuse-elsewhere';
import {refusalsOf} from './state-guard';

/**
 * Names the monitors that a forced push took out of the state together with their specs: only the replaced commit records them, no
 * create is refused for them, and no other run would name them. Those that have specs are judged as creates. Names also the monitors
 * that the replaced commit records with other content: the state here says that the service has what the specs say.
 */
export async function nameReplaced(plan: Plan, look: RecordsElsewhere): Promise<Plan> {
  const {place, request, ports} = look;
  const {root, placed, settings} = place;
  const {replaced, branch} = request.event;
  if (replaced === undefined || settings.sharedState !== undefined || !isInside(root, placed.stateFile)) return plan;
  if (stateBranchOf(request) !== branch || request.inputs.allowOldCheckout) return plan;
  const theirs = await readReplacedState(replaced, look);
  if (theirs === null || theirs.monitors.size === 0) return plan;
  const ours = readStateFile(settings.stateFile, refusalsOf(place));
  const lost = await listLost(theirs, ours, look);
  const changed = listChanged(theirs, ours, plan);
  const records = `a forced push replaced ${replaced.slice(0, 12)}, whose ${pathBelow(root, placed.stateFile)}`;
  const findings: Diagnostic[] = [];
  if (lost.length > 0)
    findings.push({
      code: 'state/earlier-version',
      severity: 'error',
      message: `${records} records ${nameSome(lost)}, which neither the state nor a spec has here: still paid, and not managed here`,
      hint: `delete them in the service, if they are to go; else take the records in, commit and push: "git fetch origin ${replaced}", "monitors state restore ${replaced.slice(0, 12)}"`,
    });
  if (changed.length > 0)
    findings.push({
      code: 'state/earlier-version',
      severity: 'error',
      message: `${records} has ${nameSome(changed)} with other content: the service still has that, and the state here does not know`,
      hint: 'to apply the specs as they are now, run the workflow by hand (workflow_dispatch) with "refresh: true"',
    });
  if (findings.length === 0) return plan;
  ports.display.showRecordedBefore(plan, findings);
  return {...plan, findings: [...findings, ...plan.findings]};
}

type NamedRecord = readonly [Key, Pick<RecordedMonitor, 'id'>];

function nameSome(records: readonly NamedRecord[]): string {
  return listDoubted(records.map(([key, {id}]) => nameRecord({key, id})));
}

async function listLost(theirs: State, ours: State | null, look: RecordsElsewhere): Promise<readonly NamedRecord[]> {
  const held = new Set([...(ours === null ? [] : listHeldIds(ours.monitors).keys()), ...(ours?.removed ?? []).map(({id}) => id)]);
  const specs = listSpecKeys(look.specs);
  const missing = [...theirs.monitors].filter(([key, {id}]) => !held.has(id) && !specs.has(key));
  const elsewhere = missing.length === 0 ? new Set() : await look.listIdsElsewhere();
  return missing.filter(([, {id}]) => !elsewhere.has(id));
}

/** Records of a later version with other content, which the plan does not touch. */
function listChanged(theirs: State, ours: State | null, {changes}: Plan): readonly NamedRecord[] {
  if (ours === null || ours.lineage !== theirs.lineage || theirs.serial <= ours.serial) return [];
  const touched = new Set(changes.map(({key}) => key));
  return [...theirs.monitors].filter(([key, {id, bodyHash}]) => {
    const own = ours.monitors.get(key);
    return own?.id === id && own.bodyHash !== bodyHash && !touched.has(key);
  });
}

/** Reads the state of a commit that is no longer on the branch; null without one, or where the server does not give it. */
async function readReplacedState(commit: string, look: RecordsElsewhere): Promise<State | null> {
  const {place, ports} = look;
  const there = {statePath: pathBelow(place.root, place.placed.stateFile), refusals: refusalsOf(place)};
  const state = await fetchReplaced(commit, look, git => readStateAt(commit, {...there, history: git}));
  if (state !== 'unknown') return state;
  ports.display.note(
    `A forced push replaced ${commit.slice(0, 12)}, which cannot be fetched: nothing shows which monitors only it records.`,
  );
  return null;
}
