import {countOf, formatNumber, listWords} from '../../core/base/words';
import type {UnmanagedMonitor} from '../../core/plan/change';
import type {Placeholder, PlaceholderUse} from '../../core/writing/placeholders';
import type {ImportReport, PullReport, RefusedMonitor} from '../../core/writing/reports';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';

/** Renders the pulled monitors, the variables to set, and what was left where it is. `declared`: the environments of the config, if it has some. */
export function renderPullText(
  {listed, pulled, placeholders, refused, elsewhere, claimed}: PullReport,
  options: RenderOptions,
  {environment, declared}: {readonly environment: string; readonly declared: readonly string[]} = {environment: '', declared: []},
): string {
  const count = countOf(pulled.length, 'monitor');
  const conclusion =
    pulled.length > 0
      ? `Pulled ${count}: the next plan shows no changes for ${pulled.length === 1 ? 'it' : 'them'}. Commit specs, config and state together.`
      : refused.length + elsewhere.length > 0
        ? 'Pulled nothing.'
        : listed === 0
          ? 'Nothing to pull: the service lists no monitors for this key.'
          : claimed > 0
            ? `Nothing to pull: ${countOf(claimed, 'monitor')} that may be yours ${claimed === 1 ? 'is' : 'are'} not managed yet.`
            : 'Nothing to pull: every monitor that the service lists is managed already.';
  return printText(
    [
      ...pulled.map(({key, file, id}) => dataLine(0, styled('added', '+ '), styled('strong', key), `  ${file}  `, styled('faint', id))),
      ...refused.flatMap(refusedLines),
      ...elsewhereLines(elsewhere, options),
      proseLine(0, conclusion),
      ...(pulled.length > 0 ? othersLines(environment, declared) : []),
      ...(claimed > 0 ? [proseLine(0, 'To see why some monitors are unmanaged: monitors plan --refresh')] : []),
      ...secretLines(placeholders),
    ],
    options,
  );
}

/** Renders the result of an import, and what the next plan shows. */
export function renderImportText(report: ImportReport, options: RenderOptions): string {
  switch (report.kind) {
    case 'refused':
      return printText([...refusedLines(report), proseLine(0, `Nothing was written for "${report.key}".`)], options);
    case 'written': {
      const {key, id, file, placeholders} = report;
      const sentence = `"${key}" is the monitor ${id} now. Its spec is ${file}: the next plan shows no changes for it. Commit spec, config and state together.`;
      return printText([hangingLine(0, 2, sentence), ...secretLines(placeholders)], options);
    }
    case 'recorded': {
      const {key, id, file, next} = report;
      const sentence = `"${key}" is the monitor ${id} now; ${file} was there already.`;
      const shown =
        next.length === 0
          ? ['The next plan shows no changes for it.']
          : next.map(({action, fields}) => `The next plan shows: ${action}${fields.length === 0 ? '' : `, of ${listWords(fields)}`}.`);
      return printText([hangingLine(0, 2, sentence), ...shown.map(text => hangingLine(0, 2, text))], options);
    }
  }
}

function refusedLines({id, name, findings}: RefusedMonitor): Line[] {
  return [
    dataLine(0, styled('warning', '! '), styled('strong', `"${shorten(name)}"`), `  ${id}  cannot be written as a spec; it stays as it is`),
    ...findings.slice(0, MOST_REASONS).map(({code, message, where}) => {
      const pointer = where === undefined || where.pointer === '' ? '' : ` (${where.pointer})`;
      return hangingLine(4, 2, styled('faint', `${code}  `), `${message}${pointer}`);
    }),
    ...(findings.length > MOST_REASONS ? [dataLine(4, `and ${formatNumber(findings.length - MOST_REASONS)} more`)] : []),
  ];
}

const MOST_REASONS = 5;

function elsewhereLines(elsewhere: readonly UnmanagedMonitor[], options: RenderOptions): Line[] {
  if (elsewhere.length === 0) return [];
  const homes = new Set(elsewhere.flatMap(({ours}) => (ours === undefined ? [] : [`${ours.environment} of ${ours.project}`])));
  const sentence = `${countOf(elsewhere.length, 'monitor')} of the environment ${listWords([...homes])} ${elsewhere.length === 1 ? 'was' : 'were'} left out; \`monitors pull --only ID\` pulls one anyway.`;
  return [hangingLine(0, 2, pasteable(sentence, options))];
}

/** What the other environments would make of the new specs. */
function othersLines(environment: string, declared: readonly string[]): Line[] {
  const others = declared.filter(name => name !== environment);
  if (others.length === 0) return [];
  // The line to copy stands by itself: no width cuts it.
  return [
    hangingLine(0, 2, `If ${listWords(others)} should not create them, too, write this into _defaults.yaml:`),
    dataLine(2, `sync: {environments: [${environment}]}`),
  ];
}

function secretLines(placeholders: readonly Placeholder[]): Line[] {
  if (placeholders.length === 0) return [];
  return [
    BLANK,
    hangingLine(
      0,
      2,
      `${countOf(placeholders.length, 'secret')} became ${placeholders.length === 1 ? 'an environment variable' : 'environment variables'}; the values stay in the service. Set the variables before the next apply (secrets.allow of the config has their names):`,
    ),
    ...placeholders.flatMap(({name, uses}) => [
      dataLine(2, styled('strong', name)),
      ...uses.slice(0, MOST_USES).map(use => dataLine(4, describeUse(use))),
      ...(uses.length > MOST_USES ? [dataLine(4, `and ${formatNumber(uses.length - MOST_USES)} more`)] : []),
    ]),
  ];
}

const MOST_USES = 3;

function describeUse({key, place, after}: PlaceholderUse): string {
  return `${shorten(place)} of ${key}${after === '' ? '' : `: what follows "${shorten(after)}"`}`;
}
