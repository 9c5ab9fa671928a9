import {countOf} from '../../core/base/words';
import {type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {Change, Plan} from '../../core/plan/change';
import {isSent} from '../../core/plan/change-facts';
import type {ChangeGroup} from '../../core/plan/groups';
import {originOf} from '../../core/secrets/origin';
import {splitReferences} from '../../core/secrets/references';
import {member} from '../../core/service/member';
import {isProtected} from '../../core/specs/sync';

/** One fact that a reviewer must see before approving a plan: an address that something goes to, or a loss. */
interface ReachLine {
  readonly what: 'watches' | 'webhook to' | 'mails' | 'posts to' | 'deletes' | 'replaces' | 'unprotects';
  /** An origin, a recipient or a key; untrusted. */
  readonly whom: string;
  /** `3 URLs`; empty for a loss. */
  readonly count: string;
}

/** The text of new rows in tables outside of folds. */
export type Tabled = ReadonlyMap<Change, string>;

/** Lines of a plan that a reviewer must see. */
interface Reach {
  readonly lines: readonly ReachLine[];
  /** The tables show what the lines leave out: they must stay outside of folds. */
  readonly needsTables: boolean;
}

/** So many origins are listed, though a table shows each. */
const MOST_TWICE = 10;

/**
 * Lists what the changes of a plan watch, whom they send to, and what they end: never cut, so that no value hides
 * behind an equal one. Of an update only what it adds. Many watched origins are left to a table that shows all their pages.
 */
export function listReach({bookkeeping}: Plan, groups: readonly ChangeGroup[], tabled: Tabled): Reach {
  const changes = groups.flatMap(group => group.changes);
  const added = changes.flatMap(change => listAdded(change).map(addresses => ({...addresses, shown: tabled.get(change) ?? ''})));
  const unprotected = [
    ...bookkeeping.flatMap(({key, losesProtection}) => (losesProtection === true ? [key] : [])),
    ...changes.flatMap(change => (change.action === 'update' && change.before.protect && !isProtected(change.after) ? [change.key] : [])),
  ];
  const watched = countEqual('watches', added, 'pages', 'URL');
  const inTables = watched.filter(({isShown}) => isShown);
  const needsTables = inTables.length > MOST_TWICE;
  const lines: ReachLine[] = [
    ...(needsTables ? watched.filter(({isShown}) => !isShown) : watched),
    ...(needsTables ? [{what: 'watches', whom: countOf(inTables.length, 'origin'), count: 'each in a table below'} as const] : []),
    ...countEqual('webhook to', added, 'webhooks', 'monitor'),
    ...countEqual('mails', added, 'recipients', 'monitor'),
    ...countEqual('posts to', added, 'channels', 'monitor'),
    ...changes.flatMap(({action, key}): ReachLine[] => {
      if (action === 'delete') return [{what: 'deletes', whom: key, count: ''}];
      return action === 'replace' ? [{what: 'replaces', whom: key, count: ''}] : [];
    }),
    ...unprotected.sort().map((key): ReachLine => ({what: 'unprotects', whom: key, count: ''})),
  ];
  return {lines, needsTables};
}

/** A fact as one line of a list. */
export function reachRow({what, whom, count}: ReachLine): string {
  return `${what.padEnd(11)}${whom}${count === '' ? '' : ` (${count})`}`;
}

/** Addresses that one body sends to; each as messages name it. */
interface Addresses {
  readonly pages: readonly string[];
  readonly webhooks: readonly string[];
  readonly recipients: readonly string[];
  readonly channels: readonly string[];
}

/** Lists the addresses that a change adds to those watched and sent to; empty for one that apply does not make. */
function listAdded(change: Change): Addresses[] {
  if (!isSent(change)) return [];
  if (change.action !== 'update') return [listAddresses(change.after.body())];
  return [without(listAddresses(pick(change.after.body(), Object.keys(change.patch))), listAddresses(change.present))];
}

function pick(body: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)));
}

function without(now: Addresses, then: Addresses): Addresses {
  const added = (name: keyof Addresses) => now[name].filter(one => !then[name].includes(one));
  return {pages: added('pages'), webhooks: added('webhooks'), recipients: added('recipients'), channels: added('channels')};
}

function listAddresses(body: JsonObject): Addresses {
  const notification = member(body, 'notification');
  const slack = property(notification, 'slack');
  const channel = [property(slack, 'channelName'), property(slack, 'channelId')].filter(isText).join(' ');
  return {
    pages: listItems(member(body, 'targets')).flatMap(target => texts([member(target, 'url'), ...listItems(member(target, 'urls'))])),
    webhooks: texts([member(member(body, 'webhook'), 'url')]),
    recipients: texts(listItems(member(member(notification, 'email'), 'recipients'))),
    channels: channel === '' ? [] : [channel],
  };
}

function listItems(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function texts(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter(isText);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

/** Addresses with the text of the row that shows them; empty for none. */
type Shown = Addresses & {readonly shown: string};

/** A fact, and whether rows show all of it. */
type CountedLine = ReachLine & {readonly isShown: boolean};

/** Each different one once, with how often it is there, in the order of their texts. Linear. */
function countEqual(what: ReachLine['what'], added: readonly Shown[], name: keyof Addresses, unit: string): CountedLine[] {
  const counts = new Map<string, {readonly whom: string; count: number; isShown: boolean}>();
  for (const addresses of added) {
    for (const address of addresses[name]) {
      const {id, shown} = name === 'pages' || name === 'webhooks' ? nameOrigin(address) : {id: address, shown: address};
      const known = counts.get(id) ?? {whom: shown, count: 0, isShown: true};
      known.count += 1;
      known.isShown &&= addresses.shown !== '' && isPlain(address, shown) && addresses.shown.includes(JSON.stringify(address));
      counts.set(id, known);
    }
  }
  const sorted = [...counts.values()].sort((a, b) => (a.whom < b.whom ? -1 : a.whom > b.whom ? 1 : 0));
  return sorted.map(({whom, count, isShown}) => ({what, whom, count: countOf(count, unit), isShown}));
}

/** Tells whether an address begins with its origin as it is listed, so that its own text misleads no one. */
function isPlain(address: string, origin: string): boolean {
  return /^[\x21-\x7e]+$/.test(address) && !address.includes('${') && (address === origin || address.startsWith(`${origin}/`));
}

/** An origin; one with a reference in its host by the reference, since that decides where it goes. */
function nameOrigin(address: string): {readonly id: string; readonly shown: string} {
  const {id, shown} = originOf(address);
  if (shown === id || !address.includes('${')) return {id, shown};
  const names = splitReferences(address, 'everything').flatMap(part => (part.kind === 'reference' ? [part.source] : []));
  return {id, shown: names.length === 0 || names.includes(shown) ? shown : `${shown}: ${names.join(', ')}`};
}
