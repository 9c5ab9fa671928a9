import {isOurs, listTypes} from './table';

/** Fault of a path in the config. */
interface FieldFlaw {
  readonly message: string;
  readonly hint: string;
  /** It names a member that is known: allowing it changes nothing. */
  readonly isKnown?: true;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/** Names that mean something else to a program that reads JSON. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds what is wrong with a path of `service.allowFields`; null for nothing. */
export function findFieldFlaw(path: string): FieldFlaw | null {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  if (path.length > 200 || !steps.every(step => step === '*' || isName(step)) || !isName(last)) {
    return {
      message: `${JSON.stringify(path.slice(0, 200))} is not a path of member names`,
      hint: 'write names with dots, and * for the items of a list, e.g. targets.*.newThing',
    };
  }
  if (isOurs(steps[0] ?? last)) {
    return {message: `"${path}" is not a member that a spec sends`, hint: 'name a new member of the service'};
  }
  return findFlawOnWay(path, steps, last);
}

function findFlawOnWay(path: string, steps: readonly string[], last: string): FieldFlaw | null {
  let types = listTypes('MonitorCreateRequest');
  let isList = false;
  for (const [index, step] of steps.entries()) {
    const way = steps.slice(0, index + 1).join('.');
    if (isList !== (step === '*')) return isList ? needsItems(path, steps.slice(0, index)) : noList(path, way);
    if (isList) {
      isList = false;
      continue;
    }
    const members = types.flatMap(({members: known}) => (Object.hasOwn(known, step) ? [known[step]!] : []));
    types = members.flatMap(({type}) => (type === undefined ? [] : listTypes(type)));
    isList = members.some(({list}) => list !== undefined);
    if (members.length > 0 && types.length === 0) {
      return {
        message: `"${path}" leads into "${way}", which has no members of the service's own`,
        hint: 'name a new member of an object of the service',
      };
    }
    if (types.length === 0)
      return {message: `"${path}" goes below "${way}", which is not a known member`, hint: `write ${way}: all below it is allowed`};
  }
  if (isList) return needsItems(path, steps);
  if (!types.some(({members}) => Object.hasOwn(members, last))) return null;
  return {message: `"${path}" is a known member`, hint: 'remove it from service.allowFields: specs may have it without', isKnown: true};
}

function isName(step: string): boolean {
  return NAME.test(step) && !REFUSED_NAMES.has(step);
}

function needsItems(path: string, list: readonly string[]): FieldFlaw {
  const items = `${list.join('.')}.*`;
  return {message: `"${path}" does not say which items of the list`, hint: `write ${items}${path.slice(list.join('.').length)}`};
}

function noList(path: string, way: string): FieldFlaw {
  return {
    message: `the * of "${way}" in "${path}" is not at a list`,
    hint: 'write * for the items of a list only, e.g. targets.*.newThing',
  };
}

/** Finds what is wrong with an item of `service.allowValues`, e.g. `targets.*.scrapeOptions.proxy=premium`; null for nothing. */
export function findValueFlaw(given: string): FieldFlaw | null {
  const at = given.indexOf('=');
  const value = given.slice(at + 1);
  if (at < 1 || value === '' || value.length > 100 || value.trim() !== value) {
    return {
      message: `${JSON.stringify(given.slice(0, 200))} is not a path and a value`,
      hint: 'write e.g. targets.*.scrapeOptions.proxy=premium',
    };
  }
  const path = given.slice(0, at);
  const flaw = findFieldFlaw(path.endsWith('.*') ? path.slice(0, -2) : path);
  if (flaw === null) return {message: `"${path}" is not a known member`, hint: 'name a member that takes one of several values'};
  return flaw.isKnown === true ? null : flaw;
}
