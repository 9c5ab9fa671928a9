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
    // Its last sentence is there whatever was found.
    isOurs: text => /(?:^|\n)Changes [\s\S]{1,500}\brequests?\.\n$/.test(text),
  },
  json: {
    load: async () => (await import('./document')).renderChangesJson,
    isOurs: text => /^\{\s*"formatVersion": 1,\s*"command": "changes"/.test(text),
  },
} satisfies Record<string, ChangesFormat>;
