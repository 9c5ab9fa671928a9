import type {FactorReport} from '../../core/writing/factor-report';
import type {Placeholder} from '../../core/writing/placeholders';
import type {AdoptedMonitor, ImportReport, PullReport, RefusedMonitor} from '../../core/writing/reports';
import {renderJson} from '../../rendering/escape-json';
import {type FactorDocument, toFactorDocument} from './factor-document';

/** Result of `monitors pull`. */
export interface PullDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'pull';
  /** Monitors with a new spec, oldest first. */
  readonly pulled: readonly AdoptedDocument[];
  /** Environment variables that replace secrets in the specs. */
  readonly secrets: readonly SecretDocument[];
  /** Monitors that a spec cannot express; nothing was written for them. */
  readonly refused: readonly RefusedDocument[];
  /** Monitors of other environments of this repository; nothing was written for them. */
  readonly elsewhere: readonly ElsewhereDocument[];
  /** With `--share`: what all specs share now. */
  readonly shared?: FactorDocument;
}

/** Result of `monitors import`. */
export interface ImportDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'import';
  /** `recorded`: a spec had the key; `written`: a spec was written; `refused`: a spec cannot express the monitor, nothing was written. */
  readonly outcome: 'recorded' | 'written' | 'refused';
  /**
   * The given key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** The monitor's name in the service. */
  readonly name: string;
  /**
   * The spec, relative to the working directory, with `/`; null if there is none.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string | null;
  /** Environment variables that replace secrets in a new spec. */
  readonly secrets: readonly SecretDocument[];
  /** Changes that the next plan shows for the key. */
  readonly next: readonly NextDocument[];
  /** Why a spec cannot express the monitor. */
  readonly diagnostics: readonly ReasonDocument[];
}

/** A monitor and its spec. */
export interface AdoptedDocument {
  /**
   * Its key.
   * @example "acme-pricing"
   */
  readonly key: string;
  /**
   * Its spec, relative to the working directory, with `/`.
   * @example "monitors/acme-pricing.yaml"
   */
  readonly file: string;
  /** The service's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
}

/** An environment variable to set; its value is in the service. */
export interface SecretDocument {
  /**
   * The environment name.
   * @example "WEBHOOK_AUTHORIZATION"
   */
  readonly name: string;
  /** Places of the value; the same value has the same name everywhere. */
  readonly uses: readonly SecretUseDocument[];
}

/** One place of a secret. */
export interface SecretUseDocument {
  /** The key of the monitor. */
  readonly key: string;
  /**
   * JSON pointer into the body.
   * @example "webhook.headers.Authorization"
   */
  readonly place: string;
  /**
   * Text before the reference in the spec that is not part of the value.
   * @example "Bearer "
   */
  readonly after: string;
}

/** A monitor that a spec cannot express. */
export interface RefusedDocument {
  /** The service's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Why. */
  readonly diagnostics: readonly ReasonDocument[];
}

/** Why a spec cannot express a monitor. */
export interface ReasonDocument {
  /**
   * Code of the finding, `family/name`; explained in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   */
  readonly code: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** JSON pointer into the body; missing without a single place. */
  readonly pointer?: string;
}

/** A monitor of another environment. */
export interface ElsewhereDocument {
  /** The service's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Its environment, if its target ids show it. */
  readonly project: string;
  /** Its environment, if its target ids show it. */
  readonly environment: string;
}

/** A change that the next plan shows. */
export interface NextDocument {
  /** The action. */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'adopt' | 'rename' | 'blocked' | 'unresolved';
  /** JSON pointers into the body; `/status` means paused or not. */
  readonly fields: readonly string[];
}

/** The document that `monitors pull --format json` prints. */
export function renderPullJson(report: PullReport, shared: FactorReport | null = null): string {
  const document = toPullDocument(report);
  return renderJson(shared === null ? document : {...document, shared: toFactorDocument(shared)});
}

/** A pull as its document. */
export function toPullDocument({pulled, placeholders, refused, elsewhere}: PullReport): PullDocument {
  return {
    formatVersion: 1,
    command: 'pull',
    pulled: pulled.map(toAdoptedDocument),
    secrets: placeholders.map(toSecretDocument),
    refused: refused.map(({id, name, findings}) => ({id, name, diagnostics: toReasons({findings})})),
    elsewhere: elsewhere.flatMap(({id, name, ours}) => (ours === undefined ? [] : [{id, name, ...ours}])),
  };
}

/** The document that `monitors import --format json` prints. */
export function renderImportJson(report: ImportReport): string {
  return renderJson(toImportDocument(report));
}

/** An import as its document. */
export function toImportDocument(report: ImportReport): ImportDocument {
  return {
    formatVersion: 1,
    command: 'import',
    outcome: report.kind,
    key: report.key,
    id: report.id,
    name: report.name,
    file: report.kind === 'refused' ? null : report.file,
    secrets: report.kind === 'written' ? report.placeholders.map(toSecretDocument) : [],
    next: report.kind === 'recorded' ? report.next : [],
    diagnostics: report.kind === 'refused' ? toReasons(report) : [],
  };
}

function toAdoptedDocument({key, file, id, name}: AdoptedMonitor): AdoptedDocument {
  return {key, file, id, name};
}

function toSecretDocument({name, uses}: Placeholder): SecretDocument {
  return {name, uses: uses.map(({key, place, after}) => ({key, place, after}))};
}

function toReasons({findings}: Pick<RefusedMonitor, 'findings'>): ReasonDocument[] {
  return findings.map(({code, message, where}) => ({code, message, ...(where === undefined ? {} : {pointer: where.pointer})}));
}
