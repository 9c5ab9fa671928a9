(main => typeof module === 'object' ? main(exports, require, module, __filename, __dirname) : main)(
function (exports, require, module, __filename, __dirname) {
const bundles = {};
const askBundle = (name, module) => (bundles[name] ??= require(name).modules)[module]();
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// node_modules/clipanion/lib/constants.js
var require_constants = __commonJS({
  "node_modules/clipanion/lib/constants.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var NODE_INITIAL = 0;
    var NODE_SUCCESS = 1;
    var NODE_ERRORED = 2;
    var START_OF_INPUT = ``;
    var END_OF_INPUT = `\0`;
    var HELP_COMMAND_INDEX = -1;
    var HELP_REGEX = /^(-h|--help)(?:=([0-9]+))?$/;
    var OPTION_REGEX = /^(--[a-z]+(?:-[a-z]+)*|-[a-zA-Z]+)$/;
    var BATCH_REGEX = /^-[a-zA-Z]{2,}$/;
    var BINDING_REGEX = /^([^=]+)=([\s\S]*)$/;
    var DEBUG = process.env.DEBUG_CLI === `1`;
    exports2.BATCH_REGEX = BATCH_REGEX;
    exports2.BINDING_REGEX = BINDING_REGEX;
    exports2.DEBUG = DEBUG;
    exports2.END_OF_INPUT = END_OF_INPUT;
    exports2.HELP_COMMAND_INDEX = HELP_COMMAND_INDEX;
    exports2.HELP_REGEX = HELP_REGEX;
    exports2.NODE_ERRORED = NODE_ERRORED;
    exports2.NODE_INITIAL = NODE_INITIAL;
    exports2.NODE_SUCCESS = NODE_SUCCESS;
    exports2.OPTION_REGEX = OPTION_REGEX;
    exports2.START_OF_INPUT = START_OF_INPUT;
  }
});

// node_modules/clipanion/lib/errors.js
var require_errors = __commonJS({
  "node_modules/clipanion/lib/errors.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var constants = require_constants();
    var UsageError = class extends Error {
      constructor(message) {
        super(message);
        this.clipanion = { type: `usage` };
        this.name = `UsageError`;
      }
    };
    var UnknownSyntaxError = class extends Error {
      constructor(input, candidates) {
        super();
        this.input = input;
        this.candidates = candidates;
        this.clipanion = { type: `none` };
        this.name = `UnknownSyntaxError`;
        if (this.candidates.length === 0) {
          this.message = `Command not found, but we're not sure what's the alternative.`;
        } else if (this.candidates.every((candidate) => candidate.reason !== null && candidate.reason === candidates[0].reason)) {
          const [{ reason }] = this.candidates;
          this.message = `${reason}

${this.candidates.map(({ usage }) => `$ ${usage}`).join(`
`)}`;
        } else if (this.candidates.length === 1) {
          const [{ usage }] = this.candidates;
          this.message = `Command not found; did you mean:

$ ${usage}
${whileRunning(input)}`;
        } else {
          this.message = `Command not found; did you mean one of:

${this.candidates.map(({ usage }, index) => {
            return `${`${index}.`.padStart(4)} ${usage}`;
          }).join(`
`)}

${whileRunning(input)}`;
        }
      }
    };
    var AmbiguousSyntaxError = class extends Error {
      constructor(input, usages) {
        super();
        this.input = input;
        this.usages = usages;
        this.clipanion = { type: `none` };
        this.name = `AmbiguousSyntaxError`;
        this.message = `Cannot find which to pick amongst the following alternatives:

${this.usages.map((usage, index) => {
          return `${`${index}.`.padStart(4)} ${usage}`;
        }).join(`
`)}

${whileRunning(input)}`;
      }
    };
    var whileRunning = (input) => `While running ${input.filter((token) => {
      return token !== constants.END_OF_INPUT;
    }).map((token) => {
      const json = JSON.stringify(token);
      if (token.match(/\s/) || token.length === 0 || json !== `"${token}"`) {
        return json;
      } else {
        return token;
      }
    }).join(` `)}`;
    exports2.AmbiguousSyntaxError = AmbiguousSyntaxError;
    exports2.UnknownSyntaxError = UnknownSyntaxError;
    exports2.UsageError = UsageError;
  }
});

// node_modules/clipanion/lib/format.js
var require_format = __commonJS({
  "node_modules/clipanion/lib/format.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var MAX_LINE_LENGTH = 80;
    var richLine = Array(MAX_LINE_LENGTH).fill(`\u2501`);
    for (let t = 0; t <= 24; ++t)
      richLine[richLine.length - t] = `\x1B[38;5;${232 + t}m\u2501`;
    var richFormat = {
      header: (str) => `\x1B[1m\u2501\u2501\u2501 ${str}${str.length < MAX_LINE_LENGTH - 5 ? ` ${richLine.slice(str.length + 5).join(``)}` : `:`}\x1B[0m`,
      bold: (str) => `\x1B[1m${str}\x1B[22m`,
      error: (str) => `\x1B[31m\x1B[1m${str}\x1B[22m\x1B[39m`,
      code: (str) => `\x1B[36m${str}\x1B[39m`
    };
    var textFormat = {
      header: (str) => str,
      bold: (str) => str,
      error: (str) => str,
      code: (str) => str
    };
    function dedent(text11) {
      const lines = text11.split(`
`);
      const nonEmptyLines = lines.filter((line) => line.match(/\S/));
      const indent = nonEmptyLines.length > 0 ? nonEmptyLines.reduce((minLength, line) => Math.min(minLength, line.length - line.trimStart().length), Number.MAX_VALUE) : 0;
      return lines.map((line) => line.slice(indent).trimRight()).join(`
`);
    }
    function formatMarkdownish(text11, { format, paragraphs }) {
      text11 = text11.replace(/\r\n?/g, `
`);
      text11 = dedent(text11);
      text11 = text11.replace(/^\n+|\n+$/g, ``);
      text11 = text11.replace(/^(\s*)-([^\n]*?)\n+/gm, `$1-$2

`);
      text11 = text11.replace(/\n(\n)?\n*/g, ($0, $1) => $1 ? $1 : ` `);
      if (paragraphs) {
        text11 = text11.split(/\n/).map((paragraph) => {
          const bulletMatch = paragraph.match(/^\s*[*-][\t ]+(.*)/);
          if (!bulletMatch)
            return paragraph.match(/(.{1,80})(?: |$)/g).join(`
`);
          const indent = paragraph.length - paragraph.trimStart().length;
          return bulletMatch[1].match(new RegExp(`(.{1,${78 - indent}})(?: |$)`, `g`)).map((line, index) => {
            return ` `.repeat(indent) + (index === 0 ? `- ` : `  `) + line;
          }).join(`
`);
        }).join(`

`);
      }
      text11 = text11.replace(/(`+)((?:.|[\n])*?)\1/g, ($0, $1, $2) => {
        return format.code($1 + $2 + $1);
      });
      text11 = text11.replace(/(\*\*)((?:.|[\n])*?)\1/g, ($0, $1, $2) => {
        return format.bold($1 + $2 + $1);
      });
      return text11 ? `${text11}
` : ``;
    }
    exports2.formatMarkdownish = formatMarkdownish;
    exports2.richFormat = richFormat;
    exports2.textFormat = textFormat;
  }
});

// node_modules/clipanion/lib/advanced/options/utils.js
var require_utils = __commonJS({
  "node_modules/clipanion/lib/advanced/options/utils.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var errors = require_errors();
    var isOptionSymbol = /* @__PURE__ */ Symbol(`clipanion/isOption`);
    function makeCommandOption(spec) {
      return { ...spec, [isOptionSymbol]: true };
    }
    function rerouteArguments(a, b) {
      if (typeof a === `undefined`)
        return [a, b];
      if (typeof a === `object` && a !== null && !Array.isArray(a)) {
        return [void 0, a];
      } else {
        return [a, b];
      }
    }
    function cleanValidationError(message, { mergeName = false } = {}) {
      const match = message.match(/^([^:]+): (.*)$/m);
      if (!match)
        return `validation failed`;
      let [, path, line] = match;
      if (mergeName)
        line = line[0].toLowerCase() + line.slice(1);
      line = path !== `.` || !mergeName ? `${path.replace(/^\.(\[|$)/, `$1`)}: ${line}` : `: ${line}`;
      return line;
    }
    function formatError(message, errors$1) {
      if (errors$1.length === 1) {
        return new errors.UsageError(`${message}${cleanValidationError(errors$1[0], { mergeName: true })}`);
      } else {
        return new errors.UsageError(`${message}:
${errors$1.map((error) => `
- ${cleanValidationError(error)}`).join(``)}`);
      }
    }
    function applyValidator(name, value, validator) {
      if (typeof validator === `undefined`)
        return value;
      const errors2 = [];
      const coercions = [];
      const coercion = (v) => {
        const orig = value;
        value = v;
        return coercion.bind(null, orig);
      };
      const check = validator(value, { errors: errors2, coercions, coercion });
      if (!check)
        throw formatError(`Invalid value for ${name}`, errors2);
      for (const [, op] of coercions)
        op();
      return value;
    }
    exports2.applyValidator = applyValidator;
    exports2.cleanValidationError = cleanValidationError;
    exports2.formatError = formatError;
    exports2.isOptionSymbol = isOptionSymbol;
    exports2.makeCommandOption = makeCommandOption;
    exports2.rerouteArguments = rerouteArguments;
  }
});

// node_modules/typanion/lib/index.js
var require_lib = __commonJS({
  "node_modules/typanion/lib/index.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var simpleKeyRegExp = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
    function getPrintable(value) {
      if (value === null)
        return `null`;
      if (value === void 0)
        return `undefined`;
      if (value === ``)
        return `an empty string`;
      if (typeof value === "symbol")
        return `<${value.toString()}>`;
      if (Array.isArray(value))
        return `an array`;
      return JSON.stringify(value);
    }
    function getPrintableArray(value, conjunction) {
      if (value.length === 0)
        return `nothing`;
      if (value.length === 1)
        return getPrintable(value[0]);
      const rest = value.slice(0, -1);
      const trailing = value[value.length - 1];
      const separator = value.length > 2 ? `, ${conjunction} ` : ` ${conjunction} `;
      return `${rest.map((value2) => getPrintable(value2)).join(`, `)}${separator}${getPrintable(trailing)}`;
    }
    function computeKey(state, key) {
      var _a, _b, _c;
      if (typeof key === `number`) {
        return `${(_a = state === null || state === void 0 ? void 0 : state.p) !== null && _a !== void 0 ? _a : `.`}[${key}]`;
      } else if (simpleKeyRegExp.test(key)) {
        return `${(_b = state === null || state === void 0 ? void 0 : state.p) !== null && _b !== void 0 ? _b : ``}.${key}`;
      } else {
        return `${(_c = state === null || state === void 0 ? void 0 : state.p) !== null && _c !== void 0 ? _c : `.`}[${JSON.stringify(key)}]`;
      }
    }
    function plural(n, singular, plural2) {
      return n === 1 ? singular : plural2;
    }
    var colorStringRegExp = /^#[0-9a-f]{6}$/i;
    var colorStringAlphaRegExp = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;
    var base64RegExp = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
    var uuid4RegExp = /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89aAbB][a-f0-9]{3}-[a-f0-9]{12}$/i;
    var iso8601RegExp = /^(?:[1-9]\d{3}(-?)(?:(?:0[1-9]|1[0-2])\1(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])\1(?:29|30)|(?:0[13578]|1[02])(?:\1)31|00[1-9]|0[1-9]\d|[12]\d{2}|3(?:[0-5]\d|6[0-5]))|(?:[1-9]\d(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)(?:(-?)02(?:\2)29|-?366))T(?:[01]\d|2[0-3])(:?)[0-5]\d(?:\3[0-5]\d)?(?:Z|[+-][01]\d(?:\3[0-5]\d)?)$/;
    function pushError({ errors, p } = {}, message) {
      errors === null || errors === void 0 ? void 0 : errors.push(`${p !== null && p !== void 0 ? p : `.`}: ${message}`);
      return false;
    }
    function makeSetter(target, key) {
      return (v) => {
        target[key] = v;
      };
    }
    function makeCoercionFn(target, key) {
      return (v) => {
        const previous = target[key];
        target[key] = v;
        return makeCoercionFn(target, key).bind(null, previous);
      };
    }
    function makeLazyCoercionFn(fn2, orig, generator) {
      const commit = () => {
        fn2(generator());
        return revert;
      };
      const revert = () => {
        fn2(orig);
        return commit;
      };
      return commit;
    }
    function isUnknown() {
      return makeValidator({
        test: (value, state) => {
          return true;
        }
      });
    }
    function isLiteral(expected) {
      return makeValidator({
        test: (value, state) => {
          if (value !== expected)
            return pushError(state, `Expected ${getPrintable(expected)} (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isString() {
      return makeValidator({
        test: (value, state) => {
          if (typeof value !== `string`)
            return pushError(state, `Expected a string (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isEnum(enumSpec) {
      const valuesArray = Array.isArray(enumSpec) ? enumSpec : Object.values(enumSpec);
      const isAlphaNum = valuesArray.every((item) => typeof item === "string" || typeof item === "number");
      const values = new Set(valuesArray);
      if (values.size === 1)
        return isLiteral([...values][0]);
      return makeValidator({
        test: (value, state) => {
          if (!values.has(value)) {
            if (isAlphaNum) {
              return pushError(state, `Expected one of ${getPrintableArray(valuesArray, `or`)} (got ${getPrintable(value)})`);
            } else {
              return pushError(state, `Expected a valid enumeration value (got ${getPrintable(value)})`);
            }
          }
          return true;
        }
      });
    }
    var BOOLEAN_COERCIONS = /* @__PURE__ */ new Map([
      [`true`, true],
      [`True`, true],
      [`1`, true],
      [1, true],
      [`false`, false],
      [`False`, false],
      [`0`, false],
      [0, false]
    ]);
    function isBoolean() {
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (typeof value !== `boolean`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              const coercion = BOOLEAN_COERCIONS.get(value);
              if (typeof coercion !== `undefined`) {
                state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, coercion)]);
                return true;
              }
            }
            return pushError(state, `Expected a boolean (got ${getPrintable(value)})`);
          }
          return true;
        }
      });
    }
    function isNumber() {
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (typeof value !== `number`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              let coercion;
              if (typeof value === `string`) {
                let val;
                try {
                  val = JSON.parse(value);
                } catch (_b) {
                }
                if (typeof val === `number`) {
                  if (JSON.stringify(val) === value) {
                    coercion = val;
                  } else {
                    return pushError(state, `Received a number that can't be safely represented by the runtime (${value})`);
                  }
                }
              }
              if (typeof coercion !== `undefined`) {
                state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, coercion)]);
                return true;
              }
            }
            return pushError(state, `Expected a number (got ${getPrintable(value)})`);
          }
          return true;
        }
      });
    }
    function isPayload(spec) {
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (typeof (state === null || state === void 0 ? void 0 : state.coercions) === `undefined`)
            return pushError(state, `The isPayload predicate can only be used with coercion enabled`);
          if (typeof state.coercion === `undefined`)
            return pushError(state, `Unbound coercion result`);
          if (typeof value !== `string`)
            return pushError(state, `Expected a string (got ${getPrintable(value)})`);
          let inner;
          try {
            inner = JSON.parse(value);
          } catch (_b) {
            return pushError(state, `Expected a JSON string (got ${getPrintable(value)})`);
          }
          const wrapper = { value: inner };
          if (!spec(inner, Object.assign(Object.assign({}, state), { coercion: makeCoercionFn(wrapper, `value`) })))
            return false;
          state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, wrapper.value)]);
          return true;
        }
      });
    }
    function isDate() {
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (!(value instanceof Date)) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              let coercion;
              if (typeof value === `string` && iso8601RegExp.test(value)) {
                coercion = new Date(value);
              } else {
                let timestamp;
                if (typeof value === `string`) {
                  let val;
                  try {
                    val = JSON.parse(value);
                  } catch (_b) {
                  }
                  if (typeof val === `number`) {
                    timestamp = val;
                  }
                } else if (typeof value === `number`) {
                  timestamp = value;
                }
                if (typeof timestamp !== `undefined`) {
                  if (Number.isSafeInteger(timestamp) || !Number.isSafeInteger(timestamp * 1e3)) {
                    coercion = new Date(timestamp * 1e3);
                  } else {
                    return pushError(state, `Received a timestamp that can't be safely represented by the runtime (${value})`);
                  }
                }
              }
              if (typeof coercion !== `undefined`) {
                state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, coercion)]);
                return true;
              }
            }
            return pushError(state, `Expected a date (got ${getPrintable(value)})`);
          }
          return true;
        }
      });
    }
    function isArray(spec, { delimiter } = {}) {
      return makeValidator({
        test: (value, state) => {
          var _a;
          const originalValue = value;
          if (typeof value === `string` && typeof delimiter !== `undefined`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              value = value.split(delimiter);
            }
          }
          if (!Array.isArray(value))
            return pushError(state, `Expected an array (got ${getPrintable(value)})`);
          let valid = true;
          for (let t = 0, T = value.length; t < T; ++t) {
            valid = spec(value[t], Object.assign(Object.assign({}, state), { p: computeKey(state, t), coercion: makeCoercionFn(value, t) })) && valid;
            if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
              break;
            }
          }
          if (value !== originalValue)
            state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, value)]);
          return valid;
        }
      });
    }
    function isSet(spec, { delimiter } = {}) {
      const isArrayValidator = isArray(spec, { delimiter });
      return makeValidator({
        test: (value, state) => {
          var _a, _b;
          if (Object.getPrototypeOf(value).toString() === `[object Set]`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              const originalValues = [...value];
              const coercedValues = [...value];
              if (!isArrayValidator(coercedValues, Object.assign(Object.assign({}, state), { coercion: void 0 })))
                return false;
              const updateValue = () => coercedValues.some((val, t) => val !== originalValues[t]) ? new Set(coercedValues) : value;
              state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, makeLazyCoercionFn(state.coercion, value, updateValue)]);
              return true;
            } else {
              let valid = true;
              for (const subValue of value) {
                valid = spec(subValue, Object.assign({}, state)) && valid;
                if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
                  break;
                }
              }
              return valid;
            }
          }
          if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
              return pushError(state, `Unbound coercion result`);
            const store = { value };
            if (!isArrayValidator(value, Object.assign(Object.assign({}, state), { coercion: makeCoercionFn(store, `value`) })))
              return false;
            state.coercions.push([(_b = state.p) !== null && _b !== void 0 ? _b : `.`, makeLazyCoercionFn(state.coercion, value, () => new Set(store.value))]);
            return true;
          }
          return pushError(state, `Expected a set (got ${getPrintable(value)})`);
        }
      });
    }
    function isMap(keySpec, valueSpec) {
      const isArrayValidator = isArray(isTuple([keySpec, valueSpec]));
      const isRecordValidator = isRecord(valueSpec, { keys: keySpec });
      return makeValidator({
        test: (value, state) => {
          var _a, _b, _c;
          if (Object.getPrototypeOf(value).toString() === `[object Map]`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              const originalValues = [...value];
              const coercedValues = [...value];
              if (!isArrayValidator(coercedValues, Object.assign(Object.assign({}, state), { coercion: void 0 })))
                return false;
              const updateValue = () => coercedValues.some((val, t) => val[0] !== originalValues[t][0] || val[1] !== originalValues[t][1]) ? new Map(coercedValues) : value;
              state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, makeLazyCoercionFn(state.coercion, value, updateValue)]);
              return true;
            } else {
              let valid = true;
              for (const [key, subValue] of value) {
                valid = keySpec(key, Object.assign({}, state)) && valid;
                if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
                  break;
                }
                valid = valueSpec(subValue, Object.assign(Object.assign({}, state), { p: computeKey(state, key) })) && valid;
                if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
                  break;
                }
              }
              return valid;
            }
          }
          if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
              return pushError(state, `Unbound coercion result`);
            const store = { value };
            if (Array.isArray(value)) {
              if (!isArrayValidator(value, Object.assign(Object.assign({}, state), { coercion: void 0 })))
                return false;
              state.coercions.push([(_b = state.p) !== null && _b !== void 0 ? _b : `.`, makeLazyCoercionFn(state.coercion, value, () => new Map(store.value))]);
              return true;
            } else {
              if (!isRecordValidator(value, Object.assign(Object.assign({}, state), { coercion: makeCoercionFn(store, `value`) })))
                return false;
              state.coercions.push([(_c = state.p) !== null && _c !== void 0 ? _c : `.`, makeLazyCoercionFn(state.coercion, value, () => new Map(Object.entries(store.value)))]);
              return true;
            }
          }
          return pushError(state, `Expected a map (got ${getPrintable(value)})`);
        }
      });
    }
    function isTuple(spec, { delimiter } = {}) {
      const lengthValidator = hasExactLength(spec.length);
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (typeof value === `string` && typeof delimiter !== `undefined`) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              value = value.split(delimiter);
              state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, value)]);
            }
          }
          if (!Array.isArray(value))
            return pushError(state, `Expected a tuple (got ${getPrintable(value)})`);
          let valid = lengthValidator(value, Object.assign({}, state));
          for (let t = 0, T = value.length; t < T && t < spec.length; ++t) {
            valid = spec[t](value[t], Object.assign(Object.assign({}, state), { p: computeKey(state, t), coercion: makeCoercionFn(value, t) })) && valid;
            if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
              break;
            }
          }
          return valid;
        }
      });
    }
    function isRecord(spec, { keys: keySpec = null } = {}) {
      const isArrayValidator = isArray(isTuple([keySpec !== null && keySpec !== void 0 ? keySpec : isString(), spec]));
      return makeValidator({
        test: (value, state) => {
          var _a;
          if (Array.isArray(value)) {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                return pushError(state, `Unbound coercion result`);
              if (!isArrayValidator(value, Object.assign(Object.assign({}, state), { coercion: void 0 })))
                return false;
              value = Object.fromEntries(value);
              state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, value)]);
              return true;
            }
          }
          if (typeof value !== `object` || value === null)
            return pushError(state, `Expected an object (got ${getPrintable(value)})`);
          const keys4 = Object.keys(value);
          let valid = true;
          for (let t = 0, T = keys4.length; t < T && (valid || (state === null || state === void 0 ? void 0 : state.errors) != null); ++t) {
            const key = keys4[t];
            const sub = value[key];
            if (key === `__proto__` || key === `constructor`) {
              valid = pushError(Object.assign(Object.assign({}, state), { p: computeKey(state, key) }), `Unsafe property name`);
              continue;
            }
            if (keySpec !== null && !keySpec(key, state)) {
              valid = false;
              continue;
            }
            if (!spec(sub, Object.assign(Object.assign({}, state), { p: computeKey(state, key), coercion: makeCoercionFn(value, key) }))) {
              valid = false;
              continue;
            }
          }
          return valid;
        }
      });
    }
    function isDict(spec, opts = {}) {
      return isRecord(spec, opts);
    }
    function isObject(props, { extra: extraSpec = null } = {}) {
      const specKeys = Object.keys(props);
      const validator = makeValidator({
        test: (value, state) => {
          if (typeof value !== `object` || value === null)
            return pushError(state, `Expected an object (got ${getPrintable(value)})`);
          const keys4 = /* @__PURE__ */ new Set([...specKeys, ...Object.keys(value)]);
          const extra = {};
          let valid = true;
          for (const key of keys4) {
            if (key === `constructor` || key === `__proto__`) {
              valid = pushError(Object.assign(Object.assign({}, state), { p: computeKey(state, key) }), `Unsafe property name`);
            } else {
              const spec = Object.prototype.hasOwnProperty.call(props, key) ? props[key] : void 0;
              const sub = Object.prototype.hasOwnProperty.call(value, key) ? value[key] : void 0;
              if (typeof spec !== `undefined`) {
                valid = spec(sub, Object.assign(Object.assign({}, state), { p: computeKey(state, key), coercion: makeCoercionFn(value, key) })) && valid;
              } else if (extraSpec === null) {
                valid = pushError(Object.assign(Object.assign({}, state), { p: computeKey(state, key) }), `Extraneous property (got ${getPrintable(sub)})`);
              } else {
                Object.defineProperty(extra, key, {
                  enumerable: true,
                  get: () => sub,
                  set: makeSetter(value, key)
                });
              }
            }
            if (!valid && (state === null || state === void 0 ? void 0 : state.errors) == null) {
              break;
            }
          }
          if (extraSpec !== null && (valid || (state === null || state === void 0 ? void 0 : state.errors) != null))
            valid = extraSpec(extra, state) && valid;
          return valid;
        }
      });
      return Object.assign(validator, {
        properties: props
      });
    }
    function isPartial(props) {
      return isObject(props, { extra: isRecord(isUnknown()) });
    }
    var isInstanceOf = (constructor) => makeValidator({
      test: (value, state) => {
        if (!(value instanceof constructor))
          return pushError(state, `Expected an instance of ${constructor.name} (got ${getPrintable(value)})`);
        return true;
      }
    });
    var isOneOf = (specs, { exclusive = false } = {}) => makeValidator({
      test: (value, state) => {
        var _a, _b, _c;
        const matches = [];
        const errorBuffer = typeof (state === null || state === void 0 ? void 0 : state.errors) !== `undefined` ? [] : void 0;
        for (let t = 0, T = specs.length; t < T; ++t) {
          const subErrors = typeof (state === null || state === void 0 ? void 0 : state.errors) !== `undefined` ? [] : void 0;
          const subCoercions = typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined` ? [] : void 0;
          if (specs[t](value, Object.assign(Object.assign({}, state), { errors: subErrors, coercions: subCoercions, p: `${(_a = state === null || state === void 0 ? void 0 : state.p) !== null && _a !== void 0 ? _a : `.`}#${t + 1}` }))) {
            matches.push([`#${t + 1}`, subCoercions]);
            if (!exclusive) {
              break;
            }
          } else {
            errorBuffer === null || errorBuffer === void 0 ? void 0 : errorBuffer.push(subErrors[0]);
          }
        }
        if (matches.length === 1) {
          const [, subCoercions] = matches[0];
          if (typeof subCoercions !== `undefined`)
            (_b = state === null || state === void 0 ? void 0 : state.coercions) === null || _b === void 0 ? void 0 : _b.push(...subCoercions);
          return true;
        }
        if (matches.length > 1)
          pushError(state, `Expected to match exactly a single predicate (matched ${matches.join(`, `)})`);
        else
          (_c = state === null || state === void 0 ? void 0 : state.errors) === null || _c === void 0 ? void 0 : _c.push(...errorBuffer);
        return false;
      }
    });
    function makeTrait(value) {
      return () => {
        return value;
      };
    }
    function makeValidator({ test }) {
      return makeTrait(test)();
    }
    var TypeAssertionError = class extends Error {
      constructor({ errors } = {}) {
        let errorMessage = `Type mismatch`;
        if (errors && errors.length > 0) {
          errorMessage += `
`;
          for (const error of errors) {
            errorMessage += `
- ${error}`;
          }
        }
        super(errorMessage);
      }
    };
    function assert(val, validator) {
      if (!validator(val)) {
        throw new TypeAssertionError();
      }
    }
    function assertWithErrors(val, validator) {
      const errors = [];
      if (!validator(val, { errors })) {
        throw new TypeAssertionError({ errors });
      }
    }
    function softAssert(val, validator) {
    }
    function as(value, validator, { coerce = false, errors: storeErrors, throw: throws } = {}) {
      const errors = storeErrors ? [] : void 0;
      if (!coerce) {
        if (validator(value, { errors })) {
          return throws ? value : { value, errors: void 0 };
        } else if (!throws) {
          return { value: void 0, errors: errors !== null && errors !== void 0 ? errors : true };
        } else {
          throw new TypeAssertionError({ errors });
        }
      }
      const state = { value };
      const coercion = makeCoercionFn(state, `value`);
      const coercions = [];
      if (!validator(value, { errors, coercion, coercions })) {
        if (!throws) {
          return { value: void 0, errors: errors !== null && errors !== void 0 ? errors : true };
        } else {
          throw new TypeAssertionError({ errors });
        }
      }
      for (const [, apply] of coercions)
        apply();
      if (throws) {
        return state.value;
      } else {
        return { value: state.value, errors: void 0 };
      }
    }
    function fn(validators, fn2) {
      const isValidArgList = isTuple(validators);
      return ((...args) => {
        const check = isValidArgList(args);
        if (!check)
          throw new TypeAssertionError();
        return fn2(...args);
      });
    }
    function hasMinLength(length) {
      return makeValidator({
        test: (value, state) => {
          if (!(value.length >= length))
            return pushError(state, `Expected to have a length of at least ${length} elements (got ${value.length})`);
          return true;
        }
      });
    }
    function hasMaxLength(length) {
      return makeValidator({
        test: (value, state) => {
          if (!(value.length <= length))
            return pushError(state, `Expected to have a length of at most ${length} elements (got ${value.length})`);
          return true;
        }
      });
    }
    function hasExactLength(length) {
      return makeValidator({
        test: (value, state) => {
          if (!(value.length === length))
            return pushError(state, `Expected to have a length of exactly ${length} elements (got ${value.length})`);
          return true;
        }
      });
    }
    function hasUniqueItems({ map } = {}) {
      return makeValidator({
        test: (value, state) => {
          const set = /* @__PURE__ */ new Set();
          const dup = /* @__PURE__ */ new Set();
          for (let t = 0, T = value.length; t < T; ++t) {
            const sub = value[t];
            const key = typeof map !== `undefined` ? map(sub) : sub;
            if (set.has(key)) {
              if (dup.has(key))
                continue;
              pushError(state, `Expected to contain unique elements; got a duplicate with ${getPrintable(value)}`);
              dup.add(key);
            } else {
              set.add(key);
            }
          }
          return dup.size === 0;
        }
      });
    }
    function isNegative() {
      return makeValidator({
        test: (value, state) => {
          if (!(value <= 0))
            return pushError(state, `Expected to be negative (got ${value})`);
          return true;
        }
      });
    }
    function isPositive() {
      return makeValidator({
        test: (value, state) => {
          if (!(value >= 0))
            return pushError(state, `Expected to be positive (got ${value})`);
          return true;
        }
      });
    }
    function isAtLeast(n) {
      return makeValidator({
        test: (value, state) => {
          if (!(value >= n))
            return pushError(state, `Expected to be at least ${n} (got ${value})`);
          return true;
        }
      });
    }
    function isAtMost(n) {
      return makeValidator({
        test: (value, state) => {
          if (!(value <= n))
            return pushError(state, `Expected to be at most ${n} (got ${value})`);
          return true;
        }
      });
    }
    function isInInclusiveRange(a, b) {
      return makeValidator({
        test: (value, state) => {
          if (!(value >= a && value <= b))
            return pushError(state, `Expected to be in the [${a}; ${b}] range (got ${value})`);
          return true;
        }
      });
    }
    function isInExclusiveRange(a, b) {
      return makeValidator({
        test: (value, state) => {
          if (!(value >= a && value < b))
            return pushError(state, `Expected to be in the [${a}; ${b}[ range (got ${value})`);
          return true;
        }
      });
    }
    function isInteger({ unsafe = false } = {}) {
      return makeValidator({
        test: (value, state) => {
          if (value !== Math.round(value))
            return pushError(state, `Expected to be an integer (got ${value})`);
          if (!unsafe && !Number.isSafeInteger(value))
            return pushError(state, `Expected to be a safe integer (got ${value})`);
          return true;
        }
      });
    }
    function matchesRegExp(regExp) {
      return makeValidator({
        test: (value, state) => {
          if (!regExp.test(value))
            return pushError(state, `Expected to match the pattern ${regExp.toString()} (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isLowerCase() {
      return makeValidator({
        test: (value, state) => {
          if (value !== value.toLowerCase())
            return pushError(state, `Expected to be all-lowercase (got ${value})`);
          return true;
        }
      });
    }
    function isUpperCase() {
      return makeValidator({
        test: (value, state) => {
          if (value !== value.toUpperCase())
            return pushError(state, `Expected to be all-uppercase (got ${value})`);
          return true;
        }
      });
    }
    function isUUID4() {
      return makeValidator({
        test: (value, state) => {
          if (!uuid4RegExp.test(value))
            return pushError(state, `Expected to be a valid UUID v4 (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isISO8601() {
      return makeValidator({
        test: (value, state) => {
          if (!iso8601RegExp.test(value))
            return pushError(state, `Expected to be a valid ISO 8601 date string (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isHexColor({ alpha = false }) {
      return makeValidator({
        test: (value, state) => {
          const res = alpha ? colorStringRegExp.test(value) : colorStringAlphaRegExp.test(value);
          if (!res)
            return pushError(state, `Expected to be a valid hexadecimal color string (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isBase64() {
      return makeValidator({
        test: (value, state) => {
          if (!base64RegExp.test(value))
            return pushError(state, `Expected to be a valid base 64 string (got ${getPrintable(value)})`);
          return true;
        }
      });
    }
    function isJSON(spec = isUnknown()) {
      return makeValidator({
        test: (value, state) => {
          let data;
          try {
            data = JSON.parse(value);
          } catch (_a) {
            return pushError(state, `Expected to be a valid JSON string (got ${getPrintable(value)})`);
          }
          return spec(data, state);
        }
      });
    }
    function cascade(spec, ...followups) {
      const resolvedFollowups = Array.isArray(followups[0]) ? followups[0] : followups;
      return makeValidator({
        test: (value, state) => {
          var _a, _b;
          const context = { value };
          const subCoercion = typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined` ? makeCoercionFn(context, `value`) : void 0;
          const subCoercions = typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined` ? [] : void 0;
          if (!spec(value, Object.assign(Object.assign({}, state), { coercion: subCoercion, coercions: subCoercions })))
            return false;
          const reverts = [];
          if (typeof subCoercions !== `undefined`)
            for (const [, coercion] of subCoercions)
              reverts.push(coercion());
          try {
            if (typeof (state === null || state === void 0 ? void 0 : state.coercions) !== `undefined`) {
              if (context.value !== value) {
                if (typeof (state === null || state === void 0 ? void 0 : state.coercion) === `undefined`)
                  return pushError(state, `Unbound coercion result`);
                state.coercions.push([(_a = state.p) !== null && _a !== void 0 ? _a : `.`, state.coercion.bind(null, context.value)]);
              }
              (_b = state === null || state === void 0 ? void 0 : state.coercions) === null || _b === void 0 ? void 0 : _b.push(...subCoercions);
            }
            return resolvedFollowups.every((spec2) => {
              return spec2(context.value, state);
            });
          } finally {
            for (const revert of reverts) {
              revert();
            }
          }
        }
      });
    }
    function applyCascade(spec, ...followups) {
      const resolvedFollowups = Array.isArray(followups[0]) ? followups[0] : followups;
      return cascade(spec, resolvedFollowups);
    }
    function isOptional(spec) {
      return makeValidator({
        test: (value, state) => {
          if (typeof value === `undefined`)
            return true;
          return spec(value, state);
        }
      });
    }
    function isNullable(spec) {
      return makeValidator({
        test: (value, state) => {
          if (value === null)
            return true;
          return spec(value, state);
        }
      });
    }
    var checks = {
      missing: (keys4, key) => keys4.has(key),
      undefined: (keys4, key, value) => keys4.has(key) && typeof value[key] !== `undefined`,
      nil: (keys4, key, value) => keys4.has(key) && value[key] != null,
      falsy: (keys4, key, value) => keys4.has(key) && !!value[key]
    };
    function hasRequiredKeys(requiredKeys, options) {
      var _a;
      const requiredSet = new Set(requiredKeys);
      const check = checks[(_a = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _a !== void 0 ? _a : "missing"];
      return makeValidator({
        test: (value, state) => {
          const keys4 = new Set(Object.keys(value));
          const problems = [];
          for (const key of requiredSet)
            if (!check(keys4, key, value))
              problems.push(key);
          if (problems.length > 0)
            return pushError(state, `Missing required ${plural(problems.length, `property`, `properties`)} ${getPrintableArray(problems, `and`)}`);
          return true;
        }
      });
    }
    function hasAtLeastOneKey(requiredKeys, options) {
      var _a;
      const requiredSet = new Set(requiredKeys);
      const check = checks[(_a = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _a !== void 0 ? _a : "missing"];
      return makeValidator({
        test: (value, state) => {
          const keys4 = Object.keys(value);
          const valid = keys4.some((key) => check(requiredSet, key, value));
          if (!valid)
            return pushError(state, `Missing at least one property from ${getPrintableArray(Array.from(requiredSet), `or`)}`);
          return true;
        }
      });
    }
    function hasForbiddenKeys(forbiddenKeys, options) {
      var _a;
      const forbiddenSet = new Set(forbiddenKeys);
      const check = checks[(_a = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _a !== void 0 ? _a : "missing"];
      return makeValidator({
        test: (value, state) => {
          const keys4 = new Set(Object.keys(value));
          const problems = [];
          for (const key of forbiddenSet)
            if (check(keys4, key, value))
              problems.push(key);
          if (problems.length > 0)
            return pushError(state, `Forbidden ${plural(problems.length, `property`, `properties`)} ${getPrintableArray(problems, `and`)}`);
          return true;
        }
      });
    }
    function hasMutuallyExclusiveKeys(exclusiveKeys, options) {
      var _a;
      const exclusiveSet = new Set(exclusiveKeys);
      const check = checks[(_a = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _a !== void 0 ? _a : "missing"];
      return makeValidator({
        test: (value, state) => {
          const keys4 = new Set(Object.keys(value));
          const used = [];
          for (const key of exclusiveSet)
            if (check(keys4, key, value))
              used.push(key);
          if (used.length > 1)
            return pushError(state, `Mutually exclusive properties ${getPrintableArray(used, `and`)}`);
          return true;
        }
      });
    }
    (function(KeyRelationship) {
      KeyRelationship["Forbids"] = "Forbids";
      KeyRelationship["Requires"] = "Requires";
    })(exports2.KeyRelationship || (exports2.KeyRelationship = {}));
    var keyRelationships = {
      [exports2.KeyRelationship.Forbids]: {
        expect: false,
        message: `forbids using`
      },
      [exports2.KeyRelationship.Requires]: {
        expect: true,
        message: `requires using`
      }
    };
    function hasKeyRelationship(subject, relationship, others, options) {
      var _a, _b;
      const skipped = new Set((_a = options === null || options === void 0 ? void 0 : options.ignore) !== null && _a !== void 0 ? _a : []);
      const check = checks[(_b = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _b !== void 0 ? _b : "missing"];
      const otherSet = new Set(others);
      const spec = keyRelationships[relationship];
      const conjunction = relationship === exports2.KeyRelationship.Forbids ? `or` : `and`;
      return makeValidator({
        test: (value, state) => {
          const keys4 = new Set(Object.keys(value));
          if (!check(keys4, subject, value) || skipped.has(value[subject]))
            return true;
          const problems = [];
          for (const key of otherSet)
            if ((check(keys4, key, value) && !skipped.has(value[key])) !== spec.expect)
              problems.push(key);
          if (problems.length >= 1)
            return pushError(state, `Property "${subject}" ${spec.message} ${plural(problems.length, `property`, `properties`)} ${getPrintableArray(problems, conjunction)}`);
          return true;
        }
      });
    }
    exports2.TypeAssertionError = TypeAssertionError;
    exports2.applyCascade = applyCascade;
    exports2.as = as;
    exports2.assert = assert;
    exports2.assertWithErrors = assertWithErrors;
    exports2.cascade = cascade;
    exports2.fn = fn;
    exports2.hasAtLeastOneKey = hasAtLeastOneKey;
    exports2.hasExactLength = hasExactLength;
    exports2.hasForbiddenKeys = hasForbiddenKeys;
    exports2.hasKeyRelationship = hasKeyRelationship;
    exports2.hasMaxLength = hasMaxLength;
    exports2.hasMinLength = hasMinLength;
    exports2.hasMutuallyExclusiveKeys = hasMutuallyExclusiveKeys;
    exports2.hasRequiredKeys = hasRequiredKeys;
    exports2.hasUniqueItems = hasUniqueItems;
    exports2.isArray = isArray;
    exports2.isAtLeast = isAtLeast;
    exports2.isAtMost = isAtMost;
    exports2.isBase64 = isBase64;
    exports2.isBoolean = isBoolean;
    exports2.isDate = isDate;
    exports2.isDict = isDict;
    exports2.isEnum = isEnum;
    exports2.isHexColor = isHexColor;
    exports2.isISO8601 = isISO8601;
    exports2.isInExclusiveRange = isInExclusiveRange;
    exports2.isInInclusiveRange = isInInclusiveRange;
    exports2.isInstanceOf = isInstanceOf;
    exports2.isInteger = isInteger;
    exports2.isJSON = isJSON;
    exports2.isLiteral = isLiteral;
    exports2.isLowerCase = isLowerCase;
    exports2.isMap = isMap;
    exports2.isNegative = isNegative;
    exports2.isNullable = isNullable;
    exports2.isNumber = isNumber;
    exports2.isObject = isObject;
    exports2.isOneOf = isOneOf;
    exports2.isOptional = isOptional;
    exports2.isPartial = isPartial;
    exports2.isPayload = isPayload;
    exports2.isPositive = isPositive;
    exports2.isRecord = isRecord;
    exports2.isSet = isSet;
    exports2.isString = isString;
    exports2.isTuple = isTuple;
    exports2.isUUID4 = isUUID4;
    exports2.isUnknown = isUnknown;
    exports2.isUpperCase = isUpperCase;
    exports2.makeTrait = makeTrait;
    exports2.makeValidator = makeValidator;
    exports2.matchesRegExp = matchesRegExp;
    exports2.softAssert = softAssert;
  }
});

// node_modules/clipanion/lib/advanced/Command.js
var require_Command = __commonJS({
  "node_modules/clipanion/lib/advanced/Command.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    function _interopNamespace(e) {
      if (e && e.__esModule) return e;
      var n = /* @__PURE__ */ Object.create(null);
      if (e) {
        Object.keys(e).forEach(function(k) {
          if (k !== "default") {
            var d = Object.getOwnPropertyDescriptor(e, k);
            Object.defineProperty(n, k, d.get ? d : {
              enumerable: true,
              get: function() {
                return e[k];
              }
            });
          }
        });
      }
      n["default"] = e;
      return Object.freeze(n);
    }
    var Command = class {
      constructor() {
        this.help = false;
      }
      /**
       * Defines the usage information for the given command.
       */
      static Usage(usage) {
        return usage;
      }
      /**
       * Standard error handler which will simply rethrow the error. Can be used
       * to add custom logic to handle errors from the command or simply return
       * the parent class error handling.
       */
      async catch(error) {
        throw error;
      }
      async validateAndExecute() {
        const commandClass = this.constructor;
        const cascade = commandClass.schema;
        if (Array.isArray(cascade)) {
          const { isDict, isUnknown, applyCascade } = await Promise.resolve().then(function() {
            return /* @__PURE__ */ _interopNamespace(require_lib());
          });
          const schema = applyCascade(isDict(isUnknown()), cascade);
          const errors = [];
          const coercions = [];
          const check = schema(this, { errors, coercions });
          if (!check)
            throw advanced_options_utils.formatError(`Invalid option schema`, errors);
          for (const [, op] of coercions) {
            op();
          }
        } else if (cascade != null) {
          throw new Error(`Invalid command schema`);
        }
        const exitCode = await this.execute();
        if (typeof exitCode !== `undefined`) {
          return exitCode;
        } else {
          return 0;
        }
      }
    };
    Command.isOption = advanced_options_utils.isOptionSymbol;
    Command.Default = [];
    exports2.Command = Command;
  }
});

// node_modules/clipanion/lib/core.js
var require_core = __commonJS({
  "node_modules/clipanion/lib/core.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var constants = require_constants();
    var errors = require_errors();
    function debug(str) {
      if (constants.DEBUG) {
        console.log(str);
      }
    }
    var basicHelpState = {
      candidateUsage: null,
      requiredOptions: [],
      errorMessage: null,
      ignoreOptions: false,
      path: [],
      positionals: [],
      options: [],
      remainder: null,
      selectedIndex: constants.HELP_COMMAND_INDEX
    };
    function makeStateMachine() {
      return {
        nodes: [makeNode(), makeNode(), makeNode()]
      };
    }
    function makeAnyOfMachine(inputs) {
      const output = makeStateMachine();
      const heads = [];
      let offset = output.nodes.length;
      for (const input of inputs) {
        heads.push(offset);
        for (let t = 0; t < input.nodes.length; ++t)
          if (!isTerminalNode(t))
            output.nodes.push(cloneNode(input.nodes[t], offset));
        offset += input.nodes.length - 2;
      }
      for (const head of heads)
        registerShortcut(output, constants.NODE_INITIAL, head);
      return output;
    }
    function injectNode(machine, node) {
      machine.nodes.push(node);
      return machine.nodes.length - 1;
    }
    function simplifyMachine(input) {
      const visited = /* @__PURE__ */ new Set();
      const process2 = (node) => {
        if (visited.has(node))
          return;
        visited.add(node);
        const nodeDef = input.nodes[node];
        for (const transitions of Object.values(nodeDef.statics))
          for (const { to } of transitions)
            process2(to);
        for (const [, { to }] of nodeDef.dynamics)
          process2(to);
        for (const { to } of nodeDef.shortcuts)
          process2(to);
        const shortcuts = new Set(nodeDef.shortcuts.map(({ to }) => to));
        while (nodeDef.shortcuts.length > 0) {
          const { to } = nodeDef.shortcuts.shift();
          const toDef = input.nodes[to];
          for (const [segment, transitions] of Object.entries(toDef.statics)) {
            const store = !Object.prototype.hasOwnProperty.call(nodeDef.statics, segment) ? nodeDef.statics[segment] = [] : nodeDef.statics[segment];
            for (const transition of transitions) {
              if (!store.some(({ to: to2 }) => transition.to === to2)) {
                store.push(transition);
              }
            }
          }
          for (const [test, transition] of toDef.dynamics)
            if (!nodeDef.dynamics.some(([otherTest, { to: to2 }]) => test === otherTest && transition.to === to2))
              nodeDef.dynamics.push([test, transition]);
          for (const transition of toDef.shortcuts) {
            if (!shortcuts.has(transition.to)) {
              nodeDef.shortcuts.push(transition);
              shortcuts.add(transition.to);
            }
          }
        }
      };
      process2(constants.NODE_INITIAL);
    }
    function debugMachine(machine, { prefix = `` } = {}) {
      if (constants.DEBUG) {
        debug(`${prefix}Nodes are:`);
        for (let t = 0; t < machine.nodes.length; ++t) {
          debug(`${prefix}  ${t}: ${JSON.stringify(machine.nodes[t])}`);
        }
      }
    }
    function runMachineInternal(machine, input, partial = false) {
      debug(`Running a vm on ${JSON.stringify(input)}`);
      let branches = [{ node: constants.NODE_INITIAL, state: {
        candidateUsage: null,
        requiredOptions: [],
        errorMessage: null,
        ignoreOptions: false,
        options: [],
        path: [],
        positionals: [],
        remainder: null,
        selectedIndex: null
      } }];
      debugMachine(machine, { prefix: `  ` });
      const tokens = [constants.START_OF_INPUT, ...input];
      for (let t = 0; t < tokens.length; ++t) {
        const segment = tokens[t];
        debug(`  Processing ${JSON.stringify(segment)}`);
        const nextBranches = [];
        for (const { node, state } of branches) {
          debug(`    Current node is ${node}`);
          const nodeDef = machine.nodes[node];
          if (node === constants.NODE_ERRORED) {
            nextBranches.push({ node, state });
            continue;
          }
          console.assert(nodeDef.shortcuts.length === 0, `Shortcuts should have been eliminated by now`);
          const hasExactMatch = Object.prototype.hasOwnProperty.call(nodeDef.statics, segment);
          if (!partial || t < tokens.length - 1 || hasExactMatch) {
            if (hasExactMatch) {
              const transitions = nodeDef.statics[segment];
              for (const { to, reducer } of transitions) {
                nextBranches.push({ node: to, state: typeof reducer !== `undefined` ? execute(reducers, reducer, state, segment) : state });
                debug(`      Static transition to ${to} found`);
              }
            } else {
              debug(`      No static transition found`);
            }
          } else {
            let hasMatches = false;
            for (const candidate of Object.keys(nodeDef.statics)) {
              if (!candidate.startsWith(segment))
                continue;
              if (segment === candidate) {
                for (const { to, reducer } of nodeDef.statics[candidate]) {
                  nextBranches.push({ node: to, state: typeof reducer !== `undefined` ? execute(reducers, reducer, state, segment) : state });
                  debug(`      Static transition to ${to} found`);
                }
              } else {
                for (const { to } of nodeDef.statics[candidate]) {
                  nextBranches.push({ node: to, state: { ...state, remainder: candidate.slice(segment.length) } });
                  debug(`      Static transition to ${to} found (partial match)`);
                }
              }
              hasMatches = true;
            }
            if (!hasMatches) {
              debug(`      No partial static transition found`);
            }
          }
          if (segment !== constants.END_OF_INPUT) {
            for (const [test, { to, reducer }] of nodeDef.dynamics) {
              if (execute(tests, test, state, segment)) {
                nextBranches.push({ node: to, state: typeof reducer !== `undefined` ? execute(reducers, reducer, state, segment) : state });
                debug(`      Dynamic transition to ${to} found (via ${test})`);
              }
            }
          }
        }
        if (nextBranches.length === 0 && segment === constants.END_OF_INPUT && input.length === 1) {
          return [{
            node: constants.NODE_INITIAL,
            state: basicHelpState
          }];
        }
        if (nextBranches.length === 0) {
          throw new errors.UnknownSyntaxError(input, branches.filter(({ node }) => {
            return node !== constants.NODE_ERRORED;
          }).map(({ state }) => {
            return { usage: state.candidateUsage, reason: null };
          }));
        }
        if (nextBranches.every(({ node }) => node === constants.NODE_ERRORED)) {
          throw new errors.UnknownSyntaxError(input, nextBranches.map(({ state }) => {
            return { usage: state.candidateUsage, reason: state.errorMessage };
          }));
        }
        branches = trimSmallerBranches(nextBranches);
      }
      if (branches.length > 0) {
        debug(`  Results:`);
        for (const branch of branches) {
          debug(`    - ${branch.node} -> ${JSON.stringify(branch.state)}`);
        }
      } else {
        debug(`  No results`);
      }
      return branches;
    }
    function checkIfNodeIsFinished(node, state) {
      if (state.selectedIndex !== null)
        return true;
      if (Object.prototype.hasOwnProperty.call(node.statics, constants.END_OF_INPUT)) {
        for (const { to } of node.statics[constants.END_OF_INPUT])
          if (to === constants.NODE_SUCCESS)
            return true;
      }
      return false;
    }
    function suggestMachine(machine, input, partial) {
      const prefix = partial && input.length > 0 ? [``] : [];
      const branches = runMachineInternal(machine, input, partial);
      const suggestions = [];
      const suggestionsJson = /* @__PURE__ */ new Set();
      const traverseSuggestion = (suggestion, node, skipFirst = true) => {
        let nextNodes = [node];
        while (nextNodes.length > 0) {
          const currentNodes = nextNodes;
          nextNodes = [];
          for (const node2 of currentNodes) {
            const nodeDef = machine.nodes[node2];
            const keys4 = Object.keys(nodeDef.statics);
            for (const key of Object.keys(nodeDef.statics)) {
              const segment = keys4[0];
              for (const { to, reducer } of nodeDef.statics[segment]) {
                if (reducer !== `pushPath`)
                  continue;
                if (!skipFirst)
                  suggestion.push(segment);
                nextNodes.push(to);
              }
            }
          }
          skipFirst = false;
        }
        const json = JSON.stringify(suggestion);
        if (suggestionsJson.has(json))
          return;
        suggestions.push(suggestion);
        suggestionsJson.add(json);
      };
      for (const { node, state } of branches) {
        if (state.remainder !== null) {
          traverseSuggestion([state.remainder], node);
          continue;
        }
        const nodeDef = machine.nodes[node];
        const isFinished = checkIfNodeIsFinished(nodeDef, state);
        for (const [candidate, transitions] of Object.entries(nodeDef.statics))
          if (isFinished && candidate !== constants.END_OF_INPUT || !candidate.startsWith(`-`) && transitions.some(({ reducer }) => reducer === `pushPath`))
            traverseSuggestion([...prefix, candidate], node);
        if (!isFinished)
          continue;
        for (const [test, { to }] of nodeDef.dynamics) {
          if (to === constants.NODE_ERRORED)
            continue;
          const tokens = suggest(test, state);
          if (tokens === null)
            continue;
          for (const token of tokens) {
            traverseSuggestion([...prefix, token], node);
          }
        }
      }
      return [...suggestions].sort();
    }
    function runMachine(machine, input) {
      const branches = runMachineInternal(machine, [...input, constants.END_OF_INPUT]);
      return selectBestState(input, branches.map(({ state }) => {
        return state;
      }));
    }
    function trimSmallerBranches(branches) {
      let maxPathSize = 0;
      for (const { state } of branches)
        if (state.path.length > maxPathSize)
          maxPathSize = state.path.length;
      return branches.filter(({ state }) => {
        return state.path.length === maxPathSize;
      });
    }
    function selectBestState(input, states) {
      const terminalStates = states.filter((state) => {
        return state.selectedIndex !== null;
      });
      if (terminalStates.length === 0)
        throw new Error();
      const requiredOptionsSetStates = terminalStates.filter((state) => state.selectedIndex === constants.HELP_COMMAND_INDEX || state.requiredOptions.every((names) => names.some((name) => state.options.find((opt) => opt.name === name))));
      if (requiredOptionsSetStates.length === 0) {
        throw new errors.UnknownSyntaxError(input, terminalStates.map((state) => ({
          usage: state.candidateUsage,
          reason: null
        })));
      }
      let maxPathSize = 0;
      for (const state of requiredOptionsSetStates)
        if (state.path.length > maxPathSize)
          maxPathSize = state.path.length;
      const bestPathBranches = requiredOptionsSetStates.filter((state) => {
        return state.path.length === maxPathSize;
      });
      const getPositionalCount = (state) => state.positionals.filter(({ extra }) => {
        return !extra;
      }).length + state.options.length;
      const statesWithPositionalCount = bestPathBranches.map((state) => {
        return { state, positionalCount: getPositionalCount(state) };
      });
      let maxPositionalCount = 0;
      for (const { positionalCount } of statesWithPositionalCount)
        if (positionalCount > maxPositionalCount)
          maxPositionalCount = positionalCount;
      const bestPositionalStates = statesWithPositionalCount.filter(({ positionalCount }) => {
        return positionalCount === maxPositionalCount;
      }).map(({ state }) => {
        return state;
      });
      const fixedStates = aggregateHelpStates(bestPositionalStates);
      if (fixedStates.length > 1)
        throw new errors.AmbiguousSyntaxError(input, fixedStates.map((state) => state.candidateUsage));
      return fixedStates[0];
    }
    function aggregateHelpStates(states) {
      const notHelps = [];
      const helps = [];
      for (const state of states) {
        if (state.selectedIndex === constants.HELP_COMMAND_INDEX) {
          helps.push(state);
        } else {
          notHelps.push(state);
        }
      }
      if (helps.length > 0) {
        notHelps.push({
          ...basicHelpState,
          path: findCommonPrefix(...helps.map((state) => state.path)),
          options: helps.reduce((options, state) => options.concat(state.options), [])
        });
      }
      return notHelps;
    }
    function findCommonPrefix(firstPath, secondPath, ...rest) {
      if (secondPath === void 0)
        return Array.from(firstPath);
      return findCommonPrefix(firstPath.filter((segment, i) => segment === secondPath[i]), ...rest);
    }
    function makeNode() {
      return {
        dynamics: [],
        shortcuts: [],
        statics: {}
      };
    }
    function isTerminalNode(node) {
      return node === constants.NODE_SUCCESS || node === constants.NODE_ERRORED;
    }
    function cloneTransition(input, offset = 0) {
      return {
        to: !isTerminalNode(input.to) ? input.to > 2 ? input.to + offset - 2 : input.to + offset : input.to,
        reducer: input.reducer
      };
    }
    function cloneNode(input, offset = 0) {
      const output = makeNode();
      for (const [test, transition] of input.dynamics)
        output.dynamics.push([test, cloneTransition(transition, offset)]);
      for (const transition of input.shortcuts)
        output.shortcuts.push(cloneTransition(transition, offset));
      for (const [segment, transitions] of Object.entries(input.statics))
        output.statics[segment] = transitions.map((transition) => cloneTransition(transition, offset));
      return output;
    }
    function registerDynamic(machine, from, test, to, reducer) {
      machine.nodes[from].dynamics.push([
        test,
        { to, reducer }
      ]);
    }
    function registerShortcut(machine, from, to, reducer) {
      machine.nodes[from].shortcuts.push({ to, reducer });
    }
    function registerStatic(machine, from, test, to, reducer) {
      const store = !Object.prototype.hasOwnProperty.call(machine.nodes[from].statics, test) ? machine.nodes[from].statics[test] = [] : machine.nodes[from].statics[test];
      store.push({ to, reducer });
    }
    function execute(store, callback, state, segment) {
      if (Array.isArray(callback)) {
        const [name, ...args] = callback;
        return store[name](state, segment, ...args);
      } else {
        return store[callback](state, segment);
      }
    }
    function suggest(callback, state) {
      const fn = Array.isArray(callback) ? tests[callback[0]] : tests[callback];
      if (typeof fn.suggest === `undefined`)
        return null;
      const args = Array.isArray(callback) ? callback.slice(1) : [];
      return fn.suggest(state, ...args);
    }
    var tests = {
      always: () => {
        return true;
      },
      isOptionLike: (state, segment) => {
        return !state.ignoreOptions && (segment !== `-` && segment.startsWith(`-`));
      },
      isNotOptionLike: (state, segment) => {
        return state.ignoreOptions || segment === `-` || !segment.startsWith(`-`);
      },
      isOption: (state, segment, name, hidden) => {
        return !state.ignoreOptions && segment === name;
      },
      isBatchOption: (state, segment, names) => {
        return !state.ignoreOptions && constants.BATCH_REGEX.test(segment) && [...segment.slice(1)].every((name) => names.includes(`-${name}`));
      },
      isBoundOption: (state, segment, names, options) => {
        const optionParsing = segment.match(constants.BINDING_REGEX);
        return !state.ignoreOptions && !!optionParsing && constants.OPTION_REGEX.test(optionParsing[1]) && names.includes(optionParsing[1]) && options.filter((opt) => opt.names.includes(optionParsing[1])).every((opt) => opt.allowBinding);
      },
      isNegatedOption: (state, segment, name) => {
        return !state.ignoreOptions && segment === `--no-${name.slice(2)}`;
      },
      isHelp: (state, segment) => {
        return !state.ignoreOptions && constants.HELP_REGEX.test(segment);
      },
      isUnsupportedOption: (state, segment, names) => {
        return !state.ignoreOptions && segment.startsWith(`-`) && constants.OPTION_REGEX.test(segment) && !names.includes(segment);
      },
      isInvalidOption: (state, segment) => {
        return !state.ignoreOptions && segment.startsWith(`-`) && !constants.OPTION_REGEX.test(segment);
      }
    };
    tests.isOption.suggest = (state, name, hidden = true) => {
      return !hidden ? [name] : null;
    };
    var reducers = {
      setCandidateState: (state, segment, candidateState) => {
        return { ...state, ...candidateState };
      },
      setSelectedIndex: (state, segment, index) => {
        return { ...state, selectedIndex: index };
      },
      pushBatch: (state, segment) => {
        return { ...state, options: state.options.concat([...segment.slice(1)].map((name) => ({ name: `-${name}`, value: true }))) };
      },
      pushBound: (state, segment) => {
        const [, name, value] = segment.match(constants.BINDING_REGEX);
        return { ...state, options: state.options.concat({ name, value }) };
      },
      pushPath: (state, segment) => {
        return { ...state, path: state.path.concat(segment) };
      },
      pushPositional: (state, segment) => {
        return { ...state, positionals: state.positionals.concat({ value: segment, extra: false }) };
      },
      pushExtra: (state, segment) => {
        return { ...state, positionals: state.positionals.concat({ value: segment, extra: true }) };
      },
      pushExtraNoLimits: (state, segment) => {
        return { ...state, positionals: state.positionals.concat({ value: segment, extra: NoLimits }) };
      },
      pushTrue: (state, segment, name = segment) => {
        return { ...state, options: state.options.concat({ name: segment, value: true }) };
      },
      pushFalse: (state, segment, name = segment) => {
        return { ...state, options: state.options.concat({ name, value: false }) };
      },
      pushUndefined: (state, segment) => {
        return { ...state, options: state.options.concat({ name: segment, value: void 0 }) };
      },
      pushStringValue: (state, segment) => {
        var _a;
        const copy = { ...state, options: [...state.options] };
        const lastOption = state.options[state.options.length - 1];
        lastOption.value = ((_a = lastOption.value) !== null && _a !== void 0 ? _a : []).concat([segment]);
        return copy;
      },
      setStringValue: (state, segment) => {
        const copy = { ...state, options: [...state.options] };
        const lastOption = state.options[state.options.length - 1];
        lastOption.value = segment;
        return copy;
      },
      inhibateOptions: (state) => {
        return { ...state, ignoreOptions: true };
      },
      useHelp: (state, segment, command2) => {
        const [
          ,
          /* name */
          ,
          index
        ] = segment.match(constants.HELP_REGEX);
        if (typeof index !== `undefined`) {
          return { ...state, options: [{ name: `-c`, value: String(command2) }, { name: `-i`, value: index }] };
        } else {
          return { ...state, options: [{ name: `-c`, value: String(command2) }] };
        }
      },
      setError: (state, segment, errorMessage) => {
        if (segment === constants.END_OF_INPUT) {
          return { ...state, errorMessage: `${errorMessage}.` };
        } else {
          return { ...state, errorMessage: `${errorMessage} ("${segment}").` };
        }
      },
      setOptionArityError: (state, segment) => {
        const lastOption = state.options[state.options.length - 1];
        return { ...state, errorMessage: `Not enough arguments to option ${lastOption.name}.` };
      }
    };
    var NoLimits = /* @__PURE__ */ Symbol();
    var CommandBuilder = class {
      constructor(cliIndex, cliOpts) {
        this.allOptionNames = [];
        this.arity = { leading: [], trailing: [], extra: [], proxy: false };
        this.options = [];
        this.paths = [];
        this.cliIndex = cliIndex;
        this.cliOpts = cliOpts;
      }
      addPath(path) {
        this.paths.push(path);
      }
      setArity({ leading = this.arity.leading, trailing = this.arity.trailing, extra = this.arity.extra, proxy = this.arity.proxy }) {
        Object.assign(this.arity, { leading, trailing, extra, proxy });
      }
      addPositional({ name = `arg`, required: required6 = true } = {}) {
        if (!required6 && this.arity.extra === NoLimits)
          throw new Error(`Optional parameters cannot be declared when using .rest() or .proxy()`);
        if (!required6 && this.arity.trailing.length > 0)
          throw new Error(`Optional parameters cannot be declared after the required trailing positional arguments`);
        if (!required6 && this.arity.extra !== NoLimits) {
          this.arity.extra.push(name);
        } else if (this.arity.extra !== NoLimits && this.arity.extra.length === 0) {
          this.arity.leading.push(name);
        } else {
          this.arity.trailing.push(name);
        }
      }
      addRest({ name = `arg`, required: required6 = 0 } = {}) {
        if (this.arity.extra === NoLimits)
          throw new Error(`Infinite lists cannot be declared multiple times in the same command`);
        if (this.arity.trailing.length > 0)
          throw new Error(`Infinite lists cannot be declared after the required trailing positional arguments`);
        for (let t = 0; t < required6; ++t)
          this.addPositional({ name });
        this.arity.extra = NoLimits;
      }
      addProxy({ required: required6 = 0 } = {}) {
        this.addRest({ required: required6 });
        this.arity.proxy = true;
      }
      addOption({ names, description, arity = 0, hidden = false, required: required6 = false, allowBinding = true }) {
        if (!allowBinding && arity > 1)
          throw new Error(`The arity cannot be higher than 1 when the option only supports the --arg=value syntax`);
        if (!Number.isInteger(arity))
          throw new Error(`The arity must be an integer, got ${arity}`);
        if (arity < 0)
          throw new Error(`The arity must be positive, got ${arity}`);
        this.allOptionNames.push(...names);
        this.options.push({ names, description, arity, hidden, required: required6, allowBinding });
      }
      setContext(context) {
        this.context = context;
      }
      usage({ detailed = true, inlineOptions = true } = {}) {
        const segments = [this.cliOpts.binaryName];
        const detailedOptionList = [];
        if (this.paths.length > 0)
          segments.push(...this.paths[0]);
        if (detailed) {
          for (const { names, arity, hidden, description, required: required6 } of this.options) {
            if (hidden)
              continue;
            const args = [];
            for (let t = 0; t < arity; ++t)
              args.push(` #${t}`);
            const definition = `${names.join(`,`)}${args.join(``)}`;
            if (!inlineOptions && description) {
              detailedOptionList.push({ definition, description, required: required6 });
            } else {
              segments.push(required6 ? `<${definition}>` : `[${definition}]`);
            }
          }
          segments.push(...this.arity.leading.map((name) => `<${name}>`));
          if (this.arity.extra === NoLimits)
            segments.push(`...`);
          else
            segments.push(...this.arity.extra.map((name) => `[${name}]`));
          segments.push(...this.arity.trailing.map((name) => `<${name}>`));
        }
        const usage = segments.join(` `);
        return { usage, options: detailedOptionList };
      }
      compile() {
        if (typeof this.context === `undefined`)
          throw new Error(`Assertion failed: No context attached`);
        const machine = makeStateMachine();
        let firstNode = constants.NODE_INITIAL;
        const candidateUsage = this.usage().usage;
        const requiredOptions = this.options.filter((opt) => opt.required).map((opt) => opt.names);
        firstNode = injectNode(machine, makeNode());
        registerStatic(machine, constants.NODE_INITIAL, constants.START_OF_INPUT, firstNode, [`setCandidateState`, { candidateUsage, requiredOptions }]);
        const positionalArgument = this.arity.proxy ? `always` : `isNotOptionLike`;
        const paths = this.paths.length > 0 ? this.paths : [[]];
        for (const path of paths) {
          let lastPathNode = firstNode;
          if (path.length > 0) {
            const optionPathNode = injectNode(machine, makeNode());
            registerShortcut(machine, lastPathNode, optionPathNode);
            this.registerOptions(machine, optionPathNode);
            lastPathNode = optionPathNode;
          }
          for (let t = 0; t < path.length; ++t) {
            const nextPathNode = injectNode(machine, makeNode());
            registerStatic(machine, lastPathNode, path[t], nextPathNode, `pushPath`);
            lastPathNode = nextPathNode;
          }
          if (this.arity.leading.length > 0 || !this.arity.proxy) {
            const helpNode = injectNode(machine, makeNode());
            registerDynamic(machine, lastPathNode, `isHelp`, helpNode, [`useHelp`, this.cliIndex]);
            registerDynamic(machine, helpNode, `always`, helpNode, `pushExtra`);
            registerStatic(machine, helpNode, constants.END_OF_INPUT, constants.NODE_SUCCESS, [`setSelectedIndex`, constants.HELP_COMMAND_INDEX]);
            this.registerOptions(machine, lastPathNode);
          }
          if (this.arity.leading.length > 0)
            registerStatic(machine, lastPathNode, constants.END_OF_INPUT, constants.NODE_ERRORED, [`setError`, `Not enough positional arguments`]);
          let lastLeadingNode = lastPathNode;
          for (let t = 0; t < this.arity.leading.length; ++t) {
            const nextLeadingNode = injectNode(machine, makeNode());
            if (!this.arity.proxy || t + 1 !== this.arity.leading.length)
              this.registerOptions(machine, nextLeadingNode);
            if (this.arity.trailing.length > 0 || t + 1 !== this.arity.leading.length)
              registerStatic(machine, nextLeadingNode, constants.END_OF_INPUT, constants.NODE_ERRORED, [`setError`, `Not enough positional arguments`]);
            registerDynamic(machine, lastLeadingNode, `isNotOptionLike`, nextLeadingNode, `pushPositional`);
            lastLeadingNode = nextLeadingNode;
          }
          let lastExtraNode = lastLeadingNode;
          if (this.arity.extra === NoLimits || this.arity.extra.length > 0) {
            const extraShortcutNode = injectNode(machine, makeNode());
            registerShortcut(machine, lastLeadingNode, extraShortcutNode);
            if (this.arity.extra === NoLimits) {
              const extraNode = injectNode(machine, makeNode());
              if (!this.arity.proxy)
                this.registerOptions(machine, extraNode);
              registerDynamic(machine, lastLeadingNode, positionalArgument, extraNode, `pushExtraNoLimits`);
              registerDynamic(machine, extraNode, positionalArgument, extraNode, `pushExtraNoLimits`);
              registerShortcut(machine, extraNode, extraShortcutNode);
            } else {
              for (let t = 0; t < this.arity.extra.length; ++t) {
                const nextExtraNode = injectNode(machine, makeNode());
                if (!this.arity.proxy || t > 0)
                  this.registerOptions(machine, nextExtraNode);
                registerDynamic(machine, lastExtraNode, positionalArgument, nextExtraNode, `pushExtra`);
                registerShortcut(machine, nextExtraNode, extraShortcutNode);
                lastExtraNode = nextExtraNode;
              }
            }
            lastExtraNode = extraShortcutNode;
          }
          if (this.arity.trailing.length > 0)
            registerStatic(machine, lastExtraNode, constants.END_OF_INPUT, constants.NODE_ERRORED, [`setError`, `Not enough positional arguments`]);
          let lastTrailingNode = lastExtraNode;
          for (let t = 0; t < this.arity.trailing.length; ++t) {
            const nextTrailingNode = injectNode(machine, makeNode());
            if (!this.arity.proxy)
              this.registerOptions(machine, nextTrailingNode);
            if (t + 1 < this.arity.trailing.length)
              registerStatic(machine, nextTrailingNode, constants.END_OF_INPUT, constants.NODE_ERRORED, [`setError`, `Not enough positional arguments`]);
            registerDynamic(machine, lastTrailingNode, `isNotOptionLike`, nextTrailingNode, `pushPositional`);
            lastTrailingNode = nextTrailingNode;
          }
          registerDynamic(machine, lastTrailingNode, positionalArgument, constants.NODE_ERRORED, [`setError`, `Extraneous positional argument`]);
          registerStatic(machine, lastTrailingNode, constants.END_OF_INPUT, constants.NODE_SUCCESS, [`setSelectedIndex`, this.cliIndex]);
        }
        return {
          machine,
          context: this.context
        };
      }
      registerOptions(machine, node) {
        registerDynamic(machine, node, [`isOption`, `--`], node, `inhibateOptions`);
        registerDynamic(machine, node, [`isBatchOption`, this.allOptionNames], node, `pushBatch`);
        registerDynamic(machine, node, [`isBoundOption`, this.allOptionNames, this.options], node, `pushBound`);
        registerDynamic(machine, node, [`isUnsupportedOption`, this.allOptionNames], constants.NODE_ERRORED, [`setError`, `Unsupported option name`]);
        registerDynamic(machine, node, [`isInvalidOption`], constants.NODE_ERRORED, [`setError`, `Invalid option name`]);
        for (const option of this.options) {
          const longestName = option.names.reduce((longestName2, name) => {
            return name.length > longestName2.length ? name : longestName2;
          }, ``);
          if (option.arity === 0) {
            for (const name of option.names) {
              registerDynamic(machine, node, [`isOption`, name, option.hidden || name !== longestName], node, `pushTrue`);
              if (name.startsWith(`--`) && !name.startsWith(`--no-`)) {
                registerDynamic(machine, node, [`isNegatedOption`, name], node, [`pushFalse`, name]);
              }
            }
          } else {
            let lastNode = injectNode(machine, makeNode());
            for (const name of option.names)
              registerDynamic(machine, node, [`isOption`, name, option.hidden || name !== longestName], lastNode, `pushUndefined`);
            for (let t = 0; t < option.arity; ++t) {
              const nextNode = injectNode(machine, makeNode());
              registerStatic(machine, lastNode, constants.END_OF_INPUT, constants.NODE_ERRORED, `setOptionArityError`);
              registerDynamic(machine, lastNode, `isOptionLike`, constants.NODE_ERRORED, `setOptionArityError`);
              const action = option.arity === 1 ? `setStringValue` : `pushStringValue`;
              registerDynamic(machine, lastNode, `isNotOptionLike`, nextNode, action);
              lastNode = nextNode;
            }
            registerShortcut(machine, lastNode, node);
          }
        }
      }
    };
    var CliBuilder = class _CliBuilder {
      constructor({ binaryName = `...` } = {}) {
        this.builders = [];
        this.opts = { binaryName };
      }
      static build(cbs, opts = {}) {
        return new _CliBuilder(opts).commands(cbs).compile();
      }
      getBuilderByIndex(n) {
        if (!(n >= 0 && n < this.builders.length))
          throw new Error(`Assertion failed: Out-of-bound command index (${n})`);
        return this.builders[n];
      }
      commands(cbs) {
        for (const cb of cbs)
          cb(this.command());
        return this;
      }
      command() {
        const builder = new CommandBuilder(this.builders.length, this.opts);
        this.builders.push(builder);
        return builder;
      }
      compile() {
        const machines = [];
        const contexts = [];
        for (const builder of this.builders) {
          const { machine: machine2, context } = builder.compile();
          machines.push(machine2);
          contexts.push(context);
        }
        const machine = makeAnyOfMachine(machines);
        simplifyMachine(machine);
        return {
          machine,
          contexts,
          process: (input) => {
            return runMachine(machine, input);
          },
          suggest: (input, partial) => {
            return suggestMachine(machine, input, partial);
          }
        };
      }
    };
    exports2.CliBuilder = CliBuilder;
    exports2.CommandBuilder = CommandBuilder;
    exports2.NoLimits = NoLimits;
    exports2.aggregateHelpStates = aggregateHelpStates;
    exports2.cloneNode = cloneNode;
    exports2.cloneTransition = cloneTransition;
    exports2.debug = debug;
    exports2.debugMachine = debugMachine;
    exports2.execute = execute;
    exports2.injectNode = injectNode;
    exports2.isTerminalNode = isTerminalNode;
    exports2.makeAnyOfMachine = makeAnyOfMachine;
    exports2.makeNode = makeNode;
    exports2.makeStateMachine = makeStateMachine;
    exports2.reducers = reducers;
    exports2.registerDynamic = registerDynamic;
    exports2.registerShortcut = registerShortcut;
    exports2.registerStatic = registerStatic;
    exports2.runMachineInternal = runMachineInternal;
    exports2.selectBestState = selectBestState;
    exports2.simplifyMachine = simplifyMachine;
    exports2.suggest = suggest;
    exports2.tests = tests;
    exports2.trimSmallerBranches = trimSmallerBranches;
  }
});

// node_modules/clipanion/lib/platform/browser.js
var require_browser = __commonJS({
  "node_modules/clipanion/lib/platform/browser.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    function getDefaultColorDepth() {
      return 1;
    }
    function getCaptureActivator() {
      throw new Error(`The enableCapture option cannot be used from within a browser environment`);
    }
    exports2.getCaptureActivator = getCaptureActivator;
    exports2.getDefaultColorDepth = getDefaultColorDepth;
  }
});

// node_modules/clipanion/lib/advanced/HelpCommand.js
var require_HelpCommand = __commonJS({
  "node_modules/clipanion/lib/advanced/HelpCommand.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_Command = require_Command();
    var HelpCommand = class _HelpCommand extends advanced_Command.Command {
      constructor(contexts) {
        super();
        this.contexts = contexts;
        this.commands = [];
      }
      static from(state, contexts) {
        const command2 = new _HelpCommand(contexts);
        command2.path = state.path;
        for (const opt of state.options) {
          switch (opt.name) {
            case `-c`:
              {
                command2.commands.push(Number(opt.value));
              }
              break;
            case `-i`:
              {
                command2.index = Number(opt.value);
              }
              break;
          }
        }
        return command2;
      }
      async execute() {
        let commands = this.commands;
        if (typeof this.index !== `undefined` && this.index >= 0 && this.index < commands.length)
          commands = [commands[this.index]];
        if (commands.length === 0) {
          this.context.stdout.write(this.cli.usage());
        } else if (commands.length === 1) {
          this.context.stdout.write(this.cli.usage(this.contexts[commands[0]].commandClass, { detailed: true }));
        } else if (commands.length > 1) {
          this.context.stdout.write(`Multiple commands match your selection:
`);
          this.context.stdout.write(`
`);
          let index = 0;
          for (const command2 of this.commands)
            this.context.stdout.write(this.cli.usage(this.contexts[command2].commandClass, { prefix: `${index++}. `.padStart(5) }));
          this.context.stdout.write(`
`);
          this.context.stdout.write(`Run again with -h=<index> to see the longer details of any of those commands.
`);
        }
      }
    };
    exports2.HelpCommand = HelpCommand;
  }
});

// node_modules/clipanion/lib/advanced/Cli.js
var require_Cli = __commonJS({
  "node_modules/clipanion/lib/advanced/Cli.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var constants = require_constants();
    var core = require_core();
    var format = require_format();
    var platform = require_browser();
    var advanced_Command = require_Command();
    var advanced_HelpCommand = require_HelpCommand();
    var errorCommandSymbol = /* @__PURE__ */ Symbol(`clipanion/errorCommand`);
    async function runExit(...args) {
      const { resolvedOptions, resolvedCommandClasses, resolvedArgv, resolvedContext } = resolveRunParameters(args);
      const cli = Cli2.from(resolvedCommandClasses, resolvedOptions);
      return cli.runExit(resolvedArgv, resolvedContext);
    }
    async function run2(...args) {
      const { resolvedOptions, resolvedCommandClasses, resolvedArgv, resolvedContext } = resolveRunParameters(args);
      const cli = Cli2.from(resolvedCommandClasses, resolvedOptions);
      return cli.run(resolvedArgv, resolvedContext);
    }
    function resolveRunParameters(args) {
      let resolvedOptions;
      let resolvedCommandClasses;
      let resolvedArgv;
      let resolvedContext;
      if (typeof process !== `undefined` && typeof process.argv !== `undefined`)
        resolvedArgv = process.argv.slice(2);
      switch (args.length) {
        case 1:
          {
            resolvedCommandClasses = args[0];
          }
          break;
        case 2:
          {
            if (args[0] && args[0].prototype instanceof advanced_Command.Command || Array.isArray(args[0])) {
              resolvedCommandClasses = args[0];
              if (Array.isArray(args[1])) {
                resolvedArgv = args[1];
              } else {
                resolvedContext = args[1];
              }
            } else {
              resolvedOptions = args[0];
              resolvedCommandClasses = args[1];
            }
          }
          break;
        case 3:
          {
            if (Array.isArray(args[2])) {
              resolvedOptions = args[0];
              resolvedCommandClasses = args[1];
              resolvedArgv = args[2];
            } else if (args[0] && args[0].prototype instanceof advanced_Command.Command || Array.isArray(args[0])) {
              resolvedCommandClasses = args[0];
              resolvedArgv = args[1];
              resolvedContext = args[2];
            } else {
              resolvedOptions = args[0];
              resolvedCommandClasses = args[1];
              resolvedContext = args[2];
            }
          }
          break;
        default:
          {
            resolvedOptions = args[0];
            resolvedCommandClasses = args[1];
            resolvedArgv = args[2];
            resolvedContext = args[3];
          }
          break;
      }
      if (typeof resolvedArgv === `undefined`)
        throw new Error(`The argv parameter must be provided when running Clipanion outside of a Node context`);
      return {
        resolvedOptions,
        resolvedCommandClasses,
        resolvedArgv,
        resolvedContext
      };
    }
    var Cli2 = class _Cli {
      constructor({ binaryLabel, binaryName: binaryNameOpt = `...`, binaryVersion, enableCapture = false, enableColors } = {}) {
        this.registrations = /* @__PURE__ */ new Map();
        this.builder = new core.CliBuilder({ binaryName: binaryNameOpt });
        this.binaryLabel = binaryLabel;
        this.binaryName = binaryNameOpt;
        this.binaryVersion = binaryVersion;
        this.enableCapture = enableCapture;
        this.enableColors = enableColors;
      }
      /**
       * Creates a new Cli and registers all commands passed as parameters.
       *
       * @param commandClasses The Commands to register
       * @returns The created `Cli` instance
       */
      static from(commandClasses, options = {}) {
        const cli = new _Cli(options);
        const resolvedCommandClasses = Array.isArray(commandClasses) ? commandClasses : [commandClasses];
        for (const commandClass of resolvedCommandClasses)
          cli.register(commandClass);
        return cli;
      }
      /**
       * Registers a command inside the CLI.
       */
      register(commandClass) {
        var _a;
        const specs = /* @__PURE__ */ new Map();
        const command2 = new commandClass();
        for (const key in command2) {
          const value = command2[key];
          if (typeof value === `object` && value !== null && value[advanced_Command.Command.isOption]) {
            specs.set(key, value);
          }
        }
        const builder = this.builder.command();
        const index = builder.cliIndex;
        const paths = (_a = commandClass.paths) !== null && _a !== void 0 ? _a : command2.paths;
        if (typeof paths !== `undefined`)
          for (const path of paths)
            builder.addPath(path);
        this.registrations.set(commandClass, { specs, builder, index });
        for (const [key, { definition }] of specs.entries())
          definition(builder, key);
        builder.setContext({
          commandClass
        });
      }
      process(input, userContext) {
        const { contexts, process: process2 } = this.builder.compile();
        const state = process2(input);
        const context = {
          ..._Cli.defaultContext,
          ...userContext
        };
        switch (state.selectedIndex) {
          case constants.HELP_COMMAND_INDEX: {
            const command2 = advanced_HelpCommand.HelpCommand.from(state, contexts);
            command2.context = context;
            return command2;
          }
          default:
            {
              const { commandClass } = contexts[state.selectedIndex];
              const record = this.registrations.get(commandClass);
              if (typeof record === `undefined`)
                throw new Error(`Assertion failed: Expected the command class to have been registered.`);
              const command2 = new commandClass();
              command2.context = context;
              command2.path = state.path;
              try {
                for (const [key, { transformer }] of record.specs.entries())
                  command2[key] = transformer(record.builder, key, state, context);
                return command2;
              } catch (error) {
                error[errorCommandSymbol] = command2;
                throw error;
              }
            }
            break;
        }
      }
      async run(input, userContext) {
        var _a, _b;
        let command2;
        const context = {
          ..._Cli.defaultContext,
          ...userContext
        };
        const colored = (_a = this.enableColors) !== null && _a !== void 0 ? _a : context.colorDepth > 1;
        if (!Array.isArray(input)) {
          command2 = input;
        } else {
          try {
            command2 = this.process(input, context);
          } catch (error) {
            context.stdout.write(this.error(error, { colored }));
            return 1;
          }
        }
        if (command2.help) {
          context.stdout.write(this.usage(command2, { colored, detailed: true }));
          return 0;
        }
        command2.context = context;
        command2.cli = {
          binaryLabel: this.binaryLabel,
          binaryName: this.binaryName,
          binaryVersion: this.binaryVersion,
          enableCapture: this.enableCapture,
          enableColors: this.enableColors,
          definitions: () => this.definitions(),
          error: (error, opts) => this.error(error, opts),
          format: (colored2) => this.format(colored2),
          process: (input2, subContext) => this.process(input2, { ...context, ...subContext }),
          run: (input2, subContext) => this.run(input2, { ...context, ...subContext }),
          usage: (command3, opts) => this.usage(command3, opts)
        };
        const activate = this.enableCapture ? (_b = platform.getCaptureActivator(context)) !== null && _b !== void 0 ? _b : noopCaptureActivator : noopCaptureActivator;
        let exitCode;
        try {
          exitCode = await activate(() => command2.validateAndExecute().catch((error) => command2.catch(error).then(() => 0)));
        } catch (error) {
          context.stdout.write(this.error(error, { colored, command: command2 }));
          return 1;
        }
        return exitCode;
      }
      async runExit(input, context) {
        process.exitCode = await this.run(input, context);
      }
      suggest(input, partial) {
        const { suggest } = this.builder.compile();
        return suggest(input, partial);
      }
      definitions({ colored = false } = {}) {
        const data = [];
        for (const [commandClass, { index }] of this.registrations) {
          if (typeof commandClass.usage === `undefined`)
            continue;
          const { usage: path } = this.getUsageByIndex(index, { detailed: false });
          const { usage, options } = this.getUsageByIndex(index, { detailed: true, inlineOptions: false });
          const category = typeof commandClass.usage.category !== `undefined` ? format.formatMarkdownish(commandClass.usage.category, { format: this.format(colored), paragraphs: false }) : void 0;
          const description = typeof commandClass.usage.description !== `undefined` ? format.formatMarkdownish(commandClass.usage.description, { format: this.format(colored), paragraphs: false }) : void 0;
          const details = typeof commandClass.usage.details !== `undefined` ? format.formatMarkdownish(commandClass.usage.details, { format: this.format(colored), paragraphs: true }) : void 0;
          const examples = typeof commandClass.usage.examples !== `undefined` ? commandClass.usage.examples.map(([label, cli]) => [format.formatMarkdownish(label, { format: this.format(colored), paragraphs: false }), cli.replace(/\$0/g, this.binaryName)]) : void 0;
          data.push({ path, usage, category, description, details, examples, options });
        }
        return data;
      }
      usage(command2 = null, { colored, detailed = false, prefix = `$ ` } = {}) {
        var _a;
        if (command2 === null) {
          for (const commandClass2 of this.registrations.keys()) {
            const paths = commandClass2.paths;
            const isDocumented = typeof commandClass2.usage !== `undefined`;
            const isExclusivelyDefault = !paths || paths.length === 0 || paths.length === 1 && paths[0].length === 0;
            const isDefault = isExclusivelyDefault || ((_a = paths === null || paths === void 0 ? void 0 : paths.some((path) => path.length === 0)) !== null && _a !== void 0 ? _a : false);
            if (isDefault) {
              if (command2) {
                command2 = null;
                break;
              } else {
                command2 = commandClass2;
              }
            } else {
              if (isDocumented) {
                command2 = null;
                continue;
              }
            }
          }
          if (command2) {
            detailed = true;
          }
        }
        const commandClass = command2 !== null && command2 instanceof advanced_Command.Command ? command2.constructor : command2;
        let result = ``;
        if (!commandClass) {
          const commandsByCategories = /* @__PURE__ */ new Map();
          for (const [commandClass2, { index }] of this.registrations.entries()) {
            if (typeof commandClass2.usage === `undefined`)
              continue;
            const category = typeof commandClass2.usage.category !== `undefined` ? format.formatMarkdownish(commandClass2.usage.category, { format: this.format(colored), paragraphs: false }) : null;
            let categoryCommands = commandsByCategories.get(category);
            if (typeof categoryCommands === `undefined`)
              commandsByCategories.set(category, categoryCommands = []);
            const { usage } = this.getUsageByIndex(index);
            categoryCommands.push({ commandClass: commandClass2, usage });
          }
          const categoryNames = Array.from(commandsByCategories.keys()).sort((a, b) => {
            if (a === null)
              return -1;
            if (b === null)
              return 1;
            return a.localeCompare(b, `en`, { usage: `sort`, caseFirst: `upper` });
          });
          const hasLabel = typeof this.binaryLabel !== `undefined`;
          const hasVersion = typeof this.binaryVersion !== `undefined`;
          if (hasLabel || hasVersion) {
            if (hasLabel && hasVersion)
              result += `${this.format(colored).header(`${this.binaryLabel} - ${this.binaryVersion}`)}

`;
            else if (hasLabel)
              result += `${this.format(colored).header(`${this.binaryLabel}`)}
`;
            else
              result += `${this.format(colored).header(`${this.binaryVersion}`)}
`;
            result += `  ${this.format(colored).bold(prefix)}${this.binaryName} <command>
`;
          } else {
            result += `${this.format(colored).bold(prefix)}${this.binaryName} <command>
`;
          }
          for (const categoryName of categoryNames) {
            const commands = commandsByCategories.get(categoryName).slice().sort((a, b) => {
              return a.usage.localeCompare(b.usage, `en`, { usage: `sort`, caseFirst: `upper` });
            });
            const header = categoryName !== null ? categoryName.trim() : `General commands`;
            result += `
`;
            result += `${this.format(colored).header(`${header}`)}
`;
            for (const { commandClass: commandClass2, usage } of commands) {
              const doc = commandClass2.usage.description || `undocumented`;
              result += `
`;
              result += `  ${this.format(colored).bold(usage)}
`;
              result += `    ${format.formatMarkdownish(doc, { format: this.format(colored), paragraphs: false })}`;
            }
          }
          result += `
`;
          result += format.formatMarkdownish(`You can also print more details about any of these commands by calling them with the \`-h,--help\` flag right after the command name.`, { format: this.format(colored), paragraphs: true });
        } else {
          if (!detailed) {
            const { usage } = this.getUsageByRegistration(commandClass);
            result += `${this.format(colored).bold(prefix)}${usage}
`;
          } else {
            const { description = ``, details = ``, examples = [] } = commandClass.usage || {};
            if (description !== ``) {
              result += format.formatMarkdownish(description, { format: this.format(colored), paragraphs: false }).replace(/^./, ($0) => $0.toUpperCase());
              result += `
`;
            }
            if (details !== `` || examples.length > 0) {
              result += `${this.format(colored).header(`Usage`)}
`;
              result += `
`;
            }
            const { usage, options } = this.getUsageByRegistration(commandClass, { inlineOptions: false });
            result += `${this.format(colored).bold(prefix)}${usage}
`;
            if (options.length > 0) {
              result += `
`;
              result += `${this.format(colored).header(`Options`)}
`;
              const maxDefinitionLength = options.reduce((length, option) => {
                return Math.max(length, option.definition.length);
              }, 0);
              result += `
`;
              for (const { definition, description: description2 } of options) {
                result += `  ${this.format(colored).bold(definition.padEnd(maxDefinitionLength))}    ${format.formatMarkdownish(description2, { format: this.format(colored), paragraphs: false })}`;
              }
            }
            if (details !== ``) {
              result += `
`;
              result += `${this.format(colored).header(`Details`)}
`;
              result += `
`;
              result += format.formatMarkdownish(details, { format: this.format(colored), paragraphs: true });
            }
            if (examples.length > 0) {
              result += `
`;
              result += `${this.format(colored).header(`Examples`)}
`;
              for (const [description2, example] of examples) {
                result += `
`;
                result += format.formatMarkdownish(description2, { format: this.format(colored), paragraphs: false });
                result += `${example.replace(/^/m, `  ${this.format(colored).bold(prefix)}`).replace(/\$0/g, this.binaryName)}
`;
              }
            }
          }
        }
        return result;
      }
      error(error, _a) {
        var _b;
        var { colored, command: command2 = (_b = error[errorCommandSymbol]) !== null && _b !== void 0 ? _b : null } = _a === void 0 ? {} : _a;
        if (!error || typeof error !== `object` || !(`stack` in error))
          error = new Error(`Execution failed with a non-error rejection (rejected value: ${JSON.stringify(error)})`);
        let result = ``;
        let name = error.name.replace(/([a-z])([A-Z])/g, `$1 $2`);
        if (name === `Error`)
          name = `Internal Error`;
        result += `${this.format(colored).error(name)}: ${error.message}
`;
        const meta = error.clipanion;
        if (typeof meta !== `undefined`) {
          if (meta.type === `usage`) {
            result += `
`;
            result += this.usage(command2);
          }
        } else {
          if (error.stack) {
            result += `${error.stack.replace(/^.*\n/, ``)}
`;
          }
        }
        return result;
      }
      format(colored) {
        var _a;
        return ((_a = colored !== null && colored !== void 0 ? colored : this.enableColors) !== null && _a !== void 0 ? _a : _Cli.defaultContext.colorDepth > 1) ? format.richFormat : format.textFormat;
      }
      getUsageByRegistration(klass, opts) {
        const record = this.registrations.get(klass);
        if (typeof record === `undefined`)
          throw new Error(`Assertion failed: Unregistered command`);
        return this.getUsageByIndex(record.index, opts);
      }
      getUsageByIndex(n, opts) {
        return this.builder.getBuilderByIndex(n).usage(opts);
      }
    };
    Cli2.defaultContext = {
      env: process.env,
      colorDepth: platform.getDefaultColorDepth()
    };
    function noopCaptureActivator(fn) {
      return fn();
    }
    exports2.Cli = Cli2;
    exports2.run = run2;
    exports2.runExit = runExit;
  }
});

// node_modules/clipanion/lib/advanced/builtins/definitions.js
var require_definitions = __commonJS({
  "node_modules/clipanion/lib/advanced/builtins/definitions.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_Command = require_Command();
    var DefinitionsCommand = class extends advanced_Command.Command {
      async execute() {
        this.context.stdout.write(`${JSON.stringify(this.cli.definitions(), null, 2)}
`);
      }
    };
    DefinitionsCommand.paths = [[`--clipanion=definitions`]];
    exports2.DefinitionsCommand = DefinitionsCommand;
  }
});

// node_modules/clipanion/lib/advanced/builtins/help.js
var require_help = __commonJS({
  "node_modules/clipanion/lib/advanced/builtins/help.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_Command = require_Command();
    var HelpCommand = class extends advanced_Command.Command {
      async execute() {
        this.context.stdout.write(this.cli.usage());
      }
    };
    HelpCommand.paths = [[`-h`], [`--help`]];
    exports2.HelpCommand = HelpCommand;
  }
});

// node_modules/clipanion/lib/advanced/builtins/version.js
var require_version = __commonJS({
  "node_modules/clipanion/lib/advanced/builtins/version.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_Command = require_Command();
    var VersionCommand = class extends advanced_Command.Command {
      async execute() {
        var _a;
        this.context.stdout.write(`${(_a = this.cli.binaryVersion) !== null && _a !== void 0 ? _a : `<unknown>`}
`);
      }
    };
    VersionCommand.paths = [[`-v`], [`--version`]];
    exports2.VersionCommand = VersionCommand;
  }
});

// node_modules/clipanion/lib/advanced/builtins/index.js
var require_builtins = __commonJS({
  "node_modules/clipanion/lib/advanced/builtins/index.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_builtins_definitions = require_definitions();
    var advanced_builtins_help = require_help();
    var advanced_builtins_version = require_version();
    exports2.DefinitionsCommand = advanced_builtins_definitions.DefinitionsCommand;
    exports2.HelpCommand = advanced_builtins_help.HelpCommand;
    exports2.VersionCommand = advanced_builtins_version.VersionCommand;
  }
});

// node_modules/clipanion/lib/advanced/options/Array.js
var require_Array = __commonJS({
  "node_modules/clipanion/lib/advanced/options/Array.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    function Array2(descriptor, initialValueBase, optsBase) {
      const [initialValue, opts] = advanced_options_utils.rerouteArguments(initialValueBase, optsBase !== null && optsBase !== void 0 ? optsBase : {});
      const { arity = 1 } = opts;
      const optNames = descriptor.split(`,`);
      const nameSet = new Set(optNames);
      return advanced_options_utils.makeCommandOption({
        definition(builder) {
          builder.addOption({
            names: optNames,
            arity,
            hidden: opts === null || opts === void 0 ? void 0 : opts.hidden,
            description: opts === null || opts === void 0 ? void 0 : opts.description,
            required: opts.required
          });
        },
        transformer(builder, key, state) {
          let usedName;
          let currentValue = typeof initialValue !== `undefined` ? [...initialValue] : void 0;
          for (const { name, value } of state.options) {
            if (!nameSet.has(name))
              continue;
            usedName = name;
            currentValue = currentValue !== null && currentValue !== void 0 ? currentValue : [];
            currentValue.push(value);
          }
          if (typeof currentValue !== `undefined`) {
            return advanced_options_utils.applyValidator(usedName !== null && usedName !== void 0 ? usedName : key, currentValue, opts.validator);
          } else {
            return currentValue;
          }
        }
      });
    }
    exports2.Array = Array2;
  }
});

// node_modules/clipanion/lib/advanced/options/Boolean.js
var require_Boolean = __commonJS({
  "node_modules/clipanion/lib/advanced/options/Boolean.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    function Boolean(descriptor, initialValueBase, optsBase) {
      const [initialValue, opts] = advanced_options_utils.rerouteArguments(initialValueBase, optsBase !== null && optsBase !== void 0 ? optsBase : {});
      const optNames = descriptor.split(`,`);
      const nameSet = new Set(optNames);
      return advanced_options_utils.makeCommandOption({
        definition(builder) {
          builder.addOption({
            names: optNames,
            allowBinding: false,
            arity: 0,
            hidden: opts.hidden,
            description: opts.description,
            required: opts.required
          });
        },
        transformer(builer, key, state) {
          let currentValue = initialValue;
          for (const { name, value } of state.options) {
            if (!nameSet.has(name))
              continue;
            currentValue = value;
          }
          return currentValue;
        }
      });
    }
    exports2.Boolean = Boolean;
  }
});

// node_modules/clipanion/lib/advanced/options/Counter.js
var require_Counter = __commonJS({
  "node_modules/clipanion/lib/advanced/options/Counter.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    function Counter(descriptor, initialValueBase, optsBase) {
      const [initialValue, opts] = advanced_options_utils.rerouteArguments(initialValueBase, optsBase !== null && optsBase !== void 0 ? optsBase : {});
      const optNames = descriptor.split(`,`);
      const nameSet = new Set(optNames);
      return advanced_options_utils.makeCommandOption({
        definition(builder) {
          builder.addOption({
            names: optNames,
            allowBinding: false,
            arity: 0,
            hidden: opts.hidden,
            description: opts.description,
            required: opts.required
          });
        },
        transformer(builder, key, state) {
          let currentValue = initialValue;
          for (const { name, value } of state.options) {
            if (!nameSet.has(name))
              continue;
            currentValue !== null && currentValue !== void 0 ? currentValue : currentValue = 0;
            if (!value) {
              currentValue = 0;
            } else {
              currentValue += 1;
            }
          }
          return currentValue;
        }
      });
    }
    exports2.Counter = Counter;
  }
});

// node_modules/clipanion/lib/advanced/options/Proxy.js
var require_Proxy = __commonJS({
  "node_modules/clipanion/lib/advanced/options/Proxy.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    function Proxy2(opts = {}) {
      return advanced_options_utils.makeCommandOption({
        definition(builder, key) {
          var _a;
          builder.addProxy({
            name: (_a = opts.name) !== null && _a !== void 0 ? _a : key,
            required: opts.required
          });
        },
        transformer(builder, key, state) {
          return state.positionals.map(({ value }) => value);
        }
      });
    }
    exports2.Proxy = Proxy2;
  }
});

// node_modules/clipanion/lib/advanced/options/Rest.js
var require_Rest = __commonJS({
  "node_modules/clipanion/lib/advanced/options/Rest.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var core = require_core();
    var advanced_options_utils = require_utils();
    function Rest(opts = {}) {
      return advanced_options_utils.makeCommandOption({
        definition(builder, key) {
          var _a;
          builder.addRest({
            name: (_a = opts.name) !== null && _a !== void 0 ? _a : key,
            required: opts.required
          });
        },
        transformer(builder, key, state) {
          const isRestPositional = (index) => {
            const positional = state.positionals[index];
            if (positional.extra === core.NoLimits)
              return true;
            if (positional.extra === false && index < builder.arity.leading.length)
              return true;
            return false;
          };
          let count11 = 0;
          while (count11 < state.positionals.length && isRestPositional(count11))
            count11 += 1;
          return state.positionals.splice(0, count11).map(({ value }) => value);
        }
      });
    }
    exports2.Rest = Rest;
  }
});

// node_modules/clipanion/lib/advanced/options/String.js
var require_String = __commonJS({
  "node_modules/clipanion/lib/advanced/options/String.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var core = require_core();
    var advanced_options_utils = require_utils();
    function StringOption(descriptor, initialValueBase, optsBase) {
      const [initialValue, opts] = advanced_options_utils.rerouteArguments(initialValueBase, optsBase !== null && optsBase !== void 0 ? optsBase : {});
      const { arity = 1 } = opts;
      const optNames = descriptor.split(`,`);
      const nameSet = new Set(optNames);
      return advanced_options_utils.makeCommandOption({
        definition(builder) {
          builder.addOption({
            names: optNames,
            arity: opts.tolerateBoolean ? 0 : arity,
            hidden: opts.hidden,
            description: opts.description,
            required: opts.required
          });
        },
        transformer(builder, key, state, context) {
          let usedName;
          let currentValue = initialValue;
          if (typeof opts.env !== `undefined` && context.env[opts.env]) {
            usedName = opts.env;
            currentValue = context.env[opts.env];
          }
          for (const { name, value } of state.options) {
            if (!nameSet.has(name))
              continue;
            usedName = name;
            currentValue = value;
          }
          if (typeof currentValue === `string`) {
            return advanced_options_utils.applyValidator(usedName !== null && usedName !== void 0 ? usedName : key, currentValue, opts.validator);
          } else {
            return currentValue;
          }
        }
      });
    }
    function StringPositional(opts = {}) {
      const { required: required6 = true } = opts;
      return advanced_options_utils.makeCommandOption({
        definition(builder, key) {
          var _a;
          builder.addPositional({
            name: (_a = opts.name) !== null && _a !== void 0 ? _a : key,
            required: opts.required
          });
        },
        transformer(builder, key, state) {
          var _a;
          for (let i = 0; i < state.positionals.length; ++i) {
            if (state.positionals[i].extra === core.NoLimits)
              continue;
            if (required6 && state.positionals[i].extra === true)
              continue;
            if (!required6 && state.positionals[i].extra === false)
              continue;
            const [positional] = state.positionals.splice(i, 1);
            return advanced_options_utils.applyValidator((_a = opts.name) !== null && _a !== void 0 ? _a : key, positional.value, opts.validator);
          }
          return void 0;
        }
      });
    }
    function String2(descriptor, ...args) {
      if (typeof descriptor === `string`) {
        return StringOption(descriptor, ...args);
      } else {
        return StringPositional(descriptor);
      }
    }
    exports2.String = String2;
  }
});

// node_modules/clipanion/lib/advanced/options/index.js
var require_options = __commonJS({
  "node_modules/clipanion/lib/advanced/options/index.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var advanced_options_utils = require_utils();
    var advanced_options_Array = require_Array();
    var advanced_options_Boolean = require_Boolean();
    var advanced_options_Counter = require_Counter();
    var advanced_options_Proxy = require_Proxy();
    var advanced_options_Rest = require_Rest();
    var advanced_options_String = require_String();
    exports2.applyValidator = advanced_options_utils.applyValidator;
    exports2.cleanValidationError = advanced_options_utils.cleanValidationError;
    exports2.formatError = advanced_options_utils.formatError;
    exports2.isOptionSymbol = advanced_options_utils.isOptionSymbol;
    exports2.makeCommandOption = advanced_options_utils.makeCommandOption;
    exports2.rerouteArguments = advanced_options_utils.rerouteArguments;
    exports2.Array = advanced_options_Array.Array;
    exports2.Boolean = advanced_options_Boolean.Boolean;
    exports2.Counter = advanced_options_Counter.Counter;
    exports2.Proxy = advanced_options_Proxy.Proxy;
    exports2.Rest = advanced_options_Rest.Rest;
    exports2.String = advanced_options_String.String;
  }
});

// node_modules/clipanion/lib/advanced/index.js
var require_advanced = __commonJS({
  "node_modules/clipanion/lib/advanced/index.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var errors = require_errors();
    var format = require_format();
    var advanced_Command = require_Command();
    var advanced_Cli = require_Cli();
    var advanced_builtins_index = require_builtins();
    var advanced_options_index = require_options();
    exports2.UsageError = errors.UsageError;
    exports2.formatMarkdownish = format.formatMarkdownish;
    exports2.Command = advanced_Command.Command;
    exports2.Cli = advanced_Cli.Cli;
    exports2.run = advanced_Cli.run;
    exports2.runExit = advanced_Cli.runExit;
    exports2.Builtins = advanced_builtins_index;
    exports2.Option = advanced_options_index;
  }
});

// src/doors/cli/global-flags.ts
var import_flags, GLOBAL_FLAGS;
var init_global_flags = __esm({
  "src/doors/cli/global-flags.ts"() {
    "use strict";
    import_flags = askBundle("./monitors.cjs", "src/project/flags.ts");
    GLOBAL_FLAGS = {
      directory: { ...(0, import_flags.directory)("Run as if started in this directory (default: the current one)"), short: "C" },
      config: (0, import_flags.file)("Config file (default: the nearest monitors.config.yaml up to the git root)"),
      environment: (0, import_flags.text)("NAME", "Environment, with its own state and monitors (default: MONITORS_ENVIRONMENT or the config)"),
      specs: (0, import_flags.directory)("Directory of the specs (default: monitors)"),
      state: (0, import_flags.file)("State file (default: monitors.state.json)"),
      baseUrl: (0, import_flags.text)("URL", "Address of the service (default: MONITORS_BASE_URL)"),
      color: (0, import_flags.choice)("WHEN", ["auto", "always", "never"], "auto (default), always or never", "auto"),
      quiet: { ...(0, import_flags.toggle)("Print results and errors only"), short: "q" },
      verbose: (0, import_flags.toggle)("Also print each request: method, path, status and time, never a body"),
      noCache: (0, import_flags.toggle)("Do not read or write caches")
    };
  }
});

// src/doors/cli/notes.ts
var notes_exports = {};
__export(notes_exports, {
  noteStateView: () => noteStateView,
  noteVariables: () => noteVariables,
  openNotes: () => openNotes
});
function openNotes(door, failing) {
  return {
    warn: (findings, report) => noteWarnings(findings, report, door),
    stateView: (view, lastRun) => noteStateView(view, door, lastRun),
    whatIsFolded: async (store) => noteStateView(await (0, import_fold_open.viewState)(store), door),
    invalid: (report, done) => noteInvalid(report, door, failing, done)
  };
}
function noteWarnings(findings, report, door) {
  const shown = door.flags.quiet ? findings.filter(({ code }) => COSTS_TWICE.includes(code)) : findings;
  if (shown.length === 0) return;
  door.note(`${(0, import_finding.renderFindingsText)(shown, door.look("stderr"), report.sourceOf)}
`);
}
function noteVariables(strange, door) {
  const { env } = door.context;
  const findings = (0, import_option_values.warnOfNearVariables)(strange, env);
  if (findings.length > 0) door.note(`${(0, import_finding.renderFindingsText)(findings, door.look("stderr"))}
`);
}
function noteStateView(view, door, lastRun = "ended") {
  if (door.flags.quiet) return;
  const { folded, tornTail, unresolved } = view;
  if (lastRun === "maybe-running") {
    if (folded.length + unresolved.length > 0) door.note(UNDER_WAY);
    return;
  }
  if (tornTail) door.note((0, import_finding.renderFindingsText)([TORN_TAIL], door.look("stderr")));
  if (folded.length > 0) {
    door.note(`note: recorded from the journal of an interrupted run: ${(0, import_escape_terminal.escapeTerminal)(showKeys(folded))}
`);
  }
}
function showKeys(keys4) {
  const rest = keys4.length - SHOWN_KEYS;
  return `${keys4.slice(0, SHOWN_KEYS).join(", ")}${rest > 0 ? ` and ${(0, import_words.formatNumber)(rest)} more` : ""}`;
}
function noteInvalid(report, door, failing, done = "planned") {
  if (!(0, import_diagnostic.hasErrors)(report.findings)) throw new Error("specs without errors were called invalid");
  const failure = {
    code: "spec/invalid",
    message: `the specs have ${report.errorCount === 1 ? "an error" : `${report.errorCount} errors`}, so nothing was ${done}`,
    hint: "fix the errors above; `monitors validate` shows them again"
  };
  if (failing.isMachineReadable()) door.print((0, import_error.renderErrorJson)(failing.commandName, failure, report.findings));
  const options = door.look("stderr");
  door.note((0, import_document.renderValidateText)(report, options));
  door.note((0, import_error.renderErrorText)(failure, options));
  return 1;
}
var import_words, import_option_values, import_diagnostic, import_fold_open, import_document, import_error, import_escape_terminal, import_finding, COSTS_TWICE, TORN_TAIL, UNDER_WAY, SHOWN_KEYS;
var init_notes = __esm({
  "src/doors/cli/notes.ts"() {
    "use strict";
    import_words = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_option_values = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_diagnostic = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_fold_open = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_document = askBundle("./check.cjs", "src/features/validate/document.ts");
    import_error = askBundle("./check.cjs", "src/rendering/error.ts");
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_finding = askBundle("./check.cjs", "src/rendering/finding.ts");
    COSTS_TWICE = ["apply/maybe-duplicate", "config/new-environment", "state/earlier-version", "state/server-changed"];
    TORN_TAIL = {
      code: "state/journal-torn",
      severity: "warning",
      message: "the last line of the journal was cut off by a crash and is ignored; no request depended on it"
    };
    UNDER_WAY = "note: the state is locked by another run. While it runs, what it sent shows as unresolved; if it was killed, the next command that writes takes over the lock.\n";
    SHOWN_KEYS = 5;
  }
});

// src/doors/cli/list-progress.ts
var list_progress_exports = {};
__export(list_progress_exports, {
  showProgress: () => showProgress
});
function showProgress(door) {
  const note = (text11) => door.note(text11);
  if (door.flags.quiet) return {};
  const onWait = (missing, leftMs) => note(renderListWait(missing, leftMs));
  const onChecks = (monitors, requests) => note(`reading the newest checks of ${(0, import_words2.countOf)(monitors, "monitor")}: at most ${(0, import_words2.countOf)(requests, "request")}
`);
  if (door.context.stderr.isTTY !== true) return { onWait, onChecks };
  return {
    onWait,
    onPage: (known) => note(`${import_escape_terminal2.CLEAR_LINE}read ${(0, import_words2.countOf)(known, "monitor")}`),
    onEnd: () => note(import_escape_terminal2.CLEAR_LINE),
    onChecks,
    onChecked: (done, total) => note(`${import_escape_terminal2.CLEAR_LINE}read ${(0, import_words2.countOf)(done, "monitor")} of ${total}`)
  };
}
function renderListWait(missing, leftMs) {
  const were = missing === 1 ? "was" : "were";
  return `the service does not yet list ${(0, import_words2.countOf)(missing, "monitor")} that ${were} just created: waiting up to ${(0, import_sentences.formatDuration)(leftMs)}
`;
}
var import_words2, import_escape_terminal2, import_sentences;
var init_list_progress = __esm({
  "src/doors/cli/list-progress.ts"() {
    "use strict";
    import_words2 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_sentences = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
  }
});

// src/doors/cli/confirmation.ts
var confirmation_exports = {};
__export(confirmation_exports, {
  confirm: () => confirm,
  explainUnasked: () => explainUnasked,
  nameApproved: () => nameApproved
});
async function confirm(question, command2, context, interruption) {
  const unasked = explainUnasked(command2, context);
  if (unasked !== null) throw unasked;
  const prompt = (0, import_promises.createInterface)({ input: context.stdin, output: context.stderr, terminal: false });
  try {
    context.stderr.write(`${question} Type "yes" to continue: `);
    const answer = await new Promise((resolve11) => {
      prompt.once("line", resolve11);
      prompt.once("close", () => resolve11(null));
      interruption.addEventListener("abort", () => resolve11(null), { once: true });
    });
    if (answer === null) context.stderr.write("\n");
    if (interruption.aborted) throw new import_interruption.Interrupted(interruption.reason);
    if (answer?.trim() === "yes") return;
    throw new import_user_error.UserError("config/not-approved", "not approved: nothing was changed", 'run the command again and type "yes" to continue');
  } finally {
    prompt.close();
  }
}
function explainUnasked(command2, { env, stdin }, advice = "review the output above, then run") {
  const inCi = (env["CI"] ?? "") !== "" && env["CI"] !== "false";
  if (!inCi && stdin.isTTY === true) return null;
  return new import_user_error.UserError(
    "config/confirmation-needed",
    `this needs confirmation, but ${inCi ? "CI is set" : "there is no terminal"}`,
    `${advice}: ${command2}`
  );
}
function nameApproved(argv, flags = ["--auto-approve"]) {
  const end = argv.indexOf("--");
  const words = end === -1 ? [...argv, ...flags] : [...argv.slice(0, end), ...flags, ...argv.slice(end)];
  return ["monitors", ...words].map(import_command_line.shellWord).join(" ");
}
var import_promises, import_command_line, import_interruption, import_user_error;
var init_confirmation = __esm({
  "src/doors/cli/confirmation.ts"() {
    "use strict";
    import_promises = require("node:readline/promises");
    import_command_line = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_interruption = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
  }
});

// src/doors/cli/spending.ts
var spending_exports = {};
__export(spending_exports, {
  approveSpending: () => approveSpending
});
async function approveSpending({ credits, isBroad, what }, { autoApprove, maxCredits: most }, door) {
  if (most !== void 0 && (credits === null || credits > most)) {
    const cost = credits === null ? "an unknown number of credits" : `about ${(0, import_words3.countOf)(credits, "credit")}`;
    const limit = `--max-credits is ${(0, import_words3.formatNumber)(most)}`;
    throw new import_user_error2.UserError("config/too-expensive", `this costs ${cost}; ${limit}`, "choose fewer monitors, or give a higher --max-credits");
  }
  if (autoApprove) {
    if (!isBroad || most !== void 0) return;
    throw new import_user_error2.UserError(
      "config/usage",
      "--auto-approve needs --max-credits where a glob, a label or several names choose what is paid for",
      `this costs ${credits === null ? "an unknown number of credits" : `about ${(0, import_words3.countOf)(credits, "credit")}`}: give at least that`
    );
  }
  const question = `${what}? It costs ${credits === null ? "an unknown number of credits" : `about ${(0, import_words3.countOf)(credits, "credit")}`}.`;
  await door.ask(question, door.context.watchInterruption());
}
var import_words3, import_user_error2;
var init_spending = __esm({
  "src/doors/cli/spending.ts"() {
    "use strict";
    import_words3 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
  }
});

// src/doors/cli/door.ts
var import_node_path, import_paths, import_flags2, MACHINE_FORMATS, PROJECT_FLAGS, CliDoor;
var init_door = __esm({
  "src/doors/cli/door.ts"() {
    "use strict";
    import_node_path = require("node:path");
    import_paths = askBundle("./monitors.cjs", "src/core/files/paths.ts");
    import_flags2 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_global_flags();
    MACHINE_FORMATS = ["json", "jsonl"];
    PROJECT_FLAGS = ["directory", "config", "environment", "specs", "state"];
    CliDoor = class {
      constructor(parsed, argv, context) {
        this.parsed = parsed;
        this.argv = argv;
        this.context = context;
        const [directory3, config, environment, specs, state] = PROJECT_FLAGS.map((name) => this.last(name));
        const isOn = (option) => this.last(option) !== void 0;
        this.flags = { directory: directory3, config, environment, specs, state, quiet: isOn("quiet"), verbose: isOn("verbose") };
      }
      parsed;
      argv;
      context;
      flags;
      /** Words in messages for the place where the environment was given; undefined for the flag. */
      environmentPlace;
      /** The environment names that specs may refer to, once the settings are read: no message shows their values. */
      referenceNames = [];
      /** Connections to a server keep the process from ending. */
      opened = [];
      last(option) {
        return this.parsed.given[option]?.at(-1);
      }
      /** Values of the command's flags and operands. Each is checked when it is read: what says more about a mistake comes first. */
      readOptions() {
        const { flags, operands = {}, path } = this.parsed.command;
        const options = {};
        for (const [name, { read }] of Object.entries({ ...flags, ...operands })) {
          const shown = name in operands ? `monitors ${path}` : (0, import_flags2.nameFlag)(name);
          Object.defineProperty(options, name, { enumerable: true, get: () => read(shown, this.parsed.given[name] ?? []) });
        }
        return options;
      }
      given(flag) {
        return this.last(Object.keys(this.parsed.given).find((name) => (0, import_flags2.nameFlag)(name) === flag) ?? "");
      }
      /** Facts of the command, for writing its error. */
      get failing() {
        const { path, machineFormats = MACHINE_FORMATS } = this.parsed.command;
        const isMachineReadable = () => machineFormats.includes(this.last("format") ?? "");
        return { ...this.flags, commandName: path, referenceNames: this.referenceNames, isMachineReadable };
      }
      setLastWords(words) {
        const { context } = this;
        this.replaceWatch(() => context.watchInterruption(words));
      }
      /** Has the command watch for signals in another way. */
      replaceWatch(watchInterruption) {
        this.context = Object.assign(Object.create(this.context), { watchInterruption });
      }
      workingDirectory() {
        const { context, flags } = this;
        return flags.directory === void 0 ? context.cwd : (0, import_node_path.resolve)(context.cwd, flags.directory);
      }
      async settings() {
        const { context, environmentPlace, flags, parsed } = this;
        this.wantsColor(context.stdout);
        const { loadSettings } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/config/loaded-settings.ts"));
        const directory3 = this.workingDirectory();
        const place = { directory: directory3, cwd: directory3, directoryHint: "check the path given with -C", environmentPlace };
        const settings = loadSettings({ ...place, flags, env: context.env, environmentChoice: parsed.command.environments ?? "one" });
        this.referenceNames = settings.allowedReferences;
        return settings;
      }
      moveToEnvironment(name, place) {
        this.flags.environment = name;
        this.environmentPlace = place;
      }
      async openProject(use = "change", showExchange) {
        const settings = await this.settings();
        const { openProject } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        const onExchange = showExchange ?? (this.flags.verbose ? await this.noteExchanges() : () => {
        });
        const { operands = {}, path } = this.parsed.command;
        const nameOption = (option) => option in operands ? `monitors ${path}` : `--${option}`;
        const options = { ...this.projectOptions(settings, use), baseUrl: this.last("baseUrl"), onExchange, nameOption };
        const project = openProject(options, this.context);
        this.closeAtEnd(project.store);
        return project;
      }
      async noteExchanges() {
        const { describeExchange } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/rendering/exchange-text.ts"));
        return (note) => this.note(describeExchange(note));
      }
      shown(path) {
        return (0, import_paths.toShownPath)(this.workingDirectory(), path);
      }
      async openStore(settings, use = "change") {
        return this.closeAtEnd((await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"))).openStore(this.projectOptions(settings, use), this.context));
      }
      closeAtEnd(store) {
        if (store.backend !== "file") this.opened.push(store);
        return store;
      }
      /** Ends all connections to the state's server; the command is over. */
      async close() {
        await Promise.allSettled(this.opened.map((store) => store.close()));
      }
      projectOptions(settings, use) {
        const caches = this.last("noCache") === void 0 ? "used" : "unused";
        return { settings, cwd: this.workingDirectory(), command: this.parsed.command.path, use, caches };
      }
      look(name) {
        const { context, flags } = this;
        const stream = context[name];
        return {
          color: this.wantsColor(stream),
          // A terminal that knows no width says 0.
          width: stream.columns || 100,
          verbosity: flags.quiet ? "quiet" : flags.verbose ? "verbose" : "normal",
          given: flags,
          clock: { now: context.world.now, timeZone: context.timeZone }
        };
      }
      /** Whether text for a stream is coloured: `--color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
      wantsColor(stream) {
        const { env } = this.context;
        const flag = GLOBAL_FLAGS.color.read("--color", this.parsed.given["color"] ?? []);
        if (flag !== "auto") return flag === "always";
        if ((env["NO_COLOR"] ?? "") !== "") return false;
        const forced = env["FORCE_COLOR"];
        if (forced !== void 0 && forced !== "") return forced !== "0" && forced !== "false";
        return stream.isTTY === true && env["TERM"] !== "dumb";
      }
      print(text11) {
        this.context.stdout.write(text11);
      }
      deliver(text11) {
        const { stdout } = this.context;
        return new Promise((resolve11) => stdout.write(text11, (error) => resolve11(error == null && stdout.hasLost !== true)));
      }
      note(text11) {
        this.context.stderr.write(text11);
      }
      async notes() {
        return (await Promise.resolve().then(() => (init_notes(), notes_exports))).openNotes(this, this.failing);
      }
      async progress() {
        return (await Promise.resolve().then(() => (init_list_progress(), list_progress_exports))).showProgress(this);
      }
      async ask(question, interruption) {
        const { confirm: confirm2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        await confirm2(question, nameApproved2(this.argv), this.context, interruption);
      }
      async explainUnasked(approval = null) {
        const { explainUnasked: explainUnasked2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        const flags = approval === null ? ["--auto-approve"] : ["--approve", approval];
        return explainUnasked2(
          nameApproved2(this.argv, flags),
          this.context,
          approval === null ? void 0 : "show this plan to a person, who runs"
        );
      }
      async approveSpending(spending, flags) {
        await (await Promise.resolve().then(() => (init_spending(), spending_exports))).approveSpending(spending, flags, this);
      }
    };
  }
});

// src/project/command-table.ts
function command(table, run2) {
  return { ...table, run: run2 };
}
var init_command_table = __esm({
  "src/project/command-table.ts"() {
    "use strict";
  }
});

// src/features/init/command.ts
var command_exports = {};
__export(command_exports, {
  initCommand: () => initCommand
});
async function readEditorSchemas() {
  const { default: spec } = await Promise.resolve().then(() => __toESM(require("../schemas/spec.schema.json")));
  const { default: layer } = await Promise.resolve().then(() => __toESM(require("../schemas/layer.schema.json")));
  const { default: config } = await Promise.resolve().then(() => __toESM(require("../schemas/config.schema.json")));
  const print = (schema) => `${JSON.stringify(schema, null, 2)}
`;
  return { spec: print(spec), layer: print(layer), config: print(config) };
}
function notHere(flag) {
  return new import_user_error3.UserError(
    "config/usage",
    `init takes no --${flag}`,
    flag === "config" ? "it writes monitors.config.yaml into DIR" : `write "${flag}: ..." into monitors.config.yaml first; init writes the other files to match it`
  );
}
var import_node_path2, import_command_line2, import_version, import_user_error3, import_flags3, NOT_HERE, initCommand;
var init_command = __esm({
  "src/features/init/command.ts"() {
    "use strict";
    import_node_path2 = require("node:path");
    import_command_line2 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_version = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags3 = askBundle("./monitors.cjs", "src/project/flags.ts");
    NOT_HERE = ["config", "environment", "specs", "state"];
    initCommand = command(
      {
        path: "init",
        summary: "write a config, a first spec, a workflow, hooks and ignore rules",
        details: `
      Writes the files that a repository needs: \`monitors.config.yaml\`, a first spec, a GitHub workflow that plans pull
      requests and applies merges, a pre-commit hook, rules for git, and completion for editors.

      With \`--fleet\` it begins with \`_defaults.yaml\`, a list with its rows in a CSV file, and the environments staging and
      production. A project that has specs gets none of these.

      Existing files are never overwritten. Missing lines are added to \`.gitignore\` and \`.gitattributes\`. It can be run
      again: it writes only what is missing. Needs no network and no key.
    `,
        examples: [
          ["In this directory", "monitors init"],
          ["In another directory, with a project name", "monitors init ops/watches --project acme-web"],
          ["A start for many monitors", "monitors init --fleet"]
        ],
        flags: {
          format: (0, import_flags3.formats)({ text: "", json: "" }),
          project: (0, import_flags3.text)("NAME", "Name of the project (default: that of the repository's remote, or of its directory)"),
          fleet: (0, import_flags3.toggle)("Begin with defaults, a list of monitors and two environments")
        },
        operands: { dir: (0, import_flags3.optional)("DIR", "directories") }
      },
      async ({ format, project, fleet, dir }, door) => {
        const { flags } = door;
        const flag = NOT_HERE.find((name) => flags[name] !== void 0);
        if (flag !== void 0) throw notHere(flag);
        const { scaffoldProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/init/init.ts"));
        const { realDisk } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/state/file/disk.ts"));
        const { process: process2, world, env } = door.context;
        const cwd = door.workingDirectory();
        const request = {
          directory: (0, import_node_path2.resolve)(cwd, dir ?? "."),
          cwd,
          project,
          fleet,
          release: { commit: (0, import_version.readCommit)(), tag: (0, import_version.readReleaseTag)(), repository: import_version.repository === "" ? null : import_version.repository },
          schemas: await readEditorSchemas()
        };
        const outcome = await scaffoldProject(request, env, { disk: realDisk, world, platform: process2.platform });
        const place = { directory: dir === void 0 ? flags.directory : (0, import_node_path2.join)(flags.directory ?? "", dir) };
        const report = { ...outcome, completeCommands: (sentence) => (0, import_command_line2.completeCommands)(sentence, place) };
        const { renderInitJson, renderInitText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/init/document.ts"));
        door.print(format === "json" ? renderInitJson(report) : renderInitText(report, door.look("stdout")));
        return 0;
      }
    );
  }
});

// src/features/validate/command.ts
var command_exports2 = {};
__export(command_exports2, {
  validateCommand: () => validateCommand
});
var import_flags4, validateCommand;
var init_command2 = __esm({
  "src/features/validate/command.ts"() {
    "use strict";
    init_command_table();
    import_flags4 = askBundle("./monitors.cjs", "src/project/flags.ts");
    validateCommand = command(
      {
        path: "validate",
        summary: "check specs, offline",
        details: `
      Checks every spec below the specs directory and prints all findings with file, line and column. With paths, keys or
      globs over keys, only the findings of those files are printed. Keys are always checked against all specs. Without a
      chosen environment, specs are checked in each that the config declares.

      Needs no network and no key.
    `,
        exitCodes: { 0: "no errors", 1: "errors", 3: "the specs can't be read" },
        environments: "any",
        examples: [
          ["Check everything, and what Firecrawl refuses", "monitors validate --strict service"],
          ["Check one folder of keys, for an editor", "monitors validate --format json 'prod/**'"],
          ["Check what a commit holds, in a hook", "monitors validate --ignore-unknown README.md monitors/shop.yaml"]
        ],
        flags: {
          format: (0, import_flags4.formats)({ text: "", json: "", github: "workflow annotations", gitlab: "Code Quality", sarif: "" }),
          strict: (0, import_flags4.strict)("Turn warnings into errors: service (what Firecrawl refuses) or all (default: none)"),
          ignoreUnknown: (0, import_flags4.toggle)("For hooks: skip paths that are not specs; the config file stands for all specs"),
          label: (0, import_flags4.labels)("specs")
        },
        operands: { given: (0, import_flags4.many)("PATH", "files") }
      },
      async ({ format, strict: strict2, ignoreUnknown, given, label }, door) => {
        const project = await door.openProject("look");
        const { validateProject } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/check-everywhere.ts"));
        const { renderValidate } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/formats.ts"));
        const unknownPaths = ignoreUnknown ? "leave-out" : "refuse";
        const choice6 = { paths: given, labels: label ?? [] };
        const { leftOut, report } = await validateProject(project, { strict: strict2, ...choice6, unknownPaths });
        const [first, ...others] = leftOut;
        if (first !== void 0 && !door.flags.quiet) {
          const { escapeTerminal: escapeTerminal5 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts"));
          const rest = others.length === 0 ? "" : ` (and ${others.length} more)`;
          door.note(`note: left out, not a spec: ${escapeTerminal5(`"${first.path}" ${first.reason}`)}${rest}
`);
        }
        door.print(renderValidate(report, format, door.look("stdout")));
        return report.errorCount > 0 ? 1 : 0;
      }
    );
  }
});

// src/features/plan/command.ts
var command_exports3 = {};
__export(command_exports3, {
  planCommand: () => planCommand
});
function readChoice(options, door) {
  const { only, exclude: exclude10, label: labels12, allowDeletes, refresh, checks, checkSecrets, lookupTimeout: lookupMs } = options;
  const needy = door.given("--lookup-timeout") !== void 0 ? "--lookup-timeout" : options.showUnmanaged ? "--show-unmanaged" : null;
  if (needy !== null && !refresh) throw new import_user_error4.UserError("config/usage", `${needy} needs --refresh`, "give both");
  return { only, exclude: exclude10, labels: labels12, allowDeletes, refresh, checks, checkSecrets, lookupMs, strict: options.strict };
}
async function savePlan(path, { plan, workspace: { checked, report } }, { settings }, door) {
  const { toPlanFile } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/file-document.ts"));
  const { writePlanFile } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/saved-plan.ts"));
  const file8 = (0, import_node_path3.resolve)(door.workingDirectory(), path);
  writePlanFile({ file: file8, shown: door.shown(file8), settings }, toPlanFile(plan, checked.hashes, report.findings));
}
async function isLocked({ settings, store }) {
  return store.backend === "file" ? (0, import_node_fs.existsSync)(`${settings.stateFile}.lock`) : await store.readHolder() !== null;
}
var import_node_fs, import_node_path3, import_choices, import_user_error4, import_flags5, TABLE, planCommand;
var init_command3 = __esm({
  "src/features/plan/command.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path3 = require("node:path");
    import_choices = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags5 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE = {
      path: "plan",
      summary: "show what apply would do",
      details: `
      Compares the specs with the state file. Shows every change that apply would make, its cost, and what is blocked and why.

      Writes nothing but \`--out\`. Needs no network and no key. With \`--refresh\` it reads the service and shows drift, that is,
      changes made there by hand. An address that is given must be that of the state.
    `,
      exitCodes: {
        0: "specs and state are readable",
        1: "specs have errors, or with `--refresh` the service holds a monitor twice",
        2: "with `--detailed-exitcode`: there are changes",
        3: "specs, state or service can't be read"
      },
      // GitLab refuses an empty report; one that is JSON without counts it shows as failed.
      machineFormats: ["json", "gitlab"],
      examples: [
        ["Save the plan, apply exactly that", "monitors plan --out plan.json && monitors apply plan.json"],
        ["A comment for a pull request", "monitors plan --format markdown"],
        ["Drift: changes made in the service", "monitors plan --refresh"]
      ],
      flags: {
        format: (0, import_flags5.formats)({ text: "", json: "", markdown: "", gitlab: "counts for its plan report" }),
        out: (0, import_flags5.file)("Save the plan for `monitors apply PLANFILE`"),
        detailedExitcode: (0, import_flags5.toggle)("Exit 2 if there are changes"),
        only: (0, import_flags5.keys)('Plan only this key, or those that a glob such as "pricing/**" matches (repeatable)'),
        exclude: import_flags5.exclude,
        label: (0, import_flags5.labels)(),
        refresh: (0, import_flags5.toggle)("Read the service and show drift (full operations)"),
        checks: (0, import_flags5.count)(
          import_choices.NEWEST_CHECKS,
          "Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)",
          0
        ),
        lookupTimeout: (0, import_flags5.lookupTimeout)("With --refresh: "),
        showUnmanaged: (0, import_flags5.toggle)("With --refresh: list monitors without a spec"),
        checkSecrets: (0, import_flags5.toggle)("Compare the values of referenced secrets with what was sent (full operations; needs MONITORS_STATE_KEY)"),
        strict: import_flags5.strictPlan,
        allowDeletes: (0, import_flags5.toggle)("Allow more deletes than safety.maxDeletes")
      }
    };
    planCommand = command(TABLE, async (options, door) => {
      const { format } = options;
      const project = await door.openProject("look");
      const choice6 = readChoice(options, door);
      const { planProject } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/plan.ts"));
      const { listPlanFindings } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/findings.ts"));
      const { renderPlan } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/formats.ts"));
      const outcome = await planProject(project, choice6, await door.progress());
      const notes = await door.notes();
      const { isProtectedLeftover } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/core/plan/change-facts.ts"));
      const { report } = outcome.workspace;
      if (outcome.kind === "invalid") return notes.invalid(report);
      const { plan, view } = outcome;
      if (options.out !== void 0) await savePlan(options.out, outcome, project, door);
      notes.stateView(view, await isLocked(project) ? "maybe-running" : "ended");
      if (format === "text") notes.warn([...report.findings, ...listPlanFindings(plan)], report);
      const unmanaged = options.showUnmanaged ? "listed" : "counted";
      door.print(renderPlan(plan, format, door.look("stdout"), report.findings, unmanaged));
      if (plan.duplicates.length > 0) return 1;
      return options.detailedExitcode && plan.changes.some((change) => !isProtectedLeftover(change)) ? 2 : 0;
    });
  }
});

// src/features/render/command.ts
var command_exports4 = {};
__export(command_exports4, {
  renderCommand: () => renderCommand
});
var import_flags6, renderCommand;
var init_command4 = __esm({
  "src/features/render/command.ts"() {
    "use strict";
    init_command_table();
    import_flags6 = askBundle("./monitors.cjs", "src/project/flags.ts");
    renderCommand = command(
      {
        path: "render",
        summary: "print specs as they are applied, offline",
        details: `
      Prints each monitor as one YAML document: its spec with everything that defaults, lists and variables add, and its key.
      References such as \`\${env:TOKEN}\` are printed as written. Secrets in the text of a spec are printed as (secret).
    `,
        exitCodes: { 0: "printed", 1: "specs have errors", 3: "the specs can't be read, or no monitor has such a key" },
        examples: [
          ["One monitor, and where each value was written", "monitors render pricing/acme --origins"],
          ["All monitors of a folder", 'monitors render "pricing/**"'],
          ["For a program", "monitors render --format json --label team=pricing"]
        ],
        flags: { format: (0, import_flags6.formats)({ yaml: "", json: "" }), origins: (0, import_flags6.toggle)("Print file and line of each value"), exclude: import_flags6.exclude, label: (0, import_flags6.labels)() },
        operands: { only: (0, import_flags6.chosenKeys)("nothing") }
      },
      async ({ format, only, exclude: exclude10, label: labels12, origins }, door) => {
        const project = await door.openProject("look");
        const { renderProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/render/render.ts"));
        const outcome = await renderProject(project, { only, exclude: exclude10, labels: labels12 });
        if (outcome.kind === "invalid") return (await door.notes()).invalid(outcome.workspace.report, "printed");
        const { renderSpecsJson, renderSpecsYaml, sayMasked } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/render/document.ts"));
        const view = origins ? "with-origins" : "values-only";
        door.print(format === "json" ? renderSpecsJson(outcome.monitors, view) : renderSpecsYaml(outcome.monitors, view));
        if (!door.flags.quiet) door.note(sayMasked(outcome.monitors));
        return 0;
      }
    );
  }
});

// src/features/try/command.ts
var command_exports5 = {};
__export(command_exports5, {
  tryCommand: () => tryCommand
});
async function approve(trial, options, door) {
  const { credits, isBroad, fetches, notIncluded, searches, pages } = trial;
  if (!door.flags.quiet && searches.length > 0)
    door.note(`note: the searches of ${(0, import_words4.countOf)(searches.length, "monitor")} are not tried: there is no cheap try of a search
`);
  if (!door.flags.quiet && notIncluded.length > 0) door.note(`note: not in the cost: ${notIncluded.join(", ")}
`);
  const what = fetches === pages.length ? `Fetch ${(0, import_words4.countOf)(pages.length, "page")}` : `Fetch ${(0, import_words4.countOf)(pages.length, "page")} twice`;
  await door.approveSpending({ credits, isBroad, what }, options);
  if (options.autoApprove && !door.flags.quiet) door.note(`${what}: about ${(0, import_words4.countOf)(credits, "credit")}
`);
}
async function showProgress2(door) {
  if (door.flags.quiet) return {};
  const { formatDuration: formatDuration3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
  const onStop = (forMs) => door.note(`
stopping: fetches under way get ${formatDuration3(forMs)} for their answer
`);
  if (door.context.stderr.isTTY !== true) return { onStop };
  const { CLEAR_LINE: CLEAR_LINE3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts"));
  const { formatNumber: formatNumber5 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/base/words.ts"));
  return {
    onStop,
    onPage: (done, total) => door.note(`${CLEAR_LINE3}fetched ${formatNumber5(done)} of ${formatNumber5(total)}`),
    onEnd: () => door.note(CLEAR_LINE3)
  };
}
var import_interruption2, import_words4, import_choices2, import_user_error5, import_flags7, TABLE2, tryCommand;
var init_command5 = __esm({
  "src/features/try/command.ts"() {
    "use strict";
    import_interruption2 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_words4 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_choices2 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags7 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE2 = {
      path: "try",
      summary: "fetch the pages of monitors once, before they are paid for",
      details: `
      Fetches each page of the monitors now, with the options of their specs, and says what speaks against watching it. Of a crawl
      the start page. Asks before credits are spent. Creates nothing; needs no full operations.

      Errors: status 400 or more (unless \`sync.expect.status\` says so), an empty page, another site. Warnings: an error page with
      status 200, a page to sign in or to consent, a check for robots, ignored \`includeTags\`.

      Each fetch is paid for. A page is asked for again only after a 429, or where no connection was made.
    `,
      exitCodes: {
        0: "fetched",
        1: "a page is an error or was not fetched, or specs have errors",
        3: "no such spec, not approved, or the service can't fetch pages"
      },
      examples: [
        ["One spec", "monitors try monitors/pricing/acme.yaml"],
        ["What would change at each check", "monitors try pricing/acme --twice"],
        ["A folder, for a script", 'monitors try "pricing/**" --auto-approve --max-credits 20 --format json']
      ],
      flags: {
        format: (0, import_flags7.formats)({ text: "", json: "" }),
        twice: (0, import_flags7.toggle)("Fetch twice and show what differs: each check would report it"),
        cached: (0, import_flags7.toggle)("Allow a cached copy for the first fetch, as a check does"),
        out: (0, import_flags7.directory)("Keep what came in this new directory (default: nothing is kept)"),
        maxCredits: (0, import_flags7.count)(import_choices2.MAX_CREDITS, "Fetch nothing if it costs more (default: no limit; required with --auto-approve for several monitors)"),
        autoApprove: (0, import_flags7.toggle)("Do not ask"),
        exclude: import_flags7.exclude,
        label: (0, import_flags7.labels)()
      },
      operands: { only: (0, import_flags7.many)("FILE|KEY", "keys", "some") }
    };
    tryCommand = command(TABLE2, async (options, door) => {
      const { only: names, exclude: exclude10, label: labels12 } = options;
      if (names.length === 0) throw new import_user_error5.UserError("config/usage", "try needs a file or the key of a monitor", 'give "**" for all monitors');
      const { format } = options;
      door.setLastWords("Fetches under way may be charged.");
      const project = await door.openProject("look");
      const { planTry } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/try-plan.ts"));
      const fetches = options.twice ? "twice" : "once";
      const first = options.cached ? "cached" : "now";
      const plan = await planTry(project, { names, exclude: exclude10, labels: labels12, fetches, first });
      if (plan.kind === "invalid") return (await door.notes()).invalid(plan.workspace.report, "fetched");
      const { openPageFolder } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/try-folder.ts"));
      const folder = options.out === void 0 ? null : openPageFolder(options.out, project);
      const service = await project.fetchPages(plan.trial.references);
      let view;
      try {
        await approve(plan.trial, options, door);
        folder?.make();
        const { tryPages } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/try/try.ts"));
        view = await tryPages(project, plan.trial, { service, folder, ...await showProgress2(door) });
      } finally {
        await service.close();
      }
      if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/document.ts"))).renderTryJson(view));
      else door.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/try/text.ts"))).renderTryText(view, door.look("stdout")));
      const isFine = view.pages.every(({ outcome, findings }) => outcome === "fetched" && findings.every(({ severity }) => severity !== "error"));
      return (0, import_interruption2.exitCodeAfter)(project.watchInterruption(), isFine ? 0 : 1);
    });
  }
});

// src/features/apply/persist-command.ts
var persist_command_exports = {};
__export(persist_command_exports, {
  runPersistCommand: () => runPersistCommand
});
function runPersistCommand(command2, { cwd, env, onOutput, interruption, longestRunMs = LONGEST_RUN_MS }) {
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !(0, import_references.isOwnName)(name)));
  return new Promise((resolve11, reject) => {
    const child = (0, import_node_child_process.spawn)(command2, {
      cwd,
      env: rest,
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own: what the shell started ends with it.
      detached: true
    });
    const end = () => endGroup(child.pid);
    const interrupt = () => {
      end();
      reject(new Error("--persist-command was ended, since the run was interrupted"));
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`--persist-command was ended: it may take ${longestRunMs / 1e3} s at most`));
    }, longestRunMs);
    if (interruption.aborted) interrupt();
    else interruption.addEventListener("abort", interrupt, { once: true });
    child.on("close", () => {
      clearTimeout(timer);
      interruption.removeEventListener("abort", interrupt);
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
    child.on("error", (error) => reject(new Error(`--persist-command could not be run: ${error.message}`, { cause: error })));
    child.on("close", (exitCode, signal) => {
      if (exitCode === 0) resolve11();
      else if (signal !== null) reject(new Error(`--persist-command was ended by ${signal}`));
      else reject(new Error(`--persist-command ended with exit code ${exitCode}`));
    });
  });
}
function endGroup(pid) {
  if (pid === void 0) return;
  try {
    (0, import_node_process.kill)(-pid, "SIGKILL");
  } catch {
  }
}
var import_node_child_process, import_node_process, import_references, LONGEST_RUN_MS;
var init_persist_command = __esm({
  "src/features/apply/persist-command.ts"() {
    "use strict";
    import_node_child_process = require("node:child_process");
    import_node_process = require("node:process");
    import_references = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    LONGEST_RUN_MS = 12e4;
  }
});

// src/features/apply/command.ts
var command_exports6 = {};
__export(command_exports6, {
  applyCommand: () => applyCommand
});
async function readChoice2(options, door) {
  const { onError, onAmbiguous, concurrency, lookupTimeout: lookupMs } = options;
  refuseTwoApprovals(options);
  const file8 = await readPlan(options, door);
  const { only, exclude: exclude10, label: labels12, allowDeletes, allowOldCheckout, allowStateChange, refresh, checkSecrets, checks, strict: strict2 } = options;
  const rule = options.lockTimeout === void 0 ? "exact" : "nothing-else";
  const scope = { only, exclude: exclude10, labels: labels12, allowDeletes, allowOldCheckout, allowStateChange, strict: strict2 };
  const saved = file8 === null ? null : { file: file8, rule };
  return { onError, onAmbiguous, concurrency, lookupMs, ...scope, approved: options.approve, refresh, checks, checkSecrets, saved };
}
function refuseTwoApprovals({ approve: approve2, autoApprove, planPath }) {
  const other = approve2 === void 0 ? null : planPath !== void 0 ? "a saved plan" : autoApprove ? "--auto-approve" : null;
  if (other !== null) throw new import_user_error6.UserError("config/usage", `--approve and ${other} exclude each other`, "give one of them");
}
function readPersist({ persistCommand }, { cwd, env, watchInterruption }, { say }) {
  if (persistCommand === void 0) return null;
  return async () => {
    const { runPersistCommand: runPersistCommand2 } = await Promise.resolve().then(() => (init_persist_command(), persist_command_exports));
    await runPersistCommand2(persistCommand, { cwd, env, onOutput: say, interruption: watchInterruption() });
  };
}
async function readPlan({ planPath, only, exclude: exclude10, label }, door) {
  if (planPath === void 0) return null;
  const flag = only !== void 0 ? "--only" : exclude10 !== void 0 ? "--exclude" : label !== void 0 ? "--label" : null;
  if (flag !== null)
    throw new import_user_error6.UserError(
      "config/usage",
      `a saved plan and ${flag} exclude each other`,
      `save a plan with \`monitors plan ${flag} ${flag === "--label" ? "NAME=VALUE" : "KEY"} --out FILE\``
    );
  const { readSavedPlan } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/saved-plan.ts"));
  const path = (0, import_node_path4.resolve)(door.workingDirectory(), planPath);
  return readSavedPlan(path, door.shown(path), planPath);
}
var import_node_path4, import_choices3, import_user_error6, import_flags8, TABLE3, applyCommand;
var init_command6 = __esm({
  "src/features/apply/command.ts"() {
    "use strict";
    import_node_path4 = require("node:path");
    import_choices3 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags8 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE3 = {
      path: "apply",
      summary: "make the service hold what the specs say",
      details: `
      Shows the plan, asks, carries it out, and shows the result for each monitor. Every create is written to a journal before it
      is sent. A crash, a lost response or a full disk therefore never leads to a second paid monitor: the next run continues, or
      names what is unknown and how to resolve it.

      With a saved plan nothing is asked. Exactly that plan is applied, or nothing if specs or state have changed since.

      Needs MONITORS_API_KEY and MONITORS_BASE_URL (or \`--base-url\`) when there is something to send.
    `,
      exitCodes: {
        0: "everything is done",
        1: "a change failed, was not attempted, is blocked or unresolved (not: a protected monitor whose spec is gone)",
        3: "nothing was changed: wrong usage, stale plan, lock",
        4: "an outcome is unknown",
        5: "the state could not be saved",
        "130, 143": "interrupted"
      },
      examples: [
        ["Plan, ask, apply", "monitors apply"],
        ["In CI: apply the plan that was reviewed", "monitors apply plan.json"],
        ["One monitor only, without asking", "monitors apply --auto-approve --only pricing/acme"]
      ],
      flags: {
        format: (0, import_flags8.formats)({ text: "", json: "", jsonl: "one event a line" }),
        lockTimeout: import_flags8.lockTimeout,
        autoApprove: (0, import_flags8.toggle)("Do not ask"),
        approve: (0, import_flags8.text)("DIGEST", "Do not ask, and apply only the plan that `monitors plan` printed with this approval"),
        concurrency: (0, import_flags8.count)(import_choices3.CONCURRENCY, "Maximum parallel creates (1-64, default 8)", 8),
        onError: (0, import_flags8.choice)("WHAT", import_choices3.ON_ERROR, "If a change is refused: continue with the others (default), or stop", "continue"),
        onAmbiguous: (0, import_flags8.choice)(
          "WHAT",
          import_choices3.ON_AMBIGUOUS,
          "If a create may or may not have happened: verify (default: look it up, then retry), retry, or stop",
          "verify"
        ),
        allowDeletes: (0, import_flags8.toggle)("Allow more deletes than safety.maxDeletes"),
        allowOldCheckout: (0, import_flags8.toggle)(
          "Apply specs or a state that may be older than what was applied last, or, with a state on a server, specs that are not in git"
        ),
        allowStateChange: (0, import_flags8.text)("NAME", "Apply from a state file that was changed by hand, of PROJECT/ENVIRONMENT"),
        refresh: (0, import_flags8.toggle)("Read the service before planning, and undo drift (full operations)"),
        checkSecrets: (0, import_flags8.toggle)("Send secrets whose values changed since they were sent (full operations; needs MONITORS_STATE_KEY)"),
        checks: (0, import_flags8.count)(
          import_choices3.NEWEST_CHECKS,
          "Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)",
          0
        ),
        lookupTimeout: (0, import_flags8.lookupTimeout)(),
        strict: import_flags8.strictPlan,
        persistCommand: (0, import_flags8.text)("CMD", "Command that saves state and journal elsewhere, run before each batch (for ephemeral runners)"),
        only: (0, import_flags8.keys)('Apply only this key, or those that a glob such as "pricing/**" matches (repeatable)'),
        exclude: import_flags8.exclude,
        label: (0, import_flags8.labels)()
      },
      operands: { planPath: (0, import_flags8.optional)("PLANFILE", "files") }
    };
    applyCommand = command(TABLE3, async (options, door) => {
      const { format, autoApprove } = options;
      const { ApplyDisplay } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/apply/display.ts"));
      const display = new ApplyDisplay(door, await door.notes(), format);
      const project = await door.openProject("change", display.onExchange);
      const choice6 = await readChoice2(options, door);
      const { applyProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/apply/apply.ts"));
      const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
      if (door.given("--lookup-timeout") !== void 0) requireFullOperations(project.settings, "--lookup-timeout");
      const interruption = project.watchInterruption();
      const ended = await applyProject(project, choice6, {
        ...await door.progress(),
        show: display.showPlan,
        confirm: async (plan) => {
          const question = plan.requests === 0 ? "Write these renames into the state?" : "Apply these changes?";
          if (!autoApprove) await door.ask(question, interruption);
          return plan;
        },
        explainUnasked: async (approval) => autoApprove ? null : door.explainUnasked(approval),
        persist: readPersist(options, project, display),
        onEvent: display.onEvent
      });
      return display.finish(ended);
    });
  }
});

// src/features/accept/command.ts
var command_exports7 = {};
__export(command_exports7, {
  acceptCommand: () => acceptCommand
});
var import_user_error7, import_flags9, acceptCommand;
var init_command7 = __esm({
  "src/features/accept/command.ts"() {
    "use strict";
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags9 = askBundle("./monitors.cjs", "src/project/flags.ts");
    acceptCommand = command(
      {
        path: "accept",
        summary: "write drift, changes made in the service, into the specs",
        details: `
      Reads the service and writes the drift of these monitors into their specs. Only the changed members are written; comments and
      layout stay. The state records them as applied. Nothing is sent, and other monitors are not touched.

      With \`--branch\` the edit becomes a commit on a new branch, for a pull request. Working tree, index and state stay as they
      are, and nothing is pushed.

      Needs full operations.
    `,
        exitCodes: { 0: "the drift is accepted, or there is none", 3: "the drift of one key can't be accepted: nothing is written for any key" },
        examples: [
          ["Show drift", "monitors plan --refresh"],
          ["Keep it", "monitors accept pricing/acme"],
          ["Several monitors, as a commit for a pull request", "monitors accept --branch accept-drift pricing/acme docs/api"]
        ],
        flags: {
          format: (0, import_flags9.formats)({ text: "", json: "" }),
          lockTimeout: import_flags9.lockTimeout,
          branch: (0, import_flags9.text)("NAME", "Commit the edit on this new branch and change no file here"),
          lookupTimeout: (0, import_flags9.lookupTimeout)()
        },
        operands: { keys: (0, import_flags9.many)("KEY", "recorded", "some") }
      },
      async (options, door) => {
        const { keys: keys4, branch } = options;
        if (keys4.length === 0)
          throw new import_user_error7.UserError("config/usage", "accept needs the key of a monitor", 'run "monitors plan --refresh" to see the keys with drift');
        const { format, lookupTimeout: lookupMs } = options;
        const project = await door.openProject(branch === void 0 ? "change" : "look");
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(project.settings, "monitors accept");
        const notes = await door.notes();
        await notes.whatIsFolded(project.store);
        const progress = await door.progress();
        const ended = branch === void 0 ? await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/accept.ts"))).acceptDrift(project, { keys: keys4, lookupMs }, progress) : await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/accept-branch.ts"))).acceptOnBranch(project, { keys: keys4, lookupMs, branch }, progress);
        if (ended.kind === "invalid") return notes.invalid(ended.workspace.report);
        const { renderAcceptJson, renderAcceptText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/document.ts"));
        door.print(format === "json" ? renderAcceptJson(ended) : renderAcceptText(ended, door.look("stdout")));
        return 0;
      }
    );
  }
});

// src/features/resolve/command.ts
var command_exports8 = {};
__export(command_exports8, {
  resolveCommand: () => resolveCommand
});
function isQuestion({ adopt, pruneDuplicates, keys: keys4, notCreated, checked, probe: probe2 }) {
  if (adopt !== void 0 || pruneDuplicates) return false;
  return keys4.length === 0 || !(notCreated || checked || probe2);
}
async function hasNothing({ keys: keys4 }, door) {
  const { isAllResolved } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
  return isAllResolved(await door.openStore(await door.settings(), "look"), keys4);
}
async function takeWord(keys4, verdict, { format }, door) {
  const { resolveCreates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
  const store = await door.openStore(await door.settings());
  await (await door.notes()).whatIsFolded(store);
  const { resolved, left } = await resolveCreates(store, keys4, verdict, door.context.world.uuid());
  return conclude(door, format, { items: resolved, left });
}
async function endDoubts(keys4, { format }, door) {
  const { checkDoubts } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
  const store = await door.openStore(await door.settings());
  await (await door.notes()).whatIsFolded(store);
  const { checked, left } = await checkDoubts(store, keys4);
  return conclude(door, format, { items: checked, left });
}
async function probe(keys4, { lookupTimeout: lookupMs, format }, door) {
  const { probeCreates, toResolvedCreate } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
  const { renderEventText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/apply/progress.ts"));
  const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/finding.ts"));
  const { project, elsewhere } = await openForFull("--probe", door);
  await (await door.notes()).whatIsFolded(project.store);
  const onEvent = (event) => door.note(renderEventText(event, door.look("stderr")));
  const { lookedUp, doubts, findings, left } = await probeCreates(project, keys4, { elsewhere, lookupMs, onEvent });
  if (findings.length > 0) door.note(renderFindingsText2(findings, door.look("stderr")));
  const exitCode = await conclude(door, format, { items: [...lookedUp.map(toResolvedCreate), ...doubts], left, findings });
  return (0, import_interruption3.exitCodeAfter)(project.watchInterruption(), exitCode);
}
async function conclude(door, format, { items, left, findings = [] }) {
  const { renderResolved, renderResolveJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"));
  door.print(format === "json" ? renderResolveJson(items, left, findings) : renderResolved(items, left, door.look("stdout")));
  const isOpen = items.some((item) => "kind" in item && item.kind === "still-open");
  return left.length > 0 || findings.length > 0 || isOpen ? 1 : 0;
}
async function prune({ keys: keys4, autoApprove, format }, door) {
  const { pruneDuplicates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/prune.ts"));
  const { renderDuplicates, renderPruned, renderPruneJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"));
  const { project, elsewhere } = await openForFull("--prune-duplicates", door);
  const isJson = format === "json";
  const report = await pruneDuplicates(project, keys4, {
    elsewhere,
    confirm: async (duplicated) => {
      const shown = renderDuplicates(duplicated, door.context.world.now(), door.look(isJson ? "stderr" : "stdout"));
      if (!isJson) door.print(shown);
      else if (!door.flags.quiet || !autoApprove) door.note(shown);
      if (!autoApprove) await door.ask("Delete these monitors, with their history?", project.watchInterruption());
    }
  });
  door.print(isJson ? renderPruneJson(report) : renderPruned(report, door.look("stdout")));
  return (0, import_interruption3.exitCodeAfter)(project.watchInterruption(), report.failed.length + report.leftAlone.length > 0 ? 1 : 0);
}
async function openForFull(flag, door) {
  const project = await door.openProject();
  const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
  requireFullOperations(project.settings, flag);
  const { listIdsElsewhere } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/other-environments.ts"));
  project.watchInterruption();
  return { project, elsewhere: listIdsElsewhere(await project.readNeighbours()) };
}
function readKeys({ allUnknown, keys: keys4 }, way) {
  if (allUnknown && way.kind !== "prune" && keys4.length === 0) return "all-unknown";
  if (!allUnknown && keys4.length > 0) return keys4;
  if (way.kind === "prune")
    throw new import_user_error8.UserError(
      "config/usage",
      "--prune-duplicates needs keys",
      'give the keys of the duplicates that "monitors plan --refresh" shows'
    );
  throw new import_user_error8.UserError(
    "config/usage",
    allUnknown ? "--all-unknown and keys exclude each other" : "resolve needs keys, or --all-unknown",
    "`monitors plan` shows the keys that are unresolved"
  );
}
function readWay({ adopt, notCreated, probe: probe2, checked, pruneDuplicates }) {
  const ways = [
    ["--adopt", adopt !== void 0, () => ({ kind: "adopt", id: adopt ?? "" })],
    ["--not-created", notCreated, () => ({ kind: "not-created" })],
    ["--probe", probe2, () => ({ kind: "probe" })],
    ["--checked", checked, () => ({ kind: "checked" })],
    ["--prune-duplicates", pruneDuplicates, () => ({ kind: "prune" })]
  ];
  const given = ways.filter(([, isGiven]) => isGiven);
  const [first, second] = given;
  if (first !== void 0 && second !== void 0)
    throw new import_user_error8.UserError("config/usage", `${first[0]} and ${second[0]} exclude each other`, "give one of them");
  if (first !== void 0) return first[2]();
  throw new import_user_error8.UserError(
    "config/usage",
    "resolve needs to know what you found in the service",
    "add --adopt ID if the monitor exists, --not-created if it does not, --checked if it exists only once, or --probe to look it up (full operations)"
  );
}
var import_interruption3, import_user_error8, import_flags10, TABLE4, resolveCommand;
var init_command8 = __esm({
  "src/features/resolve/command.ts"() {
    "use strict";
    import_interruption3 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags10 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE4 = {
      path: "resolve",
      summary: "resolve creates whose outcome is unknown",
      details: `
      When a response was lost, the monitor may or may not exist. With full operations, \`--probe\` looks it up in the service.
      Otherwise look for it yourself: the plan shows its target ids and when it was sent. Then report what you found with
      \`--adopt ID\` or \`--not-created\`. Both send nothing.

      When a request that seemed to fail was sent again, the monitor may exist twice, and every plan warns about it. \`--probe\`
      looks for the duplicate. Otherwise look for it yourself, delete it in the service, and end the warning with \`--checked\`.

      \`--prune-duplicates\` deletes monitors that have exactly the target ids of a recorded one, after asking. It never deletes
      the recorded one.
    `,
      exitCodes: { 0: "nothing is unresolved", 1: "something is unresolved", "130, 143": "interrupted" },
      examples: [
        ["Look it up (full operations)", "monitors resolve --all-unknown --probe"],
        ["It exists", "monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"],
        ["It does not exist: the next apply creates it", "monitors resolve pricing/acme --not-created"]
      ],
      flags: {
        format: (0, import_flags10.formats)({ text: "", json: "" }),
        lockTimeout: import_flags10.lockTimeout,
        adopt: (0, import_flags10.text)("ID", "The monitor exists, with this id"),
        notCreated: (0, import_flags10.toggle)("The monitor does not exist"),
        probe: (0, import_flags10.toggle)("Look it up in the service (full operations)"),
        checked: (0, import_flags10.toggle)("There is no duplicate: end the warning about it"),
        pruneDuplicates: (0, import_flags10.toggle)("Delete duplicates of these monitors, after asking (full operations)"),
        allUnknown: (0, import_flags10.toggle)("Every unresolved create, and every monitor that may exist twice"),
        lookupTimeout: (0, import_flags10.lookupTimeout)("With --probe: "),
        autoApprove: (0, import_flags10.toggle)("With --prune-duplicates: do not ask")
      },
      operands: { keys: (0, import_flags10.many)("KEY", "keys") }
    };
    resolveCommand = command(TABLE4, async (options, door) => {
      const { format } = options;
      if (isQuestion(options) && await hasNothing(options, door)) return conclude(door, format, { items: [], left: [] });
      const way = readWay(options);
      const keys4 = readKeys(options, way);
      switch (way.kind) {
        case "probe":
          return probe(keys4, options, door);
        case "checked":
          return endDoubts(keys4, options, door);
        case "prune":
          return prune(options, door);
        case "adopt":
        case "not-created":
          return takeWord(keys4, way, options, door);
      }
    });
  }
});

// src/features/adopt/command.ts
var command_exports9 = {};
__export(command_exports9, {
  importCommand: () => importCommand,
  pullCommand: () => pullCommand
});
async function openFull(door, command2) {
  const project = await door.openProject();
  const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
  requireFullOperations(project.settings, `monitors ${command2}`);
  await (await door.notes()).whatIsFolded(project.store);
  return project;
}
var import_flags11, importCommand, pullCommand;
var init_command9 = __esm({
  "src/features/adopt/command.ts"() {
    "use strict";
    init_command_table();
    import_flags11 = askBundle("./monitors.cjs", "src/project/flags.ts");
    importCommand = command(
      {
        path: "import",
        summary: "manage a monitor that exists, under a key of your choice",
        details: `
      Takes over the monitor with this id. If a spec has the key, the monitor is recorded as it is, and the next plan shows what
      differs. If not, a spec is written: defaults left out, secrets as \`\${env:NAME}\`, with a list of what to set. Sends
      nothing but reads.

      Needs full operations.
    `,
        exitCodes: { 0: "the monitor is managed now", 1: "a spec can't express it" },
        examples: [
          ["Take one over", "monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"],
          ["What the next plan would change of it", "monitors plan --only pricing/acme --refresh"]
        ],
        flags: { format: (0, import_flags11.formats)({ text: "", json: "" }), lockTimeout: import_flags11.lockTimeout },
        operands: { key: (0, import_flags11.required)("KEY", "new"), id: (0, import_flags11.required)("ID") }
      },
      async ({ format, key, id }, door) => {
        const project = await openFull(door, "import");
        const { importMonitor } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/import.ts"));
        const report = await importMonitor(project, { key, id });
        if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/document.ts"))).renderImportJson(report));
        else door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/text.ts"))).renderImportText(report, door.look("stdout")));
        return report.kind === "refused" ? 1 : 0;
      }
    );
    pullCommand = command(
      {
        path: "pull",
        summary: "write specs for monitors that exist, and manage them",
        details: `
      Writes a spec for every unmanaged monitor, named after the monitor, and records it: the next plan shows no changes. Defaults
      are left out. Secrets become \`\${env:NAME}\`, with a list of what to set and the names in \`secrets.allow\` of the config.
      Nothing is overwritten, and nothing is sent but reads.

      Monitors of other environments of this repository are pulled only if \`--only\` names them. Needs full operations.

      With \`--share\`, what all specs have in common then goes into \`_defaults.yaml\`, as \`monitors factor\` does it.
    `,
        exitCodes: { 0: "all were pulled", 1: "a spec can't express one of them" },
        examples: [
          ["All of it", "monitors pull"],
          ["With common members in one file", "monitors pull --share"],
          ["One monitor", "monitors pull --only 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"]
        ],
        flags: {
          format: (0, import_flags11.formats)({ text: "", json: "" }),
          lockTimeout: import_flags11.lockTimeout,
          only: (0, import_flags11.texts)("ID", "Pull this monitor only (repeatable)"),
          share: (0, import_flags11.toggle)("Then move what all specs have in common into _defaults.yaml")
        }
      },
      async ({ format, only, share }, door) => {
        const project = await openFull(door, "pull");
        const { pullMonitors } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/pull.ts"));
        const report = await pullMonitors(project, { only });
        const look = door.look("stdout");
        if (format === "text") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/text.ts"))).renderPullText(report, look));
        const shared = share ? await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor.ts"))).sharePulled(project, report) : null;
        if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/document.ts"))).renderPullJson(report, shared));
        else if (shared !== null) door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor-document.ts"))).renderFactorText(shared, look));
        return report.refused.length > 0 ? 1 : 0;
      }
    );
  }
});

// src/features/adopt/factor-command.ts
var factor_command_exports = {};
__export(factor_command_exports, {
  factorCommand: () => factorCommand
});
var import_flags12, factorCommand;
var init_factor_command = __esm({
  "src/features/adopt/factor-command.ts"() {
    "use strict";
    init_command_table();
    import_flags12 = askBundle("./monitors.cjs", "src/project/flags.ts");
    factorCommand = command(
      {
        path: "factor",
        summary: "move what specs of a folder share into one file; no monitor changes",
        details: `
      Moves the members that all specs of the folder and below write alike into its \`_defaults.yaml\`. With \`--list NAME\`, makes
      one list of the specs of the folder that differ in single values: NAME.yaml and a file with a row for each. Keys stay.

      Nothing is written unless every monitor and the plan stay the same. Comments of specs that become rows are lost.
    `,
        exitCodes: { 0: "done, or nothing to do", 1: "specs have errors", 3: "a monitor would change: nothing is written" },
        examples: [
          ["What would be written", "monitors factor monitors/pricing --dry-run"],
          ["Move common members", "monitors factor monitors/pricing"],
          ["One list instead of many specs", "monitors factor monitors/pricing --list pages"]
        ],
        flags: {
          format: (0, import_flags12.formats)({ text: "", json: "" }),
          list: (0, import_flags12.text)("NAME", "Make a list, NAME.yaml, of the specs in the folder"),
          dryRun: (0, import_flags12.toggle)("Print what would be written, and write nothing")
        },
        operands: { folder: (0, import_flags12.required)("FOLDER", "directories") }
      },
      async ({ format, folder, list, dryRun: isDryRun }, door) => {
        const project = await door.openProject("look");
        const { factorFolder } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor.ts"));
        const end = await factorFolder(project, { folder, list, isDryRun });
        if (end.kind === "invalid") return (await door.notes()).invalid(end.workspace.report);
        const { renderFactorJson, renderFactorText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor-document.ts"));
        door.print(format === "json" ? renderFactorJson(end.report) : renderFactorText(end.report, door.look("stdout")));
        return 0;
      }
    );
  }
});

// src/features/recover/command.ts
var command_exports10 = {};
__export(command_exports10, {
  recoverCommand: () => recoverCommand
});
async function conclude2(ended, format, store, door) {
  if (ended.kind === "invalid") return (await door.notes()).invalid(ended.workspace.report);
  const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/finding.ts"));
  const { renderRecoveryJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/document.ts"));
  const { renderSentences, unresolvedLines } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
  const { printText: printText3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/text.ts"));
  const { findings } = ended;
  const isWritten = ended.kind === "recovered";
  const unresolved = isWritten ? ended.unresolved : [];
  const warnings = isWritten ? ended.warnings : [];
  const kept = isWritten ? ended.kept.map((path) => door.shown(path)) : [];
  if (warnings.length > 0) door.note(renderFindingsText2(warnings, door.look("stderr")));
  const look = door.look("stdout");
  if (format === "json") {
    const state = isWritten ? ended.version : null;
    door.print(renderRecoveryJson(findings, { state, kept, unresolved, findings: warnings }));
  } else {
    door.print(renderSentences(listSentences(ended, store, kept), look));
    door.print(
      printText3(
        unresolved.flatMap((create) => unresolvedLines(create, look)),
        look
      )
    );
  }
  const isDoubtful = findings.ambiguous.length > 0 || findings.recovered.some(({ found }) => found.others.length > 0);
  return isDoubtful || unresolved.length > 0 || warnings.length > 0 ? 1 : 0;
}
function listSentences(ended, { place, backend }, kept) {
  if (ended.kind === "nothing-found") {
    if (ended.findings.ambiguous.length > 0) return ["Nothing was recorded: no match is certain. Choose the monitors as shown above."];
    return ['Nothing to recover: there was no state here, and the service has none of these monitors. Run "monitors plan".'];
  }
  const { findings, lookedUp, version } = ended;
  const count11 = findings.recovered.length + findings.orphans.length;
  return [
    `Recorded ${(0, import_words5.countOf)(count11, "monitor")} in ${place} (serial ${version.serial}).`,
    ...lookedUp.flatMap(({ create: { intent }, verdict }) => {
      if (verdict.kind === "adopted") return [`"${intent.key}" is the monitor ${verdict.id}.`];
      if (verdict.kind === "not-created") return [`"${intent.key}" was not created: the next apply creates it.`];
      return [`"${intent.key}" is still unresolved: ${verdict.why}.`];
    }),
    ...kept.length === 0 ? [] : [`The old files are kept: ${kept.join(", ")}.`],
    `Run "monitors plan --refresh" to see what is left to do${backend === "file" ? ", then commit the state" : ""}.`
  ];
}
var import_interruption4, import_words5, import_flags13, recoverCommand;
var init_command10 = __esm({
  "src/features/recover/command.ts"() {
    "use strict";
    import_interruption4 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_words5 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_command_table();
    import_flags13 = askBundle("./monitors.cjs", "src/project/flags.ts");
    recoverCommand = command(
      {
        path: "recover",
        summary: "rebuild a lost or damaged state from what the service holds",
        details: `
      Lists the service's monitors and finds the one of each spec: by target ids, then by what is still readable of the state,
      its backup and its journal, then by name and content. Sends only reads and writes only the state. The old files are kept.
      Needs full operations.

      Asks before it records an uncertain match. A match by name and content is never recorded without asking; if the monitor
      may belong to another project, use \`monitors import KEY ID\`. Monitors that were never recorded stay unmanaged. Missing monitors are
      created by the next apply. Of duplicates, one is recorded and the others are listed.
    `,
        exitCodes: {
          0: "everything is recorded",
          1: "a monitor is duplicate or ambiguous, or a create is unresolved",
          3: "the state is valid or locked, or confirmation is needed without a terminal"
        },
        examples: [
          ["The state is lost, damaged or in conflict", "monitors recover"],
          ["In CI: record every match but those by name", "monitors recover --auto-approve"]
        ],
        flags: {
          format: (0, import_flags13.formats)({ text: "", json: "" }),
          lockTimeout: import_flags13.lockTimeout,
          autoApprove: (0, import_flags13.toggle)("Do not ask; record every match but those by name and content"),
          only: (0, import_flags13.keys)("Record only this key (repeatable)"),
          lookupTimeout: (0, import_flags13.lookupTimeout)()
        }
      },
      async ({ format, lookupTimeout: lookupMs, only, autoApprove }, door) => {
        const project = await door.openProject();
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(project.settings, "recover");
        const { recoverState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/recover.ts"));
        const { renderEventText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/apply/progress.ts"));
        const { renderRecoveryText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/text.ts"));
        const interruption = project.watchInterruption();
        const ended = await recoverState(
          project,
          { only, approval: autoApprove ? "automatic" : "asked", lookupMs },
          {
            ...await door.progress(),
            onEvent: (event) => door.note(renderEventText(event, door.look("stderr"))),
            show: (findings) => {
              if (format === "text") door.print(renderRecoveryText(findings, door.look("stdout")));
              else if (!door.flags.quiet) door.note(renderRecoveryText(findings, door.look("stderr")));
            },
            confirm: async ({ lostRecords }) => {
              const question = lostRecords > 0 ? "Go on with this account?" : 'Are the matches marked with "?" right?';
              if (!autoApprove) await door.ask(question, interruption);
            }
          }
        );
        return (0, import_interruption4.exitCodeAfter)(interruption, await conclude2(ended, format, project.store, door));
      }
    );
  }
});

// src/features/observe/status-command.ts
var status_command_exports = {};
__export(status_command_exports, {
  statusCommand: () => statusCommand
});
async function printMetrics({ document, labelsOf }, { project: { settings }, out }, door) {
  const { renderStatusMetrics, isStatusMetrics } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/status-prometheus.ts"));
  const { text: text11, dropped } = renderStatusMetrics(document, { environment: settings.environment, labelsOf });
  if (dropped !== null && !door.flags.quiet) door.note(`${dropped}
`);
  if (out === void 0) return door.print(text11);
  const { writeOutput } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/project/given-output.ts"));
  const path = (0, import_node_path5.resolve)(door.workingDirectory(), out);
  const place = { file: path, shown: door.shown(path), settings, noun: "metrics", example: "monitors.prom", foreign: "metrics" };
  writeOutput({ ...place, isOurs: isStatusMetrics }, text11);
}
async function noteEarlierState(project, door) {
  if (project.history === null || project.history.isSettled()) return;
  const { findEarlierStates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/project/history-findings.ts"));
  const findings = await findEarlierStates([project], null);
  const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/finding.ts"));
  if (findings.length > 0) door.note(renderFindingsText2(findings, door.look("stderr")));
}
async function noteLack({ notOffered: lack }, door) {
  if (lack === null) return;
  const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/finding.ts"));
  const finding = {
    code: "live/no-checks",
    severity: "warning",
    message: lack,
    hint: "the rest is from the list; for this service leave out --checks, --failing and --fail-on failing"
  };
  door.note(renderFindingsText2([finding], door.look("stderr")));
}
var import_node_path5, import_words6, import_choices4, import_user_error9, import_flags14, FAIL_ON, statusCommand, PRINTERS;
var init_status_command = __esm({
  "src/features/observe/status-command.ts"() {
    "use strict";
    import_node_path5 = require("node:path");
    import_words6 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_choices4 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags14 = askBundle("./monitors.cjs", "src/project/flags.ts");
    FAIL_ON = ["failing", "overdue", "undelivered", "unconfirmed"];
    statusCommand = command(
      {
        path: "status",
        summary: "show the health of monitors in the service",
        details: `
      Shows health, last and next check of the monitors in the state. Sends one request per 100 monitors in the service, and
      changes nothing. Needs full operations.

      Failing: every page of the last check is an error. A check that failed as a whole is not in the list: \`--checks\` and
      \`--fail-on failing\` read the checks of a monitor for it. Overdue: the next check is late by more than ten minutes and
      one interval. No credits: the last check was skipped for lack of them, which counts as failing. To tell, up to five checks
      and the credits of the team are read where a last check had no pages.

      With \`--checks\`, searches are judged, too. Most results ignored: the queries are too wide. Most still watched: the goal
      is too vague. None for long: the queries are too narrow.

      With \`--alerts\`, shows whether alerts arrive: reads 25 checks of each monitor that tells anyone, and each monitor with explicit
      recipients of mail. Undelivered: the newest message is known not to have arrived. Unconfirmed: a recipient has not confirmed.
    `,
        exitCodes: {
          0: "shown",
          1: "only with `--fail-on`: a monitor is in one of these states",
          3: "the service can't be read, or no monitor has such a key"
        },
        examples: [
          ["All monitors", "monitors status"],
          ["Those of a folder that fail, with error rates and credits", 'monitors status "pricing/**" --failing --checks 20'],
          ["A scheduled job that fails when a monitor does", "monitors status --fail-on failing --fail-on overdue"]
        ],
        flags: {
          format: (0, import_flags14.formats)({ text: "", json: "", prometheus: "OpenMetrics" }),
          out: (0, import_flags14.file)("Write to this file, all at once (only with --format prometheus)"),
          checks: (0, import_flags14.count)(import_choices4.NEWEST_CHECKS, "Also read the newest checks of each monitor (1-100, default 0: none)", 0),
          failing: (0, import_flags14.toggle)("Show failing monitors only"),
          alerts: (0, import_flags14.toggle)("Also show whether alerts arrive"),
          failOn: (0, import_flags14.choices)("STATE", FAIL_ON, `Exit 1 if a monitor is ${(0, import_words6.listWords)(FAIL_ON, "or")} (repeatable; default: never)`),
          exclude: import_flags14.exclude,
          label: (0, import_flags14.labels)()
        },
        operands: { only: (0, import_flags14.chosenKeys)("recorded") }
      },
      async ({ format, out, checks, failOn, failing: isFailingOnly, alerts: withAlerts, only, exclude: exclude10, label: labels12 }, door) => {
        if (out !== void 0 && format !== "prometheus") throw new import_user_error9.UserError("config/usage", "--out needs --format prometheus", "give both");
        const project = await door.openProject("look");
        const { readStatus } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/status.ts"));
        const failing = failOn.includes("failing") ? "certain" : "as-listed";
        const isAboutAlerts = withAlerts || failOn.includes("undelivered") || failOn.includes("unconfirmed");
        const alerts = isAboutAlerts ? "read" : "left-out";
        const read = await readStatus(project, { only, exclude: exclude10, labels: labels12, checks, failing, alerts }, await door.progress());
        const { document } = read;
        await noteLack(document, door);
        await noteEarlierState(project, door);
        const shown = isFailingOnly ? (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/status-document.ts"))).keepFailing(document) : document;
        await PRINTERS[format]({ ...read, document: shown }, { project, out }, door);
        const { summary } = document;
        return failOn.some((state) => (summary[state] ?? 0) > 0) ? 1 : 0;
      }
    );
    PRINTERS = {
      text: async ({ document, creditsUntil }, _place, door) => door.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/status-text.ts"))).renderStatusText(document, creditsUntil, door.look("stdout"))),
      json: async ({ document }, _place, door) => door.print((await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"))).renderJson(document)),
      prometheus: printMetrics
    };
  }
});

// src/features/observe/checks-command.ts
var checks_command_exports = {};
__export(checks_command_exports, {
  checksCommand: () => checksCommand,
  diffCommand: () => diffCommand
});
var import_flags15, checksCommand, diffCommand;
var init_checks_command = __esm({
  "src/features/observe/checks-command.ts"() {
    "use strict";
    init_command_table();
    import_flags15 = askBundle("./monitors.cjs", "src/project/flags.ts");
    checksCommand = command(
      {
        path: "checks",
        summary: "show the newest checks of a monitor",
        details: `
      Shows when each check ran, how it ended, what it found and what it cost. Sends only reads. Needs full operations.
    `,
        exitCodes: { 0: "shown", 3: "the service can't be read, or no recorded monitor has that key" },
        examples: [
          ["The newest checks", "monitors checks pricing/acme"],
          ["The newest three, for a program", "monitors checks pricing/acme --limit 3 --format json"]
        ],
        flags: { format: (0, import_flags15.formats)({ text: "", json: "" }), limit: (0, import_flags15.count)({ min: 1, max: 1e3 }, "Number of checks (1-1000, default 10)", 10) },
        operands: { key: (0, import_flags15.required)("KEY", "recorded") }
      },
      async ({ format, limit, key }, door) => {
        const project = await door.openProject("look");
        const { readHistory } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks.ts"));
        const history = await readHistory(project, key, limit);
        if (format === "json") {
          const { renderJson } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"));
          door.print(renderJson((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks-document.ts"))).toChecksDocument(history)));
        } else door.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks-text.ts"))).renderChecksText(history, door.look("stdout")));
        return 0;
      }
    );
    diffCommand = command(
      {
        path: "diff",
        summary: "show what a check of a monitor found changed",
        details: `
      Shows each changed, new or removed page of a check with its diff and its judgment, and the pages that failed. Without
      CHECK, the newest check with changes; \`latest\` is the newest that has ended. The first characters of its id are enough. Sends only reads. Needs full operations.
    `,
        exitCodes: { 0: "shown", 3: "the service can't be read, or there is no such key or check" },
        examples: [
          ["The latest changes", "monitors diff pricing/acme"],
          ["Those of the newest check", "monitors diff pricing/acme latest"],
          ["Those of one check", "monitors diff pricing/acme 5a0c0b9e"]
        ],
        flags: { format: (0, import_flags15.formats)({ text: "", json: "" }) },
        operands: { key: (0, import_flags15.required)("KEY", "recorded"), check: (0, import_flags15.optional)("CHECK") }
      },
      async ({ format, key, check }, door) => {
        const project = await door.openProject("look");
        const { readChanges } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks.ts"));
        const changes = await readChanges(project, key, check);
        if (format === "json") {
          const { renderJson } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"));
          door.print(renderJson((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks-document.ts"))).toDiffDocument(changes)));
        } else door.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks-text.ts"))).renderDiffText(changes, door.look("stdout")));
        return 0;
      }
    );
  }
});

// src/features/changes/command.ts
var command_exports11 = {};
__export(command_exports11, {
  changesCommand: () => changesCommand
});
function toPlace(given, door) {
  const path = (0, import_node_path6.resolve)(door.workingDirectory(), given);
  return { file: path, shown: door.shown(path) };
}
async function deliver(document, { format, out }, project, door) {
  const { FORMATS } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/changes/formats.ts"));
  const { load: load2, isOurs } = FORMATS[format];
  const render = await load2();
  const look = door.look("stdout");
  const clock = { now: door.context.world.now, timeZone: () => document.timeZone };
  if (out === void 0) return door.deliver(render(document, { ...look, clock }));
  const { writeOutput } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/project/given-output.ts"));
  const { settings } = project;
  const output = { ...toPlace(out, door), settings, noun: "changes", example: "changes.txt", foreign: `changes as ${format}`, isOurs };
  const verbosity = look.verbosity === "quiet" ? "normal" : look.verbosity;
  writeOutput(output, render(document, { ...look, clock, color: false, verbosity }));
  return true;
}
var import_node_path6, import_choices5, import_flags16, TABLE5, changesCommand;
var init_command11 = __esm({
  "src/features/changes/command.ts"() {
    "use strict";
    import_node_path6 = require("node:path");
    import_choices5 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    init_command_table();
    import_flags16 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE5 = {
      path: "changes",
      summary: "show what the checks of monitors found since a moment",
      details: `
      Shows changed pages: those judged meaningful first, then those that were not judged, with noise as a count; then monitors
      that fail, with since when and why. Sends only reads: the list, the newest checks of each monitor that ran, and the pages that
      changed. It says before each step how many requests it takes. Needs full operations.

      A check belongs to the moment it finished. One that still runs is named at the end. A moment is \`90m\`, \`36h\`, \`3d\`, \`2w\`, a
      date or a date-time; without a zone it is local.

      With \`--bookmark\`, each call begins where the one before ended, so that each check is reported once. If a call dies between its
      output and its bookmark, the next one says that it may repeat. What \`--limit\` and \`--show\` leave out counts as reported.
    `,
      exitCodes: {
        0: "shown, with or without changes",
        1: "a limit ended it, or a monitor could not be read",
        3: "the service or the bookmark can't be read, or no monitor has such a key"
      },
      examples: [
        ["Since yesterday", "monitors changes"],
        ["Over the weekend, by folder", "monitors changes --since 3d --by folder"],
        ["A job that reports each change once", "monitors changes --bookmark changes.bookmark --format json"]
      ],
      flags: {
        format: (0, import_flags16.formats)({ text: "", json: "", markdown: "", html: "one page", atom: "a feed", csv: "", slack: "a message" }),
        since: (0, import_flags16.text)("T", "Start: 90m, 3d, 2w, a date or a date-time (default 1d)"),
        until: (0, import_flags16.text)("T", "End (default: now, by the clock of the service, less a minute)"),
        bookmark: (0, import_flags16.file)("Begin where the call before ended, and note here where this one does (default: none)"),
        show: (0, import_flags16.choice)(
          "PART",
          import_choices5.SHOWN_CHANGES,
          "Only one part: meaningful (changes judged so), changed (all changes) or failed (failing monitors; default: all)"
        ),
        by: (0, import_flags16.text)("GROUP", "Group changes by folder, day or label:NAME (default: no groups)", ["folder", "day", "label:"]),
        limit: (0, import_flags16.count)(import_choices5.SHOWN_LIMIT, "Show this many changes, those that matter most first (1-100000, default: all)"),
        maxRequests: (0, import_flags16.count)(import_choices5.MOST_REQUESTS, "End after this many requests (1-1000000, default: no limit)"),
        timezone: (0, import_flags16.text)("ZONE", "Time zone of days and times, such as Europe/Paris (default: yours)"),
        out: (0, import_flags16.file)("Write to this file (replaces only an earlier one of the same format)"),
        exclude: import_flags16.exclude,
        label: (0, import_flags16.labels)()
      },
      operands: { only: (0, import_flags16.chosenKeys)("recorded") }
    };
    changesCommand = command(TABLE5, async (options, door) => {
      const { readRequest } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/changes/request.ts"));
      const { bookmark, only, exclude: exclude10, label } = options;
      const place = bookmark === void 0 ? null : toPlace(bookmark, door);
      const request = readRequest({ ...options, labels: label, only, exclude: exclude10, bookmark: place }, door.context.timeZone());
      const project = await door.openProject("look");
      const { reportChanges } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/changes/changes.ts"));
      const { describeStep } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/changes/steps.ts"));
      const { onChecked, ...progress } = await door.progress();
      const { document, interruption, isDelivered } = await reportChanges(project, request, {
        ...progress,
        ...onChecked === void 0 ? {} : { onRead: onChecked },
        onStep: (...step) => {
          if (!door.flags.quiet) door.note(describeStep(...step));
        },
        deliver: (document2) => deliver(document2, options, project, door)
      });
      progress.onEnd?.();
      if (interruption !== null) return interruption.exitCode;
      if (!isDelivered && place !== null) door.note(`the output was not written whole: the bookmark ${place.shown} stays where it was
`);
      return document.complete && isDelivered ? 0 : 1;
    });
  }
});

// src/features/observe/run-command.ts
var run_command_exports = {};
__export(run_command_exports, {
  runCommand: () => runCommand
});
async function makeHooks(options, door) {
  const { formatDuration: formatDuration3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
  const approve2 = (costs) => approveChecks(costs, options, door);
  if (door.flags.quiet) return { approve: approve2 };
  const notes = {
    approve: approve2,
    onFollow: (checks) => door.note(
      `waiting for ${(0, import_words7.countOf)(checks, "check")}; Ctrl-C ends the waiting, ${checks === 1 ? "the check goes" : "the checks go"} on
`
    ),
    onLook: (key, forMs) => door.note(`${(0, import_escape_terminal3.escapeTerminal)(key)}: no clear answer; looking for its check for up to ${formatDuration3(forMs)}
`),
    onStop: (forMs) => door.note(`
stopping: starts under way get ${formatDuration3(forMs)} for their answer
`)
  };
  if (door.context.stderr.isTTY !== true) return notes;
  return {
    ...notes,
    onStart: (done, total) => door.note(`${import_escape_terminal3.CLEAR_LINE}starting checks: ${(0, import_words7.formatNumber)(done)} of ${(0, import_words7.formatNumber)(total)}`),
    onEnded: (done, total) => door.note(`${import_escape_terminal3.CLEAR_LINE}${(0, import_words7.formatNumber)(done)} of ${(0, import_words7.countOf)(total, "check")} ended`),
    onEnd: () => door.note(import_escape_terminal3.CLEAR_LINE)
  };
}
async function approveChecks(costs, options, door) {
  const { renderCostsText } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/run-text.ts"));
  const { sumCredits } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/run-document.ts"));
  const { only: keys4 = [], autoApprove } = options;
  if (!door.flags.quiet || !autoApprove) door.note(renderCostsText(costs, door.look("stderr")));
  const isBroad = keys4.length !== 1 || keys4.some(import_glob.hasWildcard);
  const what = `Start ${(0, import_words7.countOf)(costs.length, "check")}`;
  await door.approveSpending({ credits: sumCredits(costs), isBroad, what }, options);
}
var import_glob, import_words7, import_choices6, import_option_values2, import_user_error10, import_flags17, import_escape_terminal3, TABLE6, runCommand;
var init_run_command = __esm({
  "src/features/observe/run-command.ts"() {
    "use strict";
    import_glob = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_words7 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_choices6 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_option_values2 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error10 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags17 = askBundle("./monitors.cjs", "src/project/flags.ts");
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    TABLE6 = {
      path: "run",
      summary: "start checks of monitors now",
      details: `
      Shows what the checks cost, asks, and starts one check of each chosen monitor. A start is sent once: without an answer, the
      checks of the monitor are read to find out whether it began. With \`--wait\`, shows what each check found and what it cost.
      Ctrl-C ends the waiting; the checks go on and are paid for. Needs full operations.
    `,
      exitCodes: {
        0: "started, and with `--wait` ended",
        1: "a check was not started, failed, or runs longer than `--timeout`",
        3: "not approved, too expensive, not offered, or no monitor has such a key",
        4: "a check may have been started"
      },
      examples: [
        ["Check now, and see what changed", "monitors run pricing/acme --wait"],
        ["A folder, for 50 credits at most, without asking", 'monitors run "pricing/**" --max-credits 50 --auto-approve']
      ],
      flags: {
        format: (0, import_flags17.formats)({ text: "", json: "" }),
        wait: (0, import_flags17.toggle)("Follow the checks to their end and show what changed"),
        timeout: (0, import_flags17.text)("DURATION", "With --wait: how long at most, such as 90s or 1h (default: 30m)"),
        maxCredits: (0, import_flags17.count)(import_choices6.MAX_CREDITS, "Start nothing if it costs more (default: no limit)"),
        autoApprove: (0, import_flags17.toggle)("Do not ask; several monitors also need --max-credits"),
        exclude: import_flags17.exclude,
        label: (0, import_flags17.labels)()
      },
      operands: { only: (0, import_flags17.chosenKeys)("recorded") }
    };
    runCommand = command(TABLE6, async (options, door) => {
      const { format, only, exclude: exclude10, label: labels12 = [], timeout, wait } = options;
      if (only === void 0 && labels12.length === 0) {
        throw new import_user_error10.UserError("config/usage", "run needs keys, globs or --label", '"monitors state list" shows the keys; "**" means all');
      }
      if (timeout !== void 0 && !wait) {
        throw new import_user_error10.UserError("config/usage", "--timeout needs --wait", "add --wait, or leave --timeout out");
      }
      const followMs = (0, import_option_values2.readDuration)("--timeout", timeout ?? "30m");
      door.setLastWords('Checks may have been started: "monitors checks KEY" shows them.');
      const project = await door.openProject("look");
      const { runChecks, runExitCode } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/run-checks.ts"));
      const { exitCodeAfter: exitCodeAfter4 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/base/interruption.ts"));
      const view = await runChecks(project, { only, exclude: exclude10, labels: labels12, followMs: wait ? followMs : null }, await makeHooks(options, door));
      if (format === "json") {
        const { renderJson } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"));
        door.print(renderJson((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/run-document.ts"))).toRunDocument(view)));
      } else door.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/run-text.ts"))).renderRunText(view, door.look("stdout")));
      return exitCodeAfter4(project.watchInterruption(), runExitCode(view));
    });
  }
});

// src/features/alerts/command.ts
var command_exports12 = {};
__export(command_exports12, {
  alertsCommand: () => alertsCommand
});
function refuseIdleFlags({ test, to, allowPrivate, maxRequests }) {
  const needy = to !== void 0 ? "--to" : allowPrivate ? "--allow-private" : null;
  if (!test && needy !== null) throw new import_user_error11.UserError("config/usage", `${needy} needs --test`, "give both");
  if (test && maxRequests !== void 0) throw new import_user_error11.UserError("config/usage", "--max-requests does not go with --test", "leave one out");
}
async function showAlerts({ format, maxRequests, only, exclude: exclude10, label: labels12 }, door) {
  const project = await door.openProject("look");
  const { readAlerts } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/alerts/alerts.ts"));
  const document = await readAlerts(project, { only, exclude: exclude10, labels: labels12, maxRequests }, await showProgress3(door));
  await noteLack2(document, door);
  if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"))).renderJson(document));
  else door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/alerts/text.ts"))).renderAlertsText(document, door.look("stdout")));
  return document.notRead.length > 0 ? 1 : 0;
}
async function testAlerts({ format, to, allowPrivate, only, exclude: exclude10, label: labels12 }, door) {
  const project = await door.openProject("look");
  const { testWebhooks } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/alerts/test-webhooks.ts"));
  const approve2 = (tests) => approveTests(tests, to ?? [], door);
  const addresses = allowPrivate ? "any" : "public";
  const end = await testWebhooks(project, { only, exclude: exclude10, labels: labels12, addresses }, approve2);
  if (end.kind === "invalid") return (await door.notes()).invalid(end.workspace.report, "sent");
  const { document } = end;
  if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/escape-json.ts"))).renderJson(document));
  else door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/alerts/test-text.ts"))).renderTestText(document, door.look("stdout")));
  return document.summary.failed > 0 ? 1 : 0;
}
async function approveTests(tests, named, door) {
  const { renderPlannedTests } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/alerts/test-text.ts"));
  if (!door.flags.quiet) door.note(renderPlannedTests(tests, door.look("stderr")));
  const allowed = new Set(named.map(readHost));
  const missing = [...new Set(tests.map(({ host }) => host))].filter((host) => !allowed.has(host)).sort();
  if (missing.length === 0) return;
  if (await door.explainUnasked() !== null) {
    const flags = missing.map((host) => `--to ${host}`).join(" ");
    throw new import_user_error11.UserError(
      "config/confirmation-needed",
      "sending samples needs confirmation, but no one can be asked",
      `to send them, add ${flags}`
    );
  }
  await door.ask(`Send a sample to ${(0, import_words8.countOf)(tests.length, "webhook")} from this machine?`, door.context.watchInterruption());
}
function readHost(text11) {
  const address = `https://${text11}`;
  const url = (0, import_url.parseUrl)(address);
  if (url !== void 0 && url.pathname === "/" && url.username === "" && url.search === "" && url.hash === "" && !/[/\\@?#]/.test(text11))
    return url.host;
  throw new import_user_error11.UserError("config/usage", "--to takes a host, with its port if it has one", "for example --to hooks.example.com");
}
async function showProgress3(door) {
  const progress = await door.progress();
  if (door.flags.quiet) return progress;
  const onRequests = (requests, monitors) => door.note(`reading alerts of ${(0, import_words8.countOf)(monitors, "monitor")}: at most ${(0, import_words8.countOf)(requests, "request")}
`);
  const { onChecks: _besides, ...rest } = progress;
  return { ...rest, onRequests };
}
async function noteLack2({ notOffered }, door) {
  if (notOffered === null) return;
  const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/finding.ts"));
  const finding = {
    code: "live/no-checks",
    severity: "warning",
    message: notOffered,
    hint: "destinations are from the list; whether alerts arrive is not known"
  };
  door.note(renderFindingsText2([finding], door.look("stderr")));
}
var import_url, import_words8, import_user_error11, import_flags18, TABLE7, alertsCommand;
var init_command12 = __esm({
  "src/features/alerts/command.ts"() {
    "use strict";
    import_url = askBundle("./monitors.cjs", "src/core/base/url.ts");
    import_words8 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error11 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags18 = askBundle("./monitors.cjs", "src/project/flags.ts");
    TABLE7 = {
      path: "alerts",
      summary: "show where alerts go, and whether they arrive",
      details: `
      Shows webhooks, mail and Slack channels: the monitors that tell each of them, and the last message with its status. Names
      recipients of mail that did not confirm or unsubscribed. Reads the list, the newest 25 checks of each monitor that tells
      anyone, and each monitor with explicit recipients. Sends only reads. Needs full operations.

      Of these checks the newest that had to tell someone counts. Within ten minutes of its end the service may not have noted yet
      whether the message arrived. Paths and queries of webhooks are secret, and are not shown.

      With \`--test\`, instead: sends one sample from this machine to each distinct webhook, after a question. Only to webhooks that
      the state records as applied, and to public addresses. Follows no redirect, and sends nothing twice. Signed if
      \`MONITORS_WEBHOOK_SECRET\` is set. Not in pull requests.
    `,
      exitCodes: {
        0: "shown, also where alerts do not arrive; with `--test`: all accepted",
        1: "a monitor could not be read, `--max-requests` ended it, or a webhook did not accept the sample",
        3: "the service can't be read, no monitor has such a key, or the test is not allowed"
      },
      examples: [
        ["All destinations", "monitors alerts"],
        ["Those of a folder, for a program", 'monitors alerts "pricing/**" --format json'],
        ["Send a sample to the webhook of a monitor", "monitors alerts pricing/acme --test"]
      ],
      flags: {
        format: (0, import_flags18.formats)({ text: "", json: "" }),
        maxRequests: (0, import_flags18.count)({ min: 1, max: 1e6 }, "Requests at most (default: no limit)"),
        test: (0, import_flags18.toggle)("Send a sample to each webhook"),
        to: (0, import_flags18.texts)("HOST", "With --test: send to this host without asking (repeatable; default: ask)"),
        allowPrivate: (0, import_flags18.toggle)("With --test: also send to addresses that are not public, or behind a proxy"),
        exclude: import_flags18.exclude,
        label: (0, import_flags18.labels)()
      },
      operands: { only: (0, import_flags18.chosenKeys)("recorded") }
    };
    alertsCommand = command(TABLE7, async (options, door) => {
      refuseIdleFlags(options);
      return options.test ? testAlerts(options, door) : showAlerts(options, door);
    });
  }
});

// src/features/report/command.ts
var command_exports13 = {};
__export(command_exports13, {
  reportCommand: () => reportCommand
});
async function printSuggestion(project, choice6, { format }, door) {
  const { suggestSchedules } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/report/suggest-schedules.ts"));
  const outcome = await suggestSchedules(project, choice6);
  if (outcome.kind === "invalid") return (await door.notes()).invalid(outcome.workspace.report, "printed");
  const { renderSuggestJson, renderSuggestText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/report/suggest.ts"));
  const { suggestion } = outcome;
  door.print(format === "json" ? renderSuggestJson(suggestion) : renderSuggestText(suggestion, door.look("stdout")));
  return 0;
}
async function writePage(project, choice6, options, door) {
  const { out, refresh } = options;
  if (out === void 0) throw new import_user_error12.UserError("config/usage", "report needs --out", "for example: monitors report --out report.html");
  const zone = await readZone(options, door);
  const { checks, rateLimit = null } = options;
  const { readReport, writeReportPage } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/report.ts"));
  const diffs = options.withDiffs ? "included" : "left-out";
  const { lookupTimeout: lookupMs } = options;
  const outcome = await readReport(project, { ...choice6, refresh, checks, diffs, zone, rateLimit, lookupMs }, await door.progress());
  if (outcome.kind === "invalid") return (await door.notes()).invalid(outcome.workspace.report, "reported");
  const { renderReportPage } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/html/page.ts"));
  const file8 = (0, import_node_path7.resolve)(door.workingDirectory(), out);
  const text11 = renderReportPage(outcome.page);
  writeReportPage({ file: file8, shown: door.shown(file8), settings: project.settings }, text11);
  if (!door.flags.quiet) door.print(await describe(door.shown(file8), outcome.page, text11));
  return 0;
}
async function describe(shown, page, text11) {
  const { escapeTerminal: escapeTerminal5 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts"));
  const size = (0, import_words9.formatNumber)(Math.ceil(Buffer.byteLength(text11) / 1e3));
  const from = page.isRefreshed ? "specs, state and the service" : "specs and state";
  return `wrote ${escapeTerminal5(shown)}: ${(0, import_words9.countOf)(page.report.monitors.length, "monitor")}, from ${from} (${size} kB)
`;
}
function refuseIdleFlags2({ refresh, suggest }, door) {
  const isGiven = (flag) => door.given(flag) !== void 0;
  const needy = ["--with-diffs", "--checks", "--lookup-timeout"].find(isGiven);
  if (needy !== void 0 && !refresh) throw new import_user_error12.UserError("config/usage", `${needy} needs --refresh`, "give both");
  const ofPage = ["--out", "--refresh", "--timezone", "--rate-limit"].find(isGiven);
  if (suggest && ofPage !== void 0) {
    throw new import_user_error12.UserError("config/usage", `--suggest writes no page: ${ofPage} does not go with it`, "run one after the other");
  }
  if (!suggest && (door.given("--format") ?? "text") !== "text")
    throw new import_user_error12.UserError("config/usage", "--format needs --suggest", "a page is always HTML");
}
async function readZone({ timezone }, { context }) {
  return (await Promise.resolve().then(() => askBundle("./change.cjs", "src/project/time-zone.ts"))).readTimeZone(timezone, context.timeZone(), "--timezone");
}
var import_node_path7, import_words9, import_choices7, import_user_error12, import_flags19, CHECKS, TABLE8, reportCommand;
var init_command13 = __esm({
  "src/features/report/command.ts"() {
    "use strict";
    import_node_path7 = require("node:path");
    import_words9 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_choices7 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error12 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags19 = askBundle("./monitors.cjs", "src/project/flags.ts");
    CHECKS = 10;
    TABLE8 = {
      path: "report",
      summary: "write what the monitors do as a page, or suggest schedules",
      details: `
      Writes one HTML file: load of the schedule, next 24 hours, credits by folder and label, budget, what needs attention, every
      monitor. It holds no script, sends no request, and can be printed. Made from specs and state, without network and key.

      With \`--refresh\` it reads the service, too: health, drift, charged credits, what is left of the plan. That takes one request
      per 90 monitors, and one per monitor for its newest checks; \`--checks 0\` leaves these out. Needs full operations.

      The page has no page text, recipients, user info, query values or webhook paths. \`--with-diffs\` adds the latest changes, which
      are text of the pages.

      With \`--suggest\`, instead of a page: where more than 50 monitors run at the same minute, prints a schedule for each of them,
      with its minutes spread over the hour. Hours, days and the time between checks stay. Nothing is changed; needs no network.
    `,
      exitCodes: { 0: "written or printed", 1: "specs have errors", 3: "specs, state or service can't be read, or the file can't be written" },
      examples: [
        ["A page from specs and state", "monitors report --out report.html"],
        ["With what the service knows", "monitors report --out report.html --refresh"],
        ["Where to move checks", "monitors report --suggest"]
      ],
      flags: {
        format: (0, import_flags19.formats)({ text: "", json: "" }, "With --suggest: "),
        out: (0, import_flags19.file)("Where to write the page (replaces only an earlier report)"),
        refresh: (0, import_flags19.toggle)("Read the service, too (full operations)"),
        checks: (0, import_flags19.count)(import_choices7.NEWEST_CHECKS, `With --refresh: newest checks of each monitor to read (0-100, default ${CHECKS})`, CHECKS),
        lookupTimeout: (0, import_flags19.lookupTimeout)("With --refresh: "),
        withDiffs: (0, import_flags19.toggle)("With --refresh: add the latest changes, with text of pages"),
        timezone: (0, import_flags19.text)("ZONE", "Time zone of hours and times, such as Europe/Paris (default: yours)"),
        rateLimit: (0, import_flags19.count)({ min: 1, max: 1e6 }, "Checks a minute that your plan allows, to compare the fullest minute with (default: none)"),
        suggest: (0, import_flags19.toggle)("Print schedules that spread the load"),
        exclude: import_flags19.exclude,
        label: (0, import_flags19.labels)()
      },
      operands: { only: (0, import_flags19.chosenKeys)("keys") }
    };
    reportCommand = command(TABLE8, async (options, door) => {
      refuseIdleFlags2(options, door);
      const { only, exclude: exclude10, label: labels12 } = options;
      const project = await door.openProject("look");
      const choice6 = { only, exclude: exclude10, labels: labels12 };
      return options.suggest ? printSuggestion(project, choice6, options, door) : writePage(project, choice6, options, door);
    });
  }
});

// src/features/state/conclude.ts
async function openState(door) {
  return door.openStore(await door.settings());
}
async function openForRepair(door) {
  const store = await openState(door);
  await (await door.notes()).whatIsFolded(store);
  return store;
}
async function conclude3(door, format, document, sentences, unresolved = []) {
  if (format === "json") {
    const { renderStateJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
    door.print(renderStateJson(document));
    return;
  }
  const { renderSentences, unresolvedLines } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
  const { printText: printText3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/text.ts"));
  const look = door.look("stdout");
  const lines = unresolved.flatMap((create) => unresolvedLines(create, look));
  door.print(renderSentences(sentences, look) + printText3(lines, look));
}
var init_conclude = __esm({
  "src/features/state/conclude.ts"() {
    "use strict";
  }
});

// src/features/state/command.ts
var command_exports14 = {};
__export(command_exports14, {
  stateListCommand: () => stateListCommand,
  stateShowCommand: () => stateShowCommand,
  stateVerifyCommand: () => stateVerifyCommand
});
var import_words10, import_user_error13, import_flags20, stateListCommand, stateShowCommand, stateVerifyCommand;
var init_command14 = __esm({
  "src/features/state/command.ts"() {
    "use strict";
    import_words10 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_user_error13 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags20 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_conclude();
    stateListCommand = command(
      {
        path: "state list",
        summary: "list recorded monitors and unresolved creates: all, or those that keys and globs match",
        examples: [
          ["One folder", "monitors state list 'pricing/**'"],
          ["For a program", "monitors state list --format json"],
          ["Of another environment", "monitors state list --environment staging"]
        ],
        flags: { format: (0, import_flags20.formats)({ text: "", json: "" }), label: (0, import_flags20.labels)() },
        operands: { keys: (0, import_flags20.many)("KEY", "recorded") }
      },
      async ({ format, keys: keys4, label: labels12 = [] }, door) => {
        const { listState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const listing = await listState(await openState(door), { keys: keys4, labels: labels12 });
        if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"))).renderStateListJson(listing));
        else door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"))).renderStateList(listing, door.look("stdout")));
        return 0;
      }
    );
    stateShowCommand = command(
      {
        path: "state show",
        summary: "show what is recorded under one key",
        examples: [
          ["One monitor", "monitors state show pricing/acme"],
          ["In another environment", "monitors state show pricing/acme --environment staging"]
        ],
        flags: { format: (0, import_flags20.formats)({ text: "", json: "" }) },
        operands: { key: (0, import_flags20.required)("KEY", "recorded") }
      },
      async ({ format, key: given }, door) => {
        const { showKey } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { key, monitor, unresolved } = await showKey(await openState(door), given);
        if (format === "json") door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"))).renderStateEntryJson(key, monitor, unresolved));
        else door.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"))).renderStateEntry(key, monitor, unresolved, door.look("stdout")));
        return 0;
      }
    );
    stateVerifyCommand = command(
      {
        path: "state verify",
        summary: "check the state file and its journal; --fix accepts their content",
        details: `
      Shows the content of the state and its journal, also when a checksum is wrong. A manual edit or a merge by git makes it
      wrong. Shows what changed since the version in git or the backup.

      \`--fix\` writes both again with a valid checksum. Check the list first: a monitor that is missing from it will be
      created again.
    `,
        examples: [
          ["Check", "monitors state verify"],
          ["Accept the content of the file", "monitors state verify --fix"]
        ],
        flags: { format: (0, import_flags20.formats)({ text: "", json: "" }), lockTimeout: import_flags20.lockTimeout, fix: (0, import_flags20.toggle)("Write the files again with a valid checksum") }
      },
      async (options, door) => {
        const { fix } = options;
        if (options.lockTimeout !== void 0 && !fix) {
          throw new import_user_error13.UserError("config/usage", "--lock-timeout needs --fix: without it nothing is locked", "remove --lock-timeout");
        }
        const { format } = options;
        const { verifyState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore.ts"));
        const found = await verifyState(await openState(door), fix ? "sign" : "show");
        const { version, monitors, signed, changes, journal, unreadableLines, unresolved, fixed } = found;
        const isSound = fixed || signed && journal !== "damaged";
        const { toStateChanges, toStateVersion, toUnresolvedDocuments } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const { describeChanges } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
        const sentences = [
          `The state holds ${(0, import_words10.countOf)(monitors.length, "monitor")} at serial ${version.serial}, lineage ${version.lineage}.`,
          ...monitors.map((key) => `  ${key}`),
          signed ? "The checksum is valid." : "The checksum is wrong: the file was edited by hand or merged by git.",
          ...signed ? [] : describeChanges(changes),
          ...journal === "absent" ? [] : [`The journal is ${journal}.`],
          ...unreadableLines.length === 0 ? [] : [`Unreadable lines of the journal: ${unreadableLines.join(", ")}.`],
          ...fixed ? ["Fixed: plan and apply accept it now."] : [],
          ...isSound ? [] : ['If this list is right, run "monitors state verify --fix".']
        ];
        const document = {
          ...{ formatVersion: 1, command: "state verify", sound: isSound, fixed, signed, journal, unreadableLines },
          changes: changes === null ? null : toStateChanges(changes),
          ...{ state: toStateVersion(version), monitors, unresolved: toUnresolvedDocuments(unresolved) }
        };
        await conclude3(door, format, document, sentences, unresolved);
        return isSound ? 0 : 1;
      }
    );
  }
});

// src/features/state/repair-command.ts
var repair_command_exports = {};
__export(repair_command_exports, {
  stateMoveCommand: () => stateMoveCommand,
  stateRemoveCommand: () => stateRemoveCommand,
  stateResetCommand: () => stateResetCommand,
  stateRestoreCommand: () => stateRestoreCommand,
  stateSetOriginCommand: () => stateSetOriginCommand,
  stateUnlockCommand: () => stateUnlockCommand,
  stateUnprotectCommand: () => stateUnprotectCommand
});
function describeMove({ from, to }) {
  return `"${from}" is now "${to}" in the state.`;
}
function approver(door, autoApprove, question) {
  return {
    approve: async (keys4) => {
      door.note(keys4.map((key) => `${(0, import_escape_terminal4.escapeTerminal)(key)}
`).join(""));
      if (!autoApprove) await door.ask(question, door.context.watchInterruption());
    }
  };
}
async function concludeCommit({ from, version, monitors, recorded, dropped, refused, unresolved }, shared, format, door) {
  const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
  const changes = { recorded, dropped, refused };
  await conclude3(
    door,
    format,
    { ...shared, source: "commit", state: toStateVersion(version), monitors, ...changes },
    [
      `Took in from serial ${from.serial}: ${recorded.length === 0 ? "no new record" : recorded.join(", ")}. The state now has serial ${version.serial}.`,
      ...dropped.length === 0 ? [] : [`No longer recorded, since that version had removed them: ${dropped.join(", ")}.`],
      ...refused.length === 0 ? [] : [`Not taken in, since another monitor has the key here: ${refused.join(", ")}. Both run.`]
    ],
    unresolved
  );
}
async function restore(file8, door) {
  const { restoreFile } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore.ts"));
  const store = await openState(door);
  if (store.backend !== "file" && /^\d{1,15}$/.test(file8)) {
    const { restoreBackup } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/shared-repair.ts"));
    return restoreBackup(store, Number(file8));
  }
  const path = (0, import_node_path8.resolve)(door.workingDirectory(), file8);
  if (store.backend === "file" && !(0, import_node_fs2.existsSync)(path)) {
    const { readStateOf, restoreCommit } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore-commit.ts"));
    const committed = await readStateOf(store, file8, { settings: await door.settings(), env: door.context.env });
    if (committed !== null) return restoreCommit(store, file8, committed);
  }
  if (store.backend === "file") return restoreFile(store, path);
  const { openFileStoreOf } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
  return restoreFile(openFileStoreOf(door.projectOptions(await door.settings(), "change"), door.context), path, store);
}
var import_node_fs2, import_node_path8, import_command_line3, import_words11, import_flags21, import_escape_terminal4, stateMoveCommand, stateRemoveCommand, stateRestoreCommand, stateUnlockCommand, stateUnprotectCommand, stateSetOriginCommand, stateResetCommand;
var init_repair_command = __esm({
  "src/features/state/repair-command.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path8 = require("node:path");
    import_command_line3 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words11 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    init_command_table();
    import_flags21 = askBundle("./monitors.cjs", "src/project/flags.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_conclude();
    stateMoveCommand = command(
      {
        path: "state mv",
        summary: "rename the key of a recorded monitor; nothing is sent",
        details: 'With one wildcard on each side, all keys that match are renamed, or none if one can not be: "*" matches within a segment, "**" across segments.',
        examples: [
          ["After a spec file was moved", "monitors state mv pricing/old pricing/new"],
          ["After a folder was moved", "monitors state mv 'old/**' 'new/**'"],
          ["In another environment", "monitors state mv pricing/old pricing/new --environment staging"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout },
        operands: { from: (0, import_flags21.required)("OLD", "keys"), to: (0, import_flags21.required)("NEW", "keys") }
      },
      async ({ format, from, to }, door) => {
        const { moveKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const moved = await moveKeys(await openForRepair(door), from, to);
        const [first] = moved;
        const isOne = first?.from === from;
        const document = { formatVersion: 1, command: "state mv", key: to, from };
        await conclude3(
          door,
          format,
          isOne ? { ...document, id: first.id } : { ...document, monitors: moved.map(({ from: before, to: key, id }) => ({ key, id, from: before })) },
          [
            ...moved.slice(0, -1).map(describeMove),
            ...moved.slice(-1).map((move) => `${describeMove(move)} Nothing was sent: the service does not store keys.`)
          ]
        );
        return 0;
      }
    );
    stateRemoveCommand = command(
      {
        path: "state rm",
        summary: "remove a monitor from the state; it stays in the service",
        details: 'For a glob such as "pricing/**", the command lists what it matches and asks.',
        examples: [
          ["A monitor whose spec was deleted", "monitors state rm pricing/old"],
          ["A folder", "monitors state rm 'pricing/**'"],
          ["In another environment", "monitors state rm pricing/old --environment staging"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout, autoApprove: (0, import_flags21.toggle)("Do not ask about a glob") },
        operands: { key: (0, import_flags21.required)("KEY", "recorded") }
      },
      async ({ format, autoApprove, key: given }, door) => {
        const { removeKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const removed = await removeKeys(await openForRepair(door), given, approver(door, autoApprove, "Remove these from the state?"));
        const entries = removed.map(([key, { id, leftovers }]) => ({ key, id, ...leftovers === void 0 ? {} : { leftovers } }));
        const isOne = entries[0]?.key === given;
        const document = { formatVersion: 1, command: "state rm", key: given };
        await conclude3(door, format, isOne ? { ...document, ...entries[0] } : { ...document, monitors: entries }, [
          ...entries.flatMap(({ key, id, leftovers = [] }) => [
            `"${key}" is removed from the state. The monitor ${id} stays in the service and still costs credits; delete it there if you do not need it.`,
            ...leftovers.map((left) => `So does ${left}, which it replaced.`)
          ]),
          `If a spec still has ${isOne ? "this key" : "one of these keys"}, the next apply creates a new monitor for it.`
        ]);
        return 0;
      }
    );
    stateRestoreCommand = command(
      {
        path: "state restore",
        summary: "restore the state from a backup, or add the content of a rescue file or a commit",
        details: `
      With a commit, records of its state file that are missing here are taken in. The state then counts as the later one.

      For a state on a server, FILE is a file or the serial of a kept state; \`monitors state history\` lists them.
    `,
        examples: [
          ["The previous version", "monitors state restore monitors.state.json.bak"],
          ['After "the state could not be saved"', "monitors state restore monitors.state.rescue-4f1c.json"],
          ["After a revert took records away", "monitors state restore HEAD~1"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout },
        operands: { file: (0, import_flags21.required)("FILE", "files") }
      },
      async ({ format, file: file8 }, door) => {
        const restored = await restore(file8, door);
        const { toStateVersion, toUnresolvedDocuments } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const { unresolved } = restored;
        const shared = { formatVersion: 1, command: "state restore", unresolved: toUnresolvedDocuments(unresolved) };
        if (restored.kind === "state") {
          const { from, version, monitors } = restored;
          await conclude3(
            door,
            format,
            { ...shared, source: "state", state: toStateVersion(version), monitors, recorded: [] },
            [
              `Restored ${(0, import_words11.countOf)(monitors, "monitor")} from serial ${from.serial}; the state now has serial ${version.serial}.`,
              'It includes the journal, but not what later runs created: run "monitors plan" and check it before you apply.'
            ],
            unresolved
          );
        } else if (restored.kind === "commit") {
          await concludeCommit(restored, shared, format, door);
          if (restored.refused.length > 0) return 1;
        } else {
          const { recorded } = restored;
          await conclude3(
            door,
            format,
            { ...shared, source: "rescue", state: null, monitors: null, recorded },
            [`Recorded from the rescue file: ${recorded.length === 0 ? "nothing new" : recorded.join(", ")}.`],
            unresolved
          );
        }
        return unresolved.length > 0 ? 1 : 0;
      }
    );
    stateUnlockCommand = command(
      {
        path: "state unlock",
        summary: "remove the lock of a run that is dead",
        details: 'The message "locked by ..." shows the id. Make sure that the process is dead: a live run would go on writing to the state.',
        examples: [
          ["With the id from the message", "monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11"],
          ["The lock of another state file", "monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11 --state ops/monitors.state.json"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }) },
        operands: { lockId: (0, import_flags21.required)("ID") }
      },
      async ({ format, lockId }, door) => {
        const { unlockState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { id, user, host, pid } = await unlockState(await openState(door), lockId);
        await conclude3(door, format, { formatVersion: 1, command: "state unlock", id, user, host, pid }, [
          `Unlocked. The lock belonged to ${user}@${host}, process ${pid}.`
        ]);
        return 0;
      }
    );
    stateUnprotectCommand = command(
      {
        path: "state unprotect",
        summary: "remove the protection from a recorded monitor",
        details: 'For a glob such as "pricing/**", the command lists the protected monitors that it matches and asks.',
        examples: [
          ["Before you remove it from the state", "monitors state unprotect suppliers/northsteel"],
          ["Then", "monitors state rm suppliers/northsteel"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout, autoApprove: (0, import_flags21.toggle)("Do not ask about a glob") },
        operands: { key: (0, import_flags21.required)("KEY", "recorded") }
      },
      async ({ format, autoApprove, key: given }, door) => {
        const { unprotectKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const found = await unprotectKeys(await openForRepair(door), given, approver(door, autoApprove, "Remove their protection?"));
        const entries = found.map(([key, { id, protect }]) => ({ key, id, wasProtected: protect }));
        const wasProtected = entries.some((entry) => entry.wasProtected);
        const document = { formatVersion: 1, command: "state unprotect", key: given, wasProtected };
        const sentences = entries.map(
          (entry) => entry.wasProtected ? `"${entry.key}" is no longer protected. If its spec has "protect: true", the next apply protects it again.` : `"${entry.key}" was not protected.`
        );
        await conclude3(door, format, entries[0]?.key === given ? document : { ...document, monitors: entries }, sentences);
        return 0;
      }
    );
    stateSetOriginCommand = command(
      {
        path: "state set-origin",
        summary: "change the address in the state after the service moved and kept its monitors",
        examples: [
          ["After a move", "monitors state set-origin https://api.example.com"],
          ["In another environment", "monitors state set-origin https://staging.example.com --environment staging"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout },
        operands: { url: (0, import_flags21.required)("URL") }
      },
      async ({ format, url }, door) => {
        const { readAddress } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/connection.ts"));
        const { setOrigin } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { before, after } = await setOrigin(await openForRepair(door), readAddress(url, {}).origin);
        await conclude3(door, format, { formatVersion: 1, command: "state set-origin", origin: after, before }, [
          before === after ? `Origin is already ${after}.` : `Origin changed from ${before} to ${after}.`
        ]);
        return 0;
      }
    );
    stateResetCommand = command(
      {
        path: "state reset",
        summary: "delete the state of a trial with the emulator",
        details: `
      Works only for a state of the emulator (or of a loopback address, in a state of an older version). Anywhere else, the next
      apply would create every monitor again. A state that git tracks is emptied, not deleted; the command says what to commit.
    `,
        examples: [
          ["After a trial", "monitors state reset"],
          ["In another environment", "monitors state reset --environment sandbox"]
        ],
        flags: { format: (0, import_flags21.formats)({ text: "", json: "" }), lockTimeout: import_flags21.lockTimeout }
      },
      async ({ format }, door) => {
        const { resetState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { origin, forgotten, toCommit } = await resetState(await openState(door));
        const files = (toCommit ?? []).map(import_command_line3.shellWord).join(" ");
        await conclude3(
          door,
          format,
          { formatVersion: 1, command: "state reset", origin, forgotten, ...toCommit === void 0 ? {} : { toCommit } },
          [
            `Removed ${(0, import_words11.countOf)(forgotten, "monitor")} of ${origin} from the state. The next apply starts with an empty state.`,
            ...toCommit === void 0 ? [] : [
              `Git tracks the trial. Commit the change of ${toCommit.join(" and ")} and push it: "git add -A -- ${files}", then "git commit -m 'Forget the trial' -- ${files}".`
            ]
          ]
        );
        return 0;
      }
    );
  }
});

// src/features/state/place-command.ts
var place_command_exports = {};
__export(place_command_exports, {
  stateHistoryCommand: () => stateHistoryCommand,
  stateInitCommand: () => stateInitCommand,
  stateMigrateCommand: () => stateMigrateCommand
});
async function moveTo(to, options, door) {
  const from = readFormerEnvironment(to, door);
  const { checkName } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/config/option-values.ts"));
  door.moveToEnvironment(to, "given with --to-environment");
  const settings = await door.settings();
  checkName("environment", from, "given with --environment");
  const { moveEnvironment } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/environment.ts"));
  const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
  const { whatIsFolded } = await door.notes();
  const moved = await moveEnvironment(from, door.projectOptions(settings, "change"), door.context, whatIsFolded);
  const { outcome, monitors, version, toCommit } = moved;
  const document = {
    ...{ formatVersion: 1, command: "state migrate", outcome, from: moved.from, to: moved.to, fromEnvironment: from, toEnvironment: to },
    ...{ monitors, state: toStateVersion(version), waitsFor: null, next: null, ...toCommit.length === 0 ? {} : { toCommit } }
  };
  await conclude3(door, options.format, document, explainMove(moved, from, to));
  return 0;
}
function readFormerEnvironment(to, door) {
  const { environment } = door.flags;
  const flag = ["--to", "--table", "--bucket", "--prefix", "--region", "--file", "--state"].find((name) => door.given(name) !== void 0);
  if (flag !== void 0)
    throw new import_user_error14.UserError(
      "config/usage",
      `state migrate --to-environment takes no ${flag}: the state stays in its place`,
      'to move it to another place as well, run "monitors state migrate --to PLACE" after this'
    );
  if (environment === void 0)
    throw new import_user_error14.UserError(
      "config/usage",
      "state migrate --to-environment needs --environment",
      'add --environment NAME, whose state it is; before "environments" was in the config, that was "default"'
    );
  if (environment === to)
    throw new import_user_error14.UserError("state/bad-repair", `both environments are "${to}"`, "give another one with --environment or --to-environment");
  return environment;
}
function explainMove({ outcome, monitors, toCommit }, from, to) {
  const files = toCommit.map(import_command_line4.shellWord).join(" ");
  const counted = (0, import_words12.countOf)(monitors, "monitor");
  return [
    outcome === "unchanged" ? `The state is already that of environment "${to}".` : `The state of environment "${from}", with ${counted}, is ${outcome === "undone" ? "again" : "now"} that of "${to}". Nothing was sent.`,
    ...files === "" ? [] : [
      `Git tracks it. Commit the move and push it before anyone applies: "git add -A -- ${files}", then "git commit -m 'Move the state' -- ${files}".`
    ]
  ];
}
function nameCommand(command2, { file: file8 }) {
  return file8 === void 0 ? command2 : `${command2} --file ${(0, import_command_line4.shellWord)(file8)}`;
}
function explain({ outcome, monitors, from, to, config }, kind) {
  const done = outcome === "unchanged" ? `The state is in ${to} already.` : `The state, with ${(0, import_words12.countOf)(monitors, "monitor")}, is ${outcome === "undone" ? "in use again in" : "now in"} ${to}. Nothing was sent.`;
  const setting = config === null ? [] : [`Write "${config}" into monitors.config.yaml: ${from} cannot be used any more.`];
  const commit = kind === "file" ? [`Commit and push ${to} with the config before anyone applies: "git add -- ${(0, import_command_line4.shellWord)(to)}".`] : [];
  return [done, ...setting, ...commit];
}
function explainWait({ from, to, config, waitsFor }, again, back) {
  return [
    `The copy in ${to} is complete, and ${from} says that the state was moved. Neither can be used yet: ${waitsFor}.`,
    ...config === null ? [] : [`1. Write "${config}" into monitors.config.yaml.`],
    `${config === null ? "1" : "2"}. Commit ${from} and the config, and push both to the branch that applies: "git add -- ${(0, import_command_line4.shellWord)(from)}".`,
    `${config === null ? "2" : "3"}. When that branch has them, run "git fetch", then "${again}".`,
    `To go back instead, run "${back}".`
  ];
}
var import_node_path9, import_command_line4, import_words12, import_choices8, import_user_error14, import_flags22, stateInitCommand, MIGRATE, stateMigrateCommand, stateHistoryCommand;
var init_place_command = __esm({
  "src/features/state/place-command.ts"() {
    "use strict";
    import_node_path9 = require("node:path");
    import_command_line4 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
    import_words12 = askBundle("./monitors.cjs", "src/core/base/words.ts");
    import_choices8 = askBundle("./monitors.cjs", "src/core/config/choices.ts");
    import_user_error14 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_table();
    import_flags22 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_conclude();
    stateInitCommand = command(
      {
        path: "state init",
        summary: "prepare PostgreSQL or an S3 bucket for a shared state; needs the right to write there",
        details: `
      For "state: {backend: postgres}" in the config, with the address in MONITORS_STATE_POSTGRES_URL; or for "state: {backend: s3,
      bucket: NAME}", with the usual AWS variables, a profile or a role. Run it once for each environment, before the first apply: apply
      never does it, so that a wrong address is not taken for a new project. Repeating it changes nothing.

      To take the records of another place along, run \`monitors state migrate\` instead.

      It refuses while a place that the config named before can't be looked at. If that state was removed on purpose, --new-state begins
      an empty one, also in a file. Then the next apply creates all monitors; with full operations, run \`monitors recover\` first.
    `,
        exitCodes: { 0: "ready", 3: "no connection, no rights, or another place still holds the state" },
        examples: [
          ["A new project", "monitors state init"],
          ["Another environment", "monitors state init --environment staging"]
        ],
        flags: {
          format: (0, import_flags22.formats)({ text: "", json: "" }),
          newState: (0, import_flags22.text)("NAME", "Begin an empty state for PROJECT/ENVIRONMENT: earlier places are gone")
        }
      },
      async ({ format, newState }, door) => {
        const { initializePlace } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/place.ts"));
        const settings = await door.settings();
        const { project, environment } = settings;
        const options = door.projectOptions(settings, "change");
        const { outcome, place, missing } = await initializePlace(options, door.context, newState);
        await conclude3(door, format, { formatVersion: 1, command: "state init", outcome, place, project, environment }, [
          outcome === "made" ? `Ready: ${place} can keep the state of project "${project}", environment "${environment}". Next: "monitors plan".` : `Nothing to do: ${place} keeps the state of project "${project}", environment "${environment}" already.`,
          ...missing === null ? [] : [`Note: ${missing}, so that nothing puts back what is deleted or damaged: see docs/state.md.`]
        ]);
        return 0;
      }
    );
    MIGRATE = {
      path: "state migrate",
      summary: "move the state to a file, PostgreSQL or S3, or to another environment; ids stay, nothing is sent",
      details: `
      Copies the state, reads the copy back, marks the old place as moved, then makes the new one usable. If it is interrupted, run it
      again. The opposite \`--to\` goes back.

      With --to-environment, the state stays in its place and belongs to another environment, which must have no state.

      From where: from the place in the config. If the config names the new place already, from the place that --table, --bucket or --file
      names, else from the file.

      A state file in git must be committed and pushed first. Afterwards it says that the state was moved; until that is pushed too,
      neither place can be used: the command says what to commit, and when to run it again.
    `,
      exitCodes: { 0: "moved", 1: "it waits for a push", 3: "refused, nothing was moved" },
      examples: [
        ["From the file to PostgreSQL", "monitors state migrate --to postgres"],
        ["To an S3 bucket", "monitors state migrate --to s3 --bucket acme-monitors --region eu-central-1"],
        ['After "environments" was added to the config', "monitors state migrate --environment default --to-environment production"]
      ],
      flags: {
        format: (0, import_flags22.formats)({ text: "", json: "" }),
        lockTimeout: import_flags22.lockTimeout,
        to: (0, import_flags22.choice)("PLACE", import_choices8.STATE_PLACES, "file, postgres or s3"),
        toEnvironment: (0, import_flags22.text)("NAME", "Environment that gets the state of --environment, in the same place"),
        table: (0, import_flags22.text)("NAME", "Table of the database (default: that of the config, else monitors_state)"),
        bucket: (0, import_flags22.text)("NAME", "S3 bucket (default: that of the config)"),
        prefix: (0, import_flags22.text)("PREFIX", "How names in the bucket begin (default: that of the config, else monitors)"),
        region: (0, import_flags22.text)("REGION", "Region of the bucket (default: that of the config, else AWS_REGION)"),
        file: (0, import_flags22.file)("State file (default: that of the config, else monitors.state.json)")
      }
    };
    stateMigrateCommand = command(MIGRATE, async (options, door) => {
      const { format, toEnvironment } = options;
      if (toEnvironment !== void 0) return moveTo(toEnvironment, options, door);
      if (door.given("--to") !== void 0 && door.flags.state !== void 0)
        throw new import_user_error14.UserError("config/usage", "state migrate takes no --state", "name the state file with --file");
      const { to, table, bucket, prefix, region } = options;
      if (to === void 0)
        throw new import_user_error14.UserError("config/usage", "state migrate needs --to", "add --to postgres, --to s3 or --to file; or --to-environment NAME");
      const { migratePlace } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/place.ts"));
      const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
      const settings = await door.settings();
      const file8 = options.file === void 0 ? void 0 : (0, import_node_path9.resolve)(door.workingDirectory(), options.file);
      const request = { to, table, bucket, prefix, region, file: file8 };
      const moved = await migratePlace(request, door.projectOptions(settings, "change"), door.context);
      const { outcome, monitors, version, waitsFor, from } = moved;
      const again = nameCommand(moved.again, options);
      const document = {
        ...{ formatVersion: 1, command: "state migrate", outcome, from, to: moved.to, monitors, state: toStateVersion(version) },
        ...{ waitsFor, next: waitsFor === null ? null : (0, import_command_line4.completeCommands)(`"${again}"`, door.flags).slice(1, -1) }
      };
      const sentences = outcome === "waiting" ? explainWait(moved, again, nameCommand(moved.back, options)) : explain(moved, to);
      await conclude3(door, format, document, sentences);
      return outcome === "waiting" ? 1 : 0;
    });
    stateHistoryCommand = command(
      {
        path: "state history",
        summary: "list the replaced states that a server keeps; a state file has its history in git",
        examples: [
          ["Before a restore", "monitors state history"],
          ["Then", "monitors state restore 41"]
        ],
        flags: { format: (0, import_flags22.formats)({ text: "", json: "" }) }
      },
      async ({ format }, door) => {
        const { requireSharedStore } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/store.ts"));
        const given = await openState(door);
        const store = requireSharedStore(given, "state history", `see the versions in git: "git log -- ${given.place}"`);
        const kept = await store.listBackups();
        const { localizeTimes: localizeTimes2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/local-time.ts"));
        const look = door.look("stdout");
        const states = kept.map(({ serial, replacedAt, monitors }) => ({ serial, replacedAt, monitors }));
        await conclude3(door, format, { formatVersion: 1, command: "state history", place: store.place, states }, [
          ...states.length === 0 ? [`${store.place} keeps no replaced state yet.`] : [],
          ...states.map(
            ({ serial, replacedAt, monitors }) => `serial ${serial}: ${(0, import_words12.countOf)(monitors, "monitor")}, replaced ${localizeTimes2(replacedAt, look)}`
          ),
          ...states.length === 0 ? [] : ['To go back to one: "monitors state restore SERIAL".']
        ]);
        return 0;
      }
    );
  }
});

// src/features/editor/command.ts
var command_exports15 = {};
__export(command_exports15, {
  schemaCommand: () => schemaCommand
});
var import_flags23, SCHEMAS, schemaNames, schemaCommand;
var init_command15 = __esm({
  "src/features/editor/command.ts"() {
    "use strict";
    init_command_table();
    import_flags23 = askBundle("./monitors.cjs", "src/project/flags.ts");
    SCHEMAS = {
      spec: () => Promise.resolve().then(() => __toESM(require("../schemas/spec.schema.json"))),
      layer: () => Promise.resolve().then(() => __toESM(require("../schemas/layer.schema.json"))),
      data: () => Promise.resolve().then(() => __toESM(require("../schemas/data.schema.json"))),
      config: () => Promise.resolve().then(() => __toESM(require("../schemas/config.schema.json"))),
      validate: () => Promise.resolve().then(() => __toESM(require("../schemas/validate.schema.json"))),
      plan: () => Promise.resolve().then(() => __toESM(require("../schemas/plan.schema.json"))),
      render: () => Promise.resolve().then(() => __toESM(require("../schemas/render.schema.json"))),
      apply: () => Promise.resolve().then(() => __toESM(require("../schemas/apply.schema.json"))),
      accept: () => Promise.resolve().then(() => __toESM(require("../schemas/accept.schema.json"))),
      init: () => Promise.resolve().then(() => __toESM(require("../schemas/init.schema.json"))),
      pull: () => Promise.resolve().then(() => __toESM(require("../schemas/pull.schema.json"))),
      import: () => Promise.resolve().then(() => __toESM(require("../schemas/import.schema.json"))),
      factor: () => Promise.resolve().then(() => __toESM(require("../schemas/factor.schema.json"))),
      recover: () => Promise.resolve().then(() => __toESM(require("../schemas/recover.schema.json"))),
      resolve: () => Promise.resolve().then(() => __toESM(require("../schemas/resolve.schema.json"))),
      status: () => Promise.resolve().then(() => __toESM(require("../schemas/status.schema.json"))),
      alerts: () => Promise.resolve().then(() => __toESM(require("../schemas/alerts.schema.json"))),
      report: () => Promise.resolve().then(() => __toESM(require("../schemas/report.schema.json"))),
      checks: () => Promise.resolve().then(() => __toESM(require("../schemas/checks.schema.json"))),
      diff: () => Promise.resolve().then(() => __toESM(require("../schemas/diff.schema.json"))),
      changes: () => Promise.resolve().then(() => __toESM(require("../schemas/changes.schema.json"))),
      run: () => Promise.resolve().then(() => __toESM(require("../schemas/run.schema.json"))),
      try: () => Promise.resolve().then(() => __toESM(require("../schemas/try.schema.json"))),
      state: () => Promise.resolve().then(() => __toESM(require("../schemas/state.schema.json")))
    };
    schemaNames = Object.keys(SCHEMAS);
    schemaCommand = command(
      {
        path: "schema",
        summary: "print a JSON Schema, for editors and other programs",
        details: `
      \`spec\` (default), \`layer\` (defaults and overlays), \`data\` (rows in YAML) and \`config\` describe the files that you
      write. The others describe what the command of that name prints with \`--format json\`, errors included.

      \`plan\` also covers a saved plan, \`apply\` each line of \`--format jsonl\`, and \`state\` all commands of \`monitors state\`.
    `,
        examples: [
          ["Completion and hovers for specs", "monitors schema spec > .vscode/monitors.schema.json"],
          ["For the config file", "monitors schema config"],
          ["For a program that reads plans", "monitors schema plan"]
        ],
        flags: {},
        operands: { name: (0, import_flags23.word)(schemaNames, "optional", "spec") }
      },
      async ({ name }, door) => {
        const { default: schema } = await SCHEMAS[name]();
        door.print(`${JSON.stringify(schema, null, 2)}
`);
        return 0;
      }
    );
  }
});

// src/doors/cli/commands/emulator.ts
var emulator_exports = {};
__export(emulator_exports, {
  emulatorCommand: () => emulatorCommand
});
async function readFaults(path, directory3) {
  const { parseFaultScript } = await Promise.resolve().then(() => askBundle("./emulator.cjs", "src/emulator/faults/parse.ts"));
  const { script, problems } = parseFaultScript(readText(path, directory3));
  if (script !== void 0) return script;
  throw new import_user_error15.UserError(
    "config/usage",
    `the fault script ${path} is not valid: ${problems.join("; ")}`,
    "docs/emulator.md lists the members of a script"
  );
}
function readText(path, directory3) {
  try {
    return (0, import_given_file.readGivenFile)((0, import_node_path10.resolve)(directory3, path));
  } catch (error) {
    throw new import_user_error15.UserError(
      "config/not-found",
      `the fault script ${path} cannot be read: ${(0, import_file_error.explainFileError)(error)}`,
      "check the path given with --faults",
      { cause: error }
    );
  }
}
var import_node_path10, import_user_error15, import_file_error, import_given_file, import_flags24, import_escape_terminal5, emulatorCommand;
var init_emulator = __esm({
  "src/doors/cli/commands/emulator.ts"() {
    "use strict";
    import_node_path10 = require("node:path");
    import_user_error15 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_given_file = askBundle("./monitors.cjs", "src/core/files/given-file.ts");
    init_command_table();
    import_flags24 = askBundle("./monitors.cjs", "src/project/flags.ts");
    import_escape_terminal5 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    emulatorCommand = command(
      {
        path: "emulator",
        summary: "run an emulator of the service on this machine, for trials and tests",
        details: `
      Prints its address and listens on 127.0.0.1 until it is interrupted. Monitors are kept in memory, or in a file with
      \`--data\`. \`--faults\` simulates faults such as lost responses: see docs/emulator.md.

      Checks run when they are due, on pages of the emulator's own site. With \`--speed 3600\`, an hour of checks takes a second.
    `,
        exitCodes: { 0: "stopped", 3: "could not start" },
        examples: [
          ["Try updates, deletes and drift", "monitors emulator --port 4010 --operations full"],
          ["See a day of checks in 24 seconds", "monitors emulator --port 4010 --operations full --speed 3600"],
          ["See what happens when responses are lost", "monitors emulator --port 4010 --faults lost-answers.yaml"]
        ],
        flags: {
          port: (0, import_flags24.count)({ min: 0, max: 65535 }, "Port (default 0: any free port)", 0),
          operations: (0, import_flags24.choice)("WHICH", ["create", "full"], "create (default), or full: also list, get, update and delete", "create"),
          data: (0, import_flags24.file)("Keep the monitors in this file (default: in memory)"),
          faults: (0, import_flags24.file)("YAML or JSON file with the faults to simulate (default: none)"),
          speed: (0, import_flags24.count)({ min: 1, max: 1e6 }, "How many times faster than real time checks run (1-1000000, default 1)", 1),
          apiKey: (0, import_flags24.texts)("KEY", "Accept this key (repeatable; default: any key)")
        }
      },
      async ({ operations, port, speed, apiKey: apiKeys, data, faults }, door) => {
        const { startEmulator } = await Promise.resolve().then(() => askBundle("./emulator.cjs", "src/emulator/emulator.ts"));
        const { world } = door.context;
        const interruption = door.context.watchInterruption();
        const emulator = await startEmulator({
          port,
          operations,
          speed,
          world,
          ...apiKeys === void 0 ? {} : { apiKeys },
          ...data === void 0 ? {} : { dataFile: (0, import_node_path10.resolve)(door.workingDirectory(), data) },
          ...faults === void 0 ? {} : { faults: await readFaults(faults, door.workingDirectory()) },
          onRequest: ({ method, path, status }) => {
            if (!door.flags.quiet) door.note(`${(0, import_escape_terminal5.escapeTerminal)(`${method} ${path} -> ${status}`)}
`);
          },
          onError: (error) => door.note(`${(0, import_escape_terminal5.escapeTerminal)(error.message)}
`)
        }).catch((error) => {
          throw new import_user_error15.UserError(
            "config/usage",
            `the emulator could not start: ${error.message}`,
            "choose another --port, or 0 for any free port",
            { cause: error }
          );
        });
        const more = operations === "full" ? "  monitors run KEY --wait\n  monitors status\n" : "";
        door.print(`emulator listening at ${emulator.url}
`);
        door.note(
          `try it:
  export MONITORS_BASE_URL=${emulator.url} MONITORS_API_KEY=${apiKeys?.[0] ?? "any-key"}
  monitors apply
${more}Press Ctrl-C to stop it.
`
        );
        await new Promise((resolve11) => interruption.addEventListener("abort", () => resolve11(), { once: true }));
        await emulator.close();
        return 0;
      }
    );
  }
});

// src/doors/cli/commands/version.ts
var version_exports = {};
__export(version_exports, {
  versionCommand: () => versionCommand
});
var import_version2, versionCommand;
var init_version = __esm({
  "src/doors/cli/commands/version.ts"() {
    "use strict";
    import_version2 = askBundle("./monitors.cjs", "src/core/base/version.ts");
    init_command_table();
    versionCommand = command(
      {
        path: "version",
        summary: "print the version",
        details: "Prints the version and the commit that it was built from, as `monitors --version` does.",
        examples: [
          ["For a bug report", "monitors version"],
          ["The same", "monitors --version"]
        ],
        flags: {}
      },
      async (_options, door) => {
        door.print(`${(0, import_version2.describeTool)()}
`);
        return 0;
      }
    );
  }
});

// src/doors/cli/commands/completion.ts
var completion_exports = {};
__export(completion_exports, {
  makeCompletionCommand: () => makeCompletionCommand
});
function makeCompletionCommand(loadAll2) {
  return command(
    {
      path: "completion",
      summary: "print a completion script for bash, zsh or fish",
      details: `
        The script completes commands, flags, values of flags, files and directories, and keys and labels. For these it
        starts \`monitors __complete\`, which reads the state and what the last run kept of the specs. Create it again after
        an upgrade.
      `,
      examples: [
        ["bash, for one user", "monitors completion bash > ~/.local/share/bash-completion/completions/monitors"],
        ["zsh, into a directory of your fpath", "monitors completion zsh > ~/.zfunc/_monitors"],
        ["fish", "monitors completion fish > ~/.config/fish/completions/monitors.fish"]
      ],
      flags: {},
      operands: { shell: (0, import_flags25.word)(shellNames, "required") }
    },
    async ({ shell }, door) => {
      const render = await SHELLS[shell]();
      const { listCompletions } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/editor/completion/candidates.ts"));
      door.print(render(listCompletions(await loadAll2(), GLOBAL_FLAGS)));
      return 0;
    }
  );
}
var import_flags25, SHELLS, shellNames;
var init_completion = __esm({
  "src/doors/cli/commands/completion.ts"() {
    "use strict";
    init_command_table();
    import_flags25 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_global_flags();
    SHELLS = {
      bash: async () => (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/editor/completion/bash.ts"))).renderBashCompletion,
      zsh: async () => (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/editor/completion/zsh.ts"))).renderZshCompletion,
      fish: async () => (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/editor/completion/fish.ts"))).renderFishCompletion
    };
    shellNames = Object.keys(SHELLS);
  }
});

// src/doors/cli/lock-wait.ts
var lock_wait_exports = {};
__export(lock_wait_exports, {
  runWhenLockIsFree: () => runWhenLockIsFree
});
async function runWhenLockIsFree(act, timeout, door) {
  const { context } = door;
  let signal;
  const watchInterruption = () => {
    signal ??= context.watchInterruption();
    return signal;
  };
  door.replaceWatch(watchInterruption);
  const look = door.look("stderr");
  const note = (text11) => {
    if (!door.flags.quiet) door.note((0, import_text.printText)([(0, import_text.hangingLine)(0, 2, text11)], look));
  };
  return (0, import_lock_wait.runWhenFree)(
    act,
    { timeout, name: "--lock-timeout", world: context.world, watchInterruption },
    {
      waiting: (holder) => note(`waiting for the lock held by ${(0, import_local_time.localizeTimes)(holder, look)} (--lock-timeout ${timeout})`),
      free: (waitedMs) => note(`the lock was released after ${(0, import_sentences2.formatDuration)(waitedMs)}; reading everything again`)
    }
  );
}
var import_lock_wait, import_local_time, import_sentences2, import_text;
var init_lock_wait = __esm({
  "src/doors/cli/lock-wait.ts"() {
    "use strict";
    import_lock_wait = askBundle("./change.cjs", "src/project/lock-wait.ts");
    import_local_time = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences2 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/doors/cli/usage/command-use.ts
function listFlags({ flags }) {
  const all = { ...GLOBAL_FLAGS, ...flags };
  return Object.entries(all).map(([option, flag]) => ({ names: (0, import_flags26.listFlagNames)(option, flag), value: flag.value, about: flag.about }));
}
function readCommandLine(argv, commands) {
  const everyValued = listValued(commands);
  let start = 0;
  while (argv[start]?.startsWith("-")) start += everyValued.has(argv[start] ?? "") ? 2 : 1;
  const rest = argv.slice(start);
  const length = rest.findIndex((word3) => word3.startsWith("-"));
  const words = length === -1 ? rest : rest.slice(0, length);
  const [command2 = null] = commands.filter(({ path }) => path.split(" ").every((word3, index) => words[index] === word3)).sort((a, b) => b.path.length - a.path.length);
  const valued = command2 === null ? everyValued : listValued([command2]);
  const operands = [];
  const flags = [];
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const behind = start + (command2?.path.split(" ").length ?? 0);
  for (let index = 0; index < argv.length; index++) {
    const word3 = argv[index] ?? "";
    const isFlag = index < end && word3.startsWith("-") && word3 !== "-";
    if (isFlag) flags.push({ word: word3, index });
    else if (index >= behind && index !== end) operands.push({ word: word3, index });
    if (isFlag && valued.has(word3) && !(argv[index + 1] ?? "-").startsWith("-")) index++;
  }
  return { argv, words, command: command2, operands, flags };
}
function listValued(commands) {
  return new Set(commands.flatMap(listFlags).flatMap(({ names, value }) => value === null ? [] : names));
}
var import_flags26;
var init_command_use = __esm({
  "src/doors/cli/usage/command-use.ts"() {
    "use strict";
    import_flags26 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_global_flags();
  }
});

// src/doors/cli/usage/show-call.ts
function showCall({ argv }, replaced) {
  return ["monitors", ...argv.flatMap((word3, index) => replaced[index] ?? [word3])].map(import_command_line5.shellWord).join(" ");
}
var import_command_line5;
var init_show_call = __esm({
  "src/doors/cli/usage/show-call.ts"() {
    "use strict";
    import_command_line5 = askBundle("./monitors.cjs", "src/core/base/command-line.ts");
  }
});

// src/doors/cli/usage/habits.ts
function explainFlagHabit({ word: word3, index }, line, command2) {
  const [flag = word3, value] = word3.split(/=(.*)/s);
  const known = listFlags(command2).flatMap(({ names }) => names);
  if (KEY_FLAGS.includes(flag)) return "set the environment variable MONITORS_API_KEY: there is no flag for the key";
  if (DRY_RUN_FLAGS.includes(flag) && command2.path === "apply") return 'run "monitors plan": it shows the changes and sends nothing';
  if (flag === "--json" && known.includes("--format")) return meantCall(line, index, ["--format", "json"]);
  if (flag === "--no-color" || flag === "--no-colour") return meantCall(line, index, ["--color", "never"]);
  const ours = FLAG_HABITS.find((habit) => habit.theirs.includes(flag) && known.includes(habit.ours))?.ours;
  return ours === void 0 ? void 0 : meantCall(line, index, value === void 0 ? [ours] : [ours, value]);
}
function meantCall(line, index, words) {
  return `did you mean "${showCall(line, { [index]: words })}"?`;
}
var TO_DELETE, COMMAND_HABITS, FLAG_HABITS, KEY_FLAGS, DRY_RUN_FLAGS;
var init_habits = __esm({
  "src/doors/cli/usage/habits.ts"() {
    "use strict";
    init_command_use();
    init_show_call();
    TO_DELETE = { command: "apply", why: "to delete monitors, remove their specs, then run" };
    COMMAND_HABITS = /* @__PURE__ */ new Map([
      ["list", { command: "state list" }],
      ["ls", { command: "state list" }],
      ["get", { command: "state show" }],
      ["check", { command: "validate" }],
      ["lint", { command: "validate" }],
      ["preview", { command: "plan" }],
      ["deploy", { command: "apply" }],
      ["up", { command: "apply" }],
      ["push", { command: "apply" }],
      ["sync", { command: "apply" }],
      ["new", { command: "init" }],
      ["adopt", { command: "import" }],
      ["export", { command: "pull" }],
      ["destroy", TO_DELETE],
      ["delete", TO_DELETE],
      ["remove", TO_DELETE],
      ["create", { command: "apply", why: "to create monitors, write their specs, then run" }],
      ["add", { command: "apply", why: "to create monitors, write their specs, then run" }],
      ["refresh", { command: "plan --refresh", why: "to see changes made in the service, run" }],
      ["drift", { command: "plan --refresh", why: "to see changes made in the service, run" }]
    ]);
    FLAG_HABITS = [
      { ours: "--auto-approve", theirs: ["-y", "--yes", "-f", "--force", "--approve", "--no-input"] },
      { ours: "--only", theirs: ["-k", "--key", "-t", "--target", "--filter", "--monitor", "--name"] },
      { ours: "--environment", theirs: ["-e", "--env", "--stage", "--workspace"] },
      { ours: "--base-url", theirs: ["--url", "--endpoint", "--host", "--address"] },
      { ours: "--out", theirs: ["-o", "--output", "--save"] },
      { ours: "--config", theirs: ["-c", "--config-file"] },
      { ours: "--directory", theirs: ["-d", "--dir", "--chdir", "--cwd"] },
      { ours: "--verbose", theirs: ["-v", "-vv", "--debug", "--trace"] },
      { ours: "--quiet", theirs: ["--silent", "-s"] },
      { ours: "--concurrency", theirs: ["-j", "--jobs", "--parallel", "--parallelism"] }
    ];
    KEY_FLAGS = ["--api-key", "--token", "--key-file", "--apikey"];
    DRY_RUN_FLAGS = ["--dry-run", "-n", "--dryrun", "--what-if", "--check"];
  }
});

// src/doors/cli/help.ts
var help_exports = {};
__export(help_exports, {
  findHelp: () => findHelp,
  renderCommand: () => renderCommand2,
  renderOverview: () => renderOverview,
  showOperand: () => showOperand
});
function findHelp(argv, commands, width) {
  const options = { color: false, width, verbosity: "normal" };
  const words = argv.filter((word3) => !word3.startsWith("-") && word3 !== "help");
  if (words.length === 0) return renderOverview(commands, options);
  const asked = ` ${words.join(" ")} `;
  const [page] = commands.filter(({ path }) => asked.includes(` ${path} `)).sort((one, other) => other.path.length - one.path.length);
  if (page !== void 0) return renderCommand2(page, options);
  const group = commands.filter(({ path }) => path.startsWith(`${words[0]} `));
  return group.length === 0 ? void 0 : renderGroup(`monitors ${words[0]}`, group, options);
}
function renderOverview(commands, options) {
  const width = widestOf(commands.map(toRow));
  const list = (isGrouped) => listRows(commands.filter(({ path }) => path.includes(" ") === isGrouped).map(toRow), width);
  return (0, import_text2.printText)(
    [
      (0, import_text2.proseLine)(0, "Manages web monitors as YAML files: validate the specs, review the plan, apply it."),
      import_text2.BLANK,
      (0, import_text2.dataLine)(0, (0, import_text2.styled)("strong", "usage"), "  monitors COMMAND [flags]"),
      import_text2.BLANK,
      ...list(false),
      import_text2.BLANK,
      (0, import_text2.dataLine)(0, (0, import_text2.styled)("strong", "state")),
      ...list(true),
      import_text2.BLANK,
      (0, import_text2.proseLine)(0, "`monitors COMMAND --help` shows flags and examples; `monitors --version` the version.")
    ],
    options
  );
}
function renderGroup(path, commands, options) {
  return (0, import_text2.printText)(
    [
      (0, import_text2.dataLine)(0, (0, import_text2.styled)("strong", "usage"), `  ${path} COMMAND [flags]`),
      import_text2.BLANK,
      ...listRows(commands.map(toRow)),
      import_text2.BLANK,
      (0, import_text2.proseLine)(0, `\`${path} COMMAND --help\` shows flags and examples.`)
    ],
    options
  );
}
function toRow({ path, summary }) {
  return [`monitors ${path}`, summary];
}
function renderCommand2(command2, options) {
  const { summary, details = "", exitCodes, examples, operands = {} } = command2;
  const path = `monitors ${command2.path}`;
  const own = listFlagTexts(command2.flags);
  const global = listFlagTexts(GLOBAL_FLAGS);
  const width = widestOf([...own, ...global]);
  return (0, import_text2.printText)(
    [
      (0, import_text2.hangingLine)(0, path.length + 2, (0, import_text2.styled)("strong", path), `  ${summary}`),
      import_text2.BLANK,
      (0, import_text2.dataLine)(0, (0, import_text2.styled)("strong", "usage"), `  ${[path, ...Object.values(operands).map(showOperand)].join(" ")} [flags]`),
      ...details.split(/\n\s*\n/).flatMap(paragraphLines),
      ...exitCodes === void 0 ? [] : listSection("exit codes", listRows(Object.entries(exitCodes))),
      ...own.length === 0 ? [] : listSection("flags", listRows(own, width)),
      ...listSection("global flags", listRows(global, width)),
      ...examples.length === 0 ? [] : listSection("examples", examples.flatMap(exampleLines))
    ],
    options
  );
}
function listSection(title, lines) {
  return [import_text2.BLANK, (0, import_text2.dataLine)(0, (0, import_text2.styled)("strong", title)), ...lines];
}
function paragraphLines(paragraph) {
  const text11 = paragraph.replace(/\s+/g, " ").trim();
  return text11 === "" ? [] : [import_text2.BLANK, (0, import_text2.proseLine)(0, text11)];
}
function exampleLines([what, call]) {
  return [(0, import_text2.dataLine)(2, (0, import_text2.styled)("faint", `# ${what}`)), (0, import_text2.dataLine)(2, call)];
}
function listFlagTexts(flags) {
  return Object.entries(flags).map(([option, flag]) => {
    const names = (0, import_flags27.listFlagNames)(option, flag).join(", ");
    return [flag.value === null ? names : `${names} ${flag.value}`, flag.about];
  });
}
function widestOf(rows) {
  return Math.max(...rows.map(([label]) => label.length));
}
function listRows(rows, width = widestOf(rows)) {
  return rows.map(([label, text11]) => (0, import_text2.hangingLine)(2, width + 2, `${label.padEnd(width)}  `, text11));
}
function showOperand({ label, need }) {
  const shown = need === "many" || need === "some" ? `${label}...` : label;
  return need === "many" || need === "optional" ? `[${shown}]` : shown;
}
var import_flags27, import_text2;
var init_help = __esm({
  "src/doors/cli/help.ts"() {
    "use strict";
    import_flags27 = askBundle("./monitors.cjs", "src/project/flags.ts");
    import_text2 = askBundle("./monitors.cjs", "src/rendering/text.ts");
    init_global_flags();
  }
});

// src/doors/cli/usage/operands.ts
function explainOperands(line, command2) {
  const { operands } = line;
  const taken = Object.values(command2.operands ?? {});
  const missing = taken.filter(({ need }) => need === "required").slice(operands.length);
  if (missing.length > 0) return explainMissing(missing, command2);
  if (taken.some(({ need }) => need === "many" || need === "some") || operands.length <= taken.length) return null;
  return explainExtra(line, command2, taken);
}
function explainMissing(missing, command2) {
  const names = missing.map(({ label }) => label).join(" and ");
  return new import_user_error16.UserError("config/usage", `"monitors ${command2.path}" needs ${names}`, `${usageOf(command2)}${alsoMeant(command2)}`);
}
function alsoMeant({ path }) {
  return path === "diff" ? '; to see what apply would change, run "monitors plan"' : "";
}
function explainExtra(line, command2, taken) {
  const name = command2.path;
  const only = listFlags(command2).find(({ names }) => names.includes("--only"));
  const isPlan = ({ word: word3 }) => word3.endsWith(".json");
  const isSpec = ({ word: word3 }) => /\.ya?ml$/.test(word3);
  const extra = line.operands.slice(taken.length);
  const refuse = (what, hint) => new import_user_error16.UserError("config/usage", `${name} takes ${what}`, hint);
  const first = extra[0]?.word ?? "";
  if (first === "help" && extra.length === 1) return refuse('no argument "help"', `\`monitors ${name} --help\` shows its flags`);
  if (name === "plan" && extra.some(isPlan)) return refuse("no file", `to show and apply a saved plan, run "monitors apply ${first}"`);
  if (only !== void 0 && line.operands.some(isSpec))
    return refuse("no spec file: it reads all specs", `for one monitor, give its key: monitors ${name} --only ${only.value ?? "KEY"}`);
  if (only !== void 0 && !line.operands.some(isPlan)) {
    const replaced = {};
    if (line.argv.includes("--")) replaced[line.argv.indexOf("--")] = [];
    for (const { word: word3, index } of line.operands) replaced[index] = ["--only", word3];
    return refuse(`no ${(only.value ?? "key").toLowerCase()}`, `did you mean "${showCall(line, replaced)}"?`);
  }
  if (name === "emulator" && /^\d+$/.test(first))
    return refuse("no argument", `did you mean "${showCall(line, { [extra[0]?.index ?? 0]: ["--port", first] })}"?`);
  return refuse(taken.length === 0 ? "no argument" : `only ${taken.map(({ label }) => label).join(" and ")}`, usageOf(command2));
}
function usageOf({ path, operands = {} }) {
  return `usage: ${["monitors", path, ...Object.values(operands).map(showOperand), "[flags]"].join(" ")}`;
}
var import_user_error16;
var init_operands = __esm({
  "src/doors/cli/usage/operands.ts"() {
    "use strict";
    import_user_error16 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_help();
    init_command_use();
    init_show_call();
  }
});

// src/doors/cli/usage.ts
var usage_exports = {};
__export(usage_exports, {
  explainUsage: () => explainUsage,
  findLoneGroup: () => findLoneGroup,
  isUsageComplaint: () => isUsageComplaint
});
function explainUsage(argv, commands) {
  const line = readCommandLine(argv, commands);
  const { command: command2 } = line;
  if (command2 === null) return explainUnknownCommand(line, commands);
  const own = listFlags(command2);
  const flags = ["--help", ...own.flatMap(({ names }) => names)];
  const unknown = line.flags.find(({ word: word3 }) => !flags.includes(nameOf(word3)));
  if (unknown !== void 0) {
    const owner = own.find(({ names, value }) => value !== null && names.includes(argv[unknown.index - 1] ?? ""));
    if (owner !== void 0 && /^-[\d.]/.test(unknown.word)) return explainNegative(unknown.word, argv[unknown.index - 1] ?? "", owner);
    return explainUnknownFlag(unknown, line, command2, commands);
  }
  const valueless = own.filter((flag) => flag.value === null).flatMap(({ names }) => names);
  const valued = line.flags.find(({ word: word3 }) => word3.includes("=") && valueless.includes(nameOf(word3)));
  if (valued !== void 0) {
    const flag = nameOf(valued.word);
    return new import_user_error17.UserError("config/usage", `${flag} takes no value`, `did you mean "${showCall(line, { [valued.index]: [flag] })}"?`);
  }
  const bare = line.flags.find(({ word: word3, index }) => isBare(word3, line.argv[index + 1], own));
  if (bare !== void 0) {
    const flag = own.find(({ names }) => names.includes(bare.word));
    return new import_user_error17.UserError("config/usage", `${bare.word} needs a value`, `write ${bare.word} ${flag?.value}: ${flag?.about}`);
  }
  return explainOperands(line, command2) ?? new import_user_error17.UserError("config/usage", `invalid arguments: monitors ${argv.join(" ")}`, `\`monitors ${command2.path} --help\` shows the usage`);
}
function findLoneGroup(argv, commands) {
  const { command: command2, words } = readCommandLine(argv, commands);
  const [word3] = words;
  if (command2 !== null || word3 === void 0 || words.length > 1 || argv.at(-1) !== word3) return null;
  return commands.some(({ path }) => path.startsWith(`${word3} `)) ? word3 : null;
}
function isBare(word3, next, flags) {
  return flags.some(({ names, value }) => value !== null && names.includes(word3)) && (next ?? "-").startsWith("-");
}
function nameOf(flag) {
  return flag.split("=")[0] ?? flag;
}
function explainNegative(word3, flag, { value, about }) {
  return new import_user_error17.UserError("config/usage", `${flag} must not be negative, but is "${word3}"`, `use ${flag} ${value}: ${about}`);
}
function explainUnknownFlag({ word: word3, index }, line, command2, commands) {
  const name = `monitors ${command2.path}`;
  const flag = nameOf(word3);
  const known = listFlags(command2).flatMap(({ names }) => names);
  const homes = commands.filter((one) => listFlags(one).some(({ names }) => names.includes(flag)));
  const near = (0, import_suggest.suggestName)(flag, ["--help", ...known]);
  const hint = explainFlagHabit({ word: word3, index }, line, command2) ?? (homes.length > 0 ? `${flag} belongs to: ${homes.map(({ path }) => `monitors ${path}`).join(", ")}` : void 0) ?? (near === void 0 ? `\`${name} --help\` lists its flags` : `did you mean "${near}"?`);
  return new import_user_error17.UserError("config/usage", `"${name}" has no flag "${flag}"`, hint);
}
function explainUnknownCommand(line, commands) {
  const words = line.words[0] === "help" ? line.words.slice(1) : line.words;
  const names = commands.map(({ path }) => path);
  const [first] = words;
  if (first === void 0) return explainNoCommand(line, commands);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (words.length === 1 && group.length > 0) {
    return new import_user_error17.UserError("config/usage", `"monitors ${first}" needs a subcommand`, `\`monitors ${first} --help\` lists them`);
  }
  const given = words.slice(0, group.length > 0 ? 2 : 1);
  const message = `unknown command "monitors ${given.join(" ")}"`;
  const place = line.argv.indexOf(first);
  const owner = names.find((name) => name.endsWith(` ${first}`));
  const meant = COMMAND_HABITS.get(first) ?? (owner === void 0 ? void 0 : { command: owner });
  if (group.length === 0 && meant !== void 0) {
    const operands = "why" in meant ? Object.fromEntries(words.slice(1).map((_word, index) => [place + 1 + index, []])) : {};
    const call = showCall(line, { ...operands, [place]: meant.command.split(" ") });
    return new import_user_error17.UserError("config/usage", message, "why" in meant ? `${meant.why}: ${call}` : `did you mean "${call}"?`);
  }
  const near = (0, import_suggest.suggestName)(given.join(" "), names);
  return new import_user_error17.UserError(
    "config/usage",
    message,
    near === void 0 ? `\`monitors ${group.length > 0 ? `${first} ` : ""}--help\` lists the commands` : `did you mean "${near}"?`
  );
}
function explainNoCommand({ argv }, commands) {
  const [first = ""] = argv;
  const known = ["--help", "--version", ...commands.flatMap(listFlags).flatMap(({ names }) => names)];
  const flag = nameOf(first);
  if (!first.startsWith("-") || first === "-" || first === "--" || known.includes(flag))
    return new import_user_error17.UserError("config/usage", "no command given", "`monitors --help` lists the commands");
  const near = (0, import_suggest.suggestName)(flag, known);
  const hint = near === void 0 ? "`monitors --help` shows the usage" : `did you mean "${near}"?`;
  return new import_user_error17.UserError("config/usage", `"monitors" has no flag "${flag}"`, hint);
}
function isUsageComplaint(error) {
  return error instanceof Error && "clipanion" in error;
}
var import_suggest, import_user_error17;
var init_usage = __esm({
  "src/doors/cli/usage.ts"() {
    "use strict";
    import_suggest = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_user_error17 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_use();
    init_habits();
    init_operands();
    init_show_call();
  }
});

// src/doors/cli/command-line.ts
var command_line_exports = {};
__export(command_line_exports, {
  COMMANDS: () => COMMANDS,
  runCommandLine: () => runCommandLine
});
async function runCommandLine(argv, context) {
  let door;
  try {
    const help = asksForHelp(argv) ? await renderHelp(argv, context) : await renderLoneGroup(argv, context);
    if (help !== void 0) {
      context.stdout.write(help);
      return 0;
    }
    const parsed = await readCommand(argv);
    door = new CliDoor(parsed, argv, Object.assign(Object.create(context), { env: { ...context.env } }));
    return await run(parsed, door, (0, import_option_values3.listStrangeVariables)(context.env));
  } catch (error) {
    const { explainFailure, writeFailure } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/doors/failure.ts"));
    const failing = door?.failing ?? { commandName: nameCommand2(argv), isMachineReadable: () => asksForJson(argv) };
    return await writeFailure(explainFailure(error), failing, context);
  } finally {
    await door?.close();
  }
}
async function run({ command: command2 }, door, strange) {
  if (strange.length > 0) (await Promise.resolve().then(() => (init_notes(), notes_exports))).noteVariables(strange, door);
  const act = () => command2.run(door.readOptions(), door);
  const timeout = door.given("--lock-timeout");
  return timeout === void 0 ? act() : (await Promise.resolve().then(() => (init_lock_wait(), lock_wait_exports))).runWhenLockIsFree(act, timeout, door);
}
function nameCommand2(argv) {
  const start = argv.findIndex((word4) => FIRST_WORDS.has(word4));
  const word3 = argv[start];
  if (word3 === void 0) return argv[0] ?? "monitors";
  return PATHS.find((path) => path.split(" ").every((part, index) => argv[start + index] === part)) ?? word3;
}
async function readCommand(argv) {
  try {
    return parse(argv, await load(PATHS.filter((path) => path.split(" ").every((word3) => argv.includes(word3)))));
  } catch (error) {
    const { explainUsage: explainUsage2, isUsageComplaint: isUsageComplaint2 } = await Promise.resolve().then(() => (init_usage(), usage_exports));
    throw isUsageComplaint2(error) ? explainUsage2(argv, await loadAll()) : error;
  }
}
function parse(argv, commands) {
  const cli = new import_clipanion.Cli({ binaryName: "monitors", enableColors: false });
  const classes = new Map(commands.map((command3) => [makeClass(command3), command3]));
  for (const commandClass of classes.keys()) cli.register(commandClass);
  const found = cli.process([...argv], {});
  const command2 = classes.get(found.constructor);
  if (command2 === void 0) throw new Error("clipanion answered a call for help, which comes before");
  const values = found;
  const flags = { ...GLOBAL_FLAGS, ...command2.flags };
  for (const [option, flag] of Object.entries(flags)) refuseBare(option, flag, values[option]);
  const names = Object.keys({ ...flags, ...command2.operands });
  return { command: command2, given: Object.fromEntries(names.map((name) => [name, listTexts(values[name])])) };
}
function refuseBare(option, flag, given) {
  if (flag.value === null || given !== true) return;
  const [name = ""] = (0, import_flags28.listFlagNames)(option, flag);
  throw new import_user_error18.UserError("config/usage", `${name} needs a value`, `write ${name} ${flag.value}: ${flag.about}`);
}
function listTexts(value) {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? [value] : value === true ? [""] : [];
}
function makeClass({ path, flags, operands = {} }) {
  return class extends import_clipanion.Command {
    static paths = [path.split(" ")];
    constructor() {
      super();
      const values = this;
      for (const [name, flag] of Object.entries({ ...GLOBAL_FLAGS, ...flags })) values[name] = makeOption(name, flag);
      for (const [name, operand] of Object.entries(operands)) values[name] = makePositional(operand);
    }
    async execute() {
    }
  };
}
function makeOption(option, flag) {
  const names = (0, import_flags28.listFlagNames)(option, flag).join(",");
  if (flag.value === null) return import_clipanion.Option.Boolean(names);
  return flag.isRepeatable ? import_clipanion.Option.Array(names) : import_clipanion.Option.String(names);
}
function makePositional({ label: name, need }) {
  return need === "many" || need === "some" ? import_clipanion.Option.Rest({ name }) : import_clipanion.Option.String({ name, required: need === "required" });
}
function load(paths) {
  return Promise.all(paths.flatMap((path) => COMMANDS[path]?.() ?? []));
}
async function loadAll() {
  return load(PATHS);
}
async function renderLoneGroup(argv, context) {
  const last = argv.at(-1) ?? "";
  if (PATHS.includes(last) || !PATHS.some((path) => path.startsWith(`${last} `))) return void 0;
  const { findLoneGroup: findLoneGroup2 } = await Promise.resolve().then(() => (init_usage(), usage_exports));
  return findLoneGroup2(argv, await loadAll()) === null ? void 0 : renderHelp([last], context);
}
function asksForHelp(argv) {
  return argv.length === 0 || argv[0] === "help" || argv.includes("-h") || argv.includes("--help");
}
async function renderHelp(argv, { stdout }) {
  const { findHelp: findHelp2 } = await Promise.resolve().then(() => (init_help(), help_exports));
  return findHelp2(argv, await loadAll(), stdout.columns || 100);
}
function asksForJson(argv) {
  return argv.some((word3, index) => /^--format=jsonl?$/.test(word3) || word3 === "--format" && /^jsonl?$/.test(argv[index + 1] ?? ""));
}
var import_clipanion, import_option_values3, import_user_error18, import_flags28, COMMANDS, PATHS, FIRST_WORDS;
var init_command_line = __esm({
  "src/doors/cli/command-line.ts"() {
    "use strict";
    import_clipanion = __toESM(require_advanced());
    import_option_values3 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error18 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_flags28 = askBundle("./monitors.cjs", "src/project/flags.ts");
    init_door();
    init_global_flags();
    COMMANDS = {
      init: async () => (await Promise.resolve().then(() => (init_command(), command_exports))).initCommand,
      validate: async () => (await Promise.resolve().then(() => (init_command2(), command_exports2))).validateCommand,
      plan: async () => (await Promise.resolve().then(() => (init_command3(), command_exports3))).planCommand,
      render: async () => (await Promise.resolve().then(() => (init_command4(), command_exports4))).renderCommand,
      try: async () => (await Promise.resolve().then(() => (init_command5(), command_exports5))).tryCommand,
      apply: async () => (await Promise.resolve().then(() => (init_command6(), command_exports6))).applyCommand,
      accept: async () => (await Promise.resolve().then(() => (init_command7(), command_exports7))).acceptCommand,
      resolve: async () => (await Promise.resolve().then(() => (init_command8(), command_exports8))).resolveCommand,
      import: async () => (await Promise.resolve().then(() => (init_command9(), command_exports9))).importCommand,
      pull: async () => (await Promise.resolve().then(() => (init_command9(), command_exports9))).pullCommand,
      factor: async () => (await Promise.resolve().then(() => (init_factor_command(), factor_command_exports))).factorCommand,
      recover: async () => (await Promise.resolve().then(() => (init_command10(), command_exports10))).recoverCommand,
      status: async () => (await Promise.resolve().then(() => (init_status_command(), status_command_exports))).statusCommand,
      checks: async () => (await Promise.resolve().then(() => (init_checks_command(), checks_command_exports))).checksCommand,
      diff: async () => (await Promise.resolve().then(() => (init_checks_command(), checks_command_exports))).diffCommand,
      changes: async () => (await Promise.resolve().then(() => (init_command11(), command_exports11))).changesCommand,
      run: async () => (await Promise.resolve().then(() => (init_run_command(), run_command_exports))).runCommand,
      alerts: async () => (await Promise.resolve().then(() => (init_command12(), command_exports12))).alertsCommand,
      report: async () => (await Promise.resolve().then(() => (init_command13(), command_exports13))).reportCommand,
      "state list": async () => (await Promise.resolve().then(() => (init_command14(), command_exports14))).stateListCommand,
      "state show": async () => (await Promise.resolve().then(() => (init_command14(), command_exports14))).stateShowCommand,
      "state mv": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateMoveCommand,
      "state rm": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateRemoveCommand,
      "state verify": async () => (await Promise.resolve().then(() => (init_command14(), command_exports14))).stateVerifyCommand,
      "state restore": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateRestoreCommand,
      "state unlock": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateUnlockCommand,
      "state unprotect": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateUnprotectCommand,
      "state set-origin": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateSetOriginCommand,
      "state reset": async () => (await Promise.resolve().then(() => (init_repair_command(), repair_command_exports))).stateResetCommand,
      "state history": async () => (await Promise.resolve().then(() => (init_place_command(), place_command_exports))).stateHistoryCommand,
      "state init": async () => (await Promise.resolve().then(() => (init_place_command(), place_command_exports))).stateInitCommand,
      "state migrate": async () => (await Promise.resolve().then(() => (init_place_command(), place_command_exports))).stateMigrateCommand,
      schema: async () => (await Promise.resolve().then(() => (init_command15(), command_exports15))).schemaCommand,
      emulator: async () => (await Promise.resolve().then(() => (init_emulator(), emulator_exports))).emulatorCommand,
      version: async () => (await Promise.resolve().then(() => (init_version(), version_exports))).versionCommand,
      completion: async () => (await Promise.resolve().then(() => (init_completion(), completion_exports))).makeCompletionCommand(loadAll)
    };
    PATHS = Object.keys(COMMANDS);
    FIRST_WORDS = new Set(PATHS.map((path) => path.split(" ")[0]));
  }
});

// cli.js
var cli_exports = {};
__export(cli_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(cli_exports);
var once = (load2) => {
  let loaded;
  return () => loaded ??= load2();
};
var modules = {
  "src/doors/cli/command-line.ts": once(() => (init_command_line(), command_line_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
