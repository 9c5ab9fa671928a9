'use strict';
const {MonitorsError, apply, changes, importMonitors, loadSpecs, plan, pull, readState, validate} = require('./monitors.cjs');
module.exports = {MonitorsError, apply, changes, importMonitors, loadSpecs, plan, pull, readState, validate};
