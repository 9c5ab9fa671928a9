import {dirname, resolve} from 'node:path';
import {listWords} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import {valueAt} from '../../core/json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {member} from '../../core/service/member';
import type {DesiredMonitor, SourceFile, SpecParts} from '../../core/specs/desired-monitor';
import {parseSource} from '../../core/specs/document';
import {mergeDefaults, mergeSpec} from '../../core/specs/fleet/merge';
import type {ReadData} from '../../core/specs/fleet/sources';
import {isFormula} from '../../core/writing/data-text';
import {separateOwn} from '../../core/writing/separate';
import {editSpecText} from '../../core/writing/spec-edit';
import {writeBack} from '../../core/writing/write-back';
import type {SpecReplacement} from '../../project/spec-file';
import type {Acceptance} from './acceptance';
import {addCsvColumns, addYamlColumns, listCsvColumns, listYamlColumns, makeColumns, type NewColumn} from './new-columns';
import {type CannotWrite, type CellEdits, editCsvRow, editRow} from './row-cells';

/** Form of a monitor from now on. */
export type AcceptedLive = Extract<Acceptance, {kind: 'accepted'}>;

/** Specs and data files of which some are edited, each one after another; nothing is written. */
export class EditedSpecs {
  readonly #sources: ReadonlyMap<string, SourceFile>;
  readonly #specsDirectory: string;
  readonly #readData: ReadData;
  readonly #columns: 'refuse' | 'offer' | 'add';
  readonly #texts = new Map<string, {readonly source: SourceFile; readonly text: string}>();

  /** `columns`: policy for members that all rows of a list share. */
  constructor(sources: readonly SourceFile[], specsDirectory: string, readData: ReadData, columns: 'refuse' | 'offer' | 'add' = 'refuse') {
    this.#sources = new Map(sources.map(source => [source.specPath, source]));
    this.#specsDirectory = specsDirectory;
    this.#readData = readData;
    this.#columns = columns;
  }

  /** All specs, those that were edited as they are now. */
  sources(): SourceFile[] {
    return [...this.#sources.values()].map(source => this.#edited(this.#pathOf(source), source));
  }

  /** Reads data files, those that were edited as they are now. */
  readonly readData: ReadData = (spec, path) => {
    const data = this.#readData(spec, path);
    return 'source' in data ? {...data, source: this.#edited(this.#dataPath(spec, path), data.source)} : data;
  };

  /** Lists the files to write. */
  replacements(): SpecReplacement[] {
    return [...this.#texts].map(([path, {source, text}]) => ({path, shown: source.file, before: source.bytes, after: text}));
  }

  /** Edits the file in which a monitor is written, so that it comes to what was accepted. Returns that file's name, or why it can't. */
  accept(spec: DesiredMonitor, accepted: AcceptedLive): string | CannotWrite {
    const source = this.#sources.get(spec.specPath);
    const parts = spec.parts?.();
    if (source === undefined || parts === undefined) return {file: spec.file, why: 'the file is gone'};
    const path = this.#pathOf(source);
    const raw = readAt(this.#edited(path, source), parts.index);
    if (!isObject(raw)) return {file: source.file, why: 'its document is gone'};
    const own = separateOwn(parts, withPaused(mergeSpec(mergeDefaults(parts.defaults), parts.own, parts.overlays), accepted));
    if (parts.row !== undefined) return this.#acceptRow(source, {raw, parts, own, row: parts.row});
    const {data, stuck} = writeBack(raw, parts.own, own);
    if (stuck.length > 0) return {file: source.file, why: `${listWords(stuck)} ${stuck.length === 1 ? 'has' : 'have'} a reference`};
    return this.#edit(path, source, parts.index, data);
  }

  /** Only cells and settings of the row change: all else is every row's. */
  #acceptRow(source: SourceFile, {raw, parts, own, row}: RowEdit): string | CannotWrite {
    const {sync: ownSync, ...members} = parts.own;
    const {sync: wantedSync, ...wanted} = own;
    const {sync, ...rest} = raw;
    const {cells, beside, stuck} = writeBack(rest, members, wanted);
    const shared = withoutFollowing([...beside, ...stuck]);
    const each = member(sync, 'each');
    const made =
      shared.length === 0 || this.#columns === 'refuse' ? null : makeColumns(rest, wanted, shared, this.#listColumns(source, each));
    if (shared.length > 0 && (made === null || this.#columns !== 'add')) {
      return {
        file: source.file,
        why: `${listWords(shared)} would be the same for all rows of the list`,
        hint: `${made === null ? 'give it a column of its own' : 'use --add-columns, or give it a column by hand'}: write "\${each:COLUMN}" there, and the value of each row into the data${sayRow(row, shared, wanted)}`,
      };
    }
    const paused = member(wantedSync, 'paused');
    const settings = paused === member(ownSync, 'paused') ? {} : {paused: paused as JsonValue};
    const edit = {row, cells: new Map([...cells, ...Object.entries(settings)]), columns: made?.columns ?? []};
    const file = member(each, 'file');
    if (typeof file === 'string' && isObject(each)) {
      const template =
        made === null ? source.file : this.#edit(this.#pathOf(source), source, parts.index, {...made.template, sync: sync ?? {}});
      return typeof template === 'string' ? this.#acceptInFile(source, {each, file, edit}) : template;
    }
    const rows = Array.isArray(each) ? editRow(each, edit) : null;
    if (rows === null || !isObject(sync)) return {file: source.file, why: 'its row is gone'};
    const added = addYamlColumns(rows, edit.columns, row);
    return this.#edit(this.#pathOf(source), source, parts.index, {...(made?.template ?? rest), sync: {...sync, each: added}});
  }

  /** The columns of a list, as it is now. */
  #listColumns(spec: SourceFile, each: JsonValue | undefined): string[] {
    if (Array.isArray(each)) return listYamlColumns(each);
    const file = member(each, 'file');
    const data = typeof file === 'string' ? this.readData(spec, file) : null;
    if (data === null || typeof file !== 'string' || !isObject(each) || !('source' in data)) return [];
    if (file.endsWith('.csv')) return listCsvColumns(data.source, each);
    const rows = readAt(data.source, 0);
    return Array.isArray(rows) ? listYamlColumns(rows) : [];
  }

  #acceptInFile(spec: SourceFile, {each, file, edit}: FileEdit): string | CannotWrite {
    const data = this.readData(spec, file);
    if (!('source' in data)) return {file: spec.file, why: data.message, hint: data.hint};
    const {source} = data;
    if (file.endsWith('.csv')) return this.#acceptInCsv(this.#dataPath(spec, file), source, {each, edit});
    const rows = readAt(source, 0);
    const edited = Array.isArray(rows) ? editRow(rows, edit) : null;
    if (edited === null) return {file: source.file, why: 'its row is gone'};
    return this.#edit(this.#dataPath(spec, file), source, 0, addYamlColumns(edited, edit.columns, edit.row));
  }

  #acceptInCsv(path: string, source: SourceFile, {each, edit}: Omit<FileEdit, 'file'>): string | CannotWrite {
    const {row, cells, columns} = edit;
    const written = editCsvRow(source, each, edit);
    if (typeof written !== 'string') {
      const {missing} = written;
      if (missing === undefined || this.#columns !== 'add') return written;
      const others = new Map([...cells].filter(([name]) => name !== missing));
      const more = [...columns, {name: missing, own: cells.get(missing), others: undefined}];
      return this.#acceptInCsv(path, source, {each, edit: {row, cells: others, columns: more}});
    }
    const text = columns.length === 0 ? written : addCsvColumns({...source, bytes: Buffer.from(written)}, each, columns, row);
    return this.#put(path, source, text);
  }

  #edit(path: string, source: SourceFile, index: number, data: JsonObject | readonly JsonValue[]): string | CannotWrite {
    const known = this.#texts.get(path);
    const edited = editSpecText(known?.text ?? Buffer.from(source.bytes).toString('utf8'), index, data);
    if (edited === null) {
      return {file: source.file, why: 'the way it is written (anchors, comments in brackets) leaves no room for it'};
    }
    return this.#put(path, source, edited);
  }

  #put(path: string, source: SourceFile, edited: string | CannotWrite): string | CannotWrite {
    if (typeof edited !== 'string') return edited;
    this.#texts.set(path, {source: this.#texts.get(path)?.source ?? source, text: edited});
    return source.file;
  }

  #edited(path: string, source: SourceFile): SourceFile {
    const known = this.#texts.get(path);
    return known === undefined ? source : {...source, bytes: Buffer.from(known.text)};
  }

  #pathOf({specPath}: SourceFile): string {
    return resolve(this.#specsDirectory, specPath);
  }

  #dataPath({specPath}: Pick<SourceFile, 'specPath'>, path: string): string {
    return resolve(this.#specsDirectory, dirname(specPath), path);
  }
}

/** Without the switch that follows the goal: rows that have a goal each need not write it. */
function withoutFollowing(places: readonly string[]): readonly string[] {
  return places.includes('/goal') ? places.filter(place => place !== '/judgeEnabled') : places;
}

/** Members by their JSON pointers, with the values that a row gets: `/goal = "Tell me more"`. Left out where spreadsheets would run one. */
function sayRow(row: number, pointers: readonly string[], document: JsonObject): string {
  const values = pointers.map(pointer => valueAt(document, pointer));
  if (values.some(value => typeof value === 'string' && isFormula(value))) return '';
  const cells = pointers.map((pointer, at) => {
    const value = values[at];
    return `${pointer} = ${value === undefined ? '(empty)' : boundText(JSON.stringify(value))}`;
  });
  return `; row ${row + 1} gets ${listWords(cells)}, and an empty cell leaves a member out`;
}

interface RowEdit {
  readonly raw: JsonObject;
  readonly parts: SpecParts;
  readonly own: JsonObject;
  readonly row: number;
}

interface FileEdit {
  /** The list's `sync.each`. */
  readonly each: JsonObject;
  readonly file: string;
  readonly edit: CellEdits & {readonly columns: readonly NewColumn[]};
}

function readAt(source: SourceFile, index: number): JsonValue | undefined {
  return parseSource(source).documents.find(document => document.index === index)?.data;
}

/** The effective spec as it shall be: the accepted body with the settings that it has, but for a changed pause. */
function withPaused(effective: JsonObject, {body, paused}: AcceptedLive): JsonObject {
  const sync = member(effective, 'sync');
  const own = isObject(sync) ? sync : undefined;
  if ((member(own, 'paused') === true) === paused) return own === undefined ? body : {...body, sync: own};
  return {...body, sync: {...own, paused}};
}
