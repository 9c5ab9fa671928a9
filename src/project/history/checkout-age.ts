import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import type {Checkout} from '../../core/git/run-git';
import type {StoredState} from '../../core/state/state';
import type {LockedStore} from '../../core/state/store';

/** The parts of a project that its age goes by. */
interface CheckedOut {
  readonly checkout: Checkout | null;
  /** An option as the user knows it. */
  readonly nameOption: (flag: string) => string;
}

/** The option that applies a checkout which may be older than the state. */
const OPTION = 'allow-old-checkout';

/**
 * Refuses a checkout that lacks the commit which was applied last: monitors that were added since would count as removed. Returns the
 * commit to note in the state; null where there is none. A shallow checkout begins no state: it can't show where one was before. Only where checkouts share a state: a file travels with the specs.
 */
export async function checkCheckoutAge(
  {checkout, nameOption}: CheckedOut,
  stored: StoredState | null,
  allowOld: boolean,
): Promise<string | null> {
  if (checkout === null) return null;
  const here = await checkout.readCommit();
  if (allowOld) return here;
  const why = await findFault(checkout, here, stored);
  if (why === null) return here;
  throw new UserError('state/old-checkout', why.message, addOption(why.hint, nameOption(OPTION)));
}

/**
 * Refuses to begin a state file in a shallow checkout: an earlier config may have named the place that holds all monitors.
 */
export async function refuseShallowStart(checkout: Checkout): Promise<void> {
  if (!(await checkout.isShallow())) return;
  const {message, hint} = cutOff(ELSEWHERE);
  throw new UserError('state/old-checkout', message, hint);
}

/** Warns, with a plan, of a checkout that apply would refuse. Where the history does not show it, nothing is said: a plan changes nothing. */
export async function warnOfOldCheckout({checkout, nameOption}: CheckedOut, applied: string | undefined): Promise<readonly Diagnostic[]> {
  const here = applied === undefined ? null : await checkout?.readCommit();
  if (checkout === null || applied === undefined || typeof here !== 'string') return [];
  if ((await checkout.contains(here, applied)) !== false) return [];
  const {message, hint} = lacks(here, applied);
  return [
    {code: 'state/old-checkout', severity: 'warning', message: `${message}; apply refuses it`, hint: addOption(hint, nameOption(OPTION))},
  ];
}

function addOption(hint: string, option: string): string {
  return `${hint}; to apply these specs anyway, use ${option}`;
}

/** The reason not to apply a checkout, and what to do about it. */
interface Fault {
  readonly message: string;
  readonly hint: string;
}

async function findFault(checkout: Checkout, here: string | null, stored: StoredState | null): Promise<Fault | null> {
  const applied = stored?.state.commit;
  if (here === null) {
    return {
      message: `the specs are not in a git commit, so they may be older than ${applied === undefined ? 'the state' : `commit ${shorten(applied)}, which was applied last`}`,
      hint: 'apply from a git checkout',
    };
  }
  // The place that an earlier config named may hold all monitors.
  if (stored === null) return (await checkout.isShallow()) ? cutOff(ELSEWHERE) : null;
  if (applied === undefined) return null;
  const contains = await checkout.contains(here, applied);
  if (contains === true) return null;
  const names = `${shorten(applied)}, which was applied last`;
  if (contains === null) {
    return cutOff(`whether commit ${shorten(here)} contains ${names}`);
  }
  return lacks(here, applied);
}

const ELSEWHERE = 'whether the state was in another place before';

function cutOff(what: string): Fault {
  return {
    message: `this checkout is shallow, or git can't tell: its history does not show ${what}`,
    hint: 'run "git fetch --unshallow" (GitHub Actions: "fetch-depth: 0"; GitLab: "GIT_DEPTH: 0")',
  };
}

function lacks(here: string, applied: string): Fault {
  return {
    message: `this checkout is too old or of another branch: commit ${shorten(here)} does not contain ${shorten(applied)}, which was applied last`,
    hint: 'pull, merge or rebase, and plan again; otherwise monitors that were added since would be deleted',
  };
}

function shorten(commit: string): string {
  return commit.slice(0, 12);
}

/** Notes the commit of a checkout to which nothing had to be changed. */
export async function noteCommit(locked: LockedStore, stored: StoredState | null, commit: string | null): Promise<void> {
  if (commit === null || stored === null || stored.state.commit === commit) return;
  await locked.write({...stored.state, commit}, stored.version);
}
