import {countOf} from '../../core/base/words';
import {compareText} from '../../core/diagnostics/diagnostic';
import {type Path, toPointer} from '../../core/json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {maskValue} from '../../core/secrets/masking';
import {isReferencePlace} from '../../core/secrets/places';
import {SECRET_TEXT} from '../../core/secrets/secret';
import {mapLeaves} from '../../core/secrets/walk';
import {arrange} from '../../core/service/answer';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {writeYaml} from '../../core/writing/yaml-text';
import {renderJson} from '../../rendering/escape-json';
import {disarmCommands, escapeTerminal} from '../../rendering/escape-terminal';
import type {ChangedMonitorDocument} from '../../rendering/plan-changes';
import type {OriginDocument} from '../../rendering/plan-origins';

/** Result of `monitors render`. */
export interface RenderDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'render';
  /** The specs, sorted by key. */
  readonly monitors: readonly RenderedMonitorDocument[];
}

/** One monitor as its spec, layers and rows make it. */
export interface RenderedMonitorDocument extends Pick<ChangedMonitorDocument, 'key' | 'name'> {
  /**
   * Its spec, relative to the working directory, with `/`.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string;
  /** Line in that file. */
  readonly line: OriginDocument['line'];
  /** The body of the create request, and `sync`. References are as written; literal secrets are `"(secret)"`. */
  readonly spec: JsonObject;
  /** Where each value was written, by JSON pointer; only with `--origins`. */
  readonly origins?: {readonly [pointer: string]: OriginDocument};
}

/** Whether each value says where it was written. */
export type OriginView = 'with-origins' | 'values-only';

/** The document of `render --format json`. */
export function toRenderDocument(monitors: readonly DesiredMonitor[], view: OriginView): RenderDocument {
  return {
    formatVersion: 1,
    command: 'render',
    monitors: monitors.map(monitor => {
      const {key, name, file, line} = monitor;
      const spec = toSpec(monitor);
      return {key, name, file, line, spec, ...(view === 'with-origins' ? {origins: listOrigins(monitor, spec)} : {})};
    }),
  };
}

/** Specs for programs. */
export function renderSpecsJson(monitors: readonly DesiredMonitor[], view: OriginView): string {
  return renderJson(toRenderDocument(monitors, view));
}

/** Specs as YAML, one document each. What can't be seen is escaped, as YAML has it. */
export function renderSpecsYaml(monitors: readonly DesiredMonitor[], view: OriginView): string {
  return monitors
    .map(monitor => writeYaml(toSpec(monitor), view === 'with-origins' ? pointer => showOrigin(monitor, pointer) : undefined))
    .join('---\n');
}

/** A note where literal secrets are hidden: saved as they are shown, the specs would send the text `(secret)`. Else empty. */
export function sayMasked(monitors: readonly DesiredMonitor[]): string {
  const count = monitors.filter(monitor => isMasked(toSpec(monitor))).length;
  if (count === 0) return '';
  return `note: secrets in the text of ${countOf(count, 'monitor')} are printed as (secret); write \${env:NAME} in the specs instead\n`;
}

function isMasked(spec: JsonObject): boolean {
  let found = false;
  mapLeaves(spec, leaf => {
    found ||= typeof leaf === 'string' && leaf.includes(SECRET_TEXT);
    return leaf;
  });
  return found;
}

/**
 * Writes the spec that this monitor would need without layers and lists. Members come in one order, wherever they are
 * written: what moves into a layer or a list is rendered as before.
 */
function toSpec(monitor: DesiredMonitor): JsonObject {
  const body = arrange('MonitorCreateRequest', sortMembers(escapeHoles(maskValue(monitor.body(), [])))) as JsonObject;
  return {...body, sync: toSync(monitor)};
}

/** Text that looks like a reference to a row or variable is none any more: written as a spec has to write it. */
function escapeHoles(body: JsonValue): JsonValue {
  return mapLeaves(body, (leaf, path) => {
    if (typeof leaf !== 'string' || isReferencePlace(path)) return leaf;
    return leaf.replaceAll(/\$\{(?=(?:each|var):)/g, () => '$${');
  });
}

/** By name, and the type first, at all levels. */
function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const {type, ...others} = value;
  const sorted = Object.entries(others).sort(([one], [other]) => compareText(one, other));
  return Object.fromEntries(
    [...(type === undefined ? [] : [['type', type] as const]), ...sorted].map(([name, one]) => [name, sortMembers(one)]),
  );
}

function toSync({key, sync}: DesiredMonitor): JsonObject {
  const {key: _own, alerts: _said, ...settings} = sync;
  const written = Object.entries(settings as JsonObject).filter(([, value]) => value !== false);
  return {key, ...Object.fromEntries(written.map(([name, value]) => [name, sortMembers(value)]))};
}

function placeOf(monitor: DesiredMonitor, pointer: string): OriginDocument | null {
  const place = monitor.writtenAt?.(pointer);
  return place === undefined ? null : {file: place.file, line: place.range.start.line};
}

/** A path of any characters stays one line of comment. */
function showOrigin(monitor: DesiredMonitor, pointer: string): string {
  const place = placeOf(monitor, pointer);
  return place === null ? '' : disarmCommands(`${escapeTerminal(place.file)}:${place.line}`);
}

function listOrigins(monitor: DesiredMonitor, spec: JsonObject): Record<string, OriginDocument> {
  const origins: Record<string, OriginDocument> = {};
  visitValues(spec, [], path => {
    const pointer = toPointer(path);
    const place = placeOf(monitor, pointer);
    if (place !== null) origins[pointer] = place;
  });
  return origins;
}

/** Visits every value without parts, an empty list or mapping included. */
function visitValues(value: JsonValue, path: Path, visit: (path: Path) => void): void {
  const parts = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  if (parts.length === 0) visit(path);
  for (const [step, part] of parts) visitValues(part as JsonValue, [...path, step], visit);
}
