import type { Purpose } from './core.ts';

/** What a signature must meet; the algorithm is the same for every service and region. */
export interface SigningRules extends Purpose {
  /** How far the signer's clock may be from ours, either way, in seconds. */
  skewSeconds: number;
  /** The longest that the query form holds, in seconds, whatever X-Amz-Expires asks for. */
  maxExpiresSeconds: number;
  /** x-amz-* headers that need not be signed, since the way to us adds them. */
  unsignedHeaders: ReadonlySet<string>;
}

/** The platform's own (contract 0.11, contract 1.7). */
export const svcRules: SigningRules = {
  region: 'in-mum',
  service: 'svc',
  skewSeconds: 300,
  maxExpiresSeconds: 900,
  unsignedHeaders: new Set(['x-amz-cf-id']),
};
