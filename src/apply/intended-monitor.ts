import type {JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import type {DesiredMonitor, Key} from '../spec/model';
import {withTargetIds} from '../spec/targets';
import type {IntendedMonitor, SecretHashes} from '../state/model';

/** What a spec with its target ids will be recorded as once the service holds it. */
export interface Intention {
  readonly key: Key;
  readonly after: DesiredMonitor;
  readonly targetIds: readonly string[];
}

/** Salts and keys of what is recorded. */
export interface RecordingContext {
  readonly lineage: string;
  readonly hashSecret?: ((name: string) => string | null) | undefined;
}

/** The body as the service is to hold it, references unresolved. */
export function bodyOf({after, targetIds}: Intention): JsonObject {
  return withTargetIds(after.body(), targetIds);
}

/** What the state will say of the monitor; `status` is what this request leaves it as. */
export function toIntendedMonitor(intention: Intention, status: 'active' | 'paused', context: RecordingContext): IntendedMonitor {
  const {specPath, protect, bodyHash, references} = intention.after;
  const secrets = hashSecrets(references, context.hashSecret);
  return {
    specPath,
    protect,
    bodyHash,
    applied: fingerprintBody(bodyOf(intention), context.lineage),
    ...(status === 'paused' ? {paused: true} : {}),
    ...(secrets === undefined ? {} : {secrets}),
  };
}

function hashSecrets(names: readonly string[], hashSecret: RecordingContext['hashSecret']): SecretHashes | undefined {
  if (hashSecret === undefined) return undefined;
  const hashes = names.flatMap(name => {
    const hash = hashSecret(name);
    return hash === null ? [] : [[name, hash] as const];
  });
  return hashes.length === 0 ? undefined : Object.fromEntries(hashes);
}
