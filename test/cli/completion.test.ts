import {spawnSync} from 'node:child_process';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {completeIn, SHELLS, type Shell} from '../world/shells';

/** The scripts of `monitors completion`, run by the shells that they are for; what a shell that is not installed would show can't be checked. */

const scripts = new Map<Shell, string>();
let workspace: Workspace;

beforeAll(async () => {
  workspace = makeWorkspace({'monitors/shop.yaml': '', 'monitors/my docs.yaml': '', 'monsters.txt': ''});
  for (const shell of SHELLS) {
    const run = await runMonitorsHere(['completion', shell], {cwd: workspace.directory});
    expect(run).toMatchObject({exitCode: 0, stderr: ''});
    scripts.set(shell, run.stdout);
    workspace.write({[`completion.${shell}`]: run.stdout});
  }
});

afterAll(() => workspace.remove());

const STATE_COMMANDS = [
  'history',
  'init',
  'list',
  'migrate',
  'mv',
  'reset',
  'restore',
  'rm',
  'set-origin',
  'show',
  'unlock',
  'unprotect',
  'verify',
];

/** Command lines and what stands for their last word in every shell. */
const CASES: readonly {readonly typed: string; readonly offers: readonly string[]}[] = [
  {typed: 'monitors pl', offers: ['plan']},
  {typed: 'monitors s', offers: ['schema', 'state', 'status']},
  {typed: 'monitors state ', offers: STATE_COMMANDS},
  {typed: 'monitors -C monitors --quiet state re', offers: ['reset', 'restore']},
  {
    typed: 'monitors schema ',
    offers: [
      ...[
        'accept',
        'alerts',
        'apply',
        'changes',
        'checks',
        'config',
        'data',
        'diff',
        'explain',
        'factor',
        'import',
        'init',
        'layer',
        'plan',
        'pull',
        'recover',
      ],
      ...['render', 'report', 'resolve', 'run'],
      ...['spec', 'state', 'status', 'try', 'tune', 'validate'],
    ],
  },
  {typed: 'monitors schema plan ', offers: []},
  {typed: 'monitors completion ', offers: ['bash', 'fish', 'zsh']},
  {typed: 'monitors validate --format ', offers: ['github', 'gitlab', 'json', 'sarif', 'text']},
  {typed: 'monitors plan --format ', offers: ['gitlab', 'json', 'markdown', 'text']},
  {typed: 'monitors apply --format j', offers: ['json', 'jsonl']},
  {typed: 'monitors apply plan.json --on-error ', offers: ['continue', 'stop']},
  {typed: 'monitors apply --on-ambiguous ', offers: ['retry', 'stop', 'verify']},
  {typed: 'monitors state list --color ', offers: ['always', 'auto', 'never']},
  {typed: 'monitors plan --only validate --det', offers: ['--detailed-exitcode']},
  {typed: 'monitors plan --only ', offers: []},
  {typed: 'monitors state mv ', offers: []},
  {typed: 'monitors apply --concurrency ', offers: []},
];

describe.each(SHELLS)('in %s', shell => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0;
  const testHere = isInstalled ? test : test.skip;
  if (!isInstalled && process.env['CI'] === 'true') throw new Error(`${shell} cannot be run: install it`);
  if (!isInstalled) console.warn(`${shell} is not installed: its completion script is not run here`);
  let offered: ReadonlyMap<string, readonly string[]>;

  const FILE_CASES = ['monitors validate mon', 'monitors validate monitors/', 'monitors plan -C mon', 'monitors plan --out mons'];
  const FLAGS = 'monitors apply --';
  const EQUALS = 'monitors plan --format=m';

  beforeAll(() => {
    if (!isInstalled) return;
    const lines = [...CASES.map(({typed}) => typed), ...FILE_CASES, FLAGS, EQUALS];
    const answers = completeIn(shell, workspace, lines);
    expect(answers).toHaveLength(lines.length);
    offered = new Map(lines.map((line, index) => [line, answers[index] ?? []]));
  }, 60_000);

  testHere.each(CASES)('"$typed" offers $offers', ({typed, offers}) => {
    // Where nothing else can stand, zsh offers flags.
    const isFlag = (word: string) => shell === 'zsh' && offers.length === 0 && word.startsWith('-');
    expect(offered.get(typed)?.filter(word => !isFlag(word))).toEqual(offers);
  });

  testHere('files and directories are offered where they can stand', () => {
    const plain = (line: string) =>
      offered.get(line)?.map(name =>
        name
          .replace(/\/$/, '')
          .replaceAll('\\ ', ' ')
          .replace(/^monitors\/(?=.)/, ''),
      );
    expect(plain('monitors validate mon')).toEqual(['monitors', 'monsters.txt']);
    expect(plain('monitors validate monitors/')).toEqual(['my docs.yaml', 'shop.yaml']);
    expect(plain('monitors plan -C mon')).toEqual(['monitors']);
    expect(plain('monitors plan --out mons')).toEqual(['monsters.txt']);
  });

  testHere('flags are those that help shows', async () => {
    const {stdout} = await runMonitorsHere(['apply', '--help'], {cwd: workspace.directory});
    const shown = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
    expect(shown.length).toBeGreaterThan(10);
    expect(offered.get(FLAGS)?.map(flag => flag.replace(/=$/, ''))).toEqual([...shown, '--help'].sort());
  });

  testHere('a value may follow "="', () => expect(offered.get(EQUALS)?.map(word => word.replace(/^--format=/, ''))).toEqual(['markdown']));

  testHere('the script has no syntax error', () => {
    expect(spawnSync(shell, ['-n', workspace.path(`completion.${shell}`)], {encoding: 'utf8'})).toMatchObject({status: 0, stderr: ''});
  });
});

/** Words without which a command refuses a call before it reads the flag. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  accept: ['shop'],
  checks: ['shop'],
  diff: ['shop'],
  explain: ['schedule/both'],
  factor: ['monitors'],
  import: ['shop', 'ID'],
  report: ['--suggest'],
  run: ['shop'],
  'state mv': ['shop', 'other'],
  'state restore': ['FILE'],
  'state rm': ['shop'],
  'state set-origin': ['https://a.example'],
  'state show': ['shop'],
  'state unlock': ['ID'],
  'state unprotect': ['shop'],
  try: ['shop'],
};

/** The words in the script are those that the command itself lists when it is given another one. */
describe('words', () => {
  const listed = () => [
    ...(scripts.get('bash') ?? '').matchAll(/^ {4}(?:'([a-z ]+) )?(?:\*' )?(--[\w-]+)'\) kind=words words='(.*)' ;;$/gm),
  ];

  test('every flag whose value is one of a few words has them, and they are the command’s own', async () => {
    expect(listed().length).toBeGreaterThan(35);
    for (const [, command = 'validate', flag = '', words = ''] of listed()) {
      workspace.write({
        'monitors/shop.yaml': 'name: Shop\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: [https://a.example/]}]\n',
      });
      workspace.write({
        'monitors/my docs.yaml': 'name: Docs\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: [https://b.example/]}]\n',
      });
      const call = [...command.split(' '), ...(NEEDED[command] ?? []), flag, 'nonsense'];
      const {exitCode, stderr} = await runMonitorsHere(call, {cwd: workspace.directory});
      expect({call, exitCode, words: words.split(' ')}).toEqual({call, exitCode: 3, words: readHint(stderr)});
    }
  });

  test('no flag is left without its words: values that stay open are numbers, names, keys, addresses and commands', async () => {
    const values = new Set<string>();
    for (const command of ['validate', 'plan', 'apply', 'resolve', 'emulator', 'state verify']) {
      const {stdout} = await runMonitorsHere([...command.split(' '), '--help'], {cwd: workspace.directory});
      for (const [, flag = '', value = ''] of stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+) ([A-Z]+)/gm)) {
        if (!listed().some(([, , name]) => name === flag)) values.add(value);
      }
    }
    expect([...values].sort()).toEqual(['CMD', 'DIGEST', 'DIR', 'DURATION', 'FILE', 'ID', 'KEY', 'N', 'NAME', 'SECONDS', 'URL']);
  });
});

/** "use a, b or c" of a refusal. */
function readHint(stderr: string): string[] {
  return (/use ([\w:, ]+)$/m.exec(stderr)?.[1] ?? '').replace(/:NAME$/, ':').split(/, | or /);
}
