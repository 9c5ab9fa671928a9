import type {Release} from './model';

/** Stands in the workflow where the owner of the action goes, while the package does not say where it lives. */
export const OWNER_PLACE = 'OWNER';

/** The action as a workflow uses it: pinned by a commit, which nobody can move, with the version for readers. */
export function renderActionReference({repository, commit, version}: Release): string {
  return `${repository ?? `${OWNER_PLACE}/monitors-as-code`}@${commit === '' ? '0'.repeat(40) : commit} # v${version}`;
}

/** actions/checkout, pinned likewise. */
export const CHECKOUT_REFERENCE = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0';
