import type {Settings} from '../../core/config/config';
import {boundText} from '../../core/diagnostics/bounded-text';
import {hashJson} from '../../core/json/canonical';
import {encodeWord} from './marked-text';
import type {ActionInputs} from './ports';

/** Choice of the monitors that a run looks at; all when nothing is given. */
export type IssueScope = Pick<ActionInputs, 'only' | 'exclude' | 'labels'>;

/** Project and environment of an issue. */
export type ProjectNames = Pick<Settings, 'project' | 'environment'>;

/** Encoded words for a marker: project, environment, and a hash where only a part of the monitors is looked at. */
export function scopeWords({project, environment}: ProjectNames, scope: IssueScope): string {
  const part = describeScope(scope) === '' ? [] : [hashJson(listScope(scope).map(([, values]) => [...values].sort())).slice(0, 16)];
  return [project, environment, ...part].map(encodeWord).join(' ');
}

/** The most UTF-16 code units of a title that name the part. */
const LONGEST_SCOPE = 100;

/** The same for the title of an issue. */
export function scopeTitle({project, environment}: ProjectNames, scope: IssueScope): string {
  return `${project}, environment ${environment}${boundText(describeScope(scope), LONGEST_SCOPE)}`;
}

function describeScope(scope: IssueScope): string {
  return listScope(scope)
    .flatMap(([word, values]) => (values.length === 0 ? [] : [`, ${word} ${values.join(', ')}`]))
    .join('');
}

function listScope({only = [], exclude = [], labels = []}: IssueScope): readonly (readonly [string, readonly string[]])[] {
  return [
    ['only', only],
    ['without', exclude],
    ['with', labels],
  ];
}
