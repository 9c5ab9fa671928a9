import {keyCommand} from '../../core/base/command-line';
import {countOf, formatNumber} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import type {ProposalDocument, RegionDocument, TuneDocument, TunedMonitorDocument} from './document';
import {
  describeEvidence,
  describeFailures,
  describeLack,
  describeNoRegion,
  describeNotWritten,
  describeNumbers,
  describeProposal,
  describeSaving,
  describeSummary,
  isWorthALook,
  listCostlyForNothing,
} from './sentences';

/** Noise and cost for people: monitors with something to do, then a count of the others. `--verbose` shows all. */
export function renderTuneText(document: TuneDocument, options: RenderOptions): string {
  const {monitors} = document;
  const isShown = (monitor: TunedMonitorDocument) => options.verbosity === 'verbose' || isWorthALook(monitor);
  const blocks = monitors.filter(isShown).map(monitor => monitorLines(monitor, options));
  // Those that were not reached are in the sum.
  const quiet = monitors.filter(monitor => !isShown(monitor) && monitor.read !== 'left').length;
  const end: Line[] = [
    ...(quiet === 0 ? [] : [proseLine(0, `${countOf(quiet, 'monitor')} without noise or proposals (--verbose shows them).`)]),
    ...costlyLines(document),
    ...writeHint(document, options),
    proseLine(0, describeSummary(document)),
  ];
  const all = options.verbosity === 'quiet' ? blocks : [...blocks, end];
  return printText(
    all.flatMap((block, index) => (index === 0 ? block : [BLANK, ...block])),
    options,
  );
}

/** Lines of one monitor that are shown without `--verbose`. */
const MOST_LINES = 5;
/** Characters of a line. */
const LONGEST = 200;

function monitorLines(monitor: TunedMonitorDocument, options: RenderOptions): Line[] {
  const {key, lines, failures, proposals, read, regions} = monitor;
  const lack = describeLack(monitor);
  const most = options.verbosity === 'verbose' ? lines.length : MOST_LINES;
  const proposed = new Set(proposals.filter(({kind}) => kind === 'lines').map(({value}) => value));
  // A line that is proposed is shown there.
  const others = lines.filter(({line}) => !proposed.has(line));
  return [
    dataLine(0, styled('strong', key)),
    ...(read === 'whole' ? [hangingLine(4, 2, describeNumbers(monitor))] : []),
    ...failures.map(failure => hangingLine(4, 2, styled('warning', '! '), boundText(describeFailures(failure)))),
    ...others
      .slice(0, most)
      .map(({line, changes, checks}) =>
        dataLine(4, styled('changed', '~ '), boundText(line, LONGEST), styled('faint', `  changed at ${changes} of ${checks} checks`)),
      ),
    ...(others.length > most
      ? [dataLine(4, styled('faint', `... ${countOf(others.length - most, 'more line')} (--verbose shows them)`))]
      : []),
    ...regions.flatMap(region => regionLines(region)),
    ...proposals.flatMap(proposal => proposalLines(proposal, monitor, options)),
    ...(lack === null ? [] : [hangingLine(4, 2, lack)]),
  ];
}

function regionLines(region: RegionDocument): Line[] {
  const words = describeNoRegion(region);
  return words === null ? [] : [hangingLine(4, 2, styled('faint', '? '), boundText(`${region.url}: ${words}`))];
}

function proposalLines(proposal: ProposalDocument, monitor: TunedMonitorDocument, options: RenderOptions): Line[] {
  const {before, value, after} = describeProposal(proposal, monitor);
  const saving = describeSaving(proposal);
  const evidence = `${describeEvidence(proposal)}${saving === '' ? '' : `; ${saving}`}`;
  return [
    hangingLine(
      4,
      2,
      styled('added', '> '),
      styled('mark', proposal.id),
      `  ${before}${boundText(value, LONGEST)}${pasteable(after, options)}`,
    ),
    hangingLine(8, 2, evidence),
  ];
}

function costlyLines(document: TuneDocument): Line[] {
  const costly = listCostlyForNothing(document);
  if (costly.length === 0) return [];
  const listed = costly.map(({key, credits}) => `${shorten(key)} (${formatNumber(credits)})`).join(', ');
  return [hangingLine(0, 2, `Most credits a month for nothing that matters: ${listed}.`)];
}

/** The command that finds the first proposal again: of its monitor alone, over as many checks. */
function writeHint({monitors, written, checks}: TuneDocument, options: RenderOptions): Line[] {
  const [first] = monitors.flatMap(({key, proposals}) => proposals.filter(({writable}) => writable).map(({id, kind}) => ({key, id, kind})));
  if (first === undefined || written !== null) return [];
  const {key, id, kind} = first;
  const flags = `--checks ${checks}${kind === 'region' ? ' --fetch' : ''} --write ${id}`;
  return [proseLine(0, pasteable(`Write one into its spec: ${keyCommand('tune', key, flags)}`, options))];
}

/** What `--write` did; the plan is printed after it. */
export function renderWritten({written}: TuneDocument, options: RenderOptions): string {
  if (written === null) return '';
  return printText(
    [
      ...written.proposals.map(({id, key, file}) =>
        dataLine(0, styled('changed', '> '), styled('mark', id), '  ', styled('strong', shorten(key)), `  written into ${file}`),
      ),
      ...written.notWritten.map(one => hangingLine(0, 2, styled('warning', '! '), describeNotWritten(one))),
      ...(written.plan === null ? [proseLine(0, 'No spec was changed.')] : []),
      BLANK,
    ],
    options,
  );
}
