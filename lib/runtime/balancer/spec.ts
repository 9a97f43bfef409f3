/** The PROXY protocol, version 1 (text) or 2 (binary), or none. */
export type ProxyProtocol = 'none' | 'v1' | 'v2';

/** A public port and where its connections go. */
export interface ListenerSpec {
  readonly protocol: 'http' | 'https' | 'tcp';
  readonly port: number;
  readonly target_port: number;
  /** The certificates of an https listener; the first is for clients that name none of the others' names. */
  readonly certificate_ids?: readonly string[] | undefined;
  /** Whether an http listener sends every client to the https listener. */
  readonly redirect_https?: boolean | undefined;
  /** How backends of a tcp listener are told the client; not at all where it is absent. */
  readonly proxy_protocol?: ProxyProtocol | null | undefined;
  /** What an https listener speaks with its backends; HTTP/1.1 where it is absent. */
  readonly backend_protocol?: 'http' | 'grpc' | null | undefined;
}

/** A certificate with its key. The same id always means the same certificate. */
export interface CertificateSpec {
  readonly id: string;
  /** The chain, the certificate itself first. */
  readonly certificate_pem: string;
  readonly private_key_pem: string;
}

/** Where a load balancer is within its VPC. */
export interface InsideSpec {
  readonly address: string;
  readonly name: string;
  readonly public_hostname: string;
}

/** From where a listener is reached: by the host's address, or by the address in the VPC. */
export type Side = 'outside' | 'inside';

/** A socket that a load balancer needs. */
export interface Opening {
  readonly side: Side;
  readonly port: number;
}

/** How backends are checked; `port: null` means each port that traffic goes to. */
export interface HealthCheckSpec {
  readonly protocol: 'http' | 'tcp';
  readonly port: number | null;
  readonly path: string;
  readonly interval_seconds: number;
  readonly timeout_seconds: number;
  readonly healthy_threshold: number;
  readonly unhealthy_threshold: number;
  /** Ranges of HTTP statuses, both ends included. */
  readonly expected: readonly { readonly from: number; readonly to: number }[];
}

/** A machine that takes part of the traffic. */
export interface BackendSpec {
  readonly instance_id: string;
  readonly private_ip: string;
  /** Null means each listener's target_port. */
  readonly port: number | null;
  readonly weight: number;
  /** Epoch milliseconds until which open connections may finish; null while it takes new ones. */
  readonly draining_until: number | null;
  readonly running: boolean;
  /** Its checks get no answer, whatever it answers. */
  readonly silent?: boolean;
}

/** A load balancer as its engine gets it; the same id always means the same load balancer. */
export interface BalancerSpec {
  readonly id: string;
  readonly vpc: { readonly id: string; readonly cidr: string; readonly gateway: string };
  /** The address that backends are reached from; null for any. */
  readonly source_ip: string | null;
  /** The host's address on which it listens. */
  readonly public_ip: string;
  /** Absent where it is not reached from its VPC. */
  readonly inside?: InsideSpec | null | undefined;
  readonly algorithm: 'round_robin' | 'least_connections';
  readonly sticky: boolean;
  readonly listeners: readonly ListenerSpec[];
  /** Those that its listeners name. */
  readonly certificates?: readonly CertificateSpec[] | undefined;
  readonly health_check: HealthCheckSpec;
  readonly backends: readonly BackendSpec[];
}

/** The health of a backend (contract 3.6), and the reason. */
export interface BackendHealth {
  readonly health: 'initial' | 'healthy' | 'unhealthy' | 'unused';
  readonly reason: string | null;
}

/** The health of a load balancer's backends by instance id, without those that drain. */
export interface HealthNews {
  readonly id: string;
  readonly backends: readonly (readonly [instance: string, health: BackendHealth])[];
}

/**
 * Messages from runtime to engine. `listen` comes with the listening socket, which the engine makes itself inside.
 * `ended` names an instance whose machine is gone: nothing answers on its connections any more, not even a reset.
 */
export type EngineCommand =
  | { readonly seq: number; readonly act: 'apply'; readonly spec: BalancerSpec }
  | { readonly seq: number; readonly act: 'listen'; readonly id: string; readonly opening: Opening }
  | { readonly seq: number; readonly act: 'remove'; readonly id: string }
  | { readonly seq: number; readonly act: 'ended'; readonly instance: string };

/**
 * Messages from engine to runtime: an order is done, with the sockets that are missing, or failed; the health of
 * backends.
 */
export type EngineMessage =
  | { readonly type: 'done'; readonly seq: number; readonly missing: readonly Opening[] }
  | { readonly type: 'failed'; readonly seq: number; readonly reason: string }
  | { readonly type: 'health'; readonly news: HealthNews };
