import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import { ignore, unaborted } from '#lib/runtime/system/errors.ts';
import type { AbortableQueue } from '#lib/runtime/system/queues.ts';
import { INTERRUPTED, scriptOf } from './first-boot.ts';
import type { MachineContext } from './machine-context.ts';
import type { KeptRecord, MachineRecord } from './record.ts';
import type { Running } from './running.ts';

/** How far the user data of a machine has come: in its record, and told. Callers of all but `note` hold its turn. */
export class FirstBootNews {
  readonly #tell: (news: FirstBoot) => void;
  readonly #kept: KeptRecord;
  readonly #queue: AbortableQueue;

  constructor({ id, firstBoot }: Pick<MachineContext, 'id' | 'firstBoot'>, kept: KeptRecord, queue: AbortableQueue) {
    this.#tell = (news) => firstBoot(id, news);
    this.#kept = kept;
    this.#queue = queue;
  }

  /** Notes that a machine has booted, and has its user data run where that has never been done. */
  async booted(record: MachineRecord, running: Running): Promise<void> {
    if (record.booted) return this.#resume(record);
    const begun = scriptOf(record) !== null && { first_boot: { state: 'started' } as const };
    await this.#kept.save({ ...record, booted: true, ...begun });
    const { ended } = await running.firstBoot();
    // Nobody sees its end, so that no later boot has interrupted it.
    if (!ended) return this.#kept.save({ ...record, booted: true });
    this.#tell({ state: 'started' });
    void ended.then((news) => this.#note(news)).catch(ignore);
  }

  /** Does the same for one that was taken over while it runs: its user data may still run. */
  async takenOver(record: MachineRecord, running: Running): Promise<void> {
    if (record.first_boot?.state !== 'started') return this.booted(record, running);
    const { ended } = await running.firstBoot(true);
    void ended?.then((news) => this.#note(news)).catch(ignore);
  }

  /** User data never runs twice: what a crash or a power-off interrupted has failed. */
  async #resume(record: MachineRecord): Promise<void> {
    const first_boot = record.first_boot?.state === 'started' ? INTERRUPTED : record.first_boot;
    await this.#kept.save({ ...record, ...(first_boot && { first_boot }) });
    // Told again, because the agent may have ended before it could pass it on.
    if (first_boot) this.#tell(first_boot);
  }

  async #note(news: FirstBoot): Promise<void> {
    await this.#queue.run(unaborted(), async () => {
      const record = await this.#kept.load();
      if (record?.first_boot?.state === 'started') await this.#kept.save({ ...record, first_boot: news });
    });
    this.#tell(news);
  }
}
