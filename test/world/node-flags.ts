/**
 * Flags with which tests start Node. On Node 20, V8 optimizes undici's HTTP parser as soon as the first answers come, and a process can't end
 * before that is through: a third of what each short command costs. What it does is the same either way.
 */
export const NODE_FLAGS = ['--wasm-tiering-budget=1000000000'];
