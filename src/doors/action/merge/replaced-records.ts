import {existsSync, readFileSync} from 'node:fs';
import {listFirst} from '../../../core/base/words';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {isInside} from '../../../core/files/paths';
import type {Plan} from '../../../core/plan/change';
import {listHeldIds} from '../../../core/state/removed';
import type {State} from '../../../core/state/state';
import {listSpecKeys} from '../../../project/history';
import {openHistory} from '../../../project/recording-commit';
import {readStateAt, readStateBytes} from '../../../project/state-line';
import {makeBare} from '../bare-repository';
import {journalPathOf} from '../git-state';
import {makeTemporaryDirectory, pathInRepository} from '../workspace';
import type {RecordsElsewhere} from './refuse-elsewhere';
import {refusalsOf} from './state-guard';

/** Monitors in one message. */
const MOST_NAMED = 20;

/**
 * Names the monitors that only the commit records which a forced push replaced, and that neither the state nor a spec has any more: no
 * create is refused for them, and no run would name them. Those of specs are judged as creates.
 */
export async function nameReplaced(plan: Plan, look: RecordsElsewhere): Promise<Plan> {
  const {place, request, ports} = look;
  const {root, placed, settings} = place;
  const {inputs, event} = request;
  const {replaced} = event;
  if (replaced === undefined || settings.sharedState !== undefined || !isInside(root, placed.stateFile)) return plan;
  if ((inputs.stateBranch ?? event.branch) !== event.branch || inputs.allowOldCheckout) return plan;
  const theirs = await readReplaced(replaced, look);
  if (theirs === null || theirs.monitors.size === 0) return plan;
  const ours = readOurs(look);
  const held = new Set([...(ours === null ? [] : listHeldIds(ours.monitors).keys()), ...(ours?.removed ?? []).map(({id}) => id)]);
  const specs = listSpecKeys(look.specs);
  const missing = [...theirs.monitors].filter(([key, {id}]) => !held.has(id) && !specs.has(key));
  const elsewhere = missing.length === 0 ? new Set() : await look.listIdsElsewhere();
  const lost = missing.filter(([, {id}]) => !elsewhere.has(id));
  if (lost.length === 0) return plan;
  const from = replaced.slice(0, 12);
  const names = listFirst(
    lost.map(([key, {id}]) => `"${key}" (${id})`),
    MOST_NAMED,
  );
  const finding: Diagnostic = {
    code: 'state/earlier-version',
    severity: 'error',
    message: `a forced push replaced ${from}, whose ${pathInRepository(root, placed.stateFile)} records ${names}, which neither the state nor a spec has here: still paid, and not managed here`,
    hint: `delete them in the service, if they are to go; else take the records in, commit and push: "git fetch origin ${replaced}", "monitors state restore ${from}"`,
  };
  ports.display.showRecordedBefore(plan, [finding]);
  return {...plan, findings: [finding, ...plan.findings]};
}

function readOurs({place}: Pick<RecordsElsewhere, 'place'>): State | null {
  const {stateFile} = place.settings;
  const journal = journalPathOf(stateFile);
  if (!existsSync(stateFile)) return null;
  return readStateBytes(readFileSync(stateFile), existsSync(journal) ? readFileSync(journal) : null, refusalsOf(place));
}

/** Reads the state of a commit that is no longer on the branch; null without one, or where the server does not give it. */
async function readReplaced(commit: string, {place, request: {run}, ports}: RecordsElsewhere): Promise<State | null> {
  const bare = makeBare(ports.git, makeTemporaryDirectory(run, 'monitors-history-'));
  try {
    const fetched = await bare.git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', '--depth=1', 'origin', commit]);
    if (fetched.exitCode !== 0) {
      ports.display.note(
        `A forced push replaced ${commit.slice(0, 12)}, which cannot be fetched: nothing shows which monitors only it records.`,
      );
      return null;
    }
    const history = openHistory({ask: args => bare.git(args), read: name => bare.git.read(name)});
    return await readStateAt(commit, {
      history,
      statePath: pathInRepository(place.root, place.placed.stateFile),
      refusals: refusalsOf(place),
    });
  } finally {
    await bare.remove();
  }
}
