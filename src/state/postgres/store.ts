import type {World} from '../../context';
import type {HostFacts} from '../file/host';
import type {SharedStateStore} from '../shared/store';
export interface PostgresStoreOptions {
  readonly table: string;
  readonly project: string;
  readonly environment: string;
  readonly canRecover?: boolean;
  readonly tool: string;
  readonly world: World;
  readonly host: HostFacts;
  readonly env: Readonly<Record<string, string | undefined>>;
}
export function openPostgresStore(_options: PostgresStoreOptions): SharedStateStore {
  throw new Error('not there yet');
}
