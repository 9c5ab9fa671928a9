import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import {itemsOf, type Spot} from '../spot';

/** The formats of a page: combinations and values with which every check fails, and members without an effect. */
export function checkFormats(list: Spot): void {
  const formats = list.items();
  if (formats.length === 0) return;
  const types = formats.map(({value}) => (typeof value === 'string' ? value : member(value, 'type')));
  for (const [index, type] of types.entries()) {
    const format = formats[index] as Spot;
    if (type === 'deterministicJson' || type === 'query') {
      const hint =
        type === 'query' ? 'use {type: question, question: ...} or {type: highlights, query: ...}' : 'use {type: json, schema: ...}';
      format.warn('service/undocumented-format', `the format "${type}" is not documented, though Firecrawl has it`, hint);
    }
    if (type === 'changeTracking') checkChangeTracking(format);
  }
  const clash = findClash(types);
  if (clash !== null) (formats[clash.at ?? -1] ?? list).warn('service/formats', `every check fails: ${clash.reason}`, clash.hint);
  checkTracking(formats, types);
  for (const format of formats) if (isObject(format.value)) checkMembers(format);
}

/** `changeTracking` in mode `json` extracts by itself, which `deterministicJson` does too. */
function checkTracking(formats: readonly Spot[], types: readonly (JsonValue | undefined)[]): void {
  if (!types.includes('deterministicJson')) return;
  const tracking = formats.find((format, index) => types[index] === 'changeTracking' && tracksJson(format));
  const message = 'every check fails: the formats deterministicJson and changeTracking in mode json exclude each other';
  tracking?.warn('service/change-tracking', message, ONE_OF_THEM);
}

function tracksJson(format: Spot): boolean {
  return itemsOf(format.read('modes')).includes('json');
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
function checkMembers(format: Spot): void {
  if (Object.hasOwn(format.value as object, 'constructor')) warnOfName(format.below('constructor'), 'Firecrawl refuses it');
  switch (format.read('type')) {
    case 'json':
      checkJson(format);
      return;
    case 'question':
      warnOfEmpty(format.at('question'));
      return;
    case 'highlights':
      warnOfEmpty(format.at('query'));
      return;
    case 'screenshot':
      checkViewport(format.at('viewport'));
      return;
    default:
  }
}

function checkPrompt(format: Spot, code: 'service/format-value' | 'service/change-tracking'): void {
  const prompt = format.read('prompt');
  if (typeof prompt !== 'string' || prompt.length <= LONGEST_PROMPT) return;
  const message = `the prompt has ${prompt.length} characters; above ${LONGEST_PROMPT} every check fails`;
  format.at('prompt').warn(code, message, 'shorten it');
}

function checkJson(format: Spot): void {
  checkPrompt(format, 'service/format-value');
  const schema = format.at('schema');
  if (!isOpenDictionary(schema.value)) checkSchema(schema);
  else schema.warn('service/format-value', 'the schema allows any members and names none: every check fails', NAME_MEMBERS);
}

const NAME_MEMBERS = 'name the members in properties, e.g. properties: {price: {type: number}}';

function isOpenDictionary(schema: JsonValue | undefined): boolean {
  const isOpen = property(schema, 'type') === 'object' && property(schema, 'additionalProperties') === true;
  return isOpen && property(schema, 'properties') === undefined && property(schema, 'patternProperties') === undefined;
}

function warnOfEmpty(text: Spot): void {
  if (text.value !== '') return;
  text.warn('service/format-value', `"${text.name}" is empty: every check fails`, 'write what to look for, or remove the format');
}

/** Checks a schema at any depth, under keywords or not: Firecrawl looks at all of it. */
function checkSchema(spot: Spot): void {
  const schema = spot.value;
  if (schema === undefined || typeof schema !== 'object' || schema === null) return;
  if (isOpenDictionary(schema)) {
    const message = 'this object of the schema allows any members and names none: every check fails';
    spot.warn('service/open-schema', message, NAME_MEMBERS);
  }
  if (Object.hasOwn(schema, 'hasOwnProperty')) warnOfName(spot.below('hasOwnProperty'), 'every check fails');
  for (const [name, value] of Object.entries(schema as JsonObject | readonly JsonValue[])) {
    if (typeof value === 'object') checkSchema(spot.below(Array.isArray(schema) ? Number(name) : name));
  }
}

/** Reports a member that objects of JavaScript have by themselves. */
export function warnOfName(member: Spot, effect: string): void {
  member.key.warn('service/member-name', `a member named "${member.name}": ${effect}`, 'give it another name');
}

function checkChangeTracking(format: Spot): void {
  if (tracksJson(format)) {
    checkSchema(format.at('schema'));
    checkPrompt(format, 'service/change-tracking');
    return;
  }
  for (const name of ['schema', 'prompt'] as const) {
    if (format.read(name) === undefined) continue;
    const message = `"${name}" of changeTracking counts only in mode json`;
    format.at(name).key.warn('risk/change-tracking-mode', message, `write modes: [json], or remove ${name}`);
  }
}

/** The largest picture that Firecrawl takes, pixels. */
const WIDEST = 7680;
const HIGHEST = 4320;

/** The size of the window for a screenshot, as a format or an action. */
export function checkViewport(viewport: Spot): void {
  for (const [name, most] of SIDES) {
    const pixels = viewport.read(name);
    if (typeof pixels !== 'number' || (pixels >= 1 && pixels <= most)) continue;
    const words = `1 to ${most}`;
    const code = name === 'height' && pixels > most ? 'service/viewport-height' : 'service/viewport';
    const message = `the ${name} of the viewport (${pixels}) must be ${words}; otherwise every check fails`;
    viewport.at(name).warn(code, message, `write ${words} pixels`);
  }
}

const SIDES = [
  ['width', WIDEST],
  ['height', HIGHEST],
] as const;
