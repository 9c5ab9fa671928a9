import type {ChangeGroup} from '../../core/plan/groups';
import {fencedBlock} from '../../rendering/escape-markdown';
import type {PlanView} from '../../rendering/plan-lines';
import {type DetailLimits, partDetails, partRows} from './details';
import {changesOf, type Section, type SectionPart, sectionChanges, sectionTitle} from './sections';

/** The changes of a plan as sections, as far as there was room. */
interface FittedSections {
  readonly sections: readonly string[];
  /** Changes that are not in the text. */
  readonly notListed: number;
  /** Changes of which at most a row is in the text. */
  readonly withoutDetails: number;
}

/** A section is open at first if it has at most this many blocks, and rows of tables. */
const OPEN_BLOCKS = 10;
const OPEN_ROWS = 30;

/** Characters around a section, and around the rows without details. */
const FRAME = 120;

/** Puts the changes of a plan below their folders: the details of each while there is room, then a row each, then their number. */
export function fitSections(groups: readonly ChangeGroup[], view: PlanView, limits: DetailLimits, room: number): FittedSections {
  const sections = sectionChanges(groups);
  const listed = listWithin(sections, Math.floor(room / 2));
  const isAlone = sections.length === 1 && sections[0]?.parts.length === 1;
  const isOpen = isAlone || (sections.length === 1 && sections[0]?.name === '');
  const details = takeDetails(listed, part => partDetails(part, view, limits, isAlone), room);
  const texts = listed.map(({section, rows}) => {
    const whole = section.parts.flatMap(part => details.get(part) ?? []);
    const bare = [...rows].flatMap(([part, own]) => (details.has(part) ? [] : own));
    const content = [...whole, ...(bare.length === 0 ? [] : [fencedBlock(bare, 'diff')])].join('\n\n');
    if (section.parts.some(part => part.kind === 'group' && limits.opened?.has(part.group) === true) && !isOpen)
      return `**${sectionTitle(section)}**\n\n${content}`;
    return isOpen ? content : foldSection(section, content);
  });
  const all = countChanges(sections.flatMap(({parts}) => parts));
  const shown = listed.flatMap(({rows}) => [...rows.keys()]);
  return {sections: texts, notListed: all - countChanges(shown), withoutDetails: all - countChanges([...details.keys()])};
}

/** Renders the details of the first parts, as long as they fit in the place of their rows. */
function takeDetails(listed: readonly ListedSection[], render: (part: SectionPart) => string, room: number): Map<SectionPart, string> {
  const details = new Map<SectionPart, string>();
  let left = room - listed.reduce((sum, {size}) => sum + size, 0);
  for (const [part, rows] of listed.flatMap(section => [...section.rows])) {
    const text = render(part);
    left -= text.length + 2 - sizeOf(rows);
    if (left < 0) break;
    details.set(part, text);
  }
  return details;
}

/** A section of which rows fit. */
interface ListedSection {
  readonly section: Section;
  /** The rows of each part that fits. */
  readonly rows: ReadonlyMap<SectionPart, readonly string[]>;
  readonly size: number;
}

function listWithin(sections: readonly Section[], room: number): ListedSection[] {
  const listed: ListedSection[] = [];
  let left = room;
  for (const section of sections) {
    const rows = new Map<SectionPart, readonly string[]>();
    let size = sectionTitle(section).length + FRAME;
    for (const part of section.parts) {
      const own = partRows(part);
      if (size + sizeOf(own) > left) break;
      rows.set(part, own);
      size += sizeOf(own);
    }
    if (rows.size > 0) listed.push({section, rows, size});
    left -= size;
    if (rows.size < section.parts.length) break;
  }
  return listed;
}

function foldSection(section: Section, content: string): string {
  const tables = section.parts.filter(({kind}) => kind === 'table');
  const isSmall = section.parts.length - tables.length <= OPEN_BLOCKS && countChanges(tables) <= OPEN_ROWS;
  const open = isSmall ? ' open' : '';
  return `<details${open}><summary>${sectionTitle(section)}</summary>\n\n${content}\n\n</details>`;
}

function countChanges(parts: readonly SectionPart[]): number {
  return parts.reduce((sum, part) => sum + changesOf(part).length, 0);
}

function sizeOf(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + row.length + 1, 0);
}
