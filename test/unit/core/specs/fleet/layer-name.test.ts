import {readLayerName} from '../../../../../src/core/specs/fleet/layer-name';

test.each([
  ['_defaults.yml', '_defaults.yaml'],
  ['_Default.yaml', '_defaults.yaml'],
  ['_overlay.staging.yml', '_overlay.staging.yaml'],
  ['_overlays-Staging.yaml', '_overlay.Staging.yaml'],
  ['_overlay.yaml', '_overlay.ENVIRONMENT.yaml'],
  ['_overlay.my place.yaml', '_overlay.ENVIRONMENT.yaml'],
])('%s is nearly a layer, and the right name is %s', (name, right) => expect(readLayerName(name)).toEqual({kind: 'wrong', right}));
