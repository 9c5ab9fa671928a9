import '../world/with-caches';
import {copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import * as fc from 'fast-check';
import {makeWorkspace, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** Whatever a death leaves of the caches, the next run says what it says without any. */
const KEYS = ['a', 'b', 'c', 'd'] as const;

/** A change of the files, then what a run leaves that dies while it writes its caches. */
const step = fc.record({
  key: fc.constantFrom(...KEYS),
  days: fc.constantFrom(null, 0, 7, 30),
  death: fc.constantFrom('none', 'before', 'between', 'half', 'empty'),
  cut: fc.double({min: 0, max: 1, noNaN: true}),
});

test('nothing stale is served, wherever a run dies that writes its caches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 4, maxLength: 8}), async steps => {
      const workspace = makeWorkspace({'monitors.config.yaml': 'project: cut\n'});
      const caches = mkdtempSync(join(tmpdir(), 'cut-caches-'));
      const place = join(caches, 'monitors');
      const env = {XDG_CACHE_HOME: caches, HOOK_TOKEN: 'hook-token-value'};
      const ask = (...args: string[]) => runMonitorsHere([...args, '--format', 'json'], {cwd: workspace.directory, env});
      try {
        for (const {key, days, death, cut} of steps) {
          const before = listFiles(place);
          for (const [name, bytes] of before) writeFileSync(join(caches, name), bytes);
          await ask('validate');
          await ask('plan');
          for (const [name, bytes] of listFiles(place)) {
            const path = join(place, name);
            if (death === 'before' && before.has(name)) copyFileSync(join(caches, name), path);
            if (death === 'between') writeFileSync(`${path}.tmp-1`, bytes.subarray(0, Math.floor(cut * bytes.length)), {mode: 0o600});
            if (death === 'half') writeFileSync(path, bytes.subarray(0, Math.floor(cut * bytes.length)));
            if (death === 'empty') writeFileSync(path, Buffer.alloc(bytes.length));
          }
          const path = `monitors/${key}.yaml`;
          if (days === null) rmSync(workspace.path(path), {force: true});
          else workspace.write({[path]: `${specFor(key)}${days === 0 ? 'goal: [\n' : `retentionDays: ${days}\n`}`});
          for (const command of ['validate', 'plan']) expect(await ask(command)).toEqual(await ask(command, '--no-cache'));
        }
      } finally {
        workspace.remove();
        rmSync(caches, {recursive: true, force: true});
      }
    }),
    {numRuns: Number(process.env['CUT_CACHES'] ?? 25)},
  );
});

function listFiles(place: string): Map<string, Buffer> {
  const names = existsSync(place) ? readdirSync(place).filter(name => !name.includes('.tmp-')) : [];
  return new Map(names.map(name => [name, readFileSync(join(place, name))]));
}
