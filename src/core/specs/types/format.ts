/** An output format: a name, or an object with a `type` and options (Firecrawl API, "Formats"). */
export type Format = FormatName | FormatObject;

/**
 * A format without options.
 * @meanings {"markdown": "The page as Markdown.", "summary": "A summary by a model.", "html": "Cleaned HTML.", "rawHtml": "HTML as received.", "rawBase64": "The response body as base64.", "links": "URLs that the page links to.", "images": "URLs of its images.", "branding": "Colours, fonts and logos of the brand.", "product": "Product data such as price and stock.", "menu": "Dishes and prices of a restaurant.", "screenshot": "An image of the viewport.", "json": "Data that a model extracts.", "changeTracking": "Changes since the last check.", "audio": "Audio (MP3) of a supported video page.", "video": "Video of a supported video page.", "deterministicJson": "Undocumented.", "query": "Undocumented."}
 */
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

/** A format with options. */
export type FormatObject =
  | PlainFormat
  | ScreenshotFormat
  | JsonFormat
  | ChangeTrackingFormat
  | AudioFormat
  | VideoFormat
  | QuestionFormat
  | HighlightsFormat
  | AttributesFormat
  | UndocumentedFormat;

/** A format without options. */
export interface PlainFormat {
  type: 'markdown' | 'summary' | 'html' | 'rawHtml' | 'rawBase64' | 'links' | 'images' | 'branding' | 'product' | 'menu';
}

/** Screenshot of the page. */
export interface ScreenshotFormat {
  type: 'screenshot';
  /**
   * Capture the whole page, not only the viewport.
   * @default false
   * @example true
   */
  fullPage?: boolean;
  /**
   * Image quality.
   * @unit percent
   * @asType integer
   * @minimum 1
   * @maximum 100
   * @example 80
   */
  quality?: number;
  viewport?: Viewport;
}

/** Size of the browser window. */
export interface Viewport {
  /**
   * Width.
   * @unit pixels
   * @asType integer
   * @example 1280
   */
  width: number;
  /**
   * Height.
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
   * Instruction for the model.
   * @example "List the products with their prices"
   */
  prompt?: string;
  /**
   * Fail with `SCRAPE_PROMPT_INJECTION_DETECTED` if the page contains a prompt injection; 4 more credits.
   * @default false
   * @example true
   */
  checkPromptInjection?: boolean;
}

/** Changes since the last check. */
export interface ChangeTrackingFormat {
  type: 'changeTracking';
  /**
   * Form of the changes.
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
   * Instruction for mode `json`.
   * @example "Compare the prices"
   */
  prompt?: string;
  /**
   * Name of a separate change history.
   * @default null
   * @example "catalogue"
   */
  tag?: string | null;
}

/** `git-diff`: changed lines; `json`: changed data. */
export type ChangeTrackingMode = 'git-diff' | 'json';

/** Audio (MP3) of a supported video page, as a signed URL. */
export interface AudioFormat {
  type: 'audio';
}

/** Video of a supported video page in best quality, as a signed URL. */
export interface VideoFormat {
  type: 'video';
}

/** Answer to a question about the page, in `answer`. */
export interface QuestionFormat {
  type: 'question';
  /**
   * The question.
   * @maxLength 10000
   * @example "Is the shop open?"
   */
  question: string;
}

/** Parts of the page that match a query, in `highlights`. */
export interface HighlightsFormat {
  type: 'highlights';
  /**
   * The query.
   * @maxLength 10000
   * @example "opening hours"
   */
  query: string;
}

/** Attributes of elements; undocumented. */
export interface AttributesFormat {
  type: 'attributes';
  /**
   * Which attributes of which elements.
   * @example [{"selector": "a", "attribute": "href"}]
   */
  selectors?: AttributeSelector[];
}

/** One attribute of the elements that a selector finds. */
export interface AttributeSelector {
  /**
   * CSS selector of the elements.
   * @example "a"
   */
  selector: string;
  /**
   * Name of the attribute.
   * @example "href"
   */
  attribute: string;
}

/** Undocumented formats of Firecrawl; their members are not checked. */
export interface UndocumentedFormat {
  type: 'deterministicJson' | 'query';
  [member: string]: unknown;
}
