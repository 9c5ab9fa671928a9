import {codePages} from './code-page';

/** Codes of the family `fleet/` about layers: files whose members specs inherit. */
export const layerCodes = codePages({
  'fleet/layer-name': {
    meaning: 'A file is named nearly like the layers `_defaults.yaml` and `_overlay.ENVIRONMENT.yaml`.',
    fix: 'Rename it.',
  },
  'fleet/layer-form': {
    meaning: 'A layer, or its `targets` by type, is not a mapping.',
    example: 'targets: {scrape: {scrapeOptions: {onlyMainContent: true}}}',
    fix: 'Write it so.',
  },
  'fleet/not-in-layer': {
    meaning: 'A layer may not give name, key or pages.',
    fix: 'Move the member into the specs.',
  },
  'fleet/unknown-environment': {
    meaning: 'An overlay names an undeclared environment.',
    fix: 'Correct the name, or declare the environment.',
  },
  'fleet/unused-layer': {
    meaning: 'No spec inherits from the layer.',
    fix: 'Remove the layer, or add specs.',
  },
  'fleet/secret-in-layer': {
    meaning: 'Every spec below the layer would send the secret to its pages.',
    fix: 'Write the reference into the specs whose pages may have it.',
  },
  'fleet/secret-origin': {
    meaning: 'A header or metadata value with a secret would go to another host than it was written for.',
    fix: 'Write it again in the file that gives `webhook.url`, or in a later layer; or remove it there with `null`.',
  },
  'fleet/too-many-monitors': {
    meaning: 'More than 100,000 monitors, or 256 MiB of effective specs.',
    fix: 'Spread them over several projects.',
  },
  'fleet/spec-too-large': {
    meaning: 'An effective spec is larger than 1 MiB.',
    fix: 'Shorten the spec or its layers.',
  },
});
