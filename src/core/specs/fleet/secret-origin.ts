import type {Diagnostic} from '../../diagnostics/diagnostic';
import {toPointer} from '../../json/pointer';
import {property} from '../../json/value';
import {originOf} from '../../secrets/origin';
import type {Reference} from '../../secrets/references';
import {member} from '../../service/member';
import type {SpecDocument} from '../spec-document';
import {findWriter, type MergedSpec} from './effective';

const URL_POINTER = '/webhook/url';

/**
 * Secrets of the webhook that would go to another origin than the one that they were written for: a later file gave the address,
 * and none at or after it writes them.
 */
export function findMovedSecrets(spec: MergedSpec, all: readonly Reference[]): Diagnostic[] {
  const url = member(member(spec.data, 'webhook'), 'url');
  if (typeof url !== 'string') return [];
  const references = all.filter(({path}) => path[0] === 'webhook' && path[1] !== 'url');
  if (references.length === 0) return [];
  const {sources} = spec;
  const written = findWriter(URL_POINTER, sources);
  const origin = originOf(url);
  return references.flatMap(({name, path}): Diagnostic[] => {
    const pointer = toPointer(path);
    const writer = findWriter(pointer, sources);
    const meant = writer < written ? urlAt(sources, writer) : url;
    const home = meant === null ? null : meant === url ? origin : originOf(meant);
    if (home?.id === origin.id) return [];
    const kind = path[1] === 'headers' ? 'header' : path[1] === 'metadata' ? 'metadata value' : 'value';
    const what = `${kind} ${JSON.stringify(path[2] ?? path[1])}`;
    return [
      {
        code: 'fleet/secret-origin',
        severity: 'error',
        message: `the ${what} with \${env:${name}} was written ${home === null ? 'where there was no webhook.url' : `for ${home.shown}`}, and would be sent to ${origin.shown}`,
        hint: `if ${origin.shown} may have it, write it again beside this webhook.url; otherwise remove it there with null`,
        where: spec.placeOf(URL_POINTER),
        related: [{message: `the ${what} is written here`, where: spec.placeOf(pointer)}],
      },
    ];
  });
}

/** The webhook's address as the sources up to one give it. */
function urlAt(sources: readonly SpecDocument[], last: number): string | null {
  let url: string | null = null;
  for (const {data} of sources.slice(0, last + 1)) {
    const webhook = property(data, 'webhook');
    const given = property(webhook, 'url');
    if (webhook === null || given === null) url = null;
    else if (typeof given === 'string') url = given;
  }
  return url;
}
