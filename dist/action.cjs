'use strict';
require('./monitors.cjs').startAction();
