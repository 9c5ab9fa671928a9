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
  markdown: {
    load: async () => (await import('./formats/markdown')).renderChangesMarkdown,
    isOurs: text => /^## Changes in `/.test(text),
  },
  html: {
    load: async () => (await import('./formats/html')).renderChangesHtml,
    isOurs: text => text.startsWith('<!doctype html>\n<!-- monitors changes -->\n'),
  },
  atom: {
    load: async () => (await import('./formats/atom')).renderChangesAtom,
    isOurs: text => text.startsWith('<?xml') && text.slice(0, 500).includes('<title type="text">Changes in '),
  },
  csv: {
    load: async () => (await import('./formats/csv')).renderChangesCsv,
    isOurs: text => text.startsWith('"type","group","key","at",'),
  },
  slack: {
    load: async () => (await import('./formats/slack')).renderChangesSlack,
    isOurs: text => text.startsWith('{\n  "text": "Changes in '),
  },
} satisfies Record<string, ChangesFormat>;
