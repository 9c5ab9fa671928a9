#!/usr/bin/env node
'use strict';
// Starts dist/monitors.cjs, with V8's compiled form of it from the user's cache directory where there is one: that
// saves a third of a start. Everything about the cache is optional; any trouble with it is the same as no cache.
// Old syntax on purpose: a Node that is too old must get as far as the message.
var NEEDED = [20, 18, 1];

function isTooOld(version) {
  var parts = version.split('.').map(Number);
  for (var i = 0; i < NEEDED.length; i++) if (parts[i] !== NEEDED[i]) return parts[i] < NEEDED[i];
  return false;
}

if (isTooOld(process.versions.node)) {
  console.error('monitors needs Node ' + NEEDED.join('.') + ' or later, and this is ' + process.versions.node + '\n   hint: install a newer Node: https://nodejs.org');
  process.exitCode = 3;
} else {
  start();
}

function start() {
  var fs = require('node:fs');
  var path = require('node:path');
  var vm = require('node:vm');
  var file = path.join(__dirname, '../dist/monitors.cjs');
  var source = fs.readFileSync(file, 'utf8');
  var build = /^\/\/ build ([0-9a-f]+)/.exec(source);
  var cache = build === null || process.argv.indexOf('--no-cache') !== -1 ? null : cacheFile(build[1]);
  var cached = cache === null ? undefined : readOwn(cache);
  var script = new vm.Script('(function (exports, require, module, __filename, __dirname) {' + source + '\n})', {
    filename: file,
    cachedData: cached,
    // Commands are loaded when they are needed, by plain `require` of what is bundled: no dynamic import leaves the bundle.
  });
  var module_ = {exports: {}};
  if (cache !== null && (cached === undefined || script.cachedDataRejected)) {
    process.on('exit', function () {
      writeOwn(cache, script.createCachedData());
    });
  }
  script.runInThisContext()(module_.exports, require, module_, file, path.dirname(file));

  function cacheFile(name) {
    var home = process.env.XDG_CACHE_HOME || (process.env.HOME ? path.join(process.env.HOME, '.cache') : '');
    if (!path.isAbsolute(home)) return null;
    return path.join(home, 'monitors', 'code-' + [name, process.versions.v8, process.arch].join('-') + '.bin');
  }

  // Compiled code is code: it is taken only from a directory and a file that nobody else can write to.
  function readOwn(cache) {
    try {
      if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory') || !isOwn(fs.lstatSync(cache), 'isFile')) return undefined;
      return fs.readFileSync(cache);
    } catch (error) {
      return undefined;
    }
  }

  function writeOwn(cache, data) {
    var temporary = cache + '.tmp-' + process.pid + '-' + Date.now();
    try {
      fs.mkdirSync(path.dirname(cache), {recursive: true, mode: 448});
      if (!isOwn(fs.lstatSync(path.dirname(cache)), 'isDirectory')) return;
      fs.writeFileSync(temporary, data, {flag: 'wx', mode: 384});
      fs.renameSync(temporary, cache);
      removeOthers(cache);
    } catch (error) {
      try {
        fs.unlinkSync(temporary);
      } catch (none) {}
    }
  }

  // One build and one Node a user is the usual case: what other builds left is removed.
  function removeOthers(cache) {
    var directory = path.dirname(cache);
    fs.readdirSync(directory).forEach(function (name) {
      if (/^code-.*\.bin$/.test(name) && name !== path.basename(cache)) fs.unlinkSync(path.join(directory, name));
    });
  }

  function isOwn(stat, kind) {
    return stat[kind]() && (!process.getuid || (stat.uid === process.getuid() && (stat.mode & 63) === 0));
  }
}
