import {readServiceAddress} from '../../src/core/api/endpoint';
import {createHttpService} from '../../src/core/api/http-service';
import type {MonitorService} from '../../src/core/api/port';
import type {JsonObject} from '../../src/core/json/value';
import {Secret} from '../../src/core/secrets/secret';
import {startEmulator} from '../../src/emulator';
import {realWorld} from '../world/real-world';

const open: {close(): Promise<void>}[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

function service(url: string): MonitorService {
  const reading = readServiceAddress(url);
  if (reading.kind === 'refused') throw new Error(reading.message);
  const key = new Secret('fc-KEY0123456789');
  const made = createHttpService({address: reading.address, key, env: {}, world: realWorld, userAgent: 'monitors/test'});
  open.push(made);
  return made;
}

describe('the client against the emulator', () => {
  const body: JsonObject = {
    name: 'Prices',
    schedule: {cron: '0 6 * * *'},
    targets: [{type: 'scrape', urls: ['https://shop.example.com/']}],
  };

  test('a monitor is made, listed, read, changed and deleted', async () => {
    const emulator = await startEmulator({world: realWorld, operations: 'full'});
    open.push(emulator);
    const made = service(emulator.url);
    const created = await made.createMonitor(body);
    if (created.kind !== 'applied') throw new Error(created.failure.message);
    const {id: monitorId, targetIds} = created.monitor;
    expect(await made.listMonitors({limit: 100, offset: 0})).toMatchObject({kind: 'read', value: [{id: monitorId, targetIds}]});
    expect(await made.getMonitor(monitorId)).toMatchObject({kind: 'read', value: {id: monitorId, name: 'Prices', status: 'active'}});
    expect(await made.updateMonitor(monitorId, {name: 'Costs', status: 'paused'})).toMatchObject({
      kind: 'applied',
      monitor: {name: 'Costs', status: 'paused', targetIds},
    });
    expect(await made.deleteMonitor(monitorId)).toEqual({kind: 'applied'});
    expect(await made.deleteMonitor(monitorId)).toMatchObject({kind: 'missing'});
    expect(await made.updateMonitor(monitorId, {name: 'x'})).toMatchObject({kind: 'missing'});
    expect(await made.getMonitor(monitorId)).toMatchObject({kind: 'read', value: null, serverTime: expect.any(Number)});
  });

  test('one that only creates offers nothing else', async () => {
    const emulator = await startEmulator({world: realWorld});
    open.push(emulator);
    const made = service(emulator.url);
    expect(await made.listMonitors({limit: 100, offset: 0})).toMatchObject({kind: 'failed', failure: {notOffered: true}});
  });
});
