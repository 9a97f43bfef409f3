import { join } from 'node:path';
import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import type { LeftMachine } from '#lib/runtime/backend.ts';
import { type ConsoleLog, type LogNews, openLog } from '#lib/runtime/console-log/log.ts';
import { BEFORE_RESTORE, MachineDisks } from '#lib/runtime/disks/machine-disks.ts';
import { ownCauseOf } from '#lib/runtime/driver.ts';
import type { Booted } from '#lib/runtime/driver-calls.ts';
import type { Attached, Converted, CopyOptions, SnapshotInfo } from '#lib/runtime/driver-disks.ts';
import type { StopParams } from '#lib/runtime/protocol.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { asDriverError, checkAborted, ignore, unaborted } from '#lib/runtime/system/errors.ts';
import { AbortableQueue } from '#lib/runtime/system/queues.ts';
import { carryOver } from './carry-over.ts';
import { checkSettings, checkSpec } from './check-spec.ts';
import { FirstBootNews } from './first-boot-news.ts';
import type { MachineContext } from './machine-context.ts';
import { MachineFolder } from './machine-folder.ts';
import { madeOf, programFor } from './made-of.ts';
import { KeptRecord, type MachineRecord } from './record.ts';
import { renew, settingsOf } from './renew.ts';
import { type MachineOpening, openRunning, type Running } from './running.ts';

type Following = Pick<CopyOptions, 'onProgress'> & { readonly signal: AbortSignal };

/** One machine. Calls on it run one after the other, and its own power-offs between them. */
export class Machine {
  readonly #context: MachineContext;
  readonly #queue = new AbortableQueue();
  readonly #kept: KeptRecord;
  readonly #folder: MachineFolder;
  readonly #disks: MachineDisks;
  readonly #news: FirstBootNews;
  #running: Running | null = null;
  #consoleLog: ConsoleLog | null = null;

  constructor(context: MachineContext) {
    this.#context = context;
    this.#kept = new KeptRecord(context.id, context.folder);
    this.#folder = new MachineFolder(context);
    this.#disks = new MachineDisks({ ...context, kept: this.#kept, far: this.#folder.far });
    this.#news = new FirstBootNews(context, this.#kept, this.#queue);
  }

  get running(): Running | null {
    return this.#running;
  }

  /** What it has written to its console since its last boot, from a part on; null before one. */
  consoleLog(no: number): LogNews | null {
    return this.#consoleLog?.since(no) ?? null;
  }

  create(spec: MachineSpec, signal: AbortSignal): Promise<Booted> {
    return this.#queue.run(signal, async (either) => {
      checkSpec(spec);
      // The network is made while the disk is. A failure is the boot's, which asks for the network again.
      const network = this.#context.backend.network?.(spec.vpc, either);
      try {
        return await this.#boot({ ...((await this.#kept.load()) ?? (await this.#make(spec, either))), spec }, either);
      } finally {
        void network?.then(({ release }) => release()).catch(ignore);
      }
    });
  }

  start(spec: MachineSpec, signal: AbortSignal): Promise<Booted> {
    return this.#queue.run(signal, async (either) => {
      checkSpec(spec);
      // Another host may have had it meanwhile.
      if (!this.#running && (await this.#folder.adopt())) this.#kept.forget();
      await renew(this.#running, this.#kept, spec);
      return this.#boot({ ...(await this.#kept.need()), spec }, either);
    });
  }

  stop(params: StopParams, signal: AbortSignal): Promise<void> {
    return this.#queue.run(signal, (either) => this.#stop(params, either));
  }

  reboot(spec: MachineSpec, params: StopParams, signal: AbortSignal): Promise<Booted> {
    return this.#queue.run(signal, async (either) => {
      checkSpec(spec);
      const record = { ...(await this.#kept.need()), spec };
      await this.#stop(params, either);
      return this.#boot(record, either);
    });
  }

  /** Aborts whatever runs, then removes the machine. */
  destroy = (): Promise<void> => this.#letGo(() => this.#remove());

  /** Aborts whatever runs, and leaves the disk to another host. */
  release = (): Promise<void> => this.#letGo(() => this.#folder.leave());

  #letGo(finish: () => Promise<void>): Promise<void> {
    return this.#queue.last(async () => {
      await this.#running?.end(0);
      this.#running = null;
      await this.#disks.settled();
      await finish();
      this.#kept.forget();
      await this.#disks.hold([]);
    });
  }

  /** Stops the machine and aborts copies of its disk. */
  close(params: StopParams): Promise<void> {
    this.#disks.end();
    return this.stop(params, unaborted());
  }

  attach(mount: Mount, signal: AbortSignal): Promise<Attached> {
    return this.#queue.run(signal, () => this.#disks.attach(mount, this.#running));
  }

  detach(id: string, force: boolean, signal: AbortSignal): Promise<void> {
    return this.#queue.run(signal, () => this.#disks.detach(id, force, this.#running));
  }

  grown(volume: string, signal: AbortSignal): Promise<void> {
    return this.#queue.run(signal, () => this.#disks.grown(volume, this.#running));
  }

  async snapshot(id: string, following: Following): Promise<SnapshotInfo> {
    const { done } = await this.#queue.run(following.signal, (signal) =>
      this.#disks.snapshot(id, this.#running, { ...following, signal }),
    );
    return done;
  }

  restore(spec: MachineSpec, id: string, start: boolean, following: Following): Promise<Booted | null> {
    return this.#queue.run(following.signal, async (signal) => {
      checkSpec(spec);
      const stop = () => this.#stop(BEFORE_RESTORE, signal);
      const record = await this.#disks.restore(spec, id, stop, { ...following, signal });
      return start ? this.#boot(record, signal) : null;
    });
  }

  convertDisk(following: Following): Promise<Converted> {
    return this.#queue.run(following.signal, (signal) => this.#disks.convert(this.#running, { ...following, signal }));
  }

  /** A running machine gets the change before its turn, because it may be busy shutting down. */
  async configure(spec: MachineSpec): Promise<void> {
    checkSettings(spec);
    const running = this.#running;
    const early = running?.apply(spec);
    early?.catch(ignore);
    return this.#queue.run(unaborted(), async () => {
      const record = await this.#kept.need();
      await this.#kept.save({ ...record, spec: { ...record.spec, ...settingsOf(spec) } });
      if (this.#running) await (this.#running === running ? early : this.#running.apply(spec));
    });
  }

  readonly #remove = (): Promise<void> => this.#disks.remove(() => this.#folder.remove());

  /** The record is written last: a folder without one is unfinished, and is made again. */
  async #make(spec: MachineSpec, signal: AbortSignal): Promise<MachineRecord> {
    const { folder, backend } = this.#context;
    const fresh = { format: 1, spec, hostKey: makeHostKey(), booted: !spec.user_data } as const;
    const { source_snapshot_id: source } = spec;
    const image = source === null ? madeOf(spec, this.#context) : null;
    const program = image ? null : programFor(spec, this.#context.images);
    await this.#disks.remove(() => this.#folder.fresh());
    try {
      if (image) await this.#disks.make();
      const record = { ...fresh, ...(image?.own ?? (await this.#disks.copyFrom(source ?? '', { signal }))) };
      await (image ? backend.prepare(record, folder, image.traits) : backend.adopt(record, folder, program));
      await this.#kept.save(record);
      return record;
    } catch (error) {
      await this.#remove();
      throw error;
    } finally {
      image?.release();
    }
  }

  async #boot(asked: MachineRecord, signal: AbortSignal): Promise<Booted> {
    if (!this.#running) {
      await this.#folder.hold(signal);
      await this.#disks.open();
      const { record, notice } = await carryOver(asked, { ...this.#context, kept: this.#kept, disks: this.#disks });
      checkAborted(signal);
      const volumes = await this.#disks.hold(record.spec.volumes);
      const running = await this.#open({ record, volumes, signal, notice });
      await this.#news.booted(record, running);
    }
    return { host_key: asked.hostKey.public, ssh_ready: true };
  }

  /** Takes over what an earlier runtime has left running; ends one that has no record. */
  takeOver(left: LeftMachine): Promise<void> {
    return this.#queue.run(unaborted(), async (signal) => {
      const record = await this.#kept.load();
      if (!record) return left.end();
      const volumes = await this.#disks.hold(record.spec.volumes);
      const running = await this.#open({ record, volumes, signal, notice: left.notice, left });
      await this.#news.takenOver(record, running);
    });
  }

  async #open(how: MachineOpening): Promise<Running> {
    const { folder, backend, groups, log, id, wrote, serviceFailed, consoles } = this.#context;
    const file = backend.left ? join(consoles, id) : null;
    const consoleLog = openLog(() => wrote(id), file, how.left !== undefined);
    const running = await openRunning({ ...how, backend, groups, folder, consoleLog, log });
    this.#running = running;
    this.#folder.guard(running, running.guest);
    running.guest.onServiceFailed?.((news) => serviceFailed(id, news));
    this.#consoleLog = consoleLog;
    void running.ended.then((end) => this.#wentDown(running, end));
    running.guest.keep?.(how.notice);
    // Also where it writes nothing: its log begins anew with the boot.
    wrote(id);
    return running;
  }

  async #stop({ grace_ms, force }: StopParams, signal: AbortSignal): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await running.end(force ? 0 : grace_ms, signal);
    if (this.#running === running) this.#running = null;
    checkAborted(signal);
  }

  #wentDown(running: Running, end: { readonly asked: boolean; readonly cause: 'poweroff' | 'reboot' | 'crash' }): void {
    this.#context.ended(this.#context.id);
    if (this.#running === running) this.#running = null;
    if (end.cause === 'reboot' && !end.asked) void this.#restart();
    else if (!end.asked) this.#context.powerOff(this.#context.id, ownCauseOf(end.cause));
  }

  async #restart(): Promise<void> {
    try {
      await this.#queue.run(unaborted(), async (either) => this.#boot(await this.#kept.need(), either));
    } catch (error) {
      const { id, log, powerOff } = this.#context;
      const { code, message } = asDriverError(error);
      if (code === 'ABORTED' || code === 'ABSENT') return;
      log(`machine ${id} did not come up again after a reboot from inside: ${message}`);
      powerOff(id, 'crash');
    }
  }
}
