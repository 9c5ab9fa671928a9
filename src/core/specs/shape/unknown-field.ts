import {suggestName} from '../../diagnostics/suggest';
import type {Path} from '../../json/pointer';
import {type SchemaComplaint, type ShapeFault, showPlace, showString} from './fault';
import {findShape, type NamedShape, type Shapes} from './shapes';

/** Advice for a member that its object does not know. */
export interface FieldAdvice {
  readonly message: string;
  readonly hint: string | undefined;
  /** The member of the same object that was meant. */
  readonly meant?: string | undefined;
}

/** Names a member that its object does not know, and finds what was meant or where it belongs. */
export function explainUnknownField(fault: ShapeFault, {document, shapes, subject}: SchemaComplaint): FieldAdvice {
  const name = String(fault.params['additionalProperty']);
  const message = `unknown field ${showString(name, [])} in ${fault.path.length === 0 ? subject : `"${showPlace(document, fault.path)}"`}`;
  const object = findShape(shapes, document.data, fault.path);
  if (object === undefined) return {message, hint: undefined};
  const habit = HABITS[`${object.name}.${name}`] ?? (membersOf(object).includes('schedule') ? SPEC_HABITS[name] : undefined);
  if (habit !== undefined) return {message, ...habit};
  const home = findHome(name, object, fault.path, shapes);
  if (home !== undefined) return {message, hint: home};
  const meant = suggestName(name, membersOf(object));
  if (meant !== undefined) return {message, hint: `did you mean "${meant}"?`, meant};
  const known = membersOf(object);
  return {message, hint: known.length === 0 ? undefined : `it takes ${listNames(known)}`};
}

/** A spec has no switch of its own: what is not wanted has no spec, and what is to rest is paused. */
const PAUSING = 'leave it out: a monitor runs as long as it has a spec; to pause it write sync: {paused: true} (full operations)';

/** Habits of people from other tools, or from the service's own lenience. */
const HABITS: Readonly<Record<string, {hint: string; meant?: string}>> = {
  'ScrapeTarget.url': {hint: 'a scrape target takes a list: write urls: [...]', meant: 'urls'},
  'CrawlTarget.urls': {hint: 'a crawl target takes one start address: write url: ...', meant: 'url'},
  'SearchTarget.query': {hint: 'a search target takes a list: write queries: [...]', meant: 'queries'},
  'root.status': {hint: 'the service sets the status itself: leave it out; to pause a monitor write "sync.paused: true" (full operations)'},
  'root.enabled': {hint: PAUSING},
  'root.disabled': {hint: PAUSING},
  'root.active': {hint: PAUSING},
  'SpecSync.enabled': {hint: PAUSING},
  'SpecSync.disabled': {hint: PAUSING},
  'SpecSync.active': {hint: PAUSING},
  'MonitorSchedule.interval': {hint: 'write it in words: text: every 30 minutes', meant: 'text'},
  'MonitorSchedule.frequency': {hint: 'write it in words: text: every 30 minutes', meant: 'text'},
  'MonitorSchedule.every': {hint: 'write it in words: text: every 30 minutes', meant: 'text'},
  'MonitorSchedule.tz': {hint: 'did you mean "timezone"?', meant: 'timezone'},
  'S3StateConfig.key': {hint: 'a state is more than one object: write how their names begin as "prefix"', meant: 'prefix'},
  'root.name': {hint: 'it belongs to one spec: write it there'},
  'root.id': {hint: 'the service gives the id itself; a stable name of your own is "sync.key"'},
};

const IN_SCHEDULE = 'checks run by "schedule": write schedule: {text: every 30 minutes}';

/** Habits at the top of a spec: it shares its name with the config file, where they mean other things. */
const SPEC_HABITS: Readonly<Record<string, {hint: string}>> = {
  tags: {hint: 'labels are a setting of this tool: write sync: {labels: {team: pricing}}'},
  labels: {hint: 'labels are a setting of this tool: write sync: {labels: {team: pricing}}'},
  interval: {hint: IN_SCHEDULE},
  frequency: {hint: IN_SCHEDULE},
  every: {hint: IN_SCHEDULE},
  url: {hint: 'pages are listed in a target: write targets: [{type: scrape, urls: ["https://..."]}]'},
  urls: {hint: 'pages are listed in a target: write targets: [{type: scrape, urls: ["https://..."]}]'},
  queries: {hint: 'searches are listed in a target: write targets: [{type: search, queries: [...]}]'},
};

/** Finds the home of a member that stands in the wrong object: further in, or further out. */
function findHome(name: string, object: NamedShape, path: Path, shapes: Shapes): string | undefined {
  const inner = INNER[object.name]?.find(({shape}) => membersOf(named(shapes, shape)).includes(name));
  if (inner !== undefined) return `"${name}" belongs in ${inner.place}`;
  const isInTarget = path[0] === 'targets' && path.length > 1;
  if (path.length > 0 && membersOf(named(shapes, 'root')).includes(name)) return `"${name}" belongs at the top level, beside "${path[0]}"`;
  if (isInTarget && path.length > 3 && membersOf(named(shapes, 'ScrapeOptions')).includes(name))
    return `"${name}" belongs directly in "scrapeOptions"`;
  return undefined;
}

/** The objects within an object, in the order in which a member without a home is looked for in them. */
const INNER: Readonly<Record<string, readonly {shape: string; place: string}[]>> = {
  root: [
    {shape: 'MonitorSchedule', place: '"schedule"'},
    {shape: 'SpecSync', place: '"sync"'},
    {shape: 'EmailNotification', place: '"email" of "notification"'},
    {shape: 'MonitorNotification', place: '"notification"'},
    {shape: 'ScrapeTarget', place: 'a target of "targets"'},
    {shape: 'CrawlTarget', place: 'a target of "targets"'},
    {shape: 'SearchTarget', place: 'a target of "targets"'},
    {shape: 'MonitorWebhook', place: '"webhook"'},
    {shape: 'ScrapeOptions', place: '"scrapeOptions" of a target'},
    {shape: 'ServiceConfig', place: '"service"'},
    {shape: 'BudgetConfig', place: '"budget"'},
    {shape: 'SafetyConfig', place: '"safety"'},
    {shape: 'SecretsConfig', place: '"secrets"'},
  ],
  MonitorNotification: [{shape: 'EmailNotification', place: '"email"'}],
  ScrapeTarget: [{shape: 'ScrapeOptions', place: '"scrapeOptions"'}],
  CrawlTarget: [
    {shape: 'CrawlOptions', place: '"crawlOptions"'},
    {shape: 'ScrapeOptions', place: '"scrapeOptions"'},
  ],
  ScrapeOptions: [
    {shape: 'Location', place: '"location"'},
    {shape: 'ThreatProtectionOverride', place: '"threatProtection"'},
  ],
  ScreenshotFormat: [{shape: 'Viewport', place: '"viewport"'}],
  ScreenshotAction: [{shape: 'Viewport', place: '"viewport"'}],
};

/** Names in words: `"a", "b" and "c"`. */
export function listNames(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const quoted = names.map(name => `"${name}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted[quoted.length - 1]}`;
}

function membersOf(shape: NamedShape | undefined): string[] {
  return shape?.shape.kind === 'object' ? Object.keys(shape.shape.members) : [];
}

function named(shapes: Shapes, name: string): NamedShape | undefined {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  return shape === undefined ? undefined : {name, shape};
}
