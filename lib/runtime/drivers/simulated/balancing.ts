import type { BackendHealth, BackendSpec, BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';
import type { BalancingDriver } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { SimulatedHost } from './host.ts';

/** Load balancers of which only the state is kept. Nothing listens, and every machine that runs is healthy. */
export class SimulatedBalancing implements BalancingDriver {
  readonly #host: SimulatedHost;
  readonly #served = new Set<string>();
  #tell: (news: HealthNews) => void = ignore;

  constructor(host: SimulatedHost) {
    this.#host = host;
  }

  balance = (spec: BalancerSpec): Promise<void> =>
    this.#host.enqueue(spec.id, undefined, async (signal) => {
      if (!this.#served.has(spec.id)) await this.#host.pass('balance', signal);
      this.#served.add(spec.id);
      this.#tell({
        id: spec.id,
        backends: spec.backends.filter(isInUse).map((one) => [one.instance_id, healthOf(one)]),
      });
    });

  unbalance = async (id: string): Promise<void> => void this.#served.delete(id);

  onHealth(listener: (news: HealthNews) => void): void {
    this.#tell = listener;
  }

  /** What is served is never lost. */
  onLost = ignore;
}

const isInUse = ({ draining_until }: BackendSpec) => draining_until === null;

function healthOf({ running, silent }: BackendSpec): BackendHealth {
  if (!running) return { health: 'unused', reason: 'instance_stopped' };
  return silent ? { health: 'unhealthy', reason: 'timeout' } : { health: 'healthy', reason: null };
}
