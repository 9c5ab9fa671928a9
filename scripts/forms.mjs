/**
 * Counts the forms that a spec takes on its way: types with a member that holds a document or the body of a monitor, of parameters and
 * results of functions that ran. A new one is one more copy of the same thing to keep in mind.
 */
import {join, relative} from 'node:path';
import ts from 'typescript';

/** Types of JSON, and of bytes. */
const BODIES = new Set(['JsonObject', 'JsonValue', 'Buffer', 'Uint8Array']);

/** The names of the forms in the functions of a walk, sorted, each with its file. */
export function listForms(root, {files}) {
  const program = openProgram(root);
  const checker = program.getTypeChecker();
  const ran = new Map(files.map(({path, functions}) => [path, new Set(functions.map(({line}) => line))]));
  const found = new Map();
  for (const file of program.getSourceFiles()) {
    const lines = ran.get(relative(root, file.fileName).replaceAll('\\', '/'));
    if (lines === undefined) continue;
    for (const type of listTypes(file, lines, checker)) for (const one of listNamed(type, checker)) found.set(one.symbol, one);
  }
  return [...found.values()]
    .filter(({type}) => holdsBody(type, checker))
    .map(({name, file}) => `${name} (${relative(root, file).replaceAll('\\', '/')})`)
    .sort();
}

function openProgram(root) {
  const {config} = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const {fileNames, options} = ts.parseJsonConfigFileContent({...config, include: ['src']}, ts.sys, root);
  return ts.createProgram(fileNames, {...options, types: ['node'], incremental: false, tsBuildInfoFile: undefined});
}

/** The types of parameters and results of the functions that begin at some lines. */
function listTypes(file, lines, checker) {
  const types = [];
  const visit = node => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && lines.has(line)) {
      const signature = checker.getSignatureFromDeclaration(node);
      for (const parameter of signature?.parameters ?? []) types.push(checker.getTypeOfSymbolAtLocation(parameter, node));
      if (signature !== undefined) types.push(checker.getReturnTypeOfSignature(signature));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return types;
}

/** The types with a name of ours in a type: itself, the members of a union, what an array or a promise holds. */
function listNamed(type, checker, seen = new Set()) {
  if (seen.has(type)) return [];
  seen.add(type);
  const symbol = type.aliasSymbol ?? type.symbol;
  const inner = type.isUnion() && type.aliasSymbol === undefined ? type.types : argumentsOf(type, checker);
  const named = inner.flatMap(one => listNamed(one, checker, seen));
  const declaration = symbol?.declarations?.find(
    one => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one),
  );
  if (declaration === undefined) return named;
  return [{name: symbol.name, symbol, type, file: declaration.getSourceFile().fileName}, ...named];
}

function argumentsOf(type, checker) {
  return (type.objectFlags & ts.ObjectFlags.Reference) === 0 ? [] : checker.getTypeArguments(type);
}

/** Whether a member of a type, or what a getter returns, is JSON or bytes. */
function holdsBody(type, checker) {
  if (type.getProperties().length === 0 || BODIES.has((type.aliasSymbol ?? type.symbol).name)) return false;
  if (!isOurs(type)) return false;
  return type.getProperties().some(member => {
    const held = checker.getTypeOfSymbol(member);
    const [getter] = held.getCallSignatures().filter(({parameters}) => parameters.length === 0);
    return isBody(held, checker) || (getter !== undefined && isBody(checker.getReturnTypeOfSignature(getter), checker));
  });
}

function isBody(type, checker) {
  return listNamed(type, checker).some(({name}) => BODIES.has(name));
}

function isOurs(type) {
  const [declaration] = (type.aliasSymbol ?? type.symbol)?.declarations ?? [];
  return declaration !== undefined && !/[\\/]node_modules[\\/]/.test(declaration.getSourceFile().fileName);
}
