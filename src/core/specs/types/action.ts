import type {Viewport} from './format';

/** A step on the page before its content is read (Firecrawl API, "Actions"). */
export type Action =
  | WaitAction
  | ScreenshotAction
  | ClickAction
  | WriteAction
  | PressAction
  | ScrollAction
  | ScrapeAction
  | ExecuteJavascriptAction
  | PdfAction;

/** Waits for a time or an element: exactly one of `milliseconds` and `selector`. */
export interface WaitAction {
  type: 'wait';
  /**
   * Time to wait.
   * @unit milliseconds
   * @asType integer
   * @minimum 1
   * @example 500
   */
  milliseconds?: number;
  /**
   * CSS selector of the element to wait for.
   * @example "#content"
   */
  selector?: string;
}

/** Takes a screenshot; its URL is in `actions.screenshots` of the result. */
export interface ScreenshotAction {
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

/** Clicks an element. */
export interface ClickAction {
  type: 'click';
  /**
   * CSS selector of the element.
   * @example "#more"
   */
  selector: string;
  /**
   * Click every match; no match is not an error.
   * @default false
   * @example true
   */
  all?: boolean;
}

/** Types text into the focused element; needs a `click` before it. */
export interface WriteAction {
  type: 'write';
  /**
   * Text to type; a secret, may contain `${env:NAME}`.
   * @secret
   * @references
   * @example "${env:SITE_PASSWORD}"
   */
  text: string;
}

/** Presses a key. */
export interface PressAction {
  type: 'press';
  /**
   * Key name.
   * @example "Enter"
   */
  key: string;
}

/** Scrolls the page or an element. */
export interface ScrollAction {
  type: 'scroll';
  /**
   * Direction.
   * @default "down"
   * @example "up"
   */
  direction?: 'up' | 'down';
  /**
   * CSS selector of the element; default: the page.
   * @example "#list"
   */
  selector?: string;
}

/** Captures URL and HTML of the page at this point. */
export interface ScrapeAction {
  type: 'scrape';
}

/** Runs a script on the page. */
export interface ExecuteJavascriptAction {
  type: 'executeJavascript';
  /**
   * JavaScript source.
   * @example "document.querySelector('#more').click()"
   */
  script: string;
}

/** Prints the page; the file is in `actions.pdfs` of the result. */
export interface PdfAction {
  type: 'pdf';
  /**
   * Paper size.
   * @default "Letter"
   * @example "A4"
   */
  format?: 'A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'Letter' | 'Legal' | 'Tabloid' | 'Ledger';
  /**
   * Landscape orientation.
   * @default false
   * @example true
   */
  landscape?: boolean;
  /**
   * Zoom factor.
   * @default 1
   * @example 0.8
   */
  scale?: number;
}
