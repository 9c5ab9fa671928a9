import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Emulator, parseFaultScript} from '../../../src/emulator';
import {actionMembers, answerMembers, faultMembers, matchMembers} from '../../../src/emulator/faults/parse';
import {create, emulate, request, stopEmulators} from './emulation';

const page = readFileSync(join(__dirname, '../../../docs/emulator.md'), 'utf8');

/** The YAML examples, each under the heading that it stands below and its number there. */
const examples: ReadonlyMap<string, string> = new Map(
  page.split(/^##+ /m).flatMap(section => {
    const heading = section.slice(0, section.indexOf('\n')).replaceAll('`', '');
    return [...section.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = ''], index) => [`${heading} ${index + 1}`, text] as const);
  }),
);

/** Effects of each example of the page on creates that follow each other; a drop or an unreadable answer is its word. */
const seen: Record<string, {answers: (number | string)[]; monitors: number}> = {
  'Faults 1': {answers: [200, 'failed', 200], monitors: 3},
  'drop 1': {answers: ['failed'], monitors: 1},
  'hang 1': {answers: ['gave up'], monitors: 1},
  'answer 1': {answers: [503, 503, 503, 200], monitors: 1},
  'answer 2': {answers: [200], monitors: 1},
  'answer 3': {answers: [504], monitors: 1},
  'answer 4': {answers: [200], monitors: 0},
  'answer 5': {answers: [401], monitors: 0},
  'alter 1': {answers: [200], monitors: 1},
  'rewrite 1': {answers: [200], monitors: 1},
  'truncate 1': {answers: ['failed', 'failed', 200, 200], monitors: 4},
  'slow 1': {answers: [200], monitors: 1},
  'endless 1': {answers: ['gave up'], monitors: 1},
  'gzip-bomb 1': {answers: [200], monitors: 1},
  'large-headers 1': {answers: [200], monitors: 1},
  'redirect 1': {answers: [308], monitors: 0},
  'rate-limit 1': {answers: [200, 200, 429], monitors: 2},
  'rate-limit 2': {answers: [200, 200, 429], monitors: 2},
  'pass 1': {answers: [200], monitors: 1},
};

afterEach(stopEmulators);

test('every example of the page is run', () => {
  expect([...examples.keys()].sort()).toEqual(Object.keys(seen).sort());
});

test.each(Object.entries(seen))('the example "%s" does what the page says', async (name, {answers, monitors}) => {
  const {script, problems} = parseFaultScript(examples.get(name) ?? '');
  expect(problems).toEqual([]);
  const emulator = await emulate(script === undefined ? {} : {faults: script});
  const found: (number | string)[] = [];
  for (const answer of answers) found.push(await ask(emulator, answer === 'gave up'));
  await emulator.settled();
  expect({answers: found, monitors: emulator.monitors().length}).toEqual({answers, monitors});
});

test('every action and member has its place on the page', () => {
  const actions = Object.keys(actionMembers);
  expect(actions.filter(action => !page.includes(`### \`${action}\``))).toEqual([]);
  const members = [faultMembers, answerMembers, ...Object.values(actionMembers)].flatMap(Object.keys);
  const conditions = Object.keys(matchMembers).map(name => `when.${name}`);
  expect([...members, ...conditions].filter(name => !new RegExp(`[\`{ ,]${name.replace('.', '\\.')}[\`:]`).test(page))).toEqual([]);
});

/** Sends a create; a client that gives up does so as soon as the work is begun. */
async function ask(emulator: Emulator, isImpatient: boolean): Promise<number | string> {
  const giveUp = new AbortController();
  const before = emulator.requests().length;
  const pending = create(emulator, request({name: 'Acme pricing'}), {signal: giveUp.signal}).then(
    answer => answer.status,
    () => (giveUp.signal.aborted ? 'gave up' : 'failed'),
  );
  if (isImpatient) {
    while ((emulator.requests()[before]?.body ?? '') === '') await new Promise(resolve => setImmediate(resolve));
    giveUp.abort();
  }
  return pending;
}
