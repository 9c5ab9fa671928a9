/**
 * A service of monitors with checks, made from their numbers: `node bench/observed-service.mjs LATENCY HOURS SHARE [LINES]`, with a check
 * each HOURS hours, of which SHARE have a changed page, whose diff has LINES times two lines (default: 20). Answers after LATENCY milliseconds. `GET /requests` gives the paths that were read,
 * and begins again. Prints its address; ends with its process.
 */
import {createServer} from 'node:http';

const [latency, hours, share, changedLines = 20] = process.argv.slice(2).map(Number);
const HOUR = 3_600_000;
const KEPT = 30 * 24;
/** The newest check of all monitors ended two minutes before the start. */
const newest = Date.now() - 120_000;
const names = [];
const paths = [];

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const {pathname, searchParams} = new URL(request.url, 'http://bench');
    const isRead = request.method === 'GET';
    if (pathname === '/requests') return send(response, paths.splice(0));
    if (isRead) paths.push(request.url);
    const body = isRead ? null : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    setTimeout(() => send(response, {success: true, data: isRead ? read(pathname, searchParams) : create(body)}), isRead ? latency : 0);
  });
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

function send(response, answer) {
  response.writeHead(200, {'content-type': 'application/json', date: new Date().toUTCString()});
  response.end(JSON.stringify(answer));
}

function create({name, targets}) {
  names.push(name);
  return {id: idOf(names.length - 1, 0), name, targets, createdAt: new Date().toISOString()};
}

function read(pathname, query) {
  const [, , , monitor, , check] = pathname.split('/');
  const [limit, offset] = ['limit', 'offset'].map(name => Number(query.get(name) ?? 0));
  if (monitor === undefined)
    return names
      .map((_, index) => writeMonitor(index))
      .reverse()
      .slice(offset, offset + limit);
  const number = Number(monitor.slice(-12));
  if (check !== undefined) return {...writeCheck(number, Number(check.slice(0, 8)), true), pages: [PAGE], next: null};
  const count = Math.min(limit, Math.floor(KEPT / hours) - offset);
  return Array.from({length: Math.max(0, count)}, (_, index) => writeCheck(number, offset + index));
}

function writeMonitor(index) {
  const cron = hours === 1 ? '0 * * * *' : '0 0 * * *';
  return {
    ...{id: idOf(index, 0), name: names[index], status: 'active', schedule: {cron, timezone: 'UTC'}, targets: [], retentionDays: 30},
    ...{lastRunAt: timeOf(0), currentCheckId: null, lastCheckSummary: summaryOf(isChanged(index, 0)), notification: {}, webhook: WEBHOOK},
    ...{createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', nextRunAt: null, estimatedCreditsPerMonth: 720},
  };
}

function writeCheck(monitor, age) {
  const [finishedAt, id] = [timeOf(age), idOf(monitor, age)];
  return {
    ...{id, monitorId: idOf(monitor, 0), status: 'completed', trigger: 'scheduled', scheduledFor: finishedAt, startedAt: finishedAt},
    ...{finishedAt, createdAt: finishedAt, updatedAt: finishedAt, estimatedCredits: 1, reservedCredits: 1, actualCredits: 1},
    ...{billingStatus: 'confirmed', summary: summaryOf(isChanged(monitor, age)), targetResults: [], notificationStatus: null, error: null},
  };
}

function isChanged(monitor, age) {
  return (monitor * 7 + age * 13) % 100 < share * 100;
}

function summaryOf(isOneChanged) {
  return {totalPages: 3, same: isOneChanged ? 2 : 3, changed: isOneChanged ? 1 : 0, new: 0, removed: 0, error: 0};
}

function timeOf(age) {
  return new Date(newest - age * hours * HOUR).toISOString();
}

function idOf(monitor, age) {
  return `${String(age).padStart(8, '0')}-0000-4000-8000-${String(monitor).padStart(12, '0')}`;
}

const WEBHOOK = {url: 'https://hooks.example/', headers: {}, metadata: {}, events: ['monitor.page']};
const lines = Array.from({length: changedLines}, (_, index) => `-old line ${index}\n+new line ${index} of a page that people watch\n`);
const PAGE = {
  ...{id: '00000000-0000-4000-8000-000000000000', url: 'https://site.example/pricing', status: 'changed', statusCode: 200, error: null},
  judgment: {meaningful: true, confidence: 'high', reason: 'The price of a plan rose.', meaningfulChanges: []},
  diff: {text: `@@ -1,${changedLines} +1,${changedLines} @@\n${lines.join('')}`},
};
