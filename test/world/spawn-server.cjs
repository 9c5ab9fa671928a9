const {spawn} = require('node:child_process');
const {openSync, writeSync} = require('node:fs');
const {Socket} = require('node:net');
const {deserialize, serialize} = require('node:v8');

/** Starts processes for a process that is larger: see child-process.cjs. Messages are answered as things happen, requests in a pipe at the end. */
const [, , requests, answers] = process.argv;

const running = new Map();

function describe({message, code, errno}) {
  return {message, code, errno};
}

const acts = {
  start: ({id, file, args, options}) => {
    const tell = (type, more) => process.connected && process.send({id, type, ...more});
    const child = spawn(file, args, options);
    running.set(id, child);
    for (const name of ['stdout', 'stderr']) child[name]?.on('data', data => tell('data', {name, data}));
    child.stdin?.on('error', () => {});
    child.on('error', error => tell('error', {error: describe(error)}));
    child.on('close', (code, signal) => {
      running.delete(id);
      tell('close', {code, signal});
    });
  },
  write: ({id, data}) => running.get(id)?.stdin?.write(data),
  end: ({id}) => running.get(id)?.stdin?.end(),
  kill: ({id, signal}) => running.get(id)?.kill(signal),
};

process.on('message', message => acts[message.act](message));
process.on('disconnect', () => process.exit());

/** Runs a process to its end; like `spawnSync` but for the encoding. */
function run({file, args, options: {input, timeout, killSignal, ...options}}, done) {
  const child = spawn(file, args, options);
  const collected = {stdout: [], stderr: []};
  for (const [name, chunks] of Object.entries(collected)) child[name]?.on('data', chunk => chunks.push(chunk));
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  let error = null;
  const late = () => {
    error = {message: 'ETIMEDOUT', code: 'ETIMEDOUT', errno: -110};
    child.kill(killSignal);
  };
  const timer = timeout > 0 ? setTimeout(late, timeout) : undefined;
  child.on('error', failed => {
    error = describe(failed);
  });
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    const textOf = name => (child[name] === null ? null : Buffer.concat(collected[name]));
    // A process that could not be started has a negative code.
    done({pid: child.pid ?? 0, status: code < 0 ? null : code, signal, stdout: textOf('stdout'), stderr: textOf('stderr'), error});
  });
}

const answering = openSync(answers, 'r+');

function answer(value) {
  const body = serialize(value);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  const whole = Buffer.concat([size, body]);
  for (let sent = 0; sent < whole.length; ) sent += writeSync(answering, whole, sent);
}

let received = Buffer.alloc(0);
new Socket({fd: openSync(requests, 'r+')}).on('data', chunk => {
  received = Buffer.concat([received, chunk]);
  while (received.length >= 4 && received.length >= 4 + received.readUInt32LE()) {
    const end = 4 + received.readUInt32LE();
    const request = deserialize(received.subarray(4, end));
    received = received.subarray(end);
    run(request, answer);
  }
});
