import {countOf, formatNumber} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import {codeSpan} from '../../rendering/escape-markdown';
import type {ProposalDocument, TuneDocument, TunedMonitorDocument} from './document';
import {
  describeEvidence,
  describeFailures,
  describeLack,
  describeNoRegion,
  describeNumbers,
  describeProposal,
  describeSaving,
  describeSummary,
  isWorthALook,
  listCostlyForNothing,
} from './sentences';

/** Longest text of a comment or a job's summary section that GitHub takes, in UTF-16 code units. */
const LONGEST = 65_536;
/** Room for what counts the rest. */
const ROOM_FOR_CUTS = 200;
const LONGEST_LINE = 200;
const MOST_LINES = 10;

/**
 * Noise and cost as GitHub Markdown, at most `longest` UTF-16 code units. Whatever comes from outside stands in code: nothing of it is a
 * mention, a reference, a picture or HTML.
 */
export function renderTuneMarkdown(document: TuneDocument, longest: number = LONGEST): string {
  const {monitors, project, environment} = document;
  const shown = monitors.filter(isWorthALook);
  const head = `## Noise in ${codeSpan(project)} (${codeSpan(environment)})\n\n${describeSummary(document)}${renderCostly(document)}`;
  let left = longest - head.length - ROOM_FOR_CUTS;
  const blocks: string[] = [];
  for (const monitor of shown) {
    const block = renderMonitor(monitor);
    left -= block.length + 2;
    if (left < 0) break;
    blocks.push(block);
  }
  const [rest, quiet] = [
    shown.length - blocks.length,
    monitors.filter(monitor => !isWorthALook(monitor) && monitor.read !== 'left').length,
  ];
  const notes = [
    ...(rest === 0 ? [] : [`**Cut**: ${countOf(rest, 'more monitor')} without room here.`]),
    ...(quiet === 0 ? [] : [`Not shown: ${countOf(quiet, 'monitor')} without noise or proposals.`]),
  ];
  return `${[head, ...blocks, ...notes].join('\n\n')}\n`;
}

function renderCostly(document: TuneDocument): string {
  const costly = listCostlyForNothing(document);
  if (costly.length === 0) return '';
  const listed = costly.map(({key, credits}) => `${codeSpan(boundText(key, LONGEST_LINE))} (${formatNumber(credits)})`).join(', ');
  return `\n\nMost credits a month for nothing that matters: ${listed}.`;
}

function renderMonitor(monitor: TunedMonitorDocument): string {
  const {key, lines, failures, proposals, read, regions} = monitor;
  const lack = describeLack(monitor);
  const rest = lines.length - MOST_LINES;
  const rows = [
    ...failures.map(failure => `- failures: ${codeSpan(boundText(describeFailures(failure)))}`),
    ...lines
      .slice(0, MOST_LINES)
      .map(({line, changes, checks}) => `- noise: ${codeSpan(boundText(line, LONGEST_LINE))} changed at ${changes} of ${checks} checks`),
    ...(rest > 0 ? [`- ... and ${countOf(rest, 'more line')}`] : []),
    ...regions.flatMap(region => {
      const words = describeNoRegion(region);
      return words === null ? [] : [`- no region: ${codeSpan(boundText(`${region.url}: ${words}`))}`];
    }),
    ...proposals.map(proposal => renderProposal(proposal, monitor)),
    ...(lack === null ? [] : [`- ${read === 'failed' ? codeSpan(lack) : lack}`]),
  ];
  const numbers = read === 'whole' ? `\n\n${describeNumbers(monitor)}` : '';
  return `### ${codeSpan(boundText(key, LONGEST_LINE))}${numbers}\n\n${rows.join('\n')}`;
}

function renderProposal(proposal: ProposalDocument, monitor: TunedMonitorDocument): string {
  const {id, kind} = proposal;
  const words = describeProposal(proposal, monitor);
  const saving = describeSaving(proposal);
  const shown = words.value === '' ? '' : codeSpan(boundText(words.value, LONGEST_LINE));
  // The command names a key, which may hold anything.
  const after = kind === 'lines' ? '; see `monitors try` with `--twice`' : words.after;
  return `- **${id}**: ${words.before}${shown}${after} (${describeEvidence(proposal)}${saving === '' ? '' : `; ${saving}`})`;
}
