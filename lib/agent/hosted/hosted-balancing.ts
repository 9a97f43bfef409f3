import type { BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';
import type { BalancingDriver } from '#lib/runtime/driver.ts';
import type { Channel } from './channel.ts';

/** Load balancers that run under the runtime process. */
export class HostedBalancing implements BalancingDriver {
  readonly #call: Channel['call'];
  readonly #given: Set<string>;
  readonly #served = new Set<string>();
  readonly #health: ((news: HealthNews) => void)[] = [];
  readonly #lost: ((ids: readonly string[]) => void)[] = [];

  /** `given` is the set of addresses on which the runtime may borrow sockets; it is kept up to date here. */
  constructor(call: Channel['call'], given: Set<string>) {
    this.#call = call;
    this.#given = given;
  }

  async balance(spec: BalancerSpec): Promise<void> {
    this.#given.add(spec.public_ip);
    this.#served.add(spec.id);
    await this.#call('balance', spec);
  }

  async unbalance(id: string): Promise<void> {
    this.#served.delete(id);
    await this.#call('unbalance', { id });
  }

  onHealth(listener: (news: HealthNews) => void): void {
    this.#health.push(listener);
  }

  onLost(listener: (ids: readonly string[]) => void): void {
    this.#lost.push(listener);
  }

  /** Handles the runtime's reports about load balancers. */
  readonly listener = {
    health: (news: HealthNews) => {
      for (const listener of this.#health) listener(news);
    },
    unbalanced: (ids: readonly string[]) => this.gone(ids),
  };

  /** Reports load balancers as lost. Without ids, all of them are lost, because the runtime ended. */
  gone(ids: readonly string[] = [...this.#served]): void {
    for (const listener of this.#lost) listener(ids);
  }
}
