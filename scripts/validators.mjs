/**
 * Compiles the checked-in schemas into JavaScript below src/core/specs/generated/: validators that load without ajv, and a
 * small table of each object's members that findings draw their suggestions from.
 */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {Ajv} from 'ajv';
import compileStandalone from 'ajv/dist/standalone/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const directory = join(root, 'src/core/specs/generated');

/** Writes the validators of specs and config files. Files that are up to date are left alone. */
export async function buildValidators() {
  mkdirSync(directory, {recursive: true});
  buildValidator('spec');
  buildValidator('config');
}

function buildValidator(name) {
  const schema = JSON.parse(readFileSync(join(root, `schemas/strict/${name}.json`), 'utf8'));
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    inlineRefs: false,
    messages: false,
    code: {source: true, optimize: 2},
    schemas: [withoutAnnotations(schema)],
  });
  const code = shorten(joinInPlace(compileStandalone.default(ajv, {validate: schema.$id})));
  write(`${name}-validator.js`, `${code}\nexports.shapes = ${JSON.stringify(listShapes(schema))};\n`);
  write(`${name}-validator.d.ts`, DECLARATIONS);
}

/**
 * ajv copies all errors found so far each time it adds those of a referenced schema: with 200,000 bad items that takes
 * minutes. Appending to the same list takes milliseconds.
 */
function joinInPlace(code) {
  const joined = code.replace(
    /vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\)/g,
    'joinErrors(vErrors, $1.errors)',
  );
  if (joined.includes('.concat(')) throw new Error('ajv writes the joining of errors differently now: see joinInPlace');
  return `${joined}
function joinErrors(list, more) {
  if (list === null) return more;
  for (const error of more) list.push(error);
  return list;
}`;
}

/**
 * Leaves out what findings never use: half of the code, which a start without compiled code reads, and an object for each call of a
 * referenced schema. Fails where something of it is still there.
 */
function shorten(code) {
  const short = code
    .replace(/if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}/g, 'vErrors = addError(vErrors, $1);')
    .replace(/schemaPath:"[^"]*",/g, '')
    .replace(/\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, 'instancePath = ""')
    .replace(CALL, (_all, call, path = 'instancePath') => `${call}${path}`);
  const left = /parentData|rootData|schemaPath|vErrors\.push/.exec(short);
  if (left !== null) throw new Error(`ajv writes ${left[0]} differently now: see shorten`);
  return `${withoutSchemas(short)}
function addError(list, error) {
  if (list === null) return [error];
  list.push(error);
  return list;
}`;
}

/** The call of another validator: up to its second argument, and the path in that. */
const CALL =
  /(validate\d+\([^{}()]*, )\{instancePath(?::((?:(?!,parentData).)*))?,parentData(?::[^,]*)?,parentDataProperty(?::[^,]*)?,rootData\}/g;

/** Keeps of the schemas that stand in the code the members that it reads, and of its tables of members the names. */
function withoutSchemas(code) {
  return code.replace(
    /const (schema\d+) = (\{(?:[^"{};]|"(?:[^"\\]|\\.)*"|[{}])*?\});(?=const |function |exports|\n|$)/g,
    (_all, name, text) => {
      const [, ...uses] = code.matchAll(new RegExp(`\\b${name}\\b((?:\\.\\w+)*)`, 'g'));
      const schema = JSON.parse(text);
      const kept = {};
      for (const path of uses.map(([, chain]) => chain.split('.').slice(1)).sort((a, b) => a.length - b.length))
        keepMember(kept, schema, path);
      return uses.length === 0 ? '' : `const ${name} = ${JSON.stringify(kept)};`;
    },
  );
}

function keepMember(kept, schema, [name, ...rest]) {
  if (rest.length === 0) kept[name] = name === 'properties' ? mapValues(schema[name], () => ({})) : schema[name];
  else {
    kept[name] ??= {};
    keepMember(kept[name], schema[name], rest);
  }
}

/**
 * Removes annotations: they are for people only, and would double the size of the validator; formats are judged by the
 * rules beyond the schema.
 */
function withoutAnnotations(schema) {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (typeof schema !== 'object' || schema === null) return schema;
  const {title, description, examples, default: _default, unit, format, properties, definitions, ...rest} = schema;
  return {
    ...mapValues(rest, withoutAnnotations),
    // Beside a discriminator they say again, for editors, what the branches say.
    ...(properties === undefined || rest.discriminator !== undefined ? {} : {properties: mapValues(properties, withoutAnnotations)}),
    ...(definitions === undefined ? {} : {definitions: mapValues(definitions, withoutAnnotations)}),
  };
}

/** The members that each object knows and the types that each union knows, by the name of the definition. */
function listShapes(schema) {
  const shapes = Object.entries({root: schema, ...schema.definitions}).flatMap(([name, definition]) => {
    if (definition.discriminator !== undefined) return [[name, toUnionShape(definition, schema)]];
    const values = definition.additionalProperties?.$ref;
    if (values !== undefined) return [[name, {kind: 'map', values: nameOf(values)}]];
    return definition.properties === undefined ? [] : [[name, toObjectShape(definition, schema)]];
  });
  return Object.fromEntries(shapes);
}

function toUnionShape({oneOf, discriminator: {propertyName: tag}}, schema) {
  const types = oneOf.flatMap(({$ref}) => {
    const type = resolve({$ref}, schema).properties[tag];
    return (type.enum ?? [type.const]).map(value => [value, nameOf($ref)]);
  });
  return {kind: 'union', tag, types: Object.fromEntries(types)};
}

function toObjectShape({properties, required = []}, schema) {
  const samples = required.flatMap(name => {
    const example = (properties[name].examples ?? resolve(properties[name], schema).examples)?.[0];
    return example === undefined ? [] : [[name, `${name}: ${toFlow(example)}`]];
  });
  return {
    kind: 'object',
    members: mapValues(properties, property => findShapeName(property, schema)),
    samples: Object.fromEntries(samples),
    readsText: Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) => {
        const type = findTextReading(property, schema);
        return type === undefined ? [] : [[name, type]];
      }),
    ),
  };
}

/**
 * Finds the type as which a text in a member, or in its list, has to be read: undefined where text is allowed, and
 * where only objects are.
 */
function findTextReading(property, schema) {
  const {items, if: choice, enum: values, type} = resolve(property, schema);
  if (items !== undefined) return findTextReading(items, schema);
  const types = values?.map(value => typeof value) ?? [choice?.type ?? type].flat();
  if (types.includes('boolean')) return 'boolean';
  return !types.includes('string') && types.some(name => name === 'number' || name === 'integer') ? 'number' : undefined;
}

/** The shape of the objects that stand in a member: itself, its items, or the object of a choice; null for plain values. */
function findShapeName(property, schema) {
  const inner = property.items ?? property.else;
  if (inner !== undefined) return findShapeName(inner, schema);
  if (property.$ref === undefined) return null;
  const definition = resolve(property, schema);
  return definition.type === 'object' ? nameOf(property.$ref) : findShapeName(definition, schema);
}

function resolve(property, schema) {
  return property.$ref === undefined ? property : schema.definitions[nameOf(property.$ref)];
}

function nameOf($ref) {
  return $ref.replace('#/definitions/', '');
}

/** A value as YAML on one line. */
function toFlow(value) {
  if (Array.isArray(value)) return `[${value.map(toFlow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}: ${toFlow(item)}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' && /^[A-Za-z][\w ./:?=-]*$/.test(value) && !value.includes(': ') ? value : JSON.stringify(value);
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function write(name, text) {
  const file = join(directory, name);
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // Not there yet.
  }
  writeFileSync(file, text);
}

const DECLARATIONS = `import type {SchemaValidator, Shapes} from '../shape/shapes';

export declare const validate: SchemaValidator;
export declare const shapes: Shapes;
`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildValidators();
