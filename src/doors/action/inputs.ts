import {resolve} from 'node:path';
import {isBranchName, isPlainName} from '../../core/base/names';
import {ON_AMBIGUOUS, ON_ERROR, STRICT_FAMILIES} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {isInside} from '../../core/files/paths';
import {Secret} from '../../core/secrets/secret';
import {listStateSecrets} from '../../core/state/credentials';
import type {ActionInputs, ActionPorts, CommitAuthor} from './ports';

/** Reads the inputs of action.yml, by name; `workspace` is the checkout's directory. Throws {@link UserError}. */
export function readInputs(given: (name: string) => string, workspace: string): ActionInputs {
  const text = (name: string) => optional(given(name).trim());
  return {
    command: oneOf('command', text('command') ?? 'auto', ['validate', 'plan', 'apply', 'drift', 'digest', 'auto']),
    workspace,
    workingDirectory: readDirectory(text('working-directory') ?? '.', workspace),
    config: text('config'),
    specs: text('specs'),
    environment: text('environment'),
    state: text('state'),
    apiKey: toSecret(text('api-key')),
    baseUrl: text('base-url'),
    only: readLines(given('only')),
    exclude: readLines(given('exclude')),
    labels: readLines(given('labels')),
    onError: oneOf('on-error', text('on-error') ?? 'continue', ON_ERROR),
    onAmbiguous: oneOf('on-ambiguous', text('on-ambiguous') ?? 'verify', ON_AMBIGUOUS),
    refresh: readBoolean('refresh', text('refresh') ?? 'false'),
    report: readBoolean('report', text('report') ?? 'false'),
    allowDeletes: readBoolean('allow-deletes', text('allow-deletes') ?? 'false'),
    allowOldCheckout: readBoolean('allow-old-checkout', text('allow-old-checkout') ?? 'false'),
    strict: oneOf('strict', text('strict') ?? 'service', ['none', ...STRICT_FAMILIES]),
    comment: oneOf('comment', text('comment') ?? 'on-changes', ['always', 'on-changes', 'never']),
    sharedComment: readShared(text('shared-comment') ?? ''),
    ...readCompare(text('compare') ?? 'false', text('comment')),
    onPlanChange: oneOf('on-plan-change', text('on-plan-change') ?? 'refuse', ['refuse', 'apply']),
    commitState: readBoolean('commit-state', text('commit-state') ?? 'true'),
    newState: readPair('new-state', text('new-state')),
    allowStateChange: readPair('allow-state-change', text('allow-state-change')),
    stateBranch: readBranch(text('state-branch')),
    ...readTries(text('try') ?? 'never', text('try-credits')),
    digest: oneOf('digest', text('digest') ?? 'summary', ['summary', 'issue']),
    digestPublic: readBoolean('digest-public', text('digest-public') ?? 'false'),
    since: text('since') ?? '1d',
    githubToken: toSecret(text('github-token')),
    commitMessage: text('commit-message') ?? 'Record the state of monitors [skip ci]',
    commitAuthor: readAuthor(text('commit-author') ?? 'github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>'),
  };
}

/** The keys and tokens of a run, as text that no output may hold. */
export function listSecrets({apiKey, githubToken}: Pick<ActionInputs, 'apiKey' | 'githubToken'>, env: ActionPorts['env']): string[] {
  const given = [
    apiKey?.reveal(),
    githubToken?.reveal(),
    env['MONITORS_API_KEY'],
    env['MONITORS_STATE_KEY'],
    env['MONITORS_WEBHOOK_SECRET'],
    ...listStateSecrets(env),
  ];
  return given.flatMap(secret => (secret === undefined || secret.trim() === '' ? [] : [secret, secret.trim()]));
}

function optional(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function toSecret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}

function oneOf<Word extends string>(input: string, value: string, words: readonly Word[]): Word {
  const word = words.find(candidate => candidate === value);
  if (word === undefined) throw badInput(`${input} cannot be "${value}"`, `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
  return word;
}

function readBoolean(input: string, value: string): boolean {
  return oneOf(input, value.toLowerCase(), ['true', 'false']) === 'true';
}

function readDirectory(path: string, workspace: string): string {
  const directory = resolve(workspace, path);
  if (isInside(workspace, directory)) return directory;
  throw badInput(`working-directory "${path}" is outside the checkout`, 'use a directory inside it');
}

function readLines(text: string): string[] | undefined {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
  return lines.length === 0 ? undefined : lines;
}

function readBranch(name: string | undefined): string | undefined {
  if (name === undefined || isBranchName(name)) return name;
  throw badInput(`state-branch "${name}" cannot be used`, 'use the name of a branch, such as monitors-state');
}

/** The limit is the workflow's alone: what a pull request can change does not set it. */
function readTries(word: string, credits: string | undefined): Pick<ActionInputs, 'try' | 'tryCredits'> {
  const tries = oneOf('try', word, ['never', 'changed']);
  if (tries === 'never') return {try: tries, tryCredits: null};
  if (credits !== undefined && /^[0-9]{1,9}$/.test(credits)) return {try: tries, tryCredits: Number(credits)};
  if (credits === undefined) throw badInput('try needs try-credits', 'set the most credits of a pull request, such as 20');
  throw badInput(`try-credits cannot be "${credits}"`, 'use a whole number, such as 20');
}

/** Without comments there is nothing to compare with. */
function readCompare(word: string, comment: string | undefined): Pick<ActionInputs, 'compare'> {
  const compare = readBoolean('compare', word);
  if (compare && comment === 'never') throw badInput('compare needs comments, and comment is "never"', 'remove one of them');
  return {compare};
}

/** One environment alone has a comment of its own. */
function readShared(text: string): string[] {
  const names = text
    .split(/[,\n]/)
    .map(name => name.trim())
    .filter(name => name !== '');
  const bad = names.find((name, index) => !isPlainName(name) || names.indexOf(name) !== index);
  if (bad === undefined) return names.length > 1 ? names : [];
  throw badInput(`shared-comment cannot have "${bad}"`, 'name each environment once, such as "staging, production"');
}

function readPair(input: string, pair: string | undefined): string | undefined {
  if (pair === undefined || /^[\w.-]+\/[\w.-]+$/.test(pair)) return pair;
  throw badInput(`${input} "${pair}" is not PROJECT/ENVIRONMENT`, 'for example "acme-web/default"');
}

function readAuthor(text: string): CommitAuthor {
  const [, name, email] = /^([^<>\r\n]*[^<>\s])\s*<([^<>\s]+)>$/.exec(text) ?? [];
  if (name === undefined || email === undefined) {
    throw badInput(`commit-author "${text}" is not an author`, 'write it as "Name <name@example.com>"');
  }
  return {name, email};
}

function badInput(message: string, hint: string): UserError {
  return new UserError('action/bad-input', `the input ${message}`, hint);
}
