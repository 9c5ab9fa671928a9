import type {ProjectFlags} from '../core/base/command-line';
import type {LocalClock} from './local-time';

/** Limits of the shown part of a value, and the words about the rest. */
export interface ValueLimits {
  readonly rows: number;
  /** Characters of one row. */
  readonly characters: number;
  /** Words for the place of the rest. */
  readonly rest: () => string;
  /** Longer rows are broken, with `| ` before what goes on; left out where they are not. */
  readonly breakAt?: number;
}

/** Options of the look of text. Nothing else of a terminal or command line changes it. */
export interface RenderOptions {
  readonly color: boolean;
  /** Columns of the terminal; prose is wrapped to it, data and commands never are. */
  readonly width: number;
  /** A terminal shows it to a person: findings are wrapped as prose, and the approval for programs is left out. Default: false. */
  readonly onTerminal?: boolean;
  /** `quiet` leaves out what is neither asked for nor wrong; `verbose` shows more context. */
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
  /** Limits of the value at a path that is shown; as the verbosity says where it is left out. */
  readonly limitsAt?: (path: string) => ValueLimits;
  /** The command line's flags about the project; commands in hints repeat them. */
  readonly given?: ProjectFlags;
  /** Environment and address that are changed: `production at api.firecrawl.dev`. Left out where nothing is sent. */
  readonly place?: string | null;
  /** The reader's clock and time zone: times are shown as they would say them. Without it, as ISO times. */
  readonly clock?: LocalClock;
}
