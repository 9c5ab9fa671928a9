import {lstatSync, readdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {ScrapedPage} from '../../core/api/scrape-port';
import {UserError} from '../../core/diagnostics/user-error';
import {makeDirectory} from '../../core/files/cache-file';
import {explainFileError} from '../../core/files/file-error';
import {isInGit, isReallyInside, refuseInGit, toShownPath} from '../../core/files/paths';
import type {Project} from '../../project/project';

/** A directory for what came. */
export interface PageFolder {
  /** As messages show it. */
  readonly shown: string;
  /** Makes the directory, for its user alone. Throws `UserError`. */
  make(): void;
  /** Writes what came of a page, and returns the names of the files. Nothing of the page is in a name. Throws `UserError`. */
  keep(index: number, fetch: 'first' | 'second', page: ScrapedPage): readonly string[];
}

/** Opens the directory; it is made later. Throws `UserError` where it stands among the specs, is open to others, or holds something. */
export function openPageFolder(given: string, {cwd, settings, platform}: Pick<Project, 'cwd' | 'settings' | 'platform'>): PageFolder {
  const directory = resolve(cwd, given);
  const shown = toShownPath(cwd, directory);
  if (isReallyInside(settings.specsDirectory, directory)) {
    throw new UserError('config/unsafe-path', `--out leads into the specs: ${shown}`, 'choose a directory outside of the specs');
  }
  if (isInGit(directory)) throw refuseInGit(`--out ${shown} leads`);
  const check = () => {
    const facts = attempt(shown, () => lstatSync(directory, {throwIfNoEntry: false}));
    if (facts === undefined) return;
    if (!facts.isDirectory()) throw refuse(`--out is not a directory: ${shown}`);
    if (platform !== 'win32' && (facts.mode & 0o077) !== 0) throw refuse(`--out can be read by other users: ${shown}`);
    if (attempt(shown, () => readdirSync(directory)).length > 0) throw refuse(`--out is not empty: ${shown}`);
  };
  check();
  return {
    shown,
    make: () => {
      attempt(shown, () => makeDirectory(directory));
      check();
    },
    keep: (index, fetch, page) => {
      const name = `page-${String(index + 1).padStart(4, '0')}${fetch === 'first' ? '' : '-again'}`;
      const texts: readonly (readonly [string, string | null])[] = [
        [`${name}.json`, `${JSON.stringify(page.data, null, 2)}\n`],
        [`${name}.md`, page.markdown],
        [`${name}.html.txt`, page.html ?? page.rawHtml],
      ];
      return texts.flatMap(([file, text]) => {
        if (text === null) return [];
        attempt(`${shown}/${file}`, () => writeFileSync(join(directory, file), text, {flag: 'wx', mode: 0o600}));
        return [file];
      });
    },
  };
}

function refuse(message: string): UserError {
  return new UserError('config/cannot-write', message, 'choose a new directory with --out; nothing was fetched');
}

function attempt<Value>(shown: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw new UserError('config/cannot-write', `cannot write ${shown}: ${explainFileError(error)}`, 'choose another directory with --out');
  }
}
