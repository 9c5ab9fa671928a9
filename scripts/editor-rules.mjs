/** The rules of editor schemas that the types do not have, with messages for the people who see them under what they wrote. */
import {NEAR_SCHEDULES, NOT_A_SCHEDULE, SCHEDULE_WORDS} from './editor-schedule.mjs';
import {readZones} from './editor-zones.mjs';

/** `if`, `then` and `else`; from entries, because an object with a `then` looks like a promise. */
export function choose(condition, then, otherwise) {
  const branches = [
    ['if', condition],
    ['then', then],
    ['else', otherwise],
  ];
  return Object.fromEntries(branches.filter(([, schema]) => schema !== undefined));
}

/** A schema for which editors do not offer "(array item)", as they do for every alternative of an item that has none itself. */
export function asRule(schema) {
  return {...schema, allOf: [true]};
}

/** A text with a reference that rows or variables fill in; `$${each:` is text. */
export const REFERENCE = '(^|[^$])\\$\\{(each|var):';

/** A URL that the service calls: all of it may come from a variable. */
const WEBHOOK_URL = {pattern: '^\\s*[hH][tT][tT][pP][sS]?://|\\$\\{', errorMessage: 'an absolute URL is expected: begin with https://'};

/** Values that may stand for a value besides the value itself, by the name of the definition that says so. */
const STAND_INS = {
  value: {type: ['string', 'null'], pattern: REFERENCE},
  nothing: {type: 'null'},
};

const ZONES = await readZones();

/** Definitions that members share, by the kind of schema. */
export function listShared(kind) {
  if (kind === 'config') return {};
  return kind === 'data' ? STAND_INS : {...STAND_INS, zone: {enum: ZONES}};
}

/** What may stand for a list or a mapping, with a message that shows how one is written. */
export function makeStandIn(name, errorMessage) {
  return {...STAND_INS[name], errorMessage};
}

/** Lists the rules for an object as a whole. A layer may lack anything. */
export function listRules(name, kind) {
  if (name === 'MonitorSchedule') return kind === 'spec' ? [ONE_OF_CRON_AND_TEXT, CRON_OR_TEXT] : [ONE_OF_CRON_AND_TEXT];
  return name === 'Spec' ? [SEARCH_NEEDS_GOAL] : [];
}

const ONE_OF_CRON_AND_TEXT = choose(
  {type: 'object', required: ['cron', 'text'], properties: {cron: {type: 'string'}}},
  {type: 'object', properties: {text: {type: 'null', errorMessage: 'write either cron or text, not both'}}},
);

const CRON_OR_TEXT = choose({type: 'object', required: ['cron']}, undefined, {
  type: 'object',
  required: ['text'],
  errorMessage: 'write cron or text, here or in _defaults.yaml',
});

const SEARCH_NEEDS_GOAL = choose(
  {
    type: 'object',
    required: ['targets'],
    properties: {
      targets: {type: 'array', contains: {type: 'object', required: ['type'], properties: {type: {const: 'search'}}}},
      judgeEnabled: {not: {const: false}},
    },
  },
  {
    type: 'object',
    required: ['goal'],
    errorMessage: 'a search target needs a goal, here or in _defaults.yaml, or judgeEnabled: false',
  },
);

/** A message for each text that comes here: the pattern of none. */
function refuseText(errorMessage) {
  return {type: 'string', pattern: '(?!)', errorMessage};
}

/** A schedule in words: what is wrong with it, as exactly as a pattern can tell. */
const SCHEDULE_TEXT = choose(
  {pattern: `${SCHEDULE_WORDS}|${REFERENCE}`},
  undefined,
  NEAR_SCHEDULES.reduceRight(
    (otherwise, {pattern, errorMessage}) => choose({type: 'string', pattern}, refuseText(errorMessage), otherwise),
    refuseText(NOT_A_SCHEDULE),
  ),
);

/** Rules that the types do not have, because `monitors validate` says better what is wrong. */
export const EXTRA_RULES = {
  'MonitorSchedule.cron': {
    pattern: `^\\s*\\S+(\\s+\\S+){4}\\s*$|${REFERENCE}`,
    errorMessage: 'five fields are expected, such as "0 6 * * 1-5"',
  },
  'MonitorSchedule.text': SCHEDULE_TEXT,
  // Negated, because editors list the values of any enumeration that applies under the pointer: here hundreds.
  'MonitorSchedule.timezone': choose(
    {type: 'string', not: {anyOf: [{$ref: '#/definitions/zone'}, {pattern: REFERENCE}]}},
    refuseText('an IANA time zone is expected, such as Europe/Berlin'),
  ),
  'MonitorWebhook.url': WEBHOOK_URL,
  'LayerWebhook.url': WEBHOOK_URL,
};

/** Texts that are judged by more than their length. */
export const FORMATS = {
  uri: {pattern: `^\\s*[hH][tT][tT][pP][sS]?://|${REFERENCE}`, errorMessage: 'an absolute URL is expected: begin with https://'},
  email: {pattern: `^[^@\\s]+@[^@\\s]+$|${REFERENCE}`, errorMessage: 'an e-mail address is expected'},
  uuid: {pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', errorMessage: 'a UUID is expected'},
};
