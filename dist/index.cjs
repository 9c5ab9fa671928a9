'use strict';
const {MonitorsError, alerts, apply, changes, checks, diff, importMonitors, loadSpecs, plan, pull, readState, run, status, tune, validate} = require('./monitors.cjs');
module.exports = {MonitorsError, alerts, apply, changes, checks, diff, importMonitors, loadSpecs, plan, pull, readState, run, status, tune, validate};
