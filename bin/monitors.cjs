#!/usr/bin/env node
'use strict';
// Starts dist/monitors.cjs, and loads the files beside it that it asks for, with V8's compiled form of them from the user's
// cache directory, where there is one: that halves what a start costs over Node's own. Any trouble with that cache is the
// same as no cache.
// Old syntax on purpose: a Node that is too old must get as far as the message.
var NEEDED = [20, 18, 1];
var MOST_FILES = 28;
// A word that is missing here only shares its compiled code with others.
var COMMANDS = (
  'validate plan render try apply accept resolve import pull recover status checks diff run report state emulator ' +
  'changes alerts tune version __complete'
).split(' ');
// Set once the Node is known to know their names.
var fs;
var path;
var vm;

function isTooOld(version) {
  var parts = version.split('.').map(Number);
  for (var i = 0; i < NEEDED.length; i++) if (parts[i] !== NEEDED[i]) return parts[i] < NEEDED[i];
  return false;
}

if (isTooOld(process.versions.node)) {
  console.error(
    'monitors needs Node ' +
      NEEDED.join('.') +
      ' or later, and this is ' +
      process.versions.node +
      '\n   hint: install a newer Node: https://nodejs.org',
  );
  process.exitCode = 3;
} else {
  fs = require('node:fs');
  path = require('node:path');
  vm = require('node:vm');
  start();
}

function start() {
  var directory = path.join(__dirname, '../dist');
  var source = read(path.join(directory, 'monitors.cjs'));
  // Its first line names the build of all files.
  var build = /^\/\/ build ([0-9a-f]{16})\n/.exec(source);
  var cache = build === null || process.argv.indexOf('--no-cache') !== -1 ? null : cacheFile(build[1]);
  var loader = new Loader(directory, cache === null ? {} : readOwn(cache));
  if (cache !== null) {
    process.on('exit', function (exitCode) {
      if (loader.isNew) save(loader, cache, exitCode);
    });
  }
  loader.run('monitors.cjs', source).start();
}

// Files of dist/ are loaded here, each once, and everything else by Node.
function Loader(directory, known) {
  var foreign = require('node:module').createRequire(path.join(directory, 'monitors.cjs'));
  var modules = {};
  var scripts = {};
  var loader = this;
  this.isNew = false;
  this.run = function (name, source) {
    var file = path.join(directory, name);
    var script = new vm.Script(source, {filename: file, cachedData: known[name]});
    if (known[name] === undefined || script.cachedDataRejected) loader.isNew = true;
    scripts[name] = script;
    var module = {exports: {}};
    modules[name] = module;
    // Its value is the module's function, as the build wrote it.
    script.runInThisContext()(module.exports, load, module, file, directory);
    return module.exports;
  };
  // What this run did not load is kept for the next one.
  this.compiled = function () {
    var parts = Object.assign({}, known);
    for (var name in scripts) parts[name] = scripts[name].createCachedData();
    return parts;
  };
  function load(id) {
    if (!/^\.\/[\w-]+\.cjs$/.test(id)) return foreign(id);
    var name = id.slice(2);
    return modules[name] === undefined ? loader.run(name, read(path.join(directory, name))) : modules[name].exports;
  }
}

// The files of dist/ are ASCII.
function read(file) {
  return fs.readFileSync(file, 'latin1');
}

// Each command has compiled code of its own: only what it runs. The name is made of fixed words alone.
function cacheFile(build) {
  var directory = cacheDirectory(process.env);
  if (!path.isAbsolute(directory)) return null;
  var words = process.argv.slice(2);
  var word = COMMANDS.indexOf(words[0]) === -1 ? 'other' : words[0];
  if (words[0] === '--version' || words[0] === '-v') word = 'version';
  if (words.length === 0 || words[0] === 'help' || words.indexOf('--help') !== -1 || words.indexOf('-h') !== -1) word = 'help';
  return path.join(directory, ['code', build, process.versions.v8, process.arch, word].join('-'));
}

// The same place as src/core/files/cache-file.ts; empty without a home directory.
function cacheDirectory(env) {
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return path.join(env.XDG_CACHE_HOME, 'monitors');
  if (process.platform === 'win32' && env.LOCALAPPDATA && path.isAbsolute(env.LOCALAPPDATA))
    return path.join(env.LOCALAPPDATA, 'monitors', 'cache');
  return env.HOME ? path.join(env.HOME, '.cache', 'monitors') : '';
}

// Compiled code is code: it is taken only from a directory and a file that nobody else can write to.
function readOwn(cache) {
  var descriptor;
  try {
    if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory')) return {};
    descriptor = fs.openSync(cache, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0));
    if (isOwn(fs.fstatSync(descriptor), 'isFile')) return unseal(fs.readFileSync(descriptor));
  } catch (_error) {
    // Not there yet, or not ours.
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
  return {};
}

// Only a run that got to its end has compiled what the next one needs.
function save(loader, cache, exitCode) {
  if (exitCode > 2) return;
  var temporary = cache + '.tmp-' + process.pid + '-' + Date.now();
  try {
    makeDirectory(path.dirname(cache));
    if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory')) return;
    writeDurably(temporary, seal(loader.compiled()));
    fs.renameSync(temporary, cache);
    removeOldest(path.dirname(cache));
  } catch (_error) {
    try {
      fs.unlinkSync(temporary);
    } catch (_none) {
      // It was never made.
    }
  }
}

// Not with `recursive`, which tries for ever where a parent is there and takes no directory.
function makeDirectory(directory) {
  if (fs.existsSync(directory)) return;
  if (path.dirname(directory) !== directory) makeDirectory(path.dirname(directory));
  try {
    fs.mkdirSync(directory, 448);
  } catch (error) {
    if (!fs.existsSync(directory)) throw error;
  }
}

// Without it, a power cut could leave a file of the right length and no content.
function writeDurably(file, bytes) {
  var descriptor = fs.openSync(file, 'wx', 384);
  try {
    fs.writeFileSync(descriptor, bytes);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

// V8 believes what it is given and crashes on damage: the last four bytes are a sum over the others.
function seal(parts) {
  var names = Object.keys(parts);
  var list = names.map(function (name) {
    return name + ' ' + parts[name].length;
  });
  var pieces = [pad(Buffer.from(list.join(',') + '\n'))];
  names.forEach(function (name) {
    pieces.push(pad(parts[name]));
  });
  var sum = Buffer.alloc(4);
  var bytes = Buffer.concat(pieces);
  sum.writeUInt32LE(sumUp(bytes), 0);
  return Buffer.concat([bytes, sum]);
}

// The compiled code of each file, by its name.
function unseal(bytes) {
  var parts = {};
  if (bytes.length < 4) return parts;
  var data = bytes.subarray(0, bytes.length - 4);
  if (sumUp(data) !== bytes.readUInt32LE(data.length)) return parts;
  var head = data.toString('latin1', 0, data.indexOf(10));
  var place = padded(head.length + 1);
  head.split(',').forEach(function (entry) {
    var words = entry.split(' ');
    parts[words[0]] = data.subarray(place, place + Number(words[1]));
    place += padded(Number(words[1]));
  });
  return parts;
}

// V8 copies what does not begin at a multiple of eight.
function padded(length) {
  return Math.ceil(length / 8) * 8;
}

function pad(bytes) {
  return Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}

// Every 64th word: damage by disks comes in blocks, and each microsecond counts here.
function sumUp(data) {
  // The file's bytes begin at a multiple of eight, in memory of their own or in Node's pool.
  var words = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
  var sum = data.length;
  for (var i = 0; i < words.length; i += 64) sum = (Math.imul(sum, 31) + words[i]) | 0;
  return sum >>> 0;
}

// A few builds and Nodes side by side keep theirs.
function removeOldest(directory) {
  var files = fs.readdirSync(directory).filter(function (name) {
    return /^code-/.test(name);
  });
  if (files.length <= MOST_FILES) return;
  files
    .map(function (name) {
      return {path: path.join(directory, name), time: fs.lstatSync(path.join(directory, name)).mtimeMs};
    })
    .sort(function (a, b) {
      return b.time - a.time;
    })
    .slice(MOST_FILES)
    .forEach(function (old) {
      fs.unlinkSync(old.path);
    });
}

function isOwn(stat, kind) {
  return stat[kind]() && (!process.getuid || (stat.uid === process.getuid() && (stat.mode & 63) === 0));
}
