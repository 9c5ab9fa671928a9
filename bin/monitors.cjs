#!/usr/bin/env node
'use strict';
require('../dist/monitors.cjs');
