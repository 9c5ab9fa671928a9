import type {Release} from '../../core/writing/scaffold-step';

/** The placeholder for the Action's owner, as long as the package does not name its repository. */
const OWNER_PLACE = 'OWNER';

/** The placeholder for the Action's commit, if this build does not know its own. */
const COMMIT_PLACE = '0'.repeat(40);

const REPLACEMENTS: Readonly<Record<string, string>> = {
  [OWNER_PLACE]: `replace ${OWNER_PLACE} with the account that hosts it`,
  [COMMIT_PLACE]: 'replace the zeros with a commit of it',
};

/** The comment after a commit without a tag. */
const NO_RELEASE = 'not a release';

/** Renders the Action's reference, pinned by commit, which cannot move, with the release's tag as a comment. */
export function renderActionReference({repository, commit, tag}: Release): string {
  return `${repository ?? `${OWNER_PLACE}/monitors-as-code`}@${commit === '' ? COMMIT_PLACE : commit} # ${tag ?? NO_RELEASE}`;
}

/** Describes what the workflow pins. */
export function describePin({repository, commit, tag}: Release): string {
  const missing = [...(repository === null ? [OWNER_PLACE] : []), ...(commit === '' ? [COMMIT_PLACE] : [])];
  const pinned =
    commit === ''
      ? 'does not name a commit of the Action yet'
      : `pins the Action to ${tag === null ? '' : `the release ${tag}, `}commit ${commit.slice(0, 7)}${tag === null ? ', which is not a release' : ''}`;
  return missing.length === 0 ? `${pinned}.` : `${pinned}: ${missing.map(place => REPLACEMENTS[place]).join(', ')}.`;
}

/** actions/checkout, also pinned. */
export const CHECKOUT_REFERENCE = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0';
