import type {RenderOptions} from '../../rendering/render-options';
import type {ChangesDocument} from './document';

/** Makes one format of the document; the clock of the options is that of the document's time zone. */
export type RenderChanges = (document: ChangesDocument, options: RenderOptions) => string;
