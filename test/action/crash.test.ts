import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ActionStep} from '../../src/doors/action/step';
import {redactFailure} from '../../src/doors/failure';
import {Collector, contextHere} from '../world/cli-here';

test('the words of a bug in any command show no password of the server that keeps the state', async () => {
  const bug = {code: 'config/internal-error', message: 'no entry for canary/word, user', stack: 'at canary%2Fword', exitCode: 70} as const;
  const env = {MONITORS_STATE_POSTGRES_URL: 'postgres://applier:canary%2Fword@db.example/app'};
  expect(JSON.stringify(await redactFailure({...bug, findings: []}, [], env))).not.toContain('canary');
});

test('the words of a bug show no value of a variable or input: not in the log, the annotation or the summary', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'monitors-crash-'));
  try {
    const summary = join(directory, 'summary');
    writeFileSync(summary, '');
    const secrets = {WEBHOOK_TOKEN: 'canary-token-1', INPUT_API_KEY: 'canary-key-2', CERTIFICATE: 'canary-line-3\ncanary-line-4'};
    const [stdout, stderr] = [new Collector(), new Collector()];
    const env = {GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: '', ...secrets};
    const bug = new TypeError(`cannot read ${Object.values(secrets).join(', ')}`);
    expect(await new ActionStep(contextHere({cwd: directory, env, stdout, stderr})).fail(bug)).toBe(70);
    expect(stdout.text).toContain('::error title=config/internal-error::TypeError: cannot read (secret), (secret), (secret)');
    expect(stdout.text).toMatch(/\n {4}at /);
    const all = stdout.text + stderr.text + readFileSync(summary, 'utf8');
    expect(all).toContain('The run failed');
    expect(all).not.toContain('canary');
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
});
