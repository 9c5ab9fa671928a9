import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {canonicalJson} from '../json/canonical';
import {isEqualJson, isObject, type JsonObject, type JsonValue} from '../json/value';
import {parseSource} from '../specs/document';
import {alignItems, type ItemFate} from './item-alignment';
import {applySplices, findLineEnd, findLineStart, type Splice} from './splices';
import {writeYaml, writeYamlScalar} from './yaml-text';

/**
 * The text of a spec, layer or data file in which one document (counted from 0, empty ones included) says `wanted`. Only what differs is
 * written: every other byte stays, comments, quotes and white space with it. Null where the way the file is written does not
 * allow that: the result is read again, and must say just what was wanted.
 */
export function editSpecText(text: string, index: number, wanted: JsonObject | readonly JsonValue[]): string | null {
  const before = readDocuments(text);
  const documents = parseAllDocuments(text, {version: '1.2', schema: 'core', keepSourceTokens: true, logLevel: 'silent'});
  const document = Array.isArray(documents) ? documents[index] : undefined;
  if (before === null || document === undefined || !isCollection(document.contents)) return null;
  const splices = new Editor(text, document as Document).edit(document.contents as Node, wanted as JsonValue);
  const edited = splices === null ? null : applySplices(text, splices);
  const after = edited === null ? null : readDocuments(edited);
  if (after === null || after.length !== before.length) return null;
  const isAsWanted = after.every(({index: at, data}, place) =>
    isEqualJson(data, at === index ? (wanted as JsonValue) : (before[place]?.data ?? null)),
  );
  return isAsWanted ? edited : null;
}

function readDocuments(text: string) {
  const {documents, findings} = parseSource({file: '', specPath: '', bytes: Buffer.from(text)});
  return findings.some(({severity}) => severity === 'error') ? null : documents;
}

/** The layout can't be kept. */
class Unwritable extends Error {}

class Editor {
  readonly #text: string;
  readonly #document: Document;
  readonly #break: string;
  #splices: Splice[] = [];

  constructor(text: string, document: Document) {
    this.#text = text;
    this.#document = document;
    this.#break = text.includes('\r\n') ? '\r\n' : '\n';
  }

  edit(root: Node, wanted: JsonValue): Splice[] | null {
    try {
      this.#change(root, wanted);
      return this.#splices;
    } catch (error) {
      if (error instanceof Unwritable) return null;
      throw error;
    }
  }

  #change(node: Node, to: JsonValue): void {
    const from = this.#dataOf(node);
    if (isEqualJson(from, to)) return;
    if (isMap(node) && isObject(to) && keepsSome(from, to)) this.#changeMap(node as YAMLMap, to);
    else if (isSeq(node) && Array.isArray(to) && to.length > 0 && node.items.length > 0) this.#changeList(node as YAMLSeq, to);
    else this.#replace(node, to);
  }

  #dataOf(node: Node | null): JsonValue {
    return node === null ? null : (node.toJS(this.#document) as JsonValue);
  }

  #changeMap(map: YAMLMap, to: JsonObject): void {
    if (map.flow === true && !hasSameNames(this.#dataOf(map as Node) as JsonObject, to)) {
      this.#rewriteFlowMap(map, to);
      return;
    }
    const pairs = map.items as Pair<Node, Node | null>[];
    for (const [place, pair] of pairs.entries()) {
      const name = nameOf(pair);
      if (!Object.hasOwn(to, name)) this.#removePair(pairs, place);
      else if (!isEqualJson(this.#dataOf(pair.value), to[name] as JsonValue))
        this.#changeMember(pair, to[name] as JsonValue, map.flow === true);
    }
    const known = new Set(pairs.map(nameOf));
    const added = Object.fromEntries(Object.entries(to).filter(([name]) => !known.has(name)));
    if (Object.keys(added).length > 0)
      this.#addLines(this.#endOfPair(pairs.at(-1)), writeYaml(added), columnOf(this.#text, startOf(pairs[0]?.key)));
  }

  /** A block of another shape, or one line that becomes a block, is written again with its name. */
  #changeMember(pair: Pair<Node, Node | null>, to: JsonValue, isInBrackets: boolean): void {
    const {value, key} = pair;
    if (value !== null && (isInBrackets || this.#fits(value, to))) {
      this.#change(value, to);
      return;
    }
    const start = startOf(key);
    const lines = indentRest(writeYaml({[nameOf(pair)]: to}), columnOf(this.#text, start), this.#break);
    const end = value === null ? endOf(key) : this.#contentEnd(value);
    const label = this.#text.slice(start, endOf(key));
    const written = label + lines.slice(lines.indexOf(':'));
    this.#splices.push({start, end: value === null ? this.#text.indexOf(':', end) + 1 : end, text: written.replace(/\r?\n$/, '')});
  }

  #changeList(list: YAMLSeq, to: readonly JsonValue[]): void {
    const items = list.items as Node[];
    const steps = alignItems(
      items.map(item => this.#dataOf(item)),
      to,
    );
    if (list.flow === true) {
      if (steps.every(({kind}) => kind === 'keep')) for (const step of steps) this.#followKept(items, step, to);
      else this.#rewriteFlowList(list, steps, to);
      return;
    }
    const dashes = listDashes(list);
    const column = columnOf(this.#text, dashes[0] ?? 0);
    let after: number | null = null;
    for (const step of steps) {
      if (step.kind === 'add') {
        const at: number =
          after === null ? findLineStart(this.#text, dashes[0] ?? 0) : findLineEnd(this.#text, this.#contentEnd(items[after] as Node));
        this.#addLines(at, writeItem(to[step.to] as JsonValue), column);
        continue;
      }
      after = step.from;
      const item = items[step.from] as Node;
      const isInPlace = step.kind === 'keep' && this.#fits(item, to[step.to] as JsonValue);
      if (isInPlace) this.#followKept(items, step, to);
      else this.#removeLines(dashes[step.from] ?? -1, this.#contentEnd(item));
      if (step.kind === 'keep' && !isInPlace)
        this.#addLines(findLineEnd(this.#text, this.#contentEnd(item)), writeItem(to[step.to] as JsonValue), column);
    }
  }

  /** Whether a value can be changed where it stands: what is on one line stays so, a block keeps some of its parts. */
  #fits(node: Node, to: JsonValue): boolean {
    const from = this.#dataOf(node);
    if (isEqualJson(from, to)) return true;
    if (isMap(node) && isObject(to) && keepsSome(from, to)) return true;
    if (isSeq(node) && Array.isArray(to) && to.length > 0 && node.items.length > 0) return true;
    const isBlockNow = (isCollection(node) && node.flow !== true) || isBlockScalar(node);
    return (
      !isBlockNow &&
      (typeof to !== 'object' || to === null || Object.keys(to).length === 0) &&
      !(typeof to === 'string' && to.includes('\n'))
    );
  }

  #followKept(items: readonly Node[], step: ItemFate, to: readonly JsonValue[]): void {
    if (step.kind === 'keep') this.#change(items[step.from] as Node, to[step.to] as JsonValue);
  }

  #replace(node: Node, to: JsonValue): void {
    const isBlock = (isCollection(node) && node.flow !== true) || isBlockScalar(node);
    if (isBlock) {
      if (typeof to === 'object' && to !== null && Object.keys(to).length > 0) throw new Unwritable();
      const end = this.#contentEnd(node);
      this.#splices.push({start: startOf(node), end, text: writeInline(to) + (this.#text[end - 1] === '\n' ? this.#break : '')});
      return;
    }
    this.#splices.push({start: startOf(node), end: endOf(node), text: isScalar(node) ? writeLike(node, to) : writeInline(to)});
  }

  /** In brackets, each kept item keeps its own text. */
  #rewriteFlowList(list: YAMLSeq, steps: readonly ItemFate[], to: readonly JsonValue[]): void {
    const texts = steps.flatMap(step => {
      if (step.kind === 'add') return [writeInline(to[step.to] as JsonValue)];
      return step.kind === 'keep' ? [this.#textOf(list.items[step.from] as Node, to[step.to] as JsonValue)] : [];
    });
    this.#rewriteFlow(list, texts, '[]');
  }

  #rewriteFlowMap(map: YAMLMap, to: JsonObject): void {
    const pairs = map.items as Pair<Node, Node | null>[];
    const kept = pairs.flatMap(pair => {
      const name = nameOf(pair);
      if (!Object.hasOwn(to, name)) return [];
      const label = this.#text.slice(startOf(pair.key), endOf(pair.key));
      return [`${label}: ${pair.value === null ? writeInline(to[name] as JsonValue) : this.#textOf(pair.value, to[name] as JsonValue)}`];
    });
    const known = new Set(pairs.map(nameOf));
    const added = Object.entries(to).flatMap(([name, value]) =>
      known.has(name) ? [] : [`${writeYamlScalar(name)}: ${writeInline(value)}`],
    );
    this.#rewriteFlow(map, [...kept, ...added], '{}');
  }

  #rewriteFlow(node: YAMLMap | YAMLSeq, texts: readonly string[], brackets: '[]' | '{}'): void {
    const [start, end] = [startOf(node as Node), endOf(node as Node)];
    const old = this.#text.slice(start, end);
    if (/(?:^|\s)#/m.test(old)) throw new Unwritable();
    const pad = /^[[{]\s/.test(old) ? ' ' : '';
    this.#splices.push({start, end, text: `${brackets[0]}${pad}${texts.join(', ')}${pad}${brackets[1]}`});
  }

  /** The text of a node with its changes, for what is put elsewhere. */
  #textOf(node: Node, to: JsonValue): string {
    const outer = this.#splices;
    this.#splices = [];
    this.#change(node, to);
    const own = this.#splices;
    this.#splices = outer;
    const [start, end] = [startOf(node), endOf(node)];
    return applySplices(
      this.#text.slice(start, end),
      own.map(splice => ({...splice, start: splice.start - start, end: splice.end - start})),
    );
  }

  /** A member that shares its line with the dash of its item makes room for the next one. */
  #removePair(pairs: readonly Pair<Node, Node | null>[], place: number): void {
    const pair = pairs[place] as Pair<Node, Node | null>;
    const start = startOf(pair.key);
    if (this.#text.slice(findLineStart(this.#text, start), start).trim() === '') {
      this.#splices.push({start: findLineStart(this.#text, start), end: this.#endOfPair(pair), text: ''});
      return;
    }
    const next = pairs[place + 1];
    if (place > 0 || next === undefined) throw new Unwritable();
    this.#splices.push({start, end: startOf(next.key), text: ''});
  }

  #removeLines(start: number, contentEnd: number): void {
    const lineStart = findLineStart(this.#text, start);
    if (start < 0 || this.#text.slice(lineStart, start).trim() !== '') throw new Unwritable();
    this.#splices.push({start: lineStart, end: findLineEnd(this.#text, contentEnd), text: ''});
  }

  #addLines(at: number, yaml: string, column: number): void {
    const isLineStart = at === 0 || this.#text[at - 1] === '\n';
    const lines = ' '.repeat(column) + indentRest(yaml, column, this.#break);
    this.#splices.push({start: at, end: at, text: isLineStart ? lines : this.#break + lines.replace(/\r?\n$/, '')});
  }

  #endOfPair(pair: Pair<Node, Node | null> | undefined): number {
    if (pair === undefined) throw new Unwritable();
    return findLineEnd(this.#text, pair.value === null ? endOf(pair.key) : this.#contentEnd(pair.value));
  }

  /** Finds the last character of a node, comments below it left out. */
  #contentEnd(node: Node): number {
    if (isCollection(node) && node.flow !== true) {
      const last = node.items.at(-1) as Pair<Node, Node | null> | Node | undefined;
      if (last === undefined) return endOf(node);
      if (!isMap(node)) return this.#contentEnd(last as Node);
      const {key, value} = last as Pair<Node, Node | null>;
      return value === null ? endOf(key) : this.#contentEnd(value);
    }
    return endOf(node);
  }
}

function nameOf({key}: Pair<Node, Node | null>): string {
  return key instanceof Scalar ? String(key.value) : '';
}

function startOf(node: Node | null | undefined): number {
  const start = node?.range?.[0];
  if (start === undefined) throw new Unwritable();
  return start;
}

function endOf(node: Node | null | undefined): number {
  const end = node?.range?.[1];
  if (end === undefined) throw new Unwritable();
  return end;
}

function columnOf(text: string, offset: number): number {
  return offset - findLineStart(text, offset);
}

function listDashes({srcToken}: YAMLSeq): number[] {
  if (srcToken?.type !== 'block-seq') throw new Unwritable();
  return srcToken.items.flatMap(({start}) => start.filter(({type}) => type === 'seq-item-ind').map(({offset}) => offset));
}

function keepsSome(from: JsonValue, to: JsonObject): boolean {
  return isObject(from) && Object.keys(from).some(name => Object.hasOwn(to, name));
}

function hasSameNames(from: JsonObject, to: JsonObject): boolean {
  return canonicalJson(Object.keys(from).sort()) === canonicalJson(Object.keys(to).sort());
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL);
}

/** A scalar in the quotes that it had, where it had any. */
function writeLike(node: Scalar, to: JsonValue): string {
  if (typeof to !== 'string' || /[^\x20-\x7e]/.test(to)) return writeInline(to);
  if (node.type === Scalar.QUOTE_SINGLE) return `'${to.replaceAll("'", "''")}'`;
  return node.type === Scalar.QUOTE_DOUBLE ? JSON.stringify(to) : writeInline(to);
}

/** On one line, as it may stand in brackets too. */
export function writeInline(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeInline).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, inner]) => `${writeYamlScalar(name)}: ${writeInline(inner)}`);
    return `{${members.join(', ')}}`;
  }
  return typeof value === 'string' ? writeYamlScalar(value) : JSON.stringify(value);
}

/** An item of a block list. */
function writeItem(item: JsonValue): string {
  const [, ...lines] = writeYaml({item: [item]}).split('\n');
  return lines.map(line => line.slice(2)).join('\n');
}

/** All lines but the first, indented further. */
function indentRest(yaml: string, column: number, break_: string): string {
  return yaml
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(column) + line))
    .join(break_);
}
