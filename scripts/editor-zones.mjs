/** The time zones that specs may name, from the TypeScript that checks them. */
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

/** Bundles the table into one module in memory and reads it from there. */
export async function readZones() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const entryPoints = [join(root, 'src/core/specs/schedule/zone.ts')];
  const {outputFiles} = await build({entryPoints, bundle: true, format: 'esm', write: false, logLevel: 'error'});
  const {listZoneNames} = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return listZoneNames();
}
