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
    function dedent(text) {
      const lines = text.split(`
`);
      const nonEmptyLines = lines.filter((line) => line.match(/\S/));
      const indent = nonEmptyLines.length > 0 ? nonEmptyLines.reduce((minLength, line) => Math.min(minLength, line.length - line.trimStart().length), Number.MAX_VALUE) : 0;
      return lines.map((line) => line.slice(indent).trimRight()).join(`
`);
    }
    function formatMarkdownish(text, { format, paragraphs }) {
      text = text.replace(/\r\n?/g, `
`);
      text = dedent(text);
      text = text.replace(/^\n+|\n+$/g, ``);
      text = text.replace(/^(\s*)-([^\n]*?)\n+/gm, `$1-$2

`);
      text = text.replace(/\n(\n)?\n*/g, ($0, $1) => $1 ? $1 : ` `);
      if (paragraphs) {
        text = text.split(/\n/).map((paragraph) => {
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
      text = text.replace(/(`+)((?:.|[\n])*?)\1/g, ($0, $1, $2) => {
        return format.code($1 + $2 + $1);
      });
      text = text.replace(/(\*\*)((?:.|[\n])*?)\1/g, ($0, $1, $2) => {
        return format.bold($1 + $2 + $1);
      });
      return text ? `${text}
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
          const keys = Object.keys(value);
          let valid = true;
          for (let t = 0, T = keys.length; t < T && (valid || (state === null || state === void 0 ? void 0 : state.errors) != null); ++t) {
            const key = keys[t];
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
          const keys = /* @__PURE__ */ new Set([...specKeys, ...Object.keys(value)]);
          const extra = {};
          let valid = true;
          for (const key of keys) {
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
      missing: (keys, key) => keys.has(key),
      undefined: (keys, key, value) => keys.has(key) && typeof value[key] !== `undefined`,
      nil: (keys, key, value) => keys.has(key) && value[key] != null,
      falsy: (keys, key, value) => keys.has(key) && !!value[key]
    };
    function hasRequiredKeys(requiredKeys, options) {
      var _a;
      const requiredSet = new Set(requiredKeys);
      const check = checks[(_a = options === null || options === void 0 ? void 0 : options.missingIf) !== null && _a !== void 0 ? _a : "missing"];
      return makeValidator({
        test: (value, state) => {
          const keys = new Set(Object.keys(value));
          const problems = [];
          for (const key of requiredSet)
            if (!check(keys, key, value))
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
          const keys = Object.keys(value);
          const valid = keys.some((key) => check(requiredSet, key, value));
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
          const keys = new Set(Object.keys(value));
          const problems = [];
          for (const key of forbiddenSet)
            if (check(keys, key, value))
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
          const keys = new Set(Object.keys(value));
          const used = [];
          for (const key of exclusiveSet)
            if (check(keys, key, value))
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
          const keys = new Set(Object.keys(value));
          if (!check(keys, subject, value) || skipped.has(value[subject]))
            return true;
          const problems = [];
          for (const key of otherSet)
            if ((check(keys, key, value) && !skipped.has(value[key])) !== spec.expect)
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
    var Command24 = class {
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
    Command24.isOption = advanced_options_utils.isOptionSymbol;
    Command24.Default = [];
    exports2.Command = Command24;
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
            const keys = Object.keys(nodeDef.statics);
            for (const key of Object.keys(nodeDef.statics)) {
              const segment = keys[0];
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
      useHelp: (state, segment, command) => {
        const [
          ,
          /* name */
          ,
          index
        ] = segment.match(constants.HELP_REGEX);
        if (typeof index !== `undefined`) {
          return { ...state, options: [{ name: `-c`, value: String(command) }, { name: `-i`, value: index }] };
        } else {
          return { ...state, options: [{ name: `-c`, value: String(command) }] };
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
      addPositional({ name = `arg`, required = true } = {}) {
        if (!required && this.arity.extra === NoLimits)
          throw new Error(`Optional parameters cannot be declared when using .rest() or .proxy()`);
        if (!required && this.arity.trailing.length > 0)
          throw new Error(`Optional parameters cannot be declared after the required trailing positional arguments`);
        if (!required && this.arity.extra !== NoLimits) {
          this.arity.extra.push(name);
        } else if (this.arity.extra !== NoLimits && this.arity.extra.length === 0) {
          this.arity.leading.push(name);
        } else {
          this.arity.trailing.push(name);
        }
      }
      addRest({ name = `arg`, required = 0 } = {}) {
        if (this.arity.extra === NoLimits)
          throw new Error(`Infinite lists cannot be declared multiple times in the same command`);
        if (this.arity.trailing.length > 0)
          throw new Error(`Infinite lists cannot be declared after the required trailing positional arguments`);
        for (let t = 0; t < required; ++t)
          this.addPositional({ name });
        this.arity.extra = NoLimits;
      }
      addProxy({ required = 0 } = {}) {
        this.addRest({ required });
        this.arity.proxy = true;
      }
      addOption({ names, description, arity = 0, hidden = false, required = false, allowBinding = true }) {
        if (!allowBinding && arity > 1)
          throw new Error(`The arity cannot be higher than 1 when the option only supports the --arg=value syntax`);
        if (!Number.isInteger(arity))
          throw new Error(`The arity must be an integer, got ${arity}`);
        if (arity < 0)
          throw new Error(`The arity must be positive, got ${arity}`);
        this.allOptionNames.push(...names);
        this.options.push({ names, description, arity, hidden, required, allowBinding });
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
          for (const { names, arity, hidden, description, required } of this.options) {
            if (hidden)
              continue;
            const args = [];
            for (let t = 0; t < arity; ++t)
              args.push(` #${t}`);
            const definition = `${names.join(`,`)}${args.join(``)}`;
            if (!inlineOptions && description) {
              detailedOptionList.push({ definition, description, required });
            } else {
              segments.push(required ? `<${definition}>` : `[${definition}]`);
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
        const command = new _HelpCommand(contexts);
        command.path = state.path;
        for (const opt of state.options) {
          switch (opt.name) {
            case `-c`:
              {
                command.commands.push(Number(opt.value));
              }
              break;
            case `-i`:
              {
                command.index = Number(opt.value);
              }
              break;
          }
        }
        return command;
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
          for (const command of this.commands)
            this.context.stdout.write(this.cli.usage(this.contexts[command].commandClass, { prefix: `${index++}. `.padStart(5) }));
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
    async function run(...args) {
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
        const command = new commandClass();
        for (const key in command) {
          const value = command[key];
          if (typeof value === `object` && value !== null && value[advanced_Command.Command.isOption]) {
            specs.set(key, value);
          }
        }
        const builder = this.builder.command();
        const index = builder.cliIndex;
        const paths = (_a = commandClass.paths) !== null && _a !== void 0 ? _a : command.paths;
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
            const command = advanced_HelpCommand.HelpCommand.from(state, contexts);
            command.context = context;
            return command;
          }
          default:
            {
              const { commandClass } = contexts[state.selectedIndex];
              const record = this.registrations.get(commandClass);
              if (typeof record === `undefined`)
                throw new Error(`Assertion failed: Expected the command class to have been registered.`);
              const command = new commandClass();
              command.context = context;
              command.path = state.path;
              try {
                for (const [key, { transformer }] of record.specs.entries())
                  command[key] = transformer(record.builder, key, state, context);
                return command;
              } catch (error) {
                error[errorCommandSymbol] = command;
                throw error;
              }
            }
            break;
        }
      }
      async run(input, userContext) {
        var _a, _b;
        let command;
        const context = {
          ..._Cli.defaultContext,
          ...userContext
        };
        const colored = (_a = this.enableColors) !== null && _a !== void 0 ? _a : context.colorDepth > 1;
        if (!Array.isArray(input)) {
          command = input;
        } else {
          try {
            command = this.process(input, context);
          } catch (error) {
            context.stdout.write(this.error(error, { colored }));
            return 1;
          }
        }
        if (command.help) {
          context.stdout.write(this.usage(command, { colored, detailed: true }));
          return 0;
        }
        command.context = context;
        command.cli = {
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
          usage: (command2, opts) => this.usage(command2, opts)
        };
        const activate = this.enableCapture ? (_b = platform.getCaptureActivator(context)) !== null && _b !== void 0 ? _b : noopCaptureActivator : noopCaptureActivator;
        let exitCode;
        try {
          exitCode = await activate(() => command.validateAndExecute().catch((error) => command.catch(error).then(() => 0)));
        } catch (error) {
          context.stdout.write(this.error(error, { colored, command }));
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
      usage(command = null, { colored, detailed = false, prefix = `$ ` } = {}) {
        var _a;
        if (command === null) {
          for (const commandClass2 of this.registrations.keys()) {
            const paths = commandClass2.paths;
            const isDocumented = typeof commandClass2.usage !== `undefined`;
            const isExclusivelyDefault = !paths || paths.length === 0 || paths.length === 1 && paths[0].length === 0;
            const isDefault = isExclusivelyDefault || ((_a = paths === null || paths === void 0 ? void 0 : paths.some((path) => path.length === 0)) !== null && _a !== void 0 ? _a : false);
            if (isDefault) {
              if (command) {
                command = null;
                break;
              } else {
                command = commandClass2;
              }
            } else {
              if (isDocumented) {
                command = null;
                continue;
              }
            }
          }
          if (command) {
            detailed = true;
          }
        }
        const commandClass = command !== null && command instanceof advanced_Command.Command ? command.constructor : command;
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
        var { colored, command = (_b = error[errorCommandSymbol]) !== null && _b !== void 0 ? _b : null } = _a === void 0 ? {} : _a;
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
            result += this.usage(command);
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
    exports2.run = run;
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
    var VersionCommand2 = class extends advanced_Command.Command {
      async execute() {
        var _a;
        this.context.stdout.write(`${(_a = this.cli.binaryVersion) !== null && _a !== void 0 ? _a : `<unknown>`}
`);
      }
    };
    VersionCommand2.paths = [[`-v`], [`--version`]];
    exports2.VersionCommand = VersionCommand2;
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
          let count = 0;
          while (count < state.positionals.length && isRestPositional(count))
            count += 1;
          return state.positionals.splice(0, count).map(({ value }) => value);
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
      const { required = true } = opts;
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
            if (required && state.positionals[i].extra === true)
              continue;
            if (!required && state.positionals[i].extra === false)
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

// src/doors/cli/exchange-text.ts
var exchange_text_exports = {};
__export(exchange_text_exports, {
  describeExchange: () => describeExchange
});
function describeExchange(note) {
  const { method, path, status, durationMs, sentBytes, receivedBytes, requestId } = note;
  const id = requestId === void 0 ? "" : `, request id ${requestId}`;
  const text = `${method} ${path} -> ${status ?? "no answer"} in ${Math.round(durationMs)} ms, ${sentBytes} bytes sent, ${receivedBytes} received${id}`;
  return `${(0, import_renderers.escapeTerminal)(text)}
`;
}
var import_renderers;
var init_exchange_text = __esm({
  "src/doors/cli/exchange-text.ts"() {
    "use strict";
    import_renderers = askBundle("./change.cjs", "src/doors/renderers.ts");
  }
});

// src/doors/cli/command.ts
function wantsColor(flag, env, stream) {
  if (flag === "always") return true;
  if (flag === "never") return false;
  if (flag !== void 0 && flag !== "auto")
    throw new import_user_error.UserError("config/usage", `--color: unknown value "${flag}"`, "use auto, always or never");
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== void 0 && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
var import_node_path, import_clipanion, import_user_error, import_shown_path, MACHINE_FORMATS, MonitorsCommand;
var init_command = __esm({
  "src/doors/cli/command.ts"() {
    "use strict";
    import_node_path = require("node:path");
    import_clipanion = __toESM(require_advanced());
    import_user_error = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_shown_path = askBundle("./monitors.cjs", "src/core/files/shown-path.ts");
    MACHINE_FORMATS = /* @__PURE__ */ new Set(["json", "jsonl"]);
    MonitorsCommand = class extends import_clipanion.Command {
      directory = import_clipanion.Option.String("-C,--directory", { description: "<DIR> Run as if started in this directory (default: the current one)" });
      config = import_clipanion.Option.String("--config", {
        description: "<FILE> Config file (default: the nearest monitors.config.yaml up to the git root)"
      });
      environment = import_clipanion.Option.String("--environment", {
        description: "<NAME> Environment, with its own state and monitors (default: MONITORS_ENVIRONMENT or the config)"
      });
      specs = import_clipanion.Option.String("--specs", { description: "<DIR> Directory of the specs (default: monitors)" });
      state = import_clipanion.Option.String("--state", { description: "<FILE> State file (default: monitors.state.json)" });
      baseUrl = import_clipanion.Option.String("--base-url", { description: "<URL> Address of the service (default: MONITORS_BASE_URL)" });
      color = import_clipanion.Option.String("--color", { description: "<WHEN> auto (default), always or never" });
      quiet = import_clipanion.Option.Boolean("-q,--quiet", false, { description: "Print results and errors only" });
      verbose = import_clipanion.Option.Boolean("--verbose", false, { description: "Also print each request: method, path, status and time, never a body" });
      noCache = import_clipanion.Option.Boolean("--no-cache", false, { description: "Do not read or write caches" });
      /** The chosen output format, where a command has several. */
      format = void 0;
      /** Whether the command needs one environment, or goes through those that are declared. */
      environmentChoice = "one";
      /** Words in messages for the place where the environment was given; undefined for the flag. */
      environmentPlace = void 0;
      /** `--lock-timeout`, of a command that takes the lock: see {@link lockTimeoutOption}. */
      lockTimeout = void 0;
      /** The command line as it was given, without the tool's name. */
      argv = [];
      /** The environment names that specs may refer to, once the settings are read: no message shows their values. */
      referenceNames = [];
      /** Has the second signal print how to find out what was sent: for a command that pays and keeps no journal. */
      setLastWords(words) {
        const { context } = this;
        const watchInterruption = () => context.watchInterruption(words);
        this.context = Object.assign(Object.create(context), { watchInterruption });
      }
      /** The working directory after `-C`, absolute. */
      workingDirectory() {
        return this.directory === void 0 ? this.context.cwd : (0, import_node_path.resolve)(this.context.cwd, this.directory);
      }
      /** Flags, environment, config file and defaults, combined. Throws `UserError`. */
      async settings() {
        wantsColor(this.color, this.context.env, this.context.stdout);
        const { loadSettings } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/config/loaded-settings.ts"));
        const directory = this.workingDirectory();
        const settings = loadSettings({
          flags: this,
          env: this.context.env,
          directory,
          cwd: directory,
          directoryHint: "check the path given with -C",
          environmentChoice: this.environmentChoice,
          environmentPlace: this.environmentPlace
        });
        this.referenceNames = settings.allowedReferences;
        return settings;
      }
      /** The project that the flags mean; `look` only reads its state, and remembers what it read. Throws `UserError`. */
      async openProject(use = "change", showExchange) {
        const settings = await this.settings();
        const { openProject } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        const onExchange = showExchange ?? (this.verbose ? await this.exchangeNoter() : () => {
        });
        const project = openProject({ ...this.projectOptions(settings, use), baseUrl: this.baseUrl, onExchange }, this.context);
        this.closeAtEnd(project.store);
        return project;
      }
      async exchangeNoter() {
        const { describeExchange: describeExchange2 } = await Promise.resolve().then(() => (init_exchange_text(), exchange_text_exports));
        return (note) => this.note(describeExchange2(note));
      }
      /** A path as messages show it: relative to the working directory, with `/`. */
      shown(path) {
        return (0, import_shown_path.toShownPath)(this.workingDirectory(), path);
      }
      /** The store that the settings name; `look` only reads it, and remembers what it read. */
      async store(settings, use = "change") {
        return this.closeAtEnd((await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"))).openStore(this.projectOptions(settings, use), this.context));
      }
      /** Connections to a server keep the process from ending. */
      opened = [];
      /** Notes a store that {@link close} closes. */
      closeAtEnd(store) {
        if (store.backend !== "file") this.opened.push(store);
        return store;
      }
      /** Ends all connections to the state's server; the command is over. */
      async close() {
        await Promise.allSettled(this.opened.map((store) => store.close()));
      }
      projectOptions(settings, use) {
        const caches = this.noCache ? "unused" : "used";
        return { settings, cwd: this.workingDirectory(), command: this.commandName, use, caches };
      }
      isMachineReadable() {
        return this.format !== void 0 && MACHINE_FORMATS.has(this.format);
      }
      /** Look of text for a stream: colour, width, loudness. */
      renderOptions(stream) {
        return {
          color: wantsColor(this.color, this.context.env, stream),
          // A terminal that knows no width says 0.
          width: stream.columns || 100,
          verbosity: this.quiet ? "quiet" : this.verbose ? "verbose" : "normal",
          given: this,
          clock: { now: this.context.world.now, timeZone: this.context.timeZone }
        };
      }
      /** Writes what was asked for. */
      print(text) {
        this.context.stdout.write(text);
      }
      /** Writes everything else: notes, questions, progress, errors. */
      note(text) {
        this.context.stderr.write(text);
      }
    };
  }
});

// src/doors/cli/commands/init.ts
var init_exports = {};
__export(init_exports, {
  InitCommand: () => InitCommand
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
  return new import_user_error2.UserError(
    "config/usage",
    `init takes no --${flag}`,
    flag === "config" ? "it writes monitors.config.yaml into DIR" : `write "${flag}: ..." into monitors.config.yaml first; init writes the other files to match it`
  );
}
var import_node_path2, import_clipanion2, import_command_hints, import_version, import_option_values, import_user_error2, NOT_HERE, InitCommand;
var init_init = __esm({
  "src/doors/cli/commands/init.ts"() {
    "use strict";
    import_node_path2 = require("node:path");
    import_clipanion2 = __toESM(require_advanced());
    import_command_hints = askBundle("./monitors.cjs", "src/core/base/command-hints.ts");
    import_version = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_option_values = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error2 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    NOT_HERE = ["config", "environment", "specs", "state"];
    InitCommand = class extends MonitorsCommand {
      static paths = [["init"]];
      static usage = import_clipanion2.Command.Usage({
        description: "write a config, a first spec, a workflow, hooks and ignore rules",
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
        ]
      });
      commandName = "init";
      format = import_clipanion2.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      project = import_clipanion2.Option.String("--project", {
        description: "<NAME> Name of the project (default: that of the repository's remote, or of its directory)"
      });
      fleet = import_clipanion2.Option.Boolean("--fleet", false, { description: "Begin with defaults, a list of monitors and two environments" });
      dir = import_clipanion2.Option.String({ name: "DIR", required: false });
      async execute() {
        const format = (0, import_option_values.oneOf)("--format", this.format, ["text", "json"]);
        const flag = NOT_HERE.find((name) => this[name] !== void 0);
        if (flag !== void 0) throw notHere(flag);
        const { scaffoldProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/init/init.ts"));
        const { realDisk } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/state/file/disk.ts"));
        const { process: process2, world, env } = this.context;
        const cwd = this.workingDirectory();
        const request = {
          directory: (0, import_node_path2.resolve)(cwd, this.dir ?? "."),
          cwd,
          project: this.project,
          fleet: this.fleet,
          release: { commit: (0, import_version.readCommit)(), tag: (0, import_version.readReleaseTag)(), repository: import_version.repository === "" ? null : import_version.repository },
          schemas: await readEditorSchemas()
        };
        const outcome = await scaffoldProject(request, env, { disk: realDisk, world, platform: process2.platform });
        const place = { directory: this.dir === void 0 ? this.directory : (0, import_node_path2.join)(this.directory ?? "", this.dir) };
        const report = { ...outcome, completeCommands: (sentence) => (0, import_command_hints.completeCommands)(sentence, place) };
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/init/document.ts"))).renderInitJson(report));
        else this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/init/document.ts"))).renderInitText(report, this.renderOptions(this.context.stdout)));
        return 0;
      }
    };
  }
});

// src/doors/cli/strict-option.ts
function strictOption() {
  return import_clipanion3.Option.String("--strict", {
    description: "<FAMILY> Refuse warnings: service (what Firecrawl refuses; newer findings only of monitors that change) or all (default: none)"
  });
}
function readStrict(given) {
  return given === void 0 ? "none" : (0, import_option_values2.oneOf)("--strict", given, ["service", "all"]);
}
var import_clipanion3, import_option_values2;
var init_strict_option = __esm({
  "src/doors/cli/strict-option.ts"() {
    "use strict";
    import_clipanion3 = __toESM(require_advanced());
    import_option_values2 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
  }
});

// src/doors/cli/commands/validate.ts
var validate_exports = {};
__export(validate_exports, {
  ValidateCommand: () => ValidateCommand
});
var import_clipanion4, import_option_values3, ValidateCommand;
var init_validate = __esm({
  "src/doors/cli/commands/validate.ts"() {
    "use strict";
    import_clipanion4 = __toESM(require_advanced());
    import_option_values3 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    init_strict_option();
    ValidateCommand = class extends MonitorsCommand {
      static paths = [["validate"]];
      static usage = import_clipanion4.Command.Usage({
        description: "check specs, offline",
        details: `
      Checks every spec below the specs directory and prints all findings with file, line and column. With paths, keys or
      globs over keys, only the findings of those files are printed. Keys are always checked against all specs. Without a
      chosen environment, specs are checked in each that the config declares.

      Needs no network and no key.

      exit codes: 0 no errors; 1 errors; 3 the specs can't be read
    `,
        examples: [
          ["Check everything, and what Firecrawl refuses", "monitors validate --strict service"],
          ["Check one folder of keys, for an editor", "monitors validate --format json 'prod/**'"],
          ["Check what a commit holds, in a hook", "monitors validate --ignore-unknown README.md monitors/shop.yaml"]
        ]
      });
      commandName = "validate";
      environmentChoice = "any";
      format = import_clipanion4.Option.String("--format", "text", {
        description: "<FORMAT> text (default), json, github (workflow annotations), gitlab (Code Quality) or sarif"
      });
      strict = import_clipanion4.Option.String("--strict", {
        description: "<FAMILY> Turn warnings into errors: service (what Firecrawl refuses) or all (default: none)"
      });
      ignoreUnknown = import_clipanion4.Option.Boolean("--ignore-unknown", false, {
        description: "For hooks: skip paths that are not specs; the config file stands for all specs"
      });
      label = import_clipanion4.Option.Array("--label", { description: "<NAME=VALUE> Only specs with this label (repeatable: all must match)" });
      given = import_clipanion4.Option.Rest({ name: "path" });
      async execute() {
        const format = (0, import_option_values3.oneOf)("--format", this.format, ["text", "json", "github", "gitlab", "sarif"]);
        const strict = readStrict(this.strict);
        const project = await this.openProject("look");
        const { validateProject } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/check-everywhere.ts"));
        const { renderValidate } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/features/validate/formats.ts"));
        const unknownPaths = this.ignoreUnknown ? "leave-out" : "refuse";
        const choice = { paths: this.given, labels: this.label ?? [] };
        const { leftOut, report } = await validateProject(project, { strict, ...choice, unknownPaths });
        if (leftOut.length > 0 && !this.quiet) await this.noteLeftOut(leftOut);
        this.print(renderValidate(report, format, this.renderOptions(this.context.stdout)));
        return report.errorCount > 0 ? 1 : 0;
      }
      async noteLeftOut([first, ...others]) {
        const { escapeTerminal: escapeTerminal6 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts"));
        const rest = others.length === 0 ? "" : ` (and ${others.length} more)`;
        if (first !== void 0) this.note(`note: left out, not a spec: ${escapeTerminal6(`"${first.path}" ${first.reason}`)}${rest}
`);
      }
    };
  }
});

// src/doors/cli/lookup-timeout.ts
function lookupTimeoutOption(condition = "") {
  return import_clipanion5.Option.String("--lookup-timeout", {
    description: `<SECONDS> ${condition}${condition === "" ? "How" : "how"} long to look for a create whose response was lost (seconds, default 90)`
  });
}
function readLookupTimeout(seconds) {
  return (0, import_option_values4.readLookupMs)("--lookup-timeout", seconds);
}
var import_clipanion5, import_option_values4;
var init_lookup_timeout = __esm({
  "src/doors/cli/lookup-timeout.ts"() {
    "use strict";
    import_clipanion5 = __toESM(require_advanced());
    import_option_values4 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
  }
});

// src/doors/cli/notes.ts
var notes_exports = {};
__export(notes_exports, {
  CLEAR_LINE: () => CLEAR_LINE,
  invalidExitCode: () => invalidExitCode,
  noteStateView: () => noteStateView,
  noteVariables: () => noteVariables,
  noteWarnings: () => noteWarnings,
  noteWhatIsFolded: () => noteWhatIsFolded
});
function noteWarnings(findings, report, command) {
  const shown = command.quiet ? findings.filter(({ code }) => COSTS_TWICE.includes(code)) : findings;
  if (shown.length === 0) return;
  command.note(`${(0, import_finding.renderFindingsText)(shown, command.renderOptions(command.context.stderr), report.sourceOf)}
`);
}
function noteVariables(strange, command) {
  const { env, stderr } = command.context;
  const findings = (0, import_near_variables.warnOfNearVariables)(strange, env);
  if (findings.length > 0) command.note(`${(0, import_finding.renderFindingsText)(findings, command.renderOptions(stderr))}
`);
}
function noteStateView(view, command, lastRun = "ended") {
  if (command.quiet) return;
  const { folded, tornTail, unresolved } = view;
  if (lastRun === "maybe-running") {
    if (folded.length + unresolved.length > 0) command.note(UNDER_WAY);
    return;
  }
  if (tornTail) command.note((0, import_finding.renderFindingsText)([TORN_TAIL], command.renderOptions(command.context.stderr)));
  if (folded.length > 0) {
    command.note(`note: recorded from the journal of an interrupted run: ${(0, import_escape_terminal.escapeTerminal)(showKeys(folded))}
`);
  }
}
function showKeys(keys) {
  const rest = keys.length - SHOWN_KEYS;
  return `${keys.slice(0, SHOWN_KEYS).join(", ")}${rest > 0 ? ` and ${(0, import_number_text.formatNumber)(rest)} more` : ""}`;
}
async function noteWhatIsFolded(store, command) {
  noteStateView(await (0, import_fold_open.viewState)(store), command);
}
function invalidExitCode(report, command, done = "planned") {
  if (!(0, import_diagnostic.hasErrors)(report.findings)) throw new Error("specs without errors were called invalid");
  const failure = {
    code: "spec/invalid",
    message: `the specs have ${report.errorCount === 1 ? "an error" : `${report.errorCount} errors`}, so nothing was ${done}`,
    hint: "fix the errors above; `monitors validate` shows them again"
  };
  if (command.isMachineReadable()) command.print((0, import_error.renderErrorJson)(command.commandName, failure, report.findings));
  const options = command.renderOptions(command.context.stderr);
  command.note((0, import_document.renderValidateText)(report, options));
  command.note((0, import_error.renderErrorText)(failure, options));
  return 1;
}
var import_near_variables, import_diagnostic, import_number_text, import_fold_open, import_document, import_error, import_escape_terminal, import_finding, CLEAR_LINE, COSTS_TWICE, TORN_TAIL, UNDER_WAY, SHOWN_KEYS;
var init_notes = __esm({
  "src/doors/cli/notes.ts"() {
    "use strict";
    import_near_variables = askBundle("./check.cjs", "src/core/config/near-variables.ts");
    import_diagnostic = askBundle("./monitors.cjs", "src/core/diagnostics/diagnostic.ts");
    import_number_text = askBundle("./monitors.cjs", "src/core/diagnostics/number-text.ts");
    import_fold_open = askBundle("./monitors.cjs", "src/core/state/fold-open.ts");
    import_document = askBundle("./check.cjs", "src/features/validate/document.ts");
    import_error = askBundle("./check.cjs", "src/rendering/error.ts");
    import_escape_terminal = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_finding = askBundle("./check.cjs", "src/rendering/finding.ts");
    CLEAR_LINE = "\r\x1B[2K";
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
  checkProgress: () => checkProgress,
  listProgress: () => listProgress
});
function listProgress(command) {
  if (command.quiet) return {};
  const onWait = (missing, leftMs) => command.note(renderListWait(missing, leftMs));
  if (command.context.stderr.isTTY !== true) return { onWait };
  return {
    onWait,
    onPage: (known) => command.note(`${CLEAR_LINE}read ${(0, import_sentences.countOf)(known, "monitor")}`),
    onEnd: () => command.note(CLEAR_LINE)
  };
}
function checkProgress(command) {
  if (command.quiet) return {};
  const onChecks = (monitors, requests) => command.note(`reading the newest checks of ${(0, import_sentences.countOf)(monitors, "monitor")}: at most ${(0, import_sentences.countOf)(requests, "request")}
`);
  const onChecked = (done, total) => command.note(`${CLEAR_LINE}read ${(0, import_sentences.countOf)(done, "monitor")} of ${total}`);
  return { ...listProgress(command), onChecks, ...command.context.stderr.isTTY === true ? { onChecked } : {} };
}
function renderListWait(missing, leftMs) {
  const were = missing === 1 ? "was" : "were";
  return `the service does not yet list ${(0, import_sentences.countOf)(missing, "monitor")} that ${were} just created: waiting up to ${(0, import_sentences.formatDuration)(leftMs)}
`;
}
var import_sentences;
var init_list_progress = __esm({
  "src/doors/cli/list-progress.ts"() {
    "use strict";
    import_sentences = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    init_notes();
  }
});

// src/doors/cli/commands/plan.ts
var plan_exports = {};
__export(plan_exports, {
  PlanCommand: () => PlanCommand
});
async function isLocked({ settings, store }) {
  return store.backend === "file" ? (0, import_node_fs.existsSync)(`${settings.stateFile}.lock`) : await store.readHolder() !== null;
}
var import_node_fs, import_node_path3, import_clipanion6, import_option_values5, import_user_error3, PlanCommand;
var init_plan = __esm({
  "src/doors/cli/commands/plan.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path3 = require("node:path");
    import_clipanion6 = __toESM(require_advanced());
    import_option_values5 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error3 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    init_lookup_timeout();
    init_strict_option();
    PlanCommand = class extends MonitorsCommand {
      static paths = [["plan"]];
      static usage = import_clipanion6.Command.Usage({
        description: "show what apply would do",
        details: `
      Compares the specs with the state file. Shows every change that apply would make, its cost, and what is blocked and why.

      Writes nothing but \`--out\`. Needs no network and no key. With \`--refresh\` it reads the service and shows drift, that is,
      changes made there by hand. An address that is given must be that of the state.

      exit codes: 0 specs and state are readable; 1 specs have errors, or with \`--refresh\` the service holds a monitor twice;
      2 with \`--detailed-exitcode\`: there are changes; 3 specs, state or service can't be read
    `,
        examples: [
          ["Save the plan, apply exactly that", "monitors plan --out plan.json && monitors apply plan.json"],
          ["A comment for a pull request", "monitors plan --format markdown"],
          ["Drift: changes made in the service", "monitors plan --refresh"]
        ]
      });
      commandName = "plan";
      format = import_clipanion6.Option.String("--format", "text", {
        description: "<FORMAT> text (default), json, markdown or gitlab (counts for its plan report)"
      });
      out = import_clipanion6.Option.String("--out", { description: "<FILE> Save the plan for `monitors apply PLANFILE`" });
      detailedExitcode = import_clipanion6.Option.Boolean("--detailed-exitcode", false, { description: "Exit 2 if there are changes" });
      only = import_clipanion6.Option.Array("--only", { description: '<KEY> Plan only this key, or those that a glob such as "pricing/**" matches (repeatable)' });
      exclude = import_clipanion6.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion6.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      refresh = import_clipanion6.Option.Boolean("--refresh", false, { description: "Read the service and show drift (full operations)" });
      checks = import_clipanion6.Option.String("--checks", "0", {
        description: "<N> Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)"
      });
      lookupTimeout = lookupTimeoutOption("With --refresh: ");
      showUnmanaged = import_clipanion6.Option.Boolean("--show-unmanaged", false, { description: "With --refresh: list monitors without a spec" });
      checkSecrets = import_clipanion6.Option.Boolean("--check-secrets", false, {
        description: "Compare the values of referenced secrets with what was sent (full operations; needs MONITORS_STATE_KEY)"
      });
      strict = strictOption();
      allowDeletes = import_clipanion6.Option.Boolean("--allow-deletes", false, { description: "Allow more deletes than safety.maxDeletes" });
      async execute() {
        const format = (0, import_option_values5.oneOf)("--format", this.format, ["text", "json", "markdown", "gitlab"]);
        const project = await this.openProject("look");
        const options = this.readOptions();
        const { planProject } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/plan.ts"));
        const { checkProgress: checkProgress2 } = await Promise.resolve().then(() => (init_list_progress(), list_progress_exports));
        const { listPlanFindings: listPlanFindings2 } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/findings.ts"));
        const { renderPlan: renderPlan2 } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/formats.ts"));
        const outcome = await planProject(project, options, checkProgress2(this));
        const { invalidExitCode: invalidExitCode2, noteStateView: noteStateView2, noteWarnings: noteWarnings2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const { isProtectedLeftover } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/core/plan/change-facts.ts"));
        const { report } = outcome.workspace;
        if (outcome.kind === "invalid") return invalidExitCode2(report, this);
        const { plan, view } = outcome;
        if (this.out !== void 0) await this.savePlan(this.out, outcome, project);
        noteStateView2(view, this, await isLocked(project) ? "maybe-running" : "ended");
        if (format === "text") noteWarnings2([...report.findings, ...listPlanFindings2(plan)], report, this);
        const unmanaged = this.showUnmanaged ? "listed" : "counted";
        this.print(renderPlan2(plan, format, this.renderOptions(this.context.stdout), report.findings, unmanaged));
        if (plan.duplicates.length > 0) return 1;
        return this.detailedExitcode && plan.changes.some((change) => !isProtectedLeftover(change)) ? 2 : 0;
      }
      /** GitLab refuses an empty report; one that is JSON without counts it shows as failed. */
      isMachineReadable() {
        return this.format === "gitlab" || super.isMachineReadable();
      }
      readOptions() {
        const { only, exclude, label: labels, allowDeletes, refresh, checkSecrets } = this;
        const checks = (0, import_option_values5.wholeNumber)("--checks", this.checks, { min: 0, max: 100 });
        const lookupMs = readLookupTimeout(this.lookupTimeout);
        const needy = this.lookupTimeout !== void 0 ? "--lookup-timeout" : this.showUnmanaged ? "--show-unmanaged" : null;
        if (needy !== null && !refresh) throw new import_user_error3.UserError("config/usage", `${needy} needs --refresh`, "give both");
        return { only, exclude, labels, allowDeletes, refresh, checks, checkSecrets, lookupMs, strict: readStrict(this.strict) };
      }
      async savePlan(path, { plan, workspace: { checked, report } }, { settings }) {
        const { toPlanFile } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/file-document.ts"));
        const { writePlanFile } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/saved-plan.ts"));
        const file = (0, import_node_path3.resolve)(this.workingDirectory(), path);
        writePlanFile({ file, shown: this.shown(file), settings }, toPlanFile(plan, checked.hashes, report.findings));
      }
    };
  }
});

// src/doors/cli/commands/render.ts
var render_exports = {};
__export(render_exports, {
  RenderCommand: () => RenderCommand
});
var import_clipanion7, import_option_values6, RenderCommand;
var init_render = __esm({
  "src/doors/cli/commands/render.ts"() {
    "use strict";
    import_clipanion7 = __toESM(require_advanced());
    import_option_values6 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    RenderCommand = class extends MonitorsCommand {
      static paths = [["render"]];
      static usage = import_clipanion7.Command.Usage({
        description: "print specs as they are applied, offline",
        details: `
      Prints each monitor as one YAML document: its spec with everything that defaults, lists and variables add, and its key.
      References such as \`\${env:TOKEN}\` are printed as written. Secrets in the text of a spec are printed as (secret).

      exit codes: 0 printed; 1 specs have errors; 3 the specs can't be read, or no monitor has such a key
    `,
        examples: [
          ["One monitor, and where each value was written", "monitors render pricing/acme --origins"],
          ["All monitors of a folder", 'monitors render "pricing/**"'],
          ["For a program", "monitors render --format json --label team=pricing"]
        ]
      });
      commandName = "render";
      format = import_clipanion7.Option.String("--format", "yaml", { description: "<FORMAT> yaml (default) or json" });
      origins = import_clipanion7.Option.Boolean("--origins", false, { description: "Print file and line of each value" });
      exclude = import_clipanion7.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion7.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      keys = import_clipanion7.Option.Rest({ name: "KEY" });
      async execute() {
        const format = (0, import_option_values6.oneOf)("--format", this.format, ["yaml", "json"]);
        const project = await this.openProject("look");
        const { renderProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/render/render.ts"));
        const { keys, exclude, label: labels } = this;
        const nameOption = (flag) => flag === "only" ? "monitors render" : project.nameOption(flag);
        const outcome = await renderProject({ ...project, nameOption }, { only: keys.length === 0 ? void 0 : keys, exclude, labels });
        if (outcome.kind === "invalid") {
          const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
          return invalidExitCode2(outcome.workspace.report, this, "printed");
        }
        const { renderSpecsJson, renderSpecsYaml, sayMasked } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/render/document.ts"));
        const view = this.origins ? "with-origins" : "values-only";
        this.print(format === "json" ? renderSpecsJson(outcome.monitors, view) : renderSpecsYaml(outcome.monitors, view));
        if (!this.quiet) this.note(sayMasked(outcome.monitors));
        return 0;
      }
    };
  }
});

// src/doors/cli/confirmation.ts
var confirmation_exports = {};
__export(confirmation_exports, {
  confirm: () => confirm,
  explainUnasked: () => explainUnasked,
  nameApproved: () => nameApproved
});
async function confirm(question, command, context, interruption) {
  const unasked = explainUnasked(command, context);
  if (unasked !== null) throw unasked;
  const prompt = (0, import_promises.createInterface)({ input: context.stdin, output: context.stderr, terminal: false });
  try {
    context.stderr.write(`${question} Type "yes" to continue: `);
    const answer = await new Promise((resolve9) => {
      prompt.once("line", resolve9);
      prompt.once("close", () => resolve9(null));
      interruption.addEventListener("abort", () => resolve9(null), { once: true });
    });
    if (answer === null) context.stderr.write("\n");
    if (interruption.aborted) throw new import_interruption.Interrupted(interruption.reason);
    if (answer?.trim() === "yes") return;
    throw new import_user_error4.UserError("config/not-approved", "not approved: nothing was changed", 'run the command again and type "yes" to continue');
  } finally {
    prompt.close();
  }
}
function explainUnasked(command, { env, stdin }) {
  const inCi = (env["CI"] ?? "") !== "" && env["CI"] !== "false";
  if (!inCi && stdin.isTTY === true) return null;
  return new import_user_error4.UserError(
    "config/confirmation-needed",
    `this needs confirmation, but ${inCi ? "CI is set" : "there is no terminal"}`,
    `review the output above, then run: ${command}`
  );
}
function nameApproved(argv) {
  const end = argv.indexOf("--");
  const words = end === -1 ? [...argv, "--auto-approve"] : [...argv.slice(0, end), "--auto-approve", ...argv.slice(end)];
  return ["monitors", ...words].map(import_shell_word.shellWord).join(" ");
}
var import_promises, import_interruption, import_shell_word, import_user_error4;
var init_confirmation = __esm({
  "src/doors/cli/confirmation.ts"() {
    "use strict";
    import_promises = require("node:readline/promises");
    import_interruption = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_shell_word = askBundle("./monitors.cjs", "src/core/base/shell-word.ts");
    import_user_error4 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
  }
});

// src/doors/cli/spending.ts
var spending_exports = {};
__export(spending_exports, {
  approveSpending: () => approveSpending
});
async function approveSpending({ credits, isBroad, what }, { autoApprove, maxCredits }, { argv, context }) {
  const most = maxCredits === void 0 ? null : (0, import_option_values7.wholeNumber)("--max-credits", maxCredits, { min: 0, max: MOST_CREDITS });
  if (most !== null && (credits === null || credits > most)) {
    const cost = credits === null ? "an unknown number of credits" : `about ${(0, import_sentences2.countOf)(credits, "credit")}`;
    const limit = `--max-credits is ${(0, import_number_text2.formatNumber)(most)}`;
    throw new import_user_error5.UserError("config/too-expensive", `this costs ${cost}; ${limit}`, "choose fewer monitors, or give a higher --max-credits");
  }
  if (autoApprove) {
    if (!isBroad || most !== null) return;
    throw new import_user_error5.UserError(
      "config/usage",
      "--auto-approve needs --max-credits where a glob, a label or several names choose what is paid for",
      `this costs ${credits === null ? "an unknown number of credits" : `about ${(0, import_sentences2.countOf)(credits, "credit")}`}: give at least that`
    );
  }
  const question = `${what}? It costs ${credits === null ? "an unknown number of credits" : `about ${(0, import_sentences2.countOf)(credits, "credit")}`}.`;
  await confirm(question, nameApproved(argv), context, context.watchInterruption());
}
var import_option_values7, import_number_text2, import_user_error5, import_sentences2, MOST_CREDITS;
var init_spending = __esm({
  "src/doors/cli/spending.ts"() {
    "use strict";
    import_option_values7 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_number_text2 = askBundle("./monitors.cjs", "src/core/diagnostics/number-text.ts");
    import_user_error5 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_sentences2 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    init_confirmation();
    MOST_CREDITS = 999999999;
  }
});

// src/doors/cli/commands/try.ts
var try_exports = {};
__export(try_exports, {
  TryCommand: () => TryCommand
});
var import_clipanion8, import_interruption2, import_option_values8, import_user_error6, TryCommand;
var init_try = __esm({
  "src/doors/cli/commands/try.ts"() {
    "use strict";
    import_clipanion8 = __toESM(require_advanced());
    import_interruption2 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_option_values8 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error6 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    TryCommand = class extends MonitorsCommand {
      static paths = [["try"]];
      static usage = import_clipanion8.Command.Usage({
        description: "fetch the pages of monitors once, before they are paid for",
        details: `
      Fetches each page of the monitors now, with the options of their specs, and says what speaks against watching it. Of a crawl
      the start page. Asks before credits are spent. Creates nothing; needs no full operations.

      Errors: status 400 or more (unless \`sync.expect.status\` says so), an empty page, another site. Warnings: an error page with
      status 200, a page to sign in or to consent, a check for robots, ignored \`includeTags\`.

      Each fetch is paid for. A page is asked for again only after a 429, or where no connection was made.

      exit codes: 0 fetched; 1 a page is an error or was not fetched, or specs have errors; 3 no such spec, not approved, or the
      service can't fetch pages
    `,
        examples: [
          ["One spec", "monitors try monitors/pricing/acme.yaml"],
          ["What would change at each check", "monitors try pricing/acme --twice"],
          ["A folder, for a script", 'monitors try "pricing/**" --auto-approve --max-credits 20 --format json']
        ]
      });
      commandName = "try";
      format = import_clipanion8.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      twice = import_clipanion8.Option.Boolean("--twice", false, { description: "Fetch twice and show what differs: each check would report it" });
      cached = import_clipanion8.Option.Boolean("--cached", false, { description: "Allow a cached copy for the first fetch, as a check does" });
      out = import_clipanion8.Option.String("--out", { description: "<DIR> Keep what came in this new directory (default: nothing is kept)" });
      maxCredits = import_clipanion8.Option.String("--max-credits", {
        description: "<N> Fetch nothing if it costs more (default: no limit; required with --auto-approve for several monitors)"
      });
      autoApprove = import_clipanion8.Option.Boolean("--auto-approve", false, { description: "Do not ask" });
      exclude = import_clipanion8.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion8.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      names = import_clipanion8.Option.Rest({ name: "NAME" });
      async execute() {
        if (this.names.length === 0)
          throw new import_user_error6.UserError("config/usage", "try needs a file or the key of a monitor", 'give "**" for all monitors');
        const format = (0, import_option_values8.oneOf)("--format", this.format, ["text", "json"]);
        this.setLastWords("Fetches under way may be charged.");
        const project = await this.openProject("look");
        const { planTry } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/try-plan.ts"));
        const nameOption = (flag) => flag === "only" ? "monitors try" : project.nameOption(flag);
        const { names, exclude, label: labels } = this;
        const fetches = this.twice ? "twice" : "once";
        const first = this.cached ? "cached" : "now";
        const plan = await planTry({ ...project, nameOption }, { names, exclude, labels, fetches, first });
        if (plan.kind === "invalid") {
          const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
          return invalidExitCode2(plan.workspace.report, this, "fetched");
        }
        const { openPageFolder } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/try-folder.ts"));
        const folder = this.out === void 0 ? null : openPageFolder(this.out, project);
        const service = await project.fetchPages(plan.trial.references);
        let view;
        try {
          await this.approve(plan.trial);
          folder?.make();
          const { tryPages } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/try/try.ts"));
          view = await tryPages(project, plan.trial, { service, folder, ...await this.progress() });
        } finally {
          await service.close();
        }
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/try/document.ts"))).renderTryJson(view));
        else this.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/try/text.ts"))).renderTryText(view, this.renderOptions(this.context.stdout)));
        const isFine = view.pages.every(({ outcome, findings }) => outcome === "fetched" && findings.every(({ severity }) => severity !== "error"));
        return (0, import_interruption2.exitCodeAfter)(project.watchInterruption(), isFine ? 0 : 1);
      }
      async approve({ credits, isBroad, fetches, notIncluded, searches, pages }) {
        const { approveSpending: approveSpending2 } = await Promise.resolve().then(() => (init_spending(), spending_exports));
        const { countOf: countOf6 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
        if (!this.quiet && searches.length > 0)
          this.note(`note: the searches of ${countOf6(searches.length, "monitor")} are not tried: there is no cheap try of a search
`);
        if (!this.quiet && notIncluded.length > 0) this.note(`note: not in the cost: ${notIncluded.join(", ")}
`);
        const what = fetches === pages.length ? `Fetch ${countOf6(pages.length, "page")}` : `Fetch ${countOf6(pages.length, "page")} twice`;
        await approveSpending2({ credits, isBroad, what }, this, this);
        if (this.autoApprove && !this.quiet) this.note(`${what}: about ${countOf6(credits, "credit")}
`);
      }
      async progress() {
        if (this.quiet) return {};
        const { formatDuration: formatDuration3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
        const onStop = (forMs) => this.note(`
stopping: fetches under way get ${formatDuration3(forMs)} for their answer
`);
        if (this.context.stderr.isTTY !== true) return { onStop };
        const { CLEAR_LINE: CLEAR_LINE2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const { formatNumber: formatNumber5 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/diagnostics/number-text.ts"));
        return {
          onStop,
          onPage: (done, total) => this.note(`${CLEAR_LINE2}fetched ${formatNumber5(done)} of ${formatNumber5(total)}`),
          onEnd: () => this.note(CLEAR_LINE2)
        };
      }
    };
  }
});

// src/doors/cli/lock-timeout.ts
function lockTimeoutOption() {
  return import_clipanion9.Option.String("--lock-timeout", {
    description: "<DURATION> How long to wait for the lock of another run: 10s, 5m, 1h (default: do not wait)"
  });
}
var import_clipanion9;
var init_lock_timeout = __esm({
  "src/doors/cli/lock-timeout.ts"() {
    "use strict";
    import_clipanion9 = __toESM(require_advanced());
  }
});

// src/doors/cli/commands/apply-display.ts
var apply_display_exports = {};
__export(apply_display_exports, {
  ApplyDisplay: () => ApplyDisplay
});
var import_apply, import_renderers2, ApplyDisplay;
var init_apply_display = __esm({
  "src/doors/cli/commands/apply-display.ts"() {
    "use strict";
    import_apply = askBundle("./change.cjs", "src/features/apply/apply.ts");
    import_renderers2 = askBundle("./change.cjs", "src/doors/renderers.ts");
    init_exchange_text();
    init_notes();
    ApplyDisplay = class {
      constructor(command, format) {
        this.command = command;
        this.format = format;
        this.progress = (0, import_renderers2.startProgress)(command.context.world.monotonic());
      }
      command;
      format;
      progress;
      /** The last note has no line end yet. */
      isNoteCut = false;
      showPlan = (plan, workspace, opened) => {
        const { command } = this;
        noteStateView(opened, command);
        noteWarnings([...workspace.report.findings, ...(0, import_renderers2.listPlanFindings)(plan)], workspace.report, command);
        const text = (0, import_renderers2.renderPlan)(plan, "text", command.renderOptions(this.format === "text" ? command.context.stdout : command.context.stderr));
        if (this.format === "text") command.print(`${text}
`);
        else if (!command.quiet) command.note(`${text}
`);
      };
      onEvent = (event) => {
        const { command } = this;
        if (this.format === "jsonl") command.print((0, import_renderers2.renderEventJson)(event));
        const now = command.context.world.monotonic();
        this.progress = (0, import_renderers2.advanceProgress)(this.progress, event, now);
        const isInterruption = event.type === "stopping" && event.stop.kind === "interrupted";
        const isSaidLater = event.type === "stopping" && !isInterruption && this.format === "text";
        if (isSaidLater || this.hasProgressLine() && !isInterruption && this.isReplaced(event)) this.say("");
        else this.say((0, import_renderers2.renderEventText)(event, command.renderOptions(command.context.stderr)));
      };
      /** Writes a note to stderr; on a terminal above the line that shows the progress. */
      say = (text) => {
        const { command } = this;
        if (!this.hasProgressLine()) {
          if (text !== "") command.note(text);
          return;
        }
        const isCut = text !== "" && !text.endsWith("\n");
        const now = command.context.world.monotonic();
        const isShown = this.progress.total > 0 && !command.quiet && !isCut;
        const line = isShown ? (0, import_renderers2.renderProgressLine)(this.progress, now, command.renderOptions(command.context.stderr)) : "";
        command.note(`${this.isNoteCut ? "" : CLEAR_LINE}${text}${line}`);
        if (text !== "") this.isNoteCut = isCut;
      };
      hasProgressLine() {
        return this.command.context.stderr.isTTY === true;
      }
      /** Whether the progress line, and the result that takes its place, say what an event says. */
      isReplaced(event) {
        if (this.command.verbose) return false;
        const showsResult = this.format === "text" && this.command.context.stdout.isTTY === true;
        return showsResult || event.type === "finished" && event.result.outcome === "created";
      }
      onExchange = (note) => {
        if (this.command.verbose) this.say(describeExchange(note));
      };
      /** Shows how it ended; returns the exit code. */
      finish(ended) {
        const { command } = this;
        if (ended.kind === "invalid") return invalidExitCode(ended.workspace.report, command);
        const { plan, outcome, exitCode } = ended;
        if (this.hasProgressLine() && ended.kind === "applied") command.note(CLEAR_LINE);
        if (this.format !== "text") {
          const render = this.format === "json" ? import_renderers2.renderApplyJson : import_renderers2.renderCompletionJson;
          command.print(render({ ...outcome, findings: (0, import_apply.listApplyFindings)(ended) }, plan));
        } else if (ended.kind === "applied" || exitCode !== 0) {
          command.print((0, import_renderers2.renderApplyText)(outcome, plan, command.renderOptions(command.context.stdout)));
          if (!command.quiet) command.note((0, import_renderers2.renderAfterFirst)(outcome, plan, command.renderOptions(command.context.stderr)));
        }
        return exitCode;
      }
    };
  }
});

// src/doors/cli/commands/persist-command.ts
var persist_command_exports = {};
__export(persist_command_exports, {
  runPersistCommand: () => runPersistCommand
});
function runPersistCommand(command, { cwd, env, onOutput, interruption, longestRunMs = LONGEST_RUN_MS }) {
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !(0, import_references.isOwnName)(name)));
  return new Promise((resolve9, reject) => {
    const child = (0, import_node_child_process.spawn)(command, {
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
      if (exitCode === 0) resolve9();
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
  "src/doors/cli/commands/persist-command.ts"() {
    "use strict";
    import_node_child_process = require("node:child_process");
    import_node_process = require("node:process");
    import_references = askBundle("./monitors.cjs", "src/core/secrets/references.ts");
    LONGEST_RUN_MS = 12e4;
  }
});

// src/doors/cli/commands/apply.ts
var apply_exports = {};
__export(apply_exports, {
  ApplyCommand: () => ApplyCommand
});
var import_node_path4, import_clipanion10, import_option_values9, import_user_error7, ApplyCommand;
var init_apply = __esm({
  "src/doors/cli/commands/apply.ts"() {
    "use strict";
    import_node_path4 = require("node:path");
    import_clipanion10 = __toESM(require_advanced());
    import_option_values9 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error7 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    init_lock_timeout();
    init_lookup_timeout();
    init_strict_option();
    ApplyCommand = class extends MonitorsCommand {
      static paths = [["apply"]];
      static usage = import_clipanion10.Command.Usage({
        description: "make the service hold what the specs say",
        details: `
      Shows the plan, asks, carries it out, and shows the result for each monitor. Every create is written to a journal before it
      is sent. A crash, a lost response or a full disk therefore never leads to a second paid monitor: the next run continues, or
      names what is unknown and how to resolve it.

      With a saved plan nothing is asked. Exactly that plan is applied, or nothing if specs or state have changed since.

      Needs MONITORS_API_KEY and MONITORS_BASE_URL (or \`--base-url\`) when there is something to send.

      exit codes: 0 everything is done; 1 a change failed, was not attempted, is blocked or unresolved (not: a protected
      monitor whose spec is gone); 3 nothing was changed: wrong usage, stale plan, lock; 4 an outcome is unknown; 5 the state
      could not be saved; 130, 143 interrupted
    `,
        examples: [
          ["Plan, ask, apply", "monitors apply"],
          ["In CI: apply the plan that was reviewed", "monitors apply plan.json"],
          ["One monitor only, without asking", "monitors apply --auto-approve --only pricing/acme"]
        ]
      });
      commandName = "apply";
      format = import_clipanion10.Option.String("--format", "text", { description: "<FORMAT> text (default), json or jsonl (one event a line)" });
      autoApprove = import_clipanion10.Option.Boolean("--auto-approve", false, { description: "Do not ask" });
      concurrency = import_clipanion10.Option.String("--concurrency", "8", { description: "<N> Maximum parallel creates (1-64, default 8)" });
      onError = import_clipanion10.Option.String("--on-error", "continue", {
        description: "<WHAT> If a change is refused: continue with the others (default), or stop"
      });
      onAmbiguous = import_clipanion10.Option.String("--on-ambiguous", "verify", {
        description: "<WHAT> If a create may or may not have happened: verify (default: look it up, then retry), retry, or stop"
      });
      allowDeletes = import_clipanion10.Option.Boolean("--allow-deletes", false, { description: "Allow more deletes than safety.maxDeletes" });
      allowOldCheckout = import_clipanion10.Option.Boolean("--allow-old-checkout", false, {
        description: "Apply specs or a state that may be older than what was applied last, or, with a state on a server, specs that are not in git"
      });
      allowStateChange = import_clipanion10.Option.String("--allow-state-change", {
        description: "<NAME> Apply from a state file that was changed by hand, of PROJECT/ENVIRONMENT"
      });
      refresh = import_clipanion10.Option.Boolean("--refresh", false, {
        description: "Read the service before planning, and undo drift (full operations)"
      });
      checkSecrets = import_clipanion10.Option.Boolean("--check-secrets", false, {
        description: "Send secrets whose values changed since they were sent (full operations; needs MONITORS_STATE_KEY)"
      });
      checks = import_clipanion10.Option.String("--checks", "0", {
        description: "<N> Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)"
      });
      lookupTimeout = lookupTimeoutOption();
      strict = strictOption();
      persistCommand = import_clipanion10.Option.String("--persist-command", {
        description: "<CMD> Command that saves state and journal elsewhere, run before each batch (for ephemeral runners)"
      });
      lockTimeout = lockTimeoutOption();
      only = import_clipanion10.Option.Array("--only", { description: '<KEY> Apply only this key, or those that a glob such as "pricing/**" matches (repeatable)' });
      exclude = import_clipanion10.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion10.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      planPath = import_clipanion10.Option.String({ name: "PLANFILE", required: false });
      async execute() {
        const format = (0, import_option_values9.oneOf)("--format", this.format, ["text", "json", "jsonl"]);
        const { ApplyDisplay: ApplyDisplay2 } = await Promise.resolve().then(() => (init_apply_display(), apply_display_exports));
        const display = new ApplyDisplay2(this, format);
        const project = await this.openProject("change", display.onExchange);
        const options = await this.readOptions();
        const { applyProject } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/apply/apply.ts"));
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        const { checkProgress: checkProgress2 } = await Promise.resolve().then(() => (init_list_progress(), list_progress_exports));
        if (this.lookupTimeout !== void 0) requireFullOperations(project.settings, "--lookup-timeout");
        const interruption = project.watchInterruption();
        const ended = await applyProject(project, options, {
          ...checkProgress2(this),
          show: display.showPlan,
          confirm: async (plan) => {
            await this.confirmPlan(plan.requests, interruption);
            return plan;
          },
          explainUnasked: () => this.explainUnasked(),
          persist: this.readPersist(project, display),
          onEvent: display.onEvent
        });
        return display.finish(ended);
      }
      async readOptions() {
        const mode = {
          onError: (0, import_option_values9.oneOf)("--on-error", this.onError, ["continue", "stop"]),
          onAmbiguous: (0, import_option_values9.oneOf)("--on-ambiguous", this.onAmbiguous, ["verify", "retry", "stop"]),
          concurrency: (0, import_option_values9.wholeNumber)("--concurrency", this.concurrency, { min: 1, max: 64 }),
          lookupMs: readLookupTimeout(this.lookupTimeout)
        };
        const file = await this.readPlan();
        const { only, exclude, label: labels, allowDeletes, allowOldCheckout, allowStateChange, refresh, checkSecrets } = this;
        const checks = (0, import_option_values9.wholeNumber)("--checks", this.checks, { min: 0, max: 100 });
        const rule = this.lockTimeout === void 0 ? "exact" : "nothing-else";
        const scope = { only, exclude, labels, allowDeletes, allowOldCheckout, allowStateChange, strict: readStrict(this.strict) };
        return { ...mode, ...scope, refresh, checks, checkSecrets, saved: file === null ? null : { file, rule } };
      }
      readPersist({ cwd, env, watchInterruption }, { say }) {
        const { persistCommand } = this;
        if (persistCommand === void 0) return null;
        return async () => {
          const { runPersistCommand: runPersistCommand2 } = await Promise.resolve().then(() => (init_persist_command(), persist_command_exports));
          await runPersistCommand2(persistCommand, { cwd, env, onOutput: say, interruption: watchInterruption() });
        };
      }
      async confirmPlan(requests, interruption) {
        if (this.autoApprove) return;
        const { confirm: confirm2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        const question = requests === 0 ? "Write these renames into the state?" : "Apply these changes?";
        await confirm2(question, nameApproved2(this.argv), this.context, interruption);
      }
      async explainUnasked() {
        if (this.autoApprove) return null;
        const { explainUnasked: explainUnasked2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        return explainUnasked2(nameApproved2(this.argv), this.context);
      }
      async readPlan() {
        if (this.planPath === void 0) return null;
        const { only, exclude, label } = this;
        const flag = only !== void 0 ? "--only" : exclude !== void 0 ? "--exclude" : label !== void 0 ? "--label" : null;
        if (flag !== null)
          throw new import_user_error7.UserError(
            "config/usage",
            `a saved plan and ${flag} exclude each other`,
            `save a plan with \`monitors plan ${flag} ${flag === "--label" ? "NAME=VALUE" : "KEY"} --out FILE\``
          );
        const { readSavedPlan } = await Promise.resolve().then(() => askBundle("./plan.cjs", "src/features/plan/saved-plan.ts"));
        const path = (0, import_node_path4.resolve)(this.workingDirectory(), this.planPath);
        return readSavedPlan(path, this.shown(path), this.planPath);
      }
    };
  }
});

// src/doors/cli/commands/accept.ts
var accept_exports = {};
__export(accept_exports, {
  AcceptCommand: () => AcceptCommand
});
var import_clipanion11, import_option_values10, import_user_error8, AcceptCommand;
var init_accept = __esm({
  "src/doors/cli/commands/accept.ts"() {
    "use strict";
    import_clipanion11 = __toESM(require_advanced());
    import_option_values10 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error8 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    init_lock_timeout();
    init_lookup_timeout();
    AcceptCommand = class extends MonitorsCommand {
      static paths = [["accept"]];
      static usage = import_clipanion11.Command.Usage({
        description: "write drift, changes made in the service, into the specs",
        details: `
      Reads the service and writes the drift of these monitors into their specs. Only the changed members are written; comments and
      layout stay. The state records them as applied. Nothing is sent, and other monitors are not touched.

      With \`--branch\` the edit becomes a commit on a new branch, for a pull request. Working tree, index and state stay as they
      are, and nothing is pushed.

      Needs full operations.

      exit codes: 0 the drift is accepted, or there is none; 3 the drift of one key can't be accepted: nothing is written for
      any key
    `,
        examples: [
          ["Show drift", "monitors plan --refresh"],
          ["Keep it", "monitors accept pricing/acme"],
          ["Several monitors, as a commit for a pull request", "monitors accept --branch accept-drift pricing/acme docs/api"]
        ]
      });
      commandName = "accept";
      format = import_clipanion11.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      branch = import_clipanion11.Option.String("--branch", { description: "<NAME> Commit the edit on this new branch and change no file here" });
      lookupTimeout = lookupTimeoutOption();
      lockTimeout = lockTimeoutOption();
      keys = import_clipanion11.Option.Rest({ name: "KEY" });
      async execute() {
        if (this.keys.length === 0)
          throw new import_user_error8.UserError("config/usage", "accept needs the key of a monitor", 'run "monitors plan --refresh" to see the keys with drift');
        const { keys, branch } = this;
        const format = (0, import_option_values10.oneOf)("--format", this.format, ["text", "json"]);
        const lookupMs = readLookupTimeout(this.lookupTimeout);
        const project = await this.openProject(branch === void 0 ? "change" : "look");
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(project.settings, "monitors accept");
        const { listProgress: listProgress2 } = await Promise.resolve().then(() => (init_list_progress(), list_progress_exports));
        const { invalidExitCode: invalidExitCode2, noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        await noteWhatIsFolded2(project.store, this);
        const progress = listProgress2(this);
        const ended = branch === void 0 ? await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/accept.ts"))).acceptDrift(project, { keys, lookupMs }, progress) : await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/accept-branch.ts"))).acceptOnBranch(project, { keys, lookupMs, branch }, progress);
        if (ended.kind === "invalid") return invalidExitCode2(ended.workspace.report, this);
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/document.ts"))).renderAcceptJson(ended));
        else this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/accept/document.ts"))).renderAcceptText(ended, this.renderOptions(this.context.stdout)));
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/resolve.ts
var resolve_exports = {};
__export(resolve_exports, {
  ResolveCommand: () => ResolveCommand
});
var import_clipanion12, import_interruption3, import_option_values11, import_user_error9, ResolveCommand;
var init_resolve = __esm({
  "src/doors/cli/commands/resolve.ts"() {
    "use strict";
    import_clipanion12 = __toESM(require_advanced());
    import_interruption3 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_option_values11 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error9 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    init_lock_timeout();
    init_lookup_timeout();
    ResolveCommand = class extends MonitorsCommand {
      static paths = [["resolve"]];
      static usage = import_clipanion12.Command.Usage({
        description: "resolve creates whose outcome is unknown",
        details: `
      When a response was lost, the monitor may or may not exist. With full operations, \`--probe\` looks it up in the service.
      Otherwise look for it yourself: the plan shows its target ids and when it was sent. Then report what you found with
      \`--adopt ID\` or \`--not-created\`. Both send nothing.

      When a request that seemed to fail was sent again, the monitor may exist twice, and every plan warns about it. \`--probe\`
      looks for the duplicate. Otherwise look for it yourself, delete it in the service, and end the warning with \`--checked\`.

      \`--prune-duplicates\` deletes monitors that have exactly the target ids of a recorded one, after asking. It never deletes
      the recorded one.

      exit codes: 0 nothing is unresolved; 1 something is unresolved; 130, 143 interrupted
    `,
        examples: [
          ["Look it up (full operations)", "monitors resolve --all-unknown --probe"],
          ["It exists", "monitors resolve pricing/acme --adopt 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"],
          ["It does not exist: the next apply creates it", "monitors resolve pricing/acme --not-created"]
        ]
      });
      commandName = "resolve";
      format = import_clipanion12.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      adopt = import_clipanion12.Option.String("--adopt", { description: "<ID> The monitor exists, with this id" });
      notCreated = import_clipanion12.Option.Boolean("--not-created", false, { description: "The monitor does not exist" });
      probe = import_clipanion12.Option.Boolean("--probe", false, { description: "Look it up in the service (full operations)" });
      checked = import_clipanion12.Option.Boolean("--checked", false, { description: "There is no duplicate: end the warning about it" });
      pruneDuplicates = import_clipanion12.Option.Boolean("--prune-duplicates", false, {
        description: "Delete duplicates of these monitors, after asking (full operations)"
      });
      allUnknown = import_clipanion12.Option.Boolean("--all-unknown", false, { description: "Every unresolved create, and every monitor that may exist twice" });
      lookupTimeout = lookupTimeoutOption("With --probe: ");
      autoApprove = import_clipanion12.Option.Boolean("--auto-approve", false, { description: "With --prune-duplicates: do not ask" });
      lockTimeout = lockTimeoutOption();
      keys = import_clipanion12.Option.Rest({ name: "KEY" });
      async execute() {
        (0, import_option_values11.oneOf)("--format", this.format, ["text", "json"]);
        if (this.isQuestion() && await this.hasNothing()) return this.conclude([], []);
        const way = this.readWay();
        const keys = this.readKeys(way);
        switch (way.kind) {
          case "probe":
            return this.look(keys);
          case "checked":
            return this.endDoubts(keys);
          case "prune":
            return this.prune();
          case "adopt":
          case "not-created":
            return this.takeWord(keys, way);
        }
      }
      /** Whether the command line does not say what to resolve, or how: no error where there is nothing to resolve. */
      isQuestion() {
        if (this.adopt !== void 0 || this.pruneDuplicates) return false;
        return this.keys.length === 0 || !(this.notCreated || this.checked || this.probe);
      }
      async hasNothing() {
        const { isAllResolved } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
        return isAllResolved(await this.store(await this.settings(), "look"), this.keys);
      }
      async takeWord(keys, verdict) {
        const { resolveCreates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const store = await this.store(await this.settings());
        await noteWhatIsFolded2(store, this);
        const { resolved, left } = await resolveCreates(store, keys, verdict, this.context.world.uuid());
        return this.conclude(resolved, left);
      }
      async endDoubts(keys) {
        const { checkDoubts } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const store = await this.store(await this.settings());
        await noteWhatIsFolded2(store, this);
        const { checked, left } = await checkDoubts(store, keys);
        return this.conclude(checked, left);
      }
      async look(keys) {
        const { probeCreates, toResolvedCreate } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/resolve.ts"));
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const { renderEventText: renderEventText2, renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        const lookupMs = readLookupTimeout(this.lookupTimeout);
        const { project, elsewhere } = await this.openForFull("--probe");
        const { stderr } = this.context;
        await noteWhatIsFolded2(project.store, this);
        const onEvent = (event) => this.note(renderEventText2(event, this.renderOptions(stderr)));
        const { lookedUp, doubts, findings, left } = await probeCreates(project, keys, { elsewhere, lookupMs, onEvent });
        if (findings.length > 0) this.note(renderFindingsText2(findings, this.renderOptions(stderr)));
        return (0, import_interruption3.exitCodeAfter)(project.watchInterruption(), await this.conclude([...lookedUp.map(toResolvedCreate), ...doubts], left, findings));
      }
      /** Prints what was resolved and what is left; returns the exit code. */
      async conclude(items, left, findings = []) {
        if (this.isMachineReadable()) this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"))).renderResolveJson(items, left, findings));
        else
          this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"))).renderResolved(items, left, this.renderOptions(this.context.stdout)));
        const isOpen = items.some((item) => "kind" in item && item.kind === "still-open");
        return left.length > 0 || findings.length > 0 || isOpen ? 1 : 0;
      }
      async prune() {
        const { pruneDuplicates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/prune.ts"));
        const { renderDuplicates, renderPruned } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"));
        const { renderPruneJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/resolve/document.ts"));
        const { confirm: confirm2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        const { project, elsewhere } = await this.openForFull("--prune-duplicates");
        const { stdout, stderr, world } = this.context;
        const isJson = this.isMachineReadable();
        const report = await pruneDuplicates(project, this.keys, {
          elsewhere,
          confirm: async (duplicated) => {
            const shown = renderDuplicates(duplicated, world.now(), this.renderOptions(isJson ? stderr : stdout));
            if (!isJson) this.print(shown);
            else if (!this.quiet || !this.autoApprove) this.note(shown);
            const question = "Delete these monitors, with their history?";
            if (!this.autoApprove) await confirm2(question, nameApproved2(this.argv), this.context, project.watchInterruption());
          }
        });
        this.print(isJson ? renderPruneJson(report) : renderPruned(report, this.renderOptions(stdout)));
        return (0, import_interruption3.exitCodeAfter)(project.watchInterruption(), report.failed.length + report.leftAlone.length > 0 ? 1 : 0);
      }
      /** Opens the project to ask its service; `flag` is what asks for it. */
      async openForFull(flag) {
        const project = await this.openProject();
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(project.settings, flag);
        const { listIdsElsewhere } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/other-environments.ts"));
        project.watchInterruption();
        return { project, elsewhere: listIdsElsewhere(await project.readNeighbours()) };
      }
      readKeys(way) {
        if (this.allUnknown && way.kind !== "prune" && this.keys.length === 0) return "all-unknown";
        if (!this.allUnknown && this.keys.length > 0) return this.keys;
        if (way.kind === "prune")
          throw new import_user_error9.UserError(
            "config/usage",
            "--prune-duplicates needs keys",
            'give the keys of the duplicates that "monitors plan --refresh" shows'
          );
        throw new import_user_error9.UserError(
          "config/usage",
          this.allUnknown ? "--all-unknown and keys exclude each other" : "resolve needs keys, or --all-unknown",
          "`monitors plan` shows the keys that are unresolved"
        );
      }
      readWay() {
        const ways = [
          ["--adopt", this.adopt !== void 0, () => ({ kind: "adopt", id: this.adopt ?? "" })],
          ["--not-created", this.notCreated, () => ({ kind: "not-created" })],
          ["--probe", this.probe, () => ({ kind: "probe" })],
          ["--checked", this.checked, () => ({ kind: "checked" })],
          ["--prune-duplicates", this.pruneDuplicates, () => ({ kind: "prune" })]
        ];
        const given = ways.filter(([, isGiven]) => isGiven);
        const [first, second] = given;
        if (first !== void 0 && second !== void 0)
          throw new import_user_error9.UserError("config/usage", `${first[0]} and ${second[0]} exclude each other`, "give one of them");
        if (first !== void 0) return first[2]();
        throw new import_user_error9.UserError(
          "config/usage",
          "resolve needs to know what you found in the service",
          "add --adopt ID if the monitor exists, --not-created if it does not, --checked if it exists only once, or --probe to look it up (full operations)"
        );
      }
    };
  }
});

// src/doors/cli/commands/adopting.ts
var adopting_exports = {};
__export(adopting_exports, {
  ImportCommand: () => ImportCommand,
  PullCommand: () => PullCommand
});
var import_clipanion13, import_option_values12, AdoptingCommand, ImportCommand, PullCommand;
var init_adopting = __esm({
  "src/doors/cli/commands/adopting.ts"() {
    "use strict";
    import_clipanion13 = __toESM(require_advanced());
    import_option_values12 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    init_lock_timeout();
    AdoptingCommand = class extends MonitorsCommand {
      format = import_clipanion13.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      lockTimeout = lockTimeoutOption();
      /** The project, once its settings are found to allow the command; says what opening it takes over from an interrupted run. */
      async openFull() {
        const project = await this.openProject();
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(project.settings, `monitors ${this.commandName}`);
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        await noteWhatIsFolded2(project.store, this);
        return project;
      }
    };
    ImportCommand = class extends AdoptingCommand {
      static paths = [["import"]];
      static usage = import_clipanion13.Command.Usage({
        description: "manage a monitor that exists, under a key of your choice",
        details: `
      Takes over the monitor with this id. If a spec has the key, the monitor is recorded as it is, and the next plan shows what
      differs. If not, a spec is written: defaults left out, secrets as \`\${env:NAME}\`, with a list of what to set. Sends
      nothing but reads.

      Needs full operations.

      exit codes: 0 the monitor is managed now; 1 a spec can't express it
    `,
        examples: [
          ["Take one over", "monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"],
          ["What the next plan would change of it", "monitors plan --only pricing/acme --refresh"]
        ]
      });
      commandName = "import";
      key = import_clipanion13.Option.String({ name: "KEY" });
      monitorId = import_clipanion13.Option.String({ name: "ID" });
      async execute() {
        const format = (0, import_option_values12.oneOf)("--format", this.format, ["text", "json"]);
        const project = await this.openFull();
        const { importMonitor } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/import.ts"));
        const report = await importMonitor(project, { key: this.key, id: this.monitorId });
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/document.ts"))).renderImportJson(report));
        else this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/text.ts"))).renderImportText(report, this.renderOptions(this.context.stdout)));
        return report.kind === "refused" ? 1 : 0;
      }
    };
    PullCommand = class extends AdoptingCommand {
      static paths = [["pull"]];
      static usage = import_clipanion13.Command.Usage({
        description: "write specs for monitors that exist, and manage them",
        details: `
      Writes a spec for every unmanaged monitor, named after the monitor, and records it: the next plan shows no changes. Defaults
      are left out. Secrets become \`\${env:NAME}\`, with a list of what to set and the names in \`secrets.allow\` of the config.
      Nothing is overwritten, and nothing is sent but reads.

      Monitors of other environments of this repository are pulled only if \`--only\` names them. Needs full operations.

      With \`--share\`, what all specs have in common then goes into \`_defaults.yaml\`, as \`monitors factor\` does it.

      exit codes: 0 all were pulled; 1 a spec can't express one of them
    `,
        examples: [
          ["All of it", "monitors pull"],
          ["With common members in one file", "monitors pull --share"],
          ["One monitor", "monitors pull --only 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"]
        ]
      });
      commandName = "pull";
      only = import_clipanion13.Option.Array("--only", { description: "<ID> Pull this monitor only (repeatable)" });
      share = import_clipanion13.Option.Boolean("--share", false, { description: "Then move what all specs have in common into _defaults.yaml" });
      async execute() {
        const format = (0, import_option_values12.oneOf)("--format", this.format, ["text", "json"]);
        const project = await this.openFull();
        const { pullMonitors } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/pull.ts"));
        const report = await pullMonitors(project, { only: this.only });
        const options = this.renderOptions(this.context.stdout);
        if (format === "text") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/text.ts"))).renderPullText(report, options));
        const shared = this.share ? await (await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor.ts"))).sharePulled(project, report) : null;
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/document.ts"))).renderPullJson(report, shared));
        else if (shared !== null) this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor-document.ts"))).renderFactorText(shared, options));
        return report.refused.length > 0 ? 1 : 0;
      }
    };
  }
});

// src/doors/cli/commands/factor.ts
var factor_exports = {};
__export(factor_exports, {
  FactorCommand: () => FactorCommand
});
var import_clipanion14, import_option_values13, FactorCommand;
var init_factor = __esm({
  "src/doors/cli/commands/factor.ts"() {
    "use strict";
    import_clipanion14 = __toESM(require_advanced());
    import_option_values13 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    FactorCommand = class extends MonitorsCommand {
      static paths = [["factor"]];
      static usage = import_clipanion14.Command.Usage({
        description: "move what specs of a folder share into one file; no monitor changes",
        details: `
      Moves the members that all specs of the folder and below write alike into its \`_defaults.yaml\`. With \`--list NAME\`, makes
      one list of the specs of the folder that differ in single values: NAME.yaml and a file with a row for each. Keys stay.

      Nothing is written unless every monitor and the plan stay the same. Comments of specs that become rows are lost.

      exit codes: 0 done, or nothing to do; 1 specs have errors; 3 a monitor would change: nothing is written
    `,
        examples: [
          ["What would be written", "monitors factor monitors/pricing --dry-run"],
          ["Move common members", "monitors factor monitors/pricing"],
          ["One list instead of many specs", "monitors factor monitors/pricing --list pages"]
        ]
      });
      commandName = "factor";
      format = import_clipanion14.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      list = import_clipanion14.Option.String("--list", { description: "<NAME> Make a list, NAME.yaml, of the specs in the folder" });
      dryRun = import_clipanion14.Option.Boolean("--dry-run", false, { description: "Print what would be written, and write nothing" });
      folder = import_clipanion14.Option.String({ name: "FOLDER" });
      async execute() {
        const format = (0, import_option_values13.oneOf)("--format", this.format, ["text", "json"]);
        const project = await this.openProject("look");
        const { factorFolder } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor.ts"));
        const end = await factorFolder(project, { folder: this.folder, list: this.list, isDryRun: this.dryRun });
        if (end.kind === "invalid") {
          const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
          return invalidExitCode2(end.workspace.report, this);
        }
        const { renderFactorJson, renderFactorText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/adopt/factor-document.ts"));
        this.print(format === "json" ? renderFactorJson(end.report) : renderFactorText(end.report, this.renderOptions(this.context.stdout)));
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/recover.ts
var recover_exports = {};
__export(recover_exports, {
  RecoverCommand: () => RecoverCommand
});
function listSentences(ended, { place, backend }, kept) {
  if (ended.kind === "nothing-found") {
    if (ended.findings.ambiguous.length > 0) return ["Nothing was recorded: no match is certain. Choose the monitors as shown above."];
    return ['Nothing to recover: there was no state here, and the service has none of these monitors. Run "monitors plan".'];
  }
  const { findings, lookedUp, version: version2 } = ended;
  const count = findings.recovered.length + findings.orphans.length;
  return [
    `Recorded ${count === 1 ? "1 monitor" : `${count} monitors`} in ${place} (serial ${version2.serial}).`,
    ...lookedUp.flatMap(({ create: { intent }, verdict }) => {
      if (verdict.kind === "adopted") return [`"${intent.key}" is the monitor ${verdict.id}.`];
      if (verdict.kind === "not-created") return [`"${intent.key}" was not created: the next apply creates it.`];
      return [`"${intent.key}" is still unresolved: ${verdict.why}.`];
    }),
    ...kept.length === 0 ? [] : [`The old files are kept: ${kept.join(", ")}.`],
    `Run "monitors plan --refresh" to see what is left to do${backend === "file" ? ", then commit the state" : ""}.`
  ];
}
var import_clipanion15, import_interruption4, import_option_values14, RecoverCommand;
var init_recover = __esm({
  "src/doors/cli/commands/recover.ts"() {
    "use strict";
    import_clipanion15 = __toESM(require_advanced());
    import_interruption4 = askBundle("./monitors.cjs", "src/core/base/interruption.ts");
    import_option_values14 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    init_lock_timeout();
    init_lookup_timeout();
    RecoverCommand = class extends MonitorsCommand {
      static paths = [["recover"]];
      static usage = import_clipanion15.Command.Usage({
        description: "rebuild a lost or damaged state from what the service holds",
        details: `
      Lists the service's monitors and finds the one of each spec: by target ids, then by what is still readable of the state,
      its backup and its journal, then by name and content. Sends only reads and writes only the state. The old files are kept.
      Needs full operations.

      Asks before it records an uncertain match. A match by name and content is never recorded without asking; if the monitor
      may belong to another project, use \`monitors import KEY ID\`. Monitors that were never recorded stay unmanaged. Missing monitors are
      created by the next apply. Of duplicates, one is recorded and the others are listed.

      exit codes: 0 everything is recorded; 1 a monitor is duplicate or ambiguous, or a create is unresolved; 3 the state is
      valid or locked, or confirmation is needed without a terminal
    `,
        examples: [
          ["The state is lost, damaged or in conflict", "monitors recover"],
          ["In CI: record every match but those by name", "monitors recover --auto-approve"]
        ]
      });
      commandName = "recover";
      format = import_clipanion15.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      autoApprove = import_clipanion15.Option.Boolean("--auto-approve", false, {
        description: "Do not ask; record every match but those by name and content"
      });
      only = import_clipanion15.Option.Array("--only", { description: "<KEY> Record only this key (repeatable)" });
      lookupTimeout = lookupTimeoutOption();
      lockTimeout = lockTimeoutOption();
      async execute() {
        const format = (0, import_option_values14.oneOf)("--format", this.format, ["text", "json"]);
        const lookupMs = readLookupTimeout(this.lookupTimeout);
        const project = await this.openProject();
        const { settings } = project;
        const { requireFullOperations } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        requireFullOperations(settings, "recover");
        const { recoverState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/recover.ts"));
        const { listProgress: listProgress2 } = await Promise.resolve().then(() => (init_list_progress(), list_progress_exports));
        const { renderEventText: renderEventText2 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        const { renderRecoveryText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/text.ts"));
        const { stderr, stdout } = this.context;
        const interruption = project.watchInterruption();
        const ended = await recoverState(
          project,
          { only: this.only, approval: this.autoApprove ? "automatic" : "asked", lookupMs },
          {
            ...listProgress2(this),
            onEvent: (event) => this.note(renderEventText2(event, this.renderOptions(stderr))),
            show: (findings) => {
              if (format === "text") this.print(renderRecoveryText(findings, this.renderOptions(stdout)));
              else if (!this.quiet) this.note(renderRecoveryText(findings, this.renderOptions(stderr)));
            },
            confirm: (findings) => this.confirmMatches(findings, interruption)
          }
        );
        return (0, import_interruption4.exitCodeAfter)(interruption, await this.conclude(ended, format, project));
      }
      async confirmMatches({ lostRecords }, interruption) {
        if (this.autoApprove) return;
        const { confirm: confirm2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
        const question = lostRecords > 0 ? "Go on with this account?" : 'Are the matches marked with "?" right?';
        await confirm2(question, nameApproved2(this.argv), this.context, interruption);
      }
      async conclude(ended, format, { store }) {
        const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        if (ended.kind === "invalid") return invalidExitCode2(ended.workspace.report, this);
        const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        const { renderRecoveryJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/recover/document.ts"));
        const { renderSentences, unresolvedLines } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
        const { printText: printText2 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/text.ts"));
        const { findings } = ended;
        const isWritten = ended.kind === "recovered";
        const unresolved = isWritten ? ended.unresolved : [];
        const warnings = isWritten ? ended.warnings : [];
        const kept = isWritten ? ended.kept.map((path) => this.shown(path)) : [];
        if (warnings.length > 0) this.note(renderFindingsText2(warnings, this.renderOptions(this.context.stderr)));
        const options = this.renderOptions(this.context.stdout);
        if (format === "json") {
          const state = isWritten ? ended.version : null;
          this.print(renderRecoveryJson(findings, { state, kept, unresolved, findings: warnings }));
        } else {
          this.print(renderSentences(listSentences(ended, store, kept), options));
          this.print(
            printText2(
              unresolved.flatMap((create) => unresolvedLines(create, options)),
              options
            )
          );
        }
        const isDoubtful = findings.ambiguous.length > 0 || findings.recovered.some(({ found }) => found.others.length > 0);
        return isDoubtful || unresolved.length > 0 || warnings.length > 0 ? 1 : 0;
      }
    };
  }
});

// src/doors/cli/commands/status.ts
var status_exports = {};
__export(status_exports, {
  FAIL_ON: () => FAIL_ON,
  StatusCommand: () => StatusCommand
});
var import_clipanion16, import_option_values15, FAIL_ON, StatusCommand;
var init_status = __esm({
  "src/doors/cli/commands/status.ts"() {
    "use strict";
    import_clipanion16 = __toESM(require_advanced());
    import_option_values15 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    FAIL_ON = ["failing", "overdue"];
    StatusCommand = class extends MonitorsCommand {
      static paths = [["status"]];
      static usage = import_clipanion16.Command.Usage({
        description: "show the health of monitors in the service",
        details: `
      Shows health, last and next check of the monitors in the state. Sends one request per 100 monitors in the service, and
      changes nothing. Needs full operations.

      Failing: every page of the last check is an error. A check that failed as a whole is not in the list: \`--checks\` and
      \`--fail-on failing\` read the checks of a monitor for it. Overdue: the next check is late by more than ten minutes and
      one interval. No credits: the last check was skipped for lack of them, which counts as failing. To tell, up to five checks
      and the credits of the team are read where a last check had no pages.

      With \`--checks\`, searches are judged, too. Most results ignored: the queries are too wide. Most still watched: the goal
      is too vague. None for long: the queries are too narrow.

      exit codes: 0 shown; 1 only with \`--fail-on\`: a monitor is failing or overdue; 3 the service can't be read, or no
      monitor has such a key
    `,
        examples: [
          ["All monitors", "monitors status"],
          ["Those of a folder that fail, with error rates and credits", 'monitors status "pricing/**" --failing --checks 20'],
          ["A scheduled job that fails when a monitor does", "monitors status --fail-on failing --fail-on overdue"]
        ]
      });
      commandName = "status";
      format = import_clipanion16.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      checks = import_clipanion16.Option.String("--checks", "0", { description: "<N> Also read the newest checks of each monitor (1-100, default 0: none)" });
      failing = import_clipanion16.Option.Boolean("--failing", false, { description: "Show failing monitors only" });
      failOn = import_clipanion16.Option.Array("--fail-on", { description: "<STATE> Exit 1 if a monitor is failing or overdue (repeatable; default: neither)" });
      exclude = import_clipanion16.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion16.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      keys = import_clipanion16.Option.Rest({ name: "KEY" });
      async execute() {
        const format = (0, import_option_values15.oneOf)("--format", this.format, ["text", "json"]);
        const checks = (0, import_option_values15.wholeNumber)("--checks", this.checks, { min: 0, max: 100 });
        const failOn = (this.failOn ?? []).map((state) => (0, import_option_values15.oneOf)("--fail-on", state, FAIL_ON));
        const project = await this.openProject("look");
        const { readStatus } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/status.ts"));
        const { keys, exclude, label: labels } = this;
        const nameOption = (flag) => flag === "only" ? "monitors status" : project.nameOption(flag);
        const failing = failOn.includes("failing") ? "certain" : "as-listed";
        const choice = { only: keys.length === 0 ? void 0 : keys, exclude, labels };
        const report = await readStatus(
          { ...project, nameOption },
          { ...choice, checks, failing },
          (await Promise.resolve().then(() => (init_list_progress(), list_progress_exports))).checkProgress(this)
        );
        await this.noteLack(report);
        await this.noteEarlierState(project);
        const shown = this.failing ? { ...report, monitors: report.monitors.filter(({ isFailing }) => isFailing === true) } : report;
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/status-document.ts"))).renderStatusJson(shown));
        else
          this.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/status-text.ts"))).renderStatusText(shown, this.renderOptions(this.context.stdout)));
        const isHit = ({ isFailing, isOverdue }) => failOn.includes("failing") && isFailing === true || failOn.includes("overdue") && isOverdue;
        return report.monitors.some(isHit) ? 1 : 0;
      }
      async noteEarlierState(project) {
        if (project.history === null || project.history.isSettled()) return;
        const { findEarlierStates } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/project/history-findings.ts"));
        const findings = await findEarlierStates([project], null);
        const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        if (findings.length > 0) this.note(renderFindingsText2(findings, this.renderOptions(this.context.stderr)));
      }
      async noteLack({ lack }) {
        if (lack === null) return;
        const { renderFindingsText: renderFindingsText2 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        const finding = {
          code: "live/no-checks",
          severity: "warning",
          message: lack,
          hint: "the rest is from the list; for this service leave out --checks, --failing and --fail-on failing"
        };
        this.note(renderFindingsText2([finding], this.renderOptions(this.context.stderr)));
      }
    };
  }
});

// src/doors/cli/commands/checks.ts
var checks_exports = {};
__export(checks_exports, {
  ChecksCommand: () => ChecksCommand,
  DiffCommand: () => DiffCommand
});
var import_clipanion17, import_option_values16, ChecksCommand, DiffCommand;
var init_checks = __esm({
  "src/doors/cli/commands/checks.ts"() {
    "use strict";
    import_clipanion17 = __toESM(require_advanced());
    import_option_values16 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    ChecksCommand = class extends MonitorsCommand {
      static paths = [["checks"]];
      static usage = import_clipanion17.Command.Usage({
        description: "show the newest checks of a monitor",
        details: `
      Shows when each check ran, how it ended, what it found and what it cost. Sends only reads. Needs full operations.

      exit codes: 0 shown; 3 the service can't be read, or no recorded monitor has that key
    `,
        examples: [
          ["The newest checks", "monitors checks pricing/acme"],
          ["The newest three, for a program", "monitors checks pricing/acme --limit 3 --format json"]
        ]
      });
      commandName = "checks";
      format = import_clipanion17.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      limit = import_clipanion17.Option.String("--limit", "10", { description: "<N> Number of checks (1-1000, default 10)" });
      key = import_clipanion17.Option.String({ name: "KEY" });
      async execute() {
        const format = (0, import_option_values16.oneOf)("--format", this.format, ["text", "json"]);
        const limit = (0, import_option_values16.wholeNumber)("--limit", this.limit, { min: 1, max: 1e3 });
        const project = await this.openProject("look");
        const { readHistory } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks.ts"));
        const history = await readHistory(project, this.key, limit);
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks-document.ts"))).renderChecksJson(history));
        else
          this.print(
            (await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks-text.ts"))).renderChecksText(history, this.renderOptions(this.context.stdout))
          );
        return 0;
      }
    };
    DiffCommand = class extends MonitorsCommand {
      static paths = [["diff"]];
      static usage = import_clipanion17.Command.Usage({
        description: "show what a check of a monitor found changed",
        details: `
      Shows each changed, new or removed page of a check with its diff and its judgment, and the pages that failed. Without
      CHECK, the newest check with changes; \`latest\` is the newest that has ended. The first characters of its id are enough. Sends only reads. Needs full operations.

      exit codes: 0 shown; 3 the service can't be read, or there is no such key or check
    `,
        examples: [
          ["The latest changes", "monitors diff pricing/acme"],
          ["Those of the newest check", "monitors diff pricing/acme latest"],
          ["Those of one check", "monitors diff pricing/acme 5a0c0b9e"]
        ]
      });
      commandName = "diff";
      format = import_clipanion17.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      key = import_clipanion17.Option.String({ name: "KEY" });
      check = import_clipanion17.Option.String({ name: "CHECK", required: false });
      async execute() {
        const format = (0, import_option_values16.oneOf)("--format", this.format, ["text", "json"]);
        const project = await this.openProject("look");
        const { readChanges } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks.ts"));
        const changes = await readChanges(project, this.key, this.check);
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/checks-document.ts"))).renderDiffJson(changes));
        else
          this.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/checks-text.ts"))).renderDiffText(changes, this.renderOptions(this.context.stdout)));
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/run.ts
var run_exports = {};
__export(run_exports, {
  RunCommand: () => RunCommand
});
var import_clipanion18, import_glob, import_duration, import_option_values17, import_number_text3, import_user_error10, import_escape_terminal2, RunCommand;
var init_run = __esm({
  "src/doors/cli/commands/run.ts"() {
    "use strict";
    import_clipanion18 = __toESM(require_advanced());
    import_glob = askBundle("./monitors.cjs", "src/core/base/glob.ts");
    import_duration = askBundle("./monitors.cjs", "src/core/config/duration.ts");
    import_option_values17 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_number_text3 = askBundle("./monitors.cjs", "src/core/diagnostics/number-text.ts");
    import_user_error10 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_escape_terminal2 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_command();
    RunCommand = class extends MonitorsCommand {
      static paths = [["run"]];
      static usage = import_clipanion18.Command.Usage({
        description: "start checks of monitors now",
        details: `
      Shows what the checks cost, asks, and starts one check of each chosen monitor. A start is sent once: without an answer, the
      checks of the monitor are read to find out whether it began. With \`--wait\`, shows what each check found and what it cost.
      Ctrl-C ends the waiting; the checks go on and are paid for. Needs full operations.

      exit codes: 0 started, and with \`--wait\` ended; 1 a check was not started, failed, or runs longer than \`--timeout\`; 3 not
      approved, too expensive, not offered, or no monitor has such a key; 4 a check may have been started
    `,
        examples: [
          ["Check now, and see what changed", "monitors run pricing/acme --wait"],
          ["A folder, for 50 credits at most, without asking", 'monitors run "pricing/**" --max-credits 50 --auto-approve']
        ]
      });
      commandName = "run";
      format = import_clipanion18.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      wait = import_clipanion18.Option.Boolean("--wait", false, { description: "Follow the checks to their end and show what changed" });
      timeout = import_clipanion18.Option.String("--timeout", { description: "<DURATION> With --wait: how long at most, such as 90s or 1h (default: 30m)" });
      maxCredits = import_clipanion18.Option.String("--max-credits", { description: "<N> Start nothing if it costs more (default: no limit)" });
      autoApprove = import_clipanion18.Option.Boolean("--auto-approve", false, { description: "Do not ask; several monitors also need --max-credits" });
      exclude = import_clipanion18.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion18.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      keys = import_clipanion18.Option.Rest({ name: "KEY" });
      async execute() {
        const format = (0, import_option_values17.oneOf)("--format", this.format, ["text", "json"]);
        const { keys, exclude, label: labels = [] } = this;
        if (keys.length === 0 && labels.length === 0) {
          throw new import_user_error10.UserError("config/usage", "run needs keys, globs or --label", '"monitors state list" shows the keys; "**" means all');
        }
        if (this.timeout !== void 0 && !this.wait) {
          throw new import_user_error10.UserError("config/usage", "--timeout needs --wait", "add --wait, or leave --timeout out");
        }
        const followMs = (0, import_duration.readDuration)("--timeout", this.timeout ?? "30m");
        this.setLastWords('Checks may have been started: "monitors checks KEY" shows them.');
        const project = await this.openProject("look");
        const { runChecks, runExitCode } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/run-checks.ts"));
        const { exitCodeAfter: exitCodeAfter4 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/core/base/interruption.ts"));
        const nameOption = (flag) => flag === "only" ? "monitors run" : project.nameOption(flag);
        const choice = { only: keys.length === 0 ? void 0 : keys, exclude, labels };
        const view = await runChecks({ ...project, nameOption }, { ...choice, followMs: this.wait ? followMs : null }, await this.hooks());
        if (format === "json") this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/run-document.ts"))).renderRunJson(view));
        else this.print((await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/run-text.ts"))).renderRunText(view, this.renderOptions(this.context.stdout)));
        return exitCodeAfter4(project.watchInterruption(), runExitCode(view));
      }
      async hooks() {
        const { countOf: countOf6, formatDuration: formatDuration3 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
        const approve = (costs) => this.approve(costs);
        if (this.quiet) return { approve };
        const { CLEAR_LINE: CLEAR_LINE2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const notes = {
          approve,
          onFollow: (checks) => this.note(
            `waiting for ${countOf6(checks, "check")}; Ctrl-C ends the waiting, ${checks === 1 ? "the check goes" : "the checks go"} on
`
          ),
          onLook: (key, forMs) => this.note(`${(0, import_escape_terminal2.escapeTerminal)(key)}: no clear answer; looking for its check for up to ${formatDuration3(forMs)}
`),
          onStop: (forMs) => this.note(`
stopping: starts under way get ${formatDuration3(forMs)} for their answer
`)
        };
        if (this.context.stderr.isTTY !== true) return notes;
        return {
          ...notes,
          onStart: (done, total) => this.note(`${CLEAR_LINE2}starting checks: ${(0, import_number_text3.formatNumber)(done)} of ${(0, import_number_text3.formatNumber)(total)}`),
          onEnded: (done, total) => this.note(`${CLEAR_LINE2}${(0, import_number_text3.formatNumber)(done)} of ${countOf6(total, "check")} ended`),
          onEnd: () => this.note(CLEAR_LINE2)
        };
      }
      /** Shows what it costs, and asks. */
      async approve(costs) {
        const { approveSpending: approveSpending2 } = await Promise.resolve().then(() => (init_spending(), spending_exports));
        const { renderCostsText } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/observe/run-text.ts"));
        const { sumCredits } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/observe/run-document.ts"));
        const { keys, autoApprove, maxCredits } = this;
        if (!this.quiet || !autoApprove) this.note(renderCostsText(costs, this.renderOptions(this.context.stderr)));
        const isBroad = keys.length !== 1 || keys.some(import_glob.hasWildcard);
        const what = costs.length === 1 ? "Start 1 check" : `Start ${costs.length} checks`;
        await approveSpending2({ credits: sumCredits(costs), isBroad, what }, { autoApprove, maxCredits }, this);
      }
    };
  }
});

// src/doors/cli/schedule-suggestion.ts
var schedule_suggestion_exports = {};
__export(schedule_suggestion_exports, {
  printSuggestion: () => printSuggestion
});
async function printSuggestion(command, project, choice) {
  const format = (0, import_option_values18.oneOf)("--format", command.format ?? "text", ["text", "json"]);
  const { suggestSchedules } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/report/suggest-schedules.ts"));
  const outcome = await suggestSchedules(project, choice);
  if (outcome.kind === "invalid") {
    const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
    return invalidExitCode2(outcome.workspace.report, command, "printed");
  }
  const { renderSuggestJson, renderSuggestText } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/report/suggest.ts"));
  const { suggestion } = outcome;
  command.print(
    format === "json" ? renderSuggestJson(suggestion) : renderSuggestText(suggestion, command.renderOptions(command.context.stdout))
  );
  return 0;
}
var import_option_values18;
var init_schedule_suggestion = __esm({
  "src/doors/cli/schedule-suggestion.ts"() {
    "use strict";
    import_option_values18 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
  }
});

// src/doors/cli/commands/report.ts
var report_exports = {};
__export(report_exports, {
  ReportCommand: () => ReportCommand
});
var import_node_path5, import_clipanion19, import_option_values19, import_number_text4, import_user_error11, CHECKS, ReportCommand;
var init_report = __esm({
  "src/doors/cli/commands/report.ts"() {
    "use strict";
    import_node_path5 = require("node:path");
    import_clipanion19 = __toESM(require_advanced());
    import_option_values19 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_number_text4 = askBundle("./monitors.cjs", "src/core/diagnostics/number-text.ts");
    import_user_error11 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command();
    init_lookup_timeout();
    CHECKS = "10";
    ReportCommand = class extends MonitorsCommand {
      static paths = [["report"]];
      static usage = import_clipanion19.Command.Usage({
        description: "write what the monitors do as a page, or suggest schedules",
        details: `
      Writes one HTML file: load of the schedule, next 24 hours, credits by folder and label, budget, what needs attention, every
      monitor. It holds no script, sends no request, and can be printed. Made from specs and state, without network and key.

      With \`--refresh\` it reads the service, too: health, drift, charged credits, what is left of the plan. That takes one request
      per 90 monitors, and one per monitor for its newest checks; \`--checks 0\` leaves these out. Needs full operations.

      The page has no page text, recipients, user info, query values or webhook paths. \`--with-diffs\` adds the latest changes, which
      are text of the pages.

      With \`--suggest\`, instead of a page: where more than 50 monitors run at the same minute, prints a schedule for each of them,
      with its minutes spread over the hour. Hours, days and the time between checks stay. Nothing is changed; needs no network.

      exit codes: 0 written or printed; 1 specs have errors; 3 specs, state or service can't be read, or the file can't be written
    `,
        examples: [
          ["A page from specs and state", "monitors report --out report.html"],
          ["With what the service knows", "monitors report --out report.html --refresh"],
          ["Where to move checks", "monitors report --suggest"]
        ]
      });
      commandName = "report";
      format = import_clipanion19.Option.String("--format", "text", { description: "<FORMAT> With --suggest: text (default) or json" });
      out = import_clipanion19.Option.String("--out", { description: "<FILE> Where to write the page (replaces only an earlier report)" });
      refresh = import_clipanion19.Option.Boolean("--refresh", false, { description: "Read the service, too (full operations)" });
      checks = import_clipanion19.Option.String("--checks", { description: `<N> With --refresh: newest checks of each monitor to read (0-100, default ${CHECKS})` });
      lookupTimeout = lookupTimeoutOption("With --refresh: ");
      withDiffs = import_clipanion19.Option.Boolean("--with-diffs", false, { description: "With --refresh: add the latest changes, with text of pages" });
      timezone = import_clipanion19.Option.String("--timezone", { description: "<ZONE> Time zone of hours and times, such as Europe/Paris (default: yours)" });
      rateLimit = import_clipanion19.Option.String("--rate-limit", {
        description: "<N> Checks a minute that your plan allows, to compare the fullest minute with (default: none)"
      });
      suggest = import_clipanion19.Option.Boolean("--suggest", false, { description: "Print schedules that spread the load" });
      exclude = import_clipanion19.Option.Array("--exclude", { description: "<KEY> Leave out this key, or those that a glob matches (repeatable)" });
      label = import_clipanion19.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      keys = import_clipanion19.Option.Rest({ name: "KEY" });
      async execute() {
        this.refuseIdleFlags();
        const { keys, exclude, label: labels } = this;
        const opened = await this.openProject("look");
        const nameOption = (flag) => flag === "only" ? "monitors report" : opened.nameOption(flag);
        const project = { ...opened, nameOption };
        const choice = { only: keys.length === 0 ? void 0 : keys, exclude, labels };
        if (this.suggest) return (await Promise.resolve().then(() => (init_schedule_suggestion(), schedule_suggestion_exports))).printSuggestion(this, project, choice);
        return this.writePage(project, choice);
      }
      async writePage(project, choice) {
        const { out, refresh } = this;
        if (out === void 0) throw new import_user_error11.UserError("config/usage", "report needs --out", "for example: monitors report --out report.html");
        const zone = await this.readZone();
        const checks = (0, import_option_values19.wholeNumber)("--checks", this.checks ?? CHECKS, { min: 0, max: 100 });
        const rateLimit = this.rateLimit === void 0 ? null : (0, import_option_values19.wholeNumber)("--rate-limit", this.rateLimit, { min: 1, max: 1e6 });
        const { readReport, writeReportPage } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/report.ts"));
        const { checkProgress: checkProgress2 } = await Promise.resolve().then(() => (init_list_progress(), list_progress_exports));
        const diffs = this.withDiffs ? "included" : "left-out";
        const lookupMs = readLookupTimeout(this.lookupTimeout);
        const outcome = await readReport(project, { ...choice, refresh, checks, diffs, zone, rateLimit, lookupMs }, checkProgress2(this));
        const { invalidExitCode: invalidExitCode2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        if (outcome.kind === "invalid") return invalidExitCode2(outcome.workspace.report, this, "reported");
        const { renderReportPage } = await Promise.resolve().then(() => askBundle("./observe.cjs", "src/features/report/html/page.ts"));
        const file = (0, import_node_path5.resolve)(this.workingDirectory(), out);
        const text = renderReportPage(outcome.page);
        writeReportPage({ file, shown: this.shown(file), settings: project.settings }, text);
        if (!this.quiet) this.print(await this.describe(this.shown(file), outcome.page, text));
        return 0;
      }
      async describe(shown, page, text) {
        const { escapeTerminal: escapeTerminal6 } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/doors/renderers.ts"));
        const { countOf: countOf6 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/sentences.ts"));
        const size = (0, import_number_text4.formatNumber)(Math.ceil(Buffer.byteLength(text) / 1e3));
        const from = page.isRefreshed ? "specs, state and the service" : "specs and state";
        return `wrote ${escapeTerminal6(shown)}: ${countOf6(page.report.monitors.length, "monitor")}, from ${from} (${size} kB)
`;
      }
      /** Each with what it does not go with, or without. */
      refuseIdleFlags() {
        const { withDiffs, checks, lookupTimeout, refresh, suggest, out, timezone, rateLimit, format } = this;
        const needy = withDiffs ? "--with-diffs" : checks !== void 0 ? "--checks" : lookupTimeout !== void 0 ? "--lookup-timeout" : null;
        if (needy !== null && !refresh) throw new import_user_error11.UserError("config/usage", `${needy} needs --refresh`, "give both");
        const ofPage = { "--out": out, "--refresh": refresh || void 0, "--timezone": timezone, "--rate-limit": rateLimit };
        const [given] = Object.entries(ofPage).filter(([, value]) => value !== void 0);
        if (suggest && given !== void 0) {
          throw new import_user_error11.UserError("config/usage", `--suggest writes no page: ${given[0]} does not go with it`, "run one after the other");
        }
        if (!suggest && format !== "text") throw new import_user_error11.UserError("config/usage", "--format needs --suggest", "a page is always HTML");
      }
      async readZone() {
        const { isZoneName, suggestZones } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/specs/schedule/zone.ts"));
        if (this.timezone === void 0) return isZoneName(this.context.timeZone()) ? this.context.timeZone() : "UTC";
        if (isZoneName(this.timezone)) return this.timezone;
        const [meant] = suggestZones(this.timezone);
        const hint = meant === void 0 ? "use an IANA name, such as Europe/Paris" : `did you mean "${meant}"?`;
        throw new import_user_error11.UserError("config/usage", `--timezone: "${this.timezone}" is not a time zone`, hint);
      }
    };
  }
});

// src/doors/cli/commands/state-command.ts
var import_clipanion20, import_option_values20, StateCommand;
var init_state_command = __esm({
  "src/doors/cli/commands/state-command.ts"() {
    "use strict";
    import_clipanion20 = __toESM(require_advanced());
    import_option_values20 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
    StateCommand = class extends MonitorsCommand {
      format = import_clipanion20.Option.String("--format", "text", { description: "<FORMAT> text (default) or json" });
      /** Refuses an unknown `--format` before anything is opened. */
      async open() {
        (0, import_option_values20.oneOf)("--format", this.format, ["text", "json"]);
        return this.store(await this.settings());
      }
      /** The store of the state file, also where the state is on a server: it reads files. */
      async fileStore() {
        const { openFileStoreOf } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/project.ts"));
        return openFileStoreOf(this.projectOptions(await this.settings(), "change"), this.context);
      }
      /** For what folds the journal into the state: says first what that takes over. */
      async openForRepair() {
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const store = await this.open();
        await noteWhatIsFolded2(store, this);
        return store;
      }
      /** Writes the document, or the sentences and what is unresolved in words. */
      async conclude(document, sentences, unresolved = []) {
        if (this.isMachineReadable()) {
          const { renderStateJson } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
          this.print(renderStateJson(document));
          return;
        }
        const { renderSentences, unresolvedLines } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
        const { printText: printText2 } = await Promise.resolve().then(() => askBundle("./monitors.cjs", "src/rendering/text.ts"));
        const options = this.renderOptions(this.context.stdout);
        const lines = unresolved.flatMap((create) => unresolvedLines(create, options));
        this.print(renderSentences(sentences, options) + printText2(lines, options));
      }
    };
  }
});

// src/doors/cli/commands/state-place.ts
var import_node_path6, import_clipanion21, import_command_hints2, import_shell_word2, import_option_values21, import_user_error12, import_sentences3, StateInitCommand, StateMigrateCommand, StateHistoryCommand;
var init_state_place = __esm({
  "src/doors/cli/commands/state-place.ts"() {
    "use strict";
    import_node_path6 = require("node:path");
    import_clipanion21 = __toESM(require_advanced());
    import_command_hints2 = askBundle("./monitors.cjs", "src/core/base/command-hints.ts");
    import_shell_word2 = askBundle("./monitors.cjs", "src/core/base/shell-word.ts");
    import_option_values21 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error12 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_sentences3 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    init_lock_timeout();
    init_state_command();
    StateInitCommand = class extends StateCommand {
      static paths = [["state", "init"]];
      static usage = import_clipanion21.Command.Usage({
        category: "State",
        description: "prepare PostgreSQL or an S3 bucket for a shared state; needs the right to write there",
        details: `
      For "state: {backend: postgres}" in the config, with the address in MONITORS_STATE_POSTGRES_URL; or for "state: {backend: s3,
      bucket: NAME}", with the usual AWS variables, a profile or a role. Run it once for each environment, before the first apply: apply
      never does it, so that a wrong address is not taken for a new project. Repeating it changes nothing.

      To take the records of another place along, run \`monitors state migrate\` instead.

      It refuses while a place that the config named before can't be looked at. If that state was removed on purpose, --new-state begins
      an empty one, also in a file. Then the next apply creates all monitors; with full operations, run \`monitors recover\` first.

      exit codes: 0 ready; 3 no connection, no rights, or another place still holds the state
    `,
        examples: [
          ["A new project", "monitors state init"],
          ["Another environment", "monitors state init --environment staging"]
        ]
      });
      commandName = "state init";
      newState = import_clipanion21.Option.String("--new-state", { description: "<NAME> Begin an empty state for PROJECT/ENVIRONMENT: earlier places are gone" });
      async execute() {
        (0, import_option_values21.oneOf)("--format", this.format, ["text", "json"]);
        const { initializePlace } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/place.ts"));
        const settings = await this.settings();
        const { project, environment } = settings;
        const options = this.projectOptions(settings, "change");
        const { outcome, place, missing } = await initializePlace(options, this.context, this.newState);
        await this.conclude({ formatVersion: 1, command: "state init", outcome, place, project, environment }, [
          outcome === "made" ? `Ready: ${place} can keep the state of project "${project}", environment "${environment}". Next: "monitors plan".` : `Nothing to do: ${place} keeps the state of project "${project}", environment "${environment}" already.`,
          ...missing === null ? [] : [`Note: ${missing}, so that nothing puts back what is deleted or damaged: see docs/state.md.`]
        ]);
        return 0;
      }
    };
    StateMigrateCommand = class extends StateCommand {
      static paths = [["state", "migrate"]];
      static usage = import_clipanion21.Command.Usage({
        category: "State",
        description: "move the state to a file, PostgreSQL or S3, or to another environment; ids stay, nothing is sent",
        details: `
      Copies the state, reads the copy back, marks the old place as moved, then makes the new one usable. If it is interrupted, run it
      again. The opposite \`--to\` goes back.

      With --to-environment, the state stays in its place and belongs to another environment, which must have no state.

      From where: from the place in the config. If the config names the new place already, from the place that --table, --bucket or --file
      names, else from the file.

      A state file in git must be committed and pushed first. Afterwards it says that the state was moved; until that is pushed too,
      neither place can be used: the command says what to commit, and when to run it again.

      exit codes: 0 moved; 1 it waits for a push; 3 refused, nothing was moved
    `,
        examples: [
          ["From the file to PostgreSQL", "monitors state migrate --to postgres"],
          ["To an S3 bucket", "monitors state migrate --to s3 --bucket acme-monitors --region eu-central-1"],
          ['After "environments" was added to the config', "monitors state migrate --environment default --to-environment production"]
        ]
      });
      commandName = "state migrate";
      lockTimeout = lockTimeoutOption();
      to = import_clipanion21.Option.String("--to", { description: "<PLACE> file, postgres or s3" });
      toEnvironment = import_clipanion21.Option.String("--to-environment", {
        description: "<NAME> Environment that gets the state of --environment, in the same place"
      });
      table = import_clipanion21.Option.String("--table", { description: "<NAME> Table of the database (default: that of the config, else monitors_state)" });
      bucket = import_clipanion21.Option.String("--bucket", { description: "<NAME> S3 bucket (default: that of the config)" });
      prefix = import_clipanion21.Option.String("--prefix", { description: "<PREFIX> How names in the bucket begin (default: that of the config, else monitors)" });
      region = import_clipanion21.Option.String("--region", { description: "<REGION> Region of the bucket (default: that of the config, else AWS_REGION)" });
      file = import_clipanion21.Option.String("--file", { description: "<FILE> State file (default: that of the config, else monitors.state.json)" });
      async execute() {
        (0, import_option_values21.oneOf)("--format", this.format, ["text", "json"]);
        if (this.toEnvironment !== void 0) return this.moveTo(this.toEnvironment);
        if (this.to === void 0)
          throw new import_user_error12.UserError("config/usage", "state migrate needs --to", "add --to postgres, --to s3 or --to file; or --to-environment NAME");
        if (this.state !== void 0) throw new import_user_error12.UserError("config/usage", "state migrate takes no --state", "name the state file with --file");
        const { PLACE_KINDS } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/migration-places.ts"));
        const to = (0, import_option_values21.oneOf)("--to", this.to, PLACE_KINDS);
        const { migratePlace } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/place.ts"));
        const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const settings = await this.settings();
        const { table, bucket, prefix, region } = this;
        const file = this.file === void 0 ? void 0 : (0, import_node_path6.resolve)(this.workingDirectory(), this.file);
        const request = { to, table, bucket, prefix, region, file };
        const moved = await migratePlace(request, this.projectOptions(settings, "change"), this.context);
        const { outcome, monitors, version: version2, waitsFor, from } = moved;
        const again = this.name(moved.again);
        const document = {
          ...{ formatVersion: 1, command: "state migrate", outcome, from, to: moved.to, monitors, state: toStateVersion(version2) },
          ...{ waitsFor, next: waitsFor === null ? null : (0, import_command_hints2.completeCommands)(`"${again}"`, this).slice(1, -1) }
        };
        await this.conclude(document, outcome === "waiting" ? this.explainWait(moved, again) : this.explain(moved, to));
        return outcome === "waiting" ? 1 : 0;
      }
      /** Another environment for the state, in the same place. */
      async moveTo(to) {
        const from = this.readFormerEnvironment(to);
        const { checkName } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/core/config/name.ts"));
        this.environment = to;
        this.environmentPlace = "given with --to-environment";
        const settings = await this.settings();
        checkName("environment", from, "given with --environment");
        const { moveEnvironment } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/environment.ts"));
        const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const { noteWhatIsFolded: noteWhatIsFolded2 } = await Promise.resolve().then(() => (init_notes(), notes_exports));
        const note = (store) => noteWhatIsFolded2(store, this);
        const moved = await moveEnvironment(from, this.projectOptions(settings, "change"), this.context, note);
        const { outcome, monitors, version: version2, toCommit } = moved;
        const document = {
          ...{ formatVersion: 1, command: "state migrate", outcome, from: moved.from, to: moved.to, fromEnvironment: from, toEnvironment: to },
          ...{ monitors, state: toStateVersion(version2), waitsFor: null, next: null, ...toCommit.length === 0 ? {} : { toCommit } }
        };
        await this.conclude(document, this.explainMove(moved, from, to));
        return 0;
      }
      /** The environment that the state is to leave. Throws `UserError` where the flags do not say just that. */
      readFormerEnvironment(to) {
        const { environment, table, bucket, prefix, region, file, state } = this;
        const given = Object.entries({ to: this.to, table, bucket, prefix, region, file, state });
        const [flag] = given.flatMap(([name, value]) => value === void 0 ? [] : [`--${name}`]);
        if (flag !== void 0)
          throw new import_user_error12.UserError(
            "config/usage",
            `state migrate --to-environment takes no ${flag}: the state stays in its place`,
            'to move it to another place as well, run "monitors state migrate --to PLACE" after this'
          );
        if (environment === void 0)
          throw new import_user_error12.UserError(
            "config/usage",
            "state migrate --to-environment needs --environment",
            'add --environment NAME, whose state it is; before "environments" was in the config, that was "default"'
          );
        if (environment === to)
          throw new import_user_error12.UserError("state/bad-repair", `both environments are "${to}"`, "give another one with --environment or --to-environment");
        return environment;
      }
      explainMove({ outcome, monitors, toCommit }, from, to) {
        const files = toCommit.map(import_shell_word2.shellWord).join(" ");
        const counted = (0, import_sentences3.countOf)(monitors, "monitor");
        return [
          outcome === "unchanged" ? `The state is already that of environment "${to}".` : `The state of environment "${from}", with ${counted}, is ${outcome === "undone" ? "again" : "now"} that of "${to}". Nothing was sent.`,
          ...files === "" ? [] : [
            `Git tracks it. Commit the move and push it before anyone applies: "git add -A -- ${files}", then "git commit -m 'Move the state' -- ${files}".`
          ]
        ];
      }
      /** A command of the migration, with the file that was named. */
      name(command) {
        return this.file === void 0 ? command : `${command} --file ${(0, import_shell_word2.shellWord)(this.file)}`;
      }
      explain({ outcome, monitors, from, to, config }, kind) {
        const done = outcome === "unchanged" ? `The state is in ${to} already.` : `The state, with ${(0, import_sentences3.countOf)(monitors, "monitor")}, is ${outcome === "undone" ? "in use again in" : "now in"} ${to}. Nothing was sent.`;
        const setting = config === null ? [] : [`Write "${config}" into monitors.config.yaml: ${from} cannot be used any more.`];
        const commit = kind === "file" ? [`Commit and push ${to} with the config before anyone applies: "git add -- ${(0, import_shell_word2.shellWord)(to)}".`] : [];
        return [done, ...setting, ...commit];
      }
      /** Only a move from a file waits. */
      explainWait({ from, to, config, waitsFor, back }, again) {
        return [
          `The copy in ${to} is complete, and ${from} says that the state was moved. Neither can be used yet: ${waitsFor}.`,
          ...config === null ? [] : [`1. Write "${config}" into monitors.config.yaml.`],
          `${config === null ? "1" : "2"}. Commit ${from} and the config, and push both to the branch that applies: "git add -- ${(0, import_shell_word2.shellWord)(from)}".`,
          `${config === null ? "2" : "3"}. When that branch has them, run "git fetch", then "${again}".`,
          `To go back instead, run "${this.name(back)}".`
        ];
      }
    };
    StateHistoryCommand = class extends StateCommand {
      static paths = [["state", "history"]];
      static usage = import_clipanion21.Command.Usage({
        category: "State",
        description: "list the replaced states that a server keeps; a state file has its history in git",
        examples: [
          ["Before a restore", "monitors state history"],
          ["Then", "monitors state restore 41"]
        ]
      });
      commandName = "state history";
      async execute() {
        const { requireSharedStore } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/store.ts"));
        const given = await this.open();
        const store = requireSharedStore(given, "state history", `see the versions in git: "git log -- ${given.place}"`);
        const kept = await store.listBackups();
        const { localizeTimes: localizeTimes2 } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/rendering/local-time.ts"));
        const options = this.renderOptions(this.context.stdout);
        const states = kept.map(({ serial, replacedAt, monitors }) => ({ serial, replacedAt, monitors }));
        await this.conclude({ formatVersion: 1, command: "state history", place: store.place, states }, [
          ...states.length === 0 ? [`${store.place} keeps no replaced state yet.`] : [],
          ...states.map(
            ({ serial, replacedAt, monitors }) => `serial ${serial}: ${(0, import_sentences3.countOf)(monitors, "monitor")}, replaced ${localizeTimes2(replacedAt, options)}`
          ),
          ...states.length === 0 ? [] : ['To go back to one: "monitors state restore SERIAL".']
        ]);
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/state-repair.ts
function describeMove({ from, to }) {
  return `"${from}" is now "${to}" in the state.`;
}
function approveOption() {
  return import_clipanion22.Option.Boolean("--auto-approve", false, { description: "Do not ask about a glob" });
}
function approver(command, question) {
  return {
    approve: async (keys) => {
      command.note(keys.map((key) => `${(0, import_escape_terminal3.escapeTerminal)(key)}
`).join(""));
      if (command.autoApprove) return;
      const { confirm: confirm2, nameApproved: nameApproved2 } = await Promise.resolve().then(() => (init_confirmation(), confirmation_exports));
      const { context, argv } = command;
      await confirm2(question, nameApproved2(argv), context, context.watchInterruption());
    }
  };
}
var import_node_fs2, import_node_path7, import_clipanion22, import_shell_word3, import_escape_terminal3, import_sentences4, StateMoveCommand, StateRemoveCommand, StateRestoreCommand, StateUnlockCommand, StateUnprotectCommand, StateSetOriginCommand, StateResetCommand;
var init_state_repair = __esm({
  "src/doors/cli/commands/state-repair.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path7 = require("node:path");
    import_clipanion22 = __toESM(require_advanced());
    import_shell_word3 = askBundle("./monitors.cjs", "src/core/base/shell-word.ts");
    import_escape_terminal3 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    import_sentences4 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    init_lock_timeout();
    init_state_command();
    StateMoveCommand = class extends StateCommand {
      static paths = [["state", "mv"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "rename the key of a recorded monitor; nothing is sent",
        details: 'With one wildcard on each side, all keys that match are renamed, or none if one can not be: "*" matches within a segment, "**" across segments.',
        examples: [
          ["After a spec file was moved", "monitors state mv pricing/old pricing/new"],
          ["After a folder was moved", "monitors state mv 'old/**' 'new/**'"],
          ["In another environment", "monitors state mv pricing/old pricing/new --environment staging"]
        ]
      });
      commandName = "state mv";
      lockTimeout = lockTimeoutOption();
      from = import_clipanion22.Option.String({ name: "OLD" });
      to = import_clipanion22.Option.String({ name: "NEW" });
      async execute() {
        const { moveKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const { from, to } = this;
        const moved = await moveKeys(await this.openForRepair(), from, to);
        const [first] = moved;
        const isOne = first?.from === from;
        const document = { formatVersion: 1, command: "state mv", key: to, from };
        await this.conclude(
          isOne ? { ...document, id: first.id } : { ...document, monitors: moved.map(({ from: before, to: key, id }) => ({ key, id, from: before })) },
          [
            ...moved.slice(0, -1).map(describeMove),
            ...moved.slice(-1).map((move) => `${describeMove(move)} Nothing was sent: the service does not store keys.`)
          ]
        );
        return 0;
      }
    };
    StateRemoveCommand = class extends StateCommand {
      static paths = [["state", "rm"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "remove a monitor from the state; it stays in the service",
        details: 'For a glob such as "pricing/**", the command lists what it matches and asks.',
        examples: [
          ["A monitor whose spec was deleted", "monitors state rm pricing/old"],
          ["A folder", "monitors state rm 'pricing/**'"],
          ["In another environment", "monitors state rm pricing/old --environment staging"]
        ]
      });
      commandName = "state rm";
      lockTimeout = lockTimeoutOption();
      autoApprove = approveOption();
      key = import_clipanion22.Option.String({ name: "KEY" });
      async execute() {
        const { removeKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const { key: given } = this;
        const removed = await removeKeys(await this.openForRepair(), given, approver(this, "Remove these from the state?"));
        const entries = removed.map(([key, { id, leftovers }]) => ({ key, id, ...leftovers === void 0 ? {} : { leftovers } }));
        const isOne = entries[0]?.key === given;
        const document = { formatVersion: 1, command: "state rm", key: given };
        await this.conclude(isOne ? { ...document, ...entries[0] } : { ...document, monitors: entries }, [
          ...entries.flatMap(({ key, id, leftovers = [] }) => [
            `"${key}" is removed from the state. The monitor ${id} stays in the service and still costs credits; delete it there if you do not need it.`,
            ...leftovers.map((left) => `So does ${left}, which it replaced.`)
          ]),
          `If a spec still has ${isOne ? "this key" : "one of these keys"}, the next apply creates a new monitor for it.`
        ]);
        return 0;
      }
    };
    StateRestoreCommand = class extends StateCommand {
      static paths = [["state", "restore"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "restore the state from a backup, or add the content of a rescue file or a commit",
        details: `
      With a commit, records of its state file that are missing here are taken in. The state then counts as the later one.

      For a state on a server, FILE is a file or the serial of a kept state; \`monitors state history\` lists them.
    `,
        examples: [
          ["The previous version", "monitors state restore monitors.state.json.bak"],
          ['After "the state could not be saved"', "monitors state restore monitors.state.rescue-4f1c.json"],
          ["After a revert took records away", "monitors state restore HEAD~1"]
        ]
      });
      commandName = "state restore";
      lockTimeout = lockTimeoutOption();
      file = import_clipanion22.Option.String({ name: "FILE" });
      async execute() {
        const restored = await this.restore();
        const { toStateVersion, toUnresolvedDocuments } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const { unresolved } = restored;
        const shared = { formatVersion: 1, command: "state restore", unresolved: toUnresolvedDocuments(unresolved) };
        if (restored.kind === "state") {
          const { from, version: version2, monitors } = restored;
          await this.conclude(
            { ...shared, source: "state", state: toStateVersion(version2), monitors, recorded: [] },
            [
              `Restored ${(0, import_sentences4.countOf)(monitors, "monitor")} from serial ${from.serial}; the state now has serial ${version2.serial}.`,
              'It includes the journal, but not what later runs created: run "monitors plan" and check it before you apply.'
            ],
            unresolved
          );
        } else if (restored.kind === "commit") {
          await this.concludeCommit(restored, shared);
          if (restored.refused.length > 0) return 1;
        } else {
          const { recorded } = restored;
          await this.conclude(
            { ...shared, source: "rescue", state: null, monitors: null, recorded },
            [`Recorded from the rescue file: ${recorded.length === 0 ? "nothing new" : recorded.join(", ")}.`],
            unresolved
          );
        }
        return unresolved.length > 0 ? 1 : 0;
      }
      async concludeCommit({ from, version: version2, monitors, recorded, dropped, refused, unresolved }, shared) {
        const { toStateVersion } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const changes = { recorded, dropped, refused };
        await this.conclude(
          { ...shared, source: "commit", state: toStateVersion(version2), monitors, ...changes },
          [
            `Took in from serial ${from.serial}: ${recorded.length === 0 ? "no new record" : recorded.join(", ")}. The state now has serial ${version2.serial}.`,
            ...dropped.length === 0 ? [] : [`No longer recorded, since that version had removed them: ${dropped.join(", ")}.`],
            ...refused.length === 0 ? [] : [`Not taken in, since another monitor has the key here: ${refused.join(", ")}. Both run.`]
          ],
          unresolved
        );
      }
      async restore() {
        const { restoreFile } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore.ts"));
        const store = await this.open();
        if (store.backend !== "file" && /^\d{1,15}$/.test(this.file)) {
          const { restoreBackup } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/shared-repair.ts"));
          return restoreBackup(store, Number(this.file));
        }
        const path = (0, import_node_path7.resolve)(this.workingDirectory(), this.file);
        if (store.backend === "file" && !(0, import_node_fs2.existsSync)(path)) {
          const { readStateOf, restoreCommit } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore-commit.ts"));
          const committed = await readStateOf(store, this.file, this.context.env);
          if (committed !== null) return restoreCommit(store, this.file, committed);
        }
        return store.backend === "file" ? restoreFile(store, path) : restoreFile(await this.fileStore(), path, store);
      }
    };
    StateUnlockCommand = class extends StateCommand {
      static paths = [["state", "unlock"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "remove the lock of a run that is dead",
        details: 'The message "locked by ..." shows the id. Make sure that the process is dead: a live run would go on writing to the state.',
        examples: [
          ["With the id from the message", "monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11"],
          ["The lock of another state file", "monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11 --state ops/monitors.state.json"]
        ]
      });
      commandName = "state unlock";
      lockId = import_clipanion22.Option.String({ name: "ID" });
      async execute() {
        const { unlockState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { id, user, host, pid } = await unlockState(await this.open(), this.lockId);
        await this.conclude({ formatVersion: 1, command: "state unlock", id, user, host, pid }, [
          `Unlocked. The lock belonged to ${user}@${host}, process ${pid}.`
        ]);
        return 0;
      }
    };
    StateUnprotectCommand = class extends StateCommand {
      static paths = [["state", "unprotect"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "remove the protection from a recorded monitor",
        details: 'For a glob such as "pricing/**", the command lists the protected monitors that it matches and asks.',
        examples: [
          ["Before you remove it from the state", "monitors state unprotect suppliers/northsteel"],
          ["Then", "monitors state rm suppliers/northsteel"]
        ]
      });
      commandName = "state unprotect";
      lockTimeout = lockTimeoutOption();
      autoApprove = approveOption();
      key = import_clipanion22.Option.String({ name: "KEY" });
      async execute() {
        const { unprotectKeys } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const { key: given } = this;
        const found = await unprotectKeys(await this.openForRepair(), given, approver(this, "Remove their protection?"));
        const entries = found.map(([key, { id, protect }]) => ({ key, id, wasProtected: protect }));
        const wasProtected = entries.some((entry) => entry.wasProtected);
        const document = { formatVersion: 1, command: "state unprotect", key: given, wasProtected };
        await this.conclude(entries[0]?.key === given ? document : { ...document, monitors: entries }, [
          ...entries.map(
            (entry) => entry.wasProtected ? `"${entry.key}" is no longer protected. If its spec has "protect: true", the next apply protects it again.` : `"${entry.key}" was not protected.`
          )
        ]);
        return 0;
      }
    };
    StateSetOriginCommand = class extends StateCommand {
      static paths = [["state", "set-origin"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "change the address in the state after the service moved and kept its monitors",
        examples: [
          ["After a move", "monitors state set-origin https://api.example.com"],
          ["In another environment", "monitors state set-origin https://staging.example.com --environment staging"]
        ]
      });
      commandName = "state set-origin";
      lockTimeout = lockTimeoutOption();
      url = import_clipanion22.Option.String({ name: "URL" });
      async execute() {
        const { readAddress } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/project/connection.ts"));
        const { setOrigin } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { before, after } = await setOrigin(await this.openForRepair(), readAddress(this.url, {}).origin);
        await this.conclude({ formatVersion: 1, command: "state set-origin", origin: after, before }, [
          before === after ? `Origin is already ${after}.` : `Origin changed from ${before} to ${after}.`
        ]);
        return 0;
      }
    };
    StateResetCommand = class extends StateCommand {
      static paths = [["state", "reset"]];
      static usage = import_clipanion22.Command.Usage({
        category: "State",
        description: "delete the state of a trial with the emulator",
        details: `
      Works only for a state of the emulator (or of a loopback address, in a state of an older version). Anywhere else, the next
      apply would create every monitor again. A state that git tracks is emptied, not deleted; the command says what to commit.
    `,
        examples: [
          ["After a trial", "monitors state reset"],
          ["In another environment", "monitors state reset --environment sandbox"]
        ]
      });
      commandName = "state reset";
      lockTimeout = lockTimeoutOption();
      async execute() {
        const { resetState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { origin, forgotten, toCommit } = await resetState(await this.open());
        const files = (toCommit ?? []).map(import_shell_word3.shellWord).join(" ");
        await this.conclude({ formatVersion: 1, command: "state reset", origin, forgotten, ...toCommit === void 0 ? {} : { toCommit } }, [
          `Removed ${(0, import_sentences4.countOf)(forgotten, "monitor")} of ${origin} from the state. The next apply starts with an empty state.`,
          ...toCommit === void 0 ? [] : [
            `Git tracks the trial. Commit the change of ${toCommit.join(" and ")} and push it: "git add -A -- ${files}", then "git commit -m 'Forget the trial' -- ${files}".`
          ]
        ]);
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/state.ts
var state_exports = {};
__export(state_exports, {
  stateCommands: () => stateCommands
});
var import_clipanion23, import_user_error13, import_sentences5, StateListCommand, StateShowCommand, StateVerifyCommand, stateCommands;
var init_state = __esm({
  "src/doors/cli/commands/state.ts"() {
    "use strict";
    import_clipanion23 = __toESM(require_advanced());
    import_user_error13 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_sentences5 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    init_lock_timeout();
    init_state_command();
    init_state_place();
    init_state_repair();
    StateListCommand = class extends StateCommand {
      static paths = [["state", "list"]];
      static usage = import_clipanion23.Command.Usage({
        category: "State",
        description: "list recorded monitors and unresolved creates: all, or those that keys and globs match",
        examples: [
          ["One folder", "monitors state list 'pricing/**'"],
          ["For a program", "monitors state list --format json"],
          ["Of another environment", "monitors state list --environment staging"]
        ]
      });
      commandName = "state list";
      label = import_clipanion23.Option.Array("--label", { description: "<NAME=VALUE> Only monitors with this label (repeatable: all must match)" });
      keys = import_clipanion23.Option.Rest({ name: "KEY" });
      async execute() {
        const { listState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/keys.ts"));
        const listing = await listState(await this.open(), { keys: this.keys, labels: this.label ?? [] });
        if (this.isMachineReadable()) this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"))).renderStateListJson(listing));
        else this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"))).renderStateList(listing, this.renderOptions(this.context.stdout)));
        return 0;
      }
    };
    StateShowCommand = class extends StateCommand {
      static paths = [["state", "show"]];
      static usage = import_clipanion23.Command.Usage({
        category: "State",
        description: "show what is recorded under one key",
        examples: [
          ["One monitor", "monitors state show pricing/acme"],
          ["In another environment", "monitors state show pricing/acme --environment staging"]
        ]
      });
      commandName = "state show";
      key = import_clipanion23.Option.String({ name: "KEY" });
      async execute() {
        const { showKey } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/repair.ts"));
        const { key, monitor, unresolved } = await showKey(await this.open(), this.key);
        if (this.isMachineReadable())
          this.print((await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"))).renderStateEntryJson(key, monitor, unresolved));
        else {
          const { renderStateEntry } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
          this.print(renderStateEntry(key, monitor, unresolved, this.renderOptions(this.context.stdout)));
        }
        return 0;
      }
    };
    StateVerifyCommand = class extends StateCommand {
      static paths = [["state", "verify"]];
      static usage = import_clipanion23.Command.Usage({
        category: "State",
        description: "check the state file and its journal; --fix accepts their content",
        details: `
      Shows the content of the state and its journal, also when a checksum is wrong. A manual edit or a merge by git makes it
      wrong. Shows what changed since the version in git or the backup.

      \`--fix\` writes both again with a valid checksum. Check the list first: a monitor that is missing from it will be
      created again.
    `,
        examples: [
          ["Check", "monitors state verify"],
          ["Accept the content of the file", "monitors state verify --fix"]
        ]
      });
      commandName = "state verify";
      fix = import_clipanion23.Option.Boolean("--fix", false, { description: "Write the files again with a valid checksum" });
      lockTimeout = lockTimeoutOption();
      async execute() {
        if (this.lockTimeout !== void 0 && !this.fix) {
          throw new import_user_error13.UserError("config/usage", "--lock-timeout needs --fix: without it nothing is locked", "remove --lock-timeout");
        }
        const { verifyState } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/restore.ts"));
        const found = await verifyState(await this.open(), this.fix ? "sign" : "show");
        const { version: version2, monitors, signed, changes, journal, unreadableLines, unresolved, fixed } = found;
        const isSound = fixed || signed && journal !== "damaged";
        const { toStateChanges, toStateVersion, toUnresolvedDocuments } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/document.ts"));
        const { describeChanges } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/state/text.ts"));
        const sentences = [
          `The state holds ${(0, import_sentences5.countOf)(monitors.length, "monitor")} at serial ${version2.serial}, lineage ${version2.lineage}.`,
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
          ...{ state: toStateVersion(version2), monitors, unresolved: toUnresolvedDocuments(unresolved) }
        };
        await this.conclude(document, sentences, unresolved);
        return isSound ? 0 : 1;
      }
    };
    stateCommands = [
      StateListCommand,
      StateShowCommand,
      StateMoveCommand,
      StateRemoveCommand,
      StateVerifyCommand,
      StateRestoreCommand,
      StateUnlockCommand,
      StateUnprotectCommand,
      StateSetOriginCommand,
      StateResetCommand,
      StateHistoryCommand,
      StateInitCommand,
      StateMigrateCommand
    ];
  }
});

// src/doors/cli/commands/schema.ts
var schema_exports = {};
__export(schema_exports, {
  SchemaCommand: () => SchemaCommand,
  schemaNames: () => schemaNames
});
var import_clipanion24, import_option_values22, SCHEMAS, schemaNames, SchemaCommand;
var init_schema = __esm({
  "src/doors/cli/commands/schema.ts"() {
    "use strict";
    import_clipanion24 = __toESM(require_advanced());
    import_option_values22 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
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
      report: () => Promise.resolve().then(() => __toESM(require("../schemas/report.schema.json"))),
      checks: () => Promise.resolve().then(() => __toESM(require("../schemas/checks.schema.json"))),
      diff: () => Promise.resolve().then(() => __toESM(require("../schemas/diff.schema.json"))),
      run: () => Promise.resolve().then(() => __toESM(require("../schemas/run.schema.json"))),
      try: () => Promise.resolve().then(() => __toESM(require("../schemas/try.schema.json"))),
      state: () => Promise.resolve().then(() => __toESM(require("../schemas/state.schema.json")))
    };
    schemaNames = Object.keys(SCHEMAS);
    SchemaCommand = class extends MonitorsCommand {
      static paths = [["schema"]];
      static usage = import_clipanion24.Command.Usage({
        description: "print a JSON Schema, for editors and other programs",
        details: `
      \`spec\` (default), \`layer\` (defaults and overlays), \`data\` (rows in YAML) and \`config\` describe the files that you
      write. The others describe what the command of that name prints with \`--format json\`, errors included.

      \`plan\` also covers a saved plan, \`apply\` each line of \`--format jsonl\`, and \`state\` all commands of \`monitors state\`.
    `,
        examples: [
          ["Completion and hovers for specs", "monitors schema spec > .vscode/monitors.schema.json"],
          ["For the config file", "monitors schema config"],
          ["For a program that reads plans", "monitors schema plan"]
        ]
      });
      commandName = "schema";
      which = import_clipanion24.Option.String({ name: schemaNames.join("|"), required: false });
      async execute() {
        const { default: schema } = await SCHEMAS[(0, import_option_values22.oneOf)("monitors schema", this.which ?? "spec", schemaNames)]();
        this.print(`${JSON.stringify(schema, null, 2)}
`);
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/emulator.ts
var emulator_exports = {};
__export(emulator_exports, {
  EmulatorCommand: () => EmulatorCommand
});
var import_node_path8, import_clipanion25, import_option_values23, import_user_error14, import_file_error, import_given_file, import_escape_terminal4, EmulatorCommand;
var init_emulator = __esm({
  "src/doors/cli/commands/emulator.ts"() {
    "use strict";
    import_node_path8 = require("node:path");
    import_clipanion25 = __toESM(require_advanced());
    import_option_values23 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    import_user_error14 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    import_file_error = askBundle("./monitors.cjs", "src/core/files/file-error.ts");
    import_given_file = askBundle("./monitors.cjs", "src/core/files/given-file.ts");
    import_escape_terminal4 = askBundle("./monitors.cjs", "src/rendering/escape-terminal.ts");
    init_command();
    EmulatorCommand = class extends MonitorsCommand {
      static paths = [["emulator"]];
      static usage = import_clipanion25.Command.Usage({
        description: "run an emulator of the service on this machine, for trials and tests",
        details: `
      Prints its address and listens on 127.0.0.1 until it is interrupted. Monitors are kept in memory, or in a file with
      \`--data\`. \`--faults\` simulates faults such as lost responses: see docs/emulator.md.

      Checks run when they are due, on pages of the emulator's own site. With \`--speed 3600\`, an hour of checks takes a second.

      exit codes: 0 stopped; 3 could not start
    `,
        examples: [
          ["Try updates, deletes and drift", "monitors emulator --port 4010 --operations full"],
          ["See a day of checks in 24 seconds", "monitors emulator --port 4010 --operations full --speed 3600"],
          ["See what happens when responses are lost", "monitors emulator --port 4010 --faults lost-answers.yaml"]
        ]
      });
      commandName = "emulator";
      port = import_clipanion25.Option.String("--port", "0", { description: "<N> Port (default 0: any free port)" });
      operations = import_clipanion25.Option.String("--operations", "create", {
        description: "<WHICH> create (default), or full: also list, get, update and delete"
      });
      dataFile = import_clipanion25.Option.String("--data", { description: "<FILE> Keep the monitors in this file (default: in memory)" });
      faults = import_clipanion25.Option.String("--faults", { description: "<FILE> YAML or JSON file with the faults to simulate (default: none)" });
      speed = import_clipanion25.Option.String("--speed", "1", { description: "<N> How many times faster than real time checks run (1-1000000, default 1)" });
      apiKeys = import_clipanion25.Option.Array("--api-key", { description: "<KEY> Accept this key (repeatable; default: any key)" });
      async execute() {
        const operations = (0, import_option_values23.oneOf)("--operations", this.operations, ["create", "full"]);
        const port = (0, import_option_values23.wholeNumber)("--port", this.port, { min: 0, max: 65535 });
        const speed = (0, import_option_values23.wholeNumber)("--speed", this.speed, { min: 1, max: 1e6 });
        const { startEmulator } = await Promise.resolve().then(() => askBundle("./emulator.cjs", "src/emulator/emulator.ts"));
        const { world } = this.context;
        const interruption = this.context.watchInterruption();
        const emulator = await startEmulator({
          port,
          operations,
          speed,
          world,
          ...this.apiKeys === void 0 ? {} : { apiKeys: this.apiKeys },
          ...this.dataFile === void 0 ? {} : { dataFile: (0, import_node_path8.resolve)(this.workingDirectory(), this.dataFile) },
          ...this.faults === void 0 ? {} : { faults: await this.readFaults(this.faults) },
          onRequest: (record) => this.noteRequest(record),
          onError: (error) => this.note(`${(0, import_escape_terminal4.escapeTerminal)(error.message)}
`)
        }).catch((error) => {
          throw new import_user_error14.UserError(
            "config/usage",
            `the emulator could not start: ${error.message}`,
            "choose another --port, or 0 for any free port",
            { cause: error }
          );
        });
        const more = operations === "full" ? "  monitors run KEY --wait\n  monitors status\n" : "";
        this.print(`emulator listening at ${emulator.url}
`);
        this.note(
          `try it:
  export MONITORS_BASE_URL=${emulator.url} MONITORS_API_KEY=${this.apiKeys?.[0] ?? "any-key"}
  monitors apply
${more}Press Ctrl-C to stop it.
`
        );
        await new Promise((resolve9) => interruption.addEventListener("abort", () => resolve9(), { once: true }));
        await emulator.close();
        return 0;
      }
      async readFaults(path) {
        const { parseFaultScript } = await Promise.resolve().then(() => askBundle("./emulator.cjs", "src/emulator/faults/parse.ts"));
        const { script, problems } = parseFaultScript(this.readText(path));
        if (script !== void 0) return script;
        throw new import_user_error14.UserError(
          "config/usage",
          `the fault script ${path} is not valid: ${problems.join("; ")}`,
          "docs/emulator.md lists the members of a script"
        );
      }
      readText(path) {
        try {
          return (0, import_given_file.readGivenFile)((0, import_node_path8.resolve)(this.workingDirectory(), path));
        } catch (error) {
          throw new import_user_error14.UserError(
            "config/not-found",
            `the fault script ${path} cannot be read: ${(0, import_file_error.explainFileError)(error)}`,
            "check the path given with --faults",
            { cause: error }
          );
        }
      }
      noteRequest({ method, path, status }) {
        if (!this.quiet) this.note(`${(0, import_escape_terminal4.escapeTerminal)(`${method} ${path} -> ${status}`)}
`);
      }
    };
  }
});

// src/doors/cli/commands/version.ts
var version_exports = {};
__export(version_exports, {
  VersionCommand: () => VersionCommand
});
var import_clipanion26, import_version2, VersionCommand;
var init_version = __esm({
  "src/doors/cli/commands/version.ts"() {
    "use strict";
    import_clipanion26 = __toESM(require_advanced());
    import_version2 = askBundle("./monitors.cjs", "src/core/base/version.ts");
    init_command();
    VersionCommand = class extends MonitorsCommand {
      static paths = [["version"]];
      static usage = import_clipanion26.Command.Usage({
        description: "print the version",
        details: `
      Prints the version and the commit that it was built from, as \`monitors --version\` does.
    `,
        examples: [
          ["For a bug report", "monitors version"],
          ["The same", "monitors --version"]
        ]
      });
      commandName = "version";
      async execute() {
        this.print(`${(0, import_version2.describeTool)()}
`);
        return 0;
      }
    };
  }
});

// src/doors/cli/commands/completion.ts
var completion_exports = {};
__export(completion_exports, {
  makeCompletionCommand: () => makeCompletionCommand
});
function makeCompletionCommand(listHelp2) {
  return class CompletionCommand extends MonitorsCommand {
    static paths = [["completion"]];
    static usage = import_clipanion27.Command.Usage({
      description: "print a completion script for bash, zsh or fish",
      details: `
        The script completes commands, flags, values of flags, files and directories, and keys and labels. For these it
        starts \`monitors __complete\`, which reads the state and what the last run kept of the specs. Create it again after
        an upgrade.
      `,
      examples: [
        ["bash, for one user", "monitors completion bash > ~/.local/share/bash-completion/completions/monitors"],
        ["zsh, into a directory of your fpath", "monitors completion zsh > ~/.zfunc/_monitors"],
        ["fish", "monitors completion fish > ~/.config/fish/completions/monitors.fish"]
      ]
    });
    commandName = "completion";
    shell = import_clipanion27.Option.String({ name: shellNames.join("|") });
    async execute() {
      const render = await SHELLS[(0, import_option_values24.oneOf)("monitors completion", this.shell, shellNames)]();
      const { listCompletions } = await Promise.resolve().then(() => askBundle("./change.cjs", "src/features/editor/completion/candidates.ts"));
      this.print(render(listCompletions(await listHelp2())));
      return 0;
    }
  };
}
var import_clipanion27, import_option_values24, SHELLS, shellNames;
var init_completion = __esm({
  "src/doors/cli/commands/completion.ts"() {
    "use strict";
    import_clipanion27 = __toESM(require_advanced());
    import_option_values24 = askBundle("./monitors.cjs", "src/core/config/option-values.ts");
    init_command();
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
  executeWhenFree: () => executeWhenFree
});
async function executeWhenFree(command, timeout) {
  const { context } = command;
  let signal;
  const watchInterruption = () => {
    signal ??= context.watchInterruption();
    return signal;
  };
  command.context = Object.assign(Object.create(context), { watchInterruption });
  const options = command.renderOptions(context.stderr);
  const note = (text) => {
    if (!command.quiet) command.note((0, import_text.printText)([(0, import_text.hangingLine)(0, 2, text)], options));
  };
  return (0, import_lock_wait.runWhenFree)(
    () => command.validateAndExecute(),
    { timeout, name: "--lock-timeout", world: context.world, watchInterruption },
    {
      waiting: (holder) => note(`waiting for the lock held by ${(0, import_local_time.localizeTimes)(holder, options)} (--lock-timeout ${timeout})`),
      free: (waitedMs) => note(`the lock was released after ${(0, import_sentences6.formatDuration)(waitedMs)}; reading everything again`)
    }
  );
}
var import_lock_wait, import_local_time, import_sentences6, import_text;
var init_lock_wait = __esm({
  "src/doors/cli/lock-wait.ts"() {
    "use strict";
    import_lock_wait = askBundle("./change.cjs", "src/project/lock-wait.ts");
    import_local_time = askBundle("./check.cjs", "src/rendering/local-time.ts");
    import_sentences6 = askBundle("./monitors.cjs", "src/rendering/sentences.ts");
    import_text = askBundle("./monitors.cjs", "src/rendering/text.ts");
  }
});

// src/doors/cli/usage/command-use.ts
function listCommandUses(cli) {
  return cli.definitions().flatMap(({ path, usage, options }) => {
    const words = path.split(" ").slice(1).filter(isWord);
    if (words.length === 0) return [];
    const operands = usage.split(" ").slice(words.length + 1).filter((word) => !/^\[?-/.test(word) && !/^#\d+\]?$/.test(word));
    return [{ path: words, operands: operands.map(readOperand), flags: options.map(readFlag) }];
  });
}
function readOperand(word) {
  const name = word.replace(/^[[<](.*)[\]>]$/, "$1");
  if (word.endsWith("...")) return { name: name === "..." ? "NAME" : name.replace(/\W+$/, ""), need: "many" };
  return { name, need: word.startsWith("[") ? "optional" : "required" };
}
function readFlag({ definition, description = "" }) {
  const value = /^<([^>]+)> /.exec(description);
  return {
    names: definition.split(/[ ,]+/).filter((word) => word.startsWith("-")),
    value: definition.includes("#") ? value?.[1] ?? "VALUE" : null,
    description: value === null ? description : description.slice(value[0].length)
  };
}
function isWord(text) {
  return /^[a-z][a-z-]*$/.test(text);
}
function readCommandLine(argv, uses) {
  const everyValued = listValued(uses.flatMap(({ flags: flags2 }) => flags2));
  let start = 0;
  while (argv[start]?.startsWith("-")) start += everyValued.has(argv[start] ?? "") ? 2 : 1;
  const rest = argv.slice(start);
  const length = rest.findIndex((word) => word.startsWith("-"));
  const words = length === -1 ? rest : rest.slice(0, length);
  const [command = null] = uses.filter(({ path }) => path.every((word, index) => words[index] === word)).sort((a, b) => b.path.length - a.path.length);
  const valued = command === null ? everyValued : listValued(command.flags);
  const operands = [];
  const flags = [];
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const behind = start + (command?.path.length ?? 0);
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    const isFlag = index < end && word.startsWith("-") && word !== "-";
    if (isFlag) flags.push({ word, index });
    else if (index >= behind && index !== end) operands.push({ word, index });
    if (isFlag && valued.has(word) && !(argv[index + 1] ?? "-").startsWith("-")) index++;
  }
  return { argv, words, command, operands, flags };
}
function listValued(flags) {
  return new Set(flags.flatMap(({ names, value }) => value === null ? [] : names));
}
var init_command_use = __esm({
  "src/doors/cli/usage/command-use.ts"() {
    "use strict";
  }
});

// src/doors/cli/usage/show-call.ts
function showCall({ argv }, replaced) {
  return ["monitors", ...argv.flatMap((word, index) => replaced[index] ?? [word])].map(import_shell_word4.shellWord).join(" ");
}
var import_shell_word4;
var init_show_call = __esm({
  "src/doors/cli/usage/show-call.ts"() {
    "use strict";
    import_shell_word4 = askBundle("./monitors.cjs", "src/core/base/shell-word.ts");
  }
});

// src/doors/cli/usage/habits.ts
function explainFlagHabit({ word, index }, line, command) {
  const [flag = word, value] = word.split(/=(.*)/s);
  const known = command.flags.flatMap(({ names }) => names);
  if (KEY_FLAGS.includes(flag)) return "set the environment variable MONITORS_API_KEY: there is no flag for the key";
  if (DRY_RUN_FLAGS.includes(flag) && command.path.join(" ") === "apply")
    return 'run "monitors plan": it shows the changes and sends nothing';
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

// src/doors/cli/usage/operands.ts
function explainOperands(line, command) {
  const { operands } = line;
  const missing = command.operands.filter(({ need }) => need === "required").slice(operands.length);
  if (missing.length > 0) return explainMissing(missing, command);
  if (command.operands.some(({ need }) => need === "many") || operands.length <= command.operands.length) return null;
  return explainExtra(line, command);
}
function explainMissing(missing, command) {
  const names = missing.map(({ name }) => name).join(" and ");
  return new import_user_error15.UserError("config/usage", `"monitors ${command.path.join(" ")}" needs ${names}`, `${usageOf(command)}${alsoMeant(command)}`);
}
function alsoMeant({ path }) {
  return path[0] === "diff" ? '; to see what apply would change, run "monitors plan"' : "";
}
function explainExtra(line, command) {
  const name = command.path.join(" ");
  const only = command.flags.find(({ names }) => names.includes("--only"));
  const isPlan = ({ word }) => word.endsWith(".json");
  const isSpec = ({ word }) => /\.ya?ml$/.test(word);
  const extra = line.operands.slice(command.operands.length);
  const refuse = (what, hint) => new import_user_error15.UserError("config/usage", `${name} takes ${what}`, hint);
  const first = extra[0]?.word ?? "";
  if (first === "help" && extra.length === 1) return refuse('no argument "help"', `\`monitors ${name} --help\` shows its flags`);
  if (name === "plan" && extra.some(isPlan)) return refuse("no file", `to show and apply a saved plan, run "monitors apply ${first}"`);
  if (only !== void 0 && line.operands.some(isSpec))
    return refuse("no spec file: it reads all specs", `for one monitor, give its key: monitors ${name} --only ${only.value ?? "KEY"}`);
  if (only !== void 0 && !line.operands.some(isPlan)) {
    const replaced = {};
    if (line.argv.includes("--")) replaced[line.argv.indexOf("--")] = [];
    for (const { word, index } of line.operands) replaced[index] = ["--only", word];
    return refuse(`no ${(only.value ?? "key").toLowerCase()}`, `did you mean "${showCall(line, replaced)}"?`);
  }
  if (name === "emulator" && /^\d+$/.test(first))
    return refuse("no argument", `did you mean "${showCall(line, { [extra[0]?.index ?? 0]: ["--port", first] })}"?`);
  const most = command.operands.length;
  return refuse(most === 0 ? "no argument" : `only ${command.operands.map((operand) => operand.name).join(" and ")}`, usageOf(command));
}
function usageOf({ path, operands }) {
  const words = operands.map(({ name, need }) => need === "required" ? name : need === "many" ? `[${name}...]` : `[${name}]`);
  return `usage: ${["monitors", ...path, ...words, "[flags]"].join(" ")}`;
}
var import_user_error15;
var init_operands = __esm({
  "src/doors/cli/usage/operands.ts"() {
    "use strict";
    import_user_error15 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
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
function explainUsage(argv, cli) {
  const uses = listCommandUses(cli);
  const line = readCommandLine(argv, uses);
  const { command } = line;
  if (command === null) return explainUnknownCommand(line, uses);
  const name = command.path.join(" ");
  const flags = ["--help", ...command.flags.flatMap(({ names }) => names)];
  const unknown = line.flags.find(({ word }) => !flags.includes(nameOf(word)));
  if (unknown !== void 0) {
    const owner = command.flags.find(({ names, value }) => value !== null && names.includes(argv[unknown.index - 1] ?? ""));
    if (owner !== void 0 && /^-[\d.]/.test(unknown.word)) return explainNegative(unknown.word, argv[unknown.index - 1] ?? "", owner);
    return explainUnknownFlag(unknown, line, command, uses);
  }
  const valueless = command.flags.filter((flag) => flag.value === null).flatMap(({ names }) => names);
  const valued = line.flags.find(({ word }) => word.includes("=") && valueless.includes(nameOf(word)));
  if (valued !== void 0) {
    const flag = nameOf(valued.word);
    return new import_user_error16.UserError("config/usage", `${flag} takes no value`, `did you mean "${showCall(line, { [valued.index]: [flag] })}"?`);
  }
  const bare = line.flags.find(({ word, index }) => isBare(word, line.argv[index + 1], command));
  if (bare !== void 0) {
    const flag = command.flags.find(({ names }) => names.includes(bare.word));
    const choice = flag?.description === "" ? "" : `: ${flag?.description}`;
    return new import_user_error16.UserError("config/usage", `${bare.word} needs a value`, `write ${bare.word} ${flag?.value ?? "VALUE"}${choice}`);
  }
  return explainOperands(line, command) ?? new import_user_error16.UserError("config/usage", `invalid arguments: monitors ${argv.join(" ")}`, `\`monitors ${name} --help\` shows the usage`);
}
function findLoneGroup(argv, cli) {
  const uses = listCommandUses(cli);
  const { command, words } = readCommandLine(argv, uses);
  const [word] = words;
  if (command !== null || word === void 0 || words.length > 1 || argv.at(-1) !== word) return null;
  return uses.some(({ path }) => path.length > 1 && path[0] === word) ? word : null;
}
function isBare(word, next, command) {
  return command.flags.some(({ names, value }) => value !== null && names.includes(word)) && (next ?? "-").startsWith("-");
}
function nameOf(flag) {
  return flag.split("=")[0] ?? flag;
}
function explainNegative(word, flag, { value, description }) {
  return new import_user_error16.UserError("config/usage", `${flag} must not be negative, but is "${word}"`, `use ${flag} ${value}: ${description}`);
}
function explainUnknownFlag({ word, index }, line, command, uses) {
  const name = `monitors ${command.path.join(" ")}`;
  const flag = nameOf(word);
  const known = command.flags.flatMap(({ names }) => names);
  const homes = uses.filter(({ flags }) => flags.some(({ names }) => names.includes(flag)));
  const near = (0, import_suggest.suggestName)(flag, ["--help", ...known]);
  const hint = explainFlagHabit({ word, index }, line, command) ?? (homes.length > 0 ? `${flag} belongs to: ${homes.map(({ path }) => `monitors ${path.join(" ")}`).join(", ")}` : void 0) ?? (near === void 0 ? `\`${name} --help\` lists its flags` : `did you mean "${near}"?`);
  return new import_user_error16.UserError("config/usage", `"${name}" has no flag "${flag}"`, hint);
}
function explainUnknownCommand(line, uses) {
  const words = line.words[0] === "help" ? line.words.slice(1) : line.words;
  const names = uses.map(({ path }) => path.join(" "));
  const [first] = words;
  if (first === void 0) return explainNoCommand(line, uses);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (words.length === 1 && group.length > 0) {
    return new import_user_error16.UserError("config/usage", `"monitors ${first}" needs a subcommand`, `\`monitors ${first} --help\` lists them`);
  }
  const given = words.slice(0, group.length > 0 ? 2 : 1);
  const message = `unknown command "monitors ${given.join(" ")}"`;
  const place = line.argv.indexOf(first);
  const owner = names.find((name) => name.endsWith(` ${first}`));
  const meant = COMMAND_HABITS.get(first) ?? (owner === void 0 ? void 0 : { command: owner });
  if (group.length === 0 && meant !== void 0) {
    const operands = "why" in meant ? Object.fromEntries(words.slice(1).map((_word, index) => [place + 1 + index, []])) : {};
    const call = showCall(line, { ...operands, [place]: meant.command.split(" ") });
    return new import_user_error16.UserError("config/usage", message, "why" in meant ? `${meant.why}: ${call}` : `did you mean "${call}"?`);
  }
  const near = (0, import_suggest.suggestName)(given.join(" "), names);
  return new import_user_error16.UserError(
    "config/usage",
    message,
    near === void 0 ? `\`monitors ${group.length > 0 ? `${first} ` : ""}--help\` lists the commands` : `did you mean "${near}"?`
  );
}
function explainNoCommand({ argv }, uses) {
  const [first = ""] = argv;
  const known = ["--help", "--version", ...uses.flatMap(({ flags }) => flags.flatMap(({ names }) => names))];
  const flag = nameOf(first);
  if (!first.startsWith("-") || first === "-" || first === "--" || known.includes(flag))
    return new import_user_error16.UserError("config/usage", "no command given", "`monitors --help` lists the commands");
  const near = (0, import_suggest.suggestName)(flag, known);
  const hint = near === void 0 ? "`monitors --help` shows the usage" : `did you mean "${near}"?`;
  return new import_user_error16.UserError("config/usage", `"monitors" has no flag "${flag}"`, hint);
}
function isUsageComplaint(error) {
  return error instanceof Error && "clipanion" in error;
}
var import_suggest, import_user_error16;
var init_usage = __esm({
  "src/doors/cli/usage.ts"() {
    "use strict";
    import_suggest = askBundle("./monitors.cjs", "src/core/diagnostics/suggest.ts");
    import_user_error16 = askBundle("./monitors.cjs", "src/core/diagnostics/user-error.ts");
    init_command_use();
    init_habits();
    init_operands();
    init_show_call();
  }
});

// src/doors/cli/help.ts
var help_exports = {};
__export(help_exports, {
  findHelp: () => findHelp,
  listCommandHelp: () => listCommandHelp
});
function findHelp(argv, cli, width) {
  const options = { color: false, width, verbosity: "normal" };
  const commands = listCommandHelp(cli);
  const words = argv.filter((word) => !word.startsWith("-") && word !== "help");
  if (words.length === 0) return (0, import_help_text.renderOverview)(commands, options);
  const asked = ` ${words.join(" ")} `;
  const [page] = commands.filter(({ path }) => asked.includes(` ${path.slice("monitors ".length)} `)).sort((one, other) => other.path.length - one.path.length);
  if (page !== void 0) return (0, import_help_text.renderCommandHelp)(page, options);
  const group = commands.filter(({ path }) => path.startsWith(`monitors ${words[0]} `));
  return group.length === 0 ? void 0 : (0, import_help_text.renderGroupHelp)(`monitors ${words[0]}`, group, options);
}
function listCommandHelp(cli) {
  const definitions = cli.definitions().filter(({ description }) => description !== void 0);
  const uses = /* @__PURE__ */ new Map();
  for (const { definition } of definitions.flatMap(({ options }) => options)) uses.set(definition, (uses.get(definition) ?? 0) + 1);
  return definitions.map(({ path, usage, category, description, details, examples, options }) => {
    const words = path.split(" ").filter((word) => /^[a-z-]+$/.test(word));
    return {
      path: words.join(" "),
      operands: usage.split(" ").slice(words.length).filter(isOperand).map((word) => nameOperand(word, words.at(-1))).join(" "),
      category: category?.trim(),
      description: description?.trim().replace(/\.$/, "") ?? "",
      details,
      examples: (examples ?? []).map(([what, command]) => [what.trim(), command.trim()]),
      flags: options.map((option) => ({
        names: option.definition.split(" ")[0]?.split(",") ?? [],
        description: option.description ?? "",
        isGlobal: uses.get(option.definition) === definitions.length
      }))
    };
  });
}
function isOperand(word) {
  return !/^\[?-/.test(word) && !/^#\d+\]?$/.test(word);
}
function nameOperand(word, command = "") {
  return word === "..." ? MANY[command] ?? word : word.replace(/^<(.*)>$/, "$1");
}
var import_help_text, MANY;
var init_help = __esm({
  "src/doors/cli/help.ts"() {
    "use strict";
    import_help_text = askBundle("./monitors.cjs", "src/rendering/help-text.ts");
    MANY = {
      validate: "[PATH...]",
      render: "[KEY...]",
      report: "[KEY...]",
      status: "[KEY...]",
      run: "[KEY...]",
      try: "FILE|KEY...",
      accept: "KEY...",
      resolve: "[KEY...]",
      list: "[KEY...]"
    };
  }
});

// src/doors/cli/command-line.ts
var command_line_exports = {};
__export(command_line_exports, {
  runCommandLine: () => runCommandLine
});
async function runCommandLine(argv, context) {
  let failing;
  let running;
  try {
    const help = asksForHelp(argv) ? await renderHelp(argv, context) : await renderLoneGroup(argv, context);
    if (help !== void 0) {
      context.stdout.write(help);
      return 0;
    }
    const command = await readCommand(argv);
    command.context = Object.assign(Object.create(context), { env: { ...context.env }, colorDepth: 1 });
    if (command instanceof MonitorsCommand) {
      command.argv = argv;
      failing = command;
      running = command;
      const strange = (0, import_variables.listStrangeVariables)(context.env);
      if (strange.length > 0) (await Promise.resolve().then(() => (init_notes(), notes_exports))).noteVariables(strange, command);
    }
    if (!(command instanceof MonitorsCommand) || command.lockTimeout === void 0) return await command.validateAndExecute();
    return await (await Promise.resolve().then(() => (init_lock_wait(), lock_wait_exports))).executeWhenFree(command, command.lockTimeout);
  } catch (error) {
    const { explainFailure, writeFailure } = await Promise.resolve().then(() => askBundle("./check.cjs", "src/doors/failure.ts"));
    failing ??= { commandName: await nameCommand(argv), isMachineReadable: () => asksForJson(argv) };
    return await writeFailure(explainFailure(error), failing, context);
  } finally {
    await running?.close();
  }
}
async function nameCommand(argv) {
  const groups = new Map(COMMANDS.map((group2) => [group2.word, group2]));
  const start = argv.findIndex((word) => groups.has(word));
  const group = groups.get(argv[start] ?? "");
  if (group === void 0) return argv[0] ?? "monitors";
  const paths = (await group.load()).flatMap(({ paths: paths2 = [] }) => paths2);
  const isMeant = (path) => path.every((word, index) => argv[start + index] === word);
  return paths.find(isMeant)?.join(" ") ?? group.word;
}
async function readCommand(argv) {
  try {
    const cli = await makeCli(COMMANDS.filter(({ word }) => argv.includes(word)));
    return cli.process([...argv], {});
  } catch (error) {
    const { explainUsage: explainUsage2, isUsageComplaint: isUsageComplaint2 } = await Promise.resolve().then(() => (init_usage(), usage_exports));
    throw isUsageComplaint2(error) ? explainUsage2(argv, await makeCli(COMMANDS)) : error;
  }
}
async function makeCli(groups) {
  const cli = new import_clipanion28.Cli({ binaryLabel: "monitors", binaryName: "monitors", binaryVersion: import_version3.version, enableColors: false });
  for (const { load } of groups) for (const command of await load()) cli.register(command);
  return cli;
}
async function listHelp() {
  const { listCommandHelp: listCommandHelp2 } = await Promise.resolve().then(() => (init_help(), help_exports));
  return listCommandHelp2(await makeCli(COMMANDS));
}
async function renderLoneGroup(argv, context) {
  const last = argv.at(-1) ?? "";
  const group = COMMANDS.find(({ word }) => word === last);
  if (group === void 0 || (await group.load()).some(({ paths = [] }) => paths.some((path) => path.length === 1))) return void 0;
  const { findLoneGroup: findLoneGroup2 } = await Promise.resolve().then(() => (init_usage(), usage_exports));
  return findLoneGroup2(argv, await makeCli(COMMANDS)) === null ? void 0 : renderHelp([last], context);
}
function asksForHelp(argv) {
  return argv.length === 0 || argv[0] === "help" || argv.includes("-h") || argv.includes("--help");
}
async function renderHelp(argv, { stdout }) {
  const { findHelp: findHelp2 } = await Promise.resolve().then(() => (init_help(), help_exports));
  return findHelp2(argv, await makeCli(COMMANDS), stdout.columns || 100);
}
function asksForJson(argv) {
  return argv.some((word, index) => /^--format=jsonl?$/.test(word) || word === "--format" && /^jsonl?$/.test(argv[index + 1] ?? ""));
}
var import_clipanion28, import_version3, import_variables, COMMANDS;
var init_command_line = __esm({
  "src/doors/cli/command-line.ts"() {
    "use strict";
    import_clipanion28 = __toESM(require_advanced());
    import_version3 = askBundle("./monitors.cjs", "src/core/base/version.ts");
    import_variables = askBundle("./monitors.cjs", "src/core/config/variables.ts");
    init_command();
    COMMANDS = [
      { word: "init", load: async () => [(await Promise.resolve().then(() => (init_init(), init_exports))).InitCommand] },
      { word: "validate", load: async () => [(await Promise.resolve().then(() => (init_validate(), validate_exports))).ValidateCommand] },
      { word: "plan", load: async () => [(await Promise.resolve().then(() => (init_plan(), plan_exports))).PlanCommand] },
      { word: "render", load: async () => [(await Promise.resolve().then(() => (init_render(), render_exports))).RenderCommand] },
      { word: "try", load: async () => [(await Promise.resolve().then(() => (init_try(), try_exports))).TryCommand] },
      { word: "apply", load: async () => [(await Promise.resolve().then(() => (init_apply(), apply_exports))).ApplyCommand] },
      { word: "accept", load: async () => [(await Promise.resolve().then(() => (init_accept(), accept_exports))).AcceptCommand] },
      { word: "resolve", load: async () => [(await Promise.resolve().then(() => (init_resolve(), resolve_exports))).ResolveCommand] },
      { word: "import", load: async () => [(await Promise.resolve().then(() => (init_adopting(), adopting_exports))).ImportCommand] },
      { word: "pull", load: async () => [(await Promise.resolve().then(() => (init_adopting(), adopting_exports))).PullCommand] },
      { word: "factor", load: async () => [(await Promise.resolve().then(() => (init_factor(), factor_exports))).FactorCommand] },
      { word: "recover", load: async () => [(await Promise.resolve().then(() => (init_recover(), recover_exports))).RecoverCommand] },
      { word: "status", load: async () => [(await Promise.resolve().then(() => (init_status(), status_exports))).StatusCommand] },
      { word: "checks", load: async () => [(await Promise.resolve().then(() => (init_checks(), checks_exports))).ChecksCommand] },
      { word: "diff", load: async () => [(await Promise.resolve().then(() => (init_checks(), checks_exports))).DiffCommand] },
      { word: "run", load: async () => [(await Promise.resolve().then(() => (init_run(), run_exports))).RunCommand] },
      { word: "report", load: async () => [(await Promise.resolve().then(() => (init_report(), report_exports))).ReportCommand] },
      { word: "state", load: async () => (await Promise.resolve().then(() => (init_state(), state_exports))).stateCommands },
      { word: "schema", load: async () => [(await Promise.resolve().then(() => (init_schema(), schema_exports))).SchemaCommand] },
      { word: "emulator", load: async () => [(await Promise.resolve().then(() => (init_emulator(), emulator_exports))).EmulatorCommand] },
      { word: "version", load: async () => [(await Promise.resolve().then(() => (init_version(), version_exports))).VersionCommand] },
      { word: "completion", load: async () => [(await Promise.resolve().then(() => (init_completion(), completion_exports))).makeCompletionCommand(listHelp)] }
    ];
  }
});

// cli.js
var cli_exports = {};
__export(cli_exports, {
  modules: () => modules
});
module.exports = __toCommonJS(cli_exports);
var once = (load) => {
  let loaded;
  return () => loaded ??= load();
};
var modules = {
  "src/doors/cli/command-line.ts": once(() => (init_command_line(), command_line_exports))
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  modules
});

});
