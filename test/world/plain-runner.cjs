const Module = require('node:module');
const {dirname, join, sep} = require('node:path');
const {createScriptTransformer} = require('@jest/transform');
const {default: runInContext} = require('jest-circus/runner');
const PlainEnvironment = require('./plain-environment.cjs');

/** Jest's own, which it loads for each test file. */
const CIRCUS = join(dirname(require.resolve('jest-circus')), 'jestAdapterInit.js');

/** Tests and their worlds keep things for one file. */
const TESTS = join(__dirname, '..') + sep;

let transformer;
const sourceMaps = new Map();

/** By the `transform` of jest.config.cjs. */
function loadTransformed(module, file) {
  const {code, sourceMapPath} = transformer.transform(file, {instrument: false});
  if (sourceMapPath !== null) sourceMaps.set(file, sourceMapPath);
  module._compile(code, file);
}
for (const ending of ['.ts', '.yml', '.bash', '.zsh', '.fish']) Module._extensions[ending] = loadTransformed;
// A module comes before data of the same name, as in the bundles.
const {'.json': loadJson} = Module._extensions;
delete Module._extensions['.json'];
Module._extensions['.json'] = loadJson;

// Whoever asks for it, as `moduleNameMapper` has it.
const STARTER = join(__dirname, 'child-process.cjs');
/** To know a test by its promises, Jest follows each promise of the process, 7 % of the time; here one test runs after the other. */
class OneAfterTheOther {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, act) {
    const before = this.#store;
    this.#store = store;
    try {
      return await act();
    } finally {
      this.#store = before;
    }
  }
}

const {_load: load} = Module;
Module._load = (request, parent, ...rest) => {
  if (request === 'node:async_hooks' && parent?.filename === CIRCUS) return {AsyncLocalStorage: OneAfterTheOther};
  return load(request === 'node:child_process' ? STARTER : request, parent, ...rest);
};
const {getBuiltinModule} = process;
const getModule = name => (name === 'node:child_process' ? require(STARTER) : getBuiltinModule(name));

/**
 * Runs one test file in the worker's own world (plain-environment.cjs), where the sources stay loaded, and compiled by V8, from file to
 * file: a fifth of the processor's time less than with a context for each. Tests and test/world are loaded for each file. A file that replaces
 * clocks or modules says `@jest-environment node` at its top, and gets a context of its own.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, sendMessageToJest) => {
  if (!(environment instanceof PlainEnvironment)) {
    return runInContext(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
  }
  for (const path of Object.keys(require.cache)) {
    if (path === CIRCUS || (path.startsWith(TESTS) && path.endsWith('.ts'))) delete require.cache[path];
  }
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  process.getBuiltinModule = getModule;
  transformer ??= await createScriptTransformer(config);
  const {initialize, runAndTransformResultsToJestFormat} = require(CIRCUS);
  const {snapshotState} = await initialize({
    ...{config, environment, globalConfig, runtime, sendMessageToJest, testPath},
    localRequire: require,
    parentProcess: process,
    setGlobalsForRuntime: () => {},
  });
  const {moduleMocker} = environment;
  globalThis.jest = {
    fn: (...args) => moduleMocker.fn(...args),
    spyOn: (...args) => moduleMocker.spyOn(...args),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    requireActual: Module.createRequire(testPath),
    setTimeout: milliseconds => {
      globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = milliseconds;
    },
  };
  require(testPath);
  // Jest writes stack traces by them.
  for (const [file, map] of sourceMaps) runtime.getSourceMaps().set(file, map);
  const results = await runAndTransformResultsToJestFormat({config, globalConfig, testPath});
  const {added, matched, unmatched, updated} = snapshotState;
  snapshotState.save();
  Object.assign(results.snapshot, {added, matched, unmatched, updated});
  return results;
};
