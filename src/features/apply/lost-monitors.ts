import type {LiveMonitor} from '../../core/api/port';
import {type LostRecord, mayBeYoung} from '../../core/state/earlier';
import type {ServiceReader} from '../../project/service-reader';

/** A monitor that lives, or what else is known of it: a replica may lack a young one. */
type LostMonitor = LiveMonitor | 'gone' | 'young' | 'unknown';

/** Looks for monitors that another version of the state tells of, each by its id. */
export class LostMonitors {
  #listed: ReturnType<ServiceReader['look']> | undefined;

  constructor(
    protected readonly reader: ServiceReader,
    protected readonly lookupMs: number,
    /** Ids of monitors that are ours. */
    private readonly known: ReadonlySet<string>,
  ) {}

  async find(lost: LostRecord): Promise<LostMonitor> {
    const read = await this.reader.one(lost.id);
    if (read.kind !== 'read') return 'unknown';
    if (read.value !== null) return read.value;
    if (mayBeYoung(lost, this.lookupMs, {now: this.reader.world.now(), serverTime: read.serverTime})) return 'young';
    return (await this.#isTold()) ? 'gone' : 'unknown';
  }

  /** All monitors of the list, read once; null where it can't be read. */
  protected async list(): Promise<readonly Pick<LiveMonitor, 'id' | 'targetIds'>[] | null> {
    this.#listed ??= this.reader.look(() => true);
    const listed = await this.#listed;
    return listed.kind === 'seen' ? [...listed.monitors] : null;
  }

  /**
   * Tells whether that a monitor is not found proves that it is gone: only where the list shows one that is ours, if any is. A service that
   * reads no single monitor answers so, and a key of another team does.
   */
  async #isTold(): Promise<boolean> {
    const listed = await this.list();
    return listed !== null && (this.known.size === 0 || listed.some(({id}) => this.known.has(id)));
  }
}
