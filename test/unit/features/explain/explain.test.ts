import {diagnosticCodes} from '../../../../src/core/diagnostics/codes';
import {explainCode} from '../../../../src/features/explain/explain';
import {makeWorkspace} from '../../../world/cli';
import {runMonitorsHere} from '../../../world/cli-here';

test('a code is found whole, or by a name that one code alone has', () => {
  expect(explainCode('schedule/both')).toEqual({code: 'schedule/both', ...diagnosticCodes['schedule/both']});
  expect(explainCode('too-frequent').code).toBe('schedule/too-frequent');
});

test.each([
  ['schedul/both', 'did you mean schedule/both?'],
  ['unknown-feild', 'did you mean schema/unknown-field?'],
  ['plan/budget', 'did you mean plan/over-budget?'],
  ['list/zzzzzzzz', expect.stringContaining('list/')],
  ['zzzzzzzz', 'a code is printed behind "error" or "warning", such as schema/unknown-field'],
])('for %s there is advice', (word, hint) => {
  expect(() => explainCode(word)).toThrow(expect.objectContaining({code: 'config/usage', hint}));
});

test('a name that several codes have is not guessed', () => {
  const names = Object.keys(diagnosticCodes).map(code => code.slice(code.indexOf('/') + 1));
  const shared = names.find((name, index) => names.indexOf(name) !== index);
  if (shared !== undefined) expect(() => explainCode(shared)).toThrow(`several codes are called "${shared}"`);
});

test('the command needs no project', async () => {
  const workspace = makeWorkspace({});
  const {stdout, exitCode} = await runMonitorsHere(['explain', 'schedule/both'], {cwd: workspace.directory});
  const {exitCode: refused} = await runMonitorsHere(['explain', 'schedule/bothh'], {cwd: workspace.directory});
  workspace.remove();
  expect(stdout).toContain('Both `cron` and `text`.');
  expect({exitCode, refused}).toEqual({exitCode: 0, refused: 3});
});
