import type {Placeholder} from '../authoring/placeholders';
import type {AdoptedMonitor, ImportReport, PullReport, RefusedMonitor} from '../authoring/reports';
import {stringifyJson} from './escape-json';

/** What `monitors pull` did. */
export interface PullDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'pull';
  /** The monitors that specs were written for, oldest first. */
  readonly pulled: readonly AdoptedDocument[];
  /** Environment variables that the specs refer to in place of secrets. */
  readonly secrets: readonly SecretDocument[];
  /** Monitors that no spec can say; nothing was written for them. */
  readonly refused: readonly RefusedDocument[];
  /** Monitors of other environments of this repository, which are left to them. */
  readonly elsewhere: readonly ElsewhereDocument[];
}

/** What `monitors import` did. */
export interface ImportDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'import';
  /** `recorded`: a spec had the key; `written`: a spec was written; `refused`: no spec can say the monitor, and nothing was written. */
  readonly outcome: 'recorded' | 'written' | 'refused';
  /**
   * The key that was given.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** The monitor's name in the service. */
  readonly name: string;
  /**
   * The spec, relative to the working directory, with `/`; null where there is none.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string | null;
  /** Environment variables that a new spec refers to in place of secrets. */
  readonly secrets: readonly SecretDocument[];
  /** What the next plan shows for the key; empty for nothing. */
  readonly next: readonly NextDocument[];
  /** Why no spec can say the monitor. */
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

/** An environment variable to set, and what to. The value is in the service. */
export interface SecretDocument {
  /**
   * The environment name.
   * @example "WEBHOOK_AUTHORIZATION"
   */
  readonly name: string;
  /** Where it stands: the same value has the same name everywhere. */
  readonly uses: readonly SecretUseDocument[];
}

/** One place of a secret. */
export interface SecretUseDocument {
  /** The key of the monitor. */
  readonly key: string;
  /**
   * Where in the body.
   * @example "webhook.headers.Authorization"
   */
  readonly place: string;
  /**
   * What stands before it in the spec and is no part of the value.
   * @example "Bearer "
   */
  readonly after: string;
}

/** A monitor that no spec can say. */
export interface RefusedDocument {
  /** The service's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Why. */
  readonly diagnostics: readonly ReasonDocument[];
}

/** Why no spec can say a monitor. */
export interface ReasonDocument {
  /**
   * Which kind of finding: `family/name`, each with a page in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   */
  readonly code: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** JSON pointer into the body; left out where it is about no one place. */
  readonly pointer?: string;
}

/** A monitor of another environment. */
export interface ElsewhereDocument {
  /** The service's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Whose it is, as far as its target ids tell. */
  readonly project: string;
  /** Whose it is, as far as its target ids tell. */
  readonly environment: string;
}

/** A change that the next plan shows. */
export interface NextDocument {
  /** What it would do. */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'adopt' | 'rename' | 'blocked' | 'unresolved';
  /** JSON pointers into the body; `/status` is whether it is paused. */
  readonly fields: readonly string[];
}

/** The document that `monitors pull --format json` prints. */
export function renderPullJson(report: PullReport): string {
  return `${stringifyJson(toPullDocument(report), 2)}\n`;
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
  return `${stringifyJson(toImportDocument(report), 2)}\n`;
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
