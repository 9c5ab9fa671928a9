import {writeCommand} from '../../core/base/command-line';
import {addToGroup} from '../../core/base/grouping';
import {countOf, formatNumber, listFirst, listWords} from '../../core/base/words';
import type {LiveCandidate} from '../../core/recovery/candidates';
import type {Basis} from '../../core/recovery/matching';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import type {RecoveredMonitor, RecoveryFindings} from './findings';

/** Renders the findings about a lost state, before anything is written: one block a monitor, then the counts. */
export function renderRecoveryText(findings: RecoveryFindings, options: RenderOptions): string {
  const {damage, recovered, orphans, ambiguous, missing, unfinished, leftOut, lostRecords} = findings;
  return printText(
    [
      ...(damage === null ? [] : [hangingLine(0, 2, `${damage.message}.`), BLANK]),
      ...listRecovered(recovered, options),
      ...orphans.flatMap(({key, candidate, record}) => [
        headLine('?', key, candidate),
        hangingLine(
          4,
          2,
          `it was recorded, and its spec is gone: it is recorded again, and the next plan ${record.protect ? 'keeps it, because it is protected' : 'deletes it'}`,
        ),
      ]),
      ...ambiguous.flatMap(({spec, candidates}) => [
        dataLine(0, styled('warning', `! ${spec.key}`)),
        hangingLine(
          4,
          2,
          candidates.length === 1 ? 'this monitor may be it, so it is not recorded:' : 'any of these may be it, so none is recorded:',
        ),
        ...candidates.map(candidate => candidateLine(candidate, options)),
        hangingLine(4, 2, pasteable(wordChoice(spec.key, candidates), options)),
      ]),
      ...missing.flatMap(({key, file, line}) => [
        dataLine(0, styled('added', '+ '), styled('strong', key), `  ${file}:${line}`),
        hangingLine(4, 2, 'missing in the service: the next apply creates it'),
      ]),
      ...unfinished.map(({intent}) =>
        hangingLine(0, 2, `! ${intent.key}: its create may have been carried out, but the service does not list it yet`),
      ),
      ...unmanagedLines(findings, options),
      ...(leftOut.length === 0 ? [] : [hangingLine(0, 2, `Left out by --only: ${listWords(leftOut)}.`)]),
      ...(lostRecords === 0
        ? []
        : [
            hangingLine(
              0,
              2,
              `None of the ${countOf(lostRecords, 'monitor')} that the lost state recorded is in the service: is this the right account?`,
            ),
          ]),
      BLANK,
      proseLine(0, countFindings(findings)),
    ],
    options,
  );
}

/** More monitors that were found without a doubt, and the same way, are one block: those with one are not to drown among them. */
const MOST_ALONE = 10;
const SHOWN_KEYS = 5;

function listRecovered(recovered: readonly RecoveredMonitor[], options: RenderOptions): Line[] {
  const plain = new Map<Basis, RecoveredMonitor[]>();
  for (const monitor of recovered.filter(isPlain)) addToGroup(plain, monitor.found.basis, monitor);
  const grouped = [...plain.values()].filter(group => options.verbosity !== 'verbose' && group.length > MOST_ALONE);
  const known = new Set(grouped.flat());
  return [
    ...grouped.flatMap(group => groupLines(group)),
    ...recovered.filter(monitor => !known.has(monitor)).flatMap(monitor => recoveredLines(monitor, options)),
  ];
}

function isPlain({found, isChanged}: RecoveredMonitor): boolean {
  return found.isCertain && !isChanged && found.others.length === 0 && (found.basis === 'target-ids' || found.basis === 'record');
}

function groupLines(group: readonly RecoveredMonitor[]): Line[] {
  const [first] = group;
  if (first === undefined) return [];
  const keys = group.map(({key}) => key);
  return [
    dataLine(
      0,
      styled('faint', '= '),
      styled('strong', countOf(group.length, 'monitor')),
      `  ${first.found.basis === 'record' ? 'found by what is left of the state' : 'found by their target ids'}`,
    ),
    hangingLine(4, 2, `${listFirst(keys, SHOWN_KEYS)} (--verbose lists all)`),
  ];
}

function recoveredLines({key, found, isChanged}: RecoveredMonitor, options: RenderOptions): Line[] {
  const {candidate, basis, isCertain, others} = found;
  return [
    headLine(isCertain ? '=' : '?', key, candidate),
    hangingLine(4, 2, `${wordBasis(basis, candidate)}${isChanged ? '; it differs from its spec, as the next plan shows' : ''}`),
    ...(others.length === 0
      ? []
      : [
          hangingLine(4, 2, 'the service has duplicates of it, and each costs credits; not recorded:'),
          ...others.map(candidate => candidateLine(candidate, options)),
        ]),
  ];
}

function wordChoice(key: string, [first, ...others]: readonly LiveCandidate[]): string {
  if (first === undefined || others.length > 0)
    return `choose one: "${writeCommand('import', [key, 'ID'], 'default')}", before the next apply`;
  return `if it is: "${writeCommand('import', [key, first.view.id], 'default')}", before the next apply`;
}

function wordBasis(basis: Basis, {view}: LiveCandidate): string {
  switch (basis) {
    case 'target-ids':
      return 'found by its target ids';
    case 'some-target-ids':
      return 'it is the only one with some of its target ids';
    case 'record':
      return 'found by what is left of the state';
    case 'name-and-content':
      return `no target ids in common, but it has the same name ("${shorten(view.name)}") and watches the same`;
  }
}

function headLine(glyph: '=' | '?', key: string, {view}: LiveCandidate): Line {
  return dataLine(0, styled(glyph === '?' ? 'warning' : 'faint', `${glyph} `), styled('strong', key), `  ${view.id}`);
}

function candidateLine({view}: LiveCandidate, options: RenderOptions): Line {
  return dataLine(
    6,
    `${view.id}  "${shorten(view.name)}"`,
    styled('faint', view.createdAt === '' ? '' : `  created ${shorten(showTime(view.createdAt, options))}`),
  );
}

const SHOWN_UNMANAGED = 10;

function unmanagedLines({unmanaged, formerKeys}: RecoveryFindings, options: RenderOptions): Line[] {
  if (unmanaged.length === 0) return [];
  const isOurs = ({view}: LiveCandidate) => formerKeys.has(view.id);
  const sorted = [...unmanaged.filter(isOurs), ...unmanaged.filter(one => !isOurs(one))];
  const least = Math.max(SHOWN_UNMANAGED, unmanaged.filter(isOurs).length);
  const shown = options.verbosity === 'verbose' ? sorted : sorted.slice(0, least);
  const rest = unmanaged.length - shown.length;
  return [
    BLANK,
    proseLine(0, `${countOf(unmanaged.length, 'monitor')} of the account ${unmanaged.length === 1 ? 'stays' : 'stay'} unmanaged:`),
    ...shown.flatMap(candidate => [candidateLine(candidate, options), ...formerLines(candidate, formerKeys)]),
    ...(rest > 0 ? [dataLine(6, styled('faint', `and ${formatNumber(rest)} more; --verbose lists them`))] : []),
  ];
}

function formerLines({view: {id}}: LiveCandidate, formerKeys: RecoveryFindings['formerKeys']): Line[] {
  const key = formerKeys.get(id);
  if (key === undefined) return [];
  return [hangingLine(8, 2, `was recorded as "${key}"; to manage it again: "${writeCommand('import', [key, id], 'default')}"`)];
}

/** The counts in one sentence. */
function countFindings({recovered, missing, ambiguous, orphans}: RecoveryFindings): string {
  const duplicates = recovered.reduce((sum, {found}) => sum + found.others.length, 0);
  const parts = [
    `${formatNumber(recovered.length)} found`,
    `${formatNumber(missing.length)} missing`,
    ...(ambiguous.length > 0 ? [`${formatNumber(ambiguous.length)} ambiguous`] : []),
    ...(duplicates > 0 ? [countOf(duplicates, 'duplicate')] : []),
    ...(orphans.length > 0 ? [`${formatNumber(orphans.length)} without a spec`] : []),
  ];
  return `Recover: ${parts.join(', ')}.`;
}
