import {decideStep, type ScaffoldFile} from '../../../../src/core/writing/scaffold-step';

const whole: ScaffoldFile = {role: 'config', kind: 'whole', path: 'a', text: 'project: a\n'};
const lines: ScaffoldFile = {role: 'ignored', kind: 'lines', path: 'a', title: 'why', lines: ['*.bak', '*.lock']};

function decide(file: ScaffoldFile, there: string | null): string {
  const step = decideStep(file, there === null ? {kind: 'nothing'} : {kind: 'file', content: Buffer.from(there, 'latin1')});
  return 'content' in step ? `${step.outcome}: ${Buffer.from(step.content).toString('latin1')}` : step.outcome;
}

test.each([
  {name: 'what is not there is written', file: whole, there: null, says: 'created: project: a\n'},
  {name: 'what is there to the byte needs nothing', file: whole, there: 'project: a\n', says: 'unchanged'},
  {name: 'what is the user’s stays', file: whole, there: 'project: b\n', says: 'kept'},
  {name: 'an empty file is the user’s, too', file: whole, there: '', says: 'kept'},
  {name: 'lines are written under what they are for', file: lines, there: null, says: 'created: # why\n*.bak\n*.lock\n'},
  {name: 'only missing lines are added', file: lines, there: 'dist\n*.bak\n', says: 'extended: dist\n*.bak\n\n# why\n*.lock\n'},
  {name: 'no line is glued to a last one that has no end', file: lines, there: 'dist', says: 'extended: dist\n\n# why\n*.bak\n*.lock\n'},
  {name: 'line ends stay as they are', file: lines, there: 'a\r\n', says: 'extended: a\r\n\r\n# why\r\n*.bak\r\n*.lock\r\n'},
  {
    name: 'bytes in another encoding stay as they are',
    file: lines,
    there: '# \xe9\n*.bak\n',
    says: 'extended: # \xe9\n*.bak\n\n# why\n*.lock\n',
  },
  {name: 'lines that are all there need nothing, in any order', file: lines, there: '*.lock\r\nx\r\n *.bak', says: 'unchanged'},
  {name: 'an empty file of lines is filled', file: lines, there: '', says: 'extended: # why\n*.bak\n*.lock\n'},
])('$name', ({file, there, says}) => expect(decide(file, there)).toBe(says));
