import type { BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';

/** Messages from runtime to engine. `listen` comes with the listening socket. */
export type Order =
  | { readonly seq: number; readonly act: 'apply'; readonly spec: BalancerSpec }
  | { readonly seq: number; readonly act: 'listen'; readonly id: string; readonly port: number }
  | { readonly seq: number; readonly act: 'remove'; readonly id: string };

/** Messages from engine to runtime: an order is done, with the ports that lack a socket; or the health of backends. */
export type Word =
  | { readonly type: 'done'; readonly seq: number; readonly missing: readonly number[] }
  | { readonly type: 'health'; readonly news: HealthNews };
