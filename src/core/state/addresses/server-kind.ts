/** A kind of server that a state can be on: what names a place there, and what gives access to it. */
export interface ServerKind {
  /** What a config or options say of a place, in the order in which it is written. */
  readonly members: Readonly<Record<string, PlaceMember>>;
  /** A place as messages show it, also where there is no address. */
  readonly show: (place: Readonly<Record<string, string | undefined>>) => string;
  /** Variables that give access: by themselves, or by what they name. */
  readonly credentials: readonly string[];
  /** Lists the texts of addresses and credentials that no output may hold. */
  readonly listSecrets: (env: Readonly<Record<string, string | undefined>>) => readonly string[];
}

/** A member of a place. */
interface PlaceMember {
  /** Its value where nothing is said; absent where there is none. */
  readonly usual?: string;
  /** A place without it is none. */
  readonly isNeeded?: true;
  /** Where only one of two places says it, they can be one: for the other, the environment says it. */
  readonly mayBeUnsaid?: true;
  /** The same value in its one form. */
  readonly toUsualForm?: (value: string) => string;
  /** Why a value can't be, as the rest of a sentence; null where it can. */
  readonly findFlaw: (value: string) => string | null;
  readonly hint: string;
  /** Options are not checked: its store refuses a flaw when it is opened. */
  readonly isCheckedByStore?: true;
}
