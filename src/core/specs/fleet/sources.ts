import type {DiagnosticCode} from '../../diagnostics/codes';
import type {JsonObject} from '../../json/value';
import type {SourceFile} from '../desired-monitor';
import type {SpecDocument} from '../spec-document';
import type {Row} from './row';

/** A file whose members specs inherit. */
export interface LayerFile extends SourceFile {
  /** The folder that it applies to, below the specs directory with `/`; `''` for all of it. */
  readonly folder: string;
  /** Null for `_defaults.yaml`; else the environment that it belongs to. */
  readonly environment: string | null;
}

/** A parsed layer. Its `targets` is a mapping by type. */
export interface ParsedLayer {
  readonly file: LayerFile;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly document: SpecDocument;
  /** The document's, without what may not stand in a layer. */
  readonly data: JsonObject;
}

/** Sources of one spec, in order: defaults from the outermost folder inwards, the spec, overlays from the outermost inwards. */
export interface LayerChain {
  readonly defaults: readonly ParsedLayer[];
  readonly overlays: readonly ParsedLayer[];
}

/** Values that a run puts in the place of `${var:NAME}`, and the environment whose overlays apply. */
export interface FleetEnvironment {
  readonly environment: string;
  /** Null where the config declares no environments. */
  readonly declared: readonly string[] | null;
  readonly vars: Readonly<Record<string, string | number | boolean>>;
}

/** Reads a data file by the path that a spec gives, relative to the spec. */
export type ReadData = (spec: Pick<SourceFile, 'specPath'>, path: string) => DataFile | DataRefusal;

/** A data file as read. */
export interface DataFile {
  readonly source: SourceFile;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/** Why a path is not read as data; says nothing of what the file holds. */
export interface DataRefusal {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

/** Values put in the place of references, for one monitor. */
export interface RowFilling {
  /** Null for a spec that is not a list. */
  readonly row: Row | null;
  readonly vars: FleetEnvironment['vars'];
}
