import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { VolumeMount } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Control } from './control.ts';
import type { Qmp } from './qmp.ts';

const GIB = 1024 ** 3;
/** Exit code of the guest's script when files are open. */
const BUSY = 16;
/** What QEMU says where the guest has been asked to release a disk, and has not answered. */
const PENDING = /already in the process of unplug/;
/** Longest time, in milliseconds, in which a guest may release a disk. */
const UNPLUG_MS = 10_000;

/** Volumes of a running machine; each is a disk of its own. Which of them it has, QEMU says. */
export class PluggedVolumes {
  readonly #qmp: Qmp;
  readonly #control: Control;

  constructor(qmp: Qmp, control: Control) {
    this.#qmp = qmp;
    this.#control = control;
  }

  /** Plugs a volume in, makes its file system if it has none, and mounts it. Answers the device's name inside. */
  async attach(volume: VolumeMount): Promise<string> {
    if (!(await this.#has(volume.id))) await this.#plug(volume);
    try {
      const found = (await isBlank(volume)) ? 'blank' : 'used';
      const words = ['mount', serialOf(volume), volume.filesystem, volume.mount_path, found];
      return (await this.#control.need(`/usr/lib/svc/volume ${words.join(' ')}`)).trim();
    } catch (error) {
      await this.#unplug(volume.id).catch(ignore);
      throw error;
    }
  }

  /**
   * Unmounts and unplugs a volume. VOLUME_BUSY when files are open, unless `force` ends the processes that have them.
   */
  async detach(volume: VolumeMount, force: boolean): Promise<void> {
    if (!(await this.#has(volume.id))) return this.#close(volume.id);
    const words = ['unmount', serialOf(volume), force ? 'force' : 'ask'];
    const { code, stderr } = await this.#control.repeat(`/usr/lib/svc/volume ${words.join(' ')}`);
    if (code === BUSY) {
      const why = `volume ${volume.id} is in use: files in ${volume.mount_path} are open`;
      throw new DriverError('VOLUME_BUSY', why);
    }
    if (code !== 0)
      throw new DriverError('FAILED', `volume ${volume.id} cannot be taken out: ${stderr.trim().slice(0, 200)}`);
    await this.#unplug(volume.id);
  }

  /** Gives the machine the larger disk, and makes the file system fill it. */
  async grow(volume: VolumeMount): Promise<void> {
    if (!(await this.#has(volume.id))) return;
    await this.#qmp.command('block_resize', { 'node-name': nodeOf(volume.id), size: volume.size_gib * GIB });
    await this.#control.need(`/usr/lib/svc/volume grow ${serialOf(volume)}`);
  }

  /** Lets go of the files of volumes that an earlier runtime was about to plug in or out when it ended. */
  async settle(): Promise<void> {
    const nodes = (await this.#qmp.command('query-named-block-nodes', { flat: true })) as { 'node-name': string }[];
    const names = nodes.map((node) => node['node-name']).filter((name) => name.startsWith(NODE));
    const devices = await this.#devices();
    const strays = names.filter((name) => !devices.includes(`${DEVICE}${name.slice(NODE.length)}`));
    for (const name of strays) await this.#qmp.command('blockdev-del', { 'node-name': name });
  }

  async #devices(): Promise<string[]> {
    const all = (await this.#qmp.command('qom-list', { path: '/machine/peripheral' })) as { name: string }[];
    return all.map(({ name }) => name);
  }

  async #has(id: string): Promise<boolean> {
    return (await this.#devices()).includes(deviceOf(id));
  }

  /** QEMU has its file no more, if it had. */
  async #close(id: string): Promise<void> {
    await this.#qmp.command('blockdev-del', { 'node-name': nodeOf(id) }).catch(ignore);
  }

  async #plug(volume: VolumeMount): Promise<void> {
    await this.#close(volume.id);
    const node = nodeOf(volume.id);
    const file = { driver: 'file', filename: await diskFile(volume) };
    await this.#qmp.command('blockdev-add', { driver: 'raw', 'node-name': node, discard: 'unmap', file });
    try {
      const place = { driver: 'virtio-blk-pci', id: deviceOf(volume.id) };
      await this.#qmp.command('device_add', { ...place, drive: node, serial: serialOf(volume) });
    } catch (error) {
      await this.#close(volume.id);
      throw error;
    }
  }

  /** The guest has to agree. A disk that it does not release stays plugged in, and the call fails. */
  async #unplug(id: string): Promise<void> {
    const device = deviceOf(id);
    const gone = this.#qmp.event(({ event, data }) => event === 'DEVICE_DELETED' && data?.device === device, UNPLUG_MS);
    // It may have been asked for that before.
    const refusal = await this.#qmp.command('device_del', { id: device }).then(
      () => null,
      (error: Error) => error,
    );
    if (refusal && !PENDING.test(refusal.message)) throw refusal;
    if (!(await gone)) throw new DriverError('FAILED', `the machine does not release volume ${id}`);
    await this.#qmp.command('blockdev-del', { 'node-name': nodeOf(id) });
  }
}

/** The file of the disk, grown to the volume's size. It is never made smaller. */
async function diskFile({ source, size_gib }: VolumeMount): Promise<string> {
  const path = join(source, 'disk.raw');
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    if (size < size_gib * GIB) await file.truncate(size_gib * GIB);
  } finally {
    await file.close();
  }
  return path;
}

/** Every file system, partition table and encrypted disk leaves a mark within these bytes. */
const MARKED_BYTES = 128 * 1024;

/** Whether the disk was never used. A file system may be made only then. */
async function isBlank({ source }: VolumeMount): Promise<boolean> {
  const file = await open(join(source, 'disk.raw'), 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARKED_BYTES), 0, MARKED_BYTES, 0);
    return buffer.subarray(0, bytesRead).every((byte) => byte === 0);
  } finally {
    await file.close();
  }
}

/** virtio-blk passes the first 20 bytes of a serial number to a guest. */
const serialOf = ({ id }: Pick<VolumeMount, 'id'>): string => id.replace(/^vol-/, '').slice(0, 20);
/** QEMU's names are shorter than 32 bytes and begin with a letter. */
const [NODE, DEVICE] = ['n-', 'd-'];
const nodeOf = (id: string): string => `${NODE}${serialOf({ id })}`;
const deviceOf = (id: string): string => `${DEVICE}${serialOf({ id })}`;
