const {createContext} = require('node:vm');
const {ModuleMocker} = require('jest-mock');
const {leaveToOtherDays} = require('./turns.cjs');

/**
 * The world of the worker itself, for plain-runner.cjs: tests and what they test need no context of their own, in which each name is
 * looked up slowly and all code begins cold. What Jest puts into the world for one file is taken back.
 */
module.exports = class PlainEnvironment {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new ModuleMocker(globalThis);
  /** For what Jest itself loads into a context. */
  #context = createContext();
  #exit = process.exit;
  #console = globalThis.console;
  #testPath;

  constructor(_config, {testPath}) {
    this.#testPath = testPath;
  }

  async setup() {}

  async teardown() {
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }

  handleTestEvent({name}, {rootDescribeBlock}) {
    if (name === 'run_start') leaveToOtherDays(rootDescribeBlock, this.#testPath);
  }

  getVmContext() {
    return this.#context;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
