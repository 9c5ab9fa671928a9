import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {CHROMIUM, testInChromium} from '../world/chromium';
import {PAGES, ROOT} from './pages';

/** Pictures of docs/pictures: made by one command from real runs, small, and shown by a page. */
const FOLDER = join(ROOT, 'docs/pictures');
const committed = readdirSync(FOLDER).sort();

test.each(committed)('%s is small, and a page shows it', name => {
  expect(statSync(join(FOLDER, name)).size).toBeLessThanOrEqual(60_000);
  expect([...PAGES].filter(([, text]) => text.includes(`](../pictures/${name})`)).map(([page]) => page)).not.toEqual([]);
});

test('the package has none of them', () => {
  const {files} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(files.filter((pattern: string) => pattern.startsWith('docs'))).toEqual([]);
});

testInChromium('one command makes all of them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const env = {...process.env, MONITORS_TEST_CHROMIUM: CHROMIUM};
    const run = spawnSync(process.execPath, [join(ROOT, 'scripts/pictures.mjs'), directory], {env, encoding: 'utf8'});
    expect(run).toMatchObject({status: 0, stderr: ''});
    expect(readdirSync(directory).sort()).toEqual(committed);
    for (const name of committed.filter(file => file.endsWith('.svg'))) {
      expect(readFileSync(join(directory, name), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    }
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
});
