import {posix} from 'node:path';
import {isEqualJson, isObject, type JsonObject} from '../../core/json/value';
import {maskValue} from '../../core/secrets/masking';
import {SECRET_TEXT} from '../../core/secrets/secret';
import {member} from '../../core/service/member';
import type {Key, SourceFile} from '../../core/specs/desired-monitor';
import {parseSource} from '../../core/specs/document';
import {mergeDefaults, mergeSpec} from '../../core/specs/fleet/merge';
import type {LayerFile} from '../../core/specs/fleet/sources';
import {defaultKey, findKeyFlaw} from '../../core/specs/keys';
import {isList} from '../../core/specs/sync';
import {type DataForm, fitsCsv, writeRows} from '../../core/writing/data-text';
import {type ListProposal, proposeList, type RowSpec} from '../../core/writing/list-proposal';
import {separate} from '../../core/writing/separate';
import {extendLayer, findCommon} from '../../core/writing/share';
import {editSpecText} from '../../core/writing/spec-edit';
import {writeSpecText} from '../../core/writing/spec-text';
import {type HasRecordedIds, hasTargetIds, withoutTargetIds} from './recorded-ids';

/** Files as factoring would leave them, and what of it is worth showing. */
export interface FactorDraft {
  /** New texts by path below the specs directory, in the order in which they are to be written; null for a file that goes. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly left: readonly string[];
  readonly shared: JsonObject;
  readonly rows: readonly JsonObject[];
  /** Keys of specs whose target ids are left to the state. */
  readonly unnumbered: ReadonlySet<Key>;
}

/** Input of factoring a folder. Paths are below the specs directory; `''` is that directory. */
interface FactorSources {
  readonly folder: string;
  readonly specs: readonly SourceFile[];
  /** Of every environment. */
  readonly layers: readonly LayerFile[];
  /** The schema as a comment in that file names it; null for no comment. */
  readonly schemaFor: (specPath: string) => string | null;
}

/** Moves what the specs of a folder and of those below have in common into its `_defaults.yaml`; null where that is nothing. */
export function draftShared({folder, specs, layers, schemaFor}: FactorSources): FactorDraft | null {
  const documents = specs.flatMap(source => parseSource(source).documents.map(({index, data}) => ({source, index, data})));
  const bodies = documents.map(({data}) => data).filter(isObject);
  const common = bodies.length < 2 ? {} : findCommon(bodies);
  if (Object.keys(common).length === 0) return null;
  const path = posix.join(folder, '_defaults.yaml');
  const existing = layers.find(({specPath}) => specPath === path);
  const before = existing === undefined ? {} : readLayer(existing);
  const layer = extendLayer(before, common);
  const text = existing === undefined ? writeSpecText(layer, schemaFor(path)) : editSpecText(textOf(existing), 0, layer);
  if (text === null) return null;
  const texts = new Map<string, string | null>(isEqualJson(before, layer) ? [] : [[path, text]]);
  const left = new Set<string>();
  for (const {source, index, data} of documents) {
    if (!isObject(data)) continue;
    const chain = listDefaults(source.specPath, layers);
    const merged = mergeSpec(mergeDefaults(chain.map(readLayer)), data, []);
    const after = mergeDefaults(withLayer(chain, {folder, layer}));
    const current = texts.get(source.specPath) ?? textOf(source);
    const edited = editSpecText(current, index, separate(after, merged));
    if (edited === null) left.add(source.file);
    else if (edited !== current) texts.set(source.specPath, edited);
  }
  return texts.size === 0 ? null : {texts, left: [...left], shared: maskShared(common), rows: [], unnumbered: new Set()};
}

function textOf({bytes}: SourceFile): string {
  return Buffer.from(bytes).toString('utf8');
}

function readLayer(layer: LayerFile): JsonObject {
  const data = parseSource(layer).documents[0]?.data;
  return isObject(data) ? data : {};
}

/** The `_defaults.yaml` files that apply to a spec, the outermost first. */
function listDefaults(specPath: string, layers: readonly LayerFile[]): LayerFile[] {
  const applying = layers.filter(({folder, environment}) => environment === null && (folder === '' || specPath.startsWith(`${folder}/`)));
  return applying.sort((a, b) => a.folder.length - b.folder.length);
}

function withLayer(chain: readonly LayerFile[], {folder, layer}: {folder: string; layer: JsonObject}): JsonObject[] {
  const outer = chain.filter(other => other.folder.length < folder.length).map(readLayer);
  const inner = chain.filter(other => other.folder.length > folder.length).map(readLayer);
  return [...outer, layer, ...inner];
}

/** Masked as the spec is that has these members. */
function maskShared(common: JsonObject): JsonObject {
  const {targets, ...members} = common;
  const types = isObject(targets) ? Object.entries(targets) : [];
  const masked = maskValue({...members, targets: types.map(([type, target]) => ({...(target as JsonObject), type}))}, []) as JsonObject;
  const {targets: list, ...rest} = masked;
  const shown = (list as readonly JsonObject[]).map(({type, ...target}) => [String(type), target] as const);
  return shown.length === 0 ? rest : {...rest, targets: Object.fromEntries(shown)};
}

/** Makes one list of the specs that stand in a folder and differ in single values; null where no two do. */
export function draftList(
  {folder, specs, schemaFor}: FactorSources,
  hasRecordedIds: HasRecordedIds,
  {name, form}: {readonly name: string; readonly form: DataForm},
): FactorDraft | null {
  const known = specs.flatMap(source => toRowSpec(source, folder)).map(one => leaveIds(one, hasRecordedIds));
  const proposal = proposeList(known.map(({row}) => row).sort((a, b) => (a.key < b.key ? -1 : 1)));
  if (proposal === null || (form === 'csv' && !fitsCsv(proposal))) return null;
  const taken = new Set(proposal.rows);
  const removed = known.filter(({row}) => taken.has(row)).map(({source}) => source);
  const path = posix.join(folder, `${name}.yaml`);
  const data = `_${name}.${form}`;
  const sync = member(proposal.template, 'sync');
  const spec: JsonObject = {
    ...proposal.template,
    sync: {key: folder, ...(isObject(sync) ? sync : {}), each: {file: data}},
  };
  const texts = new Map<string, string | null>([
    [posix.join(folder, data), writeRows(proposal, form)],
    [path, writeSpecText(spec, schemaFor(path))],
    ...removed.map(source => [source.specPath, null] as const),
  ]);
  const gone = new Set(removed);
  return {
    texts,
    left: specs.filter(source => !gone.has(source)).map(({file}) => file),
    shared: maskValue(spec, []) as JsonObject,
    rows: showRows(proposal),
    unnumbered: new Set(known.flatMap(({key, row, hadIds}) => (hadIds && taken.has(row) ? [key] : []))),
  };
}

/** Whether only ids of targets that no state records keep specs of a folder from being one list. */
export function isHeldByIds({folder, specs}: FactorSources, hasRecordedIds: HasRecordedIds): boolean {
  const rows = specs.flatMap(source => toRowSpec(source, folder)).map(one => leaveIds(one, hasRecordedIds).row);
  if (proposeList(rows) !== null) return false;
  return proposeList(rows.map(({key, data}) => ({key, data: withoutTargetIds(data)}))) !== null;
}

interface FoundRow {
  readonly source: SourceFile;
  /** The whole key. */
  readonly key: Key;
  readonly row: RowSpec;
}

/** Leaves out the ids that states record: rows hold none. */
function leaveIds({row, ...found}: FoundRow, hasRecordedIds: HasRecordedIds): FoundRow & {readonly hadIds: boolean} {
  const {key, data} = row;
  const hadIds = hasTargetIds(data) && hasRecordedIds(found.key, data);
  return {...found, hadIds, row: hadIds ? {key, data: withoutTargetIds(data)} : row};
}

/** A file of one document whose key is the folder and one name more. */
function toRowSpec(source: SourceFile, folder: string): FoundRow[] {
  const {documents} = parseSource(source);
  const [document] = documents;
  if (posix.dirname(`/${source.specPath}`) !== posix.join('/', folder) || document === undefined || documents.length > 1) return [];
  const {data} = document;
  if (!isObject(data) || isList(data)) return [];
  const sync = member(data, 'sync');
  const {key: own, ...settings} = isObject(sync) ? sync : {};
  const full = typeof own === 'string' ? own : defaultKey(source.specPath);
  const prefix = folder === '' ? '' : `${folder}/`;
  const key = full.slice(prefix.length);
  if (!full.startsWith(prefix) || key.includes('/') || findKeyFlaw(key) !== null) return [];
  const {sync: _sync, ...members} = data;
  return [{source, key: full, row: {key, data: {...members, sync: settings}}}];
}

const MOST_SHOWN = 3;

function showRows({columns, rows}: ListProposal): JsonObject[] {
  return rows.slice(0, MOST_SHOWN).map(({key}, index) => {
    const cells = columns.flatMap(({name, cells: all, isSensitive}) => {
      const cell = all[index];
      return cell === undefined ? [] : [[name, isSensitive ? SECRET_TEXT : cell] as const];
    });
    return {key, ...Object.fromEntries(cells)};
  });
}
