import {codeSpan} from '../../rendering/escape-markdown';
import {LONGEST_COMMENT} from './findings-markdown';
import {SECTION_START} from './marked-text';
import type {PullRequestComment} from './ports';
import {parseReviewedPlan} from './reviewed-plan';

/** The first lines by which the plan of an environment is found in the comments of a pull request. */
export interface PlanMarkers {
  /** Of a comment for this environment alone; it names project, environment and state. */
  readonly own: string;
  /** Of a comment that the environments of a project share. */
  readonly shared: string;
}

/** The plan of one environment in a shared comment. */
export interface SharedSection {
  /** As the first line of a comment of its own would be. */
  readonly marker: string;
  /** The other hidden lines, for the merge: as in a comment of its own, too. */
  readonly records: readonly string[];
  /** One line of Markdown with environment and counts. */
  readonly title: string;
  readonly text: string;
}

/** The text that a comment has for an environment. */
interface PlanHolder {
  readonly comment: PullRequestComment;
  /** As a comment of its own would hold it. */
  readonly text: string;
}

/** The beginning of both markers. */
export const PLAN_MARKERS = '<!-- monitors-plan';

const OWN = /^<!-- monitors-plan [^ ]+ ([^ ]+) [^ ]+ -->$/;
const RECORD = /^<!-- monitors-(?:reviewed|state-seen|state-shifts):1 [0-9A-Za-z+/.*= -]+ -->$/;
const HEADING = '### ';
/** Parts a section from the one before. */
const RULE = '---\n\n';

/** The environment of a section, as its marker has it. */
export function environmentOf({marker}: Pick<SharedSection, 'marker'>): string {
  return OWN.exec(marker)?.[1] ?? '';
}

/**
 * Renders a shared comment. All hidden lines stand at its top, before the first text of a spec. `headSha` is the commit of the pull
 * request now: a section of an earlier one says so in the title.
 */
export function composeShared(marker: string, sections: readonly SharedSection[], headSha: string): string {
  const titles = sections.map(section => nameCounts(section, headSha)).join('; ');
  const hidden = sections.flatMap(section => [section.marker, ...section.records]);
  const shown = sections.map(({title, text}, at) => `${SECTION_START}\n${at === 0 ? '' : RULE}${HEADING}${title}\n\n${text.trimEnd()}\n`);
  return [marker, ...hidden, '', `## ${titles}`, '', ...shown].join('\n');
}

const CREDITS = /, about [+-][0-9,]+ credits a month$/;

function nameCounts(section: SharedSection, headSha: string): string {
  const head = headOf(section);
  return `${section.title.replace(CREDITS, '')}${head === null || head === headSha ? '' : ` (of ${head.slice(0, 7)})`}`;
}

/** Reads the sections of a shared comment; null where it is none, or not as {@link composeShared} writes it. */
export function parseShared(body: string, marker: string): readonly SharedSection[] | null {
  const lines = body.split(/\r?\n/);
  if (lines[0] !== marker) return null;
  const heads: {readonly marker: string; readonly records: string[]}[] = [];
  let at = 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (OWN.test(line)) heads.push({marker: line, records: []});
    else if (RECORD.test(line) && heads.length > 0) heads.at(-1)?.records.push(line);
    else break;
  }
  // Text of specs begins here: it is shown again, and never read.
  const [, ...parts] = lines.slice(at).join('\n').split(`\n${SECTION_START}\n`);
  const shown = parts.map(text => (text.startsWith(RULE) ? text.slice(RULE.length) : text));
  const isSound = shown.length === heads.length && shown.every(text => text.startsWith(HEADING));
  if (!isSound || new Set(heads.map(environmentOf)).size !== heads.length) return null;
  return heads.map((head, index) => {
    const [heading = '', ...text] = (shown[index] ?? '').split('\n');
    return {...head, title: heading.slice(HEADING.length), text: text.join('\n').trim()};
  });
}

/** A section's text, with nothing in it that begins another section. */
export function disarmSection(text: string): string {
  return text.replaceAll('<!-- monitors-section', '<!-- \\u006donitors-section');
}

/** A section as a comment of its own would have it. */
function toOwnText({marker, records, title, text}: SharedSection): string {
  return [marker, ...records, '', `${HEADING}${title}`, '', text].join('\n');
}

/**
 * Finds the plan of an environment in comments, in their order. A plan moves from one form to the other by being taken out of where it
 * was first, so that one of them has a record at most.
 */
export function findPlan(comments: readonly PullRequestComment[], {own, shared}: PlanMarkers): PlanHolder | null {
  // If there are several, the first one is the one that is kept up to date.
  const together = comments.find(({body}) => body.startsWith(shared));
  const section = together && parseShared(together.body, shared)?.find(({marker}) => marker === own);
  if (together !== undefined && section !== undefined && section.records.length > 0) return {comment: together, text: toOwnText(section)};
  const alone = comments.find(({body}) => body.startsWith(own));
  return alone === undefined ? null : {comment: alone, text: alone.body};
}

/** Characters of the marker, and of what stands around the sections. */
const FRAME = 500;

/** Characters of a comment that a section takes, with its part of the title. */
function measure({marker, records, title, text}: SharedSection): number {
  return [marker, ...records, SECTION_START, title, title, text].reduce((sum, line) => sum + line.length + 1, 40);
}

/** The environments of a comment, in their order, as markers name them. */
export interface Sharing {
  readonly marker: string;
  readonly environments: readonly string[];
  /** The commit of the pull request now. */
  readonly headSha: string;
}

/** A comment with another section. */
export interface PutSection {
  readonly body: string;
  /** `alone`: there is too little room for the plan. The section names it, and it needs a comment of its own. */
  readonly place: 'shared' | 'alone';
}

/**
 * Renders a comment with a section in place of its environment's one. It has its share of the room, and what those leave that show this
 * commit already: the others will need theirs. A section of an earlier commit gives way where it takes more than its share.
 */
export function putSection(
  sections: readonly SharedSection[],
  render: (room: number) => SharedSection,
  {marker, environments, headSha}: Sharing,
  environment: string,
): PutSection {
  const share = Math.floor((LONGEST_COMMENT - FRAME) / environments.length);
  const known = new Map(sections.map(section => [environmentOf(section), section]));
  const taken = environments
    .filter(name => name !== environment)
    .map(name => known.get(name))
    .map(section => (section !== undefined && isSettled(section, headSha) ? measure(section) : share));
  const left = LONGEST_COMMENT - FRAME - taken.reduce((sum, length) => sum + length, 0);
  const {section: own, place} = renderWithin(render, Math.max(left, share));
  const put = (most: number) =>
    environments.flatMap(name => {
      const section = name === environment ? own : known.get(name);
      if (section === undefined) return [];
      return [name !== environment && measure(section) > most ? giveWay(section, NO_ROOM) : section];
    });
  const whole = composeShared(marker, put(LONGEST_COMMENT), headSha);
  return {body: whole.length <= LONGEST_COMMENT ? whole : composeShared(marker, put(share), headSha), place};
}

const NO_ROOM = 'The plan of another environment needed the room. Run the job of this environment again.';
const ALONE = 'Its plan needs more room, and has a comment of its own.';

/** Whether a section is what its environment has to show of this commit. */
function isSettled(section: SharedSection, headSha: string): boolean {
  return section.text === ALONE || headOf(section) === headSha;
}

/** The commit that a section shows the plan of; null without a plan. */
function headOf(section: SharedSection): string | null {
  const reviewed = parseReviewedPlan(toOwnText(section));
  return reviewed !== null && 'headSha' in reviewed ? reviewed.headSha : null;
}

/** Characters around the texts of a section. */
const AROUND = 500;

function renderWithin(
  render: (room: number) => SharedSection,
  room: number,
): {readonly section: SharedSection} & Pick<PutSection, 'place'> {
  const section = render(room - AROUND);
  const isCut = parseReviewedPlan(toOwnText(section))?.kind === 'cut';
  if (measure(section) <= room && !isCut) return {section, place: 'shared'};
  return {section: {...section, records: [], text: ALONE}, place: 'alone'};
}

/** A section that shows and approves nothing, and why. */
export function giveWay(section: SharedSection, why: string): SharedSection {
  // The only sign in the name of an environment that markers encode.
  const name = codeSpan(environmentOf(section).replaceAll('%2D', '-'));
  return {marker: section.marker, records: [], title: `${name}: not shown`, text: `**Approves nothing.** ${why}`};
}

/** Whether two shared comments have the same section for an environment. */
export function hasSameSection(a: string, b: string, marker: string, environment: string): boolean {
  const [one, other] = [a, b].map(body => parseShared(body, marker)?.find(section => environmentOf(section) === environment));
  return one !== undefined && other !== undefined && toOwnText(one) === toOwnText(other);
}
