/** The page of one code in docs/diagnostics.md, also shown as the help of its rule in SARIF. */
export interface CodePage {
  /** What happened, and why it matters where that is not plain. */
  readonly meaning: string;
  /** What causes it: a spec fragment or a command. Only where it says more than the meaning. */
  readonly example?: string;
  /** What to do: an edit or a command. */
  readonly fix: string;
  /** Minor version that has it first, e.g. `0.1`; absent where every version has it. See `isNew` in src/core/specs/strictness.ts. */
  readonly since?: string;
}
