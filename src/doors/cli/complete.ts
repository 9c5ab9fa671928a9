import {join, resolve} from 'node:path';
import type {Context} from '../../core/base/context';

/**
 * `monitors __complete LIST CURRENT WORD...`: what completion scripts ask for, one word a line. CURRENT and the words before it are as
 * typed. Writes nothing else and never fails: whatever goes wrong offers nothing.
 */
export async function complete([list, current = '', ...words]: readonly string[], context: Context): Promise<void> {
  try {
    const {listWordsFor, WORD_LISTS} = await import('../../features/editor/completion-words');
    const wanted = WORD_LISTS.find(known => known === list);
    if (wanted === undefined) return;
    const flags = readFlags(words, context.env['HOME'] ?? '');
    const directory = resolve(context.cwd, flags.directory ?? '.');
    const {loadSettings} = await import('../../core/config/loaded-settings');
    const settings = loadSettings({flags, env: context.env, directory, cwd: directory, directoryHint: '', environmentChoice: 'any'});
    const {openProject} = await import('../../project/project');
    const {keyList, store} = openProject({settings, cwd: directory, command: 'completion', use: 'look', caches: 'used'}, context);
    const found = await listWordsFor(
      {keyList, store: store.backend === 'file' ? store : null},
      wanted,
      unquote(current.replace(/^--[a-z-]+=/, '')),
    );
    const shown = /^(?:--[a-z-]+=)?["']/.test(current) ? found.filter(word => PLAIN.test(word)) : found;
    context.stdout.write(shown.map(word => `${word}\n`).join(''));
  } catch {
    // The command itself will say what is wrong.
  }
}

/** Words that mean the same in and out of quotes. */
const PLAIN = /^[A-Za-z0-9._/=:@+-]+$/;

const FLAGS = {
  '-C': 'directory',
  '--directory': 'directory',
  '--config': 'config',
  '--environment': 'environment',
  '--specs': 'specs',
  '--state': 'state',
} as const;

type Flags = {[Name in (typeof FLAGS)[keyof typeof FLAGS]]?: string};

/** The flags that say which project is meant. */
function readFlags(words: readonly string[], home: string): Flags {
  const flags: Flags = {};
  for (const [index, word] of words.entries()) {
    const [, name = word, attached] = /^(--[a-z]+)=(.*)$/su.exec(word) ?? [];
    const value = attached ?? words[index + 1];
    if (Object.hasOwn(FLAGS, name) && value !== undefined) flags[FLAGS[name as keyof typeof FLAGS]] = expandHome(unquote(value), home);
  }
  return flags;
}

/** A word without the quotes that shells understand. Nothing in it is evaluated. */
function unquote(word: string): string {
  return word.replace(/'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)/gsu, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '';
  });
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
