import type {RenderOptions} from '../../rendering/render-options';
import type {TuneDocument} from './document';

/** Makes one format of the document. */
type RenderTune = (document: TuneDocument, options: RenderOptions) => string;

/** The formats by their words, each loaded only when it is asked for; those of `--format` in `command.ts` are the same. */
export const FORMATS: Readonly<Record<'text' | 'json' | 'markdown', () => Promise<RenderTune>>> = {
  text: async () => (await import('./text')).renderTuneText,
  json: async () => (await import('./document')).renderTuneJson,
  markdown: async () => {
    const {renderTuneMarkdown} = await import('./markdown');
    return (document: TuneDocument) => renderTuneMarkdown(document);
  },
};
