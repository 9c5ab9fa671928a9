#!/usr/bin/env node
'use strict';
// Starts dist/monitors.cjs with V8's compiled form of it from the user's cache directory, where there is one: that
// halves what a start costs over Node's own. Any trouble with that cache is the same as no cache.
// Old syntax on purpose: a Node that is too old must get as far as the message.
var NEEDED = [20, 18, 1];
var MOST_FILES = 24;
// A word that is missing here only shares its compiled code with others.
var COMMANDS = 'init validate plan apply resolve import pull recover state schema emulator completion __complete'.split(' ');
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
  var file = path.join(__dirname, '../dist/monitors.cjs');
  // The bundle is ASCII; its first line names the build.
  var source = fs.readFileSync(file, 'latin1');
  var build = /^\/\/ build ([0-9a-f]{16})\n/.exec(source);
  var cache = build === null || process.argv.indexOf('--no-cache') !== -1 ? null : cacheFile(build[1]);
  var cached = cache === null ? undefined : readOwn(cache);
  // Its value is the module's function, as the build wrote it.
  var script = new vm.Script(source, {filename: file, cachedData: cached});
  if (cache !== null && (cached === undefined || script.cachedDataRejected)) {
    process.on('exit', function (exitCode) {
      save(script, cache, exitCode);
    });
  }
  var bundle = {exports: {}};
  script.runInThisContext()(bundle.exports, require('node:module').createRequire(file), bundle, file, path.dirname(file));
  bundle.exports.start();
}

// Each command has compiled code of its own: only what it runs. The name is made of fixed words alone.
function cacheFile(build) {
  var home = process.env.XDG_CACHE_HOME || (process.env.HOME ? path.join(process.env.HOME, '.cache') : '');
  if (!path.isAbsolute(home)) return null;
  var words = process.argv.slice(2);
  var word = COMMANDS.indexOf(words[0]) === -1 ? 'other' : words[0];
  if (words.length === 0 || words[0] === 'help' || words.indexOf('--help') !== -1 || words.indexOf('-h') !== -1) word = 'help';
  return path.join(home, 'monitors', ['code', build, process.versions.v8, process.arch, word].join('-'));
}

// Compiled code is code: it is taken only from a directory and a file that nobody else can write to.
function readOwn(cache) {
  var descriptor;
  try {
    if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory')) return undefined;
    descriptor = fs.openSync(cache, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0));
    if (isOwn(fs.fstatSync(descriptor), 'isFile')) return unseal(fs.readFileSync(descriptor));
  } catch (_error) {
    // Not there yet, or not ours.
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
  return undefined;
}

// Only a run that got to its end has compiled what the next one needs.
function save(script, cache, exitCode) {
  if (exitCode > 2) return;
  var temporary = cache + '.tmp-' + process.pid + '-' + Date.now();
  try {
    fs.mkdirSync(path.dirname(cache), {recursive: true, mode: 448});
    if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory')) return;
    writeDurably(temporary, seal(script.createCachedData()));
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
function seal(data) {
  var bytes = Buffer.alloc(data.length + 4);
  data.copy(bytes);
  bytes.writeUInt32LE(sumUp(data), data.length);
  return bytes;
}

function unseal(bytes) {
  if (bytes.length < 4) return undefined;
  var data = bytes.subarray(0, bytes.length - 4);
  return sumUp(data) === bytes.readUInt32LE(data.length) ? data : undefined;
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
