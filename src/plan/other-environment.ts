/** Another environment of the repository, and what its state records. */
export interface OtherEnvironment {
  readonly project: string;
  readonly environment: string;
  /** Of all its monitors, lower case. */
  readonly targetIds: ReadonlySet<string>;
  /** The service's ids of its monitors: none of them is ever taken for one of ours, whatever target ids it has. */
  readonly monitorIds: ReadonlySet<string>;
}
