// biome-ignore lint/style/useNodejsImportProtocol: the other name leads to this file.
const real = require('child_process');
const {EventEmitter} = require('node:events');
const {mkdtempSync, openSync, readSync, writeSync} = require('node:fs');
const {tmpdir} = require('node:os');
const {basename, join} = require('node:path');
const {createInterface} = require('node:readline');
const {PassThrough, Writable} = require('node:stream');
const {promisify} = require('node:util');

/**
 * `node:child_process` as tests and what they test get it. To start a process, Node copies the page tables of the one that starts it: 4 ms
 * for the smallest, 10 for a test worker, which is most of what a git command costs. So short processes are started by a program in Python,
 * which copies none, beside each worker. What it can't do goes to Node's own functions.
 */
const KNOWN_OPTIONS = new Set([
  'cwd',
  'env',
  'encoding',
  'stdio',
  'input',
  'timeout',
  'maxBuffer',
  'killSignal',
  'windowsHide',
  'detached',
]);

/** Whether the small process can do it: known options, and no stream or file of this process. */
function isPlain(options) {
  const {stdio = 'pipe'} = options;
  const isPlainStream = stream => stream === 'pipe' || stream === 'ignore';
  return Object.keys(options).every(name => KNOWN_OPTIONS.has(name)) && [stdio].flat().every(isPlainStream);
}

const KEY = Symbol.for('monitors-spawn-server');
const PYTHON = Symbol.for('monitors-python');
const LINE_END = 10;

/** The small process of this worker: started once, for all suites. */
function openServer() {
  if (real[KEY]?.isGone === false) return real[KEY];
  const directory = mkdtempSync(join(tmpdir(), 'spawn-server-'));
  const pipes = ['requests', 'answers'].map(name => join(directory, name));
  real.execFileSync('mkfifo', pipes);
  const program = ['-X', 'utf8', '-I', '-S', join(__dirname, 'spawn-server.py'), ...pipes];
  const child = real.spawn('python3', program, {stdio: ['pipe', 'pipe', 'inherit']});
  // The second waits for the small process, and ends with it.
  const [requests, answers] = [openSync(pipes[0], 'r+'), openSync(pipes[1], 'r')];
  const server = {child, requests, answers, isGone: false, count: 0, open: new Map()};
  child.on('exit', () => {
    server.isGone = true;
  });
  createInterface({input: child.stdout}).on('line', line => {
    const message = JSON.parse(line);
    server.open.get(message.id)?.(message);
  });
  child.stdin.on('error', () => {});
  for (const part of [child, child.stdin, child.stdout]) part.unref();
  real[KEY] = server;
  return server;
}

function withPlace({cwd = process.cwd(), env = process.env, ...options}) {
  const entries = Object.entries(env).filter(([, value]) => value !== undefined);
  return {...options, cwd: String(cwd), env: Object.fromEntries(entries)};
}

const chunk = Buffer.alloc(65_536);

function readLine(file) {
  const read = [];
  for (;;) {
    const count = readSync(file, chunk);
    if (count === 0) throw new Error('the process that starts others has ended');
    read.push(Buffer.from(chunk.subarray(0, count)));
    if (chunk[count - 1] === LINE_END) return Buffer.concat(read).toString();
  }
}

function askServer(request) {
  const {requests, answers} = openServer();
  const whole = Buffer.from(`${JSON.stringify(request)}\n`);
  for (let sent = 0; sent < whole.length; ) sent += writeSync(requests, whole, sent);
  return JSON.parse(readLine(answers));
}

/** Arguments may be left out. */
function sort(args, options) {
  return Array.isArray(args) ? {args, options: options ?? {}} : {args: [], options: args ?? options ?? {}};
}

function makeError(name, {message, code, errno}, file, args) {
  const error = new Error(`${name} ${file} ${code ?? message}`);
  return Object.assign(error, {code, errno, syscall: `${name} ${file}`, path: file, spawnargs: args});
}

function spawnSync(file, given, more) {
  const {args, options} = sort(given, more);
  if (!isPlain(options)) return real.spawnSync(file, args, options);
  const {encoding, maxBuffer, input, ...rest} = withPlace(options);
  const fed = input === undefined ? {} : {input: Buffer.from(input).toString('base64')};
  const ended = askServer({file, args: args.map(String), options: {...rest, ...fed}});
  const decode = text => {
    if (text === null) return null;
    const bytes = Buffer.from(text, 'base64');
    return encoding === undefined || encoding === 'buffer' ? bytes : bytes.toString(encoding);
  };
  const [stdout, stderr] = [decode(ended.stdout), decode(ended.stderr)];
  const {pid, status, signal, error} = ended;
  const result = {pid, status, signal, stdout, stderr, output: [null, stdout, stderr]};
  return error === null ? result : {...result, error: makeError('spawnSync', error, file, args)};
}

function execFileSync(file, given, more) {
  const {args, options} = sort(given, more);
  if (!isPlain(options)) return real.execFileSync(file, args, options);
  const result = spawnSync(file, args, options);
  if (options.stdio === undefined && result.stderr?.length > 0) process.stderr.write(result.stderr);
  if (result.error !== undefined) throw Object.assign(result.error, result);
  if (result.status === 0) return result.stdout;
  const said = result.stderr?.length > 0 ? `\n${result.stderr}` : '';
  throw Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}${said}`), result);
}

/** A process that the small one has started; its number is known to that alone. */
class Started extends EventEmitter {
  exitCode = null;
  signalCode = null;
  killed = false;

  constructor(file, args, options) {
    super();
    const server = openServer();
    const {child, open} = server;
    const id = ++server.count;
    this.send = (act, more) => !server.isGone && child.stdin.write(`${JSON.stringify({act, id, ...more})}\n`);
    const streams = {stdout: new PassThrough(), stderr: new PassThrough()};
    const {send} = this;
    this.stdin = new Writable({
      write: (data, _encoding, done) => void done(void send('write', {data: data.toString('base64')})),
      final: done => void done(void send('end')),
    });
    Object.assign(this, streams);
    if (open.size === 0) child.stdout.ref();
    const finish = () => {
      open.delete(id);
      if (open.size === 0) child.stdout.unref();
    };
    const told = {
      data: ({name, data}) => streams[name].destroyed || streams[name].write(Buffer.from(data, 'base64')),
      error: ({error}) => this.emit('error', makeError('spawn', error, file, args)),
      close: async ({code, signal}) => {
        finish();
        [this.exitCode, this.signalCode] = [code, signal];
        this.emit('exit', code, signal);
        const left = Object.values(streams).filter(stream => !stream.closed);
        const ended = left.map(stream => new Promise(resolve => stream.once('close', resolve)));
        for (const stream of left) {
          stream.end();
          if (stream.readableFlowing === null && stream.listenerCount('readable') === 0) stream.resume();
        }
        await Promise.all(ended);
        this.emit('close', code, signal);
      },
    };
    open.set(id, message => told[message.type](message));
    send('start', {file, args: args.map(String), options: withPlace(options)});
  }

  kill(signal = 'SIGTERM') {
    this.killed = true;
    this.send('kill', {signal});
    return true;
  }
}

/** Git alone: others are started so where their number is wanted. */
function spawn(file, given, more) {
  const {args, options} = sort(given, more);
  const isGit = basename(file) === 'git' && isPlain(options) && [options.stdio ?? 'pipe'].flat().every(stream => stream === 'pipe');
  return isGit ? new Started(file, args, options) : real.spawn(file, given, more);
}

function execFile(file, ...rest) {
  const done = rest.at(-1);
  const {args, options} = sort(...rest.slice(0, -1));
  if (typeof done !== 'function' || !isPlain(options)) return real.execFile(file, ...rest);
  const {encoding = 'utf8', timeout = 0, killSignal = 'SIGTERM', maxBuffer, ...start} = options;
  const child = new Started(file, args, start);
  const collected = {stdout: [], stderr: []};
  for (const [name, chunks] of Object.entries(collected)) child[name].on('data', chunk => chunks.push(chunk));
  const timer = timeout > 0 ? setTimeout(() => child.kill(killSignal), timeout) : undefined;
  let failed = null;
  child.on('error', error => {
    failed = error;
  });
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    const [stdout, stderr] = Object.values(collected).map(chunks => {
      const whole = Buffer.concat(chunks);
      return encoding === 'buffer' || encoding === null ? whole : whole.toString(encoding);
    });
    if (failed === null && code === 0) return done(null, stdout, stderr);
    const cmd = [file, ...args].join(' ');
    const error = failed ?? Object.assign(new Error(`Command failed: ${cmd}\n${stderr}`), {code, killed: child.killed, signal});
    done(Object.assign(error, {cmd}), stdout, stderr);
  });
  return child;
}
execFile[promisify.custom] = real.execFile[promisify.custom];

// Elsewhere, pipes are other things.
if (process.platform === 'linux') real[PYTHON] ??= real.spawnSync('python3', ['-I', '-S', '-c', '']).status === 0;
module.exports = real[PYTHON] ? {...real, execFile, execFileSync, spawn, spawnSync} : real;
