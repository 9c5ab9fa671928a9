import type {Viewport} from './format';

/** A step done on the page before its content is taken, told apart by `type` (service document, "Actions"). */
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

/** Waits: exactly one of `milliseconds` and `selector`. */
export interface WaitAction {
  type: 'wait';
  /**
   * How long to wait.
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

/** Takes a picture; its address is in `actions.screenshots` of the result. */
export interface ScreenshotAction {
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

/** Clicks an element. */
export interface ClickAction {
  type: 'click';
  /**
   * CSS selector of what to click.
   * @example "#more"
   */
  selector: string;
  /**
   * Click every match; none is no error then.
   * @default false
   * @example true
   */
  all?: boolean;
}

/** Types text, character by character, into the element that a `click` before it has focused. */
export interface WriteAction {
  type: 'write';
  /**
   * The text. May hold `${env:NAME}` and is treated as a secret.
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
   * Name of the key.
   * @example "Enter"
   */
  key: string;
}

/** Scrolls the page, or an element. */
export interface ScrollAction {
  type: 'scroll';
  /**
   * Which way.
   * @default "down"
   * @example "up"
   */
  direction?: 'up' | 'down';
  /**
   * CSS selector of what to scroll; left out, the page.
   * @example "#list"
   */
  selector?: string;
}

/** Takes address and HTML of the page as it is at this point. */
export interface ScrapeAction {
  type: 'scrape';
}

/** Runs a script on the page. */
export interface ExecuteJavascriptAction {
  type: 'executeJavascript';
  /**
   * The script.
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
   * Turn the paper sideways.
   * @default false
   * @example true
   */
  landscape?: boolean;
  /**
   * Size of the content.
   * @default 1
   * @example 0.8
   */
  scale?: number;
}
