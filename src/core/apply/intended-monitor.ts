import {hashJson} from '../json/canonical';
import type {JsonObject} from '../json/value';
import type {LiveMonitorView} from '../plan/live';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideTexts} from '../secrets/masking';
import {listReferenceNames} from '../secrets/references';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {isProtected} from '../specs/sync';
import {withTargetIds} from '../specs/targets';
import {type IntendedMonitor, notesOf, type SecretHashes} from '../state/state';

/** Record that a spec with its target ids will have once the service holds it. */
interface Intention {
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

/** Describes for the state a monitor whose whole body is sent; `status` is what this request leaves it as. */
export function toIntendedMonitor(intention: Intention, status: 'active' | 'paused', context: RecordingContext): IntendedMonitor {
  return describe(intention, status, hashSecrets(intention.after.references, context.hashSecret), context);
}

/**
 * Describes for the state a monitor that is updated by `patch`. Of a secret that is not sent along, the hash of the value
 * that was sent before (`sent`) stays: otherwise a later rotation would not be noticed.
 */
export function toUpdatedMonitor(
  intention: Intention,
  {patch, sent}: {readonly patch: JsonObject; readonly sent: SecretHashes | undefined},
  context: RecordingContext,
): IntendedMonitor {
  const left = Object.entries(bodyOf(intention)).filter(([name]) => !Object.hasOwn(patch, name));
  const kept = new Set(listReferenceNames(Object.fromEntries(left)));
  const fresh = intention.after.references.filter(name => !kept.has(name));
  const hashes = {
    ...Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => kept.has(name))),
    ...hashSecrets(fresh, context.hashSecret),
  };
  const status = intention.after.paused ? 'paused' : 'active';
  return describe(intention, status, Object.keys(hashes).length === 0 ? undefined : hashes, context);
}

/** Describes for the state a monitor that was found and may differ from its spec: what the service holds. */
export function toFoundMonitor({after}: Intention, {body, hide, status}: LiveMonitorView): IntendedMonitor {
  const {specPath} = after;
  const applied = hideTexts(body, hide);
  const paused = status === 'paused' ? ({paused: true} as const) : {};
  return {specPath, protect: isProtected(after), bodyHash: hashJson(applied), applied, ...paused, ...notesOf(after)};
}

function describe(
  intention: Intention,
  status: 'active' | 'paused',
  secrets: SecretHashes | undefined,
  context: RecordingContext,
): IntendedMonitor {
  const {specPath, bodyHash} = intention.after;
  return {
    specPath,
    protect: isProtected(intention.after),
    bodyHash,
    applied: fingerprintBody(bodyOf(intention), context.lineage),
    ...(status === 'paused' ? {paused: true} : {}),
    ...(secrets === undefined ? {} : {secrets}),
    ...notesOf(intention.after),
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
