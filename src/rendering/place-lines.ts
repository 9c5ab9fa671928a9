import type {RenderOptions} from './render-options';
import {type Line, proseLine} from './text';

/** Where the changes go: `Where: production at api.firecrawl.dev.`; empty where that is not known, or nothing is sent. */
export function placeLines({place = null, verbosity}: Pick<RenderOptions, 'place' | 'verbosity'>): Line[] {
  return place === null || verbosity === 'quiet' ? [] : [proseLine(0, `Where: ${place}.`)];
}
