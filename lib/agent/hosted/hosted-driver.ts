import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { type ComputeDriver, DriverError, type MachineStatus, type OwnPowerOffCause } from '#lib/runtime/driver.ts';
import type { ConsoleLine, MachineSample } from '#lib/runtime/driver-view.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { TRIAL_ADDRESS } from '#lib/runtime/outside.ts';
import type { CallName, Calls } from '#lib/runtime/protocol.ts';
import { drivers, type HostedKind } from '#lib/runtime/registry.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { ignore, startFailure } from '#lib/runtime/system/errors.ts';
import { type CallExtras, type Channel, RuntimeEnded } from './channel.ts';
import { HostedBalancing } from './hosted-balancing.ts';
import { HostedBoots } from './hosted-boots.ts';
import { type Ask, HostedDisks } from './hosted-disks.ts';
import { HostedImages } from './hosted-images.ts';
import { MachinesUp } from './machines-up.ts';
import { PowerOffs } from './power-offs.ts';
import type { RegistryAccess } from './registry-auth.ts';
import { RestartPace, unlessAborted, untilOne, type Wait } from './restart-pace.ts';
import { RuntimeLoans } from './runtime-loans.ts';
import { socketPair } from './socket-pair.ts';
import { type RuntimeOptions, startRuntime } from './start-runtime.ts';

/** Where a hosted driver's machines live, and who receives its reports. */
export interface HostedOptions extends RuntimeOptions {
  /** The unix socket by which machines reach the platform; null where there is none. */
  readonly platform: string | null;
  readonly registries: RegistryAccess;
  readonly log: (line: string) => void;
  /** Waits before a runtime that ended again and again is started; by default on the real clock. */
  readonly wait?: Wait;
}

/**
 * Opens a driver whose machines live under a runtime process. Rejects with UNSUPPORTED, and the reason, when that
 * cannot work.
 */
export async function openHostedDriver(options: HostedOptions): Promise<ComputeDriver> {
  const driver = new HostedDriver(options);
  await driver.open();
  return driver;
}

class HostedDriver extends HostedDisks implements ComputeDriver {
  readonly kind: HostedKind;
  readonly #options: HostedOptions;
  /** Those that are up are reported as lost when the runtime ends. */
  readonly #machines = new MachinesUp();
  readonly #powerOffs = new PowerOffs(this.#machines);
  /** Elastic IPs that were given to machines. The runtime may borrow sockets on these addresses only. */
  readonly #given = new Set([TRIAL_ADDRESS]);
  readonly balancing = new HostedBalancing((name, params) => this.#call(name, params), this.#given);
  readonly boots = new HostedBoots((name, params) => this.#call(name, params));
  #capabilities: readonly string[] = [];
  imageStore?: HostedImages;
  #forget: (machine: string) => void = ignore;
  readonly #pace: RestartPace;
  readonly #loans = new RuntimeLoans();
  readonly #closed = new AbortController();
  #channel: Promise<Channel> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: HostedOptions) {
    super((name, params, extras) => this.#call(name, params, extras));
    this.kind = options.kind;
    this.#options = options;
    this.#pace = new RestartPace(options.wait);
  }

  async open(): Promise<void> {
    this.#channel = this.#openRuntime(false);
    await this.#channel.catch((error: unknown) => {
      this.#loans.end();
      throw error;
    });
  }

  capabilities(): readonly string[] {
    return this.#capabilities;
  }

  images() {
    return this.imageStore?.infos() ?? hostImages();
  }

  create: ComputeDriver['create'] = (spec, options) => this.#boots(spec, 'create', spec, options?.signal);
  start: ComputeDriver['start'] = (spec, options) => this.#boots(spec, 'start', spec, options?.signal);
  reboot: ComputeDriver['reboot'] = (spec, { grace_ms, force, signal }) =>
    this.#boots(spec, 'reboot', { spec, grace_ms, force }, signal);

  stop: ComputeDriver['stop'] = async (id, { grace_ms, force, signal }) => {
    await this.#call('stop', { id, grace_ms, force }, { signal });
    this.#machines.down(id);
  };

  restoreSnapshot: ComputeDriver['restoreSnapshot'] = (spec, id, { start, signal, onProgress }) => {
    this.#give(spec);
    return this.#machines.boot(spec, () => this.#call('restoreSnapshot', { spec, id, start }, { signal, onProgress }));
  };

  destroy = (id: string): Promise<void> => this.#end(id, 'destroy');
  release = (id: string): Promise<void> => this.#end(id, 'release');

  async #end(id: string, name: 'destroy' | 'release'): Promise<void> {
    this.#machines.down(id);
    await this.#call(name, { id });
    this.#forget(id);
  }

  attachVolume: ComputeDriver['attachVolume'] = (machine, { id, mount_path }, options) => {
    this.#machines.attach(machine, id);
    return this.#call('attachVolume', { machine, mount: { id, mount_path } }, options);
  };

  detachVolume: ComputeDriver['detachVolume'] = async (machine, id, { force, signal }) => {
    await this.#call('detachVolume', { machine, id, force }, { signal });
    this.#machines.detach(machine, id);
  };

  status = (id: string): Promise<MachineStatus> => this.#call('status', { id });

  list = (): Promise<string[]> => this.#call('list', null);

  configure: ComputeDriver['configure'] = async (spec) => {
    this.#give(spec);
    await this.#call('configure', spec);
  };

  /** When no machine is up, the runtime is not asked. */
  async samples(): Promise<readonly MachineSample[]> {
    return this.#machines.ids().length === 0 ? [] : this.#call('samples', null);
  }

  /** Makes a key for this one connection, and hands the connection's other end to the runtime. */
  async console(id: string): Promise<ConsoleLine> {
    const { public: key, private: private_key } = makeHostKey();
    const { near, far } = await socketPair();
    try {
      const { user } = await this.#call('console', { id, key }, { handle: far });
      return { stream: near, user, private_key };
    } catch (error) {
      near.destroy();
      throw error;
    } finally {
      far.destroy();
    }
  }

  onPowerOff: ComputeDriver['onPowerOff'] = (listener) => this.#powerOffs.listen(listener);
  found = () => this.#powerOffs.found();
  processes = () => this.#call('processes', null);

  close({ handsOver = false }: { readonly handsOver?: boolean } = {}): Promise<void> {
    this.#closed.abort();
    this.#closing ??= this.#shutDown(this.#channel, handsOver && drivers[this.kind].lasts);
    return this.#closing;
  }

  async #shutDown(connecting: Promise<Channel> | null, handsOver: boolean): Promise<void> {
    const channel = await connecting?.catch(() => null);
    try {
      if (!handsOver) await channel?.call('close', null);
    } finally {
      channel?.hangUp();
      await channel?.gone;
      this.#loans.end();
      this.boots.close();
    }
  }

  #boots<Name extends 'create' | 'start' | 'reboot'>(
    spec: MachineSpec,
    name: Name,
    params: Calls[Name][0],
    signal?: AbortSignal,
  ) {
    this.#give(spec);
    return this.#machines.boot(spec, () => this.#call(name, params, { signal }));
  }

  #give({ addresses }: MachineSpec): void {
    for (const address of addresses) this.#given.add(address);
  }

  async #call<Name extends CallName>(name: Name, params: Calls[Name][0], extras?: CallExtras): Promise<Calls[Name][1]> {
    if (this.#closing !== null) throw new DriverError('CLOSED', 'the driver was closed');
    const channel = await unlessAborted(this.#connect(), extras?.signal);
    return channel.call(name, params, extras);
  }

  #connect(): Promise<Channel> {
    this.#channel ??= this.#openAnother().catch((error: Error) => {
      this.#channel = null;
      this.#pace.ended();
      throw new RuntimeEnded(`the machine runtime could not be started again: ${error.message}`, false);
    });
    return this.#channel;
  }

  async #openAnother(): Promise<Channel> {
    await this.#pace.beforeStart(this.#closed.signal);
    return this.#openRuntime(true);
  }

  async #openRuntime(isAnother: boolean): Promise<Channel> {
    const listener = {
      powerOff: (id: string, cause: OwnPowerOffCause) => this.#powerOffs.report(id, cause),
      log: this.#options.log,
      ...this.balancing.listener,
      ...this.boots.listener,
      isGiven: (address: string) => this.#given.has(address),
      platform: this.#options.platform,
      ...this.known(this.#machines),
    };
    const { channel, forget, sweep, words, ...started } = await startRuntime(this.#options, this.#loans, listener);
    this.#forget = forget;
    try {
      const opened = await channel.call('open', {
        kind: this.kind,
        ...started,
        platform: this.#options.platform !== null,
        resumes: isAnother || started.resumes,
      });
      this.#capabilities = [...opened.capabilities, ...words];
      await sweep();
      const ask: Ask = (...asked) => this.#call(...asked);
      const { images } = opened;
      if (images) this.imageStore = (this.imageStore ?? new HostedImages(ask, this.#options.registries)).found(images);
      this.#powerOffs.missing(opened);
    } catch (error) {
      channel.hangUp();
      await channel.gone;
      throw startFailure(error);
    }
    void channel.gone.then(() => this.#lost());
    return channel;
  }

  #lost(): void {
    this.#channel = null;
    this.#pace.ended();
    if (this.#closing !== null) return;
    this.balancing.gone();
    const { lasts } = drivers[this.kind];
    const next = lasts ? 'another one takes its machines over' : 'the next call starts another';
    this.#options.log(`the machine runtime ended unexpectedly; ${next}`);
    // Machines run on, and only a runtime tells which do not any more.
    if (lasts) void untilOne(() => this.#connect(), this.#options.log, this.#closed.signal);
    else this.#powerOffs.missing({ up: [], over: [] });
  }
}
