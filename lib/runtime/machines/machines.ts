import { mkdir, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { Backend, LeftMachine } from '#lib/runtime/backend.ts';
import { healDisk } from '#lib/runtime/disks/disk-swap.ts';
import type { HostDisks } from '#lib/runtime/disks/machine-disks.ts';
import { DriverError, type MachineStatus, type OwnPowerOffCause, ownCauseOf } from '#lib/runtime/driver.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import type { MachineGroups } from '#lib/runtime/groups/groups.ts';
import type { ImageStore } from '#lib/runtime/image-store/store.ts';
import { DiskUse } from '#lib/runtime/metering/disk-use.ts';
import { Sampler } from '#lib/runtime/metering/sampler.ts';
import type { OpenedRuntime } from '#lib/runtime/protocol.ts';
import { checkId, sweepTrash, TRASH } from '#lib/runtime/system/files.ts';
import { Machine } from './machine.ts';
import type { SharedDisks } from './machine-folder.ts';
import { MemoryWatch } from './memory-watch.ts';
import { healRecord, listRecords, readRecord } from './record.ts';
import type { Root } from './root.ts';

/** What the machines of one host need, and who receives their reports. */
export interface MachinesContext {
  readonly backend: Backend;
  /** Folder that holds each machine's folder. */
  readonly root: string;
  /** Where machines' folders are on disks that several hosts reach; `root` then has a link to each. */
  readonly shared: SharedDisks | null;
  /** Folder of what is kept of console logs for a later runtime. */
  readonly consoles: string;
  readonly disks: HostDisks;
  /** Images beside the host's own system; null where there can be none. */
  readonly images: ImageStore | null;
  /** Control groups of machines; null where there can be none. */
  readonly groups: MachineGroups | null;
  powerOff(id: string, cause: OwnPowerOffCause): void;
  /** A machine is down, in whatever way. */
  ended(id: string): void;
  /** The machine's console log has more lines. */
  wrote(id: string): void;
  /** How far the user data of a machine has come. */
  firstBoot(id: string, news: FirstBoot): void;
  /** A service of a machine has failed, as the machine says. */
  serviceFailed(id: string, news: ServiceFailure): void;
  /** So many processes of a machine were ended because it had no more memory. */
  outOfMemory(id: string, killed: number): void;
  log(line: string): void;
}

/** How many machines are taken over at the same time. */
const ABREAST = 8;

async function eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all].values();
  const worker = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: ABREAST }, worker));
}

/** Every machine of one host. */
export class Machines {
  readonly #context: MachinesContext;
  readonly #sampler: Sampler;
  readonly #memory: MemoryWatch;
  readonly #diskUse = new DiskUse();
  readonly #machines = new Map<string, Machine>();

  constructor(context: MachinesContext) {
    const ended = (id: string) => {
      this.#memory.look([this.#machines.get(id)?.running ?? []].flat());
      context.ended(id);
    };
    this.#context = { ...context, ended };
    this.#memory = new MemoryWatch((id, killed) => context.outOfMemory(id, killed));
    this.#sampler = new Sampler(context.backend, (id) => this.#diskUse.of(this.#diskOf(id)));
  }

  /** Volumes and snapshots of the same host. */
  get disks(): HostDisks {
    return this.#context.disks;
  }

  /** Makes the folder, and completes what an earlier run left unfinished. */
  async open(): Promise<void> {
    const { root, disks, log } = this.#context;
    await mkdir(root, { recursive: true, mode: 0o700 });
    const folders = (await readdir(root)).filter((name) => !name.endsWith(TRASH)).map((name) => join(root, name));
    for (const folder of folders) {
      await healDisk(folder);
      await healRecord(folder);
    }
    const ids = await this.list();
    const records = await Promise.all(ids.map((id) => readRecord(join(root, id))));
    const held = records.map((record) => record?.spec.volumes?.map(({ id }) => id) ?? []);
    await disks.volumes.open(ids.map((id, index) => [id, held[index] ?? []] as const));
    await disks.snapshots.open();
    await this.#context.images?.open();
    // It takes as long as what guests have left is large, and no machine waits for it.
    sweepTrash([root, ...folders, disks.volumes.root, disks.snapshots.root]).catch(({ message }: Error) =>
      log(`what an earlier run had begun to remove: ${message}`),
    );
  }

  /**
   * Takes over the machines that an earlier runtime has left running; unless `resumes` they end. Called once, after
   * `open` and before anything boots. One that cannot be taken over ends, and the log says why.
   */
  async takeOver(resumes: boolean): Promise<Pick<OpenedRuntime, 'up' | 'over'>> {
    const { backend, consoles, log } = this.#context;
    const { up = new Map<string, LeftMachine>(), over = [] } = (await backend.left?.()) ?? {};
    if (!resumes || up.size === 0) await rm(consoles, { recursive: true, force: true });
    await mkdir(consoles, { recursive: true, mode: 0o700 });
    const taken: string[] = [];
    await eachOf(up, async ([id, machine]) => {
      if (!resumes) return machine.end();
      try {
        await this.get(id).takeOver(machine);
        if (this.get(id).running) taken.push(id);
      } catch (error) {
        log(`machine ${id} could not be taken over: ${(error as Error).message}`);
        await machine.end();
      }
    });
    await backend.endLeft?.();
    const down = over.filter(({ cause }) => cause !== 'reboot');
    return { up: taken, over: down.map(({ cause, ...one }) => ({ ...one, cause: ownCauseOf(cause) })) };
  }

  /** The machine with this id, whether or not it has a disk. INVALID for an id that cannot name a folder. */
  get(id: string): Machine {
    const folder = join(this.#context.root, checkId(id, 'machine'));
    const known = this.#machines.get(id);
    if (known) return known;
    const machine = new Machine({ ...this.#context, id, folder });
    this.#machines.set(id, machine);
    return machine;
  }

  async status(id: string): Promise<MachineStatus> {
    if (this.get(id).running) return 'running';
    return (await readRecord(join(this.#context.root, id))) ? 'stopped' : 'absent';
  }

  /** A sample of every machine that is up. What has lacked memory since the last call is told of. */
  samples(): Promise<MachineSample[]> {
    const up = [...this.#machines.values()].flatMap(({ running }) => running ?? []);
    this.#memory.look(up);
    this.#diskUse.keep(up.map(({ spec }) => this.#diskOf(spec.id)));
    return this.#sampler.take(up);
  }

  #diskOf(id: string): string {
    return join(this.#context.root, id, 'disk');
  }

  /**
   * Serves a terminal on this connection to the client that holds the key. Answers the login name. ABSENT unless the
   * machine is up.
   */
  async console(id: string, key: string, socket: Socket | undefined): Promise<{ user: string }> {
    const { running } = this.get(id);
    if (!running || !socket) throw new DriverError('ABSENT', `machine ${id} is not running`);
    return running.serve(socket, key);
  }

  list(): Promise<string[]> {
    return listRecords(this.#context.root);
  }

  /** What lies below the disks of all machines. */
  async roots(): Promise<Root[]> {
    const { root } = this.#context;
    const records = await Promise.all((await this.list()).map((id) => readRecord(join(root, id))));
    return records.flatMap((record) => (record?.root === undefined ? [] : [record.root]));
  }

  /** Stops all machines at the same time, then the backend. */
  async close(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.close(CLOSING)));
    await this.#context.backend.close();
    await this.#context.groups?.settled();
  }
}

/** Time for the guests' programs to end when the agent is closed. */
const CLOSING = { grace_ms: 3000, force: false };
