import type {Project} from '../../project/project';
import {toPlanDocument} from '../plan/document';
import {type Planned, planProject} from '../plan/plan';
import type {TunedMonitor} from './assemble';
import type {TuneDocument} from './document';
import {writeProposals} from './write';

/** What was written, and the plan of it: null where no spec was edited. */
interface Written {
  readonly document: TuneDocument;
  readonly planned: Planned | null;
}

/** Writes proposals into specs and makes the plan that follows, without network. Throws `UserError` where nothing was written. */
export async function writeAndPlan(
  project: Project,
  found: {readonly document: TuneDocument; readonly monitors: readonly TunedMonitor[]},
  ids: readonly string[],
  onWrite: (files: readonly string[]) => void = () => {},
): Promise<Written> {
  const written = await writeProposals(project, {ids, monitors: found.monitors, onWrite});
  const planned = written.proposals.length === 0 ? null : await planAll(project);
  const plan = planned === null ? null : toPlanDocument(planned.plan, planned.workspace.report.findings);
  return {document: {...found.document, written: {...written, plan}}, planned};
}

async function planAll(project: Project): Promise<Planned | null> {
  const choice = {allowDeletes: false, refresh: false, checks: 0, checkSecrets: false, lookupMs: 0, strict: 'none'} as const;
  const outcome = await planProject(project, choice);
  // The edited specs were checked before they were written.
  return outcome.kind === 'invalid' ? null : outcome;
}
