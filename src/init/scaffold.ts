import {posix} from 'node:path';
import {renderConfig} from './config-template';
import {CONFIG_SCHEMA_PATH, renderEditorSettings, SETTINGS_PATH, SPEC_SCHEMA_PATH} from './editor-template';
import {renderHooks} from './hook-template';
import {listAttributes, listIgnored} from './ignore-rules';
import type {ScaffoldFacts, ScaffoldFile} from './scaffold-step';
import {renderFirstSpec} from './spec-template';
import {renderWorkflow, workflowPath} from './workflow-template';

/** The name of the config file. */
export const CONFIG_NAME = 'monitors.config.yaml';

/**
 * Lists the files of a new project, in the order in which to read them. Files of the project are in its directory; files for GitHub,
 * pre-commit and editors are at the repository's root.
 */
export function listScaffoldFiles(facts: ScaffoldFacts): ScaffoldFile[] {
  const inProject = (path: string) => posix.join(facts.prefix, path);
  return [
    {role: 'config', kind: 'whole', path: inProject(CONFIG_NAME), text: renderConfig(facts)},
    {role: 'spec', kind: 'whole', path: inProject(posix.join(facts.specs, 'example.yaml')), text: renderFirstSpec(facts)},
    {role: 'workflow', kind: 'whole', path: workflowPath(facts.prefix), text: renderWorkflow(facts)},
    {role: 'hooks', kind: 'whole', path: '.pre-commit-config.yaml', text: renderHooks(facts)},
    {role: 'attributes', kind: 'lines', path: inProject('.gitattributes'), ...listAttributes(facts.state)},
    {role: 'ignored', kind: 'lines', path: inProject('.gitignore'), ...listIgnored(facts.state)},
    {role: 'editor', kind: 'whole', path: SETTINGS_PATH, text: renderEditorSettings(facts)},
    {role: 'schema', kind: 'whole', path: SPEC_SCHEMA_PATH, text: facts.schemas.spec},
    {role: 'schema', kind: 'whole', path: CONFIG_SCHEMA_PATH, text: facts.schemas.config},
  ];
}
