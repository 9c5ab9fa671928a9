import {assertNever} from '../core/base/assert-never';
import {isObject, type JsonObject, type JsonValue} from '../core/json/value';
import type {CheckLog} from './check-log';
import type {CheckClock} from './clock';
import type {Deliveries} from './deliveries';
import type {Dashboard, StoredMonitor} from './ports';
import {type BodyReading, createMonitor, type ReadingContext} from './requests/create';
import {updateMonitor} from './requests/update';
import type {Site} from './site/site';
import type {MonitorStore} from './store';
import type {CreditAccount} from './team-credits';

/** A change by hand that the service would refuse; the message says why. */
export class DashboardError extends Error {
  override readonly name = 'DashboardError';

  constructor(
    message: string,
    /** The status with which the control routes answer. */
    readonly status: 400 | 404,
  ) {
    super(message);
  }
}

/** Data that the web pages show and change. */
interface DashboardPorts {
  readonly store: MonitorStore;
  readonly checks: CheckLog;
  readonly credits: CreditAccount;
  readonly deliveries: Deliveries;
  readonly site: Site;
  readonly clock: CheckClock;
}

/** Opens the service's web pages, as far as they change monitors; `context` is called at each change. */
export function openDashboard({store, checks, credits, deliveries, site, clock}: DashboardPorts, context: () => ReadingContext): Dashboard {
  const find = (id: string) => {
    const monitor = store.find(id.toLowerCase());
    if (monitor === undefined) throw new DashboardError(`monitor not found: ${id}`, 404);
    return monitor;
  };
  const keep = (monitor: StoredMonitor) => {
    store.put(monitor, context().world.now());
    return monitor;
  };
  return {
    create: (body, {createdAt, team = 0} = {}) => {
      const monitor = accept(createMonitor(body, team, context()));
      return keep(createdAt === undefined ? monitor : {...monitor, createdAt, updatedAt: createdAt});
    },
    edit: (id, changes) => keep(editMonitor(find(id), changes, context())),
    delete: id => {
      keep({...find(id), status: 'deleted', updatedAt: context().world.now()});
    },
    setChecks: (id, history) => checks.set(find(id), history, clock.now()),
    setCredits: value => {
      credits.value = value;
    },
    setReceiver: (host, answers) => deliveries.setReceiver(host, answers),
    setRecipient: (email, status) => deliveries.setRecipient(email, status),
    setPage: (url, page) => site.script(url, page),
  };
}

function editMonitor(before: StoredMonitor, changes: JsonObject, context: ReadingContext): StoredMonitor {
  const {notification, webhook, ...rest} = changes;
  // These pages can remove a webhook or a notification; an update request can only replace it.
  const emptied: StoredMonitor = {
    ...before,
    ...(webhook === null ? {webhook: null} : {}),
    ...(notification === undefined ? {} : {notification: {}}),
  };
  const request: JsonObject = {
    name: before.name,
    ...rest,
    ...(webhook === undefined || webhook === null ? {} : {webhook}),
    ...(notification === undefined ? {} : {notification: merge(before.notification, notification)}),
  };
  return accept(updateMonitor(request, emptied, context));
}

function merge(before: JsonObject, changes: JsonValue): JsonValue {
  if (!isObject(changes)) return changes;
  return Object.fromEntries(Object.entries({...before, ...changes}).filter(([, value]) => value !== null));
}

function accept(reading: BodyReading): StoredMonitor {
  switch (reading.kind) {
    case 'accepted':
      return reading.monitor;
    case 'refused': {
      const words = reading.problems.map(({path, message}) => `${path.join('.') || 'the body'} ${message}`);
      throw new DashboardError(`the service would refuse this: ${words.join('; ')}`, 400);
    }
    case 'broken':
      throw new DashboardError('the service would fail with status 500', 400);
    default:
      return assertNever(reading);
  }
}
