import type {Change, Plan} from '../../../src/core/plan/change';
import type {FieldChange} from '../../../src/core/plan/diff';
import {desired, doubtfulCreate, newFields, planOf, recorded} from './sample-values';

/** One change of each kind that full operations bring. */
export function everyFullChange(): Change[] {
  const goal: FieldChange = {path: '/goal', op: 'change', before: 'a price changes', after: 'a price drops', sensitive: false};
  const retention: FieldChange = {path: '/retentionDays', op: 'change', before: 7, after: 30, sensitive: false};
  const recipient: FieldChange = {path: '/notification/email/recipients', op: 'remove', before: 'boss@acme.example', sensitive: false};
  const hook: FieldChange = {
    path: '/webhook',
    op: 'change',
    before: {url: 'https://hooks.acme.example/(secret)'},
    after: null,
    sensitive: true,
  };
  const edit = {
    id: recorded().id,
    before: recorded(),
    targetIds: ['5f0c'],
    present: {},
    alreadySet: [],
    drift: [],
    rotated: [],
    seen: null,
  };
  const live = {id: 'live-1', name: 'Acme', status: 'active', createdAt: '', targetIds: [], estimatedCreditsPerMonth: null, body: {}};
  const doubted = recorded({pending: {bodyHash: 'e'.repeat(64), applied: {name: 'Acme'}}});
  const held = {id: recorded().id, before: recorded(), seen: null};
  return [
    {action: 'update', key: 'docs/api', after: desired('docs/api'), ...edit, patch: {goal: 'a price drops'}, fields: [goal]},
    {action: 'update', key: 'docs/both', after: desired('docs/both'), ...edit, patch: {}, fields: [goal], drift: [retention, recipient]},
    {action: 'update', key: 'docs/drift', after: desired('docs/drift'), ...edit, patch: {}, fields: [], drift: [retention]},
    {action: 'update', key: 'docs/lost', after: desired('docs/lost'), ...edit, before: doubted, patch: {}, fields: []},
    {
      action: 'update',
      key: 'docs/pause',
      after: desired('docs/pause', {paused: true}),
      ...edit,
      patch: {},
      fields: [{path: '/status', op: 'change', before: 'active', after: 'paused', sensitive: false}],
    },
    {
      action: 'update',
      key: 'docs/rotated',
      after: desired('docs/rotated'),
      ...edit,
      patch: {},
      fields: [],
      rotated: ['TOKEN', 'WEBHOOK_TOKEN'],
    },
    {action: 'replace', key: 'hooks/gone', after: desired('hooks/gone'), ...edit, fields: [hook], why: 'webhook-removed'},
    {
      action: 'replace',
      key: 'hooks/theirs',
      after: desired('hooks/theirs'),
      ...edit,
      fields: [],
      drift: [hook],
      why: 'webhook-added-outside',
    },
    {action: 'delete', key: 'old/gone', ...held, why: {kind: 'spec-removed'}, isGone: true},
    {action: 'delete', key: 'old/page', ...held, why: {kind: 'spec-removed'}},
    {action: 'delete', key: 'old/replaced', ...held, why: {kind: 'leftover', of: 'old/replaced'}},
    {action: 'create', key: 'shop/again', after: desired('shop/again'), targetIds: ['5f0c'], fields: newFields.slice(0, 2), gone: 'live-9'},
    {
      action: 'create',
      key: 'shop/asleep',
      after: desired('shop/asleep', {paused: true}),
      targetIds: ['5f0c'],
      fields: newFields.slice(0, 2),
    },
    {
      action: 'adopt',
      key: 'shop/found',
      id: 'live-1',
      after: desired('shop/found'),
      targetIds: ['5f0c'],
      patch: {goal: 'x'},
      fields: [goal],
      live,
    },
    {action: 'adopt', key: 'shop/same', id: 'live-1', after: desired('shop/same'), targetIds: ['5f0c'], patch: null, fields: [], live},
    {
      action: 'blocked',
      key: 'x/conflict',
      wanted: 'create',
      reason: {kind: 'conflict', ids: ['live-2', 'live-3']},
      after: desired('x/conflict'),
      fields: [],
    },
    {
      action: 'blocked',
      key: 'x/costly',
      wanted: 'update',
      reason: {kind: 'budget', creditsPerMonth: 61_200, budget: 50_000},
      after: desired('x/costly'),
      before: recorded(),
      fields: [goal],
    },
    {
      action: 'blocked',
      key: 'x/foreign',
      wanted: 'update',
      reason: {kind: 'conflict', ids: [recorded().id]},
      after: desired('x/foreign'),
      before: recorded(),
      fields: [],
    },
    {
      action: 'blocked',
      key: 'x/leftover',
      wanted: 'delete',
      reason: {kind: 'needs-delete', leftover: 'live-8'},
      before: recorded(),
      fields: [],
    },
    {
      action: 'blocked',
      key: 'x/many',
      wanted: 'delete',
      reason: {kind: 'too-many-deletes', deletes: 40, limit: 30},
      before: recorded(),
      fields: [],
    },
    {
      action: 'blocked',
      key: 'x/protected',
      wanted: 'replace',
      reason: {kind: 'protected'},
      after: desired('x/protected'),
      before: recorded(),
      fields: [hook],
    },
    {action: 'unresolved', key: 'x/seen', create: doubtfulCreate('x/seen'), canBeLookedUp: true, after: desired('x/seen'), found: 'live-4'},
  ];
}

/** A plan of {@link everyFullChange} that was made with a look at the service. */
export function refreshedPlan(): Plan {
  const changes = everyFullChange();
  const plan = planOf(changes);
  return {
    ...plan,
    operations: 'full',
    isRefreshed: true,
    summary: {...plan.summary, drift: 5},
    requests: 28,
    duplicates: [
      {
        key: 'pricing/acme',
        monitors: [
          {id: 'live-5', name: 'Acme', createdAt: '2026-01-02T03:04:05Z'},
          {id: 'live-6', name: 'Acme', createdAt: ''},
        ],
      },
    ],
    unmanaged: [
      {id: 'live-7', name: 'Made by hand', createdAt: '2026-01-02T03:04:05Z', creditsPerMonth: 720},
      {id: 'live-8', name: 'Staging', createdAt: '', creditsPerMonth: null, ours: {project: 'acme-web', environment: 'staging'}},
    ],
    estimateDifferences: [
      {
        key: 'pricing/acme',
        id: 'live-5',
        creditsPerMonth: 1440,
        serviceCreditsPerMonth: 2880,
        reason: {kind: 'credits-per-check', service: 2, list: 1},
      },
    ],
  };
}
