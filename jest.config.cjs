const {availableParallelism} = require('node:os');
const leftOut = require('./test/left-out.json')[process.platform] ?? [];

/** Unit and integration tests share one runner; the bundle that CLI tests start is built by `npm test` before Jest runs. */
module.exports = {
  testEnvironment: '<rootDir>/test/world/plain-environment.cjs',
  testRunner: '<rootDir>/test/world/plain-runner.cjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // What can't run on macOS or Windows, with the reason.
  testPathIgnorePatterns: ['/node_modules/', ...leftOut.flatMap(({tests}) => tests.map(path => `${path.replaceAll('/', '[/\\\\]')}$`))],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {jsc: {target: 'es2022', parser: {syntax: 'typescript', decorators: false}}, module: {type: 'commonjs'}, sourceMaps: true},
    ],
    '\\.(yml|bash|zsh|fish)$': '<rootDir>/test/world/text-transform.cjs',
  },
  // To start a process from a large one is slow.
  moduleNameMapper: {'^node:child_process$': '<rootDir>/test/world/child-process.cjs'},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/build/'],
  testSequencer: '<rootDir>/test/world/longest-first.cjs',
  globalSetup: '<rootDir>/test/world/shared-cache-setup.cjs',
  globalTeardown: '<rootDir>/test/world/shared-cache-teardown.cjs',
  // Tests run in a context of their own, in which each look-up of a global name is slow: a quarter of what the crash loops cost. Only
  // what the language has and no test replaces.
  sandboxInjectedGlobals: [
    ...['Array', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'RegExp', 'Set', 'String', 'Symbol', 'Uint8Array'],
  ],
  testTimeout: 60_000,
  // The tests wait for processes and sockets as much as they compute: two more than there are processors.
  maxWorkers: availableParallelism() + 2,
};
