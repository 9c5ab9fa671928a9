import {POSTGRES, type PostgresPlace, type PostgresStateConfig} from './postgres';
import {S3, type S3Place, type S3StateConfig} from './s3';
import type {ServerKind} from './server-kind';

/** Places by the kind of their server. */
interface Places {
  postgres: PostgresPlace;
  s3: S3Place;
}

/** A state on a server. */
export type SharedStateConfig = PostgresStateConfig | S3StateConfig;

/** The kinds of servers. `project/store.ts` opens their stores. */
export const KINDS: Readonly<Record<SharedBackend, ServerKind>> = {postgres: POSTGRES, s3: S3};

/** The name of a kind, as a config has it. */
export type SharedBackend = keyof Places;

/** A place for the state that several checkouts share: what the config says of it, with its defaults. */
export type SharedPlace = {readonly [Backend in SharedBackend]: {readonly backend: Backend} & Readonly<Places[Backend]>}[SharedBackend];
