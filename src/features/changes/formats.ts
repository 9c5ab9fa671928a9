import {stringifyJson} from '../../rendering/escape-json';
import type {RenderOptions} from '../../rendering/render-options';
import type {ChangesDocument} from './document';

/** Makes one format of the document; the clock of the options is that of the document's time zone. */
export type RenderChanges = (document: ChangesDocument, options: RenderOptions) => string;

/** An output format of `changes`. */
interface ChangesFormat {
  /** Each is loaded only when it is asked for. */
  readonly load: () => Promise<RenderChanges>;
  /** Whether the beginning of a file is that of this format: `--out` replaces no other file. */
  readonly isOurs: (text: string) => boolean;
}

/** The formats by their words; those of `--format` in `command.ts` are the same. */
export const FORMATS = {
  text: {
    load: async () => (await import('./text')).renderChangesText,
    isOurs: text => /^(?:[~+\-!?] |The call before|Changes |Not in the )/.test(text),
  },
  json: {
    load: async () => document => `${stringifyJson(document, 2)}\n`,
    isOurs: text => /^\{\s*"formatVersion": 1,\s*"command": "changes"/.test(text),
  },
} satisfies Record<string, ChangesFormat>;
