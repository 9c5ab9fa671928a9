import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {UserError} from '../../src/core/diagnostics/user-error';
import {hashJson} from '../../src/core/json/canonical';
import {isObject, parseJson} from '../../src/core/json/value';
import {decodeBookmark, encodeBookmark} from '../../src/core/observe/bookmark-text';
import {Secret} from '../../src/core/secrets/secret';
import {decodeJournal, salvageJournal} from '../../src/core/state/format/journal';
import {Refusals} from '../../src/core/state/format/refusals';
import {salvageState} from '../../src/core/state/format/salvage';
import {decodeState, decodeUnsignedState, encodeState, hasSameContent} from '../../src/core/state/format/state';
import {decodeMark} from '../../src/doors/action/digest/mark';
import {openGitHub} from '../../src/doors/action/github-http';
import {GitHubError} from '../../src/doors/action/ports';
import {parseReviewedPlan} from '../../src/doors/action/reviewed-plan';
import {parseSeenState} from '../../src/doors/action/seen-state';
import {readPlanFile} from '../../src/features/plan/file-document';
import {readOtherEnvironments} from '../../src/project/other-environments';
import {makeWorkspace, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** Something that reads foreign bytes. `play` rejects, or returns a sentence, for what no bytes may lead to. */
export interface Target {
  readonly name: string;
  play(bytes: Buffer): Promise<string | null>;
  close(): Promise<void>;
}

const CONFIG = 'project: acme-web\nservice: {operations: full}\n';
const LIST =
  'name: "${each:name}"\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["${each:url}"]}]\nsync: {each: {file: _rows.csv}}\n';

const REFUSALS = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});

/** Opens every target: the command line over files and over a server on loopback, and what the Action reads. */
export async function openTargets(): Promise<Target[]> {
  return [
    readsFile('spec', 'monitors/a.yaml', {}, ['validate']),
    readsFile('rows', 'monitors/_rows.csv', {'monitors/a.yaml': LIST}, ['plan']),
    readsFile('config', 'monitors.config.yaml', {'monitors/a.yaml': specFor('a')}, ['plan']),
    readsFile('state', 'monitors.state.json', {'monitors/a.yaml': specFor('a')}, ['plan'], playState),
    readsFile('journal', 'monitors.state.json.journal', unfinished(), ['plan'], playJournal),
    readsFile('plan', 'plan.json', {'monitors/a.yaml': specFor('a')}, ['apply', 'plan.json'], async bytes => {
      readPlanFile(bytes.toString('utf8'));
      return null;
    }),
    await answers('bookmark', ['changes', '--bookmark', 'bookmark.json']),
    await answers('service', ['plan', '--refresh']),
    await answers('checks', ['status'], ['changes', '--since', '2w'], ['alerts']),
    await answersOfGitHub(),
  ];
}

/** What stands beside the journal of the corpus. */
function unfinished(): Record<string, string> {
  const directory = join(__dirname, '../faults/written-before/unfinished');
  const names = ['monitors.config.yaml', 'monitors.state.json', 'monitors/a.yaml', 'monitors/b.yaml', 'monitors/c.yaml'];
  return Object.fromEntries(names.map(name => [name, readFileSync(join(directory, name), 'utf8')]));
}

/** A command line in a directory where one file has the bytes. */
function readsFile(
  name: string,
  path: string,
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  alone: (bytes: Buffer) => Promise<string | null> = async () => null,
): Target {
  const workspace = makeWorkspace({'monitors.config.yaml': CONFIG, 'monitors/.keep': '', ...files});
  return {
    name,
    play: async bytes => {
      writeFileSync(workspace.path(path), bytes);
      return (await alone(bytes)) ?? run(workspace.directory, args, {});
    },
    close: async () => workspace.remove(),
  };
}

/** A good list of monitors, and the state that has them. */
const corpus = (path: string) => readFileSync(join(__dirname, 'corpus', path), 'utf8');

/** The state of the corpus as one of this server, which a run asks then. */
function stateAt(url: string): string {
  const moved = corpus('state/two.json').replaceAll('http://127.0.0.1:4556', url);
  return encodeState(decodeUnsignedState(Buffer.from(moved), REFUSALS).stored.state).text;
}

/** A command line whose service answers with the bytes: each request, or those for checks; the bookmark is read from a file instead. */
async function answers(name: 'bookmark' | 'service' | 'checks', ...commands: (readonly string[])[]): Promise<Target> {
  const list = Buffer.from(corpus('service/list.json'));
  const server = await serve(path => (name === 'service' || (name === 'checks' && path.includes('/checks')) ? null : list));
  const files = {'monitors.config.yaml': CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors.state.json': stateAt(server.url)};
  const workspace = makeWorkspace(files);
  const env = {MONITORS_BASE_URL: server.url, MONITORS_API_KEY: 'fc-0123456789abcdef'};
  return {
    name,
    play: async bytes => {
      if (name === 'bookmark') {
        const problem = await playBookmark(bytes);
        if (problem !== null) return problem;
        writeFileSync(workspace.path('bookmark.json'), bytes);
      }
      server.answer(bytes);
      for (const args of commands) {
        const problem = await run(workspace.directory, args, env);
        if (problem !== null) return problem;
      }
      return null;
    },
    close: async () => {
      await server.close();
      workspace.remove();
    },
  };
}

async function answersOfGitHub(): Promise<Target> {
  const server = await serve();
  const run = {
    repository: {owner: 'acme', name: 'web', defaultBranch: 'main', id: null},
    apiUrl: server.url,
    graphqlUrl: `${server.url}/graphql`,
  };
  const client = openGitHub({run, token: new Secret('ghs_0123456789'), env: {}});
  return {
    name: 'github',
    play: async bytes => {
      server.answer(bytes);
      const text = bytes.toString('utf8');
      parseReviewedPlan(text);
      parseSeenState(text);
      decodeMark(text);
      for (const ask of [
        () => client.findOwnComments(1, '<!-- monitors-plan '),
        () => client.findOwnIssues('<!-- monitors-drift '),
        () => client.listPullRequestsOfCommit('a'.repeat(40)),
        () => client.hasDeletedComment(1),
        () => client.isPrivate(),
      ])
        await ask().catch(error => {
          if (!(error instanceof GitHubError) && !(error instanceof UserError)) throw error;
        });
      return null;
    },
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

/** A server that answers each request with the same bytes, but where `other` has an answer for its path. */
async function serve(other: (path: string) => Buffer | null = () => null) {
  let given: Buffer = Buffer.alloc(0);
  const server = createServer((request, response) => {
    const bytes = other(request.url ?? '') ?? given;
    response.writeHead(200, {'content-type': 'application/json', 'content-length': bytes.length, connection: 'close'}).end(bytes);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (bytes: Buffer) => {
      given = bytes;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

/** Exit codes of the table; 70 is a bug of the tool. */
async function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string | null> {
  const {exitCode, stderr} = await runMonitorsHere([...args, '--no-cache'], {cwd, env: env});
  return exitCode === 70 ? `exit code ${exitCode}\n${stderr}` : null;
}

/** Most changed states fail by their checksum: what follows it is tried without. */
async function playState(bytes: Buffer): Promise<string | null> {
  salvageState(bytes);
  playNeighbour(bytes);
  const unsigned = orRefused(() => decodeUnsignedState(bytes, REFUSALS).stored.state);
  orRefused(() => decodeState(bytes, REFUSALS));
  if (unsigned === null) return null;
  const again = decodeState(Buffer.from(encodeState(unsigned).text), REFUSALS).state;
  return hasSameContent(unsigned, again) ? null : 'a state that was read and written reads as another one';
}

/** The same bytes as the state of another environment, which a run only looks at. */
function playNeighbour(bytes: Buffer): void {
  const place = makeWorkspace({});
  try {
    writeFileSync(place.path('monitors.state.other.json'), bytes);
    readOtherEnvironments({project: 'acme-web', environment: 'default', stateFile: place.path('monitors.state.json')});
  } finally {
    place.remove();
  }
}

/** A bookmark as it stands, and signed again, so that what is behind its checksum is reached. */
async function playBookmark(bytes: Buffer): Promise<string | null> {
  const text = bytes.toString('utf8');
  for (const given of [text, signBookmark(text)]) {
    const reading = decodeBookmark(given);
    if (reading.kind !== 'read') continue;
    const written = encodeBookmark(reading.bookmark);
    const again = decodeBookmark(written);
    if (again.kind !== 'read' || encodeBookmark(again.bookmark) !== written) return 'a bookmark that was read and written reads otherwise';
  }
  return null;
}

/** Numbers such as 1e999 stay as they are written. */
function signBookmark(text: string): string {
  const value = parseJson(text);
  if (!isObject(value)) return text;
  const {checksum: _stated, ...content} = value;
  try {
    return text
      .replace(/"checksum":\s*"[^"]*",?/, '')
      .replace(/,?\s*\}\s*$/, `,"checksum":${JSON.stringify(`sha256:${hashJson(content)}`)}}`);
  } catch {
    return text;
  }
}

function orRefused<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

async function playJournal(bytes: Buffer): Promise<string | null> {
  decodeJournal(bytes);
  salvageJournal(bytes);
  return null;
}
