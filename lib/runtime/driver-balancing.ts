import type { BalancerSpec, HealthNews } from './balancer/spec.ts';

/** Load balancers on a host; a driver has it where `load_balancing` is among its capabilities. */
export interface BalancingDriver {
  /** Serves a load balancer as the spec says, or changes it while it serves. PORT_IN_USE where a listener's port is held. */
  balance(spec: BalancerSpec): Promise<void>;
  /** Frees its ports and ends its connections; fine where there is none. */
  unbalance(id: string): Promise<void>;
  /** Told how backends do, when that changes and every half minute. */
  onHealth(listener: (news: HealthNews) => void): void;
  /** Told which load balancers serve no more though nobody asked for it; `balance` serves them again. */
  onLost(listener: (ids: readonly string[]) => void): void;
}
