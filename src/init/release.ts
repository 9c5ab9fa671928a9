import type {Release} from './scaffold-step';

/** Stands in the workflow where the owner of the action goes, while the package does not say where it lives. */
const OWNER_PLACE = 'OWNER';

/** Stands where the action's commit goes, while this build does not know its own. */
const COMMIT_PLACE = '0'.repeat(40);

const REPLACEMENTS: Readonly<Record<string, string>> = {
  [OWNER_PLACE]: `replace ${OWNER_PLACE} with the account that hosts it`,
  [COMMIT_PLACE]: 'replace the zeros with a commit of it',
};

/** Beside a commit without a tag. */
const NO_RELEASE = 'not a release';

/** The action as a workflow uses it: pinned by a commit, which nobody can move, with the release's tag for readers. */
export function renderActionReference({repository, commit, tag}: Release): string {
  return `${repository ?? `${OWNER_PLACE}/monitors-as-code`}@${commit === '' ? COMMIT_PLACE : commit} # ${tag ?? NO_RELEASE}`;
}

/** What the workflow pins, in words. */
export function describePin({repository, commit, tag}: Release): string {
  const missing = [...(repository === null ? [OWNER_PLACE] : []), ...(commit === '' ? [COMMIT_PLACE] : [])];
  const pinned =
    commit === ''
      ? 'names no commit of the action yet'
      : `pins the action to ${tag === null ? '' : `the release ${tag}, `}commit ${commit.slice(0, 7)}${tag === null ? ', which is not a release' : ''}`;
  return missing.length === 0 ? `${pinned}.` : `${pinned}: ${missing.map(place => REPLACEMENTS[place]).join(', ')}.`;
}

/** actions/checkout, pinned likewise. */
export const CHECKOUT_REFERENCE = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0';
