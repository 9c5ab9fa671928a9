import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {makeTestEvent} from '../../src/features/alerts/test-event';
import {makeWorkspace} from '../world/cli';

/** The code of docs/alerts.md that checks a signature, run as a reader would. */
const SECRET = 'account-secret';
const page = readFileSync(join(__dirname, '../../docs/alerts.md'), 'utf8');
const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

test('it takes what is signed with the secret, and nothing else', async () => {
  const event = makeTestEvent({url: 'https://hooks.example.com/in'}, {name: 'a', lookup: () => '', secret: SECRET});
  const signature = event?.headers['x-firecrawl-signature'];
  const calls: readonly (readonly [string | undefined, string | undefined, string])[] = [
    [event?.body, signature, SECRET],
    [`${event?.body} `, signature, SECRET],
    [event?.body, signature, 'another'],
    [event?.body, 'sha256=', SECRET],
    [event?.body, undefined, SECRET],
  ];
  const lines = calls.map(
    ([body, given, secret]) =>
      `console.log(isFromFirecrawl(${JSON.stringify(body)}, ${JSON.stringify(given)}, ${JSON.stringify(secret)}));`,
  );
  const workspace = makeWorkspace({'check.mjs': `${code}\n${lines.join('\n')}\n`});
  const {stdout} = await promisify(execFile)(process.execPath, [workspace.path('check.mjs')]);
  workspace.remove();
  expect(stdout).toBe('true\nfalse\nfalse\nfalse\nfalse\n');
});
