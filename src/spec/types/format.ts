/**
 * One format of the page's content: an object with a `type`, or its bare name where the type needs no member (service
 * document, "Formats").
 */
export type Format = FormatName | FormatObject;

/** A format without options. */
export type FormatName =
  | 'markdown'
  | 'summary'
  | 'html'
  | 'rawHtml'
  | 'rawBase64'
  | 'links'
  | 'images'
  | 'branding'
  | 'product'
  | 'menu'
  | 'screenshot'
  | 'json'
  | 'changeTracking'
  | 'audio'
  | 'video'
  | 'deterministicJson'
  | 'query';

/** A format with options, told apart by `type`. */
export type FormatObject =
  | PlainFormat
  | ScreenshotFormat
  | JsonFormat
  | ChangeTrackingFormat
  | AudioFormat
  | VideoFormat
  | QuestionFormat
  | HighlightsFormat
  | UndocumentedFormat;

/** A format that has no options. */
export interface PlainFormat {
  type: 'markdown' | 'summary' | 'html' | 'rawHtml' | 'rawBase64' | 'links' | 'images' | 'branding' | 'product' | 'menu';
}

/** A picture of the page. */
export interface ScreenshotFormat {
  type: 'screenshot';
  /**
   * The whole page rather than what the window shows.
   * @default false
   * @example true
   */
  fullPage?: boolean;
  /**
   * Quality of the picture, in percent.
   * @unit percent
   * @asType integer
   * @minimum 1
   * @maximum 100
   * @example 80
   */
  quality?: number;
  viewport?: Viewport;
}

/** Size of the browser's window. */
export interface Viewport {
  /**
   * Width of the window.
   * @unit pixels
   * @asType integer
   * @example 1280
   */
  width: number;
  /**
   * Height of the window.
   * @unit pixels
   * @asType integer
   * @example 800
   */
  height: number;
}

/** Data that a model extracts from the page. */
export interface JsonFormat {
  type: 'json';
  /**
   * JSON Schema of the result.
   * @example {"type": "object", "properties": {"price": {"type": "number"}}}
   */
  schema?: Record<string, unknown>;
  /**
   * What to extract, in words.
   * @example "List the products with their prices"
   */
  prompt?: string;
  /**
   * Scan the page for prompt injection first and fail with `SCRAPE_PROMPT_INJECTION_DETECTED` when there is one; 4
   * credits more.
   * @default false
   * @example true
   */
  checkPromptInjection?: boolean;
}

/** What changed since the last check. */
export interface ChangeTrackingFormat {
  type: 'changeTracking';
  /**
   * How changes are described.
   * @list set
   * @example ["git-diff"]
   */
  modes?: ChangeTrackingMode[];
  /**
   * JSON Schema of the result, for mode `json`.
   * @example {"type": "object", "properties": {"price": {"type": "number"}}}
   */
  schema?: Record<string, unknown>;
  /**
   * What to compare, in words, for mode `json`.
   * @example "Compare the prices"
   */
  prompt?: string;
  /**
   * Name of a separate branch of the change history.
   * @default null
   * @example "catalogue"
   */
  tag?: string | null;
}

/** `git-diff`: changed lines; `json`: changed data. */
export type ChangeTrackingMode = 'git-diff' | 'json';

/** Sound (MP3) of a supported video address, as a signed storage address. */
export interface AudioFormat {
  type: 'audio';
}

/** Best-quality video of a supported video address, as a signed storage address. */
export interface VideoFormat {
  type: 'video';
}

/** The answer to a question about the page, in `answer`. */
export interface QuestionFormat {
  type: 'question';
  /**
   * What to answer.
   * @maxLength 10000
   * @example "Is the shop open?"
   */
  question: string;
}

/** The parts of the page that fit a query, in `highlights`. */
export interface HighlightsFormat {
  type: 'highlights';
  /**
   * What to look for.
   * @maxLength 10000
   * @example "opening hours"
   */
  query: string;
}

/** Not in the service document, but known to one service; its members are not checked. */
export interface UndocumentedFormat {
  type: 'deterministicJson' | 'query';
  [member: string]: unknown;
}
