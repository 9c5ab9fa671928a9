import type {Diagnostic} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {findValue, type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonObject} from '../../json/value';
import {isReferencePlace} from '../../secrets/places';
import type {Reference} from '../../secrets/references';
import {visitTexts} from '../../secrets/walk';
import {member} from '../../service/member';
import {follow} from '../../service/table';
import {showPath, toPath} from '../shape/fault';
import type {SpecDocument} from '../spec-document';
import {hasHoles, showHole, splitTemplate} from './references';
import type {FleetEnvironment} from './sources';
import {listTemplateTexts, type TemplateNode, type TemplateText} from './template';

/** Names that references may use. */
interface ReferenceScope {
  /** The columns of the list; null for a spec that is not a list. */
  readonly columns: ReadonlySet<string> | null;
  readonly environment: FleetEnvironment;
}

/** Finds references of a spec or layer that are misspelt, stand where they may not, or name what is not there; nothing is filled in before. */
export function checkReferences(document: SpecDocument, template: TemplateNode, scope: ReferenceScope): Diagnostic[] {
  const findings = findNames(document);
  for (const text of listTemplateTexts(template)) {
    const path = toPath(document.data, text.pointer);
    for (const part of text.parts) {
      const problem = part.kind === 'malformed' ? judgeMalformed(part.source) : part.kind === 'hole' ? judgeHole(part, path, scope) : null;
      if (problem !== null) findings.push({...problem, severity: 'error', where: document.placeOf(text.pointer)});
    }
  }
  return findings;
}

/** `${word:name}` of a word that begins no reference, and not as an escape. */
const OTHER_WORD = /(?<!\$)\$\{([A-Za-z]{1,20}):([\p{L}_][^{}$\r\n]{0,63})\}/gu;

/**
 * Warns of texts of a list that look like references and are sent as they stand, since scripts and prompts may hold such. Where
 * `${env:NAME}` may stand, they are errors of their own.
 */
export function findUnknownReferences(document: SpecDocument, columns: ReadonlySet<string>): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const look = (text: string, path: Path) => {
    if (!text.includes('${') || isReferencePlace(path) || (path[0] === 'sync' && path[1] === 'each')) return;
    const found = [...text.matchAll(OTHER_WORD)].find(([, word = '']) => !KINDS.includes(word));
    if (found === undefined) return;
    const [, word = '', name = ''] = found;
    const near = columns.has(name) ? 'each' : suggestName(word, KINDS);
    findings.push({
      code: 'fleet/unknown-reference',
      severity: 'warning',
      message: `"\${${word}:" is not a reference: this text is sent as it stands`,
      hint: near === undefined ? 'write ${each:column} for a cell of the row, ${var:NAME} for a variable' : `did you mean "\${${near}:"?`,
      where: document.placeOf(toPointer(path)),
    });
  };
  visitTexts(document.data, look, () => {});
  return findings;
}

const KINDS = ['each', 'var', 'env'];

/** The columns that the texts of a spec or layer take. */
export function listColumns(template: TemplateNode): Set<string> {
  const columns = new Set<string>();
  const add = ({parts}: TemplateText) => {
    for (const part of parts) if (part.kind === 'hole' && part.of === 'each') columns.add(part.name);
  };
  for (const text of listTemplateTexts(template)) add(text);
  return columns;
}

type Problem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function judgeMalformed(source: string): Problem | null {
  // Other malformed references are found in the filled text.
  if (!hasHoles(source)) return null;
  return {
    code: 'fleet/malformed-reference',
    message: 'this "${" does not begin a reference of the form ${each:column} or ${var:NAME}',
    hint: 'write one name, without braces or "$" in it, and close it with "}"; for the literal text write "$${each:" or "$${var:"',
  };
}

function judgeHole(hole: Parameters<typeof showHole>[0], path: Path, {columns, environment}: ReferenceScope): Problem | null {
  const shown = showHole(hole);
  if (!mayStandAt(path, hole.of)) {
    return {
      code: 'fleet/misplaced-reference',
      message: `${shown} may not stand in "${showPath(path)}"`,
      hint: `write the value itself; for the literal text write "$${shown}"`,
    };
  }
  return hole.of === 'var' ? judgeVariable(hole.name, environment) : judgeColumn(hole.name, columns);
}

function judgeVariable(name: string, {environment, vars}: FleetEnvironment): Problem | null {
  if (Object.hasOwn(vars, name)) return null;
  const near = suggestName(name, Object.keys(vars));
  return {
    code: 'fleet/unknown-variable',
    message: `the variable "${name}" has no value in the environment "${environment}"`,
    hint: near === undefined ? `add ${name} to "vars" of that environment in monitors.config.yaml` : `did you mean "${near}"?`,
  };
}

function judgeColumn(name: string, columns: ReadonlySet<string> | null): Problem | null {
  if (columns === null) {
    return {
      code: 'list/each-without-list',
      message: `\${each:${name}} stands in a spec without "sync.each"`,
      hint: 'add sync: {each: {file: _rows.csv}}, or write the value itself',
    };
  }
  if (columns.has(name)) return null;
  const near = suggestName(name, columns);
  return {
    code: 'list/unknown-column',
    message: `no row has the column "${name}"`,
    hint: near === undefined ? 'correct the name, or add the column to the rows' : `did you mean "${near}"?`,
  };
}

/** Settings that say which monitors there are: they are the list's, not a row's. */
const SETTINGS_OF_LIST: ReadonlySet<string | number | undefined> = new Set(['key', 'renamedFrom', 'each', 'environments']);

function mayStandAt(path: Path, of: 'each' | 'var'): boolean {
  if (path[0] === 'sync') return of === 'each' && !SETTINGS_OF_LIST.has(path[1]);
  return !(path[0] === 'targets' && path.length === 3 && (path[2] === 'id' || path[2] === 'type'));
}

function findNames(document: SpecDocument): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const look = (name: string, path: Path) => {
    const isReference = hasHoles(name) && splitTemplate(name, 'env-only').some(part => part.kind === 'hole' || part.kind === 'malformed');
    if (!isReference || (path[0] === 'sync' && path[1] === 'each')) return;
    findings.push({
      code: 'fleet/misplaced-reference',
      severity: 'error',
      message: 'a reference may not stand in the name of a member',
      hint: 'write the name itself',
      where: document.placeOf(toPointer(path), 'key'),
    });
  };
  visitTexts(document.data, () => {}, look);
  return findings;
}

/**
 * Finds URLs of a monitor that receive a secret while a cell decides their scheme, host or port: a row could send it anywhere.
 * Takes the monitor as it is merged, since the secret may stand in a layer.
 */
export function findOpenOrigins(document: SpecDocument, references: readonly Reference[]): Diagnostic[] {
  if (!isObject(document.data)) return [];
  const names = new Map<string, string>();
  for (const {path, name} of references) {
    for (const pointer of listReceivers(document.data, path)) names.set(pointer, name);
  }
  return [...names].flatMap(([pointer, name]): Diagnostic[] => {
    if (!document.hasOpenOrigin(pointer)) return [];
    return [
      {
        code: 'fleet/open-origin',
        severity: 'error',
        message: `a cell decides where "${showPath(toPath(document.data, pointer))}" leads, which receives \${env:${name}}`,
        hint: 'write scheme, host and port themselves and end them with "/"; cells may stand behind that',
        // The text with the reference: one place for all rows.
        where: document.relatedTo(pointer)[0]?.where ?? document.placeOf(pointer),
      },
    ];
  });
}

/** The URLs that get what stands at a path of a body, or may. */
function listReceivers(data: JsonObject, path: Path): string[] {
  const known = listDocumentedReceivers(data, path);
  return follow(path).isUnknown ? [...known, ...listAllowedAddresses(data, path)] : known;
}

function listDocumentedReceivers(data: JsonObject, [first, index]: Path): string[] {
  if (first === 'webhook') return ['/webhook/url'];
  const target = first === 'targets' ? findValue(data, ['targets', Number(index)]) : undefined;
  const urls = member(target, 'urls');
  const pages = Array.isArray(urls) ? urls.map((_, page) => `/targets/${index}/urls/${page}`) : [];
  return member(target, 'url') === undefined ? pages : [...pages, `/targets/${index}/url`];
}

/** Addresses beside a path that no type has, in such places too: the service may send there what stands at the path. */
function listAllowedAddresses(data: JsonObject, [first, index]: Path): string[] {
  const start = first === 'targets' ? [first, Number(index)] : [String(first)];
  const found: string[] = [];
  visitTexts(findValue(data, start) ?? null, (text, below) => {
    const path = [...start, ...below];
    if (ADDRESS.test(text) && follow(path).isUnknown) found.push(toPointer(path));
  });
  return found;
}

const ADDRESS = /^\s*[A-Za-z][A-Za-z0-9+.-]*:[/\\]/;
