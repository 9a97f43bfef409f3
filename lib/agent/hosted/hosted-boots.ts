import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { LogNews } from '#lib/runtime/console-log/log.ts';
import type { BootsDriver } from '#lib/runtime/driver.ts';
import type { Channel } from './channel.ts';
import { KernelLog } from './kernel-log.ts';

/** What machines under the runtime process tell of their boots. */
export class HostedBoots implements BootsDriver {
  readonly #call: Channel['call'];
  readonly #wrote: ((id: string) => void)[] = [];
  readonly #firstBoots: ((id: string, news: FirstBoot) => void)[] = [];
  readonly #failures: ((id: string, news: ServiceFailure) => void)[] = [];
  readonly #lacks: ((id: string, news: OutOfMemory) => void)[] = [];
  readonly #kernelLog = new KernelLog();

  constructor(call: Channel['call']) {
    this.#call = call;
  }

  consoleLog(id: string, no: number): Promise<LogNews | null> {
    return this.#call('consoleLog', { id, no });
  }

  onWrote(listener: (id: string) => void): void {
    this.#wrote.push(listener);
  }

  onFirstBoot(listener: (id: string, news: FirstBoot) => void): void {
    this.#firstBoots.push(listener);
  }

  onServiceFailed(listener: (id: string, news: ServiceFailure) => void): void {
    this.#failures.push(listener);
  }

  onOutOfMemory(listener: (id: string, news: OutOfMemory) => void): void {
    this.#lacks.push(listener);
  }

  /** Frees what it has open. */
  close(): void {
    this.#kernelLog.close();
  }

  /** Handles the runtime's reports. */
  readonly listener = {
    wrote: (id: string) => {
      for (const listener of this.#wrote) listener(id);
    },
    firstBoot: (id: string, news: FirstBoot) => {
      for (const listener of this.#firstBoots) listener(id, news);
    },
    serviceFailed: (id: string, news: ServiceFailure) => {
      for (const listener of this.#failures) listener(id, news);
    },
    outOfMemory: (id: string, killed: number) => {
      const news = { killed, programs: this.#kernelLog.ended(id, killed) };
      for (const listener of this.#lacks) listener(id, news);
    },
  };
}
