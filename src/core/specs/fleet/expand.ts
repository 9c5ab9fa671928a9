import type {Diagnostic, Place} from '../../diagnostics/diagnostic';

import {isObject, type JsonValue, property} from '../../json/value';
import {findReferences, type Reference} from '../../secrets/references';
import type {ParsedDocument} from '../document';
import type {SpecDocument} from '../spec-document';
import {isList} from '../sync';
import {checkReferences, findOpenOrigins, findUnknownReferences, listColumns} from './check-references';
import {type MergedSpec, mergeLayers} from './effective';
import {fillDocument} from './fill';
import {mergeDefaults} from './merge';
import type {Row} from './row';
import {readRows} from './rows';
import {findMovedSecrets} from './secret-origin';
import type {FleetEnvironment, ReadData} from './sources';
import {isTemplate, readTemplate, type TemplateNode} from './template';
import type {FolderLayers} from './tree';

/** Options of putting a document together. */
export interface ExpandOptions {
  readonly layers: FolderLayers | null;
  readonly environment: FleetEnvironment;
  readonly readData: ReadData;
}

/** The monitors of one document, each put together when it is asked for. */
export interface Expansion {
  /** Faults of rows and references, for all monitors at once. */
  readonly findings: readonly Diagnostic[];
  /** One for each monitor, null where the document is not a list; empty where rows cannot be read. */
  readonly rows: readonly (Row | null)[];
  /** Other things than the file and its layers that the monitors depend on; null where there are none. */
  readonly uses: DocumentUses | null;
  readonly put: (row: Row | null) => EffectiveMonitor;
}

/** Dependencies of a document. */
export interface DocumentUses {
  /** Data files, as the document names them. */
  readonly data: readonly string[];
}

/** A monitor's spec as its own members, layers and row make it, and what only that can make wrong. */
interface EffectiveMonitor {
  readonly spec: SpecDocument;
  /** The spec without its layers. */
  readonly own: JsonValue;
  readonly findings: readonly Diagnostic[];
  /** About how many characters it has. */
  readonly size: number;
}

/** Finds the monitors of a document. */
export function expandDocument(document: ParsedDocument, options: ExpandOptions): Expansion {
  const {layers} = options;
  const isOwnTemplate = (document.mayHoldHoles || isList(document.data)) && isTemplate(document.data);
  if (!isOwnTemplate && layers?.usesReferences !== true) {
    return {findings: NONE, rows: [null], uses: null, put: () => putPlain(document, layers)};
  }
  const template = isOwnTemplate ? readTemplate(document.data) : null;
  return isList(document.data) && template !== null ? expandList(document, template, options) : expandOne(document, template, options);
}

const NONE: readonly Diagnostic[] = [];

function putPlain(document: ParsedDocument, layers: FolderLayers | null): EffectiveMonitor {
  const size = document.source.bytes.length + (layers?.size ?? 0);
  const merged = layers === null ? null : mergeLayers(document, layers);
  const own = document.data;
  if (merged === null) return {spec: document, own, findings: NONE, size};
  return {spec: merged, own, findings: judgeMerged(merged, size, [findMovedSecrets]), size};
}

function expandOne(document: ParsedDocument, template: TemplateNode | null, options: ExpandOptions): Expansion {
  const {layers, environment} = options;
  const scope = {columns: null, environment};
  const own = template === null ? NONE : checkReferences(document, template, scope);
  const written = measureWritten(document, layers);
  return {
    findings: [...own, ...checkLayerColumns(layers, null, environment)],
    rows: [null],
    uses: {data: []},
    put: () => putFilled({document, template, written}, null, options),
  };
}

function expandList(document: ParsedDocument, template: TemplateNode, options: ExpandOptions): Expansion {
  const {layers, environment, readData} = options;
  const used = listColumns(template);
  for (const {template: other} of layers?.templates ?? []) for (const column of listColumns(other)) used.add(column);
  const {rows, columns, findings} = readRows(document, readData, used);
  const isRead = rows.length > 0;
  const known = isRead ? columns : used;
  const references = [...checkReferences(document, template, {columns: known, environment}), ...findUnknownReferences(document, known)];
  const written = measureWritten(document, layers);
  const path = property(property(property(document.data, 'sync'), 'each'), 'file');
  return {
    findings: [...findings, ...references, ...(isRead ? checkLayerColumns(layers, columns, environment) : NONE)],
    rows,
    uses: {data: typeof path === 'string' ? [path] : []},
    put: row => putFilled({document, template, written}, row, options),
  };
}

/** References of layers to columns; what else is wrong with them was found with the layer. */
function checkLayerColumns(layers: FolderLayers | null, columns: ReadonlySet<string> | null, environment: FleetEnvironment): Diagnostic[] {
  const found = (layers?.templates ?? []).flatMap(({layer, template}) => checkReferences(layer.document, template, {columns, environment}));
  return found.filter(({code}) => code.startsWith('list/'));
}

/** A document to be filled in for each of its monitors. */
interface Fillable {
  readonly document: ParsedDocument;
  /** Null where the document has nothing to fill in. */
  readonly template: TemplateNode | null;
  /** Number of characters of it and its layers. */
  readonly written: number;
}

/** Counts the characters of a document as JSON, without its rows, with all that its layers can add. */
function measureWritten({data}: ParsedDocument, layers: FolderLayers | null): number {
  const {sync: _rows, ...own} = isObject(data) ? data : {};
  return JSON.stringify(own).length + (layers?.size ?? 0);
}

function putFilled({document, template, written}: Fillable, row: Row | null, options: ExpandOptions): EffectiveMonitor {
  const {layers, environment} = options;
  const filling = {row, vars: environment.vars};
  const filled = template === null ? null : fillDocument(document, template, filling);
  const {chain, findings, added} = layers === null ? {chain: null, findings: NONE, added: 0} : fillLayers(layers, filling);
  const size = written + (filled?.filled ?? 0) + added;
  const merged = chain === null ? null : mergeLayers(filled ?? document, chain);
  const faults = [...(filled?.findings ?? NONE), ...findings];
  const own = (filled ?? document).data;
  if (merged !== null) {
    const longest = written + (size - written) * LONGEST_ESCAPE;
    return {spec: merged, own, findings: [...faults, ...judgeMerged(merged, longest, [findMovedSecrets, findOpenOrigins])], size};
  }
  const open = filled === null ? NONE : findOpenOrigins(filled, findReferences(filled.data));
  return {spec: filled ?? document, own, findings: [...faults, ...open], size};
}

/** The layers with their references filled in; those without any are merged as they are. */
function fillLayers(
  layers: FolderLayers,
  filling: Parameters<typeof fillDocument>[2],
): {chain: FolderLayers; findings: readonly Diagnostic[]; added: number} {
  if (layers.templates.length === 0) return {chain: layers, findings: NONE, added: 0};
  const findings: Diagnostic[] = [];
  let added = 0;
  const filledOf = new Map(
    layers.templates.map(({layer, template}) => {
      const filled = fillDocument(layer.document, template, filling);
      findings.push(...filled.findings);
      added += filled.filled;
      return [layer, {...layer, document: filled, data: isObject(filled.data) ? filled.data : {}}] as const;
    }),
  );
  const defaults = layers.defaults.map(layer => filledOf.get(layer) ?? layer);
  const overlays = layers.overlays.map(layer => filledOf.get(layer) ?? layer);
  const chain = {
    ...layers,
    defaults,
    overlays,
    inherited: mergeDefaults(defaults.map(({data}) => data)),
    patches: overlays.map(({data}) => data),
  };
  return {chain, findings, added};
}

const LARGEST_SPEC = 1024 * 1024;
/** A character that is filled in has at most so many in JSON. */
const LONGEST_ESCAPE = 6;

/** Finds faults that only merging can cause, in a spec of at most `most` characters; `looks` are at its references. */
function judgeMerged(
  spec: MergedSpec,
  most: number,
  looks: readonly ((spec: MergedSpec, references: readonly Reference[]) => readonly Diagnostic[])[],
): readonly Diagnostic[] {
  const isLarge = most > LARGEST_SPEC && JSON.stringify(spec.data).length > LARGEST_SPEC;
  if (isLarge) return [refuseSize(spec.placeOf(''))];
  const references = findReferences(spec.data);
  return references.length === 0 ? NONE : looks.flatMap(look => look(spec, references));
}

function refuseSize(where: Place): Diagnostic {
  return {
    code: 'fleet/spec-too-large',
    severity: 'error',
    message: 'the spec with all that it inherits is larger than 1 MiB',
    hint: 'shorten the spec or its layers',
    where,
  };
}
