import {readFileSync} from 'node:fs';
import {startEmulator} from '../../src/emulator/emulator';
import {bareSpecFor, makeWorkspace, runMonitors} from '../world/cli';
import {realWorld} from '../world/real-world';
import {readTree} from './canary-search';

/** A hostile service repeats secrets with characters between theirs that take no space, or as numbers. */
const KEY = 'fc-CANARYkey0123456789abcdef';
const TOKEN = 'sk-live-CANARY0123456789abcdef';
const DIGITS = '482910485726';

const between = (text: string, mark: string) => [...text].join(mark);
const visible = (text: string) => text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '');

/** Runs commands against a service that says this of a monitor, and in its errors. Returns where a secret can be read. */
async function listReadable(said: Readonly<Record<string, string | number>>, error: string, secrets: readonly string[]): Promise<string[]> {
  const workspace = makeWorkspace({
    'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [V, PIN]}\n',
    'monitors/a.yaml': `${bareSpecFor('a')}goal: tell\nwebhook: {url: "https://own.example/x", headers: {Authorization: "\${env:V}", Pin: "\${env:PIN}"}}\n`,
  });
  const faults = ['POST', 'PATCH'].map(method => ({when: {method}, do: 'rewrite', with: said}) as const);
  const emulator = await startEmulator({apiKeys: [KEY], world: realWorld, operations: 'full', faults: {faults}});
  const env = {MONITORS_API_KEY: KEY, MONITORS_BASE_URL: emulator.url, V: TOKEN, PIN: DIGITS};
  const readable: string[] = [];
  const note = (place: string, text: string) => {
    if (secrets.some(secret => visible(text).includes(secret))) readable.push(place);
  };
  const run = async (line: string) => {
    const {stdout, stderr} = await runMonitors(line.split(' '), {cwd: workspace.directory, env});
    note(line, `${stdout}\n${stderr}`);
  };
  try {
    await run('apply --auto-approve --format json');
    await run('state show a');
    emulator.setFaults({
      faults: [{when: {method: 'GET'}, do: 'answer', status: 400, body: {success: false, error, details: {[error]: error}}}],
    });
    for (const line of ['status', 'plan --refresh --format json', 'changes']) await run(line);
    emulator.setFaults({faults: []});
    for (const {id} of emulator.monitors()) emulator.dashboard.edit(id, said);
    for (const line of ['plan --refresh', 'plan --refresh --format markdown']) await run(line);
    for (const {place, bytes} of readTree(workspace.directory, ['monitors'])) note(place, bytes.toString());
    note('the state', readFileSync(workspace.path('monitors.state.json'), 'utf8'));
  } finally {
    await emulator.close();
    workspace.remove();
  }
  return readable;
}

test.each([
  '\ufe0f',
  '\u00ad',
  '\u034f',
  '\u2063',
  '\u{e0100}',
  '\u200b',
  '\u200e',
  '\u202a',
  '\ufeff',
  '\u00a0',
  '\u0007',
  '\u0085',
  ' ',
  '\n',
])('S132: between the characters stands %j', async mark => {
  const text = `key ${between(KEY, mark)} token ${between(TOKEN, mark)}`;
  expect(await listReadable({goal: text}, text, [KEY, TOKEN])).toEqual([]);
  const long = `${text}${' lorem ipsum dolor sit amet'.repeat(60)}`;
  expect(await listReadable({goal: long}, long, [KEY, TOKEN])).toEqual([]);
});

test('S132: a secret of digits comes back as a number', async () => {
  const number = Number(DIGITS);
  const said = {estimatedCreditsPerMonth: number, retentionDays: number};
  expect(await listReadable(said, `odd ${DIGITS}`, [DIGITS])).toEqual([]);
});
