import type {AcceptDocument} from '../features/accept/document';
import type {ImportDocument, PullDocument} from '../features/adopt/document';
import type {FactorDocument} from '../features/adopt/factor-document';
import type {AlertsDocument} from '../features/alerts/document';
import type {AlertsTestDocument} from '../features/alerts/test-document';
import type {ApplyDocument, ApplyLine} from '../features/apply/document';
import type {ChangesDocument} from '../features/changes/document';
import type {ExplainDocument} from '../features/explain/document';
import type {InitDocument} from '../features/init/document';
import type {ChecksDocument, DiffDocument} from '../features/observe/checks-document';
import type {RunDocument} from '../features/observe/run-document';
import type {StatusDocument} from '../features/observe/status-document';
import type {PlanDocument, PlanFileDocument} from '../features/plan/document';
import type {RecoveryDocument} from '../features/recover/document';
import type {RenderDocument} from '../features/render/document';
import type {SuggestDocument} from '../features/report/suggest';
import type {PruneDocument, ResolveDocument} from '../features/resolve/document';
import type {StateDocument} from '../features/state/document';
import type {StateMigrateDocument} from '../features/state/place-document';
import type {TryDocument} from '../features/try/document';
import type {TuneDocument} from '../features/tune/document';
import type {ValidateDocument} from '../features/validate/document';
import type {ErrorDocument} from '../rendering/error';

/** Output with `--all-environments`: what the command prints in each. */
export interface EverywhereDocument<Command extends string, Output> {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: Command;
  /** By name, in the order of the config. After an interruption, those that were begun. */
  readonly environments: Readonly<Record<string, Output>>;
}

/** Output of `monitors validate --format json`: the findings, or an error. */
export type ValidateOutput = ValidateDocument | ErrorDocument;

/** Output of `monitors plan --format json`: the plan, or an error; and the file that `--out` writes. */
export type PlanOutput = PlanDocument | PlanFileDocument | ErrorDocument | EverywhereDocument<'plan', PlanDocument | ErrorDocument>;

/** Output of `monitors render --format json`: the specs, or an error. */
export type RenderOutput = RenderDocument | ErrorDocument;

/** Output of `monitors apply --format json`: the results, or an error; and each line of `--format jsonl`. */
export type ApplyOutput = ApplyDocument | ApplyLine | ErrorDocument;

/** Output of `monitors accept --format json`: the changed specs, or an error. */
export type AcceptOutput = AcceptDocument | ErrorDocument;

/** Output of `monitors init --format json`: the written files, or an error. */
export type InitOutput = InitDocument | ErrorDocument;

/** Output of `monitors pull --format json`: the written specs, or an error. */
export type PullOutput = PullDocument | ErrorDocument;

/** Output of `monitors import --format json`: the adopted monitor, or an error. */
export type ImportOutput = ImportDocument | ErrorDocument;

/** Output of `monitors factor --format json`: what specs share now, or an error. */
export type FactorOutput = FactorDocument | ErrorDocument;

/** Output of `monitors recover --format json`: the recovered state, or an error. */
export type RecoverOutput = RecoveryDocument | ErrorDocument;

/** Output of `monitors resolve --format json`: resolved creates or deleted duplicates, or an error. */
export type ResolveOutput = ResolveDocument | PruneDocument | ErrorDocument;

/** Output of `monitors status --format json`: the health of monitors, or an error. */
export type StatusOutput = StatusDocument | ErrorDocument | EverywhereDocument<'status', StatusDocument | ErrorDocument>;

/** Output of `monitors alerts --format json`: where alerts go, with `--test` what became of the samples, or an error. */
export type AlertsOutput = AlertsDocument | AlertsTestDocument | ErrorDocument;

/** Output of `monitors report --suggest --format json`: suggested schedules, or an error. */
export type ReportOutput = SuggestDocument | ErrorDocument;

/** Output of `monitors checks --format json`: the newest checks, or an error. */
export type ChecksOutput = ChecksDocument | ErrorDocument;

/** Output of `monitors diff --format json`: the changes of a check, or an error. */
export type DiffOutput = DiffDocument | ErrorDocument;

/** Output of `monitors changes --format json`: what was found since a moment, or an error. */
export type ChangesOutput = ChangesDocument | ErrorDocument | EverywhereDocument<'changes', ChangesDocument | ErrorDocument>;

/** Output of `monitors tune --format json`: noise, cost and proposals, or an error. */
export type TuneOutput = TuneDocument | ErrorDocument;

/** Output of `monitors run --format json`: what became of the checks, or an error. */
export type RunOutput = RunDocument | ErrorDocument;

/** Output of `monitors try --format json`: what pages come to, or an error. */
export type TryOutput = TryDocument | ErrorDocument;

/** Output of `monitors explain --format json`: the page of a code, or an error. */
export type ExplainOutput = ExplainDocument | ErrorDocument;

/** Output of `monitors state ... --format json`: the result of the `command`, or an error. */
export type StateOutput = StateDocument | ErrorDocument | EverywhereDocument<'state migrate', StateMigrateDocument | ErrorDocument>;
