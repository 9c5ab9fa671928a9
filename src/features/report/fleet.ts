import type {Health, ListedHealth} from '../../core/observe/health';
import type {CheckSample} from '../../core/observe/sample';
import type {ScheduleTimes} from '../../core/specs/schedule/times';

/** One monitor of a report; nothing of it may be secret. */
export interface FleetMonitor {
  readonly key: string;
  readonly labels: {readonly [name: string]: string};
  /** When it runs, as its body says; null where it does not run: paused, held back, or to be deleted. */
  readonly times: ScheduleTimes | null;
  readonly creditsPerCheck: number;
  readonly creditsPerMonth: number;
  /** Its spec was edited since it was applied: what it was charged says nothing of what it becomes. */
  readonly isEdited: boolean;
  /** Notes about it besides its health, in a few words: `paused`, `not applied yet`. */
  readonly notes: readonly string[];
  /** Facts from the service; null where it was not asked, or the monitor is not recorded. */
  readonly observed: ObservedFacts | null;
}

/** Facts from the service about one monitor; `monitor` is null where it does not list it. */
interface ObservedFacts extends Health {
  readonly monitor: ListedHealth | null;
  readonly sample: CheckSample | null;
}

/**
 * Health of a monitor: `no-credits` where its last check was skipped for lack of them, `partly` where some pages of its
 * last check are errors, `no-check` before its first one, `unknown` where only its newest check would say, `missing`
 * where it is recorded and not in the service, `not-recorded` where the service was not asked about it.
 */
export type HealthWord =
  | 'ok'
  | 'failing'
  | 'no-credits'
  | 'partly'
  | 'overdue'
  | 'no-check'
  | 'unknown'
  | 'paused'
  | 'missing'
  | 'not-recorded';

/** The words for a monitor's health, the gravest first. */
export function judgeFleetMonitor({observed}: FleetMonitor): readonly HealthWord[] {
  if (observed === null) return ['not-recorded'];
  const {monitor, isFailing, isWithoutCredits, isOverdue} = observed;
  if (monitor === null) return ['missing'];
  const words: HealthWord[] = [];
  if (isWithoutCredits) words.push('no-credits');
  else if (isFailing === true) words.push('failing');
  else if (monitor.status === 'active' && (monitor.summary?.error ?? 0) > 0) words.push('partly');
  if (isOverdue) words.push('overdue');
  if (words.length > 0) return words;
  if (monitor.status === 'paused') return ['paused'];
  if (monitor.summary === null && monitor.lastRunAt === null) return ['no-check'];
  return isFailing === null ? ['unknown'] : ['ok'];
}
