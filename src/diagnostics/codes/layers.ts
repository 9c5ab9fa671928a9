import {codePages} from './code-page';

/** Codes of the family `fleet/` about layers: files whose members specs inherit. */
export const layerCodes = codePages({
  'fleet/layer-name': {
    meaning: 'A file is nearly named like a layer. Only `_defaults.yaml` and `_overlay.ENVIRONMENT.yaml` are layers.',
    fix: 'Rename it.',
  },
  'fleet/layer-form': {
    meaning: 'A layer is not one mapping, or its `targets` is not a mapping by type.',
    example: 'targets: {scrape: {scrapeOptions: {onlyMainContent: true}}}',
    fix: 'Write it so.',
  },
  'fleet/not-in-layer': {
    meaning: 'Each spec has its own name, key and pages, so a layer may not give them.',
    fix: 'Move the member into the specs.',
  },
  'fleet/unknown-environment': {
    meaning: 'An overlay names an environment that `environments` of the config lacks.',
    fix: 'Correct the name, or declare the environment.',
  },
  'fleet/unused-layer': {
    meaning: 'No spec stands in the folder of the layer or below.',
    fix: 'Remove the layer, or add specs.',
  },
  'fleet/secret-in-layer': {
    meaning: 'Every spec below the layer would send the secret to its pages.',
    fix: 'Write the reference into the specs whose pages may have it.',
  },
  'fleet/secret-origin': {
    meaning: 'A header or metadata value with a secret would go to another host than the one that it was written for.',
    fix: 'Write it again in the file that gives `webhook.url`, or in a later layer; or remove it there with `null`.',
  },
  'fleet/too-many-monitors': {
    meaning: 'More than 50,000 monitors, or layers and rows that make specs of more than 256 MiB.',
    fix: 'Spread them over several projects.',
  },
  'fleet/spec-too-large': {
    meaning: 'A spec with all that it inherits is larger than 1 MiB.',
    fix: 'Shorten the spec or its layers.',
  },
});
