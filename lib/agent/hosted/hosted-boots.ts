import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { LogNews } from '#lib/runtime/console-log/log.ts';
import type { BootsDriver } from '#lib/runtime/driver.ts';
import type { Channel } from './channel.ts';

/** What machines under the runtime process tell of their boots. */
export class HostedBoots implements BootsDriver {
  readonly #call: Channel['call'];
  readonly #wrote: ((id: string) => void)[] = [];
  readonly #firstBoots: ((id: string, news: FirstBoot) => void)[] = [];
  readonly #failures: ((id: string, news: ServiceFailure) => void)[] = [];

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
  };
}
