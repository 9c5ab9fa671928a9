import {exitCodeAfter} from '../../core/base/interruption';
import {countOf} from '../../core/base/words';
import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {formats, keys, lockTimeout, lookupTimeout, toggle} from '../../project/flags';
import type {ProjectStore} from '../../project/store';
import type {RecoverOutcome} from './recover';

/** `monitors recover`: rebuilds a state that is lost or damaged from what the service holds. */
export const recoverCommand = command(
  {
    path: 'recover',
    summary: 'rebuild a lost or damaged state from what the service holds',
    details: `
      Lists the service's monitors and finds the one of each spec: by target ids, then by what is still readable of the state,
      its backup and its journal, then by name and content. Sends only reads and writes only the state. The old files are kept.
      Needs full operations.

      Asks before it records an uncertain match. A match by name and content is never recorded without asking; if the monitor
      may belong to another project, use \`monitors import KEY ID\`. Monitors that were never recorded stay unmanaged. Missing monitors are
      created by the next apply. Of duplicates, one is recorded and the others are listed.
    `,
    exitCodes: {
      0: 'everything is recorded',
      1: 'a monitor is duplicate or ambiguous, or a create is unresolved',
      3: 'the state is valid or locked, or confirmation is needed without a terminal',
    },
    examples: [
      ['The state is lost, damaged or in conflict', 'monitors recover'],
      ['In CI: record every match but those by name', 'monitors recover --auto-approve'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      lockTimeout,
      autoApprove: toggle('Do not ask; record every match but those by name and content'),
      only: keys('Record only this key (repeatable)'),
      lookupTimeout: lookupTimeout(),
    },
  },
  async ({format, lookupTimeout: lookupMs, only, autoApprove}, door) => {
    const project = await door.openProject();
    const {requireFullOperations} = await import('../../project/project');
    requireFullOperations(project.settings, 'recover');
    const {recoverState} = await import('./recover');
    const {renderEventText} = await import('../apply/progress');
    const {renderRecoveryText} = await import('./text');
    const interruption = project.watchInterruption();
    const ended = await recoverState(
      project,
      {only, approval: autoApprove ? 'automatic' : 'asked', lookupMs},
      {
        ...(await door.progress()),
        onEvent: event => door.note(renderEventText(event, door.look('stderr'))),
        show: findings => {
          if (format === 'text') door.print(renderRecoveryText(findings, door.look('stdout')));
          else if (!door.flags.quiet) door.note(renderRecoveryText(findings, door.look('stderr')));
        },
        confirm: async ({lostRecords}) => {
          const question = lostRecords > 0 ? 'Go on with this account?' : 'Are the matches marked with "?" right?';
          if (!autoApprove) await door.ask(question, interruption);
        },
      },
    );
    return exitCodeAfter(interruption, await conclude(ended, format, project.store, door));
  },
);

async function conclude(ended: RecoverOutcome, format: 'text' | 'json', store: ProjectStore, door: Door): Promise<number> {
  if (ended.kind === 'invalid') return (await door.notes()).invalid(ended.workspace.report);
  const {renderFindingsText} = await import('../../rendering/finding');
  const {renderRecoveryJson} = await import('./document');
  const {renderSentences, unresolvedLines} = await import('../state/text');
  const {printText} = await import('../../rendering/text');
  const {findings} = ended;
  const isWritten = ended.kind === 'recovered';
  const unresolved = isWritten ? ended.unresolved : [];
  const warnings = isWritten ? ended.warnings : [];
  const kept = isWritten ? ended.kept.map(path => door.shown(path)) : [];
  if (warnings.length > 0) door.note(renderFindingsText(warnings, door.look('stderr')));
  const look = door.look('stdout');
  if (format === 'json') {
    const state = isWritten ? ended.version : null;
    door.print(renderRecoveryJson(findings, {state, kept, unresolved, findings: warnings}));
  } else {
    door.print(renderSentences(listSentences(ended, store, kept), look));
    door.print(
      printText(
        unresolved.flatMap(create => unresolvedLines(create, look)),
        look,
      ),
    );
  }
  const isDoubtful = findings.ambiguous.length > 0 || findings.recovered.some(({found}) => found.others.length > 0);
  return isDoubtful || unresolved.length > 0 || warnings.length > 0 ? 1 : 0;
}

function listSentences(
  ended: Exclude<RecoverOutcome, {kind: 'invalid'}>,
  {place, backend}: ProjectStore,
  kept: readonly string[],
): string[] {
  if (ended.kind === 'nothing-found') {
    if (ended.findings.ambiguous.length > 0) return ['Nothing was recorded: no match is certain. Choose the monitors as shown above.'];
    return ['Nothing to recover: there was no state here, and the service has none of these monitors. Run "monitors plan".'];
  }
  const {findings, lookedUp, version} = ended;
  const count = findings.recovered.length + findings.orphans.length;
  return [
    `Recorded ${countOf(count, 'monitor')} in ${place} (serial ${version.serial}).`,
    ...lookedUp.flatMap(({create: {intent}, verdict}) => {
      if (verdict.kind === 'adopted') return [`"${intent.key}" is the monitor ${verdict.id}.`];
      if (verdict.kind === 'not-created') return [`"${intent.key}" was not created: the next apply creates it.`];
      return [`"${intent.key}" is still unresolved: ${verdict.why}.`];
    }),
    ...(kept.length === 0 ? [] : [`The old files are kept: ${kept.join(', ')}.`]),
    `Run "monitors plan --refresh" to see what is left to do${backend === 'file' ? ', then commit the state' : ''}.`,
  ];
}
