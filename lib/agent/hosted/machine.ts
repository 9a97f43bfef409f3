import { type Booted, DriverError, type MachineSpec, type PowerOffCause } from '#lib/agent/driver.ts';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import { makeHostKey } from '#lib/agent/ssh/host-key.ts';
import type { Backend } from './backend.ts';
import { checkSettings, checkSpec, imageUser } from './check-spec.ts';
import { asDriverError, checkAborted } from './errors.ts';
import { removeFolder } from './folders.ts';
import type { StopParams } from './protocol.ts';
import { freshFolder, type MachineRecord, readRecord, writeRecord } from './record.ts';
import { openRunning, type Running } from './running.ts';

/** What a machine is given by the host it lives on. */
export interface MachineContext {
  readonly backend: Backend;
  readonly id: string;
  readonly folder: string;
  powerOff(id: string, cause: PowerOffCause): void;
  log(line: string): void;
}

/** One machine's life: calls on it run one after the other, and its own power-offs between them. */
export class Machine {
  readonly #context: MachineContext;
  #queue: Promise<unknown> = Promise.resolve();
  #doom = new AbortController();
  #running: Running | null = null;
  #record: MachineRecord | null = null;

  constructor(context: MachineContext) {
    this.#context = context;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  create(spec: MachineSpec, signal: AbortSignal): Promise<Booted> {
    return this.#inTurn(signal, async (either) => {
      checkSpec(spec);
      const record = (await this.#load()) ?? (await this.#make(spec));
      return this.#boot({ ...record, spec }, either);
    });
  }

  start(spec: MachineSpec, signal: AbortSignal): Promise<Booted> {
    return this.#inTurn(signal, async (either) => {
      checkSpec(spec);
      return this.#boot({ ...(await this.#need()), spec }, either);
    });
  }

  stop(params: StopParams, signal: AbortSignal): Promise<void> {
    return this.#inTurn(signal, (either) => this.#stop(params, either));
  }

  reboot(spec: MachineSpec, params: StopParams, signal: AbortSignal): Promise<Booted> {
    return this.#inTurn(signal, async (either) => {
      checkSpec(spec);
      const record = { ...(await this.#need()), spec };
      await this.#stop(params, either);
      return this.#boot(record, either);
    });
  }

  /** Breaks off whatever is under way, then removes the machine. */
  destroy(): Promise<void> {
    this.#doom.abort();
    return this.#inTurn(new AbortController().signal, async () => {
      try {
        await this.#running?.end(0);
        this.#running = null;
        await removeFolder(this.#context.folder);
        this.#record = null;
      } finally {
        this.#doom = new AbortController();
      }
    });
  }

  /** What runs obeys before the machine's turn comes: it may be busy ending. */
  async configure(spec: MachineSpec): Promise<void> {
    checkSettings(spec);
    this.#running?.apply(spec);
    return this.#inTurn(new AbortController().signal, async () => {
      const record = await this.#need();
      const { authorized_keys, firewall, addresses } = spec;
      await this.#save({ ...record, spec: { ...record.spec, authorized_keys, firewall, addresses } });
      this.#running?.apply(spec);
    });
  }

  #inTurn<T>(signal: AbortSignal, act: (either: AbortSignal) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => {
      const either = AbortSignal.any([signal, this.#doom.signal]);
      // destroy() itself runs under the doom that it has brought about.
      if (signal.aborted) checkAborted(signal);
      return act(either);
    });
    this.#queue = turn.catch(ignore);
    return turn;
  }

  async #load(): Promise<MachineRecord | null> {
    this.#record ??= await readRecord(this.#context.folder);
    return this.#record;
  }

  async #need(): Promise<MachineRecord> {
    const record = await this.#load();
    if (!record) throw new DriverError('ABSENT', `machine ${this.#context.id} has no disk on this host`);
    return record;
  }

  async #save(record: MachineRecord): Promise<void> {
    await writeRecord(this.#context.folder, record);
    this.#record = record;
  }

  /** The record is written last: a folder without one was cut short, and is made afresh. */
  async #make(spec: MachineSpec): Promise<MachineRecord> {
    const { folder, backend } = this.#context;
    const record: MachineRecord = {
      format: 1,
      spec,
      user: imageUser(spec.image_id),
      hostKey: makeHostKey(),
      booted: false,
    };
    await freshFolder(folder);
    await backend.prepare(record, folder);
    await this.#save(record);
    return record;
  }

  async #boot(record: MachineRecord, signal: AbortSignal): Promise<Booted> {
    if (!this.#running) {
      checkAborted(signal);
      const { folder, backend } = this.#context;
      const running = await openRunning({ backend, record, folder, signal });
      this.#running = running;
      void running.ended.then((end) => this.#wentDown(running, end));
      const first = !record.booted;
      await this.#save({ ...record, booted: true });
      if (first) await running.firstBoot();
    }
    return { host_key: record.hostKey.public, ssh_ready: true };
  }

  async #stop({ grace_ms, force }: StopParams, signal: AbortSignal): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await running.end(force ? 0 : grace_ms, signal);
    if (this.#running === running) this.#running = null;
    checkAborted(signal);
  }

  #wentDown(running: Running, end: { readonly asked: boolean; readonly cause: 'poweroff' | 'reboot' | 'crash' }): void {
    if (this.#running === running) this.#running = null;
    if (end.asked) return;
    if (end.cause === 'reboot') void this.#restart();
    else this.#context.powerOff(this.#context.id, end.cause === 'crash' ? 'crash' : 'guest');
  }

  async #restart(): Promise<void> {
    try {
      await this.#inTurn(new AbortController().signal, async (either) => this.#boot(await this.#need(), either));
    } catch (error) {
      const { id, log, powerOff } = this.#context;
      const { code, message } = asDriverError(error);
      if (code === 'ABORTED' || code === 'ABSENT') return;
      log(`machine ${id} did not come up again after a reboot from inside: ${message}`);
      powerOff(id, 'crash');
    }
  }
}
