import type {CheckCache} from '../../../../src/spec/check';
import {checkSpecs} from '../../../../src/spec/check';
import type {SourceFile} from '../../../../src/spec/desired-monitor';
import {readLayerName} from '../../../../src/spec/fleet/layer-name';

/** What a repository of these files comes to; paths below the specs directory. */
export function check(
  files: Readonly<Record<string, string>>,
  {
    environment = 'default',
    declared = null,
    allowed = ['TOKEN'],
    cache = null,
  }: {
    readonly environment?: string;
    readonly declared?: readonly string[] | null;
    readonly allowed?: readonly string[];
    readonly cache?: CheckCache | null;
  } = {},
) {
  const sources = Object.entries(files).map(
    ([path, text]): SourceFile => ({file: `monitors/${path}`, specPath: path, bytes: Buffer.from(text)}),
  );
  const named = sources.map(source => {
    const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]*)$/.exec(source.specPath) ?? [];
    const layer = name.startsWith('_') ? readLayerName(name) : null;
    return {source, layer: layer?.kind === 'layer' ? {...source, folder, environment: layer.environment} : null};
  });
  return checkSpecs(
    named.flatMap(({source, layer}) => (layer === null ? [source] : [])),
    {
      allowed,
      operations: 'full',
      cache,
      fleet: {layers: named.flatMap(({layer}) => layer ?? []), environment: {environment, declared, vars: {}}},
    },
  );
}

/** A spec that leaves its schedule to a layer. */
export const page = (name: string, more = '') => `name: ${name}\ntargets:\n  - {type: scrape, urls: ["https://${name}.example/"]}\n${more}`;
