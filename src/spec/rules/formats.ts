import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import {itemsOf, type RuleSink} from './sink';

/** The formats of a page: combinations and values with which every check fails, and members without an effect. */
export function checkFormats(formats: readonly JsonValue[], options: Path, sink: RuleSink): void {
  if (formats.length === 0) return;
  const path = [...options, 'formats'];
  const types = formats.map(format => (typeof format === 'string' ? format : member(format, 'type')));
  for (const [index, type] of types.entries()) {
    if (type === 'deterministicJson' || type === 'query') {
      const message = `the format "${type}" is not documented, though Firecrawl has it`;
      const hint =
        type === 'query' ? 'use {type: question, question: ...} or {type: highlights, query: ...}' : 'use {type: json, schema: ...}';
      sink.warn({code: 'service/undocumented-format', path: [...path, index], message, hint});
    }
    if (type === 'changeTracking') checkChangeTracking(formats[index], [...path, index], sink);
  }
  checkTogether(types, path, sink);
  for (const [index, format] of formats.entries()) if (isObject(format)) checkMembers(format, [...path, index], sink);
}

function checkTogether(types: readonly (JsonValue | undefined)[], path: Path, sink: RuleSink): void {
  const clash = findClash(types);
  if (clash === null) return;
  sink.warn({
    code: 'service/formats',
    path: [...path, ...(clash.at === undefined ? [] : [clash.at])],
    message: `every check fails: ${clash.reason}`,
    hint: clash.hint,
  });
}

interface Clash {
  readonly reason: string;
  readonly hint: string;
  /** The index of the format that never works; without it, it is about all of them. */
  readonly at?: number;
}

const ONE_OF_THEM = 'remove one of them, or watch the page with two targets';

function findClash(types: readonly (JsonValue | undefined)[]): Clash | null {
  const raw = types.indexOf('rawBase64');
  if (raw >= 0) {
    const reason = 'a monitor always reads markdown as well, and rawBase64 works only alone';
    return {reason, hint: 'use rawHtml, or leave the formats out', at: raw};
  }
  if (types.includes('json') && types.includes('deterministicJson')) {
    return {reason: 'the formats json and deterministicJson exclude each other', hint: ONE_OF_THEM};
  }
  if (types.indexOf('screenshot') === types.lastIndexOf('screenshot')) return null;
  return {reason: 'the format screenshot is there twice', hint: ONE_OF_THEM};
}

const LONGEST_PROMPT = 10_000;

/** Values that a create accepts, and then every check refuses. */
function checkMembers(format: JsonObject, path: Path, sink: RuleSink): void {
  switch (member(format, 'type')) {
    case 'json':
      checkJson(format, path, sink);
      return;
    case 'question':
      warnOfEmpty(format, 'question', path, sink);
      return;
    case 'highlights':
      warnOfEmpty(format, 'query', path, sink);
      return;
    case 'screenshot':
      checkViewport(member(format, 'viewport'), [...path, 'viewport'], sink);
      return;
    default:
  }
}

function checkJson(format: JsonObject, path: Path, sink: RuleSink): void {
  const prompt = member(format, 'prompt');
  if (typeof prompt === 'string' && prompt.length > LONGEST_PROMPT) {
    sink.warn({
      code: 'service/format-value',
      path: [...path, 'prompt'],
      message: `the prompt has ${prompt.length} characters; above ${LONGEST_PROMPT} every check fails`,
      hint: 'shorten it',
    });
  }
  const schema = member(format, 'schema');
  if (!isOpenDictionary(schema)) return;
  sink.warn({
    code: 'service/format-value',
    path: [...path, 'schema'],
    message: 'the schema allows any members and names none: every check fails',
    hint: 'name the members in properties, e.g. properties: {price: {type: number}}',
  });
}

function isOpenDictionary(schema: JsonValue | undefined): boolean {
  const isOpen = property(schema, 'type') === 'object' && property(schema, 'additionalProperties') === true;
  return isOpen && property(schema, 'properties') === undefined && property(schema, 'patternProperties') === undefined;
}

function warnOfEmpty(format: JsonObject, name: 'question' | 'query', path: Path, sink: RuleSink): void {
  if (member(format, name) !== '') return;
  const hint = 'write what to look for, or remove the format';
  sink.warn({code: 'service/format-value', path: [...path, name], message: `"${name}" is empty: every check fails`, hint});
}

function checkChangeTracking(format: JsonValue | undefined, path: Path, sink: RuleSink): void {
  if (itemsOf(member(format, 'modes')).includes('json')) return;
  for (const name of ['schema', 'prompt'] as const) {
    if (member(format, name) === undefined) continue;
    const message = `"${name}" of changeTracking counts only in mode json`;
    sink.warn({
      code: 'risk/change-tracking-mode',
      path: [...path, name],
      part: 'key',
      message,
      hint: `write modes: [json], or remove ${name}`,
    });
  }
}

/** The widest picture that Firecrawl takes, in pixels. */
const WIDEST = 7680;

/** The size of the window for a screenshot, as a format or an action. */
export function checkViewport(viewport: JsonValue | undefined, path: Path, sink: RuleSink): void {
  for (const [name, most] of SIDES) {
    const pixels = member(viewport, name);
    if (typeof pixels !== 'number' || (pixels >= 1 && pixels <= most)) continue;
    const words = most === WIDEST ? `1 to ${WIDEST}` : '1 or more';
    sink.warn({
      code: 'service/viewport',
      path: [...path, name],
      message: `the ${name} of the viewport (${pixels}) must be ${words}; otherwise every check fails`,
      hint: `write ${words} pixels`,
    });
  }
}

const SIDES: readonly (readonly [name: 'width' | 'height', most: number])[] = [
  ['width', WIDEST],
  ['height', Number.POSITIVE_INFINITY],
];
