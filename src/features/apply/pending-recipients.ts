import type {CreatedMonitor, MonitorService} from '../../core/api/port';
import {readSubscriptions} from '../../core/api/read-alerts';
import {countOf, listFirst} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';

/** Recipients that a finding names. */
const MOST_NAMED = 100;

/** The same service, and the recipients of mail that have to confirm, as its answers to creates and updates show them. */
export function watchRecipients(service: MonitorService): {
  readonly watched: MonitorService;
  readonly listFindings: () => readonly Diagnostic[];
} {
  const pending = new Map<string, string>();
  const note = ({data, hide}: CreatedMonitor) => {
    for (const {email, status} of readSubscriptions(data, hide) ?? []) {
      if (status === 'pending') pending.set(email.toLowerCase(), email);
      else pending.delete(email.toLowerCase());
    }
  };
  const watched: MonitorService = {
    origin: service.origin,
    isEmulator: () => service.isEmulator(),
    createMonitor: async (body, signal) => {
      const outcome = await service.createMonitor(body, signal);
      if (outcome.kind === 'applied') note(outcome.monitor);
      return outcome;
    },
    listMonitors: (page, signal) => service.listMonitors(page, signal),
    getMonitor: (id, signal) => service.getMonitor(id, signal),
    updateMonitor: async (id, changes, signal) => {
      const outcome = await service.updateMonitor(id, changes, signal);
      if (outcome.kind === 'applied') note(outcome.monitor);
      return outcome;
    },
    deleteMonitor: (id, signal) => service.deleteMonitor(id, signal),
    close: () => service.close(),
  };
  return {watched, listFindings: () => (pending.size === 0 ? [] : [unconfirmed([...pending.values()].sort())])};
}

function unconfirmed(recipients: readonly string[]): Diagnostic {
  const [it, has] = recipients.length === 1 ? ['it', 'has'] : ['they', 'have'];
  return {
    code: 'alerts/unconfirmed',
    severity: 'warning',
    message: `${countOf(recipients.length, 'recipient')} of mail ${has} to confirm: ${listFirst(recipients, MOST_NAMED)}`,
    hint: `until the link in the confirmation mail is clicked, ${it} ${has === 'has' ? 'gets' : 'get'} no alerts; "monitors alerts" shows who confirmed`,
  };
}
