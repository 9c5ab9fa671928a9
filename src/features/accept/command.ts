import {UserError} from '../../core/diagnostics/user-error';
import {command} from '../../project/command-table';
import {formats, lockTimeout, lookupTimeout, many, text, toggle} from '../../project/flags';

/** `monitors accept KEY...`: keeps drift. */
export const acceptCommand = command(
  {
    path: 'accept',
    summary: 'write drift, changes made in the service, into the specs',
    details: `
      Reads the service and writes the drift of these monitors into their specs. Only the changed members are written; comments and
      layout stay. The state records them as applied. Nothing is sent, and other monitors are not touched.

      In a list, only cells of the row change. With \`--add-columns\` a member that all rows share gets a column.

      With \`--branch\` the edit becomes a commit on a new branch, for a pull request. Working tree, index and state stay as they
      are, and nothing is pushed.

      Needs full operations.
    `,
    exitCodes: {0: 'the drift is accepted, or there is none', 3: "the drift of one key can't be accepted: nothing is written for any key"},
    examples: [
      ['Show drift', 'monitors plan --refresh'],
      ['Keep it', 'monitors accept pricing/acme'],
      ['Several monitors, as a commit for a pull request', 'monitors accept --branch accept-drift pricing/acme docs/api'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      lockTimeout,
      addColumns: toggle('Give what all rows of a list share a column, with its value in the other rows'),
      branch: text('NAME', 'Commit the edit on this new branch and change no file here'),
      lookupTimeout: lookupTimeout(),
    },
    operands: {keys: many('KEY', 'recorded', 'some')},
  },
  async (options, door) => {
    const {keys, branch, addColumns} = options;
    if (keys.length === 0)
      throw new UserError('config/usage', 'accept needs the key of a monitor', 'run "monitors plan --refresh" to see the keys with drift');
    const {format, lookupTimeout: lookupMs} = options;
    const project = await door.openProject(branch === undefined ? 'change' : 'look');
    const {requireFullOperations} = await import('../../project/project');
    requireFullOperations(project.settings, 'monitors accept');
    const notes = await door.notes();
    await notes.whatIsFolded(project.store);
    const progress = await door.progress();
    const ended =
      branch === undefined
        ? await (await import('./accept')).acceptDrift(project, {keys, lookupMs, addColumns}, progress)
        : await (await import('./accept-branch')).acceptOnBranch(project, {keys, lookupMs, branch, addColumns}, progress);
    if (ended.kind === 'invalid') return notes.invalid(ended.workspace.report);
    const {renderAcceptJson, renderAcceptText} = await import('./document');
    door.print(format === 'json' ? renderAcceptJson(ended) : renderAcceptText(ended, door.look('stdout')));
    return 0;
  },
);
