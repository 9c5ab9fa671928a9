import {randomUUID} from 'node:crypto';
import {fingerprintBody} from '../src/core/secrets/fingerprint';
import type {DesiredMonitor} from '../src/core/specs/desired-monitor';
import {isProtected} from '../src/core/specs/sync';
import {deriveTargetIds, withTargetIds} from '../src/core/specs/targets';
import {newState, notesOf, type RecordedMonitor, type State} from '../src/core/state/state';
import {runOnProject} from '../src/doors/library/run';
import {checkWorkspace} from '../src/project/check';

export {findPostgres, PostgresServer} from '../test/world/postgres-server';
export {findS3Server, S3Server} from '../test/world/s3-server';

/** Writes the state that applying all specs would leave, where the config says: creating 100,000 monitors takes minutes. */
export function seedState(directory: string, origin: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  return runOnProject({command: 'apply', directory, env}, async project => {
    const {project: name, environment} = project.settings;
    const empty = newState({lineage: randomUUID(), tool: project.tool, project: name, environment, origin});
    const monitors = checkWorkspace(project).checked.monitors.map(spec => [spec.key, record(spec, empty)] as const);
    const locked = await project.store.lock();
    await locked.read();
    await locked.write({...empty, monitors: new Map(monitors)}, null);
    await locked.release();
  });
}

function record(spec: DesiredMonitor, {project, environment, lineage}: State): RecordedMonitor {
  const {key, specPath, bodyHash} = spec;
  const protect = isProtected(spec);
  const body = spec.body();
  const ids = deriveTargetIds({project, environment, key, body, taken: new Set()});
  return {
    ...{id: randomUUID(), createdAt: new Date().toISOString(), specPath, protect, bodyHash},
    applied: withTargetIds(fingerprintBody(body, lineage), ids),
    observed: {schedule: {cron: '*/30 * * * *'}, estimatedCreditsPerMonth: 157_248, retentionDays: 90},
    ...notesOf(spec),
  };
}
