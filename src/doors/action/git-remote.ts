import {relative, resolve} from 'node:path';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, isReallyInside} from '../../core/files/paths';
import type {GitSetting} from '../../core/git/pinned-git';
import type {Secret} from '../../core/secrets/secret';
import type {GitRun} from './ports';

/** Asks git about the repository itself. */
type Ask = (...args: string[]) => Promise<GitRun>;

/** Protocols and settings for the remote. Plain http is allowed for the runner's own server only (a local or closed network). */
export interface Remote {
  readonly protocols: readonly string[];
  readonly settings: readonly GitSetting[];
}

/** The protocols for the remote; see {@link Remote} for plain http. */
const PROTOCOLS = ['https', 'ssh'];

/** For commands that need no credentials. */
export const NO_REMOTE: Remote = {protocols: PROTOCOLS, settings: []};

/** One setting of a repository, of the user or of the machine. */
interface ConfigEntry {
  /** `local` for the repository and the files that it includes. */
  readonly scope: string;
  /** Section and name in lower case. */
  readonly name: string;
  /** Null where only the name is given, which means true. */
  readonly value: string | null;
  /** The file that it stands in, as git names it; null for one of a command. */
  readonly file: string | null;
}

/** The settings that git goes by, in its own order: the last of a name counts. Read with one command. */
export class GitConfig {
  /** Also where they can't be read, since git says so again. */
  readonly entries: readonly ConfigEntry[];
  private readonly isRead: boolean;

  constructor({exitCode, stdout}: GitRun) {
    this.isRead = exitCode === 0;
    const words = this.isRead ? stdout.toString('utf8').split('\0') : [];
    const found: ConfigEntry[] = [];
    for (let index = 0; index + 2 < words.length; index += 3) {
      const [scope = '', origin = '', text = ''] = words.slice(index, index + 3);
      const [name = '', ...value] = text.split('\n');
      const file = origin.startsWith('file:') ? origin.slice('file:'.length) : null;
      found.push({scope, name, value: value.length === 0 ? null : value.join('\n'), file});
    }
    this.entries = found;
  }

  /** Whether every command may ask the remote for files that are not here, as with the input `filter` of actions/checkout. */
  get isPartialClone(): boolean {
    const last = this.entries.filter(({name}) => name === 'remote.origin.promisor').at(-1);
    return last !== undefined && (last.value === null || /^(?:true|yes|on|[-+]?0*[1-9]\d*[kmg]?)$/i.test(last.value));
  }

  /** Settings that switch off filters such as git-lfs: the repository could choose which files they run on. */
  listFilters(): readonly GitSetting[] {
    if (!this.isRead) throw new Error('the settings of git can not be read, and so no filters be switched off');
    const names = this.entries.map(({name}) => name).filter(name => name.startsWith('filter.'));
    const drivers = new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))));
    return [...drivers].flatMap(driver => [
      [`${driver}.smudge`, ''] as const,
      [`${driver}.process`, ''] as const,
      [`${driver}.required`, 'false'] as const,
    ]);
  }

  /** The addresses of the remote to fetch from and to push to; null where only git can tell. */
  listUrls(): readonly string[] | null {
    const read = (wanted: string) => this.entries.filter(({name}) => name === wanted).map(({value}) => value ?? '');
    const all = [...read('remote.origin.url'), ...read('remote.origin.pushurl')];
    const isRewritten = this.entries.some(({name}) => /^url\..*\.(?:push)?insteadof$/s.test(name));
    return isRewritten || read('remote.origin.url').length === 0 || all.includes('') ? null : all;
  }

  /** Whether a header is set for some address. */
  get hasHeaders(): boolean {
    return this.entries.some(({name}) => /^http\.(?:.*\.)?extraheader$/s.test(name));
  }

  /**
   * Throws {@link UserError} for settings of a file that commits can hold: git includes it where a setting of the runner says so, and who
   * changes it would choose the programs that git starts. `repository` is what relative names are below.
   */
  refuseFilesOf(workspace: string, repository: string): void {
    const isCommitted = (path: string) =>
      isReallyInside(workspace, path) && !/(?:^|[\\/])\.git(?:[\\/]|$)/i.test(relative(workspace, path));
    const files = new Set(this.entries.flatMap(({file}) => (file === null ? [] : [resolve(repository, file)])));
    const found = [...files].find(file => isCommitted(file) || isCommitted(findReal(file)));
    if (found === undefined) return;
    throw new UserError(
      'git/unsafe-config',
      `the settings of git include ${relative(workspace, found)}, a file of the checkout: anyone who changes it can make git run programs`,
      'remove "include.path" or "includeIf" from the settings of git in this job',
    );
  }

  /** Lists the settings that say how to reach the remote, for a repository without a configuration. */
  listAboutRemote(): readonly GitSetting[] {
    return this.entries.flatMap(({scope, name, value}): GitSetting[] =>
      scope === 'local' && ABOUT_REMOTE.test(name) ? [[name, value ?? '']] : [],
    );
  }
}

/** The settings of a checkout, and of files it includes, that say how to reach its remote. */
const ABOUT_REMOTE = /^(?:remote\.origin\.(?:url|pushurl|proxy)|https?\..+|core\.sshcommand|ssh\..+|credential\..+|url\..+)$/i;

/**
 * Reads the settings of a checkout's remote: the credentials that actions/checkout left, else the token, only for the
 * runner's own server.
 */
export async function readRemote(
  config: GitConfig,
  {token, serverUrl}: {readonly token: Secret | undefined; readonly serverUrl: string},
  ask: Ask,
): Promise<Remote> {
  const isOwn = (url: string) => url.startsWith(`${serverUrl}/`);
  const all = config.listUrls() ?? (await askForUrls(ask));
  const [url = ''] = all;
  const isPlain = all.some(isOwn) && all.every(one => isOwn(one) || !one.startsWith('http://')) && serverUrl.startsWith('http://');
  const protocols = isPlain ? [...PROTOCOLS, 'http'] : PROTOCOLS;
  if (token === undefined || !isOwn(url)) return {protocols, settings: []};
  // A second `Authorization` header would be refused, so that ours is added only where the checkout left none.
  const configured = config.hasHeaders ? (await ask('config', '--get-urlmatch', 'http.extraheader', url)).stdout.toString('utf8') : '';
  if (configured.trim() !== '') return {protocols, settings: []};
  return {protocols, settings: [[`http.${serverUrl}/.extraheader`, `AUTHORIZATION: basic ${basicCredentials(token)}`]]};
}

/** Asks for the addresses as git rewrites them. */
async function askForUrls(ask: Ask): Promise<readonly string[]> {
  const [urls, pushUrls] = [await ask('remote', 'get-url', '--all', 'origin'), await ask('remote', 'get-url', '--all', '--push', 'origin')];
  return [urls, pushUrls].flatMap(({stdout}) => stdout.toString('utf8').trim().split('\n'));
}

/** The token as a password, as basic authentication sends it. */
export function basicCredentials(token: Secret): string {
  return Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
}
