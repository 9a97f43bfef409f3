import type { BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';

/** Runtime to engine. With `listen` comes the listening socket. */
export type Order =
  | { readonly seq: number; readonly act: 'apply'; readonly spec: BalancerSpec }
  | { readonly seq: number; readonly act: 'listen'; readonly id: string; readonly port: number }
  | { readonly seq: number; readonly act: 'remove'; readonly id: string };

/** Engine to runtime: an order is done, with the ports that lack a socket, or how backends do. */
export type Word =
  | { readonly type: 'done'; readonly seq: number; readonly missing: readonly number[] }
  | { readonly type: 'health'; readonly news: HealthNews };
