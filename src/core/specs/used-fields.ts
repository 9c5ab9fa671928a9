import type {Diagnostic} from '../diagnostics/diagnostic';
import type {PlacedFacts} from './facts';

/** One warning for each path of `service.allowFields` that specs use, at the first of them. */
export function warnOfFields(candidates: readonly PlacedFacts<'usedFields'>[]): Diagnostic[] {
  const users = new Map<string, {readonly first: PlacedFacts<'usedFields'>; readonly pointer: string; count: number}>();
  for (const candidate of candidates) {
    for (const [field, pointer] of candidate.facts.usedFields ?? []) {
      const known = users.get(field);
      if (known === undefined) users.set(field, {first: candidate, pointer, count: 1});
      else known.count += 1;
    }
  }
  return [...users].map(([field, {first, pointer, count}]) => ({
    code: 'schema/allowed-field',
    severity: 'warning',
    message: `"${field}" is not a documented ${field.includes('=') ? 'value' : 'member'} of the service; it is sent unchecked, since service.${settingOf(field)} names it`,
    hint: `remove it from service.${settingOf(field)} once a version of monitors knows it`,
    where: first.place(pointer, field.includes('=') ? 'value' : 'key'),
    ...(count > 1 ? {monitors: count} : {}),
  }));
}

function settingOf(field: string): 'allowFields' | 'allowValues' {
  return field.includes('=') ? 'allowValues' : 'allowFields';
}
