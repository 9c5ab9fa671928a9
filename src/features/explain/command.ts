import {command} from '../../project/command-table';
import {formats, required} from '../../project/flags';

/** `monitors explain CODE`: the page of a code. */
export const explainCommand = command(
  {
    path: 'explain',
    summary: 'explain the code of an error or a warning, offline',
    details: `
      Prints what a code such as \`schema/unknown-field\` means, an example, and what to do. The name behind the slash is enough
      where one code has it.
    `,
    exitCodes: {0: 'printed', 3: 'no such code'},
    examples: [
      ['A code of a finding', 'monitors explain schedule/too-frequent'],
      ['For a program', 'monitors explain plan/possible-rename --format json'],
    ],
    flags: {format: formats({text: '', json: ''})},
    operands: {code: required('CODE')},
  },
  async ({format, code}, door) => {
    const {explainCode} = await import('./explain');
    const {renderExplainJson, renderExplainText} = await import('./document');
    const page = explainCode(code);
    door.print(format === 'json' ? renderExplainJson(page) : renderExplainText(page, door.look('stdout')));
    return 0;
  },
);
