import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Diagnostic, Place} from '../../diagnostics/diagnostic';
import type {JsonObject, JsonValue} from '../../json/value';
import type {ParsedDocument, SourceFile, SpecDocument} from '../desired-monitor';

/** A file whose members specs inherit. */
export interface LayerFile extends SourceFile {
  /** The folder that it applies to, below the specs directory with `/`; `''` for all of it. */
  readonly folder: string;
  /** Null for `_defaults.yaml`; else the environment that it belongs to. */
  readonly environment: string | null;
}

/** A parsed layer. Its `targets` is a mapping by type. */
export interface Layer {
  readonly file: LayerFile;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Its data is without what may not stand in a layer. */
  readonly document: ParsedDocument & {readonly data: JsonObject; readonly hasOpenOrigin?: FilledDocument['hasOpenOrigin']};
}

/** Sources of one spec, in order: defaults from the outermost folder inwards, the spec, overlays from the outermost inwards. */
export interface LayerChain {
  readonly defaults: readonly Layer[];
  readonly overlays: readonly Layer[];
}

/** Values that a run puts in the place of `${var:NAME}`, and the environment whose overlays apply. */
export interface FleetEnvironment {
  readonly environment: string;
  /** Null where the config declares no environments. */
  readonly declared: readonly string[] | null;
  readonly vars: Readonly<Record<string, string | number | boolean>>;
}

/** Reads a data file by the path that a spec gives, relative to the spec. */
export type ReadData = (spec: SourceFile, path: string) => DataFile | DataRefusal;

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

/** One row of a list: the monitor that it stands for, and its cells. */
export interface Row {
  /** The last part of the monitor's key. */
  readonly key: string;
  /** Cells by column; a missing or empty one is absent. CSV cells are text. */
  readonly cells: Readonly<Record<string, JsonValue>>;
  /** Values of the reserved columns or of the row's own `sync`, merged over the spec's `sync`. */
  readonly sync: JsonObject;
  /** Place of a cell, or of the value at a pointer within it; of the row where the column is null or the cell absent. */
  readonly placeOf: (column: string | null, within?: string) => Place;
  /** Place of a setting of {@link sync}, by its pointer there. */
  readonly placeOfSync: (pointer: string) => Place;
}

/** Values put in the place of references, for one monitor. */
export interface Filling {
  /** Null for a spec that is not a list. */
  readonly row: Row | null;
  readonly vars: FleetEnvironment['vars'];
}

/** A spec or layer with its references filled in for one monitor. `placeOf` and `relatedTo` take pointers into the filled data. */
export interface FilledDocument extends SpecDocument {
  /** Cells that do not fit where they are put; with an error the data is not complete. */
  readonly findings: readonly Diagnostic[];
  /** Number of characters that were filled in. */
  readonly filled: number;
  /** Whether a cell decides the scheme, host or port of the URL at a pointer. */
  readonly hasOpenOrigin: (pointer: string) => boolean;
}
