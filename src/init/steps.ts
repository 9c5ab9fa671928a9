import type {FoundFile, ScaffoldFile, ScaffoldStep} from './scaffold-step';

/** Decides what to do with a file: an existing file is never overwritten, and only files of lines are extended. */
export function decideStep(file: ScaffoldFile, found: FoundFile): ScaffoldStep {
  const {path} = file;
  if (found.kind === 'nothing') return {outcome: 'created', path, content: encode(textOf(file))};
  const {content} = found;
  switch (file.kind) {
    case 'whole':
      return {outcome: Buffer.from(content).equals(encode(file.text)) ? 'unchanged' : 'kept', path};
    case 'lines': {
      // Bytes are appended, not decoded and encoded again: a comment in another encoding must not change.
      const text = Buffer.from(content).toString('latin1');
      const missing = listMissingLines(file.lines, text);
      if (missing.length === 0) return {outcome: 'unchanged', path};
      const added = encode(renderAddition(file.title, missing, text));
      return {outcome: 'extended', path, content: Buffer.concat([content, added]), before: content};
    }
  }
}

function textOf(file: ScaffoldFile): string {
  return file.kind === 'whole' ? file.text : [`# ${file.title}`, ...file.lines].map(line => `${line}\n`).join('');
}

function listMissingLines(lines: readonly string[], text: string): string[] {
  const present = new Set(text.split('\n').map(line => line.trim()));
  return lines.filter(line => !present.has(line));
}

/** Renders the lines to add, with the file's own line ends. */
function renderAddition(title: string, lines: readonly string[], text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? end : `${end}${end}`;
  return `${gap}${[`# ${title}`, ...lines].map(line => `${line}${end}`).join('')}`;
}

function encode(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
