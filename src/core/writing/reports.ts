import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Change, UnmanagedMonitor} from '../plan/change';
import type {Key} from '../specs/desired-monitor';
import type {Placeholder} from './placeholders';

/** A live monitor that is managed here from now on. */
export interface AdoptedMonitor {
  readonly key: Key;
  /** The spec, relative to the working directory, with `/`. */
  readonly file: string;
  readonly id: string;
  readonly name: string;
}

/** A monitor that no valid spec can say, and why. The findings' places are of a text that is nowhere: only their pointers mean something. */
export interface RefusedMonitor {
  readonly id: string;
  readonly name: string;
  readonly findings: readonly Diagnostic[];
}

/** Result of a pull. */
export interface PullReport {
  /** Number of monitors that the service lists. */
  readonly listed: number;
  /** Oldest first. */
  readonly pulled: readonly AdoptedMonitor[];
  /** Environment names that have to be set before anything of these specs is sent. */
  readonly placeholders: readonly Placeholder[];
  /** Nothing was written for these. */
  readonly refused: readonly RefusedMonitor[];
  /** Monitors of other environments of this repository, which are left to them unless they are named. */
  readonly elsewhere: readonly UnmanagedMonitor[];
  /**
   * Number of listed monitors that are neither managed nor free: they have target ids of specs, of records, or of
   * creates in doubt, or look like a spec that was not applied yet.
   */
  readonly claimed: number;
}

/** Outcome of an import. */
export type ImportReport =
  /** There was a spec under the key; `next` is what the next plan shows for it: fields as JSON pointers into the body. */
  | (AdoptedMonitor & {
      readonly kind: 'recorded';
      readonly next: readonly {readonly action: Change['action']; readonly fields: readonly string[]}[];
    })
  /** A spec was written, and the next plan shows no change. */
  | (AdoptedMonitor & {readonly kind: 'written'; readonly placeholders: readonly Placeholder[]})
  /** No valid spec can say the monitor: nothing was written. */
  | (RefusedMonitor & {readonly kind: 'refused'; readonly key: Key});
