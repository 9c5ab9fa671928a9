import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseAllDocuments} from 'yaml';

const shared = join(__dirname, '../../../../../../shared');

/** Tests over a file or folder beside the repository; says so where it is not there. */
export function testOver(folder: string, name: string, check: (path: string) => void): void {
  const path = join(shared, folder);
  test(name, () => {
    if (existsSync(path)) check(path);
    else console.log(`not run, ${folder} is not here: ${name}`);
  });
}

/** The texts of YAML's own test suite. */
export function listSuiteTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .flatMap(file => {
      const cases = parseAllDocuments(readFileSync(join(folder, file), 'utf8'));
      return (Array.isArray(cases) ? cases : []).flatMap(document => document.toJS() as {yaml?: string}[]);
    })
    .flatMap(({yaml}) => (typeof yaml === 'string' ? [readVisible(yaml)] : []));
}

/** The suite writes white space that editors lose as visible characters. */
function readVisible(text: string): string {
  return text.replace(/␣/g, ' ').replace(/—*»/g, '\t').replace(/⇔/g, '\ufeff').replace(/↵/g, '').replace(/∎\n$/, '').replace(/←/g, '\r');
}
