import {join} from 'node:path';
import {startEmulator} from '../../src/emulator/emulator';
import {apply, MonitorsError} from '../../src/index';
import {GITHUB_TOKEN, pushEvent, removeRunnerFiles, runAction} from './action-run';
import {bareSpecFor, makeWorkspace, specFor} from './cli';
import {runMonitorsHere} from './cli-here';
import {GitCheckout} from './git-checkout';
import {type ApplyStep, ENVIRONMENTS, type GitHistory, type GitStep, type HistoryEnvironment} from './git-steps';
import {type FakeGitHub, startGitHub} from './github';
import {fetchCommit, git} from './hosted-repository';
import {startPlainProxy} from './plain-proxy';
import {realWorld} from './real-world';

const API_KEY = 'fc-HISTORY0123456789abcdef';

/** End of an apply, and all that it said. */
interface Said {
  readonly exitCode: number;
  readonly text: string;
}

/** A monitor that an apply of this environment made. */
interface Made {
  readonly environment: HistoryEnvironment;
  readonly key: string;
}

/** Knowledge of a checkout before an apply, and what lives. */
interface Sight {
  readonly live: ReadonlySet<string>;
  /** Ids with their keys, of each version of the state that a run has to look at. */
  readonly known: ReadonlyMap<string, string>;
  /** Ids of all versions in the history of HEAD and of the remote's branch, with their keys. */
  readonly everRecorded: ReadonlyMap<string, string>;
  /** Ids of which a version says that an apply removed them. */
  readonly knownRemoved: ReadonlySet<string>;
  readonly recorded: ReadonlyMap<string, string>;
  /** Keys of creates that a committed journal calls sent, and of which nothing is known since. */
  readonly sentBefore: ReadonlySet<string>;
  /** Ids that the remote's branch records in a state begun apart. */
  readonly caredFor: ReadonlySet<string>;
  /** A version within reach, or the journal beside the state, is later than the state that is there. */
  readonly isBehind: boolean;
  /** The state was never there. */
  readonly isNew: boolean;
}

/** An apply that has ended. */
interface Applied {
  readonly environment: HistoryEnvironment;
  readonly before: Sight;
  readonly said: Said;
  /** Ids that runs in this checkout have named. */
  readonly named: ReadonlySet<string>;
}

/**
 * Plays a history; returns what is not as it has to be. What a checkout can know of its past is read with git alone: each monitor that a
 * version of the state within reach records must be recorded still, be gone on purpose, or be named; none of them may be made again; and
 * where nothing is lost, nothing is refused.
 */
export async function playGitHistory(history: GitHistory): Promise<string[]> {
  const home = makeWorkspace();
  const emulator = await startEmulator({apiKeys: [API_KEY], world: realWorld, operations: history.operations});
  const proxy = await startPlainProxy(emulator.url);
  const github = await startGitHub({token: GITHUB_TOKEN});
  try {
    const live = () => emulator.monitors().map(({id, name}) => ({id, name}));
    const loseAnswer = (name: string) =>
      emulator.setFaults({faults: [{when: {operation: 'create', name}, do: 'drop', work: 'done', times: 1}]});
    return await new Play(history, home.directory, {url: proxy.url, live, loseAnswer, github}).run();
  } finally {
    await Promise.all([proxy.close(), emulator.close(), github.close()]);
    removeRunnerFiles();
    home.remove();
  }
}

/** World outside the checkouts. */
interface Outside {
  readonly url: string;
  readonly live: () => readonly {readonly id: string; readonly name: string}[];
  /** The next create of this name happens, and its answer is lost. */
  readonly loseAnswer: (name: string) => void;
  readonly github: FakeGitHub;
}

class Play {
  readonly #problems: string[] = [];
  readonly #checkouts: GitCheckout[] = [];
  readonly #made = new Map<string, Made>();
  /** The ids that a person took out of the state on purpose. */
  readonly #forgotten = new Set<string>();
  /** The ids of which a line written by hand says that an apply removed them. */
  readonly #saidRemoved = new Set<string>();
  /** The ids that a run in a checkout has named. */
  readonly #named = new Map<GitCheckout, Set<string>>();
  readonly #remote: string;
  #runs = 0;

  constructor(
    private readonly history: GitHistory,
    private readonly home: string,
    private readonly outside: Outside,
  ) {
    this.#remote = join(home, 'remote.git');
  }

  async run(): Promise<string[]> {
    GitCheckout.initialize(this.#remote);
    const first = this.#enter(GitCheckout.clone(this.#remote, this.#newPlace(), false));
    const environments = ENVIRONMENTS.map(name => `  ${name}: {}\n`).join('');
    first.write(
      'monitors.config.yaml',
      `project: history\nservice: {operations: ${this.history.operations}}\nenvironments:\n${environments}`,
    );
    first.write('.gitignore', '*.bak\n*.lock\nmonitors.state.rescue-*\n');
    first.write('.gitattributes', 'monitors.state*.json -merge\n');
    first.write('monitors/other.yaml', `${specFor('other')}`);
    first.commit('Begin');
    first.push(false);
    for (const [index, step] of this.history.steps.entries()) await this.#play(step, `step ${index} (${JSON.stringify(step)})`);
    return this.#problems;
  }

  #newPlace(): string {
    return join(this.home, `checkout-${this.#checkouts.length}`);
  }

  #enter(checkout: GitCheckout): GitCheckout {
    this.#checkouts.push(checkout);
    this.#named.set(checkout, new Set());
    return checkout;
  }

  async #play(step: GitStep, title: string): Promise<void> {
    const checkout = this.#checkouts[step.at % this.#checkouts.length] as GitCheckout;
    switch (step.does) {
      case 'write':
        return checkout.write(`monitors/${step.key}.yaml`, this.#specOf(step.key, step.retention));
      case 'remove':
        return checkout.remove(`monitors/${step.key}.yaml`);
      case 'commit':
        return checkout.commit('Edit');
      case 'apply':
        return this.#apply(checkout, step, title);
      case 'pull':
        return checkout.pull(step.side, step.rebase);
      case 'push':
        return checkout.push(step.force);
      case 'revert':
        return checkout.revert(step.back);
      case 'reset':
        return checkout.reset(step.back);
      case 'old state':
        return checkout.takeOldStates(step.back, ENVIRONMENTS.map(stateFile));
      case 'worktree':
        if (this.#checkouts.length < MOST_CHECKOUTS) this.#enter(checkout.addWorktree(this.#newPlace(), step.back));
        return;
      case 'clone':
        if (this.#checkouts.length < MOST_CHECKOUTS) this.#enter(GitCheckout.clone(this.#remote, this.#newPlace(), step.shallow));
        return;
      case 'branch':
        return checkout.mergeBranch(step, () => checkout.write(`monitors/${step.key}.yaml`, this.#specOf(step.key, 7)));
      case 'stash':
        return this.#stash(checkout, step.key, title);
      case 'taken journal':
        return this.#takeJournal(checkout, step.key, title);
      case 'backup':
        return checkout.takeBackup(stateFile('default'));
      case 'forge':
        return this.#forge(checkout, step.key, step.line);
      case 'forget':
        return this.#forget(checkout, step.key);
    }
  }

  /** With create-only operations a recorded spec stays as it is: an edit would only be held back. */
  #specOf(key: string, retention: number): string {
    const days = this.history.operations === 'full' ? retention : 30;
    return `${bareSpecFor(key)}retentionDays: ${days}\n`;
  }

  async #apply(checkout: GitCheckout, step: ApplyStep, title: string, between = () => {}): Promise<void> {
    const {environment, door, shared} = step;
    if (door === 'action') return this.#applyPushed(checkout, step, title);
    if (shared) checkout.pull('ours', false);
    const path = stateFile(environment);
    const before = this.#look(checkout, path);
    const said = door === 'command' ? await this.#run(checkout, environment) : await this.#callLibrary(checkout, environment);
    this.#conclude(checkout, {environment, before, said}, title);
    checkout.remember(path);
    between();
    checkout.commit('Record');
    if (shared) checkout.push(false);
  }

  /** Pushes, and lets the Action apply the branch; it knows what the branch's history tells. */
  async #applyPushed(checkout: GitCheckout, {environment}: ApplyStep, title: string): Promise<void> {
    checkout.pull('ours', false);
    checkout.push(false);
    const branch = GitCheckout.clone(this.#remote, join(this.home, `branch-${++this.#runs}`), false);
    this.#named.set(branch, new Set());
    const before = this.#look(branch, stateFile(environment));
    const said = await this.#runAction(branch.head(), environment, before.isNew);
    branch.pull('theirs', false);
    this.#conclude(branch, {environment, before, said}, title);
    checkout.pull('theirs', false);
  }

  async #runAction(sha: string, environment: HistoryEnvironment, isNew: boolean): Promise<Said> {
    const directory = join(this.home, `run-${this.#runs}`);
    fetchCommit(this.#remote, {directory, sha, ref: 'refs/remotes/origin/main', depth: 1});
    git(directory, 'checkout', '-q', '--force', '-B', 'main', 'refs/remotes/origin/main');
    const begun = isNew ? {'new-state': `history/${environment}`} : {};
    const inputs = {'api-key': API_KEY, 'base-url': this.outside.url, environment, ...begun};
    const {exitCode, stdout, summary} = await runAction({checkout: directory, event: pushEvent(sha), inputs, github: this.outside.github});
    return {exitCode: exitCode ?? -1, text: `${stdout}\n${summary}`};
  }

  /** Notes what an apply made and named, and judges it. */
  #conclude(checkout: GitCheckout, apply: Omit<Applied, 'named'>, title: string): void {
    const {environment, said} = apply;
    for (const {id, name} of this.outside.live()) if (!this.#made.has(id)) this.#made.set(id, {environment, key: name});
    const named = this.#named.get(checkout) as Set<string>;
    for (const id of said.text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []) named.add(id);
    // Of many, the command that shows them is named.
    for (const [, commit = '', path = ''] of said.text.replace(/\s+/g, ' ').matchAll(/git show ([0-9a-f]{12}):\.\/(\S+\.json)/g)) {
      for (const id of checkout.listRecordedAt(commit, path)) named.add(id);
    }
    const fail = (what: string) => this.#problems.push(`${title}: ${what}\n${said.text.trim()}`);
    for (const problem of this.#judge(checkout, {...apply, named})) fail(problem);
  }

  #look(checkout: GitCheckout, path: string): Sight {
    const recorded = checkout.readRecords(path);
    const everRecorded = checkout.listEverRecorded(path);
    return {
      live: new Set(this.outside.live().map(({id}) => id)),
      known: checkout.listKnown(path),
      everRecorded,
      knownRemoved: checkout.listKnownRemoved(path),
      recorded,
      sentBefore: checkout.listSentBefore(path),
      // Monitors that another branch takes care of can't be told without a state of its lineage.
      caredFor: checkout.listRecordedApart(path),
      isBehind: checkout.isBehind(path),
      isNew: everRecorded.size === 0,
    };
  }

  #judge(checkout: GitCheckout, apply: Applied): string[] {
    return [...this.#findTwice(apply), ...this.#findUnnamed(checkout, apply), ...this.#findRefused(checkout, apply)];
  }

  /** Live monitors within reach of this environment, with their keys. */
  #listMine({environment, before}: Applied): [id: string, key: string][] {
    const isMine = (id: string) => this.#isPresent(id, before) && this.#made.get(id)?.environment === environment;
    return [...before.known].filter(([id]) => isMine(id));
  }

  #isPresent(id: string, {live}: Sight): boolean {
    return live.has(id) && !this.#forgotten.has(id);
  }

  #findTwice(apply: Applied): string[] {
    const now = new Set(this.outside.live().map(({id}) => id));
    const mine = this.#listMine(apply).filter(([id]) => now.has(id));
    const made = [...now].filter(id => !apply.before.live.has(id));
    return made.flatMap(id => {
      const key = this.#made.get(id)?.key;
      const other = mine.find(one => one[1] === key);
      return other === undefined ? [] : [`${key} was made again as ${id}, though ${other[0]} was within reach`];
    });
  }

  #findUnnamed(checkout: GitCheckout, apply: Applied): string[] {
    const {environment, before, said, named} = apply;
    // A run that does nothing says why.
    if (said.exitCode === 3) return [];
    const now = new Set(this.outside.live().map(({id}) => id));
    const records = checkout.readRecords(stateFile(environment));
    const recorded = new Set(records.values());
    const keys = new Set(checkout.listKeys());
    // Without a spec, or where the key was made again elsewhere, a line by hand looks as that of an apply does.
    const isMadeAgain = (id: string, key: string) => [...before.everRecorded].some(([other, name]) => name === key && other !== id);
    const isLetGo = (id: string, key: string) =>
      this.#saidRemoved.has(id) && (!keys.has(key) || before.recorded.has(key) || isMadeAgain(id, key));
    const isKnown = (id: string, key: string) => recorded.has(id) || named.has(id) || isLetGo(id, key);
    const lost = this.#listMine(apply).filter(([id, key]) => now.has(id) && !isKnown(id, key) && !before.caredFor.has(id));
    const dead = [...records].filter(([key, id]) => {
      return !now.has(id) && keys.has(key) && before.known.has(id) && before.knownRemoved.has(id) && !named.has(id);
    });
    return [
      ...lost.map(([id, key]) => `${key} runs on as ${id}, recorded nowhere, and nothing names it`),
      ...dead.map(([key, id]) => `${key} is recorded as ${id}, which was deleted, and nothing says so`),
    ];
  }

  #findRefused(checkout: GitCheckout, {environment, before, said}: Applied): string[] {
    const held = new Set(before.recorded.values());
    const isGone = [...before.known.keys(), ...before.everRecorded.keys()].some(id => this.#isPresent(id, before) && !held.has(id));
    // A record may name a monitor that is gone, or that an apply says it deleted: an older state was put back.
    const isOld = [...held].some(id => !before.live.has(id) || before.knownRemoved.has(id));
    // Without the config, which names the project, the state belongs to another one: a revert of the first commit takes it away.
    if (!checkout.hasConfig() || isGone || isOld || held.size < before.recorded.size) return [];
    // An older state that was put in place is refused as a whole, and an update may meet what another checkout sent.
    const isNamedOlder = /state\/(?:stale-checkout|journal-ahead)/.test(said.text);
    if ((before.isBehind && isNamedOlder) || said.text.includes('git/plan-changed')) return [];
    // A revert may take a committed journal away, and with it what is known of a create that was sent.
    if (said.text.includes('state/sent-before') && [...before.sentBefore].some(key => said.text.includes(`"${key}"`))) return [];
    // Where the first state would begin in a shallow checkout, an earlier config may have named another place.
    if (before.recorded.size === 0 && said.text.includes('this checkout is shallow')) return [];
    // Warnings may say that another version is there.
    const isRefused = /(?:^|\n)error {2}(?:state|git)\/|(?:^|\s)plan\/recorded-later\b|"severity":"error","code":"(?:state|git)\//.test(
      said.text,
    );
    const refused = said.exitCode === 3 || isRefused ? [`nothing was lost, and the apply refuses: exit ${said.exitCode}`] : [];
    const watched = new Set(this.outside.live().flatMap(({id, name}) => (this.#made.get(id)?.environment === environment ? [name] : [])));
    // A push that brings nothing but the record of the run before it is no apply: that run named what it held back.
    const isApply = !said.text.includes('the push only records the state');
    const missing = said.exitCode === 0 && isApply ? checkout.listKeys().filter(key => !watched.has(key)) : [];
    return [...refused, ...missing.map(key => `${key} is not watched`)];
  }

  async #run(checkout: GitCheckout, environment: HistoryEnvironment): Promise<Said> {
    const args = ['apply', '--auto-approve', '--environment', environment];
    const {exitCode, stdout, stderr} = await runMonitorsHere(args, {cwd: checkout.directory, env: this.#env(checkout)});
    return {exitCode: exitCode ?? -1, text: `${stdout}\n${stderr}`};
  }

  async #callLibrary(checkout: GitCheckout, environment: HistoryEnvironment): Promise<Said> {
    try {
      const applied = await apply({directory: checkout.directory, env: {...this.#env(checkout), PATH: process.env['PATH']}, environment});
      return {exitCode: applied.exitCode, text: JSON.stringify(applied)};
    } catch (error) {
      if (!(error instanceof MonitorsError)) throw error;
      return {exitCode: 3, text: `${error.code} ${error.message} ${error.hint}`};
    }
  }

  #env(checkout: GitCheckout): Record<string, string> {
    return {
      HOME: checkout.home,
      XDG_STATE_HOME: join(checkout.home, 'state'),
      XDG_CACHE_HOME: join(checkout.home, 'cache'),
      MONITORS_RETRY_BASE_MS: '1',
      MONITORS_API_KEY: API_KEY,
      MONITORS_BASE_URL: this.outside.url,
    };
  }

  /** Applies with an edit that is put away before it is recorded, and brought back. */
  async #stash(checkout: GitCheckout, key: string, title: string): Promise<void> {
    checkout.commit('Edit');
    checkout.write(`monitors/${key}.yaml`, this.#specOf(key, 7));
    const step = {does: 'apply', environment: 'default', door: 'command', shared: false} as const;
    await this.#apply(checkout, step, title, () => checkout.stashAndPop());
  }

  /** Loses the answer to a create, tidies up with git, and applies again. */
  async #takeJournal(checkout: GitCheckout, near: string, title: string): Promise<void> {
    const key = `${near}-sent`;
    checkout.write(`monitors/${key}.yaml`, this.#specOf(key, 7));
    checkout.commit('Edit');
    this.outside.loseAnswer(key);
    const step = {does: 'apply', environment: 'default', door: 'command', shared: false} as const;
    const named = () => this.outside.live().filter(({name}) => name === key).length;
    const before = named();
    await this.#apply(checkout, step, title, () => checkout.tidyUp());
    this.outside.loseAnswer('none');
    await this.#apply(checkout, step, title);
    if (named() > before + 1) this.#problems.push(`${title}: ${key} was sent, and made again`);
  }

  #forge(checkout: GitCheckout, key: string, line: boolean): void {
    const id = checkout.readRecords(stateFile('default')).get(key);
    if (id === undefined || !checkout.forge(stateFile('default'), key, line)) return;
    if (line) this.#saidRemoved.add(id);
    checkout.commit('Forge');
  }

  async #forget(checkout: GitCheckout, key: string): Promise<void> {
    const id = checkout.readRecords(stateFile('default')).get(key);
    if (id === undefined) return;
    const {exitCode} = await runMonitorsHere(['state', 'rm', key], {cwd: checkout.directory, env: this.#env(checkout)});
    if (exitCode !== 0) return;
    this.#forgotten.add(id);
    checkout.remember(stateFile('default'));
    checkout.commit('Forget');
  }
}

const MOST_CHECKOUTS = 4;

function stateFile(environment: HistoryEnvironment): string {
  return environment === 'default' ? 'monitors.state.json' : `monitors.state.${environment}.json`;
}
