import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeWorkspace, runMonitors, type Workspace} from '../world/cli';
import {CI_SAMPLES, listAllFences, listFences, PAGES, ROOT, readCiSample, readPage, readSources} from './pages';

/** The command understands all command lines on the pages. */
interface CommandPage {
  readonly path: readonly string[];
  readonly flags: readonly string[];
  /** Flags that are followed by a value. */
  readonly valued: readonly string[];
  /** As usage names them. */
  readonly operands: string;
  /** Most operands that it takes. */
  readonly mostOperands: number;
  /** Lines below `examples`. */
  readonly examples: string;
}

let workspace: Workspace;
let commands: readonly CommandPage[];

beforeAll(async () => {
  workspace = makeWorkspace();
  const overview = await help([]);
  const paths = [...overview.matchAll(/^ {2}monitors ([a-z][a-z -]*?) {2,}/gm)].map(([, words = '']) => words.split(' '));
  commands = await Promise.all(paths.map(async path => readHelp(path, await help(path))));
}, 60_000);

afterAll(() => workspace.remove());

async function help(path: readonly string[]): Promise<string> {
  const run = await runMonitors([...path, '--help'], {cwd: workspace.directory});
  expect(run).toMatchObject({exitCode: 0, stderr: ''});
  return run.stdout;
}

function readHelp(path: readonly string[], text: string): CommandPage {
  const usage = /^usage {2}monitors (.*) \[flags\]$/m.exec(text)?.[1] ?? '';
  const operands = usage.split(' ').slice(path.length);
  const rows = [...text.matchAll(/^ {2}((?:-[A-Za-z], )?--?[A-Za-z][\w-]*)( [A-Z]+(?:=[A-Z]+)?)?(?= {2}|$)/gm)];
  const names = (row: RegExpMatchArray) => (row[1] ?? '').split(', ');
  return {
    path,
    operands: operands.join(' '),
    flags: rows.flatMap(names),
    valued: rows.filter(row => row[2] !== undefined).flatMap(names),
    examples: text.split(/^examples$/m)[1] ?? '',
    mostOperands: operands.some(word => word.includes('...')) ? Number.POSITIVE_INFINITY : operands.length,
  };
}

/** Where a page shows a command line. */
interface Shown {
  readonly place: string;
  readonly words: readonly string[];
}

/** The command lines in a block of shell or in code within prose. */
function listShown(place: string, text: string): Shown[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap(line => splitCommands(withoutComment(line)))
    .flatMap(words => {
      const start = words.indexOf('monitors');
      const isCall = start >= 0 && words.slice(0, start).every(word => /^(?:\$|-|run:|[A-Z_]+=.*)$/.test(word));
      return isCall ? [{place, words: words.slice(start + 1)}] : [];
    });
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s)#.*$/, '');
}

/** The commands of a line as words; pipes and the like divide them, redirections are left out. */
function splitCommands(line: string): string[][] {
  const tokens = line.match(/(?:[^\s'"|&;<>]|'[^']*'|"[^"]*")+|[|&;]+|[<>]+/g) ?? [];
  const commands: string[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    if (/^[|&;]+$/.test(token)) commands.push([]);
    else if (!/^[<>]+$/.test(token) && !/^[<>]+$/.test(tokens[index - 1] ?? '')) commands.at(-1)?.push(token);
  }
  return commands;
}

/** Fault of a command line, or null. */
function findFault({words}: Shown): string | null {
  if (words.length === 1 && ['--version', '--help', '-v', '-h'].includes(words[0] ?? '')) return null;
  if (words.length === 0 || words[0] === 'COMMAND') return null;
  if (words.length === 1 && commands.some(({path}) => path.length > 1 && path[0] === words[0])) return null;
  const command = commands
    .filter(({path}) => path.every((word, index) => words[index] === word))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (command === undefined) return `there is no command "${words.join(' ')}"`;
  let operands = 0;
  const rest = words.slice(command.path.length);
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? '';
    if (!word.startsWith('-')) operands++;
    else {
      const [flag = ''] = word.split('=');
      if (![...command.flags, '--help'].includes(flag)) return `"monitors ${command.path.join(' ')}" has no flag ${flag}`;
      if (command.valued.includes(flag) && !word.includes('=')) index++;
    }
  }
  return operands > command.mostOperands ? `"monitors ${command.path.join(' ')}" takes no "${rest.join(' ')}"` : null;
}

function listFaults(shown: readonly Shown[]): string[] {
  return shown.flatMap(line => {
    const fault = findFault(line);
    return fault === null ? [] : [`${line.place}: monitors ${line.words.join(' ')}: ${fault}`];
  });
}

test('the commands and their flags are read from their help', () => {
  expect(commands.map(({path}) => path.join(' '))).toEqual(
    expect.arrayContaining(['validate', 'plan', 'apply', 'resolve', 'state mv', 'schema', 'emulator']),
  );
  const plan = commands.find(({path}) => path.join(' ') === 'plan');
  expect(plan).toMatchObject({mostOperands: 0, flags: expect.arrayContaining(['--out', '--detailed-exitcode', '-q', '--quiet'])});
  expect(plan?.valued).toContain('--format');
  expect(plan?.valued).not.toContain('--detailed-exitcode');
});

test('operands of which there may be many have a name', () => {
  const many = commands.filter(({mostOperands}) => mostOperands === Number.POSITIVE_INFINITY);
  expect(many.map(({path, operands}) => `${path.join(' ')} ${operands}`)).toEqual([
    'validate [PATH...]',
    'render [KEY...]',
    'try FILE|KEY...',
    'accept KEY...',
    'resolve [KEY...]',
    'status [KEY...]',
    'changes [KEY...]',
    'run [KEY...]',
    'alerts [KEY...]',
    'report [KEY...]',
    'state list [KEY...]',
  ]);
});

test('every command line in a block of a page is one', () => {
  const shown = listAllFences('sh', 'yaml', '').flatMap(({page, line, text}) => listShown(`${page}:${line}`, text));
  expect(shown.length).toBeGreaterThan(40);
  expect(listFaults(shown.filter(({place}) => !place.startsWith('docs/diagnostics.md')))).toEqual([]);
});

test('every command line in the files for CI is one', () => {
  const shown = CI_SAMPLES.flatMap(path => listShown(path, readCiSample(path)));
  expect(shown.length).toBeGreaterThan(5);
  expect(listFaults(shown)).toEqual([]);
});

test('every command line within prose is one', () => {
  const shown = [...PAGES.keys()].flatMap(page => {
    const prose = readPage(page).replace(/^( *)(`{3,}).*?^\1\2\s*$/gms, '');
    return [...prose.matchAll(/`(monitors [^`]+)`/g)].flatMap(([, text = '']) => listShown(page, expandChoices(text)));
  });
  expect(shown.length).toBeGreaterThan(60);
  expect(listFaults(shown)).toEqual([]);
});

test('examples in the help of a command are calls of commands that there are', () => {
  const shown = commands.map(({path, examples}) => listShown(`monitors ${path.join(' ')} --help`, examples));
  expect(shown.filter(lines => lines.length < 2)).toEqual([]);
  expect(listFaults(shown.flat())).toEqual([]);
});

test('examples of diagnostics are calls of commands that there are, wrong flags aside', () => {
  const shown = listFences('docs/diagnostics.md').flatMap(({page, line, text}) => listShown(`${page}:${line}`, text));
  const faults = listFaults(shown).filter(fault => !fault.includes('--detailed-exit:'));
  expect(faults).toEqual([]);
});

test('every npm script that a page names is one', () => {
  const {scripts} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const named = [...PAGES.values()].flatMap(text =>
    [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(match => match[1] ?? match[2]),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(name => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
});

test('every environment variable of ours that a page names is read somewhere', () => {
  const sources = readSources();
  const named = new Set([...PAGES.values()].flatMap(text => text.match(/\bMONITORS_[A-Z_]+\b/g) ?? []));
  expect([...named].filter(name => !name.endsWith('_') && !sources.includes(name))).toEqual([]);
});

test('a command line that is wrong is found', () => {
  const faults = listFaults(listShown('x', 'monitors plann\nmonitors plan --nothing\nmonitors state mv a b c\nmonitors plan --only a b'));
  expect(faults).toHaveLength(4);
  expect(listFaults(listShown('x', "A=1 monitors plan --out a.json && monitors apply a.json --persist-command 'x; y' > z"))).toEqual([]);
});

/** `state list|show` is two commands; brackets mark what may be left out. */
function expandChoices(text: string): string {
  return text.replace(/ \[[^\]]*\]/g, '');
}
