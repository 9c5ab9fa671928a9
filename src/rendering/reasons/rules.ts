import {writeEnvironmentMove} from '../../core/base/command-line';
import {countOf, formatNumber, listFirst, listWords} from '../../core/base/words';
import {nameBudgetMember} from '../../core/plan/budget';
import {compareCosts} from '../../core/plan/costs';
import {describeParts, shorten} from '../sentences';
import type {HeldBy, HeldReasons} from './reason';

/** A way out where the service can do more than create. */
const FULL_OPERATIONS = 'if the service supports updates and deletes: set service: {operations: full} in monitors.config.yaml';
const NO_UPDATE = '"operations: create" allows no updates';
const NO_DELETE = '"operations: create" allows no deletes';

/** Reasons that the config, the specs or the service set: limits, protection, operations, environments. */
export const RULE_REASONS: Pick<
  HeldReasons,
  | 'needs-update'
  | 'needs-delete'
  | 'protected'
  | 'from-layer'
  | 'too-many-deletes'
  | 'budget'
  | 'other-environment'
  | 'left-environment'
  | 'never-committed'
> = {
  'needs-update': {
    code: 'plan/needs-update',
    one: ({key}, {command}) => ({
      message: `"${key}" was edited after it was created, and ${NO_UPDATE}`,
      waysOut: [
        'undo the edit',
        FULL_OPERATIONS,
        `give the spec a new sync.key, which creates a new monitor, and remove the old one from the state: ${command('state rm', [key])}`,
      ],
    }),
    many: (_, {changes}) => `${changes} monitors were edited after they were created, and ${NO_UPDATE}`,
  },
  'needs-delete': {
    code: 'plan/needs-delete',
    topic: ({reason}) => String(reason.leftover === undefined),
    one: ({key, reason: {leftover}}, {command}) => {
      if (leftover !== undefined) {
        return {
          message: `monitor ${leftover}, replaced by "${key}", still exists, and ${NO_DELETE}`,
          waysOut: [FULL_OPERATIONS, "delete it in the service's dashboard"],
        };
      }
      return {
        message: `the spec of "${key}" is gone, and ${NO_DELETE}: the monitor keeps running`,
        waysOut: [
          'restore the spec',
          FULL_OPERATIONS,
          `delete it in the service's dashboard, then remove it from the state: ${command('state rm', [key])}`,
        ],
      };
    },
    many: ({reason}, {changes}) =>
      reason.leftover === undefined
        ? `the specs of ${changes} monitors are gone, and ${NO_DELETE}: they keep running`
        : `${changes} monitors that were replaced still exist, and ${NO_DELETE}`,
    brief: ({key, reason: {leftover}}) => (leftover === undefined ? null : {words: `"${key}" has replaced monitor ${leftover}`}),
  },
  protected: {
    code: 'plan/protected',
    topic: ({reason, wanted}) => `${wanted} ${reason.isGone === true}`,
    one: ({key, reason, wanted}, {command}) => {
      if (wanted === 'replace') {
        return {
          message: `"${key}" must be replaced, because the service cannot remove a webhook from a monitor; it is protected, so it stays as it is`,
          waysOut: ['keep the webhook: write it into the spec', 'remove the protection: delete sync.protect from the spec'],
        };
      }
      return {
        message: reason.isGone
          ? `the spec of "${key}" is gone, and the service no longer lists the monitor; it was protected, so its record stays`
          : `the spec of "${key}" is gone, but the monitor is protected: it keeps running`,
        waysOut: ['restore the spec', `remove the protection: ${command('state unprotect', [key])}`],
      };
    },
    many: ({reason, wanted}, {changes}) => {
      if (wanted === 'replace') return `${changes} monitors must be replaced but are protected: they stay as they are`;
      return reason.isGone
        ? `the specs of ${changes} protected monitors are gone, and the service no longer lists the monitors: their records stay`
        : `the specs of ${changes} monitors are gone, but the monitors are protected: they keep running`;
    },
  },
  'from-layer': {
    code: 'plan/from-layer',
    one: ({key, reason: {layers}}, {command}) => ({
      message: `"${key}" must be replaced, because its webhook is gone, and layers may be why: ${listFirst(layers)}; one edit of a layer concerns many monitors`,
      waysOut: ['write the webhook again', `if it should be replaced: ${command('apply', [], '--allow-deletes')}`],
    }),
    many: (_, {changes}) => `${changes} monitors must be replaced, because their webhook is gone, and layers may be why`,
  },
  'too-many-deletes': {
    code: 'plan/too-many-deletes',
    one: ({key, reason: {deletes, limit, at = 'safety'}}, {command}) => ({
      message: `"${key}" is one of ${formatNumber(deletes)} monitors that would be deleted or replaced; one run may do that to ${formatNumber(limit)}`,
      waysOut: [
        'restore the specs',
        `if all of them should be: ${command('apply', [], '--allow-deletes')}`,
        `raise ${at}.maxDeletes in monitors.config.yaml`,
      ],
    }),
    many: ({reason: {deletes, limit}}) =>
      `${formatNumber(deletes)} monitors would be deleted or replaced; one run may do that to ${formatNumber(limit)}`,
  },
  budget: {
    code: 'plan/over-budget',
    one: ({key, wanted, reason}) => {
      const {creditsPerMonth, budget, by, besides, keys} = reason;
      const of = keys === undefined ? '' : ` of "${keys}"`;
      const isNew = wanted === 'create';
      const change = isNew
        ? `creating "${key}" and any other new monitors${of}`
        : `changing "${key}" and any other monitors${of} that would cost more`;
      const parts = besides === undefined ? '' : ` (${describeParts(creditsPerMonth - besides, besides)})`;
      return {
        message: `${change} would raise ${sayMeasure(by)}${keys === undefined ? '' : ' of these keys'} to ${formatNumber(creditsPerMonth)} credits a month${parts}, above ${keys === undefined ? 'the' : 'their'} budget of ${formatNumber(budget)}`,
        waysOut: [
          isNew ? 'make the new monitors cheaper' : 'make them cheaper',
          isNew ? 'create some of them with --only KEY' : 'apply some of them with --only KEY',
          `raise ${nameBudgetMember(reason)} in monitors.config.yaml`,
        ],
      };
    },
    many: ({reason: {creditsPerMonth, budget, by, keys}}, {changes}, all) =>
      `${changes} changes would raise ${sayMeasure(by)}${keys === undefined ? '' : ` of "${keys}"`} to ${countOf(creditsPerMonth, 'credit')} a month, above ${keys === undefined ? 'the' : 'their'} budget of ${formatNumber(budget)}${nameDearest(all)}`,
  },
  'other-environment': {
    code: 'plan/other-environment',
    one: ({key, reason: {environment: home, recorded}}, {environment}) => ({
      message: `"${key}" waits: environment "${environment}" has no state, and that of "${home}", which is not declared, records ${countOf(recorded, 'monitor')}; creating could pay for them twice`,
      waysOut: [
        `if "${home}" is "${environment}" now, move its state, which keeps its monitors: ${writeEnvironmentMove(home, environment)}`,
        `if it is another environment now, name that one: ${writeEnvironmentMove(home, 'NAME')}`,
        `to keep both and pay for both: declare ${home} under environments in monitors.config.yaml`,
      ],
    }),
    many: ({reason: {environment, recorded}}, {changes}) =>
      `${changes} monitors wait: this environment has no state, and that of "${environment}", which is not declared, records ${countOf(recorded, 'monitor')}; creating could pay for them twice`,
  },
  'left-environment': {
    code: 'plan/left-environment',
    one: ({key, reason: {environments}}, {environment, command}) => ({
      message: `the spec of "${key}" lives in ${listWords(environments)} only, and its monitor is recorded in this environment`,
      waysOut: [
        `delete the monitor: ${command('apply', [], '--allow-deletes')}`,
        `keep it: add ${environment} to sync.environments of the spec`,
      ],
    }),
    many: (_, {changes}) => `${changes} monitors are recorded here, and their specs live in other environments only`,
    brief: ({reason: {environments}}) => ({words: `lives in ${listWords(environments)}`}),
  },
  'never-committed': {
    code: 'plan/never-committed',
    one: ({key, reason: {file}}, {command}) => ({
      message: `"${key}" is recorded, and no commit of this branch ever had its spec ${file}: another checkout or branch may have it`,
      waysOut: ['commit the spec, or merge the branch that has it', `delete the monitor: ${command('apply', [], '--allow-deletes')}`],
    }),
    many: (_, {changes}) =>
      `${changes} monitors are recorded, and no commit of this branch ever had their specs: another checkout or branch may have them`,
    brief: ({reason: {file}}) => ({words: file}),
  },
};

function sayMeasure(by: 'actual' | undefined): string {
  return by === 'actual' ? 'the cost, as charged where that is known and estimated else,' : 'the estimate';
}

/** Names the changes that add most, unless all add the same. */
function nameDearest(changes: readonly HeldBy<'budget'>[]): string {
  const costs = changes.map(change => {
    const {before, after} = compareCosts(change);
    return {name: shorten(change.key), more: (after?.creditsPerMonth ?? 0) - (before?.creditsPerMonth ?? 0)};
  });
  costs.sort((a, b) => b.more - a.more);
  if (costs[0]?.more === costs.at(-1)?.more) return '';
  return `; most expensive: ${costs
    .slice(0, 3)
    .map(({name, more}) => `${name} (+${formatNumber(more)})`)
    .join(', ')}`;
}
