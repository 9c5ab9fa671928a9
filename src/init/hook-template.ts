import {posix} from 'node:path';
import type {ScaffoldFacts} from './scaffold-step';

/** Renders a configuration for pre-commit that validates specs before a commit. */
export function renderHooks(facts: ScaffoldFacts): string {
  const {repository, commit, tag} = facts.release;
  const options = `        files: ${JSON.stringify(filePattern(facts))}${renderPlace(facts)}\n`;
  return repository !== null && commit !== ''
    ? `repos:
  - repo: https://github.com/${repository}
    rev: ${commit} # ${tag === null ? 'not a release' : `frozen: ${tag}`}
    hooks:
      - id: monitors-validate
${options}`
    : `repos:
  - repo: local
    hooks:
      - id: monitors-validate
        name: monitors validate
        entry: monitors validate --ignore-unknown
        language: system
        require_serial: true
${options}`;
}

/** pre-commit runs hooks at the root of the repository and gives paths from there. */
function renderPlace({prefix}: ScaffoldFacts): string {
  return prefix === '' ? '' : `\n        args: ${JSON.stringify(['--config', posix.join(prefix, 'monitors.config.yaml')])}`;
}

/** Matches the specs and the config of this project only. */
function filePattern({prefix, specs}: ScaffoldFacts): string {
  const inProject = (path: string) => posix.join(prefix, path).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const directory = posix.join(prefix, specs) === '.' ? '' : `${inProject(specs)}/`;
  return `^(?:${directory}.*\\.ya?ml|${inProject('monitors.config.yaml')})$`;
}
