import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';

/** A secret, and what it is called where it is found. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** A text that must not hold a secret. */
export interface Searched {
  /** A file's path, or which stream of which run. */
  readonly place: string;
  readonly bytes: Buffer;
}

/** The forms in which a secret still is one, each with what it is called. */
export function listForms(value: string): {readonly form: string; readonly text: string}[] {
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [
    {form: 'plain', text: value},
    {form: 'JSON', text: json},
    {form: 'JSON in JSON', text: JSON.stringify(json).slice(1, -1)},
    {form: 'URL', text: encodeURIComponent(value)},
    {form: 'part of a URL', text: encodeURI(value)},
    ...[0, 1, 2].flatMap(offset => [
      {form: `base64, ${offset} bytes in`, text: cutBase64(value, offset)},
      {form: `base64url, ${offset} bytes in`, text: cutBase64(value, offset).replaceAll('+', '-').replaceAll('/', '_')},
    ]),
  ];
  return [...new Map(forms.reverse().map(item => [item.text, item])).values()];
}

/** The letters of a base64 text that depend on nothing but the secret, when it begins `offset` bytes into a group of three. */
function cutBase64(value: string, offset: number): string {
  const bytes = Buffer.from(value);
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const loose = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - loose);
}

/** Every place in which a secret stands, in any form, also where a line break or a colour is in the middle of it. */
export function findCanaries(searched: readonly Searched[], canaries: readonly Canary[]): string[] {
  const forms = canaries.flatMap(({name, value}) => listForms(value).map(({form, text}) => ({name, form, text})));
  return searched.flatMap(({place, bytes}) => {
    const text = bytes.toString('latin1');
    const joined = text.replaceAll(/\x1b\[[\d;]*m/g, '').replaceAll(/\s+/g, '');
    return forms.flatMap(({name, form, text: wanted}) => {
      const raw = Buffer.from(wanted).toString('latin1');
      return text.includes(raw) || joined.includes(raw.replaceAll(/\s+/g, '')) ? [`${name} (${form}) in ${place}`] : [];
    });
  });
}

/** All files below a directory, their names as well as their bytes, but for what lies in the directories named. */
export function readTree(root: string, except: readonly string[], directory = root): Searched[] {
  return readdirSync(directory, {withFileTypes: true}).flatMap((entry): Searched[] => {
    const path = join(directory, entry.name);
    const shown = relative(root, path);
    if (except.includes(shown)) return [];
    if (entry.isDirectory()) return readTree(root, except, path);
    return [
      {place: `the name of ${shown}`, bytes: Buffer.from(shown)},
      {place: shown, bytes: readFileSync(path)},
    ];
  });
}
