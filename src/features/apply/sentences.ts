import {isWithoutTls} from '../../core/api/classify-error';
import type {Failure} from '../../core/api/port';
import {NONE_LISTED} from '../../core/apply/find-created';
import type {ApplyOutcome, ApplyResult, Outcome, StopReason} from '../../core/apply/ports';
import {shellWord, writeCommand} from '../../core/base/command-line';
import {countOf, formatNumber} from '../../core/base/words';
import type {Count} from '../../core/json/count';
import type {Plan} from '../../core/plan/change';
import {formatDuration} from '../../rendering/sentences';

/** An outcome of a change in words. */
export function sayOutcome(outcome: Outcome): string {
  return outcome === 'not-attempted' ? 'not attempted' : outcome === 'unknown' ? 'outcome unknown' : outcome;
}

/** Whether a change was carried out. */
export function isDone(outcome: Outcome): boolean {
  return outcome !== 'failed' && outcome !== 'not-attempted' && outcome !== 'unknown';
}

/** Number of monitors by result. */
export interface ApplySummary {
  /** Created by this run, or by an earlier one and found by this one. */
  readonly created: Count;
  /** Updated; always 0 with `operations: create`. */
  readonly updated: Count;
  /** Deleted and created again; always 0 with `operations: create`. */
  readonly replaced: Count;
  /** Deleted; always 0 with `operations: create`. */
  readonly deleted: Count;
  /** Adopted unchanged; always 0 with `operations: create`. */
  readonly adopted: Count;
  /** Renamed; no request. */
  readonly renamed: Count;
  /** Unchanged. */
  readonly unchanged: Count;
  /** Blocked by the plan. */
  readonly blocked: Count;
  /** Unresolved creates of earlier runs. */
  readonly unresolved: Count;
  /** Protected monitors whose specs are gone: they keep running, and count as done. Not among `blocked`. */
  readonly protected: Count;
  /** Failed. */
  readonly failed: Count;
  /** Not sent, because the run stopped early. */
  readonly notAttempted: Count;
  /** Sent, with an unknown outcome: resolve it with `monitors resolve`. */
  readonly unknown: Count;
}

/** Counts what became of a plan. */
export function summarizeApply(outcome: ApplyOutcome, plan: Plan): ApplySummary {
  const counts = {created: 0, updated: 0, replaced: 0, deleted: 0, adopted: 0, renamed: 0, failed: 0, 'not-attempted': 0, unknown: 0};
  for (const result of outcome.results) counts[result.outcome]++;
  const {failed, 'not-attempted': notAttempted, unknown, ...done} = counts;
  const {unchanged, blocked, unresolved, protected: kept} = plan.summary;
  return {...done, unchanged, blocked, unresolved, protected: kept, failed, notAttempted, unknown};
}

/** `Apply complete: 1 created, 2 updated, 0 deleted, 0 failed.`, or the same as incomplete with what is left. */
export function applySentence(summary: ApplySummary): string {
  const {failed, notAttempted, unknown, blocked, unresolved} = summary;
  const told = [...DONE, ...LEFT].filter(name => ALWAYS_TOLD.has(name) || summary[name] > 0);
  const words = told.map(name => `${formatNumber(summary[name])} ${name === 'notAttempted' ? 'not attempted' : name}`);
  const left = failed + notAttempted + unknown + blocked + unresolved;
  return `Apply ${left === 0 ? 'complete' : 'incomplete'}: ${words.join(', ')}.`;
}

/** The counts in their order. */
const DONE = ['created', 'updated', 'replaced', 'deleted', 'adopted', 'renamed'] as const;
const LEFT = ['failed', 'notAttempted', 'unknown', 'blocked', 'unresolved', 'protected'] as const;
const ALWAYS_TOLD: ReadonlySet<string> = new Set(['created', 'updated', 'deleted', 'failed']);

/** Why apply ended early, and what to do about it. */
interface StopExplanation {
  readonly message: string;
  readonly hint: string;
}

/** Says why apply started no more changes, in words that text and JSON share. */
export function explainStop(stop: StopReason): StopExplanation {
  switch (stop.kind) {
    case 'interrupted':
      return {
        message: 'Interrupted: nothing more was sent, and the requests already sent are recorded.',
        hint: 'run "monitors apply" again to continue',
      };
    case 'refused-by-service':
      return {message: `Stopped: ${stop.failure.message}; no further request could succeed.`, hint: refusalHint(stop.failure.status)};
    case 'not-the-service':
      return {
        message: `Stopped: the server at this address does not look like the service: ${stop.failure.message}.`,
        hint:
          stop.failure.redirectHost === undefined
            ? 'check MONITORS_BASE_URL or --base-url, and whether a proxy or a login page is in front of the service; then run "monitors apply" again'
            : 'check MONITORS_BASE_URL or --base-url: redirects are never followed, because that would send the key to another address',
      };
    case 'unreachable':
      return {message: `Stopped: the service cannot be reached: ${stop.failure.message}.`, hint: unreachableHint(stop.failure)};
    case 'service-down':
      return {
        message: `Stopped: three changes in a row failed after all their attempts; the last one: ${stop.failure.message}.`,
        hint: 'wait until the service has recovered, then run "monitors apply" to continue',
      };
    case 'unlisted':
      if (stop.failure.code === NONE_LISTED)
        return {
          message: `Stopped: ${stop.failure.message}, so nothing was created that might already exist.`,
          hint: 'check that MONITORS_API_KEY belongs to the team that owns them; if they were all deleted, remove each from the state with "monitors state rm KEY"',
        };
      return {
        message: `Stopped: the service's list of monitors could not be read, so nothing was created that might already exist: ${stop.failure.message}.`,
        hint:
          stop.failure.kind === 'connect'
            ? unreachableHint(stop.failure)
            : 'wait until the service has recovered, then run "monitors apply" to continue',
      };
    case 'rate-limited':
      return {
        message: `Stopped: the service asked to wait ${formatDuration(stop.waitMs)}, longer than a run waits.`,
        hint: `run "monitors apply" again in ${formatDuration(stop.waitMs)}`,
      };
    case 'on-error-stop':
      return {
        message: `Stopped at the first failure (--on-error stop): ${stop.failure.message}.`,
        hint: 'fix what failed, then run "monitors apply" to continue',
      };
    case 'persist-failed':
      return {
        message: `Stopped: the persist command failed, so nothing more was sent: ${stop.message}.`,
        hint: 'fix the command given with --persist-command, then run "monitors apply" to continue',
      };
    case 'state-not-saved':
      return {message: `Stopped: the state could not be saved: ${stop.message}.`, hint: unsavedHint(stop)};
  }
}

function unsavedHint({rescue, unsaved}: Extract<StopReason, {kind: 'state-not-saved'}>): string {
  if (rescue !== null) return `fix that problem, then run: monitors state restore ${shellWord(rescue)}`;
  if (unsaved !== undefined) return 'keep the ids printed above: the next run needs them for "monitors resolve KEY --adopt ID"';
  return 'fix that problem, then run "monitors apply" to continue: what was created so far is recorded';
}

function refusalHint(status: number | undefined): string {
  if (status === 401) return 'check MONITORS_API_KEY: it is missing, mistyped or revoked; then run "monitors apply" to continue';
  if (status === 402) return 'add credits or set up billing for this key, then run "monitors apply" to continue';
  return 'MONITORS_API_KEY probably lacks a permission: use a key that has it, and the features that the specs use; then run "monitors apply" to continue';
}

function unreachableHint({kind, code = ''}: Failure): string {
  const again = 'then run "monitors apply" again';
  if (kind !== 'tls') return `check MONITORS_BASE_URL, the network and HTTPS_PROXY, ${again}`;
  if (isWithoutTls(code)) return `check "https" and the port in MONITORS_BASE_URL or --base-url, ${again}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `check the host in MONITORS_BASE_URL or --base-url, ${again}`;
  if (code === 'CERT_HAS_EXPIRED') return `check the clock of this machine; if it is right, the server needs a new certificate; ${again}`;
  return `check the address; for a private certificate authority set NODE_EXTRA_CA_CERTS to its certificate; ${again}`;
}

/** Resolving several keys at once names at most so many. */
const MOST_NAMED = 5;

/** Something left to do after apply; a command stands last on its line, so that it can be copied. */
interface LeftStep {
  readonly text: string;
  /** Ways to continue, where they depend on what is found. */
  readonly ways: readonly string[];
}

/** Whether a change can be sent again whatever came of it: it makes nothing new, as a create or a replacement may. */
export function isRepeatable({action}: ApplyResult): boolean {
  return action === 'update' || action === 'delete';
}

function nameEdits(edits: readonly ApplyResult[]): string {
  const deletes = edits.filter(({action}) => action === 'delete').length;
  const updates = edits.length - deletes;
  return [...(updates > 0 ? [countOf(updates, 'update')] : []), ...(deletes > 0 ? [countOf(deletes, 'delete')] : [])].join(' and ');
}

/** Whether all failures have the reason that stopped the run: its hint says what to do already. */
function isExplainedByStop({results, stop}: ApplyOutcome): boolean {
  if (stop === undefined || !('failure' in stop) || stop.kind === 'on-error-stop') return false;
  return results.every(({outcome, error}) => outcome !== 'failed' || error?.message === stop.failure.message);
}

/** Lists the steps that are left after apply, most pressing first. */
export function nextSteps(
  outcome: ApplyOutcome,
  summary: ApplySummary,
  {environment, operations}: Pick<Plan, 'environment' | 'operations'>,
): LeftStep[] {
  const steps: LeftStep[] = [];
  const command = (words: string, keys: readonly string[] = [], flags = '') => writeCommand(words, keys, environment, flags);
  const add = (text: string, ways: readonly string[] = []) => steps.push({text, ways});
  const unknown = outcome.results.filter(result => result.outcome === 'unknown');
  const creates = unknown.filter(result => !isRepeatable(result)).map(({key}) => key);
  if (creates.length > 0) {
    const canBeLookedUp = operations === 'full';
    const named = creates.length > MOST_NAMED ? ['KEY'] : creates;
    const one = creates.length === 1 ? creates : ['KEY'];
    const look = canBeLookedUp ? '' : ": look in the service's dashboard";
    add(`${countOf(creates.length, 'create')} may or may not have been carried out${look}`, [
      ...(canBeLookedUp ? [`look it up: ${command('resolve', named, '--probe')}`] : []),
      `if it exists: ${command('resolve', one, '--adopt ID')}`,
      `if it does not exist: ${command('resolve', named, '--not-created')}`,
    ]);
  }
  const edits = unknown.filter(isRepeatable);
  if (edits.length > 0)
    add(`${nameEdits(edits)} may or may not have been carried out. Sending again is safe and settles it: ${command('apply')}`);
  const stale = outcome.results.filter(({error}) => error?.code === 'plan-stale').length;
  const fixable = summary.failed - stale;
  if (fixable > 0 && !isExplainedByStop(outcome))
    add(`${countOf(fixable, 'change')} failed and created nothing: fix the errors above, then run: ${command('apply')}`);
  if (stale > 0)
    add(
      `${countOf(stale, 'change')} not made: the service holds something else. Review and continue with: ${command('apply', [], '--refresh')}`,
    );
  if (summary.notAttempted > 0 && outcome.stop === undefined)
    add(`${countOf(summary.notAttempted, 'change was', 'changes were')} not attempted. Continue with: ${command('apply')}`);
  const held = summary.blocked + summary.unresolved;
  if (held > 0) add(`${countOf(held, 'change is', 'changes are')} held back. For reasons and ways out: ${command('plan')}`);
  return steps;
}
