import {listWords} from '../base/list-words';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import type {Key} from './desired-monitor';
import type {PlacedFacts} from './facts';
import type {Sync} from './sync';

/** Whether a spec lives in an environment. */
export function livesIn({environments}: Sync, environment: string): boolean {
  return environments === undefined || environments.includes(environment);
}

/** The specs that live in an environment, with their keys: what is counted over all monitors leaves the others out. */
export function keepHere<Spec extends PlacedFacts<'sync'>>(
  specs: readonly Spec[],
  keys: readonly Key[],
  environment: string,
): {readonly specs: readonly Spec[]; readonly keys: readonly Key[]} {
  const isHere = ({facts}: Spec) => livesIn(facts.sync, environment);
  if (specs.every(isHere)) return {specs, keys};
  return {specs: specs.filter(isHere), keys: keys.filter((_key, index) => isHere(specs[index] as Spec))};
}

/** Environments that specs name and the config does not declare (`declared` is null where it declares none). */
export function checkHomes(specs: readonly PlacedFacts<'sync'>[], declared: readonly string[] | null): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const spec of specs) {
    for (const [index, name] of (spec.facts.sync.environments ?? []).entries()) {
      if (declared?.includes(name) === true) continue;
      findings.push({
        code: 'spec/unknown-environment',
        severity: 'error',
        message: `the environment ${JSON.stringify(name)} is not declared in monitors.config.yaml`,
        hint: adviseOn(name, declared),
        where: spec.place(`/sync/environments/${index}`),
      });
    }
  }
  return findings;
}

function adviseOn(name: string, declared: readonly string[] | null): string {
  if (declared === null) return `declare it: environments: {${name}: {}}, with all others that you use`;
  const near = suggestName(name, declared);
  return near === undefined ? `declared are ${listWords(declared)}` : `did you mean "${near}"?`;
}
