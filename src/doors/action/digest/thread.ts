import {codeSpan} from '../../../rendering/escape-markdown';
import {isPassing} from '../github-patience';
import {type IssueScope, type ProjectNames, scopeTitle, scopeWords} from '../issue-scope';
import type {Issue} from '../ports';
import {type ActionPorts, type ForeignEdit, type GitHubClient, GitHubError, type PullRequestComment, type WorkflowRun} from '../ports';
import {type DigestMark, decodeMark, encodeMark} from './mark';

/** An issue of a digest. */
interface DigestIssue extends Issue {
  /** Such as `2026-11`. */
  readonly month: string;
}

/** End of the digests before. */
export interface ThreadEnd {
  /** Null where no comment says it. */
  readonly mark: DigestMark | null;
  /** Newer comments that do not count, since another account edited them. */
  readonly edited: readonly ForeignEdit[];
}

/** The result of writing a comment. */
export type PostOutcome =
  | {readonly kind: 'posted'; readonly issue: number; readonly comment: number}
  /** `lasting`: a retry would fail, too. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean};

/** Facts of a thread: its project, the part of it, the run, and the time, milliseconds since 1970. */
interface ThreadFacts {
  readonly names: ProjectNames;
  readonly scope: IssueScope;
  readonly run: Pick<WorkflowRun, 'runId' | 'runAttempt'>;
  readonly now: number;
}

const DAY = 86_400_000;
/** Age of the last change of issues that are looked through, milliseconds: each week has a comment. */
const LOOKED_THROUGH = 70 * DAY;
/** Comments that GitHub is asked about at once. */
const ASKED_AT_ONCE = 20;

/** Beginnings of hidden first lines. */
const ISSUE = '<!-- monitors-digest ';
const COMMENT = '<!-- monitors-digest-';
const UNTIL = `${COMMENT}until `;
const FAILED = `${COMMENT}failed `;

/** The issues of a digest, one a month, and their comments. The newest comment that counts is the bookmark. */
export class DigestThread {
  readonly #words: string;
  readonly #month: string;

  constructor(
    private readonly facts: ThreadFacts,
    private readonly github: GitHubClient,
    private readonly ports: Pick<ActionPorts, 'askPatiently'>,
  ) {
    this.#words = scopeWords(facts.names, facts.scope);
    this.#month = new Date(facts.now).toISOString().slice(0, 7);
  }

  /** Finds where the digests before ended. Rejects with a {@link GitHubError}. */
  async readEnd(): Promise<ThreadEnd> {
    const edited: ForeignEdit[] = [];
    for (const issues of byMonth(await this.#ask(() => this.#findIssues()))) {
      const comments = await this.#listComments(issues);
      for (let from = 0; from < comments.length; from += ASKED_AT_ONCE) {
        const asked = comments.slice(from, from + ASKED_AT_ONCE);
        const foreign = await this.#ask(() => this.github.findForeignEdits(asked));
        for (const comment of asked) {
          const edit = foreign.find(({id}) => id === comment.id);
          const mark = edit === undefined ? readMark(comment) : null;
          if (edit !== undefined) edited.push(edit);
          if (mark !== null) return {mark, edited};
        }
      }
    }
    return {mark: null, edited};
  }

  /** The first line of a comment that says how far it reports. */
  lineOf(mark: DigestMark): string {
    return `${this.#ownLine()}${encodeMark(mark)} -->`;
  }

  /** Posts a comment, and closes the issues of earlier months. Each retry looks first whether the comment is there: its answer may be lost. */
  async post(body: string): Promise<PostOutcome> {
    let isRetry = false;
    const outcome = await this.#write(async issue => {
      const [known] = isRetry ? await this.github.findOwnComments(issue, this.#ownLine()) : [];
      isRetry = true;
      return known ?? (await this.github.createComment(issue, body));
    });
    if (outcome.kind === 'posted') await this.#closeOthers(outcome.issue);
    return outcome;
  }

  /** Says that a run failed. Of runs that fail one after the other, one comment names the last. */
  postFailure(text: string): Promise<PostOutcome> {
    const body = `${FAILED}${this.#runWord()} -->\n\n${text}`;
    return this.#write(async issue => {
      const newest = (await this.github.findOwnComments(issue, COMMENT)).at(-1);
      if (newest?.body.startsWith(FAILED) !== true) return this.github.createComment(issue, body);
      return this.github.updateComment(newest.id, body);
    });
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return this.ports.askPatiently(ask);
  }

  #runWord(): string {
    const {runId, runAttempt} = this.facts.run;
    return `${runId}/${runAttempt}`;
  }

  #ownLine(): string {
    return `${UNTIL}${this.#runWord()} `;
  }

  async #write(write: (issue: number) => Promise<PullRequestComment>): Promise<PostOutcome> {
    try {
      return await this.#ask(async () => {
        const issue = await this.#openIssue();
        return {kind: 'posted', issue, comment: (await write(issue)).id} as const;
      });
    } catch (error) {
      if (error instanceof GitHubError) return {kind: 'failed', reason: error.message, lasting: !isPassing(error)};
      throw error;
    }
  }

  /** The number of the issue of the month: of several, which two runs at once can leave, the oldest. */
  async #openIssue(): Promise<number> {
    const known = (await this.#findIssues()).find(({month}) => month === this.#month);
    return known?.number ?? (await this.github.createIssue(this.#title(), this.#body())).number;
  }

  async #findIssues(): Promise<DigestIssue[]> {
    const all = await this.github.findOwnIssues(ISSUE, this.facts.now - LOOKED_THROUGH);
    return all.flatMap(issue => {
      const [, month, words] = /^<!-- monitors-digest (\d{4}-\d\d) (.*) -->$/.exec(issue.body.split(/\r?\n/)[0] ?? '') ?? [];
      return month !== undefined && words === this.#words ? [{...issue, month}] : [];
    });
  }

  /** Comments that say how far they report, newest first. */
  async #listComments(issues: readonly DigestIssue[]): Promise<PullRequestComment[]> {
    const all: PullRequestComment[] = [];
    for (const {number} of issues) all.push(...(await this.#ask(() => this.github.findOwnComments(number, UNTIL))));
    return all.sort((one, other) => other.id - one.id);
  }

  /** The comment is there: an issue that stays open costs nothing, and the next run closes it. */
  async #closeOthers(kept: number): Promise<void> {
    try {
      for (const {number, isOpen} of await this.#findIssues()) if (isOpen && number !== kept) await this.github.closeIssue(number);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
    }
  }

  #title(): string {
    return `Digest ${this.#month}: ${scopeTitle(this.facts.names, this.facts.scope)}`;
  }

  #body(): string {
    const {project, environment} = this.facts.names;
    const names = `project ${codeSpan(project)}, environment ${codeSpan(environment)}`;
    return `${ISSUE}${this.#month} ${this.#words} -->\n\n### What monitors found: ${names}\n\n${RULES}\n`;
  }
}

const RULES = [
  'Each run with changes adds a comment, and the next run goes on from there.',
  'A comment that another account edited or deleted does not count: the next run may repeat what it reported.',
].join(' ');

/** Newest month first. */
function byMonth(issues: readonly DigestIssue[]): DigestIssue[][] {
  const months = [...new Set(issues.map(({month}) => month))].sort().reverse();
  return months.map(month => issues.filter(issue => issue.month === month));
}

function readMark({body}: PullRequestComment): DigestMark | null {
  const [, words] = /^<!-- monitors-digest-until [\w/]+ (.*) -->$/.exec(body.split(/\r?\n/)[0] ?? '') ?? [];
  return words === undefined ? null : decodeMark(words);
}
