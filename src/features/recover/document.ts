import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Ordinal} from '../../core/json/count';
import type {LiveCandidate} from '../../core/recovery/candidates';
import type {Basis} from '../../core/recovery/matching';
import type {JournaledCreate} from '../../core/state/journal';
import {renderJson} from '../../rendering/escape-json';
import {type FindingDocument, toFindingDocument} from '../../rendering/finding';
import {
  type LiveMonitorDocument,
  type StateVersionDocument,
  toUnresolvedDocument,
  type UnresolvedDocument,
} from '../../rendering/shared-documents';
import type {RecoveryFindings} from './findings';

/** Result of `monitors recover`. */
export interface RecoveryDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'recover';
  /**
   * Code of the problem with the state; null if there never was one.
   * @example "state/lost"
   */
  readonly damage: string | null;
  /** The written state; null if there was nothing to write. */
  readonly state: StateVersionDocument | null;
  /**
   * Backups of the previous files, relative to the working directory.
   * @example ["monitors.state.json.damaged.bak"]
   */
  readonly kept: readonly string[];
  /** Recorded again, sorted by key. */
  readonly monitors: readonly RecoveredDocument[];
  /** Recorded again, but without a spec: the next plan deletes them. */
  readonly withoutSpec: readonly RecoveredOrphanDocument[];
  /** Specs without a monitor in the service: the next apply creates them. */
  readonly missing: readonly MissingDocument[];
  /** Specs with monitors that may belong to them, without proof; none is recorded. */
  readonly ambiguous: readonly AmbiguousDocument[];
  /** Unresolved creates. */
  readonly unresolved: readonly UnresolvedDocument[];
  /** Unmanaged monitors, oldest first. */
  readonly unmanaged: readonly LiveMonitorDocument[];
  /** Findings while resolving creates, such as duplicates. */
  readonly diagnostics: readonly FindingDocument[];
}

/** A monitor that was found and recorded again. */
export interface RecoveredDocument {
  /**
   * Its key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** Its name in the service. */
  readonly name: string;
  /** How it was found: by all or some of its target ids, by what is left of the state, or by name and content. */
  readonly basis: Basis;
  /** Nothing else could be meant; false where a person had to confirm it. */
  readonly certain: boolean;
  /** The monitor differs from its spec; the next plan shows how. */
  readonly changed: boolean;
  /** Duplicates with the same target ids, oldest first; not recorded. */
  readonly others: readonly LiveMonitorDocument[];
}

/** A monitor that was recorded and whose spec was removed. */
export interface RecoveredOrphanDocument {
  /** Its key. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** Its name in the service. */
  readonly name: string;
}

/** A spec without a monitor in the service. */
export interface MissingDocument {
  /** Its key. */
  readonly key: string;
  /** The monitor's name. */
  readonly name: string;
  /**
   * The spec, relative to the working directory, with `/`.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string;
  /** Line in that file. */
  readonly line: Ordinal;
}

/** A spec with monitors that may belong to it. */
export interface AmbiguousDocument {
  /** Its key. */
  readonly key: string;
  /** Candidates; choose one with `monitors import KEY ID`. */
  readonly candidates: readonly LiveMonitorDocument[];
}

/** Result of recovering. */
export interface RecoveryEnd {
  readonly state: RecoveryDocument['state'];
  /** As messages show them. */
  readonly kept: readonly string[];
  /** Unresolved creates. */
  readonly unresolved: readonly JournaledCreate[];
  readonly findings: readonly Diagnostic[];
}

/** The document that `monitors recover --format json` prints. */
export function renderRecoveryJson(found: RecoveryFindings, {state, kept, unresolved, findings}: RecoveryEnd): string {
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
    unresolved: unresolved.map(toUnresolvedDocument),
    unmanaged: found.unmanaged.map(toMonitor),
    diagnostics: findings.map(toFindingDocument),
  };
  return renderJson(document);
}

function toMonitor({view: {id, name, createdAt}}: LiveCandidate): LiveMonitorDocument {
  return {id, name, createdAt};
}
