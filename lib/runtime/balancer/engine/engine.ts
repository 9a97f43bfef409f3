import type { Server } from 'node:net';
import type { BalancerSpec, Opening } from '#lib/runtime/balancer/spec.ts';
import { Balancer, type HealthListener } from './balancer.ts';

/** Milliseconds between two reports of all health, changed or not, so that the receiver knows that checks go on. */
const retold = 30_000;

/** The load balancers of one VPC. */
export class Engine {
  readonly #onHealth: HealthListener;
  readonly #balancers = new Map<string, Balancer>();
  readonly #retelling: NodeJS.Timeout;

  constructor(onHealth: HealthListener) {
    this.#onHealth = onHealth;
    this.#retelling = setInterval(() => this.#retell(), retold);
  }

  /** Makes or changes a load balancer. Answers the sockets that it lacks. Throws where a certificate is not usable. */
  apply(spec: BalancerSpec): Opening[] {
    const known = this.#balancers.get(spec.id);
    if (known) return known.apply(spec);
    const balancer = new Balancer(spec, this.#onHealth);
    this.#balancers.set(spec.id, balancer);
    return balancer.apply(spec);
  }

  /** Opens a listener of a load balancer with this socket. Without one it makes the socket itself. */
  async listen(id: string, opening: Opening, socket?: Server): Promise<void> {
    const balancer = this.#balancers.get(id);
    if (balancer) await balancer.listen(opening, socket);
    else socket?.close();
  }

  remove(id: string): void {
    this.#balancers.get(id)?.close();
    this.#balancers.delete(id);
  }

  /** Breaks the connections to a machine that is gone. */
  ended(instance: string): void {
    for (const balancer of this.#balancers.values()) balancer.ended(instance);
  }

  close(): void {
    clearInterval(this.#retelling);
    for (const id of this.#balancers.keys()) this.remove(id);
  }

  #retell(): void {
    for (const balancer of this.#balancers.values()) {
      const news = balancer.news();
      if (news.backends.length > 0) this.#onHealth(news);
    }
  }
}
