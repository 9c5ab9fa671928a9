import type {FetchPorts} from '../../../project/page-fetcher';
import type {Project} from '../../../project/project';
import {assemble} from '../assemble';
import type {Tuned} from '../tune';
import {findRegions} from './find-regions';
import {planRegions, type RegionPlan} from './region-pages';

/** Ports of a call that fetches. */
interface RegionPorts extends FetchPorts {
  /** Called before the first fetch, unless there is none; throws where it is not paid for. */
  readonly approve: (plan: RegionPlan) => Promise<void>;
}

/**
 * Looks for the regions that hold the noisy lines of what was read, and proposes to leave them out. Each page is paid for twice. An
 * interrupted reading is given back as it is. Throws `UserError`.
 */
export async function fetchRegions(project: Project, tuned: Tuned, {approve, ...ports}: RegionPorts): Promise<Tuned> {
  if (tuned.interruption !== null) return tuned;
  const plan = planRegions(project, tuned.monitors);
  const monitors = plan.pages.length === 0 ? await findRegions(project, {plan, service: null}, tuned.monitors) : await search();
  const {requests} = tuned.document.summary;
  return {...tuned, monitors, document: assemble(monitors, {...tuned.document, requests})};

  async function search() {
    // Whatever can refuse does so before the question.
    const service = await project.fetchPages([]);
    try {
      await approve(plan);
      return await findRegions(project, {plan, service}, tuned.monitors, ports);
    } finally {
      await service.close();
    }
  }
}
