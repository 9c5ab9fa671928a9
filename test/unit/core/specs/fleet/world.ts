import {posix} from 'node:path';
import {sha256} from '../../../../../src/core/json/canonical';
import {checkSpecs} from '../../../../../src/core/specs/check';
import type {Operations, Purpose, SourceFile} from '../../../../../src/core/specs/desired-monitor';
import type {CheckCache} from '../../../../../src/core/specs/file-facts';
import {readLayerName} from '../../../../../src/core/specs/fleet/layer-name';
import type {ReadData} from '../../../../../src/core/specs/fleet/sources';

/** Result of checking a repository of these files; paths below the specs directory. */
export function check(
  files: Readonly<Record<string, string>>,
  {
    environment = 'default',
    declared = null,
    vars = {},
    purpose = 'monitors',
    allowed = ['TOKEN'],
    cache = null,
    operations = 'full',
  }: {
    readonly operations?: Operations;
    readonly environment?: string;
    readonly declared?: readonly string[] | null;
    readonly allowed?: readonly string[];
    readonly cache?: CheckCache | null;
    readonly vars?: Readonly<Record<string, string | number | boolean>>;
    readonly purpose?: Purpose;
  } = {},
) {
  const sources = Object.entries(files).map(
    ([path, text]): SourceFile => ({file: `monitors/${path}`, specPath: path, bytes: Buffer.from(text)}),
  );
  const readData: ReadData = (spec, path) => {
    const specPath = posix.join(posix.dirname(spec.specPath), path);
    const text = files[specPath];
    if (text === undefined) return {code: 'list/data-file', message: `data file not found: ${path}`, hint: 'correct the path'};
    return {source: {file: `monitors/${specPath}`, specPath, bytes: Buffer.from(text)}, hash: sha256(text)};
  };
  const named = sources
    .filter(({specPath}) => !specPath.endsWith('.csv'))
    .map(source => {
      const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]*)$/.exec(source.specPath) ?? [];
      const layer = name.startsWith('_') ? readLayerName(name) : null;
      return {source, layer: layer?.kind === 'layer' ? {...source, folder, environment: layer.environment} : null};
    });
  return checkSpecs(
    named.flatMap(({source, layer}) => (layer === null ? [source] : [])),
    {
      allowed,
      operations,
      cache,
      purpose,
      fleet: {layers: named.flatMap(({layer}) => layer ?? []), environment: {environment, declared, vars}, readData},
    },
  );
}

/** A spec that leaves its schedule to a layer. */
export const page = (name: string, more = '') => `name: ${name}\ntargets:\n  - {type: scrape, urls: ["https://${name}.example/"]}\n${more}`;
