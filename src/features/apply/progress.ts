import type {ApplyEvent, StopReason} from '../../core/apply/ports';
import {formatNumber} from '../../core/base/words';
import {disarmCommands, escapeTerminal} from '../../rendering/escape-terminal';
import {showSeconds} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {formatDuration} from '../../rendering/sentences';
import {dataLine, hangingLine, type Line, printText, proseLine, styled, takeColumns} from '../../rendering/text';
import {explainStop, isDone, sayOutcome} from './sentences';

/** Progress of an apply: all that a progress line needs. */
export interface Progress {
  readonly total: number;
  /** Ended, but for those that were never attempted. */
  readonly done: number;
  readonly notAttempted: number;
  /** Of `done`, failed or of unknown outcome. */
  readonly failed: number;
  /** Monotonic time of the first event, milliseconds. */
  readonly startedAt: number;
  /** Until when the service asked not to be asked, as it stands in the event; null while nothing waits. */
  readonly waitingUntil: {readonly text: string; readonly at: number} | null;
  /** The key of the create that is looked for in the service; null while none is. */
  readonly lookingFor: string | null;
  readonly isStopping: boolean;
}

/** Progress before the first event; `now` is the monotonic clock in milliseconds. */
export function startProgress(now: number): Progress {
  return {total: 0, done: 0, notAttempted: 0, failed: 0, startedAt: now, waitingUntil: null, lookingFor: null, isStopping: false};
}

/** Progress after one more event; `now` is the monotonic clock in milliseconds. */
export function advanceProgress(progress: Progress, event: ApplyEvent, now: number): Progress {
  switch (event.type) {
    case 'started':
      return {...progress, total: event.total, startedAt: now};
    case 'finished': {
      const isNotAttempted = event.result.outcome === 'not-attempted';
      const notAttempted = progress.notAttempted + (isNotAttempted ? 1 : 0);
      return {
        ...progress,
        total: event.total,
        done: event.done - notAttempted,
        notAttempted,
        failed: progress.failed + (!isDone(event.result.outcome) && !isNotAttempted ? 1 : 0),
        lookingFor: progress.lookingFor === event.result.key ? null : progress.lookingFor,
      };
    }
    case 'waiting':
      return {...progress, waitingUntil: {text: event.until, at: now + event.waitMs}};
    case 'stopping':
      return {...progress, isStopping: true};
    case 'sending':
      return {...progress, waitingUntil: null};
    case 'looking':
      return {...progress, lookingFor: event.key};
    case 'retrying':
      return progress;
  }
}

/**
 * The progress as one line for a terminal, without line end, never wider than the terminal:
 * `12/40 done, 1 failed, 3.2 a second, about 9 s left`.
 */
export function renderProgressLine(progress: Progress, now: number, options: Pick<RenderOptions, 'width' | 'clock'>): string {
  const parts = [`${formatNumber(progress.done)}/${formatNumber(progress.total)} done`];
  if (progress.failed > 0) parts.push(`${formatNumber(progress.failed)} failed`);
  if (progress.isStopping) parts.push('stopping');
  else if (progress.waitingUntil !== null && progress.waitingUntil.at > now)
    parts.push(`waiting for the rate limit until ${showSeconds(progress.waitingUntil.text, options)}`);
  else if (progress.lookingFor !== null) parts.push(`looking up ${progress.lookingFor} in the service`);
  else parts.push(...rateParts(progress, now));
  return disarmCommands(takeColumns(escapeTerminal(parts.join(', ')), Math.max(10, options.width - 1)));
}

/**
 * An event as lines for a log: one a monitor as it ends, waits, and why a run stops; with `verbose` also attempts.
 * Empty for what a log does not need. `progress` counts without what was not attempted; default: as the event does.
 */
export function renderEventText(event: ApplyEvent, options: RenderOptions, progress?: Pick<Progress, 'done'>): string {
  const isVerbose = options.verbosity === 'verbose';
  switch (event.type) {
    case 'started':
      return '';
    case 'sending':
      return isVerbose ? printText([dataLine(2, styled('faint', `${event.key}  sending, attempt ${event.attempt}`))], options) : '';
    case 'retrying': {
      const words = `${event.key}  ${event.error.message}; trying again in ${formatDuration(event.waitMs)}`;
      return isVerbose ? printText([dataLine(2, styled('faint', words))], options) : '';
    }
    case 'looking': {
      const limit = event.lookupMs < 1000 ? '' : ` for up to ${formatDuration(event.lookupMs)}`;
      const words = `${event.key}  ${event.error.message}; looking it up in the service${limit}`;
      return options.verbosity === 'quiet' ? '' : printText([hangingLine(2, 2, words)], options);
    }
    case 'waiting':
      return options.verbosity === 'quiet'
        ? ''
        : printText([proseLine(2, `waiting for the rate limit until ${showSeconds(event.until, options)}`)], options);
    case 'finished':
      // The report counts them: after a stop they may be thousands.
      if (event.result.outcome === 'not-attempted' && event.result.error === undefined) return '';
      return options.verbosity === 'quiet' && isDone(event.result.outcome) ? '' : printText([finishedLine(event, progress?.done)], options);
    case 'stopping':
      return printText([hangingLine(0, 2, styled('error', stoppingWords(event.stop)))], options);
  }
}

/** Words the stop for the final report; of an interruption, whose requests are still under way, what happens now. */
function stoppingWords(stop: StopReason): string {
  if (stop.kind !== 'interrupted') return explainStop(stop).message;
  return 'Stopping: running requests get 5 s to finish, and their results are recorded. Press Ctrl-C again to stop at once.';
}

/** `12/40  pricing/acme  created`: the service's message is in the final list. */
function finishedLine({done: ended, total, result}: Extract<ApplyEvent, {type: 'finished'}>, done = ended): Line {
  const of = formatNumber(total);
  const count = `${formatNumber(done).padStart(of.length)}/${of}`;
  const style = isDone(result.outcome) ? 'faint' : 'error';
  const error = result.error === undefined ? '' : `: ${result.error.message}`;
  return hangingLine(2, 2 + count.length, styled(style, `${count}  ${result.key}  ${sayOutcome(result.outcome)}${error}`));
}

/** Fewer ends than this say nothing about the rate. */
const FIRST_RATE = 3;

function rateParts({done, total, startedAt}: Progress, now: number): string[] {
  const elapsed = now - startedAt;
  if (done < FIRST_RATE || elapsed <= 0) return [];
  const left = ((total - done) * elapsed) / done;
  return [rateText((done * 1000) / elapsed), ...(total > done ? [`about ${formatDuration(left)} left`] : [])];
}

function rateText(perSecond: number): string {
  return perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(perSecond * 60).toFixed(1)} a minute`;
}
