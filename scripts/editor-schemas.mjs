/**
 * Makes the schemas of editors from those that `monitors validate` uses: a reference or `null` may stand for a value that is
 * checked later, and completion inserts only what is valid.
 */
import {asRule, choose, EXTRA_RULES, FORMATS, listRules, listShared, makeStandIn, REFERENCE} from './editor-rules.mjs';
import {isPlain, isSafe, listOffers, MEMBER_SNIPPETS, OBJECT_SNIPPETS, toSnippet, writesBlock} from './editor-snippets.mjs';
import {describeInWords, titleOf} from './editor-words.mjs';

/** Objects in which no `${each:}` or `${var:}` changes the type of a value: settings of the tool, and of the project. */
const WITHOUT_REFERENCES = /^(?:SpecSync|LayerSync|RowSync|Expectation|RowsFile|ListRow|DataRow|.*Config)$/;

/** An editor's schema, from a schema in which unions have discriminators. */
export function makeEditorSchema(kind, schema) {
  const {$schema, $id, title, definitions = {}, ...root} = schema;
  const context = {kind, definitions};
  const objects = Object.entries(definitions).filter(([, definition]) => isObject(definition));
  const {type, items, description} = root;
  return {
    $schema,
    $id,
    ...(type === 'array'
      ? {title, markdownDescription: description, type, items}
      : makeObject(kind === 'spec' ? 'Spec' : kind, {title, ...root}, context)),
    definitions: {
      ...Object.fromEntries(objects.map(([name, definition]) => [name, makeObject(name, definition, context)])),
      ...listShared(kind),
    },
  };
}

/** An object: what it lacks is required beside its members, or editors would insert members without their values. */
function makeObject(name, definition, context) {
  const {title = titleOf(name), required = [], properties = {}, additionalProperties, discriminator, oneOf} = definition;
  const needed = required.filter(member => !isInherited(name, member, context));
  const members = mapMembers(properties, (member, property) => makeMember(name, member, property, context));
  const snippets = OBJECT_SNIPPETS[name];
  const rules = [
    ...(needed.length === 0 ? [] : [{type: 'object', required: needed}]),
    ...(snippets === undefined ? [] : [offerUntil(snippets)]),
    ...Object.entries(members).flatMap(([member, {late}]) => (late === undefined ? [] : [offerWithout(late.other, member, late.offered)])),
    ...(discriminator === undefined
      ? listRules(name, context.kind)
      : oneOf.map(branch => chooseBranch(branch, discriminator.propertyName, context))),
  ];
  return {
    type: 'object',
    title,
    markdownDescription: describeInWords(definition),
    properties: mapMembers(members, (_member, {late, ...property}) => ({...property, ...(late === undefined ? {} : {doNotSuggest: true})})),
    ...(additionalProperties === undefined || discriminator !== undefined ? {} : {additionalProperties}),
    ...(rules.length === 0 ? {} : {allOf: rules.map(asRule)}),
  };
}

/** Offers whole objects as long as one has not begun: editors offer what stands in a rule only where the rule applies. */
function offerUntil({member, snippets}) {
  const isObjects = snippets.every(({body}) => !isPlain(body));
  return choose({type: 'object', required: [member]}, undefined, {...(isObjects ? {type: 'object'} : {}), defaultSnippets: snippets});
}

/** Members of which an object has one only. */
const EXCLUSIVE = {
  text: 'cron',
  cron: 'text',
  includeDomains: 'excludeDomains',
  excludeDomains: 'includeDomains',
  milliseconds: 'selector',
  selector: 'milliseconds',
};

/** Offers a member as long as another one, or itself, is not there. */
function offerWithout(other, member, offered) {
  return choose({type: 'object', required: [other]}, undefined, {type: 'object', properties: {[member]: offered}});
}

/** Whether a layer may give what a spec lacks. */
function isInherited(name, member, {kind}) {
  if (kind !== 'spec') return kind === 'layer' && ['Profile', 'AuditMetadata'].includes(name);
  return `${name}.${member}` === 'Spec.schedule' || ['MonitorWebhook', 'Profile', 'AuditMetadata'].includes(name);
}

/** The members of one type of a union, for objects that say they are of it. */
function chooseBranch({$ref}, tag, {definitions}) {
  const type = definitions[nameOf($ref)].properties[tag];
  const types = type.enum === undefined ? {const: type.const} : {enum: type.enum};
  return choose({type: 'object', required: [tag], properties: {[tag]: types}}, {$ref});
}

function makeMember(object, member, property, context) {
  const resolved = resolve(property, context);
  const own = property.$ref !== undefined && isObject(resolved) ? property : {...resolved, ...property};
  const described = {...resolved, ...property};
  const words = {title: member, markdownDescription: describeInWords(described)};
  const values = member === 'type' ? [] : listValues(object, member, described, context);
  return {
    ...words,
    ...(UNOFFERED.has(member) || property.description?.startsWith('Do not use') ? {doNotSuggest: true} : {}),
    ...allow(own, `${object}.${member}`, context, explainForm(member, resolved, values)),
    ...(member === 'type' ? {} : offer(words, values, {resolved, object, other: findOther(object, member, context)})),
    ...offerZones(`${object}.${member}`, member, values),
  };
}

/** Offers every time zone by one list for all schedules, in an alternative that never applies: no pointer shows it. */
function offerZones(place, title, [first]) {
  if (place !== 'MonitorSchedule.timezone') return {};
  const all = {title: 'Values', not: {}, allOf: [{$ref: '#/definitions/zone'}]};
  return {defaultSnippets: [toSnippet(first, 'chosen')], anyOf: [{title}, all]};
}

/** Message for a member that holds one value where a list or a mapping belongs: an example says it to everyone. */
function explainForm(member, {type, items}, [value]) {
  const form = type === 'array' ? 'list' : 'mapping';
  const example = value ?? (items === undefined ? undefined : []);
  return `"${member}" is a ${form}${typeof example === 'object' ? `: write ${member}: ${toSnippet(example, 'flow').label}` : ''}`;
}

/** The member that excludes this one in the same object. */
function findOther(object, member, {definitions}) {
  const other = EXCLUSIVE[member];
  return Object.hasOwn(definitions[object]?.properties ?? {}, other) ? other : undefined;
}

/** Members whose values no example can stand for. */
const UNOFFERED = new Set(['id', 'distinctFrom']);

function listValues(object, member, property, context) {
  return MEMBER_SNIPPETS[`${object}.${member}`] ?? MEMBER_SNIPPETS[member] ?? listOffers(property, context.definitions);
}

/**
 * Offers the texts that completion inserts. `defaultSnippets` and `examples` come with the name, if there is one of
 * them. Others stand in an alternative that never applies: they are offered as values only. What must not be offered
 * within the value, as a list would be, or beside another member, comes `late`: from a rule that no longer applies once
 * the member is there.
 */
function offer(words, values, {resolved, object, other}) {
  // Editors insert the name without its colon where nothing says what follows.
  if (values.length === 0) return {anyOf: [{title: words.title}]};
  const isList = resolved.type === 'array';
  // In settings an empty item is an error at once, and the editor writes one for an example.
  const isTexts = isList && !/(?:Config|Rule)$/.test(object) && values.every(list => list.every(item => isSafe(item)));
  const style = isList ? (writesBlock(object) ? 'block' : 'flow') : 'object';
  const snippets = values.map(value => toSnippet(value, style, resolved.meanings));
  const [first, ...others] = snippets;
  const isChoice = resolved.if !== undefined || Object.keys(resolved.properties ?? {}).some(member => Object.hasOwn(EXCLUSIVE, member));
  const withName = isTexts ? {examples: values.slice(0, 1)} : {defaultSnippets: [first]};
  // With the title of the alternative beside it, editors would show both alternatives under the pointer.
  const {title: _title, ...untitled} = words;
  if (other !== undefined) return {...valuesOnly(words, isTexts ? [] : snippets), late: {other, offered: {...untitled, ...withName}}};
  if (isChoice || (isList && !isTexts))
    return {...valuesOnly(words, snippets), late: {other: words.title, offered: {...words, ...withName}}};
  return {...withName, ...valuesOnly(words, isTexts ? [] : others)};
}

function valuesOnly({title}, snippets) {
  return snippets.length === 0 ? {} : {anyOf: [{title}, neverBut(snippets)]};
}

function neverBut(defaultSnippets) {
  return {title: 'Values', not: {}, defaultSnippets};
}

/** Allows the values of a member or of a list: the value, or what stands in for it. */
function allow(property, place, context, message) {
  const [object, member] = place.split('.');
  if (member === 'type') return validate(property, place, context);
  const isRequired =
    member.endsWith('[]') ||
    (context.definitions[object]?.required ?? []).includes(member) ||
    place === 'Spec.name' ||
    place === 'Spec.targets';
  const standIn = WITHOUT_REFERENCES.test(object) || member === 'id' || context.kind === 'data' ? 'nothing' : 'value';
  const resolved = resolve(property, context);
  const inner = validate(property, place, context);
  // Of values that a member lists itself, editors would write each with a colon.
  if (context.kind === 'config' && inner.enum !== undefined) return choose({not: {}}, undefined, inner);
  if (context.kind === 'config' || (isRequired && standIn === 'nothing')) {
    // Beside a reference to another schema nothing else would count.
    if (inner.$ref !== undefined) return choose({type: 'object'}, inner, {type: 'object', errorMessage: message});
    return inner.type === 'array' ? {...inner, errorMessage: message} : inner;
  }
  const isText = inner.type === 'string' && inner.enum === undefined && (inner.pattern ?? REFERENCE).endsWith(REFERENCE);
  if (isText) return isRequired ? inner : choose({type: 'null'}, undefined, inner);
  if (resolved.type === undefined && resolved.if === undefined && resolved.enum === undefined) return {};
  const types = resolved.if?.type === 'array' ? ['array', 'object'] : resolved.type;
  if (types === 'object' || types === 'array' || Array.isArray(types)) return choose({type: types}, inner, makeStandIn(standIn, message));
  return choose({$ref: `#/definitions/${standIn}`}, undefined, inner);
}

/** The rule of a value without what is written for people. */
function validate(property, place, context) {
  const {$ref, type, enum: values, const: only, items, additionalProperties, if: condition, then, else: otherwise} = property;
  if ($ref !== undefined && isObject(resolve(property, context))) return {$ref};
  if ($ref !== undefined) return validate(resolve(property, context), place, context);
  if (condition !== undefined) {
    return choose(condition, then === undefined ? undefined : validate(then, place, context), validate(otherwise, place, context));
  }
  const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern'];
  return {
    ...(type === undefined ? {} : {type}),
    ...(values === undefined ? {} : {enum: values}),
    ...(only === undefined ? {} : {const: only}),
    ...(property.meanings === undefined ? {} : {markdownEnumDescriptions: values.map(value => property.meanings[value])}),
    ...Object.fromEntries(limits.filter(limit => property[limit] !== undefined).map(limit => [limit, property[limit]])),
    ...(EXTRA_RULES[place] ?? (property.format === undefined ? {} : FORMATS[property.format])),
    ...(items === undefined ? {} : {items: makeItem(items, place, context)}),
    ...(additionalProperties === undefined ? {} : {additionalProperties: openValues(additionalProperties, `${place}{}`, context)}),
  };
}

/** An item of a list, with what is offered after `- ` and inside `[`. */
function makeItem(items, place, context) {
  const resolved = resolve(items, context);
  if (isObject(resolved)) return {$ref: items.$ref};
  const rule = allow(items, `${place}[]`, context);
  const names = resolved.then === undefined ? resolved : resolve(resolved.then, context);
  // The same text as for a value of the enumeration: of two that differ, editors make one with a colon.
  const isChosen = resolved.enum !== undefined;
  const snippets = listOffers(names, context.definitions).map(value => toSnippet(value, isChosen ? 'chosen' : 'flow', names.meanings));
  if (snippets.length === 0) return rule;
  if (resolved.then === undefined) return {...rule, defaultSnippets: snippets};
  // Names of formats: inside "[" they come from the alternative, after "- " from the rule, as long as no object has begun.
  const offers = [{title: 'Format'}, neverBut(snippets)].map(asRule);
  return {...rule, anyOf: offers, allOf: [asRule(offerUntil({member: 'type', snippets}))]};
}

/** Describes the values that members of an open object may hold. */
function openValues(schema, place, context) {
  return schema === true || schema === false ? schema : validate(schema, place, context);
}

function isObject({type, properties, oneOf}) {
  return type === 'object' && (properties !== undefined || oneOf !== undefined);
}

function resolve(schema, {definitions}) {
  return schema.$ref === undefined ? schema : definitions[nameOf(schema.$ref)];
}

function nameOf($ref) {
  return $ref.replace('#/definitions/', '');
}

function mapMembers(properties, change) {
  return Object.fromEntries(Object.entries(properties).map(([member, property]) => [member, change(member, property)]));
}
