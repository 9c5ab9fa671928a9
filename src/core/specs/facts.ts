import type {Place} from '../diagnostics/diagnostic';
import type {CreditEstimate} from './credits';
import type {MemberPart, SourceFile} from './desired-monitor';
import type {ScheduleTimes} from './schedule/times';
import type {Sync} from './sync';
import type {PageNumbers} from './watched-pages';

/** Facts of one monitor of a document. */
export interface DocumentFacts {
  /** The document's place among those of the file that could be read. */
  readonly document: number;
  /** Of a list: which row it is, and its key. Absent for a document that is not a list. */
  readonly row?: readonly [index: number, key: string];
  /** Some of it was filled in. Absent where nothing was. */
  readonly isFilled?: true;
  /** Whether the document itself has no errors. */
  readonly sound: boolean;
  /** Line of the document's first node, from 1. */
  readonly line: number;
  readonly name: string;
  readonly sync: Sync;
  /** No one is notified of what it finds, and `sync.alerts` does not say that this is meant. */
  readonly isSilent?: true;
  readonly times: ScheduleTimes;
  /** The ids that the spec gives its targets, in lower case, with their places among the targets. */
  readonly targetIds: readonly (readonly [index: number, id: string])[];
  /** Members that only the config allows: its paths, and where they stand. Absent where there are none. */
  readonly usedFields?: readonly (readonly [field: string, pointer: string])[];
  /** Pages that it watches, to find pages that several specs watch. */
  readonly pages: PageNumbers;
  /** Present where rules of the team limit the credits of a group with this document. */
  readonly counted?: CountedCredits;
  /** Null where the document has errors, and where nothing but findings was asked for. */
  readonly wish: WishFacts | null;
}

/** Facts of a document that only a plan needs: a quarter of the time that examining it takes. */
export interface WishFacts {
  readonly bodyHash: string;
  readonly references: readonly string[];
  readonly estimate: CreditEstimate;
}

/** Credits that count in groups. */
interface CountedCredits {
  readonly creditsPerMonth: number;
  /** The rules, by their index. */
  readonly rules: readonly number[];
}

/** Facts of a monitor with its file; places are worked out only for findings. */
export interface PlacedFacts<Name extends keyof DocumentFacts = keyof DocumentFacts> {
  readonly source: Pick<SourceFile, 'specPath'>;
  readonly facts: Pick<DocumentFacts, Name>;
  /** Finds the place of the node at a JSON pointer of the document. */
  place(pointer: string, part?: MemberPart): Place;
}
