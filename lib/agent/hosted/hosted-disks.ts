import type { DiskDriver } from '#lib/runtime/driver-disks.ts';
import type { CallName, Calls } from '#lib/runtime/protocol.ts';
import type { CallExtras } from './channel.ts';

/** Sends a call to the runtime. */
export type Ask = <Name extends CallName>(
  name: Name,
  params: Calls[Name][0],
  extras?: CallExtras,
) => Promise<Calls[Name][1]>;

/**
 * Volumes and snapshots of a hosted driver, kept by its runtime. What concerns machines that are up is left to the
 * driver, which tracks them.
 */
export class HostedDisks implements Omit<DiskDriver, 'restoreSnapshot' | 'attachVolume' | 'detachVolume'> {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  createVolume: DiskDriver['createVolume'] = async ({ id, size_gib, filesystem }, options) =>
    void (await this.#ask('createVolume', { id, size_gib, filesystem }, options));

  growVolume: DiskDriver['growVolume'] = async (id, size_gib, options) =>
    void (await this.#ask('growVolume', { id, size_gib }, options));

  deleteVolume: DiskDriver['deleteVolume'] = async (id, options) =>
    void (await this.#ask('deleteVolume', { id }, options));

  createSnapshot: DiskDriver['createSnapshot'] = (machine, id, options) =>
    this.#ask('createSnapshot', { machine, id }, options);

  deleteSnapshot: DiskDriver['deleteSnapshot'] = async (id, options) =>
    void (await this.#ask('deleteSnapshot', { id }, options));
}
