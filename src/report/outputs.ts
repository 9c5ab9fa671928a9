import type {AcceptDocument} from './accept';
import type {ImportDocument, PullDocument} from './adopting';
import type {ApplyDocument, ApplyLine} from './apply';
import type {ErrorDocument} from './error';
import type {InitDocument} from './init';
import type {PlanDocument, PlanFileDocument} from './plan';
import type {RecoveryDocument} from './recover';
import type {PruneDocument, ResolveDocument} from './resolve';
import type {StateDocument} from './state';
import type {ValidateDocument} from './validate';

/** What `monitors validate --format json` prints: its findings, or the error that kept it from looking. */
export type ValidateOutput = ValidateDocument | ErrorDocument;

/** What `monitors plan --format json` prints: the plan, or the error that kept it from planning; and what `--out` saves. */
export type PlanOutput = PlanDocument | PlanFileDocument | ErrorDocument;

/** What `monitors apply --format json` prints: what became of the plan, or the error that came before; and each line of `--format jsonl`. With `--accept-drift` it prints what `monitors accept` does. */
export type ApplyOutput = ApplyDocument | ApplyLine | AcceptDocument | ErrorDocument;

/** What `monitors accept --format json` prints: what it wrote into specs, or the error that kept it from writing. */
export type AcceptOutput = AcceptDocument | ErrorDocument;

/** What `monitors init --format json` prints: what it wrote, or the error that kept it from writing. */
export type InitOutput = InitDocument | ErrorDocument;

/** What `monitors pull --format json` prints: what it wrote, or the error that kept it from writing. */
export type PullOutput = PullDocument | ErrorDocument;

/** What `monitors import --format json` prints: what it took over, or the error that kept it from that. */
export type ImportOutput = ImportDocument | ErrorDocument;

/** What `monitors recover --format json` prints: what it found and recorded, or the error that kept it from that. */
export type RecoverOutput = RecoveryDocument | ErrorDocument;

/** What `monitors resolve --format json` prints: what it settled or deleted, or the error that kept it from that. */
export type ResolveOutput = ResolveDocument | PruneDocument | ErrorDocument;

/** What the commands of `monitors state` print with `--format json`, told apart by `command`: what they found or did, or the error that kept them from that. */
export type StateOutput = StateDocument | ErrorDocument;
