/**
 * Writes schemas/*.json, generated from the TypeScript types; with `--check`, fails when one is stale and says which
 * command renews it.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {createFormatter, createParser, createProgram, DEFAULT_CONFIG, SchemaGenerator} from 'ts-json-schema-generator';
import {DECLARATIONS_CONFIG, withDeclarations} from './declarations.mjs';
import {makeEditorSchema} from './editor-schemas.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Documents that commands print as JSON. */
const OUTPUT = {isOutput: true};

/** Files that users write. `schemas/strict/` judges it, but for rows, which may be CSV; what is packed beside it is for editors. */
const INPUTS = {
  spec: {type: 'Spec', title: 'Monitor spec'},
  layer: {type: 'Layer', title: 'Defaults and overlays of specs'},
  data: {type: 'DataRows', title: 'Rows of a list', isForEditors: true},
  config: {type: 'ConfigFile', title: 'monitors.config.yaml'},
};

/** The schemas of what we print, by the file they are written to: open, because members may be added to it. */
const SCHEMAS = {
  'schemas/validate.schema.json': {...OUTPUT, type: 'ValidateOutput', name: 'validate', title: 'Output of monitors validate'},
  'schemas/plan.schema.json': {...OUTPUT, type: 'PlanOutput', name: 'plan', title: 'Output of monitors plan, and a saved plan'},
  'schemas/render.schema.json': {...OUTPUT, type: 'RenderOutput', name: 'render', title: 'Output of monitors render'},
  'schemas/apply.schema.json': {...OUTPUT, type: 'ApplyOutput', name: 'apply', title: 'Output of monitors apply'},
  'schemas/accept.schema.json': {...OUTPUT, type: 'AcceptOutput', name: 'accept', title: 'Output of monitors accept'},
  'schemas/init.schema.json': {...OUTPUT, type: 'InitOutput', name: 'init', title: 'Output of monitors init'},
  'schemas/pull.schema.json': {...OUTPUT, type: 'PullOutput', name: 'pull', title: 'Output of monitors pull'},
  'schemas/import.schema.json': {...OUTPUT, type: 'ImportOutput', name: 'import', title: 'Output of monitors import'},
  'schemas/factor.schema.json': {...OUTPUT, type: 'FactorOutput', name: 'factor', title: 'Output of monitors factor'},
  'schemas/recover.schema.json': {...OUTPUT, type: 'RecoverOutput', name: 'recover', title: 'Output of monitors recover'},
  'schemas/resolve.schema.json': {...OUTPUT, type: 'ResolveOutput', name: 'resolve', title: 'Output of monitors resolve'},
  'schemas/status.schema.json': {...OUTPUT, type: 'StatusOutput', name: 'status', title: 'Output of monitors status'},
  'schemas/alerts.schema.json': {...OUTPUT, type: 'AlertsOutput', name: 'alerts', title: 'Output of monitors alerts'},
  'schemas/report.schema.json': {...OUTPUT, type: 'ReportOutput', name: 'report', title: 'Output of monitors report --suggest'},
  'schemas/checks.schema.json': {...OUTPUT, type: 'ChecksOutput', name: 'checks', title: 'Output of monitors checks'},
  'schemas/diff.schema.json': {...OUTPUT, type: 'DiffOutput', name: 'diff', title: 'Output of monitors diff'},
  'schemas/changes.schema.json': {...OUTPUT, type: 'ChangesOutput', name: 'changes', title: 'Output of monitors changes'},
  'schemas/tune.schema.json': {...OUTPUT, type: 'TuneOutput', name: 'tune', title: 'Output of monitors tune'},
  'schemas/run.schema.json': {...OUTPUT, type: 'RunOutput', name: 'run', title: 'Output of monitors run'},
  'schemas/try.schema.json': {...OUTPUT, type: 'TryOutput', name: 'try', title: 'Output of monitors try'},
  'schemas/explain.schema.json': {...OUTPUT, type: 'ExplainOutput', name: 'explain', title: 'Output of monitors explain'},
  'schemas/state.schema.json': {...OUTPUT, type: 'StateOutput', name: 'state', title: 'Output of the commands of monitors state'},
};

/** Part of the service's types that the tool itself reads; see src/core/service/table.ts. */
const TABLE = 'src/core/service/table.json';

/** Tags of the types that only the table needs; editors and validators do not know them. */
const TABLE_TAGS = ['answered', 'filledIn', 'foreign', 'kept', 'list', 'secret', 'references'];

/** Tags of the types that only editors need: values to offer, and what each word of an enumeration means. */
const EDITOR_TAGS = ['offer', 'meanings'];

/** The text that each generated file must have, by its path. */
function renderSchemas(declarations) {
  const generate = makeGenerator(declarations);
  const inputs = Object.entries(INPUTS).flatMap(([name, input]) => {
    const schema = generateSchema({...input, name}, generate);
    const editor = [`schemas/${name}.schema.json`, printDefinitions(makeEditorSchema(name, schema))];
    return input.isForEditors ? [editor] : [editor, [`schemas/strict/${name}.json`, print(withoutTags(schema, EDITOR_TAGS))]];
  });
  const outputs = Object.entries(SCHEMAS).map(([file, schema]) => [file, printDefinitions(generateSchema(schema, generate))]);
  return Object.fromEntries([...inputs, ...outputs, [TABLE, print(generateTable(generate))]]);
}

function withoutTags(schema, tags) {
  return JSON.parse(JSON.stringify(schema, (key, value) => (tags.includes(key) ? undefined : value)));
}

function print(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A line for each definition: white space would be a tenth of what is packed. */
function printDefinitions({definitions, ...root}) {
  const lines = Object.entries(definitions).map(([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`);
  return `${JSON.stringify(root).slice(0, -1)},"definitions":{\n${lines.join(',\n')}\n}}\n`;
}

/** Every object type of the service with its members, and every union with its types; by name. Our own `sync` comes last. */
function generateTable(generate) {
  const {definitions} = generate({type: 'MonitorCreateRequest'});
  Object.assign(definitions, generate({type: 'SpecSync'}).definitions);
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) => {
      const {properties, anyOf, filledIn, answered} = definition;
      if (properties !== undefined) {
        const members = mapValues(properties, property => describeMember(property, definitions));
        return [[name, {members, ...(filledIn === undefined ? {} : {filledIn}), ...(answered === undefined ? {} : {answered})}]];
      }
      if (countObjects(definition, definitions) < 2) return [];
      const objects = anyOf.filter(branch => isObjectSchema(branch, definitions));
      const types = objects.flatMap(({$ref}) => listTypes(definitions[nameOf($ref)].properties.type).map(type => [type, nameOf($ref)]));
      return [[name, {types: Object.fromEntries(types)}]];
    }),
  );
}

/** A member: its tags, and the type of the objects that stand in it or in its list. */
function describeMember(property, definitions) {
  const {default: standard, items} = property;
  const type = findTypeName(property, definitions);
  const tags = [...TABLE_TAGS, 'unit'].filter(tag => property[tag] !== undefined).map(tag => [tag, property[tag]]);
  return {
    ...(type === undefined ? {} : {type}),
    ...(items === undefined ? {} : {list: 'ordered'}),
    ...(isMap(property, definitions) ? {map: true} : {}),
    ...(standard === undefined ? {} : {default: standard}),
    ...Object.fromEntries(tags),
    // Without a value the tag means the documented default.
    ...(property.filledIn === true ? {filledIn: standard} : {}),
  };
}

/** Whether any names may stand in an object: it has no members of its own. */
function isMap(property, definitions) {
  const {type, properties} = resolve(property, definitions);
  return type === 'object' && properties === undefined;
}

/** The name of the object type, or of the union of them, that stands in a member. */
function findTypeName(property, definitions) {
  const {$ref, items, anyOf} = property;
  if (items !== undefined) return findTypeName(items, definitions);
  if ($ref === undefined) return anyOf?.map(branch => findTypeName(branch, definitions)).find(name => name !== undefined);
  const target = definitions[nameOf($ref)];
  const isType = target.properties !== undefined || countObjects(target, definitions) > 1;
  return isType ? nameOf($ref) : findTypeName(target, definitions);
}

function countObjects({anyOf = []}, definitions) {
  return anyOf.filter(branch => isObjectSchema(branch, definitions)).length;
}

function nameOf($ref) {
  return $ref.replace('#/definitions/', '');
}

/** Sources whose types are asked for. */
const SOURCES = '{core/specs/types,core/config/config,doors/outputs}';

/** Makes a function that makes the schema of a type. To read the sources takes most of the time: once for all. */
function makeGenerator(declarations) {
  const common = {
    ...DEFAULT_CONFIG,
    path: join(declarations, `src/${SOURCES}.d.ts`),
    tsconfig: DECLARATIONS_CONFIG,
    skipTypeCheck: true,
    jsDoc: 'extended',
    extraTags: ['unit', ...TABLE_TAGS, ...EDITOR_TAGS],
    sortProps: false,
  };
  const program = createProgram(common);
  return ({type, isOutput = false, topRef = true}) => {
    const config = {...common, type, topRef, additionalProperties: isOutput};
    return new SchemaGenerator(program, createParser(program, config), createFormatter(config), config).createSchema(type);
  };
}

function generateSchema({type, name, title, isOutput = false}, generate) {
  const generated = generate({type, isOutput, topRef: false});
  const {$schema, description, definitions = {}, ...rest} = generated;
  return {
    $schema,
    $id: `urn:monitors-as-code:schema:${name}`,
    title,
    description: readable(description),
    ...(isOutput ? rest : shape(rest, definitions)),
    definitions: isOutput ? withAnyJson(definitions) : mapValues(definitions, definition => shape(definition, definitions)),
  };
}

/** Passes on values that users or the service wrote: they may be any JSON, so the schema does not describe them. */
function withAnyJson({JsonObject, JsonValue, ...definitions}) {
  const names = name => JSON.stringify(definitions).includes(`"#/definitions/${name}"`);
  return {
    ...definitions,
    ...(JsonValue !== undefined && names('JsonValue') ? {JsonValue: {description: 'Any JSON value.'}} : {}),
    ...(JsonObject !== undefined && names('JsonObject') ? {JsonObject: {type: 'object', description: 'Any JSON object.'}} : {}),
  };
}

/** A schema whose unions have discriminators, so that a validator names the member that is wrong and not the union. */
function shape(schema, definitions) {
  if (Array.isArray(schema)) return schema.map(item => shape(item, definitions));
  if (typeof schema !== 'object' || schema === null) return schema;
  const {anyOf, description, properties, items, additionalProperties, ...others} = schema;
  const rest = Object.fromEntries(Object.entries(others).filter(([keyword]) => !TABLE_TAGS.includes(keyword)));
  return {
    ...rest,
    ...(anyOf === undefined ? {} : tellApart(anyOf, definitions)),
    ...(description === undefined ? {} : {description: readable(description)}),
    ...(properties === undefined ? {} : {properties: mapValues(properties, property => shape(property, definitions))}),
    ...(items === undefined ? {} : {items: shape(items, definitions)}),
    ...(additionalProperties === undefined ? {} : {additionalProperties: openAsTrue(additionalProperties)}),
  };
}

/** Tells the branches of a union apart: objects by their `type` (places of a state by their `backend`), others by their JSON type. */
function tellApart(branches, definitions) {
  const objects = branches.filter(branch => isObjectSchema(branch, definitions));
  const others = branches.filter(branch => !objects.includes(branch));
  if (others.length === 0) {
    // All types in one place: an editor that meets an unknown one would otherwise offer those of the first branch only.
    const all = branches.map(branch => resolve(branch, definitions).properties);
    const tag = all.every(({backend}) => backend !== undefined) ? 'backend' : 'type';
    const types = all.flatMap(properties => listTypes(properties[tag]));
    const [description, ...others] = new Set(all.map(properties => properties[tag].description));
    const tags = {enum: types, ...(description === undefined || others.length > 0 ? {} : {description})};
    return {type: 'object', discriminator: {propertyName: tag}, required: [tag], properties: {[tag]: tags}, oneOf: branches};
  }
  if (others.length === 1 && objects.length === 1) {
    const {type} = resolve(others[0], definitions);
    const choice = [['if', {type}], ...(others[0].$ref === undefined ? [] : [['then', others[0]]]), ['else', objects[0]]];
    return Object.fromEntries(choice);
  }
  const values = branches.flatMap(listValues);
  if (!values.includes(undefined)) return {enum: values};
  throw new Error(`a union that cannot be told apart: ${JSON.stringify(branches)}`);
}

/** The values that a schema allows; undefined among them where they cannot be listed. */
function listValues({type, enum: values, const: only}) {
  return type === 'boolean' && values === undefined && only === undefined ? [true, false] : (values ?? [only]);
}

function listTypes({enum: types, const: only}) {
  return types ?? [only];
}

function isObjectSchema(schema, definitions) {
  const resolved = resolve(schema, definitions);
  return resolved.type === 'object' || (resolved.anyOf ?? []).some(branch => isObjectSchema(branch, definitions));
}

function resolve(schema, definitions) {
  return schema.$ref === undefined ? schema : definitions[nameOf(schema.$ref)];
}

function openAsTrue(schema) {
  return typeof schema === 'object' && Object.keys(schema).length === 0 ? true : schema;
}

/** A description without its reference to the API documentation, which helps only readers of the source. */
function readable(description) {
  return description?.replace(/ \(Firecrawl API, "[^"]*"\)/g, '');
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, wanted] of Object.entries(withDeclarations(renderSchemas))) {
    const file = join(root, path);
    if (!process.argv.includes('--check')) writeFileSync(file, wanted);
    else if (read(file) !== wanted) {
      console.error(`${path} is not what the types say; run \`npm run schemas\` and commit it`);
      process.exitCode = 1;
    }
  }
}
