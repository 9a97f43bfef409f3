import type { ComputeDriver, MachineStatus, PowerOffCause, PowerOffListener } from '#lib/agent/driver.ts';
import { DriverError } from '#lib/agent/driver.ts';
import { hostImages } from '#lib/agent/images.ts';
import type { Channel } from './channel.ts';
import type { CallName, Calls, HostedKind } from './protocol.ts';
import { startRuntime } from './start-runtime.ts';

/** Where a hosted driver's machines live, and who hears of it. */
export interface HostedOptions {
  readonly kind: HostedKind;
  /** Data folder; an agent started as root keeps machines in a system folder of its own instead. */
  readonly dir: string;
  readonly systemDir: string;
  readonly log: (line: string) => void;
}

/** Opens a driver whose machines live under a runtime process; UNSUPPORTED, with the reason, where that cannot work. */
export async function openHostedDriver(options: HostedOptions): Promise<ComputeDriver> {
  const driver = new HostedDriver(options);
  await driver.open();
  return driver;
}

class HostedDriver implements ComputeDriver {
  readonly kind: HostedKind;
  readonly #options: HostedOptions;
  readonly #listeners = new Set<PowerOffListener>();
  /** Machines that were up when last heard of: what is lost with a runtime that ends. */
  readonly #up = new Set<string>();
  #capabilities: readonly string[] = [];
  #channel: Promise<Channel> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: HostedOptions) {
    this.kind = options.kind;
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#connect();
  }

  capabilities(): readonly string[] {
    return this.#capabilities;
  }

  images() {
    return hostImages();
  }

  create: ComputeDriver['create'] = (spec, options) => this.#boots(spec.id, 'create', spec, options?.signal);
  start: ComputeDriver['start'] = (spec, options) => this.#boots(spec.id, 'start', spec, options?.signal);
  reboot: ComputeDriver['reboot'] = (spec, { grace_ms, force, signal }) =>
    this.#boots(spec.id, 'reboot', { spec, grace_ms, force }, signal);

  stop: ComputeDriver['stop'] = async (id, { grace_ms, force, signal }) => {
    await this.#call('stop', { id, grace_ms, force }, signal);
    this.#up.delete(id);
  };

  async destroy(id: string): Promise<void> {
    this.#up.delete(id);
    await this.#call('destroy', { id });
  }

  status(id: string): Promise<MachineStatus> {
    return this.#call('status', { id });
  }

  list(): Promise<string[]> {
    return this.#call('list', null);
  }

  configure: ComputeDriver['configure'] = async (spec) => void (await this.#call('configure', spec));

  onPowerOff(listener: PowerOffListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown(this.#channel);
    return this.#closing;
  }

  async #shutDown(connecting: Promise<Channel> | null): Promise<void> {
    const channel = await connecting?.catch(() => null);
    if (!channel) return;
    try {
      await channel.call('close', null);
    } finally {
      channel.hangUp();
      await channel.gone;
    }
  }

  async #boots<Name extends 'create' | 'start' | 'reboot'>(
    id: string,
    name: Name,
    params: Calls[Name][0],
    signal?: AbortSignal,
  ) {
    const booted = await this.#call(name, params, signal);
    this.#up.add(id);
    return booted;
  }

  async #call<Name extends CallName>(
    name: Name,
    params: Calls[Name][0],
    signal?: AbortSignal,
  ): Promise<Calls[Name][1]> {
    if (this.#closing !== null) throw new DriverError('CLOSED', 'the driver was closed');
    return (await this.#connect()).call(name, params, signal);
  }

  #connect(): Promise<Channel> {
    this.#channel ??= this.#openRuntime().catch((error: unknown) => {
      this.#channel = null;
      throw error;
    });
    return this.#channel;
  }

  async #openRuntime(): Promise<Channel> {
    const listener = { powerOff: (id: string, cause: PowerOffCause) => this.#tell(id, cause), log: this.#options.log };
    const { channel, state } = await startRuntime(this.#options, listener);
    try {
      const { capabilities } = await channel.call('open', { kind: this.kind, state });
      this.#capabilities = capabilities;
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
    if (this.#closing !== null) return;
    this.#options.log('the machine runtime ended unexpectedly; the next call starts another');
    for (const id of [...this.#up]) this.#tell(id, 'crash');
  }

  #tell(id: string, cause: PowerOffCause): void {
    this.#up.delete(id);
    for (const listener of this.#listeners) listener(id, cause);
  }
}

/** A runtime that ends before it is open is no passing trouble: the host does not let it run. */
function startFailure(error: unknown): unknown {
  if (!(error instanceof DriverError) || error.code !== 'CLOSED') return error;
  return new DriverError('UNSUPPORTED', 'the machine runtime cannot be started here; what it said is in the log');
}
