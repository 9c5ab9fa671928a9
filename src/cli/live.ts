import type {MonitorService} from '../api/port';
import {readRetryBase} from '../config/retry-base';
import {formatNumber} from '../diagnostics/number-text';
import type {PlanInputPorts} from '../engine/plan-inputs';
import type {PresentState} from '../engine/state-access';
import {renderListWait} from '../report/progress';
import type {FileStateStore} from '../state/file/store';
import type {StateView} from '../state/fold-open';
import {isBound} from '../state/origin';
import type {MonitorsCommand} from './command';
import {CLEAR_LINE, noteExchange} from './notes';

/** What asking the service needs of a command; its connection refuses where the state belongs to another address. */
export function openPlanInputPorts(
  command: MonitorsCommand,
  store: Pick<FileStateStore, 'refusals'>,
  interruption: AbortSignal,
): PlanInputPorts {
  const {env, world, stderr} = command.context;
  const showsProgress = stderr.isTTY === true && !command.quiet;
  return {
    env,
    world,
    interruption,
    retryBaseMs: readRetryBase(env),
    connect: view => connectForReading(command, store, view),
    onWait: (missing, leftMs) => {
      if (!command.quiet) command.note(renderListWait(missing, leftMs));
    },
    ...(showsProgress
      ? {onPage: known => command.note(`${CLEAR_LINE}read ${formatNumber(known)} monitors`), onEnd: () => command.note(CLEAR_LINE)}
      : {}),
  };
}

/** Connects without any secret of the specs; throws a refusal without address or key, or where the state belongs elsewhere. */
export async function connectForReading(
  command: MonitorsCommand,
  store: Pick<FileStateStore, 'refusals'>,
  view: Pick<StateView, 'stored' | 'unresolved'>,
): Promise<MonitorService> {
  const {connectToService} = await import('../engine/connection');
  const {env, world} = command.context;
  const onExchange = (note: Parameters<typeof noteExchange>[0]) => {
    if (command.verbose) noteExchange(note, command);
  };
  const service = await connectToService({baseUrl: command.baseUrl, env, world, references: [], onExchange});
  if (view.stored !== null && isBound(view)) store.refusals.checkOrigin(view.stored.state, service.origin);
  return service;
}

/** The same for a command that has the state open and locked. */
export function connectForPresent(
  command: MonitorsCommand,
  store: Pick<FileStateStore, 'refusals'>,
): (opened: PresentState) => Promise<MonitorService> {
  return ({state, version, unresolved}) => connectForReading(command, store, {stored: {state, version}, unresolved});
}
