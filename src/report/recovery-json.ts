import type {Diagnostic} from '../diagnostics/diagnostic';
import {type FindingDocument, toFindingDocument} from '../diagnostics/finding-document';
import type {Candidate} from '../recovery/candidates';
import type {Findings} from '../recovery/findings';
import type {Basis} from '../recovery/matching';
import {stringifyJson} from './escape-json';

/** What `monitors recover --format json` prints. */
export interface RecoveryDocument {
  readonly formatVersion: 1;
  readonly command: 'recover';
  /** The code of what was wrong with the state; null where there was none. */
  readonly damage: string | null;
  /** The state that was written; null where there was nothing to write. */
  readonly state: {readonly lineage: string; readonly serial: number} | null;
  /** Files that hold what was there before, relative to the working directory. */
  readonly kept: readonly string[];
  /** Recorded again, sorted by key. */
  readonly monitors: readonly {
    readonly key: string;
    readonly id: string;
    readonly name: string;
    readonly basis: Basis;
    readonly certain: boolean;
    /** The service holds something else than the spec says. */
    readonly changed: boolean;
    /** Others that answer to the same target ids, oldest first; not recorded. */
    readonly others: readonly MonitorDocument[];
  }[];
  /** Recorded again although no spec is about them. */
  readonly withoutSpec: readonly {readonly key: string; readonly id: string; readonly name: string}[];
  /** Specs of which the service holds no monitor. */
  readonly missing: readonly {readonly key: string; readonly name: string; readonly file: string; readonly line: number}[];
  /** Specs that several monitors may belong to; none is recorded. */
  readonly ambiguous: readonly {readonly key: string; readonly candidates: readonly MonitorDocument[]}[];
  /** Creates whose outcome is still unknown. */
  readonly unresolved: readonly {readonly key: string; readonly targetIds: readonly string[]}[];
  /** What nothing here claims, oldest first. */
  readonly unmanaged: readonly MonitorDocument[];
  readonly diagnostics: readonly FindingDocument[];
}

/** A monitor of the service. */
interface MonitorDocument {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** What recovering came to. */
export interface RecoveryEnd {
  readonly state: RecoveryDocument['state'];
  /** As messages show them. */
  readonly kept: readonly string[];
  readonly unresolved: RecoveryDocument['unresolved'];
  readonly findings: readonly Diagnostic[];
}

/** The document that `monitors recover --format json` prints. */
export function renderRecoveryJson(found: Findings, {state, kept, unresolved, findings}: RecoveryEnd): string {
  const document: RecoveryDocument = {
    formatVersion: 1,
    command: 'recover',
    damage: found.damage?.code ?? null,
    state: state === null ? null : {lineage: state.lineage, serial: state.serial},
    kept,
    monitors: found.recovered.map(({key, found: {candidate, basis, isCertain, others}, isChanged}) => ({
      key,
      id: candidate.view.id,
      name: candidate.view.name,
      basis,
      certain: isCertain,
      changed: isChanged,
      others: others.map(toMonitor),
    })),
    withoutSpec: found.orphans.map(({key, candidate: {view}}) => ({key, id: view.id, name: view.name})),
    missing: found.missing.map(({key, name, file, line}) => ({key, name, file, line})),
    ambiguous: found.ambiguous.map(({spec, candidates}) => ({key: spec.key, candidates: candidates.map(toMonitor)})),
    unresolved,
    unmanaged: found.strangers.map(toMonitor),
    diagnostics: findings.map(toFindingDocument),
  };
  return `${stringifyJson(document, 2)}\n`;
}

function toMonitor({view: {id, name, createdAt}}: Candidate): MonitorDocument {
  return {id, name, createdAt};
}
