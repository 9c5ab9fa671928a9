/** Meaning of a file's name as that of a layer; a wrong one is nearly that of a layer. */
type LayerName = {readonly kind: 'layer'; readonly environment: string | null} | {readonly kind: 'wrong'; readonly right: string};

/** Whether a name is that of a layer or so near it that its author meant one. Costs next to nothing for other names. */
export function isNearLayerName(name: string): boolean {
  const second = name.charCodeAt(1) | 0x20;
  return (second === 0x64 || second === 0x6f) && /^_(?:defaults?|overlays?(?:[._-].*)?)\.ya?ml$/i.test(name);
}

/** Reads a name for which {@link isNearLayerName} is true. */
export function readLayerName(name: string): LayerName {
  if (name === '_defaults.yaml') return {kind: 'layer', environment: null};
  const environment = /^_overlay\.(.+)\.yaml$/.exec(name)?.[1];
  if (environment !== undefined && ENVIRONMENT.test(environment)) return {kind: 'layer', environment};
  if (/^_d/i.test(name)) return {kind: 'wrong', right: '_defaults.yaml'};
  const meant = /^_overlays?[._-](.+)\.ya?ml$/i.exec(name)?.[1];
  return {kind: 'wrong', right: `_overlay.${meant !== undefined && ENVIRONMENT.test(meant) ? meant : 'ENVIRONMENT'}.yaml`};
}

/** The name of an environment, as the config may give it. */
const ENVIRONMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
