import type {DesiredMonitor} from '../spec/desired-monitor';
import type {RecordedMonitor} from '../state/state';
import type {FieldChange} from './change';
import type {LiveMonitorView} from './live';

/** Whether a monitor runs. */
export type Status = 'active' | 'paused';

/** What a spec wants. */
export function wantedStatus({paused}: DesiredMonitor): Status {
  return paused ? 'paused' : 'active';
}

/** What the state records. */
export function statusOf({paused}: Pick<RecordedMonitor, 'paused'>): Status {
  return paused === true ? 'paused' : 'active';
}

/** What it is now, as far as anybody knows: as the service says, else as recorded. */
export function presentStatus(before: Pick<RecordedMonitor, 'paused'>, live: LiveMonitorView | null): Status {
  return live?.status === 'active' || live?.status === 'paused' ? live.status : statusOf(before);
}

/** What differs in whether a monitor runs, and whether an update has to say it. */
export interface StatusDifference {
  readonly fields: readonly FieldChange[];
  readonly drift: readonly FieldChange[];
  readonly isToBeSent: boolean;
}

/** Compares three ways, as bodies are compared. What a service says besides `active` and `paused` is its own affair. */
export function diffStatus(before: RecordedMonitor, after: DesiredMonitor, live: LiveMonitorView | null): StatusDifference {
  const wanted = wantedStatus(after);
  const recorded = statusOf(before);
  const present = live?.status === 'active' || live?.status === 'paused' ? live.status : null;
  const doubted = before.pending === undefined ? recorded : statusOf(before.pending);
  const isDrifted = present !== null && present !== recorded && present !== doubted && present !== wanted;
  return {
    fields: recorded === wanted ? [] : [changeStatus(recorded, wanted)],
    drift: isDrifted ? [changeStatus(present, wanted)] : [],
    isToBeSent: [recorded, doubted, present ?? wanted].some(status => status !== wanted),
  };
}

/** A change of whether a monitor runs, as a field. */
export function changeStatus(before: Status, after: Status): FieldChange {
  return {path: '/status', op: 'change', before, after, sensitive: false};
}
