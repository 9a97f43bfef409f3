import type { BalancerSpec, HealthNews } from './balancer/spec.ts';

/** Load balancers on a host. A driver has them when `load_balancing` is among its capabilities. */
export interface BalancingDriver {
  /**
   * Serves a load balancer as the spec says, or changes one that is served. PORT_IN_USE when a listener's port is
   * taken.
   */
  balance(spec: BalancerSpec): Promise<void>;
  /** Frees its ports and ends its connections. Does nothing when there is no such load balancer. */
  unbalance(id: string): Promise<void>;
  /** Calls the listener with the health of backends on every change, and every half minute. */
  onHealth(listener: (news: HealthNews) => void): void;
  /**
   * Calls the listener with load balancers that are no longer served although they were not removed. `balance` serves
   * them again.
   */
  onLost(listener: (ids: readonly string[]) => void): void;
}
