import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Differences between outputs and the files of a golden folder, as sentences; empty when they are equal. With
 * `renew` the folder is written instead, and nothing differs.
 */
export function compareWithGolden(folder: string, outputs: Readonly<Record<string, string>>, renew: boolean): string[] {
  if (renew) {
    mkdirSync(folder, {recursive: true});
    for (const [name, text] of Object.entries(outputs)) writeFileSync(join(folder, name), text);
    return [];
  }
  const stored = listFiles(folder);
  const missing = Object.keys(outputs).filter(name => !stored.includes(name));
  const orphans = stored.filter(name => !Object.hasOwn(outputs, name));
  const changed = Object.entries(outputs).filter(
    ([name, text]) => stored.includes(name) && readFileSync(join(folder, name), 'utf8') !== text,
  );
  return [
    ...missing.map(name => `${name} is not stored`),
    ...orphans.map(name => `${name} is stored, but nothing makes it`),
    ...changed.map(([name, text]) => `${name} is now:\n${text}`),
  ];
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
