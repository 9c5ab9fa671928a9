import {appendFileSync, existsSync, readdirSync, unlinkSync, writeFileSync} from 'node:fs';
import {makePlan} from '../../src/core/plan/plan';
import {openForChange} from '../../src/core/state/fold-open';
import {encodeLock} from '../../src/core/state/format/lock';
import type {IntentRecord, JournalRecord, ProgressRecord} from '../../src/core/state/journal';
import {done, host, intent, type Place, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';
import {applied, desire, doubtful, tell, tryApply} from '../world/apply-world';

const place = usePlaces();

/** Remains on disk of a run that died: a state, its journal, and the lock where it still held one. */
async function leave(here: Place, journal: readonly JournalRecord[], state = stateWith()): Promise<void> {
  const locked = await here.open().lock();
  const {version} = await locked.write(state, null);
  const opened = await locked.openJournal(version);
  opened.append(journal);
  await opened.close();
  if (journal.length === 0) unlinkSync(here.path('monitors.state.json.journal'));
  await locked.release();
}

function leaveLock(here: Place): void {
  const {lookUpProcess: _, ...facts} = host({pid: 99, startTime: '500'});
  const holder = {...facts, id: 'dead', tool: '1.4.0', createdAt: '2026-11-20T11:30:00.000Z'};
  writeFileSync(here.path('monitors.state.json.lock'), encodeLock(holder));
}

/** The next run over the specs `a` and `b`: what it sends, what it refuses by name, and what is recorded then. */
async function runAgain(here: Place) {
  const locked = await here.open().lock();
  const opened = await openForChange(locked);
  const plan = makePlan({
    project: 'acme-web',
    environment: 'default',
    desired: [desire('a'), desire('b')],
    state: opened.stored?.state ?? null,
    unresolved: opened.unresolved,
    operations: 'create',
    maxDeletes: {percent: 30},
    allowDeletes: false,
  });
  const {service, recorded: records, unfinished} = await tryApply(plan.changes, ({body}) => applied(body), {ports: {store: locked}});
  await locked.release();
  return {
    sent: service.sent.map(({body}) => body['name']).sort(),
    refused: plan.changes.flatMap(change => (change.action === 'unresolved' ? [change.key] : [])),
    recorded: [...records.keys()].sort(),
    unfinished: [...unfinished.keys()],
  };
}

const future: ProgressRecord = {
  ...progress('a', 'sending'),
  firstSentAt: '2036-01-01T00:00:00.000Z',
  lastSentAt: '2036-01-01T00:00:00.000Z',
};
const copied: IntentRecord = intent('a', {offMachine: true});
const both = {sent: ['a', 'b'], refused: [], recorded: ['a', 'b'], unfinished: []};
const onlyB = {sent: ['b'], refused: ['a'], recorded: ['b'], unfinished: ['a']};
const knowsA = {sent: ['b'], refused: [], recorded: ['a', 'b'], unfinished: []};

describe('every point at which a run can die, and what the next one does without a list to look things up', () => {
  const cases: readonly {row: string; prepare: (here: Place) => Promise<void>; next: typeof both | typeof onlyB | typeof knowsA}[] = [
    {row: 'C0: before the lock', prepare: here => leave(here, []), next: both},
    {
      row: 'C1: with the lock and nothing else',
      prepare: async here => {
        await leave(here, []);
        leaveLock(here);
      },
      next: both,
    },
    {
      row: 'C2: while intents were appended',
      prepare: async here => {
        await leave(here, [intent('a')]);
        appendFileSync(here.path('monitors.state.json.journal'), '{"checksum":"00ff');
      },
      next: both,
    },
    {row: 'C3: intents appended, maybe durable', prepare: here => leave(here, [intent('a'), intent('b')]), next: both},
    {
      row: 'C4: the state is folded, the journal is still whole',
      prepare: here =>
        leave(
          here,
          [intent('a'), progress('a', 'sending'), done('a', recorded().id)],
          stateWith({a: recorded({bodyHash: desire('a').bodyHash})}),
        ),
      next: knowsA,
    },
    {row: 'C5: intents durable, nothing sent', prepare: here => leave(here, [intent('a')]), next: both},
    {
      row: 'C7, C8, C9: `sending` durable, whatever came of the request',
      prepare: here => leave(here, [intent('a'), progress('a', 'sending')]),
      next: onlyB,
    },
    {
      row: 'C10, C11: sent, and the answer lost or broken',
      prepare: here => leave(here, [intent('a'), progress('a', 'sending'), progress('a', 'unknown')]),
      next: onlyB,
    },
    {
      row: 'C12: answered, and died before `done` was durable',
      prepare: async here => {
        await leave(here, [intent('a'), progress('a', 'sending')]);
        appendFileSync(here.path('monitors.state.json.journal'), '{"checksum":"');
      },
      next: onlyB,
    },
    {
      row: 'C14: `done` durable, before fold and unlock',
      prepare: async here => {
        await leave(here, [
          intent('a', {
            bodyHash: desire('a').bodyHash,
            monitor: {specPath: 'a.yaml', protect: false, bodyHash: desire('a').bodyHash, applied: {}},
          }),
          progress('a', 'sending'),
          done('a', 'id-a'),
        ]);
        leaveLock(here);
      },
      next: knowsA,
    },
    {row: 'C15: only the copy of the intents is left of that machine', prepare: here => leave(here, [copied]), next: onlyB},
    {
      row: 'C18: while waiting to send once more',
      prepare: here => leave(here, [intent('a'), progress('a', 'sending'), progress('a', 'unknown'), progress('a', 'sending', 2)]),
      next: onlyB,
    },
    {
      row: 'C18: the same after a proof that the first one was not carried out',
      prepare: here => leave(here, [intent('a'), progress('a', 'sending'), progress('a', 'refused')]),
      next: both,
    },
    {row: 'C24: it was sent in what is the future by now', prepare: here => leave(here, [intent('a'), future]), next: onlyB},
  ];
  test.each(cases)('$row', async ({prepare, next}) => {
    const here = place();
    await prepare(here);
    expect(await runAgain(here)).toEqual(next);
    const again = await runAgain(here);
    expect(again).toEqual({...next, sent: []});
    expect(existsSync(here.path('monitors.state.json.lock'))).toBe(false);
  });
});

test('C23: the lock of a live run is removed by hand: one of the two writers stops, and saves what it learned apart', async () => {
  const here = place();
  await leave(here, []);
  const first = await here.open().lock();
  unlinkSync(here.path('monitors.state.json.lock'));
  const second = await here.open().lock();
  const [one, other] = await Promise.all([
    tryApply(['a'], ({body}) => applied(body), {ports: {store: first}}),
    tryApply(['b'], ({body}) => applied(body), {ports: {store: second}, input: {runId: 'run-2'}}),
  ]);
  const stops = [one.outcome.stop, other.outcome.stop];
  expect(stops.filter(stop => stop === undefined)).toHaveLength(1);
  expect(stops.find(stop => stop !== undefined)).toMatchObject({
    kind: 'state-not-saved',
    message: expect.stringContaining('another process changed'),
    rescue: expect.any(String),
  });
  expect(readdirSync(here.directory).filter(name => name.includes('rescue'))).toHaveLength(1);
});

test('C26: a spec that was deleted while its create was unknown stays listed, and is never forgotten by itself', async () => {
  const here = place();
  await leave(here, [intent('gone'), progress('gone', 'unknown')]);
  expect(await runAgain(here)).toEqual({sent: ['a', 'b'], refused: ['gone'], recorded: ['a', 'b'], unfinished: ['gone']});
});

test('a second run that is in doubt too leaves both creates open, each under its own name', async () => {
  const here = place();
  await leave(here, [intent('a'), progress('a', 'unknown')]);
  const locked = await here.open().lock();
  const {outcome, unfinished} = await tryApply(['b'], () => doubtful({kind: 'transport'}), {ports: {store: locked}});
  await locked.release();
  expect(tell(outcome)).toBe('b unknown');
  expect([...unfinished.keys()]).toEqual(['a', 'b']);
  expect(await runAgain(here)).toMatchObject({sent: [], refused: ['a', 'b'], recorded: []});
});
