import type {JsonObject} from '../json/value';
import type {Fleet} from '../spec/check';
import {parseSource} from '../spec/document';
import {listParts} from '../spec/fleet/effective';
import {expandDocument} from '../spec/fleet/expand';
import type {Allowances} from '../spec/fleet/layer';
import {type Inherited, mergeDefaults} from '../spec/fleet/merge';
import {LayerTree} from '../spec/fleet/tree';

/** What a spec is merged with. */
export interface Surrounding {
  readonly inherited: Inherited;
  /** The members of each overlay, the outermost first. */
  readonly overlays: readonly JsonObject[];
}

/** What a spec would be merged with, by its path below the specs directory; null where there is nothing. */
export type Inheritance = (specPath: string) => Surrounding | null;

/** Works out what new specs inherit, with variables filled in. */
export function openInheritance(fleet: Fleet, allowances: Allowances): Inheritance {
  const tree = new LayerTree(fleet.layers, fleet.environment, allowances);
  return specPath => {
    const layers = tree.layersOf(specPath);
    const [document] = parseSource({file: specPath, specPath, bytes: Buffer.from('name: new\n')}).documents;
    if (layers === null || document === undefined) return null;
    const {spec} = expandDocument(document, {...fleet, layers}).put(null);
    const {defaults, overlays} = listParts(spec);
    return {inherited: mergeDefaults(defaults), overlays};
  };
}
