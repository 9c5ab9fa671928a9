import {encodeJournal} from '../../src/core/state/format/journal';
import type {JournaledCreate} from '../../src/core/state/journal';
import type {RecordedMonitor} from '../../src/core/state/state';
import {API_KEY} from './service';

/** A monitor that another project of the same account made. */
export interface ForeignMonitor {
  readonly id: string;
  readonly body: {readonly name: string; readonly targets: readonly {readonly id: string}[]; readonly [member: string]: unknown};
}

/** Makes a monitor that no state records. */
export async function createForeign(
  url: string,
  name = 'victim',
  targetId = '22222222-2222-4222-8222-222222222222',
): Promise<ForeignMonitor> {
  const targets = [{id: targetId, type: 'scrape', urls: [`https://${name}.example/`]}];
  const body = {name, schedule: {text: 'hourly'}, targets};
  const headers = {authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', connection: 'close'};
  const answer = await fetch(`${url}/v2/monitor`, {method: 'POST', headers, body: JSON.stringify(body)});
  const {data} = (await answer.json()) as {data: {id: string}};
  return {id: data.id, body};
}

/** A record of it, as somebody writes it into a state whose `pattern` a run made. */
export function recordForeign(pattern: RecordedMonitor, {id, body}: ForeignMonitor): RecordedMonitor {
  return {...pattern, id, specPath: 'monitors/ghost.yaml', applied: body as unknown as RecordedMonitor['applied']};
}

/** The journal of a create that was never sent, in the place of `replaced`: whoever looks for it finds the foreign monitor. */
export function forgeJournal(stateText: string, key: string, {body}: ForeignMonitor, replaced: readonly string[]): string {
  const state = JSON.parse(stateText) as {lineage: string; serial: number; tool: string; origin: string};
  const applied = body as unknown as RecordedMonitor['applied'];
  const monitor = {specPath: `monitors/${key}.yaml`, protect: false, bodyHash: 'a'.repeat(64), applied, leftovers: replaced};
  const about = {opId: 'forged', runId: 'forged', key, origin: state.origin, offMachine: true, bodyHash: 'a'.repeat(64)};
  const targetIds = body.targets.map(({id}) => id);
  const intent = {...about, phase: 'intent', op: 'create', targetIds, supersedes: replaced, monitor} as const;
  const sentAt = '2026-01-01T00:00:00.000Z';
  const create: JournaledCreate = {intent, phase: 'unknown', attempt: 1, firstSentAt: sentAt, lastSentAt: sentAt};
  return encodeJournal(state, [create]).text;
}
