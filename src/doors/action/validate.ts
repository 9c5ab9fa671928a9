import {validateProject} from '../../features/validate/check-everywhere';
import {renderValidateJson} from '../../features/validate/document';
import {renderValidateGithub} from '../../features/validate/github';
import {renderValidateSummary} from './findings-markdown';
import type {ActionPorts, ActionRequest, ActionResult} from './ports';
import {openActionProject} from './project';
import {Artifacts, openWorkspace} from './workspace';

/** Runs `command: validate` and writes annotations, a summary and the JSON document. Needs no network. */
export async function runValidate({inputs, run}: ActionRequest, ports: ActionPorts): Promise<ActionResult> {
  const {root, settings} = openWorkspace(inputs, ports.env, 'any');
  const project = openActionProject({settings, root, command: 'validate'}, inputs, ports);
  const {report} = await validateProject(project, {strict: inputs.strict});
  ports.annotate(renderValidateGithub(report, {color: false, width: 100, verbosity: 'normal'}));
  const isInvalid = report.errorCount > 0;
  return {
    exitCode: isInvalid ? 1 : 0,
    failureReason: isInvalid ? 'invalid-specs' : null,
    outputs: {jsonPath: new Artifacts(run).write('validate.json', renderValidateJson(report))},
    summary: renderValidateSummary(report),
  };
}
