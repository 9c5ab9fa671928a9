import {renderPlanMarkdown} from '../../src/features/plan/markdown';
import {renderValidate} from '../../src/features/validate/formats';
import {desired, newFields, plain, planOf} from '../unit/rendering/sample-values';
import {hostileStrings} from '../world/hostile-strings';
import {hostileReport, type Rendering, renderEverywhere} from './output-renderings';

/** Lines as a runner reads them from a process: ended by CR, LF or both. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** White space by .NET's `TrimStart`, and what older versions of it took. */
const DOTNET_SPACE = /^[\t-\r \x85\xa0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+/;

/** Colours, as our own output uses them: removed before looking, in case something between us and the runner removes them. */
function withoutColors(line: string): string {
  return line.replace(/\x1b\[[\d;]*m/g, '');
}

/** A line that a runner of GitHub, Azure Pipelines or TeamCity would look into for a command, by the loosest reading. */
function isCommand(line: string): boolean {
  return [line, withoutColors(line)].some(text => text.replace(DOTNET_SPACE, '').startsWith('::') || /##[a-z]*\[/i.test(text));
}

interface WorkflowCommand {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** A command as the GitHub runner reads it: `::name key=value,key=value::data`, with its unescaping. */
function readCommand(line: string): WorkflowCommand | null {
  const text = line.replace(DOTNET_SPACE, '').trimEnd();
  if (!text.startsWith('::')) return null;
  const end = text.indexOf('::', 2);
  if (end < 0) return null;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const properties: Record<string, string> = {};
  for (const pair of space < 0 ? [] : head.slice(space + 1).split(',')) {
    const equals = pair.indexOf('=');
    if (equals > 0) properties[pair.slice(0, equals).trim()] = unescapeProperty(pair.slice(equals + 1));
  }
  return {command: space < 0 ? head : head.slice(0, space), properties, data: unescapeData(text.slice(end + 2))};
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}

/** Characters that act on a terminal, reorder what is read or can't be seen. Line feeds end our lines. */
const ACTIVE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

let latest: {readonly text: string; readonly renderings: readonly Rendering[]} | null = null;

/** Everything that can be printed of a text; the tests of one text share it. */
function renderOnce(text: string): readonly Rendering[] {
  if (latest?.text !== text) latest = {text, renderings: renderEverywhere(text)};
  return latest.renderings;
}

/** Each colour is switched off before the next one and before the line ends. */
function endsPlain(line: string): boolean {
  const codes = [...line.matchAll(/\x1b\[(\d+)m/g)].map(match => Number(match[1]));
  return codes.length % 2 === 0 && codes.every((code, index) => index % 2 === 0 || code === 22 || code === 39);
}

function of(text: string, ...sinks: Rendering['sink'][]): Rendering[] {
  return renderOnce(text).filter(rendering => sinks.includes(rendering.sink));
}

describe.each(hostileStrings)('$name', ({text}) => {
  test('S1: no line of text, JSON or markdown is a command to a CI runner', () => {
    const commands = of(text, 'terminal', 'json', 'jsonl', 'markdown').flatMap(({name, text: output}) =>
      linesOf(output)
        .filter(isCommand)
        .map(line => `${name}: ${JSON.stringify(line)}`),
    );
    expect(commands).toEqual([]);
  });

  test('S1: annotations are the only commands, one for each finding, and say what was found', () => {
    for (const {text: output} of of(text, 'github')) {
      const commands = linesOf(output).filter(isCommand).map(readCommand);
      const isQuiet = commands.length === 2;
      expect(commands.map(command => command?.command)).toEqual(isQuiet ? ['error', 'error'] : ['error', 'error', 'warning']);
      for (const command of commands) {
        expect(
          Object.keys(command?.properties ?? {}).every(name => ['file', 'line', 'endLine', 'col', 'endColumn', 'title'].includes(name)),
        ).toBe(true);
        expect(command?.properties['title']).toMatch(/^config\/(invalid|usage)$/);
      }
    }
  });

  test('S2: nothing acts on a terminal, reorders the text or hides in it', () => {
    const active = renderOnce(text).flatMap(({name, text: output}) => {
      const found = ACTIVE.exec(withoutColors(output));
      return found === null ? [] : [`${name}: ${JSON.stringify(output.slice(Math.max(0, found.index - 20), found.index + 20))}`];
    });
    expect(active).toEqual([]);
  });

  test('S2: colours are switched off again at the end of each line', () => {
    const open = of(text, 'terminal').flatMap(({text: output}) => linesOf(output).filter(line => !endsPlain(line)));
    expect(open).toEqual([]);
  });

  test('S2: JSON parses back to the very text', () => {
    const report = JSON.parse(renderValidate(hostileReport(text), 'json', plain));
    expect(report.diagnostics[0]).toMatchObject({message: text, hint: text, file: text, pointer: `/${text}`});
    for (const {text: output} of of(text, 'json')) expect(() => JSON.parse(output)).not.toThrow();
    for (const {text: output} of of(text, 'jsonl')) {
      const lines = output.trimEnd().split('\n');
      const events = lines.map(line => JSON.parse(line));
      expect(events.every(event => event.formatVersion === 1 && event.command === 'apply')).toBe(true);
      expect(events.at(-1)).toMatchObject({type: 'completed', results: [{key: text, id: text}, {}, {}, {}, {}]});
    }
  });

  test('S3: in markdown it stands in code only', () => {
    for (const {text: output} of of(text, 'markdown')) {
      const {outside, blocks} = readMarkdown(output);
      expect(outside).not.toMatch(/@|#\d|GH-\d|!\[|\]\(|https?:|\||<!--|\[x\]|&lt;b/);
      const elements = outside.match(/<[^>]*>?/g) ?? [];
      expect(elements.filter(element => !/^<\/?(?:details|summary|details open)>$/.test(element))).toEqual([]);
      const folds = elements.filter(element => element.startsWith('<details')).length;
      expect(elements).toHaveLength(folds * 4);
      if (text.length <= 1000) expect({folds: folds >= 10, blocks}).toEqual({folds: true, blocks: 9});
    }
  });

  test('I13: a file of that name is named on one line in every format', () => {
    const report = {...hostileReport(text), findings: hostileReport(text).findings.slice(0, 1)};
    const headline = renderValidate(report, 'text', {...plain, verbosity: 'quiet'}).split('\n')[0];
    expect(headline).toContain(':2:1  error  config/invalid');
    const sarif = JSON.parse(renderValidate(report, 'sarif', plain));
    const {uri} = sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    expect(decodeURIComponent(uri)).toBe(text.replace(/\p{Cs}/gu, '\ufffd'));
    expect(uri).toMatch(/^[\w\-.!~*'()%/]*$/);
  });
});

test('S17: what a service answers is shown escaped, in its result and in why the run stopped', () => {
  const words = '\x1b]52;c;ZXZpbA==\x07 <b>@team</b> ::error::x';
  const [apply] = of(words, 'terminal').filter(({name}) => name === 'apply text, 100 columns, normal');
  expect(apply?.text).toContain('\\x1b]52;c;ZXZpbA==\\x07 <b>@team</b> ::error::x');
});

describe('S4: what is too long is cut, counted, and says so', () => {
  const plan = planOf(
    Array.from(
      {length: 2000},
      (_, index) => ({action: 'create', key: `shop/${index}`, after: desired(`shop/${index}`), targetIds: [], fields: newFields}) as const,
    ),
  );

  test('a plan as markdown stays below the limit of a comment and is not to be approved', () => {
    const {text, complete} = renderPlanMarkdown(plan);
    expect(text.length).toBeLessThan(65_536);
    expect(complete).toBe(false);
    expect(text).toContain(': 2,000 to create, about +');
    const counts = /> \*\*This plan is cut: ([\d,]+) changes not listed, ([\d,]+) changes without details\.\*\* Do not approve it/.exec(
      text,
    );
    const detailed = text.match(/<summary>\+ <code>shop\/\d+<\/code> create/g)?.length ?? 0;
    const rows = text.match(/^\+ shop\/\d+ {2}create/gm)?.length ?? 0;
    const listed = detailed + rows;
    expect([rows, detailed].every(count => count > 0)).toBe(true);
    expect(counts?.slice(1).map(count => Number(count.replace(',', '')))).toEqual([2000 - listed, 2000 - detailed]);
    expect(readMarkdown(text).isWhole).toBe(true);
  });

  test.each([700, 1000, 2000, 10_000])('a limit of %i characters is kept', limit => {
    expect(renderPlanMarkdown(plan, [], {limit}).text.length).toBeLessThanOrEqual(limit);
  });

  test('a plan that fits is complete and says nothing of cuts', () => {
    const {text, complete} = renderPlanMarkdown(planOf(plan.changes.slice(0, 3)));
    expect(complete).toBe(true);
    expect(text).not.toContain('is cut');
  });

  test('ten annotations of each kind, the rest as plain lines with their count', () => {
    const report = hostileReport('x');
    const [error, warning] = report.findings;
    if (error === undefined || warning === undefined) throw new Error('two findings are needed');
    const findings = [...Array.from({length: 14}, () => error), ...Array.from({length: 12}, () => warning)];
    const output = renderValidate({...report, findings, errorCount: 14, warningCount: 12}, 'github', plain);
    const commands = linesOf(output)
      .filter(isCommand)
      .map(line => readCommand(line)?.command);
    expect(commands.filter(command => command === 'error')).toHaveLength(10);
    expect(commands.filter(command => command === 'warning')).toHaveLength(10);
    expect(output.match(/^x:2:1 {2}(error|warning)/gm)).toHaveLength(6);
    expect(output).toContain('4 more errors and 2 more warnings in the log above');
  });
});

test('the reading of commands that these tests rely on finds commands', () => {
  expect(['::error::x', ' \u3000::a b=c::', 'x ##[group]', '##vso[a]b', '\x1b[31m::error::'].every(isCommand)).toBe(true);
  expect(['a::b', ': :', '# [x]', '## a'].some(isCommand)).toBe(false);
  expect(readCommand('::error file=a%2Cb,line=1::x%0Ay')).toEqual({command: 'error', properties: {file: 'a,b', line: '1'}, data: 'x\ny'});
});

test('the reading of markdown that these tests rely on finds what is not code', () => {
  expect(readMarkdown('a `b @c` @d').outside).toContain('@d');
  expect(readMarkdown('a `b @c` @d').outside).not.toContain('@c');
  expect(readMarkdown('```diff\n@a\n```\n@b').outside.trim()).toBe('@b');
  expect(readMarkdown('````text\n```\n@a').isWhole).toBe(false);
});

interface MarkdownReading {
  /** Rest when code is taken away: fenced blocks, code spans, and `<code>` in HTML. */
  readonly outside: string;
  readonly blocks: number;
  /** Every fence was closed. */
  readonly isWhole: boolean;
}

/** Reads fences line by line and then code spans, as CommonMark says: blocks before inlines. */
function readMarkdown(text: string): MarkdownReading {
  const outside: string[] = [];
  let fence = 0;
  let blocks = 0;
  for (const line of text.split('\n')) {
    const opening = /^ {0,3}(`{3,})[^`]*$/.exec(line);
    if (fence > 0) {
      const closing = /^ {0,3}(`{3,})\s*$/.exec(line);
      if ((closing?.[1]?.length ?? 0) >= fence) fence = 0;
    } else if (opening !== null) {
      fence = opening[1]?.length ?? 0;
      blocks++;
    } else outside.push(withoutCode(line));
  }
  return {outside: outside.join('\n'), blocks, isWhole: fence === 0};
}

function withoutCode(line: string): string {
  if (line.startsWith('<')) return line.replace(/<code>[^<]*<\/code>/g, '');
  let rest = line;
  let outside = '';
  for (let run = /`+/.exec(rest); run !== null; run = /`+/.exec(rest)) {
    const after = rest.slice(run.index + run[0].length);
    const close = new RegExp(`(?<!\`)${run[0]}(?!\`)`).exec(after);
    outside += rest.slice(0, run.index) + (close === null ? run[0] : '');
    rest = close === null ? after : after.slice(close.index + run[0].length);
  }
  return outside + rest;
}
