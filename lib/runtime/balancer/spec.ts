/** A public port and what becomes of its connections. */
export interface ListenerSpec {
  readonly protocol: 'http' | 'tcp';
  readonly port: number;
  readonly target_port: number;
}

/** How backends are looked after; `port: null` means each port that traffic goes to. */
export interface HealthCheckSpec {
  readonly protocol: 'http' | 'tcp';
  readonly port: number | null;
  readonly path: string;
  readonly interval_seconds: number;
  readonly timeout_seconds: number;
  readonly healthy_threshold: number;
  readonly unhealthy_threshold: number;
  /** Ranges of HTTP statuses, ends included. */
  readonly expected: readonly { readonly from: number; readonly to: number }[];
}

/** A machine that takes part of the traffic. */
export interface BackendSpec {
  readonly instance_id: string;
  readonly private_ip: string;
  /** Null where each listener's target_port is meant. */
  readonly port: number | null;
  readonly weight: number;
  /** Epoch milliseconds by which it must have ended what it began; null while it takes what is new. */
  readonly draining_until: number | null;
  readonly running: boolean;
}

/** A load balancer as its engine is told of it; the same id always means the same one. */
export interface BalancerSpec {
  readonly id: string;
  readonly vpc: { readonly id: string; readonly cidr: string; readonly gateway: string };
  /** The address from which backends are reached; null for any. */
  readonly source_ip: string | null;
  /** The host's address on which it listens. */
  readonly public_ip: string;
  readonly algorithm: 'round_robin' | 'least_connections';
  readonly sticky: boolean;
  readonly listeners: readonly ListenerSpec[];
  readonly health_check: HealthCheckSpec;
  readonly backends: readonly BackendSpec[];
}

/** How a backend does (contract 3.6), and why. */
export interface BackendHealth {
  readonly health: 'initial' | 'healthy' | 'unhealthy' | 'unused';
  readonly reason: string | null;
}

/** How a load balancer's backends do, by instance id; those that drain are not among them. */
export interface HealthNews {
  readonly id: string;
  readonly backends: readonly (readonly [instance: string, health: BackendHealth])[];
}
