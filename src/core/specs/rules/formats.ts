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
  checkTracking(formats, types, path, sink);
  for (const [index, format] of formats.entries()) if (isObject(format)) checkMembers(format, [...path, index], sink);
}

/** `changeTracking` in mode `json` extracts by itself, which `deterministicJson` does too. */
function checkTracking(formats: readonly JsonValue[], types: readonly (JsonValue | undefined)[], path: Path, sink: RuleSink): void {
  if (!types.includes('deterministicJson')) return;
  const tracking = formats.findIndex((format, index) => types[index] === 'changeTracking' && tracksJson(format));
  if (tracking < 0) return;
  const message = 'every check fails: the formats deterministicJson and changeTracking in mode json exclude each other';
  sink.warn({code: 'service/change-tracking', path: [...path, tracking], message, hint: ONE_OF_THEM});
}

function tracksJson(format: JsonValue | undefined): boolean {
  return itemsOf(member(format, 'modes')).includes('json');
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
  if (Object.hasOwn(format, 'constructor')) warnOfName('constructor', [...path, 'constructor'], 'Firecrawl refuses it', sink);
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
  if (!isOpenDictionary(schema)) {
    checkSchema(schema, [...path, 'schema'], sink);
    return;
  }
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

/** Checks a schema at any depth, under keywords or not: Firecrawl looks at all of it. */
function checkSchema(schema: JsonValue | undefined, path: Path, sink: RuleSink): void {
  if (schema === undefined || typeof schema !== 'object' || schema === null) return;
  if (isOpenDictionary(schema)) {
    const message = 'this object of the schema allows any members and names none: every check fails';
    sink.warn({
      code: 'service/open-schema',
      path,
      message,
      hint: 'name the members in properties, e.g. properties: {price: {type: number}}',
    });
  }
  if (Object.hasOwn(schema, 'hasOwnProperty')) warnOfName('hasOwnProperty', [...path, 'hasOwnProperty'], 'every check fails', sink);
  for (const [name, value] of Object.entries(schema as JsonObject | readonly JsonValue[])) {
    if (typeof value === 'object') checkSchema(value, [...path, Array.isArray(schema) ? Number(name) : name], sink);
  }
}

/** Reports a member that objects of JavaScript have by themselves. */
export function warnOfName(name: string, path: Path, effect: string, sink: RuleSink): void {
  const message = `a member named "${name}": ${effect}`;
  sink.warn({code: 'service/member-name', path, part: 'key', message, hint: 'give it another name'});
}

function checkChangeTracking(format: JsonValue | undefined, path: Path, sink: RuleSink): void {
  if (tracksJson(format)) {
    checkSchema(member(format, 'schema'), [...path, 'schema'], sink);
    const prompt = member(format, 'prompt');
    if (typeof prompt !== 'string' || prompt.length <= LONGEST_PROMPT) return;
    const message = `the prompt has ${prompt.length} characters; above ${LONGEST_PROMPT} every check fails`;
    sink.warn({code: 'service/change-tracking', path: [...path, 'prompt'], message, hint: 'shorten it'});
    return;
  }
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

/** The largest picture that Firecrawl takes, pixels. */
const WIDEST = 7680;
const HIGHEST = 4320;

/** The size of the window for a screenshot, as a format or an action. */
export function checkViewport(viewport: JsonValue | undefined, path: Path, sink: RuleSink): void {
  for (const [name, most] of SIDES) {
    const pixels = member(viewport, name);
    if (typeof pixels !== 'number' || (pixels >= 1 && pixels <= most)) continue;
    const words = `1 to ${most}`;
    sink.warn({
      code: name === 'height' && pixels > most ? 'service/viewport-height' : 'service/viewport',
      path: [...path, name],
      message: `the ${name} of the viewport (${pixels}) must be ${words}; otherwise every check fails`,
      hint: `write ${words} pixels`,
    });
  }
}

const SIDES = [
  ['width', WIDEST],
  ['height', HIGHEST],
] as const;
